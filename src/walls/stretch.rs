//! Stretches of the stream of wall sets: what is left of a walk, and parts to be gone through apart.

use super::sets::Plan;
use crate::error::{Error, Fault};

/// A stretch of the stream of [`WallSets`](super::WallSets), as a plain value: from one set on until before another.
///
/// The stretches of one [`split`](super::WallSets::split), one after the other, are the whole. A stretch is good for the same
/// board, symmetries and number of walls; for others it is refused.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, walls::WallSets};
///
/// let sets = WallSets::new(&Board::new(3, 4), &Piece::ROOK, 4)?;
/// let mut walk = sets.iter();
/// let mut seen = walk.by_ref().take(50).count();
/// let rest = walk.rest();
/// assert!(!rest.is_empty());
/// let mut walk = sets.walk(&rest)?;
/// seen += walk.by_ref().count();
/// assert!(walk.rest().is_empty());
/// assert_eq!(sets.classes(), seen);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stretch {
    label: String,
    /// Lists of open squares, numbered in reading order, between which the lists of the sets stand in a dictionary.
    from: Vec<u32>,
    until: Option<Vec<u32>>,
}

impl Stretch {
    pub(super) fn new(label: String, from: Vec<u32>, until: Option<Vec<u32>>) -> Self {
        Self { label, from, until }
    }

    /// Tells whether nothing is left to be gone through. That there may be sets between its ends does not mean that there
    /// are any.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// // % . .    . % .    . . .    Nine boards with one wall are three classes.
    /// // . . .    . . .    . % .
    /// // . . .    . . .    . . .
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
    /// let mut walk = sets.iter();
    /// assert!(!walk.rest().is_empty());
    /// assert_eq!(walk.by_ref().count(), 3);
    /// assert!(walk.rest().is_empty());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.until.as_ref().is_some_and(|until| *until <= self.from)
    }

    pub(super) fn check(&self, label: &str) -> Result<(), Error> {
        if self.label == label {
            return Ok(());
        }
        Err(Fault::ForeignPart { found: self.label.clone(), expected: label.to_owned() }.into())
    }

    pub(super) fn ends(&self) -> (&[u32], Option<&[u32]>) {
        (&self.from, self.until.as_deref())
    }

    /// About what part of all sets it holds, from 0 to 1.
    pub(super) fn share(&self, plan: &Plan) -> f64 {
        const PIECES: f64 = 256.0;
        let all = weight(plan, &[]);
        let own: f64 = self.cut(plan, all / PIECES).iter().map(|piece| piece.weight).sum();
        let whole: f64 =
            Self::new(String::new(), Vec::new(), None).cut(plan, all / PIECES).iter().map(|piece| piece.weight).sum();
        if whole > 0.0 { (own / whole).min(1.0) } else { 1.0 }
    }

    /// The stretch from this list on.
    pub(super) fn from(&self, from: Vec<u32>) -> Self {
        Self::new(self.label.clone(), from, self.until.clone())
    }

    /// What is left when all has been gone through.
    pub(super) fn over(&self, plan: &Plan) -> Self {
        let end = self.until.clone().unwrap_or_else(|| vec![plan.squares.len() as u32]);
        Self::new(self.label.clone(), end.clone(), Some(end))
    }

    /// Cuts the stretch into so many of about the same weight.
    pub(super) fn split(&self, plan: &Plan, parts: usize) -> Vec<Self> {
        /// Pieces to be shared out, for each part.
        const EACH: f64 = 64.0;
        let parts = parts.clamp(1, 1 << 16);
        let all = weight(plan, &[]);
        let pieces = self.cut(plan, all / (EACH * parts as f64));
        let total: f64 = pieces.iter().map(|piece| piece.weight).sum();
        let mut stretches: Vec<Self> = Vec::new();
        let mut gone = 0.0;
        let mut from = self.from.clone();
        for piece in &pieces {
            while stretches.len() + 1 < parts && gone >= total * (stretches.len() + 1) as f64 / parts as f64 {
                let until = piece.from.clone();
                stretches.push(Self::new(self.label.clone(), from, Some(until.clone())));
                from = until;
            }
            gone += piece.weight;
        }
        stretches.push(Self::new(self.label.clone(), from, self.until.clone()));
        stretches.resize_with(parts, || self.over(plan));
        stretches
    }

    /// Cuts the stretch into pieces of no more than this weight, as far as can be told, in their order.
    pub(super) fn cut(&self, plan: &Plan, most: f64) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.cut_below(plan, &mut Vec::new(), most, &mut pieces);
        if let Some(first) = pieces.first_mut() {
            first.from.clone_from(&self.from);
        }
        pieces
    }

    fn cut_below(&self, plan: &Plan, begun: &mut Vec<u32>, most: f64, pieces: &mut Vec<Piece>) {
        let ended = self.until.as_ref().is_some_and(|until| *begun >= *until);
        if ended || plan.stabilisers(begun).is_none() || (!begun.is_empty() && successor(begun) <= self.from) {
            return;
        }
        let own = weight(plan, begun);
        if own <= most || begun.len() + 1 >= plan.walls {
            match pieces.last_mut() {
                Some(last) if last.weight + own <= most => last.weight += own,
                _ => pieces.push(Piece { from: begun.clone(), weight: own }),
            }
            return;
        }
        let first = begun.last().map_or(0, |last| last + 1);
        let room = plan.squares.len() + begun.len() + 1;
        for next in first..room.saturating_sub(plan.walls) as u32 {
            begun.push(next);
            self.cut_below(plan, begun, most, pieces);
            begun.pop();
        }
    }
}

/// The sets from one list on until before that of the next piece, and about how many they are.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) from: Vec<u32>,
    pub(super) weight: f64,
}

/// The first list behind all that begin with this one.
pub(super) fn successor(list: &[u32]) -> Vec<u32> {
    let mut next = list.to_vec();
    if let Some(last) = next.last_mut() {
        *last = last.saturating_add(1);
    }
    next
}

/// About how many sets begin like this: those of the squares behind that come into question, up to the symmetries that
/// are left.
pub(super) fn weight(plan: &Plan, begun: &[u32]) -> f64 {
    let (first, next) = match begun {
        [] => (0, 0),
        [first, ..] => (*first, begun[begun.len() - 1] + 1),
    };
    // A square with a smaller image than the first wall would come first itself.
    let behind = plan.least.iter().skip(next as usize).filter(|least| **least >= first).count();
    let stable = if begun.is_empty() { plan.order() } else { plan.stabilisers(begun).unwrap_or(1) };
    let wanted = plan.walls.saturating_sub(begun.len());
    let choices = (0..wanted).map(|place| (behind as f64 - place as f64).max(0.0) / (place + 1) as f64);
    choices.product::<f64>() / stable as f64
}
