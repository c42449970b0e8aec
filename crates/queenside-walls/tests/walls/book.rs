//! The book of puzzles in a real browser: it is played with clicks and keys, and looked at in several sizes.
//!
//! Where there is no Chromium these tests say so and check nothing; `.ci/test` installs it.

use std::path::PathBuf;

use queenside::{Board, Piece, Square};
use queenside_testing::browser::Browser;
use queenside_walls::{Book, Economy, Puzzle, Puzzles};

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
        browser.wait_until("article:last-of-type .cell");
        Some(Self { browser, book, file })
    }

    fn reload(&mut self) {
        self.browser.open(&self.file);
        self.browser.wait_until("article:last-of-type .cell");
    }

    fn puzzle(&self, number: usize) -> Puzzle {
        self.book.puzzles().nth(number - 1).expect("it is in the book").0.clone()
    }

    /// The squares of a solution, by number.
    fn solution(&self, number: usize) -> Vec<usize> {
        let puzzle = self.puzzle(number);
        puzzle.solution().iter().map(|square| square.index(puzzle.board().columns())).collect()
    }

    fn click(&mut self, number: usize, square: usize) {
        self.browser.click(&format!("#puzzle-{number} [data-at='{square}']"));
    }

    fn status(&mut self, number: usize) -> String {
        self.text(&format!("#puzzle-{number} .status"))
    }

    fn text(&mut self, selector: &str) -> String {
        let text = self.browser.eval(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().expect("it is text").trim().to_owned()
    }

    fn label(&mut self, number: usize, square: usize) -> String {
        let selector = format!("#puzzle-{number} [data-at='{square}']");
        let label = self.browser.eval(&format!("document.querySelector({selector:?}).getAttribute('aria-label')"));
        label.as_str().expect("it is text").to_owned()
    }

    fn number(&mut self, expression: &str) -> i64 {
        self.browser.eval(expression).as_i64().expect("it is a number")
    }

    fn is_solved(&mut self, number: usize) -> bool {
        self.number(&format!("document.querySelectorAll('#puzzle-{number}.solved').length")) == 1
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.file));
    }
}

/// Squares of a row of the small book.
const N: usize = 6;

/// The puzzles of 6×6 with two walls.
fn small_book() -> Book {
    let mut book = Book::new("Queens & walls");
    for puzzle in &Puzzles::new(&Board::square(N), &Piece::QUEEN, 2, Economy::Puzzle).unwrap() {
        book.add(puzzle.unwrap());
    }
    book.sort();
    book
}

fn single(board: &str, piece: &Piece) -> Puzzle {
    Puzzle::of(&board.parse().unwrap(), piece).unwrap().expect("there is one way")
}

#[test]
fn a_puzzle_is_solved_with_clicks_and_stays_solved() {
    let Some(mut reader) = Reader::new("clicks", small_book()) else { return };
    let all = reader.book.len();
    assert_eq!(reader.text("#done"), format!("0 of {all} solved"));
    let solution = reader.solution(2);
    for (placed, square) in solution.iter().enumerate() {
        assert!(!reader.is_solved(2));
        reader.click(2, *square);
        assert_eq!(reader.text("#puzzle-2 .count"), format!("{} of {}", placed + 1, solution.len()));
    }
    assert!(reader.is_solved(2));
    assert_eq!((reader.status(2), reader.text("#done")), ("Solved.".into(), format!("1 of {all} solved")));
    assert_eq!(reader.text("#puzzle-2 .mark"), "✓ solved");
    assert!(reader.text("#live").ends_with("Solved."));

    reader.reload();
    assert!(reader.is_solved(2) && !reader.is_solved(1));
    assert_eq!(reader.text("#done"), format!("1 of {all} solved"));
    // Solved puzzles can be left out.
    reader.browser.click("#unsolved");
    assert_eq!(reader.number("document.querySelectorAll('article[hidden]').length"), 1);
    reader.browser.click("#unsolved");

    // A queen less, and it is not solved on the board, but has been; a new start forgets that.
    reader.click(2, solution[0]);
    assert!(!reader.is_solved(2));
    assert_eq!(reader.text("#puzzle-2 .mark"), "✓ solved");
    reader.browser.click("#puzzle-2 .reset");
    assert_eq!((reader.text("#puzzle-2 .mark"), reader.text("#done")), (String::new(), format!("0 of {all} solved")));
    reader.reload();
    assert_eq!(reader.number("document.querySelectorAll('#puzzle-2 svg:not(.bricks)').length"), 0);
}

