//! The laboratories.

use crate::{json, run, temporary};

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
