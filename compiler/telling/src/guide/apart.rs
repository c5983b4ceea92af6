//! One shipped card, taken apart line by line: what each line says, and what the names in it are.

use super::View;
use super::course::is_written;
use super::model::{Example, Guide};
use super::texts::line_start;
use crate::wording::card_text;
use cardwright_bytecode::pack::KindClass;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::document::CardDoc;
use cardwright_documents::source::{FileId, Location};
use cardwright_trees::{Callee, Compiled, Expr, ExprKind, Function, Node, Statement, StatementKind};
use std::collections::BTreeMap;

/// How many lines of rules show something and are still read at a glance.
const GOOD_LINES: std::ops::RangeInclusive<usize> = 3..=8;
/// The clauses of the gate that an example had better show.
const CLAUSES: [&str; 6] = [" when ", "once per ", " may", "cost {", "\"", "{"];

/// The card that shows most, of those that are short.
pub(super) fn example(view: &View<'_>, guide: &Guide, compiled: &Compiled) -> Option<Example> {
    let cards = view
        .sets()
        .flat_map(|set| set.doc.cards.iter().map(move |card| (set.file, card)))
        // The entry of a card with changes is no longer that of its set.
        .filter(|(_, card)| !card.is_overlaid);
    let scored = cards.filter_map(|(file, card)| Some((score(view, card)?, file, card)));
    // Of equal ones the first.
    let (_, file, card) = scored.reduce(|best, one| if one.0 > best.0 { one } else { best })?;
    let system = view.system;
    let told = card_text(view.project, system, compiled, &card.id.value)?;
    let text = &view.project.sources.get(file).text;
    let (start, entry) = whole_entry(text, card)?;
    let told = told
        .lines()
        .skip(1)
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .to_owned();
    let notes = Notes::of(view, file, text);
    Some(Example {
        id: card.id.value.clone(),
        name: card.name.clone(),
        kind: card.kind.value.clone(),
        file: view.project.sources.get(file).name.clone(),
        text: entry.to_owned(),
        lines: lines(guide, card, (text, start, entry), &notes),
        told,
    })
}

/// How well a card serves as an example: whether it is short and plain, how much it shows, whether it is a card. Nothing if it
/// has no rules.
fn score(view: &View<'_>, card: &CardDoc) -> Option<(bool, usize, bool)> {
    let rules = card.rules.as_ref()?;
    let count = rules.value.lines().filter(|line| !line.trim().is_empty()).count();
    let declares = ["define ", "effect ", "procedure ", "state ", "word "];
    let is_plain = !declares.iter().any(|word| rules.value.contains(word));
    let told = GOOD_LINES.contains(&count) && is_plain && rules.value.lines().all(|line| line.len() < 90);
    let clauses = CLAUSES
        .iter()
        .filter(|clause| rules.value.replace('\n', " ").contains(*clause))
        .count();
    let kind = view.pack.kinds.iter().find(|kind| kind.name == card.kind.value);
    let is_card = kind.is_some_and(|kind| kind.class == KindClass::Card);
    Some((told, clauses, is_card))
}

/// An entry as it is written, and where its first line begins.
fn whole_entry<'a>(text: &'a str, card: &CardDoc) -> Option<(usize, &'a str)> {
    let start = line_start(text, card.id.start);
    let rest = text.get(start..)?;
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = indent(rest);
    let mut end = 0;
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        if number > 0 && !line.trim().is_empty() && indent(line) <= own {
            break;
        }
        end += line.len();
    }
    Some((start, rest[..end].trim_end()))
}

/// Notes on the names in each line of a file.
struct Notes(BTreeMap<usize, Vec<String>>);

impl Notes {
    fn of(view: &View<'_>, file: FileId, text: &str) -> Self {
        let mut notes = Self(BTreeMap::new());
        for function in &view.program.functions {
            function.walk(&mut |node| {
                let (place, note) = match node {
                    Node::Statement(statement) => (statement.place, of_statement(view, statement)),
                    Node::Expr(expr) => (expr.place, of_expression(view, function, expr, text)),
                };
                if place.file == file
                    && let Some(note) = note
                {
                    notes.add(text, place, note);
                }
            });
        }
        notes
    }

    fn add(&mut self, text: &str, place: Location, note: String) {
        let line = text
            .get(..place.start)
            .map_or(0, |before| before.matches('\n').count());
        let all = self.0.entry(line).or_default();
        if !all.contains(&note) {
            all.push(note);
        }
    }
}

