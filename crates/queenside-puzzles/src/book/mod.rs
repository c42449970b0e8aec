//! A book of puzzles: one self-contained page that can be played.

mod data;
mod glyphs;
mod names;
mod pack;
mod words;

use std::fmt;

pub use words::{UnknownWord, Words};

use crate::Puzzle;

/// A book of [`Puzzle`]s: a page of HTML that is played in any browser, from a file, without a network, and printed.
///
/// Pieces and marks are placed by a click, a touch or a key. The page tells the rules in words, shows what is excluded and what is
/// in conflict, gives hints with their reasons, shows the solution step by step, and keeps what was placed. It prints empty boards
/// with the answers on the last pages. The solution is in the page, but not in plain text.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::{Book, Puzzle, Words};
///
/// let mut book = Book::new("Queens & more").with_note("One in each row.").with_words(Words::parse(Words::GERMAN)?);
/// for first in [1, 4] {
///     book.add(Puzzle::of(&classics::completion(6, [(0, first)]))?);
/// }
/// book.sort();
/// assert!(book.len() == 2 && !book.is_empty());
/// assert!(book.puzzles().is_sorted_by_key(|puzzle| puzzle.difficulty()));
/// let page = book.to_string(); // to be written to a file
/// assert!(page.contains("<h1>Queens &amp; more</h1>") && page.contains("<p>One in each row.</p>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    title: String,
    note: String,
    words: Words,
    names: Vec<(String, String, String)>,
    plates: usize,
    puzzles: Vec<Puzzle>,
}

impl Book {
    /// Returns a book without puzzles.
    ///
    /// For an example see [`Book`].
    pub fn new(title: impl Into<String>) -> Self {
        let (note, names, puzzles) = (String::new(), Vec::new(), Vec::new());
        Self { title: title.into(), note, words: Words::english(), names, plates: 6, puzzles }
    }

    /// Sets a paragraph of plain text under the title.
    ///
    /// For an example see [`Book`].
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Sets the words, which are English unless they are set.
    ///
    /// For an example see [`Book`].
    #[must_use]
    pub fn with_words(mut self, words: Words) -> Self {
        self.words = words;
        self
    }

    /// Sets what the page calls a kind of this name, in the singular and the plural.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    /// use queenside_puzzles::{Book, Puzzle};
    ///
    /// let mut problem = Problem::new(". % .".parse::<Board>()?).with_kind("A", Piece::AMAZON);
    /// problem.add(Constraint::count(problem.kind_named("A")?, queenside::Area::Everywhere, 2));
    /// let mut book = Book::new("Amazons").with_name("A", "amazon", "amazons");
    /// book.add(Puzzle::of(&problem)?);
    /// assert!(book.to_string().contains("\"amazons\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_name(mut self, kind: &str, one: &str, many: &str) -> Self {
        self.names.insert(0, (kind.to_owned(), one.to_owned(), many.to_owned()));
        self
    }

    /// Sets how many puzzles are printed on a page, unless a reader chooses otherwise: 1, 2, 4, 6, 9 or 12, and another number
    /// becomes the next of these. Six unless it is set.
    ///
    /// ```
    /// use queenside_puzzles::Book;
    ///
    /// assert!(Book::new("Large").with_per_page(2).to_string().contains("\"plates\":2,"));
    /// ```
    #[must_use]
    pub fn with_per_page(mut self, puzzles: usize) -> Self {
        self.plates = [1, 2, 4, 6, 9].into_iter().find(|plates| *plates >= puzzles).unwrap_or(12);
        self
    }

    /// Adds a puzzle at the end.
    ///
    /// For an example see [`Book`].
    pub fn add(&mut self, puzzle: Puzzle) -> &mut Self {
        self.puzzles.push(puzzle);
        self
    }

    /// Sorts the puzzles by [difficulty](Puzzle::difficulty), the easiest first; the sort is stable.
    ///
    /// For an example see [`Book`].
    pub fn sort(&mut self) -> &mut Self {
        self.puzzles.sort_by_cached_key(Puzzle::difficulty);
        self
    }

    /// Returns the number of puzzles.
    ///
    /// For an example see [`Book`].
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Tells whether there are no puzzles.
    ///
    /// For an example see [`Book`].
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the puzzles in their order.
    ///
    /// For an example see [`Book`].
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = &Puzzle> {
        self.puzzles.iter()
    }
}

/// The page.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = escaped(&self.title);
        let note = if self.note.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(&self.note)) };
        let parts = [
            ("TITLE", title.as_str()),
            ("NOTE", note.as_str()),
            ("STYLE", &plain(include_str!("page.css"))),
            ("GLYPHS", glyphs::ALL),
            ("PROGRAM", &plain(include_str!("page.js"))),
            ("DATA", &data::data(&self.puzzles, &self.words, &self.names, self.plates)),
        ];
        // Each mark stands between `{{` and `}}`; inserted text is not scanned again.
        let mut rest = include_str!("page.html");
        while let Some((before, after)) = rest.split_once("{{") {
            f.write_str(before)?;
            let (mark, after) = after.split_once("}}").unwrap_or(("", after));
            match parts.iter().find(|(name, _)| *name == mark) {
                Some((_, text)) => f.write_str(text)?,
                None => f.write_str(&escaped(self.words.text(mark).unwrap_or_default()))?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

/// Leaves out indentation and lines of comments, which a reader's browser does without.
fn plain(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use queenside::classics;

    use super::*;

    fn book(title: &str) -> Book {
        let mut book = Book::new(title);
        book.add(Puzzle::of(&classics::completion(4, [(0, 1)])).unwrap());
        book
    }

    #[test]
    fn titles_and_names_stay_text() {
        let page = book("</title><script>alert(\"1\" & '2')</script>").with_name("queen", "</script><b>", "q{{DATA}}");
        let page = page.to_string();
        assert!(!page.contains("<script>alert") && !page.contains("</script><b>"));
        assert!(page.contains("&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot; &amp; '2')"));
        assert_eq!(page.matches("\"puzzles\":[").count(), 1);
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        let page = book("Four queens").to_string().replace("http://www.w3.org/2000/svg", "");
        for address in ["http:", "https:", "src=", "@import", "url(", "fetch(", "eval(", "onclick"] {
            assert!(!page.contains(address), "{address}");
        }
        assert!(!page.contains("{{"));
    }
}
