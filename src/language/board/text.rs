//! Boards as text, both ways.

use std::fmt;
use std::str::FromStr;

use super::{Board, Terrain, Wrap};
use crate::language::{Fault, Invalid, OrderedMap, SquareSet, diagram};

impl Terrain {
    const ALL: [Self; 4] = [Self::Open, Self::Wall, Self::Forbidden, Self::Hole];

    /// Returns the character that draws such a square.
    pub(crate) fn character(self) -> char {
        match self {
            Self::Open => '.',
            Self::Wall => '%',
            Self::Forbidden => '-',
            Self::Hole => '~',
        }
    }

    pub(crate) fn from_character(character: char) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.character() == character)
    }
}

const WRAPS: [(Wrap, &str); 4] =
    [(Wrap::None, "none"), (Wrap::Columns, "columns"), (Wrap::Rows, "rows"), (Wrap::Both, "both")];

/// Prints the diagram, then `wrap: …` where edges meet, then the regions: one map if their names are single characters and
/// they do not overlap, else one map each.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size_fault().is_some() {
            return write!(f, "({}×{})", self.rows, self.columns);
        }
        let draw = |f: &mut fmt::Formatter<'_>, character: &dyn Fn(crate::Square) -> char| {
            diagram::draw(f, self.rows, self.columns, character)
        };
        draw(f, &|square| self.terrain(square).unwrap_or_default().character())?;
        if let Some((_, name)) = WRAPS.iter().find(|(wrap, _)| *wrap == self.wrap && *wrap != Wrap::None) {
            writeln!(f, "wrap: {name}")?;
        }
        if self.regions.is_empty() {
            return Ok(());
        }
        if let Some(map) = self.map_of_regions() {
            let names: Vec<&str> = self.regions.iter().map(|(name, _)| name.as_str()).collect();
            writeln!(f, "regions: {}", names.join(" "))?;
            return draw(f, &|square| map[square.index(self.columns)]);
        }
        for (name, squares) in &self.regions {
            writeln!(f, "region: {name}")?;
            draw(f, &|square| if squares.contains(square) { 'o' } else { '.' })?;
        }
        Ok(())
    }
}

impl Board {
    /// Returns the map of the regions, if [`with_region_map`](Self::with_region_map) would read them from it as they are.
    #[cfg(feature = "tasks")]
    pub(crate) fn region_map(&self) -> Option<String> {
        let map = self.map_of_regions()?;
        let mut text = String::new();
        diagram::draw(&mut text, self.rows, self.columns, |square| map[square.index(self.columns)]).ok()?;
        let read = read_region_map(&text, self.rows, self.columns).ok()?;
        (read == self.regions).then_some(text)
    }

    /// Returns the board without its regions.
    #[cfg(feature = "tasks")]
    pub(crate) fn without_regions(&self) -> Self {
        Self { regions: Vec::new(), ..self.clone() }
    }

    /// Returns the name of the region of each square, or `.`, if one map can show all regions.
    fn map_of_regions(&self) -> Option<Vec<char>> {
        if self.size_fault().is_some() {
            return None;
        }
        let mut map = vec!['.'; self.rows * self.columns];
        let mut off_board = SquareSet::new();
        for (name, squares) in &self.regions {
            let name: char = name.parse().ok()?;
            if matches!(name, '.' | ':') || name.is_whitespace() {
                return None;
            }
            for square in squares {
                let free = if self.contains(square) {
                    std::mem::replace(&mut map[square.index(self.columns)], name) == '.'
                } else {
                    off_board.insert(square)
                };
                if !free {
                    return None;
                }
            }
        }
        Some(map)
    }
}

/// Reads what [`Display`](fmt::Display) prints.
impl FromStr for Board {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut faults = Vec::new();
        let lines: Vec<(usize, &str)> =
            text.lines().map(str::trim).enumerate().map(|(index, line)| (index + 1, line)).collect();
        let mut parts = lines.chunk_by(|_, (_, next)| !next.contains(':'));

