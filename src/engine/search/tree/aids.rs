//! What helps a search that takes long.

use super::{Next, Ready, Work};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::engine::Step;
use crate::engine::local::{Local, settled};
use crate::engine::search::dual::{Duality, Verdict};
use crate::engine::search::objective::Objective;
use crate::engine::search::program::Agenda;
use crate::engine::search::propagate::Halt;
use crate::model::bit_set::BitSet;
use crate::model::{Bound, Goal, Model, Rule, Var, Worths};

/// What helps a search that takes long.
#[derive(Default)]
pub(super) struct Aids {
    /// The weights, if there is an objective.
    worths: Option<Worths>,
    /// How much work is done before they come, and come again.
    pub(super) due: u64,
    /// Whether the board is small, and no weights differ.
    is_small: bool,
    /// Whether they have not yet come.
    pub(super) first: bool,
    /// How often they have waited for a search that seemed to be near its end.
    waited: u32,
    /// How much work is done before the next bound by duality.
    bound_due: u64,
    local: Option<Local>,
    /// The work of the local search, and that since it found something.
    spent: u64,
    in_vain: u64,
    /// The work of all engines when it last found something.
    paid: u64,
    /// The work of bounds by duality.
    spent_on_bounds: u64,
    pub(super) dual: Option<Duality>,
    /// Whether multipliers are used at every node.
    pub(super) relaxed: bool,
    /// How much of the tree was explored at the last bound by duality, after how much work beside bounds.
    explored: (f64, u64),
}

impl Aids {
    /// Work that is done before they come: most searches have ended by then.
    const DUE: u64 = 1 << 22;
    /// The same on a small board.
    const DUE_IF_SMALL: u64 = 1 << 20;
    /// The same on one where squares are tied to each other, and on one where pieces own more than a few ends of lines and a first bound by
    /// duality is no better than what these tell.
    const DUE_LATE: u64 = 1 << 26;
    /// The same where weights differ: without better bounds such a search sees little.
    const DUE_IF_WEIGHED: u64 = 1 << 19;
    /// The same without an objective: until a solution is found, duality may show that there is none.
    const DUE_IF_ANY: u64 = 1 << 20;
    /// The most variables of a small board.
    const SMALL: usize = 128;
    /// After what part of the search's work they come again.
    const OFTEN: u64 = 4;
    /// The most work of the local search at first, or twice what was done where that is less; on a small board as much as was done.
    const FIRST: u64 = 1 << 23;
    /// What part of the work of all engines it may do, and what part in vain, beside as much again as was done when it last found
    /// something: it goes on while it pays.
    const SHARE: u64 = 2;
    const IN_VAIN: u64 = 10;
    /// How many times what a search on a small board has done it does before the next bound by duality, if that gained nothing.
    const RARELY: u64 = 7;
    /// A search begins anew if this part of the open variables can be decided at the root.
    const MUCH: usize = 8;
    /// How often they wait at most.
    const WAITS: u32 = 2;
    /// How much of a tree is explored that may end before they pay.
    const NEAR_ITS_END: f64 = 0.5;
    /// For multipliers at every node: how many times what lies between the bound and the value demanded must go into that value, and how
    /// many times what was done a search on a small board must have before it.
    const NEAR: i64 = 6;
    const FAR: f64 = 16.0;
    /// What is near enough for a search that has very far to go, on a small board and on one of at most [`Self::MIDDLING`] variables. The
    /// fewest knights that dominate a torus of 10×10 had no end in 15 seconds, and take one; chancellors that attack every square of one of
    /// 13×8, which has less far to go, take 60 ms, and with multipliers at every node 180. Archbishops that dominate 13×13 had no end in 4
    /// seconds, and take 0.5; on a cylinder of 12×12, apart, where the bound goes into the value three times, they take 0.5, and with
    /// multipliers 3.7.
    const NEAR_IF_SMALL: i64 = 3;
    const NEAR_IF_MIDDLING: i64 = 4;
    const MIDDLING: usize = 400;
    const VERY_FAR: f64 = 256.0;

