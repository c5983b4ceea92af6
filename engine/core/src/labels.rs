//! Names for people: entities, words, rows, poses, dice, rules. Only names of the pack are used.

use crate::board::plane::Pose;
use crate::content::Content;
use crate::dice_number::DieNumber;
use crate::events::Said;
use crate::state::{Source, State};
use cardwright_bytecode::board::{Shape, SpaceDef, unpack_standing};
use cardwright_bytecode::pack::{
    EffectDef, EntityDef, EntityId, FieldDef, Home, Id, Rule, TemplateDef, cell,
};
use cardwright_bytecode::{Base, Ty};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most members of a set that a sentence tells.
const MOST_MEMBERS_TOLD: usize = 12;
/// The name of a card that nobody knows.
pub(crate) const UNKNOWN_CARD: &str = "a face-down card";

/// Names things as they are now.
pub(crate) struct Labels<'a> {
    pub(crate) content: &'a Content,
    pub(crate) state: &'a State,
    /// Whether cards that nobody knows have no names.
    pub(crate) guarded: bool,
    /// Whether words and rows are called by their ids, as content writes them.
    pub(crate) written: bool,
}

impl Labels<'_> {
    /// A value of a type.
    pub(crate) fn value(&self, ty: Ty, value: i64) -> String {
        if ty.set {
            return "a set".into();
        }
        match ty.base {
            Base::Nothing => String::new(),
            Base::Number | Base::Length | Base::Angle | Base::Quantity => ty.base.written(value),
            Base::Bool => if value == 0 { "no" } else { "yes" }.into(),
            Base::Text => {
                pick(&self.content.pack.texts, value).map_or_else(String::new, |text| text.to_string())
            }
            Base::Word(word) => self.word(usize::from(word), value),
            Base::Row(_) => self.row(value),
            Base::Thing | Base::Entity(_) => self.entity(value),
            Base::Pool => self.pool(value),
            Base::Die => self.die(value),
            Base::Pose => self.pose(value),
            Base::Space => self.space(value),
        }
    }

    /// Labels for the members of one set; equal ones are told apart by id or number.
    pub(crate) fn members(&self, ty: Ty, values: &[i64]) -> Vec<String> {
        let plain: Vec<String> = values.iter().map(|&value| self.value(ty, value)).collect();
        let repeated = repeated(&plain);
        if repeated.is_empty() {
            return plain;
        }
        let label = |(place, label): (usize, String)| {
            if !repeated.contains(&label) {
                return label;
            }
            match values.get(place).and_then(|&value| self.id(ty, value)) {
                Some(id) => format!("{label} ({id})"),
                None => format!("{label} #{}", place + 1),
            }
        };
        plain.into_iter().enumerate().map(label).collect()
    }

    fn id(&self, ty: Ty, value: i64) -> Option<String> {
        match ty.base {
            Base::Row(_) => self.template_of_row(value).map(|def| def.id.clone()),
            base if base.is_entity() => self.entity_id(value),
            _ => None,
        }
    }

    /// An entity's id: its own, or, if it was made, its template's with a number.
    pub(crate) fn entity_id(&self, entity: i64) -> Option<String> {
        let def = pick(&self.content.pack.setup.entities, entity.checked_sub(1)?)?;
        match self.template_of_made(entity, def) {
            Some(template) => Some(self.made_id(entity, template)),
            None => Some(def.id.clone()),
        }
    }

    /// The id of an entity that was made in play: its template's, numbered in the order of making; numbers
    /// that the scenario's own ids have are left out.
    fn made_id(&self, entity: i64, template: &TemplateDef) -> String {
        let entities = &self.content.pack.setup.entities;
        let is_earlier = |(number, def): &(i64, &EntityDef)| {
            let alike = self.template_of_made(*number, def);
            *number < entity && alike.is_some_and(|alike| alike.id == template.id)
        };
        let earlier = (1..).zip(entities).filter(is_earlier).count();
        let ids = (1..).map(|number| format!("{}-{number}", template.id));
        let mut free = ids.filter(|id| entities.iter().all(|def| def.id != *id));
        free.nth(earlier).unwrap_or_default()
    }

    /// The template of an entity that was made in play.
    fn template_of_made(&self, entity: i64, def: &EntityDef) -> Option<&TemplateDef> {
        let template = self.state.cell(self.content, entity, cell::TEMPLATE);
        let made = def.later.then(|| template.checked_sub(1)).flatten()?;
        pick(&self.content.pack.templates, made).map(Arc::as_ref)
    }

    fn template_of_row(&self, row: i64) -> Option<&TemplateDef> {
        let template = self.content.index.template_of_row.get(&row)?;
        Some(&self.content.pack.templates[*template])
    }

    /// A row by its id; one that names a template by what people call that.
    fn row(&self, row: i64) -> String {
        match self.template_of_row(row) {
            Some(template) if !template.name.is_empty() => template.name.clone(),
            _ => pick(&self.content.pack.rows, row).map_or_else(String::new, |row| self.own_row(&row.id)),
        }
    }

    /// A row's id; what an entry has for itself alone is called without the entry's id.
    fn own_row(&self, id: &str) -> String {
        if self.written {
            return id.to_owned();
        }
        let ends = id.match_indices('-').map(|(at, _)| at).rev();
        let templates = &self.content.index.template_ids;
        let mut owners = ends.filter(|&at| templates.contains(&id[..at]));
        match owners.next() {
            Some(end) => self.spoken(&id[end + 1..]),
            None => self.spoken(id),
        }
    }

    /// An entity's name, and which one it is if another piece has the same name.
    pub(crate) fn entity(&self, entity: i64) -> String {
        let unknown = |card| self.state.is_unknown(self.content, card);
        if self.guarded && EntityId::try_from(entity).is_ok_and(unknown) {
            return UNKNOWN_CARD.into();
        }
        let place = entity.checked_sub(1);
        let def = place.and_then(|place| pick(&self.content.pack.setup.entities, place));
        def.map_or("nobody".into(), |def| {
            if let Some(template) = self.template_of_made(entity, def) {
                let id = self.made_id(entity, template);
                format!("{}{}", template.name, told_apart(&[&id]).concat())
            } else if def.name.is_empty() {
                def.id.clone()
            } else {
                let which = self.content.index.namesakes.get(&(entity as EntityId));
                format!("{}{}", def.name, which.map_or("", String::as_str))
            }
        })
    }

    fn word(&self, word: usize, value: i64) -> String {
        let def = self.content.pack.words.get(word);
        def.and_then(|def| pick(&def.words, value))
            .map_or_else(String::new, |word| self.spoken(word))
    }

    /// An id in words: what the content says for it, else its parts.
    pub(crate) fn spoken(&self, id: &str) -> String {
        match self.content.pack.said.get(id) {
            _ if self.written => id.to_owned(),
            Some(said) => said.clone(),
            None => id.replace('-', " "),
        }
    }

    /// The text of some words, with the names of entities filled in.
    pub(crate) fn said(&self, words: &[Said]) -> String {
        let word = |word: &Said| match word {
            Said::Words(words) => words.clone(),
            Said::Entity(entity) => self.entity(i64::from(*entity)),
        };
        words.iter().map(word).collect()
    }

    /// A space.
    fn space(&self, space: i64) -> String {
        let def = self.content.pack.setup.board.space(space);
        def.map_or_else(|| "nowhere".into(), SpaceDef::id)
    }

    fn has_corners(&self) -> bool {
        self.content.pack.setup.board.shape == Shape::Squares
    }

    /// A packed pose: spaces, a corner of one, or place and facing on the plane.
    pub(crate) fn pose(&self, packed: i64) -> String {
        if self.content.board.spaces().is_some() {
            return match unpack_standing(packed) {
                (lead, 0) => self.space(lead),
                (lead, corner) if self.has_corners() => {
                    let corner = match corner {
                        1 => "upper right",
                        3 => "lower right",
                        5 => "lower left",
                        _ => "upper left",
                    };
                    format!("{corner} corner of {}", self.space(lead))
                }
                (lead, trail) => format!("{} and {}", self.space(lead), self.space(trail)),
            };
        }
        let Pose { x, y, heading } = Pose::unpack(packed);
        let degrees = thousandths(heading);
        let degrees = degrees.strip_suffix(".0").unwrap_or(&degrees);
        format!("x {}in, y {}in, facing {degrees}", thousandths(x), thousandths(y))
    }

    /// Faces, separated by commas.
    pub(crate) fn faces(&self, faces: &[u16]) -> String {
        if faces.is_empty() {
            return "nothing".into();
        }
        let names: Vec<String> = faces.iter().map(|&face| self.word(0, i64::from(face))).collect();
        names.join(", ")
    }

    fn pool(&self, pool: i64) -> String {
        let faces: Vec<u16> = self
            .state
            .pool(pool)
            .iter()
            .filter(|die| !die.gone)
            .map(|die| die.face)
            .collect();
        self.faces(&faces)
    }

    fn die(&self, number: i64) -> String {
        let DieNumber { pool, place } = DieNumber::unpack(number);
        let face = self.state.pool(pool).get(place).map_or(0, |die| die.face);
        format!("die {}: {}", place + 1, self.word(0, i64::from(face)))
    }

    /// A rule, with what carries it.
    pub(crate) fn rule(&self, rule: Id<Rule>, source: Source) -> String {
        self.rule_with(rule, source, Detail::Carrier)
    }

    /// Rules of one decision. Where two would read alike, they say on what their carriers lie; where that does not
    /// tell them apart, which copy it is; and rules of one carrier have numbers.
    pub(crate) fn rules(&self, rules: &[(Id<Rule>, Source)]) -> Vec<String> {
        let mut texts: Vec<String> = rules
            .iter()
            .map(|&(rule, source)| self.rule(rule, source))
            .collect();
        for detail in [Detail::Holder, Detail::Copy] {
            let repeated = repeated(&texts);
            for (text, &(rule, source)) in texts.iter_mut().zip(rules) {
                if repeated.contains(text) {
                    *text = self.rule_with(rule, source, detail);
                }
            }
        }
        let repeated = repeated(&texts);
        for (number, text) in (1..).zip(&mut texts) {
            if repeated.contains(text) {
                *text = format!("{text} #{number}");
            }
        }
        texts
    }

    /// Whether a rule applies from an entity on which it is not printed.
    fn is_lent(&self, rule: Id<Rule>, source: Source) -> bool {
        let home = self.content.pack.rules.find(rule).map(|def| def.home);
        let printed = self
            .state
            .cell(self.content, i64::from(source.entity), cell::TEMPLATE);
        matches!(home, Some(Home::Template(template)) if cell::of_template(template) != printed)
    }

    fn rule_with(&self, rule: Id<Rule>, source: Source, detail: Detail) -> String {
        let rules = &self.content.pack.rules;
        let name = rules.find(rule).map_or("", |def| &def.name);
        let mut carriers: Vec<String> = self.carrier(source).into_iter().collect();
        let plain = match carriers.first() {
            Some(carrier) if name.is_empty() => format!("a rule of {carrier}"),
            None if name.is_empty() => format!("rule {}", rule.place() + 1),
            _ => name.to_owned(),
        };
        if carriers
            .first()
            .is_some_and(|carrier| carrier == name || name.is_empty())
        {
            carriers.clear();
        }
        if self.is_lent(rule, source) {
            carriers.push("lent".to_owned());
        }
        if detail >= Detail::Holder {
            carriers.extend(self.holder_of(source));
        }
        if detail >= Detail::Copy {
            carriers.extend(self.id(Ty::THING, i64::from(source.entity)));
        }
        if carriers.is_empty() {
            plain
        } else {
            format!("{plain} ({})", carriers.join(", "))
        }
    }

    fn carrier(&self, source: Source) -> Option<String> {
        if source.entity > 0 {
            return Some(self.entity(i64::from(source.entity)));
        }
        let effect = self.state.effect(source.effect)?;
        Some(self.content.pack.effects[effect.effect].name.clone())
    }

    /// On what a rule's carrier lies; for an effect, what it is about.
    fn holder_of(&self, source: Source) -> Option<String> {
        if source.entity > 0 {
            let holder = self
                .state
                .cell(self.content, i64::from(source.entity), cell::HOLDER);
            return (holder > 0).then(|| self.entity(holder));
        }
        let effect = self.state.effect(source.effect)?;
        let args = self.effect_args(effect.effect, &effect.args);
        (!args.is_empty()).then(|| args.join(", "))
    }

    /// The arguments of a lasting effect.
    pub(crate) fn effect_args(&self, effect: Id<EffectDef>, args: &[i64]) -> Vec<String> {
        let def = self.content.pack.effects.find(effect);
        let params = def.map_or(&[][..], |def| &def.params);
        params
            .iter()
            .zip(args)
            .map(|(param, &value)| self.value(param.ty, value))
            .collect()
    }

    /// The name of an entity's field.
    pub(crate) fn field_name(&self, entity: EntityId, field: u32) -> &str {
        self.field(entity, field).map_or("", |def| &def.name)
    }

    /// A value of an entity's field.
    pub(crate) fn field_value(&self, entity: EntityId, field: u32, value: i64) -> String {
        self.field(entity, field)
            .map_or_else(|| value.to_string(), |def| self.value(def.ty, value))
    }

    /// Members of a set in an entity's field, as many as are worth telling.
    pub(crate) fn field_members(&self, entity: EntityId, field: u32, members: &[i64]) -> String {
        let Some(def) = self.field(entity, field) else {
            return String::new();
        };
        let told = members.len().min(MOST_MEMBERS_TOLD);
        let more = members.len() - told;
        let mut labels = self.members(Ty::one(def.ty.base), &members[..told]);
        if more > 0 {
            labels.push(format!("{more} more"));
        }
        labels.join(", ")
    }

    /// Whether the values of an entity's field are entities, or sets of them.
    pub(crate) fn names_entities(&self, entity: EntityId, field: u32) -> bool {
        self.field(entity, field)
            .is_some_and(|def| def.ty.base.is_entity())
    }

    /// Whether an entity's field is a set.
    pub(crate) fn names_set(&self, entity: EntityId, field: u32) -> bool {
        self.field(entity, field).is_some_and(|def| def.ty.set)
    }

    fn field(&self, entity: EntityId, field: u32) -> Option<&FieldDef> {
        self.content
            .field(i64::from(entity), cell::HEADER + field as usize)
    }
}

