//! What the documents say is what the crate is: version, features, examples, diagrams.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::sources::sources;
use queenside::{Board, Piece, Terrain, classics};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// README, changelog, what contributors read, and everything in `docs` and the cookbook, with their names; README and `docs`
/// of the crates on top.
fn documents() -> Vec<(String, String)> {
    let mut names = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(str::to_owned).to_vec();
    let mut folders = vec!["docs".to_owned(), COOKBOOK.to_owned()];
    for on_top in crates_on_top() {
        names.push(format!("{on_top}/README.md"));
        folders.push(format!("{on_top}/docs"));
    }
    for folder in folders {
        let files = names_in(&folder).into_iter().filter(|name| name.split('.').next_back() == Some("md"));
        names.extend(files.map(|name| format!("{folder}/{name}")));
    }
    names.into_iter().map(|name| (name.clone(), read(&name))).collect()
}

/// The folders of the libraries on top, which the package of this one has not got.
fn crates_on_top() -> Vec<String> {
    let folders = names_in("crates").into_iter().map(|name| format!("crates/{name}"));
    folders.filter(|folder| root().join(folder).join("src/lib.rs").exists()).collect()
}

/// What is in a folder, sorted; nothing where there is none.
fn names_in(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).into_iter().flatten();
    entries.map(|entry| entry.expect("it can be read").file_name().into_string().expect("names are ASCII")).collect()
}

/// The examples in a folder.
fn examples_in(folder: &str) -> BTreeSet<String> {
    names_in(folder).iter().filter_map(|name| name.strip_suffix(".rs")).map(str::to_owned).collect()
}

const COOKBOOK: &str = "docs/cookbook";

/// The names and the content of the pages of the cookbook, without the first one.
fn pages() -> Vec<(String, String)> {
    let page = |(name, text): (String, String)| {
        let page = name.strip_prefix(COOKBOOK)?.strip_prefix('/')?.strip_suffix(".md")?;
        (page != "README").then(|| (page.to_owned(), text))
    };
    documents().into_iter().filter_map(page).collect()
}

/// Where the links of a document lead: `[text](target)`, and `[text]: target` in a line of its own.
fn links(text: &str) -> Vec<&str> {
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    inline.chain(definitions(text).into_values()).collect()
}

/// The lines `[label]: target` of a document.
fn definitions(text: &str) -> BTreeMap<&str, &str> {
    text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: ")).collect()
}

/// The lines of the manifest between `[section]` and the next one.
fn manifest(section: &str) -> Vec<String> {
    let text = read("Cargo.toml");
    let lines = text.lines().skip_while(|line| line.trim() != format!("[{section}]")).skip(1);
    lines.take_while(|line| !line.starts_with('[')).map(str::to_owned).collect()
}

fn manifest_value(section: &str, key: &str) -> String {
    let value = manifest(section).into_iter().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| value.trim().trim_matches('"').to_owned())
    });
    value.unwrap_or_else(|| panic!("the manifest has {key}"))
}

/// The part of a document under a heading.
fn under<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("there is {heading}"));
    let level = heading.split(' ').next().expect("a heading has a level");
    rest.split(&format!("\n{level} ")).next().unwrap_or(rest)
}

/// The first cells of a table's rows, those that are `code`.
fn named_in_table(text: &str) -> BTreeSet<String> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    cells.map(|(name, _)| name.to_owned()).collect()
}

/// The fenced blocks of a document that are marked with this word.
fn blocks(text: &str, mark: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(found) = line.strip_prefix("```").filter(|word| !word.is_empty()) {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if found == mark {
                blocks.push(block.join("\n") + "\n");
            }
        }
    }
    blocks
}

#[test]
fn the_minimum_compiler_is_that_of_the_manifest() {
    let promised = manifest_value("workspace.package", "rust-version");
    let readme = read("README.md");
    assert!(readme.contains(&format!("The minimum Rust version is {promised}.")));
    assert!(readme.contains(&format!("[Rust](https://rustup.rs) {promised} or later")));
    assert!(read("CHANGELOG.md").contains(&format!("The minimum Rust version is {promised}.")));
}

#[test]
fn the_version_is_that_of_the_manifest() {
    let version = manifest_value("workspace.package", "version");
    assert!(under(&read("README.md"), "## Status").contains(&format!("version {version}")));
}

#[test]
fn the_table_lists_the_features_of_the_manifest() {
    let key = |line: &String| line.split_once('=').map(|(key, _)| key.trim().to_owned());
    // Lines that begin with a space go on with the list of the feature above.
    let lines = manifest("features").into_iter().filter(|line| !line.starts_with([' ', ']', '#']));
    let features: BTreeSet<String> = lines.filter_map(|line| key(&line)).filter(|name| name != "default").collect();
    let readme = read("README.md");
    let table = under(&readme, "## Features");
    assert_eq!(named_in_table(table), features);
    assert_eq!(table.contains("| none yet |"), features.is_empty());
}

