//! What a node of the search branches on.

use super::cover::Gains;
use super::program::{Program, Watched};
use super::propagate::{Node, Objective};
use super::sides::Choice;
use super::words::Words;
use crate::model::Var;

/// What is tried both ways: a variable, first true and then false; or a line, first left to one half and then to the other.
#[derive(Clone, Copy)]
pub(super) enum Branch {
    Var(Var),
    Line(Choice),
}

/// The variable to branch on, of how many: one of the fewest that some rule wants one of, else the first that is open. `None`
/// if all is decided.
#[inline]
pub(super) fn choose<W: Words>(
    program: &Program<W>,
    objective: Option<&Objective<W>>,
    gains: Option<&Gains>,
    node: &Node<W>,
) -> Option<(Var, usize)> {
    let first = node.open.first()?;
    let mut best: Option<(usize, Pick<W>)> = None;
    let mut offer = |candidates: usize, pick| {
        if best.as_ref().is_none_or(|(fewest, _)| candidates < *fewest) {
            best = Some((candidates, pick));
        }
    };
    let mut fewest = usize::MAX;
    for set in program.hits_in(node.unmet) {
        let candidates = node.open.count_below(set, fewest);
        if candidates < fewest {
            fewest = candidates;
            offer(candidates, Pick::In(set));
        }
        // Conclusions have been drawn: none has fewer.
        if fewest == 2 {
            break;
        }
    }
    for number in &program.wanting {
        let rule = &program.rules[*number as usize];
        let mut candidates = 0usize;
        let missing = program.each_candidate(rule, node, |_| candidates += 1);
        if missing > 0 && candidates > 0 {
            // All but so many of them may be false, as a rule: two on one ray count as one.
            let spare = match rule {
                Watched::Count { .. } | Watched::Rays { .. } => missing as usize - 1,
                _ => 0,
            };
            offer(candidates.saturating_sub(spare), Pick::For(rule));
        }
    }
    let (aim, found) = match objective {
        Some(Objective::Count { total, weight }) => (Some(total), *weight < 0 || total.least > i64::MIN),
        Some(Objective::Sum { .. }) | None => (None, true),
    };
    let mut loose = false;
    for total in program.totals.iter().chain(aim) {
        // Before anything is found, sets are filled as if one more were asked for each time.
        let least = if found { total.least } else { node.placed.count_in(&total.mask) as i64 + 1 };
        let placed = node.placed.count_in(&total.mask) as i64;
        let cliques = total.partitions.iter().filter_map(|sets| tightest(sets, least.saturating_sub(placed), node));
        let lines = total.line_ends.iter().filter_map(|ends| tightest(&ends.lines, ends.needed(least, node), node));
        for tight in cliques.min_by_key(|tight| (tight.spare, tight.size)).into_iter().chain(lines) {
            loose = found && tight.spare > tight.size;
            // What can be spared makes a set so much less tight.
            offer(tight.size + tight.spare, Pick::In(tight.set));
        }
    }
    let Some((candidates, pick)) = best else { return Some((first, 2)) };
    if loose && let Some(var) = program.most_excluding(&node.open) {
        return Some((var, 2));
    }
    if gains.is_none()
        && let Pick::In(set) = pick
    {
        let greedy = W::MANY || !found;
        let var = if greedy { program.least_excluding(&node.open, set) } else { node.open.first_in(set) };
        return var.map(|var| (var, candidates));
    }
    // Of those that serve, the first of those that serve most others with it.
    let mut best: Option<(u32, Var)> = None;
    let mut offer = |var| {
        let gain = gains.map_or(0, |gains| gains.of(var));
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, var));
        }
    };
    match pick {
        Pick::In(set) => node.open.each_in(set, offer),
        Pick::For(rule) => {
            program.each_candidate(rule, node, &mut offer);
        }
    }
    best.map(|(_, var)| (var, candidates))
}

/// A line to branch on, where so many pieces are asked for that lines tell more than pieces do.
#[inline]
pub(super) fn choose_line<W: Words>(
    program: &Program<W>,
    objective: Option<&Objective<W>>,
    node: &Node<W>,
) -> Option<Choice> {
    if program.fronts.is_empty() {
        return None;
    }
    let aim = match objective {
        Some(Objective::Count { total, .. }) => Some(total),
        _ => None,
    };
    let asked = program.totals.iter().chain(aim).any(|total| total.everybody && total.least > i64::MIN);
    if asked { program.contested(node) } else { None }
}

/// What to branch on.
#[derive(Clone, Copy)]
enum Pick<'a, W: Words> {
    /// Somebody that a rule wants.
    For(&'a Watched<W>),
    /// A member of a set: on large boards the one that excludes the fewest others, which finds a first solution much sooner;
    /// on small ones just the first, which is found sooner itself.
    In(&'a W::Mask),
}

/// The variable to branch on while an anchor is not decided: one of its own, of the fewest that some set needs one of.
#[inline]
pub(super) fn choose_within<W: Words>(program: &Program<W>, node: &Node<W>, anchor: &W::Mask) -> Option<(Var, usize)> {
    let inside = program.hits_in(node.unmet).filter(|set| node.open.within(set, anchor)).filter_map(|set| {
        let var = node.open.first_in(set)?;
        Some((node.open.count_in(set), var))
    });
    inside.min().map(|(of, var)| (var, of)).or_else(|| node.open.first_in(anchor).map(|var| (var, 2)))
}

/// The tightest of many sets: how many members are open, how many of the sets can do without.
struct Tight<'a, W: Words> {
    size: usize,
    spare: usize,
    set: &'a W::Mask,
}

/// The smallest of these sets that may come to have a true member, if so many more of them must.
fn tightest<'a, W: Words>(sets: &'a [W::Mask], needed: i64, node: &Node<W>) -> Option<Tight<'a, W>> {
    if needed <= 0 {
        return None;
    }
    let mut alive = 0;
    let mut smallest: Option<(usize, &W::Mask)> = None;
    for set in sets.iter().filter(|set| !node.placed.meets(set)) {
        let size = node.open.count_in(set);
        alive += i64::from(size > 0);
        if size > 0 && smallest.is_none_or(|(fewest, _)| size < fewest) {
            smallest = Some((size, set));
        }
    }
    let spare = (alive - needed).max(0) as usize;
    smallest.map(|(size, set)| Tight { size, spare, set })
}
