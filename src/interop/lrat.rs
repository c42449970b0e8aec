//! Whether a proof in LRAT format refutes clauses in DIMACS format.
//!
//! What is given to the caller was written by a solver to a disk: it is followed step by step before it is believed.

use std::collections::HashMap;

use crate::budget::{Cause, Control};

/// Tells whether the proof derives the empty clause from these clauses, each step by its hints: clauses that were there
/// before, each of which has all literals but one false, until one has none left.
pub(crate) fn refutes(clauses: &str, proof: &str, control: &mut Control) -> Result<bool, Cause> {
    let Some(mut checker) = Checker::read(clauses, control)? else { return Ok(false) };
    for line in proof.lines() {
        control.charge(4 * line.len() as u64)?;
        match checker.step(line) {
            Some(ProofStep::Refuted) => return Ok(true),
            Some(ProofStep::Follows) => {}
            None => return Ok(false),
        }
    }
    Ok(false)
}

enum ProofStep {
    Follows,
    /// The empty clause follows.
    Refuted,
}

struct Checker {
    /// Clauses by their numbers.
    known: HashMap<u64, Vec<i32>>,
    /// For each variable the step in which it was last set, and to what.
    values: Vec<(u64, bool)>,
    step: u64,
}

impl Checker {
    fn read(clauses: &str, control: &mut Control) -> Result<Option<Self>, Cause> {
        let mut lines = clauses.lines().filter(|line| !line.starts_with('c'));
        let header = lines.next().and_then(|line| line.strip_prefix("p cnf ")?.split_once(' '));
        let Some(vars) = header.and_then(|(vars, _)| vars.parse::<usize>().ok()) else { return Ok(None) };
        let mut known = HashMap::new();
        for (number, line) in (1..).zip(lines) {
            control.charge(4 * line.len() as u64)?;
            let Some(clause) = literals(&mut line.split(' '), vars) else { return Ok(None) };
            known.insert(number, clause);
        }
        Ok(Some(Self { known, values: vec![(0, false); vars + 1], step: 0 }))
    }

    /// Takes a step, if it is one.
    fn step(&mut self, line: &str) -> Option<ProofStep> {
        // A line that was cut off is no step.
        let mut words = line.strip_suffix(" 0").map(|_| line)?.split(' ').peekable();
        let number: u64 = words.next()?.parse().ok()?;
        if words.peek() == Some(&"d") {
            words.next();
            while let Some(word) = words.next().filter(|word| *word != "0") {
                self.known.remove(&word.parse().ok()?);
            }
            return Some(ProofStep::Follows);
        }
        let clause = literals(&mut words, self.values.len() - 1)?;
        self.step += 1;
        for lit in &clause {
            self.set(-lit);
        }
        let mut follows = false;
        while let Some(word) = words.next().filter(|word| *word != "0") {
            let hint = self.known.get(&word.parse().ok()?)?;
            let mut open = hint.iter().copied().filter(|lit| !self.is_false(*lit));
            match open.next() {
                None => {
                    follows = true;
                    break;
                }
                Some(lit) if open.all(|other| other == lit) => self.set(lit),
                Some(_) => return None,
            }
        }
        if !follows {
            return None;
        }
        if clause.is_empty() {
            return Some(ProofStep::Refuted);
        }
        self.known.insert(number, clause);
        Some(ProofStep::Follows)
    }

    fn is_false(&self, lit: i32) -> bool {
        self.values[lit.unsigned_abs() as usize] == (self.step, lit < 0)
    }

    fn set(&mut self, lit: i32) {
        self.values[lit.unsigned_abs() as usize] = (self.step, lit > 0);
    }
}

/// The literals up to the 0 that must come, all of these variables.
fn literals<'a>(words: &mut impl Iterator<Item = &'a str>, vars: usize) -> Option<Vec<i32>> {
    let mut clause = Vec::new();
    for word in words {
        match word.parse::<i32>().ok()? {
            0 => return Some(clause),
            lit if lit.unsigned_abs() as usize <= vars => clause.push(lit),
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;

    fn checks(clauses: &str, proof: &str) -> bool {
        refutes(clauses, proof, &mut Control::new(&Options::new())).expect("no limit was set")
    }

    const CLAUSES: &str = "c one of two, and no one of them\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

    #[test]
    fn a_proof_is_followed_by_its_hints() {
        assert!(checks(CLAUSES, "5 1 0 1 2 0\n6 0 5 3 4 0\n"));
        assert!(checks(CLAUSES, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"));
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        for proof in [
            "",
            // Cut off before the end, and within a line.
            "5 1 0 1 2 0\n",
            "5 1 0 1 2 0\n6 0 5 3",
            "5 1 0 1 2 0\n6 0 5 3 4",
            // A hint that is missing, foreign, deleted, or has two literals left.
            "5 1 0 1 0\n6 0 5 3 4 0\n",
            "5 1 0 1 9 0\n6 0 5 3 4 0\n",
            "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n",
            "6 0 1 2 3 4 0\n",
            // No numbers, a variable that is not there.
            "five 1 0 1 2 0\n",
            "5 7 0 1 2 0\n6 0 5 3 4 0\n",
        ] {
            assert!(!checks(CLAUSES, proof), "{proof}");
        }
        // Clauses that can be satisfied, clauses cut off, and none.
        let proof = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
        for clauses in [&CLAUSES[..CLAUSES.len() - 9], &CLAUSES[..CLAUSES.len() - 2], "", "p cnf 2 0\n"] {
            assert!(!checks(clauses, proof), "{clauses}");
        }
    }
}
