//! Packs: files with damaged bytes, and packs that were changed before they got their hash.

use crate::sample::{DUEL, DUEL_FILE};
use crate::script::Script;
use cardwright_bytecode::container::{encode, load};
use cardwright_bytecode::isa::Instr;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_bytecode::{Pack, container};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Game, Viewer};

/// How long a game is played.
const MOST_DECISIONS: usize = 40;

/// Bytes as a pack: refused with a reason, or played. Whether it was played.
pub(crate) fn file(data: &[u8]) -> bool {
    loaded(data)
}

/// A pack with other instructions, numbers and tables, and the hash that goes with them. Whether it was played.
pub(crate) fn hashed(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    if script.byte().is_multiple_of(4) {
        return loaded(&script.changed_bytes(&DUEL_FILE));
    }
    let mut pack: Pack = (**DUEL.pack()).clone();
    while !script.is_over() {
        change(&mut pack, &mut script);
    }
    let file = encode(&pack, false);
    // What is within the limits is read back as it was.
    if let Ok(read) = container::decode(&file) {
        assert_eq!(encode(&read, false), file);
    }
    loaded(&file)
}

/// Changes one thing.
fn change(pack: &mut Pack, script: &mut Script<'_>) {
    let functions = pack.functions.len();
    let [one, other] = [(); 2].map(|()| script.below(functions));
    let sort = script.byte() % 8;
    if sort == 0 && !pack.constants.is_empty() {
        let at = script.below(pack.constants.len());
        pack.constants[at] = script.number() as i64;
        return;
    }
    let from = pack.functions[other].code.clone();
    let function = &mut pack.functions[one];
    if sort == 1 && !function.registers.is_empty() {
        let at = script.below(function.registers.len());
        function.registers[at] = function.registers[script.below(function.registers.len())];
        return;
    }
    if function.code.is_empty() || from.is_empty() {
        return;
    }
    let at = script.below(function.code.len());
    let instr = function.code[at];
    function.code[at] = match sort {
        2 => from[script.below(from.len())],
        3 => Instr {
            a: script.byte(),
            ..instr
        },
        4 => Instr {
            b: script.byte(),
            ..instr
        },
        5 => Instr {
            c: script.byte(),
            ..instr
        },
        6 => Instr {
            imm: i32::from(script.byte()) - 16,
            ..instr
        },
        _ => {
            let mut bytes = instr.encode();
            bytes[0] = script.byte();
            Instr::decode(bytes).unwrap_or(instr)
        }
    };
}

fn loaded(file: &[u8]) -> bool {
    match load(file) {
        Ok(pack) => {
            play(pack);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Plays a pack for a while, and looks at all that a game tells.
pub fn play(pack: VerifiedPack) {
    let content = Content::new(pack);
    let seats = (0..).zip(content.players());
    let mut agents: Vec<Box<dyn Agent>> = seats
        .map(|(seat, _)| Box::new(RandomAgent::new(seat)) as Box<dyn Agent>)
        .collect();
    let mut game = Game::new(&content, 1);
    let outcome = cardwright_core::agents::play(&mut game, &mut agents, MOST_DECISIONS);
    let events = game.take_events();
    events
        .iter()
        .for_each(|event| drop(game.render(event, Viewer::Public)));
    drop(outcome.map(|outcome| outcome.title(&content).to_owned()));
    let _ = game.hash();
    let _ = game.why(Viewer::Judge);
}
