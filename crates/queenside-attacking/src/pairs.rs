//! Queens that attack at most one other, by local search that swaps lines.
//!
//! Rows and columns are right by construction. Queens stand in pairs: one pair has a row to itself and, each of the two, a
//! column; the next has a column to itself and two rows; a queen left over has a row and a column. So each sees its partner
//! along their line and no other along rows and columns. Which rows and columns those are is for two permutations to say.
//! What is left is that no diagonal holds two: lines change places, mostly where that brings fewer queens together on
//! diagonals, now and then where it brings more.

use queenside::{Budget, Cause, Square, SquareSet};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use super::Rule;

/// Tells whether a number of queens of this rule can stand in pairs on n×n.
pub(super) fn fit(rule: Rule, n: usize, queens: usize) -> bool {
    let alone_too = queens.is_multiple_of(2) || matches!(rule, Rule::AtMost(_));
    let (rows, columns) = lines(queens);
    rule.others() == 1 && alone_too && rows.max(columns) <= n
}

/// Returns how many rows and columns a number of queens take.
fn lines(queens: usize) -> (usize, usize) {
    let (pairs, alone) = (queens / 2, queens % 2);
    let (flat, upright) = (pairs / 2, pairs - pairs / 2);
    (flat + 2 * upright + alone, 2 * flat + upright + alone)
}

/// Searches until it finds them; if it is stopped, it returns the queens that are left where those in each other's way are
/// removed.
pub(super) fn search(
    rule: Rule,
    n: usize,
    queens: usize,
    seed: u32,
    budget: &mut Budget,
) -> Result<SquareSet, (Cause, SquareSet)> {
    // The random numbers depend on the seed and the board.
    let mut random = SplitMix64::seed_from_u64(u64::from(seed) << 32 | (n as u64) << 16 | queens as u64);
    // A step has some n² alternatives, so what is rare must be rarer on a larger board.
    let temperature = 1.0 / (2.0 + (n as f64).ln());
    let steps = 100_000 * (n as u64 + 100);
    let mut calmest = Calmest { crowd: u64::MAX, squares: Vec::new() };
    loop {
        let mut pairs = Pairs::new(n, queens, &mut random);
        match pairs.repair(temperature, steps, &mut random, &mut calmest, budget) {
            Ok(true) => return Ok(pairs.squares().collect()),
            Ok(false) => {}
            Err(cause) => return Err((cause, calmest.thinned(rule, n))),
        }
    }
}

/// The squares of the queens when the fewest pairs of them shared a diagonal, in the order of the queens.
struct Calmest {
    crowd: u64,
    squares: Vec<Square>,
}

impl Calmest {
    fn update(&mut self, pairs: &Pairs) {
        if pairs.crowd < self.crowd {
            self.crowd = pairs.crowd;
            self.squares.clear();
            self.squares.extend(pairs.squares());
        }
    }

    /// Removes queens that share a diagonal, those that share most first, until none does; their partners go with them, unless
    /// a queen may attack no other.
    fn thinned(self, rule: Rule, n: usize) -> SquareSet {
        let mut left: Vec<Option<Square>> = self.squares.into_iter().map(Some).collect();
        let diagonals = |square: &Square| [square.row() + square.column(), 3 * n + square.row() - square.column()];
        loop {
            let mut on = vec![0u32; 4 * n];
            left.iter().flatten().flat_map(diagonals).for_each(|line| on[line] += 1);
            let others = |square: &Square| diagonals(square).iter().map(|line| on[*line] - 1).sum::<u32>();
            let crowd = (0..).zip(&left).filter_map(|(queen, square)| Some((others(square.as_ref()?), queen)));
            match crowd.max() {
                Some((1.., queen)) => {
                    left[queen] = None;
                    if let (Rule::Exactly(_), Some(partner)) = (rule, left.get_mut(queen ^ 1)) {
                        *partner = None;
                    }
                }
                _ => return left.into_iter().flatten().collect(),
            }
        }
    }
}

struct Pairs {
    n: usize,
    /// The row and the column of each queen, as indices of `place`.
    queens: Vec<[usize; 2]>,
    /// Rows and columns: where on the board each of them is. Those that no queen uses come last.
    place: [Vec<usize>; 2],
    /// The queens on each of them.
    on: [Vec<Vec<usize>>; 2],
    /// How many of them are used.
    used: [usize; 2],
    /// The number of queens on each diagonal of both directions.
    diagonals: [Vec<u32>; 2],
    /// The number of pairs of queens on one diagonal.
    crowd: u64,
}

