//! The reference meaning: when a placement satisfies a rule.
//!
//! Everything is judged by this: obvious code that walks the board, written once. It is never made faster at the cost
//! of being obvious; engines have faster tests and are compared with it.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::judge::{Cell, Position};
use crate::language::{
    Area, Constraint, Demand, Interval, Invalid, Kind, Kinds, Placement, Problem, Rule, Setup, Square, SquareSet,
    Terrain,
};
use crate::symmetry::Group;

/// The faults of a placement, found by [`Placement::judge`].
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Piece, Placement, Problem, Square};
///
/// let mut problem = Problem::new(Board::new(2, 3));
/// let rook = problem.add_kind("rook", Piece::ROOK);
/// problem.add(Constraint::attacks(rook, rook, 0)).add(Constraint::count(rook, (1, 2), 1));
/// let judgement = Placement::parse(&problem, "R . R\n. . .")?.judge(&problem)?;
/// assert!(!judgement.is_solution());
/// let broken: Vec<_> = judgement.violations().iter().map(|violation| violation.rule()).collect();
/// assert_eq!(broken, [Some(0), Some(0), Some(1)]);
/// assert_eq!(judgement.violations()[0].squares(), [Square::new(0, 0), Square::new(0, 2)]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    violations: Vec<Violation>,
}

/// One way in which a placement breaks a rule, with the squares where it does.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Placement, classics};
///
/// let problem = classics::domination(Board::new(2, 4), Piece::KING);
/// let judgement = Placement::parse(&problem, "
///     K . . .
///     . . . .
/// ")?.judge(&problem)?;
/// // The four squares on the right are not covered.
/// let violation = &judgement.violations()[0];
/// assert_eq!((judgement.violations().len(), violation.squares()), (4, &[(0, 2).into()][..]));
/// assert_eq!(violation.to_string(), "rule 1 (covered): (0,2) is covered by 0 pieces, allowed 1..");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    rule: Option<usize>,
    squares: Vec<Square>,
    text: String,
}

impl Judgement {
    /// Tells whether the placement is a solution.
    ///
    /// ```
    /// use queenside::{Placement, classics};
    ///
    /// let problem = classics::queens(4);
    /// let judge = |text: &str| Placement::parse(&problem, text)?.judge(&problem);
    /// assert!(judge(". Q . .\n. . . Q\nQ . . .\n. . Q .")?.is_solution());
    /// assert!(!judge(". Q . .\n. . . Q\n. . . .\n. . Q .")?.is_solution());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_solution(&self) -> bool {
        self.violations.is_empty()
    }

    /// Returns all violations.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, classics};
    ///
    /// let problem = classics::non_attacking(Board::square(3), Piece::KING);
    /// let judgement = Placement::parse(&problem, "K . .\n. . K\n. K .")?.judge(&problem)?;
    /// // Two kings see each other, and each is blamed.
    /// assert_eq!(judgement.violations().len(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }
}

/// Prints one violation per line.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.violations.iter().try_for_each(|violation| writeln!(f, "{violation}"))
    }
}

impl Violation {
    /// Returns the index of the broken rule in [`Problem::constraints`]; `None` where a piece stands on a square on
    /// which none may stand.
    ///
    /// ```
    /// use queenside::{Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(". % .".parse()?);
    /// let king = problem.add_kind("king", Piece::KING);
    /// // No rule is broken, but there is no standing on a wall.
    /// let judgement = Placement::new(&problem, [(king, (0, 1))])?.judge(&problem)?;
    /// assert_eq!((problem.constraints().len(), judgement.violations()[0].rule()), (0, None));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rule(&self) -> Option<usize> {
        self.rule
    }

    /// Returns the squares where the rule is broken.
    ///
    /// ```
    /// use queenside::{Placement, Square, classics};
    ///
    /// let problem = classics::no_three_in_line(3);
    /// let points = Placement::parse(&problem, "
    ///     P . .
    ///     . P .
    ///     . . P
    /// ")?;
    /// let judgement = points.judge(&problem)?;
    /// assert_eq!(judgement.violations()[0].squares(), [(0, 0), (1, 1), (2, 2)].map(Square::from));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Placement {
    /// Judges the placement by the reference meaning of each rule. Kinds are matched by name.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, a board of another size, and kinds that the problem does not have.
    ///
    /// ```
    /// use queenside::{Placement, classics};
    ///
    /// let problem = classics::queens(4);
    /// let placement = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    /// assert!(placement.judge(&problem)?.is_solution());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn judge(&self, problem: &Problem) -> Result<Judgement, Invalid> {
        problem.check()?;
        let own = self.setup();
        let placed = self.placed().iter().map(|(square, kind)| {
            let handle = own.handle(*kind);
            let same = match problem.setup().resolve(handle) {
                Some(_) => handle,
                None => problem.kind_named(&own.kinds[usize::from(*kind)].name)?,
            };
            Ok((same, *square))
        });
        let placed = placed.collect::<Result<Vec<_>, Invalid>>()?;
        let placement = Self::new(problem, placed)?;
        let mut violations = Vec::new();
        let all = Judge::new(problem).each_violation(placement.placed(), |violation| {
            violations.push(violation());
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue(), "the visitor never breaks off");
        Ok(Judgement { violations })
    }
}

