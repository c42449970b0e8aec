//! Questions as values, and as lines of text.

use crate::language::{Invalid, Misread, Problem, Scanner, Weights, kind_at, quoted, squares_at, write_square};

/// A question about a problem, as a value: what is asked, perhaps only about the best placements.
///
/// # Examples
///
/// ```
/// use queenside::{Ask, Objective, Question, Weights, classics};
///
/// let problem = classics::queens(8);
/// let question = Question::parse(&problem, "classes of max")?;
/// assert_eq!((question.ask, &question.objective), (Ask::Classes, &Some(Objective::Max { weights: Weights::new() })));
/// assert_eq!(question.to_text(&problem)?, "classes of max");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(docsrs, doc(cfg(feature = "tasks")))]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// What is to be as large or as small as possible: for [`Ask::Optimum`] and [`Ask::BySize`] that is the question, for others
    /// it restricts them to the best placements.
    pub objective: Option<Objective>,
}

/// What a [`Question`] asks.
///
/// ```
/// use queenside::{Ask, Question, classics};
///
/// let problem = classics::queens(6);
/// assert_eq!(Question::parse(&problem, "sample 7")?.ask, Ask::Sample { seed: 7 });
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ask {
    /// [`Problem::maximize`] or [`Problem::minimize`], as the objective says.
    Optimum,
    /// [`Problem::solve`].
    Solve,
    /// [`Problem::enumerate`].
    List,
    /// [`Problem::count`].
    Count,
    /// [`Problem::classes`].
    Classes,
    /// [`Problem::uniqueness`].
    Unique,
    /// [`Problem::conflict`].
    Conflict,
    /// [`Problem::sample`].
    Sample {
        /// The seed.
        seed: u64,
    },
    /// [`Problem::random`].
    Random {
        /// The seed.
        seed: u64,
    },
    /// [`Problem::count_by_size`], or with an objective [`Problem::minimize_by_size`].
    BySize,
}

/// What is to be as large or as small as possible: a sum of weights, or the number of pieces if there are no weights.
///
/// ```
/// use queenside::{Board, Objective, Piece, Problem, Question};
///
/// let mut problem = Problem::new(Board::square(4)).with_kind("rook", Piece::ROOK);
/// let rook = problem.kind_named("rook")?;
/// assert_eq!(Question::parse(&problem, "min 5 rook")?.objective, Some(Objective::Min { weights: [(rook, 5)].into() }));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Objective {
    /// As large as possible.
    Max {
        /// The weights.
        weights: Weights,
    },
    /// As small as possible.
    Min {
        /// The weights.
        weights: Weights,
    },
}

const ASKS: &str = "a question: 'max', 'min', 'solve', 'list', 'count', 'classes', 'unique', 'conflict', 'sample' or \
                    'random' and a seed, 'count by size' or 'min by size'";

impl Question {
    /// Reads a question from a line of text.
    ///
    /// | text | question |
    /// | --- | --- |
    /// | `max`, `min` | the most, the fewest pieces |
    /// | `max 3 queen, 1 rook` | the largest sum of weights |
    /// | `max 5 queen a1, 2 queen {b2, c3}, 1 queen in region A` | the same, with weights that hold on single squares |
    /// | `solve`, `list`, `count`, `classes`, `unique` | any solution, every one, their number, one of each class, whether there is just one |
    /// | `sample 7`, `random 7` | by a seed a random solution, each as likely as the others; one quickly, some likelier than others |
    /// | `conflict` | which rules contradict each other |
    /// | `count of max`, `list of min 1 wall`, … | the same of the best placements |
    /// | `count by size`, `min 1 wall by size` | for each number of pieces |
    ///
    /// # Errors
    ///
    /// Reports what is not understood, with its column and what would have been allowed.
    ///
    /// ```
    /// use queenside::{Ask, Question, classics};
    ///
    /// let problem = classics::queens(5);
    /// assert_eq!(Question::parse(&problem, "unique")?.ask, Ask::Unique);
    /// let error = Question::parse(&problem, "sample").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 7: the text ends where a seed"), "{error}");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, Invalid> {
        read(problem, text).map_err(|misread| misread.fault(text).into())
    }

    /// Returns the question as a line of text that [`parse`](Self::parse) reads.
    ///
    /// # Errors
    ///
    /// Reports kinds of another problem.
    ///
    /// ```
    /// use queenside::{Ask, Question, classics};
    ///
    /// let problem = classics::queens(5);
    /// let question = Question { ask: Ask::Random { seed: 7 }, objective: None };
    /// assert_eq!(question.to_text(&problem)?, "random 7");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_text(&self, problem: &Problem) -> Result<String, Invalid> {
        let objective = self.objective.as_ref().map(|objective| objective.to_text(problem)).transpose()?;
        let ask = match self.ask {
            Ask::Optimum => return Ok(objective.unwrap_or_else(|| "max".to_owned())),
            Ask::BySize => return Ok(format!("{} by size", objective.as_deref().unwrap_or("count"))),
            Ask::Solve => "solve".to_owned(),
            Ask::List => "list".to_owned(),
            Ask::Count => "count".to_owned(),
            Ask::Classes => "classes".to_owned(),
            Ask::Unique => "unique".to_owned(),
            Ask::Conflict => "conflict".to_owned(),
            Ask::Sample { seed } => format!("sample {seed}"),
            Ask::Random { seed } => format!("random {seed}"),
        };
        Ok(objective.map_or_else(|| ask.clone(), |objective| format!("{ask} of {objective}")))
    }
}

