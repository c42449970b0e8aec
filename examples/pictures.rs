//! Boards as pictures: a board with walls and a sheet of solutions, as SVG, as LaTeX and as text.
//!
//! `cargo run --release --example pictures` prints them; `-- --out FOLDER` writes the SVG files into a folder that exists.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use queenside::render::{Coordinates, Picture, Sheet};
use queenside::{Board, Piece, Sight, WholeFile, classics};

fn main() -> Result<(), Box<dyn Error>> {
    // Eleven queens behind three walls, with names of rows and columns and the lines of attack.
    let board = Board::square(8).with_walls([(1, 3), (3, 4), (4, 1)]);
    let max = classics::non_attacking(board, Piece::QUEEN).maximize()?;
    let queens = max.placement()?.ok_or("something fits")?;
    let picture = Picture::of(&queens).coordinates(Coordinates::Algebraic).title("Eleven queens behind three walls");

    // Queens that each attack one other, with a line between them.
    let pairs = classics::attacking(Board::square(6), Piece::QUEEN, 1).maximize()?.placement()?.ok_or("some stand")?;
    let attacks = Picture::of(&pairs).attacks(Sight::First);

    // One solution of each class of the eight queens problem, four in a row, each with the size of its class.
    let classes = classics::queens(8).classes()?.collect::<Result<Vec<_>, _>>()?;
    let sheet = Sheet::of(classes.iter().map(|class| {
        let caption = format!("{} solutions", class.size());
        Picture::of(class.representative()).caption(caption)
    }))
    .columns(4);

    let mut out = io::stdout().lock();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--out", folder] => {
            let files =
                [("walls.svg", picture.to_svg()), ("pairs.svg", attacks.to_svg()), ("classes.svg", sheet.to_svg())];
            for (name, svg) in files {
                let path = Path::new(folder).join(name);
                WholeFile::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
                writeln!(out, "{}", path.display())?;
            }
        }
        _ => write!(out, "{}\n{}\n{}", picture.to_unicode(), picture.to_latex(), attacks.to_svg())?,
    }
    Ok(())
}
