//! Placements near the best: all but some squares stay as they are in it.
//!
//! What is left free is a small problem, which is often ended at once. What is found is a solution like any other; that no placement
//! near the best is better proves nothing.

use std::sync::Arc;

use crate::answer::{Bound, Statistics};
use crate::budget::{Cause, Control, Engine, Random};
use crate::engine::{Paths, Placed, Run, Step, statistics};
use crate::language::{Square, sort_by_number};
use crate::model::{Goal, Model, Rule, Var, Worths};

/// One neighbourhood of the best placement after the other.
pub(super) struct Nearby {
    model: Arc<Model>,
    worths: Worths,
    random: Random,
    /// The search of the neighbourhood under way, and its sort.
    run: Option<Box<dyn Run>>,
    sort: usize,
    /// How many squares or pieces those of each sort leave free, in sixteenths.
    sizes: [u64; Sort::ALL.len()],
    /// The least work in a neighbourhood.
    work: u64,
    /// The best placement known, and the value to beat.
    placed: Placed,
    value: Option<i64>,
    best: Option<i64>,
    control: Control,
}

/// What stays as it is.
#[derive(Clone, Copy)]
enum Sort {
    /// The squares far from one, by rows and columns.
    Far,
    /// The squares far from the lines through one.
    OffLines,
    /// The pieces far from a square.
    FarPieces,
    /// Pieces anywhere.
    AnyPieces,
}

impl Sort {
    const ALL: [Self; 4] = [Self::Far, Self::OffLines, Self::FarPieces, Self::AnyPieces];
}

impl Nearby {
    /// The work in a neighbourhood at first, about a hundredth of a second, and what part of that in all of them so far it may be.
    const WORK: u64 = 1 << 23;
    const PART: u64 = 64;
    /// The squares or pieces that are left free at first, and the unit of sizes.
    const FIRST: u64 = 12;
    const UNIT: u64 = 16;

    /// Returns `None` if there are more variables than are worth it, or none.
    pub(super) fn new(model: &Arc<Model>, worths: &Worths, control: Control) -> Option<Self> {
        /// With more, copies of the model take longer than what is found by them, and a search begins as on a large board.
        const MAX_VARS: usize = 1 << 12;
        (1..MAX_VARS).contains(&model.vars()).then(|| Self {
            model: Arc::clone(model),
            worths: worths.clone(),
            random: Random::new(control.seed.into()),
            run: None,
            sort: 0,
            sizes: [Self::FIRST * Self::UNIT; Sort::ALL.len()],
            work: Self::WORK,
            placed: Placed::new(),
            value: None,
            best: None,
            control,
        })
    }

    /// The places of squares in a list: those nearest to one that is drawn first, those as far as each other in any order.
    fn nearest(&mut self, sort: Sort, squares: &[Square]) -> impl Iterator<Item = usize> + use<> {
        let (model, random) = (&*self.model, &mut self.random);
        let (board, wrap) = (model.board(), model.board().wrap());
        let centre = model.slots[random.below(model.slots.len() as u64) as usize];
        let apart = |one: usize, other: usize, size: usize, wraps: bool| {
            let apart = one.abs_diff(other);
            if wraps { apart.min(size - apart) } else { apart }
        };
        let mut far = |square: &Square| {
            let down = apart(square.row(), centre.row(), board.rows(), wrap.rows());
            let right = apart(square.column(), centre.column(), board.columns(), wrap.columns());
            let distance = match sort {
                Sort::Far | Sort::FarPieces => down.max(right),
                Sort::OffLines => down.min(right).min(down.abs_diff(right)),
                Sort::AnyPieces => 0,
            };
            (distance as i64) << 32 | random.below(1 << 32) as i64
        };
        let mut all: Vec<(i64, usize)> = squares.iter().map(&mut far).zip(0..).collect();
        sort_by_number(&mut all, |(far, _)| *far);
        all.into_iter().map(|(_, place)| place)
    }

