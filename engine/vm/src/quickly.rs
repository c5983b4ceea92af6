//! Quick code gives the same answer for the same fuel, says what the answer came from, and keeps away from limits.

use crate::code::{Code, Form};
use crate::machine::{Call, MAX_NESTING, Machine};
use crate::tests::{Probe, function, op, pack};
use cardwright_bytecode::pack::Id;
use cardwright_bytecode::pack::{FunctionClass, MovementDef};
use cardwright_bytecode::quick::{Advice, Forms, quick};
use cardwright_bytecode::{Op, Pack, Ty};

const FUEL: u64 = 1_000;

/// A step on to space 5 costs 3 more than where it comes from, any other twice the number of the space.
fn walking() -> Pack {
    let cost = vec![
        op(Op::JumpNeI, 2, 0, 5, 3),
        op(Op::AddI, 3, 1, 0, 3),
        op(Op::Return, 3, 0, 0, 0),
        op(Op::Move, 4, 2, 0, 0),
        op(Op::Call, 3, 4, 0, 1),
        op(Op::Return, 3, 0, 0, 0),
    ];
    let twice = vec![op(Op::Add, 1, 0, 0, 0), op(Op::Return, 1, 0, 0, 0)];
    let mut functions = vec![
        function(3, Ty::NUMBER, vec![Ty::NUMBER; 5], cost),
        function(1, Ty::NUMBER, vec![Ty::NUMBER; 2], twice),
    ];
    for function in &mut functions {
        function.class = FunctionClass::Pure;
    }
    let mut pack = pack(functions);
    pack.movements.push(MovementDef {
        name: "walking".to_owned(),
        mover: 0,
        through_walls: false,
        cost: Id::new(0),
        stops: Id::new(0),
        ends: Id::new(0),
    });
    pack
}

fn forms(pack: &Pack) -> Forms {
    let forms = quick(pack, &Advice::default());
    let code = &forms.always[0].as_ref().expect("it has a quick form").code;
    assert!(code.iter().all(|instr| instr.op != Op::Call), "{code:?}");
    forms
}

/// The answer, what it cost, and whether where the step comes from was looked at.
fn asked(code: &Code<'_>, from: i64, to: i64) -> (i64, u64, bool) {
    let mut machine = Machine::new();
    machine.refuel(FUEL);
    let call = Call {
        function: Id::new(0),
        args: &[9, from, to],
        context: None,
    };
    let answer = machine.evaluate(code, &mut Probe::default(), call);
    (answer, FUEL - machine.fuel(), machine.looked_at_second())
}

#[test]
fn it_answers_the_same_for_the_same_fuel_and_tells_what_it_looked_at() {
    let pack = walking();
    let forms = forms(&pack);
    let (plain, quick) = (Code::plain(&pack), Code::with(&pack, &forms));
    for (from, to) in [(1, 5), (2, 5), (1, 7), (2, 7), (3, 0)] {
        let ((answer, paid, _), (other, price, looked)) = (asked(&plain, from, to), asked(&quick, from, to));
        assert_eq!((answer, paid), (other, price), "from {from} to {to}");
        assert_eq!(looked, to == 5, "from {from} to {to}");
    }
    assert!(asked(&plain, 1, 7).2, "the pack's own code does not tell");
}

#[test]
fn near_a_limit_the_packs_own_code_runs() {
    let pack = walking();
    let forms = forms(&pack);
    let code = Code::with(&pack, &forms);
    let mut machine = Machine::new();
    let form = |machine: &Machine| machine.form_here(&code, &Probe::default(), Id::new(0)).0;
    assert_eq!(form(&machine), Form::Always);
    machine.nesting = MAX_NESTING - 1;
    assert_eq!(
        form(&machine),
        Form::Plain,
        "two questions could stand inside each other"
    );
    machine.nesting = 0;
    machine.run_plain(true);
    assert_eq!(form(&machine), Form::Plain, "somebody wants to see each question");
}
