//! Flags: rules that one bit of the frontier represents.

use std::collections::HashMap;

use super::order::Order;
use crate::language::OrderedMap;
use crate::model::Var;

/// A bit that some variables raise and some lower; while it is up, others may not become true.
#[derive(Clone)]
pub(super) struct Flag {
    pub(super) raises: Vec<Var>,
    pub(super) lowers: Vec<Var>,
    pub(super) blocks: Vec<Var>,
    /// Whether it must be up once its last variable is decided.
    pub(super) must: bool,
    /// Whether it is kept until its last variable is decided, though it no longer blocks any.
    pub(super) kept: bool,
    /// The step of the lines it belongs to, if any; relaxations choose by this.
    pub(super) family: Option<(i32, i32)>,
}

impl Flag {
    /// Returns the flag of a clique.
    pub(super) fn at_most_one(vars: &[Var]) -> Self {
        let none = Vec::new();
        Self { raises: vars.to_vec(), lowers: none, blocks: vars.to_vec(), must: false, kept: false, family: None }
    }

    /// Returns its lists as sets.
    fn lists(&self) -> FlagKey {
        [&self.raises, &self.lowers, &self.blocks].map(|list| {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            list
        })
    }

    /// Returns the place from which it may be up, and the last at which it is read; `None` if it never matters.
    pub(super) fn life(&self, order: &Order) -> Option<(usize, usize)> {
        let places = |vars: &[Var]| vars.iter().map(|var| order.place(*var)).collect::<Vec<_>>();
        let raises = places(&self.raises);
        let last = places(&self.blocks).into_iter().max();
        let end = if self.must || self.kept { raises.iter().max().copied().max(last) } else { last };
        let start = raises.into_iter().min();
        start.zip(end).filter(|(start, end)| start < end || (self.must && start == end))
    }
}

/// The variables that raise, that lower, and that are blocked.
type FlagKey = [Vec<Var>; 3];

/// Flags, with equal ones merged.
#[derive(Default)]
pub(super) struct Flags {
    all: Vec<Flag>,
    known: HashMap<FlagKey, usize>,
    /// For each variable the earlier ones that exclude it: one flag serves them all.
    ruled_out_by: OrderedMap<Var, Vec<Var>>,
}

impl Flags {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Tells whether there is such a flag, however it is used.
    pub(super) fn has(&self, flag: &Flag) -> bool {
        self.known.contains_key(&flag.lists())
    }

    /// Adds a flag; returns its number.
    pub(super) fn add(&mut self, flag: Flag) -> usize {
        let key = flag.lists();
        let number = *self.known.entry(key).or_insert(self.all.len());
        match self.all.get_mut(number) {
            Some(known) => {
                known.must |= flag.must;
                known.kept |= flag.kept;
                known.family = known.family.or(flag.family);
            }
            None => self.all.push(flag),
        }
        number
    }

    /// Adds a flag that is not merged with others.
    pub(super) fn add_apart(&mut self, flag: Flag) -> usize {
        self.all.push(flag);
        self.all.len() - 1
    }

    /// Adds a conflict between two variables.
    pub(super) fn pair(&mut self, a: Var, b: Var, order: &Order) {
        let (first, second) = if order.place(a) < order.place(b) { (a, b) } else { (b, a) };
        self.ruled_out_by.entry(second).push(first);
    }

    pub(super) fn into_vec(mut self) -> Vec<Flag> {
        for (var, raises) in std::mem::take(&mut self.ruled_out_by).into_vec() {
            let (lowers, blocks) = (Vec::new(), vec![var]);
            self.add(Flag { raises, lowers, blocks, must: false, kept: false, family: None });
        }
        self.all
    }
}
