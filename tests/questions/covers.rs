//! The fewest queens that cover a board, counted by a program that shares no code with the crate: for each set of rows and each set of
//! columns that hold queens, the squares on none of them are covered along diagonals.

use queenside::{
    Area, Board, Constraint, Count, Engine, Explanation, Options, Piece, Problem, Symmetry, Wrap, classics,
};

/// Sets of queens on n×n, all of one size, that cover every square on which none stands.
struct Covers {
    n: u32,
    queens: u32,
    rule: Rule,
}

/// What else is asked of the queens.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    None,
    /// None attacks another.
    Apart,
    /// Each is attacked by another.
    Total,
}

/// The squares of each row as bits.
type Squares = [u32; 16];

impl Covers {
    fn number(&self) -> u64 {
        let sets = || (1..1u32 << self.n).filter(|set| set.count_ones() <= self.queens);
        let rows = sets().filter(|rows| *rows <= self.mirrored(*rows));
        rows.map(|rows| self.with_columns(rows, 0, 0)).sum()
    }

    fn all(&self) -> u32 {
        (1 << self.n) - 1
    }

    fn mirrored(&self, set: u32) -> u32 {
        set.reverse_bits() >> (32 - self.n)
    }

    /// How many sets of rows and columns are images of these; 0 if one of them is less.
    fn images(&self, rows: u32, columns: u32) -> u64 {
        let turned = |set| [set, self.mirrored(set)];
        let mut images = Vec::new();
        for (own, other) in [(rows, columns), (columns, rows)] {
            images.extend(turned(own).into_iter().flat_map(|own| turned(other).map(|other| (own, other))));
        }
        images.sort_unstable();
        images.dedup();
        if images[0] == (rows, columns) { images.len() as u64 } else { 0 }
    }

    /// Decides the columns one by one; those before `column` are.
    fn with_columns(&self, rows: u32, columns: u32, column: u32) -> u64 {
        let vacant = ((1 << column) - 1) & !columns;
        let bare = squares(self.all() & !rows, vacant);
        if columns.count_ones() > self.queens || !self.suffice(&bare, &squares(self.all(), self.all()), self.queens) {
            return 0;
        }
        if column < self.n {
            let with = |columns| self.with_columns(rows, columns, column + 1);
            return with(columns) + with(columns | 1 << column);
        }
        match self.images(rows, columns) {
            0 => 0,
            images => images * self.place(&squares(rows, columns), &bare, (rows, columns), &mut Vec::new()),
        }
    }

    /// The squares of a row that share a diagonal with a square.
    fn diagonals(&self, (row, column): (usize, u32), other: usize) -> u32 {
        let far = row.abs_diff(other) as u32;
        (1u32 << column).unbounded_shl(far) & self.all() | (1 << column) >> far
    }

    /// Whether this number of queens may cover the bare squares. Each is on one diagonal of each sort, so they cover no more than the
    /// diagonals that hold the most bare squares; nor more, each, than the best of the open squares would.
    fn suffice(&self, bare: &Squares, open: &Squares, queens: u32) -> bool {
        let (mut falling, mut rising) = ([0u32; 32], [0u32; 32]);
        let mut all = 0;
        for (row, column) in each(bare) {
            falling[row + self.n as usize - column as usize] += 1;
            rising[row + column as usize] += 1;
            all += 1;
        }
        let mut best: Vec<u32> = Vec::new();
        for (row, columns) in open.iter().enumerate() {
            let covers = bits(*columns)
                .map(|column| falling[row + self.n as usize - column as usize] + rising[row + column as usize]);
            best.extend(covers.max());
        }
        let most = best.iter().max().map_or(0, |best| best * queens);
        let along = [falling, rising].map(|mut lines| {
            lines.sort_unstable();
            lines.iter().rev().take(queens as usize).sum::<u32>()
        });
        all <= most && all <= along.iter().sum()
    }

    /// Places the queens, one on each of these rows and columns at least.
    fn place(
        &self,
        open: &Squares,
        bare: &Squares,
        (rows, columns): (u32, u32),
        placed: &mut Vec<(usize, u32)>,
    ) -> u64 {
        let queens = self.queens - placed.len() as u32;
        if rows.count_ones().max(columns.count_ones()) > queens || !self.suffice(bare, open, queens) {
            return 0;
        }
        if queens == 0 {
            return u64::from(self.rule != Rule::Total || placed.iter().all(|own| is_attacked(*own, placed)));
        }
        // A set of squares of which one must hold a queen, the smallest of those that are looked at.
        let of_rows = bits(rows).map(|row| squares(1 << row, self.all()));
        let of_columns = bits(columns).map(|column| squares(self.all(), 1 << column));
        let of_bare = each(bare).map(|from| std::array::from_fn(|row| self.diagonals(from, row)));
        let sets = of_rows
            .chain(of_columns)
            .chain(of_bare)
            .map(|set: Squares| std::array::from_fn(|row| set[row] & open[row]));
        let set = sets.min_by_key(|set: &Squares| set.iter().map(|row| row.count_ones()).sum::<u32>()).unwrap_or(*open);
        let (mut open, mut number) = (*open, 0);
        for (row, column) in each(&set) {
            open[row] &= !(1 << column);
            let (mut further, mut left) = (open, *bare);
            for other in 0..self.n as usize {
                let covered = self.diagonals((row, column), other);
                left[other] &= !covered;
                if self.rule == Rule::Apart {
                    further[other] &= if other == row { 0 } else { !(covered | 1 << column) };
                }
            }
            placed.push((row, column));
            number += self.place(&further, &left, (rows & !(1 << row), columns & !(1 << column)), placed);
            placed.pop();
        }
        number
    }
}

