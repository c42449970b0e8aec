//! The line-ends identity, and the bounds that follow from it.

use std::collections::BTreeSet;

use crate::board::Wrap;
use crate::bound::Bound;
use crate::control::{Cause, Control};
use crate::direction::Direction;
use crate::model::{Model, Sets};
use crate::movement::{Move, Reach};
use crate::square::Square;

/// The name of the bound by line ends less those that are lost in and near corners.
const CORNERS: &str = "line ends and corners";

/// So many pieces occupy at least half as many lines, times the ends each of them owns.
pub(crate) struct LineEnds {
    /// The lines that may be occupied.
    pub(crate) lines: Sets,
    /// The fewest ends a piece owns.
    pub(crate) each: i64,
    /// The most ends a piece owns, where all directions are chosen: then these times the pieces are at least twice the
    /// lines occupied.
    #[cfg(feature = "sat")]
    pub(crate) most_each: Option<i64>,
    /// The ends of the lines a piece stands on.
    pub(crate) ends: i64,
    /// Whether a piece may own more than the fewest: it may attack fewer, or some along directions that are left out.
    pub(crate) spares: bool,
    /// Whether the number of pieces is even.
    even: bool,
    /// Ends that nobody owns, or that a piece owns besides the fewest.
    lost: i64,
    name: &'static str,
}

impl LineEnds {
    /// The most pieces by the ends there are.
    pub(crate) fn pieces(&self) -> i64 {
        let pieces = (2 * self.lines.len() as i64 - self.lost) / self.each;
        if self.even { pieces - pieces % 2 } else { pieces }
    }

    /// Whether more is said than that each line has two ends.
    pub(super) fn has_corners(&self) -> bool {
        self.name == CORNERS
    }

    pub(super) fn bound(&self) -> Bound {
        Bound::new(self.pieces(), self.name)
    }
}

/// The lines of each direction of a rider, as far as they may be occupied.
struct Web {
    steps: Vec<Move>,
    lines: Vec<Sets>,
    /// For each direction and each slot the ways to look in which nobody can be seen: none, one or two.
    blind: Vec<Vec<u8>>,
    /// Whether there are squares on which nobody can stand, since too few can be seen from there.
    barred: bool,
    /// The other squares in the corners of the board.
    corners: Vec<Vec<u32>>,
}

impl Model {
    /// The line-ends identity, for each choice of directions in which it says something.
    ///
    /// Every occupied line has two ends, and a rider that attacks a of the others by sight owns all but a of the ends of its
    /// lines: with d directions, Σ(2d − aᵢ) = 2 × occupied lines. Attacks along directions left out only make the left side
    /// larger, so for any choice of directions n pieces that attack at most k others occupy at least n(2d − k)/2 lines.
    pub(crate) fn line_ends(&self, control: &mut Control) -> Result<Vec<LineEnds>, Cause> {
        let [cast] = &self.problem.scene().kinds[..] else { return Ok(Vec::new()) };
        let moves = cast.piece.moves();
        let mutual = moves.iter().all(|own| own.reach() == Reach::Ride && moves.contains(&own.reversed()));
        let forward: Vec<Move> = moves.iter().filter(|own| (own.rows(), own.columns()) > (0, 0)).copied().collect();
        let Some((most, least)) = self.mutual_attacks() else { return Ok(Vec::new()) };
        let least = least.unwrap_or(0).max(0);
        // Where nobody attacks anybody each line holds one, and to count lines of one direction says more. Where more are
        // to be attacked than there are directions there is nobody at all.
        let says = most > 0 && least <= forward.len() as i64 && forward.len() <= 8;
        if !says || !mutual || self.problem.board().wrap() != Wrap::None {
            return Ok(Vec::new());
        }
        let web = self.web(forward, least, control)?;
        let mut all = Vec::new();
        for choice in 1u32..1 << web.steps.len() {
            all.extend(web.line_ends(choice, (least, most), control)?);
        }
        Ok(all)
    }

    /// The lines in these directions, without the squares from which fewer than the least can be seen.
    fn web(&self, steps: Vec<Move>, least: i64, control: &mut Control) -> Result<Web, Cause> {
        /// To leave out squares can make others see less; after so many rounds what is found is good enough.
        const MOST_ROUNDS: usize = 8;
        let mut open = vec![true; self.slots.len()];
        let mut rounds = 0;
        loop {
            let (lines, blind) = self.lines_and_blind(&steps, &open, control)?;
            control.spend(open.len() as u64)?;
            let mut change = false;
            for (slot, open) in open.iter_mut().enumerate() {
                let blind: i64 = blind.iter().map(|blind| i64::from(blind[slot])).sum();
                if *open && 2 * steps.len() as i64 - blind < least {
                    (*open, change) = (false, true);
                }
            }
            rounds += 1;
            if !change || rounds == MOST_ROUNDS {
                let corners = self.corners(&open);
                return Ok(Web { steps, lines, blind, barred: rounds > 1, corners });
            }
        }
    }

