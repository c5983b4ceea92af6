//! Completions at a byte: words that the grammar wants, names by what they mean and which type is asked for,
//! words of cards, and ids in documents.
//!
//! 1. The grammar says which words can stand there, and whether a name can.
//! 2. The text gets a name at the cursor and a way to go on, and is checked against what was known when the system compiled
//!    last: the look-up that meets the name says what it could mean.
//! 3. Where that does not work, all names that the project's rules have are offered.
//!
//! The likeliest comes first (`ranking`).

use crate::blocks::{Block, BlockSort, block_at, blocks};
use crate::contexts::SortOf;
use crate::habits;
use crate::names::systems_of;
use crate::place::{Edit, Place};
use crate::ranking::{Around, Ranking};
use crate::told::Told;
use crate::workspace::Workspace;
use cardwright_compiler::document::At;
use cardwright_compiler::{CURSOR, Home, Project, Scene, scene_in_case, scene_in_rules, scene_in_scenario};
use cardwright_dsl::{Expected, Sort, TextUnit, expected, lexemes, mended};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most things that are offered at a time.
const MOST_OFFERED: usize = 1500;
/// The most rows of a phrasebook that are offered at a time.
const MOST_ROWS: usize = 8;
/// How few words say what a card does.
const LEAST_WORDS: usize = 2;

/// A completion: something that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text that is shown.
    pub label: String,
    /// The sort of thing it is: `word`, `define`, `variable`, `row`.
    pub what: &'static str,
    /// Its type or parameters.
    pub detail: String,
    /// The documentation, as Markdown.
    pub documentation: Option<String>,
    /// The text that is written, and the bytes that it replaces.
    pub edit: Edit,
    /// The text that the editor compares with what was typed.
    pub filter: String,
}

/// The completions at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The likeliest first.
    pub items: Vec<Completion>,
    /// Whether further letters may bring others.
    pub is_incomplete: bool,
}

/// The completions at a byte of a file.
#[must_use]
pub fn completions(workspace: &Workspace, file: &str, at: usize) -> Completions {
    let (Some(text), Some(system)) = (
        workspace.text(file),
        systems_of(workspace.project(), file).into_iter().next(),
    ) else {
        return Completions::default();
    };
    if !text.is_char_boundary(at.min(text.len())) {
        return Completions::default();
    }
    let told = workspace.last_told(&system);
    match block_at(file, text, at) {
        Some((block, inside)) => {
            let writing = Writing {
                project: workspace.project(),
                system: &system,
                file,
                block: &block,
                at: inside,
                told: told.as_deref(),
            };
            writing.completions()
        }
        None if file.ends_with(".yaml") => Completions {
            items: ids(workspace, &system, file, text, at),
            is_incomplete: false,
        },
        None => Completions::default(),
    }
}

/// A text of the language at which somebody writes.
struct Writing<'a> {
    project: &'a Project,
    system: &'a str,
    file: &'a str,
    block: &'a Block,
    at: usize,
    told: Option<&'a Told>,
}

/// A thing to offer before it is ranked.
pub(crate) struct Offer {
    /// The sort of thing it is.
    pub(crate) what: &'static str,
    detail: String,
    /// Whether it is of the type that is asked for.
    pub(crate) fits: bool,
}

