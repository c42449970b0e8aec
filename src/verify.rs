//! The judge at the door: every placement that leaves the crate passes here.
//!
//! For the commonest rules there is a quick way to say yes, from tables that the reference walker fills; whatever it cannot
//! say yes to is left to the reference meaning itself. It never says no.

use std::sync::Arc;

use crate::board::Terrain;
use crate::constraint::{Area, Rule, Sight};
use crate::interval::Interval;
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
    quick: Option<Box<dyn Quick>>,
    judged: u32,
}

impl Verifier {
    /// To make tables takes about as long as to judge so many placements without.
    const FEW: u32 = 4;

    /// The most squares of a board that has tables: they grow with its square.
    const MOST_SQUARES: usize = 1 << 10;

    pub(crate) fn new(problem: &Arc<Problem>) -> Self {
        Self { problem: Arc::clone(problem), judge: None, quick: None, judged: 0 }
    }

    /// Tells whether these men, sorted by square, satisfy every rule.
    pub(crate) fn accepts(&mut self, men: &[(Square, u16)]) -> bool {
        self.accepts_after(0, men)
    }

    /// Likewise, where so many of the first were the first last time, too.
    pub(crate) fn accepts_after(&mut self, same: usize, men: &[(Square, u16)]) -> bool {
        self.judged = self.judged.saturating_add(1);
        if let Some(quick) = &mut self.quick {
            if quick.surely_accepts(same, men) {
                return true;
            }
        } else if self.judged == Self::FEW {
            self.quick = quick(&self.problem);
            if self.quick.as_mut().is_some_and(|quick| quick.surely_accepts(0, men)) {
                return true;
            }
        }
        self.judge.get_or_insert_with(|| Judge::new(&self.problem)).accepts(men)
    }
}

/// Tables of the width that the board needs, if every rule has a quick test.
fn quick(problem: &Problem) -> Option<Box<dyn Quick>> {
    fn boxed<const N: usize>(problem: &Problem) -> Option<Box<dyn Quick>> {
        Some(Box::new(Tables::<N>::new(problem)?))
    }
    match problem.board().rows() * problem.board().columns() {
        0..=64 => boxed::<1>(problem),
        65..=128 => boxed::<2>(problem),
        129..=256 => boxed::<4>(problem),
        257..=Verifier::MOST_SQUARES => boxed::<16>(problem),
        _ => None,
    }
}

/// A quick way to say yes.
trait Quick: Send {
    /// So many of the first men were the first last time, too.
    fn surely_accepts(&mut self, same: usize, men: &[(Square, u16)]) -> bool;
}

/// A set of squares by their indices.
type Bits<const N: usize> = [u64; N];

/// What men come to is a union of sets, one for each man by his kind and square. Of one placement after the other mostly
/// only the last men are others, so the unions are kept for the first men, from none to all.
struct Tables<const N: usize> {
    columns: usize,
    squares: usize,
    open: Bits<N>,
    /// How many unions there are; the first is that of the squares on which anybody stands.
    unions: usize,
    /// The sets of all unions, by kind and square.
    of_place: Vec<Bits<N>>,
    of_first: Vec<Bits<N>>,
    tests: Vec<Test<N>>,
}

enum Test<const N: usize> {
    /// Nobody stands where one of those kinds would see him were they alone on the board: no square is in both unions.
    Apart { seen: usize, on: usize },
    /// So many of these squares are in a union, of those on which some kinds stand.
    Count { on: usize, squares: Bits<N>, range: Interval },
}

impl<const N: usize> Tables<N> {
    /// Words that the unions may take.
    const MOST_WORDS: usize = 1 << 20;

    fn new(problem: &Problem) -> Option<Self> {
        let (board, scene) = (problem.board(), problem.scene());
        let (squares, columns) = (board.rows() * board.columns(), board.columns());
        let places = squares * scene.kinds.len();
        let mut unions: Vec<Vec<Bits<N>>> = Vec::new();
        // For the kinds of each union that tells where they stand, its number.
        let mut standing: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut on = |kinds: Vec<usize>, unions: &mut Vec<Vec<Bits<N>>>| {
            if let Some((_, union)) = standing.iter().find(|(known, _)| *known == kinds) {
                return *union;
            }
            let mut of_place = vec![[0; N]; places];
            for kind in &kinds {
                for (index, bits) in of_place[kind * squares..][..squares].iter_mut().enumerate() {
                    bits[index / 64] |= 1 << (index % 64);
                }
            }
            unions.push(of_place);
            standing.push((kinds, unions.len() - 1));
            unions.len() - 1
        };
        on((0..scene.kinds.len()).collect(), &mut unions);
        let numbers = |kinds: &Kinds| kinds.indices().collect::<Vec<usize>>();
        let position = Position::new(scene);
        let mut tests = Vec::new();
        for constraint in problem.constraints() {
            if (unions.len() + 2) * places * N > Self::MOST_WORDS {
                return None;
            }
            match &constraint.rule {
                Rule::Attacks { from, to, range, .. } if range.contains(0) => {
                    let mut of_place = vec![[0; N]; places];
                    for kind in from.indices() {
                        let piece = &scene.kinds[kind].piece;
                        for square in board.squares().iter().filter(|at| position.terrain_at(*at) == Terrain::Open) {
                            let seen = &mut of_place[kind * squares + square.index(columns)];
                            position.each_covered(square, piece, Sight::Through, |at| insert(seen, at, columns));
                        }
                    }
                    unions.push(of_place);
                    let seen = unions.len() - 1;
                    tests.push(Test::Apart { seen, on: on(numbers(to), &mut unions) });
                }
                // Of lines of every slope there are too many to be written out as words.
                Rule::Count { kinds, area, range } if *area != Area::EveryLine => {
                    let on = on(numbers(kinds), &mut unions);
                    for set in area.sets(problem) {
                        tests.push(Test::Count { on, squares: bits(set, columns), range: *range });
                    }
                }
                _ => return None,
            }
        }
        let of_place = (0..places).flat_map(|place| unions.iter().map(move |union| union[place])).collect();
        let (open, unions) = (bits(board.open().iter(), columns), unions.len());
        Some(Self { columns, squares, open, unions, of_place, of_first: vec![[0; N]; unions], tests })
    }
}

