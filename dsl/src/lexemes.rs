//! The tokens of a text for those who only look at it: colours, folding, the word at a cursor.
//!
//! A text that the grammar cannot read has them too. What they mean is not known here.

use crate::ast::Span;
use crate::parse::tokens::{TokenKind, Tokens};
use crate::parse::{is_reserved, is_word_of_language};

/// The sort of a token, by its looks alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A word of the language that is never a name.
    Reserved,
    /// A word of the language that may be a name too.
    Word,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A text with its quotes.
    Text,
    /// A mark such as `{` or `<=`.
    Mark,
    /// `#` to the end of the line.
    Comment,
    /// A character or a word that is no part of the language.
    Unknown,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The sort.
    pub sort: Sort,
    /// Its bytes.
    pub span: Span,
}

/// All tokens of a text, comments among them.
#[must_use]
pub fn lexemes(source: &str) -> Vec<Lexeme> {
    let tokens = Tokens::of(source);
    let lexeme = |token: &crate::parse::tokens::Token| {
        let text = token.text(source);
        let sort = match token.kind {
            TokenKind::Word if is_reserved(text) => Sort::Reserved,
            TokenKind::Word if is_word_of_language(text) => Sort::Word,
            TokenKind::Word => Sort::Name,
            TokenKind::Number => Sort::Number,
            TokenKind::Quoted => Sort::Text,
            TokenKind::Mark => Sort::Mark,
            TokenKind::Comment => Sort::Comment,
            TokenKind::Bad(_) => Sort::Unknown,
        };
        Lexeme {
            sort,
            span: token.span,
        }
    };
    tokens.all.iter().map(lexeme).collect()
}

#[cfg(test)]
mod tests {
    use super::{Sort, lexemes};

    #[test]
    fn a_broken_text_has_tokens_too() {
        let text = "modify push-of + 1.5 when \"x\" } @ # why\nvalue";
        let sorts: Vec<Sort> = lexemes(text).iter().map(|one| one.sort).collect();
        use Sort::{Comment, Mark, Name, Number, Reserved, Text, Unknown, Word};
        let expected = [
            Reserved, Name, Mark, Number, Reserved, Text, Mark, Unknown, Comment, Word,
        ];
        assert_eq!(sorts, expected);
    }
}
