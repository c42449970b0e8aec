//! Packings: pieces that exclude each other, with no rule that demands any.
//!
//! A step adds a piece that nothing excludes; else it swaps one in for the only one that excludes it, and the piece swapped
//! out stays out for some steps (tabu). Where some pieces are worth more than others it also swaps one in for several, if of all
//! swaps that are looked at this one gains most or loses least; elsewhere it does so now and then.

use super::members::Members;
use crate::budget::{Cause, Control, Random};
use crate::model::{Model, Rule, Sets, Var, Worths};

/// A packing under way.
pub(in crate::engine) struct Packing {
    /// Sets of variables that are excluded together; one for each variable, of all that it excludes, where these are not too many.
    watchers: Sets,
    /// For each variable, the sets that it excludes when it is true.
    blocks: Sets,
    worth: Vec<i64>,
    in_the_way: Vec<Blockers>,
    placed: Members,
    /// Variables that nothing excludes.
    free: Members,
    /// Variables that just one piece excludes.
    single: Members,
    /// The step up to which each variable stays out.
    out_until: Vec<u64>,
    step: u64,
    value: i64,
    best: i64,
    random: Random,
    /// Whether some pieces are worth more than others.
    is_weighed: bool,
}

/// The pieces that exclude a variable, once for each set that says so, as sums that tell whether it is always the same piece.
#[derive(Clone, Copy, Default)]
struct Blockers {
    count: u64,
    sum: u64,
    squares: u64,
    /// What they are worth together.
    worth: i64,
}

impl Blockers {
    /// Up to this many variables, and this many sets that each is in, no sum overflows.
    const MAX_VARS: usize = 1 << 20;
    const MAX_SETS: usize = 1 << 11;

    fn add(&mut self, var: Var, worth: i64) {
        let number = u64::from(var);
        self.count += 1;
        self.worth += worth;
        self.sum += number;
        self.squares += number * number;
    }

    fn take(&mut self, var: Var, worth: i64) {
        let number = u64::from(var);
        self.count -= 1;
        self.worth -= worth;
        self.sum -= number;
        self.squares -= number * number;
    }

    /// Whether there is just one: the sum of squares is as small as it can be where all are equal.
    fn is_single(&self) -> bool {
        self.count == 1 || (self.count > 0 && self.squares * self.count == self.sum * self.sum)
    }

    /// The only one, if there is just one.
    fn single(&self) -> Option<Var> {
        self.is_single().then(|| (self.sum / self.count) as Var)
    }
}

impl Packing {
    /// The number of candidates drawn for a swap; the one that has been out for longest is taken.
    const LOOKED_AT: usize = 8;
    /// The number of candidates for a swap with several, where some pieces are worth more than others.
    const DRAWN: usize = 32;
    /// How many times as many neighbours of variables as members of sets there may be.
    const MORE: usize = 4;
    /// A piece swapped out stays out for this many steps, and up to as many more.
    const OUT: u64 = 2;
    /// The part of the memory that an entry of its tables may take, of which there is one for each member of a clique: each
    /// takes sixteen bytes, and there is other need of memory.
    const SHARE: u64 = 16 * 8;
    /// The most entries: beyond, repairs look along lines.
    const MOST: usize = 1 << 22;
    /// Once in this many steps a piece is swapped in for several.
    const RARELY: u64 = 1000;

