//! Counts by primes, with the command.

use std::fs;

use crate::common::{Place, run};

#[test]
fn the_command_counts_by_primes_as_it_counts_in_subtrees() {
    let place = Place::new("primes");
    let (task, job) = (place.task(8), place.text("job"));
    let (code, text, errors) = run(&["plan", "ask", &task, "--primes", "--spare", "--parts", "4", "-o", &job]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(text.contains(": 8 parts; "), "{text}");
    assert_eq!(run(&["work", &job, "--share", "0/2"]).0, Some(0));
    let (code, _, errors) = run(&["merge", &job]);
    assert!(code == Some(1) && errors.contains("is missing"), "{errors}");
    assert_eq!(run(&["work", &job]).0, Some(0));
    assert_eq!(run(&["merge", &job]).1, "92\n");
    assert!(run(&["audit", &job, "--sample", "100%"]).1.contains("8 of 8 parts done once more, 0 wrong"));

    // Sizes, of which only one has any.
    let sizes = place.text("sizes");
    assert_eq!(run(&["plan", "count", &task, "--by-size", "--primes", "--parts", "1", "-o", &sizes]).0, Some(0));
    assert_eq!(run(&["work", &sizes]).0, Some(0));
    assert!(run(&["merge", &sizes]).1.ends_with("\n7: 0\n8: 92\n"));

    // A plan with another bound is another job.
    let plan = place.path("sizes").join("job.json");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replacen("\"bound\":\"", "\"bound\":\"1", 1)).unwrap();
    let (code, _, errors) = run(&["work", &sizes]);
    assert!(code == Some(1) && errors.contains("another job"), "{errors}");
}

#[test]
fn what_is_not_a_count_is_not_counted_by_primes() {
    let place = Place::new("no-primes");
    let (task, job) = (place.task(6), place.text("job"));
    let plan =
        |question: &str, more: &[&str]| run(&[&["plan", question, &task, "--parts", "2", "-o", &job], more].concat());
    let (code, _, errors) = plan("list", &["--primes"]);
    assert!(code == Some(2) && errors.contains("not counted modulo primes"), "{errors}");
    for clash in [&["--spare"][..], &["--primes", "--engine", "sat"]] {
        assert_eq!(plan("count", clash).0, Some(2), "{clash:?}");
    }
}
