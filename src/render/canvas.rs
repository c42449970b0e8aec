//! The drawing operations that every output format implements.

use super::shape::Shape;
use super::theme::Paint;

/// The side of a square of the board, in units of the picture.
pub(super) const SIDE: f64 = 100.0;

/// A place in the picture: to the right and down from its top left corner.
pub(super) type Place = (f64, f64);

/// A picture being drawn. Paths are written as SVG has them, which LaTeX reads as well.
pub(super) trait Canvas {
    /// Fills a closed path.
    fn fill(&mut self, path: &str, paint: Paint);

    /// Draws along a path.
    fn stroke(&mut self, path: &str, paint: Paint, line: Stroke);

    /// Draws a circle: filled, or as a line.
    fn circle(&mut self, middle: Place, radius: f64, paint: Paint, line: Option<Stroke>);

    /// Writes text; its line begins, ends or has its middle at `place`.
    fn text(&mut self, place: Place, size: f64, anchor: Anchor, paint: Paint, text: &str);

    /// Writes text upwards; its line has its middle at `place`.
    fn text_upwards(&mut self, place: Place, size: f64, paint: Paint, text: &str);

    /// Draws a figure into the square whose top left corner this is.
    fn figure(&mut self, shape: Shape, corner: Place, body: Paint, outline: Paint);

    /// Begins a part of the picture at another origin, with a title for screen readers.
    fn begin(&mut self, origin: Place, title: &str);

    /// Ends the part that was begun last.
    fn end(&mut self);
}

/// Where a text lies relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) width: f64,
    pub(super) ends: LineCap,
    /// Lengths of dashes and of the gaps between them.
    pub(super) dashes: Option<(f64, f64)>,
    pub(super) is_faint: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineCap {
    Flat,
    Round,
    Square,
}

impl Stroke {
    pub(super) fn wide(width: f64) -> Self {
        Self { width, ends: LineCap::Flat, dashes: None, is_faint: false }
    }

    pub(super) fn ends(self, ends: LineCap) -> Self {
        Self { ends, ..self }
    }

    pub(super) fn dashed(self, dash: f64, gap: f64) -> Self {
        Self { dashes: Some((dash, gap)), ..self }
    }

    pub(super) fn faint(self) -> Self {
        Self { is_faint: true, ..self }
    }
}

/// Formats a number with at most two decimals and no trailing zeros.
pub(super) fn number(value: f64) -> String {
    let text = format!("{:.2}", if value.is_finite() { value } else { 0.0 });
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" | "" => "0".to_owned(),
        short => short.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_noise() {
        let texts = [0.0, -0.001, 1.0, 0.1 + 0.2, -2.5, 1e6, f64::NAN, f64::INFINITY].map(number);
        assert_eq!(texts, ["0", "0", "1", "0.3", "-2.5", "1000000", "0", "0"]);
    }
}
