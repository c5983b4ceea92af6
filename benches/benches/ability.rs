//! One triggered ability, "spend the focus token to turn eyes into hits", three ways.
//!
//! - `alone`: its condition, cost and effect on one thin host; interpreter, Lua and rhai call the same Rust functions.
//! - `attack`: a thousand attacks with all their windows. Cardwright plays them with its whole core (clocks, limits,
//!   priority, a game that could be stored at any point); the scripts have a minimal window loop and the thin host.
//!   `drill` is the same without the ability.
//! - `game`: an ability of a real game, asked for and used: from before its window opens to after it closed.

use cardwright_benches::content::{case_pack, repository_root, sample_pack};
use cardwright_benches::scripts::{ABILITY_LUA, ABILITY_RHAI, SKIRMISH_LUA, SKIRMISH_RHAI};
use cardwright_benches::table::{DICE, EYE, HIT, Table};
use cardwright_bytecode::pack::RuleKind;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_core::{Answer, Content, Game, Status};
use cardwright_vm::{Call, Machine, Yield};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::cell::RefCell;
use std::rc::Rc;

const ATTACKS: i64 = 1000;
const ATTACKER: i64 = 4;
/// Uses of the ability in one sample: one use is too short for the clock.
const SAMPLE: u32 = 1000;

fn main() {
    divan::main();
}

/// A pack whose only window with an ability is the sample's.
fn skirmish_pack(procedure: &str) -> VerifiedPack {
    sample_pack(&format!(
        "repeat {ATTACKS} times {{\n  give 1 focus to one\n  run {procedure}(one)\n}}"
    ))
}

fn lua_with(table: &Rc<RefCell<Table>>) -> mlua::Lua {
    let lua = mlua::Lua::new();
    let globals = lua.globals();
    let set = |name: &str, function: mlua::Function| globals.set(name, function).expect("the name is free");
    let at = Rc::clone(table);
    set(
        "tokens",
        lua.create_function(move |_, e: i64| Ok(at.borrow().tokens(e)))
            .expect("it fits"),
    );
    let at = Rc::clone(table);
    set(
        "faces",
        lua.create_function(move |_, face: i64| Ok(at.borrow().faces(face)))
            .expect("it fits"),
    );
    let at = Rc::clone(table);
    set(
        "dice_in",
        lua.create_function(move |_, ()| Ok(at.borrow().dice_in()))
            .expect("it fits"),
    );
    let at = Rc::clone(table);
    let take = move |_: &mlua::Lua, (e, n): (i64, i64)| {
        at.borrow_mut().change(e, -n);
        Ok(())
    };
    set("take", lua.create_function(take).expect("it fits"));
    let at = Rc::clone(table);
    let give = move |_: &mlua::Lua, (e, n): (i64, i64)| {
        at.borrow_mut().change(e, n);
        Ok(())
    };
    set("give", lua.create_function(give).expect("it fits"));
    let at = Rc::clone(table);
    let roll = move |_: &mlua::Lua, n: usize| {
        at.borrow_mut().roll(n, EYE);
        Ok(())
    };
    set("roll", lua.create_function(roll).expect("it fits"));
    let at = Rc::clone(table);
    let convert =
        move |_: &mlua::Lua, (from, to, most): (i64, i64, i64)| Ok(at.borrow_mut().convert(from, to, most));
    set("convert", lua.create_function(convert).expect("it fits"));
    lua
}

fn rhai_with(table: &Rc<RefCell<Table>>) -> rhai::Engine {
    let mut engine = rhai::Engine::new();
    engine.set_optimization_level(rhai::OptimizationLevel::Simple);
    let at = Rc::clone(table);
    engine.register_fn("tokens", move |e: i64| at.borrow().tokens(e));
    let at = Rc::clone(table);
    engine.register_fn("faces", move |face: i64| at.borrow().faces(face));
    let at = Rc::clone(table);
    engine.register_fn("dice_in", move || at.borrow().dice_in());
    let at = Rc::clone(table);
    engine.register_fn("take", move |e: i64, n: i64| at.borrow_mut().change(e, -n));
    let at = Rc::clone(table);
    engine.register_fn("give", move |e: i64, n: i64| at.borrow_mut().change(e, n));
    let at = Rc::clone(table);
    engine.register_fn("roll", move |n: i64| at.borrow_mut().roll(n as usize, EYE));
    let at = Rc::clone(table);
    engine.register_fn("convert", move |a: i64, b: i64, n: i64| {
        at.borrow_mut().convert(a, b, n)
    });
    engine
}