#[test]
fn a_puzzle_is_solved_with_keys() {
    let Some(mut reader) = Reader::new("keys", small_book()) else { return };
    // One stop of the tabulator for each board; from there arrows lead everywhere.
    assert_eq!(reader.number("document.querySelectorAll('#puzzle-1 .cell[tabindex=\"0\"]').length"), 1);
    reader.browser.eval("document.querySelector('#print').focus()");
    reader.browser.press("Tab");
    let focused = "Number(document.activeElement.dataset.at)";
    assert_eq!(reader.browser.eval("document.activeElement.closest('article').id"), "puzzle-1");
    reader.browser.press("PageUp");
    reader.browser.press("Home");
    assert_eq!(reader.number(focused), 0);
    // Edges hold.
    reader.browser.press("ArrowLeft");
    reader.browser.press("ArrowUp");
    assert_eq!(reader.number(focused), 0);
    let (mut row, mut column) = (0, 0);
    for (turn, square) in reader.solution(1).into_iter().enumerate() {
        let (down, right) = (square / N, square % N);
        while row != down {
            reader.browser.press("ArrowDown");
            row += 1;
        }
        while column != right {
            reader.browser.press(if column < right { "ArrowRight" } else { "ArrowLeft" });
            column = if column < right { column + 1 } else { column - 1 };
        }
        assert_eq!(reader.number(focused), square as i64);
        reader.browser.press(if turn % 2 == 0 { "Enter" } else { " " });
    }
    assert!(reader.is_solved(1));
    // And away again.
    reader.browser.press("Enter");
    assert!(!reader.is_solved(1));
}

#[test]
fn a_wrong_queen_is_shown_as_such() {
    let Some(mut reader) = Reader::new("wrong", small_book()) else { return };
    let puzzle = reader.puzzle(1);
    let (board, mut wrong) = (puzzle.board(), None);
    for first in board.open().iter() {
        let seen = board.attacks(&Piece::QUEEN, first);
        wrong =
            wrong.or_else(|| seen.iter().find(|square| board.open().contains(*square)).map(|second| (first, second)));
    }
    let (first, second) = wrong.expect("queens see each other");
    let name = |square: Square| square.to_algebraic(N).expect("it is on the board");
    reader.click(1, first.index(N));
    // What the first queen sees is what the library says.
    let seen: Vec<usize> = board.attacks(&Piece::QUEEN, first).iter().map(|square| square.index(N)).collect();
    let shown =
        reader.browser.eval("[...document.querySelectorAll('#puzzle-1 .seen')].map(cell => Number(cell.dataset.at))");
    let walls = |at: &usize| board.walls().contains((at / N, at % N));
    let open: Vec<usize> = seen.into_iter().filter(|at| !walls(at)).collect();
    assert_eq!(shown, serde_json::json!(open));
    assert!(reader.label(1, second.index(N)).ends_with("empty, in sight"));

    reader.click(1, second.index(N));
    assert_eq!(reader.number("document.querySelectorAll('#puzzle-1 .conflict').length"), 2);
    assert_eq!(reader.status(1), format!("{} and {} see each other.", name(first), name(second)));
    assert_eq!(reader.label(1, second.index(N)), format!("{}: queen, in conflict", name(second)));
    assert!(reader.text("#live").contains("see each other"));
    // It is taken back by another click.
    reader.click(1, second.index(N));
    assert_eq!((reader.status(1), reader.number("document.querySelectorAll('.conflict').length")), (String::new(), 0));
    // Nothing can be put on a wall.
    let wall = board.walls().first().expect("there are two").index(N);
    reader.click(1, wall);
    assert_eq!(reader.text("#puzzle-1 .count"), format!("1 of {}", puzzle.value()));
    assert!(reader.label(1, wall).ends_with(": wall"));
}

