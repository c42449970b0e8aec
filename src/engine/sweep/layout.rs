//! The bits that each flag and each automaton has in a frontier.
//!
//! A bit is held only while the rest of the board can read it; then it is reused.

use super::super::Refusal;
use super::lower::{Lowered, too_wide};
use super::order::Order;
use crate::language::sort_by_number;

/// The bits of all flags and automata.
pub(super) struct Layout {
    /// For each flag the places of its life and its bit; `None` if it never matters.
    pub(super) flags: Vec<Option<Lease>>,
    pub(super) automata: Vec<Lease>,
    pub(super) tallies: Vec<Lease>,
    /// The number of bits of the widest frontier.
    pub(super) width: u32,
}

/// Bits held from one place to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lease {
    pub(super) bit: u32,
    pub(super) width: u32,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Lease {
    /// Whether the bits matter before the square at a place.
    pub(super) fn is_alive(&self, place: usize) -> bool {
        self.start < place && place <= self.end
    }
}

/// The largest number of bits of a frontier.
pub(super) const MAX_BITS: u32 = 256;

impl Layout {
    pub(super) fn new(lowered: &Lowered, order: &Order, chosen: &dyn Fn(usize) -> bool) -> Result<Self, Refusal> {
        let mut flags: Vec<Option<Lease>> = Vec::new();
        for (number, flag) in lowered.flags.iter().enumerate() {
            let life = if chosen(number) { flag.life(order) } else { None };
            flags.push(life.map(|(start, end)| Lease { bit: 0, width: u32::from(start < end), start, end }));
        }
        let lease = |places: &[usize], width| {
            let (start, end) = (places.first().copied().unwrap_or(0), places.last().copied().unwrap_or(0));
            Lease { bit: 0, width, start, end }
        };
        let mut automata: Vec<Lease> =
            lowered.automata.iter().map(|automaton| lease(&automaton.places, automaton.width)).collect();
        let mut tallies: Vec<Lease> =
            lowered.tallies.iter().map(|(automaton, _)| lease(&automaton.places, automaton.width)).collect();
        let mut all: Vec<&mut Lease> = flags.iter_mut().flatten().chain(&mut automata).chain(&mut tallies).collect();
        sort_by_number(&mut all, |lease| lease.start as i64);
        let mut taken = [0usize; MAX_BITS as usize];
        let mut width = 0;
        for lease in all {
            // A bit is free from the place at which its last holder is read for the last time.
            let free = |bit: u32| taken[bit as usize] <= lease.start;
            let fits = |bit: &u32| (*bit..*bit + lease.width).all(free);
            let Some(bit) = (0..=MAX_BITS - lease.width).find(fits) else {
                return Err(too_wide(MAX_BITS));
            };
            lease.bit = bit;
            taken[bit as usize..(bit + lease.width) as usize].fill(lease.end);
            width = width.max(bit + lease.width);
        }
        Ok(Self { flags, automata, tallies, width })
    }

    /// Returns the bits that flags hold before the square at a place, of a frontier of at most 64 bits.
    pub(super) fn alive(&self, place: usize) -> u64 {
        let leases = self.flags.iter().flatten().filter(|lease| lease.is_alive(place));
        leases.fold(0, |all, lease| all | 1 << lease.bit)
    }
}
