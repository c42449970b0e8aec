//! The data of the page's program: kinds and rules, which puzzles share, and the puzzles.

use std::fmt::Write as _;

use queenside::{
    Area, Board, Constraint, Demand, Direction, Interval, Kind, Kinds, Problem, Reach, Rule, Sight, Square, SquareSet,
    Terrain, Wrap,
};

use super::names::name;
use super::pack::{Pack, SIGNS, sign};
use super::words::Words;
use crate::{Puzzle, Reason, Step, Unit, UnitName};

/// Returns a string of JSON that closes no element of HTML.
pub(super) fn json(text: &str) -> String {
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

fn array<T>(items: impl IntoIterator<Item = T>, one: impl Fn(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(one).collect::<Vec<_>>().join(","))
}

/// Returns all data of a book.
pub(super) fn data(puzzles: &[Puzzle], words: &Words, own: &[(String, String, String)], plates: usize) -> String {
    let (mut kinds, mut rules): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let place = |list: &mut Vec<String>, text: String| {
        list.iter().position(|known| *known == text).unwrap_or_else(|| {
            list.push(text);
            list.len() - 1
        })
    };
    let rows: Vec<String> = puzzles
        .iter()
        .map(|puzzle| {
            let setting = Setting::new(puzzle);
            let kinds = place(&mut kinds, setting.kinds(words, own));
            let rules = place(&mut rules, setting.rules());
            setting.puzzle(puzzle, kinds, rules)
        })
        .collect();
    let words = words.table().iter().map(|(key, text)| format!("{}:{}", json(key), json(text))).collect::<Vec<_>>();
    format!(
        "{{\"signs\":{},\"plates\":{plates},\"words\":{{{}}},\n\"kinds\":[{}],\n\"rules\":[{}],\n\"puzzles\":[\n{}\n]}}",
        json(SIGNS),
        words.join(","),
        kinds.join(",\n"),
        rules.join(",\n"),
        rows.join(",\n")
    )
}

/// A puzzle's problem, with its kinds and regions by number.
struct Setting<'a> {
    problem: &'a Problem,
    board: &'a Board,
    kinds: Vec<Kind>,
    givens: &'a [(Kind, Square)],
}

