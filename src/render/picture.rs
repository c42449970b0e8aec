//! Pictures: a board with its pieces, and what is to be shown about it.

use std::sync::Arc;

use super::canvas::SIDE;
use super::draw::Letters;
use super::look::{Coordinates, Ground, Look, Mark, looks};
use super::shape::Shape;
use super::svg::Svg;
use super::theme::{Colour, Paint, Theme};
use super::{draw, latex, tikz, unicode};
use crate::language::{Board, Kind, Placement, Problem, Setup, Sight, Square, SquareSet};

/// A picture of a board and its pieces, written as SVG, LaTeX, Unicode text or (with the feature `png`) PNG.
///
/// It is made from a [`Board`], a [`Placement`] or a [`Problem`]; methods add what else to show. Every format shows
/// what it can.
///
/// # Examples
///
/// ```
/// use queenside::{Placement, Sight, classics, render::{Coordinates, Picture}};
///
/// let problem = classics::queens(4);
/// let queens = Placement::parse(&problem, "
///     . Q . .
///     . . . Q
///     Q . . .
///     . Q . .
/// ")?;
/// let picture = Picture::of(&queens)
///     .coordinates(Coordinates::Algebraic)
///     .attacks(Sight::First)
///     .title("Two of these queens attack each other");
/// let svg = picture.to_svg();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// assert_eq!(svg.matches("href=\"#queenside-queen\"").count(), 4);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    pub(super) setup: Arc<Setup>,
    /// Sorted by square.
    pub(super) placed: Vec<(Square, u16)>,
    pub(super) looks: Vec<Look>,
    pub(super) theme: Theme,
    is_transparent: bool,
    pub(super) ground: Ground,
    pub(super) coordinates: Coordinates,
    pub(super) marks: Vec<(Mark, SquareSet)>,
    pub(super) labels: Vec<(Square, String)>,
    pub(super) attacks: Option<Sight>,
    pub(super) line_ends: bool,
    pub(super) side: u32,
    pub(super) title: Option<String>,
    pub(super) caption: Option<String>,
}

impl From<&Board> for Picture {
    fn from(board: &Board) -> Self {
        Self::new(Arc::new(Setup::new(board.clone())), Vec::new())
    }
}

/// The board of the problem, with no pieces.
impl From<&Problem> for Picture {
    fn from(problem: &Problem) -> Self {
        Self::new(Arc::clone(problem.setup()), Vec::new())
    }
}

impl From<&Placement> for Picture {
    fn from(placement: &Placement) -> Self {
        Self::new(Arc::clone(placement.shared_setup()), placement.placed().to_vec())
    }
}

impl Picture {
    fn new(setup: Arc<Setup>, placed: Vec<(Square, u16)>) -> Self {
        let looks = looks(&setup);
        Self {
            setup,
            placed,
            looks,
            theme: Theme::Auto,
            is_transparent: false,
            ground: Ground::Auto,
            coordinates: Coordinates::None,
            marks: Vec::new(),
            labels: Vec::new(),
            attacks: None,
            line_ends: false,
            side: 44,
            title: None,
            caption: None,
        }
    }

