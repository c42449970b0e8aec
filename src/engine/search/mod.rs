//! The native backtracker: propagates the rules, branches where they are tightest, prunes by bounds.
//!
//! - `program`: the model prepared for the bit sets of the width the problem needs;
//! - `node`: what is decided at a node of the tree;
//! - `propagate` and `view`: propagation from what is decided;
//! - `cover`: a bound on how much the pieces still allowed can cover;
//! - `dual`: bounds by duality, once the search takes long;
//! - `branch`: the choice of the next branch;
//! - `balance`: subtrees of about equal size, by estimates;
//! - `lines`: covers by lines of which each square has two at most;
//! - `nowhere`: kinds of which no piece can stand anywhere;
//! - `objective`: the value that a solution must reach to improve on the best;
//! - `opening`: what comes before a tree on large boards;
//! - `completions`: how many ways there are to complete a node, where they are only counted;
//! - `orbits`: solutions up to symmetry, one branch of each orbit explored;
//! - `restarts`: one solution at random, by attempts;
//! - `sides`: two halves in balance, and contested lines that only one of them can hold;
//! - `subsets`: counting by size if every rule only excludes;
//! - `tree`: the frames of the search, an explicit stack so that it can stop anywhere and continue.

mod balance;
mod branch;
mod completions;
mod cost;
mod cover;
mod dual;
mod lines;
mod node;
mod nowhere;
mod objective;
mod opening;
mod orbits;
mod program;
mod propagate;
mod restarts;
mod sides;
mod subsets;
mod sum;
mod tree;
mod view;

use std::sync::Arc;

use super::{Attempt, Backend, Counting, Cube, Cut, Path, Paths, Refusal, Run, SearchTree, Share, Subtrees, Tally};
use crate::budget::{Cause, Control, Engine};
use crate::model::bit_set::{BitSet, with_width};
use crate::model::{Goal, Model};
pub(crate) use nowhere::nowhere;
use opening::Opening;
use restarts::Restarts;
use subsets::Subsets;
use tree::{Tree, Work, split};

pub(crate) struct Search;

impl Backend for Search {
    fn engine(&self) -> Engine {
        Engine::Search
    }

    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, control: Control) -> Box<dyn Run> {
        if let Goal::Maximise(worths) = &goal
            && model.vars() >= Opening::LARGE
            && part.is_whole()
        {
            return Box::new(Opening::new(model, worths.clone(), control));
        }
        with_width!(model.vars(), W => Box::new(Tree::<W>::new(model, &goal, Work::own(part), control)))
    }

    fn takes_seed(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn as_attempt(&self) -> Option<&dyn Attempt> {
        Some(self)
    }

    fn as_cut(&self) -> Option<&dyn Cut> {
        Some(self)
    }

    fn as_share(&self) -> Option<&dyn Share> {
        Some(self)
    }

    fn as_tally(&self, model: &Model, counted: &[bool]) -> Option<&dyn Tally> {
        // A plain count is left to parallel runs, which report their progress.
        (counted.contains(&true) && subsets::only_excludes(model)).then_some(self)
    }
}

/// Sets up a tree that is to be cut.
fn uncut<W: BitSet>(tree: SearchTree<'_>, control: Control) -> Tree<W> {
    Tree::new(Arc::clone(tree.model), tree.goal, Work::own(Paths::default()), control)
}

