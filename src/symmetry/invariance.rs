//! The symmetries that a problem has.

use super::group::Group;
use crate::budget::{Cause, Control, Options};
use crate::language::{
    Area, Constraint, Demand, Fault, Interval, Invalid, Kinds, Move, Piece, Problem, Rule, Sight, Square, Transform,
};
use crate::language::{Element, OrderedSet, sort};

impl Problem {
    /// Returns the group of the problem: the symmetries of the plane that leave its board as it is, carry each kind's moves
    /// into the same kind's moves, and leave the list of rules, taken together, as it is.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(6));
    /// let pawn = problem.add_kind("pawn", Piece::WHITE_PAWN);
    /// problem.non_attacking();
    /// assert_eq!(problem.group()?.to_string(), "D1 (order 2)");
    /// problem.add(Constraint::fixed(pawn, [(3, 0)]));
    /// assert_eq!(problem.group()?.order(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn group(&self) -> Result<Group, Invalid> {
        self.check()?;
        let unlimited = &mut Control::new(&Options::new());
        Ok(self.own_group(unlimited).unwrap_or_else(|_| Group::trivial(self.board(), self.setup().kinds.len())))
    }

    /// Returns the group of the problem with the symmetries that also swap kinds, such as two armies under the same rules. Of more
    /// than eight kinds none are swapped.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let armies = classics::peaceable(Board::square(5), Piece::QUEEN).maximize()?.optima()?;
    /// let group = armies.group_with_swaps()?;
    /// assert_eq!((armies.group()?.order(), group.order()), (8, 16));
    /// assert_eq!((armies.classes()?.count(), armies.classes_under(&group)?.count()), (6, 3));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn group_with_swaps(&self) -> Result<Group, Invalid> {
        self.check()?;
        let kinds = self.setup().kinds.len();
        let unlimited = &mut Control::new(&Options::new());
        let Ok(some) = self.symmetries_with_swaps(unlimited) else { return Ok(Group::trivial(self.board(), kinds)) };
        let transforms: Vec<Transform> = some.resolved().iter().map(|element| element.transform(self)).collect();
        Ok(Group::generated(&transforms, self.board(), kinds))
    }

    /// Returns the group of a checked problem; stops when the control says so.
    pub(crate) fn own_group(&self, control: &mut Control) -> Result<Group, Cause> {
        let plane = Group::all_of_plane(self.board(), self.setup().kinds.len());
        let own = Invariant::of(self, None, &plane, control)?;
        plane.try_keep(|element| {
            Ok(element.is_identity() || Invariant::of(self, Some(element), &plane, control)? == own)
        })
    }

    /// Returns the group of a checked problem and the symmetries that swap two kinds: not all of them, and no group.
    pub(crate) fn symmetries_with_swaps(&self, control: &mut Control) -> Result<Group, Cause> {
        let plane = Group::all_of_plane(self.board(), self.setup().kinds.len()).with_swaps();
        let own = Invariant::of(self, None, &plane, control)?;
        plane.try_keep(|element| {
            Ok(element.is_identity() || Invariant::of(self, Some(element), &plane, control)? == own)
        })
    }

    /// Returns the group that these transforms generate, whether or not the problem has all of these symmetries.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, kinds of another problem, and transforms that the board does not allow.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem, Symmetry, Transform, Wrap};
    ///
    /// // Queens on a torus, up to shifts.
    /// let mut problem = Problem::new(Board::square(5).with_wrap(Wrap::Both));
    /// problem.add_kind("queen", Piece::QUEEN);
    /// let best = problem.non_attacking().maximize()?.optima()?;
    /// let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
    /// let shifts = best.generate([shift(1, 0), shift(0, 1)])?;
    /// assert_eq!((shifts.order(), best.classes_under(&shifts)?.count()), (25, 2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn generate(&self, transforms: impl IntoIterator<Item = Transform>) -> Result<Group, Invalid> {
        self.check()?;
        let transforms: Vec<Transform> = transforms.into_iter().collect();
        Invalid::unless_empty(self.transform_faults(&transforms, "the group"))?;
        Ok(Group::generated(&transforms, self.board(), self.setup().kinds.len()))
    }

    /// Returns the faults of a group that is to be a subgroup of the problem's group; stops when the control says so.
    pub(crate) fn symmetry_faults(&self, group: &Group, control: &mut Control) -> Result<Vec<Fault>, Cause> {
        let place = "the group".to_owned();
        if !group.fits(self.board(), self.setup().kinds.len()) {
            return Ok(vec![group.foreign_to(self.board())]);
        }
        let own = Invariant::of(self, None, group, control)?;
        let kinds = self.setup().kinds.len();
        let mut lacking: Vec<String> = Vec::new();
        for element in group.resolved() {
            control.charge(64)?;
            let allowed = Element::new(&element.transform(self), self.board(), kinds).is_ok();
            if !allowed || Invariant::of(self, Some(element), group, control)? != own {
                lacking.push(element.describe());
            }
        }
        if lacking.is_empty() {
            return Ok(Vec::new());
        }
        let (number, order) = (lacking.len(), group.order());
        let reason = format!("the problem does not have {number} of its {order} symmetries: {}", lacking.join(", "));
        Ok(vec![Fault::LacksSymmetry { place, reason }])
    }
}

