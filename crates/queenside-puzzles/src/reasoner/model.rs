//! The rules of a problem as a person uses them: what excludes what, and how many stand where.

use std::cell::OnceCell;
use std::sync::Arc;

use queenside::{
    Area, Board, Demand, Direction, Interval, Kind, Kinds, Move, Problem, Reach, Rule, Sight, Square, SquareSet,
    Terrain, Wrap,
};

use super::bits::Bits;
use crate::{Unit, UnitName};

/// When a rule is in force.
#[derive(Clone, Debug)]
pub(super) enum When {
    Always,
    /// If a piece stands on this place.
    Stands(usize),
    /// If no piece stands on these, which are the places of one square.
    Vacant(Bits),
}

/// The number of these places that are taken is in a range.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) unit: Unit,
    pub(super) when: When,
    pub(super) plus: Bits,
    pub(super) min: i64,
    pub(super) max: i64,
}

/// A sum with weights.
#[derive(Clone, Debug)]
pub(super) struct Weighted {
    pub(super) unit: Unit,
    pub(super) terms: Vec<(i64, usize)>,
    pub(super) min: i64,
    pub(super) max: i64,
}

/// One square on a ray: the places whose piece is seen there, and those whose piece only ends the sight.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) hit: Bits,
    pub(super) block: Bits,
}

/// Rays of which a number, within a range, have a piece that counts as their first.
#[derive(Clone, Debug)]
pub(super) struct Rays {
    pub(super) unit: Unit,
    pub(super) when: When,
    pub(super) list: Vec<Vec<Stop>>,
    pub(super) min: i64,
    pub(super) max: i64,
}

/// A part that holds one piece at most.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) name: UnitName,
    pub(super) places: Bits,
}

/// All places in parts.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    pub(super) parts: Vec<Part>,
    /// The most places of a part that a piece outside it excludes: parts with more of them always keep room.
    pub(super) reach: usize,
}

/// A problem as a person sees it. A place is a kind and an open square.
pub(super) struct Model {
    pub(super) places: Vec<(Kind, Square)>,
    pub(super) open: Arc<SquareSet>,
    /// For each place those that a piece on it excludes by itself.
    pub(super) near: Vec<Bits>,
    /// Those and the ones that it excludes as the only piece of a unit.
    pub(super) out: Vec<Bits>,
    pub(super) sums: Vec<Sum>,
    pub(super) weighted: Vec<Weighted>,
    pub(super) rays: Vec<Rays>,
    /// Sums whose places are disjoint, as the rows.
    pub(super) families: Vec<Vec<usize>>,
    /// The families with a sum that needs pieces.
    pub(super) needing: Vec<usize>,
    /// The families with a sum that has a limit.
    pub(super) limited: Vec<usize>,
    /// All places in parts, in several ways.
    pub(super) covers: Vec<Cover>,
    /// The parts of each cover as they are told, for each sum.
    told: Vec<OnceCell<Arc<[Unit]>>>,
}

impl Model {
    pub(super) fn new(problem: &Problem) -> Self {
        Builder::new(problem).build()
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the parts of a cover that have places of a sum.
    pub(super) fn parts(&self, sum: usize, cover: usize) -> Arc<[Unit]> {
        let plus = &self.sums[sum].plus;
        let told = || {
            let parts = self.covers[cover].parts.iter().filter(|part| part.places.meets(plus));
            let unit = |part: &Part| {
                let squares = part.places.iter_common(plus).map(|place| self.places[place].1).collect();
                Unit::new(part.name.clone(), None, squares, Interval::from(..=1))
            };
            parts.map(unit).collect()
        };
        Arc::clone(self.told[sum * self.covers.len() + cover].get_or_init(told))
    }
}

struct Builder<'a> {
    problem: &'a Problem,
    board: &'a Board,
    kinds: Vec<Kind>,
    /// The place of each kind on each square.
    at: Vec<Option<usize>>,
    model: Model,
}

