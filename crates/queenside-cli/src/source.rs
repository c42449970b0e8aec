//! The problem that the command line names.

use std::path::Path;

use queenside::{Board, Constraint, Interval, Piece, Problem, Square, Task, Wrap, classics};

use crate::args::{Source, Wrapping};
use crate::output::{self, Failure};

/// Names of classical problems other than those of pieces.
const CLASSICS: [&str; 10] = [
    "pieces",
    "attacking",
    "n-queens",
    "completion",
    "domination",
    "independent-domination",
    "total-domination",
    "peaceable",
    "star-battle",
    "no-three-in-line",
];

impl Source {
    /// Returns the task: of a file, or of a classical problem.
    pub(crate) fn task(&self) -> Result<Task, Failure> {
        let is_classic = CLASSICS.contains(&&*self.task) || piece_of(&self.task).is_some();
        if is_classic && !Path::new(&self.task).exists() {
            return self.with_rules(Task::new(self.classic()?));
        }
        self.refuse_board_options()?;
        if self.task != "-" && !Path::new(&self.task).exists() && !self.task.contains(['.', '/', '\\']) {
            return Err(Failure::Senseless(format!(
                "{:?} is neither a file nor a classical problem; these are {} and the names of pieces, as queens",
                self.task,
                CLASSICS.join(", ")
            )));
        }
        let text = output::read(Path::new(&self.task))?;
        let task = text.parse::<Task>().map_err(|invalid| {
            let faults: Vec<String> = invalid.faults().iter().map(|fault| format!("{}: {fault}", self.task)).collect();
            Failure::Senseless(faults.join("\nqueenside: "))
        })?;
        self.with_rules(task)
    }

    /// Returns the task whose regions are to be varied: a star battle needs no map of them.
    pub(crate) fn task_without_regions(&self) -> Result<Task, Failure> {
        if self.task != "star-battle" || self.regions.is_some() {
            return self.task();
        }
        self.refuse(&[
            ("--piece", self.piece.is_some()),
            ("--attacks", self.attacks.is_some()),
            ("--given", !self.given.is_empty()),
        ])?;
        self.with_rules(Task::new(classics::star_battle(self.board()?, self.stars.unwrap_or(1))))
    }

    /// Adds the rules of the command line.
    fn with_rules(&self, task: Task) -> Result<Task, Failure> {
        if self.rule.is_empty() {
            return Ok(task);
        }
        let mut problem = task.problem().clone();
        for rule in &self.rule {
            let read = Constraint::parse(&problem, rule);
            problem.add(read.map_err(|error| Failure::Senseless(format!("--rule {rule:?}: {error}")))?);
        }
        // Copies of a problem share their handles, so the question still fits. The answer that is known does not, nor the source.
        let mut ruled = Task::new(problem);
        if let Some(title) = task.title() {
            ruled = ruled.with_title(title);
        }
        Ok(match task.question() {
            Some(question) => ruled.with_question(question.clone()),
            None => ruled,
        })
    }

    /// A file says all of its board itself.
    fn refuse_board_options(&self) -> Result<(), Failure> {
        let given = [
            ("--board", self.board.is_some()),
            ("--wrap", self.wrap.is_some()),
            ("--walls", !self.walls.is_empty()),
            ("--forbidden", !self.forbidden.is_empty()),
            ("--holes", !self.holes.is_empty()),
            ("--piece", self.piece.is_some()),
            ("--attacks", self.attacks.is_some()),
            ("--given", !self.given.is_empty()),
            ("--regions", self.regions.is_some()),
            ("--stars", self.stars.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::Senseless(format!(
                "{option} goes with a classical problem; the task {:?} says it itself",
                self.task
            ))),
            None => Ok(()),
        }
    }

