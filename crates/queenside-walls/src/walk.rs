//! The walk through wall sets: a tree of sets that grow wall by wall, walked in the order of a dictionary.

use std::fmt;
use std::iter::FusedIterator;
use std::sync::Arc;

use super::range::{WallRange, successor};
use super::sets::Plan;
use queenside::{Square, SquareSet};

/// A walk through [`WallSets`](super::WallSets), or a range of them: an iterator of [`WallClass`]es, or, without
/// allocating, a lender of [`WallSet`]s.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::WallSets;
///
/// let sets = WallSets::new(&Board::square(8), &Piece::QUEEN, 4)?;
/// let (mut classes, mut boards, mut in_corner) = (0, 0, 0);
/// let mut walk = sets.iter();
/// while let Some(set) = walk.next_set() {
///     classes += 1;
///     boards += set.size();
///     in_corner += usize::from(set.squares().next() == Some((0, 0).into()));
/// }
/// assert_eq!((classes, boards), (79_920, 635_376));
/// // If there is a wall in any corner, there is one in the first.
/// assert_eq!(in_corner, 18_606);
///
/// // % . .    . % .    . . .    Nine boards with one wall are three classes.
/// // . . .    . . .    . % .
/// // . . .    . . .    . . .
/// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
/// let mut walk = sets.iter();
/// assert_eq!(walk.next_set().map(|set| set.size()), Some(4));
/// assert_eq!(sets.walk(&walk.rest())?.count(), 2);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone)]
pub struct Walk {
    plan: Arc<Plan>,
    from: Vec<u32>,
    until: Option<Vec<u32>>,
    /// The numbers of the current walls.
    chosen: Vec<u32>,
    /// For each number of walls the next square to try, and where to stop.
    tries: Vec<(u32, u32)>,
    /// For each number of walls the set, then its images, as 64-bit words with the most significant bits first: the
    /// lexicographically first set is the largest.
    masks: Vec<u64>,
    /// The number of symmetries that leave the set as it is.
    stable: usize,
    /// The number of walls unchanged since the last set.
    shared: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Walking,
    Over,
}

impl Walk {
    pub(super) fn new(plan: Arc<Plan>, from: Vec<u32>, until: Option<Vec<u32>>) -> Self {
        let depths = plan.walls.min(plan.squares.len()) + 1;
        let masks = vec![0; depths * plan.order() * plan.words()];
        let (chosen, tries) = (Vec::with_capacity(depths), vec![(0, 0); depths]);
        Self { plan, from, until, chosen, tries, masks, stable: 1, shared: 0, state: State::Fresh }
    }

    /// Advances to the next set and lends it.
    ///
    /// For an example see [`Walk`].
    pub fn next_set(&mut self) -> Option<WallSet<'_>> {
        self.advance().then_some(WallSet { walk: self })
    }

    /// Returns the range that is left.
    ///
    /// For an example see [`Walk`].
    pub fn rest(&self) -> WallRange {
        let own = WallRange::new(self.plan.label.clone(), self.from.clone(), self.until.clone());
        match self.state {
            State::Fresh => own,
            // After the only set without walls there is nothing.
            State::Walking if !self.chosen.is_empty() => own.from(successor(&self.chosen)),
            State::Walking | State::Over => own.over(&self.plan),
        }
    }

    /// The range from the set last lent on, itself included.
    pub(super) fn rest_from_here(&self) -> WallRange {
        WallRange::new(self.plan.label.clone(), self.chosen.clone(), self.until.clone())
    }

    fn advance(&mut self) -> bool {
        let walls = self.plan.walls;
        match self.state {
            State::Over => return false,
            State::Fresh => {
                self.state = State::Walking;
                self.shared = 0;
                if walls == 0 {
                    // The list without squares comes before all others.
                    let inside = self.from.is_empty() && self.until.as_ref().is_none_or(|until| !until.is_empty());
                    self.stable = self.plan.order();
                    self.state = if inside { State::Walking } else { State::Over };
                    return inside;
                }
                if walls > self.plan.squares.len() {
                    self.state = State::Over;
                    return false;
                }
                self.enter();
            }
            State::Walking if walls == 0 => {
                self.state = State::Over;
                return false;
            }
            State::Walking => {
                self.chosen.pop();
                self.shared = self.chosen.len();
            }
        }
        loop {
            let depth = self.chosen.len();
            let (next, end) = self.tries[depth];
            if next >= end {
                if self.chosen.pop().is_none() {
                    self.state = State::Over;
                    return false;
                }
                self.shared = self.shared.min(self.chosen.len());
                continue;
            }
            self.tries[depth].0 = next + 1;
            if self.grow(depth, next) {
                self.chosen.push(next);
                if depth + 1 == walls {
                    return true;
                }
                self.enter();
            }
        }
    }

    /// Prepares the squares to try for one wall more.
    fn enter(&mut self) {
        let depth = self.chosen.len();
        let mut first = self.chosen.last().map_or(0, |last| last + 1);
        if self.from.get(..depth) == Some(&self.chosen) {
            first = first.max(self.from.get(depth).copied().unwrap_or(0));
        }
        // Leaves room for the remaining walls.
        let mut end = (self.plan.squares.len() + depth + 1 - self.plan.walls) as u32;
        if let Some(until) = &self.until
            && until.get(..depth) == Some(&self.chosen)
        {
            let last = until.get(depth).copied().unwrap_or(0);
            end = end.min(last.saturating_add(u32::from(until.len() > depth + 1)));
        }
        self.tries[depth] = (first, end);
    }

    /// Adds a square to the set and to its images; tells whether none of them is smaller.
    fn grow(&mut self, depth: usize, number: u32) -> bool {
        let (words, plan) = (self.plan.words(), &*self.plan);
        let size = plan.order() * words;
        let (before, after) = self.masks[depth * size..][..2 * size].split_at_mut(size);
        self.stable = 1;
        if words == 1 {
            let own = before[0] | bit(number);
            after[0] = own;
            for ((image, map), then) in before[1..].iter().zip(&plan.images).zip(&mut after[1..]) {
                *then = image | bit(map[number as usize]);
                if *then > own {
                    return false;
                }
                self.stable += usize::from(*then == own);
            }
            return true;
        }
        after.copy_from_slice(before);
        let (own, images) = after.split_at_mut(words);
        own[number as usize / 64] |= bit(number);
        for (image, map) in images.chunks_exact_mut(words).zip(&plan.images) {
            let number = map[number as usize];
            image[number as usize / 64] |= bit(number);
            match (*image).cmp(&*own) {
                std::cmp::Ordering::Greater => return false,
                order => self.stable += usize::from(order.is_eq()),
            }
        }
        true
    }
}

