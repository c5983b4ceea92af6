//! The samples in `tests/samples` use every construct of docs/language.md.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use cardwright_dsl::ast::{ExprKind, ItemKind, Operator, StatementKind};
use cardwright_dsl::{format_items, parse_block, parse_expr, parse_items};

/// Every sample with its name; at least the four that cover the language.
fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.display().to_string(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    found.sort();
    assert!(found.len() >= 4, "samples are missing");
    found
}

#[test]
fn samples_parse_without_faults() {
    for (name, source) in samples() {
        let (items, faults) = parse_items(&source);
        assert_eq!(faults, [], "{name}");
        assert!(!items.is_empty(), "{name}");
    }
}

#[test]
fn names_span_their_own_text() {
    let mut checked = 0;
    for (name, source) in samples() {
        let tree = format!("{:?}", parse_items(&source).0);
        for part in tree.split("Name { text: \"").skip(1) {
            let (text, rest) = part.split_once("\", span: Span { start: ").unwrap();
            let (start, rest) = rest.split_once(", end: ").unwrap();
            let (end, _) = rest.split_once(' ').unwrap();
            let range = start.parse().unwrap()..end.parse().unwrap();
            assert_eq!(source.get(range), Some(text), "{name}");
            checked += 1;
        }
    }
    assert!(checked > 300, "only {checked} names were checked");
}

#[test]
fn items_and_steps_end_at_their_last_token() {
    let source = "# one\ndeck a # two\n\nprocedure p { step s { stop } # three\n }\n";
    let (items, _) = parse_items(source);
    let texts: Vec<&str> = items
        .iter()
        .map(|item| &source[item.span.start..item.span.end])
        .collect();
    assert_eq!(texts, ["deck a", "procedure p { step s { stop } # three\n }"]);
    let ItemKind::Procedure { steps, .. } = &items[1].kind else {
        panic!()
    };
    assert_eq!(&source[steps[0].span.start..steps[0].span.end], "step s { stop }");
}

#[test]
fn formatted_samples_stay_as_they_are() {
    for (name, source) in samples() {
        let once = format_items(&source).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        assert_eq!(format_items(&once).as_ref(), Ok(&once), "{name}");
        assert!(
            once.lines()
                .all(|line| line.trim_end() == line && line.len() <= 100),
            "{name}:\n{once}"
        );
    }
}

/// The code of a text without comments and without spaces in its quoted texts.
fn bare(text: &str) -> String {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .collect();
    let close = |(index, part): (usize, &str)| {
        if index % 2 == 1 {
            part.replace(' ', "-")
        } else {
            part.to_owned()
        }
    };
    code.join("\n")
        .split('"')
        .enumerate()
        .map(close)
        .collect::<Vec<_>>()
        .join("\"")
}

#[test]
fn the_layout_does_not_depend_on_line_breaks() {
    for (name, source) in samples() {
        let words = bare(&source);
        let words: Vec<&str> = words.split_whitespace().collect();
        let spread = format_items(&words.join("\n")).unwrap();
        assert_eq!(spread, format_items(&words.join(" ")).unwrap(), "{name}");
        assert!(spread.lines().count() > 20, "{name}");
    }
}

// ---- expressions

fn shape(source: &str) -> String {
    fn write(kind: &ExprKind) -> String {
        match kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Measure(dimension, thousandths) => format!("{thousandths} {dimension:?}"),
            ExprKind::Name(name) => name.clone(),
            ExprKind::Not(of) => format!("(not {})", write(&of.kind)),
            ExprKind::Negate(of) => format!("(- {})", write(&of.kind)),
            ExprKind::Of(name, of) => format!("({} of {})", name.text, write(&of.kind)),
            ExprKind::On(name, of) => format!("({} on {})", name.text, write(&of.kind)),
            ExprKind::In(name, of) => format!("({} in {})", name.text, write(&of.kind)),
            ExprKind::Question(question, of) => format!("({question:?} {})", write(&of.kind)),
            ExprKind::Binary(operator, left, right) => {
                format!("({} {operator:?} {})", write(&left.kind), write(&right.kind))
            }
            ExprKind::IsYours { of, negated } => {
                format!(
                    "({}yours {})",
                    if *negated { "not " } else { "" },
                    write(&of.kind)
                )
            }
            ExprKind::Showing(dice, face) => format!("({} showing {})", write(&dice.kind), face.text),
            ExprKind::All {
                other, of, condition, ..
            } => {
                format!(
                    "(all {}{} {})",
                    if *other { "other " } else { "" },
                    of.text,
                    condition.as_ref().map_or(String::new(), |c| write(&c.kind))
                )
            }
            ExprKind::Fold { fold, value, set, .. } => {
                format!("({fold:?} {} {})", write(&value.kind), write(&set.kind))
            }
            ExprKind::If(if_, then, else_) => {
                format!(
                    "(if {} {} {})",
                    write(&if_.kind),
                    write(&then.kind),
                    write(&else_.kind)
                )
            }
            other => format!("{other:?}"),
        }
    }
    write(
        &parse_expr(source)
            .unwrap_or_else(|fault| panic!("{source}: {fault:?}"))
            .kind,
    )
}

