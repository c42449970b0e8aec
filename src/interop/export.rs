//! Problems as text for other solvers: LP, MPS, DIMACS CNF and OPB.
//!
//! One version of the crate always writes the same text. Names, or comments where a format has no names, give the kind
//! and square of each variable.

use std::fmt::{self, Write};
use std::sync::Arc;

use crate::budget::{Cause, Control, Formulation, Options};
use crate::language::{Fault, Invalid, Problem, Weights};
use crate::model::{Clauses, Helper, Model, Rows};

/// A problem to be written in a format that other solvers read.
///
/// Variables are named by kind and square: `x0_queen_r2_c5` means that the kind with the number 0, "queen", stands in
/// row 2 and column 5, both counted from 0 at the top left. Other names are helpers. In [`cnf`](Self::cnf) the pieces determine
/// them, so the clauses have as many models as the problem has solutions; in rows some helpers are free where no rule needs
/// them.
///
/// # Examples
///
/// ```
/// use queenside::{Export, classics};
///
/// let problem = classics::queens(4);
/// let cnf = Export::of(&problem).cnf()?;
/// assert!(cnf.contains("c 6 is queen at (1,1)"));
///
/// let lp = Export::of(&problem).maximize().lp()?;
/// assert!(lp.contains("x0_queen_r0_c0 + x0_queen_r0_c1 + x0_queen_r0_c2 + x0_queen_r0_c3 = 1"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Export<'a> {
    pub(super) problem: &'a Problem,
    weights: Weights,
    pub(super) maximize: bool,
    formulation: Formulation,
}