    /// The open squares in the corners of the board, whose rows and columns are fewest steps from the edges together.
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
            board.try_each_chain(step.rows(), step.columns(), |chain| {
                control.spend(4 * chain.squares.len() as u64)?;
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
    /// What a choice of directions says, if it says something.
    fn line_ends(
        &self,
        choice: u32,
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<Option<LineEnds>, Cause> {
        let chosen: Vec<usize> = (0..self.steps.len()).filter(|place| choice >> place & 1 == 1).collect();
        // Two rides along one line may both see the same piece, which is attacked once: not both are chosen.
        let slope = |place: &usize| Direction::new(self.steps[*place].rows(), self.steps[*place].columns());
        let slopes: BTreeSet<Direction> = chosen.iter().map(slope).collect();
        let each = (2 * chosen.len() as i64).saturating_sub(most);
        if each <= 0 || slopes.len() < chosen.len() {
            return Ok(None);
        }
        let mut lines = Sets::default();
        for line in chosen.iter().flat_map(|place| self.lines[*place].iter()) {
            control.spend(line.len() as u64)?;
            lines.push(line.iter().copied());
        }
        let lost = self.lost(&chosen, &lines, each, (least, most), control)?;
        let whole = chosen.len() == self.steps.len();
        let ends = 2 * chosen.len() as i64;
        let straight = slopes == BTreeSet::from([Direction::ROW, Direction::COLUMN]);
        Ok(Some(LineEnds {
            lines,
            each,
            // Only a piece that looks along all of its directions attacks nobody besides.
            #[cfg(feature = "sat")]
            most_each: whole.then_some(ends - least),
            ends,
            spares: !whole || least != most,
            even: least == most && most % 2 == 1,
            lost,
            name: match (lost > 0 || self.barred, whole, straight) {
                (true, ..) => CORNERS,
                (false, false, true) => "rows and columns",
                _ => "line ends",
            },
        }))
    }

    /// Ends lost near corners. A piece that can see nobody in many ways owns more than the fewest ends; and if nobody stands
    /// on a line, its two ends are lost.
    fn lost(
        &self,
        chosen: &[usize],
        lines: &Sets,
        each: i64,
        range: (i64, i64),
        control: &mut Control,
    ) -> Result<i64, Cause> {
        let slots = self.blind.first().map_or(0, Vec::len);
        control.spend(slots as u64)?;
        let surplus: Vec<i64> = (0..slots)
            .map(|slot| chosen.iter().map(|place| i64::from(self.blind[*place][slot])).sum::<i64>() - each)
            .collect();
        if surplus.iter().all(|surplus| *surplus <= 0) {
            return Ok(0);
        }
        let everywhere = lost_along(lines, surplus.clone(), &vec![false; slots], control)?;
        if chosen.len() < self.steps.len() {
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

/// A line on which everyone owns more ends than the fewest loses an end, or two, whether it is occupied or not; what a piece
/// owns too many is charged to one of its lines only. Lines through squares that were looked at already are left out.
fn lost_along(lines: &Sets, mut surplus: Vec<i64>, looked_at: &[bool], control: &mut Control) -> Result<i64, Cause> {
    let mut dear: Vec<&[u32]> = Vec::new();
    for line in lines.iter() {
        control.spend(1)?;
        if line.iter().all(|slot| surplus[*slot as usize] > 0 && !looked_at[*slot as usize]) {
            dear.push(line);
        }
    }
    // A short line has few to be charged.
    dear.sort_by_key(|line| line.len());
    let mut lost = 0;
    for line in dear {
        control.spend(2 * line.len() as u64)?;
        let least = line.iter().map(|slot| surplus[*slot as usize]).min().unwrap_or(0).clamp(0, 2);
        for slot in line {
            surplus[*slot as usize] -= least;
        }
        lost += least;
    }
    Ok(lost)
}

/// Some squares of which every subset is tried, as if somebody stood on all others.
struct Corner {
    /// For each square and each way to look, which of the others are in view, as a mask, and whether further ones are.
    views: Vec<Vec<(u32, bool)>>,
    /// The lines that lead along these squares only, as masks.
    lines: Vec<u32>,
}

impl Corner {
    /// Rows and columns of its squares, counted from the corner, add up to less than this: there are six.
    const DEPTH: usize = 3;

    fn new(squares: &[u32], lines: &Sets, control: &mut Control) -> Result<Self, Cause> {
        let mut corner = Self { views: vec![Vec::new(); squares.len()], lines: Vec::new() };
        for line in lines.iter() {
            control.spend(line.len() as u64)?;
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

    /// The fewest ends lost here, whoever stands.
    fn lost(&self, range: (i64, i64)) -> i64 {
        (0u32..1 << self.views.len()).filter_map(|standing| self.lost_if(standing, range)).min().unwrap_or(0)
    }

    /// The ends lost if these stand here; `None` if they cannot.
    fn lost_if(&self, standing: u32, (least, most): (i64, i64)) -> Option<i64> {
        let mut lost = 2 * self.lines.iter().filter(|line| *line & standing == 0).count() as i64;
        for (_, views) in self.views.iter().enumerate().filter(|(place, _)| standing >> place & 1 == 1) {
            let seen = views.iter().filter(|(others, _)| others & standing != 0).count() as i64;
            let possible = views.iter().filter(|(others, more)| others & standing != 0 || *more).count() as i64;
            if seen > most || possible < least {
                return None;
            }
            lost += (most - possible).max(0);
        }
        Some(lost)
    }
}
