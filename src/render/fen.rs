//! Placements and boards in Forsyth–Edwards notation: one line of text, row by row.

use crate::language::diagram::usual_width;
use crate::language::{Board, Fault, Invalid, Placement, Problem, Square, Terrain};

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

    /// Reads what [`to_fen`](Self::to_fen) writes, and of a whole chess FEN the placement: text after the first space, such as the
    /// side to move, is ignored. Numbers may also count squares on which no piece may stand.
    ///
    /// # Errors
    ///
    /// Reports a faulty board or kind; a wrong number of rows, else the first row that is too long or too short, else the characters
    /// that are unknown or not allowed there. Rows are counted from the top.
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
    /// let error = |fen| Placement::from_fen(&problem, fen).unwrap_err().to_string();
    /// assert_eq!(error("8/8/8/4k3/9/8/8/R3K3"), "row 5 of the FEN has 9 squares, the board 8");
    /// assert_eq!(
    ///     error("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ///     "the FEN has 'r', 'n', 'b', 'q', 'p', 'P', 'N', 'B' and 'Q' in row 1; this problem has the pieces 'K' (white king), \
    ///      'R' (white rook) and 'k' (black king)",
    /// );
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn from_fen(problem: &Problem, fen: &str) -> Result<Self, Invalid> {
        let setup = problem.setup();
        Invalid::unless_empty(setup.faults())?;
        let board = &setup.board;
        let mut unknown = UnknownSigns::default();
        let rows = read(fen, &mut unknown)?;
        if rows.len() != board.rows() {
            let (rows, columns) = (rows.len(), usual(&rows));
            let (board_rows, board_columns) = (board.rows(), board.columns());
            return Err(Fault::DiagramSize { rows, columns, board_rows, board_columns }.into());
        }
        check_widths(&rows, board.columns())?;
        let symbols = setup.symbols();
        let mut placed = Vec::new();
        for (square, character) in signs(&rows) {
            if let Some(kind) = symbols.iter().position(|symbol| *symbol == character) {
                placed.push((square, kind as u16));
            } else if board.terrain(square).unwrap_or_default().character() != character || character == '.' {
                unknown.add(character, square.row());
            }
        }
        unknown.check(|| {
            let names: Vec<String> =
                setup.kinds.iter().zip(&symbols).map(|(info, symbol)| format!("'{symbol}' ({})", info.name)).collect();
            let pieces = if names.len() == 1 { "piece" } else { "pieces" };
            format!("this problem has the {pieces} {}", list(&names))
        })?;
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
    /// Reports the first row that is longer or shorter than most, else unknown characters and pieces, and a board of no or too many
    /// squares. Rows are counted from the top.
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
        let mut unknown = UnknownSigns::default();
        let rows = read(fen, &mut unknown)?;
        let width = usual(&rows);
        check_widths(&rows, width)?;
        let mut board = Self::new(rows.len(), width);
        for (square, character) in signs(&rows) {
            match Terrain::from_character(character).filter(|terrain| *terrain != Terrain::Open) {
                Some(terrain) => board = board.with_terrain(terrain, [square]),
                None => unknown.add(character, square.row()),
            }
        }
        unknown.check(|| BOARD.to_owned())?;
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

/// Characters that are not understood, each once, and the row of the first.
#[derive(Default)]
struct UnknownSigns {
    characters: Vec<char>,
    row: usize,
}

impl UnknownSigns {
    fn add(&mut self, character: char, row: usize) {
        if self.characters.is_empty() {
            self.row = row;
        }
        if !self.characters.contains(&character) {
            self.characters.push(character);
        }
    }

    fn check(self, expected: impl FnOnce() -> String) -> Result<(), Invalid> {
        /// More than this many are not all told.
        const MOST: usize = 12;
        if self.characters.is_empty() {
            return Ok(());
        }
        let mut quoted: Vec<String> = self.characters.iter().take(MOST).map(|c| format!("{c:?}")).collect();
        if self.characters.len() > MOST {
            quoted.push("others".to_owned());
        }
        Err(Fault::FenCharacters { characters: list(&quoted), row: self.row + 1, expected: expected() }.into())
    }
}

/// Writes `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The width that most rows have; of several the greatest.
fn usual(rows: &[Row]) -> usize {
    usual_width(&rows.iter().map(|row| row.width).collect::<Vec<_>>())
}

/// Reports the first row of another width.
fn check_widths(rows: &[Row], expected: usize) -> Result<(), Invalid> {
    let mut wrong = rows.iter().enumerate().filter(|(_, row)| row.width != expected);
    let Some((row, first)) = wrong.next() else { return Ok(()) };
    Err(Fault::FenRow { row: row + 1, width: first.width, expected, others: wrong.count() }.into())
}

/// Reports a number that is too great for any row, given a place in it.
fn too_great(row_text: &str, at: usize, row: usize) -> Invalid {
    /// The most digits that are shown.
    const SHOWN: usize = 24;
    let is_digit = |c: char| c.is_ascii_digit();
    let start = row_text[..at].trim_end_matches(is_digit).len();
    let number: String = row_text[start..].chars().take_while(char::is_ascii_digit).collect();
    let (shown, rest) = number.split_at(SHOWN.min(number.len()));
    let characters = if rest.is_empty() { shown.to_owned() } else { format!("{shown}…") };
    let expected = format!("a board has at most {} squares", Board::MAX_SQUARES);
    Fault::FenCharacters { characters, row, expected }.into()
}

/// Splits a text into rows.
fn read(fen: &str, unknown: &mut UnknownSigns) -> Result<Vec<Row>, Invalid> {
    let field = fen.split_whitespace().next().unwrap_or_default();
    if field.is_empty() {
        return Err(Fault::EmptyDiagram.into());
    }
    let mut rows: Vec<Row> = Vec::new();
    for (index, text) in field.split('/').enumerate() {
        let mut row = Row::default();
        let mut vacant: Option<usize> = None;
        for (at, character) in text.char_indices() {
            match character.to_digit(10) {
                // A number does not begin with 0.
                Some(0) if vacant.is_none() => {
                    unknown.add(character, index);
                }
                Some(digit) => {
                    let more = vacant.unwrap_or(0) * 10 + digit as usize;
                    if more > Board::MAX_SQUARES {
                        return Err(too_great(text, at, index + 1));
                    }
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
        rows.push(row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Piece;

    #[test]
    fn a_fen_is_refused_in_one_sentence_that_blames_the_right_row() {
        let mut problem = Problem::new(Board::square(8));
        problem.add_kind("queen", Piece::QUEEN);
        let refused = |fen: &str| {
            let error = Placement::from_fen(&problem, fen).unwrap_err();
            assert_eq!(error.faults().len(), 1, "{error}");
            error.to_string()
        };
        assert_eq!(refused("44/8/8/8/8/8/8/8 w - - 0 1"), "row 1 of the FEN has 44 squares, the board 8");
        let two = "row 2 of the FEN has 7 squares, the board 8, and one more row is of a wrong width";
        assert_eq!(refused("8/7/8/8/9/8/8/8"), two);
        let three = "row 2 of the FEN has 7 squares, the board 8, and 2 more rows are of a wrong width";
        assert_eq!(refused("8/7/8/8/9/8/1/8"), three);
        assert_eq!(refused("8/8/8"), "the diagram is 3×8, the board 8×8");
        assert_eq!(refused("8/Q7/8/8/8/8/4K3/8"), "the FEN has 'K' in row 7; this problem has the piece 'Q' (queen)");
        assert!(refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").contains("'r', 'n', 'b', 'q'"));
        for (number, shown) in
            [("99999999999999999999", "99999999999999999999"), (&"7".repeat(30), &("7".repeat(24) + "…"))]
        {
            let expected = format!("the FEN has {shown} in row 2; a board has at most {} squares", Board::MAX_SQUARES);
            assert_eq!(refused(&format!("8/k{number}q/8")), expected);
            assert_eq!(
                Board::from_fen(&format!("{}/{number}/1", Board::MAX_SQUARES)).unwrap_err().to_string(),
                expected
            );
        }
        let board = Board::from_fen("8/8/44/8").unwrap_err();
        assert_eq!(board.to_string(), "row 3 of the FEN has 44 squares, the board 8");
        let whole = Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap_err();
        assert_eq!(whole.faults().len(), 1, "{whole}");
        assert!(
            whole
                .to_string()
                .ends_with("in row 1; a board in FEN has numbers, '/', '%' (wall), '-' (forbidden) and '~' (hole)")
        );
    }
}
