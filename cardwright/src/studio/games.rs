//! The games that are open.
//!
//! A running game in which people play shows itself to each of them as to a player, and to nobody as to a judge: what is hidden
//! from a person never leaves the studio for his page.

use super::forces::{Forces, with_forces};
use super::frames::frames;
use super::game::{OpenGame, Size};
use super::requests::{PageReply, ViewerName};
use super::view;
use crate::series::AgentKind;
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::looks::{Looks, looks_in};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::{Content, Replay, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most games that are open at a time.
pub(super) const MOST_GAMES: usize = 64;

/// The most forces that games were played with and that are remembered.
const MOST_BUILT: usize = 16;

/// The games by their ids.
#[derive(Default)]
pub(super) struct Games {
    open: BTreeMap<String, OpenGame>,
    begun: usize,
    /// The content of games with forces that no scenario of the project has, so that such a game can be
    /// opened again.
    built: Vec<(Arc<Content>, Looks)>,
}

/// A game that is to begin.
pub(super) struct Wanted<'a> {
    pub(super) scenario: &'a str,
    pub(super) seed: u64,
    pub(super) seats: &'a BTreeMap<String, String>,
    pub(super) forces: &'a Forces,
}

/// The sort of player at a seat.
pub(super) enum SeatKind {
    Person,
    Agent(AgentKind),
}

impl Games {
    pub(super) fn begin(&mut self, project: &Project, wanted: &Wanted<'_>) -> Result<String, String> {
        let seats = kinds(wanted.seats)?;
        let scenario = scenario_named(project, wanted.scenario)?;
        let (content, looks) = match wanted.forces.is_empty() {
            true => compiled(project, scenario)?,
            false => {
                let built = compiled(project, &with_forces(project, scenario, wanted.forces)?)?;
                self.remember(built.clone());
                built
            }
        };
        let game = OpenGame::begin(&content, looks, wanted.seed, seats)?;
        self.keep(game)
    }

    pub(super) fn open(
        &mut self,
        project: &Project,
        replay: &str,
        scenario: Option<&str>,
    ) -> Result<Value, String> {
        let replay: Replay =
            serde_json::from_str(replay).map_err(|error| format!("this is not a recorded game: {error}"))?;
        let (content, looks) = match scenario {
            Some(scenario) => playable(project, scenario)?,
            None => {
                let built = self
                    .built
                    .iter()
                    .find(|(content, _)| content.hash() == replay.content);
                match built {
                    Some(built) => built.clone(),
                    None => of_content(project, &replay)?,
                }
            }
        };
        let (game, parted) = OpenGame::recorded(&content, looks, &replay);
        let game = self.keep(game)?;
        Ok(json!({ "game": game, "parted": parted }))
    }

    fn remember(&mut self, built: (Arc<Content>, Looks)) {
        if self
            .built
            .iter()
            .any(|(content, _)| content.hash() == built.0.hash())
        {
            return;
        }
        if self.built.len() >= MOST_BUILT {
            self.built.remove(0);
        }
        self.built.push(built);
    }

    fn keep(&mut self, game: OpenGame) -> Result<String, String> {
        if self.open.len() >= MOST_GAMES {
            return Err(format!("{MOST_GAMES} games are open; close one first"));
        }
        self.begun += 1;
        let id = format!("game-{}", self.begun);
        self.open.insert(id.clone(), game);
        Ok(id)
    }

    pub(super) fn close(&mut self, id: &str) {
        self.open.remove(id);
    }

    pub(super) fn game(&self, id: &str) -> Result<&OpenGame, String> {
        self.open.get(id).ok_or_else(|| unknown(id))
    }

    fn game_mut(&mut self, id: &str) -> Result<&mut OpenGame, String> {
        self.open.get_mut(id).ok_or_else(|| unknown(id))
    }

