//! Completion: some queens are given; can the others be placed, and in how many ways?

use queenside::{Constraint, Error, classics};

fn main() -> Result<(), Error> {
    // One queen in each row and column of 10×10, three of them given.
    let given = [(0, 1), (4, 9), (7, 4)];
    let problem = classics::completion(10, given);
    let solved = problem.solve()?;
    let queens = solved.placement().expect("it can be done");
    println!("{queens}");
    assert!(given.iter().all(|square| queens.kind_at(*square).is_some()));
    println!("{} ways", problem.count()?.exact().expect("no limit was set"));

    // What is given may leave no way. That is an answer, proved like any other, and not an error.
    let hopeless = classics::completion(10, [(0, 0), (1, 1)]);
    assert_eq!(hopeless.solve()?.is_feasible(), Some(false));
    println!("Two queens that attack each other: {}", hopeless.maximize()?.to_string().trim_end());

    // Or just one: each queen that is given leaves fewer, until the rest is forced.
    let mut problem = classics::queens(8);
    let queen = problem.kind_named("queen")?;
    for square in [(0, 1), (1, 3), (2, 5)] {
        problem.add(Constraint::fixed(queen, [square]));
        let count = problem.count()?.exact().expect("no limit was set");
        println!("with a queen on {square:?} as well: {count} left");
    }
    assert_eq!(problem.is_unique()?.is_unique(), Some(true));
    println!("{}", problem.sample(0)?.placement().expect("there is one"));
    Ok(())
}
