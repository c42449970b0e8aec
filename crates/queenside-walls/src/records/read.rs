//! Reads solved boards and checks everything.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::hash::Hasher;
use std::io::Read;
use std::iter::FusedIterator;

use super::{BLOCK, Layout, MAGIC, MAX_HEADER, RecordError, VERSION};
use crate::{Census, SolvedBoard};
use queenside::{Board, Digest, Move, Packing, Piece, Placement, Square, SquareSet, classics};

/// Reads a file of compact records: an iterator of boards, each of which has been checked.
///
/// It checks of each record, without solving anything, that there are as many walls as the header says, on open
/// squares; that they are the canonical set of their class, and come after those before; that the pieces stand where
/// they may, by the reference meaning of the rules; and that their number is the value. Only [`proving`](Self::proving)
/// shows anew that no more fit. The first fault ends the file: it is the last item.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::{Census, Format, RecordError, RecordReader, RecordWriter};
///
/// let census = Census::new(&Board::new(4, 5), &Piece::ROOK, 2)?;
/// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact)?;
/// for board in &census {
///     writer.write(&board?)?;
/// }
/// let mut file = writer.finish()?;
///
/// let reader = RecordReader::new(&file[..])?.proving()?;
/// assert_eq!(reader.census().board(), &Board::new(4, 5));
/// assert_eq!(reader.flatten().count(), 56);
///
/// // A bit is turned over.
/// let middle = file.len() / 2;
/// file[middle] ^= 4;
/// let last = RecordReader::new(&file[..])?.last();
/// assert!(matches!(last, Some(Err(RecordError::Damaged { .. }))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RecordReader<R: Read> {
    input: R,
    /// Bytes read.
    at: u64,
    checksum: Digest,
    census: Census,
    layout: Layout,
    proving: Option<Packing>,
    ready: VecDeque<Vec<u8>>,
    records: u64,
    /// The walls of the previous record.
    before: Option<Vec<Square>>,
    over: bool,
}

