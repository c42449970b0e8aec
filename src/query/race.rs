//! How the crate finds an optimum where it may choose the engine: by turns, each time further.
//!
//! Runs are suspended and resumed; what one finds or proves the others are told. Turns are measured in work and not in
//! time, so that it is the same engine each time.

use std::sync::Arc;

use crate::answer::{Bound, Ending, Proof, Statistics, Turn};
use crate::budget::{Beside, Cause, Control, Engine};
#[cfg(feature = "sat")]
use crate::engine::SAT_SOLVER;
use crate::engine::{Parallel, Paths, Placed, Run, Step};
use crate::model::{Goal, Model};
use crate::query::parts::Parts;
use crate::query::policy::{self, Entry};

/// Engines at work on one optimum.
pub(super) struct Race {
    model: Arc<Model>,
    goal: Goal,
    threads: usize,
    control: Control,
    entrants: Vec<Entrant>,
    /// Whose turn it is, and how many times all have had theirs.
    next: usize,
    round: u32,
    /// Whether the one whose turn it is has been granted its work.
    granted: bool,
    best: Option<i64>,
    placed: Placed,
    bound: Option<Bound>,
    /// How the bound is known.
    proof: Proof,
    winner: Engine,
    /// The cost of runs that are over.
    spent: Statistics,
    /// The parts that no rule joins, each with a race of its own, once they have been looked for and found.
    parts: Option<Parts>,
    is_one_part: bool,
    /// The last round before it pauses.
    last: u32,
}

/// An engine that takes part.
struct Entrant {
    entry: Entry,
    run: Option<Box<dyn Run>>,
    /// The work of all its turns. What a turn takes beyond its end is taken off the next ones.
    granted: u64,
    /// Whether it cannot go on: it declines, or would need too much memory.
    is_out: bool,
}

impl Race {
    pub(super) fn new(model: Arc<Model>, goal: Goal, threads: usize, control: Control) -> Self {
        let entrant = |entry| Entrant { entry, run: None, granted: 0, is_out: false };
        let entrants: Vec<Entrant> = policy::entries(&model).into_iter().map(entrant).collect();
        let winner = entrants.first().map_or(Engine::Search, |first| first.entry.engine);
        Self {
            model,
            goal,
            threads,
            control,
            entrants,
            next: 0,
            round: 0,
            granted: false,
            best: None,
            placed: Placed::new(),
            bound: None,
            proof: Proof::Exhausted,
            winner,
            spent: Statistics::default(),
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
            self.is_one_part = true;
        }
        Ok(())
    }

