//! Questions, answered and shown.

use std::path::Path;

use queenside::render::Picture;
use queenside::{
    Answer, Ask, Classes, Conflict, Count, Explanation, Minimum, Objective, Optimum, Placement, Problem, Question,
    Solutions, Stopped, Uniqueness, WholeFile,
};
use serde_json::Value;

use crate::Ending;
use crate::args::{Asked, Show};
use crate::json::{self, Report};
use crate::output::{self, Failure};
use crate::watch::Watch;

/// Answers the question of the task.
pub(crate) fn own_question(asked: &Asked) -> Result<Ending, Failure> {
    refuse(asked, &["--of", "--weights", "--by-size"])?;
    let task = asked.source.task()?;
    let Some(question) = task.question() else {
        return Err(Failure::Senseless(format!(
            "the task {:?} has no question: ask one by max, min, solve, list, count, classes, unique, conflict, sample or random",
            asked.source.task
        )));
    };
    Session::new(asked, task.problem(), question)?.answer(question)
}

/// Answers `max` or `min`.
pub(crate) fn optimum(sense: &str, asked: &Asked) -> Result<Ending, Failure> {
    refuse(asked, if sense == "max" { &["--of", "--by-size"] } else { &["--of"] })?;
    let weights = asked.weights.as_deref().unwrap_or_default();
    let by_size = if asked.by_size { " by size" } else { "" };
    question(&format!("{sense} {weights}{by_size}"), asked)
}

/// Answers a question about all solutions, or about the best.
pub(crate) fn about(ask: &str, asked: &Asked) -> Result<Ending, Failure> {
    refuse(asked, &["--weights", "--by-size"])?;
    match &asked.of {
        Some(objective) => question(&format!("{ask} of {objective}"), asked),
        None => question(ask, asked),
    }
}

/// Answers `count`.
pub(crate) fn count(asked: &Asked) -> Result<Ending, Failure> {
    match (asked.by_size, &asked.of) {
        (true, Some(_)) => Err(Failure::Senseless("--by-size does not go with --of".to_owned())),
        (true, None) => {
            refuse(asked, &["--weights"])?;
            question("count by size", asked)
        }
        (false, _) => about("count", asked),
    }
}

/// Refuses options that the question has no use for.
fn refuse(asked: &Asked, unused: &[&str]) -> Result<(), Failure> {
    let given = [("--of", asked.of.is_some()), ("--weights", asked.weights.is_some()), ("--by-size", asked.by_size)];
    match given.iter().find(|(name, is_given)| *is_given && unused.contains(name)) {
        Some((name, _)) => Err(Failure::Senseless(format!("{name} does not go with this question"))),
        None => Ok(()),
    }
}

fn question(text: &str, asked: &Asked) -> Result<Ending, Failure> {
    let task = asked.source.task()?;
    let question = Question::parse(task.problem(), text)
        .map_err(|error| Failure::Senseless(format!("the question {text:?}: {error}")))?;
    Session::new(asked, task.problem(), &question)?.answer(&question)
}

/// One question on its way to an answer.
struct Session<'a> {
    problem: Problem,
    /// The question, as text.
    text: String,
    show: &'a Show,
    /// Whether kinds may be swapped.
    swaps: bool,
    watch: Watch,
    /// Opened before the work.
    picture: Option<(&'a Path, WholeFile)>,
}

impl<'a> Session<'a> {
    fn new(asked: &'a Asked, problem: &Problem, question: &Question) -> Result<Self, Failure> {
        problem.check()?;
        if asked.swaps && !matches!(question.ask, Ask::Classes) {
            return Err(Failure::Senseless("--swaps does not go with this question".to_owned()));
        }
        let text = question.to_text(problem)?;
        let path = asked.show.picture.as_deref();
        if path.is_some() && matches!(question.ask, Ask::Count | Ask::BySize | Ask::Conflict) {
            return Err(Failure::Senseless(
                "--picture does not go with this question, which has no placement".to_owned(),
            ));
        }
        let picture = match path {
            Some(path) => {
                drawn(&Picture::of(problem), path)?;
                Some((path, output::create(path)?))
            }
            None => None,
        };
        let watch = Watch::new(&asked.effort, asked.show.quiet);
        Ok(Self { problem: problem.clone(), text, show: &asked.show, swaps: asked.swaps, watch, picture })
    }

