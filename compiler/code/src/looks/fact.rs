//! Facts that looks ask for by name: from a text such as `type.hull` to where the value is found.

use cardwright_bytecode::pack::{FuncId, FunctionClass, Id, Pack, ValueDef};
use cardwright_bytecode::{Base, Ty};

/// How deep a fact may lie: `type.hull` is two deep.
const MOST_STEPS: usize = 4;

/// A fact of a thing.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The way to its value.
    pub reading: Reading,
    /// The type of the value.
    pub ty: Ty,
    /// Whether yes and no change places.
    pub negated: bool,
}

/// The way to the value of a fact.
#[derive(Clone, Debug)]
pub enum Reading {
    /// A value that is written in the looks.
    Constant(i64),
    /// In a field of the thing, or of what that leads to: numbers of fields.
    Fields(Vec<u16>),
    /// The number of tokens of a sort on the thing.
    Tokens(u16),
    /// A function of the thing gives it.
    Define(FuncId),
    /// A value of the thing.
    Value(Id<ValueDef>),
}

/// Why a text is no fact, and the names that were possible.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) message: String,
    pub(super) wrong: String,
    pub(super) known: Vec<String>,
}

impl Refused {
    pub(super) fn new(message: String, wrong: &str, known: Vec<String>) -> Self {
        let wrong = wrong.to_owned();
        Self {
            message,
            wrong,
            known,
        }
    }
}

impl Fact {
    /// The fact that a text means for the things of a kind.
    pub(super) fn of(pack: &Pack, kind: usize, text: &str) -> Result<Self, Refused> {
        let text = text.trim();
        let (name, negated) = match text.strip_prefix("not ") {
            Some(rest) => (rest.trim(), true),
            None => (text, false),
        };
        let (reading, ty) = reading(pack, kind, name)?;
        if negated && ty != Ty::BOOL {
            let message = format!("`{name}` is not a yes-no value, so `not` cannot be used with it");
            return Err(Refused::new(message, name, Vec::new()));
        }
        Ok(Self { reading, ty, negated })
    }
}

fn reading(pack: &Pack, kind: usize, name: &str) -> Result<(Reading, Ty), Refused> {
    if let Some(found) = constant(name) {
        return Ok(found);
    }
    if let Some((first, _)) = name.split_once('.') {
        return fields(pack, kind, first, name);
    }
    let of_kind = pack.kinds.get(kind);
    if of_kind.is_some_and(|def| def.fields.iter().any(|field| field.name == name)) {
        return fields(pack, kind, name, name);
    }
    let sorts = of_kind.map_or(&[][..], |def| &def.tokens);
    let token = sorts.iter().find(|&&token| {
        pack.tokens
            .get(usize::from(token))
            .is_some_and(|def| def.name == name)
    });
    if let Some(&token) = token {
        return Ok((Reading::Tokens(token), Ty::NUMBER));
    }
    let fits = |ty: Ty| !ty.set && takes(ty.base, kind);
    let value = pack
        .values
        .numbered()
        .find(|(_, def)| def.name == name && matches!(def.params.as_slice(), [one] if fits(one.ty)));
    if let Some((id, def)) = value {
        return Ok((Reading::Value(id), def.result));
    }
    let define = pack.functions.numbered().find(|(_, function)| {
        let is_pure = function.class == FunctionClass::Pure && function.context.is_none();
        let first = function.registers.first().copied();
        function.name == name && is_pure && function.params == 1 && first.is_some_and(fits)
    });
    if let Some((id, function)) = define {
        return Ok((Reading::Define(id), function.result));
    }
    let kind_name = of_kind.map_or("", |def| &def.name);
    let message = format!(
        "`{kind_name}` has no fact `{name}`: there is no field, token, define or value of a {kind_name} \
         with this name"
    );
    Err(Refused::new(message, name, known(pack, kind)))
}

/// Whether a parameter of a type takes a thing of a kind.
fn takes(base: Base, kind: usize) -> bool {
    match base {
        Base::Thing => true,
        Base::Entity(one) => usize::from(one) == kind,
        _ => false,
    }
}

