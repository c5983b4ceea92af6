//! A file of a series: JSON lines, a header and then one line for each game, in the order of their numbers.
//!
//! A file is only ever added to. So whatever stops a run, what is in the file is right but for its last line, which may be cut
//! off. A file is read line by line, and no line is read beyond [`MOST_LINE`].

use super::{Played, Series, Shard};
use crate::Ending;
use crate::account;
use crate::commands::build::hex;
use crate::commands::wrong_path;
use crate::seats::{AgentKind, Lineup};
use crate::write;
use cardwright_bytecode::container;
use cardwright_core::{Content, Outcome};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The version of these files. What is read must have it.
const VERSION: u32 = 1;
/// The most bytes of a line.
const MOST_LINE: u64 = 1 << 20;

/// What a file says before its games: all that they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The hash of the content.
    pub(crate) content: String,
    pub(crate) scenario: String,
    pub(crate) series: Series,
    pub(crate) shard: Shard,
    /// In seat order.
    pub(crate) players: Vec<String>,
    /// The title of each outcome, by id.
    pub(crate) outcomes: BTreeMap<String, String>,
    /// The version of the program: another one may play otherwise.
    program: String,
}

/// The header as it is written.
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
    pub(crate) fn new(content: &Content, series: Series, shard: Shard) -> Self {
        let players = content.players().iter();
        let outcomes = Outcome::all(content).map(|outcome| (outcome.id(content), outcome.title(content)));
        let owned = |(id, title): (&str, &str)| (id.to_owned(), title.to_owned());
        Self {
            content: hex(&container::content_hash(content.pack())),
            scenario: content.pack().title.scenario.clone(),
            series,
            shard,
            players: players.map(|&player| account::player(content, player)).collect(),
            outcomes: outcomes.chain([account::UNFINISHED]).map(owned).collect(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// A header without content.
    #[cfg(test)]
    pub(crate) fn for_tests(series: Series, shard: Shard) -> Self {
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
    pub(crate) fn think(&self) -> Option<String> {
        let lineup = &self.series.lineup;
        lineup
            .kinds
            .contains(&AgentKind::Search)
            .then(|| lineup.think.to_string())
    }

    /// The numbers of its games.
    pub(crate) fn games(&self) -> Range<u64> {
        self.series.part(self.shard)
    }

    /// In what it differs from another file of the same series; nothing, if in its shard alone.
    pub(crate) fn difference(&self, other: &Self) -> Option<&'static str> {
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

    fn written(&self) -> Written {
        let Series {
            games,
            seed,
            lineup,
            twice,
        } = &self.series;
        Written {
            sim: VERSION,
            program: self.program.clone(),
            content: self.content.clone(),
            scenario: self.scenario.clone(),
            games: *games,
            seed: *seed,
            agents: lineup.kinds.iter().map(|kind| kind.name()).collect(),
            think: self.think(),
            swap: lineup.swap,
            twice: *twice,
            shard: self.shard.to_string(),
            players: self.players.clone(),
            outcomes: self.outcomes.clone(),
        }
    }

    fn read(written: Written) -> Result<Self, String> {
        if written.sim != VERSION {
            return Err(format!(
                "it has version {}, and this program reads {VERSION}",
                written.sim
            ));
        }
        let kinds = written.agents.iter().map(|name| AgentKind::from_str(name, false));
        let think = written.think.as_deref().unwrap_or(crate::seats::DEFAULT_THOUGHT);
        let lineup = Lineup {
            kinds: kinds.collect::<Result<_, _>>()?,
            think: think.parse()?,
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

/// A line of a file.
enum Line {
    Whole(Vec<u8>),
    /// The last one, without its end.
    CutOff,
    None,
}

/// A file that is read.
pub(crate) struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    /// How many lines were read, and how many bytes they had.
    read: u64,
    bytes: u64,
    pub(crate) header: Header,
    /// The number of the next game.
    due: u64,
}

impl Lines {
    /// Opens a file and reads its header.
    pub(crate) fn open(path: &Path) -> Result<Self, Ending> {
        let file = File::open(path).map_err(|error| wrong_path(path, &error))?;
        Self::of(path, file)?
            .ok_or_else(|| wrong_path(path, &"it does not begin with the line that says what was played"))
    }

    /// The lines of an open file; nothing, if not even the header is whole.
    fn of(path: &Path, file: File) -> Result<Option<Self>, Ending> {
        let (mut reader, mut bytes) = (BufReader::new(file), 0);
        let Line::Whole(line) = line(&mut reader, &mut bytes).map_err(|error| wrong_path(path, &error))?
        else {
            return Ok(None);
        };
        let written = serde_json::from_slice::<Written>(&line).map_err(|error| error.to_string());
        let header = written.and_then(Header::read).map_err(|why| {
            wrong_path(
                path,
                &format!("its first line does not say what was played: {why}"),
            )
        })?;
        Ok(Some(Self {
            path: path.to_owned(),
            reader,
            read: 1,
            bytes,
            due: header.games().start,
            header,
        }))
    }

    /// The next game; nothing at the end of what is whole.
    pub(crate) fn next(&mut self) -> Result<Option<Played>, Ending> {
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

    /// Refuses a file that does not keep all its games.
    pub(crate) fn is_complete(&self) -> Result<(), Ending> {
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
        Err(wrong_path(&self.path, &why))
    }

    fn wrong(&self, why: &impl std::fmt::Display) -> Ending {
        Ending::WrongCall(format!("{}:{}: {why}", self.path.display(), self.read.max(1)))
    }
}

/// The next line of a file, without its end.
fn line(reader: &mut BufReader<File>, bytes: &mut u64) -> Result<Line, std::io::Error> {
    let mut line = Vec::new();
    let count = reader.take(MOST_LINE + 1).read_until(b'\n', &mut line)? as u64;
    if line.pop_if(|last| *last == b'\n').is_some() {
        *bytes += count;
        return Ok(Line::Whole(line));
    }
    match count {
        0 => Ok(Line::None),
        _ if count > MOST_LINE => Err(std::io::Error::other(format!(
            "a line has more than {MOST_LINE} bytes"
        ))),
        _ => Ok(Line::CutOff),
    }
}

/// A file that games are added to.
pub(crate) struct Keeper {
    path: PathBuf,
    file: File,
    /// The number of the next game.
    pub(crate) due: u64,
}

impl Keeper {
    /// Begins a file.
    pub(crate) fn begin(path: &Path, header: &Header) -> Result<Self, Ending> {
        let file = write::log(path, true)?;
        Self::with_header(path, file, header)
    }

    /// Goes on with a file, if there is one; what it keeps is handed over. A last line that is cut off is dropped.
    pub(crate) fn resume(path: &Path, header: &Header, mut take: impl FnMut(Played)) -> Result<Self, Ending> {
        let file = write::log(path, false)?;
        let wrong = |error: std::io::Error| wrong_path(path, &error);
        let Some(mut lines) = Lines::of(path, file.try_clone().map_err(wrong)?)? else {
            return Self::with_header(path, file, header);
        };
        let other = lines.header.difference(header);
        let other = other.or((lines.header.shard != header.shard).then_some("shard"));
        if let Some(what) = other {
            return Err(wrong_path(path, &format!("it keeps games of another {what}")));
        }
        while let Some(played) = lines.next()? {
            take(played);
        }
        let (due, bytes) = (lines.due, lines.bytes);
        let mut keeper = Self {
            path: path.to_owned(),
            file,
            due,
        };
        keeper.cut(bytes)?;
        Ok(keeper)
    }

    fn with_header(path: &Path, file: File, header: &Header) -> Result<Self, Ending> {
        let mut keeper = Self {
            path: path.to_owned(),
            file,
            due: header.games().start,
        };
        keeper.cut(0)?;
        keeper.add(&header.written())?;
        Ok(keeper)
    }

    /// Keeps one more game.
    pub(crate) fn keep(&mut self, played: &Played) -> Result<(), Ending> {
        self.add(played)?;
        self.due = played.game + 1;
        Ok(())
    }

    /// Writes a line at once: whatever stops the run, it is there.
    fn add(&mut self, line: &impl Serialize) -> Result<(), Ending> {
        let mut text = serde_json::to_vec(line).map_err(|error| wrong_path(&self.path, &error))?;
        text.push(b'\n');
        let written = self.file.write_all(&text);
        written.map_err(|error| wrong_path(&self.path, &error))
    }

    /// Drops what stands behind so many bytes, and goes on there.
    fn cut(&mut self, bytes: u64) -> Result<(), Ending> {
        let cut = self
            .file
            .set_len(bytes)
            .and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        cut.map(|_| ()).map_err(|error| wrong_path(&self.path, &error))
    }
}
