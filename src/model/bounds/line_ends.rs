//! The line-ends identity, and the bounds that follow from it.

use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control};
use crate::language::{Direction, Move, OrderedSet, Reach, Square, Wrap, sort_by_number};
use crate::model::{Model, Sets};

/// A bound by line ends: n pieces that own at least `each` ends occupy at least n × `each` / 2 lines.
pub(crate) struct LineEnds {
    /// The lines that may be occupied.
    pub(crate) lines: Sets,
    /// The smallest number of ends a piece owns.
    pub(crate) each: i64,
    /// The largest number of ends a piece owns, if all directions are chosen: then n × `most_each` is at least twice
    /// the number of occupied lines.
    pub(crate) max_each: Option<i64>,
    /// The number of ends of the lines through a piece.
    pub(crate) ends: i64,
    /// Whether a piece may own more than `each`: if it attacks fewer pieces, or some along directions that are left
    /// out.
    pub(crate) spares: bool,
    /// Whether the number of pieces is even.
    even: bool,
    /// Ends without an owner, or owned by a piece beyond its first `each`.
    lost: i64,
    name: BoundName,
}

impl LineEnds {
    /// Returns the largest number of pieces that the ends allow.
    pub(crate) fn pieces(&self) -> i64 {
        let pieces = (2 * self.lines.len() as i64 - self.lost) / self.each;
        if self.even { pieces - pieces % 2 } else { pieces }
    }

    /// Tells whether the bound uses more than two ends per line.
    pub(super) fn has_corners(&self) -> bool {
        self.name == BoundName::LineEndsAndCorners
    }

    pub(super) fn bound(&self) -> Bound {
        Bound::new(self.pieces(), self.name)
    }
}

/// The lines of each direction of a rider, restricted to squares that may be occupied.
struct Web {
    steps: Vec<Move>,
    lines: Vec<Sets>,
    /// For each direction and each slot the number of ways (0, 1 or 2) that see no other square.
    blind: Vec<Vec<u8>>,
    /// Whether some squares cannot be occupied since too few others can be seen from there.
    barred: bool,
    /// The remaining squares in the corners of the board.
    corners: Vec<Vec<u32>>,
    /// Whether pieces attack along these lines alone.
    only_rides: bool,
}

impl Model {
    /// Returns the line-ends bound for each choice of directions in which it holds.
    ///
    /// Every occupied line has two ends, and a rider that attacks a others by sight owns all but a of the ends of its
    /// lines: with d directions, Σ(2d − aᵢ) = 2 × occupied lines. Attacks along directions left out only make the left
    /// side larger, so for any choice of directions n pieces that attack at most k others occupy at least n(2d − k)/2
    /// lines. What it attacks by moves that are no rides, as an amazon by leaps, is left out likewise.
    pub(crate) fn line_ends(&self, control: &mut Control) -> Result<Vec<LineEnds>, Cause> {
        let [info] = &self.problem.setup().kinds[..] else { return Ok(Vec::new()) };
        let moves = info.piece.moves();
        let rides = || moves.iter().filter(|own| own.reach() == Reach::Ride);
        let mutual = rides().all(|own| moves.contains(&own.reversed()));
        let forward: Vec<Move> = rides().filter(|own| (own.rows(), own.columns()) > (0, 0)).copied().collect();
        let Some((max, min)) = self.mutual_attacks() else { return Ok(Vec::new()) };
        let only_rides = rides().count() == moves.len();
        // Along its lines alone it need not attack any.
        let min = if only_rides { min.unwrap_or(0).max(0) } else { 0 };
        // Without attacks each line holds at most one piece, and counting the lines of one direction is stronger. If
        // each piece must attack more others than there are directions, the board is empty.
        let says = max > 0 && min <= forward.len() as i64 && forward.len() <= 8;
        if !says || !mutual || self.problem.board().wrap() != Wrap::None {
            return Ok(Vec::new());
        }
        let web = Web { only_rides, ..self.web(forward, min, control)? };
        let mut all = Vec::new();
        for choice in 1u32..1 << web.steps.len() {
            all.extend(web.line_ends(choice, (min, max), control)?);
        }
        Ok(all)
    }

