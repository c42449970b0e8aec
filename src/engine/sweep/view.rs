//! Views: the pieces in view of one square, as a flag or an automaton over the squares of its rays.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::super::Refusal;
use super::automaton::{Automaton, LocalRule};
use super::flag::Flag;
use super::order::Order;
use crate::budget::Control;
use crate::language::{Interval, OrderedSet, Sight};
use crate::model::{Model, Ray, Var, View, When};

/// The automata of views without blocking. Most squares have neighbours on all sides, and theirs differ by their places alone.
#[derive(Default)]
pub(super) struct Known(HashMap<Near, Automaton>);

/// A view without blocking: only the number of pieces matters.
#[derive(PartialEq, Eq, Hash)]
struct Near {
    /// The place at which the condition is decided, and the inputs under which it holds; `None` if it always does.
    when: Option<(usize, Vec<bool>)>,
    /// At each place, whether an input counts.
    counts: Vec<Vec<bool>>,
    range: Interval,
}

impl LocalRule for Near {
    /// Whether the condition holds, if known, and how many are in view.
    type State = (Option<bool>, i64);

    fn start(&self) -> Self::State {
        (self.when.is_none().then_some(true), 0)
    }

    fn next(&self, (holds, seen): &Self::State, place: usize, input: usize) -> Option<Self::State> {
        let holds = match &self.when {
            Some((own, under)) if *own == place => Some(under[input]),
            _ => *holds,
        };
        if holds == Some(false) {
            return Some((holds, 0));
        }
        let seen = seen + i64::from(self.counts[place][input]);
        let too_many = self.range.upper().is_some_and(|max| seen > max);
        if too_many && holds == Some(true) { None } else { Some((holds, seen)) }
    }

    fn accepts(&self, (holds, seen): &Self::State) -> bool {
        *holds != Some(true) || self.range.contains(*seen)
    }
}

/// Rides: for each ray, the squares up to the nearest known blocker.
struct Far {
    when: Option<(usize, Vec<bool>)>,
    /// At each place, the rays that pass there: ray, how far out, and what each input does.
    passes: Vec<Vec<(usize, u8, Vec<Passing>)>>,
    /// The slots along each ray.
    slots: Vec<Vec<u32>>,
    range: Interval,
}

/// The effect of a piece on a ray.
#[derive(Clone, Copy)]
struct Passing {
    counts: bool,
    stops: bool,
}

/// The state of one ray: how far out it is blocked, and which squares up to there count, as a mask.
type RayMemory = (u8, u64);

impl LocalRule for Far {
    type State = (Option<bool>, Vec<RayMemory>);

    fn start(&self) -> Self::State {
        (self.when.is_none().then_some(true), vec![(u8::MAX, 0); self.slots.len()])
    }

    fn next(&self, (holds, rays): &Self::State, place: usize, input: usize) -> Option<Self::State> {
        let holds = match &self.when {
            Some((own, under)) if *own == place => Some(under[input]),
            _ => *holds,
        };
        if holds == Some(false) {
            return Some((holds, Vec::new()));
        }
        let mut rays = rays.clone();
        for (ray, out, passings) in &self.passes[place] {
            let Passing { counts, stops } = passings[input];
            let (stopped, counted) = &mut rays[*ray];
            if out > stopped {
                continue;
            }
            if counts {
                *counted |= 1 << out;
            }
            if stops {
                *stopped = *out;
                *counted &= u64::MAX >> (63 - out);
            }
        }
        Some((holds, rays))
    }

    fn accepts(&self, (holds, rays): &Self::State) -> bool {
        if *holds == Some(false) {
            return true;
        }
        let seen = rays.iter().zip(&self.slots).flat_map(|((_, counted), slots)| {
            let there = slots.iter().enumerate().filter(move |(out, _)| counted >> out & 1 == 1);
            there.map(|(_, slot)| *slot)
        });
        self.range.contains(seen.collect::<OrderedSet<u32>>().len() as i64)
    }
}

/// Returns the flag of a view that wants some piece, no matter how many: one that it sees, or one on its own square, where it must be
/// vacant. `None` if it wants anything else, or if some of the `stopping` kinds do not count and may hide what does.
pub(super) fn flag(view: &View, range: Interval, stopping: u64, model: &Model) -> Option<Flag> {
    let (min, max) = range.ends();
    if min != 1 || max < view.cells() as i64 {
        return None;
    }
    let mut raises: Vec<Var> = match view.when {
        When::Placed(_) => return None,
        When::Always if view.rays.is_empty() => return None,
        When::Always => Vec::new(),
        When::Vacant(slot) => model.of_slot(slot).collect(),
    };
    for Ray { cells } in &view.rays {
        if cells.len() > 1 && cells.iter().any(|(_, counted)| stopping & !counted != 0) {
            return None;
        }
        for (slot, counted) in cells {
            let counted = (0..).zip(model.of_slot(*slot)).filter(|(kind, _)| counted >> kind & 1 == 1);
            raises.extend(counted.map(|(_, var)| var));
        }
    }
    Some(Flag { must: true, blocks: Vec::new(), ..Flag::at_most_one(&raises) })
}

