//! `run --why`: at each decision, what makes each option legal and why other rules are refused, as text. Places of rules are
//! shown with what stands there, if the project can be read and still is what was compiled; what conditions say, the
//! explanation quotes itself.

use crate::program::commands::MOST_BYTES;
use cardwright_core::{
    Adjustment, Content, Contribution, Finding, Location, RuleWhy, Statement, Verdict, Why,
};
use cardwright_files::Place;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How deep questions inside questions are shown.
const MOST_DEPTH: usize = 3;
/// The longest piece of a source line that is shown.
const MOST_SOURCE: usize = 90;

/// Shows explanations, and remembers the files that they point into.
pub(crate) struct Explainer {
    root: Option<PathBuf>,
    files: BTreeMap<String, Vec<String>>,
}

impl Explainer {
    /// The explainer for a scenario or pack at this path.
    pub(crate) fn new(scenario: &Path) -> Self {
        let scenario = scenario.canonicalize().ok();
        Self {
            root: scenario.and_then(|path| cardwright_compiler::Project::find_root(&path)),
            files: BTreeMap::new(),
        }
    }

    /// The lines that explain a decision.
    pub(crate) fn lines(&mut self, why: &Why, content: &Content) -> Vec<String> {
        let mut lines = vec![format!("why {} decides: {}", why.by, why.prompt)];
        for link in why.asked.iter().filter(|link| link.at.is_known()) {
            // The place is where the code stands; what it is about stands behind it in the line.
            let at = Location {
                end_line: 0,
                ..link.at.clone()
            };
            lines.push(format!("  asked by {}, {}", link.what, self.shown(&at, content)));
        }
        for option in &why.options {
            let Some(rule) = &option.rule else { continue };
            lines.push(format!(
                "  can: {}, {}",
                option.label,
                self.shown(&rule.at, content)
            ));
            self.findings(&mut lines, &rule.condition, content, 2);
            lines.extend(limit(rule));
        }
        // What no rule gives needs no reason: spaces to choose from can be many.
        let plain = why.options.iter().filter(|option| option.rule.is_none());
        let plain: Vec<&str> = plain.map(|option| option.label.as_str()).collect();
        if !plain.is_empty() {
            lines.push(format!("  can: {}", plain.join(" | ")));
        }
        for rule in &why.refused {
            lines.push(format!(
                "  cannot: {}, {}",
                rule.name,
                self.shown(&rule.at, content)
            ));
            lines.push(format!("    {}", reason(rule)));
            lines.extend(limit(rule));
            self.findings(&mut lines, &rule.condition, content, 2);
        }
        lines
    }

    fn findings(&mut self, lines: &mut Vec<String>, findings: &[Finding], content: &Content, depth: usize) {
        let indent = "  ".repeat(depth);
        for finding in findings {
            let answer = match finding.holds {
                Some(true) => "yes",
                Some(false) => "no",
                None => "hidden from you",
            };
            let Finding { text, at, .. } = finding;
            let at = if at.is_known() {
                format!(", {at}")
            } else {
                String::new()
            };
            lines.push(format!("{indent}{answer}: {text}{at}"));
            let value = finding.value.iter();
            let parts = value
                .flat_map(|value| &value.contributions)
                .filter(|part| part.counts || part.change != Adjustment::Replace);
            lines.extend(parts.map(|part| format!("{indent}  {}: {}", changed(part), part.name)));
            for statement in &finding.statements {
                lines.push(format!("{indent}  {}", self.statement(statement, content)));
            }
            if depth > MOST_DEPTH {
                continue;
            }
            // What was asked on the way matters where the answer refuses the rule; how values come about always does.
            let inside = finding.inside.iter();
            let inside = inside.filter(|part| {
                finding.holds != Some(true) || part.value.is_some() || !part.statements.is_empty()
            });
            let inside: Vec<Finding> = inside.cloned().collect();
            self.findings(lines, &inside, content, depth + 1);
        }
    }

    fn statement(&mut self, statement: &Statement, content: &Content) -> String {
        let says = if statement.allows { "allowed" } else { "forbidden" };
        let beaten = match statement.decides {
            true => "",
            false => ", but a stronger rule decides",
        };
        format!(
            "{says} by {}{beaten}, {}",
            statement.name,
            self.shown(&statement.at, content)
        )
    }

