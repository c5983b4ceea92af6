//! `sim --vary`: versions of a card with other printed facts, compiled in memory. Nothing is written to the disk.
//!
//! A version is the project with one more overlay, of the last day that there is: the compiler checks its facts as it checks those of any
//! overlay, so whatever cannot be a fact of the card is told in its words.

use super::{as_of, pack_of, part_of_project, root_of, whole_project, wrong_path};
use crate::program::Ending;
use crate::series::AS_PRINTED;
use cardwright_bytecode::pack::TemplateDef;
use cardwright_compiler::document::AsOf;
use cardwright_compiler::project::Question;
use cardwright_compiler::{Diagnostic, Project, compile_scenario};
use cardwright_core::Content;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// The most versions of a call, all combinations of values together.
pub(crate) const MOST_VERSIONS: usize = 32;
/// The most facts of a call that vary.
pub(crate) const MOST_VARIED: usize = 2;
/// The most bytes of a value.
const MOST_VALUE_BYTES: usize = 80;
/// The day of the overlay: no other one comes later.
const LAST_DAY: &str = "9999-12-31";

/// A fact of a card, and the values that it is to have in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vary {
    card: String,
    fact: String,
    values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` names no versions: write `CARD.FACT=2..4`, or a list such as `CARD.FACT=2,4,6`")
        };
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let (card, fact) = name.split_once('.').ok_or_else(wrong)?;
        let is_id =
            |id: &str| !id.is_empty() && id.bytes().all(|one| one.is_ascii_alphanumeric() || one == b'-');
        if !is_id(card) || !is_id(fact) {
            return Err(wrong());
        }
        let values = match values.split_once("..") {
            Some((low, high)) => steps(low.trim(), high.trim()).ok_or_else(wrong)??,
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        for (place, value) in values.iter().enumerate() {
            is_value(value)?;
            if values[..place].contains(value) {
                return Err(format!("`{value}` occurs twice in `{text}`"));
            }
        }
        few_enough(values.len())?;
        Ok(Self {
            card: card.to_owned(),
            fact: fact.to_owned(),
            values,
        })
    }
}

fn few_enough(versions: usize) -> Result<(), String> {
    match versions <= MOST_VERSIONS {
        true => Ok(()),
        false => Err(format!(
            "these are {versions} versions; a call tries at most {MOST_VERSIONS}"
        )),
    }
}

/// The values from one number to another, in steps of one; both may have a unit, which must be the same. Nothing if they are no numbers.
fn steps(low: &str, high: &str) -> Option<Result<Vec<String>, String>> {
    let parts = |text: &str| {
        let end = text.rfind(|one: char| one.is_ascii_digit())? + 1;
        let number: i64 = text[..end].parse().ok()?;
        Some((number, text[end..].to_owned()))
    };
    let ((low, low_unit), (high, unit)) = (parts(low)?, parts(high)?);
    if !low_unit.is_empty() && low_unit != unit {
        return None;
    }
    let count = usize::try_from(high.checked_sub(low)?.checked_add(1)?)
        .ok()
        .filter(|&count| count > 0)?;
    Some(few_enough(count).map(|()| (low..=high).map(|number| format!("{number}{unit}")).collect()))
}

/// Refuses what is more than one plain value.
fn is_value(value: &str) -> Result<(), String> {
    let is_plain = |one: char| one.is_alphanumeric() || "+-._ /".contains(one);
    match !value.is_empty() && value.len() <= MOST_VALUE_BYTES && value.chars().all(is_plain) {
        true => Ok(()),
        false => Err(format!(
            "`{value}` is not a value that can vary: write a number, a length or a word"
        )),
    }
}

/// One choice of values.
struct Choice<'a>(Vec<(&'a Vary, &'a str)>);

impl fmt::Display for Choice<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |(vary, value): &(&Vary, &str)| format!("{}.{} = {value}", vary.card, vary.fact);
        let all: Vec<String> = self.0.iter().map(one).collect();
        out.write_str(&all.join(", "))
    }
}

impl Choice<'_> {
    /// The overlay that makes it so.
    fn overlay(&self, system: &str, id: &str) -> String {
        let mut text =
            format!("overlay: {id}\nsystem: {system}\ntitle: Versions\ndate: {LAST_DAY}\ncards:\n");
        let mut told: Vec<&str> = Vec::new();
        for (vary, _) in &self.0 {
            if told.contains(&vary.card.as_str()) {
                continue;
            }
            told.push(&vary.card);
            let facts = self.0.iter().filter(|(other, _)| other.card == vary.card);
            let facts: Vec<String> = facts
                .map(|(one, value)| format!("{}: {value}", one.fact))
                .collect();
            text.push_str(&format!(
                "  - card: {}\n    facts: {{ {} }}\n",
                vary.card,
                facts.join(", ")
            ));
        }
        text
    }
}

/// All choices of values, the last fact quickest.
fn choices(vary: &[Vary]) -> Vec<Choice<'_>> {
    let mut all: Vec<Vec<(&Vary, &str)>> = vec![Vec::new()];
    for one in vary {
        let with = |begun: &Vec<_>, value| [begun.as_slice(), &[(one, value)]].concat();
        let values = || one.values.iter().map(String::as_str);
        all = all
            .iter()
            .flat_map(|begun| values().map(|value| with(begun, value)).collect::<Vec<_>>())
            .collect();
    }
    all.into_iter().map(Choice).collect()
}

/// The versions of a game.
pub(crate) struct Versions {
    /// The printed content, and then each version that is not as printed.
    pub(crate) contents: Vec<Arc<Content>>,
    /// The names of all, in the order of the call, and whether each is as printed.
    pub(crate) names: Vec<(String, bool)>,
}

impl Versions {
    /// The versions of a scenario.
    pub(crate) fn of(path: &Path, vary: &[Vary]) -> Result<Self, Ending> {
        refuse(path, vary)?;
        let file = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
        let root = root_of(&file)?;
        let part = part_of_project(&root, Question::Game(&file));
        let mut desk =
            Desk::of(part, &file, path).or_else(|_| Desk::of(whole_project(&root), &file, path))?;
        let printed = Content::new(desk.printed(path)?);
        let mut versions = Self {
            contents: vec![Arc::clone(&printed)],
            names: Vec::new(),
        };
        for choice in choices(vary) {
            desk.is_in_play(&choice, &printed)?;
            let content = desk.version(&choice)?;
            let is_printed = has_same_cards(&content, &printed);
            versions.names.push((choice.to_string(), is_printed));
            if !is_printed {
                versions.contents.push(content);
            }
        }
        if versions.names.iter().all(|(_, is_printed)| !is_printed) {
            versions.names.insert(0, (AS_PRINTED.to_owned(), true));
        }
        Ok(versions)
    }
}

fn refuse(path: &Path, vary: &[Vary]) -> Result<(), Ending> {
    if vary.len() > MOST_VARIED {
        return Err(Ending::WrongCall(format!(
            "`--vary` can be given {MOST_VARIED} times, but here it is {} times",
            vary.len()
        )));
    }
    for (place, one) in vary.iter().enumerate() {
        if vary[..place]
            .iter()
            .any(|other| (&other.card, &other.fact) == (&one.card, &one.fact))
        {
            return Err(Ending::WrongCall(format!(
                "`{}.{}` varies twice",
                one.card, one.fact
            )));
        }
    }
    let all = vary.iter().map(|one| one.values.len()).product();
    few_enough(all).map_err(Ending::WrongCall)?;
    if path.extension().is_some_and(|end| end == "cwp") {
        let why = "a pack has no documents that could be changed: `--vary` needs the scenario";
        return Err(wrong_path(path, &why));
    }
    if as_of() != AsOf::Newest {
        let why =
            "`--vary` changes the cards as they are with all overlays, so `--as-of` cannot be given with it";
        return Err(Ending::WrongCall(why.to_owned()));
    }
    Ok(())
}

/// Whether all cards and pieces are the same, to the last fact.
fn has_same_cards(one: &Content, other: &Content) -> bool {
    one.pack().templates == other.pack().templates && one.pack().setup == other.pack().setup
}

/// A project that is changed in memory.
struct Desk {
    project: Project,
    file: std::path::PathBuf,
    system: String,
    /// The overlay's id, and the name of its file.
    id: String,
    name: String,
}

impl Desk {
    fn of(mut project: Project, file: &Path, path: &Path) -> Result<Self, Ending> {
        let id = project.load_file(file);
        let scenario = project
            .scenarios
            .iter()
            .find(|scenario| Some(scenario.file) == id);
        let Some(scenario) = scenario else {
            return Err(wrong_path(path, &"this is not a scenario that can be read"));
        };
        let system = scenario.doc.system.value.clone();
        let names = (1..).map(|number| format!("versions-{number}"));
        let mut free = names.filter(|id| {
            project
                .sources
                .iter()
                .all(|(_, file)| file.name != file_of(&system, id))
        });
        let id = free.next().unwrap_or_default();
        Ok(Self {
            name: file_of(&system, &id),
            project,
            file: file.to_path_buf(),
            system,
            id,
        })
    }

    /// The content as it is printed.
    fn printed(&self, path: &Path) -> Result<cardwright_bytecode::verify::VerifiedPack, Ending> {
        if let Ok((pack, _)) = pack_of(self.project.clone(), &self.file, path) {
            return Ok(pack);
        }
        super::pack_at(path)
    }

    /// Refuses cards that the game has not.
    fn is_in_play(&self, choice: &Choice<'_>, printed: &Content) -> Result<(), Ending> {
        for (vary, _) in &choice.0 {
            if let Some(card) = printed.pack().templates.iter().find(|one| one.id == vary.card) {
                has_fact(printed, card, &vary.fact)?;
                continue;
            }
            let piece = printed
                .pack()
                .setup
                .entities
                .iter()
                .find(|one| one.id == vary.card);
            let template = piece.and_then(|piece| printed.pack().templates.find(piece.template?));
            return Err(Ending::WrongCall(match template {
                Some(template) => format!(
                    "`{}` is a piece of the scenario; its facts are printed on `{}`: write `--vary {}.{}=...`",
                    vary.card, template.id, template.id, vary.fact
                ),
                None => format!(
                    "there is no card or piece `{}` in this game; it has {}",
                    vary.card,
                    known(printed)
                ),
            }));
        }
        Ok(())
    }

    /// The content of a version.
    fn version(&mut self, choice: &Choice<'_>) -> Result<Arc<Content>, Ending> {
        let mut project = self.project.clone();
        project.update(&self.name, Some(choice.overlay(&self.system, &self.id)));
        let id = project.load_file(&self.file);
        let scenario = project
            .scenarios
            .iter()
            .find(|scenario| Some(scenario.file) == id);
        let compiled = scenario.map(|scenario| compile_scenario(&project, scenario));
        let compiled = compiled.unwrap_or_default();
        let is_of_overlay = |found: &&Diagnostic| project.sources.get(found.place.file).name == self.name;
        let mut found = project.diagnostics.iter().chain(&compiled.diagnostics);
        if let Some(found) = found.find(is_of_overlay) {
            let help = found
                .help
                .as_ref()
                .map_or(String::new(), |help| format!("; {help}"));
            return Err(Ending::WrongCall(format!("{choice}: {}{help}", found.message)));
        }
        match compiled.pack {
            Some(pack) => Ok(Content::new(pack)),
            None => {
                let first = compiled.diagnostics.first().or(project.diagnostics.first());
                let why = first.map_or("it does not compile", |found| found.message.as_str());
                Err(Ending::WrongCall(format!("{choice}: {why}")))
            }
        }
    }
}

/// Refuses a fact that is not printed on a card.
fn has_fact(content: &Content, card: &TemplateDef, fact: &str) -> Result<(), Ending> {
    let kind = content.pack().kinds.get(usize::from(card.kind));
    let fields = kind.map(|kind| kind.fields.as_slice()).unwrap_or_default();
    let printed: Vec<&str> = fields
        .iter()
        .filter(|field| !field.state)
        .map(|field| field.name.as_str())
        .collect();
    if printed.contains(&fact) {
        return Ok(());
    }
    let printed: Vec<String> = printed.iter().map(|name| format!("`{name}`")).collect();
    let known = match printed.is_empty() {
        true => "none".to_owned(),
        false => printed.join(", "),
    };
    Err(Ending::WrongCall(format!(
        "`{}` has no printed fact `{fact}`; it has {known}",
        card.id
    )))
}

/// The name of the file of an overlay.
fn file_of(system: &str, id: &str) -> String {
    format!("cards/{system}/{id}.yaml")
}

/// How many cards a message names.
const MOST_NAMED: usize = 12;

/// The cards and pieces that a game has, for a message.
fn known(content: &Content) -> String {
    let entities = content.pack().setup.entities.iter();
    let templates = entities.filter_map(|one| content.pack().templates.find(one.template?));
    let mut ids: Vec<&str> = templates.map(|template| template.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    listed(&ids)
}

fn listed(ids: &[&str]) -> String {
    let more = ids.len().saturating_sub(MOST_NAMED);
    let named: Vec<String> = ids.iter().take(MOST_NAMED).map(|id| format!("`{id}`")).collect();
    match more {
        0 => named.join(", "),
        _ => format!("{} and {more} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<String>, String> {
        text.parse::<Vary>().map(|vary| vary.values)
    }

    // Limit: MOST_VERSIONS in cardwright/src/program/commands/vary.rs
    #[test]
    fn ranges_and_lists_are_read_whole() {
        for (text, all) in [
            ("a.b=2..4", vec!["2", "3", "4"]),
            ("a.b=-1..1", vec!["-1", "0", "1"]),
            ("a.b=2in..3in", vec!["2in", "3in"]),
            ("a.b=2..3in", vec!["2in", "3in"]),
            ("a.b=2, 4,6", vec!["2", "4", "6"]),
            ("red-cap.use-of=yes,no", vec!["yes", "no"]),
        ] {
            let all: Vec<String> = all.into_iter().map(str::to_owned).collect();
            assert_eq!(values(text), Ok(all), "{text}");
        }
        for wrong in [
            "a.b",
            "a=2",
            ".b=2",
            "a.=2",
            "a.b=",
            "a.b=4..2",
            "a.b=x..y",
            "a.b=2cm..3in",
            "a.b=2,,3",
            "a.b=2,2",
            "a.b={x: 1}",
            "a.b=[1]",
            "a.b=\"1\"",
            "a b.c=1",
            "a.b=1\nc: 2",
        ] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
        assert_eq!(values("a.b=1..32").map(|all| all.len()), Ok(MOST_VERSIONS));
        let refused = values("a.b=1..33").expect_err("too many");
        assert!(
            refused.contains("33 versions") && refused.contains("at most 32"),
            "{refused}"
        );
        assert!(values("a.b=0..9223372036854775807").is_err());
    }

    // Limit: MOST_VALUE_BYTES in cardwright/src/program/commands/vary.rs
    #[test]
    fn a_value_has_no_more_than_its_bytes() {
        for (length, is_fine) in [(MOST_VALUE_BYTES, true), (MOST_VALUE_BYTES + 1, false)] {
            assert_eq!(values(&format!("a.b={}", "x".repeat(length))).is_ok(), is_fine);
        }
    }

    #[test]
    fn two_facts_make_all_combinations() {
        let vary: Vec<Vary> = ["a.b=1,2", "a.c=x,y"]
            .iter()
            .map(|text| text.parse().expect("versions"))
            .collect();
        let all: Vec<String> = choices(&vary).iter().map(ToString::to_string).collect();
        assert_eq!(
            all,
            [
                "a.b = 1, a.c = x",
                "a.b = 1, a.c = y",
                "a.b = 2, a.c = x",
                "a.b = 2, a.c = y"
            ]
        );
        let text = choices(&vary)[2].overlay("game", "versions-1");
        assert!(
            text.ends_with("cards:\n  - card: a\n    facts: { b: 2, c: x }\n"),
            "{text}"
        );
    }

    // Limit: MOST_NAMED in cardwright/src/program/commands/vary.rs
    #[test]
    fn a_message_names_so_many_cards() {
        assert!(!listed(&["a"; MOST_NAMED]).contains("more"));
        assert!(listed(&["a"; MOST_NAMED + 1]).ends_with("`a` and 1 more"));
    }
}
