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

/// The table of sorts.
macro_rules! sorts {
    ($($name:ident = $id:literal, $level:ident, $part:ident;)*) => {
        $(pub(crate) const $name: Sort = Sort { id: $id, level: Level::$level, part: Part::$part };)*
        /// The ids of all sorts.
        const IDS: &[&str] = &[$($id),*];
    };
}

sorts! {
    DOES_NOT_COMPILE = "does-not-compile", Breaking, Table;
    SYSTEM_GONE = "system-gone", Breaking, Table;
    SYSTEM_NEW = "system-new", Rules, Table;
    SET_GONE = "set-gone", Breaking, Table;
    SET_NEW = "set-new", Rules, Table;
    SHARED_GONE = "shared-name-gone", Breaking, Table;
    NAME_GONE = "name-gone", Breaking, Table;
    NAME_RETYPED = "name-retyped", Breaking, Table;
    NAME_NEW = "name-new", Text, Table;
    CARD_GONE = "card-gone", Breaking, Table;
    CARD_RENAMED = "card-renamed", Breaking, Table;
    CARD_MOVED = "card-moved", Breaking, Table;
    CARD_NEW = "card-new", Rules, Table;
    COST_CHANGED = "cost-changed", Rules, Table;
    FACT_CHANGED = "fact-changed", Rules, Table;
    ROW_CHANGED = "row-changed", Rules, Table;
    ROW_GONE = "row-gone", Breaking, Table;
    ROW_NEW = "row-new", Rules, Table;
    TITLE_CHANGED = "title-changed", Text, Table;
    BUILDING_CHANGED = "building-changed", Rules, Table;
    RULES_CHANGED = "rules-changed", Rules, Table;
    CODE_CHANGED = "code-changed", Rules, Table;
    WORDING_CHANGED = "wording-changed", Text, Table;
    LAYOUT_ONLY = "layout-only", Text, Table;
    SCENARIO_GONE = "scenario-gone", Breaking, Table;
    SCENARIO_NEW = "scenario-new", Rules, Table;
    SCENARIO_BROKEN = "scenario-broken", Breaking, Table;
    SETUP_CHANGED = "setup-changed", Rules, Table;
    FORCE_ILLEGAL = "force-illegal", Breaking, Table;
    FORCE_LEGAL = "force-legal", Rules, Table;
    MAP_GONE = "map-gone", Breaking, Table;
    MAP_NEW = "map-new", Rules, Table;
    MAP_CHANGED = "map-changed", Rules, Table;
    CASE_FAILS = "case-fails", Rules, Play;
    CASE_GONE = "case-gone", Rules, Play;
    CASE_CHANGED = "case-changed", Text, Play;
    CASE_HOLDS = "case-holds", Text, Play;
    GAME_RESULT = "game-ends-otherwise", Rules, Play;
    GAME_PARTS = "game-parts", Rules, Play;
    REPLAY_PARTS = "replay-parts", Breaking, Play;
    UNPROVEN = "unproven", Text, Unproven;
}

/// The ids of what `coverage` alone tells.
const OF_COVERAGE: [&str; 6] = [
    "rule-lost",
    "ability-lost",
    "answer-lost",
    "break-lost",
    "proof-lost",
    "not-executed",
];

/// Whether `diff` tells changes of this id.
pub(crate) fn is_of_diff(id: &str) -> bool {
    IDS.contains(&id)
}

/// Whether `coverage` alone tells losses of this id.
pub(crate) fn is_of_coverage(id: &str) -> bool {
    OF_COVERAGE.contains(&id)
}

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
