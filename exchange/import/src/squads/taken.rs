//! From the JSON of a squad to pieces of a scenario, which take the place of those that a player has there.

use super::OWN;
use super::form::{Printed, Ready, letters};
use super::pieces::{Change, Fitted};
use super::reading::{self, Object};
use crate::documents::Fields;
use crate::take::Put;
use cardwright_compiler::document::{At, Fact, ScenarioDoc};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Severity, compile_scenario, did_you_mean};
use serde_json::Value;
use std::collections::BTreeSet;

/// The destination of a squad.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The scenario, which stays as it is.
    pub scenario: &'a Loaded<ScenarioDoc>,
    /// The player whose pieces the squad replaces.
    pub player: &'a str,
    /// The id of the scenario that is made.
    pub id: &'a str,
    /// The name that its file has in the project.
    pub file: &'a str,
    /// Whether the rest comes over if something of the squad is unknown.
    pub anyway: bool,
}

/// The result of taking a squad over.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// The text of the scenario; nothing if there are problems.
    pub text: Option<String>,
    /// How many pieces the squad has.
    pub pieces: usize,
    /// How many cards they hold.
    pub cards: usize,
    /// The cost of the whole squad.
    pub cost: i64,
    /// The card sets that the scenario did not use, and that have cards of the squad, with those that they use.
    pub sets: Vec<String>,
    /// The unknown things that are left out.
    pub left_out: Vec<String>,
    /// The parts of the JSON that do not come over, or come over otherwise.
    pub notes: Vec<String>,
    /// The errors.
    pub problems: Vec<String>,
}

/// The meaning of a name: a card of a kind of which a fact is this word, if the word is known.
#[derive(Clone, Copy)]
struct Meant<'a> {
    kind: &'a At<String>,
    fact: &'a At<String>,
    word: Option<&'a str>,
    /// The squad's name for their sort.
    sort: Option<&'a str>,
}

/// A squad that is read.
struct Reader<'a> {
    ready: &'a Ready<'a>,
    place: Place<'a>,
    /// The ids that are taken.
    ids: BTreeSet<String>,
    squad: Vec<Fitted>,
    /// The sets of its cards and pieces.
    sets: BTreeSet<&'a str>,
    taken: Taken,
}

impl Ready<'_> {
    /// Puts the squad that a JSON text says into the place of a player's.
    #[must_use]
    pub fn taken(&self, json: &[u8], place: Place<'_>) -> Taken {
        let doc = &place.scenario.doc;
        let squad_of = self.squad_of(doc, place.player);
        let gone: BTreeSet<&str> = squad_of
            .iter()
            .filter(|(_, printed)| self.skipped(&printed.doc.id.value).is_none())
            .map(|(piece, _)| piece.id.value.as_str())
            .collect();
        let players = doc.players.iter().map(|player| &player.id);
        let cards = doc.cards.iter().map(|card| &card.id);
        let pieces = doc.pieces.iter().map(|piece| &piece.id);
        let stay = players
            .chain(cards)
            .chain(pieces)
            .filter(|id| !gone.contains(id.value.as_str()));
        let mut reader = Reader {
            ready: self,
            place,
            ids: stay.map(|id| id.value.clone()).collect(),
            squad: Vec::new(),
            sets: BTreeSet::new(),
            taken: Taken::default(),
        };
        reader.read(json);
        reader.told(&gone)
    }
}

impl<'a> Reader<'a> {
    fn told(mut self, gone: &BTreeSet<&str>) -> Taken {
        self.taken.pieces = self.squad.len();
        self.taken.cards = self.squad.iter().map(|piece| piece.cards.len()).sum();
        if self.squad.is_empty() && self.taken.problems.is_empty() {
            self.wrong("the squad", "none of it is known here");
        }
        if !self.taken.problems.is_empty() {
            return self.taken;
        }
        self.taken.sets = self.new_sets();
        let Place {
            scenario, player, id, ..
        } = self.place;
        let text = &self.ready.project.sources.get(scenario.file).text;
        let change = Change {
            id,
            gone,
            owner: player,
            squad: &self.squad,
            sets: &self.taken.sets,
        };
        match change.of(text, &scenario.doc) {
            Ok(text) => {
                self.taken.problems = self.judged(&text);
                self.taken.text = self.taken.problems.is_empty().then_some(text);
            }
            Err(why) => self.wrong(&format!("the scenario `{}`", scenario.doc.scenario.value), &why),
        }
        self.taken
    }