impl<'a> Export<'a> {
    /// Returns the export of a problem: its rules, without an objective.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// // Two solutions, and nothing to choose between them.
    /// assert!(Export::of(&classics::queens(4)).opb()?.lines().all(|line| !line.starts_with("min:")));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn of(problem: &'a Problem) -> Self {
        Self { problem, weights: Weights::new(), maximize: true, formulation: Formulation::strong() }
    }

    /// Maximises the number of pieces, blockers not counted.
    ///
    /// ```
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// let problem = classics::non_attacking(Board::new(1, 2), Piece::KING);
    /// let lp = Export::of(&problem).maximize().lp()?;
    /// assert!(lp.contains("Maximize\n obj: x0_piece_r0_c0 + x0_piece_r0_c1\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn maximize(self) -> Self {
        let placed = self.problem.pieces();
        self.maximize_of(Weights::by_kind(placed.iter().map(|kind| (kind, 1))))
    }

    /// Minimises the number of pieces, blockers not counted.
    ///
    /// ```
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// let problem = classics::domination(Board::new(1, 2), Piece::KING);
    /// assert!(Export::of(&problem).minimize().opb()?.contains("min: +1 x1 +1 x2 ;"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn minimize(self) -> Self {
        Self { maximize: false, ..self.maximize() }
    }

    /// Maximises the sum of weights over the pieces.
    ///
    /// ```
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// let problem = classics::peaceable(Board::new(1, 2), Piece::KING);
    /// let white = problem.kind_named("white")?;
    /// assert!(Export::of(&problem).maximize_of([(white, 3)]).opb()?.contains("min: -3 x1 -3 x3 ;"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn maximize_of(mut self, weights: impl Into<Weights>) -> Self {
        self.weights = weights.into();
        self.maximize = true;
        self
    }

    /// Minimises the sum of weights over the pieces.
    ///
    /// ```
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// let problem = classics::peaceable(Board::new(1, 2), Piece::KING);
    /// let white = problem.kind_named("white")?;
    /// assert!(Export::of(&problem).minimize_of([(white, 3)]).opb()?.contains("min: +3 x1 +3 x3 ;"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn minimize_of(self, weights: impl Into<Weights>) -> Self {
        Self { maximize: false, ..self.maximize_of(weights) }
    }

    /// Chooses which families of rows or clauses are used.
    ///
    /// ```
    /// use queenside::{Export, Family, Formulation, classics};
    ///
    /// // Pair by pair it takes more rows.
    /// let problem = classics::queens(5);
    /// let rows = |formulation| Export::of(&problem).formulation(formulation).lp().map(|lp| lp.lines().count());
    /// assert!(rows(Formulation::strong())? < rows(Formulation::strong().without(Family::Cliques))?);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn formulation(self, formulation: Formulation) -> Self {
        Self { formulation, ..self }
    }

    /// Writes an integer program in LP format.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem and of the weights, and a problem too large to be written.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// assert!(Export::of(&classics::queens(4)).lp()?.ends_with("End\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn lp(&self) -> Result<String, Invalid> {
        let (model, rows) = self.rows()?;
        let names = names(&model, &rows);
        let costs = self.costs();
        written(|text| {
            writeln!(text, "\\ {}", Title(&model))?;
            writeln!(text, "{}\n obj:{}", if self.maximize { "Maximize" } else { "Minimize" }, LpSum(&costs, &names))?;
            writeln!(text, "Subject To")?;
            for (number, (terms, (min, max))) in rows.iter().enumerate() {
                let sum = LpSum(terms, &names);
                match (min, max) {
                    _ if min == max => writeln!(text, " c{number}:{sum} = {min}")?,
                    (i64::MIN, _) => writeln!(text, " c{number}:{sum} <= {max}")?,
                    (_, i64::MAX) => writeln!(text, " c{number}:{sum} >= {min}")?,
                    _ => writeln!(text, " c{number}a:{sum} >= {min}\n c{number}b:{sum} <= {max}")?,
                }
            }
            if rows.never {
                // Without columns there is no row to violate, so one more column is added.
                writeln!(text, " never: impossible >= 2")?;
            }
            writeln!(text, "Binary")?;
            for name in names.iter().map(String::as_str).chain(rows.never.then_some("impossible")) {
                writeln!(text, " {name}")?;
            }
            writeln!(text, "End")
        })
    }

    /// Writes an integer program in free MPS format.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem and of the weights, and a problem too large to be written.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// assert!(Export::of(&classics::queens(4)).mps()?.ends_with("ENDATA\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn mps(&self) -> Result<String, Invalid> {
        let (model, rows) = self.rows()?;
        let names = names(&model, &rows);
        let mut columns: Vec<Vec<(String, i64)>> = vec![Vec::new(); rows.columns()];
        for (number, column) in self.costs() {
            columns[column as usize].push(("obj".into(), number));
        }
        for (number, (terms, _)) in rows.iter().enumerate() {
            for (factor, column) in terms {
                columns[*column as usize].push((format!("c{number}"), *factor));
            }
        }
        written(|text| {
            writeln!(text, "* {}\nNAME queenside", Title(&model))?;
            writeln!(text, "OBJSENSE\n    {}\nROWS\n N obj", if self.maximize { "MAX" } else { "MIN" })?;
            for (number, (_, (min, max))) in rows.iter().enumerate() {
                let sort = if min == max {
                    'E'
                } else if min == i64::MIN {
                    'L'
                } else {
                    'G'
                };
                writeln!(text, " {sort} c{number}")?;
            }
            if rows.never {
                writeln!(text, " G never")?;
            }
            writeln!(text, "COLUMNS\n    MARKER 'MARKER' 'INTORG'")?;
            for (name, entries) in names.iter().zip(&columns) {
                if entries.is_empty() {
                    writeln!(text, "    {name} obj 0")?;
                }
                for (row, factor) in entries {
                    writeln!(text, "    {name} {row} {factor}")?;
                }
            }
            if rows.never {
                writeln!(text, "    impossible never 1")?;
            }
            writeln!(text, "    MARKER 'MARKER' 'INTEND'\nRHS")?;
            for (number, (_, (min, max))) in rows.iter().enumerate() {
                let side = if min == i64::MIN { max } else { min };
                if side != 0 {
                    writeln!(text, "    RHS c{number} {side}")?;
                }
            }
            if rows.never {
                writeln!(text, "    RHS never 2")?;
            }
            writeln!(text, "RANGES")?;
            for (number, (_, (min, max))) in rows.iter().enumerate() {
                if min > i64::MIN && max < i64::MAX && min < max {
                    writeln!(text, "    RNG c{number} {}", i128::from(max) - i128::from(min))?;
                }
            }
            writeln!(text, "BOUNDS")?;
            for name in names.iter().map(String::as_str).chain(rows.never.then_some("impossible")) {
                writeln!(text, " BV BND {name}")?;
            }
            writeln!(text, "ENDATA")
        })
    }

    /// Writes the rules as clauses in DIMACS format, which has no objective.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem and a problem too large to be written.
    ///
    /// ```
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// // Two squares, of which one at most is taken.
    /// let problem = classics::non_attacking(Board::new(1, 2), Piece::KING);
    /// assert!(Export::of(&problem).cnf()?.ends_with("p cnf 2 1\n-1 -2 0\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn cnf(&self) -> Result<String, Invalid> {
        let model = self.model()?;
        let clauses = self.clauses(&model)?;
        written(|text| write_clauses(text, &model, &clauses))
    }

    /// The clauses of [`cnf`](Self::cnf).
    pub(super) fn clauses(&self, model: &Model) -> Result<Clauses, Invalid> {
        self.lowered(|control| Clauses::toward(model, None, self.formulation, control).map(|(clauses, _)| clauses))
    }

    /// Writes a pseudo-Boolean problem in OPB format: the rows of the integer program, over numbered variables.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem and of the weights, and a problem too large to be written.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// assert!(Export::of(&classics::queens(4)).opb()?.contains("* x6 is queen at (1,1)"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn opb(&self) -> Result<String, Invalid> {
        let (model, rows) = self.rows()?;
        let sum = |terms: &[(i64, u32)], sign: i64| {
            let term = |(number, column): &(i64, u32)| format!("{:+} x{} ", sign * number, column + 1);
            terms.iter().map(term).collect::<Vec<_>>().concat()
        };
        let mut lines = Vec::new();
        for (terms, (min, max)) in rows.iter() {
            if min == max {
                lines.push(format!("{}= {min} ;", sum(terms, 1)));
                continue;
            }
            if min > i64::MIN {
                lines.push(format!("{}>= {min} ;", sum(terms, 1)));
            }
            if max < i64::MAX {
                lines.push(format!("{}>= {} ;", sum(terms, -1), -max));
            }
        }
        let columns = rows.columns() + usize::from(rows.never);
        if rows.never {
            lines.push(format!("+1 x{columns} >= 2 ;"));
        }
        let costs = self.costs();
        written(|text| {
            writeln!(text, "* #variable= {columns} #constraint= {}\n* {}", lines.len(), Title(&model))?;
            legend(text, &model, "*", "x")?;
            if !costs.is_empty() {
                writeln!(text, "min: {};", sum(&costs, if self.maximize { -1 } else { 1 }))?;
            }
            lines.iter().try_for_each(|line| writeln!(text, "{line}"))
        })
    }

    pub(super) fn model(&self) -> Result<Model, Invalid> {
        self.problem.check()?;
        Invalid::unless_empty(self.problem.weight_faults(&self.weights))?;
        let problem = Arc::new(self.problem.clone());
        self.lowered(|control| Model::compile(&problem, control))
    }

    pub(super) fn rows(&self) -> Result<(Model, Rows), Invalid> {
        let model = self.model()?;
        let rows = self.lowered(|control| Rows::of(&model, self.formulation, control))?;
        Ok((model, rows))
    }

    /// Lowers the model without limits; only memory can run out.
    fn lowered<T>(&self, lower: impl FnOnce(&mut Control) -> Result<T, Cause>) -> Result<T, Invalid> {
        lower(&mut Control::new(&Options::new())).map_err(|cause| {
            let reason = format!("{} squares: {cause}", self.problem.board().open().len());
            Fault::Declined { engine: "export", reason }.into()
        })
    }

    /// Returns the weight of each variable that has one.
    pub(super) fn costs(&self) -> Vec<(i64, u32)> {
        let all = self.weights.listed(self.problem).into_iter().zip(0..);
        all.filter(|(weight, _)| *weight != 0).collect()
    }
}

