//! Drawings as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels for each unit of the drawing.
const SHARPNESS: f32 = 2.0;

/// A drawing as PNG, its letters from the fonts of this machine.
///
/// # Errors
/// Why it cannot be drawn: without fonts the numbers would be missing.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    if options.fontdb.is_empty() {
        return Err("no font is installed".to_owned());
    }
    // Whatever fonts there are, letters are drawn.
    let family =
        options.fontdb.faces().next().and_then(|face| face.families.first().map(|(name, _)| name.clone()));
    options.font_family = family.unwrap_or_default();
    let fallback = options.font_family.clone();
    options.fontdb_mut().set_sans_serif_family(fallback);
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size().scale_by(SHARPNESS).ok_or("it has no size")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("it has no size")?;
    resvg::render(&tree, Transform::from_scale(SHARPNESS, SHARPNESS), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}
