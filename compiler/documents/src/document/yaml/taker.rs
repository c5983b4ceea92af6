//! The side of the types that are read: what `serde` derives for them, behind traits that do not know them.

use super::halt::Halt;
use super::source::{self, Shape, Source};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use std::fmt;
use std::marker::PhantomData;

/// A value as the YAML crate hands it over.
pub(super) enum Given<'a, 'de> {
    Bool(bool),
    Signed(i64),
    LargeSigned(i128),
    Unsigned(u64),
    LargeUnsigned(u128),
    Float(f64),
    Str(&'a str),
    Text(String),
    None,
    Unit,
    Some(&'a mut dyn Source<'de>),
    NewType(&'a mut dyn Source<'de>),
    Seq(&'a mut dyn source::Items<'de>),
    Map(&'a mut dyn source::Pairs<'de>),
    Enum(&'a mut dyn source::Choice<'de>),
}

impl Given<'_, '_> {
    #[cold]
    fn refused(&self, wanted: &dyn Expected) -> Halt {
        let found = match self {
            Self::Bool(value) => Unexpected::Bool(*value),
            Self::Signed(value) => Unexpected::Signed(*value),
            Self::Unsigned(value) => Unexpected::Unsigned(*value),
            Self::LargeSigned(_) | Self::LargeUnsigned(_) => Unexpected::Other("large number"),
            Self::Float(value) => Unexpected::Float(*value),
            Self::Str(text) => Unexpected::Str(text),
            Self::Text(text) => Unexpected::Str(text),
            Self::None | Self::Some(_) => Unexpected::Option,
            Self::Unit => Unexpected::Unit,
            Self::NewType(_) => Unexpected::NewtypeStruct,
            Self::Seq(_) => Unexpected::Seq,
            Self::Map(_) => Unexpected::Map,
            Self::Enum(_) => Unexpected::Enum,
        };
        Halt::invalid_type(found, wanted)
    }
}

/// What takes a value.
pub(super) trait Take<'de> {
    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn take(&mut self, given: Given<'_, 'de>) -> Result<(), Halt>;
}

/// What a nested value grows in.
pub(super) trait Grow<'de> {
    fn grow(&mut self, node: Node<'_, 'de>) -> Result<(), Halt>;
}

/// A seed, and what became of it.
struct Growing<'de, S: DeserializeSeed<'de>> {
    seed: Option<S>,
    grown: Option<S::Value>,
}

impl<'de, S: DeserializeSeed<'de>> Growing<'de, S> {
    fn of(seed: S) -> Self {
        Self {
            seed: Some(seed),
            grown: None,
        }
    }

    fn grown(self) -> Result<S::Value, Halt> {
        self.grown.ok_or_else(nothing)
    }
}

#[cold]
fn nothing() -> Halt {
    Halt::Said("nothing was read".to_owned())
}

impl<'de, S: DeserializeSeed<'de>> Grow<'de> for Growing<'de, S> {
    fn grow(&mut self, node: Node<'_, 'de>) -> Result<(), Halt> {
        let seed = self.seed.take().ok_or_else(nothing)?;
        self.grown = Some(seed.deserialize(node)?);
        Ok(())
    }
}

/// Which of a visitor's methods are made: only those that a shape can call.
pub(super) trait Kind {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt>;
}

/// Yes or no, and numbers.
struct Scalar;
/// Texts.
struct Text;
/// Something or nothing.
struct Maybe;
/// A type around another.
struct Wrapped;
/// Lists.
struct Seq;
/// Maps.
struct Map;
/// One of several.
struct Enum;
/// All of them.
pub(super) struct Any;

