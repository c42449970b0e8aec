//! Strips of the board, each with all that the sweep remembers of rules that speak of the strip alone.
//!
//! A strip is a component: all flags and automata that read no square outside are one. So a strip knows what the rules inside it
//! leave together, which none of them tells by itself, and strips that overlap know nearly what the whole board does. The worth of a
//! choice is divided among the strips that hold its square, and where one strip would choose it and another would not, the first is
//! given less and the other more.

use std::sync::Arc;

use super::super::PreparedSweep;
use super::super::key::Key;
use super::super::layout::Layout;
use super::super::lower::Lowered;
use super::super::order::{Lanes, Span};
use super::super::plan::Plan;
use super::super::table::Table;
use super::component::{Component, Division, NEVER, Source};
use super::shortfalls::Shortfalls;
use crate::budget::{Cause, Control};
use crate::model::Model;

/// The most strips that hold a square.
pub(in super::super) const MOST_STRIPS: usize = 8;

/// What may be known of a strip at one of its places.
pub(super) struct States<K> {
    /// The bits that are its own.
    bits: K,
    table: Table<K>,
}

impl<K: Key> States<K> {
    /// Returns the number of what a state of the sweep knows of the strip.
    #[inline]
    pub(super) fn number(&self, state: K) -> usize {
        // What a strip does in a sweep it also does alone, so each of its states was found when it was made.
        self.table.find(state.common(self.bits)).unwrap_or(0)
    }
}

/// What strips are made of.
struct Ground<'a> {
    prepared: &'a PreparedSweep,
    components: &'a [Component<'a>],
    /// The lanes that each component reads.
    spans: Vec<Span>,
    lanes: Lanes,
}