    pub(super) fn new(goal: &Goal, model: &Model, is_weighed: bool, is_brief: bool) -> Self {
        let Goal::Maximise(worths) = goal else {
            let due = if is_brief { u64::MAX } else { Self::DUE_IF_ANY };
            return Self { due, first: true, ..Self::default() };
        };
        let is_small = model.vars() <= Self::SMALL && !is_weighed;
        let due = match () {
            () if is_brief => u64::MAX,
            () if is_weighed => Self::DUE_IF_WEIGHED,
            () if !is_small => Self::DUE,
            () if model.rules.iter().any(|rule| matches!(rule, Rule::Same(_))) => Self::DUE_LATE,
            () => Self::DUE_IF_SMALL,
        };
        Self { worths: Some(worths.clone()), due, first: true, is_small, ..Self::default() }
    }

    /// About how much work they are after this much: where other engines take turns, they wait until a turn allows it.
    pub(super) fn cost(&self, work: u64) -> u64 {
        /// The most that they wait for.
        const MOST: u64 = 1 << 21;
        if self.first { work.saturating_mul(4).min(MOST) } else { 0 }
    }

    /// The work that the local search may do now, given that of the search and that of all engines, and whether a first bound by duality
    /// waits for it.
    fn slice(&self, own: u64, all: u64, waits: bool) -> u64 {
        if self.spent == 0 || waits {
            return Self::FIRST.min(if self.is_small { own } else { 2 * own });
        }
        let may_be_in_vain = (all / Self::IN_VAIN).saturating_add(self.paid);
        (all / Self::SHARE).saturating_sub(self.spent).min(may_be_in_vain.saturating_sub(self.in_vain))
    }

    /// Whether multipliers may be worth their while at every node. Where pieces own the ends of lines there are many rows; if each owns more
    /// than a few, what the search makes of the ends itself cuts off more for less.
    fn suit_nodes(&self, model: &Model) -> bool {
        /// How many ends each must own at most, and on a small board a piece that only rides. Archbishops on 7×7 that attack at most
        /// four, and own none, take 0.2 seconds and had no end in ten; at most two, which own two, 0.02, and with multipliers 0.07.
        const FEW: [i64; 2] = [1, 2];
        let few = FEW[usize::from(self.is_small && model.only_rides())];
        model.ends_of_each().is_none_or(|ends| ends <= few)
    }

    /// The weights, if there is an objective.
    pub(super) fn worths(&self) -> Option<&Worths> {
        self.worths.as_ref()
    }
}

impl<W: BitSet> Ready<W> {
    /// Helps a search that takes long: a local search looks for a better placement, and duality for a better bound.
    pub(super) fn aid(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        if self.objective.is_none() {
            return self.refute(control);
        }
        let alone = self.is_alone();
        if let Some(worths) = self.aids.worths.clone().filter(|_| self.aids.first) {
            if alone {
                if let Some(vars) = settled(&self.model, &worths, control)? {
                    return Ok(self.settle(&vars, control));
                }
                self.aids.local = Local::new(&self.model, &worths, control.seed, control)?;
            }
            self.aids.dual = Duality::new(&self.model, &worths, control)?;
            self.aids.first = false;
            // Where pieces own more than a few ends of lines, these may tell more than all rows.
            if self.aids.is_small && !self.aids.suit_nodes(&self.model) {
                let known = self.bound.map(|bound| bound.value);
                if let Some(step) = self.bound_by_duality(control)? {
                    return Ok(Some(step));
                }
                if self.bound.map(|bound| bound.value) == known {
                    self.aids.due = Aids::DUE_LATE;
                    return Ok(None);
                }
            }
        }
        if let Some(step) = self.look_nearby(control)? {
            return Ok(Some(step));
        }
        let own = control.work_of_turns();
        self.aids.due = control.work() + own / Aids::OFTEN;
        if own < self.aids.bound_due { Ok(None) } else { self.bound_by_duality(control) }
    }

    /// Whether so much of the tree is explored that the optimum may be known sooner than aids would pay; then they wait for as much work
    /// as was done, twice: what is left may be small by its share and large all the same.
    pub(super) fn ends_without_aids(&mut self, control: &Control) -> bool {
        let is_first = self.aids.first && self.aids.waited < Aids::WAITS;
        let may_wait = is_first && self.objective.is_some() && matches!(self.work, Work::Own(_));
        let ends = may_wait && self.fraction() >= Aids::NEAR_ITS_END;
        if ends {
            self.aids.waited += 1;
            self.aids.due = control.work().saturating_mul(2);
        }
        ends
    }

