//! Generates well-typed rule systems as source text.
//!
//! Types, kinds and pieces are fixed (see `skeleton`); defines, values, procedures, effects and all rules are
//! generated. Whatever is generated compiles: a refused program is a fault of the generator, and fails its test.
//!
//! Every program ends soon, since things only use what was generated before them: a define earlier defines, a
//! value earlier values (its modifiers too), a procedure and all rules in its windows earlier procedures.

mod changes;
mod expressions;
mod rules;
mod skeleton;
mod statements;

use crate::entropy::Entropy;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A type of the generated programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum T {
    Number,
    Length,
    Bool,
    Hue,
    Shape,
    Mug,
    Lid,
    Player,
    Thing,
    Face,
    Pool,
    Die,
    Numbers,
    Shapes,
    Mugs,
    Lids,
    Players,
    Dice,
}

impl T {
    /// The word of the language.
    fn text(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Length => "length",
            Self::Bool => "yes-no",
            Self::Hue => "hue",
            Self::Shape => "shape",
            Self::Mug => "mug",
            Self::Lid => "lid",
            Self::Player => "player",
            Self::Thing => "thing",
            Self::Face => "face",
            Self::Pool => "pool",
            Self::Die => "die",
            Self::Numbers => "set of number",
            Self::Shapes => "set of shape",
            Self::Mugs => "set of mug",
            Self::Lids => "set of lid",
            Self::Players => "set of player",
            Self::Dice => "set of die",
        }
    }

    /// The type of a set's members.
    fn member(self) -> Self {
        match self {
            Self::Numbers => Self::Number,
            Self::Shapes => Self::Shape,
            Self::Mugs => Self::Mug,
            Self::Lids => Self::Lid,
            Self::Players => Self::Player,
            Self::Dice => Self::Die,
            other => other,
        }
    }

    /// Whether it can be added up.
    fn is_quantity(self) -> bool {
        matches!(self, Self::Number | Self::Length)
    }

    /// Whether a rule may write a slot of this type, and an effect keep it.
    fn lasts(self) -> bool {
        !matches!(
            self,
            Self::Pool
                | Self::Die
                | Self::Numbers
                | Self::Shapes
                | Self::Mugs
                | Self::Lids
                | Self::Players
                | Self::Dice
        )
    }
}

/// Types that anything can have.
const PLAIN: [T; 8] = [
    T::Number,
    T::Bool,
    T::Mug,
    T::Hue,
    T::Shape,
    T::Lid,
    T::Player,
    T::Length,
];
/// Sets to walk through.
const SETS: [T; 5] = [T::Mugs, T::Numbers, T::Lids, T::Shapes, T::Players];

/// A thing with parameters.
#[derive(Clone, Debug)]
struct Callable {
    name: String,
    params: Vec<(String, T)>,
    result: T,
}

/// A procedure.
#[derive(Clone, Debug)]
struct Procedure {
    name: String,
    params: Vec<(String, T)>,
    /// Parameters and variables.
    slots: Vec<(String, T)>,
    steps: Vec<String>,
    /// The type of its result.
    gives: Option<T>,
}

/// A name that an expression can use.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    ty: T,
    /// Whether `set` may change it.
    changes: bool,
}

/// The things that a piece of text may use.
#[derive(Clone, Debug, Default)]
struct Scope {
    known: Vec<Known>,
    /// Whether it has no effect.
    pure: bool,
    /// No values beyond this one, and no permissions.
    values: Option<usize>,
    /// No procedures from this one on.
    procedures: usize,
    /// No choices among rules.
    no_offers: bool,
    /// No effects: an effect that starts effects would soon fill the table with them.
    no_effects: bool,
    /// Whether it is the body of a rule, where an effect without a name can begin.
    in_rule: bool,
    /// How deep loops are.
    loops: usize,
    /// The procedure whose window is open: a rule can end it.
    window: Option<String>,
}