    /// Returns `None` if a rule says more than which pieces exclude each other, or if no piece is worth placing.
    pub(super) fn new(model: &Model, worths: &Worths, seed: u32, control: &mut Control) -> Result<Option<Self>, Cause> {
        let vars = model.vars();
        if vars > Blockers::MAX_VARS
            || !model.rules.iter().all(|rule| matches!(rule, Rule::NotBoth(..)))
            || worths.list().iter().all(|weight| *weight <= 0)
        {
            return Ok(None);
        }
        control.charge(model.rules.len() as u64)?;
        let mut entries = 0;
        for family in &model.cliques {
            for set in family.sets.iter().filter(|set| set.len() > 1) {
                entries += set.len();
            }
        }
        for rule in &model.rules {
            if let Rule::NotBoth(left, right) = rule {
                entries += 2 * (left.len() + right.len());
            }
        }
        if entries > Self::MOST || entries as u64 > control.memory_limit() / Self::SHARE {
            return Ok(None);
        }
        let mut watchers = Sets::default();
        let mut blocks = Vec::with_capacity(entries);
        let mut add = |own: &[Var], others: &[Var], control: &mut Control| {
            control.charge((own.len() + others.len()) as u64)?;
            blocks.extend(others.iter().map(|var| (*var, watchers.len() as u32)));
            watchers.push(own.iter().copied());
            Ok(())
        };
        for family in &model.cliques {
            for set in family.sets.iter().filter(|set| set.len() > 1) {
                add(set, set, control)?;
            }
        }
        for rule in &model.rules {
            if let Rule::NotBoth(left, right) = rule {
                add(left, right, control)?;
                add(right, left, control)?;
            }
        }
        let mut blocks = Sets::grouped(vars, &blocks, control)?;
        if let Some(near) = Self::neighbours(&watchers, &blocks, control)? {
            watchers = near;
            blocks = Sets::default();
            (0..vars as Var).for_each(|var| blocks.push([var]));
        }
        if blocks.iter().any(|sets| sets.len() > Blockers::MAX_SETS) {
            return Ok(None);
        }
        let worth = worths.list().to_vec();
        let (mut free, mut least, mut most) = (Members::new(vars), i64::MAX, 0);
        for (var, worth) in (0..).zip(&worth) {
            if *worth > 0 {
                free.set(var, true);
                (least, most) = (least.min(*worth), most.max(*worth));
            }
        }
        let is_weighed = least < most;
        Ok(Some(Self {
            watchers,
            blocks,
            worth,
            in_the_way: vec![Blockers::default(); vars],
            placed: Members::new(vars),
            free,
            single: Members::new(vars),
            out_until: vec![0; vars],
            step: 0,
            value: 0,
            best: 0,
            random: Random::new(seed.into()),
            is_weighed,
        }))
    }

    /// For each variable, those that it excludes, once each; `None` where they are many more than the members of the sets.
    fn neighbours(watchers: &Sets, blocks: &Sets, control: &mut Control) -> Result<Option<Sets>, Cause> {
        let max = Self::MORE * watchers.members().len();
        let mut near = Sets::default();
        let mut of: Vec<Var> = Vec::new();
        for (var, sets) in (0..).zip(blocks.iter()) {
            of.clear();
            for set in sets {
                of.extend(watchers.get(*set as usize).iter().filter(|other| **other != var));
            }
            control.charge(4 * of.len() as u64)?;
            of.sort_unstable();
            of.dedup();
            near.push(of.iter().copied());
            if near.members().len() > max {
                return Ok(None);
            }
        }
        Ok(Some(near))
    }

    /// Places pieces in reading order wherever nothing excludes them: on many boards that is near the best.
    pub(super) fn fill(&mut self, control: &mut Control) -> Result<(), Cause> {
        for var in 0..self.worth.len() as Var {
            let cost = if self.free.has(var) { self.put(var, true) } else { 0 };
            control.charge(cost)?;
        }
        Ok(())
    }

    /// Continues for so much work; stops early at a placement that is worth more than `beyond`, and returns it.
    pub(super) fn run(
        &mut self,
        beyond: Option<i64>,
        work: u64,
        control: &mut Control,
    ) -> Result<Option<&[Var]>, Cause> {
        self.best = self.best.max(beyond.unwrap_or(i64::MIN));
        let mut left = work;
        loop {
            if self.value > self.best && self.free.list.is_empty() {
                self.best = self.value;
                return Ok(Some(&self.placed.list));
            }
            let cost = 32 + 2 * self.step();
            control.charge(cost)?;
            match left.checked_sub(cost) {
                Some(rest) => left = rest,
                None => return Ok(None),
            }
        }
    }