impl Cut for Search {
    fn cut(&self, tree: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<Path>, Cause> {
        with_width!(tree.model.vars(), W => uncut::<W>(tree, control).cut(tree.floor, wanted))
    }

    fn balance(&self, tree: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<(Path, f64)>, Cause> {
        with_width!(tree.model.vars(), W => balance::balance(&mut uncut::<W>(tree, control), tree.floor, wanted))
    }

    fn mark(&self, tree: SearchTree<'_>, subtrees: &[Path], control: Control) -> Result<u64, Cause> {
        with_width!(tree.model.vars(), W => uncut::<W>(tree, control).mark(tree.floor, subtrees))
    }

    fn cubes(&self, tree: SearchTree<'_>, subtrees: &[Path], control: Control) -> Result<Option<Vec<Cube>>, Cause> {
        with_width!(tree.model.vars(), W => uncut::<W>(tree, control).cubes(tree.floor, subtrees)).map(Some)
    }

    /// In order, each path first differs from the next where it takes a branch that the next one has left behind; what a path
    /// leaves behind last goes with all that follows there.
    fn could_cut(&self, _: &Model, subtrees: &Paths) -> bool {
        // The empty path is the root, as is [0], and there is nothing beside it.
        if subtrees.tails().any(|(shared, tail)| shared == 0 && tail.is_empty()) {
            return subtrees.is_whole();
        }
        let mut before = Path::new();
        subtrees.tails().enumerate().all(|(place, (shared, tail))| {
            // What is left of a list stands for what is left of its node.
            let (node, _) = split(&before);
            let follows = tail.first().is_some_and(|next| node.get(shared).is_some_and(|own| own < next));
            let fits = place == 0 || (follows && shared + 1 < node.len());
            before.truncate(shared);
            before.extend_from_slice(tail);
            fits && is_path(&before)
        })
    }
}

/// Whether numbers may be a path: at most the last tells of a list, of which some have been given.
fn is_path(path: &[u32]) -> bool {
    let (node, given) = split(path);
    let lists = |number: &u32| split(std::slice::from_ref(number)).0.is_empty();
    !node.iter().any(lists) && (given > 0 || node.len() == path.len())
}

impl Share for Search {
    fn join(&self, model: Arc<Model>, goal: Goal, subtrees: Arc<Subtrees>, control: Control) -> Box<dyn Run> {
        with_width!(model.vars(), W => Box::new(Tree::<W>::new(model, &goal, Work::Shared(subtrees), control)))
    }
}

impl Attempt for Search {
    fn attempts(&self, model: Arc<Model>, seed: u64, control: Control) -> Box<dyn Run> {
        with_width!(model.vars(), W => Box::new(Restarts::<W>::new(model, seed, control)))
    }
}

impl Tally for Search {
    fn begin(&self, model: &Model, counted: &[bool], control: &mut Control) -> Result<Box<dyn Counting>, Refusal> {
        Ok(with_width!(model.vars(), W => Box::new(Subsets::<W>::new(model, &[], counted, control)?)))
    }

    fn begin_in(
        &self,
        model: &Model,
        cube: &Cube,
        counted: &[bool],
        control: &mut Control,
    ) -> Result<Box<dyn Counting>, Refusal> {
        Ok(with_width!(model.vars(), W => Box::new(Subsets::<W>::new(model, &cube.decided, counted, control)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::engine::Step;
    use crate::language::{Area, Board, Constraint, Piece, Problem, Square, Weights, classics};
    use crate::model::Worths;
    use crate::model::bit_set::{BitSet, Fixed, Wide};

    /// Returns all solutions of a run of one width, in order.
    fn solutions<W: BitSet>(problem: &Problem, goal: &Goal) -> Vec<Vec<(Square, u16)>> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let mut run = Tree::<W>::new(Arc::new(model), goal, Work::own(Paths::whole()), control);
        let mut found = Vec::new();
        while let Step::Found | Step::Improved(_) = run.step() {
            let mut placed = Vec::new();
            run.placed(&mut placed);
            found.push(placed);
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
            let ones = Weights::from_fn(problem, |_, _| 1);
            let odd = Weights::from_fn(problem, |_, square| 2 * square.row() as i64 - square.column() as i64);
            let sums = [ones, odd].map(|weights| Goal::Maximise(Worths::new(problem, &weights, 1)));
            for goal in sums.into_iter().chain([Goal::All]) {
                let one = solutions::<Fixed<1>>(problem, &goal);
                assert!(!one.is_empty());
                assert_eq!(solutions::<Fixed<2>>(problem, &goal), one);
                assert_eq!(solutions::<Fixed<4>>(problem, &goal), one);
                // On large boards the order of branches differs.
                let mut wide = solutions::<Wide>(problem, &goal);
                if let Goal::All = goal {
                    let sorted = |mut found: Vec<_>| {
                        found.sort_unstable();
                        found
                    };
                    assert_eq!(sorted(wide), sorted(one));
                } else {
                    assert_eq!(wide.pop().map(|placed| placed.len()), one.last().map(Vec::len));
                }
            }
        }
    }

    /// The greatest value with symmetries from the first node on and without them, and the nodes of both; `None` where there are no
    /// symmetries.
    fn with_images(problem: &Problem, weights: &Weights) -> Option<[(Option<i64>, u64); 2]> {
        let worths = Worths::new(problem, weights, 1);
        let goal = Goal::Maximise(worths.clone());
        let ask = |with: bool| {
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
            let mut run = Tree::<Fixed<1>>::new(Arc::new(model), &goal, Work::own(Paths::whole()), control);
            let any = run.seek_images(&worths);
            if !with {
                run.forget_images();
            }
            let mut best = None;
            while let Step::Found | Step::Improved(_) = run.step() {
                let mut placed = Vec::new();
                run.placed(&mut placed);
                let value = placed.iter().map(|(square, kind)| {
                    let place = problem.board().open().iter().position(|open| open == *square).expect("it is open");
                    worths.list()[place * problem.kinds().count() + usize::from(*kind)]
                });
                best = best.max(Some(value.sum::<i64>()));
            }
            any.then(|| (best, run.statistics().nodes))
        };
        Some([ask(true)?, ask(false)?])
    }

    #[test]
    fn what_is_an_image_of_what_was_tried_is_in_no_better_solution() {
        let mut problems = Vec::new();
        let pieces = [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::AMAZON];
        for piece in pieces {
            let boards = [
                Board::square(3),
                Board::square(4),
                Board::new(3, 4).with_walls([(1, 1), (1, 2)]),
                Board::square(4).with_wrap(crate::Wrap::Both),
                Board::new(2, 5).with_wrap(crate::Wrap::Columns),
            ];
            for board in boards {
                problems.push(classics::non_attacking(board.clone(), piece.clone()));
                problems.push(classics::domination(board.clone(), piece.clone()));
                problems.push(classics::total_domination(board.clone(), piece.clone()));
                problems.push(classics::independent_domination(board.clone(), piece.clone()));
                problems.push(classics::attacking(board.clone(), piece.clone(), ..=1));
                problems.push(classics::attacking(board.clone(), piece.clone(), 1..=2));
                if board.open().len() < 12 {
                    problems.push(classics::peaceable(board.clone(), piece.clone()));
                }
            }
        }
        let brute = Options::new().engine(Engine::Brute);
        let (mut nodes, mut asked) = ([0, 0], 0);
        for (number, problem) in (0..).zip(&problems) {
            let sign = if number % 2 == 0 { 1 } else { -1 };
            let middle =
                |square: Square| i64::from(number % 3 == 0 && (square.row() + square.column()).is_multiple_of(2));
            let weights = Weights::from_fn(problem, |_, square| sign * (1 + middle(square)));
            let Some([with, without]) = with_images(problem, &weights) else { continue };
            assert_eq!(with.0, without.0, "{problem}");
            if problem.board().open().len() < 11 {
                let best = problem.using(&brute).maximize_of(weights).expect("the problem is sound");
                assert_eq!(best.value().expect("no limit was set"), with.0, "{problem}");
            }
            nodes = [nodes[0] + with.1, nodes[1] + without.1];
            asked += 1;
        }
        assert!(asked > 100 && 3 * nodes[0] < 2 * nodes[1], "{asked} problems with {nodes:?} nodes");
    }
}
