//! `run`: plays a scenario with agents and tells what happens, or plays a recorded game again.

use super::build::hex;
use super::{game_at, read_text, wrong_path};
use crate::Session;
use crate::program::account::{self, Teller};
use crate::program::campaign::Campaign;
use crate::program::output::{self, Format};
use crate::program::picture::Picture;
use crate::program::players::{Gone, Players, Seat};
use crate::program::why::Explainer;
use crate::program::{Ending, write};
use crate::series::{AgentKind, DEFAULT_THOUGHT, Lineup, MOST_DECISIONS, Seats, Thought};
use cardwright_compiler::looks::Looks;
use cardwright_core::{Content, Decision, Drift, Event, Game, Recorder, Replay, Status, Viewer};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Plays a scenario.
#[derive(Args)]
pub(crate) struct Run {
    /// A scenario document or a pack
    scenario: PathBuf,
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The agents in seat order; the last one plays all further seats
    #[arg(long, value_enum, value_delimiter = ',', default_value = "club")]
    agents: Vec<AgentKind>,
    /// A player instead of an agent: `ID=human` for a person at this terminal, or `ID=COMMAND` for a program
    /// that reads and writes lines of JSON
    #[arg(long = "player", value_name = "ID=COMMAND", conflicts_with = "from")]
    players: Vec<Seat>,
    /// The seconds that a program may take for one decision
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// How long `search` may think about a decision: `500` imagined decisions (the same seed always gives the
    /// same game), or `20ms` (it may not)
    #[arg(long, value_name = "BUDGET", default_value = DEFAULT_THOUGHT)]
    think: Thought,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Show only what this player may see (the id of the player)
    #[arg(long = "as", value_name = "PLAYER")]
    viewer: Option<String>,
    /// Show every event, bookkeeping included, instead of the story
    #[arg(long)]
    detail: bool,
    /// At each decision, show why each option is legal and why other rules do not apply
    #[arg(long)]
    why: bool,
    /// Write the game's decisions to this file
    #[arg(long)]
    replay: Option<PathBuf>,
    /// Play the decisions of this file again instead of asking agents
    #[arg(long, conflicts_with_all = ["agents", "seed", "think"])]
    from: Option<PathBuf>,
    /// Begin with the kept values of an earlier game, from this file
    #[arg(long, value_name = "FILE")]
    kept: Option<PathBuf>,
    /// Write the kept values for the next game to this file
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    picture: Picture,
    /// Stop after this many decisions, with the game unfinished
    #[arg(long, value_name = "COUNT")]
    stop_after: Option<usize>,
}

/// A game that was played as far as it goes.
struct Ended<'a> {
    game: &'a Game,
    replay: &'a Replay,
    /// The events since the last decision.
    recent: &'a [Event],
    /// Who left the game before it was over.
    gone: Option<&'a Gone>,
}

impl Run {
    pub(crate) fn run(self) -> Ending {
        let (content, looks, campaign) = match self.content() {
            Ok(both) => both,
            Err(ending) => return ending,
        };
        if content.players().is_empty() {
            return Ending::WrongCall("the scenario has no players".to_owned());
        }
        if let Err(why) = self.lineup().fit(&content) {
            return Ending::WrongCall(why);
        }
        let viewer = match self.viewer(&content) {
            Ok(viewer) => viewer,
            Err(ending) => return ending,
        };
        let mut teller = Teller::new(viewer, self.detail, Players::has_person(&self.players));
        if !self.players.is_empty() {
            return self.play_with_players(&content, &looks, &mut teller, campaign, viewer);
        }
        let played = match &self.from {
            Some(path) => self.play_again(&content, &mut teller, path),
            None => self.play(&content, &mut teller),
        };
        match played {
            Ok((recorder, recent)) => {
                self.end(&mut teller, recorder.game());
                let ended = Ended {
                    game: recorder.game(),
                    replay: &recorder.replay(),
                    recent: &recent,
                    gone: None,
                };
                self.finish(&ended, &looks, campaign, viewer)
            }
            Err(ending) => ending,
        }
    }

    fn lineup(&self) -> Lineup {
        Lineup {
            kinds: self.agents.clone(),
            think: self.think,
            swap: false,
        }
    }

