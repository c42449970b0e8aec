//! Counts and sums: the amount so far, as far as it matters.

use std::collections::BTreeMap;

use super::super::Refusal;
use super::automaton::{Automaton, Local};
use super::order::Order;
use crate::control::Control;
use crate::interval::Interval;
use crate::model::Var;

/// The sum of numbers chosen at each place lies in a range.
struct Sum {
    /// At each place, what each input adds.
    adds: Vec<Vec<i64>>,
    /// The least and the most that the places from this one on can add.
    rest: Vec<(i64, i64)>,
    least: i64,
    most: i64,
}

impl Sum {
    fn new(adds: Vec<Vec<i64>>, range: Interval) -> Self {
        let mut rest = vec![(0i64, 0i64)];
        for own in adds.iter().rev() {
            let (least, most) = rest.last().copied().unwrap_or_default();
            let ends = (own.iter().min().copied().unwrap_or(0), own.iter().max().copied().unwrap_or(0));
            rest.push((least.saturating_add(ends.0), most.saturating_add(ends.1)));
        }
        rest.reverse();
        let (least, most) = range.ends();
        Self { adds, rest, least, most }
    }
}

impl Local for Sum {
    /// `None` where nothing can go wrong any more.
    type State = Option<i64>;

    fn start(&self) -> Option<i64> {
        Some(0)
    }

    fn next(&self, state: &Option<i64>, place: usize, input: usize) -> Option<Option<i64>> {
        let Some(sum) = state else { return Some(None) };
        let sum = sum.saturating_add(self.adds[place][input]);
        let (least, most) = self.rest[place + 1];
        let (lowest, highest) = (sum.saturating_add(least), sum.saturating_add(most));
        if highest < self.least || lowest > self.most {
            return None;
        }
        let settled = lowest >= self.least && highest <= self.most;
        Some(if settled { None } else { Some(sum) })
    }

    fn accepts(&self, state: &Option<i64>) -> bool {
        state.is_none_or(|sum| (self.least..=self.most).contains(&sum))
    }
}

/// The automaton of a sum over variables; `ceilings` are what the variables not yet decided add at most, by place in the
/// order of the board, for other reasons than their numbers.
pub(super) fn sum(
    terms: impl IntoIterator<Item = (i64, Var)>,
    range: Interval,
    ceilings: &[i64],
    order: &Order,
    control: &mut Control,
) -> Result<Automaton, Refusal> {
    let mut adds: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    for (number, var) in terms {
        control.spend(8)?;
        let own = adds.entry(order.place(var)).or_insert_with(|| vec![0; order.choices()]);
        own[order.choice(var)] += number;
    }
    let places: Vec<usize> = adds.keys().copied().collect();
    let mut sum = Sum::new(adds.into_values().collect(), range);
    if !ceilings.is_empty() {
        for (rest, place) in sum.rest.iter_mut().zip(&places) {
            rest.1 = rest.1.min(ceilings[*place]);
        }
    }
    Automaton::new(places, order.choices(), &sum, control)
}

/// The number of flags that are raised lies in a range. `rises` has the most that one choice raises at each place.
pub(super) fn tally(
    places: Vec<usize>,
    rises: &[usize],
    range: Interval,
    control: &mut Control,
) -> Result<Automaton, Refusal> {
    let inputs = rises.iter().max().copied().unwrap_or(0) + 1;
    let adds = rises.iter().map(|most| (0..inputs).map(|number| number.min(*most) as i64).collect()).collect();
    Automaton::new(places, inputs, &Sum::new(adds, range), control)
}

/// All variables are equal.
struct Same {
    /// At each place, for each input what it says of the variables there; `None` if it says two things.
    says: Vec<Vec<Option<bool>>>,
}

impl Local for Same {
    type State = Option<bool>;

    fn start(&self) -> Option<bool> {
        None
    }

    fn next(&self, state: &Option<bool>, place: usize, input: usize) -> Option<Option<bool>> {
        let says = self.says[place][input]?;
        state.is_none_or(|known| known == says).then_some(Some(says))
    }

    fn accepts(&self, _: &Option<bool>) -> bool {
        true
    }
}

/// The automaton of variables that are equal.
pub(super) fn same(vars: &[Var], order: &Order, control: &mut Control) -> Result<Automaton, Refusal> {
    let mut at: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for var in vars {
        at.entry(order.place(*var)).or_default().push(order.choice(*var));
    }
    let says = at.values().map(|choices| {
        let said = |input: usize| {
            let mut truths = choices.iter().map(|choice| *choice == input);
            let first = truths.next().unwrap_or(false);
            truths.all(|truth| truth == first).then_some(first)
        };
        (0..order.choices()).map(said).collect()
    });
    let same = Same { says: says.collect() };
    Automaton::new(at.into_keys().collect(), order.choices(), &same, control)
}
