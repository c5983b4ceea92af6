//! Sheets of paper: cards in rows and columns with marks for the knife, backs so that they meet the fronts.
//!
//! Lengths are tenths of a millimetre. A sheet is printed on both sides and turned around its long edge.
//!
//! | file | what lives there |
//! |---|---|
//! | this one | cards in rows and columns |
//! | `flow` | things of different sizes, and lines of text, on pages |
//! | `tokens` | tokens to cut out, and bases |
//! | `rulers` | range rulers and templates |
//! | `dials` | dials: a wheel and its cover |
//! | `mission` | the page of a scenario |
//! | `levels` | how a board of hexes is built |

mod dials;
mod flow;
mod levels;
mod mission;
mod rulers;
mod tokens;

use crate::card::{Dial, Press};
use crate::scene::{Item, Place, Role, Scene, Shape, Stroke};
use crate::theme::GREY;
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::Colour;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many points (72 an inch) a tenth of a millimetre is.
pub const UNIT: f64 = 72.0 / 254.0;
/// The margin along all edges on which no printer prints, in tenths of a millimetre.
const MARGIN: f64 = 50.0;
/// How far marks are away from what they mark, and how long they are.
const MARK: (f64, f64) = (8.0, 36.0);
const WHITE: Colour = Colour(255, 255, 255);

/// A sort of paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The shorter side.
    pub width: f64,
    /// The longer side.
    pub height: f64,
}

impl Paper {
    /// 210 by 297 millimetres.
    pub const A4: Self = Self {
        width: 2_100.0,
        height: 2_970.0,
    };
    /// Eight and a half by eleven inches.
    pub const LETTER: Self = Self {
        width: 2_159.0,
        height: 2_794.0,
    };
}

/// A card with its back, both with their bleed around them.
#[derive(Clone, Debug)]
pub struct SheetCard {
    /// The front.
    pub front: Arc<Scene>,
    /// The back.
    pub back: Arc<Scene>,
    /// Width and height without bleed.
    pub size: (f64, f64),
}

/// How sheets are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheets {
    /// The paper.
    pub paper: Paper,
    /// How far colours go on beyond the edge of a card.
    pub bleed: f64,
    /// Whether backs are printed: a page behind each page of fronts.
    pub backs: bool,
}

/// Rows and columns on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    columns: usize,
    rows: usize,
    /// The page: on end or on its side.
    page: (f64, f64),
    /// From a card to the next, without what of bleed is between them.
    card: (f64, f64),
    bleed: f64,
}

impl Sheets {
    /// The pages of these cards. Those of one size that follow each other share pages.
    ///
    /// # Errors
    /// If a card is larger than the paper.
    pub fn cards(
        &self,
        cards: &[SheetCard],
        icons: &Arc<BTreeMap<String, Icon>>,
    ) -> Result<Vec<Scene>, String> {
        let mut pages = Vec::new();
        for alike in cards.chunk_by(|one, next| one.size == next.size) {
            let grid = self.grid(alike[0].size)?;
            for page in alike.chunks(grid.columns * grid.rows) {
                pages.push(grid.page(page, false, icons));
                if self.backs {
                    pages.push(grid.page(page, true, icons));
                }
            }
        }
        Ok(pages)
    }

    /// Pages of tokens: so many of each sort.
    ///
    /// # Errors
    /// If one has no room.
    pub fn tokens(&self, press: &Press<'_>, copies: usize) -> Result<Vec<Scene>, String> {
        flow::pages(
            self.paper,
            "Tokens",
            &tokens::tokens(press, copies),
            press.icons(),
        )
    }

    /// Pages of the bases of these pieces (indexes into the pack's templates), true to scale: as far as the content says how large
    /// they are.
    ///
    /// # Errors
    /// If one has no room.
    pub fn bases(&self, press: &Press<'_>, pieces: &[usize]) -> Result<Vec<Scene>, String> {
        flow::pages(self.paper, "Bases", &tokens::bases(press, pieces), press.icons())
    }

    /// Pages of the range ruler and the templates of the looks, true to scale.
    ///
    /// # Errors
    /// If one has no room.
    pub fn rulers(&self, press: &Press<'_>) -> Result<Vec<Scene>, String> {
        let rulers = flow::pages(self.paper, "Range ruler", &rulers::ruler(press), press.icons())?;
        let templates = flow::pages(self.paper, "Templates", &rulers::templates(press), press.icons())?;
        Ok(rulers.into_iter().chain(templates).collect())
    }

