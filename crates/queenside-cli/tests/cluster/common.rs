//! Folders, and the program.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A folder that is removed in the end.
pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("queenside-jobs-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Writes a task file for the n queens problem.
    pub(crate) fn task(&self, n: usize) -> String {
        let text = format!(
            "queenside = 1\nquestion = \"count\"\nboard = \"{n}x{n}\"\nrules = \"\"\"\nqueen attacks queen: 0\n\
             queen in rows: 1\nqueen in columns: 1\n\"\"\"\n[kinds]\nqueen = \"Q\"\n"
        );
        let path = self.text("queens.toml");
        fs::write(&path, text).unwrap();
        path
    }

    /// Plans the count of the n queens problem, and returns the folder of the job.
    pub(crate) fn queens(&self, n: usize, parts: usize) -> String {
        let (task, job) = (self.task(n), self.text("job"));
        let (code, text, errors) =
            run(&["plan", "ask", &task, "--parts", &parts.to_string(), "--tasks", "40", "-o", &job]);
        assert_eq!(code, Some(0), "{errors}");
        assert!(text.contains(&format!(": {parts} parts, about ")), "{text}");
        job
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The program under test.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_queenside"))
}

/// Runs it, and returns the exit code and what it says.
pub(crate) fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = program().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}
