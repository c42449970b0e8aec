//! Kinds that an optimum can do without: where such a piece stands, one of another kind would do as well; or such a piece can stand nowhere.
//!
//! All pieces of one kind are thought of as replaced by pieces of the other, and each rule is looked at for what that may do to the numbers
//! that it limits. If no number can leave its range and no value is lost, every solution has one without the first kind that is worth as
//! much.

use crate::budget::{Cause, Control};
use crate::engine::{Placed, nowhere};
use crate::language::{Interval, Kinds, Move, Problem, Rule, Sight, Weights, sort};
use crate::model::{Model, Worths};
use crate::query::Prepared;

/// Compiles a problem with the kinds only that an optimum needs: what is best has the greatest value of these weights, times a sign.
pub(super) fn prepared(
    all: &Problem,
    weights: &Weights,
    sign: i64,
    control: &mut Control,
) -> (Option<NeededKinds>, Prepared) {
    // Where telling takes too long, so does what comes next.
    let needed = NeededKinds::new(all, weights, sign, control).unwrap_or_default();
    let prepared = Prepared::new(needed.as_ref().map_or(all, |needed| &needed.problem), control);
    let Ok(model) = &prepared.model else { return (needed, prepared) };
    match NeededKinds::standing(needed.as_ref(), all, model, control) {
        Ok(Some(fewer)) => {
            let prepared = Prepared::new(&fewer.problem, control);
            (Some(fewer), prepared)
        }
        _ => (needed, prepared),
    }
}

/// A problem with the kinds only that an optimum needs.
pub(super) struct NeededKinds {
    problem: Problem,
    /// The number of each kind among all.
    kinds: Vec<u16>,
    /// How many all are.
    all: usize,
}

impl NeededKinds {
    /// Leaves out kinds of which another would do as well; `None` if there are none.
    fn new(problem: &Problem, weights: &Weights, sign: i64, control: &mut Control) -> Result<Option<Self>, Cause> {
        let all = problem.setup().kinds.len();
        if all < 2 {
            return Ok(None);
        }
        let mut exchanges = Exchanges::new(problem, control)?;
        exchanges.without_loss(problem, weights, sign, control)?;
        let gone = exchanges.needless(control)?;
        let kinds = (0..all as u16).filter(|kind| gone >> kind & 1 == 0).collect();
        let fewer = if gone == 0 { None } else { problem.without_kinds(gone) };
        Ok(fewer.map(|problem| Self { problem, kinds, all }))
    }

    /// The same without the kinds that stand nowhere in a solution; `None` if there are none.
    fn standing(
        before: Option<&Self>,
        all: &Problem,
        model: &Model,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        if model.kinds < 2 {
            return Ok(None);
        }
        let gone = nowhere(model, control)?;
        let number = all.setup().kinds.len();
        let (problem, before) = match before {
            Some(before) => (&before.problem, before.kinds.clone()),
            None => (all, (0..number as u16).collect()),
        };
        let kinds: Vec<u16> =
            (0..).zip(before).filter(|(place, _)| gone >> place & 1 == 0).map(|(_, kind)| kind).collect();
        let fewer = if gone == 0 || kinds.is_empty() { None } else { problem.without_kinds(gone) };
        Ok(fewer.map(|problem| Self { problem, kinds, all: number }))
    }

    /// What the pieces of these kinds are worth, of what those of all are.
    pub(super) fn worths(&self, all: &Worths) -> Worths {
        let slots = all.list().chunks(self.all);
        let list = slots.flat_map(|slot| self.kinds.iter().map(|kind| slot[usize::from(*kind)]));
        Worths::of(list.collect(), self.kinds.len())
    }

    /// Gives the pieces of a solution the numbers of their kinds among all.
    pub(super) fn rename(&self, placed: &mut Placed) {
        for (_, kind) in placed {
            *kind = self.kinds[usize::from(*kind)];
        }
    }
}

/// Which kinds may be exchanged for which. Sets of kinds are masks.
struct Exchanges {
    /// For each kind those it may be exchanged for, as far as rules other than those about attacks tell.
    allowed: Vec<u64>,
    attacks: Vec<Attacks>,
    /// For each kind those that go nowhere it does not.
    included: Vec<u64>,
    /// For each kind those of which it attacks no piece, as the rules tell: by sight, and through pieces.
    never_attacked: [Vec<u64>; 2],
}

