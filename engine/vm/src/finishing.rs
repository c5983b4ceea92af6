//! Finished code does what the code before it did: random programs run both ways, with the same result, the same
//! changes of the state in the same order, and no more fuel.

use crate::code::Code;
use crate::machine::{Call, Machine, Yield};
use crate::tests::{Probe, function, op, pack};
use cardwright_bytecode::finish::finish;
use cardwright_bytecode::pack::{Answer, FunctionClass, Id, Named, Question, SourceRef};
use cardwright_bytecode::{Base, Instr, Op, Ty};
use proptest::prelude::*;

/// Numbers are 0 to 5, of which 0 and 1 are parameters; then come yes or no, and loop limit and index.
const NUMBERS: u8 = 6;
const TRUTHS: u8 = 3;
const LIMIT: u8 = NUMBERS + TRUTHS;
const FUEL: u64 = 100_000;

/// A piece of a program.
#[derive(Clone, Debug)]
enum Piece {
    Plain(Instr),
    /// A jump over the pieces that follow, as far as there are some.
    Skip(Instr, u8),
    /// A loop of so many rounds with this body.
    Loop(u8, Vec<Piece>),
}

fn number() -> impl Strategy<Value = u8> {
    0..NUMBERS
}

fn truth() -> impl Strategy<Value = u8> {
    NUMBERS..NUMBERS + TRUTHS
}

fn plain() -> impl Strategy<Value = Instr> {
    let arithmetic = vec![Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Min, Op::Max];
    let comparison = vec![Op::Eq, Op::Ne, Op::Lt, Op::Le];
    let with_operand = vec![Op::AddI, Op::MulI, Op::DivI];
    let compared = vec![Op::EqI, Op::LtI, Op::GtI];
    let small = -3..4_i32;
    prop_oneof![
        (number(), small.clone()).prop_map(|(a, n)| op(Op::Const, a, 0, 0, n)),
        (number(), small.clone()).prop_map(|(a, n)| op(Op::Const, a, 0, 0, n)),
        (truth(), 0..2_i32).prop_map(|(a, n)| op(Op::Const, a, 0, 0, n)),
        (number(), number()).prop_map(|(a, b)| op(Op::Move, a, b, 0, 0)),
        (truth(), truth()).prop_map(|(a, b)| op(Op::Move, a, b, 0, 0)),
        (truth(), truth()).prop_map(|(a, b)| op(Op::Not, a, b, 0, 0)),
        (proptest::sample::select(arithmetic), number(), number(), number())
            .prop_map(|(code, a, b, c)| op(code, a, b, c, 0)),
        (proptest::sample::select(comparison), truth(), number(), number())
            .prop_map(|(code, a, b, c)| op(code, a, b, c, 0)),
        (
            proptest::sample::select(with_operand),
            number(),
            number(),
            small.clone()
        )
            .prop_map(|(code, a, b, n)| op(code, a, b, 0, n)),
        (proptest::sample::select(compared), truth(), number(), small)
            .prop_map(|(code, a, b, n)| op(code, a, b, 0, n)),
        // Reads and writes of the state; the host has one cell.
        number().prop_map(|a| op(Op::Get, a, 0, 0, 0)),
        number().prop_map(|b| op(Op::Set, 0, b, 0, 0)),
        (number(), number()).prop_map(|(a, b)| op(Op::Core, a, b, 0, 5)),
        (number(), number()).prop_map(|(a, b)| op(Op::Call, a, b, 0, 1)),
    ]
}

fn skip() -> impl Strategy<Value = Instr> {
    let two = vec![Op::JumpEq, Op::JumpNe, Op::JumpLt, Op::JumpLe];
    let small = vec![Op::JumpEqI, Op::JumpNeI, Op::JumpLeI, Op::JumpGtI];
    prop_oneof![
        truth().prop_map(|a| op(Op::JumpIfNot, a, 0, 0, 0)),
        truth().prop_map(|a| op(Op::JumpIf, a, 0, 0, 0)),
        Just(op(Op::Jump, 0, 0, 0, 0)),
        (proptest::sample::select(two), number(), number()).prop_map(|(code, a, b)| op(code, a, b, 0, 0)),
        (proptest::sample::select(small), number(), any::<i8>()).prop_map(|(code, a, n)| op(
            code,
            a,
            0,
            (n % 4) as u8,
            0
        )),
    ]
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let leaf = prop_oneof![
        4 => plain().prop_map(Piece::Plain),
        2 => (skip(), 1..5_u8).prop_map(|(jump, over)| Piece::Skip(jump, over)),
    ];
    let piece = leaf.prop_recursive(2, 24, 6, |inner| {
        (0..3_u8, proptest::collection::vec(inner, 0..6)).prop_map(|(rounds, body)| Piece::Loop(rounds, body))
    });
    proptest::collection::vec(piece, 0..24)
}

