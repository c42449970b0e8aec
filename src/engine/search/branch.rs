//! What a node of the search branches on.

use super::cost::cost;
use super::cover::Gains;
use super::node::Node;
use super::objective::Objective;
use super::program::{Program, Watched};
use super::sides::Choice;
use crate::budget::{Cause, Control, Shuffle};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// A two-way branch: a variable, first true and then false; a line, first left to one half and then to the other; or a line that
/// covers, first occupied and then empty.
#[derive(Clone, Copy)]
pub(super) enum Branch {
    Var(Var),
    Line(Choice),
    Cover(u8),
}

/// A rule with no more candidates is branched on even where pieces come anywhere: what it needs would soon be impossible.
const FEW: usize = 3;

/// Returns the variable to branch on and the number of candidates where there are only [hits](Program::only_hits): the first of
/// the tightest set, else the first open one; `None` if all is decided.
#[inline]
pub(super) fn choose_by_hits<W: BitSet>(
    program: &Program<W>,
    node: &Node<W>,
    control: &mut Control,
) -> Result<Option<(Var, usize)>, Cause> {
    Ok(match tightest_hit(program, node, control)? {
        Some((candidates, set)) => node.open.first_in(set).map(|var| (var, candidates)),
        None => node.open.first().map(|first| (first, 2)),
    })
}

/// Returns the set that must be hit with the fewest candidates, and their number.
#[inline]
fn tightest_hit<'a, W: BitSet>(
    program: &'a Program<W>,
    node: &Node<W>,
    control: &mut Control,
) -> Result<Option<(usize, &'a W::Mask)>, Cause> {
    let (mut fewest, mut tightest, mut work) = (usize::MAX, None, 0);
    // 64 sets at a time: most problems have no more. After propagation no set has fewer candidates than two.
    for first in [0, u64::BITS] {
        let mut left = (node.unmet >> first) as u64;
        while left != 0 && fewest > 2 {
            let set = &program.hits[(first + left.trailing_zeros()) as usize];
            left &= left - 1;
            work += 1 + W::cost(set);
            let candidates = node.open.count_below(set, fewest);
            if candidates < fewest {
                (fewest, tightest) = (candidates, Some(set));
            }
        }
    }
    control.charge(work)?;
    Ok(tightest.map(|set| (fewest, set)))
}

