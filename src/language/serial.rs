//! Boards, pieces, ranges, problems, rules and placements as values that serde writes and reads.

use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::language::{Board, Constraint, Interval, Invalid, Kind, Piece, Placement, Problem, Square};

/// Written as text and read from it.
macro_rules! as_text {
    ($($noun:ty),*) => {$(
        impl Serialize for $noun {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $noun {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Piece, Interval);

/// As its diagram. A faulty board is not written.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        serializer.collect_str(self)
    }
}

/// From its diagram.
impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let board: Self = String::deserialize(deserializer)?.parse().map_err(D::Error::custom)?;
        board.check().map_err(D::Error::custom)?;
        Ok(board)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenKind {
    name: String,
    piece: Piece,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    symbol: Option<char>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProblem {
    board: Board,
    kinds: Vec<WrittenKind>,
    #[serde(default)]
    rules: Vec<String>,
}

/// As its board, its kinds (name, piece and, if one was chosen, symbol), and its rules as lines of text. A faulty problem is
/// not written.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        let kinds = self.setup().kinds.iter().zip(self.setup().chosen_symbols());
        let kinds =
            kinds.map(|(info, symbol)| WrittenKind { name: info.name.clone(), piece: info.piece.clone(), symbol });
        let rules: Result<Vec<String>, _> = self.constraints().iter().map(|rule| rule.to_text(self)).collect();
        let written = WrittenProblem {
            board: self.board().clone(),
            kinds: kinds.collect(),
            rules: rules.map_err(S::Error::custom)?,
        };
        written.serialize(serializer)
    }
}

/// As it was written; refused if it is faulty. Its kinds are new ones, found by [`kind_named`](Problem::kind_named).
impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenProblem { board, kinds, rules } = WrittenProblem::deserialize(deserializer)?;
        let mut problem = Self::new(board);
        for WrittenKind { name, piece, symbol } in kinds {
            let kind = problem.add_kind(name, piece);
            if let Some(symbol) = symbol {
                problem.set_symbol(kind, symbol);
            }
        }
        for (index, rule) in rules.iter().enumerate() {
            let read = Constraint::parse(&problem, rule);
            problem.add(read.map_err(|error| D::Error::custom(format!("rule {}: {error}", index + 1)))?);
        }
        problem.check().map_err(D::Error::custom)?;
        Ok(problem)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPiece {
    kind: String,
    row: usize,
    column: usize,
}

/// As the list of its pieces: `kind`, and `row` and `column` from the top left. Board and rules are those of the problem, which
/// [`Against`] reads it with.
impl Serialize for Placement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pieces = self.placed().iter().map(|(square, kind)| WrittenPiece {
            kind: self.setup().kinds[usize::from(*kind)].name.clone(),
            row: square.row(),
            column: square.column(),
        });
        serializer.collect_seq(pieces)
    }
}

/// A value that means something only with its problem, for serde: a rule is written with the names of kinds and regions, and a
/// placement is read onto a board. Needs the feature `serde`.
///
/// It writes the rule or placement that it holds ([`Against::new`]), and is a [`DeserializeSeed`] that reads one
/// ([`Against::reader`]).
///
/// # Examples
///
/// ```
/// use queenside::{Against, Constraint, Placement, classics};
/// use serde::de::DeserializeSeed;
///
/// let problem = classics::queens(4);
/// let rule = &problem.constraints()[1];
/// let json = serde_json::to_string(&Against::new(&problem, rule)).unwrap();
/// assert_eq!(json, r#""queen in rows: 1""#);
/// let mut read = serde_json::Deserializer::from_str(&json);
/// let again = Against::<Constraint>::reader(&problem).deserialize(&mut read).unwrap();
/// assert_eq!(&again, rule);
///
/// // . Q . .
/// // . . . Q
/// // Q . . .
/// // . . Q .
/// let queens = classics::completion(4, [(0, 1)]).solve()?.placement()?.expect("it can be completed");
/// let json = serde_json::to_string(&queens).unwrap();
/// assert!(json.starts_with(r#"[{"kind":"queen","row":0,"column":1}"#));
/// let mut read = serde_json::Deserializer::from_str(&json);
/// let again = Against::<Placement>::reader(&problem).deserialize(&mut read).unwrap();
/// assert!(again == queens && again.judge(&problem)?.is_solution());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub struct Against<'a, T> {
    problem: &'a Problem,
    value: Option<&'a T>,
    kind: PhantomData<T>,
}

impl<'a, T> Against<'a, T> {
    /// Returns what writes a value.
    ///
    /// ```
    /// use queenside::{Against, Placement, classics};
    ///
    /// // Q .
    /// // . .
    /// let problem = classics::queens(2);
    /// let queen = Placement::parse(&problem, "Q .\n. .")?;
    /// let json = serde_json::to_string(&Against::new(&problem, &queen)).unwrap();
    /// assert_eq!(json, r#"[{"kind":"queen","row":0,"column":0}]"#);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(problem: &'a Problem, value: &'a T) -> Self {
        Self { problem, value: Some(value), kind: PhantomData }
    }

    /// Returns what reads a value.
    ///
    /// ```
    /// use queenside::{Against, Constraint, classics};
    /// use serde::de::DeserializeSeed;
    ///
    /// let problem = classics::queens(2);
    /// let mut read = serde_json::Deserializer::from_str(r#""queen in rows: ..=1""#);
    /// let rule = Against::<Constraint>::reader(&problem).deserialize(&mut read).unwrap();
    /// assert_eq!(rule.to_text(&problem)?, "queen in rows: ..=1");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn reader(problem: &'a Problem) -> Self {
        Self { problem, value: None, kind: PhantomData }
    }

    fn value<E: serde::ser::Error>(&self) -> Result<&'a T, E> {
        self.value.ok_or_else(|| E::custom("this reads a value and holds none that could be written"))
    }
}

impl Serialize for Against<'_, Constraint> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.value()?.to_text(self.problem).map_err(S::Error::custom)?;
        serializer.serialize_str(&text)
    }
}

impl<'de> DeserializeSeed<'de> for Against<'_, Constraint> {
    type Value = Constraint;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Constraint, D::Error> {
        Constraint::parse(self.problem, &String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Against<'_, Placement> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value()?.serialize(serializer)
    }
}

impl<'de> DeserializeSeed<'de> for Against<'_, Placement> {
    type Value = Placement;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Placement, D::Error> {
        let pieces = Vec::<WrittenPiece>::deserialize(deserializer)?;
        let placed = pieces
            .into_iter()
            .map(|WrittenPiece { kind, row, column }| Ok((self.problem.kind_named(&kind)?, Square::new(row, column))));
        let placed: Result<Vec<(Kind, Square)>, Invalid> = placed.collect();
        placed.and_then(|placed| Placement::new(self.problem, placed)).map_err(D::Error::custom)
    }
}
