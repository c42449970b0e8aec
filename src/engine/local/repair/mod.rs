//! Rules of every sort: covers, exact counts, mixtures.
//!
//! The search goes through placements that break rules. A step draws a broken rule, or aims at a better value, and puts a piece
//! somewhere or takes one away: of the ways that bring the rule nearer to its range, the one that costs the other rules least.
//! Each rule has a weight. Where every way costs as much as it gains, the weights of all broken rules grow, so that the search
//! does not stay in one place. A square just changed stays as it is for some steps (tabu).
//!
//! Where the empty board keeps all rules, or lacks a few pieces, and more are wanted, a large board is filled first, and then taken apart and filled again
//! a window at a time, by turns with such steps.
//!
//! - `large`: what is done by turns on a large board;
//! - `chain`: pieces that come together, windows that are filled again;
//! - `steps`: a step, and what comes at once;
//! - `classes`: patterns that repeat, and blocks, to begin with;
//! - `options`: the changes that a step chooses from;
//! - `change`: what a change costs, and what it does to the rows;
//! - `rests`: kinds that rest for a while;
//! - `rows`: rules as rows that are kept up with;
//! - `sights`: what pieces see of each other, found along lines and not in lists;
//! - `draft`: the rows of a model while they are written.

mod chain;
mod change;
mod classes;
mod draft;
mod large;
mod options;
mod rests;
mod rows;
mod sights;
mod steps;

use super::members::Members;
use crate::budget::{Cause, Control, Random};
use crate::model::{Model, Sets, Var, Worths};
use draft::Draft;
use large::Large;
use rests::Rests;
use rows::{Cell, Ends, Line, Member, Pass, Row, STEPS, Touch, step};
use sights::Sights;

/// A search by repairs under way.
pub(in crate::engine) struct Repair {
    kinds: usize,
    rows: Vec<Row>,
    /// The rows that a variable is in, and what it adds there.
    touched: Ends,
    touches: Vec<Touch>,
    /// What each of the steps of a row costs, and for each touch the number of its step.
    steps: Vec<i64>,
    steps_of: Vec<u32>,
    members: Vec<Member>,
    /// The rows that count only where a variable is true, and those that count only where a slot is vacant.
    if_placed: Sets,
    if_vacant: Sets,
    /// What a square sees, by rays, in the order of rows.
    rays: Vec<Line>,
    cells: Vec<Cell>,
    /// The rays that a slot is on.
    on_rays: Ends,
    passes: Vec<Pass>,
    sights: Sights,
    /// Rows that a change is about to alter, and by how much.
    seen_otherwise: Vec<(u32, i64)>,
    worths: Worths,
    /// What a broken rule weighs at first: as much as the heaviest piece.
    unit: i64,
    /// The kind that stands on each slot plus one; 0 on vacant ones.
    stands: Vec<u16>,
    placed: Members,
    broken: Members,
    value: i64,
    best: Option<i64>,
    /// The weight of what is missing from a better value.
    pull: i64,
    /// The step up to which each slot stays as it is, and that in which it last changed.
    still_until: Vec<u64>,
    changed: Vec<u64>,
    step: u64,
    /// How often weights have grown since they last shrank.
    grown: usize,
    options: Vec<Change>,
    rests: Rests,
    /// Whether squares in view are listed only where they are near.
    near: bool,
    random: Random,
    /// What is done by turns on a large board.
    large: Option<Large>,
    /// The work after which placements that come at once are tried, if nothing has been found.
    at_once: Option<u64>,
    /// The best placement where there is nothing to be done by turns, and the work since one was returned.
    kept: Vec<Var>,
    since: u64,
    /// What has ended it, once what was found by then has been returned.
    over: Option<Cause>,
}

/// Puts a kind on a slot, its number plus one, or makes it vacant.
type Change = (u32, u16);

impl Repair {
    /// Stands for a step whose cost is not kept up.
    const NO_STEP: u32 = u32::MAX;
    /// The work after which placements that come at once are tried.
    const AT_ONCE: u64 = 1 << 25;

