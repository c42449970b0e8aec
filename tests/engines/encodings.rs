//! Clauses and rows of small problems, tried on every assignment: they hold just where the judge says that the rules do.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};
use queenside::{
    Area, Board, Constraint, Direction, Export, Family, Formulation, Kind, Piece, Placement, Problem, Square,
};

use crate::export::{Quiet, read_cnf, read_opb};

/// A row of squares with kinds that attack nothing.
fn row(squares: usize, kinds: usize) -> (Problem, Vec<Kind>) {
    let mut problem = Problem::new(Board::new(1, squares));
    let kinds = (0..kinds).map(|kind| problem.add_kind(format!("kind {kind}"), Piece::BLOCKER)).collect();
    (problem, kinds)
}

/// Whether an assignment is a solution: a bit for each square and, within it, for each kind.
fn is_solution(problem: &Problem, bits: u32) -> bool {
    let kinds: Vec<Kind> = problem.kinds().collect();
    let squares: Vec<Square> = problem.board().open().iter().collect();
    let placed: Vec<(Kind, Square)> = squares
        .iter()
        .flat_map(|square| kinds.iter().map(move |kind| (*kind, *square)))
        .enumerate()
        .filter_map(|(var, placed)| (bits >> var & 1 == 1).then_some(placed))
        .collect();
    let is_one_each = placed.windows(2).all(|two| two[0].1 != two[1].1);
    is_one_each && Placement::new(problem, placed).unwrap().judge(problem).unwrap().is_solution()
}

/// Tries every assignment of a problem, with all families of rows and clauses and with none; returns how many are solutions.
fn try_all(problem: &Problem) -> usize {
    let vars = problem.board().open().len() * problem.kinds().count();
    let expected: Vec<bool> = (0..1 << vars).map(|bits| is_solution(problem, bits)).collect();
    let naive = Family::ALL.into_iter().fold(Formulation::strong(), Formulation::without);
    for formulation in [Formulation::strong(), naive] {
        assert_eq!(by_clauses(problem, formulation, vars), expected, "clauses of\n{problem}");
        assert_eq!(by_rows(problem, formulation, vars), expected, "rows of\n{problem}");
    }
    expected.into_iter().filter(|is_solution| *is_solution).count()
}

/// For each assignment, whether the clauses can be satisfied.
fn by_clauses(problem: &Problem, formulation: Formulation, vars: usize) -> Vec<bool> {
    let (_, clauses) = read_cnf(&Export::of(problem).formulation(formulation).cnf().unwrap());
    let mut solver = Solver::new(SolverOpts::default(), Quiet);
    let lit =
        |solver: &mut Solver<Quiet>, number: i32| Lit::new(solver.var_of_int(number.unsigned_abs() - 1), number > 0);
    for clause in clauses {
        let mut clause = clause.into_iter().map(|number| lit(&mut solver, number)).collect();
        solver.add_clause_reuse(&mut clause);
    }
    let satisfied = |bits: u32| {
        let number = |var: usize| if bits >> var & 1 == 1 { var as i32 + 1 } else { -(var as i32 + 1) };
        let assumed: Vec<Lit> = (0..vars).map(|var| lit(&mut solver, number(var))).collect();
        solver.solve_limited(&assumed) == lbool::TRUE
    };
    (0..1 << vars).map(satisfied).collect()
}

/// For each assignment, whether helpers can be chosen so that the rows hold.
fn by_rows(problem: &Problem, formulation: Formulation, vars: usize) -> Vec<bool> {
    let (all, rows) = read_opb(&Export::of(problem).formulation(formulation).opb().unwrap());
    assert!(all <= 20, "{all} columns are too many to try");
    let mut satisfied = vec![false; 1 << vars];
    for bits in 0..1u32 << all.max(vars) {
        if rows.iter().all(|row| row.holds(bits)) {
            satisfied[bits as usize & ((1 << vars) - 1)] = true;
        }
    }
    satisfied
}

#[test]
fn every_range_of_a_count_is_kept() {
    let binomials = [1, 6, 15, 20, 15, 6, 1];
    for squares in 1..=6 {
        for min in 0..=squares {
            for max in min..=squares {
                let (mut problem, kinds) = row(squares, 1);
                problem.add(Constraint::count(kinds[0], Area::Everywhere, min..=max));
                let solutions = try_all(&problem);
                assert!(squares < 6 || solutions == binomials[min..=max].iter().sum::<usize>());
            }
        }
    }
}

#[test]
fn every_range_of_a_sum_is_kept() {
    for weights in [[1, 2, 3, 4], [5, -3, 2, 2], [-1, -1, 1, 1], [7, 0, -7, 1], [-2, -4, -6, -1]] {
        for min in -8..=8 {
            for max in [min, min + 1, min + 5, i64::MAX] {
                let (mut problem, kinds) = row(4, 1);
                let terms = weights.iter().enumerate().map(|(column, weight)| (*weight, kinds[0], (0, column)));
                problem.add(Constraint::linear(terms, min..=max));
                try_all(&problem);
            }
        }
    }
}

#[test]
fn every_range_of_a_balance_is_kept() {
    for min in -3..=3 {
        for max in min..=3 {
            let (mut problem, kinds) = row(4, 2);
            problem.add(Constraint::balance(kinds[0], kinds[1], min..=max));
            assert!(try_all(&problem) > 0);
        }
    }
}

#[test]
fn every_range_of_occupied_lines_is_kept() {
    for min in 0..=3usize {
        for max in min..=3 {
            let mut problem = Problem::new(Board::new(3, 3));
            let kind = problem.add_kind("piece", Piece::BLOCKER);
            problem.add(Constraint::occupied_lines(kind, [Direction::ROW], min..=max));
            assert!(try_all(&problem) > 0);
        }
    }
}
