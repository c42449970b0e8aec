//! The number of empty lines, and the squares that symmetry ties together.
//!
//! Each of the 6n − 2 rows, columns and diagonals that holds a queen has two ends, and a queen that attacks a others
//! owns 8 − a of them: Σ(8 − aᵢ) + 2 × empty lines = 12n − 4. So a number of queens determines a number of empty lines,
//! which is small where queens are many, and demanding that is much stronger than counting queens.

use super::Rule;
use queenside::{Area, Board, Constraint, Direction, Kinds, Piece, Problem, Square, SquareSet, Symmetry};

/// A problem each of whose solutions is a board of the wanted queens that obeys the rule; it may have none though there are
/// such boards.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    n: usize,
    queens: usize,
    rule: Rule,
    symmetry: Symmetry,
    /// The size of each corner block whose squares are not tied.
    loose: usize,
    /// The number of empty lines, and whether one queen attacks one fewer than the others; `None` if the rule is left
    /// as it is.
    hint: Option<(usize, bool)>,
}

/// Returns plans, the most promising first; none if no such board exists.
pub(super) fn plans(rule: Rule, n: usize, queens: usize, symmetry: Option<Symmetry>) -> Vec<Plan> {
    /// Smaller boards need no help.
    const SMALL: usize = 8;
    /// Blocks of this size leave half turns enough freedom, and have few squares.
    const LOOSE: usize = 4;
    let hint = match spare_ends(rule, n, queens) {
        None => return Vec::new(),
        // Queens that attack no other are one in each row, and those that may attack eight own no ends.
        Some(ends) => (1..8).contains(&rule.others()).then_some((ends / 2, ends % 2 == 1)),
    };
    let plan = |symmetry, loose, hint| Plan { n, queens, rule, symmetry, loose, hint };
    let asked = match symmetry {
        Some(symmetry) => vec![plan(symmetry, 0, hint)],
        None if n < SMALL => vec![plan(Symmetry::Identity, 0, hint)],
        None => vec![
            plan(Symmetry::QuarterTurn, 0, hint),
            plan(Symmetry::HalfTurn, 0, hint),
            plan(Symmetry::HalfTurn, LOOSE, hint),
            plan(Symmetry::Identity, 0, hint),
        ],
    };
    let mut plans: Vec<Plan> = asked.into_iter().filter(Plan::fits).collect();
    // Queens that attack fewer may be more than one.
    if hint.is_some() && matches!(rule, Rule::AtMost(_)) {
        plans.push(plan(symmetry.unwrap_or_default(), 0, None));
    }
    plans
}

/// The ends of lines that a number of queens leave over if each attacks as many others as it may; `None` if there are too few,
/// or if that cannot be.
fn spare_ends(rule: Rule, n: usize, queens: usize) -> Option<usize> {
    let each = match rule {
        Rule::Exactly(k) => 8usize.checked_sub(k as usize)?,
        Rule::AtMost(k) => 8usize.saturating_sub(k as usize),
    };
    let spare = (12 * n).checked_sub(each.checked_mul(queens)?.checked_add(4)?)?;
    (spare.is_multiple_of(2) || matches!(rule, Rule::AtMost(_))).then_some(spare)
}

impl Plan {
    /// Tells whether the numbers of queens and empty lines can be sums of orbit sizes.
    fn fits(&self) -> bool {
        let Some((empty, sparing)) = self.hint else { return true };
        if self.loose > 0 || self.symmetry == Symmetry::Identity {
            return true;
        }
        let odd = self.n % 2 == 1;
        let (turns, lines): (usize, &[usize]) = match self.symmetry {
            // The middle row and column are an orbit of two. So are the main diagonals; with them the corners are
            // vacant, and with the corners the diagonals of a single corner square.
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn => (4, if odd { &[2, 6] } else { &[6] }),
            Symmetry::HalfTurn => (2, if odd { &[1, 1, 3, 3] } else { &[3, 3] }),
            // A mirror fixes many lines, and the queens on its axis.
            _ => return true,
        };
        // In the middle a queen sees equally many others on each side.
        let middle = self.rule.others() as usize - usize::from(sparing);
        let one = odd && middle.is_multiple_of(turns);
        let others: &[usize] = if one && !sparing { &[1] } else { &[] };
        (one || !sparing) && is_sum(self.queens - usize::from(sparing), turns, others) && is_sum(empty, turns, lines)
    }

    pub(super) fn problem(&self) -> Problem {
        let k = self.rule.others() as usize;
        let mut problem = Problem::new(Board::square(self.n));
        let queen = problem.add_kind("queen", Piece::QUEEN);
        let mut all: Kinds = queen.into();
        match self.hint {
            None => {
                problem.add(Constraint::attacks(queen, queen, self.rule.range()));
                problem.add(Constraint::count(queen, Area::Everywhere, self.queens));
            }
            Some((empty, sparing)) => {
                if sparing {
                    let other = problem.add_kind("sparing queen", Piece::QUEEN);
                    all = [queen, other].into();
                    problem.add(Constraint::attacks(other, all.clone(), k - 1));
                    problem.add(Constraint::count(other, Area::Everywhere, 1));
                    problem.add(Constraint::count(other, self.places_of_one(), 1));
                }
                let lines = 6 * self.n - 2;
                problem.add(Constraint::attacks(queen, all.clone(), k));
                problem.add(Constraint::occupied_lines(all.clone(), Direction::QUEEN, lines - empty));
                // A line with a single square is the easiest to leave empty.
                if self.loose > 0 && empty % 2 == 1 {
                    problem.add(Constraint::count(all, (0, 0), 0));
                }
            }
        }
        if self.symmetry != Symmetry::Identity {
            let tied = match self.loose {
                0 => Area::Everywhere,
                _ => Area::Squares(self.board().filter(|square| !self.is_loose(*square)).collect()),
            };
            problem.add(Constraint::symmetric([self.symmetry], tied));
        }
        problem
    }

    fn board(&self) -> impl Iterator<Item = Square> + use<> {
        let n = self.n;
        (0..n).flat_map(move |row| (0..n).map(move |column| Square::new(row, column)))
    }

    fn is_loose(&self, square: Square) -> bool {
        let from_edge = |place: usize| place.min(self.n - 1 - place);
        from_edge(square.row()).max(from_edge(square.column())) < self.loose
    }

    /// Where the queen that attacks one fewer may stand: where nothing ties it to others.
    fn places_of_one(&self) -> SquareSet {
        let middle = Square::new(self.n / 2, self.n / 2);
        let may = |square: &Square| match self.symmetry {
            _ if self.loose > 0 => self.is_loose(*square),
            Symmetry::HalfTurn | Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn => *square == middle,
            _ => true,
        };
        self.board().filter(may).collect()
    }
}

/// Tells whether a number is a sum of some of these, each used once, and of any number of equal ones.
fn is_sum(number: usize, equal: usize, once: &[usize]) -> bool {
    match once.split_first() {
        None => number.is_multiple_of(equal),
        Some((first, rest)) => is_sum(number, equal, rest) || (number >= *first && is_sum(number - first, equal, rest)),
    }
}

/// Returns the plan of an attempt, and its limit of conflicts: every other round includes one plan more, and each round
/// runs all of them for longer.
pub(super) fn turn(number: u32, plans: usize, first: u64) -> (usize, u64) {
    let (mut round, mut place, mut conflicts) = (0, number as usize, first);
    loop {
        let tried = plans.min(round / 2 + 1);
        if place < tried {
            return (place, conflicts);
        }
        place -= tried;
        round += 1;
        conflicts = conflicts.saturating_add(conflicts / 2);
    }
}
