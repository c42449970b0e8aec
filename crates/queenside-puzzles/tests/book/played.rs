//! The page in a browser.

use std::path::PathBuf;

use queenside::{Area, Board, Constraint, Piece, Problem, Square, SquareSet, Wrap, classics};
use queenside_puzzles::{Book, Puzzle, Words};
use queenside_testing::browser::Browser;
use serde_json::json;

use crate::{armies, completion, max, sorts, stars, unique, walls};

/// A book in a file, and a browser to read it; `None` where there is no browser.
struct Reader {
    browser: Browser,
    book: Book,
    file: PathBuf,
}

impl Reader {
    fn new(name: &str, book: Book) -> Option<Self> {
        let Some(mut browser) = Browser::start(name) else {
            eprintln!("skipped: there is no chromium on this machine (Debian: apt-get install chromium)");
            return None;
        };
        let file = std::env::temp_dir().join(format!("queenside-{name}-{}.html", std::process::id()));
        std::fs::write(&file, book.to_string()).expect("there is room for a file");
        browser.resize(1200, 900);
        browser.open(&file);
        Some(Self { browser, book, file })
    }

    fn with(name: &str, puzzles: impl IntoIterator<Item = Puzzle>) -> Option<Self> {
        let mut book = Book::new(name);
        for puzzle in puzzles {
            book.add(puzzle);
        }
        Self::new(name, book)
    }

    fn reload(&mut self) {
        self.browser.open(&self.file);
    }

    /// The kinds and squares of a solution that are not given, by number.
    fn solution(&self, number: usize) -> Vec<(usize, usize)> {
        let puzzle = self.book.puzzles().nth(number - 1).expect("it is in the book");
        let kinds: Vec<_> = puzzle.problem().kinds().collect();
        let columns = puzzle.problem().board().columns();
        let all = puzzle.solution().iter().map(|(square, kind)| {
            (kinds.iter().position(|own| *own == kind).expect("it is a kind"), square.index(columns))
        });
        let all: Vec<_> = all.collect();
        all.into_iter().filter(|(_, at)| !self.is(number, *at, "given")).collect()
    }

    /// Whether a square has a class, as the page was when it was opened.
    fn is(&self, number: usize, at: usize, class: &str) -> bool {
        let page = self.book.to_string();
        let data = page.split("id=\"book\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let givens = data["puzzles"][number - 1]["givens"].as_array().cloned().unwrap_or_default();
        class == "given" && givens.iter().any(|given| given[1] == at)
    }

    fn square(number: usize, at: usize) -> String {
        format!("#puzzle-{number} [data-at='{at}']")
    }

    fn click(&mut self, number: usize, at: usize) {
        self.browser.click(&Self::square(number, at));
    }

    fn press(&mut self, number: usize, button: &str) {
        self.browser.click(&format!("#puzzle-{number} .{button}"));
    }

    fn text(&mut self, selector: &str) -> String {
        let text = self.browser.eval(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().expect("it is text").trim().to_owned()
    }

    fn status(&mut self, number: usize) -> String {
        self.text(&format!("#puzzle-{number} .status"))
    }

    fn label(&mut self, number: usize, at: usize) -> String {
        let selector = Self::square(number, at);
        let label = self.browser.eval(&format!("document.querySelector({selector:?}).getAttribute('aria-label')"));
        label.as_str().expect("it is text").to_owned()
    }

    fn number(&mut self, expression: &str) -> i64 {
        self.browser.eval(expression).as_i64().expect("it is a number")
    }

    fn text_of(&mut self, expression: &str) -> String {
        self.browser.eval(expression).as_str().unwrap_or_default().to_owned()
    }

    fn count(&mut self, selector: &str) -> i64 {
        self.number(&format!("document.querySelectorAll({selector:?}).length"))
    }

    fn is_solved(&mut self, number: usize) -> bool {
        self.count(&format!("#puzzle-{number}.solved")) == 1
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.file));
    }
}