    /// A place with what stands there.
    fn shown(&mut self, at: &Location, content: &Content) -> String {
        match self.source(at, content) {
            Some(text) => format!("{at}: `{text}`"),
            None => at.to_string(),
        }
    }

    fn source(&mut self, at: &Location, content: &Content) -> Option<String> {
        let root = self.root.as_ref()?;
        let lines = self.files.entry(at.file.clone()).or_insert_with(|| {
            let text = text_inside(root, &at.file).filter(|text| content.is_made_from(&at.file, text));
            text.unwrap_or_default().lines().map(str::to_owned).collect()
        });
        let line = lines.get(at.line.checked_sub(1)? as usize)?;
        let length = match at.end_line == at.line {
            true => at.end_column.saturating_sub(at.column) as usize,
            false => MOST_SOURCE,
        };
        let there = line.chars().skip(at.column.saturating_sub(1) as usize);
        let text: String = there.take(length.min(MOST_SOURCE)).collect();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

/// The text of a file of the project. A pack may name any file; what lies elsewhere is not opened.
fn text_inside(root: &Path, name: &str) -> Option<String> {
    let is_source = name.ends_with(".cw") || name.ends_with(".yaml");
    if !is_source {
        return None;
    }
    cardwright_files::text(&root.join(name), &Place::inside(root), MOST_BYTES).ok()
}

/// The change that a rule makes to a value, in words.
fn changed(part: &Contribution) -> String {
    let Contribution {
        amount, least, most, ..
    } = part;
    let mut text = match part.change {
        Adjustment::Replace => format!("becomes {amount}"),
        Adjustment::Add => format!("changes by {amount}"),
        Adjustment::Multiply => format!("is multiplied by {amount}"),
        Adjustment::Divide => format!("is divided by {amount}"),
        Adjustment::DivideUp => format!("is divided by {amount}, rounded up"),
    };
    text.extend(least.map(|least| format!(", to at least {least}")));
    text.extend(most.map(|most| format!(", to at most {most}")));
    text
}

fn reason(rule: &RuleWhy) -> String {
    match &rule.verdict {
        Verdict::Usable => "can be used".to_owned(),
        Verdict::NobodyHasIt => "no piece or card in this game has it".to_owned(),
        Verdict::NotRunning => "its effect is not in force".to_owned(),
        Verdict::OutOfPlay => "its piece or card is out of play".to_owned(),
        Verdict::Inactive => "its piece or card is inactive".to_owned(),
        Verdict::Silenced => "its piece or card is silenced".to_owned(),
        Verdict::Done => "already used or declined in this window".to_owned(),
        Verdict::NotDue => "not possible when the abilities of this window were gathered".to_owned(),
        Verdict::ConditionNo => "its condition is not true, or its cost cannot be paid".to_owned(),
        Verdict::LimitUsedUp => "its limit is used up".to_owned(),
        Verdict::WithinItself => "it is being carried out, and cannot be used within itself".to_owned(),
        Verdict::NobodyDecides => "there is no player who could decide".to_owned(),
        Verdict::OtherPlayer(player) => format!("{player} decides on it"),
        Verdict::ByItself => "it happens by itself".to_owned(),
        Verdict::TooMany => "there are too many options".to_owned(),
        Verdict::Hidden => "it depends on something hidden from you".to_owned(),
        Verdict::FaceDown => "its card is face down in a place that you do not know".to_owned(),
    }
}

fn limit(rule: &RuleWhy) -> Option<String> {
    let limit = rule.limit.as_ref()?;
    Some(format!(
        "    used {} of {} times per {}",
        limit.used, limit.times, limit.per
    ))
}

#[cfg(test)]
mod tests {
    use super::text_inside;
    use std::path::Path;

    #[test]
    fn no_name_leads_out_of_the_project() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/samples/good");
        assert!(text_inside(&root, "systems/sample/play.cw").is_some());
        for name in [
            "/etc/passwd",
            "../squares/systems/cellar/play.cw",
            "systems/../../squares/systems/cellar/play.cw",
            "/dev/zero",
            "systems/sample",
            "systems/sample/nothing.cw",
            "",
            "\0.cw",
        ] {
            assert_eq!(text_inside(&root, name), None, "{name}");
        }
        let absolute = root.join("../squares/systems/cellar/play.cw");
        assert!(absolute.is_file());
        assert_eq!(text_inside(&root, &absolute.to_string_lossy()), None);
    }
}