    pub(super) fn list(&self) -> Value {
        let told = self.open.iter().map(|(id, game)| {
            let title = &game.content().pack().title;
            json!({
                "game": id, "scenario": format!("{}/{}", title.system, title.scenario), "title": title.name,
                "decisions": game.decisions(), "over": game.is_over(),
            })
        });
        told.collect()
    }

    pub(super) fn view(
        &mut self,
        id: &str,
        viewer: &ViewerName,
        at: Option<usize>,
        size: Size,
    ) -> Result<Value, String> {
        let game = self.game_mut(id)?;
        let viewer = allowed(game, viewer)?;
        let at = at.unwrap_or(game.decisions()).min(game.decisions());
        let context = view::Context {
            size,
            number: at,
            of: game.decisions(),
            seats: game.seats(),
            more: game.has_more(),
            answer: game.answer_at(at),
            decided: game.decided_at(at),
        };
        let looks = game.looks();
        let session = game.at(at)?;
        Ok(view::view(session, &looks, viewer, &context))
    }

    pub(super) fn story(&mut self, id: &str, viewer: &ViewerName, from: usize) -> Result<Value, String> {
        let game = self.game(id)?;
        let viewer = allowed(game, viewer)?;
        Ok(game.story(viewer, from))
    }

    pub(super) fn frames(&mut self, id: &str, dark: bool) -> Result<Value, String> {
        frames(self.game_mut(id)?, dark)
    }

    pub(super) fn decide(&mut self, id: &str, by: &str, reply: &PageReply) -> Result<(), String> {
        self.game_mut(id)?.decide(by, reply)
    }

    /// Lets agents go on for a while; whether they have more to decide.
    pub(super) fn play_on(&mut self, id: &str) -> Result<bool, String> {
        self.game_mut(id)?.play_on()
    }

    pub(super) fn preview(
        &mut self,
        id: &str,
        by: &str,
        reply: &PageReply,
        size: Size,
    ) -> Result<Value, String> {
        let game = self.game(id)?;
        let viewer = allowed(
            game,
            &ViewerName::Player {
                player: by.to_owned(),
            },
        )?;
        game.preview(viewer, reply, size)
    }

    pub(super) fn undo(&mut self, id: &str, by: &str) -> Result<(), String> {
        self.game_mut(id)?.undo(by)
    }

    pub(super) fn why(&mut self, id: &str, viewer: &ViewerName, at: Option<usize>) -> Result<Value, String> {
        let game = self.game_mut(id)?;
        let viewer = allowed(game, viewer)?;
        let at = at.unwrap_or(game.decisions());
        Ok(view::why(game.at(at)?, viewer))
    }

    pub(super) fn branch(
        &mut self,
        id: &str,
        at: usize,
        seats: &BTreeMap<String, String>,
    ) -> Result<Value, String> {
        let branch = self.game(id)?.branch(at, kinds(seats)?)?;
        let game = self.keep(branch)?;
        Ok(json!({ "game": game }))
    }

    pub(super) fn save(&self, id: &str) -> Result<Value, String> {
        let replay = self.game(id)?.replay()?;
        let text = serde_json::to_string(&replay).map_err(|error| error.to_string())?;
        Ok(json!({ "replay": text }))
    }

    /// The first decision in which two games differ.
    pub(super) fn compare(&self, id: &str, other: &str) -> Result<Value, String> {
        let (one, other) = (self.game(id)?.replay()?, self.game(other)?.replay()?);
        if one.content != other.content {
            return Ok(json!({ "decision": 0, "why": "these games have different content" }));
        }
        if one.seed != other.seed {
            return Ok(
                json!({ "decision": 0, "why": "these games have different seeds, so their dice \
             differ" }),
            );
        }
        let pairs = one.decisions.iter().zip(&other.decisions);
        let parted = pairs.clone().position(|(one, other)| one != other);
        let lengths = (one.decisions.len(), other.decisions.len());
        Ok(match parted {
            Some(at) => json!({ "decision": at, "why": "a different answer was given here" }),
            None if lengths.0 != lengths.1 => {
                json!({ "decision": lengths.0.min(lengths.1), "why": "one game continues from here" })
            }
            None => json!({ "decision": null, "why": "both games are the same" }),
        })
    }
}

