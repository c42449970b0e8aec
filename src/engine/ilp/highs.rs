//! `HiGHS`, compiled from C++, one thread, the model kept between solves.
//!
//! The crate `highs` covers all but two things: stopping it while it works, and receiving each better solution. For
//! these its callback is set by hand, the only unsafe code of the crate.

use std::ffi::{c_char, c_int, c_void};
use std::num::NonZeroU32;

use highs::{Col, HighsModelStatus, Model, RowProblem, Sense};
use highs_sys::{Highs_setCallback, Highs_startCallback, HighsCallbackDataIn, HighsCallbackDataOut};

use super::rounded;
use crate::answer::{Bound, Proof};
use crate::engine::external::{Event, GaveUp, Link, Oracle};
use crate::model::{Rows, Var};

pub(super) struct Highs {
    /// Taken only while it works. Declared first, so that it is dropped before the listener of its callback.
    model: Option<Model>,
    rows: Rows,
    columns: Vec<Col>,
    listener: Box<Listener>,
    costs: Vec<i64>,
    /// What no solution is worth more than.
    target: Option<Bound>,
    /// The variables fixed by the last question.
    fixed: Vec<(Var, bool)>,
    cuts: Vec<Vec<Var>>,
    seed: u32,
}

/// The rule of presolve named "enumeration", by its bit: `HiGHS` 1.15.0 and 1.15.1 call problems infeasible with it that are
/// not. The tests hold one.
const WRONG_RULES: i32 = 1 << 16;

/// About what a step of the simplex method costs, with all that is done between two steps, in operations on 64-bit words: so much,
/// and so much for each number in the rows. While 307 optima were asked for a second each, what was charged from one doubling of
/// the time to the next was that time within a factor of 3.4 in nine of ten cases.
const STEP: (u64, u64) = (1 << 12, 1 << 3);

/// The same of looking for cuts once, before there are nodes.
const ROUND: (u64, u64) = (1 << 21, 1 << 11);

/// How many columns there are for each step of the first relaxation: by this the end of that came within a factor of five on boards
/// to 30×30, and mostly within one of two.
const COLUMNS: u64 = 3;

/// What must be granted before it begins, with an objective and without: most searches end before that.
const FIRST: [u64; 2] = [1 << 23, 1 << 22];

/// The data of the callback.
struct Listener {
    link: Link,
    pieces: usize,
    /// Whether better solutions and bounds are told, and the last bound told.
    drives: bool,
    bound: i64,
    /// Nodes of the current question, and the work that has been charged for it.
    nodes: u64,
    worked: u64,
    /// About what a step of the simplex method costs, in operations on 64-bit words, and a round of cuts.
    step: u64,
    round: u64,
    /// The steps so far of the current question, and whether one has been asked before.
    steps: u64,
    has_asked: bool,
}

impl Listener {
    /// Records the number of nodes and charges the steps of the simplex method since it was last heard of, with the cuts that were
    /// looked for before them, and sends the bound.
    fn hear(&mut self, out: &HighsCallbackDataOut) {
        /// Bounds are floating-point numbers, slightly off.
        const SLACK: f64 = 1e-6;
        let nodes = u64::try_from(out.mip_node_count).unwrap_or(0);
        let steps = u64::try_from(out.mip_total_lp_iterations).unwrap_or(0);
        let cuts = if nodes == 0 && steps > self.steps { self.round } else { 0 };
        let work = self.step.saturating_mul(steps);
        self.link.charge(nodes.saturating_sub(self.nodes), cuts + work.saturating_sub(self.worked));
        (self.nodes, self.worked, self.steps) = (self.nodes.max(nodes), self.worked.max(work), steps);
        let bound = (out.mip_dual_bound + SLACK).floor();
        if self.drives && bound < self.bound as f64 && bound > i64::MIN as f64 {
            self.bound = bound as i64;
            self.link.tell(Event::Bound(self.bound));
        }
        self.link.wait_for_turn();
    }
}

impl Highs {
    pub(super) fn new(rows: Rows, costs: Vec<i64>, target: Option<Bound>, link: Link, seed: u32) -> Self {
        let numbers = numbers(&rows);
        let listener = Listener {
            link,
            pieces: rows.pieces,
            drives: false,
            bound: i64::MAX,
            nodes: 0,
            worked: 0,
            step: Self::step(numbers),
            round: ROUND.0 + ROUND.1 * numbers,
            steps: 0,
            has_asked: false,
        };
        let mut own = Self {
            model: None,
            rows,
            costs,
            target,
            columns: Vec::new(),
            listener: Box::new(listener),
            fixed: Vec::new(),
            cuts: Vec::new(),
            seed,
        };
        own.build("choose");
        own
    }

