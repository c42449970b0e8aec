//! Named questions of the literature, each asked of an engine of your choice, with the time it took.
//!
//! `cargo bench --bench measure -- sat walls8_12 attack10_3` asks two of them of the SAT engine; without arguments it shows
//! some that take no time. A minus sign and a family, as in `-LineEnds`, leaves that out of the formulation;
//! `seed:` and a number sets the seed of the solver, `limit:` the seconds for each question, of which there are 600.
//!
//! `all:` before a name visits all optimal placements too. `lp:`, `mps:`, `opb:` or `cnf:` writes the problem for other
//! solvers instead; `size:` tells how many rows and columns it has, and what linear programming makes of it.
//! `benches/compare/compare.py` asks other solvers the same.
//!
//! | name | question |
//! | --- | --- |
//! | `queensN` | all placements of n queens |
//! | `rooksN`, `bishopsN`, `apartN`, `kingsN`, `knightsN`, `amazonsN` | the most of them (`apart`: queens) that do not attack each other |
//! | `wallsN_q` | the least walls that let q queens stand on n×n |
//! | `attackN_k`, `attackleN_k` | the most queens that each attack exactly, or at most, k others |
//! | `kingsattackN_k`, `kingsattackleN_k`, and rooks, bishops, knights, queens, amazons | likewise with other pieces |
//! | `fiveN` | the most pieces of five kinds, two of each at least, no kind attacking another |
//! | `domN`, `idomN` | the fewest queens that dominate n×n; that moreover do not attack each other |
//! | `peaceN` | the largest peaceable armies of queens |
//! | `n3ilN` | the most points on n×n, no three in line |
//! | `scatteredN_w` | the most queens on one board n×n with w walls at random |
//! | `drawnN_w`, `kingsdrawnN_w` | the most queens, the most kings on one board n×n with w walls, drawn another way |
//! | `domkingsN`, and rooks, bishops, knights | the fewest that dominate n×n |
//! | `totalkingsN`, and rooks, bishops, knights, queens | the fewest that attack every square of n×n, their own too |
//! | `walledN_w` | the most queens on each of 100 boards n×n with w walls at random |

use std::env;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use queenside::{
    Answer, Area, Board, Constraint, Engine, Kind, Optimum, Options, Packing, Piece, Problem, SquareSet, classics,
};

type Failure = Box<dyn std::error::Error>;

fn engine(name: &str) -> Option<Engine> {
    match name {
        "auto" => Some(Engine::Auto),
        "search" => Some(Engine::Search),
        "ilp" => Some(Engine::Ilp),
        "sat" => Some(Engine::Sat),
        _ => None,
    }
}

/// The options without the family of this name.
fn without(name: &str, options: &Options, left: queenside::Formulation) -> (Options, queenside::Formulation) {
    let families = queenside::Family::ALL.into_iter().filter(|family| format!("{family:?}") == name);
    let left = families.fold(left, queenside::Formulation::without);
    (options.clone().formulation(left), left)
}

/// Takes apart `walls8_12`.
fn numbers(name: &str) -> (&str, Vec<usize>) {
    let start = name.find(|sign: char| sign.is_ascii_digit() && !name.starts_with("n3il")).unwrap_or(4);
    let (word, rest) = name.split_at(start.min(name.len()));
    (word, rest.split('_').filter_map(|number| number.parse().ok()).collect())
}

/// What is asked of a problem.
enum Want {
    All,
    Most,
    Fewest(Vec<(Kind, i64)>),
}

