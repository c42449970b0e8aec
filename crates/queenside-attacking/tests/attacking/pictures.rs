//! The pictures of the documents are those that are drawn here.
//!
//! `QUEENSIDE_ACCEPT=1 cargo test -p queenside-attacking --test attacking pictures` writes them into `docs/pictures`. Then look at them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use queenside::render::{Chart, Picture, Sheet};
use queenside::{Board, Error, Symmetry};
use queenside_attacking::{Record, Rule, bounds};

#[test]
fn the_pictures_that_are_kept_are_those_that_are_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let made = pictures().expect("the pictures make sense");
    for (name, svg) in &made {
        if std::env::var_os("QUEENSIDE_ACCEPT").is_some() {
            fs::write(folder.join(name), svg).expect("there is a folder of pictures");
        }
        let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
        // A checkout may end lines its own way.
        assert!(kept.lines().eq(svg.lines()), "{name} has changed; QUEENSIDE_ACCEPT=1 writes it anew");
    }
    let names: BTreeSet<String> = made.iter().map(|(name, _)| (*name).to_owned()).collect();
    let files = fs::read_dir(folder).expect("there is a folder of pictures");
    let files: BTreeSet<String> =
        files.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(names, files);
}

/// All pictures with the names of their files. None depends on which of several answers an engine finds first.
fn pictures() -> Result<Vec<(&'static str, String)>, Error> {
    Ok(vec![
        ("bounds.svg", bounds_and_values()?),
        ("attacking_symmetric.svg", attacking_symmetric()?),
        ("attacking_quarter_turns.svg", attacking_quarter_turns()?),
    ])
}

/// What is known beforehand of the most queens that attack at most three, or seven, others, and how many there are.
fn bounds_and_values() -> Result<String, Error> {
    let known = include_str!("../data/attacking_values.csv");
    let mut chart = Chart::new("The most queens of whom each attacks at most k others").axes("n", "queens");
    for k in [7, 3] {
        let mut bounds = Vec::new();
        for n in 1..=12 {
            bounds.push((n, bounds::best(Rule::AtMost(k), &Board::square(n))?.value()));
        }
        let name = Rule::AtMost(k).to_string();
        let values = known.lines().filter_map(|line| {
            let mut fields = line.split(',');
            let (rule, n, value) = (fields.next()?, fields.next()?, fields.next()?);
            (rule == name).then_some(())?;
            Some((n.parse::<usize>().ok()?, value.parse::<i64>().ok()?))
        });
        chart = chart.line(format!("bound, k = {k}"), bounds).dots(format!("k = {k}"), values);
    }
    Ok(chart.to_svg())
}

/// The most queens that each attack exactly, or at most, k others, on symmetric boards.
fn attacking_symmetric() -> Result<String, Error> {
    let boards = [
        ("exactly 1 7 EEEEJEEE", 4),
        ("at most 1 7 EEEEEEEEE", 4),
        ("exactly 3 6 ABABAEMEABAB", 4),
        ("exactly 3 9 AEAAAAEDIAXAIDEAAAAE", 4),
        ("exactly 4 4 BABCACBA", 8),
        ("at most 4 6 ABBAACDDADDCAABB", 4),
        ("at most 5 6 AAAAAAAEAEAEAEAAAAAA", 8),
        ("at most 6 6 AACAAAAAAABCCCBAAAAAAACA", 8),
        ("at most 7 6 AABAAAAAAAAAACCCAAAAAAAAAABA", 4),
    ];
    let pictures = boards.into_iter().map(most_queens).collect::<Result<Vec<_>, Error>>()?;
    Ok(Sheet::of(pictures).columns(3).to_svg())
}

/// Larger boards that are turned into themselves by quarter turns.
fn attacking_quarter_turns() -> Result<String, Error> {
    let boards =
        [("exactly 1 18 EVCJbACJJDPbDUCUbDPDJJCbAJCV", 4), ("exactly 3 16 BJBEDEDAGGEBGDAbAROEORbAADGBEGGADEDEBJ", 4)];
    let pictures = boards.into_iter().map(most_queens).collect::<Result<Vec<_>, Error>>()?;
    Ok(Sheet::of(pictures).columns(2).square_size(18).to_svg())
}

/// Returns a recorded board with the most queens possible, which this many symmetries leave as it is.
fn most_queens((line, symmetries): (&str, usize)) -> Result<Picture, Error> {
    let record: Record = line.parse().expect("it is written as it is printed");
    let (rule, n, queens) = (record.rule(), record.n(), record.queens().len());
    let board = record.placement()?;
    let mut same = 0;
    for symmetry in Symmetry::ALL {
        same += usize::from(board.transformed(symmetry)? == board);
    }
    assert!(record.holds()? && same == symmetries, "{line}");
    // What meets a bound needs no further proof.
    if queens as i64 != bounds::best(rule, &Board::square(n))?.value() {
        assert_eq!(rule.problem(n).maximize()?.value()?, Some(queens as i64), "{line}");
    }
    let name = if let Rule::Exactly(_) = rule { "Q" } else { "q" };
    Ok(Picture::of(&board).caption(format!("{name}({}, {n}) = {queens}", rule.others())))
}
