//! The names and pictures of kinds.

use queenside::{Kind, Piece, Problem};

use super::words::Words;

/// The keys of the names that are in the table of words, for one and for more.
pub(super) const KEYS: [(&str, &str); 7] = [
    ("queen", "queens"),
    ("rook", "rooks"),
    ("bishop", "bishops"),
    ("knight", "knights"),
    ("king", "kings"),
    ("star", "stars-many"),
    ("piece", "pieces"),
];

/// The keys of the colours, by which kinds that look alike are named.
pub(super) const COLOURS: [&str; 2] = ["white", "black"];

/// What the page calls a kind, and how it draws it.
pub(super) struct Name {
    pub(super) one: String,
    pub(super) many: String,
    pub(super) glyph: &'static str,
    pub(super) look: &'static str,
}

/// Returns the name and the picture of a kind.
pub(super) fn name(problem: &Problem, kind: Kind, words: &Words, own: &[(String, String, String)]) -> Name {
    let called = problem.name(kind).unwrap_or("piece");
    let piece = problem.piece(kind).ok();
    let pieces = [(Piece::QUEEN, "queen"), (Piece::ROOK, "rook"), (Piece::BISHOP, "bishop"), (Piece::KNIGHT, "knight")];
    let by_piece = pieces.iter().find(|(known, _)| Some(known) == piece).map(|(_, glyph)| *glyph);
    let glyph = match (by_piece, piece == Some(&Piece::KING)) {
        (Some(glyph), _) => glyph,
        (None, true) if called == "star" => "star",
        (None, true) => "king",
        (None, false) => "piece",
    };
    // Of kinds that look alike the first, third and so on are drawn hollow and the others solid, in the dark too.
    let alike = problem.kinds().filter(|other| problem.piece(*other).ok() == piece).collect::<Vec<_>>();
    let place = alike.iter().position(|other| *other == kind).unwrap_or(0);
    let look = match (alike.len(), place % 2) {
        (0 | 1, _) => "",
        (_, 0) => "hollow",
        _ => "solid",
    };
    let text = |key: &str| words.text(key).unwrap_or(key).to_owned();
    let (one, many) = if let Some((_, one, many)) = own.iter().find(|(name, ..)| name == called) {
        (one.clone(), many.clone())
    } else if let Some((one, many)) =
        KEYS.iter().find(|(one, _)| *one == if called == "piece" { glyph } else { called })
    {
        (text(one), text(many))
    } else if COLOURS.contains(&called) && glyph != "piece" {
        let (one, many) = KEYS.iter().find(|(one, _)| *one == glyph).unwrap_or(&KEYS[6]);
        (format!("{} {}", text(called), text(one)), format!("{} {}", text(called), text(many)))
    } else {
        (called.to_owned(), format!("{called}s"))
    };
    Name { one, many, glyph, look }
}
