//! Telling a value by its shape: a serializer that knows at each place which type stands there, so that what writes it knows too.

use super::{Definition, Document, Form, Holds, Shape, Shapes, TAG, Variant};
use serde::ser::{self, Impossible, Serialize, Serializer};
use std::fmt;

/// What writes a value. Types and their parts are told by their places.
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
    fn field(&mut self, field: &super::Field);
}

/// Tells a document.
///
/// # Errors
/// What of it has not the shape of its type: then the description of the model is wrong.
pub(crate) fn tell(shapes: &Shapes, document: Document<'_>, target: &mut impl Target) -> Result<(), String> {
    let name = document.type_name();
    let at = shapes
        .place(name)
        .ok_or_else(|| format!("there is no type {name}"))?;
    let shape = Shape::Of(at);
    let teller = Teller {
        shapes,
        shape: &shape,
        target,
    };
    match document {
        Document::System(value) => value.serialize(teller),
        Document::Rules(value) => value.serialize(teller),
        Document::Map(value) => value.serialize(teller),
        Document::Scenario(value) => value.serialize(teller),
        Document::CoreCalls(value) => value.serialize(teller),
    }
    .map_err(|error| format!("{name}: {error}"))
}

struct Teller<'a, T> {
    shapes: &'a Shapes,
    shape: &'a Shape,
    target: &'a mut T,
}

/// A value that has not the shape of its type.
#[derive(Debug)]
struct Misshapen(String);

impl fmt::Display for Misshapen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Misshapen {}

impl ser::Error for Misshapen {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Self(message.to_string())
    }
}

type Told = Result<(), Misshapen>;

impl<'a, T: Target> Teller<'a, T> {
    fn misshapen<R>(&self, what: &str) -> Result<R, Misshapen> {
        let wanted = match self.shape {
            Shape::Of(at) => self.shapes.definitions[*at].id.clone(),
            shape => format!("{shape:?}"),
        };
        Err(Misshapen(format!("{what} is no {wanted}")))
    }

    fn definition(&self) -> Option<(usize, &'a Definition)> {
        match self.shape {
            Shape::Of(at) => Some((*at, &self.shapes.definitions[*at])),
            _ => None,
        }
    }

    /// A value that says by itself which form of a choice it is: the form whose value has this shape.
    fn tell_form(self, fits: impl Fn(Option<&Shape>) -> bool, tell: impl FnOnce(&mut T), what: &str) -> Told {
        let Some((
            of,
            Definition {
                form: Form::Choice(variants),
                ..
            },
        )) = self.definition()
        else {
            return self.misshapen(what);
        };
        let fitting =
            |variant: &Variant| matches!(&variant.holds, Holds::Value(shape) if fits(shape.as_ref()));
        match variants.iter().position(fitting) {
            Some(variant) => {
                self.target.open_variant(of, variant);
                tell(self.target);
                self.target.close_variant(of, variant);
                Ok(())
            }
            None => self.misshapen(what),
        }
    }

    fn number(self, number: i64) -> Told {
        match self.shape {
            Shape::Number => self.target.number(number),
            _ => {
                let is_number = |shape: Option<&Shape>| shape == Some(&Shape::Number);
                return self.tell_form(is_number, |target| target.number(number), "a number");
            }
        }
        Ok(())
    }