/// Whether another queen is in line with this one: that there may be others between does not matter.
fn is_attacked((row, column): (usize, u32), placed: &[(usize, u32)]) -> bool {
    placed.iter().filter(|other| **other != (row, column)).any(|(other, others)| {
        let (down, right) = (row.abs_diff(*other), column.abs_diff(*others) as usize);
        down == 0 || right == 0 || down == right
    })
}

/// The squares on these rows and columns.
fn squares(rows: u32, columns: u32) -> Squares {
    std::array::from_fn(|row| if rows >> row & 1 == 1 { columns } else { 0 })
}

fn bits(set: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |bit| set >> bit & 1 == 1)
}

fn each(squares: &Squares) -> impl Iterator<Item = (usize, u32)> + '_ {
    squares.iter().enumerate().flat_map(|(row, columns)| bits(*columns).map(move |column| (row, column)))
}

fn problem(n: u32, rule: Rule) -> Problem {
    let make = match rule {
        Rule::None => classics::domination,
        Rule::Apart => classics::independent_domination,
        Rule::Total => classics::total_domination,
    };
    make(Board::square(n as usize), Piece::QUEEN)
}

#[test]
fn the_fewest_queens_that_cover_a_board_are_counted_twice() {
    let lines = Options::new().engine(Engine::Lines);
    for n in 3..=9 {
        for rule in [Rule::None, Rule::Apart, Rule::Total] {
            let fewest = problem(n, rule).using(&lines).minimize().unwrap();
            let queens = fewest.value().unwrap().expect("a few queens cover the board") as u32;
            let number = fewest.optima().unwrap().using(&lines).count().unwrap().exact().unwrap();
            assert_eq!(number, Covers { n, queens, rule }.number(), "{queens} on {n}×{n}, {rule:?}");
            assert_eq!(Covers { n, queens: queens - 1, rule }.number(), 0, "{n}×{n}, {rule:?}");
        }
    }
}

/// The numbers are those of `docs/new-numbers.md`.
#[test]
#[ignore = "hours in a release build"]
fn covers_of_larger_boards_are_counted_twice() {
    for (n, queens, rule, number) in [
        (13, 7, Rule::None, 288),
        (13, 7, Rule::Apart, 24),
        (14, 8, Rule::Apart, 436),
        (14, 8, Rule::None, 4632),
        (12, 7, Rule::Total, 72),
        (13, 8, Rule::Total, 1830),
    ] {
        assert_eq!(Covers { n, queens, rule }.number(), number, "{queens} on {n}×{n}, {rule:?}");
    }
}

/// The classes of A002563, A002567 and A002565 by Burnside's lemma: the search counts the sets that each symmetry of the square maps onto
/// themselves, and the number of all is that of the program here or as published.
#[test]
fn classes_of_covers_follow_from_the_symmetric_ones() {
    let symmetries = [
        (Symmetry::QuarterTurn, 2),
        (Symmetry::HalfTurn, 1),
        (Symmetry::MirrorColumns, 1),
        (Symmetry::MirrorRows, 1),
        (Symmetry::Transpose, 1),
        (Symmetry::Antitranspose, 1),
    ];
    let search = Options::new().engine(Engine::Search);
    for (n, queens, rule, number, classes) in [
        (12, 6, Rule::None, 8_u64, 1_u64),
        (13, 7, Rule::None, 288, 41),
        (14, 8, Rule::Apart, 436, 55),
        (15, 9, Rule::Apart, 10_188, 1314),
        (12, 7, Rule::Total, 72, 10),
        (13, 8, Rule::Total, 1830, 243),
    ] {
        let mut fixed = Count::from(number);
        for (symmetry, times) in symmetries {
            let mut own = problem(n, rule);
            let queen = own.kinds().next().expect("it has one kind");
            own.add(Constraint::count(queen, Area::Everywhere, queens));
            own.add(Constraint::symmetric([symmetry], Area::Everywhere));
            let count = own.using(&search).count().unwrap().exact().unwrap();
            (0..times).for_each(|_| fixed += count.clone());
        }
        assert_eq!(fixed, 8 * classes, "{queens} on {n}×{n}, {rule:?}");
    }
}

/// Where each row and column is one line the engine has turns, and not where walls divide them, where edges meet or where a piece only
/// leaps.
#[test]
fn covers_along_lines_take_turns_by_default() {
    let takes_part = |explanation: &Explanation| explanation.turns().iter().any(|turn| turn.engine == Engine::Lines);
    let fewest = problem(12, Rule::None).minimize().unwrap();
    assert_eq!(fewest.value().unwrap(), Some(6));
    let optima = fewest.optima().unwrap().count().unwrap();
    assert!(takes_part(fewest.explain()) && takes_part(optima.explain()));
    let mut six = problem(13, Rule::None);
    let queen = six.kinds().next().expect("it has one kind");
    six.add(Constraint::count(queen, Area::Everywhere, 6));
    let none = six.solve().unwrap();
    assert!(none.placement().unwrap().is_none() && takes_part(none.explain()));
    let walled = Board::square(9).with_walls([(3, 3), (6, 2)]);
    let torus = Board::square(9).with_wrap(Wrap::Both);
    for other in [
        classics::domination(walled, Piece::QUEEN),
        classics::domination(torus, Piece::QUEEN),
        classics::domination(Board::square(12), Piece::KNIGHT),
    ] {
        let fewest = other.minimize().unwrap();
        assert!(fewest.value().unwrap().is_some() && !takes_part(fewest.explain()), "{other}");
    }
}
