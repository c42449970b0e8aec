//! Completion: some queens are given; can the others be placed, and in how many ways?

use std::error::Error;
use std::io::{self, Write};

use queenside::{Constraint, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // One queen in each row and column of 10×10, three of them given.
    let given = [(0, 1), (4, 9), (7, 4)];
    let problem = classics::completion(10, given);
    let queens = problem.solve()?.placement()?.expect("it can be done");
    writeln!(out, "{queens}")?;
    assert!(given.iter().all(|square| queens.kind_at(*square).is_some()));
    writeln!(out, "{} ways", problem.count()?.exact()?)?;

    // What is given may leave no way. That is an answer, proved like any other, and not an error.
    let hopeless = classics::completion(10, [(0, 0), (1, 1)]);
    assert!(hopeless.solve()?.placement()?.is_none());
    writeln!(out, "Two queens that attack each other: {}", hopeless.maximize()?.to_string().trim_end())?;

    // Or just one: each queen that is given leaves fewer, until the rest is forced.
    let mut problem = classics::queens(8);
    let queen = problem.kind_named("queen")?;
    for square in [(0, 1), (1, 3), (2, 5)] {
        problem.add(Constraint::fixed(queen, [square]));
        let count = problem.count()?.exact()?;
        writeln!(out, "with a queen on {square:?} as well: {count} left")?;
    }
    assert!(problem.uniqueness()?.is_unique()?);
    writeln!(out, "{}", problem.sample(0)?.placement()?.expect("there is one"))?;
    Ok(())
}
