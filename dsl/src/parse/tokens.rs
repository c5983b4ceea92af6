//! Tokens: a cheap look at the text before the grammar reads it.
//!
//! The grammar decides what is right, and reads the tokens as characters of a small alphabet. Tokens also serve
//! what a grammar does badly: limits that hold before anything recurses, finding the next item after an error,
//! faults in words and marks, and the formatter.

use super::alphabet;
use crate::ast::Span;
use crate::unseen::unseen;

/// Most digits of a number: thousandths of it still fit into 64 bits.
const MAX_DIGITS: usize = 15;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a word of the language.
    Word,
    /// A number, without its unit.
    Number,
    /// A text with its quotes.
    Quoted,
    /// A mark such as `{` or `<=`.
    Mark,
    /// `#` to the end of the line.
    Comment,
    /// A token that is no part of the language.
    Bad(Bad),
}

/// Why a token is none of the language's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    /// A name with capitals, underscores or stray hyphens.
    Name,
    /// A number with too many digits, or with letters after it.
    Number,
    /// A quote without an end on its line.
    Quote,
    /// A mark of other languages.
    Mark,
    /// A text in quotes with a character that cannot be seen.
    Unseen,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The kind.
    pub(crate) kind: TokenKind,
    /// Its bytes in the source.
    pub(crate) span: Span,
    /// Line breaks since the token before.
    pub(crate) breaks: usize,
}

impl Token {
    /// The token's text.
    pub(crate) fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.span.start..self.span.end]
    }
}

/// A text as tokens.
pub(crate) struct Tokens<'s> {
    /// The text.
    pub(crate) source: &'s str,
    /// All tokens, comments among them.
    pub(crate) all: Vec<Token>,
    /// The tokens that are no comments, by their numbers among all.
    pub(crate) code: Vec<usize>,
    /// The tokens as the grammar reads them, without comments.
    letters: String,
}

impl<'s> Tokens<'s> {
    /// The tokens of a text.
    pub(crate) fn of(source: &'s str) -> Tokens<'s> {
        let all = tokens(source);
        let mut code = Vec::with_capacity(all.len());
        let mut letters = String::with_capacity(all.len() * alphabet::BYTES);
        for (index, token) in all.iter().enumerate() {
            if let Some(letter) = letter(token, source) {
                code.push(index);
                letters.push(letter);
            }
        }
        Tokens {
            source,
            all,
            code,
            letters,
        }
    }

    /// The grammar's input, from a token on that is no comment.
    pub(super) fn letters(&self, from: usize) -> &str {
        &self.letters[from * alphabet::BYTES..]
    }

    /// Whether a token is a name, number or text, and so no word or mark of the language.
    pub(super) fn is_plain(&self, at: usize) -> bool {
        let letter = &self.letters.as_bytes()[at * alphabet::BYTES..][..alphabet::BYTES];
        alphabet::PLAIN.iter().any(|plain| plain == letter)
    }

    /// A token that is no comment.
    pub(super) fn code(&self, at: usize) -> Option<&Token> {
        self.code.get(at).map(|&index| &self.all[index])
    }

    /// The text of a token that is no comment.
    pub(crate) fn text(&self, at: usize) -> &'s str {
        self.code(at).map_or("", |token| token.text(self.source))
    }
}

/// How the grammar reads a token; it reads no comments.
fn letter(token: &Token, source: &str) -> Option<char> {
    let text = token.text(source);
    Some(match token.kind {
        TokenKind::Comment => return None,
        TokenKind::Word => alphabet::of_word(text),
        TokenKind::Number if text.contains('.') => alphabet::DECIMAL,
        TokenKind::Number => alphabet::WHOLE,
        TokenKind::Quoted => alphabet::QUOTED,
        TokenKind::Mark => alphabet::of_mark(text),
        TokenKind::Bad(_) => alphabet::BAD,
    })
}

/// All tokens of a text, comments among them.
fn tokens(source: &str) -> Vec<Token> {
    let mut found = Vec::with_capacity(source.len() / 5);
    let mut at = 0;
    let mut breaks = 0;
    while let Some(next) = source[at..].chars().next() {
        if matches!(next, ' ' | '\t' | '\r' | '\n' | '\u{feff}') {
            breaks += usize::from(next == '\n');
            at += next.len_utf8();
            continue;
        }
        let (kind, length) = token(&source[at..], next);
        let span = Span {
            start: at,
            end: at + length,
        };
        found.push(Token { kind, span, breaks });
        at = span.end;
        breaks = 0;
    }
    found
}

