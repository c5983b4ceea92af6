//! A scene as a picture of pixels, drawn by resvg with the letters that come along.

use crate::scene::Scene;
use crate::svg::MADE_BY;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::{Arc, OnceLock};

/// The most pixels that a picture is wide or tall.
const MOST_PIXELS: u32 = 8_192;

/// The picture as a PNG file, so many times as large as the scene.
///
/// # Errors
/// If the picture would be too large.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, String> {
    let options = Options {
        fontdb: letters(),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(&scene.svg(), &options)
        .map_err(|error| format!("the picture cannot be drawn: {error}"))?;
    let size = tree.size();
    let pixels = |side: f32| (side * scale).ceil() as u32;
    let (width, height) = (pixels(size.width()), pixels(size.height()));
    if width.max(height) > MOST_PIXELS {
        return Err(format!(
            "the picture would have {width} by {height} pixels; the most is {MOST_PIXELS} each way"
        ));
    }
    let mut pixmap = Pixmap::new(width, height).ok_or("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    encoded(pixmap).map_err(|error| format!("the picture cannot be written: {error}"))
}

/// The file, with a line that says who made it.
fn encoded(pixmap: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".to_owned(), MADE_BY.to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixmap.take_demultiplied())?;
    writer.finish()?;
    Ok(bytes)
}

/// The letters that come along; those of the machine are not looked for, so that the picture is the same everywhere.
fn letters() -> Arc<fontdb::Database> {
    static LETTERS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let make = || {
        let mut letters = fontdb::Database::new();
        letters.load_font_data(dejavu::sans_condensed::regular().to_vec());
        letters.load_font_data(dejavu::sans_condensed::bold().to_vec());
        Arc::new(letters)
    };
    Arc::clone(LETTERS.get_or_init(make))
}
