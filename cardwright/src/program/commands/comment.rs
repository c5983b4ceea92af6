//! `comment`: one comment for a pull request, made of the reports of `diff`, `coverage`, `mutate` and `sim`.
//!
//! It has three parts of bounded length, the gravest lines first, and begins with a marker that nobody sees, by which a script
//! finds the comment again and edits it instead of writing another one.
//!
//! Not here: the reports themselves, how a line of them is written (`markdown`), and who posts the comment.

use super::read_text;
use crate::program::counts::{self, one_or_many};
use crate::program::markdown::{self, Part, code, cut, excuse, word};
use crate::program::{Ending, output};
use clap::Args;
use serde_json::{Deserializer, Value};
use std::path::PathBuf;

/// The parts; what stands there if there is nothing to say, and if no report has looked.
const PARTS: [(&str, &str, &str); 3] = [
    (
        "What changes on the table",
        "Nothing.",
        "Not compared: there is no report of `diff`.",
    ),
    (
        "What no case proves",
        "Nothing new.",
        "Not compared: there is no report of `coverage --changed`, `coverage --no-regress` or `mutate`.",
    ),
    (
        "Which games differ",
        "None.",
        "Not compared: there is no report of `diff` or of `sim --wins`.",
    ),
];

/// Writes one comment for a pull request.
#[derive(Args)]
pub(crate) struct Comment {
    /// What `diff`, `coverage`, `mutate` or `sim` wrote with `--format json`
    #[arg(required = true)]
    reports: Vec<PathBuf>,
    /// Where all of it can be read
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Tells comments of several projects apart
    #[arg(long, value_name = "NAME", default_value = "cardwright", value_parser = name)]
    marker: String,
}

/// A name that can stand in a marker.
fn name(text: &str) -> Result<String, String> {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '/';
    match !text.is_empty() && text.chars().all(is_fine) && !text.contains("--") {
        true => Ok(text.to_owned()),
        false => Err("a marker is made of letters, digits, `/` and single `-`".to_owned()),
    }
}

/// The parts, and how much was looked at.
struct Parts {
    parts: [Part<'static>; 3],
    /// Whether some report has looked at each part.
    is_known: [bool; 3],
    looked_at: Vec<String>,
}

const TABLE: usize = 0;
const PROOF: usize = 1;
const GAMES: usize = 2;

impl Comment {
    pub(crate) fn run(self) -> Ending {
        self.written().map_or_else(
            |ending| ending,
            |text| {
                output::line(text.trim_end());
                Ending::Fine
            },
        )
    }

    fn written(&self) -> Result<String, Ending> {
        let mut parts = Parts::new();
        for path in &self.reports {
            let file = path.display();
            let text = read_text(path)?;
            let mut count = 0;
            for value in Deserializer::from_str(&text).into_iter::<Value>() {
                let value = value.map_err(|error| Ending::WrongCall(format!("{file}: {error}")))?;
                let is_known = match &value {
                    Value::Array(list) => list.iter().all(|one| parts.add(one)),
                    one => parts.add(one),
                };
                if !is_known {
                    let why = "this is no report of `diff`, `coverage`, `mutate` or `sim` for programs (`--format json`)";
                    return Err(Ending::WrongCall(format!("{file}: {why}")));
                }
                count += 1;
            }
            if count == 0 {
                return Err(Ending::WrongCall(format!("{file}: there is no report in it")));
            }
        }
        if parts.is_known == [false; 3] {
            let why = "the reports compare nothing; `coverage` needs `--changed` or `--no-regress`, `sim` needs `--wins`";
            return Err(Ending::WrongCall(why.to_owned()));
        }
        Ok(parts.text(&self.marker, self.link.as_deref()))
    }
}

impl Parts {
    fn new() -> Self {
        Self {
            parts: PARTS.map(|(title, ..)| Part::new(title)),
            is_known: [false; 3],
            looked_at: Vec::new(),
        }
    }

    /// Adds a report; whether it is one that is known.
    fn add(&mut self, report: &Value) -> bool {
        let has = |key: &str| !report[key].is_null();
        match () {
            () if has("compared") && has("changes") => self.diff(report),
            () if has("possible") && has("changes") => self.mutate(report),
            () if has("scenario") && has("outcomes") => self.sim(report),
            () if has("system") && (has("rules") || has("regress")) => self.coverage(report),
            () => return false,
        }
        true
    }

    fn say(&mut self, part: usize, weight: u8, text: String) {
        self.parts[part].say(weight, text);
    }

    fn diff(&mut self, report: &Value) {
        self.is_known = [true; 3];
        for change in list(&report["changes"]) {
            let part = match word(&change["part"]) {
                "table" => TABLE,
                "play" => GAMES,
                _ => PROOF,
            };
            self.say(part, markdown::weight(change), markdown::change(change));
        }
        let compared = &report["compared"];
        self.looked_at.push(format!(
            "compared {}, {}, {} and {} with {}",
            counted(&compared["systems"], "system"),
            counted(&compared["cards"], "card"),
            counted(&compared["cases"], "case"),
            counted(&compared["games"], "game"),
            cut(word(&report["before"])),
        ));
    }

