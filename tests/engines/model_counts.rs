//! Models of exported clauses are the solutions, one for one: over all variables, helpers too, there are as many.

use crate::common::cases;
use proptest::prelude::*;
use queenside::{
    Area, Board, Constraint, Direction, Engine, Export, Family, Formulation, Options, Piece, Problem, classics,
};

/// Counts assignments of all variables that satisfy all clauses: branches, follows unit clauses, and counts what no
/// clause speaks of twice.
struct Counter {
    clauses: Vec<Vec<i32>>,
    /// The clauses in which a literal stands, by literal.
    inside: Vec<Vec<usize>>,
    /// What each variable is, 0 where it is open.
    values: Vec<i8>,
    trail: Vec<i32>,
}

impl Counter {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('c'));
        let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
        let vars: usize = header[2].parse().expect("a number");
        let mut clauses = Vec::new();
        for line in lines {
            let numbers = line.split(' ').map(|number| number.parse::<i32>().expect("a number"));
            clauses.push(numbers.take_while(|number| *number != 0).collect::<Vec<i32>>());
        }
        assert_eq!(clauses.len().to_string(), header[3]);
        let mut inside = vec![Vec::new(); 2 * vars + 2];
        for (place, clause) in clauses.iter().enumerate() {
            for lit in clause {
                inside[index(*lit)].push(place);
            }
        }
        Self { clauses, inside, values: vec![0; vars + 1], trail: Vec::new() }
    }

    fn value(&self, lit: i32) -> i8 {
        self.values[lit.unsigned_abs() as usize] * lit.signum() as i8
    }

    /// Makes a literal true, and what follows; false where that contradicts a clause.
    fn assume(&mut self, lit: i32) -> bool {
        let mut next = self.trail.len();
        match self.value(lit) {
            0 => self.set(lit),
            value => return value > 0,
        }
        while let Some(lit) = self.trail.get(next).copied() {
            next += 1;
            for place in 0..self.inside[index(-lit)].len() {
                let clause = &self.clauses[self.inside[index(-lit)][place]];
                if clause.iter().any(|lit| self.value(*lit) > 0) {
                    continue;
                }
                let mut open = clause.iter().copied().filter(|lit| self.value(*lit) == 0);
                match open.next() {
                    None => return false,
                    // A literal may stand there twice.
                    Some(lit) if open.all(|other| other == lit) => self.set(lit),
                    Some(_) => {}
                }
            }
        }
        true
    }

    fn set(&mut self, lit: i32) {
        self.values[lit.unsigned_abs() as usize] = lit.signum() as i8;
        self.trail.push(lit);
    }

    fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.unsigned_abs() as usize] = 0;
        }
    }

    /// Counts them; stops beyond a number.
    fn count(&mut self, max: u128) -> u128 {
        if self.clauses.iter().any(Vec::is_empty) {
            return 0;
        }
        let units: Vec<i32> = self.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
        if units.into_iter().all(|lit| self.assume(lit)) { self.below(1, max) } else { 0 }
    }

    /// Counts with all variables before this one decided.
    fn below(&mut self, from: usize, max: u128) -> u128 {
        let Some(var) = (from..self.values.len()).find(|var| self.values[*var] == 0) else { return 1 };
        let length = self.trail.len();
        let mut number = 0;
        for lit in [-(var as i32), var as i32] {
            if number <= max && self.assume(lit) {
                number += self.below(var + 1, max - number);
            }
            self.undo(length);
        }
        number
    }
}

fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

/// How many models the clauses of a problem have, if there are not too many to count.
fn models(problem: &Problem, formulation: Formulation, max: u128) -> u128 {
    Counter::read(&Export::of(problem).formulation(formulation).cnf().expect("it is sound")).count(max)
}

fn solutions(problem: &Problem) -> u128 {
    let oracle = Options::new().engine(Engine::Brute);
    problem.using(&oracle).enumerate().expect("it is sound").count() as u128
}

/// How many random problems are tried; more by hand, with `QUEENSIDE_CASES=100000 cargo test --test engines model_counts`.
fn number_of_cases() -> u32 {
    std::env::var("QUEENSIDE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(400)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: number_of_cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn clauses_have_one_model_a_solution((problem, _) in cases(), families in any::<u16>()) {
        let expected = solutions(&problem);
        prop_assert_eq!(models(&problem, Formulation::strong(), expected), expected, "all families");
        let chosen = |(place, _): &(usize, &Family)| families >> place & 1 == 1;
        let left = Family::ALL.iter().enumerate().filter(chosen).fold(Formulation::strong(), |left, (_, family)| left.without(*family));
        prop_assert_eq!(models(&problem, left, expected), expected, "{:?}", left);
    }
}

#[test]
fn the_counter_counts() {
    // One of two variables at least, and a third that nothing speaks of.
    assert_eq!(Counter::read("c\np cnf 3 1\n1 2 0\n").count(9), 6);
    assert_eq!(Counter::read("p cnf 2 3\n1 2 0\n-1 0\n-2 1 0\n").count(9), 0);
    assert_eq!(Counter::read("p cnf 2 1\n0\n").count(9), 0);
    assert_eq!(Counter::read("p cnf 0 0\n").count(9), 1);
    assert_eq!(Counter::read("p cnf 2 2\n1 1 0\n-1 2 2 0\n").count(9), 1);
}

#[test]
fn sums_and_lines_that_are_followed_value_by_value_have_one_model_a_solution() {
    let mut kings = Problem::new(Board::square(2));
    let king = kings.add_kind("king", Piece::KING);
    kings.add(Constraint::occupied_lines(king, [Direction::ROW], 1..));
    assert_eq!((solutions(&kings), models(&kings, Formulation::strong(), 100)), (15, 15));
    for (board, numbers) in [((1, 3), [1, 2, 4, 0, 0]), ((1, 5), [1, 2, 4, 8, -3]), ((1, 5), [7, 7, -7, 1, 2])] {
        for range in -4..12 {
            let mut sum = Problem::new(Board::new(board.0, board.1));
            let blocker = sum.add_kind("blocker", Piece::BLOCKER);
            let terms = sum.board().squares();
            let terms = terms.iter().zip(numbers).map(|(square, number)| (number, blocker, square));
            sum.add(Constraint::linear(terms, range..=range + 3));
            assert_eq!(models(&sum, Formulation::strong(), 100), solutions(&sum), "{numbers:?} from {range}");
        }
    }
}

#[test]
fn counts_of_everybody_and_the_line_ends_have_one_model_a_solution() {
    for problem in [
        classics::queens(6),
        classics::attacking(Board::square(3), Piece::QUEEN, 2),
        classics::attacking(Board::square(4), Piece::QUEEN, 1),
        classics::domination(Board::square(3), Piece::KNIGHT),
        classics::peaceable(Board::square(3), Piece::QUEEN),
    ] {
        let kinds: Vec<_> = problem.kinds().collect();
        let problem = problem.with(Constraint::count(kinds, Area::Everywhere, 2..=6));
        let number = problem.enumerate().expect("it is sound").count() as u128;
        assert_eq!(models(&problem, Formulation::strong(), 1000), number, "{problem:?}");
    }
}