    /// Refuses options that the problem of this name has no use for.
    fn refuse(&self, unused: &[(&str, bool)]) -> Result<(), Failure> {
        match unused.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::Senseless(format!("{option} does not go with {:?}", self.task))),
            None => Ok(()),
        }
    }

    fn classic(&self) -> Result<Problem, Failure> {
        let name = self.task.as_str();
        let takes_piece =
            !matches!(name, "n-queens" | "completion" | "star-battle" | "no-three-in-line") && piece_of(name).is_none();
        self.refuse(&[
            ("--piece", self.piece.is_some() && !takes_piece),
            ("--attacks", self.attacks.is_some() && name != "attacking"),
            ("--given", !self.given.is_empty() && name != "completion"),
            ("--regions", self.regions.is_some() && name != "star-battle"),
            ("--stars", self.stars.is_some() && name != "star-battle"),
        ])?;
        let board = self.board()?;
        let (kind, piece) = match piece_of(name) {
            Some((kind, piece)) => (kind, piece),
            None => self.piece()?,
        };
        let non_attacking = |mut problem: Problem| {
            problem.non_attacking();
            problem
        };
        Ok(match name {
            "attacking" => {
                let range = self.attacks.as_deref().ok_or_else(|| {
                    Failure::Senseless("'attacking' wants to know how many: --attacks 1, or ..=2".to_owned())
                })?;
                let range: Interval =
                    range.parse().map_err(|error| Failure::Senseless(format!("--attacks: {error}")))?;
                let mut problem = Problem::new(board);
                let kind = problem.add_kind(kind, piece);
                problem.with(Constraint::attacks(kind, kind, range))
            }
            "n-queens" | "completion" => {
                let given = squares(&board, "--given", &self.given)?;
                let mut problem = non_attacking(Problem::new(board).with_kind("queen", Piece::QUEEN));
                let queen = problem.kind_named("queen")?;
                for area in [queenside::Area::rows(), queenside::Area::columns()] {
                    problem.add(Constraint::count(queen, area, 1));
                }
                if name == "completion" {
                    problem.add(Constraint::fixed(queen, given));
                }
                problem
            }
            "domination" => classics::domination(board, piece),
            "independent-domination" => classics::independent_domination(board, piece),
            "total-domination" => classics::total_domination(board, piece),
            "peaceable" => classics::peaceable(board, piece),
            "star-battle" => {
                let map = self.regions.as_deref().unwrap_or_default().replace('/', "\n");
                let board = if map.is_empty() {
                    return Err(Failure::Senseless(
                        "'star-battle' wants a map of its regions: --regions AABB/AABB/CCDD/CCDD".to_owned(),
                    ));
                } else {
                    board.with_region_map(&map).map_err(|error| Failure::Senseless(format!("--regions: {error}")))?
                };
                classics::star_battle(board, self.stars.unwrap_or(1))
            }
            "no-three-in-line" => {
                let mut problem = Problem::new(board);
                let point = problem.add_kind("point", Piece::WAZIR);
                problem.with(Constraint::count(point, queenside::Area::EveryLine, ..=2))
            }
            _ => non_attacking(Problem::new(board).with_kind(kind, piece)),
        })
    }

    /// Returns the piece that was chosen, and a name for its kind.
    fn piece(&self) -> Result<(String, Piece), Failure> {
        let text = self.piece.as_deref().unwrap_or("queen");
        let piece = text.parse().map_err(|error| Failure::Senseless(format!("--piece {text}: {error}")))?;
        let name = if Piece::named(text).is_some() { text } else { "piece" };
        Ok((name.to_owned(), piece))
    }

    fn board(&self) -> Result<Board, Failure> {
        let rows_of_map = self.regions.as_deref().map(|map| map.split('/').count());
        let text = self.board.as_deref();
        let (rows, columns) = match (text, rows_of_map, &self.regions) {
            (None, Some(rows), Some(map)) => (rows, map.split('/').next().map_or(0, |row| row.chars().count())),
            (None, ..) => (8, 8),
            (Some(text), ..) => size(text)
                .ok_or_else(|| Failure::Senseless(format!("--board {text}: a size is ROWSxCOLUMNS, as 12x12, or 8")))?,
        };
        let mut board = Board::new(rows, columns).with_wrap(match self.wrap {
            None | Some(Wrapping::None) => Wrap::None,
            Some(Wrapping::Columns) => Wrap::Columns,
            Some(Wrapping::Rows) => Wrap::Rows,
            Some(Wrapping::Both) => Wrap::Both,
        });
        board.check()?;
        board = board.clone().with_walls(squares(&board, "--walls", &self.walls)?);
        board = board.clone().with_forbidden(squares(&board, "--forbidden", &self.forbidden)?);
        Ok(board.clone().with_holes(squares(&board, "--holes", &self.holes)?))
    }
}

/// Reads names of squares.
fn squares(board: &Board, option: &str, names: &[String]) -> Result<Vec<Square>, Failure> {
    let read = |name: &String| {
        let name = name.trim();
        let square = Square::from_algebraic(name, board.rows()).filter(|square| board.contains(*square));
        square.ok_or_else(|| {
            let corner = Square::new(0, board.columns() - 1).to_algebraic(board.rows()).unwrap_or_default();
            Failure::Senseless(format!("{option}: {name:?} is no square of the board: they run from a1 to {corner}"))
        })
    };
    names.iter().map(read).collect()
}

/// Returns the piece that a problem is named after, and its name in the singular.
fn piece_of(name: &str) -> Option<(String, Piece)> {
    let singular = [Some(name), name.strip_suffix('s'), name.strip_suffix("es")];
    let found = singular.into_iter().flatten().find_map(|name| Some((name.to_owned(), Piece::named(name)?)));
    found.filter(|(_, piece)| !piece.is_blocker())
}

/// Reads `12x12` or `8`.
pub(crate) fn size(text: &str) -> Option<(usize, usize)> {
    match text.split_once(['x', 'X', '×']) {
        Some((rows, columns)) => Some((rows.parse().ok()?, columns.parse().ok()?)),
        None => text.parse().ok().map(|n| (n, n)),
    }
}
