//! All layers of a sweep, and the way back through them.

use super::front::{ChoiceWeight, Front};
use super::growth::Growth;
use super::key::Key;
use super::plan::{Choice, Plan};
use super::value::{Greatest, Value};
use crate::budget::{Cause, Control};

/// Picks one of the paths that meet: given the value of them all, and of each before the last choice, with the number of that choice.
type Pick<'a, V> = &'a mut dyn FnMut(&V, &[(V, usize)]) -> usize;

/// What the choices at each place weigh.
pub(super) trait Weights<K, V> {
    fn at(&self, place: usize) -> impl ChoiceWeight<K, V>;
}

/// The weight of each choice at each place, whatever the state.
pub(super) struct ChoiceWeights {
    /// By place, then by the number of the choice.
    list: Vec<i64>,
    choices: usize,
    /// The weights at places that are not listed.
    nothing: Vec<i64>,
}

impl ChoiceWeights {
    /// Returns these weights, by place, then by the number of the choice.
    pub(super) fn new(list: Vec<i64>, choices: usize) -> Self {
        Self { list, choices, nothing: vec![0; choices] }
    }

    fn nothing(choices: usize) -> Self {
        Self::new(Vec::new(), choices)
    }
}

impl<K, V> Weights<K, V> for ChoiceWeights {
    fn at(&self, place: usize) -> impl ChoiceWeight<K, V> {
        self.list.get(place * self.choices..(place + 1) * self.choices).unwrap_or(&self.nothing)
    }
}

/// The states before each square and after the last, each with a value for the paths to it.
pub(super) struct Layers<K, V> {
    keys: Vec<Vec<K>>,
    values: Vec<Vec<V>>,
    /// The frontier that was reached, while there are more squares, and the bytes held by all before.
    front: Option<Front<K, V>>,
    held: u64,
    /// The bytes that are held elsewhere.
    beside: u64,
}

impl<K: Key, V: Value> Layers<K, V> {
    /// Goes to the end, with choices that weigh nothing.
    pub(super) fn new(plan: &Plan<K>, choices: usize, control: &mut Control) -> Result<Self, Cause> {
        let mut layers = Self::start();
        layers.go_on(plan, &ChoiceWeights::nothing(choices), control)?;
        Ok(layers)
    }

    /// Returns the frontier before the first square.
    pub(super) fn start() -> Self {
        Self { keys: Vec::new(), values: Vec::new(), front: Some(Front::start()), held: 0, beside: 0 }
    }

    /// Takes down how many bytes are held elsewhere.
    pub(super) fn beside(&mut self, bytes: u64) {
        self.beside = bytes;
    }

    /// Continues to the end, unless the control stops it.
    pub(super) fn go_on(
        &mut self,
        plan: &Plan<K>,
        weights: &impl Weights<K, V>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        while self.pass_square(plan, weights, control)? {}
        Ok(())
    }

    /// Goes on to the next square; returns whether it was not at the end.
    pub(super) fn pass_square(
        &mut self,
        plan: &Plan<K>,
        weights: &impl Weights<K, V>,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let Some(front) = &mut self.front else { return Ok(false) };
        let (counted, held) = (vec![false; plan.choices()], self.held + self.beside);
        let place = self.keys.len();
        let next = match plan.stages.get(place) {
            Some(stage) => Some(front.advance(stage, &counted, &weights.at(place), held, control)?),
            None => None,
        };
        if let Some(Front { table, values, .. }) = std::mem::replace(&mut self.front, next) {
            self.held += (table.keys.len() * size_of::<K>() + values.len() * size_of::<V>()) as u64;
            self.keys.push(table.keys);
            self.values.push(values);
        }
        Ok(true)
    }

    /// Returns the numbers of states before each square so far.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.keys.iter().map(Vec::len).chain(self.front.iter().map(Front::len))
    }

    /// Returns the number of states that were reached; `None` at the end.
    pub(super) fn states(&self) -> Option<usize> {
        self.front.as_ref().map(Front::len)
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.held + self.front.as_ref().map_or(0, Front::bytes)
    }

    /// Returns about what the squares to come will take, in rows of this length, with a frontier of this many bits.
    pub(super) fn to_come(&self, plan: &Plan<K>, row: usize, width: u32) -> Option<u64> {
        if self.front.is_none() {
            return Some(0);
        }
        let mut growth = Growth::default();
        for states in self.sizes() {
            growth.add(states as f64);
        }
        growth.left(plan.stages.len(), row, f64::from(width).exp2(), |states| Front::<K, V>::mean_work(plan, 1, states))
    }

    /// Returns the value of all complete paths; `None` if there is none.
    pub(super) fn end(&self) -> Option<&V> {
        self.values.last()?.first()
    }

    /// Returns the choices of one path, traced back from its end. Where several paths meet, a function picks one, given
    /// the value of them all, and of each before the last choice, with the number of that choice.
    pub(super) fn back(
        &self,
        plan: &Plan<K>,
        control: &mut Control,
        pick: Pick<'_, V>,
    ) -> Result<Option<Vec<usize>>, Cause> {
        let Some(end) = self.end() else { return Ok(None) };
        let (mut state, mut value) = (K::default(), end.clone());
        let mut choices = Vec::new();
        let (mut before, mut from): (Vec<(V, usize)>, Vec<K>) = (Vec::new(), Vec::new());
        for (at, stage) in plan.stages.iter().enumerate().rev() {
            before.clear();
            from.clear();
            for (own, known) in self.keys[at].iter().zip(&self.values[at]) {
                control.charge(4 * stage.choices.len() as u64)?;
                for choice in &stage.choices {
                    if stage.next(*own, choice) == Some(state) {
                        before.push((known.clone(), choice.number));
                        from.push(*own);
                    }
                }
            }
            let picked = pick(&value, &before);
            (state, value) = (from[picked], before[picked].0.clone());
            choices.push(before[picked].1);
        }
        choices.reverse();
        Ok(Some(choices))
    }
}

impl<K: Key> Layers<K, Greatest> {
    /// Returns a path of the greatest weight, traced back from its end: at each place the state before it, and which of the
    /// choices there was taken.
    pub(super) fn greatest(
        &self,
        plan: &Plan<K>,
        weights: &impl Weights<K, Greatest>,
        control: &mut Control,
    ) -> Result<Vec<(K, usize)>, Cause> {
        let Some(Greatest(mut value)) = self.end().copied() else { return Ok(Vec::new()) };
        let mut state = K::default();
        let mut way = Vec::new();
        for (at, stage) in plan.stages.iter().enumerate().rev() {
            let weights = weights.at(at);
            let mut found = None;
            for (own, known) in self.keys[at].iter().zip(&self.values[at]).filter(|(_, known)| !known.is_nothing()) {
                control.charge(stage.choices.len() as u64)?;
                let leads = |(index, choice): (usize, &Choice<K>)| {
                    stage.next(*own, choice) == Some(state)
                        && weights.weight(index, choice, &weights.see(*own), &[*known]) == Some(value - known.0)
                };
                if let Some(picked) = stage.choices.iter().enumerate().position(leads) {
                    found = Some((*own, known.0, picked));
                    break;
                }
            }
            let Some((own, known, picked)) = found else { return Ok(Vec::new()) };
            (state, value) = (own, known);
            way.push((own, picked));
        }
        way.reverse();
        Ok(way)
    }
}
