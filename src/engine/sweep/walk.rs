//! All ways through the layers, one after the other, or the best of them.

use std::sync::Arc;

use super::key::Key;
use super::order::Order;
use super::plan::Plan;
use super::table::Table;
use super::trace::Layers;
use super::value::Greatest;
use super::{Prepared, front, value};
use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control};
use crate::engine::{Path, Run, Step, statistics};
use crate::model::{Bound, Goal, Model};
use crate::square::Square;

/// A path is a list of choices for the first squares of the sweep.
pub(super) struct Walk<K> {
    model: Arc<Model>,
    order: Order,
    plan: Plan<K>,
    /// Nothing satisfies the rules.
    never: bool,
    goal: Goal,
    control: Control,
    graph: Option<Graph<K>>,
    /// Subtrees still to be gone through, the last first.
    todo: Vec<Path>,
    /// How many choices the subtree under way holds fixed; `None` before there is one.
    fixed: Option<usize>,
    /// The way under way: at each place the state before it and which of the stage's choices was taken.
    way: Vec<(K, usize)>,
    best: Option<i64>,
}

/// The states from which the end can be reached.
struct Graph<K> {
    layers: Vec<(Table<K>, Vec<bool>)>,
}

impl<K: Key> Graph<K> {
    /// Finds all states, then from the end those that lead somewhere.
    fn new(plan: &Plan<K>, choices: usize, control: &mut Control) -> Result<Self, Cause> {
        let mut tables = Vec::new();
        let mut front = front::Front::<K, value::Reached>::start();
        let (counted, weights) = (vec![false; choices], vec![0; choices]);
        let mut held = 0;
        for stage in &plan.stages {
            let next = front.advance(stage, &counted, &weights, held, control)?;
            held += front.table.bytes() + front.table.len() as u64;
            tables.push(front.table);
            front = next;
        }
        let mut layers = vec![(vec![true; front.table.len()], front.table)];
        for (stage, table) in plan.stages.iter().zip(tables).rev() {
            let mut alive = Vec::with_capacity(table.len());
            if let Some((then, next)) = layers.last() {
                for state in &table.keys {
                    control.spend(8 * stage.choices.len() as u64)?;
                    let leads = |state: K| next.find(state).is_some_and(|number| then[number]);
                    alive.push(stage.choices.iter().filter_map(|choice| stage.next(*state, choice)).any(leads));
                }
            }
            layers.push((alive, table));
        }
        layers.reverse();
        Ok(Self { layers: layers.into_iter().map(|(alive, table)| (table, alive)).collect() })
    }

    fn leads(&self, place: usize, state: K) -> bool {
        let (table, alive) = &self.layers[place];
        table.find(state).is_some_and(|number| alive[number])
    }
}

impl<K: Key> Walk<K> {
    pub(super) fn new(
        model: Arc<Model>,
        prepared: Prepared,
        goal: Goal,
        mut part: Vec<Path>,
        control: Control,
    ) -> Self {
        let plan = prepared.plan();
        let Prepared { order, lowered, .. } = prepared;
        part.reverse();
        Self {
            model,
            order,
            plan,
            never: lowered.never,
            goal,
            control,
            graph: None,
            todo: part,
            fixed: None,
            way: Vec::new(),
            best: None,
        }
    }

    fn graph(&mut self) -> Result<(), Cause> {
        if self.graph.is_none() {
            self.graph = Some(Graph::new(&self.plan, self.order.choices(), &mut self.control)?);
        }
        Ok(())
    }

    /// The state behind a choice, if the end can be reached from there.
    fn then(&self, place: usize, state: K, choice: usize) -> Option<K> {
        let stage = &self.plan.stages[place];
        let next = stage.next(state, stage.choices.get(choice)?)?;
        self.graph.as_ref().is_some_and(|graph| graph.leads(place + 1, next)).then_some(next)
    }

    /// Takes the first choices that lead somewhere, down to the end.
    fn descend(&mut self, mut state: K) {
        while let Some(stage) = self.plan.stages.get(self.way.len()) {
            let place = self.way.len();
            let found = (0..stage.choices.len()).find_map(|c| Some((c, self.then(place, state, c)?)));
            let Some((choice, next)) = found else { return };
            self.way.push((state, choice));
            state = next;
        }
    }

    /// Goes on to the next way; tells whether there is one.
    fn turn(&mut self) -> bool {
        if let Some(fixed) = self.fixed {
            while self.way.len() > fixed {
                let Some((state, choice)) = self.way.pop() else { break };
                let place = self.way.len();
                let later = choice + 1..self.plan.stages[place].choices.len();
                if let Some((choice, next)) = later.into_iter().find_map(|c| Some((c, self.then(place, state, c)?))) {
                    self.way.push((state, choice));
                    self.descend(next);
                    return true;
                }
            }
        }
        self.fixed = None;
        while let Some(path) = self.todo.pop() {
            if let Some((way, state)) = self.follow(&path) {
                self.fixed = Some(way.len());
                self.way = way;
                self.descend(state);
                return true;
            }
        }
        false
    }