impl Objective {
    /// Returns the weights; if there are none, each piece counts 1.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem, Question, Weights};
    ///
    /// let problem = Problem::new(Board::square(4)).with_kind("rook", Piece::ROOK).with_kind("wall", Piece::BLOCKER);
    /// let objective = Question::parse(&problem, "min 2 wall")?.objective.expect("it has one");
    /// assert_eq!(objective.weights(), &Weights::from([(problem.kind_named("wall")?, 2)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn weights(&self) -> &Weights {
        let (Self::Max { weights } | Self::Min { weights }) = self;
        weights
    }

    fn to_text(&self, problem: &Problem) -> Result<String, Invalid> {
        let mut text = if matches!(self, Self::Max { .. }) { "max" } else { "min" }.to_owned();
        for (index, (kind, square, weight)) in self.weights().iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            text.extend([comma, " ", &weight.to_string(), " ", &quoted(problem.name(kind)?)]);
            if let Some(square) = square {
                text.extend([" ", &write_square(problem.board(), square)]);
            }
        }
        Ok(text)
    }
}

/// Reads a question.
pub(super) fn read<'a>(problem: &'a Problem, text: &'a str) -> Result<Question, Misread> {
    let mut scanner = Scanner::new(text);
    let question = question(problem, &mut scanner)?;
    scanner.skip_spaces();
    if scanner.is_done() { Ok(question) } else { Err(scanner.expected("the end")) }
}

fn question<'a>(problem: &'a Problem, scanner: &mut Scanner<'a>) -> Result<Question, Misread> {
    if let Some(objective) = objective(problem, scanner)? {
        scanner.skip_spaces();
        let at = scanner.at();
        let by_size = scanner.words("by size");
        if by_size && matches!(objective, Objective::Max { .. }) {
            return Err(Misread::new(at, "'by size' goes with 'min' and 'count'"));
        }
        let ask = if by_size { Ask::BySize } else { Ask::Optimum };
        return Ok(Question { ask, objective: Some(objective) });
    }
    if scanner.words("count by size") {
        return Ok(Question { ask: Ask::BySize, objective: None });
    }
    let simple = [
        ("solve", Ask::Solve),
        ("list", Ask::List),
        ("count", Ask::Count),
        ("classes", Ask::Classes),
        ("unique", Ask::Unique),
        ("conflict", Ask::Conflict),
    ];
    let ask = if let Some((_, ask)) = simple.iter().find(|(word, _)| scanner.word(word)) {
        *ask
    } else if scanner.word("sample") {
        Ask::Sample { seed: seed(scanner)? }
    } else if scanner.word("random") {
        Ask::Random { seed: seed(scanner)? }
    } else {
        return Err(scanner.expected(ASKS));
    };
    let restricted = scanner.word("of");
    let objective = objective(problem, scanner)?;
    if restricted && objective.is_none() {
        return Err(scanner.expected("'max' or 'min'"));
    }
    if !restricted && objective.is_some() {
        return Err(Misread::new(0, "'of' comes before 'max' and 'min', as in 'count of max'"));
    }
    Ok(Question { ask, objective })
}

fn seed(scanner: &mut Scanner<'_>) -> Result<u64, Misread> {
    scanner.unsigned()?.ok_or_else(|| scanner.expected("a seed, a whole number,"))
}

fn objective<'a>(problem: &'a Problem, scanner: &mut Scanner<'a>) -> Result<Option<Objective>, Misread> {
    let is_max = scanner.word("max");
    if !is_max && !scanner.word("min") {
        return Ok(None);
    }
    let mut weights = Weights::new();
    while let Some(weight) = scanner.number()? {
        let kind = kind_at(problem, scanner)?;
        weights = weights.and(&match squares_at(problem, scanner)? {
            None => Weights::by_kind([(kind, weight)]),
            Some(squares) => Weights::within(kind, &squares, weight),
        });
        if !scanner.sign(',') {
            break;
        }
        scanner.skip_spaces();
        if !scanner.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Err(scanner.expected("a weight and a kind"));
        }
    }
    Ok(Some(if is_max { Objective::Max { weights } } else { Objective::Min { weights } }))
}
