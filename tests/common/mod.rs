//! Random small problems of the whole language.

use proptest::prelude::*;
use queenside::{
    Area, Board, Constraint, Direction, Interval, Kind, Kinds, Move, Piece, Problem, Square, SquareSet, Symmetry,
    Terrain, Transform, Wrap,
};

/// Placements an oracle may have to try.
const MOST_SUBSETS: f64 = 5000.0;

/// A description that shrinks well: plain numbers, of which [`build`] makes sense.
type Plan = (Shape, Vec<u8>, Vec<(u8, [u8; 6], u16)>, Vec<i8>);
type Shape = (usize, usize, u8, Vec<u8>);

/// Random problems, their rules sound, with weights for their kinds: odd shapes, all wraps, all terrain, one to three kinds, up to four rules of any sort.
pub(crate) fn cases() -> impl Strategy<Value = (Problem, Vec<(Kind, i64)>)> {
    let shape = (1usize..=4, 1usize..=6, 0u8..8, prop::collection::vec(0u8..12, 24));
    let rule = (0u8..20, any::<[u8; 6]>(), any::<u16>());
    let plan = (
        shape,
        prop::collection::vec(0u8..24, 1..=3),
        prop::collection::vec(rule, 0..=4),
        prop::collection::vec(-3i8..=3, 3),
    );
    plan.prop_map(build)
}

fn build((shape, pieces, rules, weights): Plan) -> (Problem, Vec<(Kind, i64)>) {
    let board = board(shape, pieces.len());
    let mut problem = Problem::new(board);
    let kinds: Vec<Kind> = pieces
        .iter()
        .enumerate()
        .map(|(index, choice)| problem.add_kind(format!("kind {index}"), piece(*choice)))
        .collect();
    for (sort, numbers, bits) in rules {
        let constraint = Ingredients { problem: &problem, kinds: &kinds, numbers, bits }.constraint(sort);
        // Rules that make no sense here, such as a quarter turn of a rectangle, are left out.
        let longer = problem.clone().with(constraint);
        if longer.check().is_ok() {
            problem = longer;
        }
    }
    let weights = kinds.iter().zip(weights).map(|(kind, weight)| (*kind, i64::from(weight))).collect();
    (problem, weights)
}

fn board((rows, columns, wrap, cells): Shape, kinds: usize) -> Board {
    let mut open = 0;
    let max = (MOST_SUBSETS.ln() / (kinds as f64 + 1.0).ln()).floor() as i32;
    let mut board = Board::new(rows, columns).with_wrap(match wrap {
        0 => Wrap::Columns,
        1 => Wrap::Rows,
        2 => Wrap::Both,
        _ => Wrap::None,
    });
    for row in 0..rows {
        for column in 0..columns {
            let terrain = match cells[row * columns + column] {
                0 => Terrain::Wall,
                1 => Terrain::Forbidden,
                2 => Terrain::Hole,
                _ if open < max => Terrain::Open,
                number => [Terrain::Wall, Terrain::Forbidden, Terrain::Hole][usize::from(number % 3)],
            };
            open += i32::from(terrain == Terrain::Open);
            board = board.with_terrain(terrain, [(row, column)]);
        }
    }
    let column = |column: usize| (0..rows).map(move |row| (row, column));
    board.with_region("left", column(0)).with_region("right", column(columns - 1))
}

fn piece(choice: u8) -> Piece {
    match choice {
        0..=2 => Piece::QUEEN,
        3 | 4 => Piece::ROOK,
        5 => Piece::BISHOP,
        6 | 7 => Piece::KING,
        8 => Piece::KNIGHT,
        9 => Piece::WHITE_PAWN,
        10 => Piece::BLACK_PAWN,
        11 => Piece::AMAZON,
        12 => Piece::NIGHTRIDER,
        13 => Piece::QUEEN.within(2),
        14 => Piece::ROOK.within(2).and(&Piece::KNIGHT),
        15 => Piece::new([Move::ride(0, 1)]),
        16 => Piece::new([Move::ride(-1, 0), Move::leap(1, 1)]),
        // Two ways to the same square.
        17 => Piece::DABBABA.and(&Piece::ROOK),
        18 => Piece::new([Move::ride(0, 1), Move::ride(0, 2), Move::ride(0, -1)]),
        19 => Piece::new([Move::ride(0, 1).within(3), Move::leap(0, 1), Move::leap(3, 0)]),
        20 => Piece::new([Move::ride(1, 1).within(1), Move::ride(-1, -1).within(1)]),
        _ => Piece::BLOCKER,
    }
}

