//! Examples that a reader stops reading, as with `| head -1`, end with an error and do not panic.

use std::path::Path;

use crate::sources::sources;

/// What they would do beyond that is for the command.
#[test]
fn an_example_is_no_longer_than_a_screen() {
    const SCREEN: usize = 60;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in [
        "examples",
        "crates/queenside-attacking/examples",
        "crates/queenside-puzzles/examples",
        "crates/queenside-walls/examples",
    ] {
        if !root.join(folder).exists() {
            continue;
        }
        for (name, text) in sources(&root.join(folder)) {
            assert!(text.lines().count() <= SCREEN, "{folder}/{name} has {} lines", text.lines().count());
        }
    }
}

#[test]
fn examples_report_that_they_cannot_write() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let on_top = [
        "crates/queenside-attacking/examples",
        "crates/queenside-cluster/examples",
        "crates/queenside-puzzles/examples",
        "crates/queenside-walls/examples",
    ];
    // The package of the library has not got the crates on top.
    let folders = on_top.into_iter().filter(|folder| root.join(folder).exists()).chain(["examples"]);
    let files: Vec<(String, String)> = folders.flat_map(|folder| sources(&root.join(folder))).collect();
    assert!(files.iter().any(|(name, _)| name == "n_queens.rs"));
    for (name, text) in files {
        // These panic where the standard output is closed or full, and `writeln!` reports it.
        for (number, line) in (1..).zip(text.lines()) {
            let bare = line.replace("eprintln!", "").replace("eprint!", "");
            assert!(!bare.contains("println!(") && !bare.contains("print!("), "{name}:{number}: {line}");
        }
    }
}
