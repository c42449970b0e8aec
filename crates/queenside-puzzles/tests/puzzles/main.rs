//! Puzzles: reasoning is sound, generators keep their word.

mod generated;
mod made;
mod random;
mod sound;
