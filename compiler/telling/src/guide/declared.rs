//! From the declarations of a system, and what its sets add to them, to the model.

use super::View;
use super::model::{
    Asked, Define, Die, Fact, Guide, Hook, Kind, Letter, Named, Procedure, Record, Refused, Set, Step, Token,
    Value, Words,
};
use super::shown::LONGEST;
use cardwright_bytecode::board::Shape;
use cardwright_documents::document::{At, SymbolDoc};
use cardwright_documents::source::Origin;
use cardwright_dsl::ast::{
    self, Expr, Extension, FieldDecl, Item, ItemKind, KindDecl, Name, Param, Span, TypeRef,
};

/// Words that can stand behind the type of a field.
const MARKS: [&str; 3] = ["state", "secret", "kept"];

/// How a state is marked that belongs to runs of a procedure, or to the whole game.
fn state_of(per: Option<&Name>) -> String {
    per.map_or_else(|| "state".to_owned(), |per| format!("state per `{}`", per.text))
}

/// A formula with more letters is shown with its own lines.
pub(super) const LONG: usize = 140;

/// A text of declarations at hand.
struct Reader<'a> {
    view: View<'a>,
    origin: &'a Origin,
    /// The set that declares it; none if the system does.
    set: Option<&'a str>,
}

/// Everything that is declared. What is shown as an example comes later.
pub(super) fn declared(view: &View<'_>) -> Guide {
    let doc = &view.system.doc;
    let mut guide = Guide {
        system: doc.system.value.clone(),
        title: doc.title.clone(),
        board: shape(view),
        order: doc.order.as_ref().map(|order| order.value.clone()),
        letters: doc.legend.0.iter().map(letter).collect(),
        ..Guide::default()
    };
    // A file may add to what another one declares, so what is added comes last.
    for adding in [false, true] {
        for unit in &view.system.units {
            let reader = Reader {
                view: *view,
                origin: &unit.origin,
                set: None,
            };
            unit.items
                .into_iter()
                .filter(|item| matches!(item.kind, ItemKind::Extend { .. }) == adding)
                .for_each(|item| reader.item(item, &mut guide));
        }
    }
    for set in view.sets() {
        extensions(view, set, &mut guide);
    }
    rows(view, &mut guide);
    guide.sets = view.sets().map(|set| Set::of(&set.doc)).collect();
    guide
}

fn letter((letter, symbol): &(At<String>, SymbolDoc)) -> Letter {
    Letter {
        letter: letter.value.clone(),
        terrain: symbol.terrain.as_ref().map(|terrain| terrain.value.clone()),
        level: symbol.level.as_ref().map(|level| level.value),
        wall: symbol.wall.as_ref().is_some_and(|wall| wall.value),
        zones: symbol.zones.iter().map(|zone| zone.value.clone()).collect(),
    }
}

fn shape(view: &View<'_>) -> String {
    let shape = view.pack.setup.board.shape;
    match shape {
        Shape::Plane => "plane",
        Shape::Hexes => "hexes",
        Shape::Squares => "squares",
    }
    .to_owned()
}

/// Adds the extensions of open types by the rules of a set and of its cards.
fn extensions(
    view: &View<'_>,
    set: &cardwright_documents::project::Loaded<cardwright_documents::document::CardSetDoc>,
    guide: &mut Guide,
) {
    let rules = std::iter::once(&set.rules.own).chain(&set.rules.cards);
    for rules in rules {
        let origin = rules.origin(set.file);
        let reader = Reader {
            view: *view,
            origin: &origin,
            set: Some(&set.doc.set.value),
        };
        let mut own = Guide::default();
        for item in &rules.items {
            match &item.kind {
                ItemKind::Extend { name, with } => reader.extend(&name.text, with, guide),
                ItemKind::Player { fields } => guide.player.extend(reader.facts(fields)),
                _ => reader.item(item, &mut own),
            }
        }
        guide.of_sets.kinds.append(&mut own.kinds);
        guide.of_sets.records.append(&mut own.records);
        guide.of_sets.words.append(&mut own.words);
        guide.of_sets.tokens.append(&mut own.tokens);
    }
}

