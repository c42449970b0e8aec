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
    SCRIPT
        .replace("LAST_TASK", &tasks.saturating_sub(1).to_string())
        .replace("JOB_FOLDER", &quoted(folder))
        .replace("PROGRAM", &quoted(program))
}

/// Returns a path as a word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}