/// The board and the kinds in a line.
struct Title<'a>(&'a Model);

impl fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0.board();
        write!(f, "queenside {}, {}x{} board", env!("CARGO_PKG_VERSION"), board.rows(), board.columns())
    }
}

/// A sum in LP format; lines are broken, since readers limit their length.
struct LpSum<'a>(&'a [(i64, u32)], &'a [String]);

impl fmt::Display for LpSum<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() && !self.1.is_empty() {
            return write!(f, " 0 {}", self.1[0]);
        }
        for (place, (number, column)) in self.0.iter().enumerate() {
            if place > 0 && place % 8 == 0 {
                write!(f, "\n ")?;
            }
            f.write_str(match (place, *number < 0) {
                (0, false) => " ",
                (_, false) => " + ",
                (0, true) => " -",
                (_, true) => " - ",
            })?;
            if number.unsigned_abs() != 1 {
                write!(f, "{} ", number.unsigned_abs())?;
            }
            f.write_str(&self.1[*column as usize])?;
        }
        Ok(())
    }
}

pub(crate) fn write_clauses(text: &mut String, model: &Model, clauses: &Clauses) -> fmt::Result {
    writeln!(text, "c {}", Title(model))?;
    legend(text, model, "c", "")?;
    writeln!(text, "p cnf {} {}", clauses.vars, clauses.list.len())?;
    for clause in clauses.list.iter() {
        for lit in clause {
            write!(text, "{} ", lit.number())?;
        }
        writeln!(text, "0")?;
    }
    Ok(())
}