fn bounds(range: Interval) -> (i64, i64) {
    (range.lower().unwrap_or(i64::MIN), range.upper().unwrap_or(i64::MAX))
}

/// Returns the squares that a move passes, up to a wall or a hole.
fn path(board: &Board, from: Square, movement: Move, backwards: bool) -> Vec<Square> {
    let sign = if backwards { -1 } else { 1 };
    let steps = match movement.reach() {
        Reach::Leap => 1,
        Reach::Range(steps) => steps as usize,
        Reach::Ride => usize::MAX,
    };
    let step = |at: Square| {
        let to = board.step(at, movement.rows().wrapping_mul(sign), movement.columns().wrapping_mul(sign))?;
        let stops = matches!(board.terrain(to), Some(Terrain::Wall | Terrain::Hole) | None);
        (to != from && !stops).then_some(to)
    };
    std::iter::successors(step(from), |at| step(*at)).take(steps).collect()
}

impl<'a> Builder<'a> {
    fn new(problem: &'a Problem) -> Self {
        let board = problem.board();
        let kinds: Vec<Kind> = problem.kinds().collect();
        let area = board.rows() * board.columns();
        let mut at = vec![None; area * kinds.len()];
        let mut places = Vec::new();
        for square in board.open().iter() {
            for (index, kind) in kinds.iter().enumerate() {
                at[index * area + square.index(board.columns())] = Some(places.len());
                places.push((*kind, square));
            }
        }
        let none = vec![Bits::new(places.len()); places.len()];
        let model = Model {
            near: none.clone(),
            out: none,
            places,
            open: Arc::new(board.open()),
            sums: Vec::new(),
            weighted: Vec::new(),
            rays: Vec::new(),
            families: Vec::new(),
            needing: Vec::new(),
            limited: Vec::new(),
            covers: Vec::new(),
            told: Vec::new(),
        };
        Self { problem, board, kinds, at, model }
    }

    fn build(mut self) -> Model {
        let len = self.model.len();
        for one in 0..len {
            for other in (0..len).filter(|other| *other != one) {
                if self.model.places[one].1 == self.model.places[other].1 {
                    self.model.near[one].insert(other);
                }
            }
        }
        for (index, constraint) in self.problem.constraints().iter().enumerate() {
            self.rule(index, constraint.rule());
        }
        self.model.out.clone_from(&self.model.near);
        for sum in &self.model.sums {
            if sum.max == 1 && matches!(sum.when, When::Always) {
                for place in sum.plus.iter() {
                    self.model.out[place].add(&sum.plus);
                    self.model.out[place].remove(place);
                }
            }
        }
        let Model { sums, families, .. } = &self.model;
        let having = |test: fn(&Sum) -> bool| -> Vec<usize> {
            let any = |family: &&Vec<usize>| family.iter().any(|sum| test(&sums[*sum]));
            families.iter().enumerate().filter(|(_, family)| any(family)).map(|(index, _)| index).collect()
        };
        let (needing, limited) = (having(|sum| sum.min > 0), having(|sum| sum.max < i64::MAX));
        self.model.needing = needing;
        self.model.limited = limited;
        self.covers();
        self.model.told = vec![OnceCell::new(); self.model.covers.len() * self.model.sums.len()];
        self.model
    }

    fn place(&self, kind: Kind, square: Square) -> Option<usize> {
        let index = self.kinds.iter().position(|other| *other == kind)?;
        let area = self.board.rows() * self.board.columns();
        self.board.contains(square).then(|| self.at[index * area + square.index(self.board.columns())])?
    }

    /// Returns the places of these kinds on these squares.
    fn on(&self, kinds: &Kinds, squares: impl IntoIterator<Item = Square>) -> Bits {
        let mut places = Bits::new(self.model.len());
        for square in squares {
            kinds.iter().filter_map(|kind| self.place(kind, square)).for_each(|place| places.insert(place));
        }
        places
    }