        let first = parts.next().unwrap_or_default();
        let grid = diagram::read_lines(first.iter().filter(|(_, line)| !line.contains(':')).copied(), &mut faults);
        let mut board = Self::new(grid.rows(), grid.columns());
        faults.extend(first.iter().filter(|(_, line)| line.contains(':')).map(|(line, text)| unknown(*line, text)));
        for cell in grid.cells() {
            match Terrain::from_character(cell.character) {
                Some(Terrain::Open) => {}
                Some(terrain) => board = board.with_terrain(terrain, [cell.square]),
                None => {
                    faults.push(cell.unknown("a board is drawn with '.', '%' (wall), '-' (forbidden) and '~' (hole)"));
                }
            }
        }
        let mut wrapped = false;
        for part in parts {
            let Some(((line, header), rows)) = part.split_first() else { continue };
            let (key, value) = header.split_once(':').unwrap_or((header, ""));
            let value = value.trim();
            let mut read_map = || diagram::read_lines_on(rows.iter().copied(), board.rows, board.columns, &mut faults);
            match key {
                "wrap" if rows.iter().all(|(_, row)| row.is_empty()) && !std::mem::replace(&mut wrapped, true) => {
                    match WRAPS.iter().find(|(_, name)| *name == value) {
                        Some((wrap, _)) => board.wrap = *wrap,
                        None => faults.push(unknown(*line, header)),
                    }
                }
                "region" => {
                    let map = read_map();
                    let mut squares = SquareSet::new();
                    for cell in map.cells() {
                        match cell.character {
                            'o' => {
                                squares.insert(cell.square);
                            }
                            '.' => {}
                            _ => faults.push(cell.unknown("a region is drawn with 'o' and '.'")),
                        }
                    }
                    board.regions.push((value.to_owned(), squares));
                }
                "regions" => {
                    let map = read_map();
                    let mut regions: Vec<(String, SquareSet)> =
                        value.split_whitespace().map(|name| (name.to_owned(), SquareSet::new())).collect();
                    let mut places = OrderedMap::new();
                    for (place, (name, _)) in regions.iter().enumerate().rev() {
                        places.insert(name.parse().unwrap_or('.'), place);
                    }
                    for cell in map.cells().filter(|cell| cell.character != '.') {
                        match places.get(&cell.character) {
                            Some(place) => {
                                regions[*place].1.insert(cell.square);
                            }
                            None => faults.push(cell.unknown("a map is drawn with '.' and the regions named above it")),
                        }
                    }
                    board.regions.extend(regions);
                }
                _ => faults.push(unknown(*line, header)),
            }
        }
        Invalid::unless_empty(faults).map(|()| board)
    }
}

fn unknown(line: usize, text: &str) -> Fault {
    Fault::UnknownLine {
        line,
        text: text.to_owned(),
        expected: "'wrap: none', 'wrap: columns', 'wrap: rows', 'wrap: both', 'region: NAME' or 'regions: A B C'",
    }
}

/// Reads a diagram of a board's size into one region per character other than `.`.
pub(super) fn read_region_map(text: &str, rows: usize, columns: usize) -> Result<Vec<(String, SquareSet)>, Invalid> {
    let mut faults = Vec::new();
    let grid = diagram::read_on(text, rows, columns, &mut faults);
    Invalid::unless_empty(faults)?;
    let mut regions: Vec<(String, SquareSet)> = Vec::new();
    let mut places = OrderedMap::new();
    for cell in grid.cells().filter(|cell| cell.character != '.') {
        let place = *places.get(&cell.character).unwrap_or(&regions.len());
        if place == regions.len() {
            places.insert(cell.character, place);
            regions.push((cell.character.to_string(), SquareSet::new()));
        }
        regions[place].1.insert(cell.square);
    }
    Ok(regions)
}
