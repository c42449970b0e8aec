//! Covers by lines: of each square's lines, two at most, one must be occupied.
//!
//! A rook covers along its row and its column, so for every square one of the two is occupied. Which lines are occupied is a
//! choice to branch on: a line left empty makes all that cross it occupied, and a piece occupies no more than one line of each
//! direction, so that the occupied lines of a direction are a bound. Rooks that cover every square leave no row empty or no
//! column, and the bound is met after as many branches as there are lines; a branch on a single square decides little.

use super::node::{Conflict, Node};
use super::program::{Agenda, MAX_HITS, Program, Total};
use crate::budget::{Cause, Control};
use crate::language::sort_by_number;
use crate::model::bit_set::BitSet;
use crate::model::{Model, Rule, Sets, View, When};

/// The lines of which each square to be covered has two at most.
pub(super) struct CoverLines<W: BitSet> {
    lines: Vec<Line<W>>,
    /// For each square to be covered the numbers of its lines, twice the same where it has but one.
    squares: Vec<[u8; 2]>,
    /// The lines of each direction, of which a piece is on one at most, for each part of the board that no line connects with
    /// another; as masks of the sets to be hit.
    parts: Vec<Vec<u128>>,
    /// An estimate of the work to propagate them.
    pub(super) cost: u64,
}

struct Line<W: BitSet> {
    mask: W::Mask,
    /// The number of the set to be hit once the line must be occupied.
    hit: u32,
}

/// The lines of a board, by direction, and the squares to be covered.
pub(super) struct CoverLinesDraft {
    /// For each slot its line in each direction.
    line_of: Vec<Vec<u32>>,
    lines: Sets,
    direction_of: Vec<usize>,
    squares: Vec<[u8; 2]>,
}

impl CoverLinesDraft {
    /// The most lines: there must be room for sets to be hit beside them.
    const MOST: usize = MAX_HITS / 2;

