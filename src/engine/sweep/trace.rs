//! All layers of a sweep, and the way back through them.

use super::front::Front;
use super::key::Key;
use super::plan::Plan;
use super::value::Value;
use crate::control::{Cause, Control};

/// The states before each square and behind the last, each with what is known of the ways there.
pub(super) struct Layers<K, V> {
    keys: Vec<Vec<K>>,
    values: Vec<Vec<V>>,
}

impl<K: Key, V: Value> Layers<K, V> {
    pub(super) fn new(plan: &Plan<K>, weights: &[i64], control: &mut Control) -> Result<Self, Cause> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        let mut front = Front::start();
        let counted = vec![false; weights.len()];
        let mut held = 0;
        for stage in &plan.stages {
            let next = front.advance(stage, &counted, weights, held, control)?;
            held += (front.table.keys.len() * size_of::<K>() + front.values.len() * size_of::<V>()) as u64;
            keys.push(front.table.keys);
            values.push(front.values);
            front = next;
        }
        keys.push(front.table.keys);
        values.push(front.values);
        Ok(Self { keys, values })
    }

    /// What is known of all ways over the whole board; `None` where there is none.
    pub(super) fn end(&self) -> Option<&V> {
        self.values.last()?.first()
    }

    /// The choices of one way, found from its end. Where several ways meet, a function picks one, given what is known of
    /// them all and of each before the last choice, with the number of that choice.
    pub(super) fn back(
        &self,
        plan: &Plan<K>,
        control: &mut Control,
        mut pick: impl FnMut(&V, &[(V, usize)]) -> usize,
    ) -> Result<Option<Vec<usize>>, Cause> {
        let Some(end) = self.end() else { return Ok(None) };
        let (mut state, mut value) = (K::default(), end.clone());
        let mut choices = Vec::new();
        let (mut before, mut from): (Vec<(V, usize)>, Vec<K>) = (Vec::new(), Vec::new());
        for (at, stage) in plan.stages.iter().enumerate().rev() {
            before.clear();
            from.clear();
            for (own, known) in self.keys[at].iter().zip(&self.values[at]) {
                control.spend(4 * stage.choices.len() as u64)?;
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
