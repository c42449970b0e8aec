//! The oracle: every subset, judged by the reference meaning. It uses no rule of the model.

use std::sync::Arc;

use super::{Backend, Path, Refusal, Run, Step, Work, first_choices, statistics};
use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control};
use crate::meaning::Judge;
use crate::model::{Bound, Goal, Model};
use crate::options::Engine;
use crate::square::Square;

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

    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, control: Control) -> Box<dyn Run> {
        let judge = Judge::new(&model.problem);
        let choices = vec![0; model.slots.len()];
        let mut todo = work.own();
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
            men: Vec::new(),
            best: None,
        })
    }

    fn cut(&self, model: Arc<Model>, _: &Goal, _: Option<i64>, pieces: usize, _: Control) -> Result<Vec<Path>, Cause> {
        Ok(first_choices(&model, pieces))
    }
}

/// A path is a list of choices for the first squares.
struct Subsets {
    model: Arc<Model>,
    goal: Goal,
    control: Control,
    judge: Judge,
    /// Subtrees still to be gone through, the last first.
    todo: Vec<Path>,
    /// How many there were.
    subtrees: usize,
    /// For each open square 0, or 1 + the kind that stands there: an odometer whose last wheel turns fastest.
    choices: Vec<u32>,
    /// How many wheels the subtree under way holds fixed.
    turning: Option<usize>,
    men: Vec<(Square, u16)>,
    best: Option<i64>,
}

impl Subsets {
    /// Goes on to the next subset; tells whether there is one.
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
        // A path read from outside may lead nowhere.
        let exists =
            |path: &Path| path.len() <= self.choices.len() && path.iter().all(|c| *c <= self.model.kinds as u32);
        let Some(path) = std::iter::from_fn(|| self.todo.pop()).find(exists) else { return false };
        self.choices.fill(0);
        self.choices[..path.len()].copy_from_slice(&path);
        self.turning = Some(path.len());
        true
    }
}

impl Subsets {
    /// About what part has been gone through: of the subtree under way by its first wheels, each that waits counting as much.
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
                // This subset has still to be looked at.
                self.todo.push(self.choices.clone());
                return Step::Stopped(cause);
            }
            let chosen = self.model.slots.iter().zip(&self.choices).filter(|(_, choice)| **choice > 0);
            self.men.clear();
            self.men.extend(chosen.map(|(square, choice)| (*square, (choice - 1) as u16)));
            if !self.judge.accepts(&self.men) {
                continue;
            }
            self.control.progress.solutions += 1;
            match &self.goal {
                Goal::All | Goal::UpTo(_) => return Step::Found,
                Goal::Maximise(weights) => {
                    let value = self.men.iter().map(|(_, kind)| weights[usize::from(*kind)]).sum();
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

    fn men(&self, men: &mut Vec<(Square, u16)>) {
        men.extend_from_slice(&self.men);
    }

    fn remainder(&self) -> Vec<Path> {
        let fixed = self.turning.unwrap_or(self.choices.len());
        let after = (fixed..self.choices.len()).rev().flat_map(|place| {
            let higher = self.choices[place] + 1..=self.model.kinds as u32;
            higher.map(move |choice| [&self.choices[..place], &[choice]].concat())
        });
        let mut rest: Vec<Path> = after.collect();
        let mut todo: Vec<Path> = self.todo.iter().rev().cloned().collect();
        // The subset that a stop left unlooked at comes first.
        if todo.first() == Some(&self.choices) {
            rest.insert(0, todo.remove(0));
        }
        rest.append(&mut todo);
        rest
    }

    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
