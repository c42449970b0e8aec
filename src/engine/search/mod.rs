//! The native backtracker: propagates the rules, branches where they are tightest, prunes by bounds.
//!
//! - `words`: sets of variables, of the width the problem needs;
//! - `program`: the model made ready for one width;
//! - `propagate` and `view`: what follows from what is decided;
//! - `tree`: the frames of the search, explicit so that it can stop anywhere and go on.

mod program;
mod propagate;
mod tree;
mod view;
mod words;

use std::sync::Arc;

use super::{Backend, Run};
use crate::control::Control;
use crate::model::{Goal, Model};
use crate::options::Engine;
use tree::Tree;
use words::{Fixed, Wide};

pub(crate) struct Search;

impl Backend for Search {
    fn engine(&self) -> Engine {
        Engine::Search
    }

    fn accepts(&self, _: &Model, _: &Goal) -> Result<(), String> {
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, control: Control) -> Box<dyn Run> {
        match model.vars() {
            0..=64 => Box::new(Tree::<Fixed<1>>::new(model, &goal, control)),
            65..=128 => Box::new(Tree::<Fixed<2>>::new(model, &goal, control)),
            129..=256 => Box::new(Tree::<Fixed<4>>::new(model, &goal, control)),
            _ => Box::new(Tree::<Wide>::new(model, &goal, control)),
        }
    }
}