/// The code of pieces; loops use registers of their own, from `fresh` on.
fn code_of(pieces: &[Piece], code: &mut Vec<Instr>, fresh: &mut u8) {
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        arrive(&mut waiting, code, place);
        match piece {
            Piece::Plain(instr) => code.push(*instr),
            Piece::Skip(jump, over) => {
                waiting.push((place + 1 + usize::from(*over), code.len()));
                code.push(*jump);
            }
            Piece::Loop(rounds, body) => {
                let (limit, index) = (*fresh, *fresh + 1);
                *fresh += 2;
                code.push(op(Op::Const, limit, 0, 0, i32::from(*rounds)));
                code.push(op(Op::Const, index, 0, 0, 0));
                let head = code.len();
                code.push(op(Op::ForCount, limit, index, 0, 0));
                code_of(body, code, fresh);
                code.push(op(Op::Jump, 0, 0, 0, head as i32));
                code[head].imm = code.len() as i32;
            }
        }
    }
    arrive(&mut waiting, code, usize::MAX);
}

/// Lets the jumps whose distance is used up arrive here.
fn arrive(waiting: &mut Vec<(usize, usize)>, code: &mut [Instr], place: usize) {
    let here = code.len() as i32;
    waiting.retain(|&(until, jump)| {
        let arrived = until <= place;
        if arrived {
            code[jump].imm = here;
        }
        !arrived
    });
}

/// The observable result of a run: how it ended, the state, the fuel.
fn observed(pack: &cardwright_bytecode::Pack, args: &[i64]) -> (Yield, i64, u64) {
    let (mut machine, mut host) = (Machine::new(), Probe::default());
    machine.refuel(FUEL);
    let call = Call {
        function: Id::new(0),
        args,
        context: None,
    };
    machine
        .enter(&Code::plain(pack), &host, call)
        .expect("room for one frame");
    let end = machine.execute(&Code::plain(pack), &mut host);
    (end, host.cell, FUEL - machine.fuel)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn finished_code_does_the_same_for_no_more_fuel(
        pieces in pieces(), result in number(), args in [-3..4_i64, -3..4_i64],
    ) {
        let (mut code, mut fresh) = (Vec::new(), LIMIT);
        code_of(&pieces, &mut code, &mut fresh);
        code.push(op(Op::Return, result, 0, 0, 0));
        let mut registers = vec![Ty::NUMBER; usize::from(NUMBERS)];
        // The state is read and changed through any register here; nothing is verified.
        registers.extend([Ty::BOOL; TRUTHS as usize]);
        registers.resize(usize::from(fresh), Ty::NUMBER);
        let add = vec![op(Op::Add, 2, 0, 0, 0), op(Op::AddI, 3, 2, 0, 1), op(Op::Move, 2, 3, 0, 0), op(Op::Return, 2, 0, 0, 0)];
        let mut callee = function(1, Ty::NUMBER, vec![Ty::NUMBER; 4], add);
        callee.class = FunctionClass::Pure;
        let before = pack(vec![function(2, Ty::NUMBER, registers, code), callee]);
        let mut after = before.clone();
        finish(&mut after);
        let (old, new) = (observed(&before, &args), observed(&after, &args));
        prop_assert_eq!((&old.0, old.1), (&new.0, new.1), "{:?}\n{:?}", before.functions[0].code, after.functions[0].code);
        // Writing missing nulls is the only thing that can cost more: one for each register.
        prop_assert!(new.2 <= old.2 + u64::from(fresh), "{} and {}", old.2, new.2);
    }
}

