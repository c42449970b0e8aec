//! Where symmetries carry variables.

use super::{Model, Var, Worths};
use crate::budget::{Cause, Control};
use crate::language::Element;
use crate::symmetry::Group;

impl Model {
    /// The variable that a symmetry carries this one into; `None` where no piece may stand.
    pub(crate) fn image(&self, group: &Group, element: &Element, var: Var) -> Option<Var> {
        let (square, kind) = self.placed[var as usize];
        self.var(group.image_of(element, square), usize::from(element.kind(kind)))
    }

    /// Returns where symmetries carry all variables, a list for each symmetry that keeps worths. The identity is left out, and at
    /// most `max` others are tried.
    pub(crate) fn images(
        &self,
        group: &Group,
        worths: &Worths,
        max: usize,
        control: &mut Control,
    ) -> Result<Vec<Vec<Var>>, Cause> {
        let mut all = Vec::new();
        for element in group.resolved().iter().filter(|element| !element.is_identity()).take(max) {
            control.charge(16 * self.vars() as u64)?;
            let image =
                |var| self.image(group, element, var).filter(|image| worths.weight(*image) == worths.weight(var));
            all.extend((0..self.vars() as Var).map(image).collect::<Option<Vec<Var>>>());
        }
        Ok(all)
    }
}