/// How much a rule's label says, each more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The entity that carries it.
    Carrier,
    /// The holder of the carrier.
    Holder,
    /// The number of the copy.
    Copy,
}

/// The suffixes that tell apart several things of one name with these ids: the end of the id, if all else of
/// them is the same, or the whole id. `scout-1` is `Scout 1`, `gate-west` is `Gate (west)`.
pub(crate) fn told_apart(ids: &[&str]) -> Vec<String> {
    let parts = |id: &&str| {
        id.rsplit_once('-').map_or_else(
            || (String::new(), (*id).to_owned()),
            |(stem, end)| (stem.to_owned(), end.to_owned()),
        )
    };
    let (stems, ends): (BTreeSet<String>, Vec<String>) = ids.iter().map(parts).unzip();
    let own = match stems.len() {
        1 => ends,
        _ => ids.iter().map(|&id| id.to_owned()).collect(),
    };
    let behind = |end: String| match end.bytes().all(|byte| byte.is_ascii_digit()) {
        true => format!(" {end}"),
        false => format!(" ({end})"),
    };
    own.into_iter().map(behind).collect()
}

/// The texts that are there more than once.
fn repeated(texts: &[String]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let again = texts.iter().filter(|text| !seen.insert(text.as_str()));
    again.cloned().collect()
}

