//! What other solvers answer to an exported problem, read back.

use std::sync::Arc;

use super::Export;
use super::export::piece_name;
use crate::judge::Verifier;
use crate::language::{Fault, Invalid, Placement, Problem, sort};
use crate::model::{Model, Var};

impl Export<'_> {
    /// Reads the answer of another solver to what was exported, makes a placement of it and judges that; `None` if the solver
    /// says that there is none.
    ///
    /// The formats are told apart by what they hold: the lines of a SAT or pseudo-Boolean solver (`s SATISFIABLE`, `v 1 -2 …
    /// 0`, `v x1 -x2 …`, or `SAT` and numbers) for [`cnf`](Self::cnf) and [`opb`](Self::opb), and solution files of `HiGHS`, CBC,
    /// SCIP and Gurobi, which name what is not zero, for [`lp`](Self::lp) and [`mps`](Self::mps). Values are rounded, helpers are
    /// not read. Whether a value is the best there is is not judged, for that is not in the answer.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, text that is none of these formats, names or numbers that were not exported, values
    /// that are neither 0 nor 1, and a placement that breaks the rules.
    ///
    /// ```
    /// use queenside::{Export, classics};
    ///
    /// let problem = classics::queens(4);
    /// let export = Export::of(&problem);
    /// let queens = export.read("s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8\nv 9 -10 -11 -12 -13 -14 15 -16 0\n")?;
    /// assert_eq!(queens.map(|queens| queens.to_string()), Some(". Q . .\n. . . Q\nQ . . .\n. . Q .\n".to_owned()));
    ///
    /// // As SCIP writes it; here the solver is wrong.
    /// let wrong = "solution status: optimal\nobjective value: 1\nx0_queen_r0_c0 1 (obj:1)\n";
    /// assert!(export.read(wrong).unwrap_err().to_string().contains("breaks the rules"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn read(&self, answer: &str) -> Result<Option<Placement>, Invalid> {
        let model = self.model()?;
        let fault = |reason: String| Invalid::from(Fault::ForeignAnswer { reason });
        let Some(vars) = vars(&model, answer).map_err(fault)? else { return Ok(None) };
        judged(&Arc::new(self.problem.clone()), &model, &vars).map(Some)
    }
}

/// The placement in which these variables, in order, are true, if the judge accepts it.
pub(super) fn judged(problem: &Arc<Problem>, model: &Model, vars: &[Var]) -> Result<Placement, Invalid> {
    let fault = |reason: String| Err(Fault::ForeignAnswer { reason }.into());
    let placed: Vec<_> = vars.iter().map(|var| model.placed[*var as usize]).collect();
    let twice = placed.windows(2).find(|two| two[0].0 == two[1].0);
    if let Some([(square, _), _]) = twice {
        return fault(format!("two pieces stand at {square}"));
    }
    let is_solution = Verifier::new(problem).accepts(&placed);
    let placement = Placement::from_sorted(Arc::clone(problem.setup()), placed);
    if is_solution { Ok(placement) } else { fault(format!("the placement breaks the rules:\n{placement}")) }
}

/// The variables of the model that an answer makes true, in order.
fn vars(model: &Model, answer: &str) -> Result<Option<Vec<Var>>, String> {
    let lines = || answer.lines().map(str::trim).filter(|line| !line.is_empty());
    let status = |line: &str| {
        let line = line.to_ascii_lowercase();
        let line = line.trim_start_matches("s ").trim_start_matches("solution status:").trim().to_owned();
        ["unsat", "infeasible", "primal infeasible"].iter().any(|none| line.starts_with(none))
    };
    if lines().any(status) {
        return Ok(None);
    }
    let is_numbers = |line: &str| line.split_whitespace().all(|word| word.parse::<i64>().is_ok());
    // A line of values may be empty.
    let values = |line: &'_ str| line == "v" || line.starts_with("v ");
    let literals: Vec<&str> = if lines().any(values) {
        lines().filter(|line| values(line)).flat_map(|line| line[1..].split_whitespace()).collect()
    } else if lines().next() == Some("SAT") {
        lines().skip(1).filter(|line| is_numbers(line)).flat_map(str::split_whitespace).collect()
    } else {
        return named(model, answer).map(Some);
    };
    let mut values: Vec<(Var, bool)> = Vec::new();
    for word in literals {
        let (sign, number) = word.strip_prefix('-').map_or((true, word), |number| (false, number));
        let number = number.strip_prefix('x').unwrap_or(number);
        let number: Var = number.parse().map_err(|_| format!("{word:?} is no literal"))?;
        values.push((number, sign));
    }
    values.retain(|(number, _)| *number > 0);
    sort(&mut values);
    values.dedup();
    if let Some(two) = values.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(format!("variable {} is true and false", two[0].0));
    }
    values.retain(|(number, sign)| *sign && *number as usize <= model.vars());
    Ok(Some(values.iter().map(|(number, _)| number - 1).collect()))
}

/// Likewise from a file that names them: the name is followed by the value.
fn named(model: &Model, answer: &str) -> Result<Vec<Var>, String> {
    let mut names: Vec<(String, Var)> =
        (0..model.vars() as Var).map(|var| (piece_name(model, var as usize), var)).collect();
    sort(&mut names);
    let is_ours =
        |word: &str| word.strip_prefix('x').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    let (mut vars, mut read) = (Vec::new(), false);
    for line in answer.lines() {
        // After the columns of a file of HiGHS come its rows, and the dual values with the same names.
        if line.starts_with("# Rows") || line.starts_with("# Dual") {
            break;
        }
        let head = line.trim_start().to_ascii_lowercase();
        read |= ["model status", "optimal", "solution status", "objective", "# objective", "# solution", "feasible"]
            .iter()
            .any(|known| head.starts_with(known));
        let mut words = line.split_whitespace();
        let Some(name) = words.find(|word| is_ours(word)) else { continue };
        let place = names.binary_search_by(|(own, _)| own.as_str().cmp(name));
        let var = names[place.map_err(|_| format!("{name} was not exported"))?].1;
        let value: f64 =
            words.next().and_then(|word| word.parse().ok()).ok_or_else(|| format!("{name} has no value"))?;
        let is = |whole: f64| (value - whole).abs() <= 1e-4;
        if is(1.0) {
            vars.push(var);
        } else if !is(0.0) {
            return Err(format!("{name} is {value}, neither 0 nor 1"));
        }
    }
    if vars.is_empty() && !read {
        return Err("it is no answer of a solver".to_owned());
    }
    vars.sort_unstable();
    vars.dedup();
    Ok(vars)
}