    /// A list with its members, and the forms of choices that it is.
    fn list(self) -> Result<Members<'a, T>, Misshapen> {
        match (self.shape, self.definition()) {
            (Shape::List(member), _) => {
                self.target.open_list(self.shape);
                Ok(Members {
                    teller: self,
                    member,
                    form: None,
                })
            }
            (
                _,
                Some((
                    of,
                    Definition {
                        form: Form::Choice(variants),
                        ..
                    },
                )),
            ) => {
                let lists = variants
                    .iter()
                    .zip(0..)
                    .find_map(|(variant, at)| match &variant.holds {
                        Holds::Value(Some(shape @ Shape::List(member))) => Some((at, shape, member)),
                        _ => None,
                    });
                let Some((variant, shape, member)) = lists else {
                    return self.misshapen("a list");
                };
                self.target.open_variant(of, variant);
                self.target.open_list(shape);
                let teller = Teller { shape, ..self };
                Ok(Members {
                    teller,
                    member,
                    form: Some((of, variant)),
                })
            }
            _ => self.misshapen("a list"),
        }
    }

    /// What has fields.
    fn fields(self, name: &'static str) -> Result<Fields<'a, T>, Misshapen> {
        let Some((of, definition)) = self.definition() else {
            return self.misshapen(name);
        };
        match &definition.form {
            Form::Record(fields) => {
                self.target.open_record(of);
                Ok(Fields {
                    teller: self,
                    what: Some(What::Record(of)),
                    fields,
                    next: 0,
                    forms: Vec::new(),
                })
            }
            Form::Choice(variants) if variants.iter().all(|one| matches!(one.holds, Holds::Fields(_))) => {
                // The tag comes first, and says which.
                Ok(Fields {
                    teller: self,
                    what: None,
                    fields: &[],
                    next: 0,
                    forms: Vec::new(),
                })
            }
            Form::Choice(variants) => {
                let form = variants
                    .iter()
                    .zip(0..)
                    .find_map(|(variant, at)| match &variant.holds {
                        Holds::Value(Some(shape)) if self.leads_to(shape, name) => Some((at, shape)),
                        _ => None,
                    });
                let Some((variant, shape)) = form else {
                    return self.misshapen(name);
                };
                self.target.open_variant(of, variant);
                let mut fields = Teller { shape, ..self }.fields(name)?;
                fields.forms.push((of, variant));
                Ok(fields)
            }
            _ => self.misshapen(name),
        }
    }

    /// Whether a shape is the record of this name, or a choice of which it is a form.
    fn leads_to(&self, shape: &Shape, name: &str) -> bool {
        let Shape::Of(at) = shape else {
            return false;
        };
        let definition = &self.shapes.definitions[*at];
        match &definition.form {
            Form::Record(_) => definition.id == name,
            Form::Choice(variants) => variants.iter().any(|variant| match &variant.holds {
                Holds::Value(Some(shape)) => self.leads_to(shape, name),
                _ => false,
            }),
            _ => false,
        }
    }
}

impl<'a, T: Target> Serializer for Teller<'a, T> {
    type Ok = ();
    type Error = Misshapen;
    type SerializeSeq = Members<'a, T>;
    type SerializeTuple = Members<'a, T>;
    type SerializeTupleStruct = Impossible<(), Misshapen>;
    type SerializeTupleVariant = Impossible<(), Misshapen>;
    type SerializeMap = Entries<'a, T>;
    type SerializeStruct = Fields<'a, T>;
    type SerializeStructVariant = Impossible<(), Misshapen>;

    fn serialize_bool(self, yes: bool) -> Told {
        match self.shape {
            Shape::YesNo => self.target.yes_no(yes),
            _ => {
                let is_yes_no = |shape: Option<&Shape>| shape == Some(&Shape::YesNo);
                return self.tell_form(is_yes_no, |target| target.yes_no(yes), "yes or no");
            }
        }
        Ok(())
    }

    fn serialize_i8(self, number: i8) -> Told {
        self.number(number.into())
    }

    fn serialize_i16(self, number: i16) -> Told {
        self.number(number.into())
    }

    fn serialize_i32(self, number: i32) -> Told {
        self.number(number.into())
    }

    fn serialize_i64(self, number: i64) -> Told {
        self.number(number)
    }

    fn serialize_u8(self, number: u8) -> Told {
        self.number(number.into())
    }

    fn serialize_u16(self, number: u16) -> Told {
        self.number(number.into())
    }

    fn serialize_u32(self, number: u32) -> Told {
        self.number(number.into())
    }

