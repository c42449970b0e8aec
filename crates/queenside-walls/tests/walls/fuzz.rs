//! Every reader of this crate is given damaged text. Each has a folder in `tests/data/corpus` besides.

use std::path::Path;

use queenside::{Board, Options, Piece};
use queenside_walls::{Census, Format, RecordReader, RecordWriter};

use crate::harness::{Target, attack};

const TARGETS: &[Target] = &[
    Target { name: "census records", run: records, seeds: || vec![written()] },
    #[cfg(feature = "serde")]
    Target { name: "checkpoints", run: checkpoint, seeds: checkpoints },
    #[cfg(feature = "serde")]
    Target { name: "histograms", run: histogram, seeds: histograms },
    #[cfg(feature = "serde")]
    Target { name: "ranges of walls", run: range, seeds: ranges },
];

#[test]
fn no_text_breaks_a_reader() {
    attack(TARGETS, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus"));
}

fn census() -> Census {
    Census::new(&Board::new(3, 4), &Piece::QUEEN, 2).expect("it is sound")
}

/// The records of a census, each byte as the character of its number.
fn written() -> String {
    let mut writer = RecordWriter::new(Vec::new(), &census(), Format::Compact).expect("memory can be written");
    for board in &census() {
        writer.write(&board.expect("there are no limits")).expect("memory can be written");
    }
    writer.finish().expect("memory can be written").into_iter().map(char::from).collect()
}

fn records(text: &str) -> bool {
    let bytes: Vec<u8> = text.chars().map(|character| u32::from(character) as u8).collect();
    let Ok(reader) = RecordReader::new(&bytes[..]) else { return false };
    let walls = reader.census().sets().walls();
    let mut understood = true;
    for board in reader {
        let Ok(board) = board else {
            understood = false;
            break;
        };
        assert_eq!((board.walls().len(), board.pieces().len()), (walls, board.value()));
    }
    understood
}

#[cfg(feature = "serde")]
fn checkpoints() -> Vec<String> {
    let census = census();
    let mut checkpoint = census.begin(&census.sets().whole()).expect("it is its own");
    let mut texts = vec![serde_json::to_string(&checkpoint).expect("it can be written")];
    let some = census.using(&Options::new().solution_limit(9));
    some.advance(&mut checkpoint).expect("it is its own");
    texts.push(serde_json::to_string(&checkpoint).expect("it can be written"));
    texts
}

/// What is read goes on, or belongs to another census.
#[cfg(feature = "serde")]
fn checkpoint(text: &str) -> bool {
    let Ok(mut checkpoint) = serde_json::from_str::<queenside_walls::Checkpoint>(text) else { return false };
    let written = serde_json::to_string(&checkpoint).expect("what was read can be written");
    assert_eq!(serde_json::from_str(&written).ok().as_ref(), Some(&checkpoint));
    let some = census().using(&Options::new().solution_limit(20));
    if some.advance(&mut checkpoint).is_ok() {
        assert!(checkpoint.histogram().classes() > 0);
    }
    true
}

#[cfg(feature = "serde")]
fn histograms() -> Vec<String> {
    let some = census().tally().expect("it is sound").histogram().clone();
    vec![serde_json::to_string(&some).expect("it can be written"), r#"{"rows":{}}"#.to_owned()]
}

#[cfg(feature = "serde")]
fn histogram(text: &str) -> bool {
    let Ok(histogram) = serde_json::from_str::<queenside_walls::Histogram>(text) else { return false };
    let written = serde_json::to_string(&histogram).expect("what was read can be written");
    assert_eq!(serde_json::from_str(&written).ok().as_ref(), Some(&histogram));
    let twice = &histogram + &histogram;
    assert!(twice.classes() >= histogram.classes() && twice.boards() >= histogram.boards());
    assert_eq!(histogram.to_string().lines().count(), histogram.iter().count());
    true
}

#[cfg(feature = "serde")]
fn ranges() -> Vec<String> {
    let parts = census().sets().split(3);
    parts.iter().map(|part| serde_json::to_string(part).expect("it can be written")).collect()
}

#[cfg(feature = "serde")]
fn range(text: &str) -> bool {
    let Ok(range) = serde_json::from_str::<queenside_walls::WallRange>(text) else { return false };
    let written = serde_json::to_string(&range).expect("what was read can be written");
    assert_eq!(serde_json::from_str(&written).ok().as_ref(), Some(&range));
    if let Ok(walk) = census().sets().walk(&range) {
        assert!(walk.take(50).all(|class| class.walls().len() == 2));
    }
    true
}
