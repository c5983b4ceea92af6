//! Whether what a system declares is what a library needs.
//!
//! Declarations are compared as they are written, after the library's names were replaced by those of the system: types by
//! their names, parameters by names and types, since rules of the library may name them.
use crate::rules::Unit;
use crate::source::Location;
use cardwright_dsl::ast::{FieldDecl, ItemKind, Name, Param, Span, TypeRef};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A declaration that a library can need.
pub(super) struct Named<'a> {
    /// The sort of the declaration, in words.
    pub(super) what: &'static str,
    pub(super) name: &'a str,
    pub(super) span: Span,
}

/// A declaration of a system.
#[derive(Clone)]
pub(super) struct Found<'a> {
    pub(super) place: Location,
    pub(super) kind: Cow<'a, ItemKind>,
}

/// The declarations of a system, by their names.
#[derive(Default)]
pub(super) struct Declared<'a>(BTreeMap<&'a str, Vec<Found<'a>>>);

/// The name by which `player { ... }` is found: it has none of its own.
const PLAYER: &str = "player";

impl<'a> Declared<'a> {
    pub(super) fn of(units: &'a [Unit]) -> Self {
        let mut declared = Self::default();
        declared.add(units);
        declared
    }

    pub(super) fn add(&mut self, units: &'a [Unit]) {
        for unit in units {
            for item in &unit.items {
                let Some(one) = named(&item.kind) else { continue };
                let place = unit.origin.place(one.span);
                let all = self.0.entry(one.name).or_default();
                // The fields of players may be declared in several places.
                if let (ItemKind::Player { fields }, Some(first)) = (&item.kind, all.first_mut())
                    && let ItemKind::Player { fields: known } = first.kind.to_mut()
                {
                    known.extend(fields.iter().cloned());
                    continue;
                }
                let kind = Cow::Borrowed(&item.kind);
                all.push(Found { place, kind });
            }
        }
    }

