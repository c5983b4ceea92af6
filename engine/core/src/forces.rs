//! Questions about forces outside of play: do they keep the rules about building, would they with one thing more, and what is kept
//! of them.

use crate::game::Game;
use crate::world::World;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{EntityId, FuncId, Home, Id, Rule, RuleKind, TemplateDef, cell};
use cardwright_vm::Machine;

/// A rule about building that the forces do not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Breach {
    /// The rule; its name says what it asks for.
    pub rule: Id<Rule>,
    /// The player whose forces do not keep it, or the piece or card that asks for it.
    pub entity: EntityId,
}

/// A card or piece that could belong to a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// Its template.
    pub template: Id<TemplateDef>,
    /// The player to whom it would belong.
    pub owner: EntityId,
    /// The player or piece that would hold it; 0 for a piece.
    pub holder: EntityId,
}

/// The value of a field that is kept for the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept<'a> {
    /// The entity.
    pub entity: EntityId,
    /// Its id in the scenario.
    pub id: &'a str,
    /// The field's name.
    pub field: &'a str,
    /// The field's type: what the value means, and how [`Game::label`] names it.
    pub ty: Ty,
    /// The value; 0 of a set.
    pub value: i64,
    /// The members of a set.
    pub members: &'a [i64],
}

impl Game {
    /// The rules about building that the forces do not keep as they are now, in the order of declaration. A rule of
    /// a card or piece is asked while that is in play outside of a deck, whether its other rules apply or not.
    /// One that cannot be answered within the limits counts as not kept.
    #[must_use]
    pub fn breaches(&self) -> Vec<Breach> {
        self.each_breach().collect()
    }

    /// The breaches one by one: rules behind the last one that is asked for are not asked.
    pub fn each_breach(&self) -> impl Iterator<Item = Breach> + '_ {
        let rules = self.content.pack.rules.numbered();
        let building = rules.filter_map(|(number, rule)| match rule.kind {
            RuleKind::Build { condition } => Some((number, rule.home, condition)),
            _ => None,
        });
        let ask = move |(rule, home, condition)| {
            let breaking = self.on_a_copy(|world, machine| world.breaking(machine, home, condition));
            breaking.into_iter().map(move |entity| Breach { rule, entity })
        };
        building.flat_map(ask)
    }

    /// The pieces and cards that a breach is about: without any one of them, and what lies on it, the rule would be kept. Of a
    /// piece and a card on it, it is the card. None, if it takes several to keep the rule.
    #[must_use]
    pub fn culprits(&self, breach: Breach) -> Vec<EntityId> {
        let pack = self.content().pack();
        let Some(rule) = pack.rules.find(breach.rule) else {
            return Vec::new();
        };
        let RuleKind::Build { condition } = rule.kind else {
            return Vec::new();
        };
        let is_kept_without = |entity: EntityId| {
            self.on_a_copy(|world, machine| {
                world.remove(i64::from(entity));
                !world
                    .breaking(machine, rule.home, condition)
                    .contains(&breach.entity)
            })
        };
        let owned = (1..).zip(&pack.setup.entities).filter(|(_, def)| def.owner > 0);
        let others = owned
            .map(|(entity, _)| entity)
            .filter(|entity| *entity != breach.entity);
        let culprits: Vec<EntityId> = others.filter(|entity| is_kept_without(*entity)).collect();
        let holds_another = |entity: EntityId| {
            let mut all = culprits.iter();
            all.any(|other| self.cell(*other, cell::HOLDER) == i64::from(entity))
        };
        culprits
            .iter()
            .copied()
            .filter(|entity| !holds_another(*entity))
            .collect()
    }

    /// A copy of the game in which these have joined as they are printed, and their numbers there. Nothing, if the content has too
    /// few blanks for things of their kinds: see `compile_with_blanks` of the compiler.
    #[must_use]
    pub fn joined(&self, recruits: &[Recruit]) -> Option<(Self, Vec<EntityId>)> {
        let mut game = self.clone();
        let (mut world, _) = game.parts();
        let mut numbers = Vec::new();
        for recruit in recruits {
            world.content.pack.templates.find(recruit.template)?;
            let entity = world.fill_blank(recruit.template, i64::from(recruit.owner))?;
            if recruit.holder != 0 {
                world.put(entity, cell::HOLDER, i64::from(recruit.holder));
            }
            numbers.push(EntityId::try_from(entity).ok()?);
        }
        Some((game, numbers))
    }

    /// The kept fields of all entities as they are now, also of those that left the game; by entity, then field.
    #[must_use]
    pub fn kept(&self) -> Vec<Kept<'_>> {
        let pack = self.content().pack();
        let mut kept = Vec::new();
        for (entity, def) in (1..).zip(&pack.setup.entities) {
            let fields = pack
                .kinds
                .get(usize::from(def.kind))
                .map_or(&[][..], |kind| &kind.fields);
            for (number, field) in fields.iter().enumerate().filter(|(_, field)| field.kept) {
                kept.push(Kept {
                    entity,
                    id: &def.id,
                    field: &field.name,
                    ty: field.ty,
                    value: self.cell(entity, cell::HEADER + number),
                    members: self.members(entity, number),
                });
            }
        }
        kept
    }
}

impl World<'_> {
    /// The entities about which a rule about building is asked and that do not keep it.
    fn breaking(&mut self, machine: &mut Machine, home: Home, condition: FuncId) -> Vec<EntityId> {
        let index = &self.content.index;
        let asked = match home {
            Home::Global => &index.players[..],
            Home::Template(template) => &index.by_template[template],
            Home::Effect(_) => &[],
        };
        let mut breaking = Vec::new();
        for &entity in asked {
            // What is made in play can be of any template of its kind, so it stands below all of them.
            let is_meant = match home {
                Home::Template(template) => self.is_of(entity, template),
                _ => true,
            };
            let is_asked = home == Home::Global || self.stands_in_play(i64::from(entity));
            if is_meant && is_asked && self.eval(machine, condition, &[i64::from(entity)], None) == 0 {
                breaking.push(entity);
            }
        }
        breaking
    }
}
