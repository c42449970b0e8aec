//! Enumerates all paths through the layers, or finds the best.

use std::ops::Range;
use std::sync::Arc;

use super::bounded::{Improved, Outcome, Passes};
use super::key::Key;
use super::plan::Plan;
use super::table::Table;
use super::trace::Layers;
use super::value::Greatest;
use super::{PreparedSweep, front, value};
use crate::answer::paths::shared;
use crate::answer::{BoundName, Proof, Statistics};
use crate::budget::{Cause, Control};
use crate::engine::{Path, Paths, Run, Step, statistics};
use crate::language::Square;
use crate::model::{Bound, Goal, Model, Worths};

/// A path is a list of choices for the first squares of the sweep.
pub(super) struct Walk<K> {
    model: Arc<Model>,
    prepared: Arc<PreparedSweep>,
    plan: Plan<K>,
    goal: Goal,
    control: Control,
    graph: Option<Graph<K>>,
    /// Unexplored subtrees, the next one last.
    todo: Vec<Path>,
    /// The number of choices that the current subtree fixes; `None` before the first.
    fixed: Option<usize>,
    /// The current path: at each place the state before it and which of the stage's choices was taken.
    way: Vec<(K, usize)>,
    best: Option<i64>,
    /// The layers of a value that is maximised, as far as they are known.
    layers: Option<Layers<K, Greatest>>,
    /// The same with bounds, while they are worth while, and whether that was looked into.
    passes: Option<Passes<K>>,
    looked_for_passes: bool,
    /// The value that passes have proved to be exceeded by no solution.
    proved: Option<i64>,
    /// The work of the layers without bounds.
    spent: u64,
    /// The best value known to others, and the bound.
    known: [Option<i64>; 2],
}

/// The states from which the end can be reached.
struct Graph<K> {
    layers: Vec<(Vec<bool>, Table<K>)>,
}

impl<K: Key> Graph<K> {
    /// Finds all reachable states, then from the end those that lead to it.
    fn new(plan: &Plan<K>, choices: usize, control: &mut Control) -> Result<Self, Cause> {
        let mut tables = Vec::new();
        let mut front = front::Front::<K, value::Reached>::start();
        let (counted, weights) = (vec![false; choices], vec![0; choices]);
        let mut held = 0;
        for stage in &plan.stages {
            let next = front.advance(stage, &counted, &weights.as_slice(), held, control)?;
            held += front.table.bytes() + front.table.len() as u64;
            tables.push(front.table);
            front = next;
        }
        let mut layers = vec![(vec![true; front.table.len()], front.table)];
        for (stage, table) in plan.stages.iter().zip(tables).rev() {
            let mut alive = Vec::with_capacity(table.len());
            if let Some((then, next)) = layers.last() {
                for state in &table.keys {
                    control.charge(8 * stage.choices.len() as u64)?;
                    let mut leads = false;
                    for choice in &stage.choices {
                        let number = stage.next(*state, choice).and_then(|state| next.find(state));
                        leads = number.is_some_and(|number| then[number]);
                        if leads {
                            break;
                        }
                    }
                    alive.push(leads);
                }
            }
            layers.push((alive, table));
        }
        layers.reverse();
        Ok(Self { layers })
    }

    fn leads(&self, place: usize, state: K) -> bool {
        let (alive, table) = &self.layers[place];
        table.find(state).is_some_and(|number| alive[number])
    }
}

impl<K: Key> Walk<K> {
    pub(super) fn new(
        model: Arc<Model>,
        prepared: Arc<PreparedSweep>,
        goal: Goal,
        part: &Paths,
        control: Control,
    ) -> Self {
        let plan = prepared.plan();
        let mut todo = part.to_vec();
        todo.reverse();
        Self {
            model,
            prepared,
            plan,
            goal,
            control,
            graph: None,
            todo,
            fixed: None,
            way: Vec::new(),
            best: None,
            layers: None,
            passes: None,
            looked_for_passes: false,
            proved: None,
            spent: 0,
            known: [None; 2],
        }
    }

    fn graph(&mut self) -> Result<(), Cause> {
        if self.graph.is_none() {
            self.graph = Some(Graph::new(&self.plan, self.prepared.order.choices(), &mut self.control)?);
        }
        Ok(())
    }

    /// Returns the state after a choice, if the end can be reached from there.
    fn then(&self, place: usize, state: K, choice: usize) -> Option<K> {
        let stage = &self.plan.stages[place];
        let next = stage.next(state, stage.choices.get(choice)?)?;
        self.graph.as_ref().is_some_and(|graph| graph.leads(place + 1, next)).then_some(next)
    }