impl Writing<'_> {
    fn completions(&self) -> Completions {
        let text = self.block.text.as_str();
        let before = text.get(..self.at).unwrap_or_default();
        if is_in_text_or_comment(before) {
            return Completions::default();
        }
        let start = self.at - word_at_end(before);
        let wanted = expected(text, start, self.unit());
        let mut items = self.rows(before);
        items.extend(self.ranked(start, self.offers(start, &wanted)));
        Completions {
            is_incomplete: items.len() > MOST_OFFERED || items.iter().any(|one| one.what == "row"),
            items: items.into_iter().take(MOST_OFFERED).collect(),
        }
    }

    fn unit(&self) -> TextUnit {
        match self.block.sort {
            BlockSort::Items => TextUnit::Items,
            BlockSort::Statements => TextUnit::Statements,
        }
    }

    fn offers(&self, start: usize, wanted: &Expected) -> BTreeMap<String, Offer> {
        let word = |word: &&str| {
            let offer = Offer {
                what: "word",
                detail: String::new(),
                fits: true,
            };
            ((*word).to_owned(), offer)
        };
        let mut offers: BTreeMap<String, Offer> = wanted.words.iter().map(word).collect();
        if !wanted.name {
            return offers;
        }
        let scene = self.scene(start);
        let is_known = scene.as_ref().is_some_and(|scene| !scene.names.is_empty());
        for (name, seen) in scene.unwrap_or_default().names {
            let params = match seen.params.is_empty() {
                true => String::new(),
                false => format!("({})", seen.params.join(", ")),
            };
            let ty = if seen.ty.is_empty() {
                String::new()
            } else {
                format!(": {}", seen.ty)
            };
            let offer = Offer {
                // Words of the language are words, too.
                what: if seen.what == "word" {
                    "constant"
                } else {
                    seen.what
                },
                detail: format!("{params}{ty}"),
                fits: seen.fits,
            };
            offers.entry(name).or_insert(offer);
        }
        let others = match is_known {
            true => self.followers(start),
            false => self.all_names(start),
        };
        for name in others {
            if is_name(&name) {
                let offer = Offer {
                    what: "name",
                    detail: String::new(),
                    fits: true,
                };
                offers.entry(name).or_insert(offer);
            }
        }
        offers
    }

    /// Names that have followed what stands before.
    fn followers(&self, start: usize) -> Vec<String> {
        self.with_place(start, &|name| self.sort_of(name), |place| place.followers())
    }

    /// All names that the rules of the project and this text have.
    fn all_names(&self, start: usize) -> Vec<String> {
        let own = names_in(self.block.text.get(..start).unwrap_or_default());
        let known = self.told.map_or_else(Vec::new, |told| told.vocabulary().to_vec());
        own.into_iter()
            .chain(known)
            .chain(self.followers(start))
            .collect()
    }

    /// The names that are in scope at the cursor.
    fn scene(&self, start: usize) -> Option<Scene> {
        let text = mended(&self.block.text, start, self.unit(), CURSOR)?;
        let project = self.project;
        let file = project.sources.named(self.file);
        if let Some(case) = project.cases.iter().find(|one| Some(one.file) == file) {
            let mut case = case.clone();
            let doc = Arc::make_mut(&mut case.doc);
            match (self.block.sort, self.key()) {
                (BlockSort::Items, _) => put(&mut doc.rules, text),
                (BlockSort::Statements, "given") => put(&mut doc.given, text),
                (BlockSort::Statements, _) => doc.when.value = text,
            }
            return scene_in_case(project, &case);
        }
        if let Some(scenario) = project.scenarios.iter().find(|one| Some(one.file) == file) {
            let mut scenario = scenario.clone();
            put(&mut Arc::make_mut(&mut scenario.doc).rules, text);
            return scene_in_scenario(project, &scenario);
        }
        let file = file?;
        let home = match (&self.block.home, self.file.ends_with(".cw")) {
            (_, true) => Home::System,
            (Some(card), false) => Home::Card(card),
            (None, false) => {
                let mut lines = project.sources.get(file).text.lines();
                let id = lines.find_map(|line| line.strip_prefix("set:"))?;
                Home::Set(id.split('#').next()?.trim().trim_matches(['"', '\'']))
            }
        };
        scene_in_rules(project, self.system, file, home, &text)
    }

    /// The key below which the text stands.
    fn key(&self) -> &str {
        self.block.key.as_str()
    }

    /// The offers with the likeliest first.
    fn ranked(&self, start: usize, offers: BTreeMap<String, Offer>) -> Vec<Completion> {
        let text = self.block.text.as_str();
        let typed = text.get(start..self.at).unwrap_or_default();
        let names = |part: Option<&str>| names_in(part.unwrap_or_default());
        let around = Around {
            before: names(text.get(..start)),
            behind: names(text.get(self.at..)),
            of_card: self.names_of_card(),
        };
        let sort_of = |name: &str| self.sort_of(name);
        let mut ranked: Vec<(f64, Completion)> = Vec::new();
        self.with_place(start, &sort_of, |place| {
            let ranking = Ranking::new(place, &sort_of, &offers, &around);
            for (name, offer) in offers.iter().filter(|(name, _)| is_begun(name, typed)) {
                let score = ranking.score(name, offer, typed);
                ranked.push((score, self.completion(name.clone(), offer, start)));
            }
        });
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.label.cmp(&b.1.label)));
        ranked.into_iter().map(|one| one.1).collect()
    }

    fn sort_of(&self, name: &str) -> &'static str {
        self.told.map_or("\u{1}v", |told| told.sort_of(name))
    }

    /// Asks what usually follows behind a byte of the text.
    fn with_place<T>(
        &self,
        start: usize,
        sort_of: SortOf<'_>,
        ask: impl FnOnce(&habits::Place<'_>) -> T,
    ) -> T {
        let empty = habits::Habits::default();
        let before = self.block.text.get(..start).unwrap_or_default();
        let all = self.told.map_or(&empty, Told::habits);
        ask(&habits::Place::new(all, &self.stored(), before, sort_of))
    }

    /// The text as it was when the system compiled last: it does not count itself.
    fn stored(&self) -> String {
        let stored = || {
            let sources = &self.told?.project.sources;
            let file = sources.get(sources.named(self.file)?);
            let same = |one: &Block| one.home == self.block.home && one.key == self.block.key;
            blocks(self.file, &file.text).into_iter().find(same)
        };
        stored().map_or_else(String::new, |block| block.text)
    }

    /// The words in the facts of the card whose rules are written.
    fn names_of_card(&self) -> Vec<String> {
        let above = || {
            let sources = &self.project.sources;
            let text = &sources.get(sources.named(self.file)?).text;
            let above = text.get(..self.block.bytes.start)?;
            let card = above.rfind(&format!("id: {}", self.block.home.as_ref()?))?;
            above.get(card..)
        };
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '/';
        let words = above().unwrap_or_default().split(|letter| !is_part(letter));
        words.map(str::to_owned).collect()
    }

    fn completion(&self, name: String, offer: &Offer, start: usize) -> Completion {
        let bytes = self.block.place(start)..self.block.place(self.at);
        Completion {
            what: offer.what,
            detail: offer.detail.clone(),
            documentation: None,
            edit: Edit {
                place: Place::new(self.file, bytes),
                put: name.clone(),
            },
            filter: name.clone(),
            label: name,
        }
    }

    /// The rows of the phrasebook that match the words of a card on the line before the cursor.
    fn rows(&self, before: &str) -> Vec<Completion> {
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.get(start..).unwrap_or_default();
        let typed = line.trim_start();
        let start = start + line.len() - typed.len();
        let is_words = typed
            .chars()
            .all(|letter| letter.is_alphanumeric() || " ',;-".contains(letter));
        let (Some(told), true) = (
            self.told,
            is_words && typed.split_whitespace().count() >= LEAST_WORDS,
        ) else {
            return Vec::new();
        };
        // A text that the grammar can read so far is no sentence of a card.
        let wanted = expected(&self.block.text, self.at, self.unit());
        if wanted != Expected::default() {
            return Vec::new();
        }
        let mut items = Vec::new();
        for found in told.phrasebook().find(typed).into_iter().take(MOST_ROWS) {
            let Some(row) = found.row else { continue };
            let Some(piece) = row.pieces.first() else { continue };
            let bytes = self.block.place(start)..self.block.place(self.at);
            items.push(Completion {
                label: row.says.first().cloned().unwrap_or(found.name),
                what: "row",
                detail: piece.code.clone(),
                documentation: Some(row.write.clone()),
                edit: Edit {
                    place: Place::new(self.file, bytes),
                    put: piece.example.clone(),
                },
                filter: typed.to_owned(),
            });
        }
        items
    }
}