    /// The compiler's errors in the scenario.
    fn judged(&self, text: &str) -> Vec<String> {
        let mut project = self.ready.project.clone();
        project.update(self.place.file, Some(text.to_owned()));
        let mut scenarios = project.scenarios.iter();
        let made = scenarios.find(|one| project.sources.get(one.file).name == self.place.file);
        let found = made.map(|made| compile_scenario(&project, made).diagnostics);
        let found = project
            .diagnostics
            .iter()
            .cloned()
            .chain(found.into_iter().flatten());
        let errors = found.filter(|one| one.code.severity == Severity::Error);
        errors.map(|one| one.message).collect()
    }

    /// The sets of the squad that the scenario does not use yet, and those that these use.
    fn new_sets(&self) -> Vec<String> {
        let system = &self.ready.doc.system.value;
        let there: BTreeSet<&str> = self
            .place
            .scenario
            .doc
            .sets
            .iter()
            .map(|set| set.value.as_str())
            .collect();
        let mut new: BTreeSet<&str> = BTreeSet::new();
        let mut wanted: Vec<&str> = self.sets.iter().copied().collect();
        while let Some(set) = wanted.pop() {
            if there.contains(set) || !new.insert(set) {
                continue;
            }
            let loaded = self.ready.project.sets.get(&(system.clone(), set.to_owned()));
            let uses = loaded.into_iter().flat_map(|loaded| &loaded.doc.uses);
            wanted.extend(uses.map(|set| set.value.as_str()));
        }
        new.into_iter().map(str::to_owned).collect()
    }

    fn wrong(&mut self, what: &str, why: &str) {
        self.taken.problems.push(format!("{what}: {why}"));
    }

    /// Notes that something of the squad is unknown.
    fn unknown(&mut self, what: &str, why: &str) {
        match self.place.anyway {
            true => self.taken.left_out.push(format!("{what}: {why}")),
            false => self.wrong(what, why),
        }
    }

    fn read(&mut self, json: &[u8]) {
        let json = json.strip_prefix("\u{feff}".as_bytes()).unwrap_or(json);
        match serde_json::from_slice::<Value>(json) {
            Ok(Value::Object(squad)) => self.squad(&squad),
            Ok(_) => self.wrong("the squad", "it is not an object"),
            Err(error) => self.wrong("the squad", &error.to_string()),
        }
        self.together();
    }

    fn squad(&mut self, squad: &Object) {
        let doc = self.ready.doc;
        let members = &doc.members;
        let known = [
            &members.side,
            &members.pieces,
            &members.cost,
            &members.name,
            &members.own,
        ];
        let always: Vec<&str> = doc.always.0.iter().map(|(name, _)| name.value.as_str()).collect();
        self.strange("the squad", squad, &known, &always);
        let side = self.side(squad);
        let pieces = match reading::list(squad, &members.pieces) {
            Ok([]) => {
                return self.wrong(
                    "the squad",
                    &format!("it has no `{}`", reading::first(&members.pieces)),
                );
            }
            Ok(pieces) => pieces,
            Err(why) => return self.wrong("the squad", &why),
        };
        for (at, piece) in (1..).zip(pieces) {
            let what = format!("{} {at}", reading::first(&members.pieces));
            match piece {
                Value::Object(piece) => self.piece(&what, side, piece),
                _ => self.wrong(&what, "it is not an object"),
            }
        }
        if self.taken.problems.is_empty() {
            let cost = self.taken.cost;
            self.compare("the squad", squad, &[cost]);
        }
    }

