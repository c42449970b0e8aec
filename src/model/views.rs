//! Views: the pieces in view of a square, the rule family behind attack counts and covering.

use super::{Model, Var};
use crate::budget::{Cause, Control};
use crate::judge::sight;
use crate::language::{Board, Demand, Interval, Kinds, Move, Piece, Problem, Sight, Square, Terrain, Wrap, gcd, sort};

/// Rules that differ only in the square they look from, stored compactly and expanded one by one when needed.
#[derive(Clone)]
pub(crate) struct Views {
    pub(crate) sight: Sight,
    pub(crate) range: Interval,
    looking: Looking,
}

#[derive(Clone)]
enum Looking {
    /// From each piece of these kinds along its moves, counting the kinds of the mask.
    Out { from: Vec<usize>, at: u64 },
    /// From these squares back along the moves of these kinds.
    Back { squares: Vec<Square>, by: Vec<usize>, demand: Demand },
}

/// One rule: the number of different pieces in view is in the range of its family.
pub(crate) struct View {
    pub(crate) when: When,
    pub(crate) rays: Vec<Ray>,
    /// Whether the rays are disjoint, so that no piece is seen twice.
    pub(crate) simple: bool,
}

/// When a view must be in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Always,
    /// When this variable is true.
    Placed(Var),
    /// When this slot is vacant.
    Vacant(u32),
}

/// The slots along a ray in order, each with the kinds, as a mask, that count if they are seen there.
pub(crate) struct Ray {
    pub(crate) cells: Vec<(u32, u64)>,
}

/// The steps of a kind, and how often it repeats each.
pub(crate) type Steps = (usize, Vec<((i32, i32), usize)>);

/// Squares that look back along lines.
pub(crate) struct Back {
    /// The steps along which they look, and how far along each.
    pub(crate) steps: Vec<((i32, i32), usize)>,
    /// The kinds that count.
    pub(crate) at: u64,
    pub(crate) where_vacant: bool,
    /// Those on which a piece may stand, and the rule for the others.
    pub(crate) slots: Vec<u32>,
    pub(crate) others: Option<Views>,
}

impl Back {
    /// Whether lists of what they see would be long: on a large board along whole lines, or millions of squares.
    pub(crate) fn is_long(&self, model: &Model) -> bool {
        const LARGE: usize = 1 << 12;
        const MOST: usize = 1 << 22;
        let rides = self.steps.iter().any(|(_, reach)| *reach > 1);
        model.vars() >= LARGE && rides || model.slots.len() * (self.steps.len() + 1) > MOST
    }
}

/// What squares that look back are to have in view.
pub(super) struct Covering {
    /// How many squares look, and how many pieces each is to have in view.
    pub(super) squares: usize,
    pub(super) least: u64,
    /// The kinds that count, each with its steps and how often it repeats each.
    pub(super) by: Vec<Steps>,
    pub(super) where_vacant: bool,
}

/// A step, and how often each kind repeats it.
type Repeats = ((i32, i32), Vec<(usize, usize)>);

impl Views {
    /// Tells whether it forbids attacks.
    pub(crate) fn forbids(&self) -> bool {
        self.out().is_some() && self.range.contains(0) && self.range.upper() == Some(0)
    }

    /// Returns the kinds it looks from and the kinds it counts, if it looks out from pieces.
    pub(crate) fn out(&self) -> Option<(u64, u64)> {
        match &self.looking {
            Looking::Out { from, at } => Some((from.iter().fold(0, |mask, kind| mask | 1 << kind), *at)),
            Looking::Back { .. } => None,
        }
    }

    /// Returns the squares that look back, in the order of their views; `None` if it looks out from pieces.
    pub(crate) fn squares(&self) -> Option<&[Square]> {
        match &self.looking {
            Looking::Out { .. } => None,
            Looking::Back { squares, .. } => Some(squares),
        }
    }

    /// Returns the steps of each kind it looks out from; `None` if it looks back at squares, where rays may meet, or where one may
    /// see past a piece.
    pub(crate) fn steps(&self, model: &Model) -> Option<Vec<Steps>> {
        let Looking::Out { from, .. } = &self.looking else { return None };
        let mut all = Vec::new();
        for kind in from {
            let reaches = reaches(&[(*kind, model.piece(*kind))], 1);
            let own = |(step, kinds): &Repeats| (*step, kinds.iter().map(|(_, reach)| *reach).max().unwrap_or(0));
            let steps: Vec<((i32, i32), usize)> = reaches.iter().map(own).collect();
            if !are_apart(model.board(), &reaches)
                || self.sight == Sight::Through && steps.iter().any(|(_, reach)| *reach > 1)
            {
                return None;
            }
            all.push((*kind, steps));
        }
        Some(all)
    }

