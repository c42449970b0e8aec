//! What is asked, and what is printed.

use serde_json::{Value, json};

use crate::{json, run, temporary, with_input};

#[test]
fn classes_take_armies_for_alike_that_are_swapped() {
    for (swaps, classes) in [(&["--swaps"][..], "3 classes of 18 solutions"), (&[], "6 classes of 18 solutions")] {
        let (code, out, error) = run(&[&["classes", "peaceable", "--board", "5", "--of", "max"], swaps].concat());
        assert!(code == 0 && out.trim_end().ends_with(classes), "{out}{error}");
    }
    let (code, _, error) = run(&["count", "peaceable", "--swaps"]);
    assert!(code == 2 && error.contains("--swaps does not go with"), "{error}");
}

#[test]
fn the_most_queens_behind_walls_are_shown_with_their_proof() {
    let (code, out, error) = run(&["max", "queens", "--board", "4", "--walls", "b3"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.starts_with("4 by ") && out.contains("was met") || out.contains("exhausted"), "{out}");
    assert_eq!(out.lines().count(), 5);
    assert_eq!(out.lines().nth(2).map(|line| line.chars().nth(2)), Some(Some('%')));
}

#[test]
fn each_question_has_json_with_its_fields() {
    let is = |report: &Value, key: &str, value: &str| assert_eq!(report[key].to_string(), value, "{report}");
    let (code, report) = json(&["max", "kings", "--board", "5x7"]);
    is(&report, "value", "12");
    is(&report, "status", "\"answered\"");
    is(&report, "question", "\"max\"");
    assert_eq!((code, report["placement"]["pieces"].as_array().map(Vec::len)), (0, Some(12)));
    is(&report["placement"]["pieces"][0], "kind", "\"king\"");

    is(&json(&["min", "domination", "--board", "6"]).1, "value", "3");
    is(&json(&["count", "n-queens"]).1, "count", "\"92\"");
    is(&json(&["count", "rooks", "--board", "3", "--of", "max"]).1, "count", "\"6\"");
    is(&json(&["count", "bishops", "--board", "2", "--by-size"]).1, "counts", "[\"1\",\"4\",\"4\"]");
    is(&json(&["unique", "completion", "--board", "4", "--given", "b4"]).1, "unique", "true");
    let (code, conflict) = json(&["conflict", "n-queens", "--board", "5", "--rule", "queen on {a1, b2}"]);
    assert_eq!((code, &conflict["minimal"]), (4, &Value::Bool(true)), "{conflict}");
    assert!(conflict["rules"].as_array().is_some_and(|rules| rules.len() == 2), "{conflict}");
    assert_eq!(json(&["conflict", "n-queens", "--board", "5"]).0, 0);
    assert_eq!(json(&["solve", "n-queens", "--board", "6"]).1["placement"]["pieces"].as_array().map(Vec::len), Some(6));
    let drawn = json(&["sample", "n-queens", "--seed", "7"]).1;
    assert_eq!(drawn["placement"], json(&["sample", "n-queens", "--seed", "7"]).1["placement"]);
    let (_, weighted) = json(&["min", "domination", "--board", "4", "--piece", "rook", "--weights", "5 piece"]);
    is(&weighted, "value", "20");
}

#[test]
fn lists_print_a_line_for_each_and_then_the_report() {
    let (code, out, _) = run(&["classes", "n-queens", "--json"]);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!((code, lines.len()), (0, 13));
    assert_eq!(lines[..12].iter().filter_map(|line| line["size"].as_u64()).sum::<u64>(), 92);
    assert_eq!((lines[12]["classes"].as_u64(), lines[12]["count"].as_str()), (Some(12), Some("92")));
    let (_, out, _) = run(&["list", "n-queens", "--board", "4"]);
    assert!(out.ends_with("\n2 solutions\n"), "{out}");
}

#[test]
fn faults_are_said_on_the_other_stream() {
    let (code, out, error) = run(&["count", "n-queens", "--rule", "queen in rows"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        error.contains("--rule \"queen in rows\": line 1, column 14: the text ends where a colon should be"),
        "{error}"
    );
    let (code, _, error) = with_input(&["ask", "-"], "queenside = 1\nboard = \"8x8\"\n[kinds]\nqueen = \"Qx\"\n");
    assert_eq!(code, 2);
    assert!(error.contains("-: line 4, column 11:"), "{error}");
}

#[test]
fn tasks_are_read_from_files_and_from_the_standard_input() {
    let (code, out, _) = run(&["ask", "docs/gallery/eight-queens.toml"]);
    assert_eq!((code, out.split(' ').next()), (0, Some("92")));
    let (_, task, _) = run(&["export", "n-queens", "--board", "6"]);
    let (code, out, _) = with_input(&["count", "-"], &task);
    assert_eq!((code, out.split(' ').next()), (0, Some("4")));
    assert_eq!(with_input(&["ask", "-"], &task).0, 2);
}

#[test]
fn placements_are_judged_and_drawn() {
    let queens = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n";
    let (code, out, _) = with_input(&["judge", "n-queens", "--board", "4", "-"], queens);
    assert_eq!((code, out.as_str()), (0, "all rules are kept\n"));
    let broken = queens.replacen(". Q . .", "Q . . .", 1);
    let (code, out, _) = with_input(&["judge", "n-queens", "--board", "4", "-", "--json"], &broken);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(
        (code, report["solution"].as_bool(), report["violations"][0]["rule"].as_u64()),
        (4, Some(false), Some(1))
    );
    let (code, out, _) = with_input(&["draw", "n-queens", "--board", "4", "-"], queens);
    assert!(code == 0 && out.contains('♛') || out.contains('♕'), "{out}");
    let file = std::env::temp_dir().join(format!("queenside-draw-{}.svg", std::process::id()));
    let path = file.to_str().expect("it is text");
    let adorned = ["--page", "print", "--names", "algebraic", "--caption", "four", "--transparent", "--square", "20"];
    let draw = [&["draw", "n-queens", "--board", "4", "-", "-o", path], &adorned[..]].concat();
    assert_eq!(with_input(&draw, queens).0, 0);
    let svg = std::fs::read_to_string(&file).expect("it was written");
    assert!(svg.contains(">four</text>") && svg.contains(">a</text>") && !svg.contains("<rect"), "{svg}");
    std::fs::remove_file(file).expect("it is there");
}

#[test]
fn other_solvers_are_written_to_and_read() {
    let (code, lp, _) = run(&["export", "queens", "--board", "4", "--format", "lp", "--goal", "max"]);
    assert!(code == 0 && lp.contains("Maximize"), "{lp}");
    let (_, cnf, _) = run(&["export", "n-queens", "--board", "4", "--format", "cnf"]);
    assert!(cnf.contains("p cnf "), "{cnf}");
    let (code, out, _) = with_input(&["read", "n-queens", "--board", "3", "-"], "s UNSATISFIABLE\n");
    assert_eq!((code, out.as_str()), (4, "nothing satisfies the rules, says the solver\n"));
    let (_, json, _) = run(&["export", "n-queens", "--board", "4", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&json).expect("it is JSON")["kinds"][0]["piece"].as_str(), Some("Q"));
}

#[test]
fn scripts_and_the_manual_page_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&["completions", shell]);
        assert!(code == 0 && out.contains("queenside"), "{shell}");
    }
    let (code, out, _) = run(&["man"]);
    assert!(code == 0 && out.contains(".TH queenside 1"), "{out}");
    let (code, out, _) = run(&["man", "max"]);
    assert!(code == 0 && out.contains(".TH queenside-max 1") && out.contains("weights"), "{out}");
    let (code, _, error) = run(&["man", "maximum"]);
    assert!(code == 2 && error.contains("there are tour, ask, max"), "{error}");
    let (code, out, _) = run(&["--help"]);
    assert!(code == 0 && out.contains("4 nothing satisfies the rules"), "{out}");
}

