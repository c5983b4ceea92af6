//! A card set with one entry of each kind and every fact that must be there: what somebody starts from.
//!
//! Its facts are those of a shipped entry of the kind, as far as they can stand without its set.

use super::View;
use super::model::{Fact, Guide, Kind, SampleCase};
use cardwright_bytecode::pack::{CONST_SET, SlotDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::project::Documents;
use std::fmt::Write;

/// The column of the comments behind the facts.
const MARGIN: usize = 34;
/// How deep rows stand within rows; no shipped record goes as deep.
const DEEPEST: usize = 4;

/// The whole document.
pub(super) fn sample_set(view: &View<'_>, guide: &Guide) -> String {
    let mut text = format!("set: my-set\nsystem: {}\ntitle: My set\ncards:\n", guide.system);
    let made: Vec<&str> = guide
        .kinds
        .iter()
        .flat_map(|kind| &kind.makes)
        .map(|made| made.0.as_str())
        .collect();
    for kind in guide
        .kinds
        .iter()
        .filter(|kind| !made.contains(&kind.name.as_str()))
    {
        entry(view, guide, kind, &mut text);
    }
    text
}

/// The case to start from that the project has for a system.
pub(super) fn sample_case(project: &Documents, system: &str) -> Option<SampleCase> {
    let file = format!("tests/conformance/{system}/general/a-case-to-start-from.yaml");
    let text = project.text_of(&file)?;
    Some(SampleCase { file, text })
}

fn entry(view: &View<'_>, guide: &Guide, kind: &Kind, text: &mut String) {
    let made = kind
        .makes
        .iter()
        .filter_map(|(name, _)| guide.kinds.iter().find(|kind| kind.name == *name));
    let kinds: Vec<&Kind> = std::iter::once(kind).chain(made).collect();
    let _ = writeln!(
        text,
        "  - id: my-{0}\n    kind: {0}\n    name: My {1}",
        kind.name,
        kind.name.replace('-', " ")
    );
    let mut written: Vec<&str> = Vec::new();
    for kind in &kinds {
        for fact in kind
            .facts
            .iter()
            .filter(|fact| fact.required && fact.added_by.is_none())
        {
            if written.contains(&fact.name.as_str()) {
                continue;
            }
            if written.is_empty() {
                text.push_str("    facts:\n");
            }
            written.push(&fact.name);
            let own = format!("my-{}-{}", kind.name, fact.name);
            let sampler = Sampler {
                view,
                guide,
                own: &own,
            };
            let value = sampler.of_kind(&kind.name, fact);
            let line = format!("      {}: {value}", fact.name);
            let _ = writeln!(text, "{line:MARGIN$} # {}", fact.ty);
        }
    }
    if written.is_empty() {
        text.push_str("    facts: {}\n");
    }
}

#[derive(Clone, Copy)]
struct Sampler<'a> {
    view: &'a View<'a>,
    guide: &'a Guide,
    /// The name for a row within a set of rows.
    own: &'a str,
}

