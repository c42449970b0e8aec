//! The n queens puzzle: how many solutions, how many classes, and one solution of each class.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Class, Count, Options, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // A000170 and A002562 of the OEIS.
    writeln!(out, " n   solutions   classes")?;
    let known: [(usize, u32, u32); 9] =
        [(1, 1, 1), (2, 0, 0), (3, 0, 0), (4, 2, 1), (5, 10, 2), (6, 4, 1), (7, 40, 6), (8, 92, 12), (9, 352, 46)];
    for (n, solutions, classes) in known {
        let problem = classics::queens(n);
        let counted = problem.count()?.exact()?;
        // Burnside's lemma counts classes without going through the solutions one by one.
        let distinct = problem.group()?.count_classes(&problem, &Options::new())?.exact()?;
        writeln!(out, "{n:2}   {counted:>9}   {distinct:>7}")?;
        assert_eq!((counted, distinct), (Count::from(solutions), Count::from(classes)));
    }

    let problem = classics::queens(8);
    let classes = problem.classes()?;
    writeln!(out, "\nOne of each class on 8×8, and how many boards it stands for under {}:\n", classes.group())?;
    let classes: Vec<Class> = classes.collect::<Result<_, _>>()?;
    assert_eq!(classes.iter().map(Class::size).sum::<usize>(), 92);
    for row in classes.chunks(4) {
        let boards: Vec<String> = row.iter().map(|class| class.representative().to_string()).collect();
        for line in 0..8 {
            let lines: Vec<&str> = boards.iter().filter_map(|board| board.lines().nth(line)).collect();
            writeln!(out, "{}", lines.join("    "))?;
        }
        let sizes: Vec<String> = row.iter().map(|class| format!("{:<15}", class.size())).collect();
        writeln!(out, "{}\n", sizes.join("    ").trim_end())?;
    }

    // The smallest class is of solutions that look the same after half a turn.
    let smallest = classes.iter().min_by_key(|class| class.size()).expect("there are twelve");
    let columns = smallest.representative().to_permutation().expect("a queen in each row");
    writeln!(out, "The class of {} has the queens of its rows in columns {columns:?}.", smallest.size())?;
    assert_eq!(smallest.size(), 4);
    Ok(())
}
