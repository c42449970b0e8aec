//! Solved boards as files: written and read as a stream, with checksums.
//!
//! A file of compact records, all numbers but those of a record with their least significant byte first:
//!
//! | bytes | content |
//! | --- | --- |
//! | 26 | `queenside solved boards 1` and a line feed; the number is the version |
//! | 4 | length of the header |
//! | as many | the header, text: `walls: 5`, `piece:` with a move on each line, `board:` with the diagram |
//! | 8 | checksum |
//! | 2 | number of records in the block, 1 to 1024 |
//! | as many records | |
//! | 8 | checksum |
//! | … | more blocks |
//! | 2 | 0: the end |
//! | 8 | number of all records |
//! | 8 | checksum |
//!
//! A record is the walls, the pieces, and the value. Walls are one 64-bit integer whose most significant bit is the top left
//! square, then the others, rows first; a board of more than 64 squares takes as many integers as it needs, the first squares
//! in the first. Pieces likewise. The value is one byte, or two on boards of more than 255 squares. All numbers of a record
//! have their most significant byte first.
//!
//! Checksums are FNV-1a of 64 bits, each of everything before it except other checksums. For a given byte its step maps
//! different states to different states, and for a given state different bytes, so every change of a single byte is
//! detected; of other changes one in 2⁶⁴ is not.

mod error;
mod read;
mod write;

pub use error::RecordError;
pub use read::RecordReader;
pub use write::{Format, RecordWriter};

use queenside::Board;

/// The first bytes of a file; the version follows.
const MAGIC: &[u8] = b"queenside solved boards ";
const VERSION: &[u8] = b"1\n";

/// The longest header.
const MAX_HEADER: usize = 1 << 20;

/// Records in a block.
const BLOCK: usize = 1024;

/// The sizes of the parts of a record, in bytes.
#[derive(Clone, Copy, Debug)]
struct Layout {
    columns: usize,
    /// The sizes of a set of squares, and of a value.
    set: usize,
    value: usize,
}

impl Layout {
    fn of(board: &Board) -> Self {
        let squares = board.rows() * board.columns();
        Self { columns: board.columns(), set: 8 * squares.div_ceil(64), value: if squares > 255 { 2 } else { 1 } }
    }

    fn record(&self) -> usize {
        2 * self.set + self.value
    }
}
