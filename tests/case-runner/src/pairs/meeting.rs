//! Which cards meet: what the abilities of each touch, and where two of them touch the same.
//!
//! A card touches what its rules say themselves, what the defines do that they call, and what the procedures do that they run, as
//! far as these say it themselves. Of procedures further inside only the windows count.
//!
//! Not here: what happens when two cards meet. That is tried in games.

use cardwright_bytecode::pack::{EffectDef, FuncId, Gate, Home, Id, Moment, Pack, Rule, RuleKind};
use cardwright_compiler::Program;
use cardwright_compiler::tree::{Body, Callee, Expr, ExprKind, Node, Statement, StatementKind, Target};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A thing over which cards can meet; the numbers are indexes into the tables of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thread {
    /// A timing window.
    Window(usize),
    /// An offer of a choice.
    Offer(usize),
    /// A value with modifiers.
    Value(usize),
    /// A permission.
    Permission(usize),
    /// A sort of token.
    Token(usize),
    /// A field (second) of a kind (first).
    Field(usize, usize),
    /// A state of the game.
    State(usize),
    /// A lasting effect.
    Effect(usize),
}

/// How a card touches something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// Its abilities belong there: they live in the window, modify the value, move the token.
    lives: bool,
    /// It changes it, or makes it happen.
    does: bool,
    /// It asks for it.
    asks: bool,
}

impl Touch {
    const LIVES: Self = Self {
        lives: true,
        does: false,
        asks: false,
    };
    const DOES: Self = Self {
        lives: false,
        does: true,
        asks: false,
    };
    const ASKS: Self = Self {
        lives: false,
        does: false,
        asks: true,
    };

    fn and(self, other: Self) -> Self {
        Self {
            lives: self.lives || other.lives,
            does: self.does || other.does,
            asks: self.asks || other.asks,
        }
    }

    /// Whether two cards that touch the same so meet there.
    fn meets(self, other: Self) -> bool {
        let listens = |one: Self| one.lives || one.asks;
        (self.lives && other.lives) || (self.does && listens(other)) || (other.does && listens(self))
    }
}

/// All that a card touches.
pub(super) type Threads = BTreeMap<Thread, Touch>;

/// The first thing over which two cards meet; nothing if they do not.
pub(super) fn meeting(one: &Threads, other: &Threads) -> Option<Thread> {
    let (few, many) = match one.len() <= other.len() {
        true => (one, other),
        false => (other, one),
    };
    let mut shared = few.iter();
    let meets =
        |(thread, touch): &(&Thread, &Touch)| many.get(thread).is_some_and(|there| touch.meets(*there));
    shared.find(meets).map(|(thread, _)| *thread)
}

/// The functions that run if what some card waits for comes about: a procedure in whose windows it lives, a value that it changes.
pub(super) fn awaited(threads: &Threads, pack: &Pack) -> Vec<FuncId> {
    let lives = threads.iter().filter(|(_, touch)| touch.lives);
    let function = |thread: &Thread| match *thread {
        Thread::Window(at) => {
            let window = pack.windows.get(at)?;
            pack.procedures
                .find(window.procedure)
                .map(|procedure| procedure.function)
        }
        Thread::Value(at) => pack.values.get(at).map(|value| value.base),
        _ => None,
    };
    lives.filter_map(|(thread, _)| function(thread)).collect()
}

impl Thread {
    /// The thing as content calls it.
    pub(super) fn told(self, pack: &Pack) -> String {
        let named =
            |what: &str, name: Option<&String>| format!("{what} `{}`", name.map_or("", String::as_str));
        match self {
            Self::Window(at) => window(pack, at),
            Self::Offer(at) => named("the offer", pack.offers.get(at).map(|def| &def.name)),
            Self::Value(at) => named("the value", pack.values.get(at).map(|def| &def.name)),
            Self::Permission(at) => named("the permission", pack.permissions.get(at).map(|def| &def.name)),
            Self::Token(at) => named("the token", pack.tokens.get(at).map(|def| &def.name)),
            Self::Field(kind, at) => {
                let field = pack.kinds.get(kind).and_then(|kind| kind.fields.get(at));
                named("the fact", field.map(|field| &field.name))
            }
            Self::State(at) => named("the state", pack.states.get(at).map(|def| &def.name)),
            Self::Effect(at) => named("the effect", pack.effects.get(at).map(|def| &def.name)),
        }
    }
}

fn window(pack: &Pack, at: usize) -> String {
    let Some(def) = pack.windows.get(at) else {
        return "a window".to_owned();
    };
    let moment = match def.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After => "after",
    };
    let procedure = pack.procedures.find(def.procedure);
    let name = procedure.map_or("", |procedure| procedure.name.as_str());
    let step = def.step.and_then(|step| procedure?.steps.get(step as usize));
    match step {
        Some(step) => format!("the window `{moment} {name}.{step}`"),
        None => format!("the window `{moment} {name}`"),
    }
}

