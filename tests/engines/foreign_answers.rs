//! Answers of other solvers to exported problems, in the formats in which they write them.

use std::collections::HashMap;
use std::fmt::Write;

use crate::common::cases;
use good_lp::solvers::SolutionStatus;
use good_lp::{ResolutionError, Solution, SolverModel, Variable, microlp};
use proptest::prelude::*;
use queenside::{Area, Board, Constraint, Engine, Export, Options, Piece, Placement, Problem, classics};

/// The names of the variables of pieces in an exported LP file, with what they say in a CNF file: the number of the square and
/// kind, `kind at (row,column)`.
fn names(problem: &Problem) -> Vec<(String, String)> {
    let lp = Export::of(problem).lp().expect("it is sound");
    let cnf = Export::of(problem).cnf().expect("it is sound");
    let binary = lp.lines().skip_while(|line| *line != "Binary").skip(1).map(str::trim);
    let meanings = cnf.lines().filter_map(|line| line.strip_prefix("c ")?.split_once(" is ").map(|(_, what)| what));
    binary.zip(meanings).map(|(name, what)| (name.to_owned(), what.to_owned())).collect()
}

/// Which of the variables of pieces a placement makes true.
fn truths(problem: &Problem, placement: &Placement) -> Vec<bool> {
    let stands = |what: &String| {
        placement.iter().any(|(square, kind)| {
            let name = problem.name(kind).expect("its own kind").replace(['\n', '\r'], " ");
            *what == format!("{name} at ({},{})", square.row(), square.column())
        })
    };
    names(problem).iter().map(|(_, what)| stands(what)).collect()
}

/// A placement as each of the solvers would write it.
fn written(problem: &Problem, truths: &[bool]) -> Vec<(&'static str, String)> {
    let names = names(problem);
    let number = |value: &bool| i32::from(*value);
    let literals = |sign: &str| {
        let literal = |(place, value): (usize, &bool)| format!("{}{sign}{}", if *value { "" } else { "-" }, place + 1);
        truths.iter().enumerate().map(literal).collect::<Vec<_>>()
    };
    let (mut kissat, mut highs) = ("c a comment\ns SATISFIABLE\n".to_owned(), String::new());
    for some in literals("").chunks(5) {
        let _ = writeln!(kissat, "v {}", some.join(" "));
    }
    kissat += "v 0\n";
    let minisat = format!("SAT\n{} 0\n", literals("").join(" "));
    let opb = format!("s OPTIMUM FOUND\nv {}\n", literals("x").join(" "));
    let objective = truths.iter().filter(|value| **value).count();
    let _ = write!(highs, "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective {objective}\n");
    let _ = writeln!(highs, "# Columns {}", names.len());
    let (mut cbc, mut scip) = (
        format!("Optimal - objective value {objective}.00000000\n"),
        format!("solution status: optimal\nobjective value: {objective}\n"),
    );
    let mut gurobi = format!("# Solution for model obj\n# Objective value = {objective}\n");
    for (place, ((name, _), value)) in names.iter().zip(truths).enumerate() {
        let _ = writeln!(highs, "{name} {}", if *value { "0.9999999999" } else { "-0" });
        let _ = writeln!(gurobi, "{name} {}", if *value { "1.0000000000000002e+00" } else { "0" });
        if *value {
            let _ = writeln!(cbc, "{place:7} {name:24} {:15} {:20}", number(value), -1);
            let _ = writeln!(scip, "{name:60} {:5} \t(obj:1)", number(value));
        }
    }
    highs += "line25_r0_c0 1\n# Rows 2\nc0 1\nc1 0\n\n# Dual solution values\nFeasible\n# Columns 1\n";
    if let Some((name, _)) = names.first() {
        let _ = writeln!(highs, "{name} 17.5");
    }
    vec![
        ("kissat", kissat),
        ("minisat", minisat),
        ("opb", opb),
        ("HiGHS", highs),
        ("CBC", cbc),
        ("SCIP", scip),
        ("Gurobi", gurobi),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_solution_is_read_and_everything_else_refused((problem, _) in cases(), flips in any::<[u8; 4]>()) {
        let oracle = Options::new().engine(Engine::Brute);
        let all = problem.using(&oracle).enumerate().unwrap().sorted().unwrap();
        let mut tries: Vec<Vec<bool>> = all.iter().take(5).map(|placement| truths(&problem, placement)).collect();
        let mut flipped = tries.first().cloned().unwrap_or_else(|| vec![false; names(&problem).len()]);
        for flip in flips {
            let place = usize::from(flip) % flipped.len().max(1);
            if let Some(value) = flipped.get_mut(place) {
                *value = !*value;
            }
        }
        tries.push(flipped);
        let known: Vec<Vec<bool>> = all.iter().map(|placement| truths(&problem, placement)).collect();
        for truth in tries {
            let expected = known.iter().position(|own| *own == truth).map(|place| &all[place]);
            for (solver, text) in written(&problem, &truth) {
                let read = Export::of(&problem).read(&text);
                match expected {
                    Some(placement) => prop_assert_eq!(read, Ok(Some(placement.clone())), "{}\n{}", solver, text),
                    None => prop_assert!(read.is_err(), "{}\n{}", solver, text),
                }
            }
        }
    }
}

#[test]
fn that_there_is_none_is_read_as_well() {
    let problem = classics::queens(3);
    for text in [
        "c kissat\ns UNSATISFIABLE\n",
        "UNSAT\n",
        "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
        "Infeasible - objective value 0.00000000\n",
        "solution status: infeasible\nno solution available\n",
    ] {
        assert_eq!(Export::of(&problem).read(text), Ok(None), "{text}");
    }
}

#[test]
fn a_solver_that_found_none_gives_no_placement() {
    // Of no piece at all, which the rules allow.
    let problem = classics::non_attacking(Board::square(3), Piece::KING);
    for text in [
        "c kissat\ns UNKNOWN\n",
        "INDETERMINATE\n",
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        "Model status\nTime limit reached\n\n# Primal solution values\nInfeasible\nObjective 3\n# Columns 0\n",
        "Stopped on time (no integer solution - continuous used) - objective value 4.5\n",
        "solution status: time limit reached\nno solution available\n",
    ] {
        let error = Export::of(&problem).read(text).unwrap_err().to_string();
        assert!(error.contains("does not say that there is none"), "{text}: {error}");
    }
    for text in ["s SATISFIABLE\ns UNSATISFIABLE\n", "s UNSATISFIABLE\nv 1 -2 0\n"] {
        let error = Export::of(&problem).read(text).unwrap_err().to_string();
        assert!(error.contains("that there is a solution, and that there is none"), "{text}: {error}");
    }
}

#[test]
fn an_answer_that_was_cut_off_is_no_smaller_placement() {
    let problem = classics::non_attacking(Board::new(2, 3), Piece::KING);
    let export = Export::of(&problem).maximize();
    let best = problem.maximize().unwrap().placement().unwrap().expect("there is one");
    for (solver, text) in written(&problem, &truths(&problem, &best)) {
        let text = if solver == "opb" { format!("o -{}\n{text}", best.len()) } else { text };
        assert_eq!(export.read(&text), Ok(Some(best.clone())), "{solver}");
        for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
            match export.read(&text[..cut]) {
                // What is missing has no piece.
                Ok(Some(placement)) => assert_eq!(placement, best, "{solver}: {}", &text[..cut]),
                Ok(None) => panic!("{solver}: {}", &text[..cut]),
                Err(_) => {}
            }
        }
    }
}

