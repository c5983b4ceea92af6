//! A game as a page shows it: the picture, what is asked, and what there is on the table.

use super::game::Size;
use super::requests::PageReply;
use crate::Session;
use cardwright_bytecode::Base;
use cardwright_bytecode::board::unpack_standing;
use cardwright_bytecode::pack::{EntityId, cell};
use cardwright_compiler::looks::Looks;
use cardwright_core::{Answer, DecisionKind, Event, Finding, Game, PlaceWanted, Reply, Viewer};
use cardwright_draw::{PageItem, Scene, Shown, Table, Theme};
use serde_json::{Value, json};

/// The context of a view, besides the game itself.
pub(super) struct Context {
    pub(super) size: Size,
    /// How many decisions were made.
    pub(super) number: usize,
    /// How many there are in all.
    pub(super) of: usize,
    /// The players.
    pub(super) seats: Value,
    /// Whether an agent decides next.
    pub(super) more: bool,
    /// The answer that came next, if this is the past.
    pub(super) answer: Option<Answer>,
    /// The event of that answer.
    pub(super) decided: Option<Event>,
}

/// The narrowest and the widest picture.
const NARROWEST: f64 = 200.0;
const WIDEST: f64 = 4_000.0;

pub(super) fn scene(game: &Game, looks: &Looks, viewer: Viewer, recent: &[Event], size: Size) -> Scene {
    let (width, dark) = size;
    let width = if width.is_finite() { width } else { NARROWEST };
    let shown = Shown {
        width: width.clamp(NARROWEST, WIDEST),
        theme: if dark { Theme::DARK } else { Theme::LIGHT },
        recent,
        panel: false,
    };
    Table::of(game, looks, viewer).scene(shown)
}

/// A game as somebody sees it.
pub(super) fn view(session: &Session, looks: &Looks, viewer: Viewer, context: &Context) -> Value {
    let game = session.game();
    let scene = scene(game, looks, viewer, session.raw_events(), context.size);
    let asked = game.decision().map(|decision| decision.by);
    let is_asked = asked.is_some_and(|by| viewer.sees_all() || viewer == Viewer::Player(by));
    let waiting = asked.map(|by| json!({ "by": game.id_of(by), "name": name(game, by, viewer) }));
    json!({
        "scene": scene.page(),
        "number": context.number,
        "of": context.of,
        "round": game.rounds(),
        "over": game.ended(viewer),
        "asked": is_asked.then(|| asked_of(session, viewer, context.size.0)),
        "waiting": waiting,
        "things": Table::of(game, looks, viewer).things(),
        "seats": context.seats,
        "more": context.more,
        "answered": answered(session, context, viewer, is_asked),
    })
}

pub(super) fn name(game: &Game, entity: EntityId, viewer: Viewer) -> String {
    game.label(cardwright_bytecode::Ty::THING, i64::from(entity), viewer)
}

/// The question, with the item of the picture that each option means.
fn asked_of(session: &Session, viewer: Viewer, width: f64) -> Value {
    let game = session.game();
    let Some(asked) = session.asked() else {
        return Value::Null;
    };
    let options = asked.options.iter().flatten().enumerate().map(
        |(number, option)| json!({ "id": option.id, "text": option.text, "target": target(game, number) }),
    );
    let default = match &asked.default {
        Some(Reply::Options(ids)) => json!(ids),
        Some(Reply::Option(id)) => json!([id]),
        _ => Value::Null,
    };
    let by = game.decision().map_or(0, |decision| decision.by);
    json!({
        "by": asked.by, "name": name(game, by, viewer), "prompt": asked.prompt,
        "options": options.collect::<Vec<_>>(), "least": asked.least, "most": asked.most,
        "ordered": asked.ordered, "default": default, "secret": asked.secret,
        "place": asked.place.as_ref().map(|place| json!({
            "piece": place.piece, "text": place.text,
            "region": region(game, place, width),
            "facing": match asked.default {
                Some(Reply::Place { facing, .. }) => facing,
                _ => 0.0,
            },
        })),
    })
}

/// The question that was answered next, with what was chosen, as far as the viewer may know it: the options are for whoever was asked.
fn answered(session: &Session, context: &Context, viewer: Viewer, is_asked: bool) -> Option<Value> {
    let (answer, decided) = (context.answer.as_ref()?, context.decided.as_ref()?);
    let game = session.game();
    let Event::Decided {
        player,
        prompt,
        chosen,
        ..
    } = game.seen_by(decided, viewer)
    else {
        return None;
    };
    let by = json!({ "by": game.id_of(player), "name": name(game, player, viewer), "prompt": prompt });
    let asked = session.asked().filter(|_| is_asked);
    let options: Vec<Value> = match &asked {
        Some(asked) => asked
            .options
            .iter()
            .flatten()
            .map(|one| json!({ "id": one.id, "text": one.text }))
            .collect(),
        None => chosen
            .iter()
            .map(|text| json!({ "id": text, "text": text }))
            .collect(),
    };
    let places = match answer {
        Answer::Options(places) if asked.is_some() => places.clone(),
        _ => (0..chosen.len()).collect(),
    };
    let chosen: Vec<&Value> = places
        .iter()
        .filter_map(|&place| options.get(place)?.get("id"))
        .collect();
    let mut told = by;
    told["chosen"] = json!(chosen);
    told["options"] = json!(options);
    Some(told)
}

/// A decision as a frame tells it: the question and what was chosen, as far as the viewer may know it.
pub(super) fn decided(game: &Game, seen: &Event, viewer: Viewer) -> Option<Value> {
    let Event::Decided {
        player,
        prompt,
        chosen,
        ..
    } = seen
    else {
        return None;
    };
    Some(json!({ "by": name(game, *player, viewer), "prompt": prompt, "options": chosen, "chosen": chosen }))
}

