//! Lines that hold one kind of piece each, as with peaceable armies: the search labels lines instead of placing pieces.
//!
//! - `program`: recognises such models, and numbers their lines;
//! - `shares`: how many pieces of each kind the other rules allow;
//! - `tree`: the search.

mod program;
mod shares;
mod tree;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::halted::Halted;
use super::{Backend, Cut, Path, Paths, Refusal, Run, SearchTree, Share, Subtrees};
use crate::answer::Digest;
use crate::answer::paths::Queue;
use crate::budget::{Cause, Control, Engine};
use crate::model::{Goal, Model};
use program::Program;
use tree::{Tree, Work};

pub(crate) struct Lines;

impl Backend for Lines {
    fn engine(&self) -> Engine {
        Engine::Lines
    }

    fn accepts(&self, model: &Model, goal: &Goal, control: &mut Control) -> Result<(), Refusal> {
        if let Goal::Maximise(worths) = goal
            && tree::weights(model, worths).is_none()
        {
            return Err(Refusal::declined("a kind has other weights on some squares than on others"));
        }
        let program = Program::new(model, control)?;
        if matches!(goal, Goal::Maximise(_)) && !program.same.is_empty() {
            return Err(Refusal::declined("a value is maximised, and a rule demands symmetry"));
        }
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, control: Control) -> Box<dyn Run> {
        begin(model, &goal, part.clone(), Work::Own(Queue::new(part)), control)
    }

    fn as_cut(&self) -> Option<&dyn Cut> {
        Some(self)
    }

    fn as_share(&self) -> Option<&dyn Share> {
        Some(self)
    }
}

/// Prepares a tree.
fn tree(model: Arc<Model>, goal: &Goal, work: Work, mut control: Control) -> Result<Tree, Box<(Cause, Control)>> {
    match Program::new(&model, &mut control) {
        Ok(program) => Tree::new(model, goal, program, work, control),
        Err(Refusal::Stopped(cause)) => Err(Box::new((cause, control))),
        // It was accepted before.
        Err(Refusal::Declined(_)) => Err(Box::new((Cause::SolverFailed, control))),
    }
}

fn begin(model: Arc<Model>, goal: &Goal, part: Paths, work: Work, control: Control) -> Box<dyn Run> {
    match tree(model, goal, work, control) {
        Ok(tree) => Box::new(tree),
        Err(halted) => {
            let (cause, control) = *halted;
            Box::new(Halted::new(cause, part, control))
        }
    }
}

impl Cut for Lines {
    fn cut(&self, whole: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<Path>, Cause> {
        let none = Work::Own(Queue::new(Paths::default()));
        let mut tree = tree(Arc::clone(whole.model), whole.goal, none, control).map_err(|halted| halted.0)?;
        tree.cut(whole.floor, wanted)
    }

    fn balance(&self, whole: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<(Path, f64)>, Cause> {
        let none = Work::Own(Queue::new(Paths::default()));
        let mut tree = tree(Arc::clone(whole.model), whole.goal, none, control).map_err(|halted| halted.0)?;
        tree.balance(whole.floor, wanted)
    }

    /// Paths tell everything, as long as lines have the same numbers.
    fn mark(&self, whole: SearchTree<'_>, subtrees: &[Path], mut control: Control) -> Result<u64, Cause> {
        let program = match Program::new(whole.model, &mut control) {
            Ok(program) => program,
            Err(Refusal::Stopped(cause)) => return Err(cause),
            Err(Refusal::Declined(_)) => return Err(Cause::SolverFailed),
        };
        if !subtrees.iter().flatten().all(|number| program.is_way(*number)) {
            return Err(Cause::BrokenPart);
        }
        let mut digest = Digest::new();
        program.lines.hash(&mut digest);
        subtrees.hash(&mut digest);
        Ok(digest.finish())
    }

    fn could_cut(&self, model: &Model, subtrees: &Paths) -> bool {
        let mut unlimited = Control::new(&crate::budget::Options::new());
        let Ok(program) = Program::new(model, &mut unlimited) else { return false };
        let paths = subtrees.to_vec();
        paths.iter().flatten().all(|number| program.is_way(*number)) && are_apart(&program, &paths, 0)
    }
}

/// Whether these paths, equal up to a depth, lead to subtrees that have nothing in common.
fn are_apart(program: &Program, paths: &[Path], depth: usize) -> bool {
    if paths.len() < 2 {
        return true;
    }
    if paths.iter().any(|path| path.len() <= depth) {
        return false;
    }
    let groups: Vec<&[Path]> = paths.chunk_by(|one, other| one[depth] == other[depth]).collect();
    groups.iter().enumerate().all(|(place, group)| {
        let number = group[0][depth];
        groups[..place].iter().all(|other| program.are_apart(other[0][depth], number))
            && are_apart(program, group, depth + 1)
    })
}

impl Share for Lines {
    fn join(&self, model: Arc<Model>, goal: Goal, subtrees: Arc<Subtrees>, control: Control) -> Box<dyn Run> {
        begin(model, &goal, Paths::default(), Work::Shared(subtrees), control)
    }
}
