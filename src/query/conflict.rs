//! Which rules contradict each other.

use std::sync::Arc;

use crate::answer::{Answer, Conflict};
use crate::budget::{Control, Options};
use crate::language::{Invalid, Problem, sort};
use crate::query::pool;
use crate::query::spent::Spent;

/// Finds rules that cannot all be satisfied, and of which none can be left out.
///
/// Rules are left out by halves, as in Junker's `QuickXplain`: for a conflict of k among n rules about k · log(n / k)
/// questions are asked.
pub(crate) fn conflict(
    problem: &Problem,
    options: &Options,
    control: &Control,
) -> Result<Answer<Option<Conflict>>, Invalid> {
    let mut spent = Spent::new(control);
    // One solution of each part is enough, and its number is no limit on them.
    let options = &Options { solutions: None, ..options.clone() };
    let whole = pool::solve(problem, options, spent.next())?;
    spent.add(whole.statistics());
    let own = Arc::new(problem.clone());
    let mut explanation = whole.explain().clone();
    match whole.known() {
        Err(stopped) => return Ok(Answer::new(own, Err(stopped.clone()))),
        Ok(Some(_)) => return Ok(Answer::new(own, Ok((None, explanation)))),
        Ok(None) => {}
    }
    let all: Vec<usize> = (0..problem.constraints().len()).collect();
    let mut parts = Parts { problem, options, spent, known: all.clone() };
    let found = parts.needed(&mut Vec::new(), false, &all)?;
    let is_minimal = found.is_some();
    let mut rules = found.unwrap_or(parts.known);
    sort(&mut rules);
    let texts = rules.iter().map(|rule| problem.constraints()[*rule].to_text(problem));
    let texts = texts.collect::<Result<Vec<_>, _>>()?;
    explanation.set_statistics(parts.spent.sum());
    Ok(Answer::new(own, Ok((Some(Conflict::new(rules, texts, is_minimal)), explanation))))
}

/// Questions about some of the rules.
struct Parts<'a> {
    problem: &'a Problem,
    options: &'a Options,
    spent: Spent<'a>,
    /// The fewest rules that are known to conflict.
    known: Vec<usize>,
}

impl Parts<'_> {
    /// Tells whether these rules conflict; `None` if a limit was reached.
    fn conflict(&mut self, rules: &[usize]) -> Result<Option<bool>, Invalid> {
        let part = self.problem.with_only(rules);
        let answer = pool::solve(&part, self.options, self.spent.next())?;
        self.spent.add(answer.statistics());
        let conflict = answer.known().ok().map(Option::is_none);
        if conflict == Some(true) && rules.len() < self.known.len() {
            self.known = rules.to_vec();
        }
        Ok(conflict)
    }

    /// Which of the rules are needed for a conflict with those that are kept; `None` if a limit was reached. Whether the kept ones
    /// conflict by themselves is asked only if one came to them.
    fn needed(
        &mut self,
        kept: &mut Vec<usize>,
        one_came: bool,
        rules: &[usize],
    ) -> Result<Option<Vec<usize>>, Invalid> {
        if one_came {
            match self.conflict(kept)? {
                None => return Ok(None),
                Some(true) => return Ok(Some(Vec::new())),
                Some(false) => {}
            }
        }
        if let [_] | [] = rules {
            return Ok(Some(rules.to_vec()));
        }
        let (left, right) = rules.split_at(rules.len() / 2);
        let before = kept.len();
        kept.extend(left);
        let from_right = self.needed(kept, true, right)?;
        kept.truncate(before);
        let Some(mut from_right) = from_right else { return Ok(None) };
        kept.extend(&from_right);
        let from_left = self.needed(kept, !from_right.is_empty(), left)?;
        kept.truncate(before);
        Ok(from_left.map(|mut from_left| {
            from_left.append(&mut from_right);
            from_left
        }))
    }
}
