//! `Lit`: a variable of the clauses, or its negation.

use std::ops::Not;

/// A variable or its negation. Literals are sorted by their variables, and the positive one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

/// A disjunction of literals.
pub(crate) type Clause = Vec<Lit>;

impl Lit {
    pub(crate) fn new(var: u32, is_negated: bool) -> Self {
        Self(var << 1 | u32::from(is_negated))
    }

    pub(crate) fn positive(var: u32) -> Self {
        Self::new(var, false)
    }

    pub(crate) fn var(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the number of the literal as solvers and DIMACS have it: that of the variable, counted from 1, negative if the
    /// variable is negated.
    pub(crate) fn number(self) -> i32 {
        let number = self.var() as i32 + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_know_their_variable_sign_and_number() {
        for var in [0, 1, 7, (1 << 31) - 2] {
            let (lit, not) = (Lit::positive(var), Lit::new(var, true));
            assert_eq!((lit.var(), lit.is_positive(), lit.number()), (var, true, var as i32 + 1));
            assert_eq!((not.var(), not.is_positive(), not.number()), (var, false, -(var as i32) - 1));
            assert_eq!((!lit, !not), (not, lit));
            assert!(lit < not && not < Lit::positive(var + 1));
        }
    }
}
