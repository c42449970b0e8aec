//! The folders of `src` are layers: each imports only the folders before it.
//!
//! Every path that begins with `crate`, `super`, `self` or the name of a child module is followed, through re-exports, to the
//! file that defines its last item. What stands under `#[cfg(test)]` is exempt.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::sources::sources;

/// The folders of `src`, lowest first.
const ORDER: [&str; 11] =
    ["language", "budget", "symmetry", "judge", "answer", "model", "engine", "query", "packing", "interop", "render"];

/// What stands above all layers: the root, and the pages of the cookbook.
const ABOVE: [&str; 2] = ["", "_cookbook"];

/// The modules of a crate, by path; the root is the empty path.
type Tree = BTreeMap<Vec<String>, Module>;

struct Module {
    file: String,
    /// The code, without comments, strings and tests.
    code: String,
    /// What each name stands for that a `use` brings in.
    uses: BTreeMap<String, Vec<String>>,
}

/// An import that leads from a file to one of a later layer, or of none.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    from: String,
    to: String,
}

/// A machine may have no clock, and code that asks for the time elsewhere would panic there.
#[test]
fn the_clock_is_read_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (name, text) in sources(&root) {
        let reads = ["Instant::now", "SystemTime::now"].iter().any(|clock| text.contains(clock));
        assert_eq!(reads, name == "budget/clock.rs", "{name}");
    }
}

#[test]
fn each_folder_imports_only_folders_before_it() {
    let tree = read();
    assert!(tree.len() > 100, "{} modules were read", tree.len());
    let arrows = arrows(&tree);
    assert!(arrows.iter().filter(|arrow| arrow.from != arrow.to).count() > 300, "{} imports were read", arrows.len());
    let against: Vec<_> = arrows.iter().filter(|arrow| is_against(arrow)).collect();
    let told = |arrow: &&Arrow| format!("{} imports {}", arrow.from, arrow.to);
    assert!(
        against.is_empty(),
        "against the order {ORDER:?}:\n{}",
        against.iter().map(told).collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn each_folder_has_its_place_in_the_order() {
    let tree = read();
    let folders: BTreeSet<&str> = tree.values().map(|module| folder(&module.file)).collect();
    let known: BTreeSet<&str> = ORDER.into_iter().chain(ABOVE).collect();
    assert_eq!(folders, known);
}

#[test]
fn an_arrow_against_the_order_is_found_however_it_is_written() {
    let budget = "pub(crate) mod clock; pub use clock::Clock;";
    let clock = "pub struct Clock;";
    let cases = [
        ("use crate::budget::Clock;", Some("budget/clock.rs")),
        ("use crate::{budget::{clock::Clock as Time}};", Some("budget/clock.rs")),
        ("use super::super::budget::clock;", Some("budget/clock.rs")),
        ("fn now() -> crate::Clock { todo() }", Some("budget/clock.rs")),
        ("fn now() { let _ = crate::budget::Clock; }", Some("budget/clock.rs")),
        ("use crate::budget::*;", Some("budget/mod.rs")),
        ("// use crate::budget::Clock;\nconst TEXT: &str = \"crate::budget::Clock\";", None),
        ("#[cfg(test)]\nmod tests {\n    use crate::budget::Clock;\n    fn f() { if true {} }\n}", None),
        ("use crate::language::Board;", None),
    ];
    for (code, to) in cases {
        let texts = [
            ("lib.rs", "mod budget; mod language; pub use budget::Clock;"),
            ("budget/mod.rs", budget),
            ("budget/clock.rs", clock),
            ("language/mod.rs", "mod board; mod square; pub use board::Board;"),
            ("language/board.rs", "pub struct Board;"),
            ("language/square.rs", code),
        ];
        let tree: Tree = texts.into_iter().map(|(file, text)| parse(file, text)).collect();
        let against: Vec<Arrow> = arrows(&tree).into_iter().filter(is_against).collect();
        let expected = to.map(|to| Arrow { from: "language/square.rs".into(), to: to.into() });
        assert_eq!(against, expected.into_iter().collect::<Vec<_>>(), "{code}");
    }
}

/// The folder of a file; the empty one for a file in `src` itself.
fn folder(file: &str) -> &str {
    file.split_once('/').map_or("", |(folder, _)| folder)
}

fn is_against(arrow: &Arrow) -> bool {
    let place = |file: &str| ORDER.iter().position(|layer| *layer == folder(file)).unwrap_or(ORDER.len());
    place(&arrow.from) < place(&arrow.to)
}

fn read() -> Tree {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    sources(&src).iter().map(|(file, text)| parse(file, text)).collect()
}

fn parse(file: &str, text: &str) -> (Vec<String>, Module) {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|name| name == "mod" || name == "lib") {
        path.pop();
    }
    let code = without_tests(&without_comments_and_strings(text));
    let uses = statements(&code).flat_map(leaves).filter_map(|(path, name)| Some((name?, path))).collect();
    (path, Module { file: file.to_owned(), code, uses })
}

/// Blanks out comments, strings and characters.
fn without_comments_and_strings(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let hashes = rest.strip_prefix('r').map(|rest| rest.len() - rest.trim_start_matches('#').len());
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(hashes) = hashes.filter(|hashes| rest[1 + hashes..].starts_with('"')) {
            let end = format!("\"{}", "#".repeat(hashes));
            rest[hashes + 2..].find(&end).map_or(rest.len(), |at| hashes + 2 + at + end.len())
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if let Some(quoted) = rest.strip_prefix('\'') {
            // A character ends after one or after its escape; what ends later is a lifetime.
            let end = quoted.strip_prefix('\\').and_then(|escape| escape[1..].find('\'')).map(|end| end + 4);
            let plain = quoted.char_indices().nth(1).filter(|(_, c)| *c == '\'').map(|(end, _)| end + 2);
            end.or(plain).unwrap_or(0)
        } else {
            0
        };
        if skip == 0 {
            kept.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            kept.push(' ');
            rest = &rest[skip..];
        }
    }
    kept
}

/// Drops each item that stands under `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let mut parts = code.split("#[cfg(test)]");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut depth = 0;
        let end = part.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0 && matches!(c, '}' | ';')
        });
        kept += end.map_or("", |end| &part[end + 1..]);
    }
    kept
}

