//! What follows from the rules, one after the other, the easiest first.

use super::bits::Bits;
use super::chain::{Raw, Site, Why};
use super::model::{self, Cover, Model, Part, Rays, Sum, When};
use super::{Level, Reasoner, Scratch, State};

/// Whether a rule is in force.
enum Force {
    Yes,
    No,
    Perhaps,
}

impl Reasoner {
    /// Makes the easiest step that is possible, and keeps it as `raw`; `false` if there is none.
    pub(super) fn next(&mut self, state: &mut State, level: Level) -> Result<bool, Site> {
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
            if taken < sum.max || sum.max == i64::MAX {
                continue;
            }
            if taken > sum.max {
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
            if sum.min <= 0 {
                continue;
            }
            let open = sum.plus.common(&state.open) as i64;
            let all = sum.plus.common(&state.yes) as i64 + open;
            if all > sum.min {
                continue;
            }
            if all < sum.min {
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
            let need = sum.min.max(0) - sum.plus.common(&state.yes) as i64;
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
                if sum.max == i64::MAX || !matches!(force(&sum.when, state), Force::Yes) {
                    room = i64::MAX;
                    break;
                }
                room += sum.max - sum.plus.common(&state.yes) as i64;
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
            let needed = sum.min.max(0) - sum.plus.common(&state.yes) as i64;
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
            if low > rule.max || high < rule.min {
                return Err(Site::Weighted(index));
            }
            raw.begin(Why::Weighted(index));
            for (number, place) in rule.terms.iter().filter(|(_, place)| state.open.has(*place)) {
                // With the piece, and without it, the sum stays within its range?
                let with = low - number.min(&0) + number <= rule.max && high - number.max(&0) + number >= rule.min;
                let without = low - number.min(&0) <= rule.max && high - number.max(&0) >= rule.min;
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
            if certain > rule.max || possible < rule.min {
                if withdraw(&rule.when, state, raw, Site::Rays(index))? {
                    return Ok(true);
                }
                continue;
            }
            if !matches!(force, Force::Yes) {
                continue;
            }
            raw.begin(Why::Rays(index));
            if possible == rule.min {
                must_hit(rule, state, raw);
            }
            if certain == rule.max {
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
        Force::Yes if sum.min > 0 => sum.min - sum.plus.common(&state.yes) as i64,
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
pub(super) fn take(state: &mut State, raw: &mut Raw, place: usize) {
    state.yes.insert(place);
    state.open.remove(place);
    state.fresh.push(place);
    raw.placed.push(place);
}

pub(super) fn decide(state: &mut State, raw: &mut Raw, place: usize, stands: bool) {
    if stands {
        take(state, raw, place);
    } else {
        state.open.remove(place);
        raw.excluded.push(place);
    }
}

/// Makes a state what a step says.
pub(super) fn settle(state: &mut State, raw: &Raw) {
    for place in &raw.placed {
        state.yes.insert(*place);
        state.open.remove(*place);
        state.fresh.push(*place);
    }
    raw.excluded.iter().for_each(|place| state.open.remove(*place));
}
