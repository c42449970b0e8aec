//! From a line of text to a rule.

use super::{DIRECTIONS, SYMMETRIES, quoted};
#[cfg(feature = "tasks")]
use crate::language::Board;
use crate::language::scan::{Misread, Scanner, is_of_word};
use crate::language::{Area, Constraint, Direction, Interval, Kind, Kinds, Problem, Square, SquareSet, Transform};

const AREA: &str = "an area: 'board', squares as in '{a1, b2}', 'region NAME', 'each region', 'rows', 'columns', 'diagonals', \
                    'lines [row, (1,2)]', 'every line' or 'each of [{a1, b2}, {c3}]'";
const RANGE: &str = "a range: '2', '1..', '..=2', '1..=2' or '..'";

/// Reads a set of squares of a board.
#[cfg(feature = "tasks")]
pub(crate) fn read_squares(board: &Board, text: &str) -> Result<SquareSet, Misread> {
    let problem = Problem::new(board.clone());
    let mut reader = Reader { problem: &problem, scanner: Scanner::new(text) };
    let squares = reader.squares()?;
    finished(&mut reader.scanner)?;
    Ok(squares)
}

/// Reads the name of a kind.
#[cfg(feature = "tasks")]
pub(crate) fn kind_at<'a>(problem: &'a Problem, scanner: &mut Scanner<'a>) -> Result<Kind, Misread> {
    let mut reader = Reader { problem, scanner: scanner.clone() };
    let kind = reader.kind()?;
    *scanner = reader.scanner;
    Ok(kind)
}

/// Reads squares if they come next: one, a set of them, or a region.
#[cfg(feature = "tasks")]
pub(crate) fn squares_at<'a>(problem: &'a Problem, scanner: &mut Scanner<'a>) -> Result<Option<SquareSet>, Misread> {
    let mut reader = Reader { problem, scanner: scanner.clone() };
    reader.scanner.skip_spaces();
    let squares = if reader.scanner.word("in") {
        if !reader.scanner.clone().word("region") {
            return Err(reader.scanner.expected("'region' and its name"));
        }
        match reader.area()? {
            Area::Region(region) => problem.board().regions().nth(region.index).map(|(_, own)| own.clone()),
            _ => None,
        }
        .unwrap_or_default()
    } else if reader.scanner.peek() == Some('{') {
        reader.squares()?
    } else {
        let mut ahead = reader.scanner.clone();
        let word = ahead.take_while(char::is_alphanumeric);
        if !word.ends_with(|c: char| c.is_ascii_digit()) {
            return Ok(None);
        }
        SquareSet::from([reader.square()?])
    };
    *scanner = reader.scanner;
    Ok(Some(squares))
}

pub(crate) fn read(problem: &Problem, text: &str) -> Result<Constraint, Misread> {
    let mut reader = Reader { problem, scanner: Scanner::new(text) };
    let constraint = reader.rule()?;
    finished(&mut reader.scanner)?;
    Ok(constraint)
}

pub(super) fn finished(scanner: &mut Scanner<'_>) -> Result<(), Misread> {
    scanner.skip_spaces();
    if scanner.is_done() { Ok(()) } else { Err(scanner.expected("the end")) }
}

pub(super) fn interval(scanner: &mut Scanner<'_>) -> Result<Interval, Misread> {
    scanner.skip_spaces();
    let at = scanner.at();
    let min = scanner.number()?;
    if !scanner.eat("..") {
        return min.map(Interval::from).ok_or_else(|| scanner.expected(RANGE));
    }
    if scanner.eat("=") {
        let max = scanner.number()?.ok_or_else(|| scanner.expected("the greatest number"))?;
        let range = Interval::between(min.unwrap_or(i64::MIN), max);
        return if range.is_empty() { Err(Misread::new(at, format!("the range {range} is empty"))) } else { Ok(range) };
    }
    let end_at = scanner.at();
    match (min, scanner.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-')) {
        (min, false) => Ok(Interval::between(min.unwrap_or(i64::MIN), i64::MAX)),
        (_, true) => {
            Err(Misread::new(end_at, "a greatest number has '=' before it, as in 1..=2: it is allowed itself"))
        }
    }
}

/// Reads a name, in quotes or without; `None` if none comes.
fn name(scanner: &mut Scanner<'_>) -> Result<Option<String>, Misread> {
    scanner.skip_spaces();
    let at = scanner.at();
    if !scanner.eat("\"") {
        let word = scanner.take_while(is_of_word);
        return Ok((!word.is_empty()).then(|| word.to_owned()));
    }
    let mut name = String::new();
    loop {
        name += scanner.take_while(|c| c != '"' && c != '\\');
        if scanner.eat("\"") {
            return Ok(Some(name));
        }
        if !scanner.eat("\\") {
            return Err(Misread::new(at, "the quote is not closed"));
        }
        match scanner.peek() {
            Some(sign @ ('"' | '\\')) => {
                scanner.eat(sign.encode_utf8(&mut [0; 4]));
                name.push(sign);
            }
            _ => return Err(scanner.expected("a quote or a backslash, which a backslash stands before,")),
        }
    }
}

