//! Symmetric placements: those that a symmetry of the problem maps onto themselves.
//!
//! There are far fewer of them than of all placements, and often one is as good as any. What is found is a solution like any other;
//! that no symmetric one is better proves nothing.

use std::sync::Arc;

use super::Race;
use crate::answer::{Bound, Statistics};
use crate::budget::{Beside, Cause, Control, Engine};
use crate::engine::{Paths, Placed, Run, Step};
use crate::language::sort_by_number;
use crate::model::{Goal, Model, Rule, Var, Worths};

/// A race for each sort of symmetry, by turns.
pub(super) struct Symmetric {
    races: Vec<Race>,
    /// The work of those that are over, and what they have cost.
    done: u64,
    spent: Statistics,
    /// Whose turn it is, and how many times all have had theirs.
    next: usize,
    round: u32,
    best: Option<i64>,
    placed: Placed,
    winner: Engine,
    control: Control,
    /// The work of the races that has been charged.
    charged: u64,
}

impl Symmetric {
    /// Returns `None` if the problem has no symmetries, or more variables than are worth it.
    pub(super) fn new(model: &Model, worths: &Worths, mut control: Control) -> Result<Option<Self>, Cause> {
        /// Beyond, a search hardly begins in the time that copies of the model take.
        const MAX_VARS: usize = 1 << 12;
        if model.vars() > MAX_VARS {
            return Ok(None);
        }
        let sorts = ties(model, worths, &mut control)?;
        // Those of one engine hold a quarter of what an engine may hold.
        let memory = control.memory_limit() / (4 * sorts.len().max(1) as u64);
        let quiet = control.quiet(u64::MAX).with_memory_limit(memory);
        let races: Vec<Race> = sorts
            .into_iter()
            .map(|tied| {
                let model = Arc::new(model.restricted(tied.into_iter().map(Rule::Same)));
                Race::new(model, Goal::Maximise(worths.clone()), 1, quiet.clone()).of_part()
            })
            .collect();
        if races.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            races,
            done: 0,
            spent: Statistics::default(),
            next: 0,
            round: 0,
            best: None,
            placed: Placed::new(),
            winner: Engine::Search,
            control,
            charged: 0,
        }))
    }

    /// Charges what the races have done since it was charged last.
    fn charge(&mut self) -> Result<(), Cause> {
        let work = self.done + self.races.iter_mut().map(Race::work).sum::<u64>();
        let fresh = work.saturating_sub(std::mem::replace(&mut self.charged, work));
        let Statistics { nodes, solutions, .. } = self.statistics();
        (self.control.progress.nodes, self.control.progress.solutions) = (nodes, solutions);
        self.control.charge(fresh)
    }

    fn pass(&mut self) {
        self.next += 1;
        self.begin_round();
    }

    fn begin_round(&mut self) {
        if self.next >= self.races.len() {
            (self.next, self.round) = (0, self.round + 1);
        }
    }

    /// Takes out the race whose turn it is.
    fn leave(&mut self) {
        let mut race = self.races.remove(self.next);
        let own = race.statistics();
        self.done += race.work();
        self.spent.nodes += own.nodes;
        self.spent.solutions += own.solutions;
        self.begin_round();
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        while let Some(race) = self.races.get_mut(self.next) {
            self.control.check_granted()?;
            race.look_above(self.best);
            if let Some(over) = self.control.over() {
                race.stop_with(over);
            }
            let step = race.until(self.round, Beside::NOTHING);
            match step {
                Step::Improved(value) if self.best < Some(value) => {
                    self.best = Some(value);
                    self.placed.clear();
                    race.placed(&mut self.placed);
                    self.winner = race.engine().unwrap_or(self.winner);
                    // What stops it now stops the next step too.
                    let _ = self.charge();
                    self.control.progress.best = self.best;
                    self.control.report();
                    return Ok(step);
                }
                Step::Improved(_) | Step::Found => {}
                Step::Done(_) | Step::Stopped(Cause::MemoryLimit | Cause::SolverFailed) => self.leave(),
                Step::Stopped(Cause::NodeLimit) => self.pass(),
                Step::Stopped(cause) => return Err(cause),
            }
            self.charge()?;
        }
        // None is left that could find more; this says nothing about other placements.
        Err(Cause::SolverFailed)
    }
}

impl Run for Symmetric {
    fn step(&mut self) -> Step {
        self.advance().unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend_from_slice(&self.placed);
    }

