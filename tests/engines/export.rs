//! Exported problems, read back by others: the same optimum, the same number of solutions.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use queenside::{Area, Board, Constraint, Export, Piece, Problem, classics};

/// A solver that tells nothing while it works.
pub(crate) struct Quiet;
impl Callbacks for Quiet {}

/// The least walls that let five queens stand on 4×4.
fn walls() -> (Problem, queenside::Kind) {
    let mut problem = Problem::new(Board::square(4));
    let (queen, wall) = (problem.add_kind("the queen", Piece::QUEEN), problem.add_kind("wall", Piece::BLOCKER));
    problem.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(queen, Area::Everywhere, 4));
    (problem, wall)
}

/// Clauses of a DIMACS file, and its number of variables.
pub(crate) fn read_cnf(text: &str) -> (usize, Vec<Vec<i32>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let header: Vec<&str> = lines.next().expect("there is a header").split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let clauses: Vec<Vec<i32>> = lines
        .map(|line| {
            let mut numbers: Vec<i32> = line.split(' ').map(|number| number.parse().expect("a number")).collect();
            assert_eq!(numbers.pop(), Some(0));
            numbers
        })
        .collect();
    assert_eq!(clauses.len().to_string(), header[3]);
    (header[2].parse().expect("a number"), clauses)
}

/// A row of an OPB file.
pub(crate) struct Row {
    terms: Vec<(i64, usize)>,
    is_equation: bool,
    right: i64,
}

impl Row {
    /// Whether it holds if the columns are these bits.
    pub(crate) fn holds(&self, bits: u32) -> bool {
        let sum: i64 = self.terms.iter().map(|(number, column)| number * i64::from(bits >> (column - 1) & 1)).sum();
        if self.is_equation { sum == self.right } else { sum >= self.right }
    }
}

/// Rows of an OPB file, and its number of columns.
pub(crate) fn read_opb(text: &str) -> (usize, Vec<Row>) {
    let row = |line: &str| {
        let (left, right) = line.strip_suffix(" ;").expect("rows end so").split_once('=').expect("a sign");
        let words: Vec<&str> = left.trim_end_matches('>').split_whitespace().collect();
        let terms = words.chunks(2).map(|two| (two[0].parse().unwrap(), two[1][1..].parse().unwrap())).collect();
        Row { terms, is_equation: !left.ends_with('>'), right: right.trim().parse().unwrap() }
    };
    let lines = text.lines().filter(|line| !line.starts_with('*') && !line.starts_with("min:"));
    let rows: Vec<Row> = lines.map(row).collect();
    let columns = rows.iter().flat_map(|row| row.terms.iter().map(|(_, column)| *column)).max().unwrap_or(0);
    (columns, rows)
}

#[test]
fn a_sat_solver_finds_as_many_solutions_in_the_clauses() {
    for problem in [
        classics::queens(6),
        classics::queens(3),
        classics::attacking(Board::square(3), Piece::QUEEN, 2),
        classics::domination(Board::square(3), Piece::KNIGHT),
    ] {
        let expected = problem.enumerate().unwrap().count();
        let text = Export::of(&problem).cnf().unwrap();
        let pieces = text.lines().filter(|line| line.contains(" is ")).count() as u32;
        let (vars, clauses) = read_cnf(&text);
        let mut solver = Solver::new(SolverOpts::default(), Quiet);
        assert!(vars >= pieces as usize);
        let lit = |solver: &mut Solver<Quiet>, number: i32| {
            Lit::new(solver.var_of_int(number.unsigned_abs() - 1), number > 0)
        };
        for clause in clauses {
            let mut clause = clause.into_iter().map(|number| lit(&mut solver, number)).collect();
            solver.add_clause_reuse(&mut clause);
        }
        let mut found = 0;
        while solver.solve_limited(&[]) == lbool::TRUE {
            found += 1;
            let own: Vec<Lit> = (0..pieces).map(|var| lit(&mut solver, var as i32 + 1)).collect();
            let other = own.into_iter().map(|own| if solver.value_lit(own) == lbool::TRUE { !own } else { own });
            let mut other: Vec<Lit> = other.collect();
            solver.add_clause_reuse(&mut other);
        }
        assert_eq!(found, expected, "{problem:?}");
    }
}

