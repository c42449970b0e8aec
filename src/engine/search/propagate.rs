//! Propagation to a fixed point.

use super::cost::cost;
use super::node::{Conflict, Kept, Node};
use super::objective::Objective;
use super::program::{Agenda, EndLines, Program, Total, Watched};
use super::view::{Need, ViewPropagator};
use crate::budget::{Cause, Control};
use crate::model::bit_set::{BitSet, Few};
use crate::model::{Var, When};

/// Why propagation ended early.
pub(super) enum Halt {
    Conflict,
    Stopped(Cause),
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Self {
        Self::Conflict
    }
}

impl From<Cause> for Halt {
    fn from(cause: Cause) -> Self {
        Self::Stopped(cause)
    }
}

impl<W: BitSet> Program<W> {
    /// Propagates the rules on the agenda and all totals, that of the objective included.
    pub(super) fn propagate(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        objective: Option<&Objective<W>>,
        control: &mut Control,
    ) -> Result<(), Halt> {
        loop {
            while let Some(number) = agenda.next() {
                let rule = &self.rules[number];
                control.charge(cost(rule) + std::mem::take(&mut agenda.work))?;
                self.look(node, agenda, rule)?;
            }
            let before = agenda.changes;
            self.hits_hold(node, agenda)?;
            for total in &self.totals {
                control.charge(self.cost_of(total))?;
                self.total_holds(node, agenda, total)?;
            }
            match objective {
                Some(Objective::Count { total, .. }) => {
                    control.charge(self.cost_of(total))?;
                    self.total_holds(node, agenda, total)?;
                }
                Some(Objective::Sum(sum)) => {
                    control.charge(sum.cost())?;
                    self.sum_holds(node, agenda, sum)?;
                }
                None => {}
            }
            if agenda.changes == before {
                return Ok(());
            }
        }
    }

    fn look(&self, node: &mut Node<W>, agenda: &mut Agenda, rule: &Watched<W>) -> Kept {
        match rule {
            Watched::Count { when, mask, min, max } => self.count_when(node, agenda, *when, mask, (*min, *max)),
            Watched::Rays { when, rays, min, max } => self.rays(node, agenda, *when, rays, (*min, *max)),
            Watched::Linear { terms, min, max } => self.linear(node, agenda, terms, (*min, *max)),
            Watched::Same(vars) => self.same(node, agenda, vars),
            Watched::OccupiedLines { lines, min, max } => self.occupied(node, agenda, lines, (*min, *max)),
            Watched::View { view, sight, min, max, along } => {
                ViewPropagator { program: self, view, sight: *sight, min: *min, max: *max, along }
                    .propagate(node, agenda)
            }
        }
    }

    fn cost_of(&self, total: &Total<W>) -> u64 {
        let lines = self.cover_lines.as_ref().map_or(0, |covers| covers.cost);
        total.cost() + if total.counts_all { self.contested_cost() + lines } else { 0 }
    }

    fn count(&self, node: &mut Node<W>, agenda: &mut Agenda, mask: &W::Mask, (min, max): (i64, i64)) -> Kept {
        let (now, open) = (node.placed.count_in(mask) as i64, node.open.count_in(mask) as i64);
        if now > max || now + open < min {
            return Err(Conflict);
        }
        if open > 0 && now == max {
            self.drop_all(node, agenda, mask);
        } else if open > 0 && now + open == min {
            self.place_all(node, agenda, mask)?;
        }
        Ok(())
    }

    /// Propagates a count that need hold only on a condition.
    fn count_when(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        when: When,
        mask: &W::Mask,
        (min, max): (i64, i64),
    ) -> Kept {
        match self.need(node, when) {
            Need::No => Ok(()),
            Need::Yes => self.count(node, agenda, mask, (min, max)),
            need => {
                let (now, open) = (node.placed.count_in(mask) as i64, node.open.count_in(mask) as i64);
                if now > max || now + open < min { self.out_of_range(node, agenda, need) } else { Ok(()) }
            }
        }
    }

