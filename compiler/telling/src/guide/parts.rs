//! The parts of the page that say what there is: kinds, rows, words, tokens, dice, state, core calls, shipped sets.

use super::model::{Fact, Guide, Kind, Named, Record};
use super::page::{BOOK, cell, code, type_link};
use std::fmt::Write;

/// Kinds with their facts.
pub(super) fn kinds(guide: &Guide, out: &mut String) {
    out.push_str(
        "## Kinds\n\nWhat an entry of a card set can be (`kind: ...`). A *printed* fact stands under `facts:`; *state* changes in play, and a \
         scenario may begin with another value. *Secret* state is seen by its owner alone, until it is revealed. A fact with a default can be left out.\n\n",
    );
    for kind in &guide.kinds {
        one_kind(guide, kind, out);
    }
}

pub(super) fn one_kind(guide: &Guide, kind: &Kind, out: &mut String) {
    let _ = write!(out, "### Kind `{}`\n\n", kind.name);
    match kind.class {
        "card" => {
            let on: Vec<String> = kind.on.iter().map(|on| format!("`{on}`")).collect();
            let _ = write!(out, "A card that lies on a {}.", on.join(", "));
        }
        _ => out.push_str("A piece."),
    }
    kind.says.iter().for_each(|says| _ = write!(out, " {says}"));
    for (made, ending) in &kind.makes {
        let _ = write!(
            out,
            " Each entry is a [`{made}`](#kind-{made}) too, under its id with `-{ending}` behind it, and gives the facts of both."
        );
    }
    if let Some(active) = &kind.active {
        let _ = write!(out, " Its rules apply while `{active}`.");
    }
    if kind.open {
        out.push_str(" Sets may add facts (`extend`).");
    }
    if let Some(made) = kind.made {
        let _ = write!(out, " At most {made} can be made in a game.");
    }
    out.push_str("\n\n");
    facts(guide, &kind.facts, out);
    refused(guide, &kind.name, out);
}

fn facts(guide: &Guide, facts: &[Fact], out: &mut String) {
    if facts.is_empty() {
        out.push_str("It has no facts.\n\n");
        return;
    }
    out.push_str("| fact | type | given | if left out | what it is |\n|---|---|---|---|---|\n");
    for fact in facts {
        let default = match &fact.default {
            Some(default) => format!("`{}`", cell(default)),
            None if fact.required => "must be there".to_owned(),
            None => String::new(),
        };
        let added = fact
            .added_by
            .as_ref()
            .map_or(String::new(), |set| format!(" (added by the set `{set}`)"));
        let says = cell(fact.says.as_deref().unwrap_or(""));
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {default} | {says}{added} |",
            fact.name,
            type_link(guide, &fact.ty),
            fact.given
        );
    }
    out.push('\n');
}

/// Records with their rows.
pub(super) fn rows(guide: &Guide, out: &mut String) {
    if guide.records.is_empty() {
        return;
    }
    out.push_str(
        "## Rows\n\nWhere a fact is of one of these types, write the id of a row, or the facts of a row of its own in braces. A set may add rows \
         under `tables:`.\n\n",
    );
    for record in &guide.records {
        one_record(guide, record, out);
    }
}

pub(super) fn one_record(guide: &Guide, record: &Record, out: &mut String) {
    let _ = write!(out, "### Row `{}`\n\n", record.name);
    record.says.iter().for_each(|says| _ = write!(out, "{says} "));
    if record.open {
        out.push_str("Sets may add facts (`extend record`). ");
    }
    match (record.rows.as_slice(), record.of_sets.as_slice()) {
        ([], []) => out.push_str("There is none yet."),
        ([], sets) => _ = write!(out, "Rows of the shipped sets: {}.", ids(sets)),
        (rows, []) => _ = write!(out, "Rows of the system: {}.", ids(rows)),
        (rows, sets) => {
            _ = write!(
                out,
                "Rows of the system: {}. The shipped sets add {}.",
                ids(rows),
                ids(sets)
            );
        }
    }
    out.push_str("\n\n");
    facts(guide, &record.facts, out);
    refused(guide, &record.name, out);
}

/// Writes which facts of a kind or record are refused, and why.
fn refused(guide: &Guide, of: &str, out: &mut String) {
    let mut all = guide.refused.iter().filter(|one| one.of == of).peekable();
    if all.peek().is_none() {
        return;
    }
    out.push_str("Refused:\n\n");
    for one in all {
        let _ = writeln!(out, "- {} (not {})", one.why, code(&one.when));
    }
    out.push('\n');
}

/// Ids in a list; of very many the first ones.
fn ids(all: &[String]) -> String {
    const SHOWN: usize = 60;
    let shown: Vec<String> = all.iter().take(SHOWN).map(|id| format!("`{id}`")).collect();
    match all.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Writes the meaning of the letters of maps; nothing on a flat table.
pub(super) fn letters(guide: &Guide, out: &mut String) {
    if guide.letters.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "## Letters of maps\n\nA map, scenario or case draws its board with these letters, or with letters of a `legend` of its own; a number \
         before the letter is the level (`2g`). See [boards]({BOOK}/boards.html).\n\n| letter | terrain | level | |\n|---|---|---|---|\n",
    );
    for one in &guide.letters {
        let mut more: Vec<String> = Vec::new();
        more.extend(one.wall.then(|| "Wall all through.".to_owned()));
        if !one.zones.is_empty() {
            let zones: Vec<String> = one.zones.iter().map(|zone| format!("`{zone}`")).collect();
            more.push(format!("In {}.", zones.join(", ")));
        }
        let terrain = one
            .terrain
            .as_ref()
            .map_or(String::new(), |terrain| format!("`{terrain}`"));
        let level = one.level.map_or(String::new(), |level| level.to_string());
        let _ = writeln!(
            out,
            "| `{}` | {terrain} | {level} | {} |",
            one.letter,
            more.join(" ")
        );
    }
    out.push('\n');
}

