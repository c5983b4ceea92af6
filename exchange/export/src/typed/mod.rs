//! Rows and cards as types and values of a programming language, before anybody says of which.
//!
//! A record becomes a class with a member for each of its fields, and so does a kind whose entries stand in card sets. What a
//! language calls them, [`identifiers`] says; how it writes them, its format does.

pub(crate) mod identifiers;

use crate::content::{Book, SystemBook};
use crate::model::facts::{Card, Class as KindClass, Row};
use crate::model::{Type, Value};
use std::collections::BTreeSet;

/// The types of a system's content.
pub(crate) struct Typed<'a> {
    pub(crate) words: Vec<&'a crate::model::facts::Words>,
    /// The classes of records, then those of kinds.
    pub(crate) classes: Vec<Class<'a>>,
}

/// The class of the rows of a record, or of the cards of a kind.
pub(crate) struct Class<'a> {
    /// The id of the record or kind.
    pub(crate) id: &'a str,
    pub(crate) sort: Sort,
    pub(crate) members: Vec<Member<'a>>,
}

/// The sort of objects that a class describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    Row,
    Card,
}

/// A member of a class.
pub(crate) struct Member<'a> {
    pub(crate) name: String,
    /// The place of its value.
    from: From<'a>,
    pub(crate) plain: Plain<'a>,
    /// Whether it is a list of such values.
    pub(crate) list: bool,
    /// A description for people.
    pub(crate) about: String,
}

enum From<'a> {
    Id,
    Name,
    Text,
    Fact(&'a str),
}

/// The type of a value that is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain<'a> {
    Text,
    Number,
    YesNo,
    /// One of the words of a type.
    Word(&'a str),
    /// The id of a row, an entity, a space; or nothing.
    Id,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Data<'a> {
    Text(&'a str),
    Number(i64),
    YesNo(bool),
    /// A word, with its type.
    Word(&'a str, &'a str),
    Id(Option<&'a str>),
    List(Vec<Data<'a>>),
}

/// The values of an object, in the order of its class's members.
pub(crate) type Object<'a> = Vec<Data<'a>>;

/// A file of objects: the tables of a system, or one of its sets.
pub(crate) struct File<'a> {
    /// The path in the system's folder, without an ending.
    pub(crate) path: String,
    pub(crate) sort: Sort,
    pub(crate) id: &'a str,
    pub(crate) title: &'a str,
    /// For each class of the sort, in their order, its objects.
    pub(crate) objects: Vec<(usize, Vec<Object<'a>>)>,
}

/// The head of every file besides its objects: format and version, which are the same everywhere, then the
/// system, and the file's id and title.
pub(crate) const HEAD: [(&str, Plain<'static>); 5] = [
    ("format", Plain::Text),
    ("version", Plain::Number),
    ("system", Plain::Text),
    ("id", Plain::Text),
    ("title", Plain::Text),
];

impl<'a> Typed<'a> {
    /// The types of a system.
    pub(crate) fn of(system: &'a SystemBook<'_>) -> Self {
        let vocabulary = &system.system.vocabulary;
        let of_cards: BTreeSet<&str> = vocabulary
            .kinds
            .iter()
            .filter_map(|kind| kind.templates.as_deref())
            .collect();
        let records = vocabulary.records.iter();
        let records = records.filter(|record| !of_cards.contains(record.id.as_str()));
        let rows = records.map(|record| Class {
            id: &record.id,
            sort: Sort::Row,
            members: members(
                &[From::Id],
                record.fields.iter().map(|slot| (slot.name.as_str(), &slot.ty)),
            ),
        });
        let kinds = vocabulary.kinds.iter();
        let kinds = kinds.filter(|kind| matches!(kind.class, KindClass::Piece | KindClass::Card));
        let cards = kinds.map(|kind| Class {
            id: &kind.id,
            sort: Sort::Card,
            members: members(
                &[From::Id, From::Name, From::Text],
                kind.fields.iter().map(|field| (field.name.as_str(), &field.ty)),
            ),
        });
        Self {
            words: vocabulary.words.iter().collect(),
            classes: rows.chain(cards).collect(),
        }
    }

    /// The classes of a sort, with their places.
    pub(crate) fn of_sort(&self, sort: Sort) -> impl Iterator<Item = (usize, &Class<'a>)> {
        let all = self.classes.iter().enumerate();
        all.filter(move |(_, class)| class.sort == sort)
    }

    /// The tables of a system, and its sets.
    ///
    /// # Errors
    /// Which value cannot be written.
    pub(crate) fn files(&self, system: &'a SystemBook<'_>) -> Result<Vec<File<'a>>, String> {
        let mut files = vec![File {
            path: "tables".to_owned(),
            sort: Sort::Row,
            id: &system.system.id,
            title: &system.system.title,
            objects: self.objects(Sort::Row, |class| {
                let mut records = system.system.vocabulary.records.iter();
                let record = records.find(|record| record.id == class.id);
                let rows = record.map_or(&[][..], |record| &record.rows);
                rows.iter().map(|row| class.row(row)).collect()
            })?,
        }];
        for set in &system.sets {
            files.push(File {
                path: format!("cards/{}", set.id),
                sort: Sort::Card,
                id: &set.id,
                title: &set.title,
                objects: self.objects(Sort::Card, |class| {
                    let cards = set.cards.iter().filter(|card| card.kind == class.id);
                    cards.map(|card| class.card(card)).collect()
                })?,
            });
        }
        Ok(files)
    }

    fn objects(
        &self,
        sort: Sort,
        of: impl Fn(&Class<'a>) -> Result<Vec<Object<'a>>, String>,
    ) -> Result<Vec<(usize, Vec<Object<'a>>)>, String> {
        let classes = self.of_sort(sort);
        classes.map(|(at, class)| Ok((at, of(class)?))).collect()
    }
}

/// Each system of a book with its types and files.
///
/// # Errors
/// Which value cannot be written.
pub(crate) fn each_system<'a>(
    book: &'a Book<'_>,
    mut look: impl FnMut(&'a SystemBook<'_>, &Typed<'a>, &[File<'a>]) -> Result<(), String>,
) -> Result<(), String> {
    for system in &book.systems {
        let typed = Typed::of(system);
        let files = typed.files(system)?;
        look(system, &typed, &files)?;
    }
    Ok(())
}

fn members<'a>(own: &[From<'static>], fields: impl Iterator<Item = (&'a str, &'a Type)>) -> Vec<Member<'a>> {
    let own = own.iter().map(|from| {
        let (name, from, about) = match from {
            From::Text => (
                "text",
                From::Text,
                "Its rules in plain words, one paragraph each.",
            ),
            From::Name => ("name", From::Name, "What people call it."),
            From::Id | From::Fact(_) => ("id", From::Id, "Its id."),
        };
        Member {
            list: matches!(from, From::Text),
            name: name.to_owned(),
            from,
            plain: Plain::Text,
            about: about.to_owned(),
        }
    });
    let own: Vec<Member<'a>> = own.collect();
    let facts = fields.map(|(name, ty)| {
        let base = ty.0.strip_prefix("set of ");
        let taken = own.iter().any(|member| member.name == name);
        Member {
            // A fact that is called as one of the first members says that it is a fact.
            name: if taken {
                format!("fact-{name}")
            } else {
                name.to_owned()
            },
            from: From::Fact(name),
            plain: plain(base.unwrap_or(&ty.0)),
            list: base.is_some(),
            about: about(ty),
        }
    });
    let facts: Vec<Member<'a>> = facts.collect();
    own.into_iter().chain(facts).collect()
}

