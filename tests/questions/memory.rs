//! Searching takes memory for the depth of the search and a list of bounded length, not for what it finds.

use std::ops::ControlFlow;

use queenside::{Board, Cause, Engine, Options, Piece, Problem, classics};

/// Returns the most bytes held at once while a number of optimal king placements is visited, and how many there were.
fn visiting_kings(limit: u64) -> (u64, u64) {
    let max = classics::non_attacking(Board::square(8), Piece::KING).maximize().unwrap().optima().unwrap();
    let mut visited = 0;
    let memory = allocation_counter::measure(|| {
        let flow = max.enumerate().unwrap().visit(|kings| {
            assert_eq!(kings.len(), 16);
            visited += 1;
            if visited == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(flow.is_ok());
    });
    (memory.bytes_max, visited)
}

#[test]
fn all_kings_take_hardly_more_than_the_first_of_them() {
    let (few, first) = visiting_kings(100);
    let (all, visited) = visiting_kings(u64::MAX);
    assert_eq!((first, visited), (100, 281_571));
    // Of all lists the longest takes more than the first.
    assert!(all < few + (1 << 16) && all < 1 << 17, "{all} after {few} bytes");
}

#[test]
fn counting_and_classes_hold_nothing_either() {
    let queens = classics::queens(10);
    let search = Options::new().engine(Engine::Search);
    let counting = allocation_counter::measure(|| {
        assert_eq!(queens.using(&search).count().unwrap().exact().unwrap(), 724u32);
    });
    assert!(counting.bytes_max < 1 << 18, "{} bytes", counting.bytes_max);
    let all = allocation_counter::measure(|| assert_eq!(queens.classes().unwrap().count(), 92));
    let first = allocation_counter::measure(|| assert!(queens.classes().unwrap().next().is_some()));
    assert!(all.bytes_max < first.bytes_max + (1 << 14), "{} after {} bytes", all.bytes_max, first.bytes_max);
}

/// Of the memory it may take, an engine that merges what is equal keeps to about as much.
#[test]
fn a_cap_is_kept() {
    for cap in [1 << 20, 1 << 23, 1 << 26] {
        let options = Options::new().engine(Engine::Sweep).memory_limit(cap);
        let mut causes = Vec::new();
        let taken = allocation_counter::measure(|| {
            let mut problem = Problem::new(Board::square(8));
            problem.add_kind("queen", Piece::QUEEN);
            let wall = problem.add_kind("wall", Piece::BLOCKER);
            let min = problem.non_attacking().using(&options).minimize_by_size([(wall, 1)]).unwrap();
            causes.extend(min.stopped().map(queenside::Stopped::cause));
            let counted = classics::non_attacking(Board::square(9), Piece::QUEEN).using(&options).count().unwrap();
            causes.extend(counted.stopped().map(queenside::Stopped::cause));
        });
        assert!(causes.iter().all(|cause| *cause == Cause::MemoryLimit));
        // What is no table or layer is small.
        assert!(taken.bytes_max < cap + cap / 4 + (1 << 20), "{} bytes of {cap}", taken.bytes_max);
    }
}
