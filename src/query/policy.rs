//! Which engine answers by default: the one place that decides it.
//!
//! Every rule stands here with the measured reason beside it. Turns are measured in nodes, states, conflicts or work and never
//! in time, so that the same engine answers each time.

use crate::answer::Reason;
use crate::budget::{Cause, Control, Engine, Options};
use crate::engine::{self, Backend, Refusal, Search};
use crate::language::Fault;
use crate::model::{Goal, Model, Rule};
use crate::query::pool::Wanted;
use crate::query::prepared::Pace;

/// A share of the work: an engine, why it has its turn, and how many nodes, states or conflicts it may spend before the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) engine: Engine,
    pub(super) reason: Reason,
    pub(super) steps: u64,
}

impl Share {
    const fn new(engine: Engine, reason: Reason, steps: u64) -> Self {
        Self { engine, reason, steps }
    }
}

/// Counting and sampling begin with the search: what takes it this many nodes is over before a sweep is set up.
pub(super) const FIRST_TO_COUNT: Share = Share::new(Engine::Search, Reason::Short, 1 << 11);

/// Then, where the frontier is not too wide, the sweep and the search take turns, each time further. The search is quicker where
/// there is little to enumerate, the sweep where many partial placements have equal frontiers, and only trying tells which.
/// These are the nodes of the first turn.
pub(super) const TURN_TO_COUNT: u64 = 1 << 11;

/// How many times as many those of the next turn are.
pub(super) const fn longer_to_count(threads: usize) -> u64 {
    // By itself the search goes on from where it was; several threads begin anew in each turn.
    if threads > 1 { 4 } else { 2 }
}

/// A turn of the search.
pub(super) const fn search_to_count(steps: u64) -> Share {
    Share::new(Engine::Search, Reason::Longer, steps)
}

/// Whether the search foresees its end in a turn of this many nodes.
pub(super) fn ends_in_turn(steps: u64, search: Option<Pace>) -> bool {
    search.and_then(|search| search.left).is_some_and(|left| left <= work_of_search(steps, search))
}

/// Whether a search of which this is known has no end in sight.
fn has_no_end_in_sight(search: Option<Pace>) -> bool {
    search.is_some_and(|search| search.left.is_some_and(|left| is_far(left, search.work)))
}

/// Whether visiting every solution is hopeless for a search of which this is known: of the sets of rooks that attack every square of
/// 6×6 with walls, fourteen thousand million, a search visits about as many as it has nodes, and had two thirds of the time.
fn is_hopeless(search: Option<Pace>) -> bool {
    /// How many times what it has done it foresees.
    const TIMES: u64 = 1 << 12;
    search.is_some_and(|search| search.left.is_some_and(|left| left / TIMES > search.work))
}

/// The nodes of the search whose work it may take to tell whether the sweep takes part, beside a turn of this many: more if the
/// search has no end in sight, for what such a turn does not suffice to tell is begun anew in the next.
pub(super) fn nodes_to_tell_of_sweep(steps: u64, search: Option<Pace>) -> u64 {
    steps.saturating_mul(if has_no_end_in_sight(search) { 8 } else { 1 })
}

