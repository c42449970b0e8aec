//! The native backtracker: propagates the rules, branches where they are tightest, prunes by bounds.
//!
//! - `program`: the model made ready for the width of `words` the problem needs;
//! - `propagate` and `view`: what follows from what is decided;
//! - `cover`: how much the pieces still allowed can cover;
//! - `branch`: what is decided next;
//! - `orbits`: solutions up to symmetry, a branch and its images gone through once;
//! - `sides`: two halves in balance, and lines that belong to one of them;
//! - `subsets`: counting by size where nobody is asked for;
//! - `tree`: the frames of the search, explicit so that it can stop anywhere and go on.

mod branch;
mod cover;
mod orbits;
mod program;
mod propagate;
mod sides;
mod subsets;
mod tree;
mod view;

use std::sync::Arc;

use super::{Backend, Path, Refusal, Run, Work};
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::model::{Goal, Model};
use crate::options::Engine;
use crate::words::{self, Fixed, Wide};
use tree::Tree;

pub(crate) struct Search;

impl Backend for Search {
    fn engine(&self) -> Engine {
        Engine::Search
    }

    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, control: Control) -> Box<dyn Run> {
        match model.vars() {
            0..=64 => Box::new(Tree::<Fixed<1>>::new(model, &goal, work, control)),
            65..=128 => Box::new(Tree::<Fixed<2>>::new(model, &goal, work, control)),
            129..=256 => Box::new(Tree::<Fixed<4>>::new(model, &goal, work, control)),
            _ => Box::new(Tree::<Wide>::new(model, &goal, work, control)),
        }
    }

    fn shares(&self) -> bool {
        true
    }

    fn tally(&self, model: &Model, counted: &[bool], control: &mut Control) -> Option<Result<Vec<Count>, Refusal>> {
        // A plain count is left to runs that can share the work, and tell how far they came.
        if !counted.contains(&true) || !subsets::only_excludes(model) {
            return None;
        }
        let counts = match model.vars() {
            0..=64 => subsets::tally::<Fixed<1>>(model, counted, control),
            65..=128 => subsets::tally::<Fixed<2>>(model, counted, control),
            129..=256 => subsets::tally::<Fixed<4>>(model, counted, control),
            _ => subsets::tally::<Wide>(model, counted, control),
        };
        Some(counts.map_err(Refusal::Stopped))
    }

    fn cut(
        &self,
        model: Arc<Model>,
        goal: &Goal,
        floor: Option<i64>,
        pieces: usize,
        control: Control,
    ) -> Result<Vec<Path>, Cause> {
        let none = Work::Own(Vec::new());
        match model.vars() {
            0..=64 => Tree::<Fixed<1>>::new(model, goal, none, control).cut(floor, pieces),
            65..=128 => Tree::<Fixed<2>>::new(model, goal, none, control).cut(floor, pieces),
            129..=256 => Tree::<Fixed<4>>::new(model, goal, none, control).cut(floor, pieces),
            _ => Tree::<Wide>::new(model, goal, none, control).cut(floor, pieces),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words::Words;
    use super::*;
    use crate::engine::Step;
    use crate::{Area, Board, Constraint, Options, Piece, Problem, Square, classics};

    /// All that a run of one width tells, in order.
    fn told<W: Words>(problem: &Problem, goal: &Goal) -> Vec<Vec<(Square, u16)>> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let mut run = Tree::<W>::new(Arc::new(model), goal, Work::whole(), control);
        let mut found = Vec::new();
        while let Step::Found | Step::Improved(_) = run.step() {
            let mut men = Vec::new();
            run.men(&mut men);
            found.push(men);
        }
        found
    }

    #[test]
    fn every_width_finds_the_same() {
        let mut problems = vec![
            classics::queens(6),
            classics::non_attacking(Board::new(3, 5).with_walls([(1, 2)]), Piece::KING),
            classics::attacking(Board::square(4), Piece::QUEEN, 2),
            classics::domination(Board::new(3, 4).with_forbidden([(0, 0)]), Piece::KNIGHT),
            classics::peaceable(Board::square(3), Piece::QUEEN),
            classics::no_three_in_line(3),
        ];
        let mut lines = classics::attacking(Board::square(3), Piece::ROOK, ..=1);
        let piece = lines.kinds().next().expect("it has one kind");
        lines.add(Constraint::occupied_lines(piece, [crate::Direction::ROW], 2));
        lines.add(Constraint::symmetric([crate::Symmetry::HalfTurn], Area::Everywhere));
        problems.push(lines);
        for problem in &problems {
            for goal in [Goal::All, Goal::Maximise(vec![1; problem.kinds().count()])] {
                let one = told::<Fixed<1>>(problem, &goal);
                assert!(!one.is_empty());
                assert_eq!(told::<Fixed<2>>(problem, &goal), one);
                assert_eq!(told::<Fixed<4>>(problem, &goal), one);
                // On large boards branches are taken in another order.
                let mut wide = told::<Wide>(problem, &goal);
                if let Goal::All = goal {
                    let sorted = |mut found: Vec<_>| {
                        found.sort_unstable();
                        found
                    };
                    assert_eq!(sorted(wide), sorted(one));
                } else {
                    assert_eq!(wide.pop().map(|men| men.len()), one.last().map(Vec::len));
                }
            }
        }
    }
}
