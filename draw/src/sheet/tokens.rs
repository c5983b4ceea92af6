//! Tokens to cut out, and the bases of pieces, true to scale, with their arcs.

use super::flow::{Block, words};
use crate::card::{Press, TOKEN};
use crate::letters;
use crate::scene::Anchor;

/// How tall the name below a token is.
const NAME: f64 = 34.0;

/// The tokens, `copies` of each sort that the looks do not hide, and of which somebody can have one.
pub(super) fn tokens(press: &Press<'_>, copies: usize) -> Vec<Block> {
    let pack = press.pack();
    let sorts = pack.tokens.iter().enumerate();
    let carried = |sort: usize| {
        pack.kinds
            .iter()
            .any(|kind| kind.tokens.iter().any(|&token| usize::from(token) == sort))
    };
    let mut blocks = Vec::new();
    for (sort, def) in sorts.filter(|(sort, _)| carried(*sort)) {
        let look = press.looks().tokens.get(&sort);
        if look.is_some_and(|look| look.unseen) {
            continue;
        }
        blocks.extend(std::iter::repeat_n(token(press, &def.name), copies));
    }
    blocks
}

/// A token with its name below.
fn token(press: &Press<'_>, id: &str) -> Block {
    let name = press.token_name(id);
    let width = (2.0 * TOKEN).max(letters::width(&name, 20.0, false));
    let mut shapes = press.token_shapes(id, width / 2.0);
    shapes.push(words(
        (width / 2.0, 2.0 * TOKEN + NAME - 8.0),
        20.0,
        &name,
        Anchor::Middle,
        false,
    ));
    Block {
        width,
        height: 2.0 * TOKEN + NAME,
        shapes,
        ..Block::default()
    }
}

/// The bases of these pieces (indexes into the pack's templates), as far as the content says how large they are. Scenery, whose looks
/// give it a colour whoever owns it, has no base.
pub(super) fn bases(press: &Press<'_>, pieces: &[usize]) -> Vec<Block> {
    let own = pieces.iter().filter(|&&piece| !press.is_scenery(piece));
    let counters = own.filter_map(|&piece| press.piece(piece));
    counters
        .filter(|counter| counter.is_to_scale)
        .map(|counter| Block {
            width: counter.width,
            height: counter.height,
            shapes: counter.shapes,
            ..Block::default()
        })
        .collect()
}