    /// Looks for a better bound by duality, and goes over to multipliers at every node if they may pay; tells where the bound ends the
    /// search.
    fn bound_by_duality(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        let own = control.work_of_turns();
        let searched = own.saturating_sub(self.aids.spent_on_bounds);
        let work = if self.aids.is_small { searched } else { own };
        let demand = self.objective.as_ref().and_then(Objective::demand);
        let (Some(dual), Some(demand)) = (&mut self.aids.dual, demand) else { return Ok(None) };
        let (bound, times) = dual.bound(demand, work, control)?;
        let times = if self.aids.suit_nodes(&self.model) { times } else { 0 };
        let is_near = times >= Aids::NEAR;
        let is_better = self.bound.is_none_or(|own| bound.value < own.value);
        if is_better {
            self.bound = Some(bound);
            control.progress.bound = Some(bound.value);
        }
        let now = control.work_of_turns();
        self.aids.spent_on_bounds = now - searched;
        self.aids.bound_due = match () {
            () if !self.aids.is_small => own * 2,
            () if is_better || is_near => now + searched,
            () => now + Aids::RARELY * searched,
        };
        let alone = self.is_alone();
        if alone && bound.value < demand {
            return Ok(Some(self.end(control)));
        }
        if alone
            && !self.aids.relaxed
            && let Some(step) = self.decide_at_root(demand, control)?
        {
            return Ok(Some(step));
        }
        // If there is much between the bound and what is found, multipliers cut off less than they cost.
        let ahead = self.ahead(searched);
        let enough = if self.aids.is_small { Aids::NEAR_IF_SMALL } else { Aids::NEAR_IF_MIDDLING };
        let is_fairly_near = self.program.vars <= Aids::MIDDLING && times >= enough;
        let may_pay = is_near && ahead > Aids::FAR || is_fairly_near && ahead > Aids::VERY_FAR;
        if may_pay && !self.aids.relaxed {
            self.aids.relaxed = true;
            if alone {
                self.descend(&[], control)?;
            }
        }
        Ok(None)
    }

    /// Ends the search, since nothing better is left.
    pub(super) fn end(&mut self, control: &Control) -> Step {
        self.next = Next::Over;
        Step::Done(self.proof(control))
    }

    /// Decides what would cost more than there is to spare, and begins anew where much is decided.
    fn decide_at_root(&mut self, demand: i64, control: &mut Control) -> Result<Option<Step>, Cause> {
        let Some(dual) = &mut self.aids.dual else { return Ok(None) };
        let mut root = self.root.clone();
        let mut agenda = Agenda::full(self.program.rules.len());
        match self.program.propagate(&mut root, &mut agenda, self.objective.as_ref(), control) {
            Ok(()) => {}
            Err(Halt::Conflict) => return Ok(Some(self.end(control))),
            Err(Halt::Stopped(cause)) => return Err(cause),
        }
        let open = root.open.len();
        if matches!(dual.look_at_root(&self.program, &mut root, demand, control)?, Verdict::Dead) {
            return Ok(Some(self.end(control)));
        }
        if root.open.len() * Aids::MUCH < open * (Aids::MUCH - 1) {
            self.root = root;
            self.aids.explored = (0.0, 0);
            self.descend(&[], control)?;
        }
        Ok(None)
    }

    /// How many times what it has done a search has before it, after so much work beside bounds: on a small board by how much it has
    /// explored since it was asked last, and 0 at first. Elsewhere, and where several share a tree, of which what is taken tells nothing, it
    /// has no end in sight.
    fn ahead(&mut self, searched: u64) -> f64 {
        if !self.aids.is_small || !matches!(self.work, Work::Own(_)) {
            return f64::INFINITY;
        }
        let now = (self.fraction(), searched);
        let before = std::mem::replace(&mut self.aids.explored, now);
        // Rounding may make it less.
        let (explored, work) = ((now.0 - before.0).max(0.0), searched.saturating_sub(before.1) as f64);
        if before.1 > 0 { work * (1.0 - now.0) / (searched as f64 * explored) } else { 0.0 }
    }

