//! Windows on changes: `after hit-points of skiff s falls to 2`, `after berry on you rises`, `after giddy ends`.
//!
//! Each sort of change that rules watch gets a procedure of its own, without steps, made when the first rule
//! asks for it. Its slots are the names that such rules see: whom the change concerns, the value before
//! (`was`) and after (`now`). [`lower`](super::lower) lets every statement that makes such a change run it.
//! So gates, limits, priority, costs and cycles are the same as for every procedure, and a change that nobody
//! watches costs nothing.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::board::Shape;
use cardwright_bytecode::pack::{KindClass, Moment, ProcedureDef, SlotDef};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::KIND_GAME;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Change, ExprKind, Name, Operator, SetQuestion, Span, Verb};
use cardwright_trees::{Reading, WHOM, Watched, Way};

/// The slot of what it was before.
const WAS: &str = "was";
/// The slot of what it has become.
const NOW: &str = "now";

/// The procedure that runs after effects are ended, so that the windows at their ends open.
const ENDED: &str = "effects end";

/// A window, and what a rule in it sees and asks besides.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) window: u32,
    /// The name that the rule gives to whom a change concerns.
    pub(crate) named: Option<Name>,
    /// The condition for the changes that are meant.
    pub(crate) which: Option<ast::Expr>,
}

/// The subject of a change.
enum Whom {
    /// Any one of a kind, with its name in the rule.
    Any(u16, Name),
    /// A subject that has a name already.
    Known(u16, Name),
}

impl Whom {
    fn kind(&self) -> u16 {
        match self {
            Self::Any(kind, _) | Self::Known(kind, _) => *kind,
        }
    }
}

