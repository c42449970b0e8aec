//! How far a census is, to be written down and gone on with.

use std::hash::{Hash, Hasher};

use queenside::{Cause, Digest, Fault, Invalid};

use super::{Census, Histogram, WallRange};

/// How far a census of a range is: what is left of it, and the histogram of what is done.
///
/// It belongs to one board, piece, number of walls, range and version of the crate, and is refused for others. Written, it has a
/// checksum, so that one that was changed is refused, too.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside_walls::Census;
///
/// // A hundred of the 319 boards of 5×5 with three walls at a time.
/// let census = Census::new(&Board::square(5), &Piece::QUEEN, 3)?.using(&Options::new().solution_limit(100));
/// let mut checkpoint = census.begin(&census.sets().whole())?;
/// let mut slices = 0;
/// while !checkpoint.is_finished() {
///     census.advance(&mut checkpoint)?;
///     slices += 1;
/// }
/// assert_eq!((slices, checkpoint.histogram().to_string()), (4, "5 302 2188\n6 17 112\n".to_owned()));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Written", try_from = "Written"))]
pub struct Checkpoint {
    label: String,
    range: WallRange,
    rest: WallRange,
    histogram: Histogram,
    /// Not written: about the last time only.
    stuck: bool,
}

impl Checkpoint {
    /// Checks that it belongs to a range of a census.
    ///
    /// # Errors
    ///
    /// Reports one that was made for another board, piece, number of walls, range or version of the crate.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = |piece| Census::new(&Board::square(5), &piece, 3);
    /// let (queens, rooks) = (census(Piece::QUEEN)?, census(Piece::ROOK)?);
    /// let checkpoint = queens.begin(&queens.sets().whole())?;
    /// assert!(checkpoint.check(&queens, &queens.sets().whole()).is_ok());
    /// assert!(checkpoint.check(&rooks, &rooks.sets().whole()).is_err());
    /// assert!(checkpoint.check(&queens, &queens.sets().split(2)[0]).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn check(&self, census: &Census, range: &WallRange) -> Result<(), Invalid> {
        let own = |label: &str, range: &WallRange| format!("{label}, range {}", range.checksum());
        let (found, expected) = (own(&self.label, &self.range), own(&label(census), range));
        if found == expected { Ok(()) } else { Err(Fault::ForeignPart { found, expected }.into()) }
    }

    /// Returns the range that is surveyed.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let part = &census.sets().split(3)[1];
    /// assert_eq!(census.begin(part)?.range(), part);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn range(&self) -> &WallRange {
        &self.range
    }

    /// Returns the histogram of what is done.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.begin(&census.sets().whole())?.histogram().classes(), 0);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// Tells whether nothing is left.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let mut checkpoint = census.begin(&census.sets().whole())?;
    /// assert!(!checkpoint.is_finished());
    /// census.advance(&mut checkpoint)?;
    /// assert!(checkpoint.is_finished());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_finished(&self) -> bool {
        self.rest.is_empty()
    }

    /// Tells whether the limits of the last [`advance`](Census::advance) were over before a single board was solved. The same
    /// limits would end there again: what is left needs more nodes, or more time, for its next board.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::Census;
    ///
    /// // Limits that grow until they suffice.
    /// let census = Census::new(&Board::square(6), &Piece::QUEEN, 2)?;
    /// let mut checkpoint = census.begin(&census.sets().whole())?;
    /// let mut nodes = 1;
    /// while !checkpoint.is_finished() {
    ///     census.clone().using(&Options::new().node_limit(nodes)).advance(&mut checkpoint)?;
    ///     nodes *= if checkpoint.is_stuck() { 2 } else { 1 };
    /// }
    /// assert!(nodes > 1 && census.is_complete(checkpoint.histogram()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_stuck(&self) -> bool {
        self.stuck
    }

    #[cfg(feature = "serde")]
    fn checksum(&self) -> String {
        let mut digest = Digest::new();
        (&self.label, self.range.checksum(), self.rest.checksum()).hash(&mut digest);
        for (value, classes, boards) in self.histogram.iter() {
            (value, classes, boards).hash(&mut digest);
        }
        format!("{:016x}", digest.finish())
    }
}

impl Census {
    /// Begins to survey a range.
    ///
    /// # Errors
    ///
    /// Reports a range of other wall sets.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let other = Census::new(&Board::square(4), &Piece::QUEEN, 3)?;
    /// assert!(census.begin(&census.sets().whole()).is_ok());
    /// assert!(census.begin(&other.sets().whole()).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn begin(&self, range: &WallRange) -> Result<Checkpoint, Invalid> {
        self.sets().walk(range)?;
        let (range, rest) = (range.clone(), range.clone());
        Ok(Checkpoint { label: label(self), range, rest, histogram: Histogram::new(), stuck: false })
    }

    /// Surveys what is left, as far as the limits of the options allow; returns what stopped it. What is known of sets of fewer
    /// walls is found anew. Beginning takes no longer for a large census, so that each time some boards are done, unless the limits
    /// are too tight for [a single one](Checkpoint::is_stuck).
    ///
    /// # Errors
    ///
    /// Reports a checkpoint of another census.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let mut checkpoint = census.begin(&census.sets().whole())?;
    /// let ten = census.clone().using(&Options::new().solution_limit(10));
    /// assert_eq!(ten.advance(&mut checkpoint)?, Some(Cause::SolutionLimit));
    /// assert_eq!(checkpoint.histogram().classes(), 10);
    /// assert_eq!(census.advance(&mut checkpoint)?, None);
    /// assert_eq!(checkpoint.histogram(), census.tally()?.histogram());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn advance(&self, checkpoint: &mut Checkpoint) -> Result<Option<Cause>, Invalid> {
        checkpoint.check(self, &checkpoint.range)?;
        let survey = self.tally_of(&checkpoint.rest)?;
        checkpoint.histogram += survey.histogram();
        checkpoint.rest = survey.rest().clone();
        checkpoint.stuck = survey.stopped().is_some() && survey.histogram().classes() == 0;
        Ok(survey.stopped())
    }
}

/// What a checkpoint belongs to: version, board, piece and number of walls.
fn label(census: &Census) -> String {
    let mut digest = Digest::new();
    (census.board(), census.piece()).hash(&mut digest);
    let (board, walls) = (census.board(), census.sets().walls());
    let (version, digest) = (env!("CARGO_PKG_VERSION"), digest.finish());
    format!(
        "queenside-walls {version}, census of {walls} walls on {}×{} ({digest:016x})",
        board.rows(),
        board.columns()
    )
}

/// A checkpoint as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    label: String,
    range: WallRange,
    rest: WallRange,
    histogram: Histogram,
    checksum: String,
}

#[cfg(feature = "serde")]
impl From<Checkpoint> for Written {
    fn from(checkpoint: Checkpoint) -> Self {
        let checksum = checkpoint.checksum();
        let Checkpoint { label, range, rest, histogram, stuck: _ } = checkpoint;
        Self { label, range, rest, histogram, checksum }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Checkpoint {
    type Error = String;

    fn try_from(Written { label, range, rest, histogram, checksum }: Written) -> Result<Self, String> {
        let checkpoint = Self { label, range, rest, histogram, stuck: false };
        if checksum == checkpoint.checksum() {
            Ok(checkpoint)
        } else {
            Err(format!("the checkpoint was changed after it was written: its checksum is not {checksum:?}"))
        }
    }
}