fn assert_used(table: &Table) {
    assert_eq!((table.tokens(ATTACKER), table.faces(HIT)), (0, DICE as i64));
}

mod alone {
    use super::*;

    /// The cost of making the table ready, which is in all three figures below.
    #[divan::bench(sample_size = SAMPLE)]
    fn making_ready(bencher: Bencher) {
        let mut table = Table::default();
        bencher.bench_local(|| table.ready(ATTACKER, EYE));
    }

    #[divan::bench(sample_size = SAMPLE)]
    fn cardwright(bencher: Bencher) {
        let pack = skirmish_pack("skirmish");
        let face = |name: &str| {
            pack.words[0]
                .words
                .iter()
                .position(|word| word == name)
                .expect("it is a face") as i64
        };
        let (eye, hit) = (face("eye"), face("hit"));
        let rule = &pack.rules[0];
        let RuleKind::Trigger { gate, body, .. } = &rule.kind else {
            panic!("the sample has one rule")
        };
        let skirmish = pack
            .procedures
            .iter()
            .find(|one| one.name == "skirmish")
            .expect("it exists");
        let mut table = Table::default();
        let mut machine = Machine::new();
        let procedure = Call {
            function: skirmish.function,
            args: &[ATTACKER],
            context: None,
        };
        machine.call(&pack, &table, procedure).expect("one frame fits");
        let pool = skirmish
            .slots
            .iter()
            .position(|slot| slot.name == "attack-pool")
            .expect("it is a slot");
        machine.answer(pool as u32, 1);
        let mut use_it = |table: &mut Table| {
            table.ready(ATTACKER, eye);
            machine.refuel(1000);
            let condition = Call {
                function: gate.condition,
                args: &[],
                context: Some(0),
            };
            if machine.eval(&pack, table, condition) != 0 {
                let body = Call {
                    function: *body,
                    args: &[],
                    context: Some(0),
                };
                machine.call(&pack, table, body).expect("two frames fit");
                assert_eq!(machine.run(&pack, table), Yield::Returned(0));
            }
        };
        use_it(&mut table);
        assert_eq!((table.tokens(ATTACKER), table.faces(hit)), (0, DICE as i64));
        bencher.bench_local(|| use_it(&mut table));
    }

    #[divan::bench(sample_size = SAMPLE)]
    fn lua(bencher: Bencher) {
        let table = Rc::new(RefCell::new(Table::default()));
        let lua = lua_with(&table);
        let function: mlua::Function = lua.load(ABILITY_LUA).eval().expect("the script is sound");
        let use_it = || {
            table.borrow_mut().ready(ATTACKER, EYE);
            function.call::<()>(ATTACKER).expect("it runs");
        };
        use_it();
        assert_used(&table.borrow());
        bencher.bench_local(use_it);
    }

    #[divan::bench(sample_size = SAMPLE)]
    fn rhai(bencher: Bencher) {
        let table = Rc::new(RefCell::new(Table::default()));
        let engine = rhai_with(&table);
        let ast = engine.compile(ABILITY_RHAI).expect("the script is sound");
        let mut scope = rhai::Scope::new();
        let mut use_it = || {
            table.borrow_mut().ready(ATTACKER, EYE);
            let _ = engine
                .call_fn::<rhai::Dynamic>(&mut scope, &ast, "measured", (ATTACKER,))
                .expect("it runs");
        };
        use_it();
        assert_used(&table.borrow());
        bencher.bench_local(use_it);
    }
}

mod attack {
    use super::*;

