//! What the crate shows to the world is written down in `tests/data/public_api.txt`, so that no change of it goes unnoticed.
//!
//! A change that is meant is accepted by `QUEENSIDE_ACCEPT=1 cargo test --test public_api`; the difference belongs in the
//! commit, and in the changelog.

#[path = "common/sources.rs"]
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use sources::sources;

/// How the macro call begins that makes the questions.
const QUESTIONS: &str = "questions! {";

const ACCEPTED: &str = "tests/data/public_api.txt";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_public_items_are_those_written_down() {
    let found = items().into_iter().map(|item| item + "\n").collect::<String>();
    let path = root().join(ACCEPTED);
    if std::env::var_os("QUEENSIDE_ACCEPT").is_some() {
        fs::write(&path, &found).expect("the list can be written");
    }
    let accepted = fs::read_to_string(&path).expect("there is a list");
    let [found, accepted] = [&found, &accepted].map(|text| text.lines().collect::<BTreeSet<_>>());
    let [gone, come] =
        [(&accepted, &found), (&found, &accepted)].map(|(a, b)| a.difference(b).copied().collect::<Vec<_>>());
    assert!(
        gone.is_empty() && come.is_empty(),
        "gone: {gone:#?}\ncome: {come:#?}\nIf that is meant, accept it by QUEENSIDE_ACCEPT=1 cargo test --test public_api"
    );
}

#[test]
fn the_reader_of_sources_sees_what_there_is() {
    let items = items();
    for known in [
        "Board::new: pub fn new(rows: usize, columns: usize) -> Self",
        "Fault::EmptyDiagram",
        "Piece::QUEEN: pub const QUEEN: Self",
        "Problem::maximize: pub fn maximize(&self) -> Result<Outcome, Error>",
        "Using::minimize_of: pub fn minimize_of(&self, weights: impl IntoIterator<Item = (Kind, i64)>) -> Result<Outcome, Error>",
        "render::Theme::Dark",
        "impl FromStr for Board",
    ] {
        assert!(items.iter().any(|item| item == known), "{known}");
    }
    assert!(!items.iter().any(|item| item.contains("pub(crate)")));
}

/// Every public item by its path, sorted: functions with their signatures, fields and variants by name.
fn items() -> Vec<String> {
    let mut items = BTreeSet::new();
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("there is a library");
    let shown = exported(&library);
    let modules: Vec<String> = declared_modules(&library);
    for (path, text) in sources(&root().join("src")) {
        let module =
            modules.iter().find(|module| path.starts_with(&format!("{module}/")) || path == format!("{module}.rs"));
        let prefix = module.map_or(String::new(), |module| format!("{module}::"));
        Reader { is_module: module.is_some(), prefix, shown: &shown, items: &mut items }.read(&text);
    }
    items.into_iter().collect()
}

