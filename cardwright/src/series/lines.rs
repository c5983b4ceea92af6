//! A series as JSON lines: a header and then one line for each game, in the order of their numbers.
//!
//! Lines are only ever added. So whatever stops a run, what is there is right but for the last line, which may be cut
//! off. It is read line by line, and no line is read beyond [`MOST_LINE`].
//!
//! Each line ends with a hash of itself and of the header: a line that was changed, or comes from another file, is refused.

use super::cards::{self, Item, Watch};
use super::{AgentKind, Lineup, Played, Series, Shard, Thought, UNFINISHED, Unusable};
use crate::hex;
use cardwright_core::{Content, Outcome};
use cardwright_files::{Cut, Lines as Raw};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{BufReader, Read};
use std::ops::Range;

/// The version of these lines. What is read must have it.
const VERSION: u32 = 3;
/// The most bytes of a line.
const MOST_LINE: usize = 1 << 20;
/// The text before the hash at the end of a line, and the number of its digits.
const CHECK: &str = ",\"check\":\"";
const CHECK_DIGITS: usize = 32;

/// The header before the games: all that they depend on.
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
    /// The ids of the players, in seat order.
    pub players: Vec<String>,
    /// The title of each outcome, by id.
    pub outcomes: BTreeMap<String, String>,
    /// The cards and options whose use is counted, if the series asks for it.
    pub items: Vec<Item>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<Item>>,
}

impl Header {
    /// The header before the games of a shard.
    #[must_use]
    pub fn new(content: &Content, series: Series, shard: Shard) -> Self {
        let outcomes = Outcome::all(content).map(|outcome| (outcome.id(content), outcome.title(content)));
        let owned = |(id, title): (&str, &str)| (id.to_owned(), title.to_owned());
        let mut items = match series.cards {
            true => Watch::of(content).items,
            false => Vec::new(),
        };
        cards::told_apart(&mut items);
        Self {
            content: hex(&content.hash()),
            scenario: content.pack().title.scenario.clone(),
            series,
            shard,
            players: content.player_ids().map(str::to_owned).collect(),
            outcomes: outcomes.chain([UNFINISHED]).map(owned).collect(),
            items,
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
            items: Vec::new(),
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

    /// The part in which it differs from the header of another shard of the same series; `None` if only the
    /// shard differs.
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
            (ours.cards != theirs.cards, "`--cards`"),
            (
                self.players != other.players || self.outcomes != other.outcomes || self.items != other.items,
                "content",
            ),
        ];
        parts.iter().find(|(differs, _)| *differs).map(|(_, what)| *what)
    }

    /// Refuses more cards and options than are counted, or than a line has room for.
    ///
    /// # Errors
    /// If there are more.
    pub fn has_room(&self) -> Result<(), String> {
        cards::few_enough(&self.items)?;
        match self.line().len() <= MOST_LINE {
            true => Ok(()),
            false => Err(format!(
                "the first line of the file would have more than {MOST_LINE} bytes"
            )),
        }
    }

    /// Its line in a file.
    #[must_use]
    pub fn line(&self) -> Vec<u8> {
        checked(self, "")
    }

    /// The line of a game in a file with this header.
    #[must_use]
    pub fn line_of(&self, played: &Played) -> Vec<u8> {
        let text = serde_json::to_string(self).unwrap_or_default();
        checked(played, &check("", &text))
    }

    /// Whether a line is the game that is due, and can be one of this series.
    fn fits(&self, played: &Played, due: u64) -> Result<(), String> {
        if played.game != due {
            return Err(format!("this must be game {due}, but it is game {}", played.game));
        }
        let is_known = self.outcomes.contains_key(&played.outcome)
            && played
                .winners
                .iter()
                .chain(&played.first)
                .all(|winner| self.players.contains(winner))
            && [0, self.players.len()].contains(&played.scores.len())
            && cards::fits(&played.cards, self.players.len(), self.items.len());
        if played.seed != self.series.seed_of(due) || !is_known {
            return Err(format!("this cannot be game {due} of the run in the first line"));
        }
        Ok(())
    }
}

/// The version of a header, which may be of another program.
#[derive(Deserialize)]
struct Version {
    sim: u32,
}

impl Version {
    fn is_ours(&self) -> Result<(), String> {
        match self.sim == VERSION {
            true => Ok(()),
            false => Err(format!(
                "it has version {}, but this program reads version {VERSION}",
                self.sim
            )),
        }
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
            cards,
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
            cards: cards.then_some(header.items),
        }
    }
}

impl TryFrom<Written> for Header {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
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
                cards: written.cards.is_some(),
            },
            shard: written.shard.parse()?,
            players: written.players,
            outcomes: written.outcomes,
            items: written.cards.unwrap_or_default(),
            program: written.program,
        })
    }
}

