//! The sweep: goes over the board square by square, keeps only what the rest of it can still notice, and merges equal states.
//!
//! - `order`: in which order the squares are decided;
//! - `lower`: from rules to `flag`s, of one bit each, and to small automata (`automaton`, `sum`, `view`);
//! - `layout`: where in a frontier each of them has its bits; `key`: frontiers of the width the problem needs;
//! - `plan`: what each choice at each square does to a frontier;
//! - `table`, `value`, `front`: the states of one layer, what is known of the ways there, and how they go on;
//! - `tally`: how many solutions there are, by their number of pieces;
//! - `relax`, `least`: for every number of pieces the least cost of others, by bounds from sweeps over fewer rules;
//! - `trace`: from all layers back to one way through them: an optimum, or a fair draw;
//! - `walk`: all ways through the layers, one after the other.

mod automaton;
mod flag;
mod front;
mod key;
mod layout;
mod least;
mod lower;
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

use super::{Backend, Cheapest, Path, Refusal, Run, Work};
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::model::{Goal, Model};
use crate::options::Engine;
use crate::square::Square;
use key::{Key, Wide};
use layout::Layout;
use lower::Lowered;
use order::Order;
use plan::Plan;

pub(crate) struct Sweep;

/// Whether the frontier of a model is so narrow, in bits, that it is worth trying to count by a sweep.
pub(super) fn is_narrow(model: &Model, control: &mut Control) -> Result<bool, Cause> {
    const MOST_BITS: u32 = 32;
    match Prepared::new(model, control) {
        Ok(prepared) => Ok(prepared.layout.width <= MOST_BITS),
        Err(Refusal::Declined(_)) => Ok(false),
        Err(Refusal::Stopped(cause)) => Err(cause),
    }
}

/// The most squares of a board that is looked at: larger ones have no frontier that is short enough to be worth it.
const MOST_SQUARES: usize = 1 << 12;

/// A model made ready for a sweep, before the width of its frontier is chosen.
struct Prepared {
    order: Order,
    lowered: Lowered,
    layout: Layout,
}

impl Prepared {
    fn new(model: &Model, control: &mut Control) -> Result<Self, Refusal> {
        let squares = model.slots.len();
        if squares > MOST_SQUARES {
            return Err(Refusal::declined(format!("{squares} open squares are more than {MOST_SQUARES}")));
        }
        let order = Order::new(model);
        let lowered = Lowered::new(model, &order, control)?;
        let layout = Layout::new(&lowered, &order, |_| true)?;
        Ok(Self { order, lowered, layout })
    }

    fn plan<K: Key>(&self) -> Plan<K> {
        Plan::new(&self.lowered, &self.layout, &self.order)
    }

    /// The men that these choices, one for each place, put on the board, sorted by square.
    fn men(order: &Order, model: &Model, choices: impl Iterator<Item = usize>) -> Vec<(Square, u16)> {
        let placed = choices.zip(&order.slots).filter(|(choice, _)| *choice > 0);
        let mut men: Vec<_> = placed.map(|(choice, slot)| (model.slots[*slot as usize], choice as u16 - 1)).collect();
        men.sort_unstable();
        men
    }
}

/// Does the same for the width that a layout needs.
macro_rules! by_width {
    ($width:expr, $key:ident => $body:expr) => {
        match $width {
            0..=64 => {
                type $key = u64;
                $body
            }
            65..=128 => {
                type $key = u128;
                $body
            }
            _ => {
                type $key = Wide;
                $body
            }
        }
    };
}

impl Backend for Sweep {
    fn engine(&self) -> Engine {
        Engine::Sweep
    }

    fn accepts(&self, model: &Model, _: &Goal, control: &mut Control) -> Result<(), Refusal> {
        Prepared::new(model, control).map(|_| ())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, mut control: Control) -> Box<dyn Run> {
        let part = work.own();
        let prepared = Prepared::new(&model, &mut control);
        match prepared {
            Ok(prepared) => {
                by_width!(prepared.layout.width, K => Box::new(walk::Walk::<K>::new(model, prepared, goal, part, control)))
            }
            Err(refusal) => Box::new(walk::Halted::new(cause(&refusal), part, control)),
        }
    }

