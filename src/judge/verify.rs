//! The verifier: every placement that leaves the crate is checked here.
//!
//! For the commonest rules a quick test accepts from tables that the reference walk fills; what it does not accept is
//! left to the reference meaning. It never rejects.

use std::sync::Arc;

use crate::judge::{Judge, Position};
use crate::language::{Area, Interval, Kinds, Problem, Rule, Sight, Square, Terrain, with_words};

/// Judges placements, quickly where tables can accept them. Judge and tables are built when first needed.
pub(crate) struct Verifier {
    problem: Arc<Problem>,
    judge: Option<Judge>,
    /// The tables, if the problem has any; built after [`FEW`](Self::FEW) placements.
    quick: Option<Box<dyn Quick>>,
    judged: u32,
}

impl Verifier {
    /// Building tables takes about as long as judging this many placements without them.
    const FEW: u32 = 4;

    /// The largest board with tables, in squares: their size is quadratic in it.
    const MAX_SQUARES: usize = 1 << 10;

    pub(crate) fn new(problem: &Arc<Problem>) -> Self {
        Self { problem: Arc::clone(problem), judge: None, quick: None, judged: 0 }
    }

    /// Tells whether these pieces, sorted by square, satisfy every rule.
    pub(crate) fn accepts(&mut self, placed: &[(Square, u16)]) -> bool {
        self.accepts_after(0, placed)
    }

    /// Like [`accepts`](Self::accepts), where the first `same` pieces are those of the previous placement.
    pub(crate) fn accepts_after(&mut self, same: usize, placed: &[(Square, u16)]) -> bool {
        self.judged = self.judged.saturating_add(1);
        if let Some(quick) = &mut self.quick {
            if quick.surely_accepts(same, placed) {
                return true;
            }
        } else if self.judged == Self::FEW {
            self.quick = quick(&self.problem);
            if self.quick.as_mut().is_some_and(|quick| quick.surely_accepts(0, placed)) {
                return true;
            }
        }
        self.judge.get_or_insert_with(|| Judge::new(&self.problem)).accepts(placed)
    }
}

/// Returns tables of the width that the board needs, if every rule has a quick test.
fn quick(problem: &Problem) -> Option<Box<dyn Quick>> {
    fn boxed<const N: usize>(problem: &Problem) -> Option<Box<dyn Quick>> {
        Some(Box::new(Tables::<N>::of(&Draft::new(problem, N)?)))
    }
    let squares = problem.board().rows() * problem.board().columns();
    with_words!(squares, N => boxed::<N>(problem), more => {
        const MOST: usize = Verifier::MAX_SQUARES.div_ceil(64);
        if squares <= Verifier::MAX_SQUARES { boxed::<MOST>(problem) } else { None }
    })
}

/// A quick test that can only accept.
trait Quick: Send {
    /// Tells whether the tables accept; the first `same` pieces are those of the previous placement.
    fn surely_accepts(&mut self, same: usize, placed: &[(Square, u16)]) -> bool;
}

/// A set of squares by their indices.
type Bits<const N: usize> = [u64; N];

/// The squares that pieces reach are a union of sets, one for each piece by its kind and square. Successive placements
/// mostly differ in their last pieces only, so the unions are kept for every prefix of the pieces.
struct Tables<const N: usize> {
    columns: usize,
    squares: usize,
    open: Bits<N>,
    /// How many pairs the unions are; the first of all is the set of occupied squares.
    pairs: usize,
    /// The sets of all unions, by kind and square.
    of_place: Vec<[Bits<N>; 2]>,
    /// The unions of the first pieces, by their number.
    of_first: Vec<[Bits<N>; 2]>,
    tests: Vec<Test<N>>,
}

enum Test<const N: usize> {
    /// No square is in both unions: no piece stands where one of those kinds would see it on the empty board.
    Apart { seen: usize, on: usize },
    /// The number of these squares that lie in a union of occupied squares is in the range.
    Count { on: usize, squares: Bits<N>, range: Interval },
}

