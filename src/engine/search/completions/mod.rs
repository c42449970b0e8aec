//! The ways to complete a node: how many there are where they are counted, and a list where they are visited.
//!
//! - `families`: one piece in each set of families that part the board;
//! - `lanes`: such sets side by side;
//! - `few`: a number of pieces anywhere;
//! - `graph`: the squares left and what they exclude, and the last four pieces in closed form;
//! - `sizes`: any number of pieces on the last squares, by their number;
//! - `tally`: what is made of the ends of families: their number, and the way to the first solution;
//! - `list`: or a list.

mod families;
mod few;
mod graph;
mod lanes;
mod list;
mod sizes;
mod tally;

use super::node::Node;
use super::program::{Program, Total};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;
use families::Families;
use few::Few;
pub(super) use list::Lists;
pub(super) use sizes::{MOST_AT_ONCE, MOST_NODES, sizes};

/// Counts what is left of a tree near its end, with no frames and no paths.
pub(super) struct Completions<W>(Kind<W>);

enum Kind<W> {
    Families(Families<W>),
    Few(Few<W>),
}

/// The completions of a node. All have as many pieces.
pub(super) struct Completed<W> {
    pub(super) number: u64,
    /// The true variables of one of them, if there is one.
    pub(super) one: W,
}

impl<W: BitSet> Completions<W> {
    /// Returns `None` where more matters than what squares exclude, sets that hold one piece and counts of all pieces.
    pub(super) fn new(program: &Program<W>, root: &Node<W>, control: &mut Control) -> Result<Option<Self>, Cause> {
        if let Some(families) = Families::new(program, root, control)? {
            return Ok(Some(Self(Kind::Families(families))));
        }
        Ok(Few::new(program, root, control)?.map(|few| Self(Kind::Few(few))))
    }

    /// Tells whether a board has room for many more pieces than there are to be.
    pub(super) fn are_few(&self, program: &Program<W>) -> bool {
        matches!(self.0, Kind::Few(_)) && program.totals.iter().all(Total::is_of_few)
    }

    /// Estimates the nodes below one, if it is near enough to the end and that can be told beforehand.
    pub(super) fn nodes_below(&self, node: &Node<W>) -> Option<f64> {
        match &self.0 {
            Kind::Families(_) => None,
            Kind::Few(few) => few.nodes_below(node),
        }
    }

    /// Counts the completions of a node; `None` if it is too far from the end, or more nodes lie below than may be looked at.
    pub(super) fn of(
        &mut self,
        program: &Program<W>,
        node: &Node<W>,
        control: &mut Control,
    ) -> Result<Option<Completed<W>>, Cause> {
        match &mut self.0 {
            Kind::Families(families) => families.of(program, node, control),
            Kind::Few(few) => few.of(node, control),
        }
    }
}

