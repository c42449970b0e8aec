//! Text diagrams: one character per square, one line per row, spaces in between ignored.

use std::fmt;

use crate::language::{Fault, Square, sort};

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

    /// Reports what differs from a board of this size: each line that is too long or too short, unless all are alike, and how many
    /// lines there are.
    fn check_size(&self, board_rows: usize, board_columns: usize, faults: &mut Vec<Fault>) {
        let widths: Vec<usize> = self.rows.iter().map(|(_, row)| row.len()).collect();
        let (rows, columns) = (widths.len(), usual_width(&widths));
        let is_ragged = widths.iter().any(|width| *width != columns);
        let is_wrong = |row: &&(usize, Vec<char>)| row.1.len() != board_columns;
        for (line, row) in self.rows.iter().filter(|_| is_ragged).filter(is_wrong) {
            faults.push(Fault::DiagramLine { line: *line, width: row.len(), expected: board_columns });
        }
        if rows == 0 {
            faults.push(Fault::EmptyDiagram);
        } else if rows != board_rows || !is_ragged && columns != board_columns {
            faults.push(Fault::DiagramSize { rows, columns, board_rows, board_columns });
        }
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

/// The width that most lines have; of several the greatest.
pub(crate) fn usual_width(widths: &[usize]) -> usize {
    let mut widths = widths.to_vec();
    sort(&mut widths);
    let runs = widths.chunk_by(|a, b| a == b);
    runs.max_by_key(|run| run.len()).map_or(0, |run| run[0])
}

/// Reads the lines of a diagram; spaces and empty lines are ignored. Ragged lines are reported, each once.
pub(crate) fn read(text: &str, faults: &mut Vec<Fault>) -> Grid {
    read_lines(text.lines().enumerate().map(|(index, line)| (index + 1, line)), faults)
}

/// Reads numbered lines as a diagram.
pub(crate) fn read_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>, faults: &mut Vec<Fault>) -> Grid {
    let grid = grid(lines);
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

/// Reads a diagram of a board with these numbers of rows and columns, against which its lines are measured.
pub(crate) fn read_on(text: &str, rows: usize, columns: usize, faults: &mut Vec<Fault>) -> Grid {
    read_lines_on(text.lines().enumerate().map(|(index, line)| (index + 1, line)), rows, columns, faults)
}

/// Reads numbered lines as a diagram of a board with these numbers of rows and columns.
pub(crate) fn read_lines_on<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    rows: usize,
    columns: usize,
    faults: &mut Vec<Fault>,
) -> Grid {
    let grid = grid(lines);
    grid.check_size(rows, columns, faults);
    grid
}

fn grid<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Grid {
    let rows = lines.map(|(line, text)| (line, text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>()));
    Grid { rows: rows.filter(|(_, row)| !row.is_empty()).collect() }
}
