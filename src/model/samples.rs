//! Small problems for tests.

use crate::budget::{Engine, Options};
use crate::language::{Area, Board, Constraint, Direction, Piece, Problem, Symmetry, Wrap, classics};

/// Rules of every family, on boards with walls and holes, plain and wrapped.
pub(crate) fn problems() -> Vec<Problem> {
    let plain = Board::new(3, 4).with_walls([(1, 2)]).with_holes([(0, 3)]);
    let wrapped = Board::new(3, 4).with_wrap(Wrap::Both);
    let mut problems = Vec::new();
    for piece in [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::ROOK] {
        for board in [&plain, &wrapped] {
            problems.push(classics::domination(board.clone(), piece.clone()));
            problems.push(classics::total_domination(board.clone(), piece.clone()));
            problems.push(classics::independent_domination(board.clone(), piece.clone()));
            problems.push(classics::attacking(board.clone(), piece.clone(), 1));
            problems.push(classics::attacking(board.clone(), piece.clone(), ..=2));
            problems.push(classics::peaceable(board.clone(), piece.clone()));
            let mut perfect = Problem::new(board.clone());
            let kind = perfect.add_kind("piece", piece.clone());
            perfect.add(Constraint::covered(Area::Everywhere, kind, 1..=2).where_vacant());
            problems.push(perfect);
            let mut mixed = Problem::new(board.clone());
            let kinds = [mixed.add_kind("first", piece.clone()), mixed.add_kind("second", Piece::BISHOP)];
            mixed.add(Constraint::attacks(kinds[0], kinds[1], 1..=2));
            mixed.add(Constraint::attacks(kinds[1], kinds, ..=3).through());
            mixed.add(Constraint::count(kinds[1], Area::Everywhere, 1..=3));
            problems.push(mixed);
        }
    }
    for piece in [Piece::AMAZON, Piece::CHANCELLOR, Piece::ARCHBISHOP] {
        problems.push(classics::attacking(plain.clone(), piece.clone(), 2));
        problems.push(classics::attacking(plain.clone(), piece.clone(), 1..=3));
        problems.push(classics::attacking(plain.clone(), piece.clone(), ..=4));
        problems.push(classics::attacking(plain.clone(), piece, 3..));
    }
    let mut lines = classics::attacking(Board::square(3), Piece::ROOK, ..=1);
    let piece = lines.kinds().next().expect("it has one kind");
    lines.add(Constraint::occupied_lines(piece, [Direction::ROW], 2));
    lines.add(Constraint::linear([(3, piece, (0, 1)), (-2, piece, (1, 0))], -2..=1));
    problems.push(lines);
    let mut even = Problem::new(Board::square(4));
    let king = even.add_kind("king", Piece::KING);
    even.add(Constraint::attacks(king, king, 0)).add(Constraint::count(king, Area::Everywhere, 2..));
    even.add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    problems.push(even);
    problems
}

/// Checks that no solution of these problems costs less than a bound for what each kind costs, if it gives one, and returns how many bounds
/// are above 0. The bound is told the weights, which are the costs negated.
pub(crate) fn costs_at_least(bound: impl Fn(&Problem, &[i64]) -> Option<i64>) -> usize {
    let brute = Options::new().engine(Engine::Brute);
    let mut positive = 0;
    for problem in problems() {
        let costs: Vec<_> = problem.kinds().zip([1, 3, 4]).collect();
        let weights: Vec<i64> = costs.iter().map(|(_, cost)| -cost).collect();
        let Some(bound) = bound(&problem, &weights) else { continue };
        let least = problem.using(&brute).minimize_of(costs).expect("the problem is sound");
        if let Some(least) = least.value().expect("no limit was set") {
            assert!(bound <= least, "{bound} of {least}: {problem}");
            positive += usize::from(bound > 0);
        }
    }
    positive
}
