//! The matrix: questions drawn by a fixed seed from every piece, every classic, every question and every kind of board.

use std::ops::RangeInclusive;

use queenside::{
    Area, Board, Constraint, Error, Export, Invalid, Kind, Minimum, Options, Piece, Problem, SquareSet, Wrap, classics,
};
#[cfg(feature = "tasks")]
use queenside::{Objective, Task};

/// A question, and its name.
pub(crate) struct Question {
    pub(crate) name: String,
    problem: Problem,
    ask: Ask,
}

/// What is asked of a problem.
#[derive(Clone, Debug)]
enum Ask {
    Most(Vec<(Kind, i64)>),
    Fewest(Vec<(Kind, i64)>),
    First,
    Number,
    Sizes,
    Unique,
    FewestBySize(Kind),
}

fn value(value: Option<i64>) -> String {
    value.map_or("impossible".to_owned(), |value| value.to_string())
}

impl Question {
    /// Whether the least value is asked for.
    pub(crate) fn is_least(&self) -> bool {
        matches!(self.ask, Ask::Fewest(_))
    }

    /// Writes an integer program, if an optimum is asked for.
    pub(crate) fn mps(&self) -> Option<Result<String, Invalid>> {
        let export = Export::of(&self.problem);
        match &self.ask {
            Ask::Most(weights) => Some(export.maximize_of(weights.iter().copied()).mps()),
            Ask::Fewest(weights) => Some(export.minimize_of(weights.iter().copied()).mps()),
            _ => None,
        }
    }

    /// Returns the task file of an optimum, for `queenside ask`.
    #[cfg(feature = "tasks")]
    pub(crate) fn task(&self) -> Option<String> {
        let objective = match &self.ask {
            Ask::Most(weights) => Objective::Max { weights: weights.iter().copied().into() },
            Ask::Fewest(weights) => Objective::Min { weights: weights.iter().copied().into() },
            _ => return None,
        };
        let question = queenside::Question { ask: queenside::Ask::Optimum, objective: Some(objective) };
        Some(Task::new(self.problem.clone()).with_title(self.name.as_str()).with_question(question).to_string())
    }

    /// What is asked about, which engines had turns under these options, and how far they came.
    pub(crate) fn explain(&self, options: &Options) -> Result<String, Error> {
        let asked = self.problem.using(options);
        let turns = match &self.ask {
            Ask::Most(weights) => asked.maximize_of(weights.iter().copied())?.explain().to_string(),
            Ask::Fewest(weights) => asked.minimize_of(weights.iter().copied())?.explain().to_string(),
            Ask::First => asked.solve()?.explain().to_string(),
            Ask::Number => asked.count()?.explain().to_string(),
            Ask::Sizes => asked.count_by_size()?.explain().to_string(),
            Ask::Unique => asked.uniqueness()?.explain().to_string(),
            Ask::FewestBySize(kind) => asked.minimize_by_size([(*kind, 1)])?.explain().to_string(),
        };
        Ok(format!("{}\n{:?}\n{turns}", self.problem, self.ask))
    }

    /// What is answered under these options: a short text, equal for equal answers.
    pub(crate) fn ask(&self, options: &Options) -> Result<String, Error> {
        let asked = self.problem.using(options);
        Ok(match &self.ask {
            Ask::Most(weights) => value(asked.maximize_of(weights.iter().copied())?.value()?),
            Ask::Fewest(weights) => value(asked.minimize_of(weights.iter().copied())?.value()?),
            Ask::First => format!("{}", asked.solve()?.placement()?.is_some()),
            Ask::Number => asked.count()?.exact()?.to_string(),
            Ask::Sizes => {
                format!("{:?}", asked.count_by_size()?.exact()?.iter().map(ToString::to_string).collect::<Vec<_>>())
            }
            Ask::Unique => format!("{:?}", asked.uniqueness()?.is_unique()?),
            Ask::FewestBySize(kind) => {
                let answer = asked.minimize_by_size([(*kind, 1)])?;
                format!("{:?}", answer.exact()?.iter().flatten().map(Minimum::value).collect::<Vec<_>>())
            }
        })
    }
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A side from 6 to 30; the greater the power, the smaller it mostly is.
    fn side(&mut self, power: i32) -> usize {
        let share = self.below(1000) as f64 / 1000.0;
        6 + (25.0 * share.powi(power)) as usize
    }
}

const PIECES: [(&str, Piece); 6] = [
    ("queens", Piece::QUEEN),
    ("rooks", Piece::ROOK),
    ("bishops", Piece::BISHOP),
    ("kings", Piece::KING),
    ("knights", Piece::KNIGHT),
    ("amazons", Piece::AMAZON),
];