    /// Returns `None` if there are other pieces than one that rides, or too many lines.
    pub(super) fn new(model: &Model, control: &mut Control) -> Result<Option<Self>, Cause> {
        if model.kinds != 1
            || !model.rules.iter().any(|rule| matches!(rule, Rule::Views(views) if views.out().is_none()))
        {
            return Ok(None);
        }
        let mut steps: Vec<(i32, i32)> = Vec::new();
        for movement in model.piece(0).moves() {
            let step = (movement.rows(), movement.columns());
            if movement.steps() == 1 {
                return Ok(None);
            }
            let step = step.max((-step.0, -step.1));
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        if steps.is_empty() || steps.len() > 2 {
            return Ok(None);
        }
        let (mut line_of, mut lines, mut direction_of) = (Vec::new(), Sets::default(), Vec::new());
        for (direction, (down, right)) in steps.into_iter().enumerate() {
            let mut own = vec![u32::MAX; model.slots.len()];
            model.board().try_each_chain(down, right, &mut |chain| {
                control.charge(8 * chain.squares.len() as u64)?;
                for segment in model.board().cut(chain) {
                    let slots: Vec<u32> = segment.squares.iter().filter_map(|square| model.slot(*square)).collect();
                    for slot in &slots {
                        own[*slot as usize] = lines.len() as u32;
                    }
                    if lines.push_if(1, slots) {
                        direction_of.push(direction);
                    }
                }
                Ok(())
            })?;
            line_of.push(own);
        }
        let fits = lines.len() <= Self::MOST;
        Ok(fits.then_some(Self { line_of, lines, direction_of, squares: Vec::new() }))
    }

    /// Whether all of these slots are on a line.
    fn holds(&self, line: u32, cells: &[(u32, u64)]) -> bool {
        let own = &self.line_of[self.direction_of[line as usize]];
        cells.iter().all(|(slot, _)| own[*slot as usize] == line)
    }

    /// Adds a square to be covered, by what it sees.
    pub(super) fn square(&mut self, view: &View) {
        let mut chosen: Vec<u32> = Vec::new();
        let own =
            |cell: &(u32, u64)| [self.line_of.first(), self.line_of.get(1)].map(|of| of.map(|of| of[cell.0 as usize]));
        // Rays of one square may lie on lines of both directions; the longer ones are told apart first.
        let mut rays: Vec<&[(u32, u64)]> = view.rays.iter().map(|ray| &ray.cells[..]).collect();
        sort_by_number(&mut rays, |cells| -(cells.len() as i64));
        for cells in rays {
            let lines = own(&cells[0]).into_iter().flatten().filter(|line| self.holds(*line, cells));
            let lines: Vec<u32> = lines.collect();
            match lines.iter().find(|line| chosen.contains(line)).or(lines.first()) {
                Some(line) if chosen.contains(line) => {}
                Some(line) => chosen.push(*line),
                None => return,
            }
        }
        if let When::Vacant(slot) = view.when
            && !chosen.iter().any(|line| self.holds(*line, &[(slot, 1)]))
        {
            return;
        }
        match chosen[..] {
            [one] => self.squares.push([one as u8; 2]),
            [one, other] => self.squares.push([one as u8, other as u8]),
            _ => {}
        }
    }
}

impl CoverLinesDraft {
    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The lines of each part of the board, by direction, as masks in which a number of bits comes before them.
    fn parts(&self, before: usize) -> Vec<Vec<u128>> {
        let mut part: Vec<usize> = (0..self.lines.len()).collect();
        let [first, second] = [0, 1].map(|direction| self.line_of.get(direction));
        for (one, other) in first.into_iter().flatten().zip(second.into_iter().flatten()) {
            let (from, to) = (part[*one as usize], part[*other as usize]);
            part.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
        }
        let mut parts = vec![vec![0; self.line_of.len()]; self.lines.len()];
        for (line, direction) in self.direction_of.iter().enumerate() {
            parts[part[line]][*direction] |= 1 << (before + line);
        }
        parts.retain(|masks| masks.iter().any(|mask| *mask != 0));
        parts
    }
}

impl<W: BitSet> Program<W> {
    /// Keeps the lines of which squares have two at most, as sets to be hit.
    pub(super) fn keep_lines(&mut self, draft: &CoverLinesDraft) {
        let first = self.hits.len();
        if draft.squares.is_empty() || first + draft.lines() > MAX_HITS {
            return;
        }
        let mut lines = Vec::with_capacity(draft.lines());
        for place in 0..draft.lines() {
            let vars = draft.lines.get(place);
            lines.push(Line { mask: W::mask(self.vars, vars), hit: self.hits.len() as u32 });
            self.hits.push(W::mask(self.vars, vars));
        }
        let cost = (8 * lines.len() + 2 * draft.squares.len()) as u64;
        self.cover_lines = Some(CoverLines { squares: draft.squares.clone(), parts: draft.parts(first), lines, cost });
    }

