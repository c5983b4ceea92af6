//! Small hand-assembled functions, run against a host that remembers what it was asked.

use crate::code::Code;
use crate::machine::Call;
use crate::{Args, Bound, Host, MAX_FRAMES, Machine, Yield};
use cardwright_bytecode::pack::{
    Function, FunctionClass, Id, MatchDef, OfferDef, PermissionDef, SourceRef, StartDef, StateDef, ValueDef,
    WindowDef,
};
use cardwright_bytecode::registry::{Core, CoreCall, MAX_PARAMS};
use cardwright_bytecode::{Base, Instr, Op, Pack, Ty};

/// A host with one cell and a count of pools.
#[derive(Default)]
pub(crate) struct Probe {
    pub(crate) cell: i64,
    pools: u32,
}

impl Host for Probe {
    fn get(&self, _: i64, _: i32) -> i64 {
        self.cell
    }
    fn set(&mut self, _: i64, _: i32, value: i64) -> u64 {
        self.cell = value;
        0
    }
    fn members(&self, _: i64, _: i32) -> &[i64] {
        &[]
    }
    fn set_members(&mut self, _: i64, _: i32, _: &[i64]) -> Result<u64, Bound> {
        Ok(0)
    }
    fn set_chosen(&mut self, _: i64, _: i32, _: i64, _: i64) -> u64 {
        0
    }
    fn set_chosen_members(&mut self, _: i64, _: i32, _: &[i64], _: i64) -> Result<u64, Bound> {
        Ok(0)
    }
    fn entry(&self, _: Id<StateDef>, _: &[i64]) -> i64 {
        0
    }
    fn set_entry(&mut self, _: Id<StateDef>, _: &[i64], _: i64) -> Result<(), Bound> {
        Ok(())
    }
    fn give(&mut self, _: i64, _: i32, count: i64) {
        self.cell += count;
    }
    fn take(&mut self, _: i64, _: i32, count: i64) {
        self.cell -= count;
    }
    fn all(&self, _: i32) -> (Vec<i64>, u64) {
        (vec![4, 5, 6], 0)
    }
    fn held(&self, _: i64, _: i32) -> (Vec<i64>, u64) {
        (Vec::new(), 0)
    }
    fn standing(&self, _: i64, _: i32) -> (Vec<i64>, u64) {
        (Vec::new(), 0)
    }
    fn rows(&self, _: i32) -> Vec<i64> {
        Vec::new()
    }
    fn at_once(&mut self, call: Core, args: &[i64; MAX_PARAMS]) -> Option<i64> {
        (call == Core::HalfUp).then(|| args[0])
    }
    fn core(&mut self, _: &mut Machine, _: &CoreCall, args: &Args) -> i64 {
        args.at(0)
    }
    fn value(&mut self, _: &mut Machine, _: Id<ValueDef>, _: &Args) -> i64 {
        0
    }
    fn can(&mut self, _: &mut Machine, _: Id<PermissionDef>, _: &Args) -> bool {
        true
    }
    fn options(&mut self, _: &mut Machine, _: Id<OfferDef>, _: i64, _: &Args) -> i64 {
        0
    }
    fn start(&mut self, _: &Machine, _: Id<StartDef>, _: &Args) -> bool {
        true
    }
    fn finish(&mut self, _: &mut Machine, _: Id<MatchDef>, _: &Args) {}
    fn running(&mut self, _: &mut Machine, _: Id<MatchDef>, _: &Args) -> bool {
        false
    }
    fn make(&mut self, _: i32, _: i64, _: i64) -> Option<i64> {
        None
    }

    fn roll(&mut self, _: i32, _: i64) -> Result<i64, Bound> {
        self.pools += 1;
        Ok(i64::from(self.pools))
    }
    fn reveal(&mut self, _: i64, _: i32) {}
    fn step(&mut self, _: Id<WindowDef>) {}
    fn pools(&self) -> u32 {
        self.pools
    }
    fn forget_pools(&mut self, mark: u32, kept: Option<i64>) -> i64 {
        self.pools = self.pools.min(mark) + u32::from(kept.is_some());
        kept.unwrap_or(0)
    }
}

pub(crate) fn function(params: u8, result: Ty, registers: Vec<Ty>, code: Vec<Instr>) -> Function {
    let lines = vec![SourceRef::default(); code.len()];
    let class = FunctionClass::Effect;
    Function {
        name: "f".into(),
        class,
        params,
        result,
        registers,
        context: None,
        code,
        lines,
        questions: Vec::new(),
    }
}

pub(crate) fn op(op: Op, a: u8, b: u8, c: u8, imm: i32) -> Instr {
    Instr::new(op, a, b, c, imm)
}

/// The functions as a pack; they are sound by construction, and the interpreter must bear it if not.
pub(crate) fn pack(functions: Vec<Function>) -> Pack {
    Pack {
        functions: functions.into(),
        ..Pack::default()
    }
}

fn run(pack: &Pack, args: &[i64]) -> (Yield, Machine) {
    let mut machine = Machine::new();
    machine.refuel(10_000);
    let call = Call {
        function: Id::new(0),
        args,
        context: None,
    };
    machine
        .enter(&Code::plain(pack), &Probe::default(), call)
        .expect("room for one frame");
    let end = machine.execute(&Code::plain(pack), &mut Probe::default());
    (end, machine)
}

