//! A page of HTML with the figures of a call: one file, without scripts, that needs nothing from elsewhere.
//!
//! A table is a table: whoever cannot see its charts reads the same figures. On a narrow screen each row becomes a block, and paper is
//! always light.

use super::chart::{Scale, histogram, whisker};
use super::{Cell, Look, Table, tables};
use crate::program::write::PAGE_MADE_BY;
use crate::series::{Interval, Report};
use cardwright_compiler::so_many;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// A text as it stands in HTML, without what no text has.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for one in text.chars().filter(|one| !one.is_control()) {
        match one {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            one => safe.push(one),
        }
    }
    safe
}

/// The page of some reports.
pub(crate) fn page(reports: &[&Report]) -> String {
    let title = match reports {
        [one] => format!("Games of {}", one.scenario),
        _ => format!("Games of {}", so_many(reports.len(), "scenario", "scenarios")),
    };
    let title = escaped(&title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{PAGE_MADE_BY}\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    html.push_str(
        "<p class=\"note\">Each figure is that of the games that were played. The bar beside it, and the numbers behind it, are its \
         interval: with 95 % certainty the figure of all possible games lies in it.</p>\n",
    );
    if reports.len() > 1 {
        html.push_str("<nav><ul>\n");
        for (number, report) in reports.iter().enumerate() {
            let _ = writeln!(
                html,
                "<li><a href=\"#scenario-{number}\"><bdi>{}</bdi></a></li>",
                escaped(&report.scenario)
            );
        }
        html.push_str("</ul></nav>\n");
    }
    for (number, report) in reports.iter().enumerate() {
        section(&mut html, report, number, reports.len() > 1);
    }
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

/// The results of one scenario.
fn section(html: &mut String, report: &Report, number: usize, is_named: bool) {
    let _ = writeln!(html, "<section id=\"scenario-{number}\">");
    if is_named {
        let _ = writeln!(html, "<h2><bdi>{}</bdi></h2>", escaped(&report.scenario));
    }
    let games = if report.games == 1 { "game" } else { "games" };
    let _ = write!(
        html,
        "<p>{} {games}, seeds {} to {}.",
        grouped(report.games),
        report.seed,
        report.last_seed
    );
    if let Some(until) = &report.until {
        let known = if until.reached {
            "was reached"
        } else {
            "was not reached"
        };
        let _ = write!(
            html,
            " Asked for until {} % on either side, which {known}: the widest interval has {:.1} points.",
            until.percent, until.half
        );
    }
    if !report.is_fine() {
        let _ = write!(
            html,
            " <strong class=\"bad\">{} went wrong.</strong>",
            so_many(
                usize::try_from(report.faulty).unwrap_or(usize::MAX),
                "game",
                "games"
            )
        );
    }
    html.push_str("</p>\n");
    for table in tables(report) {
        match table.look {
            Look::Rows => rows(html, &table, report),
            Look::Histogram => columns(html, &table),
        }
    }
    never(html, report);
    html.push_str("</section>\n");
}

fn heading(html: &mut String, table: &Table) {
    let _ = writeln!(html, "<h3>{}</h3>", table.title);
    if !table.note.is_empty() {
        let _ = writeln!(html, "<p class=\"note\">{}</p>", table.note);
    }
}

fn rows(html: &mut String, table: &Table, report: &Report) {
    html.push_str("<div class=\"block\">\n");
    heading(html, table);
    html.push_str("<table><thead><tr>");
    for ((_, name), cell) in table.columns.iter().zip(&table.rows[0]) {
        let class = if matches!(cell, Cell::Count(_) | Cell::Number(_)) {
            " class=\"number\""
        } else {
            ""
        };
        let _ = write!(html, "<th scope=\"col\"{class}>{name}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    let differences = table.rows.iter().flatten().filter_map(|cell| match cell {
        Cell::Difference(difference) => *difference,
        _ => None,
    });
    let scale = Scale::of_differences(differences);
    // The share of a player is compared with what it is if all win as often.
    #[allow(clippy::cast_precision_loss, reason = "there are few players")]
    let even = ["players", "versions"]
        .contains(&table.id)
        .then(|| 100.0 / report.players.len().max(1) as f64);
    for row in &table.rows {
        html.push_str("<tr>");
        for (place, (cell, (_, name))) in row.iter().zip(&table.columns).enumerate() {
            let tag = if place == 0 { "th scope=\"row\"" } else { "td" };
            let end = if place == 0 { "th" } else { "td" };
            let class = match cell {
                Cell::Count(_) | Cell::Number(_) => " class=\"number\"",
                Cell::Share(_) | Cell::Difference(_) => " class=\"figure\"",
                Cell::Text(_) => "",
            };
            let _ = write!(
                html,
                "<{tag}{class} data-label=\"{name}\">{}</{end}>",
                told(cell, scale, even)
            );
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table>\n</div>\n");
}

/// A cell.
fn told(cell: &Cell, scale: Scale, even: Option<f64>) -> String {
    let figure = |figure: Interval, scale: Scale, line: Option<f64>, text: String| {
        let (value, ends) = text.split_once('(').unwrap_or((&text, ""));
        format!(
            "{}<span class=\"value\">{}<small>({ends}</small></span>",
            whisker(figure, scale, line, &text),
            value
        )
    };
    match cell {
        Cell::Text(text) if text.is_empty() => String::new(),
        Cell::Text(text) => format!("<bdi>{}</bdi>", escaped(text)),
        Cell::Count(count) => grouped(*count),
        Cell::Number(number) => format!("{number:.1}"),
        Cell::Share(Some(share)) => figure(*share, Scale::SHARES, even, share.share()),
        Cell::Difference(Some(one)) => figure(*one, scale, Some(0.0), one.difference()),
        Cell::Share(None) | Cell::Difference(None) => String::new(),
    }
}

/// A number with a comma before each three digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn columns(html: &mut String, table: &Table) {
    let count = |cell: &Cell| match cell {
        Cell::Count(count) => *count,
        _ => 0,
    };
    let columns: Vec<(u64, u64, u64)> = table
        .rows
        .iter()
        .map(|row| (count(&row[0]), count(&row[1]), count(&row[2])))
        .collect();
    html.push_str("<div class=\"block\">\n");
    heading(html, table);
    let begun = columns
        .iter()
        .find(|column| column.2 > 0)
        .map_or(0, |column| column.0);
    let ended = columns.last().map_or(0, |column| column.1);
    let label = format!("{}: from {begun} to {ended}", table.title);
    html.push_str(&histogram(&columns, &label));
    html.push_str("\n</div>\n");
}

/// The cards and options that were never open, and those that were never taken.
fn never(html: &mut String, report: &Report) {
    let cards = report.cards.as_deref().unwrap_or_default();
    let named = |html: &mut String, title: &str, is_meant: fn(&crate::series::CardUse) -> bool| {
        let items: Vec<String> = cards
            .iter()
            .filter(|card| is_meant(card))
            .map(|card| format!("<li><bdi>{}</bdi></li>", escaped(&card.item.title)))
            .collect();
        if !items.is_empty() {
            let _ = writeln!(
                html,
                "<div class=\"block\">\n<h3>{title}</h3>\n<ul>{}</ul>\n</div>",
                items.concat()
            );
        }
    };
    named(html, "Never open", crate::series::CardUse::is_never_open);
    named(
        html,
        "Open, but never taken",
        crate::series::CardUse::is_never_taken,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_taken_for_a_tag() {
        assert_eq!(
            escaped("<b title='x'>&\"\u{7}"),
            "&lt;b title=&#39;x&#39;&gt;&amp;&quot;"
        );
    }

    #[test]
    fn numbers_are_read_by_threes() {
        for (count, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
    }
}
