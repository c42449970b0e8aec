//! Every picture of the README and of the documents, as SVG.
//!
//! Without arguments one of them is printed; `--out FOLDER` writes them all into a folder that exists. Those that are kept
//! are written by `cargo run --release --example pictures -- --out docs/pictures`.

use std::path::Path;
use std::process::ExitCode;

use queenside::attacking::{self, Record, Rule};
use queenside::render::{Chart, Coordinates, Ground, Mark, Picture, Shape, Sheet};
use queenside::{Board, Error, Options, Packing, Piece, Placement, Sight, SquareSet, Symmetry, classics, walls};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => blocked_queens().map(|svg| print!("{svg}")).map_err(|error| error.to_string()),
        ["--out", folder] => write_all(Path::new(folder)),
        _ => Err("usage: pictures [--out FOLDER]".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn write_all(folder: &Path) -> Result<(), String> {
    for (name, svg) in pictures().map_err(|error| error.to_string())? {
        let path = folder.join(name);
        std::fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// All pictures with the names of their files. None depends on which of several answers an engine finds first.
pub(crate) fn pictures() -> Result<Vec<(&'static str, String)>, Error> {
    Ok(vec![
        ("blocked_queens.svg", blocked_queens()?),
        ("squares.svg", squares()?),
        ("sight.svg", sight()?),
        ("eight_queens.svg", eight_queens()?),
        ("five_pieces.svg", five_pieces()?),
        ("line_ends.svg", line_ends()?),
        ("star_battle.svg", star_battle()?),
        ("two_walls.svg", two_walls()?),
        ("least_walls.svg", least_walls()?),
        ("bounds.svg", bounds()?),
        ("attacking_symmetric.svg", attacking_symmetric()?),
        ("attacking_quarter_turns.svg", attacking_quarter_turns()?),
    ])
}

/// The only way in which eleven queens stand behind three walls.
fn blocked_queens() -> Result<String, Error> {
    let board = Board::square(8).with_walls([(1, 3), (3, 4), (4, 1)]);
    let optima = classics::non_attacking(board, Piece::QUEEN).maximize()?.optima()?;
    assert_eq!(optima.is_unique()?.is_unique(), Some(true));
    let solved = optima.solve()?;
    let queens = solved.placement().expect("no limit was set");
    let picture = Picture::of(queens).coordinates(Coordinates::Algebraic);
    Ok(picture.title("Eleven queens behind three walls, none in sight of another").to_svg())
}

/// What a square can be, and what a rook covers there.
fn squares() -> Result<String, Error> {
    let pictures = [(". . . . .", "open"), (". . - . .", "forbidden"), (". . % . .", "wall"), (". . ~ . .", "hole")]
        .map(|(row, name)| {
            let board: Board = row.parse()?;
            let mut problem = queenside::Problem::new(board.clone());
            let rook = problem.kind("rook", Piece::ROOK);
            let covered = board.attacks(&Piece::ROOK, (0, 0));
            let picture = Picture::of(&Placement::new(&problem, [(rook, (0, 0))])?);
            Ok(picture.mark(Mark::Dot, covered.iter()).caption(name))
        });
    let pictures = pictures.into_iter().collect::<Result<Vec<_>, Error>>()?;
    Ok(Sheet::of(pictures).columns(2).square_size(36).to_svg())
}

/// Who attacks whom by sight, and through pieces.
fn sight() -> Result<String, Error> {
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
fn eight_queens() -> Result<String, Error> {
    let problem = classics::queens(8);
    let mut classes = problem.classes()?.collect::<Result<Vec<_>, _>>().expect("no limit was set");
    classes.sort_by(|a, b| a.representative().cmp(b.representative()));
    assert_eq!((classes.len(), classes.iter().map(queenside::Class::size).sum::<usize>()), (12, 92));
    let pictures =
        classes.iter().map(|class| Picture::of(class.representative()).caption(format!("{} solutions", class.size())));
    Ok(Sheet::of(pictures).columns(4).title("Eight queens: 92 solutions, 12 up to symmetry").to_svg())
}

/// The most of each of the five pieces on a chessboard.
fn five_pieces() -> Result<String, Error> {
    let board = Board::square(8);
    let of = |piece: Piece, name: &str, chosen: &dyn Fn(usize, usize) -> bool| {
        let problem = classics::non_attacking(board.clone(), piece);
        let kind = problem.kinds().next().expect("there is one");
        let squares: SquareSet =
            board.squares().iter().filter(|square| chosen(square.row(), square.column())).collect();
        let placement = Placement::new(&problem, squares.iter().map(|square| (kind, square)))?;
        assert!(placement.judge(&problem)?.is_solution());
        assert_eq!(problem.maximize()?.value(), Some(placement.len() as i64));
        Ok::<_, Error>(Picture::of(&placement).caption(format!("{} {name}", placement.len())))
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
fn line_ends() -> Result<String, Error> {
    let problem = classics::attacking(Board::square(6), Piece::QUEEN, 1);
    let optima = problem.maximize()?.optima()?;
    let all = optima.enumerate()?.sorted().expect("no limit was set");
    let queens = all.first().expect("there are some");
    let picture = Picture::of(queens).coordinates(Coordinates::Algebraic).attacks(Sight::First).line_ends();
    let (used, unused) = picture.count_line_ends();
    assert_eq!((used, used + unused), (7 * queens.len(), 12 * 6 - 4));
    let title = format!("{} queens, each attacking one other: {used} line ends used, {unused} not", queens.len());
    Ok(picture.title(title).to_svg())
}

/// A puzzle in colour and as it is printed, and its only solution.
fn star_battle() -> Result<String, Error> {
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
    assert_eq!(problem.is_unique()?.is_unique(), Some(true));
    let solved = problem.solve()?;
    let solution = solved.placement().expect("there is one");
    let star = problem.kinds().next().expect("there is one");
    let sheet = Sheet::of([
        Picture::of(&problem).caption("two stars in each row, column and region"),
        Picture::of(&problem).ground(Ground::Plain).caption("to be printed"),
        Picture::of(solution).shape(star, Shape::Star).caption("the only solution"),
    ]);
    Ok(sheet.columns(3).square_size(26).to_svg())
}

/// How many queens boards of 8×8 with two walls hold.
fn two_walls() -> Result<String, Error> {
    let squares: Vec<_> = Board::square(8).squares().iter().collect();
    let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    let mut boards = [0; 12];
    for (index, first) in squares.iter().enumerate() {
        for second in &squares[index + 1..] {
            let most = packing.set_walls([*first, *second])?.most().value();
            boards[most.expect("no limit was set")] += 1;
        }
    }
    assert_eq!(boards[8..], [368, 1610, 38, 0]);
    let bars = boards.into_iter().enumerate().filter(|(_, number)| *number > 0);
    let chart = Chart::new("Boards of 8×8 with two walls, by the most queens they hold");
    Ok(chart.axes("queens", "boards").bars("boards", bars).to_svg())
}

/// The fewest walls for every number of queens.
fn least_walls() -> Result<String, Error> {
    let mut chart = Chart::new("The fewest walls that let so many queens stand").axes("queens", "walls");
    for n in 4..=7 {
        let least = walls::least_walls(Board::square(n), Piece::QUEEN, &Options::new())?;
        let most = least.most().expect("no limit was set");
        let curve = (1..=most).filter_map(|queens| Some((queens, least.walls(queens)?)));
        chart = chart.steps(format!("{n}×{n}"), curve);
    }
    Ok(chart.to_svg())
}

/// What is known beforehand of the most queens that attack at most three, or seven, others, and how many there are.
fn bounds() -> Result<String, Error> {
    let known = include_str!("../tests/data/attacking_values.csv");
    let mut chart = Chart::new("The most queens of whom each attacks at most k others").axes("n", "queens");
    for k in [7, 3] {
        let mut bounds = Vec::new();
        for n in 1..=12 {
            bounds.push((n, attacking::bounds::best(Rule::AtMost(k), &Board::square(n))?.value()));
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

/// The most queens that each attack exactly, or at most, so many others, on boards that look alike from many sides.
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

/// A board that is written down, with as many queens as there can be, and of so many symmetries, itself among them.
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
    if queens as i64 != attacking::bounds::best(rule, &Board::square(n))?.value() {
        assert_eq!(rule.problem(n).maximize()?.value(), Some(queens as i64), "{line}");
    }
    let name = if let Rule::Exactly(_) = rule { "Q" } else { "q" };
    Ok(Picture::of(&board).caption(format!("{name}({}, {n}) = {queens}", rule.others())))
}
