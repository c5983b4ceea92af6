//! The meaning of a bare name in an expression, and how types are named and compared.
//!
//! The order: local names, the open procedure's names, entities, defines and values without parameters, then
//! words and rows, found by the type that is asked for.

use super::quantity::agrees;
use super::scope::Scope;
use super::uses::Meaning;
use super::{Compiler, Constant};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::{KIND_DECK, KIND_GAME, KIND_PLAYER};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Span, TypeRef};
use cardwright_trees::{Callee, Expr, ExprKind};

/// The advice for a word of other languages, or of a card's text.
fn from_elsewhere(name: &str, has_you: bool) -> Option<String> {
    let instead = match name {
        "true" => "write `yes`",
        "false" => "write `no`",
        "null" | "nil" | "undefined" => "write `nobody`",
        "self" | "this" | "me" if has_you => "write `you` for the piece, `here` for the card",
        "my" | "your" if has_you => "write `FIELD of you`",
        "here" | "you" if !has_you => {
            "only the rules of a card or piece can use it; a define, effect or procedure needs a parameter: \
             write `define NAME (who: KIND): TYPE = ...`, and `NAME(here)` in the rule"
        }
        _ => return None,
    };
    Some(instead.to_owned())
}

/// The types that every system has.
const BUILT_IN: [&str; 13] = [
    "number", "length", "angle", "yes-no", "text", "thing", "pool", "die", "pose", "space", "face", "player",
    "deck",
];

/// Whether an expression compares two quantities.
fn is_comparison(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Operation(operation, first, _) if operation.compares() && first.ty.is_quantity())
}