impl Reader<'_> {
    fn says(&self, span: Span) -> Option<String> {
        self.view.texts.says(self.origin.place(span))
    }

    fn written(&self, expr: &Expr) -> String {
        self.view.texts.inline(self.origin.place(expr.span))
    }

    /// The text of an expression, with its own lines if it is long.
    fn laid_out(&self, expr: &Expr) -> String {
        let written = self.written(expr);
        match written.len() > LONG {
            true => self.view.texts.block(self.origin.place(expr.span)),
            false => written,
        }
    }

    fn item(&self, item: &Item, guide: &mut Guide) {
        let says = self.says(item.span);
        match &item.kind {
            ItemKind::Piece(decl) => guide.kinds.push(self.kind(decl, None, says)),
            ItemKind::Card { on, decl } => guide.kinds.push(self.kind(decl, Some(on), says)),
            ItemKind::Player { fields } => guide.player.extend(self.facts(fields)),
            ItemKind::State {
                param,
                keys,
                per,
                default,
            } => guide.state.push(Fact {
                name: with_keys(&param.name.text, keys),
                ty: type_text(&param.ty),
                given: state_of(per.as_ref()),
                required: false,
                default: default.as_ref().map(|default| self.written(default)),
                added_by: None,
                says,
            }),
            ItemKind::Word { name, open, words } => guide.words.push(Words {
                name: name.text.clone(),
                open: *open,
                words: words.iter().map(|word| word.text.clone()).collect(),
                added: Vec::new(),
                says,
            }),
            ItemKind::Record { name, open, fields } => guide.records.push(Record {
                name: name.text.clone(),
                open: *open,
                facts: self.facts(fields),
                rows: Vec::new(),
                of_sets: Vec::new(),
                says,
            }),
            ItemKind::Extend { name, with } => self.extend(&name.text, with, guide),
            ItemKind::Refuse { of, why, when } => guide.refused.push(Refused {
                of: of.text.clone(),
                why: why.text.clone(),
                when: self.written(when),
            }),
            ItemKind::Token { name, on, limit, .. } => guide.tokens.push(Token {
                name: name.text.clone(),
                on: names(on),
                limit: limit.map(|limit| limit.0),
                says,
            }),
            ItemKind::Die { name, faces } => guide.dice.push(Die {
                name: name.text.clone(),
                faces: faces
                    .iter()
                    .map(|(face, sides)| (face.text.clone(), *sides))
                    .collect(),
                says,
            }),
            ItemKind::Deck { name } => guide.decks.push(named(&name.text, "deck", says)),
            ItemKind::Outcome { name, title, .. } => {
                guide.outcomes.push(named(&name.text, &title.text, says))
            }
            ItemKind::Movement { name, params, .. } => {
                let params: Vec<String> = params.iter().map(|param| type_text(&param.ty)).collect();
                guide.movements.push(named(&name.text, &params.join(", "), says));
            }
            _ => self.callable(item, says, guide),
        }
    }

    fn callable(&self, item: &Item, says: Option<String>, guide: &mut Guide) {
        match &item.kind {
            ItemKind::Define {
                name,
                params,
                ty,
                body,
            } => guide.defines.push(Define {
                name: name.text.clone(),
                params: self.params(params),
                ty: type_text(ty),
                answer: self.laid_out(body),
                asked: 0,
                says,
            }),
            ItemKind::Value { .. } => guide.values.extend(self.value(item, says)),
            ItemKind::Permission { name, params } => {
                guide.permissions.push(self.hook(&name.text, params, None, says));
            }
            ItemKind::Offer { name, params, .. } => {
                guide.offers.push(self.hook(&name.text, params, None, says))
            }
            ItemKind::Effect {
                name, params, lasts, ..
            } => {
                let rules = self.view.texts.block(self.origin.place(item.span));
                guide.effects.push(Hook {
                    rules: (rules.len() <= LONGEST).then_some(rules),
                    ..self.hook(&name.text, params, lasts.as_ref(), says)
                });
            }
            ItemKind::Procedure {
                name,
                params,
                gives,
                tells: _,
                vars,
                steps,
            } => guide.procedures.push(Procedure {
                name: name.text.clone(),
                params: self.params(params),
                gives: gives.as_ref().map(|gives| self.param(gives)),
                vars: gives.iter().chain(vars).map(|var| self.param(var)).collect(),
                uses: Vec::new(),
                steps: steps.iter().map(|step| self.step(step)).collect(),
                run_by: Vec::new(),
                says,
                shown: Vec::new(),
                run_shown: None,
            }),
            _ => {}
        }
    }

    fn kind(&self, decl: &KindDecl, on: Option<&[ast::Name]>, says: Option<String>) -> Kind {
        let ending = |(kind, ending): &(ast::Name, Option<ast::Name>)| {
            let ending = ending.as_ref().unwrap_or(kind);
            (kind.text.clone(), ending.text.clone())
        };
        Kind {
            name: decl.name.text.clone(),
            class: if on.is_some() { "card" } else { "piece" },
            on: names(on.unwrap_or_default()),
            active: decl.active.as_ref().map(|active| self.written(active)),
            made: decl.made.map(|made| made.0),
            open: decl.open,
            makes: decl.makes.iter().map(ending).collect(),
            facts: self.facts(&decl.fields),
            says,
        }
    }

    fn facts(&self, fields: &[FieldDecl]) -> Vec<Fact> {
        fields.iter().map(|field| self.fact(field)).collect()
    }

    fn fact(&self, field: &FieldDecl) -> Fact {
        let state = state_of(field.per.as_ref());
        let marks = [
            (field.state, state.as_str()),
            (field.secret, "secret"),
            (field.kept, "kept"),
        ];
        let marks: Vec<&str> = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
        Fact {
            name: field.name.text.clone(),
            ty: type_text(&field.ty),
            given: if marks.is_empty() {
                "printed".to_owned()
            } else {
                marks.join(", ")
            },
            required: !field.state && field.default.is_none(),
            default: field.default.as_ref().map(|default| self.written(default)),
            added_by: self.set.map(str::to_owned),
            says: self.says(self.whole(field)),
        }
    }

    /// A field with the marks behind its type.
    fn whole(&self, field: &FieldDecl) -> Span {
        let default = field.default.as_ref().map(|default| default.span.end);
        let per = field.per.as_ref().map(|per| per.span.end);
        let start = default.or(per).unwrap_or(field.ty.name.span.end);
        let place = self.origin.place(Span { start, end: start });
        let text = &self.view.project.sources.get(place.file).text;
        let line = text
            .get(place.start..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or("");
        let mut rest = line;
        while let Some(next) = MARKS.iter().find_map(|mark| rest.trim_start().strip_prefix(mark)) {
            rest = next;
        }
        Span {
            start: field.name.span.start,
            end: start + (line.len() - rest.len()),
        }
    }

    fn params(&self, params: &[Param]) -> Vec<Named> {
        params.iter().map(|param| self.param(param)).collect()
    }

    fn param(&self, param: &Param) -> Named {
        let says = self.says(Span {
            start: param.name.span.start,
            end: param.ty.name.span.end,
        });
        Named {
            says,
            ..self.plain(param)
        }
    }

    /// A parameter without its description.
    fn plain(&self, param: &Param) -> Named {
        Named {
            default: param.default.as_ref().map(|default| self.written(default)),
            ..named(&param.name.text, &type_text(&param.ty), None)
        }
    }

    fn hook(&self, name: &str, params: &[Param], lasts: Option<&Expr>, says: Option<String>) -> Hook {
        Hook {
            name: name.to_owned(),
            params: params.iter().map(|param| self.plain(param)).collect(),
            lasts: lasts.map(|lasts| self.written(lasts)),
            rules: None,
            says,
            made_in: Vec::new(),
            shown: None,
        }
    }

    fn value(&self, item: &Item, says: Option<String>) -> Option<Value> {
        let ItemKind::Value {
            name,
            params,
            ty,
            base,
            policy,
            factors_last,
            net_least,
            net_most,
            least,
            most,
        } = &item.kind
        else {
            return None;
        };
        let limits = [
            ("all modifiers together at least", net_least),
            ("all modifiers together at most", net_most),
            ("at least", least),
            ("at most", most),
        ];
        let limits = limits
            .iter()
            .filter_map(|(what, limit)| Some(format!("{what} {}", self.written((*limit).as_ref()?))));
        let last = factors_last.then(|| "multiplied last".to_owned());
        let limits = limits.chain(last);
        Some(Value {
            name: name.text.clone(),
            params: params.iter().map(|param| self.plain(param)).collect(),
            ty: ty.as_ref().map_or_else(|| "number".to_owned(), type_text),
            base: self.laid_out(base),
            limits: limits.collect(),
            policy: match policy {
                ast::Policy::Level => None,
                ast::Policy::Latest => Some("latest wins"),
                ast::Policy::Highest => Some("highest wins"),
                ast::Policy::Lowest => Some("lowest wins"),
            },
            says,
            shown: None,
        })
    }

    fn step(&self, step: &ast::Step) -> Step {
        let priority: Vec<String> = step.priority.iter().map(|one| self.written(one)).collect();
        Step {
            name: step.name.text.clone(),
            runs: Vec::new(),
            offers: Vec::new(),
            sets: Vec::new(),
            asks: Vec::new(),
            priority: (!priority.is_empty()).then(|| priority.join(", then ")),
            gathers: step.gathers.as_ref().map(|name| name.text.clone()),
            empty: step.body.statements.is_empty(),
            only_if: self.asked(&step.body.statements),
            says: self.says(step.span),
        }
    }

    /// The condition with which a step begins: on which it stops, or within which all that it does stands.
    fn asked(&self, statements: &[ast::Statement]) -> Option<Asked> {
        let (first, rest) = statements.split_first()?;
        let ast::StatementKind::If {
            condition,
            then,
            otherwise: None,
        } = &first.kind
        else {
            return None;
        };
        let stops =
            matches!(then.statements.as_slice(), [only] if matches!(only.kind, ast::StatementKind::Stop));
        (stops || rest.is_empty()).then(|| Asked {
            condition: self.written(condition),
            stops,
        })
    }

    fn extend(&self, of: &str, with: &Extension, guide: &mut Guide) {
        match with {
            Extension::Words(words) => {
                let Some(list) = guide.words.iter_mut().find(|list| list.name == of) else {
                    return;
                };
                for word in words {
                    match self.set {
                        None => list.words.push(word.text.clone()),
                        Some(set) => list.added.push((word.text.clone(), set.to_owned())),
                    }
                }
            }
            Extension::Record(fields) => {
                let record = guide.records.iter_mut().find(|record| record.name == of);
                record
                    .into_iter()
                    .for_each(|record| record.facts.extend(self.facts(fields)));
            }
            Extension::Kind(fields) => {
                let kind = guide.kinds.iter_mut().find(|kind| kind.name == of);
                kind.into_iter()
                    .for_each(|kind| kind.facts.extend(self.facts(fields)));
            }
        }
    }
}

