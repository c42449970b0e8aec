//! Two halves in balance, and contested lines, which only one of them can hold.
//!
//! If the members of two halves on a line exclude each other, the line holds pieces of one half only. That is a choice
//! to branch on: either way a half loses the whole line, while excluding a single piece decides little. It is a bound,
//! too: each of several disjoint lines holds at most what is open there for the one half or for the other, whatever the
//! weights. For weights a and b, and halves of at least p and m, the greater of a times the one and b times the other,
//! summed over all lines, must reach a·p + b·m.

use super::node::{Conflict, Node};
use super::program::{Agenda, Halves, MAX_HITS, Program};
use crate::budget::{Cause, Control};
use crate::model::bit_set::BitSet;
use crate::model::{Model, Rule, Var};

/// Disjoint contested lines.
pub(super) struct ContestedLines<W: BitSet> {
    lines: Vec<Line<W>>,
    /// The variables of either half on none of them.
    rest: (W::Mask, W::Mask),
    /// An estimate of the work to propagate them.
    cost: u64,
}

/// The variables of either half on a line.
struct Line<W: BitSet> {
    plus: W::Mask,
    minus: W::Mask,
    /// The number of the set to be hit once the second half must stand there.
    hit: u32,
}

/// The variables of the first and of the second half that exclude each other on a line.
type Sides<'a> = (&'a [Var], &'a [Var]);

/// Lines known to be disjoint, and the variables on none of them.
struct ContestedDraft<'a, W: BitSet> {
    rest: W,
    lines: Vec<Sides<'a>>,
}

/// A line to branch on: first the second half loses it, then it must hold a piece of that half. There are no more such
/// lines than sets that can be hit.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    direction: u8,
    line: u8,
}

/// The weights of the halves for which bounds are computed.
const WEIGHTS: [(i64, i64); 3] = [(1, 1), (2, 1), (1, 2)];

impl<W: BitSet> Program<W> {
    /// The largest number of such families of lines: the four directions of a queen.
    const MAX_CONTESTED: usize = 4;

    /// Finds the contested lines of the first balance, as long as there is room for the sets to be hit.
    pub(super) fn find_contested(&mut self, model: &Model, control: &mut Control) -> Result<(), Cause> {
        let Some(halves) = self.halves.first() else { return Ok(()) };
        let (plus, minus) = (self.members(&halves.plus), self.members(&halves.minus));
        let mut whole = plus.clone();
        whole.add(&halves.minus);
        let mut found: Vec<ContestedDraft<W>> = Vec::new();
        for rule in &model.rules {
            control.charge(1)?;
            let Some(sides) = sides(rule, &plus, &minus) else { continue };
            control.charge(8 * (sides.0.len() + sides.1.len()) as u64)?;
            if let Some(draft) = found.iter_mut().find(|draft| draft.is_disjoint(sides)) {
                draft.add(sides);
            } else if found.len() < Self::MAX_CONTESTED {
                let mut draft = ContestedDraft { rest: whole.clone(), lines: Vec::new() };
                draft.add(sides);
                found.push(draft);
            }
        }
        for draft in found.into_iter().filter(ContestedDraft::has_lines) {
            if self.hits.len() + draft.lines.len() <= MAX_HITS {
                let direction = self.contested_lines(draft, &plus, &minus);
                self.contested.push(direction);
            }
        }
        Ok(())
    }

    fn contested_lines(&mut self, draft: ContestedDraft<W>, plus: &W, minus: &W) -> ContestedLines<W> {
        let rest = |half: &W| {
            let mut rest = draft.rest.clone();
            rest.keep(&half.to_mask());
            rest.to_mask()
        };
        let rest = (rest(plus), rest(minus));
        let (mut lines, mut cost) = (Vec::with_capacity(draft.lines.len()), 0);
        for (plus, minus) in draft.lines {
            cost += 4 + (plus.len() + minus.len()) as u64 / 8;
            let hit = self.hits.len() as u32;
            self.hits.push(W::mask(self.vars, minus));
            lines.push(Line { plus: W::mask(self.vars, plus), minus: W::mask(self.vars, minus), hit });
        }
        ContestedLines { lines, rest, cost }
    }

    fn members(&self, mask: &W::Mask) -> W {
        let mut members = W::zeros(self.vars);
        members.add(mask);
        members
    }

    /// Returns an estimate of the work to propagate the contested lines.
    pub(super) fn contested_cost(&self) -> u64 {
        let mut cost = 0;
        for direction in &self.contested {
            cost += direction.cost;
        }
        cost
    }

