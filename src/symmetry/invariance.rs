//! The symmetries a problem really has.

use super::group::{Element, Group};
use super::transform::Transform;
use crate::constraint::{Area, Constraint, Demand, Rule, Sight};
use crate::control::{Cause, Control};
use crate::error::{Error, Fault};
use crate::interval::Interval;
use crate::kind::Kinds;
use crate::movement::Move;
use crate::options::Options;
use crate::piece::Piece;
use crate::problem::Problem;
use crate::square::Square;

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
    /// let pawn = problem.kind("pawn", Piece::WHITE_PAWN);
    /// problem.non_attacking();
    /// assert_eq!(problem.group()?.to_string(), "D1 (order 2)");
    /// problem.add(Constraint::fixed(pawn, [(3, 0)]));
    /// assert_eq!(problem.group()?.order(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn group(&self) -> Result<Group, Error> {
        self.check()?;
        let unlimited = &mut Control::new(&Options::new());
        Ok(self.own_group(unlimited).unwrap_or_else(|_| Group::trivial(self.board(), self.scene().kinds.len())))
    }

    /// The group of a checked problem; stops where the control says so.
    pub(crate) fn own_group(&self, control: &mut Control) -> Result<Group, Cause> {
        let plane = Group::all_of_plane(self.board(), self.scene().kinds.len());
        let own = Shape::of(self, None, &plane, control)?;
        plane.try_keep(|element| Ok(element.is_identity() || Shape::of(self, Some(element), &plane, control)? == own))
    }

    /// The group of a checked problem, and besides it the symmetries that swap two kinds: not all that there are, nor a group.
    #[cfg(feature = "sat")]
    pub(crate) fn symmetries_with_swaps(&self, control: &mut Control) -> Result<Group, Cause> {
        let plane = Group::all_of_plane(self.board(), self.scene().kinds.len()).with_swaps();
        let own = Shape::of(self, None, &plane, control)?;
        plane.try_keep(|element| Ok(element.is_identity() || Shape::of(self, Some(element), &plane, control)? == own))
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
    /// problem.kind("queen", Piece::QUEEN);
    /// let best = problem.non_attacking().maximize()?.optima()?;
    /// let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
    /// let shifts = best.generate([shift(1, 0), shift(0, 1)])?;
    /// assert_eq!((shifts.order(), best.classes_under(&shifts)?.count()), (25, 2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn generate(&self, transforms: impl IntoIterator<Item = Transform>) -> Result<Group, Error> {
        self.check()?;
        let transforms: Vec<Transform> = transforms.into_iter().collect();
        Error::unless_empty(self.transform_faults(&transforms, "the group"))?;
        Ok(Group::generated(&transforms, self.board(), self.scene().kinds.len()))
    }

    /// What is wrong with a group of which the problem is to have all symmetries; stops where the control says so.
    pub(crate) fn symmetry_faults(&self, group: &Group, control: &mut Control) -> Result<Vec<Fault>, Cause> {
        let place = "the group".to_owned();
        if !group.fits(self.board().rows(), self.board().columns(), self.scene().kinds.len()) {
            let (rows, columns) = (self.board().rows(), self.board().columns());
            let reason = format!(
                "it was made for {}, not for a {rows}×{columns} board and the kinds of this problem",
                group.home()
            );
            return Ok(vec![Fault::LacksSymmetry { place, reason }]);
        }
        let own = Shape::of(self, None, group, control)?;
        let kinds = self.scene().kinds.len();
        let mut lacking: Vec<String> = Vec::new();
        for element in group.elements() {
            control.spend(64)?;
            let allowed = Element::new(&element.transform(self), self.board(), kinds).is_ok();
            if !allowed || Shape::of(self, Some(element), group, control)? != own {
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

/// All of a problem that a symmetry must leave as it is, with regions replaced by their squares and everything sorted.
#[derive(PartialEq)]
struct Shape {
    terrain: [Vec<Square>; 3],
    pieces: Vec<(Vec<Move>, bool)>,
    rules: Vec<Form>,
}

/// A rule in a form that does not depend on how it was written down.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Attacks(Vec<u16>, Vec<u16>, Interval, Sight),
    /// `None` for the whole board, which every symmetry of it carries into itself.
    Covered(Option<Square>, Vec<u16>, Interval, Sight, Demand),
    Count(Vec<u16>, Option<Vec<Square>>, Interval),
    /// Likewise all lines of all slopes.
    CountEveryLine(Vec<u16>, Interval),
    OccupiedLines(Vec<u16>, Vec<Vec<Square>>, Interval),
    Balance(Vec<u16>, Vec<u16>, Interval),
    Linear(Vec<(Square, u16, i64)>, Interval),
    Symmetric(Vec<(Square, Square, Vec<u16>)>),
}

impl Shape {
    /// The shape of the image of a problem under an element, or of the problem itself.
    fn of(problem: &Problem, element: Option<&Element>, group: &Group, control: &mut Control) -> Result<Self, Cause> {
        let image = Image { problem, element, group };
        let board = problem.board();
        control.spend(16 * (board.walls().len() + board.forbidden().len() + board.holes().len()) as u64)?;
        let terrain = [board.walls(), board.forbidden(), board.holes()].map(|set| image.squares(set.iter()));
        let kinds = &problem.scene().kinds;
        let mut pieces = vec![(Vec::new(), false); kinds.len()];
        for (kind, cast) in kinds.iter().enumerate() {
            pieces[usize::from(image.kind(kind as u16))] = (image.moves(&cast.piece), cast.piece.is_blocker());
        }
        let mut rules = Vec::new();
        for constraint in problem.constraints() {
            rules.extend(image.forms(constraint, control)?);
        }
        control.spend(16 * rules.len() as u64)?;
        rules.sort_unstable();
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

    /// The square whose image this one is.
    fn preimage(&self, square: Square) -> Square {
        let mut at = square;
        loop {
            match self.square(at) {
                image if image == square => return at,
                image => at = image,
            }
        }
    }

    fn squares(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
        let mut images: Vec<Square> = squares.into_iter().map(|square| self.square(square)).collect();
        images.sort_unstable();
        images
    }

    fn kind(&self, kind: u16) -> u16 {
        self.element.map_or(kind, |element| element.kind(kind))
    }

    fn kinds(&self, kinds: &Kinds) -> Vec<u16> {
        let mut images: Vec<u16> = kinds.indices().map(|kind| self.kind(kind as u16)).collect();
        images.sort_unstable();
        images
    }

    fn moves(&self, piece: &Piece) -> Vec<Move> {
        let moves = piece.moves().iter();
        let mut moves: Vec<Move> =
            moves.map(|own| self.element.map_or(*own, |element| own.turned(element.symmetry))).collect();
        moves.sort_unstable();
        moves
    }

    fn forms(&self, constraint: &Constraint, control: &mut Control) -> Result<Vec<Form>, Cause> {
        let problem = self.problem;
        control.spend(16)?;
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
                control.spend(32 * squares.len() as u64)?;
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
                            control.spend(16 * (1 + set.len() as u64))?;
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
                    control.spend(16 * line.len() as u64)?;
                    lines.push(self.squares(line));
                }
                lines.sort_unstable();
                vec![Form::OccupiedLines(self.kinds(kinds), lines, *range)]
            }
            Rule::Balance { plus, minus, range } => {
                // a − b in a range is b − a in its mirror image: of the two ways to say so, the smaller.
                let (plus, minus) = (self.kinds(plus), self.kinds(minus));
                let other = Form::Balance(minus.clone(), plus.clone(), range.negated());
                vec![other.min(Form::Balance(plus, minus, *range))]
            }
            Rule::Linear { terms, range } => {
                let mut sums = std::collections::BTreeMap::<(Square, u16), i64>::new();
                for (number, kind, square) in terms {
                    control.spend(64)?;
                    *sums.entry((self.square(*square), self.kind(kind.index))).or_default() += number;
                }
                let terms = sums.into_iter().map(|((square, kind), number)| (square, kind, number)).collect();
                vec![Form::Linear(terms, *range)]
            }
            Rule::Symmetric { transforms, area } => {
                let kinds = problem.scene().kinds.len();
                let tied = Group::try_generated(transforms, problem.board(), kinds, control)?;
                let mut ties = Vec::new();
                // Of the whole board the images of three squares tell all: those that these are the images of.
                let three = [(0, 0), (0, 1), (1, 0)].map(Square::from);
                let squares = match area {
                    Area::Everywhere => {
                        three.into_iter().filter(|s| problem.board().contains(*s)).map(|s| self.preimage(s)).collect()
                    }
                    _ => area.squares(problem),
                };
                for square in squares {
                    control.spend(64 * tied.order() as u64)?;
                    for tie in tied.elements() {
                        // The tie of s with g(s), seen from its image, is that of h(s) with h(g(s)).
                        let mut kinds: Vec<(u16, u16)> = (0..problem.scene().kinds.len() as u16)
                            .map(|kind| (self.kind(kind), self.kind(tie.kind(kind))))
                            .collect();
                        kinds.sort_unstable();
                        let kinds = kinds.into_iter().map(|(_, there)| there).collect();
                        ties.push((self.square(square), self.square(tied.image_of(tie, square)), kinds));
                    }
                }
                ties.sort_unstable();
                vec![Form::Symmetric(ties)]
            }
        })
    }
}
