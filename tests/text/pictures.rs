//! The pictures of the documents are those that the example makes, and say what the numbers say.

#[allow(dead_code, reason = "the example's way to the command line is not gone here")]
#[path = "../../examples/pictures.rs"]
mod example;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_pictures_that_are_kept_are_those_that_are_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let made = example::pictures().expect("the pictures make sense");
    for (name, svg) in &made {
        let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
        // A checkout may end lines its own way.
        let is_same = kept.lines().eq(svg.lines());
        assert!(is_same, "{name}: cargo run --release --example pictures -- --out docs/pictures");
    }
    let names: BTreeSet<String> = made.iter().map(|(name, _)| (*name).to_owned()).collect();
    let files = fs::read_dir(folder).expect("there is a folder of pictures");
    let files: BTreeSet<String> =
        files.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(names, files);
}