/// The item of the picture that an option means: the piece or space that it names, or the piece that carries its rule.
fn target(game: &Game, number: usize) -> Option<String> {
    let decision = game.decision()?;
    let value = decision.options.get(number)?.value;
    let pack = game.content().pack();
    match decision.kind {
        DecisionKind::Choose(choice) => {
            let base = pack.choices.find(choice)?.ty.base;
            let space = |space: i64| Some(format!("space:{}", pack.setup.board.space(space)?.id()));
            match base {
                Base::Space => space(value),
                Base::Pose if !pack.setup.board.spaces.is_empty() => space(unpack_standing(value).0),
                base if base.is_entity() => piece(game, EntityId::try_from(value).ok()?),
                _ => None,
            }
        }
        DecisionKind::Ability(_) | DecisionKind::Offer(_) => {
            let (_, source) = game.rule_of_option(number)?;
            piece(game, source.entity)
        }
        DecisionKind::YesNo(_) | DecisionKind::Place(_) => None,
    }
}

/// A piece on the board, or the one that something lies on.
fn piece(game: &Game, entity: EntityId) -> Option<String> {
    /// How many things lie on each other at most.
    const DEEP: usize = 8;
    let mut at = entity;
    for _ in 0..DEEP {
        if at == 0 {
            return None;
        }
        if game.pose(at).is_some() {
            return Some(format!("piece:{}", game.id_of(at)));
        }
        at = EntityId::try_from(game.cell(at, cell::HOLDER)).ok()?;
    }
    None
}

/// The region in which a piece may stand, as a polygon of the picture; empty if there is none.
fn region(game: &Game, place: &PlaceWanted, width: f64) -> Vec<(f64, f64)> {
    let table = game.content().pack().setup.table;
    let (wide, long) = (f64::from(table.width) / 1000.0, f64::from(table.length) / 1000.0);
    let unit = width / wide.max(0.001);
    let point = |x: f64, y: f64| {
        (
            (x * unit * 10.0).round() / 10.0,
            ((long - y) * unit * 10.0).round() / 10.0,
        )
    };
    let of = |name: &str| place.region.get(name).copied();
    let (Some(x), Some(y)) = (of("x"), of("y")) else {
        return Vec::new();
    };
    if let (Some(width), Some(length)) = (of("width"), of("length")) {
        let corners = [(x, y), (x + width, y), (x + width, y + length), (x, y + length)];
        return corners.into_iter().map(|(x, y)| point(x, y)).collect();
    }
    let Some(within) = of("within") else {
        return Vec::new();
    };
    (0..24)
        .map(|step| {
            let (sin, cos) = (f64::from(step) * 15.0).to_radians().sin_cos();
            point(x + within * sin, y + within * cos)
        })
        .collect()
}

/// The answer of a page, in the terms of the rules core.
pub(super) fn reply(game: &Game, reply: &PageReply) -> Result<Reply, String> {
    match reply {
        PageReply::Options(ids) => Ok(Reply::Options(ids.clone())),
        PageReply::Place { x, y, facing } => Ok(Reply::Place {
            x: *x,
            y: *y,
            facing: *facing,
        }),
        PageReply::Picture { x, y, turn, width } => {
            let table = game.content().pack().setup.table;
            if table.width <= 0 || !(NARROWEST..=WIDEST).contains(width) {
                return Err("this board has no places to point at".to_owned());
            }
            let unit = f64::from(table.width) / 1000.0 / width;
            Ok(Reply::Place {
                x: x * unit,
                y: f64::from(table.length) / 1000.0 - y * unit,
                facing: turn.rem_euclid(360.0),
            })
        }
    }
}

/// The pieces that would stand elsewhere, as they would.
pub(super) fn preview(now: &Session, then: &Session, looks: &Looks, viewer: Viewer, size: Size) -> Value {
    let before = scene(now.game(), looks, viewer, &[], size);
    let after = scene(then.game(), looks, viewer, &[], size);
    let moved = after.items.iter().filter(|item| {
        let known = before.items.iter().find(|other| other.key == item.key);
        item.key.starts_with("piece:") && known.is_none_or(|other| other.place != item.place)
    });
    let ghosts = moved.map(|item| PageItem {
        key: format!("preview:{}", item.key),
        role: "ghost",
        ..item.page()
    });
    json!(ghosts.collect::<Vec<_>>())
}

/// Why the options are there, and why other rules are not.
pub(super) fn why(session: &Session, viewer: Viewer) -> Value {
    let Some(why) = session.why(viewer) else {
        return json!({ "prompt": "", "options": [], "refused": [] });
    };
    let lines = |findings: &[Finding]| -> Vec<String> { findings.iter().map(finding).collect() };
    let options = why.options.iter().map(|option| {
        let told = option
            .rule
            .as_ref()
            .map(|rule| lines(&rule.condition))
            .unwrap_or_default();
        json!({ "text": option.label, "lines": told })
    });
    let refused = why
        .refused
        .iter()
        .map(|rule| json!({ "text": rule.name, "lines": lines(&rule.condition) }));
    json!({
        "prompt": why.prompt,
        "options": options.collect::<Vec<_>>(),
        "refused": refused.collect::<Vec<_>>(),
    })
}

/// The result of a condition, in one line.
fn finding(finding: &Finding) -> String {
    let answer = match finding.holds {
        Some(true) => "yes",
        Some(false) => "no",
        None => "hidden from you",
    };
    format!("{answer}: {}", finding.text)
}
