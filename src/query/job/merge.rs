//! Merging the results of all parts.

use std::fmt::Write;

use super::split::Aim;
use super::{Failure, SplitJob, text};
use crate::answer::Count;
use crate::budget::Options;
use crate::judge::Verifier;

impl SplitJob {
    pub(super) fn merged(&self, results: &[String], options: &Options) -> Result<String, Failure> {
        if results.len() != self.slices.len() {
            return Err(format!("{} results for {} parts", results.len(), self.slices.len()).into());
        }
        match &self.aim {
            Aim::Count => Ok(sums(results)?.into_iter().sum::<Count>().to_string()),
            Aim::CountBySize => {
                let mut sums = sums(results)?;
                let sizes = sums.iter().rposition(|count| *count != Count::default()).map_or(0, |max| max + 1);
                sums.truncate(sizes);
                let lines: Vec<String> =
                    sums.iter().enumerate().map(|(size, count)| format!("{size}: {count}")).collect();
                Ok(lines.join("\n"))
            }
            Aim::Enumerate | Aim::Classes => {
                let mut lines = String::new();
                let mut number = 0;
                for (part, result) in results.iter().enumerate() {
                    for word in words(part, result)? {
                        number += 1;
                        write!(lines, "\n{word}")?;
                    }
                }
                Ok(format!("{number}{lines}"))
            }
            Aim::Uniqueness => self.merge_uniqueness(results),
            Aim::Optimum { sign, .. } => self.merge_optima(results, options, *sign),
        }
    }

    fn merge_uniqueness(&self, results: &[String]) -> Result<String, Failure> {
        let mut found = Vec::new();
        for (part, result) in results.iter().enumerate() {
            for word in words(part, result)? {
                let placement = text::read_placement(word, &self.problem);
                let accepted = placement.filter(|p| Verifier::new(&self.problem).accepts(p.placed()));
                found.push(accepted.ok_or_else(|| format!("part {part}: the placement {word:?} breaks the rules"))?);
            }
        }
        Ok(match &found[..] {
            [] => "infeasible".to_owned(),
            [only] => format!("unique\n{only}"),
            [first, second, ..] => format!("several\n{first}\n{second}"),
        })
    }
}

/// Adds up the numbers of all parts, place by place.
fn sums(results: &[String]) -> Result<Vec<Count>, Failure> {
    let mut sums = Vec::new();
    for (part, result) in results.iter().enumerate() {
        for (place, word) in result.split(' ').filter(|word| !word.is_empty()).enumerate() {
            let number = Count::parse(word).ok_or_else(|| unread(part, result))?;
            if sums.len() <= place {
                sums.resize(place + 1, Count::default());
            }
            sums[place] += number;
        }
    }
    Ok(sums)
}

/// Returns the words of a list, of which the first says how many there are.
fn words(part: usize, result: &str) -> Result<Vec<&str>, Failure> {
    let mut words = result.split(' ');
    let number = words.next().and_then(|number| number.parse::<usize>().ok());
    let words: Vec<&str> = words.collect();
    if number == Some(words.len()) { Ok(words) } else { Err(unread(part, result)) }
}

fn unread(part: usize, result: &str) -> Failure {
    /// How much of a result is shown.
    const SHOWN: usize = 60;
    let shown: String = result.chars().take(SHOWN).collect();
    format!("the result {shown:?} of part {part} cannot be read").into()
}