/// A line with its hash. The hash of a game's line depends on that of the header.
fn checked(value: &impl Serialize, header: &str) -> Vec<u8> {
    // Numbers and texts always become JSON.
    let text = serde_json::to_string(value).unwrap_or_default();
    let check = check(header, &text);
    let open = text.strip_suffix('}').unwrap_or(&text);
    format!("{open}{CHECK}{check}\"}}\n").into_bytes()
}

fn check(header: &str, text: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(header.as_bytes()).update(text.as_bytes());
    hasher.finalize().to_hex()[..CHECK_DIGITS].to_owned()
}

/// A line without its hash, and the hash.
fn unchecked(line: Vec<u8>, header: &str) -> Result<(String, String), String> {
    let damaged = || "the line has been changed since it was written: its `check` does not fit".to_owned();
    let line = String::from_utf8(line).map_err(|_| damaged())?;
    let line = line.trim_end();
    let at = line.len().checked_sub(CHECK.len() + CHECK_DIGITS + 2);
    let (open, end) = at.and_then(|at| line.split_at_checked(at)).ok_or_else(damaged)?;
    let found = end.strip_prefix(CHECK).and_then(|end| end.strip_suffix("\"}"));
    let text = format!("{open}}}");
    let check = check(header, &text);
    match found == Some(check.as_str()) {
        true => Ok((text, check)),
        false => Err(damaged()),
    }
}

/// The beginning of a file.
#[derive(Debug)]
pub enum Begun<R> {
    /// A file with a whole header.
    Lines(Box<Lines<R>>),
    /// A file without a whole header: all its bytes, which may be none.
    CutOff(Vec<u8>),
}

/// A series that is read.
#[derive(Debug)]
pub struct Lines<R> {
    /// The name in messages about it: a path.
    name: String,
    reader: Raw<BufReader<R>>,
    /// How many lines were read.
    read: u64,
    /// The hash of the header.
    check: String,
    /// Its first line.
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
        let none = "its first line does not say what was played";
        match Self::of(name, from)? {
            Begun::Lines(lines) => Ok(*lines),
            Begun::CutOff(_) => Err(Unusable::of(name, &none)),
        }
    }

    /// Reads the header; or the bytes that are there, if not even the header is whole.
    ///
    /// # Errors
    /// If the first line is no header.
    pub fn of(name: &str, from: R) -> Result<Begun<R>, Unusable> {
        let mut reader = Raw::new(BufReader::new(from), MOST_LINE);
        let first = reader.next_cut().map_err(|error| Unusable::of(name, &error))?;
        let line = match first {
            Cut::Whole(line) => line,
            Cut::Open(bytes) => return Ok(Begun::CutOff(bytes)),
            Cut::End => return Ok(Begun::CutOff(Vec::new())),
            Cut::TooLong => return Err(Unusable::of(name, &too_long())),
        };
        let wrong = |why: &dyn Display| {
            let why = format!("its first line does not say what was played: {why}");
            Unusable::of(name, &why)
        };
        serde_json::from_slice::<Version>(&line)
            .map_err(|why| wrong(&why))?
            .is_ours()
            .map_err(|why| wrong(&why))?;
        let (text, check) = unchecked(line, "").map_err(|why| wrong(&why))?;
        let header: Header = serde_json::from_str(&text).map_err(|why| wrong(&why))?;
        Ok(Begun::Lines(Box::new(Self {
            name: name.to_owned(),
            reader,
            read: 1,
            check,
            due: header.games().start,
            header,
        })))
    }

    /// The next game; nothing at the end of what is whole.
    ///
    /// # Errors
    /// If the next line is no game of this series, or not the one that is due.
    pub fn next_game(&mut self) -> Result<Option<Played>, Unusable> {
        let line = match self.reader.next_cut().map_err(|error| self.wrong(&error))? {
            Cut::Whole(line) => line,
            Cut::Open(_) | Cut::End => return Ok(None),
            Cut::TooLong => return Err(self.wrong(&too_long())),
        };
        self.read += 1;
        let (text, _) = unchecked(line, &self.check).map_err(|why| self.wrong(&why))?;
        let played = serde_json::from_str::<Played>(&text).map_err(|error| self.wrong(&error))?;
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
            "it has {} of the {} games of shard {}; continue with `--resume`",
            self.due - games.start,
            games.end - games.start,
            self.header.shard
        );
        Err(Unusable::of(&self.name, &why))
    }

    /// The number of the next game, and how many bytes all before it have.
    #[must_use]
    pub fn reached(&self) -> (u64, u64) {
        (self.due, self.reader.bytes())
    }

    fn wrong(&self, why: &dyn Display) -> Unusable {
        Unusable(format!("{}:{}: {why}", self.name, self.read.max(1)))
    }
}

fn too_long() -> String {
    format!("a line has more than {MOST_LINE} bytes")
}