fn named(name: &str) -> Result<(Problem, Want), Failure> {
    let queen = Piece::QUEEN;
    let all = |problem: &Problem| problem.kinds().map(|kind| (kind, 1)).collect();
    let fewest = |problem: Problem| {
        let weights = all(&problem);
        (problem, Want::Fewest(weights))
    };
    Ok(match numbers(name) {
        ("queens", n) => (classics::queens(n[0]), Want::All),
        ("walls", n) => {
            let mut problem = Problem::new(Board::square(n[0]));
            let (queen, wall) = (problem.add_kind("queen", queen), problem.add_kind("wall", Piece::BLOCKER));
            problem.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(queen, Area::Everywhere, n[1]));
            (problem, Want::Fewest(vec![(wall, 1)]))
        }
        ("rooks", n) => (classics::non_attacking(Board::square(n[0]), Piece::ROOK), Want::Most),
        ("bishops", n) => (classics::non_attacking(Board::square(n[0]), Piece::BISHOP), Want::Most),
        ("kings", n) => (classics::non_attacking(Board::square(n[0]), Piece::KING), Want::Most),
        ("knights", n) => (classics::non_attacking(Board::square(n[0]), Piece::KNIGHT), Want::Most),
        ("amazons", n) => (classics::non_attacking(Board::square(n[0]), Piece::AMAZON), Want::Most),
        ("apart", n) => (classics::non_attacking(Board::square(n[0]), queen), Want::Most),
        ("scattered", n) => {
            let board = Board::square(n[0]).with_walls(scattered(n[0], n[1], &mut 1));
            (classics::non_attacking(board, queen), Want::Most)
        }
        ("drawn", n) => (drawn(&n, queen), Want::Most),
        ("kingsdrawn", n) => (drawn(&n, Piece::KING), Want::Most),
        ("attack", n) => (classics::attacking(Board::square(n[0]), queen, n[1]), Want::Most),
        ("attackle", n) => (classics::attacking(Board::square(n[0]), queen, ..=n[1]), Want::Most),
        ("dom", n) => fewest(classics::domination(Board::square(n[0]), queen)),
        ("idom", n) => fewest(classics::independent_domination(Board::square(n[0]), queen)),
        (word, n) if word.starts_with("dom") || word.starts_with("total") => {
            let (total, piece) = word.strip_prefix("total").map_or((false, &word[3..]), |piece| (true, piece));
            let piece = piece_named(piece).ok_or_else(|| format!("unknown: {name}"))?;
            let board = Board::square(n[0]);
            fewest(if total { classics::total_domination(board, piece) } else { classics::domination(board, piece) })
        }
        (word, n) if word.contains("attack") => {
            let (piece, rule) = word.split_at(word.find("attack").unwrap_or(0));
            let piece = piece_named(piece).ok_or_else(|| format!("unknown: {name}"))?;
            let board = Board::square(n[0]);
            let exactly = rule == "attack";
            (
                if exactly {
                    classics::attacking(board, piece, n[1])
                } else {
                    classics::attacking(board, piece, ..=n[1])
                },
                Want::Most,
            )
        }
        ("five", n) => (five_kinds(n[0]), Want::Most),
        ("peace", n) => (classics::peaceable(Board::square(n[0]), queen), Want::Most),
        ("n3il", n) => (classics::no_three_in_line(n[0]), Want::Most),
        _ => return Err(format!("unknown: {name}").into()),
    })
}

fn piece_named(name: &str) -> Option<Piece> {
    Some(match name {
        "kings" => Piece::KING,
        "rooks" => Piece::ROOK,
        "bishops" => Piece::BISHOP,
        "knights" => Piece::KNIGHT,
        "queens" => Piece::QUEEN,
        "amazons" => Piece::AMAZON,
        _ => return None,
    })
}

/// Five kinds, two of each at least, no piece of which attacks one of another kind.
fn five_kinds(n: usize) -> Problem {
    let mut problem = Problem::new(Board::square(n));
    let kinds: Vec<Kind> = ["kings", "rooks", "bishops", "knights", "queens"]
        .into_iter()
        .filter_map(|name| Some(problem.add_kind(name, piece_named(name)?)))
        .collect();
    for kind in &kinds {
        let others: Vec<Kind> = kinds.iter().copied().filter(|other| other != kind).collect();
        problem.add(Constraint::attacks(*kind, others, 0));
        problem.add(Constraint::count(*kind, Area::Everywhere, 2..));
    }
    problem
}

/// The most of a piece on n×n with a number of walls: the table of `docs/performance.md`.
fn drawn(n: &[usize], piece: Piece) -> Problem {
    let (mut walls, mut state) = (SquareSet::new(), 7u64);
    while walls.len() < n[1] {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (state >> 33) as usize % (n[0] * n[0]);
        walls.insert((index / n[0], index % n[0]));
    }
    classics::non_attacking(Board::square(n[0]).with_walls(walls), piece)
}

/// Walls at random, drawn by a multiplicative generator, whose high bits are good enough for this.
fn scattered(n: usize, walls: usize, state: &mut u64) -> SquareSet {
    let mut set = SquareSet::new();
    while set.len() < walls.min(n * n) {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = (*state >> 33) as usize % (n * n);
        set.insert((index / n, index % n));
    }
    set
}

/// The most queens on boards with walls at random, one after the other.
fn walled(n: usize, walls: usize) -> Result<String, Failure> {
    let mut packing = Packing::new(&Board::square(n), &Piece::QUEEN)?;
    let (mut state, mut sum) = (1, 0);
    for _ in 0..100 {
        sum += packing.set_walls(scattered(n, walls, &mut state))?.maximize().best();
    }
    Ok(format!("{sum} queens on 100 boards"))
}

fn ask(name: &str, options: &Options) -> Result<String, Failure> {
    if let ("walled", n) = numbers(name) {
        return walled(n[0], n[1]);
    }
    let value = |answer: Answer<Option<Optimum>>| {
        let text = match answer.known() {
            Ok(Some(best)) => format!("{} ({}: {})", best.value(), answer.engine(), best.proof()),
            Ok(None) => "impossible".to_owned(),
            Err(stopped) => format!("stopped, best {:?}, bound {:?}", stopped.best_value(), stopped.bound()),
        };
        format!("{text}, {} nodes", answer.statistics().nodes)
    };
    let (every, name) = name.strip_prefix("all:").map_or((false, name), |name| (true, name));
    let (problem, want) = named(name)?;
    let asked = problem.using(options);
    if every {
        let best = asked.maximize()?;
        let found = best.optima()?.using(options).enumerate()?.try_fold(0u64, |found, one| one.map(|_| found + 1))?;
        return Ok(format!("{}; {found} of them", value(best)));
    }
    Ok(match want {
        Want::All => format!("{} found", asked.enumerate()?.flatten().count()),
        Want::Most => value(asked.maximize()?),
        Want::Fewest(weights) => value(asked.minimize_of(weights)?),
    })
}