    /// Goes over to the best multipliers once it is time: what was chosen without them is then chosen anew.
    pub(super) fn come_close(&mut self, control: &mut Control) -> Result<(), Cause> {
        let dual = self.aids.dual.as_mut().filter(|_| self.aids.relaxed);
        if dual.is_some_and(|dual| dual.comes_close(control)) && self.is_alone() {
            self.descend(&[], control)?;
        }
        Ok(())
    }

    /// Whether the whole tree is explored here.
    fn is_alone(&self) -> bool {
        matches!(self.work, Work::Own(_)) && self.above.is_empty()
    }

    /// Lets the local search go on; returns a better placement, if it finds one.
    fn look_nearby(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        let before = control.work();
        // No bound comes before something is found, so that none waits.
        let has_demand = self.objective.as_ref().is_some_and(|objective| objective.demand().is_some());
        let waits = has_demand && self.aids.dual.is_some() && self.aids.bound_due == 0;
        let slice = self.aids.slice(before, before + control.others, waits);
        let Some(local) = self.aids.local.as_mut().filter(|_| slice > 0) else { return Ok(None) };
        let found = local.run(control.progress.best, slice, control)?;
        let spent = control.work() - before;
        self.aids.spent += spent;
        self.aids.in_vain += spent;
        let is_better = found.is_some();
        if let Some(vars) = found {
            (self.aids.in_vain, self.aids.paid) = (0, control.work() + control.others);
            self.found.clear();
            for var in vars {
                self.found.insert(*var);
            }
        }
        if is_better {
            control.set_aside(spent);
        }
        Ok(is_better.then(|| self.solution(control)))
    }

    /// Ends with a placement that is known to be the best.
    fn settle(&mut self, vars: &[Var], control: &mut Control) -> Option<Step> {
        self.found.clear();
        for var in vars {
            self.found.insert(*var);
        }
        let value = self.objective.as_ref()?.value(&self.found);
        self.bound = Some(Bound::new(value, BoundName::Matching));
        control.progress.bound = Some(value);
        self.next = Next::Over;
        let better = control.progress.best.is_none_or(|best| value > best);
        Some(if better { self.solution(control) } else { Step::Done(self.proof(control)) })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::engine::search::tree::Tree;
    use crate::engine::{Paths, Run};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Weights, Wrap, classics};
    use crate::model::Model;
    use crate::model::bit_set::Wide;
    use crate::model::samples::problems;

    /// A tree that is about to be searched.
    fn tree_for(problem: &Problem, options: &Options, goal: impl FnOnce(&Model) -> Goal) -> Tree<Wide> {
        let mut control = Control::new(options);
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("it is small");
        let goal = goal(&model);
        Tree::new(Arc::new(model), &goal, Work::own(Paths::whole()), control)
    }

    /// What each piece is worth.
    fn of_each(worth: i64) -> impl FnOnce(&Model) -> Goal {
        move |model| Goal::Maximise(Worths::by_kind(model, &[worth]))
    }

    #[test]
    fn the_best_multipliers_at_every_node_lose_no_optimum() {
        let random = std::cell::RefCell::new(Random::new(8));
        let (mut asked, mut branched) = (0, 0);
        for problem in problems() {
            for sign in [1, -1] {
                let mut control = Control::new(&Options::new());
                let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
                let weights = Weights::from_fn(&problem, |_, _| sign * (1 + random.borrow_mut().below(4) as i64));
                let worths = Worths::new(&problem, &weights, 1);
                let dual = Duality::new(&model, &worths, &mut control).expect("no limit was set");
                let goal = Goal::Maximise(worths);
                let mut tree = Tree::<Wide>::new(Arc::new(model), &goal, Work::own(Paths::whole()), control);
                if let Ok(ready) = &mut tree.ready {
                    ready.aids = Aids { worths: ready.aids.worths.take(), due: u64::MAX, dual, ..Aids::default() };
                    ready.aids.relaxed = true;
                    ready.aids.dual.as_mut().expect("the rows are few").hurry();
                }
                let mut best = None;
                while let Step::Improved(value) = tree.step() {
                    best = Some(value);
                }
                let brute = problem.using(&Options::new().engine(Engine::Brute)).maximize_of(weights);
                let brute = brute.expect("it is valid").value().expect("no limit was set");
                assert_eq!(best, brute, "{problem}");
                asked += 1;
                branched += u32::from(tree.control().progress.nodes > 3);
            }
        }
        assert!(branched > 50 && 10 * branched > 9 * asked, "{branched} of {asked}");
    }

