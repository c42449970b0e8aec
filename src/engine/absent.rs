//! `Absent`: stands in for an engine whose feature is off.

use std::sync::Arc;

use super::halted::Halted;
use super::{Backend, Paths, Refusal, Run};
use crate::budget::{Cause, Control, Engine};
use crate::model::{Goal, Model};

/// Declines every model, and names the feature that the engine needs.
pub(super) struct Absent {
    pub(super) engine: Engine,
    pub(super) feature: &'static str,
}

impl Backend for Absent {
    fn engine(&self) -> Engine {
        self.engine
    }

    /// What it declines, it declines for another reason.
    fn takes_seed(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn accepts(&self, _: &Model, _: &Goal, _: &mut Control) -> Result<(), Refusal> {
        let feature = self.feature;
        Err(Refusal::declined(format!("queenside was built without the feature `{feature}`")))
    }

    fn start(&self, _: Arc<Model>, _: Goal, part: Paths, control: Control) -> Box<dyn Run> {
        Box::new(Halted::new(Cause::SolverFailed, part, control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::language::classics;

    #[test]
    fn it_declines_and_names_the_feature() {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(classics::queens(4)), &mut control).expect("no limit was set");
        let absent = Absent { engine: Engine::Sat, feature: "sat" };
        assert_eq!(absent.engine(), Engine::Sat);
        let refusal = absent.accepts(&model, &Goal::All, &mut control).expect_err("it declines everything");
        let Refusal::Declined(reason) = refusal else { panic!("no limit was set") };
        assert_eq!(reason, "queenside was built without the feature `sat`");
    }

    #[cfg(not(all(feature = "ilp", feature = "sat")))]
    #[test]
    fn every_question_to_an_engine_without_its_feature_is_declined() {
        let problem = classics::queens(4);
        for engine in [
            #[cfg(not(feature = "ilp"))]
            Engine::Ilp,
            #[cfg(not(feature = "sat"))]
            Engine::Sat,
        ] {
            let (options, threads) = (Options::new().engine(engine), Options::new().engine(engine).threads(2));
            let asked = problem.using(&options);
            let expected = format!("the {engine} engine declines: queenside was built without the feature `{engine}`");
            let part = problem.split(1).expect("the search splits").remove(0);
            assert!(asked.resume(&part).is_err());
            let answers = [
                asked.maximize().map(drop),
                asked.solve().map(drop),
                asked.enumerate().map(drop),
                asked.count().map(drop),
                problem.using(&threads).count().map(drop),
                asked.classes().map(drop),
                asked.uniqueness().map(drop),
                asked.sample(1).map(drop),
                asked.count_by_size().map(drop),
                asked.minimize_by_size([]).map(drop),
                asked.split(2).map(drop),
            ];
            for (question, answer) in answers.into_iter().enumerate() {
                let Err(invalid) = answer else { panic!("question {question} to {engine} has an answer") };
                assert!(invalid.is_declined());
                assert_eq!(invalid.to_string(), expected, "question {question}");
            }
        }
    }
}