    fn rule(&mut self, index: usize, rule: &Rule) {
        match rule {
            Rule::Count { kinds, area, range } => {
                for family in self.sets(area) {
                    let mut sums = Vec::new();
                    for (name, squares) in family {
                        let plus = self.on(kinds, squares.iter());
                        sums.extend(self.sum(name, Some(index), squares, When::Always, plus, *range));
                    }
                    self.model.families.push(sums);
                }
            }
            Rule::Balance { plus, minus, range } => {
                let sign = |kind: Kind| {
                    i64::from(plus.iter().any(|other| other == kind))
                        - i64::from(minus.iter().any(|other| other == kind))
                };
                let places = self.model.places.iter().enumerate();
                let terms = places.map(|(place, (kind, _))| (sign(*kind), place)).filter(|term| term.0 != 0).collect();
                self.weigh(index, terms, *range);
            }
            Rule::Linear { terms, range } => {
                let mut weights = vec![0i64; self.model.len()];
                for (number, kind, square) in terms {
                    if let Some(place) = self.place(*kind, *square) {
                        weights[place] = weights[place].saturating_add(*number);
                    }
                }
                let terms = weights.into_iter().enumerate().filter(|term| term.1 != 0);
                self.weigh(index, terms.map(|(place, number)| (number, place)).collect(), *range);
            }
            Rule::OccupiedLines { kinds, directions, range } => {
                let segments = directions.iter().flat_map(|direction| self.board.segments(*direction));
                let none = Bits::new(self.model.len());
                let stop = |squares: Vec<Square>| vec![Stop { hit: self.on(kinds, squares), block: none.clone() }];
                let rays = segments.map(stop).collect();
                let (min, max) = bounds(*range);
                let unit = Unit::new(UnitName::Board, Some(index), self.board.open(), *range);
                self.model.rays.push(Rays { unit, when: When::Always, list: rays, min, max });
            }
            Rule::Attacks { from, to, range, sight } => self.attacks(index, from, to, *range, *sight),
            Rule::Covered { area, by, range, sight, demand } => {
                self.covered(index, area, by, *range, *sight, *demand);
            }
            // The last resort knows the others.
            _ => {}
        }
    }

    /// Adds a sum, unless it says nothing.
    fn sum(
        &mut self,
        name: UnitName,
        rule: Option<usize>,
        squares: SquareSet,
        when: When,
        plus: Bits,
        range: Interval,
    ) -> Option<usize> {
        let (min, max) = bounds(range);
        if min <= 0 && max >= plus.len() as i64 {
            return None;
        }
        let unit = Unit::new(name, rule, squares, range);
        self.model.sums.push(Sum { unit, when, plus, min, max });
        Some(self.model.sums.len() - 1)
    }

    fn weigh(&mut self, rule: usize, terms: Vec<(i64, usize)>, range: Interval) {
        let (min, max) = bounds(range);
        // A sum that could overflow is for the last resort.
        let all = terms.iter().try_fold(0i64, |all, term| all.checked_add(term.0.checked_abs()?));
        if all.is_none_or(|all| all > i64::MAX / 4) {
            return;
        }
        let squares = terms.iter().map(|(_, place)| self.model.places[*place].1).collect();
        let unit = Unit::new(UnitName::Squares, Some(rule), squares, range);
        self.model.weighted.push(Weighted { unit, terms, min, max });
    }