/// Returns the automaton of a view; `blockers` are the kinds that stop even sight through pieces.
pub(super) fn view(
    view: &View,
    range: Interval,
    sight: Sight,
    blockers: u64,
    order: &Order,
    known: &mut Known,
    control: &mut Control,
) -> Result<Automaton, Refusal> {
    let condition = match view.when {
        When::Always => None,
        When::Placed(var) => Some((order.place(var), (0..order.choices()).map(|c| c == order.choice(var)).collect())),
        When::Vacant(slot) => Some((order.place_of_slot(slot), (0..order.choices()).map(|c| c == 0).collect())),
    };
    let cells = view.rays.iter().flat_map(|ray| &ray.cells).map(|(slot, _)| order.place_of_slot(*slot));
    let all = cells.chain(condition.iter().map(|(place, _): &(usize, Vec<bool>)| *place));
    let places = all.collect::<OrderedSet<usize>>().into_vec();
    let own = |place: usize| places.partition_point(|other| *other < place);
    let when = condition.map(|(place, under)| (own(place), under));
    if let Some(long) = view.rays.iter().find(|ray| ray.cells.len() > 63) {
        return Err(Refusal::declined(format!("{} squares in one line of sight are too many", long.cells.len())));
    }
    if view.simple && view.rays.iter().all(|ray| ray.cells.len() == 1) {
        let mut counts = vec![vec![false; order.choices()]; places.len()];
        for (slot, mask) in view.rays.iter().flat_map(|ray| &ray.cells) {
            for (choice, counts) in counts[own(order.place_of_slot(*slot))].iter_mut().enumerate().skip(1) {
                *counts = mask >> (choice - 1) & 1 == 1;
            }
        }
        let near = match known.0.entry(Near { when, counts, range }) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let automaton = Automaton::new(places.clone(), order.choices(), entry.key(), control)?;
                entry.insert(automaton)
            }
        };
        return Ok(Automaton { places, ..near.clone() });
    }
    let mut passes = vec![Vec::new(); places.len()];
    for (ray, cells) in view.rays.iter().map(|ray| &ray.cells).enumerate() {
        for (out, (slot, mask)) in cells.iter().enumerate() {
            let passing = |choice: usize| Passing {
                counts: choice > 0 && mask >> (choice - 1) & 1 == 1,
                stops: choice > 0 && (sight == Sight::First || blockers >> (choice - 1) & 1 == 1),
            };
            let passings = (0..order.choices()).map(passing).collect();
            passes[own(order.place_of_slot(*slot))].push((ray, out as u8, passings));
        }
    }
    let slots = view.rays.iter().map(|ray| ray.cells.iter().map(|(slot, _)| *slot).collect()).collect();
    Automaton::new(places.clone(), order.choices(), &Far { when, passes, slots, range }, control)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::layout::MAX_BITS;
    use super::super::lower::Lowered;
    use super::*;
    use crate::budget::{Engine, Options};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Wrap};

    /// Covers by one kind of two or by both, of all squares or of those left vacant, with sight that pieces stop or do not.
    #[test]
    fn what_wants_any_piece_is_a_flag_unless_what_counts_may_be_hidden() {
        let mut control = Control::new(&Options::new());
        let boards = [
            Board::new(1, 5),
            Board::new(2, 3),
            Board::new(2, 3).with_wrap(Wrap::Both),
            Board::square(3).with_walls([(0, 1)]),
        ];
        let pieces = [Piece::KING, Piece::ROOK, Piece::QUEEN, Piece::leaper(2, 1)];
        let (mut flags, mut automata) = (0, 0);
        let pairs = || pieces.iter().flat_map(|first| pieces.iter().map(move |second| [first, second]));
        for board in &boards {
            for (which, [first, second]) in (0..8).flat_map(|which| pairs().map(move |pair| (which, pair))) {
                let mut problem = Problem::new(board.clone());
                let kinds = [problem.add_kind("first", first.clone()), problem.add_kind("second", second.clone())];
                let by = if which & 1 == 0 { vec![kinds[0]] } else { kinds.to_vec() };
                let cover = Constraint::covered(Area::Everywhere, by, 1..);
                let cover = if which & 2 == 0 { cover } else { cover.where_vacant() };
                problem.add(if which & 4 == 0 { cover } else { cover.through() });
                let counted =
                    |engine| problem.using(&Options::new().engine(engine)).count().expect("the problem is sound");
                assert_eq!(counted(Engine::Sweep).exact(), counted(Engine::Brute).exact(), "{problem}");
                let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
                let lowered = Lowered::within(MAX_BITS, &model, &Order::new(&model), &mut control);
                let is_flag = lowered.expect("the frontier is narrow").automata.is_empty();
                let rides = |piece: &Piece| piece.moves().iter().any(|own| own.steps() > 1);
                let is_any = which & 1 == 1;
                let may_be_hidden =
                    which & 4 == 0 && (rides(first) || is_any && rides(second)) && !(is_any && first == second);
                assert!(is_flag || may_be_hidden, "{problem}");
                flags += u32::from(is_flag);
                automata += u32::from(!is_flag);
            }
        }
        assert!(flags > 350 && automata > 30, "{flags}, {automata}");
    }
}