/// A turn of the sweep beside one of the search of this many nodes, given how far both have come: half of its work, which takes
/// about as long; twice its work, if the search has no end in sight or the sweep has, and six times, if the search is hopeless; and an
/// eighth, if the sweep is far from its end. It has none if it foresees several times the work that the search does, or many times its
/// turn.
pub(super) fn sweep_to_count(steps: u64, search: Option<Pace>, sweep: Option<Pace>) -> Option<Share> {
    /// How many times its turn it may foresee: an outlook may be wrong.
    const FAR: u64 = 64;
    /// How many times the work that the search foresees, likewise.
    const SEVERAL: u64 = 4;
    /// How many times what it has done a sweep foresees at most whose end is in sight, and at least one that is far from it. Sweeps
    /// that were quicker than the search foresaw 2 to 5 times as much in most of their turns, others 5 to 240 times; but for queens of
    /// every number on 10×10, where the search is quicker all the same.
    const IN_SIGHT: u64 = 4;
    const NOT_IN_SIGHT: u64 = 13;
    let work = work_of_search(steps, search);
    let times = sweep.and_then(|sweep| Some(sweep.left? / sweep.work.max(1)));
    let turn = match times {
        _ if is_hopeless(search) => work.saturating_mul(6),
        _ if has_no_end_in_sight(search) => work.saturating_mul(2),
        Some(..=IN_SIGHT) => work.saturating_mul(2),
        Some(NOT_IN_SIGHT..) => work / 8,
        _ => work / 2,
    };
    let ahead = search.and_then(|search| search.left);
    let left = sweep.and_then(|sweep| sweep.left);
    if left.is_some_and(|left| left / FAR > turn || ahead.is_some_and(|ahead| ahead < left / SEVERAL)) {
        return None;
    }
    let reason = if left.is_some() { Reason::Longer } else { Reason::Narrow };
    Some(Share::new(Engine::Sweep, reason, states(turn, sweep)))
}

/// All that the sweep needs after a turn, if it foresees that this is no more than all have spent: an outlook may be wrong, and then
/// no more than that is lost.
pub(super) fn sweep_to_the_end(search: Option<Pace>, sweep: Option<Pace>) -> Option<Share> {
    let spent: u64 = [search, sweep].into_iter().flatten().map(|pace| pace.work).sum();
    let left = sweep.and_then(|sweep| sweep.left).filter(|left| *left <= spent)?;
    let work = left.saturating_mul(2).min(spent);
    Some(Share::new(Engine::Sweep, Reason::Longer, states(work, sweep)))
}

/// The work of a search of this many nodes.
fn work_of_search(steps: u64, search: Option<Pace>) -> u64 {
    /// The work of a node, where none is known.
    const NODE: u64 = 1 << 8;
    steps.saturating_mul(work_of_each(search, NODE))
}

/// The states of a sweep that take this much work.
fn states(work: u64, sweep: Option<Pace>) -> u64 {
    /// The work of a state, where none is known.
    const STATE: u64 = 1 << 5;
    (work / work_of_each(sweep, STATE)).max(1)
}

/// The work of a step.
fn work_of_each(pace: Option<Pace>, unknown: u64) -> u64 {
    pace.map(|pace| pace.each).filter(|each| *each > 0).unwrap_or(unknown)
}

/// The turn of the search after which the SAT solver may have its first.
pub(super) const FIRST_OF_SAT_TO_COUNT: u64 = 1 << 14;

/// A turn of the SAT solver after one of the search, if that has found few solutions for its nodes. Each solution costs the solver
/// a clause, so that many are better visited; where there are few, it refutes the rest by what it learns.
pub(super) fn sat_to_count(steps: u64, found: u64) -> Option<Share> {
    /// The nodes of the search for each solution, with fewer of which the solver does not take part, and for each conflict.
    const NODES: u64 = 1 << 10;
    const CONFLICT: u64 = 1 << 6;
    (found <= steps / NODES).then_some(Share::new(Engine::Sat, Reason::Longer, steps / CONFLICT))
}

/// The turn of the search after which covers by lines may have their first: what ends before takes a few milliseconds.
pub(super) const FIRST_OF_COVERS_TO_COUNT: u64 = 1 << 12;

/// The most pieces of covers that are worth visiting: as many as there are rows or columns.
fn most_to_count(model: &Model) -> i64 {
    model.board().rows().min(model.board().columns()) as i64
}

/// Whether covers by lines take turns to count.
pub(super) fn covers_to_count(model: &Model, control: &mut Control) -> Result<bool, Cause> {
    Ok(engine::are_covers(model) && engine::suit_covers(model, most_to_count(model), control)?.is_some())
}

/// A turn of covers by lines after one of the search of this many nodes. The fewest queens on 8×8 to 12×12 they count in a tenth to a
/// half of its time, with half to four fifths of it for each node, so most of the work is theirs.
pub(super) const fn lines_to_count(steps: u64) -> Share {
    Share::new(Engine::Lines, Reason::Lines, steps.saturating_mul(16))
}

