//! Numbers of solutions modulo a prime, in parts, and an upper bound that tells how many primes suffice.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use num_bigint::BigUint;

use super::PreparedSweep;
use super::dense::Rectangle;
use super::flag::Flag;
use super::front::Front;
use super::key::{Key, with_key};
use super::layout::{Layout, MAX_BITS};
use super::lower::Lowered;
use super::order::Order;
use super::plan::Plan;
use super::tally::Tallying;
use super::value::{Reached, Residue, Value};
use crate::answer::{Count, Digest};
use crate::budget::{Cause, Control};
use crate::engine::{Counting, Refusal};
use crate::model::{Model, Var};

/// A place at which the states of a sweep are divided among parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Seam {
    /// The squares that are decided before it.
    pub(crate) place: usize,
    /// The number of states there.
    pub(crate) states: usize,
    /// A digest of the states in their order.
    pub(crate) mark: u64,
}

/// Why a number of solutions modulo a prime is not known.
pub(crate) enum Unknown {
    Refused(Refusal),
    /// The states at the seam are not those of the plan.
    OtherSeam(Seam),
}

impl From<Refusal> for Unknown {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Cause> for Unknown {
    fn from(cause: Cause) -> Self {
        Self::Refused(Refusal::Stopped(cause))
    }
}

/// Returns a place with at least `wanted` states, the first one; or that with the most states if there is none.
pub(crate) fn seam(model: &Model, wanted: usize, control: &mut Control) -> Result<Seam, Refusal> {
    let prepared = PreparedSweep::of(model, control)?;
    if prepared.lowered.never {
        return Ok(Seam::default());
    }
    with_key!(prepared.layout.width, K => Ok(seam_of(&prepared.plan::<K>(), &prepared.order, wanted, control)?))
}

fn seam_of<K: Key>(plan: &Plan<K>, order: &Order, wanted: usize, control: &mut Control) -> Result<Seam, Cause> {
    let (plain, weights) = (vec![false; order.choices()], vec![0; order.choices()]);
    let mut front = Front::<K, Reached>::start();
    let (mut max, mut best) = (front.len(), seam_at(&front, 0));
    for (place, stage) in plan.stages.iter().enumerate() {
        if max >= wanted {
            break;
        }
        front = front.advance(stage, &plain, &weights.as_slice(), 0, control)?;
        if front.len() > max {
            (max, best) = (front.len(), seam_at(&front, place + 1));
        }
    }
    Ok(best)
}

fn seam_at<K: Key, V: Value>(front: &Front<K, V>, place: usize) -> Seam {
    let mut digest = Digest::new();
    for key in &front.table.keys {
        key.hash().hash(&mut digest);
    }
    Seam { place, states: front.len(), mark: digest.finish() }
}

/// Returns the number of solutions modulo a prime below 2^62, by the number of pieces of the kinds counted: of those whose state
/// at the seam is one of a range.
pub(crate) fn residues(
    model: &Model,
    counted: &[bool],
    prime: u64,
    seam: &Seam,
    states: Range<usize>,
    control: &mut Control,
) -> Result<Vec<u64>, Unknown> {
    let prepared = PreparedSweep::of(model, control)?;
    if prepared.lowered.never {
        return Ok(Vec::new());
    }
    if states.len() == seam.states
        && !counted.contains(&true)
        && let Some(rectangle) = Rectangle::of(model)
    {
        return Ok(vec![rectangle.count(prime, control)?]);
    }
    let counted: Vec<bool> = std::iter::once(false).chain(counted.iter().copied()).collect();
    with_key!(prepared.layout.width, K => {
        let plan = prepared.plan::<K>();
        // The values of a sweep are joined with the weight of a choice; a residue takes the modulus for it.
        let modulus = vec![prime as i64; prepared.order.choices()];
        let mut front = Front::<K, Residue>::start();
        for (place, stage) in plan.stages.iter().enumerate() {
            if place == seam.place {
                front = at_seam(front, seam, states.clone())?;
            }
            front = front.advance(stage, &counted, &modulus.as_slice(), 0, control)?;
        }
        if seam.place == plan.stages.len() {
            front = at_seam(front, seam, states)?;
        }
        Ok(if front.len() == 0 { Vec::new() } else { front.values.iter().map(|residue| residue.0).collect() })
    })
}

/// Returns the states of a part, if all of them are those of the plan.
fn at_seam<K: Key>(front: Front<K, Residue>, seam: &Seam, states: Range<usize>) -> Result<Front<K, Residue>, Unknown> {
    if states.len() == seam.states {
        return Ok(front);
    }
    let here = seam_at(&front, seam.place);
    if here != *seam {
        return Err(Unknown::OtherSeam(here));
    }
    Ok(front.range(states))
}

/// Returns a number that the number of solutions does not exceed.
///
/// The board is divided into strips. What a solution has on a strip breaks no rule that speaks of the strip alone, so there are
/// at most as many solutions as the product of the numbers of placements on the strips. These are counted exactly, by sweeps
/// along the strips, with strips as wide as a fixed number of states allows.
pub(crate) fn max_solutions(model: &Model, control: &mut Control) -> Result<BigUint, Refusal> {
    // What the sweep declines is declined at once.
    PreparedSweep::of(model, control)?;
    let mut best = BigUint::from(model.kinds + 1).pow(model.slots.len() as u32);
    for by_rows in [true, false] {
        let order = Order::along(model, by_rows);
        let lowered = match Lowered::within(MAX_BITS, model, &order, control) {
            Ok(lowered) if lowered.never => return Ok(BigUint::default()),
            Ok(lowered) => lowered,
            Err(Refusal::Declined(_)) => continue,
            Err(stopped) => return Err(stopped),
        };
        let lanes = order.lanes(model);
        let width = lanes.number;
        for strips in 1..=width {
            let number = |lane: usize| lane * strips / width;
            let mut product = Some(BigUint::from(1u32));
            for strip in 0..strips {
                let inside: Vec<bool> = lanes.of_places.iter().map(|lane| number(*lane) == strip).collect();
                let own = placements(model, &order, &lowered, &inside, control)?;
                product = product.zip(own).map(|(product, own)| product * own);
                if product.is_none() {
                    break;
                }
            }
            if let Some(product) = product {
                best = best.min(product);
                break;
            }
        }
    }
    Ok(best)
}

/// Returns how many placements on some of the places break no rule about them alone; `None` if that takes too many states.
fn placements(
    model: &Model,
    order: &Order,
    lowered: &Lowered,
    inside: &[bool],
    control: &mut Control,
) -> Result<Option<BigUint>, Refusal> {
    /// The most states of all places together: some tenths of a second.
    const STATES: u64 = 1 << 18;
    control.charge(8 * (inside.len() + lowered.flags.len()) as u64)?;
    let lowered = within(lowered, order, inside);
    let layout = match Layout::new(&lowered, order, &|_| true) {
        Ok(layout) => layout,
        Err(Refusal::Declined(_)) => return Ok(None),
        Err(stopped) => return Err(stopped),
    };
    let counts = with_key!(layout.width, K => {
        let mut plan = Plan::<K>::new(&lowered, &layout, order);
        // Each bit is taken and given back at a place inside, so the others can be left out.
        let mut inside = inside.iter();
        plan.stages.retain(|_| inside.next().copied().unwrap_or(false));
        let plain = vec![false; order.choices()];
        Tallying::<K>::of(plan, lowered.never, order.row(model), layout.width, plain).go_on(&mut control.quiet(STATES))
    });
    match counts {
        Ok(counts) => Ok(Some(counts.into_iter().sum::<Count>().into_big())),
        Err(Cause::NodeLimit | Cause::MemoryLimit) => Ok(None),
        Err(cause) => Err(cause.into()),
    }
}

/// Returns rules that hold on some of the places wherever the others hold on all: what a placement breaks of them, it breaks
/// with whatever stands elsewhere.
fn within(lowered: &Lowered, order: &Order, inside: &[bool]) -> Lowered {
    let is_inside = |var: &Var| inside[order.place(*var)];
    let are_inside = |vars: &[Var]| vars.iter().all(is_inside);
    let flag = |flag: &Flag| {
        if !are_inside(&flag.lowers) {
            // It may have been lowered elsewhere.
            return Flag { must: false, ..Flag::at_most_one(&[]) };
        }
        let only = |vars: &[Var]| vars.iter().copied().filter(is_inside).collect::<Vec<Var>>();
        Flag {
            raises: only(&flag.raises),
            lowers: flag.lowers.clone(),
            blocks: only(&flag.blocks),
            must: flag.must && are_inside(&flag.raises) && are_inside(&flag.blocks),
            kept: flag.kept,
            family: flag.family,
        }
    };
    let reads_inside = |places: &[usize]| places.iter().all(|place| inside[*place]);
    let are_whole = |members: &[usize]| {
        let mut flags = members.iter().map(|member| &lowered.flags[*member]);
        flags.all(|flag| [&flag.raises, &flag.lowers, &flag.blocks].into_iter().all(|vars| are_inside(vars)))
    };
    let automata = lowered.automata.iter().filter(|automaton| reads_inside(&automaton.places));
    let tallies = lowered.tallies.iter().filter(|(tally, members)| reads_inside(&tally.places) && are_whole(members));
    Lowered {
        flags: lowered.flags.iter().map(flag).collect(),
        automata: automata.cloned().collect(),
        tallies: tallies.cloned().collect(),
        never: lowered.never,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Constraint, Piece, Problem};

    fn model(problem: &Problem) -> (Model, Control) {
        let mut control = Control::new(&Options::new());
        let Ok(model) = Model::compile(&Arc::new(problem.clone()), &mut control) else { panic!("there is no limit") };
        (model, control)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        /// Any strips give a bound, not only those that are taken: also such as a few states allow.
        #[test]
        fn no_strip_has_fewer_placements_than_solutions_have_parts_on_it(
            shape in (1usize..5, 1usize..6), piece in 0usize..6, blocker: bool, must: bool, mask: u32, cut in 1usize..4,
        ) {
            let (rows, columns) = shape;
            let walls = (0..rows * columns).filter(|at| mask >> (at % 32) & 15 == 15);
            let board = Board::new(rows, columns).with_walls(walls.map(|at| (at / columns, at % columns)));
            let mut problem = Problem::new(board);
            let pieces = [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP, Piece::WHITE_PAWN];
            let kind = problem.add_kind("piece", pieces[piece].clone());
            if blocker {
                problem.add_kind("wall", Piece::BLOCKER);
            }
            problem.add(Constraint::attacks(kind, kind, 0));
            if must {
                problem.add(Constraint::count(kind, crate::language::Area::rows(), 1..));
            }
            let count = problem.count().unwrap().exact().unwrap().into_big();
            let (model, mut control) = model(&problem);
            for by_rows in [true, false] {
                let order = Order::along(&model, by_rows);
                let Ok(lowered) = Lowered::within(MAX_BITS, &model, &order, &mut control) else { panic!("a small board") };
                let lanes = order.lanes(&model);
                let mut product = BigUint::from(1u32);
                for strip in 0..lanes.number.div_ceil(cut) {
                    let inside: Vec<bool> = lanes.of_places.iter().map(|lane| lane / cut == strip).collect();
                    match placements(&model, &order, &lowered, &inside, &mut control) {
                        Ok(Some(own)) => product *= own,
                        _ => panic!("a small strip"),
                    }
                }
                prop_assert!(lowered.never || product >= count, "{} of {}", product, count);
            }
        }
    }
}