    fn share(&mut self, best: Option<i64>, _: Option<i64>) {
        self.best = self.best.max(best);
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn engine(&self) -> Option<Engine> {
        Some(self.winner)
    }

    fn remainder(&self) -> Paths {
        Paths::default()
    }

    /// What bounds symmetric placements bounds no others.
    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        let mut all = Statistics { elapsed: self.control.elapsed(), ..self.spent };
        for own in self.races.iter().map(Race::statistics) {
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        all
    }
}

/// The sets of variables that each sort of symmetry ties together, those that leave fewest free first. Symmetries that another one
/// carries into each other, as the mirrors of rows and of columns, are one sort.
fn ties(model: &Model, worths: &Worths, control: &mut Control) -> Result<Vec<Vec<Vec<Var>>>, Cause> {
    /// Of more symmetries only those that leave kinds as they are count.
    const MANY: usize = 32;
    let mut group = model.group_with_swaps(control)?;
    if group.order() > MANY {
        group = group.keep(|element, _, _| element.fixes_kinds());
    }
    let images = model.images(&group, worths, usize::MAX, control)?;
    let mut sorts: Vec<Vec<Var>> = Vec::new();
    let mut seen: Vec<Vec<Var>> = Vec::new();
    for image in &images {
        let least = least_of_orbits(image);
        // On a board of one row a mirror leaves every square where it is.
        if least.iter().zip(0..).all(|(least, var)| *least == var) || seen.contains(&least) {
            continue;
        }
        for other in &images {
            control.charge(32 * model.vars() as u64)?;
            let mut carried = vec![0; image.len()];
            for (var, to) in image.iter().enumerate() {
                carried[other[var] as usize] = other[*to as usize];
            }
            let carried = least_of_orbits(&carried);
            if !seen.contains(&carried) {
                seen.push(carried);
            }
        }
        sorts.push(least);
    }
    let orbits = |least: &Vec<Var>| least.iter().zip(0..).filter(|(least, var)| **least == *var).count();
    sort_by_number(&mut sorts, |least| orbits(least) as i64);
    Ok(sorts.iter().map(|least| tied(least)).collect())
}

/// The least member of the orbit of each variable under a permutation.
fn least_of_orbits(image: &[Var]) -> Vec<Var> {
    let mut least = vec![Var::MAX; image.len()];
    for first in 0..image.len() as Var {
        let mut at = first;
        while least[at as usize] == Var::MAX {
            least[at as usize] = first;
            at = image[at as usize];
        }
    }
    least
}

/// The orbits of more than one variable, given the least member of each.
fn tied(least: &[Var]) -> Vec<Vec<Var>> {
    let mut orbits = vec![Vec::new(); least.len()];
    for (var, least) in least.iter().enumerate() {
        orbits[*least as usize].push(var as Var);
    }
    orbits.retain(|orbit| orbit.len() > 1);
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Options, Random};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Transform, Weights, Wrap, classics};
    use crate::query::parts::tests::small;

    fn prepared(problem: &Problem, weights: &Weights) -> (Model, Worths, Control) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        (model, Worths::new(problem, weights, 1), control)
    }

    fn ones(problem: &Problem) -> Weights {
        Weights::from_fn(problem, |_, _| 1)
    }

    /// The number of free variables that each sort of symmetry leaves.
    fn free(problem: &Problem, weights: &Weights) -> Vec<usize> {
        let (model, worths, mut control) = prepared(problem, weights);
        let sorts = ties(&model, &worths, &mut control).expect("no limit was set");
        sorts.iter().map(|sets| model.vars() - sets.iter().map(|set| set.len() - 1).sum::<usize>()).collect()
    }

    #[test]
    fn each_sort_of_symmetry_is_there_once() {
        let queens = |board: Board| classics::non_attacking(board, Piece::QUEEN);
        let all = |problem: Problem| free(&problem, &ones(&problem));
        // A quarter turn, a half turn and a mirror, a diagonal.
        assert_eq!(all(queens(Board::square(4))), [4, 8, 8, 10]);
        assert_eq!(all(queens(Board::square(5))), [7, 13, 15, 15]);
        // Of the two mirrors of an oblong neither is an image of the other.
        assert_eq!(all(queens(Board::new(3, 4))), [6, 6, 8]);
        assert_eq!(all(queens(Board::square(4).with_walls([(0, 1)]))), [0; 0]);
        assert_eq!(all(queens(Board::square(4).with_walls([(1, 1)]))), [9]);
        // Armies may change places besides.
        assert_eq!(all(classics::peaceable(Board::square(4), Piece::QUEEN)), [8, 8, 16, 16, 16, 16, 16, 16, 20]);
        let corner = Weights::from_fn(&queens(Board::square(4)), |_, square| i64::from(square.index(4) == 0));
        assert_eq!(free(&queens(Board::square(4)), &corner), [10]);
    }

    /// The best symmetric value, and how many sorts of symmetry there are.
    fn best_symmetric(problem: &Problem, weights: &Weights) -> Option<(Option<i64>, usize)> {
        let (model, worths, control) = prepared(problem, weights);
        let mut run = Symmetric::new(&model, &worths, control).expect("no limit was set")?;
        let sorts = run.races.len();
        let (mut best, mut nodes) = (None, 0);
        loop {
            assert!(run.statistics().nodes >= nodes, "{problem}");
            nodes = run.statistics().nodes;
            run.control().grant(1 << 16);
            match run.step() {
                Step::Improved(value) => {
                    let mut placed = Placed::new();
                    run.placed(&mut placed);
                    let vars: Vec<Var> =
                        placed.iter().filter_map(|(square, kind)| model.var(*square, usize::from(*kind))).collect();
                    assert!(model.judge().accepts(&placed) && worths.sum(&vars) == value, "{problem}");
                    assert!(best < Some(value), "{problem}");
                    best = Some(value);
                }
                Step::Stopped(Cause::NodeLimit) => assert!(run.control().is_paused()),
                Step::Stopped(cause) => {
                    assert_eq!(cause, Cause::SolverFailed);
                    return Some((best, sorts));
                }
                step => panic!("{step:?}"),
            }
        }
    }

    #[test]
    fn the_best_symmetric_placement_is_that_of_the_rule_that_asks_for_it() {
        let options = Options::new().engine(Engine::Search);
        let mut random = Random::new(11);
        let mut asked = 0;
        for round in 0..60 {
            let (mut board, piece) = small(&mut random, round, 2);
            if round % 4 < 3 {
                board = Board::new(board.rows(), board.columns()).with_wrap(board.wrap());
            }
            let problem = match round % 6 {
                0 => classics::attacking(board, piece, ..=1),
                1 => classics::total_domination(board, piece),
                2 => classics::domination(board, piece),
                3 => classics::attacking(board, piece, 1..=2),
                4 => classics::peaceable(board, piece),
                _ => classics::non_attacking(board, piece),
            };
            let sign = if round % 6 == 2 { -1 } else { 1 };
            let weights = Weights::from_fn(&problem, |_, _| sign);
            let Some((best, sorts)) = best_symmetric(&problem, &weights) else { continue };
            let group = problem.symmetries_with_swaps(&mut Control::new(&Options::new())).expect("no limit was set");
            let elements = group.resolved().iter().filter(|element| !element.is_identity());
            let transforms: Vec<Transform> = elements.map(|element| element.transform(&problem)).collect();
            assert!((1..=transforms.len()).contains(&sorts), "{problem}");
            let by_rule = transforms.into_iter().filter_map(|transform| {
                let tied = problem.clone().with(Constraint::symmetric([transform], Area::Everywhere));
                let weights: Vec<_> = tied.kinds().map(|kind| (kind, sign)).collect();
                let asked = tied.using(&options);
                asked.maximize_of(weights).expect("the problem is sound").value().expect("no limit was set")
            });
            assert_eq!(best, by_rule.max(), "{problem}");
            asked += 1;
        }
        assert!(asked > 30, "{asked}");
    }

    #[test]
    fn each_may_hold_its_share_of_a_quarter_of_the_memory() {
        let problem = classics::non_attacking(Board::square(6), Piece::QUEEN);
        let (model, worths, control) = prepared(&problem, &ones(&problem));
        let run = Symmetric::new(&model, &worths, control.with_memory_limit(1 << 20)).expect("no limit was set");
        let mut races = run.expect("it is symmetric").races;
        let limits: Vec<u64> = races.iter_mut().map(|race| race.control().memory_limit()).collect();
        assert_eq!(limits, [1 << 16; 4]);
    }

    #[test]
    fn what_is_no_better_than_known_is_not_told() {
        let problem = classics::non_attacking(Board::square(6).with_wrap(Wrap::None), Piece::QUEEN);
        let (model, worths, control) = prepared(&problem, &ones(&problem));
        let mut run = Symmetric::new(&model, &worths, control).expect("no limit was set").expect("it is symmetric");
        run.share(Some(5), None);
        assert!(matches!(run.step(), Step::Improved(6)));
        assert!(matches!(run.step(), Step::Stopped(Cause::SolverFailed)));
    }
}