/// What counts to the end if no turn does.
pub(super) const LAST_TO_COUNT: Share = Share::new(Engine::Search, Reason::General, u64::MAX);

/// What lists them, for a fair draw where the sweep does not take part: a moment's work, so that a caller hears at once if that
/// is not enough.
pub(super) const LAST_TO_LIST: Share = Share::new(Engine::Search, Reason::General, 1 << 18);

/// That a fair draw would list more solutions than the crate does without being asked to.
pub(super) fn too_many_to_list() -> Fault {
    let reason = "a fair draw would have to list all solutions, and there are many; `random` finds one quickly, some likelier \
                  than others; the engine `search`, chosen by name, lists them";
    Fault::Declined { engine: Engine::Auto.name(), reason: reason.to_owned() }
}

/// Whether an engine has no quicker way to a random solution than a fair draw.
pub(super) fn draws_only_fairly(engine: Engine) -> bool {
    matches!(engine, Engine::Brute | Engine::Sweep)
}

/// The conflicts of the SAT solver's attempt at a random solution after this round of the search's, if it takes part: about as
/// much work as the search's attempts.
pub(super) fn conflicts_of_attempt(options: &Options, model: &Model, round: u64) -> Option<u64> {
    /// The work of the search's first round, and that of a conflict: so much, and so much for each variable.
    const ROUND: u64 = 5 << 20;
    const CONFLICT: (u64, u64) = (1 << 12, 1 << 9);
    /// With fewer it is not worth writing the clauses.
    const LEAST: u64 = 64;
    let takes_part = cfg!(feature = "sat") && options.engine == Engine::Auto && options.nodes.is_none();
    let work = ROUND.saturating_mul(1u64.checked_shl(round.min(63) as u32).unwrap_or(u64::MAX));
    let conflicts = work / (CONFLICT.0 + CONFLICT.1 * model.vars() as u64);
    (takes_part && conflicts >= LEAST).then_some(conflicts)
}

/// Whether engines take turns: the caller has not chosen one, and a limit on solutions is a wish to enumerate them.
pub(super) fn takes_turns_to_count(options: &Options) -> bool {
    options.engine == Engine::Auto && options.solutions.is_none()
}

/// The most bits of a frontier with which a sweep is worth trying: what is wider cannot be told from hopeless by its first
/// states.
const MAX_BITS_TO_TRY: u32 = 64;

/// The same where pieces attack only what is near, in the race for an optimum: sweeps over strips of the board tell which states lead
/// to nothing. Knights of which each attacks at most one other on 10×10 have a frontier of 109 bits.
const MAX_BITS_WITH_PASSES: u32 = 256;

/// The most with which such a sweep for the most pieces has a greater share than the search, and that share: of 36 and 37 bits kings that
/// attack at most one other on 8×8 take it 4 ms, and at most four with walls 10, the search more than a second, and 24 ms. The fewest
/// knights that dominate a torus of 6×6 have 36 bits too, and take it 19 ms, and the search 3.
const MAX_BITS_PREFERRED: u32 = 40;
const PREFERRED: [u64; 2] = [6, 6];

/// The most bits of a frontier with which a sweep answers by itself: one of more bits has, on boards that were tried, more states
/// than a search has nodes.
const MAX_BITS_ALONE: u32 = 32;

/// Whether a sweep takes turns to count.
pub(super) fn sweeps_to_count(model: &Model, control: &mut Control) -> Result<bool, Cause> {
    Ok(engine::frontier_within(MAX_BITS_TO_TRY, model, control)?.is_some())
}

/// Whether the frontier of a model is so narrow that a sweep answers by itself.
pub(super) fn is_narrow(model: &Model, control: &mut Control) -> Result<bool, Cause> {
    Ok(engine::frontier_within(MAX_BITS_ALONE, model, control)?.is_some())
}

impl Engine {
    /// The backend that answers by itself, where no rule here chooses another: the one chosen by name, or else the search, which
    /// accepts every model.
    pub(crate) fn backend(self) -> &'static dyn Backend {
        self.named().unwrap_or(&Search)
    }
}