#[test]
fn what_was_not_exported_is_refused_by_name() {
    let problem = classics::queens(4);
    let export = Export::of(&problem);
    for (text, says) in [
        ("", "no answer of a solver"),
        ("hello\n", "no answer of a solver"),
        ("Model status\nOptimal\nx0_queen_r9_c0 1\n", "x0_queen_r9_c0 was not exported"),
        ("Model status\nOptimal\nx0_queen_r0_c0 0.5\n", "neither 0 nor 1"),
        ("Model status\nOptimal\nx0_queen_r0_c0 NaN\n", "neither 0 nor 1"),
        ("Model status\nOptimal\nx0_queen_r0_c0\n", "has no value"),
        ("s SATISFIABLE\nv 1 -1 0\n", "true and false"),
        ("s SATISFIABLE\nv 1 two 0\n", "no literal"),
        ("s SATISFIABLE\nv 2 8 9 15 99999 0\n", "variable 99999 was not exported"),
        ("s SATISFIABLE\nv x2 x8 x9 x15 x99999\n", "variable 99999 was not exported"),
        ("s SATISFIABLE\nv 2 8 9 15\n", "do not end with a 0"),
        ("s SATISFIABLE\nv 2 8 0\nv 9 15 0\n", "do not end with a 0"),
        ("Model status\nOptimal\nx0_queen_r0_c0 1\nx0_queen_r0_c0 0\n", "is 0 and 1"),
        ("Model status\nOptimal\n# Columns 16\nx0_queen_r0_c1 1\n", "1 of its 16 columns"),
        ("s SATISFIABLE\nv 1 0\n", "breaks the rules"),
    ] {
        let error = export.read(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text:?}: {error}");
    }
    // Two kinds on one square.
    let mut two = Problem::new(Board::square(1));
    let kinds = [two.add_kind("white", Piece::KING), two.add_kind("black", Piece::KING)];
    two.add(Constraint::count(kinds, Area::Everywhere, ..=2));
    assert!(Export::of(&two).read("SAT\n1 2 0\n").unwrap_err().to_string().contains("two pieces"));
}