#[test]
fn the_pseudo_boolean_rows_have_the_same_solutions() {
    let text = Export::of(&classics::queens(4)).maximize().opb().unwrap();
    let (_, rows) = read_opb(&text);
    let solutions: Vec<u32> = (0..1 << 16).filter(|bits| rows.iter().all(|row| row.holds(*bits))).collect();
    assert_eq!(solutions.len(), 2);
    assert!(solutions.iter().all(|bits| bits.count_ones() == 4));
}

#[test]
fn the_text_is_the_same_each_time() {
    let (problem, wall) = walls();
    for write in [Export::lp, Export::mps, Export::cnf, Export::opb] {
        let text = || write(&Export::of(&problem).minimize_of([(wall, 1)])).unwrap();
        assert_eq!(text(), text());
    }
}

#[test]
fn names_carry_kinds_and_squares() {
    let (problem, wall) = walls();
    let lp = Export::of(&problem).minimize_of([(wall, 1)]).lp().unwrap();
    assert!(lp.contains("x0_thequeen_r0_c0") && lp.contains("x1_wall_r3_c3"));
    assert!(Export::of(&problem).cnf().unwrap().contains("c 2 is wall at (0,0)"));
}

/// `HiGHS` reads what is written and finds what the engines find.
#[cfg(feature = "highs")]
#[allow(unsafe_code, reason = "that HiGHS reads files is said in C only")]
#[test]
fn highs_reads_lp_and_mps_and_finds_the_same_optimum() {
    use std::ffi::CString;
    use std::{env, fs, process};

    trait Both {
        fn both(&self) -> [(String, &'static str); 2];
    }

    impl Both for Export<'_> {
        fn both(&self) -> [(String, &'static str); 2] {
            [(self.lp().unwrap(), "lp"), (self.mps().unwrap(), "mps")]
        }
    }

    fn solved(text: &str, ending: &str) -> Option<f64> {
        let path = env::temp_dir().join(format!("queenside-test-{}.{ending}", process::id()));
        fs::write(&path, text).unwrap();
        let name = CString::new(path.to_str().unwrap()).unwrap();
        // SAFETY: the object is made, used and given back here; the names are strings that end with 0.
        let value = unsafe {
            let highs = highs_sys::Highs_create();
            highs_sys::Highs_setBoolOptionValue(highs, c"output_flag".as_ptr(), 0);
            highs_sys::Highs_setIntOptionValue(highs, c"threads".as_ptr(), 1);
            assert_eq!(highs_sys::Highs_readModel(highs, name.as_ptr()), 0, "{ending}");
            highs_sys::Highs_run(highs);
            let optimal = highs_sys::Highs_getModelStatus(highs) == highs_sys::kHighsModelStatusOptimal;
            let value = optimal.then(|| highs_sys::Highs_getObjectiveValue(highs));
            highs_sys::Highs_destroy(highs);
            value
        };
        fs::remove_file(path).unwrap();
        value
    }
    let (with_walls, wall) = walls();
    let none_fits = {
        let mut problem = Problem::new("% -".parse().unwrap());
        let king = problem.add_kind("king", Piece::KING);
        problem.with(Constraint::count(king, Area::Everywhere, 1))
    };
    let max = |problem: &Problem| Export::of(problem).maximize().both();
    let (few, min) = (Export::of(&with_walls).minimize_of([(wall, 1)]), with_walls.minimize_of([(wall, 1)]).unwrap());
    let rooks = classics::domination(Board::square(4), Piece::ROOK);
    let cases = [
        (few.both(), min.value().unwrap()),
        (max(&classics::queens(5)), Some(5)),
        (max(&classics::queens(3)), None),
        (max(&none_fits), None),
        (max(&classics::peaceable(Board::square(4), Piece::QUEEN)), Some(4)),
        (max(&classics::attacking(Board::square(4), Piece::QUEEN, 1)), Some(4)),
        (Export::of(&rooks).minimize().both(), Some(4)),
    ];
    for (texts, expected) in cases {
        for (text, ending) in texts {
            let value = solved(&text, ending).map(|value| value.round() as i64);
            assert_eq!(value, expected, "{ending}\n{text}");
        }
    }
}

/// A checker of LRAT proofs that knows only what the format means.
#[cfg(feature = "cadical")]
#[test]
#[allow(clippy::too_many_lines, reason = "one file is read from end to end")]
fn a_certificate_is_checked_step_by_step() {
    use std::collections::{HashMap, HashSet};

    use queenside::{Certificate, Options};

    /// Follows the hints: each is a clause all of whose literals but one are false, until one is false altogether.
    fn follows(clause: &[i32], hints: &[i64], known: &HashMap<i64, Vec<i32>>) -> bool {
        let mut truths: HashSet<i32> = clause.iter().map(|lit| -lit).collect();
        for hint in hints {
            let Some(other) = known.get(hint) else { return false };
            let open: Vec<i32> = other.iter().copied().filter(|lit| !truths.contains(&-lit)).collect();
            match open[..] {
                [] => return true,
                [lit] => drop(truths.insert(lit)),
                _ => return false,
            }
        }
        false
    }

    /// Whether the proof derives the empty clause, every step by hints of the simple sort.
    fn checks(cnf: &str, proof: &str) -> bool {
        let (_, clauses) = read_cnf(cnf);
        let mut known: HashMap<i64, Vec<i32>> = (1..).zip(clauses).collect();
        for line in proof.lines() {
            let mut words = line.split_whitespace();
            let number: i64 = words.next().unwrap().parse().unwrap();
            let rest: Vec<&str> = words.collect();
            if rest[0] == "d" {
                rest[1..].iter().for_each(|word| drop(known.remove(&word.parse().unwrap())));
                continue;
            }
            let mut parts = rest.split(|word| *word == "0");
            let clause: Vec<i32> = parts.next().unwrap().iter().map(|word| word.parse().unwrap()).collect();
            let hints: Vec<i64> = parts.next().unwrap().iter().map(|word| word.parse().unwrap()).collect();
            if !follows(&clause, &hints, &known) {
                return false;
            }
            if clause.is_empty() {
                return true;
            }
            known.insert(number, clause);
        }
        false
    }

    /// Whether a checker by other authors finds the same clauses one after the other without the hints.
    fn checks_without_hints(cnf: &str, proof: &str) -> bool {
        let lit = |number: &i32| 2 * (number.unsigned_abs() - 1) + u32::from(*number < 0);
        let (vars, clauses) = read_cnf(cnf);
        let clauses: Vec<Vec<u32>> = clauses.iter().map(|clause| clause.iter().map(lit).collect()).collect();
        let mut checker = dratify::Checker::new(vars as u32, &clauses, true, true);
        for line in proof.lines() {
            let mut words = line.split_whitespace().skip(1).take_while(|word| *word != "0").peekable();
            if words.peek() == Some(&"d") {
                continue;
            }
            let clause: Vec<u32> = words.map(|word| lit(&word.parse().unwrap())).collect();
            if !checker.check_step(false, &clause) {
                return false;
            }
            if clause.is_empty() {
                return true;
            }
        }
        false
    }

    for problem in [
        classics::attacking(Board::square(6), Piece::QUEEN, 1),
        classics::non_attacking(Board::square(5), Piece::KNIGHT),
        classics::no_three_in_line(4),
        classics::peaceable(Board::square(4), Piece::QUEEN),
    ] {
        let max = problem.maximize().unwrap();
        let certificate = max.optimum().unwrap().unwrap().certificate(&Options::new()).unwrap();
        assert!(checks(certificate.clauses(), certificate.proof()), "{problem:?}");
        assert!(checks_without_hints(certificate.clauses(), certificate.proof()), "{problem:?}");
        // The clauses alone, without one of them that matters, are not refuted by nothing.
        assert!(!checks_without_hints(certificate.clauses(), ""), "{problem:?}");
    }
    let fewest = classics::domination(Board::square(5), Piece::QUEEN).minimize().unwrap();
    let certificate = fewest.optimum().unwrap().unwrap().certificate(&Options::new()).unwrap();
    assert!(checks(certificate.clauses(), certificate.proof()));
    // That nothing satisfies the rules, that a solution is the only one, that all are there, and one of each class.
    let none = Options::new();
    let all = |problem: &Problem| problem.enumerate().unwrap().sorted().unwrap();
    for problem in [
        classics::queens(3),
        classics::completion(6, [(0, 1)]),
        classics::queens(6),
        classics::attacking(Board::square(3), Piece::QUEEN, 1),
        // A board on which no piece may stand.
        classics::non_attacking("%".parse().unwrap(), Piece::KING),
    ] {
        let found = all(&problem);
        let certificate = Certificate::of_all(&problem, &found, &none).unwrap();
        assert!(checks(certificate.clauses(), certificate.proof()), "{problem:?}");
        assert!(checks_without_hints(certificate.clauses(), certificate.proof()), "{problem:?}");
        let group = problem.group().unwrap();
        let classes = problem.classes().unwrap().map(|class| class.unwrap().representative().clone());
        let classes: Vec<_> = classes.collect();
        let certificate = Certificate::of_classes(&problem, &group, &classes, &none).unwrap();
        assert!(checks(certificate.clauses(), certificate.proof()), "{problem:?}");
        // One missing, one twice.
        if let Some((first, others)) = found.split_first() {
            let missing = Certificate::of_all(&problem, others, &none).unwrap_err().to_string();
            assert!(missing.contains(&format!("is missing:\n{first}")), "{missing}");
            assert!(Certificate::of_all(&problem, &[&found[..], &found[..1]].concat(), &none).is_err());
            assert!(Certificate::of_classes(&problem, &group, &found, &none).is_err() || found.len() == classes.len());
        }
    }
    // Solutions of another problem are none of this one.
    assert!(Certificate::of_all(&classics::queens(5), &all(&classics::queens(6)), &none).is_err());
    assert!(
        Certificate::of_all(
            &classics::queens(4),
            &all(&classics::non_attacking(Board::square(4), Piece::QUEEN)),
            &none
        )
        .is_err()
    );
    // The checker does refuse: a proof without its last hints, and none at all.
    let proof = certificate.proof();
    let last = proof.lines().find(|line| line.split_whitespace().nth(1) == Some("0")).expect("it ends with nothing");
    let maimed = proof.replace(last, &format!("{} 0 0", last.split_whitespace().next().unwrap()));
    assert!(!checks(certificate.clauses(), &maimed) && !checks(certificate.clauses(), ""));
}

/// One call writes all that a checker needs.
#[cfg(feature = "cadical")]
#[test]
fn a_certificate_is_written_as_a_folder() {
    use std::{env, fs, process};

    use queenside::{Certificate, Options};

    let folder = env::temp_dir().join(format!("queenside-certificate-{}", process::id()));
    let problem = classics::queens(4);
    let all = problem.enumerate().unwrap().sorted().unwrap();
    let certificate = Certificate::of_all(&problem, &all, &Options::new()).unwrap();
    certificate.write(&folder).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!((read("clauses.cnf"), read("proof.lrat")), (certificate.clauses().into(), certificate.proof().into()));
    assert_eq!(read("placements.txt"), format!("{}\n{}", all[0], all[1]));
    assert!(read("README.md").starts_with("# There are 2 solutions\n"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
    // Where the folder cannot be written to, that is told.
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "a file").unwrap();
    assert!(certificate.write(&folder).is_err());
    fs::remove_file(folder).unwrap();
}
