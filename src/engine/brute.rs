//! The oracle: every subset, judged by the reference meaning. It uses no rule of the model.

use std::sync::Arc;

use super::{Backend, Run, Step, statistics};
use crate::answer::{Proof, Statistics};
use crate::control::Control;
use crate::meaning::Judge;
use crate::model::{Goal, Model};
use crate::options::Engine;
use crate::square::Square;

pub(crate) struct Brute;

impl Backend for Brute {
    fn engine(&self) -> Engine {
        Engine::Brute
    }

    fn accepts(&self, model: &Model, _: &Goal) -> Result<(), String> {
        let (choices, squares) = (model.kinds as f64 + 1.0, model.slots.len());
        let subsets = choices.powf(squares as f64);
        if subsets > 2f64.powi(40) {
            return Err(format!("{choices} choices for each of {squares} squares are more than 2^40 subsets"));
        }
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, control: Control) -> Box<dyn Run> {
        let judge = Judge::new(&model.problem);
        let choices = vec![0; model.slots.len()];
        Box::new(Subsets { model, goal, control, judge, choices, men: Vec::new(), best: None, state: State::Fresh })
    }
}

struct Subsets {
    model: Arc<Model>,
    goal: Goal,
    control: Control,
    judge: Judge,
    /// For each open square 0, or 1 + the kind that stands there: an odometer whose last wheel turns fastest.
    choices: Vec<u16>,
    men: Vec<(Square, u16)>,
    best: Option<i64>,
    state: State,
}

enum State {
    Fresh,
    Turning,
}

impl Subsets {
    /// Turns the odometer; tells whether it came round to the beginning.
    fn came_round(&mut self) -> bool {
        for choice in self.choices.iter_mut().rev() {
            if usize::from(*choice) < self.model.kinds {
                *choice += 1;
                return false;
            }
            *choice = 0;
        }
        true
    }
}

impl Run for Subsets {
    fn step(&mut self) -> Step {
        loop {
            match self.state {
                State::Fresh => self.state = State::Turning,
                State::Turning => {
                    if self.came_round() {
                        return Step::Done(Proof::Exhausted);
                    }
                }
            }
            if let Err(cause) = self.control.node(64 + 64 * self.choices.len() as u64) {
                return Step::Stopped(cause);
            }
            let chosen = self.model.slots.iter().zip(&self.choices).filter(|(_, choice)| **choice > 0);
            self.men.clear();
            self.men.extend(chosen.map(|(square, choice)| (*square, choice - 1)));
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

    fn bound(&self) -> Option<i64> {
        None
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
