//! Packings that a matching settles: the most pieces, and the proof that there are no more.
//!
//! - If pieces exclude each other in pairs and these form a bipartite graph (knights, whose every move changes the colour of
//!   the square), the pairs of a greatest matching hold one piece each, and as many pieces fit, beside those without partner.
//! - If each square lies in no more than two sets of which each holds one piece (rows and columns for rooks, diagonals for
//!   bishops), and the sets form a bipartite graph whose edges are the squares, a greatest matching is a greatest placement,
//!   and a least cover the proof: as many sets as there are pieces, in which all squares lie.

use crate::budget::{Cause, Control};
use crate::model::{Bipartite, Model, Rule, Sets, Var, Worths};

/// The variables of a greatest packing; `None` if rules say more than which pieces exclude each other, if weights differ, or if
/// the structure is another.
pub(in crate::engine) fn settled(
    model: &Model,
    worths: &Worths,
    control: &mut Control,
) -> Result<Option<Vec<Var>>, Cause> {
    let mut gains = worths.list().iter().filter(|weight| **weight > 0);
    if gains.next().is_none_or(|first| gains.any(|weight| weight != first)) {
        return Ok(None);
    }
    if model.vars() > Bipartite::MAX_VERTICES {
        return Ok(None);
    }
    let counted = |var: &Var| worths.weight(*var) > 0;
    let mut sets = Sets::default();
    for set in model.cliques.iter().flat_map(|family| family.sets.iter()) {
        control.charge(set.len() as u64)?;
        sets.push_if(2, set.iter().copied().filter(counted));
    }
    for rule in &model.rules {
        let Rule::NotBoth(left, right) = rule else { return Ok(None) };
        let (left, right): (Vec<Var>, Vec<Var>) =
            (left.iter().copied().filter(counted).collect(), right.iter().copied().filter(counted).collect());
        if left.len() > 1 && right.len() > 1 {
            return Ok(None);
        }
        for one in &left {
            control.charge(right.len() as u64)?;
            for other in &right {
                sets.push([*one, *other]);
            }
        }
    }
    if sets.iter().all(|set| set.len() == 2) {
        by_pairs(model, &sets, &counted, control)
    } else {
        by_lines(model, &sets, &counted, control)
    }
}

/// Pieces exclude each other in pairs.
fn by_pairs(
    model: &Model,
    pairs: &Sets,
    counted: &dyn Fn(&Var) -> bool,
    control: &mut Control,
) -> Result<Option<Vec<Var>>, Cause> {
    let edges: Vec<(u32, u32)> = pairs.iter().map(|pair| (pair[0], pair[1])).collect();
    let Some(graph) = Bipartite::new(model.vars(), &edges, control)? else { return Ok(None) };
    let matching = graph.matching(control)?;
    Ok(Some((0..model.vars() as Var).filter(|var| counted(var) && !matching.cover[*var as usize]).collect()))
}

/// Each square lies in no more than two sets that hold one piece each.
fn by_lines(
    model: &Model,
    sets: &Sets,
    counted: &dyn Fn(&Var) -> bool,
    control: &mut Control,
) -> Result<Option<Vec<Var>>, Cause> {
    const NONE: u32 = u32::MAX;
    let mut of_var = vec![[NONE; 2]; model.vars()];
    for (number, set) in (0u32..).zip(sets.iter()) {
        control.charge(set.len() as u64)?;
        for var in set {
            match of_var[*var as usize].iter_mut().find(|own| **own == NONE) {
                Some(own) => *own = number,
                None => return Ok(None),
            }
        }
    }
    // A square that lies in fewer has a set to itself for each that is wanting.
    let mut vertices = sets.len() as u32;
    let mut edges = Vec::new();
    let mut vars = Vec::new();
    for (var, own) in (0..).zip(&mut of_var).filter(|(var, _)| counted(var)) {
        for place in own.iter_mut().filter(|place| **place == NONE) {
            *place = vertices;
            vertices += 1;
        }
        edges.push((own[0], own[1]));
        vars.push(var);
    }
    let Some(graph) = Bipartite::new(vertices as usize, &edges, control)? else { return Ok(None) };
    let matching = graph.matching(control)?;
    let mut taken = vec![false; vertices as usize];
    let mut packing = Vec::with_capacity(matching.len());
    for ((one, other), var) in edges.into_iter().zip(vars) {
        if matching.partner(one) == Some(other) && !taken[one as usize] && !taken[other as usize] {
            (taken[one as usize], taken[other as usize]) = (true, true);
            packing.push(var);
        }
    }
    Ok(Some(packing))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::judge::Verifier;
    use crate::language::{Board, Constraint, Piece, Problem, Wrap, classics};

    /// How many pieces a matching places, judged; `None` if it does not settle the problem.
    fn placed(problem: &Problem, weights: &[i64]) -> Option<i64> {
        let mut control = Control::new(&Options::new());
        let problem = Arc::new(problem.clone());
        let model = Model::compile(&problem, &mut control).expect("no limit was set");
        let worths = Worths::by_kind(&model, weights);
        let vars = settled(&model, &worths, &mut control).expect("no limit was set")?;
        let placed: Vec<_> = vars.iter().map(|var| model.placed[*var as usize]).collect();
        assert!(Verifier::new(&problem).accepts(&placed), "{placed:?}");
        Some(placed.len() as i64)
    }

    #[test]
    fn what_is_settled_is_the_most() {
        let mut random = Random::new(3);
        let mut settled = 0;
        for _ in 0..40 {
            for piece in [Piece::KNIGHT, Piece::ROOK, Piece::BISHOP, Piece::WAZIR, Piece::KING] {
                let (rows, columns) = (1 + random.below(5) as usize, 1 + random.below(5) as usize);
                let mut square = || (random.below(rows as u64) as usize, random.below(columns as u64) as usize);
                let board = Board::new(rows, columns).with_walls([square(), square()]).with_forbidden([square()]);
                let wrap = [Wrap::None, Wrap::Columns, Wrap::Both][random.below(3) as usize];
                let problem = classics::non_attacking(board.with_wrap(wrap), piece);
                if let Some(max) = placed(&problem, &[1]) {
                    settled += 1;
                    let search = Options::new().engine(Engine::Search);
                    let value = problem.using(&search).maximize().expect("the problem is sound").value();
                    assert_eq!(value, Ok(Some(max)), "{problem}");
                }
            }
        }
        assert!(settled > 100, "{settled}");
    }

    #[test]
    fn large_boards_are_settled() {
        for (piece, max) in [(Piece::KNIGHT, 80_000), (Piece::ROOK, 400), (Piece::BISHOP, 798)] {
            assert_eq!(placed(&classics::non_attacking(Board::square(400), piece), &[1]), Some(max));
        }
    }

    #[test]
    fn what_a_matching_does_not_settle_is_left() {
        let queens = classics::non_attacking(Board::square(5), Piece::QUEEN);
        let kings = classics::non_attacking(Board::square(5), Piece::KING);
        let cover = classics::domination(Board::square(3), Piece::KNIGHT);
        assert_eq!([queens, kings, cover].map(|problem| placed(&problem, &[1])), [None; 3]);
        let mut two = Problem::new(Board::square(3));
        let kinds = [two.add_kind("rook", Piece::ROOK), two.add_kind("knight", Piece::KNIGHT)];
        two.add(Constraint::attacks(kinds, kinds, 0));
        assert_eq!(placed(&two, &[5, 3]), None);
    }
}
