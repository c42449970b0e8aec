//! A book of puzzles: one self-contained page that can be played.

mod glyphs;

use std::fmt::{self, Write as _};

use super::difficulty::Difficulty;
use super::puzzle::Puzzle;
use queenside::{Move, Piece, Reach, Terrain, Wrap};

/// A book of [`Puzzle`]s: a page of HTML that can be played in any browser, from a file, without a network.
///
/// Each puzzle is a grid on which pieces are placed and removed by a click, a touch or a key. The page shows which
/// squares are in sight, which pieces see each other, and how many are still to be placed; it gives hints, and the
/// browser remembers what was solved. It judges by the rules alone: solutions are in the page only for the hints, and
/// not in plain text.
///
/// The five pieces of chess have names and pictures; others are "pieces" unless they are [named](Self::with_name).
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::{Book, Economy, Puzzles};
///
/// let mut book = Book::new("Queens behind walls");
/// for puzzle in Puzzles::new(&Board::square(6), &Piece::QUEEN, 2, Economy::Puzzle)?.iter() {
///     book.add(puzzle?);
/// }
/// book.sort();
/// assert!(book.len() == 5 && !book.is_empty());
/// assert!(book.puzzles().all(|(puzzle, _)| puzzle.board().walls().len() == 2));
/// assert!(book.puzzles().is_sorted_by_key(|(_, difficulty)| difficulty.rank()));
/// let page = book.to_string(); // to be written to a file
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Queens behind walls</h1>"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    title: String,
    note: String,
    names: Vec<(Piece, Name)>,
    puzzles: Vec<(Puzzle, Difficulty)>,
}

/// The name and picture of a piece.
#[derive(Clone, Debug)]
struct Name {
    one: String,
    many: String,
    glyph: &'static str,
}

impl Name {
    fn new(one: &str, many: &str, glyph: &'static str) -> Self {
        Self { one: one.to_owned(), many: many.to_owned(), glyph }
    }
}

impl Book {
    /// Returns a book without puzzles.
    ///
    /// ```
    /// use queenside_walls::Book;
    ///
    /// let book = Book::new("Rooks & walls");
    /// assert!(book.is_empty() && book.to_string().contains("<title>Rooks &amp; walls</title>"));
    /// ```
    pub fn new(title: impl Into<String>) -> Self {
        let names = [
            (Piece::QUEEN, Name::new("queen", "queens", "queen")),
            (Piece::ROOK, Name::new("rook", "rooks", "rook")),
            (Piece::BISHOP, Name::new("bishop", "bishops", "bishop")),
            (Piece::KING, Name::new("king", "kings", "king")),
            (Piece::KNIGHT, Name::new("knight", "knights", "knight")),
        ];
        Self { title: title.into(), note: String::new(), names: names.into(), puzzles: Vec::new() }
    }

