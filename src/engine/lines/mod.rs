//! Engines that label lines instead of placing pieces.
//!
//! - `layout`: the lines of a board, in families;
//! - `armies`: lines that hold one kind of piece each;
//! - `covers`: squares that are covered along lines;
//! - `tree`: the search.

mod armies;
mod covers;
mod layout;
mod tree;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::halted::Halted;
use super::{Backend, Cut, Path, Paths, Refusal, Run, SearchTree, Share, Subtrees};
use crate::answer::Digest;
use crate::answer::paths::Queue;
use crate::budget::{Cause, Control, Engine, Options};
use crate::language::Wrap;
use crate::model::{Goal, Model, Rule, Worths};
use armies::Armies;
use covers::Covers;
use layout::Layout;
use tree::{Labels, Tree, Work};

pub(crate) struct Lines;

impl Backend for Lines {
    fn engine(&self) -> Engine {
        Engine::Lines
    }

    fn accepts(&self, model: &Model, goal: &Goal, control: &mut Control) -> Result<(), Refusal> {
        if let Goal::Maximise(worths) = goal
            && weights(model, worths).is_none()
        {
            return Err(Refusal::declined("a kind has other weights on some squares than on others"));
        }
        if are_covers(model) {
            return covers::Program::new(model, control).map(|_| ());
        }
        Armies::accepts(model, goal, control)
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

/// Returns the weight of each kind; `None` if it differs by square.
fn weights(model: &Model, worths: &Worths) -> Option<Vec<i64>> {
    if model.slots.is_empty() {
        return Some(vec![0; model.kinds]);
    }
    worths.of_kinds(model.kinds).map(<[i64]>::to_vec)
}

/// Whether a rule demands that pieces of the only kind cover squares; else a model can only be one of armies.
pub(crate) fn are_covers(model: &Model) -> bool {
    let covers = |rule: &Rule| matches!(rule, Rule::Views(views) if views.squares().is_some());
    model.kinds == 1 && model.rules.iter().any(covers)
}

/// Whether this engine may be sooner than others to find covers: no more than `most` pieces are allowed, each labelled line goes from edge
/// to edge, and squares are covered along further lines or by leaps. Each wall adds lines that are labelled and takes away symmetries;
/// where edges meet all lines are equally long, and few labels tell little. Returns whether pieces cover nothing but lines.
pub(crate) fn suit_covers(model: &Model, most: i64, control: &mut Control) -> Result<Option<bool>, Cause> {
    if model.board().wrap() != Wrap::None {
        return Ok(None);
    }
    match covers::Program::new(model, control) {
        Ok(program) if program.range.1 <= most && program.has_long_lines(model.board()) => {
            Ok(Some(!program.has_others))
        }
        Ok(_) | Err(Refusal::Declined(_)) => Ok(None),
        Err(Refusal::Stopped(cause)) => Err(cause),
    }
}

/// Evaluates an expression with the labels that suit a model.
macro_rules! with_labels {
    ($model:expr, $labels:ident => $expression:expr) => {
        if are_covers($model) {
            type $labels = Covers;
            $expression
        } else {
            type $labels = Armies;
            $expression
        }
    };
}

/// Prepares a tree.
fn tree<L: Labels>(
    model: Arc<Model>,
    goal: &Goal,
    work: Work,
    mut control: Control,
) -> Result<Tree<L>, Box<(Cause, Control)>> {
    let worths = if let Goal::Maximise(worths) = goal { Some(worths) } else { None };
    match L::new(&model, goal, &mut control) {
        Ok(labels) => Tree::new(model, labels, worths, work, control),
        Err(Refusal::Stopped(cause)) => Err(Box::new((cause, control))),
        // It was accepted before.
        Err(Refusal::Declined(_)) => Err(Box::new((Cause::SolverFailed, control))),
    }
}

/// Prepares a tree that is to be cut.
fn uncut<L: Labels>(whole: SearchTree<'_>, control: Control) -> Result<Tree<L>, Cause> {
    let none = Work::Own(Queue::new(Paths::default()));
    tree(Arc::clone(whole.model), whole.goal, none, control).map_err(|halted| halted.0)
}

fn begin(model: Arc<Model>, goal: &Goal, part: Paths, work: Work, control: Control) -> Box<dyn Run> {
    with_labels!(&model, L => match tree::<L>(model, goal, work, control) {
        Ok(tree) => Box::new(tree),
        Err(halted) => {
            let (cause, control) = *halted;
            Box::new(Halted::new(cause, part, control))
        }
    })
}

impl Cut for Lines {
    fn cut(&self, whole: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<Path>, Cause> {
        with_labels!(whole.model, L => uncut::<L>(whole, control)?.cut(whole.floor, wanted))
    }

    fn balance(&self, whole: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<(Path, f64)>, Cause> {
        with_labels!(whole.model, L => uncut::<L>(whole, control)?.balance(whole.floor, wanted))
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
        program.layout().lines.hash(&mut digest);
        subtrees.hash(&mut digest);
        Ok(digest.finish())
    }

    fn could_cut(&self, model: &Model, subtrees: &Paths) -> bool {
        let mut unlimited = Control::new(&Options::new());
        let Ok(program) = Program::new(model, &mut unlimited) else { return false };
        let paths = subtrees.to_vec();
        paths.iter().flatten().all(|number| program.is_way(*number)) && are_apart(&program, &paths, 0)
    }
}

/// A model, read as one whose lines are labelled.
enum Program {
    Armies(Box<armies::Program>),
    Covers(Box<covers::Program>),
}

impl Program {
    fn new(model: &Model, control: &mut Control) -> Result<Self, Refusal> {
        Ok(if are_covers(model) {
            Self::Covers(Box::new(covers::Program::new(model, control)?))
        } else {
            Self::Armies(Box::new(armies::Program::new(model, control)?))
        })
    }

    fn layout(&self) -> &Layout {
        match self {
            Self::Armies(program) => &program.layout,
            Self::Covers(program) => &program.layout,
        }
    }

    /// Whether a number of a path stands for a way.
    fn is_way(&self, number: u32) -> bool {
        match self {
            Self::Armies(program) => program.is_way(number),
            Self::Covers(program) => program.is_way(number),
        }
    }

    /// Whether two numbers of paths are ways of one branch that have no solution in common.
    fn are_apart(&self, one: u32, other: u32) -> bool {
        match self {
            Self::Armies(program) => program.are_apart(one, other),
            Self::Covers(_) => covers::Program::are_apart(one, other),
        }
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
