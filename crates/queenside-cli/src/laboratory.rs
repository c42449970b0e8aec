//! The commands of the crates on top: boards with walls, and queens that attack each other.

use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};

use queenside::render::{Chart, Sequence};
use queenside::{Board, Bound, Budget, Cause, Piece, Placement, Symmetry, WholeFile};
use queenside_attacking::{Record, Rule, Searched, bounds, search};
use queenside_puzzles::{Book, Unfit};
use queenside_walls::{
    Census, Economy, Format, Histogram, MinSets, MinWalls, Puzzle, Puzzles, RecordWriter, WallRange, min_walls,
};
use serde_json::{Value, json};

use crate::Ending;
use crate::args::{Attack, CensusOf, Effort, EngineName, Ground, LeastWalls, PuzzlesOf, SymmetryName};
use crate::json::Report;
use crate::kept::{Kept, refutation};
use crate::output::{self, Failure};
use crate::source::size;
use crate::watch::Watch;

impl Ground {
    pub(crate) fn board(&self) -> Result<Board, Failure> {
        let (rows, columns) = size(&self.board).ok_or_else(|| {
            Failure::Senseless(format!("--board {}: a size is ROWSxCOLUMNS, as 8x8, or 8", self.board))
        })?;
        let board = Board::new(rows, columns);
        board.check()?;
        Ok(board)
    }

    pub(crate) fn piece(&self) -> Result<Piece, Failure> {
        self.piece.parse().map_err(|error| Failure::Senseless(format!("--piece {}: {error}", self.piece)))
    }
}

/// Refuses an engine where a laboratory always works with the same one.
fn refuse_engine(effort: &Effort, command: &str, instead: &str) -> Result<(), Failure> {
    if matches!(effort.engine, EngineName::Auto) {
        return Ok(());
    }
    Err(Failure::Senseless(format!("--engine does not go with {command}, which always has the same one; {instead}")))
}

/// The beginning of a report: what was asked, and what stopped it, if anything did.
pub(crate) fn report(question: &str, cause: Option<Cause>) -> Report {
    let report = Report::new(question);
    match cause {
        Some(cause) => report.with("status", "stopped").with("cause", cause.to_string()),
        None => report.with("status", "answered"),
    }
}

/// Says on the standard error stream what stopped a command.
pub(crate) fn stopped(cause: Cause) -> Ending {
    // If this cannot be said, the exit code says it.
    let _ = writeln!(io::stderr(), "queenside: stopped because {cause}");
    Ending::Stopped
}

/// Counts the boards with a number of walls by the most pieces that fit.
pub(crate) fn census(asked: &CensusOf) -> Result<Ending, Failure> {
    refuse_engine(&asked.effort, "census", "one board is asked by 'queenside max queens --walls … --engine …'")?;
    let mut census = Census::new(&asked.ground.board()?, &asked.ground.piece()?, asked.walls)?;
    let range = part(&census, asked.part.as_deref())?;
    if asked.resume.is_some() && asked.effort.time.is_some() {
        return Err(Failure::Senseless(
            "--resume goes on until it is stopped by Ctrl-C: --time does not go with it".into(),
        ));
    }
    let files = [(&asked.records, Format::Compact), (&asked.csv, Format::Csv), (&asked.json_lines, Format::JsonLines)];
    let mut opened = Vec::new();
    for (path, format) in files {
        if let Some(path) = path {
            opened.push((output::create(path)?, path.clone(), format));
        }
    }
    let watch = Watch::new(&asked.effort, asked.quiet);
    census = census.using(&watch.options());
    let (histogram, cause) = match &asked.resume {
        Some(path) => resumed(&census, &range, path, &watch)?,
        None if opened.is_empty() => {
            let survey = census.tally_of(&range)?;
            (survey.histogram().clone(), survey.stopped())
        }
        None => visited(&census, &range, opened)?,
    };
    watch.finish();
    if asked.json {
        let values = histogram
            .iter()
            .map(|(value, classes, boards)| json!({"value": value, "classes": classes, "boards": boards}));
        let report = report("census", cause)
            .with("values", values.collect::<Vec<Value>>())
            .with("classes", json!(histogram.classes()))
            .with("boards", json!(histogram.boards()));
        output::print(&report.line())?;
    } else {
        output::print(&format!("{histogram}total {} {}\n", histogram.classes(), histogram.boards()))?;
    }
    if let Some(cause) = cause {
        return Ok(stopped(cause));
    }
    if asked.part.is_none() && !census.is_complete(&histogram) {
        return Err(Failure::File("these are not all boards: see binomial coefficients, and Burnside's lemma".into()));
    }
    Ok(Ending::Answered)
}