    /// Returns `None` if the rules are too many, or of a sort that a local search does not keep up with.
    pub(super) fn new(model: &Model, worths: &Worths, seed: u32, control: &mut Control) -> Result<Option<Self>, Cause> {
        let unit = worths.list().iter().map(|weight| weight.saturating_abs()).max().unwrap_or(0).max(1);
        if unit > Draft::GREATEST || model.vars() == 0 {
            return Ok(None);
        }
        let Some(draft) = Draft::of(model, control)? else { return Ok(None) };
        let mut repair = Self::of(draft, worths.clone(), unit, seed, control)?;
        repair.large = Large::new(&repair, model, seed, control)?;
        Ok(Some(repair))
    }

    fn of(draft: Draft<'_>, worths: Worths, unit: i64, seed: u32, control: &mut Control) -> Result<Self, Cause> {
        let (vars, slots) = (draft.slots * draft.model.kinds, draft.slots);
        let Draft { model, mut rows, touches, members, if_placed, if_vacant, rays, cells, sights, .. } = draft;
        let mut passes = Vec::with_capacity(cells.len());
        for (number, ray) in (0..).zip(&rays) {
            let own = (ray.start..ray.end).zip(&cells[ray.start as usize..ray.end as usize]);
            passes.extend(own.map(|(cell, Cell { slot, .. })| (*slot, Pass { ray: number, cell })));
        }
        let (touched, touches) = Ends::sorted(vars, touches, control)?;
        let (on_rays, passes) = Ends::sorted(slots, passes, control)?;
        let mut broken = Members::new(rows.len());
        for (number, row) in (0..).zip(&mut rows) {
            row.weight = unit;
            broken.set(number, row.active && row.off(0) > 0);
        }
        let steps_of = touches.iter().map(|touch| step(&rows, *touch).unwrap_or(Self::NO_STEP)).collect();
        let mut repair = Self {
            kinds: model.kinds,
            touched,
            touches,
            steps: vec![0; STEPS.len() * rows.len()],
            steps_of,
            members,
            if_placed: Sets::grouped(vars, &if_placed, control)?,
            if_vacant: Sets::grouped(slots, &if_vacant, control)?,
            rays,
            cells,
            on_rays,
            passes,
            sights,
            seen_otherwise: Vec::new(),
            worths,
            unit,
            stands: vec![0; slots],
            placed: Members::new(vars),
            broken,
            value: 0,
            best: None,
            pull: 1,
            still_until: vec![0; slots],
            changed: vec![0; slots],
            step: 0,
            grown: 0,
            options: Vec::new(),
            rests: Rests::new(),
            near: false,
            random: Random::new(seed.into()),
            large: None,
            at_once: (vars >= Large::LEAST).then_some(Self::AT_ONCE),
            kept: Vec::new(),
            since: u64::MAX,
            over: None,
            rows,
        };
        (0..repair.rows.len() as u32).for_each(|row| repair.weigh(row));
        Ok(repair)
    }

    /// Continues for so much work; stops early at a placement that is worth more than `beyond`, and returns it.
    pub(super) fn run(
        &mut self,
        beyond: Option<i64>,
        work: u64,
        control: &mut Control,
    ) -> Result<Option<&[Var]>, Cause> {
        if let Some(cause) = self.over {
            return Err(cause);
        }
        self.best = self.best.max(beyond);
        if let Some(large) = self.large.take() {
            return self.run_by_turns(large, work, control);
        }
        // To copy and to sort what is found often takes longer than to find it where it has many pieces.
        let limit = self.placed.limit();
        let seldom = if limit >= Large::LEAST { 16 * limit as u64 } else { 0 };
        let mut left = work;
        let mut is_due = false;
        loop {
            let before = control.charged();
            let keeps = self.broken.list.is_empty();
            let done = if keeps && self.best.is_none_or(|best| self.value > best) {
                let done = self.climb(control);
                self.rests.go_on(self.step);
                self.best = Some(self.value);
                self.kept.clone_from(&self.placed.list);
                is_due = true;
                done
            } else if self.best.is_none() && self.at_once == Some(0) {
                self.at_once = None;
                self.come_at_once(control)
            } else {
                let cost = self.step();
                self.at_once = self.at_once.map(|left| left.saturating_sub(cost));
                control.charge(cost)
            };
            let cost = control.charged().saturating_sub(before);
            self.since = self.since.saturating_add(cost);
            let is_over = done.is_err() || left < cost;
            left = left.saturating_sub(cost);
            if is_due && (is_over || self.since >= seldom) {
                self.since = 0;
                self.over = done.err();
                return Ok(Some(&self.kept));
            }
            done?;
            if is_over {
                return Ok(None);
            }
        }
    }

