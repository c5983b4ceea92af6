//! A game as lines of JSON: one request in, one answer out. `docs/embedding.md` describes all of them.
//!
//! Every answer has `ok`. If it is false, `error` says why in one word that stays as it is, `text` for people, and nothing
//! has changed. Where a decision was refused, it is there again.

use super::session::Session;
use super::telling::Telling;
use crate::series::{AgentKind, Thought};
use cardwright_core::agents::Agent;
use cardwright_core::{Content, Replay, Reply, Viewer};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

/// The version of this protocol. It grows when a request or a key goes, is renamed, or means something else.
pub const PROTOCOL: u32 = 1;
/// The longest line, in bytes: far more than any saved game needs.
pub const MOST_LINE: usize = 4 << 20;

/// A request of the host.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    Hello,
    New {
        scenario: Option<String>,
        #[serde(default = "first_seed")]
        seed: u64,
    },
    Decision {
        viewer: Option<String>,
    },
    Decide {
        answer: Reply,
    },
    Let {
        agent: String,
    },
    Snapshot {
        viewer: Option<String>,
    },
    Events {
        viewer: Option<String>,
    },
    Story {
        viewer: Option<String>,
    },
    Why {
        viewer: Option<String>,
    },
    Undo {
        #[serde(default)]
        unfair: bool,
    },
    Save,
    Load {
        scenario: Option<String>,
        game: Box<Replay>,
    },
    Hash {
        viewer: Option<String>,
    },
    Quit,
}

fn first_seed() -> u64 {
    1
}

/// Why a request is not carried out.
struct Problem {
    error: &'static str,
    text: String,
}

impl Problem {
    fn new(error: &'static str, text: impl Into<String>) -> Self {
        Self {
            error,
            text: text.into(),
        }
    }
}

/// An answer, and who is told events behind it.
struct Answered {
    answer: Value,
    events: Option<Viewer>,
}

/// Answers requests about games of some scenarios, one game at a time.
///
/// ```
/// # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
/// # let content = cardwright::Workshop::open(sample.as_ref()).content("duel")?;
/// let mut host = cardwright::Host::new([content]);
/// let answer = host.answer(r#"{"do": "new", "seed": 7}"#);
/// assert!(answer.starts_with(r#"{"decision":{"by":"#));
/// let answer = host.answer(r#"{"do": "decide", "answer": ["no such option"]}"#);
/// assert!(answer.contains(r#""error":"unknown-option""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Host {
    contents: Vec<Arc<Content>>,
    session: Option<Session>,
    /// Agents that were let in, by player and name.
    agents: BTreeMap<(u32, String), Box<dyn Agent + Send>>,
    ended: bool,
}

impl Host {
    /// A host of these scenarios; the first one is played where a request names none.
    #[must_use]
    pub fn new(contents: impl IntoIterator<Item = Arc<Content>>) -> Self {
        Self {
            contents: contents.into_iter().collect(),
            session: None,
            agents: BTreeMap::new(),
            ended: false,
        }
    }

