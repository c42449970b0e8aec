//! A problem for the solvers of `good_lp`.

use std::fmt;
use std::sync::Arc;

use good_lp::solvers::ObjectiveDirection;
use good_lp::{Constraint, Expression, ProblemVariables, Solution, Solver, SolverModel, Variable, variable};

use super::Export;
use super::export::names;
use super::read::judged;
use crate::language::{Fault, Invalid, Kind, Placement, Problem, Square};
use crate::model::{Model, Var};

impl Export<'_> {
    /// Makes an integer program for any solver of [`good_lp`]: the rows of [`lp`](Self::lp).
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem and of the weights, and a problem too large to be written.
    ///
    /// ```
    /// use good_lp::SolverModel;
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// // . . . .
    /// // . K K .    Two kings cover 3×4.
    /// // . . . .
    /// let problem = classics::domination(Board::new(3, 4), Piece::KING);
    /// let program = Export::of(&problem).minimize().good_lp()?;
    /// let solution = program.using(good_lp::microlp).solve()?;
    /// let kings = program.placement(&solution)?;
    /// assert_eq!(kings.len(), 2);
    /// assert_eq!(problem.minimize()?.value()?, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn good_lp(&self) -> Result<IntegerProgram, Invalid> {
        let (model, rows) = self.rows()?;
        let mut variables = ProblemVariables::new();
        let named = names(&model, &rows).into_iter().map(|name| variable().binary().name(name));
        let columns: Vec<Variable> = variables.add_all(named);
        let sum = |terms: &[(i64, u32)]| -> Expression {
            terms.iter().map(|(number, column)| *number as f64 * columns[*column as usize]).sum()
        };
        let objective = sum(&self.costs());
        let mut constraints = Vec::new();
        for (terms, (min, max)) in rows.iter() {
            if min == max {
                constraints.push(sum(terms).eq(min as f64));
                continue;
            }
            if min > i64::MIN {
                constraints.push(sum(terms).geq(min as f64));
            }
            if max < i64::MAX {
                constraints.push(sum(terms).leq(max as f64));
            }
        }
        if rows.never {
            // Without columns there is no row to violate, so one more column is added.
            let impossible = variables.add(variable().binary().name("impossible"));
            constraints.push(Expression::from(impossible).geq(2));
        }
        let direction = if self.maximize { ObjectiveDirection::Maximisation } else { ObjectiveDirection::Minimisation };
        let problem = Arc::new(self.problem.clone());
        Ok(IntegerProgram { problem, model, columns, variables, objective, direction, constraints })
    }
}

/// A problem as an integer program for the solvers of [`good_lp`]; made by [`Export::good_lp`].
///
/// Any of them will do: microlp, which comes with the feature `ilp`, or with features of `good_lp` in your own manifest `HiGHS`,
/// CBC, SCIP and others. Of what the solver finds, [`placement`](Self::placement) makes a placement that has been judged. Whether
/// it is the best there is, is the solver's word: see [`Solution::status`].
///
/// # Examples
///
/// ```
/// use good_lp::{SolverModel, constraint};
/// use queenside::{Board, Export, Piece, classics};
///
/// // . N .
/// // N N N    The most knights, but with none in the last corner, as a constraint that is added by hand.
/// // . N .
/// let problem = classics::non_attacking(Board::square(3), Piece::KNIGHT);
/// let program = Export::of(&problem).maximize().good_lp()?;
/// let knight = problem.kind_named("piece")?;
/// let corner = program.variable(knight, (2, 2)).expect("the square is open");
/// let solution = program.using(good_lp::microlp).with(constraint!(corner == 0)).solve()?;
/// assert_eq!(program.placement(&solution)?.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct IntegerProgram {
    problem: Arc<Problem>,
    model: Model,
    /// The variable of each column.
    columns: Vec<Variable>,
    variables: ProblemVariables,
    objective: Expression,
    direction: ObjectiveDirection,
    constraints: Vec<Constraint>,
}

