//! The search for the most pieces on a board with added walls.
//!
//! The open squares are covered by sets that hold at most one piece, in one or two ways (rows and columns, say). The
//! search branches on the set with the fewest open squares left: one of its squares, or none of them if the other sets
//! suffice for one piece more than the best so far. That set mostly belongs to the cover with fewer sets; those of the
//! other are only counted, until it has as few to spare. Where a wall must stand between two pieces, it branches on the
//! squares of which one must then hold a piece, if these are fewer. Each board reuses the memory of the last one.

use super::known::Known;
use super::needed::{Need, NeededWalls, Needs};
use super::prepared::PreparedBoard;
use super::segments::{Segments, Tightest};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// A solver whose width is hidden.
pub(super) trait Solve: Send {
    /// Replaces the added walls.
    fn set_walls(&mut self, walls: &[Var]);

    /// Finds the most; `start` is a placement to begin with, as far as it is compatible.
    fn maximize(&mut self, start: &[Var], known: &Known, control: &mut Control) -> PackingAnswer;

    /// Counts the placements that reach the most, which `maximize` has proved, up to a limit.
    fn count(&mut self, limit: u64, control: &mut Control) -> Result<u64, Cause>;

    /// Tells whether the placement that `maximize` has proved to be optimal is the only one.
    fn is_unique(&mut self, control: &mut Control) -> Result<bool, Cause>;

    /// The squares of the best placement found, as 64-bit words.
    fn witness(&self) -> &[u64];
}

/// The answer about the most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PackingAnswer {
    pub(super) best: usize,
    pub(super) bound: usize,
    /// The name of the bound, if it was met in every part.
    pub(super) met: Option<BoundName>,
    pub(super) stopped: Option<Cause>,
    pub(super) nodes: u64,
}

pub(super) struct Solver<W: BitSet> {
    board: PreparedBoard<W>,
    walls: W,
    pub(super) vacant: W,
    /// For each square itself and the squares attacked from it up to the walls, if `known`.
    pub(super) seen: Vec<W::Mask>,
    known: W,
    covers: [Segments<W>; 2],
    frames: Vec<Frame<W>>,
    /// For each depth the segments of the first cover that had an open square one level above, with room for all
    /// segments.
    lists: Vec<u16>,
    /// The placed squares above the current frame.
    stack: Vec<Var>,
    best: Vec<Var>,
    pub(super) witness: W,
    /// The most of each part, once `maximize` has proved it.
    values: Vec<usize>,
    /// The number of covers of the current part.
    ways: usize,
    /// The walls without which it is known how many pieces fit, while `maximize` is at work.
    needed: NeededWalls<W>,
    /// How many pieces fit at most, as far as a caller knows.
    at_most: usize,
    /// Scratch sets: the squares seen from one; of a set that is cut, the rest and the current segment.
    pub(super) sight: W,
    pub(super) rest: W,
    pub(super) together: W,
}

/// A node of the search tree.
struct Frame<W: BitSet> {
    open: W,
    /// The squares of the pieces placed above, and the lines through needed walls on which pieces may stand on both sides; kept only
    /// where there are such walls.
    placed: W,
    needs: Needs,
    /// The number of segments listed for this depth.
    listed: usize,
    /// The cover of the segment to branch on, or `NEEDED`, and how many of its segments still have an open square.
    way: usize,
    alive: usize,
    /// The segment to branch on, and which of its squares are still to be tried.
    segment: u16,
    options: W,
}

/// After more walls than these have come or gone, few squares see what they saw before.
const FEW_CHANGES: usize = 4;

/// In place of a cover: the squares to branch on are those of which one must hold a piece.
const NEEDED: usize = 2;

/// The aim of a search.
enum Wanted {
    /// One piece more than the best so far, until this bound is met; `elsewhere` pieces stand in other parts.
    Most { bound: usize, elsewhere: usize },
    /// All placements of the given size, up to a limit.
    All { limit: u64 },
}

/// What to try next.
enum Next {
    /// A piece on this square.
    Square(Var),
    /// The segment to branch on stays empty.
    Vacant,
    /// This depth is exhausted.
    Back,
}

