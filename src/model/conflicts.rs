//! "No piece attacks another" as cliques, wherever that is exact.
//!
//! By sight, a piece between two others may shield them. But if every piece that can stand in between would be attacked
//! itself, or attack as well, then any two pieces on a line already break the rule, and the line is a clique.

use super::{Cliques, Model, Rule, Sets, ShortList};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::judge::sight;
use crate::language::{Chain, Kinds, Move, OrderedSet, Piece, Problem, Reach, Sight, Square, constraint};

impl Model {
    /// Compiles `attacks(from, to, 0)` into pairwise conflicts, if they mean the same; returns whether they do.
    pub(super) fn conflicts(
        &mut self,
        from: &Kinds,
        to: &Kinds,
        sight: Sight,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let problem = std::sync::Arc::clone(&self.problem);
        let piece = |kind: usize| &problem.setup().kinds[kind].piece;
        let shields = |kind: usize, ride: &Move| {
            let attacked = to.has(kind);
            let attacks = from.has(kind) && piece(kind).moves().iter().any(|own| goes_as_far(*own, *ride));
            let transparent = sight == Sight::Through && !piece(kind).is_blocker();
            !(attacked || attacks || transparent)
        };
        let hides = |looks: usize, ride: &Move| {
            (0..self.kinds).any(|kind| shields(kind, ride) && !never_neighbours(&problem, looks, kind, *ride, sight))
        };
        let rides = |kind: usize| piece(kind).moves().iter().filter(|ride| ride.steps() > 1);
        if from.indices().any(|kind| rides(kind).any(|ride| hides(kind, ride))) {
            return Ok(false);
        }
        // Kinds with the same moves that attack each other share their cliques; other pairs are handled one by one.
        let mut alike: Vec<Vec<usize>> = Vec::new();
        for kind in from.indices().filter(|kind| to.has(*kind) && is_mutual(piece(*kind))) {
            match alike.iter_mut().find(|group| piece(group[0]) == piece(kind)) {
                Some(group) => group.push(kind),
                None => alike.push(vec![kind]),
            }
        }
        for group in &alike {
            let kinds: Kinds = from.iter().filter(|kind| group.contains(&usize::from(kind.index))).collect();
            self.mutual(&problem, piece(group[0]), &kinds, control)?;
        }
        for kind in from {
            let group = alike.iter().find(|group| group.contains(&usize::from(kind.index)));
            let others: Kinds = to
                .iter()
                .filter(|other| group.is_none_or(|group| !group.contains(&usize::from(other.index))))
                .collect();
            if !others.is_empty() {
                self.one_way(&problem, &kind.into(), &others, control)?;
            }
        }
        Ok(true)
    }

    /// Adds cliques of kinds that share one set of moves, closed under reversal.
    fn mutual(&mut self, problem: &Problem, piece: &Piece, kinds: &Kinds, control: &mut Control) -> Result<(), Cause> {
        let board = problem.board();
        for movement in piece.moves().iter().filter(|movement| points_forward(**movement)) {
            let Some(range) = ride_range(*movement) else { continue };
            let mut sets = Sets::default();
            let mut whole = true;
            board.try_each_chain(movement.rows(), movement.columns(), &mut |chain| {
                control.charge(4 * chain.squares.len() as u64)?;
                for Chain { squares, is_loop } in board.cut(chain) {
                    if squares.len() <= range.saturating_add(1) {
                        sets.push_if(1, self.on(&squares, kinds));
                        continue;
                    }
                    whole = false;
                    let windows = if is_loop { squares.len() } else { squares.len() - range };
                    let round: Vec<Square> = squares.iter().chain(&squares).copied().collect();
                    for start in 0..windows {
                        sets.push_if(1, self.on(&round[start..=start + range], kinds));
                    }
                }
                Ok(())
            })?;
            self.cliques.push(Cliques {
                name: if whole { BoundName::Lines } else { BoundName::Windows },
                disjoint: whole,
                sets,
            });
        }
        let (rows, columns, wrap) = (board.rows() as i64, board.columns() as i64, board.wrap());
        // Leaps that always lead off the board are dropped.
        let leaps: OrderedSet<(i64, i64)> = piece
            .moves()
            .iter()
            .filter(|movement| ride_range(**movement).is_none())
            .map(|leap| (i64::from(leap.rows()), i64::from(leap.columns())))
            .filter(|(r, c)| (wrap.rows() || r.abs() < rows) && (wrap.columns() || c.abs() < columns))
            .collect();
        let mut blocks = Sets::default();
        for template in templates(&leaps) {
            // Where edges do not meet, a template may begin off the board and still hold squares of it.
            let (down, right) = (template.iter().map(|(r, _)| *r), template.iter().map(|(_, c)| *c));
            let anchors = |wraps: bool, size: i64, min: i64, max: i64| if wraps { 0..size } else { -max..size - min };
            let (min, max) = (down.clone().min().unwrap_or(0), down.max().unwrap_or(0));
            for row in anchors(wrap.rows(), rows, min, max) {
                let (min, max) = (right.clone().min().unwrap_or(0), right.clone().max().unwrap_or(0));
                for column in anchors(wrap.columns(), columns, min, max) {
                    control.charge(8 * template.len() as u64)?;
                    let place = |at: i64, size: i64, wraps: bool| {
                        let at = if wraps { at.rem_euclid(size) } else { at };
                        (0..size).contains(&at).then_some(at as usize)
                    };
                    let members = template.iter().filter_map(|(r, c)| {
                        Some(Square::new(
                            place(row + r, rows, wrap.rows())?,
                            place(column + c, columns, wrap.columns())?,
                        ))
                    });
                    let mut members: Vec<Square> = members.collect();
                    members.sort_unstable();
                    members.dedup();
                    if members.len() > 1 {
                        blocks.push_if(2, self.on(&members, kinds));
                    }
                }
            }
        }
        if !blocks.is_empty() {
            self.cliques.push(Cliques { name: BoundName::Blocks, disjoint: false, sets: blocks });
        }
        Ok(())
    }

