//! A census that is stopped goes on exactly; what was written down of another one, or was changed, is refused.

use std::time::Duration;

use queenside::{Board, Cause, Options, Piece, Wrap};
use queenside_testing::clock::assert_takes_at_most;
use queenside_walls::{Census, Checkpoint, Histogram, WallSets};

fn census(board: &Board, piece: &Piece, walls: usize) -> Census {
    Census::new(board, piece, walls).unwrap()
}

#[test]
fn parts_of_a_census_go_on_and_add_up() {
    let whole = census(&Board::square(5), &Piece::QUEEN, 3);
    let expected = whole.tally().unwrap();
    let some = whole.clone().using(&Options::new().solution_limit(17));
    let mut sum = Histogram::new();
    for part in whole.sets().split(3) {
        let mut checkpoint = whole.begin(&part).unwrap();
        let mut before = 0;
        while !checkpoint.is_finished() {
            let stopped = some.advance(&mut checkpoint).unwrap();
            assert_eq!(stopped.is_none(), checkpoint.is_finished());
            assert!(checkpoint.histogram().classes() <= before + 17);
            before = checkpoint.histogram().classes();
        }
        // What is over stays as it is.
        assert_eq!(some.advance(&mut checkpoint).unwrap(), None);
        assert_eq!(checkpoint.histogram().classes(), before);
        sum += checkpoint.histogram();
    }
    assert_eq!(&sum, expected.histogram());
}

#[test]
fn a_checkpoint_of_another_census_is_refused_even_if_it_is_finished() {
    let own = census(&Board::square(4), &Piece::QUEEN, 2);
    let whole = own.sets().whole();
    let mut checkpoint = own.begin(&whole).unwrap();
    own.advance(&mut checkpoint).unwrap();
    assert!(checkpoint.is_finished() && checkpoint.check(&own, &whole).is_ok());
    let others = [
        census(&Board::square(4), &Piece::AMAZON, 2),
        census(&Board::square(4), &Piece::QUEEN, 3),
        census(&Board::square(5), &Piece::QUEEN, 2),
        census(&Board::square(4).with_wrap(Wrap::Both), &Piece::QUEEN, 2),
        census(&Board::square(4).with_walls([(1, 1)]), &Piece::QUEEN, 2),
        census(&Board::square(4).with_holes([(1, 1)]), &Piece::QUEEN, 2),
    ];
    for other in &others {
        assert!(checkpoint.check(other, &other.sets().whole()).is_err(), "{:?}", other.board());
        assert!(checkpoint.check(other, &whole).is_err());
        assert!(other.advance(&mut checkpoint.clone()).is_err());
    }
    for part in own.sets().split(3) {
        assert!(checkpoint.check(&own, &part).is_err());
    }
}

#[cfg(feature = "serde")]
#[test]
fn what_was_changed_after_it_was_written_is_refused() {
    let own = census(&Board::square(4), &Piece::QUEEN, 3);
    let mut checkpoint = own.begin(&own.sets().split(2)[0]).unwrap();
    own.clone().using(&Options::new().solution_limit(10)).advance(&mut checkpoint).unwrap();
    let text = serde_json::to_string(&checkpoint).unwrap();
    assert_eq!(serde_json::from_str::<Checkpoint>(&text).unwrap(), checkpoint);
    let bytes = text.as_bytes();
    for place in 0..bytes.len() {
        let mut tries = vec![bytes[..place].to_vec(), [&bytes[..place], &bytes[place + 1..]].concat()];
        for bit in 0..8 {
            let mut damaged = bytes.to_vec();
            damaged[place] ^= 1 << bit;
            tries.push(damaged);
        }
        for damaged in tries {
            if let Ok(read) = serde_json::from_slice::<Checkpoint>(&damaged) {
                assert_eq!(read, checkpoint, "{}", String::from_utf8_lossy(&damaged));
            }
        }
    }
}

#[test]
fn a_census_looks_at_its_limits_while_it_begins() {
    /// What it may take beyond its limit.
    const SLACK: Duration = Duration::from_millis(50);
    let wide = census(&Board::square(60), &Piece::QUEEN, 40);
    let limit = Duration::from_millis(30);
    assert_takes_at_most(limit + SLACK, || {
        let survey = wide.clone().using(&Options::new().time_limit(limit)).tally().unwrap();
        assert_eq!((survey.stopped(), survey.rest().is_empty()), (Some(Cause::TimeLimit), false));
    });
}

/// However short a slice is, either some boards are done in it, or it says that it was too short for one.
#[test]
fn a_census_makes_headway_in_slices_however_short() {
    for (board, walls) in [(Board::square(5), 3), (Board::square(7), 3), (Board::new(3, 9), 2)] {
        let whole = census(&board, &Piece::QUEEN, walls);
        let expected = whole.tally().unwrap();
        for nodes in [1, 40, 300] {
            let (mut checkpoint, mut nodes, mut slices) = (whole.begin(&whole.sets().whole()).unwrap(), nodes, 0);
            while !checkpoint.is_finished() {
                let before = checkpoint.clone();
                let slice = whole.clone().using(&Options::new().node_limit(nodes));
                slice.advance(&mut checkpoint).unwrap();
                let classes = checkpoint.histogram().classes();
                assert_eq!(checkpoint.is_stuck(), classes == before.histogram().classes() && !checkpoint.is_finished());
                nodes += u64::from(checkpoint.is_stuck()) * nodes;
                slices += 1;
                assert!(slices < 20_000, "{checkpoint:?}");
            }
            assert_eq!(checkpoint.histogram(), expected.histogram());
        }
    }
}

#[test]
fn what_an_observer_hears_of_a_census_grows_to_the_whole() {
    use std::sync::{Arc, Mutex};
    let seen: Arc<Mutex<Vec<f64>>> = Arc::default();
    let all = Arc::clone(&seen);
    let options = Options::new().observer(move |progress| all.lock().unwrap().push(progress.fraction));
    let whole = census(&Board::square(6), &Piece::QUEEN, 4);
    for range in std::iter::once(whole.sets().whole()).chain(whole.sets().split(3)) {
        seen.lock().unwrap().clear();
        whole.clone().using(&options).tally_of(&range).unwrap();
        let seen = seen.lock().unwrap();
        assert!(seen.is_sorted() && seen.last() == Some(&1.0), "{seen:?}");
    }
}

#[test]
fn more_walls_than_squares_are_no_boards() {
    for walls in [5, 64, usize::MAX] {
        let none = census(&Board::square(2), &Piece::QUEEN, walls);
        let survey = none.tally().unwrap();
        assert_eq!((survey.stopped(), survey.histogram().classes()), (None, 0));
        assert!(survey.rest().is_empty());
        assert_eq!(none.iter().count(), 0);
        assert_eq!(none.sets().split(3).len(), 3);
        assert_eq!((none.sets().boards(), none.sets().classes()), (0u32.into(), 0u32.into()));
        assert!(none.is_complete(survey.histogram()));
        assert_eq!(WallSets::new(&Board::square(2), &Piece::QUEEN, walls).unwrap().iter().count(), 0);
    }
}

/// A file from elsewhere may hold any numbers.
#[cfg(feature = "serde")]
#[test]
fn a_histogram_of_too_many_boards_says_as_many_as_it_can() {
    let max = u64::MAX;
    let histogram: Histogram = serde_json::from_str(&format!(r#"{{"rows":{{"1":[{max},1],"2":[2,{max}]}}}}"#)).unwrap();
    assert_eq!((histogram.classes(), histogram.boards()), (max, max));
    assert_eq!((&histogram + &histogram).classes(), max);
}
