//! The SVG canvas: elements, and the colours of a theme.

use super::canvas::{Anchor, Canvas, LineCap, Place, Stroke, number};
use super::shape::Shape;
use super::theme::{Paint, Role, Theme};
use crate::language::OrderedSet;

/// An SVG being drawn.
pub(super) struct Svg {
    theme: Theme,
    is_transparent: bool,
    body: String,
    /// The roles used with each property, for the style sheet.
    used: OrderedSet<(&'static str, Role)>,
    shapes: OrderedSet<Shape>,
}

impl Svg {
    pub(super) fn new(theme: Theme, is_transparent: bool) -> Self {
        Self { theme, is_transparent, body: String::new(), used: OrderedSet::default(), shapes: OrderedSet::default() }
    }

    fn line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Returns the attributes for these paints, each beginning with a space.
    fn attributes(&mut self, paints: &[(&'static str, Paint)]) -> String {
        let mut text = String::new();
        let mut classes = Vec::new();
        for (property, paint) in paints {
            let colour = match paint {
                Paint::None => "none".to_owned(),
                Paint::Colour(colour) => colour.to_string(),
                Paint::Role(role) => {
                    if self.theme == Theme::Auto {
                        self.used.insert((property, *role));
                        classes.push(class(property, *role));
                    }
                    role.colour(self.theme).to_string()
                }
            };
            text += &format!(" {property}=\"{colour}\"");
        }
        if classes.is_empty() { text } else { format!(" class=\"{}\"{text}", classes.join(" ")) }
    }

    /// Returns the whole SVG; width and height are in units, `scale` is units per pixel.
    pub(super) fn finish(mut self, (width, height): (f64, f64), scale: f64, title: &str, description: &str) -> String {
        let paper = if self.is_transparent { Paint::None } else { Role::Paper.into() };
        let paper = self.attributes(&[("fill", paper)]);
        let [w, h, across, down] = [width, height, width / scale, height / scale].map(number);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"queenside\" role=\"img\" width=\"{across}\" height=\"{down}\" \
             viewBox=\"0 0 {w} {h}\" font-family=\"{FONT}\">\n<title>{}</title>\n",
            escaped(title)
        );
        if !description.is_empty() {
            svg += &format!("<desc>{}</desc>\n", escaped(description));
        }
        if !self.used.is_empty() {
            svg += "<style>\n@media (prefers-color-scheme: dark) {\n";
            for (property, role) in self.used.iter() {
                let colour = role.colour(Theme::Dark);
                svg += &format!(".queenside .{} {{ {property}: {colour} }}\n", class(property, *role));
            }
            svg += "}\n</style>\n";
        }
        if !self.shapes.is_empty() {
            svg += "<defs>\n";
            for shape in self.shapes.iter() {
                svg += &definition(*shape);
            }
            svg += "</defs>\n";
        }
        if !self.is_transparent {
            svg += &format!("<rect{paper} width=\"{w}\" height=\"{h}\"/>\n");
        }
        svg + &self.body + "</svg>\n"
    }
}

impl Canvas for Svg {
    fn fill(&mut self, path: &str, paint: Paint) {
        if !path.is_empty() {
            let paint = self.attributes(&[("fill", paint)]);
            self.line(&format!("<path{paint} d=\"{path}\"/>"));
        }
    }

    fn stroke(&mut self, path: &str, paint: Paint, line: Stroke) {
        if !path.is_empty() {
            let paint = self.attributes(&[("fill", Paint::None), ("stroke", paint)]);
            self.line(&format!("<path{paint}{} d=\"{path}\"/>", drawn(line)));
        }
    }

    fn circle(&mut self, (x, y): Place, radius: f64, paint: Paint, line: Option<Stroke>) {
        let paint = match line {
            None => self.attributes(&[("fill", paint)]),
            Some(line) => self.attributes(&[("fill", Paint::None), ("stroke", paint)]) + &drawn(line),
        };
        let [x, y, radius] = [x, y, radius].map(number);
        self.line(&format!("<circle{paint} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    fn text(&mut self, (x, y): Place, size: f64, anchor: Anchor, paint: Paint, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let paint = self.attributes(&[("fill", paint)]);
        let [x, y, size] = [x, y, size].map(number);
        self.line(&format!("<text{paint}{anchor} font-size=\"{size}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text)));
    }

    fn text_upwards(&mut self, (x, y): Place, size: f64, paint: Paint, text: &str) {
        let turn = format!("<g transform=\"translate({} {}) rotate(-90)\">", number(x), number(y));
        self.line(&turn);
        self.text((0.0, 0.0), size, Anchor::Middle, paint, text);
        self.line("</g>");
    }

    fn figure(&mut self, shape: Shape, (x, y): Place, body: Paint, outline: Paint) {
        self.shapes.insert(shape);
        let paint = self.attributes(&[("fill", body), ("stroke", outline)]);
        let [x, y] = [x, y].map(number);
        self.line(&format!("<use{paint} href=\"#queenside-{}\" x=\"{x}\" y=\"{y}\"/>", shape.name()));
    }

    fn begin(&mut self, (x, y): Place, title: &str) {
        self.line(&format!("<g transform=\"translate({} {})\">", number(x), number(y)));
        if !title.is_empty() {
            self.line(&format!("<title>{}</title>", escaped(title)));
        }
    }

    fn end(&mut self) {
        self.line("</g>");
    }
}

const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif";

fn class(property: &str, role: Role) -> String {
    format!("{}-{}", &property[..1], role.name())
}

/// Returns the attributes of a line, each beginning with a space.
fn drawn(line: Stroke) -> String {
    let mut text = format!(" stroke-width=\"{}\"", number(line.width));
    match line.ends {
        LineCap::Flat => {}
        LineCap::Round => text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        LineCap::Square => text += " stroke-linecap=\"square\"",
    }
    if let Some((dash, gap)) = line.dashes {
        let [dash, gap, half] = [dash, gap, dash / 2.0].map(number);
        text += &format!(" stroke-dasharray=\"{dash} {gap}\" stroke-dashoffset=\"{half}\"");
    }
    text + if line.is_faint { " opacity=\"0.6\"" } else { "" }
}

/// Returns a figure whose colours are set where it is used. The outline lies behind the body, so that it shows only
/// around the union of its parts.
fn definition(shape: Shape) -> String {
    let (name, body, details) = (shape.name(), shape.body(), shape.details());
    let body = format!("<path stroke-width=\"7\" stroke-linejoin=\"round\" paint-order=\"stroke\" d=\"{body}\"/>");
    let details = match details {
        "" => String::new(),
        _ => format!("<path fill=\"none\" stroke-width=\"3.5\" stroke-linecap=\"round\" d=\"{details}\"/>"),
    };
    format!("<g id=\"queenside-{name}\">{body}{details}</g>\n")
}

/// Escapes text for XML; characters that XML cannot hold are dropped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if character.is_control() && !matches!(character, '\n' | '\t') => {}
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_an_element() {
        assert_eq!(escaped("<b a=\"1\">&\u{0}\u{ffff}\n"), "&lt;b a=&quot;1&quot;&gt;&amp;\n");
    }
}