#[test]
fn hints_lead_to_the_solution() {
    let Some(mut reader) = Reader::new("hints", small_book()) else { return };
    let (solution, puzzle) = (reader.solution(1), reader.puzzle(1));
    let open = puzzle.board().open();
    let wrong = open.iter().map(|square| square.index(N)).find(|square| !solution.contains(square)).unwrap();
    reader.click(1, wrong);
    reader.browser.click("#puzzle-1 .ask");
    assert!(reader.status(1).ends_with("is not part of the solution."), "{}", reader.status(1));
    reader.click(1, wrong);
    let order = puzzle.difficulty().order().to_vec();
    for square in order {
        reader.browser.click("#puzzle-1 .ask");
        assert_eq!(reader.status(1), format!("A queen belongs on {}.", square.to_algebraic(N).unwrap()));
        assert_eq!(
            reader.number("Number(document.querySelector('#puzzle-1 .hint').dataset.at)"),
            square.index(N) as i64
        );
        reader.click(1, square.index(N));
    }
    assert!(reader.is_solved(1));
}

/// The page has its own judge: leaps, rides of short range, edges that meet, holes and forbidden squares.
#[test]
fn every_sort_of_board_and_piece_is_judged_by_its_rules() {
    let puzzles = [
        single(". % .\n. . .", &Piece::ROOK),
        single(". . .\n. . .\n. . .", &Piece::KING),
        single(". . .\n. . .\n. . %", &Piece::KNIGHT),
        single(". - .\n~ % .", &Piece::ROOK),
        single(". - .\n~ % .\n. ~ .", &Piece::BISHOP),
        single(". . . . .", &Piece::ROOK.within(1)),
        single(". . . . % .", &Piece::QUEEN.within(2)),
        single("- .\n. -\n% .", &Piece::WHITE_PAWN),
        single(". % % . .\nwrap: columns", &Piece::WAZIR),
    ];
    let mut book = Book::new("All sorts").with_name(&Piece::WAZIR, "wazir", "wazirs");
    for puzzle in puzzles {
        book.add(puzzle);
    }
    let Some(mut reader) = Reader::new("sorts", book) else { return };
    for number in 1..=reader.book.len() {
        let puzzle = reader.puzzle(number);
        let (board, columns) = (puzzle.board().clone(), puzzle.board().columns());
        // Each piece alone: what it sees, and is seen from.
        for square in board.open().iter() {
            reader.click(number, square.index(columns));
            let mut seen: Vec<usize> = Vec::new();
            for other in board.open().iter().filter(|other| *other != square) {
                let sees = |from, to| board.attacks(puzzle.piece(), from).contains(to);
                if sees(square, other) || sees(other, square) {
                    seen.push(other.index(columns));
                }
            }
            let shown = format!(
                "[...document.querySelectorAll('#puzzle-{number} .seen')].map(cell => Number(cell.dataset.at))"
            );
            assert_eq!(reader.browser.eval(&shown), serde_json::json!(seen), "{number} on {square}:\n{board}");
            reader.click(number, square.index(columns));
        }
        for square in reader.solution(number) {
            reader.click(number, square);
        }
        assert!(reader.is_solved(number), "puzzle {number}:\n{board}");
    }
}

