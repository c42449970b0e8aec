//! How a person solves a problem, step by step: the easiest step that is possible each time.

mod bits;
mod chain;
mod model;

use queenside::{Budget, Cause, Kind, Placement, Problem, Square};

use bits::Bits;
use chain::{Chain, Raw, Site, Why};
use model::{Cover, Model, Part, Rays, Sum, When};

use crate::Step;

/// What is known: the places that are taken, and those of which nothing is known.
#[derive(Clone)]
struct State {
    yes: Bits,
    open: Bits,
    /// Pieces whose attacks have not been looked at.
    fresh: Vec<usize>,
}

impl State {
    fn copy(&mut self, other: &Self) {
        self.yes.copy(&other.yes);
        self.open.copy(&other.open);
        self.fresh.clone_from(&other.fresh);
    }

    /// Adds what another state knows, and tells whether that is new; `None` if they contradict each other.
    fn learn(&mut self, other: &Self) -> Option<bool> {
        let mut is_new = !self.open.is_within(&other.open);
        for place in other.yes.iter().filter(|place| !self.yes.has(*place)).collect::<Vec<_>>() {
            if !self.open.has(place) {
                return None;
            }
            is_new = true;
            self.yes.insert(place);
            self.open.remove(place);
            self.fresh.push(place);
        }
        self.open.keep(&other.open);
        self.yes.iter().all(|place| other.yes.has(place) || other.open.has(place)).then_some(is_new)
    }
}

/// How hard a person thinks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// By units that are full or have no more places than they need.
    Simple,
    /// By all that needs no supposition.
    All,
}

/// What is supposed of a place, and how it is followed.
#[derive(Clone, Copy)]
struct Way {
    level: Level,
    /// How many suppositions may be nested.
    depth: usize,
    /// Whether a piece is supposed to stand there.
    stands: bool,
}

impl Way {
    /// All ways, the easiest first.
    const ALL: [Self; 8] = [
        Self { level: Level::Simple, depth: 1, stands: true },
        Self { level: Level::Simple, depth: 1, stands: false },
        Self { level: Level::All, depth: 1, stands: true },
        Self { level: Level::All, depth: 1, stands: false },
        Self { level: Level::Simple, depth: 2, stands: true },
        Self { level: Level::Simple, depth: 2, stands: false },
        Self { level: Level::All, depth: 2, stands: true },
        Self { level: Level::All, depth: 2, stands: false },
    ];

    /// A supposition within one.
    fn within(self) -> Self {
        Self { depth: self.depth - 1, stands: true, ..self }
    }
}

/// Whether a rule is in force.
enum Force {
    Yes,
    No,
    Perhaps,
}

/// What comes of a supposition.
enum Outcome {
    /// It contradicts the rules after this number of steps.
    Fails(usize),
    /// No step contradicts it.
    Stands,
    /// It was not followed to the end.
    Long,
    Impatient,
}

/// The work is too much for a person.
struct Impatient;

/// Sets that a step needs for a moment.
struct Scratch {
    one: Bits,
    other: Bits,
    /// Parts with few places.
    small: Vec<usize>,
    /// The places that take the room of more than this many parts.
    more: Vec<Bits>,
}

/// The person at work.
pub(crate) struct Reasoner {
    model: Model,
    /// The step found last.
    raw: Raw,
    scratch: Scratch,
    /// States for suppositions, one for each depth.
    supposed: Vec<State>,
    /// What follows from suppositions that stood when they were last looked at: by the number of the way and the place.
    stood: Vec<Vec<Option<State>>>,
    /// The work left, in units looked at.
    patience: u64,
}

/// The work that a person can do before giving up, in units looked at: some seconds of a computer.
const PATIENCE: u64 = 1 << 28;

impl Reasoner {
    pub(crate) fn new(problem: &Problem) -> Self {
        let model = Model::new(problem);
        let len = model.len();
        let scratch = Scratch { one: Bits::new(len), other: Bits::new(len), small: Vec::new(), more: Vec::new() };
        let empty = State { yes: Bits::new(len), open: Bits::new(len), fresh: Vec::with_capacity(len) };
        Self { model, raw: Raw::new(), scratch, supposed: vec![empty; 3], stood: Vec::new(), patience: PATIENCE }
    }