    /// Makes a step; returns about the work it took.
    fn step(&mut self) -> u64 {
        self.step += 1;
        if let Some(var) = self.free.draw(&mut self.random) {
            return 8 + self.put(var, true);
        }
        let rarely = self.random.below(Self::RARELY) == 0;
        let swap = if rarely { None } else { self.swap() };
        match swap {
            Some(var) => self.force(var),
            None => match self.random.below(self.worth.len() as u64) as Var {
                var if self.worth[var as usize] > 0 && !self.placed.has(var) => self.force(var),
                _ => 8,
            },
        }
    }

    /// Chooses a variable to swap in for one other; where some are worth more than others, also for several.
    fn swap(&mut self) -> Option<Var> {
        let mut best: Option<(i64, u64, Var)> = None;
        for _ in 0..Self::LOOKED_AT {
            let Some(var) = self.single.draw(&mut self.random) else { break };
            let Some(other) = self.in_the_way[var as usize].single() else { continue };
            let gain = self.worth[var as usize] - self.worth[other as usize];
            let since = self.out_until[var as usize];
            if since <= self.step && best.is_none_or(|(max, oldest, _)| (gain, oldest) > (max, since)) {
                best = Some((gain, since, var));
            }
        }
        let drawn = if self.is_weighed { Self::DRAWN } else { 0 };
        for _ in 0..drawn {
            let var = self.random.below(self.worth.len() as u64) as Var;
            let since = self.out_until[var as usize];
            if self.worth[var as usize] <= 0 || since > self.step || self.placed.has(var) {
                continue;
            }
            let gain = self.worth[var as usize] - self.in_the_way[var as usize].worth;
            if best.is_none_or(|(max, oldest, _)| (gain, oldest) > (max, since)) {
                best = Some((gain, since, var));
            }
        }
        best.map(|(.., var)| var)
    }

    /// Adds a piece and takes away all that exclude it.
    fn force(&mut self, var: Var) -> u64 {
        let mut cost = 8;
        while self.in_the_way[var as usize].count > 0 {
            let other = match self.in_the_way[var as usize].single() {
                Some(other) => other,
                None => match self.blocker(var) {
                    Some(other) => other,
                    None => return cost,
                },
            };
            cost += self.put(other, false);
            self.out_until[other as usize] = self.step + Self::OUT + self.random.below(Self::OUT);
        }
        cost + self.put(var, true)
    }

    /// Returns any piece that excludes a variable.
    fn blocker(&self, var: Var) -> Option<Var> {
        let excludes = |other: &&Var| {
            self.blocks.get(**other as usize).iter().any(|set| self.watchers.get(*set as usize).contains(&var))
        };
        self.placed.list.iter().find(excludes).copied()
    }

    /// Adds a piece, or takes it away; returns about the work it took.
    fn put(&mut self, var: Var, comes: bool) -> u64 {
        self.placed.set(var, comes);
        let worth = self.worth[var as usize];
        self.value += if comes { worth } else { -worth };
        let mut cost = 0;
        for place in 0..self.blocks.get(var as usize).len() {
            let set = self.blocks.get(var as usize)[place] as usize;
            cost += 4 * self.watchers.get(set).len() as u64;
            for member in 0..self.watchers.get(set).len() {
                let watcher = self.watchers.get(set)[member];
                if watcher == var {
                    continue;
                }
                let own = &mut self.in_the_way[watcher as usize];
                if comes {
                    own.add(var, worth);
                } else {
                    own.take(var, worth);
                }
                self.sort(watcher);
            }
        }
        self.sort(var);
        cost
    }

