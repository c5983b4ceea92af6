//! The TextMate grammar of the language, made from its words and from `colours.txt`.
//!
//! Each pattern matches within one line, and none remembers anything: so a line that is broken
//! discolours no other.

use cardwright_dsl::{contextual, reserved, units};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A name; its words may be words of the language, too.
const NAME: &str = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])";
/// A name, perhaps behind the id of its owner.
const KNOWN: &str = r"(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*/)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])";
/// The end of a word.
const END: &str = r"(?![\w-])";

/// The scope of a class of words.
fn scope(class: &str) -> &'static str {
    match class {
        "control" => "keyword.control.cardwright",
        "declaration" => "storage.type.cardwright",
        "operator" => "keyword.operator.word.cardwright",
        "constant" => "constant.language.cardwright",
        "word" => "keyword.other.cardwright",
        other => panic!("colours.txt: there is no class `{other}`"),
    }
}

/// The content of `colours.txt`.
#[derive(Default)]
struct Colours {
    /// Words that have a name in the file: `VERB`.
    groups: BTreeMap<String, String>,
    /// The class of each reserved word.
    reserved: BTreeMap<String, String>,
    /// Class and phrase, in the order of the file.
    phrases: Vec<(String, String)>,
}

impl Colours {
    fn of(text: &str) -> Self {
        let mut colours = Self::default();
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some((name, words)) = line.split_once(" := ") {
                colours.groups.insert(name.to_owned(), words.to_owned());
            } else if let Some((class, words)) = line.split_once(" = ") {
                for word in words.split(' ') {
                    let before = colours.reserved.insert(word.to_owned(), class.to_owned());
                    assert_eq!(before, None, "colours.txt: `{word}` has two classes");
                }
            } else {
                let (class, phrase) = line.split_once(": ").expect("each line has a class");
                colours.phrases.push((class.to_owned(), phrase.to_owned()));
            }
        }
        colours
    }

    /// The words that a token of a phrase stands for; none for names and marks.
    fn words<'a>(&'a self, token: &'a str) -> Option<&'a str> {
        let words = self.groups.get(token).map_or(token, String::as_str);
        words
            .starts_with(|letter: char| letter.is_ascii_lowercase())
            .then_some(words)
    }

    /// Refuses words without a colour, and colours of what is no word of the language.
    fn check(&self) {
        let classed: BTreeSet<&str> = self.reserved.keys().map(String::as_str).collect();
        assert_eq!(
            classed,
            reserved().iter().copied().collect(),
            "colours.txt: each reserved word has one class"
        );
        let coloured: BTreeSet<&str> = self
            .phrases
            .iter()
            .flat_map(|(_, phrase)| phrase.split(" > ").next().unwrap_or_default().split(' '))
            .filter_map(|token| self.words(token.trim_matches(['(', ')', '?'])))
            .flat_map(|words| words.split('|'))
            .collect();
        let known: BTreeSet<&str> = reserved().iter().chain(contextual()).copied().collect();
        let unknown: Vec<_> = coloured.difference(&known).collect();
        assert!(
            unknown.is_empty(),
            "colours.txt: no words of the language: {unknown:?}"
        );
        let contextual: BTreeSet<&str> = contextual().iter().copied().collect();
        let bare: Vec<_> = contextual.difference(&coloured).collect();
        assert!(bare.is_empty(), "colours.txt: no phrase colours {bare:?}");
    }

    /// The pattern for a token in the text that follows a phrase.
    fn ahead(&self, token: &str) -> String {
        let one = |token: &str| match token {
            "NAME" => KNOWN.to_owned(),
            "NUMBER" => r"\d".to_owned(),
            // A bracket that belongs to no call.
            "BRACKET" => r"(?<=\s)\(".to_owned(),
            // Where a value begins, and no word that follows a name.
            "OPERAND" => format!(r#"(?:["\[-]|{})"#, self.ahead("AMOUNT")),
            "AMOUNT" => format!(r"(?:\d|(?<=\s)\(|(?!(?:{}){END})[a-z])", self.groups["FOLLOWS"]),
            "$" => r"(?:$|\#)".to_owned(),
            ".*" => ".*".to_owned(),
            word if self.words(word).is_some() => format!("{word}{END}"),
            mark => format!(r"\{mark}"),
        };
        let all: Vec<String> = token.split('|').map(one).collect();
        format!("(?:{})", all.join("|"))
    }
}

/// A pattern of a phrase, while it is put together.
struct Pattern<'c> {
    colours: &'c Colours,
    class: &'c str,
    regex: String,
    captures: serde_json::Map<String, Value>,
}

