//! Sheets: many boards in one picture.

use super::canvas::{Anchor, Canvas, Place, SIDE};
use super::draw::Letters;
use super::picture::Picture;
use super::svg::Svg;
use super::theme::{Role, Theme};
use super::{draw, tikz};

/// Many pictures in rows and columns, as one SVG or LaTeX drawing: all solutions of a puzzle, one board of each class.
///
/// # Examples
///
/// ```
/// use queenside::{classics, render::{Picture, Sheet}};
///
/// // The twelve classes of the eight queens problem, each with its number of solutions.
/// let problem = classics::queens(8);
/// let classes = problem.classes()?.collect::<Result<Vec<_>, _>>()?;
/// let pictures = classes.iter().map(|class| {
///     Picture::of(class.representative()).caption(format!("{} solutions", class.size()))
/// });
/// let svg = Sheet::of(pictures).columns(4).title("Eight queens").to_svg();
/// assert_eq!(svg.matches("href=\"#queenside-queen\"").count(), 12 * 8);
/// assert_eq!(svg.matches(">8 solutions</text>").count(), 11);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    pictures: Vec<Picture>,
    columns: Option<usize>,
    theme: Theme,
    is_transparent: bool,
    side: u32,
    title: Option<String>,
}

/// Room between pictures and around them.
const GAP: f64 = 60.0;
/// The least font sizes, in parts of the width of the sheet.
const CAPTION: f64 = 1.0 / 75.0;
const TITLE: f64 = 1.0 / 45.0;

impl Sheet {
    /// Returns the sheet of these pictures, in their order.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Sheet}};
    ///
    /// let boards = [Board::square(2), Board::new(1, 3)];
    /// let sheet = Sheet::of(boards.iter().map(Picture::of));
    /// assert_eq!(sheet.to_svg().matches("<title>").count(), 3); // its own, and one for each board
    /// ```
    pub fn of(pictures: impl IntoIterator<Item = impl Into<Picture>>) -> Self {
        let pictures = pictures.into_iter().map(Into::into).collect();
        Self { pictures, columns: None, theme: Theme::Auto, is_transparent: false, side: 22, title: None }
    }