/// Why the engine of the options answers, where no rule here chooses another.
pub(super) fn reason(options: &Options) -> Reason {
    if options.engine == Engine::Auto { Reason::General } else { Reason::Asked }
}

/// The engine for questions about the least of something for every number of pieces: the sweep answers all of them in one
/// pass where the frontier is narrow.
pub(super) fn for_min_by_size(options: &Options, is_narrow: impl FnOnce() -> bool) -> (Engine, Reason) {
    if options.engine == Engine::Auto && is_narrow() {
        (Engine::Sweep, Reason::Narrow)
    } else {
        (options.engine, reason(options))
    }
}

/// An engine in the race for an optimum or for solutions, with its share of each round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) engine: Engine,
    pub(super) reason: Reason,
    /// Its share of a round, and its share while the search has no end in sight.
    share: [u64; 2],
    /// The first round in which it takes part, and the last.
    from: u32,
    to: u32,
}

impl Entry {
    /// The work of a share of the first round, in word operations or so: half a millisecond, in which a search ends what is
    /// easy. Every second round has twice the work of the last but one, so that what an engine needs is reached in time, and the
    /// others have cost little more than their shares.
    const FIRST: u64 = 1 << 18;

    /// The work of a share of a round.
    fn work_of(round: u32) -> u64 {
        /// The root of two, as a fraction.
        const ROOT: (u64, u64) = (181, 128);
        let (times, by) = if round.is_multiple_of(2) { (1, 1) } else { ROOT };
        (Self::FIRST / by * times).saturating_mul(1u64.checked_shl(round / 2).unwrap_or(u64::MAX))
    }

    /// The work of its share of a round.
    pub(super) fn share(self, round: u32, is_far: bool) -> u64 {
        Self::work_of(round).saturating_mul(self.share[usize::from(is_far)])
    }

    /// The work of its turn in a round, if it takes part: its share; and all it foresees where that is no more than its credit, or for a
    /// sweep twice that. A sweep that foresees much more than its share has no turn; what a search foresees shrinks by leaps when it
    /// finds a better placement, so it has its turn all the same.
    pub(super) fn work(self, round: u32, is_far: bool, outlook: Option<u64>, credit: u64) -> Option<u64> {
        /// How many times its share it may need and still have its turn: an outlook may be wrong.
        const FAR: u64 = 32;
        let share = self.share(round, is_far);
        let foreseeable = if self.engine == Engine::Sweep { credit.saturating_mul(2) } else { credit };
        let work = match outlook {
            Some(left) if left <= foreseeable => share.max(left.saturating_mul(2)),
            Some(left) if self.engine == Engine::Sweep && left / FAR > share => return None,
            _ => share,
        };
        (self.from..=self.to).contains(&round).then_some(work)
    }
}

/// What an engine that foresees its end may be granted beyond its shares: as much as all engines have spent together, or as many times less
/// as all the work that it foresees has grown in its last turn. Peaceable white pawns on a cylinder of 9×9, which the search ends in
/// 0.3 seconds, took 4.2 by default where a sweep was trusted that foresaw four times as much each time.
pub(super) fn credit(spent: u64, foresaw: [Option<u64>; 2]) -> u64 {
    match foresaw {
        [Some(before @ 1..), Some(now)] if now > before => {
            (u128::from(spent) * u128::from(before) / u128::from(now)) as u64
        }
        _ => spent,
    }
}

/// The work that an engine is granted beyond its turn because it is near its end: twice what it foresees, where that is no more than
/// half of its credit, or for a sweep all of it.
pub(super) fn to_the_end(engine: Engine, outlook: Option<u64>, credit: u64) -> Option<u64> {
    let left = outlook?.saturating_mul(2);
    let most = if engine == Engine::Sweep { credit } else { credit / 2 };
    (left <= most).then_some(left.max(1))
}

/// Of the work of all engines one half goes into placements near the best while better ones are found there, and one half into a sweep
/// while it proves better and better bounds.
pub(super) const WHILE_IT_PAYS: u64 = 2;

