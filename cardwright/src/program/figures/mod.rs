//! The figures of a series as tables: the same ones for a page and for spreadsheets.
//!
//! | file | what lives there |
//! |---|---|
//! | here | [`tables`]: which tables a report has, and what stands in them |
//! | `page` | a page of HTML, with charts |
//! | `chart` | charts as SVG |
//! | `sheets` | a CSV file for each table |
//!
//! A cell is a figure, not a text: a page draws its interval, and a spreadsheet has its three numbers.

mod chart;
mod page;
mod sheets;

pub(crate) use page::page;
pub(crate) use sheets::{FIRST_COLUMN, replaceable, write};

use crate::series::{CardUse, Interval, Player, Report, Spread, Version};

/// A table of a report.
struct Table {
    /// Its name in files.
    id: &'static str,
    title: &'static str,
    /// How to read it, for people.
    note: &'static str,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    look: Look,
}

/// A column: its name for programs and for people.
type Column = (&'static str, &'static str);

/// How a page shows a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Rows,
    /// The first two columns are the ends of a stretch, the third is a height.
    Histogram,
}

/// The content of a cell.
enum Cell {
    Text(String),
    Count(u64),
    Number(f64),
    /// A share in percent.
    Share(Option<Interval>),
    /// A difference in points of percent.
    Difference(Option<Interval>),
}

/// The names of all tables.
const ALL: [&str; 10] = [
    "players",
    "versions",
    "outcomes",
    "agents",
    "matches",
    "lengths",
    "rounds",
    "decisions",
    "cards",
    "faults",
];

