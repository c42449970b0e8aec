//! Solved boards as files: written and read as a stream, so that no damage goes unnoticed.
//!
//! A file of compact records, all numbers but those of a record with their least significant byte first:
//!
//! | bytes | what |
//! | --- | --- |
//! | 26 | `queenside solved boards 1` and a line feed; the number is the version |
//! | 4 | length of the header |
//! | as many | the header, text: `walls: 5`, `piece:` with a move on each line, `board:` with the diagram |
//! | 8 | checksum |
//! | 2 | number of records in the block, 1 to 1024 |
//! | as many records | |
//! | 8 | checksum |
//! | … | more blocks |
//! | 2 | 0: there are no more |
//! | 8 | number of all records |
//! | 8 | checksum |
//!
//! A record is the walls, the pieces, and the value. Walls are one 64-bit integer whose most significant bit is the top left
//! square, then the others, rows first; a board of more than 64 squares takes as many integers as it needs, the first squares
//! in the first. Pieces likewise. The value is one byte, or two on boards of more than 255 squares. All numbers of a record
//! have their most significant byte first.
//!
//! Checksums are FNV-1a of 64 bits, each of all that comes before it but other checksums. For a given byte its step maps
//! different states to different states, and for a given state different bytes, so no change of a single byte goes
//! unnoticed; of other changes one in 2⁶⁴ does.

mod error;
mod read;
mod write;

pub use error::RecordError;
pub use read::RecordReader;
pub use write::{Format, RecordWriter};

use crate::board::Board;

/// What a file begins with; the version follows.
const MAGIC: &[u8] = b"queenside solved boards ";
const VERSION: &[u8] = b"1\n";

/// The longest header.
const MOST_HEADER: usize = 1 << 20;

/// Records in a block.
const BLOCK: usize = 1024;

/// FNV-1a, 64 bits, begun anew or gone on with.
#[derive(Clone, Copy, Debug)]
struct Checksum(u64);

impl Checksum {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    }
}

/// How many bytes the parts of a record take.
#[derive(Clone, Copy, Debug)]
struct Layout {
    columns: usize,
    /// Bytes of a set of squares, and of a value.
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