const NUMBERS: Ty = Ty::set(Base::Number);

#[test]
fn arithmetic_saturates() {
    let code = vec![
        op(Op::Mul, 0, 0, 0, 0),
        op(Op::Add, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let pack = pack(vec![function(1, Ty::NUMBER, vec![Ty::NUMBER], code)]);
    assert_eq!(run(&pack, &[i64::MAX / 2]).0, Yield::Returned(i64::MAX));
}

#[test]
fn a_loop_visits_every_member_once() {
    let code = vec![
        op(Op::All, 0, 0, 0, 2),
        op(Op::ForNext, 0, 1, 2, 4),
        op(Op::Add, 3, 3, 2, 0),
        op(Op::Jump, 0, 0, 0, 1),
        op(Op::Return, 3, 0, 0, 0),
    ];
    let registers = vec![NUMBERS, Ty::NUMBER, Ty::NUMBER, Ty::NUMBER];
    let (end, machine) = run(&pack(vec![function(0, Ty::NUMBER, registers, code)]), &[]);
    assert_eq!(end, Yield::Returned(15));
    assert_eq!(machine, Machine::new(), "nothing stays behind");
}

#[test]
fn a_returned_set_outlives_its_frame_and_the_others_do_not() {
    let inner = vec![
        op(Op::ListNew, 0, 0, 0, 0),
        op(Op::ListNew, 1, 0, 0, 0),
        op(Op::Const, 2, 0, 0, 9),
        op(Op::ListPush, 1, 2, 0, 0),
        op(Op::Return, 1, 0, 0, 0),
    ];
    let outer = vec![
        op(Op::Call, 0, 0, 0, 1),
        op(Op::Const, 1, 0, 0, 0),
        op(Op::ListAt, 2, 0, 1, 0),
        op(Op::Mark, 3, 0, 0, 0),
        op(Op::Mul, 2, 2, 3, 0),
        op(Op::Return, 2, 0, 0, 0),
    ];
    let pack = pack(vec![
        function(
            0,
            Ty::NUMBER,
            vec![NUMBERS, Ty::NUMBER, Ty::NUMBER, Ty::NUMBER],
            outer,
        ),
        function(0, NUMBERS, vec![NUMBERS, NUMBERS, Ty::NUMBER], inner),
    ]);
    assert_eq!(
        run(&pack, &[]).0,
        Yield::Returned(9),
        "one set is alive, and it holds 9"
    );
}

#[test]
fn a_loop_without_end_runs_out_of_fuel() {
    let pack = pack(vec![function(
        0,
        Ty::NOTHING,
        vec![Ty::NUMBER],
        vec![op(Op::Jump, 0, 0, 0, 0)],
    )]);
    assert_eq!(run(&pack, &[]).0, Yield::OutOfFuel);
}

#[test]
fn the_prices_of_all_that_runs_are_exactly_what_is_charged() {
    // Calls answered at once and others, a change of the host, a loop with a jump back, a jump that is not taken.
    let code = vec![
        op(Op::Const, 0, 0, 0, 3),
        op(Op::Const, 1, 0, 0, 0),
        op(Op::ForCount, 0, 1, 0, 8),
        op(Op::Core, 2, 1, 0, Core::HalfUp as i32),
        op(Op::Core, 2, 1, 0, Core::DiceOf as i32),
        op(Op::Set, 2, 1, 0, 0),
        op(Op::JumpIfNot, 1, 0, 0, 8),
        op(Op::Jump, 0, 0, 0, 2),
        op(Op::Return, 1, 0, 0, 0),
    ];
    let turn = [Op::ForCount, Op::Core, Op::Core, Op::Set, Op::JumpIfNot, Op::Jump];
    let once = [Op::Const, Op::Const, Op::ForCount, Op::Return];
    let price: u64 = 3 * turn.map(Op::fuel).iter().sum::<u64>() + once.map(Op::fuel).iter().sum::<u64>();
    let pack = pack(vec![function(0, Ty::NUMBER, vec![Ty::NUMBER; 3], code)]);
    for fuel in 0..price + 2 {
        let (mut machine, mut host) = (Machine::new(), Probe::default());
        machine.refuel(fuel);
        let call = Call {
            function: Id::new(0),
            args: &[],
            context: None,
        };
        machine
            .enter(&Code::plain(&pack), &host, call)
            .expect("one frame fits");
        let end = machine.execute(&Code::plain(&pack), &mut host);
        match fuel.checked_sub(price) {
            None => assert_eq!(end, Yield::OutOfFuel, "{fuel} of {price}"),
            Some(left) => assert_eq!((end, machine.fuel()), (Yield::Returned(3), left)),
        }
    }
}

#[test]
fn a_function_that_only_gives_a_number_costs_what_running_it_costs() {
    let code = vec![op(Op::Const, 0, 0, 0, 5), op(Op::Return, 0, 0, 0, 0)];
    let pack = pack(vec![function(0, Ty::NUMBER, vec![Ty::NUMBER], code)]);
    let call = Call {
        function: Id::new(0),
        args: &[],
        context: None,
    };
    for fuel in 0..5 {
        let (mut asked, mut run) = (Machine::new(), Machine::new());
        asked.refuel(fuel);
        run.refuel(fuel);
        let value = asked.evaluate(&Code::plain(&pack), &mut Probe::default(), call);
        run.enter(&Code::plain(&pack), &Probe::default(), call)
            .expect("one frame fits");
        match run.execute(&Code::plain(&pack), &mut Probe::default()) {
            Yield::Returned(result) => assert_eq!((value, asked.fuel()), (result, run.fuel())),
            _ => assert_eq!((value, asked.stopped()), (0, Some(Bound::Fuel)), "{fuel}"),
        }
    }
}

// Limit: MAX_FRAMES in engine/vm/src/machine.rs
#[test]
fn endless_recursion_reaches_the_frame_limit() {
    let pack = pack(vec![function(
        0,
        Ty::NOTHING,
        vec![Ty::NUMBER],
        vec![op(Op::Call, 0, 0, 0, 0)],
    )]);
    let (end, machine) = run(&pack, &[]);
    assert_eq!((end, machine.depth()), (Yield::Bound(Bound::Frames), MAX_FRAMES));
}

#[test]
fn making_sets_for_ever_reaches_the_set_limit() {
    let code = vec![op(Op::ListNew, 0, 0, 0, 0), op(Op::Jump, 0, 0, 0, 0)];
    let pack = pack(vec![function(0, Ty::NOTHING, vec![NUMBERS], code)]);
    let mut machine = Machine::new();
    machine.refuel(1_000_000);
    machine
        .enter(
            &Code::plain(&pack),
            &Probe::default(),
            Call {
                function: Id::new(0),
                args: &[],
                context: None,
            },
        )
        .expect("one frame");
    assert_eq!(
        machine.execute(&Code::plain(&pack), &mut Probe::default()),
        Yield::Bound(Bound::Sets)
    );
}

#[test]
fn an_answer_arrives_where_it_was_asked_for() {
    let code = vec![op(Op::May, 1, 0, 0, 0), op(Op::Return, 1, 0, 0, 0)];
    let pack = pack(vec![function(1, Ty::BOOL, vec![Ty::PLAYER, Ty::BOOL], code)]);
    let (end, mut machine) = run(&pack, &[1]);
    let Yield::May { dest, player, .. } = end else {
        panic!("asked instead of {end:?}")
    };
    assert_eq!(player, 1);
    machine.answer(dest, 1);
    assert_eq!(
        machine.execute(&Code::plain(&pack), &mut Probe::default()),
        Yield::Returned(1)
    );
}

#[test]
fn an_evaluation_that_wants_to_stop_leaves_nothing_behind() {
    let pack = pack(vec![function(
        0,
        Ty::NOTHING,
        vec![Ty::NUMBER],
        vec![op(Op::End, 0, 0, 0, 0)],
    )]);
    let mut machine = Machine::new();
    machine.refuel(100);
    let value = machine.evaluate(
        &Code::plain(&pack),
        &mut Probe::default(),
        Call {
            function: Id::new(0),
            args: &[],
            context: None,
        },
    );
    assert_eq!(
        (value, machine.stopped(), machine.depth()),
        (0, Some(Bound::Impure), 0)
    );
}

#[test]
fn a_rule_can_store_a_set_in_its_procedure() {
    let mut rule = function(
        0,
        Ty::NOTHING,
        vec![NUMBERS],
        vec![
            op(Op::All, 0, 0, 0, 2),
            op(Op::StoreContext, 0, 0, 0, 0),
            op(Op::Return, 0, 0, 0, 0),
        ],
    );
    rule.context = Some(Id::new(0));
    let code = vec![
        op(Op::Window, 0, 0, 0, 0),
        op(Op::ListLen, 1, 0, 0, 0),
        op(Op::Return, 1, 0, 0, 0),
    ];
    let pack = pack(vec![
        function(0, Ty::NUMBER, vec![NUMBERS, Ty::NUMBER], code),
        rule,
    ]);
    let (end, mut machine) = run(&pack, &[]);
    assert_eq!(end, Yield::Window(Id::new(0)));
    let call = Call {
        function: Id::new(1),
        args: &[],
        context: Some(0),
    };
    machine
        .enter(&Code::plain(&pack), &Probe::default(), call)
        .expect("room for two frames");
    assert_eq!(
        machine.execute(&Code::plain(&pack), &mut Probe::default()),
        Yield::Returned(0)
    );
    assert_eq!(
        machine.execute(&Code::plain(&pack), &mut Probe::default()),
        Yield::Returned(3)
    );
}

#[test]
fn a_jump_beyond_the_code_leaves_the_function() {
    let pack = pack(vec![function(
        0,
        Ty::NOTHING,
        vec![Ty::NUMBER],
        vec![op(Op::Jump, 0, 0, 0, 99)],
    )]);
    assert_eq!(run(&pack, &[]).0, Yield::Returned(0));
}
