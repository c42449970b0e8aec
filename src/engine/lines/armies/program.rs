//! From a model to lines that hold one kind of piece each.

use std::collections::HashMap;

use super::shares::Shares;
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::engine::Refusal;
use crate::engine::lines::layout::Layout;
use crate::language::{Interval, Square, Symmetry};
use crate::model::{Model, Rule, Var};
use crate::symmetry::Group;

/// A model whose exclusions are lines that hold one kind each, and whose other rules count the pieces of a kind.
pub(in crate::engine::lines) struct Program {
    pub(super) kinds: usize,
    pub(in crate::engine::lines) layout: Layout,
    /// Whether the rules let a kind stand on a slot at all, by kind and slot.
    pub(super) allowed: Vec<bool>,
    pub(super) shares: Shares,
    /// Sets of variables of which all are true or none.
    pub(super) same: Vec<Vec<Var>>,
    pub(super) never: bool,
    pub(super) symmetries: Vec<Image>,
}

/// What a symmetry makes of labels: the label of a line is the image of the label of another line.
pub(super) struct Image {
    pub(super) line: Vec<u32>,
    pub(super) kind: Vec<u8>,
}

/// The most kinds: their pairs are kept as bits.
const MAX_KINDS: usize = 8;

/// The most shares of all kinds but one.
const MAX_PREFIXES: u64 = 1 << 17;

/// The most symmetries that are used.
const MAX_SYMMETRIES: usize = 1 << 12;

impl Program {
    pub(in crate::engine::lines) fn new(model: &Model, control: &mut Control) -> Result<Self, Refusal> {
        let (kinds, slots) = (model.kinds, model.slots.len());
        if !(2..=MAX_KINDS).contains(&kinds) {
            let reason = format!("lines are labelled with 2 to {MAX_KINDS} kinds, and the problem has {kinds}");
            return Err(Refusal::declined(reason));
        }
        if slots > Layout::MAX_SLOTS {
            return Err(Refusal::declined(format!("{slots} open squares are more than {}", Layout::MAX_SLOTS)));
        }
        let mut draft = ExclusionDraft { model, found: Vec::new(), number: HashMap::new() };
        let mut program = Self {
            kinds,
            layout: Layout::without_lines(slots),
            allowed: vec![true; kinds * slots],
            shares: Shares::new(kinds),
            same: Vec::new(),
            never: false,
            symmetries: Vec::new(),
        };
        program.read_cliques(model, control)?;
        for rule in &model.rules {
            control.charge(16)?;
            program.read(model, rule, &mut draft, control)?;
        }
        let found = draft.lines()?;
        program.lay(model, found, control)?;
        program.shares.max = (0..kinds)
            .map(|kind| program.allowed[kind * slots..(kind + 1) * slots].iter().filter(|own| **own).count() as i64)
            .collect();
        if program.shares.prefixes() > MAX_PREFIXES {
            let reason = format!("{kinds} kinds on {slots} open squares can share them in too many ways");
            return Err(Refusal::declined(reason));
        }
        Ok(program)
    }

    /// Reads the sets that hold one piece at most: one piece a square is the rule here anyway, a set of all pieces of some kinds is
    /// a count, and others are declined.
    fn read_cliques(&mut self, model: &Model, control: &mut Control) -> Result<(), Refusal> {
        for family in model.cliques.iter().filter(|family| family.name != BoundName::Kinds) {
            for set in family.sets.iter().filter(|set| set.len() > 1) {
                control.charge(4 * set.len() as u64)?;
                let Some(counted) = whole_kinds(model, set) else {
                    let squares = set.len();
                    let reason =
                        format!("a set of {squares} squares and kinds holds one piece at most, which is no line");
                    return Err(Refusal::declined(reason));
                };
                self.shares.add(counted, (..=1).into());
            }
        }
        Ok(())
    }

