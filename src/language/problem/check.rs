//! The faults of a problem, all at once.

use super::Problem;
use crate::language::{
    Area, Constraint, Direction, Element, Fault, Interval, Invalid, Kinds, Rule, SquareSet, Transform, Weights, Wrap,
};

impl Problem {
    /// Checks the problem. Every question does this first.
    ///
    /// # Errors
    ///
    /// Reports every fault of the board, the kinds and the rules, in this order.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Fault, Piece, Problem};
    ///
    /// let mut other = Problem::new(Board::square(8));
    /// let stranger = other.add_kind("queen", Piece::QUEEN);
    /// let mut problem = Problem::new(Board::new(0, 8));
    /// problem.add_kind("statue", Piece::new([]));
    /// problem.add(Constraint::attacks(stranger, stranger, 0));
    /// let error = problem.check().unwrap_err();
    /// assert_eq!(error.faults().len(), 3);
    /// assert_eq!(error.faults()[0], Fault::NoSquares { rows: 0, columns: 8 });
    /// ```
    pub fn check(&self) -> Result<(), Invalid> {
        let mut faults = self.setup.faults();
        for (index, constraint) in self.constraints.iter().enumerate() {
            let place = format!("rule {} ({})", index + 1, constraint.name());
            Check { problem: self, place: &place, faults: &mut faults }.constraint(constraint);
        }
        Invalid::unless_empty(faults)
    }

    /// Returns the faults of a rule; `place` is what they call it.
    #[cfg(feature = "tasks")]
    pub(crate) fn rule_faults(&self, constraint: &Constraint, place: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        Check { problem: self, place, faults: &mut faults }.constraint(constraint);
        faults
    }

    /// Returns the faults of the weights of a question.
    pub(crate) fn weight_faults(&self, weights: &Weights) -> Vec<Fault> {
        let mut faults = Vec::new();
        let place = "the objective";
        if weights.iter().any(|(kind, _, _)| self.setup.resolve(kind).is_none()) {
            faults.push(Fault::ForeignKind { place: place.to_owned() });
        }
        let off = weights.iter().filter_map(|(_, square, _)| square).filter(|square| !self.board().contains(*square));
        faults.extend(self.board().off_board(place, &off.collect()));
        let squares = self.board().rows().saturating_mul(self.board().columns()) as u128;
        // A weight of a kind counts once for each square.
        let sum = weights.iter().fold(0u128, |sum, (_, square, weight)| {
            let times = if square.is_some() { 1 } else { squares };
            sum.saturating_add(u128::from(weight.unsigned_abs()).saturating_mul(times))
        });
        if sum > i64::MAX as u128 {
            faults.push(Fault::TooLarge { place: place.to_owned() });
        }
        faults
    }

    /// Returns the faults of transforms that generate a group.
    pub(crate) fn transform_faults(&self, transforms: &[Transform], place: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        Check { problem: self, place, faults: &mut faults }.transforms(transforms);
        faults
    }
}

struct Check<'a> {
    problem: &'a Problem,
    place: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl Check<'_> {
    fn constraint(&mut self, constraint: &Constraint) {
        for modifier in &constraint.misplaced {
            self.faults.push(Fault::MisplacedModifier { place: self.place.to_owned(), modifier });
        }
        match &constraint.rule {
            Rule::Attacks { from, to, range, .. } => {
                self.kinds(&[from, to]);
                self.range(*range);
            }
            Rule::Covered { area, by, range, .. } => {
                self.kinds(&[by]);
                self.area(area);
                self.range(*range);
            }
            Rule::Count { kinds, area, range } => {
                self.kinds(&[kinds]);
                self.area(area);
                self.range(*range);
            }
            Rule::OccupiedLines { kinds, directions, range } => {
                self.kinds(&[kinds]);
                self.directions(directions);
                self.range(*range);
            }
            Rule::Balance { plus, minus, range } => {
                self.kinds(&[plus, minus]);
                self.range(*range);
            }
            Rule::Linear { terms, range } => {
                if terms.iter().any(|(_, kind, _)| self.problem.setup.resolve(*kind).is_none()) {
                    self.foreign_kind();
                }
                let off =
                    terms.iter().map(|(_, _, square)| *square).filter(|square| !self.problem.board().contains(*square));
                self.squares(&off.collect());
                let sum: u128 = terms.iter().map(|(number, _, _)| u128::from(number.unsigned_abs())).sum();
                if sum > i64::MAX as u128 {
                    self.faults.push(Fault::TooLarge { place: self.place.to_owned() });
                }
                self.range(*range);
            }
            Rule::Symmetric { transforms, area } => {
                self.area(area);
                self.transforms(transforms);
            }
        }
    }

    fn foreign_kind(&mut self) {
        self.faults.push(Fault::ForeignKind { place: self.place.to_owned() });
    }

    fn kinds(&mut self, lists: &[&Kinds]) {
        if lists.iter().any(|kinds| kinds.is_empty()) {
            self.faults.push(Fault::NoKindsNamed { place: self.place.to_owned() });
        }
        if lists.iter().flat_map(|kinds| kinds.iter()).any(|kind| self.problem.setup.resolve(kind).is_none()) {
            self.foreign_kind();
        }
    }

    fn range(&mut self, range: Interval) {
        if range.is_empty() {
            self.faults.push(Fault::EmptyRange { place: self.place.to_owned(), range });
        }
    }

    fn squares(&mut self, squares: &SquareSet) {
        self.faults.extend(self.problem.board().off_board(self.place, squares));
    }

    fn area(&mut self, area: &Area) {
        match area {
            Area::Everywhere | Area::EachRegion => {}
            Area::Squares(squares) => self.squares(squares),
            Area::Region(region) => {
                if !self.problem.setup.owns(*region) {
                    self.faults.push(Fault::ForeignRegion { place: self.place.to_owned() });
                }
            }
            Area::Lines(directions) => self.directions(directions),
            Area::EveryLine => {
                if self.problem.board().wrap() != Wrap::None {
                    self.slope(Direction::new(1, 2));
                }
            }
            Area::Each(sets) => {
                for set in sets {
                    self.squares(set);
                }
            }
        }
    }

    fn directions(&mut self, directions: &[Direction]) {
        for direction in directions {
            if direction.is_null() {
                self.faults.push(Fault::NullDirection { place: self.place.to_owned() });
            } else if !direction.is_queen() && self.problem.board().wrap() != Wrap::None {
                self.slope(*direction);
            }
        }
    }

    fn slope(&mut self, direction: Direction) {
        self.faults.push(Fault::SlopeOnWrappedBoard { place: self.place.to_owned(), direction });
    }

    fn transforms(&mut self, transforms: &[Transform]) {
        let swaps = transforms.iter().flat_map(|transform| &transform.swaps);
        if swaps.flat_map(|(a, b)| [a, b]).any(|kind| self.problem.setup.resolve(*kind).is_none()) {
            self.foreign_kind();
        } else if self.problem.board().check().is_ok() {
            self.faults.extend(Element::faults(transforms, self.problem.board(), self.place));
        }
    }
}