impl<'a> Ground<'a> {
    fn new(model: &Model, prepared: &'a PreparedSweep, components: &'a [Component<'a>]) -> Self {
        let lanes = prepared.order.lanes(model);
        let spans = components.iter().map(|component| lanes.span(&component.places)).collect();
        Self { prepared, components, spans, lanes }
    }

    /// Returns all strips of this many lanes; `None` if they have more than this many entries.
    fn strips<K: Key>(
        &self,
        width: usize,
        max_entries: u64,
        control: &mut Control,
    ) -> Result<Option<Vec<Strip<K>>>, Cause> {
        let (mut strips, mut room) = (Vec::new(), max_entries);
        for span in self.lanes.spans(width) {
            let Some(strip) = Strip::new(self, span, room, control)? else { return Ok(None) };
            room -= strip.cost();
            strips.push(strip);
        }
        Ok(Some(strips))
    }
}

/// The squares of some lanes, from one end of the board to the other.
struct Strip<K> {
    span: Span,
    places: Vec<usize>,
    /// For each of them what may be known there, and after each choice the number of what is known next.
    states: Vec<Arc<States<K>>>,
    next: Vec<Vec<u32>>,
    /// The numbers of its choices, place by place, and the best so far.
    numbers: Vec<i64>,
    best: Vec<i64>,
    /// For each state at each place, and the one at the end, the most that numbers add up to from there.
    most: Vec<Vec<i64>>,
    /// The choices of a path of the most.
    way: Vec<usize>,
}

/// There is no next state.
const NONE: u32 = u32::MAX;

impl<K: Key> Strip<K> {
    /// Returns the strip of a span; `None` if it has more than this many entries, or the rules inside leave nothing.
    fn new(ground: &Ground<'_>, span: Span, max_entries: u64, control: &mut Control) -> Result<Option<Self>, Cause> {
        let PreparedSweep { order, lowered, layout } = ground.prepared;
        let choices = order.choices();
        let inside = ground.components.iter().zip(&ground.spans);
        let inside = inside.filter(|(_, inner)| ground.lanes.holds(span, **inner));
        let inside: Vec<&Component<'_>> = inside.map(|(component, _)| component).collect();
        let mut rules = Lowered { flags: Vec::new(), automata: Vec::new(), tallies: Vec::new(), never: false };
        let mut bits = Layout { flags: Vec::new(), automata: Vec::new(), tallies: Vec::new(), width: layout.width };
        for component in &inside {
            control.charge(component.cost() + 8 * component.places.len() as u64)?;
            match component.source {
                Source::Flag(number) => {
                    rules.flags.push(lowered.flags[number].clone());
                    bits.flags.push(Some(component.lease));
                }
                Source::Automaton(number) => {
                    rules.automata.push(lowered.automata[number].clone());
                    bits.automata.push(component.lease);
                }
            }
        }
        control.charge((order.len() * choices) as u64)?;
        let plan = Plan::<K>::new(&rules, &bits, order);
        let is_inside = |place: &usize| ground.lanes.holds(span, ground.lanes.span(&[*place]));
        let places: Vec<usize> = (0..order.len()).filter(is_inside).collect();
        let mut strip = Self {
            span,
            numbers: vec![0; places.len() * choices],
            best: Vec::new(),
            most: Vec::new(),
            way: vec![0; places.len()],
            states: Vec::new(),
            next: Vec::new(),
            places,
        };
        let mut table = Table::with_room(1);
        table.insert(K::default());
        let mut entries = 0;
        for place in strip.places.clone() {
            let stage = &plan.stages[place];
            let held = inside.iter().map(|component| component.lease).filter(|lease| lease.is_alive(place));
            let bits = held.flat_map(|lease| lease.bit..lease.bit + lease.width);
            let bits = bits.fold(K::default(), |bits, bit| bits.with(K::bit(bit)));
            entries += (table.len() * choices) as u64;
            if table.len() == 0 || entries > max_entries {
                return Ok(None);
            }
            control.charge(16 * (table.len() * choices) as u64)?;
            let mut then = Table::with_room(table.len());
            let mut next = vec![NONE; table.len() * choices];
            for (own, state) in table.keys.iter().enumerate() {
                then.reserve(choices, control)?;
                for choice in &stage.choices {
                    if let Some(state) = stage.next(*state, choice) {
                        next[own * choices + choice.number] = then.insert(state).0 as u32;
                    }
                }
            }
            strip.states.push(Arc::new(States { bits, table }));
            strip.next.push(next);
            table = then;
        }
        strip.most = strip.states.iter().map(|states| vec![0; states.table.len()]).collect();
        strip.most.push(vec![0; table.len()]);
        Ok((table.len() == 1).then_some(strip))
    }

    /// The bytes that it and its shortfalls hold.
    fn bytes(&self) -> u64 {
        let states: u64 = self.states.iter().map(|states| states.table.bytes()).sum();
        states + self.cost() * (size_of::<u32>() + 2 * size_of::<i64>()) as u64
    }

    /// The number of entries of its tables.
    fn cost(&self) -> u64 {
        self.next.iter().map(|next| next.len() as u64).sum()
    }

    /// Works out the most of its numbers from each state.
    fn look_back(&mut self, choices: usize) -> i64 {
        for (index, next) in self.next.iter().enumerate().rev() {
            let numbers = &self.numbers[index * choices..][..choices];
            let (own, then) = self.most.split_at_mut(index + 1);
            let then = &then[0];
            for (own, next) in own[index].iter_mut().zip(next.chunks_exact(choices)) {
                let mut most = -NEVER;
                for (number, next) in numbers.iter().zip(next) {
                    if *next != NONE {
                        most = most.max(then[*next as usize].saturating_add(*number).max(-NEVER));
                    }
                }
                *own = most;
            }
        }
        self.most[0][0]
    }

