//! The face of a card: a bar with the name, the line of its kind, a picture, numbers with icons, and its text.
//!
//! The picture gives room to the text, and the text shrinks to a least size. What has no room then is an error: a card that lacks a
//! part of its rule would be played wrongly.

use super::parts::text_box;
use super::text::{Block, Paragraph};
use crate::letters;
use crate::scene::{Item, Place, Role, Scene};
use crate::theme::{BLACK, mixed};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::Colour;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How wide the edge around everything is.
pub(super) const EDGE: f64 = 24.0;
/// How tall the bar with the name is.
pub(super) const BAR: f64 = 76.0;
/// How tall the line of the kind is.
pub(super) const KIND: f64 = 34.0;
/// How tall the line below is.
pub(super) const FOOT: f64 = 24.0;
/// How far things stay away from each other.
pub(super) const GAP: f64 = 14.0;
/// How large the letters of the text may be: at most, and at least. The least is a little less than five points.
const TEXT: (f64, f64) = (31.0, 16.5);
/// The shares of the card that its picture has at least, each with the least size of text for which it keeps them.
const PICTURE: [(f64, f64); 4] = [(0.34, 26.0), (0.24, 22.0), (0.14, 19.0), (0.0, TEXT.1)];
/// The width by which colours go beyond the card where there is no bleed, so that no seam shines between two
/// cards.
pub(super) const SEAM: f64 = 0.6;
/// The ratio of width to height above which a card has its picture beside the text.
const WIDE: f64 = 1.1;

/// The content of the face of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The card's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The line below the name: kind, faction and the like.
    pub line: String,
    /// The colour of its bars.
    pub colour: Colour,
    /// The picture.
    pub icon: Option<String>,
    /// The number before the name.
    pub left: Option<FaceStat>,
    /// The number behind the name.
    pub right: Option<FaceStat>,
    /// Numbers and words with icons.
    pub stats: Vec<FaceStat>,
    /// Facts in words.
    pub facts: Vec<FaceLine>,
    /// The rules, one paragraph each.
    pub rules: Vec<String>,
    /// The texts of other rows and conditions that the rules name.
    pub notes: Vec<String>,
    /// The line at the lower edge: where the card comes from.
    pub foot: String,
    /// Width and height in tenths of a millimetre.
    pub size: (f64, f64),
}

/// A number or word with its icon.
#[derive(Clone, Debug, PartialEq)]
pub struct FaceStat {
    /// Its display name.
    pub name: String,
    /// The value.
    pub text: String,
    /// Its colour.
    pub colour: Option<Colour>,
    /// Its icon.
    pub icon: Option<String>,
}

/// A fact in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceLine {
    /// Its display name.
    pub label: String,
    /// The value; nothing for what is so or not so, and is so.
    pub text: String,
}

/// A card of which a part has no room on its face, or no letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The card's id.
    pub card: String,
    /// The card's name.
    pub name: String,
    /// The problem, and what can be done about it.
    pub why: String,
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "card `{}` (`{}`): {}", self.card, self.name, self.why)
    }
}

impl std::error::Error for Unfit {}

/// A part of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The areas of the picture, the numbers and the text, and the lines of the text.
pub(super) struct Plan {
    picture: Area,
    stats: Area,
    pub(super) text: Area,
    pub(super) block: Block,
}

impl Face {
    /// The face as a scene, with so much bleed around it.
    ///
    /// # Errors
    /// If not all of it has room at the least size, or the font lacks a letter.
    pub fn scene(&self, icons: &Arc<BTreeMap<String, Icon>>, bleed: f64) -> Result<Scene, Unfit> {
        self.readable()?;
        let (width, height) = self.size;
        let plan = self.plan()?;
        let mut shapes = self.ground(bleed);
        shapes.extend(self.bar(icons)?);
        shapes.extend(self.kind_line()?);
        shapes.extend(self.picture(icons, plan.picture));
        shapes.extend(self.stat_rows(icons, plan.stats));
        shapes.extend(text_box(&plan, self.colour));
        shapes.extend(self.foot());
        let item = Item {
            key: format!("card:{}", self.id),
            role: Role::Panel,
            title: self.name.clone(),
            place: Place::at(bleed, bleed),
            shapes,
        };
        Ok(Scene {
            width: width + 2.0 * bleed,
            height: height + 2.0 * bleed,
            ground: self.dark(),
            title: self.name.clone(),
            items: vec![item],
            icons: Arc::clone(icons),
        })
    }

    /// A copy without facts, rules and notes, for a card that has no room for them: name, kind, picture and
    /// numbers are left.
    #[must_use]
    pub fn bare(&self) -> Self {
        Self {
            facts: Vec::new(),
            rules: Vec::new(),
            notes: Vec::new(),
            ..self.clone()
        }
    }

