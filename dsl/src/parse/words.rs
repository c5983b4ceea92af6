//! The words of the language, and how to name what the grammar expected.
//!
//! After a change of `FREE` or `RESERVED` write `words.pest` anew, see `alphabet`.

use super::Rule;

/// Words of the language that may also be names: what stands around them tells.
pub(super) const FREE: [&str; 93] = [
    "abilities",
    "active",
    "as",
    "asks",
    "board",
    "build",
    "card",
    "changes",
    "chosen",
    "circle",
    "cost",
    "deck",
    "define",
    "dice",
    "die",
    "discard",
    "during",
    "effect",
    "ends",
    "enters",
    "extend",
    "facing",
    "falls",
    "footprint",
    "game",
    "gathers",
    "gives",
    "inside",
    "instead",
    "itself",
    "kept",
    "last",
    "latest",
    "least",
    "leaves",
    "lend",
    "limit",
    "made",
    "makes",
    "most",
    "movement",
    "moves",
    "multiplied",
    "net",
    "next",
    "number",
    "one",
    "open",
    "order",
    "other",
    "outcome",
    "owned",
    "per",
    "permission",
    "piece",
    "place",
    "player",
    "priority",
    "procedure",
    "record",
    "rectangle",
    "refuse",
    "repeat",
    "rises",
    "rounded",
    "secret",
    "secretly",
    "shared",
    "showing",
    "silence",
    "spaces",
    "spend",
    "starts",
    "state",
    "stops",
    "table",
    "tall",
    "tells",
    "template",
    "the",
    "through",
    "times",
    "token",
    "turn",
    "turns",
    "up",
    "value",
    "walls",
    "while",
    "wins",
    "within",
    "won",
    "word",
];

/// Words that are never names.
pub(super) const RESERVED: [&str; 66] = [
    "add", "after", "all", "allow", "always", "and", "any", "at", "before", "break", "by", "can", "choose",
    "choosing", "count", "create", "each", "else", "end", "first", "for", "forbid", "from", "give",
    "highest", "if", "in", "is", "let", "lowest", "may", "members", "modify", "never", "no", "nobody",
    "none", "not", "of", "offer", "on", "once", "options", "or", "replace", "reveal", "roll", "run",
    "running", "set", "sort", "start", "step", "stop", "sum", "take", "then", "to", "twice", "until", "var",
    "when", "where", "with", "yes", "yours",
];

/// How many of [`ITEM_WORDS`] begin a declaration; they come first, with the name that it gives behind them.
pub(super) const DECLARATIONS: usize = 19;

/// Words that begin a declaration or a rule.
pub(super) const ITEM_WORDS: [&str; 31] = [
    "word",
    "record",
    "piece",
    "card",
    "player",
    "token",
    "die",
    "deck",
    "state",
    "define",
    "value",
    "permission",
    "offer",
    "procedure",
    "effect",
    "outcome",
    "build",
    "board",
    "movement",
    "extend",
    "refuse",
    "at",
    "before",
    "after",
    "instead",
    "modify",
    "replace",
    "forbid",
    "allow",
    "lend",
    "silence",
];

/// Words that begin a statement.
pub(super) const STATEMENT_WORDS: [&str; 19] = [
    "let", "set", "add", "create", "give", "take", "if", "for", "repeat", "choose", "may", "run", "offer",
    "start", "reveal", "turn", "end", "stop", "break",
];

/// Words of a gate, in their order.
pub(super) const GATE_WORDS: [&str; 8] = [
    "when", "always", "choosing", "once", "twice", "never", "may", "cost",
];

/// The words that no thing can be called by, in the order of the alphabet.
#[must_use]
pub fn reserved() -> &'static [&'static str] {
    &RESERVED
}

/// The words that things can be called by, too, in the order of the alphabet: what stands around one tells which it is.
#[must_use]
pub fn contextual() -> &'static [&'static str] {
    &FREE
}

/// Whether a word is one of the language that no thing can be called by.
#[must_use]
pub fn is_reserved(text: &str) -> bool {
    RESERVED.contains(&text)
}

/// Whether a word is one of the language, though something may be called by it.
pub(crate) fn is_word_of_language(text: &str) -> bool {
    RESERVED.contains(&text) || FREE.contains(&text)
}

/// Whether a word can be a name.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && !is_reserved(text)
}

/// The designer's name for the thing that a grammar rule reads.
pub(super) fn describe(rule: Rule) -> String {
    if rule >= Rule::k_abilities {
        return mark_or_word(rule);
    }
    match rule {
        Rule::item => "a declaration or a rule",
        Rule::rule_item
        | Rule::trigger
        | Rule::choice
        | Rule::modify
        | Rule::replace
        | Rule::permit
        | Rule::lend
        | Rule::silence => "a rule",
        Rule::name | Rule::known | Rule::known_names | Rule::ruled => "a name",
        Rule::window | Rule::procedure_name | Rule::known_procedure => "a procedure's or step's name",
        Rule::quoted => "a text in quotes",
        Rule::integer | Rule::number => "a number",
        Rule::amount | Rule::amount_name => "an amount",
        Rule::param | Rule::given | Rule::kind_field | Rule::record_field => {
            "a field or parameter `name: type`"
        }
        Rule::type_ref => "a type",
        Rule::params => "parameters in `( )`",
        Rule::args | Rule::pattern | Rule::about => "arguments in `( )`",
        Rule::block => "`{`",
        Rule::statement | Rule::call_statement => "a statement",
        Rule::lasting_statement => "`until`",
        Rule::when => "`when …` or `always`",
        Rule::moment => "`before`, `at` or `after`",
        Rule::instead => "`instead of`",
        Rule::build_item => "a rule",
        Rule::label
        | Rule::expr
        | Rule::primary
        | Rule::parenthesised
        | Rule::named
        | Rule::showing
        | Rule::meant => "a value",
        Rule::change | Rule::change_of | Rule::whom | Rule::verb | Rule::passes => "what changes",
        Rule::roll => "`roll`",
        Rule::create => "`create`",
        _ => return clause(rule),
    }
    .to_owned()
}