    /// Sets the number of pictures per row: each column is as wide as its widest picture, each row as high as its highest. By default
    /// rows are filled with pictures of any width, and the sheet is about as wide as high.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Sheet}};
    ///
    /// let width = |columns| {
    ///     let svg = Sheet::of(vec![Picture::of(&Board::square(2)); 6]).columns(columns).to_svg();
    ///     svg.split("width=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse::<f64>().ok())
    /// };
    /// assert!(width(6) > width(3));
    /// ```
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns.max(1));
        self
    }

    /// Chooses what the sheet is for; the themes of its pictures are ignored, and whether they are transparent.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Sheet, Theme}};
    ///
    /// let sheet = Sheet::of([Picture::of(&Board::square(2))]).theme(Theme::Dark);
    /// assert!(!sheet.to_svg().contains("prefers-color-scheme"));
    /// ```
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Leaves out the paper behind the sheet, so that a page shows through. Its letters are readable on pages of its theme
    /// only.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Sheet}};
    ///
    /// let sheet = Sheet::of([Picture::of(&Board::square(2))]);
    /// assert!(sheet.to_svg().len() > sheet.transparent().to_svg().len());
    /// ```
    #[must_use]
    pub fn transparent(mut self) -> Self {
        self.is_transparent = true;
        self
    }

    /// Sets the width of a square in pixels; the default is 22.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Sheet}};
    ///
    /// let svg = Sheet::of([Picture::of(&Board::square(2))]).square_size(50).to_svg();
    /// assert!(svg.contains("width=\"166\""));
    /// ```
    #[must_use]
    pub fn square_size(mut self, pixels: u32) -> Self {
        self.side = pixels.max(1);
        self
    }

    /// Writes a title over the boards, which screen readers read too.
    ///
    /// ```
    /// use queenside::{Board, render::{Picture, Sheet}};
    ///
    /// let svg = Sheet::of([Picture::of(&Board::square(2))]).title("All boards").to_svg();
    /// assert!(svg.contains("<title>All boards</title>") && svg.contains(">All boards</text>"));
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Returns the sheet as SVG.
    ///
    /// ```
    /// use queenside::{Board, classics, render::{Picture, Sheet}};
    ///
    /// // Both solutions of the four queens problem.
    /// let solutions = classics::queens(4).enumerate()?.sorted()?;
    /// let svg = Sheet::of(solutions.iter().map(Picture::of)).to_svg();
    /// assert_eq!(svg.matches("<use ").count(), 8);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::new(self.theme, self.is_transparent);
        let size = self.draw(&mut svg);
        svg.finish(size, SIDE / f64::from(self.side), &self.spoken_title(), "")
    }

    /// Returns the sheet as LaTeX, drawn with `TikZ`. The first line is a comment that names what the preamble must
    /// load.
    ///
    /// ```
    /// use queenside::{Board, classics, render::{Picture, Sheet}};
    ///
    /// // Both solutions of the four queens problem.
    /// let solutions = classics::queens(4).enumerate()?.sorted()?;
    /// let latex = Sheet::of(solutions.iter().map(Picture::of)).to_latex();
    /// assert_eq!(latex.matches("]\\queensidequeen{").count(), 8);
    /// assert_eq!(latex.matches("\\begin{tikzpicture}").count(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_latex(&self) -> String {
        tikz::drawing(self.theme, f64::from(self.side) / SIDE, &self.spoken_title(), |canvas| {
            self.draw(canvas);
        })
    }

    fn spoken_title(&self) -> String {
        self.title.clone().unwrap_or_else(|| format!("{} boards", self.pictures.len()))
    }

    /// Draws the sheet; returns its width and height.
    fn draw(&self, canvas: &mut dyn Canvas) -> (f64, f64) {
        let mut letters = Letters::of(self.side);
        let (_, (width, _)) = self.arranged(letters);
        // Shown as wide as a page, a caption should be readable; but it should not be wider than its board.
        let room = self.pictures.iter().filter_map(draw::widest_caption).fold(f64::INFINITY, f64::min);
        letters.caption = letters.caption.max(room.min(width * CAPTION));
        let (places, (width, height)) = self.arranged(letters);
        // The title has about 20 pixels.
        let size = (20.0 * SIDE / f64::from(self.side)).max(width * TITLE);
        let heading = if self.title.is_some() { 1.6 * size } else { 0.0 };
        if let Some(title) = &self.title {
            canvas.text((width / 2.0, GAP + 0.8 * size), size, Anchor::Middle, Role::Text.into(), title);
        }
        for (picture, (x, y)) in self.pictures.iter().zip(places) {
            canvas.begin((x, y + heading), &picture.spoken_title());
            draw::picture(picture, letters, canvas);
            canvas.end();
        }
        (width, height + heading)
    }

    /// Returns the top left corner of each picture, and width and height of all.
    fn arranged(&self, letters: Letters) -> (Vec<Place>, (f64, f64)) {
        let sizes: Vec<(f64, f64)> = self.pictures.iter().map(|picture| draw::size(picture, letters)).collect();
        match self.columns {
            Some(columns) => in_columns(&sizes, columns),
            None => in_rows(&sizes),
        }
    }
}

fn max(lengths: impl Iterator<Item = f64>) -> f64 {
    lengths.fold(0.0, f64::max)
}

