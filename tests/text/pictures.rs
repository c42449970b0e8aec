//! The pictures of the documents are those that are drawn here, and say what the numbers say.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use crate::drawn;

/// With `QUEENSIDE_ACCEPT=1` they are written anew.
#[test]
fn the_pictures_that_are_kept_are_those_that_are_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let made = drawn::pictures().expect("the pictures make sense");
    for (name, svg) in &made {
        if env::var_os("QUEENSIDE_ACCEPT").is_some() {
            queenside::WholeFile::write(folder.join(name), svg).expect("it can be written");
        }
        let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
        // A checkout may end lines its own way.
        let is_same = kept.lines().eq(svg.lines());
        assert!(is_same, "{name}: QUEENSIDE_ACCEPT=1 cargo test --test text pictures");
    }
    let names: BTreeSet<String> = made.iter().map(|(name, _)| (*name).to_owned()).collect();
    let files = fs::read_dir(folder).expect("there is a folder of pictures");
    let files: BTreeSet<String> =
        files.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(names, files);
}