/// Returns what each variable excludes at the root, which may be itself too.
fn excluded<W: BitSet>(program: &Program<W>, root: &Node<W>, control: &mut Control) -> Result<Vec<W>, Cause> {
    control.charge(8 * program.vars as u64 * root.open.words().len() as u64)?;
    let mut excluded = Vec::with_capacity(program.vars);
    for var in 0..program.vars as Var {
        let mut left = root.open.clone();
        program.take_all_excluded(&mut left, var);
        let mut own = root.open.clone();
        own.subtract(&left);
        excluded.push(own);
    }
    Ok(excluded)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Search;
    use super::super::tree::{Tree, Work};
    use super::*;
    use crate::answer::Paths;
    use crate::budget::{CancelToken, Options, Random};
    use crate::engine::{Cube, Cut, Run, SearchTree, Step};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Square, Wrap, classics};
    use crate::model::bit_set::{Fixed, Wide};
    use crate::model::{Goal, Model};
    use crate::symmetry::Group;

    /// Pieces, one in each row, and in each column or region where there are as many; some squares forbidden or given.
    fn random(random: &mut Random) -> Problem {
        let rows = 3 + random.below(6) as usize;
        let columns = if random.below(3) > 0 { rows } else { rows + random.below(3) as usize };
        let mut board = Board::new(rows, columns);
        if random.below(3) == 0 {
            board = board.with_wrap(Wrap::Both);
        }
        let any = |random: &mut Random| {
            Square::new(random.below(rows as u64) as usize, random.below(columns as u64) as usize)
        };
        let vacant: Vec<_> = (0..random.below(6)).map(|_| any(random)).collect();
        board = board.with_forbidden(vacant);
        let pieces = [Piece::QUEEN, Piece::ROOK, Piece::KING, Piece::KNIGHT, Piece::BISHOP];
        let piece = pieces[random.below(pieces.len() as u64) as usize].clone();
        let mut problem = Problem::new(board);
        let kind = problem.add_kind("piece", piece);
        problem.non_attacking();
        problem.add(Constraint::count(kind, Area::rows(), 1));
        if rows == columns {
            problem.add(Constraint::count(kind, Area::columns(), 1));
        }
        if random.below(3) == 0 {
            let given: Vec<_> = (0..=random.below(2)).map(|_| any(random)).collect();
            problem.add(Constraint::fixed(kind, given));
        }
        problem
    }

    /// The number of solutions; each of those that are told stands for others, and has as many pieces.
    fn number<W: BitSet>(
        model: &Arc<Model>,
        goal: &Goal,
        control: Control,
        part: Paths,
    ) -> (u64, Vec<usize>, Option<Paths>) {
        let mut run = Tree::<W>::new(Arc::clone(model), goal, Work::own(part), control);
        let (mut sum, mut pieces) = (0, Vec::new());
        loop {
            match run.step() {
                Step::Found => {
                    let mut placed = Vec::new();
                    run.placed(&mut placed);
                    pieces.push(placed.len());
                    sum += run.weight();
                }
                Step::Done(_) => return (sum, pieces, None),
                Step::Stopped(_) => return (sum, pieces, Some(run.remainder())),
                Step::Improved(_) => unreachable!("there is nothing to improve"),
            }
        }
    }

    /// A number of pieces of one or two kinds anywhere, some of which exclude each other.
    fn random_few(random: &mut Random) -> Problem {
        let rows = 1 + random.below(6) as usize;
        let columns = 2 + random.below(4) as usize;
        let mut board = Board::new(rows, columns);
        if random.below(4) == 0 {
            board = board.with_wrap(Wrap::Both);
        }
        let any = |random: &mut Random| {
            Square::new(random.below(rows as u64) as usize, random.below(columns as u64) as usize)
        };
        if random.below(3) == 0 {
            let walls: Vec<_> = (0..random.below(4)).map(|_| any(random)).collect();
            board = board.with_walls(walls);
        }
        let pieces = [Piece::QUEEN, Piece::ROOK, Piece::KING, Piece::KNIGHT, Piece::BISHOP, Piece::FERZ];
        let piece = |random: &mut Random| pieces[random.below(pieces.len() as u64) as usize].clone();
        let mut problem = Problem::new(board);
        let one = problem.add_kind("one", piece(random));
        if random.below(3) > 0 {
            problem.non_attacking();
            problem.add(Constraint::count(one, Area::Everywhere, random.below(6) as usize));
            return problem;
        }
        let other = problem.add_kind("other", piece(random));
        match random.below(3) {
            0 => problem.non_attacking(),
            1 => problem.add(Constraint::attacks(one, other, 0)).add(Constraint::attacks(other, one, 0)),
            _ => problem.add(Constraint::attacks(one, one, 0)),
        };
        if random.below(3) == 0 {
            problem.add(Constraint::count([one, other], Area::Everywhere, random.below(5) as usize));
        } else {
            problem.add(Constraint::count(one, Area::Everywhere, random.below(4) as usize));
            problem.add(Constraint::count(other, Area::Everywhere, random.below(4) as usize));
        }
        problem
    }

    #[test]
    fn as_many_are_counted_as_are_listed_of_families() {
        let mut draw = Random::new(5);
        let mut problems: Vec<_> = (0..300).map(|_| random(&mut draw)).collect();
        problems.extend((1..=9).map(classics::queens));
        let regions = Board::square(5).with_region_map("AABBB\nCABBB\nCCCCD\nCCEDD\nEEEDD").expect("it has five");
        problems.push(classics::star_battle(regions, 1));
        let (counted, stopped) = compare(&problems);
        assert!(counted > 150 && stopped > 300, "{counted} of {} counted, {stopped} stopped", problems.len());
    }

    #[test]
    fn as_many_are_counted_as_are_listed_in_many_rows_and_in_long_ones() {
        let boards = [(3, 17, Piece::QUEEN), (3, 20, Piece::KNIGHT), (2, 33, Piece::QUEEN), (2, 40, Piece::KING)];
        let narrow = [(17, 2, Piece::KNIGHT), (32, 2, Piece::WAZIR), (40, 2, Piece::KNIGHT), (40, 2, Piece::FERZ)];
        let problems = boards.into_iter().chain(narrow).map(|(rows, columns, piece)| {
            let mut problem = Problem::new(Board::new(rows, columns));
            let kind = problem.add_kind("piece", piece);
            problem.non_attacking().add(Constraint::count(kind, Area::rows(), 1));
            problem
        });
        let problems: Vec<_> = problems.collect();
        let (counted, _) = compare(&problems);
        assert_eq!(counted, problems.len() as u32);
    }

    #[test]
    fn as_many_are_counted_as_are_listed_of_a_few() {
        let mut draw = Random::new(7);
        let problems: Vec<_> = (0..600).map(|_| random_few(&mut draw)).collect();
        let (counted, stopped) = compare(&problems);
        assert!(counted > 200 && stopped > 300, "{counted} of {} counted, {stopped} stopped", problems.len());
    }

    /// All solutions, in order, by several runs: each ends after a number of solutions or of nodes, and the next goes on where it was.
    fn in_runs<W: BitSet>(model: &Arc<Model>, goal: &Goal, each: usize, nodes: u64) -> Vec<(Vec<(Square, u16)>, u64)> {
        let (mut all, mut part) = (Vec::new(), Paths::whole());
        while !part.is_empty() {
            let control = Control::new(&Options::new().node_limit(nodes));
            let mut run = Tree::<W>::new(Arc::clone(model), goal, Work::own(part), control);
            for _ in 0..each {
                let Step::Found = run.step() else { break };
                let mut placed = Vec::new();
                run.placed(&mut placed);
                all.push((placed, run.weight()));
            }
            part = run.remainder();
            assert!(Search.could_cut(model, &part));
        }
        all
    }

    #[test]
    fn a_list_that_is_left_in_the_middle_goes_on_where_it_was() {
        let mut draw = Random::new(11);
        let mut problems: Vec<_> = (0..24).map(|_| random(&mut draw)).collect();
        problems.push(classics::queens(8));
        let (mut listed, mut parts) = (0, 0);
        for problem in &problems {
            let mut control = Control::new(&Options::new());
            let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set"));
            let group = Arc::new(problem.own_group(&mut control).expect("no limit was set"));
            for goal in [Goal::All, Goal::UpTo(group)] {
                let all = in_runs::<Fixed<4>>(&model, &goal, usize::MAX, u64::MAX);
                if all.len() > 100 {
                    continue;
                }
                listed += u32::from(all.len() > 2);
                let mut tree =
                    Tree::<Fixed<4>>::new(Arc::clone(&model), &goal, Work::own(Paths::whole()), control.clone());
                tree.list_nothing();
                let mut apart = Vec::new();
                while let Step::Found = tree.step() {
                    let mut placed = Vec::new();
                    tree.placed(&mut placed);
                    apart.push((placed, tree.weight()));
                }
                let sorted = |mut all: Vec<_>| {
                    all.sort_unstable();
                    all
                };
                assert_eq!(sorted(all.clone()), sorted(apart), "{problem}");
                for (each, nodes) in [(1, 1000), (2, 30), (7, 1000), (100, 5)] {
                    let runs = in_runs::<Fixed<4>>(&model, &goal, each, nodes);
                    assert_eq!(runs, all, "{problem}, {each} at a time, {nodes} nodes at most");
                    parts += all.len() / each;
                }
                let mut run =
                    Tree::<Fixed<4>>::new(Arc::clone(&model), &goal, Work::own(Paths::whole()), control.clone());
                let given = (all.len() / 2).min(7);
                (0..given).for_each(|_| assert!(matches!(run.step(), Step::Found), "{problem}"));
                let tree = SearchTree { model: &model, goal: &goal, floor: None };
                let cubes = Search.cubes(tree, &run.remainder().to_vec(), control.clone());
                let cubes = cubes.expect("no limit was set").expect("the search has cubes");
                for (place, (placed, _)) in all.iter().enumerate() {
                    let stands = |var: Var| placed.contains(&model.placed[var as usize]);
                    let agree = |cube: &&Cube| cube.decided.iter().all(|(var, own)| stands(*var) == *own);
                    assert_eq!(cubes.iter().filter(agree).count(), usize::from(place >= given), "{problem}");
                }
                assert_eq!(sorted(in_runs::<Wide>(&model, &goal, 5, u64::MAX)), sorted(all), "{problem}");
            }
        }
        assert!(listed > 8 && parts > 200, "{listed} listed, {parts} parts");
    }

    #[test]
    fn a_limit_comes_in_the_middle_of_lists() {
        for piece in [Piece::KING, Piece::ROOK] {
            let mut problem = Problem::new(Board::square(9));
            let kind = problem.add_kind("piece", piece);
            problem.non_attacking().add(Constraint::count(kind, Area::rows(), 1));
            let mut control = Control::new(&Options::new());
            let model = Arc::new(Model::compile(&Arc::new(problem), &mut control).expect("no limit was set"));
            let token = CancelToken::new();
            let control = Control::new(&Options::new().cancel(&token));
            let mut run = Tree::<Fixed<2>>::new(model, &Goal::All, Work::own(Paths::whole()), control);
            assert!(matches!(run.step(), Step::Found));
            token.cancel();
            let given = (0..2000).take_while(|_| matches!(run.step(), Step::Found)).count();
            assert!(given < 1000, "{given} after it was cancelled");
        }
    }

    #[test]
    fn what_is_left_of_a_list_is_left_by_a_stop_on_the_way_to_it() {
        let mut problem = Problem::new(Board::new(12, 16));
        let king = problem.add_kind("king", Piece::KING);
        problem.non_attacking().add(Constraint::count(king, Area::rows(), 1));
        let mut control = Control::new(&Options::new());
        let model = Arc::new(Model::compile(&Arc::new(problem), &mut control).expect("no limit was set"));
        let tree = |part, control| Tree::<Fixed<4>>::new(Arc::clone(&model), &Goal::All, Work::own(part), control);
        let mut run = tree(Paths::whole(), control);
        assert!(matches!(run.step(), Step::Found));
        let part = run.remainder();
        let mut on_the_way = 0;
        for power in 8..20 {
            for more in 0..8 {
                let control = Control::new(&Options::new()).with_max_work((8 + more) << power >> 3);
                let mut run = tree(part.clone(), control);
                if let Step::Stopped(_) = run.step() {
                    assert_eq!(run.remainder(), part);
                    on_the_way += u32::from(run.standing() == 0);
                }
            }
        }
        assert!(on_the_way > 0);
        // A number that tells of a list is the last, and not 0; and what follows a list is not at its node.
        let first = part.to_vec().swap_remove(0);
        let (node, list) = first.split_at(first.len() - 1);
        let mut beside = node.to_vec();
        *beside.last_mut().expect("it is not the root") += 1;
        let none = [node, &[1 << 31]].concat();
        for forged in
            [vec![first.clone(), beside], vec![none], vec![[&first, list].concat()], vec![[list, node].concat()]]
        {
            assert!(!Search.could_cut(&model, &forged.iter().cloned().collect()), "{forged:?}");
        }
        assert!(Search.could_cut(&model, &vec![first].into_iter().collect()));
    }

    /// Returns how many of these problems were counted by completions, and how many counts were stopped and went on.
    fn compare(problems: &[Problem]) -> (u32, u32) {
        let clear = || Control::new(&Options::new());
        let (mut counted, mut stopped) = (0, 0);
        for problem in problems {
            let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut clear()).expect("no limit was set"));
            let group = Arc::new(problem.own_group(&mut clear()).expect("no limit was set"));
            let program = Program::<Fixed<4>>::new(&model, &mut clear()).expect("no limit was set");
            let mut open = Fixed::<4>::zeros(program.vars);
            for var in 0..program.vars as Var {
                open.insert(var);
            }
            let root = Node { placed: Fixed::zeros(program.vars), open, unmet: program.every_hit() };
            counted += u32::from(Completions::new(&program, &root, &mut clear()).expect("no limit was set").is_some());
            let (all, pieces, _) = number::<Fixed<4>>(&model, &Goal::All, clear(), Paths::whole());
            let trivial = Arc::new(Group::trivial(problem.board(), problem.kinds().count()));
            for group in [trivial, group] {
                let goal = Goal::Number(group);
                let (sum, some, _) = number::<Fixed<4>>(&model, &goal, clear(), Paths::whole());
                assert_eq!(sum, all, "{problem}");
                assert!(some.iter().all(|some| pieces.contains(some)), "{problem}");
                assert_eq!(number::<Wide>(&model, &goal, clear(), Paths::whole()).0, all, "{problem}");
                for nodes in [1, 2, 3, 5, 20, 100] {
                    let control = Control::new(&Options::new().node_limit(nodes));
                    let (mut sum, _, left) = number::<Fixed<4>>(&model, &goal, control, Paths::whole());
                    if let Some(left) = left {
                        sum += number::<Fixed<4>>(&model, &goal, clear(), left).0;
                        stopped += 1;
                    }
                    assert_eq!(sum, all, "{problem}, stopped after {nodes} nodes");
                }
            }
        }
        (counted, stopped)
    }
}
