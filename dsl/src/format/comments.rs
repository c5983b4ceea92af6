//! Owners of comments: which token a comment belongs to.

use crate::parse::tokens::{Token, TokenKind};

/// The comments of a text, by the token they stand at.
pub(super) struct Comments {
    /// For each token the comments on lines of their own before it; one more for the end of the text.
    before: Vec<Vec<usize>>,
    /// For each token the comment after it on its line.
    after: Vec<Option<usize>>,
}

impl Comments {
    pub(super) fn of(tokens: &[Token]) -> Comments {
        let mut comments = Comments {
            before: vec![Vec::new(); tokens.len() + 1],
            after: vec![None; tokens.len()],
        };
        let mut waiting = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if token.kind != TokenKind::Comment {
                comments.before[index] = std::mem::take(&mut waiting);
            } else if token.breaks == 0 && index > 0 {
                comments.after[index - 1] = Some(index);
            } else {
                waiting.push(index);
            }
        }
        comments.before[tokens.len()] = waiting;
        comments
    }

    /// The comments on lines of their own before a token.
    pub(super) fn before(&self, token: usize) -> &[usize] {
        &self.before[token]
    }

    /// The comment after a token on its line.
    pub(super) fn after(&self, token: usize) -> Option<usize> {
        self.after[token]
    }
}
