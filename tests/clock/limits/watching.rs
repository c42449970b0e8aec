//! What observers are told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use queenside::{Board, Options, Piece, Progress, classics};

use super::{ENGINES, alone, count, enumerate};

fn watched(ask: impl FnOnce(&Options)) -> Vec<Progress> {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&reports);
    ask(&Options::new().observer(move |progress| seen.lock().unwrap().push(*progress)));
    let reports = reports.lock().unwrap();
    assert!(reports.is_sorted_by_key(|progress| progress.nodes));
    assert!(reports.is_sorted_by_key(|progress| progress.solutions));
    assert!(reports.is_sorted_by_key(|progress| progress.elapsed));
    reports.clone()
}

#[test]
fn each_improvement_is_told() {
    for engine in ENGINES {
        let problem = classics::non_attacking(Board::square(4), Piece::KNIGHT);
        let reports = watched(|options| {
            let options = options.clone().engine(engine);
            assert_eq!(problem.using(&options).maximize().unwrap().value().unwrap(), Some(8));
        });
        let values: Vec<i64> = reports.iter().filter_map(|progress| progress.best).collect();
        assert!(values.is_sorted() && values.last() == Some(&8), "{engine}: {values:?}");
        for progress in &reports {
            assert!(progress.bound.is_none_or(|bound| Some(bound) >= progress.best));
        }
    }
}

#[test]
fn each_improvement_is_told_when_fewer_are_better() {
    for engine in ENGINES {
        let problem = classics::domination(Board::square(4), Piece::QUEEN);
        let reports = watched(|options| {
            let options = options.clone().engine(engine);
            assert_eq!(problem.using(&options).minimize().unwrap().value().unwrap(), Some(2));
        });
        let values: Vec<i64> = reports.iter().filter_map(|progress| progress.best).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{engine}: {values:?}");
        assert_eq!(values.last(), Some(&2), "{engine}: {values:?}");
        for progress in &reports {
            assert!(progress.bound.is_none_or(|bound| Some(bound) <= progress.best), "{progress:?}");
        }
    }
}

#[test]
fn a_long_search_is_told_of_now_and_then() {
    let _alone = alone();
    let problem = classics::queens(30);
    let reports = watched(|options| {
        let options = options.clone().time_limit(Duration::from_millis(450));
        count(&problem, &options).expect("it takes years");
    });
    assert!((1..=6).contains(&reports.len()), "{} reports in 0.45 s", reports.len());
    assert!(reports.iter().all(|progress| progress.best.is_none() && progress.nodes > 0));
}

#[test]
fn a_long_enumeration_is_told_of_too() {
    let _alone = alone();
    let problem = classics::queens(30);
    let reports = watched(|options| {
        let options = options.clone().time_limit(Duration::from_millis(250));
        enumerate(&problem, &options).expect("it takes years");
    });
    assert!(reports.last().is_some_and(|progress| progress.nodes > 0 && progress.solutions > 0));
}

#[test]
fn how_much_is_done_is_told() {
    let _alone = alone();
    let problem = classics::queens(13);
    let reports = watched(|options| {
        for solution in problem.using(options).enumerate().unwrap() {
            solution.unwrap();
        }
    });
    let fractions: Vec<f64> = reports.iter().map(|progress| progress.fraction).collect();
    assert!(fractions.is_sorted() && fractions.iter().all(|fraction| (0.0..=1.0).contains(fraction)), "{fractions:?}");
    // It goes by how many branches there are, not by how large they turn out to be, but is not far off.
    for progress in reports.iter().filter(|progress| progress.fraction > 0.3) {
        let found = progress.solutions as f64 / 73_712.0;
        assert!((found - progress.fraction).abs() < 0.2, "{progress:?}");
    }
}