fn plain(base: &str) -> Plain<'_> {
    match base {
        "text" => Plain::Text,
        "number" | "length" | "angle" => Plain::Number,
        "yes-no" => Plain::YesNo,
        _ => base.strip_prefix("word:").map_or(Plain::Id, Plain::Word),
    }
}

/// A description of a type, for people.
fn about(ty: &Type) -> String {
    let base = ty.0.strip_prefix("set of ").unwrap_or(&ty.0);
    match base {
        "length" => format!("{}: thousandths of an inch.", ty.0),
        "angle" => format!("{}: thousandths of a degree.", ty.0),
        _ => format!("{}.", ty.0),
    }
}

impl<'a> Class<'a> {
    fn row(&self, row: &'a Row) -> Result<Object<'a>, String> {
        let whose = || format!("row `{}` of `{}`", row.id, self.id);
        let value = |member: &Member<'a>| match member.from {
            From::Fact(fact) => member.data(row.cells.get(fact), whose),
            _ => Ok(Data::Text(&row.id)),
        };
        self.members.iter().map(value).collect()
    }

    fn card(&self, card: &'a Card) -> Result<Object<'a>, String> {
        let whose = || format!("card `{}`", card.id);
        let value = |member: &Member<'a>| match member.from {
            From::Id => Ok(Data::Text(&card.id)),
            From::Name => Ok(Data::Text(&card.name)),
            From::Text => Ok(Data::List(
                card.text.iter().map(|text| Data::Text(text)).collect(),
            )),
            From::Fact(fact) => member.data(card.facts.get(fact), whose),
        };
        self.members.iter().map(value).collect()
    }
}

impl<'a> Member<'a> {
    fn data(&self, value: Option<&'a Value>, whose: impl Fn() -> String) -> Result<Data<'a>, String> {
        let data = match (self.list, value) {
            (true, Some(Value::List(members))) => {
                let members = members.iter().map(|member| self.one(member));
                members.collect::<Option<_>>().map(Data::List)
            }
            (false, Some(value)) => self.one(value),
            _ => None,
        };
        data.ok_or_else(|| {
            format!(
                "{}: `{}` has a value that is no {}",
                whose(),
                self.name,
                self.about
            )
        })
    }

    fn one(&self, value: &'a Value) -> Option<Data<'a>> {
        Some(match (self.plain, value) {
            (Plain::Text, Value::Name(text)) => Data::Text(text),
            (Plain::Number, Value::Number(number)) => Data::Number(*number),
            (Plain::YesNo, Value::YesNo(yes)) => Data::YesNo(*yes),
            (Plain::Word(ty), Value::Name(word)) => Data::Word(ty, word),
            (Plain::Id, Value::Name(id)) => Data::Id(Some(id)),
            (Plain::Id, Value::Null) => Data::Id(None),
            _ => return None,
        })
    }
}