    fn start(&mut self) -> State {
        self.patience = PATIENCE;
        self.stood = vec![vec![None; self.model.len()]; Way::ALL.len()];
        let mut open = Bits::new(self.model.len());
        (0..self.model.len()).for_each(|place| open.insert(place));
        State { yes: Bits::new(self.model.len()), open, fresh: Vec::new() }
    }

    /// Returns the steps from these pieces to the only solution.
    pub(crate) fn steps(
        &mut self,
        givens: &[(Kind, Square)],
        solution: &Placement,
        budget: &mut Budget,
    ) -> Result<Vec<Step>, Cause> {
        let mut state = self.start();
        for place in (0..self.model.len()).filter(|place| givens.contains(&self.model.places[*place])) {
            take(&mut state, &mut self.raw, place);
        }
        let wanted = solution.len();
        let mut steps = Vec::new();
        let mut charged = self.patience;
        while state.yes.len() < wanted {
            let step = match self.next(&mut state, Level::All) {
                Ok(true) => self.raw.step(&self.model),
                Ok(false) => match self.suppose(&mut state) {
                    Some(step) => step,
                    None => self.search(&mut state, solution),
                },
                // A problem with a solution never fails. If it did, what is left would be taken from the solution.
                Err(_) => {
                    debug_assert!(false, "reasoning contradicts the solution");
                    self.search(&mut state, solution)
                }
            };
            steps.push(step);
            budget.charge((charged - self.patience).saturating_mul(8))?;
            charged = self.patience;
        }
        Ok(steps)
    }

    /// Returns the steps that follow from these pieces, until none does.
    pub(crate) fn follow(&mut self, givens: &[(Kind, Square)]) -> Vec<Step> {
        let mut state = self.start();
        for place in (0..self.model.len()).filter(|place| givens.contains(&self.model.places[*place])) {
            take(&mut state, &mut self.raw, place);
        }
        let mut steps = Vec::new();
        loop {
            match self.next(&mut state, Level::All) {
                Ok(true) => steps.push(self.raw.step(&self.model)),
                Ok(false) => match self.suppose(&mut state) {
                    Some(step) => steps.push(step),
                    None => return steps,
                },
                Err(_) => return steps,
            }
        }
    }

    /// Takes the next piece from the solution: the one with the fewest places open on its row.
    fn search(&mut self, state: &mut State, solution: &Placement) -> Step {
        let is_new = |place: &usize| {
            let (kind, square) = self.model.places[*place];
            !state.yes.has(*place) && solution.kind_at(square) == Some(kind)
        };
        let around = |place: &usize| self.model.out[*place].common(&state.open);
        let place = (0..self.model.len()).filter(is_new).max_by_key(around).unwrap_or(0);
        self.raw.begin(Why::Searched);
        take(state, &mut self.raw, place);
        self.raw.step(&self.model)
    }

    /// Supposes that a piece stands, or does not, until that leads to a contradiction; the shortest one wins.
    fn suppose(&mut self, state: &mut State) -> Option<Step> {
        for (number, way) in Way::ALL.into_iter().enumerate() {
            let Ok(shortest) = self.shortest(state, number, way) else { return None };
            let Some(place) = shortest else { continue };
            let chain = self.chain(state, place, way, 0);
            self.raw.begin(Why::Supposed(Box::new(chain)));
            decide(state, &mut self.raw, place, !way.stands);
            return Some(self.raw.step(&self.model));
        }
        None
    }

    /// Returns the place at which a supposition fails soonest.
    fn shortest(&mut self, state: &State, number: usize, way: Way) -> Result<Option<usize>, Impatient> {
        let (mut best, mut enough) = (None, usize::MAX);
        for place in state.open.iter() {
            if self.still_stands(state, number, way, place)? {
                continue;
            }
            match self.refute(state, place, way, 0, enough) {
                Outcome::Fails(length) => (best, enough) = (Some(place), length),
                Outcome::Stands => self.stood[number][place] = Some(self.supposed[0].clone()),
                Outcome::Long => {}
                Outcome::Impatient => return Err(Impatient),
            }
        }
        Ok(best)
    }

