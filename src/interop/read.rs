//! What other solvers answer to an exported problem, read back.

use std::collections::HashMap;
use std::sync::Arc;

use super::Export;
use super::export::piece_name;
use crate::judge::Verifier;
use crate::language::{Fault, Invalid, Placement, Problem};
use crate::model::{Model, Var};

impl Export<'_> {
    /// Reads the answer of another solver to what was exported, makes a placement of it and judges that; `None` if the solver
    /// says that there is none.
    ///
    /// The formats are told apart by what they hold: the lines of a SAT or pseudo-Boolean solver (`s SATISFIABLE`, `v 1 -2 …
    /// 0`, `v x1 -x2 …`, or `SAT` and numbers) for [`cnf`](Self::cnf) and [`opb`](Self::opb), and solution files of `HiGHS`, CBC,
    /// SCIP and Gurobi, which name what is not zero, for [`lp`](Self::lp) and [`mps`](Self::mps). Values are rounded, helpers are
    /// not read. Whether a value is the best there is is not judged, for that is not in the answer; with a goal, an objective that
    /// is in the answer must be what its pieces are worth.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, text that is none of these formats or was cut off, names or numbers that were not
    /// exported, values that are neither 0 nor 1, a placement that breaks the rules, and a solver that found none and does not say
    /// that there is none.
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
        if refutes(answer).map_err(fault)? {
            return Ok(None);
        }
        let vars = match literals(answer) {
            Some(words) => self.numbered(&model, &words)?,
            None => named(&model, answer).map_err(fault)?,
        };
        self.is_whole(answer, &vars).map_err(fault)?;
        judged(&Arc::new(self.problem.clone()), &model, &vars).map(Some)
    }

    /// The variables, in order, that literals make true.
    fn numbered(&self, model: &Model, words: &[&str]) -> Result<Vec<Var>, Invalid> {
        let fault = |reason: String| Invalid::from(Fault::ForeignAnswer { reason });
        let is_opb = words.iter().any(|word| word.trim_start_matches('-').starts_with('x'));
        let mut values = HashMap::new();
        let mut max = 0;
        for word in words.iter().copied().filter(|word| *word != "0") {
            let (sign, number) = word.strip_prefix('-').map_or((true, word), |number| (false, number));
            let number = number.strip_prefix('x').unwrap_or(number);
            let number: Var = number.parse().map_err(|_| fault(format!("{word:?} is no literal")))?;
            max = max.max(number);
            if values.insert(number, sign).is_some_and(|other| other != sign) {
                return Err(fault(format!("variable {number} is true and false")));
            }
        }
        // The lines of a SAT solver end with a 0, and nothing comes behind it; those of a pseudo-Boolean one do not.
        let end = words.iter().position(|word| *word == "0").map_or(0, |place| place + 1);
        if !is_opb && end != words.len() || !is_opb && end == 0 && model.vars() > 0 {
            return Err(fault(
                "its values do not end with a 0: it was cut off, or is not all of one answer".to_owned(),
            ));
        }
        if max as usize > model.vars() && max as usize > self.exported(model, is_opb)? {
            return Err(fault(format!("variable {max} was not exported")));
        }
        Ok((0..model.vars() as Var).filter(|var| values.get(&(var + 1)) == Some(&true)).collect())
    }

    /// How many variables the export has, with its helpers.
    fn exported(&self, model: &Model, is_opb: bool) -> Result<usize, Invalid> {
        if is_opb {
            let (_, rows) = self.rows()?;
            return Ok(rows.columns() + usize::from(rows.never));
        }
        Ok(self.clauses(model)?.vars)
    }

    /// An answer that tells its objective has the pieces that make it.
    fn is_whole(&self, answer: &str, vars: &[Var]) -> Result<(), String> {
        let costs = self.costs();
        let Some(said) = objective(answer).filter(|_| !costs.is_empty()) else { return Ok(()) };
        let made: i64 = costs.iter().filter(|(_, var)| vars.binary_search(var).is_ok()).map(|(cost, _)| cost).sum();
        // Some solvers minimise what is to be maximised, and say so with the other sign.
        let is_near = |made: f64| (said - made).abs() <= 1e-4 * made.abs().max(1.0);
        if is_near(made as f64) || is_near(-(made as f64)) {
            return Ok(());
        }
        Err(format!("its objective is {said}, and its pieces are worth {made}: it was cut off, or has another goal"))
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

/// Tells whether a solver says that there is no solution, which is another thing than that it found none.
fn refutes(answer: &str) -> Result<bool, String> {
    let lines: Vec<String> = answer.lines().map(|line| line.trim().to_ascii_lowercase()).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    let behind = |head: &str| lines.windows(2).find(|two| two[0] == head).map_or("", |two| two[1]);
    let first = lines.first().copied().unwrap_or_default();
    let is_status = |line: &&str| {
        ["s unsat", "solution status: infeasible"].iter().any(|head| line.starts_with(head))
            || matches!(*line, "unsat" | "unsatisfiable")
    };
    let is_refuted = lines.iter().any(is_status)
        || ["infeasible", "integer infeasible"].iter().any(|head| first.starts_with(head))
        || ["infeasible", "primal infeasible"].iter().any(|head| behind("model status").starts_with(head));
    let is_found = |line: &&str| line.starts_with("s sat") || line.starts_with("s optimum");
    if is_refuted && (lines.iter().any(is_found) || literals(answer).is_some_and(|words| !words.is_empty())) {
        return Err("it says that there is a solution, and that there is none".to_owned());
    }
    let is_open = |line: &&str| {
        matches!(*line, "no solution available" | "s unknown" | "unknown" | "indeterminate" | "s indeterminate")
            || line.contains("(no integer solution")
    };
    let of_highs = behind("# primal solution values");
    if !is_refuted && (lines.iter().any(is_open) || matches!(of_highs, "none" | "infeasible")) {
        return Err("the solver found no solution, and does not say that there is none".to_owned());
    }
    Ok(is_refuted)
}

/// The objective that an answer tells; of several, as a solver has them while it works, the last.
fn objective(answer: &str) -> Option<f64> {
    let said = |line: &str| {
        let line = line.trim().to_ascii_lowercase();
        let heads = ["o ", "objective value:", "# objective value =", "objective "];
        let value = heads.iter().find_map(|head| line.strip_prefix(head));
        value.or_else(|| line.split_once(" - objective value ").map(|(_, value)| value))?.trim().parse().ok()
    };
    answer.lines().take_while(|line| !line.starts_with("# Dual")).filter_map(said).last()
}

/// The words of a SAT or pseudo-Boolean solver that tell values, if it is one.
fn literals(answer: &str) -> Option<Vec<&str>> {
    let lines = || answer.lines().map(str::trim).filter(|line| !line.is_empty());
    // A line of values may be empty.
    let values = |line: &str| line == "v" || line.starts_with("v ");
    let is_numbers = |line: &&str| line.split_whitespace().all(|word| word.parse::<i64>().is_ok());
    if lines().any(values) {
        return Some(lines().filter(|line| values(line)).flat_map(|line| line[1..].split_whitespace()).collect());
    }
    let of_minisat = || lines().skip(1).filter(is_numbers).flat_map(str::split_whitespace).collect();
    (lines().next() == Some("SAT")).then(of_minisat)
}

/// The variables, in order, that are 1 in a file that names them: the name is followed by the value.
fn named(model: &Model, answer: &str) -> Result<Vec<Var>, String> {
    let names: HashMap<String, Var> =
        (0..model.vars() as Var).map(|var| (piece_name(model, var as usize), var)).collect();
    let is_ours =
        |word: &str| word.strip_prefix('x').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    let (mut values, mut read) = (HashMap::new(), false);
    // Of a file of HiGHS, which tells how many columns it has.
    let (mut columns, mut seen) = (0, 0);
    for line in answer.lines() {
        // After the columns of a file of HiGHS come its rows, and the dual values with the same names.
        if line.starts_with("# Rows") || line.starts_with("# Dual") {
            break;
        }
        seen += usize::from(!line.trim().is_empty());
        if let Some(number) = line.strip_prefix("# Columns ") {
            // Where only those that are not 0 are listed, the number has a sign.
            columns = number.trim().trim_start_matches('-').parse().map_err(|_| format!("{line:?} has no number"))?;
            seen = 0;
        }
        let head = line.trim_start().to_ascii_lowercase();
        read |= ["model status", "optimal", "solution status", "objective", "# objective", "# solution", "feasible"]
            .iter()
            .any(|known| head.starts_with(known));
        let mut words = line.split_whitespace();
        let Some(name) = words.find(|word| is_ours(word)) else { continue };
        let var = *names.get(name).ok_or_else(|| format!("{name} was not exported"))?;
        let value: f64 =
            words.next().and_then(|word| word.parse().ok()).ok_or_else(|| format!("{name} has no value"))?;
        let is = |whole: f64| (value - whole).abs() <= 1e-4;
        if !is(1.0) && !is(0.0) {
            return Err(format!("{name} is {value}, neither 0 nor 1"));
        }
        if values.insert(var, is(1.0)).is_some_and(|other| other != is(1.0)) {
            return Err(format!("{name} is 0 and 1"));
        }
    }
    if !read && !values.values().any(|is_one| *is_one) {
        return Err("it is no answer of a solver".to_owned());
    }
    if values.is_empty() && model.vars() > 0 && objective(answer).is_none() {
        return Err("it has neither variables nor an objective: it was cut off".to_owned());
    }
    if seen < columns {
        return Err(format!("it has {seen} of its {columns} columns: it was cut off"));
    }
    let mut vars: Vec<Var> = values.into_iter().filter_map(|(var, is_one)| is_one.then_some(var)).collect();
    vars.sort_unstable();
    Ok(vars)
}
