//! Sets of walls, one of each class, generated without storing any.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::burnside;
use super::range::{self, WallRange};
use super::walk::{Walk, WallClass};
use queenside::{Board, Count, Digest, Fault, Group, Invalid, Packing, Piece, Square, SquareSet, classics};

/// All sets of n walls on a board, one of each symmetry class.
///
/// Walls are put on open squares; the board keeps its own. The set that stands for its class is the one that
/// comes first when the squares of each are listed in reading order, and the sets come in the order of these lists, like
/// words in a dictionary. So a set that begins as another does stands near it, which is what
/// [`WallSet::shared`](super::WallSet::shared) tells, and any set says by itself how far the stream has come.
///
/// No set is stored: if a set is canonical, so is the set without its last wall, so sets grow wall by wall and each is
/// only compared with its own images.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::WallSets;
///
/// let pairs = WallSets::new(&Board::square(3), &Piece::QUEEN, 2)?;
/// assert_eq!((pairs.boards(), pairs.classes()), (36u32.into(), 8u32.into()));
///
/// // % % .    % . %    % . .    % . .    % . .    . % .    . % .    . % .
/// // . . .    . . .    . % .    . . %    . . .    % . .    . % .    . . .
/// // . . .    . . .    . . .    . . .    . . %    . . .    . . .    . % .
/// let sizes: Vec<usize> = pairs.iter().map(|class| class.size()).collect();
/// assert_eq!(sizes, [8, 4, 4, 8, 2, 4, 4, 2]);
///
/// // % . .    . % .    . . .    Nine boards with one wall are three classes.
/// // . . .    . . .    . % .
/// // . . .    . . .    . . .
/// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
/// assert_eq!(sets.walls(), 1);
/// assert_eq!(sets.group().order(), 8);
/// assert_eq!(sets.iter().count(), 3);
/// assert_eq!(sets.walk(&sets.whole())?.count(), 3);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WallSets {
    plan: Arc<Plan>,
    group: Group,
}

/// The plan of a walk through the sets. Open squares are numbered in reading order.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) walls: usize,
    pub(super) squares: Vec<Square>,
    /// The distinct permutations of the numbers by symmetries other than the identity.
    pub(super) images: Vec<Vec<u32>>,
    /// The smallest number that each is carried into.
    pub(super) min_images: Vec<u32>,
    /// Names board, group and number of walls; a range is refused if its label differs.
    pub(super) label: String,
}

impl Plan {
    /// Returns the number of 64-bit words of a set.
    pub(super) fn words(&self) -> usize {
        self.squares.len().div_ceil(64).max(1)
    }

    /// Returns the number of distinct symmetries.
    pub(super) fn order(&self) -> usize {
        1 + self.images.len()
    }

    /// Returns the order of the stabiliser of a sorted set; `None` if one of its images is smaller.
    pub(super) fn stabilisers(&self, set: &[u32]) -> Option<usize> {
        let mut stable = 1;
        let mut image = Vec::with_capacity(set.len());
        for map in &self.images {
            image.clear();
            image.extend(set.iter().map(|number| map[*number as usize]));
            image.sort_unstable();
            match image[..].cmp(set) {
                std::cmp::Ordering::Less => return None,
                order => stable += usize::from(order.is_eq()),
            }
        }
        Some(stable)
    }
}

