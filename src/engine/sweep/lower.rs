//! From the rules of a model to flags and automata.

use std::collections::{HashMap, HashSet};

use super::super::Refusal;
use super::automaton::{Automaton, LocalRule};
use super::flag::{Flag, Flags};
use super::order::Order;
use super::{sum, view};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::judge::sight;
use crate::language::{Chain, Interval, Move, OrderedMap, OrderedSet, Piece, Sight, Square, sort_by_number};
use crate::model::{Model, Rule, Sets, Var, View, Views, When};

/// All rules of a model, each as a flag or a small automaton.
pub(super) struct Lowered {
    pub(super) flags: Vec<Flag>,
    pub(super) automata: Vec<Automaton>,
    /// Automata that count how many of some flags are raised.
    pub(super) tallies: Vec<(Automaton, Vec<usize>)>,
    /// Whether the rules are unsatisfiable.
    pub(super) never: bool,
}

/// The refusal of a frontier of more bits.
pub(super) fn too_wide(bits: u32) -> Refusal {
    Refusal::declined(format!("more than {bits} bits have to be remembered from square to square"))
}

/// The largest number of flags: beyond that the frontier is too wide in any case.
const MAX_FLAGS: usize = 1 << 16;

impl Lowered {
    /// Declines as soon as the frontier is known to be wider than this many bits.
    pub(super) fn within(bits: u32, model: &Model, order: &Order, control: &mut Control) -> Result<Self, Refusal> {
        let mut lowering = Lowering {
            model,
            order,
            control,
            flags: Flags::default(),
            automata: HashMap::new(),
            tallies: Vec::new(),
            never: false,
            bits: vec![0; order.len()],
            max_bits: bits,
        };
        for family in model.cliques.iter().filter(|family| family.name == BoundName::Counts) {
            for set in family.sets.iter() {
                lowering.charge(set.len())?;
                lowering.flags.add(Flag::at_most_one(set));
            }
        }
        for rule in &model.rules {
            lowering.rule(rule)?;
        }
        for views in &model.forbidden {
            lowering.sight(views)?;
        }
        let Lowering { flags, automata, tallies, never, .. } = lowering;
        let mut automata: Vec<(Automaton, usize)> = automata.into_iter().collect();
        sort_by_number(&mut automata, |(_, number)| *number as i64);
        let automata = automata.into_iter().map(|(automaton, _)| automaton).collect();
        Ok(Self { flags: flags.into_vec(), automata, tallies, never })
    }
}

struct Lowering<'a> {
    model: &'a Model,
    order: &'a Order,
    control: &'a mut Control,
    flags: Flags,
    /// The automata, each once, by their numbers.
    automata: HashMap<Automaton, usize>,
    tallies: Vec<(Automaton, Vec<usize>)>,
    never: bool,
    /// At least how many bits are held after each place, and the most that may be.
    bits: Vec<u32>,
    max_bits: u32,
}

/// Bits that are held from one place to another.
struct Span {
    ends: [usize; 2],
    bits: u32,
}

/// Kinds that share a ride and attack the same kinds.
struct Ride {
    movement: Move,
    riders: u64,
    to: u64,
    sight: Sight,
}