    /// The declaration of the same name that can be what is needed.
    pub(super) fn of_sort(&self, need: &ItemKind) -> Option<&Found<'a>> {
        let name = named(need)?.name;
        let mut all = self.0.get(name)?.iter();
        all.find(|found| is_alike(need, &found.kind))
    }

    /// The first declaration of a name, whatever its sort.
    pub(super) fn of_name(&self, name: &str) -> Option<(&'static str, Location)> {
        let found = self.0.get(name)?.first()?;
        Some((named(&found.kind)?.what, found.place))
    }

    /// The names of what could be needed.
    pub(super) fn names(&self, need: &ItemKind) -> Vec<String> {
        let alike = |all: &[Found<'_>]| all.iter().any(|found| is_alike(need, &found.kind));
        let fitting = self.0.iter().filter(|(_, all)| alike(all));
        fitting.map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// Whether one can be asked for as the other: a value is asked like a define, and so is state of the game.
fn is_alike(need: &ItemKind, given: &ItemKind) -> bool {
    match (need, given) {
        (ItemKind::Define { .. }, ItemKind::Value { .. }) => true,
        (ItemKind::Define { params, .. }, ItemKind::State { .. }) => params.is_empty(),
        _ => std::mem::discriminant(need) == std::mem::discriminant(given),
    }
}

/// The name of a declaration; nothing if a library cannot need it.
pub(super) fn named(kind: &ItemKind) -> Option<Named<'_>> {
    let (what, name) = match kind {
        ItemKind::Word { name, .. } => ("word type", name),
        ItemKind::Record { name, .. } => ("record", name),
        ItemKind::Piece(decl) => ("kind of piece", &decl.name),
        ItemKind::Card { decl, .. } => ("kind of card", &decl.name),
        ItemKind::Player { fields } => {
            return Some(Named {
                what: "fact of players",
                name: PLAYER,
                span: fields.first().map(|field| field.name.span).unwrap_or_default(),
            });
        }
        ItemKind::Token { name, .. } => ("token", name),
        ItemKind::Die { name, .. } => ("die", name),
        ItemKind::Deck { name } => ("deck", name),
        ItemKind::State { param, .. } => ("state of the game", &param.name),
        ItemKind::Define { name, .. } => ("define", name),
        ItemKind::Value { name, .. } => ("value", name),
        ItemKind::Permission { name, .. } => ("permission", name),
        ItemKind::Offer { name, .. } => ("offer", name),
        ItemKind::Effect { name, .. } => ("effect", name),
        ItemKind::Procedure { name, .. } => ("procedure", name),
        ItemKind::Outcome { name, .. } => ("outcome", name),
        _ => return None,
    };
    Some(Named {
        what,
        name: &name.text,
        span: name.span,
    })
}

/// How a declaration can be written that a library needs; nothing for one without a name.
pub(super) fn head(kind: &ItemKind) -> String {
    match kind {
        ItemKind::Word { name, words, .. } => braced("word", name, &names(words)),
        ItemKind::Record { name, fields, .. } => braced("record", name, &listed(fields)),
        ItemKind::Piece(decl) => braced("piece", &decl.name, &listed(&decl.fields)),
        ItemKind::Card { on, decl } => {
            let head = format!("card {} on {}", decl.name.text, joined(on));
            format!("{head} {{ {} }}", listed(&decl.fields))
        }
        ItemKind::Player { fields } => format!("player {{ {} }}", listed(fields)),
        ItemKind::Token { name, on, .. } => format!("token {} on {}", name.text, joined(on)),
        ItemKind::Die { name, faces } => {
            let faces: Vec<Name> = faces.iter().map(|face| face.0.clone()).collect();
            braced("die", name, &names(&faces))
        }
        ItemKind::Deck { name } => format!("deck {}", name.text),
        ItemKind::State { param, per, .. } => {
            let per = per_text(per.as_ref());
            format!("state {}: {}{per}", param.name.text, type_text(&param.ty))
        }
        ItemKind::Define { name, params, ty, .. } => {
            format!("{}: {} = ...", called("define", name, params), type_text(ty))
        }
        ItemKind::Value { name, params, ty, .. } => {
            let ty = ty
                .as_ref()
                .map_or(String::new(), |ty| format!(": {}", type_text(ty)));
            format!("{}{ty} = ...", called("value", name, params))
        }
        ItemKind::Permission { name, params } => called("permission", name, params),
        ItemKind::Offer { name, params, .. } => called("offer", name, params),
        ItemKind::Effect { name, params, .. } => format!("{} {{ ... }}", called("effect", name, params)),
        ItemKind::Procedure {
            name, params, gives, ..
        } => {
            let gives = gives.as_ref().map_or(String::new(), |gives| {
                format!(" gives {}: {}", gives.name.text, type_text(&gives.ty))
            });
            format!("{}{gives} {{ ... }}", called("procedure", name, params))
        }
        ItemKind::Outcome { name, title, .. } => format!("outcome {} \"{}\"", name.text, title.text),
        _ => String::new(),
    }
}

/// Why a declaration of a system is not what a library needs.
pub(super) fn misfit(need: &ItemKind, given: &ItemKind) -> Result<(), String> {
    match (need, given) {
        (ItemKind::Word { words: need, .. }, ItemKind::Word { words: given, .. }) => {
            has_all(need.iter(), given.iter(), "word")
        }
        (ItemKind::Record { fields: need, .. }, ItemKind::Record { fields: given, .. })
        | (ItemKind::Player { fields: need }, ItemKind::Player { fields: given }) => has_fields(need, given),
        (ItemKind::Piece(need), ItemKind::Piece(given)) => has_fields(&need.fields, &given.fields),
        (
            ItemKind::Card { on, decl },
            ItemKind::Card {
                on: given,
                decl: kind,
            },
        ) => {
            lies_on(on, given)?;
            has_fields(&decl.fields, &kind.fields)
        }
        (ItemKind::Token { on, .. }, ItemKind::Token { on: given, .. }) => lies_on(on, given),
        (ItemKind::Die { faces: need, .. }, ItemKind::Die { faces: given, .. }) => has_all(
            need.iter().map(|face| &face.0),
            given.iter().map(|face| &face.0),
            "face",
        ),
        (ItemKind::State { param: need, .. }, ItemKind::State { param: given, .. }) => {
            same_type(&need.ty, &given.ty)
        }
        (ItemKind::Define { ty, .. }, ItemKind::State { param, .. }) => same_type(ty, &param.ty),
        (
            ItemKind::Define { params, ty, .. },
            ItemKind::Define {
                params: given,
                ty: result,
                ..
            },
        ) => {
            same_params(params, given)?;
            same_type(ty, result)
        }
        (
            ItemKind::Define { params, ty, .. },
            ItemKind::Value {
                params: given,
                ty: result,
                ..
            },
        ) => {
            same_params(params, given)?;
            same_text(&type_text(ty), &value_type(result.as_ref()))
        }
        (
            ItemKind::Value { params, ty, .. },
            ItemKind::Value {
                params: given,
                ty: result,
                ..
            },
        ) => {
            same_params(params, given)?;
            same_text(&value_type(ty.as_ref()), &value_type(result.as_ref()))
        }
        (ItemKind::Permission { params, .. }, ItemKind::Permission { params: given, .. })
        | (ItemKind::Offer { params, .. }, ItemKind::Offer { params: given, .. })
        | (ItemKind::Effect { params, .. }, ItemKind::Effect { params: given, .. }) => {
            same_params(params, given)
        }
        (
            ItemKind::Procedure {
                params,
                gives,
                vars,
                steps,
                ..
            },
            ItemKind::Procedure {
                params: given,
                gives: result,
                vars: own,
                steps: others,
                ..
            },
        ) => {
            same_params(params, given)?;
            match (gives, result) {
                (Some(need), Some(given)) => same_type(&need.ty, &given.ty)?,
                (Some(need), None) => return Err(format!("it gives no {}", type_text(&need.ty))),
                (None, _) => {}
            }
            for need in vars {
                match own.iter().find(|one| one.name.text == need.name.text) {
                    Some(one) => same_type(&need.ty, &one.ty)
                        .map_err(|why| format!("of its variable `{}`, {why}", need.name.text))?,
                    None => return Err(format!("it has no variable `{}`", written(need))),
                }
            }
            has_all(
                steps.iter().map(|step| &step.name),
                others.iter().map(|step| &step.name),
                "step",
            )
        }
        _ => Ok(()),
    }
}

fn has_all<'n>(
    need: impl Iterator<Item = &'n Name>,
    given: impl Iterator<Item = &'n Name> + Clone,
    what: &str,
) -> Result<(), String> {
    for name in need {
        if !given.clone().any(|one| one.text == name.text) {
            return Err(format!("it has no {what} `{}`", name.text));
        }
    }
    Ok(())
}