impl WallSets {
    /// Returns the sets under the symmetries of a board and a piece.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, and a board of more squares than a [`Packing`] may have.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::WallSets;
    ///
    /// let classes = |board: Board, piece| WallSets::new(&board, &piece, 3).map(|sets| sets.classes());
    /// assert_eq!(classes(Board::square(8), Piece::QUEEN)?, 5278u32);
    /// // What moves along rows only tells rows from columns.
    /// assert_eq!(classes(Board::square(8), Piece::new([queenside::Move::ride(0, 1)]))?, 20_832u32);
    /// assert_eq!(classes(Board::new(4, 5), Piece::QUEEN)?, 294u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(board: &Board, piece: &Piece, walls: usize) -> Result<Self, Invalid> {
        let group = classics::non_attacking(board.clone(), piece.clone()).group()?;
        Self::under(board, &group, walls)
    }

    /// Returns the sets under another group.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board, more squares than a [`Packing`] may have, and a group that does not map the
    /// open squares of this board onto themselves.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem, Symmetry, Transform, Wrap};
    /// use queenside_walls::WallSets;
    ///
    /// // Two walls on a torus, up to shifts alone.
    /// let torus = Board::square(4).with_wrap(Wrap::Both);
    /// let mut problem = Problem::new(torus.clone());
    /// problem.add_kind("queen", Piece::QUEEN);
    /// let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
    /// let shifts = problem.generate([shift(1, 0), shift(0, 1)])?;
    /// let sets = WallSets::under(&torus, &shifts, 2)?;
    /// assert_eq!((sets.boards(), sets.iter().count()), (120u32.into(), 9));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn under(board: &Board, group: &Group, walls: usize) -> Result<Self, Invalid> {
        board.check()?;
        let (rows, columns) = (board.rows(), board.columns());
        if rows * columns > Packing::MAX_SQUARES {
            return Err(Fault::TooManySquares { rows, columns, max: Packing::MAX_SQUARES }.into());
        }
        let lacks = |reason| Fault::LacksSymmetry { place: "the group".to_owned(), reason };
        if (group.rows(), group.columns()) != (rows, columns) {
            let home = format!("a {}×{} board", group.rows(), group.columns());
            return Err(lacks(format!("it was made for {home}, not for a {rows}×{columns} board")).into());
        }
        let squares: Vec<Square> = board.open().iter().collect();
        let mut number = vec![None; rows * columns];
        for (own, square) in (0u32..).zip(&squares) {
            number[square.index(columns)] = Some(own);
        }
        let mut images = BTreeSet::new();
        for element in group.elements() {
            let image = |square: &Square| number[element.image(*square).index(columns)];
            let Some(map) = squares.iter().map(image).collect::<Option<Vec<u32>>>() else {
                let reason = format!("{element} does not carry open squares into open squares");
                return Err(lacks(reason).into());
            };
            images.insert(map);
        }
        images.remove(&(0..squares.len() as u32).collect::<Vec<u32>>());
        let images: Vec<Vec<u32>> = images.into_iter().collect();
        let min_image = |own: usize| images.iter().map(|map| map[own]).fold(own as u32, u32::min);
        let min_images = (0..squares.len()).map(min_image).collect();
        let digest = digest((rows, columns), &squares, &images);
        let label = format!("sets of {walls} walls on {rows}×{columns} ({digest:016x})");
        let plan = Plan { walls, squares, images, min_images, label };
        Ok(Self { plan: Arc::new(plan), group: group.clone() })
    }

    pub(super) fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// Returns the squares on which walls are added.
    pub(super) fn squares(&self) -> &[Square] {
        &self.plan.squares
    }

    /// Returns an estimate of the number of classes.
    pub(super) fn weight(&self) -> f64 {
        range::weight(&self.plan, &[])
    }

    /// Returns the number of walls in each set.
    ///
    /// For an example see [`WallSets`].
    pub fn walls(&self) -> usize {
        self.plan.walls
    }

    /// Returns the group whose orbits are the classes.
    ///
    /// For an example see [`WallSets`].
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// Returns the number of sets, a binomial coefficient.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::WallSets;
    ///
    /// // Of four squares two are open.
    /// // . %
    /// // ~ .
    /// let board = Board::square(2).with_walls([(0, 1)]).with_holes([(1, 0)]);
    /// assert_eq!(WallSets::new(&board, &Piece::QUEEN, 1)?.boards(), 2u32);
    /// assert_eq!(WallSets::new(&board, &Piece::QUEEN, 3)?.boards(), 0u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn boards(&self) -> Count {
        burnside::binomial(self.plan.squares.len(), self.plan.walls)
    }

    /// Returns how many classes there are, by Burnside's lemma, without enumerating them.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::WallSets;
    ///
    /// let sets = WallSets::new(&Board::square(8), &Piece::QUEEN, 7)?;
    /// assert_eq!((sets.boards(), sets.classes()), (621_216_192u32.into(), 77_664_262u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn classes(&self) -> Count {
        burnside::classes(self.plan.squares.len(), &self.plan.images, self.plan.walls)
    }

    /// Returns the sets one after the other, each with the size of its class.
    ///
    /// To borrow them, many millions a second, [`walk`](Self::walk) the [`whole`](Self::whole).
    ///
    /// For an example see [`WallSets`].
    pub fn iter(&self) -> Walk {
        Walk::new(Arc::clone(&self.plan), Vec::new(), None)
    }

    /// Returns the range that holds all sets.
    ///
    /// For an example see [`WallSets`].
    pub fn whole(&self) -> WallRange {
        WallRange::new(self.plan.label.clone(), Vec::new(), None)
    }

    /// Cuts all sets into a number of ranges of about the same length; where there are few sets, some are empty. More than
    /// 65,536 there never are.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::WallSets;
    ///
    /// let sets = WallSets::new(&Board::square(6), &Piece::QUEEN, 3)?;
    /// let parts = sets.split(3);
    /// let lengths = parts.iter().map(|part| sets.walk(part).map(|walk| walk.count()));
    /// let lengths = lengths.collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(lengths.iter().sum::<usize>(), 920);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn split(&self, parts: usize) -> Vec<WallRange> {
        self.whole().split(&self.plan, parts)
    }

    /// Walks through a range of the sets: a part of a [`split`](Self::split), or the [`rest`](Walk::rest) of a walk.
    ///
    /// # Errors
    ///
    /// Reports a range that was made for another board, group or number of walls.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::WallSets;
    ///
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 2)?;
    /// let mut walk = sets.iter();
    /// assert_eq!(walk.by_ref().take(5).count(), 5);
    /// let rest = walk.rest();
    /// assert_eq!(sets.walk(&rest)?.count(), 3);
    /// assert!(WallSets::new(&Board::square(3), &Piece::QUEEN, 3)?.walk(&rest).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn walk(&self, range: &WallRange) -> Result<Walk, Invalid> {
        range.check(&self.plan.label)?;
        let (from, until) = range.ends();
        Ok(Walk::new(Arc::clone(&self.plan), from.to_vec(), until.map(<[u32]>::to_vec)))
    }

    /// Returns the class of a set of walls: the set that stands for it, and its size. `None` unless it has the right number of walls
    /// on open squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, SquareSet};
    /// use queenside_walls::WallSets;
    ///
    /// let sets = WallSets::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let class = sets.class_of(&"
    ///     . . . .
    ///     . . . .
    ///     . . . %
    ///     . . % .
    /// ".replace('%', "o").parse()?).expect("two walls");
    /// assert_eq!(class.walls(), &SquareSet::from([(0, 1), (1, 0)]));
    /// assert_eq!(class.size(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn class_of(&self, walls: &SquareSet) -> Option<WallClass> {
        let set = self.numbers(walls)?;
        let image = |map: &Vec<u32>| {
            let mut image: Vec<u32> = set.iter().map(|number| map[*number as usize]).collect();
            image.sort_unstable();
            image
        };
        let first = self.plan.images.iter().map(image).min().filter(|image| *image < set).unwrap_or(set);
        let stable = self.plan.stabilisers(&first)?;
        let squares = first.iter().map(|number| self.plan.squares[*number as usize]).collect();
        Some(WallClass::new(squares, self.plan.order() / stable))
    }

    /// Returns the sets of the class of this one, in order; none unless it has the right number of walls on open squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, SquareSet};
    /// use queenside_walls::WallSets;
    ///
    /// let sets = WallSets::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let orbit = sets.orbit(&SquareSet::from([(1, 1), (2, 2)]));
    /// assert_eq!(orbit, [SquareSet::from([(1, 1), (2, 2)]), SquareSet::from([(1, 2), (2, 1)])]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn orbit(&self, walls: &SquareSet) -> Vec<SquareSet> {
        let Some(set) = self.numbers(walls) else { return Vec::new() };
        let image = |map: &Vec<u32>| {
            let mut image: Vec<Square> = set.iter().map(|own| self.plan.squares[map[*own as usize] as usize]).collect();
            image.sort_unstable();
            image
        };
        let mut images: BTreeSet<Vec<Square>> = self.plan.images.iter().map(image).collect();
        images.insert(walls.iter().collect());
        images.into_iter().map(SquareSet::from_iter).collect()
    }

    /// Tells whether a set is the representative of its class; it must have the right number of walls, all on open squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, SquareSet};
    /// use queenside_walls::WallSets;
    ///
    /// let sets = WallSets::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert!(sets.is_canonical(&SquareSet::from([(0, 1), (1, 0)])));
    /// assert!(!sets.is_canonical(&SquareSet::from([(2, 3), (3, 2)])));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_canonical(&self, walls: &SquareSet) -> bool {
        self.numbers(walls).is_some_and(|set| self.plan.stabilisers(&set).is_some())
    }

    /// Returns the numbers of a set of the right size on open squares.
    fn numbers(&self, walls: &SquareSet) -> Option<Vec<u32>> {
        let number = |square: Square| self.plan.squares.binary_search(&square).ok().map(|number| number as u32);
        walls.iter().map(number).collect::<Option<Vec<u32>>>().filter(|set| set.len() == self.plan.walls)
    }
}

impl IntoIterator for &WallSets {
    type Item = WallClass;
    type IntoIter = Walk;

    fn into_iter(self) -> Walk {
        self.iter()
    }
}

/// Returns a digest that differs for other boards and groups.
fn digest(size: (usize, usize), squares: &[Square], images: &[Vec<u32>]) -> u64 {
    let mut digest = Digest::new();
    (size, squares, images.len()).hash(&mut digest);
    for image in images {
        image.len().hash(&mut digest);
        for number in image {
            number.hash(&mut digest);
        }
    }
    digest.finish()
}