#[test]
fn every_sort_of_puzzle_is_solved_with_clicks_and_stays_solved() {
    let Some(mut reader) = Reader::new("clicks", sorts()) else { return };
    let all = reader.book.len();
    for number in 1..=all {
        let solution = reader.solution(number);
        let mut chosen = 0;
        for (kind, at) in solution {
            assert!(!reader.is_solved(number), "{number}");
            if kind != chosen {
                reader.browser.click(&format!("#puzzle-{number} .palette [value='{kind}']"));
                chosen = kind;
            }
            reader.click(number, at);
            assert_eq!(reader.count(&format!("#puzzle-{number} .conflict")), 0, "{number}");
        }
        assert!(reader.is_solved(number), "{number}");
        assert_eq!(reader.status(number), "Solved.");
        assert_eq!(reader.text("#done"), format!("{number} of {all} solved"));
    }
    reader.reload();
    assert_eq!(reader.count("article.solved"), all as i64);
    reader.browser.click("#unsolved");
    assert_eq!(reader.count("article:not([hidden])"), 0);
    reader.browser.click("#unsolved");
    // What is excluded is shown unless that is switched off, which is kept.
    assert_eq!(reader.count("main.seeing"), 1);
    reader.browser.click("#sight");
    reader.reload();
    assert_eq!(reader.count("main.seeing"), 0);
    reader.browser.click("#sight");
    // A new start forgets it, and givens stay.
    reader.press(1, "reset");
    assert_eq!((reader.is_solved(1), reader.count("#puzzle-1 svg.piece")), (false, 1));
    reader.reload();
    assert_eq!(reader.text("#done"), format!("{} of {all} solved", all - 1));
}

#[test]
fn a_puzzle_is_solved_with_keys_alone() {
    let Some(mut reader) = Reader::with("keys", [armies()]) else { return };
    assert_eq!(reader.count("#puzzle-1 .cell[tabindex='0']"), 1);
    reader.browser.eval("document.querySelector('#puzzle-1 .cell[tabindex=\"0\"]').focus()");
    reader.browser.press("PageUp");
    reader.browser.press("Home");
    let (mut row, mut column) = (0, 0);
    for (kind, at) in reader.solution(1) {
        while row != at / 5 {
            reader.browser.press("ArrowDown");
            row += 1;
        }
        while column != at % 5 {
            let is_left = column < at % 5;
            reader.browser.press(if is_left { "ArrowRight" } else { "ArrowLeft" });
            column = if is_left { column + 1 } else { column - 1 };
        }
        assert_eq!(reader.number("Number(document.activeElement.dataset.at)"), at as i64);
        reader.browser.press(&(kind + 1).to_string());
    }
    assert!(reader.is_solved(1));
    let heard = reader.text("#live");
    assert!(heard.contains("black queen") && heard.ends_with("Solved."), "{heard}");
    for (key, solved) in [("u", false), ("r", true), ("x", false), ("u", true), ("Delete", false)] {
        reader.browser.press(key);
        assert_eq!(reader.is_solved(1), solved, "{key}");
    }
}

#[test]
fn marks_are_set_taken_back_and_kept() {
    let Some(mut reader) = Reader::with("marks", [walls()]) else { return };
    let (square, other) = (Reader::square(1, 14), Reader::square(1, 15));
    reader.browser.click_with(&square, "right");
    assert_eq!(reader.label(1, 14), "c4: marked: no piece");
    // A piece, a mark and nothing, one after the other.
    for label in ["queen", "marked: no piece", "empty"] {
        reader.browser.click(&other);
        assert_eq!(reader.label(1, 15), format!("d4: {label}"));
    }
    reader.press(1, "undo");
    assert_eq!(reader.label(1, 15), "d4: marked: no piece");
    reader.press(1, "redo");
    assert_eq!((reader.label(1, 15).as_str(), reader.count("#puzzle-1 .redo:disabled")), ("d4: empty", 1));
    reader.reload();
    assert_eq!((reader.label(1, 14).as_str(), reader.count("#puzzle-1 .marked")), ("c4: marked: no piece", 1));
    // A long touch marks, and a short one places.
    for (wait, label) in [(700, "e4: marked: no piece"), (0, "e4: empty"), (0, "e4: queen")] {
        reader.browser.touch(&Reader::square(1, 16), wait);
        assert_eq!(reader.label(1, 16), label);
    }
    reader.press(1, "undo");
    // Nothing is put on a wall.
    reader.click(1, 1);
    assert!(reader.label(1, 1).ends_with(": wall"));
}

