//! The sweep: decides the board square by square, keeps only what the remaining squares can still notice, and merges
//! equal states.
//!
//! - `order`: in which order the squares are decided;
//! - `lower`: from rules to `flag`s, of one bit each, and to small automata (`automaton`, `sum`, `view`);
//! - `layout`: the bits of each of them in a frontier; `key`: frontiers of the width the problem needs;
//! - `plan`: what each choice at each square does to a frontier;
//! - `table`, `value`, `front`: the states of one layer, a value for the paths to each, and the step to the next layer;
//! - `bounded`: sweeps that leave out states from which too little can come;
//! - `growth`: about how many states are still to come;
//! - `tally`: the number of solutions, by their number of pieces;
//! - `dense`: the number of sets of kings or wazirs modulo a prime, by states that are ranked;
//! - `modular`: the number of solutions modulo a prime, in parts, and a bound that tells how many primes suffice;
//! - `relax`, `min_cost`: for every number of pieces the least cost, with bounds from sweeps over fewer rules;
//! - `trace`: from all layers back to one path through them: an optimum, or a uniform draw;
//! - `walk`: all paths through the layers, one after the other.

mod automaton;
mod bounded;
mod dense;
mod flag;
mod front;
mod growth;
mod key;
mod layout;
mod lower;
mod min_cost;
pub(crate) mod modular;
mod order;
mod plan;
mod relax;
mod sum;
mod table;
mod tally;
mod trace;
mod value;
mod view;
mod walk;

use std::sync::Arc;

use super::halted::Halted;
use super::{Backend, Cheapest, Counting, Cut, Draw, MinBySize, Path, Paths, Placed, Refusal, Run, SearchTree, Tally};
use crate::budget::{Cause, Control, Engine};
use crate::language::{Move, Square};
use crate::model::{Goal, Model, Rule, Var};
use key::{Key, with_key};
use layout::{Layout, MAX_BITS};
use lower::Lowered;
use order::{Order, Span};
use plan::Plan;

pub(crate) struct Sweep;

/// Returns the bits of the widest frontier of a model, if they are at most this many.
pub(crate) fn frontier_within(bits: u32, model: &Model, control: &mut Control) -> Result<Option<u32>, Cause> {
    match PreparedSweep::within(bits, model, control) {
        Ok(prepared) => Ok(Some(prepared.layout.width).filter(|width| *width <= bits)),
        Err(Refusal::Declined(_)) => Ok(None),
        Err(Refusal::Stopped(cause)) => Err(cause),
    }
}

/// Whether pieces attack only what is near and few rules speak of squares that are not, so that passes with [`bounded`] states pay
/// though the frontier is wide.
pub(crate) fn is_local(model: &Model) -> bool {
    /// The most rules about squares that are not near.
    const FEW: usize = 4;
    let is_short = |movement: &Move| {
        let step = movement.rows().unsigned_abs().max(movement.columns().unsigned_abs()) as usize;
        step.saturating_mul(movement.steps()) < bounded::MOST_STRIPS / 2
    };
    let board = model.board();
    let are_near = |vars: &[Var]| {
        let squares = || vars.iter().map(|var| model.slots[*var as usize / model.kinds]);
        let rows = Span::of(squares().map(Square::row), board.wrap().rows().then_some(board.rows()));
        let columns = Span::of(squares().map(Square::column), board.wrap().columns().then_some(board.columns()));
        rows.width.max(columns.width) <= bounded::MOST_STRIPS
    };
    let is_far = |rule: &&Rule| match rule {
        Rule::Views(_) | Rule::NotBoth(..) => false,
        Rule::Count { vars, .. } | Rule::Same(vars) => !are_near(vars),
        Rule::Linear { .. } | Rule::OccupiedLines { .. } | Rule::Never => true,
    };
    (0..model.kinds).all(|kind| model.piece(kind).moves().iter().all(is_short))
        && model.rules.iter().filter(is_far).take(FEW + 1).count() <= FEW
}

/// The largest board, in squares: larger ones have no frontier that is narrow enough.
const MAX_SQUARES: usize = 1 << 12;

/// A model prepared for a sweep, before the width of its frontier is chosen.
struct PreparedSweep {
    order: Order,
    lowered: Lowered,
    layout: Layout,
}

impl PreparedSweep {
    fn of(model: &Model, control: &mut Control) -> Result<Arc<Self>, Refusal> {
        Self::within(MAX_BITS, model, control)
    }

    /// Returns what the model keeps, or prepares it, unless the frontier is found to have more than this many bits.
    fn within(bits: u32, model: &Model, control: &mut Control) -> Result<Arc<Self>, Refusal> {
        if let Some(kept) = model.kept.get::<Result<Arc<Self>, String>>() {
            return kept.clone().map_err(Refusal::Declined);
        }
        let prepared = match Self::new(bits, model, control) {
            Ok(prepared) => Ok(Arc::new(prepared)),
            // More bits may do.
            Err(refusal) if bits < MAX_BITS => return Err(refusal),
            Err(Refusal::Declined(reason)) => Err(reason),
            Err(stopped) => return Err(stopped),
        };
        model.kept.keep(prepared.clone());
        prepared.map_err(Refusal::Declined)
    }