    /// About what a step of the simplex method costs, given how many numbers are in the rows.
    fn step(numbers: u64) -> u64 {
        STEP.0 + STEP.1 * numbers
    }

    /// About what it takes up to the end of the first relaxation, before which the solver cannot be interrupted.
    pub(super) fn first_work(rows: &Rows) -> u64 {
        Self::step(numbers(rows)).saturating_mul(rows.columns() as u64 / COLUMNS)
    }

    /// What must be granted before it begins.
    pub(super) fn least_grant(has_objective: bool) -> u64 {
        FIRST[usize::from(!has_objective)]
    }

    /// Puts the problem into a new solver.
    fn build(&mut self, presolve: &str) {
        let mut problem = RowProblem::default();
        let cost = |column: usize| self.costs.get(column).map_or(0.0, |cost| *cost as f64);
        let columns = 0..self.rows.columns();
        self.columns = columns.map(|column| problem.add_integer_column(cost(column), 0..=1)).collect();
        let cuts = self.cuts.iter().map(|standing| self.rows.cut(standing));
        for (terms, range) in self.rows.iter().map(|(terms, range)| (terms.to_vec(), range)).chain(cuts) {
            // There may be millions; a solver that is to give up is not asked anything.
            if self.listener.link.is_over() {
                return;
            }
            let (min, max) = bounds(range);
            problem.add_row(min..=max, factors(&self.columns, &terms));
        }
        self.model = problem.try_optimise(Sense::Maximise).ok();
        if let Some(model) = &mut self.model {
            model.make_quiet();
            model.set_threads(NonZeroU32::MIN);
            model.set_option("mip_rel_gap", 0.0);
            model.set_option("random_seed", (self.seed & i32::MAX as u32) as i32);
            model.set_option("presolve", presolve);
            // Another presolve during the root costs more than it gains.
            model.set_option("mip_allow_restart", false);
            model.set_option("presolve_rule_off", WRONG_RULES);
            if let Some(target) = self.target {
                // It stops at what exceeds this, and values are whole.
                model.set_option("objective_target", target.value as f64 - 0.5);
            }
            for (var, value) in &self.fixed {
                let value = i32::from(*value);
                model.change_column_bounds(self.columns[*var as usize], value..=value);
            }
            listen(model, &mut self.listener);
        }
    }

    fn set_presolve(&mut self, presolve: &str) {
        if let Some(model) = &mut self.model {
            model.set_option("presolve", presolve);
        }
    }

    /// Solves the problem: returns the best solution, if there is one. After a failure it tries once more, from the
    /// beginning and without presolve.
    fn solve(&mut self) -> Result<Option<Vec<Var>>, GaveUp> {
        if self.rows.never || self.columns.is_empty() {
            return Ok((!self.rows.never).then(Vec::new));
        }
        self.once().or_else(|GaveUp| {
            self.target = None;
            self.build("off");
            self.once()
        })
    }

    /// Returns what no solution is worth more than, if this one is worth as much.
    fn meets_target(&self, found: &[Var]) -> Option<Bound> {
        let value: i64 = found.iter().map(|var| self.costs[*var as usize]).sum();
        self.target.filter(|target| target.value <= value)
    }

    fn once(&mut self) -> Result<Option<Vec<Var>>, GaveUp> {
        if self.listener.link.is_over() {
            return Err(GaveUp);
        }
        // The first relaxation of all has been charged before it begins.
        let first = Self::first_work(&self.rows);
        if std::mem::replace(&mut self.listener.has_asked, true) {
            self.listener.link.charge(0, first);
        }
        (self.listener.nodes, self.listener.worked, self.listener.steps) = (0, first, 0);
        let solved = self.model.take().ok_or(GaveUp)?.try_solve().map_err(|_| GaveUp)?;
        let found = match solved.status() {
            HighsModelStatus::Optimal | HighsModelStatus::ObjectiveTarget => {
                let found = rounded(solved.get_solution().columns(), self.rows.pieces);
                let is_as_said = solved.status() == HighsModelStatus::Optimal || self.meets_target(&found).is_some();
                if is_as_said { Ok(Some(found)) } else { Err(GaveUp) }
            }
            HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => Ok(None),
            _ => Err(GaveUp),
        };
        self.model = Some(solved.into());
        found
    }
}

