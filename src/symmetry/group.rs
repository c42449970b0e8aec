//! Groups of symmetries, resolved for one board and its kinds.

use std::collections::BTreeSet;
use std::fmt;

use super::transform::{Symmetry, Transform};
use crate::board::{Board, Wrap};
use crate::control::{Cause, Control};
use crate::error::Fault;
use crate::options::Options;
use crate::placement::Placement;
use crate::problem::Problem;
use crate::square::Square;

/// A group of symmetries of a board, of a problem, or of your choice.
///
/// The group of a [`Board`] or a [`Problem`](crate::Problem) is made of symmetries of the plane;
/// [`Problem::generate`](crate::Problem::generate) also makes groups that shift a torus or let kinds change places. A group
/// leaves placements on boards of another size as they are.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Group, classics};
///
/// assert_eq!(Group::of_board(&Board::square(8)).order(), 8);
/// assert_eq!(Group::of_board(&Board::new(5, 8)).order(), 4);
/// assert_eq!(Group::of_board(&Board::square(8).with_walls([(0, 1)])).order(), 1);
///
/// let problem = classics::queens(6);
/// let group = problem.group()?;
/// let queens = problem.solve()?.into_placement().expect("6 queens fit");
/// //  . o . . . .       All four solutions are images of one,
/// //  . . . o . .       which a half turn leaves as it is.
/// //  . . . . . o
/// //  o . . . . .
/// //  . . o . . .
/// //  . . . . o .
/// assert_eq!(group.orbit(&queens).len(), 4);
/// assert_eq!(group.stabiliser(&queens).order(), 2);
/// assert!(group.is_canonical(&group.canonical(&queens)));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    rows: usize,
    columns: usize,
    /// Sorted, closed under composition, the identity first.
    elements: Vec<Element>,
}

/// One symmetry with everything about the board and its kinds worked out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Element {
    pub(crate) symmetry: Symmetry,
    /// Rows and columns added after the symmetry, round the edges.
    shift: (usize, usize),
    /// The image of each kind.
    kinds: Vec<u16>,
}

impl Element {
    /// Resolves a transform for a board and a number of kinds. Its handles must have been checked.
    pub(crate) fn new(transform: &Transform, board: &Board, kinds: usize) -> Result<Self, String> {
        let (rows, columns, wrap) = (board.rows(), board.columns(), board.wrap());
        let symmetry = transform.symmetry;
        if symmetry.swaps_axes() && (rows != columns || matches!(wrap, Wrap::Rows | Wrap::Columns)) {
            return Err(format!("a {rows}×{columns} board with wrap {wrap:?} has no symmetry {symmetry:?}"));
        }
        let shift = (transform.shift.0 % rows, transform.shift.1 % columns);
        if (shift.0 > 0 && !wrap.rows()) || (shift.1 > 0 && !wrap.columns()) {
            let (down, right) = transform.shift;
            return Err(format!("a board with wrap {wrap:?} cannot be shifted by ({down},{right})"));
        }
        let mut image: Vec<u16> = (0..kinds as u16).collect();
        for (a, b) in &transform.swaps {
            for kind in &mut image {
                *kind = if *kind == a.index {
                    b.index
                } else if *kind == b.index {
                    a.index
                } else {
                    *kind
                };
            }
        }
        Ok(Self { symmetry, shift, kinds: image })
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.symmetry == Symmetry::Identity && self.shift == (0, 0) && self.fixes_kinds()
    }

    pub(crate) fn fixes_kinds(&self) -> bool {
        self.kinds.iter().enumerate().all(|(kind, image)| kind == usize::from(*image))
    }

    /// The image of a square on a board of this size.
    pub(crate) fn square(&self, square: Square, rows: usize, columns: usize) -> Square {
        let (r, c) = (square.row(), square.column());
        let (down, right) = (rows - 1 - r, columns - 1 - c);
        let (r, c) = match self.symmetry {
            Symmetry::Identity => (r, c),
            Symmetry::QuarterTurn => (c, down),
            Symmetry::HalfTurn => (down, right),
            Symmetry::ThreeQuarterTurn => (right, r),
            Symmetry::MirrorColumns => (r, right),
            Symmetry::MirrorRows => (down, c),
            Symmetry::Transpose => (c, r),
            Symmetry::Antitranspose => (right, down),
        };
        Square::new((r + self.shift.0) % rows, (c + self.shift.1) % columns)
    }