    #[test]
    fn a_search_of_a_small_board_that_has_far_to_go_gets_multipliers_at_every_node() {
        let most = |board, piece, most| classics::attacking(board, piece, 0..=most);
        let walls = [(1, 7), (1, 8), (2, 4), (3, 9), (3, 10), (8, 11)];
        for (problem, best) in [
            (most(Board::new(9, 12).with_walls(walls), Piece::QUEEN, 6), 56),
            (most(Board::square(8), Piece::KNIGHT, 3), 44),
            (most(Board::square(9).with_wrap(Wrap::Both), Piece::KNIGHT, 4), 54),
            (classics::no_three_in_line(7), 14),
            (most(Board::square(8), Piece::QUEEN, 7), 44),
            (most(Board::square(7), Piece::ARCHBISHOP, 4), 27),
            (most(Board::square(7), Piece::CHANCELLOR, 5), 29),
        ] {
            let options = Options::new().engine(Engine::Search).node_limit(1 << 16);
            let answer = problem.using(&options).maximize().expect("it is valid");
            assert_eq!(answer.value().ok(), Some(Some(best)), "{problem}");
        }
    }

    #[test]
    fn aids_wait_where_the_ends_of_lines_tell_more_than_duality() {
        let queens = classics::attacking(Board::square(8), Piece::QUEEN, 3);
        let archbishops = |most| classics::attacking(Board::square(8), Piece::ARCHBISHOP, 0..=most);
        let knights = classics::attacking(Board::square(8), Piece::KNIGHT, 0..=3);
        for (problem, wait) in [(queens, true), (archbishops(2), false), (archbishops(3), false), (knights, false)] {
            let mut tree = tree_for(&problem, &Options::new().node_limit(1 << 14), of_each(1));
            while let Step::Improved(_) = tree.step() {}
            let Ok(Ready { aids, .. }) = &tree.ready else { panic!("no other limit was set") };
            assert!(!aids.first, "{problem}");
            assert_eq!(aids.due == Aids::DUE_LATE, wait, "{problem}");
        }
    }

    /// A tree that has been searched to its end.
    fn searched(problem: &Problem, worth: i64) -> Tree<Wide> {
        let mut tree = tree_for(problem, &Options::new(), of_each(worth));
        while let Step::Improved(_) = tree.step() {}
        tree
    }

    #[test]
    fn aids_wait_where_half_of_the_tree_is_explored() {
        let torus = Board::square(6).with_wrap(Wrap::Both);
        for (problem, worth, come) in [
            (classics::domination(torus, Piece::KNIGHT), -1, false),
            (classics::attacking(Board::square(8), Piece::KING, 0..=4), 1, true),
        ] {
            let mut tree = searched(&problem, worth);
            assert!(tree.control().work() > Aids::DUE_IF_SMALL, "{problem}");
            let Ok(Ready { aids, .. }) = &tree.ready else { panic!("no limit was set") };
            assert_eq!(!aids.first, come, "{problem}");
        }
    }

    #[test]
    fn a_search_that_has_very_far_to_go_has_multipliers_where_the_bound_is_fairly_near() {
        let torus = Board::new(13, 8).with_wrap(Wrap::Both);
        let cylinder = Board::square(12).with_wrap(Wrap::Columns);
        for (problem, relaxed) in [
            (classics::total_domination(Board::new(13, 8), Piece::ARCHBISHOP), true),
            (classics::total_domination(torus, Piece::CHANCELLOR), false),
            (classics::domination(Board::square(13), Piece::ARCHBISHOP), true),
            (classics::independent_domination(cylinder, Piece::ARCHBISHOP), false),
        ] {
            let tree = searched(&problem, -1);
            let Ok(Ready { aids, .. }) = &tree.ready else { panic!("no limit was set") };
            assert_eq!((aids.first, aids.relaxed), (false, relaxed), "{problem}");
        }
    }

