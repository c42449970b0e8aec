//! Flags: rules that one bit of the frontier remembers.

use std::collections::{BTreeMap, HashMap};

use super::order::Order;
use crate::model::Var;

/// A bit that some variables raise and some lower, and under which some may not become true.
#[derive(Clone)]
pub(super) struct Flag {
    pub(super) raises: Vec<Var>,
    pub(super) lowers: Vec<Var>,
    pub(super) blocks: Vec<Var>,
    /// Whether it must be up when its last variable is decided.
    pub(super) must: bool,
    /// Whether it is kept until its last variable is decided, though nobody is blocked any more.
    pub(super) kept: bool,
    /// The step of the lines it belongs to, if it belongs to one of them; relaxations choose by this.
    pub(super) family: Option<(i32, i32)>,
}

impl Flag {
    /// At most one of these.
    pub(super) fn at_most_one(vars: &[Var]) -> Self {
        let none = Vec::new();
        Self { raises: vars.to_vec(), lowers: none, blocks: vars.to_vec(), must: false, kept: false, family: None }
    }

    /// Its lists as sets.
    fn lists(&self) -> Lists {
        [&self.raises, &self.lowers, &self.blocks].map(|list| {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            list
        })
    }

    /// From which place it may be up, and at which it is looked at for the last time. `None` where it never matters.
    pub(super) fn life(&self, order: &Order) -> Option<(usize, usize)> {
        let places = |vars: &[Var]| vars.iter().map(|var| order.place(*var)).collect::<Vec<_>>();
        let raises = places(&self.raises);
        let last = places(&self.blocks).into_iter().max();
        let end = if self.must || self.kept { raises.iter().max().copied().max(last) } else { last };
        let start = raises.into_iter().min();
        start.zip(end).filter(|(start, end)| start < end || (self.must && start == end))
    }
}

/// Who raises, lowers, is blocked.
type Lists = [Vec<Var>; 3];

/// Flags, those that say the same taken together.
#[derive(Default)]
pub(super) struct Flags {
    all: Vec<Flag>,
    known: HashMap<Lists, usize>,
    /// For each variable those decided before it that rule it out: one flag will do for them.
    ruled_out_by: BTreeMap<Var, Vec<Var>>,
}

impl Flags {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether this flag is there already, whatever is done with it.
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

    /// Adds a flag that is not taken together with others.
    pub(super) fn add_apart(&mut self, flag: Flag) -> usize {
        self.all.push(flag);
        self.all.len() - 1
    }

    /// Never both of these.
    pub(super) fn pair(&mut self, a: Var, b: Var, order: &Order) {
        let (first, second) = if order.place(a) < order.place(b) { (a, b) } else { (b, a) };
        self.ruled_out_by.entry(second).or_default().push(first);
    }

    pub(super) fn into_vec(mut self) -> Vec<Flag> {
        for (var, raises) in std::mem::take(&mut self.ruled_out_by) {
            let (lowers, blocks) = (Vec::new(), vec![var]);
            self.add(Flag { raises, lowers, blocks, must: false, kept: false, family: None });
        }
        self.all
    }
}
