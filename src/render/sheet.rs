//! Sheets: many boards in one picture.

use super::canvas::{Anchor, Canvas, SIDE};
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
    side: u32,
    title: Option<String>,
}

/// Room between pictures and around them.
const GAP: f64 = 60.0;

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
        Self { pictures, columns: None, theme: Theme::Auto, side: 22, title: None }
    }

    /// Sets the number of pictures per row; the default makes about as many columns as rows.
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

    /// Chooses whether the sheet is for light or for dark pages; the themes of its pictures are ignored.
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
        let mut svg = Svg::new(self.theme);
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
        let sizes: Vec<(f64, f64)> = self.pictures.iter().map(|picture| draw::size(picture, self.side)).collect();
        let most = |of: fn(&(f64, f64)) -> f64| sizes.iter().map(of).fold(0.0, f64::max);
        let (wide, high) = (most(|size| size.0), most(|size| size.1));
        let columns = self.columns.unwrap_or_else(|| (self.pictures.len() as f64).sqrt().ceil() as usize);
        let columns = columns.clamp(1, self.pictures.len().max(1));
        let rows = self.pictures.len().div_ceil(columns);
        // Font size of the title: about 20 pixels.
        let letters = 20.0 * SIDE / f64::from(self.side);
        let heading = if self.title.is_some() { 1.6 * letters } else { 0.0 };
        let width = columns as f64 * (wide + GAP) + GAP;
        if let Some(title) = &self.title {
            canvas.text((width / 2.0, GAP + 0.8 * letters), letters, Anchor::Middle, Role::Text.into(), title);
        }
        for (index, (picture, size)) in self.pictures.iter().zip(&sizes).enumerate() {
            let x = GAP + (index % columns) as f64 * (wide + GAP) + (wide - size.0) / 2.0;
            let y = GAP + (index / columns) as f64 * (high + GAP) + heading;
            canvas.begin((x, y), &picture.spoken_title());
            draw::picture(picture, self.side, canvas);
            canvas.end();
        }
        (width, rows as f64 * (high + GAP) + GAP + heading)
    }
}
