//! The script for Slurm.

use std::path::Path;

/// The script, of which the words in capitals are replaced.
const SCRIPT: &str = include_str!("slurm.sh");

/// Returns a script for Slurm's `sbatch`: an array of tasks, each of which does its share of a folder's parts by the command
/// `PROGRAM work FOLDER --share I/N`. Slurm signals a task before its time is over, and puts it back if its node dies.
///
/// ```
/// use std::path::Path;
/// use queenside_cluster::slurm_script;
///
/// let script = slurm_script(Path::new("/shared/job"), Path::new("/usr/bin/queenside"), 200);
/// assert!(script.contains("#SBATCH --array=0-199\n") && script.contains("job='/shared/job'\n"));
/// ```
pub fn slurm_script(folder: &Path, program: &Path, tasks: usize) -> String {
    // Each line has one of the words at most, and what stands in its place is not looked at again.
    let words = [
        ("LAST_TASK", tasks.saturating_sub(1).to_string()),
        ("JOB_FOLDER", quoted(folder)),
        ("PROGRAM", quoted(program)),
    ];
    let filled = |line: &str| match words.iter().find(|(word, _)| line.contains(word)) {
        Some((word, text)) => line.replace(word, text) + "\n",
        None => line.to_owned() + "\n",
    };
    SCRIPT.lines().map(filled).collect()
}

/// Returns a path as a word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    #[test]
    fn tasks_have_shares_and_options_whatever_the_array_and_the_names() {
        let folder = std::env::temp_dir().join(format!("queenside's $HOME PROGRAM {}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let script = folder.join("slurm.sh");
        fs::write(&script, slurm_script(&folder, Path::new("echo"), 4)).unwrap();
        // The number of a task, the first and how many there are of its array.
        for (task, first, count, arguments) in [
            (0, 0, 4, "--share 0/4 --memory 9000"),
            (16, 1, 16, "--share 15/16 --memory 9000"),
            (7, 3, 2, "--memory 9000"),
        ] {
            let mut shell = Command::new("bash");
            shell.arg(&script).args(["--memory", "9000"]).env("SLURM_ARRAY_JOB_ID", "5");
            let numbers = [("ID", task), ("MIN", first), ("COUNT", count)];
            let numbers = numbers.map(|(name, number)| (format!("SLURM_ARRAY_TASK_{name}"), number.to_string()));
            assert!(shell.envs(numbers).status().unwrap().success());
            let told = fs::read_to_string(folder.join(format!("slurm-5_{task}.out"))).unwrap();
            assert_eq!(told, format!("work {} {arguments}\n", folder.display()));
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