/// The trees of all `use` statements.
fn statements(code: &str) -> impl Iterator<Item = &str> {
    let begins =
        code.match_indices("use ").filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    begins.filter_map(|(at, word)| code[at + word.len()..].split(';').next())
}

/// The paths of a tree, and the name that each gets; `*` has none.
fn leaves(tree: &str) -> Vec<(Vec<String>, Option<String>)> {
    let tree = tree.trim();
    if let Some((prefix, branches)) = tree.split_once('{') {
        let prefix = names(prefix);
        let branches = branches.trim_end().strip_suffix('}').unwrap_or(branches);
        let mut depth = 0;
        let parts = branches.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        let below = parts.filter(|part| !part.trim().is_empty()).flat_map(leaves);
        return below.map(|(path, name)| (prefix.iter().cloned().chain(path).collect(), name)).collect();
    }
    let (path, alias) =
        tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim().to_owned())));
    let mut path = names(path);
    if path.last().is_some_and(|name| name == "self") {
        path.pop();
    }
    let name = alias.or_else(|| path.last().cloned()).filter(|name| name != "*");
    vec![(path, name)]
}

fn names(path: &str) -> Vec<String> {
    path.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Every import of every module, in `use` statements and in the midst of code.
fn arrows(tree: &Tree) -> BTreeSet<Arrow> {
    let mut arrows = BTreeSet::new();
    for (here, module) in tree {
        let stated = statements(&module.code).flat_map(leaves).map(|(path, _)| path);
        let inline = module.code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':'))).map(names);
        let inline = inline.filter(|path| path.len() > 1 && matches!(&*path[0], "crate" | "super"));
        for path in stated.chain(inline) {
            if let Some(to) = definition(tree, here, &path, 0) {
                arrows.insert(Arrow { from: module.file.clone(), to });
            }
        }
    }
    arrows
}

/// The file in which what a path names is defined, if it is one of this crate.
fn definition(tree: &Tree, here: &[String], path: &[String], depth: usize) -> Option<String> {
    let mut module = here.to_vec();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => (module, rest) = (Vec::new(), &rest[1..]),
        "self" | "super" => {}
        name if tree.contains_key(&[here, &[name.to_owned()]].concat()) => {}
        _ => return None,
    }
    while let Some(name) = rest.first() {
        match name.as_str() {
            "self" => {}
            "super" => drop(module.pop()),
            name => {
                let child = [&module[..], &[name.to_owned()]].concat();
                if tree.contains_key(&child) {
                    module = child;
                } else {
                    let known = tree.get(&module)?;
                    let passed_on = known.uses.get(name).filter(|_| depth < 8);
                    let followed = passed_on.and_then(|target| definition(tree, &module, target, depth + 1));
                    return Some(followed.unwrap_or_else(|| known.file.clone()));
                }
            }
        }
        rest = &rest[1..];
    }
    tree.get(&module).map(|module| module.file.clone())
}