    /// Returns the first of these choices from which the end can be reached, and the state after it.
    fn first(&self, place: usize, state: K, choices: Range<usize>) -> Option<(usize, K)> {
        for choice in choices {
            if let Some(next) = self.then(place, state, choice) {
                return Some((choice, next));
            }
        }
        None
    }

    /// Takes the first viable choices, down to the end.
    fn descend(&mut self, mut state: K) {
        while let Some(stage) = self.plan.stages.get(self.way.len()) {
            let place = self.way.len();
            let Some((choice, next)) = self.first(place, state, 0..stage.choices.len()) else { return };
            self.way.push((state, choice));
            state = next;
        }
    }

    /// Advances to the next path; returns whether there is one.
    fn turn(&mut self) -> Result<bool, Cause> {
        if let Some(fixed) = self.fixed {
            while self.way.len() > fixed {
                let Some((state, choice)) = self.way.pop() else { break };
                let place = self.way.len();
                let later = choice + 1..self.plan.stages[place].choices.len();
                if let Some((choice, next)) = self.first(place, state, later) {
                    self.way.push((state, choice));
                    self.descend(next);
                    return Ok(true);
                }
            }
        }
        self.fixed = None;
        while let Some(path) = self.todo.pop() {
            if let Some((way, state)) = self.follow(&path) {
                self.fixed = Some(way.len());
                self.way = way;
                self.descend(state);
                return Ok(true);
            }
            if !path.is_empty() {
                self.todo.push(path);
                return Err(Cause::BrokenPart);
            }
        }
        Ok(false)
    }

    /// Returns the steps of a path, and the state after it; `None` if it leads nowhere.
    fn follow(&self, path: &Path) -> Option<(Vec<(K, usize)>, K)> {
        let mut state = K::default();
        let mut way = Vec::new();
        if self.prepared.lowered.never || !self.graph.as_ref()?.leads(0, state) {
            return None;
        }
        for (place, number) in path.iter().enumerate() {
            let choices = &self.plan.stages.get(place)?.choices;
            let choice = choices.iter().position(|choice| choice.number == *number as usize)?;
            way.push((state, choice));
            state = self.then(place, state, choice)?;
        }
        Some((way, state))
    }

    fn path(&self, way: &[(K, usize)]) -> Path {
        let mut path = Path::with_capacity(way.len());
        for (place, (_, choice)) in way.iter().enumerate() {
            path.push(self.plan.stages[place].choices[*choice].number as u32);
        }
        path
    }

    /// Splits the tree into about `wanted` subtrees, in order.
    pub(super) fn cut(mut self, wanted: usize) -> Result<Vec<Path>, Cause> {
        self.graph()?;
        let mut subtrees: Vec<(Vec<(K, usize)>, K)> = Vec::new();
        subtrees.extend(self.follow(&Path::new()));
        for (place, stage) in self.plan.stages.iter().enumerate() {
            if subtrees.len() >= wanted {
                break;
            }
            let mut longer = Vec::new();
            for (way, state) in subtrees {
                self.control.charge(place as u64 + 16)?;
                for choice in 0..stage.choices.len() {
                    if let Some(next) = self.then(place, state, choice) {
                        longer.push(([&way[..], &[(state, choice)]].concat(), next));
                    }
                }
            }
            subtrees = longer;
        }
        let mut paths = Vec::with_capacity(subtrees.len());
        for (way, _) in &subtrees {
            paths.push(self.path(way));
        }
        Ok(paths)
    }

    /// Returns the greatest weight of all paths, unless none is better than what is known.
    fn best(&mut self, worths: &Worths) -> Result<Option<i64>, Cause> {
        if self.prepared.lowered.never {
            return Ok(None);
        }
        let prices = self.prepared.order.prices(worths);
        loop {
            if self.prefers_passes(worths)? {
                match self.pass() {
                    Ok(Outcome::Best(value, way)) => {
                        self.way = way;
                        return Ok(Some(value));
                    }
                    Ok(Outcome::Nothing) => return Ok(None),
                    Ok(Outcome::Unknown) => {}
                    // The sweep without bounds goes on, for which there may be room.
                    Err(Cause::MemoryLimit) => self.passes = None,
                    Err(cause) => return Err(cause),
                }
                continue;
            }
            let layers = self.layers.get_or_insert_with(Layers::start);
            layers.beside(self.passes.as_ref().map_or(0, Passes::bytes));
            let before = self.control.charged();
            let passed = layers.pass_square(&self.plan, &prices, &mut self.control);
            self.spent += self.control.charged() - before;
            if passed? {
                continue;
            }
            let Some(Greatest(value)) = layers.end().copied() else { return Ok(None) };
            self.way = layers.greatest(&self.plan, &prices, &mut self.control)?;
            return Ok(Some(value));
        }
    }

