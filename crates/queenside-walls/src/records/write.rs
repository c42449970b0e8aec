//! Writes solved boards.

use std::fmt::Write as _;
use std::hash::Hasher;
use std::io::{self, Write};

use super::{BLOCK, Layout, MAGIC, MAX_HEADER, VERSION};
use crate::{Census, SolvedBoard};
use queenside::{Board, Digest, Move, Reach, Square, Terrain};

/// The format of solved boards.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::{Census, Format, RecordWriter};
///
/// let census = Census::new(&Board::square(3), &Piece::QUEEN, 8)?;
/// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Csv)?;
/// for board in &census {
///     writer.write(&board?)?;
/// }
/// let text = String::from_utf8(writer.finish()?)?;
/// assert_eq!(text, "\
/// walls,pieces,value,size
/// ff00000000000000,0080000000000000,1,4
/// fe80000000000000,0100000000000000,1,4
/// f780000000000000,0800000000000000,1,1
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Compact records with checksums, which a [`RecordReader`](super::RecordReader) reads.
    Compact,
    /// Comma-separated values with a header: walls and pieces in hexadecimal digits, 16 for each 64 squares, as in
    /// compact records; the value; the size of the class.
    Csv,
    /// JSON Lines: first an object that describes the census, then one for each board. Walls and pieces are strings of
    /// hexadecimal digits, since many readers round large numbers.
    JsonLines,
}

/// Writes solved boards one after the other, in the order of the census.
///
/// It writes in small portions; give it a [`BufWriter`](std::io::BufWriter). A file of compact records that was not
/// [finished](Self::finish) reads as cut short.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::{Census, Format, RecordReader, RecordWriter};
///
/// let census = Census::new(&Board::square(6), &Piece::QUEEN, 2)?;
/// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact)?;
/// for board in &census {
///     writer.write(&board?)?;
/// }
/// let file = writer.finish()?;
/// let boards = RecordReader::new(&file[..])?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(census.sets().classes(), boards.len());
/// // 17 bytes a board, and some for header and checksums.
/// assert!(file.len() < 17 * boards.len() + 300);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordWriter<W: Write> {
    out: W,
    format: Format,
    layout: Layout,
    checksum: Digest,
    /// The records of the current block.
    block: Vec<u8>,
    in_block: usize,
    records: u64,
}