/// Whether a rule goes on an expression that could also end here.
pub(super) fn continues(rule: Rule) -> bool {
    let operator = describe(rule) == "an operator";
    operator
        || matches!(
            rule,
            Rule::unit
                | Rule::args
                | Rule::p_lparen
                | Rule::reach
                | Rule::on
                | Rule::where_clause
                | Rule::k_of
                | Rule::k_on
                | Rule::k_in
                | Rule::k_where
                | Rule::p_dot
                | Rule::member_name
                | Rule::in_order
                | Rule::chosen_order
                | Rule::rounded_up
                | Rule::to_least
                | Rule::to_most
        )
}

/// Clauses that may be absent, by the word they begin with; operators as one.
fn clause(rule: Rule) -> String {
    match rule {
        Rule::infix | Rule::minus | Rule::plus_minus | Rule::factor | Rule::is_any | Rule::is_yours => {
            "an operator"
        }
        Rule::about_one => "`of`",
        Rule::named_so => "a type and a name",
        Rule::reach | Rule::on => "`of`, `on` or `in`",
        Rule::on_whom => "`on`",
        Rule::to_what => "`to`",
        Rule::prefix => "a value",
        Rule::unit => "a unit such as `inches`",
        Rule::gate | Rule::choosing | Rule::limit | Rule::not_within | Rule::may | Rule::cost => {
            "a gate's clause"
        }
        Rule::apart | Rule::each_player => "`for`",
        Rule::lasts => "`while`",
        Rule::tells => "`tells`",
        Rule::asks => "`asks`",
        Rule::during => "`during`",
        Rule::called => "`as`",
        Rule::result => "`:` and a type",
        Rule::by_default => "`=` and a default",
        Rule::wins => "which replacement wins",
        Rule::factors_last => "`multiplied last`",
        Rule::rounded_up => "`rounded up`",
        Rule::to_least => "`to at least`",
        Rule::to_most => "`to at most`",
        Rule::net_least => "`net at least`",
        Rule::net_most => "`net at most`",
        Rule::next_run => "`next`",
        Rule::exactly => "a number",
        Rule::chosen_order => "`in order chosen by`",
        Rule::openings => "how many times",
        Rule::until_when | Rule::refuse_when => "`when`",
        Rule::or_until => "`or` and what else ends it",
        Rule::won_by => "`won by`",
        Rule::at_least => "`at least`",
        Rule::at_most | Rule::offer_times => "`at most`",
        Rule::where_clause => "`where`",
        Rule::member_name => "a name",
        Rule::otherwise => "`else`",
        Rule::or_none => "`or none`",
        Rule::inside | Rule::within => {
            "where it may be: `inside (x, y, width, length)`, `inside the table` or `within LENGTH of`"
        }
        Rule::facing => "`facing any`, or `facing` and an angle, angles or a place to look at",
        Rule::any_way => "`any`",
        Rule::gathers => "`gathers`",
        Rule::priority => "`priority`",
        Rule::die_face => "a face and its number of sides",
        Rule::footprint => "`footprint`",
        Rule::made => "`made at most`",
        Rule::owned => "`owned by`",
        Rule::create_at => "`at`",
        Rule::makes => "`makes`",
        Rule::ending => "`as`",
        Rule::through => "`through walls`",
        Rule::step_cost => "`cost`",
        Rule::step_stops => "`stops`",
        Rule::step_ends => "`ends`",
        Rule::step => "`step`",
        Rule::variable => "`var`",
        Rule::spend | Rule::place | Rule::discard | Rule::pay => "`spend`, `place`, `discard` or `run`",
        Rule::branch => "a text in quotes",
        Rule::winner => "a winner's name",
        Rule::EOI => "the end of the text",
        word => return bare(word),
    }
    .to_owned()
}

/// `set_of` is `set of`: for rules that are named after what they read.
fn bare(rule: Rule) -> String {
    format!("`{}`", format!("{rule:?}").replace('_', " "))
}

fn mark_or_word(rule: Rule) -> String {
    let mark = match rule {
        Rule::p_close => "}",
        Rule::p_colon => ":",
        Rule::p_comma => ",",
        Rule::p_dot => ".",
        Rule::p_equal => "=",
        Rule::p_lbracket => "[",
        Rule::p_lparen => "(",
        Rule::p_rbracket => "]",
        Rule::k_not => return "a value".to_owned(),
        Rule::p_minus | Rule::p_plus | Rule::p_slash | Rule::p_star => return "an operator".to_owned(),
        Rule::p_open => "{",
        Rule::p_rparen => ")",
        Rule::k_or | Rule::k_and | Rule::k_is => return "an operator".to_owned(),
        word => return format!("`{}`", format!("{word:?}").trim_start_matches("k_")),
    };
    format!("`{mark}`")
}
