//! Where in a frontier each flag and each automaton has its bits.
//!
//! A bit is taken only while the rest of the board can notice it; then the next one has it.

use super::super::Refusal;
use super::lower::Lowered;
use super::order::Order;

/// The bits of everything that is remembered.
pub(super) struct Layout {
    /// For each flag the places of its life and its bit; `None` where it never matters.
    pub(super) flags: Vec<Option<Lease>>,
    pub(super) automata: Vec<Lease>,
    pub(super) tallies: Vec<Lease>,
    /// Bits of the widest frontier.
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

/// The widest frontier.
pub(super) const MOST_BITS: u32 = 256;

impl Layout {
    pub(super) fn new(lowered: &Lowered, order: &Order, chosen: impl Fn(usize) -> bool) -> Result<Self, Refusal> {
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
        all.sort_by_key(|lease| lease.start);
        let mut taken = [0usize; MOST_BITS as usize];
        let mut width = 0;
        for lease in all {
            // Each bit is free from the place at which its last holder is looked at for the last time.
            let free = |bit: u32| taken[bit as usize] <= lease.start;
            let fits = |bit: &u32| (*bit..*bit + lease.width).all(free);
            let Some(bit) = (0..=MOST_BITS - lease.width).find(fits) else {
                return Err(Refusal::declined(format!(
                    "more than {MOST_BITS} bits have to be remembered from square to square"
                )));
            };
            lease.bit = bit;
            taken[bit as usize..(bit + lease.width) as usize].fill(lease.end);
            width = width.max(bit + lease.width);
        }
        Ok(Self { flags, automata, tallies, width })
    }
}
