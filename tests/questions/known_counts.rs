//! Published values hold; where none are published, two engines agree.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use queenside::{
    Answer, Area, Board, Class, Constraint, Direction, Engine, Kind, Optimum, Options, Piece, Placement, Problem,
    Sight, Symmetry, Transform, Wrap, classics,
};

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug)]
enum Aim {
    Every,
    Most,
    Minimum,
    MostOf(Kind),
    LeastOf(Kind),
}

impl Aim {
    fn optimum(self, problem: &Problem, options: &Options) -> Option<Answer<Option<Optimum>>> {
        let asked = problem.using(options);
        let outcome = match self {
            Self::Every => return None,
            Self::Most => asked.maximize(),
            Self::Minimum => asked.minimize(),
            Self::MostOf(kind) => asked.maximize_of([(kind, 1)]),
            Self::LeastOf(kind) => asked.minimize_of([(kind, 1)]),
        };
        Some(outcome.expect("the puzzle makes sense"))
    }
}

/// The problem a name stands for. Names may end in a number, which is then part of the rules.
fn puzzle(name: &str, n: usize) -> Result<(Problem, Aim), String> {
    let board = Board::square(n);
    let max = |piece| (classics::non_attacking(board.clone(), piece), Aim::Most);
    let queens_with = |symmetry: Symmetry| {
        (classics::queens(n).with(Constraint::symmetric([symmetry], Area::Everywhere)), Aim::Every)
    };
    let exactly = |mut problem: Problem, number: usize| {
        let kind = problem.kinds().next().expect("there is one kind");
        problem.add(Constraint::count(kind, Area::Everywhere, number));
        (problem, Aim::Every)
    };
    if let Some((start, number)) = name.rsplit_once('-')
        && let Ok(k) = number.parse::<i64>()
    {
        return Ok(match start {
            "exactly" => (classics::attacking(board, Piece::QUEEN, k), Aim::Most),
            "at-most" => (classics::attacking(board, Piece::QUEEN, ..=k), Aim::Most),
            "least-walls" => {
                let mut problem = Problem::new(board);
                let queen = problem.add_kind("queen", Piece::QUEEN);
                let wall = problem.add_kind("wall", Piece::BLOCKER);
                problem.non_attacking().add(Constraint::count(queen, Area::Everywhere, k));
                (problem, Aim::LeastOf(wall))
            }
            _ => return Err(format!("no puzzle is named {start}-k")),
        });
    }
    Ok(match name {
        "queens" => (classics::queens(n), Aim::Every),
        "queens-half-turn" => queens_with(Symmetry::HalfTurn),
        "queens-quarter-turn" => queens_with(Symmetry::QuarterTurn),
        "most-rooks" => max(Piece::ROOK),
        "most-bishops" => max(Piece::BISHOP),
        "most-queens" => max(Piece::QUEEN),
        "most-kings" => max(Piece::KING),
        "most-knights" => max(Piece::KNIGHT),
        "as-many-bishops" => exactly(classics::non_attacking(board, Piece::BISHOP), n),
        "torus-queens" => (classics::non_attacking(board.with_wrap(Wrap::Both), Piece::QUEEN), Aim::Most),
        "domination" => (classics::domination(board, Piece::QUEEN), Aim::Minimum),
        "covers-by-rooks" => (classics::domination(board, Piece::ROOK), Aim::Every),
        "covers-by-bishops" => (classics::domination(board, Piece::BISHOP), Aim::Every),
        "peaceable" => {
            let problem = classics::peaceable(board, Piece::QUEEN);
            let white = problem.kinds().next().expect("there are two armies");
            (problem, Aim::MostOf(white))
        }
        "no-three-in-line" => exactly(classics::no_three_in_line(n), 2 * n),
        "exactly-3-through" => {
            let mut problem = Problem::new(board);
            let queen = problem.add_kind("queen", Piece::QUEEN);
            (problem.with(Constraint::attacks(queen, queen, 3).through()), Aim::Most)
        }
        _ => return Err(format!("no puzzle is named {name}")),
    })
}

/// For each value (most queens out of sight of each other) a number of boards, and of their classes.
type Boards = BTreeMap<i64, (usize, usize)>;

/// Returns all n×n boards with this many walls.
fn walled_boards(n: usize, walls: usize) -> Boards {
    let mut problem = Problem::new(Board::square(n));
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    problem.add(Constraint::count(wall, Area::Everywhere, walls));
    let mut boards = Boards::new();
    for class in problem.classes().expect("walls make sense") {
        let class = class.unwrap();
        let board = Board::square(n).with_walls(class.representative().occupied());
        let max = classics::non_attacking(board, Piece::QUEEN).maximize().expect("queens make sense");
        let (all, classes) = boards.entry(max.value().unwrap().expect("something satisfies the rules")).or_default();
        *all += class.size();
        *classes += 1;
    }
    boards
}

