//! How the crate finds an optimum, or the first solutions, where it may choose the engine: by turns, each time further.
//!
//! Runs are suspended and resumed; what one finds or proves the others are told. Turns are measured in work and not in
//! time, so that it is the same engine each time. With several threads, what takes longer goes on side by side.

mod at_bound;
mod entrant;
mod nearby;
mod side_by_side;
mod symmetric;

use std::sync::Arc;

use crate::answer::{Bound, Proof, Reason, Statistics, Turn};
use crate::budget::{Beside, CancelToken, Cause, Control, Engine};
#[cfg(feature = "sat")]
use crate::engine::SAT_SOLVER;
use crate::engine::{Paths, Placed, Run, Step};
use crate::language::sort_by_number;
use crate::model::{Goal, Model};
use crate::query::parts::Parts;
use crate::query::policy::{self, Entry};
use at_bound::wanted;
use entrant::Entrant;
use side_by_side::{News, SideBySide};

/// Engines at work on one optimum, or on the same solutions.
pub(super) struct Race {
    model: Arc<Model>,
    goal: Goal,
    threads: usize,
    control: Control,
    entrants: Vec<Entrant>,
    /// Whose turn it is, and how many times all have had theirs.
    next: usize,
    round: u32,
    /// Whether the one whose turn it is has been granted its work, and whether it has been granted more because it is near its end.
    granted: bool,
    extended: bool,
    best: Option<i64>,
    placed: Placed,
    /// The solutions found so far, if there is no value: few, since the caller wants no more.
    found: Vec<Placed>,
    bound: Option<Bound>,
    /// What all values are multiples of.
    unit: i64,
    /// How the bound is known.
    proof: Proof,
    /// The engine that found the best or proved it, and why it had a turn, where that is known.
    winner: (Engine, Option<Reason>),
    /// The cost of runs that are over.
    spent: Statistics,
    /// How many rounds no engine has had a turn.
    idle: u32,
    /// The runs that go on side by side, once they do.
    beside: Option<SideBySide>,
    /// What is known together with a run beside this one.
    news: Option<Arc<News>>,
    /// The parts that no rule joins, one race for each, once they have been looked for and found.
    parts: Option<Parts>,
    is_one_part: bool,
    /// The last round before it pauses.
    last: u32,
}

impl Race {
    pub(super) fn new(model: Arc<Model>, goal: Goal, threads: usize, control: Control) -> Self {
        let entrants: Vec<Entrant> = policy::entries(&model, &goal).into_iter().map(Entrant::new).collect();
        let unit = if let Goal::Maximise(worths) = &goal { i64::try_from(worths.unit()).unwrap_or(1) } else { 1 };
        let winner = (entrants.first().map_or(Engine::Search, |first| first.entry.engine), None);
        Self {
            model,
            goal,
            threads,
            control,
            entrants,
            next: 0,
            round: 0,
            granted: false,
            extended: false,
            best: None,
            placed: Placed::new(),
            found: Vec::new(),
            bound: None,
            unit,
            proof: Proof::Exhausted,
            winner,
            spent: Statistics::default(),
            idle: 0,
            beside: None,
            news: None,
            parts: None,
            is_one_part: false,
            last: u32::MAX,
        }
    }

    /// A race for a part of a model, which does not fall apart any further.
    pub(super) fn of_part(self) -> Self {
        Self { is_one_part: true, ..self }
    }

    /// Begins with a solution that is known.
    pub(super) fn begin_with(&mut self, value: i64, placed: Placed) {
        (self.best, self.placed) = (Some(value), placed);
    }

    /// Looks only for what is better than this, which is known from elsewhere.
    pub(super) fn look_above(&mut self, best: Option<i64>) {
        debug_assert!(self.parts.is_none() && self.beside.is_none());
        self.best = self.best.max(best);
    }

    /// Continues until the end of a round, where it pauses as if that were the last of its nodes.
    pub(super) fn until(&mut self, round: u32, beside: Beside) -> Step {
        (self.last, self.control.beside) = (round, beside);
        self.step()
    }

    /// Looks for parts that no rule joins, unless it has.
    fn look_for_parts(&mut self) -> Result<(), Cause> {
        if let (Goal::Maximise(worths), false) = (&self.goal, self.is_one_part) {
            let known = self.best.map(|best| (best, &self.placed));
            self.parts = Parts::new(&self.model, worths, known, self.threads, &mut self.control)?;
        }
        self.is_one_part = true;
        Ok(())
    }

