//! SQLite: one database with normalised tables and views. `sqlite.sql` describes them.

use crate::content::{Book, SystemBook};
use crate::folder::Folder;
use crate::format::Format;
use crate::json::line;
use crate::model::Value;
use crate::model::facts::{Class, Simulate};
use crate::model::rules::{Home, Level, Moment, Rule, RuleDoes};
use crate::options::Chosen;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, Transaction, params_from_iter};
use serde::Serialize;

/// SQLite.
pub(crate) struct Sqlite;

/// The version of the tables: SQLite's `user_version` too.
const VERSION: u32 = 1;

impl Format for Sqlite {
    fn id(&self) -> &'static str {
        "sqlite"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "one SQLite database: normalised tables and views of facts, cards, rules, maps and scenarios"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let bytes = database(book).map_err(|error| format!("the database cannot be written: {error}"))?;
        folder.add("cardwright.sqlite", bytes);
        Ok(())
    }
}

fn database(book: &Book<'_>) -> rusqlite::Result<Vec<u8>> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(include_str!("sqlite.sql"))?;
    let transaction = connection.transaction()?;
    let table = Tables(&transaction);
    let meta = [
        ("format", "cardwright/sqlite".to_owned()),
        ("version", VERSION.to_string()),
        (
            "tool",
            concat!("cardwright ", env!("CARGO_PKG_VERSION")).to_owned(),
        ),
    ];
    for (key, value) in meta {
        table.add("meta", &[sql(key), value.into()])?;
    }
    for system in &book.systems {
        table.system(system)?;
        table.vocabulary(system)?;
        table.cards(system)?;
        table.rules(system)?;
        table.maps(system)?;
        table.scenarios(system)?;
    }
    transaction.commit()?;
    connection.execute_batch("VACUUM")?;
    Ok(connection.serialize("main")?.to_vec())
}

/// Fills tables.
struct Tables<'a>(&'a Transaction<'a>);

fn sql(text: &str) -> Sql {
    Sql::Text(text.to_owned())
}

fn number(n: impl TryInto<i64>) -> Sql {
    n.try_into().map_or(Sql::Null, Sql::Integer)
}

fn maybe(text: Option<&String>) -> Sql {
    text.map_or(Sql::Null, |text| sql(text))
}

/// The name of a unit variant.
fn name(of: impl Serialize) -> Sql {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(name)) => Sql::Text(name),
        _ => Sql::Null,
    }
}

/// A value as number and text; both are null for nothing, and for sets.
fn value(value: &Value) -> [Sql; 2] {
    match value {
        Value::Null | Value::List(_) => [Sql::Null, Sql::Null],
        Value::YesNo(yes) => [number(i64::from(*yes)), Sql::Null],
        Value::Number(n) => [number(*n), Sql::Null],
        Value::Name(text) => [Sql::Null, sql(text)],
        Value::Pose(pose) => [Sql::Null, line(pose).into()],
    }
}

