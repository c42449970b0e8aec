//! How a person solves a problem, step by step: the easiest step that is possible each time.
//!
//! - `model`: the rules as a person looks at them;
//! - `rules`: what follows from them, the easiest first;
//! - `chain`: why it follows;
//! - `bits`: sets of places.

mod bits;
mod chain;
mod model;
mod rules;

use queenside::{Budget, Cause, Kind, Placement, Problem, Square};

use bits::Bits;
use chain::{Chain, Raw, Site, Why};
use model::Model;
use rules::{decide, take};

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
}
