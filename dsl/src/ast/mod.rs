//! The syntax tree. Every node knows its bytes in the source it was parsed from.
//!
//! The tree says what was written, not what it means: names are not resolved, and `X of E` is one node
//! whether `X` turns out to be a field, a define or a core call.
//!
//! | file | what lives there |
//! |---|---|
//! | `items` | declarations, rules and their gates |
//! | `statements` | what happens |
//! | `expressions` | what is asked |
//! | `names` | every name of a tree, to be changed |

mod expressions;
mod items;
mod names;
mod statements;

pub use expressions::*;
pub use items::*;
pub use names::{Site, each_name, each_name_of_block, each_name_of_expr};
pub use statements::*;

/// Bytes `start..end` of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span moved back by `from` bytes: turns a place in a part of a text into a place in the whole text,
    /// where the part begins at `from`.
    #[must_use]
    pub fn behind(self, from: usize) -> Self {
        Self {
            start: self.start + from,
            end: self.end + from,
        }
    }
}

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place in the source.
    pub span: Span,
}

/// A text in quotes, without the quotes.
pub type Quoted = Name;

/// A text in quotes that is told or asked: `"{s} turns {m}"`, with a value in each pair of braces; `{{` is a brace.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// The text without the quotes, as it is written.
    pub text: String,
    /// Its place in the source.
    pub span: Span,
    /// The values in braces, in their order.
    pub parts: Vec<Expr>,
}

/// A type as written: `set of NAME`, `template of NAME` or `NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    /// Whether it is `set of`.
    pub set: bool,
    /// Whether it is `template of`.
    pub template: bool,
    /// The type's name.
    pub name: Name,
}

/// `NAME: TYPE = EXPR`.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The parameter's name.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
    /// The value if none is given.
    pub default: Option<Expr>,
}
