//! How hard a puzzle is for a person.

use std::fmt;

use crate::{Reason, Step, Technique};

/// How hard a [`Puzzle`](crate::Puzzle) is for a person who reasons and does not guess.
///
/// Stars come from the hardest sort of step, the [score](Self::score) from all of them:
///
/// | stars | the hardest step | costs |
/// | --- | --- | --- |
/// | ★ | a unit that is full, or has just the places it needs | 0 or 1 |
/// | ★★ | no room for a piece; a rule that leaves nothing else; one or two units confined to as many lines | 3; 2 or 8 |
/// | ★★★ | three or four units confined; units cut into parts | 18 or 32; 6 |
/// | | a supposition that fails, in a puzzle whose score is below 150 | 20, and 2 more than its own for each step of it |
/// | ★★★★ | suppositions, in a puzzle whose score is below 1000 | |
/// | ★★★★★ | suppositions of a higher score, ones within others, or a search | ten times as much for each depth; 10000 |
///
/// Puzzles are compared by stars, then by score.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::{Puzzle, Technique};
///
/// let difficulty = Puzzle::of(&classics::completion(6, [(0, 1)]))?.difficulty();
/// assert!((1..=5).contains(&difficulty.stars()));
/// assert!(difficulty.score() > 0 && difficulty.count(difficulty.hardest()) > 0);
/// # Ok::<(), queenside_puzzles::Unfit>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty {
    stars: u8,
    score: u64,
    hardest: Technique,
    counts: [u32; Technique::ALL.len()],
}

impl Difficulty {
    pub(crate) fn of(steps: &[Step]) -> Self {
        let mut counts = [0; Technique::ALL.len()];
        let (mut score, mut hardest) = (0, Technique::Attacked);
        for step in steps {
            let technique = step.reason().technique();
            counts[technique as usize] += 1;
            hardest = hardest.max(technique);
            score += cost(step.reason());
        }
        let wide = steps.iter().any(|step| matches!(step.reason(), Reason::Confined { units, .. } if units.len() > 2));
        let deepest = steps.iter().map(|step| depth(step.reason())).max().unwrap_or(0);
        let stars = match hardest {
            Technique::Attacked | Technique::Full | Technique::LastPlaces => 1,
            Technique::Rule | Technique::NoRoom => 2,
            Technique::Confined if !wide => 2,
            Technique::Confined | Technique::Packed => 3,
            Technique::Contradiction if deepest < 2 && score < Self::SHORT => 3,
            Technique::Contradiction if deepest < 2 && score < Self::LONG => 4,
            Technique::Contradiction | Technique::Searched => 5,
        };
        Self { stars, score, hardest, counts }
    }

    /// Puzzles that need suppositions have four stars from this score on.
    const SHORT: u64 = 150;
    /// They have five stars from this score on.
    const LONG: u64 = 1000;

    /// Returns one to five stars.
    ///
    /// For an example see [`Difficulty`].
    pub fn stars(&self) -> u8 {
        self.stars
    }

    /// Returns a finer number: the sum of the costs of the steps.
    ///
    /// For an example see [`Difficulty`].
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Returns the hardest sort of reasoning among the steps.
    ///
    /// For an example see [`Difficulty`].
    pub fn hardest(&self) -> Technique {
        self.hardest
    }

    /// Returns how many steps are of this sort.
    ///
    /// For an example see [`Difficulty`].
    pub fn count(&self, technique: Technique) -> usize {
        self.counts[technique as usize] as usize
    }
}

/// Returns what a step costs.
fn cost(reason: &Reason) -> u64 {
    match reason {
        Reason::Attacked { .. } | Reason::Full { .. } => 0,
        Reason::LastPlaces { .. } => 1,
        Reason::Rule { .. } | Reason::NoRoom { .. } => 3,
        Reason::Confined { units, .. } => 2 * (units.len() as u64).pow(2),
        Reason::Packed { .. } => 6,
        Reason::Contradiction { steps, .. } => {
            let inner: u64 = steps.iter().map(|step| 2 + cost(step.reason())).sum();
            20u64.saturating_add(inner).saturating_mul(10u64.pow(depth(reason).min(9) - 1))
        }
        Reason::Searched => 10_000,
    }
}

/// Returns how deep suppositions are nested.
fn depth(reason: &Reason) -> u32 {
    match reason {
        Reason::Contradiction { steps, .. } => 1 + steps.iter().map(|step| depth(step.reason())).max().unwrap_or(0),
        _ => 0,
    }
}

/// Stars, filled and empty.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stars = usize::from(self.stars);
        write!(f, "{}{}", "★".repeat(stars), "☆".repeat(5 - stars))
    }
}
