//! The errors of a file of records.

use std::io;

use queenside::Invalid;

/// An error in a file of records, and its place.
///
/// # Examples
///
/// ```
/// use queenside_walls::{RecordError, RecordReader};
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
        /// The number of bytes read.
        at: u64,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// It does not begin as a file of records does.
    #[error("this is no file of solved boards")]
    NotRecords,
    /// Its version is unknown.
    #[error("a file of solved boards of an unknown version: {version:?}")]
    UnknownVersion {
        /// The text in place of the version.
        version: String,
    },
    /// It ends too early.
    #[error("the file is cut short at byte {at}")]
    CutShort {
        /// Its length.
        at: u64,
    },
    /// A checksum or an impossible number shows that the file was changed.
    #[error("the file is damaged somewhere in the bytes from {from} to {to}")]
    Damaged {
        /// The first byte that the checksum covers.
        from: u64,
        /// The first byte after that.
        to: u64,
    },
    /// There are bytes after the end.
    #[error("the file goes on behind its end at byte {at}")]
    GoesOn {
        /// The first byte after the end.
        at: u64,
    },
    /// The header is impossible.
    #[error("the header is not understood: {reason}")]
    Header {
        /// The reason.
        reason: String,
    },
    /// Board and piece make no sense together.
    #[error(transparent)]
    Senseless(#[from] Invalid),
    /// A record says what is not so.
    #[error("record {number}: {reason}")]
    Wrong {
        /// The record, counted from 1.
        number: u64,
        /// The reason.
        reason: String,
    },
}
