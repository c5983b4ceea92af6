//! Just below and just above each limit. [`EDGES`] has the limits that are put to the test here; tests elsewhere say in a
//! comment which limit they are about (`Limit: NAME in FILE`). What nothing puts to the test stands in [`UNTESTED`], with
//! the reason; the list can only become shorter.

use crate::limits::{PARTS, limits, rust_files};
use crate::workshop::{Copy, hexes, root, sample};
use cardwright_bytecode::container::{decode, encode};
use cardwright_bytecode::pack::{ConstSet, Function, FunctionClass};
use cardwright_bytecode::verify::verify;
use cardwright_bytecode::{Instr, Op, Pack, Ty};
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::{Content, Game, Status, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Whether what has this many of something is taken without complaint.
type Fits = fn(usize) -> bool;

/// Limit, file, and what to try.
const EDGES: [(&str, &str, Fits); 33] = [
    ("MOST_ASKED_AGAIN", "compiler/meaning/src/check/given.rs", |n| {
        with_words(&format!(
            "define pair (one: yes-no, other: yes-no = one): yes-no = one and other\n\
             define trial: yes-no = pair(one: {}yes)",
            "not ".repeat(n - 1)
        ))
    }),
    ("MOST_MADE", "compiler/meaning/src/check/make.rs", |n| {
        with_words(&format!("piece keg {{ made at most {n} }}"))
    }),
    ("MOST_MADE_UNSAID", "compiler/meaning/src/check/make.rs", |n| {
        ends_well(&format!("repeat {n} times {{ create nanny owned by nobody }}"))
    }),
    ("MAX_DIGITS", "dsl/src/parse/tokens.rs", |n| {
        cardwright_dsl::parse_expr(&"1".repeat(n)).is_ok()
    }),
    ("MAX_FAULTS", "dsl/src/parse/limits.rs", |n| {
        cardwright_dsl::parse_items(&"token a\n".repeat(n)).1.len() == n
    }),
    ("MOST_FIELDS", "compiler/meaning/src/check/declare.rs", |n| {
        with_words(&format!(
            "record big {{ {}}}",
            list(n, |at| format!("f{at}: number "))
        ))
    }),
    ("MOST_SIDES", "compiler/meaning/src/check/declare.rs", |n| {
        with_words(&format!("die big {{ butt {n} }}"))
    }),
    ("MOST_TIMES", "compiler/meaning/src/check/gate.rs", |n| {
        with_play(&format!(
            "trick \"Often\" always {n} times per game {{ give 1 apple to actor }}"
        ))
    }),
    ("MOST_PARAMS", "compiler/meaning/src/check/signatures.rs", |n| {
        let params = list(n, |at| {
            format!("{}p{at}: number", if at == 0 { "" } else { ", " })
        });
        with_words(&format!("define big ({params}): number = 1"))
    }),
    (
        "MOST_DOCUMENT_BYTES",
        "compiler/documents/src/document/read.rs",
        |n| {
            let text = file(SCENARIO) + "# ";
            let pad = n - text.len();
            compiles([(SCENARIO, text + &"x".repeat(pad))])
        },
    ),
    ("MOST_ROWS", "compiler/meaning/src/facts.rs", |n| {
        let rows = n - pack_of([]).map_or(0, |pack| rows_of_tables(&pack));
        let row = |at| format!("    row-{at}: {{ length: 1in, bend: 0deg, mood: calm }}\n");
        compiles([(
            SYSTEM,
            file(SYSTEM).replacen("  route:\n", &format!("  route:\n{}", list(rows, row)), 1),
        )])
    }),
    ("MOST_ENTITIES", "compiler/code/src/link/entities.rs", |n| {
        let pieces = n - pack_of([]).map_or(0, |pack| pack.setup.entities.len());
        let piece = |at| format!("  - {{ id: goat-{at}, template: nanny, owner: south }}\n");
        compiles([(
            SCENARIO,
            file(SCENARIO).replacen("pieces:\n", &format!("pieces:\n{}", list(pieces, piece)), 1),
        )])
    }),
    ("MOST_COPIES", "compiler/code/src/link/entities.rs", |n| {
        compiles([(
            SCENARIO,
            file(SCENARIO).replacen("brass-bell: 2", &format!("brass-bell: {n}"), 1),
        )])
    }),
    ("MOST_DEPTH", "compiler/documents/src/project/find.rs", |n| {
        let folders = list(n - 1, |at| format!("f{at}/"));
        let copy = Copy::of(&sample());
        copy.write(&format!("cards/sample/{folders}more.yaml"), CARDS);
        copy.project().diagnostics.is_empty()
    }),
    (
        "MOST_FILE_BYTES",
        "compiler/documents/src/project/library.rs",
        |n| {
            let copy = Copy::of(&sample());
            copy.write(PLAY, &"#".repeat(n));
            let project = copy.project();
            let found = &project.diagnostics;
            !found
                .iter()
                .any(|one| one.message.contains("bytes; the most is 16777216"))
        },
    ),
    ("MOST_DOCUMENTS", "compiler/documents/src/project.rs", |n| {
        let known = Project::load(&sample());
        let known = 1 + known.sets.len() + known.scenarios.len() + known.cases.len();
        let sets = (known..n).map(|at| (format!("cards/sample/more-{at}.yaml"), String::new()));
        let project = Project::load_with(&sample(), sets.collect());
        !project
            .diagnostics
            .iter()
            .any(|one| one.message.starts_with("the project has"))
    }),
    ("MAX_TABLE", "engine/bytecode/src/container/limits.rs", |n| {
        let token = |pack: &Pack| vec![pack.tokens[0].clone(); n];
        decodes(|pack| pack.tokens = token(pack))
    }),
    ("MAX_SET", "engine/bytecode/src/container/limits.rs", |n| {
        decodes(|pack| {
            pack.sets.push(ConstSet {
                ty: Ty::set(cardwright_bytecode::Base::Number),
                items: vec![0; n],
            });
        })
    }),
    ("MAX_TOTAL_CODE", "engine/bytecode/src/container/limits.rs", |n| {
        decodes(|pack| {
            let before: usize = pack.functions.iter().map(|function| function.code.len()).sum();
            let mut left = n - before;
            while left > 0 {
                let some = left.min(1 << 18);
                pack.functions.push(idle(1, some));
                left -= some;
            }
        })
    }),
    ("MAX_SIDES", "engine/bytecode/src/verify/tables.rs", |n| {
        verifies(|pack| pack.dice[0].sides = vec![pack.dice[0].sides[0]; n])
    }),
    ("MAX_REGISTERS", "engine/bytecode/src/verify/mod.rs", |n| {
        verifies(|pack| pack.functions.push(idle(n, 1)))
    }),
    ("MOST_REGISTERS", "compiler/code/src/emit/code.rs", |n| {
        // The member, the set, the place in it, and its mark.
        let lets = n - SPARE_REGISTERS;
        let names = list(lets, |at| format!("let n{at} = apple on g "));
        let uses = list(lets, |at| format!("give n{at} apple to g "));
        with_play(&format!(
            "after round always {{ for each g in everyone {{ {names}{uses}}} }}"
        ))
    }),
    ("MAX_SIDE", "engine/bytecode/src/board.rs", |n| {
        hexes_fit(&format!("{}\n", "1g ".repeat(n)))
    }),
    ("MAX_SPACES", "engine/bytecode/src/board.rs", |n| {
        // Rows of 64; what is left stands in a row of its own.
        let whole = format!("{}\n    ", "1g ".repeat(64)).repeat(n / 64);
        let rest = n % 64;
        hexes_fit(&format!(
            "{whole}{}{}\n",
            "1g ".repeat(rest),
            ". ".repeat(64 - rest)
        ))
    }),
    ("MAX_LAYERS", "engine/bytecode/src/board.rs", |n| {
        let above = list(n - 1, |at| format!("    - |\n      {}g\n", 10 * (at + 1)));
        hexes_fit(&format!("1g\n  above:\n{above}"))
    }),
    ("MAX_ZONES", "engine/bytecode/src/board.rs", |n| {
        let words = "systems/crag/words.cw";
        let text = std::fs::read_to_string(hexes().join(words)).expect("the sample is there");
        let more = list(n - 2, |at| format!(" fold-{at}"));
        let text = text.replacen("south-fold }", &format!("south-fold{more} }}"), 1);
        no_excess(&Project::load_with(
            &hexes(),
            BTreeMap::from([(words.to_owned(), text)]),
        ))
    }),
    ("MAX_LEVEL", "engine/bytecode/src/board.rs", |n| {
        hexes_fit(&format!("{n}g\n"))
    }),
    ("MAX_NESTING", "engine/vm/src/machine.rs", |n| {
        let value = |at| match at {
            0 => "value v0 (g: goat) = 1\n".to_owned(),
            at => format!("value v{at} (g: goat) = v{}(g)\n", at - 1),
        };
        let last = n - 1;
        let begin = format!("give (v{last}(first of everyone)) apple to first of everyone");
        ends_well_with(&list(n, value), &begin)
    }),
    ("MAX_SETS", "engine/vm/src/machine.rs", |n| {
        let sets = format!("repeat {n} times {{ let s = [first-goat] }}");
        let rule = format!("\n  at game.graze always {{ {sets} end the game with evening }}\n");
        let scenario = file(SCENARIO) + &rule;
        plays_well(pack_of([(SCENARIO, scenario)]).expect("the changed sample compiles"))
    }),
    ("MAX_OPTIONS", "engine/core/src/limits.rs", |n| options_of(n) == n),
    ("MAX_EFFECTS", "engine/core/src/limits.rs", |n| {
        ends_well(&format!(
            "repeat {n} times {{ start angry(first of everyone) until the game ends }}"
        ))
    }),
    ("MAX_POOLS", "engine/core/src/limits.rs", |n| {
        ends_well(&format!("repeat {n} times {{ let d = roll 1 horn }}"))
    }),
    ("MAX_DICE", "engine/core/src/limits.rs", |n| {
        ends_well(&format!("let d = roll {n} horn"))
    }),
];

/// The limits that no test puts to their edges, each with the reason.
const UNTESTED: [(&str, &str, &str); 70] = [
    (
        "MOST_LIST_BYTES",
        "cardwright/src/program/diff/git.rs",
        "a repository with a list of 64 MiB of names would have to be made",
    ),
    (
        "MOST_UNPACKED_BYTES",
        "cardwright/src/program/packages/archive.rs",
        "MOST_PACKAGE_BYTES is met first, and it is tried",
    ),
    (
        "MOST_OUTPUT",
        "cardwright/src/program/packages/git.rs",
        "MOST_PACKAGE_BYTES is met first, and it is tried",
    ),
    (
        "MOST_ROUNDS",
        "cardwright/src/program/packages/bring.rs",
        "it would take seventeen repositories that need one another",
    ),
    (
        "MOST_TRIES",
        "cardwright/src/studio/forces/random.rs",
        "the last random force is told with its problems",
    ),
    (
        "MOST_PROBLEMS",
        "cardwright/src/studio/forces/trial.rs",
        "a page shows the first ones; nothing is refused",
    ),
    (
        "MOST_REFUSED",
        "cardwright/src/studio/forces/random.rs",
        "a random force ends there; nothing is refused",
    ),
    (
        "MOST_BUILT",
        "cardwright/src/studio/games.rs",
        "what is forgotten is built anew; nothing is refused",
    ),
    (
        "MOST_OFFERS",
        "cardwright/src/studio/forces/mod.rs",
        "what is forgotten is looked for anew; nothing is refused",
    ),
    (
        "MOST_PICKED",
        "cardwright/src/studio/forces/random.rs",
        "a random force has fewer; nothing is refused",
    ),
    (
        "MOST_CONNECTIONS",
        "cardwright/src/program/commands/studio/server.rs",
        "further browsers wait; nothing is refused",
    ),
    (
        "MOST_LETTERS",
        "draw/src/png.rs",
        "what is forgotten is drawn anew; nothing is refused",
    ),
    (
        "MOST_MARKS",
        "draw/src/table/tags.rs",
        "a tag shows the first ones; nothing is refused",
    ),
    (
        "MOST_PIPS",
        "draw/src/table/tags.rs",
        "a longer bar shows no pips; nothing is refused",
    ),
    (
        "MOST_COVERED",
        "draw/src/table/tags.rs",
        "a tag that is covered more stands elsewhere; nothing is refused",
    ),
    (
        "MOST_POOLS",
        "draw/src/table/panel.rs",
        "a panel shows the first ones; nothing is refused",
    ),
    (
        "MOST_WAITING",
        "cardwright/src/program/commands/studio/desk.rs",
        "further requests wait; nothing is refused",
    ),
    (
        "MOST_TALKS",
        "cardwright/src/program/commands/studio/language.rs",
        "the oldest talk makes room; nothing is refused",
    ),
    (
        "MOST_SAID",
        "cardwright/src/program/commands/studio/language.rs",
        "what nobody fetched is said anew with the next change; nothing is refused",
    ),
    (
        "MOST_CASES",
        "cardwright/src/studio/project.rs",
        "a page shows the first ones; nothing is refused",
    ),
    (
        "MOST_FRAMES",
        "cardwright/src/studio/frames.rs",
        "no shipped game has so many decisions; a longer one takes minutes to play",
    ),
    (
        "MOST_DEPTH",
        "engine/core/src/story.rs",
        "deeper paragraphs are told at the same margin; nothing is refused",
    ),
    (
        "MOST_PHRASE_PARTS",
        "engine/bytecode/src/pack/telling.rs",
        "a text with more is refused as it is parsed: MOST_PARTS in dsl/src/parse/phrases.rs",
    ),
    (
        "MOST_TAKEN",
        "compiler/src/breaking/charges.rs",
        "where one rule ends and several begin: a choice, and nothing is refused",
    ),
    ("MAX_ARGS", "engine/vm/src/args.rs", "the same as MAX_ARGUMENTS"),
    ("MAX_ARGUMENTS", "engine/bytecode/src/verify/mod.rs", DEEPER),
    ("MAX_CHAIN", "engine/bytecode/src/finish/fuse.rs", ONLY_QUICKER),
    ("MAX_SWEEPS", "engine/bytecode/src/finish/flow.rs", ONLY_QUICKER),
    ("MOST_REGISTERS", "engine/bytecode/src/quick/mod.rs", ONLY_QUICKER),
    ("MOST_STEPS", "engine/bytecode/src/quick/mod.rs", ONLY_QUICKER),
    (
        "MAX_PARAMS",
        "engine/bytecode/src/registry.rs",
        "checked as the program is compiled",
    ),
    ("MAX_SECRET_FIELDS", "engine/bytecode/src/verify/mod.rs", DEEPER),
    ("MAX_SYMBOLS", "engine/bytecode/src/board.rs", BOARD),
    ("MAX_WALLS", "engine/bytecode/src/board.rs", BOARD),
    ("MAX_PLACES", "engine/core/src/board/square/grid.rs", BOARD),
    ("MAX_SIDE", "engine/core/src/board/square/grid.rs", BOARD),
    ("MAX_SIZE", "engine/core/src/board/square/board.rs", BOARD),
    ("MAX_VIEWS", "engine/core/src/board/square/board.rs", BOARD),
    ("MAX_UNDER", "engine/core/src/board/spaces.rs", BOARD),
    ("MAX_COST", "engine/core/src/board/reach.rs", BOARD),
    ("MOST_GRID_POSES", "engine/core/src/board/plane/region.rs", BESIDE),
    ("MAX_RAYS", "engine/core/src/board/plane/ruler.rs", BESIDE),
    ("MAX_STEPS", "engine/core/src/board/plane/walk.rs", GEOMETRY),
    (
        "MAX_EVENTS",
        "engine/core/src/limits.rs",
        "a million events take long",
    ),
    (
        "MAX_HOLDERS",
        "engine/core/src/limits.rs",
        "what a piece holds lies two or three deep",
    ),
    (
        "MOST_POSES",
        "compiler/lints/src/costs/mod.rs",
        "the same as MAX_OPTIONS",
    ),
    (
        "MOST_STEPS_OF_A_STANDING",
        "compiler/lints/src/costs/mod.rs",
        "a fact of boards, not a limit",
    ),
    ("MOST_CODE", "compiler/code/src/emit/code.rs", DEEPER),
    (
        "MOST_DECISIONS",
        "cardwright/src/series/seats.rs",
        "no content of ours asks that often",
    ),
    ("MOST_ALTERNATIVES", "dsl/src/parse/fault.rs", SHOWN),
    ("MOST_DEPTH", "cardwright/src/program/why.rs", SHOWN),
    ("MOST_SOURCE", "cardwright/src/program/why.rs", SHOWN),
    ("MOST_FINDINGS", "engine/core/src/why/found.rs", SHOWN),
    ("MOST_STEPS", "engine/core/src/why/watch.rs", SHOWN),
    ("MOST_LABEL_BYTES", "compiler/telling/src/render/people.rs", SHOWN),
    ("MOST_LINE_BYTES", "compiler/telling/src/render/excerpt.rs", SHOWN),
    ("MOST_LISTED", "compiler/documents/src/diagnostic.rs", SHOWN),
    ("MOST_SUGGESTIONS", "compiler/meaning/src/check/mod.rs", SHOWN),
    ("MOST_LOOKED_AT", "compiler/meaning/src/check/mod.rs", SHOWN),
    (
        "MOST_INLINED",
        "compiler/lints/src/lint/cycles/changes.rs",
        "a warning more is given",
    ),
    ("MOST_DEPTH", "compiler/meaning/src/reckon.rs", DEFAULTS),
    ("MOST_STEPS", "compiler/meaning/src/reckon.rs", DEFAULTS),
    (
        "MOST_FOLLOWED_BACK",
        "compiler/lints/src/costs/amounts.rs",
        "a bound is only less close",
    ),
    ("MOST_OFFERED", "cardwright/src/program/commands/found.rs", SHOWN),
    ("MOST_SHOWN", "cardwright/src/program/commands/found.rs", SHOWN),
    ("MOST_TEXT", "compiler/telling/src/phrasebook/trial.rs", ROWS),
    ("MOST_TRIALS", "compiler/telling/src/phrasebook/trial.rs", ROWS),
    (
        "MOST_ALIASED",
        "compiler/documents/src/document/yaml/mod.rs",
        ALIASES,
    ),
    ("MOST_BASES", "compiler/src/questions/store.rs", ONLY_QUICKER),
    (
        "MAX_SHAPES",
        "engine/core/src/board/hex/glimpses.rs",
        ONLY_QUICKER,
    ),
];
/// The reason for limits that no text of a designer reaches: the compiler refuses earlier, or counts what is
/// not seen in the text.
const DEEPER: &str = "no text is just at the edge";
const ONLY_QUICKER: &str = "beyond it, the same comes out, only slower";
const BOARD: &str = "boards are small; their slips are tested";
const GEOMETRY: &str = "an answer is only coarser";
const BESIDE: &str = "a test beside it goes to the edge";
const ROWS: &str = "so many rows take longer to write than a test may run";
const ALIASES: &str = "what an alias counts is the reader's; a slip with a bomb of aliases is far beyond";
const SHOWN: &str = "cuts off what is shown";
const DEFAULTS: &str = "no defaults of ours rest on that many others";

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const SYSTEM: &str = "systems/sample/system.yaml";
const WORDS: &str = "systems/sample/words.cw";
const PLAY: &str = "systems/sample/play.cw";
const CARDS: &str = "set: more\nsystem: sample\ntitle: No cards\ncards: []\n";

/// The null row and the rows of the documents' tables; templates are rows too, but of no table.
fn rows_of_tables(pack: &Pack) -> usize {
    let is_template = |record: u16| pack.kinds.iter().any(|kind| kind.templates == Some(record));
    let rows = pack.rows.iter().skip(1).filter(|row| !is_template(row.record));
    1 + rows.count()
}

fn list(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// A file of the sample.
fn file(name: &str) -> String {
    std::fs::read_to_string(sample().join(name)).expect("the sample is there")
}

/// The pack of the sample's scenario with other files.
fn pack_of<const N: usize>(files: [(&str, String); N]) -> Option<Pack> {
    let files: BTreeMap<String, String> = files.map(|(name, text)| (name.to_owned(), text)).into();
    let project = Project::load_with(&sample(), files);
    let whole = project.diagnostics.is_empty();
    let pack = compile_scenario(&project, project.scenarios.first()?).pack;
    pack.filter(|_| whole)
        .map(cardwright_bytecode::verify::VerifiedPack::into_pack)
}

fn compiles<const N: usize>(files: [(&str, String); N]) -> bool {
    pack_of(files).is_some()
}

fn with_words(more: &str) -> bool {
    compiles([(WORDS, format!("{}\n{more}\n", file(WORDS)))])
}

fn with_play(more: &str) -> bool {
    compiles([(PLAY, format!("{}\n{more}\n", file(PLAY)))])
}

/// Whether the sample's pack can still be read with this change.
fn decodes(change: impl FnOnce(&mut Pack)) -> bool {
    let mut pack = pack_of([]).expect("the sample compiles");
    change(&mut pack);
    decode(&encode(&pack, false)).is_ok()
}

/// Whether the sample's pack is still proven with this change.
fn verifies(change: impl FnOnce(&mut Pack)) -> bool {
    let mut pack = pack_of([]).expect("the sample compiles");
    change(&mut pack);
    verify(pack).is_ok()
}

/// How many registers the rule for [`EDGES`] needs besides those that it names.
const SPARE_REGISTERS: usize = 3;

/// Whether the sample of hexes has no more than fits, with this drawing.
fn hexes_fit(rows: &str) -> bool {
    let map = "maps/crag/the-crag.yaml";
    let text = format!("map: the-crag\nsystem: crag\ntitle: Large\nboard:\n  spaces: |\n    {rows}");
    no_excess(&Project::load_with(
        &hexes(),
        BTreeMap::from([(map.to_owned(), text)]),
    ))
}

/// Whether nothing of a project's first scenario is said to be too much.
fn no_excess(project: &Project) -> bool {
    let found = compile_scenario(project, &project.scenarios[0]).diagnostics;
    let starts = [
        "a board has at most",
        "the highest",
        "at most",
        "a board can have at most",
    ];
    let too_much = |message: &str| starts.iter().any(|start| message.starts_with(start));
    !project
        .diagnostics
        .iter()
        .chain(&found)
        .any(|one| too_much(&one.message))
}

/// How many options somebody gets who may choose from so many.
fn options_of(count: usize) -> usize {
    choosing(count)
        .decision()
        .map_or(0, |decision| decision.options.len())
}

fn game_of(pack: Pack) -> Game {
    let content = Content::new(verify(pack).expect("what was verified can be verified again"));
    Game::new(&content, 1)
}

/// The game that stands at a choice among so many numbers.
fn choosing(count: usize) -> Game {
    let numbers = list(count, |at| format!("{}{at}", if at == 0 { "" } else { ", " }));
    let words = format!("{}\ndefine many: set of number = [{numbers}]\n", file(WORDS));
    let choice = "choose n from many by first of all player \"Which?\" { give n apple to first of everyone }";
    let begin = file(PLAY).replacen("  step graze {\n", &format!("  step graze {{\n{choice}\n"), 1);
    let pack = pack_of([(PLAY, begin), (WORDS, words)]).expect("the changed sample compiles");
    let mut game = game_of(pack);
    game.advance();
    game
}

#[test]
fn a_limit_that_is_reached_is_told_with_its_line() {
    let game = choosing(cardwright_core::limits::MAX_OPTIONS + 1);
    let told = "A player would have had to choose among more than 4096 options, at systems/sample/play.cw:5:";
    assert!(
        game.fault(Viewer::Judge)
            .is_some_and(|fault| fault.starts_with(told))
    );
    let dice = "let d = roll 1001 horn";
    let begin = file(PLAY).replacen("  step graze {\n", &format!("  step graze {{\n{dice}\n"), 1);
    let mut game = game_of(pack_of([(PLAY, begin)]).expect("the changed sample compiles"));
    game.advance();
    assert!(
        game.fault(Viewer::Judge)
            .is_some_and(|fault| fault.starts_with("A pool would have had more than 1000 dice, at"))
    );
}

/// A function that does nothing, for so many instructions, with so many registers.
fn idle(registers: usize, code: usize) -> Function {
    let mut function = Function {
        name: "idle".to_owned(),
        class: FunctionClass::Effect,
        params: 0,
        result: Ty::NOTHING,
        context: None,
        registers: vec![Ty::NUMBER; registers],
        code: vec![Instr::new(Op::Const, 0, 0, 0, 0); code],
        lines: vec![cardwright_bytecode::pack::SourceRef::default(); code],
        questions: Vec::new(),
    };
    if let Some(last) = function.code.last_mut() {
        *last = Instr::new(Op::Return, 0, 0, 0, 0);
    }
    function
}

/// Whether a game that begins with this ends as its content says, or asks somebody.
fn ends_well(statement: &str) -> bool {
    ends_well_with("", statement)
}

fn ends_well_with(words: &str, statement: &str) -> bool {
    let begin = file(PLAY).replacen("  step graze {\n", &format!("  step graze {{\n{statement}\n"), 1);
    let words = format!("{}\n{words}", file(WORDS));
    let pack = pack_of([(PLAY, begin), (WORDS, words)]).expect("the changed sample compiles");
    plays_well(pack)
}

/// Whether the game ends as its content says, or asks somebody.
fn plays_well(pack: Pack) -> bool {
    let content = Content::new(verify(pack).expect("what was verified can be verified again"));
    match Game::new(&content, 1).advance() {
        Status::Decision => true,
        Status::Over(outcome) => !outcome.is_fault(),
    }
}

/// The number that a constant is written as: `1 << 20`, `4_096`.
fn number(value: &str) -> usize {
    let one = |text: &str| text.trim().replace('_', "").parse::<usize>().expect("a number");
    match value.split_once("<<") {
        Some((left, right)) => one(left) << one(right),
        None => one(value),
    }
}

#[test]
fn what_is_at_a_limit_is_taken_and_what_is_above_is_not() {
    let mut wrong = String::new();
    for (name, file, fits) in EDGES {
        let found = PARTS.iter().flat_map(|(part, _)| limits(part));
        let limit = found
            .into_iter()
            .find(|limit| limit.name == name && limit.file == file)
            .unwrap_or_else(|| panic!("{file} has no {name}"));
        let edge = number(&limit.value);
        if !fits(edge) {
            let _ = writeln!(wrong, "{name} = {edge} in {file} is not taken");
        }
        if fits(edge + 1) {
            let _ = writeln!(wrong, "{} is taken in {file}, more than {name}", edge + 1);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The limits that tests elsewhere say they are about.
fn told_elsewhere() -> BTreeSet<(String, String)> {
    let mut files = Vec::new();
    for part in PARTS.iter().map(|(part, _)| *part).chain(["tests"]) {
        rust_files(&root().join(part), &mut files);
    }
    let mut told = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("sources are text");
        for line in text.lines() {
            let about = line.trim().trim_start_matches('/').trim().strip_prefix("Limit: ");
            if let Some((name, file)) = about.and_then(|about| about.split_once(" in ")) {
                told.insert((name.to_owned(), file.to_owned()));
            }
        }
    }
    told
}

#[test]
fn every_limit_is_put_to_the_test_or_says_why_not() {
    let here = EDGES.map(|(name, file, _)| (name.to_owned(), file.to_owned()));
    let mut tested: BTreeSet<_> = here.into();
    tested.extend(told_elsewhere());
    let excused: BTreeSet<_> = UNTESTED
        .iter()
        .map(|&(name, file, _)| (name.to_owned(), file.to_owned()))
        .collect();
    let all: BTreeSet<_> = PARTS
        .iter()
        .flat_map(|(part, _)| limits(part))
        .map(|limit| (limit.name, limit.file))
        .collect();
    let mut wrong = String::new();
    for (name, file) in all
        .iter()
        .filter(|one| !tested.contains(one) && !excused.contains(one))
    {
        let _ = writeln!(wrong, "no test is about {name} in {file}");
    }
    for (name, file) in excused
        .iter()
        .filter(|one| tested.contains(one) || !all.contains(one))
    {
        let _ = writeln!(wrong, "{name} in {file} needs no excuse");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