    /// Pages of the dials of these pieces (indexes into the pack's templates), each a wheel and its cover; `once` prints those that
    /// are the same once.
    ///
    /// # Errors
    /// If one has no room.
    pub fn dials(&self, press: &Press<'_>, pieces: &[usize], once: bool) -> Result<Vec<Scene>, String> {
        let mut dials: Vec<Dial> = pieces.iter().flat_map(|&piece| press.dials(piece)).collect();
        if once {
            let mut known: Vec<Dial> = Vec::new();
            for dial in dials {
                if known.iter().all(|one| !one.is_same_wheel(&dial)) {
                    known.push(dial);
                }
            }
            dials = known;
        }
        let mut blocks = Vec::new();
        for dial in &dials {
            blocks.extend(dials::blocks(dial)?);
        }
        flow::pages(self.paper, "Dials", &blocks, press.icons())
    }

    /// The pages of a mission of this title, with its own rules in words, one paragraph each.
    ///
    /// # Errors
    /// If a text has no room.
    pub fn mission(&self, press: &Press<'_>, title: &str, rules: &[String]) -> Result<Vec<Scene>, String> {
        mission::pages(press, self.paper, title, rules)
    }

    /// How the board of a scenario is built, a page for each level; no pages, if it is not of hexes.
    #[must_use]
    pub fn levels(&self, press: &Press<'_>, title: &str) -> Vec<Scene> {
        levels::pages(press, self.paper, title)
    }

    /// The grid that has the most cards, on end if both have as many.
    fn grid(&self, card: (f64, f64)) -> Result<Grid, String> {
        let Paper { width, height } = self.paper;
        let count = |length: f64, card: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "paper is small"
            )]
            let count = ((length - 2.0 * MARGIN) / (card + 2.0 * self.bleed))
                .floor()
                .max(0.0) as usize;
            count
        };
        let grid = |page: (f64, f64)| Grid {
            columns: count(page.0, card.0),
            rows: count(page.1, card.1),
            page,
            card,
            bleed: self.bleed,
        };
        let (on_end, on_side) = (grid((width, height)), grid((height, width)));
        let best = if on_side.count() > on_end.count() {
            on_side
        } else {
            on_end
        };
        match best.count() {
            0 => Err(format!(
                "a card of {:.1} by {:.1} mm, with its bleed, does not fit on the paper",
                card.0 / 10.0,
                card.1 / 10.0
            )),
            _ => Ok(best),
        }
    }
}

impl Grid {
    const fn count(&self) -> usize {
        self.columns * self.rows
    }

    const fn is_on_side(&self) -> bool {
        self.page.0 > self.page.1
    }

    fn pitch(&self) -> (f64, f64) {
        (self.card.0 + 2.0 * self.bleed, self.card.1 + 2.0 * self.bleed)
    }

    /// The corner of the whole block, with its bleed.
    fn corner(&self) -> (f64, f64) {
        let (wide, tall) = self.pitch();
        (
            (self.page.0 - wide * self.columns as f64) / 2.0,
            (self.page.1 - tall * self.rows as f64) / 2.0,
        )
    }

    /// A page of fronts, or of the backs that lie behind them.
    fn page(&self, cards: &[SheetCard], is_back: bool, icons: &Arc<BTreeMap<String, Icon>>) -> Scene {
        let mut items = Vec::new();
        for (at, card) in cards.iter().enumerate() {
            let (column, row) = self.cell(at, is_back);
            let (left, top) = self.corner();
            let (wide, tall) = self.pitch();
            let place = (left + wide * column as f64, top + tall * row as f64);
            let scene = if is_back { &card.back } else { &card.front };
            // Around the long edge, a page on its side is turned upside down.
            let is_turned = is_back && self.is_on_side();
            items.extend(placed(scene, place, is_turned, at));
        }
        items.push(self.marks());
        let side = if is_back { "backs" } else { "fronts" };
        sheet(self.page, side.to_owned(), items, icons)
    }

    /// The column and row of a card; of its back those that lie behind it.
    fn cell(&self, at: usize, is_back: bool) -> (usize, usize) {
        let (column, row) = (at % self.columns, at / self.columns);
        match (is_back, self.is_on_side()) {
            (false, _) => (column, row),
            (true, false) => (self.columns - 1 - column, row),
            (true, true) => (column, self.rows - 1 - row),
        }
    }

