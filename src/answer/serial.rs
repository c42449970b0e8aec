//! Answers as values that serde writes. They are not read: that something is proved cannot be seen from a file. What can be read is
//! a number, and a placement with its problem, by which it is judged again.

use num_bigint::BigUint;
use serde::de::Error as _;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Answer, Conflict, Count, Explanation, Minimum, Optimum, Statistics, Stopped, Uniqueness};

/// As a string of decimal digits, since it may be any number.
impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// From a string of decimal digits.
impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = Some(&text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.and_then(|text| text.parse::<BigUint>().ok());
        number.map(Self).ok_or_else(|| D::Error::custom(format!("{text:?} is no number of decimal digits")))
    }
}

/// As `nodes`, `solutions` and `seconds`.
impl Serialize for Statistics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Statistics", 3)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("solutions", &self.solutions)?;
        fields.serialize_field("seconds", &self.elapsed.as_secs_f64())?;
        fields.end()
    }
}

/// As a list of lines, one for each turn of an engine.
impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.turns().iter().map(ToString::to_string))
    }
}

/// As `value`, `proof` and `placement`.
impl Serialize for Optimum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Optimum", 3)?;
        fields.serialize_field("value", &self.value())?;
        fields.serialize_field("proof", &self.proof().to_string())?;
        fields.serialize_field("placement", self.placement())?;
        fields.end()
    }
}

/// As `value`, `ways` and `placement`.
impl Serialize for Minimum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Minimum", 3)?;
        fields.serialize_field("value", &self.value())?;
        fields.serialize_field("ways", self.ways())?;
        fields.serialize_field("placement", self.placement())?;
        fields.end()
    }
}

/// As `unique`, and `placements`: the only one, two of several, or none.
impl Serialize for Uniqueness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let placements = match self {
            Self::Unique { only } => vec![only],
            Self::Several { first, second } => vec![first, second],
            Self::Infeasible => Vec::new(),
        };
        let mut fields = serializer.serialize_struct("Uniqueness", 2)?;
        fields.serialize_field("unique", &(placements.len() == 1))?;
        fields.serialize_field("placements", &placements)?;
        fields.end()
    }
}

/// As `rules`, their indices, and `minimal`.
impl Serialize for Conflict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Conflict", 2)?;
        fields.serialize_field("rules", self.rules())?;
        fields.serialize_field("minimal", &self.is_minimal())?;
        fields.end()
    }
}

/// As `cause`, `engine`, `statistics` and `explanation`; and what there is of `best`, `best_value`, `bound` and `rest`.
impl Serialize for Stopped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("cause", &self.cause().to_string())?;
        fields.serialize_entry("engine", &self.engine().to_string())?;
        fields.serialize_entry("statistics", &self.statistics())?;
        fields.serialize_entry("explanation", self.explain())?;
        if let Some(best) = self.best() {
            fields.serialize_entry("best", best)?;
        }
        if let Some(value) = self.best_value() {
            fields.serialize_entry("best_value", &value)?;
        }
        if let Some(bound) = self.bound() {
            fields.serialize_entry("bound", &bound)?;
        }
        if let Some(rest) = self.rest() {
            fields.serialize_entry("rest", rest)?;
        }
        fields.end()
    }
}

/// As `known`, `engine`, `statistics` and `explanation`; or as `stopped`. Answers are written and not read.
///
/// ```
/// use queenside::classics;
///
/// let counted = serde_json::to_value(classics::queens(8).count()?).unwrap();
/// assert_eq!((&counted["known"], &counted["engine"]), (&"92".into(), &"search".into()));
///
/// // Q . .    Nothing satisfies the rules.
/// // . . Q
/// // . ? .
/// let solved = serde_json::to_value(classics::queens(3).solve()?).unwrap();
/// assert!(solved["known"].is_null() && solved["stopped"].is_null());
/// # Ok::<(), queenside::Error>(())
/// ```
impl<T: Serialize> Serialize for Answer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        match self.known() {
            Ok(known) => {
                fields.serialize_entry("known", known)?;
                fields.serialize_entry("engine", &self.engine().to_string())?;
                fields.serialize_entry("statistics", &self.statistics())?;
                fields.serialize_entry("explanation", self.explain())?;
            }
            Err(stopped) => fields.serialize_entry("stopped", stopped)?,
        }
        fields.end()
    }
}
