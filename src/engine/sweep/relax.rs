//! Relaxations: lower bounds on the cost of the rest of the board, from only some of the rules.
//!
//! With few enough rules all frontiers fit into a table, which is filled from the last square back to the first.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::Refusal;
use super::flag::{Flag, Flags};
use super::key::Key;
use super::layout::Layout;
use super::lower::Lowered;
use super::order::Order;
use super::plan::Plan;
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
    fn at<K: Key>(&self, frontier: K) -> &[u8] {
        let bytes = self.maps.iter().enumerate();
        let own = bytes.fold(0, |own, (place, map)| own | map[usize::from(frontier.byte(place))]);
        let start = own as usize * self.stride;
        &self.costs[start..start + self.stride]
    }
}

impl Relaxation {
    /// Returns the least cost of each number of further pieces after a place at which it stops.
    pub(super) fn at<K: Key>(&self, place: usize, frontier: K) -> &[u8] {
        self.stops[place].as_ref().map_or(&[], |stop| stop.at(frontier))
    }

    /// Returns the largest number of pieces for which it has a path from the first square.
    fn max_pieces(&self) -> usize {
        let costs = self.stops[0].as_ref().map_or(&[][..], |stop| &stop.costs[..stop.stride]);
        costs.iter().rposition(|cost| *cost != NEVER).unwrap_or(0)
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
    /// problem is; `max` bounds the number of pieces.
    fn new(
        lowered: &Lowered,
        shows: &dyn Fn(usize, usize) -> Vec<usize>,
        whole: &Whole<'_>,
        max: usize,
        held: &Held,
        control: &mut Control,
    ) -> Result<Self, Refusal> {
        let Whole { order, prices, stops, .. } = *whole;
        let layout = Layout::new(lowered, order, &|_| true)?;
        let plan = Plan::<Fixed<1>>::new(lowered, &layout, order);
        let alive = |place: usize| {
            let leases = layout.flags.iter().flatten();
            leases
                .filter(|lease| lease.start < place && place <= lease.end)
                .fold(0u64, |all, lease| all | 1 << lease.bit)
        };
        let size = 1usize << layout.width;
        let stride = max + 1;
        let table = (size * stride) as u64;
        held.take(2 * table, control)?;
        let mut tables = Vec::with_capacity(stops.len());
        tables.resize_with(stops.len(), || None);
        let mut costs = vec![NEVER; size * stride];
        let mut before = costs.clone();
        costs[0] = 0;
        for place in (0..order.len()).rev() {
            if stops[place + 1] {
                let maps = maps(place + 1, &layout, whole.layout, shows);
                held.take(table, control)?;
                tables[place + 1] = Some(StopTable { maps, costs: costs.clone(), stride });
            }
            let stage = &plan.stages[place];
            let dead = !alive(place);
            for (frontier, own) in before.chunks_exact_mut(stride).enumerate() {
                own.fill(NEVER);
                if frontier as u64 & dead != 0 {
                    continue;
                }
                control.charge((stage.choices.len() * (4 + stride / 4)) as u64)?;
                for choice in &stage.choices {
                    let Some(next) = stage.next(Fixed::from(frontier as u64), choice) else { continue };
                    let then = &costs[u64::from(next) as usize * stride..][..stride];
                    let more = usize::from(prices.counted[choice.number]);
                    let price = prices.costs[choice.number];
                    for (own, then) in own[more..].iter_mut().zip(then) {
                        *own = (*own).min(then.saturating_add(price));
                    }
                }
            }
            std::mem::swap(&mut costs, &mut before);
        }
        held.free(table);
        tables[0] = Some(StopTable { maps: maps(0, &layout, whole.layout, shows), costs, stride });
        Ok(Self { stops: tables })
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

/// Returns, for each byte of a frontier, the bits of the relaxation that it implies.
fn maps(place: usize, layout: &Layout, whole: &Layout, shows: &dyn Fn(usize, usize) -> Vec<usize>) -> Vec<[u32; 256]> {
    let mut maps = vec![[0; 256]; whole.width.div_ceil(8) as usize];
    for (flag, lease) in whole.flags.iter().enumerate() {
        let Some(lease) = lease.filter(|lease| lease.start < place && place <= lease.end) else { continue };
        let own = shows(flag, place).into_iter().filter_map(|flag| layout.flags[flag]);
        let own = own.filter(|lease| lease.start < place && place <= lease.end);
        let bits = own.fold(0u32, |all, lease| all | 1 << lease.bit);
        for (value, map) in maps[lease.bit as usize / 8].iter_mut().enumerate() {
            if value >> (lease.bit % 8) & 1 == 1 {
                *map |= bits;
            }
        }
    }
    maps
}

/// Returns all relaxations that are small enough, and the largest number of pieces that they allow. Tables for which half of the memory
/// leaves no room are left out.
pub(super) fn relaxations(whole: &Whole<'_>, control: &mut Control) -> Result<(Vec<Relaxation>, usize), Refusal> {
    let lowered = whole.lowered;
    let near = Neighbours::new(lowered, whole.order);
    let max = near.max_pieces(whole, control)?;
    let held = Held::default();
    let by_families = |families: &[FlagFamily], control: &mut Control| {
        let chosen: Vec<usize> =
            (0..lowered.flags.len()).filter(|flag| families.contains(&lowered.flags[*flag].family)).collect();
        let flags = chosen.iter().map(|flag| lowered.flags[*flag].clone()).collect();
        let shows = |flag: usize, _: usize| chosen.binary_search(&flag).into_iter().collect();
        Relaxation::new(&only(flags), &shows, whole, max, &held, control)
    };
    // Two more tables are at work.
    let tables = 2 + whole.stops.iter().filter(|stop| **stop).count() as u64;
    let mut room = control.memory_limit() / 2;
    let mut choices = choices(whole);
    choices.retain(|(_, width)| {
        let rest = room.checked_sub(((max as u64 + 1) * tables) << width);
        room = rest.unwrap_or(room);
        rest.is_some()
    });
    let near_fits = near.fits(whole);
    let parts = in_parts(choices.len() + usize::from(near_fits), 1, control, |numbers, control| {
        let one = |number: usize| match choices.get(number) {
            Some((families, _)) => by_families(families, control),
            None => near.relaxation(whole, max, &held, control),
        };
        numbers.map(one).collect::<Result<Vec<Relaxation>, Refusal>>()
    })?;
    Ok((parts.into_iter().flatten().collect(), max))
}

/// Returns the bytes that the tables of all relaxations take.
pub(super) fn bytes(whole: &Whole<'_>, control: &mut Control) -> Result<u64, Refusal> {
    let max = Neighbours::new(whole.lowered, whole.order).max_pieces(whole, control)?;
    let frontiers: u64 = choices(whole).iter().map(|(_, width)| 1u64 << width).sum();
    let stops = whole.stops.iter().filter(|stop| **stop).count();
    Ok(frontiers * (max as u64 + 1) * stops as u64)
}

/// Returns these flags as rules, and no others.
fn only(flags: Vec<Flag>) -> Lowered {
    Lowered { flags, automata: Vec::new(), tallies: Vec::new(), never: false }
}

/// Returns the largest number of bits of a frontier that has a table: about two for each square of it.
fn max_bits(whole: &Whole<'_>) -> u32 {
    /// Tables of fewer bits are free, and those of more would take gigabytes.
    const RANGE: (u32, u32) = (14, 22);
    (2 * whole.layout.width / 3 + 3).clamp(RANGE.0, RANGE.1)
}

type FlagFamily = Option<(i32, i32)>;

/// Returns the maximal sets of families whose flags fit into a table, and the bits of each.
fn choices(whole: &Whole<'_>) -> Vec<(Vec<FlagFamily>, u32)> {
    let Whole { lowered, order, .. } = *whole;
    let mut families = lowered.flags.iter().map(|flag| flag.family).collect::<OrderedSet<FlagFamily>>().into_vec();
    families.truncate(8);
    let flags = only(lowered.flags.clone());
    let width = |set: u32| {
        let chosen = |flag: usize| {
            families
                .iter()
                .position(|family| *family == lowered.flags[flag].family)
                .is_some_and(|at| set >> at & 1 == 1)
        };
        Layout::new(&flags, order, &chosen).map_or(u32::MAX, |layout| layout.width)
    };
    let fits = |set: u32| width(set) <= max_bits(whole);
    let fitting: Vec<u32> = (1u32..1 << families.len()).filter(|set| fits(*set)).collect();
    let greatest = fitting.iter().filter(|set| fitting.iter().all(|other| *set == other || **set & other != **set));
    let named = |set: u32| (0..families.len()).filter(|at| set >> at & 1 == 1).map(|at| families[at]).collect();
    greatest.map(|set| (named(*set), width(*set))).collect()
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

    /// Returns the largest number of pieces that fit if only neighbours exclude each other.
    fn max_pieces(&self, whole: &Whole<'_>, control: &mut Control) -> Result<usize, Refusal> {
        let max = whole.order.len();
        if !self.fits(whole) {
            return Ok(max);
        }
        let nowhere = vec![false; whole.stops.len()];
        Ok(self.relaxation(&Whole { stops: &nowhere, ..*whole }, max, &Held::default(), control)?.max_pieces())
    }

    fn fits(&self, whole: &Whole<'_>) -> bool {
        let layout = Layout::new(&only(self.pairs.clone()), whole.order, &|_| true);
        layout.is_ok_and(|layout| layout.width <= max_bits(whole))
    }

    fn relaxation(
        &self,
        whole: &Whole<'_>,
        max: usize,
        held: &Held,
        control: &mut Control,
    ) -> Result<Relaxation, Refusal> {
        let of_var = |var: &Var| self.pairs.iter().position(|flag| flag.blocks == [*var]);
        // A flag that is up blocks the next square of its line.
        let shows = |flag: usize, place: usize| {
            let next = self.next_of[flag].iter().find(|(other, _)| *other >= place);
            next.map(|(_, vars)| vars.iter().filter_map(of_var).collect()).unwrap_or_default()
        };
        Relaxation::new(&only(self.pairs.clone()), &shows, whole, max, held, control)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::layout::MAX_BITS;
    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, classics};
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
            let whole = Whole { lowered: &lowered, layout: &layout, order: &order, prices: &prices, stops: &stops };
            let (all, max) = relaxations(&whole, &mut control).expect("what has no room is left out");
            assert_eq!(max, 100);
            held.push(all.iter().map(Relaxation::bytes).sum::<u64>());
        }
        assert!(held[0] > 1 << 20 && held[1] < 1 << 20, "{held:?}");
    }
}
