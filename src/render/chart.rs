//! Charts: bars, steps and lines over numbers.

use super::canvas::{Anchor, Canvas, LineCap, Stroke, number};
use super::scale::{Axis, grouped};
use super::svg::Svg;
use super::theme::{Colour, Paint, Role, SERIES, Theme};
use super::tikz;
use crate::answer::Count;
use crate::language::sort_by;

/// A chart: one or more series of points, as bars, steps, lines or dots, to be written as SVG, LaTeX or (with the feature
/// `png`) PNG.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Problem, render::Chart};
///
/// // The fewest walls for each number of queens on 5×5.
/// let mut problem = Problem::new(Board::square(5));
/// problem.add_kind("queen", Piece::QUEEN);
/// let wall = problem.add_kind("wall", Piece::BLOCKER);
/// let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
/// let walls = answer.exact()?.into_iter().flatten().map(|min| min.value());
/// let curve: Vec<_> = walls.enumerate().collect();
/// assert_eq!(curve[5..], [(5, 0), (6, 3), (7, 4), (8, 7), (9, 16)]);
/// let svg = Chart::new("Least walls on 5×5").axes("queens", "walls").steps("least walls", curve).to_svg();
/// assert!(svg.contains("<title>Least walls on 5×5</title>"));
/// assert!(svg.contains(">16</text>"));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    axes: (String, String),
    series: Vec<Series>,
    theme: Theme,
    is_transparent: bool,
    pixels: (u32, u32),
    logarithmic: bool,
}

#[derive(Clone, Debug)]
struct Series {
    name: String,
    style: Style,
    /// Finite, by their first coordinates.
    points: Vec<(f64, f64)>,
    colour: Option<Colour>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Bars,
    Steps,
    Line,
    Dots,
}

/// A number that can be shown in a chart: integers, floats and [`Count`]s.
///
/// ```
/// use queenside::{classics, render::Chart};
///
/// // Solutions of the n queens problem: integers beside counts.
/// let points = [4usize, 5, 6].map(|n| Ok((n, classics::queens(n).count()?.exact()?)));
/// let points = points.into_iter().collect::<Result<Vec<_>, queenside::Error>>()?;
/// assert!(Chart::new("n queens").bars("solutions", points).to_svg().contains(">10</text>"));
/// # Ok::<(), queenside::Error>(())
/// ```
pub trait Number: sealed::Sealed {
    #[doc(hidden)]
    fn to_f64(self) -> f64;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($number:ty: $convert:expr),* $(,)?) => {$(
        impl sealed::Sealed for $number {}

        impl Number for $number {
            fn to_f64(self) -> f64 {
                $convert(self)
            }
        }
    )*};
}

numbers!(
    u8: f64::from, u16: f64::from, u32: f64::from, u64: |wide| wide as f64, usize: |wide| wide as f64,
    i8: f64::from, i16: f64::from, i32: f64::from, i64: |wide| wide as f64, isize: |wide| wide as f64,
    f32: f64::from, f64: f64::from,
);

impl sealed::Sealed for Count {}

impl Number for Count {
    fn to_f64(self) -> f64 {
        // The standard library's parser rounds correctly.
        self.to_string().parse().unwrap_or(f64::INFINITY)
    }
}

/// Margins for the texts around the plot.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 22.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;
const LEGEND: f64 = 26.0;
/// Bars and steps get no numbers over them beyond this count.
const MAX_LABELS: usize = 24;

