//! Generated statements.

use super::{Generator, Known, PLAIN, SETS, Scope, T};
use std::fmt::Write;

impl Generator<'_> {
    /// A block of up to so many statements, with blocks in it not deeper than this.
    pub(super) fn block(&mut self, scope: &Scope, most: usize, depth: usize) -> String {
        let mut scope = scope.clone();
        let mut text = String::from("{\n");
        for _ in 0..1 + self.entropy.pick(most) {
            let statement = self.statement(&mut scope, depth);
            let _ = writeln!(text, "{statement}");
        }
        text.push('}');
        text
    }

    fn statement(&mut self, scope: &mut Scope, depth: usize) -> String {
        match self.entropy.pick(if depth == 0 { 9 } else { 21 }) {
            0 => self.tokens(scope),
            1 => self.let_(scope),
            2 => self.set_variable(scope),
            3 | 4 => self.set_field(scope),
            5 => self.dice(scope),
            6 => self.entities(scope),
            7 if !scope.no_effects => match self.entropy.pick(4) {
                0 => self.end_effect(scope),
                1 if scope.in_rule => self.lasting(scope),
                _ => self.start(scope),
            },
            8 => self.last(scope),
            9 | 10 => self.if_(scope, depth - 1),
            11 if scope.loops < 2 => self.for_each(scope, depth - 1),
            12 if scope.loops < 2 => self.repeat(scope, depth - 1),
            13..=15 => self.choose(scope, depth - 1),
            16..=18 => self.asks(scope, depth - 1),
            19 | 20 => self.run(scope),
            _ => self.tokens(scope),
        }
    }

    fn tokens(&mut self, scope: &Scope) -> String {
        let (amount, mug) = (self.expr(T::Number, scope, 2), self.expr(T::Mug, scope, 2));
        let token = *self.entropy.one(&["drop", "chip"]);
        match self.entropy.pick(4) {
            0 | 1 => format!("give ({amount}) {token} to {mug}"),
            2 => format!("take ({amount}) {token} from {mug}"),
            _ => format!("take all {token} from {mug}"),
        }
    }

    fn let_(&mut self, scope: &mut Scope) -> String {
        let name = self.name("let");
        let (ty, value) = match self.entropy.pick(7) {
            4 => match self.run_for_result(scope) {
                Some(run) => run,
                None => (T::Number, self.expr(T::Number, scope, 2)),
            },
            5 => {
                let ty = *self.entropy.one(&SETS);
                (ty.member(), format!("random of {}", self.expr(ty, scope, 2)))
            }
            6 if !scope.no_offers => {
                let (mug, player) = (self.expr(T::Mug, scope, 1), self.expr(T::Player, scope, 1));
                let times = self.few(scope);
                let offer = format!("offer deed({mug}) to {player} at most {times} times");
                (T::Number, offer)
            }
            0 => (T::Pool, format!("roll ({}) bean", self.few(scope))),
            1 => {
                let ty = *self.entropy.one(&SETS);
                (ty, self.expr(ty, scope, 3))
            }
            _ => {
                let ty = *self.entropy.one(&PLAIN);
                (ty, self.expr(ty, scope, 3))
            }
        };
        scope.known.push(Known {
            name: name.clone(),
            ty,
            changes: false,
        });
        format!("let {name} = {value}")
    }

    /// A run of a procedure that gives something.
    fn run_for_result(&mut self, scope: &Scope) -> Option<(T, String)> {
        let known = &self.procedures[..scope.procedures.min(self.procedures.len())];
        let giving = known.iter().filter(|procedure| procedure.gives.is_some());
        let giving: Vec<super::Procedure> = giving.cloned().collect();
        if giving.is_empty() || scope.loops > 1 || self.runs_left == 0 {
            return None;
        }
        self.runs_left -= 1;
        let super::Procedure {
            name, params, gives, ..
        } = self.entropy.one(&giving).clone();
        Some((
            gives?,
            format!("run {name}({})", self.passed(&name, &params, scope, 2)),
        ))
    }

    /// A small number.
    fn few(&mut self, scope: &Scope) -> String {
        format!("min(3, {})", self.expr(T::Number, scope, 1))
    }

    fn set_variable(&mut self, scope: &Scope) -> String {
        let variables: Vec<&Known> = scope.known.iter().filter(|known| known.changes).collect();
        if variables.is_empty() {
            return self.tokens(scope);
        }
        let Known { name, ty, .. } = (*self.entropy.one(&variables)).clone();
        if ty == T::Pool {
            return format!("set {name} to roll ({}) bean", self.few(scope));
        }
        let value = self.expr(ty, scope, 3);
        if ty.is_quantity() && self.entropy.pick(2) == 1 {
            return format!("add {value} to {name}");
        }
        if ty.member() != ty {
            return self.change_set(&name, ty, scope);
        }
        format!("set {name} to {value}")
    }

    /// Changes a set: all of it, or by one member or several.
    fn change_set(&mut self, target: &str, ty: T, scope: &Scope) -> String {
        let several = self.entropy.pick(2) == 1;
        let those = self.expr(if several { ty } else { ty.member() }, scope, 2);
        match self.entropy.pick(3) {
            0 => format!("set {target} to {}", self.expr(ty, scope, 3)),
            1 => format!("add {those} to {target}"),
            _ => format!("take ({those}) from {target}"),
        }
    }

    /// Changes a set of a piece or of the game, or what a state holds for a key.
    fn set_stored(&mut self, scope: &Scope) -> String {
        let mug = self.expr(T::Mug, scope, 2);
        let hue = self.expr(T::Hue, scope, 1);
        match self.entropy.pick(6) {
            0 => self.change_set(&format!("seen of ({mug})"), T::Mugs, scope),
            1 => self.change_set(&format!("sums of ({mug})"), T::Numbers, scope),
            2 => self.change_set(&format!("marks of ({mug})"), T::Shapes, scope),
            3 => match self.entropy.pick(3) {
                0 => format!("add {hue} to hues"),
                1 => format!("take ({hue}) from hues"),
                _ => "set hues to [green, red]".to_owned(),
            },
            4 => format!("set first-of-hue({hue}) to {mug}"),
            _ => {
                let value = self.expr(T::Number, scope, 2);
                match self.entropy.pick(2) {
                    0 => format!("set owed({mug}, {hue}) to {value}"),
                    _ => format!("add {value} to owed({mug}, {hue})"),
                }
            }
        }
    }

    fn set_field(&mut self, scope: &Scope) -> String {
        if self.entropy.pick(3) == 0 {
            return self.set_stored(scope);
        }
        let fields = [
            ("level", T::Number),
            ("reach", T::Length),
            ("colour", T::Hue),
            ("form", T::Shape),
            ("plan", T::Shape),
            ("mate", T::Mug),
            ("wet", T::Bool),
        ];
        let (field, ty) = *self.entropy.one(&fields);
        let (mug, value) = (self.expr(T::Mug, scope, 2), self.expr(ty, scope, 2));
        match self.entropy.pick(4) {
            0 if ty.is_quantity() => format!("add {value} to {field} of ({mug})"),
            1 if field == "plan" => format!("reveal plan of ({mug})"),
            1 if field == "form" => format!("reveal marks of ({mug})"),
            2 => format!(
                "set loose of ({}) to {}",
                self.expr(T::Lid, scope, 1),
                self.expr(T::Bool, scope, 1)
            ),
            _ => format!("set {field} of ({mug}) to {value}"),
        }
    }

    fn dice(&mut self, scope: &Scope) -> String {
        if !scope.known.iter().any(|known| known.ty == T::Pool) {
            return self.tokens(scope);
        }
        let pool = self.expr(T::Pool, scope, 0);
        let [one, other] = [(); 2].map(|()| *self.entropy.one(&["knob", "dent", "flat"]));
        let number = self.few(scope);
        match self.entropy.pick(13) {
            0 => format!("add-face({pool}, {one}, {number})"),
            11 => format!("add-turnable({pool}, {one}, {number})"),
            12 => format!("add-die({pool}, {one}, {number})"),
            1 => format!("turn {number} {one} in {pool} to {other}"),
            6 => format!("turn all {one} in {pool} to {other}"),
            7 => format!(
                "let {} = turn ({number}) {one} in {pool} to {other}",
                self.name("turned")
            ),
            8 => format!("reroll(dice in rerollable({pool}) showing {one})"),
            2 => format!("cancel({pool}, {one}, {number})"),
            3 => format!("reroll(rerollable({pool}))"),
            9 => format!("bar-reroll(dice in dice-of({pool}) showing {one})"),
            10 => format!("lock(dice in dice-of({pool}) showing {one})"),
            4 => {
                let die = self.name("d");
                format!(
                    "for each {die} in dice-of({pool}) {{ if face-of({die}) is {one} {{ turn({die}, {other}) }} }}"
                )
            }
            _ => {
                let die = self.name("d");
                format!("reroll(members {die} of rerollable({pool}) where face-of({die}) is not {one})")
            }
        }
    }

    fn entities(&mut self, scope: &Scope) -> String {
        let lid = self.expr(T::Lid, scope, 2);
        match self.entropy.pick(8) {
            6 => {
                let (mug, other) = (self.expr(T::Mug, scope, 1), self.expr(T::Mug, scope, 1));
                let player = self.expr(T::Player, scope, 1);
                let what = *self.entropy.one(&["tall", "wide", "(template of as-mug(OTHER))"]);
                let made = self.name("made");
                format!(
                    "let {made} = create {} owned by {player}\nset level of {made} to height of template of as-mug({mug})",
                    what.replace("OTHER", &other)
                )
            }
            7 => {
                let (mug, player) = (self.expr(T::Mug, scope, 1), self.expr(T::Player, scope, 1));
                let what = *self.entropy.one(&["tin", "cork", "(template of as-lid(OTHER))"]);
                format!(
                    "create {} on as-mug({mug}) owned by {player}",
                    what.replace("OTHER", &lid)
                )
            }
            0 => format!("flip({lid}, up: {})", self.expr(T::Bool, scope, 1)),
            1 => format!("move-to({lid}, {})", self.expr(T::Thing, scope, 1)),
            2 => format!("remove({})", self.expr(T::Thing, scope, 1)),
            3 => format!("return-to-game({})", self.expr(T::Thing, scope, 1)),
            4 => format!(
                "set-owner({}, {})",
                self.expr(T::Mug, scope, 1),
                self.expr(T::Player, scope, 1)
            ),
            _ => "shuffle(shelf)".to_owned(),
        }
    }

    fn start(&mut self, scope: &Scope) -> String {
        let super::Callable { name, params, .. } = self.entropy.one(&self.effects.clone()).clone();
        let arguments = self.passed(&name, &params, scope, 1);
        let until = match self.procedures.first().cloned() {
            Some(procedure) if self.entropy.pick(3) > 0 => self.until(&procedure, &params, scope),
            _ => "the game ends".to_owned(),
        };
        format!("start {name}({arguments}) until {until}")
    }

    /// An effect that has no name. It keeps some of the names of the rule.
    fn lasting(&mut self, scope: &Scope) -> String {
        let kept = |known: &&Known| known.ty.lasts() && !known.name.starts_with('(');
        let mut names: Vec<(String, T)> = Vec::new();
        for known in scope.known.iter().rev().filter(kept).take(6) {
            names.push((known.name.clone(), known.ty));
        }
        let until = match self.procedures.first().cloned() {
            Some(procedure) if self.entropy.pick(3) > 0 => self.until(&procedure, &names, scope),
            _ => "the game ends".to_owned(),
        };
        let home = Scope {
            no_effects: true,
            ..Scope::default().with(&names, |_| false)
        };
        let rules: String = (0..1 + self.entropy.pick(2))
            .map(|_| self.rule(&home, false))
            .collect();
        let lasts = match self.entropy.rarely(3) {
            true => {
                let seen = Scope {
                    pure: true,
                    values: Some(0),
                    ..home.clone()
                };
                format!(" while {}", self.expr(T::Bool, &seen, 2))
            }
            false => String::new(),
        };
        format!("until {until}{lasts} {{\n{rules}}}")
    }

    fn until(&mut self, procedure: &super::Procedure, params: &[(String, T)], scope: &Scope) -> String {
        let first = self.end(procedure, params, Some(scope));
        match self.entropy.pick(4) {
            0 => format!("{first} or {}", self.end(procedure, params, None)),
            _ => first,
        }
    }

    /// The event that ends an effect. With a scope it may be counted; the scope is that in which the count is
    /// worked out.
    fn end(&mut self, procedure: &super::Procedure, params: &[(String, T)], scope: Option<&Scope>) -> String {
        let super::Procedure {
            name, steps, slots, ..
        } = procedure;
        let next = *self.entropy.one(&["", "", "next "]);
        let mut text = match self.entropy.pick(5) {
            4 => {
                let mug = params.iter().find(|param| param.1 == super::T::Mug);
                let mug = mug.map_or_else(|| "mug w".to_owned(), |param| param.0.clone());
                return format!("after drop on {mug} falls");
            }
            0 => format!("before {next}{name}"),
            1 => format!("after {next}{name}"),
            2 => format!("at {next}{name}.{}", steps[0]),
            _ => format!("after {next}{name}.{}", steps[0]),
        };
        if let Some(scope) = scope
            && self.entropy.pick(2) == 1
        {
            let _ = write!(text, " ({}) times", self.few(scope));
        }
        if self.entropy.rarely(3) {
            // It sees the effect's parameters and the window's procedure.
            let seen = Scope {
                pure: true,
                ..self.scope().with(params, |_| false).with(slots, |_| false)
            };
            let _ = write!(text, " when {}", self.expr(T::Bool, &seen, 2));
        }
        text
    }

    fn end_effect(&mut self, scope: &Scope) -> String {
        let super::Callable { name, params, .. } = self.entropy.one(&self.effects.clone()).clone();
        format!("end {name}{}", self.pattern(&name, &params, scope))
    }

    /// A last statement, which may leave the block.
    fn last(&mut self, scope: &Scope) -> String {
        let condition = self.expr(T::Bool, scope, 2);
        match self.entropy.pick(8) {
            0 => format!("if {condition} {{ end the game with late }}"),
            3 | 4 if scope.loops > 0 => format!("if {condition} {{ break }}"),
            5..=7 if scope.window.is_some() => {
                let window = scope.window.as_deref().unwrap_or_default();
                format!("if {condition} {{ end {window} }}")
            }
            1 | 2 => format!("if {condition} {{ stop }}"),
            _ => self.tokens(scope),
        }
    }

    fn if_(&mut self, scope: &Scope, depth: usize) -> String {
        let condition = self.expr(T::Bool, scope, 3);
        let then = self.block(scope, 3, depth);
        let otherwise = self.otherwise(scope, depth);
        format!("if {condition} {then}{otherwise}")
    }

    fn otherwise(&mut self, scope: &Scope, depth: usize) -> String {
        if self.entropy.pick(2) == 0 {
            return String::new();
        }
        format!(" else {}", self.block(scope, 2, depth))
    }

    fn for_each(&mut self, scope: &Scope, depth: usize) -> String {
        let ty = *self.entropy.one(&SETS);
        let (set, name) = (self.expr(ty, scope, 2), self.name("e"));
        let mut inner = scope.clone().with(&[(name.clone(), ty.member())], |_| false);
        inner.loops += 1;
        let order = match self.entropy.rarely(3) {
            true => format!(
                " in order chosen by {} \"Which next?\"",
                self.expr(T::Player, scope, 1)
            ),
            false => String::new(),
        };
        format!(
            "for each {name} in ({set}){order} {}",
            self.block(&inner, 3, depth)
        )
    }

    fn repeat(&mut self, scope: &Scope, depth: usize) -> String {
        let mut inner = scope.clone();
        inner.loops += 1;
        let times = self.few(scope);
        format!("repeat {times} times {}", self.block(&inner, 3, depth))
    }

    /// A choice of a place: in an area, facing some way, where something holds.
    fn choose_place(&mut self, scope: &Scope, depth: usize) -> String {
        let (mug, player, name) = (
            self.expr(T::Mug, scope, 1),
            self.expr(T::Player, scope, 1),
            self.name("spot"),
        );
        let region = match self.entropy.pick(3) {
            0 => "inside the table".to_owned(),
            1 => {
                let [x, y, width, length] = [(); 4].map(|()| self.expr(T::Length, scope, 1));
                format!("inside ({x}, {y}, {width}, {length})")
            }
            _ => "inside (1 inches, 2 inches, 0, 40 mm)".to_owned(),
        };
        let facing = *self
            .entropy
            .one(&["any", "any", "-90 degrees", "[0 degrees, 33 degrees]"]);
        let seen = Scope {
            pure: true,
            ..scope.clone()
        };
        let test = self.expr(T::Bool, &seen, 2);
        let test = match self.entropy.pick(4) {
            0 => String::new(),
            1 => format!(" where {test}"),
            2 => format!(
                " where x-of({name}) > {} and ({test})",
                self.expr(T::Length, &seen, 1)
            ),
            _ => format!(" where heading-of({name}) > 40 degrees or ({test})"),
        };
        let optional = *self.entropy.one(&["", " or none"]);
        let other = self.expr(T::Mug, scope, 1);
        let (body, otherwise) = (self.block(scope, 2, depth), self.block(scope, 2, depth));
        format!(
            "choose {name} for {mug} {region} facing {facing}{test} by {player} \"Where?\"{optional} {{
             set reach of ({other}) to x-of({name}) - y-of({name})
             if {player} is {player} {body}
             }} else {otherwise}"
        )
    }

    fn choose(&mut self, scope: &Scope, depth: usize) -> String {
        if self.entropy.rarely(5) {
            return self.choose_place(scope, depth);
        }
        let ty = *self.entropy.one(&SETS);
        let (set, player, name) = (
            self.expr(ty, scope, 2),
            self.expr(T::Player, scope, 1),
            self.name("c"),
        );
        if self.entropy.rarely(3) {
            let most = self.few(scope);
            let inner = scope.clone().with(&[(name.clone(), ty)], |_| false);
            let body = self.block(&inner, 2, depth);
            let many = match self.entropy.pick(4) {
                0 => "any number".to_owned(),
                1 => format!("({most})"),
                _ => format!("up to {most}"),
            };
            let order = *self.entropy.one(&["", " in order"]);
            return format!("choose {many} {name} from ({set}){order} by {player} \"Which?\" {body}");
        }
        let optional = *self.entropy.one(&["", " or none"]);
        let secret = *self.entropy.one(&["", " secretly"]);
        let inner = scope.clone().with(&[(name.clone(), ty.member())], |_| false);
        let body = self.block(&inner, 2, depth);
        let otherwise = self.otherwise(scope, depth);
        format!("choose {name} from {set} by {player} \"Which?\"{optional}{secret} {body}{otherwise}")
    }

    fn asks(&mut self, scope: &Scope, depth: usize) -> String {
        let player = self.expr(T::Player, scope, 1);
        match self.entropy.pick(3) {
            0 => {
                let body = self.block(scope, 2, depth);
                let otherwise = self.otherwise(scope, depth);
                format!("may by {player} \"Really?\" {body}{otherwise}")
            }
            1 if !scope.no_offers => {
                let (mug, times) = (self.expr(T::Mug, scope, 1), self.few(scope));
                format!("offer deed({mug}) to {player} at most {times} times")
            }
            _ => {
                let mut text = format!("choose one by {player} \"What?\" {{\n");
                for _ in 0..1 + self.entropy.pick(3) {
                    let label = self.name("Label");
                    let when = match self.entropy.pick(2) {
                        0 => "always".to_owned(),
                        _ => format!("when {}", self.expr(T::Bool, scope, 2)),
                    };
                    let body = self.block(scope, 2, depth);
                    let _ = writeln!(text, "\"{label}\" {when} {body}");
                }
                text.push('}');
                text
            }
        }
    }

    fn run(&mut self, scope: &Scope) -> String {
        let known = scope.procedures.min(self.procedures.len());
        if known == 0 || scope.loops > 1 || self.runs_left == 0 {
            return self.tokens(scope);
        }
        self.runs_left -= 1;
        let at = self.entropy.pick(known);
        let super::Procedure { name, params, .. } = self.procedures[at].clone();
        format!("run {name}({})", self.passed(&name, &params, scope, 2))
    }
}
