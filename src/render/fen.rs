//! Placements and boards in the notation of Forsyth and Edwards: one line of text, a row after the other.

use crate::board::{Board, Terrain};
use crate::error::{Error, Fault};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::square::Square;

const PIECES: &str =
    "a placement in FEN has numbers, the symbols of its kinds, '/' and signs of the board: '%', '-' and '~'";
const BOARD: &str = "a board in FEN has numbers, '/', '%' (wall), '-' (forbidden) and '~' (hole)";

impl Placement {
    /// Returns the placement in the notation of chess (the first field of FEN): rows from the top, divided by `/`; pieces by
    /// the symbols of their kinds; numbers for so many vacant squares, with as many digits as it takes. Beyond chess, `%` is
    /// a wall, `-` a forbidden square and `~` a hole, as in diagrams.
    ///
    /// Edges that meet and regions are not expressible; [`from_fen`](Self::from_fen) knows them from the problem.
    ///
    /// # Errors
    ///
    /// Reports kinds whose symbol is a digit or `/`, which would mean something else.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(". . . . % . . . . . . .\n. . . . . . . . . . . .".parse()?);
    /// problem.kind("queen", Piece::QUEEN);
    /// let queens = Placement::new(&problem, [(problem.kind_named("queen")?, (0, 2)), (problem.kind_named("queen")?, (0, 7))])?;
    /// assert_eq!(queens.to_fen()?, "2Q1%2Q4/12");
    /// assert_eq!(Placement::from_fen(&problem, "2Q1%2Q4/12")?, queens);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_fen(&self) -> Result<String, Error> {
        let scene = self.scene();
        let symbols = scene.symbols();
        let taken = |symbol: &char| symbol.is_ascii_digit() || *symbol == '/';
        let faults = scene.kinds.iter().zip(&symbols).filter(|(_, symbol)| taken(symbol));
        Error::unless_empty(
            faults.map(|(cast, symbol)| Fault::SymbolTaken { name: cast.name.clone(), symbol: *symbol }).collect(),
        )?;
        let mut men = self.men().iter().peekable();
        Ok(written(&scene.board, |square| {
            men.next_if(|(at, _)| *at == square).map(|(_, kind)| symbols[usize::from(*kind)])
        }))
    }

    /// Reads what [`to_fen`](Self::to_fen) writes. Numbers may stand for squares where nobody can stand, too. What follows
    /// the first space, such as whose turn it is, is not read.
    ///
    /// # Errors
    ///
    /// Reports a faulty board or kind, rows that are too long or too short, another number of rows than the board has, and
    /// characters that mean nothing or something else there. Lines are counted from the top.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(8));
    /// problem.kind("white king", Piece::KING);
    /// let rook = problem.kind("white rook", Piece::ROOK);
    /// problem.kind("black king", Piece::KING);
    /// let end = Placement::from_fen(&problem, "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1")?;
    /// assert_eq!((end.len(), end.kind_at((7, 0))), (3, Some(rook)));
    ///
    /// let error = Placement::from_fen(&problem, "8/8/8/4k3/9/8/8/R3Kx2").unwrap_err();
    /// assert_eq!(error.faults().len(), 2);
    /// assert_eq!(error.faults()[0].to_string(), "line 5 of the diagram has 9 squares, the first has 8");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn from_fen(problem: &Problem, fen: &str) -> Result<Self, Error> {
        let scene = problem.scene();
        Error::unless_empty(scene.faults())?;
        let board = &scene.board;
        let mut faults = Vec::new();
        let rows = read(fen, PIECES, &mut faults);
        let columns = rows.first().map_or(0, |row| row.width);
        if (rows.len(), columns) != (board.rows(), board.columns()) {
            let (board_rows, board_columns) = (board.rows(), board.columns());
            faults.push(Fault::DiagramSize { rows: rows.len(), columns, board_rows, board_columns });
        }
        let symbols = scene.symbols();
        let mut men = Vec::new();
        for (square, character) in signs(&rows) {
            if let Some(kind) = symbols.iter().position(|symbol| *symbol == character) {
                men.push((square, kind as u16));
            } else if board.terrain(square).unwrap_or_default().character() != character || character == '.' {
                faults.push(Fault::UnknownCharacter { character, line: square.row() + 1, expected: PIECES });
            }
        }
        Error::unless_empty(faults)?;
        Placement::new(problem, men.into_iter().map(|(square, kind)| (scene.handle(kind), square)))
    }
}

