//! Symmetry breaking: of a placement and its images, only the first remains.

use super::{Clauses, Lit};
use crate::budget::{Cause, Control};
use crate::language::sort_by_number;
use crate::model::{Model, Var};
use crate::symmetry::Group;

impl Clauses {
    /// Adds clauses that keep, of a placement and its images under these symmetries, only the first:
    /// its variables, read from the middle of the board outwards, are true no later than those of the image. Only a
    /// prefix of limited length is compared.
    pub(crate) fn leave_first_images(
        &mut self,
        model: &Model,
        symmetries: &Group,
        control: &mut Control,
    ) -> Result<(), Cause> {
        /// The largest number of group elements used, and of variables compared for each.
        const MOST: (usize, usize) = (32, 24);
        let order = from_the_middle(model);
        for element in symmetries.resolved().iter().filter(|element| !element.is_identity()).take(MOST.0) {
            let mut same: Option<Lit> = None;
            for var in order.iter().take(MOST.1) {
                control.charge(64)?;
                let there = model.image(symmetries, element, *var);
                let Some(image) = there.filter(|image| image != var) else { continue };
                let (own, image) = (Lit::positive(*var), Lit::positive(image));
                let if_same = || same.map(|same| !same).into_iter();
                self.images.push(if_same().chain([own, !image]).collect());
                let next = Lit::positive(self.vars as u32);
                self.vars += 1;
                self.images.push(if_same().chain([!own, !image, next]).collect());
                self.images.push(if_same().chain([own, image, next]).collect());
                same = Some(next);
            }
        }
        Ok(())
    }
}

/// Returns the variables, those of squares nearer to the middle of the board first.
fn from_the_middle(model: &Model) -> Vec<Var> {
    let board = model.problem.board();
    let off = |at: usize, size: usize| (2 * at + 1).abs_diff(size);
    let mut order: Vec<Var> = (0..model.vars() as Var).collect();
    sort_by_number(&mut order, |var| {
        let (square, _) = model.placed[*var as usize];
        let (rows, columns) = (off(square.row(), board.rows()), off(square.column(), board.columns()));
        (rows.max(columns) << 32 | rows.min(columns)) as i64
    });
    order
}
