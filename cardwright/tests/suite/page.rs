//! Blocks of code on a page of `docs/`.

/// A block: what stands behind its fence, and its text without the blanks that it has in a list.
pub(crate) struct Block {
    pub(crate) info: String,
    pub(crate) text: String,
}

/// The blocks of a page, in their order.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(Block, usize)> = None;
    for line in page.lines() {
        let blanks = line.len() - line.trim_start().len();
        match (line.trim_start().strip_prefix("```"), open.as_mut()) {
            (Some(info), None) => {
                let (info, text) = (info.to_owned(), String::new());
                open = Some((Block { info, text }, blanks));
            }
            (Some(_), Some(_)) => blocks.extend(open.take().map(|(block, _)| block)),
            (None, Some((block, indent))) => {
                block.text.push_str(line.get(*indent..).unwrap_or_default());
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// The one block of a page with these words.
pub(crate) fn block(page: &str, words: &str) -> String {
    let mut found = blocks(page)
        .into_iter()
        .filter(|block| block.text.contains(words));
    let (Some(block), None) = (found.next(), found.next()) else {
        panic!("not one block has `{words}`");
    };
    block.text
}
