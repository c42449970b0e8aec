//! Task files, read.

use std::borrow::Cow;

use toml_span::value::{Key, Table, ValueInner};
use toml_span::{ErrorKind, Span, Value};

use super::{Task, question};
use crate::language::{Board, Fault, Invalid, Misread, Piece, Problem, Square, SquareSet, Terrain, Wrap};
use crate::language::{read_piece, read_rule, read_squares};

/// The version of the format.
const VERSION: i64 = 1;

const KEYS: [&str; 10] =
    ["queenside", "title", "source", "question", "answer", "board", "wrap", "regions", "kinds", "rules"];

const WRAPS: [(&str, Wrap); 4] =
    [("none", Wrap::None), ("columns", Wrap::Columns), ("rows", Wrap::Rows), ("both", Wrap::Both)];

pub(super) fn read(text: &str) -> Result<Task, Invalid> {
    let mut root = toml_span::parse(text).map_err(|error| malformed(text, &error))?;
    let mut reader = Reader { text, misread: Vec::new() };
    let task = match root.take() {
        ValueInner::Table(table) => reader.task(table),
        _ => None,
    };
    reader.misread.sort_by_key(|misread| misread.at);
    let faults: Vec<Fault> = reader.misread.into_iter().map(|misread| misread.fault(text)).collect();
    match task {
        Some(task) if faults.is_empty() => Ok(task),
        _ => {
            Invalid::unless_empty(faults).and_then(|()| Err(Misread::new(0, "the file has no task").fault(text).into()))
        }
    }
}

/// The fault of a text that is no TOML.
fn malformed(text: &str, error: &toml_span::Error) -> Invalid {
    let reason = match &error.kind {
        ErrorKind::UnexpectedEof => "the file ends in the midst of something".to_owned(),
        ErrorKind::UnterminatedString => "the string is not closed".to_owned(),
        ErrorKind::UnquotedString => "a string has quotes around it; numbers, lists and tables have none".to_owned(),
        ErrorKind::DuplicateKey { key, .. } => format!("the key {key:?} stands here a second time"),
        ErrorKind::DuplicateTable { name, .. } => format!("the table {name:?} stands here a second time"),
        ErrorKind::InvalidEscape(_) => {
            "this is no escape; strings in ' and ''' have none, and need none for a backslash".to_owned()
        }
        _ => error.to_string(),
    };
    Misread::new(error.span.start, format!("the file is no TOML: {reason}")).fault(text).into()
}

/// A string of the file, and where it stands.
struct Text<'a> {
    content: Cow<'a, str>,
    /// Where the content begins, if it stands in the file as it is.
    begins: Option<usize>,
    span: Span,
}

impl Text<'_> {
    /// Returns the place in the file of a place in the content: that of the whole string if it has escapes.
    fn place(&self, at: usize) -> usize {
        self.begins.map_or(self.span.start, |begins| begins + at)
    }
}

struct Reader<'a> {
    text: &'a str,
    misread: Vec<Misread>,
}

/// The entries of a table in the order of the file.
fn in_order(table: Table<'_>) -> Vec<(Key<'_>, Value<'_>)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span.start);
    entries
}

impl<'a> Reader<'a> {
    fn fault(&mut self, at: usize, reason: impl Into<String>) {
        self.misread.push(Misread::new(at, reason));
    }

    fn task(&mut self, mut table: Table<'a>) -> Option<Task> {
        if let Some((_, version)) = table.remove_entry("queenside") {
            if version.as_integer() != Some(VERSION) {
                self.fault(version.span.start, format!("the version of the format is the number {VERSION}"));
                return None;
            }
        } else {
            self.fault(0, format!("the version of the format is missing: queenside = {VERSION}"));
        }
        for key in table.keys().filter(|key| !KEYS.contains(&&*key.name)) {
            self.misread.push(Misread::new(key.span.start, unknown(&key.name, &KEYS)));
        }
        let title = self.optional(&mut table, "title");
        let source = self.optional(&mut table, "source");
        let answer = self.optional(&mut table, "answer");
        let board_at = table.get("board").map_or(0, |value| value.span.start);
        let board = self.board(&mut table)?;
        let before = self.misread.len();
        for fault in board.faults() {
            self.fault(board_at, fault.to_string());
        }
        if self.misread.len() > before {
            return None;
        }
        let mut problem = Problem::new(board);
        self.kinds(&mut table, &mut problem);
        let rules = self.optional(&mut table, "rules");
        let question = self.optional(&mut table, "question");
        // Rules and the question name kinds: if those are not understood, nor would these be.
        if self.misread.len() > before {
            return None;
        }
        if let Some(rules) = rules {
            self.rules(&rules, &mut problem);
        }
        let question = question.and_then(|text| {
            let read = question::read(&problem, &text.content);
            read.map_err(|Misread { at, reason }| self.fault(text.place(at), reason)).ok()
        });
        let owned = |text: Option<Text<'_>>| text.map(|text| text.content.into_owned());
        Some(Task { title: owned(title), source: owned(source), answer: owned(answer), question, problem })
    }

