//! What the crate shows to the world is written down in `tests/data/public_api.txt`, so that no change of it goes unnoticed.
//!
//! It is read from rustdoc's JSON, whose format belongs to a version of Rust; under another one the test says so and checks
//! nothing. A change that is meant is accepted by
//!
//! ```sh
//! QUEENSIDE_ACCEPT=1 cargo test --all-features --test repository public_api -- --ignored
//! ```
//!
//! and the difference belongs in the commit, and in the changelog.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ACCEPTED: &str = "tests/data/public_api.txt";

/// The format that the dev-dependency `public-api` reads, and the version of Rust that writes it.
const FORMAT: (u64, &str) = (57, "1.95");

#[test]
#[ignore = "documents the crate, with all features; `.ci/run` asks for it"]
fn the_public_items_are_those_written_down() {
    let json = documented();
    let text = fs::read_to_string(&json).expect("rustdoc wrote a file");
    let format = serde_json::from_str::<Value>(&text).expect("it is JSON")["format_version"].as_u64();
    if format != Some(FORMAT.0) {
        eprintln!("skipped: public items are read by the format {} of Rust {}, this is {format:?}", FORMAT.0, FORMAT.1);
        return;
    }
    let api = public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build();
    let found: BTreeSet<String> = api.expect("the format is known").items().map(ToString::to_string).collect();
    assert!(found.iter().any(|item| item.contains("Board::new(")), "the board is public");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(ACCEPTED);
    if std::env::var_os("QUEENSIDE_ACCEPT").is_some() {
        fs::write(&path, found.iter().cloned().collect::<Vec<_>>().join("\n") + "\n").expect("it can be written");
    }
    let accepted = fs::read_to_string(&path).expect("there is a list");
    let accepted: BTreeSet<String> = accepted.lines().map(str::to_owned).collect();
    let gone: Vec<&String> = accepted.difference(&found).collect();
    let come: Vec<&String> = found.difference(&accepted).collect();
    assert!(gone.is_empty() && come.is_empty(), "gone: {gone:#?}\ncome: {come:#?}\nIf that is meant, see {}", file!());
}

/// Where rustdoc has described the library in JSON.
fn documented() -> PathBuf {
    // A stable rustdoc is told by a variable that it may. Cargo must not see it, or builds everything anew.
    let rustdoc = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rustdoc");
    fs::write(&rustdoc, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n").expect("there is room for a file");
    let made = Command::new("chmod").arg("+x").arg(&rustdoc).status().expect("there is a shell");
    assert!(made.success());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder");
    let written = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--lib", "--all-features", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .env("RUSTDOC", rustdoc)
        .status();
    assert!(written.expect("there is cargo").success());
    target.join("doc/queenside.json")
}