    /// The rules that a neighbourhood of the next sort adds: which pieces stay, and which kinds stay away from which squares.
    fn rules(&mut self) -> [Rule; 2] {
        self.sort = (self.sort + 1) % Sort::ALL.len();
        let (sort, size) = (Sort::ALL[self.sort], (self.sizes[self.sort] / Self::UNIT) as usize);
        let model = Arc::clone(&self.model);
        let (mut stays, mut away) = (Vec::new(), Vec::new());
        match sort {
            Sort::Far | Sort::OffLines => {
                let mut is_fixed = vec![false; model.slots.len()];
                self.nearest(sort, &model.slots).skip(size).for_each(|slot| is_fixed[slot] = true);
                let mut stands = vec![false; model.vars()];
                self.pieces(&self.placed).into_iter().for_each(|var| stands[var as usize] = true);
                for var in (0..model.vars() as Var).filter(|var| is_fixed[*var as usize / model.kinds]) {
                    if stands[var as usize] { &mut stays } else { &mut away }.push(var);
                }
            }
            Sort::FarPieces | Sort::AnyPieces => {
                let pieces = self.pieces(&self.placed);
                let squares: Vec<Square> = pieces.iter().map(|var| model.placed[*var as usize].0).collect();
                stays.extend(self.nearest(sort, &squares).skip(size).map(|place| pieces[place]));
            }
        }
        let all = stays.len() as i64;
        [Rule::Count { vars: stays, range: (all..=all).into() }, Rule::Count { vars: away, range: (0..=0).into() }]
    }

    /// The variables that are true in a placement.
    fn pieces(&self, placed: &Placed) -> Vec<Var> {
        placed.iter().filter_map(|(square, kind)| self.model.var(*square, usize::from(*kind))).collect()
    }

    /// Begins with another neighbourhood.
    fn begin(&mut self) -> Result<(), Cause> {
        let rules = self.rules();
        let model = Arc::new(self.model.restricted(rules));
        self.control.charge(16 * model.vars() as u64)?;
        let control = self.control.quiet(u64::MAX).with_memory_limit(self.control.memory_limit() / 4).brief();
        let goal = Goal::Maximise(self.worths.clone());
        let mut run = Engine::Search.backend().start(model, goal, Paths::whole(), control);
        run.control().grant(self.work.max(self.control.work() / Self::PART));
        self.run = Some(run);
        Ok(())
    }

    /// Leaves the neighbourhood; the next of its sort is larger if this one came to its end, and has more work if this one had not
    /// begun with what there was.
    fn leave(&mut self, ended: bool) -> Result<(), Cause> {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let own = run.statistics();
        if !ended && own.nodes == 0 {
            self.work = self.work.saturating_mul(2);
            return self.control.charge(run.control().charged());
        }
        self.control.progress.nodes += own.nodes;
        self.control.progress.solutions += own.solutions;
        let size = &mut self.sizes[self.sort];
        let most = Self::UNIT * self.model.slots.len() as u64;
        *size = if ended { (*size + *size / 16).min(most) } else { (*size - *size / 8).max(2 * Self::UNIT) };
        self.control.charge(run.control().charged())
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        loop {
            let Some(run) = &mut self.run else {
                self.control.check_granted()?;
                self.begin()?;
                continue;
            };
            run.share(self.best, None);
            if let Some(over) = self.control.over() {
                run.control().stop_with(over);
            }
            match run.step() {
                step @ Step::Improved(value) if self.best < Some(value) => {
                    (self.best, self.value) = (Some(value), Some(value));
                    self.placed.clear();
                    run.placed(&mut self.placed);
                    self.control.progress.best = self.best;
                    self.control.report();
                    return Ok(step);
                }
                Step::Improved(_) | Step::Found => {}
                Step::Done(_) => self.leave(true)?,
                Step::Stopped(Cause::MemoryLimit) if run.statistics().nodes > 0 => self.leave(false)?,
                Step::Stopped(Cause::NodeLimit) => self.leave(false)?,
                Step::Stopped(cause) => return Err(cause),
            }
        }
    }
}

impl Run for Nearby {
    fn step(&mut self) -> Step {
        self.advance().unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend_from_slice(&self.placed);
    }

    fn share(&mut self, best: Option<i64>, _: Option<i64>) {
        self.best = self.best.max(best);
    }

    fn show(&mut self, placed: &Placed) {
        let value = Some(self.worths.sum(&self.pieces(placed)));
        if self.value < value {
            self.value = value;
            self.placed.clone_from(placed);
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        Paths::default()
    }

    /// What bounds the placements near one bounds no others.
    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        let own = self.run.as_ref().map(|run| run.statistics()).unwrap_or_default();
        let Statistics { nodes, solutions, elapsed } = statistics(&self.control);
        Statistics { nodes: nodes + own.nodes, solutions: solutions + own.solutions, elapsed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, Weights, classics};
    use crate::query::parts::tests::small_classic;

    fn started(problem: &Problem, weights: &Weights) -> (Arc<Model>, Worths, Nearby) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let (model, worths) = (Arc::new(model), Worths::new(problem, weights, 1));
        let nearby = Nearby::new(&model, &worths, control).expect("the board is small");
        (model, worths, nearby)
    }

