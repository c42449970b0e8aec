//! From a model to lines along which pieces cover squares.

use std::collections::HashMap;
use std::ops::Range;

use crate::budget::{Cause, Control};
use crate::engine::Refusal;
use crate::engine::lines::layout::Layout;
use crate::language::{Board, Interval, SquareSet};
use crate::model::{Goal, Model, Rule, Var, Views, When, Worths};

/// A model of pieces of the only kind, in which a square is covered if a piece stands on one of its lines, or on others.
pub(in crate::engine::lines) struct Program {
    pub(in crate::engine::lines) layout: Layout,
    /// How many families have lines that are labelled, and how many lines these are: the first.
    pub(super) families: usize,
    pub(super) labelled: usize,
    /// The labelled lines in the order in which they are labelled and compared with images.
    pub(super) order: Vec<u32>,
    /// From which slots each slot to be covered is, and which of them each slot covers, end to end.
    seen: Vec<u64>,
    covers: Vec<u64>,
    /// Whether slots are covered from elsewhere than their lines.
    pub(in crate::engine::lines) has_others: bool,
    /// The slots that each slot excludes, end to end; empty if pieces exclude nothing.
    pub(super) excluded: Vec<u64>,
    /// The slots to be covered.
    pub(super) required: Vec<u64>,
    /// Whether those that hold a piece are to be covered too.
    pub(super) is_total: bool,
    /// The slots on which a piece may stand.
    pub(super) allowed: Vec<u64>,
    /// For each labelled family whether its lines hold one piece at most.
    pub(super) holds_one: Vec<bool>,
    /// Sets of slots of which all hold a piece or none.
    pub(super) same: Vec<Vec<Var>>,
    /// How many pieces there may be.
    pub(in crate::engine::lines) range: (i64, i64),
    pub(super) never: bool,
    pub(super) symmetries: Vec<Image>,
    /// All squares, if solutions are found up to a group, whose elements but for the identity the symmetries then are.
    pub(super) anchor: Option<SquareSet>,
}

/// What a symmetry makes of labels and slots: the label of a line is the image of the label of another line.
pub(super) struct Image {
    pub(super) line: Vec<u32>,
    pub(super) slot: Vec<u32>,
}

impl Program {
    /// How many families have lines that are labelled.
    const LABELLED: usize = 2;
    /// The most open squares: what each sees is kept as a set.
    const MAX_SLOTS: usize = 1 << 11;
    /// The most symmetries that are used.
    const MAX_SYMMETRIES: usize = 1 << 10;