    /// The game's content, how it looks, and what was kept of earlier games.
    fn content(&self) -> Result<(Arc<Content>, Looks, Campaign), Ending> {
        let (pack, looks) = game_at(&self.scenario)?;
        let Some(path) = &self.kept else {
            return Ok((Content::new(pack), looks, Campaign::default()));
        };
        let campaign = Campaign::read(path)?;
        Ok((Content::new(campaign.carry(pack, path)?), looks, campaign))
    }

    /// The player who is told; none if it is the public.
    fn viewer(&self, content: &Content) -> Result<Option<u32>, Ending> {
        // Who plays alone at the terminal is told what he may see.
        let viewer = self.viewer.as_deref().or_else(|| Players::person(&self.players));
        let Some(id) = viewer else {
            return Ok(None);
        };
        let players = content.players().iter().copied();
        let found = players
            .clone()
            .find(|&player| account::player(content, player) == id);
        found.map(Some).ok_or_else(|| {
            let known: Vec<String> = players.map(|player| account::player(content, player)).collect();
            Ending::WrongCall(format!(
                "there is no player `{id}`; the players are: {}",
                known.join(", ")
            ))
        })
    }

    fn play(&self, content: &Arc<Content>, teller: &mut Teller) -> Result<(Recorder, Vec<Event>), Ending> {
        let mut seats = Seats::of(content, &self.lineup(), 0, self.seed);
        let mut recorder = Recorder::new(content, self.seed);
        let mut explainer = Explainer::new(&self.scenario);
        for _ in 0..self.stop_after.unwrap_or(MOST_DECISIONS) {
            let status = recorder.advance();
            let recent = self.tell(teller, recorder.game_mut());
            let Some(decision) = recorder.game().decision().cloned() else {
                return Ok((recorder, recent));
            };
            if matches!(status, Status::Over(_)) {
                return Ok((recorder, recent));
            }
            self.explain(&mut explainer, recorder.game());
            let answer = seats.answer(recorder.game(), &decision);
            decide(&mut recorder, &decision, &answer)?;
        }
        if self.stop_after.is_some() {
            recorder.advance();
            let recent = self.tell(teller, recorder.game_mut());
            return Ok((recorder, recent));
        }
        Err(Ending::WrongCall(format!(
            "the game did not end within {MOST_DECISIONS} decisions"
        )))
    }

    /// Plays with people and programs at the table.
    fn play_with_players(
        &self,
        content: &Arc<Content>,
        looks: &Looks,
        teller: &mut Teller,
        campaign: Campaign,
        viewer: Option<u32>,
    ) -> Ending {
        if Players::has_person(&self.players) && self.format == Format::Json {
            return Ending::WrongCall(
                "a person can play only with `--format text`; remove `--format \
             json`"
                    .to_owned(),
            );
        }
        let patience = Duration::from_secs(self.patience);
        let mut players = match Players::of(&self.players, content, &self.scenario, patience) {
            Ok(players) => players,
            Err(ending) => return ending,
        };
        let mut session = Session::new(content, self.seed);
        let mut agents = Seats::of(content, &self.lineup(), 0, self.seed);
        let mut explainer = Explainer::new(&self.scenario);
        let tell = |session: &Session| {
            self.tell_events(teller, session.game(), session.raw_events());
            self.explain(&mut explainer, session.game());
        };
        let played = players.play(&mut session, &mut agents, self.stop_after, tell);
        self.end(teller, session.game());
        match played {
            Ok(gone) => match session.save() {
                Ok(replay) => {
                    let ended = Ended {
                        game: session.game(),
                        replay: &replay,
                        recent: session.raw_events(),
                        gone: gone.as_ref(),
                    };
                    self.finish(&ended, looks, campaign, viewer)
                }
                Err(imagined) => Ending::WrongCall(imagined.to_string()),
            },
            Err(ending) => ending,
        }
    }

    fn play_again(
        &self,
        content: &Arc<Content>,
        teller: &mut Teller,
        path: &Path,
    ) -> Result<(Recorder, Vec<Event>), Ending> {
        let replay = read_replay(path)?;
        let drifted = |drift: Drift| {
            output::complain(&format!("error: {}: {drift}", path.display()));
            Ending::Errors
        };
        replay.run_on(content).map_err(drifted)?;
        if replay.content != content.hash() {
            let why = "the content has changed since then, but the game has the same result";
            output::complain(&format!("note: {}: {why}", path.display()));
        }
        let mut recorder = Recorder::new(content, replay.seed);
        let mut explainer = Explainer::new(&self.scenario);
        let most = self.stop_after.unwrap_or(usize::MAX);
        for number in 0..replay.decisions.len().min(most) {
            recorder.advance();
            self.tell(teller, recorder.game_mut());
            let Some(decision) = recorder.game().decision().cloned() else {
                break;
            };
            self.explain(&mut explainer, recorder.game());
            let answer = replay.answer(recorder.game(), number).map_err(drifted)?;
            decide(&mut recorder, &decision, &answer)?;
        }
        recorder.advance();
        let recent = self.tell(teller, recorder.game_mut());
        Ok((recorder, recent))
    }