impl Pattern<'_> {
    /// A part that gets a scope of its own.
    fn part(&mut self, regex: &str, scope: &str) {
        let number = self.captures.len() + 1;
        self.captures.insert(number.to_string(), json!({ "name": scope }));
        self.regex.push_str(&format!("({regex})"));
    }

    fn token(&mut self, token: &str) {
        if token == "NAME" {
            let scope = match self.class {
                "declaration" => "entity.name.cardwright",
                _ => "variable.other.cardwright",
            };
            self.part(KNOWN, scope);
        } else if let Some(words) = self.colours.words(token) {
            self.part(&format!("(?:{words}){END}"), scope(self.class));
        } else {
            self.part(&format!(r"\{token}"), "punctuation.separator.cardwright");
        }
    }

    /// The tokens of a phrase with the blanks between them; what may be absent takes its blank with
    /// it.
    fn tokens(&mut self, tokens: &[&str]) {
        for (index, token) in tokens.iter().enumerate() {
            let begins = token.starts_with('(');
            let is_one = !begins && token.ends_with('?') && !token.ends_with(")?");
            if begins || is_one {
                self.regex.push_str("(?:");
            }
            if index > 0 {
                self.regex
                    .push_str(if tokens[index - 1] == "," || tokens[index - 1] == ":" {
                        r"\s*"
                    } else {
                        r"\s+"
                    });
            }
            self.token(
                token
                    .trim_start_matches('(')
                    .trim_end_matches('?')
                    .trim_end_matches(')'),
            );
            if is_one || token.ends_with(")?") {
                self.regex.push_str(")?");
            }
        }
    }
}

/// A phrase as a pattern.
fn pattern(colours: &Colours, class: &str, phrase: &str) -> Value {
    let (coloured, ahead) = phrase.split_once(" > ").unwrap_or((phrase, ""));
    let mut pattern = Pattern {
        colours,
        class,
        regex: String::new(),
        captures: serde_json::Map::new(),
    };
    let at_margin = coloured.strip_prefix("^ ");
    let coloured = at_margin.unwrap_or(coloured);
    let begins_with_word = coloured.starts_with(char::is_alphabetic);
    pattern.regex.push_str(match (at_margin, begins_with_word) {
        (Some(_), _) => r"^\s*",
        (None, true) => r"(?<!\w)",
        (None, false) => "",
    });
    pattern.tokens(&coloured.split(' ').collect::<Vec<_>>());
    if !ahead.is_empty() {
        let ahead: Vec<String> = ahead.split(' ').map(|token| colours.ahead(token)).collect();
        pattern.regex.push_str(&format!(r"(?=\s*{})", ahead.join(r"\s*")));
    }
    json!({ "match": pattern.regex, "captures": pattern.captures })
}

/// A pattern with one scope.
fn plain(regex: &str, scope: &str) -> Value {
    json!({ "match": regex, "name": format!("{scope}.cardwright") })
}

/// The patterns before words: comments, texts, numbers, and names that only a mark tells from words.
fn first() -> Vec<Value> {
    let units = units().join("|");
    vec![
        plain("#.*$", "comment.line.number-sign"),
        plain(r#""[^"]*""#, "string.quoted.double"),
        plain(r#"".*$"#, "invalid.illegal.unclosed"),
        json!({
            "match": format!(r"(?<!\w)(\d+(?:\.\d+)?)(?![\w.-]|\.\d)(?:\s+((?:{units}){END}))?"),
            "captures": {
                "1": { "name": "constant.numeric.cardwright" },
                "2": { "name": "keyword.other.unit.cardwright" },
            },
        }),
        plain(r"\d[\w.]*", "invalid.illegal.number"),
        json!({
            "match": format!(r"({KNOWN})(\.)({NAME})"),
            "captures": {
                "1": { "name": "variable.other.cardwright" },
                "2": { "name": "punctuation.accessor.cardwright" },
                "3": { "name": "variable.other.member.cardwright" },
            },
        }),
        plain(&format!(r"{NAME}(?=\s*:)"), "variable.parameter"),
    ]
}

/// The patterns behind words: names, marks, and text that the language does not know.
fn last() -> Vec<Value> {
    vec![
        plain(&format!(r"{KNOWN}(?=\()"), "entity.name.function"),
        plain(KNOWN, "variable.other"),
        plain(r"[A-Za-z_][\w-]*", "invalid.illegal.name"),
        plain(
            r"==|!=|<>|&&|\|\||=<|=>|->|::|//|/\*|\+=|-=|\*=|\+\+",
            "invalid.illegal.mark",
        ),
        plain(r"<=|>=|[=<>+*/-]", "keyword.operator"),
        plain(r"[{}]", "punctuation.section.block"),
        plain(r"[()\[\]]", "punctuation.section.parens"),
        plain(r"[,:.]", "punctuation.separator"),
        plain(r"\S", "invalid.illegal.mark"),
    ]
}

/// The grammar as JSON.
pub(super) fn grammar(colours: &str) -> String {
    let colours = Colours::of(colours);
    colours.check();
    let phrases = colours
        .phrases
        .iter()
        .map(|(class, phrase)| pattern(&colours, class, phrase));
    let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (word, class) in &colours.reserved {
        classes.entry(class).or_default().push(word);
    }
    let words = classes.iter().map(|(class, words)| {
        json!({ "match": format!(r"(?<!\w)(?:{}){END}", words.join("|")), "name": scope(class) })
    });
    let patterns: Vec<Value> = first()
        .into_iter()
        .chain(phrases)
        .chain(words)
        .chain(last())
        .collect();
    let all = json!({
        "information_for_contributors": [
            "Made from tests/chain/editors/colours.txt and the words of the language.",
            "CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests --test chain editors",
        ],
        "name": "Cardwright",
        "scopeName": "source.cardwright",
        "fileTypes": ["cw"],
        "patterns": patterns,
    });
    let text = serde_json::to_string_pretty(&all).expect("JSON can be written");
    text + "\n"
}
