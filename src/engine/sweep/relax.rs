//! Relaxations: lower bounds on the cost of the rest of the board, from only some of the rules.
//!
//! With few enough rules all frontiers fit into a table, which is filled from the last square back to the first.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::Refusal;
use super::flag::{Flag, Flags};
use super::key::Key;
use super::layout::Layout;
use super::lower::Lowered;
use super::order::Order;
use super::plan::{Plan, Stage};
use crate::budget::{Cause, Control};
use crate::engine::parallel::in_parts;
use crate::language::OrderedSet;
use crate::model::Var;
use crate::model::bit_set::Fixed;

/// The cost of what is impossible.
pub(super) const NEVER: u8 = u8::MAX;

/// The cost of each choice, and whether it is a counted piece.
pub(super) struct Prices<'a> {
    pub(super) counted: &'a [bool],
    pub(super) costs: &'a [u8],
}

/// The problem that is relaxed.
pub(super) struct Whole<'a> {
    pub(super) lowered: &'a Lowered,
    pub(super) layout: &'a Layout,
    pub(super) order: &'a Order,
    pub(super) prices: &'a Prices<'a>,
    /// The places at which the sweep prunes.
    pub(super) stops: &'a [bool],
    /// The largest number of bits of a frontier that has a table.
    pub(super) bits: u32,
}

/// The tables of a relaxation at the places where the sweep prunes.
pub(super) struct Relaxation {
    stops: Vec<Option<StopTable>>,
}

struct StopTable {
    /// For each byte of a frontier and each value of it, the bits of the relaxation that it implies.
    maps: Vec<[u32; 256]>,
    /// For each frontier of the relaxation the least cost of each number of further pieces.
    costs: Vec<u8>,
    stride: usize,
}

impl StopTable {
    /// Returns the least cost of each number of further pieces; more than have one are impossible.
    fn at<K: Key>(&self, frontier: K) -> &[u8] {
        let bytes = self.maps.iter().enumerate();
        let own = bytes.fold(0, |own, (place, map)| own | map[usize::from(frontier.byte(place))]);
        let start = own as usize * self.stride;
        &self.costs[start..start + self.stride]
    }
}

impl Relaxation {
    /// Returns the least cost of each number of further pieces after a place, if it stops there; more than have one are impossible.
    pub(super) fn at<K: Key>(&self, place: usize, frontier: K) -> Option<&[u8]> {
        self.stops[place].as_ref().map(|stop| stop.at(frontier))
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.stops
            .iter()
            .flatten()
            .map(|stop| (stop.costs.len() + stop.maps.len() * size_of::<[u32; 256]>()) as u64)
            .sum()
    }

    /// Fills the tables of some flags. `shows` tells which of them are certainly up at a place if a flag of the whole
    /// problem is; `reach` bounds the number of further pieces after each place.
    fn new(
        lowered: &Lowered,
        shows: &dyn Fn(usize, usize) -> Vec<usize>,
        whole: &Whole<'_>,
        reach: &[usize],
        held: &Held,
        control: &mut Control,
    ) -> Result<Self, Refusal> {
        let mut tables = Vec::with_capacity(whole.stops.len());
        tables.resize_with(whole.stops.len(), || None);
        fill(lowered, whole, reach, held, control, |place, filled, layout, control| {
            if whole.stops[place] {
                let maps = maps(place, layout, whole.layout, shows);
                let stride = filled.reach + 1;
                let alive = layout.alive(place);
                held.take((stride as u64) << alive.count_ones(), control)?;
                tables[place] = Some(StopTable { maps, costs: filled.first(stride, alive), stride });
            }
            Ok(())
        })?;
        Ok(Self { stops: tables })
    }
}

