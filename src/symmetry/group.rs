//! Groups of symmetries, resolved for one board and its kinds.

use std::collections::HashSet;
use std::fmt;

use crate::budget::{Cause, Control, Options};
use crate::language::{
    Board, Element, Fault, Invalid, Kind, Placement, Problem, Setup, Square, SquareSet, Symmetry, Transform, Wrap, sort,
};

/// A group of symmetries of a board, of a problem, or of your choice.
///
/// The group of a [`Board`] or a [`Problem`](crate::Problem) is made of symmetries of the plane;
/// [`Problem::generate`](crate::Problem::generate) also makes groups that shift a torus or exchange kinds. A group
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
/// let queens = problem.solve()?.placement()?.expect("6 queens fit");
/// //  . o . . . .       All four solutions are images of one,
/// //  . . . o . .       which a half turn leaves as it is.
/// //  . . . . . o
/// //  o . . . . .
/// //  . . o . . .
/// //  . . . . o .
/// assert_eq!(group.orbit(&queens)?.len(), 4);
/// assert_eq!(group.stabiliser(&queens)?.order(), 2);
/// assert!(group.is_canonical(&group.canonical(&queens)?)?);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    rows: usize,
    columns: usize,
    /// Sorted, closed under composition, the identity first.
    elements: Vec<Element>,
}

impl Group {
    /// Returns the group of the symmetries of the plane that leave the board as it is: its walls, forbidden squares and
    /// holes, and which edges meet. Regions are ignored; they matter where a rule names them.
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
    #[doc(alias = "group")]
    pub fn of_board(board: &Board) -> Self {
        Self::all_of_plane(board, 0).keep(|element, rows, columns| {
            [board.walls(), board.forbidden(), board.holes()]
                .iter()
                .all(|set| set.iter().all(|square| set.contains(element.square(square, rows, columns))))
        })
    }

    /// Returns all symmetries of the plane that this rectangle has, whatever its terrain; the identity alone for a
    /// faulty board.
    pub(crate) fn all_of_plane(board: &Board, kinds: usize) -> Self {
        let sound = board.check().is_ok();
        let all = Symmetry::ALL.into_iter().filter(|symmetry| sound || *symmetry == Symmetry::Identity);
        let sized = if sound { board.clone() } else { Board::square(1) };
        let elements = all.filter_map(|symmetry| Element::new(&symmetry.into(), &sized, kinds).ok()).collect();
        Self { rows: sized.rows(), columns: sized.columns(), elements }
    }

    /// Returns the identity alone.
    pub(crate) fn trivial(board: &Board, kinds: usize) -> Self {
        Self::all_of_plane(board, kinds).keep(|element, _, _| element.is_identity())
    }

    /// Returns the group that these checked transforms generate.
    pub(crate) fn generated(transforms: &[Transform], board: &Board, kinds: usize) -> Self {
        let unlimited = &mut Control::new(&Options::new());
        Self::try_generated(transforms, board, kinds, unlimited).unwrap_or_else(|_| Self::trivial(board, kinds))
    }

    /// Like [`generated`](Self::generated); stops when the control says so.
    pub(crate) fn try_generated(
        transforms: &[Transform],
        board: &Board,
        kinds: usize,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let generators = Self::generators(transforms, board, kinds);
        let (rows, columns) = (board.rows(), board.columns());
        let identity = Element { symmetry: Symmetry::Identity, shift: (0, 0), kinds: (0..kinds as u16).collect() };
        let mut seen = HashSet::from([identity.clone()]);
        let mut fresh = vec![identity];
        while let Some(element) = fresh.pop() {
            control.charge(256)?;
            for generator in &generators.elements {
                let product = element.then(generator, rows, columns);
                if seen.insert(product.clone()) {
                    fresh.push(product);
                }
            }
        }
        let mut elements = Vec::from_iter(seen);
        sort(&mut elements);
        Ok(Self { rows, columns, elements })
    }

    /// Returns the transforms themselves, already checked: not a group, but with the same orbits as the group they
    /// generate.
    pub(crate) fn generators(transforms: &[Transform], board: &Board, kinds: usize) -> Self {
        let elements = transforms.iter().filter_map(|transform| Element::new(transform, board, kinds).ok());
        Self { rows: board.rows(), columns: board.columns(), elements: elements.collect() }
    }

