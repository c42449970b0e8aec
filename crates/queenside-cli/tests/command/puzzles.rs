//! Puzzles and books.

use std::path::Path;

use serde_json::{Value, json};

use crate::run;

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