/// Fills a table from the last square back, and calls a function with it at each place.
fn fill(
    lowered: &Lowered,
    whole: &Whole<'_>,
    reach: &[usize],
    held: &Held,
    control: &mut Control,
    mut at: impl FnMut(usize, &Filled, &Layout, &mut Control) -> Result<(), Cause>,
) -> Result<(), Refusal> {
    let layout = Layout::new(lowered, whole.order, &|_| true)?;
    let plan = Plan::<Fixed<1>>::new(lowered, &layout, whole.order);
    let bytes = (2 * (reach[0] as u64 + 1)) << layout.width;
    held.take(bytes, control)?;
    let mut filled = Filled::new(1 << layout.width, reach[0] + 1);
    at(whole.order.len(), &filled, &layout, control)?;
    for place in (0..whole.order.len()).rev() {
        filled.step_back(&plan.stages[place], !layout.alive(place), whole.prices, reach[place], control)?;
        at(place, &filled, &layout, control)?;
    }
    held.free(bytes);
    Ok(())
}

/// A table that is filled from the last square back: for each frontier the least cost of each number of further pieces.
struct Filled {
    costs: Vec<u8>,
    before: Vec<u8>,
    stride: usize,
    /// The greatest number of further pieces for which there may be a cost.
    reach: usize,
}

impl Filled {
    /// Returns the table behind the last square.
    fn new(frontiers: usize, stride: usize) -> Self {
        let mut costs = vec![NEVER; frontiers * stride];
        let before = costs.clone();
        costs[0] = 0;
        Self { costs, before, stride, reach: 0 }
    }

    /// Goes back one square, before which there are at most `most` further pieces. Frontiers with dead bits are none.
    fn step_back(
        &mut self,
        stage: &Stage<Fixed<1>>,
        dead: u64,
        prices: &Prices<'_>,
        most: usize,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let reach = most.min(self.reach + 1);
        for (frontier, own) in self.before.chunks_exact_mut(self.stride).enumerate() {
            let own = &mut own[..=reach];
            own.fill(NEVER);
            if frontier as u64 & dead != 0 {
                continue;
            }
            control.charge((stage.choices.len() * (4 + own.len() / 4)) as u64)?;
            for choice in &stage.choices {
                let Some(next) = stage.next(Fixed::from(frontier as u64), choice) else { continue };
                let then = &self.costs[u64::from(next) as usize * self.stride..][..=self.reach];
                let more = usize::from(prices.counted[choice.number]).min(own.len());
                let price = prices.costs[choice.number];
                for (own, then) in own[more..].iter_mut().zip(then) {
                    *own = (*own).min(then.saturating_add(price));
                }
            }
        }
        std::mem::swap(&mut self.costs, &mut self.before);
        let has_cost = |reach: usize| self.costs[reach..].iter().step_by(self.stride).any(|cost| *cost < NEVER);
        self.reach = (0..=reach).rev().find(|reach| has_cost(*reach)).unwrap_or(0);
        Ok(())
    }

    /// The first costs, this many, of each frontier without dead bits.
    fn first(&self, stride: usize, alive: u64) -> Vec<u8> {
        let all = self.costs.chunks_exact(self.stride).enumerate();
        let mut first = Vec::with_capacity(stride << alive.count_ones());
        all.filter(|(frontier, _)| *frontier as u64 & !alive == 0)
            .for_each(|(_, own)| first.extend_from_slice(&own[..stride]));
        first
    }
}

/// The bytes of tables that are filled in parallel.
#[derive(Default)]
struct Held(AtomicU64);

impl Held {
    fn take(&self, bytes: u64, control: &Control) -> Result<(), Cause> {
        control.hold(self.0.fetch_add(bytes, Ordering::Relaxed) + bytes)
    }

