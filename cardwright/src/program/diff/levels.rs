//! One change: where, what it was and is, how grave it is, and the id by which it can be excused.

use clap::ValueEnum;
use serde::Serialize;

/// How grave a change is for whoever plays with the content, or builds on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Level {
    /// Something reads otherwise, and plays as before
    Text,
    /// Something plays otherwise
    Rules,
    /// Something that was there or was legal is so no more
    Breaking,
}

impl Level {
    /// What reports call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Rules => "rules",
            Self::Breaking => "breaking",
        }
    }
}

/// The part of a report in which a change stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Part {
    /// What changes on the table.
    Table,
    /// Which cases and games notice it.
    Play,
    /// What no case and no game notices.
    Unproven,
}

/// The kinds of changes: id, level, part. The ids stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sort {
    pub(crate) id: &'static str,
    pub(crate) level: Level,
    pub(crate) part: Part,
}

/// A row of the table of sorts.
const fn sort(id: &'static str, level: Level, part: Part) -> Sort {
    Sort { id, level, part }
}

pub(crate) const DOES_NOT_COMPILE: Sort = sort("does-not-compile", Level::Breaking, Part::Table);
pub(crate) const SYSTEM_GONE: Sort = sort("system-gone", Level::Breaking, Part::Table);
pub(crate) const SYSTEM_NEW: Sort = sort("system-new", Level::Rules, Part::Table);
pub(crate) const SET_GONE: Sort = sort("set-gone", Level::Breaking, Part::Table);
pub(crate) const SET_NEW: Sort = sort("set-new", Level::Rules, Part::Table);
pub(crate) const SHARED_GONE: Sort = sort("shared-name-gone", Level::Breaking, Part::Table);
pub(crate) const NAME_GONE: Sort = sort("name-gone", Level::Breaking, Part::Table);
pub(crate) const NAME_RETYPED: Sort = sort("name-retyped", Level::Breaking, Part::Table);
pub(crate) const NAME_NEW: Sort = sort("name-new", Level::Text, Part::Table);
pub(crate) const CARD_GONE: Sort = sort("card-gone", Level::Breaking, Part::Table);
pub(crate) const CARD_RENAMED: Sort = sort("card-renamed", Level::Breaking, Part::Table);
pub(crate) const CARD_MOVED: Sort = sort("card-moved", Level::Breaking, Part::Table);
pub(crate) const CARD_NEW: Sort = sort("card-new", Level::Rules, Part::Table);
pub(crate) const COST_CHANGED: Sort = sort("cost-changed", Level::Rules, Part::Table);
pub(crate) const FACT_CHANGED: Sort = sort("fact-changed", Level::Rules, Part::Table);
pub(crate) const ROW_CHANGED: Sort = sort("row-changed", Level::Rules, Part::Table);
pub(crate) const ROW_GONE: Sort = sort("row-gone", Level::Breaking, Part::Table);
pub(crate) const ROW_NEW: Sort = sort("row-new", Level::Rules, Part::Table);
pub(crate) const TITLE_CHANGED: Sort = sort("title-changed", Level::Text, Part::Table);
pub(crate) const BUILDING_CHANGED: Sort = sort("building-changed", Level::Rules, Part::Table);
pub(crate) const RULES_CHANGED: Sort = sort("rules-changed", Level::Rules, Part::Table);
pub(crate) const CODE_CHANGED: Sort = sort("code-changed", Level::Rules, Part::Table);
pub(crate) const WORDING_CHANGED: Sort = sort("wording-changed", Level::Text, Part::Table);
pub(crate) const LAYOUT_ONLY: Sort = sort("layout-only", Level::Text, Part::Table);
pub(crate) const SCENARIO_GONE: Sort = sort("scenario-gone", Level::Breaking, Part::Table);
pub(crate) const SCENARIO_NEW: Sort = sort("scenario-new", Level::Rules, Part::Table);
pub(crate) const SCENARIO_BROKEN: Sort = sort("scenario-broken", Level::Breaking, Part::Table);
pub(crate) const SETUP_CHANGED: Sort = sort("setup-changed", Level::Rules, Part::Table);
pub(crate) const FORCE_ILLEGAL: Sort = sort("force-illegal", Level::Breaking, Part::Table);
pub(crate) const FORCE_LEGAL: Sort = sort("force-legal", Level::Rules, Part::Table);
pub(crate) const MAP_GONE: Sort = sort("map-gone", Level::Breaking, Part::Table);
pub(crate) const MAP_NEW: Sort = sort("map-new", Level::Rules, Part::Table);
pub(crate) const MAP_CHANGED: Sort = sort("map-changed", Level::Rules, Part::Table);
pub(crate) const CASE_FAILS: Sort = sort("case-fails", Level::Rules, Part::Play);
pub(crate) const CASE_HOLDS: Sort = sort("case-holds", Level::Text, Part::Play);
pub(crate) const GAME_RESULT: Sort = sort("game-ends-otherwise", Level::Rules, Part::Play);
pub(crate) const GAME_PARTS: Sort = sort("game-parts", Level::Rules, Part::Play);
pub(crate) const REPLAY_PARTS: Sort = sort("replay-parts", Level::Breaking, Part::Play);
pub(crate) const UNPROVEN: Sort = sort("unproven", Level::Text, Part::Unproven);

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) sort: Sort,
    /// The system's id; empty for what is no system's.
    pub(crate) system: String,
    /// What of the system, by ids: `basic/brass-bell`, `basic/brass-bell weight`.
    pub(crate) about: String,
    /// What people call it.
    pub(crate) title: String,
    /// What there is to say besides.
    pub(crate) text: String,
    /// What it was, and what it is.
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
    /// The file in the later version, or in the earlier one for what is gone.
    pub(crate) file: Option<String>,
    /// Why it is meant.
    pub(crate) excuse: Option<String>,
}

impl Change {
    pub(crate) fn new(sort: Sort, system: &str, about: impl Into<String>) -> Self {
        Self {
            sort,
            system: system.to_owned(),
            about: about.into(),
            title: String::new(),
            text: String::new(),
            before: None,
            after: None,
            file: None,
            excuse: None,
        }
    }

    pub(crate) fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    pub(crate) fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    pub(crate) fn with_texts(mut self, before: impl Into<String>, after: impl Into<String>) -> Self {
        self.before = Some(before.into());
        self.after = Some(after.into());
        self
    }

    pub(crate) fn in_file(mut self, file: Option<&str>) -> Self {
        self.file = file.map(str::to_owned);
        self
    }

    /// By what it is excused: the id of its sort, then what it is about.
    pub(crate) fn name(&self) -> String {
        match self.about.is_empty() {
            true => format!("{} {}", self.sort.id, self.system),
            false => format!("{} {}/{}", self.sort.id, self.system, self.about),
        }
    }

    /// Whether it counts against a gate.
    pub(crate) fn fails(&self, level: Level) -> bool {
        self.excuse.is_none() && self.sort.level >= level
    }
}
