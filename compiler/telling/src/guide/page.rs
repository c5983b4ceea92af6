//! The page of a system: the model as Markdown, for somebody who never saw a compiler.

use super::model::{Example, Guide, Hook, Named, Procedure, Shown, Step, Uses};
use super::{asked, parts};
use std::fmt::Write;

/// The address of the book. The page itself is no file that links could start from: it is printed, and made with the book.
pub(super) const BOOK: &str = "https://cardwright.github.io/cardwright";

/// The whole page.
#[must_use]
pub fn page(guide: &Guide) -> String {
    let mut out = String::new();
    head(guide, &mut out);
    if let Some(example) = &guide.example {
        taken_apart(guide, example, &mut out);
    }
    smallest(guide, &mut out);
    parts::kinds(guide, &mut out);
    parts::rows(guide, &mut out);
    parts::words(guide, &mut out);
    parts::letters(guide, &mut out);
    parts::tokens(guide, &mut out);
    parts::state(guide, &mut out);
    asked::values(&guide.values, &mut out);
    asked::permissions(&guide.permissions, &mut out);
    asked::defines(&guide.defines, &mut out);
    offers(&guide.offers, &mut out);
    course(guide, &mut out);
    procedures(guide, &mut out);
    effects(&guide.effects, &mut out);
    parts::endings(guide, &mut out);
    parts::calls(guide, &mut out);
    parts::sets(guide, &mut out);
    format!("{}\n", out.trim_end())
}

fn head(guide: &Guide, out: &mut String) {
    let first = match guide.example {
        Some(_) => "- [How to write a card](#how-to-write-a-card): a shipped card, line by line\n",
        None => "",
    };
    let abilities = match guide.has_abilities {
        true => format!(
            "**Begin with [what a card says, and what you write]({BOOK}/abilities/{}.html)**: a table from the words of cards to \
             rules, and abilities one by one.\n\n",
            guide.system
        ),
        false => String::new(),
    };
    let _ = write!(
        out,
        "<!-- Written by the program from systems/{0}. Change the comments there, not this page. -->\n\n\
         # {1}: what a card can say\n\n\
         This page has every name that a card of this game can use. [The language]({BOOK}/language.html) says how sentences are \
         made of them, [the documents]({BOOK}/documents.html) what else stands in a card set, and [the cookbook]({BOOK}/cookbook/index.html) \
         has an example for each family of abilities. You need nothing else.\n\n{3}\
         {2}- [A set to start from](#a-set-to-start-from)\n\
         - What there is: [kinds](#kinds), [rows](#rows), [words](#words), [tokens](#tokens), [dice](#dice), [players and state](#players-and-state)\n\
         - What rules change: [values](#values), [permissions](#permissions), [offers](#offers)\n\
         - What rules ask: [questions](#questions), [core calls](#core-calls)\n\
         - When rules act: [the course of a game](#the-course-of-a-game), [procedures and their windows](#procedures-and-their-windows)\n\
         - What lasts: [effects](#effects)\n\
         - [The shipped sets](#the-shipped-sets)\n\n",
        guide.system, guide.title, first, abilities
    );
}

fn taken_apart(guide: &Guide, example: &Example, out: &mut String) {
    let _ = write!(
        out,
        "## How to write a card\n\nA card is an entry in a file `cards/{}/SET.yaml`. This one is shipped, in `{}`:\n\n```yaml\n{}\n```\n\n\
         Line by line:\n\n| line | what it says |\n|---|---|\n",
        guide.system, example.file, example.text
    );
    for (line, says) in example.lines.iter().filter(|(line, _)| !line.is_empty()) {
        let _ = writeln!(out, "| {} | {says} |", code(line));
    }
    let _ = write!(
        out,
        "\n`cardwright explain {}` reads it back:\n\n> {}\n\n\
         In the rules of a card, `here` is the card and `you` the piece that holds it; in the rules of a piece both are the piece. \
         To try it, {}, then `cardwright check` and `cardwright run`.\n\n",
        example.id,
        example.told.replace('\n', "\n> "),
        to_try(guide, example)
    );
}

