//! The pictures of the pieces, as symbols of SVG in a square of 100 by 100.

/// One symbol for each of the five pieces of chess, a star, a disc for all others, and bricks for walls.
pub(super) const ALL: &str = r#"<svg width="0" height="0" class="quiet" aria-hidden="true">
<symbol id="glyph-queen" viewBox="0 0 100 100"><path d="M23 73 13 33l19 20 18-30 18 30 19-20-10 40ZM22 78h56v9q0 2-2 2H24q-2 0-2-2Z"/><circle cx="12" cy="27" r="6"/><circle cx="50" cy="16" r="7"/><circle cx="88" cy="27" r="6"/></symbol>
<symbol id="glyph-rook" viewBox="0 0 100 100"><path d="M22 14h12v9h10v-9h12v9h10v-9h12v24l-9 8v24l7 8H24l7-8V46l-9-8ZM19 81h62v8H19Z"/></symbol>
<symbol id="glyph-bishop" viewBox="0 0 100 100"><circle cx="50" cy="15" r="6"/><path d="M50 22c20 14 26 30 16 45H34c-10-15-4-31 16-45ZM55 34l-9 16 6 4 9-16ZM31 70h38v7H31ZM21 81h58v8H21Z"/></symbol>
<symbol id="glyph-king" viewBox="0 0 100 100"><path d="M46 8h8v8h8v8h-8v10h-8V24h-8v-8h8ZM50 40c6-10 36-10 36 10 0 10-8 16-12 24H26c-4-8-12-14-12-24 0-20 30-20 36-10ZM24 79h52v10H24Z"/></symbol>
<symbol id="glyph-knight" viewBox="0 0 100 100"><path d="M30 78c0-14 14-20 15-31-6 7-14 10-20 13l-9-9c3-8 9-15 15-21l1-15 11 9c24 0 38 20 36 54ZM38 32a3 3 0 1 0 .1 0ZM24 82h58v7H24Z"/></symbol>
<symbol id="glyph-piece" viewBox="0 0 100 100"><path d="M50 12a38 38 0 1 0 .1 0ZM50 24a26 26 0 1 1-.1 0ZM50 34a16 16 0 1 0 .1 0Z"/></symbol>
<symbol id="glyph-bricks" viewBox="0 0 100 100"><path d="M0 0h100v4H0ZM0 96h100v4H0ZM0 0h4v100H0ZM96 0h4v100h-4ZM0 31h100v5H0ZM0 64h100v5H0ZM48 0h5v33h-5ZM25 33h5v33h-5ZM70 33h5v33h-5ZM48 66h5v33h-5Z"/></symbol>
<symbol id="glyph-star" viewBox="0 0 100 100"><path d="M50 8l12 29 31 2-24 20 8 31-27-17-27 17 8-31L7 39l31-2Z"/></symbol>
</svg>"#;