    /// Grants work a number of times; returns the values of the placements found, each judged, and better than the one before.
    fn found(problem: &Problem, weights: &Weights, placed: &Placed, grants: usize) -> Vec<i64> {
        let (model, worths, mut nearby) = started(problem, weights);
        let value = |placed: &Placed| {
            let vars = placed.iter().filter_map(|(square, kind)| model.var(*square, usize::from(*kind)));
            worths.sum(&vars.collect::<Vec<Var>>())
        };
        let mut best = value(placed);
        nearby.share(Some(best), None);
        nearby.show(placed);
        let mut values = Vec::new();
        for _ in 0..grants {
            nearby.control().grant(1 << 20);
            let mut nodes = 0;
            while let Step::Improved(value_of_step) = nearby.step() {
                let mut placed = Placed::new();
                nearby.placed(&mut placed);
                assert!(model.judge().accepts(&placed), "{problem}");
                assert_eq!(value(&placed), value_of_step, "{problem}");
                assert!(value_of_step > best, "{problem}");
                assert!(nearby.statistics().nodes >= nodes, "{problem}");
                (best, nodes) = (value_of_step, nearby.statistics().nodes);
                values.push(best);
            }
            assert!(nearby.control().is_paused(), "{problem}");
        }
        values
    }

    #[test]
    fn what_is_found_is_better_each_time_and_never_better_than_the_best() {
        let mut random = Random::new(3);
        let (mut asked, mut reached) = (0, 0);
        for round in 0..48 {
            let (problem, sign) = small_classic(&mut random, round);
            let weights = Weights::from_fn(&problem, |_, _| sign);
            let options = Options::new().engine(Engine::Search);
            let Some(first) =
                problem.using(&options).solve().expect("it is sound").placement().expect("no limit was set")
            else {
                continue;
            };
            let placed: Placed = first.iter().map(|(square, kind)| (square, kind.index)).collect();
            let best = found(&problem, &weights, &placed, 8).last().copied().unwrap_or(sign * placed.len() as i64);
            let asked_of: Vec<_> = problem.kinds().map(|kind| (kind, sign)).collect();
            let max = problem.using(&options).maximize_of(asked_of).expect("it is sound").value();
            let max = max.expect("no limit was set").expect("there is a placement");
            assert!(best <= max, "{problem}");
            asked += 1;
            reached += u32::from(best == max);
        }
        assert!(asked > 30 && 4 * reached > 3 * asked, "{reached} of {asked}");
    }

    #[test]
    fn it_goes_the_same_way_each_time() {
        let problem = classics::non_attacking(Board::square(9), Piece::KNIGHT);
        let weights = Weights::from_fn(&problem, |_, square| 1 + (square.row() * 7 + square.column() * 5) as i64 % 3);
        let runs = [(); 2].map(|()| found(&problem, &weights, &Placed::new(), 6));
        assert!(!runs[0].is_empty());
        assert_eq!(runs[0], runs[1]);
    }

    /// In each sort as many squares or pieces are free as its size says, and what stays is what stood.
    #[test]
    fn what_is_left_free_is_as_much_as_the_size_says() {
        let problem = classics::non_attacking(Board::square(8), Piece::KNIGHT);
        let weights = Weights::from_fn(&problem, |_, _| 1);
        let (model, _, mut nearby) = started(&problem, &weights);
        let placed: Placed = (0..20).map(|place| (model.slots[3 * place], 0)).collect();
        nearby.show(&placed);
        for round in 1..=8 {
            let [Rule::Count { vars: stays, range }, Rule::Count { vars: vacant, range: none }] = nearby.rules() else {
                panic!("they are counts")
            };
            assert_eq!((range.ends(), none.ends()), ((stays.len() as i64, stays.len() as i64), (0, 0)));
            assert!(stays.iter().all(|var| placed.contains(&model.placed[*var as usize])));
            assert!(vacant.iter().all(|var| !placed.contains(&model.placed[*var as usize])));
            let free = match Sort::ALL[round % Sort::ALL.len()] {
                Sort::Far | Sort::OffLines => model.slots.len() - stays.len() - vacant.len(),
                Sort::FarPieces | Sort::AnyPieces => placed.len() - stays.len(),
            };
            assert_eq!(free as u64, Nearby::FIRST);
        }
    }
}