/// The wall sets that the command line names: all, or a part as 2/8.
fn part(census: &Census, text: Option<&str>) -> Result<WallRange, Failure> {
    let Some(text) = text else { return Ok(census.sets().whole()) };
    let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match numbers {
        Some((part, parts)) if (1..=parts).contains(&part) && parts <= 1 << 16 => {
            Ok(census.sets().split(parts).swap_remove(part - 1))
        }
        _ => Err(Failure::Senseless(format!("--part {text}: a part is I/N, where I runs from 1 to N and N to 65536"))),
    }
}

type Counted = (Histogram, Option<Cause>);

/// Writes each board to the files.
fn visited(census: &Census, range: &WallRange, files: Vec<(WholeFile, PathBuf, Format)>) -> Result<Counted, Failure> {
    let named = |path: &Path, error: &dyn std::fmt::Display| Failure::File(format!("{}: {error}", path.display()));
    let mut writers = Vec::new();
    for (file, path, format) in files {
        writers.push((RecordWriter::new(file, census, format).map_err(|error| named(&path, &error))?, path));
    }
    let mut failure = None;
    let survey = census.visit(range, |board| {
        for (writer, path) in &mut writers {
            if let Err(error) = writer.write(board) {
                failure = Some(named(path, &error));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    // A list that was cut short is no list of all: the files are left as they were.
    if survey.stopped().is_none() {
        for (writer, path) in writers {
            let file = writer.finish().map_err(|error| named(&path, &error))?;
            file.finish().map_err(|error| named(&path, &error))?;
        }
    }
    Ok((survey.histogram().clone(), survey.stopped()))
}

/// Counts some seconds at a time, and writes down after each how far it is.
fn resumed(census: &Census, range: &WallRange, path: &Path, watch: &Watch) -> Result<Counted, Failure> {
    let named = |error: &dyn std::fmt::Display| Failure::File(format!("{}: {error}", path.display()));
    let mut checkpoint = match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| named(&error))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => census.begin(range)?,
        Err(error) => return Err(named(&error)),
    };
    checkpoint.check(census, range).map_err(|error| named(&error))?;
    let mut seconds = 5;
    loop {
        // The first time this tells whether it can be written.
        let text = serde_json::to_string(&checkpoint).map_err(|error| named(&error))?;
        WholeFile::write(path, text).map_err(|error| named(&error))?;
        if checkpoint.is_finished() {
            return Ok((checkpoint.histogram().clone(), None));
        }
        let slice = census.clone().using(&watch.options().time_limit(std::time::Duration::from_secs(seconds)));
        match slice.advance(&mut checkpoint)? {
            // A single board may take longer.
            Some(Cause::TimeLimit) if checkpoint.is_stuck() => seconds *= 2,
            None | Some(Cause::TimeLimit) => {}
            Some(cause) => {
                let text = serde_json::to_string(&checkpoint).map_err(|error| named(&error))?;
                WholeFile::write(path, text).map_err(|error| named(&error))?;
                return Ok((checkpoint.histogram().clone(), Some(cause)));
            }
        }
    }
}

/// Finds the fewest walls for every number of pieces.
pub(crate) fn least_walls(asked: &LeastWalls) -> Result<Ending, Failure> {
    let (board, piece) = (asked.ground.board()?, asked.ground.piece()?);
    let csv = opened(asked.csv.as_deref())?;
    let svg = opened(asked.svg.as_deref())?;
    let watch = Watch::new(&asked.effort, asked.quiet);
    let min = min_walls(board.clone(), piece, &watch.options())?;
    watch.finish();
    let Some(max) = min.max_pieces() else {
        let cause = min.answer().stopped().map_or(Cause::Cancelled, queenside::Stopped::cause);
        if asked.json {
            output::print(&report("least-walls", Some(cause)).line())?;
        }
        return Ok(stopped(cause));
    };
    // Before anything is printed, of which the reader may not want all.
    if let Some((file, path)) = csv {
        output::finish(file, path, min.to_csv())?;
    }
    if let Some((file, path)) = svg {
        let chart = Chart::new(format!("Least walls on {}×{}", board.rows(), board.columns())).axes("pieces", "walls");
        output::finish(file, path, chart.steps("least walls", min.curve()).to_svg())?;
    }
    let mut cause = None;
    if asked.json {
        let rows = min.curve().map(|(pieces, walls)| {
            json!({"pieces": pieces, "walls": walls, "placements": min.placements(pieces).map(ToString::to_string)})
        });
        let mut rows = rows.collect::<Vec<Value>>();
        if asked.count_sets {
            for (pieces, row) in rows.iter_mut().enumerate() {
                if let Some((boards, classes)) = counted_sets(&min, pieces, &watch, &mut cause)? {
                    (row["sets"], row["classes"]) = (boards.into(), classes.into());
                }
            }
        }
        output::print(&report("least-walls", cause).with("most", max as u64).with("sizes", rows).line())?;
    } else {
        for (pieces, walls) in min.curve() {
            let placements = min.placements(pieces).map_or_else(String::new, |count| format!(" {count}"));
            let sets = if asked.count_sets { counted_sets(&min, pieces, &watch, &mut cause)? } else { None };
            let sets = sets.map_or_else(String::new, |(boards, classes)| format!(" {boards} {classes}"));
            output::print(&format!("{pieces} {walls}{placements}{sets}\n"))?;
        }
        output::print(&format!("{} impossible\n", max + 1))?;
    }
    if let Some(cause) = cause {
        return Ok(stopped(cause));
    }
    let Some(pieces) = asked.sets else { return Ok(Ending::Answered) };
    let Some(sets) = min.wall_sets(pieces, &watch.options())? else {
        output::print(&format!("\n{pieces} pieces are impossible\n"))?;
        return Ok(Ending::Infeasible);
    };
    for walls in sets.all() {
        output::print(&format!("\n{}", board.clone().with_walls(walls)))?;
    }
    Ok(sets.stopped().map_or(Ending::Answered, stopped))
}

/// How many sets of the fewest walls let a number of pieces stand, and how many classes of them; `None` if it was stopped, and
/// for all that come later.
fn counted_sets(
    min: &MinWalls,
    pieces: usize,
    watch: &Watch,
    cause: &mut Option<Cause>,
) -> Result<Option<(usize, usize)>, Failure> {
    if cause.is_some() {
        return Ok(None);
    }
    let sets = min.wall_sets(pieces, &watch.options())?;
    *cause = sets.as_ref().and_then(MinSets::stopped);
    Ok(sets.filter(|_| cause.is_none()).map(|sets| (sets.boards(), sets.classes().len())))
}

/// Opens a file before the work.
pub(crate) fn opened(path: Option<&Path>) -> Result<Option<(WholeFile, &Path)>, Failure> {
    path.map(|path| Ok((output::create(path)?, path))).transpose()
}

/// Finds the puzzles with a number of walls, the easiest first.
pub(crate) fn puzzles(asked: &PuzzlesOf) -> Result<Ending, Failure> {
    refuse_engine(
        &asked.effort,
        "puzzles",
        "one board is asked by 'queenside unique queens --walls … --of max --engine …'",
    )?;
    let (board, piece) = (asked.ground.board()?, asked.ground.piece()?);
    let economy = if asked.by_value { Economy::Value } else { Economy::Puzzle };
    let puzzles = Puzzles::new(&board, &piece, asked.walls, economy)?;
    let html = opened(asked.html.as_deref())?;
    let watch = Watch::new(&asked.effort, asked.quiet);
    let walls = if asked.walls == 1 { "one wall".to_owned() } else { format!("{} walls", asked.walls) };
    let name = if Piece::named(&asked.ground.piece).is_some() { asked.ground.piece.as_str() } else { "piece" };
    let mut book = Book::new(format!("Puzzles on {}×{} with {walls}", board.rows(), board.columns()));
    book = book.with_name("piece", name, &format!("{name}s"));
    let (mut cause, mut graded, mut total) = (None, Vec::new(), 0);
    for found in puzzles.resume(&puzzles.sets().whole(), &watch.options())? {
        let puzzle = match found {
            Ok(puzzle) => puzzle,
            Err(interrupted) => {
                cause = Some(interrupted.cause());
                break;
            }
        };
        let (row, value) = (in_a_row(&puzzle), puzzle.value());
        if asked.unsorted && asked.json {
            output::print(&format!("{}\n", json!({"value": value, "walls": asked.walls, "board": row})))?;
        } else if asked.unsorted {
            output::print(&format!("{value} {} {row}\n", asked.walls))?;
        } else {
            match puzzle.to_puzzle(&Budget::new(&watch.options()).options()) {
                Ok(puzzle) => graded.push((puzzle.difficulty(), value, row, html.is_some().then_some(puzzle))),
                Err(Unfit::Stopped(stopped)) => {
                    cause = Some(stopped.cause());
                    break;
                }
                Err(error) => return Err(Failure::Senseless(error.to_string())),
            }
        }
        total += 1;
    }
    watch.finish();
    graded.sort_by_key(|(difficulty, ..)| *difficulty);
    // Before anything is printed, of which the reader may not want all.
    if let Some((file, path)) = html {
        graded.iter_mut().filter_map(|(.., puzzle)| puzzle.take()).for_each(|puzzle| {
            book.add(puzzle);
        });
        output::finish(file, path, book.to_string())?;
    }
    for (difficulty, value, row, _) in graded {
        let (stars, score) = (difficulty.stars(), difficulty.score());
        if asked.json {
            let line = json!({"stars": stars, "score": score, "value": value, "walls": asked.walls, "board": row});
            output::print(&format!("{line}\n"))?;
        } else {
            output::print(&format!("{stars} {score} {value} {} {row}\n", asked.walls))?;
        }
    }
    // A limit on puzzles is what was asked for.
    let cause = cause.filter(|cause| *cause != Cause::SolutionLimit);
    if asked.json {
        output::print(&report("puzzles", cause).with("count", total.to_string()).line())?;
    } else {
        output::print(&format!("total {total}\n"))?;
    }
    Ok(cause.map_or(Ending::Answered, stopped))
}

/// A puzzle in one line: the rows of its board, parted by slashes.
fn in_a_row(puzzle: &Puzzle) -> String {
    puzzle.to_string().replace(' ', "").trim_end().replace('\n', "/")
}

/// Finds the most queens of which each attacks exactly, or at most, k others.
pub(crate) fn attack(asked: &Attack) -> Result<Ending, Failure> {
    let instead = "another is asked by 'queenside max attacking --attacks … --engine …'";
    refuse_engine(&asked.effort, "attack", instead)?;
    let rule = if asked.at_most { Rule::AtMost(asked.others) } else { Rule::Exactly(asked.others) };
    match (asked.size, &asked.table) {
        (Some(size), _) => attack_on(rule, size, asked),
        (None, Some(sizes)) => attack_table(rule, sizes, asked),
        (None, None) => Err(Failure::Senseless("attack wants a size, or --table FROM..TO".to_owned())),
    }
}

/// The most queens that were found on one board.
struct Attacking {
    bound: Bound,
    record: Record,
    is_met: bool,
    /// What stopped the search, if it was stopped.
    cause: Option<Cause>,
    /// How it is known that there are no more; `None` if it is not.
    proof: Option<String>,
}

impl Attacking {
    fn find(rule: Rule, size: usize, asked: &Attack, watch: &Watch) -> Result<Self, Failure> {
        let board = Board::square(size);
        board.check()?;
        let bound = bounds::best(rule, &board)?;
        let (record, cause) = most_attacking(rule, size, asked, bound.value(), watch)?;
        let is_met = record.queens().len() as i64 == bound.value();
        let proof = match (is_met, cause) {
            (true, _) => Some(format!("the bound by {} was met", bound.name())),
            (false, None) => Some(refutation(asked.symmetry()).to_owned()),
            (false, Some(_)) => None,
        };
        Ok(Self { bound, record, is_met, cause: cause.filter(|_| !is_met), proof })
    }
}

fn attack_on(rule: Rule, size: usize, asked: &Attack) -> Result<Ending, Failure> {
    let watch = Watch::new(&asked.effort, asked.quiet);
    let Attacking { bound, record, cause, proof, .. } = Attacking::find(rule, size, asked, &watch)?;
    watch.finish();
    let queens = record.queens().len();
    let problem = rule.problem(size);
    let queen = problem.kind_named("queen")?;
    let placement = Placement::new(&problem, record.queens().iter().map(|square| (queen, square)))?;
    if asked.json {
        let mut report = report(&format!("attack: {rule}"), cause);
        report = report
            .with("value", proof.as_ref().map(|_| queens))
            .with("best", queens)
            .with("bound", bound.value())
            .with("proof", proof)
            .with("placement", crate::json::placement(&problem, &placement)?)
            .with("record", record.to_string());
        output::print(&report.line())?;
    } else {
        let proof = proof.unwrap_or_else(|| "not proved".to_owned());
        output::print(&format!("{queens}: {proof}\nbound: {bound}\n{placement}"))?;
    }
    Ok(cause.map_or(Ending::Answered, stopped))
}

/// Reads the sizes of a table.
pub(crate) fn sizes_of(text: &str) -> Result<RangeInclusive<usize>, Failure> {
    let senseless = || Failure::Senseless(format!("--table {text}: sizes are FROM..TO, as 6..12"));
    let (first, last) = text.split_once("..").ok_or_else(senseless)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| senseless());
    let sizes = number(first)?..=number(last.strip_prefix('=').unwrap_or(last))?;
    if sizes.is_empty() { Err(senseless()) } else { Ok(sizes) }
}

/// A row for each size, until one is stopped.
fn attack_table(rule: Rule, sizes: &str, asked: &Attack) -> Result<Ending, Failure> {
    let sizes = sizes_of(sizes)?;
    let mut kept = asked.file.as_deref().map(Kept::open).transpose()?;
    let watch = Watch::new(&asked.effort, asked.quiet);
    let mut terms = Vec::new();
    for size in sizes.clone() {
        Board::square(size).check()?;
        let known = match &kept {
            Some(kept) => kept.find(rule, size, asked.symmetry())?,
            None => None,
        };
        let (queens, proof) = if let Some((record, proof)) = known {
            (record.queens().len(), format!("{proof}, kept in the file"))
        } else {
            let Attacking { record, is_met, cause, proof, .. } = Attacking::find(rule, size, asked, &watch)?;
            let (Some(proof), None) = (proof, cause) else {
                watch.finish();
                let cause = cause.unwrap_or(Cause::SolverFailed);
                if asked.json {
                    output::print(&report(&format!("attack: {rule}"), Some(cause)).line())?;
                }
                return Ok(stopped(cause));
            };
            if let Some(kept) = &mut kept {
                kept.add(&record, asked.symmetry(), is_met)?;
            }
            (record.queens().len(), proof)
        };
        terms.push(queens as u64);
        if asked.json {
            output::print(&format!("{}\n", json!({"n": size, "value": queens, "proof": proof})))?;
        } else if !asked.b_file {
            output::print(&format!("{size} {queens} {proof}\n"))?;
        }
    }
    watch.finish();
    if asked.b_file {
        output::print(&Sequence::new(*sizes.start() as i64, terms).to_string())?;
    }
    if asked.json {
        output::print(&report(&format!("attack: {rule}"), None).line())?;
    }
    Ok(Ending::Answered)
}

/// Returns a board of as many queens as were found, and what stopped the search, if it was.
fn most_attacking(
    rule: Rule,
    size: usize,
    asked: &Attack,
    bound: i64,
    watch: &Watch,
) -> Result<(Record, Option<Cause>), Failure> {
    let symmetry = asked.symmetry();
    let pattern = rule.pattern(size).filter(|queens| symmetry.is_none() && queens.len() as i64 == bound);
    if let Some(queens) = pattern {
        return Ok((Record::new(rule, size, queens.occupied()), None));
    }
    let options = watch.options().seed(asked.seed);
    for queens in (0..=usize::try_from(bound).unwrap_or(0)).rev() {
        match search(rule, size, queens, symmetry, &options)? {
            Searched::Found(record) => return Ok((record, None)),
            Searched::Impossible => {}
            Searched::Stopped { cause, best } => return Ok((best, Some(cause))),
        }
    }
    Ok((Record::new(rule, size, queenside::SquareSet::new()), None))
}

impl Attack {
    /// The symmetry that boards are to have.
    fn symmetry(&self) -> Option<Symmetry> {
        match self.symmetry? {
            SymmetryName::QuarterTurn => Some(Symmetry::QuarterTurn),
            SymmetryName::HalfTurn => Some(Symmetry::HalfTurn),
            SymmetryName::Transpose => Some(Symmetry::Transpose),
            SymmetryName::Mirror => Some(Symmetry::MirrorColumns),
            SymmetryName::None => None,
        }
    }
}