    pub(super) fn unfit(&self, why: String) -> Unfit {
        Unfit {
            card: self.id.clone(),
            name: self.name.clone(),
            why,
        }
    }

    /// Whether the font has all letters.
    fn readable(&self) -> Result<(), Unfit> {
        let stats = self.left.iter().chain(&self.right).chain(&self.stats);
        let stats = stats.flat_map(|stat| [&stat.name, &stat.text]);
        let facts = self.facts.iter().flat_map(|fact| [&fact.label, &fact.text]);
        let texts = [&self.name, &self.line, &self.foot].into_iter();
        let texts = texts
            .chain(stats)
            .chain(facts)
            .chain(&self.rules)
            .chain(&self.notes);
        let lacking = letters::lacking(texts.map(String::as_str));
        match lacking.is_empty() {
            true => Ok(()),
            false => {
                let named: Vec<String> = lacking.iter().map(|letter| format!("`{letter}`")).collect();
                Err(self.unfit(format!("the font has no {}", named.join(", "))))
            }
        }
    }

    pub(super) fn dark(&self) -> Colour {
        mixed(self.colour, BLACK, 0.62)
    }

    pub(super) fn inner(&self) -> f64 {
        self.size.0 - 2.0 * EDGE
    }

    /// The places of all parts, with the text in the largest size at which all of it has room.
    fn plan(&self) -> Result<Plan, Unfit> {
        let paragraphs = self.paragraphs();
        let top = EDGE + BAR + KIND;
        let body = Area {
            x: EDGE,
            y: top,
            width: self.inner(),
            height: self.size.1 - top - FOOT - EDGE * 0.5,
        };
        let is_wide = self.size.0 > self.size.1 * WIDE;
        for (share, least) in PICTURE {
            let mut size = TEXT.0;
            while size >= least {
                let plan = match is_wide {
                    true => self.beside(&paragraphs, body, size),
                    false => self.below(&paragraphs, body, size, share * self.size.1),
                };
                if let Some(plan) = plan {
                    return Ok(plan);
                }
                size -= 0.5;
            }
        }
        let block = Block::of(&paragraphs, TEXT.1, body.width - 2.0 * GAP);
        let why = match block.is_whole {
            true => {
                "its text does not fit on the card, even in the smallest letters; shorten the text, or make \
                 the card larger with `card: { size: ... }` in the looks"
            }
            false => "a word of its text is wider than the card",
        };
        Err(self.unfit(why.to_owned()))
    }

    /// The picture above, the text below.
    fn below(&self, paragraphs: &[Paragraph], body: Area, size: f64, least_picture: f64) -> Option<Plan> {
        let block = Block::of(paragraphs, size, body.width - 2.0 * GAP);
        let stats = self.stats_height(body.width);
        let text = if paragraphs.is_empty() {
            0.0
        } else {
            block.height + 2.0 * GAP
        };
        let picture = body.height - stats - text;
        let fits = block.is_whole && picture >= least_picture;
        fits.then(|| {
            let stats_top = body.y + picture;
            Plan {
                picture: Area {
                    height: picture,
                    ..body
                },
                stats: Area {
                    y: stats_top,
                    height: stats,
                    ..body
                },
                text: Area {
                    y: stats_top + stats,
                    height: text,
                    ..body
                },
                block,
            }
        })
    }

    /// The picture on the left, the text on the right.
    fn beside(&self, paragraphs: &[Paragraph], body: Area, size: f64) -> Option<Plan> {
        let left = body.width * if paragraphs.is_empty() { 1.0 } else { 0.36 };
        let text = Area {
            x: body.x + left,
            width: body.width - left,
            ..body
        };
        let block = Block::of(paragraphs, size, text.width - 2.0 * GAP);
        let stats = self.stats_height(left);
        let fits = block.is_whole && block.height + 2.0 * GAP <= body.height && stats <= body.height;
        fits.then(|| {
            let picture = Area {
                width: left,
                height: body.height - stats,
                ..body
            };
            Plan {
                picture,
                stats: Area {
                    y: body.y + picture.height,
                    width: left,
                    height: stats,
                    x: body.x,
                },
                text,
                block,
            }
        })
    }