#[test]
fn hints_with_reasons_lead_to_the_solution_of_every_sort() {
    let Some(mut reader) = Reader::new("hints", sorts()) else { return };
    for number in 1..=reader.book.len() {
        // The status after each of them, and how many squares are then in conflict.
        let asked = reader.browser.eval(&format!(
            "(() => {{ const puzzle = document.querySelector('#puzzle-{number}'), told = []; \
             while (!puzzle.matches('.solved') && told.length < 400) {{ puzzle.querySelector('.hint').click(); \
             told.push([puzzle.querySelector('.status').textContent, puzzle.querySelectorAll('.conflict').length]); }} \
             return told; }})()"
        ));
        let asked = asked.as_array().expect("it is a list");
        assert!(reader.is_solved(number), "{number}: {asked:?}");
        for (at, told) in asked.iter().enumerate() {
            let text = told[0].as_str().expect("it is text");
            let is_reason = text.ends_with('.') && !text.contains(['{', '|']) && !text.contains("undefined");
            assert!(is_reason && text != "There is nothing left to find." && told[1] == 0, "{number}, {at}: {text}");
        }
    }
    // What is wrong comes first.
    reader.press(2, "reset");
    let wrong = (0..25).find(|at| reader.solution(2).iter().all(|(_, own)| own != at)).unwrap();
    reader.click(2, wrong);
    reader.press(2, "hint");
    assert!(reader.status(2).ends_with("is not part of the solution."));
}

#[test]
fn a_hint_is_shown_on_the_board() {
    let Some(mut reader) = Reader::with("shown", [stars()]) else { return };
    reader.press(1, "hint");
    assert_eq!(
        reader.status(1),
        "The pieces of region A can only stand in row 5, and fill it. So a5, b5 and c5 stay empty."
    );
    let out = reader.browser.eval("[...document.querySelectorAll('.cell.out')].map(cell => Number(cell.dataset.at))");
    assert_eq!(out, json!([0, 1, 2]));
    assert!(reader.count(".cell.because") >= 5);
    assert!(reader.label(1, 0).contains("hint"));
    // Asked again it is done.
    reader.press(1, "hint");
    assert_eq!((reader.count(".cell.marked"), reader.status(1).starts_with("Done: ")), (3, true));
}

#[test]
fn what_is_wrong_is_told() {
    let Some(mut reader) = Reader::with("wrong", [completion(), walls(), armies()]) else { return };
    // The given queen stands on b6.
    reader.click(1, 7);
    assert_eq!((reader.count("#puzzle-1 .conflict"), reader.label(1, 7)), (2, "b5: queen, in conflict".to_owned()));
    // A given that is in conflict shows both, its ring and its sign.
    let sign = |pseudo: &str| {
        format!("getComputedStyle(document.querySelector('#puzzle-1 [data-at=\"1\"]'), '{pseudo}').content")
    };
    assert_eq!(reader.browser.eval(&sign("::before")), "\"!\"");
    assert_eq!(reader.browser.eval(&sign("::after")), "\"\"");
    reader.press(1, "check");
    let told = reader.status(1);
    assert!(told.starts_with("b6 and b5 attack each other. Too many in column b: 2, not 1."), "{told}");
    reader.press(1, "undo");
    reader.press(1, "check");
    assert_eq!(reader.status(1), "No rule is broken so far. 0 are placed.");
    // Queens of one army do not attack each other.
    let free: Vec<usize> = (0..25).filter(|at| !reader.is(3, *at, "given")).collect();
    reader.click(3, free[0]);
    let wrong = reader.count("#puzzle-3 .conflict");
    assert_eq!(wrong, 0);
}

