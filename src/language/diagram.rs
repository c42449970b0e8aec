//! Text diagrams: one character per square, one line per row, spaces in between ignored.

use std::fmt;

use crate::language::{Fault, Square};

/// Writes one line per row, the characters of a row one space apart.
pub(crate) fn draw(
    f: &mut impl fmt::Write,
    rows: usize,
    columns: usize,
    character: impl Fn(Square) -> char,
) -> fmt::Result {
    for row in 0..rows {
        for column in 0..columns {
            if column > 0 {
                f.write_char(' ')?;
            }
            f.write_char(character(Square::new(row, column)))?;
        }
        f.write_char('\n')?;
    }
    Ok(())
}

/// A rectangle of characters read from text.
#[derive(Default)]
pub(crate) struct Grid {
    rows: Vec<(usize, Vec<char>)>,
}

/// One character of a diagram, with its line number for messages.
pub(crate) struct Cell {
    pub(crate) square: Square,
    pub(crate) character: char,
    line: usize,
}

impl Cell {
    pub(crate) fn unknown(&self, expected: &'static str) -> Fault {
        Fault::UnknownCharacter { character: self.character, line: self.line, expected }
    }
}

impl Grid {
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.rows.first().map_or(0, |(_, row)| row.len())
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, (line, characters))| {
            characters.iter().enumerate().map(move |(column, character)| Cell {
                square: Square::new(row, column),
                character: *character,
                line: *line,
            })
        })
    }
}

/// Reads the lines of a diagram; spaces and empty lines are ignored. Ragged lines are reported, each once.
pub(crate) fn read(text: &str, faults: &mut Vec<Fault>) -> Grid {
    read_lines(text.lines().enumerate().map(|(index, line)| (index + 1, line)), faults)
}

/// Reads numbered lines as a diagram.
pub(crate) fn read_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>, faults: &mut Vec<Fault>) -> Grid {
    let rows: Vec<(usize, Vec<char>)> = lines
        .map(|(line, text)| (line, text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>()))
        .filter(|(_, row)| !row.is_empty())
        .collect();
    let grid = Grid { rows };
    if grid.rows.is_empty() {
        faults.push(Fault::EmptyDiagram);
    }
    for (line, row) in &grid.rows {
        if row.len() != grid.columns() {
            faults.push(Fault::RaggedDiagram { line: *line, width: row.len(), expected: grid.columns() });
        }
    }
    grid
}
