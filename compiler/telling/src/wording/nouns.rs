//! Nouns for expressions.

use super::clauses::{alternatives, either, is_fixed};
use super::english::{headline, plural};
use super::facts::TITLE;
use super::members::described;
use super::{Scene, Wording, listed, of_whom, possessive, spaced};
use cardwright_bytecode::board::SpaceDef;
use cardwright_bytecode::pack::KindClass;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::decimal;
use cardwright_bytecode::{Base, Ty};
use cardwright_trees::{Callee, Expr, ExprKind, Fold, LocalId, Node, Operation, Statement, StatementKind};

impl<'a> Wording<'a> {
    /// An expression as a noun.
    pub(super) fn noun(&self, scene: Scene<'a>, expr: &Expr) -> String {
        if self.is_you(scene, expr) || self.is_your_owner(scene, expr) {
            return "you".to_owned();
        }
        let of = |part: &Expr| self.noun(scene, part);
        match &expr.kind {
            ExprKind::Slot(_) | ExprKind::Field(..) | ExprKind::Cell(..) | ExprKind::Call(..)
                if expr.ty == Ty::BOOL =>
            {
                format!("whether {}", self.clause(scene, expr))
            }
            ExprKind::Constant(n) => self.constant(expr, *n),
            ExprKind::Local(local) => self.local(scene, *local),
            ExprKind::Slot(slot) => self.slot(scene, *slot),
            ExprKind::RunSlot(procedure, slot) => self.run_slot(*procedure, *slot),
            ExprKind::Call(Callee::Define(id), _) if self.usual(*id).is_some() => {
                self.usual(*id).map_or_else(String::new, |usual| match usual {
                    Ok(value) => of(value),
                    Err(name) => format!("the usual {}", spaced(name)),
                })
            }
            ExprKind::Call(callee, given) => {
                let arguments = self.arguments(scene, *callee, given);
                let meaning = self.own_define(scene, *callee, &arguments, |this, scene, body| {
                    this.noun(scene, body)
                });
                let name = self.callee_name(*callee);
                let told = meaning.or_else(|| self.members_named(name, &arguments, expr.ty));
                told.unwrap_or_else(|| self.called(*callee, &arguments))
                    + &self.unsaid_of(scene, name, *callee, given)
            }
            ExprKind::Field(subject, field) => {
                let name = self.field(subject.ty, *field);
                self.named(&name, &[of(subject)])
            }
            ExprKind::Cell(row, field) => match self.printed_number(row, *field) {
                Some(number) => number,
                None => {
                    let name = self.column(row.ty, *field);
                    self.named(&name, &[of(row)])
                }
            },
            ExprKind::Tokens(subject, token) => {
                format!("the number of {} tokens on {}", self.token(*token), of(subject))
            }
            ExprKind::Roll(amount, die) => self.dice(scene, amount, *die),
            ExprKind::As(inner, _) => of(inner),
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::InRun(_) => {
                format!("whether {}", self.clause(scene, expr))
            }
            ExprKind::Operation(operation, first, second) => {
                self.operation(scene, *operation, first, second, expr)
            }
            ExprKind::If(condition, then, otherwise) if matches!(otherwise.kind, ExprKind::If(..)) => {
                self.cases(scene, condition, then, otherwise)
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.clause(scene, condition);
                format!("{} (or {} if {condition})", of(otherwise), of(then))
            }
            ExprKind::All(kind) => format!("every {}", self.kind(*kind)),
            ExprKind::Held(kind, holder) => format!("every {} on {}", self.kind(*kind), of(holder)),
            ExprKind::Standing(kind, space) => {
                format!("every {} standing on {}", self.kind(*kind), of(space))
            }
            ExprKind::Rows(record) => {
                let record = self.pack.records.get(usize::from(*record));
                let name = record.map_or(String::new(), |record| spaced(&record.name));
                match name.strip_prefix("template of ") {
                    Some(kind) => format!("every printed {kind}"),
                    None => format!("every {name}"),
                }
            }
            ExprKind::List(members) => listed(&members.iter().map(of).collect::<Vec<_>>()),
            ExprKind::Filter {
                member,
                set,
                condition,
            } => {
                let inner = Scene {
                    it: Some(*member),
                    ..scene
                };
                described(&of(set), &self.told(inner, &[condition]))
            }
            ExprKind::Fold {
                fold,
                set,
                value,
                member,
            } => {
                let inner = Scene {
                    it: Some(*member),
                    ..scene
                };
                let which = match fold {
                    Fold::Lowest => "lowest",
                    Fold::Highest => "highest",
                    Fold::Sum => "total",
                };
                let among = if *fold == Fold::Sum { "of" } else { "among" };
                let value = self.noun(inner, value);
                let bare = ["the ", "its "].iter().find_map(|word| value.strip_prefix(word));
                let value = bare.unwrap_or(&value);
                format!("the {which} {value} {among} {}", of(set))
            }
            ExprKind::Count(set) => format!("the number of {}", plural(&of(set))),
            ExprKind::First(set) => {
                if let Some(told) = self.keyed(scene, set, |name| format!("first {name}")) {
                    return told;
                }
                let set = of(set);
                match set.strip_prefix("every ") {
                    Some(one) => format!("the first {one}"),
                    None => format!("the first of {set}"),
                }
            }
            ExprKind::FirstSome(count, set) => {
                let (count, set) = (of(count), of(set));
                match set.starts_with("every ") {
                    true => format!(
                        "the first {count} {}",
                        plural(&set).replace(" that is ", " that are ")
                    ),
                    false => format!("the first {count} of {set}"),
                }
            }
            ExprKind::Union(first, second) => format!("{} and {}", of(first), of(second)),
            ExprKind::Without(first, second) => {
                let (all, but) = (of(first), of(second));
                // `you and your apes` without you are your apes.
                match all.strip_prefix(&format!("{but} and ")) {
                    Some(rest) => rest.to_owned(),
                    // Behind a description a comma says from what it is taken.
                    None if all.contains(" whose ") => format!("{all}, except {but}"),
                    None if all.contains(" except ") => format!("{all} and {but}"),
                    None => format!("{all} except {but}"),
                }
            }
            ExprKind::Sort { set, by, .. } => format!("{}, lowest {} first", of(set), of(by)),
            ExprKind::Template(made) => format!("the same card as {}", of(made)),
            ExprKind::Make { template, .. } => {
                let what = of(template);
                format!("a new {}", what.strip_prefix("the ").unwrap_or(&what))
            }
            ExprKind::Pick(set) => format!("one of {} at random", of(set)),
            ExprKind::Run { procedure, .. } => {
                let name = self.pack.procedures.get(*procedure).map_or("", |def| &def.name);
                format!("the result of {}", spaced(name))
            }
            ExprKind::Gather(_) => "every player with something due".to_owned(),
            ExprKind::Offer(offer) => {
                let name = self.pack.offers.get(offer.offer).map_or("", |def| &def.name);
                format!("how many times {} is taken", spaced(name))
            }
            ExprKind::Options {
                offer,
                decider,
                arguments,
            } => {
                let (what, who) = self.options(scene, *offer, arguments, decider);
                format!(
                    "the number of {} that {who} has",
                    what.replacen(" option", " options", 1)
                )
            }
            ExprKind::Running { .. } => format!("whether {}", self.clause(scene, expr)),
            ExprKind::Has(..) => format!("whether {}", self.clause(scene, expr)),
        }
    }