impl<'a> Setting<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let problem = puzzle.problem();
        Self { problem, board: problem.board(), kinds: problem.kinds().collect(), givens: puzzle.givens() }
    }

    fn kind(&self, kind: Kind) -> usize {
        self.kinds.iter().position(|other| *other == kind).unwrap_or(0)
    }

    fn index(&self, square: Square) -> usize {
        square.index(self.board.columns())
    }

    fn of(&self, kinds: &Kinds) -> String {
        array(kinds.iter(), |kind| self.kind(kind).to_string())
    }

    fn squares(&self, squares: &SquareSet) -> String {
        array(squares.iter(), |square| self.index(square).to_string())
    }

    /// The kinds with their moves.
    fn kinds(&self, words: &Words, own: &[(String, String, String)]) -> String {
        array(&self.kinds, |kind| {
            let name = name(self.problem, *kind, words, own);
            let moves = self.problem.piece(*kind).map(queenside::Piece::moves).unwrap_or_default();
            let moves = array(moves, |own| {
                let reach = match own.reach() {
                    Reach::Leap => 0,
                    Reach::Range(steps) => u64::from(steps),
                    Reach::Ride => 1 << 20,
                };
                format!("[{},{},{reach}]", own.rows(), own.columns())
            });
            let is_blocker = self.problem.piece(*kind).is_ok_and(queenside::Piece::is_blocker);
            format!(
                "{{\"one\":{},\"many\":{},\"glyph\":{},\"look\":{},\"blocker\":{is_blocker},\"moves\":{moves}}}",
                json(&name.one),
                json(&name.many),
                json(name.glyph),
                json(name.look)
            )
        })
    }

    /// The rules but for the givens.
    fn rules(&self) -> String {
        let rules = self.problem.constraints().iter().filter(|rule| !is_given(rule));
        array(rules, |rule| self.rule(rule))
    }

    fn rule(&self, rule: &Constraint) -> String {
        match rule.rule() {
            Rule::Attacks { from, to, range, sight } => format!(
                "{{\"sort\":\"attacks\",\"from\":{},\"to\":{},\"range\":{},\"through\":{}}}",
                self.of(from),
                self.of(to),
                interval(*range),
                *sight != Sight::First
            ),
            Rule::Covered { area, by, range, sight, demand } => format!(
                "{{\"sort\":\"covered\",\"areas\":{},\"where\":{},\"by\":{},\"range\":{},\"through\":{},\"vacant\":{}}}",
                if *area == Area::Everywhere { self.area(area) } else { self.lists(area) },
                if *area == Area::Everywhere { "\"b\"" } else { "\"\"" },
                self.of(by),
                interval(*range),
                *sight != Sight::First,
                *demand == Demand::WhereVacant
            ),
            Rule::Count { kinds, area, range } => {
                let area = self.area(area);
                format!(
                    "{{\"sort\":\"count\",\"kinds\":{},\"areas\":{area},\"where\":{},\"range\":{}}}",
                    self.of(kinds),
                    if area.starts_with('"') { area.as_str() } else { "\"\"" },
                    interval(*range)
                )
            }
            Rule::Balance { plus, minus, range } => format!(
                "{{\"sort\":\"balance\",\"plus\":{},\"minus\":{},\"range\":{}}}",
                self.of(plus),
                self.of(minus),
                interval(*range)
            ),
            _ => {
                let text = rule.to_text(self.problem).unwrap_or_default();
                format!("{{\"sort\":\"other\",\"text\":{}}}", json(&text))
            }
        }
    }

    /// An area by a letter, so that puzzles share it, or its lists of squares.
    fn area(&self, area: &Area) -> String {
        match area {
            Area::Everywhere => "\"b\"".to_owned(),
            Area::Lines(directions) if directions[..] == [Direction::ROW] => "\"r\"".to_owned(),
            Area::Lines(directions) if directions[..] == [Direction::COLUMN] => "\"c\"".to_owned(),
            Area::EachRegion if self.is_divided() => "\"g\"".to_owned(),
            _ => self.lists(area),
        }
    }

    fn lists(&self, area: &Area) -> String {
        let lines = |directions: &[Direction]| -> Vec<SquareSet> {
            let lines = directions.iter().flat_map(|direction| self.board.lines(*direction));
            lines.map(|line| line.into_iter().collect()).collect()
        };
        let sets: Vec<SquareSet> = match area {
            Area::EachRegion => self.board.regions().map(|(_, squares)| squares.clone()).collect(),
            Area::Squares(squares) => vec![squares.clone()],
            Area::Region(region) => {
                let own = |name: &&str| self.problem.region_named(name).is_ok_and(|own| own == *region);
                let name = self.board.regions().map(|(name, _)| name).find(own);
                name.and_then(|name| self.board.region(name)).into_iter().cloned().collect()
            }
            Area::Lines(directions) => lines(directions),
            Area::EveryLine => self.board.every_line().into_iter().map(|line| line.into_iter().collect()).collect(),
            Area::Each(sets) => sets.clone(),
            // The board is told by a letter.
            _ => Vec::new(),
        };
        array(&sets, |squares| self.squares(squares))
    }

    /// Whether there are regions, not too many, and no square belongs to two of them.
    fn is_divided(&self) -> bool {
        let mut seen = SquareSet::new();
        let count = self.board.regions().count();
        (1..SIGNS.len()).contains(&count)
            && self.board.regions().all(|(_, squares)| squares.iter().all(|square| seen.insert(square)))
    }

    fn puzzle(&self, puzzle: &Puzzle, kinds: usize, rules: usize) -> String {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let all: Vec<Square> = (0..rows * columns).map(|at| Square::new(at / columns, at % columns)).collect();
        let terrain = |square: &Square| match self.board.terrain(*square) {
            Some(Terrain::Wall) => '%',
            Some(Terrain::Forbidden) => '-',
            Some(Terrain::Hole) | None => '~',
            Some(Terrain::Open) => '.',
        };
        let squares: String = all.iter().map(terrain).collect();
        let wrap = match self.board.wrap() {
            Wrap::None => 0,
            Wrap::Rows => 1,
            Wrap::Columns => 2,
            Wrap::Both => 3,
        };
        let mut text =
            format!("\"rows\":{rows},\"columns\":{columns},\"kinds\":{kinds},\"rules\":{rules},\"wrap\":{wrap}");
        // Writing to a string does not fail.
        if squares.contains(['%', '-', '~']) {
            let _ = write!(text, ",\"squares\":{}", json(&squares));
        }
        if self.is_divided() {
            let region = |square: &Square| {
                let own = self.board.regions().position(|(_, squares)| squares.contains(*square));
                sign(own.map_or(0, |own| own + 1))
            };
            let (map, names) = (all.iter().map(region).collect::<String>(), self.board.regions().map(|(name, _)| name));
            let _ = write!(text, ",\"regions\":{},\"names\":{}", json(&map), array(names, json));
        }
        if !self.givens.is_empty() {
            let givens = array(self.givens, |(kind, square)| format!("[{},{}]", self.kind(*kind), self.index(*square)));
            let _ = write!(text, ",\"givens\":{givens}");
        }
        let difficulty = puzzle.difficulty();
        // The key is that of the problem alone, so that another book with the puzzle shows what was placed.
        let told = self.kinds(&Words::english(), &[]) + &self.rules() + &text;
        let hash = told
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let key = format!("{hash:016x}");
        let secret = self.secret(puzzle).disguised(&key);
        format!("{{\"key\":\"{key}\",{text},\"stars\":{},\"secret\":{}}}", difficulty.stars(), json(&secret))
    }

    /// The solution and the steps. What a piece on the board or a full unit excludes at once the page shows by itself.
    fn secret(&self, puzzle: &Puzzle) -> Pack {
        let mut pack = Pack::default();
        let solution: Vec<(Kind, Square)> = puzzle.solution().iter().map(|(square, kind)| (kind, square)).collect();
        pack.list(&solution, |pack, place| self.place(pack, *place));
        let told: Vec<&Step> = puzzle.steps().iter().filter(|step| !self.is_plain(step)).collect();
        pack.list(&told, |pack, step| self.step(pack, step));
        pack
    }

    fn is_plain(&self, step: &Step) -> bool {
        let is_plain = matches!(step.reason(), Reason::Attacked { .. } | Reason::Full { .. });
        let is_given = step.excluded().is_empty() && step.placed().iter().all(|place| self.givens.contains(place));
        is_given || (is_plain && step.placed().is_empty())
    }

    /// A kind and a square; the kind is told only where there are several.
    fn place(&self, pack: &mut Pack, (kind, square): (Kind, Square)) {
        if self.kinds.len() > 1 {
            pack.number(self.kind(kind));
        }
        pack.number(self.index(square));
    }

    fn step(&self, pack: &mut Pack, step: &Step) {
        pack.list(step.placed(), |pack, place| self.place(pack, *place));
        pack.list(step.excluded(), |pack, place| self.place(pack, *place));
        // Squares that the page finds by itself, as those of a row, are not listed.
        let because = step.because();
        if self.seen(step.reason()) == because {
            pack.number(0);
        } else {
            pack.number(because.len() + 1);
            because.iter().for_each(|square| pack.number(self.index(square)));
        }
        match step.reason() {
            Reason::Attacked { by } => {
                pack.number(0);
                self.place(pack, *by);
            }
            Reason::Full { unit } => self.with_unit(pack, 1, unit),
            Reason::LastPlaces { unit } => self.with_unit(pack, 2, unit),
            Reason::NoRoom { unit } => self.with_unit(pack, 3, unit),
            Reason::Confined { units, lines } => {
                pack.number(4);
                pack.list(units, |pack, unit| self.unit(pack, unit));
                pack.list(lines, |pack, unit| self.unit(pack, unit));
            }
            Reason::Packed { unit, parts } => {
                self.with_unit(pack, 5, unit);
                pack.number(parts.len());
            }
            Reason::Rule { rule } => {
                let before = self.problem.constraints().iter().take(*rule);
                pack.number(6);
                pack.number(before.filter(|rule| !is_given(rule)).count());
            }
            Reason::Contradiction { supposed, steps, broken } => {
                pack.number(7);
                pack.number(usize::from(supposed.is_piece()));
                self.place(pack, supposed.place());
                let placed: Vec<(Kind, Square)> = steps.iter().flat_map(|step| step.placed().iter().copied()).collect();
                pack.list(&placed, |pack, place| self.place(pack, *place));
                self.unit(pack, broken);
            }
            Reason::Searched => pack.number(8),
        }
    }

    /// The squares that the page takes a reason to be about, from the names of its units.
    fn seen(&self, reason: &Reason) -> SquareSet {
        let mut seen = SquareSet::new();
        let units: Vec<&Unit> = match reason {
            Reason::Full { unit }
            | Reason::LastPlaces { unit }
            | Reason::NoRoom { unit }
            | Reason::Packed { unit, .. } => vec![unit],
            Reason::Confined { units, lines } => units.iter().chain(lines).collect(),
            Reason::Contradiction { supposed, broken, .. } => {
                seen.insert(supposed.place().1);
                vec![broken]
            }
            Reason::Attacked { by: (_, square) } => {
                seen.insert(*square);
                Vec::new()
            }
            Reason::Rule { .. } | Reason::Searched => Vec::new(),
        };
        let open = self.board.open();
        for unit in units {
            seen.extend(open.iter().filter(|square| match unit.name() {
                UnitName::Board => true,
                UnitName::Row(row) => square.row() == *row,
                UnitName::Column(column) => square.column() == *column,
                UnitName::Region(name) if self.is_divided() => {
                    self.board.region(name).is_some_and(|own| own.contains(*square))
                }
                UnitName::Square(own) => square == own,
                _ => false,
            }));
        }
        seen
    }

    fn with_unit(&self, pack: &mut Pack, sort: usize, unit: &Unit) {
        pack.number(sort);
        self.unit(pack, unit);
    }

    fn unit(&self, pack: &mut Pack, unit: &Unit) {
        let region = |name: &str| self.board.regions().position(|(own, _)| own == name).unwrap_or(0);
        let (sort, own) = match unit.name() {
            UnitName::Board => (0, 0),
            UnitName::Row(row) => (1, *row),
            UnitName::Column(column) => (2, *column),
            UnitName::Line(_) => (3, 0),
            UnitName::Region(name) => (4, region(name)),
            UnitName::Square(square) => (5, self.index(*square)),
            UnitName::Cover(square) => (6, self.index(*square)),
            UnitName::Sight(square) => (7, self.index(*square)),
            UnitName::Apart => (8, 0),
            UnitName::Squares => (9, 0),
        };
        pack.number(sort);
        pack.number(own);
    }
}

/// Whether a rule does nothing but to fix the pieces that stand from the start.
fn is_given(rule: &Constraint) -> bool {
    let Rule::Count { kinds, area: Area::Squares(squares), range } = rule.rule() else { return false };
    kinds.iter().count() == 1 && range.lower().is_some_and(|min| min >= squares.len() as i64)
}

fn interval(range: Interval) -> String {
    let end = |end: Option<i64>| end.map_or("null".to_owned(), |end| end.to_string());
    format!("[{},{}]", end(range.lower()), end(range.upper()))
}