    fn play(bencher: Bencher, procedure: &str, record: bool, left: i64) {
        let content = Content::new(skirmish_pack(procedure));
        let mut fresh = Game::new(&content, 1);
        fresh.record(record);
        let mut game = fresh.clone();
        assert!(matches!(game.advance(), Status::Over(outcome) if !outcome.is_fault()));
        let one = content
            .pack()
            .setup
            .entities
            .iter()
            .position(|e| e.id == "one")
            .expect("it exists") as u32
            + 1;
        let focus = content
            .pack()
            .tokens
            .iter()
            .position(|t| t.name == "focus")
            .expect("it exists");
        assert_eq!(game.tokens(one, focus), left);
        bencher
            .counter(ItemsCount::new(ATTACKS as u64))
            .with_inputs(|| fresh.clone())
            .bench_local_refs(Game::advance);
    }

    #[divan::bench]
    fn cardwright(bencher: Bencher) {
        play(bencher, "skirmish", false, 0);
    }

    #[divan::bench]
    fn cardwright_recording(bencher: Bencher) {
        play(bencher, "skirmish", true, 0);
    }

    #[divan::bench]
    fn cardwright_drill(bencher: Bencher) {
        play(bencher, "drill", false, ATTACKS);
    }

    #[divan::bench]
    fn lua(bencher: Bencher) {
        let table = Rc::new(RefCell::new(Table::default()));
        let lua = lua_with(&table);
        let function: mlua::Function = lua.load(SKIRMISH_LUA).eval().expect("the script is sound");
        let play = || function.call::<()>(ATTACKS).expect("it runs");
        play();
        assert_used(&table.borrow());
        bencher.counter(ItemsCount::new(ATTACKS as u64)).bench_local(play);
    }

    #[divan::bench]
    fn rhai(bencher: Bencher) {
        let table = Rc::new(RefCell::new(Table::default()));
        let engine = rhai_with(&table);
        let ast = engine.compile(SKIRMISH_RHAI).expect("the script is sound");
        let play = || {
            engine
                .call_fn::<rhai::Dynamic>(&mut rhai::Scope::new(), &ast, "measured", (ATTACKS,))
                .expect("it runs")
        };
        let _ = play();
        assert_used(&table.borrow());
        bencher.counter(ItemsCount::new(ATTACKS as u64)).bench_local(play);
    }
}

mod game {
    use super::*;

    /// An attack that asks right before the window, so that it can begin there, and ends right after it.
    const CASE: &str = "case: measured
system: dnd-attack-wing
proves: []
expect: []
sets: [dragons, damage, upgrades]
table: { width: 36in, length: 36in }
players:
  - { id: blue, name: Blue }
  - { id: red, name: Red }
pieces:
  - { id: eshaedra, template: eshaedra, owner: blue, tokens: { concentrate: 1 }, at: { x: 18in, y: 10in } }
  - { id: balagos, template: balagos, owner: red, at: { x: 18in, y: 16in } }
decks:
  damage-deck: { lame-leg: 9 }
rules: |
  outcome measured \"The window is closed\" won by nobody
  before attack.modify-attack \"Begin\" when yes may by owner of attacker { }
  before attack.roll-defense always { end the game with measured }
when: run attack(eshaedra, balagos, bite, no)
";

    /// The game right before the window.
    fn waiting(record: bool) -> Game {
        let content = Content::new(case_pack(&repository_root(), CASE));
        let mut game = Game::new(&content, 1);
        let faces = &content.pack().words[0].words;
        let face = |name: &str| faces.iter().position(|face| face == name).expect("it is a face") as u16;
        game.force_dice(["concentrate", "concentrate", "hit", "blank", "blank"].map(face));
        game.advance();
        let decision = game.decision().expect("the case asks").clone();
        assert_eq!(decision.options.len(), 2, "{decision:?}");
        game.record(record);
        game.take_events();
        game
    }

    /// Opens the window, is asked, uses the ability, closes the window.
    fn use_it(game: &mut Game) -> Status {
        game.decide(&Answer::one(0)).expect("it is legal");
        game.advance();
        game.decide(&Answer::one(0)).expect("it is legal");
        game.advance()
    }

    #[divan::bench(args = [false, true])]
    fn cardwright(bencher: Bencher, record: bool) {
        let waiting = waiting(record);
        let mut game = waiting.clone();
        assert!(matches!(use_it(&mut game), Status::Over(outcome) if !outcome.is_fault()));
        bencher.with_inputs(|| waiting.clone()).bench_local_refs(use_it);
    }
}