impl IntegerProgram {
    /// Returns the program as a model of a solver, to which more constraints and the solver's own options can be added.
    ///
    /// ```
    /// use good_lp::{Solution, SolverModel};
    /// use good_lp::solvers::SolutionStatus;
    /// use queenside::{Export, classics};
    ///
    /// let program = Export::of(&classics::queens(6)).good_lp()?;
    /// let solution = program.using(good_lp::microlp).solve()?;
    /// assert!(matches!(solution.status(), SolutionStatus::Optimal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn using<S: Solver>(&self, solver: S) -> S::Model {
        let unsolved = self.variables.clone().optimise(self.direction, self.objective.clone());
        let mut model = unsolved.using(solver);
        for constraint in &self.constraints {
            model.add_constraint(constraint.clone());
        }
        model
    }

    /// Returns the variable that says whether a kind stands on a square; `None` where no piece may stand, and for a kind of
    /// another problem.
    ///
    /// ```
    /// use queenside::{Board, Export, Piece, classics};
    ///
    /// let problem = classics::non_attacking(Board::square(3).with_walls([(1, 1)]), Piece::ROOK);
    /// let program = Export::of(&problem).good_lp()?;
    /// let rook = problem.kind_named("piece")?;
    /// assert!(program.variable(rook, (0, 0)).is_some() && program.variable(rook, (1, 1)).is_none());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn variable(&self, kind: Kind, square: impl Into<Square>) -> Option<Variable> {
        let (square, board) = (square.into(), self.problem.board());
        let inside = square.row() < board.rows() && square.column() < board.columns();
        let own = inside && self.problem.kinds().any(|own| own == kind);
        let var = if own { self.model.var(square, usize::from(kind.index)) } else { None };
        var.map(|var| self.columns[var as usize])
    }

    /// Returns the variables, by which constraints and objectives are shown as text.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// let program = Export::of(&classics::queens(4)).maximize().good_lp()?;
    /// let objective = program.variables().display(program.objective()).to_string();
    /// assert!(objective.contains("x0_queen_r0_c3"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn variables(&self) -> &ProblemVariables {
        &self.variables
    }

    /// Returns the objective: the sum of the weights, without terms if there are none.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// let program = Export::of(&classics::queens(4)).good_lp()?;
    /// assert_eq!(program.objective().eval_with(&std::collections::HashMap::<_, f64>::new()), 0.0);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn objective(&self) -> &Expression {
        &self.objective
    }

    /// Returns the constraints: the rules, and what makes them strong.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// // Four rows, four columns, five diagonals each way.
    /// let program = Export::of(&classics::queens(4)).good_lp()?;
    /// assert_eq!(program.constraints().len(), 18);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Makes a placement of what a solver found, and judges it. Values are rounded, helpers are not looked at.
    ///
    /// # Errors
    ///
    /// Reports values that are neither 0 nor 1, and a placement that breaks the rules.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use queenside::{Export, classics};
    ///
    /// // A solver is wrong: it says 0 of everything, but each row must have a queen.
    /// let program = Export::of(&classics::queens(4)).good_lp()?;
    /// let values: HashMap<good_lp::Variable, f64> =
    ///     program.variables().iter_variables_with_def().map(|(variable, _)| (variable, 0.0)).collect();
    /// assert!(program.placement(&values).unwrap_err().to_string().contains("breaks the rules"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self, solution: &impl Solution) -> Result<Placement, Invalid> {
        let mut vars: Vec<Var> = Vec::new();
        for (var, column) in (0..).zip(&self.columns[..self.model.vars()]) {
            let value = solution.value(*column);
            let is = |whole: f64| (value - whole).abs() <= 1e-4;
            if is(1.0) {
                vars.push(var);
            } else if !is(0.0) {
                let (square, kind) = self.model.placed[var as usize];
                let name = self.model.name(usize::from(kind));
                let reason = format!("{name} at {square} is {value}, neither 0 nor 1");
                return Err(Fault::ForeignAnswer { reason }.into());
            }
        }
        judged(&self.problem, &self.model, &vars)
    }
}

impl fmt::Debug for IntegerProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variables, constraints) = (self.variables.len(), self.constraints.len());
        f.debug_struct("IntegerProgram")
            .field("variables", &variables)
            .field("constraints", &constraints)
            .finish_non_exhaustive()
    }
}
