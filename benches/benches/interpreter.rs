//! One simple loop: the interpreter beside Lua 5.4, rhai and wasmi. The item of the throughput is one instruction
//! of Cardwright's, so that `ns per instruction` and the ratios can be read off.

use cardwright_benches::content::sample_pack;
use cardwright_benches::scripts::{LOOP_LUA, LOOP_RHAI, LOOP_STATEMENTS, LOOP_WAT, TURNS, loop_result};
use cardwright_benches::table::Table;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_vm::{Call, Machine, Yield};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    println!(
        "instructions of the loop: {}",
        instructions(&sample_pack(LOOP_STATEMENTS))
    );
    divan::main();
}

/// Runs the pack's main function; how it ended.
fn run(pack: &VerifiedPack, machine: &mut Machine, table: &mut Table, fuel: u64) -> Yield {
    machine.refuel(fuel);
    let call = Call {
        function: pack.main,
        args: &[],
        context: None,
    };
    machine.call(pack, table, call).expect("one frame fits");
    loop {
        match machine.run(pack, table) {
            // Nobody does anything in the windows of the loop's procedure.
            Yield::Window(_) => {}
            end => return end,
        }
    }
}

/// How many instructions the program takes: each simple one costs one of fuel, and all but a handful are simple.
fn instructions(pack: &VerifiedPack) -> u64 {
    let enough = |fuel: &u64| {
        !matches!(
            run(pack, &mut Machine::new(), &mut Table::default(), *fuel),
            Yield::OutOfFuel
        )
    };
    let (mut low, mut high) = (0, 10_000_000);
    while low + 1 < high {
        let middle = (low + high) / 2;
        if enough(&middle) {
            high = middle
        } else {
            low = middle
        }
    }
    high
}

#[divan::bench]
fn cardwright(bencher: Bencher) {
    let pack = sample_pack(LOOP_STATEMENTS);
    let one = pack
        .setup
        .entities
        .iter()
        .position(|entity| entity.id == "one")
        .expect("there is a first fighter");
    let mut table = Table::default();
    let count = instructions(&pack);
    run(&pack, &mut Machine::new(), &mut table, u64::MAX);
    assert_eq!(table.tokens(one as i64 + 1), loop_result());
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| run(&pack, &mut Machine::new(), &mut Table::default(), u64::MAX));
}

#[divan::bench]
fn lua(bencher: Bencher) {
    let lua = mlua::Lua::new();
    let function: mlua::Function = lua.load(LOOP_LUA).eval().expect("the script is sound");
    assert_eq!(function.call::<i64>(TURNS).expect("it runs"), loop_result());
    let count = instructions(&sample_pack(LOOP_STATEMENTS));
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| function.call::<i64>(TURNS).expect("it runs"));
}

#[divan::bench]
fn rhai(bencher: Bencher) {
    let mut engine = rhai::Engine::new();
    engine.set_optimization_level(rhai::OptimizationLevel::Full);
    let ast = engine.compile(LOOP_RHAI).expect("the script is sound");
    let call = || {
        engine
            .call_fn::<i64>(&mut rhai::Scope::new(), &ast, "measured", (TURNS,))
            .expect("it runs")
    };
    assert_eq!(call(), loop_result());
    let count = instructions(&sample_pack(LOOP_STATEMENTS));
    bencher.counter(ItemsCount::new(count)).bench_local(call);
}

#[divan::bench]
fn wasmi(bencher: Bencher) {
    let wasm = wat::parse_str(LOOP_WAT).expect("the module is sound");
    let engine = wasmi::Engine::default();
    let module = wasmi::Module::new(&engine, &wasm[..]).expect("the module is sound");
    let mut store = wasmi::Store::new(&engine, ());
    let instance = wasmi::Linker::new(&engine)
        .instantiate_and_start(&mut store, &module)
        .expect("it starts");
    let function = instance
        .get_typed_func::<i64, i64>(&store, "measured")
        .expect("it is exported");
    assert_eq!(function.call(&mut store, TURNS).expect("it runs"), loop_result());
    let count = instructions(&sample_pack(LOOP_STATEMENTS));
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| function.call(&mut store, TURNS).expect("it runs"));
}