    /// Marks where the knife goes, around the block.
    fn marks(&self) -> Item {
        let (left, top) = self.corner();
        let (wide, tall) = self.pitch();
        let (right, bottom) = (left + wide * self.columns as f64, top + tall * self.rows as f64);
        let edges = |first: f64, pitch: f64, count: usize| {
            let bleed = self.bleed;
            let edges = (0..count).flat_map(move |at| {
                let begin = first + pitch * at as f64;
                [begin + bleed, begin + pitch - bleed]
            });
            edges.collect::<Vec<f64>>()
        };
        let mut shapes = Vec::new();
        let mut mark = |from: (f64, f64), to: (f64, f64)| {
            shapes.push(Shape::Line {
                points: vec![from, to],
                stroke: Stroke::plain(GREY, 1.6),
            });
        };
        let (near, far) = (MARK.0, MARK.0 + MARK.1);
        for x in edges(left, wide, self.columns) {
            mark((x, top - near), (x, top - far));
            mark((x, bottom + near), (x, bottom + far));
        }
        for y in edges(top, tall, self.rows) {
            mark((left - near, y), (left - far, y));
            mark((right + near, y), (right + far, y));
        }
        Item {
            key: "marks".to_owned(),
            role: Role::Caption,
            title: String::new(),
            place: Place::default(),
            shapes,
        }
    }
}

/// A page of these items.
fn sheet(
    (width, height): (f64, f64),
    title: String,
    items: Vec<Item>,
    icons: &Arc<BTreeMap<String, Icon>>,
) -> Scene {
    Scene {
        width,
        height,
        ground: WHITE,
        title,
        items,
        icons: Arc::clone(icons),
    }
}

/// The items of a scene at a place of a page, perhaps upside down.
fn placed(scene: &Scene, (x, y): (f64, f64), is_turned: bool, at: usize) -> Vec<Item> {
    let moved = |item: &Item| {
        let own = item.place;
        let place = match is_turned {
            false => Place {
                x: x + own.x,
                y: y + own.y,
                ..own
            },
            true => Place {
                x: x + scene.width - own.x,
                y: y + scene.height - own.y,
                turn: own.turn + 180.0,
            },
        };
        Item {
            key: format!("{at}:{}", item.key),
            place,
            ..item.clone()
        }
    };
    scene.items.iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(size: (f64, f64), bleed: f64) -> SheetCard {
        let scene = |key: &str| {
            Arc::new(Scene {
                width: size.0 + 2.0 * bleed,
                height: size.1 + 2.0 * bleed,
                ground: WHITE,
                title: String::new(),
                items: vec![Item {
                    key: key.to_owned(),
                    role: Role::Panel,
                    title: String::new(),
                    place: Place::at(bleed, bleed),
                    shapes: Vec::new(),
                }],
                icons: Arc::default(),
            })
        };
        SheetCard {
            front: scene("front"),
            back: scene("back"),
            size,
        }
    }

    const POKER: (f64, f64) = (635.0, 889.0);

    fn sheets(bleed: f64) -> Sheets {
        Sheets {
            paper: Paper::A4,
            bleed,
            backs: true,
        }
    }

    #[test]
    fn nine_cards_have_room_on_both_papers() {
        for paper in [Paper::A4, Paper::LETTER] {
            let grid = Sheets { paper, ..sheets(0.0) }
                .grid(POKER)
                .expect("there is room");
            assert_eq!((grid.columns, grid.rows), (3, 3), "{paper:?}");
        }
        let bleeding = sheets(30.0).grid(POKER).expect("there is room");
        assert_eq!((bleeding.columns, bleeding.rows), (4, 2));
        assert!(sheets(0.0).grid((3_000.0, 100.0)).is_err());
    }

    #[test]
    fn a_back_lies_behind_its_front() {
        for bleed in [0.0, 30.0] {
            let sheets = sheets(bleed);
            let pages = sheets
                .cards(&vec![card(POKER, bleed); 5], &Arc::default())
                .expect("there is room");
            assert_eq!(pages.len(), 2);
            let is_on_side = pages[0].width > pages[0].height;
            for (front, back) in pages[0].items.iter().zip(&pages[1].items).take(5) {
                let middle = |item: &Item| {
                    let turned = if item.place.turn > 0.0 { -1.0 } else { 1.0 };
                    (
                        item.place.x + turned * POKER.0 / 2.0,
                        item.place.y + turned * POKER.1 / 2.0,
                    )
                };
                let ((x, y), (behind_x, behind_y)) = (middle(front), middle(back));
                let expected = match is_on_side {
                    true => (x, pages[0].height - y),
                    false => (pages[0].width - x, y),
                };
                assert!((expected.0 - behind_x).abs() < 1e-6 && (expected.1 - behind_y).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_last_page_holds_the_rest() {
        let pages = sheets(0.0)
            .cards(&vec![card(POKER, 0.0); 20], &Arc::default())
            .expect("there is room");
        assert_eq!(pages.len(), 6);
        let no_backs = Sheets {
            backs: false,
            ..sheets(0.0)
        };
        let pages = no_backs
            .cards(&vec![card(POKER, 0.0); 20], &Arc::default())
            .expect("there is room");
        assert_eq!(
            pages.iter().map(|page| page.items.len() - 1).collect::<Vec<_>>(),
            [9, 9, 2]
        );
    }
}
