//! Jobs in parts on many machines.
//!
//! A [`Job`] of `queenside` is work in numbered parts. This crate has what does them: a [`Ledger`] that hands out parts and keeps
//! their results, in a [`Folder`] that all workers see or in a Redis server (with the feature `redis`), a worker
//! ([`work`]), what is known at any time ([`Snapshot`]), the merged answer ([`Snapshot::merge`]), and an [`audit`].
//!
//! What holds, whatever happens to workers and machines:
//!
//! - A part counts as done once its result is on the disk. A worker may be killed at any moment.
//! - A worker that is asked to stop leaves what it has done of its part, and the next worker to take the part goes on from there.
//! - The same part may be done twice. Equal results are fine, and results that contradict each other are an alarm that names both.
//! - An answer is given only if there is a result of every part. Lines that are damaged or belong to another job are named.
//!
//! ```
//! use queenside::{CancelToken, classics, Options};
//! use queenside::job::SplitJob;
//! use queenside_cluster::{Folder, Ledger, Plan, work};
//!
//! let folder = std::env::temp_dir().join(format!("queenside-cluster-doc-{}", std::process::id()));
//! let plan = Plan::from(SplitJob::count(&classics::queens(8), 10, &Options::new())?);
//! Folder::create(&folder, &plan)?;
//!
//! // Elsewhere, as often as there are processors:
//! let (mut ledger, plan) = Folder::open(&folder)?;
//! let report = work(&plan, &mut ledger, &CancelToken::new())?;
//! assert_eq!(report.done, 10);
//!
//! // In the end:
//! assert_eq!(ledger.snapshot(&plan)?.merge(&plan)?, "92");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod audit;
mod error;
mod folder;
mod ledger;
mod plan;
mod record;
#[cfg(feature = "redis")]
mod server;
mod slurm;
mod snapshot;
mod worker;

pub use audit::{Audit, audit};
pub use error::Error;
pub use folder::{Folder, Share};
pub use ledger::{Ledger, Taken};
pub use plan::Plan;
pub use queenside::job::Job;
pub use record::{Entry, Record};
#[cfg(feature = "redis")]
#[cfg_attr(docsrs, doc(cfg(feature = "redis")))]
pub use server::Server;
pub use slurm::slurm_script;
pub use snapshot::{Fault, Snapshot};
pub use worker::{Report, work, work_with};

/// The programs in the documents are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/cluster.md")]
struct Documents;