impl<R: Read> RecordReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Reports what is wrong with the beginning of the file.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Census, Format, RecordReader, RecordWriter};
    ///
    /// // % . .    Three of nine boards with one wall, one of each class.
    /// // . . .
    /// // . . .
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact)?;
    /// for board in &census {
    ///     writer.write(&board?)?;
    /// }
    /// let file = writer.finish()?;
    /// assert_eq!(RecordReader::new(&file[..])?.count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(input: R) -> Result<Self, RecordError> {
        let mut source = Source { input, at: 0, checksum: Digest::new() };
        let mut magic = vec![0; MAGIC.len()];
        source.fill(&mut magic)?;
        if magic != MAGIC {
            return Err(RecordError::NotRecords);
        }
        let mut version = vec![0; VERSION.len()];
        source.fill(&mut version)?;
        if version != VERSION {
            return Err(RecordError::UnknownVersion { version: String::from_utf8_lossy(&version).into_owned() });
        }
        let length = u32::from_le_bytes(source.take()?) as usize;
        if length > MAX_HEADER {
            return Err(RecordError::Damaged { from: 0, to: source.at });
        }
        let mut header = vec![0; length];
        source.fill(&mut header)?;
        source.verify(0)?;
        let text = String::from_utf8(header).map_err(|error| RecordError::Header { reason: error.to_string() })?;
        let census = census(&text)?;
        let layout = Layout::of(census.board());
        let Source { input, at, checksum } = source;
        let (ready, before) = (VecDeque::new(), None);
        Ok(Self { input, at, checksum, census, layout, proving: None, ready, records: 0, before, over: false })
    }

    /// Solves each board again, which is slow, and reports a value that is not the most.
    ///
    /// # Errors
    ///
    /// Reports what a [`Packing`] declines.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Census, Format, RecordReader, RecordWriter};
    ///
    /// // % . .    Three of nine boards with one wall, one of each class.
    /// // . . .
    /// // . . .
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact)?;
    /// for board in &census {
    ///     writer.write(&board?)?;
    /// }
    /// let file = writer.finish()?;
    /// assert_eq!(RecordReader::new(&file[..])?.proving()?.flatten().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proving(mut self) -> Result<Self, RecordError> {
        self.proving = Some(Packing::new(self.census.board(), self.census.piece())?);
        Ok(self)
    }

    /// Returns the census of the records: board, piece and number of walls.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Census, Format, RecordReader, RecordWriter};
    ///
    /// // % . .    Three of nine boards with one wall, one of each class.
    /// // . . .
    /// // . . .
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact)?;
    /// for board in &census {
    ///     writer.write(&board?)?;
    /// }
    /// let file = writer.finish()?;
    /// assert_eq!(RecordReader::new(&file[..])?.census().sets().walls(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Reads the next block; returns whether there was one.
    fn read_block(&mut self) -> Result<bool, RecordError> {
        let from = self.at;
        let mut source = Source { input: &mut self.input, at: self.at, checksum: self.checksum };
        let number = usize::from(u16::from_le_bytes(source.take()?));
        if number > BLOCK {
            return Err(RecordError::Damaged { from, to: source.at });
        }
        if number == 0 {
            let all = u64::from_le_bytes(source.take()?);
            source.verify(from)?;
            if all != self.records {
                return Err(RecordError::Damaged { from, to: source.at });
            }
            let mut more = [0];
            return match source.read(&mut more)? {
                0 => Ok(false),
                _ => Err(RecordError::GoesOn { at: source.at - 1 }),
            };
        }
        for _ in 0..number {
            let mut record = vec![0; self.layout.record()];
            source.fill(&mut record)?;
            self.ready.push_back(record);
        }
        source.verify(from)?;
        (self.at, self.checksum) = (source.at, source.checksum);
        Ok(true)
    }

    /// Checks a record.
    fn board(&mut self, record: &[u8]) -> Result<SolvedBoard<'static>, String> {
        let (board, columns) = (self.census.board(), self.layout.columns);
        let squares = board.rows() * columns;
        let (walls, rest) = record.split_at(self.layout.set);
        let (pieces, value) = rest.split_at(self.layout.set);
        let read = |set: &[u8]| {
            let bits = (0..8 * set.len()).filter(|index| set[index / 8] & (0x80 >> (index % 8)) != 0);
            let read = bits.map(|index| if index < squares { Square::from_index(index, columns) } else { None });
            read.collect::<Option<Vec<Square>>>().ok_or("a square is not on the board")
        };
        let (walls, pieces) = (read(walls)?, read(pieces)?);
        let value = value.iter().fold(0, |value, byte| 256 * value + usize::from(*byte));
        if value != pieces.len() {
            return Err(format!("the value is {value}, but {} pieces are shown", pieces.len()));
        }
        let set: SquareSet = walls.iter().copied().collect();
        let class = self.census.sets().class_of(&set);
        let class = class.ok_or_else(|| format!("not {} walls on open squares", self.census.sets().walls()))?;
        if *class.walls() != set {
            return Err("another set of walls stands for their class".to_owned());
        }
        if self.before.as_ref().is_some_and(|before| *before >= walls) {
            return Err("the board should come earlier".to_owned());
        }
        let walled = board.clone().with_walls(walls.iter().copied());
        let problem = classics::non_attacking(walled, self.census.piece().clone());
        let placed = problem.kinds().flat_map(|kind| pieces.iter().map(move |square| (kind, *square)));
        let placement = Placement::new(&problem, placed).map_err(|error| error.to_string())?;
        let judgement = placement.judge(&problem).map_err(|error| error.to_string())?;
        if !judgement.is_solution() {
            return Err(format!("the pieces cannot stand there: {judgement}"));
        }
        if let Some(packing) = &mut self.proving {
            let max = packing.set_walls(walls.iter().copied()).map_err(|error| error.to_string())?.maximize();
            if max.value() != Some(value) {
                return Err(format!("the value is {value}, but {} pieces fit", max.best()));
            }
        }
        self.before = Some(walls.clone());
        Ok(SolvedBoard { walls: Cow::Owned(walls), pieces: Cow::Owned(pieces), size: class.size() })
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<SolvedBoard<'static>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        if self.ready.is_empty() {
            match self.read_block() {
                Ok(true) => {}
                Ok(false) => {
                    self.over = true;
                    return None;
                }
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
        let record = self.ready.pop_front()?;
        self.records += 1;
        let number = self.records;
        let board = self.board(&record).map_err(|reason| RecordError::Wrong { number, reason });
        self.over = board.is_err();
        Some(board)
    }
}

