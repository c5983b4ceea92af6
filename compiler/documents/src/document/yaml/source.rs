//! The side of the YAML crate: its values behind traits that do not know their types.

use super::halt::{Halt, kept, settled};
use super::meant::Key;
use super::taker::{Given, Grow, Node, Take};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::fmt;

/// What a type asks a value for.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Any,
    Bool,
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
    F32,
    F64,
    Char,
    Str,
    Text,
    Option,
    Unit,
    UnitStruct(&'static str),
    NewType(&'static str),
    Seq,
    Tuple(usize),
    TupleStruct(&'static str, usize),
    Map,
    Struct(&'static str, &'static [&'static str]),
    Enum(&'static str, &'static [&'static str]),
    Identifier,
    Ignored,
}

/// A value that can be read once.
pub(super) trait Source<'de> {
    fn read(&mut self, shape: Shape, into: &mut dyn Take<'de>) -> Result<(), Halt>;
}

/// The entries of a list.
pub(super) trait Items<'de> {
    fn item(&mut self, seed: &mut dyn Grow<'de>) -> Result<bool, Halt>;
    fn hint(&self) -> Option<usize>;
}

/// The entries of a map.
pub(super) trait Pairs<'de> {
    fn key(&mut self, seed: &mut dyn Grow<'de>) -> Result<bool, Halt>;
    fn value(&mut self, seed: &mut dyn Grow<'de>) -> Result<(), Halt>;
    fn hint(&self) -> Option<usize>;
}

/// A variant of several, and what it holds.
pub(super) trait Choice<'de> {
    fn name(&mut self, seed: &mut dyn Grow<'de>) -> Result<(), Halt>;
    fn unit(&mut self) -> Result<(), Halt>;
    fn new_type(&mut self, seed: &mut dyn Grow<'de>) -> Result<(), Halt>;
    fn tuple(&mut self, length: usize, into: &mut dyn Take<'de>) -> Result<(), Halt>;
    fn fields(&mut self, fields: &'static [&'static str], into: &mut dyn Take<'de>) -> Result<(), Halt>;
}

/// A value of the YAML crate, and the error if it stops there.
pub(super) struct Once<S, E> {
    source: Option<S>,
    pub(super) kept: Option<E>,
}

impl<S, E> Once<S, E> {
    pub(super) fn of(source: S) -> Self {
        Self {
            source: Some(source),
            kept: None,
        }
    }

    fn taken(&mut self) -> Result<S, Halt> {
        self.source.take().ok_or_else(read_twice)
    }
}

fn read_twice() -> Halt {
    Halt::Said("a value is read twice".to_owned())
}

impl<'de, D: Deserializer<'de>> Source<'de> for Once<D, D::Error> {
    fn read(&mut self, shape: Shape, into: &mut dyn Take<'de>) -> Result<(), Halt> {
        let source = self.taken()?;
        let into = Through(into);
        let read = match shape {
            Shape::Any => source.deserialize_any(into),
            Shape::Bool => source.deserialize_bool(into),
            Shape::I8 => source.deserialize_i8(into),
            Shape::I16 => source.deserialize_i16(into),
            Shape::I32 => source.deserialize_i32(into),
            Shape::I64 => source.deserialize_i64(into),
            Shape::I128 => source.deserialize_i128(into),
            Shape::U8 => source.deserialize_u8(into),
            Shape::U16 => source.deserialize_u16(into),
            Shape::U32 => source.deserialize_u32(into),
            Shape::U64 => source.deserialize_u64(into),
            Shape::U128 => source.deserialize_u128(into),
            Shape::F32 => source.deserialize_f32(into),
            Shape::F64 => source.deserialize_f64(into),
            Shape::Char => source.deserialize_char(into),
            Shape::Str => source.deserialize_str(into),
            Shape::Text => source.deserialize_string(into),
            Shape::Option => source.deserialize_option(into),
            Shape::Unit => source.deserialize_unit(into),
            Shape::UnitStruct(name) => source.deserialize_unit_struct(name, into),
            Shape::NewType(name) => source.deserialize_newtype_struct(name, into),
            Shape::Seq => source.deserialize_seq(into),
            Shape::Tuple(length) => source.deserialize_tuple(length, into),
            Shape::TupleStruct(name, length) => source.deserialize_tuple_struct(name, length, into),
            Shape::Map => source.deserialize_map(into),
            Shape::Struct(name, fields) => source.deserialize_struct(name, fields, into),
            Shape::Enum(name, variants) => source.deserialize_enum(name, variants, into),
            Shape::Identifier => source.deserialize_identifier(Through(&mut Key(into.0))),
            Shape::Ignored => source.deserialize_ignored_any(into),
        };
        kept(read, &mut self.kept)
    }
}

impl<'de, A: SeqAccess<'de>> Items<'de> for Once<A, A::Error> {
    fn item(&mut self, seed: &mut dyn Grow<'de>) -> Result<bool, Halt> {
        let items = self.source.as_mut().ok_or_else(read_twice)?;
        let item = items.next_element_seed(Sown(seed));
        kept(item, &mut self.kept).map(|item| item.is_some())
    }
    fn hint(&self) -> Option<usize> {
        self.source.as_ref()?.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> Pairs<'de> for Once<A, A::Error> {
    fn key(&mut self, seed: &mut dyn Grow<'de>) -> Result<bool, Halt> {
        let pairs = self.source.as_mut().ok_or_else(read_twice)?;
        let key = pairs.next_key_seed(Sown(seed));
        kept(key, &mut self.kept).map(|key| key.is_some())
    }
    fn value(&mut self, seed: &mut dyn Grow<'de>) -> Result<(), Halt> {
        let pairs = self.source.as_mut().ok_or_else(read_twice)?;
        let value = pairs.next_value_seed(Sown(seed));
        kept(value, &mut self.kept)
    }
    fn hint(&self) -> Option<usize> {
        self.source.as_ref()?.size_hint()
    }
}

/// A variant before and after its name is read.
struct Chosen<'de, A: EnumAccess<'de>> {
    before: Once<A, A::Error>,
    after: Option<A::Variant>,
}

impl<'de, A: EnumAccess<'de>> Chosen<'de, A> {
    fn holds(&mut self) -> Result<A::Variant, Halt> {
        self.after.take().ok_or_else(read_twice)
    }
}

impl<'de, A: EnumAccess<'de>> Choice<'de> for Chosen<'de, A> {
    fn name(&mut self, seed: &mut dyn Grow<'de>) -> Result<(), Halt> {
        let named = self.before.taken()?.variant_seed(Sown(seed));
        let ((), after) = kept(named, &mut self.before.kept)?;
        self.after = Some(after);
        Ok(())
    }
    fn unit(&mut self) -> Result<(), Halt> {
        let read = self.holds()?.unit_variant();
        kept(read, &mut self.before.kept)
    }
    fn new_type(&mut self, seed: &mut dyn Grow<'de>) -> Result<(), Halt> {
        let read = self.holds()?.newtype_variant_seed(Sown(seed));
        kept(read, &mut self.before.kept)
    }
    fn tuple(&mut self, length: usize, into: &mut dyn Take<'de>) -> Result<(), Halt> {
        let read = self.holds()?.tuple_variant(length, Through(into));
        kept(read, &mut self.before.kept)
    }
    fn fields(&mut self, fields: &'static [&'static str], into: &mut dyn Take<'de>) -> Result<(), Halt> {
        let read = self.holds()?.struct_variant(fields, Through(into));
        kept(read, &mut self.before.kept)
    }
}

/// What the YAML crate puts a nested value into.
struct Sown<'a, 'de>(&'a mut dyn Grow<'de>);

impl<'de> DeserializeSeed<'de> for Sown<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        let mut source = Once::of(source);
        let grown = self.0.grow(Node::of(&mut source));
        settled(grown, source.kept)
    }
}

/// What the YAML crate hands a value to.
struct Through<'a, 'de>(&'a mut dyn Take<'de>);

impl<'de> Through<'_, 'de> {
    fn take<E: Error>(self, given: Given<'_, 'de>) -> Result<(), E> {
        settled(self.0.take(given), None)
    }

    fn take_source<D: Deserializer<'de>>(
        self,
        source: D,
        given: impl for<'s> FnOnce(&'s mut dyn Source<'de>) -> Given<'s, 'de>,
    ) -> Result<(), D::Error> {
        let mut source = Once::of(source);
        let taken = self.0.take(given(&mut source));
        settled(taken, source.kept)
    }
}

impl<'de> Visitor<'de> for Through<'_, 'de> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(out)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.take(Given::Bool(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.take(Given::Signed(value))
    }
    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.take(Given::LargeSigned(value))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.take(Given::Unsigned(value))
    }
    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.take(Given::LargeUnsigned(value))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.take(Given::Float(value))
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.take(Given::Str(value))
    }
    fn visit_string<E: Error>(self, value: String) -> Result<(), E> {
        self.take(Given::Text(value))
    }
    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.take(Given::None)
    }
    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.take(Given::Unit)
    }
    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        self.take_source(source, |source| Given::Some(source))
    }
    fn visit_newtype_struct<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        self.take_source(source, |source| Given::NewType(source))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        let mut items = Once::of(items);
        let taken = self.0.take(Given::Seq(&mut items));
        settled(taken, items.kept)
    }
    fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<(), A::Error> {
        let mut pairs = Once::of(pairs);
        let taken = self.0.take(Given::Map(&mut pairs));
        settled(taken, pairs.kept)
    }
    fn visit_enum<A: EnumAccess<'de>>(self, choice: A) -> Result<(), A::Error> {
        let mut choice = Chosen {
            before: Once::of(choice),
            after: None,
        };
        let taken = self.0.take(Given::Enum(&mut choice));
        settled(taken, choice.before.kept)
    }
}