    /// Returns what squares that look back are to have in view; `None` if that may be nothing.
    pub(super) fn covering(&self, model: &Model) -> Option<Covering> {
        let Looking::Back { squares, by, demand } = &self.looking else { return None };
        let least = u64::try_from(self.range.ends().0).ok().filter(|least| *least > 0)?;
        let steps = |kind: &usize| {
            let reaches = reaches(&[(*kind, model.piece(*kind))], 1);
            (*kind, reaches.into_iter().map(|(step, kinds)| (step, kinds[0].1)).collect())
        };
        let by = by.iter().map(steps).collect();
        Some(Covering { squares: squares.len(), least, by, where_vacant: *demand == Demand::WhereVacant })
    }

    /// About the work to visit all views.
    pub(super) fn work(&self, model: &Model) -> u64 {
        let (kinds, number) = match &self.looking {
            Looking::Out { from, .. } => (from, model.slots.len()),
            Looking::Back { squares, by, .. } => (by, squares.len()),
        };
        let length = model.board().rows().max(model.board().columns()).div_ceil(2);
        let moves = kinds.iter().flat_map(|kind| model.piece(*kind).moves());
        let cells: u64 = moves.map(|movement| movement.steps().min(length) as u64).sum();
        (64 + 16 * cells).saturating_mul(number as u64)
    }

    /// Returns how squares look back, if they do, no two rays meet, and all kinds reach as far.
    pub(crate) fn back(&self, model: &Model) -> Option<Back> {
        let Looking::Back { squares, by, demand } = &self.looking else { return None };
        let pieces: Vec<(usize, &Piece)> = by.iter().map(|kind| (*kind, model.piece(*kind))).collect();
        let reaches = reaches(&pieces, -1);
        let mut steps = Vec::with_capacity(reaches.len());
        for (step, kinds) in &reaches {
            let reach = kinds.first().map_or(0, |(_, reach)| *reach);
            let alike = kinds.len() == by.len() && kinds.iter().all(|(_, own)| *own == reach);
            if !alike || self.sight == Sight::Through && reach > 1 {
                return None;
            }
            steps.push((*step, reach));
        }
        if !are_apart(model.board(), &reaches) {
            return None;
        }
        let slots = squares.iter().filter_map(|square| model.slot(*square)).collect();
        let others = self.only(|place| model.slot(squares[place]).is_none());
        let at = by.iter().fold(0, |mask, kind| mask | 1 << kind);
        Some(Back { steps, at, where_vacant: *demand == Demand::WhereVacant, slots, others })
    }

    /// Returns the views of `attacks(from, to, range)`.
    pub(crate) fn attacks(problem: &Problem, from: &Kinds, to: &Kinds, range: Interval, sight: Sight) -> Self {
        debug_assert!(problem.check().is_ok(), "kinds are numbered below 64 in a checked problem");
        let at = to.indices().fold(0, |mask, kind| mask | 1 << kind);
        let range = range.of_counts(most_in_view(problem, from, sight));
        Self { sight, range, looking: Looking::Out { from: from.indices().collect(), at } }
    }

    /// Returns the views of `covered(squares, by, range)`.
    pub(crate) fn covered(
        problem: &Problem,
        squares: Vec<Square>,
        by: &Kinds,
        range: Interval,
        sight: Sight,
        demand: Demand,
    ) -> Self {
        let squares = squares.into_iter().filter(|square| problem.board().contains(*square)).collect();
        let range = range.of_counts(most_in_view(problem, by, sight));
        Self { sight, range, looking: Looking::Back { squares, by: by.indices().collect(), demand } }
    }

    /// Returns the rule for the views at these places alone; `None` if there are none. Views that look out from pieces are
    /// those of the model's squares, whatever these are.
    pub(super) fn only(&self, has: impl Fn(usize) -> bool) -> Option<Self> {
        let Looking::Back { squares, by, demand } = &self.looking else { return Some(self.clone()) };
        let kept = squares.iter().enumerate().filter(|(place, _)| has(*place)).map(|(_, square)| *square);
        let squares: Vec<Square> = kept.collect();
        (!squares.is_empty()).then(|| {
            let looking = Looking::Back { squares, by: by.clone(), demand: *demand };
            Self { sight: self.sight, range: self.range, looking }
        })
    }

    /// Visits each view of the family; stops when the control says so.
    pub(crate) fn each(&self, model: &Model, control: &mut Control, visit: &mut dyn FnMut(View)) -> Result<(), Cause> {
        self.try_each(model, control, &mut |view, _| {
            visit(view);
            Ok(())
        })
    }

    /// Like [`each`](Self::each), and stops when the visitor does.
    pub(crate) fn try_each(
        &self,
        model: &Model,
        control: &mut Control,
        visit: &mut dyn FnMut(View, &mut Control) -> Result<(), Cause>,
    ) -> Result<(), Cause> {
        self.all(model, control, &mut |view, control| visit(view, control).map(|()| true)).map(|_| ())
    }

