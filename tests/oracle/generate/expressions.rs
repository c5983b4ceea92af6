//! Generated expressions.

use super::{Callable, Generator, SETS, Scope, T};

impl Generator<'_> {
    /// An expression of a type, not deeper than this.
    pub(super) fn expr(&mut self, ty: T, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.entropy.is_used_up() {
            return self.leaf(ty, scope);
        }
        let below = depth - 1;
        match self.entropy.pick(8) {
            0 => self.leaf(ty, scope),
            1 => self.called(ty, scope, below),
            2 if ty != T::Pool && ty != T::Die && ty != T::Dice => {
                let condition = self.expr(T::Bool, scope, below);
                let [then, otherwise] = [(); 2].map(|()| self.expr(ty, scope, below));
                format!("(if {condition} then {then} else {otherwise})")
            }
            _ => self.built(ty, scope, below),
        }
    }

    /// A name or constant.
    fn leaf(&mut self, ty: T, scope: &Scope) -> String {
        let known: Vec<&str> = scope
            .known
            .iter()
            .filter(|known| known.ty == ty)
            .map(|known| known.name.as_str())
            .collect();
        if !known.is_empty() && (self.entropy.pick(4) < 3 || matches!(ty, T::Pool | T::Die | T::Dice)) {
            return (*self.entropy.one(&known)).to_owned();
        }
        let constants: &[&str] = match ty {
            T::Number => &[
                "0",
                "1",
                "2",
                "3",
                "5",
                "(-1)",
                "(-4)",
                "100",
                "900000000",
                "(900000000 * 900000000 * 900)",
            ],
            T::Length => &[
                "0 inches",
                "1 inch",
                "2.5 inches",
                "40 mm",
                "(-3 inches)",
                "(900000000 inches * 900000000)",
            ],
            T::Bool => &["yes", "no"],
            T::Hue => &["red", "green", "blue"],
            T::Shape => &["disc", "cube", "cone"],
            T::Mug => &["mug-1", "mug-2", "mug-3", "no-mug"],
            T::Lid => &["lid-1", "lid-2", "no-lid"],
            T::Player => &["player-1", "player-2"],
            T::Thing => &["mug-1", "shelf", "player-1", "lid-2"],
            T::Face => &["knob", "dent", "flat"],
            T::Numbers => &["(sizes of disc)", "(sizes of cube)"],
            T::Shapes => &["(all shape)", "(shapes of mug-1)"],
            T::Mugs => &["(all mug)"],
            T::Lids => &["(all lid)", "(all lid on mug-3)", "(all lid on shelf)"],
            T::Players => &["(all player)"],
            T::Pool | T::Die | T::Dice => unreachable!("{ty:?} is only asked for where one is known"),
        };
        (*self.entropy.one(constants)).to_owned()
    }

    /// A call of a define, or of a value.
    fn called(&mut self, ty: T, scope: &Scope, depth: usize) -> String {
        let values = scope.values.unwrap_or(self.values.len());
        let callables = self.defines.iter().chain(&self.values[..values]);
        let fitting: Vec<Callable> = callables
            .filter(|callable| callable.result == ty)
            .cloned()
            .collect();
        if fitting.is_empty() {
            return self.leaf(ty, scope);
        }
        let Callable { name, params, .. } = self.entropy.one(&fitting).clone();
        if params.is_empty() {
            return name;
        }
        format!("{name}({})", self.passed(&name, &params, scope, depth))
    }

    /// The arguments of something that may have a default for the last one. What a default asks for is small.
    pub(super) fn passed(
        &mut self,
        name: &str,
        params: &[(String, T)],
        scope: &Scope,
        depth: usize,
    ) -> String {
        match params.split_last() {
            Some((_, given)) if self.usual.contains_key(name) && self.entropy.pick(2) == 0 => {
                self.arguments(given, params.len() > 1, scope, 0)
            }
            _ => self.arguments(params, params.len() > 1, scope, depth),
        }
    }

    fn arguments(&mut self, params: &[(String, T)], several: bool, scope: &Scope, depth: usize) -> String {
        let arguments: Vec<String> = params
            .iter()
            .map(|(name, ty)| match self.expr(*ty, scope, depth) {
                bare if several && matches!(bare.as_str(), "yes" | "no" | "nobody") => {
                    format!("{name}: {bare}")
                }
                other => other,
            })
            .collect();
        arguments.join(", ")
    }

    fn built(&mut self, ty: T, scope: &Scope, depth: usize) -> String {
        match ty {
            T::Number => self.number(scope, depth),
            T::Length => self.length(scope, depth),
            T::Bool => self.truth(scope, depth),
            T::Hue => {
                let mug = self.expr(T::Mug, scope, depth);
                match self.entropy.pick(3) {
                    0 => format!("(colour of ({mug}))"),
                    1 => format!("(tint of ({}))", self.expr(T::Shape, scope, depth)),
                    _ => format!("(paint of ({}))", self.expr(T::Lid, scope, depth)),
                }
            }
            T::Shape => match self.entropy.pick(3) {
                0 => format!("(form of ({}))", self.expr(T::Mug, scope, depth)),
                1 => format!("(plan of ({}))", self.expr(T::Mug, scope, depth)),
                _ => format!("(first of {})", self.expr(T::Shapes, scope, depth)),
            },
            T::Mug => match self.entropy.pick(3) {
                0 => format!("(mate of ({}))", self.expr(T::Mug, scope, depth)),
                1 => format!("(first of {})", self.expr(T::Mugs, scope, depth)),
                _ => format!("as-mug(holder of ({}))", self.expr(T::Lid, scope, depth)),
            },
            T::Lid => format!("(first of {})", self.expr(T::Lids, scope, depth)),
            T::Player => match self.entropy.pick(2) {
                0 => format!("(owner of ({}))", self.expr(T::Mug, scope, depth)),
                _ => format!("next-player({})", self.expr(T::Player, scope, depth)),
            },
            T::Thing => match self.entropy.pick(3) {
                0 => self.expr(T::Mug, scope, depth),
                1 => self.expr(T::Lid, scope, depth),
                _ => format!("(holder of ({}))", self.expr(T::Lid, scope, depth)),
            },
            T::Numbers | T::Shapes | T::Mugs | T::Lids | T::Players => self.set(ty, scope, depth),
            T::Face | T::Pool | T::Die | T::Dice => self.leaf(ty, scope),
        }
    }

    fn length(&mut self, scope: &Scope, depth: usize) -> String {
        match self.entropy.pick(9) {
            0 | 1 => {
                let operator = *self.entropy.one(&["+", "-"]);
                let [left, right] = [(); 2].map(|()| self.expr(T::Length, scope, depth));
                format!("({left} {operator} {right})")
            }
            2 => {
                let operator = *self.entropy.one(&["*", "/"]);
                let (left, right) = (
                    self.expr(T::Length, scope, depth),
                    self.expr(T::Number, scope, depth),
                );
                format!("({left} {operator} {right})")
            }
            3 => {
                let (left, right) = (
                    self.expr(T::Number, scope, depth),
                    self.expr(T::Length, scope, depth),
                );
                format!("({left} * {right})")
            }
            4 => {
                let function = *self.entropy.one(&["max", "min", "remainder"]);
                let [left, right] = [(); 2].map(|()| self.expr(T::Length, scope, depth));
                format!("{function}({left}, {right})")
            }
            5 => {
                let function = *self.entropy.one(&["half-up", "half-down", "absolute", "-"]);
                format!("({function}({}))", self.expr(T::Length, scope, depth))
            }
            6 => format!("(reach of ({}))", self.expr(T::Mug, scope, depth)),
            7 => self.fold(T::Length, scope, depth),
            _ => format!("(span of ({}))", self.expr(T::Shape, scope, depth)),
        }
    }

    fn number(&mut self, scope: &Scope, depth: usize) -> String {
        let knows_pool = scope.known.iter().any(|known| known.ty == T::Pool);
        match self.entropy.pick(15) {
            14 => {
                let (mug, hue) = (self.expr(T::Mug, scope, depth), self.expr(T::Hue, scope, depth));
                format!("owed({mug}, {hue})")
            }
            13 if !scope.no_offers && !scope.pure && scope.values.is_none() => {
                let (mug, player) = (
                    self.expr(T::Mug, scope, depth),
                    self.expr(T::Player, scope, depth),
                );
                format!("(options of deed({mug}) for ({player}))")
            }
            0..=2 => {
                let operator = *self.entropy.one(&["+", "-", "*", "/"]);
                let [left, right] = [(); 2].map(|()| self.expr(T::Number, scope, depth));
                format!("({left} {operator} {right})")
            }
            3 => {
                let function = *self.entropy.one(&["max", "min"]);
                let [left, right] = [(); 2].map(|()| self.expr(T::Number, scope, depth));
                format!("{function}({left}, {right})")
            }
            4 => {
                let function = *self.entropy.one(&["half-up", "half-down", "absolute", "-"]);
                format!("({function}({}))", self.expr(T::Number, scope, depth))
            }
            5 => {
                let field = *self.entropy.one(&["height", "level"]);
                format!("({field} of ({}))", self.expr(T::Mug, scope, depth))
            }
            6 => format!("(size of ({}))", self.expr(T::Shape, scope, depth)),
            7 => {
                let token = *self.entropy.one(&["drop", "chip"]);
                format!("({token} on ({}))", self.expr(T::Mug, scope, depth))
            }
            8 => {
                let set = *self.entropy.one(&SETS);
                format!("(count of {})", self.expr(set, scope, depth))
            }
            9 => self.fold(T::Number, scope, depth),
            10 => {
                let [left, right] = [(); 2].map(|()| self.expr(T::Length, scope, depth));
                format!("({left} / {right})")
            }
            11 if !scope.pure => format!("random({})", self.expr(T::Number, scope, depth)),
            12 if knows_pool => {
                let pool = self.leaf(T::Pool, scope);
                match self.entropy.pick(2) {
                    0 => format!("dice-in({pool})"),
                    _ => format!("({} in {pool})", self.leaf(T::Face, &Scope::default())),
                }
            }
            _ => format!("(weight of ({}))", self.expr(T::Lid, scope, depth)),
        }
    }

    fn fold(&mut self, value: T, scope: &Scope, depth: usize) -> String {
        let fold = *self.entropy.one(&["sum of", "lowest", "highest"]);
        let ty = *self.entropy.one(&SETS);
        let (set, name) = (self.expr(ty, scope, depth), self.name("m"));
        let inner = scope.clone().with(&[(name.clone(), ty.member())], |_| false);
        format!(
            "({fold} {} for {name} in ({set}))",
            self.expr(value, &inner, depth)
        )
    }

    fn truth(&mut self, scope: &Scope, depth: usize) -> String {
        let has_you = scope.known.iter().any(|known| known.name == "you");
        match self.entropy.pick(11) {
            10 if has_you => {
                let ty = *self.entropy.one(&[T::Mug, T::Lid]);
                let is = *self.entropy.one(&["is", "is not"]);
                format!("({} {is} yours)", self.expr(ty, scope, depth))
            }
            0..=2 => {
                let operator = *self.entropy.one(&["<", "<=", ">", ">=", "=", "is not"]);
                let ty = *self.entropy.one(&[T::Number, T::Number, T::Length]);
                let [left, right] = [(); 2].map(|()| self.expr(ty, scope, depth));
                format!("({left} {operator} {right})")
            }
            3 => format!("(not {})", self.expr(T::Bool, scope, depth)),
            4 | 5 => {
                let operator = *self.entropy.one(&["and", "or"]);
                let [left, right] = [(); 2].map(|()| self.expr(T::Bool, scope, depth));
                format!("({left} {operator} {right})")
            }
            6 => {
                let ty = *self
                    .entropy
                    .one(&[T::Mug, T::Hue, T::Shape, T::Player, T::Lid, T::Bool]);
                let operator = *self.entropy.one(&["is", "is not"]);
                let [left, right] = [(); 2].map(|()| self.expr(ty, scope, depth));
                format!("({left} {operator} {right})")
            }
            7 => {
                let ty = *self.entropy.one(&SETS);
                let (item, set) = (self.expr(ty.member(), scope, depth), self.expr(ty, scope, depth));
                format!("({item} is in ({set}))")
            }
            8 => {
                let (question, ty) = (
                    *self.entropy.one(&["any of", "none of"]),
                    *self.entropy.one(&SETS),
                );
                format!("({question} {})", self.expr(ty, scope, depth))
            }
            _ => self.asked(scope, depth),
        }
    }

    /// A question to an entity.
    fn asked(&mut self, scope: &Scope, depth: usize) -> String {
        match self.entropy.pick(6) {
            5 if !scope.no_effects && !self.effects.is_empty() => {
                let Callable { name, params, .. } = self.entropy.one(&self.effects.clone()).clone();
                format!("(running {name}{})", self.pattern(&name, &params, scope))
            }
            0 if self.entropy.pick(3) == 0 => format!("({} is in hues)", self.expr(T::Hue, scope, depth)),
            0 => format!("(wet of ({}))", self.expr(T::Mug, scope, depth)),
            1 => format!("in-play({})", self.expr(T::Thing, scope, depth)),
            2 => format!("face-up({})", self.expr(T::Lid, scope, depth)),
            3 if scope.values.is_none() => format!("(can pour({}))", self.expr(T::Mug, scope, depth)),
            _ => format!("(loose of ({}))", self.expr(T::Lid, scope, depth)),
        }
    }

    fn set(&mut self, ty: T, scope: &Scope, depth: usize) -> String {
        match self.entropy.pick(10) {
            9 => return self.set_of_others(ty, scope, depth),
            0..=2 => return self.leaf_set(ty, scope, depth),
            3 => {
                let count = 1 + self.entropy.pick(3);
                let members: Vec<String> = (0..count).map(|_| self.expr(ty.member(), scope, depth)).collect();
                return format!("[{}]", members.join(", "));
            }
            4 => {
                let count = self.expr(T::Number, scope, 1);
                return format!("(first ({count}) of {})", self.expr(ty, scope, depth));
            }
            5 => {
                let (set, name) = (self.expr(ty, scope, depth), self.name("m"));
                let inner = scope.clone().with(&[(name.clone(), ty.member())], |_| false);
                let by = self.expr(T::Number, &inner, depth);
                return format!("(sort {name} in ({set}) by {by})");
            }
            6 => {
                let operator = *self.entropy.one(&["+", "-"]);
                let [left, right] = [(); 2].map(|()| self.expr(ty, scope, depth));
                return format!("({left} {operator} {right})");
            }
            _ => {}
        }
        let (set, name) = (self.expr(ty, scope, depth), self.name("m"));
        let inner = scope.clone().with(&[(name.clone(), ty.member())], |_| false);
        let condition = self.expr(T::Bool, &inner, depth);
        format!("(members {name} of ({set}) where {condition})")
    }

    /// Members that are compared with the others of a set.
    fn set_of_others(&mut self, ty: T, scope: &Scope, depth: usize) -> String {
        let has_you = scope.known.iter().any(|known| known.name == "you");
        if ty == T::Mugs && has_you && self.entropy.pick(2) == 0 {
            return "(all other mug)".to_owned();
        }
        let (set, one, other) = (self.expr(ty, scope, depth), self.name("m"), self.name("o"));
        let mut inner = scope.clone().with(&[(one.clone(), ty.member())], |_| false);
        let others = self.expr(ty, &inner, depth);
        inner = inner.with(&[(other.clone(), ty.member())], |_| false);
        let condition = self.expr(T::Bool, &inner, depth);
        format!(
            "(members {one} of ({set}) where any of (other members {other} of ({others}) where {condition}))"
        )
    }

    fn leaf_set(&mut self, ty: T, scope: &Scope, depth: usize) -> String {
        let stored = match ty {
            T::Numbers => "sums",
            T::Shapes => "marks",
            T::Mugs => "seen",
            _ => "",
        };
        if !stored.is_empty() && self.entropy.pick(3) == 0 {
            return format!("({stored} of ({}))", self.expr(T::Mug, scope, depth));
        }
        match ty {
            T::Numbers => format!("(sizes of ({}))", self.expr(T::Shape, scope, depth)),
            T::Shapes => format!("(shapes of ({}))", self.expr(T::Mug, scope, depth)),
            T::Lids => format!("(all lid on ({}))", self.expr(T::Mug, scope, depth)),
            T::Mugs | T::Players => {
                let kind = ty.member().text();
                let inner = scope.clone().with(&[("it".to_owned(), ty.member())], |_| false);
                // Inside of another `where`, the inner member needs a name of its own.
                if scope.known.iter().any(|known| known.name == "it") {
                    return format!("(all {kind})");
                }
                format!("(all {kind} where {})", self.expr(T::Bool, &inner, depth))
            }
            _ => self.leaf(ty, scope),
        }
    }

    /// Which instances of an effect are meant.
    pub(super) fn pattern(&mut self, name: &str, params: &[(String, T)], scope: &Scope) -> String {
        if params.is_empty() {
            return String::new();
        }
        if params.len() == 1 && self.usual.contains_key(name) && self.entropy.pick(2) == 0 {
            return "()".to_owned();
        }
        let one = |generator: &mut Self, ty| match generator.entropy.pick(2) {
            0 => "any".to_owned(),
            _ => generator.expr(ty, scope, 1),
        };
        let list: Vec<String> = params.iter().map(|(_, ty)| one(self, *ty)).collect();
        format!("({})", list.join(", "))
    }
}