/// Of that work one sixteenth may go into placements near the best in vain.
pub(super) const NEARBY_IN_VAIN: u64 = 16;

/// The first round in which a better bound gives the sweep more turns: before, any bound is better than none.
pub(super) const FIRST_BOUND_THAT_PAYS: u32 = 8;

/// Whether a search has no end in sight, given the work that it foresees and what it has done: of some two hundred questions
/// that were tried, those that it ended foresaw less after their first turns, but for some whose bound was met.
pub(super) fn is_far(outlook: u64, done: u64) -> bool {
    outlook / 64 > done
}

/// Who takes part in the race, in order. The shape of the rules decides only who has the greater share.
///
/// The search begins, for it needs no preparation, unless the rules suit the SAT solver. The sweep tells by its growth what it
/// still needs, and leaves when its states would fill the memory: by then the search is ahead. The external solvers begin once
/// their shares so far are worth what it takes to write the problem for them, which they find out themselves.
pub(super) fn entries(model: &Model, goal: &Goal) -> Vec<Entry> {
    /// A sweep that has not ended after the work of this round, about a minute, has no end in sight.
    const LAST_SWEEP: u32 = 32;
    /// The number of variables from which on a SAT solver has no preference.
    const MOST_FOR_CLAUSES: usize = 1 << 12;
    let mut entries = vec![
        // With three of these shares amazons that attack at most four on 14×14 had no end in a second, and took 0.79 seconds with four,
        // since turns pay for what their local search does in vain.
        Entry { engine: Engine::Search, reason: Reason::General, share: [4, 4], from: 0, to: u32::MAX },
        Entry { engine: Engine::Sweep, reason: Reason::Narrow, share: [1, 2], from: 0, to: LAST_SWEEP },
        // Where it accepts the rules it needs a twentieth of the search's work on 8×8 to 10×10.
        Entry { engine: Engine::Lines, reason: Reason::Lines, share: [12, 12], from: 2, to: u32::MAX },
    ];
    if matches!(goal, Goal::Maximise(_)) {
        // The most with no three in line on 16×16, which took more than two seconds, takes 0.5, and the most queens that attack exactly
        // one other on 14×14 take 0.7. Queens that attack at most three on 19×19, which the search finds in 0.17 seconds, took more than
        // one with four of these shares, 0.40 with two and 0.30 with one. Four rounds earlier, queens that attack exactly three others
        // on 8×8 took 250 million instructions in place of 179.
        entries.push(Entry { engine: Engine::Search, reason: Reason::Symmetric, share: [0, 1], from: 8, to: u32::MAX });
        // Of what is tied to other squares little can be left free by itself. Six rounds earlier the most with no three in line on 12×12
        // took 1.4 times as long, and amazons on 12×12 with walls 1.1 seconds in place of 0.3.
        if !model.rules.iter().any(|rule| matches!(rule, Rule::Same(_))) {
            // With two of its shares `AtBound` had a better bound on 21 of a hundred questions without an end in 4 seconds, and ended one fewer.
            for (reason, share, from) in [(Reason::Nearby, [1, 1], 14), (Reason::AtBound, [0, 2], 12)] {
                entries.push(Entry { engine: Engine::Search, reason, share, from, to: u32::MAX });
            }
        }
    }
    if cfg!(feature = "sat") {
        // What was measured were optima.
        let is_optimum = matches!(goal, Goal::Maximise(_));
        // On larger boards it hardly begins in the time in which a local search comes near the bound.
        let preferred = is_optimum && model.vars() < MOST_FOR_CLAUSES && suits_clauses(model);
        // On a small board the search is about as quick: no three knights in line on 7×7 take it 3.3 ms and the solver 12, no three
        // bishops in line on 6×6 with walls 5.4 and 1.6.
        let is_small = model.vars() <= SMALL;
        // Peaceable kings, centaurs, wazirs, ferzes and pawns on cylinders of 9×9 take the search less time than the solver, and kings, ferzes and
        // pawns on tori of 8×9 the solver: with one share of the search pawns on the cylinder, which take it 0.25 seconds, had no end in 4.
        if preferred {
            entries[0].share = if is_small || has_differences(model) { [3, 3] } else { [1, 1] };
        }
        // Of a hundred other optima that were tried none was found soonest by it. Where it is preferred, no three queens in line on
        // 12×12, in which the search sees no end, took 410 ms with four shares, 600 with three and 700 with two; it alone takes 270. Walls for
        // 15 amazons on 12×12 took 53 ms in place of 25, which the search finds in 16.
        let (reason, share) = match () {
            () if preferred && is_small => (Reason::SuitsClauses, [2, 2]),
            () if preferred => (Reason::SuitsClauses, [2, 4]),
            () if is_optimum => (Reason::Longer, [1, 1]),
            () => (Reason::Longer, [1, 2]),
        };
        entries.push(Entry { engine: Engine::Sat, reason, share, from: 0, to: u32::MAX });
    }
    if cfg!(feature = "highs") {
        // Of two hundred questions that some engine ends in a second it is soonest on six.
        entries.push(Entry { engine: Engine::Ilp, reason: Reason::Longer, share: [1, 1], from: 0, to: u32::MAX });
    }
    entries
}