impl<R: Read> FusedIterator for RecordReader<R> {}

impl<R: Read> fmt::Debug for RecordReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordReader").field("census", &self.census).field("at", &self.at).finish_non_exhaustive()
    }
}

/// Bytes with their checksum.
struct Source<R> {
    input: R,
    at: u64,
    checksum: Digest,
}

impl<R: Read> Source<R> {
    /// Reads up to as many bytes as wanted; returns how many there were.
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize, RecordError> {
        let mut read = 0;
        while read < bytes.len() {
            match self.input.read(&mut bytes[read..]) {
                Ok(0) => break,
                Ok(more) => read += more.min(bytes.len() - read),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(RecordError::Unreadable { at: self.at + read as u64, error }),
            }
        }
        self.at += read as u64;
        Ok(read)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), RecordError> {
        if self.read(bytes)? < bytes.len() {
            return Err(RecordError::CutShort { at: self.at });
        }
        self.checksum.write(bytes);
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], RecordError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a checksum of everything before it; `from` is the first byte that no earlier checksum covers.
    fn verify(&mut self, from: u64) -> Result<(), RecordError> {
        let mut bytes = [0; 8];
        if self.read(&mut bytes)? < bytes.len() {
            return Err(RecordError::CutShort { at: self.at });
        }
        if u64::from_le_bytes(bytes) == self.checksum.finish() {
            return Ok(());
        }
        Err(RecordError::Damaged { from, to: self.at })
    }
}

/// Parses a header.
fn census(text: &str) -> Result<Census, RecordError> {
    let unclear = |reason: String| RecordError::Header { reason };
    let (top, board) = text.split_once("board:\n").ok_or_else(|| unclear("it has no board".to_owned()))?;
    let mut lines = top.lines();
    let first = lines.next().unwrap_or_default();
    let walls = first.strip_prefix("walls: ").and_then(|number| number.parse().ok());
    let walls: usize = walls.ok_or_else(|| unclear(format!("{first:?} is no number of walls")))?;
    if lines.next() != Some("piece:") {
        return Err(unclear("it has no piece".to_owned()));
    }
    let moves: Option<Vec<Move>> = lines.clone().map(movement).collect();
    let moves = moves.ok_or_else(|| {
        let line = lines.find(|line| movement(line).is_none()).unwrap_or_default();
        unclear(format!("{line:?} is no move"))
    })?;
    let board: Board = board.parse()?;
    Ok(Census::new(&board, &Piece::new(moves), walls)?)
}

/// Parses a move from a line of a header.
fn movement(line: &str) -> Option<Move> {
    let words: Vec<&str> = line.split(' ').collect();
    let step = |rows: &str, columns: &str| Some((rows.parse().ok()?, columns.parse().ok()?));
    match words[..] {
        ["leap", rows, columns] => step(rows, columns).map(|(rows, columns)| Move::leap(rows, columns)),
        ["ride", rows, columns] => step(rows, columns).map(|(rows, columns)| Move::ride(rows, columns)),
        ["ride", rows, columns, steps] => {
            let steps = steps.parse().ok()?;
            step(rows, columns).map(|(rows, columns)| Move::ride(rows, columns).within(steps))
        }
        _ => None,
    }
}