    fn answer(mut self, question: &Question) -> Result<Ending, Failure> {
        match (question.ask, &question.objective) {
            (Ask::Optimum, Some(objective)) => {
                let answer = self.optimise(objective)?;
                return self.show_optimum(&answer);
            }
            (Ask::BySize, None) => {
                let answer = self.problem.using(&self.watch.options()).count_by_size()?;
                return self.show_counts(&answer);
            }
            (Ask::BySize, Some(objective)) => {
                let weights = objective.weights().clone();
                let answer = self.problem.using(&self.watch.options()).minimize_by_size(weights)?;
                return self.show_least(&answer);
            }
            (_, Some(objective)) => {
                let best = self.optimise(objective)?;
                match best.known() {
                    Ok(Some(optimum)) => self.problem = optimum.optima(),
                    Ok(None) => return self.show_optimum(&best),
                    Err(stopped) => return self.stopped(stopped, "the best value is not known"),
                }
            }
            (_, None) => {}
        }
        let options = self.watch.options();
        let asked = self.problem.using(&options);
        match question.ask {
            Ask::Count => {
                let answer = asked.count()?;
                self.show_count(&answer)
            }
            Ask::Unique => {
                let answer = asked.uniqueness()?;
                self.show_uniqueness(&answer)
            }
            Ask::Conflict => {
                let answer = asked.conflict()?;
                self.show_conflict(&answer)
            }
            Ask::Sample { seed } => {
                let answer = asked.sample(seed)?;
                self.show_solution(&answer)
            }
            Ask::Random { seed } => {
                let answer = asked.random(seed)?;
                self.show_solution(&answer)
            }
            Ask::List => {
                let solutions = asked.enumerate()?;
                self.show_all(solutions, Solutions::explain, |placement| (placement, None))
            }
            Ask::Classes => {
                let classes = if self.swaps {
                    asked.classes_under(&self.problem.group_with_swaps()?)?
                } else {
                    asked.classes()?
                };
                self.show_all(classes, Classes::explain, |class| (class.representative().clone(), Some(class.size())))
            }
            _ => {
                let answer = asked.solve()?;
                self.show_solution(&answer)
            }
        }
    }

    fn optimise(&self, objective: &Objective) -> Result<Answer<Option<Optimum>>, Failure> {
        let options = self.watch.options();
        let asked = self.problem.using(&options);
        let weights = objective.weights().clone();
        Ok(match (matches!(objective, Objective::Max { .. }), weights.is_empty()) {
            (true, true) => asked.maximize()?,
            (false, true) => asked.minimize()?,
            (true, false) => asked.maximize_of(weights)?,
            (false, false) => asked.minimize_of(weights)?,
        })
    }

    /// Prints an answer, for people or as JSON, and writes the picture.
    fn show(
        self,
        text: &str,
        report: Report,
        explanation: &Explanation,
        placement: Option<&Placement>,
    ) -> Result<(), Failure> {
        self.watch.finish();
        // Before anything is printed, of which the reader may not want all.
        if let (Some((path, file)), Some(placement)) = (self.picture, placement) {
            output::finish(file, path, drawn(&Picture::of(placement), path)?)?;
        }
        if self.show.json {
            return output::print(&report.line());
        }
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let explanation = if self.show.explain { explanation.to_string() } else { String::new() };
        output::print(&format!("{text}{end}{explanation}"))
    }

