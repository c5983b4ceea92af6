//! A series as JSON lines: a header and then one line for each game, in the order of their numbers.
//!
//! Lines are only ever added. So whatever stops a run, what is there is right but for the last line, which may be cut
//! off. It is read line by line, and no line is read beyond [`MOST_LINE`].

use super::{AgentKind, Lineup, Played, Series, Shard, Thought, UNFINISHED, Unusable};
use crate::hex;
use cardwright_core::{Content, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

/// The version of these lines. What is read must have it.
const VERSION: u32 = 1;
/// The most bytes of a line.
const MOST_LINE: u64 = 1 << 20;

/// What is said before the games: all that they depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Header {
    /// The hash of the content.
    pub content: String,
    /// The scenario's id.
    pub scenario: String,
    /// The whole series.
    pub series: Series,
    /// Which part of it this is.
    pub shard: Shard,
    /// In seat order.
    pub players: Vec<String>,
    /// The title of each outcome, by id.
    pub outcomes: BTreeMap<String, String>,
    /// The version of the program: another one may play otherwise.
    program: String,
}

/// A header as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    sim: u32,
    program: String,
    content: String,
    scenario: String,
    games: u64,
    seed: u64,
    agents: Vec<String>,
    think: Option<String>,
    swap: bool,
    twice: bool,
    shard: String,
    players: Vec<String>,
    outcomes: BTreeMap<String, String>,
}

impl Header {
    /// What is said before the games of a shard.
    #[must_use]
    pub fn new(content: &Content, series: Series, shard: Shard) -> Self {
        let entities = &content.pack().setup.entities;
        let id = |&player: &u32| entities.get(player as usize - 1).map(|def| def.id.clone());
        let outcomes = Outcome::all(content).map(|outcome| (outcome.id(content), outcome.title(content)));
        let owned = |(id, title): (&str, &str)| (id.to_owned(), title.to_owned());
        Self {
            content: hex(&content.hash()),
            scenario: content.pack().title.scenario.clone(),
            series,
            shard,
            players: content.players().iter().filter_map(id).collect(),
            outcomes: outcomes.chain([UNFINISHED]).map(owned).collect(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// A header without content.
    #[cfg(test)]
    pub(super) fn for_tests(series: Series, shard: Shard) -> Self {
        Self {
            content: String::new(),
            scenario: String::new(),
            series,
            shard,
            players: Vec::new(),
            outcomes: BTreeMap::new(),
            program: String::new(),
        }
    }

    /// How much `search` may think, if it plays.
    #[must_use]
    pub fn think(&self) -> Option<String> {
        let lineup = &self.series.lineup;
        lineup
            .kinds
            .contains(&AgentKind::Search)
            .then(|| lineup.think.to_string())
    }

    /// The numbers of its games.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        self.series.part(self.shard)
    }

    /// In what it differs from that of another shard of the same series; nothing, if in its shard alone.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let (ours, theirs) = (&self.series, &other.series);
        let parts = [
            (self.program != other.program, "version of the program"),
            (self.scenario != other.scenario, "scenario"),
            (self.content != other.content, "content"),
            (ours.games != theirs.games, "number of games"),
            (ours.seed != theirs.seed, "seed"),
            (ours.lineup.kinds != theirs.lineup.kinds, "agents"),
            (self.think() != other.think(), "`--think`"),
            (ours.lineup.swap != theirs.lineup.swap, "`--swap`"),
            (ours.twice != theirs.twice, "`--twice`"),
            (
                self.players != other.players || self.outcomes != other.outcomes,
                "content",
            ),
        ];
        parts.iter().find(|(differs, _)| *differs).map(|(_, what)| *what)
    }

    /// Whether a line is the game that is due, and can be one of this series.
    fn fits(&self, played: &Played, due: u64) -> Result<(), String> {
        if played.game != due {
            return Err(format!(
                "game {due} is due here, and this is game {}",
                played.game
            ));
        }
        let is_known = self.outcomes.contains_key(&played.outcome)
            && played.winners.iter().all(|winner| self.players.contains(winner));
        if played.seed != self.series.seed_of(due) || !is_known {
            return Err(format!("this cannot be game {due} of what the first line says"));
        }
        Ok(())
    }
}

impl From<Header> for Written {
    fn from(header: Header) -> Self {
        let think = header.think();
        let Series {
            games,
            seed,
            lineup,
            twice,
        } = header.series;
        Self {
            sim: VERSION,
            program: header.program,
            content: header.content,
            scenario: header.scenario,
            games,
            seed,
            agents: lineup.kinds.iter().map(|kind| kind.name().to_owned()).collect(),
            think,
            swap: lineup.swap,
            twice,
            shard: header.shard.to_string(),
            players: header.players,
            outcomes: header.outcomes,
        }
    }
}

impl TryFrom<Written> for Header {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        if written.sim != VERSION {
            return Err(format!(
                "it has version {}, and this program reads {VERSION}",
                written.sim
            ));
        }
        let kinds = written.agents.iter().map(|name| name.parse::<AgentKind>());
        let think = written
            .think
            .as_deref()
            .map_or(Ok(Thought::default()), str::parse);
        let lineup = Lineup {
            kinds: kinds.collect::<Result<_, _>>()?,
            think: think?,
            swap: written.swap,
        };
        Ok(Self {
            content: written.content,
            scenario: written.scenario,
            series: Series {
                games: written.games,
                seed: written.seed,
                lineup,
                twice: written.twice,
            },
            shard: written.shard.parse()?,
            players: written.players,
            outcomes: written.outcomes,
            program: written.program,
        })
    }
}