impl Oracle for Highs {
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        self.listener.drives = false;
        if self.model.is_none() {
            self.build("off");
        }
        let Some(model) = &mut self.model else { return Err(GaveUp) };
        for (var, _) in self.fixed.drain(..) {
            model.change_column_bounds(self.columns[var as usize], 0..=1);
        }
        for (var, value) in fixed {
            let value = i32::from(*value);
            model.change_column_bounds(self.columns[*var as usize], value..=value);
            self.fixed.push((*var, value == 1));
        }
        let found = self.solve()?;
        if found.is_some() || self.rows.never {
            return Ok(found);
        }
        // Other rules of presolve have been wrong too, where many solutions are excluded.
        self.set_presolve("off");
        let found = self.once()?;
        if found.is_none() {
            self.set_presolve("choose");
        }
        Ok(found)
    }

    fn cut(&mut self, standing: &[Var]) {
        let (terms, range) = self.rows.cut(standing);
        self.rows.never |= terms.is_empty();
        let (min, max) = bounds(range);
        if let Some(model) = &mut self.model
            && model.try_add_row(min..=max, factors(&self.columns, &terms)).is_err()
        {
            self.model = None;
        }
        self.cuts.push(standing.to_vec());
    }

    fn maximise(&mut self) -> Result<Proof, GaveUp> {
        self.listener.drives = true;
        let best = self.solve()?;
        let met = best.as_deref().and_then(|best| self.meets_target(best));
        if let Some(best) = best {
            self.listener.link.tell(Event::Found(best));
        }
        Ok(met.map_or(Proof::GapClosed { solver: "HiGHS" }, |bound| Proof::BoundMet { name: bound.name }))
    }
}

/// Returns how many numbers are in the rows.
fn numbers(rows: &Rows) -> u64 {
    rows.iter().map(|(terms, _)| 1 + terms.len() as u64).sum()
}

fn factors(columns: &[Col], terms: &[(i64, u32)]) -> Vec<(Col, f64)> {
    terms.iter().map(|(number, column)| (columns[*column as usize], *number as f64)).collect()
}

/// Returns the ends of a range, infinite where there are none.
fn bounds((min, max): (i64, i64)) -> (f64, f64) {
    let min = if min == i64::MIN { f64::NEG_INFINITY } else { min as f64 };
    (min, if max == i64::MAX { f64::INFINITY } else { max as f64 })
}

/// Sets the callback.
#[allow(unsafe_code, reason = "HiGHS is stopped only through a callback in C")]
fn listen(model: &mut Model, listener: &mut Listener) {
    let data: *mut Listener = listener;
    // SAFETY: the model is alive. The listener is in a box that its owner keeps until after the model is gone, and changes
    // only while the model is not at work; the callback runs only while it is, on the same thread.
    unsafe {
        Highs_setCallback(model.as_mut_ptr(), Some(callback), data.cast::<c_void>());
        for kind in [highs_sys::kHighsCallbackMipInterrupt, highs_sys::kHighsCallbackMipImprovingSolution] {
            Highs_startCallback(model.as_mut_ptr(), kind);
        }
    }
}

#[allow(unsafe_code, reason = "HiGHS is stopped only through a callback in C")]
unsafe extern "C" fn callback(
    kind: c_int,
    _: *const c_char,
    out: *const HighsCallbackDataOut,
    into: *mut HighsCallbackDataIn,
    data: *mut c_void,
) {
    // SAFETY: `data` is the listener that `listen` gave; `HiGHS` passes its own records for the time of the call, or null.
    let (listener, out, into) = unsafe { (data.cast::<Listener>().as_mut(), out.as_ref(), into.as_mut()) };
    let Some(listener) = listener else { return };
    if let (true, Some(out)) = (kind == highs_sys::kHighsCallbackMipInterrupt, out) {
        listener.hear(out);
    }
    if let Some(into) = into {
        into.user_interrupt = c_int::from(listener.link.is_over());
    }
    let Some(out) = out else { return };
    let size = usize::try_from(out.mip_solution_size).unwrap_or(0);
    let is_better = listener.drives && kind == highs_sys::kHighsCallbackMipImprovingSolution;
    if !is_better || out.mip_solution.is_null() || size < listener.pieces {
        return;
    }
    // SAFETY: `HiGHS` guarantees this many values, for the time of the call.
    let values = unsafe { std::slice::from_raw_parts(out.mip_solution, size) };
    listener.link.tell(Event::Found(rounded(values, listener.pieces)));
}
