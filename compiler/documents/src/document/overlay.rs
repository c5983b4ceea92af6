//! The overlay document: dated changes of cards, such as points, errata and bans.

use super::cards::TODO;
use super::fact::{At, Entries, Fact};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// Changes of cards of one system from a day on. Sets keep their cards as they were printed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OverlayDoc {
    /// The overlay's id.
    pub overlay: At<String>,
    /// The id of its system.
    pub system: At<String>,
    /// What people call it.
    pub title: String,
    /// The day from which on it is in force: `2026-09-01`.
    #[schemars(schema_with = "date")]
    pub date: At<String>,
    /// Where it comes from.
    #[serde(default)]
    pub note: Option<String>,
    /// The changes, card by card.
    pub cards: Vec<ChangeDoc>,
}

/// Changes of one card. What is not named stays as it was.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeDoc {
    /// The id of a card of any set of the system.
    pub card: At<String>,
    /// The facts that it has from now on.
    #[serde(default)]
    pub facts: Entries<At<Fact>>,
    /// Whether no force may take it from now on; `no` lifts an earlier ban.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub banned: Option<At<bool>>,
    /// What it does from now on, in the language.
    #[serde(default)]
    pub rules: Option<At<String>>,
    /// The reason, or the source: `list of 1 September, page 2`.
    #[serde(default)]
    pub why: Option<String>,
    /// Whether `rules: todo` stands there.
    #[serde(skip)]
    pub is_todo: bool,
}

impl OverlayDoc {
    /// The same, in which rules that are still to be written are none.
    pub(crate) fn settled(mut self) -> Self {
        for card in &mut self.cards {
            let is_todo = |rules: &mut At<String>| rules.value.trim() == TODO;
            card.is_todo = card.rules.take_if(is_todo).is_some();
        }
        self
    }
}

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl FromStr for Date {
    type Err = String;

    /// Reads `2026-09-01`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let is_number =
            |part: &str, length| part.len() == length && part.bytes().all(|one| one.is_ascii_digit());
        let [year, month, day] = parts.as_slice() else {
            return Err(format!("`{text}` is not a date"));
        };
        if !(is_number(year, 4) && is_number(month, 2) && is_number(day, 2)) {
            return Err(format!("`{text}` is not a date"));
        }
        let date = Self {
            year: year.parse().unwrap_or_default(),
            month: month.parse().unwrap_or_default(),
            day: day.parse().unwrap_or_default(),
        };
        match (1..=date.days_of_month()).contains(&date.day) {
            true => Ok(date),
            false => Err(format!("the day `{text}` does not exist")),
        }
    }
}

impl Date {
    /// The number of days of its month; none, if there is no such month.
    fn days_of_month(self) -> u8 {
        let is_multiple_of = |number| self.year.is_multiple_of(number);
        let is_leap = is_multiple_of(4) && (!is_multiple_of(100) || is_multiple_of(400));
        match self.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 0,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The day for which cards are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AsOf {
    /// The day of the newest overlay: all are in force.
    #[default]
    Newest,
    /// No overlay is in force.
    Printed,
    /// The overlays up to this day are in force.
    Day(Date),
}

impl AsOf {
    /// Whether an overlay of this date is in force.
    #[must_use]
    pub fn has(self, date: Date) -> bool {
        match self {
            Self::Newest => true,
            Self::Printed => false,
            Self::Day(day) => date <= day,
        }
    }
}

impl FromStr for AsOf {
    type Err = String;

    /// Reads `2026-09-01`, `printed` or `newest`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "printed" => Ok(Self::Printed),
            "newest" => Ok(Self::Newest),
            day => match day.parse() {
                Ok(day) => Ok(Self::Day(day)),
                Err(why) => Err(format!(
                    "{why}; write a day as in `2026-09-01`, or `printed` or `newest`"
                )),
            },
        }
    }
}

/// A date as documents write it.
fn date(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "description": "the first day on which the overlay applies, such as 2026-09-01",
        "type": "string",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    })
}

#[cfg(test)]
mod tests {
    use super::{AsOf, Date};

    #[test]
    fn a_date_is_a_day_that_exists() {
        for day in ["2026-09-01", "2024-02-29", "2000-02-29", "0001-12-31"] {
            assert_eq!(
                day.parse::<Date>().map(|date| date.to_string()).as_deref(),
                Ok(day)
            );
        }
        for none in [
            "",
            "2026",
            "2026-9-1",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-04-00",
            "2026-09-01-01",
            "1.9.2026",
            "2026-+9-01",
            "26-09-01",
        ] {
            assert!(none.parse::<Date>().is_err(), "{none}");
        }
    }

    #[test]
    fn a_day_has_what_was_dated_before_it() {
        let day = |text: &str| text.parse::<Date>().unwrap_or_else(|why| panic!("{why}"));
        let as_of = |text: &str| text.parse::<AsOf>().unwrap_or_else(|why| panic!("{why}"));
        let first = day("2026-09-01");
        for (text, has) in [
            ("newest", true),
            ("printed", false),
            ("2026-09-01", true),
            ("2026-08-31", false),
            ("2027-01-01", true),
        ] {
            assert_eq!(as_of(text).has(first), has, "{text}");
        }
        assert!(
            "today"
                .parse::<AsOf>()
                .is_err_and(|why| why.contains("2026-09-01"))
        );
    }
}