impl Board {
    /// Returns the board in one line, in the notation of [`Placement::to_fen`]. Edges that meet and regions are not
    /// expressible; the [diagram](Board#diagrams) has them.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board: Board = ". % . .\n. . . -\n~ . . .".parse()?;
    /// assert_eq!(board.to_fen(), "1%2/3-/~3");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_fen(&self) -> String {
        if self.check().is_err() { String::new() } else { written(self, |_| None) }
    }

    /// Reads what [`to_fen`](Self::to_fen) writes.
    ///
    /// # Errors
    ///
    /// Reports rows that are longer or shorter than the first, characters that mean nothing there, pieces, and a board of no
    /// or too many squares. Lines are counted from the top.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// assert_eq!(Board::from_fen("1%2/3-/~3")?.to_string(), ". % . .\n. . . -\n~ . . .\n");
    /// assert_eq!(Board::from_fen("100/100")?.columns(), 100);
    /// assert!(Board::from_fen("Q7/8").is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, Error> {
        let mut faults = Vec::new();
        let rows = read(fen, BOARD, &mut faults);
        let mut board = Self::new(rows.len(), rows.first().map_or(0, |row| row.width));
        for (square, character) in signs(&rows) {
            match Terrain::from_character(character).filter(|terrain| *terrain != Terrain::Open) {
                Some(terrain) => board = board.with_terrain(terrain, [square]),
                None => faults.push(Fault::UnknownCharacter { character, line: square.row() + 1, expected: BOARD }),
            }
        }
        Error::unless_empty(faults)?;
        board.check()?;
        Ok(board)
    }
}

/// Writes a sound board row by row, asked in reading order who stands on each square.
fn written(board: &Board, mut man: impl FnMut(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..board.rows() {
        if row > 0 {
            text.push('/');
        }
        let mut vacant = 0;
        for column in 0..board.columns() {
            let square = Square::new(row, column);
            let terrain = board.terrain(square).filter(|terrain| *terrain != Terrain::Open);
            match man(square).or(terrain.map(Terrain::character)) {
                None => vacant += 1,
                Some(sign) => {
                    push_number(&mut text, std::mem::take(&mut vacant));
                    text.push(sign);
                }
            }
        }
        push_number(&mut text, vacant);
    }
    text
}

fn push_number(text: &mut String, number: usize) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}

/// A row: how wide it is, and what stands where in it.
#[derive(Default)]
struct Row {
    width: usize,
    signs: Vec<(usize, char)>,
}

fn signs(rows: &[Row]) -> impl Iterator<Item = (Square, char)> + '_ {
    let of_row = |(row, line): (usize, &Row)| {
        line.signs.iter().map(move |(column, sign)| (Square::new(row, *column), *sign)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(of_row)
}

/// Takes a text apart; rows of other widths than the first are reported.
fn read(fen: &str, expected: &'static str, faults: &mut Vec<Fault>) -> Vec<Row> {
    let field = fen.split_whitespace().next().unwrap_or_default();
    if field.is_empty() {
        faults.push(Fault::EmptyDiagram);
        return Vec::new();
    }
    let mut rows: Vec<Row> = Vec::new();
    for (index, text) in field.split('/').enumerate() {
        let mut row = Row::default();
        let mut vacant: Option<usize> = None;
        for character in text.chars() {
            match character.to_digit(10) {
                // A number does not begin with 0.
                Some(0) if vacant.is_none() => {
                    faults.push(Fault::UnknownCharacter { character, line: index + 1, expected });
                }
                Some(digit) => {
                    let more = vacant.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
                    vacant = Some(more);
                }
                None => {
                    row.width = row.width.saturating_add(vacant.take().unwrap_or(0));
                    row.signs.push((row.width, character));
                    row.width = row.width.saturating_add(1);
                }
            }
        }
        row.width = row.width.saturating_add(vacant.unwrap_or(0));
        let first = rows.first().map_or(row.width, |first| first.width);
        if row.width != first {
            faults.push(Fault::RaggedDiagram { line: index + 1, width: row.width, expected: first });
        }
        rows.push(row);
    }
    rows
}
