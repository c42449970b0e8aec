//! The words of a book.

use std::fmt;

/// The words of a [`Book`](crate::Book), in one language.
///
/// They are a table of keys and texts, one a line, as `hint = Hint`. A name in braces, as `{number}`, is filled in by the page; of two forms
/// with a bar between them the first is for one. Lines that begin with `#` are comments. A key that is left out keeps
/// its English text.
///
/// # Examples
///
/// ```
/// use queenside_puzzles::{Book, Words};
///
/// let words = Words::parse("language = nl\nprint = Afdrukken\nhint = Tip")?;
/// let page = Book::new("Dames").with_words(words).to_string();
/// assert!(page.contains("<html lang=\"nl\">") && page.contains(">Afdrukken</button>"));
///
/// let error = Words::parse("hint = Tip\nhnit = Tip").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: a book has no word \"hnit\"");
/// # Ok::<(), queenside_puzzles::UnknownWord>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    table: Vec<(String, String)>,
}

/// A line of a table of [`Words`] that is not understood.
///
/// For an example see [`Words`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    line: usize,
    key: Option<String>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => write!(f, "line {}: a book has no word {key:?}", self.line),
            None => write!(f, "line {}: a key and a text are expected, as 'hint = Hint'", self.line),
        }
    }
}

impl std::error::Error for UnknownWord {}

/// The lines of a table with their numbers, without comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

impl Words {
    /// The English table: every key there is, with its text.
    ///
    /// ```
    /// use queenside_puzzles::Words;
    ///
    /// assert!(Words::ENGLISH.contains("\nundo = Undo\n"));
    /// ```
    pub const ENGLISH: &'static str = include_str!("english.txt");

    /// A German table.
    ///
    /// ```
    /// use queenside_puzzles::Words;
    ///
    /// assert_eq!(Words::parse(Words::GERMAN)?.text("hint"), Some("Hinweis"));
    /// # Ok::<(), queenside_puzzles::UnknownWord>(())
    /// ```
    pub const GERMAN: &'static str = include_str!("german.txt");

    /// Returns the English words.
    ///
    /// ```
    /// use queenside_puzzles::Words;
    ///
    /// assert_eq!(Words::english().text("solved"), Some("Solved."));
    /// ```
    pub fn english() -> Self {
        let pair = |(_, line): (usize, &str)| {
            line.split_once('=').map(|(key, text)| (key.trim().to_owned(), text.trim().to_owned()))
        };
        Self { table: lines(Self::ENGLISH).filter_map(pair).collect() }
    }

    /// Reads a table; what it leaves out is English.
    ///
    /// # Errors
    ///
    /// Reports the first line that has no equals sign or a key that is unknown.
    ///
    /// For an example see [`Words`].
    pub fn parse(text: &str) -> Result<Self, UnknownWord> {
        let mut words = Self::english();
        for (line, written) in lines(text) {
            let (key, text) = written.split_once('=').ok_or(UnknownWord { line, key: None })?;
            let known = words.table.iter_mut().find(|(known, _)| known == key.trim());
            let Some((_, old)) = known else { return Err(UnknownWord { line, key: Some(key.trim().to_owned()) }) };
            text.trim().clone_into(old);
        }
        Ok(words)
    }

    /// Returns the text of a key.
    ///
    /// For an example see [`Words::english`].
    pub fn text(&self, key: &str) -> Option<&str> {
        self.table.iter().find(|(known, _)| known == key).map(|(_, text)| text.as_str())
    }

    pub(super) fn table(&self) -> &[(String, String)] {
        &self.table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word that the page asks for is in the table, and every word of the table is asked for.
    #[test]
    fn the_page_and_the_table_have_the_same_words() {
        let (page, program) = (include_str!("page.html"), include_str!("page.js"));
        let english = Words::english();
        for (key, _) in english.table() {
            let is_unit_or_name = ["unit-", "rule-"].iter().any(|start| key.starts_with(start));
            let is_asked = page.contains(&format!("{{{{{key}}}}}")) || program.contains(&format!("\"{key}\""));
            let is_name = super::super::names::KEYS.iter().any(|(one, many)| key == one || key == many)
                || super::super::names::COLOURS.contains(&key.as_str());
            assert!(is_asked || is_unit_or_name || is_name, "{key}");
        }
        for asked in program.split("word(\"").skip(1) {
            let key = asked.split('"').next().unwrap();
            assert!(key.ends_with('-') || english.text(key).is_some(), "{key}");
        }
        for asked in page.split("{{").skip(1) {
            let key = asked.split("}}").next().unwrap();
            assert!(key.chars().all(char::is_uppercase) || english.text(key).is_some(), "{key}");
        }
    }

    /// What a text fills in, every translation fills in by the same names.
    #[test]
    fn german_fills_in_what_english_does() {
        let (english, german) = (Words::english(), Words::parse(Words::GERMAN).unwrap());
        let names = |text: &str| {
            let names = text.split('{').skip(1).filter_map(|part| part.split('}').next());
            names.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        for (key, text) in english.table() {
            assert_eq!(names(text), names(german.text(key).unwrap()), "{key}");
        }
    }
}