    /// The side of the squad, as a word of the system.
    fn side(&mut self, squad: &Object) -> Option<&'a str> {
        let doc = self.ready.doc;
        let name = reading::text(squad, &doc.members.side);
        let name = name.map_err(|why| self.wrong("the squad", &why)).ok()?;
        let word = reading::word(&doc.sides, name);
        if word.is_none() {
            let near = near(name, reading::all(&doc.sides));
            self.unknown("the squad", &format!("there is no side `{name}`{near}"));
        }
        word
    }

    /// Notes that a squad gives something another cost than it has here.
    fn compare(&mut self, what: &str, object: &Object, costs: &[i64]) {
        match reading::number(object, &self.ready.doc.members.cost) {
            Err(why) => self.wrong(what, &why),
            Ok(Some(said)) if !costs.contains(&said) => {
                let cost = costs.first().copied().unwrap_or_default();
                let notes = &mut self.taken.notes;
                notes.push(format!(
                    "{what}: it costs {cost} in this project, but {said} in the squad"
                ));
            }
            Ok(_) => {}
        }
    }

    /// Tells of members that mean nothing here.
    fn strange(&mut self, what: &str, object: &Object, known: &[&Fields], others: &[&str]) {
        for name in reading::unknown(object, known, others) {
            self.taken.notes.push(format!("{what}: `{name}` is not imported"));
        }
        let own = &self.ready.doc.members.own;
        let programs = reading::member(object, own).and_then(Value::as_object);
        for name in programs
            .into_iter()
            .flat_map(Object::keys)
            .filter(|name| *name != OWN)
        {
            let own = reading::first(own);
            self.taken
                .notes
                .push(format!("{what}: `{own}` of `{name}` is not imported"));
        }
    }

    fn piece(&mut self, what: &str, side: Option<&str>, object: &Object) {
        let doc = self.ready.doc;
        let members = &doc.members;
        let id = match reading::text(object, &members.id) {
            Ok(id) => id,
            Err(why) => return self.wrong(what, &why),
        };
        let what = format!("{what} (`{id}`)");
        let nowhere = Fields::default();
        let sort = members.sort.as_ref().unwrap_or(&nowhere);
        self.strange(
            &what,
            object,
            &[&members.id, sort, &members.cards, &members.cost, &members.own],
            &[],
        );
        let meant = Meant {
            kind: &doc.pieces.kind,
            fact: &doc.pieces.side,
            word: side,
            sort: reading::member(object, sort).and_then(Value::as_str),
        };
        let found = self.found(&what, id, &self.ready.pieces, meant);
        // Of a piece that is unknown the cards may be unknown, too.
        let (held, of_cards) = self.cards(&what, object);
        let Some(printed) = found else { return };
        self.sets.extend(held.iter().chain([&printed]).map(|one| one.set));
        let mut cards: Vec<String> = held.iter().map(|one| one.doc.id.value.clone()).collect();
        let own = reading::own(object, &members.own, OWN);
        order(&mut cards, own);
        let template = &printed.doc.id.value;
        let fitted = self.fitted(&what, template, cards, own);
        let kept = fitted
            .facts
            .iter()
            .find(|(name, _)| *name == doc.pieces.cost.value);
        let alone = match kept {
            Some((_, Put::Number(cost))) => *cost,
            _ => self.cost(&what, printed, &doc.pieces.cost),
        };
        self.taken.cost += alone + of_cards;
        // Some programs count the cards of a piece, and some do not.
        self.compare(&what, object, &[alone + of_cards, alone]);
        self.squad.push(fitted);
        let mut unnamed = doc.together.iter().filter(|two| two.unnamed);
        if let Some(two) = unnamed.find(|two| two.one.value == *template) {
            let own = own.and_then(|own| own.get("other")).and_then(Value::as_object);
            let other = self.fitted(&what, &two.other.value, Vec::new(), own);
            self.squad.push(other);
        }
    }

    /// The one printed card that a name means: from the sets of the scenario, else from another one.
    fn found(
        &mut self,
        what: &str,
        id: &str,
        printed: &'a [Printed<'a>],
        meant: Meant<'_>,
    ) -> Option<&'a Printed<'a>> {
        let fits = |one: &&Printed<'_>| meant.word.is_none() || one.word(meant.fact) == meant.word;
        let called = called(id, printed.iter().filter(fits));
        let of_sort = called
            .iter()
            .copied()
            .filter(|one| self.is_of_sort(one, meant.sort));
        let of_sort: Vec<&Printed<'_>> = of_sort.collect();
        let sets = &self.place.scenario.doc.sets;
        let is_here = |one: &&&Printed<'_>| sets.iter().any(|set| set.value == one.set);
        let here: Vec<&Printed<'_>> = of_sort.iter().filter(is_here).copied().collect();
        let found = if here.is_empty() { &of_sort } else { &here };
        let why = match (found.as_slice(), called.first()) {
            ([one], _) => return Some(one),
            ([], Some(other)) => self.of_another_sort(other, meant),
            ([], None) => {
                let known = printed.iter().filter(fits).flat_map(|one| &one.ids);
                let known: Vec<&str> = known.map(String::as_str).collect();
                let near = near(id, known.iter().copied());
                let of = meant.word.map_or(String::new(), |word| format!(" of `{word}`"));
                format!("there is no {}{of} with the id `{id}`{near}", meant.kind.value)
            }
            (several, _) => {
                let ids: Vec<String> = several
                    .iter()
                    .map(|one| format!("`{}`", one.doc.id.value))
                    .collect();
                let ids = ids.join(" and ");
                format!("`{id}` could be {ids}; make the difference clear in `ids` of the form")
            }
        };
        self.unknown(what, &why);
        None
    }

    /// Whether a piece is of the sort that a squad names; of any, if it names none.
    fn is_of_sort(&self, one: &Printed<'_>, sort: Option<&str>) -> bool {
        let pieces = &self.ready.doc.pieces;
        let (Some(fact), Some(sort)) = (&pieces.sort, sort) else {
            return true;
        };
        let Some(word) = one.word(fact) else { return true };
        let named = pieces.sorts.0.iter().find(|(id, _)| id.value == word);
        match named {
            Some((_, names)) => names.0.iter().any(|name| letters(name) == letters(sort)),
            None => letters(word) == letters(sort),
        }
    }

    fn of_another_sort(&self, one: &Printed<'_>, meant: Meant<'_>) -> String {
        let fact = self.ready.doc.pieces.sort.as_ref();
        let word = fact.and_then(|fact| one.word(fact)).unwrap_or_default();
        let sort = meant.sort.unwrap_or_default();
        format!(
            "`{}` is a `{word}` in this project, but a `{sort}` in the squad",
            one.doc.id.value
        )
    }

    /// The cost of a card or piece; 0, with an error, if it has none.
    fn cost(&mut self, what: &str, printed: &Printed<'_>, fact: &At<String>) -> i64 {
        if let Some(Fact::Number(cost)) = printed.fact(fact) {
            return *cost;
        }
        self.wrong(
            what,
            &format!("`{}` gives no {}", printed.doc.id.value, fact.value),
        );
        0
    }

    /// The cards that a piece holds, and what they cost: by groups, or in one list, as some programs write them.
    fn cards(&mut self, what: &str, object: &Object) -> (Vec<&'a Printed<'a>>, i64) {
        let doc = self.ready.doc;
        let name = reading::first(&doc.members.cards);
        let held = match reading::member(object, &doc.members.cards) {
            Some(Value::Object(groups)) => {
                let groups = groups.iter();
                groups
                    .flat_map(|(group, list)| self.group(what, group, list))
                    .collect()
            }
            Some(Value::Array(list)) => self.held(what, name, list, None),
            None => Vec::new(),
            Some(_) => {
                self.wrong(what, &format!("its `{name}` is not an object"));
                Vec::new()
            }
        };
        let costs = held
            .iter()
            .map(|printed| self.cost(what, printed, &doc.cards.cost));
        let cost = costs.sum();
        (held, cost)
    }

    /// The cards of a group.
    fn group(&mut self, what: &str, group: &str, list: &Value) -> Vec<&'a Printed<'a>> {
        let groups = &self.ready.doc.groups;
        let Some(word) = reading::word(groups, group) else {
            let near = near(group, reading::all(groups));
            self.unknown(what, &format!("there is no group of cards `{group}`{near}"));
            return Vec::new();
        };
        // Some programs write one card without a list, and `null` for none.
        let list = match list {
            Value::Array(list) => list.as_slice(),
            Value::String(_) => std::slice::from_ref(list),
            Value::Null => &[],
            Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
                self.wrong(what, &format!("its `{group}` is not a list"));
                return Vec::new();
            }
        };
        self.held(what, group, list, Some(word))
    }

    /// The cards of a list, of one group or of any.
    fn held(
        &mut self,
        what: &str,
        name: &str,
        list: &[Value],
        word: Option<&'a str>,
    ) -> Vec<&'a Printed<'a>> {
        let doc = self.ready.doc;
        let meant = Meant {
            kind: &doc.cards.kind,
            fact: &doc.cards.group,
            word,
            sort: None,
        };
        let mut held = Vec::new();
        for id in list {
            match id {
                Value::String(id) => held.extend(self.found(what, id, &self.ready.cards, meant)),
                other => self.wrong(what, &format!("`{other}` of its `{name}` is not a text")),
            }
        }
        held
    }

    /// A piece with what this program kept of it.
    fn fitted(&mut self, what: &str, template: &str, cards: Vec<String>, own: Option<&Object>) -> Fitted {
        let said = |name: &str| own.and_then(|own| own.get(name));
        let id = said("id").and_then(Value::as_str).filter(|id| is_id(id));
        if let Some(id) = id.filter(|id| self.ids.contains(*id)) {
            self.taken.notes.push(format!(
                "{what}: in this project, `{id}` is the id of something else, so it gets another id"
            ));
        }
        let free = |id: &String| !self.ids.contains(id);
        let derived = (1..).map(|nth: usize| match nth {
            1 => template.to_owned(),
            nth => format!("{template}-{nth}"),
        });
        let mut ids = id.map(str::to_owned).into_iter().chain(derived);
        let id = ids.find(free).unwrap_or_default();
        self.ids.insert(id.clone());
        let mut facts = Vec::new();
        let links: Vec<&str> = self.ready.links(template).collect();
        let kept = said("facts").and_then(Value::as_object).into_iter().flatten();
        for (name, value) in kept.filter(|(name, _)| !links.contains(&name.as_str())) {
            match fact(value).filter(|_| is_id(name)) {
                Some(put) => facts.push((name.clone(), put)),
                None => self.wrong(what, &format!("its `{name}` cannot be a fact")),
            }
        }
        Fitted {
            id,
            template: template.to_owned(),
            name: said("name").and_then(Value::as_str).map(str::to_owned),
            cards,
            facts,
        }
    }

    /// Links the pieces that belong together, in their order.
    fn together(&mut self) {
        for two in &self.ready.doc.together {
            let of = |template: &str| -> Vec<usize> {
                let pieces = self.squad.iter().enumerate();
                pieces
                    .filter(|(_, piece)| piece.template == template)
                    .map(|(at, _)| at)
                    .collect()
            };
            let (ones, others) = (of(&two.one.value), of(&two.other.value));
            if ones.len() != others.len() {
                let (one, other) = (&two.one.value, &two.other.value);
                let why = format!(
                    "there must be as many `{one}` as `{other}`, but it has {} and {}",
                    ones.len(),
                    others.len()
                );
                self.wrong("the squad", &why);
                continue;
            }
            for (one, other) in ones.into_iter().zip(others) {
                let (first, second) = (self.squad[one].id.clone(), self.squad[other].id.clone());
                self.squad[one]
                    .facts
                    .push((two.link.value.clone(), Put::Text(second)));
                self.squad[other]
                    .facts
                    .push((two.link.value.clone(), Put::Text(first)));
            }
        }
    }
}

