//! What a constraint says, to be read.

use crate::language::{Area, Direction, Interval, Kind, Kinds, Sight, Square, Transform};

/// What a [`Constraint`](crate::Constraint) says, to be read: which kinds, where, how many, by which sight.
///
/// Rules are made by the functions of [`Constraint`](crate::Constraint), which this mirrors name by name;
/// [`fixed`](crate::Constraint::fixed) is a count.
///
/// # Examples
///
/// ```
/// use queenside::{Area, Interval, Rule, Sight, classics};
///
/// // One queen in each row and each column, and none attacks another.
/// let problem = classics::queens(8);
/// let queen = problem.kind_named("queen")?;
/// let [attacks, rows, columns] = problem.constraints() else { panic!("there are three rules") };
/// assert!(matches!(attacks.rule(), Rule::Attacks { from, sight: Sight::First, .. } if from.iter().eq([queen])));
/// assert!(matches!(rows.rule(), Rule::Count { area, range, .. } if *area == Area::rows() && *range == Interval::from(1)));
/// assert_eq!(columns.rule(), &Rule::Count { kinds: queen.into(), area: Area::columns(), range: 1.into() });
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// [`Constraint::attacks`](crate::Constraint::attacks).
    Attacks {
        /// The kinds that attack.
        from: Kinds,
        /// The kinds that are attacked.
        to: Kinds,
        /// How many each of the first attacks.
        range: Interval,
        /// How far rides attack.
        sight: Sight,
    },
    /// [`Constraint::covered`](crate::Constraint::covered).
    Covered {
        /// The squares.
        area: Area,
        /// The kinds that cover.
        by: Kinds,
        /// How many pieces cover each square.
        range: Interval,
        /// How far rides cover.
        sight: Sight,
        /// On which of the squares the rule insists.
        demand: Demand,
    },
    /// [`Constraint::count`](crate::Constraint::count).
    Count {
        /// The kinds counted.
        kinds: Kinds,
        /// Where.
        area: Area,
        /// How many.
        range: Interval,
    },
    /// [`Constraint::occupied_lines`](crate::Constraint::occupied_lines).
    OccupiedLines {
        /// The kinds that occupy lines.
        kinds: Kinds,
        /// The directions of the lines.
        directions: Vec<Direction>,
        /// How many lines are occupied.
        range: Interval,
    },
    /// [`Constraint::balance`](crate::Constraint::balance).
    Balance {
        /// The kinds counted.
        plus: Kinds,
        /// The kinds whose number is subtracted.
        minus: Kinds,
        /// The difference.
        range: Interval,
    },
    /// [`Constraint::linear`](crate::Constraint::linear).
    Linear {
        /// Numbers, each with the kind and the square for which it is added.
        terms: Vec<(i64, Kind, Square)>,
        /// The sum.
        range: Interval,
    },
    /// [`Constraint::symmetric`](crate::Constraint::symmetric).
    Symmetric {
        /// What generates the group.
        transforms: Vec<Transform>,
        /// The squares that hold the same as their images.
        area: Area,
    },
}

/// The squares on which a rule about covering insists.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Demand, Piece, Rule, classics};
///
/// // Domination asks for cover of vacant squares, total domination of all.
/// let demand = |problem: queenside::Problem| match problem.constraints()[0].rule() {
///     Rule::Covered { demand, .. } => Some(*demand),
///     _ => None,
/// };
/// assert_eq!(demand(classics::domination(Board::square(5), Piece::QUEEN)), Some(Demand::WhereVacant));
/// assert_eq!(demand(classics::total_domination(Board::square(5), Piece::QUEEN)), Some(Demand::Always));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Demand {
    /// All of them.
    Always,
    /// Those on which no piece stands.
    WhereVacant,
}
