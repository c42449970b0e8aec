//! The b-files of `docs/b-files`, as the table of counts has them: those n for which two programs agree.
//!
//! `QUEENSIDE_ACCEPT=1 cargo test -p queenside-attacking --test attacking b_files` writes them.

use queenside::render::Sequence;

/// Each sequence: its number, how many others each queen attacks, its first index, and its last, beyond which a term is missing or
/// was counted once.
const SEQUENCES: [(&str, &str, usize, usize); 4] = [
    ("b051757", "exactly 1", 2, 12),
    ("b051758", "exactly 2", 2, 20),
    ("b051759", "exactly 3", 2, 12),
    ("b019654", "exactly 4", 3, 10),
];

/// The classes of a row of the table; none where no queen can stand.
fn classes(rule: &str, n: usize) -> u64 {
    let table = include_str!("../data/attacking_counts.csv");
    let row: Vec<&str> = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>())
        .find(|row| row[0] == rule && row[1] == n.to_string())
        .unwrap_or_else(|| panic!("{rule} has no row {n}"));
    assert!(row[5].parse::<u32>().unwrap() >= 2, "{rule} on {n}×{n} was counted once");
    if row[2] == "0" { 0 } else { row[4].parse().unwrap() }
}

#[test]
fn b_files_are_those_of_the_table() {
    for (name, rule, first, last) in SEQUENCES {
        let sequence = Sequence::new(first as i64, (first..=last).map(|n| classes(rule, n)));
        let path = format!("{}/docs/b-files/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("QUEENSIDE_ACCEPT").is_some() {
            std::fs::write(&path, sequence.to_string()).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(kept.parse::<Sequence>().unwrap(), sequence, "{name}: QUEENSIDE_ACCEPT=1 writes it anew");
    }
}