    /// Adds conflicts of the one kind in `from` with the kinds in `to`, whatever their moves.
    fn one_way(&mut self, problem: &Problem, from: &Kinds, to: &Kinds, control: &mut Control) -> Result<(), Cause> {
        let board = problem.board();
        let Some(kind) = from.indices().next() else { return Ok(()) };
        let piece = &problem.setup().kinds[kind].piece;
        let others: Kinds = to.iter().filter(|other| usize::from(other.index) != kind).collect();
        for movement in piece.moves() {
            if movement.reach() == Reach::Ride && piece.moves().contains(&movement.reversed()) {
                if !points_forward(*movement) {
                    continue;
                }
                let (mut own, mut apart) = (Sets::default(), Vec::new());
                board.try_each_chain(movement.rows(), movement.columns(), &mut |chain| {
                    control.charge(4 * chain.squares.len() as u64)?;
                    for Chain { squares, .. } in board.cut(chain) {
                        own.push_if(1, self.on(&squares, from));
                        let mine: ShortList = self.on(&squares, from).collect();
                        let theirs: ShortList = self.on(&squares, &others).collect();
                        if !mine.is_empty() && !theirs.is_empty() {
                            apart.push(Rule::NotBoth(mine, theirs));
                        }
                    }
                    Ok(())
                })?;
                self.rules.extend(apart);
                if to.has(kind) {
                    self.cliques.push(Cliques { name: BoundName::Lines, disjoint: true, sets: own });
                }
                continue;
            }
            for square in self.slots.clone() {
                let reached = sight::path(board, square, *movement)
                    .take_while(|square| !board.terrain(*square).is_some_and(crate::Terrain::stops_sight));
                let reached: Vec<Square> = reached.collect();
                control.charge(reached.len() as u64 + 1)?;
                let theirs: ShortList = self.on(&reached, to).collect();
                if !theirs.is_empty() {
                    self.rules.push(Rule::NotBoth(self.on(&[square], from).collect(), theirs));
                }
            }
        }
        Ok(())
    }
}

/// Tells whether a rule of the problem keeps one kind from attacking the first piece on a ride if that is of another kind, or the
/// other from attacking back.
fn never_neighbours(problem: &Problem, kind: usize, other: usize, ride: Move, sight: Sight) -> bool {
    let is_kept = |one: usize, other: usize| {
        problem.constraints().iter().any(|constraint| match &constraint.rule {
            constraint::Rule::Attacks { from, to, range, sight: own } => {
                *own == sight && range.ends().1 == 0 && from.has(one) && to.has(other)
            }
            _ => false,
        })
    };
    let back = ride.reversed();
    let rides_back = || problem.setup().kinds[other].piece.moves().iter().any(|own| goes_as_far(*own, back));
    is_kept(kind, other) || rides_back() && is_kept(other, kind)
}

/// Tells whether a ride has the direction of another and reaches as far.
fn goes_as_far(own: Move, other: Move) -> bool {
    own.reach() != Reach::Leap
        && (own.rows(), own.columns()) == (other.rows(), other.columns())
        && own.steps() >= other.steps()
}

/// Returns the largest number of steps of a ride; `None` for one that is equivalent to a leap.
fn ride_range(movement: Move) -> Option<usize> {
    (movement.steps() > 1).then_some(movement.steps())
}

/// Tells whether pieces with these moves attack each other whenever one attacks the other.
pub(super) fn is_mutual(piece: &Piece) -> bool {
    piece.moves().iter().all(|movement| piece.moves().contains(&movement.reversed()))
}

/// Tells whether this is the one of each pair of opposite moves that points forward.
pub(super) fn points_forward(movement: Move) -> bool {
    (movement.rows(), movement.columns()) > (0, 0)
}

/// Returns small sets of offsets, each containing (0, 0), in which any two differ by a leap; every leap or its reverse
/// is the difference of two offsets in one of them.
fn templates(leaps: &OrderedSet<(i64, i64)>) -> Vec<Vec<(i64, i64)>> {
    let mut templates: Vec<Vec<(i64, i64)>> = Vec::new();
    let mut covered = OrderedSet::default();
    for leap in leaps.iter().filter(|leap| **leap > (0, 0)) {
        if covered.contains(leap) {
            continue;
        }
        let mut template = vec![(0, 0), *leap];
        // Forward offsets come first, so that blocks begin at their first square.
        for next in leaps.iter().rev() {
            if template.iter().all(|(r, c)| leaps.contains(&(next.0 - r, next.1 - c))) {
                template.push(*next);
            }
        }
        for from in &template {
            for to in &template {
                covered.insert((to.0 - from.0, to.1 - from.1));
            }
        }
        templates.push(template);
    }
    templates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_attack_in_blocks_and_knights_in_pairs() {
        let leaps =
            |piece: &Piece| piece.moves().iter().map(|m| (i64::from(m.rows()), i64::from(m.columns()))).collect();
        let sizes = |piece: &Piece| templates(&leaps(piece)).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(&Piece::KING), [4]);
        assert_eq!(sizes(&Piece::KNIGHT), [2, 2, 2, 2]);
    }
}
