//! Sets of walls, one of each class, generated without a store of what was seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::burnside;
use super::stretch::{self, Stretch};
use super::walk::{Walk, WallClass};
use crate::board::Board;
use crate::classics;
use crate::count::Count;
use crate::error::{Error, Fault};
use crate::packing::Packing;
use crate::part::Digest;
use crate::piece::Piece;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::symmetry::Group;

/// All sets of n walls on a board, one of each class of those that symmetries carry into each other.
///
/// Walls are put on open squares; what the board has of its own stays. The set that stands for its class is the one that
/// comes first when the squares of each are listed in reading order, and the sets come in the order of these lists, like
/// words in a dictionary. So a set that begins as another does stands near it, which is what
/// [`WallSet::shared`](super::WallSet::shared) tells, and any set says by itself how far the stream has come.
///
/// Nothing that was seen is remembered: if a set comes first in its class, so does the set without its last wall, so sets
/// grow wall by wall and each is only held against its own images.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, walls::WallSets};
///
/// let pairs = WallSets::new(&Board::square(3), &Piece::QUEEN, 2)?;
/// assert_eq!((pairs.boards(), pairs.classes()), (36u32.into(), 8u32.into()));
///
/// // % % .    % . %    % . .    % . .    % . .    . % .    . % .    . % .
/// // . . .    . . .    . % .    . . %    . . .    % . .    . % .    . . .
/// // . . .    . . .    . . .    . . .    . . %    . . .    . . .    . % .
/// let sizes: Vec<usize> = pairs.iter().map(|class| class.size()).collect();
/// assert_eq!(sizes, [8, 4, 4, 8, 2, 4, 4, 2]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WallSets {
    plan: Arc<Plan>,
    group: Group,
}

/// What a walk through the sets goes by. Open squares are numbered in reading order.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) walls: usize,
    pub(super) squares: Vec<Square>,
    /// The different ways in which symmetries other than the identity carry the numbers into each other.
    pub(super) images: Vec<Vec<u32>>,
    /// The smallest number that each is carried into.
    pub(super) least: Vec<u32>,
    /// What a stretch of the sets must have been made for.
    pub(super) label: String,
}

impl Plan {
    /// Words that hold a set.
    pub(super) fn words(&self) -> usize {
        self.squares.len().div_ceil(64).max(1)
    }

    /// How many different symmetries there are.
    pub(super) fn order(&self) -> usize {
        1 + self.images.len()
    }