fn has_fields(need: &[FieldDecl], given: &[FieldDecl]) -> Result<(), String> {
    for field in need {
        let name = &field.name.text;
        let Some(one) = given.iter().find(|one| one.name.text == *name) else {
            return Err(format!("it has no field `{}`", field_text(field)));
        };
        same_type(&field.ty, &one.ty).map_err(|why| format!("of its field `{name}`, {why}"))?;
        if field.state && !one.state {
            return Err(format!("its field `{name}` is printed, and should be `state`"));
        }
        let (per, own) = (per_text(field.per.as_ref()), per_text(one.per.as_ref()));
        if per != own {
            return Err(format!(
                "its field `{name}` should be `state{per}`, not `state{own}`"
            ));
        }
        if field.secret && !one.secret {
            return Err(format!("its field `{name}` should be `secret`"));
        }
    }
    Ok(())
}

fn lies_on(need: &[Name], given: &[Name]) -> Result<(), String> {
    for kind in need {
        if !given.iter().any(|one| one.text == kind.text) {
            return Err(format!("it cannot be on a `{}`", kind.text));
        }
    }
    Ok(())
}

fn same_params(need: &[Param], given: &[Param]) -> Result<(), String> {
    let (need, given) = (in_parentheses(need), in_parentheses(given));
    match need == given {
        true => Ok(()),
        false => Err(format!("its parameters are `{given}`, not `{need}`")),
    }
}

fn same_type(need: &TypeRef, given: &TypeRef) -> Result<(), String> {
    same_text(&type_text(need), &type_text(given))
}

fn same_text(need: &str, given: &str) -> Result<(), String> {
    match need == given {
        true => Ok(()),
        false => Err(format!("the type is `{given}`, not `{need}`")),
    }
}

fn value_type(ty: Option<&TypeRef>) -> String {
    ty.map_or_else(|| "number".to_owned(), type_text)
}

fn type_text(ty: &TypeRef) -> String {
    let set = if ty.set { "set of " } else { "" };
    let template = if ty.template { "template of " } else { "" };
    format!("{set}{template}{}", ty.name.text)
}

fn written(param: &Param) -> String {
    format!("{}: {}", param.name.text, type_text(&param.ty))
}

fn in_parentheses(params: &[Param]) -> String {
    let all: Vec<String> = params.iter().map(written).collect();
    format!("({})", all.join(", "))
}

fn called(what: &str, name: &Name, params: &[Param]) -> String {
    match params {
        [] => format!("{what} {}", name.text),
        params => format!("{what} {} {}", name.text, in_parentheses(params)),
    }
}

fn braced(what: &str, name: &Name, within: &str) -> String {
    format!("{what} {} {{ {within} }}", name.text)
}

fn names(all: &[Name]) -> String {
    let all: Vec<&str> = all.iter().map(|name| name.text.as_str()).collect();
    all.join(" ")
}

fn joined(all: &[Name]) -> String {
    let all: Vec<&str> = all.iter().map(|name| name.text.as_str()).collect();
    all.join(", ")
}

fn per_text(per: Option<&Name>) -> String {
    per.map_or_else(String::new, |per| format!(" per {}", per.text))
}

fn field_text(field: &FieldDecl) -> String {
    let state = if field.state { " state" } else { "" };
    let secret = if field.secret { " secret" } else { "" };
    let per = per_text(field.per.as_ref());
    format!(
        "{}: {}{state}{per}{secret}",
        field.name.text,
        type_text(&field.ty)
    )
}

fn listed(fields: &[FieldDecl]) -> String {
    let all: Vec<String> = fields.iter().map(field_text).collect();
    all.join("  ")
}