    fn coverage(&mut self, report: &Value) {
        let system = word(&report["system"]);
        let losses = [&report["regress"]["lost"], &report["changed"]["proofs"]["lost"]];
        for lost in losses.into_iter().flat_map(list) {
            let weight = if lost["excuse"].is_null() { 3 } else { 0 };
            let (name, was) = (code(word(&lost["name"])), cut(word(&lost["was"])));
            let text = format!("lost: `{name}`: {was}{}", excuse(&lost["excuse"]));
            self.say(PROOF, weight, text);
        }
        for card in list(&report["changed"]["cards"]) {
            let weight = if card["excuse"].is_null() { 2 } else { 0 };
            for never in list(&card["never"]) {
                let name = code(word(&card["name"]));
                let excuse = excuse(&card["excuse"]);
                let text = format!("no case executes `{name}`: {}{excuse}", cut(word(never)));
                self.say(PROOF, weight, text);
            }
        }
        let compared = &report["regress"]["compared"];
        self.is_known[PROOF] |= !compared.is_null() || !report["changed"].is_null();
        if !compared.is_null() {
            self.looked_at.push(format!(
                "{}: held {}, {} and {} against the base",
                cut(system),
                counted(&compared["rules"], "proven rule"),
                counted(&compared["abilities"], "executed ability"),
                one_or_many(
                    number(&compared["answers"]),
                    "answer of conditions",
                    "answers of conditions"
                ),
            ));
        }
        let changed = &report["changed"];
        if !changed.is_null() {
            let count = list(&changed["cards"]).len();
            let of = counted(&changed["compared"], "card");
            self.looked_at
                .push(format!("{}: {count} of {of} changed", cut(system)));
            let cases = list(&changed["proofs"]["cases"]).len();
            if cases > 0 {
                self.looked_at.push(format!(
                    "{} changed or gone, which noticed {}",
                    counts::counted(cases, "case"),
                    counted(&changed["proofs"]["noticed"], "break"),
                ));
            }
        }
    }

    fn mutate(&mut self, report: &Value) {
        self.is_known[PROOF] = true;
        let missed = list(&report["changes"]).iter();
        let missed = missed.filter(|one| matches!(word(&one["class"]), "missed" | "timed-out"));
        for one in missed {
            let way = &one["break"];
            let text = format!(
                "{}: `{}:{}` `{}` → `{}`",
                word(&one["class"]),
                code(word(&way["file"])),
                way["line"],
                code(&short(word(&way["old"]))),
                code(&short(word(&way["new"]))),
            );
            self.say(PROOF, 1, text);
        }
        self.looked_at.push(format!(
            "{}: broke {} of {}, {} noticed",
            cut(word(&report["system"])),
            report["tried"],
            counted(&report["possible"], "place"),
            report["noticed"],
        ));
    }

    fn sim(&mut self, report: &Value) {
        self.is_known[GAMES] |= !report["balance"].is_null();
        let scenario = cut(word(&report["scenario"]));
        let unlikely = list(&report["balance"])
            .iter()
            .filter(|one| word(&one["balance"]) != "within");
        for one in unlikely {
            let is_outside = word(&one["balance"]) == "outside";
            let told = if is_outside {
                "not allowed"
            } else {
                "too few games to tell"
            };
            let text = format!(
                "{scenario}: `{}` wins {} % ({} to {} %), allowed are {} to {} %: {told}",
                code(word(&one["player"])),
                one["percent"],
                one["low"],
                one["high"],
                one["from"],
                one["to"],
            );
            self.say(GAMES, if is_outside { 3 } else { 1 }, text);
        }
        self.looked_at.push(format!(
            "{scenario}: played {}",
            counted(&report["games"], "game")
        ));
    }

    fn text(self, marker: &str, link: Option<&str>) -> String {
        let mut out = format!("<!-- {marker}: edited in place -->\n");
        let told = PARTS.into_iter().zip(self.is_known);
        for (((_, nothing, unknown), is_known), part) in told.zip(self.parts) {
            out.push_str(&part.text(if is_known { nothing } else { unknown }));
        }
        let looked_at = self.looked_at.join("; ");
        out.push_str(&format!("\n<sub>{looked_at}</sub>\n"));
        if let Some(link) = link {
            out.push_str(&format!(
                "\n[All reports](<{}>)\n",
                link.replace(['<', '>', '\n'], "")
            ));
        }
        out
    }
}

/// A list of a report; empty if it is none.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A count of a report.
fn number(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|count| usize::try_from(count).ok())
        .unwrap_or(0)
}

/// A count of a report with its noun.
fn counted(value: &Value, noun: &str) -> String {
    counts::counted(number(value), noun)
}

/// The beginning of a text that is changed.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