    /// How many symmetries leave a sorted set as it is; `None` if one of them carries it into a smaller one.
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
    /// Takes the symmetries of a board and of a piece for which the walls are meant.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, and a board of more squares than a [`Packing`] may have.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// let classes = |board: Board, piece| WallSets::new(&board, &piece, 3).map(|sets| sets.classes());
    /// assert_eq!(classes(Board::square(8), Piece::QUEEN)?, 5278u32);
    /// // What moves along rows only tells rows from columns.
    /// assert_eq!(classes(Board::square(8), Piece::new([queenside::Move::ride(0, 1)]))?, 20_832u32);
    /// assert_eq!(classes(Board::new(4, 5), Piece::QUEEN)?, 294u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(board: &Board, piece: &Piece, walls: usize) -> Result<Self, Error> {
        let group = classics::non_attacking(board.clone(), piece.clone()).group()?;
        Self::under(board, &group, walls)
    }

    /// Takes symmetries of your choice.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board, more squares than a [`Packing`] may have, and a group that does not carry the open
    /// squares of this board into each other.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem, Symmetry, Transform, Wrap, walls::WallSets};
    ///
    /// // Two walls on a torus, up to shifts alone.
    /// let torus = Board::square(4).with_wrap(Wrap::Both);
    /// let mut problem = Problem::new(torus.clone());
    /// problem.kind("queen", Piece::QUEEN);
    /// let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
    /// let shifts = problem.generate([shift(1, 0), shift(0, 1)])?;
    /// let sets = WallSets::under(&torus, &shifts, 2)?;
    /// assert_eq!((sets.boards(), sets.iter().count()), (120u32.into(), 9));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn under(board: &Board, group: &Group, walls: usize) -> Result<Self, Error> {
        board.check()?;
        let (rows, columns) = (board.rows(), board.columns());
        if rows * columns > Packing::MOST_SQUARES {
            return Err(Fault::TooManySquares { rows, columns, most: Packing::MOST_SQUARES }.into());
        }
        let lacks = |reason| Fault::LacksSymmetry { place: "the group".to_owned(), reason };
        if !group.is_for(rows, columns) {
            return Err(lacks(format!("it was made for {}, not for a {rows}×{columns} board", group.home())).into());
        }
        let squares: Vec<Square> = board.open().iter().collect();
        let mut number = vec![None; rows * columns];
        for (own, square) in (0u32..).zip(&squares) {
            number[square.index(columns)] = Some(own);
        }
        let mut images = BTreeSet::new();
        for element in group.elements() {
            let image = |square: &Square| number[group.image_of(element, *square).index(columns)];
            let Some(map) = squares.iter().map(image).collect::<Option<Vec<u32>>>() else {
                let reason = format!("{} does not carry open squares into open squares", element.describe());
                return Err(lacks(reason).into());
            };
            images.insert(map);
        }
        images.remove(&(0..squares.len() as u32).collect::<Vec<u32>>());
        let images: Vec<Vec<u32>> = images.into_iter().collect();
        let least = (0..squares.len()).map(|own| images.iter().map(|map| map[own]).fold(own as u32, u32::min));
        let least = least.collect();
        let digest = Digest::of(&(rows, columns, &squares, &images));
        let label = format!("sets of {walls} walls on {rows}×{columns} ({digest:016x})");
        let plan = Plan { walls, squares, images, least, label };
        Ok(Self { plan: Arc::new(plan), group: group.clone() })
    }

    pub(super) fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The squares on which walls are put.
    pub(super) fn squares(&self) -> &[Square] {
        &self.plan.squares
    }

    /// About how many classes there are.
    pub(super) fn weight(&self) -> f64 {
        stretch::weight(&self.plan, &[])
    }

    /// Returns the number of walls in each set.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// // % . .    . % .    . . .    Nine boards with one wall are three classes.
    /// // . . .    . . .    . % .
    /// // . . .    . . .    . . .
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
    /// assert_eq!(sets.walls(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn walls(&self) -> usize {
        self.plan.walls
    }

    /// Returns the symmetries under which sets are alike.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// // % . .    . % .    . . .    Nine boards with one wall are three classes.
    /// // . . .    . . .    . % .
    /// // . . .    . . .    . . .
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
    /// assert_eq!(sets.group().order(), 8);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// Returns how many sets there are, a binomial coefficient.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
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

    /// Returns how many classes there are, by Burnside's lemma, without going through them.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
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
    /// To be lent them, many millions a second, [`walk`](Self::walk) the [`whole`](Self::whole).
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// // % . .    . % .    . . .    Nine boards with one wall are three classes.
    /// // . . .    . . .    . % .
    /// // . . .    . . .    . . .
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
    /// assert_eq!(sets.iter().count(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> Walk {
        Walk::new(Arc::clone(&self.plan), Vec::new(), None)
    }

    /// Returns the stretch that holds all sets.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// // % . .    . % .    . . .    Nine boards with one wall are three classes.
    /// // . . .    . . .    . % .
    /// // . . .    . . .    . . .
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 1)?;
    /// assert_eq!(sets.walk(&sets.whole())?.count(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn whole(&self) -> Stretch {
        Stretch::new(self.plan.label.clone(), Vec::new(), None)
    }

    /// Cuts all sets into so many stretches of about the same length; where there are few sets, some are empty. More than
    /// 65,536 there never are.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// let sets = WallSets::new(&Board::square(6), &Piece::QUEEN, 3)?;
    /// let parts = sets.split(3);
    /// let lengths = parts.iter().map(|part| sets.walk(part).map(|walk| walk.count()));
    /// let lengths = lengths.collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(lengths.iter().sum::<usize>(), 920);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn split(&self, parts: usize) -> Vec<Stretch> {
        self.whole().split(&self.plan, parts)
    }

    /// Goes through a stretch of the sets: a part of a [`split`](Self::split), or the [`rest`](Walk::rest) of a walk.
    ///
    /// # Errors
    ///
    /// Reports a stretch that was made for another board, group or number of walls.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::WallSets};
    ///
    /// let sets = WallSets::new(&Board::square(3), &Piece::QUEEN, 2)?;
    /// let mut walk = sets.iter();
    /// assert_eq!(walk.by_ref().take(5).count(), 5);
    /// let rest = walk.rest();
    /// assert_eq!(sets.walk(&rest)?.count(), 3);
    /// assert!(WallSets::new(&Board::square(3), &Piece::QUEEN, 3)?.walk(&rest).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn walk(&self, stretch: &Stretch) -> Result<Walk, Error> {
        stretch.check(&self.plan.label)?;
        let (from, until) = stretch.ends();
        Ok(Walk::new(Arc::clone(&self.plan), from.to_vec(), until.map(<[u32]>::to_vec)))
    }

    /// Returns the class of a set of walls: the set that stands for it, and its size. `None` unless these are so many walls
    /// on open squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, SquareSet, walls::WallSets};
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
        let least = self.plan.images.iter().map(image).min().filter(|least| *least < set).unwrap_or(set);
        let stable = self.plan.stabilisers(&least)?;
        let squares = least.iter().map(|number| self.plan.squares[*number as usize]).collect();
        Some(WallClass::new(squares, self.plan.order() / stable))
    }

    /// Returns the sets of the class of this one, in order; none unless it has so many walls on open squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, SquareSet, walls::WallSets};
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

    /// Tells whether a set of so many walls on open squares is the one that stands for its class.
    ///
    /// ```
    /// use queenside::{Board, Piece, SquareSet, walls::WallSets};
    ///
    /// let sets = WallSets::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert!(sets.is_canonical(&SquareSet::from([(0, 1), (1, 0)])));
    /// assert!(!sets.is_canonical(&SquareSet::from([(2, 3), (3, 2)])));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_canonical(&self, walls: &SquareSet) -> bool {
        self.numbers(walls).is_some_and(|set| self.plan.stabilisers(&set).is_some())
    }

    /// The numbers of a set of the right size on open squares.
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
