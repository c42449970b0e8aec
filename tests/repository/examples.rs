//! Examples are short, and where a reader stops reading, as with `| head -1`, they end with an error and do not panic.

use std::path::{Path, PathBuf};

use crate::sources::sources;

/// The folders of examples; the package of the library has not got the crates on top.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let on_top = std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten().map(|entry| entry.path());
    on_top.chain([root.to_owned()]).map(|home| home.join("examples")).filter(|folder| folder.exists()).collect()
}

/// What they would do beyond that is for the command.
#[test]
fn an_example_is_no_longer_than_a_screen() {
    const SCREEN: usize = 60;
    // These measure, and show nothing that a reader would copy.
    const MEASURES: [&str; 2] = ["scale.rs", "simulate.rs"];
    for (name, text) in folders().iter().flat_map(|folder| sources(folder)) {
        let lines = text.lines().count();
        assert!(lines <= SCREEN || MEASURES.contains(&&*name), "{name} has {lines} lines");
    }
}

#[test]
fn examples_report_that_they_cannot_write() {
    let files: Vec<(String, String)> = folders().iter().flat_map(|folder| sources(folder)).collect();
    assert!(files.iter().any(|(name, _)| name == "n_queens.rs"));
    for (name, text) in files {
        // These panic where the standard output is closed or full, and `writeln!` reports it.
        for (number, line) in (1..).zip(text.lines()) {
            let bare = line.replace("eprintln!", "").replace("eprint!", "");
            assert!(!bare.contains("println!(") && !bare.contains("print!("), "{name}:{number}: {line}");
        }
    }
}