impl Kind for Scalar {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::Bool(value) => visitor.visit_bool(value),
            Given::Signed(value) => visitor.visit_i64(value),
            Given::LargeSigned(value) => visitor.visit_i128(value),
            Given::Unsigned(value) => visitor.visit_u64(value),
            Given::LargeUnsigned(value) => visitor.visit_u128(value),
            Given::Float(value) => visitor.visit_f64(value),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Text {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::Str(text) => visitor.visit_str(text),
            Given::Text(text) => visitor.visit_string(text),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Maybe {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::None => visitor.visit_none(),
            Given::Unit => visitor.visit_unit(),
            Given::Some(source) => visitor.visit_some(Node::<Any>::of(source)),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Wrapped {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::NewType(source) => visitor.visit_newtype_struct(Node::<Map>::of(source)),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Seq {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::Seq(items) => visitor.visit_seq(Items(items)),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Map {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::Map(pairs) => visitor.visit_map(Pairs(pairs)),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Enum {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::Enum(choice) => visitor.visit_enum(Choice(choice)),
            given => Err(given.refused(&visitor)),
        }
    }
}

impl Kind for Any {
    fn visit<'de, V: Visitor<'de>>(visitor: V, given: Given<'_, 'de>) -> Result<V::Value, Halt> {
        match given {
            Given::Str(_) | Given::Text(_) => Text::visit(visitor, given),
            Given::None | Given::Unit | Given::Some(_) => Maybe::visit(visitor, given),
            Given::NewType(_) => Wrapped::visit(visitor, given),
            Given::Seq(_) => Seq::visit(visitor, given),
            Given::Map(_) => Map::visit(visitor, given),
            Given::Enum(_) => Enum::visit(visitor, given),
            given => Scalar::visit(visitor, given),
        }
    }
}

/// A visitor, and what became of it.
struct Taking<'de, V: Visitor<'de>, K> {
    visitor: Option<V>,
    taken: Option<V::Value>,
    kind: PhantomData<K>,
}

impl<'de, V: Visitor<'de>, K: Kind> Take<'de> for Taking<'de, V, K> {
    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.visitor {
            Some(visitor) => visitor.expecting(out),
            None => out.write_str("nothing more"),
        }
    }

    fn take(&mut self, given: Given<'_, 'de>) -> Result<(), Halt> {
        let visitor = self.visitor.take().ok_or_else(nothing)?;
        self.taken = Some(K::visit(visitor, given)?);
        Ok(())
    }
}

/// Lets `ask` hand something to a visitor.
fn taken<'de, V: Visitor<'de>, K: Kind>(
    visitor: V,
    ask: impl FnOnce(&mut dyn Take<'de>) -> Result<(), Halt>,
) -> Result<V::Value, Halt> {
    let mut taking = Taking {
        visitor: Some(visitor),
        taken: None,
        kind: PhantomData::<K>,
    };
    ask(&mut taking)?;
    taking.taken.ok_or_else(nothing)
}

/// A value that is read. `A` is what it may be where a type takes any: inside a type around another that is a map, since
/// only types with a place (`Spanned`) ask there.
pub(super) struct Node<'a, 'de, A = Any>(&'a mut dyn Source<'de>, PhantomData<A>);

impl<'a, 'de, A: Kind> Node<'a, 'de, A> {
    pub(super) fn of(source: &'a mut dyn Source<'de>) -> Self {
        Self(source, PhantomData)
    }

    fn read<V: Visitor<'de>, K: Kind>(self, shape: Shape, visitor: V) -> Result<V::Value, Halt> {
        taken::<V, K>(visitor, |into| self.0.read(shape, into))
    }
}

/// Methods of [`Node`] that do nothing but name a shape and the kind of visitor that it calls.
macro_rules! reads {
    ($($method:ident $(($($name:ident: $type:ty),+))? => $shape:expr, $kind:ty;)+) => {$(
        fn $method<V: Visitor<'de>>(self, $($($name: $type,)+)? visitor: V) -> Result<V::Value, Halt> {
            self.read::<V, $kind>($shape, visitor)
        }
    )+};
}

/// The names of fields or variants.
type Names = &'static [&'static str];

impl<'de, A: Kind> Deserializer<'de> for Node<'_, 'de, A> {
    type Error = Halt;