    /// The way a path names, and the state behind it; `None` where it leads nowhere.
    fn follow(&self, path: &Path) -> Option<(Vec<(K, usize)>, K)> {
        let mut state = K::default();
        let mut way = Vec::new();
        if self.never || !self.graph.as_ref()?.leads(0, state) {
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
        let numbers = way.iter().zip(&self.plan.stages).map(|((_, choice), stage)| stage.choices[*choice].number);
        numbers.map(|number| number as u32).collect()
    }

    /// Cuts all there is into about so many pieces, in order.
    pub(super) fn cut(mut self, pieces: usize) -> Result<Vec<Path>, Cause> {
        self.graph()?;
        let mut subtrees: Vec<(Vec<(K, usize)>, K)> = self.follow(&Path::new()).into_iter().collect();
        while subtrees.len() < pieces && subtrees.iter().any(|(way, _)| way.len() < self.plan.stages.len()) {
            let mut longer = Vec::new();
            for (way, state) in subtrees {
                let place = way.len();
                self.control.spend(place as u64 + 16)?;
                let Some(stage) = self.plan.stages.get(place) else {
                    longer.push((way, state));
                    continue;
                };
                for choice in 0..stage.choices.len() {
                    if let Some(next) = self.then(place, state, choice) {
                        longer.push(([&way[..], &[(state, choice)]].concat(), next));
                    }
                }
            }
            subtrees = longer;
        }
        Ok(subtrees.iter().map(|(way, _)| self.path(way)).collect())
    }

    /// The best way of all.
    fn best(&mut self, weights: &[i64]) -> Result<Option<i64>, Cause> {
        if self.never {
            return Ok(None);
        }
        let weights: Vec<i64> = std::iter::once(0).chain(weights.iter().copied()).collect();
        let layers = Layers::<K, Greatest>::new(&self.plan, &weights, &mut self.control)?;
        let Some(Greatest(value)) = layers.end().copied() else { return Ok(None) };
        let choices = layers.back(&self.plan, &mut self.control, |value, before| {
            before.iter().position(|(own, choice)| own.0 + weights[*choice] == value.0).unwrap_or(0)
        })?;
        let picked = choices.unwrap_or_default().into_iter().zip(&self.plan.stages);
        let place = |(number, stage): (usize, &super::plan::Stage<K>)| {
            (K::default(), stage.choices.iter().position(|choice| choice.number == number).unwrap_or(0))
        };
        self.way = picked.map(place).collect();
        Ok(Some(value))
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        if let Goal::Maximise(weights) = self.goal.clone() {
            if self.best.is_some() {
                return Ok(Step::Done(Proof::Exhausted));
            }
            self.best = self.best(&weights)?;
            let Some(value) = self.best else { return Ok(Step::Done(Proof::Exhausted)) };
            self.control.progress.solutions += 1;
            (self.control.progress.best, self.control.progress.bound) = (self.best, self.best);
            self.control.report();
            return Ok(Step::Improved(value));
        }
        self.graph()?;
        self.control.node(16 * self.plan.stages.len() as u64)?;
        if self.turn() {
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

    fn men(&self, men: &mut Vec<(Square, u16)>) {
        let choices = self.path(&self.way).into_iter().map(|number| number as usize);
        men.extend(Prepared::men(&self.order, &self.model, choices));
    }

    fn remainder(&self) -> Vec<Path> {
        let mut rest = Vec::new();
        if let Some(fixed) = self.fixed {
            for place in (fixed..self.way.len()).rev() {
                let (state, choice) = self.way[place];
                for later in choice + 1..self.plan.stages[place].choices.len() {
                    if self.then(place, state, later).is_some() {
                        rest.push(self.path(&[&self.way[..place], &[(state, later)]].concat()));
                    }
                }
            }
        }
        rest.extend(self.todo.iter().rev().cloned());
        rest
    }

    fn bound(&self) -> Option<Bound> {
        self.best.map(|value| Bound { value, name: "the sweep" })
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}

/// A run that was stopped before it began.
pub(super) struct Halted {
    cause: Cause,
    part: Vec<Path>,
    control: Control,
}

impl Halted {
    pub(super) fn new(cause: Cause, part: Vec<Path>, control: Control) -> Self {
        Self { cause, part, control }
    }
}

impl Run for Halted {
    fn step(&mut self) -> Step {
        Step::Stopped(self.cause)
    }

    fn men(&self, _: &mut Vec<(Square, u16)>) {}

    fn remainder(&self) -> Vec<Path> {
        self.part.clone()
    }

    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
