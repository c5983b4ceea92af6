//! Rules about building, asked of the forces with which each scenario starts, and the bans of overlays.

use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{EntityDef, RuleKind};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::document::{At, ScenarioDoc, place_of};
use cardwright_compiler::project::{Documents, Loaded};
use cardwright_compiler::source::Location;
use cardwright_compiler::{Diagnostic, codes};
use cardwright_core::{Breach, Content, Game};

/// The most pieces and cards that are named as what a breach is about.
const CULPRITS_TOLD: usize = 3;

/// Every rule about building that the forces of a scenario do not keep, and every card in them that is banned, at the player,
/// piece or card.
pub(crate) fn breaches(
    project: &Documents,
    scenario: &Loaded<ScenarioDoc>,
    pack: &VerifiedPack,
) -> Vec<Diagnostic> {
    let mut found = banned(project, scenario, pack);
    found.extend(unkept(scenario, pack));
    found
}

/// The cards and pieces of players that an overlay in force bans.
fn banned(project: &Documents, scenario: &Loaded<ScenarioDoc>, pack: &VerifiedPack) -> Vec<Diagnostic> {
    let entities = pack.setup.entities.iter().filter(|entity| entity.owner > 0);
    let found = entities.filter_map(|entity| {
        let template = pack.templates.find(entity.template?)?;
        let ban = project.ban_of(&scenario.doc.system.value, &template.id)?;
        let message = format!("`{}`{} is {}", template.id, on_holder(pack, entity), ban.told());
        let diagnostic = Diagnostic::new(codes::ILLEGAL_FORCES, place(scenario, pack, entity), message);
        let help = "take another card, or choose an earlier day with `--as-of`";
        Some(diagnostic.related(ban.place, "it is banned here").help(help))
    });
    found.collect()
}

/// Every rule about building that the forces of a scenario do not keep.
fn unkept(scenario: &Loaded<ScenarioDoc>, pack: &VerifiedPack) -> Vec<Diagnostic> {
    let asks = |kind: &RuleKind| matches!(kind, RuleKind::Build { .. });
    if !pack.rules.iter().any(|rule| asks(&rule.kind)) {
        return Vec::new();
    }
    // No die is thrown before the first decision, so any seed will do.
    let game = Game::new(&Content::new(pack.clone()), 0);
    let breaches = game.breaches().into_iter();
    breaches
        .filter_map(|breach| told(&game, scenario, breach))
        .collect()
}

fn told(game: &Game, scenario: &Loaded<ScenarioDoc>, breach: Breach) -> Option<Diagnostic> {
    let pack = game.content().pack();
    let rule = pack.rules.find(breach.rule)?;
    let entity = entity_at(pack, breach.entity)?;
    let place = place(scenario, pack, entity);
    let message = format!(
        "{} breaks a rule for building forces: {}{}",
        entity.name,
        rule.name,
        because_of(game, breach)
    );
    let source = &rule.source;
    let file = pack.texts.get(source.file as usize)?;
    let help = format!("change the forces; the rule is at {file}:{}", source.line);
    Some(Diagnostic::new(codes::ILLEGAL_FORCES, place, message).help(help))
}

/// The pieces and cards that a breach is about, in parentheses; nothing if there are none, or too many to help.
fn because_of(game: &Game, breach: Breach) -> String {
    let pack = game.content().pack();
    let culprits = game.culprits(breach);
    if culprits.is_empty() || culprits.len() > CULPRITS_TOLD {
        return String::new();
    }
    let entities = culprits.iter().filter_map(|entity| entity_at(pack, *entity));
    let names = entities.map(|entity| format!("`{}`{}", entity.name, on_holder(pack, entity)));
    format!(" ({})", names.collect::<Vec<_>>().join(", "))
}

/// The piece on which a card lies, behind its name.
fn on_holder(pack: &Pack, card: &EntityDef) -> String {
    let holder = entity_at(pack, card.holder).filter(|holder| holder.template.is_some());
    holder.map_or(String::new(), |holder| format!(" on `{}`", holder.name))
}

fn entity_at(pack: &Pack, number: u32) -> Option<&EntityDef> {
    pack.setup.entities.get((number as usize).checked_sub(1)?)
}

/// The place where a scenario writes an entity, or what holds it.
fn place(scenario: &Loaded<ScenarioDoc>, pack: &Pack, entity: &EntityDef) -> Location {
    let holder = pack
        .setup
        .entities
        .get((entity.holder as usize).wrapping_sub(1))
        .unwrap_or(entity);
    let at = written(&scenario.doc, entity)
        .or_else(|| written(&scenario.doc, holder))
        .unwrap_or(&scenario.doc.scenario);
    place_of(scenario.file, at)
}

/// The place where a scenario names an entity; a card on a piece has no name of its own there.
fn written<'a>(doc: &'a ScenarioDoc, entity: &EntityDef) -> Option<&'a At<String>> {
    let players = doc.players.iter().map(|player| &player.id);
    let pieces = doc.pieces.iter().map(|piece| &piece.id);
    let cards = doc.cards.iter().map(|card| &card.id);
    players
        .chain(pieces)
        .chain(cards)
        .find(|id| id.value == entity.id)
}