impl<W: BitSet> Solver<W> {
    pub(super) fn new(board: PreparedBoard<W>) -> Self {
        let empty = || W::zeros(board.len);
        let mut seen = Vec::with_capacity(board.len);
        for _ in 0..board.len {
            seen.push(W::mask(board.len, &[]));
        }
        let mut solver = Self {
            walls: empty(),
            vacant: empty(),
            seen,
            known: empty(),
            covers: [Segments::new(), Segments::new()],
            ways: 1,
            needed: NeededWalls::new(board.len),
            at_most: usize::MAX,
            frames: Vec::new(),
            lists: Vec::new(),
            stack: Vec::new(),
            best: Vec::new(),
            witness: empty(),
            values: Vec::new(),
            sight: empty(),
            rest: empty(),
            together: empty(),
            board,
        };
        solver.set_walls(&[]);
        solver
    }

    /// Computes what is attacked from a square.
    #[inline]
    pub(super) fn look_from(&mut self, from: Var, control: &mut Control) -> Result<(), Cause> {
        if self.known.has(from) { Ok(()) } else { self.look_anew(from, control) }
    }

    fn look_anew(&mut self, from: Var, control: &mut Control) -> Result<(), Cause> {
        let (board, walls, seen, place) = (&self.board, &self.walls, &mut self.sight, from as usize);
        seen.clear();
        if board.shadows.is_empty() && walls.meets(&board.between[place]) {
            seen.insert(from);
            let steps = board.walk(from, walls, seen);
            control.charge(steps)?;
        } else {
            seen.add(&board.near[place]);
            walls.each_in(&board.between[place], |wall| {
                seen.take(&board.shadows[place * board.len + wall as usize]);
            });
        }
        seen.store(&mut self.seen[place]);
        self.known.insert(from);
        Ok(())
    }

    /// Cuts the covers of a part at the walls and puts the one with fewer segments first; returns its name.
    fn cut(&mut self, part: usize, control: &mut Control) -> Result<BoundName, Cause> {
        self.ways = self.board.parts[part].covers.len();
        for way in 0..self.ways {
            self.covers[way].len = 0;
            control.charge(4 * self.board.parts[part].covers[way].sets.len() as u64)?;
            for place in 0..self.board.parts[part].covers[way].sets.len() {
                let set = &self.board.parts[part].covers[way].sets[place];
                if self.vacant.meets(&set.members) {
                    self.rest.copy(&self.vacant);
                    self.rest.keep(&set.members);
                    if self.walls.meets(&set.between) {
                        let is_line = set.is_line;
                        self.cut_rest(way, is_line, control)?;
                    } else {
                        self.covers[way].push(&self.rest);
                    }
                }
            }
        }
        let swapped = self.ways == 2 && self.covers[1].len < self.covers[0].len;
        if swapped {
            self.covers.swap(0, 1);
        }
        Ok(self.board.parts[part].covers[usize::from(swapped)].name)
    }

    /// Cuts the rest of a set after walls split it: the first square takes those that it sees and that see each other.
    fn cut_rest(&mut self, way: usize, is_line: bool, control: &mut Control) -> Result<(), Cause> {
        while let Some(first) = self.rest.first() {
            self.look_from(first, control)?;
            self.together.copy(&self.rest);
            self.together.keep(&self.seen[first as usize]);
            let mut last = first;
            while let Some(next) = self.together.first_after(last).filter(|_| !is_line) {
                self.look_from(next, control)?;
                self.together.keep(&self.seen[next as usize]);
                last = next;
            }
            self.covers[way].push(&self.together);
            self.rest.subtract(&self.together);
        }
        Ok(())
    }

