//! Files with data as rows of named fields, bounded in bytes, rows and depth.

use crate::documents::{ImportDoc, SourceDoc, SourceFormat};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// The most bytes of one source.
pub const MOST_BYTES: u64 = 64 << 20;
/// The most rows of one source.
const MOST_ROWS: usize = 100_000;
/// The most fields of one row, and the most members of one list.
const MOST_FIELDS: usize = 4_096;
/// The most bytes that the names of fields may take in all rows together.
const MOST_NAME_BYTES: usize = 128 << 20;
/// How deep lists and objects may lie in one another.
const MOST_DEPTH: usize = 32;
/// The most values of one source, lists and objects among them.
const MOST_VALUES: usize = 2_000_000;
/// The most bytes of the name of a field.
const MOST_NAME: usize = 256;
/// The most bytes of one text.
const MOST_TEXT: usize = 1 << 16;
/// The field that has the key of a row in an object of rows.
const KEY: &str = "key";

/// The fields of a row.
pub(crate) type Row = Map<String, Value>;

/// The rows of all sources.
pub(crate) struct Data(BTreeMap<String, Vec<Row>>);

impl Data {
    pub(crate) fn read(mapping: &ImportDoc, sources: &BTreeMap<String, Vec<u8>>) -> Result<Self, String> {
        let mut data = BTreeMap::new();
        for (name, source) in &mapping.sources.0 {
            let bytes = sources.get(&name.value).map_or(&[][..], Vec::as_slice);
            let rows = rows(&source.0, bytes).map_err(|why| format!("{}: {why}", source.0.file))?;
            data.insert(name.value.clone(), rows);
        }
        Ok(Self(data))
    }

    /// The rows of a source.
    pub(crate) fn rows(&self, source: &str) -> &[Row] {
        self.0.get(source).map_or(&[], Vec::as_slice)
    }
}

/// The rows of one source.
fn rows(source: &SourceDoc, bytes: &[u8]) -> Result<Vec<Row>, String> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it has {} bytes; the most is {MOST_BYTES}", bytes.len()));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut values = 0;
    let rows = match format(source)? {
        SourceFormat::Csv => csv_rows(text, source.separator.unwrap_or(','))?,
        SourceFormat::Json => {
            let value: Value = json(text, &mut values)?;
            listed(within(value, source.at.as_deref())?)?
        }
        SourceFormat::Jsonl => {
            let lines = text
                .lines()
                .enumerate()
                .filter(|(_, line)| !line.trim().is_empty());
            let mut row = |(at, line): (usize, &str)| {
                let value = json(line, &mut values).map_err(|why| format!("line {}: {why}", at + 1))?;
                object(value, at)
            };
            lines
                .take(MOST_ROWS + 1)
                .map(&mut row)
                .collect::<Result<_, String>>()?
        }
    };
    if rows.len() > MOST_ROWS {
        return Err(format!("it has more than {MOST_ROWS} rows"));
    }
    for (at, row) in rows.iter().enumerate() {
        bounded(row.values(), 1).map_err(|why| format!("row {}: {why}", at + 1))?;
    }
    Ok(rows)
}

fn format(source: &SourceDoc) -> Result<SourceFormat, String> {
    let lower = source.file.to_ascii_lowercase();
    let end = lower.rsplit_once('.').map_or("", |(_, end)| end);
    match (source.format, end) {
        (Some(format), _) => Ok(format),
        (None, "csv" | "tsv") => Ok(SourceFormat::Csv),
        (None, "json" | "js") => Ok(SourceFormat::Json),
        (None, "jsonl" | "ndjson") => Ok(SourceFormat::Jsonl),
        (None, _) => {
            Err("its name does not show its format; add `format: csv`, `json` or `jsonl`".to_owned())
        }
    }
}

