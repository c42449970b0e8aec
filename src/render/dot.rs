//! The attack graph, in the language of Graphviz.

use super::lines;
use super::picture::Picture;
use crate::judge::Position;
use crate::language::{Board, OrderedSet, Piece, Placement, Setup, Sight, Square};

impl Placement {
    /// Returns the attack graph as DOT: a node for each piece at its square; an edge where two pieces attack each
    /// other, an arrow where only one does. `neato -n2` draws it in the shape of the board.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Sight};
    ///
    /// // R R .    The rooks attack each other, the second one the king, and he it.
    /// // . K .
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("king", Piece::KING);
    /// let dot = Placement::parse(&problem, "R R .\n. K .")?.to_dot(Sight::First);
    /// assert!(dot.contains("a2 -> b2 [dir=none];") && dot.contains("b2 -> b1 [dir=none];"));
    /// // From the corner the king attacks one more: the first rook does not attack it back.
    /// assert!(dot.contains("b1 -> a2;"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_dot(&self, sight: Sight) -> String {
        let mut nodes = self.placed().iter().map(|(square, kind)| {
            let name = &self.setup().kinds[usize::from(*kind)].name;
            (*square, Some(name.as_str()))
        });
        let pairs = lines::attacks(&Picture::of(self), sight).into_iter().map(|attack| (attack.from, attack.to));
        written(&self.setup().board, &mut nodes, &pairs.collect())
    }
}

impl Board {
    /// Returns the graph of a piece on the empty board as DOT: a node for each open square, an edge where the piece
    /// attacks one square from the other. Its independent sets are placements in which no piece attacks another, as
    /// long as none stands in between.
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
        let setup = Setup::new(self.clone());
        let position = Position::new(&setup);
        let open = self.open();
        let mut pairs = OrderedSet::default();
        for from in &open {
            for to in position.covered(from, piece, Sight::First).iter().filter(|to| open.contains(**to)) {
                pairs.insert((from, *to));
            }
        }
        written(self, &mut open.iter().map(|square| (square, None)), &pairs)
    }
}

/// Writes the graph; undirected if no edge has a direction.
fn written(
    board: &Board,
    nodes: &mut dyn Iterator<Item = (Square, Option<&str>)>,
    pairs: &OrderedSet<(Square, Square)>,
) -> String {
    let name = |square: Square| square.to_algebraic(board.rows()).unwrap_or_default();
    let is_mutual = |(from, to): &(Square, Square)| pairs.contains(&(*to, *from));
    let is_directed = !pairs.iter().all(is_mutual);
    let mut dot = format!("{} board {{\n", if is_directed { "digraph" } else { "graph" });
    for (square, kind) in nodes {
        // Points of 1/72 inch; y grows upwards.
        let place = (72 * square.column(), 72 * (board.rows() - 1 - square.row()));
        let label = kind.map_or(String::new(), |kind| format!("label=\"{} {}\", ", escaped(kind), name(square)));
        dot += &format!("  {} [{label}pos=\"{},{}\"];\n", name(square), place.0, place.1);
    }
    for pair in pairs.iter() {
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