    /// Updates whether a variable is free, or excluded by just one piece.
    fn sort(&mut self, var: Var) {
        let own = self.in_the_way[var as usize];
        let may = self.worth[var as usize] > 0 && !self.placed.has(var);
        self.free.set(var, may && own.count == 0);
        self.single.set(var, may && own.is_single());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options};
    use crate::judge::Verifier;
    use crate::language::{Board, Constraint, Kind, Piece, Problem, classics};

    /// The values found within so much work, each placement judged.
    fn found(problem: &Problem, weights: &[i64], seed: u32, work: u64) -> Vec<i64> {
        let mut control = Control::new(&Options::new());
        let problem = Arc::new(problem.clone());
        let model = Model::compile(&problem, &mut control).expect("no limit was set");
        let packing =
            Packing::new(&model, &Worths::by_kind(&model, weights), seed, &mut control).expect("no limit was set");
        let mut packing = packing.expect("it is a packing");
        let mut verifier = Verifier::new(&problem);
        let mut values = Vec::new();
        while let Some(vars) = packing.run(values.last().copied(), work, &mut control).expect("no limit was set") {
            let mut placed: Vec<_> = vars.iter().map(|var| model.placed[*var as usize]).collect();
            placed.sort_unstable();
            assert!(verifier.accepts(&placed), "{placed:?}");
            values.push(placed.iter().map(|(_, kind)| weights[usize::from(*kind)]).sum());
        }
        values
    }

    fn mixed(board: Board) -> Problem {
        let mut problem = Problem::new(board);
        let queen = problem.add_kind("queen", Piece::QUEEN);
        let knight = problem.add_kind("knight", Piece::KNIGHT);
        let pawn = problem.add_kind("blocker", Piece::BLOCKER);
        problem.add(Constraint::attacks([queen, knight], [queen, knight, pawn], 0));
        problem
    }

    #[test]
    fn optima_of_small_boards_are_found() {
        let mut random = Random::new(4);
        for piece in [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK] {
            let walls = (0..3).map(|_| (random.below(5) as usize, random.below(5) as usize));
            let problem = classics::non_attacking(Board::square(5).with_walls(walls.collect::<Vec<_>>()), piece);
            let max = problem.using(&Options::new().engine(Engine::Search)).maximize();
            let max = max.expect("the problem is sound").value().expect("no limit was set");
            assert_eq!(found(&problem, &[1], 0, 1 << 18).last().copied(), max);
        }
        let problem = mixed(Board::new(3, 4));
        let weights = [9, 3, 1];
        let worth: Vec<(Kind, i64)> = problem.kinds().zip(weights).collect();
        let max = problem.using(&Options::new().engine(Engine::Brute)).maximize_of(worth);
        let max = max.expect("the problem is sound").value().expect("no limit was set");
        let best = found(&problem, &weights, 0, 1 << 18).last().copied();
        assert!(best <= max && best.map(|best| 2 * best) >= max, "{best:?} of {max:?}");
    }

    #[test]
    fn it_goes_the_same_way_each_time() {
        let problem = classics::non_attacking(Board::square(12).with_walls([(3, 4), (7, 7), (9, 1)]), Piece::QUEEN);
        let runs = [0, 0, 1].map(|seed| found(&problem, &[1], seed, 1 << 20));
        assert_eq!(runs[0], runs[1]);
        assert!(runs.iter().all(|values| values.is_sorted() && values.last() >= Some(&12)));
    }

    #[test]
    fn rules_that_demand_pieces_are_declined() {
        let mut control = Control::new(&Options::new());
        for problem in [classics::queens(4), classics::domination(Board::square(4), Piece::KING)] {
            let model = Model::compile(&Arc::new(problem), &mut control).expect("no limit was set");
            assert!(
                Packing::new(&model, &Worths::by_kind(&model, &[1]), 0, &mut control)
                    .expect("no limit was set")
                    .is_none()
            );
        }
    }
}
