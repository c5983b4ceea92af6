//! Players of `run --player`: people at the terminal, and other programs. All further seats have agents.
//!
//! | file | what lives there |
//! |---|---|
//! | `human` | a person: numbered options, and what else can be typed |
//! | `program` | another program, which is told and asked in lines of JSON |
//! | `table` | how the table stands, as text |

mod human;
mod program;
mod table;

use crate::Session;
use crate::program::Ending;
use crate::series::{MOST_DECISIONS, Seats};
use cardwright_core::{Answer, Content};
use human::Human;
use program::Program;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// The word behind `ID=` for a person.
const HUMAN: &str = "human";

/// The player of a seat, as the call says it: `ID=COMMAND` or `ID=human`.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    player: String,
    command: String,
}

impl std::str::FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((player, command)) if !player.is_empty() && !command.trim().is_empty() => Ok(Self {
                player: player.to_owned(),
                command: command.trim().to_owned(),
            }),
            _ => Err(
                "write the id of the player, `=`, and a command or `human`: `south=./my-bot \
                 --fast`"
                    .to_owned(),
            ),
        }
    }
}

/// The move of somebody at the table who is asked.
pub(crate) enum Move {
    /// Answers.
    Answer(Answer),
    /// Has taken the last decision back: whoever is asked now is asked anew.
    Undone,
    /// Does nothing more, in this game.
    Gone(Gone),
}

/// Why a game cannot go on.
#[derive(Clone, Debug)]
pub(crate) struct Gone {
    player: String,
    how: How,
}

/// How somebody left a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// The program ended.
    Died,
    /// The program did not answer in time.
    Silent,
    /// The program gave too many answers that were refused.
    Unruly,
    /// The person left.
    Left,
}

impl Gone {
    /// The outcome's id.
    pub(crate) fn id(&self) -> &'static str {
        match self.how {
            How::Died => "player-died",
            How::Silent => "player-silent",
            How::Unruly => "player-unruly",
            How::Left => "player-left",
        }
    }

    /// A sentence for people.
    pub(crate) fn title(&self) -> String {
        let player = &self.player;
        match self.how {
            How::Died => format!("the program of {player} ended before the game"),
            How::Silent => format!("the program of {player} did not answer in time"),
            How::Unruly => format!("the program of {player} gave only answers that were refused"),
            How::Left => format!("{player} left the game"),
        }
    }
}

enum Player {
    Human(Human),
    Program(Program),
}

/// The player of each seat.
pub(crate) struct Players {
    players: BTreeMap<u32, Player>,
}

impl Players {
    /// Begins what plays.
    pub(crate) fn of(
        seats: &[Seat],
        content: &Content,
        scenario: &Path,
        patience: Duration,
    ) -> Result<Self, Ending> {
        let mut players = BTreeMap::new();
        for seat in seats {
            let number = number_of(content, &seat.player)?;
            let player = if seat.command == HUMAN {
                Player::Human(Human::new(number, scenario))
            } else {
                let begun = Program::begin(number, &seat.command, patience);
                Player::Program(begun.map_err(|why| Ending::WrongCall(format!("`{}`: {why}", seat.command)))?)
            };
            if players.insert(number, player).is_some() {
                return Err(Ending::WrongCall(format!(
                    "`--player` is given twice for `{}`",
                    seat.player
                )));
            }
        }
        Ok(Self { players })
    }

    /// The one person who plays, if just one does.
    pub(crate) fn person(seats: &[Seat]) -> Option<&str> {
        let mut people = seats.iter().filter(|seat| seat.command == HUMAN);
        let one = people.next()?;
        people.next().is_none().then_some(&one.player)
    }

    /// Whether a person plays.
    pub(crate) fn has_person(seats: &[Seat]) -> bool {
        seats.iter().any(|seat| seat.command == HUMAN)
    }

    /// Plays a game to its end, or for so many decisions. `tell` is called whenever something happened.
    pub(crate) fn play(
        &mut self,
        session: &mut Session,
        agents: &mut Seats,
        most: Option<usize>,
        mut tell: impl FnMut(&Session),
    ) -> Result<Option<Gone>, Ending> {
        self.for_programs(|program| program.tell_begin(session));
        loop {
            tell(session);
            self.for_programs(|program| program.tell_events(session));
            let Some(decision) = session.game().decision().cloned() else {
                break;
            };
            if session.decisions() >= most.unwrap_or(MOST_DECISIONS) {
                if most.is_some() {
                    break;
                }
                let why = format!("the game did not end within {MOST_DECISIONS} decisions");
                return Err(Ending::WrongCall(why));
            }
            let made = match self.players.get_mut(&decision.by) {
                Some(Player::Human(human)) => human.decide(session),
                Some(Player::Program(program)) => program.decide(session),
                None => Move::Answer(agents.answer(session.game(), &decision)),
            };
            match made {
                Move::Answer(answer) => session
                    .answer(&answer)
                    .map_err(|refused| Ending::WrongCall(format!("an answer was refused: {refused}")))?,
                Move::Undone => self.for_programs(Program::tell_undone),
                Move::Gone(how) => return Ok(Some(how)),
            }
        }
        self.for_programs(|program| program.tell_over(session));
        Ok(None)
    }

    fn for_programs(&mut self, mut tell: impl FnMut(&mut Program)) {
        for player in self.players.values_mut() {
            if let Player::Program(program) = player {
                tell(program);
            }
        }
    }
}

fn number_of(content: &Content, id: &str) -> Result<u32, Ending> {
    let name = |player: u32| crate::program::account::player(content, player);
    let mut players = content.players().iter().copied();
    players.clone().find(|&player| name(player) == id).ok_or_else(|| {
        let known: Vec<String> = players.by_ref().map(name).collect();
        Ending::WrongCall(format!(
            "there is no player `{id}`; the players are: {}",
            known.join(", ")
        ))
    })
}

/// The move of a player who has gone.
fn gone(session: &Session, player: u32, how: How) -> Move {
    let player = session.game().id_of(player);
    Move::Gone(Gone { player, how })
}
