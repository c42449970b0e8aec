//! The command, run as a user runs it: what it prints, how it ends, what it writes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Many placements, and no engine counts them in a test's time.
const ENDLESS: &str = "queenside = 1\nquestion = \"count\"\nboard = \"30x30\"\nrules = '''\nking attacks king: ..=2\n'''\n[kinds]\nking = \"KN\"\n";

fn queenside(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenside"));
    command.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    ended(queenside(arguments).output().expect("the command runs"))
}

fn ended(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = queenside(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    ended(child.wait_with_output().expect("it ends"))
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let (code, out, error) = run(&[arguments, &["--json"]].concat());
    assert_eq!(error, "", "{arguments:?}");
    (code, serde_json::from_str(&out).unwrap_or_else(|problem| panic!("{arguments:?}: {problem}: {out}")))
}

fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

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
fn the_exit_code_says_how_it_ended() {
    assert_eq!(run(&["solve", "n-queens", "--board", "3"]).0, 4);
    assert_eq!(run(&["count", "n-queens", "--board", "3"]).0, 4);
    assert_eq!(run(&["count", "n-queens", "--board", "12", "--nodes", "5"]).0, 3);
    assert_eq!(run(&["max", "queens", "--board", "0"]).0, 2);
    assert_eq!(run(&["max", "quens"]).0, 2);
    assert_eq!(run(&["max", "queens", "--walls", "i9"]).0, 2);
    assert_eq!(run(&["max", "pieces", "--piece", "gQ"]).0, 2);
    assert_eq!(run(&["max"]).0, 2);
    assert_eq!(run(&["max", "no-such-file.toml"]).0, 1);
    assert_eq!(run(&["max", "docs/gallery/eight-queens.toml", "--walls", "a1"]).0, 2);
    assert_eq!(run(&["max", "rooks", "--stars", "1"]).0, 2);
    assert_eq!(run(&["count", "rooks", "--weights", "1 rook"]).0, 2);
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
fn a_time_limit_leaves_the_best_so_far() {
    let begin = Instant::now();
    let (code, out, _) =
        run(&["max", "knights", "--board", "40", "--rule", "knight covers board: ..=5", "--time", "300ms", "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!((code, report["status"].as_str()), (3, Some("stopped")), "{report}");
    assert_eq!(report["cause"].as_str(), Some("the time limit was reached"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_question_and_not_the_program() {
    let mut child = queenside(&["ask", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("it has an input").write_all(ENDLESS.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(killed.success());
    let (code, out, _) = ended(child.wait_with_output().expect("it ends"));
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((code, report["cause"].as_str()), (3, Some("it was cancelled")));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = queenside(&["list", "n-queens", "--board", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let (code, _, error) = ended(child.wait_with_output().expect("it ends"));
    assert_eq!((code, error.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_output_is_told() {
    for arguments in [&["--help"][..], &["man"], &["count", "n-queens", "--board", "6"], &["max", "--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
        let ended = queenside(arguments).stdout(full).output().expect("the command runs");
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}");
        assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn files_are_checked_before_the_work_and_written_whole() {
    let begin = Instant::now();
    let (code, _, error) = with_input(&["max", "-", "--picture", "/no/such/folder/board.svg"], ENDLESS);
    assert_eq!(code, 1);
    assert!(error.contains("/no/such/folder/board.svg") && begin.elapsed() < Duration::from_secs(20), "{error}");
    assert_eq!(run(&["max", "queens", "--picture", "board.bmp"]).0, 2);

    let picture = temporary("queens.svg");
    let path = picture.to_str().expect("it is text");
    assert_eq!(run(&["max", "queens", "--board", "4", "--picture", path]).0, 0);
    assert!(std::fs::read_to_string(&picture).expect("it was written").ends_with("</svg>\n"));
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

#[test]
fn the_laboratories_answer_too() {
    let (code, out, error) = run(&["census", "2", "--board", "8"]);
    assert_eq!((code, out.lines().last()), (0, Some("total 278 2016")), "{out}{error}");
    let (_, report) = json(&["census", "1", "--board", "5"]);
    assert_eq!(report["boards"].as_u64(), Some(25));
    let file = temporary("census.csv");
    let path = file.to_str().expect("it is text");
    assert_eq!(run(&["census", "1", "--board", "3", "--csv", path]).0, 0);
    assert!(std::fs::read_to_string(&file).expect("it was written").lines().count() >= 3);
    let progress = temporary("census.progress");
    let _ = std::fs::remove_file(&progress);
    for _ in 0..2 {
        let (code, out, error) =
            run(&["census", "2", "--board", "5", "--resume", progress.to_str().expect("it is text")]);
        assert_eq!((code, out.lines().last().map(|line| line.ends_with(" 300"))), (0, Some(true)), "{out}{error}");
    }

    let (code, report) = json(&["least-walls", "--board", "4"]);
    assert_eq!((code, report["most"].as_u64(), report["sizes"][4]["walls"].as_u64()), (0, Some(4), Some(0)));
    let (code, out, _) = run(&["puzzles", "1", "--board", "4"]);
    assert!(code == 0 && out.lines().last().is_some_and(|line| line.starts_with("total ")), "{out}");
    let (code, report) = json(&["attack", "1", "8"]);
    assert_eq!((code, report["value"].as_u64(), report["bound"].as_u64()), (0, Some(10), Some(10)));
    assert_eq!(run(&["census", "2", "--part", "3/2"]).0, 2);
    assert_eq!(run(&["attack", "1", "0"]).0, 2);
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
fn a_table_of_attacking_queens_goes_on_where_its_file_ends() {
    let file = temporary("attacking.txt");
    let _ = std::fs::remove_file(&file);
    let path = file.to_str().expect("it is text");
    let (code, out, _) = run(&["attack", "1", "--table", "4..6", "--file", path]);
    assert_eq!((code, out.lines().count()), (0, 3), "{out}");
    let (code, out, _) = run(&["attack", "1", "--table", "4..7", "--file", path]);
    assert!(code == 0 && out.lines().take(3).all(|line| line.ends_with("kept in the file")), "{out}");
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 4, "{text}");
    let (code, out, _) = run(&["attack", "1", "--table", "6..8", "--b-file"]);
    assert!(code == 0 && out.ends_with("6 8\n7 8\n8 10\n"), "{out}");
    for command in [&["attack", "1", "6"][..], &["census", "1"], &["puzzles", "1"]] {
        let (code, _, error) = run(&[command, &["--engine", "sat"]].concat());
        assert!(code == 2 && error.contains("--engine does not go with"), "{error}");
    }
    for senseless in
        [&["attack", "1"][..], &["attack", "1", "--table", "six"], &["attack", "1", "6", "--table", "1..2"]]
    {
        assert_eq!(run(senseless).0, 2, "{senseless:?}");
    }
}

#[test]
fn a_table_believes_no_board_without_a_proof() {
    let file = temporary("believed.txt");
    let path = file.to_str().expect("it is text");
    let _ = std::fs::remove_file(&file);
    let table = |size: &str, symmetry: &[&str]| {
        run(&[&["attack", "2", "--table", size, "--file", path, "--b-file"], symmetry].concat())
    };
    // Boards with half a turn have fewer queens, which is refuted, and kept.
    let half_turn = ["--symmetry", "half-turn"];
    for _ in 0..2 {
        assert_eq!(table("4..6", &half_turn).1, "4 6\n5 6\n6 8\n");
    }
    let of_symmetry = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(of_symmetry.lines().count(), 5, "{of_symmetry}");
    assert_eq!(table("4..6", &[]).1, "4 6\n5 8\n6 10\n");
    // Boards of half a turn are none of a mirror.
    assert_eq!(table("5..5", &["--symmetry", "mirror"]).1, "5 7\n");
    let all = std::fs::read_to_string(&file).expect("it was written");
    let (_, out, _) = run(&["attack", "2", "--table", "4..6", "--file", path]);
    assert!(out.lines().all(|line| line.ends_with("was met, kept in the file")), "{out}");

    // Whatever happens to the lines of one size, the table has the right number or says what is wrong.
    let line = of_symmetry.lines().position(|line| line.starts_with("exactly 2 5")).expect("it is there");
    let lines: Vec<&str> = of_symmetry.lines().skip(line).take(2).collect();
    let written = format!("{}\n{}\n", lines[0], lines[1]);
    let damaged = (0..written.len()).flat_map(|at| {
        let cut = written.as_bytes()[..at].to_vec();
        let (mut flipped, mut dropped) = (written.clone().into_bytes(), written.clone().into_bytes());
        flipped[at] ^= 1;
        dropped.remove(at);
        [cut, flipped, dropped]
    });
    for text in damaged.step_by(5) {
        std::fs::write(&file, &text).expect("it can be written");
        let (code, out, error) = table("5..5", &half_turn);
        let said = code == 1 && out.is_empty() && error.contains(": line ");
        assert!(said || (code == 0 && out == "5 6\n"), "{text:?}: {code} {out}{error}");
    }
    std::fs::write(&file, "exactly 2 7 AAAAAAA\n").expect("it can be written");
    let (code, out, error) = table("7..7", &[]);
    assert!(code == 1 && out.is_empty() && error.contains("line 1: the queens do not attack exactly 2"), "{error}");
    std::fs::write(&file, all.trim_end()).expect("it can be written");
    assert_eq!(table("4..7", &[]).1, "4 6\n5 8\n6 10\n7 12\n");
    let extended = std::fs::read_to_string(&file).expect("it was written");
    assert!(extended.starts_with(&all) && extended.lines().count() == all.lines().count() + 1, "{extended}");
    assert_eq!(run(&["attack", "2", "--table", "6..4"]).0, 2);
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

#[test]
#[cfg(unix)]
fn a_file_is_written_whether_or_not_the_output_is_read() {
    let file = temporary("unread");
    for arguments in [
        &["max", "queens", "--picture", "unread.svg"][..],
        &["list", "n-queens", "--picture", "unread.svg"],
        &["make", "n-queens", "--board", "5", "--count", "3", "--html", "unread.html"],
        &["puzzles", "1", "--board", "3", "--html", "unread.html"],
        &["least-walls", "--board", "3", "--csv", "unread.csv"],
        &["least-walls", "--board", "3", "--svg", "unread.svg"],
        &["census", "1", "--board", "3", "--records", "unread.txt"],
    ] {
        let (last, others) = arguments.split_last().expect("there are arguments");
        let file = file.with_extension(Path::new(last).extension().expect("it has one"));
        let _ = std::fs::remove_file(&file);
        let mut child = queenside(others).arg(&file).stdout(Stdio::piped()).spawn().expect("the command runs");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{arguments:?}");
        assert!(file.exists(), "{arguments:?}");
    }
}

#[test]
fn what_was_cut_short_says_so_in_json_too() {
    for arguments in [
        &["least-walls", "--board", "5", "--nodes", "5"][..],
        &["least-walls", "--board", "3x6", "--count-sets", "--nodes", "5000"],
        &["attack", "1", "11", "--nodes", "1"],
        &["attack", "1", "--table", "11..12", "--nodes", "1"],
        &["census", "2", "--nodes", "10"],
        &["puzzles", "2", "--board", "5", "--nodes", "10"],
        &["make", "n-queens", "--nodes", "1"],
        &["list", "n-queens", "--nodes", "9"],
    ] {
        let (code, out, error) = run(&[arguments, &["--json"]].concat());
        let report: Value = serde_json::from_str(out.lines().last().unwrap_or_default()).unwrap_or_default();
        assert!(code == 3 && report["status"] == "stopped", "{arguments:?}: {code} {out}{error}");
        assert!(report["cause"].as_str().is_some_and(|cause| cause.ends_with(" was reached")), "{report}");
    }
    // A job about the best placements wants their value first.
    let job = temporary("no-job");
    let path = job.to_str().expect("it is text");
    let plan = ["plan", "count", "n-queens", "--board", "3", "--of", "max", "--parts", "2", "-o", path];
    let (code, _, error) = run(&plan);
    assert!(code == 4 && error.contains("nothing satisfies the rules") && !job.exists(), "{error}");
}

#[test]
fn puzzles_are_made_by_seed_and_graded() {
    let made = |seed: &str| run(&["make", "star-battle", "--board", "6", "--count", "2", "--seed", seed, "--solution"]);
    let (code, out, error) = made("1");
    assert_eq!((code, error.as_str()), (0, ""));
    assert_eq!(out.lines().filter(|line| line.starts_with("★★") || line.starts_with("★☆")).count(), 2);
    assert_eq!(out.lines().filter(|line| line.trim() == "solution").count(), 2);
    assert_eq!(made("1").1, out);
    assert_ne!(made("2").1, out);

    let (code, out, error) = run(&["make", "n-queens", "--board", "8", "--difficulty", "..=2", "--json"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["solution"].as_array().map(Vec::len), Some(8));
    assert!(lines[0]["stars"].as_u64().is_some_and(|stars| stars <= 2));
    assert_eq!((&lines[1]["status"], &lines[1]["count"]), (&json!("answered"), &json!("1")));
}

#[test]
fn puzzles_are_made_into_a_book() {
    let file = std::env::temp_dir().join(format!("queenside-make-{}.html", std::process::id()));
    let name = file.to_str().expect("its name is text");
    let (code, out, error) = run(&["make", "star-battle", "--board", "6", "--count", "3", "--html", name]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains('★'));
    let page = std::fs::read_to_string(&file).expect("it is written");
    assert!(page.contains("<h1>Star battle on 6×6</h1>") && page.matches("\"secret\"").count() == 3);
    std::fs::remove_file(&file).expect("it can be removed");
    // Without a puzzle there is no book.
    assert_eq!(run(&["make", "n-queens", "--board", "3", "--html", name]).0, 4);
    assert!(!file.exists());
    assert_eq!(run(&["make", "n-queens", "--html", "/nowhere/book.html"]).0, 1);
}

/// What was made goes into a book later, with puzzles of one's own.
#[test]
fn books_are_made_of_files() {
    let folder = std::env::temp_dir().join(format!("queenside-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let file = |name: &str| folder.join(name).to_str().expect("its name is text").to_owned();
    let (made, own, several, page) = (file("made.jsonl"), file("own.toml"), file("several.toml"), file("book.html"));
    let (_, out, _) = run(&["make", "star-battle", "--board", "6", "--count", "3", "--json"]);
    std::fs::write(&made, out).expect("it can be written");
    for (path, given) in [(&own, &["--given", "b4"][..]), (&several, &[])] {
        let (_, task, _) = run(&[&["export", "completion", "--board", "4"], given].concat());
        std::fs::write(path, task).expect("it can be written");
    }

    let (code, out, error) = run(&["book", &own, &made, "-o", &page, "--title", "A & B", "--words", "de"]);
    assert_eq!((code, out.as_str(), error.as_str()), (0, "", ""));
    let text = std::fs::read_to_string(&page).expect("it is written");
    assert!(text.contains("<h1>A &amp; B</h1>") && text.contains("Hinweis"));
    assert_eq!(text.matches("\"secret\"").count(), 4);

    // All faults at once, and no page.
    std::fs::remove_file(&page).expect("it can be removed");
    let (code, _, error) = run(&["book", &several, &own, &several, "-o", &page]);
    assert_eq!((code, error.matches("several.toml: there are several solutions").count()), (2, 2), "{error}");
    let empty = file("empty.jsonl");
    std::fs::write(&empty, "").expect("it can be written");
    let cases: [(&[&str], i32, &str); 5] = [
        (&["book", &empty, "-o", &page], 2, "empty.jsonl: the file is empty"),
        (&["book", &own, "-o", "/nowhere/book.html"], 1, "/nowhere"),
        (&["book", &own, "-o", &page, "--words", "xx"], 1, "xx"),
        (&["book", &own, "-o", &page, "--limit", "1"], 2, "--limit"),
        (&["book", &own, "-o", &page, "--nodes", "0"], 3, "node limit"),
    ];
    for (arguments, expected, told) in cases {
        let (code, _, error) = run(arguments);
        assert_eq!(code, expected, "{arguments:?}: {error}");
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
    assert!(!Path::new(&page).exists());

    // A task's title is that of the page of its puzzles.
    std::fs::write(
        &several,
        format!("title = \"Four queens\"\n{}", std::fs::read_to_string(&several).expect("it is there")),
    )
    .expect("it can be written");
    let (code, _, error) = run(&["make", &several, "--html", &page]);
    assert_eq!(code, 0, "{error}");
    assert!(std::fs::read_to_string(&page).expect("it is written").contains("<h1>Four queens</h1>"));
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn puzzles_that_cannot_be_made_are_refused() {
    let cases: [(&[&str], i32, &str); 5] = [
        (&["make", "n-queens", "--board", "3"], 4, ""),
        (&["make", "n-queens", "--difficulty", "9"], 2, "one to five stars"),
        (&["make", "n-queens", "--vary", "regions"], 2, "regions vary by one rule"),
        (&["make", "n-queens", "--limit", "3"], 2, "--count"),
        (&["make", "n-queens", "--nodes", "0"], 3, "node limit"),
    ];
    for (arguments, expected, told) in cases {
        let (code, _, error) = run(arguments);
        assert_eq!(code, expected, "{arguments:?}: {error}");
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
}
