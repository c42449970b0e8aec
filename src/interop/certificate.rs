//! Proofs that others can check.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, io, process};

use super::{WholeFile, export, lrat};
use crate::answer::{Error, Optimum};
use crate::budget::{Cause, Control, Family, Options};
use crate::engine::refutation;
use crate::language::{Fault, Placement, Problem};
use crate::model::{Clauses, Lists, Lit, Model, Var, Worths};
use crate::symmetry::Group;

/// A proof of an answer that is certain, for programs that know nothing of boards: clauses that say the contrary, and the steps
/// by which they are refuted, in LRAT format.
///
/// | what is certain | how it is asked for |
/// | --- | --- |
/// | nothing is better than an optimum | [`Optimum::certificate`] |
/// | nothing satisfies the rules | [`of_all`](Self::of_all), of no placement |
/// | a solution is the only one | [`of_all`](Self::of_all), of one placement |
/// | a list of solutions is complete | [`of_all`](Self::of_all) |
/// | a list of classes is complete | [`of_classes`](Self::of_classes) |
///
/// What the clauses say is told in their comments: which variable stands for whom on which square, and what is refuted. A
/// checker of LRAT proofs needs nothing else; that the clauses are those of the problem has to be believed, or looked at. The
/// proof was followed step by step before it is handed out.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Certificate, Options, Piece, classics};
///
/// // Not five queens that each attack exactly one other on 4×4.
/// let most = classics::attacking(Board::square(4), Piece::QUEEN, 1).maximize()?;
/// let best = most.optimum()?.expect("the empty board is a solution");
/// let certificate = best.certificate(&Options::new())?;
/// assert!(certificate.clauses().contains("c refuted: a value of 5 or more"));
///
/// // . Q . .     . . Q .
/// // . . . Q     Q . . .    These two are all there are.
/// // Q . . .     . . . Q
/// // . . Q .     . Q . .
/// let queens = classics::queens(4);
/// let all = queens.enumerate()?.sorted()?;
/// let complete = Certificate::of_all(&queens, &all, &Options::new())?;
/// assert!(complete.clauses().contains("c refuted: a solution that is none of these 2"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    claim: String,
    clauses: String,
    proof: String,
    listed: Vec<Placement>,
}

