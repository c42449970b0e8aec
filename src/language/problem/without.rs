//! A problem with fewer kinds.

use std::sync::Arc;

use super::Problem;
use crate::language::{Area, Constraint, Interval, Kinds, Rule, Transform};

impl Problem {
    /// Returns the problem without some kinds, a mask: its solutions are those in which no piece of them stands. `None` where a rule could not
    /// be kept, since it asks for what is gone.
    pub(crate) fn without_kinds(&self, gone: u64) -> Option<Self> {
        let mut constraints = Vec::with_capacity(self.constraints.len());
        for Constraint { rule, misplaced } in self.constraints.iter() {
            match rule.without_kinds(gone) {
                Left::Rule(rule) => constraints.push(Constraint { rule, misplaced: misplaced.clone() }),
                Left::Nothing => {}
                Left::Never => return None,
            }
        }
        let mut setup = (*self.setup).clone();
        let mut place = 0;
        setup.kinds.retain(|_| {
            place += 1;
            gone >> (place - 1) & 1 == 0
        });
        let fewer = Self { setup: Arc::new(setup), constraints: Arc::new(constraints), of_all_pieces: Vec::new() };
        debug_assert!(fewer.check().is_ok() || self.check().is_err(), "{fewer}");
        Some(fewer)
    }
}

/// What is left of a rule where kinds are gone.
enum Left {
    Rule(Rule),
    /// It allows everything.
    Nothing,
    /// It allows nothing, or cannot be said without them.
    Never,
}

impl Left {
    /// What is left where nothing is counted any more.
    fn empty(range: Interval) -> Self {
        if range.contains(0) { Self::Nothing } else { Self::Never }
    }
}

impl Rule {
    /// Returns what is left of the rule without some kinds, a mask.
    fn without_kinds(&self, gone: u64) -> Left {
        let some = |kinds: &Kinds, range: Interval, rule: &dyn Fn(Kinds) -> Self| {
            let kinds = kinds.without(gone);
            if kinds.is_empty() { Left::empty(range) } else { Left::Rule(rule(kinds)) }
        };
        match self {
            Self::Attacks { from, to, range, sight } => {
                let from = from.without(gone);
                if from.is_empty() {
                    return Left::Nothing;
                }
                some(to, *range, &|to| Self::Attacks { from: from.clone(), to, range: *range, sight: *sight })
            }
            Self::Covered { area, by, range, sight, demand } => some(by, *range, &|by| Self::Covered {
                area: area.clone(),
                by,
                range: *range,
                sight: *sight,
                demand: *demand,
            }),
            Self::Count { kinds, area, range } => {
                some(kinds, *range, &|kinds| Self::Count { kinds, area: area.clone(), range: *range })
            }
            Self::OccupiedLines { kinds, directions, range } => some(kinds, *range, &|kinds| Self::OccupiedLines {
                kinds,
                directions: directions.clone(),
                range: *range,
            }),
            Self::Balance { plus, minus, range } => {
                let count = |kinds: &Kinds, range| {
                    some(kinds, range, &|kinds| Self::Count { kinds, area: Area::Everywhere, range })
                };
                let [left_plus, left_minus] = [plus, minus].map(|kinds| kinds.without(gone));
                match (left_plus.is_empty(), left_minus.is_empty()) {
                    (false, false) => Left::Rule(Self::Balance { plus: left_plus, minus: left_minus, range: *range }),
                    (true, _) => count(minus, range.negated()),
                    (false, true) => count(plus, *range),
                }
            }
            Self::Linear { terms, range } => {
                let left =
                    terms.iter().filter_map(|(number, kind, square)| Some((*number, kind.without(gone)?, *square)));
                let terms: Vec<_> = left.collect();
                if terms.is_empty() { Left::empty(*range) } else { Left::Rule(Self::Linear { terms, range: *range }) }
            }
            Self::Symmetric { transforms, area } => {
                let without = |transform: &Transform| {
                    let swaps = transform.swaps.iter().map(|(a, b)| Some((a.without(gone)?, b.without(gone)?)));
                    Some(Transform { swaps: swaps.collect::<Option<_>>()?, ..transform.clone() })
                };
                let transforms = transforms.iter().map(without).collect::<Option<_>>();
                transforms
                    .map_or(Left::Never, |transforms| Left::Rule(Self::Symmetric { transforms, area: area.clone() }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::language::{Area, Board, Constraint, Kinds, Piece, Problem};

    #[test]
    fn solutions_are_those_in_which_no_piece_of_these_kinds_stands() {
        let mut problem = Problem::new(Board::new(2, 3));
        let [king, rook, queen] = [("king", Piece::KING), ("rook", Piece::ROOK), ("queen", Piece::QUEEN)]
            .map(|(name, piece)| problem.add_kind(name, piece));
        problem
            .add(Constraint::attacks([king, rook], [queen, rook], ..=1))
            .add(Constraint::attacks(rook, king, 0))
            .add(Constraint::attacks(king, rook, 0))
            .add(Constraint::covered((0, 0), [rook, queen], 1..))
            .add(Constraint::count([king, rook], Area::rows(), ..=2))
            .add(Constraint::balance([rook, king], [queen, king], -1..=1))
            .add(Constraint::linear([(2, king, (0, 0)), (3, queen, (1, 1)), (-1, rook, (1, 1))], ..=3))
            .add(Constraint::linear([(1, rook, (0, 2))], ..=0))
            .add(Constraint::occupied_lines([queen, rook], [crate::Direction::ROW], 1..=1));
        let kinds = [king, rook, queen];
        for gone in 1..7u64 {
            // Without rooks and queens there is no cover.
            let Some(without) = problem.without_kinds(gone) else {
                assert_eq!(gone, 6);
                continue;
            };
            without.check().expect("it has no faults");
            let none = Constraint::count(
                kinds.into_iter().filter(|kind| gone >> kind.index & 1 == 1).collect::<Kinds>(),
                Area::Everywhere,
                0,
            );
            let none = problem.clone().with(none);
            let [own, expected] = [without, none].map(|problem| problem.count().expect("it has no faults"));
            let expected = expected.exact().expect("no limit was set");
            assert_eq!(own.exact().expect("no limit was set"), expected);
            assert!(expected != 0u32);
        }
    }

    #[test]
    fn a_rule_that_asks_for_what_is_gone_cannot_be_kept() {
        let mut problem = Problem::new(Board::square(2));
        let king = problem.add_kind("king", Piece::KING);
        let rook = problem.add_kind("rook", Piece::ROOK);
        for rule in [
            Constraint::count(king, Area::Everywhere, 1..),
            Constraint::attacks(rook, king, 1..),
            Constraint::covered(Area::Everywhere, king, 1..),
            Constraint::linear([(1, king, (0, 0))], 1..),
        ] {
            let with = problem.clone().with(rule);
            assert!(with.without_kinds(1).is_none(), "{with}");
        }
        // Of pieces that are gone nothing is asked.
        let problem = problem.with(Constraint::attacks(king, rook, 1..));
        assert_eq!(problem.without_kinds(1).map(|without| without.constraints().len()), Some(0));
    }
}