/// The text that puts an entry into a game.
fn to_try(guide: &Guide, example: &Example) -> String {
    let is_card = guide
        .kinds
        .iter()
        .any(|kind| kind.name == example.kind && kind.class == "card");
    match is_card {
        true => format!("give it to a piece of a scenario (`cards: [{}]`)", example.id),
        false => format!("put it into a scenario (`template: {}`)", example.id),
    }
}

fn smallest(guide: &Guide, out: &mut String) {
    let _ = write!(
        out,
        "## A set to start from\n\nOne entry of each kind, with every fact that must be there. It compiles as it stands: put it into \
         `cards/{}/my-set.yaml`, and throw away what you do not need.\n\n```yaml\n{}```\n\n",
        guide.system, guide.sample_set
    );
    if let Some(case) = &guide.sample_case {
        let _ = write!(
            out,
            "A case plays a moment of the game and says what must be true then. This one is `{}`: copy it to prove a card of your own, \
             and run it with `cardwright test FILE`.\n\n```yaml\n{}\n```\n\n",
            case.file,
            case.text.trim_end()
        );
    }
}

fn offers(offers: &[Hook], out: &mut String) {
    out.push_str(
        "## Offers\n\nA card adds an option to an offer: `OFFER \"Label\" when ... { ... }`. The option sees the parameters of the offer.\n\n",
    );
    offers.iter().for_each(|hook| one_offer(hook, out));
}

pub(super) fn one_offer(hook: &Hook, out: &mut String) {
    let _ = write!(out, "**`{}({})`**", hook.name, parameters(&hook.params));
    say(hook.says.as_ref(), out);
    let steps: Vec<String> = hook.made_in.iter().map(|step| step_link(step)).collect();
    if !steps.is_empty() {
        let _ = write!(out, " Made in {}.", steps.join(", "));
    }
    out.push_str("\n\n");
    shown(hook.shown.as_ref(), out);
}

fn step_link(step: &str) -> String {
    let procedure = step.split('.').next().unwrap_or(step);
    format!("[`{step}`](#procedure-{procedure})")
}

fn effects(effects: &[Hook], out: &mut String) {
    if effects.is_empty() {
        return;
    }
    out.push_str(
        "## Effects\n\nWhat cards may start for a while: `start NAME(...) until after PROCEDURE`, or `until the game ends`. Cards may declare \
         effects of their own too.\n\n",
    );
    effects.iter().for_each(|hook| one_effect(hook, out));
}

pub(super) fn one_effect(hook: &Hook, out: &mut String) {
    let _ = write!(out, "**`{}({})`**", hook.name, parameters(&hook.params));
    say(hook.says.as_ref(), out);
    if let Some(lasts) = &hook.lasts {
        let _ = write!(out, " It ends as soon as this is not so: `{lasts}`.");
    }
    out.push_str("\n\n");
    if let Some(rules) = &hook.rules {
        let _ = write!(out, "```cw\n{rules}\n```\n\n");
    }
    if let Some(start) = &hook.shown {
        let _ = write!(
            out,
            "Started so: `{}` ({}).\n\n",
            squeezed(&start.text),
            source(start)
        );
    }
}

/// How deep the tree of procedures is drawn; what lies deeper is told by its own part of the page.
const DEEPEST: usize = 5;

/// Writes the course of a game as a tree: which procedure runs which. A procedure that was told before is not
/// opened again.
fn course(guide: &Guide, out: &mut String) {
    out.push_str(
        "## The course of a game\n\nWhat runs what, from the beginning of a game. Behind each procedure stand its steps; a step that runs further \
         procedures is opened below.\n\n",
    );
    let mut told = Vec::new();
    for procedure in &guide.procedures {
        branch(guide, &procedure.name, 0, &mut told, out);
        // Only what the game itself comes to; the rest is told by what runs it.
        if told.len() > 1 {
            break;
        }
    }
    out.push('\n');
    if let Some(order) = &guide.order {
        let _ = writeln!(
            out,
            "Where several players have something to use at one moment, and a step does not say who comes first, they act in the \
             order of `{order}`.\n"
        );
    }
}

