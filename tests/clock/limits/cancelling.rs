//! Questions stop when a token says so, from another thread or from the observer.

use std::thread;
use std::time::{Duration, Instant};

use queenside::{Board, CancelToken, Cause, Engine, Options, Piece, Stopped, classics};

use super::{ENGINES, SHORT, SLACK, alone, attacking, count, enumerate, maximize, minimize};

/// Cancels from another thread while a question is being answered; the best of three. A quick machine may answer before.
#[track_caller]
fn stops_when_cancelled(ask: impl Fn(&Options) -> Option<Stopped>) {
    let _alone = alone();
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let token = CancelToken::new();
        let switch = token.clone();
        let canceller = thread::spawn(move || {
            thread::sleep(SHORT);
            switch.cancel();
            Instant::now()
        });
        let stopped = ask(&Options::new().cancel(&token));
        let end = Instant::now();
        let cancelled = canceller.join().unwrap();
        if let Some(stopped) = stopped {
            assert_eq!(stopped.cause(), Cause::Cancelled);
        }
        best = best.min(end.saturating_duration_since(cancelled));
        if best <= SLACK {
            return;
        }
    }
    panic!("cancelling took {best:?}");
}

#[test]
fn a_count_from_another_thread() {
    let problem = classics::queens(30);
    stops_when_cancelled(|options| count(&problem, options));
}

#[test]
fn an_enumeration_from_another_thread() {
    let problem = classics::queens(30);
    stops_when_cancelled(|options| enumerate(&problem, options));
}

#[test]
fn an_optimisation_from_another_thread() {
    let problem = classics::domination(Board::square(12), Piece::QUEEN);
    stops_when_cancelled(|options| minimize(&problem, options));
    let problem = classics::peaceable(Board::square(10), Piece::QUEEN);
    stops_when_cancelled(|options| maximize(&problem, options));
}

#[test]
fn a_large_board_from_another_thread() {
    let problem = attacking(300, 2);
    stops_when_cancelled(|options| maximize(&problem, options));
}

#[test]
fn the_oracle_from_another_thread() {
    let problem = attacking(6, 3);
    stops_when_cancelled(|options| count(&problem, &options.clone().engine(Engine::Brute)));
}

#[test]
fn before_the_question_nothing_is_done() {
    let token = CancelToken::new();
    token.cancel();
    for engine in ENGINES {
        let options = Options::new().engine(engine).cancel(&token);
        let problem = classics::queens(4);
        let asked = problem.using(&options);
        let stops = [
            asked.maximize().unwrap().stopped().cloned(),
            asked.minimize().unwrap().stopped().cloned(),
            asked.count().unwrap().stopped().cloned(),
            asked.solve().unwrap().stopped().cloned(),
            asked.sample(1).unwrap().stopped().cloned(),
            asked.random(1).unwrap().stopped().cloned(),
            asked.uniqueness().unwrap().stopped().cloned(),
            asked.enumerate().unwrap().find_map(Result::err),
            asked.classes().unwrap().find_map(Result::err),
        ];
        for stopped in stops {
            let stopped = stopped.expect("it was cancelled");
            assert_eq!((stopped.cause(), stopped.statistics().solutions), (Cause::Cancelled, 0));
        }
    }
}

#[test]
fn from_the_observer() {
    let token = CancelToken::new();
    let switch = token.clone();
    let options = Options::new().cancel(&token).observer(move |progress| {
        if progress.best.is_some() {
            switch.cancel();
        }
    });
    let _alone = alone();
    let problem = classics::peaceable(Board::square(10), Piece::QUEEN);
    let stopped = problem.using(&options).maximize().unwrap().value().expect_err("it was cancelled");
    assert_eq!(stopped.cause(), Cause::Cancelled);
    assert!(stopped.best().is_some());
}

#[test]
fn a_token_that_is_not_used_stops_nothing() {
    let token = CancelToken::new();
    let options = Options::new().cancel(&token);
    assert_eq!(classics::queens(6).using(&options).count().unwrap().exact().unwrap(), 4u32);
    assert!(!token.is_cancelled());
}
