//! Searching takes memory for the depth of the search, not for what it finds.

use std::ops::ControlFlow;

use queenside::{Board, Engine, Options, Piece, classics};

/// The most bytes held at once while so many of the optimal king placements are visited, and how many there were.
fn visiting_kings(limit: u64) -> (u64, u64) {
    let most = classics::non_attacking(Board::square(8), Piece::KING).maximize().unwrap().optima().unwrap();
    let mut visited = 0;
    let memory = allocation_counter::measure(|| {
        let flow = most.enumerate().unwrap().visit(|kings| {
            assert_eq!(kings.len(), 16);
            visited += 1;
            if visited == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(flow.is_ok());
    });
    (memory.bytes_max, visited)
}

#[test]
fn all_kings_take_no_more_than_the_first_of_them() {
    let (few, first) = visiting_kings(100);
    let (all, visited) = visiting_kings(u64::MAX);
    assert_eq!((first, visited), (100, 281_571));
    assert_eq!(all, few, "bytes");
    assert!(all < 1 << 17, "{all} bytes");
}

#[test]
fn counting_and_classes_hold_nothing_either() {
    let queens = classics::queens(10);
    let search = Options::new().engine(Engine::Search);
    let counting = allocation_counter::measure(|| {
        assert_eq!(queens.using(&search).count().unwrap().exact(), Some(724u32.into()));
    });
    assert!(counting.bytes_max < 1 << 18, "{} bytes", counting.bytes_max);
    let all = allocation_counter::measure(|| assert_eq!(queens.classes().unwrap().count(), 92));
    let first = allocation_counter::measure(|| assert!(queens.classes().unwrap().next().is_some()));
    assert!(all.bytes_max < first.bytes_max + (1 << 14), "{} after {} bytes", all.bytes_max, first.bytes_max);
}