/// What part of its turn an engine may take to find out whether it takes part: to prepare a sweep takes as long again, and for
/// rules with long views longer than most searches.
pub(super) const JOINING: u64 = 2;

/// Returns an engine with its share, once it has a turn of this much work; `None` if it takes no part at all.
pub(super) fn joining(
    entry: Entry,
    model: &Model,
    goal: &Goal,
    work: u64,
    control: &mut Control,
) -> Result<Option<Entry>, Cause> {
    /// The work of a turn in which a sweep with a wide frontier may begin, two milliseconds: the most knights that attack exactly four
    /// others on 12×12, which the search finds in three, took fifteen where it began at once.
    const WIDE: u64 = 1 << 20;
    if entry.engine == Engine::Sweep {
        let has_passes = matches!(goal, Goal::Maximise(_)) && engine::is_local(model);
        let bits = if has_passes && work >= WIDE { MAX_BITS_WITH_PASSES } else { MAX_BITS_TO_TRY };
        return match engine::frontier_within(bits, model, control)? {
            None if has_passes && work < WIDE => Err(Cause::NodeLimit),
            Some(bits) if has_passes && bits <= MAX_BITS_PREFERRED && is_most(goal) => {
                Ok(Some(Entry { share: PREFERRED, ..entry }))
            }
            bits => Ok(bits.map(|_| entry)),
        };
    }
    if entry.engine == Engine::Lines && engine::are_covers(model) {
        let suits = match goal {
            Goal::Maximise(worths) if worths.list().iter().any(|worth| *worth > 0) => None,
            Goal::Maximise(_) => engine::suit_covers(model, i64::MAX, control)?,
            _ => engine::suit_covers(model, most_to_count(model), control)?,
        };
        let share = |only_lines| if only_lines { COVERS } else { COVERS_AND_MORE };
        return Ok(suits.map(|only_lines| Entry { share: share(only_lines), ..entry }));
    }
    match entry.engine.backend().accepts(model, goal, control) {
        Ok(()) => Ok(Some(entry)),
        Err(Refusal::Declined(_)) => Ok(None),
        Err(Refusal::Stopped(cause)) => Err(cause),
    }
}

/// The shares of covers by lines, and of those where pieces cover other squares too. The fewest queens that dominate 13×13 take them 0.17
/// seconds and the search 3.3; but on 12×12 0.12 and 0.09, and apart 0.18 and 0.09. Chancellors on 12×12 take them 0.2 seconds and the search
/// more than 30; but amazons, none attacking another, 0.49 and 0.04.
const COVERS: [u64; 2] = [4, 16];
const COVERS_AND_MORE: [u64; 2] = [2, 4];

/// Whether every piece is worth something, or nothing.
fn is_most(goal: &Goal) -> bool {
    matches!(goal, Goal::Maximise(worths) if worths.list().iter().all(|worth| *worth >= 0))
}