    fn serialize_u64(self, number: u64) -> Told {
        match i64::try_from(number) {
            Ok(number) => self.number(number),
            Err(_) => self.misshapen("a number above 63 bits"),
        }
    }

    fn serialize_f32(self, _: f32) -> Told {
        self.misshapen("a fraction")
    }

    fn serialize_f64(self, _: f64) -> Told {
        self.misshapen("a fraction")
    }

    fn serialize_char(self, _: char) -> Told {
        self.misshapen("a letter")
    }

    fn serialize_str(self, text: &str) -> Told {
        match (self.shape, self.definition()) {
            (Shape::Text, _) | (_, Some((_, Definition { form: Form::Text, .. }))) => self.target.text(text),
            _ => {
                let is_text = |shape: Option<&Shape>| shape == Some(&Shape::Text);
                return self.tell_form(is_text, |target| target.text(text), "a text");
            }
        }
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Told {
        self.misshapen("bytes")
    }

    fn serialize_none(self) -> Told {
        match self.shape {
            Shape::Maybe(shape) => self.target.none(shape),
            _ => return self.misshapen("nothing"),
        }
        Ok(())
    }

    fn serialize_some<V: ?Sized + Serialize>(self, value: &V) -> Told {
        let Shape::Maybe(shape) = self.shape else {
            return self.misshapen("something that need not be there");
        };
        self.target.open_some(shape);
        value.serialize(Teller {
            shape,
            shapes: self.shapes,
            target: &mut *self.target,
        })?;
        self.target.close_some(shape);
        Ok(())
    }

    fn serialize_unit(self) -> Told {
        self.tell_form(|shape| shape.is_none(), |_| {}, "nothing")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Told {
        self.misshapen(name)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Told {
        let Some((
            of,
            Definition {
                form: Form::Words(words),
                ..
            },
        )) = self.definition()
        else {
            return self.misshapen(word);
        };
        match words.iter().position(|known| known.id == word) {
            Some(at) => self.target.word(of, at),
            None => return self.misshapen(word),
        }
        Ok(())
    }

    fn serialize_newtype_struct<V: ?Sized + Serialize>(self, _: &'static str, value: &V) -> Told {
        value.serialize(self)
    }

    fn serialize_newtype_variant<V: ?Sized + Serialize>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &V,
    ) -> Told {
        self.misshapen(name)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Misshapen> {
        self.list()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Misshapen> {
        self.list()
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Misshapen> {
        self.misshapen(name)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Misshapen> {
        self.misshapen(name)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Misshapen> {
        let Shape::Map(value) = self.shape else {
            return self.misshapen("a map");
        };
        self.target.open_list(self.shape);
        Ok(Entries { teller: self, value })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self::SerializeStruct, Misshapen> {
        self.fields(name)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Misshapen> {
        self.misshapen(name)
    }
}

/// The members of a list.
struct Members<'a, T> {
    teller: Teller<'a, T>,
    member: &'a Shape,
    /// The form of a choice that the list is.
    form: Option<(usize, usize)>,
}

impl<T: Target> Members<'_, T> {
    fn add<V: ?Sized + Serialize>(&mut self, value: &V) -> Told {
        self.teller.target.member();
        value.serialize(Teller {
            shapes: self.teller.shapes,
            shape: self.member,
            target: &mut *self.teller.target,
        })
    }

    fn close(self) {
        self.teller.target.close_list(self.teller.shape);
        if let Some((of, variant)) = self.form {
            self.teller.target.close_variant(of, variant);
        }
    }
}

impl<T: Target> ser::SerializeSeq for Members<'_, T> {
    type Ok = ();
    type Error = Misshapen;

    fn serialize_element<V: ?Sized + Serialize>(&mut self, value: &V) -> Told {
        self.add(value)
    }

    fn end(self) -> Told {
        self.close();
        Ok(())
    }
}

impl<T: Target> ser::SerializeTuple for Members<'_, T> {
    type Ok = ();
    type Error = Misshapen;

    fn serialize_element<V: ?Sized + Serialize>(&mut self, value: &V) -> Told {
        self.add(value)
    }

    fn end(self) -> Told {
        self.close();
        Ok(())
    }
}

/// The entries of a map.
struct Entries<'a, T> {
    teller: Teller<'a, T>,
    value: &'a Shape,
}

impl<T: Target> ser::SerializeMap for Entries<'_, T> {
    type Ok = ();
    type Error = Misshapen;

    fn serialize_key<K: ?Sized + Serialize>(&mut self, key: &K) -> Told {
        let key = serde_json::to_value(key).map_err(ser::Error::custom)?;
        self.teller.target.key(key.as_str().unwrap_or_default());
        Ok(())
    }

    fn serialize_value<V: ?Sized + Serialize>(&mut self, value: &V) -> Told {
        value.serialize(Teller {
            shapes: self.teller.shapes,
            shape: self.value,
            target: &mut *self.teller.target,
        })
    }

    fn end(self) -> Told {
        self.teller.target.close_list(self.teller.shape);
        Ok(())
    }
}

/// What has fields.
enum What {
    Record(usize),
    Variant(usize, usize),
}

/// The fields of a record, or of a form of a choice.
struct Fields<'a, T> {
    teller: Teller<'a, T>,
    /// Nothing until the tag says which form it is.
    what: Option<What>,
    fields: &'a [super::Field],
    /// The place of the field that probably comes next.
    next: usize,
    /// The forms of choices that the record is, the innermost first.
    forms: Vec<(usize, usize)>,
}

impl<'a, T: Target> Fields<'a, T> {
    fn open_form(&mut self, id: &str) -> Told {
        let Some((
            of,
            Definition {
                form: Form::Choice(variants),
                ..
            },
        )) = self.teller.definition()
        else {
            return self.teller.misshapen(id);
        };
        let Some(variant) = variants.iter().position(|variant| variant.id == id) else {
            return self.teller.misshapen(id);
        };
        if let Holds::Fields(fields) = &variants[variant].holds {
            self.fields = fields;
        }
        self.what = Some(What::Variant(of, variant));
        self.teller.target.open_variant(of, variant);
        Ok(())
    }

    fn known(&mut self, key: &'static str) -> Result<&'a super::Field, Misshapen> {
        let fields = self.fields;
        let at = match fields.get(self.next) {
            Some(field) if field.id == key => Some(self.next),
            _ => fields.iter().position(|field| field.id == key),
        };
        match at {
            Some(at) => {
                self.next = at + 1;
                Ok(&fields[at])
            }
            None => self.teller.misshapen(key),
        }
    }
}

impl<T: Target> ser::SerializeStruct for Fields<'_, T> {
    type Ok = ();
    type Error = Misshapen;

    fn serialize_field<V: ?Sized + Serialize>(&mut self, key: &'static str, value: &V) -> Told {
        if self.what.is_none() && key == TAG {
            let form = serde_json::to_value(value).map_err(ser::Error::custom)?;
            return self.open_form(form.as_str().unwrap_or_default());
        }
        let field = self.known(key)?;
        self.teller.target.field(field);
        let shape = &field.shape;
        let teller = Teller {
            shapes: self.teller.shapes,
            shape,
            target: &mut *self.teller.target,
        };
        value.serialize(teller)
    }

    fn skip_field(&mut self, key: &'static str) -> Told {
        let field = self.known(key)?;
        match &field.shape {
            Shape::Maybe(shape) => {
                self.teller.target.field(field);
                self.teller.target.none(shape);
                Ok(())
            }
            _ => self.teller.misshapen(key),
        }
    }

    fn end(self) -> Told {
        match self.what {
            Some(What::Record(of)) => self.teller.target.close_record(of),
            Some(What::Variant(of, variant)) => self.teller.target.close_variant(of, variant),
            None => return self.teller.misshapen("what says not which form it is"),
        }
        for (of, variant) in self.forms {
            self.teller.target.close_variant(of, variant);
        }
        Ok(())
    }
}
