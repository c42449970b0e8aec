//! `Kept`: what an engine has made of a model, made once.

use std::any::Any;
use std::sync::OnceLock;

/// What an engine has prepared for a model, in the engine's form. The model keeps it, so that asking whether the engine accepts,
/// how wide its frontiers are and what it finds does not prepare it each time anew. A copy of the model, which may be about to
/// change, begins without.
#[derive(Default)]
pub(crate) struct Kept(OnceLock<Box<dyn Any + Send + Sync>>);

impl Kept {
    /// Returns what is kept, if it is of this type.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.get()?.downcast_ref()
    }

    /// Keeps a value, unless there is one already.
    pub(crate) fn keep(&self, value: impl Any + Send + Sync) {
        // Of two that were prepared at the same time the first is kept; both are the same.
        let _ = self.0.set(Box::new(value));
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_begins_with_nothing() {
        let kept = Kept::default();
        assert_eq!(kept.get::<u32>(), None);
        kept.keep(5u32);
        kept.keep(6u32);
        assert_eq!((kept.get::<u32>(), kept.get::<u64>()), (Some(&5), None));
        assert_eq!(kept.clone().get::<u32>(), None);
    }
}