    /// Propagates that each square to be covered has an occupied line, and that no more lines must be occupied than pieces are
    /// allowed.
    pub(super) fn lines_hold(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        covers: &CoverLines<W>,
        total: &Total<W>,
    ) -> Result<(), Conflict> {
        let (occupied, empty) = covers.known(node);
        let before = node.unmet;
        for [one, other] in &covers.squares {
            let (own, its) = (1u64 << one, 1u64 << other);
            if occupied & (own | its) != 0 {
                continue;
            }
            match (empty & own != 0, empty & its != 0) {
                (true, true) => return Err(Conflict),
                (true, false) => node.unmet |= 1 << covers.lines[usize::from(*other)].hit,
                (false, true) => node.unmet |= 1 << covers.lines[usize::from(*one)].hit,
                (false, false) if one == other => node.unmet |= 1 << covers.lines[usize::from(*one)].hit,
                (false, false) => {}
            }
        }
        if node.unmet != before {
            agenda.changes += 1;
        }
        let allowed = total.max.saturating_sub(node.placed.count_in(&total.mask) as i64);
        let unmet = node.unmet;
        let mut all = 0;
        for part in &covers.parts {
            all += i64::from(needed(part, unmet));
        }
        if all > allowed {
            return Err(Conflict);
        }
        if all < allowed {
            return Ok(());
        }
        // Every further piece must occupy one more of the lines of which most are needed.
        for part in &covers.parts {
            let max = needed(part, unmet);
            for direction in part {
                if (unmet & direction).count_ones() < max {
                    continue;
                }
                let spare = direction & !unmet;
                for line in &covers.lines {
                    if spare >> line.hit & 1 == 1 {
                        self.drop_all(node, agenda, &line.mask);
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a piece stand on a line, one at least.
    pub(super) fn occupy(&self, node: &mut Node<W>, line: u8) {
        if let Some(covers) = &self.cover_lines {
            node.unmet |= 1 << covers.lines[usize::from(line)].hit;
        }
    }

    /// Leaves a line empty.
    pub(super) fn vacate(&self, node: &mut Node<W>, agenda: &mut Agenda, line: u8) {
        if let Some(covers) = &self.cover_lines {
            self.drop_all(node, agenda, &covers.lines[usize::from(line)].mask);
        }
    }
}

/// Returns how many lines of a part must be occupied: the most of one direction.
fn needed(part: &[u128], unmet: u128) -> u32 {
    part.iter().map(|own| (unmet & own).count_ones()).max().unwrap_or(0)
}

impl<W: BitSet> CoverLines<W> {
    /// Returns the line with the most squares for which it is not known which of their lines is occupied.
    pub(super) fn undecided(&self, node: &Node<W>) -> Option<u8> {
        let (occupied, empty) = self.known(node);
        let mut known = occupied | empty;
        for (number, line) in self.lines.iter().enumerate() {
            known |= ((node.unmet >> line.hit & 1) as u64) << number;
        }
        most_common(&self.squares, known)
    }

    /// The lines that are occupied, and those that stay empty.
    fn known(&self, node: &Node<W>) -> (u64, u64) {
        let (mut occupied, mut empty) = (0, 0);
        for (number, line) in self.lines.iter().enumerate() {
            if node.placed.meets(&line.mask) {
                occupied |= 1 << number;
            } else if !node.open.meets(&line.mask) {
                empty |= 1 << number;
            }
        }
        (occupied, empty)
    }
}

/// Returns the line on which the most of these squares are, of those that have no line that is known.
fn most_common(squares: &[[u8; 2]], known: u64) -> Option<u8> {
    let mut matters = [0u32; CoverLinesDraft::MOST];
    for [one, other] in squares {
        if known & (1 << one | 1 << other) == 0 {
            matters[usize::from(*one)] += 1;
            matters[usize::from(*other)] += 1;
        }
    }
    let max = matters.iter().copied().max().filter(|max| *max > 0)?;
    matters.iter().position(|own| *own == max).map(|line| line as u8)
}

#[cfg(test)]
mod tests {
    use crate::budget::{Engine, Options, Random};
    use crate::language::{Board, Kind, Piece, Problem, Wrap, classics};

    fn ones(problem: &Problem) -> Vec<(Kind, i64)> {
        problem.kinds().map(|kind| (kind, 1)).collect()
    }

    /// The fewest by the search and by trying every subset, on boards with walls, holes and edges that meet.
    #[test]
    fn covers_by_lines_lose_no_placement() {
        let mut random = Random::new(3);
        for piece in [Piece::ROOK, Piece::BISHOP] {
            for round in 0..24 {
                let (rows, columns) = [(3, 3), (3, 4), (4, 3), (2, 5)][round % 4];
                let mut square = || (random.below(rows) as usize, random.below(columns) as usize);
                let board = match round % 3 {
                    0 => Board::new(rows as usize, columns as usize).with_walls([square(), square()]),
                    1 => Board::new(rows as usize, columns as usize).with_holes([square()]).with_forbidden([square()]),
                    _ => Board::new(rows as usize, columns as usize).with_wrap(Wrap::Columns),
                };
                for make in [classics::domination, classics::independent_domination, classics::total_domination] {
                    let problem: Problem = make(board.clone(), piece.clone());
                    let min = [Engine::Search, Engine::Brute].map(|engine| {
                        let answer = problem.using(&Options::new().engine(engine)).minimize_of(ones(&problem));
                        answer.expect("the problem is sound").value().expect("no limit was set")
                    });
                    assert_eq!(min[0], min[1], "{problem}");
                }
            }
        }
    }

    /// Neither cover counting nor duality proves more than half of it.
    #[test]
    fn as_many_rooks_as_rows_are_proved_by_few_nodes() {
        for make in [classics::domination, classics::total_domination] {
            let problem = make(Board::square(12), Piece::ROOK);
            let options = Options::new().engine(Engine::Search).node_limit(20_000);
            let answer = problem.using(&options).minimize_of(ones(&problem)).expect("the problem is sound");
            assert_eq!(answer.value().expect("the nodes are enough"), Some(12));
        }
    }
}