    fn rays(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        when: When,
        rays: &[W::Mask],
        (min, max): (i64, i64),
    ) -> Kept {
        let need = self.need(node, when);
        if need == Need::No {
            return Ok(());
        }
        let (mut low, mut high) = (0, 0);
        for ray in rays {
            let met = node.placed.meets(ray);
            low += i64::from(met);
            high += i64::from(met || node.open.meets(ray));
        }
        if low > max || high < min {
            return self.out_of_range(node, agenda, need);
        }
        if need != Need::Yes || low == high {
            return Ok(());
        }
        if high == min {
            for ray in rays {
                if let Few::One(var) = node.open.few_in(ray)
                    && !node.placed.meets(ray)
                {
                    self.place(node, agenda, var)?;
                }
            }
        } else if low == max {
            for ray in rays {
                if !node.placed.meets(ray) {
                    self.drop_all(node, agenda, ray);
                }
            }
        }
        Ok(())
    }

    /// Propagates the sets that must be hit: a single open member becomes true.
    fn hits_hold(&self, node: &mut Node<W>, agenda: &mut Agenda) -> Kept {
        // 64 sets at a time: most problems have no more.
        for first in [0, u64::BITS] {
            let mut left = (node.unmet >> first) as u64;
            while left != 0 {
                let number = first + left.trailing_zeros();
                left &= left - 1;
                match node.open.few_in(&self.hits[number as usize]) {
                    Few::None => return Err(Conflict),
                    Few::One(var) => {
                        self.place(node, agenda, var)?;
                        left &= (node.unmet >> first) as u64;
                    }
                    Few::More => {}
                }
            }
        }
        Ok(())
    }

    /// Propagates a count and its partitions into cliques: if only as many cliques are alive as are needed, each holds
    /// one.
    fn total_holds(&self, node: &mut Node<W>, agenda: &mut Agenda, total: &Total<W>) -> Kept {
        self.count(node, agenda, &total.mask, (total.min, total.max))?;
        if total.counts_all && total.min > i64::MIN {
            for halves in &self.halves {
                let (plus, minus) = halves.min(total.min);
                self.count(node, agenda, &halves.plus, (plus, i64::MAX))?;
                self.count(node, agenda, &halves.minus, (minus, i64::MAX))?;
            }
            if !self.contested.is_empty() {
                self.contested_hold(node, agenda, total.min)?;
            }
        }
        if total.counts_all
            && total.max < i64::MAX
            && let Some(covers) = &self.cover_lines
        {
            self.lines_hold(node, agenda, covers, total)?;
        }
        for sets in &total.partitions {
            let needed = total.min.saturating_sub(node.placed.count_in(&total.mask) as i64);
            self.enough_alive(node, agenda, sets, needed)?;
        }
        for ends in &total.line_ends {
            let needed = ends.needed(total.min, node);
            self.enough_alive(node, agenda, &ends.lines, needed)?;
            if !ends.along.is_empty() {
                self.enough_ends(node, agenda, total, ends)?;
            }
        }
        Ok(())
    }

    /// Propagates line ends. The lines that are or may be occupied have two ends each, which must suffice for the
    /// placed pieces and the least demanding of the open ones. A piece owns the end of each ray along which it attacks
    /// no other: because it sees none, or because the attacks along other lines use up what it may attack.
    fn enough_ends(&self, node: &mut Node<W>, agenda: &mut Agenda, total: &Total<W>, ends: &EndLines<W>) -> Kept {
        let mut needed = total.min.saturating_sub(node.placed.count_in(&total.mask) as i64);
        if needed <= 0 {
            return Ok(());
        }
        let either = node.either();
        let own = |var: Var| {
            let rays = self.rays_of[var as usize].map(|rule| &self.rules[rule as usize]);
            let Some(Watched::Rays { rays, .. }) = rays else { return ends.each };
            let (mut possible, mut left) = (0, ends.all - ends.each);
            for (number, ray) in rays.iter().enumerate() {
                if ends.along[var as usize] >> number & 1 == 1 {
                    possible += i64::from(either.meets(ray));
                } else {
                    left -= i64::from(node.placed.meets(ray));
                }
            }
            ends.all - possible.min(left)
        };
        let mut left = 2 * either.count_met(&ends.lines) as i64;
        node.placed.each(|var| left -= own(var));
        let mut demanding = [0i64; 64];
        node.open.each(|var| demanding[own(var) as usize] += 1);
        let mut dearest = 0;
        for (each, number) in demanding.iter().enumerate() {
            let taken = needed.min(*number);
            left -= taken * each as i64;
            needed -= taken;
            if taken > 0 {
                dearest = each as i64;
            }
        }
        if needed > 0 || left < 0 {
            return Err(Conflict);
        }
        let mut too_demanding = Vec::new();
        node.open.each(|var| {
            if own(var) > dearest + left {
                too_demanding.push(var);
            }
        });
        for var in too_demanding {
            self.drop(node, agenda, var);
        }
        Ok(())
    }