    /// Passes a square with bounds.
    fn pass(&mut self) -> Result<Outcome<K>, Cause> {
        let Some(passes) = &mut self.passes else { return Ok(Outcome::Unknown) };
        let held = self.layers.as_ref().map_or(0, Layers::bytes);
        let outcome = passes.go_on(&self.plan, self.known, held, &mut self.control);
        self.proved = passes.bound();
        outcome
    }

    /// Whether passes with bounds have the next square: once a sweep without bounds has taken some work, while they are worth while.
    fn prefers_passes(&mut self, worths: &Worths) -> Result<bool, Cause> {
        /// The work of half a millisecond.
        const LITTLE: u64 = 1 << 18;
        let room = if self.spent < LITTLE { 0 } else { self.room() };
        if !self.looked_for_passes && room >= LITTLE {
            // What prepares them cannot go on from where it was broken off.
            let mut control = self.control.quiet(u64::MAX);
            self.passes = Passes::new((&self.model, &self.prepared), &self.plan, worths, &mut control)?;
            self.looked_for_passes = true;
            self.control.charge(control.charged())?;
        }
        let Some(passes) = &mut self.passes else { return Ok(false) };
        while passes.spent() <= room {
            if passes.are_near(self.known[1]) {
                return Ok(true);
            }
            match passes.improve(&self.plan, &mut self.control)? {
                Improved::Now => {}
                // Few states are left out, but all would be far more.
                Improved::Later => return Ok(true),
                Improved::Never if passes.spent() <= room / 16 => return Ok(true),
                Improved::Never => {
                    self.passes = None;
                    break;
                }
            }
            self.control.check_granted()?;
        }
        Ok(false)
    }

    /// The work that passes with bounds may take: a quarter of what the sweep without foresees, or where it does not foresee anything
    /// yet, as much as it has taken.
    fn room(&self) -> u64 {
        self.outlook_without_bounds().map_or(self.spent, |left| left / 4)
    }

    /// About what the sweep without bounds still takes.
    fn outlook_without_bounds(&self) -> Option<u64> {
        let row = self.prepared.order.row(&self.model);
        self.layers.as_ref()?.to_come(&self.plan, row, self.prepared.layout.width)
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        if let Goal::Maximise(worths) = self.goal.clone() {
            if self.best.is_some() {
                return Ok(Step::Done(Proof::Exhausted));
            }
            self.best = self.best(&worths)?;
            let Some(value) = self.best else { return Ok(Step::Done(Proof::Exhausted)) };
            self.control.progress.solutions += 1;
            (self.control.progress.best, self.control.progress.bound) = (self.best, self.best);
            self.control.report();
            return Ok(Step::Improved(value));
        }
        self.graph()?;
        self.control.node(16 * self.plan.stages.len() as u64)?;
        if self.turn()? {
            self.control.progress.solutions += 1;
            return Ok(Step::Found);
        }
        Ok(Step::Done(Proof::Exhausted))
    }
}

impl<K: Key> Run for Walk<K> {
    fn step(&mut self) -> Step {
        self.advance().unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Vec<(Square, u16)>) {
        let choices = self.path(&self.way).into_iter().map(|number| number as usize);
        placed.extend(PreparedSweep::placed(&self.prepared.order, &self.model, choices));
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn share(&mut self, best: Option<i64>, bound: Option<i64>) {
        self.known = [best, bound];
    }

    /// What passes with bounds still take cannot be told.
    fn outlook(&self) -> Option<u64> {
        if self.passes.as_ref().is_some_and(|passes| passes.spent() <= self.room()) {
            None
        } else {
            self.outlook_without_bounds()
        }
    }

    fn remainder(&self) -> Paths {
        let mut rest = Paths::default();
        let mut path = self.path(&self.way);
        if let Some(fixed) = self.fixed {
            for place in (fixed..self.way.len()).rev() {
                let (state, choice) = self.way[place];
                path.truncate(place);
                for later in choice + 1..self.plan.stages[place].choices.len() {
                    if self.then(place, state, later).is_some() {
                        path.truncate(place);
                        path.push(self.plan.stages[place].choices[later].number as u32);
                        rest.push(place, &path);
                    }
                }
            }
        }
        for next in self.todo.iter().rev() {
            rest.push(shared(&path, next), next);
            path.clone_from(next);
        }
        rest
    }

    fn bound(&self) -> Option<Bound> {
        self.best.or(self.proved).map(|value| Bound { value, name: BoundName::Sweep })
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
