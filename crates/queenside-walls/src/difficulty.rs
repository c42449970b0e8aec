//! The difficulty of a puzzle for a person.

use std::fmt;

use super::puzzle::Puzzle;
use super::reasoning::{Consequences, Known, Reasoning};
use queenside::Square;

/// The difficulty of a [`Puzzle`] for a person who reasons and does not guess.
///
/// The person knows how many pieces are to be placed, and looks at the squares in groups that hold one piece at most: the
/// lines between walls in each direction in which the piece rides, runs of them for pieces of short reach, and blocks of
/// four squares for pieces that attack all their neighbours. Groups on which a piece may still stand *have room*. If there are
/// fewer of them than pieces to be placed, something is wrong; if there are just as many, each must hold one. So the person
///
/// 1. **fills** squares: where no group can be spared, the last square left of a group holds a piece;
/// 2. **rules out** squares: from which a piece would leave too few groups with room for the others;
/// 3. **tries** a square, when neither helps: supposes a piece there, continues with 1 and 2, and rules it out if that
///    ends in too little room;
/// 4. tries squares within tries, two deep, three deep and so on, when that does not help either.
///
/// Each round takes all steps of one sort at once, the easiest first, so the images of a puzzle are equally hard. The
/// [score](Self::score) adds up the costs of the rounds: 1 to fill, 2 to rule out; to try, 10 for each square tried
/// until one is ruled out, if those that can be are spread evenly; ten times as much for each depth.
///
/// Puzzles are [ranked](Self::rank) by depth, then by score.
///
/// # Examples
///
/// ```
/// use queenside::Piece;
/// use queenside_walls::Puzzle;
///
/// // R % R    With three rooks to place, both lines of the first row have room for one and no more,
/// // . R .    and the second row for one: four squares are filled or ruled out at once.
/// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
/// let difficulty = puzzle.difficulty();
/// assert_eq!((difficulty.depth(), difficulty.score(), difficulty.stars()), (Some(0), 1, 1));
/// let rounds = (difficulty.rounds_filling(), difficulty.rounds_ruling_out(), difficulty.rounds_trying());
/// assert_eq!(rounds, (1, 0, 0));
/// assert_eq!(difficulty.order(), [(0, 0).into(), (0, 2).into(), (1, 1).into()]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// How deep squares had to be tried; `ENDLESS` if patience ended.
    depth: u32,
    score: u64,
    filled: u32,
    ruled_out: u32,
    tried: u32,
    order: Vec<Square>,
}

impl Difficulty {
    /// The work that the person can do before giving up, in operations on 64-bit words: a tenth of a second or two.
    const PATIENCE: u64 = 1 << 27;
    /// The depth if patience ends, so that comparisons need no special case.
    const ENDLESS: u32 = u32::MAX;
    /// Puzzles of depth one whose score is below these have two, three stars.
    const LIMITS: [u64; 2] = [30, 60];

    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let mut reasoning = Reasoning::new(puzzle.board(), puzzle.piece(), Self::PATIENCE);
        let mut known = reasoning.start(puzzle.value());
        let mut difficulty = Self { depth: 0, score: 0, filled: 0, ruled_out: 0, tried: 0, order: Vec::new() };
        while known.needed > 0 {
            match reasoning.consequences(&known) {
                Some(Consequences { forced, .. }) if !forced.is_empty() => {
                    for place in forced.iter() {
                        reasoning.place(&mut known, place);
                        difficulty.order.extend(Square::from_index(place, puzzle.board().columns()));
                    }
                    difficulty.filled += 1;
                    difficulty.score += 1;
                }
                Some(Consequences { empty, .. }) if !empty.is_empty() => {
                    known.rule_out(&empty);
                    difficulty.ruled_out += 1;
                    difficulty.score += 2;
                }
                _ => {
                    if !difficulty.try_squares(&mut reasoning, &mut known) {
                        difficulty.depth = Self::ENDLESS;
                        break;
                    }
                }
            }
        }
        // Squares not found by reasoning come last.
        let rest = puzzle.solution().iter().filter(|square| !difficulty.order.contains(square));
        let rest: Vec<Square> = rest.collect();
        difficulty.order.extend(rest);
        difficulty
    }

    /// Runs a round of trying, as deep as necessary; `false` if patience ends.
    fn try_squares(&mut self, reasoning: &mut Reasoning, known: &mut Known) -> bool {
        let unknown = known.unknown.len() as u64;
        for depth in 1..=known.needed as u32 {
            let Some(refuted) = reasoning.refuted(known, depth as usize) else { return false };
            if !refuted.is_empty() {
                known.rule_out(&refuted);
                self.depth = self.depth.max(depth);
                self.tried += 1;
                let cost = unknown.div_ceil(refuted.len() as u64).saturating_mul(10u64.saturating_pow(depth));
                self.score = self.score.saturating_add(cost);
                return true;
            }
        }
        false
    }

    /// Returns how deep squares have to be tried: 0 if counting is enough, 1 if trying one square at a time is. `None`
    /// if the person gives up: after as much work as a computer does in some tenths of a second.
    ///
    /// For an example see [`Difficulty`].
    pub fn depth(&self) -> Option<u32> {
        (self.depth != Self::ENDLESS).then_some(self.depth)
    }

    /// Returns the score: the sum of the costs of the rounds.
    ///
    /// For an example see [`Difficulty`].
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Returns one to five stars: one if nothing has to be tried; two, three or four if single squares have to be, for
    /// scores below 30, below 60 and from there on; five if squares have to be tried within tries.
    ///
    /// For an example see [`Difficulty`].
    pub fn stars(&self) -> u8 {
        match self.depth {
            0 => 1,
            1 => 2 + Self::LIMITS.iter().filter(|limit| self.score >= **limit).count() as u8,
            _ => 5,
        }
    }

    /// Returns the number of rounds that filled squares.
    ///
    /// For an example see [`Difficulty`].
    pub fn rounds_filling(&self) -> u32 {
        self.filled
    }

    /// Returns the number of rounds that ruled squares out by counting.
    ///
    /// For an example see [`Difficulty`].
    pub fn rounds_ruling_out(&self) -> u32 {
        self.ruled_out
    }

    /// Returns the number of rounds that ruled squares out by trying them.
    ///
    /// For an example see [`Difficulty`].
    pub fn rounds_trying(&self) -> u32 {
        self.tried
    }

    /// Returns the squares of the solution in the order in which they are found; those not found come last.
    ///
    /// For an example see [`Difficulty`].
    pub fn order(&self) -> &[Square] {
        &self.order
    }

    /// Returns the sort key: depth, then score.
    ///
    /// ```
    /// use queenside::Piece;
    /// use queenside_walls::Puzzle;
    ///
    /// // . % . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . %    Counting is enough with the third wall here; if it stands
    /// // . . . . . . . .    two squares further to the left, squares have to be tried.
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . % . % . . . .
    /// // . . . . . . . .
    /// let rank = |third| {
    ///     let board = queenside::Board::square(8).with_walls([(0, 1), (2, 7), third]);
    ///     Puzzle::of(&board, &Piece::QUEEN).map(|puzzle| puzzle.expect("there is one way").difficulty().rank())
    /// };
    /// assert_eq!((rank((6, 3))?, rank((6, 1))?), ((0, 6), (1, 1233)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rank(&self) -> (u32, u64) {
        (self.depth, self.score)
    }
}

/// Stars, filled and empty.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stars = usize::from(self.stars());
        write!(f, "{}{}", "★".repeat(stars), "☆".repeat(5 - stars))
    }
}