    /// Enumerates the placements of a part after [`cut`](Self::cut): those of this size or, when maximising, of growing
    /// size; leaves the last in `best` and returns their number.
    fn search(&mut self, part: usize, mut size: usize, aim: &Wanted, control: &mut Control) -> Result<u64, Cause> {
        let (mut found, mut depth, mut is_new) = (0, 0, true);
        self.begin(part);
        loop {
            if is_new {
                control.node((self.frames[depth].listed + self.covers[1].len) as u64)?;
                self.look(depth, size);
            }
            is_new = true;
            match self.choose(depth, size - depth) {
                Next::Square(square) => {
                    self.look_from(square, control)?;
                    self.stack[depth] = square;
                    if depth + 1 == size {
                        found += 1;
                        control.progress.solutions += 1;
                        match aim {
                            Wanted::Most { bound, elsewhere } => {
                                self.best.clear();
                                self.best.extend_from_slice(&self.stack[..size]);
                                control.progress.best = Some((elsewhere + size) as i64);
                                control.report();
                                if size == *bound {
                                    return Ok(found);
                                }
                                size += 1;
                            }
                            Wanted::All { limit } if found < *limit => {
                                is_new = false;
                                continue;
                            }
                            Wanted::All { .. } => return Ok(found),
                        }
                    }
                    self.descend(depth, square);
                    depth += 1;
                }
                Next::Vacant => {}
                Next::Back if depth == 0 => return Ok(found),
                Next::Back => {
                    depth -= 1;
                    is_new = false;
                }
            }
        }
    }

    /// Builds the root of a part's tree.
    fn begin(&mut self, part: usize) {
        let segments = self.covers[0].len;
        // Each piece uses a segment, which limits the depth; one more level is for looking ahead.
        let depths = segments + 2;
        if self.lists.len() < segments * depths {
            self.lists.resize(segments * depths, 0);
        }
        for (segment, place) in self.lists[..segments].iter_mut().enumerate() {
            *place = segment as u16;
        }
        if self.frames.len() < depths {
            let empty = W::zeros(self.board.len);
            for _ in self.frames.len()..depths {
                let [open, placed, options] = [(); 3].map(|()| empty.clone());
                let needs = Needs::default();
                self.frames.push(Frame { open, placed, needs, listed: 0, alive: 0, segment: 0, way: 0, options });
            }
            self.stack.resize(depths, 0);
        }
        let root = &mut self.frames[0];
        root.open.copy(&self.vacant);
        root.open.keep(&self.board.parts[part].squares);
        root.placed.clear();
        root.needs = self.needed.all();
        root.listed = segments;
    }

    /// Chooses the squares to branch on, if this many pieces may stand: those of a segment or, if they are fewer than there are
    /// things to try then, those of which one must hold a piece for a wall to stand between two. What mostly refutes for the
    /// least work comes first.
    fn look(&mut self, depth: usize, size: usize) {
        let needed = size - depth;
        let others = self.count_segments(depth, needed);
        let frame = &mut self.frames[depth];
        if frame.alive < needed {
            return;
        }
        let mut squares = usize::MAX;
        if !self.needed.is_empty() {
            match self.needed.look(size, &frame.placed, &frame.open, &mut frame.needs) {
                Need::Unmet => {
                    frame.alive = 0;
                    return;
                }
                Need::OneOf(fewest) => squares = fewest,
            }
        }
        if squares > 1 && self.choose_segment(depth, needed, others) <= squares {
            return;
        }
        let frame = &mut self.frames[depth];
        frame.options.copy(self.needed.fewest());
        frame.way = NEEDED;
    }

    /// Counts the segments that still have an open square; returns the number for the other cover, if it was counted. There must
    /// be enough of either for the pieces still needed.
    fn count_segments(&mut self, depth: usize, needed: usize) -> Option<usize> {
        let (above, below) = self.frames.split_at_mut(depth + 1);
        let (frame, next) = (&mut above[depth], &mut below[0]);
        let [cover, other] = &self.covers;
        let (above, below) = self.lists.split_at_mut((depth + 1) * cover.len);
        let list = &above[depth * cover.len..][..frame.listed];
        next.listed = cover.keep(list, below, &frame.open);
        frame.alive = next.listed;
        let others = (self.ways == 2 && frame.alive >= needed).then(|| other.alive(&frame.open))?;
        if others < needed {
            frame.alive = others;
        }
        Some(others)
    }