/// The kind and length of the token that `rest` begins with.
fn token(rest: &str, next: char) -> (TokenKind, usize) {
    match next {
        '#' => {
            let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
            (TokenKind::Comment, line.trim_end().len())
        }
        '"' => quoted(rest),
        '0'..='9' => number(rest),
        'a'..='z' | 'A'..='Z' | '_' => word(rest),
        _ => mark(rest, next),
    }
}

fn quoted(rest: &str) -> (TokenKind, usize) {
    let inner = &rest[1..];
    let end = inner.find(['"', '\n', '\r']).unwrap_or(inner.len());
    match inner[end..].starts_with('"') {
        true if inner[..end].contains(|letter| unseen(letter).is_some()) => {
            (TokenKind::Bad(Bad::Unseen), end + 2)
        }
        true => (TokenKind::Quoted, end + 2),
        false => (TokenKind::Bad(Bad::Quote), rest[..=end].trim_end().len()),
    }
}

fn number(rest: &str) -> (TokenKind, usize) {
    let digits = run_of(rest.as_bytes(), |byte| byte.is_ascii_digit());
    let fraction = rest[digits..]
        .strip_prefix('.')
        .map_or(0, |after| run_of(after.as_bytes(), |byte| byte.is_ascii_digit()));
    let length = if fraction > 0 {
        digits + 1 + fraction
    } else {
        digits
    };
    let glued = glued(&rest[length..]);
    if glued > 0 || digits > MAX_DIGITS || fraction > 3 {
        return (TokenKind::Bad(Bad::Number), length + glued);
    }
    (TokenKind::Number, length)
}

fn word(rest: &str) -> (TokenKind, usize) {
    let length = qualified(rest);
    let glued = glued(&rest[length..]);
    match length > 0 && glued == 0 {
        true => (TokenKind::Word, length),
        false => (TokenKind::Bad(Bad::Name), length + glued.max(1)),
    }
}

/// The length of the name that `rest` begins with, and of the one before which it is the owner: `starter/fresh-on`.
fn qualified(rest: &str) -> usize {
    let owner = kebab(rest);
    let name = rest[owner..].strip_prefix('/').map_or(0, kebab);
    match owner > 0 && name > 0 {
        true => owner + 1 + name,
        false => owner,
    }
}

/// The length of the kebab-case name that `rest` begins with.
pub(crate) fn kebab(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if !bytes.first().is_some_and(u8::is_ascii_lowercase) {
        return 0;
    }
    let mut length = run_of(bytes, is_plain);
    while bytes.get(length) == Some(&b'-') {
        let part = run_of(&bytes[length + 1..], is_plain);
        if part == 0 {
            break;
        }
        length += 1 + part;
    }
    length
}

/// How much stands right after a word or number that cannot: letters, digits, underscores.
fn glued(rest: &str) -> usize {
    let joins = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let joined = match rest.as_bytes() {
        [b'-', after, ..] => after.is_ascii_alphanumeric(),
        [first, ..] => joins(*first),
        [] => false,
    };
    match joined {
        true => run_of(rest.as_bytes(), |byte| joins(byte) || byte == b'-'),
        false => 0,
    }
}

fn mark(rest: &str, next: char) -> (TokenKind, usize) {
    const FOREIGN: [&str; 15] = [
        "==", "!=", "<>", "&&", "||", "=<", "=>", "->", "::", "//", "/*", "+=", "-=", "*=", "++",
    ];
    if let Some(foreign) = FOREIGN.iter().find(|foreign| rest.starts_with(**foreign)) {
        return (TokenKind::Bad(Bad::Mark), foreign.len());
    }
    if rest.starts_with("<=") || rest.starts_with(">=") {
        return (TokenKind::Mark, 2);
    }
    match "{}()[],:.=<>+-*/".contains(next) {
        true => (TokenKind::Mark, 1),
        false => (TokenKind::Bad(Bad::Mark), next.len_utf8()),
    }
}

/// How many bytes at the beginning belong together.
fn run_of(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&byte| !belongs(byte))
        .unwrap_or(bytes.len())
}