/// Arranges pictures in columns.
fn in_columns(sizes: &[(f64, f64)], columns: usize) -> (Vec<Place>, (f64, f64)) {
    let columns = columns.min(sizes.len().max(1));
    let widths: Vec<f64> =
        (0..columns).map(|column| max(sizes.iter().skip(column).step_by(columns).map(|size| size.0))).collect();
    let mut places = Vec::new();
    let mut y = GAP;
    for row in sizes.chunks(columns) {
        let high = max(row.iter().map(|size| size.1));
        let mut x = GAP;
        for (size, width) in row.iter().zip(&widths) {
            places.push((x + (width - size.0) / 2.0, y + (high - size.1) / 2.0));
            x += width + GAP;
        }
        y += high + GAP;
    }
    (places, (widths.iter().map(|width| width + GAP).sum::<f64>() + GAP, y))
}

/// Arranges pictures in rows that are filled one after the other: in the narrowest rows with which the sheet is wider than high.
fn in_rows(sizes: &[(f64, f64)]) -> (Vec<Place>, (f64, f64)) {
    let widths: Vec<f64> = sizes
        .iter()
        .scan(GAP, |right, size| {
            *right += size.0 + GAP;
            Some(*right)
        })
        .collect();
    let is_high = |width: &f64| {
        let (_, (wide, high)) = filled(sizes, *width);
        wide < high
    };
    let enough = widths.partition_point(is_high);
    filled(sizes, widths.get(enough).or(widths.last()).copied().unwrap_or(0.0))
}

/// Fills rows that are at most this wide, or hold one picture.
fn filled(sizes: &[(f64, f64)], limit: f64) -> (Vec<Place>, (f64, f64)) {
    let mut rows = vec![Vec::new()];
    let mut right = GAP;
    for size in sizes {
        // Sums of the same widths in another order may differ in the last digits.
        if right > GAP && right + size.0 + GAP > limit + 0.5 {
            rows.push(Vec::new());
            right = GAP;
        }
        right += size.0 + GAP;
        if let Some(row) = rows.last_mut() {
            row.push(*size);
        }
    }
    let length = |row: &[(f64, f64)]| row.iter().map(|size| size.0 + GAP).sum::<f64>() + GAP;
    let width = max(rows.iter().map(|row| length(row)));
    let mut places = Vec::new();
    let mut y = GAP;
    for row in rows {
        let high = max(row.iter().map(|size| size.1));
        let mut x = GAP;
        for size in row {
            places.push((x, y + (high - size.1) / 2.0));
            x += size.0 + GAP;
        }
        y += high + GAP;
    }
    (places, (width, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_any_sizes_lie_apart_and_within_the_sheet() {
        let mut state = 5u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for number in 0..60 {
            let sizes: Vec<(f64, f64)> =
                (0..number).map(|_| (next(900) as f64 + 1.0, next(900) as f64 + 1.0)).collect();
            let columns = 1 + next(9) as usize;
            for (places, (width, height)) in [in_rows(&sizes), in_columns(&sizes, columns)] {
                assert_eq!(places.len(), sizes.len());
                let all: Vec<[f64; 4]> =
                    places.iter().zip(&sizes).map(|(at, size)| [at.0, at.1, at.0 + size.0, at.1 + size.1]).collect();
                for (index, [left, top, right, bottom]) in all.iter().enumerate() {
                    assert!(*left >= GAP && *top >= GAP && right + GAP <= width + 0.5 && bottom + GAP <= height + 0.5);
                    let apart = |other: &[f64; 4]| {
                        other[0] >= *right || other[2] <= *left || other[1] >= *bottom || other[3] <= *top
                    };
                    assert!(all[..index].iter().all(apart), "{sizes:?}");
                }
            }
        }
    }

    #[test]
    fn equal_pictures_make_a_square() {
        for (number, columns, rows) in [(1, 1, 1), (4, 2, 2), (5, 3, 2), (12, 4, 3), (92, 10, 10)] {
            let (_, (width, height)) = in_rows(&vec![(100.0, 100.0); number]);
            let expected = [columns, rows].map(|max| f64::from(max) * (100.0 + GAP) + GAP);
            assert!((width - expected[0]).abs() < 1e-6 && (height - expected[1]).abs() < 1e-6, "{width} {height}");
        }
    }
}