    fn cut(
        &self,
        model: Arc<Model>,
        _: &Goal,
        _: Option<i64>,
        pieces: usize,
        mut control: Control,
    ) -> Result<Vec<Path>, Cause> {
        let prepared = Prepared::new(&model, &mut control).map_err(|refusal| cause(&refusal))?;
        by_width!(prepared.layout.width, K => {
            walk::Walk::<K>::new(model, prepared, Goal::All, Vec::new(), control).cut(pieces)
        })
    }

    fn tally(&self, model: &Model, counted: &[bool], control: &mut Control) -> Option<Result<Vec<Count>, Refusal>> {
        let tally = |prepared: Prepared, control: &mut Control| {
            let counted: Vec<bool> = std::iter::once(false).chain(counted.iter().copied()).collect();
            if prepared.lowered.never {
                return Ok(Vec::new());
            }
            by_width!(prepared.layout.width, K => tally::tally(&prepared.plan::<K>(), &counted, control))
        };
        Some(Prepared::new(model, control).and_then(|prepared| Ok(tally(prepared, control)?)))
    }

    fn least(
        &self,
        model: &Model,
        counted: &[bool],
        costs: &[i64],
        control: &mut Control,
    ) -> Option<Result<Vec<Option<Cheapest>>, Refusal>> {
        let dearest = costs.iter().max().copied().unwrap_or(0).saturating_mul(model.slots.len() as i64);
        if costs.iter().any(|cost| *cost < 0) || dearest >= i64::from(relax::NEVER) {
            return None;
        }
        let counted: Vec<bool> = std::iter::once(false).chain(counted.iter().copied()).collect();
        let costs: Vec<u8> = std::iter::once(0).chain(costs.iter().map(|cost| *cost as u8)).collect();
        let least = |prepared: Prepared, control: &mut Control| {
            if prepared.lowered.never {
                return Ok(Vec::new());
            }
            let prices = relax::Prices { counted: &counted, costs: &costs };
            // Room for the number of pieces.
            let width = prepared.layout.width + usize::BITS - model.slots.len().leading_zeros();
            if width > layout::MOST_BITS {
                return Err(Refusal::declined("too much has to be remembered beside the number of pieces"));
            }
            let all = by_width!(width, K => least::least::<K>(model, &prepared, prices, control))?;
            let cheapest = |least: least::Least| Cheapest {
                cost: i64::from(least.cost),
                ways: least.ways,
                men: Prepared::men(&prepared.order, model, least.choices.into_iter()),
            };
            Ok(all.into_iter().map(|least| least.map(cheapest)).collect())
        };
        Some(Prepared::new(model, control).and_then(|prepared| least(prepared, control)))
    }

    fn draw(
        &self,
        model: &Model,
        seed: u64,
        control: &mut Control,
    ) -> Option<Result<Option<Vec<(Square, u16)>>, Refusal>> {
        let draw = |prepared: Prepared, control: &mut Control| {
            if prepared.lowered.never {
                return Ok(None);
            }
            let choices = by_width!(prepared.layout.width, K => tally::draw(&prepared.plan::<K>(), seed, control))?;
            Ok::<_, Cause>(choices.map(|choices| Prepared::men(&prepared.order, model, choices.into_iter())))
        };
        Some(Prepared::new(model, control).and_then(|prepared| Ok(draw(prepared, control)?)))
    }
}

/// Whoever was accepted before is refused only because time ran out.
fn cause(refusal: &Refusal) -> Cause {
    match refusal {
        Refusal::Stopped(cause) => *cause,
        Refusal::Declined(_) => Cause::MemoryLimit,
    }
}
