//! A puzzle of a task file: proved to have one solution, and solved step by step.
//!
//! `own_task puzzle.toml` reads a file; without one it takes the problem below.

use std::error::Error;
use std::io::Write;

use queenside::Task;
use queenside_puzzles::Puzzle;

const OWN: &str = r#"
queenside = 1
board = """
. % . . .
. . . . %
. . % . .
. . . . .
. . . . .
"""
rules = """
non-attacking
queen in board: 6
"""
[kinds]
queen = "Q"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).map(std::fs::read_to_string).transpose()?;
    let task: Task = text.as_deref().unwrap_or(OWN).parse()?;
    let puzzle = Puzzle::of(task.problem())?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}\n{}", puzzle.difficulty(), puzzle.solution())?;
    for step in puzzle.steps() {
        let squares = |places: &[(queenside::Kind, queenside::Square)]| {
            places.iter().map(|(_, square)| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        let (placed, excluded) = (squares(step.placed()), squares(step.excluded()));
        writeln!(out, "{:14} + {placed:12} - {excluded}", step.reason().technique().name())?;
    }
    Ok(())
}