    /// Whether the board is so large that few of all changes can be looked at.
    fn is_large(&self) -> bool {
        self.placed.limit() >= Large::LEAST
    }

    fn var(&self, (slot, stands): Change) -> Option<Var> {
        let kind = stands.checked_sub(1)?;
        Some(slot * self.kinds as Var + Var::from(kind))
    }

    fn slot(&self, var: Var) -> u32 {
        var / self.kinds as u32
    }

    /// What puts a piece there, or takes it away.
    fn put(&self, var: Var) -> Change {
        (self.slot(var), (var % self.kinds as u32) as u16 + 1)
    }

    fn clear(&self, var: Var) -> Change {
        (self.slot(var), 0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::rows::Shape;
    use super::*;
    use crate::budget::{Engine, Options};
    use crate::judge::Verifier;
    use crate::language::{Area, Board, Constraint, Kind, Move, Piece, Problem, Wrap, classics};
    use crate::model::Rule;
    use crate::model::samples::problems;

    fn started(problem: &Problem, worths: &Worths, seed: u32, control: &mut Control) -> (Model, Option<Repair>) {
        let model = Model::compile(&Arc::new(problem.clone()), control).expect("no limit was set");
        let repair = Repair::new(&model, worths, seed, control).expect("no limit was set");
        (model, repair)
    }

    /// The values found within so much work, each placement judged; with weights for each kind.
    pub(super) fn found(problem: &Problem, weights: &[i64], seed: u32, work: u64) -> Vec<i64> {
        let mut control = Control::new(&Options::new());
        let worths = Worths::of(weights.repeat(problem.board().open().len()), weights.len());
        let (model, repair) = started(problem, &worths, seed, &mut control);
        let mut repair = repair.expect("the rules are few");
        let mut verifier = Verifier::new(&Arc::new(problem.clone()));
        let mut values: Vec<i64> = Vec::new();
        while let Some(vars) = repair.run(values.last().copied(), work, &mut control).expect("no limit was set") {
            let mut placed: Vec<_> = vars.iter().map(|var| model.placed[*var as usize]).collect();
            placed.sort_unstable();
            assert!(verifier.accepts(&placed), "{problem} {placed:?}");
            let value = placed.iter().map(|(_, kind)| weights[usize::from(*kind)]).sum();
            assert!(values.last().is_none_or(|last| *last < value), "{problem}");
            values.push(value);
        }
        values
    }

    #[test]
    fn optima_of_small_boards_are_found() {
        let (mut asked, mut reached) = (0, 0);
        for problem in problems() {
            for sign in [1, -1] {
                let weights = vec![sign; problem.kinds().count()];
                let worth: Vec<(Kind, i64)> = problem.kinds().zip(weights.iter().copied()).collect();
                let max = problem.using(&Options::new().engine(Engine::Search)).maximize_of(worth);
                let max = max.expect("the problem is sound").value().expect("no limit was set");
                let best = found(&problem, &weights, 0, 1 << 21).last().copied();
                assert!(best <= max, "{problem} {best:?} {max:?}");
                asked += 1;
                reached += u32::from(best == max);
            }
        }
        // A board full of pieces, of which no square asks anything, is far from all that break few rules.
        assert!(10 * reached >= 9 * asked, "{reached} of {asked}");
    }

    #[test]
    fn it_goes_the_same_way_each_time() {
        for problem in
            [classics::domination(Board::square(9), Piece::QUEEN), classics::peaceable(Board::square(6), Piece::KING)]
        {
            let weights = vec![-1; problem.kinds().count()];
            let runs = [0, 0, 1].map(|seed| found(&problem, &weights, seed, 1 << 20));
            assert_eq!(runs[0], runs[1]);
        }
    }

    /// The sums of rows, which are kept up change by change, are those of the placement.
    #[test]
    fn what_is_kept_up_is_what_comes_of_the_placement_alone() {
        let mut kept = 0;
        let mut random = Random::new(5);
        for problem in problems() {
            let mut control = Control::new(&Options::new());
            let worths = Worths::of(vec![1; problem.kinds().count() * problem.board().open().len()], 1);
            let [one, other] = [(); 2].map(|()| started(&problem, &worths, 0, &mut control).1);
            let (mut one, mut other) = (one.expect("the rules are few"), other.expect("the rules are few"));
            for _ in 0..60 {
                let change = (random.below(one.stands.len() as u64) as u32, random.below(one.kinds as u64 + 1) as u16);
                one.make(change);
            }
            for (slot, stands) in one.stands.iter().enumerate() {
                other.make((slot as u32, *stands));
            }
            let sums = |own: &Repair| own.rows.iter().map(|row| (row.sum, row.active)).collect::<Vec<_>>();
            assert_eq!(sums(&one), sums(&other), "{problem}");
            let broken = |own: &Repair| {
                let mut list = own.broken.list.clone();
                list.sort_unstable();
                list
            };
            assert_eq!((broken(&one), one.value), (broken(&other), other.value), "{problem}");
            for (touch, step) in one.touches.iter().zip(&one.steps_of) {
                let row = &one.rows[touch.row as usize];
                let kept = one.steps.get(*step as usize);
                assert!(kept.is_none_or(|cost| *cost == row.change(touch.by)), "{problem}");
            }
            kept += one.steps_of.iter().filter(|step| **step != Repair::NO_STEP).count();
        }
        assert!(kept > 1000, "{kept}");
    }

    /// What pieces see of each other along lines, past forbidden squares and up to walls, is what the judge says.
    #[test]
    fn what_is_seen_along_lines_is_what_the_judge_sees() {
        let board = Board::new(7, 9).with_walls([(1, 2), (4, 4)]).with_forbidden([(2, 5), (3, 3)]).with_holes([(5, 1)]);
        let mut random = Random::new(8);
        let mut kept = 0;
        for piece in [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::AMAZON] {
            for range in [0..=1, 1..=3, 0..=4] {
                let mut problem = Problem::new(board.clone());
                let own = problem.add_kind("own", piece.clone());
                let other = problem.add_kind("other", Piece::ROOK);
                problem.add(Constraint::attacks(own, [own, other], range)).add(Constraint::attacks(other, own, ..=2));
                let mut control = Control::new(&Options::new());
                let worths = Worths::of(vec![1; 2 * problem.board().open().len()], 2);
                let (model, repair) = started(&problem, &worths, 0, &mut control);
                let mut repair = repair.expect("the rules are few");
                let mut verifier = Verifier::new(&Arc::new(problem.clone()));
                for _ in 0..200 {
                    let slot = random.below(repair.stands.len() as u64) as u32;
                    let stands = if random.below(2) == 0 { 0 } else { 1 + random.below(2) as u16 };
                    repair.make((slot, stands));
                    let mut placed: Vec<_> = repair.placed.list.iter().map(|var| model.placed[*var as usize]).collect();
                    placed.sort_unstable();
                    assert_eq!(repair.broken.list.is_empty(), verifier.accepts(&placed), "{problem} {placed:?}");
                    kept += u32::from(repair.broken.list.is_empty());
                }
            }
        }
        assert!(kept > 50, "{kept} keep the rules");
    }

    #[test]
    fn large_boards_whose_empty_board_keeps_the_rules_are_filled() {
        let attacking = |n: usize, piece: Piece, range| classics::attacking(Board::square(n), piece, range);
        // Two kings fill six squares of a board that is wider by one; all knights on one colour attack none.
        for (problem, least) in [
            (attacking(40, Piece::KING, 1..=1), 500),
            (attacking(40, Piece::KNIGHT, 0..=1), 780),
            (attacking(40, Piece::KNIGHT, 2..=2), 250),
            (attacking(40, Piece::QUEEN, 1..=1), 40),
            (attacking(40, Piece::BISHOP, 0..=2), 140),
            (classics::peaceable(Board::square(24), Piece::KING), 300),
        ] {
            let weights = vec![1; problem.kinds().count()];
            let best = found(&problem, &weights, 0, 1 << 24).last().copied();
            assert!(best >= Some(least), "{problem} {best:?}");
        }
        let walls = Board::square(24).with_walls([(3, 4), (17, 9), (11, 11)]);
        let problem = classics::attacking(walls, Piece::KING, 1);
        let runs = [0, 0].map(|seed| found(&problem, &[1], seed, 1 << 22));
        assert_eq!(runs[0], runs[1]);
    }

    /// Amazons, kings and knights on a torus of 14×14, of which amazons and knights attack nothing, at most seven in a row; and the kings.
    fn knights_and_others() -> (Problem, Kind) {
        let mut problem = Problem::new(Board::square(14).with_wrap(Wrap::Both));
        let pieces = [("amazon", Piece::AMAZON), ("king", Piece::KING), ("knight", Piece::KNIGHT)];
        let kinds = pieces.map(|(name, piece)| problem.add_kind(name, piece));
        for kind in [kinds[0], kinds[2]] {
            problem.add(Constraint::attacks(kind, kinds, 0));
        }
        problem.add(Constraint::count(kinds, Area::rows(), ..=7));
        (problem, kinds[1])
    }

    #[test]
    fn large_boards_whose_empty_board_lacks_a_few_pieces_are_filled() {
        let (mut problem, king) = knights_and_others();
        problem.add(Constraint::count(king, Area::Everywhere, 2..));
        // All knights on one colour would be worth 490.
        let best = found(&problem, &[7, 2, 5], 0, 1 << 18).last().copied();
        assert!(best >= Some(450), "{best:?}");
        let (mut problem, king) = knights_and_others();
        // A row holds no eight.
        problem.add(Constraint::count(king, Area::Squares((0..8).map(|column| (3, column)).collect()), 8));
        assert!(found(&problem, &[7, 2, 5], 0, 1 << 22).is_empty());
    }

    /// Rooks cover more than knights, but a placement with some of each is far from a good one.
    #[test]
    fn kinds_that_rest_leave_room_for_others() {
        let mut problem = Problem::new(Board::square(13).with_wrap(Wrap::Both));
        let kinds = [("knight", Piece::KNIGHT), ("rook", Piece::ROOK), ("king", Piece::KING)]
            .map(|(name, piece)| problem.add_kind(name, piece));
        for kind in &kinds[1..] {
            problem.add(Constraint::attacks(*kind, kinds, 0));
        }
        problem.add(Constraint::covered(Area::Everywhere, kinds, 1..));
        let reached = |seed: &u32| found(&problem, &[-6, -8, -7], *seed, 1 << 26).last() >= Some(&-170);
        assert!((0..3).filter(reached).count() >= 2);
    }

    /// What squares see along lines on a large board is what their views say, and a change costs what was said before.
    #[test]
    fn what_squares_see_along_lines_is_what_stands_first_in_their_views() {
        let board = Board::square(66).with_walls([(1, 2), (40, 40)]).with_forbidden([(20, 50), (30, 31)]);
        let board = board.with_holes([(10, 10), (33, 40)]);
        let mut random = Random::new(9);
        // It looks farther ahead than to one side, and not back.
        let lopsided = Piece::new([Move::ride(-1, 0), Move::ride(0, 1).within(3), Move::leap(-1, -2)]);
        for piece in [Piece::QUEEN, Piece::NIGHTRIDER, "KR3".parse().expect("it is a piece"), lopsided] {
            let mut problem = Problem::new(board.clone());
            let kind = problem.add_kind("piece", piece);
            problem.add_kind("other", Piece::KING);
            let covered = Constraint::covered(Area::Everywhere, kind, 1..);
            for rule in [covered.clone(), covered.where_vacant()] {
                let problem = problem.clone().with(rule);
                let mut control = Control::new(&Options::new());
                let worths = Worths::of(vec![-1; 2 * problem.board().open().len()], 2);
                let (model, repair) = started(&problem, &worths, 0, &mut control);
                let mut repair = repair.expect("the rules are few");
                assert!(repair.rows.iter().any(|row| matches!(row.shape, Shape::Back(_))), "{problem}");
                let off = |own: &Repair| {
                    let active = own.rows.iter().filter(|row| row.active);
                    active.map(|row| row.weight * row.off(row.sum)).sum::<i64>()
                };
                for round in 0..600 {
                    let slot = random.below(repair.stands.len() as u64) as u32;
                    let change = (slot, random.below(3) as u16);
                    let expected = (round % 8 == 0).then(|| off(&repair) + repair.delta(change).0);
                    repair.make(change);
                    assert!(expected.is_none_or(|expected| expected == off(&repair)), "{problem} {change:?}");
                }
                // Squares where no piece may stand have lists.
                let mut seen = Vec::new();
                for rule in &model.rules {
                    let Rule::Views(views) = rule else { continue };
                    let all = Area::Everywhere.coverable(&problem);
                    let mut squares = all.iter();
                    let mut add = |view: crate::model::View| {
                        let counts = |ray: &&crate::model::Ray| {
                            let mut standing = ray.cells.iter().map(|(slot, at)| (repair.stands[*slot as usize], at));
                            let first = standing.find(|(stands, _)| *stands > 0);
                            first.is_some_and(|(stands, at)| at >> (stands - 1) & 1 == 1)
                        };
                        let square = squares.next().expect("there is a view for each square");
                        if model.slot(*square).is_some() {
                            seen.push(view.rays.iter().filter(counts).count() as i64);
                        }
                    };
                    views.each(&model, &mut control, &mut add).expect("no limit was set");
                }
                let by_sight = repair.rows.iter().filter(|row| matches!(row.shape, Shape::Back(_)));
                assert_eq!(by_sight.map(|row| row.sum).collect::<Vec<_>>(), seen, "{problem}");
            }
        }
    }

    /// No placement is forgotten that others are told to beat, also where armies are to balance and windows leave them unequal.
    #[test]
    fn what_is_to_be_beaten_has_been_returned() {
        let mut problem = Problem::new(Board::square(24));
        let [one, other] = ["one", "other"].map(|name| problem.add_kind(name, Piece::KING));
        let squares: Vec<_> = problem.board().open().iter().collect();
        let terms = squares.iter().flat_map(|square| [(2, one, *square), (-3, other, *square)]);
        problem.add(Constraint::attacks(one, other, 0)).add(Constraint::linear(terms, 0));
        for seed in 0..3 {
            let mut control = Control::new(&Options::new());
            let worths = Worths::of(vec![1; 2 * squares.len()], 2);
            let (_, repair) = started(&problem, &worths, seed, &mut control);
            let mut repair = repair.expect("the rules are few");
            let mut last = None;
            for _ in 0..64 {
                if let Some(found) = repair.run(None, 1 << 19, &mut control).expect("no limit was set") {
                    last = Some(worths.sum(found));
                }
                assert_eq!(repair.best, last);
            }
            assert!(last > Some(0), "{last:?}");
        }
    }

    #[test]
    fn large_boards_have_a_placement_early() {
        let attacking = |n: usize, piece: Piece, range| classics::attacking(Board::square(n), piece, range);
        let armies = |n: usize, piece: Piece| classics::peaceable(Board::square(n), piece);
        let mut three = Problem::new(Board::square(64));
        let kinds = ["a", "b", "c"].map(|name| three.add_kind(name, Piece::KING));
        let pairs = [(0, 1), (1, 2), (0, 2)];
        for (one, other) in pairs {
            three.add(Constraint::attacks(kinds[one], kinds[other], 0));
            three.add(Constraint::balance(kinds[one], kinds[other], 0));
        }
        for (problem, sign, least) in [
            (classics::domination(Board::square(100), Piece::QUEEN), -1, -90),
            (classics::total_domination(Board::square(64), Piece::BISHOP), -1, -200),
            (classics::independent_domination(Board::square(64), Piece::BISHOP), -1, -100),
            (attacking(100, Piece::KNIGHT, 3..=3), 1, 1600),
            (attacking(100, Piece::KNIGHT, 4..=4), 1, 1600),
            (attacking(100, Piece::KING, 3..=3), 1, 4000),
            (attacking(160, Piece::QUEEN, 2..=2), 1, 200),
            (armies(100, Piece::KING), 1, 6000),
            (armies(100, Piece::ROOK), 1, 3000),
            (three, 1, 1500),
        ] {
            let weights = vec![sign; problem.kinds().count()];
            let best = found(&problem, &weights, 0, 1 << 26).last().copied();
            assert!(best >= Some(least), "{problem} {best:?}");
        }
    }

    #[test]
    fn work_is_charged_while_it_is_done_and_what_was_found_by_then_is_returned() {
        /// What may be charged beyond the limit.
        const SLACK: u64 = 1 << 19;
        for problem in [
            classics::peaceable(Board::square(100), Piece::ROOK),
            classics::peaceable(Board::square(64), Piece::KING),
            classics::attacking(Board::square(80), Piece::KNIGHT, 2),
            classics::total_domination(Board::square(64), Piece::QUEEN),
            classics::independent_domination(Board::square(80), Piece::KING),
        ] {
            let sign = if problem.kinds().count() == 1 && problem.to_string().contains("covers") { -1 } else { 1 };
            for work in [20, 23, 26].map(|power| 1u64 << power) {
                let mut control = Control::new(&Options::new());
                let worths = Worths::of(vec![sign; problem.kinds().count() * problem.board().open().len()], 1);
                let (_, repair) = started(&problem, &worths, 0, &mut control);
                let mut repair = repair.expect("the rules are few");
                let mut control = Control::new(&Options::new()).with_max_work(work);
                let (mut best, mut late) = (None, 0);
                while let Ok(found) = repair.run(best, u64::MAX, &mut control) {
                    late += u32::from(control.charged() > work);
                    let found = found.expect("only the limit ends it");
                    let value = worths.sum(found);
                    assert!(best.is_none_or(|best| value > best), "{problem}");
                    best = Some(value);
                }
                assert!(late <= 1, "{problem}: {late} placements after the limit");
                assert!(control.charged() <= work + SLACK, "{problem} {} of {work}", control.charged());
            }
        }
    }

    #[test]
    fn rules_that_cannot_be_kept_up_with_are_declined() {
        let mut control = Control::new(&Options::new());
        let mut hidden = Problem::new(Board::square(4));
        let (queen, wall) = (hidden.add_kind("queen", Piece::QUEEN), hidden.add_kind("wall", Piece::BLOCKER));
        hidden.add(Constraint::attacks(queen, queen, 1).through()).add(Constraint::count(wall, Area::Everywhere, 1..));
        let worths = Worths::of(vec![1; 32], 2);
        assert!(started(&hidden, &worths, 0, &mut control).1.is_none());
        let heavy = Worths::of(vec![i64::MAX; 16], 1);
        assert!(started(&classics::queens(4), &heavy, 0, &mut control).1.is_none());
    }
}