fn of_statement(view: &View<'_>, statement: &Statement) -> Option<String> {
    let pack = view.pack;
    match &statement.kind {
        StatementKind::Run { procedure, .. } => {
            let name = &pack.procedures.get(*procedure)?.name;
            if !is_written(name) {
                return None;
            }
            Some(format!(
                "`run {name}` carries out the [procedure `{name}`](#procedure-{name})."
            ))
        }
        StatementKind::Start { start, .. } => {
            let effect = pack.starts.get(*start)?.effect;
            let name = &pack.effects.find(effect)?.name;
            Some(format!("`start {name}` begins the [effect `{name}`](#effects)."))
        }
        StatementKind::Give { token, .. } | StatementKind::Take { token, .. } => {
            let name = &pack.tokens.get(*token)?.name;
            Some(format!("`{name}` is a [token](#tokens)."))
        }
        _ => None,
    }
}

fn of_expression(view: &View<'_>, function: &Function, expr: &Expr, text: &str) -> Option<String> {
    let pack = view.pack;
    Some(match &expr.kind {
        ExprKind::Call(Callee::Define(id), _) => {
            // The default of a parameter that is not given has no name.
            let name = Some(&view.program.function(*id)?.name).filter(|name| !name.starts_with('('))?;
            format!("`{name}` is a [question](#questions) that the system answers.")
        }
        ExprKind::Call(Callee::Value(at), _) => {
            let name = &pack.values.get(*at)?.name;
            format!("`{name}` is a [value](#values).")
        }
        ExprKind::Call(Callee::Permission(at), _) => {
            let name = &pack.permissions.get(*at)?.name;
            format!("`{name}` is a [permission](#permissions).")
        }
        // A phrase may ask a core call that it does not name.
        ExprKind::Call(Callee::Core(core), _) => {
            let (name, written) = (core.row().name, text.get(expr.place.start..expr.place.end)?);
            match written.contains(name) {
                true => format!("`{name}` is a [core call](#core-calls)."),
                false if written.starts_with("turn ") => "`turn` turns dice of a pool.".to_owned(),
                false => return None,
            }
        }
        ExprKind::Slot(slot) => {
            let procedure = pack.procedures.get(function.context?.place())?;
            let slot = procedure
                .slots
                .get(*slot)
                .filter(|slot| !slot.name.starts_with('('))?;
            let (name, owner) = (&slot.name, &procedure.name);
            format!("`{name}` is a name of the [procedure `{owner}`](#procedure-{owner}).")
        }
        ExprKind::RunSlot(procedure, slot) => {
            let procedure = pack.procedures.get(*procedure)?;
            let (name, owner) = (&procedure.slots.get(*slot)?.name, &procedure.name);
            format!("`{name}` is a name of the [procedure `{owner}`](#procedure-{owner}).")
        }
        ExprKind::Field(of, field) => {
            let Base::Entity(kind) = of.ty.base else {
                return None;
            };
            let kind = pack.kinds.get(usize::from(kind))?;
            format!(
                "`{}` is a field of a `{}`.",
                kind.fields.get(*field)?.name,
                kind.name
            )
        }
        ExprKind::Cell(row, field) => {
            let Base::Row(record) = row.ty.base else {
                return None;
            };
            let record = pack.records.get(usize::from(record))?;
            format!(
                "`{}` is a fact of a `{}`.",
                record.fields.get(*field)?.name,
                record.name
            )
        }
        ExprKind::Tokens(_, token) => format!("`{}` is a [token](#tokens).", pack.tokens.get(*token)?.name),
        ExprKind::Constant(value) => word(view, expr.ty, *value)?,
        _ => return None,
    })
}

fn word(view: &View<'_>, ty: Ty, value: i64) -> Option<String> {
    let at = usize::try_from(value).ok()?;
    match (ty.base, ty.set) {
        (Base::Word(word), false) => {
            let def = view.pack.words.get(usize::from(word))?;
            let what = if word == cardwright_bytecode::ty::WORD_FACE {
                "a face of [dice](#dice)".to_owned()
            } else {
                format!("a word of [`{}`](#words)", def.name)
            };
            Some(format!("`{}` is {what}.", def.words.get(at)?))
        }
        (Base::Row(_), false) => {
            let row = view.pack.rows.get(at).filter(|row| !row.id.is_empty())?;
            let record = &view.pack.records.get(usize::from(row.record))?.name;
            Some(format!("`{}` is a row of [`{record}`](#rows).", row.id))
        }
        _ => None,
    }
}