    /// Reads a rule.
    fn read(
        &mut self,
        model: &Model,
        rule: &Rule,
        draft: &mut ExclusionDraft<'_>,
        control: &mut Control,
    ) -> Result<(), Refusal> {
        match rule {
            Rule::NotBoth(left, right) => {
                control.charge(16 * (left.len() + right.len()) as u64)?;
                draft.not_both(left, right)
            }
            Rule::Count { vars, range } => {
                control.charge(8 * vars.len() as u64)?;
                self.count(model, vars, *range)
            }
            Rule::Linear { terms, range } => {
                control.charge(8 * terms.len() as u64)?;
                let mut coefficients = vec![0; self.vars()];
                for (number, var) in terms {
                    coefficients[*var as usize] = *number;
                }
                let first = coefficients[..self.kinds.min(coefficients.len())].to_vec();
                if coefficients.chunks(self.kinds).any(|slot| slot != first) {
                    return Err(Refusal::declined("a sum has other coefficients on some squares than on others"));
                }
                if first.len() == self.kinds {
                    self.shares.add(first, *range);
                } else {
                    self.never |= !range.contains(0);
                }
                Ok(())
            }
            Rule::Never => {
                self.never = true;
                Ok(())
            }
            Rule::Same(vars) => {
                control.charge(8 * vars.len() as u64)?;
                self.same.push(vars.clone());
                Ok(())
            }
            Rule::OccupiedLines { .. } => Err(Refusal::declined("a rule counts occupied lines")),
            Rule::Views(_) => {
                Err(Refusal::declined("a rule counts what is attacked or covered, other than that nothing is attacked"))
            }
        }
    }

    fn count(&mut self, model: &Model, vars: &[Var], range: Interval) -> Result<(), Refusal> {
        if let Some(counted) = whole_kinds(model, vars) {
            self.shares.add(counted, range);
        } else if range.ends().1 == 0 {
            self.never |= !range.contains(0);
            for var in vars {
                let (slot, kind) = (*var as usize / self.kinds, *var as usize % self.kinds);
                self.allowed[kind * self.layout.slots + slot] = false;
            }
        } else {
            return Err(Refusal::declined("a rule counts pieces on some of the squares only"));
        }
        Ok(())
    }

    fn vars(&self) -> usize {
        self.kinds * self.layout.slots
    }

    /// Numbers the lines, family by family: each line joins the first family that it has no slot in common with.
    fn lay(&mut self, model: &Model, found: Vec<Vec<u32>>, control: &mut Control) -> Result<(), Refusal> {
        let mut families: Vec<(Vec<bool>, Vec<Vec<u32>>)> = Vec::new();
        for line in found {
            control.charge(16 * line.len() as u64)?;
            let place = families.iter().position(|(taken, _)| line.iter().all(|slot| !taken[*slot as usize]));
            let place = place.unwrap_or_else(|| {
                families.push((vec![false; self.layout.slots], Vec::new()));
                families.len() - 1
            });
            let (taken, lines) = &mut families[place];
            for slot in &line {
                taken[*slot as usize] = true;
            }
            lines.push(line);
        }
        families.retain(|(_, lines)| lines.iter().any(|line| line.len() > 1));
        if families.is_empty() {
            return Err(Refusal::declined("no rule keeps kinds apart along lines of several squares"));
        }
        self.layout = Layout::new(model, families.into_iter().map(|(_, lines)| lines).collect(), control)?;
        Ok(())
    }

    /// Finds symmetries: those of the plane, shifts round the edges and exchanges of kinds that leave lines, shares and weights
    /// as they are.
    pub(super) fn find_symmetries(
        &mut self,
        model: &Model,
        weights: &[i64],
        control: &mut Control,
    ) -> Result<(), Cause> {
        let number = self.layout.numbers();
        let exchanges: Vec<Vec<usize>> = exchanges(self.kinds)
            .into_iter()
            .filter(|image| self.shares.are_invariant(image))
            .filter(|image| image.iter().enumerate().all(|(kind, other)| weights[kind] == weights[*other]))
            .collect();
        let board = model.board();
        let (rows, columns, wrap) = (board.rows(), board.columns(), board.wrap());
        let plane = Group::all_of_plane(board, self.kinds);
        let mut images = Vec::new();
        for element in plane.resolved() {
            for shift in 0..if wrap.rows() { rows } else { 1 } * if wrap.columns() { columns } else { 1 } {
                let by = if wrap.columns() { (shift / columns, shift % columns) } else { (shift, 0) };
                control.charge(4 * (self.layout.slots * (1 + self.layout.families.len())) as u64)?;
                let image = |slot: usize| {
                    let at = plane.image_of(element, model.slots[slot]);
                    model.slot(Square::new((at.row() + by.0) % rows, (at.column() + by.1) % columns))
                };
                let Some(moved) = (0..self.layout.slots).map(image).collect::<Option<Vec<u32>>>() else { continue };
                let Some(line) = self.layout.image_of_lines(&number, &moved) else { continue };
                for kind in &exchanges {
                    let is_identity = element.symmetry == Symmetry::Identity && shift == 0 && kind.is_sorted();
                    if !is_identity && self.keeps_allowed(&moved, kind) && images.len() < MAX_SYMMETRIES {
                        // A label is carried back from the image of the line.
                        let mut back = vec![0; self.kinds];
                        kind.iter().enumerate().for_each(|(kind, image)| back[*image] = kind as u8);
                        images.push(Image { line: line.clone(), kind: back });
                    }
                }
            }
        }
        self.symmetries = images;
        Ok(())
    }