/// Returns the bit of a number in its word.
fn bit(number: u32) -> u64 {
    1 << (63 - number % 64)
}

impl Iterator for Walk {
    type Item = WallClass;

    fn next(&mut self) -> Option<WallClass> {
        self.next_set().map(|set| set.to_class())
    }
}

impl FusedIterator for Walk {}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("sets", &self.plan.label).field("at", &self.chosen).finish_non_exhaustive()
    }
}

/// A canonical set of walls, lent until the walk advances.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::WallSets;
///
/// let sets = WallSets::new(&Board::new(2, 3), &Piece::QUEEN, 2)?;
/// let mut walk = sets.iter();
/// let mut shared = Vec::new();
/// while let Some(set) = walk.next_set() {
///     shared.push(set.shared());
/// }
/// // % % .    % . %    % . .    % . .    % . .    . % .
/// // . . .    . . .    % . .    . % .    . . %    . % .
/// assert_eq!(shared, [0, 1, 1, 1, 1, 0]);
///
/// // % . .    . % .    . . .    Nine boards with one wall are three classes.
/// // . . .    . . .    . % .
/// // . . .    . . .    . . .
/// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
/// let mut walk = sets.iter();
/// let set = walk.next_set().expect("there are sets");
/// assert!(set.squares().eq([(0, 0).into()]));
/// assert_eq!(set.size(), 4);
/// assert_eq!(set.shared(), 0);
/// assert_eq!(set.to_class().size(), 4);
/// let rest = set.rest();
/// assert_eq!(sets.walk(&rest)?.count(), 2);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct WallSet<'a> {
    walk: &'a Walk,
}

impl<'a> WallSet<'a> {
    /// Returns the walls in reading order.
    ///
    /// For an example see [`WallSet`].
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + Clone + use<'a> {
        let walk = self.walk;
        walk.chosen.iter().map(|number| walk.plan.squares[*number as usize])
    }

    /// Returns the numbers of the walls among the open squares, in reading order.
    pub(super) fn numbers(self) -> &'a [u32] {
        &self.walk.chosen
    }

    /// Returns the set and then its images, as words.
    pub(super) fn images(self) -> &'a [u64] {
        let plan = &self.walk.plan;
        let size = plan.order() * plan.words();
        &self.walk.masks[self.walk.chosen.len() * size..][..size]
    }

    /// Returns the number of sets in the class.
    ///
    /// For an example see [`WallSet`].
    pub fn size(&self) -> usize {
        self.walk.plan.order() / self.walk.stable
    }

    /// Returns how many of the first walls are those of the set before. All sets of fewer walls that the walk went through
    /// on the way, the prefixes of this set, represent their classes, too.
    ///
    /// For an example see [`WallSet`].
    pub fn shared(&self) -> usize {
        self.walk.shared
    }

    /// Returns the walls as an owned set, with the size of the class.
    ///
    /// For an example see [`WallSet`].
    pub fn to_class(&self) -> WallClass {
        WallClass::new(self.squares().collect(), self.size())
    }

    /// Returns the range after this set.
    ///
    /// For an example see [`WallSet`].
    pub fn rest(&self) -> WallRange {
        self.walk.rest()
    }
}

impl fmt::Debug for WallSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WallSet").field("walls", &self.to_class().walls).field("size", &self.size()).finish()
    }
}

/// A symmetry class of wall sets.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, SquareSet};
/// use queenside_walls::WallSets;
///
/// // % . .
/// // . . .    and its image under a quarter turn.
/// // . . %
/// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 2)?;
/// let class = sets.iter().find(|class| class.size() == 2).expect("there are two of them");
/// assert_eq!(class.walls(), &SquareSet::from([(0, 0), (2, 2)]));
///
/// // % . .    . % .    . . .    Nine boards with one wall are three classes.
/// // . . .    . . .    . % .
/// // . . .    . . .    . . .
/// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
/// let class = sets.iter().next().expect("there are sets");
/// assert_eq!(*class.walls(), [(0, 0)].into());
/// assert_eq!(class.size(), 4);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallClass {
    walls: SquareSet,
    size: usize,
}

impl WallClass {
    pub(super) fn new(walls: SquareSet, size: usize) -> Self {
        Self { walls, size }
    }

    /// Returns the canonical set of the class.
    ///
    /// For an example see [`WallClass`].
    pub fn walls(&self) -> &SquareSet {
        &self.walls
    }

    /// Returns the number of wall sets in the class.
    ///
    /// For an example see [`WallClass`].
    pub fn size(&self) -> usize {
        self.size
    }
}