    /// The words for one of several values, in the order in which their conditions are asked.
    fn cases(&self, scene: Scene<'a>, condition: &Expr, then: &Expr, otherwise: &Expr) -> String {
        let first = format!("{} if {}", self.noun(scene, then), self.clause(scene, condition));
        match &otherwise.kind {
            ExprKind::If(condition, then, otherwise) => {
                format!("{first}, {}", self.cases(scene, condition, then, otherwise))
            }
            _ => format!("{first}, otherwise {}", self.noun(scene, otherwise)),
        }
    }

    fn operation(
        &self,
        scene: Scene<'a>,
        operation: Operation,
        first: &Expr,
        second: &Expr,
        whole: &Expr,
    ) -> String {
        let of = |part: &Expr| self.noun(scene, part);
        let bracketed = |part: &Expr| match part.kind {
            ExprKind::Operation(Operation::Add | Operation::Subtract, ..) => format!("({})", of(part)),
            _ => of(part),
        };
        let (a, b) = match operation {
            Operation::Multiply | Operation::Divide => (bracketed(first), bracketed(second)),
            Operation::Subtract => (of(first), bracketed(second)),
            _ => (of(first), of(second)),
        };
        match operation {
            Operation::Add => format!("{a} plus {b}"),
            Operation::Subtract if first.is_constant(0) => format!("-{b}"),
            Operation::Subtract => format!("{a} minus {b}"),
            Operation::Multiply if first.is_constant(2) => format!("twice {b}"),
            Operation::Multiply if second.is_constant(2) => format!("twice {a}"),
            Operation::Multiply => format!("{a} times {b}"),
            Operation::Divide if second.is_constant(2) => format!("half of {a}"),
            Operation::Divide => format!("{a} divided by {b}"),
            Operation::Min => format!("the smaller of {a} and {b}"),
            Operation::Max => format!("the larger of {a} and {b}"),
            _ => format!("whether {}", self.clause(scene, whole)),
        }
    }