/// Returns the squares that products of these generators carry some squares to, themselves included.
fn orbits_of(squares: &[Square], generators: &Group) -> Vec<Square> {
    let mut orbits: SquareSet = squares.iter().copied().collect();
    let mut fresh = squares.to_vec();
    while let Some(square) = fresh.pop() {
        for element in generators.resolved() {
            let image = generators.image_of(element, square);
            if orbits.insert(image) {
                fresh.push(image);
            }
        }
    }
    orbits.iter().collect()
}

/// The rules of a checked problem with their areas resolved to squares, ready to judge many placements.
pub(crate) struct Judge {
    problem: Arc<Problem>,
    rules: Vec<Spelled>,
    /// The empty board.
    cells: Vec<Cell>,
}

/// A rule with its squares, sets and groups resolved.
enum Spelled {
    Plain,
    Squares(Vec<Square>),
    Sets(Vec<Vec<Square>>),
    /// Squares, all squares of their orbits, and what generates the group.
    Images {
        squares: Vec<Square>,
        orbits: Vec<Square>,
        generators: Group,
    },
}

impl Area {
    /// Returns the sets of squares of a rule's area, in a checked problem.
    pub(crate) fn sets(&self, problem: &Problem) -> Vec<Vec<Square>> {
        let mut sets = Vec::new();
        let Ok(()) = self.try_each_set(problem, |set| {
            sets.push(set);
            Ok::<(), Infallible>(())
        });
        sets
    }

    /// Visits the sets of squares of a rule's area, in a checked problem, until the visitor fails.
    pub(crate) fn try_each_set<E>(
        &self,
        problem: &Problem,
        mut visit: impl FnMut(Vec<Square>) -> Result<(), E>,
    ) -> Result<(), E> {
        let board = problem.board();
        let list = |set: &SquareSet| set.iter().collect::<Vec<_>>();
        match self {
            Self::Everywhere => visit(list(&board.squares())),
            Self::Squares(squares) => visit(list(squares)),
            Self::Region(region) => {
                board.regions().skip(region.index).take(1).try_for_each(|(_, squares)| visit(list(squares)))
            }
            Self::EachRegion => board.regions().try_for_each(|(_, squares)| visit(list(squares))),
            Self::Lines(directions) => {
                directions.iter().flat_map(|direction| board.lines(*direction)).try_for_each(visit)
            }
            Self::EveryLine => board.try_each_line(visit),
            Self::Each(sets) => sets.iter().try_for_each(|set| visit(list(set))),
        }
    }

    /// Returns all squares of the area, in order.
    pub(crate) fn squares(&self, problem: &Problem) -> Vec<Square> {
        match <[Vec<Square>; 1]>::try_from(self.sets(problem)) {
            Ok([only]) if only.is_sorted() => only,
            Ok([only]) => only.into_iter().collect::<SquareSet>().into_iter().collect(),
            Err(sets) => sets.into_iter().flatten().collect::<SquareSet>().into_iter().collect(),
        }
    }

    /// Returns the squares of a rule about covering: of the whole board only those that can be covered.
    pub(crate) fn coverable(&self, problem: &Problem) -> Vec<Square> {
        if *self == Self::Everywhere {
            let board = problem.board();
            return (&(&board.squares() - board.walls()) - board.holes()).iter().collect();
        }
        self.squares(problem)
    }
}

