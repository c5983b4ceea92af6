//! Telling a document by its shapes: its canonical JSON, with the type that stands at each place.

use super::{Definition, Document, Field, Form, Holds, Shape, Shapes, TAG, Variant};
use serde_json::{Map, Value};

/// A writer of values. Types and their parts are told by their places.
pub(crate) trait Target {
    fn text(&mut self, text: &str);
    fn number(&mut self, number: i64);
    fn yes_no(&mut self, yes: bool);
    /// A word of a type.
    fn word(&mut self, of: usize, word: usize);
    /// Nothing, where there could be a value of this shape.
    fn none(&mut self, shape: &Shape);
    /// A value of this shape, where there could be nothing.
    fn open_some(&mut self, shape: &Shape);
    fn close_some(&mut self, shape: &Shape);
    fn open_list(&mut self, shape: &Shape);
    fn close_list(&mut self, shape: &Shape);
    /// Comes before each member of a list.
    fn member(&mut self);
    /// Comes before each value of a map.
    fn key(&mut self, key: &str);
    fn open_record(&mut self, of: usize);
    fn close_record(&mut self, of: usize);
    /// A form of a choice.
    fn open_variant(&mut self, of: usize, variant: usize);
    fn close_variant(&mut self, of: usize, variant: usize);
    /// Comes before the value of each field of a record or form.
    fn field(&mut self, field: &Field);
}

/// Tells a document.
///
/// # Errors
/// If a part of it has not the shape of its type: then the description of the model is wrong.
pub(crate) fn tell(shapes: &Shapes, document: Document<'_>, target: &mut impl Target) -> Result<(), String> {
    let name = document.type_name();
    let of = shapes
        .place(name)
        .ok_or_else(|| format!("there is no type {name}"))?;
    let mut teller = Teller { shapes, target };
    teller
        .value(&Shape::Of(of), &document.value())
        .map_err(|why| format!("{name}: {why}"))
}

struct Teller<'a, T> {
    shapes: &'a Shapes,
    target: &'a mut T,
}

type Told = Result<(), String>;

fn misshapen(value: &Value, wanted: &str) -> Told {
    Err(format!("{value} is no {wanted}"))
}

impl<T: Target> Teller<'_, T> {
    fn value(&mut self, shape: &Shape, value: &Value) -> Told {
        match (shape, value) {
            (Shape::Of(of), value) => return self.definition(*of, value),
            (Shape::Maybe(inner), Value::Null) => self.target.none(inner),
            (Shape::Maybe(inner), value) => {
                self.target.open_some(inner);
                self.value(inner, value)?;
                self.target.close_some(inner);
            }
            (Shape::List(inner), Value::Array(members)) => {
                self.target.open_list(shape);
                for member in members {
                    self.target.member();
                    self.value(inner, member)?;
                }
                self.target.close_list(shape);
            }
            (Shape::Map(inner), Value::Object(entries)) => {
                self.target.open_list(shape);
                for (key, value) in entries {
                    self.target.key(key);
                    self.value(inner, value)?;
                }
                self.target.close_list(shape);
            }
            (Shape::Text, Value::String(text)) => self.target.text(text),
            (Shape::YesNo, Value::Bool(yes)) => self.target.yes_no(*yes),
            (Shape::Number, value) => match value.as_i64() {
                Some(number) => self.target.number(number),
                None => return misshapen(value, "number"),
            },
            _ => return misshapen(value, &format!("{shape:?}")),
        }
        Ok(())
    }

    fn definition(&mut self, of: usize, value: &Value) -> Told {
        let Definition { id, form, .. } = &self.shapes.definitions[of];
        match (form, value) {
            (Form::Text, Value::String(text)) => self.target.text(text),
            (Form::Words(words), Value::String(text)) => {
                match words.iter().position(|word| word.id == *text) {
                    Some(word) => self.target.word(of, word),
                    None => return misshapen(value, id),
                }
            }
            (Form::Record(fields), Value::Object(values)) => {
                self.target.open_record(of);
                self.fields(fields, values, false)?;
                self.target.close_record(of);
            }
            (Form::Choice(variants), value) => {
                let is_it = |variant: &Variant| self.is(variant, value);
                let Some(variant) = variants.iter().position(is_it) else {
                    return misshapen(value, id);
                };
                self.target.open_variant(of, variant);
                match (&variants[variant].holds, value) {
                    (Holds::Fields(fields), Value::Object(values)) => self.fields(fields, values, true)?,
                    (Holds::Value(Some(shape)), value) => self.value(shape, value)?,
                    _ => {}
                }
                self.target.close_variant(of, variant);
            }
            _ => return misshapen(value, id),
        }
        Ok(())
    }

    /// Writes the fields of an object. A field that the shape does not know is an error.
    fn fields(&mut self, fields: &[Field], values: &Map<String, Value>, is_tagged: bool) -> Told {
        let mut told = usize::from(is_tagged);
        for field in fields {
            let value = values.get(&field.id);
            told += usize::from(value.is_some());
            self.target.field(field);
            self.value(&field.shape, value.unwrap_or(&Value::Null))
                .map_err(|why| format!("{}: {why}", field.id))?;
        }
        match told == values.len() {
            true => Ok(()),
            false => Err(format!("there is a field too many among {:?}", values.keys())),
        }
    }

    /// Whether a value has this form of a choice.
    fn is(&self, variant: &Variant, value: &Value) -> bool {
        match &variant.holds {
            Holds::Fields(_) => value[TAG] == *variant.id,
            Holds::Value(None) => value.is_null(),
            Holds::Value(Some(shape)) => self.fits(shape, value),
        }
    }

    /// Whether a value has a shape, as far as the forms of choices need to be told apart.
    fn fits(&self, shape: &Shape, value: &Value) -> bool {
        match (shape, value) {
            (Shape::Text, Value::String(_))
            | (Shape::Number, Value::Number(_))
            | (Shape::YesNo, Value::Bool(_))
            | (Shape::List(_), Value::Array(_)) => true,
            (Shape::Of(of), Value::Object(values)) => match &self.shapes.definitions[*of].form {
                Form::Record(fields) => {
                    let is_known = |key: &String| fields.iter().any(|field| field.id == *key);
                    values.keys().all(is_known)
                }
                Form::Choice(variants) => variants.iter().any(|variant| self.is(variant, value)),
                _ => false,
            },
            _ => false,
        }
    }
}