    /// Propagates: the contested lines must hold `total` pieces of both halves together.
    pub(super) fn contested_hold(&self, node: &mut Node<W>, agenda: &mut Agenda, total: i64) -> Result<(), Conflict> {
        let Some(halves) = self.halves.first() else { return Ok(()) };
        let (plus, minus) = halves.min(total);
        for direction in &self.contested {
            let either = node.either();
            // There are no more lines than sets that can be hit.
            let mut counts = [(0i64, 0i64); MAX_HITS];
            for (place, line) in direction.lines.iter().enumerate() {
                counts[place] = (either.count_in(&line.plus) as i64, either.count_in(&line.minus) as i64);
            }
            let rest = (either.count_in(&direction.rest.0) as i64, either.count_in(&direction.rest.1) as i64);
            for (a, b) in WEIGHTS {
                let counts = &mut counts[..direction.lines.len()];
                let spare = most(counts, (a, b))
                    .saturating_add(a * rest.0 + b * rest.1)
                    .saturating_sub(plus.saturating_mul(a).saturating_add(minus.saturating_mul(b)));
                if spare < 0 {
                    return Err(Conflict);
                }
                for (place, line) in direction.lines.iter().enumerate() {
                    let (plus, minus) = &mut counts[place];
                    let gain = a * *plus - b * *minus;
                    if *minus > 0 && gain > spare {
                        self.drop_all(node, agenda, &line.minus);
                        *minus = 0;
                    } else if *plus > 0 && -gain > spare {
                        self.drop_all(node, agenda, &line.plus);
                        *plus = 0;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the line with the most open pairs of pieces of both halves.
    pub(super) fn contested(&self, node: &Node<W>) -> Option<Choice> {
        let mut best: Option<(usize, Choice)> = None;
        for (number, direction) in self.contested.iter().enumerate() {
            for (place, line) in direction.lines.iter().enumerate() {
                let matters = node.open.count_in(&line.plus) * node.open.count_in(&line.minus);
                if matters > best.map_or(0, |(max, _)| max) {
                    best = Some((matters, Choice { direction: number as u8, line: place as u8 }));
                }
            }
        }
        best.map(|(_, choice)| choice)
    }

    fn line(&self, choice: Choice) -> &Line<W> {
        &self.contested[usize::from(choice.direction)].lines[usize::from(choice.line)]
    }

    /// Leaves a line to the first half.
    pub(super) fn leave_to_plus(&self, node: &mut Node<W>, agenda: &mut Agenda, choice: Choice) {
        self.drop_all(node, agenda, &self.line(choice).minus);
    }

    /// Leaves a line to the second half, which must have a piece there.
    pub(super) fn leave_to_minus(&self, node: &mut Node<W>, agenda: &mut Agenda, choice: Choice) {
        let line = self.line(choice);
        self.drop_all(node, agenda, &line.plus);
        node.unmet |= 1 << line.hit;
    }
}

/// Returns the greatest sum of weighted pieces on lines that hold pieces of one half only.
fn most(counts: &[(i64, i64)], (a, b): (i64, i64)) -> i64 {
    counts.iter().map(|(plus, minus)| (a * plus).max(b * minus)).sum()
}

/// Returns the sides of a rule that relates the two halves.
fn sides<'a, W: BitSet>(rule: &'a Rule, plus: &W, minus: &W) -> Option<Sides<'a>> {
    let Rule::NotBoth(left, right) = rule else { return None };
    // A single piece against many is no contested line; but the corner of a board, one against one, is a line.
    if (left.len() == 1) != (right.len() == 1) {
        return None;
    }
    if plus.has_all(left) && minus.has_all(right) {
        Some((left, right))
    } else if minus.has_all(left) && plus.has_all(right) {
        Some((right, left))
    } else {
        None
    }
}

impl<'a, W: BitSet> ContestedDraft<'a, W> {
    fn is_disjoint(&self, (plus, minus): Sides) -> bool {
        self.rest.has_all(plus) && self.rest.has_all(minus)
    }

    /// Tells whether there is a line among them, rather than pairs only.
    fn has_lines(&self) -> bool {
        self.lines.iter().any(|(plus, minus)| plus.len() > 1 && minus.len() > 1)
    }

    fn add(&mut self, sides: Sides<'a>) {
        for half in [sides.0, sides.1] {
            for var in half {
                self.rest.remove(*var);
            }
        }
        self.lines.push(sides);
    }
}

impl<W: BitSet> Halves<W> {
    /// Returns the minimum of each half for a total: twice a half is the sum of total and difference.
    pub(super) fn min(&self, total: i64) -> (i64, i64) {
        let half = |twice: i64| twice.saturating_add(1).div_euclid(2);
        (half(total.saturating_add(self.min)), half(total.saturating_sub(self.max)))
    }
}
