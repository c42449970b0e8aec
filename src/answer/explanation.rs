//! How an answer was found.

use std::fmt;

use super::{Bound, Statistics};
use crate::budget::{Cause, Engine};

/// How an answer was found: the turns of the engines that were tried, and their total cost.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Ending, Piece, classics};
///
/// // R . . .
/// // . R . .    No engine was chosen; the answer tells which one ran, and why.
/// // . . R .
/// // . . . R
/// let most = classics::non_attacking(Board::square(4), Piece::ROOK).maximize()?;
/// let last = most.explain().turns().last().expect("one engine answered");
/// assert_eq!((last.engine, &last.ending), (most.engine(), &Ending::Answered));
/// assert_eq!(last.bound.map(|bound| bound.to_string()).as_deref(), Some("4 by lines"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Never empty; the last one answered, or was stopped.
    turns: Vec<Turn>,
    statistics: Statistics,
}

/// One engine's turn at a question.
///
/// # Examples
///
/// ```
/// use queenside::{Engine, Options, Reason, classics};
///
/// let sweep = Options::new().engine(Engine::Sweep);
/// let counted = classics::queens(6).using(&sweep).count()?;
/// let turn = &counted.explain().turns()[0];
/// assert_eq!((turn.engine, turn.reason), (Engine::Sweep, Reason::Asked));
/// assert_eq!(turn.statistics, counted.statistics());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The engine.
    pub engine: Engine,
    /// Why it had this turn.
    pub reason: Reason,
    /// How the turn ended.
    pub ending: Ending,
    /// The best bound that it had at the end, if a value is sought; in a turn about a part it is that of the part.
    pub bound: Option<Bound>,
    /// The number of the part that it was about, from 0, if the problem fell apart. Parts that are images of each other are one.
    pub part: Option<usize>,
    /// What the turn cost.
    pub statistics: Statistics,
}

/// Why an engine had a turn.
///
/// # Examples
///
/// ```
/// use queenside::{Engine, Options, Reason, classics};
///
/// let asked = classics::queens(5).using(&Options::new().engine(Engine::Search)).solve()?;
/// assert_eq!(asked.explain().turns()[0].reason, Reason::Asked);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The options chose it.
    Asked,
    /// It accepts every problem.
    General,
    /// A short turn of it answers most questions.
    Short,
    /// The board is narrow for the rules: the frontier has few states.
    Narrow,
    /// No line of sight holds two kinds, or squares are covered along lines.
    Lines,
    /// The rules need few clauses.
    SuitsClauses,
    /// It looks among placements that a symmetry maps onto themselves.
    Symmetric,
    /// It looks among placements that differ from the best in few places.
    Nearby,
    /// It looks among placements as good as the bound.
    AtBound,
    /// Shorter turns were not enough.
    Longer,
}

/// How an engine's turn ended.
///
/// # Examples
///
/// ```
/// use queenside::{Cause, Ending};
///
/// assert_eq!(Ending::Answered.to_string(), "answered");
/// let ending = Ending::Stopped { cause: Cause::NodeLimit };
/// assert_eq!(ending.to_string(), "stopped because the node limit was reached");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The question was answered.
    Answered,
    /// The engine was stopped, by a limit of the caller or by the end of its turn.
    Stopped {
        /// The cause.
        cause: Cause,
    },
    /// The engine does not accept the question.
    Declined {
        /// The reason.
        reason: String,
    },
}

impl Explanation {
    /// Returns an explanation with one turn that answered.
    pub(crate) fn answered(engine: Engine, statistics: Statistics) -> Self {
        Self::of(engine, Ending::Answered, statistics)
    }

    /// Returns an explanation with one turn that was stopped.
    pub(super) fn stopped(cause: Cause, engine: Engine, statistics: Statistics) -> Self {
        Self::of(engine, Ending::Stopped { cause }, statistics)
    }

    fn of(engine: Engine, ending: Ending, statistics: Statistics) -> Self {
        let turn = Turn { engine, reason: Reason::Asked, ending, bound: None, part: None, statistics };
        Self { turns: vec![turn], statistics }
    }

    /// Sets the reason of the last turn, and its bound.
    pub(crate) fn set_last(&mut self, reason: Reason, bound: Option<Bound>) {
        if let Some(last) = self.turns.last_mut() {
            last.reason = reason;
            last.bound = bound.or(last.bound);
        }
    }

    /// Multiplies all bounds by a sign: an engine maximises, whatever was asked.
    pub(crate) fn sign_bounds(&mut self, sign: i64) {
        for bound in self.turns.iter_mut().filter_map(|turn| turn.bound.as_mut()) {
            bound.value *= sign;
        }
    }

    /// Puts other turns before these, with the total cost.
    pub(crate) fn set_earlier(&mut self, mut earlier: Vec<Turn>, statistics: Statistics) {
        earlier.append(&mut self.turns);
        self.turns = earlier;
        self.statistics = statistics;
    }

    /// Sets the turns of several successive questions; there is at least one.
    pub(crate) fn set_turns(&mut self, turns: Vec<Turn>) {
        self.turns = turns;
    }

    /// Sets the cost of a single turn.
    pub(crate) fn set_statistics(&mut self, statistics: Statistics) {
        self.statistics = statistics;
        if let [turn] = &mut self.turns[..] {
            turn.statistics = statistics;
        }
    }

    /// Returns the turns, in order; the last one answered, or was stopped.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the engine that answered, or was stopped.
    pub fn engine(&self) -> Engine {
        self.turns.last().map_or(Engine::Auto, |turn| turn.engine)
    }

    /// Returns the total cost of all turns.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// A number of things, in words: `1 node`, `2 nodes`.
pub(super) fn numbered(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

impl fmt::Debug for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.turns.iter().map(std::string::ToString::to_string)).finish()
    }
}

/// Prints one line per turn.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.turns.iter().try_for_each(|turn| writeln!(f, "{turn}"))
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { nodes, solutions, .. } = self.statistics;
        if let Some(part) = self.part {
            write!(f, "part {}: ", part + 1)?;
        }
        write!(f, "{}, since {}: {}", self.engine, self.reason, self.ending)?;
        write!(f, ", with {} and {}", numbered(nodes, "node"), numbered(solutions, "solution"))?;
        match self.bound {
            Some(bound) => write!(f, "; the bound was {bound}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Asked => "the options ask for it",
            Self::General => "it accepts every problem",
            Self::Short => "a short turn of it answers most questions",
            Self::Narrow => "few states are told apart from one square to the next",
            Self::Lines => "its rules are about lines",
            Self::SuitsClauses => "the rules have few clauses for what they say",
            Self::Symmetric => "symmetric placements are few",
            Self::Nearby => "placements near the best are few",
            Self::AtBound => "placements as good as the bound are few",
            Self::Longer => "shorter turns were not enough",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered => f.write_str("answered"),
            Self::Stopped { cause } => write!(f, "stopped because {cause}"),
            Self::Declined { reason } => write!(f, "declined, {reason}"),
        }
    }
}
