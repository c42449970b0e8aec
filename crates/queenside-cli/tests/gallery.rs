//! The gallery: each file is solved, and its answer is the one it says is known.

use std::path::Path;
use std::process::Command;

use queenside::Task;
use serde_json::Value;

/// The answer of a report, as files say it.
fn told(report: &Value) -> String {
    let list = |sizes: &Vec<Value>, value: fn(&Value) -> String| sizes.iter().map(value).collect::<Vec<_>>().join(" ");
    match (&report["value"], &report["count"], &report["unique"], &report["sizes"]) {
        (Value::Number(value), ..) => value.to_string(),
        (_, _, Value::Bool(unique), _) => if *unique { "unique" } else { "several" }.to_owned(),
        (_, _, _, Value::Array(sizes)) => list(sizes, |min| min["value"].to_string()),
        _ if report["classes"].is_u64() => report["classes"].to_string(),
        (_, Value::String(count), ..) => count.clone(),
        _ => panic!("{report}"),
    }
}

#[test]
fn every_file_of_the_gallery_has_the_answer_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gallery");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("there is a gallery").map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() >= 40, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let task: Task = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(task.title().is_some() && task.question().is_some(), "{}", file.display());
        let output = Command::new(env!("CARGO_BIN_EXE_queenside"))
            .args(["ask", "--json", "--time", "60"])
            .arg(&file)
            .output()
            .expect("the command runs");
        let out = String::from_utf8(output.stdout).expect("it is text");
        let report = out.lines().last().map(serde_json::from_str::<Value>);
        let report = report.and_then(Result::ok).unwrap_or_else(|| panic!("{}: {out}", file.display()));
        assert_eq!(Some(told(&report).as_str()), task.known_answer(), "{}: {report}", file.display());
        // Written again it is the same.
        assert_eq!(task.to_string().parse::<Task>().unwrap().to_string(), task.to_string());
    }
}