/// What the page shows as attacked by a piece is what the library says.
#[test]
fn every_sort_of_board_and_move_is_judged_by_its_rules() {
    let puzzles = [
        max(". % .\n. . .", Piece::ROOK),
        max(". . .\n. . .\n. . .", Piece::KING),
        max(". . .\n. . .\n. . %", Piece::KNIGHT),
        max(". - .\n~ % .", Piece::ROOK),
        max(". . . . .", Piece::ROOK.within(1)),
        max(". . . . % .", Piece::QUEEN.within(2)),
        max("- .\n. -\n% .", Piece::WHITE_PAWN),
        max(". % % . .\nwrap: columns", Piece::WAZIR),
    ];
    let Some(mut reader) = Reader::with("moves", puzzles) else { return };
    for number in 1..=reader.book.len() {
        let problem = reader.book.puzzles().nth(number - 1).unwrap().problem().clone();
        let board = problem.board();
        let piece = problem.piece(problem.kinds().next().unwrap()).unwrap().clone();
        for square in board.open().iter() {
            let at = square.index(board.columns());
            reader.click(number, at);
            let sees = |from, to| board.attacks(&piece, from).contains(to);
            let is_seen = |other: &Square| *other != square && (sees(square, *other) || sees(*other, square));
            let open = board.open();
            let seen: Vec<usize> = open.iter().filter(is_seen).map(|other| other.index(board.columns())).collect();
            let shown = format!(
                "[...document.querySelectorAll('#puzzle-{number} .seen')].map(cell => Number(cell.dataset.at))"
            );
            assert_eq!(reader.browser.eval(&shown), json!(seen), "{number} on {square}:\n{board}");
            reader.press(number, "undo");
        }
    }
}

#[test]
fn the_solution_is_shown_step_by_step_and_leaves_the_board_as_it_was() {
    let Some(mut reader) = Reader::with("steps", [walls()]) else { return };
    reader.click(1, 14);
    reader.press(1, "solution");
    assert!(reader.status(1).starts_with("Step 1 of "));
    let steps: i64 = reader.status(1).split([' ', ':']).nth(3).unwrap().parse().unwrap();
    for _ in 1..steps {
        reader.press(1, "next");
    }
    assert_eq!(reader.count("#puzzle-1 .next:disabled"), 1);
    // Before the last step the rest of the solution stands, and the step shows what it adds.
    assert_eq!(reader.count("#puzzle-1 svg.piece"), 7);
    reader.press(1, "close");
    assert_eq!((reader.count("#puzzle-1 svg.piece"), reader.label(1, 14)), (1, "c4: queen".to_owned()));
}

#[test]
fn a_link_brings_the_puzzle_as_it_stands() {
    let Some(mut reader) = Reader::with("links", [completion(), stars()]) else { return };
    reader.click(2, 3);
    reader.browser.click_with(&Reader::square(2, 4), "right");
    reader.press(2, "share");
    let hash = reader.browser.eval("location.hash");
    assert_eq!(hash, "#puzzle=2&state=3Ax20");
    reader.press(2, "reset");
    assert_eq!(reader.count("#puzzle-2 svg.piece"), 0);
    reader.browser.eval("location.hash = ''");
    reader.browser.eval(&format!("location.hash = {hash}"));
    assert_eq!((reader.count("#puzzle-2 svg.piece"), reader.count("#puzzle-2 .marked")), (1, 1));
    // The puzzle is at the top of the window, below the tools, as far as the page is long enough.
    let top = "document.querySelector('#puzzle-2').getBoundingClientRect().top";
    let at = format!("Math.min({top} - 64, document.documentElement.scrollHeight - innerHeight - scrollY)");
    reader.browser.resize(400, 500);
    reader.browser.eval("location.hash = ''");
    reader.browser.eval(&format!("location.hash = {hash}"));
    reader.browser.eval("new Promise(done => setTimeout(done, 200))");
    assert!(reader.number(&format!("Math.abs(Math.round({at}))")) < 3);
    reader.browser.resize(1200, 900);
    // A damaged link does nothing bad.
    for hash in ["puzzle=9&state=Q", "puzzle=1&state=zzzz999999x", "state=%ff", "puzzle=1&state=BBBBx"] {
        reader.browser.eval(&format!("location.hash = {hash:?}"));
    }
    reader.click(1, 8);
    assert!(reader.label(1, 1).starts_with("b6: queen, given"));
}