    /// Besides the sets with a true member, `needed` more must get one.
    fn enough_alive(&self, node: &mut Node<W>, agenda: &mut Agenda, sets: &[W::Mask], needed: i64) -> Kept {
        if needed <= 0 {
            return Ok(());
        }
        let mut alive = 0;
        for set in sets {
            alive += i64::from(node.open.meets(set) && !node.placed.meets(set));
        }
        if alive < needed {
            return Err(Conflict);
        }
        if alive == needed {
            for set in sets {
                if let Few::One(var) = node.open.few_in(set)
                    && !node.placed.meets(set)
                {
                    self.place(node, agenda, var)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn linear(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        terms: &[(i64, Var)],
        (min, max): (i64, i64),
    ) -> Kept {
        let (mut low, mut high) = (0i64, 0i64);
        for (number, var) in terms {
            if node.placed.has(*var) {
                low += number;
                high += number;
            } else if node.open.has(*var) {
                low += number.min(&0);
                high += number.max(&0);
            }
        }
        if low > max || high < min {
            return Err(Conflict);
        }
        for (number, var) in terms {
            if !node.open.has(*var) {
                continue;
            }
            let (up, down) = (number.max(&0), number.min(&0));
            // True adds `up` to the minimum, or removes `-down` from the maximum; false the other way round.
            if low + up > max || high + down < min {
                self.drop(node, agenda, *var);
            } else if low - down > max || high - up < min {
                self.place(node, agenda, *var)?;
            }
        }
        Ok(())
    }

    fn same(&self, node: &mut Node<W>, agenda: &mut Agenda, vars: &[Var]) -> Kept {
        if vars.iter().any(|var| node.placed.has(*var)) {
            return self.place_each(node, agenda, vars);
        }
        if !node.open.has_all(vars) {
            for var in vars {
                self.drop(node, agenda, *var);
            }
        }
        Ok(())
    }

    fn occupied(&self, node: &mut Node<W>, agenda: &mut Agenda, lines: &[W::Mask], (min, max): (i64, i64)) -> Kept {
        let (mut now, mut alive) = (0, 0);
        for line in lines {
            let is_met = node.placed.meets(line);
            now += i64::from(is_met);
            alive += i64::from(!is_met && node.open.meets(line));
        }
        if now > max || now + alive < min {
            return Err(Conflict);
        }
        if alive == 0 || (now < max && now + alive > min) {
            return Ok(());
        }
        for line in lines {
            if node.placed.meets(line) {
                continue;
            }
            if now == max {
                self.drop_all(node, agenda, line);
            } else if node.open.count_in(line) == 1 {
                self.place_all(node, agenda, line)?;
            }
        }
        Ok(())
    }
}

impl<W: BitSet> EndLines<W> {
    /// Returns how many more lines must be occupied if there are at least `pieces` pieces.
    pub(super) fn needed(&self, pieces: i64, node: &Node<W>) -> i64 {
        let occupied = node.placed.count_met(&self.lines) as i64;
        pieces.saturating_mul(self.each).saturating_add(1).div_euclid(2).saturating_sub(occupied)
    }
}

/// Whether the rules hold if nothing is added to a node.
pub(super) fn may_stay_vacant<W: BitSet>(
    program: &Program<W>,
    node: &Node<W>,
    control: &mut Control,
) -> Result<bool, Cause> {
    let mut vacant = node.clone();
    vacant.open.clear();
    match program.propagate(&mut vacant, &mut Agenda::full(program.rules.len()), None, control) {
        Ok(()) => Ok(true),
        Err(Halt::Conflict) => Ok(false),
        Err(Halt::Stopped(cause)) => Err(cause),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{
        Area, Board, Constraint, Direction, Kind, Piece, Placement, Problem, Symmetry, Wrap, classics,
    };
    use crate::model::Model;
    use crate::model::bit_set::Fixed;

    /// The assignments that the judge accepts, a bit for each variable.
    fn solutions(problem: &Problem, model: &Model) -> Vec<u64> {
        let kinds: Vec<Kind> = problem.kinds().collect();
        let is_solution = |bits: &u64| {
            let placed = (0..model.vars()).filter(|var| bits >> var & 1 == 1).map(|var| model.placed[var]);
            let placed: Vec<_> = placed.map(|(square, kind)| (kinds[usize::from(kind)], square)).collect();
            let is_one_each = placed.windows(2).all(|two| two[0].1 != two[1].1);
            is_one_each && Placement::new(problem, placed).unwrap().judge(problem).unwrap().is_solution()
        };
        (0..1 << model.vars()).filter(is_solution).collect()
    }

    /// What follows from some variables being true and some false, found out after what follows from the rules alone: those that are
    /// true then, and those that may be. Rules that were not told of a change have nothing to add.
    fn conclude(program: &Program<Fixed<1>>, placed: u64, dropped: u64, control: &mut Control) -> Option<(u64, u64)> {
        let mut open = Fixed::<1>::zeros(program.vars);
        (0..program.vars as Var).for_each(|var| open.insert(var));
        let mut node = Node { placed: Fixed::zeros(program.vars), open, unmet: program.every_hit() };
        let mut agenda = Agenda::full(program.rules.len());
        let mut keeps = |node: &mut Node<_>, agenda: &mut Agenda| match program.propagate(node, agenda, None, control) {
            Ok(()) => true,
            Err(Halt::Conflict) => false,
            Err(Halt::Stopped(cause)) => panic!("{cause:?}"),
        };
        assert!(keeps(&mut node, &mut agenda));
        for var in (0..program.vars as Var).filter(|var| dropped >> var & 1 == 1) {
            if node.placed.has(var) {
                return None;
            }
            program.drop(&mut node, &mut agenda, var);
        }
        for var in (0..program.vars as Var).filter(|var| placed >> var & 1 == 1) {
            program.place(&mut node, &mut agenda, var).ok()?;
        }
        let shown = |node: &Node<Fixed<1>>| (node.placed.words()[0], node.either().words()[0]);
        if !keeps(&mut node, &mut agenda) {
            return None;
        }
        let before = shown(&node);
        assert!(keeps(&mut node, &mut Agenda::full(program.rules.len())));
        assert_eq!(shown(&node), before, "{placed:b} and not {dropped:b}");
        Some(before)
    }

    /// From every partial assignment no solution is lost, and of what is decided altogether nothing but solutions is left.
    #[track_caller]
    fn is_sound(problem: Problem) {
        let mut control = Control::new(&Options::new());
        let problem = Arc::new(problem);
        let model = Model::compile(&problem, &mut control).expect("no limit was set");
        let program = Program::<Fixed<1>>::new(&model, &mut control).expect("no limit was set");
        let solutions = solutions(&problem, &model);
        let vars = model.vars() as u32;
        assert!(vars <= 9 && !program.never && !solutions.is_empty(), "{problem}");
        let all = (1u64 << vars) - 1;
        let mut conclusions = 0;
        for number in 0..3u64.pow(vars) {
            let digit = |var: u32, digit: u64| u64::from(number / 3u64.pow(var) % 3 == digit) << var;
            let decided = |value: u64| (0..vars).map(|var| digit(var, value)).sum::<u64>();
            let (dropped, placed) = (decided(0), decided(1));
            let left: Vec<u64> =
                solutions.iter().copied().filter(|bits| bits & placed == placed && bits & dropped == 0).collect();
            let result = conclude(&program, placed, dropped, &mut control);
            if let Some((now, either)) = result {
                for bits in &left {
                    assert!(bits & now == now && bits & !either == 0, "{bits:b} is lost of\n{problem}");
                }
                conclusions += u32::from(now != placed || either != all & !dropped);
            } else {
                assert!(left.is_empty(), "{left:?} are lost of\n{problem}");
            }
            if placed | dropped == all {
                assert_eq!(result.is_some(), !left.is_empty(), "{placed:b} of\n{problem}");
            }
        }
        assert!(conclusions > 0, "nothing ever follows of\n{problem}");
    }

    #[test]
    fn what_stands_excludes_what_it_attacks() {
        is_sound(classics::non_attacking(Board::square(3), Piece::QUEEN));
        is_sound(classics::non_attacking(Board::new(2, 4), Piece::KNIGHT));
        is_sound(classics::non_attacking(Board::new(3, 3).with_walls([(1, 1)]), Piece::ROOK));
    }

    #[test]
    fn numbers_of_attacked_pieces_are_kept() {
        for range in [0..=1, 1..=1, 1..=2, 2..=2] {
            is_sound(classics::attacking(Board::square(3), Piece::QUEEN, range.clone()));
            is_sound(classics::attacking(Board::new(2, 4), Piece::ROOK, range.clone()));
            is_sound(classics::attacking(Board::new(2, 4).with_wrap(Wrap::Columns), Piece::BISHOP, range));
        }
    }

    /// Pieces that do not count hide those behind them; on narrow boards whose edges meet, one is seen along two rays.
    #[test]
    fn views_past_pieces_that_do_not_count_are_kept() {
        for (board, piece) in [
            (Board::new(1, 4), Piece::ROOK),
            (Board::new(2, 2), Piece::QUEEN),
            (Board::new(1, 4).with_wrap(Wrap::Columns), Piece::ROOK),
            (Board::new(2, 2).with_wrap(Wrap::Both), Piece::QUEEN),
        ] {
            for range in [0..=0, 0..=1, 1..=1, 1..=2, 1..=9, 2..=9] {
                let mut problem = Problem::new(board.clone());
                let own = problem.add_kind("own", piece.clone());
                let other = problem.add_kind("other", Piece::BLOCKER);
                is_sound(problem.clone().with(Constraint::attacks(own, own, range.clone())));
                is_sound(
                    problem.clone().with(Constraint::covered(Area::Everywhere, own, range.clone()).where_vacant()),
                );
                is_sound(problem.with(Constraint::attacks(own, [own, other], range).through()));
            }
        }
    }

    #[test]
    fn covers_sums_lines_and_sides_are_kept() {
        is_sound(classics::domination(Board::square(3), Piece::KNIGHT));
        is_sound(classics::total_domination(Board::new(2, 4), Piece::ROOK));
        is_sound(classics::peaceable(Board::new(1, 4), Piece::ROOK));
        let mut problem = Problem::new(Board::square(3));
        let piece = problem.add_kind("piece", Piece::KING);
        problem.add(Constraint::occupied_lines(piece, [Direction::ROW], 2));
        is_sound(problem.clone());
        let weights = [3, -2, 1, 0, 2, -1, 1, 1, -3];
        let terms = weights.into_iter().enumerate().map(|(index, weight)| (weight, piece, (index / 3, index % 3)));
        for range in [-3..=2, 1..=20, 1..=2] {
            is_sound(problem.clone().with(Constraint::linear(terms.clone(), range)));
        }
    }

    #[test]
    fn counts_symmetries_and_differences_are_kept() {
        let mut problem = Problem::new(Board::square(3));
        let piece = problem.add_kind("piece", Piece::WAZIR);
        problem.add(Constraint::count(piece, Area::Everywhere, 3..=5));
        is_sound(problem.clone().with(Constraint::count(piece, Area::EveryLine, ..=2)));
        is_sound(problem.clone().with(Constraint::symmetric([Symmetry::QuarterTurn], Area::Everywhere)));
        is_sound(problem.with(Constraint::count(piece, Area::Lines([Direction::ROW].into()), 1..)));
        let mut armies = classics::peaceable(Board::new(1, 4), Piece::WAZIR);
        let [white, black] = ["white", "black"].map(|name| armies.kind_named(name).expect("it has both"));
        armies.add(Constraint::balance(white, black, 0..=1));
        is_sound(armies);
    }
}
