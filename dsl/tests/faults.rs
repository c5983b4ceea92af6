//! The messages for designers: wording, help and the text that is underlined.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use cardwright_dsl::{Fault, parse_block, parse_expr, parse_items};

fn fault(source: &str) -> (String, String, Option<String>) {
    let faults = parse_items(source).1;
    let [
        Fault {
            span, message, help, ..
        },
    ] = &faults[..]
    else {
        panic!("{source}: {faults:?}")
    };
    (
        source[span.start..span.end].to_owned(),
        message.clone(),
        help.clone(),
    )
}

fn assert_fault(source: &str, underlined: &str, message: &str, help: &str) {
    let help = (!help.is_empty()).then(|| help.to_owned());
    assert_eq!(
        fault(source),
        (underlined.to_owned(), message.to_owned(), help),
        "{source}"
    );
}

#[test]
fn misspelt_words_are_guessed() {
    assert_fault(
        "procedur attack (a: figure) { step x { stop } }",
        "procedur",
        "expected a declaration or a rule, found `procedur`",
        "did you mean `procedure`?",
    );
    assert_fault(
        "at p always { giv 1 ward to x }",
        "1",
        "expected `(`, found `1`",
        "did you mean `give`?",
    );
}

#[test]
fn marks_of_other_languages_have_a_translation() {
    let foreign = |source, mark, help| {
        assert_fault(
            source,
            mark,
            &format!("`{mark}` is not part of the language"),
            help,
        )
    };
    foreign("define x: yes-no = a == b", "==", "write `=` or `is`");
    foreign("define x: yes-no = a && b", "&&", "write `and`");
    foreign("define x: yes-no = a || b", "||", "write `or`");
    foreign("define x: yes-no = a != b", "!=", "write `is not`");
}

#[test]
fn names_have_one_spelling() {
    assert_fault(
        "define Bad_name: number = 1",
        "Bad_name",
        "`Bad_name` is not a name",
        "names are written in lowercase letters, digits and `-`: `bad-name`",
    );
    assert_fault(
        "define then: number = 1",
        "then",
        "expected a name, found `then`",
        "`then` is a word of the language and cannot be a name",
    );
}

#[test]
fn numbers_need_spaces_and_decimals_need_units() {
    assert_fault(
        "define x: number = 3x",
        "3x",
        "`3x` is not a number",
        "write a space after `3`; write a length as `3 inches`, an angle as `3 degrees`",
    );
    assert_fault(
        "define x: length = 3in",
        "3in",
        "`3in` is not a number",
        "in rules, write the unit as a separate word: `3 inches`",
    );
    assert_fault(
        "define x: number = 2.5\ndeck d",
        "deck",
        "expected a unit such as `inches`, found `deck`",
        "decimals need a unit: `2.5 inches`",
    );
    assert_fault(
        "define x: number = 0.1234 inches",
        "0.1234",
        "`0.1234` has more than three decimals",
        "",
    );
    assert_fault(
        "define x: number = 1234567890123456",
        "1234567890123456",
        "`1234567890123456` is too large",
        "",
    );
}

#[test]
fn the_opening_brace_or_quote_is_at_fault() {
    assert_fault(
        "procedure p {\n  step s { stop\n}\n",
        "{",
        "`{` is never closed",
        "write `}` where it ends",
    );
    assert_fault(
        "procedure p { step s { stop }\ndeck d\n",
        "{",
        "`{` is never closed",
        "write `}` where it ends",
    );
    assert_fault(
        "deck d }",
        "}",
        "this `}` does not close anything",
        "remove it, or add the mark that opens it",
    );
    assert_fault(
        "outcome x \"abc won by thief\n",
        "\"abc won by thief",
        "this quote is never closed",
        "write `\"` at the end of the text, on the same line",
    );
}

#[test]
fn a_quote_left_open_after_an_offer_is_at_fault_itself() {
    assert_fault(
        "action \"Rest always { stop }",
        "\"Rest always { stop }",
        "this quote is never closed",
        "write `\"` at the end of the text, on the same line",
    );
}

#[test]
fn an_amount_that_goes_on_needs_parentheses() {
    let help = |amount: &str| {
        format!("an amount is a number, a name, or an expression in parentheses: `{amount} …) …`")
    };
    assert_fault(
        "at p always { give level of x ward to y }",
        "of",
        "expected a name, found `of`",
        &help("give (level of"),
    );
    assert_fault(
        "at p always { take f(x) + 1 ward from y }",
        "+",
        "expected a name or `from`, found `+`",
        &help("take (f(x) +"),
    );
    assert_fault(
        "deck of",
        "of",
        "expected a name, found `of`",
        "`of` is a word of the language and cannot be a name",
    );
}

#[test]
fn a_member_may_be_named_where_nothing_is_asked_of_it() {
    for text in [
        "count of (all figure c)",
        "f(all figure c, all figure d)",
        "all figure c where yes",
    ] {
        assert!(parse_expr(text).is_ok(), "{text}");
    }
    let (block, faults) = parse_block("let a = all figure\nmove(a)");
    assert_eq!((block.statements.len(), faults), (2, Vec::new()));
}

#[test]
fn a_gate_has_one_order() {
    let help = "write the clauses of a gate in this order: `when …` or `always`, `choosing … from …`, `once \
    per …`, `for …`, `never within itself`, `may`, `cost { … }`";
    assert_fault(
        "at a.b once per r when x { stop }",
        "once per r when x",
        "`when` is in the wrong place in the gate",
        "write `when x once per r`",
    );
    assert_fault(
        "action \"A\" may once per r { stop }",
        "may once per r",
        "`once` is in the wrong place in the gate",
        "write `once per r may`",
    );
    // Two of one sort, and a comment that would have to move: the order is told.
    for text in [
        "at a.b when x once per r when y { stop }",
        "at a.b once per r # each round\n when x { stop }",
        "at a.b once per r when x",
    ] {
        let at = text
            .rfind("when")
            .map(|at| &text[at..at + 4])
            .expect("it has one");
        assert_fault(text, at, "`when` is in the wrong place in the gate", help);
    }
    assert_fault(
        "modify x + 1\ndeck d",
        "deck",
        "expected `when …` or `always`, found `deck`",
        "say when it applies: `when …`, or `always`",
    );
}

