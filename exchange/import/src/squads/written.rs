//! From a scenario to the JSON of its squads, one a player.

use super::OWN;
use super::form::{Printed, Ready, fact_of};
use crate::documents::Fields;
use cardwright_compiler::document::{At, Entries, Fact, PieceDoc, PlayerDoc, ScenarioDoc};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The squad of a player.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The player's id.
    pub player: String,
    /// The JSON, or why the form has no place for the squad.
    pub text: Result<String, Vec<String>>,
    /// The things that the squad leaves out: the piece, and why.
    pub left_out: Vec<(String, String)>,
}

/// A piece of a squad, and what is printed on it.
type Piece<'d> = (&'d PieceDoc, &'d Printed<'d>);

/// A squad that is written.
struct Writer<'d> {
    ready: &'d Ready<'d>,
    scenario: &'d ScenarioDoc,
    /// Why it cannot be written.
    wrong: Vec<String>,
    left_out: Vec<(String, String)>,
}

impl Ready<'_> {
    /// The squads of a scenario: one for each player who has pieces of the form's kind.
    #[must_use]
    pub fn written(&self, scenario: &ScenarioDoc) -> Vec<Sheet> {
        let players = scenario.players.iter();
        players
            .filter_map(|player| self.sheet(scenario, player))
            .collect()
    }

    fn sheet(&self, scenario: &ScenarioDoc, player: &PlayerDoc) -> Option<Sheet> {
        let mut writer = Writer {
            ready: self,
            scenario,
            wrong: Vec::new(),
            left_out: Vec::new(),
        };
        let squad = writer.squad(player)?;
        let text = match writer.wrong.is_empty() {
            true => Ok(format!("{squad:#}\n")),
            false => Err(writer.wrong),
        };
        Some(Sheet {
            player: player.id.value.clone(),
            text,
            left_out: writer.left_out,
        })
    }

    /// The pieces of a player that are of the form's kind, with what is printed on them.
    pub(super) fn squad_of<'d>(
        &'d self,
        scenario: &'d ScenarioDoc,
        player: &str,
    ) -> Vec<(&'d PieceDoc, &'d Printed<'d>)> {
        let owned = scenario.pieces.iter().filter(|piece| {
            let owner = piece.owner.as_ref();
            owner.is_some_and(|owner| owner.value == player)
        });
        owned
            .filter_map(|piece| Some((piece, self.piece(&piece.template.value, scenario)?)))
            .collect()
    }

    fn piece<'d>(&'d self, template: &str, scenario: &ScenarioDoc) -> Option<&'d Printed<'d>> {
        in_sets(&self.pieces, template, scenario)
    }

    /// The facts by which pieces of a template name those that belong to them.
    pub(super) fn links<'d>(&'d self, template: &'d str) -> impl Iterator<Item = &'d str> {
        let two = self.doc.together.iter();
        let of = two.filter(move |two| two.one.value == template || two.other.value == template);
        of.map(|two| two.link.value.as_str())
    }

    /// Why no squad names a piece.
    pub(super) fn skipped(&self, template: &str) -> Option<&str> {
        let skip = self.doc.pieces.skip.0.iter();
        let mut found = skip.filter(|(id, _)| id.value == template);
        found.next().map(|(_, why)| why.as_str())
    }
}

/// The printed card of an id, if it lies in a set that the scenario has.
fn in_sets<'d>(
    printed: &'d [Printed<'d>],
    template: &str,
    scenario: &ScenarioDoc,
) -> Option<&'d Printed<'d>> {
    let is_used = |one: &&Printed<'_>| scenario.sets.iter().any(|set| set.value == one.set);
    let mut of_id = printed.iter().filter(|one| one.doc.id.value == template);
    of_id.find(is_used)
}

impl<'d> Writer<'d> {
    /// The squad; nothing, if the player has none.
    fn squad(&mut self, player: &PlayerDoc) -> Option<Value> {
        let doc = self.ready.doc;
        let mut pieces = self.ready.squad_of(self.scenario, &player.id.value);
        pieces.retain(
            |(piece, printed)| match self.ready.skipped(&printed.doc.id.value) {
                Some(why) => {
                    self.left_out.push((piece.id.value.clone(), why.to_owned()));
                    false
                }
                None => true,
            },
        );
        if pieces.is_empty() {
            return None;
        }
        let side = self.side(&pieces);
        let unnamed = self.together(&pieces);
        let mut cost = 0;
        let mut list = Vec::new();
        for piece in pieces
            .iter()
            .filter(|(piece, _)| !unnamed.contains(&piece.id.value))
        {
            let second = self.second(&pieces, piece);
            let (entry, of_piece) = self.entry(piece, second);
            cost += of_piece;
            list.push(entry);
        }
        let mut squad = Map::new();
        for (member, fact) in &doc.always.0 {
            if let Some(value) = as_json(&fact.value) {
                squad.insert(member.value.clone(), value);
            }
        }
        let members = &doc.members;
        let name = format!("{}: {}", self.scenario.title, player.name);
        put(&mut squad, &members.name, Value::from(name));
        put(&mut squad, &members.side, Value::from(side));
        put(&mut squad, &members.cost, Value::from(cost));
        put(&mut squad, &members.pieces, Value::from(list));
        let own =
            json!({ "builder": OWN, "scenario": self.scenario.scenario.value, "player": player.id.value });
        put(&mut squad, &members.own, json!({ OWN: own }));
        Some(Value::Object(squad))
    }