fn branch(guide: &Guide, name: &str, depth: usize, told: &mut Vec<String>, out: &mut String) {
    let Some(procedure) = guide.procedures.iter().find(|procedure| procedure.name == name) else {
        return;
    };
    let indent = "  ".repeat(depth);
    if told.contains(&procedure.name) {
        let _ = writeln!(out, "{indent}- [`{name}`](#procedure-{name}), as above");
        return;
    }
    told.push(procedure.name.clone());
    let steps: Vec<&str> = procedure.steps.iter().map(|step| step.name.as_str()).collect();
    let _ = writeln!(
        out,
        "{indent}- [`{name}`](#procedure-{name}): {}",
        steps.join(", ")
    );
    if depth >= 2 * DEEPEST {
        return;
    }
    for step in procedure
        .steps
        .iter()
        .filter(|step| !step.runs.is_empty() || !step.offers.is_empty())
    {
        let offers: Vec<String> = step
            .offers
            .iter()
            .map(|offer| format!("offers `{offer}`"))
            .collect();
        let offers = if offers.is_empty() {
            String::new()
        } else {
            format!(": {}", offers.join(", "))
        };
        let _ = writeln!(out, "{indent}  - step `{}`{offers}", step.name);
        for next in &step.runs {
            branch(guide, next, depth + 2, told, out);
        }
    }
}

fn procedures(guide: &Guide, out: &mut String) {
    out.push_str(
        "## Procedures and their windows\n\nA rule lives in a window: `before P.STEP`, `at P.STEP` (as the step itself is about to happen), \
         `after P.STEP`, `instead of P.STEP`, `before P` and `after P`. It may use all names of the procedure, in each of its windows. Names \
         under \"can be set\" may be changed (`set`, `add`); they have their null value until a step or a rule sets them. What a rule sets \
         before the last step under \"set in\" is lost there; behind the last one under \"read in\" only rules still read it. \
         Effects can end in the same windows (`until after P.STEP`).\n\n",
    );
    for procedure in &guide.procedures {
        one_procedure(guide, procedure, out);
    }
}

pub(super) fn one_procedure(guide: &Guide, procedure: &Procedure, out: &mut String) {
    let name = &procedure.name;
    let _ = write!(out, "### Procedure `{name}`\n\n");
    if let Some(says) = &procedure.says {
        let _ = write!(out, "{says}\n\n");
    }
    if !procedure.run_by.is_empty() {
        let _ = write!(out, "Run by {}.\n\n", procedure.run_by.join(", "));
    }
    let gathered = procedure.steps.iter().filter_map(|step| {
        let name = step.gathers.clone()?;
        let says = Some("The players who have something due.".to_owned());
        Some(Named {
            name,
            ty: "set of player".to_owned(),
            default: None,
            says,
        })
    });
    let gathered: Vec<Named> = gathered.collect();
    let names = procedure.params.len() + procedure.vars.len() + gathered.len();
    if names > 0 {
        out.push_str("| name | type | can be set | set in | read in | |\n|---|---|---|---|---|---|\n");
    }
    let given = procedure.params.iter().chain(&gathered).map(|one| (one, "no"));
    let vars = procedure.vars.iter().map(|one| (one, can_be_set(&one.ty)));
    for (one, can) in given.chain(vars) {
        let result = procedure
            .gives
            .as_ref()
            .is_some_and(|gives| gives.name == one.name);
        let result = if result { "The result." } else { "" };
        let says = one.says.as_deref().unwrap_or(result);
        let usual = one.default.as_ref().map_or(String::new(), |default| {
            format!(" If left out: {}.", code(default))
        });
        let _ = writeln!(
            out,
            "| `{}` | {} | {can} | {} | {} | {}{usual} |",
            one.name,
            type_link(guide, &one.ty),
            steps(procedure, &one.name, |uses| &uses.set_in),
            steps(procedure, &one.name, |uses| &uses.read_in),
            cell(says)
        );
    }
    let gap = if names > 0 { "\n" } else { "" };
    let _ = write!(out, "{gap}| step | what happens |\n|---|---|\n");
    for step in &procedure.steps {
        let _ = writeln!(out, "| `{name}.{}` | {} |", step.name, what_happens(step));
    }
    out.push('\n');
    for one in &procedure.shown {
        shown(Some(one), out);
    }
    if let Some(run) = &procedure.run_shown {
        let _ = write!(
            out,
            "A card runs it: `{}` ({}).\n\n",
            squeezed(&run.text),
            source(run)
        );
    }
}