impl Pairs {
    fn new(n: usize, queens: usize, random: &mut SplitMix64) -> Self {
        let mut used = [0, 0];
        let mut take = |axis: usize, number: usize| {
            used[axis] += number;
            used[axis] - number
        };
        let mut own = Vec::with_capacity(queens);
        for pair in 0..queens / 2 {
            // The line that both share, and the first of the two they do not.
            let shared = usize::from(pair >= queens / 4);
            let (line, cross) = (take(shared, 1), take(1 - shared, 2));
            let of = |own: usize| if shared == 0 { [line, own] } else { [own, line] };
            own.extend([of(cross), of(cross + 1)]);
        }
        if queens % 2 == 1 {
            own.push([take(0, 1), take(1, 1)]);
        }
        let mut shuffled = || {
            let mut place: Vec<usize> = (0..n).collect();
            (1..n).rev().for_each(|last| place.swap(last, (random.next_u64() % (last as u64 + 1)) as usize));
            place
        };
        let place = [shuffled(), shuffled()];
        let mut on = [vec![Vec::new(); n], vec![Vec::new(); n]];
        for (queen, lines) in own.iter().enumerate() {
            on[0][lines[0]].push(queen);
            on[1][lines[1]].push(queen);
        }
        let diagonals = [vec![0; 2 * n], vec![0; 2 * n]];
        let mut pairs = Self { n, queens: own, place, on, used, diagonals, crowd: 0 };
        for queen in 0..queens {
            pairs.crowd += pairs.enter(queen);
        }
        pairs
    }

    fn square(&self, queen: usize) -> [usize; 2] {
        let [row, column] = self.queens[queen];
        [self.place[0][row], self.place[1][column]]
    }

    fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.queens.len()).map(|queen| self.square(queen)).map(|[row, column]| Square::new(row, column))
    }

    fn diagonals_of(&self, queen: usize) -> [usize; 2] {
        let [row, column] = self.square(queen);
        [row + column, row + self.n - column]
    }

    /// Adds a queen to her diagonals; returns the number of others there.
    fn enter(&mut self, queen: usize) -> u64 {
        let [falling, rising] = self.diagonals_of(queen);
        let met = self.diagonals[0][falling] + self.diagonals[1][rising];
        self.diagonals[0][falling] += 1;
        self.diagonals[1][rising] += 1;
        u64::from(met)
    }

    /// Removes a queen from her diagonals; returns the number of others there.
    fn leave(&mut self, queen: usize) -> u64 {
        let [falling, rising] = self.diagonals_of(queen);
        self.diagonals[0][falling] -= 1;
        self.diagonals[1][rising] -= 1;
        u64::from(self.diagonals[0][falling] + self.diagonals[1][rising])
    }

    fn each_on(&mut self, axis: usize, lines: [usize; 2], mut act: impl FnMut(&mut Self, usize) -> u64) -> u64 {
        let mut sum = 0;
        for line in lines {
            for place in 0..self.on[axis][line].len() {
                let queen = self.on[axis][line][place];
                sum += act(self, queen);
            }
        }
        sum
    }

    /// Swaps two lines; returns how many pairs of queens that separates and how many it joins.
    fn swap(&mut self, axis: usize, lines: [usize; 2]) -> (u64, u64) {
        let parted = self.each_on(axis, lines, Self::leave);
        self.place[axis].swap(lines[0], lines[1]);
        (parted, self.each_on(axis, lines, Self::enter))
    }

    /// Tells whether a queen on this line shares a diagonal.
    fn is_crowded(&self, axis: usize, line: usize) -> bool {
        self.on[axis][line].iter().any(|queen| {
            let [falling, rising] = self.diagonals_of(*queen);
            self.diagonals[0][falling] > 1 || self.diagonals[1][rising] > 1
        })
    }

    /// Swaps lines until no diagonal holds two queens; gives up after a number of steps.
    fn repair(
        &mut self,
        temperature: f64,
        steps: u64,
        random: &mut SplitMix64,
        calmest: &mut Calmest,
        budget: &mut Budget,
    ) -> Result<bool, Cause> {
        /// One in this many lines without a conflict is moved all the same.
        const IDLE: u64 = 8;
        /// The cost of a step, and how many steps are charged at once.
        const COST: (u64, u64) = (16, 64);
        // The chance that a swap is kept, by how many more pairs it brings together.
        let chances: Vec<u64> =
            (0..32).map(|more| ((-f64::from(more) / temperature).exp() * (1u64 << 53) as f64) as u64).collect();
        for step in 0..steps {
            calmest.update(self);
            if self.crowd == 0 {
                return Ok(true);
            }
            if step % COST.1 == 0 {
                budget.charge(COST.0 * COST.1)?;
                budget.charge_nodes(1)?;
            }
            let draw = random.next_u64();
            let axis = (draw & 1) as usize;
            let below = |limit: usize, bits: u64| (((bits & 0xffff_ffff) * limit as u64) >> 32) as usize;
            let lines = [below(self.used[axis], draw >> 1), below(self.n, draw >> 32)];
            if lines[0] == lines[1] || (!self.is_crowded(axis, lines[0]) && !random.next_u64().is_multiple_of(IDLE)) {
                continue;
            }
            let (parted, met) = self.swap(axis, lines);
            let kept = met <= parted
                || chances.get((met - parted) as usize).is_some_and(|chance| random.next_u64() >> 11 < *chance);
            if kept {
                self.crowd = self.crowd + met - parted;
            } else {
                self.swap(axis, lines);
            }
        }
        Ok(self.crowd == 0)
    }
}
