//! A transform resolved for one board and its kinds: the image of each square and kind.

use crate::language::{Board, Fault, Problem, Square, Symmetry, Transform, Wrap};

/// One symmetry, resolved for a board and its kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Element {
    pub(crate) symmetry: Symmetry,
    /// Rows and columns added after the symmetry, round the edges.
    pub(crate) shift: (usize, usize),
    /// The image of each kind.
    pub(crate) kinds: Vec<u16>,
}

impl Element {
    /// Resolves a transform for a board and a number of kinds. Its handles must have been checked.
    pub(crate) fn new(transform: &Transform, board: &Board, kinds: usize) -> Result<Self, String> {
        let (rows, columns, wrap) = (board.rows(), board.columns(), board.wrap());
        let symmetry = transform.symmetry;
        if symmetry.swaps_axes() && (rows != columns || matches!(wrap, Wrap::Rows | Wrap::Columns)) {
            return Err(format!("a {rows}×{columns} board with wrap {wrap:?} has no symmetry {symmetry:?}"));
        }
        let shift = (transform.shift.0 % rows, transform.shift.1 % columns);
        if (shift.0 > 0 && !wrap.rows()) || (shift.1 > 0 && !wrap.columns()) {
            let (down, right) = transform.shift;
            return Err(format!("a board with wrap {wrap:?} cannot be shifted by ({down},{right})"));
        }
        let mut image: Vec<u16> = (0..kinds as u16).collect();
        for (a, b) in &transform.swaps {
            for kind in &mut image {
                *kind = if *kind == a.index {
                    b.index
                } else if *kind == b.index {
                    a.index
                } else {
                    *kind
                };
            }
        }
        Ok(Self { symmetry, shift, kinds: image })
    }

    /// Reports the transforms that a checked board does not have.
    pub(crate) fn faults(transforms: &[Transform], board: &Board, place: &str) -> Vec<Fault> {
        let reasons = transforms.iter().filter_map(|transform| Self::new(transform, board, 0).err());
        reasons.map(|reason| Fault::LacksSymmetry { place: place.to_owned(), reason }).collect()
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.symmetry == Symmetry::Identity && self.shift == (0, 0) && self.fixes_kinds()
    }

    pub(crate) fn fixes_kinds(&self) -> bool {
        self.kinds.iter().enumerate().all(|(kind, image)| kind == usize::from(*image))
    }

    /// Returns the image of a square on a board of this size.
    pub(crate) fn square(&self, square: Square, rows: usize, columns: usize) -> Square {
        let (r, c) = (square.row(), square.column());
        let (down, right) = (rows - 1 - r, columns - 1 - c);
        let (r, c) = match self.symmetry {
            Symmetry::Identity => (r, c),
            Symmetry::QuarterTurn => (c, down),
            Symmetry::HalfTurn => (down, right),
            Symmetry::ThreeQuarterTurn => (right, r),
            Symmetry::MirrorColumns => (r, right),
            Symmetry::MirrorRows => (down, c),
            Symmetry::Transpose => (c, r),
            Symmetry::Antitranspose => (right, down),
        };
        Square::new((r + self.shift.0) % rows, (c + self.shift.1) % columns)
    }

    /// Returns the image of a kind.
    pub(crate) fn kind(&self, kind: u16) -> u16 {
        self.kinds.get(usize::from(kind)).copied().unwrap_or(kind)
    }

    /// Describes the element for messages.
    pub(crate) fn describe(&self) -> String {
        let mut text = format!("{:?}", self.symmetry);
        if self.shift != (0, 0) {
            text = format!("{text} shifted by ({},{})", self.shift.0, self.shift.1);
        }
        if !self.fixes_kinds() {
            text += " with kinds swapped";
        }
        text
    }

    /// Returns the transform that resolves to this element: its permutation of the kinds as swaps.
    pub(crate) fn transform(&self, problem: &Problem) -> Transform {
        let mut transform = Transform::from(self.symmetry).shifted(self.shift.0, self.shift.1);
        let handle = |kind: u16| problem.setup().handle(kind);
        let mut reached: Vec<u16> = (0..self.kinds.len() as u16).collect();
        for kind in 0..self.kinds.len() {
            let (now, wanted) = (reached[kind], self.kinds[kind]);
            if now != wanted {
                transform = transform.swapping(handle(now), handle(wanted));
                for image in &mut reached {
                    *image = if *image == now {
                        wanted
                    } else if *image == wanted {
                        now
                    } else {
                        *image
                    };
                }
            }
        }
        transform
    }

    /// Returns the composition: first this, then the other.
    pub(crate) fn then(&self, other: &Self, rows: usize, columns: usize) -> Self {
        let corner = Square::new(0, 0);
        let symmetry = self.symmetry.then(other.symmetry);
        let plain = Self { symmetry, shift: (0, 0), kinds: Vec::new() }.square(corner, rows, columns);
        let moved = other.square(self.square(corner, rows, columns), rows, columns);
        let shift = ((moved.row() + rows - plain.row()) % rows, (moved.column() + columns - plain.column()) % columns);
        Self { symmetry, shift, kinds: self.kinds.iter().map(|kind| other.kind(*kind)).collect() }
    }
}
