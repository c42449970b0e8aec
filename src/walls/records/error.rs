//! What may be wrong with a file of records.

use std::io;

use crate::error::Error;

/// What is wrong with a file of records, and where.
///
/// # Examples
///
/// ```
/// use queenside::walls::{RecordError, RecordReader};
///
/// let error = RecordReader::new(&b"queenside solved boards 1\n"[..]).unwrap_err();
/// assert!(matches!(error, RecordError::CutShort { at: 26 }));
/// assert_eq!(error.to_string(), "the file is cut short at byte 26");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It cannot be read.
    #[error("it cannot be read at byte {at}: {error}")]
    Unreadable {
        /// How many bytes were read.
        at: u64,
        /// Why not.
        #[source]
        error: io::Error,
    },
    /// It does not begin as a file of records does.
    #[error("this is no file of solved boards")]
    NotRecords,
    /// It is of a version that this one does not know.
    #[error("a file of solved boards of an unknown version: {version:?}")]
    UnknownVersion {
        /// What stands in place of the version.
        version: String,
    },
    /// It ends before it says so.
    #[error("the file is cut short at byte {at}")]
    CutShort {
        /// Its length.
        at: u64,
    },
    /// A checksum, or a number that cannot be, says that something was changed.
    #[error("the file is damaged somewhere in the bytes from {from} to {to}")]
    Damaged {
        /// The first byte of what the checksum is for.
        from: u64,
        /// The first byte behind it.
        to: u64,
    },
    /// There is something behind the end.
    #[error("the file goes on behind its end at byte {at}")]
    GoesOn {
        /// The first byte behind the end.
        at: u64,
    },
    /// The header says what cannot be.
    #[error("the header is not understood: {reason}")]
    Header {
        /// What.
        reason: String,
    },
    /// Board and piece make no sense together.
    #[error(transparent)]
    Senseless(#[from] Error),
    /// A record says what is not so.
    #[error("record {number}: {reason}")]
    Wrong {
        /// Which record, counted from 1.
        number: u64,
        /// What is not so.
        reason: String,
    },
}
