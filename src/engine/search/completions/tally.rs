//! What a count has looked at and found.

use crate::model::Var;

/// What a count of families has looked at and found.
pub(super) struct Tally {
    pub(super) nodes: u64,
    pub(super) max: u64,
    /// The last pieces of the first solution, the last one first.
    pub(super) way: Vec<Var>,
}

impl Tally {
    pub(super) fn node(&mut self) -> Result<(), TooMany> {
        self.nodes += 1;
        if self.nodes > self.max { Err(TooMany) } else { Ok(()) }
    }

    /// Notes a piece on the way to the first solution, if a number of solutions lie behind it and that is one of them.
    pub(super) fn note(&mut self, var: Var, solutions: u64, pieces: usize) {
        if self.way.len() + 1 == pieces && solutions > 0 {
            self.way.push(var);
        }
    }
}

/// There are more nodes than may be looked at.
pub(super) struct TooMany;