    /// The arguments of a call as nouns.
    pub(super) fn arguments(&self, scene: Scene<'a>, callee: Callee, arguments: &[Expr]) -> Vec<String> {
        let mut told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        if let (Some(movement), Some(first)) = (self.movement(callee, arguments), told.first_mut()) {
            *first = movement;
        }
        told
    }

    /// The name of the movement about which a core call is; its number is the first argument.
    fn movement(&self, callee: Callee, arguments: &[Expr]) -> Option<String> {
        let (Callee::Core(core), Some(first)) = (callee, arguments.first()) else {
            return None;
        };
        let ExprKind::Constant(number) = first.kind else {
            return None;
        };
        let movement = self.pack.movements.get(usize::try_from(number).ok()?)?;
        core.row().asks_movements().then(|| self.word(&movement.name))
    }

    /// The noun for the result of a call, or for a question.
    pub(super) fn called(&self, callee: Callee, arguments: &[String]) -> String {
        match callee {
            Callee::Core(core) => self.core(core, arguments),
            _ if self.is_controller(callee) => match arguments {
                [of] => format!("{} controller", possessive(of)),
                _ => self.named(self.callee_name(callee), arguments),
            },
            _ => self.named(self.callee_name(callee), arguments),
        }
    }

    fn core(&self, core: Core, arguments: &[String]) -> String {
        match (core, arguments) {
            (Core::Bearer, [of]) => of.clone(),
            (Core::Owner, [of]) => format!("{} owner", possessive(of)),
            (Core::Holder, [of]) => format!("the holder of {of}"),
            (Core::CountFace, [pool, face]) => format!("the number of {face} results in {pool}"),
            (Core::DiceIn, [pool]) => format!("the number of dice in {pool}"),
            (Core::HalfUp, [n]) => format!("half of {n}, rounded up,"),
            (Core::HalfDown, [n]) => format!("half of {n}, rounded down,"),
            (Core::Distance, [from, to]) => format!("the distance from {from} to {to}"),
            (Core::FarthestDistance, [from, to]) => {
                format!("the distance from {from} to the farthest part of {to}")
            }
            (Core::PoseOf, [of]) => format!("where {of} stands"),
            (Core::SpaceOf, [of]) => of_whom("space", of),
            (Core::SpacesOf, [of]) => of_whom("spaces", of),
            (Core::PiecesOn, [space]) => format!("the pieces on {space}"),
            (Core::Reach, [movement, it, most]) => {
                format!("the places that {it} can reach by {movement} at a cost of at most {most}")
            }
            (Core::Nowhere, []) => "nowhere".to_owned(),
            _ => self.named(core.row().name, arguments),
        }
    }

    fn constant(&self, expr: &Expr, n: i64) -> String {
        let index = usize::try_from(n).unwrap_or(usize::MAX);
        let text = match expr.ty.base {
            Base::Bool => Some(if n == 0 { "no" } else { "yes" }.to_owned()),
            Base::Text => self.pack.texts.get(index).cloned(),
            Base::Word(word) => {
                let words = self.pack.words.get(usize::from(word));
                words
                    .and_then(|def| def.words.get(index))
                    .map(|word| self.word(word))
            }
            Base::Row(_) => self.row(index),
            Base::Space if n == 0 => Some("nowhere".to_owned()),
            Base::Space => index
                .checked_sub(1)
                .and_then(|at| self.pack.setup.board.spaces.get(at))
                .map(SpaceDef::id),
            Base::Thing | Base::Entity(_) if n == 0 => Some("nobody".to_owned()),
            Base::Thing | Base::Entity(_) => {
                let entity = index
                    .checked_sub(1)
                    .and_then(|at| self.pack.setup.entities.get(at));
                entity.map(|entity| entity.name.clone())
            }
            _ => None,
        };
        text.unwrap_or_else(|| measured(expr.ty, n))
    }