const OTHER_PIECES: [(&str, Piece); 8] = [
    ("wazirs", Piece::WAZIR),
    ("ferzes", Piece::FERZ),
    ("dabbabas", Piece::DABBABA),
    ("nightriders", Piece::NIGHTRIDER),
    ("centaurs", Piece::CENTAUR),
    ("chancellors", Piece::CHANCELLOR),
    ("archbishops", Piece::ARCHBISHOP),
    ("white pawns", Piece::WHITE_PAWN),
];

const CLASSICS: [&str; 14] = [
    "apart",
    "attack exactly",
    "attack at most",
    "dominate",
    "dominate, apart",
    "dominate totally",
    "peaceable",
    "one a line",
    "some given",
    "three kinds",
    "five kinds",
    "walls for more",
    "stars",
    "no three in line",
];

/// Returns the first questions of a fixed sequence that goes through every classic of every piece in turn.
pub(crate) fn drawn(questions: usize) -> Vec<Question> {
    let mut random = Random(18);
    // A stride without common divisor visits every pair of piece and classic before any comes again.
    (0..questions).map(|number| question(number * 37 % (PIECES.len() * CLASSICS.len()), &mut random)).collect()
}

/// Returns optima of the families that integer programs of the literature are written for, every piece on boards of several sizes.
pub(crate) fn families() -> Vec<Question> {
    /// Sides of boards, and the numbers of walls on them.
    const WALLED: [(usize, usize); 6] = [(12, 14), (14, 20), (16, 25), (20, 40), (30, 90), (50, 250)];
    let mut random = Random(236);
    let mut questions = Vec::new();
    let mut add = |name: String, problem: Problem, fewest: bool| {
        let worth = problem.pieces().iter().map(|kind| (kind, 1)).collect();
        questions.push(Question { name, problem, ask: if fewest { Ask::Fewest(worth) } else { Ask::Most(worth) } });
    };
    for (name, piece) in PIECES {
        for n in [10, 12, 14] {
            let board = Board::square(n);
            add(format!("{name} dominate, {n}×{n}"), classics::domination(board.clone(), piece.clone()), true);
            add(
                format!("{name} dominate totally, {n}×{n}"),
                classics::total_domination(board.clone(), piece.clone()),
                true,
            );
            add(
                format!("{name} dominate, apart, {n}×{n}"),
                classics::independent_domination(board, piece.clone()),
                true,
            );
        }
        for n in [8, 10, 12] {
            for others in 1..=4 {
                let board = Board::square(n);
                add(
                    format!("{name} attack exactly {others}, {n}×{n}"),
                    classics::attacking(board.clone(), piece.clone(), others),
                    false,
                );
                add(
                    format!("{name} attack at most {others}, {n}×{n}"),
                    classics::attacking(board, piece.clone(), ..=others),
                    false,
                );
            }
        }
        for n in [8, 10] {
            add(format!("{name} peaceable, {n}×{n}"), classics::peaceable(Board::square(n), piece.clone()), false);
        }
        for (n, walls) in WALLED {
            let board = Board::square(n).with_walls(scattered(n, walls));
            add(
                format!("{name} apart, {n}×{n} with {walls} walls"),
                classics::non_attacking(board, piece.clone()),
                false,
            );
        }
        for n in [8, 12, 16] {
            let (problem, _, _) = problem("no three in line", piece.clone(), &Board::square(n), &mut random);
            add(format!("{name} no three in line, {n}×{n}"), problem, false);
        }
    }
    for n in [8, 9, 10] {
        let (problem, _, _) = problem("five kinds", Piece::KING, &Board::square(n), &mut random);
        add(format!("five kinds, {n}×{n}"), problem, false);
    }
    questions.extend((0..40).map(|number| mixture(number, &mut random)));
    questions
}

/// Returns optima of the same families with other pieces, sides and boards, drawn by a seed.
pub(crate) fn relatives(questions: usize, seed: u64) -> Vec<Question> {
    let mut random = Random(seed);
    (0..questions).map(|number| relative(number, &mut random)).collect()
}