/// Tables in which a set is a number of words that the compiler does not know.
struct Draft {
    columns: usize,
    squares: usize,
    places: usize,
    open: Vec<u64>,
    /// For each union the sets of all places, one after the other.
    unions: Vec<Vec<u64>>,
    tests: Vec<TestDraft>,
}

enum TestDraft {
    Apart { seen: usize, on: usize },
    Count { on: usize, squares: Vec<u64>, range: Interval },
}

impl Draft {
    /// The largest size of the unions, in 64-bit words.
    const MAX_WORDS: usize = 1 << 20;

    fn new(problem: &Problem, words: usize) -> Option<Self> {
        let (board, setup) = (problem.board(), problem.setup());
        let (squares, columns) = (board.rows() * board.columns(), board.columns());
        let places = squares * setup.kinds.len();
        let mut unions: Vec<Vec<u64>> = Vec::new();
        // The union of occupied squares for each list of kinds.
        let mut standing: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut on = |kinds: Vec<usize>, unions: &mut Vec<Vec<u64>>| {
            if let Some((_, union)) = standing.iter().find(|(known, _)| *known == kinds) {
                return *union;
            }
            let mut of_place = vec![0; places * words];
            for kind in &kinds {
                for index in 0..squares {
                    of_place[(kind * squares + index) * words + index / 64] |= 1 << (index % 64);
                }
            }
            unions.push(of_place);
            standing.push((kinds, unions.len() - 1));
            unions.len() - 1
        };
        on((0..setup.kinds.len()).collect(), &mut unions);
        let numbers = |kinds: &Kinds| kinds.indices().collect::<Vec<usize>>();
        let position = Position::new(setup);
        let mut tests = Vec::new();
        for constraint in problem.constraints() {
            if (unions.len() + 2) * places * words > Self::MAX_WORDS {
                return None;
            }
            match &constraint.rule {
                Rule::Attacks { from, to, range, .. } if range.contains(0) => {
                    let mut of_place = vec![0; places * words];
                    for kind in from.indices() {
                        let piece = &setup.kinds[kind].piece;
                        for square in board.squares().iter().filter(|at| position.terrain_at(*at) == Terrain::Open) {
                            let seen = &mut of_place[(kind * squares + square.index(columns)) * words..][..words];
                            position.each_covered(square, piece, Sight::Through, |at| insert(seen, at, columns));
                        }
                    }
                    unions.push(of_place);
                    let seen = unions.len() - 1;
                    tests.push(TestDraft::Apart { seen, on: on(numbers(to), &mut unions) });
                }
                // Lines of every slope are too many to be stored as bit sets.
                Rule::Count { kinds, area, range } if *area != Area::EveryLine => {
                    let on = on(numbers(kinds), &mut unions);
                    for set in area.sets(problem) {
                        tests.push(TestDraft::Count { on, squares: bits(set, columns, words), range: *range });
                    }
                }
                _ => return None,
            }
        }
        let open = bits(board.open().iter(), columns, words);
        Some(Self { columns, squares, places, open, unions, tests })
    }
}

impl<const N: usize> Tables<N> {
    /// Returns the tables of a draft whose sets have `N` words.
    fn of(draft: &Draft) -> Self {
        let Draft { columns, squares, places, open, unions, tests: all } = draft;
        let pairs = unions.len().div_ceil(2);
        let mut of_place = Vec::with_capacity(places * pairs);
        for place in 0..*places {
            for pair in unions.chunks(2) {
                let mut sets = [[0; N]; 2];
                for (number, union) in pair.iter().enumerate() {
                    sets[number] = fixed(&union[place * N..]);
                }
                of_place.push(sets);
            }
        }
        let mut tests = Vec::with_capacity(all.len());
        for test in all {
            tests.push(match test {
                TestDraft::Apart { seen, on } => Test::Apart { seen: *seen, on: *on },
                TestDraft::Count { on, squares, range } => {
                    Test::Count { on: *on, squares: fixed(squares), range: *range }
                }
            });
        }
        let of_first = vec![[[0; N]; 2]; pairs];
        Self { columns: *columns, squares: *squares, open: fixed(open), pairs, of_place, of_first, tests }
    }
}

