//! Copies into buffers that are there: what `undo` marks and goes back to takes no new memory once
//! its buffers have grown.
//!
//! A derived copy makes its buffers anew. These go field by field, and lists and options of the
//! standard library go on member by member.

/// Gives structs copies made field by field, each into what stands there. A field that is left out
/// does not compile.
macro_rules! copied_by_field {
    ($($name:ident { $($field:ident),* $(,)? })*) => {
        $(impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            #[inline]
            fn clone_from(&mut self, from: &Self) {
                let Self { $($field),* } = from;
                $(self.$field.clone_from($field);)*
            }
        })*
    };
}

/// Implements `Clone`, variant by variant, for enums whose variants hold one thing each.
macro_rules! copied_by_variant {
    ($name:ident { $($variant:ident),* }) => {
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                match self {
                    $(Self::$variant(held) => Self::$variant(held.clone()),)*
                }
            }

            #[inline]
            fn clone_from(&mut self, from: &Self) {
                match (self, from) {
                    $((Self::$variant(to), Self::$variant(from)) => to.clone_from(from),)*
                    (to, from) => *to = from.clone(),
                }
            }
        }
    };
}

pub(crate) use {copied_by_field, copied_by_variant};
