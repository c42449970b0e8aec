//! Puzzles: reasoning is sound, generators keep their word.

mod made;
mod random;
mod sound;