fn put(rules: &mut Option<At<String>>, text: String) {
    match rules {
        Some(rules) => rules.value = text,
        None => {
            *rules = Some(At {
                value: text,
                ..At::default()
            });
        }
    }
}

/// Whether a word can be a name.
fn is_name(word: &str) -> bool {
    matches!(&lexemes(word)[..], [one] if matches!(one.sort, Sort::Name | Sort::Word))
}

/// How many bytes at the end of a text are a word that is being typed.
fn word_at_end(text: &str) -> usize {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '/';
    text.len() - text.trim_end_matches(is_part).len()
}

/// Whether a text ends in the midst of a text in quotes, or of a comment.
fn is_in_text_or_comment(text: &str) -> bool {
    let line = text
        .rfind('\n')
        .map_or(text, |at| text.get(at + 1..).unwrap_or_default());
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted => return true,
            _ => {}
        }
    }
    is_quoted
}

/// Whether a name has the letters that were typed, in their order, and begins as they do.
fn is_begun(name: &str, typed: &str) -> bool {
    let mut letters = name.chars();
    let same_start = typed
        .chars()
        .next()
        .is_none_or(|first| name.split('-').any(|part| part.starts_with(first)));
    same_start && typed.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

fn names_in(text: &str) -> Vec<String> {
    let names = lexemes(text).into_iter().filter(|one| one.sort == Sort::Name);
    names
        .map(|one| text[one.span.start..one.span.end].to_owned())
        .collect()
}

/// The ids that can be named at a byte of a document.
fn ids(workspace: &Workspace, system: &str, file: &str, text: &str, at: usize) -> Vec<Completion> {
    let before = text.get(..at).unwrap_or_default();
    let start = at - word_at_end(before);
    let line = before.get(..start).unwrap_or_default();
    let line = line
        .get(line.rfind('\n').map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    let head = line.trim_end_matches(|letter: char| letter != ':');
    let key = head
        .trim_end_matches(':')
        .rsplit([' ', '{', ',', '-'])
        .next()
        .unwrap_or_default();
    let project = workspace.project();
    let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
    let ids: Vec<(String, &'static str)> = match key {
        "template" | "cards" => sets
            .flat_map(|(_, set)| &set.doc.cards)
            .map(|card| (card.id.value.clone(), "card"))
            .collect(),
        "sets" | "uses" => sets.map(|(key, _)| (key.1.clone(), "card set")).collect(),
        "map" => {
            let maps = project.maps.keys().filter(|key| key.0 == system);
            maps.map(|key| (key.1.clone(), "map")).collect()
        }
        "scenario" => {
            let all = project
                .scenarios
                .iter()
                .filter(|one| one.doc.system.value == system);
            all.map(|one| (one.doc.scenario.value.clone(), "scenario"))
                .collect()
        }
        _ => return Vec::new(),
    };
    let place = Place::new(file, start..at);
    let completion = |(id, what): (String, &'static str)| Completion {
        label: id.clone(),
        what,
        detail: String::new(),
        documentation: None,
        edit: Edit {
            place: place.clone(),
            put: id.clone(),
        },
        filter: id,
    };
    let typed = before.get(start..).unwrap_or_default();
    let mut items: Vec<Completion> = ids
        .into_iter()
        .filter(|one| is_begun(&one.0, typed))
        .map(completion)
        .collect();
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items.dedup_by(|a, b| a.label == b.label);
    items.truncate(MOST_OFFERED);
    items
}