    /// The number that stands in a row which is known: nobody needs to look it up.
    fn printed_number(&self, row: &Expr, field: usize) -> Option<String> {
        let ExprKind::Constant(n) = row.kind else {
            return None;
        };
        if self.phrase(&self.column(row.ty, field)).is_some() {
            return None;
        }
        let row = self.pack.rows.get(usize::try_from(n).ok()?)?;
        let ty = self
            .pack
            .records
            .get(usize::from(row.record))?
            .fields
            .get(field)?
            .ty;
        (ty.is_quantity()).then(|| row.cells.get(field).map(|&cell| measured(ty, cell)))?
    }

    /// A row by its id; a template by what people call it.
    fn row(&self, index: usize) -> Option<String> {
        let template = self.pack.templates.iter();
        let mut template = template.filter(|def| index > 0 && def.row as usize == index);
        match template.next() {
            Some(template) => Some(template.name.clone()),
            None => {
                let row = self.pack.rows.get(index)?;
                Some(self.row_called(usize::from(row.record), &row.id))
            }
        }
    }

    /// The name of a row for people: by its phrase, its title, or its id as a name.
    pub(super) fn row_called(&self, record: usize, id: &str) -> String {
        let title = || {
            let fields = &self.pack.records.get(record)?.fields;
            let at = fields
                .iter()
                .position(|field| field.name == TITLE && field.ty.base == Base::Text)?;
            let mut rows = self.pack.rows.iter();
            let row = rows.find(|row| usize::from(row.record) == record && row.id == id)?;
            let text = usize::try_from(*row.cells.get(at)?).ok()?;
            self.pack.texts.get(text).filter(|text| !text.is_empty()).cloned()
        };
        self.phrase(id)
            .filter(|phrase| !phrase.contains('{'))
            .or_else(title)
            .unwrap_or_else(|| headline(id))
    }

    pub(super) fn word(&self, name: &str) -> String {
        // A phrase with places for arguments is about something else of its name.
        let phrase = self.phrase(name).filter(|phrase| !phrase.contains('{'));
        phrase.unwrap_or_else(|| spaced(name))
    }

    /// The noun for a local name, by the sort of its value.
    pub(super) fn local(&self, scene: Scene<'a>, local: LocalId) -> String {
        if scene.you == Some(local) {
            return "you".to_owned();
        }
        if scene.it == Some(local) {
            return "it".to_owned();
        }
        if let Some((_, what)) = scene.fixed.iter().flatten().find(|fixed| fixed.0 == local) {
            return match &what.kind {
                ExprKind::List(all) => {
                    let all: Vec<String> = all.iter().map(|one| self.noun(scene, one)).collect();
                    either(&all)
                }
                ExprKind::Or(..) => {
                    let mut parts = Vec::new();
                    alternatives(what, &mut parts);
                    let known = parts.into_iter().filter_map(|part| is_fixed(part, local));
                    let all: Vec<String> = known.map(|(_, one)| self.noun(scene, one)).collect();
                    either(&all)
                }
                _ => self.noun(scene, what),
            };
        }
        if scene.others == Some(local) {
            return "anybody else".to_owned();
        }
        let same = scene.same.iter().flatten().find(|same| same.0 == local);
        if let Some(given) = scene.given.get(same.map_or(local, |same| same.1)) {
            return given.clone();
        }
        let Some(def) = scene.function.locals.get(local) else {
            return "it".to_owned();
        };
        if self.is_name_for_you(scene, local) {
            return "you".to_owned();
        }
        match def.ty {
            _ if def.name == "here" => "this card".to_owned(),
            _ if def.name == "it" => "it".to_owned(),
            // Parameters have names for people; what rules name in passing is often one letter.
            _ if local < scene.function.params && def.name.len() > 2 => {
                // A phrase with places for arguments is a field's.
                let phrase = self.phrase(&def.name).filter(|phrase| !phrase.contains('{'));
                let word = phrase.unwrap_or_else(|| spaced(&def.name));
                format!("the {}", word.strip_prefix("the ").unwrap_or(&word))
            }
            ty if ty.set => format!(
                "those {}",
                plural(&self.sort(ty).unwrap_or_else(|| "things".to_owned()))
            ),
            _ if def.variable => format!("the {}", spaced(&def.name)),
            Ty::NUMBER => self
                .named_apart(scene, local)
                .unwrap_or_else(|| "that number".to_owned()),
            Ty::LENGTH => "that distance".to_owned(),
            Ty::ANGLE => "that angle".to_owned(),
            Ty::BOOL => "what was noted".to_owned(),
            ty => match self.sort(ty) {
                Some(sort) => self.named_apart(scene, local).unwrap_or(format!("that {sort}")),
                None => format!("the {}", spaced(&def.name)),
            },
        }
    }

