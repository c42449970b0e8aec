//! Damaged files of records break no reader: they are refused, or what is read of them makes sense.
//!
//! `PROPTEST_CASES=1000000 cargo test --release -p queenside-walls --test walls damaged_files` tries more.

use std::io::{self, Read, Write};

use proptest::prelude::*;
use queenside::{Board, Piece};
use queenside_walls::{Census, Format, RecordError, RecordReader, RecordWriter};

/// The records of a small census.
fn file() -> Vec<u8> {
    let census = Census::new(&Board::new(3, 4), &Piece::QUEEN, 2).unwrap();
    let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact).unwrap();
    for board in &census {
        writer.write(&board.unwrap()).unwrap();
    }
    writer.finish().unwrap()
}

#[derive(Clone, Debug)]
enum Damage {
    /// Another byte in its place.
    Change(prop::sample::Index, u8),
    /// Bytes taken out.
    Cut(prop::sample::Index, usize),
    /// Bytes put in a second time, somewhere else.
    Copy(prop::sample::Index, prop::sample::Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<prop::sample::Index>;
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::Change(at, byte)),
        (place(), 0usize..40).prop_map(|(at, len)| Damage::Cut(at, len)),
        (place(), place(), 0usize..40).prop_map(|(from, to, len)| Damage::Copy(from, to, len)),
    ]
}

fn damaged(mut file: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        let len = file.len();
        let range = |at: &prop::sample::Index, wanted: usize| {
            let at = at.index(len + 1);
            at..len.min(at + wanted)
        };
        match damage {
            Damage::Change(at, byte) => file[range(at, 1)].fill(*byte),
            Damage::Cut(at, wanted) => drop(file.drain(range(at, *wanted))),
            Damage::Copy(from, to, wanted) => {
                let copy = file[range(from, *wanted)].to_vec();
                let to = to.index(len + 1);
                file.splice(to..to, copy);
            }
        }
    }
    file
}

proptest! {
    #[test]
    fn what_is_read_of_a_damaged_file_makes_sense(damages in prop::collection::vec(damage(), 0..4)) {
        let (sound, file) = (file(), damaged(file(), &damages));
        let read: Option<Vec<_>> = RecordReader::new(&file[..]).ok().and_then(|reader| reader.collect::<Result<_, _>>().ok());
        // Nothing is read to the end but what was written.
        prop_assert_eq!(read.is_some(), file == sound);
        let Ok(reader) = RecordReader::new(&file[..]) else { return Ok(()) };
        let walls = reader.census().sets().walls();
        for board in reader.take_while(Result::is_ok).flatten() {
            prop_assert_eq!((board.walls().len(), board.pieces().len()), (walls, board.value()));
        }
    }
}

/// Hands over one byte at a time, is interrupted each other time, and fails behind a number of bytes.
struct Slow<'a> {
    bytes: &'a [u8],
    left: usize,
    interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.left == 0 {
            return Err(io::Error::other("the disk is gone"));
        }
        let read = self.bytes.read(&mut buffer[..1])?;
        self.left -= read;
        Ok(read)
    }
}

#[test]
fn a_reader_that_gives_little_at_a_time_or_fails_gives_what_was_written_or_an_error() {
    let file = file();
    let all = |left| -> Result<Vec<_>, RecordError> {
        RecordReader::new(Slow { bytes: &file, left, interrupted: false })?.collect()
    };
    let boards = RecordReader::new(&file[..]).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(all(usize::MAX).unwrap(), boards);
    for left in 0..file.len() {
        assert!(matches!(all(left), Err(RecordError::Unreadable { .. })), "{left}");
    }
}

/// Takes a few bytes at a time, and none behind a number of them.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = bytes.len().min(self.0).min(3);
        self.0 -= written;
        if written == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(written) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_behind_any_byte_is_an_error() {
    let census = Census::new(&Board::new(3, 4), &Piece::QUEEN, 2).unwrap();
    for format in [Format::Compact, Format::Csv, Format::JsonLines] {
        let write = |room: usize| -> io::Result<()> {
            let mut writer = RecordWriter::new(Full(room), &census, format)?;
            for board in &census {
                writer.write(&board.unwrap())?;
            }
            writer.finish().map(drop)
        };
        let mut writer = RecordWriter::new(Vec::new(), &census, format).unwrap();
        for board in &census {
            writer.write(&board.unwrap()).unwrap();
        }
        let size = writer.finish().unwrap().len();
        for room in 0..size {
            assert!(write(room).is_err(), "{format:?} in {room} bytes");
        }
        assert!(write(size).is_ok());
    }
}
