//! From a rule to a line of text.

use super::{DIRECTIONS, SYMMETRIES, quoted};
use crate::language::{
    Area, Board, Constraint, Demand, Direction, Fault, Interval, Invalid, Kind, Kinds, Problem, Rule, Sight, Square,
    SquareSet, Transform,
};

/// Writes a set of squares.
pub(crate) fn write_squares(board: &Board, squares: &SquareSet) -> String {
    let names: Vec<String> = squares.iter().map(|square| write_square(board, square)).collect();
    format!("{{{}}}", names.join(", "))
}

/// Writes a square of a board.
pub(crate) fn write_square(board: &Board, square: Square) -> String {
    square.to_algebraic(board.rows()).unwrap_or_else(|| square.to_string())
}

pub(super) struct Writer<'a> {
    pub(super) problem: &'a Problem,
    pub(super) place: String,
}

impl Writer<'_> {
    pub(super) fn rule(&self, constraint: &Constraint) -> Result<String, Invalid> {
        if let Some((kind, squares)) = constraint.fixes() {
            return Ok(format!("{} on {}", self.kinds(&kind.into())?, self.squares(squares)));
        }
        let (through, vacant) = (", through", ", where vacant");
        Ok(match constraint.rule() {
            Rule::Attacks { from, to, range, sight } => {
                let pieces = self.problem.pieces();
                if (from, to, *range, *sight) == (&pieces, &pieces, 0.into(), Sight::First) && !pieces.is_empty() {
                    return Ok("non-attacking".to_owned());
                }
                let sight = if *sight == Sight::Through { through } else { "" };
                format!("{} attacks {}: {}{sight}", self.kinds(from)?, self.kinds(to)?, short(*range))
            }
            Rule::Covered { area, by, range, sight, demand } => {
                let demand = if *demand == Demand::WhereVacant { vacant } else { "" };
                let sight = if *sight == Sight::Through { through } else { "" };
                format!("{} covers {}: {}{demand}{sight}", self.kinds(by)?, self.area(area)?, short(*range))
            }
            Rule::Count { kinds, area, range } => {
                format!("{} in {}: {}", self.kinds(kinds)?, self.area(area)?, short(*range))
            }
            Rule::OccupiedLines { kinds, directions, range } => {
                format!(
                    "{} occupies [{}]: {}",
                    self.kinds(kinds)?,
                    listed(directions, |own| direction(*own)),
                    short(*range)
                )
            }
            Rule::Balance { plus, minus, range } => {
                format!("{} minus {}: {}", self.kinds(plus)?, self.kinds(minus)?, short(*range))
            }
            Rule::Linear { terms, range } => {
                let mut written = Vec::with_capacity(terms.len());
                for (number, kind, square) in terms {
                    written.push(format!("{number} {} {}", self.kind(*kind)?, self.square(*square)));
                }
                format!("sum [{}]: {}", written.join(", "), short(*range))
            }
            Rule::Symmetric { transforms, area } => {
                let transforms: Vec<String> =
                    transforms.iter().map(|transform| self.transform(transform)).collect::<Result<_, _>>()?;
                format!("symmetric [{}]: {}", transforms.join(", "), self.area(area)?)
            }
        })
    }

    fn kind(&self, kind: Kind) -> Result<String, Invalid> {
        Ok(quoted(&self.problem.setup().known(&self.place, kind)?.name))
    }

    fn kinds(&self, kinds: &Kinds) -> Result<String, Invalid> {
        if kinds.is_empty() {
            return Err(Fault::NoKindsNamed { place: self.place.clone() }.into());
        }
        let names: Vec<String> = kinds.iter().map(|kind| self.kind(kind)).collect::<Result<_, _>>()?;
        Ok(names.join(", "))
    }

    fn square(&self, square: Square) -> String {
        write_square(self.problem.board(), square)
    }

    fn squares(&self, squares: &SquareSet) -> String {
        write_squares(self.problem.board(), squares)
    }

    fn area(&self, area: &Area) -> Result<String, Invalid> {
        Ok(match area {
            Area::Everywhere => "board".to_owned(),
            Area::Squares(squares) => self.squares(squares),
            Area::Region(region) => {
                let name = Some(*region).filter(|region| self.problem.setup().owns(*region));
                let name = name.and_then(|region| self.problem.board().regions().nth(region.index));
                let fault = || Fault::ForeignRegion { place: self.place.clone() };
                format!("region {}", quoted(name.ok_or_else(fault)?.0))
            }
            Area::EachRegion => "each region".to_owned(),
            lines if *lines == Area::rows() => "rows".to_owned(),
            lines if *lines == Area::columns() => "columns".to_owned(),
            lines if *lines == Area::diagonals() => "diagonals".to_owned(),
            Area::Lines(directions) => format!("lines [{}]", listed(directions, |own| direction(*own))),
            Area::EveryLine => "every line".to_owned(),
            Area::Each(sets) => format!("each of [{}]", listed(sets, |set| self.squares(set))),
        })
    }

    fn transform(&self, transform: &Transform) -> Result<String, Invalid> {
        let symmetry = SYMMETRIES.iter().find(|(symmetry, _)| *symmetry == transform.symmetry);
        let mut text = symmetry.map_or("identity", |(_, name)| name).to_owned();
        if transform.shift != (0, 0) {
            text = format!("{text} shift ({},{})", transform.shift.0, transform.shift.1);
        }
        for (a, b) in &transform.swaps {
            text = format!("{text} swap {} {}", self.kind(*a)?, self.kind(*b)?);
        }
        Ok(text)
    }
}

fn listed<T>(members: &[T], written: impl Fn(&T) -> String) -> String {
    members.iter().map(written).collect::<Vec<_>>().join(", ")
}

fn direction(direction: Direction) -> String {
    let name = DIRECTIONS.iter().find(|(own, _)| *own == direction);
    name.map_or_else(|| direction.to_string(), |(_, name)| (*name).to_owned())
}

fn short(range: Interval) -> String {
    match (range.lower(), range.upper()) {
        (Some(min), Some(max)) if min == max => min.to_string(),
        _ => range.to_string(),
    }
}
