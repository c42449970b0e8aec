//! Who attacks whom as a graph, in the language of Graphviz.

use std::collections::BTreeSet;

use super::lines;
use super::picture::Picture;
use crate::board::Board;
use crate::constraint::Sight;
use crate::piece::Piece;
use crate::placement::Placement;
use crate::problem::Scene;
use crate::sight::Position;
use crate::square::Square;

impl Placement {
    /// Returns the graph of who attacks whom as DOT: a node for each piece, where it stands; an edge where two attack each
    /// other, an arrow where one does. `neato -n2` draws it in the shape of the board.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Sight};
    ///
    /// // R R .    The rooks attack each other, the second one the king, and he it.
    /// // . K .
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// problem.kind("rook", Piece::ROOK);
    /// problem.kind("king", Piece::KING);
    /// let dot = Placement::parse(&problem, "R R .\n. K .")?.to_dot(Sight::First);
    /// assert!(dot.contains("a2 -> b2 [dir=none];") && dot.contains("b2 -> b1 [dir=none];"));
    /// // From the corner the king attacks one more: the first rook does not attack him.
    /// assert!(dot.contains("b1 -> a2;"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_dot(&self, sight: Sight) -> String {
        let nodes = self.men().iter().map(|(square, kind)| {
            let name = &self.scene().kinds[usize::from(*kind)].name;
            (*square, Some(name.as_str()))
        });
        let pairs = lines::attacks(&Picture::of(self), sight).into_iter().map(|attack| (attack.from, attack.to));
        written(&self.scene().board, nodes, &pairs.collect())
    }
}

impl Board {
    /// Returns the graph of a piece on the empty board as DOT: a node for each open square, an edge where the piece attacks
    /// from one square the other. Independent sets of it are placements in which none attacks another, as far as nobody
    /// stands in between.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // Knights on 3×3 walk in a circle round the middle.
    /// let dot = Board::square(3).to_dot(&Piece::KNIGHT);
    /// assert!(dot.starts_with("graph board {"));
    /// assert_eq!((dot.matches(" -- ").count(), dot.matches("pos=").count()), (8, 9));
    /// ```
    pub fn to_dot(&self, piece: &Piece) -> String {
        if self.check().is_err() {
            return "graph board {\n}\n".to_owned();
        }
        let scene = Scene::new(self.clone());
        let position = Position::new(&scene);
        let open = self.open();
        let pairs: BTreeSet<(Square, Square)> = open
            .iter()
            .flat_map(|from| {
                let seen = position.covered(from, piece, Sight::First);
                seen.into_iter().filter(|to| open.contains(*to)).map(move |to| (from, to))
            })
            .collect();
        written(self, open.iter().map(|square| (square, None)), &pairs)
    }
}

/// Writes a graph without directions if there are none in it.
fn written<'a>(
    board: &Board,
    nodes: impl Iterator<Item = (Square, Option<&'a str>)>,
    pairs: &BTreeSet<(Square, Square)>,
) -> String {
    let name = |square: Square| square.to_algebraic(board.rows()).unwrap_or_default();
    let is_mutual = |(from, to): &(Square, Square)| pairs.contains(&(*to, *from));
    let is_directed = !pairs.iter().all(is_mutual);
    let mut dot = format!("{} board {{\n", if is_directed { "digraph" } else { "graph" });
    for (square, kind) in nodes {
        // Points of 1/72 inch, upwards.
        let place = (72 * square.column(), 72 * (board.rows() - 1 - square.row()));
        let label = kind.map_or(String::new(), |kind| format!("label=\"{} {}\", ", escaped(kind), name(square)));
        dot += &format!("  {} [{label}pos=\"{},{}\"];\n", name(square), place.0, place.1);
    }
    for pair in pairs {
        let (from, to) = (name(pair.0), name(pair.1));
        match (is_mutual(pair), is_directed) {
            (true, _) if pair.0 > pair.1 => {}
            (true, false) => dot += &format!("  {from} -- {to};\n"),
            (true, true) => dot += &format!("  {from} -> {to} [dir=none];\n"),
            (false, _) => dot += &format!("  {from} -> {to};\n"),
        }
    }
    dot + "}\n"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