    pub(in crate::engine::lines) fn new(model: &Model, control: &mut Control) -> Result<Self, Refusal> {
        let slots = model.slots.len();
        if slots > Self::MAX_SLOTS {
            return Err(Refusal::declined(format!("{slots} open squares are more than {}", Self::MAX_SLOTS)));
        }
        let layout = Layout::without_lines(slots);
        let words = layout.words;
        let mut program = Self {
            layout,
            families: 0,
            labelled: 0,
            order: Vec::new(),
            seen: vec![0; slots * words],
            covers: vec![0; slots * words],
            has_others: false,
            excluded: Vec::new(),
            required: vec![0; words],
            is_total: false,
            allowed: vec![0; words],
            holds_one: Vec::new(),
            same: Vec::new(),
            range: (0, slots as i64),
            never: false,
            symmetries: Vec::new(),
            anchor: None,
        };
        (0..slots).for_each(|slot| insert(&mut program.allowed, slot));
        for rule in &model.rules {
            control.charge(16)?;
            program.read(model, rule, control)?;
        }
        program.lay(model, control)?;
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()).filter(|set| set.len() > 1) {
            control.charge((set.len() * set.len()) as u64)?;
            program.exclude(set, set);
        }
        let holds_one = |lines: &Range<usize>| lines.clone().all(|line| program.holds_one(line));
        program.holds_one = program.layout.families[..program.families].iter().map(holds_one).collect();
        Ok(program)
    }

    /// Returns the labelled lines, one of each family in turn, from the edges of the board inwards: what is bare near an edge is on
    /// short lines.
    fn ordered(&self) -> Vec<u32> {
        let families = &self.layout.families[..self.families];
        let most = families.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
        let each = (0..most).flat_map(|place| families.iter().filter_map(move |lines| lines.clone().rev().nth(place)));
        each.map(|line| line as u32).collect()
    }

    fn read(&mut self, model: &Model, rule: &Rule, control: &mut Control) -> Result<(), Refusal> {
        match rule {
            Rule::NotBoth(left, right) => {
                control.charge((left.len() * right.len()) as u64)?;
                self.exclude(left, right);
                self.exclude(right, left);
                Ok(())
            }
            Rule::Count { vars, range } => {
                control.charge(vars.len() as u64)?;
                self.count(vars, *range)
            }
            Rule::Views(views) => self.cover(model, views, control),
            Rule::Never => {
                self.never = true;
                Ok(())
            }
            Rule::Linear { .. } => Err(Refusal::declined("a rule adds up coefficients")),
            Rule::Same(vars) => {
                control.charge(vars.len() as u64)?;
                self.same.push(vars.clone());
                Ok(())
            }
            Rule::OccupiedLines { .. } => Err(Refusal::declined("a rule counts occupied lines")),
        }
    }

    fn count(&mut self, vars: &[Var], range: Interval) -> Result<(), Refusal> {
        let (min, max) = range.ends();
        if vars.len() == self.layout.slots {
            self.range = (self.range.0.max(min), self.range.1.min(max));
        } else if max == 0 {
            self.never |= min > 0;
            for var in vars {
                self.allowed[*var as usize / 64] &= !(1 << (var % 64));
            }
        } else if min > 0 || max < vars.len() as i64 {
            return Err(Refusal::declined("a rule counts pieces on some of the squares only"));
        }
        Ok(())
    }

    /// Reads which squares are to be covered.
    fn cover(&mut self, model: &Model, views: &Views, control: &mut Control) -> Result<(), Refusal> {
        let Some(squares) = views.squares() else {
            return Err(Refusal::declined("a rule counts what pieces attack"));
        };
        let (min, max) = views.range.ends();
        if min != 1 || max < model.slots.len() as i64 {
            return Err(Refusal::declined("squares are to be covered, but not by one piece or more"));
        }
        let (mut places, mut fault) = (squares.iter(), None);
        let mut total = self.required.iter().any(|word| *word != 0).then_some(self.is_total);
        views.each(model, control, &mut |view| {
            let Some(slot) = places.next().and_then(|square| model.slot(*square)) else {
                fault = Some("a square on which no piece may stand is to be covered");
                return;
            };
            let is_total = matches!(view.when, When::Always);
            if *total.get_or_insert(is_total) != is_total {
                fault = Some("some squares are to be covered even if they hold a piece, and others are not");
            }
            insert(&mut self.required, slot as usize);
            let words = self.layout.words;
            for (cell, _) in view.rays.iter().flat_map(|ray| &ray.cells).filter(|(cell, _)| *cell != slot || is_total) {
                insert(&mut self.seen[slot as usize * words..(slot as usize + 1) * words], *cell as usize);
                insert(&mut self.covers[*cell as usize * words..(*cell as usize + 1) * words], slot as usize);
            }
        })?;
        self.is_total = total.unwrap_or(false);
        fault.map_or(Ok(()), |reason| Err(Refusal::declined(reason)))
    }

    /// Numbers the lines whose squares are covered from all others of them.
    fn lay(&mut self, model: &Model, control: &mut Control) -> Result<(), Refusal> {
        let (words, mut kept) = (self.layout.words, Vec::new());
        for lines in families(model, control)? {
            control.charge((words * self.layout.slots) as u64)?;
            if lines.iter().any(|line| line.len() > 1) && lines.iter().all(|line| self.is_seen(line)) {
                kept.push(lines);
            }
        }
        self.layout = Layout::new(model, kept, control)?;
        self.families = Self::LABELLED.min(self.layout.families.len());
        let Some(lines) = self.layout.families[..self.families].last() else {
            return Err(Refusal::declined("the piece covers no whole lines in both directions"));
        };
        self.labelled = lines.end;
        self.order = self.ordered();
        for slot in (0..self.layout.slots).filter(|slot| has(&self.required, *slot)) {
            let mut others = self.seen_from(slot).to_vec();
            for line in self.layout.through(slot) {
                others.iter_mut().zip(self.layout.mask(*line as usize)).for_each(|(own, mask)| *own &= !mask);
            }
            self.has_others |= others.iter().any(|word| *word != 0);
        }
        Ok(())
    }

    /// Whether each slot of a line that is to be covered is covered from all others.
    fn is_seen(&self, line: &[u32]) -> bool {
        let slots = || line.iter().map(|slot| *slot as usize);
        slots().filter(|slot| has(&self.required, *slot)).all(|slot| {
            let seen = self.seen_from(slot);
            slots().all(|other| other == slot || has(seen, other))
        })
    }

    /// From where a slot is covered.
    pub(super) fn seen_from(&self, slot: usize) -> &[u64] {
        &self.seen[slot * self.layout.words..(slot + 1) * self.layout.words]
    }

    /// What a piece on a slot covers.
    pub(super) fn covered_from(&self, slot: usize) -> &[u64] {
        &self.covers[slot * self.layout.words..(slot + 1) * self.layout.words]
    }

    fn exclude(&mut self, left: &[Var], right: &[Var]) {
        let words = self.layout.words;
        self.excluded.resize(self.layout.slots * words, 0);
        for own in left {
            let excluded = &mut self.excluded[*own as usize * words..(*own as usize + 1) * words];
            for other in right.iter().filter(|other| *other != own) {
                insert(excluded, *other as usize);
            }
        }
    }

    /// Whether the pieces on a line exclude each other.
    fn holds_one(&self, line: usize) -> bool {
        let (words, slots) = (self.layout.words, &self.layout.lines[line]);
        slots.len() < 2
            || !self.excluded.is_empty()
                && slots.iter().map(|slot| *slot as usize).all(|slot| {
                    let excluded = &self.excluded[slot * words..(slot + 1) * words];
                    let mut others = self.layout.mask(line).to_vec();
                    others[slot / 64] &= !(1 << (slot % 64));
                    others.iter().zip(excluded).all(|(other, own)| other & !own == 0)
                })
    }

    /// Whether no more lines are labelled than a board has rows and columns, and there are others.
    pub(in crate::engine::lines) fn has_long_lines(&self, board: &Board) -> bool {
        self.labelled <= board.rows() + board.columns()
            && (self.has_others || self.families < self.layout.families.len())
    }

    /// Finds the symmetries of the goal that carry labelled lines into labelled lines. Those of a group are all of its elements
    /// or none.
    pub(super) fn find_symmetries(&mut self, model: &Model, goal: &Goal, control: &mut Control) -> Result<(), Cause> {
        let (moved, wanted) = match goal {
            Goal::All => return Ok(()),
            Goal::Maximise(worths) => {
                let group = model.group_with_swaps(control)?;
                (model.images(&group, worths, Self::MAX_SYMMETRIES, control)?, 0)
            }
            Goal::UpTo(group) | Goal::Number(group) => {
                let worths = Worths::by_kind(model, &[1]);
                (model.images(group, &worths, Self::MAX_SYMMETRIES, control)?, group.order() - 1)
            }
        };
        let mut number: HashMap<&[u32], u32> = HashMap::new();
        for line in (0..self.labelled).rev() {
            number.insert(&self.layout.lines[line], line as u32);
        }
        let mut images = Vec::with_capacity(moved.len());
        for slot in moved {
            control.charge(4 * (self.layout.slots * self.families) as u64)?;
            let image = |line: &Vec<u32>| {
                let mut squares: Vec<u32> = line.iter().map(|own| slot[*own as usize]).collect();
                squares.sort_unstable();
                number.get(&squares[..]).copied()
            };
            if let Some(line) = self.layout.lines[..self.labelled].iter().map(image).collect::<Option<Vec<u32>>>() {
                images.push(Image { line, slot });
            }
        }
        if images.len() >= wanted {
            self.symmetries = images;
        }
        if wanted > 0 && self.symmetries.len() == wanted {
            self.anchor = Some(model.slots.iter().copied().collect());
        }
        Ok(())
    }
}

