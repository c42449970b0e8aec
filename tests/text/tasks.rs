//! Task files and serde forms survive being written and read again; damaged ones are refused with a place.

use proptest::prelude::*;
#[cfg(feature = "serde")]
use queenside::{Against, Constraint, Options, Placement, classics};
use queenside::{Ask, Board, Objective, Piece, Problem, Question, SquareSet, Task, Weights};
#[cfg(feature = "serde")]
use serde::de::DeserializeSeed;

use crate::common;

/// Problems are the same if their boards, kinds and rules are: handles differ.
fn same(one: &Problem, other: &Problem) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.board(), other.board());
    let kinds = |problem: &Problem| -> Vec<(String, Piece)> {
        let named = |kind| (problem.name(kind).unwrap().to_owned(), problem.piece(kind).unwrap().clone());
        problem.kinds().map(named).collect()
    };
    prop_assert_eq!(kinds(one), kinds(other));
    let rules = |problem: &Problem| -> Vec<String> {
        problem.constraints().iter().map(|rule| rule.to_text(problem).unwrap()).collect()
    };
    prop_assert_eq!(rules(one), rules(other));
    prop_assert_eq!(one.to_string(), other.to_string());
    Ok(())
}

fn questions() -> impl Strategy<Value = (Ask, Option<bool>, Vec<i64>)> {
    let ask = prop_oneof![
        Just(Ask::Optimum),
        Just(Ask::Solve),
        Just(Ask::List),
        Just(Ask::Count),
        Just(Ask::Classes),
        Just(Ask::Unique),
        Just(Ask::Conflict),
        any::<u64>().prop_map(|seed| Ask::Sample { seed }),
        any::<u64>().prop_map(|seed| Ask::Random { seed }),
        Just(Ask::BySize),
    ];
    (ask, any::<Option<bool>>(), prop::collection::vec(any::<i64>(), 0..3))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_problem_of_the_language_reads_back(
        (mut problem, _) in common::cases(),
        (ask, sense, weights) in questions(),
        symbols in prop::collection::vec(prop::option::of("[A-Za-zß♛*\"'\\\\]"), 3),
        title in "\\PC{0,12}",
    ) {
        let kinds: Vec<_> = problem.kinds().collect();
        for (kind, symbol) in kinds.iter().zip(symbols) {
            if let Some(symbol) = symbol.and_then(|text| text.chars().next()) {
                let mut changed = problem.clone();
                changed.set_symbol(*kind, symbol);
                if changed.check().is_ok() {
                    problem = changed;
                }
            }
        }
        let weights = Weights::by_kind(kinds.iter().copied().zip(weights));
        let objective = match (ask, sense) {
            (Ask::BySize, Some(_)) | (Ask::Optimum, None | Some(false)) | (_, Some(false)) => Some(Objective::Min { weights }),
            (_, None) => None,
            (_, Some(true)) => Some(Objective::Max { weights }),
        };
        let question = Question { ask, objective };
        let task = Task::new(problem.clone()).with_title(&title).with_question(question.clone());
        let text = task.to_string();
        let again: Task = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        same(&problem, again.problem())?;
        prop_assert_eq!(again.title(), Some(&*title));
        let asked = again.question().unwrap();
        prop_assert_eq!(asked.ask, ask);
        prop_assert_eq!(asked.to_text(again.problem()).unwrap(), question.to_text(&problem).unwrap());
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn names_and_regions_of_any_kind_read_back(
        names in prop::collection::vec("\\PC{1,6}", 1..4),
        sets in prop::collection::vec(any::<u16>(), 4),
    ) {
        let squares: Vec<_> = Board::square(4).squares().into_iter().collect();
        let set = |bits: u16| -> SquareSet {
            squares.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1).map(|(_, square)| *square).collect()
        };
        let board = names.iter().zip(&sets).fold(Board::square(4), |board, (name, bits)| board.with_region(name, set(*bits)));
        let mut problem = Problem::new(board);
        for name in &names {
            problem.add_kind(name, Piece::KING);
        }
        for name in &names {
            let kind = problem.kind_named(name).unwrap();
            let region = problem.region_named(name).unwrap();
            problem.add(queenside::Constraint::count(kind, region, 1));
        }
        prop_assume!(problem.check().is_ok());
        let text = Task::new(problem.clone()).to_string();
        let again: Task = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        same(&problem, again.problem())?;
    }
}