/// Returns the variable to branch on and the number of candidates: a variable of the tightest rule, else the first open
/// one, or where branches are shuffled any; `None` if all is decided.
pub(super) fn choose<W: BitSet>(
    program: &Program<W>,
    objective: Option<&Objective<W>>,
    gains: Option<&Gains>,
    shuffle: Option<Shuffle>,
    node: &Node<W>,
    control: &mut Control,
) -> Result<Option<(Var, usize)>, Cause> {
    let Some(first) = node.open.first() else { return Ok(None) };
    let standing = if shuffle.is_some() { node.placed.len() } else { 0 };
    let anywhere = shuffle.filter(|shuffle| standing < shuffle.anywhere);
    let hit = tightest_hit(program, node, control)?;
    let mut best: Option<(usize, Pick<W>)> = hit.map(|(candidates, set)| (candidates, Pick::In(set)));
    let mut offer = |candidates: usize, pick| {
        if best.as_ref().is_none_or(|(fewest, _)| candidates < *fewest) {
            best = Some((candidates, pick));
        }
    };
    for number in &program.wanting {
        let rule = &program.rules[*number as usize];
        control.charge(cost(rule))?;
        let mut candidates = 0usize;
        let missing = program.each_candidate(rule, node, |_| candidates += 1);
        if missing > 0 && candidates > 0 {
            // All but `missing` of them may be false; for other views not, since two on one ray count as one.
            let spare = match rule {
                Watched::Count { .. } | Watched::Rays { .. } => missing as usize - 1,
                _ => 0,
            };
            offer(candidates.saturating_sub(spare), Pick::For(rule));
        }
    }
    let (aim, sum, found) = match objective {
        Some(Objective::Count { total, weight }) => (Some(total), None, *weight < 0 || total.min > i64::MIN),
        Some(Objective::Sum(sum)) => (None, Some(sum), true),
        None => (None, None, true),
    };
    let mut loose = false;
    for total in program.totals.iter().chain(aim) {
        control.charge(total.cost())?;
        // Before the first solution, sets are filled as if one more piece were demanded each time.
        let min = if found { total.min } else { node.placed.count_in(&total.mask) as i64 + 1 };
        let placed = node.placed.count_in(&total.mask) as i64;
        let mut next = tightest_of(&total.partitions, min.saturating_sub(placed), node);
        let mut line_ends = total.line_ends.iter();
        loop {
            if let Some(tight) = next {
                loose = found && tight.spare > tight.size;
                // A set is less tight by the number of sets that can be spared.
                offer(tight.size + tight.spare, Pick::In(tight.set));
            }
            let Some(ends) = line_ends.next() else { break };
            next = tightest(&ends.lines, ends.needed(min, node), node);
        }
    }
    let Some((candidates, pick)) = best else {
        let next = match (shuffle, sum) {
            (Some(shuffle), _) => shuffled(&node.open, shuffle),
            (None, sum) => sum.and_then(|sum| sum.heaviest(node)).unwrap_or(first),
        };
        return Ok(Some((next, 2)));
    };
    if let Some(shuffle) = anywhere.filter(|_| candidates > FEW) {
        control.charge(4 * node.open.words().len() as u64)?;
        return Ok(Some((shuffled(&node.open, shuffle), 2)));
    }
    if loose && let Some(var) = program.max_excluding(&node.open) {
        return Ok(Some((var, 2)));
    }
    if gains.is_none()
        && let Pick::In(set) = pick
    {
        if let (Some(sum), None) = (sum, shuffle) {
            return Ok(sum.heaviest_in(set, node).map(|var| (var, candidates)));
        }
        let greedy = W::MANY || !found;
        let var = match (shuffle, anywhere) {
            (Some(_), None) | (None, _) if greedy => program.min_excluding(&node.open, set, shuffle, control)?,
            (None, _) => node.open.first_in(set),
            (Some(shuffle), _) => {
                let mut last = None;
                node.open.each_in(set, |var| last = last.max(Some((shuffle.rank(var), var))));
                last.map(|(_, var)| var)
            }
        };
        return Ok(var.map(|var| (var, candidates)));
    }
    // Of the candidates, the first of those with the greatest gain for their cost.
    let mut best: Option<(_, Var)> = None;
    let mut offer = |var| {
        let gain = (gains.map_or((0, 0), |gains| gains.for_cost(var)), shuffle.map_or(0, |shuffle| shuffle.rank(var)));
        if best.is_none_or(|(max, _)| gain > max) {
            best = Some((gain, var));
        }
    };
    match pick {
        Pick::In(set) => node.open.each_in(set, offer),
        Pick::For(rule) => {
            control.charge(cost(rule))?;
            program.each_candidate(rule, node, &mut offer);
        }
    }
    Ok(best.map(|(_, var)| (var, candidates)))
}

/// Returns the open variable that comes last in a random order.
fn shuffled<W: BitSet>(open: &W, shuffle: Shuffle) -> Var {
    let mut last = (0, 0);
    open.each(|var| last = last.max((shuffle.rank(var), var)));
    last.1
}

/// Returns a line to branch on, if the number of pieces demanded is so large that lines decide more than pieces do.
#[inline]
pub(super) fn choose_line<W: BitSet>(
    program: &Program<W>,
    objective: Option<&Objective<W>>,
    node: &Node<W>,
) -> Option<Choice> {
    if program.contested.is_empty() {
        return None;
    }
    let aim = match objective {
        Some(Objective::Count { total, .. }) => Some(total),
        _ => None,
    };
    let prepared = program.totals.iter().chain(aim).any(|total| total.counts_all && total.min > i64::MIN);
    if prepared { program.contested(node) } else { None }
}