    /// Whether `quit` was asked for.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.ended
    }

    /// The game that is played.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Answers a request. Whatever the line holds, there is an answer, in one line.
    pub fn answer(&mut self, line: &str) -> String {
        let mut text = String::new();
        let done: Result<(), Infallible> = self.answer_to(line, |part| {
            text.push_str(part);
            Ok(())
        });
        match done {
            Ok(()) => text,
        }
    }

    /// Answers a request part by part, as soon as each part is there: the events of a long game are many
    /// times as long as the game.
    ///
    /// # Errors
    /// The error of `say`, which is not called again then.
    pub fn answer_to<E>(&mut self, line: &str, mut say: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        let Answered { answer, events } = self.answer_value(line);
        let (Some(viewer), Ok(session)) = (events, self.game()) else {
            return say(&answer.to_string());
        };
        say("{\"events\":[")?;
        let mut gap = "";
        for part in session.events_in_parts(viewer) {
            for told in part {
                say(gap)?;
                say(&json!(told).to_string())?;
                gap = ",";
            }
        }
        // What else there is comes behind the events: `events` is the first key by name.
        say("],")?;
        say(&answer.to_string()[1..])
    }

    /// The answer to a line that was too long to be read.
    #[must_use]
    pub fn too_long() -> String {
        let text = format!("a line has more than {MOST_LINE} bytes");
        json!({ "ok": false, "error": "line-too-long", "text": text }).to_string()
    }

    fn answer_value(&mut self, line: &str) -> Answered {
        let mut events = None;
        let mut request: Value = match serde_json::from_str(line) {
            Ok(request) => request,
            Err(error) => {
                let answer = refusal(&Problem::new("not-json", error.to_string()));
                return Answered { answer, events };
            }
        };
        let id = request.as_object_mut().and_then(|request| request.remove("id"));
        let answer = serde_json::from_value(request)
            .map_err(|error| Problem::new("unknown-request", error.to_string()))
            .and_then(|request| self.carry_out(request, &mut events));
        let mut answer = match answer {
            Ok(parts) => {
                let mut answer = parts;
                answer.insert("ok".into(), true.into());
                Value::Object(answer)
            }
            Err(problem) => refusal(&problem),
        };
        // Who was refused is asked again.
        if answer["ok"] == false
            && let Some(asked) = self.session.as_ref().and_then(Session::asked)
        {
            answer["decision"] = json!(asked);
        }
        if let Some(id) = id {
            answer["id"] = id;
        }
        Answered { answer, events }
    }

    /// Carries a request out, and returns the answer; the events that are asked for come behind it.
    fn carry_out(
        &mut self,
        request: Request,
        events: &mut Option<Viewer>,
    ) -> Result<Map<String, Value>, Problem> {
        match request {
            Request::Hello => Ok(self.hello()),
            Request::New { scenario, seed } => {
                let content = self.content(scenario.as_deref())?;
                self.begin(Session::new(&content, seed));
                self.state()
            }
            Request::Load { scenario, game } => {
                let content = self.content_of(scenario.as_deref(), &game)?;
                let session = Session::resume(&content, &game)
                    .map_err(|drift| Problem::new("other-game", drift.to_string()))?;
                self.begin(session);
                self.state()
            }
            Request::Decide { answer } => {
                let made = self.game_mut()?.decide(&answer);
                made.map_err(|refused| Problem::new(refused.code(), refused.to_string()))?;
                self.state()
            }
            Request::Let { agent } => self.let_decide(agent),
            Request::Undo { unfair } => {
                let session = self.game_mut()?;
                let undone = if unfair {
                    session.take_back()
                } else {
                    session.undo()
                };
                undone.map_err(|why| Problem::new(why.code(), why.to_string()))?;
                self.state()
            }
            Request::Quit => {
                self.ended = true;
                Ok(Map::new())
            }
            // The game itself, for who keeps it: nobody who plays.
            Request::Save => {
                let saved = self.game()?.save();
                let saved = saved.map_err(|why| Problem::new(why.code(), why.to_string()))?;
                Ok(one("game", json!(saved)))
            }
            Request::Decision { viewer } => self.tell(Telling::Decision, viewer),
            Request::Snapshot { viewer } => self.tell(Telling::Snapshot, viewer),
            Request::Events { viewer } => {
                *events = Some(self.viewer(Telling::Events, viewer)?);
                Ok(Map::new())
            }
            Request::Story { viewer } => self.tell(Telling::Story, viewer),
            Request::Why { viewer } => self.tell(Telling::Why, viewer),
            Request::Hash { viewer } => self.tell(Telling::Hash, viewer),
        }
    }

    /// The viewer of a telling: the one that the request names, or else the usual one.
    fn viewer(&self, what: Telling, viewer: Option<String>) -> Result<Viewer, Problem> {
        let session = self.game()?;
        match viewer {
            Some(name) => viewer_of(session, &name),
            None => Ok(what.usual_viewer(session.game())),
        }
    }

    /// Tells something of the game, to whom the request names.
    fn tell(&self, what: Telling, viewer: Option<String>) -> Result<Map<String, Value>, Problem> {
        let session = self.game()?;
        let viewer = self.viewer(what, viewer)?;
        let told = what.of(session.game(), session.raw_events(), viewer);
        Ok(one(what.name(), told))
    }

    fn hello(&self) -> Map<String, Value> {
        let scenario = |content: &Arc<Content>| {
            let title = &content.pack().title;
            let players: Vec<&str> = content.player_ids().collect();
            json!({
                "scenario": title.scenario, "title": title.name, "system": title.system, "players": players,
                "content": super::hex(&content.hash()),
            })
        };
        let scenarios: Vec<Value> = self.contents.iter().map(scenario).collect();
        let mut answer = one("protocol", PROTOCOL.into());
        answer.insert(
            "program".into(),
            concat!("cardwright ", env!("CARGO_PKG_VERSION")).into(),
        );
        answer.insert("scenarios".into(), scenarios.into());
        answer
    }

    fn content(&self, scenario: Option<&str>) -> Result<Arc<Content>, Problem> {
        let mut contents = self.contents.iter();
        let found = match scenario {
            None => contents.next(),
            Some(id) => contents.find(|content| content.pack().title.scenario == id),
        };
        found.cloned().ok_or_else(|| {
            let known = self
                .contents
                .iter()
                .map(|content| content.pack().title.scenario.as_str());
            let known: Vec<&str> = known.collect();
            let asked = scenario.unwrap_or_default();
            Problem::new(
                "unknown-scenario",
                format!(
                    "there is no scenario `{asked}`; the scenarios are: {}",
                    known.join(", ")
                ),
            )
        })
    }

    /// The content of a saved game.
    fn content_of(&self, scenario: Option<&str>, game: &Replay) -> Result<Arc<Content>, Problem> {
        let pinned = self
            .contents
            .iter()
            .find(|content| content.hash() == game.content);
        match (scenario, pinned) {
            (None, Some(content)) => Ok(Arc::clone(content)),
            (scenario, _) => self.content(scenario),
        }
    }

    fn begin(&mut self, session: Session) {
        self.session = Some(session);
        self.agents.clear();
    }

    fn game(&self) -> Result<&Session, Problem> {
        self.session.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Session, Problem> {
        self.session.as_mut().ok_or_else(no_game)
    }

    /// The state of the game after a change: its question and its outcome.
    fn state(&self) -> Result<Map<String, Value>, Problem> {
        let session = self.game()?;
        let mut state = one("decision", json!(session.asked()));
        // A host is told which line of the content a game broke off at; its players need not be.
        let outcome = Telling::Outcome.of(session.game(), &[], Viewer::Judge);
        state.insert(Telling::Outcome.name().into(), outcome);
        Ok(state)
    }

    /// Lets an agent answer; who plays whom, and the game's seed, give it its chance.
    fn let_decide(&mut self, name: String) -> Result<Map<String, Value>, Problem> {
        let session = self.session.as_mut().ok_or_else(no_game)?;
        let decision = session.game().decision().cloned();
        let decision = decision.ok_or_else(|| Problem::new("nothing-asked", "the game is over"))?;
        let seed = session
            .seed()
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::from(decision.by));
        let agent = match self.agents.entry((decision.by, name)) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                let kind = new.key().1.parse::<AgentKind>();
                let kind = kind.map_err(|text| Problem::new("unknown-agent", text))?;
                new.insert(kind.agent(seed, Thought::default()))
            }
        };
        let answer = agent.decide(session.game(), &decision);
        let reply = session.game().reply_of(&answer);
        let made = session.answer(&answer);
        made.map_err(|refused| Problem::new(refused.code(), refused.to_string()))?;
        let mut state = self.state()?;
        state.insert("answer".into(), json!(reply));
        Ok(state)
    }
}

fn viewer_of(session: &Session, name: &str) -> Result<Viewer, Problem> {
    session.viewer(name).ok_or_else(|| {
        let players = session.game().players().iter();
        let players: Vec<String> = players.map(|&player| session.game().id_of(player)).collect();
        let known = players.join(", ");
        Problem::new(
            "unknown-viewer",
            format!("there is no viewer `{name}`; the viewers are: {known}, public, judge"),
        )
    })
}

fn one(name: &str, value: Value) -> Map<String, Value> {
    [(name.to_owned(), value)].into_iter().collect()
}

fn refusal(problem: &Problem) -> Value {
    json!({ "ok": false, "error": problem.error, "text": problem.text })
}

fn no_game() -> Problem {
    Problem::new("no-game", "no game has begun; send `new` or `load` first")
}
