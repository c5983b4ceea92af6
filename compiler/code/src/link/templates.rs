//! Templates: the cards and pieces as their sets print them, and the entries of other kinds that they make.

use super::Linker;
use super::entities::slots_of;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::TemplateDef;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::did_you_mean;
use cardwright_documents::document::{At, CardDoc, Entries, Fact, place_of};
use cardwright_documents::rules::Declarer;
use cardwright_documents::source::{FileId, Location};
use cardwright_meaning::check::{Compiler, Entry, FieldsOf, Target};
use cardwright_meaning::facts::{Slot, given};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Linker<'_> {
    /// Makes a card or piece known, and the entries of other kinds that it makes; gives their numbers, its own first. The ids
    /// of `written` are those of the documents' entries.
    pub(crate) fn templates(
        &self,
        compiler: &mut Compiler<'_>,
        file: FileId,
        card: &CardDoc,
        written: &BTreeSet<&str>,
    ) -> Vec<usize> {
        let kind = match compiler.names.types.get(&card.kind.value).map(|ty| ty.base) {
            Some(Base::Entity(kind)) => kind,
            _ => {
                let known: Vec<String> = compiler.pack.kinds.iter().map(|kind| kind.name.clone()).collect();
                let help = did_you_mean(&card.kind.value, known.iter().map(String::as_str));
                let message = format!("there is no kind `{}` in this system", card.kind.value);
                compiler
                    .report_at(codes::UNKNOWN_KIND, place_of(file, &card.kind), message)
                    .help = help;
                compiler.mark_broken(&card.id.value);
                return Vec::new();
            }
        };
        let place = place_of(file, &card.id);
        let (id, name) = (&card.id.value, &card.name);
        let mut numbers = vec![add_template(compiler, place, (id, name), kind)];
        let companions = compiler.names.companions.get(&kind).cloned().unwrap_or_default();
        check_names(compiler, file, card, &companions);
        for (kind, ending) in &companions {
            let id = format!("{id}-{ending}");
            // What the documents write themselves is not made.
            if !written.contains(id.as_str()) {
                let of = &compiler.pack.kinds[usize::from(*kind)].name;
                let other = card.names.0.iter().find(|(kind, _)| kind.value == *of);
                let name = other.map_or(name, |(_, name)| &name.value);
                numbers.push(add_template(compiler, place, (&id, name), *kind));
            }
        }
        numbers
    }

    /// Gives a card or piece, and what it makes, what is printed on them; that may name any other one.
    pub(crate) fn fill_templates(
        &self,
        compiler: &mut Compiler<'_>,
        file: FileId,
        card: &CardDoc,
        numbers: &[usize],
    ) {
        let kinds = numbers.iter().map(|&at| compiler.pack.templates[at].kind);
        let mut kinds: Vec<u16> = kinds.collect();
        let own = kinds.first().copied();
        let companions = own.and_then(|kind| compiler.names.companions.get(&kind));
        kinds.extend(companions.into_iter().flatten().map(|one| one.0));
        let slots: Vec<Vec<Slot>> = kinds.iter().map(|&kind| slots_of(compiler, kind, true)).collect();
        check_readings(compiler, file, card, &slots);
        // A fact is of each kind that has it; one that none has is told once, of the entry's own kind.
        let is_of = |slots: &[Slot], name: &str| slots.iter().any(|slot| slot.name == name);
        let elsewhere = |name: &str| slots.iter().skip(1).any(|slots| is_of(slots, name));
        for (at, (&template, slots)) in numbers.iter().zip(&slots).enumerate() {
            let is_own = |name: &str| is_of(slots, name) || at == 0 && !elsewhere(name);
            let facts = facts_where(card, is_own);
            fill_template(compiler, (file, card), template, (slots, &facts));
        }
    }
}

fn facts_where(card: &CardDoc, keep: impl Fn(&str) -> bool) -> Entries<At<Fact>> {
    let kept = card.facts.0.iter().filter(|(name, _)| keep(&name.value));
    Entries(kept.cloned().collect())
}

fn add_template(compiler: &mut Compiler<'_>, place: Location, (id, name): (&str, &str), kind: u16) -> usize {
    let at = compiler.pack.templates.len();
    let known = compiler.names.templates.add_of(Declarer::SYSTEM, id, at, place);
    if let Err(earlier) = known {
        let message = format!("there is already a card with the id `{id}`");
        let diagnostic = compiler.report_at(codes::DUPLICATE_CARD, place, message);
        diagnostic
            .related
            .push((earlier, "the other one is here".to_owned()));
    }
    let row = compiler.declare_template(id, kind);
    compiler.pack.templates.push(TemplateDef {
        id: id.to_owned(),
        name: name.to_owned(),
        kind,
        cells: Vec::new(),
        row,
    });
    at
}

fn fill_template(
    compiler: &mut Compiler<'_>,
    (file, card): (FileId, &CardDoc),
    template: usize,
    (slots, facts): (&[Slot], &Entries<At<Fact>>),
) {
    let kind = compiler.pack.templates[template].kind;
    let what = compiler.pack.kinds[usize::from(kind)].name.clone();
    let cells = compiler.facts(file, facts, slots, place_of(file, &card.id), &what);
    let given = given(file, slots, facts);
    let printed = Arc::make_mut(&mut compiler.defaults.printed);
    printed.resize(printed.len().max(template + 1), Vec::new());
    printed[template] = given.iter().map(Option::is_some).collect();
    compiler.defaults.entries.push(Entry {
        target: Target::Template(template),
        owner: FieldsOf::Kind(kind),
        place: place_of(file, &card.id),
        given,
    });
    compiler.pack.templates[template].cells = cells;
}

/// Reports readings of facts that no kind of the entry has.
fn check_readings(compiler: &mut Compiler<'_>, file: FileId, card: &CardDoc, kinds: &[Vec<Slot>]) {
    let known = || kinds.iter().flatten().map(|slot| slot.name.as_str());
    for name in &card.reading {
        if !known().any(|slot| slot == name.value) && !compiler.names.broken.contains(&name.value) {
            let help = did_you_mean(&name.value, known());
            let message = format!("a {} has no fact `{}`", card.kind.value, name.value);
            compiler
                .report_at(codes::UNKNOWN_FACT, place_of(file, name), message)
                .help = help;
        }
    }
}

/// Reports names for kinds of which the entry is none.
fn check_names(compiler: &mut Compiler<'_>, file: FileId, card: &CardDoc, made: &[(u16, String)]) {
    let made: Vec<String> = made
        .iter()
        .map(|(kind, _)| compiler.pack.kinds[usize::from(*kind)].name.clone())
        .collect();
    for (kind, _) in &card.names.0 {
        if !made.contains(&kind.value) {
            let help = did_you_mean(&kind.value, made.iter().map(String::as_str));
            let message = format!(
                "an entry of `{}` does not also make a `{}`",
                card.kind.value, kind.value
            );
            compiler
                .report_at(codes::UNKNOWN_KIND, place_of(file, kind), message)
                .help = help;
        }
    }
}