/// All tables of a report that have something to say.
fn tables(report: &Report) -> Vec<Table> {
    let all = [
        players(report),
        versions(&report.versions),
        outcomes(report),
        agents(report),
        matches(report),
        lengths(report),
        histogram("rounds", "Rounds of a game", &report.rounds),
        histogram("decisions", "Decisions of a game", &report.decisions),
        cards(report.cards.as_deref().unwrap_or_default()),
        faults(report),
    ];
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

fn players(report: &Report) -> Table {
    let row = |name: String, wins: u64, share: Interval, lead: Option<Interval>| {
        vec![
            Cell::Text(name),
            Cell::Count(wins),
            Cell::Share(Some(share)),
            Cell::Difference(lead),
        ]
    };
    let player = |one: &Player| row(one.player.clone(), one.wins, one.share, one.lead);
    let mut rows: Vec<_> = report.players.iter().map(player).collect();
    if let Some(first) = report.first.as_ref().filter(|first| first.always.is_none()) {
        let name = "whoever decides first".to_owned();
        rows.push(row(name, first.wins, first.share, first.lead));
    }
    Table {
        id: "players",
        title: "Who wins",
        note: "Ahead is how many points a player wins more often than the others do on average. The dotted line is where all win \
               as often. An interval with 0 in it means that there may be no difference.",
        columns: vec![
            ("player", "Player"),
            ("wins", "Games won"),
            ("share", "Share"),
            ("lead", "Ahead"),
        ],
        rows,
        look: Look::Rows,
    }
}

fn outcomes(report: &Report) -> Table {
    let row = |ends: &crate::series::Ends| {
        vec![
            Cell::Text(ends.outcome.clone()),
            Cell::Text(ends.title.clone()),
            Cell::Count(ends.games),
            Cell::Share(Some(ends.share)),
        ]
    };
    Table {
        id: "outcomes",
        title: "How games end",
        note: "",
        columns: vec![
            ("outcome", "Outcome"),
            ("title", "What it says"),
            ("games", "Games"),
            ("share", "Share"),
        ],
        rows: report.outcomes.iter().map(row).collect(),
        look: Look::Rows,
    }
}

fn agents(report: &Report) -> Table {
    let is_one = report.agents.len() < 2;
    let agents = report.agents.iter().filter(|_| !is_one).map(|one| {
        vec![
            Cell::Text(one.agent.clone()),
            Cell::Count(one.games),
            Cell::Count(one.wins),
            Cell::Share(Some(one.share)),
        ]
    });
    Table {
        id: "agents",
        title: "Computer players",
        note: "",
        columns: vec![
            ("agent", "Agent"),
            ("games", "Games"),
            ("wins", "Games won"),
            ("share", "Share"),
        ],
        rows: agents.collect(),
        look: Look::Rows,
    }
}

fn matches(report: &Report) -> Table {
    let rows = report.differences.iter().map(|one| {
        vec![
            Cell::Text(one.agent.clone()),
            Cell::Text(one.against.clone()),
            Cell::Difference(Some(one.by)),
        ]
    });
    Table {
        id: "matches",
        title: "Computer players against one another",
        note: "From the games in which both play; games with one seed count as one.",
        columns: vec![
            ("agent", "Agent"),
            ("against", "Against"),
            ("difference", "Wins more by"),
        ],
        rows: rows.collect(),
        look: Look::Rows,
    }
}

#[allow(clippy::cast_precision_loss, reason = "what a game counts is small")]
fn lengths(report: &Report) -> Table {
    let spread = |what: &str, spread: &Spread| {
        let [low, high] = spread.interval.unwrap_or([spread.mean; 2]);
        let numbers = [spread.least as f64, spread.mean, low, high, spread.most as f64];
        let cells = numbers.into_iter().map(Cell::Number);
        std::iter::once(Cell::Text(what.to_owned()))
            .chain(cells)
            .collect()
    };
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    if report.rounds.most > 0 {
        rows.push(spread("rounds", &report.rounds));
    }
    rows.push(spread("decisions", &report.decisions));
    let minutes = &report.minutes;
    let in_minutes = |count: f64| count * minutes.seconds / 60.0;
    let [low, high] = report.decisions.interval.unwrap_or([report.decisions.mean; 2]);
    let numbers = [
        minutes.least,
        minutes.mean,
        in_minutes(low),
        in_minutes(high),
        minutes.most,
    ];
    let what = Cell::Text(format!("minutes, if a decision takes {} s", minutes.seconds));
    rows.push(
        std::iter::once(what)
            .chain(numbers.into_iter().map(Cell::Number))
            .collect(),
    );
    if let Some(margin) = &report.margin {
        rows.push(spread("score of the winner above the others", margin));
    }
    Table {
        id: "lengths",
        title: "How long games are",
        note: "From and to are the ends of the interval of the mean.",
        columns: vec![
            ("what", "What"),
            ("least", "Least"),
            ("mean", "Mean"),
            ("low", "From"),
            ("high", "To"),
            ("most", "Most"),
        ],
        rows,
        look: Look::Rows,
    }
}

fn histogram(id: &'static str, title: &'static str, spread: &Spread) -> Table {
    let width = spread.bins.width;
    let row = |(place, &games): (u64, &u64)| {
        vec![
            Cell::Count(place * width),
            Cell::Count((place + 1) * width - 1),
            Cell::Count(games),
        ]
    };
    let is_shown = spread.most > spread.least;
    let bins = (0..).zip(&spread.bins.games).filter(|_| is_shown);
    Table {
        id,
        title,
        note: "",
        columns: vec![("from", "From"), ("to", "To"), ("games", "Games")],
        rows: bins.map(row).collect(),
        look: Look::Histogram,
    }
}

fn cards(cards: &[CardUse]) -> Table {
    let share = |wins: u64, games: u64| Cell::Share((games > 0).then(|| Interval::of(wins, games)));
    let row = |card: &CardUse| {
        let known = |count: u64| match card.item.acts {
            true => Cell::Count(count),
            false => Cell::Text(String::new()),
        };
        vec![
            Cell::Text(card.item.title.clone()),
            Cell::Text(card.item.kind.clone()),
            Cell::Count(card.games),
            known(card.open),
            known(card.taken),
            share(card.won_with.wins, card.won_with.games),
            share(card.won_without.wins, card.won_without.games),
            Cell::Difference(card.difference),
        ]
    };
    Table {
        id: "cards",
        title: "Cards and options",
        note: "In how many games something was on the table, open to somebody, and taken; how often the side won that took it, and the \
               side that could and did not. Whoever takes a card may be ahead already, so this difference is not what the card does: \
               versions of the card (--vary) tell that.",
        columns: vec![
            ("card", "Card"),
            ("kind", "Kind"),
            ("table", "On the table"),
            ("open", "Open"),
            ("taken", "Taken"),
            ("with", "Won where taken"),
            ("without", "Won where not"),
            ("difference", "Difference"),
        ],
        rows: cards.iter().map(row).collect(),
        look: Look::Rows,
    }
}

fn versions(versions: &[Version]) -> Table {
    let row = |version: &Version, player: &Player| {
        vec![
            Cell::Text(version.title()),
            Cell::Text(player.player.clone()),
            Cell::Share(Some(player.share)),
            Cell::Difference(player.difference),
        ]
    };
    let rows = versions
        .iter()
        .flat_map(|version| version.players.iter().map(move |player| row(version, player)));
    Table {
        id: "versions",
        title: "Versions of the cards",
        note: "All versions play the same seeds, so the difference from the printed version is known more exactly than the shares. Of twenty \
               differences, one is outside of its interval by chance.",
        columns: vec![
            ("version", "Version"),
            ("player", "Player"),
            ("share", "Share"),
            ("difference", "Difference"),
        ],
        rows: rows.collect(),
        look: Look::Rows,
    }
}

fn faults(report: &Report) -> Table {
    let row = |fault: &crate::series::Fault| {
        vec![Cell::Text(fault.seed.to_string()), Cell::Text(fault.what.clone())]
    };
    Table {
        id: "faults",
        title: "Games that went wrong",
        note: "",
        columns: vec![("seed", "Seed"), ("what", "What happened")],
        rows: report.faults.iter().map(row).collect(),
        look: Look::Rows,
    }
}
