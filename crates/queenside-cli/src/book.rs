//! The command that makes a book of puzzles.

use std::path::Path;

use queenside::{Budget, Problem, Task};
use queenside_puzzles::{Book, Puzzle, Unfit, Words};
use serde_json::Value;

use crate::Ending;
use crate::args::BookOf;
use crate::laboratory::stopped;
use crate::output::{self, Failure};
use crate::watch::Watch;

/// Makes a page of the puzzles of some files.
pub(crate) fn book(asked: &BookOf) -> Result<Ending, Failure> {
    if asked.effort.limit.is_some() {
        return Err(Failure::Senseless("--limit does not go with book: all puzzles of the files are in it".to_owned()));
    }
    let page = output::create(&asked.output)?;
    let mut book = Book::new(&asked.title).with_words(words(&asked.words)?);
    if let Some(note) = &asked.note {
        book = book.with_note(note);
    }
    if let Some(puzzles) = asked.per_page {
        book = book.with_per_page(puzzles);
    }
    let watch = Watch::new(&asked.effort, asked.quiet);
    let mut faults = Vec::new();
    for file in &asked.files {
        for (place, problem) in problems(file)? {
            match Puzzle::of_under(&problem, &Budget::new(&watch.options()).options()) {
                Ok(puzzle) => {
                    book.add(puzzle);
                }
                Err(Unfit::Stopped(cut)) => {
                    watch.finish();
                    return Ok(stopped(cut.cause()));
                }
                Err(error) => faults.push(format!("{place}: {error}")),
            }
        }
    }
    watch.finish();
    if !faults.is_empty() {
        return Err(Failure::Senseless(faults.join("\nqueenside: ")));
    }
    if book.is_empty() {
        return Err(Failure::Senseless("the files have no puzzles".to_owned()));
    }
    if !asked.keep_order {
        book.sort();
    }
    output::finish(page, &asked.output, book.to_string())?;
    Ok(Ending::Answered)
}

/// Returns the words of a language, or of a file.
fn words(asked: &str) -> Result<Words, Failure> {
    let text = match asked {
        "en" => Words::ENGLISH.to_owned(),
        "de" => Words::GERMAN.to_owned(),
        file => output::read(Path::new(file))?,
    };
    Words::parse(&text).map_err(|error| Failure::Senseless(format!("{asked}: {error}")))
}

/// Returns the problems of a file, with names of their places: that of a task, or of each line of JSON that has one.
fn problems(file: &Path) -> Result<Vec<(String, Problem)>, Failure> {
    let (name, text) = (file.display(), output::read(file)?);
    if text.trim().is_empty() {
        return Err(Failure::Senseless(format!("{name}: the file is empty")));
    }
    if !text.trim_start().starts_with('{') {
        let task = text.parse::<Task>().map_err(|invalid| {
            let faults: Vec<String> = invalid.faults().iter().map(|fault| format!("{name}: {fault}")).collect();
            Failure::Senseless(faults.join("\nqueenside: "))
        })?;
        return Ok(vec![(name.to_string(), task.problem().clone())]);
    }
    let (mut problems, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{name}, line {}", number + 1);
        // The last line of a report has no problem.
        let read = serde_json::from_str::<Value>(line).and_then(|mut line| match line.get_mut("problem") {
            Some(problem) => serde_json::from_value::<Problem>(problem.take()).map(Some),
            None => Ok(None),
        });
        match read {
            Ok(problem) => problems.extend(problem.map(|problem| (place, problem))),
            Err(error) => faults.push(format!("{place}: {error}")),
        }
    }
    if faults.is_empty() { Ok(problems) } else { Err(Failure::Senseless(faults.join("\nqueenside: "))) }
}