/// Whether rules can set a variable of this type: dice are changed in place, and a set belongs to the procedure.
fn can_be_set(ty: &str) -> &'static str {
    match ty {
        "pool" | "die" => "no",
        _ if ty.starts_with("set of ") => "no",
        _ => "yes",
    }
}

/// The steps in which a name is used, as they are called within their procedure.
fn steps(procedure: &Procedure, name: &str, which: impl Fn(&Uses) -> &Vec<String>) -> String {
    let uses = procedure.uses.iter().find(|uses| uses.name == name);
    let steps = uses.map(which).into_iter().flatten();
    let steps: Vec<String> = steps.map(|step| format!("`{step}`")).collect();
    steps.join(", ")
}

fn what_happens(step: &Step) -> String {
    let mut parts = Vec::new();
    parts.extend(step.says.as_deref().map(cell));
    if let Some(asked) = &step.only_if {
        let only = if asked.stops {
            "Nothing happens if"
        } else {
            "Only if"
        };
        parts.push(format!("{only} {}.", code(&asked.condition)));
    }
    if step.empty {
        parts.push("Nothing by itself: rules live here.".to_owned());
    }
    if !step.asks.is_empty() {
        let asks: Vec<String> = step
            .asks
            .iter()
            .map(|asks| format!("\"{}\"", cell(asks)))
            .collect();
        parts.push(format!("Asks {}.", asks.join(", ")));
    }
    let link = |name: &String| format!("[`{name}`](#procedure-{name})");
    if !step.runs.is_empty() {
        let runs: Vec<String> = step.runs.iter().map(link).collect();
        parts.push(format!("Runs {}.", runs.join(", ")));
    }
    if !step.offers.is_empty() {
        let offers: Vec<String> = step
            .offers
            .iter()
            .map(|offer| format!("[`{offer}`](#offers)"))
            .collect();
        parts.push(format!("Offers {}.", offers.join(", ")));
    }
    if !step.sets.is_empty() {
        let sets: Vec<String> = step.sets.iter().map(|name| format!("`{name}`")).collect();
        parts.push(format!("Sets {}.", sets.join(", ")));
    }
    if step.gathers.is_some() {
        parts.push("Asks first who has something due, then each once.".to_owned());
    }
    if let Some(priority) = &step.priority {
        parts.push(format!("First comes `{}`.", cell(priority)));
    }
    parts.join(" ")
}

/// Writes the comment of a declaration, behind its name.
pub(super) fn say(says: Option<&String>, out: &mut String) {
    out.push('.');
    if let Some(says) = says {
        let _ = write!(out, " {says}");
    }
}

pub(super) fn shown(shown: Option<&Shown>, out: &mut String) {
    let Some(shown) = shown else { return };
    let _ = write!(out, "```cw\n# {}\n{}\n```\n\n", source(shown), shown.text);
}

/// A statement in one line.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn source(shown: &Shown) -> String {
    shown.card.as_ref().map_or_else(
        || "the system itself".to_owned(),
        |card| format!("the card `{card}`"),
    )
}

/// Parameters as they are declared.
pub(super) fn parameters(params: &[Named]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| match &param.default {
            Some(default) => format!("{}: {} = {default}", param.name, param.ty),
            None => format!("{}: {}", param.name, param.ty),
        })
        .collect();
    params.join(", ")
}

/// A type with a link to the part of the page that says more about it.
pub(super) fn type_link(guide: &Guide, ty: &str) -> String {
    let plain = ty.rsplit(' ').next().unwrap_or(ty);
    let anchor = if guide.kinds.iter().any(|kind| kind.name == plain) {
        format!("kind-{plain}")
    } else if guide.records.iter().any(|record| record.name == plain) {
        format!("row-{plain}")
    } else if guide.words.iter().any(|words| words.name == plain) {
        "words".to_owned()
    } else {
        return ty.to_owned();
    };
    format!("{}[{plain}](#{anchor})", &ty[..ty.len() - plain.len()])
}

/// A text that can stand in a table.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A line as code.
pub(super) fn code(line: &str) -> String {
    let fence = if line.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", line.replace('|', "\\|"))
}