struct Reader<'a> {
    problem: &'a Problem,
    scanner: Scanner<'a>,
}

impl Reader<'_> {
    fn rule(&mut self) -> Result<Constraint, Misread> {
        if self.scanner.word("non-attacking") {
            let pieces = self.problem.pieces();
            return Ok(Constraint::attacks(pieces.clone(), pieces, 0));
        }
        if self.scanner.word("sum") {
            let terms = self.list(Self::term)?;
            return Ok(Constraint::linear(terms, self.range()?));
        }
        if self.scanner.word("symmetric") {
            let transforms = self.list(Self::transform)?;
            self.colon()?;
            return Ok(Constraint::symmetric(transforms, self.area()?));
        }
        let kinds_at = self.scanner.at();
        let kinds = self.kinds()?;
        if self.scanner.word("attacks") {
            let to = self.kinds()?;
            let constraint = Constraint::attacks(kinds, to, self.range()?);
            return self.modified(constraint, false);
        }
        if self.scanner.word("covers") {
            let area = self.area()?;
            let constraint = Constraint::covered(area, kinds, self.range()?);
            return self.modified(constraint, true);
        }
        if self.scanner.word("in") {
            let area = self.area()?;
            return Ok(Constraint::count(kinds, area, self.range()?));
        }
        if self.scanner.word("on") {
            let kind = Some(kinds).filter(|kinds| kinds.iter().count() == 1).and_then(|kinds| kinds.iter().next());
            let kind =
                kind.ok_or_else(|| Misread::new(kinds_at, "one kind stands on squares: write a rule for each"))?;
            return Ok(Constraint::fixed(kind, &self.squares()?));
        }
        if self.scanner.word("occupies") {
            let directions = self.list(Self::direction)?;
            return Ok(Constraint::occupied_lines(kinds, directions, self.range()?));
        }
        if self.scanner.word("minus") {
            let minus = self.kinds()?;
            return Ok(Constraint::balance(kinds, minus, self.range()?));
        }
        Err(self.scanner.expected("'attacks', 'covers', 'in', 'on', 'occupies' or 'minus'"))
    }

    fn modified(&mut self, mut constraint: Constraint, covers: bool) -> Result<Constraint, Misread> {
        while self.scanner.sign(',') {
            if self.scanner.word("through") {
                constraint = constraint.through();
            } else if covers && self.scanner.words("where vacant") {
                constraint = constraint.where_vacant();
            } else {
                let allowed = if covers { "'through' or 'where vacant'" } else { "'through'" };
                return Err(self.scanner.expected(allowed));
            }
        }
        Ok(constraint)
    }

    fn colon(&mut self) -> Result<(), Misread> {
        if self.scanner.sign(':') { Ok(()) } else { Err(self.scanner.expected("a colon")) }
    }

    fn range(&mut self) -> Result<Interval, Misread> {
        self.colon()?;
        interval(&mut self.scanner)
    }

    fn kind(&mut self) -> Result<Kind, Misread> {
        self.scanner.skip_spaces();
        let at = self.scanner.at();
        let mut ahead = self.scanner.clone();
        let name = name(&mut ahead)?.ok_or_else(|| self.scanner.expected("the name of a kind"))?;
        self.scanner = ahead;
        self.problem.kind_named(&name).map_err(|_| {
            let names: Vec<String> = self.problem.setup().kinds.iter().map(|info| quoted(&info.name)).collect();
            Misread::new(at, format!("no kind is named {name:?}; there are {}", names.join(", ")))
        })
    }

    fn kinds(&mut self) -> Result<Kinds, Misread> {
        let mut kinds = Vec::new();
        loop {
            self.scanner.skip_spaces();
            let at = self.scanner.at();
            if self.scanner.word("pieces") {
                let pieces = self.problem.pieces();
                if pieces.is_empty() {
                    return Err(Misread::new(at, "no kind is a piece: all are blockers"));
                }
                kinds.extend(pieces);
            } else {
                kinds.push(self.kind()?);
            }
            if !self.scanner.sign(',') {
                return Ok(kinds.into());
            }
        }
    }

    /// Reads a list in brackets, its members with commas between them.
    fn list<T>(&mut self, mut member: impl FnMut(&mut Self) -> Result<T, Misread>) -> Result<Vec<T>, Misread> {
        self.enclosed(('[', ']'), &mut member)
    }

    fn enclosed<T>(
        &mut self,
        (open, close): (char, char),
        member: &mut dyn FnMut(&mut Self) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        if !self.scanner.sign(open) {
            return Err(self.scanner.expected(&format!("{open:?}")));
        }
        let mut members = Vec::new();
        if self.scanner.sign(close) {
            return Ok(members);
        }
        loop {
            members.push(member(self)?);
            if self.scanner.sign(close) {
                return Ok(members);
            }
            if !self.scanner.sign(',') {
                return Err(self.scanner.expected(&format!("a comma or {close:?}")));
            }
        }
    }

    fn square(&mut self) -> Result<Square, Misread> {
        self.scanner.skip_spaces();
        let at = self.scanner.at();
        let board = self.problem.board();
        let name = self.scanner.take_while(char::is_alphanumeric);
        if name.is_empty() {
            return Err(self.scanner.expected("the name of a square, such as a1,"));
        }
        let square = Square::from_algebraic(name, board.rows()).filter(|square| board.contains(*square));
        square.ok_or_else(|| {
            let corner =
                Square::new(0, board.columns().saturating_sub(1)).to_algebraic(board.rows()).unwrap_or_default();
            Misread::new(at, format!("{name:?} is no square of the board: they run from a1 to {corner}"))
        })
    }

    fn squares(&mut self) -> Result<SquareSet, Misread> {
        Ok(self.enclosed(('{', '}'), &mut Self::square)?.into_iter().collect())
    }

    fn area(&mut self) -> Result<Area, Misread> {
        type Named = (&'static str, fn() -> Area);
        self.scanner.skip_spaces();
        if self.scanner.peek() == Some('{') {
            return Ok(Area::Squares(self.squares()?));
        }
        let simple: [Named; 6] = [
            ("board", || Area::Everywhere),
            ("each region", || Area::EachRegion),
            ("rows", Area::rows),
            ("columns", Area::columns),
            ("diagonals", Area::diagonals),
            ("every line", || Area::EveryLine),
        ];
        if let Some((_, area)) = simple.iter().find(|(words, _)| self.scanner.words(words)) {
            return Ok(area());
        }
        if self.scanner.word("region") {
            self.scanner.skip_spaces();
            let at = self.scanner.at();
            let mut ahead = self.scanner.clone();
            let name = name(&mut ahead)?.ok_or_else(|| self.scanner.expected("the name of a region"))?;
            self.scanner = ahead;
            let region = self.problem.region_named(&name).map_err(|_| {
                let names: Vec<String> = self.problem.board().regions().map(|(name, _)| quoted(name)).collect();
                let there = if names.is_empty() {
                    "the board has none".to_owned()
                } else {
                    format!("there are {}", names.join(", "))
                };
                Misread::new(at, format!("no region is named {name:?}; {there}"))
            });
            return region.map(Area::Region);
        }
        if self.scanner.words("each of") {
            return self.list(Self::squares).map(Area::Each);
        }
        if self.scanner.word("lines") {
            return self.list(Self::direction).map(Area::Lines);
        }
        Err(self.scanner.expected(AREA))
    }

    /// Reads two numbers in parentheses.
    fn pair<N: TryFrom<i64>>(&mut self, what: &str) -> Result<(N, N), Misread> {
        self.scanner.skip_spaces();
        let at = self.scanner.at();
        let numbers = self.enclosed(('(', ')'), &mut |reader| {
            reader.scanner.number()?.ok_or_else(|| reader.scanner.expected("a number"))
        })?;
        let narrow = |number: i64| N::try_from(number).map_err(|_| Misread::new(at, format!("{number} is no {what}")));
        match numbers[..] {
            [rows, columns] => Ok((narrow(rows)?, narrow(columns)?)),
            _ => Err(Misread::new(at, format!("a {what} is two numbers, rows down and columns to the right"))),
        }
    }

    fn direction(&mut self) -> Result<Direction, Misread> {
        self.scanner.skip_spaces();
        if self.scanner.peek() == Some('(') {
            let at = self.scanner.at();
            let direction = self.pair("direction")?;
            let direction = Direction::new(direction.0, direction.1);
            return if direction.is_null() { Err(Misread::new(at, "(0,0) is no direction")) } else { Ok(direction) };
        }
        let found = DIRECTIONS.iter().find(|(_, name)| self.scanner.word(name));
        found.map(|(direction, _)| *direction).ok_or_else(|| {
            self.scanner.expected("a direction: 'row', 'column', 'diagonal', 'antidiagonal' or numbers as in '(1,2)'")
        })
    }

    fn term(&mut self) -> Result<(i64, Kind, Square), Misread> {
        let number = self.scanner.number()?.ok_or_else(|| self.scanner.expected("a term such as '3 queen a1'"))?;
        Ok((number, self.kind()?, self.square()?))
    }

    fn transform(&mut self) -> Result<Transform, Misread> {
        let Some((symmetry, _)) = SYMMETRIES.iter().find(|(_, name)| self.scanner.word(name)) else {
            let names: Vec<&str> = SYMMETRIES.iter().map(|(_, name)| *name).collect();
            return Err(self.scanner.expected(&format!("a symmetry ({})", names.join(", "))));
        };
        let mut transform = Transform::from(*symmetry);
        if self.scanner.word("shift") {
            let (rows, columns) = self.pair("shift")?;
            transform = transform.shifted(rows, columns);
        }
        while self.scanner.word("swap") {
            transform = transform.swapping(self.kind()?, self.kind()?);
        }
        Ok(transform)
    }
}