/// What one function says itself.
#[derive(Default)]
struct Direct {
    threads: Vec<(Thread, Touch)>,
    defines: Vec<FuncId>,
    /// The procedures that it runs.
    runs: Vec<usize>,
    /// The effects that it starts.
    starts: Vec<Id<EffectDef>>,
    /// The ways in which it looks for running effects (indexes into the pack's).
    matches: Vec<usize>,
}

/// What every function of a pack says itself.
pub(super) struct Reader<'a> {
    pack: &'a Pack,
    program: &'a Program,
    direct: Vec<Direct>,
    /// For each effect, the rules that live with it.
    of_effect: BTreeMap<Id<EffectDef>, Vec<&'a Rule>>,
}

impl<'a> Reader<'a> {
    /// Reads all functions of a pack.
    pub(super) fn of(pack: &'a Pack, program: &'a Program) -> Self {
        let direct = program.functions.iter().map(|function| {
            let mut direct = Direct::default();
            if let Body::Steps {
                before, steps, after, ..
            } = &function.body
            {
                let steps = steps.iter().flat_map(|step| step.windows);
                for window in steps.chain([*before, *after]) {
                    direct.touch(Thread::Window(window as usize), Touch::DOES);
                }
            }
            function.walk(&mut |node| match node {
                Node::Expr(expr) => direct.expression(expr),
                Node::Statement(statement) => direct.statement(pack, statement),
            });
            direct.running(pack);
            direct
        });
        let mut of_effect: BTreeMap<Id<EffectDef>, Vec<&Rule>> = BTreeMap::new();
        for rule in &pack.rules {
            if let Home::Effect(effect) = rule.home {
                of_effect.entry(effect).or_default().push(rule);
            }
        }
        Self {
            pack,
            program,
            direct: direct.collect(),
            of_effect,
        }
    }

    /// All that some rules touch.
    pub(super) fn threads(&self, rules: impl Iterator<Item = &'a Rule>) -> Threads {
        let mut walk = Walk {
            reader: self,
            threads: Threads::new(),
            seen: BTreeSet::new(),
            effects: BTreeSet::new(),
            open: VecDeque::new(),
        };
        rules.for_each(|rule| walk.rule(rule));
        while let Some((function, depth)) = walk.open.pop_front() {
            walk.function(function, depth);
        }
        walk.threads
    }
}

/// How far from a card's own text something stands, if it is told in full: 1 is in a procedure that the card runs.
const DEEPEST: usize = 1;

/// The way through the functions that a card reaches, the nearest first.
struct Walk<'r, 'a> {
    reader: &'r Reader<'a>,
    threads: Threads,
    seen: BTreeSet<FuncId>,
    effects: BTreeSet<Id<EffectDef>>,
    open: VecDeque<(FuncId, usize)>,
}

impl Walk<'_, '_> {
    fn rule(&mut self, rule: &Rule) {
        let mut asks = |function: FuncId| self.open.push_back((function, 0));
        let gate = |gate: &Gate| {
            let apart = gate.limit.and_then(|limit| limit.apart);
            [Some(gate.condition), gate.decider, apart].into_iter().flatten()
        };
        let (thread, touch) = match &rule.kind {
            RuleKind::Trigger {
                window,
                gate: of,
                body,
                otherwise,
                ..
            } => {
                gate(of).chain([*body]).chain(*otherwise).for_each(&mut asks);
                (Thread::Window(window.place()), Touch::LIVES)
            }
            RuleKind::OfferOption {
                offer,
                gate: of,
                body,
            } => {
                gate(of).chain([*body]).for_each(&mut asks);
                (Thread::Offer(offer.place()), Touch::LIVES)
            }
            RuleKind::Modify {
                value,
                condition,
                amount,
                least,
                most,
                ..
            } => {
                let bounds = [*least, *most].into_iter().flatten();
                [*condition, *amount]
                    .into_iter()
                    .chain(bounds)
                    .for_each(&mut asks);
                (Thread::Value(value.place()), Touch::LIVES.and(Touch::DOES))
            }
            RuleKind::Permit {
                permission,
                condition,
                ..
            } => {
                asks(*condition);
                (
                    Thread::Permission(permission.place()),
                    Touch::LIVES.and(Touch::DOES),
                )
            }
            RuleKind::Lend {
                from, to, condition, ..
            } => return [*from, *to, *condition].into_iter().for_each(asks),
            RuleKind::Build { .. } => return,
        };
        self.touch(thread, touch);
    }