/// Names of fields, each with a value of the sort that it should have; `null` stands for any.
type Fields<'a> = &'a [(&'a str, Value)];

#[track_caller]
fn has(report: &Value, fields: Fields<'_>) {
    for (name, sort) in fields {
        let field = &report[*name];
        let is_sort = match sort {
            Value::Null => !field.is_null(),
            Value::Number(_) => field.is_number(),
            Value::String(_) => field.is_string(),
            Value::Array(_) => field.is_array(),
            Value::Object(_) => field.is_object(),
            Value::Bool(_) => field.is_boolean(),
        };
        assert!(is_sort, "{name}: {report}");
    }
}

#[test]
fn the_json_of_every_command_has_the_fields_that_are_documented() {
    let (text, number, list, object, yes) = (json!(""), json!(0), json!([]), json!({}), json!(true));
    let every = [("format", number.clone()), ("question", text.clone()), ("status", text.clone())];
    let cost = [
        ("engine", text.clone()),
        ("nodes", number.clone()),
        ("solutions", number.clone()),
        ("seconds", number.clone()),
        ("explanation", list.clone()),
    ];
    let optimum =
        [("value", number.clone()), ("bound", number.clone()), ("proof", text.clone()), ("placement", object.clone())];
    let sizes = [("sizes", list.clone())];
    let asked: [(&[&str], Fields<'_>); 13] = [
        (&["max", "queens", "--board", "5"], &optimum),
        (&["min", "domination", "--board", "4"], &optimum),
        (&["ask", "docs/gallery/eight-queens.toml"], &[("count", text.clone())]),
        (&["solve", "n-queens", "--board", "6"], &[("placement", object.clone())]),
        (&["sample", "n-queens", "--board", "6"], &[("placement", object.clone())]),
        (&["random", "n-queens", "--board", "6"], &[("placement", object.clone())]),
        (&["count", "n-queens", "--board", "6"], &[("count", text.clone())]),
        (&["count", "kings", "--board", "3", "--by-size"], &[("counts", list.clone())]),
        (&["min", "kings", "--board", "3", "--weights", "1 king", "--by-size"], &sizes),
        (
            &["unique", "completion", "--board", "4", "--given", "b4"],
            &[("unique", yes.clone()), ("placement", object.clone())],
        ),
        (&["unique", "n-queens", "--board", "6"], &[("unique", yes.clone()), ("placements", list.clone())]),
        (&["conflict", "n-queens", "--board", "3"], &[("rules", list.clone()), ("minimal", yes.clone())]),
        (&["count", "n-queens", "--board", "12", "--nodes", "9"], &[("cause", text.clone())]),
    ];
    for (arguments, fields) in asked {
        let (_, report) = json(arguments);
        has(&report, &every);
        has(&report, &cost);
        has(&report, fields);
    }
    let pieces = &json(&["solve", "n-queens", "--board", "6"]).1["placement"];
    has(pieces, &[("diagram", text.clone()), ("pieces", list.clone())]);
    let piece = [("kind", text.clone()), ("square", text.clone()), ("row", number.clone()), ("column", number.clone())];
    has(&pieces["pieces"][0], &piece);

    for (arguments, lines, fields) in [
        (&["list", "n-queens", "--board", "4"][..], 2, &[("placement", object.clone())][..]),
        (&["classes", "n-queens", "--board", "4"], 1, &[("placement", object.clone()), ("size", number.clone())]),
        (&["puzzles", "1", "--board", "4"], 0, &[]),
        (&["puzzles", "1", "--board", "4", "--unsorted"], 0, &[]),
        (
            &["attack", "1", "--table", "4..6"],
            3,
            &[("n", number.clone()), ("value", number.clone()), ("proof", text.clone())],
        ),
    ] {
        let (code, out, error) = run(&[arguments, &["--json"]].concat());
        let all: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        assert!(code == 0 && all.len() > lines, "{arguments:?}: {out}{error}");
        let (report, all) = all.split_last().expect("there is a report");
        has(report, &every);
        if matches!(arguments[0], "list" | "classes") {
            has(report, &cost);
            has(report, &[("count", text.clone())]);
        }
        for line in all {
            has(line, fields);
        }
    }

    let (_, census) = json(&["census", "1", "--board", "4"]);
    has(&census, &every);
    has(&census, &[("values", list.clone()), ("classes", number.clone()), ("boards", number.clone())]);
    has(&census["values"][0], &[("value", number.clone()), ("classes", number.clone()), ("boards", number.clone())]);
    let (_, min) = json(&["least-walls", "--board", "4", "--count-sets"]);
    has(&min, &every);
    let row = ["pieces", "walls", "sets", "classes"].map(|name| (name, number.clone()));
    has(&min["sizes"][3], &row);
    has(&min["sizes"][3], &[("placements", text.clone())]);
    let (_, attack) = json(&["attack", "1", "6"]);
    has(&attack, &every);
    has(&attack, &optimum);
    has(&attack, &[("best", number.clone()), ("record", text.clone())]);
    has(&attack["placement"]["pieces"][0], &piece);
    assert_eq!(attack["placement"]["pieces"][0]["kind"], "queen");
    let judged =
        with_input(&["judge", "n-queens", "--board", "4", "-", "--json"], ". Q . .\n. . . Q\nQ . . .\n. . Q .\n").1;
    has(&serde_json::from_str(&judged).expect("it is JSON"), &[("solution", yes), ("violations", list)]);
    let read = with_input(&["read", "n-queens", "--board", "3", "-", "--json"], "s UNSATISFIABLE\n").1;
    has(&serde_json::from_str(&read).expect("it is JSON"), &every);
}

#[test]
fn the_tour_shows_boards_and_says_how_to_go_on() {
    let (code, out, error) = run(&["tour"]);
    assert_eq!((code, error.as_str()), (0, ""));
    for fact in [
        "14 bishops",
        "281,571 placements",
        "11 queens",
        "28 queens on 12×12",
        "10 amazons on 10×10",
        "queenside --help",
    ] {
        assert!(out.contains(fact), "{fact}: {out}");
    }
}

#[test]
fn a_random_solution_of_a_large_board_comes_by_its_seed() {
    let placed = |seed: &str| json(&["random", "n-queens", "--board", "60", "--seed", seed]).1["placement"].clone();
    assert!(placed("7") == placed("7") && placed("7") != placed("8"));
    let (code, out, error) = run(&["sample", "n-queens", "--board", "60"]);
    assert!(code == 2 && out.is_empty() && error.contains("`random`"), "{error}");
}

#[test]
fn options_that_a_question_has_no_use_for_are_refused() {
    let file = temporary("unused.svg");
    let path = file.to_str().expect("it is text");
    for question in [
        &["count", "queens", "--board", "4"][..],
        &["count", "queens", "--board", "4", "--by-size"],
        &["min", "queens", "--board", "4", "--by-size"],
        &["conflict", "n-queens", "--board", "3"],
    ] {
        let (code, out, error) = run(&[question, &["--picture", path]].concat());
        assert!(code == 2 && out.is_empty() && error.contains("--picture does not go with"), "{question:?}: {error}");
    }
    let (code, _, error) = run(&["export", "queens", "--format", "cnf", "--goal", "max"]);
    assert!(code == 2 && error.contains("--goal does not go with cnf"), "{error}");
    // Those that have several placements draw the first, and all questions explain.
    for question in ["unique", "list", "classes"] {
        let _ = std::fs::remove_file(&file);
        let (code, out, _) = run(&[question, "n-queens", "--board", "6", "--picture", path, "--explain"]);
        assert!(code == 0 && file.exists() && out.contains("solution"), "{question}: {out}");
        assert!(out.lines().last().is_some_and(|line| line.starts_with("search, since ")), "{question}: {out}");
    }
    let (code, out, error) = run(&["min", "rooks", "--board", "2", "--weights", "-3 rook a1, -1 rook"]);
    assert!(code == 0 && out.starts_with("-5 by "), "{out}{error}");
}