    /// Chooses the segment with the fewest open squares, given the number for the other cover; returns how many things
    /// there are to try then.
    fn choose_segment(&mut self, depth: usize, needed: usize, others: Option<usize>) -> usize {
        let listed = self.frames[depth + 1].listed;
        let frame = &mut self.frames[depth];
        let [cover, other] = &self.covers;
        // An empty segment is one more thing to try, if the others suffice.
        let tries = |tightest: Tightest, alive: usize| tightest.open() + usize::from(alive > needed);
        let mut tightest = cover.tightest_of(&self.lists[(depth + 1) * cover.len..][..listed], &frame.open);
        let mut least = tries(tightest, listed);
        frame.way = 0;
        // The other cover is used only where it is no looser and leaves hardly any freedom.
        if let Some(others) = others.filter(|others| *others <= listed && *others <= needed + 1 && tightest.open() > 1)
        {
            let tighter = other.tightest(&frame.open);
            if tries(tighter, others) < least {
                (least, tightest) = (tries(tighter, others), tighter);
                (frame.alive, frame.way) = (others, 1);
            }
        }
        frame.segment = tightest.segment();
        frame.options.copy(&frame.open);
        frame.options.keep(&self.covers[frame.way].masks[usize::from(frame.segment)]);
        least
    }

    /// Returns what to try next at this depth, if `needed` more pieces are needed.
    fn choose(&mut self, depth: usize, needed: usize) -> Next {
        let frame = &mut self.frames[depth];
        if frame.alive < needed {
            return Next::Back;
        }
        if let Some(square) = frame.options.first() {
            frame.options.remove(square);
            if frame.way == NEEDED {
                // They may stand together: what is tried next has no piece on this square.
                frame.open.remove(square);
            }
            return Next::Square(square);
        }
        if frame.alive == needed || frame.way == NEEDED {
            return Next::Back;
        }
        frame.open.take(&self.covers[frame.way].masks[usize::from(frame.segment)]);
        Next::Vacant
    }

    /// Puts a piece on a square.
    fn descend(&mut self, depth: usize, square: Var) {
        let (above, below) = self.frames.split_at_mut(depth + 1);
        below[0].open.copy(&above[depth].open);
        below[0].open.take(&self.seen[square as usize]);
        if !self.needed.is_empty() {
            below[0].placed.copy(&above[depth].placed);
            below[0].placed.insert(square);
            below[0].needs = above[depth].needs;
        }
    }

    /// Keeps a compatible subset of the squares to begin with.
    fn begin_with(&mut self, start: &[Var], control: &mut Control) -> Result<(), Cause> {
        for square in start {
            if self.vacant.has(*square) {
                self.look_from(*square, control)?;
                if !self.witness.meets(&self.seen[*square as usize]) {
                    self.witness.insert(*square);
                }
            }
        }
        Ok(())
    }

    /// Finds the most of a part, and adds it to the answer.
    fn max_of(&mut self, part: usize, answer: &mut PackingAnswer, control: &mut Control) {
        let mut best = self.witness.count_in(&self.board.parts[part].squares);
        let (bound, proved) = match self.cut(part, control) {
            Ok(name) => {
                let bound = self.covers[0].len.min(self.at_most);
                let mut proved = best == bound;
                if !proved && answer.stopped.is_none() {
                    self.best.clear();
                    let aim = Wanted::Most { bound, elsewhere: answer.best };
                    match self.search(part, best + 1, &aim, control) {
                        Ok(_) => proved = true,
                        Err(cause) => answer.stopped = Some(cause),
                    }
                    if !self.best.is_empty() {
                        best = self.best.len();
                        self.witness.take(&self.board.parts[part].squares);
                        for square in &self.best {
                            self.witness.insert(*square);
                        }
                    }
                }
                answer.met = match answer.met {
                    _ if best < self.covers[0].len => None,
                    _ if part == 0 => Some(name),
                    Some(other) if other != name => Some(BoundName::Parts),
                    met => met,
                };
                (if proved { best } else { bound }, proved)
            }
            Err(cause) => {
                answer.stopped = answer.stopped.or(Some(cause));
                answer.met = None;
                (self.vacant.count_in(&self.board.parts[part].squares), false)
            }
        };
        if proved {
            self.values.push(best);
        }
        answer.best += best;
        answer.bound += bound;
    }