#[test]
fn every_example_is_named_and_every_name_is_an_example() {
    let examples = examples_in("examples");
    let readme = read("README.md");
    let section = under(&readme, "## What you can state, and what you can ask");
    assert_eq!(named_in_table(section), examples);

    for example in &examples {
        let text = read(format!("examples/{example}.rs"));
        assert!(text.starts_with("//! "), "{example} says what it is");
    }
    let mut all = examples;
    for on_top in crates_on_top() {
        let own = examples_in(&format!("{on_top}/examples"));
        assert_eq!(named_in_table(&read(format!("{on_top}/README.md"))), own, "{on_top}");
        all.extend(own);
    }
    // Commands anywhere.
    for (name, text) in documents() {
        for command in text.split("--example ").skip(1) {
            let example: String = command.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(example.is_empty() || all.contains(&example), "{name} names the example {example:?}");
        }
    }
}

#[test]
fn every_link_leads_to_a_file() {
    for (name, text) in documents() {
        let folder = root().join(&name).parent().expect("a file lies in a folder").to_owned();
        for link in links(&text) {
            let path = link.split('#').next().unwrap_or(link);
            if !link.starts_with("http") && !path.is_empty() {
                assert!(folder.join(path).exists(), "{name} links to {link}");
            }
        }
    }
}

#[test]
fn every_block_of_code_names_its_language() {
    for (name, text) in documents() {
        let fences = text.lines().filter(|line| line.trim_start().starts_with("```"));
        for opening in fences.step_by(2) {
            assert!(opening.trim().len() > 3, "{name}: a block of code without its language");
        }
    }
}

#[test]
fn every_heading_that_is_linked_exists() {
    let anchor = |heading: &str| -> String {
        let kept = heading.trim().to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect()
    };
    let headings = |text: &str| -> BTreeSet<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix('#'));
        lines.map(|line| anchor(line.trim_start_matches('#'))).collect()
    };
    let mut checked = 0;
    for (name, text) in documents() {
        let folder = root().join(&name).parent().expect("a file lies in a folder").to_owned();
        for link in links(&text) {
            let Some((file, heading)) = link.split_once('#').filter(|_| !link.starts_with("http")) else { continue };
            let there = if file.is_empty() { headings(&text) } else { headings(&read(folder.join(file))) };
            assert!(there.contains(heading), "{name} links to {link}");
            checked += 1;
        }
    }
    assert!(checked > 10);
}

/// Programs in the documents are doc tests of the crate, so what they name exists.
#[test]
fn every_document_with_programs_is_tested() {
    // The pages of the cookbook are modules, named in one macro.
    let apart = |name: &str| name.starts_with(COOKBOOK);
    for (name, text) in documents().into_iter().filter(|(name, _)| !apart(name)) {
        let has_programs = !blocks(&text, "rust").is_empty() || text.contains("\n   ```rust");
        let home = crates_on_top()
            .into_iter()
            .find_map(|on_top| Some((on_top.clone(), name.strip_prefix(&on_top)?.to_owned())));
        let (home, name) = home.unwrap_or_else(|| (".".to_owned(), format!("/{name}")));
        let library = read(format!("{home}/src/lib.rs"));
        assert!(!has_programs || library.contains(&format!("include_str!(\"..{name}\")")), "{name} is no doc test");
    }
}

#[test]
fn every_page_of_the_cookbook_is_a_module_and_is_listed() {
    let source = read("src/_cookbook/mod.rs");
    let modules = source.split("page! {").nth(1).and_then(|rest| rest.split('}').next()).expect("there is a list");
    let modules: BTreeSet<&str> = modules.split_whitespace().collect();
    let pages = pages();
    assert_eq!(modules, pages.iter().map(|(name, _)| name.as_str()).collect());
    let first = read(format!("{COOKBOOK}/README.md"));
    let listed: BTreeSet<&str> = definitions(&first).into_values().collect();
    assert_eq!(
        listed,
        pages.iter().map(|(name, _)| format!("{name}.md")).collect::<Vec<_>>().iter().map(|name| &**name).collect()
    );
    for (name, text) in &pages {
        assert!(!blocks(text, "rust").is_empty(), "{name} has a program");
        assert!(text.contains("\n## Pitfalls\n") && text.contains("\nNext: "), "{name} has pitfalls, and goes on");
    }
}