fn pick<T>(table: &[T], place: i64) -> Option<&T> {
    table.get(usize::try_from(place).ok()?)
}

/// A number of thousandths with at least one and at most three decimals.
pub(crate) fn thousandths(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let size = number.unsigned_abs();
    let decimals = format!("{:03}", size % 1_000);
    let decimals = decimals.trim_end_matches('0');
    format!(
        "{sign}{}.{}",
        size / 1_000,
        if decimals.is_empty() { "0" } else { decimals }
    )
}

#[cfg(test)]
mod tests {
    use super::{thousandths, told_apart};

    #[test]
    fn those_of_one_name_are_told_apart_by_as_little_as_possible() {
        assert_eq!(told_apart(&["scout-1", "scout-12"]), [" 1", " 12"]);
        assert_eq!(told_apart(&["gate-east", "gate-west"]), [" (east)", " (west)"]);
        assert_eq!(told_apart(&["red-1", "blue-2"]), [" (red-1)", " (blue-2)"]);
        assert_eq!(
            told_apart(&["beside-him", "alone"]),
            [" (beside-him)", " (alone)"]
        );
    }

    #[test]
    fn lengths_keep_one_decimal_and_no_idle_zeros() {
        assert_eq!(
            [3_000, 4_250, -500, 1].map(thousandths),
            ["3.0", "4.25", "-0.5", "0.001"]
        );
    }
}
