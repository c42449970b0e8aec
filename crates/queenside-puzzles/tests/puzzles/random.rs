//! Random problems of the whole language.

use queenside::{
    Area, Board, Constraint, Direction, Interval, Kinds, Piece, Problem, Square, SquareSet, Symmetry, Wrap,
};

/// Random numbers, the same for the same seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    fn range(&mut self, max: usize) -> Interval {
        let (one, other) = (self.below(max + 1), self.below(max + 1));
        match self.below(4) {
            0 => Interval::from(one.min(other)..=one.max(other)),
            1 => Interval::from(..=one),
            2 => Interval::from(one.min(2)..),
            _ => Interval::from(one),
        }
    }

    fn squares(&mut self, board: &Board) -> SquareSet {
        board.squares().iter().filter(|_| self.below(3) == 0).collect()
    }
}

/// A random problem on a small board.
pub(crate) fn problem(random: &mut Random) -> Problem {
    let (rows, columns) = (2 + random.below(3), 2 + random.below(3));
    let mut board = Board::new(rows, columns);
    if random.below(5) == 0 {
        board = board.with_wrap([Wrap::Rows, Wrap::Columns, Wrap::Both][random.below(3)]);
    }
    let area = rows * columns;
    let all: Vec<Square> = board.squares().iter().collect();
    let some = |random: &mut Random| -> Vec<Square> {
        (0..random.below(3)).map(|_| all[random.below(area)]).collect::<SquareSet>().into_iter().collect()
    };
    let (walls, forbidden, holes) = (some(random), some(random), some(random));
    let taken: SquareSet = walls.iter().copied().collect();
    let forbidden: Vec<Square> = forbidden.into_iter().filter(|square| !taken.contains(*square)).collect();
    let taken = &taken | &forbidden.iter().copied().collect();
    let holes: Vec<Square> = holes.into_iter().filter(|square| !taken.contains(*square)).collect();
    board = board.with_walls(walls).with_forbidden(forbidden).with_holes(holes);
    if random.below(2) == 0 {
        board = board.with_region("left", all.iter().copied().filter(|square| square.column() < columns / 2 + 1));
        board = board.with_region("right", all.iter().copied().filter(|square| square.column() > columns / 2));
    }
    let pieces = [Piece::QUEEN, Piece::ROOK, Piece::KING, Piece::KNIGHT, Piece::BISHOP, Piece::WAZIR, Piece::BLOCKER];
    let mut problem = Problem::new(board.clone());
    for name in ["a", "b"].iter().take(1 + random.below(2)) {
        problem.add_kind(*name, pieces[random.below(pieces.len())].clone());
    }
    for _ in 0..=random.below(4) {
        let rule = rule(random, &problem);
        problem.add(rule);
        problem.check().unwrap();
    }
    problem
}

fn rule(random: &mut Random, problem: &Problem) -> Constraint {
    let board = problem.board();
    let kinds: Vec<_> = problem.kinds().collect();
    let choose = |random: &mut Random| -> Kinds {
        match random.below(3) {
            0 => kinds.iter().copied().collect(),
            _ => kinds[random.below(kinds.len())].into(),
        }
    };
    let area = |random: &mut Random| match random.below(6) {
        0 => Area::Everywhere,
        1 => Area::from(random.squares(board)),
        2 => Area::EachRegion,
        3 => Area::rows(),
        4 => Area::lines(Direction::QUEEN),
        _ => Area::each([random.squares(board), random.squares(board)]),
    };
    match random.below(10) {
        0 | 1 => {
            let rule = Constraint::attacks(choose(random), choose(random), 0);
            if random.below(3) == 0 { rule.through() } else { rule }
        }
        2 => {
            let rule = Constraint::attacks(choose(random), choose(random), random.range(3));
            if random.below(3) == 0 { rule.through() } else { rule }
        }
        3 => {
            let rule = Constraint::covered(area(random), choose(random), random.range(2));
            let rule = if random.below(3) == 0 { rule.through() } else { rule };
            if random.below(2) == 0 { rule.where_vacant() } else { rule }
        }
        4 => Constraint::occupied_lines(choose(random), [Direction::ROW, Direction::DIAGONAL], random.range(5)),
        5 if kinds.len() > 1 => Constraint::balance(kinds[0], kinds[1], random.range(2)),
        6 => {
            let squares: Vec<Square> = random.squares(board).iter().collect();
            let terms: Vec<_> = squares
                .iter()
                .map(|square| (random.below(7) as i64 - 3, kinds[random.below(kinds.len())], *square))
                .collect();
            Constraint::linear(terms, random.range(4))
        }
        7 if board.wrap() == Wrap::None => Constraint::symmetric([Symmetry::HalfTurn], area(random)),
        _ => Constraint::count(choose(random), area(random), random.range(4)),
    }
}