    /// The image of a kind.
    pub(crate) fn kind(&self, kind: u16) -> u16 {
        self.kinds.get(usize::from(kind)).copied().unwrap_or(kind)
    }

    /// In words.
    pub(crate) fn describe(&self) -> String {
        let mut text = format!("{:?}", self.symmetry);
        if self.shift != (0, 0) {
            text = format!("{text} shifted by ({},{})", self.shift.0, self.shift.1);
        }
        if !self.fixes_kinds() {
            text += " with kinds swapped";
        }
        text
    }

    /// The transform that resolves to this element: its permutation of the kinds taken apart into swaps.
    pub(crate) fn transform(&self, problem: &Problem) -> Transform {
        let mut transform = Transform::from(self.symmetry).shifted(self.shift.0, self.shift.1);
        let handle = |kind: u16| problem.scene().handle(kind);
        let mut reached: Vec<u16> = (0..self.kinds.len() as u16).collect();
        for kind in 0..self.kinds.len() {
            let (now, wanted) = (reached[kind], self.kinds[kind]);
            if now != wanted {
                transform = transform.swapping(handle(now), handle(wanted));
                for image in &mut reached {
                    *image = if *image == now {
                        wanted
                    } else if *image == wanted {
                        now
                    } else {
                        *image
                    };
                }
            }
        }
        transform
    }

    /// First this, then the other.
    fn then(&self, other: &Self, rows: usize, columns: usize) -> Self {
        let corner = Square::new(0, 0);
        let symmetry = self.symmetry.then(other.symmetry);
        let plain = Self { symmetry, shift: (0, 0), kinds: Vec::new() }.square(corner, rows, columns);
        let moved = other.square(self.square(corner, rows, columns), rows, columns);
        let shift = ((moved.row() + rows - plain.row()) % rows, (moved.column() + columns - plain.column()) % columns);
        Self { symmetry, shift, kinds: self.kinds.iter().map(|kind| other.kind(*kind)).collect() }
    }
}