#[test]
fn a_condition_with_numbers_becomes_jumps_that_compare() {
    // if n > 0 and n < 9 { n = n + 1 } gives n
    let code = vec![
        op(Op::Const, 3, 0, 0, 0),
        op(Op::Lt, 1, 3, 0, 0),
        op(Op::Move, 2, 1, 0, 0),
        op(Op::JumpIfNot, 2, 0, 0, 7),
        op(Op::Const, 3, 0, 0, 9),
        op(Op::Lt, 1, 0, 3, 0),
        op(Op::Move, 2, 1, 0, 0),
        op(Op::JumpIfNot, 2, 0, 0, 11),
        op(Op::Const, 3, 0, 0, 1),
        op(Op::Add, 3, 0, 3, 0),
        op(Op::Move, 0, 3, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let registers = vec![Ty::NUMBER, Ty::BOOL, Ty::BOOL, Ty::NUMBER];
    let mut pack = pack(vec![function(1, Ty::NUMBER, registers, code)]);
    finish(&mut pack);
    assert_eq!(
        pack.functions[0].code,
        [
            op(Op::JumpLeI, 0, 0, 0, 3),
            op(Op::JumpGtI, 0, 0, 8, 3),
            op(Op::AddI, 0, 0, 0, 1),
            op(Op::Return, 0, 0, 0, 0),
        ]
    );
    assert_eq!(pack.functions[0].lines.len(), 4);
}

/// A question at an instruction about what lies in a register there.
fn question(at: u32, answer: Answer, register: u8) -> Question {
    Question {
        from: at.saturating_sub(2),
        at,
        answer,
        place: SourceRef::default(),
        text: "a < 9".into(),
        named: vec![Named {
            start: 0,
            end: 1,
            at,
            register,
        }],
    }
}

#[test]
fn questions_go_where_their_answers_go_or_are_gone() {
    // a < 9 is computed, jumped on, and gone; then a + 1 is copied to where it is returned from.
    let code = vec![
        op(Op::Const, 2, 0, 0, 9),
        op(Op::Lt, 1, 0, 2, 0),
        op(Op::JumpIfNot, 1, 0, 0, 6),
        op(Op::AddI, 3, 0, 0, 1),
        op(Op::Move, 2, 3, 0, 0),
        op(Op::Return, 2, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let registers = vec![Ty::NUMBER, Ty::BOOL, Ty::NUMBER, Ty::NUMBER];
    let mut function = function(1, Ty::NUMBER, registers, code);
    function.questions = vec![
        // Read from a register that nothing writes any more.
        question(2, Answer::Register(1), 0),
        question(2, Answer::Jump(false), 0),
        // The value of the sum arrives in another register.
        Question {
            named: question(4, Answer::Jump(true), 3).named,
            ..question(2, Answer::Jump(false), 0)
        },
    ];
    let mut pack = pack(vec![function]);
    finish(&mut pack);
    let function = &pack.functions[0];
    assert_eq!(
        function.code,
        [
            op(Op::JumpGtI, 0, 0, 8, 3),
            op(Op::AddI, 2, 0, 0, 1),
            op(Op::Return, 2, 0, 0, 0),
            op(Op::Return, 0, 0, 0, 0),
        ]
    );
    let sum = question(2, Answer::Jump(true), 2).named;
    assert_eq!(
        function.questions,
        [
            question(0, Answer::Jump(false), 0),
            Question {
                named: sum,
                ..question(0, Answer::Jump(false), 0)
            },
        ]
    );
}

#[test]
fn a_slot_is_written_before_a_window_opens() {
    let code = vec![
        op(Op::Const, 1, 0, 0, 7),
        op(Op::Window, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let mut pack = pack(vec![function(0, Ty::NOTHING, vec![Ty::NUMBER; 2], code.clone())]);
    let slot = |name: &str| cardwright_bytecode::pack::SlotDef {
        name: name.into(),
        ty: Ty::one(Base::Number),
    };
    pack.procedures = vec![cardwright_bytecode::pack::ProcedureDef {
        name: "attack".into(),
        function: Id::new(0),
        slots: vec![slot("one"), slot("two")],
        ended: None,
        steps: Vec::new(),
    }]
    .into();
    finish(&mut pack);
    assert_eq!(pack.functions[0].code, code);
}
