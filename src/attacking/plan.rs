//! How many lines stay empty, and which squares can be tied together.
//!
//! Each of the 6n − 2 rows, columns and diagonals that holds a queen has two ends, and a queen that attacks a others owns
//! 8 − a of them: Σ(8 − aᵢ) + 2 × empty lines = 12n − 4. So a number of queens is a number of empty lines, which is small
//! where queens are many, and to ask for it says much more than to count queens.

use super::Rule;
use crate::board::Board;
use crate::constraint::{Area, Constraint};
use crate::direction::Direction;
use crate::kind::Kinds;
use crate::piece::Piece;
use crate::problem::Problem;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::symmetry::Symmetry;

/// A problem each of whose solutions is a board of so many queens that obeys the rule; it may have none though there are
/// such boards.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    n: usize,
    queens: usize,
    rule: Rule,
    symmetry: Symmetry,
    /// Rows and columns of each corner block whose squares are not tied.
    loose: usize,
    /// How many lines are empty, and whether one queen attacks one fewer than the others; `None` if the rule is left as it is.
    hint: Option<(usize, bool)>,
}

/// Plans, the most promising first. Where there are none, no such board exists.
pub(super) fn plans(rule: Rule, n: usize, queens: usize, symmetry: Option<Symmetry>) -> Vec<Plan> {
    /// Smaller boards need no help.
    const SMALL: usize = 8;
    /// Blocks of this size leave half turns enough freedom, and are few squares.
    const LOOSE: usize = 4;
    let hint = match spare_ends(rule, n, queens) {
        None => return Vec::new(),
        // Queens who attack nobody are one in each row, and those who may attack eight own no ends.
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
    // Queens who attack fewer may be more than one.
    if hint.is_some() && matches!(rule, Rule::AtMost(_)) {
        plans.push(plan(symmetry.unwrap_or_default(), 0, None));
    }
    plans
}

/// The ends of lines that so many queens leave over if each attacks as many others as she may; `None` if there are too few,
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
    /// Whether queens and empty lines can be sums of the sizes of their orbits.
    fn fits(&self) -> bool {
        let Some((empty, sparing)) = self.hint else { return true };
        if self.loose > 0 || self.symmetry == Symmetry::Identity {
            return true;
        }
        let odd = self.n % 2 == 1;
        let (turns, lines): (usize, &[usize]) = match self.symmetry {
            // The middle row and column are an orbit of two. So are the main diagonals; with them the corners are vacant,
            // and with the corners their own diagonals.
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn => (4, if odd { &[2, 6] } else { &[6] }),
            Symmetry::HalfTurn => (2, if odd { &[1, 1, 3, 3] } else { &[3, 3] }),
            // A mirror leaves many lines where they are, and the queens on its axis.
            _ => return true,
        };
        // In the middle a queen sees as many others on each side.
        let middle = self.rule.others() as usize - usize::from(sparing);
        let one = odd && middle.is_multiple_of(turns);
        let others: &[usize] = if one && !sparing { &[1] } else { &[] };
        (one || !sparing) && is_sum(self.queens - usize::from(sparing), turns, others) && is_sum(empty, turns, lines)
    }

    pub(super) fn problem(&self) -> Problem {
        let k = self.rule.others() as usize;
        let mut problem = Problem::new(Board::square(self.n));
        let queen = problem.kind("queen", Piece::QUEEN);
        let mut all: Kinds = queen.into();
        match self.hint {
            None => {
                problem.add(Constraint::attacks(queen, queen, self.rule.range()));
                problem.add(Constraint::count(queen, Area::Everywhere, self.queens));
            }
            Some((empty, sparing)) => {
                if sparing {
                    let other = problem.kind("sparing queen", Piece::QUEEN);
                    all = [queen, other].into();
                    problem.add(Constraint::attacks(other, all.clone(), k - 1));
                    problem.add(Constraint::count(other, Area::Everywhere, 1));
                    problem.add(Constraint::count(other, self.places_of_one(), 1));
                }
                let lines = 6 * self.n - 2;
                problem.add(Constraint::attacks(queen, all.clone(), k));
                problem.add(Constraint::occupied_lines(all.clone(), Direction::QUEEN, lines - empty));
                // A line that only one square is on is the easiest to leave empty.
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

    /// Where the queen may stand who attacks one fewer: where nothing ties her to others.
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

/// Whether a number is a sum of some of these, each taken once, and of any number of equal ones.
fn is_sum(number: usize, equal: usize, once: &[usize]) -> bool {
    match once.split_first() {
        None => number.is_multiple_of(equal),
        Some((first, rest)) => is_sum(number, equal, rest) || (number >= *first && is_sum(number - first, equal, rest)),
    }
}