    /// Tells whether a supposition that stood before stands with what has become known since.
    fn still_stands(&mut self, state: &State, number: usize, way: Way, place: usize) -> Result<bool, Impatient> {
        let Some(mut stood) = self.stood[number][place].take() else { return Ok(false) };
        let found = match stood.learn(state) {
            None => return Ok(false),
            Some(false) => Outcome::Stands,
            Some(true) => self.follow_up(&mut stood, way, 0, usize::MAX),
        };
        match found {
            Outcome::Stands => {
                self.stood[number][place] = Some(stood);
                Ok(true)
            }
            Outcome::Impatient => Err(Impatient),
            Outcome::Fails(_) | Outcome::Long => Ok(false),
        }
    }

    /// Follows a supposition, for fewer than `enough` steps.
    fn refute(&mut self, state: &State, place: usize, way: Way, at: usize, enough: usize) -> Outcome {
        let mut own = self.enter(at);
        own.copy(state);
        self.raw.begin(Why::Searched);
        decide(&mut own, &mut self.raw, place, way.stands);
        let found = self.follow_up(&mut own, way, at, enough);
        self.supposed[at] = own;
        found
    }

    /// Makes steps until one fails, none follows, or there are `enough`.
    fn follow_up(&mut self, own: &mut State, way: Way, at: usize, enough: usize) -> Outcome {
        let mut length = 0;
        loop {
            if self.patience == 0 {
                return Outcome::Impatient;
            }
            match self.next(own, way.level) {
                Err(_) => return Outcome::Fails(length),
                Ok(true) => length += 1,
                Ok(false) if way.depth > 1 => match self.deeper(own, way, at) {
                    Some(true) => length += 10,
                    Some(false) => return Outcome::Stands,
                    None => return Outcome::Impatient,
                },
                Ok(false) => return Outcome::Stands,
            }
            if length >= enough {
                return Outcome::Long;
            }
        }
    }

    /// Decides a place by a supposition within one; `None` if patience ends.
    fn deeper(&mut self, own: &mut State, way: Way, at: usize) -> Option<bool> {
        for place in 0..self.model.len() {
            if !own.open.has(place) {
                continue;
            }
            match self.refute(own, place, way.within(), at + 1, usize::MAX) {
                Outcome::Fails(_) => {
                    self.raw.begin(Why::Within(place));
                    decide(own, &mut self.raw, place, false);
                    return Some(true);
                }
                Outcome::Stands | Outcome::Long => {}
                Outcome::Impatient => return None,
            }
        }
        Some(false)
    }

    fn enter(&mut self, at: usize) -> State {
        let none = State { yes: Bits::new(0), open: Bits::new(0), fresh: Vec::new() };
        std::mem::replace(&mut self.supposed[at], none)
    }

    /// Goes through a supposition that fails once more, and keeps what it takes.
    fn chain(&mut self, state: &State, place: usize, way: Way, at: usize) -> Chain {
        let mut own = state.clone();
        self.raw.begin(Why::Searched);
        decide(&mut own, &mut self.raw, place, way.stands);
        let mut raws = Vec::new();
        let broken = loop {
            match self.next(&mut own, way.level) {
                Err(site) => break site,
                Ok(true) => raws.push(self.raw.clone()),
                Ok(false) => {
                    let before = own.clone();
                    if way.depth < 2 || self.deeper(&mut own, way, at) != Some(true) {
                        // It failed before; only patience can have ended in between.
                        break Site::Unknown;
                    }
                    let mut raw = self.raw.clone();
                    if let Why::Within(within) = raw.why {
                        let inner = self.chain(&before, within, way.within(), at + 1);
                        raw.why = Why::Supposed(Box::new(inner));
                    }
                    raws.push(raw);
                }
            }
        };
        Chain { place, stands: way.stands, raws, broken }.trimmed(&self.model, state, &own)
    }

