//! Every picture of the README and of the documents, as SVG.

use queenside::render::{Coordinates, Ground, Mark, Picture, Shape, Sheet};
use queenside::{Board, Piece, Placement, Sight, SquareSet, classics};

/// All pictures with the names of their files. None depends on which of several answers an engine finds first.
pub(crate) fn pictures() -> Result<Vec<(&'static str, String)>, queenside::Error> {
    Ok(vec![
        ("blocked_queens.svg", blocked_queens()?),
        ("squares.svg", squares()?),
        ("sight.svg", sight()?),
        ("eight_queens.svg", eight_queens()?),
        ("five_pieces.svg", five_pieces()?),
        ("line_ends.svg", line_ends()?),
        ("star_battle.svg", star_battle()?),
    ])
}

/// The only way in which eleven queens stand behind three walls.
fn blocked_queens() -> Result<String, queenside::Error> {
    let board = Board::square(8).with_walls([(1, 3), (3, 4), (4, 1)]);
    let optima = classics::non_attacking(board, Piece::QUEEN).maximize()?.optima()?;
    assert!(optima.uniqueness()?.is_unique()?);
    let queens = optima.solve()?.placement()?.expect("there is one");
    let picture = Picture::of(&queens).coordinates(Coordinates::Algebraic);
    Ok(picture.title("Eleven queens behind three walls, none in sight of another").to_svg())
}

/// What a square can be, and what a rook covers there.
fn squares() -> Result<String, queenside::Error> {
    let pictures = [(". . . . .", "open"), (". . - . .", "forbidden"), (". . % . .", "wall"), (". . ~ . .", "hole")]
        .map(|(row, name)| {
            let board: Board = row.parse()?;
            let mut problem = queenside::Problem::new(board.clone());
            let rook = problem.add_kind("rook", Piece::ROOK);
            let covered = board.attacks(&Piece::ROOK, (0, 0));
            let picture = Picture::of(&Placement::new(&problem, [(rook, (0, 0))])?);
            Ok(picture.mark(Mark::Dot, covered.iter()).caption(name))
        });
    let pictures = pictures.into_iter().collect::<Result<Vec<_>, queenside::Error>>()?;
    Ok(Sheet::of(pictures).columns(2).square_size(36).to_svg())
}

/// Who attacks whom by sight, and through pieces.
fn sight() -> Result<String, queenside::Error> {
    let problem = classics::attacking(Board::new(3, 5), Piece::ROOK, 0..);
    let rooks = Placement::parse(&problem, "R . R . R\n. . . . .\n. . R . R")?;
    let pictures = [(Sight::First, "by sight"), (Sight::Through, "through")].map(|(sight, caption)| {
        let picture = rooks.iter().fold(Picture::of(&rooks), |picture, (square, _)| {
            picture.label(square, rooks.attacked_from(square, sight).len().to_string())
        });
        picture.attacks(sight).caption(caption)
    });
    Ok(Sheet::of(pictures).square_size(36).to_svg())
}

/// One solution of each class of the eight queens problem.
fn eight_queens() -> Result<String, queenside::Error> {
    let problem = classics::queens(8);
    let mut classes = problem.classes()?.collect::<Result<Vec<_>, _>>()?;
    classes.sort_by(|a, b| a.representative().cmp(b.representative()));
    assert_eq!((classes.len(), classes.iter().map(queenside::Class::size).sum::<usize>()), (12, 92));
    let pictures =
        classes.iter().map(|class| Picture::of(class.representative()).caption(format!("{} solutions", class.size())));
    Ok(Sheet::of(pictures).columns(4).title("Eight queens: 92 solutions, 12 up to symmetry").to_svg())
}

/// The most of each of the five pieces on a chessboard.
fn five_pieces() -> Result<String, queenside::Error> {
    let board = Board::square(8);
    let of = |piece: Piece, name: &str, chosen: &dyn Fn(usize, usize) -> bool| {
        let problem = classics::non_attacking(board.clone(), piece);
        let kind = problem.kinds().next().expect("there is one");
        let squares: SquareSet =
            board.squares().iter().filter(|square| chosen(square.row(), square.column())).collect();
        let placement = Placement::new(&problem, squares.iter().map(|square| (kind, square)))?;
        assert!(placement.judge(&problem)?.is_solution());
        assert_eq!(problem.maximize()?.value()?, Some(placement.len() as i64));
        Ok::<_, queenside::Error>(Picture::of(&placement).caption(format!("{} {name}", placement.len())))
    };
    let queens = SquareSet::from_permutation([0, 4, 7, 5, 2, 6, 1, 3]);
    let sheet = Sheet::of([
        of(Piece::QUEEN, "queens", &|row, column| queens.contains((row, column)))?,
        of(Piece::ROOK, "rooks", &|row, column| row == column)?,
        of(Piece::BISHOP, "bishops", &|row, column| row == 0 || (row == 7 && (1..7).contains(&column)))?,
        of(Piece::KNIGHT, "knights", &|row, column| (row + column) % 2 == 1)?,
        of(Piece::KING, "kings", &|row, column| row % 2 == 0 && column % 2 == 0)?,
    ]);
    Ok(sheet.columns(5).title("The most that fit, none attacking another").to_svg())
}

/// Ten queens of whom each attacks just one other, with the line ends they use.
fn line_ends() -> Result<String, queenside::Error> {
    let problem = classics::attacking(Board::square(6), Piece::QUEEN, 1);
    let optima = problem.maximize()?.optima()?;
    let all = optima.enumerate()?.sorted()?;
    let queens = all.first().expect("there are some");
    let picture = Picture::of(queens).coordinates(Coordinates::Algebraic).attacks(Sight::First).line_ends();
    let (used, unused) = picture.count_line_ends();
    assert_eq!((used, used + unused), (7 * queens.len(), 12 * 6 - 4));
    let title = format!("{} queens, each attacking one other: {used} line ends used, {unused} not", queens.len());
    Ok(picture.title(title).to_svg())
}

/// A puzzle in colour and as it is printed, and its only solution.
fn star_battle() -> Result<String, queenside::Error> {
    let board = Board::square(10).with_region_map(
        "
        C C G G B D D D D D
        C C G B B D D D D D
        C C G G B D D D D D
        C C G G F D D D D D
        C C E F F F F A A D
        E E E E F F A A A A
        E E E E F J J J J J
        E E E H F H I I I J
        E E H H H H H I I I
        E E E H H H H I I I
        ",
    )?;
    let problem = classics::star_battle(board, 2);
    assert!(problem.uniqueness()?.is_unique()?);
    let solution = problem.solve()?.placement()?.expect("there is one");
    let star = problem.kinds().next().expect("there is one");
    let sheet = Sheet::of([
        Picture::of(&problem).caption("two stars in each row, column and region"),
        Picture::of(&problem).ground(Ground::Plain).caption("with borders alone"),
        Picture::of(&solution).shape(star, Shape::Star).caption("the only solution"),
    ]);
    Ok(sheet.columns(3).square_size(26).to_svg())
}