impl Scope {
    fn with(mut self, names: &[(String, T)], changes: impl Fn(T) -> bool) -> Self {
        let known = names.iter().map(|(name, ty)| Known {
            name: name.clone(),
            ty: *ty,
            changes: changes(*ty),
        });
        self.known.extend(known);
        self
    }
}

/// A generator at work.
struct Generator<'a> {
    entropy: Entropy<'a>,
    names: usize,
    defines: Vec<Callable>,
    values: Vec<Callable>,
    procedures: Vec<Procedure>,
    effects: Vec<Callable>,
    /// The default of the last parameter, by the name of its owner.
    usual: BTreeMap<String, String>,
    /// State of the whole game.
    states: Vec<(String, T)>,
    /// How many more statements may run a procedure: runs in runs multiply.
    runs_left: usize,
}

/// The program of these numbers with nothing secret in it. One that puts secrets where everybody is told of
/// them does not compile.
pub(crate) fn without_secrets(numbers: &[u16]) -> BTreeMap<String, String> {
    let mut texts = program(numbers);
    let open = [
        (" state secret", " state"),
        (" secretly", ""),
        ("reveal plan of", "give 0 drop to"),
        ("reveal marks of", "give 0 drop to"),
    ];
    for (secret, open) in open {
        texts
            .values_mut()
            .for_each(|text| *text = text.replace(secret, open));
    }
    texts
}

/// The documents of a generated system and scenario, by their names in the sample project.
pub(crate) fn program(numbers: &[u16]) -> BTreeMap<String, String> {
    let mut generator = Generator {
        entropy: Entropy::new(numbers),
        names: 0,
        defines: skeleton::defines(),
        values: Vec::new(),
        procedures: Vec::new(),
        effects: Vec::new(),
        usual: BTreeMap::new(),
        states: Vec::new(),
        runs_left: 4,
    };
    let play = generator.play();
    let lids = [(); 2].map(|()| generator.template_rules(T::Lid));
    let mugs = [(); 2].map(|()| generator.template_rules(T::Mug));
    let scenario = generator.free_rules(2);
    skeleton::documents(&play, &lids, &mugs, &scenario)
}