impl Judge {
    /// Prepares the rules of a checked problem.
    pub(crate) fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let rules = problem.constraints().iter().map(|constraint| match &constraint.rule {
            Rule::Attacks { .. } | Rule::Balance { .. } | Rule::Linear { .. } => Spelled::Plain,
            Rule::Covered { area, .. } => Spelled::Squares(area.coverable(problem)),
            Rule::Count { area, .. } => Spelled::Sets(area.sets(problem)),
            Rule::OccupiedLines { directions, .. } => {
                Spelled::Sets(directions.iter().flat_map(|direction| board.segments(*direction)).collect())
            }
            Rule::Symmetric { transforms, area } => {
                let generators = Group::generators(transforms, board, problem.setup().kinds.len());
                let squares = area.squares(problem);
                let orbits = orbits_of(&squares, &generators);
                Spelled::Images { squares, orbits, generators }
            }
        });
        let rules = rules.collect();
        let cells = Position::new(problem.setup()).into_cells();
        Self { rules, cells, problem: Arc::new(problem.clone()) }
    }

    /// Tells whether these pieces satisfy every rule.
    pub(crate) fn accepts(&mut self, placed: &[(Square, u16)]) -> bool {
        self.each_violation(placed, |_| ControlFlow::Break(())).is_continue()
    }

    /// Visits every violation; its text is written only when requested.
    pub(crate) fn each_violation(
        &mut self,
        placed: &[(Square, u16)],
        visit: impl FnMut(&dyn Fn() -> Violation) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = std::mem::take(&mut self.cells);
        let mut position = Position::with_cells(self.problem.setup(), cells);
        for (square, kind) in placed {
            position.set(*square, Some(*kind));
        }
        let all = self.violations_in(&position, placed, visit);
        for (square, _) in placed {
            position.set(*square, None);
        }
        self.cells = position.into_cells();
        all
    }

    fn violations_in(
        &self,
        position: &Position<'_>,
        placed: &[(Square, u16)],
        mut visit: impl FnMut(&dyn Fn() -> Violation) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let setup = self.problem.setup();
        for (square, kind) in placed {
            if position.terrain_at(*square) != Terrain::Open {
                visit(&|| Violation {
                    rule: None,
                    squares: vec![*square],
                    text: format!("the {} stands on {square}, where no piece may stand", name(setup, *kind)),
                })?;
            }
        }
        for (index, (constraint, spelled)) in self.problem.constraints().iter().zip(&self.rules).enumerate() {
            let case = Case { setup, position, placed };
            case.violations(constraint, spelled, &mut |squares: &[Square], text: &dyn Fn() -> String| {
                visit(&|| Violation {
                    rule: Some(index),
                    squares: squares.to_vec(),
                    text: format!("rule {} ({}): {}", index + 1, constraint.name(), text()),
                })
            })?;
        }
        ControlFlow::Continue(())
    }
}

type Report<'a> = &'a mut dyn FnMut(&[Square], &dyn Fn() -> String) -> ControlFlow<()>;

struct Case<'a> {
    setup: &'a Setup,
    position: &'a Position<'a>,
    placed: &'a [(Square, u16)],
}