    fn show_optimum(self, answer: &Answer<Option<Optimum>>) -> Result<Ending, Failure> {
        let is_infeasible = matches!(answer.known(), Ok(None));
        let mut report = Report::new(&self.text).of(&self.problem, answer, is_infeasible)?;
        if let Ok(Some(best)) = answer.known() {
            let placement = json::placement(&self.problem, best.placement())?;
            report = report
                .with("value", best.value())
                .with("bound", best.value())
                .with("proof", best.proof().to_string())
                .with("placement", placement);
        }
        self.show(&answer.to_string(), report, answer.explain(), answer.best())?;
        Ok(ending(answer, is_infeasible))
    }

    fn show_solution(self, answer: &Answer<Option<Placement>>) -> Result<Ending, Failure> {
        let found = answer.known().ok().and_then(Option::as_ref);
        let is_infeasible = matches!(answer.known(), Ok(None));
        let mut report = Report::new(&self.text).of(&self.problem, answer, is_infeasible)?;
        if let Some(placement) = found {
            report = report.with("placement", json::placement(&self.problem, placement)?);
        }
        self.show(&answer.to_string(), report, answer.explain(), found)?;
        Ok(ending(answer, is_infeasible))
    }

    fn show_count(self, answer: &Answer<Count>) -> Result<Ending, Failure> {
        let none = answer.known().is_ok_and(|count| *count == 0u32);
        let mut report = Report::new(&self.text).of(&self.problem, answer, none)?;
        if let Ok(count) = answer.known() {
            report = report.with("count", count.to_string());
        }
        self.show(&answer.to_string(), report, answer.explain(), None)?;
        Ok(ending(answer, none))
    }

    fn show_uniqueness(self, answer: &Answer<Uniqueness>) -> Result<Ending, Failure> {
        let is_infeasible = matches!(answer.known(), Ok(Uniqueness::Infeasible));
        let mut report = Report::new(&self.text).of(&self.problem, answer, is_infeasible)?;
        let mut drawn = answer.stopped().and_then(Stopped::best);
        match answer.known() {
            Ok(Uniqueness::Unique { only: solution }) => {
                report = report.with("unique", true).with("placement", json::placement(&self.problem, solution)?);
                drawn = Some(solution);
            }
            Ok(Uniqueness::Several { first, second }) => {
                let placements = vec![json::placement(&self.problem, first)?, json::placement(&self.problem, second)?];
                report = report.with("unique", false).with("placements", placements);
                drawn = Some(first);
            }
            _ => {}
        }
        self.show(&answer.to_string(), report, answer.explain(), drawn)?;
        Ok(ending(answer, is_infeasible))
    }

    fn show_conflict(self, answer: &Answer<Option<Conflict>>) -> Result<Ending, Failure> {
        let is_infeasible = matches!(answer.known(), Ok(Some(_)));
        let mut report = Report::new(&self.text).of(&self.problem, answer, is_infeasible)?;
        if let Ok(Some(conflict)) = answer.known() {
            let rules: Vec<usize> = conflict.rules().iter().map(|rule| rule + 1).collect();
            report = report.with("rules", rules).with("minimal", conflict.is_minimal());
        }
        self.show(&answer.to_string(), report, answer.explain(), None)?;
        Ok(ending(answer, is_infeasible))
    }

    fn show_counts(self, answer: &Answer<Vec<Count>>) -> Result<Ending, Failure> {
        let none = answer.known().is_ok_and(Vec::is_empty);
        let mut report = Report::new(&self.text).of(&self.problem, answer, none)?;
        if let Ok(counts) = answer.known() {
            report = report.with("counts", counts.iter().map(Count::to_string).collect::<Vec<_>>());
        }
        self.show(&answer.to_string(), report, answer.explain(), None)?;
        Ok(ending(answer, none))
    }

    fn show_least(self, answer: &Answer<Vec<Option<Minimum>>>) -> Result<Ending, Failure> {
        let none = answer.known().is_ok_and(Vec::is_empty);
        let mut report = Report::new(&self.text).of(&self.problem, answer, none)?;
        if let Ok(all) = answer.known() {
            let mut sizes = Vec::new();
            for min in all {
                sizes.push(match min {
                    Some(min) => serde_json::json!({
                        "value": min.value(),
                        "ways": min.ways().to_string(),
                        "placement": json::placement(&self.problem, min.placement())?,
                    }),
                    None => Value::Null,
                });
            }
            report = report.with("sizes", sizes);
        }
        self.show(&answer.to_string(), report, answer.explain(), None)?;
        Ok(ending(answer, none))
    }