/// The last round of the race for the most or the fewest pieces of a part, before its solutions are counted: some tenths of a
/// second. What is proved by then is a bound of the sizes that are counted.
pub(super) const LAST_ROUND_FOR_SIZES: u32 = 16;

/// With several threads the race goes on side by side after this round, about a second: the search, or `Lines` where it accepts
/// the rules, with all threads but one, and on that one the others by turns.
pub(super) const LAST_ROUND_BEFORE_THREADS: u32 = 20;

/// Whether the engines race: for an optimum, or for a solution or two. The caller has not chosen one, nor set limits that are
/// kept to the last node or solution by a run on its own.
pub(super) fn races(options: &Options, goal: &Goal, wanted: Wanted) -> bool {
    let is_race = wanted == Wanted::Few || matches!(goal, Goal::Maximise(_));
    is_race && chooses(options)
}

/// Whether the choice of engines is left to the crate, and no limit is set that one engine keeps to the last node or solution. Then an
/// optimum is also looked for without the kinds that it can do without.
pub(super) fn chooses(options: &Options) -> bool {
    options.engine == Engine::Auto && options.nodes.is_none() && options.solutions.is_none()
}

/// The most variables of a board that is small.
const SMALL: usize = 64;

/// Whether a value is better driven by a SAT solver than by a search: where attacks are few and counted, or pieces of
/// other kinds come in between, where there are more counts of two or more than squares, and where sums of unlike signs are
/// fixed, as the difference of two armies of knights, on boards that are not small.
fn suits_clauses(model: &Model) -> bool {
    /// The most of a board on which the search ends whatever the rules.
    const TINY: usize = 25;
    /// The most attacks of which there are few: beyond, a piece is hardly restricted, and the search is quicker.
    const FEW: i64 = 4;
    let several = model.rules.iter().filter(|rule| match rule {
        Rule::Count { vars, range } => range.upper().is_some_and(|max| max > 1 && max < vars.len() as i64),
        _ => false,
    });
    let few = model.rules.iter().any(|rule| match rule {
        Rule::Views(views) => {
            // Where none need be attacked but some may, as in "at most two others", the search does better.
            let (min, max) = views.range.ends();
            views.out().is_some() && max <= FEW && (min > 0 || max == 0)
        }
        _ => false,
    });
    let large = model.slots.len() > SMALL;
    let crowded = model.vars() > TINY && several.count() > model.slots.len();
    model.vars() > SMALL && few || crowded || large && has_differences(model)
}