    /// Continues with the parts, if there are any.
    fn advance_parts(&mut self) -> Option<Step> {
        if self.parts.is_some() && self.bound_is_met() {
            return Some(Step::Done(self.proof.clone()));
        }
        let parts = self.parts.as_mut()?;
        let step = parts.step();
        self.winner = (parts.engine().unwrap_or(self.winner.0), None);
        if let Some(bound) = parts.bound()
            && self.bound.is_none_or(|known| bound.value < known.value)
        {
            self.bound = Some(bound);
            self.proof = Proof::BoundMet { name: bound.name };
        }
        if let Step::Improved(value) = step {
            self.best = Some(value);
            self.placed.clear();
            parts.placed(&mut self.placed);
            // A part tells of the whole only once something is known of all parts.
            self.control.progress.best = Some(value);
            self.control.report();
        }
        Some(step)
    }

    /// Goes on to the next engine; fails where none can ever have a turn again.
    fn pass(&mut self) -> Result<(), Cause> {
        (self.granted, self.extended) = (false, false);
        self.next += 1;
        if self.next >= self.entrants.len() {
            self.next = 0;
            self.round += 1;
            self.idle += 1;
        }
        // By then a turn has all the work there is.
        if self.idle > 2 * u64::BITS { Err(Cause::SolverFailed) } else { Ok(()) }
    }

    /// Whether nothing better than the best is left: what is known from elsewhere may exceed the bound of a part of all placements.
    fn bound_is_met(&self) -> bool {
        self.bound.is_some_and(|bound| self.best >= Some(bound.value))
    }

    /// Whether the search has no end in sight: what goes on side by side has none.
    fn search_is_far(&mut self) -> bool {
        let mut entrants = self.entrants.iter_mut();
        let Some(search) = entrants.find(|entrant| entrant.entry.reason == Reason::General) else { return true };
        search.run.as_mut().is_some_and(|run| {
            run.outlook().is_some_and(|outlook| policy::is_far(outlook, run.control().work_of_turns()))
        })
    }

    /// The work that all engines have done.
    pub(super) fn work(&mut self) -> u64 {
        self.entrants.iter_mut().map(Entrant::work).sum()
    }

    /// Lets the engine whose turn has ended go on at once, if it is near its end, finds one placement after the other near the best, or
    /// as a sweep proves one bound after the other; tells whether it does.
    fn extend(&mut self) -> bool {
        let spent = self.work();
        let entrant = &mut self.entrants[self.next];
        let has_paid = std::mem::replace(&mut entrant.has_paid, false);
        let Entry { engine, reason, .. } = entrant.entry;
        if has_paid && (engine == Engine::Sweep || reason == Reason::Nearby) {
            let more = (spent / policy::WHILE_IT_PAYS).saturating_sub(entrant.work()).min(entrant.granted);
            if more > 0 && entrant.go_on(more) {
                return true;
            }
            if engine == Engine::Sweep {
                entrant.forgive();
            }
        }
        let Some(run) = entrant.run.as_ref().filter(|_| !self.extended) else { return false };
        let outlook = run.outlook();
        let Some(more) = policy::to_the_end(engine, outlook, entrant.credit(spent)) else { return false };
        self.extended = true;
        entrant.go_on(more)
    }

    /// Lets the engine whose turn it is go on for its share of the work; tells whether it can.
    fn grant(&mut self) -> Result<bool, Cause> {
        let spent = self.work();
        let is_far = self.search_is_far();
        let entrant = &mut self.entrants[self.next];
        let outlook = entrant.run.as_ref().and_then(|run| run.outlook());
        let has_turn = match entrant.entry.reason {
            Reason::Nearby => !self.placed.is_empty() && entrant.in_vain() <= spent / policy::NEARBY_IN_VAIN,
            Reason::AtBound => wanted(self.unit, self.best, self.bound.map(|bound| bound.value)).is_some(),
            _ => true,
        };
        if !has_turn {
            return Ok(false);
        }
        let work = entrant.entry.work(self.round, is_far, outlook, entrant.credit(spent));
        let Some(work) = work.filter(|work| *work > 0 && !entrant.is_out) else { return Ok(false) };
        entrant.begin(work, &self.model, &self.goal, &self.control)?;
        let Some(run) = &mut entrant.run else { return Ok(false) };
        entrant.granted = entrant.granted.saturating_add(work);
        let own = run.control().work();
        let work = entrant.granted.saturating_sub(run.control().work_of_turns());
        if work == 0 {
            return Ok(false);
        }
        let bound = self.bound.map(|bound| bound.value);
        run.share(self.best, bound);
        run.show(&self.placed);
        let control = run.control();
        control.beside = self.control.beside;
        control.others = spent.saturating_sub(own);
        control.grant(work);
        control.progress.best = self.best.max(control.progress.best);
        control.progress.bound = bound.or(control.progress.bound);
        self.granted = true;
        Ok(true)
    }

