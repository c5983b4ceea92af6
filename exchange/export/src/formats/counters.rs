//! What lies on a table besides cards: pieces and tokens, each a picture of its own.

/// The pictures that are needed, by their paths.
pub(super) type Signs<'a> = std::collections::BTreeMap<String, Sign<'a>>;

/// What is to be pictured, by its id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign<'a> {
    /// A sort of token.
    Token(&'a str),
    /// A piece that is made from a card.
    Piece(&'a str),
    /// A piece of a kind that is made from none.
    Kind(&'a str),
}

impl<'a> Sign<'a> {
    /// What it is called in the names of files.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Token(_) => "token",
            Self::Piece(_) | Self::Kind(_) => "piece",
        }
    }

    /// The id of the sort, card or kind.
    pub(super) fn id(&self) -> &'a str {
        match self {
            Self::Token(id) | Self::Piece(id) | Self::Kind(id) => id,
        }
    }
}
