//! `comment`: one comment for a pull request, made of the reports of `diff`, `coverage`, `mutate` and `sim`.
//!
//! It has three parts of at most [`PART_LINES`] lines, the gravest first, and begins with a marker that nobody sees, by which a script
//! finds the comment again and edits it instead of writing another one.
//!
//! Not here: the reports themselves, and who posts the comment.

use super::read_text;
use crate::program::markdown::{code, cut};
use crate::program::{Ending, output};
use clap::Args;
use serde_json::{Deserializer, Value};
use std::path::PathBuf;

/// The most lines of a part.
const PART_LINES: usize = 20;
/// The parts, and what stands there if there is nothing to say.
const PARTS: [(&str, &str); 3] = [
    ("What changes on the table", "Nothing."),
    ("What no case proves", "Nothing new."),
    ("Which games differ", "None."),
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

/// A line of a part.
#[derive(Debug)]
struct Line {
    /// How far up it stands: grave lines first.
    weight: u8,
    text: String,
}

/// The lines of the parts, and how much was looked at.
#[derive(Debug, Default)]
struct Parts {
    lines: [Vec<Line>; 3],
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
        let mut parts = Parts::default();
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
        Ok(parts.text(&self.marker, self.link.as_deref()))
    }
}

impl Parts {
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
        self.lines[part].push(Line { weight, text });
    }

    fn diff(&mut self, report: &Value) {
        for change in list(&report["changes"]) {
            let part = match word(&change["part"]) {
                "table" => TABLE,
                "play" => GAMES,
                _ => PROOF,
            };
            let weight = match (change["excuse"].is_null(), word(&change["level"])) {
                (true, "breaking") => 3,
                (true, "rules") => 2,
                (true, _) => 1,
                (false, _) => 0,
            };
            self.say(part, weight, changed(change));
        }
        let compared = &report["compared"];
        self.looked_at.push(format!(
            "compared {} systems, {} cards, {} cases and {} games with {}",
            compared["systems"],
            compared["cards"],
            compared["cases"],
            compared["games"],
            cut(word(&report["before"])),
        ));
    }

    fn coverage(&mut self, report: &Value) {
        let system = word(&report["system"]);
        for lost in list(&report["regress"]["lost"]) {
            let weight = if lost["excuse"].is_null() { 3 } else { 0 };
            let excuse = excuse(&lost["excuse"]);
            let (kind, id, was) = (word(&lost["kind"]), word(&lost["id"]), word(&lost["was"]));
            self.say(
                PROOF,
                weight,
                format!("lost: {kind} `{}`: {}{excuse}", code(id), cut(was)),
            );
        }
        for card in list(&report["changed"]["cards"]) {
            for never in list(&card["never"]) {
                let id = format!("{}/{}", word(&card["set"]), word(&card["card"]));
                let text = format!("no case executes `{}`: {}", code(&id), cut(word(never)));
                self.say(PROOF, 2, text);
            }
        }
        let compared = &report["regress"]["compared"];
        if !compared.is_null() {
            self.looked_at.push(format!(
                "{}: held {} proven rules, {} executed abilities and {} answers of conditions against the base",
                cut(system),
                compared["rules"],
                compared["abilities"],
                compared["answers"],
            ));
        }
        let changed = &report["changed"];
        if !changed.is_null() {
            let count = list(&changed["cards"]).len();
            self.looked_at.push(format!(
                "{}: {count} of {} cards changed",
                cut(system),
                changed["compared"]
            ));
        }
    }

    fn mutate(&mut self, report: &Value) {
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
            "{}: broke {} of {} places, {} were noticed",
            cut(word(&report["system"])),
            report["tried"],
            report["possible"],
            report["noticed"],
        ));
    }

    fn sim(&mut self, report: &Value) {
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
        self.looked_at
            .push(format!("{scenario}: played {} games", report["games"]));
    }

    fn text(mut self, marker: &str, link: Option<&str>) -> String {
        let mut out = format!("<!-- {marker}: edited in place -->\n");
        for ((title, nothing), mut lines) in PARTS.into_iter().zip(std::mem::take(&mut self.lines)) {
            out.push_str(&format!("\n#### {title}\n\n"));
            // The order of the reports stays among equals.
            lines.sort_by_key(|line| std::cmp::Reverse(line.weight));
            if lines.is_empty() {
                out.push_str(nothing);
                out.push('\n');
            }
            let shown = match lines.len() > PART_LINES {
                true => PART_LINES - 1,
                false => lines.len(),
            };
            lines
                .iter()
                .take(shown)
                .for_each(|line| out.push_str(&format!("- {}\n", line.text)));
            if lines.len() > shown {
                out.push_str(&format!("- and {} more\n", lines.len() - shown));
            }
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

/// A change of a report of `diff`.
fn changed(change: &Value) -> String {
    let title = word(&change["title"]);
    let mut text = match title.is_empty() {
        true => format!("`{}`", code(word(&change["name"]))),
        false => format!("**{}** `{}`", cut(title), code(word(&change["name"]))),
    };
    let said = word(&change["text"]);
    if !said.is_empty() && !word(&change["about"]).ends_with(said) {
        text.push_str(&format!(": {}", cut(said)));
    }
    let side = |side: &str| change[side].as_str().filter(|text| !text.is_empty()).map(cut);
    match (side("before"), side("after")) {
        (Some(before), Some(after)) => text.push_str(&format!(" — {before} → {after}")),
        (Some(before), None) => text.push_str(&format!(" — was {before}")),
        (None, Some(after)) => text.push_str(&format!(" — {after}")),
        (None, None) => {}
    }
    if word(&change["level"]) == "breaking" {
        text.push_str(" **(breaking)**");
    }
    text.push_str(&excuse(&change["excuse"]));
    text
}

/// Why something is meant.
fn excuse(why: &Value) -> String {
    why.as_str()
        .map_or_else(String::new, |why| format!(" _excused: {}_", cut(why)))
}

/// A text of a report; empty if it is none.
fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A list of a report; empty if it is none.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The beginning of a text that is changed.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