/// A rule about attacks.
struct Attacks {
    from: u64,
    to: u64,
    range: Interval,
    sight: Sight,
}

impl Exchanges {
    fn new(problem: &Problem, control: &mut Control) -> Result<Self, Cause> {
        let kinds = &problem.setup().kinds;
        let number = kinds.len();
        let moves: usize = kinds.iter().map(|kind| kind.piece.moves().len()).sum();
        control.charge(moves.saturating_mul(moves) as u64)?;
        let table = |holds: &dyn Fn(&[Move], &[Move]) -> bool| -> Vec<u64> {
            let row = |own: usize| {
                let holds = |other: &usize| holds(kinds[own].piece.moves(), kinds[*other].piece.moves());
                mask_of((0..number).filter(holds))
            };
            (0..number).map(row).collect()
        };
        let included = table(&|own, other| other.iter().all(|step| own.iter().any(|own| own.includes(*step))));
        let looks_back =
            table(&|own, other| own.iter().all(|step| other.iter().any(|other| other.includes(step.reversed()))));
        let blockers = mask_of((0..number).filter(|kind| kinds[*kind].piece.is_blocker()));
        let alike = |kind: usize| if blockers >> kind & 1 == 1 { blockers } else { mask_of(0..number) & !blockers };
        let mut all = Self {
            allowed: (0..number).map(|kind| alike(kind) & !(1 << kind)).collect(),
            attacks: Vec::new(),
            included,
            never_attacked: [vec![0; number], vec![0; number]],
        };
        let squares = (problem.board().rows() * problem.board().columns()) as i64;
        for constraint in problem.constraints() {
            control.charge(number as u64)?;
            all.heed(&constraint.rule, squares, control)?;
        }
        for Attacks { from, to, range, sight } in &all.attacks {
            if range.upper().is_some_and(|most| most <= 0) {
                let told = &mut all.never_attacked[usize::from(*sight == Sight::Through)];
                members(*from).for_each(|kind| told[kind] |= to);
            }
        }
        let [by_sight, through] = &mut all.never_attacked;
        by_sight.iter_mut().zip(&*through).for_each(|(by_sight, through)| *by_sight |= through);
        for told in &mut all.never_attacked {
            let is_told = told.clone();
            for (kind, own) in told.iter_mut().enumerate() {
                // What looks back as far would attack it.
                *own |= mask_of(members(looks_back[kind]).filter(|other| is_told[*other] >> kind & 1 == 1));
            }
        }
        Ok(all)
    }

    /// Takes down what a rule allows.
    fn heed(&mut self, rule: &Rule, squares: i64, control: &mut Control) -> Result<(), Cause> {
        match rule {
            Rule::Attacks { from, to, range, sight } => {
                let [from, to] = [from, to].map(|kinds| mask_of(kinds.indices()));
                self.attacks.push(Attacks { from, to, range: range.of_counts(squares), sight: *sight });
            }
            Rule::Covered { by, range, .. } => {
                let range = range.of_counts(squares);
                self.count(by, range);
                for kind in by.indices() {
                    let mut allowed = u64::MAX;
                    if range.upper().is_some() {
                        allowed &= self.included[kind];
                    }
                    if range.lower() > Some(0) {
                        allowed &= mask_of(by.indices().filter(|other| self.included[*other] >> kind & 1 == 1));
                    }
                    // What is counted before and afterwards covers as much, or what matters.
                    self.allowed[kind] &= allowed | !mask_of(by.indices());
                }
            }
            Rule::Count { kinds, range, .. } | Rule::OccupiedLines { kinds, range, .. } => {
                self.count(kinds, range.of_counts(squares));
            }
            Rule::Balance { plus, minus, range } => {
                let number = |kind| i64::from(plus.has(kind)) - i64::from(minus.has(kind));
                let numbers: Vec<i64> = (0..self.allowed.len()).map(number).collect();
                self.sum(&numbers, *range);
            }
            Rule::Linear { terms, range } => {
                let kinds = self.allowed.len();
                control.charge(8 * terms.len() as u64)?;
                let mut terms: Vec<_> =
                    terms.iter().map(|(number, kind, square)| (*square, kind.index, *number)).collect();
                sort(&mut terms);
                for of_square in terms.chunk_by(|one, other| one.0 == other.0) {
                    control.charge((kinds * kinds) as u64)?;
                    let mut numbers = vec![0; kinds];
                    for (_, kind, number) in of_square {
                        numbers[usize::from(*kind)] += number;
                    }
                    self.sum(&numbers, *range);
                }
            }
            // Images hold the same, before and afterwards, unless the kinds are told apart.
            Rule::Symmetric { transforms, .. } => {
                let swaps = transforms.iter().flat_map(|transform| &transform.swaps);
                let named = mask_of(swaps.flat_map(|(a, b)| [a, b]).map(|kind| usize::from(kind.index)));
                for (kind, allowed) in self.allowed.iter_mut().enumerate() {
                    *allowed &= if named >> kind & 1 == 1 { 0 } else { !named };
                }
            }
        }
        Ok(())
    }