impl Certificate {
    /// Proves that these are all placements that satisfy the rules: that there is no other. Without any, that nothing satisfies
    /// them.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, a placement that is no solution of it, and a solution that is missing; tells what
    /// cut it short.
    ///
    /// ```
    /// use queenside::{Certificate, Options, classics};
    ///
    /// let none = Certificate::of_all(&classics::queens(3), &[], &Options::new())?;
    /// assert_eq!(none.claim(), "nothing satisfies the rules");
    ///
    /// let error = Certificate::of_all(&classics::queens(4), &[], &Options::new()).unwrap_err();
    /// assert!(error.to_string().contains("is missing"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn of_all(problem: &Problem, found: &[Placement], options: &Options) -> Result<Self, Error> {
        let (claim, refuted) = match found.len() {
            0 => ("nothing satisfies the rules".to_owned(), "that anything satisfies the rules".to_owned()),
            1 => ("there is one solution".to_owned(), "a solution other than this one".to_owned()),
            number => (format!("there are {number} solutions"), format!("a solution that is none of these {number}")),
        };
        Self::complete(problem, found, None, (claim, refuted), options)
    }

    /// Proves that each placement that satisfies the rules is an image of one of these under a group.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, a placement that is none of its solutions or has an image that is none, two that are
    /// images of each other, and a solution that is missing; tells what cut it short.
    ///
    /// ```
    /// use queenside::{Certificate, Options, classics};
    ///
    /// // . . Q . . .     The only solution of the six queens problem, up to symmetry; it stands for four.
    /// // . . . . . Q
    /// // . Q . . . .
    /// let queens = classics::queens(6);
    /// let group = queens.group()?;
    /// let all: Vec<_> = queens.classes()?.collect::<Result<_, _>>()?;
    /// let first: Vec<_> = all.iter().map(|class| class.representative().clone()).collect();
    /// let certificate = Certificate::of_classes(&queens, &group, &first, &Options::new())?;
    /// assert_eq!(certificate.claim(), "there is one class of solutions, 4 solutions in all");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn of_classes(
        problem: &Problem,
        group: &Group,
        representatives: &[Placement],
        options: &Options,
    ) -> Result<Self, Error> {
        let mut images = Vec::new();
        for placement in representatives {
            images.extend(group.orbit(placement)?);
        }
        let (classes, all) = (representatives.len(), images.len());
        let claim = match (classes, all) {
            (0, _) => "nothing satisfies the rules".to_owned(),
            (1, 1) => "there is one class of solutions, of one solution".to_owned(),
            (1, _) => format!("there is one class of solutions, {all} solutions in all"),
            (_, _) => format!("there are {classes} classes of solutions, {all} solutions in all"),
        };
        let refuted = format!("a solution that is none of the {all} images of these {classes}");
        Self::complete(problem, &images, Some(representatives), (claim, refuted), options)
    }

    fn complete(
        problem: &Problem,
        found: &[Placement],
        shown: Option<&[Placement]>,
        (claim, refuted): (String, String),
        options: &Options,
    ) -> Result<Self, Error> {
        let mut control = Control::new(options);
        problem.check()?;
        let problem = Arc::new(problem.clone());
        let model = Model::compile(&problem, &mut control)?;
        let (mut clauses, _) = Clauses::toward(&model, None, control.formulation, &mut control)?;
        let mut known = BTreeSet::new();
        for placement in found {
            control.charge(64 * model.vars() as u64)?;
            let vars = vars(&problem, &model, placement)?;
            // The whole placement, so that the clause can be read as such.
            let mut stands = vec![false; model.vars()];
            for var in &vars {
                stands[*var as usize] = true;
            }
            clauses.list.push((0..).zip(stands).map(|(var, stands)| Lit::new(var, stands)));
            if !known.insert(vars) {
                return Err(Fault::NotCertified { reason: format!("twice, or as an image:\n{placement}") }.into());
            }
        }
        let listed = shown.unwrap_or(found).to_vec();
        Self::refuted(&problem, &model, clauses, (claim, &refuted), listed, &mut control)
    }

    /// Has clauses refuted, and looks into how.
    fn refuted(
        problem: &Problem,
        model: &Model,
        mut clauses: Clauses,
        (claim, refuted): (String, &str),
        listed: Vec<Placement>,
        control: &mut Control,
    ) -> Result<Self, Error> {
        let mut text = format!("c refuted: {refuted}\n");
        export::write_clauses(&mut text, model, &clauses).map_err(|_| Cause::MemoryLimit)?;
        // Where one of the clauses is empty, that is the refutation, of which a solver writes nothing.
        let number = clauses.list.len() + 1;
        let empty = clauses.list.iter().position(<[Lit]>::is_empty);
        clauses.list = Lists::default();
        if let Some(place) = empty {
            let proof = format!("{number} 0 {} 0\n", place + 1);
            return Ok(Self { claim, clauses: text, proof, listed });
        }
        let folder = Folder::new().map_err(|_| Cause::NotWritten)?;
        let (from, path) = (folder.0.join("clauses.cnf"), folder.0.join("proof.lrat"));
        WholeFile::write(&from, &text).map_err(|_| Cause::NotWritten)?;
        if let Some(standing) = refutation(clauses, from, path.clone(), control)? {
            let placed = standing.iter().map(|var| model.placed[*var as usize]).collect();
            let missing = Placement::from_sorted(Arc::clone(problem.setup()), placed);
            return Err(Fault::NotCertified { reason: format!("this solution is missing:\n{missing}") }.into());
        }
        let proof = fs::read_to_string(&path).map_err(|_| Cause::NotWritten)?;
        // The solver does not say whether it could write all of it.
        if !lrat::refutes(&text, &proof, control)? {
            return Err(Cause::NotWritten.into());
        }
        Ok(Self { claim, clauses: text, proof, listed })
    }

    /// Returns what is proved, in words.
    ///
    /// ```
    /// use queenside::{Certificate, Options, classics};
    ///
    /// let none = Certificate::of_all(&classics::queens(2), &[], &Options::new())?;
    /// assert_eq!(none.claim(), "nothing satisfies the rules");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Returns the clauses, in DIMACS format.
    ///
    /// ```
    /// use queenside::{Certificate, Options, classics};
    ///
    /// let none = Certificate::of_all(&classics::queens(3), &[], &Options::new())?;
    /// assert!(none.clauses().contains("\nc 1 is queen at (0,0)\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn clauses(&self) -> &str {
        &self.clauses
    }

    /// Returns the proof, in LRAT format.
    ///
    /// ```
    /// use queenside::{Certificate, Options, classics};
    ///
    /// let none = Certificate::of_all(&classics::queens(3), &[], &Options::new())?;
    /// // Each line has a number, a clause or a deletion, and ends with 0.
    /// assert!(none.proof().lines().all(|line| line.ends_with(" 0")));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn proof(&self) -> &str {
        &self.proof
    }

    /// Writes a folder: `clauses.cnf`, `proof.lrat`, `placements.txt` with the solutions that are listed, if there are any, and
    /// `README.md`, which says what is proved and how to check it. Each file is there whole or not at all; the page
    /// comes last.
    ///
    /// # Errors
    ///
    /// Tells if a file could not be written.
    ///
    /// ```
    /// use queenside::{Certificate, Options, classics};
    ///
    /// let folder = std::env::temp_dir().join("queenside-three-queens");
    /// Certificate::of_all(&classics::queens(3), &[], &Options::new())?.write(&folder)?;
    /// let page = std::fs::read_to_string(folder.join("README.md"))?;
    /// assert!(page.contains("Nothing satisfies the rules"));
    /// std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, folder: impl AsRef<Path>) -> io::Result<()> {
        let folder = folder.as_ref();
        fs::create_dir_all(folder)?;
        let listed: Vec<String> = self.listed.iter().map(Placement::to_string).collect();
        if !listed.is_empty() {
            WholeFile::write(folder.join("placements.txt"), listed.join("\n"))?;
        }
        WholeFile::write(folder.join("clauses.cnf"), &self.clauses)?;
        WholeFile::write(folder.join("proof.lrat"), &self.proof)?;
        WholeFile::write(folder.join("README.md"), self.page())
    }

    fn page(&self) -> String {
        let mut claim = self.claim.clone();
        if let Some(first) = claim.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let mut page = format!("# {claim}\n\n");
        let lines = |text: &str| text.lines().filter(|line| !line.starts_with('c')).count();
        let _ = write!(
            page,
            "`clauses.cnf` says the contrary, in DIMACS format; its comments tell which variable stands for whom on which square,\n\
             and what is refuted. `proof.lrat` refutes it, step by step. {} clauses, {} lines of proof.\n\n",
            lines(&self.clauses).saturating_sub(1),
            self.proof.lines().count(),
        );
        if !self.listed.is_empty() {
            let number = self.listed.len();
            let _ = write!(
                page,
                "`placements.txt` shows the {number} that are listed. The last clauses each exclude one solution.\n\n"
            );
        }
        page + "Any checker of LRAT proofs will do:\n\n\
                ```sh\n\
                lrat-check clauses.cnf proof.lrat    # from drat-trim\n\
                cake_lpr clauses.cnf proof.lrat      # a checker that is proved itself\n\
                ```\n\n\
                What has to be believed, or looked at, is that the clauses are those of the problem.\n"
    }
}