/// A number, a length or an angle as it is written.
fn constant(text: &str) -> Option<(Reading, Ty)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let with_unit = [
        ("deg", Ty::ANGLE, 1000.0),
        ("in", Ty::LENGTH, 1000.0),
        ("mm", Ty::LENGTH, 1000.0 / 25.4),
    ];
    for (unit, ty, per_unit) in with_unit {
        if let Some(number) = text.strip_suffix(unit) {
            let number: f64 = number.trim().parse().ok()?;
            return thousandths(number * per_unit).map(|value| (Reading::Constant(value), ty));
        }
    }
    let number = text.parse().ok()?;
    Some((Reading::Constant(number), Ty::NUMBER))
}

/// A whole number that is not too large for a table or a turn.
#[expect(clippy::cast_possible_truncation, reason = "its length was checked before")]
fn thousandths(number: f64) -> Option<i64> {
    (number.is_finite() && number.abs() < 10_000_000.0).then(|| number.round() as i64)
}

/// A length in thousandths of an inch.
pub(super) fn length(text: &str) -> Option<i64> {
    match constant(text.trim())? {
        (Reading::Constant(value), ty) if ty == Ty::LENGTH => Some(value),
        _ => None,
    }
}

/// A path of fields: `type.hull`.
fn fields(pack: &Pack, kind: usize, first: &str, path: &str) -> Result<(Reading, Ty), Refused> {
    let names: Vec<&str> = path.split('.').collect();
    if names.len() > MOST_STEPS {
        let message = format!(
            "`{path}` is {} fields deep; the most is {MOST_STEPS}",
            names.len()
        );
        return Err(Refused::new(message, first, Vec::new()));
    }
    let kind = u16::try_from(kind).unwrap_or(u16::MAX);
    let mut ty = Ty::one(Base::Entity(kind));
    let mut steps = Vec::new();
    for name in names {
        let all = fields_of(pack, ty);
        let found = all.iter().position(|(field, _)| *field == name);
        let Some(at) = found.filter(|_| !ty.set) else {
            let known: Vec<String> = all.iter().map(|(field, _)| (*field).to_owned()).collect();
            let message = format!("there is no field `{name}`, as used in `{path}`");
            return Err(Refused::new(message, name, known));
        };
        ty = all[at].1;
        steps.push(u16::try_from(at).unwrap_or(u16::MAX));
    }
    Ok((Reading::Fields(steps), ty))
}

/// The fields of what a value of a type is.
fn fields_of(pack: &Pack, ty: Ty) -> Vec<(&str, Ty)> {
    match ty.base {
        Base::Entity(kind) => {
            let def = pack.kinds.get(usize::from(kind));
            let fields = def.map_or(&[][..], |def| &def.fields);
            fields
                .iter()
                .map(|field| (field.name.as_str(), field.ty))
                .collect()
        }
        Base::Row(record) => {
            let def = pack.records.get(usize::from(record));
            let fields = def.map_or(&[][..], |def| &def.fields);
            fields
                .iter()
                .map(|field| (field.name.as_str(), field.ty))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The names of all facts of the things of a kind.
fn known(pack: &Pack, kind: usize) -> Vec<String> {
    let def = pack.kinds.get(kind);
    let fields = def
        .into_iter()
        .flat_map(|def| &def.fields)
        .map(|field| field.name.clone());
    let tokens = def.into_iter().flat_map(|def| &def.tokens);
    let tokens = tokens.filter_map(|&token| pack.tokens.get(usize::from(token)));
    let values = pack.values.iter().filter(|def| def.params.len() == 1);
    let defines = pack
        .functions
        .iter()
        .filter(|one| one.params == 1 && one.context.is_none());
    fields
        .chain(tokens.map(|def| def.name.clone()))
        .chain(values.map(|def| def.name.clone()))
        .chain(defines.map(|one| one.name.clone()))
        .collect()
}
