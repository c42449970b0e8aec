//! A real Slurm cluster of two nodes on this machine: an array job, one of whose nodes is killed in the middle.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Place, run};

/// A cluster that is taken down in the end.
struct Cluster {
    folder: String,
}

impl Cluster {
    /// Starts a cluster; `None`, and a line that says so, where that cannot be.
    fn start(place: &Place) -> Option<Self> {
        let is_there =
            |tool: &str| ["/usr/bin", "/usr/sbin"].iter().any(|folder| Path::new(folder).join(tool).exists());
        let missing: Vec<_> =
            ["slurmctld", "slurmd", "sbatch", "munged"].into_iter().filter(|tool| !is_there(tool)).collect();
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        if !missing.is_empty() || !is_root {
            eprintln!(
                "skipped: a Slurm cluster wants root and slurmctld, slurmd, sbatch, munged; missing: {missing:?}"
            );
            return None;
        }
        let cluster = Self { folder: place.text("slurm") };
        let status = Command::new(SCRIPT).args(["up", &cluster.folder]).stdout(Stdio::null()).status().unwrap();
        if !status.success() {
            eprintln!("skipped: Slurm's daemons do not start here");
            return None;
        }
        Some(cluster)
    }

    /// Runs one of Slurm's commands.
    fn slurm(&self, tool: &str, args: &[&str]) -> String {
        let output = Command::new(tool).args(args).env("SLURM_CONF", format!("{}/slurm.conf", self.folder)).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    }

    fn kill(&self, node: &str) {
        assert!(Command::new(SCRIPT).args(["kill", &self.folder, node]).status().unwrap().success());
    }

    /// Waits for the end of all tasks. One that is put back would wait for minutes, and is told not to.
    fn wait(&self) {
        let begin = Instant::now();
        loop {
            let queue = self.slurm("squeue", &["-h", "-r", "-o", "%i %T"]);
            if queue.trim().is_empty() {
                return;
            }
            assert!(begin.elapsed() < Duration::from_secs(400), "still in the queue:\n{queue}");
            for task in queue.lines().filter_map(|line| line.strip_suffix(" PENDING")) {
                self.slurm("scontrol", &["update", &format!("jobid={task}"), "StartTime=now"]);
            }
            thread::sleep(Duration::from_millis(500));
        }
    }
}

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cluster/slurm.sh");

impl Drop for Cluster {
    fn drop(&mut self) {
        self.slurm("scancel", &["--user=root"]);
        drop(Command::new(SCRIPT).args(["down", &self.folder]).status());
    }
}

#[test]
#[ignore = "a minute, as root, where Slurm is installed"]
fn an_array_job_survives_the_death_of_a_node_and_of_a_task_out_of_time() {
    let place = Place::new("slurm");
    let Some(cluster) = Cluster::start(&place) else { return };
    let job = place.queens(15, 400);
    let census = place.text("census");
    let (code, _, errors) =
        run(&["plan", "census", "4", "--board", "7", "--piece", "Q", "--parts", "60", "--tasks", "2", "-o", &census]);
    assert_eq!(code, Some(0), "{errors}");
    // Four tasks for the count instead of the forty of the plan, and two for the census.
    cluster.slurm("sbatch", &["--array=0-3", &format!("{job}/slurm.sh")]);
    cluster.slurm("sbatch", &[&format!("{census}/slurm.sh")]);
    let begin = Instant::now();
    while !run(&["status", &job]).1.contains(" expected") {
        assert!(begin.elapsed() < Duration::from_secs(60), "no part is done");
        thread::sleep(Duration::from_millis(100));
    }
    // The task on the first node is told that its time is over, and goes on later; the second node loses its power.
    let running = cluster.slurm("squeue", &["-h", "-r", "-o", "%i %N %T"]);
    let first = running.lines().find(|line| line.ends_with("n1 RUNNING")).and_then(|line| line.split(' ').next());
    if let Some(task) = first {
        cluster.slurm("scancel", &["--signal=TERM", "--batch", task]);
    }
    cluster.kill("n2");
    cluster.wait();
    let (_, text, _) = run(&["status", &job]);
    let (code, answer, errors) = run(&["merge", &job]);
    assert_eq!((code, &*answer), (Some(0), "2279184\n"), "{text}{errors}");
    // A task was running on the node that died, and was put back.
    let log = std::fs::read_to_string(place.path("slurm/log/ctld.log")).unwrap().to_lowercase();
    assert!(log.contains("requeu"), "{log}");
    let (code, answer, errors) = run(&["merge", &census]);
    assert_eq!(code, Some(0), "{errors}");
    let local = place.text("local");
    run(&["plan", "census", "4", "--board", "7", "--piece", "Q", "--parts", "1", "-o", &local]);
    assert_eq!(run(&["work", &local]).0, Some(0));
    assert_eq!(answer, run(&["merge", &local]).1);
}