/// Returns a line that covers, if the fewest pieces are asked for and which lines are occupied is not known.
#[inline]
pub(super) fn choose_cover<W: BitSet>(
    program: &Program<W>,
    objective: Option<&Objective<W>>,
    node: &Node<W>,
) -> Option<u8> {
    let covers = program.cover_lines.as_ref()?;
    match objective {
        Some(Objective::Count { total, weight: ..0 }) if total.counts_all => covers.undecided(node),
        _ => None,
    }
}

/// The rule or set to pick a variable from.
#[derive(Clone, Copy)]
enum Pick<'a, W: BitSet> {
    /// A rule that still needs pieces.
    For(&'a Watched<W>),
    /// A member of a set: on large boards the one that excludes the fewest others, which finds a first solution much
    /// sooner; on small ones the first, which is quicker to choose.
    In(&'a W::Mask),
}

/// Returns the variable to branch on while an anchor is not decided, and of about how many one stands: an open one of the anchor, from
/// the tightest set.
#[inline]
pub(super) fn choose_within<W: BitSet>(program: &Program<W>, node: &Node<W>, anchor: &W::Mask) -> Option<(Var, usize)> {
    let mut best: Option<(usize, Var)> = None;
    for set in program.hits_in(node.unmet) {
        if node.open.within(set, anchor)
            && let Some(var) = node.open.first_in(set)
        {
            let next = (node.open.count_in(set), var);
            best = Some(best.map_or(next, |best| best.min(next)));
        }
    }
    match best {
        Some((of, var)) => Some((var, of)),
        None => node.open.first_in(anchor).map(|var| (var, open_for_each(program, node, var))),
    }
}

fn is_in<W: BitSet>(var: Var, mask: &W::Mask) -> bool {
    W::parts(mask).any(|(place, bits)| place == var as usize / 64 && bits >> (var % 64) & 1 > 0)
}

/// How many open variables there are for each that may still be true by the counts that this one is in; two at least.
fn open_for_each<W: BitSet>(program: &Program<W>, node: &Node<W>, var: Var) -> usize {
    let own = program.totals.iter().filter(|total| is_in::<W>(var, &total.mask));
    let of = own.map(|total| {
        let missing = total.max.saturating_sub(node.placed.count_in(&total.mask) as i64).max(1) as usize;
        node.open.count_in(&total.mask) / missing
    });
    of.max().unwrap_or(0).max(2)
}

/// The tightest of many sets: its number of open members, and how many of the sets can be spared.
struct Tight<'a, W: BitSet> {
    size: usize,
    spare: usize,
    set: &'a W::Mask,
}

/// Returns the tightest set of several partitions.
fn tightest_of<'a, W: BitSet>(partitions: &'a [Vec<W::Mask>], needed: i64, node: &Node<W>) -> Option<Tight<'a, W>> {
    let mut best: Option<Tight<'a, W>> = None;
    for sets in partitions {
        if let Some(tight) = tightest(sets, needed, node)
            && best.as_ref().is_none_or(|best| (tight.spare, tight.size) < (best.spare, best.size))
        {
            best = Some(tight);
        }
    }
    best
}

/// Returns the smallest of these sets that may still get a true member, if `needed` more of them must.
fn tightest<'a, W: BitSet>(sets: &'a [W::Mask], needed: i64, node: &Node<W>) -> Option<Tight<'a, W>> {
    if needed <= 0 {
        return None;
    }
    let mut alive = 0;
    let mut smallest: Option<(usize, &W::Mask)> = None;
    for set in sets {
        if node.placed.meets(set) {
            continue;
        }
        let size = node.open.count_in(set);
        alive += i64::from(size > 0);
        if size > 0 && smallest.is_none_or(|(fewest, _)| size < fewest) {
            smallest = Some((size, set));
        }
    }
    let spare = (alive - needed).max(0) as usize;
    smallest.map(|(size, set)| Tight { size, spare, set })
}
