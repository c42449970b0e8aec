//! Kinds of which no piece can stand anywhere: propagation tells so wherever one is tried.

use super::node::Node;
use super::program::{Agenda, Program};
use super::propagate::Halt;
use crate::budget::{Cause, Control};
use crate::model::bit_set::{BitSet, with_width};
use crate::model::{Model, Rule, Var};

/// Returns the kinds that stand nowhere in any solution, as a mask; not all of them need be found.
pub(crate) fn nowhere(model: &Model, control: &mut Control) -> Result<u64, Cause> {
    /// With more variables, or more work, it takes longer than what is gained is worth.
    const MAX_VARS: usize = 1 << 12;
    const MAX_WORK: u64 = 1 << 27;
    if model.vars() > MAX_VARS || !model.rules.iter().any(demands) {
        return Ok(0);
    }
    let mut own = control.turn(u64::MAX, 0).with_max_work(MAX_WORK);
    let told = with_width!(model.vars(), W => {
        Program::<W>::new(model, &mut own).and_then(|program| program.nowhere(&mut own))
    });
    control.charge(own.charged())?;
    match told {
        Err(Cause::NodeLimit) => Ok(0),
        told => told,
    }
}

/// Whether a rule demands pieces somewhere: where rules only limit them, there is hardly a kind that stands nowhere.
fn demands(rule: &Rule) -> bool {
    match rule {
        Rule::Views(views) => views.range.ends().0 > 0,
        Rule::Count { range, .. } | Rule::OccupiedLines { range, .. } => range.ends().0 > 0,
        Rule::Linear { range, .. } => range.ends().0 > 0 || range.ends().1 < 0,
        Rule::NotBoth(..) | Rule::Same(_) | Rule::Never => false,
    }
}

impl<W: BitSet> Program<W> {
    fn nowhere(&self, control: &mut Control) -> Result<u64, Cause> {
        let mut open = W::zeros(self.vars);
        (0..self.vars as Var).for_each(|var| open.insert(var));
        let mut root = Node { placed: W::zeros(self.vars), open, unmet: self.every_hit() };
        let mut agenda = Agenda::full(self.rules.len());
        let mut nowhere = 0;
        loop {
            match self.propagate(&mut root, &mut agenda, None, control) {
                Ok(()) => {}
                // That nothing satisfies the rules a search finds as soon.
                Err(Halt::Conflict) => return Ok(0),
                Err(Halt::Stopped(cause)) => return Err(cause),
            }
            let before = nowhere;
            for kind in (0..self.kinds).filter(|kind| before >> kind & 1 == 0) {
                let vars = (kind as Var..self.vars as Var).step_by(self.kinds);
                if !self.may_stand(&root, vars.clone(), control)? {
                    nowhere |= 1 << kind;
                    vars.for_each(|var| self.drop(&mut root, &mut agenda, var));
                }
            }
            if nowhere == before {
                return Ok(nowhere);
            }
        }
    }

    /// Whether propagation leaves one of these variables true.
    fn may_stand(&self, root: &Node<W>, vars: impl Iterator<Item = Var>, control: &mut Control) -> Result<bool, Cause> {
        let mut agenda = Agenda::full(self.rules.len());
        for var in vars {
            let mut node = root.clone();
            agenda.clear();
            control.charge(32 + 16 * node.open.words().len() as u64)?;
            if self.place(&mut node, &mut agenda, var).is_err() {
                continue;
            }
            match self.propagate(&mut node, &mut agenda, None, control) {
                Ok(()) => return Ok(true),
                Err(Halt::Conflict) => {}
                Err(Halt::Stopped(cause)) => return Err(cause),
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Wrap};

    /// Two or three kinds, some of which must see others or be seen by them, and some must not.
    fn problem(random: &mut Random) -> Problem {
        let pieces = [Piece::KING, Piece::ROOK, Piece::QUEEN, Piece::KNIGHT, Piece::BISHOP, Piece::WHITE_PAWN];
        let boards = [
            Board::new(2, 3),
            Board::square(3).with_walls([(0, 1)]).with_holes([(2, 2)]),
            Board::new(1, 5),
            Board::new(2, 4).with_wrap(Wrap::Columns),
        ];
        let mut problem = Problem::new(random.pick(&boards));
        let number = 2 + random.below(2);
        let kinds: Vec<_> =
            (0..number).map(|kind| problem.add_kind(format!("kind {kind}"), random.pick(&pieces))).collect();
        for _ in 0..2 {
            problem.add(Constraint::attacks(random.pick(&kinds), random.pick(&kinds), 0));
            let by = random.pick(&kinds);
            problem.add(match random.below(5) {
                0 => Constraint::covered(Area::Everywhere, kinds.clone(), 1..),
                1 => Constraint::covered(Area::Everywhere, by, 1..).where_vacant(),
                2 => Constraint::attacks(random.pick(&kinds), by, 1..=2),
                3 => Constraint::count(by, Area::rows(), 1..),
                _ => Constraint::count(by, Area::Everywhere, 1 + random.below(2)..),
            });
        }
        problem
    }

    fn told(problem: &Problem) -> u64 {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        nowhere(&model, &mut control).expect("no limit was set")
    }

    #[test]
    fn what_stands_nowhere_is_in_no_solution() {
        let brute = Options::new().engine(Engine::Brute);
        let mut random = Random::new(1);
        let (mut gone, mut left) = (0, 0);
        for _ in 0..500 {
            let problem = problem(&mut random);
            let told = told(&problem);
            let solutions = problem.using(&brute).enumerate().expect("it has no faults");
            let mut stand = 0;
            for solution in solutions {
                let solution = solution.expect("no limit was set");
                stand |= solution.placed().iter().fold(0, |mask, (_, kind)| mask | 1u64 << kind);
            }
            assert_eq!(stand & told, 0, "{told:b} {stand:b} {problem}");
            gone += told.count_ones();
            left += u32::from(stand > 0);
        }
        assert!(gone > 100 && left > 100, "{gone}, {left}");
    }

    #[test]
    fn queens_that_only_what_they_attack_could_attack_stand_nowhere() {
        // Every square is attacked, those of queens too, which kings beside them would see.
        let mut problem = Problem::new(Board::square(5));
        let kinds = [Piece::QUEEN, Piece::KING, Piece::KNIGHT].map(|piece| problem.add_kind(piece.to_string(), piece));
        problem.add(Constraint::attacks(kinds[0], kinds, 0)).add(Constraint::covered(
            Area::Everywhere,
            &kinds[..2],
            1..,
        ));
        assert_eq!(told(&problem), 0b001);
    }

    #[test]
    fn where_nothing_is_demanded_nothing_is_looked_for() {
        let mut problem = Problem::new(Board::square(5));
        let (king, other) = (problem.add_kind("king", Piece::KING), problem.add_kind("other", Piece::KING));
        problem.add(Constraint::count(other, Area::Everywhere, 0));
        assert_eq!(told(&problem), 0);
        // One more of one kind than of the other is a demand however it is written.
        for rule in [Constraint::balance(king, other, 1..), Constraint::balance(other, king, ..=-1)] {
            assert_eq!(told(problem.clone().add(rule)), 0b10);
        }
    }
}