    /// Returns each element, also followed by each swap of two kinds; of more than `MAX_KINDS` kinds none are swapped.
    pub(crate) fn with_swaps(&self) -> Self {
        const MAX_KINDS: usize = 8;
        let mut elements = self.elements.clone();
        for element in self.elements.iter().filter(|element| element.kinds.len() <= MAX_KINDS) {
            for a in 0..element.kinds.len() {
                for b in a + 1..element.kinds.len() {
                    let mut swapped = element.clone();
                    swapped.kinds.swap(a, b);
                    elements.push(swapped);
                }
            }
        }
        Self { elements, ..*self }
    }

    /// Returns the subgroup of the elements that pass a test which must be closed under composition.
    pub(crate) fn keep(&self, test: impl Fn(&Element, usize, usize) -> bool) -> Self {
        let kept = self.elements.iter().filter(|element| test(element, self.rows, self.columns));
        Self { elements: kept.cloned().collect(), ..*self }
    }

    /// Like [`keep`](Self::keep), with a test that can be cut short.
    pub(crate) fn try_keep<E>(&self, mut test: impl FnMut(&Element) -> Result<bool, E>) -> Result<Self, E> {
        let mut elements = Vec::new();
        for element in &self.elements {
            if test(element)? {
                elements.push(element.clone());
            }
        }
        Ok(Self { elements, ..*self })
    }