    /// The squad's name for the side of all pieces.
    fn side(&mut self, pieces: &[Piece<'_>]) -> String {
        let fact = &self.ready.doc.pieces.side;
        let word = |(piece, printed): &Piece<'_>| match fact_of(&piece.facts, fact) {
            Some(Fact::Text(word)) => Some(word.clone()),
            _ => printed.word(fact).map(str::to_owned),
        };
        let words: BTreeSet<Option<String>> = pieces.iter().map(word).collect();
        let named: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
        let ([word], 1) = (named.as_slice(), words.len()) else {
            self.wrong
                .push(format!("its pieces have no {} in common", fact.value));
            return String::new();
        };
        let found = called(&self.ready.doc.sides, word);
        found.unwrap_or_else(|| {
            self.wrong
                .push(format!("the form has no name for the {} `{word}`", fact.value));
            String::new()
        })
    }

    /// Looks whether pieces that belong together are linked in their order; gives those that no squad names.
    fn together(&mut self, pieces: &[Piece<'_>]) -> BTreeSet<String> {
        let mut unnamed = BTreeSet::new();
        for two in &self.ready.doc.together {
            let (ones, others) = (of(pieces, &two.one), of(pieces, &two.other));
            if ones.len() != others.len() {
                let (one, other) = (&two.one.value, &two.other.value);
                let count = (ones.len(), others.len());
                self.wrong.push(format!(
                    "there must be as many `{one}` as `{other}`, but it has {} and {}",
                    count.0, count.1
                ));
                continue;
            }
            for (one, other) in ones.iter().zip(&others) {
                for (of, to) in [(one, other), (other, one)] {
                    let is_linked =
                        matches!(fact_of(&of.facts, &two.link), Some(Fact::Text(id)) if *id == to.id.value);
                    if !is_linked {
                        let (of, link, to) = (&of.id.value, &two.link.value, &to.id.value);
                        self.wrong
                            .push(format!("the {link} of `{of}` is not `{to}`, which comes first"));
                    }
                }
                if two.unnamed {
                    unnamed.insert(other.id.value.clone());
                }
            }
        }
        unnamed
    }

    /// The piece that comes with another one, and that no squad names.
    fn second<'p>(&self, pieces: &[Piece<'p>], (first, _): &Piece<'p>) -> Option<&'p PieceDoc> {
        let mut unnamed = self.ready.doc.together.iter().filter(|two| two.unnamed);
        let two = unnamed.find(|two| two.one.value == first.template.value)?;
        let at = of(pieces, &two.one).iter().position(|one| one.id == first.id)?;
        of(pieces, &two.other).get(at).copied()
    }

