//! The `TikZ` canvas: the same strokes as in SVG; the library `svg.path` reads their paths.

use super::canvas::{Anchor, Canvas, LineCap, Place, Stroke, number};
use super::latex::escaped;
use super::shape::Shape;
use super::theme::{Paint, Theme};
use crate::language::{OrderedMap, OrderedSet};

/// The length of a pixel in points: squares of the default 44 pixels are 7 mm wide.
const POINTS_PER_PIXEL: f64 = 0.4527;

/// Returns a drawing as LaTeX; `pixels` is units per pixel.
pub(super) fn drawing(theme: Theme, pixels: f64, title: &str, draw: impl FnOnce(&mut dyn Canvas)) -> String {
    let mut tikz = Tikz::new(theme, pixels * POINTS_PER_PIXEL);
    draw(&mut tikz);
    tikz.finish(title)
}

/// A drawing for `TikZ`.
struct Tikz {
    theme: Theme,
    /// Points per unit.
    scale: f64,
    body: String,
    colours: OrderedSet<String>,
    shapes: OrderedMap<&'static str, Shape>,
}

impl Tikz {
    fn new(theme: Theme, scale: f64) -> Self {
        Self { theme, scale, body: String::new(), colours: OrderedSet::default(), shapes: OrderedMap::new() }
    }

    fn line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Returns the name of a colour, which is defined in the picture.
    fn colour(&mut self, paint: Paint) -> String {
        let colour = match paint {
            Paint::None => return "none".to_owned(),
            Paint::Colour(colour) => colour.to_string(),
            Paint::Role(role) => role.colour(self.theme).to_string(),
        };
        let digits = colour.trim_start_matches('#').to_uppercase();
        let name = format!("queenside{digits}");
        self.colours.insert(digits);
        name
    }

    /// Returns the options of a line.
    fn drawn(&self, line: Stroke) -> String {
        let mut text = format!("line width={}pt", number(line.width * self.scale));
        match line.ends {
            LineCap::Flat => {}
            LineCap::Round => text += ", line cap=round, line join=round",
            LineCap::Square => text += ", line cap=rect",
        }
        if let Some((dash, gap)) = line.dashes {
            let [dash, gap, half] = [dash, gap, dash / 2.0].map(|length| number(length * self.scale));
            text += &format!(", dash pattern=on {dash}pt off {gap}pt, dash phase={half}pt");
        }
        text + if line.is_faint { ", opacity=0.6" } else { "" }
    }

    fn finish(self, title: &str) -> String {
        let scale = format!("{:.4}", self.scale);
        let mut text = format!("% needs \\usepackage{{tikz}} and \\usetikzlibrary{{svg.path}}: {}\n", escaped(title));
        text += &format!("\\begin{{tikzpicture}}[xscale={scale}, yscale=-{scale}, x=1pt, y=1pt]\n");
        for digits in self.colours.iter() {
            text += &format!("\\definecolor{{queenside{digits}}}{{HTML}}{{{digits}}}\n");
        }
        for (name, shape) in self.shapes.iter() {
            text += &self.definition(name, *shape);
        }
        text + &self.body + "\\end{tikzpicture}\n"
    }

    /// Returns a figure as a macro of two colours.
    fn definition(&self, name: &str, shape: Shape) -> String {
        let [around, on] = [7.0, 3.5].map(|width| number(width * self.scale));
        let (body, details) = (shape.body(), shape.details());
        let details = match details {
            "" => String::new(),
            _ => format!("\\draw[#2, line width={on}pt, line cap=round] svg {{{details}}};"),
        };
        format!(
            "\\def\\queenside{name}#1#2{{\\draw[#2, line width={around}pt, line join=round] svg {{{body}}};\
             \\fill[#1] svg {{{body}}};{details}}}\n"
        )
    }

    fn node(&mut self, (x, y): Place, size: f64, options: &str, paint: Paint, text: &str) {
        let colour = self.colour(paint);
        let [x, y, size, skip] = [x, y, size * self.scale, size * self.scale * 1.2].map(number);
        self.line(&format!(
            "\\node[{options}, inner sep=0pt, text={colour}, font=\\sffamily\\fontsize{{{size}pt}}{{{skip}pt}}\\selectfont] \
             at ({x},{y}) {{{}}};",
            escaped(text)
        ));
    }
}

impl Canvas for Tikz {
    fn fill(&mut self, path: &str, paint: Paint) {
        if !path.is_empty() {
            let colour = self.colour(paint);
            self.line(&format!("\\fill[{colour}] svg {{{path}}};"));
        }
    }

    fn stroke(&mut self, path: &str, paint: Paint, line: Stroke) {
        if !path.is_empty() {
            let (colour, drawn) = (self.colour(paint), self.drawn(line));
            self.line(&format!("\\draw[{colour}, {drawn}] svg {{{path}}};"));
        }
    }

    fn circle(&mut self, (x, y): Place, radius: f64, paint: Paint, line: Option<Stroke>) {
        let colour = self.colour(paint);
        let [x, y, radius] = [x, y, radius].map(number);
        let how = match line {
            None => format!("\\fill[{colour}]"),
            Some(line) => format!("\\draw[{colour}, {}]", self.drawn(line)),
        };
        self.line(&format!("{how} ({x},{y}) circle[radius={radius}];"));
    }

    fn text(&mut self, place: Place, size: f64, anchor: Anchor, paint: Paint, text: &str) {
        let options = match anchor {
            Anchor::Start => "anchor=base west",
            Anchor::Middle => "anchor=base",
            Anchor::End => "anchor=base east",
        };
        self.node(place, size, options, paint, text);
    }

    fn text_upwards(&mut self, place: Place, size: f64, paint: Paint, text: &str) {
        self.node(place, size, "anchor=base, rotate=90", paint, text);
    }

    fn figure(&mut self, shape: Shape, (x, y): Place, body: Paint, outline: Paint) {
        self.shapes.insert(shape.name(), shape);
        let (body, outline) = (self.colour(body), self.colour(outline));
        let [x, y] = [x, y].map(number);
        self.line(&format!(
            "\\begin{{scope}}[shift={{({x},{y})}}]\\queenside{}{{{body}}}{{{outline}}}\\end{{scope}}",
            shape.name()
        ));
    }

    fn begin(&mut self, (x, y): Place, _: &str) {
        self.line(&format!("\\begin{{scope}}[shift={{({},{})}}]", number(x), number(y)));
    }

    fn end(&mut self) {
        self.line("\\end{scope}");
    }
}