    /// Returns the elements of the group, the identity first.
    ///
    /// ```
    /// use queenside::{Board, Group, Square};
    ///
    /// // Where the symmetries of a chessboard take b1.
    /// let board = Board::square(8);
    /// let b1 = Square::from_algebraic("b1", 8).expect("it is a name");
    /// let group = Group::of_board(&board);
    /// let images: Vec<_> = group.elements().filter_map(|element| element.image(b1).to_algebraic(8)).collect();
    /// assert_eq!(images, ["b1", "a7", "g8", "h2", "g1", "b8", "h7", "a2"]);
    /// ```
    pub fn elements(&self) -> impl ExactSizeIterator<Item = GroupElement<'_>> + Clone {
        self.elements.iter().map(|element| GroupElement { group: self, element })
    }

    /// The elements as they are kept.
    pub(crate) fn resolved(&self) -> &[Element] {
        &self.elements
    }

    /// Returns the number of rows of the boards that the group is for.
    ///
    /// ```
    /// use queenside::{Board, Group};
    ///
    /// let group = Group::of_board(&Board::new(3, 5));
    /// assert_eq!((group.rows(), group.columns(), group.order()), (3, 5, 4));
    /// ```
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of the boards that the group is for.
    ///
    /// ```
    /// use queenside::{Board, Group};
    ///
    /// let group = Group::of_board(&Board::new(2, 7));
    /// assert_eq!((group.rows(), group.columns()), (2, 7));
    /// ```
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Tells whether the group was made for a board of this size and this number of kinds.
    pub(crate) fn fits(&self, board: &Board, kinds: usize) -> bool {
        let same_kinds = |element: &Element| element.kinds.is_empty() || element.kinds.len() == kinds;
        (self.rows, self.columns) == (board.rows(), board.columns()) && self.elements.iter().all(same_kinds)
    }

    /// Tells whether a board whose edges meet so has all these symmetries.
    fn fits_wrap(&self, wrap: Wrap) -> bool {
        self.elements.iter().all(|element| {
            (element.shift.0 == 0 || wrap.rows())
                && (element.shift.1 == 0 || wrap.columns())
                && (!element.symmetry.swaps_axes() || wrap.rows() == wrap.columns())
        })
    }

    /// Returns the image of a square under an element.
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
    /// # Errors
    ///
    /// Reports that the group was made for another board or other kinds.
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
    /// assert_eq!(group.images(&queens)?.filter(|image| *image == queens).count(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn images<'a>(&'a self, placement: &'a Placement) -> Result<impl Iterator<Item = Placement> + 'a, Invalid> {
        self.check(placement)?;
        Ok(self.own_images(placement))
    }

    /// The images of a placement for which the group was made.
    pub(crate) fn own_images<'a>(&'a self, placement: &'a Placement) -> impl Iterator<Item = Placement> + 'a {
        self.elements.iter().map(move |element| self.image(element, placement))
    }

    /// Reports that the group was made for another board or other kinds.
    fn check(&self, placement: &Placement) -> Result<(), Invalid> {
        let Setup { board, kinds, .. } = placement.setup();
        let fits = self.fits(board, kinds.len()) && self.fits_wrap(board.wrap());
        if fits { Ok(()) } else { Err(self.foreign_to(board).into()) }
    }

    /// The fault that the group was made for another board than this, or for other kinds.
    pub(crate) fn foreign_to(&self, board: &Board) -> Fault {
        let [made_for, found] = [(self.rows, self.columns), (board.rows(), board.columns())];
        Fault::ForeignGroup { made_for, found }
    }

    /// Returns the distinct images of a placement, sorted.
    ///
    /// # Errors
    ///
    /// Reports that the group was made for another board or other kinds.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// let orbit = |text: &str| Placement::parse(&problem, text).and_then(|queens| Ok(group.orbit(&queens)?.len()));
    /// assert_eq!(orbit("Q . .\n. . .\n. . .")?, 4); // four corners
    /// assert_eq!(orbit("Q . .\n. . Q\n. . .")?, 8);
    /// assert_eq!(orbit(". . .\n. Q .\n. . .")?, 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn orbit(&self, placement: &Placement) -> Result<Vec<Placement>, Invalid> {
        let mut orbit: Vec<Placement> = self.images(placement)?.collect();
        sort(&mut orbit);
        orbit.dedup();
        Ok(orbit)
    }

    /// Returns the squares of the group's boards, walls too, in classes: each of those that the group carries into one another. They
    /// come in the reading order of their first squares.
    ///
    /// ```
    /// use queenside::{Board, Group, SquareSet};
    ///
    /// // Corners (0), the middles of the edges (1), and the middle of the board (2):
    /// //
    /// //     0 1 0
    /// //     1 2 1
    /// //     0 1 0
    /// let classes = Group::of_board(&Board::square(3)).square_classes();
    /// assert_eq!(classes.iter().map(SquareSet::len).collect::<Vec<_>>(), [4, 4, 1]);
    /// assert_eq!(Group::of_board(&Board::square(8)).square_classes().len(), 10);
    /// ```
    #[doc(alias = "orbits of squares")]
    #[doc(alias = "square_orbits")]
    pub fn square_classes(&self) -> Vec<SquareSet> {
        let squares = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Square::new(row, column)));
        let mut classes: Vec<SquareSet> = Vec::new();
        let mut seen = SquareSet::new();
        for square in squares {
            if !seen.contains(square) {
                let class: SquareSet = self.elements().map(|element| element.image(square)).collect();
                seen.extend(&class);
                classes.push(class);
            }
        }
        classes
    }

    /// Returns the subgroup that leaves a placement as it is: its stabiliser.
    ///
    /// # Errors
    ///
    /// Reports that the group was made for another board or other kinds.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// // One mirror leaves a queen in the corner where it is.
    /// let corner = Placement::parse(&problem, "Q . .\n. . .\n. . .")?;
    /// assert_eq!(group.stabiliser(&corner)?.to_string(), "D1 (order 2)");
    /// assert_eq!(group.stabiliser(&corner)?.order() * group.orbit(&corner)?.len(), group.order());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn stabiliser(&self, placement: &Placement) -> Result<Self, Invalid> {
        self.check(placement)?;
        Ok(self.keep(|element, _, _| self.image(element, placement) == *placement))
    }

    /// Returns the smallest image of a placement: the canonical member of its orbit.
    ///
    /// # Errors
    ///
    /// Reports that the group was made for another board or other kinds.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// let queens = Placement::parse(&problem, ". . .\nQ . .\n. . Q")?;
    /// assert_eq!(group.canonical(&queens)?.to_string(), "Q . .\n. . Q\n. . .\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn canonical(&self, placement: &Placement) -> Result<Placement, Invalid> {
        Ok(self.images(placement)?.min().unwrap_or_else(|| placement.clone()))
    }

    /// Tells whether no image of a placement is smaller than it.
    ///
    /// # Errors
    ///
    /// Reports that the group was made for another board or other kinds.
    ///
    /// ```
    /// use queenside::{Group, Placement, classics};
    ///
    /// // Of the eight images of a placement that has no symmetry just one is the smallest.
    /// let problem = classics::queens(3);
    /// let group = Group::of_board(problem.board());
    /// let queens = Placement::parse(&problem, ". . .\nQ . .\n. . Q")?;
    /// let smallest: Vec<bool> = group.orbit(&queens)?.iter().map(|image| group.is_canonical(image)).collect::<Result<_, _>>()?;
    /// assert_eq!(smallest.iter().filter(|is_smallest| **is_smallest).count(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_canonical(&self, placement: &Placement) -> Result<bool, Invalid> {
        Ok(self.images(placement)?.all(|image| image >= *placement))
    }

    fn image(&self, element: &Element, placement: &Placement) -> Placement {
        placement.map(|square, kind| (element.square(square, self.rows, self.columns), element.kind(kind)))
    }
}