impl<const N: usize> Quick for Tables<N> {
    fn surely_accepts(&mut self, same: usize, men: &[(Square, u16)]) -> bool {
        let unions = self.unions;
        self.of_first.resize((men.len() + 1) * unions, [0; N]);
        for (number, (square, kind)) in men.iter().enumerate().skip(same) {
            let index = square.index(self.columns);
            if index >= self.squares {
                return false;
            }
            let place = usize::from(*kind) * self.squares + index;
            let sets = &self.of_place[place * unions..][..unions];
            let (before, after) = self.of_first[number * unions..].split_at_mut(unions);
            for ((before, after), set) in before.iter().zip(after).zip(sets) {
                for ((before, after), set) in before.iter().zip(after).zip(set) {
                    *after = before | set;
                }
            }
        }
        let all = &self.of_first[men.len() * unions..];
        let number: u32 = all[0].iter().map(|word| word.count_ones()).sum();
        number as usize == men.len()
            && all[0].iter().zip(&self.open).all(|(taken, open)| taken & !open == 0)
            && self.tests.iter().all(|test| match test {
                Test::Apart { seen, on } => all[*seen].iter().zip(&all[*on]).all(|(seen, on)| seen & on == 0),
                Test::Count { on, squares, range } => {
                    let both = squares.iter().zip(&all[*on]).map(|(bits, on)| (bits & on).count_ones());
                    range.contains(i64::from(both.sum::<u32>()))
                }
            })
    }
}

fn insert<const N: usize>(bits: &mut Bits<N>, square: Square, columns: usize) {
    let index = square.index(columns);
    bits[index / 64] |= 1 << (index % 64);
}

fn bits<const N: usize>(squares: impl IntoIterator<Item = Square>, columns: usize) -> Bits<N> {
    let mut bits = [0; N];
    squares.into_iter().for_each(|square| insert(&mut bits, square, columns));
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::{Area, Board, Constraint, Direction, Piece, Wrap, classics};

    /// Random placements, of which each begins like the one before: whatever the tables wave through the judge accepts, and
    /// where they are exact they wave through all that he does.
    fn agrees(problem: &Problem, exact: bool, seed: u64) {
        let mut quick = quick(problem).expect("every rule has a test");
        let mut judge = Judge::new(problem);
        let open: Vec<Square> = problem.board().open().iter().collect();
        let kinds = problem.kinds().count() as u64;
        let mut random = Random::new(seed);
        let mut accepted = 0;
        let mut men: Vec<(Square, u16)> = Vec::new();
        for _ in 0..2000 {
            let same = random.below(men.len() as u64 + 1) as usize;
            men.truncate(same);
            let next = men.last().map_or(0, |(last, _)| open.iter().position(|at| at == last).map_or(0, |at| at + 1));
            for square in &open[next..] {
                if random.below(open.len() as u64) < 3 {
                    men.push((*square, random.below(kinds) as u16));
                }
            }
            let (sure, right) = (quick.surely_accepts(same, &men), judge.accepts(&men));
            assert!(right || !sure, "{men:?} is waved through");
            assert!(sure || !right || !exact, "{men:?} is not waved through");
            accepted += u32::from(sure);
        }
        assert!((20..1980).contains(&accepted), "{accepted} of 2000 are no test");
    }

    #[test]
    fn what_is_waved_through_is_right() {
        agrees(&classics::non_attacking(Board::square(5), Piece::QUEEN), true, 1);
        agrees(&classics::non_attacking(Board::new(9, 12).with_wrap(Wrap::Both), Piece::KNIGHT), true, 2);
        agrees(&classics::non_attacking(Board::new(3, 7).with_walls([(1, 1), (0, 4)]), Piece::ROOK), true, 3);
        let mut two = Problem::new(Board::new(11, 20).with_walls([(3, 3)]).with_forbidden([(0, 0)]));
        let (king, bishop) = (two.kind("king", Piece::KING), two.kind("bishop", Piece::BISHOP));
        two.add(Constraint::attacks(king, bishop, 0));
        two.add(Constraint::attacks(bishop, bishop, 0));
        two.add(Constraint::count(bishop, Area::Lines([Direction::ROW].into()), ..=1));
        // A bishop behind a king is not seen, of which the tables know nothing.
        agrees(&two, false, 4);
    }
}