impl Case<'_> {
    /// Reports the violations of a rule: the meaning of each constraint.
    fn violations(&self, constraint: &Constraint, spelled: &Spelled, report: Report<'_>) -> ControlFlow<()> {
        match (&constraint.rule, spelled) {
            (Rule::Attacks { from, to, range, sight }, _) => {
                for (square, kind) in self.standing(from) {
                    let piece = &self.setup.kinds[usize::from(kind)].piece;
                    let mut seen: Vec<Square> = self.position.attacked(square, piece, *sight).into_vec();
                    seen.retain(|square| self.holds(*square, to));
                    if !range.contains(seen.len() as i64) {
                        let text = || {
                            let (who, whom) = (name(self.setup, kind), several(self.setup, to, seen.len()));
                            format!("the {who} on {square} sees {whom}, allowed {range}{}", list(&seen))
                        };
                        report(&[&[square], &seen[..]].concat(), &text)?;
                    }
                }
            }
            (Rule::Covered { by, range, sight, demand, .. }, Spelled::Squares(squares)) => {
                // Each covered square with the square that it is covered from.
                let mut covers: Vec<(Square, Square)> = Vec::new();
                for (from, kind) in self.standing(by) {
                    let piece = &self.setup.kinds[usize::from(kind)].piece;
                    covers.extend(self.position.covered(from, piece, *sight).iter().map(|square| (*square, from)));
                }
                covers.sort_unstable();
                for square in squares {
                    if *demand == Demand::WhereVacant && self.position.kind_at(*square).is_some() {
                        continue;
                    }
                    let first = covers.partition_point(|(covered, _)| covered < square);
                    let count = covers[first..].iter().take_while(|(covered, _)| covered == square).count();
                    if !range.contains(count as i64) {
                        let covering: Vec<Square> =
                            covers[first..first + count].iter().map(|(_, from)| *from).collect();
                        let text = || {
                            let whom = several(self.setup, by, covering.len());
                            format!("{square} is covered by {whom}, allowed {range}{}", list(&covering))
                        };
                        report(&[&[*square], &covering[..]].concat(), &text)?;
                    }
                }
            }
            (Rule::Count { kinds, range, .. }, Spelled::Sets(sets)) => match constraint.fixes() {
                Some((kind, squares)) => self.wanting(kind, squares, report)?,
                None => self.counted(kinds, *range, sets, report)?,
            },
            (Rule::OccupiedLines { kinds, range, .. }, Spelled::Sets(lines)) => {
                let occupied = lines.iter().filter(|line| line.iter().any(|square| self.holds(*square, kinds))).count();
                if !range.contains(occupied as i64) {
                    report(&[], &|| format!("{occupied} lines are occupied, allowed {range}"))?;
                }
            }
            (Rule::Balance { plus, minus, range }, _) => {
                let (more, less) = (self.standing(plus).count(), self.standing(minus).count());
                let difference = more as i64 - less as i64;
                if !range.contains(difference) {
                    let text = || {
                        let (more, less) = (several(self.setup, plus, more), several(self.setup, minus, less));
                        format!("{more} less {less} is {difference}, allowed {range}")
                    };
                    report(&[], &text)?;
                }
            }
            (Rule::Linear { terms, range }, _) => {
                let standing =
                    terms.iter().filter(|(_, kind, square)| self.position.kind_at(*square) == Some(kind.index));
                let sum: i64 = standing.map(|(number, _, _)| number).sum();
                if !range.contains(sum) {
                    report(&[], &|| format!("the sum is {sum}, allowed {range}"))?;
                }
            }
            (Rule::Symmetric { transforms, .. }, Spelled::Images { squares, orbits, generators }) => {
                if self.are_kept(orbits, generators) {
                    return ControlFlow::Continue(());
                }
                let group = Group::generated(transforms, &self.setup.board, self.setup.kinds.len());
                for square in squares {
                    let here = self.position.kind_at(*square);
                    for element in group.resolved() {
                        let image = group.image_of(element, *square);
                        let there = self.position.kind_at(image);
                        if here.map(|kind| element.kind(kind)) != there {
                            let who = |kind: Option<u16>| {
                                kind.map_or("no piece".to_owned(), |kind| format!("a {}", name(self.setup, kind)))
                            };
                            let text = || format!("{square} holds {}, its image {image} {}", who(here), who(there));
                            report(&[*square, image], &text)?;
                        }
                    }
                }
            }
            _ => unreachable!("Judge::new spells each rule as it is read here"),
        }
        ControlFlow::Continue(())
    }

    /// Reports sets that hold too few or too many.
    fn counted(&self, kinds: &Kinds, range: Interval, sets: &[Vec<Square>], report: Report<'_>) -> ControlFlow<()> {
        for set in sets {
            let there: Vec<Square> = set.iter().copied().filter(|square| self.holds(*square, kinds)).collect();
            if !range.contains(there.len() as i64) {
                let text = || {
                    let whom = several(self.setup, kinds, there.len());
                    format!("the squares {} hold {whom}, allowed {range}{}", span(set), list(&there))
                };
                report(&there, &text)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports those of some squares, all of which are to hold a kind, that do not: the same as their count, said of the squares.
    fn wanting(&self, kind: Kind, squares: &SquareSet, report: Report<'_>) -> ControlFlow<()> {
        let wanting: Vec<Square> = squares.iter().filter(|square| !self.holds(*square, &kind.into())).collect();
        if wanting.is_empty() {
            return ControlFlow::Continue(());
        }
        report(&wanting, &|| format!("no {} stands on {}", name(self.setup, kind.index), joined(&wanting)))
    }

    /// Tells whether each of these symmetries keeps what stands on these squares. If they are whole orbits, so do all products
    /// of the symmetries, of which there may be as many as squares.
    fn are_kept(&self, squares: &[Square], by: &Group) -> bool {
        squares.iter().all(|square| {
            let here = self.position.kind_at(*square);
            by.resolved().iter().all(|element| {
                here.map(|kind| element.kind(kind)) == self.position.kind_at(by.image_of(element, *square))
            })
        })
    }

    fn standing<'a>(&'a self, kinds: &'a Kinds) -> impl Iterator<Item = (Square, u16)> + 'a {
        self.placed.iter().copied().filter(|(_, kind)| kinds.has(usize::from(*kind)))
    }

    fn holds(&self, square: Square, kinds: &Kinds) -> bool {
        self.position.kind_at(square).is_some_and(|kind| kinds.has(usize::from(kind)))
    }
}

fn name(setup: &Setup, kind: u16) -> &str {
    &setup.kinds[usize::from(kind)].name
}

/// "1 queen", "2 queens", "3 pieces (queen or rook)".
fn several(setup: &Setup, kinds: &Kinds, number: usize) -> String {
    let names: Vec<&str> = kinds.indices().map(|kind| name(setup, kind as u16)).collect();
    let plural = if number == 1 { "" } else { "s" };
    match names[..] {
        [only] => format!("{number} {only}{plural}"),
        _ => format!("{number} piece{plural} ({})", names.join(" or ")),
    }
}

fn joined(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

fn list(squares: &[Square]) -> String {
    if squares.is_empty() { String::new() } else { format!(": {}", joined(squares)) }
}

fn span(squares: &[Square]) -> String {
    match squares {
        [] => "of an empty set".to_owned(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first} to {last}"),
    }
}