/// A line.
enum Line {
    Whole(Vec<u8>),
    /// The last one, without its end.
    CutOff,
    None,
}

/// A series that is read.
#[derive(Debug)]
pub struct Lines<R> {
    /// What it is called in what is said about it: a path.
    name: String,
    reader: BufReader<R>,
    /// How many lines were read, and how many bytes they had.
    read: u64,
    bytes: u64,
    /// What its first line says.
    pub header: Header,
    /// The number of the next game.
    due: u64,
}

impl<R: Read> Lines<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is none.
    pub fn open(name: &str, from: R) -> Result<Self, Unusable> {
        let none = "it does not begin with the line that says what was played";
        Self::of(name, from)?.ok_or_else(|| Unusable::of(name, &none))
    }

    /// The same; nothing, if not even the header is whole.
    ///
    /// # Errors
    /// If the first line is no header.
    pub fn of(name: &str, from: R) -> Result<Option<Self>, Unusable> {
        let (mut reader, mut bytes) = (BufReader::new(from), 0);
        let first = line(&mut reader, &mut bytes).map_err(|error| Unusable::of(name, &error))?;
        let Line::Whole(line) = first else {
            return Ok(None);
        };
        let header: Header = serde_json::from_slice(&line).map_err(|why| {
            let why = format!("its first line does not say what was played: {why}");
            Unusable::of(name, &why)
        })?;
        Ok(Some(Self {
            name: name.to_owned(),
            reader,
            read: 1,
            bytes,
            due: header.games().start,
            header,
        }))
    }

    /// The next game; nothing at the end of what is whole.
    ///
    /// # Errors
    /// If the next line is no game of this series, or not the one that is due.
    pub fn next_game(&mut self) -> Result<Option<Played>, Unusable> {
        let found = line(&mut self.reader, &mut self.bytes).map_err(|error| self.wrong(&error))?;
        let Line::Whole(line) = found else {
            return Ok(None);
        };
        self.read += 1;
        let played = serde_json::from_slice::<Played>(&line).map_err(|error| self.wrong(&error))?;
        if !self.header.games().contains(&self.due) {
            return Err(self.wrong(&"there are more games than the first line says"));
        }
        self.header
            .fits(&played, self.due)
            .map_err(|why| self.wrong(&why))?;
        self.due += 1;
        Ok(Some(played))
    }

    /// Refuses lines that do not keep all their games.
    ///
    /// # Errors
    /// If games are missing.
    pub fn is_complete(&self) -> Result<(), Unusable> {
        let games = self.header.games();
        if self.due == games.end {
            return Ok(());
        }
        let why = format!(
            "it keeps {} of the {} games of shard {}; go on with `--resume`",
            self.due - games.start,
            games.end - games.start,
            self.header.shard
        );
        Err(Unusable::of(&self.name, &why))
    }

    /// The number of the next game, and how many bytes all before it have.
    #[must_use]
    pub const fn reached(&self) -> (u64, u64) {
        (self.due, self.bytes)
    }

    fn wrong(&self, why: &dyn Display) -> Unusable {
        Unusable(format!("{}:{}: {why}", self.name, self.read.max(1)))
    }
}

/// The next line, without its end.
fn line<R: Read>(reader: &mut BufReader<R>, bytes: &mut u64) -> Result<Line, io::Error> {
    let mut line = Vec::new();
    let count = reader.take(MOST_LINE + 1).read_until(b'\n', &mut line)? as u64;
    if line.pop_if(|last| *last == b'\n').is_some() {
        *bytes += count;
        return Ok(Line::Whole(line));
    }
    match count {
        0 => Ok(Line::None),
        _ if count > MOST_LINE => Err(io::Error::other(format!(
            "a line has more than {MOST_LINE} bytes"
        ))),
        _ => Ok(Line::CutOff),
    }
}
