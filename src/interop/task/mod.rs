//! Tasks: a problem and a question, as a file for people.

mod question;
mod read;
mod write;

use std::fmt;
use std::str::FromStr;

pub use question::{Ask, Objective, Question};

use crate::language::{Invalid, Problem};

/// A problem and a question about it, which reads and prints as a file for people.
///
/// The file is TOML: the board as a diagram, regions as a map, kinds by name and notation, one rule a line, and the question.
/// [docs/task-files.md](https://docs.rs/crate/queenside/latest/source/docs/task-files.md) describes it. Needs the feature
/// `tasks`.
///
/// # Examples
///
/// ```
/// use queenside::Task;
///
/// let task: Task = r#"
/// queenside = 1
/// title = "Queens behind a wall"
/// question = "max"
/// board = """
/// . . . .
/// . % . .
/// . . . .
/// . . . .
/// """
/// rules = """
/// queen attacks queen: 0
/// """
///
/// [kinds]
/// queen = "Q"
/// "#.parse()?;
/// assert_eq!(task.title(), Some("Queens behind a wall"));
/// assert_eq!(task.problem().maximize()?.value()?, Some(4));
/// assert_eq!(task.to_string().parse::<Task>()?.to_string(), task.to_string());
///
/// let error = "queenside = 1\nboard = \"8y8\"\n[kinds]\nqueen = \"Q\"".parse::<Task>().unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 10: '8' is no square"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "to_text")]
#[doc(alias = "from_text")]
#[derive(Clone, Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "tasks")))]
pub struct Task {
    title: Option<String>,
    source: Option<String>,
    answer: Option<String>,
    question: Option<Question>,
    problem: Problem,
}

impl Task {
    /// Returns the task of a problem, without a question.
    ///
    /// ```
    /// use queenside::{Task, classics};
    ///
    /// let task = Task::new(classics::queens(4));
    /// assert!(task.to_string().contains("rules = '''\nnon-attacking\nqueen in rows: 1\nqueen in columns: 1\n'''"));
    /// ```
    pub fn new(problem: Problem) -> Self {
        Self { title: None, source: None, answer: None, question: None, problem }
    }

    /// Sets the question.
    ///
    /// ```
    /// use queenside::{Question, Task, classics};
    ///
    /// let problem = classics::queens(4);
    /// let question = Question::parse(&problem, "count")?;
    /// let task = Task::new(problem).with_question(question);
    /// assert!(task.to_string().contains("question = \"count\""));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with_question(mut self, question: Question) -> Self {
        self.question = Some(question);
        self
    }

    /// Sets the title.
    ///
    /// ```
    /// use queenside::{Task, classics};
    ///
    /// let task = Task::new(classics::queens(4)).with_title("Four queens");
    /// assert!(task.to_string().starts_with("queenside = 1\ntitle = \"Four queens\"\n"));
    /// ```
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Returns the title, if it has one.
    ///
    /// ```
    /// use queenside::{Task, classics};
    ///
    /// assert_eq!(Task::new(classics::queens(4)).title(), None);
    /// assert_eq!(Task::new(classics::queens(4)).with_title("Four").title(), Some("Four"));
    /// ```
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns what the file says of where the problem is from.
    ///
    /// ```
    /// use queenside::Task;
    ///
    /// // A king on one of four squares.
    /// let text = "queenside = 1\nsource = \"Bezzel 1848\"\nboard = \"2x2\"\n[kinds]\nking = \"K\"";
    /// let task: Task = text.parse()?;
    /// assert_eq!(task.source(), Some("Bezzel 1848"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Returns the answer that the file says is known. Nothing depends on it; a test can compare it.
    ///
    /// ```
    /// use queenside::Task;
    ///
    /// // . K . .
    /// let text = "queenside = 1\nquestion = \"max\"\nanswer = \"4\"\nboard = \"1x4\"\n[kinds]\nking = \"K\"";
    /// let task: Task = text.parse()?;
    /// let most = task.problem().maximize()?.value()?;
    /// assert_eq!(task.known_answer(), most.map(|most| most.to_string()).as_deref());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn known_answer(&self) -> Option<&str> {
        self.answer.as_deref()
    }

    /// Returns the question, if there is one.
    ///
    /// ```
    /// use queenside::{Ask, Task};
    ///
    /// let text = "queenside = 1\nquestion = \"classes\"\nboard = \"3x3\"\nrules = \"non-attacking\"\n[kinds]\nrook = \"R\"";
    /// let task: Task = text.parse()?;
    /// assert_eq!(task.question().map(|question| question.ask), Some(Ask::Classes));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Returns the problem.
    ///
    /// ```
    /// use queenside::Task;
    ///
    /// // B . .
    /// // B % .    A wall in the middle.
    /// // B . .
    /// let text = "queenside = 1\nboard = \"\"\"\n. . .\n. % .\n. . .\n\"\"\"\nrules = \"non-attacking\"\n[kinds]\nbishop = \"B\"";
    /// let task: Task = text.parse()?;
    /// assert_eq!(task.problem().maximize()?.value()?, Some(6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the problem, without the rest.
    ///
    /// ```
    /// use queenside::{Task, classics};
    ///
    /// let problem = Task::new(classics::queens(4)).with_title("Four").into_problem();
    /// assert_eq!(problem.count()?.exact()?, 2u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn into_problem(self) -> Problem {
        self.problem
    }
}

/// Reads a file. Faults come all together, each with its line and column and what would have been allowed.
impl FromStr for Task {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        read::read(text)
    }
}

/// Prints a file, as [`FromStr`] reads it. What cannot be written, as a rule about kinds of another problem, is a comment.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::write(self, f)
    }
}

/// As the text of its file. A faulty problem is not written.
#[cfg(feature = "serde")]
impl serde::Serialize for Task {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.problem.check().map_err(serde::ser::Error::custom)?;
        serializer.collect_str(self)
    }
}

/// From the text of its file.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Task {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
