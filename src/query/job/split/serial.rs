//! A job written and read by serde.

use super::aim::named;
use super::{Aim, Slice, SplitJob};
use crate::answer::part;
use crate::budget::Engine;
use crate::language::{Problem, Weights};
use crate::query::job::{Failure, text};
use crate::query::pool::Sense;

/// A job as it is written.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The crate's version, the engine, and a digest of the problem.
    label: String,
    problem: Problem,
    engine: String,
    question: String,
    /// By kind, or by square and kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    weights: Vec<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    floor: Option<i64>,
    /// Of each part the paths, the estimate and the mark.
    parts: Vec<(String, u64, String)>,
}

impl serde::Serialize for SplitJob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let question = match &self.aim {
            Aim::Enumerate => "enumerate",
            Aim::Count => "count",
            Aim::CountBySize => "count_by_size",
            Aim::Classes => "classes",
            Aim::Optimum { sign: 1, .. } => "maximize_of",
            Aim::Optimum { .. } => "minimize_of",
            Aim::Uniqueness => "uniqueness",
        };
        let weights = match &self.aim {
            Aim::Optimum { weights, sign } => {
                let kinds = self.problem.setup().kinds.len().max(1);
                // Weights that are the same on every square are written once.
                let first = weights.iter().take(kinds);
                let same = weights.chunks(kinds).all(|slot| slot.iter().eq(first.clone()));
                let written = if same { kinds } else { weights.len() };
                weights.iter().take(written).map(|weight| sign * weight).collect()
            }
            _ => Vec::new(),
        };
        let part = |slice: &Slice| (text::paths(&slice.paths), slice.estimate, format!("{:016x}", slice.mark));
        let written = Written {
            label: part::label(&self.problem, self.engine, None),
            problem: Problem::clone(&self.problem),
            engine: self.engine.name().to_owned(),
            question: question.to_owned(),
            weights,
            floor: self.floor,
            parts: self.slices.iter().map(part).collect(),
        };
        written.serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for SplitJob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let written = Written::deserialize(deserializer)?;
        Self::read(written).map_err(D::Error::custom)
    }
}

impl SplitJob {
    fn read(written: Written) -> Result<Self, Failure> {
        let Written { label, problem, engine, question, weights, floor, parts } = written;
        problem.check()?;
        let engines = [Engine::Search, Engine::Sweep, Engine::Lines, Engine::Brute, Engine::Sat];
        let known = engines.into_iter().find(|own| own.name() == engine);
        let engine = known.ok_or_else(|| format!("{engine:?} is no engine whose search tree can be cut"))?;
        let here = part::label(&problem, engine, None);
        if label != here {
            return Err(format!("the job is for {label:?}, and here it would be for {here:?}").into());
        }
        let aim = match &*question {
            "enumerate" => Aim::Enumerate,
            "count" => Aim::Count,
            "count_by_size" => Aim::CountBySize,
            "classes" => Aim::Classes,
            "uniqueness" => Aim::Uniqueness,
            "maximize_of" | "minimize_of" => {
                let sense = if question == "maximize_of" { Sense::Maximise } else { Sense::Minimise };
                let (kinds, squares) = (problem.setup().kinds.len(), problem.board().open().len());
                let weights = match weights.len() {
                    number if number == kinds => Weights::by_kind(problem.kinds().zip(weights)),
                    number if number == kinds * squares => named(&problem, &weights, 1),
                    number => {
                        return Err(format!("{number} weights are none for {kinds} kinds on {squares} squares").into());
                    }
                };
                Aim::weighted(&problem, &weights, sense)?
            }
            _ => return Err(format!("{question:?} is no question that can be cut").into()),
        };
        let mut slices = Vec::with_capacity(parts.len());
        for (number, (paths, estimate, mark)) in parts.into_iter().enumerate() {
            let broken = || format!("part {number} cannot be read");
            let paths = text::read_paths(&paths).ok_or_else(broken)?;
            let mark = u64::from_str_radix(&mark, 16).map_err(|_| broken())?;
            slices.push(Slice { paths, estimate, mark });
        }
        Ok(Self::made(problem, engine, aim, floor, slices))
    }
}
