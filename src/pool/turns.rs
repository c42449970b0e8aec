//! How the crate counts where it may choose the engine: the search and the sweep by turns, each time further.

use super::asked::Asked;
use crate::answer::{Counted, Solved, Statistics, Stopped};
use crate::by_size::BySize;
use crate::control::{Cause, Control};
use crate::error::Error;
use crate::options::{Engine, Options};
use crate::problem::Problem;

/// The search begins, with so many nodes at most. That is over before others could join in.
const FIRST: u64 = 1 << 12;

/// Who comes next, and how many nodes or states at most before it is the other's turn; after the last the search goes on to
/// the end. The search is quicker where there is little to be gone through, the sweep where much of it is equal, and nobody
/// knows beforehand which it is. Nodes are counted and not time, so that it is the same engine each time.
const TURNS: [(Engine, u64); 3] = [(Engine::Sweep, 1 << 16), (Engine::Search, 1 << 20), (Engine::Sweep, 1 << 26)];

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
    mut control: Control,
    ask: impl Fn(&Asked, &Options, Control) -> Result<T, Error>,
) -> Result<T, Error> {
    let asked = Asked::new(problem, &mut control);
    // A limit on solutions is a wish to go through them.
    if options.engine != Engine::Auto || options.solutions.is_some() {
        return ask(&asked, options, control);
    }
    let mut spent = 0;
    let mut turn = |engine: Engine, nodes: u64, options: &Options| -> Result<(T, bool), Error> {
        let left = control.node_limit().saturating_sub(spent);
        let own = options.clone().engine(engine);
        let mut answer = ask(&asked, &own, control.turn(nodes.min(left), spent))?;
        let another = match answer.stop().map(Stopped::cause) {
            Some(Cause::NodeLimit) => nodes < left,
            Some(Cause::MemoryLimit) => engine == Engine::Sweep,
            _ => false,
        };
        let cost = answer.cost();
        (cost.nodes, cost.elapsed) = (cost.nodes.saturating_add(spent), control.elapsed());
        spent = cost.nodes;
        Ok((answer, another))
    };
    let (answer, another) = turn(Engine::Search, FIRST, &options.clone().threads(1))?;
    if !another {
        return Ok(answer);
    }
    // Where the sweep is not worth trying there is nobody to take turns with.
    if asked.is_narrow(&mut control.turn(u64::MAX, 0)) {
        for (engine, nodes) in TURNS {
            let (answer, another) = turn(engine, nodes, options)?;
            if !another {
                return Ok(answer);
            }
        }
    }
    turn(Engine::Search, u64::MAX, options).map(|(answer, _)| answer)
}
