//! Doing a part.

use std::sync::Arc;

use super::split::{Aim, Ready, Slice, declined, refuse_seed};
use super::{Assignment, Failure, Outcome, SplitJob, text};
use crate::answer::{Count, Error, Path, Stopped};
use crate::budget::{Cause, Control, Engine, Options};
use crate::engine::{Refusal, Step, Tally};
use crate::query::pool::Solutions;
use crate::query::{Classes, Prepared};

/// Words that were found before a stop.
struct FoundWords {
    words: Vec<String>,
}

impl SplitJob {
    pub(super) fn do_part(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        refuse_seed(assignment.options(), self.engine)?;
        let slice = self.slice(assignment.part())?;
        let mut control = Control::new(assignment.options());
        let before_it_began = |cause| {
            let rest = assignment.rest().map(str::to_owned);
            Ok(Outcome::Stopped { cause, rest, nodes: 0 })
        };
        let ready = match self.ready(&mut control) {
            Ok(ready) => ready,
            Err(Error::Stopped(stopped)) => return before_it_began(stopped.cause()),
            Err(error) => return Err(error.into()),
        };
        match self.check_mark(slice, &ready, &control)? {
            None => {}
            Some(Cause::BrokenPart) => return Err(Cause::BrokenPart.into()),
            Some(cause) => return before_it_began(cause),
        }
        let engine = assignment.options().engine;
        if engine != Engine::Auto && engine.backend().engine() != self.engine {
            let above = match &self.aim {
                Aim::Optimum { sign, .. } => self.floor_of(assignment, *sign)?,
                _ => None,
            };
            return self.by_other(engine, slice, (above, None), &ready, &mut control);
        }
        if let Aim::Optimum { sign, .. } = &self.aim {
            return self.optimum_of(slice, assignment, &ready, &control, *sign);
        }
        let (paths, before) = match assignment.rest() {
            None => (slice.paths.clone(), ""),
            Some(rest) => read_rest(rest, slice)?,
        };
        let options = Options { solutions: None, engine: self.engine, ..assignment.options().clone() };
        match &self.aim {
            Aim::Count => self.counted(ready, paths, before, control, false),
            Aim::CountBySize => match self.tally(&ready.model) {
                Some(tally) => self.tallied(tally, &ready, &paths, before, &mut control),
                None => self.counted(ready, paths, before, control, true),
            },
            Aim::Classes => self.list_classes(ready, paths, before, &options, control),
            Aim::Uniqueness => self.list(ready, paths, before, &options, control, 2),
            Aim::Enumerate | Aim::Optimum { .. } => self.list(ready, paths, before, &options, control, usize::MAX),
        }
    }

    /// Counts the solutions in some subtrees by their number of pieces, without going through them.
    fn tallied(
        &self,
        tally: &dyn Tally,
        ready: &Ready,
        paths: &[Path],
        before: &str,
        control: &mut Control,
    ) -> Result<Outcome, Failure> {
        let (mut sums, pieces) = (read_sums(before)?, self.pieces());
        for (place, path) in paths.iter().enumerate() {
            let own = self.tally_of(tally, ready, path, &pieces, control);
            let nodes = control.progress.nodes;
            match own {
                Ok(own) => add(&mut sums, own),
                Err(Refusal::Declined(reason)) => return Err(declined(self.engine, reason).into()),
                Err(Refusal::Stopped(cause)) => {
                    return Outcome::stopped(cause, rest(&paths[place..], &words(&sums)), nodes);
                }
            }
        }
        Ok(Outcome::Done { result: words(&sums).join(" "), nodes: control.progress.nodes })
    }

    /// Counts the solutions in a subtree by their number of pieces.
    fn tally_of(
        &self,
        tally: &dyn Tally,
        ready: &Ready,
        path: &Path,
        pieces: &[bool],
        control: &mut Control,
    ) -> Result<Vec<Count>, Refusal> {
        let Some(cut) = self.engine.backend().as_cut() else { return Ok(Vec::new()) };
        let cubes = cut.cubes(ready.tree(None), std::slice::from_ref(path), control.clone())?;
        let mut sums = Vec::new();
        for cube in cubes.iter().flatten() {
            let mut counts = tally.begin_in(&ready.model, cube, pieces, control)?.go_on(control)?;
            let sizes = counts.iter().rposition(|count| *count != Count::default()).map_or(0, |max| max + 1);
            counts.truncate(sizes);
            add(&mut sums, counts);
        }
        Ok(sums)
    }

