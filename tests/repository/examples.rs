//! Examples that a reader stops reading, as with `| head -1`, end with an error and do not panic.

use std::path::Path;

use crate::sources::sources;

#[test]
fn examples_report_that_they_cannot_write() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let on_top = ["crates/queenside-attacking/examples", "crates/queenside-walls/examples"];
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
