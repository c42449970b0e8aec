//! How the crate counts where it may choose the engine: by the turns of `policy`.

use crate::answer::{Answer, Explanation, Statistics, Stopped, Turn};
use crate::budget::{Cause, Control, Engine, Options};
use crate::language::{Invalid, Problem};
use crate::query::Prepared;
use crate::query::policy::{self, FIRST_TO_COUNT, LAST_TO_COUNT, LAST_TO_LIST, Share, TURN_TO_COUNT};
use crate::query::prepared::Pace;

/// What the search does after all turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// It visits every solution, however many there are; as long as it finds few, the SAT solver takes turns too.
    ToTheEndOrBySat,
    /// It visits every solution.
    ToTheEnd,
    /// It visits them only if there are few; else the question is declined.
    OnlyIfShort,
}

/// Asks the engine of the options, or if the choice is left to the crate the engines by turns.
pub(super) fn by_turns<T>(
    problem: &Problem,
    options: &Options,
    mut control: Control,
    last: Last,
    ask: impl Fn(&Prepared, &Options, Control) -> Result<Answer<T>, Invalid>,
) -> Result<Answer<T>, Invalid> {
    let prepared = Prepared::new(problem, &mut control);
    by_turns_about(&prepared, options, control, last, ask)
}

/// The same about a problem that is compiled already.
pub(super) fn by_turns_about<T>(
    prepared: &Prepared,
    options: &Options,
    control: Control,
    last: Last,
    ask: impl Fn(&Prepared, &Options, Control) -> Result<Answer<T>, Invalid>,
) -> Result<Answer<T>, Invalid> {
    if !policy::takes_turns_to_count(options) {
        let mut answer = ask(prepared, options, control)?;
        answer.explanation_mut().set_last(policy::reason(options), None);
        return Ok(answer);
    }
    let mut latest = None;
    let mut ask = |options: &Options, control: Control| {
        let answer = latest.insert(ask(prepared, options, control)?);
        Ok((answer.explain().clone(), answer.stopped().map(Stopped::cause)))
    };
    match (in_turns(prepared, options, &control, last, &mut ask)?, latest) {
        (Some(explanation), Some(mut answer)) => {
            *answer.explanation_mut() = explanation;
            Ok(answer)
        }
        _ => Err(policy::too_many_to_list().into()),
    }
}

/// Asks one engine; returns what it did, and why it stopped.
type Ask<'a> = &'a mut dyn FnMut(&Options, Control) -> Result<(Explanation, Option<Cause>), Invalid>;

/// Asks until an answer is the last, and returns the explanation of that one; `None` if there is too much to list.
fn in_turns(
    prepared: &Prepared,
    options: &Options,
    control: &Control,
    last: Last,
    ask: Ask<'_>,
) -> Result<Option<Explanation>, Invalid> {
    let mut spent = 0;
    let mut turns: Vec<Turn> = Vec::new();
    let mut turn = |Share { engine, reason, steps }: Share, options: &Options| -> Result<_, Invalid> {
        let left = control.node_limit().saturating_sub(spent);
        let own = options.clone().engine(engine);
        let (mut explanation, cause) = ask(&own, control.turn(steps.min(left), spent))?;
        let another = match cause {
            Some(Cause::NodeLimit) => steps < left,
            Some(Cause::MemoryLimit | Cause::SolverFailed) => engine != Engine::Search,
            _ => false,
        };
        let own = explanation.statistics();
        spent = own.nodes.saturating_add(spent);
        explanation.set_last(reason, None);
        let all = Statistics { nodes: spent, elapsed: control.elapsed(), ..own };
        explanation.set_earlier(std::mem::take(&mut turns), all);
        turns = explanation.turns().to_vec();
        Ok((explanation, another.then_some(cause).flatten()))
    };
    let (explanation, another) = turn(FIRST_TO_COUNT, &options.clone().threads(1))?;
    if another.is_none() {
        return Ok(Some(explanation));
    }
    // Whether the sweep takes part, once that is known, and whether the SAT solver does. Where no other is worth trying the search
    // has none to take turns with.
    let mut sweeps = None;
    let mut clauses = last == Last::ToTheEndOrBySat && prepared.counts_by_sat(&mut control.turn(u64::MAX, 0));
    let mut lines = last != Last::OnlyIfShort && prepared.counts_by_lines(&mut control.turn(u64::MAX, 0));
    let mut steps = TURN_TO_COUNT;
    let mut is_trusted = true;
    loop {
        // A search that has foreseen its end in vain foresees nothing.
        let search = prepared.pace(Engine::Search);
        let search = search.map(|pace| Pace { left: pace.left.filter(|_| is_trusted), ..pace });
        if sweeps.is_none() {
            sweeps = prepared.sweeps_to_count(policy::nodes_to_tell_of_sweep(steps, search), control);
        }
        let is_ending = policy::ends_in_turn(steps, search);
        let sweep = || prepared.pace(Engine::Sweep);
        let mut next = policy::sweep_to_count(steps, search, sweep()).filter(|_| !is_ending);
        for _ in 0..2 {
            let Some(share) = next.take().filter(|_| sweeps == Some(true)) else { break };
            let before = sweep();
            let (explanation, another) = turn(share, options)?;
            if another.is_none() {
                return Ok(Some(explanation));
            }
            sweeps = Some(another != Some(Cause::MemoryLimit));
            let nearer = sweep().map(|pace| before.map_or(pace, |before| pace.since(before)));
            next = policy::sweep_to_the_end(search, nearer);
        }
        if sweeps == Some(false) && !clauses && !lines {
            break;
        }
        let (explanation, another) = turn(policy::search_to_count(steps), options)?;
        if another.is_none() {
            return Ok(Some(explanation));
        }
        // Several threads begin anew in each turn and leave nothing that tells how far they came.
        is_trusted &= !is_ending && options.thread_count() == 1;
        if lines && steps >= policy::FIRST_OF_COVERS_TO_COUNT {
            let (explanation, another) = turn(policy::lines_to_count(steps), options)?;
            if another.is_none() {
                return Ok(Some(explanation));
            }
            lines = another == Some(Cause::NodeLimit);
        }
        let has_turn = clauses && steps >= policy::FIRST_OF_SAT_TO_COUNT;
        let share = policy::sat_to_count(steps, explanation.statistics().solutions).filter(|_| has_turn);
        clauses &= !has_turn || share.is_some();
        if let Some(share) = share {
            let (explanation, another) = turn(share, options)?;
            if another.is_none() {
                return Ok(Some(explanation));
            }
            clauses = another == Some(Cause::NodeLimit);
        }
        steps = steps.saturating_mul(policy::longer_to_count(options.thread_count()));
    }
    if last != Last::OnlyIfShort {
        return turn(LAST_TO_COUNT, options).map(|(explanation, _)| Some(explanation));
    }
    let (explanation, another) = turn(LAST_TO_LIST, options)?;
    Ok(another.is_none().then_some(explanation))
}