/// One line of a data file.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    puzzle: &'a str,
    size: usize,
    value: &'a str,
    ways: &'a str,
    classes: &'a str,
}

impl<'a> Line<'a> {
    fn read(text: &'a str) -> Result<Self, String> {
        let mut columns = text.split_whitespace();
        let mut next = |what: &str| columns.next().ok_or_else(|| format!("there is no {what}"));
        let (puzzle, size) = (next("puzzle")?, next("size")?);
        let (value, ways, classes) = (next("value")?, next("number of ways")?, next("number of classes")?);
        next("source")?;
        let size = size.parse().map_err(|_| format!("{size} is no size"))?;
        Ok(Self { puzzle, size, value, ways, classes })
    }

    /// Computes what the line claims; tells what is different.
    fn check(self, walled: &mut HashMap<(usize, usize), Boards>) -> Result<(), String> {
        if let Some(walls) = self.puzzle.strip_prefix("walls-") {
            let walls = walls.parse().map_err(|_| format!("{walls} is no number of walls"))?;
            let boards = walled.entry((self.size, walls)).or_insert_with(|| walled_boards(self.size, walls));
            let (all, classes) = match self.value.parse::<i64>() {
                Ok(value) => boards.get(&value).copied().unwrap_or_default(),
                Err(_) => boards.values().fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1)),
            };
            same("boards", self.ways, &all.to_string())?;
            return same("classes", self.classes, &classes.to_string());
        }
        let (problem, aim) = puzzle(self.puzzle, self.size)?;
        let optima = match aim.optimum(&problem, &Options::new()) {
            None => problem,
            Some(outcome) => {
                self.check_value(&outcome)?;
                outcome.optima().map_err(|error| error.to_string())?
            }
        };
        if self.ways != "-" {
            let ways = optima.count().map_err(|error| error.to_string())?;
            same("ways", self.ways, &ways.exact().map_or("unknown".to_owned(), |ways| ways.to_string()))?;
        }
        if self.classes != "-" {
            let classes = optima.classes().map_err(|error| error.to_string())?;
            let classes: Vec<_> = classes.collect::<Result<_, _>>().map_err(|stopped| stopped.to_string())?;
            same("classes", self.classes, &classes.len().to_string())?;
        }
        Ok(())
    }

    fn check_value(self, outcome: &Answer<Option<Optimum>>) -> Result<(), String> {
        let value = match outcome.value() {
            Ok(Some(value)) => value,
            Ok(None) => return same("value", self.value, "none"),
            Err(stopped) => return Err(stopped.to_string()),
        };
        match self.value.strip_prefix("<=") {
            Some(bound) if bound.parse::<i64>().is_ok_and(|bound| value <= bound) => Ok(()),
            Some(bound) => Err(format!("the value is {value}, at most {bound} is published")),
            None => same("value", self.value, &value.to_string()),
        }
    }
}

fn same(what: &str, published: &str, computed: &str) -> Result<(), String> {
    if published == "-" || published == computed {
        Ok(())
    } else {
        Err(format!("{what}: {published} published, {computed} computed"))
    }
}

/// Checks every line of a data file; names all that fail.
fn check_all(file: &str, text: &str, least_lines: usize) {
    let mut walled = HashMap::new();
    let mut checked = 0;
    let mut failures = Vec::new();
    for (index, text) in text.lines().enumerate().filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
        checked += 1;
        if let Err(failure) = Line::read(text).and_then(|line| line.check(&mut walled)) {
            failures.push(format!("{file}:{}: {failure}\n    {text}", index + 1));
        }
    }
    assert!(failures.is_empty(), "{} of {checked} values differ:\n{}", failures.len(), failures.join("\n"));
    assert!(checked >= least_lines, "{file} has lost values: {checked} are left");
}

#[test]
fn published_values_hold() {
    check_all("known_counts.txt", include_str!("../data/known_counts.txt"), 150);
}

#[test]
#[ignore = "minutes: for the build server"]
fn published_values_that_take_longer_hold() {
    check_all("known_counts_slow.txt", include_str!("../data/known_counts_slow.txt"), 5);
}

