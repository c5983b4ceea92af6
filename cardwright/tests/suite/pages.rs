//! Documents that pages show whole: laid into the project that `new` writes, nothing is wrong with them.
//!
//! Behind the language of such a block stands its path. Not here: documents of this repository, see `tests/chain/examples.rs`.

use crate::page;
use crate::shop::Shop;

const PAGES: [&str; 3] = [
    include_str!("../../../docs/documents.md"),
    include_str!("../../../docs/phrasebooks.md"),
    include_str!("../../../docs/looks.md"),
];
const TUTORIAL: &str = include_str!("../../../docs/tutorial.md");
const SET: &str = "cards/river-wars/starter.yaml";
const ICON: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/></svg>"#;

/// A project as `new` writes it, with the documents of the pages and the card of the tutorial, which they name.
fn with_documents() -> (Shop, Vec<String>) {
    let shop = Shop::empty();
    shop.run(&["new", "project", "river-wars"]).expect(0);
    let shop = shop.inside("river-wars");
    shop.write(
        SET,
        &(shop.text(SET) + &page::block(TUTORIAL, "- id: last-stand")),
    );
    let mut names = Vec::new();
    for block in PAGES.into_iter().flat_map(page::blocks) {
        let path = block.info.split_once(' ').map_or("", |(_, path)| path);
        if path.contains("/river-wars/") {
            shop.write(path, &block.text);
            names.push(path.to_owned());
        }
    }
    (shop, names)
}

#[test]
fn documents_that_pages_show_whole_are_sound() {
    let (shop, names) = with_documents();
    assert!(names.len() >= 4, "{names:?}");
    // What the looks name besides: two icons, and the ground of a board that this game does not have.
    for name in ["axe", "shield"] {
        shop.write(&format!("systems/river-wars/icons/{name}.svg"), ICON);
    }
    let ground = "terrain:\n  river: { fill: '#4a90c2', pattern: waves }\n";
    let shop = shop.with("systems/river-wars/looks.yaml", ground, "");
    shop.run(&["check", "--deny", "warnings"]).expect(0);
    shop.run(&["test"]).expect(0);
    shop.run(&["fmt", "--check"]).expect(0);
}

#[test]
fn what_the_tutorial_shows_of_the_small_game_stands_in_it() {
    let (shop, _) = with_documents();
    let rules = shop.text("systems/river-wars/game.cw");
    assert!(rules.contains(&page::block(TUTORIAL, "define standing-of")));
    assert!(shop.text(SET).contains(&page::block(TUTORIAL, "- id: brawler")));
}