    /// Takes a string out of a table, if it is there.
    fn optional(&mut self, table: &mut Table<'a>, key: &str) -> Option<Text<'a>> {
        let (_, value) = table.remove_entry(key)?;
        self.string(value, &format!("{key:?} is a string"))
    }

    fn string(&mut self, mut value: Value<'a>, expected: &str) -> Option<Text<'a>> {
        let span = value.span;
        match value.take() {
            ValueInner::String(content) => {
                let begins = match &content {
                    // A slice of the file, so its address tells its place.
                    Cow::Borrowed(slice) => (slice.as_ptr() as usize)
                        .checked_sub(self.text.as_ptr() as usize)
                        .filter(|at| *at <= self.text.len()),
                    Cow::Owned(_) => None,
                };
                Some(Text { content, begins, span })
            }
            other => {
                self.fault(span.start, format!("{expected}, not {}", indefinite(other.type_str())));
                None
            }
        }
    }

    fn board(&mut self, table: &mut Table<'a>) -> Option<Board> {
        if !table.contains_key("board") {
            self.fault(0, "the board is missing: board = \"8x8\", or a diagram");
        }
        let text = self.optional(table, "board")?;
        let mut board = match size(text.content.trim()) {
            Some((rows, columns)) => Board::new(rows, columns),
            None => self.diagram(&text)?,
        };
        if let Some(wrap) = self.optional(table, "wrap") {
            if let Some((_, wrap)) = WRAPS.iter().find(|(name, _)| *name == wrap.content) {
                board = board.with_wrap(*wrap);
            } else {
                let reason = format!("{:?} is no wrap; there are 'none', 'columns', 'rows' and 'both'", wrap.content);
                self.fault(wrap.span.start, reason);
            }
        }
        self.regions(table, board)
    }

    /// Reads the lines of a diagram: its characters with their places. Lines must be of one length; of a map those are reported
    /// that differ from the rows of its board, else those that differ from the first.
    fn grid(&mut self, text: &Text<'_>, board: Option<&Board>) -> Option<Vec<Vec<(char, usize)>>> {
        let mut grid: Vec<Vec<(char, usize)>> = Vec::new();
        let mut begin = 0;
        for line in text.content.split_inclusive('\n') {
            let cells = line.char_indices().filter(|(_, c)| !c.is_whitespace());
            let row: Vec<(char, usize)> = cells.map(|(at, c)| (c, text.place(begin + at))).collect();
            if !row.is_empty() {
                grid.push(row);
            }
            begin += line.len();
        }
        let Some(first) = grid.first().map(Vec::len) else {
            self.fault(text.span.start, "the diagram is empty");
            return None;
        };
        if grid.iter().all(|row| row.len() == first) {
            return Some(grid);
        }
        let (expected, whose) = board.map_or((first, "the first has"), |board| (board.columns(), "the board"));
        for row in grid.iter().filter(|row| row.len() != expected) {
            self.fault(row[0].1, format!("this line has {} squares, {whose} {expected}", row.len()));
        }
        None
    }

    fn diagram(&mut self, text: &Text<'_>) -> Option<Board> {
        let grid = self.grid(text, None)?;
        let mut board = Board::new(grid.len(), grid[0].len());
        let before = self.misread.len();
        for (row, cells) in grid.into_iter().enumerate() {
            for (column, (character, at)) in cells.into_iter().enumerate() {
                match Terrain::from_character(character) {
                    Some(Terrain::Open) => {}
                    Some(terrain) => board = board.with_terrain(terrain, [(row, column)]),
                    None => {
                        let reason = format!(
                            "{character:?} is no square: a board is drawn with '.', '%' (wall), '-' (forbidden) and '~' \
                             (hole), or said as \"8x8\""
                        );
                        self.fault(at, reason);
                        // One is enough: where one is wrong, many are.
                        return None;
                    }
                }
            }
        }
        (self.misread.len() == before).then_some(board)
    }

    fn regions(&mut self, table: &mut Table<'a>, mut board: Board) -> Option<Board> {
        let Some((_, mut value)) = table.remove_entry("regions") else { return Some(board) };
        let inner = value.take();
        let is_table = matches!(inner, ValueInner::Table(_));
        value.set(inner);
        if !is_table {
            let text = self.string(value, "regions are a map or a table")?;
            let grid = self.grid(&text, Some(&board))?;
            if (grid.len(), grid[0].len()) != (board.rows(), board.columns()) {
                let (rows, columns) = (board.rows(), board.columns());
                let reason = format!("the map is {}×{}, the board {rows}×{columns}", grid.len(), grid[0].len());
                self.fault(text.span.start, reason);
                return None;
            }
            let mut regions: Vec<(char, SquareSet)> = Vec::new();
            for (row, cells) in grid.into_iter().enumerate() {
                for (column, (character, _)) in cells.into_iter().enumerate().filter(|(_, (c, _))| *c != '.') {
                    let known = regions.iter().position(|(name, _)| *name == character).unwrap_or_else(|| {
                        regions.push((character, SquareSet::new()));
                        regions.len() - 1
                    });
                    regions[known].1.insert(Square::new(row, column));
                }
            }
            return Some(regions.into_iter().fold(board, |board, (name, squares)| board.with_region(name, &squares)));
        }
        if let ValueInner::Table(regions) = value.take() {
            for (key, value) in in_order(regions) {
                let Some(text) = self.string(value, "the squares of a region are a string, as \"{a1, b2}\"") else {
                    continue;
                };
                match read_squares(&board, &text.content) {
                    Ok(squares) => board = board.with_region(key.name, &squares),
                    Err(Misread { at, reason }) => self.fault(text.place(at), reason),
                }
            }
        }
        Some(board)
    }

    fn kinds(&mut self, table: &mut Table<'a>, problem: &mut Problem) {
        let Some((key, mut value)) = table.remove_entry("kinds") else {
            self.fault(0, "the table [kinds] is missing: each kind with its piece, as queen = \"Q\"");
            return;
        };
        let ValueInner::Table(kinds) = value.take() else {
            self.fault(value.span.start, "kinds are a table: each kind with its piece, as queen = \"Q\"");
            return;
        };
        let before = self.misread.len();
        for (name, value) in in_order(kinds) {
            let Some((piece, symbol)) = self.kind(value) else { continue };
            let kind = problem.add_kind(name.name, piece);
            if let Some(symbol) = symbol {
                problem.set_symbol(kind, symbol);
            }
        }
        // A kind that is not understood is missing, and that would be said again.
        if self.misread.len() > before {
            return;
        }
        let of_board = problem.board().faults().len();
        for fault in problem.setup().faults().into_iter().skip(of_board) {
            self.fault(key.span.start, fault.to_string());
        }
    }

    /// Reads a piece, by its notation or name; or a table of piece and symbol.
    fn kind(&mut self, mut value: Value<'a>) -> Option<(Piece, Option<char>)> {
        let span = value.span;
        let inner = value.take();
        let ValueInner::Table(mut table) = inner else {
            value.set(inner);
            let text =
                self.string(value, "a kind is a string, as \"Q\", or a table, as { piece = \"Q\", symbol = \"♛\" }")?;
            return self.piece(&text).map(|piece| (piece, None));
        };
        for key in table.keys().filter(|key| !matches!(&*key.name, "piece" | "symbol")) {
            self.misread.push(Misread::new(key.span.start, unknown(&key.name, &["piece", "symbol"])));
        }
        let symbol = self.optional(&mut table, "symbol").and_then(|text| {
            let mut characters = text.content.chars();
            let only = characters.next().filter(|_| characters.next().is_none());
            if only.is_none() {
                self.fault(text.span.start, "a symbol is one character");
            }
            only
        });
        let Some((_, piece)) = table.remove_entry("piece") else {
            self.fault(span.start, "the piece is missing: { piece = \"Q\", symbol = \"♛\" }");
            return None;
        };
        let text = self.string(piece, "a piece is a string, as \"Q\"")?;
        self.piece(&text).map(|piece| (piece, symbol))
    }

    fn piece(&mut self, text: &Text<'_>) -> Option<Piece> {
        read_piece(&text.content).map_err(|Misread { at, reason }| self.fault(text.place(at), reason)).ok()
    }

    fn rules(&mut self, text: &Text<'_>, problem: &mut Problem) {
        let mut begin = 0;
        for line in text.content.split_inclusive('\n') {
            let rule = line.trim_end();
            if !rule.is_empty() && !rule.trim_start().starts_with('#') {
                match read_rule(problem, rule) {
                    Ok(constraint) => {
                        let place = text.place(begin + rule.len() - rule.trim_start().len());
                        for fault in problem.rule_faults(&constraint, "the rule") {
                            self.fault(place, fault.to_string());
                        }
                        problem.add(constraint);
                    }
                    Err(Misread { at, reason }) => self.fault(text.place(begin + at), reason),
                }
            }
            begin += line.len();
        }
    }
}

/// Reads `8x8`, `8×8` or `8`.
fn size(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    match text.split_once(['x', '×']) {
        Some((rows, columns)) => Some((number(rows)?, number(columns)?)),
        None => number(text).map(|n| (n, n)),
    }
}

fn unknown(key: &str, known: &[&str]) -> String {
    format!("the key {key:?} is not known; there are {}", known.join(", "))
}

fn indefinite(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