/// Each line of an entry with what it says.
fn lines(
    guide: &Guide,
    card: &CardDoc,
    (text, start, entry): (&str, usize, &str),
    notes: &Notes,
) -> Vec<(String, String)> {
    let first = text[..start].matches('\n').count();
    let rules = card.rules.as_ref().map_or(usize::MAX, |rules| rules.start);
    // The first line of a block is the one behind its key.
    let rules_line = text
        .get(..rules)
        .map_or(usize::MAX, |before| before.matches('\n').count());
    let is_rule =
        |number: usize, line: &str| number >= rules_line && !line.trim_start().starts_with("rules:");
    let told = entry.lines().enumerate().map(|(at, line)| {
        let number = first + at;
        let mut says = match is_rule(number, line) {
            true => clauses(line),
            false => key(guide, card, line),
        };
        if is_rule(number, line) {
            says.extend(notes.0.get(&number).into_iter().flatten().cloned());
        }
        (line.trim().to_owned(), says.join(" "))
    });
    told.collect()
}

/// The notes on a line of YAML.
fn key(guide: &Guide, card: &CardDoc, line: &str) -> Vec<String> {
    let key = line
        .trim_start_matches([' ', '-'])
        .split(':')
        .next()
        .unwrap_or("");
    let kind = guide.kinds.iter().find(|kind| kind.name == card.kind.value);
    let said = match key {
        "id" => "The id: small letters and hyphens. Scenarios and cases name the card by it.".to_owned(),
        "kind" => format!(
            "What it is: one of the [kinds](#kinds). {}",
            kind.and_then(|kind| kind.says.clone()).unwrap_or_default()
        ),
        "name" => "What players read.".to_owned(),
        "facts" => return facts(guide, card),
        "reading" => "Facts that the printed card does not give: our reading.".to_owned(),
        "note" => "Why the reading is as it is.".to_owned(),
        "rules" => "What it does, in the language. The lines below are indented.".to_owned(),
        _ => return fact(guide, card, key).into_iter().collect(),
    };
    vec![said.trim().to_owned()]
}

fn facts(guide: &Guide, card: &CardDoc) -> Vec<String> {
    let said = card
        .facts
        .0
        .iter()
        .filter_map(|(name, _)| fact(guide, card, &name.value));
    let mut all = vec!["What is printed on it.".to_owned()];
    all.extend(said);
    all
}

fn fact(guide: &Guide, card: &CardDoc, name: &str) -> Option<String> {
    let kind = guide.kinds.iter().find(|kind| kind.name == card.kind.value)?;
    let made = kind
        .makes
        .iter()
        .filter_map(|made| guide.kinds.iter().find(|kind| kind.name == made.0));
    let mut facts = std::iter::once(kind).chain(made).flat_map(|kind| &kind.facts);
    let fact = facts.find(|fact| fact.name == name)?;
    let says = fact
        .says
        .as_ref()
        .map_or(String::new(), |says| format!(" {says}"));
    Some(format!("`{name}`: {}.{says}", fact.ty))
}

/// The notes on the clauses of a line of rules.
fn clauses(line: &str) -> Vec<String> {
    let text = line.trim();
    if text.starts_with('#') {
        return vec!["A note for readers. It does nothing.".to_owned()];
    }
    let mut said = Vec::new();
    let mut say = |condition: bool, what: &str| {
        if condition {
            said.push(what.to_owned());
        }
    };
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    let has = |word: &str| {
        outside_quotes(text)
            .split(|letter: char| !letter.is_alphanumeric() && letter != '-')
            .any(|one| one == word)
    };
    say(
        begins(&["before ", "at ", "after "]),
        "When it may happen: a window of a step, `PROCEDURE.STEP`.",
    );
    say(begins(&["instead of "]), "It replaces this step.");
    say(begins(&["modify "]), "It adds to a value, or takes from it.");
    say(
        begins(&["replace "]),
        "It puts something else in the place of a value.",
    );
    say(begins(&["forbid "]), "It takes a permission away.");
    say(begins(&["allow "]), "It gives a permission.");
    say(text.contains('"'), "The words in quotes are what players see.");
    say(has("when"), "`when`: only if this is so.");
    say(has("always"), "`always`: whatever else is so.");
    say(has("per"), "How often it may happen at most.");
    say(has("may"), "`may`: it can be declined.");
    say(
        has("cost"),
        "`cost`: paid first. What cannot be paid is not offered.",
    );
    say(begins(&["{"]), "Between the braces: what happens.");
    said
}

/// A line without what it quotes.
fn outside_quotes(line: &str) -> String {
    line.split('"').step_by(2).collect::<Vec<_>>().join(" ")
}