    /// The paragraphs of the text box: flags in one line, numbers in one, then facts, rules, and the notes on
    /// what the rules name.
    fn paragraphs(&self) -> Vec<Paragraph> {
        let flags = self.facts.iter().filter(|fact| fact.text.is_empty());
        let flags: Vec<&str> = flags.map(|fact| fact.label.as_str()).collect();
        let numbers = self.facts.iter().filter(|fact| is_number(&fact.text));
        let numbers: Vec<String> = numbers
            .map(|fact| format!("{}: {}", fact.label, fact.text))
            .collect();
        let mut paragraphs = Vec::new();
        if !flags.is_empty() {
            paragraphs.push(Paragraph {
                label: flags.join(" · "),
                ..Paragraph::default()
            });
        }
        let facts = self
            .facts
            .iter()
            .filter(|fact| !fact.text.is_empty() && !is_number(&fact.text));
        paragraphs.extend(facts.map(|fact| Paragraph {
            label: format!("{}:", fact.label),
            text: fact.text.clone(),
            is_note: false,
        }));
        if !numbers.is_empty() {
            paragraphs.push(Paragraph {
                text: numbers.join(" · "),
                ..Paragraph::default()
            });
        }
        paragraphs.extend(self.rules.iter().map(|rule| {
            let (label, text) = titled(rule);
            Paragraph {
                label,
                text,
                is_note: false,
            }
        }));
        paragraphs.extend(self.notes.iter().map(|note| Paragraph {
            label: String::new(),
            text: note.clone(),
            is_note: true,
        }));
        paragraphs
    }
}

/// Whether a text is a short number.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 4 && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// A rule with a name before its text: `Name: text`, or `"Name": text`.
fn titled(rule: &str) -> (String, String) {
    let is_name = |name: &str| {
        name.split(' ').count() <= 6
            && !name.contains(['.', ',', ';'])
            && name.chars().next().is_some_and(char::is_uppercase)
    };
    match rule.split_once(": ") {
        Some((name, text)) if is_name(name) => (format!("{name}:"), text.to_owned()),
        _ => (String::new(), rule.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parts::INK;
    use crate::scene::Shape;

    fn face(rules: &[&str]) -> Face {
        Face {
            id: "baker".to_owned(),
            name: "The Baker of the Lower Town".to_owned(),
            line: "Townsman · Guild".to_owned(),
            colour: Colour(40, 110, 160),
            icon: None,
            left: None,
            right: Some(FaceStat {
                name: "Cost".to_owned(),
                text: "12".to_owned(),
                colour: None,
                icon: None,
            }),
            stats: Vec::new(),
            facts: vec![FaceLine {
                label: "Slots".to_owned(),
                text: "oven, shop".to_owned(),
            }],
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            notes: Vec::new(),
            foot: "Town · baker".to_owned(),
            size: (635.0, 889.0),
        }
    }

    fn text_sizes(scene: &Scene) -> Vec<f64> {
        let shapes = scene.items.iter().flat_map(|item| &item.shapes);
        let texts = shapes.filter_map(|shape| match shape {
            Shape::Text(words) if words.colour == INK => Some(words.size),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn a_longer_text_has_smaller_letters_and_all_its_words() {
        let rule = "When somebody buys bread here, the town gains one token, and you draw a card.";
        let short = face(&[rule]).scene(&Arc::default(), 0.0).expect("it fits");
        let long = face(&[rule; 14]).scene(&Arc::default(), 0.0).expect("it fits");
        let least = |scene: &Scene| text_sizes(scene).into_iter().fold(f64::MAX, f64::min);
        assert!(least(&long) < least(&short) && least(&long) >= TEXT.1);
        let words = |scene: &Scene| scene.svg().matches("bread").count();
        assert_eq!((words(&short), words(&long)), (1, 14));
    }

    #[test]
    fn what_has_no_room_is_an_error_with_the_name_of_the_card() {
        let rule = "When somebody buys bread here, the town gains one token, and you draw a card.";
        let unfit = face(&[rule; 60])
            .scene(&Arc::default(), 0.0)
            .expect_err("it is too long");
        assert!(
            unfit
                .to_string()
                .starts_with("card `baker` (`The Baker of the Lower Town`): its text does not fit")
        );
        let lacking = face(&["字"])
            .scene(&Arc::default(), 0.0)
            .expect_err("there is no such letter");
        assert_eq!(lacking.why, "the font has no `字`");
    }

    #[test]
    fn bleed_is_around_the_card() {
        let scene = face(&[]).scene(&Arc::default(), 30.0).expect("it fits");
        assert_eq!((scene.width, scene.height), (695.0, 949.0));
        assert_eq!(scene.items[0].place, Place::at(30.0, 30.0));
    }

    #[test]
    fn a_rule_with_a_name_has_it_in_bold() {
        assert_eq!(titled("Steward's Due: lay off a wound.").0, "Steward's Due:");
        assert_eq!(titled("When you move, do this: go on.").0, "");
    }
}
