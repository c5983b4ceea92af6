//! A person at the terminal: options have numbers, and a line answers.

use super::{How, Move, gone, table};
use crate::program::output;
use crate::program::why::Explainer;
use crate::{Line, Reply, Session, Viewer};
use cardwright_core::{Answer, Asked, Refused};
use std::path::Path;

/// The longest line that a person types.
const MOST_TYPED: usize = 4_096;
const HELP: &str = "\
Type the number of an option, several with spaces between, or an option's name. Enter alone takes what is marked.
For a place: how far east, how far north, and which way, such as `18in, 4in, 90deg`.
  ?        how the table stands, as you see it
  why      why the options are there, and why other rules are not; `why 2` for one option
  undo     take your last decision back, if nothing has been rolled, drawn or revealed since
  quit     leave the game";

/// A person.
pub(super) struct Human {
    player: u32,
    explainer: Explainer,
}

impl Human {
    pub(super) fn new(player: u32, scenario: &Path) -> Self {
        Self {
            player,
            explainer: Explainer::new(scenario),
        }
    }

    /// Asks until there is a legal answer.
    pub(super) fn decide(&mut self, session: &mut Session) -> Move {
        let Some(asked) = session.asked() else {
            return gone(session, self.player, How::Left);
        };
        show(&asked);
        loop {
            let text = match typed() {
                Line::Text(text) => text.trim().to_owned(),
                Line::TooLong => {
                    output::line("no: that line is too long");
                    continue;
                }
                Line::End => return gone(session, self.player, How::Left),
            };
            match text.as_str() {
                "quit" => return gone(session, self.player, How::Left),
                "help" => output::line(HELP),
                "?" => table::lines(&session.snapshot(Viewer::Player(self.player)))
                    .iter()
                    .for_each(|line| output::line(&cardwright_compiler::one_line(line))),
                "undo" => match session.undo_of(self.player) {
                    Ok(()) => return Move::Undone,
                    Err(why) => output::line(&format!("no: {why}")),
                },
                "why" => self.explain(session, None),
                other if other.starts_with("why ") => {
                    let number = other.trim_start_matches("why").trim();
                    match number.parse() {
                        Ok(number) => self.explain(session, Some(number)),
                        Err(_) => output::line("no: write `why` and the number of an option"),
                    }
                }
                answer => match meant(session, &asked, answer) {
                    Ok(answer) => return Move::Answer(answer),
                    Err(why) => output::line(&format!("no: {why}")),
                },
            }
        }
    }

    fn explain(&mut self, session: &Session, option: Option<usize>) {
        let Some(mut why) = session.game().why(Viewer::Player(self.player)) else {
            return;
        };
        if let Some(number) = option {
            let Some(one) = number.checked_sub(1).and_then(|at| why.options.get(at)).cloned() else {
                return output::line("no: there is no such option");
            };
            why.options = vec![one];
            why.refused.clear();
        }
        for line in self.explainer.lines(&why, session.game().content()) {
            output::line(&cardwright_compiler::one_line(&line));
        }
    }
}

/// The next line. What cannot be read has ended.
fn typed() -> Line {
    let line = cardwright_files::stdin(MOST_TYPED).next_line();
    line.unwrap_or(Line::End)
}

fn show(asked: &Asked) {
    output::line("");
    output::line(&cardwright_compiler::one_line(&format!(
        "{}: {}",
        asked.by, asked.prompt
    )));
    let default = match &asked.default {
        Some(Reply::Options(ids)) => ids.clone(),
        _ => Vec::new(),
    };
    for (number, option) in (1..).zip(asked.options.iter().flatten()) {
        let mark = if default.contains(&option.id) { '*' } else { ' ' };
        output::line(&cardwright_compiler::one_line(&format!(
            "{mark}{number:>3}  {}",
            option.text
        )));
    }
    if let Some(place) = &asked.place {
        output::line(&cardwright_compiler::one_line(&format!(
            "  {}: {}",
            place.piece, place.text
        )));
        if let Some(Reply::Place { x, y, facing }) = asked.default {
            output::line(&format!("*    {x}in, {y}in, {facing}deg"));
        }
    }
    output::line(&format!("({}; `help` says what else)", how_many(asked)));
}

fn how_many(asked: &Asked) -> String {
    let numbers = match (&asked.place, asked.least, asked.most) {
        (Some(_), ..) => "a place".to_owned(),
        (None, 1, 1) => "a number".to_owned(),
        (None, least, most) if least == most => format!("{least} numbers"),
        (None, least, most) => format!("{least} to {most} numbers"),
    };
    let order = if asked.ordered { ", in their order" } else { "" };
    format!("{numbers}{order}; enter alone for what is marked, or nothing")
}

/// The answer that somebody typed.
fn meant(session: &Session, asked: &Asked, text: &str) -> Result<Answer, Refused> {
    let game = session.game();
    if text.is_empty() {
        let default = asked.default.clone().unwrap_or(Reply::Options(Vec::new()));
        return game.meant(&default);
    }
    if let Some(place) = Answer::place_in(text).filter(|_| asked.place.is_some()) {
        game.check(&place)?;
        return Ok(place);
    }
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let numbers: Result<Vec<usize>, _> = words.map(str::parse).collect();
    let Ok(numbers) = numbers else {
        let named = asked.options.iter().flatten().find(|option| option.text == text);
        let id = named.map_or(text, |option| &option.id);
        return game.meant(&Reply::Option(id.to_owned()));
    };
    // Number 0 is no option; it is refused as one beyond the last.
    let mut options: Vec<usize> = numbers.iter().map(|number| number.wrapping_sub(1)).collect();
    if !asked.ordered {
        options.sort_unstable();
    }
    let answer = Answer::Options(options);
    game.check(&answer)?;
    Ok(answer)
}