/// The names that `pub use` shows, and the public modules.
fn exported(library: &str) -> BTreeSet<String> {
    let uses = library.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let words = uses.flat_map(|list| list.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

fn declared_modules(library: &str) -> Vec<String> {
    library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect()
}

/// Reads sources as rustfmt lays them out: items begin in the first column, what belongs to them in the fifth.
struct Reader<'a> {
    /// Whether the file belongs to a public module, in which everything public is shown.
    is_module: bool,
    /// The path of that module.
    prefix: String,
    /// The names that are shown at the root of the crate.
    shown: &'a BTreeSet<String>,
    items: &'a mut BTreeSet<String>,
}

impl Reader<'_> {
    fn read(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let mut owner: Option<String> = None;
        let mut variant: Option<String> = None;
        let mut is_enum = false;
        for (number, line) in lines.iter().enumerate() {
            if line.starts_with("#[cfg(test)]") || line.starts_with("mod tests {") {
                break;
            }
            let indent = line.len() - line.trim_start().len();
            let words = line.trim_start();
            if indent == 0 && !words.is_empty() {
                let is_end = words == "}" || words.starts_with([')', '#', '/']);
                owner = if is_end { None } else { self.item(&lines[number..]) };
                is_enum = words.starts_with("pub enum ");
            }
            let Some(owner) = &owner else { continue };
            if indent == 4 {
                variant = (is_enum && words.starts_with(char::is_uppercase)).then(|| leading_name(words));
                self.member(owner, is_enum, &lines[number..]);
            } else if indent == 8 {
                self.inner(owner, variant.as_deref(), words);
            }
        }
    }

    /// The path of something that is shown: at the root of the crate, or in a public module.
    fn path(&self, name: &str) -> Option<String> {
        if self.shown.contains(name) {
            return Some(name.to_owned());
        }
        self.is_module.then(|| format!("{}{name}", self.prefix))
    }

    /// An item in the first column; returns the name of what the lines below belong to.
    fn item(&mut self, lines: &[&str]) -> Option<String> {
        let line = lines[0];
        if line == QUESTIONS {
            return Some(line.to_owned());
        }
        if let Some(head) = line.strip_prefix("impl") {
            let head = head.trim_end_matches(['{', '}', ' ']);
            let subject = head.rsplit(" for ").next().unwrap_or(head);
            let subject = subject.split(" where").next().unwrap_or(subject).trim();
            let name = last_name(subject);
            let path = self.path(&name)?;
            if !head.contains(" for ") {
                return Some(path);
            }
            if !head.contains("Sealed") {
                self.items.insert(format!("impl{head}"));
            }
            return None;
        }
        let rest = line.strip_prefix("pub ")?;
        let kind =
            ["struct ", "enum ", "trait ", "fn ", "const ", "type "].into_iter().find(|kind| rest.starts_with(kind))?;
        let name = leading_name(&rest[kind.len()..]);
        let path = if kind == "fn " && !self.is_module { None } else { self.path(&name) }?;
        let text =
            if kind == "fn " { signature(lines) } else { line.trim_end_matches([' ', '{', ';', '(', ')']).to_owned() };
        self.items.insert(format!("{path}: {text}"));
        Some(path)
    }

    /// What the macro of questions makes of a line such as `fn count(&problem; options, control) -> Counted {`: the same
    /// question with options and without.
    fn question(&mut self, words: &str) {
        let parts = words.strip_prefix("fn ").and_then(|rest| rest.split_once("(&problem"));
        let Some((name, rest)) = parts else { return };
        let Some((arguments, rest)) = rest.split_once(';') else { return };
        let answer = rest.split(" -> ").nth(1).unwrap_or_default().trim_end_matches([' ', '{']);
        for owner in ["Problem", "Using"] {
            self.items.insert(format!("{owner}::{name}: pub fn {name}(&self{arguments}) -> Result<{answer}, Error>"));
        }
    }

    /// What stands in the ninth column: a field of a variant, or a constant that the macro of pieces makes.
    fn inner(&mut self, owner: &str, variant: Option<&str>, words: &str) {
        let name = leading_name(words);
        let rest = &words[name.len()..];
        if let Some(variant) = variant.filter(|_| rest.starts_with(": ") && rest.ends_with(',')) {
            self.items.insert(format!("{owner}::{variant}.{}", words.trim_end_matches(',')));
        } else if owner == "Piece"
            && rest.starts_with(", \"")
            && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        {
            self.items.insert(format!("{owner}::{name}: pub const {name}: Self"));
        }
    }

    /// A function, a constant, a field or a variant of something.
    fn member(&mut self, owner: &str, is_enum: bool, lines: &[&str]) {
        let words = lines[0].trim_start();
        if owner == QUESTIONS {
            return self.question(words);
        }
        let path = |name: &str| format!("{owner}::{name}");
        if let Some(rest) = words.strip_prefix("pub ") {
            let text = signature(lines);
            let name = rest.trim_start_matches("const ").trim_start_matches("fn ");
            let name = leading_name(name);
            let text = if rest.starts_with("const ") && !rest.starts_with("const fn ") {
                text.split(" = ").next().unwrap_or_default().to_owned()
            } else {
                text
            };
            self.items.insert(format!("{}: {text}", path(&name)));
        } else if is_enum && words.starts_with(char::is_uppercase) {
            self.items.insert(path(&leading_name(words)));
        }
    }
}

fn leading_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The name of a type without what it borrows, where it lies and what it is about.
fn last_name(text: &str) -> String {
    let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let text = text.rsplit_once("> ").map_or(text, |(_, last)| last);
    let plain = text.split('<').next().unwrap_or(text);
    plain.rsplit("::").next().unwrap_or(plain).trim().to_owned()
}

/// A signature on one line, up to its body.
fn signature(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let part = line.trim();
        let opens = text.is_empty() || text.ends_with('(');
        text += if opens || part.starts_with(')') { "" } else { " " };
        text += part;
        if part.ends_with(['{', ';', ',']) && text.matches('(').count() == text.matches(')').count()
            || part.ends_with('}')
        {
            break;
        }
    }
    let head = text.split(" {").next().unwrap_or(&text);
    head.trim_end_matches([';', ',', ' ']).replace(",)", ")")
}