/// The variables that a solution makes true.
fn vars(problem: &Problem, model: &Model, placement: &Placement) -> Result<Vec<Var>, Error> {
    if !placement.judge(problem)?.is_solution() {
        return Err(Fault::NotCertified { reason: format!("this is no solution:\n{placement}") }.into());
    }
    // Kinds of another problem are those of the same names.
    let own = placement.setup();
    let mut vars = Vec::new();
    for (square, kind) in placement.placed() {
        let handle = own.handle(*kind);
        let known = problem.setup().resolve(handle).is_some();
        let kind = if known { handle } else { problem.kind_named(&own.kinds[usize::from(*kind)].name)? };
        vars.extend(model.var(*square, usize::from(kind.index)));
    }
    Ok(vars)
}

impl Optimum {
    /// Refutes once more, by `CaDiCaL`, that there is anything better, and writes down how. The formulation and the limits of
    /// time are those of the options; the engine is not.
    ///
    /// # Errors
    ///
    /// Tells what cut it short; among that, that the file for the proof could not be written.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenside::{Board, Cause, Options, Piece, classics};
    ///
    /// let fewest = classics::domination(Board::square(5), Piece::QUEEN).minimize()?;
    /// let best = fewest.optimum()?.expect("a full board dominates");
    /// let certificate = best.certificate(&Options::new())?;
    /// assert!(certificate.clauses().contains("c refuted: a value of 2 or less"));
    ///
    /// let stopped = best.certificate(&Options::new().time_limit(Duration::ZERO)).unwrap_err();
    /// assert_eq!(stopped.stopped().map(|stopped| stopped.cause()), Some(Cause::TimeLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn certificate(&self, options: &Options) -> Result<Certificate, Error> {
        let mut control = Control::new(options);
        let sign = self.sign;
        let model = Model::compile(&self.problem, &mut control)?;
        let signed = Worths::new(&self.problem, &self.weights, sign);
        let wanted = (sign * self.value).saturating_add(1);
        let formulation = control.formulation;
        let (mut clauses, mut scale) = Clauses::toward(&model, Some(&signed), formulation, &mut control)?;
        if wanted > scale.max() {
            // Added up along sets that hold few, the scale ends below it and there is nothing to prove; so it is added up square by square.
            (clauses, scale) =
                Clauses::toward(&model, Some(&signed), formulation.without(Family::Groups), &mut control)?;
        }
        // What no literal says even so is more than there are squares.
        let (lit, _) = scale.at_least(wanted);
        clauses.list.push(lit);
        let (max, more) = if sign > 0 { ("most", "more") } else { ("fewest", "less") };
        let claim = format!("no value is better than {}, the {max}", self.value);
        let refuted = format!("a value of {} or {more}", sign * wanted);
        Certificate::refuted(&self.problem, &model, clauses, (claim, &refuted), Vec::new(), &mut control)
    }
}

/// A folder of its own for what a solver reads and writes, gone with this.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("queenside-{}-{number}", process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If even that fails, it is for the system to clear away.
        drop(fs::remove_dir_all(&self.0));
    }
}
