//! The judge at the door: every placement that leaves the crate passes here.
//!
//! For the commonest rules there is a quick way to say yes, from tables that the reference walker fills; whatever it cannot
//! say yes to is left to the reference meaning itself. It never says no.

use std::sync::Arc;

use crate::board::Terrain;
use crate::constraint::{Area, Rule, Sight};
use crate::kind::Kinds;
use crate::meaning::Judge;
use crate::problem::Problem;
use crate::sight::Position;
use crate::square::Square;

/// Judges placements, quickly where that is sure. What it takes is made when it pays.
pub(crate) struct Verifier {
    problem: Arc<Problem>,
    judge: Option<Judge>,
    /// Tables, if there can be any; made for the sake of many placements.
    quick: Option<Quick>,
    judged: u32,
}

/// Tables for boards of which every rule has a quick test.
struct Quick {
    columns: usize,
    /// Words that hold a set of squares.
    stride: usize,
    open: Vec<u64>,
    tests: Vec<Test>,
    /// For each kind, the squares it stands on; filled anew for each placement.
    stands: Vec<Vec<u64>>,
    /// Where those of several kinds stand.
    targets: Vec<u64>,
}

enum Test {
    /// Nobody of these kinds, as a mask, stands where one of those kinds would see him were they alone on the board.
    Apart { from: u64, to: Vec<usize>, reach: Vec<Vec<u64>> },
    /// So many of these kinds stand on these squares.
    Count { kinds: Vec<usize>, squares: Vec<u64>, least: i64, most: i64 },
}

impl Verifier {
    /// To make tables takes about as long as to judge so many placements without.
    const FEW: u32 = 4;

    pub(crate) fn new(problem: &Arc<Problem>) -> Self {
        Self { problem: Arc::clone(problem), judge: None, quick: None, judged: 0 }
    }

    /// Tells whether these men, sorted by square, satisfy every rule.
    pub(crate) fn accepts(&mut self, men: &[(Square, u16)]) -> bool {
        self.judged = self.judged.saturating_add(1);
        if self.judged == Self::FEW {
            self.quick = Quick::new(&self.problem);
        }
        if self.quick.as_mut().is_some_and(|quick| quick.surely_accepts(men)) {
            return true;
        }
        self.judge.get_or_insert_with(|| Judge::new(&self.problem)).accepts(men)
    }
}

impl Quick {
    /// The most squares of a board that has tables: they grow with its square.
    const MOST_SQUARES: usize = 1 << 10;

    fn new(problem: &Problem) -> Option<Self> {
        let board = problem.board();
        let squares = board.rows() * board.columns();
        if squares > Self::MOST_SQUARES {
            return None;
        }
        let stride = squares.div_ceil(64);
        let words = |set: &mut dyn Iterator<Item = Square>| {
            let mut words = vec![0u64; stride];
            for square in set {
                let index = square.index(board.columns());
                words[index / 64] |= 1 << (index % 64);
            }
            words
        };
        let numbers = |kinds: &Kinds| kinds.indices().collect::<Vec<usize>>();
        let position = Position::new(problem.scene());
        let mut tests = Vec::new();
        for constraint in problem.constraints() {
            match &constraint.rule {
                Rule::Attacks { from, to, range, .. } if range.contains(0) => {
                    let mut reach = vec![Vec::new(); problem.scene().kinds.len()];
                    for kind in from.indices() {
                        let piece = &problem.scene().kinds[kind].piece;
                        let seen = board.squares().into_iter().map(|square| {
                            if position.terrain_at(square) == Terrain::Open {
                                words(&mut position.covered(square, piece, Sight::Through).into_iter())
                            } else {
                                vec![0; stride]
                            }
                        });
                        reach[kind] = seen.flatten().collect();
                    }
                    let from = from.indices().fold(0, |mask, kind| mask | 1 << kind);
                    tests.push(Test::Apart { from, to: numbers(to), reach });
                }
                // Of lines of every slope there are too many to be written out as words.
                Rule::Count { kinds, area, range } if *area != Area::EveryLine => {
                    let (least, most) = range.ends();
                    for set in area.sets(problem) {
                        let squares = words(&mut set.into_iter());
                        tests.push(Test::Count { kinds: numbers(kinds), squares, least, most });
                    }
                }
                _ => return None,
            }
        }
        let open = words(&mut board.open().into_iter());
        let stands = vec![vec![0; stride]; problem.scene().kinds.len()];
        Some(Self { columns: board.columns(), stride, open, tests, stands, targets: vec![0; stride] })
    }

    fn surely_accepts(&mut self, men: &[(Square, u16)]) -> bool {
        for stands in &mut self.stands {
            stands.fill(0);
        }
        for (square, kind) in men {
            let index = square.index(self.columns);
            let (word, bit) = (index / 64, 1 << (index % 64));
            if self.open[word] & bit == 0 {
                return false;
            }
            self.stands[usize::from(*kind)][word] |= bit;
        }
        let (stands, targets, stride) = (&self.stands, &mut self.targets, self.stride);
        for test in &self.tests {
            match test {
                Test::Apart { from, to, reach } => {
                    gather(stands, to, targets);
                    for (square, kind) in men {
                        let kind = usize::from(*kind);
                        let start = square.index(self.columns) * stride;
                        if from >> kind & 1 == 1
                            && reach[kind][start..start + stride].iter().zip(&*targets).any(|(seen, on)| seen & on != 0)
                        {
                            return false;
                        }
                    }
                }
                Test::Count { kinds, squares, least, most } => {
                    gather(stands, kinds, targets);
                    let count: u32 = squares.iter().zip(&*targets).map(|(bits, on)| (bits & on).count_ones()).sum();
                    if !(*least..=*most).contains(&i64::from(count)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Where those of any of these kinds stand.
fn gather(stands: &[Vec<u64>], kinds: &[usize], together: &mut [u64]) {
    together.fill(0);
    for kind in kinds {
        together.iter_mut().zip(&stands[*kind]).for_each(|(word, more)| *word |= more);
    }
}
