//! Boards, pieces, ranges and problems as values that serde writes and reads.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::language::{Board, Constraint, Interval, Piece, Problem};

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