    /// Makes it stop when this token is cancelled too.
    pub(super) fn stop_with(&mut self, over: &CancelToken) {
        self.control.stop_with(over);
        for run in self.entrants.iter_mut().filter_map(|entrant| entrant.run.as_mut()) {
            run.control().stop_with(over);
        }
    }

    fn add_spent(&mut self, spent: Statistics) {
        self.spent.nodes += spent.nodes;
        self.spent.solutions += spent.solutions;
    }

    /// Takes down a solution, unless another engine has found it before.
    fn found_by(&mut self, engine: Engine, reason: Option<Reason>, placed: Placed) -> Option<Step> {
        if self.found.contains(&placed) {
            return None;
        }
        self.placed.clone_from(&placed);
        self.found.push(placed);
        self.winner = (engine, reason);
        Some(Step::Found)
    }

    /// Takes down what the engine whose turn it is has proved; returns whether that is more than was known.
    fn learn(&mut self) -> bool {
        let bound = self.entrants[self.next].run.as_ref().and_then(|run| run.bound());
        // No value lies between multiples of the unit.
        let bound =
            bound.map(|bound| Bound::new(bound.value.div_euclid(self.unit).saturating_mul(self.unit), bound.name));
        let bound = bound.filter(|bound| self.bound.is_none_or(|known| bound.value < known.value));
        if let Some(bound) = bound {
            self.bound = Some(bound);
            self.proof = match self.entrants[self.next].entry.engine {
                #[cfg(feature = "sat")]
                Engine::Sat => Proof::Refuted { solver: SAT_SOLVER },
                _ => Proof::BoundMet { name: bound.name },
            };
            if let Some(news) = &self.news {
                news.bounded(bound, &self.proof);
            }
        }
        bound.is_some()
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        if self.threads > 1 && self.round > policy::LAST_ROUND_BEFORE_THREADS && !self.granted {
            self.set_beside();
        }
        if let Some(mut beside) = self.beside.take() {
            let step = self.wait_for(&mut beside);
            self.beside = Some(beside);
            return step;
        }
        loop {
            if let Some(step) = self.advance_parts() {
                return Ok(step);
            }
            if !self.granted {
                self.hear();
            }
            if self.bound_is_met() {
                return Ok(Step::Done(self.proof.clone()));
            }
            if !self.granted {
                if self.round > self.last {
                    return Err(Cause::NodeLimit);
                }
                // What a first round does not end is worth a look at what its rules join.
                if self.round > 0 && !self.is_one_part {
                    self.look_for_parts()?;
                    continue;
                }
                if self.threads > 1 && self.round > policy::LAST_ROUND_BEFORE_THREADS {
                    return self.advance();
                }
                if self.entrants.is_empty() || !self.grant()? {
                    self.pass()?;
                    continue;
                }
                self.idle = 0;
            }
            let Entrant { entry: Entry { engine, reason, .. }, run: Some(run), .. } = &mut self.entrants[self.next]
            else {
                continue;
            };
            let step = run.step();
            let (engine, reason) = (run.engine().unwrap_or(*engine), *reason);
            match step {
                Step::Improved(value) if self.best.is_none_or(|best| value > best) => {
                    self.best = Some(value);
                    self.placed.clear();
                    run.placed(&mut self.placed);
                    self.winner = (engine, Some(reason));
                    self.entrants[self.next].paid();
                    self.learn();
                    return Ok(Step::Improved(value));
                }
                Step::Improved(_) => {}
                Step::Found => {
                    let mut placed = Placed::new();
                    run.placed(&mut placed);
                    if let Some(step) = self.found_by(engine, Some(reason), placed) {
                        return Ok(step);
                    }
                }
                Step::Done(proof) => {
                    self.winner = (engine, Some(reason));
                    self.learn();
                    return Ok(Step::Done(proof));
                }
                Step::Stopped(Cause::NodeLimit) => {
                    if self.learn() && engine == Engine::Sweep && self.round >= policy::FIRST_BOUND_THAT_PAYS {
                        self.entrants[self.next].paid();
                    }
                    if !self.extend() {
                        self.pass()?;
                    }
                }
                // The search needs least memory of all; another engine that fails leaves the field to it.
                Step::Stopped(cause @ (Cause::MemoryLimit | Cause::SolverFailed)) if reason != Reason::General => {
                    self.learn();
                    // That no symmetric placement is left is no failure.
                    let cause = if reason == Reason::Symmetric { Cause::NodeLimit } else { cause };
                    self.entrants[self.next].leave(cause);
                    if self.entrants.iter().all(|entrant| entrant.is_out) {
                        return Err(cause);
                    }
                    self.pass()?;
                }
                Step::Stopped(cause) => {
                    self.learn();
                    return Err(cause);
                }
            }
        }
    }
}

