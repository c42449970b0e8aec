//! Placements, pictures and the formats of other programs.

use queenside::render::{Coordinates, Picture, Theme};
use queenside::{Ask, Objective, Placement, Problem, Question, Sight, Task};
use serde_json::json;

use crate::Ending;
use crate::answers::drawn;
use crate::args::{Draw, Export, Format, Judge, Names, Page, Read};
use crate::json::{self, Report};
use crate::output::{self, Failure};

/// Judges a placement; one that breaks a rule ends as nothing that satisfies the rules.
pub(crate) fn judge(asked: &Judge) -> Result<Ending, Failure> {
    let task = asked.source.task()?;
    let placement = Placement::parse(task.problem(), &output::read(&asked.placement)?)?;
    let judgement = placement.judge(task.problem())?;
    let violations: Vec<String> = judgement.violations().iter().map(ToString::to_string).collect();
    if asked.json {
        let rules: Vec<Option<usize>> =
            judgement.violations().iter().map(|violation| violation.rule().map(|rule| rule + 1)).collect();
        let broken: Vec<_> =
            violations.iter().zip(rules).map(|(text, rule)| json!({"text": text, "rule": rule})).collect();
        let report =
            json!({"format": 1, "question": "judge", "solution": judgement.is_solution(), "violations": broken});
        output::print(&format!("{report}\n"))?;
    } else if judgement.is_solution() {
        output::print("all rules are kept\n")?;
    } else {
        output::print(&format!("{}\n", violations.join("\n")))?;
    }
    Ok(if judgement.is_solution() { Ending::Answered } else { Ending::Infeasible })
}

/// Draws a board, or a placement.
pub(crate) fn draw(asked: &Draw) -> Result<Ending, Failure> {
    let task = asked.source.task()?;
    task.problem().check()?;
    let file = match &asked.output {
        Some(path) => Some((output::create(path)?, path)),
        None => None,
    };
    let picture = match &asked.placement {
        Some(path) => Picture::of(&Placement::parse(task.problem(), &output::read(path)?)?),
        None => Picture::of(task.problem()),
    };
    let picture = adorned(picture, asked);
    match file {
        Some((file, path)) => output::finish(file, path, drawn(&picture, path)?)?,
        None => output::print(&picture.to_unicode())?,
    }
    Ok(Ending::Answered)
}

fn adorned(picture: Picture, asked: &Draw) -> Picture {
    let theme = match asked.page {
        Page::Auto => Theme::Auto,
        Page::Light => Theme::Light,
        Page::Dark => Theme::Dark,
        Page::Print => Theme::Print,
    };
    let names = match asked.names {
        Names::None => Coordinates::None,
        Names::Algebraic => Coordinates::Algebraic,
        Names::Matrix => Coordinates::Matrix,
    };
    let mut picture = picture.theme(theme).coordinates(names).square_size(asked.square);
    if asked.transparent {
        picture = picture.transparent();
    }
    if asked.lines {
        picture = picture.attacks(Sight::First);
    }
    match &asked.caption {
        Some(caption) => picture.caption(caption),
        None => picture,
    }
}

/// Writes a problem as a file.
pub(crate) fn export(asked: &Export) -> Result<Ending, Failure> {
    let task = asked.source.task()?;
    task.problem().check()?;
    let file = match &asked.output {
        Some(path) => Some((output::create(path)?, path)),
        None => None,
    };
    let text = exported(asked, &task)?;
    match file {
        Some((file, path)) => output::finish(file, path, &text)?,
        None => output::print(&text)?,
    }
    Ok(Ending::Answered)
}

fn exported(asked: &Export, task: &Task) -> Result<String, Failure> {
    if asked.goal.is_some() && matches!(asked.format, Format::Task | Format::Json) {
        return Err(Failure::Senseless("--goal goes with the formats of other solvers".to_owned()));
    }
    if asked.goal.is_some() && asked.format == Format::Cnf {
        return Err(Failure::Senseless(
            "--goal does not go with cnf, which has no goals: give a number as a rule, as --rule \"queen in board: 9..\""
                .to_owned(),
        ));
    }
    match asked.format {
        Format::Task => Ok(task.to_string()),
        Format::Json => match serde_json::to_string_pretty(task.problem()) {
            Ok(text) => Ok(text + "\n"),
            Err(error) => Err(Failure::Senseless(error.to_string())),
        },
        format => {
            let export = with_goal(task.problem(), asked.goal.as_deref())?;
            Ok(match format {
                Format::Lp => export.lp()?,
                Format::Mps => export.mps()?,
                Format::Opb => export.opb()?,
                _ => export.cnf()?,
            })
        }
    }
}

/// The problem for other solvers, with what is to be as large or as small as possible.
fn with_goal<'a>(problem: &'a Problem, goal: Option<&str>) -> Result<queenside::Export<'a>, Failure> {
    let export = queenside::Export::of(problem);
    let Some(goal) = goal else { return Ok(export) };
    let question =
        Question::parse(problem, goal).map_err(|error| Failure::Senseless(format!("--goal {goal:?}: {error}")))?;
    match (question.ask, question.objective) {
        (Ask::Optimum, Some(objective)) => {
            let weights = objective.weights().clone();
            Ok(match (matches!(objective, Objective::Max { .. }), weights.is_empty()) {
                (true, true) => export.maximize(),
                (false, true) => export.minimize(),
                (true, false) => export.maximize_of(weights),
                (false, false) => export.minimize_of(weights),
            })
        }
        _ => Err(Failure::Senseless(format!("--goal {goal:?}: a goal is max or min, perhaps with weights"))),
    }
}

/// Reads what another solver answered.
pub(crate) fn read(asked: &Read) -> Result<Ending, Failure> {
    let task = asked.source.task()?;
    let problem = task.problem();
    let export = with_goal(problem, asked.goal.as_deref())?;
    let found = export.read(&output::read(&asked.answer)?)?;
    if asked.json {
        let report = Report::new("read").with("status", if found.is_some() { "answered" } else { "infeasible" });
        let report = match &found {
            Some(placement) => report.with("placement", json::placement(problem, placement)?),
            None => report,
        };
        output::print(&report.line())?;
    } else {
        match &found {
            Some(placement) => output::print(&format!("a solution, judged by the rules\n{placement}"))?,
            None => output::print("nothing satisfies the rules, says the solver\n")?,
        }
    }
    Ok(if found.is_some() { Ending::Answered } else { Ending::Infeasible })
}