/// Everything in a problem that a symmetry must preserve, with regions replaced by their squares, and sorted.
#[derive(PartialEq)]
struct Invariant {
    terrain: [Vec<Square>; 3],
    pieces: Vec<(Vec<Move>, bool)>,
    rules: Vec<Form>,
}

/// A rule in a form that does not depend on how it was written down.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Attacks(Vec<u16>, Vec<u16>, Interval, Sight),
    /// `None` for the whole board, which every symmetry of the board maps to itself.
    Covered(Option<Square>, Vec<u16>, Interval, Sight, Demand),
    Count(Vec<u16>, Option<Vec<Square>>, Interval),
    /// As above, for all lines of all slopes.
    CountEveryLine(Vec<u16>, Interval),
    OccupiedLines(Vec<u16>, Vec<Vec<Square>>, Interval),
    Balance(Vec<u16>, Vec<u16>, Interval),
    Linear(Vec<(Square, u16, i64)>, Interval),
    Symmetric(Vec<(Square, Square, Vec<u16>)>),
}

impl Invariant {
    /// Returns the shape of the image of a problem under an element, or of the problem itself.
    fn of(problem: &Problem, element: Option<&Element>, group: &Group, control: &mut Control) -> Result<Self, Cause> {
        let image = Image { problem, element, group };
        let board = problem.board();
        control.charge(16 * (board.walls().len() + board.forbidden().len() + board.holes().len()) as u64)?;
        let terrain = [board.walls(), board.forbidden(), board.holes()].map(|set| image.squares(set.iter().collect()));
        let kinds = &problem.setup().kinds;
        let mut pieces = vec![(Vec::new(), false); kinds.len()];
        for (kind, info) in kinds.iter().enumerate() {
            pieces[usize::from(image.kind(kind as u16))] = (image.moves(&info.piece), info.piece.is_blocker());
        }
        let mut rules = Vec::new();
        for constraint in problem.constraints() {
            rules.extend(image.forms(constraint, control)?);
        }
        control.charge(16 * rules.len() as u64)?;
        sort(&mut rules);
        Ok(Self { terrain, pieces, rules })
    }
}

struct Image<'a> {
    problem: &'a Problem,
    element: Option<&'a Element>,
    group: &'a Group,
}

