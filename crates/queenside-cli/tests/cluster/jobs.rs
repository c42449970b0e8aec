//! Every job that the command can plan gives the answer of the same command in one piece.

use crate::common::{Place, run};

/// Plans a job, does it with two shares, and returns the answer.
fn in_parts(place: &Place, name: &str, plan: &[&str]) -> String {
    let job = place.text(name);
    let (code, text, errors) = run(&[&["plan"], plan, &["-o", &job]].concat());
    assert_eq!(code, Some(0), "{plan:?}: {errors}");
    assert!(text.contains(" parts"), "{text}");
    for share in ["0/2", "1/2"] {
        let (code, _, errors) = run(&["work", &job, "--share", share]);
        assert_eq!(code, Some(0), "{plan:?}: {errors}");
    }
    let (code, text, errors) = run(&["audit", &job, "--sample", "30%"]);
    assert_eq!(code, Some(0), "{plan:?}: {text}{errors}");
    let (code, answer, errors) = run(&["merge", &job]);
    assert_eq!(code, Some(0), "{plan:?}: {errors}");
    answer
}

/// The answer in one piece.
fn whole(arguments: &[&str]) -> String {
    let (code, text, errors) = run(&[arguments, &["--quiet"]].concat());
    assert_eq!(code, Some(0), "{arguments:?}: {errors}");
    text
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn questions_in_parts_have_the_answers_of_the_whole() {
    let place = Place::new("questions");
    for (name, question, answer) in [
        ("count", &["count", "n-queens", "--board", "9"][..], "352"),
        ("best", &["count", "kings", "--board", "5", "--of", "max"], "1"),
        ("sizes", &["count", "kings", "--board", "3", "--by-size"], "0: 1"),
        ("classes", &["classes", "n-queens", "--board", "7"], "6"),
        ("list", &["list", "n-queens", "--board", "6"], "4"),
        ("unique", &["unique", "completion", "--board", "4", "--given", "b4"], "unique"),
        ("max", &["max", "bishops", "--board", "5"], "8"),
        ("min", &["min", "domination", "--board", "6"], "3"),
        ("weights", &["max", "queens", "--board", "4", "--weights", "3 queen"], "12"),
        ("ask", &["ask", "../../docs/gallery/eight-queens.toml"], "92"),
    ] {
        let cut = [question, &["--parts", "5"]].concat();
        assert_eq!(first_line(&in_parts(&place, name, &cut)), answer, "{question:?}");
    }
}

#[test]
fn another_engine_does_the_parts_of_an_optimum() {
    let place = Place::new("cubes");
    let job = place.text("job");
    assert_eq!(run(&["plan", "min", "domination", "--board", "7", "--parts", "4", "-o", &job]).0, Some(0));
    // One that declines leaves the parts to others.
    let (code, _, errors) = run(&["work", &job, "--engine", "brute"]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("declines"), "{errors}");
    assert!(run(&["status", &job]).1.contains("0 of 4 parts done"));
    let (code, text, errors) = run(&["work", &job, "--engine", "sat"]);
    assert_eq!((code, &*text), (Some(0), "4 parts done, 0 failed\n"), "{errors}");
    for engine in ["sat", "auto"] {
        let (code, answer, errors) = run(&["merge", &job, "--engine", engine]);
        assert_eq!(code, Some(0), "{errors}");
        assert_eq!(first_line(&answer), "4");
    }
}

#[test]
fn walls_and_attacking_queens_in_parts_have_the_answers_of_the_whole() {
    let place = Place::new("laboratories");
    let census = in_parts(&place, "census", &["census", "3", "--board", "5", "--parts", "7"]);
    assert_eq!(census, "5 302 2188\n6 17 112\n");
    assert!(whole(&["census", "3", "--board", "5"]).starts_with(&census));
    let puzzles = in_parts(&place, "puzzles", &["puzzles", "2", "--board", "5", "--parts", "6"]);
    assert_eq!(puzzles, whole(&["puzzles", "2", "--board", "5", "--unsorted"]));
    let walls = in_parts(&place, "walls", &["least-walls", "--board", "4x5"]);
    let told = whole(&["least-walls", "--board", "4x5"]);
    let told: Vec<String> = told.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(walls.lines().collect::<Vec<_>>(), told);
    let table = in_parts(&place, "attack", &["attack", "1", "--table", "4..7", "--attempts", "2"]);
    let values: Vec<_> = table.lines().map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(values, ["4 4 exact", "5 4 exact", "6 8 exact", "7 8 exact"]);
}

#[test]
fn what_cannot_be_planned_is_refused_by_name() {
    let place = Place::new("refused");
    let job = place.text("job");
    for (plan, said) in [
        (&["max", "queens", "--of", "max"][..], "--of does not go"),
        (&["list", "queens", "--weights", "2 queen"], "--weights does not go"),
        (&["min", "queens", "--by-size"], "--by-size does not go"),
        (&["max", "queens", "--engine", "sweep"], "optima are searched in parts by the search and by lines only"),
        (&["count", "quens"], "neither a file nor a classical problem"),
        (&["census", "3", "--board", "0"], "--board"),
    ] {
        let (code, _, errors) = run(&[&["plan"], plan, &["--parts", "3", "-o", &job]].concat());
        assert_eq!(code, Some(2), "{plan:?}: {errors}");
        if said != "--board" {
            assert!(errors.contains(said), "{plan:?}: {errors}");
        }
    }
    assert!(!place.path("job").exists());
    for wrong in [&["work", "/no/such/job"][..], &["audit", "/no/such/job"], &["status", "redis://127.0.0.1:1/0#none"]]
    {
        let (code, _, errors) = run(wrong);
        assert_eq!(code, Some(1), "{wrong:?}");
        assert!(errors.starts_with("queenside: "), "{errors}");
    }
}
