//! From the looks document to the dials that a piece has on paper, and what is wrong with them.

use super::found::Finder;
use super::{ByField, DialLook};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::document::{At, DialDoc, Entries};
use std::collections::BTreeMap;

impl Finder<'_> {
    /// The look of a dial of a kind.
    pub(super) fn dial(&mut self, kind: usize, doc: &DialDoc) -> Option<DialLook> {
        let show = self.printed(kind, &doc.show)?;
        let Base::Row(record) = show.ty.base else {
            return self.no_rows(&doc.show);
        };
        if !show.ty.set {
            return self.no_rows(&doc.show);
        }
        let is_number = |ty: Ty| ty == Ty::NUMBER;
        let number = doc
            .number
            .as_ref()
            .map(|number| self.field_of_rows(record, number, "a number", is_number));
        let colours = self.colours(&doc.colour.of);
        Some(DialLook {
            name: doc.name.value.clone(),
            record,
            number: number.flatten().map(|(field, _)| field),
            icon: super::found::icon(doc.icon.always.as_ref()),
            icons: self.by_field(record, doc.icon.by.as_ref(), texts(&doc.icon.of)),
            colour: self.maybe_colour(doc.colour.always.as_ref()),
            colours: self.by_field(record, doc.colour.by.as_ref(), colours),
            show,
        })
    }

    fn no_rows(&mut self, show: &At<String>) -> Option<DialLook> {
        let message = format!(
            "`{}` is not a set of rows, so a dial cannot show its members",
            show.value
        );
        self.fault(show, message);
        None
    }

    fn colours(&mut self, of: &Entries<At<String>>) -> BTreeMap<String, super::Colour> {
        let of = of.0.iter();
        of.filter_map(|(word, colour)| Some((word.value.clone(), self.colour(colour)?)))
            .collect()
    }

    /// The things that the looks give to the words in a field of rows, with that field.
    fn by_field<T>(
        &mut self,
        record: u16,
        by: Option<&At<String>>,
        of: BTreeMap<String, T>,
    ) -> Option<ByField<T>> {
        let is_word = |ty: Ty| matches!(ty.base, Base::Word(_)) && !ty.set;
        let (field, ty) = self.field_of_rows(record, by?, "a word", is_word)?;
        match ty.base {
            Base::Word(word) => Some(ByField { field, word, of }),
            _ => None,
        }
    }

    /// A field of the rows of a record.
    fn field_of_rows(
        &mut self,
        record: u16,
        name: &At<String>,
        what: &str,
        fits: impl Fn(Ty) -> bool,
    ) -> Option<(usize, Ty)> {
        let record = self.pack.records.get(usize::from(record))?;
        let mut fields = record.fields.iter().enumerate();
        let found = fields.find(|(_, field)| field.name == name.value && fits(field.ty));
        if found.is_none() {
            let message = format!("`{}` has no field `{}` that is {what}", record.name, name.value);
            self.fault(name, message);
        }
        found.map(|(at, field)| (at, field.ty))
    }
}

fn texts(of: &Entries<At<String>>) -> BTreeMap<String, String> {
    let of = of.0.iter();
    of.map(|(word, text)| (word.value.clone(), text.value.clone()))
        .collect()
}