    /// Sets a paragraph of plain text under the title.
    ///
    /// ```
    /// use queenside_walls::Book;
    ///
    /// let book = Book::new("Kings & walls").with_note("Two <or more> each.");
    /// assert!(book.to_string().contains("<p>Two &lt;or more&gt; each.</p>"));
    /// ```
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Names a piece, in the singular and the plural.
    ///
    /// ```
    /// use queenside::Piece;
    /// use queenside_walls::{Book, Puzzle};
    ///
    /// let mut book = Book::new("Amazons").with_name(&Piece::AMAZON, "amazon", "amazons");
    /// book.add(Puzzle::of(&". % .".parse()?, &Piece::AMAZON)?.expect("one on each side"));
    /// assert!(book.to_string().contains("\"amazons\""));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with_name(mut self, piece: &Piece, one: &str, many: &str) -> Self {
        let glyph = self.name(piece).glyph;
        self.names.insert(0, (piece.clone(), Name::new(one, many, glyph)));
        self
    }

    /// Adds a puzzle at the end, and computes its difficulty.
    /// For an example see [`Book`].
    pub fn add(&mut self, puzzle: Puzzle) -> &mut Self {
        let difficulty = puzzle.difficulty();
        self.puzzles.push((puzzle, difficulty));
        self
    }

    /// Sorts the puzzles by [difficulty](Difficulty::rank), the easiest first; the sort is stable.
    /// For an example see [`Book`].
    pub fn sort(&mut self) -> &mut Self {
        self.puzzles.sort_by_key(|(_, difficulty)| difficulty.rank());
        self
    }

    /// Returns the number of puzzles.
    /// For an example see [`Book`].
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Tells whether there are no puzzles.
    /// For an example see [`Book`].
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the puzzles in their order, with their difficulties.
    /// For an example see [`Book`].
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = (&Puzzle, &Difficulty)> {
        self.puzzles.iter().map(|(puzzle, difficulty)| (puzzle, difficulty))
    }

    fn name(&self, piece: &Piece) -> Name {
        let named = self.names.iter().find(|(named, _)| named == piece);
        named.map_or_else(|| Name::new("piece", "pieces", "piece"), |(_, name)| name.clone())
    }

    /// Returns the data for the page's program.
    fn data(&self) -> String {
        let mut pieces: Vec<&Piece> = Vec::new();
        let mut rows = Vec::new();
        for (puzzle, difficulty) in &self.puzzles {
            let piece = pieces.iter().position(|piece| *piece == puzzle.piece()).unwrap_or_else(|| {
                pieces.push(puzzle.piece());
                pieces.len() - 1
            });
            rows.push(self.puzzle(puzzle, difficulty, piece));
        }
        let pieces: Vec<String> = pieces.into_iter().map(|piece| self.piece(piece)).collect();
        format!("{{\"pieces\":[{}],\n\"puzzles\":[\n{}\n]}}", pieces.join(",\n"), rows.join(",\n"))
    }

    /// A piece with its moves and their reverse: neither of two pieces may see the other.
    fn piece(&self, piece: &Piece) -> String {
        let name = self.name(piece);
        let mut moves: Vec<(i64, i64, u64)> = Vec::new();
        for own in piece.moves() {
            let reach = match own.reach() {
                Reach::Leap => 0,
                Reach::Range(steps) => u64::from(steps),
                Reach::Ride => 1 << 20,
            };
            let (rows, columns) = (i64::from(own.rows()), i64::from(own.columns()));
            for step in [(rows, columns, reach), (-rows, -columns, reach)] {
                if !moves.contains(&step) {
                    moves.push(step);
                }
            }
        }
        let moves: Vec<String> =
            moves.iter().map(|(rows, columns, reach)| format!("[{rows},{columns},{reach}]")).collect();
        let [one, many] = [&name.one, &name.many].map(|name| json(name));
        format!("{{\"name\":{one},\"names\":{many},\"glyph\":{},\"moves\":[{}]}}", json(name.glyph), moves.join(","))
    }

    fn puzzle(&self, puzzle: &Puzzle, difficulty: &Difficulty, piece: usize) -> String {
        let board = puzzle.board();
        let (rows, columns) = (board.rows(), board.columns());
        let sign = |square| match board.terrain(square) {
            Some(Terrain::Wall) => '%',
            Some(Terrain::Forbidden) => '-',
            Some(Terrain::Hole) | None => '~',
            Some(Terrain::Open) => '.',
        };
        let squares: String = board.squares().iter().map(sign).collect();
        let wrap = match board.wrap() {
            Wrap::None => 0,
            Wrap::Rows => 1,
            Wrap::Columns => 2,
            Wrap::Both => 3,
        };
        let key = format!("{} {rows}x{columns} {wrap} {squares}", self.mark(puzzle.piece()));
        let hints = disguised(&key, difficulty.order().iter().map(|square| square.index(columns) as u16));
        format!(
            "{{\"key\":{},\"rows\":{rows},\"columns\":{columns},\"squares\":{},\"wrap\":{wrap},\"value\":{},\"piece\":{piece},\
             \"stars\":{},\"score\":{},\"hints\":{}}}",
            json(&key),
            json(&squares),
            puzzle.value(),
            difficulty.stars(),
            difficulty.score(),
            json(&hints)
        )
    }

    /// Returns a key for a piece in the browser's store: not its name, which another book may use otherwise.
    fn mark(&self, piece: &Piece) -> String {
        match self.name(piece).glyph {
            "piece" => {
                let step = |own: &Move| format!("{},{},{:?}", own.rows(), own.columns(), own.reach());
                piece.moves().iter().map(step).collect::<Vec<_>>().join(" ")
            }
            glyph => glyph.to_owned(),
        }
    }
}