    /// Counts the solutions in some subtrees, all together or by their number of pieces.
    fn counted(
        &self,
        ready: Ready,
        paths: Vec<Path>,
        before: &str,
        control: Control,
        by_size: bool,
    ) -> Result<Outcome, Failure> {
        let (mut sums, pieces) = (read_sums(before)?, self.pieces());
        let mut run = self.engine.backend().start(ready.model, ready.goal, paths.into_iter().collect(), control);
        let (mut small, mut placed) = (Vec::<u64>::new(), Vec::new());
        let stopped = loop {
            match run.step() {
                Step::Found => {}
                Step::Improved(_) => continue,
                Step::Done(_) => break None,
                Step::Stopped(cause) => break Some(cause),
            }
            let mut size = 0;
            if by_size {
                placed.clear();
                run.placed(&mut placed);
                size = placed.iter().filter(|(_, kind)| pieces[usize::from(*kind)]).count();
            }
            if small.len() <= size {
                small.resize(size + 1, 0);
            }
            small[size] += run.weight();
            if small[size] >= 1 << 32 {
                add(&mut sums, std::mem::take(&mut small));
            }
        };
        add(&mut sums, small);
        let words = words(&sums);
        let nodes = run.statistics().nodes;
        match stopped {
            None if by_size => Ok(Outcome::Done { result: words.join(" "), nodes }),
            None => Ok(Outcome::Done { result: sums.into_iter().sum::<Count>().to_string(), nodes }),
            Some(cause) => Outcome::stopped(cause, rest(&run.remainder().to_vec(), &words), nodes),
        }
    }

    /// Lists the solutions in some subtrees, `max` of them at most.
    fn list(
        &self,
        ready: Ready,
        paths: Vec<Path>,
        before: &str,
        options: &Options,
        control: Control,
        max: usize,
    ) -> Result<Outcome, Failure> {
        let mut found = FoundWords::read(before);
        let prepared = Prepared::of(Arc::clone(&self.problem), ready.model);
        let mut solutions =
            Solutions::toward(&prepared, Ok(ready.goal), paths.into_iter().collect(), options, control)?.resumable();
        while found.words.len() < max {
            match solutions.next() {
                None => break,
                Some(Ok(placement)) => found.words.push(text::placement(placement.placed(), &self.problem)),
                Some(Err(stopped)) => return found.stopped(&stopped),
            }
        }
        Ok(found.done(solutions.statistics().nodes))
    }

    /// Lists the classes in some subtrees.
    fn list_classes(
        &self,
        ready: Ready,
        paths: Vec<Path>,
        before: &str,
        options: &Options,
        control: Control,
    ) -> Result<Outcome, Failure> {
        let mut found = FoundWords::read(before);
        let prepared = Prepared::of(Arc::clone(&self.problem), ready.model);
        let solutions =
            Solutions::toward(&prepared, Ok(ready.goal), paths.into_iter().collect(), options, control)?.resumable();
        let mut classes = Classes::among(solutions, ready.group, options);
        for class in classes.by_ref() {
            match class {
                Ok(class) => {
                    let word = text::placement(class.representative().placed(), &self.problem);
                    found.words.push(format!("{}*{word}", class.size()));
                }
                Err(stopped) => return found.stopped(&stopped),
            }
        }
        Ok(found.done(classes.statistics().nodes))
    }
}

impl FoundWords {
    fn read(before: &str) -> Self {
        Self { words: before.split_whitespace().map(str::to_owned).collect() }
    }

    fn done(self, nodes: u64) -> Outcome {
        let words = std::iter::once(self.words.len().to_string()).chain(self.words).collect::<Vec<_>>();
        Outcome::Done { result: words.join(" "), nodes }
    }

    fn stopped(self, stopped: &Stopped) -> Result<Outcome, Failure> {
        let left = stopped.rest().map(|rest| rest.subtrees().to_vec()).unwrap_or_default();
        Outcome::stopped(stopped.cause(), rest(&left, &self.words), stopped.statistics().nodes)
    }
}

/// Reads what was counted before a stop.
fn read_sums(before: &str) -> Result<Vec<Count>, Failure> {
    let read = |word| Count::parse(word).ok_or_else(|| damaged(before));
    before.split_whitespace().map(read).collect()
}

fn words(sums: &[Count]) -> Vec<String> {
    sums.iter().map(Count::to_string).collect()
}

/// Adds numbers to sums.
fn add(sums: &mut Vec<Count>, numbers: Vec<impl Into<Count>>) {
    sums.resize(sums.len().max(numbers.len()), Count::default());
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number.into();
    }
}

/// Returns what is left and what was found as a line.
fn rest(paths: &[Path], words: &[String]) -> String {
    std::iter::once(text::paths(paths)).chain(words.iter().cloned()).collect::<Vec<_>>().join(" ")
}

/// Reads what is left of a part, and what was found.
fn read_rest<'a>(rest: &'a str, slice: &Slice) -> Result<(Vec<Path>, &'a str), Failure> {
    let (paths, found) = rest.split_once(' ').unwrap_or((rest, ""));
    let paths = text::read_paths(paths).ok_or_else(|| damaged(rest))?;
    if let Some(path) = paths.iter().find(|path| !slice.paths.iter().any(|top| is_below(path, top))) {
        return Err(format!("the rest has a subtree {path:?} that is not in the part").into());
    }
    Ok((paths, found))
}

/// Tells whether a path leads into a subtree.
fn is_below(path: &[u32], top: &[u32]) -> bool {
    let Some((last, above)) = top.split_last() else { return true };
    path.strip_prefix(above).is_some_and(|below| below.first().is_some_and(|first| first >= last))
}

fn damaged(rest: &str) -> Failure {
    format!("{rest:?} is no rest of a part").into()
}