impl Compiler<'_> {
    /// The window at a change. The scope has what the rule sees besides.
    pub(super) fn change(
        &mut self,
        scope: &mut Scope,
        moment: ast::Moment,
        change: &Change,
    ) -> Option<Opening> {
        self.refuse_moment(moment, change)?;
        let (watched, whom) = self.watched(scope, change)?;
        let which = self.which(scope, change, whom.as_ref())?;
        let procedure = self.watch(watched, change);
        let named = match whom {
            Some(Whom::Any(_, name)) => {
                self.refuse_taken(scope, &name)?;
                Some(name)
            }
            _ => None,
        };
        Some(Opening {
            window: self.window_index(procedure, None, Moment::After),
            named,
            which,
        })
    }

    fn refuse_moment(&mut self, moment: ast::Moment, change: &Change) -> Option<()> {
        let (written, why) = match moment {
            ast::Moment::After => return Some(()),
            ast::Moment::Before => ("before", "a change is not known before it is made"),
            ast::Moment::At => ("at", "a change happens at once"),
            ast::Moment::InsteadOf => ("instead of", "a change is not a step, so it cannot be replaced"),
        };
        let message = format!("{why}, so there is no window `{written}` it");
        self.report(codes::UNKNOWN_WINDOW, change.span, message).help = Some(
            "write `after`; to act before the change or instead of it, use a window of the step that makes it"
                .to_owned(),
        );
        None
    }

    /// The reading that is watched, and its subject.
    fn watched(&mut self, scope: &mut Scope, change: &Change) -> Option<(Watched, Option<Whom>)> {
        let way = match change.verb {
            Verb::Rises | Verb::Starts => Way::Up,
            Verb::Falls | Verb::Ends => Way::Down,
            Verb::Enters if plays(change) => Way::Up,
            Verb::Leaves if plays(change) => Way::Down,
            _ => Way::Either,
        };
        let (reading, whom) = match (change.verb, &change.reading) {
            (Verb::Starts | Verb::Ends, None) => {
                self.refuse_second_name(change)?;
                let effect = self.resolve(&super::names::EFFECT, &change.whom)?;
                (Reading::Effect(effect.index), None)
            }
            (Verb::Changes | Verb::Rises | Verb::Falls, None) => {
                self.refuse_second_name(change)?;
                (self.state_read(change)?, None)
            }
            (Verb::Changes | Verb::Rises | Verb::Falls, Some(read)) => {
                let whom = self.whom(scope, change)?;
                let reading = match change.token {
                    true => {
                        let carrier = Ty::one(Base::Entity(whom.kind()));
                        let token = self.carried_token(read, carrier, change.whom.span)?;
                        Reading::Tokens(whom.kind(), token)
                    }
                    false => self.field_read(read, whom.kind())?,
                };
                (reading, Some(whom))
            }
            (Verb::Turns | Verb::Moves | Verb::Enters | Verb::Leaves, None) => {
                let whom = self.whom(scope, change)?;
                (self.whole_read(change, whom.kind())?, Some(whom))
            }
            (verb, Some(read)) => {
                let message = format!(
                    "`{}` can change, rise or fall, but it never {}",
                    read.text,
                    verb.word()
                );
                self.report(codes::UNKNOWN_WINDOW, change.span, message).help =
                    Some("write `changes`, `rises` or `falls`".to_owned());
                return None;
            }
        };
        let watched = Watched { reading, way };
        let ty = self.read_type(reading);
        if matches!(change.verb, Verb::Rises | Verb::Falls) && !ty.is_some_and(Ty::is_quantity) {
            let name = change.reading.as_ref().unwrap_or(&change.whom);
            let message = format!("`{}` is not a number, so it cannot rise or fall", name.text);
            self.report(codes::WRONG_TYPE, name.span, message).help =
                Some("write `changes`; `was` and `now` give the old and the new value".to_owned());
            return None;
        }
        Some((watched, whom))
    }

    fn refuse_second_name(&mut self, change: &Change) -> Option<()> {
        let Some(name) = &change.name else { return Some(()) };
        let message = format!("`{}` cannot have a name here", change.whom.text);
        self.report(codes::UNKNOWN_WINDOW, name.span, message).help =
            Some("remove the name; only a kind has one: `after hit-points of KIND NAME falls`".to_owned());
        None
    }

    fn state_read(&mut self, change: &Change) -> Option<Reading> {
        let name = &change.whom;
        let Some(&field) = self.names.states.get(&name.text) else {
            let known = self.known(|names| names.states.names().map(str::to_owned).collect());
            let what = "state of the game called";
            self.unknown(codes::UNKNOWN_NAME, what, name, &known);
            return None;
        };
        self.note_at(name, |names| names.states.place(&name.text));
        self.refuse_set(name, Reading::Field(KIND_GAME, field))
    }

    /// The subject of a change: its kind, and its name.
    fn whom(&mut self, scope: &mut Scope, change: &Change) -> Option<Whom> {
        if let Some(name) = &change.name {
            let kind = self.kind_named(&change.whom)?;
            return Some(Whom::Any(kind, name.clone()));
        }
        let name = &change.whom;
        if scope.local(&name.text).is_none()
            && let Some(Base::Entity(_)) = self.names.types.get(&name.text).map(|ty| ty.base)
        {
            let message = format!(
                "`{0}` is a kind, and this does not say which {0} is meant",
                name.text
            );
            let letter = name.text.chars().next().unwrap_or('x');
            self.report(codes::UNKNOWN_WINDOW, name.span, message).help = Some(format!(
                "for any of them, write `{} {letter}`; the rule can then use that name",
                name.text
            ));
            return None;
        }
        let expr = ast::Expr {
            span: name.span,
            kind: ExprKind::Name(name.text.clone()),
        };
        let known = self.expr(scope, &expr, None)?;
        match (known.ty.base, known.ty.set) {
            (Base::Entity(kind), false) => Some(Whom::Known(kind, name.clone())),
            _ => {
                let message = format!(
                    "this is {}, but only a piece, card, player or deck can change in this way",
                    self.a_type(known.ty)
                );
                self.report(codes::WRONG_TYPE, name.span, message).help =
                    Some("write a kind and a name, for example `skiff s`".to_owned());
                None
            }
        }
    }

    /// The reading of a name with `of`: a state field, or a property that the game gives to everything.
    fn field_read(&mut self, read: &Name, kind: u16) -> Option<Reading> {
        let def = &self.pack.kinds[usize::from(kind)];
        if let Some(at) = def.fields.iter().position(|field| field.name == read.text) {
            let (state, secret) = (def.fields[at].state, def.fields[at].secret);
            if !state {
                let message = format!("`{}` is printed, so it cannot change", read.text);
                self.report(codes::FIXED, read.span, message).help =
                    Some("declare the field `state`, or use a value that is worked out from it".to_owned());
                return None;
            }
            if secret {
                let message = format!(
                    "`{}` is secret, but a window at its changes would reveal them to everybody",
                    read.text
                );
                self.report(codes::FIXED, read.span, message).help =
                    Some("use a window of the step that reveals it".to_owned());
                return None;
            }
            let ty = def.fields[at].ty;
            self.note_field(read, Ty::one(Base::Entity(kind)), ty);
            return self.refuse_set(read, Reading::Field(kind, at));
        }
        match read.text.as_str() {
            "holder" => return Some(Reading::Holder(kind)),
            "owner" => return Some(Reading::Owner(kind)),
            _ => {}
        }
        let is_worked_out =
            self.names.values.get(&read.text).is_some() || self.names.defines.get(&read.text).is_some();
        if is_worked_out {
            let message = format!(
                "`{}` is worked out each time it is read, so there is no window for its changes",
                read.text
            );
            self.report(codes::UNKNOWN_WINDOW, read.span, message).help =
                Some("use the state from which it is worked out".to_owned());
            return None;
        }
        let fields = def.fields.iter().filter(|field| field.state && !field.secret);
        let mut known: Vec<String> = fields.map(|field| field.name.clone()).collect();
        known.extend(["holder", "owner"].map(str::to_owned));
        let what = format!("state of a {} called", def.name);
        self.unknown(codes::UNKNOWN_FIELD, &what, read, &known);
        None
    }

    fn refuse_set(&mut self, name: &Name, reading: Reading) -> Option<Reading> {
        if self.read_type(reading).is_none_or(|ty| !ty.set) {
            return Some(reading);
        }
        let message = format!(
            "`{}` is a set, and there is no window for changes of a set",
            name.text
        );
        self.report(codes::UNKNOWN_WINDOW, name.span, message).help =
            Some("use a window after the step that changes it".to_owned());
        None
    }

    /// The reading of a thing as a whole.
    fn whole_read(&mut self, change: &Change, kind: u16) -> Option<Reading> {
        let class = self.pack.kinds[usize::from(kind)].class;
        let name = self.pack.kinds[usize::from(kind)].name.clone();
        let (fits, reading, what) = match change.verb {
            Verb::Turns => (class == KindClass::Card, Reading::Face(kind), "cards are turned"),
            _ if plays(change) => (
                class.has_rules(),
                Reading::InPlay(kind),
                "pieces and cards enter or leave play",
            ),
            _ => (class == KindClass::Piece, Reading::Place(kind), "pieces move"),
        };
        if !fits {
            let message = format!("only {what}, but this is a {name}");
            self.report(codes::UNKNOWN_WINDOW, change.whom.span, message);
            return None;
        }
        if reading == Reading::Place(kind) && change.verb != Verb::Moves && self.is_plane() {
            let message = "a piece cannot enter or leave spaces, because this game is played on a flat table";
            self.report(codes::UNKNOWN_WINDOW, change.span, message).help =
                Some("write `moves`; `was` and `now` are its old and new positions".to_owned());
            return None;
        }
        Some(reading)
    }

    pub(super) fn is_plane(&self) -> bool {
        matches!(self.pack.setup.board.shape, Shape::Plane)
    }

    /// The type of what is read; none where there is nothing to compare.
    pub(super) fn read_type(&self, reading: Reading) -> Option<Ty> {
        match reading {
            Reading::Field(kind, field) => Some(self.pack.kinds[usize::from(kind)].fields[field].ty),
            Reading::Tokens(..) => Some(Ty::NUMBER),
            Reading::Holder(_) => Some(Core::Holder.row().result),
            Reading::Owner(_) => Some(Core::Owner.row().result),
            Reading::Place(_) if self.is_plane() => Some(Ty::POSE),
            Reading::Place(_) => Some(Core::SpacesOf.row().result),
            Reading::Face(_) | Reading::InPlay(_) | Reading::Effect(_) => None,
        }
    }

    /// The name that a rule gives must be free.
    fn refuse_taken(&mut self, scope: &Scope, name: &Name) -> Option<()> {
        if !matches!(name.text.as_str(), WAS | NOW | "you" | "here") {
            return (!self.check_shadow(scope, name)).then_some(());
        }
        let message = format!("`{}` already means something here", name.text);
        self.report(codes::SHADOWED, name.span, message).help = Some("choose another name".to_owned());
        None
    }

    /// Which of the changes a rule means: of whom, and how far.
    fn which(
        &mut self,
        scope: &mut Scope,
        change: &Change,
        whom: Option<&Whom>,
    ) -> Option<Option<ast::Expr>> {
        let span = change.span;
        let mut all: Vec<ast::Expr> = Vec::new();
        if let Some(Whom::Known(_, name)) = whom {
            all.push(binary(
                Operator::Equal,
                named(WHOM, name.span),
                named(&name.text, name.span),
            ));
        }
        if let Some(object) = &change.object {
            let (was, now) = (named(WAS, span), named(NOW, span));
            let to = |operator, read| binary(operator, read, object.clone());
            match change.verb {
                Verb::Rises => all.extend([to(Operator::Less, was), to(Operator::AtLeast, now)]),
                Verb::Falls => all.extend([to(Operator::More, was), to(Operator::AtMost, now)]),
                Verb::Changes => all.push(to(Operator::Equal, now)),
                Verb::Enters | Verb::Leaves if !plays(change) => {
                    let spaces = self.spaces_meant(scope, object)?;
                    let (without, with) = if change.verb == Verb::Enters {
                        (was, now)
                    } else {
                        (now, was)
                    };
                    all.extend([none_of(&without, &spaces), some_of(&with, &spaces)]);
                }
                Verb::Enters | Verb::Leaves => {}
                verb => {
                    let message = format!("`{}` cannot have `to` here", verb.word());
                    self.report(codes::UNKNOWN_WINDOW, object.span, message).help =
                        Some("remove `to` and what follows it".to_owned());
                    return None;
                }
            }
        }
        Some(all.into_iter().reduce(|all, one| binary(Operator::And, all, one)))
    }

    /// The set of the spaces that are entered or left: a space, some spaces, or a zone.
    fn spaces_meant(&mut self, scope: &mut Scope, object: &ast::Expr) -> Option<ast::Expr> {
        let zone = self.pack.setup.board.zones.map(|zone| Ty::one(Base::Word(zone)));
        let ty = self.expr(scope, object, zone)?.ty;
        let span = object.span;
        let kind = match ty {
            _ if ty == Ty::set(Base::Space) => return Some(object.clone()),
            _ if ty == Ty::SPACE => ExprKind::List(vec![object.clone()]),
            _ if Some(ty) == zone => {
                let text = Core::SpacesIn.row().name.to_owned();
                ExprKind::Call(Name { text, span }, vec![object.clone()])
            }
            _ => {
                let message = format!("this is {}, which a piece cannot enter or leave", self.a_type(ty));
                self.report(codes::WRONG_TYPE, span, message).help =
                    Some("name a space, a set of spaces, a zone, or `play`".to_owned());
                return None;
            }
        };
        Some(ast::Expr { span, kind })
    }

    /// The procedure that runs at a change.
    fn watch(&mut self, watched: Watched, change: &Change) -> usize {
        if let Some(&known) = self.names.changes.get(&watched) {
            return known;
        }
        // What was made code of looks out for other changes only.
        self.is_reopened |= self.finished > 0;
        let function = self.reserve();
        let slots = match watched.reading {
            Reading::Effect(effect) => self.pack.effects[effect].params.clone(),
            reading => {
                let kind = reading.kind().filter(|&kind| kind != KIND_GAME);
                let whom = kind.map(|kind| slot(WHOM, Ty::one(Base::Entity(kind))));
                let read = self.read_type(reading);
                let read = read.into_iter().flat_map(|ty| [slot(WAS, ty), slot(NOW, ty)]);
                whom.into_iter().chain(read).collect()
            }
        };
        self.pack.procedures.push(ProcedureDef {
            name: self.told(watched, change),
            function,
            slots,
            steps: Vec::new(),
            ended: None,
        });
        let procedure = self.pack.procedures.len() - 1;
        self.names.changes.insert(watched, procedure);
        self.program.changes.insert(procedure, watched);
        if matches!((watched.reading, watched.way), (Reading::Effect(_), Way::Down))
            && self.names.ended.is_none()
        {
            let function = self.reserve();
            self.pack.procedures.push(ProcedureDef {
                name: ENDED.to_owned(),
                function,
                slots: Vec::new(),
                steps: Vec::new(),
                ended: None,
            });
            self.names.ended = Some(procedure + 1);
        }
        procedure
    }

    /// The name of a change's procedure: no text can name a procedure so, since it has blanks.
    fn told(&self, watched: Watched, change: &Change) -> String {
        let verb = match (watched.reading, watched.way) {
            (Reading::Place(_), _) => "moves",
            (Reading::InPlay(_), Way::Up) => "enters play",
            (Reading::InPlay(_), _) => "leaves play",
            _ => change.verb.word(),
        };
        let kind = watched.reading.kind().filter(|&kind| kind != KIND_GAME);
        let whom = kind.map_or(&change.whom.text, |kind| &self.pack.kinds[usize::from(kind)].name);
        sentence(change, whom, verb)
    }
}

