//! A tour: what the crate answers, on boards small enough to watch.
//!
//! `cargo run --release --example tour`

use std::fmt::Display;
use std::time::Instant;

use queenside::{
    Area, Board, Class, Constraint, Error, Optimum, Outcome, Piece, Placement, Problem, Symmetry, Wrap, classics,
};

fn main() -> Result<(), Error> {
    let start = Instant::now();
    println!("queenside: exact answers about pieces on boards");

    five_pieces()?;
    walls()?;
    exactly_three()?;
    torus()?;
    amazons()?;

    println!("\nAll of this took {:.1?}. To ask questions of your own, see the other examples:", start.elapsed());
    println!("n_queens, walls, domination, peaceable, star_battle, completion, torus_and_fairy, custom_rules,");
    println!("judge, stream_and_stop, choose_engine, several_processes, measure, pictures,");
    println!("census, least_walls, puzzles, attacking, attacking_tables.");
    Ok(())
}

/// The most rooks, bishops, queens, kings and knights on a chessboard, none of which attacks another.
fn five_pieces() -> Result<(), Error> {
    chapter("Five pieces on the chessboard: the most of which none attacks another");
    let pieces = [
        ("rooks", Piece::ROOK, 8, 40_320u32),
        ("bishops", Piece::BISHOP, 14, 256),
        ("queens", Piece::QUEEN, 8, 92),
        ("kings", Piece::KING, 16, 281_571),
        ("knights", Piece::KNIGHT, 32, 2),
    ];
    for (name, piece, size, ways) in pieces {
        let outcome = classics::non_attacking(Board::square(8), piece).maximize()?;
        let most = proved(&outcome);
        assert_eq!(most.value(), size);

        // All placements of that many, and one of each class; of the most symmetric the first makes the picture.
        let optima = most.optima();
        let count = optima.count()?.exact().expect("no limit was set");
        assert_eq!(count, ways);
        let classes = optima.classes()?.collect::<Result<Vec<_>, _>>().expect("no limit was set");
        assert_eq!(classes.iter().map(Class::size).sum::<usize>(), ways as usize);
        let fairest = classes.iter().map(|class| (class.size(), class.representative())).min();
        let (_, picture) = fairest.expect("there are placements");

        let plural = if classes.len() == 1 { "class" } else { "classes" };
        let kinds = format!("{} {plural} up to turns and mirrors", grouped(classes.len()));
        let facts = [format!("{size} {name}"), known(most), format!("{} placements", grouped(&count)), kinds];
        show(picture, &facts);
    }
    Ok(())
}

/// Queens do not see past walls, so walls make room for more of them.
fn walls() -> Result<(), Error> {
    chapter("Three walls (%) that make room for three more queens");
    let board: Board = "
        . . . . . . . .
        . . . % . . . .
        . . . . . . . .
        . . . . % . . .
        . % . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    "
    .parse()?;
    let outcome = classics::non_attacking(board, Piece::QUEEN).maximize()?;
    let most = proved(&outcome);
    assert_eq!(most.value(), 11);
    assert_eq!(most.optima().is_unique()?.is_unique(), Some(true));
    show(most.placement(), &["11 queens".into(), known(most), "in just one way: a puzzle".into()]);
    Ok(())
}

/// A queen attacks the first piece she sees in each direction. Exactly three others, on a board of 12×12.
fn exactly_three() -> Result<(), Error> {
    chapter("Every queen attacks exactly three others");
    // Looked for where half a turn leaves the board as it is; the bound it meets holds without that, so it is the most.
    let problem = classics::attacking(Board::square(12), Piece::QUEEN, 3)
        .with(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    let outcome = problem.maximize()?;
    let most = proved(&outcome);
    assert_eq!(most.value(), 28);
    let facts = ["28 queens on 12×12", &known(most), "the 70 lines have 140 ends,", "and each queen owns five of them"];
    show(most.placement(), &facts.map(str::to_owned));
    Ok(())
}

/// On a torus a queen that leaves at one edge comes back at the opposite one.
fn torus() -> Result<(), Error> {
    chapter("Queens on a torus, where opposite edges meet");
    let outcome = classics::non_attacking(Board::square(7).with_wrap(Wrap::Both), Piece::QUEEN).maximize()?;
    let most = proved(&outcome);
    let count = most.optima().count()?.exact().expect("no limit was set");
    assert_eq!((most.value(), &count), (7, &28u32.into()));
    show(most.placement(), &["7 queens on 7×7".into(), known(most), format!("{count} placements")]);
    Ok(())
}

/// Queens that leap like knights as well need a board of 10×10 to stand in every row.
fn amazons() -> Result<(), Error> {
    chapter("Amazons: queen and knight in one");
    let mut problem = Problem::new(Board::square(10));
    let amazon = problem.kind("amazon", Piece::QUEEN.and(&Piece::KNIGHT));
    problem.add(Constraint::attacks(amazon, amazon, 0));
    let outcome = problem.maximize()?;
    let most = proved(&outcome);
    let optima = most.optima();
    let (count, classes) = (optima.count()?.exact().expect("no limit was set"), optima.classes()?.count());
    assert_eq!((most.value(), &count, classes), (10, &4u32.into(), 1));
    let facts = ["10 amazons on 10×10".into(), known(most), format!("{count} placements, all images of one")];
    show(most.placement(), &facts);
    Ok(())
}

fn proved(outcome: &Outcome) -> &Optimum {
    outcome.optimum().expect("there are solutions, and no limit was set")
}

/// How it is known, and how long that took.
fn known(most: &Optimum) -> String {
    format!("proved: {} ({:.1?})", most.proof(), most.statistics().elapsed)
}

fn chapter(title: &str) {
    println!("\n{title}\n{}", "-".repeat(title.chars().count()));
}

/// Draws a board with what there is to say about it at its side.
fn show(placement: &Placement, facts: &[String]) {
    println!();
    for (row, line) in placement.to_string().lines().enumerate() {
        let fact = row.checked_sub(1).and_then(|row| facts.get(row));
        println!("{}", format!("    {line}    {}", fact.map_or("", String::as_str)).trim_end());
    }
}

/// Digits in groups of three.
fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}