/// Word types.
pub(super) fn words(guide: &Guide, out: &mut String) {
    if guide.words.is_empty() {
        return;
    }
    out.push_str(
        "## Words\n\nWhere a fact is of one of these types, write one of its words. To an *open* type a set may add words: \
         `extend word NAME { ... }` in its `rules:`.\n\n| type | open | words | what it is |\n|---|---|---|---|\n",
    );
    for words in &guide.words {
        let own = words.words.iter().map(|word| format!("`{word}`"));
        let added = words
            .added
            .iter()
            .map(|(word, set)| format!("`{word}` (set `{set}`)"));
        let all: Vec<String> = own.chain(added).collect();
        let open = if words.open { "yes" } else { "no" };
        let says = cell(words.says.as_deref().unwrap_or(""));
        let _ = writeln!(out, "| `{}` | {open} | {} | {says} |", words.name, all.join(", "));
    }
    out.push('\n');
}

/// Tokens and dice.
pub(super) fn tokens(guide: &Guide, out: &mut String) {
    out.push_str("## Tokens\n\n");
    match guide.tokens.first() {
        None => out.push_str("This game has none.\n"),
        Some(first) => {
            let name = &first.name;
            let _ = write!(
                out,
                "`{name} on X` counts them, `give 1 {name} to X` and `take 1 {name} from X` move them.\n\n\
                 | token | lies on | at most | what it is |\n|---|---|---|---|\n"
            );
        }
    }
    for token in &guide.tokens {
        let limit = token.limit.map_or(String::new(), |limit| limit.to_string());
        let says = cell(token.says.as_deref().unwrap_or(""));
        let _ = writeln!(
            out,
            "| `{}` | {} | {limit} | {says} |",
            token.name,
            token.on.join(", ")
        );
    }
    out.push_str("\n## Dice\n\n`FACE in POOL` counts faces. The core calls say what else can be done with a pool.\n\n| die | faces, and on how many sides | what it is |\n|---|---|---|\n");
    for die in &guide.dice {
        let faces: Vec<String> = die
            .faces
            .iter()
            .map(|(face, sides)| format!("`{face}` {sides}"))
            .collect();
        let says = cell(die.says.as_deref().unwrap_or(""));
        let _ = writeln!(out, "| `{}` | {} | {says} |", die.name, faces.join(", "));
    }
    out.push('\n');
}

/// Players, decks, state of the game.
pub(super) fn state(guide: &Guide, out: &mut String) {
    out.push_str("## Players and state\n\n");
    if !guide.player.is_empty() {
        out.push_str("Fields of players (`NAME of owner of you`):\n\n");
        facts(guide, &guide.player, out);
    }
    if !guide.state.is_empty() {
        out.push_str("State of the whole game, asked by its name alone:\n\n");
        facts(guide, &guide.state, out);
    }
    let decks: Vec<String> = guide
        .decks
        .iter()
        .map(|deck| format!("`{}`{}", deck.name, described(deck)))
        .collect();
    if !decks.is_empty() {
        let _ = write!(out, "Decks: {}.\n\n", decks.join(", "));
    }
}

fn described(one: &Named) -> String {
    one.says
        .as_ref()
        .map_or(String::new(), |says| format!(" ({})", says.trim_end_matches('.')))
}

/// Outcomes and ways to move.
pub(super) fn endings(guide: &Guide, out: &mut String) {
    if !guide.movements.is_empty() {
        let all = guide.movements.iter().map(|one| {
            format!(
                "- `{}` for a `{}`{}",
                one.name,
                one.ty.split(',').next().unwrap_or(""),
                described(one)
            )
        });
        let all: Vec<String> = all.collect();
        let _ = write!(
            out,
            "## Ways to move\n\n[Boards of spaces]({BOOK}/boards.html) says what can be asked of them.\n\n{}\n\n",
            all.join("\n")
        );
    }
    if !guide.outcomes.is_empty() {
        let all = guide
            .outcomes
            .iter()
            .map(|one| format!("- `end the game with {}`: {}", one.name, one.ty));
        let all: Vec<String> = all.collect();
        let _ = write!(out, "## Endings\n\n{}\n\n", all.join("\n"));
    }
}

/// Core calls.
pub(super) fn calls(guide: &Guide, out: &mut String) {
    let _ = write!(
        out,
        "## Core calls\n\nWhat every game can ask and do. These are the ones that this game's content uses, \
         and all that are about dice; [the whole list]({BOOK}/bytecode.html#core-calls) has more.\n\n| call | what it does |\n|---|---|\n",
    );
    for call in &guide.calls {
        let deed = if call.pure { "" } else { "*Does something:* " };
        let _ = writeln!(out, "| `{}` | {deed}{} |", call.call, cell(call.says));
    }
    out.push('\n');
}

/// The shipped sets.
pub(super) fn sets(guide: &Guide, out: &mut String) {
    out.push_str("## The shipped sets\n\nThe ids of what they have. Rules can name an entry where a template is asked for (`template of x is ID`).\n\n");
    for set in &guide.sets {
        let _ = write!(out, "**{}** (`{}`)\n\n", set.title, set.id);
        for (kind, ids) in &set.entries {
            let ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
            let _ = writeln!(out, "- {kind}: {}", ids.join(", "));
        }
        out.push('\n');
    }
}
