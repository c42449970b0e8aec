//! Jobs in parts by the command: workers killed and stopped, a Redis server, a Slurm cluster.

mod common;
mod jobs;
#[cfg(unix)]
mod kills;
mod primes;
#[cfg(all(unix, feature = "redis"))]
mod redis;
#[cfg(target_os = "linux")]
mod slurm;
