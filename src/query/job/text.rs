//! Placements and paths as words: texts without blanks.

use std::sync::Arc;

use crate::answer::Path;
use crate::language::{Placement, Problem, Square};

/// Returns a placement as a word: the index of each square with its kind, if it is not the first; `-` if it is empty.
pub(super) fn placement(placed: &[(Square, u16)], problem: &Problem) -> String {
    let columns = problem.board().columns();
    let piece = |(square, kind): &(Square, u16)| {
        let index = square.index(columns);
        if *kind == 0 { index.to_string() } else { format!("{index}:{kind}") }
    };
    let pieces: Vec<String> = placed.iter().map(piece).collect();
    if pieces.is_empty() { "-".to_owned() } else { pieces.join(",") }
}

/// Reads a placement; it is not judged.
pub(super) fn read_placement(word: &str, problem: &Arc<Problem>) -> Option<Placement> {
    let (columns, open) = (problem.board().columns(), problem.board().open());
    let mut placed = Vec::new();
    if word != "-" {
        for piece in word.split(',') {
            let (index, kind) = piece.split_once(':').unwrap_or((piece, "0"));
            let (index, kind): (usize, u16) = (index.parse().ok()?, kind.parse().ok()?);
            let square = Square::from_index(index, columns)?;
            let is_there = index < problem.board().rows() * columns && usize::from(kind) < problem.setup().kinds.len();
            placed.push(Some((square, kind)).filter(|_| is_there && open.contains(square))?);
        }
    }
    let are_sorted = placed.windows(2).all(|two| two[0].0 < two[1].0);
    are_sorted.then(|| Placement::from_sorted(Arc::clone(problem.setup()), placed))
}

/// Returns paths as a word: numbers joined by dots, paths by commas; `-` is the path to the root, and `.` no path at all.
pub(super) fn paths(paths: &[Path]) -> String {
    let path = |path: &Path| {
        if path.is_empty() {
            return "-".to_owned();
        }
        path.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
    };
    if paths.is_empty() { ".".to_owned() } else { paths.iter().map(path).collect::<Vec<_>>().join(",") }
}

/// Reads paths.
pub(super) fn read_paths(word: &str) -> Option<Vec<Path>> {
    let path = |word: &str| -> Option<Path> {
        if word == "-" {
            return Some(Path::new());
        }
        word.split('.').map(|number| number.parse().ok()).collect()
    };
    if word == "." { Some(Vec::new()) } else { word.split(',').map(path).collect() }
}
