//! Every parser of this crate is given damaged text. Each has a folder in `tests/data/corpus` besides.

use std::path::Path;

use queenside_attacking::{Record, Rule};

use crate::harness::{Target, attack};

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

const TARGETS: &[Target] = &[
    Target { name: "rules of attack", run: rule, seeds: || owned(&["exactly 3", "at most 0"]) },
    Target {
        name: "boards of attack",
        run: board,
        seeds: || owned(&["exactly 1 4 ABGB", "at most 3 7 -", "exactly 3 30 AbcDZ"]),
    },
];

#[test]
fn no_text_breaks_a_parser() {
    attack(TARGETS, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus"));
}

fn rule(text: &str) -> bool {
    let Ok(rule) = text.parse::<Rule>() else { return false };
    assert_eq!(rule.to_string().parse(), Ok(rule));
    assert!(rule.problem(3).check().is_ok(), "{rule}");
    true
}

fn board(text: &str) -> bool {
    let Ok(record) = text.parse::<Record>() else { return false };
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    if record.n() <= 12 {
        assert!(record.holds().is_ok(), "{record}");
    }
    true
}
