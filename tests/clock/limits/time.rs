//! Questions stop when their time is over, however large they are and whatever they are about to do.

use std::time::Duration;

use queenside::{
    Area, Board, Cause, Constraint, Direction, Engine, Group, Options, Piece, Problem, Stopped, Symmetry, Transform,
    Wrap, classics,
};

use queenside_testing::clock::Stopwatch;

use super::{ENGINES, SHORT, SLACK, alone, attacking, classes, count, enumerate, maximize, minimize};

/// Asks under a time limit: the answer comes in time, and if it is not complete, it names the limit. A quick machine may
/// complete some of them. On a machine that others keep busy the best of three counts.
#[track_caller]
fn stops_in_time(limit: Duration, ask: impl Fn(&Options) -> Option<Stopped>) {
    let _alone = alone();
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let options = Options::new().time_limit(limit);
        let watch = Stopwatch::start();
        let stopped = ask(&options);
        best = best.min(watch.elapsed());
        if let Some(stopped) = stopped {
            assert_eq!(stopped.cause(), Cause::TimeLimit);
        }
        if best <= limit + SLACK {
            return;
        }
    }
    panic!("a limit of {limit:?} took {best:?}: {:?} too long", best.saturating_sub(limit));
}

/// n×n walls but for these many squares, evenly spread.
fn few_open(n: usize, open: usize) -> Board {
    let squares = Board::square(n).squares();
    let every = n * n / open;
    let walls = squares.iter().enumerate().filter(|(index, _)| index % every != 0);
    Board::square(n).with_walls(walls.map(|(_, square)| square))
}

#[test]
fn counting_thirty_queens() {
    let problem = classics::queens(30);
    stops_in_time(SHORT, |options| count(&problem, options));
}

#[test]
fn enumerating_thirty_queens() {
    let problem = classics::queens(30);
    stops_in_time(SHORT, |options| enumerate(&problem, options));
}

#[test]
fn classes_of_thirty_queens() {
    let problem = classics::queens(30);
    stops_in_time(SHORT, |options| classes(&problem, options));
}

#[test]
fn counting_classes_of_queens_by_burnside() {
    let problem = classics::queens(20);
    let group = problem.group().unwrap();
    stops_in_time(SHORT, |options| group.count_classes(&problem, options).unwrap().stopped().cloned());
}

#[test]
fn sampling() {
    let problem = classics::queens(20);
    let listed = |options: &Options| options.clone().engine(Engine::Search);
    stops_in_time(SHORT, |options| problem.using(&listed(options)).sample(1).unwrap().stopped().cloned());
}

#[test]
fn looking_for_a_random_solution() {
    // There is no odd number of queens that each attack three others, but it takes long to see.
    let mut problem = attacking(12, 3);
    let queen = problem.kinds().next().unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, 27));
    stops_in_time(SHORT, |options| problem.using(options).random(1).unwrap().stopped().cloned());
}

#[test]
fn solving_and_uniqueness() {
    // There is no odd number of queens that each attack three others, but it takes long to see.
    let mut problem = attacking(12, 3);
    let queen = problem.kinds().next().unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, 27));
    stops_in_time(SHORT, |options| problem.using(options).solve().unwrap().stopped().cloned());
    stops_in_time(SHORT, |options| problem.using(options).uniqueness().unwrap().stopped().cloned());
}

#[test]
fn domination_of_a_board_of_twelve() {
    let problem = classics::domination(Board::square(12), Piece::QUEEN);
    stops_in_time(SHORT, |options| minimize(&problem, options));
}

#[test]
fn exactly_three_on_a_board_of_twelve() {
    // SAT answers it within the limit.
    let problem = attacking(12, 3);
    stops_in_time(SHORT, |options| maximize(&problem, &options.clone().engine(Engine::Search)));
}