/// A link is defined twice: in its page for readers of the repository, and before it for those of the documentation.
#[test]
fn every_link_of_the_cookbook_has_a_target_in_the_documentation() {
    let documentation = read("src/_cookbook/links.md");
    let documentation = definitions(&documentation);
    let mut used = BTreeSet::new();
    for (name, text) in pages().into_iter().chain([("README".to_owned(), read(format!("{COOKBOOK}/README.md")))]) {
        assert!(!text.contains("]("), "{name} has its links in lines of their own");
        let prose: String = text.split("```").step_by(2).collect();
        for (label, target) in definitions(&text) {
            assert!(prose.matches(&format!("[{label}]")).count() > 1, "{name} uses {label}");
            let there = documentation.get(label).unwrap_or_else(|| panic!("{name}: {label} has no target"));
            let page = target.strip_suffix(".md").filter(|page| !page.contains('/'));
            assert!(page.is_none_or(|page| *there == format!("crate::_cookbook::{page}")), "{name}: {label}");
            used.insert(label.to_owned());
        }
    }
    assert_eq!(used, documentation.keys().map(|label| (*label).to_owned()).collect());
}

/// The names that sources define: what follows a keyword, and variants, which begin their lines. Comments define nothing.
fn defined() -> BTreeSet<String> {
    const KEYWORDS: [&str; 8] = ["fn", "struct", "enum", "trait", "mod", "const", "type", "macro_rules!"];
    let folders = ["src", "tests", "examples", "crates"].map(|folder| root().join(folder));
    // The package holds no crates.
    let files: Vec<_> = folders.iter().filter(|folder| folder.exists()).flat_map(|folder| sources(folder)).collect();
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for line in files.iter().flat_map(|(_, text)| text.lines()).filter(|line| !line.trim_start().starts_with("//")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        names.extend(words.windows(2).filter(|two| KEYWORDS.contains(&two[0])).map(|two| name(two[1])));
        let first = name(line.trim_start());
        let is_variant = line.starts_with(' ') && first.starts_with(char::is_uppercase);
        if is_variant && line.trim_start()[first.len()..].trim_start().starts_with([',', '(', '{', '=']) {
            names.insert(first);
        }
    }
    names
}

/// Sources that the documents name in `code` are there, by their path or by the end of it.
#[test]
fn every_source_that_is_named_is_a_file() {
    let folders = ["src", "tests", "benches", "examples", "crates"].map(|folder| (folder, root().join(folder)));
    let here = folders.iter().filter(|(_, path)| path.exists());
    let files: Vec<String> = here
        .flat_map(|(folder, path)| sources(path).into_iter().map(move |(name, _)| format!("/{folder}/{name}")))
        .collect();
    let mut checked = 0;
    for (name, text) in documents() {
        let prose = text.split("```").step_by(2);
        let code = prose.flat_map(|part| part.split('`').skip(1).step_by(2));
        for word in code.filter(|word| word.split('.').next_back() == Some("rs") && !word.contains(char::is_whitespace))
        {
            // The package has not got the crates on top.
            let is_there = files.iter().any(|file| file.ends_with(&format!("/{word}"))) || crates_on_top().is_empty();
            assert!(is_there, "{name} names {word}");
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

/// Types and functions of the crate that the documents name in `code` are there.
#[test]
fn what_the_documents_name_is_there() {
    let names = defined();
    // A word of a comment alone.
    assert!(names.contains("Problem") && names.contains("optima") && !names.contains("furthermore"));
    let mut checked = 0;
    for (name, text) in documents() {
        let prose = text.split("```").step_by(2);
        let code = prose.flat_map(|part| part.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
        // Paths such as `Board::new` are Rust; the rest may be anything.
        for word in
            code.filter(|code| code.contains("::") && code.chars().all(|c| c.is_alphanumeric() || "_:()".contains(c)))
        {
            for part in word.split("::").filter_map(|part| part.split('(').next()) {
                assert!(names.contains(part), "{name} names `{word}`");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn the_signs_of_diagrams_are_those_of_the_crate() {
    let signs = [
        ('.', Terrain::Open, "open (`.`)", "| open | `.` |"),
        ('%', Terrain::Wall, "a wall (`%`", "| wall | `%` |"),
        ('-', Terrain::Forbidden, "forbidden (`-`", "| forbidden | `-` |"),
        ('~', Terrain::Hole, "a hole (`~`", "| hole | `~` |"),
    ];
    let (readme, design) = (read("README.md"), read("docs/design.md"));
    for (sign, terrain, words, cells) in signs {
        let board: Board = sign.to_string().parse().expect("the sign is known");
        assert_eq!(board.terrain((0, 0)), Some(terrain));
        assert!(readme.contains(words), "the README says {words}");
        assert!(design.contains(cells), "the design says {cells}");
    }
}

#[test]
fn what_the_readme_prints_is_what_is_printed() {
    let readme = read("README.md");
    let program = &blocks(&readme, "rust")[0];
    let diagram = program.split('"').nth(1).expect("a board is drawn in it");
    let board: Board = diagram.parse().expect("it is a board");
    let max = classics::non_attacking(board, Piece::QUEEN).maximize().expect("it makes sense");
    let printed = max.to_string().replace('P', "Q");
    assert_eq!(blocks(&readme, "text")[0].trim_end(), printed.trim_end());
    assert!(program.contains(&format!("Some({})", max.value().unwrap().expect("something satisfies the rules"))));
}