#[test]
fn a_gate_chooses_one_of_a_set_and_must() {
    let message = "`choosing` always chooses exactly one member of a set";
    let forms = [
        (
            "up to 2 some from x by p \"Which?\"",
            "to",
            "choose up to 2 some from SET by WHO \"Which?\" { … }",
        ),
        (
            "any number some from x by p \"Which?\"",
            "any",
            "choose any number some from SET by WHO \"Which?\" { … }",
        ),
        (
            "2 some from x by p \"Which?\"",
            "2",
            "choose 2 some from SET by WHO \"Which?\" { … }",
        ),
        (
            "(n + 1) some from x by p \"Which?\"",
            "(",
            "choose 2 some from SET by WHO \"Which?\" { … }",
        ),
        (
            "foe from x in order by p \"Which?\"",
            "in",
            "choose 2 some from SET in order by WHO \"Which?\" { … }",
        ),
        (
            "foe from f(x) by p \"Which?\" or none",
            "or",
            "choose foe from SET by WHO \"Which?\" or none { … }",
        ),
        (
            "foe from x by p \"Which?\" secretly",
            "secretly",
            "choose foe from SET by WHO \"Which?\" secretly { … }",
        ),
        (
            "one by p \"What?\"",
            "by",
            "choose one by WHO \"What?\" { \"This\" when … { … } }",
        ),
        (
            "spot for me inside the table",
            "for",
            "choose place for PIECE inside … by WHO \"Where?\" { … } else { … }",
        ),
    ];
    for (form, found, help) in forms {
        assert_fault(
            &format!("action \"A\" always choosing {form} {{ stop }}"),
            found,
            message,
            &format!("write the choice in the body: `{help}`; in the gate, write `when any of SET`"),
        );
    }
}

#[test]
fn a_gate_says_choosing_and_a_body_choose() {
    assert_fault(
        "action \"A\" always choose foe from x by p \"Which?\" { stop }",
        "choose",
        "in the gate of a rule, the word is `choosing`",
        "write `choosing`",
    );
    assert_fault(
        "action \"A\" always { choosing foe from x by p \"Which?\" { stop } }",
        "choosing",
        "in the body of a rule, the word is `choose`",
        "write `choose`",
    );
}

#[test]
fn dice_are_rolled_only_where_a_value_is_kept() {
    let help = "dice can be rolled only in `let … = roll …` and `set … to roll …`";
    assert_fault(
        "define k: number = 1 + roll 2 attack",
        "roll",
        "expected a value, found `roll`",
        help,
    );
}

#[test]
fn a_declaration_that_goes_on_wrongly_is_at_fault_itself() {
    assert_fault(
        "define x: number = 3 = = 4",
        "=",
        "expected a value, found `=`",
        "",
    );
    assert_eq!(parse_items("define x: number = 3 = = 4").1[0].span.start, 23);
}

#[test]
fn footprints_stand_once() {
    let source = "piece p { r: number footprint circle r footprint circle r }";
    assert_fault(
        source,
        "footprint circle r",
        "`footprint` occurs twice in one declaration",
        "keep one of them",
    );
}

#[test]
fn all_faults_of_a_file_are_told_and_what_is_right_is_kept() {
    let source = "deck one\ndefine x: number = \ndeck two\nmodify y + 1\nprocedure p { step s { giv 1 x } }\n\
                  # a comment\ndeck three\nprocedure q { step s { stop }\ndeck four\nvalue z = at least\ndeck five\ndeck six";
    let (items, faults) = parse_items(source);
    let lines: Vec<usize> = faults
        .iter()
        .map(|fault| source[..fault.span.start].matches('\n').count() + 1)
        .collect();
    assert_eq!(lines, [2, 5, 5, 8, 10], "{faults:#?}");
    assert_eq!(items.len(), 6, "decks one to six");
}

#[test]
fn blocks_and_expressions_have_faults_too() {
    let (block, faults) = parse_block("let n = 3\ngive 1 to x\nstop\nset n = 2\nstop");
    assert_eq!((block.statements.len(), faults.len()), (3, 2), "{faults:?}");
    let fault = parse_expr("a b").unwrap_err();
    assert_eq!(
        (fault.span.start, fault.message.as_str()),
        (2, "expected the end of the text, found `b`")
    );
    let fault = parse_expr("").unwrap_err();
    assert_eq!(fault.message, "the text ends here, but a value must follow");
}

#[test]
fn messages_never_show_a_grammar_rule() {
    let source = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/samples/statements.cw"
    ))
    .unwrap();
    let words: Vec<&str> = source.split_inclusive(char::is_whitespace).collect();
    let mut told = 0;
    for removed in (0..words.len()).step_by(4) {
        let text: String = words
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != removed)
            .map(|(_, word)| *word)
            .collect();
        for fault in parse_items(&text).1 {
            assert!(
                !fault.message.contains('_') && !fault.message.contains("  "),
                "{}",
                fault.message
            );
            assert!(
                !["clause rule", "item", "statement`"]
                    .iter()
                    .any(|word| fault.message.contains(word)),
                "{}",
                fault.message
            );
            told += 1;
        }
    }
    assert!(told > 50, "only {told} faults");
}