    fn free(&self, bytes: u64) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Returns, for each byte of a frontier, the bits of the relaxation that it implies, counted among those that are alive.
fn maps(place: usize, layout: &Layout, whole: &Layout, shows: &dyn Fn(usize, usize) -> Vec<usize>) -> Vec<[u32; 256]> {
    let mut maps = vec![[0; 256]; whole.width.div_ceil(8) as usize];
    let alive = layout.alive(place);
    let number = |bit: u32| (alive & ((1 << bit) - 1)).count_ones();
    for (flag, lease) in whole.flags.iter().enumerate() {
        let Some(lease) = lease.filter(|lease| lease.is_alive(place)) else { continue };
        let own = shows(flag, place).into_iter().filter_map(|flag| layout.flags[flag]);
        let own = own.filter(|lease| lease.is_alive(place));
        let bits = own.fold(0u32, |all, lease| all | 1 << number(lease.bit));
        for (value, map) in maps[lease.bit as usize / 8].iter_mut().enumerate() {
            if value >> (lease.bit % 8) & 1 == 1 {
                *map |= bits;
            }
        }
    }
    maps
}

/// Returns how many further pieces there may be after each place, at most.
pub(super) fn reach(whole: &Whole<'_>, control: &mut Control) -> Result<Vec<usize>, Refusal> {
    let near = Neighbours::new(whole.lowered, whole.order);
    let all: Vec<usize> = (0..=whole.order.len()).rev().collect();
    if !near.fits(whole) {
        return Ok(all);
    }
    let mut reach = vec![0; all.len()];
    fill(&only(near.pairs), whole, &all, &Held::default(), control, |place, filled, _, _| {
        reach[place] = filled.reach;
        Ok(())
    })?;
    Ok(reach)
}

/// Returns all relaxations that are small enough. Tables for which half of the memory leaves no room are left out.
pub(super) fn relaxations(
    whole: &Whole<'_>,
    families: &Families,
    reach: &[usize],
    control: &mut Control,
) -> Result<Vec<Relaxation>, Refusal> {
    let lowered = whole.lowered;
    let near = Neighbours::new(lowered, whole.order);
    let held = Held::default();
    let by_families = |families: &[FlagFamily], control: &mut Control| {
        let chosen: Vec<usize> =
            (0..lowered.flags.len()).filter(|flag| families.contains(&lowered.flags[*flag].family)).collect();
        let flags = chosen.iter().map(|flag| lowered.flags[*flag].clone()).collect();
        let shows = |flag: usize, _: usize| chosen.binary_search(&flag).into_iter().collect();
        Relaxation::new(&only(flags), &shows, whole, reach, &held, control)
    };
    let mut room = control.memory_limit() / 2;
    let mut choices = families.choices(whole.bits);
    choices.retain(|set| {
        // Two more tables are at work.
        let at_work = (2 * (reach[0] as u64 + 1)) << families.widths[*set as usize];
        let rest = room.checked_sub(families.bytes_of(*set, whole, reach) + at_work);
        room = rest.unwrap_or(room);
        rest.is_some()
    });
    let near_fits = near.fits(whole);
    let parts = in_parts(choices.len() + usize::from(near_fits), 1, control, |numbers, control| {
        let one = |number: usize| match choices.get(number) {
            Some(set) => by_families(&families.named(*set), control),
            None => near.relaxation(whole, reach, &held, control),
        };
        numbers.map(one).collect::<Result<Vec<Relaxation>, Refusal>>()
    })?;
    Ok(parts.into_iter().flatten().collect())
}

/// Returns these flags as rules, and no others.
fn only(flags: Vec<Flag>) -> Lowered {
    Lowered { flags, automata: Vec::new(), tallies: Vec::new(), never: false }
}

/// Returns the limits that there may be on the bits of a frontier that has a table: about two bits for each square of the frontier, up to a
/// number that always has room, or one that has where memory is not short.
pub(super) fn bits(layout: &Layout) -> RangeInclusive<u32> {
    /// Tables of fewer bits than the first are free; of the second they take hundreds of megabytes, of the third gigabytes.
    const LIMITS: [u32; 3] = [14, 22, 24];
    let [free, usual, most] = LIMITS;
    let own = 2 * layout.width / 3 + 3;
    own.clamp(free, usual)..=own.clamp(free, most)
}

type FlagFamily = Option<(i32, i32)>;

/// The families of flags, and how many bits the frontiers of each set of them have.
pub(super) struct Families {
    names: Vec<FlagFamily>,
    /// Those of the widest, and how many are alive at each place.
    widths: Vec<u32>,
    alive: Vec<Vec<u32>>,
}

impl Families {
    pub(super) fn new(lowered: &Lowered, order: &Order) -> Self {
        let mut families = lowered.flags.iter().map(|flag| flag.family).collect::<OrderedSet<FlagFamily>>().into_vec();
        families.truncate(8);
        let flags = only(lowered.flags.clone());
        let (mut widths, mut alive) = (Vec::new(), Vec::new());
        for set in 0u32..1 << families.len() {
            let chosen = |flag: usize| {
                let own = families.iter().position(|family| *family == lowered.flags[flag].family);
                own.is_some_and(|at| set >> at & 1 == 1)
            };
            let layout = Layout::new(&flags, order, &chosen).ok().filter(|layout| layout.width <= u64::BITS);
            widths.push(layout.as_ref().map_or(u32::MAX, |layout| layout.width));
            let at = |layout: &Layout| (0..=order.len()).map(|place| layout.alive(place).count_ones()).collect();
            alive.push(layout.as_ref().map(at).unwrap_or_default());
        }
        Self { names: families, widths, alive }
    }