    /// Notes the choices of a path of the most.
    fn find_way(&mut self, choices: usize) {
        let mut state = 0;
        for (index, next) in self.next.iter().enumerate() {
            let next = &next[state * choices..][..choices];
            let mut most = i64::MIN;
            for (choice, next) in next.iter().enumerate().filter(|(_, next)| **next != NONE) {
                let sum = self.most[index + 1][*next as usize].saturating_add(self.numbers[index * choices + choice]);
                if sum > most {
                    (most, self.way[index], state) = (sum, choice, *next as usize);
                }
            }
        }
    }
}

/// Strips that overlap, and how worths are divided among them.
pub(super) struct Strips<K> {
    all: Vec<Strip<K>>,
    /// The number of lanes of each.
    width: usize,
    choices: usize,
    /// For each place the strips that hold it, and which of their places it is.
    holding: Vec<Vec<(usize, usize)>>,
    /// The division among all else.
    rest: Division,
    /// The least sum of what the strips come to.
    bound: i64,
    /// How much a choice is given or taken at once, and for how many rounds that has gained nothing.
    step: i64,
    least_step: i64,
    in_vain: u32,
}

/// What worths were divided among.
pub(super) enum Given<K> {
    Components(Division),
    Strips(Strips<K>),
}

impl<K: Key> Strips<K> {
    /// Returns the widest strips with this many entries at most, which take over what narrower strips or the components inside them
    /// have been given; or the same strips, if wider ones have more; and how many entries were too few, unless there are no wider ones.
    /// What is typical of scaled worths tells how much is given and taken.
    pub(super) fn new(
        (model, prepared): (&Model, &PreparedSweep),
        components: &[Component<'_>],
        given: Given<K>,
        (typical, max_entries): (i64, u64),
        control: &mut Control,
    ) -> Result<(Option<Self>, Option<u64>), Cause> {
        let ground = Ground::new(model, prepared, components);
        let before = if let Given::Strips(strips) = &given { strips.width } else { 1 };
        let (mut widest, mut refused) = (None, None);
        for width in before + 1..ground.lanes.number.min(MOST_STRIPS + 1) {
            if !ground.spans.iter().any(|span| (2..=width).contains(&span.width)) {
                continue;
            }
            let Some(strips) = ground.strips(width, max_entries, control)? else {
                refused = Some(max_entries);
                break;
            };
            widest = Some((width, strips));
        }
        let Some((width, strips)) = widest else {
            return Ok((if let Given::Strips(strips) = given { Some(strips) } else { None }, refused));
        };
        let mut holding = vec![Vec::new(); prepared.order.len()];
        for (number, strip) in strips.iter().enumerate() {
            for (index, place) in strip.places.iter().enumerate() {
                holding[*place].push((number, index));
            }
        }
        let (rest, narrower) = match given {
            Given::Components(division) => (division, Vec::new()),
            Given::Strips(strips) => (strips.rest, strips.all),
        };
        let step = (typical / 5).max(1);
        let (choices, least_step) = (prepared.order.choices(), step / 100);
        let mut own =
            Self { all: strips, width, choices, holding, rest, bound: i64::MAX, step, least_step, in_vain: 0 };
        for place in 0..own.rest.left.len() {
            let left = std::mem::replace(&mut own.rest.left[place], vec![0; choices]);
            own.take_over(&ground.lanes, ground.lanes.span(&[place]), &[place], &left);
        }
        for (number, component) in components.iter().enumerate() {
            let span = ground.spans[number];
            if span.width <= width {
                let none = vec![0; own.rest.numbers[number].len()];
                let numbers = std::mem::replace(&mut own.rest.numbers[number], none);
                own.take_over(&ground.lanes, span, &component.places, &numbers);
            }
        }
        for strip in narrower {
            own.take_over(&ground.lanes, strip.span, &strip.places, &strip.best);
        }
        own.evaluate(control)?;
        Ok((Some(own), refused))
    }

    /// Gives what was given at these places, all in this span, to the strips that hold it, to each the same.
    fn take_over(&mut self, lanes: &Lanes, span: Span, places: &[usize], numbers: &[i64]) {
        let can: Vec<bool> = self.all.iter().map(|strip| lanes.holds(strip.span, span)).collect();
        for (place, numbers) in places.iter().zip(numbers.chunks_exact(self.choices)) {
            let to = self.holding[*place].iter().filter(|(strip, _)| can[*strip]);
            let all = to.clone().count() as i64;
            for (choice, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
                for (which, (strip, index)) in to.clone().enumerate() {
                    let more = i64::from((which as i64) < number.rem_euclid(all));
                    self.all[*strip].numbers[index * self.choices + choice] += number.div_euclid(all) + more;
                }
            }
        }
    }

    /// The work of a round.
    fn cost(&self) -> u64 {
        self.all.iter().map(Strip::cost).sum()
    }

    /// The bytes that strips and their shortfalls hold.
    pub(super) fn bytes(&self) -> u64 {
        self.all.iter().map(Strip::bytes).sum()
    }

    /// Works out what the strips come to, and keeps the numbers if that is less than ever.
    fn evaluate(&mut self, control: &mut Control) -> Result<(), Cause> {
        control.charge(2 * self.cost())?;
        let sum = self.all.iter_mut().map(|strip| strip.look_back(self.choices)).sum();
        self.in_vain += 1;
        if sum < self.bound {
            (self.bound, self.in_vain) = (sum, 0);
            for strip in &mut self.all {
                strip.best.clone_from(&strip.numbers);
            }
        }
        Ok(())
    }

    /// Divides the worths better, with this much work at most; returns whether more work would gain little.
    pub(super) fn improve(&mut self, work: u64, control: &mut Control) -> Result<bool, Cause> {
        /// After this many rounds without a gain, rounds begin again from the best numbers and change them by less.
        const PATIENCE: u32 = 8;
        let until = control.work().saturating_add(work);
        while control.work() < until {
            if self.step <= self.least_step {
                return Ok(true);
            }
            for strip in &mut self.all {
                strip.find_way(self.choices);
            }
            let Self { all: strips, choices, holding: by_place, step, .. } = self;
            for holding in by_place.iter() {
                let all = holding.len() as i64;
                for choice in 1..*choices {
                    let chosen = |(strip, index): &(usize, usize)| i64::from(strips[*strip].way[*index] == choice);
                    let chosen: Vec<i64> = holding.iter().map(chosen).collect();
                    let number: i64 = chosen.iter().sum();
                    if number == 0 || number == all {
                        continue;
                    }
                    let mut over = 0;
                    for ((strip, index), chosen) in holding.iter().zip(&chosen) {
                        let less = *step * (all * chosen - number) / all;
                        over += less;
                        strips[*strip].numbers[index * *choices + choice] -= less;
                    }
                    let (strip, index) = holding[0];
                    strips[strip].numbers[index * *choices + choice] += over;
                }
            }
            self.evaluate(control)?;
            if self.in_vain == PATIENCE {
                (self.step, self.in_vain) = (self.step * 7 / 10, 0);
                for strip in &mut self.all {
                    strip.numbers.clone_from(&strip.best);
                }
                self.evaluate(control)?;
                self.in_vain = 0;
            }
        }
        Ok(false)
    }

    /// Returns the shortfalls by the best division.
    pub(super) fn shortfalls(
        &mut self,
        plan: &Plan<K>,
        components: &[Component<'_>],
        control: &mut Control,
    ) -> Result<Shortfalls<K>, Cause> {
        let mut shortfalls = Shortfalls::new(plan, components, &self.rest, control)?;
        shortfalls.bound += self.bound;
        control.charge(6 * self.cost())?;
        let choices = self.choices;
        for strip in &mut self.all {
            strip.numbers.clone_from(&strip.best);
            strip.look_back(choices);
            for (index, place) in strip.places.iter().enumerate() {
                let numbers = &strip.numbers[index * choices..][..choices];
                let mut table = Vec::with_capacity(strip.next[index].len());
                for (from, next) in strip.most[index].iter().zip(strip.next[index].chunks_exact(choices)) {
                    for (number, next) in numbers.iter().zip(next) {
                        let then = if *next == NONE { -NEVER } else { strip.most[index + 1][*next as usize] };
                        let is_possible = *from > -NEVER && then > -NEVER;
                        table.push(if is_possible { from - number - then } else { NEVER });
                    }
                }
                shortfalls.add_strip(*place, &strip.states[index], choices, table);
            }
        }
        Ok(shortfalls)
    }
}