    fn new(bits: u32, model: &Model, control: &mut Control) -> Result<Self, Refusal> {
        let squares = model.slots.len();
        if squares > MAX_SQUARES {
            return Err(Refusal::declined(format!("{squares} open squares are more than {MAX_SQUARES}")));
        }
        let order = Order::new(model);
        let lowered = Lowered::within(bits, model, &order, control)?;
        let layout = Layout::new(&lowered, &order, &|_| true)?;
        Ok(Self { order, lowered, layout })
    }

    fn plan<K: Key>(&self) -> Plan<K> {
        Plan::new(&self.lowered, &self.layout, &self.order)
    }

    /// Returns the pieces that these choices, one for each place, put on the board, sorted by square.
    fn placed(order: &Order, model: &Model, choices: impl Iterator<Item = usize>) -> Placed {
        let placed = choices.zip(&order.slots).filter(|(choice, _)| *choice > 0);
        let mut placed: Vec<_> =
            placed.map(|(choice, slot)| (model.slots[*slot as usize], choice as u16 - 1)).collect();
        placed.sort_unstable();
        placed
    }
}

impl Backend for Sweep {
    fn engine(&self) -> Engine {
        Engine::Sweep
    }

    fn accepts(&self, model: &Model, _: &Goal, control: &mut Control) -> Result<(), Refusal> {
        PreparedSweep::of(model, control).map(|_| ())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, mut control: Control) -> Box<dyn Run> {
        match PreparedSweep::of(&model, &mut control) {
            Ok(prepared) => {
                with_key!(prepared.layout.width, K => Box::new(walk::Walk::<K>::new(model, prepared, goal, &part, control)))
            }
            Err(refusal) => Box::new(Halted::new(cause(&refusal), part, control)),
        }
    }

    fn as_cut(&self) -> Option<&dyn Cut> {
        Some(self)
    }

    fn as_tally(&self, _: &Model, _: &[bool]) -> Option<&dyn Tally> {
        Some(self)
    }

    fn as_min_by_size(&self, model: &Model, costs: &[i64]) -> Option<&dyn MinBySize> {
        let greatest = costs.iter().max().copied().unwrap_or(0).saturating_mul(model.slots.len() as i64);
        let fit = costs.iter().all(|cost| *cost >= 0) && greatest < i64::from(relax::NEVER);
        fit.then_some(self)
    }

    fn as_draw(&self) -> Option<&dyn Draw> {
        Some(self)
    }
}

impl Cut for Sweep {
    fn cut(&self, tree: SearchTree<'_>, wanted: usize, mut control: Control) -> Result<Vec<Path>, Cause> {
        let model = Arc::clone(tree.model);
        let prepared = PreparedSweep::of(&model, &mut control).map_err(|refusal| cause(&refusal))?;
        with_key!(prepared.layout.width, K => {
            walk::Walk::<K>::new(model, prepared, Goal::All, &Paths::default(), control).cut(wanted)
        })
    }
}

impl Tally for Sweep {
    fn begin(&self, model: &Model, counted: &[bool], control: &mut Control) -> Result<Box<dyn Counting>, Refusal> {
        let prepared = PreparedSweep::of(model, control)?;
        let row = prepared.order.row(model);
        let counted: Vec<bool> = std::iter::once(false).chain(counted.iter().copied()).collect();
        Ok(with_key!(prepared.layout.width, K => {
            Box::new(tally::Tallying::<K>::new(&prepared, row, counted))
        }))
    }
}

impl MinBySize for Sweep {
    fn min_by_size(
        &self,
        model: &Model,
        counted: &[bool],
        costs: &[i64],
        control: &mut Control,
    ) -> Result<Vec<Option<Cheapest>>, Refusal> {
        let prepared = PreparedSweep::of(model, control)?;
        if prepared.lowered.never {
            return Ok(Vec::new());
        }
        let counted: Vec<bool> = std::iter::once(false).chain(counted.iter().copied()).collect();
        let costs: Vec<u8> = std::iter::once(0).chain(costs.iter().map(|cost| *cost as u8)).collect();
        let prices = relax::Prices { counted: &counted, costs: &costs };
        // Room for the number of pieces.
        let width = prepared.layout.width + usize::BITS - model.slots.len().leading_zeros();
        if width > layout::MAX_BITS {
            return Err(Refusal::declined("too much has to be remembered beside the number of pieces"));
        }
        let all = with_key!(width, K => min_cost::min_cost::<K>(model, &prepared, prices, control))?;
        let cheapest = |min: min_cost::MinCost| Cheapest {
            cost: i64::from(min.cost),
            ways: min.ways,
            placed: PreparedSweep::placed(&prepared.order, model, min.choices.into_iter()),
        };
        Ok(all.into_iter().map(|min| min.map(cheapest)).collect())
    }
}

impl Draw for Sweep {
    fn draw(&self, model: &Model, seed: u64, control: &mut Control) -> Result<Option<Placed>, Refusal> {
        let prepared = PreparedSweep::of(model, control)?;
        if prepared.lowered.never {
            return Ok(None);
        }
        let choices = with_key!(prepared.layout.width, K => tally::draw(&prepared.plan::<K>(), seed, control))?;
        Ok(choices.map(|choices| PreparedSweep::placed(&prepared.order, model, choices.into_iter())))
    }
}

/// After a model was accepted, it is refused only if a limit is reached.
fn cause(refusal: &Refusal) -> Cause {
    match refusal {
        Refusal::Stopped(cause) => *cause,
        Refusal::Declined(_) => Cause::MemoryLimit,
    }
}
