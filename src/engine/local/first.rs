//! Placements that come at once: none, as many as there is room for in reading order, a cover in reading order, one kind
//! everywhere.

use crate::budget::{Cause, Control};
use crate::language::{Sight, sort_by};
use crate::model::{Model, Ray, Rule, Sets, Var, Views, When, Worths};

/// The best of the placements that come at once and keep all rules.
pub(in crate::engine) fn first(
    model: &Model,
    worths: &Worths,
    control: &mut Control,
) -> Result<Option<Vec<Var>>, Cause> {
    let mut placements = vec![Vec::new(), apart(model, control)?, cover(model, control)?];
    for kind in 0..model.kinds {
        control.charge(model.slots.len() as u64)?;
        placements.push((kind as Var..model.vars() as Var).step_by(model.kinds).collect());
    }
    sort_by(&mut placements, |one, other| worths.sum(other).cmp(&worths.sum(one)));
    for vars in placements {
        if model.holds(&vars, control)? {
            return Ok(Some(vars));
        }
    }
    Ok(None)
}

/// Each piece, in reading order, that no earlier one excludes; none where there is no memory to keep up with that.
fn apart(model: &Model, control: &mut Control) -> Result<Vec<Var>, Cause> {
    /// The bytes for a member of a set, which is there twice, and the part of the memory that they may take.
    const BYTES: u64 = 2 * 12;
    const SHARE: u64 = 4;
    let cliques: usize = model.cliques.iter().map(|family| family.sets.members().len()).sum();
    let pairs = model.rules.iter().map(|rule| if let Rule::NotBoth(a, b) = rule { a.len() + b.len() } else { 0 });
    if (cliques + pairs.sum::<usize>()) as u64 * BYTES > control.memory_limit() / SHARE {
        return Ok(Vec::new());
    }
    // The sets that a variable is in, each with the one of which then no member may stand; they are 2·i and 2·i + 1 where two
    // sets exclude each other, and the second is empty where the members of one do.
    let mut of: Vec<(Var, u32)> = Vec::new();
    let mut sets = 0;
    let mut add = |vars: &[Var], set: u32| of.extend(vars.iter().map(|var| (*var, set)));
    for set in model.cliques.iter().flat_map(|family| family.sets.iter()) {
        control.charge(set.len() as u64)?;
        add(set, sets);
        add(set, sets + 1);
        sets += 2;
    }
    for rule in &model.rules {
        if let Rule::NotBoth(left, right) = rule {
            control.charge((left.len() + right.len()) as u64)?;
            add(left, sets);
            add(right, sets + 1);
            sets += 2;
        }
    }
    let of = Sets::grouped(model.vars(), &of, control)?;
    let mut stands = vec![false; sets as usize];
    let mut placed: Vec<Var> = Vec::new();
    for var in 0..model.vars() as Var {
        let own = of.get(var as usize);
        control.charge(1 + own.len() as u64)?;
        let on_same_slot = placed.last().is_some_and(|last| *last as usize / model.kinds == var as usize / model.kinds);
        if !on_same_slot && own.iter().all(|set| !stands[(*set ^ 1) as usize]) {
            for set in own {
                stands[*set as usize] = true;
            }
            placed.push(var);
        }
    }
    Ok(placed)
}

/// For each square that is not covered often enough, in reading order, pieces that see it along its last rays.
fn cover(model: &Model, control: &mut Control) -> Result<Vec<Var>, Cause> {
    let mut stands = vec![false; model.slots.len()];
    let mut placed = Vec::new();
    let least = |views: &Views| views.range.ends().0;
    for rule in &model.rules {
        let Rule::Views(views) = rule else { continue };
        if views.out().is_some() || least(views) < 1 {
            continue;
        }
        views.all(model, control, &mut |view, _| {
            if matches!(view.when, When::Vacant(slot) if stands[slot as usize]) {
                return Ok(true);
            }
            let seen = |ray: &Ray| {
                let mut standing = ray.cells.iter().filter(|(slot, _)| stands[*slot as usize]);
                match views.sight {
                    Sight::First => i64::from(standing.next().is_some()),
                    Sight::Through => standing.count() as i64,
                }
            };
            let mut missing = least(views) - view.rays.iter().map(seen).sum::<i64>();
            for ray in view.rays.iter().rev() {
                let (slot, counting) = ray.cells[ray.cells.len() / 2];
                if missing > 0 && counting != 0 && !stands[slot as usize] {
                    stands[slot as usize] = true;
                    placed.push(slot * model.kinds as Var + counting.trailing_zeros());
                    missing -= 1;
                }
            }
            Ok(missing <= 0)
        })?;
    }
    Ok(placed)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::judge::Verifier;
    use crate::language::{Board, Piece, Problem, classics};
    use crate::model::samples::problems;

    /// How many pieces the first placement has, which is judged; the more the better, or the fewer.
    fn pieces(problem: &Problem, sign: i64) -> Option<usize> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::of(vec![sign; model.vars()], model.kinds);
        let vars = first(&model, &worths, &mut control).expect("no limit was set")?;
        let mut placed: Vec<_> = vars.iter().map(|var| model.placed[*var as usize]).collect();
        placed.sort_unstable();
        assert!(Verifier::new(&Arc::new(problem.clone())).accepts(&placed), "{problem} {placed:?}");
        Some(placed.len())
    }

    #[test]
    fn what_comes_at_once_keeps_the_rules() {
        let all = problems();
        let found = all.iter().flat_map(|problem| [pieces(problem, 1), pieces(problem, -1)]).flatten().count();
        assert!(found > all.len(), "{found} of {}", 2 * all.len());
    }

    #[test]
    fn covers_and_packings_have_one_at_once() {
        for piece in [Piece::KING, Piece::KNIGHT, Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::AMAZON] {
            let board = Board::square(12).with_walls([(3, 4), (7, 7)]);
            for problem in [
                classics::domination(board.clone(), piece.clone()),
                classics::total_domination(board.clone(), piece.clone()),
            ] {
                let few = pieces(&problem, -1).unwrap_or_else(|| panic!("{problem}"));
                assert!(few < board.open().len() / 2, "{few} pieces in {problem}");
            }
            assert!(pieces(&classics::independent_domination(board.clone(), piece.clone()), -1).is_some());
            assert!(pieces(&classics::attacking(board.clone(), piece.clone(), 2), 1).is_some());
            assert!(pieces(&classics::peaceable(board, piece), 1).is_some());
        }
    }
}