fn csv_rows(text: &str, separator: char) -> Result<Vec<Row>, String> {
    let separator = u8::try_from(separator).map_err(|_| format!("`{separator}` cannot be a separator"))?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| error.to_string())?.clone();
    if names.len() > MOST_FIELDS {
        return Err(format!(
            "it has {} fields; the most is {MOST_FIELDS}",
            names.len()
        ));
    }
    let mut known = HashSet::new();
    for name in &names {
        if name.len() > MOST_NAME {
            return Err(format!(
                "the name of a field has {} bytes; the most is {MOST_NAME}",
                name.len()
            ));
        }
        if !known.insert(name) {
            return Err(format!("two fields are called `{name}`"));
        }
    }
    // Each row has the names of its fields, which the file gives once.
    let bytes: usize = names.iter().map(str::len).sum();
    let most = (MOST_VALUES / names.len().max(1))
        .min(MOST_NAME_BYTES / bytes.max(1))
        .min(MOST_ROWS);
    let row = |record: Result<csv::StringRecord, csv::Error>| -> Result<Row, String> {
        let record = record.map_err(|error| error.to_string())?;
        if record.position().is_some_and(|at| at.record() > most as u64) {
            return Err(format!(
                "with {} fields, it can have at most {most} rows",
                names.len()
            ));
        }
        let fields = names.iter().zip(record.iter());
        Ok(fields
            .map(|(name, field)| (name.to_owned(), Value::from(field)))
            .collect())
    };
    reader.records().take(MOST_ROWS + 1).map(row).collect()
}