    fn keeps_allowed(&self, moved: &[u32], kind: &[usize]) -> bool {
        let same = |kind: usize, image: usize, slot: usize| {
            self.allowed[kind * self.layout.slots + slot]
                == self.allowed[image * self.layout.slots + moved[slot] as usize]
        };
        kind.iter().enumerate().all(|(kind, image)| (0..self.layout.slots).all(|slot| same(kind, *image, slot)))
    }
}

/// Returns for each kind 1 if these are all variables of some kinds, and it is one of them, else 0.
fn whole_kinds(model: &Model, vars: &[Var]) -> Option<Vec<i64>> {
    let mut number = vec![0; model.kinds];
    for var in vars {
        number[*var as usize % model.kinds] += 1;
    }
    let whole = number.iter().all(|own| *own == 0 || *own == model.slots.len());
    (whole && !vars.is_empty()).then(|| number.iter().map(|own| i64::from(*own > 0)).collect())
}

/// Returns the permutations of the kinds: all of a few, and otherwise those that exchange two at most.
fn exchanges(kinds: usize) -> Vec<Vec<usize>> {
    /// All permutations of this many kinds are few.
    const FEW: usize = 4;
    let identity: Vec<usize> = (0..kinds).collect();
    let mut all = vec![identity];
    let mut fresh = 0;
    while fresh < all.len() && (kinds <= FEW || fresh == 0) {
        for a in 0..kinds {
            for b in a + 1..kinds {
                let mut next = all[fresh].clone();
                next.swap(a, b);
                if !all.contains(&next) {
                    all.push(next);
                }
            }
        }
        fresh += 1;
    }
    all
}

/// Sets of slots on which pairs of kinds exclude each other.
struct ExclusionDraft<'a> {
    model: &'a Model,
    /// The slots, and the pairs as bits, in the order of the rules.
    found: Vec<(Vec<u32>, u64)>,
    number: HashMap<Vec<u32>, usize>,
}

impl ExclusionDraft<'_> {
    fn not_both(&mut self, left: &[Var], right: &[Var]) -> Result<(), Refusal> {
        let kinds = self.model.kinds as u32;
        let slots_of = |vars: &[Var], kind: u32| {
            let own = vars.iter().filter(|var| **var % kinds == kind).map(|var| var / kinds);
            let mut own: Vec<u32> = own.collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        let kinds_of = |vars: &[Var]| {
            let mut own: Vec<u32> = vars.iter().map(|var| var % kinds).collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        for a in kinds_of(left) {
            for b in kinds_of(right) {
                let slots = slots_of(left, a);
                if a == b {
                    let name = self.model.name(a as usize);
                    let reason = format!("pieces of one kind, \"{name}\", must not attack each other");
                    return Err(Refusal::declined(reason));
                }
                if slots != slots_of(right, b) {
                    return Err(Refusal::declined(
                        "kinds exclude each other on squares that are no line, as leapers do and riders of limited range",
                    ));
                }
                let pair = 1 << (a.min(b) * kinds + a.max(b));
                let number = *self.number.entry(slots).or_insert_with_key(|slots| {
                    self.found.push((slots.clone(), 0));
                    self.found.len() - 1
                });
                self.found[number].1 |= pair;
            }
        }
        Ok(())
    }

    /// Returns the lines: on those of several squares each two kinds must exclude each other.
    fn lines(self) -> Result<Vec<Vec<u32>>, Refusal> {
        let kinds = self.model.kinds as u32;
        let pairs = (0..kinds).flat_map(|a| (a + 1..kinds).map(move |b| 1u64 << (a * kinds + b)));
        let every = pairs.fold(0, |all, pair| all | pair);
        if self.found.iter().any(|(slots, pairs)| slots.len() > 1 && *pairs != every) {
            return Err(Refusal::declined("there are lines on which some of the kinds may stand together"));
        }
        Ok(self.found.into_iter().map(|(slots, _)| slots).collect())
    }
}
