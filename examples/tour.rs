//! A tour: what the crate answers, on boards small enough to watch.
//!
//! `cargo run --release --example tour`

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use queenside::{Answer, Area, Board, Class, Constraint, Optimum, Piece, Placement, Problem, Symmetry, Wrap, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let start = Instant::now();
    writeln!(out, "queenside: exact answers about pieces on boards")?;

    five_pieces(&mut out)?;
    walls(&mut out)?;
    exactly_three(&mut out)?;
    torus(&mut out)?;
    amazons(&mut out)?;

    writeln!(out, "\nAll of this took {:.1?}. To ask questions of your own, see the other examples:", start.elapsed())?;
    writeln!(out, "n_queens, walls, domination, peaceable, star_battle, completion, torus_and_fairy, custom_rules,")?;
    writeln!(out, "judge, stream_and_stop, choose_engine, several_processes, measure, pictures.")?;
    Ok(())
}

/// The most rooks, bishops, queens, kings and knights on a chessboard, none of which attacks another.
fn five_pieces(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    chapter(out, "Five pieces on the chessboard: the most of which none attacks another")?;
    let pieces = [
        ("rooks", Piece::ROOK, 8, 40_320u32),
        ("bishops", Piece::BISHOP, 14, 256),
        ("queens", Piece::QUEEN, 8, 92),
        ("kings", Piece::KING, 16, 281_571),
        ("knights", Piece::KNIGHT, 32, 2),
    ];
    for (name, piece, size, ways) in pieces {
        let outcome = classics::non_attacking(Board::square(8), piece).maximize()?;
        let most = proved(&outcome)?;
        assert_eq!(most.value(), size);

        // All placements of that many, and one of each class; of the most symmetric the first makes the picture.
        let optima = most.optima();
        let count = optima.count()?.exact()?;
        assert_eq!(count, ways);
        let classes = optima.classes()?.collect::<Result<Vec<_>, _>>()?;
        assert_eq!(classes.iter().map(Class::size).sum::<usize>(), ways as usize);
        let fairest = classes.iter().map(|class| (class.size(), class.representative())).min();
        let (_, picture) = fairest.expect("there are placements");

        let plural = if classes.len() == 1 { "class" } else { "classes" };
        let kinds = format!("{} {plural} up to turns and mirrors", grouped(classes.len()));
        let facts =
            [format!("{size} {name}"), known(&outcome, &most), format!("{} placements", grouped(&count)), kinds];
        show(out, picture, &facts)?;
    }
    Ok(())
}

/// Queens do not see past walls, so walls make room for more of them.
fn walls(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    chapter(out, "Three walls (%) that make room for three more queens")?;
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
    let most = proved(&outcome)?;
    assert_eq!(most.value(), 11);
    assert!(most.optima().uniqueness()?.is_unique()?);
    show(out, most.placement(), &["11 queens".into(), known(&outcome, &most), "in just one way: a puzzle".into()])?;
    Ok(())
}

/// A queen attacks the first piece she sees in each direction. Exactly three others, on a board of 12×12.
fn exactly_three(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    chapter(out, "Every queen attacks exactly three others")?;
    // Looked for where half a turn leaves the board as it is; the bound it meets holds without that, so it is the most.
    let problem = classics::attacking(Board::square(12), Piece::QUEEN, 3)
        .with(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    let outcome = problem.maximize()?;
    let most = proved(&outcome)?;
    assert_eq!(most.value(), 28);
    let facts = [
        "28 queens on 12×12",
        &known(&outcome, &most),
        "the 70 lines have 140 ends,",
        "and each queen owns five of them",
    ];
    show(out, most.placement(), &facts.map(str::to_owned))?;
    Ok(())
}

/// On a torus a queen that leaves at one edge comes back at the opposite one.
fn torus(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    chapter(out, "Queens on a torus, where opposite edges meet")?;
    let outcome = classics::non_attacking(Board::square(7).with_wrap(Wrap::Both), Piece::QUEEN).maximize()?;
    let most = proved(&outcome)?;
    let count = most.optima().count()?.exact()?;
    assert_eq!((most.value(), &count), (7, &28u32.into()));
    show(out, most.placement(), &["7 queens on 7×7".into(), known(&outcome, &most), format!("{count} placements")])?;
    Ok(())
}

/// Queens that leap like knights as well need a board of 10×10 to stand in every row.
fn amazons(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    chapter(out, "Amazons: queen and knight in one")?;
    let mut problem = Problem::new(Board::square(10));
    let amazon = problem.add_kind("amazon", Piece::QUEEN.and(&Piece::KNIGHT));
    problem.add(Constraint::attacks(amazon, amazon, 0));
    let outcome = problem.maximize()?;
    let most = proved(&outcome)?;
    let optima = most.optima();
    let (count, classes) = (optima.count()?.exact()?, optima.classes()?.count());
    assert_eq!((most.value(), &count, classes), (10, &4u32.into(), 1));
    let facts =
        ["10 amazons on 10×10".into(), known(&outcome, &most), format!("{count} placements, all images of one")];
    show(out, most.placement(), &facts)?;
    Ok(())
}

fn proved(answer: &Answer<Option<Optimum>>) -> Result<Optimum, queenside::Error> {
    Ok(answer.optimum()?.expect("something satisfies the rules"))
}

/// How it is known, and how long that took.
fn known(answer: &Answer<Option<Optimum>>, most: &Optimum) -> String {
    format!("proved: {} ({:.1?})", most.proof(), answer.statistics().elapsed)
}

fn chapter(out: &mut impl Write, title: &str) -> io::Result<()> {
    writeln!(out, "\n{title}\n{}", "-".repeat(title.chars().count()))
}

/// Draws a board with what there is to say about it at its side.
fn show(out: &mut impl Write, placement: &Placement, facts: &[String]) -> io::Result<()> {
    writeln!(out)?;
    for (row, line) in placement.to_string().lines().enumerate() {
        let fact = row.checked_sub(1).and_then(|row| facts.get(row));
        writeln!(out, "{}", format!("    {line}    {}", fact.map_or("", String::as_str)).trim_end())?;
    }
    Ok(())
}

/// Digits in groups of three.
fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}