impl Tables<'_> {
    fn add(&self, table: &str, values: &[Sql]) -> rusqlite::Result<()> {
        let marks = vec!["?"; values.len()].join(", ");
        let mut statement = self
            .0
            .prepare_cached(&format!("INSERT INTO {table} VALUES ({marks})"))?;
        statement.execute(params_from_iter(values))?;
        Ok(())
    }

    /// A value in one table, and its members, if it is a set, in another.
    fn add_value(
        &self,
        table: [&str; 2],
        key: &[Sql],
        field: [&[Sql]; 2],
        given: &Value,
    ) -> rusqlite::Result<()> {
        let [own, of_members] = field;
        self.add(table[0], &[key, own, &value(given)].concat())?;
        if let Value::List(members) = given {
            for (at, member) in members.iter().enumerate() {
                self.add(
                    table[1],
                    &[key, of_members, &[number(at)], &value(member)].concat(),
                )?;
            }
        }
        Ok(())
    }

    fn system(&self, book: &SystemBook<'_>) -> rusqlite::Result<()> {
        let system = &book.system;
        let id = sql(&system.id);
        let about = [
            id.clone(),
            sql(&system.title),
            name(system.board.shape),
            sql(&system.main),
            maybe(system.round.as_ref()),
        ];
        self.add("systems", &about)?;
        for set in &system.sets {
            self.add("sets", &[id.clone(), sql(&set.id), sql(&set.title)])?;
        }
        for rule in &system.ledger {
            let simulate: Simulate = rule.simulate;
            self.add("ledger", &[id.clone(), sql(&rule.id), name(simulate)])?;
            for (at, file) in rule.cases.iter().enumerate() {
                self.add(
                    "ledger_cases",
                    &[id.clone(), sql(&rule.id), number(at), sql(file)],
                )?;
            }
        }
        Ok(())
    }

    fn vocabulary(&self, book: &SystemBook<'_>) -> rusqlite::Result<()> {
        let (id, all) = (sql(&book.system.id), &book.system.vocabulary);
        for words in &all.words {
            for (at, word) in words.words.iter().enumerate() {
                self.add("words", &[id.clone(), sql(&words.id), number(at), sql(word)])?;
            }
        }
        for record in &all.records {
            let key = [id.clone(), sql(&record.id)];
            self.add("records", &key)?;
            for (at, field) in record.fields.iter().enumerate() {
                let about = [number(at), sql(&field.name), sql(&field.ty.0)];
                self.add("record_fields", &[&key[..], &about].concat())?;
            }
            for (at, row) in record.rows.iter().enumerate() {
                self.add("rows", &[&key[..], &[sql(&row.id), number(at)]].concat())?;
                for (field, value) in &row.cells {
                    let cell = [sql(&row.id), sql(field)];
                    self.add_value(["cells", "cell_members"], &key, [&cell, &cell], value)?;
                }
            }
        }
        for token in &all.tokens {
            let limit = token.limit.map_or(Sql::Null, Sql::Integer);
            self.add("tokens", &[id.clone(), sql(&token.id), limit])?;
        }
        for kind in &all.kinds {
            let key = [id.clone(), sql(&kind.id)];
            let class: Class = kind.class;
            self.add("kinds", &[&key[..], &[name(class)]].concat())?;
            for (at, field) in kind.fields.iter().enumerate() {
                let about = [number(at), sql(&field.name), sql(&field.ty.0)];
                let how = [field.state, field.secret, field.kept].map(|yes| number(i64::from(yes)));
                self.add("kind_fields", &[&key[..], &about, &how].concat())?;
            }
            for token in &kind.tokens {
                self.add("kind_tokens", &[&key[..], &[sql(token)]].concat())?;
            }
        }
        for die in &all.dice {
            self.add("dice", &[id.clone(), sql(&die.id)])?;
            for (at, face) in die.sides.iter().enumerate() {
                self.add("die_sides", &[id.clone(), sql(&die.id), number(at), sql(face)])?;
            }
        }
        Ok(())
    }

    fn cards(&self, book: &SystemBook<'_>) -> rusqlite::Result<()> {
        let id = sql(&book.system.id);
        for set in &book.sets {
            for card in &set.cards {
                let key = [id.clone(), sql(&card.id)];
                let kind = sql(&card.kind);
                let about = [sql(&set.id), sql(&card.name), kind.clone(), name(card.class)];
                self.add("cards", &[&key[..], &about].concat())?;
                for (field, value) in &card.facts {
                    let (own, of_members) = ([kind.clone(), sql(field)], [sql(field)]);
                    self.add_value(
                        ["card_facts", "card_fact_members"],
                        &key,
                        [&own, &of_members],
                        value,
                    )?;
                }
                for (at, text) in card.text.iter().enumerate() {
                    self.add("card_texts", &[&key[..], &[number(at), sql(text)]].concat())?;
                }
            }
        }
        Ok(())
    }

    fn rules(&self, book: &SystemBook<'_>) -> rusqlite::Result<()> {
        let (id, all) = (sql(&book.system.id), &book.rules.declarations);
        for (at, rule) in all.rules.iter().enumerate() {
            self.add("rules", &rule_row(&id, at, rule))?;
        }
        for window in &all.windows {
            let moment: Moment = window.moment;
            let about = [
                id.clone(),
                sql(&window.id),
                sql(&window.procedure),
                maybe(window.step.as_ref()),
                name(moment),
                number(i64::from(window.gathers)),
            ];
            self.add("windows", &about)?;
        }
        Ok(())
    }

    fn maps(&self, book: &SystemBook<'_>) -> rusqlite::Result<()> {
        let id = sql(&book.system.id);
        for map in &book.maps {
            let key = [id.clone(), sql(&map.id)];
            let about = [sql(&map.title), name(map.board.shape)];
            self.add("maps", &[&key[..], &about].concat())?;
            for space in &map.board.spaces {
                let [_, terrain] = value(&space.terrain);
                let about = [
                    sql(&space.id),
                    number(space.column),
                    number(space.row),
                    number(space.layer),
                    number(space.level),
                    space.underside.map_or(Sql::Null, Sql::Integer),
                    maybe(space.wall.as_ref()),
                    terrain,
                ];
                self.add("spaces", &[&key[..], &about].concat())?;
            }
        }
        Ok(())
    }

    fn scenarios(&self, book: &SystemBook<'_>) -> rusqlite::Result<()> {
        let id = sql(&book.system.id);
        for scenario in &book.scenarios {
            let key = [id.clone(), sql(&scenario.id)];
            let play = &scenario.play;
            let side = |side: Option<i64>| side.map_or(Sql::Null, Sql::Integer);
            let about = [
                sql(&scenario.title),
                maybe(play.map.as_ref()),
                side(play.table.as_ref().map(|table| table.width)),
                side(play.table.as_ref().map(|table| table.length)),
            ];
            self.add("scenarios", &[&key[..], &about].concat())?;
            for (at, set) in play.sets.iter().enumerate() {
                self.add("scenario_sets", &[&key[..], &[number(at), sql(set)]].concat())?;
            }
            for (at, entity) in play.start.entities.iter().enumerate() {
                let about = [
                    sql(&entity.id),
                    number(at),
                    sql(&entity.kind),
                    maybe(entity.template.as_ref()),
                    maybe(entity.owner.as_ref()),
                    maybe(entity.holder.as_ref()),
                    entity.place.map_or(Sql::Null, number),
                    number(i64::from(entity.face_up)),
                    entity.at.as_ref().map_or(Sql::Null, |at| line(at).into()),
                ];
                self.add("entities", &[&key[..], &about].concat())?;
                for (token, count) in &entity.tokens {
                    let about = [sql(&entity.id), sql(token), number(*count)];
                    self.add("entity_tokens", &[&key[..], &about].concat())?;
                }
            }
        }
        Ok(())
    }
}

fn rule_row(system: &Sql, at: usize, rule: &Rule) -> Vec<Sql> {
    let level: Level = rule.level;
    let (home, card, effect) = match &rule.home {
        Home::Everywhere => ("everywhere", None, None),
        Home::Card { card } => ("card", Some(card), None),
        Home::Effect { effect } => ("effect", None, Some(effect)),
    };
    let (does, about) = match &rule.does {
        RuleDoes::Trigger(trigger) => ("trigger", Some(&trigger.window)),
        RuleDoes::Option(option) => ("option", Some(&option.offer)),
        RuleDoes::Modify(modify) => ("modify", Some(&modify.value)),
        RuleDoes::Permit(permit) => ("permit", Some(&permit.permission)),
        RuleDoes::Lend(lend) => ("lend", Some(&lend.kind)),
        RuleDoes::Build { .. } => ("build", None),
    };
    vec![
        system.clone(),
        sql(&rule.id),
        number(at),
        sql(&rule.name),
        name(level),
        sql(home),
        maybe(card),
        maybe(effect),
        sql(does),
        maybe(about),
        sql(&rule.text),
        sql(&rule.file),
        sql(&rule.at.0),
        line(rule).into(),
    ]
}