/// The player of each seat, from the names that a page uses.
fn kinds(seats: &BTreeMap<String, String>) -> Result<BTreeMap<String, SeatKind>, String> {
    let kind = |(id, kind): (&String, &String)| {
        let kind = match kind.as_str() {
            "human" => SeatKind::Person,
            other => SeatKind::Agent(other.parse()?),
        };
        Ok((id.clone(), kind))
    };
    seats.iter().map(kind).collect()
}

fn unknown(id: &str) -> String {
    format!("no game `{id}` is open")
}

/// The viewer of this name, if the game may show itself to him.
fn allowed(game: &OpenGame, name: &ViewerName) -> Result<Viewer, String> {
    let viewer = match name {
        ViewerName::Player { player } => {
            let found = game.present().game().player(player);
            Viewer::Player(found.ok_or_else(|| format!("there is no player `{player}`"))?)
        }
        ViewerName::Named(name) if name == "public" => Viewer::Public,
        ViewerName::Named(name) if name == "judge" => Viewer::Judge,
        ViewerName::Named(name) => return Err(format!("there is no viewer `{name}`")),
    };
    match game.may_see(viewer) {
        true => Ok(viewer),
        false => Err("while people play, each of them sees only the view of a player".to_owned()),
    }
}

/// The scenario from whose content a game was recorded.
fn of_content(project: &Project, replay: &Replay) -> Result<(Arc<Content>, Looks), String> {
    let scenarios = project.scenarios.iter();
    let named = scenarios.map(|one| format!("{}/{}", one.doc.system.value, one.doc.scenario.value));
    let mut playable_ones = named.filter_map(|id| playable(project, &id).ok());
    let found = playable_ones.find(|(content, _)| content.hash() == replay.content);
    // What has changed since is tried as the scenario that was played.
    let changed = || {
        let scenario = replay.trace.as_ref()?.scenario();
        playable(project, scenario)
            .ok()
            .filter(|(content, _)| replay.begins_like(content))
    };
    found.or_else(changed).ok_or_else(|| {
        "no scenario of this project has the content of this game. Name the scenario to play the game as \
         far as possible. A game with built forces can be opened only with its own scenario"
            .to_owned()
    })
}

/// The scenario of an id, or of `SYSTEM/ID` where two systems have the same.
///
/// # Errors
/// If there is none.
pub(super) fn scenario_named<'p>(project: &'p Project, id: &str) -> Result<&'p Loaded<ScenarioDoc>, String> {
    // Ids of scenarios differ within a system.
    let (system, name) = id
        .split_once('/')
        .map_or((None, id), |(system, name)| (Some(system), name));
    let mut scenarios = project.scenarios.iter();
    let found = scenarios.find(|one| {
        let is_of = system.is_none_or(|system| one.doc.system.value == system);
        one.doc.scenario.value == name && is_of
    });
    found.ok_or_else(|| format!("there is no scenario `{id}`"))
}

/// A scenario with how it looks, ready to be played.
fn playable(project: &Project, id: &str) -> Result<(Arc<Content>, Looks), String> {
    compiled(project, scenario_named(project, id)?)
}

fn compiled(project: &Project, scenario: &Loaded<ScenarioDoc>) -> Result<(Arc<Content>, Looks), String> {
    let compiled = compile_scenario(project, scenario);
    let pack = compiled.pack.ok_or_else(|| {
        let first = compiled.diagnostics.first().map(|one| one.message.clone());
        let first = first.unwrap_or_else(|| "something that it needs has errors".to_owned());
        format!("the scenario cannot be played: {first}")
    })?;
    let looks = looks_in(project, &scenario.doc, &pack);
    Ok((Content::new(pack), looks))
}