fn relative(number: usize, random: &mut Random) -> Question {
    /// Families, and the sides of their boards.
    const FAMILIES: [(&str, RangeInclusive<usize>); 8] = [
        ("apart", 10..=24),
        ("dominate", 7..=13),
        ("dominate totally", 7..=13),
        ("dominate, apart", 7..=13),
        ("attack exactly", 7..=12),
        ("attack at most", 7..=12),
        ("peaceable", 6..=9),
        ("no three in line", 7..=15),
    ];
    if number % 10 == 9 {
        return mixture(number, random);
    }
    let (family, sides) = &FAMILIES[number * 3 % FAMILIES.len()];
    let mut side = || sides.start() + random.below(sides.end() - sides.start() + 1);
    let (rows, columns) = (side(), side());
    let columns = if random.below(2) == 0 { rows } else { columns };
    let pieces: Vec<_> = PIECES.into_iter().chain(OTHER_PIECES).collect();
    let (name, piece) = pieces[random.below(pieces.len())].clone();
    let board = Board::new(rows, columns);
    let (board, on) = match random.below(6) {
        2 | 3 => (walled(board, rows * columns / 10, random), " with walls"),
        4 if *family != "no three in line" => (board.with_wrap(Wrap::Both), " torus"),
        5 if *family != "no three in line" => (board.with_wrap(Wrap::Columns), " cylinder"),
        _ => (board, ""),
    };
    let (problem, goal, rule) = problem(family, piece, &board, random);
    let fewest = family.starts_with("dominate");
    let ask = if fewest { Ask::Fewest(goal) } else { Ask::Most(goal) };
    Question { name: format!("{name} {family}{rule}, {rows}×{columns}{on}"), problem, ask }
}

fn walled(board: Board, number: usize, random: &mut Random) -> Board {
    let mut walls = SquareSet::new();
    while walls.len() < number {
        walls.insert((random.below(board.rows()), random.below(board.columns())));
    }
    board.with_walls(walls)
}

/// Walls drawn by a generator that takes a line to write in any language.
fn scattered(n: usize, walls: usize) -> SquareSet {
    let mut state = 7_u64;
    let mut drawn = SquareSet::new();
    while drawn.len() < walls {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let square = (state >> 33) as usize % (n * n);
        drawn.insert((square / n, square % n));
    }
    drawn
}

/// Two or three kinds with worths and rules at random: how many each may attack, how many of each there are, and what is covered.
fn mixture(number: usize, random: &mut Random) -> Question {
    let n = 10 + random.below(7);
    let (board, on) = board(n, random);
    let mut problem = Problem::new(board);
    let kinds: Vec<Kind> = (0..2 + random.below(2))
        .map(|kind| problem.add_kind(format!("kind {kind}"), PIECES[random.below(PIECES.len())].1.clone()))
        .collect();
    let fewest = random.below(3) == 0;
    for kind in &kinds {
        match random.below(4) {
            0 => problem.add(Constraint::attacks(*kind, kinds.clone(), 0)),
            1 => problem.add(Constraint::attacks(*kind, *kind, ..=1 + random.below(2))),
            2 => problem.add(Constraint::attacks(*kind, kinds[random.below(kinds.len())], ..=random.below(3))),
            _ => problem.add(Constraint::count(*kind, Area::Everywhere, 1 + random.below(3)..)),
        };
    }
    if fewest {
        let covered = Constraint::covered(Area::Everywhere, kinds.clone(), 1..);
        problem.add(if random.below(2) == 0 { covered } else { covered.where_vacant() });
    } else {
        problem.add(Constraint::count(kinds.clone(), Area::rows(), ..=n / 2));
    }
    let worth = kinds.iter().map(|kind| (*kind, 1 + random.below(9) as i64)).collect();
    let asked = if fewest { "fewest" } else { "most" };
    let ask = if fewest { Ask::Fewest(worth) } else { Ask::Most(worth) };
    Question { name: format!("mixture {number}, {n}×{n}{on}: {asked}"), problem, ask }
}

fn question(cell: usize, random: &mut Random) -> Question {
    let ((name, piece), classic) = (PIECES[cell % PIECES.len()].clone(), CLASSICS[cell / PIECES.len()]);
    // What takes more than an optimum is asked of smaller boards.
    let optimum = !matches!(classic, "one a line" | "some given" | "stars") && random.below(10) < 6;
    let n = random.side(if optimum { 2 } else { 4 });
    let (mut board, mut kind) = board(n, random);
    // A line through any two squares has no meaning on a torus.
    if classic == "no three in line" && board.wrap() != Wrap::None {
        (board, kind) = (Board::square(n), "");
    }
    let (problem, goal, rule) = problem(classic, piece, &board, random);
    let fewest = matches!(classic, "dominate" | "dominate, apart" | "dominate totally" | "walls for more");
    let ask = match random.below(5) {
        _ if optimum && fewest => Ask::Fewest(goal),
        _ if optimum => Ask::Most(goal),
        0 => Ask::First,
        1 => Ask::Unique,
        2 if classic == "walls for more" => Ask::FewestBySize(goal[0].0),
        2 | 3 => Ask::Number,
        _ => Ask::Sizes,
    };
    let asked = match ask {
        Ask::Most(_) => "most",
        Ask::Fewest(_) => "fewest",
        Ask::First => "any",
        Ask::Number => "number",
        Ask::Sizes => "numbers by size",
        Ask::Unique => "only one",
        Ask::FewestBySize(_) => "fewest by size",
    };
    Question { name: format!("{name} {classic}{rule}, {n}×{n}{kind}: {asked}"), problem, ask }
}

