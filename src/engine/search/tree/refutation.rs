//! A refutation: a search that has found nothing ends where rows added up show that there is nothing.

use super::{Ready, Work};
use crate::budget::{Cause, Control};
use crate::engine::Step;
use crate::engine::search::dual::Duality;
use crate::model::Worths;
use crate::model::bit_set::BitSet;

impl<W: BitSet> Ready<W> {
    /// Ends a search that has found nothing, if multipliers of the rows prove that nothing satisfies them. Where several share
    /// a tree, one would not end the others.
    pub(super) fn refute(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        /// About what part of the work done goes into it.
        const PART: u64 = 4;
        self.aids.due = u64::MAX;
        if !matches!(self.work, Work::Own(_)) {
            return Ok(None);
        }
        if self.aids.first {
            self.aids.first = false;
            // Where no column is worth anything, a bound below 0 contradicts the rows.
            let worths = Worths::of(vec![0; self.program.vars], self.model.kinds);
            self.aids.dual = Duality::new(&self.model, &worths, control)?;
        }
        let Some(dual) = &mut self.aids.dual else { return Ok(None) };
        let (bound, _) = dual.bound(0, control.work_of_turns() / PART, control)?;
        if bound.value < 0 {
            return Ok(Some(self.end(control)));
        }
        self.aids.due = control.work().saturating_mul(2);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::engine::search::tree::Tree;
    use crate::engine::{Paths, Run};
    use crate::language::{Area, Board, Constraint, Piece, Problem};
    use crate::model::bit_set::Wide;
    use crate::model::{Goal, Model};

    /// Pieces that do not attack each other, as many as this in each row.
    fn in_rows(board: Board, piece: Piece, each: usize) -> Problem {
        let mut problem = Problem::new(board);
        let kind = problem.add_kind("piece", piece);
        problem.non_attacking();
        problem.with(Constraint::count(kind, Area::rows(), each))
    }

    #[test]
    fn rows_that_nothing_satisfies_end_a_search_of_any_solution() {
        // More in each row than fit on the board: 28 bishops, 81 kings.
        for (n, piece, each) in [(15, Piece::BISHOP, 2), (17, Piece::KING, 5)] {
            let problem = in_rows(Board::square(n), piece, each);
            let options = Options::new().engine(Engine::Search).node_limit(1 << 17);
            let asked = problem.using(&options);
            assert_eq!(asked.solve().expect("it is valid").placement().expect("no limit is reached"), None);
            assert_eq!(asked.count().expect("it is valid").exact().expect("no limit is reached"), 0_u32);
            assert!(asked.uniqueness().expect("it is valid").is_unique().is_ok_and(|own| !own));
        }
    }

    #[test]
    fn a_count_in_turns_looks_for_a_refutation_as_soon_as_one_in_a_single_turn() {
        let problem = in_rows(Board::square(11), Piece::BISHOP, 2);
        let nodes = |engine| {
            let count = problem.using(&Options::new().engine(engine).threads(1)).count().expect("it is valid");
            assert_eq!(count.exact().expect("no limit was set"), 0_u32);
            let turns = count.explain().turns().iter().filter(|turn| turn.engine == Engine::Search);
            turns.map(|turn| turn.statistics.nodes).sum::<u64>()
        };
        let (in_turns, alone) = (nodes(Engine::Auto), nodes(Engine::Search));
        assert!(alone > 1000 && in_turns < alone + alone / 8, "{in_turns}, {alone}");
    }

    #[test]
    fn nothing_that_satisfies_the_rows_is_lost_by_looking_for_a_refutation() {
        let mut random = Random::new(5);
        let (mut some, mut refuted) = (0, 0);
        for _ in 0..200 {
            let mut board = Board::new(2 + random.below(3) as usize, 2 + random.below(3) as usize);
            let wall = (random.below(board.rows() as u64) as usize, random.below(board.columns() as u64) as usize);
            board = board.with_walls([wall]);
            let pieces = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KING, Piece::KNIGHT];
            let piece = pieces[random.below(pieces.len() as u64) as usize].clone();
            let problem = in_rows(board, piece, 1 + random.below(2) as usize);
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
            let model = Arc::new(model);
            let brute = problem.using(&Options::new().engine(Engine::Brute)).count().expect("it is valid");
            let brute = brute.exact().expect("no limit was set");
            let nodes = [0, u64::MAX].map(|due| {
                let control = Control::new(&Options::new());
                let work = Work::own(Paths::whole());
                let mut tree = Tree::<Wide>::new(Arc::clone(&model), &Goal::All, work, control);
                if let Ok(ready) = &mut tree.ready {
                    ready.aids.due = due;
                }
                let mut found = 0_u32;
                while let Step::Found = tree.step() {
                    found += 1;
                }
                assert_eq!(brute, found, "{problem}");
                tree.control().progress.nodes
            });
            some += u32::from(brute != 0_u32);
            // Propagation at the root does not tell.
            refuted += u32::from(nodes[0] == 1 && nodes[1] > 1);
        }
        assert!(some > 20 && refuted > 20, "{some}, {refuted}");
    }
}