#[test]
fn operators_bind_as_the_language_says() {
    for (source, expected) in [
        ("a or b and c", "(a Or (b And c))"),
        ("not a = b and c", "((not (a Equal b)) And c)"),
        ("a - b - c", "((a Minus b) Minus c)"),
        ("a-b - c", "(a-b Minus c)"),
        ("a + b * - c", "(a Plus (b Times (- c)))"),
        ("level of owner of x + 1", "((level of (owner of x)) Plus 1)"),
        ("ward on you > 0", "((ward on you) More 0)"),
        ("a is not b or a is in s", "((a NotEqual b) Or (a IsIn s))"),
        ("hit in dice is 2", "((hit in dice) Equal 2)"),
        ("count of all x where a and b", "(Count (all x (a And b)))"),
        ("lowest a + 1 for x in s + 2", "((Lowest (a Plus 1) s) Plus 2)"),
        ("if a then b else c + 1", "(if a b (c Plus 1))"),
        (
            "a is yours and not b is not yours",
            "((yours a) And (not (not yours b)))",
        ),
        ("count of all other x where a", "(Count (all other x a))"),
        ("count of all other", "(Count (all other ))"), // a kind that is called so
        ("any of dice in p showing hit", "(Any (p showing hit))"),
        (
            "count of dice in p showing hit + 1",
            "((Count (p showing hit)) Plus 1)",
        ),
        ("2.5 inches", "2500 Length"),
        ("90 degrees", "90000 Angle"),
        ("0.125 inches", "125 Length"),
        ("40 mm", "1575 Length"),
    ] {
        assert_eq!(shape(source), expected, "{source}");
    }
}

#[test]
fn expressions_span_their_parentheses() {
    let source = "2 * (a + b) ";
    let expr = parse_expr(source).unwrap();
    let ExprKind::Binary(Operator::Times, _, right) = &expr.kind else {
        panic!()
    };
    assert_eq!(&source[expr.span.start..expr.span.end], "2 * (a + b)");
    assert_eq!(&source[right.span.start..right.span.end], "(a + b)");
}

#[test]
fn words_of_phrases_are_names_elsewhere() {
    let text = "for each other in dice in order chosen by turn \"?\" { add 1 to showing }\nturn(other, hit)\n\
                turn (n + 1) miss in dice to hit\nturn all miss in dice to hit\nlet dice = turn 1 miss in dice to hit";
    let (block, faults) = parse_block(text);
    assert_eq!(faults, []);
    let kinds = block.statements.iter().map(|statement| &statement.kind);
    let calls = kinds.map(|kind| match kind {
        StatementKind::Call { .. } => "call",
        StatementKind::Turn(_) => "turn",
        _ => "other",
    });
    assert_eq!(
        calls.collect::<Vec<_>>(),
        ["other", "call", "turn", "turn", "other"]
    );
}

#[test]
fn a_block_needs_no_braces() {
    let (block, faults) = parse_block("let n = all figure\ngive n ward to x\nfoo(n)\nend the game with draw");
    assert_eq!(faults, []);
    assert_eq!(block.statements.len(), 4);
    assert!(matches!(block.statements[2].kind, StatementKind::Call { .. }));
}

// ---- layout

fn laid_out(source: &str, expected: &str) {
    assert_eq!(format_items(source).unwrap(), expected);
    assert_eq!(format_items(expected).unwrap(), expected);
}

#[test]
fn a_condition_is_broken_at_the_operator_that_binds_loosest() {
    laid_out(
        "define in-cone (a: skiff, form: weapon): set of skiff = all skiff c where c is not a and level-of(c) is level-of(a) and \
         ruler-range(gap-in-arc(a, c, form)) <= range of form or sees-all(a)",
        "\
define in-cone (a: skiff, form: weapon): set of skiff =
  all skiff c
    where c is not a
        and level-of(c) is level-of(a)
        and ruler-range(gap-in-arc(a, c, form)) <= range of form
      or sees-all(a)
",
    );
}

#[test]
fn a_call_that_fits_on_a_line_of_its_own_is_not_broken() {
    laid_out(
        "define hidden (a: skiff, b: skiff): yes-no = none of (all figure f where is-seen(eye of a, f, zone-low of b, zone-high of b, \
         zone-width of b, others(a, b)))",
        "\
define hidden (a: skiff, b: skiff): yes-no =
  none of (
    all figure f
      where is-seen(eye of a, f, zone-low of b, zone-high of b, zone-width of b, others(a, b))
  )
",
    );
}