    /// Returns the sets of an area, in families of disjoint ones.
    fn sets(&self, area: &Area) -> Vec<Vec<(UnitName, SquareSet)>> {
        let set = |squares: Vec<Square>| squares.into_iter().collect::<SquareSet>();
        match area {
            Area::Everywhere => vec![vec![(UnitName::Board, self.board.squares())]],
            Area::Squares(squares) => vec![vec![(UnitName::Squares, squares.clone())]],
            Area::Region(region) => {
                let own = self
                    .board
                    .regions()
                    .filter(|(name, _)| self.problem.region_named(name).is_ok_and(|other| other == *region));
                vec![own.map(|(name, squares)| (UnitName::Region(name.to_owned()), squares.clone())).collect()]
            }
            Area::EachRegion => {
                let regions = self.board.regions();
                apart(regions.map(|(name, squares)| (UnitName::Region(name.to_owned()), squares.clone())).collect())
            }
            Area::Lines(directions) => directions
                .iter()
                .map(|direction| {
                    let lines = self.board.lines(*direction).into_iter().enumerate();
                    lines.map(|(index, line)| (line_name(*direction, index), set(line))).collect()
                })
                .collect(),
            Area::EveryLine => {
                let lines = self.board.every_line().into_iter();
                lines.map(|line| vec![(UnitName::Squares, set(line))]).collect()
            }
            Area::Each(sets) => apart(sets.iter().map(|set| (UnitName::Squares, set.clone())).collect()),
            _ => Vec::new(),
        }
    }

    /// Tells whether moves reach squares in one way only.
    fn is_plain(&self) -> bool {
        self.board.wrap() == Wrap::None
    }

    /// Returns the kinds whose pieces end a ride.
    fn stopping(&self, sight: Sight) -> Kinds {
        let ends =
            |kind: &Kind| sight == Sight::First || self.problem.piece(*kind).is_ok_and(queenside::Piece::is_blocker);
        self.kinds.iter().copied().filter(ends).collect()
    }

    fn attacks(&mut self, rule: usize, from: &Kinds, to: &Kinds, range: Interval, sight: Sight) {
        let (min, max) = bounds(range);
        let stopping = self.stopping(sight);
        let others: Kinds = stopping.iter().filter(|kind| to.iter().all(|other| other != *kind)).collect();
        let none = min <= 0 && max == 0;
        for place in 0..self.model.len() {
            let (kind, square) = self.model.places[place];
            let Some(piece) = from.iter().find(|other| *other == kind).and_then(|kind| self.problem.piece(kind).ok())
            else {
                continue;
            };
            let paths: Vec<Vec<Square>> =
                piece.moves().iter().map(|movement| path(self.board, square, *movement, false)).collect();
            let all = self.on(to, paths.iter().flatten().copied());
            if none && others.iter().next().is_none() {
                // The first piece of a line is attacked, whichever it is.
                for other in all.iter() {
                    self.model.near[place].insert(other);
                    self.model.near[other].insert(place);
                }
                continue;
            }
            let seen: SquareSet = paths.iter().flatten().copied().collect();
            let once = paths.iter().map(Vec::len).sum::<usize>() == seen.len();
            if !once || !self.is_plain() {
                continue;
            }
            let name = UnitName::Sight(square);
            if sight == Sight::Through && stopping.iter().next().is_none() {
                self.sum(name, Some(rule), seen, When::Stands(place), all, range);
                continue;
            }
            if sight == Sight::Through && !none {
                continue;
            }
            if min > 0 {
                self.sum(name.clone(), Some(rule), seen.clone(), When::Stands(place), all, Interval::from(min..));
            }
            let rays = paths.iter().map(|path| self.ray(path, to, &others)).collect();
            let unit = Unit::new(name, Some(rule), seen, range);
            self.model.rays.push(Rays { unit, when: When::Stands(place), list: rays, min, max });
        }
    }

    fn ray(&self, path: &[Square], hit: &Kinds, block: &Kinds) -> Vec<Stop> {
        path.iter().map(|square| Stop { hit: self.on(hit, [*square]), block: self.on(block, [*square]) }).collect()
    }