impl Group {
    /// Returns the group of the symmetries of the plane that leave the board as it is: its walls, forbidden squares and
    /// holes, and which edges meet. Regions do not count; they matter where a rule names them.
    ///
    /// ```
    /// use queenside::{Board, Group};
    ///
    /// let board: Board = "
    ///     . . %
    ///     . . .
    ///     % . .
    /// ".parse()?;
    /// // Both diagonals are mirrors, and half a turn is the two of them together.
    /// assert_eq!(Group::of_board(&board).to_string(), "D2 (order 4)");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn of_board(board: &Board) -> Self {
        Self::all_of_plane(board, 0).keep(|element, rows, columns| {
            [board.walls(), board.forbidden(), board.holes()]
                .iter()
                .all(|set| set.iter().all(|square| set.contains(element.square(square, rows, columns))))
        })
    }

    /// All symmetries of the plane that this rectangle has, whatever stands on it. None for a board that makes no sense.
    pub(crate) fn all_of_plane(board: &Board, kinds: usize) -> Self {
        let sound = board.check().is_ok();
        let all = Symmetry::ALL.into_iter().filter(|symmetry| sound || *symmetry == Symmetry::Identity);
        let sized = if sound { board.clone() } else { Board::square(1) };
        let elements = all.filter_map(|symmetry| Element::new(&symmetry.into(), &sized, kinds).ok()).collect();
        Self { rows: sized.rows(), columns: sized.columns(), elements }
    }

    /// The identity alone.
    pub(crate) fn trivial(board: &Board, kinds: usize) -> Self {
        Self::all_of_plane(board, kinds).keep(|element, _, _| element.is_identity())
    }

    /// What is wrong with transforms for a sound board.
    pub(crate) fn resolve_faults(transforms: &[Transform], board: &Board, place: &str) -> Vec<Fault> {
        let reasons = transforms.iter().filter_map(|transform| Element::new(transform, board, 0).err());
        reasons.map(|reason| Fault::LacksSymmetry { place: place.to_owned(), reason }).collect()
    }

    /// The group that these transforms, found to be sound, generate.
    pub(crate) fn generated(transforms: &[Transform], board: &Board, kinds: usize) -> Self {
        let unlimited = &mut Control::new(&Options::new());
        Self::try_generated(transforms, board, kinds, unlimited).unwrap_or_else(|_| Self::trivial(board, kinds))
    }

    /// Likewise; stops where the control says so.
    pub(crate) fn try_generated(
        transforms: &[Transform],
        board: &Board,
        kinds: usize,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let generators = Self::generators(transforms, board, kinds);
        let (rows, columns) = (board.rows(), board.columns());
        let identity = Element { symmetry: Symmetry::Identity, shift: (0, 0), kinds: (0..kinds as u16).collect() };
        let mut elements = BTreeSet::from([identity.clone()]);
        let mut fresh = vec![identity];
        while let Some(element) = fresh.pop() {
            control.spend(256)?;
            for generator in &generators.elements {
                let product = element.then(generator, rows, columns);
                if elements.insert(product.clone()) {
                    fresh.push(product);
                }
            }
        }
        Ok(Self { rows, columns, elements: elements.into_iter().collect() })
    }

    /// Just what these transforms are, found to be sound: no group, but its orbits are the same.
    pub(crate) fn generators(transforms: &[Transform], board: &Board, kinds: usize) -> Self {
        let elements = transforms.iter().filter_map(|transform| Element::new(transform, board, kinds).ok());
        Self { rows: board.rows(), columns: board.columns(), elements: elements.collect() }
    }

    /// The elements, and each of them after any two kinds are swapped; of many kinds none are.
    #[cfg(feature = "sat")]
    pub(crate) fn with_swaps(&self) -> Self {
        const MOST_KINDS: usize = 8;
        let swapped = |element: &Element, a: usize, b: usize| {
            let mut element = element.clone();
            element.kinds.swap(a, b);
            element
        };
        let kinds = self.elements.first().map_or(0, |element| element.kinds.len());
        let few = if kinds > MOST_KINDS { 0 } else { kinds };
        let pairs = || (0..few).flat_map(move |a| (a + 1..few).map(move |b| (a, b)));
        let swaps = self.elements.iter().flat_map(|element| pairs().map(move |(a, b)| swapped(element, a, b)));
        Self { elements: self.elements.iter().cloned().chain(swaps).collect(), ..*self }
    }

    /// The subgroup of the elements that pass a test which must be closed under composition.
    pub(crate) fn keep(&self, test: impl Fn(&Element, usize, usize) -> bool) -> Self {
        let kept = self.elements.iter().filter(|element| test(element, self.rows, self.columns));
        Self { elements: kept.cloned().collect(), ..*self }
    }

    /// Likewise with a test that can fail to come to an end.
    pub(crate) fn try_keep<E>(&self, mut test: impl FnMut(&Element) -> Result<bool, E>) -> Result<Self, E> {
        let mut elements = Vec::new();
        for element in &self.elements {
            if test(element)? {
                elements.push(element.clone());
            }
        }
        Ok(Self { elements, ..*self })
    }

    pub(crate) fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// What the group was made for.
    pub(crate) fn home(&self) -> String {
        format!("a {}×{} board", self.rows, self.columns)
    }

    /// Tells whether the group was made for a board of this size and so many kinds.
    pub(crate) fn fits(&self, rows: usize, columns: usize, kinds: usize) -> bool {
        let same_kinds = |element: &Element| element.kinds.is_empty() || element.kinds.len() == kinds;
        (self.rows, self.columns) == (rows, columns) && self.elements.iter().all(same_kinds)
    }

    /// Tells whether the group was made for a board of this size.
    pub(crate) fn is_for(&self, rows: usize, columns: usize) -> bool {
        (self.rows, self.columns) == (rows, columns)
    }

    /// The image of a square under an element.
    pub(crate) fn image_of(&self, element: &Element, square: Square) -> Square {
        element.square(square, self.rows, self.columns)
    }

    /// Returns the number of symmetries, the identity included.
    ///
    /// ```
    /// use queenside::{Board, Group, Wrap};
    ///
    /// assert_eq!(Group::of_board(&Board::square(3)).order(), 8);
    /// // A cylinder is not carried into itself by turning rows into columns.
    /// assert_eq!(Group::of_board(&Board::square(3).with_wrap(Wrap::Columns)).order(), 4);
    /// ```
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns the images of a placement under all symmetries, in a fixed order and with repetitions.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// // . Q . .
    /// // . . . Q    Of its eight images four are this, and four its mirror image.
    /// // Q . . .
    /// // . . Q .
    /// let problem = classics::queens(4);
    /// let queens = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    /// let group = Group::of_board(problem.board());
    /// assert_eq!(group.images(&queens).filter(|image| *image == queens).count(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn images<'a>(&'a self, placement: &'a Placement) -> impl Iterator<Item = Placement> + 'a {
        self.elements.iter().map(move |element| self.image(element, placement))
    }

    /// Returns the different images of a placement, sorted.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// let orbit = |text: &str| Placement::parse(&problem, text).map(|queens| group.orbit(&queens).len());
    /// assert_eq!(orbit("Q . .\n. . .\n. . .")?, 4); // four corners
    /// assert_eq!(orbit("Q . .\n. . Q\n. . .")?, 8);
    /// assert_eq!(orbit(". . .\n. Q .\n. . .")?, 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn orbit(&self, placement: &Placement) -> Vec<Placement> {
        let orbit: BTreeSet<Placement> = self.images(placement).collect();
        orbit.into_iter().collect()
    }

    /// Returns the subgroup that leaves a placement as it is.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// // One mirror leaves a queen in the corner where it is.
    /// let corner = Placement::parse(&problem, "Q . .\n. . .\n. . .")?;
    /// assert_eq!(group.stabiliser(&corner).to_string(), "D1 (order 2)");
    /// assert_eq!(group.stabiliser(&corner).order() * group.orbit(&corner).len(), group.order());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn stabiliser(&self, placement: &Placement) -> Self {
        self.keep(|element, _, _| self.image(element, placement) == *placement)
    }

    /// Returns the smallest image of a placement: the one that stands for its class.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// let queens = Placement::parse(&problem, ". . .\nQ . .\n. . Q")?;
    /// assert_eq!(group.canonical(&queens).to_string(), "Q . .\n. . Q\n. . .\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn canonical(&self, placement: &Placement) -> Placement {
        self.images(placement).min().unwrap_or_else(|| placement.clone())
    }

    /// Tells whether no image of a placement is smaller than it.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// // Of the eight images of a placement that has no symmetry just one is the smallest.
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// let queens = Placement::parse(&problem, ". . .\nQ . .\n. . Q")?;
    /// assert_eq!(group.orbit(&queens).iter().filter(|image| group.is_canonical(image)).count(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_canonical(&self, placement: &Placement) -> bool {
        self.images(placement).all(|image| image >= *placement)
    }

    fn image(&self, element: &Element, placement: &Placement) -> Placement {
        let board = &placement.scene().board;
        if (board.rows(), board.columns()) != (self.rows, self.columns) {
            return placement.clone();
        }
        placement.map(|square, kind| (element.square(square, self.rows, self.columns), element.kind(kind)))
    }
}

/// Names the group after its symmetries of the plane, as far as there are no others.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.elements.iter().all(|element| element.shift == (0, 0) && element.fixes_kinds());
        let has = |symmetry| self.elements.iter().any(|element| element.symmetry == symmetry);
        let name = match self.order() {
            _ if !plain => "",
            1 => "C1 ",
            2 if has(Symmetry::HalfTurn) => "C2 ",
            2 => "D1 ",
            4 if has(Symmetry::QuarterTurn) => "C4 ",
            4 => "D2 ",
            _ => "D4 ",
        };
        write!(f, "{name}(order {})", self.order())
    }
}