impl Generator<'_> {
    /// A name that nothing else has.
    fn name(&mut self, what: &str) -> String {
        self.names += 1;
        format!("{what}-{}", self.names)
    }

    /// The scope that every text has.
    fn scope(&self) -> Scope {
        Scope::default().with(&self.states, |_| true)
    }

    fn params(&mut self, most: usize) -> Vec<(String, T)> {
        let count = self.entropy.pick(most + 1);
        (0..count)
            .map(|_| (self.name("p"), *self.entropy.one(&PLAIN)))
            .collect()
    }

    fn play(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.entropy.pick(3) {
            let (name, ty) = (self.name("state"), *self.entropy.one(&PLAIN));
            let _ = writeln!(text, "state {name}: {}", ty.text());
            self.states.push((name, ty));
        }
        for _ in 0..1 + self.entropy.pick(4) {
            self.define(&mut text);
        }
        for _ in 0..1 + self.entropy.pick(2) {
            self.value(&mut text);
        }
        let _ = writeln!(text, "permission pour (pm: mug)\noffer deed (om: mug)");
        let effects = 1 + self.entropy.pick(2);
        let signatures: Vec<Callable> = (0..effects).map(|_| self.effect_signature()).collect();
        self.effects = signatures;
        for _ in 0..1 + self.entropy.pick(3) {
            self.procedure(&mut text);
        }
        self.main(&mut text);
        for at in 0..self.effects.len() {
            self.effect(at, &mut text);
        }
        text.push_str(&self.free_rules(5));
        text
    }

    fn define(&mut self, text: &mut String) {
        let (name, params) = (self.name("define"), self.params(2));
        let result = match self.entropy.pick(10) {
            8 => T::Mugs,
            9 => T::Numbers,
            at => PLAIN[at % PLAIN.len()],
        };
        let scope = Scope {
            pure: true,
            values: Some(0),
            no_effects: true,
            ..self.scope()
        };
        let body = self.expr(result, &scope.with(&params, |_| false), 4);
        let _ = writeln!(
            text,
            "define {name}{}: {} = {body}",
            self.with_default(&name, &params),
            result.text()
        );
        self.defines.push(Callable { name, params, result });
    }

    fn value(&mut self, text: &mut String) {
        let (name, params) = (self.name("value"), self.params(2));
        let scope = Scope {
            pure: true,
            values: Some(self.values.len()),
            ..self.scope()
        };
        let scope = scope.with(&params, |_| false);
        let result = *self.entropy.one(&[T::Number, T::Number, T::Length, T::Hue]);
        let base = self.expr(result, &scope, 3);
        let ty = result.text();
        let list = self.with_default(&name, &params);
        let _ = write!(text, "value {name}{list}: {ty} = {base}");
        if self.entropy.pick(2) == 1 {
            let policy = *self.entropy.one(&["latest", "highest", "lowest"]);
            let _ = write!(text, ", {policy} wins");
        }
        if result.is_quantity() {
            if self.entropy.rarely(3) {
                text.push_str(", multiplied last");
            }
            self.limits(&scope, result, text);
        }
        text.push('\n');
        self.values.push(Callable { name, params, result });
    }

    fn limits(&mut self, scope: &Scope, ty: T, text: &mut String) {
        for limit in ["net at least", "net at most", "at least", "at most"] {
            if self.entropy.rarely(3) {
                let _ = write!(text, ", {limit} {}", self.expr(ty, scope, 1));
            }
        }
    }

    fn procedure(&mut self, text: &mut String) {
        // The first one has memory of its own: see `skeleton`.
        let name = match self.procedures.is_empty() {
            true => "spill".to_owned(),
            false => self.name("procedure"),
        };
        let params = self.params(2);
        let mut slots = params.clone();
        let mut vars = String::new();
        for at in 0..self.entropy.pick(4) {
            let ty = match at {
                0 => T::Number,
                _ => *self.entropy.one(&[
                    T::Pool,
                    T::Mugs,
                    T::Number,
                    T::Length,
                    T::Mug,
                    T::Bool,
                    T::Numbers,
                ]),
            };
            let var = self.name("var");
            let _ = writeln!(vars, "  var {var}: {}", ty.text());
            slots.push((var, ty));
        }
        let gives = match self.entropy.pick(3) {
            0 => Some(
                *self
                    .entropy
                    .one(&[T::Bool, T::Bool, T::Number, T::Length, T::Mug]),
            ),
            _ => None,
        };
        let result = gives.map_or(String::new(), |ty| {
            let result = self.name("result");
            slots.push((result.clone(), ty));
            format!(" gives {result}: {}", ty.text())
        });
        let steps: Vec<String> = (0..1 + self.entropy.pick(3)).map(|_| self.name("step")).collect();
        let list = self.with_default(&name, &params);
        let _ = writeln!(text, "procedure {name}{list}{result} {{\n{vars}");
        let own = params.len();
        let mut scope = Scope {
            procedures: self.procedures.len(),
            ..self.scope()
        };
        for (at, (name, ty)) in slots.iter().enumerate() {
            scope.known.push(Known {
                name: name.clone(),
                ty: *ty,
                changes: at >= own,
            });
        }
        for step in &steps {
            let gathers = self.entropy.rarely(3);
            let priority = if gathers {
                let order =
                    *self
                        .entropy
                        .one(&["", " priority due-at-STEP", " priority run line-up(due-at-STEP)"]);
                format!(" gathers due-at-STEP{order}").replace("STEP", step)
            } else if self.entropy.rarely(3) {
                let pure = Scope {
                    pure: true,
                    ..scope.clone()
                };
                format!(" priority {}", self.expr(T::Player, &pure, 2))
            } else {
                String::new()
            };
            let body = self.block(&scope, 5, 3);
            let _ = writeln!(text, "  step {step}{priority} {body}");
        }
        text.push_str("}\n");
        self.procedures.push(Procedure {
            name,
            params,
            slots,
            steps,
            gives,
        });
    }

    /// The procedure that is the game: it runs the others.
    fn main(&mut self, text: &mut String) {
        let scope = Scope {
            procedures: self.procedures.len(),
            ..self.scope()
        };
        let _ = writeln!(
            text,
            "procedure game {{\n  step begin {}",
            self.block(&scope, 3, 2)
        );
        text.push_str("  step middle {\n");
        for at in 0..self.procedures.len() {
            let Procedure { name, params, .. } = self.procedures[at].clone();
            let arguments = self.passed(&name, &params, &scope, 2);
            let times = 1 + self.entropy.pick(2);
            let _ = writeln!(text, "    repeat {times} times {{ run {name}({arguments}) }}");
        }
        text.push_str("  }\n}\n");
        self.procedures.push(Procedure {
            name: "game".to_owned(),
            params: Vec::new(),
            slots: Vec::new(),
            steps: vec!["begin".to_owned(), "middle".to_owned()],
            gives: None,
        });
    }

    fn effect_signature(&mut self) -> Callable {
        let (name, params) = (self.name("effect"), self.params(2));
        self.with_default(&name, &params);
        Callable {
            name,
            params,
            result: T::Number,
        }
    }

    /// Parameters, of which the last may have a default.
    fn with_default(&mut self, name: &str, params: &[(String, T)]) -> String {
        let Some((last, earlier)) = params.split_last().filter(|_| self.entropy.pick(2) == 0) else {
            return listed(params);
        };
        let scope = Scope {
            pure: true,
            values: Some(0),
            no_effects: true,
            ..self.scope()
        };
        let default = self.expr(last.1, &scope.with(earlier, |_| false), 2);
        self.usual.insert(name.to_owned(), default);
        self.declared(name, params)
    }

    /// The parameters once more, with the default that they got.
    fn declared(&self, name: &str, params: &[(String, T)]) -> String {
        match self.usual.get(name) {
            Some(default) => listed(params).trim_end_matches(')').to_owned() + &format!(" = {default})"),
            None => listed(params),
        }
    }

    fn effect(&mut self, at: usize, text: &mut String) {
        let Callable { name, params, .. } = self.effects[at].clone();
        let _ = write!(text, "effect {name}{}", self.declared(&name, &params));
        if self.entropy.rarely(3) {
            // What an effect's rules ask may not ask whether the effect lasts.
            let scope = Scope {
                pure: true,
                values: Some(0),
                no_effects: true,
                ..self.scope()
            };
            let lasts = self.expr(T::Bool, &scope.with(&params, |_| false), 3);
            let _ = write!(text, " while {lasts}");
        }
        text.push_str(" {\n");
        for _ in 0..1 + self.entropy.pick(2) {
            let scope = Scope {
                no_effects: true,
                ..self.scope()
            };
            text.push_str(&self.rule(&scope.with(&params, |_| false), false));
        }
        text.push_str("}\n");
    }

    /// Rules that are always there.
    fn free_rules(&mut self, most: usize) -> String {
        let count = self.entropy.pick(most + 1);
        let scope = self.scope();
        (0..count).map(|_| self.rule(&scope, false)).collect()
    }

    /// Rules of a card or piece.
    fn template_rules(&mut self, kind: T) -> String {
        let names = [("here".to_owned(), kind), ("you".to_owned(), T::Mug)];
        let scope = self.scope().with(&names, |_| false);
        let count = self.entropy.pick(4);
        (0..count).map(|_| self.rule(&scope, true)).collect()
    }
}

/// Parameters in parentheses, or nothing.
fn listed(params: &[(String, T)]) -> String {
    if params.is_empty() {
        return String::new();
    }
    let list: Vec<String> = params
        .iter()
        .map(|(name, ty)| format!("{name}: {}", ty.text()))
        .collect();
    format!(" ({})", list.join(", "))
}