    /// Prints solutions as they come, then how many there are. As JSON each is a line of its own, and the report the last one.
    fn show_all<S: Iterator<Item = Result<T, Stopped>>, T>(
        mut self,
        mut solutions: S,
        explain: fn(&S) -> Explanation,
        told: fn(T) -> (Placement, Option<usize>),
    ) -> Result<Ending, Failure> {
        let (mut found, mut all) = (0u64, 0u128);
        for solution in solutions.by_ref() {
            let (placement, size) = match solution {
                Ok(solution) => told(solution),
                Err(stopped) => return self.stopped(&stopped, &format!("{found} so far")),
            };
            found += 1;
            all += size.unwrap_or(1) as u128;
            if let Some((path, file)) = self.picture.take() {
                output::finish(file, path, drawn(&Picture::of(&placement), path)?)?;
            }
            if self.show.json {
                let mut line = serde_json::json!({ "placement": json::placement(&self.problem, &placement)? });
                if let Some(size) = size {
                    line["size"] = size.into();
                }
                output::print(&format!("{line}\n"))?;
            } else {
                let size = size.map_or(String::new(), |size| format!("{size} alike\n"));
                output::print(&format!("{placement}{size}\n"))?;
            }
        }
        let is_infeasible = found == 0;
        let of_classes = self.text.starts_with("classes");
        let solutions_of_all = if all == 1 { "1 solution".to_owned() } else { format!("{all} solutions") };
        let text = match (is_infeasible, of_classes) {
            (true, _) => "nothing satisfies the rules".to_owned(),
            (false, true) if found == 1 => format!("1 class of {solutions_of_all}"),
            (false, true) => format!("{found} classes of {solutions_of_all}"),
            (false, false) => solutions_of_all,
        };
        let explanation = explain(&solutions);
        let status = if is_infeasible { "infeasible" } else { "answered" };
        let mut report = Report::new(&self.text).explained(&explanation).with("status", status);
        report = report.with("count", all.to_string());
        if of_classes {
            report = report.with("classes", found);
        }
        self.show(&text, report, &explanation, None)?;
        Ok(if is_infeasible { Ending::Infeasible } else { Ending::Answered })
    }

    fn stopped(self, stopped: &Stopped, what: &str) -> Result<Ending, Failure> {
        let report = Report::new(&self.text).explained(stopped.explain()).stopped(&self.problem, stopped)?;
        let best = stopped.best().map_or(String::new(), ToString::to_string);
        let best = if self.text.starts_with("list") || self.text.starts_with("classes") { String::new() } else { best };
        self.show(&format!("{stopped}: {what}\n{best}"), report, stopped.explain(), stopped.best())?;
        Ok(Ending::Stopped)
    }
}

fn ending<T>(answer: &Answer<T>, is_infeasible: bool) -> Ending {
    match answer.stopped() {
        Some(_) => Ending::Stopped,
        None if is_infeasible => Ending::Infeasible,
        None => Ending::Answered,
    }
}

/// A picture in the format that the name of its file says.
pub(crate) fn drawn(picture: &Picture, path: &Path) -> Result<Vec<u8>, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(picture.to_svg().into_bytes()),
        Some("tex") => Ok(picture.to_latex().into_bytes()),
        Some("txt") => Ok(picture.to_unicode().into_bytes()),
        #[cfg(feature = "png")]
        Some("png") => {
            // Twice as fine as a screen.
            let width = 2.0 * picture.width();
            Ok(queenside::render::png(&picture.to_svg(), width.ceil() as u32).map_err(queenside::Error::from)?)
        }
        _ => Err(Failure::Senseless(format!(
            "{}: the name of a picture ends in .svg, .tex, .txt or, with the feature png, in .png",
            path.display()
        ))),
    }
}