    /// Keeps a number of pieces of some kinds in its range.
    fn count(&mut self, kinds: &Kinds, range: Interval) {
        let counted = mask_of(kinds.indices());
        for (kind, allowed) in self.allowed.iter_mut().enumerate() {
            if counted >> kind & 1 == 0 && range.upper().is_some() {
                *allowed &= !counted;
            }
            if counted >> kind & 1 == 1 && range.lower() > Some(0) {
                *allowed &= counted;
            }
        }
    }

    /// Keeps a sum in its range, to which each kind adds a number.
    fn sum(&mut self, numbers: &[i64], range: Interval) {
        let (has_most, has_least) = (range.upper().is_some(), range.lower().is_some());
        for (own, allowed) in numbers.iter().zip(&mut self.allowed) {
            let kept =
                numbers.iter().enumerate().filter(|(_, new)| !(has_most && *new > own || has_least && *new < own));
            *allowed &= mask_of(kept.map(|(kind, _)| kind));
        }
    }

    /// Takes down which kinds are worth as much as others wherever they stand.
    fn without_loss(
        &mut self,
        problem: &Problem,
        weights: &Weights,
        sign: i64,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let number = self.allowed.len();
        if self.allowed.iter().all(|allowed| *allowed == 0) {
            return Ok(());
        }
        let mut compare = |worths: &[i64]| {
            for (kind, own) in worths.iter().enumerate() {
                let as_good = |other: &usize| sign * worths[*other] >= sign * own;
                self.allowed[kind] = mask_of(members(self.allowed[kind]).filter(as_good));
            }
        };
        if let Some(worths) = weights.by_kind_alone(number) {
            compare(&worths);
            return Ok(());
        }
        let slots = problem.board().open().len();
        control.charge(number.saturating_mul(slots) as u64)?;
        for worths in weights.listed(problem).chunks(number) {
            control.charge((number * number) as u64)?;
            compare(worths);
        }
        Ok(())
    }