impl Chart {
    /// Returns an empty chart with a title.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// assert!(Chart::new("Nothing yet").to_svg().contains(">Nothing yet</text>"));
    /// ```
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            axes: (String::new(), String::new()),
            series: Vec::new(),
            theme: Theme::Auto,
            is_transparent: false,
            pixels: (640, 400),
            logarithmic: false,
        }
    }

    /// Names the two axes.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// let chart = Chart::new("Five pieces").axes("piece", "how many fit").bars("most", [(1, 8), (2, 14)]);
    /// assert!(chart.to_svg().contains(">how many fit</text>"));
    /// ```
    #[must_use]
    pub fn axes(mut self, right: impl Into<String>, up: impl Into<String>) -> Self {
        self.axes = (right.into(), up.into());
        self
    }

    /// Adds a series of bars: a histogram.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// // Boards of 8×8 with two walls, by number of queens.
    /// let chart = Chart::new("Two walls").bars("boards", [(8, 368), (9, 1610), (10, 38)]);
    /// assert!([">368<", ">1610<", ">38<"].iter().all(|label| chart.to_svg().contains(label)));
    /// ```
    #[must_use]
    pub fn bars(self, name: impl Into<String>, points: impl IntoIterator<Item = (impl Number, impl Number)>) -> Self {
        self.with(name.into(), Style::Bars, points)
    }

    /// Adds a series that keeps each value until the next point.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// // Least walls for 9 to 12 queens on 8×8.
    /// let svg = Chart::new("Least walls").steps("walls", [(9, 1), (10, 2), (11, 3), (12, 5)]).to_svg();
    /// assert_eq!(svg.matches("<circle").count(), 4);
    /// ```
    #[must_use]
    pub fn steps(self, name: impl Into<String>, points: impl IntoIterator<Item = (impl Number, impl Number)>) -> Self {
        self.with(name.into(), Style::Steps, points)
    }

    /// Adds a series whose points are joined by straight lines.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// // A bound, and the values found; a legend says which is which.
    /// let bound = (2..=6).map(|n| (n, 2 * (2 * n / 3)));
    /// let values = [(2, 2), (3, 3), (4, 4), (5, 5), (6, 8)];
    /// let svg = Chart::new("Attacking one").line("bound", bound).dots("most queens", values).to_svg();
    /// assert!(svg.contains(">bound</text>") && svg.contains(">most queens</text>"));
    /// ```
    #[must_use]
    pub fn line(self, name: impl Into<String>, points: impl IntoIterator<Item = (impl Number, impl Number)>) -> Self {
        self.with(name.into(), Style::Line, points)
    }

    /// Adds a series of points that are not joined.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// let svg = Chart::new("Knights").dots("most", [(3, 5), (4, 8), (5, 13)]).to_svg();
    /// assert_eq!(svg.matches("<circle").count(), 3);
    /// ```
    #[must_use]
    pub fn dots(self, name: impl Into<String>, points: impl IntoIterator<Item = (impl Number, impl Number)>) -> Self {
        self.with(name.into(), Style::Dots, points)
    }

    /// Chooses the colour of the series that was added last.
    ///
    /// ```
    /// use queenside::render::{Chart, Colour};
    ///
    /// let chart = Chart::new("Kings").dots("most", [(2, 1), (3, 4)]).colour(Colour::rgb(200, 30, 30));
    /// assert!(chart.to_svg().contains("#c81e1e"));
    /// ```
    #[must_use]
    pub fn colour(mut self, colour: Colour) -> Self {
        if let Some(series) = self.series.last_mut() {
            series.colour = Some(colour);
        }
        self
    }

    /// Makes the vertical axis logarithmic, for values of very different size. Values of 0 or below are not shown then.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// // Three walls on 8×8: classes of boards that hold 8, 9, 10 and 11 queens.
    /// let chart = Chart::new("Three walls").bars("classes", [(8, 294), (9, 4291), (10, 692), (11, 1)]);
    /// assert!(chart.logarithmic().to_svg().contains(">1000</text>"));
    /// ```
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// Chooses what the chart is for: light pages, dark pages, paper.
    ///
    /// ```
    /// use queenside::render::{Chart, Theme};
    ///
    /// let chart = Chart::new("Rooks").bars("most", [(8, 8)]);
    /// assert_ne!(chart.clone().theme(Theme::Light).to_svg(), chart.theme(Theme::Dark).to_svg());
    /// ```
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Leaves out the paper behind the chart, so that a page shows through. Its letters are readable on pages of its theme
    /// only.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// let chart = Chart::new("Rooks").bars("most", [(8, 8)]);
    /// assert!(chart.to_svg().len() > chart.transparent().to_svg().len());
    /// ```
    #[must_use]
    pub fn transparent(mut self) -> Self {
        self.is_transparent = true;
        self
    }

    /// Chooses width and height in pixels; without this, 640×400. No chart is smaller than 200×150.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// let svg = Chart::new("Wide").size(900, 300).to_svg();
    /// assert!(svg.contains("width=\"900\" height=\"300\""));
    /// ```
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.pixels = (width.max(200), height.max(150));
        self
    }

    /// Returns the chart as SVG.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// // Numbers that are none are left out.
    /// let svg = Chart::new("Odd").dots("odd", [(1.0, 2.5), (2.0, f64::NAN)]).to_svg();
    /// assert_eq!(svg.matches("<circle").count(), 1);
    /// ```
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::new(self.theme, self.is_transparent);
        self.draw(&mut svg);
        svg.finish(self.measures(), 1.0, &self.title, &self.description())
    }

    /// Returns the chart as LaTeX, drawn with `TikZ`. The first line is a comment that says what the preamble must load.
    ///
    /// ```
    /// use queenside::render::Chart;
    ///
    /// let latex = Chart::new("Knights").axes("n", "most").dots("most", [(3, 5), (4, 8), (5, 13)]).to_latex();
    /// assert!(latex.starts_with("% needs \\usepackage{tikz}") && latex.ends_with("\\end{tikzpicture}\n"));
    /// assert_eq!(latex.matches(" circle[").count(), 3);
    /// ```
    pub fn to_latex(&self) -> String {
        tikz::drawing(self.theme, 1.0, &self.title, |canvas| self.draw(canvas))
    }

    fn draw(&self, canvas: &mut dyn Canvas) {
        let (width, height) = self.measures();
        canvas.text((width / 2.0, 28.0), 17.0, Anchor::Middle, Role::Text.into(), &self.title);
        let plot = self.plot(width, height);
        self.draw_legend(&plot, canvas);
        self.draw_axes(&plot, canvas);
        for (index, series) in self.series.iter().enumerate() {
            match series.style {
                Style::Bars => self.draw_bars(series, index, &plot, canvas),
                Style::Steps | Style::Line | Style::Dots => self.draw_points(series, index, &plot, canvas),
            }
        }
    }

    fn with(
        mut self,
        name: String,
        style: Style,
        points: impl IntoIterator<Item = (impl Number, impl Number)>,
    ) -> Self {
        let points = points.into_iter().map(|(x, y)| (x.to_f64(), y.to_f64()));
        let mut points: Vec<(f64, f64)> = points.filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
        self.series.push(Series { name, style, points, colour: None });
        self
    }

    fn measures(&self) -> (f64, f64) {
        (f64::from(self.pixels.0), f64::from(self.pixels.1))
    }

    fn paint(&self, index: usize) -> Paint {
        let own = self.series[index].colour.map(Paint::Colour);
        own.unwrap_or(Paint::Role(Role::Series((index % usize::from(SERIES)) as u8)))
    }

    /// Returns the plot area and its two axes.
    fn plot(&self, width: f64, height: f64) -> Plot {
        let points = || self.series.iter().flat_map(|series| series.points.iter());
        let mut columns: Vec<f64> = points().map(|point| point.0).collect();
        sort_by(&mut columns, f64::total_cmp);
        columns.dedup();
        let gaps = columns.windows(2).map(|pair| pair[1] - pair[0]);
        let gap = gaps.fold(f64::INFINITY, f64::min);
        let gap = if gap.is_finite() { gap } else { 1.0 };
        let (min, max) = (columns.first().copied().unwrap_or(0.0), columns.last().copied().unwrap_or(1.0));
        let top = TOP + if self.series.len() > 1 { LEGEND } else { 0.0 };
        let right = Axis::linear(min - 0.6 * gap, max + 0.6 * gap, (LEFT, width - RIGHT));
        let heights: Vec<f64> = points().map(|point| point.1).collect();
        let up = if self.logarithmic {
            Axis::logarithmic(&heights, (height - BOTTOM, top))
        } else {
            Axis::from_nothing(&heights, (height - BOTTOM, top))
        };
        Plot { right, up, gap, columns }
    }

    fn draw_legend(&self, plot: &Plot, canvas: &mut dyn Canvas) {
        if self.series.len() < 2 {
            return;
        }
        let widths: Vec<f64> =
            self.series.iter().map(|series| 40.0 + 7.6 * series.name.chars().count() as f64).collect();
        let (from, to) = plot.right.room();
        let mut x = (from + to - widths.iter().sum::<f64>()) / 2.0;
        for (index, (series, width)) in self.series.iter().zip(&widths).enumerate() {
            let (paint, y) = (self.paint(index), TOP);
            match series.style {
                Style::Bars => canvas.fill(&rectangle(x, y - 6.0, 14.0, 12.0), paint),
                Style::Dots => canvas.circle((x + 7.0, y), 4.5, paint, None),
                Style::Steps | Style::Line => {
                    canvas.stroke(&format!("M{} {}h18", number(x - 2.0), number(y)), paint, Stroke::wide(2.5));
                    canvas.circle((x + 7.0, y), 3.5, paint, None);
                }
            }
            canvas.text((x + 22.0, y + 4.5), 13.0, Anchor::Start, Role::Text.into(), &series.name);
            x += width;
        }
    }

    fn draw_axes(&self, plot: &Plot, canvas: &mut dyn Canvas) {
        let ((left, right), (bottom, top)) = (plot.right.room(), plot.up.room());
        let mut lines = String::new();
        for tick in plot.up.ticks(6) {
            let y = plot.up.at(tick);
            lines += &format!("M{} {}H{}", number(left), number(y), number(right));
            canvas.text((left - 8.0, y + 4.5), 13.0, Anchor::End, Role::Text.into(), &grouped(tick));
        }
        canvas.stroke(&lines, Role::Grid.into(), Stroke::wide(1.0).faint());
        for tick in plot.names() {
            canvas.text((plot.right.at(tick), bottom + 20.0), 13.0, Anchor::Middle, Role::Text.into(), &grouped(tick));
        }
        let base = format!("M{} {}H{}", number(left), number(bottom), number(right));
        canvas.stroke(&base, Role::Frame.into(), Stroke::wide(1.5));
        canvas.text((f64::midpoint(left, right), bottom + 44.0), 14.0, Anchor::Middle, Role::Text.into(), &self.axes.0);
        canvas.text_upwards((22.0, f64::midpoint(top, bottom)), 14.0, Role::Text.into(), &self.axes.1);
    }

    fn draw_points(&self, series: &Series, index: usize, plot: &Plot, canvas: &mut dyn Canvas) {
        let paint = self.paint(index);
        let shown = series.points.iter().filter(|(_, y)| !self.logarithmic || *y > 0.0);
        let points: Vec<(f64, f64)> = shown.clone().map(|(x, y)| (plot.right.at(*x), plot.up.at(*y))).collect();
        let mut path = String::new();
        for (place, (x, y)) in points.iter().enumerate() {
            let (x, y) = (number(*x), number(*y));
            path += &match (place, series.style) {
                (0, _) => format!("M{x} {y}"),
                (_, Style::Steps) => format!("H{x}V{y}"),
                _ => format!("L{x} {y}"),
            };
        }
        if series.style != Style::Dots {
            canvas.stroke(&path, paint, Stroke::wide(2.5).ends(LineCap::Round));
        }
        // There is room for numbers over steps only if there is a single series.
        let has_labels = series.style == Style::Steps && self.series.len() == 1 && points.len() <= MAX_LABELS;
        for ((x, y), (_, value)) in points.into_iter().zip(shown) {
            canvas.circle((x, y), if series.style == Style::Dots { 4.5 } else { 3.5 }, paint, None);
            if has_labels {
                canvas.text((x, y - 9.0), 12.0, Anchor::Middle, Role::Text.into(), &grouped(*value));
            }
        }
    }

    /// Bars of several series stand side by side.
    fn draw_bars(&self, series: &Series, index: usize, plot: &Plot, canvas: &mut dyn Canvas) {
        let together = self.series.iter().filter(|other| other.style == Style::Bars).count();
        let place = self.series[..index].iter().filter(|other| other.style == Style::Bars).count();
        let group = (0.8 * plot.gap * plot.right.per_unit()).min(120.0);
        let width = group / together as f64;
        let floor = if self.logarithmic { plot.up.room().0 } else { plot.up.at(0.0) };
        let mut bars = String::new();
        for (x, y) in series.points.iter().filter(|(_, y)| !self.logarithmic || *y > 0.0) {
            let left = plot.right.at(*x) - group / 2.0 + place as f64 * width;
            let height = plot.up.at(*y);
            bars += &rectangle(left + 0.5, height.min(floor), (width - 1.0).max(0.5), (floor - height).abs());
            if series.points.len() * together <= MAX_LABELS {
                let above = height.min(floor) - 6.0;
                canvas.text((left + width / 2.0, above), 12.0, Anchor::Middle, Role::Text.into(), &grouped(*y));
            }
        }
        canvas.fill(&bars, self.paint(index));
    }

    /// Returns the values as text for screen readers.
    fn description(&self) -> String {
        const MOST: usize = 40;
        let list = |series: &Series| {
            let points = series.points.iter().take(MOST).map(|(x, y)| format!("{}: {}", grouped(*x), grouped(*y)));
            format!("{} – {}", series.name, points.collect::<Vec<_>>().join(", "))
        };
        self.series.iter().map(list).collect::<Vec<_>>().join("; ")
    }
}

/// The plot area: where values lie in the picture.
struct Plot {
    right: Axis,
    up: Axis,
    /// The smallest distance between two points on the horizontal axis.
    gap: f64,
    columns: Vec<f64>,
}

impl Plot {
    /// Returns the numbers written below the axis: one per point if there is room.
    fn names(&self) -> Vec<f64> {
        let room = self.right.per_unit() * self.gap;
        let widest = self.columns.iter().map(|column| grouped(*column).len()).max().unwrap_or(0);
        if room > 9.0 * widest as f64 + 6.0 {
            return self.columns.clone();
        }
        let (min, max) = (self.columns.first().copied(), self.columns.last().copied());
        let inside = |tick: &f64| min.is_some_and(|min| *tick >= min) && max.is_some_and(|max| *tick <= max);
        self.right.ticks(10).into_iter().filter(inside).collect()
    }
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> String {
    let [x, y, width, height] = [x, y, width, height].map(number);
    format!("M{x} {y}h{width}v{height}h-{width}z")
}