    /// Returns the lines in these directions, without the squares that see fewer than `min` others.
    fn web(&self, steps: Vec<Move>, min: i64, control: &mut Control) -> Result<Web, Cause> {
        /// Removing squares can blind others; after this many rounds the result is good enough.
        const MAX_ROUNDS: usize = 8;
        let mut open = vec![true; self.slots.len()];
        let mut rounds = 0;
        loop {
            let (lines, blind) = self.lines_and_blind(&steps, &open, control)?;
            control.charge(open.len() as u64)?;
            let mut change = false;
            for (slot, open) in open.iter_mut().enumerate() {
                let blind: i64 = blind.iter().map(|blind| i64::from(blind[slot])).sum();
                if *open && 2 * steps.len() as i64 - blind < min {
                    (*open, change) = (false, true);
                }
            }
            rounds += 1;
            if !change || rounds == MAX_ROUNDS {
                let corners = self.corners(&open);
                return Ok(Web { steps, lines, blind, barred: rounds > 1, corners, only_rides: true });
            }
        }
    }

    /// Returns the open squares in each corner of the board: those whose row and column, counted from the corner, add up
    /// to less than [`Corner::DEPTH`].
    fn corners(&self, open: &[bool]) -> Vec<Vec<u32>> {
        let (rows, columns) = (self.problem.board().rows(), self.problem.board().columns());
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        let corners = ways.map(|(below, right)| {
            let pairs = (0..Corner::DEPTH).flat_map(|down| (0..Corner::DEPTH - down).map(move |across| (down, across)));
            let inside = pairs.filter(|(down, across)| *down < rows && *across < columns);
            let squares = inside.map(|(down, across)| {
                let row = if below { rows - 1 - down } else { down };
                Square::new(row, if right { columns - 1 - across } else { across })
            });
            squares.filter_map(|square| self.slot(square)).filter(|slot| open[*slot as usize]).collect()
        });
        corners.into()
    }

    fn lines_and_blind(
        &self,
        steps: &[Move],
        open: &[bool],
        control: &mut Control,
    ) -> Result<(Vec<Sets>, Vec<Vec<u8>>), Cause> {
        let board = self.problem.board();
        let (mut lines, mut blind) = (Vec::new(), Vec::new());
        for step in steps {
            let (mut usable, mut ends) = (Sets::default(), vec![0; open.len()]);
            board.try_each_chain(step.rows(), step.columns(), &mut |chain| {
                control.charge(4 * chain.squares.len() as u64)?;
                for piece in board.cut(chain) {
                    let slots = piece.squares.iter().filter_map(|square| self.slot(*square));
                    if usable.push_if(1, slots.filter(|slot| open[*slot as usize])) {
                        let line = usable.get(usable.len() - 1);
                        ends[line[0] as usize] += 1;
                        ends[line[line.len() - 1] as usize] += 1;
                    }
                }
                Ok(())
            })?;
            lines.push(usable);
            blind.push(ends);
        }
        Ok((lines, blind))
    }
}

impl Web {
    /// Returns the bound for a choice of directions, if it gives one.
    fn line_ends(&self, choice: u32, (min, max): (i64, i64), control: &mut Control) -> Result<Option<LineEnds>, Cause> {
        let chosen: Vec<usize> = (0..self.steps.len()).filter(|place| choice >> place & 1 == 1).collect();
        // Two rides along one line may both see the same piece, which is attacked once, so only one of them is chosen.
        let slope = |place: &usize| Direction::new(self.steps[*place].rows(), self.steps[*place].columns());
        let slopes: OrderedSet<Direction> = chosen.iter().map(slope).collect();
        let each = (2 * chosen.len() as i64).saturating_sub(max);
        if each <= 0 || slopes.len() < chosen.len() {
            return Ok(None);
        }
        let mut lines = Sets::default();
        for line in chosen.iter().flat_map(|place| self.lines[*place].iter()) {
            control.charge(line.len() as u64)?;
            lines.push(line.iter().copied());
        }
        let lost = self.lost(&chosen, &lines, each, (min, max), control)?;
        let lost = lost.max(lost_outside(chosen.len() as i64, max).min(2 * lines.len() as i64 - each));
        let whole = self.only_rides && chosen.len() == self.steps.len();
        let ends = 2 * chosen.len() as i64;
        let straight = slopes == OrderedSet::from_iter([Direction::ROW, Direction::COLUMN]);
        Ok(Some(LineEnds {
            lines,
            each,
            // Only where all directions are chosen does a piece attack no others besides.
            max_each: whole.then_some(ends - min),
            ends,
            spares: !whole || min != max,
            even: min == max && max % 2 == 1,
            lost,
            name: match (lost > 0 || self.barred, whole, straight) {
                (true, ..) => BoundName::LineEndsAndCorners,
                (false, false, true) => BoundName::RowsAndColumns,
                _ => BoundName::LineEnds,
            },
        }))
    }