impl Compiler<'_> {
    /// The type that is written.
    pub(crate) fn ty(&mut self, written: &TypeRef) -> Option<Ty> {
        let base = match written.template {
            true => self.template_type(&written.name)?,
            false => self.base(&written.name)?,
        };
        Some(Ty {
            base,
            set: written.set,
        })
    }

    /// The cursor stands where a type is asked for.
    fn see_types(&mut self) {
        let own = self.names.types.names().chain(BUILT_IN);
        let names = own.map(str::to_owned).collect();
        self.see_names("type", names);
    }

    fn base(&mut self, name: &Name) -> Option<Base> {
        let built_in = match name.text.as_str() {
            "number" => Some(Base::Number),
            "length" => Some(Base::Length),
            "angle" => Some(Base::Angle),
            "yes-no" => Some(Base::Bool),
            "text" => Some(Base::Text),
            "thing" => Some(Base::Thing),
            "pool" => Some(Base::Pool),
            "die" => Some(Base::Die),
            "pose" => Some(Base::Pose),
            "space" => Some(Base::Space),
            "face" => Some(Ty::FACE.base),
            "player" => Some(Base::Entity(KIND_PLAYER)),
            "deck" => Some(Base::Entity(KIND_DECK)),
            other => self.names.types.get(other).map(|ty| ty.base),
        };
        if self.is_cursor(&name.text) {
            self.see_types();
            return None;
        }
        if built_in.is_none() {
            let known: Vec<String> = self
                .names
                .types
                .names()
                .chain(BUILT_IN)
                .map(str::to_owned)
                .collect();
            self.unknown(codes::UNKNOWN_KIND, "type", name, &known);
        }
        self.note(name.span, None, |this| {
            let place = this.names.types.place(&name.text);
            built_in.map(|_| place.map_or(Meaning::Own, Meaning::At))
        });
        built_in
    }

    /// Whether a name can only be a word or a row, so that its type comes from its surroundings.
    pub(crate) fn is_bare_constant(&self, scope: &Scope, expr: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &expr.kind else {
            return matches!(expr.kind, ast::ExprKind::Nobody);
        };
        name != "you"
            && scope.local(name).is_none()
            && scope.slot(name).is_none()
            && scope.why_unshared(name).is_none()
            && self.names.states.get(name).is_none()
            && self.names.entities.get(name).is_none()
            && self.names.defines.get(name).is_none()
            && self.names.values.get(name).is_none()
            && self.names.constants(name).next().is_some()
    }

    /// A bare name.
    pub(crate) fn name(
        &mut self,
        scope: &mut Scope,
        name: &str,
        span: Span,
        wanted: Option<Ty>,
    ) -> Option<Expr> {
        if self.is_cursor(name) {
            self.see_values(scope, wanted);
            return None;
        }
        self.note_local(scope, name, span);
        if let Some(local) = scope.local_value(name, self.place(span)) {
            return Some(local);
        }
        if let (true, Some(you)) = (name == "you", scope.you) {
            return self.you(scope, you, span);
        }
        if let Some((slot, ty)) = scope.slot(name) {
            return Some(self.node(ty, ExprKind::Slot(slot), span));
        }
        self.refuse_unshared(scope, name, span)?;
        if let Some(&field) = self.names.states.get(name) {
            let ty = self.pack.kinds[usize::from(KIND_GAME)].fields[field].ty;
            self.note(span, Some(ty), |this| {
                this.names.states.place(name).map(Meaning::At)
            });
            let kind = ExprKind::Field(Box::new(self.the_game(span)), field);
            return Some(self.node(ty, kind, span));
        }
        if let Some((ty, value)) = wanted.and_then(|ty| Some((ty, self.names.constant(name, ty)?))) {
            self.note(span, Some(ty), |_| Some(Meaning::Constant(ty.base, value)));
            return Some(self.constant(ty, value, span));
        }
        if let Some(&Constant { ty, value }) = self.names.entities.get(name) {
            self.note(span, Some(ty), |this| {
                this.names.entities.place(name).map(Meaning::At)
            });
            return Some(self.constant(ty, value, span));
        }
        let call = Name {
            text: name.to_owned(),
            span,
        };
        if self.is_callable(name) {
            return self.call(scope, &call, &[], span);
        }
        self.constant_by_name(scope, &call, wanted)
    }

    /// Refuses a name that not all windows of the ability have.
    pub(crate) fn refuse_unshared(&mut self, scope: &Scope, name: &str, span: Span) -> Option<()> {
        let Some(why) = scope.why_unshared(name) else {
            return Some(());
        };
        let message = format!("`{name}` cannot be used here: {why}");
        let help = super::unnamed::instead_of_lost(why).unwrap_or(
            "an ability with several windows can use only the names that all of them have; if they differ, \
             write two rules",
        );
        self.report(codes::UNKNOWN_NAME, span, message).help = Some(help.to_owned());
        None
    }

    /// `you`: the piece itself, or the piece that holds the card.
    fn you(&self, scope: &Scope, (kind, holds): (u16, bool), span: Span) -> Option<Expr> {
        let here = scope.local_value("here", self.place(span))?;
        if !holds {
            return Some(here);
        }
        let holder = self.thing_call(Core::Holder, here, Ty::THING, span);
        Some(self.narrowed(holder, kind, span))
    }

    /// An entity as one of a kind.
    pub(crate) fn narrowed(&self, thing: Expr, kind: u16, span: Span) -> Expr {
        let ty = Ty::one(Base::Entity(kind));
        self.node(ty, ExprKind::As(Box::new(thing), kind), span)
    }

    fn constant_by_name(&mut self, scope: &Scope, name: &Name, wanted: Option<Ty>) -> Option<Expr> {
        let all: Vec<Constant> = self.names.constants(&name.text).collect();
        // A template is meant where nothing else is called so, or where one is asked for.
        let is_plain = |one: &&Constant| match one.ty.base {
            Base::Row(record) => !self.is_of_templates(record),
            _ => true,
        };
        // A word that several have added is one.
        let mut meant: Vec<Constant> = Vec::new();
        for one in all.iter().filter(is_plain) {
            if !meant.contains(one) {
                meant.push(*one);
            }
        }
        if meant.is_empty() {
            meant = all;
        }
        match &meant[..] {
            &[one] => {
                let meaning = Meaning::Constant(one.ty.base, one.value);
                self.note(name.span, Some(one.ty), |_| Some(meaning));
                Some(self.constant(one.ty, one.value, name.span))
            }
            several @ [_, ..] => {
                let types: Vec<String> = several
                    .iter()
                    .map(|one| format!("a {}", self.type_name(one.ty)))
                    .collect();
                let message = format!("`{}` could be {}", name.text, types.join(" or "));
                self.report(codes::AMBIGUOUS_NAME, name.span, message).help =
                    Some("compare it with something of one of these types".to_owned());
                None
            }
            [] => {
                self.unknown_value(scope, name, wanted);
                None
            }
        }
    }

    /// Reports a name that means nothing here, with what is there of the type that is asked for.
    fn unknown_value(&mut self, scope: &Scope, name: &Name, wanted: Option<Ty>) {
        if self.names.broken.contains(&name.text) {
            return;
        }
        if let Some((message, help)) = self.name_of_run(scope, &name.text) {
            self.report(codes::UNKNOWN_NAME, name.span, message).help = Some(help);
            return;
        }
        if let Some(help) = from_elsewhere(&name.text, scope.you.is_some()) {
            let message = format!("there is no name `{}`", name.text);
            self.report(codes::UNKNOWN_NAME, name.span, message).help = Some(help);
            return;
        }
        if let Some(Base::Word(word)) = wanted.map(|ty| ty.base)
            && self.names.owners(&name.text).is_empty()
        {
            return self.unknown_word(name, word);
        }
        if self.names.owners(&name.text).is_empty()
            && let Some(help) = self.field_at_hand(scope, &name.text)
        {
            let message = format!("there is no name `{}`", name.text);
            self.report(codes::UNKNOWN_NAME, name.span, message).help = Some(help);
            return;
        }
        let known = match self.suggests() {
            true => self.expression_names(scope),
            false => Vec::new(),
        };
        let errors = self.diagnostics.len();
        self.unknown(codes::UNKNOWN_NAME, "name", name, &known);
        let what = wanted.map_or("value".to_owned(), |ty| self.type_name(ty));
        let here = match self.suggests() {
            true => self.in_scope(scope, wanted),
            false => Vec::new(),
        };
        if let Some(diagnostic) = self.diagnostics.get_mut(errors)
            && diagnostic.help.is_none()
            && !here.is_empty()
        {
            diagnostic.help = Some(format!("these names give a {what}: {}", super::listed(&here)));
        }
    }

    /// Reports a word that is none of its type.
    fn unknown_word(&mut self, name: &Name, word: u16) {
        let ty = self.pack.words[usize::from(word)].name.clone();
        let looked_at = self.pack.words[usize::from(word)].words.len() * self.diagnostics.len();
        if !self.suggests() || looked_at > super::MOST_LOOKED_AT {
            let message = format!("`{}` is not a word of `{ty}`", name.text);
            self.report(codes::UNKNOWN_NAME, name.span, message);
            return;
        }
        let words = self.seen_words(word);
        let place = self.names.types.place(&ty);
        let near = self.near(&name.text, &words);
        let mut all = format!("the words of `{ty}` are {}", super::listed(&words));
        if let Some(add) = self.how_to_add(&name.text, Base::Word(word)) {
            all = format!("{all}; {add}");
        }
        let message = format!("`{}` is not a word of `{ty}`", name.text);
        let diagnostic = self.report(codes::UNKNOWN_NAME, name.span, message);
        diagnostic.help = Some(near.map_or(all.clone(), |near| format!("{near} {all}")));
        diagnostic
            .related
            .extend(place.map(|place| (place, "they are declared here".to_owned())));
    }

    /// The names in reach that have a type.
    fn in_scope(&self, scope: &Scope, wanted: Option<Ty>) -> Vec<String> {
        let fits = |ty: Ty| wanted.is_none_or(|wanted| ty.fits(wanted));
        let mut names: Vec<String> = scope
            .typed_names()
            .filter(|(_, ty)| fits(*ty))
            .map(|(name, _)| name.to_owned())
            .collect();
        if scope.you.is_some() && fits(Ty::THING) {
            names.push("you".to_owned());
        }
        names
    }

    fn expression_names(&self, scope: &Scope) -> Vec<String> {
        scope
            .local_names()
            .chain(self.names.states.names())
            .chain(self.names.entities.names())
            .chain(self.names.defines.names())
            .chain(self.names.values.names())
            .chain(self.names.constant_names())
            .map(str::to_owned)
            .collect()
    }

    /// Whether a value is asked of a define whose name was declared twice: which one was meant is not known.
    fn is_doubtful(&self, value: &Expr) -> bool {
        let ExprKind::Call(Callee::Define(function), _) = &value.kind else {
            return false;
        };
        let function = self.program.function(*function);
        function.is_some_and(|function| self.names.broken.contains(&function.name))
    }

    /// Makes a value fit a type, or reports that it does not.
    pub(crate) fn fit(&mut self, value: Expr, wanted: Ty, span: Span) -> Option<Expr> {
        let value = value.zero_as(wanted);
        let is_any_quantity = wanted.is_quantity() && wanted.base == Base::Quantity;
        if agrees(value.ty, wanted) || is_any_quantity && value.ty.is_quantity() {
            return Some(value);
        }
        if let (Ty::THING, Base::Entity(kind), false) = (value.ty, wanted.base, wanted.set) {
            return Some(self.narrowed(value, kind, span));
        }
        if self.is_doubtful(&value) {
            return None;
        }
        let message = format!(
            "expected {}, but this is {}",
            self.a_type(wanted),
            self.a_type(value.ty)
        );
        let label = format!("this is {}", self.a_type(value.ty));
        let (help, put) = match Self::other_quantity(&value, wanted) {
            Some((help, put)) => (Some(help), put),
            None if wanted.is_quantity() && is_comparison(&value) => {
                (Some("write two comparisons: `1 < x and x < 3`".to_owned()), None)
            }
            None if wanted == Ty::BOOL && value.ty.is_quantity() => {
                (Some("write a comparison, for example `... > 0`".to_owned()), None)
            }
            None => (None, None),
        };
        let diagnostic = self.report(codes::WRONG_TYPE, span, message);
        (diagnostic.label, diagnostic.help) = (label, help);
        if let Some(put) = put {
            diagnostic.put(put, false);
        }
        None
    }
}
