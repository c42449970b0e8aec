//! The tour: what the library answers, on boards small enough to watch.

use std::fmt::Display;
use std::time::Instant;

use queenside::{Answer, Area, Board, Constraint, Error, Optimum, Piece, Placement, Problem, Symmetry, Wrap, classics};

use crate::Ending;
use crate::output::{self, Failure};

/// A chapter is printed as soon as its questions are answered.
pub(crate) fn tour() -> Result<Ending, Failure> {
    let start = Instant::now();
    output::print("queenside: exact answers about pieces on boards\n")?;
    for chapter in [five_pieces, walls, exactly_three, torus, amazons] {
        output::print(&chapter()?)?;
    }
    output::print(&format!(
        "\nAll of this took {:.1?}. Ask questions of your own:\n\n\
         queenside max queens --board 12x12 --walls b4,c7\n\
         queenside classes n-queens --board 8\n\
         queenside random n-queens --board 60 --seed 7\n\
         queenside ask docs/gallery/star-battle.toml --explain\n\
         queenside --help\n",
        start.elapsed()
    ))?;
    Ok(Ending::Answered)
}

/// The most rooks, bishops, queens, kings and knights on a chessboard, none of which attacks another.
fn five_pieces() -> Result<String, Error> {
    let mut out = chapter("Five pieces on the chessboard: the most of which none attacks another");
    let pieces = [
        ("rooks", Piece::ROOK),
        ("bishops", Piece::BISHOP),
        ("queens", Piece::QUEEN),
        ("kings", Piece::KING),
        ("knights", Piece::KNIGHT),
    ];
    for (name, piece) in pieces {
        let outcome = classics::non_attacking(Board::square(8), piece).maximize()?;
        let max = proved(&outcome)?;

        // All placements of that many, and one of each class; of the most symmetric the first makes the picture.
        let optima = max.optima();
        let count = optima.count()?.exact()?;
        let classes = optima.classes()?.collect::<Result<Vec<_>, _>>()?;
        let fairest = classes.iter().map(|class| (class.size(), class.representative())).min();
        let Some((_, picture)) = fairest else { continue };
        let plural = if classes.len() == 1 { "class" } else { "classes" };
        let kinds = format!("{} {plural} up to turns and mirrors", grouped(classes.len()));
        let facts = [
            format!("{} {name}", max.value()),
            known(&outcome, &max),
            format!("{} placements", grouped(&count)),
            kinds,
        ];
        show(&mut out, picture, &facts);
    }
    Ok(out)
}

/// Queens do not see past walls, so walls make room for more of them.
fn walls() -> Result<String, Error> {
    let mut out = chapter("Three walls (%) that make room for three more queens");
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
    let max = proved(&outcome)?;
    let is_unique = max.optima().uniqueness()?.is_unique()?;
    let ways = if is_unique { "in just one way: a puzzle" } else { "in several ways" }.to_owned();
    show(&mut out, max.placement(), &[format!("{} queens", max.value()), known(&outcome, &max), ways]);
    Ok(out)
}

/// A queen attacks the first piece she sees in each direction. Exactly three others, on a board of 12×12.
fn exactly_three() -> Result<String, Error> {
    let mut out = chapter("Every queen attacks exactly three others");
    // Looked for where half a turn leaves the board as it is; the bound it meets holds without that, so it is the most.
    let problem = classics::attacking(Board::square(12), Piece::QUEEN, 3)
        .with(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    let outcome = problem.maximize()?;
    let max = proved(&outcome)?;
    let facts = [
        format!("{} queens on 12×12", max.value()),
        known(&outcome, &max),
        "the 70 lines have 140 ends,".to_owned(),
        "and each queen owns five of them".to_owned(),
    ];
    show(&mut out, max.placement(), &facts);
    Ok(out)
}

/// On a torus a queen that leaves at one edge comes back at the opposite one.
fn torus() -> Result<String, Error> {
    let mut out = chapter("Queens on a torus, where opposite edges meet");
    let outcome = classics::non_attacking(Board::square(7).with_wrap(Wrap::Both), Piece::QUEEN).maximize()?;
    let max = proved(&outcome)?;
    let count = max.optima().count()?.exact()?;
    show(
        &mut out,
        max.placement(),
        &[format!("{} queens on 7×7", max.value()), known(&outcome, &max), format!("{count} placements")],
    );
    Ok(out)
}

/// Queens that leap like knights as well need a board of 10×10 to stand in every row.
fn amazons() -> Result<String, Error> {
    let mut out = chapter("Amazons: queen and knight in one");
    let mut problem = Problem::new(Board::square(10));
    let amazon = problem.add_kind("amazon", Piece::QUEEN.and(&Piece::KNIGHT));
    problem.add(Constraint::attacks(amazon, amazon, 0));
    let outcome = problem.maximize()?;
    let max = proved(&outcome)?;
    let optima = max.optima();
    let (count, classes) = (optima.count()?.exact()?, optima.classes()?.count());
    let classes = if classes == 1 { "all images of one".to_owned() } else { format!("{classes} classes") };
    let facts =
        [format!("{} amazons on 10×10", max.value()), known(&outcome, &max), format!("{count} placements, {classes}")];
    show(&mut out, max.placement(), &facts);
    Ok(out)
}

fn proved(answer: &Answer<Option<Optimum>>) -> Result<Optimum, Error> {
    answer.optimum()?.ok_or_else(|| Error::Stopped(queenside::Cause::SolverFailed.into()))
}

/// How it is known, and how long that took.
fn known(answer: &Answer<Option<Optimum>>, max: &Optimum) -> String {
    format!("proved: {} ({:.1?})", max.proof(), answer.statistics().elapsed)
}

fn chapter(title: &str) -> String {
    format!("\n{title}\n{}\n", "-".repeat(title.chars().count()))
}

/// Draws a board with what there is to say about it at its side.
fn show(out: &mut String, placement: &Placement, facts: &[String]) {
    out.push('\n');
    for (row, line) in placement.to_string().lines().enumerate() {
        let fact = row.checked_sub(1).and_then(|row| facts.get(row));
        out.push_str(format!("    {line}    {}", fact.map_or("", String::as_str)).trim_end());
        out.push('\n');
    }
}

/// Digits in groups of three.
fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}