    /// Whether a rule has only given another name to you.
    pub(super) fn is_name_for_you(&self, scene: Scene<'a>, local: LocalId) -> bool {
        if local < scene.function.params {
            return false;
        }
        let mut is_you = false;
        scene.function.walk(&mut |node| {
            if let Node::Statement(Statement {
                kind: StatementKind::Let { local: named, value },
                ..
            }) = node
            {
                is_you |= *named == local && (self.is_you(scene, value) || self.is_your_owner(scene, value));
            }
        });
        is_you
    }

    /// The name that the author gave, if there are several of a sort and the name tells which is meant.
    pub(super) fn named_apart(&self, scene: Scene<'a>, local: LocalId) -> Option<String> {
        let def = scene.function.locals.get(local)?;
        let is_apart = local >= scene.function.params
            && !def.ty.set
            && def.name.len() > 2
            && (self.sort(def.ty).is_some() || def.ty == Ty::NUMBER)
            && is_one_of_several(scene, local);
        is_apart.then(|| format!("the {}", self.word(&def.name)))
    }

    /// A name of the procedure at hand.
    pub(super) fn slot(&self, scene: Scene<'a>, slot: usize) -> String {
        if let Some(role) = scene.role.filter(|role| role.slot == slot) {
            return if role.card { "this card" } else { "you" }.to_owned();
        }
        let procedure = scene
            .function
            .context
            .and_then(|at| self.pack.procedures.find(at));
        let Some((procedure, def)) = procedure.and_then(|one| Some((one, one.slots.get(slot)?))) else {
            return "it".to_owned();
        };
        if let Some(of_change) = self.of_change(scene, def) {
            return of_change;
        }
        self.phrase(&format!("{} {}", procedure.name, def.name))
            .unwrap_or_else(|| format!("the {}", self.word(&def.name)))
    }

    /// A name of a run that goes on around the window.
    fn run_slot(&self, procedure: usize, slot: usize) -> String {
        let procedure = self.pack.procedures.get(procedure);
        let Some((procedure, def)) = procedure.and_then(|one| Some((one, one.slots.get(slot)?))) else {
            return "it".to_owned();
        };
        self.phrase(&format!("{} {}", procedure.name, def.name))
            .unwrap_or_else(|| format!("the {}", self.word(&def.name)))
    }

    pub(super) fn sort(&self, ty: Ty) -> Option<String> {
        Some(match ty.base {
            Base::Entity(kind) => self.kind(kind),
            Base::Row(record) => {
                let name = spaced(&self.pack.records.get(usize::from(record))?.name);
                name.strip_prefix("template of ")
                    .map_or(name.clone(), |kind| format!("printed {kind}"))
            }
            Base::Pool => "roll".to_owned(),
            Base::Die => "die".to_owned(),
            Base::Pose => "place".to_owned(),
            Base::Space => "space".to_owned(),
            _ => return None,
        })
    }

    pub(super) fn kind(&self, kind: u16) -> String {
        let def = self.pack.kinds.get(usize::from(kind));
        def.map_or_else(|| "thing".to_owned(), |def| self.word(&def.name))
    }