    fn touch(&mut self, thread: Thread, touch: Touch) {
        let there = self.threads.entry(thread).or_default();
        *there = there.and(touch);
    }

    fn function(&mut self, function: FuncId, depth: usize) {
        let Some(direct) = self.reader.direct.get(function.place()) else {
            return;
        };
        if !self.seen.insert(function) {
            return;
        }
        for &(thread, touch) in &direct.threads {
            // Procedures further inside only open their windows.
            if depth <= DEEPEST || matches!(thread, Thread::Window(_)) {
                self.touch(thread, touch);
            }
        }
        let deeper = |run: &usize| {
            let function = self.reader.pack.procedures.get(*run)?.function;
            let is_own = self.reader.program.own.contains(&function);
            Some((function, if is_own { depth } else { depth + 1 }))
        };
        self.open.extend(direct.runs.iter().filter_map(deeper));
        // What is nearer comes first, so that it is told in full.
        for &define in direct.defines.iter().rev() {
            self.open.push_front((define, depth));
        }
        if depth <= DEEPEST {
            self.started(&direct.starts);
        }
    }

    /// Effects that are started act for whoever starts them.
    fn started(&mut self, effects: &[Id<EffectDef>]) {
        for effect in effects {
            if self.effects.insert(*effect) {
                let rules = self.reader.of_effect.get(effect).into_iter().flatten();
                let rules: Vec<&Rule> = rules.copied().collect();
                rules.into_iter().for_each(|rule| self.rule(rule));
            }
        }
    }
}

impl Direct {
    fn touch(&mut self, thread: Thread, touch: Touch) {
        self.threads.push((thread, touch));
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(callee, _) => match *callee {
                Callee::Define(function) => self.defines.push(function),
                Callee::Value(at) => self.touch(Thread::Value(at), Touch::ASKS),
                Callee::Permission(at) => self.touch(Thread::Permission(at), Touch::ASKS),
                Callee::State(at) => self.touch(Thread::State(at), Touch::ASKS),
                Callee::Core(_) => {}
            },
            ExprKind::Field(of, field) => {
                if let Some(kind) = kind_of(of) {
                    self.touch(Thread::Field(kind, *field), Touch::ASKS);
                }
            }
            ExprKind::Tokens(_, token) => self.touch(Thread::Token(*token), Touch::LIVES),
            ExprKind::Run { procedure, .. } => self.runs.push(*procedure),
            ExprKind::Offer(offer) => self.touch(Thread::Offer(offer.offer), Touch::DOES),
            ExprKind::Options { offer, .. } => self.touch(Thread::Offer(*offer), Touch::ASKS),
            ExprKind::Running { matching, .. } => self.matches.push(*matching),
            ExprKind::Gather(window) => self.touch(Thread::Window(*window as usize), Touch::ASKS),
            _ => {}
        }
    }

    fn statement(&mut self, pack: &Pack, statement: &Statement) {
        match &statement.kind {
            StatementKind::Set { target, .. }
            | StatementKind::Add { target, .. }
            | StatementKind::Remove { target, .. } => self.target(target),
            StatementKind::Give { token, .. } | StatementKind::Take { token, .. } => {
                self.touch(Thread::Token(*token), Touch::LIVES);
            }
            StatementKind::Run { procedure, .. } => self.runs.push(*procedure),
            StatementKind::Offer(offer) => self.touch(Thread::Offer(offer.offer), Touch::DOES),
            StatementKind::Start { start, .. } => {
                if let Some(def) = pack.starts.get(*start) {
                    self.touch(Thread::Effect(def.effect.place()), Touch::DOES);
                    self.starts.push(def.effect);
                }
            }
            StatementKind::Finish { matching, .. } => {
                if let Some(def) = pack.matches.get(*matching) {
                    let touch = Touch::DOES.and(Touch::ASKS);
                    self.touch(Thread::Effect(def.effect.place()), touch);
                }
            }
            _ => {}
        }
    }

    /// Asking for running effects is asking for what they are.
    fn running(&mut self, pack: &Pack) {
        for at in std::mem::take(&mut self.matches) {
            if let Some(def) = pack.matches.get(at) {
                self.touch(Thread::Effect(def.effect.place()), Touch::ASKS);
            }
        }
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Field(of, field) => {
                if let Some(kind) = kind_of(of) {
                    self.touch(Thread::Field(kind, *field), Touch::DOES);
                }
            }
            Target::Entry(state, _) => self.touch(Thread::State(*state), Touch::DOES),
            Target::Local(_) | Target::Slot(_) => {}
        }
    }
}

fn kind_of(expr: &Expr) -> Option<usize> {
    match expr.ty.base {
        cardwright_bytecode::Base::Entity(kind) => Some(usize::from(kind)),
        _ => None,
    }
}