/// Where a browser keeps nothing, the page works all the same.
#[test]
fn a_book_is_played_where_nothing_can_be_kept() {
    let Some(mut reader) = Reader::with("forgetful", [completion()]) else { return };
    let refuse =
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })";
    reader.browser.ask("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": refuse }));
    reader.reload();
    for (_, at) in reader.solution(1) {
        reader.click(1, at);
    }
    assert!(reader.is_solved(1));
    reader.reload();
    assert_eq!(reader.text("#done"), "0 of 1 solved");
}

#[test]
fn the_page_fits_phones_and_desks_and_can_be_heard() {
    let Some(mut reader) = Reader::new("sizes", sorts()) else { return };
    for (width, height) in [(320, 640), (390, 844), (768, 1024), (1400, 900)] {
        reader.browser.resize(width, height);
        for scheme in ["light", "dark"] {
            reader.browser.prefer(scheme);
            let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(reader.number(overflow), 0, "{width} wide, {scheme}");
        }
        let min = reader.number("Math.floor(document.querySelector('.cell').getBoundingClientRect().width)");
        assert!(min >= 36, "{min}");
        let top = "Math.ceil(document.querySelector('.board').getBoundingClientRect().top + scrollY)";
        assert!(reader.number(top) < i64::from(height) / 2, "{} of {height}", reader.number(top));
    }
    assert_eq!(reader.count("#puzzle-1 [role=grid][aria-labelledby] > [role=row]"), 6);
    assert_eq!(reader.count("#puzzle-1 [role=row] > [role=gridcell][aria-label]"), 36);
    assert_eq!(reader.count("[aria-live=polite]"), 1);
    // Buttons have different names, and everything is in a landmark.
    let named = reader.count("article button");
    let names = "new Set([...document.querySelectorAll('article button')].map(b => b.ariaLabel)).size";
    assert_eq!(reader.number(names), named);
    let outside = "[...document.body.children].filter(e => !e.matches('header, main, footer, section[aria-label], script, \
                   [aria-hidden=true], #paper')).length";
    assert_eq!(reader.number(outside), 0);
    // Regions can be heard, and neighbouring ones have different tints.
    assert_eq!(reader.label(2, 0), "a5: empty, region B");
    let alike = "[...document.querySelectorAll('#puzzle-2 .cell.edge-left')].filter(cell => { const tint = (c) => \
                 c.className.match(/tint\\d/)[0]; return tint(cell) === tint(cell.previousElementSibling); }).length";
    assert!(reader.count("#puzzle-2 .cell.edge-left") > 0);
    assert_eq!(reader.number(alike), 0);
}

/// A puzzle with all pieces of some solution given, to see how its rules and its board look.
fn given(mut problem: Problem) -> Puzzle {
    let solution = problem.solve().unwrap().placement().unwrap().unwrap();
    for (square, kind) in &solution {
        problem.add(Constraint::fixed(kind, SquareSet::from([square])));
    }
    Puzzle::of(&problem).unwrap()
}