fn board(n: usize, random: &mut Random) -> (Board, &'static str) {
    let board = Board::square(n);
    match random.below(5) {
        0 | 1 => (board, ""),
        2 | 3 => (walled(board, n * n / 10, random), " with walls"),
        _ => (board.with_wrap(Wrap::Both), " torus"),
    }
}

/// A problem, what its pieces are worth where an optimum is asked, and the numbers in its rules.
fn problem(classic: &str, piece: Piece, board: &Board, random: &mut Random) -> (Problem, Vec<(Kind, i64)>, String) {
    let (n, board) = (board.rows(), board.clone());
    let mut rule = String::new();
    let problem = match classic {
        "apart" => classics::non_attacking(board, piece),
        "attack exactly" => {
            let others = 1 + random.below(4);
            rule = format!(" {others}");
            classics::attacking(board, piece, others)
        }
        "attack at most" => {
            let others = 1 + random.below(4);
            rule = format!(" {others}");
            classics::attacking(board, piece, ..=others)
        }
        "dominate" => classics::domination(board, piece),
        "dominate, apart" => classics::independent_domination(board, piece),
        "dominate totally" => classics::total_domination(board, piece),
        "peaceable" => classics::peaceable(board, piece),
        "one a line" => {
            let mut problem = Problem::new(board);
            let kind = problem.add_kind("piece", piece);
            problem.non_attacking();
            problem.add(Constraint::count(kind, Area::rows(), 1));
            problem.with(Constraint::count(kind, Area::columns(), 1))
        }
        "some given" => {
            let mut problem = Problem::new(board.clone());
            let kind = problem.add_kind("piece", piece);
            problem.non_attacking();
            let open: Vec<_> = board.open().iter().collect();
            let given: Vec<_> = (0..2).map(|_| open[random.below(open.len())]).collect();
            problem.add(Constraint::fixed(kind, given));
            problem.with(Constraint::count(kind, Area::Everywhere, n - 1))
        }
        "three kinds" => {
            let others = [random.of(&[1, 3]), random.of(&[2, 4])];
            let mut problem = Problem::new(board);
            let kinds = [
                problem.add_kind("first", piece),
                problem.add_kind("second", PIECES[others[0]].1.clone()),
                problem.add_kind("third", PIECES[others[1]].1.clone()),
            ];
            problem.non_attacking();
            let worth = kinds.into_iter().zip([9, 5, 3]).collect();
            rule = format!(" with {} and {}", PIECES[others[0]].0, PIECES[others[1]].0);
            return (problem, worth, rule);
        }
        "five kinds" => {
            let mut problem = Problem::new(board);
            let mut kinds = Vec::new();
            for (name, piece) in PIECES.into_iter().take(5) {
                kinds.push(problem.add_kind(name, piece));
            }
            for kind in &kinds {
                let others: Vec<Kind> = kinds.iter().copied().filter(|other| other != kind).collect();
                problem.add(Constraint::attacks(*kind, others, 0));
                problem.add(Constraint::count(*kind, Area::Everywhere, 2..));
            }
            problem
        }
        "walls for more" => {
            let mut problem = Problem::new(board);
            let (kind, wall) = (problem.add_kind("piece", piece), problem.add_kind("wall", Piece::BLOCKER));
            let more = n + 1 + random.below(3);
            problem.add(Constraint::attacks(kind, kind, 0));
            problem.add(Constraint::count(kind, Area::Everywhere, more));
            return (problem, vec![(wall, 1)], format!(" ({more})"));
        }
        "stars" => {
            let mut problem = Problem::new(board);
            let kind = problem.add_kind("piece", piece);
            problem.non_attacking();
            problem.add(Constraint::count(kind, Area::rows(), 2));
            problem.with(Constraint::count(kind, Area::columns(), 2))
        }
        _ => {
            let mut problem = Problem::new(board);
            let kind = problem.add_kind("piece", piece);
            problem.with(Constraint::count(kind, Area::EveryLine, ..=2))
        }
    };
    let worth = problem.pieces().iter().map(|kind| (kind, 1)).collect();
    (problem, worth, rule)
}