    /// Returns the sets of families whose frontiers have at most this many bits, those that are part of no other such set.
    fn choices(&self, bits: u32) -> Vec<u32> {
        let mut fitting: Vec<u32> = (1u32..1 << self.names.len()).collect();
        fitting.retain(|set| self.widths[*set as usize] <= bits);
        let is_greatest = |set: &u32| fitting.iter().all(|other| set == other || *set & other != *set);
        fitting.iter().copied().filter(is_greatest).collect()
    }

    fn named(&self, set: u32) -> Vec<FlagFamily> {
        (0..self.names.len()).filter(|at| set >> at & 1 == 1).map(|at| self.names[at]).collect()
    }

    /// Returns the bytes that the tables of a set take.
    fn bytes_of(&self, set: u32, whole: &Whole<'_>, reach: &[usize]) -> u64 {
        let at = whole.stops.iter().zip(&self.alive[set as usize]).zip(reach).filter(|((stop, _), _)| **stop);
        at.map(|((_, alive), reach)| (*reach as u64 + 1) << alive).sum()
    }

    /// Returns the bytes that the tables of all relaxations take.
    pub(super) fn bytes(&self, whole: &Whole<'_>, reach: &[usize]) -> u64 {
        self.choices(whole.bits).into_iter().map(|set| self.bytes_of(set, whole, reach)).sum()
    }
}

/// The relaxation in which only neighbours on a line exclude each other: no piece can come between them.
struct Neighbours {
    pairs: Vec<Flag>,
    /// For each flag of the problem its places, with the variables it blocks there.
    next_of: Vec<Vec<(usize, Vec<Var>)>>,
}

impl Neighbours {
    fn new(lowered: &Lowered, order: &Order) -> Self {
        let mut pairs = Flags::default();
        let mut next_of = Vec::new();
        for flag in &lowered.flags {
            let vars = [&flag.raises, &flag.lowers, &flag.blocks].into_iter().flatten();
            let places = vars.map(|var| order.place(*var)).collect::<OrderedSet<usize>>().into_vec();
            let at = |vars: &[Var], place: usize| -> Vec<Var> {
                vars.iter().copied().filter(|var| order.place(*var) == place).collect()
            };
            for two in places.windows(2) {
                for first in at(&flag.raises, two[0]) {
                    for second in at(&flag.blocks, two[1]) {
                        pairs.pair(first, second, order);
                    }
                }
            }
            next_of.push(places.into_iter().map(|place| (place, at(&flag.blocks, place))).collect());
        }
        Self { pairs: pairs.into_vec(), next_of }
    }

    fn fits(&self, whole: &Whole<'_>) -> bool {
        let layout = Layout::new(&only(self.pairs.clone()), whole.order, &|_| true);
        layout.is_ok_and(|layout| layout.width <= whole.bits)
    }