#[test]
fn a_wrong_value_in_the_data_is_named() {
    let mut walled = HashMap::new();
    let mut failure = |text: &'static str| Line::read(text).and_then(|line| line.check(&mut walled)).unwrap_err();
    assert_eq!(failure("queens 6 - 5 - nowhere"), "ways: 5 published, 4 computed");
    assert_eq!(failure("queens 6 - - 2 nowhere"), "classes: 2 published, 1 computed");
    assert_eq!(failure("exactly-1 4 5 - - nowhere"), "value: 5 published, 4 computed");
    assert_eq!(failure("exactly-1 4 <=3 - - nowhere"), "the value is 4, at most 3 is published");
    assert_eq!(failure("least-walls-3 2 7 - - nowhere"), "value: 7 published, none computed");
    assert_eq!(failure("walls-1 3 - 8 - nowhere"), "boards: 8 published, 9 computed");
    assert_eq!(failure("unheard-of 4 - - - nowhere"), "no puzzle is named unheard-of");
    assert_eq!(failure("queens 6 - 4 1"), "there is no source");
}

/// `reference: attacking queens`, for every k at once.
#[test]
fn published_bounds_on_attacking_queens_hold() {
    let value = |problem: Problem| problem.maximize().unwrap().value().unwrap().unwrap();
    for n in 1..=5 {
        for k in 0..8 {
            let exactly = value(classics::attacking(Board::square(n as usize), Piece::QUEEN, k));
            let at_most = value(classics::attacking(Board::square(n as usize), Piece::QUEEN, ..=k));
            assert!(exactly <= at_most, "Q({k},{n}) = {exactly} exceeds q({k},{n}) = {at_most}");
            assert!(at_most <= (12 * n - 4) / (8 - k), "q({k},{n}) = {at_most} exceeds ⌊(12n−4)/(8−k)⌋");
        }
    }
}

/// `reference: attacking queens`: Σ(8 − aᵢ) = 2·(6n − 2 − E), counted on placements found.
#[test]
fn the_line_ends_identity_holds() {
    for (n, k) in [(4, 2), (5, 3), (5, 4), (6, 1)] {
        let problem = classics::attacking(Board::square(n), Piece::QUEEN, ..=k);
        let best = problem.maximize().unwrap();
        let placement = best.placement().unwrap().unwrap();
        let ends: usize =
            placement.iter().map(|(square, _)| 8 - placement.attacked_from(square, Sight::First).len()).sum();
        let lines = Direction::QUEEN.into_iter().flat_map(|direction| problem.board().lines(direction));
        let occupied = lines.filter(|line| line.iter().any(|square| placement.kind_at(*square).is_some())).count();
        assert_eq!(ends, 2 * occupied, "{placement}");
    }
}

/// The oracle and the search agree on a problem for which no value is claimed: on the optimum, on the placements that
/// reach it, and on their classes under the symmetries of the plane with some more added.
fn engines_agree(name: &str, problem: &Problem, aim: Aim, more: &[Transform]) {
    let name = format!("{name} on {}×{}", problem.board().rows(), problem.board().columns());
    let is_square = problem.board().rows() == problem.board().columns();
    let optima = |options: &Options| match aim.optimum(problem, options) {
        None => (None, problem.clone()),
        Some(outcome) => (outcome.value().unwrap(), outcome.optima().unwrap()),
    };
    let (oracle, search) = (Options::new().engine(Engine::Brute), Options::new().engine(Engine::Search));
    let (value, _) = optima(&oracle);
    let (found, problem) = optima(&search);
    assert_eq!(found, value, "{name}");
    let all = problem.using(&oracle).enumerate().unwrap().sorted().unwrap();
    assert_eq!(problem.using(&search).enumerate().unwrap().sorted().unwrap(), all, "{name}");

    let plane = Symmetry::ALL.into_iter().filter(|symmetry| is_square || !symmetry.swaps_axes());
    let group = problem.generate(plane.map(Transform::from).chain(more.iter().cloned())).unwrap();
    let canonical: BTreeSet<Placement> = all.iter().map(|placement| group.canonical(placement).unwrap()).collect();
    let classes: Vec<Class> = problem.classes_under(&group).unwrap().map(Result::unwrap).collect();
    assert_eq!(classes.len(), canonical.len(), "{name}: classes");
    assert_eq!(classes.iter().map(Class::size).sum::<usize>(), all.len(), "{name}: orbits add up");
    let burnside = group.count_classes(&problem, &search).unwrap().exact().unwrap();
    assert_eq!(burnside, classes.len(), "{name}: Burnside");
}

/// Boards of these sizes.
fn boards(sizes: &[(usize, usize)]) -> impl Iterator<Item = Board> {
    sizes.iter().map(|(rows, columns)| Board::new(*rows, *columns))
}