/// The name of a change, as the text of a rule writes it.
pub(super) fn as_written(change: &Change) -> String {
    sentence(change, &change.whom.text, change.verb.word())
}

fn sentence(change: &Change, whom: &str, verb: &str) -> String {
    let link = if change.token { "on" } else { "of" };
    match &change.reading {
        Some(read) => format!("{} {link} {whom} {verb}", read.text),
        None => format!("{whom} {verb}"),
    }
}

/// Whether it is play that is entered or left.
fn plays(change: &Change) -> bool {
    let object = change.object.as_ref().map(|object| &object.kind);
    matches!(object, Some(ExprKind::Name(name)) if name == "play")
}

fn slot(name: &str, ty: Ty) -> SlotDef {
    SlotDef {
        name: name.to_owned(),
        ty,
    }
}

fn named(name: &str, span: Span) -> ast::Expr {
    ast::Expr {
        span,
        kind: ExprKind::Name(name.to_owned()),
    }
}

fn binary(operator: Operator, left: ast::Expr, right: ast::Expr) -> ast::Expr {
    let span = left.span;
    let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
    ast::Expr { span, kind }
}

/// How many of some spaces are left without others, and how many there are.
fn counted(some: &ast::Expr, others: &ast::Expr) -> [ast::Expr; 2] {
    let count = |set: ast::Expr| ast::Expr {
        span: set.span,
        kind: ExprKind::Question(SetQuestion::Count, Box::new(set)),
    };
    [
        count(binary(Operator::Minus, some.clone(), others.clone())),
        count(some.clone()),
    ]
}

fn none_of(some: &ast::Expr, others: &ast::Expr) -> ast::Expr {
    let [left, all] = counted(some, others);
    binary(Operator::Equal, left, all)
}

fn some_of(some: &ast::Expr, others: &ast::Expr) -> ast::Expr {
    let [left, all] = counted(some, others);
    binary(Operator::Less, left, all)
}