    /// A piece with its cards, and what they cost.
    fn entry(&mut self, (piece, printed): &Piece<'_>, second: Option<&PieceDoc>) -> (Value, i64) {
        let doc = self.ready.doc;
        let id = &piece.id.value;
        let mut cost =
            match fact_of(&piece.facts, &doc.pieces.cost).or_else(|| printed.fact(&doc.pieces.cost)) {
                Some(Fact::Number(cost)) => *cost,
                _ => {
                    self.wrong
                        .push(format!("`{id}` gives no {}", doc.pieces.cost.value));
                    0
                }
            };
        let mut groups: Map<String, Value> = Map::new();
        for card in &piece.cards {
            let (group, name, of_card) = self.card(id, card);
            cost += of_card;
            let list = groups.entry(group).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                list.push(Value::from(name));
            }
        }
        let held = self.scenario.cards.iter().filter(|card| {
            let holder = card.holder.as_ref();
            holder.is_some_and(|holder| holder.value == *id)
        });
        for card in held {
            self.wrong.push(format!(
                "the card `{}` of `{id}` has its own id, which a squad cannot contain",
                card.id.value
            ));
        }
        let mut own = self.own(piece);
        if groups.len() > 1 {
            let cards: Vec<&str> = piece.cards.iter().map(|card| card.value.as_str()).collect();
            own.insert("cards".to_owned(), Value::from(cards));
        }
        if let Some(second) = second {
            if !second.cards.is_empty() {
                self.wrong.push(format!(
                    "a squad cannot contain `{}`, which holds cards",
                    second.id.value
                ));
            }
            own.insert("other".to_owned(), Value::Object(self.own(second)));
        }
        let mut entry = Map::new();
        put(
            &mut entry,
            &doc.members.id,
            Value::from(printed.ids.first().cloned()),
        );
        put(&mut entry, &doc.members.cost, Value::from(cost));
        if !groups.is_empty() {
            put(&mut entry, &doc.members.cards, Value::Object(groups));
        }
        put(&mut entry, &doc.members.own, json!({ OWN: own }));
        (Value::Object(entry), cost)
    }

    /// The group in which a card is named, its name there, and its cost.
    fn card(&mut self, holder: &str, card: &At<String>) -> (String, String, i64) {
        let doc = &self.ready.doc.cards;
        let Some(printed) = in_sets(&self.ready.cards, &card.value, self.scenario) else {
            self.wrong.push(format!(
                "`{}` of `{holder}` is not a {}",
                card.value, doc.kind.value
            ));
            return Default::default();
        };
        let group = printed
            .word(&doc.group)
            .and_then(|word| called(&self.ready.doc.groups, word));
        let cost = match printed.fact(&doc.cost) {
            Some(Fact::Number(cost)) => Some(*cost),
            _ => None,
        };
        if group.is_none() {
            self.wrong.push(format!(
                "the form has no name for the {} of `{}`",
                doc.group.value, card.value
            ));
        }
        if cost.is_none() {
            self.wrong
                .push(format!("`{}` gives no {}", card.value, doc.cost.value));
        }
        let id = printed.ids.first().cloned();
        (
            group.unwrap_or_default(),
            id.unwrap_or_default(),
            cost.unwrap_or_default(),
        )
    }

    /// The facts for which the form has no place: the id, name and facts of a piece.
    fn own(&mut self, piece: &PieceDoc) -> Map<String, Value> {
        let mut own = Map::new();
        own.insert("id".to_owned(), Value::from(piece.id.value.clone()));
        if let Some(name) = &piece.name {
            own.insert("name".to_owned(), Value::from(name.clone()));
        }
        let links: Vec<&str> = self.ready.links(&piece.template.value).collect();
        let mut facts = Map::new();
        for (name, fact) in piece
            .facts
            .0
            .iter()
            .filter(|(name, _)| !links.contains(&name.value.as_str()))
        {
            match as_json(&fact.value) {
                Some(value) => drop(facts.insert(name.value.clone(), value)),
                None => self.wrong.push(format!(
                    "the form has no place for the {} of `{}`",
                    name.value, piece.id.value
                )),
            }
        }
        if !facts.is_empty() {
            own.insert("facts".to_owned(), Value::Object(facts));
        }
        let rest = [
            (piece.at.is_some(), "where it stands"),
            (!piece.tokens.0.is_empty(), "its tokens"),
            (piece.face.is_some(), "which side is up"),
        ];
        for (_, what) in rest.iter().filter(|(is_given, _)| *is_given) {
            let why = format!("a squad cannot contain {what}");
            self.left_out.push((piece.id.value.clone(), why));
        }
        own
    }
}

/// The pieces of a template, in their order.
fn of<'p>(pieces: &[Piece<'p>], template: &At<String>) -> Vec<&'p PieceDoc> {
    let of = pieces
        .iter()
        .filter(|(piece, _)| piece.template.value == template.value);
    of.map(|(piece, _)| *piece).collect()
}

/// The name that is written for a word.
fn called(names: &Entries<Fields>, word: &str) -> Option<String> {
    let (_, names) = names.0.iter().find(|(one, _)| one.value == word)?;
    names.0.first().cloned()
}

/// Puts a member by the name that is written.
fn put(object: &mut Map<String, Value>, names: &Fields, value: Value) {
    if let Some(name) = names.0.first() {
        object.insert(name.clone(), value);
    }
}

/// A fact as JSON; nothing, if it is a row of its own or a number that is not whole.
fn as_json(fact: &Fact) -> Option<Value> {
    Some(match fact {
        Fact::Number(number) => Value::from(*number),
        Fact::Bool(yes) => Value::from(*yes),
        Fact::Text(text) => Value::from(text.clone()),
        Fact::List(list) => {
            let list = list.iter().map(|one| as_json(&one.value));
            Value::Array(list.collect::<Option<_>>()?)
        }
        Fact::Unwhole(_) | Fact::Map(_) => return None,
    })
}
