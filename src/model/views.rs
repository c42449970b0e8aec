//! Who is in view of a square: the rule family behind attack counts and covering.

use std::collections::{BTreeMap, BTreeSet};

use super::{Model, Var};
use crate::board::Terrain;
use crate::constraint::{Demand, Sight};
use crate::control::{Cause, Control};
use crate::interval::Interval;
use crate::kind::Kinds;
use crate::movement::Move;
use crate::piece::Piece;
use crate::problem::Problem;
use crate::sight;
use crate::square::Square;

/// Rules that differ only in the square they look from, kept short: they are spelled out one by one when needed.
pub(crate) struct Views {
    pub(crate) sight: Sight,
    pub(crate) range: Interval,
    looking: Looking,
}

enum Looking {
    /// From each piece of these kinds along its moves, at the kinds of the mask.
    Out { from: Vec<usize>, at: u64 },
    /// From these squares back along the moves of these kinds.
    Back { squares: Vec<Square>, by: Vec<usize>, demand: Demand },
}

/// One rule: the number of different pieces in view is in the range of its family.
pub(crate) struct View {
    pub(crate) when: When,
    pub(crate) rays: Vec<Ray>,
    /// Whether no square is in two of the rays, so that nobody can be seen twice.
    pub(crate) simple: bool,
}

/// When a view must be in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Always,
    /// When this variable is true.
    Placed(Var),
    /// When nobody stands on this slot.
    Vacant(u32),
}

/// The slots along a ray in order, each with the kinds, as a mask, that count if they are seen there.
pub(crate) struct Ray {
    pub(crate) cells: Vec<(u32, u64)>,
}

/// For each step, how far each kind repeats it.
type Reaches = BTreeMap<(i32, i32), Vec<(usize, usize)>>;

impl Views {
    /// From which kinds it looks, at which, if it looks out from pieces.
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(super) fn out(&self) -> Option<(u64, u64)> {
        match &self.looking {
            Looking::Out { from, at } => Some((from.iter().fold(0, |mask, kind| mask | 1 << kind), *at)),
            Looking::Back { .. } => None,
        }
    }

    /// `attacks(from, to, range)`.
    pub(crate) fn attacks(problem: &Problem, from: &Kinds, to: &Kinds, range: Interval, sight: Sight) -> Self {
        debug_assert!(problem.check().is_ok(), "kinds are numbered below 64 in a checked problem");
        let at = to.indices().fold(0, |mask, kind| mask | 1 << kind);
        Self { sight, range, looking: Looking::Out { from: from.indices().collect(), at } }
    }

    /// `covered(squares, by, range)`.
    pub(crate) fn covered(
        problem: &Problem,
        squares: Vec<Square>,
        by: &Kinds,
        range: Interval,
        sight: Sight,
        demand: Demand,
    ) -> Self {
        let squares = squares.into_iter().filter(|square| problem.board().contains(*square)).collect();
        Self { sight, range, looking: Looking::Back { squares, by: by.indices().collect(), demand } }
    }

    /// Visits each view of the family; stops where the control says so.
    pub(crate) fn each(&self, model: &Model, control: &mut Control, mut visit: impl FnMut(View)) -> Result<(), Cause> {
        self.try_each(model, control, |view, _| {
            visit(view);
            Ok(())
        })
    }

    /// Likewise, and stops where the visitor does.
    pub(crate) fn try_each(
        &self,
        model: &Model,
        control: &mut Control,
        mut visit: impl FnMut(View, &mut Control) -> Result<(), Cause>,
    ) -> Result<(), Cause> {
        let scene = model.problem.scene();
        let piece = |kind: usize| &scene.kinds[kind].piece;
        match &self.looking {
            Looking::Out { from, at } => {
                for kind in from {
                    let reaches = reaches([(*kind, piece(*kind))]);
                    for square in &model.slots {
                        let Some(var) = model.var(*square, *kind) else { continue };
                        let view = view(model, When::Placed(var), *square, &reaches, |_, _| *at);
                        control.spend(size(&view))?;
                        visit(view, control)?;
                    }
                }
            }
            Looking::Back { squares, by, demand } => {
                let reaches = reaches(by.iter().map(|kind| (*kind, piece(*kind))));
                let backwards =
                    reaches.into_iter().map(|((r, c), kinds)| ((r.saturating_neg(), c.saturating_neg()), kinds));
                let backwards: Reaches = backwards.collect();
                for square in squares {
                    let when = match (demand, model.slot(*square)) {
                        (Demand::WhereVacant, Some(slot)) => When::Vacant(slot),
                        _ => When::Always,
                    };
                    let view = if scene.board.terrain(*square) == Some(Terrain::Hole) {
                        View { when, rays: Vec::new(), simple: true }
                    } else {
                        view(model, when, *square, &backwards, |kinds, steps| {
                            let reaching = kinds.iter().filter(|(_, reach)| *reach >= steps);
                            reaching.fold(0, |mask, (kind, _)| mask | 1 << kind)
                        })
                    };
                    control.spend(size(&view))?;
                    visit(view, control)?;
                }
            }
        }
        Ok(())
    }
}

fn size(view: &View) -> u64 {
    16 + view.rays.iter().map(|ray| ray.cells.len() as u64).sum::<u64>()
}

/// A leap reaches one step, and nothing can stand in its way before that.
fn reaches<'a>(pieces: impl IntoIterator<Item = (usize, &'a Piece)>) -> Reaches {
    let mut reaches = Reaches::new();
    for (kind, piece) in pieces {
        for movement in piece.moves() {
            let kinds = reaches.entry((movement.rows(), movement.columns())).or_default();
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, reach)) => *reach = movement.steps().max(*reach),
                None => kinds.push((kind, movement.steps())),
            }
        }
    }
    reaches
}

/// The view from a square along these steps; `counting` gives the kinds that count so many steps away.
fn view(
    model: &Model,
    when: When,
    from: Square,
    reaches: &Reaches,
    counting: impl Fn(&[(usize, usize)], usize) -> u64,
) -> View {
    let board = model.problem.board();
    let mut rays = Vec::new();
    for ((rows, columns), kinds) in reaches {
        let farthest = kinds.iter().map(|(_, reach)| *reach).max().unwrap_or(0);
        let path = sight::path(board, from, Move::ride(*rows, *columns)).take(farthest);
        let path = path.take_while(|square| !board.terrain(*square).is_some_and(Terrain::stops_sight));
        let cells: Vec<(u32, u64)> = path
            .enumerate()
            .filter_map(|(before, square)| Some((model.slot(square)?, counting(kinds, before + 1))))
            .collect();
        if !cells.is_empty() {
            rays.push(Ray { cells });
        }
    }
    let mut seen = BTreeSet::new();
    let simple = rays.iter().flat_map(|ray| &ray.cells).all(|(slot, _)| seen.insert(*slot));
    View { when, rays, simple }
}
