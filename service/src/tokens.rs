//! The class of each word of a text, for colours: by its letters, and by its meaning where the system knows
//! it.
//!
//! A broken text keeps its colours, since nothing is parsed.

use crate::blocks::blocks;
use crate::names::systems_of;
use crate::workspace::Workspace;
use cardwright_dsl::{Sort, lexemes};
use std::ops::Range;

/// The class of a word. The order is that of the legend which an editor is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenClass {
    /// A word of the language.
    Keyword,
    /// A comment.
    Comment,
    /// A text in quotes.
    Text,
    /// A number.
    Number,
    /// A mark that counts or compares.
    Operator,
    /// A kind, record or type of words.
    Type,
    /// A procedure, offer or effect.
    Procedure,
    /// A define, value, permission or core call.
    Function,
    /// A field, token or state.
    Property,
    /// A word or row.
    Constant,
    /// A step.
    Step,
    /// Any other name.
    Variable,
}

impl TokenClass {
    /// The legend: all classes, each with its name in the protocol of editors.
    pub const LEGEND: [(Self, &'static str); 12] = [
        (Self::Keyword, "keyword"),
        (Self::Comment, "comment"),
        (Self::Text, "string"),
        (Self::Number, "number"),
        (Self::Operator, "operator"),
        (Self::Type, "class"),
        (Self::Procedure, "method"),
        (Self::Function, "function"),
        (Self::Property, "property"),
        (Self::Constant, "enumMember"),
        (Self::Step, "event"),
        (Self::Variable, "variable"),
    ];
}

/// A word and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColouredToken {
    /// Its bytes, all on one line.
    pub bytes: Range<usize>,
    /// Its class.
    pub class: TokenClass,
}

/// The words of a file that are of the language, in their order.
#[must_use]
pub fn coloured_tokens(workspace: &Workspace, file: &str) -> Vec<ColouredToken> {
    let Some(text) = workspace.text(file) else {
        return Vec::new();
    };
    let system = systems_of(workspace.project(), file).into_iter().next();
    let told = system.and_then(|system| workspace.last_told(&system));
    let class = |name: &str| told.as_ref().and_then(|told| told.classes().get(name).copied());
    let mut found = Vec::new();
    for block in blocks(file, text) {
        let mut before = "";
        for lexeme in lexemes(&block.text) {
            let written = &block.text[lexeme.span.start..lexeme.span.end];
            let class = match lexeme.sort {
                Sort::Reserved => Some(TokenClass::Keyword),
                Sort::Word => Some(
                    class(written)
                        .filter(|_| before != "\n")
                        .unwrap_or(TokenClass::Keyword),
                ),
                Sort::Name if before == "." => Some(TokenClass::Step),
                Sort::Name => Some(class(written).unwrap_or(TokenClass::Variable)),
                Sort::Number => Some(TokenClass::Number),
                Sort::Text => Some(TokenClass::Text),
                Sort::Comment => Some(TokenClass::Comment),
                Sort::Mark if "+-*/<=>=".contains(written) => Some(TokenClass::Operator),
                Sort::Mark | Sort::Unknown => None,
            };
            before = written;
            let bytes = block.place(lexeme.span.start)..block.place(lexeme.span.end);
            found.extend(class.map(|class| ColouredToken { bytes, class }));
        }
    }
    found
}