#[cfg(feature = "serde")]
proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_problem_of_the_language_is_the_same_after_serde((problem, _) in common::cases()) {
        let json = serde_json::to_string(&problem).unwrap();
        let again: Problem = serde_json::from_str(&json).unwrap();
        same(&problem, &again)?;
        let task: Task = serde_json::from_str(&serde_json::to_string(&Task::new(problem.clone())).unwrap()).unwrap();
        same(&problem, task.problem())?;
    }

    #[test]
    fn rules_and_placements_are_the_same_after_serde((problem, _) in common::cases(), seed in any::<u64>()) {
        fn again<'a, T>(problem: &'a Problem, value: &'a T) -> T
        where
            Against<'a, T>: serde::Serialize + for<'de> DeserializeSeed<'de, Value = T>,
        {
            let json = serde_json::to_string(&Against::new(problem, value)).unwrap();
            Against::reader(problem).deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap()
        }
        for rule in problem.constraints() {
            let again: Constraint = again(&problem, rule);
            prop_assert_eq!(again.to_text(&problem).unwrap(), rule.to_text(&problem).unwrap());
        }
        if let Some(placement) = problem.random(seed).unwrap().placement().unwrap() {
            let again: Placement = again(&problem, &placement);
            prop_assert_eq!(again, placement);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn placements_that_do_not_fit_their_problem_are_refused_by_serde() {
    let problem = classics::queens(3);
    for (json, says) in [
        (r#"[{"kind":"rook","row":0,"column":0}]"#, "rook"),
        (r#"[{"kind":"queen","row":3,"column":0}]"#, "(3,0)"),
        (r#"[{"kind":"queen","row":0,"column":0},{"kind":"queen","row":0,"column":0}]"#, "(0,0)"),
        (r#"[{"kind":"queen","row":0}]"#, "column"),
    ] {
        let read = Against::<Placement>::reader(&problem).deserialize(&mut serde_json::Deserializer::from_str(json));
        let error = read.unwrap_err().to_string();
        assert!(error.contains(says), "{json}: {error}");
    }
    assert!(serde_json::to_string(&Against::<Constraint>::reader(&problem)).is_err());
}

#[cfg(feature = "serde")]
#[test]
fn answers_are_written_by_serde_with_these_fields() {
    let written = |value: serde_json::Result<serde_json::Value>| value.unwrap();
    let problem = classics::queens(6);
    let max = written(serde_json::to_value(problem.maximize().unwrap()));
    assert_eq!(
        (max["known"]["value"].as_i64(), max["known"]["placement"].as_array().map(Vec::len)),
        (Some(6), Some(6))
    );
    assert!(max["known"]["proof"].is_string() && max["explanation"][0].is_string());
    assert!(max["engine"] == "search" && max["statistics"]["seconds"].is_f64());
    let stopped = problem.using(&Options::new().solution_limit(1)).enumerate().unwrap().last().unwrap().unwrap_err();
    let stopped = written(serde_json::to_value(stopped));
    assert_eq!(stopped["cause"], "the solution limit was reached");
    assert!(serde_json::from_value::<queenside::Part>(stopped["rest"].clone()).is_ok());
    let unique = written(serde_json::to_value(problem.uniqueness().unwrap()));
    assert_eq!(
        (unique["known"]["unique"].as_bool(), unique["known"]["placements"].as_array().map(Vec::len)),
        (Some(false), Some(2))
    );
    let conflict = written(serde_json::to_value(classics::queens(3).conflict().unwrap()));
    assert_eq!((&conflict["known"]["minimal"], conflict["known"]["rules"].is_array()), (&true.into(), true));
    let sizes =
        written(serde_json::to_value(classics::non_attacking(Board::square(2), Piece::KING).count_by_size().unwrap()));
    assert_eq!(sizes["known"], serde_json::json!(["1", "4"]));
    let count = queenside::Count::from(1u128 << 100);
    let again: queenside::Count = serde_json::from_str(&serde_json::to_string(&count).unwrap()).unwrap();
    assert_eq!(again, count);
    assert!(serde_json::from_str::<queenside::Count>("\"+5\"").is_err());
}

#[cfg(feature = "serde")]
#[test]
fn a_problem_is_written_like_this_by_serde() {
    let mut problem = classics::non_attacking(Board::new(1, 3).with_walls([(0, 1)]), Piece::ROOK);
    let piece = problem.kind_named("piece").unwrap();
    problem.set_symbol(piece, '♜');
    let json = r#"{"board":". % .\n","kinds":[{"name":"piece","piece":"R","symbol":"♜"}],"rules":["non-attacking"]}"#;
    assert_eq!(serde_json::to_string(&problem).unwrap(), json);
    let bad = json.replace("non-attacking", "piece in rows: lots");
    let error = serde_json::from_str::<Problem>(&bad).unwrap_err().to_string();
    assert!(error.starts_with("rule 1: line 1, column 16: \"lots\" comes where a range"), "{error}");
    assert!(serde_json::from_str::<Problem>(&json.replace("\"R\"", "\"pR\"")).is_err());
    assert!(serde_json::to_string(&Problem::new(Board::new(0, 3))).is_err());
}

const FILE: &str = r#"# Two stars in each row.
queenside = 1
title = "A star battle"
source = "made by hand"
question = "unique"
answer = "unique"
board = '''
. . . .
. . % .
. . . .
. . . .
'''
regions = '''
A A B B
A A B B
C C D D
C C D D
'''
rules = '''
non-attacking
star in rows: 1
# Regions too.
star in each region: 1
'''

[kinds]
star = { piece = "K", symbol = "*" }
"#;

#[test]
fn a_file_says_all_of_a_problem() {
    let task: Task = FILE.parse().unwrap();
    assert_eq!((task.title(), task.source()), (Some("A star battle"), Some("made by hand")));
    assert_eq!(task.known_answer(), Some("unique"));
    assert_eq!(task.question().map(|question| question.ask), Some(Ask::Unique));
    let problem = task.problem();
    assert_eq!(problem.constraints().len(), 3);
    assert!(problem.board().walls().contains((1, 2)));
    assert_eq!(problem.board().regions().count(), 4);
    assert_eq!(task.to_string().parse::<Task>().unwrap().to_string(), task.to_string());
}

#[test]
fn faults_come_with_their_places_and_all_together() {
    let cases = [
        ("queenside = 1", "queenside = 2", "line 2, column 13: the version of the format is the number 1"),
        ("queenside = 1\n", "", "line 1, column 1: the version of the format is missing"),
        ("title =", "titel =", "line 3, column 1: the key \"titel\" is not known; there are queenside, title"),
        ("question = \"unique\"", "question = 7", "line 5, column 12: \"question\" is a string, not an integer"),
        ("question = \"unique\"", "question = \"uniqe\"", "line 5, column 13: \"uniqe\" comes where a question: 'max'"),
        (". . % .", ". . ? .", "line 9, column 5: '?' is no square: a board is drawn with"),
        (". . % .", ". . %", "line 9, column 1: this line has 3 squares, the first has 4"),
        // Lines of a map are measured against the board, all of them.
        (
            "A A B B\nA A B B\n",
            "A A B\nA A B B B\n",
            "2 faults: line 14, column 1: this line has 3 squares, the board 4; line 15, column 1: this line has 5 squares",
        ),
        ("A A B B\nC", "A A B B\nA A B B\nC", "line 14, column 1: the map is 5×4, the board 4×4"),
        ("star in rows: 1\n", "star in rows 1\n", "line 21, column 14: \"1\" comes where a colon should be"),
        ("star in rows: 1\n", "stars in rows: 1\n", "line 21, column 1: no kind is named \"stars\"; there are star"),
        (
            "star in rows: 1\n",
            "star on {a9}\n",
            "line 21, column 10: \"a9\" is no square of the board: they run from a1 to d4",
        ),
        ("\"K\"", "\"KgQ\"", "line 27, column 20: 'g' makes a hopper"),
        ("symbol = \"*\"", "symbol = \"**\"", "line 27, column 33: a symbol is one character"),
        ("symbol = \"*\"", "symbol = \".\"", "line 26, column 2: kind \"star\""),
        ("symbol =", "sign =", "line 27, column 23: the key \"sign\" is not known; there are piece, symbol"),
        ("[kinds]", "[kind]", "2 faults: line 1, column 1: the table [kinds] is missing"),
        ("[kinds]", "[kinds", "line 26, column 7: the file is no TOML"),
        ("\"made by hand\"", "made by hand", "line 4, column 10: the file is no TOML: a string has quotes"),
        ("star = ", "star = 3\nstars = ", "line 27, column 8: a kind is a string, as \"Q\""),
    ];
    let mut others = Vec::new();
    for (from, to, expected) in cases {
        assert!(FILE.contains(from), "{from:?}");
        let error = FILE.replacen(from, to, 1).parse::<Task>().unwrap_err().to_string();
        if !error.starts_with(expected) {
            others.push(format!("{to:?}: {error}"));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
    let both = FILE.replace("star in rows: 1", "star in rows: x").replace("non-attacking", "attacking");
    let error = both.parse::<Task>().unwrap_err();
    assert_eq!(error.faults().len(), 2, "{error}");
}

#[test]
fn a_short_file_is_enough() {
    let task: Task = "queenside = 1\nboard = \"3x5\"\n[kinds]\nrook = \"rook\"\n".parse().unwrap();
    assert_eq!((task.problem().board().rows(), task.problem().board().columns()), (3, 5));
    assert_eq!(task.question(), None);
    for board in ["8", "8×8", "8x8"] {
        let text = format!("queenside = 1\nboard = \"{board}\"\n[kinds]\nrook = \"R\"\n");
        assert_eq!(text.parse::<Task>().unwrap().problem().board(), &Board::square(8));
    }
    let huge = "queenside = 1\nboard = \"99999x99999\"\n[kinds]\nrook = \"R\"\n";
    assert!(
        huge.parse::<Task>()
            .unwrap_err()
            .to_string()
            .starts_with("line 2, column 10: a board of 99999×99999 is too large")
    );
}

/// Every byte changed, every byte left out, every end cut off.
#[test]
fn a_file_damaged_anywhere_is_refused_or_understood() {
    let mut refused = 0;
    for at in (0..FILE.len()).filter(|at| FILE.is_char_boundary(*at) && FILE.is_char_boundary(at + 1)) {
        let damaged = [
            format!("{}{}", &FILE[..at], &FILE[at + 1..]),
            FILE[..at].to_owned(),
            format!("{}{}{}", &FILE[..at], '"', &FILE[at..]),
            format!("{}{}{}", &FILE[..at], 'é', &FILE[at + 1..]),
            format!("{}{}{}", &FILE[..at], '\n', &FILE[at + 1..]),
        ];
        for text in damaged {
            match text.parse::<Task>() {
                Ok(task) => assert_eq!(task.to_string().parse::<Task>().unwrap().to_string(), task.to_string()),
                Err(error) => {
                    assert!(is_placed(&error), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > FILE.len(), "{refused}");
}

/// Whether each fault begins with its line and column.
fn is_placed(error: &queenside::Invalid) -> bool {
    error.faults().iter().map(ToString::to_string).all(|fault| {
        let place = fault.strip_prefix("line ").and_then(|rest| rest.split_once(", column "));
        place.is_some_and(|(line, rest)| {
            let column = rest.split_once(": ").map(|(column, _)| column);
            line.parse::<usize>().is_ok() && column.is_some_and(|column| column.parse::<usize>().is_ok())
        })
    })
}

/// Every byte of every file of the gallery left out, and another put in its place.
#[test]
fn files_of_the_gallery_damaged_anywhere_are_refused_with_a_place_or_understood() {
    let mut tried = 0;
    for entry in std::fs::read_dir("docs/gallery").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at) && text.is_char_boundary(at + 1)) {
            let another = char::from(33 + (at * 7 % 94) as u8);
            for damaged in
                [[&text[..at], &text[at + 1..]].concat(), format!("{}{another}{}", &text[..at], &text[at + 1..])]
            {
                if let Err(error) = damaged.parse::<Task>() {
                    assert!(is_placed(&error), "{}, byte {at}: {error}", path.display());
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// Such a task cannot be asked, and reading it tells why.
#[test]
fn a_task_about_a_board_that_is_too_large_is_written() {
    let half = usize::BITS / 2;
    for (rows, columns) in
        [(usize::MAX, 2), (usize::MAX, 1), (1 << half, 1 << (half - 8)), (2 << half, 1 << (half - 1)), (0, 5)]
    {
        for name in ["centre", "c", "."] {
            let board = Board::new(rows, columns).with_region(name, [(0, 0)]).with_region("d", [(0, 0), (0, 1)]);
            let text = Task::new(Problem::new(board)).to_string();
            assert!(text.contains("[regions]") && text.parse::<Task>().is_err(), "{text}");
        }
    }
}