    /// Notes how many pieces fit at most; returns whether more than those to begin with may fit.
    fn need(&mut self, known: &Known, control: &mut Control) -> Result<bool, Cause> {
        // Of several parts it is not known which one the pieces are in.
        if self.board.parts.len() != 1 {
            return Ok(true);
        }
        let size = self.witness.len() + 1;
        self.at_most = known.at_most.unwrap_or(usize::MAX);
        if self.at_most < size {
            return Ok(false);
        }
        if !self.board.sides.is_empty() {
            for (wall, max) in &known.without {
                self.look_from(*wall, control)?;
                self.rest.copy(&self.vacant);
                self.rest.keep(&self.seen[*wall as usize]);
                let lines = self.needed.push(*max, &self.board.sides[*wall as usize], &self.rest);
                if lines.is_some_and(|lines| max.saturating_add(lines) < size) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Tells whether the witness is a valid placement.
    fn is_sound(&mut self) -> bool {
        let mut sound = true;
        let (seen, vacant, together) = (&self.seen, &self.vacant, &mut self.together);
        together.copy(&self.witness);
        self.witness.each(|square| {
            together.remove(square);
            sound &= vacant.has(square) && !together.meets(&seen[square as usize]);
        });
        sound
    }
}

impl<W: BitSet> Solve for Solver<W> {
    fn set_walls(&mut self, walls: &[Var]) {
        self.together.copy(&self.walls);
        self.walls.clear();
        self.witness.clear();
        self.vacant.copy(&self.board.open);
        for wall in walls {
            self.walls.insert(*wall);
            self.vacant.remove(*wall);
        }
        // Only what sees a wall that comes or goes sees something else now.
        self.rest.copy(&self.walls);
        self.rest.subtract(&self.together);
        self.together.subtract(&self.walls);
        self.rest.unite(&self.together);
        if self.rest.len() > FEW_CHANGES {
            self.known.clear();
        } else {
            let (known, board) = (&mut self.known, &self.board);
            self.rest.each(|wall| known.take(&board.near[wall as usize]));
        }
    }

    fn maximize(&mut self, start: &[Var], known: &Known, control: &mut Control) -> PackingAnswer {
        self.witness.clear();
        self.values.clear();
        let before = control.progress.nodes;
        let begun = self.begin_with(start, control).and_then(|()| self.need(known, control));
        let mut answer = PackingAnswer { stopped: begun.err(), ..PackingAnswer::default() };
        if begun == Ok(false) {
            // There is one part, and no more than this fits.
            (answer.best, answer.bound) = (self.witness.len(), self.witness.len());
            self.values.push(answer.best);
        } else {
            for part in 0..self.board.parts.len() {
                self.max_of(part, &mut answer, control);
            }
        }
        self.needed.clear();
        self.at_most = usize::MAX;
        if !self.is_sound() {
            answer =
                PackingAnswer { bound: answer.bound, stopped: Some(Cause::Disagreement), ..PackingAnswer::default() };
            self.witness.clear();
        }
        answer.nodes = control.progress.nodes - before;
        answer
    }

    fn count(&mut self, limit: u64, control: &mut Control) -> Result<u64, Cause> {
        let mut count: u64 = 1;
        for part in 0..self.board.parts.len() {
            if self.values[part] > 0 {
                self.cut(part, control)?;
                count = count.saturating_mul(self.search(part, self.values[part], &Wanted::All { limit }, control)?);
            }
        }
        Ok(count.min(limit))
    }

    fn is_unique(&mut self, control: &mut Control) -> Result<bool, Cause> {
        self.has_no_equal(control)
    }

    fn witness(&self) -> &[u64] {
        self.witness.words()
    }
}