impl Lowering<'_> {
    fn charge(&mut self, squares: usize) -> Result<(), Cause> {
        self.control.charge(16 + 8 * squares as u64)
    }

    /// Notes that bits are held from the first of these places to the last.
    fn hold(&mut self, places: &[usize], width: u32) -> Result<(), Refusal> {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(()) };
        self.charge(places.len())?;
        let held = &mut self.bits[*first..*last];
        for bits in held.iter_mut() {
            *bits += width;
        }
        if held.iter().any(|bits| *bits > self.max_bits) {
            return Err(too_wide(self.max_bits));
        }
        Ok(())
    }

    /// Adds an automaton, unless it allows everything or is known.
    fn add(&mut self, automaton: Automaton) -> Result<(), Refusal> {
        let number = self.automata.len();
        if automaton.is_idle() || self.automata.contains_key(&automaton) {
            return Ok(());
        }
        self.hold(&automaton.places, automaton.width)?;
        self.automata.insert(automaton, number);
        Ok(())
    }

    fn piece(&self, kind: usize) -> &Piece {
        self.model.piece(kind)
    }

    /// Adds a rule.
    fn rule(&mut self, rule: &Rule) -> Result<(), Refusal> {
        match rule {
            Rule::Count { vars, range } => {
                let (min, max) = range.ends();
                if min == 1 && max >= vars.len() as i64 {
                    // If the maximum is one as well, one flag serves for both.
                    let both = Flag { must: true, ..Flag::at_most_one(vars) };
                    let is_clique = self.flags.has(&both);
                    self.flags.add(if is_clique { both } else { Flag { blocks: Vec::new(), ..both } });
                    return Ok(());
                }
                let ceilings = self.ceilings(vars, min)?;
                let terms: Vec<(i64, Var)> = vars.iter().map(|var| (1, *var)).collect();
                let sum = sum::sum(&terms, *range, &ceilings, self.order, self.control)?;
                self.add(sum)?;
            }
            Rule::Linear { terms, range } if terms.is_empty() => {
                if !range.contains(0) {
                    self.never = true;
                }
            }
            Rule::Linear { terms, range } => {
                let sum = sum::sum(terms, *range, &[], self.order, self.control)?;
                self.add(sum)?;
            }
            Rule::Same(vars) => {
                let same = sum::same(vars, self.order, self.control)?;
                self.add(same)?;
            }
            Rule::OccupiedLines { lines, range } => self.occupied_lines(lines, *range)?,
            Rule::Never => self.never = true,
            Rule::Views(views) => self.sight(views)?,
            // Attacks that are forbidden say these.
            Rule::NotBoth(..) => {}
        }
        Ok(())
    }

    /// Returns how many of these variables can still become true from each place on, by the partitions of the model.
    /// Only a count with a large minimum needs it.
    fn ceilings(&mut self, vars: &[Var], min: i64) -> Result<Vec<i64>, Cause> {
        if min <= 1 || 2 * vars.len() < self.model.slots.len() {
            return Ok(Vec::new());
        }
        let mut counted = vec![false; self.model.vars()];
        for var in vars {
            counted[*var as usize] = true;
        }
        let mut best = vec![i64::MAX; self.order.len() + 1];
        for partition in self.model.partitions(&counted, self.control)? {
            let mut ends = vec![0; self.order.len() + 1];
            for set in partition.sets.iter() {
                if let Some(last) = set.iter().map(|var| self.order.place(*var)).max() {
                    ends[last] += 1;
                }
            }
            let mut alive = 0;
            for place in (0..self.order.len()).rev() {
                alive += ends[place];
                best[place] = best[place].min(alive);
            }
        }
        Ok(best)
    }

    fn occupied_lines(&mut self, lines: &Sets, range: Interval) -> Result<(), Refusal> {
        let mut places: OrderedMap<usize, Vec<usize>> = OrderedMap::new();
        let mut members = Vec::new();
        for line in lines.iter() {
            self.charge(line.len())?;
            let flag = Flag { blocks: Vec::new(), kept: true, ..Flag::at_most_one(line) };
            // Lines that hold the same squares count separately.
            let known = self.flags.add(flag.clone());
            members.push(if members.contains(&known) { self.flags.add_apart(flag) } else { known });
            for var in line {
                let rises = places.entry(self.order.place(*var));
                rises.resize(self.order.choices(), 0);
                rises[self.order.choice(*var)] += 1;
            }
        }
        if places.is_empty() {
            if !range.contains(0) {
                self.never = true;
            }
            return Ok(());
        }
        let max = |rises: Vec<usize>| rises.into_iter().max().unwrap_or(0);
        let (places, rises): (Vec<usize>, Vec<usize>) =
            places.into_vec().into_iter().map(|(place, rises)| (place, max(rises))).unzip();
        let tally = sum::tally(places, &rises, range, self.control)?;
        self.tallies.push((tally, members));
        Ok(())
    }

    /// Adds a rule about attacks or covering.
    fn sight(&mut self, views: &Views) -> Result<(), Refusal> {
        match views.out() {
            Some((from, to)) if views.forbids() && self.no_attacks(from, to, views.sight)? => Ok(()),
            _ => self.views(views),
        }
    }

    fn views(&mut self, views: &Views) -> Result<(), Refusal> {
        let blockers = self.model.stopping(Sight::Through);
        let mut all = Vec::new();
        views.each(self.model, self.control, &mut |view| all.push(view))?;
        let mut rest = Vec::with_capacity(all.len());
        let stopping = self.model.stopping(views.sight);
        for own in all {
            let Some(flag) = view::flag(&own, views.range, stopping, self.model) else {
                rest.push(own);
                continue;
            };
            self.charge(own.cells())?;
            let (life, known) = (flag.life(self.order), self.flags.len());
            self.flags.add(flag);
            if let Some((first, last)) = life.filter(|_| self.flags.len() > known) {
                self.hold(&[first, last], 1)?;
            }
            self.control.check_granted()?;
        }
        let all = rest;
        // Before any is lowered, which may take long. Equal automata, which are added once, read the same places.
        let mut known = HashSet::new();
        let spans: Vec<Span> = all.iter().map(|own| self.span(own, views.range, &mut known)).collect();
        for span in &spans {
            self.hold(&span.ends, span.bits)?;
        }
        let mut near = view::Known::default();
        for (own, Span { ends: [first, last], bits }) in all.iter().zip(spans) {
            for held in &mut self.bits[first..last] {
                *held -= bits;
            }
            if own.rays.is_empty() && own.when == When::Always {
                if !views.range.contains(0) {
                    self.never = true;
                }
                continue;
            }
            let automaton = view::view(own, views.range, views.sight, blockers, self.order, &mut near, self.control)?;
            self.add(automaton)?;
            self.control.check_granted()?;
        }
        Ok(())
    }

    /// Returns what a view holds at least: a bit if there is something to count, and two if what is missing, what is enough and what
    /// is too much are told apart; nothing if another reads the same places.
    fn span(&self, view: &View, range: Interval, known: &mut HashSet<Vec<usize>>) -> Span {
        let (min, max) = range.ends();
        let rays = view.rays.len() as i64;
        let counts = |number: i64| (1..rays).contains(&number);
        let condition = match view.when {
            When::Always => None,
            When::Placed(var) => Some(self.order.place(var)),
            When::Vacant(slot) => Some(self.order.place_of_slot(slot)),
        };
        let cells = view.rays.iter().flat_map(|ray| &ray.cells).map(|(slot, _)| self.order.place_of_slot(*slot));
        let places = cells.chain(condition).collect::<OrderedSet<usize>>().into_vec();
        let ends = [places.first().copied().unwrap_or(0), places.last().copied().unwrap_or(0)];
        // Of rays that meet a piece is seen once.
        if !view.simple || !(counts(min) || counts(max)) || !known.insert(places) {
            return Span { ends, bits: 0 };
        }
        Span { ends, bits: 1 + u32::from(min == max && counts(max + 1) && condition.is_some()) }
    }

    /// Adds "no piece of some kinds attacks one of others" as flags; returns whether that is possible.
    fn no_attacks(&mut self, from: u64, to: u64, sight: Sight) -> Result<bool, Refusal> {
        let mut rides: OrderedMap<Move, u64> = OrderedMap::new();
        for kind in (0..self.model.kinds).filter(|kind| has(from, *kind)) {
            for movement in self.piece(kind).moves() {
                *rides.entry(*movement) |= 1 << kind;
            }
        }
        let rides: Vec<Ride> =
            rides.into_vec().into_iter().map(|(movement, riders)| Ride { movement, riders, to, sight }).collect();
        let mut chains: Vec<Vec<Chain>> = Vec::new();
        for ride in &rides {
            let own = if ride.movement.steps() > 1 { self.chains(ride.movement)? } else { Vec::new() };
            // A shield must be noted in the order of the line; elsewhere no piece may hide another.
            if self.shields(ride, from) && own.iter().any(|chain| self.direction(chain).is_none()) {
                return Ok(false);
            }
            chains.push(own);
        }
        for (ride, chains) in rides.iter().zip(&chains) {
            if ride.movement.steps() == 1 {
                self.leap(ride)?;
            }
            for chain in chains {
                self.ride(ride, chain)?;
            }
        }
        Ok(true)
    }

    fn chains(&mut self, movement: Move) -> Result<Vec<Chain>, Cause> {
        let board = self.model.board();
        let mut all = Vec::new();
        board.try_each_chain(movement.rows(), movement.columns(), &mut |chain| {
            self.control.charge(8 * chain.squares.len() as u64)?;
            all.extend(board.cut(chain).into_iter().filter(|chain| chain.squares.len() > 1));
            Ok(())
        })?;
        Ok(all)
    }

    /// Tells whether a piece may hide one from another without being part of an attack.
    fn shields(&self, ride: &Ride, from: u64) -> bool {
        (0..self.model.kinds).any(|kind| {
            let attacks = has(from, kind)
                && self.piece(kind).moves().iter().any(|own| {
                    own.reach() != crate::Reach::Leap
                        && (own.rows(), own.columns()) == (ride.movement.rows(), ride.movement.columns())
                        && own.steps() >= ride.movement.steps()
                });
            let transparent = ride.sight == Sight::Through && !self.piece(kind).is_blocker();
            !(has(ride.to, kind) || attacks || transparent)
        })
    }

    /// Returns whether the sweep visits a chain forwards or backwards; `None` if neither.
    fn direction(&self, chain: &Chain) -> Option<bool> {
        if chain.is_loop {
            return None;
        }
        let slots = chain.squares.iter().filter_map(|square| self.model.slot(*square));
        let places: Vec<usize> = slots.map(|slot| self.order.place_of_slot(slot)).collect();
        let forwards = places.windows(2).all(|two| two[0] < two[1]);
        let backwards = places.windows(2).all(|two| two[0] > two[1]);
        (forwards || backwards).then_some(forwards)
    }

    /// Returns the variables of some kinds on some squares.
    fn on(&self, squares: &[Square], kind: impl Fn(usize) -> bool) -> Vec<Var> {
        let mut vars = Vec::new();
        for slot in squares.iter().filter_map(|square| self.model.slot(*square)) {
            vars.extend(self.model.of_slot(slot).filter(|var| kind(*var as usize % self.model.kinds)));
        }
        vars
    }

    fn leap(&mut self, ride: &Ride) -> Result<(), Refusal> {
        let model = self.model;
        for square in &model.slots {
            self.charge(1)?;
            let Some(to) = sight::path(model.board(), *square, ride.movement).next() else { continue };
            self.pairs(ride, *square, &[to])?;
        }
        Ok(())
    }

    /// Excludes riders on one square together with others on any of these.
    fn pairs(&mut self, ride: &Ride, from: Square, reached: &[Square]) -> Result<(), Refusal> {
        let theirs = self.on(reached, |kind| has(ride.to, kind));
        for own in self.on(&[from], |kind| has(ride.riders, kind)) {
            self.charge(theirs.len())?;
            for other in &theirs {
                self.flags.pair(own, *other, self.order);
            }
        }
        Ok(())
    }

    fn ride(&mut self, ride: &Ride, chain: &Chain) -> Result<(), Refusal> {
        let Chain { squares, is_loop } = chain;
        self.charge(squares.len())?;
        if self.flags.len() > MAX_FLAGS {
            return Err(Refusal::declined(format!("more than {MAX_FLAGS} lines have to be remembered")));
        }
        let short = ride.movement.steps() < squares.len() - 1;
        let riding = |kind: usize| has(ride.riders, kind);
        let stops = |kind: usize| ride.sight == Sight::First || self.piece(kind).is_blocker();
        let sees = |kind: usize| has(ride.to, kind);
        match self.direction(chain) {
            // All riders reach equally far, so only the last one need be remembered.
            Some(_) if short => {
                let automaton = self.short_ride(ride, chain)?;
                self.add(automaton)?;
            }
            // A later piece on the line is seen by the last one before it, or sees it.
            Some(forwards) => {
                let (raise, block): (&dyn Fn(usize) -> bool, &dyn Fn(usize) -> bool) =
                    if forwards { (&riding, &sees) } else { (&sees, &riding) };
                let flag = Flag {
                    raises: self.on(squares, raise),
                    lowers: self.on(squares, |kind| stops(kind) && !raise(kind)),
                    blocks: self.on(squares, block),
                    family: Some(positive(ride.movement)),
                    ..Flag::at_most_one(&[])
                };
                self.flags.add(flag);
            }
            None => {
                let back = ride.movement.reversed();
                let mutual = (0..self.model.kinds)
                    .filter(|kind| riding(*kind))
                    .all(|kind| self.piece(kind).moves().contains(&back));
                if !short && (*is_loop || mutual) {
                    let (own, theirs) = (self.on(squares, riding), self.on(squares, sees));
                    for (raises, blocks) in [(own.clone(), theirs.clone()), (theirs, own)] {
                        self.flags.add(Flag { raises, blocks, ..Flag::at_most_one(&[]) });
                    }
                    return Ok(());
                }
                let round = if *is_loop { squares.len() } else { 0 };
                for (place, square) in squares.iter().enumerate() {
                    let ahead = squares[place + 1..].iter().chain(&squares[..place.min(round)]).copied();
                    let reached: Vec<Square> = ahead.take(ride.movement.steps()).collect();
                    self.pairs(ride, *square, &reached)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the automaton of a ride that is shorter than its chain, which the sweep visits in one direction.
    fn short_ride(&mut self, ride: &Ride, chain: &Chain) -> Result<Automaton, Refusal> {
        let forwards = self.direction(chain) == Some(true);
        let mut squares = chain.squares.clone();
        if !forwards {
            squares.reverse();
        }
        let model = self.model;
        let open = squares.iter().enumerate().filter_map(|(at, square)| Some((at, model.slot(*square)?)));
        let (ats, slots): (Vec<usize>, Vec<u32>) = open.unzip();
        let kinds = 0..model.kinds;
        let short = Short {
            ats,
            steps: ride.movement.steps(),
            forwards,
            riding: kinds.clone().map(|kind| has(ride.riders, kind)).collect(),
            seen: kinds.clone().map(|kind| has(ride.to, kind)).collect(),
            stops: kinds.map(|kind| ride.sight == Sight::First || self.piece(kind).is_blocker()).collect(),
        };
        let places = slots.iter().map(|slot| self.order.place_of_slot(*slot)).collect();
        Automaton::new(places, self.order.choices(), &short, self.control)
    }
}

/// Whether a kind is one of a mask.
fn has(kinds: u64, kind: usize) -> bool {
    kinds >> kind & 1 == 1
}

/// One of the two directions of a line.
fn positive(movement: Move) -> (i32, i32) {
    let step = (movement.rows(), movement.columns());
    step.max((step.0.saturating_neg(), step.1.saturating_neg()))
}

/// A ride of limited range: where the last piece stood that can see, or be seen by, the next.
struct Short {
    /// The position on its line of each place.
    ats: Vec<usize>,
    steps: usize,
    forwards: bool,
    riding: Vec<bool>,
    seen: Vec<bool>,
    stops: Vec<bool>,
}

impl LocalRule for Short {
    /// One more than the position of that piece; 0 if there is none.
    type State = usize;

    fn start(&self) -> usize {
        0
    }

    fn next(&self, state: &usize, place: usize, input: usize) -> Option<usize> {
        let at = self.ats[place];
        let state = if *state > 0 && at + 1 - state <= self.steps { *state } else { 0 };
        let Some(kind) = input.checked_sub(1) else { return Some(state) };
        let (raise, block) = if self.forwards { (&self.riding, &self.seen) } else { (&self.seen, &self.riding) };
        if block[kind] && state > 0 {
            return None;
        }
        Some(if raise[kind] {
            at + 1
        } else if self.stops[kind] {
            0
        } else {
            state
        })
    }

    fn accepts(&self, _: &usize) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::layout::{Layout, MAX_BITS};
    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Problem, Wrap, classics};

    #[test]
    fn no_sweep_is_declined_for_more_bits_than_its_frontier_has() {
        let mut control = Control::new(&Options::new());
        let mut tried = 0;
        let boards = [
            Board::new(2, 3),
            Board::square(4),
            Board::square(5).with_walls([(1, 1), (2, 3)]),
            Board::square(4).with_wrap(Wrap::Both),
            Board::new(6, 3),
        ];
        let pieces = [Piece::KING, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP, Piece::WAZIR, Piece::leaper(3, 1)];
        for (board, piece) in boards.iter().flat_map(|board| pieces.iter().map(move |piece| (board, piece))) {
            let own = || (board.clone(), piece.clone());
            let attacking = |range: Interval| classics::attacking(own().0, own().1, range);
            let mut problems: Vec<Problem> =
                (0..5).flat_map(|k| [k..=k, 0..=k, 1..=k + 1]).map(|range| attacking(range.into())).collect();
            problems.push(classics::domination(own().0, own().1));
            problems.push(classics::total_domination(own().0, own().1));
            for problem in problems {
                let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
                let order = Order::new(&model);
                let mut lowered = |bits| Lowered::within(bits, &model, &order, &mut control);
                let Ok(whole) = lowered(MAX_BITS) else { continue };
                let Ok(layout) = Layout::new(&whole, &order, &|_| true) else { continue };
                assert!(lowered(layout.width).is_ok(), "{} bits: {problem}", layout.width);
                tried += 1;
            }
        }
        assert!(tried > 400, "{tried}");
    }
}
