//! Proofs that others can check.

use std::fmt::{self, Write};
use std::{env, fs, process};

use crate::control::{Cause, Control};
use crate::engine::refutation;
use crate::export;
use crate::formulation::Family;
use crate::model::{Clauses, Model};
use crate::{Optimum, Options};

/// A proof that nothing is better than an optimum, for programs that know nothing of boards: clauses that ask for more, and
/// the steps by which they are refuted, in LRAT format.
///
/// What the clauses say is told in their comments: which variable stands for whom on which square, and what is asked for. A
/// checker of LRAT proofs needs nothing else; that the clauses are those of the problem has to be believed, or looked at.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Piece, classics};
///
/// // Not five queens that each attack exactly one other on 4×4.
/// let most = classics::attacking(Board::square(4), Piece::QUEEN, 1).maximize()?;
/// let best = most.optimum().expect("no limit was set");
/// let certificate = best.certificate(&Options::new()).expect("no limit was set");
/// assert!(certificate.clauses().contains("c refuted: a value of 5 or more"));
/// assert!(certificate.proof().lines().count() > 0);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    clauses: String,
    proof: String,
}

impl Certificate {
    /// Returns the clauses, in DIMACS format.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// let most = classics::non_attacking(Board::square(3), Piece::KING).maximize()?;
    /// let certificate = most.optimum().expect("no limit was set").certificate(&Options::new()).expect("no limit was set");
    /// assert!(certificate.clauses().contains("\nc 1 is piece at (0,0)\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn clauses(&self) -> &str {
        &self.clauses
    }

    /// Returns the proof, in LRAT format.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// let most = classics::non_attacking(Board::square(3), Piece::KING).maximize()?;
    /// let certificate = most.optimum().expect("no limit was set").certificate(&Options::new()).expect("no limit was set");
    /// // Each line has a number, a clause or a deletion, and ends with 0.
    /// assert!(certificate.proof().lines().all(|line| line.ends_with(" 0")));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn proof(&self) -> &str {
        &self.proof
    }
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
    /// let best = fewest.optimum().expect("no limit was set");
    /// let certificate = best.certificate(&Options::new()).expect("no limit was set");
    /// assert!(certificate.clauses().contains("c refuted: a value of 2 or less"));
    /// assert_eq!(best.certificate(&Options::new().time_limit(Duration::ZERO)), Err(Cause::TimeLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn certificate(&self, options: &Options) -> Result<Certificate, Cause> {
        let mut control = Control::new(options);
        let sign = self.sign;
        let model = Model::compile(&self.problem, &mut control)?;
        let mut signed = vec![0; model.kinds];
        for (kind, weight) in &self.weights {
            signed[usize::from(kind.index)] += sign * weight;
        }
        let wanted = (sign * self.value).saturating_add(1);
        let formulation = control.formulation;
        let (mut clauses, mut scale) = Clauses::toward(&model, Some(&signed), formulation, &mut control)?;
        if wanted > scale.most() {
            // Added up along sets that hold few it goes without saying; square by square it is to be proved.
            (clauses, scale) =
                Clauses::toward(&model, Some(&signed), formulation.without(Family::Groups), &mut control)?;
        }
        // What no literal says even so is more than there are squares.
        let (lit, _) = scale.at_least(wanted);
        clauses.list.push(lit.into_iter().collect());
        let mut text = String::new();
        let asked = if sign > 0 { "more" } else { "less" };
        write_clauses(&mut text, &model, &clauses, &format!("refuted: a value of {} or {asked}", sign * wanted))
            .map_err(|_| Cause::MemoryLimit)?;
        let name =
            |ending| env::temp_dir().join(format!("queenside-{}-{:p}.{ending}", process::id(), &raw const control));
        let (from, path) = (name("cnf"), name("lrat"));
        clauses.list.clear();
        let proof = match fs::write(&from, &text) {
            Ok(()) => refutation(clauses, from.clone(), path.clone(), &mut control)
                .and_then(|()| fs::read_to_string(&path).map_err(|_| Cause::SolverFailed)),
            Err(_) => Err(Cause::SolverFailed),
        };
        // Whether there were files at all is told by what was read.
        drop((fs::remove_file(&from), fs::remove_file(&path)));
        Ok(Certificate { clauses: text, proof: proof? })
    }
}

fn write_clauses(text: &mut String, model: &Model, clauses: &Clauses, what: &str) -> fmt::Result {
    writeln!(text, "c {what}")?;
    export::write_clauses(text, model, clauses)
}