    fn covered(&mut self, rule: usize, area: &Area, by: &Kinds, range: Interval, sight: Sight, demand: Demand) {
        if !self.is_plain() {
            return;
        }
        let squares: SquareSet = match area {
            Area::Everywhere => &(&self.board.squares() - self.board.walls()) - self.board.holes(),
            area => self.sets(area).into_iter().flatten().flat_map(|(_, set)| set).collect(),
        };
        let (min, max) = bounds(range);
        let stopping = self.stopping(sight);
        let every: Kinds = self.kinds.iter().copied().collect();
        for square in squares.iter().filter(|square| self.board.terrain(*square) != Some(Terrain::Hole)) {
            let own = self.on(&every, [square]);
            let mut plus = Bits::new(self.model.len());
            let (mut rays, mut once) = (Vec::new(), true);
            for kind in by {
                let Ok(piece) = self.problem.piece(kind) else { continue };
                let others: Kinds = stopping.iter().filter(|other| *other != kind).collect();
                for movement in piece.moves() {
                    let path = path(self.board, square, *movement, true);
                    let reached = self.on(&kind.into(), path.iter().copied());
                    once &= !plus.meets(&reached);
                    plus.add(&reached);
                    rays.push(self.ray(&path, &kind.into(), &others));
                }
            }
            let mut around: SquareSet = plus.iter().map(|place| self.model.places[place].1).collect();
            let name = UnitName::Cover(square);
            let when = match demand {
                Demand::WhereVacant => When::Vacant(own.clone()),
                _ => When::Always,
            };
            if sight == Sight::Through && stopping.iter().next().is_none() {
                if min == 1 && max == i64::MAX && demand == Demand::WhereVacant {
                    plus.add(&own);
                    around.insert(square);
                    self.sum(name, Some(rule), around, When::Always, plus, range);
                } else {
                    self.sum(name, Some(rule), around, when, plus, range);
                }
                continue;
            }
            // What covers by sight is among what would if nothing stood between.
            if min == 1 && demand == Demand::WhereVacant {
                let mut either = plus.clone();
                either.add(&own);
                let mut all = around.clone();
                all.insert(square);
                self.sum(name.clone(), Some(rule), all, When::Always, either, Interval::from(1..));
            } else if min > 0 {
                self.sum(name.clone(), Some(rule), around.clone(), when.clone(), plus, Interval::from(min..));
            }
            if once && sight == Sight::First {
                let unit = Unit::new(name, Some(rule), around, range);
                self.model.rays.push(Rays { unit, when, list: rays, min, max });
            }
        }
    }

    /// Finds the ways in which a person cuts the board into parts that hold one piece: lines, runs of them for pieces of
    /// short reach, and blocks of four.
    fn covers(&mut self) {
        let mut steps: Vec<(i32, i32, usize)> = Vec::new();
        let longest = self.board.rows().max(self.board.columns());
        for kind in self.problem.pieces() {
            let Ok(piece) = self.problem.piece(kind) else { continue };
            for movement in piece.moves() {
                let step = (movement.rows(), movement.columns());
                let step = if step < (0, 0) { (step.0.wrapping_neg(), step.1.wrapping_neg()) } else { step };
                let length = match movement.reach() {
                    Reach::Leap => 1,
                    Reach::Range(steps) => (steps as usize).min(longest),
                    Reach::Ride => longest,
                };
                match steps.iter_mut().find(|other| (other.0, other.1) == step) {
                    Some(other) => other.2 = other.2.max(length),
                    None => steps.push((step.0, step.1, length)),
                }
            }
        }
        for (rows, columns, length) in steps.clone() {
            let chains = self.chains(rows, columns);
            if length + 1 >= longest {
                self.cover_by(&chains, &line_of(rows, columns));
                continue;
            }
            for first in 1..=length + 1 {
                let mut runs = Vec::new();
                for chain in &chains {
                    let (head, tail) = chain.split_at(first.min(chain.len()));
                    runs.push(head.to_vec());
                    runs.extend(tail.chunks(length + 1).map(<[Square]>::to_vec));
                }
                self.cover_by(&runs, &UnitName::Apart);
            }
        }
        if [(0, 1), (1, -1), (1, 0), (1, 1)].iter().all(|step| steps.iter().any(|s| (s.0, s.1) == *step)) {
            for corner in 0..4 {
                let (up, left) = (corner / 2, corner % 2);
                let (high, wide) = (self.board.rows().div_ceil(2) + 1, self.board.columns().div_ceil(2) + 1);
                let mut blocks = vec![Vec::new(); high * wide];
                for square in self.board.squares().iter() {
                    blocks[((square.row() + up) >> 1) * wide + ((square.column() + left) >> 1)].push(square);
                }
                self.cover_by(&blocks, &UnitName::Apart);
            }
        }
    }