/// Small enough for the oracle with one kind.
const TINY: [(usize, usize); 6] = [(1, 1), (2, 2), (3, 3), (1, 6), (2, 5), (3, 4)];
/// Small enough for the oracle with two or three kinds.
const TINIER: [(usize, usize); 5] = [(1, 1), (2, 2), (2, 3), (3, 3), (2, 4)];

/// A006075, A075324, A002567, A002568, A002565, A002566: domination, independent and total.
#[test]
fn engines_agree_on_domination_without_published_values() {
    for board in boards(&TINY) {
        for piece in [Piece::KNIGHT, Piece::QUEEN, Piece::KING, Piece::BISHOP, Piece::ROOK] {
            let problem = classics::domination(board.clone(), piece.clone());
            engines_agree("domination", &problem, Aim::Minimum, &[]);
            let problem = classics::independent_domination(board.clone(), piece.clone());
            engines_agree("independent domination", &problem, Aim::Minimum, &[]);
            let problem = classics::total_domination(board.clone(), piece);
            engines_agree("total domination", &problem, Aim::Minimum, &[]);
        }
    }
    let board = Board::square(4);
    engines_agree("knights", &classics::domination(board.clone(), Piece::KNIGHT), Aim::Minimum, &[]);
    engines_agree("queens", &classics::independent_domination(board.clone(), Piece::QUEEN), Aim::Minimum, &[]);
    engines_agree("bishops", &classics::total_domination(board, Piece::BISHOP), Aim::Minimum, &[]);
}

/// A051223 and A260090.
#[test]
fn engines_agree_on_superqueens_and_on_kings_that_attack_at_most_one() {
    for board in boards(&TINY).chain([Board::square(4)]) {
        engines_agree("superqueens", &classics::non_attacking(board.clone(), Piece::SUPERQUEEN), Aim::Most, &[]);
        engines_agree("kings", &classics::attacking(board, Piece::KING, ..=1), Aim::Most, &[]);
    }
}

/// A260680 (classes under a group that also swaps the armies) and A355509.
#[test]
fn engines_agree_on_peaceable_armies_up_to_swapping_them() {
    for board in boards(&TINIER) {
        for piece in [Piece::QUEEN, Piece::KNIGHT] {
            let problem = classics::peaceable(board.clone(), piece);
            let (white, black) = (problem.kind_named("white").unwrap(), problem.kind_named("black").unwrap());
            let swap = Transform::from(Symmetry::Identity).swapping(white, black);
            engines_agree("peaceable armies", &problem, Aim::Most, &[swap]);
        }
    }
}

/// A328283.
#[test]
fn engines_agree_on_three_peaceable_armies() {
    for board in boards(&TINIER) {
        let mut problem = Problem::new(board);
        let armies = ["white", "black", "red"].map(|name| problem.add_kind(name, Piece::QUEEN));
        // All three pairs, so that the armies may change places.
        for (army, other) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (armies[a], armies[b])) {
            problem.add(Constraint::attacks(army, other, 0)).add(Constraint::attacks(other, army, 0));
            problem.add(Constraint::balance(army, other, 0));
        }
        let swap = |a, b| Transform::from(Symmetry::Identity).swapping(a, b);
        engines_agree("armies", &problem, Aim::Most, &[swap(armies[0], armies[1]), swap(armies[1], armies[2])]);
    }
}

/// A103330, A129551, A129553: more queens than rows with as many pawns, here as blockers.
#[test]
fn engines_agree_on_more_queens_than_rows_with_pawns_between_them() {
    let ask = |rows: usize, columns: usize, queens: usize, pawns: usize| {
        let mut problem = Problem::new(Board::new(rows, columns));
        let queen = problem.add_kind("queen", Piece::QUEEN);
        let pawn = problem.add_kind("pawn", Piece::BLOCKER);
        problem.non_attacking();
        problem.add(Constraint::count(queen, Area::Everywhere, queens));
        problem.add(Constraint::count(pawn, Area::Everywhere, pawns));
        engines_agree("queens and pawns", &problem, Aim::Every, &[]);
        problem.count().unwrap().exact().unwrap()
    };
    for n in 1..=3 {
        for more in 1..=3 {
            ask(n, n, n + more, more);
        }
    }
    // Where they do fit: one row takes a pawn between two queens; four corners of 3×3 need all five squares between.
    assert!(ask(1, 5, 2, 1) > 0u32.into());
    assert!(ask(2, 5, 3, 1) > 0u32.into());
    assert_eq!(ask(1, 7, 4, 3), 1u32);
    assert_eq!(ask(3, 3, 4, 5), 1u32);
}
