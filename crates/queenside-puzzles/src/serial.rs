//! Puzzles as values that serde writes.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use queenside::{Kind, Problem, Square};

use crate::{Puzzle, Reason, Step, Supposition, Technique, Unit, UnitName};

#[derive(Serialize)]
struct Written<'a> {
    problem: &'a Problem,
    stars: u8,
    score: u64,
    givens: Vec<WrittenPlace>,
    solution: Vec<WrittenPlace>,
    steps: Vec<WrittenStep>,
}

#[derive(Serialize)]
struct WrittenPlace {
    kind: String,
    square: String,
}

#[derive(Serialize)]
struct WrittenStep {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    placed: Vec<WrittenPlace>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<WrittenPlace>,
    because: Vec<String>,
    #[serde(flatten)]
    reason: WrittenReason,
}

#[derive(Serialize)]
struct WrittenUnit {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<usize>,
    squares: Vec<String>,
    range: String,
}

#[derive(Default, Serialize)]
struct WrittenReason {
    technique: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<WrittenPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<WrittenUnit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<WrittenUnit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<WrittenUnit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supposed: Option<WrittenSupposition>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<WrittenStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<WrittenUnit>,
}

#[derive(Serialize)]
struct WrittenSupposition {
    #[serde(flatten)]
    place: WrittenPlace,
    stands: bool,
}

struct Writer<'a> {
    problem: &'a Problem,
}

impl Writer<'_> {
    fn square(&self, square: Square) -> String {
        square.to_algebraic(self.problem.board().rows()).unwrap_or_else(|| square.to_string())
    }

    fn squares(&self, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
        squares.into_iter().map(|square| self.square(square)).collect()
    }

    fn place(&self, (kind, square): (Kind, Square)) -> WrittenPlace {
        let kind = self.problem.name(kind).unwrap_or_default().to_owned();
        WrittenPlace { kind, square: self.square(square) }
    }

    fn places(&self, places: &[(Kind, Square)]) -> Vec<WrittenPlace> {
        places.iter().map(|place| self.place(*place)).collect()
    }

    fn steps(&self, steps: &[Step]) -> Vec<WrittenStep> {
        let step = |step: &Step| WrittenStep {
            placed: self.places(step.placed()),
            excluded: self.places(step.excluded()),
            because: self.squares(step.because().iter()),
            reason: self.reason(step.reason()),
        };
        steps.iter().map(step).collect()
    }

    fn unit(&self, unit: &Unit) -> WrittenUnit {
        let name = match unit.name() {
            UnitName::Board => "board".to_owned(),
            UnitName::Row(row) => format!("row {row}"),
            UnitName::Column(column) => format!("column {column}"),
            UnitName::Line(direction) => format!("line {} {}", direction.rows(), direction.columns()),
            UnitName::Region(region) => format!("region {region}"),
            UnitName::Square(square) => format!("square {}", self.square(*square)),
            UnitName::Cover(square) => format!("cover {}", self.square(*square)),
            UnitName::Sight(square) => format!("sight {}", self.square(*square)),
            UnitName::Apart => "apart".to_owned(),
            UnitName::Squares => "squares".to_owned(),
        };
        let squares = self.squares(unit.squares().iter());
        WrittenUnit { name, rule: unit.rule(), squares, range: unit.range().to_string() }
    }

    fn units(&self, units: &[Unit]) -> Vec<WrittenUnit> {
        units.iter().map(|unit| self.unit(unit)).collect()
    }

    fn reason(&self, reason: &Reason) -> WrittenReason {
        let mut written = WrittenReason { technique: reason.technique().name(), ..WrittenReason::default() };
        match reason {
            Reason::Attacked { by } => written.by = Some(self.place(*by)),
            Reason::Full { unit } | Reason::LastPlaces { unit } | Reason::NoRoom { unit } => {
                written.units = vec![self.unit(unit)];
            }
            Reason::Confined { units, lines } => {
                written.units = self.units(units);
                written.lines = self.units(lines);
            }
            Reason::Packed { unit, parts } => {
                written.units = vec![self.unit(unit)];
                written.parts = self.units(parts);
            }
            Reason::Rule { rule } => written.rule = Some(*rule),
            Reason::Contradiction { supposed, steps, broken } => {
                written.supposed = Some(self.supposition(supposed));
                written.steps = self.steps(steps);
                written.broken = Some(self.unit(broken));
            }
            Reason::Searched => {}
        }
        written
    }

    fn supposition(&self, supposed: &Supposition) -> WrittenSupposition {
        WrittenSupposition { place: self.place(supposed.place()), stands: supposed.is_piece() }
    }
}

/// As its problem, its grade, and its givens, solution and steps, with the algebraic names of squares.
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::Puzzle;
///
/// // . Q . .
/// // . . . Q
/// // Q . . .
/// // . . Q .
/// let json = serde_json::to_value(Puzzle::of(&classics::completion(4, [(0, 1)]))?).expect("it is written");
/// assert_eq!(json["givens"][0]["square"], "b4");
/// assert_eq!(json["steps"][0]["technique"], "attacked");
/// assert_eq!(json["solution"].as_array().map(Vec::len), Some(4));
/// # Ok::<(), queenside_puzzles::Unfit>(())
/// ```
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.problem().check().map_err(S::Error::custom)?;
        let writer = Writer { problem: self.problem() };
        let difficulty = self.difficulty();
        let solution = self.solution().iter().map(|(square, kind)| writer.place((kind, square)));
        let written = Written {
            problem: self.problem(),
            stars: difficulty.stars(),
            score: difficulty.score(),
            givens: writer.places(self.givens()),
            solution: solution.collect(),
            steps: writer.steps(self.steps()),
        };
        written.serialize(serializer)
    }
}

/// As its [name](Technique::name).
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