/// What other solvers read.
#[cfg(all(feature = "ilp", feature = "sat"))]
const FORMATS: [&str; 4] = ["lp", "mps", "opb", "cnf"];

/// The problem in one of the formats.
#[cfg(all(feature = "ilp", feature = "sat"))]
fn write(name: &str, formulation: queenside::Formulation, format: &str) -> Result<String, Failure> {
    let (problem, want) = named(name)?;
    let export = queenside::Export::of(&problem).formulation(formulation);
    let export = match want {
        Want::All | Want::Most => export.maximize(),
        Want::Fewest(weights) => export.minimize_of(weights),
    };
    Ok(match format {
        "lp" => export.lp(),
        "mps" => export.mps(),
        "cnf" => export.cnf(),
        _ => export.opb(),
    }?)
}

/// How large the integer program is, and its value where parts of pieces may stand.
#[cfg(all(feature = "ilp", feature = "sat"))]
fn size(name: &str, formulation: queenside::Formulation) -> Result<String, Failure> {
    use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
    let text = write(name, formulation, "opb")?;
    let columns: usize =
        text.split_whitespace().skip_while(|word| *word != "#variable=").nth(1).unwrap_or("0").parse()?;
    let terms = |text: &str| -> Vec<(usize, f64)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let of = |two: &[&str]| Some((two[1].strip_prefix('x')?.parse::<usize>().ok()? - 1, two[0].parse().ok()?));
        words.chunks_exact(2).filter_map(of).collect()
    };
    let lines = || text.lines().filter(|line| !line.starts_with('*')).map(|line| line.trim_end_matches(" ;"));
    let mut costs = vec![0.0; columns];
    let goal = lines().find_map(|line| line.strip_prefix("min:")).unwrap_or("");
    for (column, cost) in terms(goal) {
        costs[column] = cost;
    }
    let mut program = Problem::new(OptimizationDirection::Minimize);
    let vars: Vec<Variable> = costs.iter().map(|cost| program.add_var(*cost, (0.0, 1.0))).collect();
    let mut rows = 0;
    for (left, right) in lines().filter_map(|line| line.split_once('=')) {
        let (left, sign) = match left.strip_suffix('>') {
            Some(left) => (left, ComparisonOp::Ge),
            None => (left, ComparisonOp::Eq),
        };
        let row: Vec<(Variable, f64)> =
            terms(left).into_iter().map(|(column, number)| (vars[column], number)).collect();
        program.add_constraint(row, sign, right.trim().parse()?);
        rows += 1;
    }
    let microlp::SolveOutcome::Solution(solution) = program.solve()? else { return Err("it was not solved".into()) };
    let value = solution.objective().abs();
    Ok(format!("{rows} rows, {columns} columns, by linear programming {value:.2}"))
}

fn main() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    // Cargo adds a word of its own.
    let mut arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    if arguments.is_empty() {
        arguments = ["search", "queens8", "walls4_5", "attack8_1", "dom5", "peace4", "n3il4"].map(String::from).into();
    }
    let mut options = Options::new().time_limit(Duration::from_secs(600));
    let mut formulation = queenside::Formulation::strong();
    for argument in &arguments {
        if let Some(engine) = engine(argument) {
            options = options.engine(engine);
            continue;
        }
        if let Some(seconds) = argument.strip_prefix("limit:") {
            options = options.time_limit(Duration::from_secs(seconds.parse()?));
            continue;
        }
        if let Some(family) = argument.strip_prefix('-') {
            (options, formulation) = without(family, &options, formulation);
            continue;
        }
        #[cfg(all(feature = "ilp", feature = "sat"))]
        if let Some((format, name)) = argument.split_once(':').filter(|(format, _)| FORMATS.contains(format)) {
            write!(out, "{}", write(name, formulation, format)?)?;
            continue;
        }
        #[cfg(all(feature = "ilp", feature = "sat"))]
        if let Some(name) = argument.strip_prefix("size:") {
            writeln!(out, "{name}: {}", size(name, formulation)?)?;
            continue;
        }
        if let Some(seed) = argument.strip_prefix("seed:") {
            options = options.seed(seed.parse()?);
            continue;
        }
        let start = Instant::now();
        let answer = ask(argument, &options)?;
        writeln!(out, "{argument}: {answer} in {:.5} s", start.elapsed().as_secs_f64())?;
    }
    Ok(())
}