#[test]
fn a_solver_of_good_lp_finds_the_optimum_of_the_search() {
    let walls = Board::square(5).with_walls([(1, 2), (3, 3)]).with_forbidden([(0, 0)]);
    let mut least_walls = Problem::new(Board::new(3, 5));
    let queen = least_walls.add_kind("queen", Piece::QUEEN);
    let wall = least_walls.add_kind("wall", Piece::BLOCKER);
    least_walls.non_attacking().add(Constraint::count(queen, Area::Everywhere, 4));
    let problems = [
        classics::queens(6),
        classics::non_attacking(walls, Piece::QUEEN),
        classics::non_attacking(Board::new(4, 5), Piece::KNIGHT),
        classics::attacking(Board::square(4), Piece::QUEEN, 1),
        classics::attacking(Board::square(4), Piece::ROOK, ..=1),
        classics::domination(Board::square(5), Piece::QUEEN),
        classics::total_domination(Board::new(3, 5), Piece::KING),
        classics::peaceable(Board::square(4), Piece::QUEEN),
        classics::no_three_in_line(4),
    ];
    let search = Options::new().engine(Engine::Search);
    let solved = |problem: &Problem, export: Export| {
        let program = export.good_lp().expect("it is sound");
        let solution = program.using(microlp).solve().expect("it has a solution");
        assert!(matches!(solution.status(), SolutionStatus::Optimal));
        let value = solution.eval(program.objective()).round() as i64;
        let placement = program.placement(&solution).expect("the solver is right");
        assert!(placement.judge(problem).expect("it is of this problem").is_solution());
        (placement, value)
    };
    for problem in &problems {
        let (max, value) = solved(problem, Export::of(problem).maximize());
        assert_eq!(problem.using(&search).maximize().unwrap().value(), Ok(Some(value)), "{problem}");
        assert_eq!(max.len() as i64, value);
        let (fewest, value) = solved(problem, Export::of(problem).minimize());
        assert_eq!(problem.using(&search).minimize().unwrap().value(), Ok(Some(value)), "{problem}");
        assert_eq!(fewest.len() as i64, value);
    }
    let (_, value) = solved(&least_walls, Export::of(&least_walls).minimize_of([(wall, 1)]));
    assert_eq!(least_walls.using(&search).minimize_of([(wall, 1)]).unwrap().value(), Ok(Some(value)));
    assert!(value > 0);
}

#[test]
fn a_program_of_good_lp_that_nothing_satisfies_is_infeasible() {
    let mut never = Problem::new(Board::square(2));
    let king = never.add_kind("king", Piece::KING);
    never.add(Constraint::linear([(1, king, (0, 0)), (-1, king, (0, 0))], 1..));
    for problem in [classics::queens(3), never] {
        let program = Export::of(&problem).maximize().good_lp().unwrap();
        assert!(matches!(program.using(microlp).solve().map(drop), Err(ResolutionError::Infeasible)), "{problem}");
    }
}

#[test]
fn what_good_lp_answers_is_judged() {
    let problem = classics::queens(4);
    let program = Export::of(&problem).good_lp().unwrap();
    let queen = problem.kind_named("queen").unwrap();
    let other = classics::queens(4).kind_named("queen").unwrap();
    assert!(program.variable(other, (0, 0)).is_none() && program.variable(queen, (4, 0)).is_none());
    let values = |queens: &[(usize, usize)], value: f64| -> HashMap<Variable, f64> {
        let mut values: HashMap<Variable, f64> =
            program.variables().iter_variables_with_def().map(|(variable, _)| (variable, 0.0)).collect();
        values.extend(queens.iter().map(|at| (program.variable(queen, *at).expect("it is open"), value)));
        values
    };
    let solution = [(0, 1), (1, 3), (2, 0), (3, 2)];
    let found = program.placement(&values(&solution, 0.99999)).unwrap();
    assert_eq!(found, Placement::new(&problem, solution.map(|at| (queen, at))).unwrap());
    for (queens, value, says) in [
        (&solution[..], 0.5, "queen at (0,1) is 0.5, neither 0 nor 1"),
        (&solution[..], f64::NAN, "neither 0 nor 1"),
        (&solution[..3], 1.0, "breaks the rules"),
        (&[(0, 0), (1, 1), (2, 3), (3, 2)][..], 1.0, "breaks the rules"),
    ] {
        let error = program.placement(&values(queens, value)).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
