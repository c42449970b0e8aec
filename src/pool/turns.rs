//! How the crate counts where it may choose the engine: the search and the sweep by turns, each time further.

use std::sync::Arc;

use crate::answer::{Counted, Solved, Statistics, Stopped};
use crate::by_size::BySize;
use crate::control::{Cause, Control};
use crate::engine;
use crate::error::Error;
use crate::model::Model;
use crate::options::{Engine, Options};
use crate::problem::Problem;

/// Who counts, and how many nodes or states at most before it is the other's turn. The search is quicker where there is
/// little to be gone through, the sweep where much of it is equal, and nobody knows beforehand which it is. Nodes are
/// counted and not time, so that it is the same engine each time.
const TURNS: [(Engine, u64); 5] = [
    (Engine::Search, 1 << 12),
    (Engine::Sweep, 1 << 16),
    (Engine::Search, 1 << 20),
    (Engine::Sweep, 1 << 26),
    (Engine::Search, u64::MAX),
];

/// An answer that may have been cut short, and what it cost.
pub(super) trait Answer {
    fn stop(&self) -> Option<&Stopped>;

    fn cost(&mut self) -> &mut Statistics;
}

impl Answer for Counted {
    fn stop(&self) -> Option<&Stopped> {
        self.stopped()
    }

    fn cost(&mut self) -> &mut Statistics {
        match self {
            Self::Exact(_, _, cost) | Self::Stopped(Stopped { statistics: cost, .. }) => cost,
        }
    }
}

impl Answer for Solved {
    fn stop(&self) -> Option<&Stopped> {
        self.stopped()
    }

    fn cost(&mut self) -> &mut Statistics {
        match self {
            Self::Found(_, _, cost) | Self::Stopped(Stopped { statistics: cost, .. }) => cost,
            Self::Infeasible(none) => &mut none.statistics,
        }
    }
}

impl<T> Answer for BySize<T> {
    fn stop(&self) -> Option<&Stopped> {
        self.stopped()
    }

    fn cost(&mut self) -> &mut Statistics {
        match self {
            Self::Exact(_, _, cost) | Self::Stopped(Stopped { statistics: cost, .. }) => cost,
        }
    }
}

/// Asks the engine of the options, or if the choice is left to the crate the engines by turns.
pub(super) fn by_turns<T: Answer>(
    problem: &Problem,
    options: &Options,
    control: Control,
    ask: impl Fn(&Options, Control) -> Result<T, Error>,
) -> Result<T, Error> {
    // A limit on solutions is a wish to go through them.
    if options.engine != Engine::Auto || options.solutions.is_some() {
        return ask(options, control);
    }
    let most = options.nodes.unwrap_or(u64::MAX);
    let mut spent = 0u64;
    let mut narrow = None;
    for (engine, nodes) in TURNS {
        let mut own = options.clone().engine(engine);
        own.time = options.time.map(|time| time.saturating_sub(control.elapsed()));
        let left = most.saturating_sub(spent);
        // Where the sweep is not worth trying there is nobody to take turns with.
        let nodes = if narrow == Some(false) { u64::MAX } else { nodes };
        own.nodes = Some(nodes.min(left)).filter(|nodes| *nodes < u64::MAX);
        if engine == Engine::Sweep && !*narrow.get_or_insert_with(|| is_narrow(problem, &mut Control::new(&own))) {
            continue;
        }
        let mut answer = ask(&own, Control::new(&own))?;
        let another = match answer.stop().map(Stopped::cause) {
            Some(Cause::NodeLimit) => nodes < left,
            Some(Cause::MemoryLimit) => engine == Engine::Sweep,
            _ => false,
        };
        let cost = answer.cost();
        (cost.nodes, cost.elapsed) = (cost.nodes.saturating_add(spent), control.elapsed());
        if !another {
            return Ok(answer);
        }
        spent = cost.nodes;
    }
    ask(options, control)
}

/// Whether the frontier of a problem is so narrow that a sweep is worth trying.
pub(super) fn is_narrow(problem: &Problem, control: &mut Control) -> bool {
    let model = Model::compile(&Arc::new(problem.clone()), control);
    model.is_ok_and(|model| engine::is_narrow(&model, control).unwrap_or(false))
}