impl Image<'_> {
    fn square(&self, square: Square) -> Square {
        self.element.map_or(square, |element| self.group.image_of(element, square))
    }

    /// Returns the square whose image this one is.
    fn preimage(&self, square: Square) -> Square {
        let mut at = square;
        loop {
            match self.square(at) {
                image if image == square => return at,
                image => at = image,
            }
        }
    }

    fn squares(&self, mut squares: Vec<Square>) -> Vec<Square> {
        for square in &mut squares {
            *square = self.square(*square);
        }
        squares.sort_unstable();
        squares
    }

    fn kind(&self, kind: u16) -> u16 {
        self.element.map_or(kind, |element| element.kind(kind))
    }

    fn kinds(&self, kinds: &Kinds) -> Vec<u16> {
        kinds.indices().map(|kind| self.kind(kind as u16)).collect::<OrderedSet<u16>>().into_vec()
    }

    fn moves(&self, piece: &Piece) -> Vec<Move> {
        let moves = piece.moves().iter();
        let images = moves.map(|own| self.element.map_or(*own, |element| own.turned(element.symmetry)));
        images.collect::<OrderedSet<Move>>().into_vec()
    }

    fn forms(&self, constraint: &Constraint, control: &mut Control) -> Result<Vec<Form>, Cause> {
        let problem = self.problem;
        control.charge(16)?;
        Ok(match &constraint.rule {
            Rule::Attacks { from, to, range, sight } => {
                vec![Form::Attacks(self.kinds(from), self.kinds(to), *range, *sight)]
            }
            Rule::Covered { area, by, range, sight, demand } => {
                let covered = |square| Form::Covered(square, self.kinds(by), *range, *sight, *demand);
                if *area == Area::Everywhere {
                    return Ok(vec![covered(None)]);
                }
                let squares = area.coverable(problem);
                control.charge(32 * squares.len() as u64)?;
                self.squares(squares).into_iter().map(|square| covered(Some(square))).collect()
            }
            Rule::Count { kinds, area, range } => {
                let count = |set| Form::Count(self.kinds(kinds), set, *range);
                match area {
                    Area::Everywhere => vec![count(None)],
                    Area::EveryLine => vec![Form::CountEveryLine(self.kinds(kinds), *range)],
                    _ => {
                        let mut forms = Vec::new();
                        area.try_each_set(problem, |set| {
                            control.charge(16 * (1 + set.len() as u64))?;
                            forms.push(count(Some(self.squares(set))));
                            Ok(())
                        })?;
                        forms
                    }
                }
            }
            Rule::OccupiedLines { kinds, directions, range } => {
                let mut lines = Vec::new();
                for line in directions.iter().flat_map(|direction| problem.board().segments(*direction)) {
                    control.charge(16 * line.len() as u64)?;
                    lines.push(self.squares(line));
                }
                sort(&mut lines);
                vec![Form::OccupiedLines(self.kinds(kinds), lines, *range)]
            }
            Rule::Balance { plus, minus, range } => {
                // a − b in a range is b − a in the negated range; the smaller of the two forms is kept.
                let (plus, minus) = (self.kinds(plus), self.kinds(minus));
                let other = Form::Balance(minus.clone(), plus.clone(), range.negated());
                vec![other.min(Form::Balance(plus, minus, *range))]
            }
            Rule::Linear { terms, range } => {
                let mut sums: Vec<(Square, u16, i64)> = Vec::with_capacity(terms.len());
                for (number, kind, square) in terms {
                    control.charge(64)?;
                    sums.push((self.square(*square), self.kind(kind.index), *number));
                }
                sort(&mut sums);
                sums.dedup_by(|next, kept| {
                    let same = (next.0, next.1) == (kept.0, kept.1);
                    kept.2 += if same { next.2 } else { 0 };
                    same
                });
                vec![Form::Linear(sums, *range)]
            }
            Rule::Symmetric { transforms, area } => {
                let kinds = problem.setup().kinds.len();
                let tied = Group::try_generated(transforms, problem.board(), kinds, control)?;
                let mut ties = Vec::new();
                // On the whole board, three squares determine the rule: the preimages of these.
                let three = [(0, 0), (0, 1), (1, 0)].map(Square::from);
                let squares = match area {
                    Area::Everywhere => {
                        three.into_iter().filter(|s| problem.board().contains(*s)).map(|s| self.preimage(s)).collect()
                    }
                    _ => area.squares(problem),
                };
                for square in squares {
                    control.charge(64 * tied.order() as u64)?;
                    for tie in tied.resolved() {
                        // The tie of s with g(s) maps to the tie of h(s) with h(g(s)).
                        let mut kinds: Vec<(u16, u16)> = (0..problem.setup().kinds.len() as u16)
                            .map(|kind| (self.kind(kind), self.kind(tie.kind(kind))))
                            .collect();
                        sort(&mut kinds);
                        let kinds = kinds.into_iter().map(|(_, there)| there).collect();
                        ties.push((self.square(square), self.square(tied.image_of(tie, square)), kinds));
                    }
                }
                sort(&mut ties);
                vec![Form::Symmetric(ties)]
            }
        })
    }
}
