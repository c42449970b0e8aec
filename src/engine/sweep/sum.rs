//! Counts and sums: the partial sum, as long as it matters.

use super::super::Refusal;
use super::automaton::{Automaton, LocalRule};
use super::order::Order;
use crate::budget::Control;
use crate::language::{Interval, OrderedMap};
use crate::model::Var;

/// The sum of the numbers chosen at each place lies in a range.
struct Sum {
    /// What each input adds, at each place.
    adds: Vec<Vec<i64>>,
    /// The least and the most that the remaining places can add, at each place.
    rest: Vec<(i64, i64)>,
    min: i64,
    max: i64,
}

impl Sum {
    fn new(adds: Vec<Vec<i64>>, range: Interval) -> Self {
        let mut rest = vec![(0i64, 0i64)];
        for own in adds.iter().rev() {
            let (min, max) = rest.last().copied().unwrap_or_default();
            let ends = (own.iter().min().copied().unwrap_or(0), own.iter().max().copied().unwrap_or(0));
            rest.push((min.saturating_add(ends.0), max.saturating_add(ends.1)));
        }
        rest.reverse();
        let (min, max) = range.ends();
        Self { adds, rest, min, max }
    }
}

impl LocalRule for Sum {
    /// `None` if the range can no longer be missed.
    type State = Option<i64>;

    fn start(&self) -> Option<i64> {
        Some(0)
    }

    fn next(&self, state: &Option<i64>, place: usize, input: usize) -> Option<Option<i64>> {
        let Some(sum) = state else { return Some(None) };
        let sum = sum.saturating_add(self.adds[place][input]);
        let (min, max) = self.rest[place + 1];
        let (lowest, highest) = (sum.saturating_add(min), sum.saturating_add(max));
        if highest < self.min || lowest > self.max {
            return None;
        }
        let settled = lowest >= self.min && highest <= self.max;
        Some(if settled { None } else { Some(sum) })
    }

    fn accepts(&self, state: &Option<i64>) -> bool {
        state.is_none_or(|sum| (self.min..=self.max).contains(&sum))
    }
}

/// Returns the automaton of a sum over variables; `ceilings` are further bounds on what the variables not yet decided
/// add, by place in the order of the board.
pub(super) fn sum(
    terms: &[(i64, Var)],
    range: Interval,
    ceilings: &[i64],
    order: &Order,
    control: &mut Control,
) -> Result<Automaton, Refusal> {
    let mut adds: OrderedMap<usize, Vec<i64>> = OrderedMap::new();
    for (number, var) in terms {
        control.charge(8)?;
        let own = adds.entry(order.place(*var));
        own.resize(order.choices(), 0);
        own[order.choice(*var)] += number;
    }
    let (places, adds): (Vec<usize>, Vec<Vec<i64>>) = adds.into_vec().into_iter().unzip();
    let mut sum = Sum::new(adds, range);
    if !ceilings.is_empty() {
        for (rest, place) in sum.rest.iter_mut().zip(&places) {
            rest.1 = rest.1.min(ceilings[*place]);
        }
    }
    Automaton::new(places, order.choices(), &sum, control)
}

/// Returns the automaton of a count of raised flags. `rises` is the largest number that one choice raises at each
/// place.
pub(super) fn tally(
    places: Vec<usize>,
    rises: &[usize],
    range: Interval,
    control: &mut Control,
) -> Result<Automaton, Refusal> {
    let inputs = rises.iter().max().copied().unwrap_or(0) + 1;
    let adds = rises.iter().map(|max| (0..inputs).map(|number| number.min(*max) as i64).collect()).collect();
    Automaton::new(places, inputs, &Sum::new(adds, range), control)
}

/// All variables are equal.
struct Same {
    /// For each place and input, the value it gives the variables there; `None` if they differ.
    says: Vec<Vec<Option<bool>>>,
}

impl LocalRule for Same {
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

/// Returns the automaton of variables that are equal.
pub(super) fn same(vars: &[Var], order: &Order, control: &mut Control) -> Result<Automaton, Refusal> {
    let mut at: OrderedMap<usize, Vec<usize>> = OrderedMap::new();
    for var in vars {
        at.entry(order.place(*var)).push(order.choice(*var));
    }
    let says = at.iter().map(|(_, choices)| {
        let said = |input: usize| {
            let mut truths = choices.iter().map(|choice| *choice == input);
            let first = truths.next().unwrap_or(false);
            truths.all(|truth| truth == first).then_some(first)
        };
        (0..order.choices()).map(said).collect()
    });
    let same = Same { says: says.collect() };
    Automaton::new(at.into_vec().into_iter().map(|(place, _)| place).collect(), order.choices(), &same, control)
}
