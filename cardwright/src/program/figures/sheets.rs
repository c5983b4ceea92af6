//! Tables for spreadsheets: a CSV file each, with a line for each row of each scenario.

use super::{ALL, Cell, Table, tables};
use crate::program::Ending;
use crate::program::commands::wrong_path;
use crate::program::write::{self, Kind};
use crate::series::{Interval, Report};
use std::collections::BTreeMap;
use std::path::Path;

/// The first column of each table.
pub(crate) const FIRST_COLUMN: &str = "scenario";

/// The files of all tables, by their names.
fn sheets(reports: &[&Report]) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut sheets: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for report in reports {
        for table in tables(report) {
            let rows = sheets.entry(format!("{}.csv", table.id)).or_default();
            if rows.is_empty() {
                rows.push(head(&table));
            }
            rows.extend(table.rows.iter().map(|row| {
                let cells = row
                    .iter()
                    .zip(kinds(&table))
                    .flat_map(|(cell, kind)| written(cell, kind));
                std::iter::once(report.scenario.clone()).chain(cells).collect()
            }));
        }
    }
    sheets
}

/// Refuses a folder in which other files stand where tables would.
pub(crate) fn replaceable(folder: &Path) -> Result<(), Ending> {
    if folder.exists() && !folder.is_dir() {
        return Err(wrong_path(folder, &"this is not a folder"));
    }
    for id in ALL {
        let path = folder.join(format!("{id}.csv"));
        write::replaceable(&path, Kind::Sheet, &write::named(&path))?;
    }
    Ok(())
}

/// Writes the tables into a folder, which is made if it is not there. Only older tables are written over.
pub(crate) fn write(folder: &Path, reports: &[&Report]) -> Result<(), Ending> {
    replaceable(folder)?;
    let place = write::named(&folder.join("players.csv"));
    cardwright_files::folders(folder, &place).map_err(|error| wrong_path(folder, &error))?;
    for (name, rows) in sheets(reports) {
        let bytes = cardwright_export::csv_rows(&rows).map_err(Ending::WrongCall)?;
        write::result(&folder.join(name), Kind::Sheet, &bytes)?;
    }
    Ok(())
}

/// How many columns a figure has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wide {
    One,
    Three,
}

/// Which columns of a table are figures with intervals.
fn kinds(table: &Table) -> Vec<Wide> {
    let is_figure = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| matches!(cell, Cell::Share(_) | Cell::Difference(_)))
    };
    let wide = |column| if is_figure(column) { Wide::Three } else { Wide::One };
    (0..table.columns.len()).map(wide).collect()
}

fn head(table: &Table) -> Vec<String> {
    let named = |((name, _), kind): (&super::Column, Wide)| match kind {
        Wide::One => vec![(*name).to_owned()],
        Wide::Three => ["", "-low", "-high"]
            .iter()
            .map(|end| format!("{name}{end}"))
            .collect(),
    };
    let columns = table.columns.iter().zip(kinds(table)).flat_map(named);
    std::iter::once(FIRST_COLUMN.to_owned()).chain(columns).collect()
}

fn written(cell: &Cell, kind: Wide) -> Vec<String> {
    let figure = |figure: &Option<Interval>| match figure {
        Some(Interval { percent, low, high }) => [percent, low, high].map(|one| number(*one)).to_vec(),
        None => vec![String::new(); 3],
    };
    match cell {
        Cell::Share(share) => figure(share),
        Cell::Difference(difference) => figure(difference),
        Cell::Text(_) if kind == Wide::Three => vec![String::new(); 3],
        Cell::Text(text) => vec![text.clone()],
        Cell::Count(count) => vec![count.to_string()],
        Cell::Number(value) => vec![number(*value)],
    }
}

/// Two digits behind the point, and never a zero below zero.
fn number(value: f64) -> String {
    format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0)
}