/// A value, if it and those before it have not too many parts. These are counted before any of them takes memory.
fn json(text: &str, values: &mut usize) -> Result<Value, String> {
    let (mut is_inside, mut is_escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_inside => is_escaped = true,
            b'"' => is_inside = !is_inside,
            b',' | b'[' | b'{' if !is_inside => *values += 1,
            _ => {}
        }
    }
    if *values > MOST_VALUES {
        return Err(format!("it has more than {MOST_VALUES} values"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The value at a path of names.
fn within(mut value: Value, path: Option<&str>) -> Result<Value, String> {
    for name in path.into_iter().flat_map(|path| path.split('.')) {
        value = match value.get_mut(name) {
            Some(inner) => inner.take(),
            None => return Err(format!("it has no `{name}`, which `at` names")),
        };
    }
    Ok(value)
}

/// A list of objects; or an object of objects, whose names become their field `key`.
fn listed(value: Value) -> Result<Vec<Row>, String> {
    match value {
        Value::Array(rows) => {
            let rows = rows.into_iter().take(MOST_ROWS + 1).enumerate();
            rows.map(|(at, row)| object(row, at)).collect()
        }
        Value::Object(rows) => {
            let rows = rows.into_iter().take(MOST_ROWS + 1).enumerate();
            rows.map(|(at, (key, row))| {
                let mut row = object(row, at)?;
                row.entry(KEY).or_insert_with(|| Value::from(key));
                Ok(row)
            })
            .collect()
        }
        _ => Err("it is not a list of rows; write the name of the list, as in `at: NAME`".to_owned()),
    }
}

fn object(value: Value, at: usize) -> Result<Row, String> {
    match value {
        Value::Object(row) => Ok(row),
        _ => Err(format!("row {} is not an object", at + 1)),
    }
}

fn bounded<'a>(values: impl ExactSizeIterator<Item = &'a Value>, depth: usize) -> Result<(), String> {
    if values.len() > MOST_FIELDS {
        return Err(format!(
            "it has more than {MOST_FIELDS} fields, or a list with more entries than that"
        ));
    }
    if depth > MOST_DEPTH {
        return Err(format!(
            "its lists and objects are nested more than {MOST_DEPTH} levels deep"
        ));
    }
    for value in values {
        match value {
            Value::Array(list) => bounded(list.iter(), depth + 1)?,
            Value::Object(map) => bounded(map.values(), depth + 1)?,
            Value::String(text) if text.len() > MOST_TEXT => {
                return Err(format!(
                    "one of its texts has {} bytes; the most is {MOST_TEXT}",
                    text.len()
                ));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str, text: &str) -> Result<Vec<Row>, String> {
        let source = SourceDoc {
            file: file.to_owned(),
            ..SourceDoc::default()
        };
        rows(&source, text.as_bytes())
    }

    #[test]
    fn csv_json_and_lines_of_json_give_the_same_rows() {
        let csv = read("a.csv", "\u{feff}name,cost\nKid,3\n").expect("CSV");
        let json = read("a.json", r#"[{ "name": "Kid", "cost": "3" }]"#).expect("JSON");
        let lines = read("a.jsonl", "{ \"name\": \"Kid\", \"cost\": \"3\" }\n\n").expect("lines");
        assert_eq!((&csv, &json), (&json, &lines));
        assert_eq!(csv[0]["name"], "Kid");
    }

    #[test]
    fn an_object_of_rows_gives_each_its_key() {
        let rows = read("a.json", r#"{ "kid": { "cost": 3 } }"#).expect("JSON");
        assert_eq!(rows[0]["key"], "kid");
    }

    #[test]
    fn what_is_no_table_is_refused_with_a_reason() {
        for (file, text, why) in [
            ("a.txt", "", "its name does not show"),
            ("a.json", "3", "not a list of rows"),
            ("a.json", "[3]", "row 1 is not an object"),
            ("a.jsonl", "{}\n{", "line 2"),
            ("a.csv", "a,a\n1,2\n", "two fields are called `a`"),
            ("a.csv", "a,b\n1\n", "found record with 1 fields"),
        ] {
            let told = read(file, text).expect_err(text);
            assert!(told.contains(why), "{told}");
        }
    }

    // Limit: MOST_DEPTH in exchange/import/src/source.rs
    // Limit: MOST_FIELDS in exchange/import/src/source.rs
    // Limit: MOST_ROWS in exchange/import/src/source.rs
    #[test]
    fn depth_and_length_have_bounds() {
        let deep = |depth: usize| format!("[{{\"a\":{}1{}}}]", "[".repeat(depth), "]".repeat(depth));
        assert!(read("a.json", &deep(MOST_DEPTH - 1)).is_ok());
        assert!(read("a.json", &deep(MOST_DEPTH)).is_err());
        let long = |length: usize| format!("[{{\"a\":[{}]}}]", vec!["1"; length].join(","));
        assert!(read("a.json", &long(MOST_FIELDS)).is_ok());
        assert!(read("a.json", &long(MOST_FIELDS + 1)).is_err());
        let rows = |count: usize| format!("a\n{}", "1\n".repeat(count));
        assert!(read("a.csv", &rows(MOST_ROWS)).is_ok());
        assert!(read("a.csv", &rows(MOST_ROWS + 1)).is_err());
    }

    // Limit: MOST_VALUES in exchange/import/src/source.rs
    // Limit: MOST_NAME in exchange/import/src/source.rs
    // Limit: MOST_TEXT in exchange/import/src/source.rs
    // Limit: MOST_NAME_BYTES in exchange/import/src/source.rs
    #[test]
    fn names_texts_and_values_have_bounds() {
        let refused = |file: &str, text: &str| read(file, text).expect_err("that is too much");
        let names = |count: usize, length: usize| {
            let names: Vec<String> = (0..count).map(|at| format!("{at:0length$}")).collect();
            names.join(",")
        };
        assert!(read("a.csv", &format!("{}\n1,2\n", names(2, MOST_NAME))).is_ok());
        assert!(refused("a.csv", &format!("{}\n1,2\n", names(2, MOST_NAME + 1))).contains("name of a field"));
        assert!(refused("a.csv", &names(MOST_FIELDS + 1, 1)).contains("fields; the most is"));
        let wide = format!("{}\n", names(4_000, 4));
        let rows = |count: usize| format!("{wide}{}", format!("{}\n", ",".repeat(3_999)).repeat(count));
        assert!(read("a.csv", &rows(500)).is_ok());
        assert!(refused("a.csv", &rows(501)).contains("at most 500 rows"));
        let long = format!("{}\n", names(1_000, MOST_NAME));
        let rows = |count: usize| format!("{long}{}", format!("{}\n", ",".repeat(999)).repeat(count));
        let most = MOST_NAME_BYTES / (1_000 * MOST_NAME);
        assert!(read("a.csv", &rows(most)).is_ok());
        assert!(refused("a.csv", &rows(most + 1)).contains("rows"));
        let text = |length: usize| format!("[{{\"a\":\"{}\"}}]", "x".repeat(length));
        assert!(read("a.json", &text(MOST_TEXT)).is_ok());
        assert!(refused("a.json", &text(MOST_TEXT + 1)).contains("one of its texts"));
        assert!(refused("a.json", &format!("[{}]", "0,".repeat(MOST_VALUES))).contains("values"));
        let line = format!("{{\"a\":[{}0]}}\n", "0,".repeat(998));
        assert!(read("a.jsonl", &line.repeat(MOST_VALUES / 1_000)).is_ok());
        assert!(refused("a.jsonl", &line.repeat(MOST_VALUES / 1_000 + 1)).contains("values"));
    }

    // Limit: MOST_BYTES in exchange/import/src/source.rs
    #[test]
    fn more_bytes_than_the_most_are_not_read() {
        let most = usize::try_from(MOST_BYTES).expect("it is an index");
        let told = read("a.jsonl", &"\n".repeat(most + 1)).expect_err("that is too long");
        assert!(told.contains("the most is"), "{told}");
        assert!(read("a.jsonl", &"\n".repeat(most)).is_ok());
    }
}
