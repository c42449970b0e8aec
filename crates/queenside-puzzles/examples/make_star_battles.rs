//! Queens with coloured regions: one in each row, column and region, no two of them neighbours.
//!
//! `make_star_battles 9 1 20 7`: twenty puzzles of 9×9 with one star each, from the seed 7. A line each: stars, score, and the regions.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::time::Instant;

use queenside::{Board, classics};
use queenside_puzzles::{Puzzles, Vary};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut number = |usual| numbers.next().unwrap_or(Ok(usual));
    let (n, stars, many, seed) = (number(9)?, number(1)?, number(10)?, number(1)?);
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let mut grades: BTreeMap<u8, usize> = BTreeMap::new();
    let problem = classics::star_battle(Board::square(n), stars);
    for puzzle in Puzzles::of(&problem).vary(Vary::Regions).seed(seed as u64).take(many) {
        let puzzle = puzzle?;
        let difficulty = puzzle.difficulty();
        let regions: Vec<_> = puzzle.problem().board().regions().collect();
        let name = |row, column| {
            let own = regions.iter().find(|(_, squares)| squares.contains((row, column)));
            own.map_or(".", |(name, _)| name)
        };
        let rows: Vec<String> = (0..n).map(|row| (0..n).map(|column| name(row, column)).collect()).collect();
        writeln!(out, "{difficulty} {} {}", difficulty.score(), rows.join("/"))?;
        *grades.entry(difficulty.stars()).or_default() += 1;
    }
    writeln!(out, "{grades:?} in {:.1} s", start.elapsed().as_secs_f64())?;
    Ok(())
}