/// The cards that are called so: those whose id it is, else those whose id has the same letters and digits.
fn called<'a>(id: &str, all: impl Iterator<Item = &'a Printed<'a>>) -> Vec<&'a Printed<'a>> {
    let all: Vec<&Printed<'_>> = all.collect();
    let that = |is: &dyn Fn(&str) -> bool| -> Vec<&'a Printed<'a>> {
        let found = all.iter().filter(|one| one.ids.iter().any(|id| is(id)));
        found.copied().collect()
    };
    let exact = that(&|one| one == id);
    match exact.is_empty() {
        true => that(&|one| one == letters(id)),
        false => exact,
    }
}

/// Puts cards into the order that this program kept, if it kept one of the same cards.
fn order(cards: &mut [String], own: Option<&Object>) {
    let kept = own.and_then(|own| own.get("cards")).and_then(Value::as_array);
    let kept: Vec<&str> = kept.into_iter().flatten().filter_map(Value::as_str).collect();
    let place = |card: &String| kept.iter().position(|one| one == card).unwrap_or(usize::MAX);
    cards.sort_by_key(place);
}

/// A hint at the name that was most likely meant; empty if none is near.
fn near<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    did_you_mean(name, known).map_or_else(String::new, |near| format!("; {near}"))
}

/// Whether content may be called so.
fn is_id(name: &str) -> bool {
    let fits = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|one| one.is_ascii_lowercase() || one.is_ascii_digit())
    };
    name.starts_with(|one: char| one.is_ascii_lowercase()) && name.split('-').all(fits)
}

/// A fact that this program kept.
fn fact(value: &Value) -> Option<Put> {
    Some(match value {
        Value::Bool(yes) => Put::YesNo(*yes),
        Value::Number(number) => Put::Number(number.as_i64()?),
        Value::String(text) => Put::Text(text.clone()),
        Value::Array(list) => Put::List(list.iter().map(fact).collect::<Option<_>>()?),
        Value::Null | Value::Object(_) => return None,
    })
}
