//! Placements and boards in Forsyth–Edwards notation: one line of text, row by row.

use crate::language::{Board, Fault, Invalid, Placement, Problem, Square, Terrain};

const PIECES: &str =
    "a placement in FEN has numbers, the symbols of its kinds, '/' and signs of the board: '%', '-' and '~'";
const BOARD: &str = "a board in FEN has numbers, '/', '%' (wall), '-' (forbidden) and '~' (hole)";

impl Placement {
    /// Returns the placement in the notation of chess (the first field of FEN): rows from the top, divided by `/`; a
    /// piece is the symbol of its kind; a number counts vacant squares and may have several digits. Beyond chess, `%`
    /// is a wall, `-` a forbidden square and `~` a hole, as in diagrams.
    ///
    /// Edges that meet and regions are not expressible; [`from_fen`](Self::from_fen) takes them from the problem.
    ///
    /// # Errors
    ///
    /// Reports kinds whose symbol is a digit or `/`, which have another meaning here.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(". . . . % . . . . . . .\n. . . . . . . . . . . .".parse()?);
    /// problem.add_kind("queen", Piece::QUEEN);
    /// let queens = Placement::new(&problem, [(problem.kind_named("queen")?, (0, 2)), (problem.kind_named("queen")?, (0, 7))])?;
    /// assert_eq!(queens.to_fen()?, "2Q1%2Q4/12");
    /// assert_eq!(Placement::from_fen(&problem, "2Q1%2Q4/12")?, queens);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_fen(&self) -> Result<String, Invalid> {
        let setup = self.setup();
        let symbols = setup.symbols();
        let taken = |symbol: &char| symbol.is_ascii_digit() || *symbol == '/';
        let faults = setup.kinds.iter().zip(&symbols).filter(|(_, symbol)| taken(symbol));
        Invalid::unless_empty(
            faults.map(|(info, symbol)| Fault::SymbolTaken { name: info.name.clone(), symbol: *symbol }).collect(),
        )?;
        let mut placed = self.placed().iter().peekable();
        Ok(written(&setup.board, |square| {
            placed.next_if(|(at, _)| *at == square).map(|(_, kind)| symbols[usize::from(*kind)])
        }))
    }

    /// Reads what [`to_fen`](Self::to_fen) writes. Numbers may also count squares on which no piece may stand. Text
    /// after the first space, such as the side to move, is ignored.
    ///
    /// # Errors
    ///
    /// Reports a faulty board or kind, rows that are too long or too short, a wrong number of rows, and characters that
    /// are unknown or not allowed there. Lines are counted from the top.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(8));
    /// problem.add_kind("white king", Piece::KING);
    /// let rook = problem.add_kind("white rook", Piece::ROOK);
    /// problem.add_kind("black king", Piece::KING);
    /// let end = Placement::from_fen(&problem, "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1")?;
    /// assert_eq!((end.len(), end.kind_at((7, 0))), (3, Some(rook)));
    ///
    /// let error = Placement::from_fen(&problem, "8/8/8/4k3/9/8/8/R3Kx2").unwrap_err();
    /// assert_eq!(error.faults().len(), 2);
    /// assert_eq!(error.faults()[0].to_string(), "line 5 of the diagram has 9 squares, the first has 8");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn from_fen(problem: &Problem, fen: &str) -> Result<Self, Invalid> {
        let setup = problem.setup();
        Invalid::unless_empty(setup.faults())?;
        let board = &setup.board;
        let mut faults = Vec::new();
        let rows = read(fen, PIECES, &mut faults);
        let columns = rows.first().map_or(0, |row| row.width);
        if (rows.len(), columns) != (board.rows(), board.columns()) {
            let (board_rows, board_columns) = (board.rows(), board.columns());
            faults.push(Fault::DiagramSize { rows: rows.len(), columns, board_rows, board_columns });
        }
        let symbols = setup.symbols();
        let mut placed = Vec::new();
        for (square, character) in signs(&rows) {
            if let Some(kind) = symbols.iter().position(|symbol| *symbol == character) {
                placed.push((square, kind as u16));
            } else if board.terrain(square).unwrap_or_default().character() != character || character == '.' {
                faults.push(Fault::UnknownCharacter { character, line: square.row() + 1, expected: PIECES });
            }
        }
        Invalid::unless_empty(faults)?;
        Placement::new(problem, placed.into_iter().map(|(square, kind)| (setup.handle(kind), square)))
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
    /// Reports rows that are longer or shorter than the first, unknown characters, pieces, and a board of no or too
    /// many squares. Lines are counted from the top.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// assert_eq!(Board::from_fen("1%2/3-/~3")?.to_string(), ". % . .\n. . . -\n~ . . .\n");
    /// assert_eq!(Board::from_fen("100/100")?.columns(), 100);
    /// assert!(Board::from_fen("Q7/8").is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, Invalid> {
        let mut faults = Vec::new();
        let rows = read(fen, BOARD, &mut faults);
        let mut board = Self::new(rows.len(), rows.first().map_or(0, |row| row.width));
        for (square, character) in signs(&rows) {
            match Terrain::from_character(character).filter(|terrain| *terrain != Terrain::Open) {
                Some(terrain) => board = board.with_terrain(terrain, [square]),
                None => faults.push(Fault::UnknownCharacter { character, line: square.row() + 1, expected: BOARD }),
            }
        }
        Invalid::unless_empty(faults)?;
        board.check()?;
        Ok(board)
    }
}

/// Writes a checked board row by row; `symbol` gives the piece on a square, called in reading order.
fn written(board: &Board, mut symbol: impl FnMut(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..board.rows() {
        if row > 0 {
            text.push('/');
        }
        let mut vacant = 0;
        for column in 0..board.columns() {
            let square = Square::new(row, column);
            let terrain = board.terrain(square).filter(|terrain| *terrain != Terrain::Open);
            match symbol(square).or(terrain.map(Terrain::character)) {
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

/// A row: its width, and the characters at their columns.
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

/// Splits a text into rows; reports rows whose width differs from the first.
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
