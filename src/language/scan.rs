//! Reading one line of text from left to right.

use crate::language::Fault;

/// A text that is read from left to right, and how far it has been read.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misread {
    /// The number of bytes before the place.
    pub(crate) at: usize,
    pub(crate) reason: String,
}

impl Misread {
    pub(crate) fn new(at: usize, reason: impl Into<String>) -> Self {
        Self { at, reason: reason.into() }
    }

    /// Returns the fault, its place counted in lines and characters of the text.
    pub(crate) fn fault(self, text: &str) -> Fault {
        let before = text.get(..self.at.min(text.len())).unwrap_or(text);
        let line_begins = before.rfind('\n').map_or(0, |end| end + 1);
        Fault::NotUnderstood {
            line: before.matches('\n').count() + 1,
            column: before[line_begins..].chars().count() + 1,
            reason: self.reason,
        }
    }
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the number of bytes that have been read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads on for as long as characters are of a kind.
    pub(crate) fn take_while(&mut self, is_of_kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !is_of_kind(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads a text if it comes next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let comes = self.rest().starts_with(text);
        if comes {
            self.at += text.len();
        }
        comes
    }

    /// Reads a character if it comes next, with the spaces before it.
    pub(crate) fn sign(&mut self, sign: char) -> bool {
        self.skip_spaces();
        self.eat(sign.encode_utf8(&mut [0; 4]))
    }

    /// Reads a whole word if it comes next, with the spaces before it.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        self.skip_spaces();
        let mut ahead = self.clone();
        let comes = ahead.take_while(is_of_word) == word;
        if comes {
            *self = ahead;
        }
        comes
    }

    /// Reads several words if they all come next.
    pub(crate) fn words(&mut self, words: &str) -> bool {
        let mut ahead = self.clone();
        let come = words.split(' ').all(|word| ahead.word(word));
        if come {
            *self = ahead;
        }
        come
    }

    /// Reads a whole number, perhaps with a sign.
    pub(crate) fn number(&mut self) -> Result<Option<i64>, Misread> {
        self.skip_spaces();
        let mut ahead = self.clone();
        let sign = if ahead.eat("-") { "-" } else { "" };
        let digits = ahead.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let number = format!("{sign}{digits}").parse();
        let number = number.map_err(|_| Misread::new(self.at, format!("{sign}{digits} is too large a number")))?;
        *self = ahead;
        Ok(Some(number))
    }

    /// Reads a whole number that has no sign.
    #[cfg(feature = "tasks")]
    pub(crate) fn unsigned(&mut self) -> Result<Option<u64>, Misread> {
        self.skip_spaces();
        let at = self.at;
        match self.take_while(|c| c.is_ascii_digit()) {
            "" => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| Misread::new(at, format!("{digits} is too large a number"))),
        }
    }

    /// Returns the fault that something else should come here.
    pub(crate) fn expected(&self, what: &str) -> Misread {
        let mut ahead = self.clone();
        ahead.skip_spaces();
        let at = ahead.at;
        let word = ahead.take_while(is_of_word);
        let found = match (word, ahead.peek()) {
            ("", None) => "the text ends".to_owned(),
            ("", Some(sign)) => format!("{sign:?} comes"),
            (word, _) => format!("{word:?} comes"),
        };
        Misread::new(at, format!("{found} where {what} should be"))
    }
}

/// Tells whether a character can be part of a word without quotes.
pub(crate) fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-')
}
