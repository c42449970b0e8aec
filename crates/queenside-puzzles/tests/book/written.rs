//! The page as text.

use queenside::{Board, classics};
use queenside_puzzles::{Book, Puzzles, Vary, Words};

use crate::{completion, sorts};

/// Every element that is opened is closed, in order; what may stand open is named.
#[test]
fn the_page_is_well_formed() {
    let page = sorts().to_string();
    let body = |text: &str, name: &str| {
        // The contents of scripts and styles are no elements.
        let (mut rest, mut out) = (text.to_owned(), String::new());
        while let Some(start) = rest.find(&format!("<{name}")) {
            let open = start + rest[start..].find('>').expect("it ends") + 1;
            let close = open + rest[open..].find(&format!("</{name}>")).expect("it is closed");
            out += &rest[..open];
            rest = rest[close..].to_owned();
        }
        out + &rest
    };
    let page = body(&body(&page, "script"), "style");
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("it has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !["!DOCTYPE", "meta", "input"].contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert_eq!(open, Vec::<&str>::new());
    let ids: Vec<&str> = page.split(" id=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    let mut different = ids.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
}

#[test]
fn the_data_are_json_and_hold_no_plain_solution() {
    let page = sorts().to_string();
    let data = page.split("id=\"book\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let puzzles = data["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 6);
    for puzzle in puzzles {
        let known =
            ["key", "rows", "columns", "kinds", "rules", "wrap", "squares", "regions", "names", "givens", "stars"];
        for (name, value) in puzzle.as_object().unwrap() {
            assert!(known.contains(&name.as_str()) || (name == "secret" && value.is_string()), "{name}");
        }
    }
    assert_eq!(
        (&puzzles[0]["givens"], &puzzles[2]["squares"]),
        (&serde_json::json!([[0, 1]]), &serde_json::json!(".%....%................%............"))
    );
    // Kinds, rules and words are told once.
    assert_eq!(page.matches("\"help-keys\"").count(), 1);
}

/// Two hundred with one star, and as much as ten harder ones, with two on 10×10, foretell.
#[test]
fn two_hundred_puzzles_take_less_than_300_kilobytes() {
    let empty = Book::new("Stars").to_string().len();
    for (n, stars, count) in [(9, 1, 200), (10, 2, 10)] {
        let mut book = Book::new("Stars");
        let problem = classics::star_battle(Board::square(n), stars);
        for puzzle in Puzzles::of(&problem).vary(Vary::Regions).seed(1).take(count) {
            book.add(puzzle.unwrap());
        }
        let all = empty + (book.to_string().len() - empty) * 200 / count;
        assert!(all < 300_000, "{all} for {n}×{n}");
    }
}

#[test]
fn a_book_speaks_the_language_of_its_words() {
    let book = |words| {
        let mut book = Book::new("Damen").with_words(words);
        book.add(completion());
        book.to_string()
    };
    let (english, german) = (book(Words::english()), book(Words::parse(Words::GERMAN).unwrap()));
    assert!(english.contains("<html lang=\"en\">") && german.contains("<html lang=\"de\">"));
    assert!(german.contains("\"hint\":\"Hinweis\"") && !german.contains("\"hint\":\"Hint\""));
    assert!(german.contains("\"many\":\"Damen\""));
    assert!(Words::parse("hint").unwrap_err().to_string().starts_with("line 1: a key and a text"));
}
