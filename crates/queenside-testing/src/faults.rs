//! Work in processes that are killed or halted, or run out of disk or memory.
//!
//! A test program has an ignored test, the worker, that does the job that [`job`] tells. The tests run it by [`Faults::run`].

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const FOLDER: &str = "QUEENSIDE_FAULTS";
const JOB: &str = "QUEENSIDE_FAULTS_JOB";

/// How long a worker with too little memory may take before it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the folder of a worker and its job; `None` in a process that is no worker.
pub fn job() -> Option<(PathBuf, String)> {
    Some((env::var_os(FOLDER)?.into(), env::var(JOB).ok()?))
}

/// What happens to a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is killed after this time.
    Kill(Duration),
    /// It is halted after this time, for as long again, so that the clock jumps.
    Halt(Duration),
    /// It may write files of at most this many blocks.
    Disk(u64),
    /// It may have at most this many kilobytes of memory.
    Memory(u64),
    /// Nothing.
    None,
}

/// Faults drawn by a fixed seed, and a folder for the workers.
#[derive(Debug)]
pub struct Faults {
    folder: PathBuf,
    /// The test that does the job.
    worker: &'static str,
    /// The most blocks of a disk.
    blocks: u64,
    random: u64,
    end: Instant,
    tried: u64,
    died: u64,
}

impl Faults {
    /// Makes a folder for a worker, a test of this program. It writes files of about this many blocks of 512 bytes. The tests
    /// last five seconds, or as many as `QUEENSIDE_FAULT_SECONDS` says.
    ///
    /// # Panics
    ///
    /// Panics if the folder cannot be made.
    pub fn new(name: &str, worker: &'static str, blocks: u64) -> Self {
        let seconds = env::var("QUEENSIDE_FAULT_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(5);
        let folder = env::temp_dir().join(format!("queenside-faults-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        let end = Instant::now() + Duration::from_secs(seconds);
        Self { folder, worker, blocks, random: 1, end, tried: 0, died: 0 }
    }

    /// Returns the folder of the workers.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Tells whether the time of the test is over.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Returns how many faults there were.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Returns how many workers did not end well.
    pub fn died(&self) -> u64 {
        self.died
    }

    /// Draws a number below another.
    pub fn draw(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 33) % limit
    }

    /// Draws a fault.
    pub fn draw_fault(&mut self) -> Fault {
        match self.draw(7) {
            0..=2 => Fault::Kill(Duration::from_micros(self.draw(40_000))),
            3 => Fault::Halt(Duration::from_micros(self.draw(20_000))),
            4 => Fault::Disk(self.draw(self.blocks)),
            5 => Fault::Memory(4_000 + self.draw(40_000)),
            _ => Fault::None,
        }
    }

    /// Runs the worker under a fault; returns whether it ended well.
    ///
    /// # Panics
    ///
    /// Panics if a worker without fault, or one that was only halted, does not end well, or if one whose disk is full does not say
    /// so.
    pub fn run(&mut self, job: &str, fault: Fault) -> bool {
        let limit = match fault {
            Fault::Disk(blocks) => format!("trap '' XFSZ; ulimit -f {blocks};"),
            Fault::Memory(kilobytes) => format!("ulimit -v {kilobytes};"),
            Fault::Kill(_) | Fault::Halt(_) | Fault::None => String::new(),
        };
        let mut worker = Command::new("sh")
            .args(["-c", &format!("{limit} exec \"$0\" --exact {} --ignored", self.worker)])
            .arg(env::current_exe().expect("it has a path"))
            .env(FOLDER, &self.folder)
            .env(JOB, job)
            // What a solver keeps in files meanwhile.
            .env("TMPDIR", &self.folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("there is a shell");
        match fault {
            Fault::Kill(after) => {
                thread::sleep(after);
                // It may be over already.
                drop(worker.kill());
            }
            Fault::Halt(time) => {
                for signal in ["-STOP", "-CONT"] {
                    thread::sleep(time);
                    drop(Command::new("kill").args([signal, &worker.id().to_string()]).stderr(Stdio::null()).status());
                }
            }
            // The standard library may wait for ever where it cannot even report that there is no memory.
            Fault::Memory(_) => {
                let end = Instant::now() + PATIENCE;
                while worker.try_wait().is_ok_and(|ended| ended.is_none()) && Instant::now() < end {
                    thread::sleep(Duration::from_millis(1));
                }
                drop(worker.kill());
            }
            Fault::Disk(_) | Fault::None => {}
        }
        let output = worker.wait_with_output().expect("it was started");
        let said = String::from_utf8_lossy(&output.stdout);
        let success = output.status.success() && said.contains("1 passed");
        match fault {
            Fault::Disk(_) => assert!(
                success || ["FileTooLarge", "NotWritten"].iter().any(|why| said.contains(why)),
                "{job} does not say why: {said}"
            ),
            Fault::Halt(_) | Fault::None => assert!(success, "{job}, {fault:?}: {said}"),
            Fault::Kill(_) | Fault::Memory(_) => {}
        }
        self.tried += u64::from(fault != Fault::None);
        self.died += u64::from(!success);
        success
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}