struct Ingredients<'a> {
    problem: &'a Problem,
    kinds: &'a [Kind],
    numbers: [u8; 6],
    bits: u16,
}

impl Ingredients<'_> {
    fn constraint(&self, sort: u8) -> Constraint {
        let (first, second) = (self.some_kinds(0), self.some_kinds(1));
        match sort {
            0..=2 => Constraint::attacks(first, second, 0),
            3 => {
                let all: Kinds = self.kinds.iter().copied().collect();
                Constraint::attacks(all.clone(), all, 0)
            }
            4 | 5 => Constraint::attacks(first, second, self.range(3)),
            6 => Constraint::attacks(first, second, self.range(3)).through(),
            7 => Constraint::covered(self.area(), first, self.range(3)),
            8 => Constraint::covered(self.area(), first, 1..).where_vacant(),
            9 => Constraint::covered(self.area(), first, self.range(2)).where_vacant().through(),
            10 | 11 => Constraint::count(first, self.area(), self.range(4)),
            12 => Constraint::fixed(self.kinds[0], self.set().iter().take(2)),
            13 => Constraint::occupied_lines(first, self.directions(), self.range(6)),
            14 => {
                Constraint::balance(first, second, i64::from(self.numbers[2] % 3) - 1..=i64::from(self.numbers[3] % 3))
            }
            15 => {
                let squares = self.problem.board().squares();
                let kind = |index: usize| self.kinds[(index + usize::from(self.numbers[0])) % self.kinds.len()];
                let number = |index: usize| i64::from(self.bits >> (index % 13) & 7) - 3;
                let terms = squares.iter().enumerate().map(|(index, square)| (number(index), kind(index), square));
                Constraint::linear(terms, self.range(5))
            }
            16 => {
                let all: Kinds = self.kinds.iter().copied().collect();
                Constraint::count(all, Area::Everywhere, ..=self.numbers[2] % 4)
            }
            17 => Constraint::covered(Area::Everywhere, first, 1..).where_vacant(),
            18 => Constraint::covered(Area::Everywhere, first, self.range(2)),
            _ => {
                let shift = (usize::from(self.numbers[2] % 3), usize::from(self.numbers[3] % 2));
                let mut transform = Transform::from(Symmetry::ALL[usize::from(self.numbers[0] % 8)]);
                if self.numbers[1].is_multiple_of(3) {
                    transform = transform.shifted(shift.0, shift.1);
                }
                if self.numbers[1].is_multiple_of(4) {
                    transform = transform.swapping(self.kinds[0], self.kinds[self.kinds.len() - 1]);
                }
                Constraint::symmetric([transform], self.area())
            }
        }
    }

    fn some_kinds(&self, which: usize) -> Kinds {
        let chosen = self.numbers[which];
        let kinds = self.kinds.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1).map(|(_, kind)| *kind);
        let kinds: Vec<Kind> = kinds.collect();
        if kinds.is_empty() { self.kinds[0].into() } else { kinds.into() }
    }

    fn range(&self, max: u8) -> Interval {
        let (a, b) = (self.numbers[2] % (max + 1), self.numbers[3] % (max + 1));
        match self.numbers[4] % 4 {
            0 => (..=a).into(),
            1 => (a.min(2)..).into(),
            2 => a.into(),
            _ => (a.min(b)..=a.max(b)).into(),
        }
    }

    fn set(&self) -> SquareSet {
        let squares = self.problem.board().squares();
        squares
            .iter()
            .enumerate()
            .filter(|(index, _)| self.bits >> (index % 16) & 1 == 1)
            .map(|(_, square)| square)
            .collect()
    }

    fn directions(&self) -> Vec<Direction> {
        let all =
            [Direction::ROW, Direction::COLUMN, Direction::DIAGONAL, Direction::ANTIDIAGONAL, Direction::new(1, 2)];
        all.into_iter()
            .enumerate()
            .filter(|(index, _)| self.bits >> index & 1 == 1)
            .map(|(_, direction)| direction)
            .collect()
    }

    fn area(&self) -> Area {
        match self.numbers[5] % 8 {
            0 => Area::Everywhere,
            1 => self.problem.region_named("left").map_or(Area::Everywhere, Area::from),
            2 => Area::EachRegion,
            3 => Area::lines(self.directions()),
            4 => Area::EveryLine,
            5 => Area::each([self.set(), SquareSet::from([Square::new(0, 0)])]),
            _ => self.set().into(),
        }
    }
}