    /// The fewest pieces that attack every square, where dearer ones may stand too.
    fn with_a_dearer_kind(n: usize, piece: Piece, dearer: Piece, costs: [i64; 2]) -> (Problem, Weights) {
        let mut problem = Problem::new(Board::square(n));
        let kinds = [problem.add_kind("piece", piece), problem.add_kind("dearer", dearer)];
        problem.add(Constraint::attacks(kinds[1], kinds, 0));
        problem.add(Constraint::covered(Area::Everywhere, kinds, 1..));
        let weights = Weights::by_kind(kinds.into_iter().zip(costs.map(|cost| -cost)));
        (problem, weights)
    }

    fn tree(problem: &Problem, weights: &Weights) -> Tree<Wide> {
        tree_for(problem, &Options::new(), |_| Goal::Maximise(Worths::new(problem, weights, 1)))
    }

    #[test]
    fn aids_wait_twice_for_a_tree_that_seems_to_be_explored() {
        let (problem, weights) = with_a_dearer_kind(9, Piece::QUEEN, Piece::AMAZON, [2, 6]);
        let mut tree = tree(&problem, &weights);
        tree.control().grant(1);
        while let Step::Improved(_) = tree.step() {}
        let Ok(ready) = &mut tree.ready else { panic!("no limit was set") };
        // Nearly all of the tree is explored, as far as a number can tell.
        ready.frames.iter_mut().for_each(|frame| frame.left = 1e-9);
        assert!(ready.fraction() >= Aids::NEAR_ITS_END && ready.aids.first);
        let control = &tree.control;
        assert_eq!([(); 3].map(|()| ready.ends_without_aids(control)), [true, true, false]);
    }

    #[test]
    fn what_costs_too_much_in_any_case_is_decided_at_the_root() {
        let (problem, weights) = with_a_dearer_kind(9, Piece::QUEEN, Piece::AMAZON, [2, 6]);
        let mut tree = tree(&problem, &weights);
        let mut best = None;
        while let Step::Improved(value) = tree.step() {
            best = Some(value);
        }
        let Ok(ready) = &tree.ready else { panic!("no limit was set") };
        assert_eq!(best, Some(-10));
        assert!(ready.root.open.len() <= 81, "{}", ready.root.open.len());
    }

    #[test]
    fn dearer_kinds_are_soon_out_of_the_question() {
        for (n, piece, dearer, costs, least) in [
            (9, Piece::QUEEN, Piece::AMAZON, [2, 6], 10),
            (8, Piece::QUEEN, Piece::AMAZON, [3, 5], 15),
            (6, Piece::KING, Piece::KING.and(&Piece::KNIGHT), [1, 3], 8),
        ] {
            let (problem, weights) = with_a_dearer_kind(n, piece, dearer, costs);
            let options = Options::new().engine(Engine::Search).node_limit(10_000);
            let answer = problem.using(&options).maximize_of(weights).expect("it is valid");
            assert_eq!(answer.value().ok(), Some(Some(-least)), "{problem}");
        }
    }

    #[test]
    fn a_turn_pays_for_what_a_local_search_does_in_vain() {
        let mut tree = searched(&classics::attacking(Board::square(8), Piece::KING, 0..=4), 1);
        let control = tree.control();
        let aside = control.work() - control.work_of_turns();
        let Ok(Ready { aids, .. }) = &tree.ready else { panic!("no limit was set") };
        assert!(aids.in_vain > 0 && aside + aids.in_vain <= aids.spent, "{aside} {} {}", aids.in_vain, aids.spent);
    }

    #[test]
    fn a_local_search_has_its_share_of_the_work_of_all_engines_while_it_pays() {
        let aids = Aids { spent: 1000, in_vain: 400, paid: 300, ..Aids::default() };
        // A tenth of all and the work when it last found something, less what it did in vain since.
        assert_eq!(aids.slice(1500, 3000, false), 200);
        assert_eq!(aids.slice(1500, 10_000, false), 900);
        // A first bound waits for no more than at first.
        assert_eq!(aids.slice(1500, 10_000, true), 3000);
        // No more than half of all.
        assert_eq!(aids.slice(1500, 2100, false), 50);
        assert_eq!(aids.slice(1500, 2000, false), 0);
        let in_vain = Aids { spent: 1000, in_vain: 1000, paid: 0, ..Aids::default() };
        assert_eq!([9000, 10_000, 20_000].map(|all| in_vain.slice(1500, all, false)), [0, 0, 1000]);
        assert_eq!(Aids::default().slice(1500, 3000, false), 3000);
    }
}
