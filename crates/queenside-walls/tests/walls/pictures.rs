//! The pictures of the documents are those that are drawn here.
//!
//! `QUEENSIDE_ACCEPT=1 cargo test -p queenside-walls --test walls pictures` writes them into `docs/pictures`. Then look at them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use queenside::render::Chart;
use queenside::{Board, Error, Options, Packing, Piece};

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
    Ok(vec![("two_walls.svg", two_walls()?), ("min_walls.svg", min_walls()?)])
}

/// How many queens boards of 8×8 with two walls hold.
fn two_walls() -> Result<String, Error> {
    let squares: Vec<_> = Board::square(8).squares().iter().collect();
    let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    let mut boards = [0; 12];
    for (index, first) in squares.iter().enumerate() {
        for second in &squares[index + 1..] {
            boards[packing.set_walls([*first, *second])?.maximize().best()] += 1;
        }
    }
    assert_eq!(boards[8..], [368, 1610, 38, 0]);
    let bars = boards.into_iter().enumerate().filter(|(_, number)| *number > 0);
    let chart = Chart::new("Boards of 8×8 with two walls, by the most queens they hold");
    Ok(chart.axes("queens", "boards").bars("boards", bars).to_svg())
}

/// The fewest walls for every number of queens.
fn min_walls() -> Result<String, Error> {
    let mut chart = Chart::new("The fewest walls for each number of queens").axes("queens", "walls");
    for n in 4..=7 {
        let min = queenside_walls::min_walls(Board::square(n), Piece::QUEEN, &Options::new())?;
        chart = chart.steps(format!("{n}×{n}"), min.curve().skip(1));
    }
    Ok(chart.to_svg())
}
