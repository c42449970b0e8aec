//! The sources of the crate as text.

use std::fs;
use std::path::Path;

/// All files of a folder and those below, by their paths.
pub(crate) fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("sources can be read") {
            let path = entry.expect("sources can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(folder).expect("it lies below").to_string_lossy().replace('\\', "/");
                files.push((name, fs::read_to_string(&path).expect("sources can be read")));
            }
        }
    }
    files
}