impl<W: Write> RecordWriter<W> {
    /// Begins a file of boards of a census.
    ///
    /// # Errors
    ///
    /// Returns errors of the output, and one if the header is too long because a piece has some ten thousand moves.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Census, Format, RecordWriter};
    ///
    /// // % . .    Nine boards with one wall are three classes.
    /// // . . .
    /// // . . .
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Csv)?;
    /// assert_eq!(writer.finish()?, b"walls,pieces,value,size\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(out: W, census: &Census, format: Format) -> io::Result<Self> {
        let layout = Layout::of(census.board());
        let (checksum, block) = (Digest::new(), Vec::new());
        let mut writer = Self { out, format, layout, checksum, block, in_block: 0, records: 0 };
        match format {
            Format::Compact => {
                let header = header(census);
                if header.len() > MAX_HEADER {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidInput,
                        "the piece has too many moves to be written",
                    ));
                }
                writer.put(&[MAGIC, VERSION, &(header.len() as u32).to_le_bytes(), header.as_bytes()].concat())?;
                writer.put_checksum()?;
            }
            Format::Csv => writer.out.write_all(b"walls,pieces,value,size\n")?,
            Format::JsonLines => {
                let moves: Vec<String> =
                    census.piece().moves().iter().map(|own| format!("\"{}\"", line(own))).collect();
                let diagram = plain(census.board()).to_string();
                let rows: Vec<String> = diagram.lines().map(|row| format!("\"{row}\"")).collect();
                let (walls, moves, rows) = (census.sets().walls(), moves.join(","), rows.join(","));
                writeln!(writer.out, "{{\"version\":1,\"walls\":{walls},\"piece\":[{moves}],\"board\":[{rows}]}}")?;
            }
        }
        Ok(writer)
    }

    /// Writes a board.
    ///
    /// # Errors
    ///
    /// Returns errors of the output, and one if a square is off the board.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Census, Format, RecordWriter};
    ///
    /// // % . .    Nine boards with one wall are three classes.
    /// // . . .
    /// // . . .
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Csv)?;
    /// for board in &census {
    ///     writer.write(&board?)?;
    /// }
    /// let text = String::from_utf8(writer.finish()?)?;
    /// assert_eq!(text.lines().count(), 1 + 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&mut self, board: &SolvedBoard<'_>) -> io::Result<()> {
        let start = self.block.len();
        for squares in [board.walls(), board.pieces()] {
            let set = self.block.len();
            self.block.resize(set + self.layout.set, 0);
            for square in squares {
                let index = place(*square, &self.layout)?;
                self.block[set + index / 8] |= 0x80 >> (index % 8);
            }
        }
        if self.format != Format::Compact {
            let digits = self.block.iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            });
            self.block.clear();
            let (walls, pieces) = digits.split_at(2 * self.layout.set);
            let (value, size) = (board.value(), board.size());
            return match self.format {
                Format::Csv => writeln!(self.out, "{walls},{pieces},{value},{size}"),
                _ => writeln!(
                    self.out,
                    "{{\"walls\":\"{walls}\",\"pieces\":\"{pieces}\",\"value\":{value},\"size\":{size}}}"
                ),
            };
        }
        let value = (board.value() as u16).to_be_bytes();
        self.block.extend_from_slice(&value[2 - self.layout.value..]);
        debug_assert_eq!(self.block.len() - start, self.layout.record());
        self.in_block += 1;
        self.records += 1;
        if self.in_block == BLOCK { self.put_block() } else { Ok(()) }
    }

    /// Writes the rest and the end, and returns the output.
    ///
    /// # Errors
    ///
    /// Returns errors of the output.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Census, Format, RecordWriter};
    ///
    /// // % . .    Nine boards with one wall are three classes.
    /// // . . .
    /// // . . .
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Csv)?;
    /// for board in &census {
    ///     writer.write(&board?)?;
    /// }
    /// let text = String::from_utf8(writer.finish()?)?;
    /// assert!(text.ends_with("\n"));
    /// assert_eq!(text.lines().count(), 1 + 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(mut self) -> io::Result<W> {
        if self.format == Format::Compact {
            if self.in_block > 0 {
                self.put_block()?;
            }
            self.put(&0u16.to_le_bytes())?;
            self.put(&self.records.to_le_bytes())?;
            self.put_checksum()?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn put_block(&mut self) -> io::Result<()> {
        self.put(&(self.in_block as u16).to_le_bytes())?;
        let block = std::mem::take(&mut self.block);
        self.put(&block)?;
        self.block = block;
        self.block.clear();
        self.in_block = 0;
        self.put_checksum()
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.write(bytes);
        self.out.write_all(bytes)
    }

    fn put_checksum(&mut self) -> io::Result<()> {
        self.out.write_all(&self.checksum.finish().to_le_bytes())
    }
}

/// Returns the index of a square in a set.
fn place(square: Square, layout: &Layout) -> io::Result<usize> {
    let index = square.row().saturating_mul(layout.columns).saturating_add(square.column());
    if square.column() < layout.columns && index / 8 < layout.set {
        return Ok(index);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{square} is not on the board of these records")))
}

/// Returns the header.
fn header(census: &Census) -> String {
    let mut text = format!("walls: {}\npiece:\n", census.sets().walls());
    for own in census.piece().moves() {
        let _ = writeln!(text, "{}", line(own));
    }
    let _ = write!(text, "board:\n{}", plain(census.board()));
    text
}

/// Returns a move as a line: its sort, its step, and its range if that is limited.
fn line(own: &Move) -> String {
    let (rows, columns) = (own.rows(), own.columns());
    match own.reach() {
        Reach::Leap => format!("leap {rows} {columns}"),
        Reach::Range(steps) => format!("ride {rows} {columns} {steps}"),
        Reach::Ride => format!("ride {rows} {columns}"),
    }
}

/// Returns the board without its regions, which do not matter here.
fn plain(board: &Board) -> Board {
    let plain = Board::new(board.rows(), board.columns()).with_wrap(board.wrap());
    plain
        .with_walls(board.walls())
        .with_terrain(Terrain::Forbidden, board.forbidden())
        .with_terrain(Terrain::Hole, board.holes())
}