    reads! {
        deserialize_any => Shape::Any, A;
        deserialize_bool => Shape::Bool, Scalar;
        deserialize_i8 => Shape::I8, Scalar;
        deserialize_i16 => Shape::I16, Scalar;
        deserialize_i32 => Shape::I32, Scalar;
        deserialize_i64 => Shape::I64, Scalar;
        deserialize_i128 => Shape::I128, Scalar;
        deserialize_u8 => Shape::U8, Scalar;
        deserialize_u16 => Shape::U16, Scalar;
        deserialize_u32 => Shape::U32, Scalar;
        deserialize_u64 => Shape::U64, Scalar;
        deserialize_u128 => Shape::U128, Scalar;
        deserialize_f32 => Shape::F32, Scalar;
        deserialize_f64 => Shape::F64, Scalar;
        deserialize_char => Shape::Char, Text;
        deserialize_str => Shape::Str, Text;
        deserialize_string => Shape::Text, Text;
        deserialize_bytes => Shape::Any, Any;
        deserialize_byte_buf => Shape::Any, Any;
        deserialize_option => Shape::Option, Maybe;
        deserialize_unit => Shape::Unit, Maybe;
        deserialize_unit_struct(name: &'static str) => Shape::UnitStruct(name), Maybe;
        deserialize_seq => Shape::Seq, Seq;
        deserialize_tuple(length: usize) => Shape::Tuple(length), Seq;
        deserialize_tuple_struct(name: &'static str, length: usize) => Shape::TupleStruct(name, length), Seq;
        deserialize_map => Shape::Map, Map;
        deserialize_struct(name: &'static str, fields: Names) => Shape::Struct(name, fields), Map;
        deserialize_enum(name: &'static str, variants: Names) => Shape::Enum(name, variants), Enum;
        deserialize_identifier => Shape::Identifier, Text;
        deserialize_ignored_any => Shape::Ignored, Any;
        deserialize_newtype_struct(name: &'static str) => Shape::NewType(name), Wrapped;
    }
}

struct Items<'a, 'de>(&'a mut dyn source::Items<'de>);

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Halt;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Halt> {
        let mut growing = Growing::of(seed);
        let is_there = self.0.item(&mut growing)?;
        is_there.then(|| growing.grown()).transpose()
    }
    fn size_hint(&self) -> Option<usize> {
        self.0.hint()
    }
}

struct Pairs<'a, 'de>(&'a mut dyn source::Pairs<'de>);

impl<'de> MapAccess<'de> for Pairs<'_, 'de> {
    type Error = Halt;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Halt> {
        let mut growing = Growing::of(seed);
        let is_there = self.0.key(&mut growing)?;
        is_there.then(|| growing.grown()).transpose()
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Halt> {
        let mut growing = Growing::of(seed);
        self.0.value(&mut growing)?;
        growing.grown()
    }
    fn size_hint(&self) -> Option<usize> {
        self.0.hint()
    }
}

struct Choice<'a, 'de>(&'a mut dyn source::Choice<'de>);

impl<'de> EnumAccess<'de> for Choice<'_, 'de> {
    type Error = Halt;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Halt> {
        let mut growing = Growing::of(seed);
        self.0.name(&mut growing)?;
        Ok((growing.grown()?, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'_, 'de> {
    type Error = Halt;

    fn unit_variant(self) -> Result<(), Halt> {
        self.0.unit()
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Halt> {
        let mut growing = Growing::of(seed);
        self.0.new_type(&mut growing)?;
        growing.grown()
    }
    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Halt> {
        taken::<V, Seq>(visitor, |into| self.0.tuple(length, into))
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value, Halt> {
        taken::<V, Map>(visitor, |into| self.0.fields(fields, into))
    }
}