    /// Adds the parts of these groups, cut where their members do not exclude each other.
    fn cover_by(&mut self, groups: &[Vec<Square>], name: &UnitName) {
        let mut cover: Vec<Part> = Vec::new();
        for group in groups {
            let mut together: Option<Bits> = None;
            let name = match name {
                UnitName::Line(direction) => match group.first() {
                    Some(first) if *direction == Direction::ROW => UnitName::Row(first.row()),
                    Some(first) if *direction == Direction::COLUMN => UnitName::Column(first.column()),
                    _ => name.clone(),
                },
                name => name.clone(),
            };
            for square in group {
                for kind in self.kinds.clone() {
                    let Some(place) = self.place(kind, *square) else { continue };
                    match &mut together {
                        Some(together) if together.is_within(&self.model.out[place]) => together.insert(place),
                        _ => {
                            let mut alone = Bits::new(self.model.len());
                            alone.insert(place);
                            let full = together.replace(alone);
                            cover.extend(full.map(|places| Part { name: name.clone(), places }));
                        }
                    }
                }
            }
            cover.extend(together.map(|places| Part { name: name.clone(), places }));
        }
        if self.model.covers.iter().any(|other| other.parts == cover) {
            return;
        }
        let outside = |part: &Part, place: usize| {
            if part.places.has(place) { 0 } else { self.model.out[place].common(&part.places) }
        };
        let reaches = cover.iter().flat_map(|part| (0..self.model.len()).map(|place| outside(part, place)));
        let reach = reaches.max().unwrap_or(0);
        self.model.covers.push(Cover { parts: cover, reach });
    }

    /// Returns the squares as chains of one step, up to the edge of the board or round to the start.
    fn chains(&self, rows: i32, columns: i32) -> Vec<Vec<Square>> {
        let board = self.board;
        let step = |from: Square, sign: i32| board.step(from, sign.wrapping_mul(rows), sign.wrapping_mul(columns));
        let mut done = SquareSet::new();
        let mut chains = Vec::new();
        for square in board.squares().iter().filter(|square| board.terrain(*square) != Some(Terrain::Hole)) {
            if done.contains(square) {
                continue;
            }
            let back = std::iter::successors(step(square, -1), |at| step(*at, -1));
            let first = back.take_while(|at| *at != square).last().unwrap_or(square);
            let mut chain = Vec::new();
            let mut at = Some(first);
            while let Some(square) = at.filter(|square| !done.contains(*square)) {
                done.insert(square);
                chain.push(square);
                at = step(square, 1);
            }
            chains.push(chain);
        }
        chains
    }
}

fn line_of(rows: i32, columns: i32) -> UnitName {
    UnitName::Line(Direction::new(rows, columns))
}

fn line_name(direction: Direction, index: usize) -> UnitName {
    if direction == Direction::ROW {
        UnitName::Row(index)
    } else if direction == Direction::COLUMN {
        UnitName::Column(index)
    } else {
        UnitName::Line(direction)
    }
}

/// Returns the sets as one family if they are disjoint, and as families of one if not.
fn apart(sets: Vec<(UnitName, SquareSet)>) -> Vec<Vec<(UnitName, SquareSet)>> {
    let mut all = SquareSet::new();
    let disjoint = sets.iter().all(|(_, set)| set.iter().all(|square| all.insert(square)));
    if disjoint { vec![sets] } else { sets.into_iter().map(|set| vec![set]).collect() }
}