    /// The kinds that can be left out, one after the other.
    fn needless(&self, control: &mut Control) -> Result<u64, Cause> {
        let all = mask_of(0..self.allowed.len());
        let mut left = all;
        'again: loop {
            for kind in members(left) {
                for by in members(self.allowed[kind] & left) {
                    control.charge((self.attacks.len() as u64).saturating_mul(8))?;
                    if self.is_kept_by_attacks(kind, by, left, control)? {
                        left &= !(1 << kind);
                        continue 'again;
                    }
                }
            }
            return Ok(all & !left);
        }
    }

    /// Whether the rules about attacks allow that pieces of a kind become pieces of another, of the kinds that are left.
    fn is_kept_by_attacks(&self, kind: usize, by: usize, left: u64, control: &mut Control) -> Result<bool, Cause> {
        let has = |mask: u64, kind: usize| mask >> kind & 1 == 1;
        for Attacks { from, to, range, sight } in &self.attacks {
            let never = &self.never_attacked[usize::from(*sight == Sight::Through)];
            let rises = has(*to, by) && !has(*to, kind) && range.upper().is_some();
            let falls = has(*to, kind) && !has(*to, by) && range.lower() > Some(0);
            if rises || falls {
                let mut others = members(from & left & !(1 << kind));
                if others.any(|other| !has(never[other], kind)) {
                    return Ok(false);
                }
            }
            if has(*from, by) {
                control.charge(self.attacks.len() as u64)?;
                if !self.new_ones_obey(kind, by, left, (*to, *range, *sight)) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether the new pieces attack as many as a rule allows them, since a rule about the old ones said so.
    fn new_ones_obey(&self, kind: usize, by: usize, left: u64, (to, range, sight): (u64, Interval, Sight)) -> bool {
        // What the rule counts, as it was before; and what the old pieces may attack.
        let counted = left & (to & !(1 << kind) | (to >> by & 1) << kind);
        let seen = left & !self.never_attacked[usize::from(sight == Sight::Through)][kind];
        let mut of_old = self.attacks.iter().filter(|rule| rule.from >> kind & 1 == 1);
        let has_no_more = |most: i64| {
            let is_less = self.included[kind] >> by & 1 == 1;
            most >= 0 && counted == 0
                || is_less && most >= 0 && counted & seen == 0
                || is_less
                    && of_old.clone().any(|rule| {
                        let is_told = rule.range.upper().is_some_and(|own| own <= most);
                        let sees_as_much = rule.sight == sight || rule.sight == Sight::Through;
                        is_told && sees_as_much && counted & seen & !rule.to == 0
                    })
        };
        let is_enough = range.upper().is_none_or(has_no_more);
        let mut has_no_fewer = |least: i64| {
            of_old.any(|rule| {
                let is_told = rule.sight == sight && rule.range.lower() >= Some(least);
                is_told && left & rule.to & seen & !counted == 0
            })
        };
        let includes = self.included[by] >> kind & 1 == 1;
        is_enough && range.lower().is_none_or(|least| least <= 0 || includes && has_no_fewer(least))
    }
}

/// The mask of some kinds, and the kinds of a mask.
fn mask_of(kinds: impl Iterator<Item = usize>) -> u64 {
    kinds.fold(0, |mask, kind| mask | 1 << kind)
}

fn members(mask: u64) -> impl Iterator<Item = usize> {
    (0..u64::BITS as usize).filter(move |kind| mask >> kind & 1 == 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::language::{
        Area, Board, Constraint, Direction, Kind, Piece, Placement, Square, Symmetry, Transform, Wrap,
    };

    /// Three kinds, of which two are often alike, under random rules.
    fn problem(random: &mut Random) -> Problem {
        let pieces = [
            Piece::KING,
            Piece::ROOK,
            Piece::QUEEN,
            Piece::KNIGHT,
            Piece::WAZIR,
            Piece::WHITE_PAWN,
            Piece::BLOCKER,
            Piece::ROOK.within(2),
            Piece::new([Move::leap(0, 1)]),
            Piece::new([Move::ride(0, 1)]),
        ];
        let boards = [
            Board::new(2, 3),
            Board::new(2, 4).with_walls([(0, 1)]),
            Board::new(2, 3).with_holes([(0, 1)]).with_forbidden([(1, 1)]),
            Board::new(1, 5),
            Board::new(2, 3).with_wrap(Wrap::Columns),
            Board::new(3, 2).with_wrap(Wrap::Rows),
            Board::new(3, 2).with_wrap(Wrap::Both),
        ];
        let mut problem = Problem::new(random.pick(&boards));
        let first = random.pick(&pieces);
        let second = if random.below(2) == 0 { first.clone() } else { random.pick(&pieces) };
        let pieces = [first, second, random.pick(&pieces)];
        let kinds: Vec<Kind> =
            pieces.into_iter().zip(["a", "b", "c"]).map(|(piece, name)| problem.add_kind(name, piece)).collect();
        let sets = [vec![0], vec![1], vec![2], vec![0, 1], vec![1, 2], vec![0, 2], vec![0, 1, 2], vec![0, 1, 2]];
        let sets = sets.map(|set| set.into_iter().map(|place: usize| kinds[place]).collect::<Kinds>());
        let ranges = [
            (0, 0),
            (0, 0),
            (i64::MIN, 0),
            (i64::MIN, 1),
            (0, 2),
            (1, i64::MAX),
            (2, i64::MAX),
            (1, 2),
            (-1, 1),
            (-3, -1),
        ];
        let open: Vec<Square> = problem.board().open().iter().collect();
        for _ in 0..=random.below(4) {
            let (one, other) = (random.pick(&sets), random.pick(&sets));
            let (min, max) = random.pick(&ranges);
            let range = Interval::between(min, max);
            let rule = match random.below(14) {
                0..=6 => Constraint::attacks(one, other, range),
                7 => Constraint::covered(Area::Everywhere, one, range),
                8 => Constraint::covered(Area::Everywhere, one, range).where_vacant(),
                9 => Constraint::count(one, Area::rows(), range),
                10 => Constraint::balance(one, other, range),
                11 => {
                    let number = |random: &mut Random| random.below(5) as i64 - 2;
                    let terms: Vec<_> =
                        (0..4).map(|_| (number(random), random.pick(&kinds), random.pick(&open[..2]))).collect();
                    Constraint::linear(terms, range)
                }
                12 => Constraint::occupied_lines(one, [Direction::ROW, Direction::COLUMN], range),
                _ => {
                    let turn = Transform::from(Symmetry::HalfTurn);
                    let swap = |turn: Transform, random: &mut Random| {
                        let [own, other] = [0, 1].map(|_| random.pick(&kinds));
                        if own == other { turn } else { turn.swapping(own, other) }
                    };
                    Constraint::symmetric([swap(turn, random)], Area::Everywhere)
                }
            };
            let looks = matches!(rule.rule, Rule::Attacks { .. } | Rule::Covered { .. });
            problem.add(if looks && random.below(2) == 0 { rule.through() } else { rule });
        }
        problem
    }

    fn is_allowed(problem: &Problem, kind: usize, by: usize) -> bool {
        let mut control = Control::new(&Options::new());
        let all = Exchanges::new(problem, &mut control).expect("no limit was set");
        let left = mask_of(0..problem.kinds().count());
        let is_kept = all.is_kept_by_attacks(kind, by, left, &mut control).expect("no limit was set");
        all.allowed[kind] >> by & 1 == 1 && is_kept
    }

    #[test]
    fn after_an_exchange_that_is_allowed_every_solution_is_one() {
        let mut random = Random::new(1);
        let brute = Options::new().engine(Engine::Brute);
        let mut seen = BTreeMap::<&str, usize>::new();
        let mut changed = 0;
        for _ in 0..3000 {
            let problem = problem(&mut random);
            if problem.check().is_err() {
                continue;
            }
            let pairs = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
            let pairs: Vec<_> = pairs.into_iter().filter(|(kind, by)| is_allowed(&problem, *kind, *by)).collect();
            if pairs.is_empty() {
                continue;
            }
            problem.constraints().iter().for_each(|rule| *seen.entry(rule.name()).or_default() += 1);
            let mut solutions = problem.using(&brute).enumerate().expect("it has no faults");
            let mut left = 200;
            let visited = solutions.visit(|solution| {
                for (kind, by) in &pairs {
                    let pieces = solution.placed().iter().map(|(square, own)| {
                        let own = if usize::from(*own) == *kind { *by as u16 } else { *own };
                        (problem.setup().handle(own), *square)
                    });
                    let exchanged = Placement::new(&problem, pieces).expect("the squares are open");
                    let judgement = exchanged.judge(&problem).expect("it has no faults");
                    assert!(judgement.is_solution(), "{problem}{solution}{exchanged}{judgement:?}");
                    changed += usize::from(exchanged != *solution);
                }
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(visited.is_ok(), "no limit was set");
        }
        assert!(changed > 1000 && seen.len() == 7 && seen.values().all(|number| *number > 10), "{changed} {seen:?}");
    }

    #[test]
    fn an_optimum_of_the_needed_kinds_is_that_of_all() {
        let mut random = Random::new(2);
        let (mut fewer, mut standing, mut asked) = (0, 0, 0);
        while asked < 600 {
            let problem = problem(&mut random);
            if problem.check().is_err() {
                continue;
            }
            let mut weights: Weights =
                problem.kinds().map(|kind| (kind, random.below(6) as i64 - 2)).collect::<Vec<_>>().into();
            if random.below(3) == 0 {
                weights = Weights::from_fn(&problem, |kind, square| {
                    (square.row() + 2 * square.column() + usize::from(kind.index)) as i64 % 3 - 1
                });
            }
            for sign in [1, -1] {
                let control = &mut Control::new(&Options::new());
                let needed = NeededKinds::new(&problem, &weights, sign, control).expect("no limit was set");
                let kinds = needed.as_ref().map_or(3, |needed| needed.kinds.len());
                fewer += usize::from(kinds < 3);
                let (left, _) = prepared(&problem, &weights, sign, control);
                standing += usize::from(left.is_some_and(|left| left.kinds.len() < kinds));
                let [own, expected] = [Engine::Auto, Engine::Brute].map(|engine| {
                    let options = Options::new().engine(engine);
                    let asked = problem.using(&options);
                    let weights = weights.clone();
                    let best = if sign == 1 { asked.maximize_of(weights) } else { asked.minimize_of(weights) };
                    best.expect("it has no faults").value().expect("no limit was set")
                });
                assert_eq!(own, expected, "{sign} {problem}{weights:?}");
            }
            asked += 1;
        }
        assert!(fewer > 100 && standing > 20, "{fewer} and {standing} of {asked}");
    }

    #[test]
    fn what_is_told_by_sight_is_not_told_through_pieces() {
        // R K B    The rook does not see the bishop, but looks through the king.
        type Told = fn(Constraint) -> Constraint;
        let allowed = |told: Told, asked: Told| {
            let mut problem = Problem::new(Board::new(1, 3));
            let [rook, _, bishop, knight] = [Piece::ROOK, Piece::KING, Piece::BISHOP, Piece::KNIGHT]
                .map(|piece| problem.add_kind(piece.to_string(), piece));
            problem.add(told(Constraint::attacks(rook, bishop, 0))).add(asked(Constraint::attacks(rook, knight, 0)));
            is_allowed(&problem, 2, 3)
        };
        let by_sight: Told = |rule| rule;
        let through: Told = Constraint::through;
        assert!(allowed(by_sight, by_sight) && allowed(through, through) && allowed(through, by_sight));
        assert!(!allowed(by_sight, through));
    }

    #[test]
    fn kinds_that_a_symmetry_exchanges_are_needed() {
        // W B    Half a turn exchanges the armies.
        let mut problem = Problem::new(Board::new(1, 2));
        let [white, black] = ["white", "black"].map(|name| problem.add_kind(name, Piece::KING));
        let others = ["one", "other"].map(|name| problem.add_kind(name, Piece::KING));
        let turn = Transform::from(Symmetry::HalfTurn).swapping(white, black);
        problem.add(Constraint::symmetric([turn], Area::Everywhere)).add(Constraint::count(white, Area::Everywhere, 1));
        assert_eq!(problem.maximize().expect("it has no faults").value().expect("no limit was set"), Some(2));
        let needed = NeededKinds::new(&problem, &problem.one_each(), 1, &mut Control::new(&Options::new()));
        let needed = needed.expect("no limit was set").expect("one other king is as good as the other");
        assert_eq!((needed.kinds, others[1].index), (vec![0, 1, 3], 3));
    }

    #[test]
    fn where_a_kind_is_left_out_a_placement_names_those_that_stand() {
        let mut problem = Problem::new(Board::square(4));
        let kinds = ["cheap", "dear", "other"].map(|name| problem.add_kind(name, Piece::KING));
        let weights = kinds.into_iter().zip([1, 3, 2]);
        let best = problem.non_attacking().maximize_of(weights.clone()).expect("it has no faults");
        let best = best.optimum().expect("no limit was set").expect("a king fits");
        assert_eq!(best.value(), 12);
        assert!(best.placement().placed().iter().all(|(_, kind)| *kind == kinds[1].index), "{}", best.placement());
        // An engine that is asked by name, or a limit on nodes, leaves nothing out.
        for options in [Options::new().engine(Engine::Search), Options::new().node_limit(1 << 20)] {
            let best = problem.using(&options).maximize_of(weights.clone()).expect("it has no faults");
            assert_eq!(best.value().expect("the board is small"), Some(12));
        }
    }
}