#[test]
fn no_three_in_line_on_a_board_of_twelve() {
    let problem = classics::no_three_in_line(12);
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn peaceable_armies_on_a_board_of_ten() {
    let problem = classics::peaceable(Board::square(10), Piece::QUEEN);
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn least_walls_on_a_board_of_eight() {
    let mut problem = Problem::new(Board::square(8));
    let queen = problem.add_kind("queen", Piece::QUEEN);
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    problem.non_attacking().add(Constraint::count(queen, Area::Everywhere, 12));
    let ask = |options: &Options| problem.using(options).minimize_of([(wall, 1)]).unwrap().stopped().cloned();
    stops_in_time(SHORT, ask);
}

#[test]
fn kings_on_a_board_of_a_thousand() {
    let problem = classics::non_attacking(Board::square(1024), Piece::KING);
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn rings_of_kings_on_a_board_of_four_hundred_once_the_search_is_under_way() {
    let problem = classics::attacking(Board::square(400), Piece::KING, 2);
    stops_in_time(Duration::from_secs(1), |options| maximize(&problem, options));
}

#[test]
fn what_is_large_is_freed_aside() {
    // Eight million leaps from as many squares, each a separate list, and two million kings' blocks.
    let leaps = classics::attacking(Board::square(1024), Piece::KNIGHT, 2);
    stops_in_time(Duration::from_secs(1), |options| count(&leaps, options));
    let mut kings = Problem::new(Board::square(512));
    for number in 0..8 {
        kings.add_kind(format!("king {number}"), Piece::KING);
    }
    kings.non_attacking();
    stops_in_time(Duration::from_secs(1), |options| maximize(&kings, options));
}

#[test]
fn the_group_of_a_large_problem() {
    let lines = classics::queens(1024);
    stops_in_time(SHORT, |options| classes(&lines, options));
    let mut sum = Problem::new(Board::square(1024));
    let king = sum.add_kind("king", Piece::KING);
    sum.add(Constraint::linear(sum.board().squares().iter().map(|at| (1, king, at)), 1000));
    stops_in_time(SHORT, |options| classes(&sum, options));
    let group = Group::of_board(sum.board());
    stops_in_time(SHORT, |options| {
        let mut classes = sum.using(options).classes_under(&group).unwrap();
        classes.find_map(Result::err)
    });
}

#[test]
fn queens_on_a_board_of_a_thousand() {
    let problem = classics::queens(1000);
    stops_in_time(SHORT, |options| problem.using(options).solve().unwrap().stopped().cloned());
}

#[test]
fn queens_on_the_largest_board() {
    let problem = classics::non_attacking(Board::square(4096), Piece::QUEEN);
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn exactly_two_on_a_board_of_three_hundred() {
    let problem = attacking(300, 2);
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn queens_dominating_a_board_of_a_thousand() {
    let problem = classics::domination(Board::square(1024), Piece::QUEEN);
    stops_in_time(SHORT, |options| minimize(&problem, options));
}

#[test]
fn kings_dominating_a_board_of_a_hundred() {
    let problem = classics::domination(Board::square(100), Piece::KING);
    stops_in_time(SHORT, |options| minimize(&problem, options));
}

#[test]
fn classes_of_kings_dominating_a_large_board() {
    let problem = classics::domination(Board::square(256), Piece::KING);
    stops_in_time(SHORT, |options| classes(&problem, options));
}

#[test]
fn no_three_in_line_on_a_board_of_forty() {
    let problem = classics::no_three_in_line(40);
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn occupied_lines_of_a_board_of_a_thousand() {
    let mut problem = Problem::new(Board::square(1024));
    let queen = problem.add_kind("queen", Piece::QUEEN);
    problem.add(Constraint::occupied_lines(queen, Direction::QUEEN, 20));
    stops_in_time(SHORT, |options| minimize(&problem, options));
}

#[test]
fn symmetric_kings_on_a_board_of_a_thousand() {
    let mut problem = classics::non_attacking(Board::square(1024), Piece::KING);
    problem.add(Constraint::symmetric([Symmetry::QuarterTurn, Symmetry::Transpose], Area::Everywhere));
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

fn shift(rows: usize, columns: usize) -> Transform {
    Transform::from(Symmetry::Identity).shifted(rows, columns)
}

/// As many symmetries as squares: what is found within the limit is also judged within it.
#[test]
fn kings_on_a_torus_that_may_be_shifted_anywhere() {
    let mut problem = classics::non_attacking(Board::square(256).with_wrap(Wrap::Both), Piece::KING);
    problem.add(Constraint::symmetric([shift(1, 0), shift(0, 1)], Area::Everywhere));
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn a_sum_over_a_board_of_a_thousand() {
    let mut problem = classics::non_attacking(Board::square(1024), Piece::KING);
    let king = problem.kinds().next().unwrap();
    let terms: Vec<_> = problem.board().squares().iter().map(|at| (at.column() as i64 % 7, king, at)).collect();
    problem.add(Constraint::linear(terms, 1000));
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn many_kinds_on_a_large_board() {
    let mut problem = Problem::new(Board::square(64));
    for range in 1..=64 {
        problem.add_kind(format!("queen of {range}"), Piece::QUEEN.within(range));
    }
    problem.non_attacking();
    stops_in_time(SHORT, |options| maximize(&problem, options));
}

#[test]
fn few_open_squares_of_a_large_board() {
    // A million solutions, none of which takes long to find, but each of which is judged.
    let problem = classics::non_attacking(few_open(256, 20), Piece::KING);
    stops_in_time(4 * SHORT, |options| enumerate(&problem, options));
}

#[test]
fn the_oracle_on_few_open_squares_of_a_large_board() {
    let problem = classics::domination(few_open(128, 20), Piece::KING);
    stops_in_time(SHORT, |options| minimize(&problem, &options.clone().engine(Engine::Brute)));
}

#[test]
fn the_oracle_on_as_many_squares_as_it_takes() {
    let problem = attacking(6, 3);
    stops_in_time(SHORT, |options| maximize(&problem, &options.clone().engine(Engine::Brute)));
    stops_in_time(SHORT, |options| count(&problem, &options.clone().engine(Engine::Brute)));
}

#[test]
fn no_time_at_all_is_a_limit() {
    for engine in ENGINES {
        let options = Options::new().engine(engine).time_limit(Duration::ZERO);
        let problem = classics::queens(4);
        for stopped in [
            maximize(&problem, &options),
            count(&problem, &options),
            enumerate(&problem, &options),
            classes(&problem, &options),
        ] {
            let stopped = stopped.expect("there was no time");
            assert_eq!((stopped.cause(), stopped.engine()), (Cause::TimeLimit, engine));
        }
    }
}

#[test]
fn all_the_time_in_the_world_is_no_limit() {
    let options = Options::new().time_limit(Duration::MAX);
    assert_eq!(classics::queens(6).using(&options).count().unwrap().exact().unwrap(), 4u32);
}

#[test]
fn the_time_that_was_taken_is_told() {
    let _alone = alone();
    let stopped = count(&classics::queens(30), &Options::new().time_limit(SHORT)).unwrap();
    assert!(stopped.statistics().elapsed >= SHORT);
    assert!(stopped.statistics().nodes > 0);
    assert!(stopped.to_string().starts_with("stopped because the time limit was reached, after "), "{stopped}");
}