#[test]
fn arguments_that_do_not_fit_stand_one_on_a_line() {
    laid_out(
        "after end always { run shove-back-from-where-it-stands(attacker-of-this-turn, target-of-this-turn, \
         [first-of-the-others, second-of-the-others]) }",
        "\
after end always {
  run shove-back-from-where-it-stands(
    attacker-of-this-turn,
    target-of-this-turn,
    [first-of-the-others, second-of-the-others]
  )
}
",
    );
}

#[test]
fn each_answer_of_a_choice_between_values_has_a_line() {
    laid_out(
        "define rank (side: player): number = if pluck-holder is nobody then 0 else if side is pluck-holder then 3 \
         else if side is next-player(pluck-holder) then 2 else 1",
        "\
define rank (side: player): number =
  if pluck-holder is nobody then 0
    else if side is pluck-holder then 3
    else if side is next-player(pluck-holder) then 2
    else 1
",
    );
}

#[test]
fn what_has_to_be_true_stands_alone_and_the_other_clauses_together_if_they_fit() {
    laid_out(
        "at fight.strike \"Give it all\" when attacker is you once per round may cost { spend 1 pluck from you place 1 strain on you } { stop }",
        "\
at fight.strike \"Give it all\"
  when attacker is you
  once per round may cost { spend 1 pluck from you  place 1 strain on you }
{ stop }
",
    );
    laid_out(
        "action \"Give\" when actor is you may cost { spend 1 pluck from you discard here } { stop }",
        "action \"Give\" when actor is you may cost { spend 1 pluck from you  discard here } { stop }\n",
    );
    laid_out(
        "at fight.strike \"Give it all\" when attacker is you may cost { spend 1 pluck from you place 1 strain on you \
         run suffer(you, 1) if strength-of(you) > 1 and not exhausted(you) } { stop }",
        "\
at fight.strike \"Give it all\"
  when attacker is you
  may
  cost {
    spend 1 pluck from you
    place 1 strain on you
    run suffer(you, 1) if strength-of(you) > 1 and not exhausted(you)
  }
{ stop }
",
    );
}

/// The lines around an effect: a line that begins one needs no blank lines of its own.
#[test]
fn an_effect_without_a_name_stands_on_the_line_of_its_rule_if_it_fits() {
    laid_out(
        "after fight.strike always { until after round { modify agility-of(you) + 1 always } }",
        "after fight.strike always { until after round { modify agility-of(you) + 1 always } }\n",
    );
    laid_out(
        "after fight.strike always { until after next round when active is you while strain on you > 0 \
         { modify agility-of(you) + 1 always forbid act(you) always } }",
        "\
after fight.strike always {
  until after next round when active is you while strain on you > 0 {
    modify agility-of(you) + 1 always
    forbid act(you) always
  }
}
",
    );
}

#[test]
fn a_narrow_text_keeps_its_width() {
    let source = "modify agility + 1 when owner of defender is owner of you and defender is not you";
    let narrow = cardwright_dsl::format_items_within(source, 40).unwrap();
    assert_eq!(
        narrow,
        "modify agility + 1\n  when owner of defender is owner of you\n    and defender is not you\n"
    );
}

#[test]
fn a_gate_that_chooses_breaks_at_its_clauses_and_then_within_them() {
    laid_out(
        "action \"Ram\" always   choosing foe from foes-of( actor ) by owner of actor \"Ram whom?\" { run suffer(foe, 1) }",
        "\
action \"Ram\" always choosing foe from foes-of(actor) by owner of actor \"Ram whom?\" {
  run suffer(foe, 1)
}
",
    );
    laid_out(
        "action \"Ram\" when apple on actor = 0 choosing foe from members f of foes-of(actor) where range-between(f, actor) < 2 \
         and not running dodging(f) by owner of actor \"Ram whom?\" once per turn cost { place 1 apple on actor } { run suffer(foe, 1) }",
        "\
action \"Ram\"
  when apple on actor = 0
  choosing foe
    from members f of foes-of(actor) where range-between(f, actor) < 2 and not running dodging(f)
    by owner of actor \"Ram whom?\"
  once per turn cost { place 1 apple on actor }
{ run suffer(foe, 1) }
",
    );
}

#[test]
fn an_argument_stands_close_to_its_name() {
    laid_out(
        "after end always { flip( bruise , up :no ) run hand-out( to: you, face-up :\nno ) }",
        "\
after end always {
  flip(bruise, up: no)
  run hand-out(to: you, face-up: no)
}
",
    );
}
