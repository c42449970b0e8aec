//! Rules that cannot all be satisfied.

use std::fmt;

use super::Answer;

/// Rules of a problem that nothing satisfies all at once; the answer to [`Problem::conflict`](crate::Problem::conflict).
///
/// Prints one rule a line, as [`Constraint::to_text`](crate::Constraint::to_text) writes it.
///
/// # Examples
///
/// ```
/// use queenside::{Constraint, classics};
///
/// // A queen on one of the corners leaves no room for four on 4×4.
/// let mut problem = classics::queens(4);
/// let queen = problem.kind_named("queen")?;
/// problem.add(Constraint::count(queen, [(1, 1), (2, 2)], 0)).add(Constraint::fixed(queen, [(0, 0)]));
/// let conflict = problem.conflict()?.exact()?.expect("nothing satisfies the rules");
/// // That the other two squares are empty has no part in it.
/// assert!(!conflict.rules().contains(&3) && conflict.rules().contains(&4));
/// assert!(conflict.to_string().contains("rule 5: queen on {a4}"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    rules: Vec<usize>,
    texts: Vec<String>,
    is_minimal: bool,
}

impl Conflict {
    pub(crate) fn new(rules: Vec<usize>, texts: Vec<String>, is_minimal: bool) -> Self {
        Self { rules, texts, is_minimal }
    }

    /// Returns the indices of the rules in [`Problem::constraints`](crate::Problem::constraints), in ascending order.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// problem.add(Constraint::count(rook, Area::Everywhere, 2..)).add(Constraint::count(rook, Area::rows(), 0));
    /// assert_eq!(problem.conflict()?.exact()?.expect("no two in three empty rows").rules(), [0, 1]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rules(&self) -> &[usize] {
        &self.rules
    }

    /// Tells whether none of the rules can be left out: without any one of them the others can be satisfied. False only if
    /// a limit was reached before that was known.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let problem = classics::queens(3);
    /// assert!(problem.conflict()?.exact()?.expect("three queens never fit").is_minimal());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_minimal(&self) -> bool {
        self.is_minimal
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (rule, text) in self.rules.iter().zip(&self.texts) {
            writeln!(f, "rule {}: {text}", rule + 1)?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer<Option<Conflict>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = self.engine();
        self.shown(f, |known, f| match known {
            None => write!(f, "the rules can be satisfied, by {engine}"),
            Some(conflict) if conflict.is_minimal => {
                write!(f, "these rules conflict, and none can be left out, by {engine}\n{conflict}")
            }
            Some(conflict) => write!(f, "these rules conflict, perhaps fewer do, by {engine}\n{conflict}"),
        })
    }
}