    /// Continues with the parts, if there are any.
    fn advance_parts(&mut self) -> Option<Step> {
        let parts = self.parts.as_mut()?;
        if self.best.is_some() && self.best == self.bound.map(|bound| bound.value) {
            return Some(Step::Done(self.proof.clone()));
        }
        let step = parts.step();
        self.winner = parts.engine().unwrap_or(self.winner);
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
        }
        Some(step)
    }

    /// Goes on to the next engine.
    fn pass(&mut self) {
        self.granted = false;
        self.next += 1;
        if self.next == self.entrants.len() {
            self.next = 0;
            self.round += 1;
        }
    }

    fn bound_is_met(&self) -> bool {
        self.best.is_some() && self.best == self.bound.map(|bound| bound.value)
    }

    /// Whether the search has no end in sight.
    fn search_is_far(&mut self) -> bool {
        let search = self.entrants.iter_mut().find(|entrant| entrant.entry.engine == Engine::Search);
        let run = search.and_then(|entrant| entrant.run.as_mut());
        run.is_some_and(|run| run.outlook().is_some_and(|outlook| policy::is_far(outlook, run.control().work())))
    }

    /// Lets the engine whose turn it is go on for its share of the work; tells whether it can.
    fn grant(&mut self) -> Result<bool, Cause> {
        let spent =
            self.entrants.iter_mut().filter_map(|entrant| entrant.run.as_mut()).map(|run| run.control().work()).sum();
        let is_far = self.search_is_far();
        let entrant = &mut self.entrants[self.next];
        let outlook = entrant.run.as_ref().and_then(|run| run.outlook());
        let work = entrant.entry.work(self.round, is_far, outlook, spent);
        let Some(work) = work.filter(|_| !entrant.is_out) else { return Ok(false) };
        if entrant.run.is_none() {
            let mut control = self.control.turn(u64::MAX, 0);
            let backend = entrant.entry.engine.backend();
            let mut asked = control.turn(u64::MAX, 0).with_most_work(work);
            match policy::joins(entrant.entry.engine, &self.model, &self.goal, &mut asked) {
                Ok(true) => {}
                Ok(false) => {
                    entrant.is_out = true;
                    return Ok(false);
                }
                // To find out takes more than its share; it may join later.
                Err(Cause::NodeLimit) => return Ok(false),
                Err(cause) => return Err(cause),
            }
            let (model, goal) = (Arc::clone(&self.model), self.goal.clone());
            control.grant(work);
            entrant.run = Some(backend.start(model, goal, Paths::whole(), control));
        }
        let Some(run) = &mut entrant.run else { return Ok(false) };
        entrant.granted = entrant.granted.saturating_add(work);
        let work = entrant.granted.saturating_sub(run.control().work());
        if work == 0 {
            return Ok(false);
        }
        let bound = self.bound.map(|bound| bound.value);
        run.share(self.best, bound);
        let control = run.control();
        control.beside = self.control.beside;
        control.grant(work);
        control.progress.best = self.best.max(control.progress.best);
        control.progress.bound = bound.or(control.progress.bound);
        self.granted = true;
        Ok(true)
    }

    /// Leaves the rest to one engine, by itself and without end.
    fn leave_to_threads(&mut self) {
        let takes_part =
            |engine| self.entrants.iter().any(|entrant| entrant.entry.engine == engine && entrant.run.is_some());
        let engine = policy::by_itself(&self.model, takes_part);
        for entrant in &mut self.entrants {
            entrant.is_out = true;
        }
        let Some(place) = self.entrants.iter().position(|entrant| entrant.entry.engine == engine) else { return };
        self.next = place;
        let (model, goal) = (Arc::clone(&self.model), self.goal.clone());
        let control = self.control.turn(u64::MAX, 0);
        let suspended = self.entrants[place].run.take();
        let mut run: Box<dyn Run> = match (engine.backend().as_share(), suspended) {
            (Some(shared), suspended) => {
                let spent = suspended.map(|run| run.statistics()).unwrap_or_default();
                self.spent.nodes += spent.nodes;
                self.spent.solutions += spent.solutions;
                Box::new(Parallel::new(shared, model, goal, self.threads, control))
            }
            (None, Some(suspended)) => suspended,
            (None, None) => engine.backend().start(model, goal, Paths::whole(), control),
        };
        run.share(self.best, self.bound.map(|bound| bound.value));
        run.control().grant(u64::MAX);
        self.entrants[place].run = Some(run);
        self.granted = true;
    }

    /// Takes down what the engine whose turn it is has proved.
    fn learn(&mut self) {
        let bound = self.entrants[self.next].run.as_ref().and_then(|run| run.bound());
        if let Some(bound) = bound
            && self.bound.is_none_or(|known| bound.value < known.value)
        {
            self.bound = Some(bound);
            self.proof = match self.entrants[self.next].entry.engine {
                #[cfg(feature = "sat")]
                Engine::Sat => Proof::Refuted { solver: SAT_SOLVER },
                _ => Proof::BoundMet { name: bound.name },
            };
        }
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        loop {
            if let Some(step) = self.advance_parts() {
                return Ok(step);
            }
            let engine = self.entrants[self.next].entry.engine;
            if !self.granted {
                if self.bound_is_met() {
                    return Ok(Step::Done(self.proof.clone()));
                }
                if self.round > self.last {
                    return Err(Cause::NodeLimit);
                }
                // What a first round does not end is worth a look at what its rules join.
                if self.round > 0 && !self.is_one_part {
                    self.look_for_parts()?;
                    continue;
                }
                if self.threads > 1 && self.round > policy::LAST_ROUND_BEFORE_THREADS {
                    self.leave_to_threads();
                }
                if !self.grant()? {
                    self.pass();
                    continue;
                }
            }
            let Some(run) = &mut self.entrants[self.next].run else { continue };
            match run.step() {
                Step::Improved(value) if self.best.is_none_or(|best| value > best) => {
                    self.best = Some(value);
                    self.placed.clear();
                    run.placed(&mut self.placed);
                    self.winner = engine;
                    self.learn();
                    return Ok(Step::Improved(value));
                }
                Step::Found | Step::Improved(_) => {}
                Step::Done(proof) => {
                    self.winner = engine;
                    self.learn();
                    return Ok(Step::Done(proof));
                }
                Step::Stopped(Cause::NodeLimit) => {
                    self.learn();
                    self.pass();
                }
                // The search needs least memory of all; another engine that fails leaves the field to it.
                Step::Stopped(cause @ (Cause::MemoryLimit | Cause::SolverFailed)) if engine != Engine::Search => {
                    self.entrants[self.next].is_out = true;
                    self.entrants[self.next].run = None;
                    if self.entrants.iter().all(|entrant| entrant.is_out) {
                        return Err(cause);
                    }
                    self.pass();
                }
                Step::Stopped(cause) => return Err(cause),
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
        Some(self.winner)
    }

    fn turns(&self) -> Vec<Turn> {
        let suspended = Ending::Stopped { cause: Cause::NodeLimit };
        let turn = |entrant: &Entrant| {
            let run = entrant.run.as_ref()?;
            let Entry { engine, reason, .. } = entrant.entry;
            Some(Turn { engine, reason, ending: suspended.clone(), bound: run.bound(), statistics: run.statistics() })
        };
        let mut turns: Vec<Turn> = self.entrants.iter().filter_map(turn).collect();
        for more in self.parts.iter().flat_map(Parts::turns) {
            match turns.iter_mut().find(|turn| turn.engine == more.engine) {
                Some(turn) => {
                    turn.statistics.nodes += more.statistics.nodes;
                    turn.statistics.solutions += more.statistics.solutions;
                }
                None => turns.push(more),
            }
        }
        turns.sort_by_key(|turn| turn.engine == self.winner);
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
        for run in self.entrants.iter().filter_map(|entrant| entrant.run.as_ref()) {
            let own = run.statistics();
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        if let Some(parts) = &self.parts {
            let own = parts.statistics();
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        all
    }
}
