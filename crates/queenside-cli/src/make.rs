//! The command that makes puzzles.

use std::path::Path;

use queenside::{Interval, Placement};
use queenside_puzzles::{Book, NoPuzzle, Puzzle, Puzzles, Vary};

use crate::Ending;
use crate::args::{Make, Varied};
use crate::laboratory::{opened, report, stopped};
use crate::output::{self, Failure};
use crate::watch::Watch;

/// Makes puzzles at random.
pub(crate) fn make(asked: &Make) -> Result<Ending, Failure> {
    if asked.effort.limit.is_some() {
        return Err(Failure::Senseless("--limit does not go with make: --count says how many puzzles".to_owned()));
    }
    let is_star_battle = asked.source.task == "star-battle" && asked.source.regions.is_none();
    let vary = match asked.vary {
        Some(Varied::Walls) => Vary::Walls,
        Some(Varied::Regions) => Vary::Regions,
        None if is_star_battle => Vary::Regions,
        Some(Varied::Givens) | None => Vary::Givens,
    };
    let task = if vary == Vary::Regions { asked.source.task_without_regions()? } else { asked.source.task()? };
    let html = opened(asked.html.as_deref())?;
    let board = task.problem().board();
    let title = match task.title() {
        Some(title) => title.to_owned(),
        None if asked.source.task == "-" => "Puzzles".to_owned(),
        None => format!("{} on {}×{}", titled(&asked.source.task), board.rows(), board.columns()),
    };
    let mut book = Book::new(title);
    let watch = Watch::new(&asked.effort, asked.quiet);
    let (min, max) = stars(asked.difficulty.as_deref())?;
    let puzzles = Puzzles::of(task.problem()).vary(vary).seed(asked.seed).difficulty(min..=max);
    let (mut made, mut ending, mut cause) = (0, Ending::Answered, None);
    for puzzle in puzzles.under(&watch.options()).take(asked.count) {
        match puzzle {
            Ok(puzzle) => {
                made += 1;
                match output::print(&shown(&puzzle, asked)?) {
                    // The page is to be written whether or not the puzzles are read.
                    Err(Failure::Closed) if html.is_some() => {}
                    printed => printed?,
                }
                if html.is_some() {
                    book.add(puzzle);
                }
            }
            Err(NoPuzzle::Stopped(cut)) => {
                cause = Some(cut.cause());
                ending = stopped(cut.cause());
            }
            Err(NoPuzzle::Infeasible) => ending = Ending::Infeasible,
            Err(error) => return Err(Failure::Senseless(error.to_string())),
        }
    }
    watch.finish();
    if let Some((file, path)) = html.filter(|_| !book.is_empty()) {
        output::finish(file, path, book.sort().to_string())?;
    }
    if asked.json {
        let report = report("make", cause).with("count", made.to_string());
        let is_infeasible = ending == Ending::Infeasible;
        output::print(&if is_infeasible { report.with("status", "infeasible") } else { report }.line())?;
    } else if ending == Ending::Infeasible {
        output::print("nothing satisfies the rules\n")?;
    }
    Ok(ending)
}

/// The name of a task as a title: that of a file without its folder and ending.
fn titled(task: &str) -> String {
    let name = Path::new(task).file_stem().map_or_else(|| task.into(), |stem| stem.to_string_lossy());
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect()).replace('-', " ")
}

/// Reads a range of stars.
fn stars(text: Option<&str>) -> Result<(u8, u8), Failure> {
    let Some(text) = text else { return Ok((1, 5)) };
    let range: Interval = text.parse().map_err(|error| Failure::Senseless(format!("--difficulty: {error}")))?;
    let (min, max) = (range.lower().unwrap_or(1), range.upper().unwrap_or(5));
    match (u8::try_from(min), u8::try_from(max)) {
        (Ok(min @ 1..=5), Ok(max @ 1..=5)) if min <= max => Ok((min, max)),
        _ => Err(Failure::Senseless(format!("--difficulty {text}: puzzles have one to five stars, as 3 or 2..=4"))),
    }
}

/// A puzzle as it is printed.
fn shown(puzzle: &Puzzle, asked: &Make) -> Result<String, Failure> {
    if asked.json {
        let json = serde_json::to_string(puzzle).map_err(|error| Failure::File(error.to_string()))?;
        return Ok(json + "\n");
    }
    let (problem, difficulty) = (puzzle.problem(), puzzle.difficulty());
    let givens = Placement::new(problem, puzzle.givens().iter().copied())?;
    let mut text = format!("{difficulty} {}\n{givens}", difficulty.score());
    // After the squares, the board tells its regions.
    for line in problem.board().to_string().lines().skip(problem.board().rows()) {
        text.push_str(line);
        text.push('\n');
    }
    if asked.solution {
        text.push_str("solution\n");
        text.push_str(&puzzle.solution().to_string());
    }
    Ok(text + "\n")
}