    /// Returns the picture of a board, of a placement, or of the board of a problem.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// let board: Board = ". % .\n- . ~".parse()?;
    /// assert_eq!(Picture::of(&board).to_unicode(), "· █ ·\n× ·\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn of(subject: impl Into<Self>) -> Self {
        subject.into()
    }

    /// Chooses what the picture is for: light pages, dark pages, paper.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Theme}};
    ///
    /// let board = Board::square(2);
    /// let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| Picture::of(&board).theme(theme).to_svg());
    /// assert_ne!(light, dark);
    /// assert_eq!(light.len(), dark.len());
    /// ```
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Chooses how the squares of the board are shown.
    ///
    /// ```
    /// use queenside::{Board, render::{Ground, Picture}};
    ///
    /// // A A
    /// // B A    Two regions: borders, but no colours.
    /// let board = Board::square(2).with_region_map("A A\nB A")?;
    /// assert!(Picture::of(&board).to_svg().contains("f-region1"));
    /// assert!(!Picture::of(&board).ground(Ground::Plain).to_svg().contains("f-region1"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn ground(mut self, ground: Ground) -> Self {
        self.ground = ground;
        self
    }

    /// Chooses what is written beside the rows and columns.
    ///
    /// ```
    /// use queenside::{Board, render::{Coordinates, Picture}};
    ///
    /// // Eight letters and eight numbers.
    /// let svg = Picture::of(&Board::square(8)).coordinates(Coordinates::Algebraic).to_svg();
    /// assert_eq!(svg.matches("<text").count(), 16);
    /// ```
    #[must_use]
    pub fn coordinates(mut self, coordinates: Coordinates) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Marks squares; those off the board are not shown.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, classics, render::{Mark, Picture}};
    ///
    /// // What is wrong with a placement, in colour: two of three rooks see each other.
    /// let problem = classics::non_attacking(Board::square(3), Piece::ROOK);
    /// let rooks = Placement::parse(&problem, "R . R\n. . .\n. R .")?;
    /// let wrong = rooks.judge(&problem)?.violations().iter().flat_map(|broken| broken.squares().to_vec()).collect::<Vec<_>>();
    /// let svg = Picture::of(&rooks).mark(Mark::Ring, wrong).to_svg();
    /// assert_eq!(svg.matches("<circle").count(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn mark(mut self, mark: Mark, squares: impl IntoIterator<Item = impl Into<Square>>) -> Self {
        self.marks.push((mark, squares.into_iter().collect()));
        self
    }

    /// Writes something small on a square, such as a number.
    ///
    /// ```
    /// use queenside::{Board, Piece, Sight, classics, render::Picture};
    ///
    /// // How many others each queen attacks: two, all of them.
    /// let most = classics::attacking(Board::square(3), Piece::QUEEN, 2).maximize()?;
    /// let queens = most.placement()?.expect("something satisfies the rules");
    /// let attacked = |square| queens.attacked_from(square, Sight::First).len().to_string();
    /// let picture = queens.iter().fold(Picture::of(&queens), |picture, (square, _)| picture.label(square, attacked(square)));
    /// assert_eq!(picture.to_svg().matches(">2</text>").count(), queens.len());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn label(mut self, square: impl Into<Square>, text: impl Into<String>) -> Self {
        self.labels.push((square.into(), text.into()));
        self
    }

    /// Draws a line from each piece to each piece that it attacks; a one-way attack gets an arrow.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Sight, render::Picture};
    ///
    /// // R R . K     The rooks attack each other, and one of them the king.
    /// let mut problem = Problem::new(Board::new(1, 4));
    /// problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("king", Piece::KING);
    /// let picture = Picture::of(&Placement::parse(&problem, "R R . K")?).attacks(Sight::First);
    /// assert!(picture.to_svg().contains("d=\"M50 50L150 50\""));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn attacks(mut self, sight: Sight) -> Self {
        self.attacks = Some(sight);
        self
    }

    /// Draws the ends of the lines along which pieces ride: on each occupied line two, *used* by the outermost pieces,
    /// whose rays reach them; on each empty line two that are *unused*.
    ///
    /// A queen that attacks `a` others owns 8 − a line ends, so the number of unused ends measures how good an
    /// arrangement is. On boards whose edges meet lines have no ends, and none are drawn.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics, render::Picture};
    ///
    /// // Six queens on 3×3, each attacking exactly three others: of 32 line ends they use 6 × (8 − 3) = 30.
    /// let most = classics::attacking(Board::square(3), Piece::QUEEN, 3).maximize()?;
    /// let picture = Picture::of(&most.placement()?.expect("something satisfies the rules"));
    /// assert_eq!(picture.count_line_ends(), (30, 2));
    /// assert_ne!(picture.clone().line_ends().to_svg(), picture.to_svg());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn line_ends(mut self) -> Self {
        self.line_ends = true;
        self
    }

    /// Returns how many line ends are used and how many are not; see [`line_ends`](Self::line_ends).
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, classics, render::Picture};
    ///
    /// // A rook on 2×3 looks out over four ends; of the other three lines six are unused.
    /// let problem = classics::non_attacking(Board::new(2, 3), Piece::ROOK);
    /// let rook = Placement::parse(&problem, "R . .\n. . .")?;
    /// assert_eq!(Picture::of(&rook).count_line_ends(), (4, 6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn count_line_ends(&self) -> (usize, usize) {
        let ends = super::lines::ends(self);
        let used = ends.iter().filter(|end| end.owner.is_some()).count();
        (used, ends.len() - used)
    }

    /// Chooses the shape of the pieces of a kind.
    ///
    /// ```
    /// use queenside::{Board, classics, render::{Picture, Shape}};
    ///
    /// let board = Board::square(4).with_region_map("A A B B\nA A B B\nC C D D\nC C D D")?;
    /// let problem = classics::star_battle(board, 1);
    /// let solution = problem.solve()?.placement()?.expect("there are two");
    /// let star = problem.kinds().next().expect("there is one");
    /// assert!(Picture::of(&solution).shape(star, Shape::Star).to_svg().contains("#queenside-star"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn shape(mut self, kind: Kind, shape: Shape) -> Self {
        if let Some(index) = self.setup.resolve(kind) {
            self.looks[usize::from(index)].shape = shape;
        }
        self
    }

    /// Shows the pieces of a kind as discs with these letters. The default for pieces that are not of chess is their notation, if
    /// that is short, else the letter that draws them in diagrams.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics, render::Picture};
    ///
    /// let problem = classics::non_attacking(Board::square(3), Piece::NIGHTRIDER);
    /// let kind = problem.kinds().next().expect("there is one");
    /// let picture = Picture::of(&problem.maximize()?.placement()?.expect("there are some"));
    /// assert!(picture.to_svg().contains(">NN</text>"));
    /// assert!(picture.letters(kind, "N∞").to_svg().contains(">N∞</text>"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn letters(mut self, kind: Kind, letters: impl Into<String>) -> Self {
        if let Some(index) = self.setup.resolve(kind) {
            let look = &mut self.looks[usize::from(index)];
            (look.shape, look.letters) = (Shape::Disc, letters.into());
        }
        self
    }

    /// Chooses the colour of the pieces of a kind. The default is white or black for kinds whose names begin with
    /// "white" or "black", and distinct colours for others.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, classics, render::{Colour, Picture}};
    ///
    /// let problem = classics::peaceable(Board::square(3), Piece::QUEEN);
    /// let armies = Placement::parse(&problem, "Q . .\n. . q\n. . .")?;
    /// let white = problem.kind_named("white")?;
    /// let svg = Picture::of(&armies).colour(white, Colour::rgb(0, 90, 160)).to_svg();
    /// assert!(svg.contains("fill=\"#005aa0\""));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn colour(mut self, kind: Kind, colour: Colour) -> Self {
        if let Some(index) = self.setup.resolve(kind) {
            let look = &mut self.looks[usize::from(index)];
            look.body = Paint::Colour(colour);
            look.outline =
                Paint::Colour(if colour.is_light() { Colour::rgb(0, 0, 0) } else { Colour::rgb(255, 255, 255) });
        }
        self
    }

    /// Leaves out the paper behind the picture, so that a page shows through. Its letters are readable on pages of its theme
    /// only.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// let picture = Picture::of(&Board::square(3));
    /// assert!(picture.to_svg().contains("<rect"));
    /// assert!(!picture.transparent().to_svg().contains("<rect"));
    /// ```
    #[must_use]
    pub fn transparent(mut self) -> Self {
        self.is_transparent = true;
        self
    }

    /// Sets the width of a square in pixels; the default is 44.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// assert!(Picture::of(&Board::new(2, 3)).square_size(100).to_svg().contains("width=\"312\" height=\"212\""));
    /// ```
    #[must_use]
    pub fn square_size(mut self, pixels: u32) -> Self {
        self.side = pixels.max(1);
        self
    }

    /// Sets the title, which screen readers read. The default gives the size of the board and the number of pieces.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// let board = Board::square(8);
    /// assert!(Picture::of(&board).to_svg().contains("<title>8×8 board</title>"));
    /// assert!(Picture::of(&board).title("Where to begin").to_svg().contains("<title>Where to begin</title>"));
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Writes a line under the board.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// // Text is text, whatever it looks like.
    /// let svg = Picture::of(&Board::square(2)).caption("n < 3 & empty").to_svg();
    /// assert!(svg.contains(">n &lt; 3 &amp; empty</text>"));
    /// ```
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// Returns the width in pixels.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// let picture = Picture::of(&Board::square(8));
    /// assert!(picture.width() > 8.0 * 44.0);
    /// assert!(picture.clone().square_size(88).width() > 1.9 * picture.width());
    /// ```
    pub fn width(&self) -> f64 {
        draw::size(self, Letters::of(self.side)).0 * f64::from(self.side) / SIDE
    }

    /// Returns the picture as SVG.
    ///
    /// ```
    /// use queenside::{Board, render::Picture};
    ///
    /// let svg = Picture::of(&Board::square(3).with_walls([(1, 1)])).to_svg();
    /// assert!(svg.contains("<desc>walls: b2</desc>"));
    /// assert_eq!(svg.lines().last(), Some("</svg>"));
    /// ```
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::new(self.theme, self.is_transparent);
        draw::picture(self, Letters::of(self.side), &mut svg);
        let scale = SIDE / f64::from(self.side);
        svg.finish(draw::size(self, Letters::of(self.side)), scale, &self.spoken_title(), &self.description())
    }

    /// Returns the picture as LaTeX: by the package `chessboard` where it can show the board (up to 26×26, chess pieces
    /// in white and black), else drawn with `TikZ`. The first line is a comment that names what the preamble must load.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, classics, render::Picture};
    ///
    /// let problem = classics::queens(4);
    /// let queens = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    /// let latex = Picture::of(&queens).to_latex();
    /// assert!(latex.contains("\\chessboard[") && latex.contains("setpieces={qb4,qd3,qa2,qc1}"));
    ///
    /// // No chess set has amazons.
    /// let most = classics::non_attacking(Board::square(5), Piece::AMAZON).maximize()?;
    /// assert!(Picture::of(&most.placement()?.expect("something satisfies the rules")).to_latex().contains("\\begin{tikzpicture}"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_latex(&self) -> String {
        latex::chessboard(self).unwrap_or_else(|| {
            let pixels = f64::from(self.side) / SIDE;
            tikz::drawing(self.theme, pixels, &self.spoken_title(), |canvas| {
                draw::picture(self, Letters::of(self.side), canvas);
            })
        })
    }

    /// Returns the picture as text, with chess symbols and the borders of regions. What [`Display`](std::fmt::Display)
    /// prints of boards and placements is plain ASCII, and can be read again.
    ///
    /// ```
    /// use queenside::{Board, Placement, classics, render::{Coordinates, Picture}};
    ///
    /// let problem = classics::queens(4);
    /// let queens = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    /// let picture = Picture::of(&queens).coordinates(Coordinates::Algebraic);
    /// assert_eq!(picture.to_unicode(), "4 · ♛ · ·\n3 · · · ♛\n2 ♛ · · ·\n1 · · ♛ ·\n  a b c d\n");
    ///
    /// let regions = Board::square(2).with_region_map("A A\nB A")?;
    /// assert_eq!(Picture::of(&regions).to_unicode(), "\
    /// ┌───────┐
    /// │ ·   · │
    /// ├───┐   │
    /// │ · │ · │
    /// └───┴───┘
    /// ");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_unicode(&self) -> String {
        unicode::text(self)
    }

    pub(super) fn board(&self) -> &Board {
        &self.setup.board
    }

    pub(super) fn kind_at(&self, square: Square) -> Option<u16> {
        let place = self.placed.binary_search_by_key(&square, |(square, _)| *square).ok()?;
        Some(self.placed[place].1)
    }

    /// Returns the title, or a default: "8×8 board with 8 queens and 2 walls".
    pub(super) fn spoken_title(&self) -> String {
        if let Some(title) = self.title.as_ref().or(self.caption.as_ref()) {
            return title.clone();
        }
        let mut title = format!("{}×{} board", self.board().rows(), self.board().columns());
        let numbers =
            (0..self.looks.len()).map(|kind| self.placed.iter().filter(|(_, of)| usize::from(*of) == kind).count());
        let parts: Vec<String> = numbers
            .zip(&self.setup.kinds)
            .filter(|(number, _)| *number > 0)
            .map(|(number, info)| format!("{number} {}{}", info.name, if number == 1 { "" } else { "s" }))
            .collect();
        if !parts.is_empty() {
            title += &format!(" with {}", parts.join(" and "));
        }
        title
    }

    /// Returns the pieces and walls by square, as text for screen readers.
    fn description(&self) -> String {
        const MOST: usize = 64;
        let rows = self.board().rows();
        let list = |name: &str, squares: &mut dyn Iterator<Item = Square>| {
            let names: Vec<String> = squares.filter_map(|square| square.to_algebraic(rows)).take(MOST).collect();
            (!names.is_empty()).then(|| format!("{name}: {}", names.join(" ")))
        };
        let of_kind =
            |kind: usize| self.placed.iter().filter(move |(_, of)| usize::from(*of) == kind).map(|(square, _)| *square);
        let kinds = self.setup.kinds.iter().enumerate();
        let placed = kinds.filter_map(|(kind, info)| list(&info.name, &mut of_kind(kind)));
        let walls = list("walls", &mut self.board().walls().iter());
        placed.chain(walls).collect::<Vec<_>>().join("; ")
    }
}
