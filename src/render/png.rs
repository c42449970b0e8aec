//! SVG to PNG.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb};

use crate::language::{Fault, Invalid};

/// The largest number of pixels of a picture: 8192×8192.
const MAX_PIXELS: f64 = 67_108_864.0;

/// Draws an SVG as PNG, `width` pixels wide.
///
/// A PNG cannot follow a reader's preference, so a picture of [`Theme::Auto`](super::Theme::Auto) is light, on white paper unless
/// it is transparent ([`Picture::transparent`](super::Picture::transparent)). Letters and
/// digits use a font of the machine; figures need none. Images that the text holds itself (`data:`) are drawn; those that it
/// names are left out, so that a text from elsewhere reads no files.
///
/// # Errors
///
/// Reports text that is no SVG, and pictures of no or of more than 2²⁶ pixels.
///
/// ```
/// use queenside::{Board, render};
///
/// let svg = render::Picture::of(&Board::square(8)).to_svg();
/// let png = render::png(&svg, 300)?;
/// assert_eq!(png[1..4], *b"PNG");
/// assert!(render::png("no picture", 300).is_err());
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, Invalid> {
    let fault = |reason: String| Invalid::from(Fault::NoPicture { reason });
    let image_href_resolver = ImageHrefResolver {
        resolve_data: ImageHrefResolver::default_data_resolver(),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { fontdb: fonts(), image_href_resolver, ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| fault(error.to_string()))?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    let height = (f64::from(tree.size().height()) * scale).ceil();
    let size = f64::from(width) * height;
    let pixmap = if size <= MAX_PIXELS { Pixmap::new(width, height as u32) } else { None };
    let mut pixmap = pixmap.ok_or_else(|| fault(format!("{width}×{height} pixels are none or too many")))?;
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| fault(error.to_string()))
}

/// Returns the machine's fonts, loaded once; its sans-serif family is one that exists.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_system_fonts();
        let families: Vec<String> =
            fonts.faces().filter_map(|face| face.families.first().map(|(name, _)| name.clone())).collect();
        let known = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica"];
        let preferred = known.into_iter().find(|name| families.iter().any(|family| family == name));
        if let Some(family) = preferred.map(str::to_owned).or(families.into_iter().next()) {
            fonts.set_sans_serif_family(family);
        }
        Arc::new(fonts)
    };
    Arc::clone(FONTS.get_or_init(load))
}