    /// Tells what has happened since the last decision, and gives it.
    fn tell(&self, teller: &mut Teller, game: &mut Game) -> Vec<Event> {
        let events = game.take_events();
        self.tell_events(teller, game, &events);
        events
    }

    /// Tells what is not complete yet.
    fn end(&self, teller: &mut Teller, game: &Game) {
        if !output::is_quiet() {
            teller.end(game, self.format);
        }
    }

    fn tell_events(&self, teller: &mut Teller, game: &Game, events: &[Event]) {
        if output::is_quiet() {
            return;
        }
        match self.format {
            Format::Text => teller.tell(game, events),
            Format::Json => teller.tell_json(game, events),
        }
    }

    /// Tells why a decision is as it is; to a player who is told a game only of his own decisions.
    fn explain(&self, explainer: &mut Explainer, game: &Game) {
        let asked = game.decision().map(|decision| decision.by);
        let own = self.viewer.is_none()
            || asked.is_some_and(|by| self.viewer.as_ref() == Some(&account::player(game.content(), by)));
        if !self.why || output::is_quiet() || !own {
            return;
        }
        let viewer = match game.decision() {
            Some(decision) if self.viewer.is_some() => Viewer::Player(decision.by),
            _ => Viewer::Judge,
        };
        let Some(why) = game.why(viewer) else { return };
        match self.format {
            Format::Text => explainer
                .lines(&why, game.content())
                .iter()
                .for_each(|line| output::line(&cardwright_compiler::one_line(line))),
            Format::Json => output::value(&serde_json::json!({ "why": why })),
        }
    }

    fn finish(&self, ended: &Ended<'_>, looks: &Looks, campaign: Campaign, viewer: Option<u32>) -> Ending {
        let Ended {
            game,
            replay,
            recent,
            gone,
        } = *ended;
        let viewer = viewer.map_or(Viewer::Judge, Viewer::Player);
        if let Some(path) = &self.replay
            && let Err(ending) = write_replay(path, replay)
        {
            return ending;
        }
        if let Some(path) = &self.keep
            && let Err(ending) = campaign.write(game, path)
        {
            return ending;
        }
        if let Err(ending) = self.picture.write(game, looks, viewer, recent) {
            return ending;
        }
        // Who may not see everything is told no hash of everything: it would tell other seeds apart.
        let hash = match viewer {
            Viewer::Judge => replay.last,
            viewer => game.hash_for(viewer),
        };
        let mut summary = account::summary(game, replay.decisions.len(), &hex(&hash), viewer);
        if let Some(gone) = gone {
            summary.ended_by(gone.id(), gone.title());
        }
        match self.format {
            Format::Text => output::line(&summary.text()),
            Format::Json => output::value(&summary.json()),
        }
        if gone.is_some() || game.outcome().is_some_and(|outcome| outcome.is_fault()) {
            Ending::Errors
        } else {
            Ending::Fine
        }
    }
}

/// Decides; an agent whose answer is not legal is a fault of the agent, and the default is taken.
fn decide(
    recorder: &mut Recorder,
    decision: &Decision,
    answer: &cardwright_core::Answer,
) -> Result<(), Ending> {
    if let Err(error) = recorder.decide(answer) {
        output::complain(&format!("an answer was refused: {error}"));
        recorder
            .decide(&decision.default)
            .map_err(|error| Ending::WrongCall(error.to_string()))?;
    }
    Ok(())
}

fn read_replay(path: &Path) -> Result<Replay, Ending> {
    serde_json::from_str(&read_text(path)?).map_err(|error| wrong_path(path, &error))
}

fn write_replay(path: &Path, replay: &Replay) -> Result<(), Ending> {
    let text = serde_json::to_string(replay).map_err(|error| Ending::WrongCall(error.to_string()))?;
    write::result(path, write::Kind::Replay, text.as_bytes())
}