impl Run for Race {
    fn step(&mut self) -> Step {
        self.advance().unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend_from_slice(&self.placed);
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn engine(&self) -> Option<Engine> {
        Some(self.winner.0)
    }

    fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = self.entrants.iter().filter_map(Entrant::turn).collect();
        turns.extend(self.beside.iter().flat_map(SideBySide::reports).flat_map(|(_, turns)| turns));
        let (engine, reason) = self.winner;
        let is_last = |turn: &Turn| {
            let of_all = !matches!(turn.reason, Reason::Symmetric | Reason::Nearby | Reason::AtBound);
            turn.engine == engine && reason.map_or(of_all, |reason| turn.reason == reason)
        };
        sort_by_number(&mut turns, |turn| i64::from(is_last(turn)));
        turns.extend(self.parts.iter().flat_map(Parts::turns));
        turns
    }

    fn remainder(&self) -> Paths {
        Paths::default()
    }

    fn bound(&self) -> Option<Bound> {
        self.bound
    }

    fn statistics(&self) -> Statistics {
        let mut all = Statistics { elapsed: self.control.elapsed(), ..self.spent };
        for own in self.entrants.iter().map(Entrant::statistics) {
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        for (own, _) in self.beside.iter().flat_map(SideBySide::reports) {
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        if let Some(parts) = &self.parts {
            let own = parts.statistics();
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        if !matches!(self.goal, Goal::Maximise(_)) {
            all.solutions = self.found.len() as u64;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, classics};
    use crate::model::Worths;

    fn problems() -> Vec<Problem> {
        let walled = Board::square(5).with_walls([(0, 2), (2, 1), (3, 3)]);
        vec![
            classics::queens(3),
            classics::queens(6),
            classics::non_attacking(walled.clone(), Piece::QUEEN),
            classics::non_attacking(Board::new(4, 6), Piece::KNIGHT),
            classics::domination(Board::square(5), Piece::KING),
            classics::domination(walled, Piece::BISHOP),
            classics::attacking(Board::square(5), Piece::QUEEN, 2),
            classics::peaceable(Board::square(4), Piece::QUEEN),
            classics::completion(6, [(0, 1)]),
        ]
    }

    /// A race that is about to go on side by side.
    fn late(problem: &Problem, goal: impl FnOnce(&Model) -> Goal, threads: usize) -> Race {
        let mut control = Control::new(&Options::new());
        let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set"));
        let goal = goal(&model);
        Race { round: policy::LAST_ROUND_BEFORE_THREADS + 1, ..Race::new(model, goal, threads, control) }
    }

    #[test]
    fn side_by_side_the_value_is_that_of_one_engine() {
        for problem in problems() {
            for weight in [1, -1] {
                let weights: Vec<_> = problem.kinds().map(|kind| (kind, weight)).collect();
                let one = problem.using(&Options::new().engine(Engine::Search)).maximize_of(weights);
                let one = one.expect("the problem is sound").value().expect("no limit was set");
                for threads in [2, 3] {
                    let goal = |model: &Model| Goal::Maximise(Worths::by_kind(model, &vec![weight; model.kinds]));
                    let mut race = late(&problem, goal, threads);
                    let mut best = None;
                    while let Step::Improved(value) = race.step() {
                        let mut placed = Placed::new();
                        race.placed(&mut placed);
                        assert_eq!(weight * placed.len() as i64, value, "{problem}");
                        assert!(best.is_none_or(|best| value > best), "{problem}");
                        best = Some(value);
                    }
                    assert_eq!(best, one, "{problem} by {threads} threads");
                    assert!(race.beside.is_some() && race.statistics().nodes > 0, "{problem}");
                }
            }
        }
    }

    #[test]
    fn side_by_side_each_solution_is_found_once() {
        for problem in problems() {
            let all = problem.count().expect("the problem is sound").exact().expect("no limit was set");
            if all > 200u32.into() {
                continue;
            }
            for threads in [1, 2, 3] {
                let mut race = late(&problem, |_| Goal::All, threads);
                let mut found = 0u32;
                while let Step::Found = race.step() {
                    found += 1;
                }
                assert!(all == found, "{problem} by {threads} threads: {found} of {all}");
            }
        }
    }

    #[test]
    fn observers_hear_of_the_best() {
        let mut all = problems();
        all.extend([Piece::BISHOP, Piece::KNIGHT].map(|piece| classics::total_domination(Board::square(6), piece)));
        for problem in all {
            for (weight, round) in [(1, 0), (-1, 0), (1, 12), (-1, 12)] {
                let heard = Arc::new(Mutex::new(None));
                let hears = Arc::clone(&heard);
                let options =
                    Options::new().observer(move |progress| *hears.lock().expect("it cannot panic") = progress.best);
                let goal = |model: &Model| Goal::Maximise(Worths::by_kind(model, &vec![weight; model.kinds]));
                let race = late(&problem, goal, 1);
                let mut race = Race { round, ..Race::new(race.model, race.goal, 1, Control::new(&options)) };
                let mut best = None;
                while let Step::Improved(value) = race.step() {
                    best = Some(value);
                }
                assert_eq!(*heard.lock().expect("it cannot panic"), best, "{problem} {weight} {round}");
            }
        }
    }

    #[test]
    fn each_engine_is_told_the_work_of_the_others() {
        let problem = classics::peaceable(Board::square(6), Piece::KNIGHT);
        let goal = |model: &Model| Goal::Maximise(Worths::by_kind(model, &vec![1; model.kinds]));
        let mut race = Race { round: 0, ..late(&problem, goal, 1) };
        while let Step::Improved(_) = race.until(5, Beside::NOTHING) {}
        let mut told: Vec<(u64, u64)> = Vec::new();
        for run in race.entrants.iter_mut().filter_map(|entrant| entrant.run.as_mut()) {
            told.push((run.control().work(), run.control().others));
        }
        let all: u64 = told.iter().map(|(own, _)| own).sum();
        assert!(told.len() > 1 && told.iter().all(|(own, others)| own + others <= all), "{told:?}");
        assert!(told.iter().all(|(_, others)| *others > 0), "{told:?}");
    }

    #[test]
    fn what_has_no_end_in_sight_is_looked_for_among_symmetric_placements() {
        let problem = classics::no_three_in_line(12);
        let mut race = Race { round: 0, ..late(&problem, |model| Goal::Maximise(Worths::by_kind(model, &[1])), 1) };
        let mut best = None;
        let done = loop {
            match race.step() {
                Step::Improved(value) => best = Some(value),
                done => break done,
            }
        };
        assert!(matches!(done, Step::Done(_)) && best == Some(24), "{done:?}, {best:?}");
        let mut turns = race.turns();
        turns.retain(|turn| turn.reason == Reason::Symmetric);
        assert!(turns.len() == 1 && turns[0].bound.is_none() && turns[0].statistics.nodes > 0, "{turns:?}");
    }

    #[test]
    fn what_stops_both_runs_stops_the_race_with_what_they_have_found() {
        let problem = classics::attacking(Board::square(12), Piece::QUEEN, 3);
        let token = CancelToken::new();
        let mut race = late(&problem, |model| Goal::Maximise(Worths::by_kind(model, &[1])), 2);
        race.control = Control::new(&Options::new().cancel(&token));
        let mut best = None;
        let stopped = loop {
            match race.step() {
                Step::Improved(value) => {
                    best = Some(value);
                    token.cancel();
                }
                other => break other,
            }
        };
        assert!(matches!(stopped, Step::Stopped(Cause::Cancelled)), "{stopped:?}");
        assert!(best.is_some_and(|best| best > 0));
    }
}
