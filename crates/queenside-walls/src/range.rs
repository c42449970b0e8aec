//! Ranges of wall sets: what is left of a walk, and parts for several processes.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::sets::Plan;
use queenside::{Budget, Cause, Digest, Fault, Invalid, Options};

/// A range of [`WallSets`](super::WallSets) as a plain value: from one set up to another, which is not included.
///
/// The ranges of one [`split`](super::WallSets::split) together hold each set once. A range belongs to one board, group and
/// number of walls, and is refused for others; so is a written range that was changed, by its checksum.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::WallSets;
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
#[cfg_attr(feature = "serde", serde(into = "Written", try_from = "Written"))]
pub struct WallRange {
    label: String,
    /// Lists of open squares, numbered in reading order, that bound the range lexicographically.
    from: Vec<u32>,
    until: Option<Vec<u32>>,
}

/// A range as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    label: String,
    from: Vec<u32>,
    until: Option<Vec<u32>>,
    checksum: String,
}

#[cfg(feature = "serde")]
impl From<WallRange> for Written {
    fn from(range: WallRange) -> Self {
        let checksum = range.checksum();
        let WallRange { label, from, until } = range;
        Self { label, from, until, checksum }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for WallRange {
    type Error = String;

    fn try_from(Written { label, from, until, checksum }: Written) -> Result<Self, String> {
        let range = Self { label, from, until };
        if checksum == range.checksum() {
            Ok(range)
        } else {
            Err(format!("the range was changed after it was written: its checksum is not {checksum:?}"))
        }
    }
}

/// Digests a list: its length, then its members one by one.
fn list(numbers: &[u32], digest: &mut Digest) {
    numbers.len().hash(digest);
    for number in numbers {
        number.hash(digest);
    }
}

impl WallRange {
    /// Returns a digest of all of it.
    pub(super) fn checksum(&self) -> String {
        let mut digest = Digest::new();
        self.label.hash(&mut digest);
        list(&self.from, &mut digest);
        self.until.is_some().hash(&mut digest);
        list(self.until.as_deref().unwrap_or_default(), &mut digest);
        format!("{:016x}", digest.finish())
    }

    pub(super) fn new(label: String, from: Vec<u32>, until: Option<Vec<u32>>) -> Self {
        Self { label, from, until }
    }

    /// Tells whether the ends leave no room for a set. A range that is not empty may still hold no sets.
    ///
    /// For an example see [`WallRange`].
    pub fn is_empty(&self) -> bool {
        self.until.as_ref().is_some_and(|until| *until <= self.from)
    }

    /// Returns where the range begins, as a word.
    pub(super) fn begin_word(&self) -> String {
        let words: Vec<String> = self.from.iter().map(u32::to_string).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(".") }
    }

    /// Returns the range with a later beginning, as it was written; `None` if that is not in the range.
    pub(super) fn beginning_at(&self, word: &str) -> Option<Self> {
        let from: Vec<u32> = match word {
            "-" => Vec::new(),
            _ => word.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?,
        };
        let is_inside = from >= self.from && self.until.as_ref().is_none_or(|until| from <= *until);
        (is_inside && from.is_sorted_by(|one, next| one < next)).then(|| self.from(from))
    }

    pub(super) fn check(&self, label: &str) -> Result<(), Invalid> {
        if self.label == label {
            return Ok(());
        }
        Err(Fault::ForeignPart { found: self.label.clone(), expected: label.to_owned() }.into())
    }

    pub(super) fn ends(&self) -> (&[u32], Option<&[u32]>) {
        (&self.from, self.until.as_deref())
    }

    /// Estimates the fraction of all sets that the range holds, from 0 to 1.
    pub(super) fn share(&self, plan: &Plan) -> f64 {
        const SLICES: f64 = 256.0;
        let all = weight(plan, &[]);
        let own: f64 = self.cut(plan, all / SLICES).iter().map(|slice| slice.weight).sum();
        let whole: f64 =
            Self::new(String::new(), Vec::new(), None).cut(plan, all / SLICES).iter().map(|slice| slice.weight).sum();
        if whole > 0.0 { (own / whole).min(1.0) } else { 1.0 }
    }

    /// Returns the range with a new beginning.
    pub(super) fn from(&self, from: Vec<u32>) -> Self {
        Self::new(self.label.clone(), from, self.until.clone())
    }

    /// Returns the empty range at the end.
    pub(super) fn over(&self, plan: &Plan) -> Self {
        let end = self.until.clone().unwrap_or_else(|| vec![plan.squares.len() as u32]);
        Self::new(self.label.clone(), end.clone(), Some(end))
    }

    /// Cuts the range into a number of ranges of about the same weight.
    pub(super) fn split(&self, plan: &Plan, parts: usize) -> Vec<Self> {
        /// Slices for each part.
        const EACH: f64 = 64.0;
        let parts = parts.clamp(1, 1 << 16);
        let all = weight(plan, &[]);
        let slices = self.cut(plan, all / (EACH * parts as f64));
        let total: f64 = slices.iter().map(|slice| slice.weight).sum();
        let mut ranges: Vec<Self> = Vec::new();
        let mut gone = 0.0;
        let mut from = self.from.clone();
        for slice in &slices {
            while ranges.len() + 1 < parts && gone >= total * (ranges.len() + 1) as f64 / parts as f64 {
                let until = slice.from.clone();
                ranges.push(Self::new(self.label.clone(), from, Some(until.clone())));
                from = until;
            }
            gone += slice.weight;
        }
        ranges.push(Self::new(self.label.clone(), from, self.until.clone()));
        ranges.resize_with(parts, || self.over(plan));
        ranges
    }

    /// Cuts the range into slices, in order, of at most this weight by estimate.
    fn cut(&self, plan: &Plan, max: f64) -> Vec<Slice> {
        // Without limits nothing stops it.
        self.cut_under(plan, max, usize::MAX, &mut Budget::new(&Options::new())).slices
    }

    /// Likewise, this many slices at most, and as many as the budget allows.
    pub(super) fn cut_under(&self, plan: &Plan, max: f64, max_slices: usize, budget: &mut Budget) -> Cut {
        let mut cut = Cut { slices: Vec::new(), open: None, stopped: None };
        // Breaking off is told by what is open.
        let _ = self.cut_below(plan, &mut Vec::new(), (max, max_slices), &mut cut, budget);
        if let Some(first) = cut.slices.first_mut() {
            first.from.clone_from(&self.from);
        }
        cut
    }

    /// Cuts what begins with some walls; breaks off where the range or the number of slices ends.
    fn cut_below(
        &self,
        plan: &Plan,
        begun: &mut Vec<u32>,
        (max, max_slices): (f64, usize),
        cut: &mut Cut,
        budget: &mut Budget,
    ) -> ControlFlow<()> {
        if self.until.as_ref().is_some_and(|until| *begun >= *until) {
            return ControlFlow::Break(());
        }
        if !begun.is_empty() && successor(begun) <= self.from {
            return ControlFlow::Continue(());
        }
        if let Err(cause) = budget.charge((plan.squares.len() + 16 * plan.order() * (1 + begun.len())) as u64) {
            (cut.open, cut.stopped) = (Some(begun.clone().max(self.from.clone())), Some(cause));
            return ControlFlow::Break(());
        }
        if plan.stabilisers(begun).is_none() {
            return ControlFlow::Continue(());
        }
        let own = weight(plan, begun);
        if own <= max || begun.len() + 1 >= plan.walls {
            let many = cut.slices.len() >= max_slices;
            match cut.slices.last_mut() {
                Some(last) if last.weight + own <= max => last.weight += own,
                _ if many => {
                    cut.open = Some(begun.clone().max(self.from.clone()));
                    return ControlFlow::Break(());
                }
                _ => cut.slices.push(Slice { from: begun.clone(), weight: own }),
            }
            return ControlFlow::Continue(());
        }
        // The range may begin further on.
        let begin = self.from.get(begun.len()).filter(|_| self.from.starts_with(begun)).copied().unwrap_or(0);
        let first = begun.last().map_or(0, |last| last + 1).max(begin);
        let room = plan.squares.len() + begun.len() + 1;
        for next in first..room.saturating_sub(plan.walls) as u32 {
            begun.push(next);
            let flow = self.cut_below(plan, begun, (max, max_slices), cut, budget);
            begun.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// Slices of a range, in order.
pub(super) struct Cut {
    pub(super) slices: Vec<Slice>,
    /// Where that begins which is not cut yet, if there is more.
    pub(super) open: Option<Vec<u32>>,
    /// What stopped it, if something did.
    pub(super) stopped: Option<Cause>,
}

/// Tells about how much of all sets comes before one, without walking through them.
pub(super) struct Shares {
    squares: usize,
    walls: usize,
    /// For each first wall, what share of all sets begins with an earlier one.
    before: Vec<f64>,
}

impl Shares {
    pub(super) fn new(plan: &Plan) -> Self {
        let (squares, walls) = (plan.squares.len(), plan.walls);
        let mut images = plan.min_images.clone();
        images.sort_unstable();
        let (mut before, mut sum) = (Vec::with_capacity(squares + 1), 0.0);
        for first in 0..squares as u32 {
            before.push(sum);
            if walls > 0
                && let Some(stable) = plan.stabilisers(&[first])
            {
                // A square with a smaller image than the first wall would come first itself.
                let behind = squares - images.partition_point(|image| *image < first) - 1;
                sum += part_of_choices(behind, squares, walls - 1) / stable as f64;
            }
        }
        before.push(sum);
        if sum > 0.0 {
            for share in &mut before {
                *share /= sum;
            }
        }
        Self { squares, walls, before }
    }

    /// The share of all sets that come before this one, or before the first that begins so.
    pub(super) fn before(&self, list: &[u32]) -> f64 {
        let Some((first, others)) = list.split_first() else { return 0.0 };
        let first = (*first as usize).min(self.squares);
        let begin = self.before[first];
        let own = self.before.get(first + 1).map_or(0.0, |end| end - begin);
        let (mut part, mut size, mut next) = (0.0, 1.0, first + 1);
        let mut wanted = self.walls.saturating_sub(1);
        for square in others {
            let square = (*square as usize).clamp(next, self.squares);
            if wanted == 0 || square == self.squares {
                part += size;
                break;
            }
            let from_there_on = part_of_choices(self.squares - square, self.squares - next, wanted);
            part += size * (1.0 - from_there_on);
            size *= from_there_on * wanted as f64 / (self.squares - square) as f64;
            (next, wanted) = (square + 1, wanted - 1);
        }
        begin + own * part.min(1.0)
    }
}

/// How many choices of some things from a number there are for each choice of as many from another, which is not smaller.
fn part_of_choices(some: usize, all: usize, wanted: usize) -> f64 {
    if wanted > some {
        return 0.0;
    }
    (0..wanted).map(|place| (some - place) as f64 / (all - place) as f64).product()
}

/// The sets from one list up to that of the next slice, and an estimate of their number.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub(super) from: Vec<u32>,
    pub(super) weight: f64,
}

/// Returns the first list after all that begin with this one.
pub(super) fn successor(list: &[u32]) -> Vec<u32> {
    let mut next = list.to_vec();
    if let Some(last) = next.last_mut() {
        *last = last.saturating_add(1);
    }
    next
}

/// Estimates how many sets begin with these walls: choices of later squares, divided by the symmetries that are left.
pub(super) fn weight(plan: &Plan, begun: &[u32]) -> f64 {
    let (first, next) = match begun {
        [] => (0, 0),
        [first, ..] => (*first, begun[begun.len() - 1] + 1),
    };
    // A square with a smaller image than the first wall would come first itself.
    let behind = plan.min_images.iter().skip(next as usize).filter(|image| **image >= first).count();
    let stable = if begun.is_empty() { plan.order() } else { plan.stabilisers(begun).unwrap_or(1) };
    let wanted = plan.walls.saturating_sub(begun.len());
    if wanted > behind {
        return 0.0;
    }
    let choices = (0..wanted).map(|place| (behind as f64 - place as f64).max(0.0) / (place + 1) as f64);
    choices.product::<f64>() / stable as f64
}
