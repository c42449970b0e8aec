//! Answers as JSON. The fields are described in the README of this crate, and stay.

use queenside::{Answer, Explanation, Invalid, Placement, Problem, Stopped};
use serde_json::{Map, Value, json};

/// The version of the format.
const VERSION: u64 = 1;

/// A report of one answer.
pub(crate) struct Report(Map<String, Value>);

impl Report {
    pub(crate) fn new(question: &str) -> Self {
        let mut fields = Map::new();
        fields.insert("format".to_owned(), VERSION.into());
        fields.insert("question".to_owned(), question.into());
        Self(fields)
    }

    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    /// Adds how the answer was found.
    pub(crate) fn explained(self, explanation: &Explanation) -> Self {
        let statistics = explanation.statistics();
        let turns: Vec<String> = explanation.turns().iter().map(ToString::to_string).collect();
        self.with("engine", explanation.engine().to_string())
            .with("nodes", statistics.nodes)
            .with("solutions", statistics.solutions)
            .with("seconds", statistics.elapsed.as_secs_f64())
            .with("explanation", turns)
    }

    /// Adds how an answer was found, and its status: answered, infeasible or stopped.
    pub(crate) fn of<T>(self, problem: &Problem, answer: &Answer<T>, is_infeasible: bool) -> Result<Self, Invalid> {
        let report = self.explained(answer.explain());
        match answer.stopped() {
            Some(stopped) => report.stopped(problem, stopped),
            None => Ok(report.with("status", if is_infeasible { "infeasible" } else { "answered" })),
        }
    }

    /// Adds what stopped the engine, and the best so far.
    pub(crate) fn stopped(self, problem: &Problem, stopped: &Stopped) -> Result<Self, Invalid> {
        let mut report = self.with("status", "stopped").with("cause", stopped.cause().to_string());
        if let Some(value) = stopped.best_value() {
            report = report.with("best", value);
        }
        if let Some(bound) = stopped.bound() {
            report = report.with("bound", bound);
        }
        if let Some(best) = stopped.best() {
            report = report.with("placement", placement(problem, best)?);
        }
        Ok(report)
    }

    /// Returns the report as a line.
    pub(crate) fn line(self) -> String {
        format!("{}\n", Value::Object(self.0))
    }
}

/// A placement of a problem: its diagram, and its pieces one by one.
pub(crate) fn placement(problem: &Problem, placement: &Placement) -> Result<Value, Invalid> {
    let rows = problem.board().rows();
    let mut pieces = Vec::new();
    for (square, kind) in placement {
        pieces.push(json!({
            "kind": problem.name(kind)?,
            "square": square.to_algebraic(rows),
            "row": square.row(),
            "column": square.column(),
        }));
    }
    Ok(json!({ "diagram": placement.to_string(), "pieces": pieces }))
}