impl Sampler<'_> {
    /// A fact as the first shipped entry of the kind has it.
    fn of_kind(self, kind: &str, fact: &Fact) -> String {
        let pack = self.view.pack;
        let number = pack.kinds.iter().position(|one| one.name == kind);
        let Some(def) = number.and_then(|number| pack.kinds.get(number)) else {
            return "0".to_owned();
        };
        let at = def.fields.iter().position(|field| field.name == fact.name);
        let Some((at, ty)) = at.and_then(|at| Some((at, def.fields.get(at)?.ty))) else {
            return "0".to_owned();
        };
        let mut templates = pack.templates.iter();
        let shipped = templates.find(|template| Some(usize::from(template.kind)) == number);
        let value = shipped.and_then(|template| template.cells.get(at));
        self.value(ty, value.copied(), 0)
    }

    /// A value as documents write it; of nothing, one that will do.
    fn value(self, ty: Ty, value: Option<i64>, depth: usize) -> String {
        if ty.set {
            return self.set(ty, value.unwrap_or(0), depth);
        }
        let given = value.unwrap_or(0);
        match ty.base {
            Base::Length => Base::Length.written(value.unwrap_or(1000)),
            Base::Angle => Base::Angle.written(value.unwrap_or(90_000)),
            Base::Bool => if given == 1 { "yes" } else { "no" }.to_owned(),
            Base::Text => {
                let text = usize::try_from(given)
                    .ok()
                    .and_then(|at| self.view.pack.texts.get(at));
                format!("{:?}", text.map_or("text", String::as_str))
            }
            Base::Word(word) => self.word(word, given),
            Base::Row(record) => self.row(record, value, depth),
            Base::Entity(_) | Base::Thing => "nobody".to_owned(),
            _ => value.unwrap_or(1).to_string(),
        }
    }

    /// A word of the system itself: what a set adds is not there without the set.
    fn word(self, ty: u16, value: i64) -> String {
        let Some(def) = self.view.pack.words.get(usize::from(ty)) else {
            return String::new();
        };
        let word = usize::try_from(value).ok().and_then(|at| def.words.get(at));
        let own = self.guide.words.iter().find(|words| words.name == def.name);
        let fits = word.filter(|word| own.is_none_or(|own| own.words.contains(word)));
        fits.or(def.words.first()).cloned().unwrap_or_default()
    }

    /// The id of a row of the system, or the facts that a row must have.
    fn row(self, record: u16, value: Option<i64>, depth: usize) -> String {
        let pack = self.view.pack;
        let row = value.and_then(|value| pack.rows.get(usize::try_from(value).ok()?));
        let known = self.own_rows(record);
        if let Some(row) = row.filter(|row| known.contains(&row.id)) {
            return row.id.clone();
        }
        if let (None, Some(id)) = (row, known.first()) {
            return id.clone();
        }
        let Some(def) = pack.records.get(usize::from(record)).filter(|_| depth < DEEPEST) else {
            return "{ }".to_owned();
        };
        let declared = self.guide.records.iter().find(|one| one.name == def.name);
        let required = |slot: &SlotDef| {
            let fact = declared.and_then(|record| record.facts.iter().find(|fact| fact.name == slot.name));
            fact.is_none_or(|fact| fact.required)
        };
        let cell = |at: usize| row.and_then(|row| row.cells.get(at)).copied();
        let fields = def.fields.iter().enumerate().filter(|(_, slot)| required(slot));
        let facts =
            fields.map(|(at, slot)| format!("{}: {}", slot.name, self.value(slot.ty, cell(at), depth + 1)));
        let facts: Vec<String> = facts.collect();
        format!("{{ {} }}", facts.join(", "))
    }

    /// The ids of the rows that the system has.
    fn own_rows(&self, record: u16) -> &[String] {
        let name = self
            .view
            .pack
            .records
            .get(usize::from(record))
            .map(|def| &def.name);
        let record = self
            .guide
            .records
            .iter()
            .find(|record| Some(&record.name) == name);
        record.map_or(&[], |record| &record.rows)
    }

    fn set(self, ty: Ty, value: i64, depth: usize) -> String {
        let at = value
            .checked_sub(CONST_SET)
            .and_then(|at| usize::try_from(at).ok());
        let set = at.and_then(|at| self.view.pack.sets.get(at));
        let items = set.map_or(&[][..], |set| &set.items);
        let written = items
            .iter()
            .map(|item| self.value(Ty::one(ty.base), Some(*item), depth + 1));
        let written: Vec<String> = written.collect();
        // Rows of a set that stand within it have names of their own; one is enough to show how.
        match written.iter().find(|one| one.starts_with('{')) {
            Some(row) if depth == 0 => format!("{{ {}: {row} }}", self.own),
            Some(_) => "[]".to_owned(),
            None => format!("[{}]", written.join(", ")),
        }
    }
}