    /// Returns the number of ends lost near corners. A piece that is blind in many ways owns more than the smallest
    /// number of ends; and if a line is empty, its two ends are lost.
    fn lost(
        &self,
        chosen: &[usize],
        lines: &Sets,
        each: i64,
        range: (i64, i64),
        control: &mut Control,
    ) -> Result<i64, Cause> {
        let slots = self.blind.first().map_or(0, Vec::len);
        control.charge(slots as u64)?;
        let surplus: Vec<i64> = (0..slots)
            .map(|slot| chosen.iter().map(|place| i64::from(self.blind[*place][slot])).sum::<i64>() - each)
            .collect();
        if surplus.iter().all(|surplus| *surplus <= 0) {
            return Ok(0);
        }
        let everywhere = lost_along(lines, surplus.clone(), &vec![false; slots], control)?;
        if chosen.len() < self.steps.len() || !self.only_rides {
            return Ok(everywhere);
        }
        let mut looked_at = vec![false; slots];
        let mut near_corners = 0;
        for corner in &self.corners {
            if corner.iter().any(|slot| looked_at[*slot as usize]) {
                continue;
            }
            for slot in corner {
                looked_at[*slot as usize] = true;
            }
            near_corners += Corner::new(corner, lines, control)?.lost(range);
        }
        Ok(everywhere.max(near_corners + lost_along(lines, surplus, &looked_at, control)?))
    }
}

/// Returns the ends that the outermost pieces own beyond the smallest number, along d directions; a single piece owns no more than there
/// are.
///
/// Look at the piece that is farthest one way, and turn: the set of d ways that lead outwards changes 2d times, one way for its
/// opposite. Look once between two changes, in opposite pairs. The piece that is farthest in j neighbouring looks owns d + j − 1
/// ends, and j is at most d if there are two pieces, since the one that is farthest in the opposite look is another.
fn lost_outside(directions: i64, max: i64) -> i64 {
    let beyond = max - directions;
    if beyond > 0 { 2 * (directions + beyond - 1) } else { 0 }
}

/// Returns the ends lost along lines on which every piece owns surplus ends: such a line loses one or two ends,
/// occupied or not. The surplus of a piece is charged to one of its lines only. Lines through squares in `looked_at`
/// are left out.
fn lost_along(lines: &Sets, mut surplus: Vec<i64>, looked_at: &[bool], control: &mut Control) -> Result<i64, Cause> {
    let mut dear: Vec<&[u32]> = Vec::new();
    for line in lines.iter() {
        control.charge(1)?;
        if line.iter().all(|slot| surplus[*slot as usize] > 0 && !looked_at[*slot as usize]) {
            dear.push(line);
        }
    }
    // Short lines first: they charge the fewest squares.
    sort_by_number(&mut dear, |line| line.len() as i64);
    let mut lost = 0;
    for line in dear {
        control.charge(2 * line.len() as u64)?;
        let min = line.iter().map(|slot| surplus[*slot as usize]).min().unwrap_or(0).clamp(0, 2);
        for slot in line {
            surplus[*slot as usize] -= min;
        }
        lost += min;
    }
    Ok(lost)
}

/// A few squares whose subsets are all tried, as if every other square were occupied.
struct Corner {
    /// For each square and each way, the other squares in view, as a mask, and whether any further square is in view.
    views: Vec<Vec<(u32, bool)>>,
    /// The lines within these squares, as masks.
    lines: Vec<u32>,
}

impl Corner {
    /// The corner's squares are those whose row and column, counted from the corner, add up to less than this: six.
    const DEPTH: usize = 3;

    fn new(squares: &[u32], lines: &Sets, control: &mut Control) -> Result<Self, Cause> {
        let mut corner = Self { views: vec![Vec::new(); squares.len()], lines: Vec::new() };
        for line in lines.iter() {
            control.charge(line.len() as u64)?;
            if !line.iter().any(|slot| squares.contains(slot)) {
                continue;
            }
            let inside: Vec<Option<usize>> =
                line.iter().map(|slot| squares.iter().position(|square| square == slot)).collect();
            let view = |side: &[Option<usize>]| {
                (side.iter().flatten().fold(0, |mask, place| mask | 1 << place), side.contains(&None))
            };
            for (at, place) in inside.iter().enumerate() {
                if let Some(place) = place {
                    corner.views[*place].extend([view(&inside[..at]), view(&inside[at + 1..])]);
                }
            }
            if let (mask, false) = view(&inside) {
                corner.lines.push(mask);
            }
        }
        Ok(corner)
    }

