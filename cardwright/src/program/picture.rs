//! The table as a picture in a file: SVG or PNG, by how the name ends.

use crate::program::{Ending, write};
use cardwright_compiler::looks::Looks;
use cardwright_compiler::visible;
use cardwright_core::{Event, Game, Viewer};
use cardwright_draw::{Shown, Table, Theme};
use clap::Args;
use std::path::PathBuf;

/// Where to draw, and how.
#[derive(Args)]
pub(super) struct Picture {
    /// Draw the table at the end to this file, SVG or PNG: all of it, or what the player of `--as` sees
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// The width of the picture in pixels; from 1000 on, the list of pieces and cards is beside the board
    #[arg(long, value_name = "PIXELS", default_value_t = 1_400, value_parser = clap::value_parser!(u32).range(300..=4_000))]
    width: u32,
    /// Draw with dark colours
    #[arg(long)]
    dark: bool,
}

impl Picture {
    /// Writes the picture, if one is wanted. What has just happened is drawn, too.
    pub(super) fn write(
        &self,
        game: &Game,
        looks: &Looks,
        viewer: Viewer,
        recent: &[Event],
    ) -> Result<(), Ending> {
        let Some(path) = &self.draw else {
            return Ok(());
        };
        let shown = Shown {
            width: f64::from(self.width),
            theme: if self.dark { Theme::DARK } else { Theme::LIGHT },
            recent,
            panel: true,
        };
        let scene = Table::of(game, looks, viewer).scene(shown);
        let bytes = match path.extension().and_then(|end| end.to_str()) {
            Some("png") => cardwright_draw::png(&scene, 1.0).map_err(Ending::WrongCall)?,
            _ => visible(&scene.svg()).into_owned().into_bytes(),
        };
        write::result(path, write::Kind::Drawing, &bytes)
    }
}