#[test]
fn squares_are_square_wherever_regions_end() {
    // The edge of regions runs along a whole row and a whole column.
    let map = "AAABBB/AAABBB/AAABBB/CCCDDD/CCCDDD/CCCDDD".replace('/', "\n");
    let board = Board::square(6).with_region_map(&map).unwrap().with_walls([(1, 1)]).with_forbidden([(4, 4)]);
    let mut rooks = classics::non_attacking(board, Piece::ROOK);
    let rook = rooks.kind_named("piece").unwrap();
    rooks.add(Constraint::count(rook, Area::EachRegion, 1));
    let Some(mut reader) = Reader::with("quadrants", [given(rooks)]) else { return };
    let sides = "(() => { const sides = [...document.querySelectorAll('.cell')].map(cell => cell.getBoundingClientRect()) \
                 .flatMap(box => [box.width, box.height]); return Math.round(Math.max(...sides) - Math.min(...sides)); })()";
    assert_eq!((reader.count(".cell.edge-top"), reader.number(sides)), (6, 0));
    assert!(reader.text(".rules").starts_with("No piece attacks another.1 rook in each region."));
    reader.browser.prefer("light");
    // A wall is dark and a forbidden square hatched, whatever the tint of the region.
    let style = |of, what| format!("getComputedStyle(document.querySelector('.cell.tint.{of}')).background{what}");
    assert_eq!(reader.text_of(&style("wall", "Color")), "rgb(74, 66, 56)");
    assert!(reader.text_of(&style("forbidden", "Image")).starts_with("repeating-linear-gradient"));
}

#[test]
fn a_book_in_german_speaks_german() {
    let mut book = Book::new("Sterne").with_words(Words::parse(Words::GERMAN).unwrap());
    book.add(stars());
    let Some(mut reader) = Reader::new("german", book) else { return };
    reader.press(1, "hint");
    assert!(reader.status(1).ends_with("Also bleiben a5, b5 und c5 leer."), "{}", reader.status(1));
    assert_eq!(reader.label(1, 4), "e5: leer, Gebiet A, Grund");
}

/// Rules that are rare are told and judged too: numbers of attacks, cover, and blockers.
#[test]
fn rare_rules_are_told() {
    let mut problem = Problem::new(Board::new(1, 4)).with_kind("rook", Piece::ROOK);
    let rook = problem.kind_named("rook").unwrap();
    problem.add(Constraint::attacks(rook, rook, 1)).add(Constraint::count(rook, Area::Everywhere, 2));
    problem.add(Constraint::fixed(rook, [(0, 0)])).add(Constraint::count(rook, SquareSet::from([(0, 1), (0, 2)]), 0));
    let mut cover = classics::domination(Board::square(3), Piece::KING);
    let king = cover.kind_named("piece").unwrap();
    cover.add(Constraint::count(king, Area::Everywhere, 1));
    let puzzles = [Puzzle::of(&problem).unwrap(), Puzzle::of(&cover).unwrap(), walls(), completion()];
    let Some(mut reader) = Reader::with("rare", puzzles) else { return };
    let rules = |number| format!("#puzzle-{number} .rules");
    assert!(reader.text(&rules(1)).starts_with("Each rook attacks 1 rook."));
    assert!(reader.text(&rules(2)).starts_with("Each vacant square is attacked by at least 1 king."));
    // That sight ends is told where there are walls; how many there are is told above the board.
    assert_eq!(reader.text(&rules(3)), "No piece attacks another.Walls stop sight.");
    assert!(!reader.text(&rules(4)).contains("Walls"));
    for number in 1..=4 {
        for (_, at) in reader.solution(number) {
            reader.click(number, at);
        }
        assert!(reader.is_solved(number), "{number}");
    }
}

/// What of a board bears on the moves is told, or the puzzle could not be solved.
#[test]
fn boards_that_are_no_plain_squares_are_told() {
    let board = |text: &str, wrap| text.replace('/', "\n").parse::<Board>().unwrap().with_wrap(wrap);
    let boards = [board("..../..../..../....", Wrap::Both), board(".%../...~/...-/....", Wrap::Columns)];
    let puzzles = boards.map(|board| {
        let mut rooks = classics::non_attacking(board, Piece::ROOK);
        rooks.add(Constraint::count(rooks.kind_named("piece").unwrap(), Area::Everywhere, 3));
        given(rooks)
    });
    let Some(mut reader) = Reader::with("boards", puzzles) else { return };
    let rows = "The upper and the lower edge meet: moves go on at the other.";
    let columns = "The left and the right edge meet: moves go on at the other.";
    assert_eq!(reader.text("#puzzle-1 .rules"), format!("No piece attacks another.{rows}{columns}"));
    let told = "Walls stop sight.Gaps stop sight.No piece stands on a hatched square, and sight passes it.";
    assert_eq!(reader.text("#puzzle-2 .rules"), format!("No piece attacks another.{told}{columns}"));
}