/// The name of a state, with what it is kept for.
fn with_keys(name: &str, keys: &[Param]) -> String {
    let keys: Vec<String> = keys
        .iter()
        .map(|key| format!("{}: {}", key.name.text, type_text(&key.ty)))
        .collect();
    match keys.is_empty() {
        true => name.to_owned(),
        false => format!("{name} ({})", keys.join(", ")),
    }
}

fn named(name: &str, ty: &str, says: Option<String>) -> Named {
    Named {
        name: name.to_owned(),
        ty: ty.to_owned(),
        default: None,
        says,
    }
}

fn names(names: &[ast::Name]) -> Vec<String> {
    names.iter().map(|name| name.text.clone()).collect()
}

fn type_text(ty: &TypeRef) -> String {
    let set = if ty.set { "set of " } else { "" };
    let template = if ty.template { "template of " } else { "" };
    format!("{set}{template}{}", ty.name.text)
}

/// The rows of each record: those of the system and its libraries, and those of the sets.
fn rows(view: &View<'_>, guide: &mut Guide) {
    for record in &mut guide.records {
        let libraries = view
            .system
            .libraries
            .iter()
            .flat_map(|(_, library)| &library.tables.0);
        let tables = view.system.doc.tables.0.iter().chain(libraries);
        let own = tables.filter(|(name, _)| name.value == record.name);
        record.rows = own
            .flat_map(|(_, rows)| &rows.0)
            .map(|(id, _)| id.value.clone())
            .collect();
        let number = view.pack.records.iter().position(|one| one.name == record.name);
        let is_own = |id: &String| record.rows.contains(id);
        let all = view
            .pack
            .rows
            .iter()
            .filter(|row| Some(usize::from(row.record)) == number);
        let ids = all
            .map(|row| row.id.clone())
            .filter(|id| !id.is_empty() && !is_own(id));
        record.of_sets = ids.collect();
    }
}