    fn relaxation(
        &self,
        whole: &Whole<'_>,
        reach: &[usize],
        held: &Held,
        control: &mut Control,
    ) -> Result<Relaxation, Refusal> {
        let of_var = |var: &Var| self.pairs.iter().position(|flag| flag.blocks == [*var]);
        // A flag that is up blocks the next square of its line.
        let shows = |flag: usize, place: usize| {
            let next = self.next_of[flag].iter().find(|(other, _)| *other >= place);
            next.map(|(_, vars)| vars.iter().filter_map(of_var).collect()).unwrap_or_default()
        };
        Relaxation::new(&only(self.pairs.clone()), &shows, whole, reach, held, control)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::layout::MAX_BITS;
    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, classics};
    use crate::model::Model;

    #[test]
    fn tables_for_which_there_is_no_room_are_left_out() {
        let problem = Arc::new(classics::domination(Board::new(20, 5), Piece::KING));
        let mut held = Vec::new();
        for limit in [Options::MEMORY, 1 << 20] {
            let mut control = Control::new(&Options::new()).with_memory_limit(limit);
            let model = Model::compile(&problem, &mut control).expect("no limit is reached");
            let order = Order::new(&model);
            let lowered = Lowered::within(MAX_BITS, &model, &order, &mut control).expect("the frontier is narrow");
            let layout = Layout::new(&lowered, &order, &|_| true).expect("the frontier is narrow");
            let prices = Prices { counted: &[false, true], costs: &[0, 1] };
            let stops = order.stops(&model, usize::MAX);
            let bits = *bits(&layout).start();
            let whole =
                Whole { lowered: &lowered, layout: &layout, order: &order, prices: &prices, stops: &stops, bits };
            let reach = reach(&whole, &mut control).expect("there is room for a table");
            assert_eq!(reach[0], 100);
            let families = Families::new(&lowered, &order);
            let all = relaxations(&whole, &families, &reach, &mut control).expect("what has no room is left out");
            held.push(all.iter().map(Relaxation::bytes).sum::<u64>());
        }
        assert!(held[0] > 1 << 20 && held[1] < 1 << 20, "{held:?}");
    }

    #[test]
    fn tables_take_no_more_than_foreseen_and_dead_bits_nothing() {
        let mut problem = Problem::new(Board::square(7));
        problem.add_kind("queen", Piece::QUEEN);
        problem.add_kind("wall", Piece::BLOCKER);
        let problem = Arc::new(problem.non_attacking().clone());
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&problem, &mut control).expect("no limit was set");
        let order = Order::new(&model);
        let lowered = Lowered::within(MAX_BITS, &model, &order, &mut control).expect("the frontier is narrow");
        let layout = Layout::new(&lowered, &order, &|_| true).expect("the frontier is narrow");
        let prices = Prices { counted: &[false, true, false], costs: &[0, 0, 1] };
        let families = Families::new(&lowered, &order);
        let stops = order.stops(&model, usize::MAX);
        for bits in 8..=*bits(&layout).end() {
            let whole =
                Whole { lowered: &lowered, layout: &layout, order: &order, prices: &prices, stops: &stops, bits };
            let reach = reach(&whole, &mut control).expect("there is room for a table");
            let all = relaxations(&whole, &families, &reach, &mut control).expect("there is room for all");
            let stored = |relaxation: &Relaxation| relaxation.stops.iter().flatten().map(|stop| stop.costs.len()).sum();
            let sets = families.choices(bits);
            let own: Vec<usize> = all.iter().take(sets.len()).map(stored).collect();
            let foreseen = families.bytes(&whole, &reach);
            assert!(own.iter().sum::<usize>() as u64 <= foreseen, "{own:?}, {foreseen}");
            // At the ends of rows no piece of the row is seen along it.
            let costs: u64 =
                reach.iter().zip(&stops).filter(|(_, stop)| **stop).map(|(reach, _)| *reach as u64 + 1).sum();
            let with_dead: u64 = sets.iter().map(|set| costs << families.widths[*set as usize]).sum();
            assert!(foreseen < with_dead, "{foreseen} of {with_dead} with {bits} bits");
        }
    }
}
