//! The oracle: every subset, judged by the reference meaning. It reads no rule of the model.

use std::sync::Arc;

use super::{Backend, Cut, Path, Paths, Placed, Refusal, Run, SearchTree, Step, first_choices, statistics};
use crate::answer::{Proof, Statistics};
use crate::budget::{Cause, Control, Engine};
use crate::judge::Judge;
use crate::model::{Bound, Goal, Model};

pub(crate) struct Brute;

impl Backend for Brute {
    fn engine(&self) -> Engine {
        Engine::Brute
    }

    fn accepts(&self, model: &Model, _: &Goal, _: &mut Control) -> Result<(), Refusal> {
        let (choices, squares) = (model.kinds as f64 + 1.0, model.slots.len());
        let subsets = choices.powf(squares as f64);
        if subsets > 2f64.powi(40) {
            return Err(Refusal::declined(format!(
                "{choices} choices for each of {squares} squares are more than 2^40 subsets"
            )));
        }
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, control: Control) -> Box<dyn Run> {
        let judge = model.judge();
        let choices = vec![0; model.slots.len()];
        let mut todo = part.to_vec();
        todo.reverse();
        let subtrees = todo.len().max(1);
        Box::new(Subsets {
            model,
            goal,
            control,
            judge,
            todo,
            subtrees,
            choices,
            turning: None,
            placed: Vec::new(),
            best: None,
        })
    }

    fn as_cut(&self) -> Option<&dyn Cut> {
        Some(self)
    }
}

impl Cut for Brute {
    fn cut(&self, tree: SearchTree<'_>, wanted: usize, _: Control) -> Result<Vec<Path>, Cause> {
        Ok(first_choices(tree.model, wanted))
    }
}

/// A path is a list of choices for the first squares.
struct Subsets {
    model: Arc<Model>,
    goal: Goal,
    control: Control,
    judge: Judge,
    /// Unexplored subtrees, the next one last.
    todo: Vec<Path>,
    /// The number of subtrees.
    subtrees: usize,
    /// For each open square 0, or 1 + the kind that stands there: an odometer whose last wheel turns fastest.
    choices: Vec<u32>,
    /// The number of wheels that the current subtree fixes.
    turning: Option<usize>,
    placed: Placed,
    best: Option<i64>,
}

impl Subsets {
    /// Advances to the next subset; returns whether there is one.
    fn turn(&mut self) -> bool {
        if let Some(fixed) = self.turning {
            for choice in self.choices[fixed..].iter_mut().rev() {
                if *choice < self.model.kinds as u32 {
                    *choice += 1;
                    return true;
                }
                *choice = 0;
            }
        }
        let Some(path) = self.todo.pop() else { return false };
        self.choices.fill(0);
        self.choices[..path.len()].copy_from_slice(&path);
        self.turning = Some(path.len());
        true
    }
}

impl Subsets {
    /// Returns an estimate of the explored fraction: of the current subtree by its first wheels; waiting subtrees count
    /// equally.
    fn fraction(&self) -> f64 {
        let (mut done, mut size) = (0.0, 1.0);
        for choice in self.choices.iter().skip(self.turning.unwrap_or(0)).take(8) {
            size /= self.model.kinds as f64 + 1.0;
            done += f64::from(*choice) * size;
        }
        1.0 - (self.todo.len() as f64 + 1.0 - done) / self.subtrees as f64
    }
}

impl Run for Subsets {
    fn step(&mut self) -> Step {
        loop {
            if !self.turn() {
                return Step::Done(Proof::Exhausted);
            }
            self.control.progress.fraction = self.fraction();
            if let Err(cause) = self.control.node(64 + 64 * self.choices.len() as u64) {
                // This subset has not been judged yet.
                self.todo.push(self.choices.clone());
                return Step::Stopped(cause);
            }
            let chosen = self.model.slots.iter().zip(&self.choices).filter(|(_, choice)| **choice > 0);
            self.placed.clear();
            self.placed.extend(chosen.map(|(square, choice)| (*square, (choice - 1) as u16)));
            if !self.judge.accepts(&self.placed) {
                continue;
            }
            self.control.progress.solutions += 1;
            match &self.goal {
                Goal::All | Goal::UpTo(_) | Goal::Number(_) => return Step::Found,
                Goal::Maximise(worths) => {
                    let vars =
                        self.placed.iter().filter_map(|(square, kind)| self.model.var(*square, usize::from(*kind)));
                    let value = vars.map(|var| worths.weight(var)).sum();
                    if self.best.is_none_or(|best| value > best) {
                        self.best = Some(value);
                        self.control.progress.best = Some(value);
                        self.control.report();
                        return Step::Improved(value);
                    }
                }
            }
        }
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend_from_slice(&self.placed);
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        let fixed = self.turning.unwrap_or(self.choices.len());
        let after = (fixed..self.choices.len()).rev().flat_map(|place| {
            let higher = self.choices[place] + 1..=self.model.kinds as u32;
            higher.map(move |choice| [&self.choices[..place], &[choice]].concat())
        });
        let mut rest: Vec<Path> = after.collect();
        let mut todo: Vec<Path> = self.todo.iter().rev().cloned().collect();
        // The subset at which it was stopped comes first.
        if todo.first() == Some(&self.choices) {
            rest.insert(0, todo.remove(0));
        }
        rest.append(&mut todo);
        rest.into_iter().collect()
    }

    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