    /// Makes the easiest step that is possible, and keeps it as `raw`; `false` if there is none.
    fn next(&mut self, state: &mut State, level: Level) -> Result<bool, Site> {
        if self.attacked(state)? || self.full(state)? || self.last_places(state)? {
            return Ok(true);
        }
        if level == Level::All && (self.confined(state, 1)? || self.no_room(state)) {
            return Ok(true);
        }
        if self.weighted(state)? || self.rays(state)? {
            return Ok(true);
        }
        if level == Level::All {
            return Ok(self.confined(state, 2)?
                || self.packed(state)?
                || self.confined(state, 3)?
                || self.confined(state, 4)?);
        }
        Ok(false)
    }

    fn attacked(&mut self, state: &mut State) -> Result<bool, Site> {
        while let Some(place) = state.fresh.pop() {
            let near = &self.model.near[place];
            if near.meets(&state.yes) {
                let other = near.iter_common(&state.yes).next().unwrap_or(place);
                return Err(Site::Pair(place, other));
            }
            if near.meets(&state.open) {
                self.raw.begin(Why::Attacked(place));
                self.raw.excluded.extend(near.iter_common(&state.open));
                state.open.take(near);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn full(&mut self, state: &mut State) -> Result<bool, Site> {
        self.patience = self.patience.saturating_sub(self.model.sums.len() as u64);
        for (index, sum) in self.model.sums.iter().enumerate() {
            let taken = sum.plus.common(&state.yes) as i64;
            if taken < sum.most || sum.most == i64::MAX {
                continue;
            }
            if taken > sum.most {
                if withdraw(&sum.when, state, &mut self.raw, Site::Sum(index))? {
                    return Ok(true);
                }
            } else if matches!(force(&sum.when, state), Force::Yes) && sum.plus.meets(&state.open) {
                self.raw.begin(Why::Full(index));
                self.raw.excluded.extend(sum.plus.iter_common(&state.open));
                state.open.take(&sum.plus);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn last_places(&mut self, state: &mut State) -> Result<bool, Site> {
        self.patience = self.patience.saturating_sub(self.model.sums.len() as u64);
        for (index, sum) in self.model.sums.iter().enumerate() {
            if sum.least <= 0 {
                continue;
            }
            let open = sum.plus.common(&state.open) as i64;
            let all = sum.plus.common(&state.yes) as i64 + open;
            if all > sum.least {
                continue;
            }
            if all < sum.least {
                if withdraw(&sum.when, state, &mut self.raw, Site::Sum(index))? {
                    return Ok(true);
                }
            } else if open > 0 && matches!(force(&sum.when, state), Force::Yes) {
                self.raw.begin(Why::Last(index));
                let Scratch { one, .. } = &mut self.scratch;
                one.copy(&sum.plus);
                one.keep(&state.open);
                for place in one.iter() {
                    take(state, &mut self.raw, place);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds pieces that would leave too few places in a unit.
    fn no_room(&mut self, state: &mut State) -> bool {
        self.patience = self.patience.saturating_sub((self.model.sums.len() * self.model.len()) as u64 / 4);
        for (index, sum) in self.model.sums.iter().enumerate() {
            // A unit may have no least number.
            let need = sum.least.max(0) - sum.plus.common(&state.yes) as i64;
            if need <= 0 || !matches!(force(&sum.when, state), Force::Yes) {
                continue;
            }
            self.raw.begin(Why::NoRoom(index));
            for place in state.open.iter() {
                let left = sum.plus.common_without(&state.open, &self.model.out[place]) as i64;
                // Places of the unit count themselves, as they do not exclude themselves.
                if left < need {
                    self.raw.excluded.push(place);
                }
            }
            if !self.raw.excluded.is_empty() {
                self.raw.excluded.iter().for_each(|place| state.open.remove(*place));
                return true;
            }
        }
        false
    }

    /// Finds units whose pieces all stand in as many other units.
    fn confined(&mut self, state: &mut State, size: usize) -> Result<bool, Site> {
        for needing in 0..self.model.needing.len() {
            for limited in 0..self.model.limited.len() {
                let (needs, lines) = (self.model.needing[needing], self.model.limited[limited]);
                if needs != lines && self.confined_in(state, size, needs, lines)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn confined_in(&mut self, state: &mut State, size: usize, needs: usize, lines: usize) -> Result<bool, Site> {
        let Self { model, raw, scratch, patience, .. } = self;
        let (needs, lines) = (&model.families[needs], &model.families[lines]);
        if needs.len() < size || lines.is_empty() {
            return Ok(false);
        }
        // Units that still need pieces and have a limit elsewhere.
        let mut chosen = [0usize; 4];
        let mut depth = 0;
        let mut next = 0;
        loop {
            while next < needs.len() && need(model, state, needs[next]) <= 0 {
                next += 1;
            }
            if next == needs.len() {
                if depth == 0 {
                    return Ok(false);
                }
                depth -= 1;
                next = chosen[depth] + 1;
                continue;
            }
            chosen[depth] = next;
            next += 1;
            depth += 1;
            if depth < size {
                continue;
            }
            *patience = patience.saturating_sub(size as u64 + lines.len() as u64);
            scratch.one.clear();
            let mut needed = 0;
            for unit in &chosen[..size] {
                let sum = &model.sums[needs[*unit]];
                scratch.one.add(&sum.plus);
                needed += need(model, state, needs[*unit]);
            }
            scratch.one.keep(&state.open);
            depth -= 1;
            scratch.other.clear();
            let (mut room, mut touched) = (0, 0);
            for line in lines {
                let sum = &model.sums[*line];
                if !sum.plus.meets(&scratch.one) {
                    continue;
                }
                touched += 1;
                if sum.most == i64::MAX || !matches!(force(&sum.when, state), Force::Yes) {
                    room = i64::MAX;
                    break;
                }
                room += sum.most - sum.plus.common(&state.yes) as i64;
                scratch.other.add(&sum.plus);
                if room > needed {
                    break;
                }
            }
            if room > needed || touched == 0 || !scratch.one.is_within(&scratch.other) {
                continue;
            }
            let units: Vec<usize> = chosen[..size].iter().map(|unit| needs[*unit]).collect();
            if room < needed {
                return Err(Site::Sum(units[0]));
            }
            scratch.other.keep(&state.open);
            scratch.other.take(&scratch.one);
            if scratch.other.is_empty() {
                continue;
            }
            let full = lines.iter().copied().filter(|line| model.sums[*line].plus.meets(&scratch.one)).collect();
            raw.begin(Why::Confined(units, full));
            raw.excluded.extend(scratch.other.iter());
            state.open.take(&scratch.other);
            return Ok(true);
        }
    }

    /// Cuts units into parts that hold one piece each.
    fn packed(&mut self, state: &mut State) -> Result<bool, Site> {
        let Self { model, raw, scratch, patience, .. } = self;
        for (index, sum) in model.sums.iter().enumerate() {
            let needed = sum.least.max(0) - sum.plus.common(&state.yes) as i64;
            if needed < 2 || !matches!(force(&sum.when, state), Force::Yes) {
                continue;
            }
            scratch.one.copy(&sum.plus);
            scratch.one.keep(&state.open);
            for (cover, Cover { parts, reach }) in model.covers.iter().enumerate() {
                *patience = patience.saturating_sub(parts.len() as u64 * 4);
                scratch.small.clear();
                let mut with_room = 0;
                for (part, Part { places, .. }) in parts.iter().enumerate() {
                    let room = places.common(&scratch.one);
                    with_room += i64::from(room > 0);
                    if (1..=*reach).contains(&room) {
                        scratch.small.push(part);
                    }
                }
                let spare = with_room - needed;
                if spare < 0 {
                    return Err(Site::Sum(index));
                }
                raw.begin(Why::Packed(index, cover));
                // A piece takes the room of the parts that it excludes whole, without its own.
                let Scratch { one, other, small, more } = scratch;
                if small.len() as i64 > spare {
                    let spare = spare as usize;
                    more.iter_mut().take(spare + 1).for_each(Bits::clear);
                    more.resize_with(more.len().max(spare + 1), || Bits::new(model.len()));
                    for (looked, part) in small.iter().enumerate() {
                        other.copy(&state.open);
                        let inside = parts[*part].places.iter_common(one);
                        inside.for_each(|place| other.keep(&model.out[place]));
                        // No place takes more than were looked at, and too few is what the rest cannot make up for.
                        let fewest = (spare + looked + 1).saturating_sub(small.len());
                        for count in (fewest.max(1)..=spare.min(looked)).rev() {
                            let (below, above) = more.split_at_mut(count);
                            above[0].add_common(&below[count - 1], other);
                        }
                        if fewest == 0 {
                            more[0].add(other);
                        }
                    }
                    raw.excluded.extend(more[spare].iter());
                }
                if !raw.excluded.is_empty() {
                    raw.excluded.iter().for_each(|place| state.open.remove(*place));
                    return Ok(true);
                }
                if spare == 0 {
                    for part in parts.iter().filter(|part| part.places.common(&scratch.one) == 1) {
                        let place = part.places.iter_common(&scratch.one).next().unwrap_or_default();
                        take(state, raw, place);
                    }
                    if !raw.placed.is_empty() {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn weighted(&mut self, state: &mut State) -> Result<bool, Site> {
        let Self { model, raw, patience, .. } = self;
        for (index, rule) in model.weighted.iter().enumerate() {
            *patience = patience.saturating_sub(rule.terms.len() as u64);
            let (mut low, mut high) = (0i64, 0i64);
            for (number, place) in &rule.terms {
                if state.yes.has(*place) {
                    low += number;
                    high += number;
                } else if state.open.has(*place) {
                    low += number.min(&0);
                    high += number.max(&0);
                }
            }
            if low > rule.most || high < rule.least {
                return Err(Site::Weighted(index));
            }
            raw.begin(Why::Weighted(index));
            for (number, place) in rule.terms.iter().filter(|(_, place)| state.open.has(*place)) {
                // With the piece, and without it, the sum stays within its range?
                let with = low - number.min(&0) + number <= rule.most && high - number.max(&0) + number >= rule.least;
                let without = low - number.min(&0) <= rule.most && high - number.max(&0) >= rule.least;
                match (with, without) {
                    (false, false) => return Err(Site::Weighted(index)),
                    (true, false) => raw.placed.push(*place),
                    (false, true) => raw.excluded.push(*place),
                    (true, true) => {}
                }
            }
            if !raw.placed.is_empty() || !raw.excluded.is_empty() {
                settle(state, raw);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn rays(&mut self, state: &mut State) -> Result<bool, Site> {
        let Self { model, raw, patience, .. } = self;
        for (index, rule) in model.rays.iter().enumerate() {
            let force = force(&rule.when, state);
            if matches!(force, Force::No) {
                continue;
            }
            *patience = patience.saturating_sub(rule.list.len() as u64 * 2);
            let (mut certain, mut possible) = (0, 0);
            for ray in &rule.list {
                let (is_certain, is_possible) = look(ray, state);
                certain += i64::from(is_certain);
                possible += i64::from(is_possible);
            }
            if certain > rule.most || possible < rule.least {
                if withdraw(&rule.when, state, raw, Site::Rays(index))? {
                    return Ok(true);
                }
                continue;
            }
            if !matches!(force, Force::Yes) {
                continue;
            }
            raw.begin(Why::Rays(index));
            if possible == rule.least {
                must_hit(rule, state, raw);
            }
            if certain == rule.most {
                must_miss(rule, state, raw);
            }
            raw.placed.sort_unstable();
            raw.placed.dedup();
            raw.excluded.sort_unstable();
            raw.excluded.dedup();
            if raw.placed.iter().any(|place| raw.excluded.contains(place)) {
                return Err(Site::Rays(index));
            }
            if !raw.placed.is_empty() || !raw.excluded.is_empty() {
                settle(state, raw);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns how many pieces a unit still needs.
fn need(model: &Model, state: &State, sum: usize) -> i64 {
    let sum: &Sum = &model.sums[sum];
    match force(&sum.when, state) {
        Force::Yes if sum.least > 0 => sum.least - sum.plus.common(&state.yes) as i64,
        _ => 0,
    }
}

/// Each possible ray must be hit: where only one place can do it, a piece stands there and nothing before it.
fn must_hit(rule: &Rays, state: &State, raw: &mut Raw) {
    for ray in &rule.list {
        if !look(ray, state).1 {
            continue;
        }
        let mut hits = ray.iter().enumerate().flat_map(|(at, stop)| {
            let candidates = stop.hit.iter().filter(|place| state.yes.has(*place) || state.open.has(*place));
            candidates.map(move |place| (at, place))
        });
        let (Some((at, place)), None) = (hits.next(), hits.next()) else { continue };
        if state.open.has(place) {
            raw.placed.push(place);
        }
        for stop in &ray[..at] {
            raw.excluded.extend(stop.block.iter_common(&state.open));
        }
    }
}

/// No further ray may be hit: no piece that counts stands where nothing can stand before it.
fn must_miss(rule: &Rays, state: &State, raw: &mut Raw) {
    for ray in rule.list.iter().filter(|ray| !look(ray, state).0) {
        for stop in ray {
            if stop.block.meets(&state.yes) {
                break;
            }
            raw.excluded.extend(stop.hit.iter_common(&state.open));
            if stop.block.meets(&state.open) {
                break;
            }
        }
    }
}

/// Tells whether the first piece on a ray certainly counts, and whether it possibly does.
fn look(ray: &[model::Stop], state: &State) -> (bool, bool) {
    let (mut blocked, mut possible) = (false, false);
    for stop in ray {
        if stop.hit.meets(&state.yes) {
            return (!blocked, true);
        }
        if stop.block.meets(&state.yes) {
            return (false, possible);
        }
        possible |= stop.hit.meets(&state.open);
        blocked |= stop.block.meets(&state.open);
    }
    (false, possible)
}

fn force(when: &When, state: &State) -> Force {
    match when {
        When::Stands(place) if state.yes.has(*place) => Force::Yes,
        When::Stands(place) if state.open.has(*place) => Force::Perhaps,
        When::Stands(_) => Force::No,
        When::Vacant(places) if places.meets(&state.yes) => Force::No,
        When::Vacant(places) if places.meets(&state.open) => Force::Perhaps,
        When::Always | When::Vacant(_) => Force::Yes,
    }
}

/// Draws the conclusion from a rule that cannot be met: it is not in force. `false` if that says nothing yet.
fn withdraw(when: &When, state: &mut State, raw: &mut Raw, site: Site) -> Result<bool, Site> {
    match (force(when, state), when) {
        (Force::Perhaps, When::Stands(place)) => {
            raw.begin(Why::Unmet(site));
            decide(state, raw, *place, false);
            Ok(true)
        }
        (Force::Perhaps, When::Vacant(places)) if places.common(&state.open) == 1 => {
            let place = places.iter_common(&state.open).next().unwrap_or_default();
            raw.begin(Why::Unmet(site));
            decide(state, raw, place, true);
            Ok(true)
        }
        (Force::No | Force::Perhaps, _) => Ok(false),
        (Force::Yes, _) => Err(site),
    }
}

/// Puts a piece on a place, as part of a step.
fn take(state: &mut State, raw: &mut Raw, place: usize) {
    state.yes.insert(place);
    state.open.remove(place);
    state.fresh.push(place);
    raw.placed.push(place);
}

fn decide(state: &mut State, raw: &mut Raw, place: usize, stands: bool) {
    if stands {
        take(state, raw, place);
    } else {
        state.open.remove(place);
        raw.excluded.push(place);
    }
}

/// Makes a state what a step says.
fn settle(state: &mut State, raw: &Raw) {
    for place in &raw.placed {
        state.yes.insert(*place);
        state.open.remove(*place);
        state.fresh.push(*place);
    }
    raw.excluded.iter().for_each(|place| state.open.remove(*place));
}