    /// Returns the smallest number of ends lost here, over all subsets of occupied squares.
    fn lost(&self, range: (i64, i64)) -> i64 {
        (0u32..1 << self.views.len()).filter_map(|standing| self.lost_if(standing, range)).min().unwrap_or(0)
    }

    /// Returns the ends lost if these squares are occupied; `None` if that breaks the rule.
    fn lost_if(&self, standing: u32, (min, max): (i64, i64)) -> Option<i64> {
        let mut lost = 2 * self.lines.iter().filter(|line| *line & standing == 0).count() as i64;
        for (_, views) in self.views.iter().enumerate().filter(|(place, _)| standing >> place & 1 == 1) {
            let seen = views.iter().filter(|(others, _)| others & standing != 0).count() as i64;
            let possible = views.iter().filter(|(others, more)| others & standing != 0 || *more).count() as i64;
            if seen > max || possible < min {
                return None;
            }
            lost += (max - possible).max(0);
        }
        Some(lost)
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::{Engine, Options};
    use crate::language::{Board, Interval, Move, Piece, classics};

    /// Rooks on the edge of a board attack three others at most, and no more fit.
    #[test]
    fn outermost_pieces_own_half_of_their_ends() {
        for (board, max) in [(Board::square(7), 24), (Board::new(4, 9), 22), (Board::new(1, 1), 1)] {
            let problem = classics::attacking(board.clone(), Piece::ROOK, ..=3);
            assert_eq!(problem.bounds().expect("the problem is sound")[0].value(), max, "{board}");
            assert_eq!(problem.maximize().expect("the problem is sound").value(), Ok(Some(max)), "{board}");
            let chancellors = classics::attacking(board, Piece::CHANCELLOR, ..=3);
            assert!(chancellors.bounds().expect("the problem is sound")[0].value() <= max);
        }
    }

    #[test]
    fn bounds_hold_for_pieces_that_leap_as_well() {
        let brute = Options::new().engine(Engine::Brute);
        let mut by_ends = 0;
        let leaping = [Piece::AMAZON, Piece::CHANCELLOR, Piece::ARCHBISHOP, Piece::BISHOP.and(&Piece::WAZIR)];
        let uneven = [[(0, 1), (1, 2)], [(2, 0), (0, 1)], [(1, 0), (1, 1)]];
        let uneven = uneven.map(|steps| {
            let ways = steps.into_iter().flat_map(|(rows, columns)| [(rows, columns), (-rows, -columns)]);
            Piece::new(ways.map(|(rows, columns)| Move::ride(rows, columns)))
        });
        for piece in leaping.into_iter().chain([Piece::ROOK, Piece::BISHOP, Piece::QUEEN]).chain(uneven) {
            for board in [Board::new(3, 4), Board::new(2, 5).with_walls([(0, 2)]), Board::square(3), Board::new(1, 2)] {
                for range in [0..=1, 1..=1, 0..=2, 2..=2, 0..=3, 3..=3, 1..=3, 0..=5, 5..=5, 0..=6, 0..=7] {
                    let problem = classics::attacking(board.clone(), piece.clone(), Interval::from(range));
                    let max = problem.using(&brute).maximize().expect("the problem is sound").value();
                    let max = max.expect("no limit was set").unwrap_or(0);
                    let bounds = problem.bounds().expect("the problem is sound");
                    assert!(bounds.iter().all(|bound| bound.value() >= max), "{bounds:?} and {max} of\n{problem}");
                    by_ends += u32::from(bounds[0].reason().contains("owns"));
                }
            }
        }
        assert!(by_ends > 5, "{by_ends}");
        // Queens with leaps beside own no fewer ends than queens.
        let [queens, amazons] = [Piece::QUEEN, Piece::AMAZON].map(|piece| {
            classics::attacking(Board::square(10), piece, ..=1).bounds().expect("the problem is sound")[0].value()
        });
        assert_eq!((queens, amazons), (13, 13));
    }
}