/// Writes comments with the meaning of the model's variables.
fn legend(text: &mut String, model: &Model, comment: &str, sign: &str) -> fmt::Result {
    for (number, (square, kind)) in model.placed.iter().enumerate() {
        let name = model.name(usize::from(*kind)).replace(['\n', '\r'], " ");
        writeln!(text, "{comment} {sign}{} is {name} at {square}", number + 1)?;
    }
    Ok(())
}

/// Returns the name of a variable of the model, in characters that every reader accepts.
pub(super) fn piece_name(model: &Model, var: usize) -> String {
    let (square, kind) = model.placed[var];
    let plain: String = model.name(usize::from(kind)).chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    format!("x{kind}_{plain}_r{}_c{}", square.row(), square.column())
}

/// Returns names for the columns, in characters that every reader accepts.
pub(super) fn names(model: &Model, rows: &Rows) -> Vec<String> {
    let pieces = (0..model.vars()).map(|var| piece_name(model, var));
    let helpers = rows.helpers.iter().enumerate().map(|(number, helper)| {
        let (word, slot) = match helper {
            Helper::Line(slot) => ("line", slot),
            Helper::End(slot) => ("last", slot),
            Helper::Both(slot) => ("both", slot),
            Helper::Side(slot) => ("side", slot),
            Helper::Seen(slot) => ("seen", slot),
            Helper::Clear(slot) => ("clear", slot),
            Helper::InView(slot) => ("view", slot),
        };
        let square = model.slots[*slot as usize];
        format!("{word}{number}_r{}_c{}", square.row(), square.column())
    });
    pieces.chain(helpers).collect()
}

/// Returns a text; writing to a string does not fail.
fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> Result<String, Invalid> {
    let mut text = String::new();
    write(&mut text).map_err(|error| Fault::Declined { engine: "export", reason: error.to_string() })?;
    Ok(text)
}