/// Whether sums of unlike signs are fixed, but for those of two sides to one of which each line belongs: there the search does well.
fn has_differences(model: &Model) -> bool {
    let lines =
        model.rules.iter().any(|rule| matches!(rule, Rule::NotBoth(left, right) if left.len() > 1 && right.len() > 1));
    model.rules.iter().any(|rule| match rule {
        Rule::Linear { terms, range } => {
            let (min, max) = range.ends();
            let signs = [terms.iter().any(|(number, _)| *number > 0), terms.iter().any(|(number, _)| *number < 0)];
            let sides = terms.len() == model.vars() && terms.iter().all(|(number, _)| number.abs() == 1);
            min == max && signs == [true; 2] && !(sides && lines)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::language::{Board, Piece, Wrap, classics};
    use crate::model::Worths;

    #[test]
    fn every_second_round_has_twice_the_work() {
        for round in 0..60 {
            let [own, next, last] = [round, round + 1, round + 2].map(Entry::work_of);
            assert!(own < next && next < last && last == 2 * own, "{own}, {next}, {last}");
        }
        assert_eq!(Entry::work_of(u32::MAX), u64::MAX);
    }

    #[test]
    fn a_sweep_has_most_of_a_count_where_its_end_is_in_sight_and_not_that_of_the_search() {
        let pace = |work, left| Some(Pace { work, each: 10, left });
        let states = |search, sweep| sweep_to_count(1000, search, sweep).map(|share| share.steps);
        // The search of 1000 nodes has 10,000 work, and a state has 10.
        let sweep = pace(1000, None);
        assert_eq!(states(pace(10_000, None), sweep), Some(500));
        assert_eq!(states(pace(10_000, Some(64 * 10_000)), sweep), Some(500));
        assert_eq!(states(pace(10_000, Some(65 * 10_000)), sweep), Some(2000));
        let foreseeing = |times: u64| states(pace(10_000, None), pace(1000, Some(times * 1000)));
        assert_eq!([4, 5, 12, 13].map(foreseeing), [2000, 500, 500, 125].map(Some));
        // It has none where the search foresees less than a quarter.
        let quarter = |more: u64| states(pace(10_000, Some(5000)), pace(5000, Some(4 * 5000 + more)));
        assert_eq!((quarter(3), quarter(4)), (Some(2000), None));
        // Nor where it foresees many times its turn.
        assert_eq!(states(pace(10_000, None), pace(1000, Some(65 * 1250))), None);
        assert_eq!(states(pace(10_000, Some(4096 * 10_000)), pace(1000, Some(65 * 1250))), Some(2000));
        // Where the search is hopeless it has six times as much.
        assert_eq!(states(pace(10_000, Some(4097 * 10_000)), pace(1000, Some(65 * 1250))), Some(6000));
        assert_eq!(nodes_to_tell_of_sweep(1000, pace(10_000, Some(64 * 10_000))), 1000);
        assert_eq!(nodes_to_tell_of_sweep(1000, pace(10_000, Some(65 * 10_000))), 8000);
    }

    #[test]
    fn a_narrow_sweep_for_the_most_of_what_attacks_nearby_has_more_than_the_search() {
        let attacking = |n, piece, most: usize| classics::attacking(Board::square(n), piece, 0..=most);
        let torus = classics::domination(Board::square(6).with_wrap(Wrap::Both), Piece::KNIGHT);
        for (problem, worth, preferred) in [
            (attacking(8, Piece::KING, 1), 1, true),
            (attacking(8, Piece::KNIGHT, 1), 1, false),
            (attacking(8, Piece::ROOK, 1), 1, false),
            (torus, -1, false),
        ] {
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
            let goal = Goal::Maximise(Worths::by_kind(&model, &[worth]));
            let sweep = entries(&model, &goal).into_iter().find(|entry| entry.engine == Engine::Sweep);
            let sweep = sweep.expect("it may take part");
            let joined = joining(sweep, &model, &goal, 1 << 30, &mut control).expect("no limit was set");
            assert_eq!(joined.is_some_and(|joined| joined.share == PREFERRED), preferred, "{problem}");
        }
    }

    #[test]
    fn an_engine_that_foresees_more_and_more_has_less_credit() {
        let credits = [None, Some(0), Some(50), Some(100), Some(400)].map(|now| credit(1000, [Some(100), now]));
        assert_eq!(credits, [1000, 1000, 1000, 1000, 250]);
        assert_eq!([None, Some(0)].map(|before| credit(1000, [before, Some(9)])), [1000; 2]);
        assert_eq!(credit(u64::MAX, [Some(1), Some(u64::MAX)]), 1);
        let sweep = Entry { engine: Engine::Sweep, reason: Reason::Narrow, share: [1, 2], from: 0, to: 9 };
        let granted = |now: u64| sweep.work(0, false, Some(1 << 20), credit(1 << 20, [Some(1 << 20), Some(now << 20)]));
        // It foresees four times its share, and is granted twice that while this is no more than twice its credit.
        assert_eq!([1, 2, 3].map(granted), [1 << 21, 1 << 21, sweep.share(0, false)].map(Some));
    }

    #[test]
    fn what_is_near_its_end_goes_on_at_once() {
        assert_eq!(to_the_end(Engine::Search, None, 1000), None);
        assert_eq!(to_the_end(Engine::Search, Some(251), 1000), None);
        assert_eq!(to_the_end(Engine::Search, Some(250), 1000), Some(500));
        assert_eq!(to_the_end(Engine::Search, Some(0), 1000), Some(1));
        assert_eq!(to_the_end(Engine::Sweep, Some(501), 1000), None);
        assert_eq!(to_the_end(Engine::Sweep, Some(500), 1000), Some(1000));
    }
}