impl<const N: usize> Quick for Tables<N> {
    fn surely_accepts(&mut self, same: usize, placed: &[(Square, u16)]) -> bool {
        let pairs = self.pairs;
        self.of_first.resize((placed.len() + 1) * pairs, [[0; N]; 2]);
        for (number, (square, kind)) in placed.iter().enumerate().skip(same) {
            let index = square.index(self.columns);
            if index >= self.squares {
                return false;
            }
            let place = usize::from(*kind) * self.squares + index;
            let sets = &self.of_place[place * pairs..][..pairs];
            let (before, after) = self.of_first[number * pairs..].split_at_mut(pairs);
            for ((before, after), set) in before.iter().zip(after).zip(sets) {
                for union in 0..2 {
                    for word in 0..N {
                        after[union][word] = before[union][word] | set[union][word];
                    }
                }
            }
        }
        let all = self.of_first[placed.len() * pairs..].as_flattened();
        let number: u32 = all[0].iter().map(|word| word.count_ones()).sum();
        number as usize == placed.len()
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

/// Returns the set that takes the first words.
fn fixed<const N: usize>(words: &[u64]) -> Bits<N> {
    let mut bits = [0; N];
    bits.copy_from_slice(&words[..N]);
    bits
}

fn insert(bits: &mut [u64], square: Square, columns: usize) {
    let index = square.index(columns);
    bits[index / 64] |= 1 << (index % 64);
}

fn bits(squares: impl IntoIterator<Item = Square>, columns: usize, words: usize) -> Vec<u64> {
    let mut bits = vec![0; words];
    squares.into_iter().for_each(|square| insert(&mut bits, square, columns));
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Random;
    use crate::language::{Area, Board, Constraint, Direction, Piece, Wrap, classics};

    /// On random placements, each beginning like the one before: whatever the tables accept the judge accepts, and
    /// where they are exact the converse holds.
    fn agrees(problem: &Problem, exact: bool, seed: u64) {
        let mut quick = quick(problem).expect("every rule has a test");
        let mut judge = Judge::new(problem);
        let open: Vec<Square> = problem.board().open().iter().collect();
        let kinds = problem.kinds().count() as u64;
        let mut random = Random::new(seed);
        let mut accepted = 0;
        let mut placed: Vec<(Square, u16)> = Vec::new();
        for _ in 0..2000 {
            let same = random.below(placed.len() as u64 + 1) as usize;
            placed.truncate(same);
            let next =
                placed.last().map_or(0, |(last, _)| open.iter().position(|at| at == last).map_or(0, |at| at + 1));
            for square in &open[next..] {
                if random.below(open.len() as u64) < 3 {
                    placed.push((*square, random.below(kinds) as u16));
                }
            }
            let (sure, right) = (quick.surely_accepts(same, &placed), judge.accepts(&placed));
            assert!(right || !sure, "{placed:?} is accepted");
            assert!(sure || !right || !exact, "{placed:?} is not accepted");
            accepted += u32::from(sure);
        }
        assert!((20..1980).contains(&accepted), "{accepted} of 2000 are no test");
    }

    #[test]
    fn what_the_tables_accept_is_right() {
        agrees(&classics::non_attacking(Board::square(5), Piece::QUEEN), true, 1);
        agrees(&classics::non_attacking(Board::new(9, 12).with_wrap(Wrap::Both), Piece::KNIGHT), true, 2);
        agrees(&classics::non_attacking(Board::new(3, 7).with_walls([(1, 1), (0, 4)]), Piece::ROOK), true, 3);
        let mut two = Problem::new(Board::new(11, 20).with_walls([(3, 3)]).with_forbidden([(0, 0)]));
        let (king, bishop) = (two.add_kind("king", Piece::KING), two.add_kind("bishop", Piece::BISHOP));
        two.add(Constraint::attacks(king, bishop, 0));
        two.add(Constraint::attacks(bishop, bishop, 0));
        two.add(Constraint::count(bishop, Area::Lines([Direction::ROW].into()), ..=1));
        // The tables ignore blocking, so they never accept a bishop behind a king, which it does not see.
        agrees(&two, false, 4);
    }
}