/// The page.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = escaped(&self.title);
        let note = if self.note.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(&self.note)) };
        let parts = [
            ("TITLE", title.as_str()),
            ("NOTE", note.as_str()),
            ("STYLE", include_str!("page.css")),
            ("GLYPHS", glyphs::ALL),
            ("PROGRAM", include_str!("page.js")),
            ("DATA", &self.data()),
        ];
        // Each mark stands in the page once, between `{{` and `}}`; inserted text is not scanned again.
        let mut rest = include_str!("page.html");
        while let Some((before, after)) = rest.split_once("{{") {
            f.write_str(before)?;
            let (mark, after) = after.split_once("}}").unwrap_or(("", after));
            f.write_str(parts.iter().find(|(name, _)| *name == mark).map_or("", |(_, text)| text))?;
            rest = after;
        }
        f.write_str(rest)
    }
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a string of JSON that closes no element of HTML.
fn json(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                // Writing to a string does not fail.
                let _ = write!(quoted, "\\u{:04x}", character as u32);
            }
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

/// Numbers as words of four digits, so that a glance at the page gives no solution away; the page's program reads them.
fn disguised(key: &str, numbers: impl Iterator<Item = u16>) -> String {
    let mut state = key.chars().fold(2_166_136_261u32, |hash, sign| (hash ^ sign as u32).wrapping_mul(16_777_619));
    let hide = |number: u16| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        format!("{:04x}", number ^ (state >> 16) as u16)
    };
    numbers.map(hide).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(title: &str) -> Book {
        let mut book = Book::new(title);
        let board = "% % . .\n. . . .\n. . . .\n. . . .".parse().unwrap();
        book.add(Puzzle::of(&board, &Piece::QUEEN).unwrap().unwrap());
        book
    }

    #[test]
    fn titles_and_names_stay_text() {
        let page =
            book("</title><script>alert(\"1\" & '2')</script>").with_name(&Piece::QUEEN, "</script><b>", "q{{DATA}}");
        let page = page.to_string();
        assert!(!page.contains("<script>alert") && !page.contains("</script><b>"));
        assert!(page.contains("&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot; &amp; '2')"));
        assert_eq!(page.matches("\"puzzles\":[").count(), 1);
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        let page = book("Four queens").to_string();
        for address in ["http:", "src=", "@import", "url(", "fetch(", "eval(", "onclick"] {
            assert!(!page.replace("http://www.w3.org/2000/svg", "").contains(address), "{address}");
        }
        assert!(!page.contains("{{") && !page.contains("}}\n"));
    }

    #[test]
    fn the_solution_is_not_in_the_open_and_can_be_read_again() {
        let book = book("Four queens");
        let (puzzle, difficulty) = book.puzzles().next().unwrap();
        let places: Vec<u16> = difficulty.order().iter().map(|square| square.index(4) as u16).collect();
        assert_eq!(places.len(), puzzle.value());
        let plain = places.iter().map(|place| format!("{place:04x}")).collect::<Vec<_>>().concat();
        let hidden = disguised("key", places.iter().copied());
        assert_ne!(hidden, plain);
        assert!(!book.to_string().contains(&plain));
        // Decoding reverses encoding.
        let words = (0..places.len()).map(|place| u16::from_str_radix(&hidden[4 * place..][..4], 16).unwrap());
        assert_eq!(disguised("key", words), plain);
    }
}