/// Whether a slot is in a set.
pub(super) fn has(set: &[u64], slot: usize) -> bool {
    set[slot / 64] >> (slot % 64) & 1 == 1
}

/// Adds a slot to a set.
pub(super) fn insert(set: &mut [u64], slot: usize) {
    set[slot / 64] |= 1 << (slot % 64);
}

/// Returns the lines along which the piece rides, a family for each direction.
fn families(model: &Model, control: &mut Control) -> Result<Vec<Vec<Vec<u32>>>, Cause> {
    let mut steps: Vec<(i32, i32)> = Vec::new();
    for movement in model.piece(0).moves().iter().filter(|movement| movement.steps() > 1) {
        let (rows, columns) = (movement.rows(), movement.columns());
        let step = (rows, columns).max((rows.saturating_neg(), columns.saturating_neg()));
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    let mut families = Vec::with_capacity(steps.len());
    for (down, right) in steps {
        let mut lines = Vec::new();
        model.board().try_each_chain(down, right, &mut |chain| {
            control.charge(8 * chain.squares.len() as u64)?;
            for segment in model.board().cut(chain) {
                let mut line: Vec<u32> = segment.squares.iter().filter_map(|square| model.slot(*square)).collect();
                line.sort_unstable();
                if line.len() > 1 {
                    lines.push(line);
                }
            }
            Ok(())
        })?;
        families.push(lines);
    }
    Ok(families)
}