/// Rules about some squares, about any of several kinds, and with another sight are not told as others are.
#[test]
fn rules_with_exceptions_are_told_with_them() {
    let mut problem = Problem::new(Board::new(2, 3)).with_kind("rook", Piece::ROOK).with_kind("knight", Piece::KNIGHT);
    let [rook, knight] = ["rook", "knight"].map(|name| problem.kind_named(name).unwrap());
    problem.add(Constraint::attacks(rook, [rook, knight], 1..=2).through());
    problem.add(Constraint::covered(SquareSet::from([(0, 2), (1, 1)]), [rook, knight], 1));
    problem.add(Constraint::count([rook, knight], Area::rows(), ..=1));
    let Some(mut reader) = Reader::with("exceptions", [unique(&problem)]) else { return };
    let told = reader.text(".rules");
    for rule in [
        "Each rook attacks 1 to 2 pieces.",
        "Each of these squares is attacked by 1 piece: c2 and b1.",
        "At most 1 piece in each row.",
        "Pieces do not stop sight.",
    ] {
        assert!(told.contains(rule), "{rule:?} is not in {told:?}");
    }
}

/// The rules of these take the most lines, beside others, so that they are printed with each puzzle.
#[test]
fn full_pages_of_many_rules_do_not_overflow() {
    let many = std::iter::repeat_n(armies(), 13).chain([completion()]);
    let Some(mut reader) = Reader::with("full", many) else { return };
    for (plates, leaves) in [("4", 4), ("9", 2), ("12", 2)] {
        reader.browser.eval(&format!("document.querySelector('#plates').value = '{plates}'"));
        assert_eq!(reader.browser.pages(), leaves + 1, "{plates} on a page");
    }
}

/// What a printer would put on paper is drawn, with answers on the last page, whatever was placed on the boards.
#[test]
fn a_book_is_printed_empty_with_its_answers_at_the_end() {
    let Some(mut reader) = Reader::new("print", sorts()) else { return };
    for (_, at) in reader.solution(1) {
        reader.click(1, at);
    }
    reader.browser.eval("document.querySelector('#plates').value = '4'");
    reader.browser.eval("window.dispatchEvent(new Event('beforeprint'))");
    let leaf = |wanted: &str| format!("#paper .leaf{wanted}");
    assert_eq!(reader.count(&leaf(":not(.answers)")), 2);
    reader.browser.eval("document.querySelector('#own').click()");
    reader.browser.eval("window.dispatchEvent(new Event('beforeprint'))");
    assert_eq!(reader.count(&leaf(":first-child figure:first-of-type [href='#glyph-queen']")), 6);
    reader.browser.eval("document.querySelector('#own').click()");
    reader.browser.eval("window.dispatchEvent(new Event('beforeprint'))");
    assert_eq!(reader.count(&leaf(":not(.answers) figure")), 6);
    assert_eq!(reader.count(&leaf(":not(.answers) figure:first-of-type [href='#glyph-queen']")), 1 + 1);
    assert_eq!(reader.count(&leaf(":not(.answers) [href='#glyph-bricks']")), 3);
    assert_eq!(reader.count(&leaf(".answers [href='#glyph-star']")), 5);
    assert_eq!(reader.count(&leaf(":last-child.answers")), 1);
    // As PDF it has as many pages as leaves: none overflows, and only the leaves are printed.
    for scheme in ["light", "dark"] {
        reader.browser.prefer(scheme);
        for (plates, leaves) in [("1", 6), ("2", 3), ("4", 2), ("6", 1), ("9", 1), ("12", 1)] {
            reader.browser.eval(&format!("document.querySelector('#plates').value = '{plates}'"));
            assert_eq!(reader.browser.pages(), leaves + 1, "{plates} on a page");
        }
    }
}