    pub(super) fn token(&self, token: usize) -> String {
        let def = self.pack.tokens.get(token);
        def.map_or_else(String::new, |def| self.word(&def.name))
    }

    pub(super) fn field(&self, ty: Ty, field: usize) -> String {
        let Base::Entity(kind) = ty.base else {
            return String::new();
        };
        let kind = self.pack.kinds.get(usize::from(kind));
        let field = kind.and_then(|kind| kind.fields.get(field));
        field.map_or_else(String::new, |field| field.name.clone())
    }

    pub(super) fn column(&self, ty: Ty, field: usize) -> String {
        let Base::Row(record) = ty.base else {
            return String::new();
        };
        let record = self.pack.records.get(usize::from(record));
        let field = record.and_then(|record| record.fields.get(field));
        field.map_or_else(String::new, |field| field.name.clone())
    }

    /// The words for so many dice of a sort.
    fn dice(&self, scene: Scene<'a>, amount: &Expr, die: usize) -> String {
        let name = self.pack.dice.get(die).map_or("", |die| &die.name);
        let name = self.word(name);
        match amount.is_constant(1) {
            true => format!("1 {name}"),
            false => format!("{} {}", self.noun(scene, amount), plural(&name)),
        }
    }

    /// Whether an expression is the piece that the rule speaks of as `you`.
    pub(super) fn is_you(&self, scene: Scene<'a>, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::As(inner, _) => self.is_you(scene, inner),
            ExprKind::Call(Callee::Core(Core::Holder), arguments) => {
                !scene.piece && arguments.first().is_some_and(|argument| is_here(scene, argument))
            }
            ExprKind::Local(local) => {
                scene.you == Some(*local)
                    || (scene.piece && is_here(scene, expr))
                    || scene.given.get(*local).is_some_and(|given| given == "you")
            }
            ExprKind::Slot(slot) => scene.role.is_some_and(|role| role.slot == *slot && !role.card),
            _ => false,
        }
    }

    /// Cards speak to the player who owns them, or decides for them, as they speak of the piece.
    pub(super) fn is_your_owner(&self, scene: Scene<'a>, expr: &Expr) -> bool {
        let ExprKind::Call(callee, arguments) = &expr.kind else {
            return false;
        };
        let of = arguments.first().map(|of| match &of.kind {
            ExprKind::Call(Callee::Core(Core::Bearer), part) => part.first().unwrap_or(of),
            _ => of,
        });
        let speaks_to_you = of.is_some_and(|of| self.is_you(scene, of) || is_here(scene, of));
        speaks_to_you && (*callee == Callee::Core(Core::Owner) || self.is_controller(*callee))
    }

    /// Whether this asks who decides for something.
    fn is_controller(&self, callee: Callee) -> bool {
        let controller = self.pack.controller.map(|value| Callee::Value(value.place()));
        Some(callee) == controller
    }

    /// Whether a kind is a sort of card.
    pub(super) fn is_card(&self, ty: Ty) -> bool {
        let Base::Entity(kind) = ty.base else { return false };
        let kind = self.pack.kinds.get(usize::from(kind));
        kind.is_some_and(|kind| kind.class == KindClass::Card)
    }
}

/// Whether a function names other things of the same sort in passing.
fn is_one_of_several(scene: Scene<'_>, local: LocalId) -> bool {
    let locals = scene
        .function
        .locals
        .iter()
        .enumerate()
        .skip(scene.function.params);
    let ty = scene.function.locals.get(local).map(|def| def.ty);
    locals
        .filter(|(at, def)| *at != local && Some(def.ty) == ty && def.name != "it")
        .count()
        > 0
}

/// Whether an expression is what the rule is written on.
pub(super) fn is_here(scene: Scene<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(local) => scene
            .function
            .locals
            .get(*local)
            .is_some_and(|local| local.name == "here"),
        ExprKind::As(inner, _) => is_here(scene, inner),
        _ => false,
    }
}

/// A number with its unit.
fn measured(ty: Ty, n: i64) -> String {
    let one = n.unsigned_abs() == 1000;
    let unit = match ty {
        Ty::LENGTH if one => "inch",
        Ty::LENGTH => "inches",
        Ty::ANGLE if one => "degree",
        Ty::ANGLE => "degrees",
        _ => return n.to_string(),
    };
    format!("{} {unit}", decimal(n))
}
