//! Every parser of the library is given damaged text. Each has a folder in `tests/data/corpus` besides.

mod targets;

use std::path::Path;

use crate::harness::attack;
use targets::TARGETS;

#[test]
fn no_text_breaks_a_parser() {
    attack(TARGETS, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus"));
}
