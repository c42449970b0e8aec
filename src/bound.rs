//! Bounds on what can be reached, each with a name and a reason.

use std::fmt;

/// No placement reaches more than this: a value, a name, and why. Made by [`Problem::bounds`](crate::Problem::bounds).
///
/// # Examples
///
/// ```
/// use queenside::attacking::Rule;
///
/// // Of queens on a chessboard that each attack exactly four others there are no more than 21.
/// let bounds = Rule::Exactly(4).problem(8).bounds()?;
/// assert_eq!(bounds[0].to_string(), "21 by line ends and corners");
/// assert_eq!(bounds.iter().map(|bound| bound.value()).max(), Some(64));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub(crate) value: i64,
    pub(crate) name: &'static str,
}

impl Bound {
    pub(crate) fn new(value: i64, name: &'static str) -> Self {
        Self { value, name }
    }

    /// Returns the value that nothing exceeds.
    ///
    /// ```
    /// use queenside::attacking::Rule;
    ///
    /// let bounds = Rule::Exactly(3).problem(8).bounds()?;
    /// assert_eq!(bounds[0].value(), 18);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Returns the name, the same that a [`Proof`](crate::Proof) gives where the bound is met.
    ///
    /// ```
    /// use queenside::{Proof, attacking::Rule};
    ///
    /// let problem = Rule::Exactly(1).problem(8);
    /// assert_eq!(problem.bounds()?[0].name(), "rows and columns");
    /// let most = problem.maximize()?;
    /// let proof = most.optimum().expect("no limit was set").proof();
    /// assert_eq!(proof, &Proof::BoundMet("rows and columns".into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns why it holds, in a paragraph. `docs/encodings.md` and `docs/attacking.md` have the proofs at length.
    ///
    /// ```
    /// use queenside::attacking::Rule;
    ///
    /// let bounds = Rule::Exactly(5).problem(8).bounds()?;
    /// assert_eq!(bounds[0].value(), 0);
    /// assert!(bounds[0].reason().starts_with("The first piece in reading order"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn reason(&self) -> &'static str {
        match self.name {
            "squares" => "A square holds one piece at most.",
            "lines" => {
                "The squares fall into lines that a ride leads along, cut at walls, and two pieces on one of them would attack \
                 each other; so each line holds one at most."
            }
            "windows" => {
                "The squares fall into runs no longer than a ride, and two pieces in one of them would attack each other; so \
                 each run holds one at most."
            }
            "blocks" => {
                "The squares fall into sets any two members of which attack each other, or which a rule allows one piece; so \
                 each set holds one at most."
            }
            "counts" => "The squares fall into sets of which a rule allows each one piece at most.",
            "one piece a square" => "A square holds one piece at most, whatever its kind.",
            "extreme pieces" => {
                "The first piece in reading order sees nobody along the moves that lead back in that order, and the last \
                 nobody along those that lead on; the same holds when columns are read before rows. By sight each of the \
                 moves that are left attacks one piece at most, and that is too few."
            }
            "line ends" => {
                "A piece looks both ways along each of its lines, and where it sees nobody it owns that end of the line. One \
                 that attacks at most k others owns all but k of them at least; a line has two ends. Where everyone attacks \
                 the same odd number of others, the number of pieces is even, since attacks are mutual."
            }
            "rows and columns" => {
                "Along her row and her column a piece looks four ways; where it sees nobody it owns that end. One that \
                 attacks at most k others owns at least 4 − k of the ends of rows and columns, of which each has two. Where \
                 everyone attacks the same odd number of others, the number of pieces is even, since attacks are mutual."
            }
            "line ends and corners" => {
                "A piece that attacks at most k others owns the ends of all its lines but k at least, and a line has two \
                 ends. In and near corners ends are lost: a piece there sees so little that it owns more ends than it need, \
                 or may not stand there at all; and if nobody stands there, a short line is empty and both its ends are \
                 nobody's. Of the six squares next to each corner of the board all subsets are tried."
            }
            "corners" => {
                "By line ends, 2n − 1 queens that each attack at most two others would leave one line empty at most, and \
                 with one empty everyone attacks two. A corner square is a diagonal of its own, so three corners are \
                 occupied at least. Four queens in corners each see three others. With three, the one in the middle has \
                 nobody else on her diagonal, and the others nobody else on the row and the column that lead to the empty \
                 corner; so next to the empty corner's own diagonal a second one is empty."
            }
            _ => "The engine proved it.",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.value, self.name)
    }
}