    /// Visits views for as long as the visitor says true; whether it always did.
    pub(crate) fn all(
        &self,
        model: &Model,
        control: &mut Control,
        visit: &mut dyn FnMut(View, &mut Control) -> Result<bool, Cause>,
    ) -> Result<bool, Cause> {
        let piece = |kind: usize| model.piece(kind);
        match &self.looking {
            Looking::Out { from, at } => {
                for kind in from {
                    let reaches = reaches(&[(*kind, piece(*kind))], 1);
                    let apart = are_apart(model.board(), &reaches);
                    for square in &model.slots {
                        let Some(var) = model.var(*square, *kind) else { continue };
                        let view = view(model, When::Placed(var), *square, (&reaches, apart), Some(*at));
                        control.charge(64 + 16 * view.cells() as u64)?;
                        if !visit(view, control)? {
                            return Ok(false);
                        }
                    }
                }
            }
            Looking::Back { squares, by, demand } => {
                let pieces: Vec<(usize, &Piece)> = by.iter().map(|kind| (*kind, piece(*kind))).collect();
                let backwards = reaches(&pieces, -1);
                let apart = are_apart(model.board(), &backwards);
                for square in squares {
                    let when = match (demand, model.slot(*square)) {
                        (Demand::WhereVacant, Some(slot)) => When::Vacant(slot),
                        _ => When::Always,
                    };
                    let view = if model.board().terrain(*square) == Some(Terrain::Hole) {
                        View { when, rays: Vec::new(), simple: true }
                    } else {
                        view(model, when, *square, (&backwards, apart), None)
                    };
                    control.charge(64 + 16 * view.cells() as u64)?;
                    if !visit(view, control)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

impl View {
    /// How many squares there are along its rays.
    pub(crate) fn cells(&self) -> usize {
        self.rays.iter().map(|ray| ray.cells.len()).sum()
    }
}

/// Returns a number that none of these kinds exceeds by what it has in view: by sight one piece in each direction, else all squares.
fn most_in_view(problem: &Problem, kinds: &Kinds, sight: Sight) -> i64 {
    if sight == Sight::Through {
        return (problem.board().rows() * problem.board().columns()) as i64;
    }
    let pieces: Vec<(usize, &Piece)> = kinds.indices().map(|kind| (kind, &problem.setup().kinds[kind].piece)).collect();
    reaches(&pieces, 1).len() as i64
}

/// Returns how far each kind repeats each step; a leap takes one step, and no piece can block it.
fn reaches(pieces: &[(usize, &Piece)], sign: i32) -> Vec<Repeats> {
    let mut reaches: Vec<Repeats> = Vec::new();
    for (kind, piece) in pieces {
        for movement in piece.moves() {
            let step = (movement.rows().saturating_mul(sign), movement.columns().saturating_mul(sign));
            let place = match reaches.binary_search_by_key(&step, |(step, _)| *step) {
                Ok(place) => place,
                Err(place) => {
                    reaches.insert(place, (step, Vec::new()));
                    place
                }
            };
            let kinds = &mut reaches[place].1;
            match kinds.iter_mut().find(|(other, _)| other == kind) {
                Some((_, reach)) => *reach = movement.steps().max(*reach),
                None => kinds.push((*kind, movement.steps())),
            }
        }
    }
    reaches
}

/// Whether no two rays along these steps meet: they lead in different directions, and edges do not meet.
fn are_apart(board: &Board, reaches: &[Repeats]) -> bool {
    let direction = |(rows, columns): (i32, i32)| {
        let divisor = gcd(rows.unsigned_abs().into(), columns.unsigned_abs().into()).max(1) as i64;
        (i64::from(rows) / divisor, i64::from(columns) / divisor)
    };
    let mut directions: Vec<(i64, i64)> = reaches.iter().map(|(step, _)| direction(*step)).collect();
    sort(&mut directions);
    board.wrap() == Wrap::None && directions.windows(2).all(|two| two[0] != two[1])
}

/// Returns the view from a square along these steps; `counting` gives the kinds that count at a number of steps. The rays are
/// known not to meet if they are `apart`.
fn view(model: &Model, when: When, from: Square, (reaches, apart): (&[Repeats], bool), counting: Option<u64>) -> View {
    let board = model.board();
    let counting = |kinds: &[(usize, usize)], steps: usize| {
        let reaching = kinds.iter().filter(|(_, reach)| *reach >= steps);
        counting.unwrap_or_else(|| reaching.fold(0, |mask, (kind, _)| mask | 1 << kind))
    };
    let mut rays = Vec::new();
    for ((rows, columns), kinds) in reaches {
        let farthest = kinds.iter().map(|(_, reach)| *reach).max().unwrap_or(0);
        let path = sight::path(board, from, Move::ride(*rows, *columns)).take(farthest);
        let mut cells: Vec<(u32, u64)> = Vec::new();
        for (before, square) in path.enumerate() {
            match model.slot(square) {
                Some(slot) => cells.push((slot, counting(kinds, before + 1))),
                None if board.terrain(square).is_some_and(Terrain::stops_sight) => break,
                None => {}
            }
        }
        if !cells.is_empty() {
            rays.push(Ray { cells });
        }
    }
    if apart {
        return View { when, rays, simple: true };
    }
    let mut slots: Vec<u32> = Vec::new();
    for ray in &rays {
        slots.extend(ray.cells.iter().map(|(slot, _)| *slot));
    }
    slots.sort_unstable();
    let simple = slots.windows(2).all(|two| two[0] != two[1]);
    View { when, rays, simple }
}