#[test]
fn the_page_fits_phones_and_desks_and_can_be_heard() {
    let mut book = small_book();
    book.add(single("% % . .\n. . . .\n. . . .\n. . . .", &Piece::QUEEN));
    let Some(mut reader) = Reader::new("sizes", book) else { return };
    for (width, height) in [(320, 640), (390, 844), (768, 1024), (1400, 900)] {
        reader.browser.resize(width, height);
        for scheme in ["light", "dark"] {
            reader.browser.prefer(scheme);
            let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(reader.number(overflow), 0, "{width} wide, {scheme}");
            // Squares are large enough for fingers.
            let least = reader.number("Math.floor(document.querySelector('.cell').getBoundingClientRect().width)");
            assert!(least >= 36, "{least}");
        }
        // The first board begins in the upper half of the window.
        let top = "Math.ceil(document.querySelector('.board').getBoundingClientRect().top + scrollY)";
        assert!(reader.number(top) < i64::from(height) / 2, "{} of {height}", reader.number(top));
        let columns = reader.number("new Set([...document.querySelectorAll('article')].map(a => a.offsetLeft)).size");
        assert_eq!(columns > 1, width >= 768, "{columns} columns at {width}");
    }
    let colour = |reader: &mut Reader| reader.browser.eval("getComputedStyle(document.body).backgroundColor");
    reader.browser.prefer("light");
    let light = colour(&mut reader);
    reader.browser.prefer("dark");
    assert_ne!(colour(&mut reader), light);

    // What is told to those who do not see it.
    let count =
        |reader: &mut Reader, selector: &str| reader.number(&format!("document.querySelectorAll('{selector}').length"));
    assert_eq!(count(&mut reader, "#puzzle-1 [role=grid][aria-labelledby] > [role=row]"), N as i64);
    assert_eq!(count(&mut reader, "#puzzle-1 [role=row] > [role=gridcell][aria-label]"), (N * N) as i64);
    assert_eq!(count(&mut reader, "[aria-live=polite]"), 1);
    // Buttons have different names, and everything is in a landmark.
    let named = "document.querySelectorAll('article button').length";
    let names = "new Set([...document.querySelectorAll('article button')].map(b => b.ariaLabel)).size";
    assert_eq!(reader.number(named), reader.number(names));
    let outside = "[...document.body.children].filter(e => !e.matches('header, main, footer, section[aria-label], script, \
                   [aria-hidden=true], #paper')).length";
    assert_eq!(reader.number(outside), 0);
}

/// What a printer would put on paper is drawn, with answers on the last page, whatever was placed on the boards.
#[test]
fn a_book_is_printed_empty_with_its_answers_at_the_end() {
    let Some(mut reader) = Reader::new("print", small_book()) else { return };
    for square in reader.solution(1) {
        reader.click(1, square);
    }
    reader.browser.eval("document.querySelector('#plates').value = '4'");
    reader.browser.eval("window.dispatchEvent(new Event('beforeprint'))");
    let all = reader.book.len() as i64;
    let count = |reader: &mut Reader, selector: &str| {
        reader.number(&format!("document.querySelectorAll({:?}).length", format!("#paper {selector}")))
    };
    assert_eq!(count(&mut reader, ".leaf:not(.answers)"), (all + 3) / 4);
    assert_eq!(count(&mut reader, ".leaf:not(.answers) figure"), all);
    assert_eq!(count(&mut reader, ".leaf:not(.answers) [href='#glyph-queen']"), 0);
    assert_eq!(count(&mut reader, ".leaf:not(.answers) [href='#glyph-bricks']"), 2 * all);
    let queens: usize = reader.book.puzzles().map(|(puzzle, _)| puzzle.value()).sum();
    assert_eq!(count(&mut reader, ".leaf.answers [href='#glyph-queen']"), queens as i64);
    assert_eq!(count(&mut reader, ".leaf:last-child.answers"), 1);
    // As PDF it has as many pages as leaves: none overflows, and only the leaves are printed.
    for (plates, leaves) in [("1", all), ("2", (all + 1) / 2), ("6", 1), ("12", 1)] {
        reader.browser.eval(&format!("document.querySelector('#plates').value = '{plates}'"));
        let pages = reader.browser.pages();
        assert_eq!(pages, leaves as usize + 1, "{plates} on a page");
    }
}