/// One symmetry of a [`Group`]: where it takes squares and kinds. Prints in words.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Problem, Square, Symmetry, Transform};
///
/// // Two armies that may change sides, on a board that is turned meanwhile.
/// let mut problem = Problem::new(Board::square(4));
/// let (white, black) = (problem.add_kind("white", Piece::QUEEN), problem.add_kind("black", Piece::QUEEN));
/// let group = problem.generate([Transform::from(Symmetry::HalfTurn).swapping(white, black)])?;
/// let other = group.elements().find(|element| !element.is_identity()).expect("two elements");
/// assert_eq!(other.to_string(), "HalfTurn with kinds swapped");
/// assert_eq!((other.image((0, 1)), other.kind(&problem, white)?), (Square::new(3, 2), black));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GroupElement<'a> {
    group: &'a Group,
    element: &'a Element,
}

impl GroupElement<'_> {
    /// Returns the image of a square of the group's boards. A square off the board has none and stays where it is.
    ///
    /// ```
    /// use queenside::{Board, Group, Square};
    ///
    /// // The middle of 3×3 stays where it is.
    /// let group = Group::of_board(&Board::square(3));
    /// assert!(group.elements().all(|element| element.image((1, 1)) == Square::new(1, 1)));
    /// assert_eq!(group.elements().map(|element| element.image((0, 0)).row()).sum::<usize>(), 8);
    /// ```
    pub fn image(&self, square: impl Into<Square>) -> Square {
        let square = square.into();
        let on_board = square.row() < self.group.rows && square.column() < self.group.columns;
        if on_board { self.group.image_of(self.element, square) } else { square }
    }

    /// Returns the image of a kind of the problem that the group was made for.
    ///
    /// # Errors
    ///
    /// Reports a kind of another problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Symmetry, Transform, classics};
    ///
    /// // Two armies that change places.
    /// let problem = classics::peaceable(Board::square(3), Piece::QUEEN);
    /// let (white, black) = (problem.kind_named("white")?, problem.kind_named("black")?);
    /// let swaps = problem.generate([Transform::from(Symmetry::Identity).swapping(white, black)])?;
    /// let images: Vec<_> = swaps.elements().map(|element| element.kind(&problem, white)).collect::<Result<_, _>>()?;
    /// assert_eq!(images, [white, black]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn kind(&self, problem: &Problem, kind: Kind) -> Result<Kind, Invalid> {
        let setup = problem.setup();
        setup.known("the symmetry", kind)?;
        let image = self.element.kind(kind.index);
        if usize::from(image) < setup.kinds.len() {
            Ok(setup.handle(image))
        } else {
            Err(self.group.foreign_to(&setup.board).into())
        }
    }

    /// Tells whether everything stays where it is.
    ///
    /// ```
    /// use queenside::{Board, Group};
    ///
    /// let group = Group::of_board(&Board::square(8));
    /// assert_eq!(group.elements().filter(|element| element.is_identity()).count(), 1);
    /// ```
    pub fn is_identity(&self) -> bool {
        self.element.is_identity()
    }
}

impl fmt::Display for GroupElement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.element.describe())
    }
}

/// Names the group by its symmetries of the plane if it has no others.
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
