//! Calls fit, stay pure, keep their context and never come back.

use crate::sample::*;
use cardwright_bytecode::pack::{Function, Home, Id, RuleKind};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::verify::{VerifyErrorKind as Kind, verify};
use cardwright_bytecode::{Op, Ty};

fn call(a: u8, b: u8, function: u32) -> cardwright_bytecode::Instr {
    op(Op::Call, a, b, 0, function as i32)
}

#[test]
fn a_call_s_arguments_and_result_fit() {
    accepts(vec![FIGURE, N], call(1, 0, LEVEL_OF.number()));
    accepts(vec![FIGURE], call(0, 0, ATTACK.number()));
    let kind = refuses(vec![Ty::THING, N], call(1, 0, LEVEL_OF.number()));
    assert_eq!(
        kind,
        Kind::WrongType {
            register: 0,
            found: Ty::THING,
            wanted: FIGURE
        }
    );
    let kind = refuses(vec![FIGURE, B], call(1, 0, LEVEL_OF.number()));
    assert_eq!(
        kind,
        Kind::WrongType {
            register: 1,
            found: N,
            wanted: B
        }
    );
    assert!(matches!(
        refuses(vec![N], call(0, 0, 99)),
        Kind::OutOfRange {
            table: "functions",
            ..
        }
    ));
    assert_eq!(
        refuses(vec![N], call(0, 255, LEVEL_OF.number())),
        Kind::NoSuchRegister {
            register: 255,
            registers: 1
        }
    );
}

#[test]
fn a_pure_function_leaves_the_state_alone() {
    let registers = vec![FIGURE, N, Ty::PLAYER, B, FIGURES, Ty::POOL];
    let shuffle = Core::named("shuffle").expect("it is in the table").call as i32;
    for instr in [
        op(Op::Set, 0, 1, 0, DAMAGE),
        op(Op::Give, 0, 1, 0, 1),
        op(Op::Take, 0, 1, 0, 1),
        op(Op::Window, 0, 0, 0, 0),
        op(Op::Offer, 0, 2, 1, 0),
        op(Op::Choose, 0, 4, 2, 0),
        op(Op::May, 3, 0, 2, 2),
        op(Op::Start, 0, 0, 0, 0),
        op(Op::Roll, 5, 1, 0, 0),
        op(Op::Reveal, 0, 0, 0, PLAN),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Step, 0, 0, 0, 0),
        op(Op::StoreContext, 1, 0, 0, 1),
        op(Op::Core, 0, 0, 0, shuffle),
        call(0, 0, ATTACK.number()),
    ] {
        let function = pure(
            "added",
            registers.len() as u8,
            Ty::NOTHING,
            registers.clone(),
            vec![instr, ret(0)],
        );
        assert_eq!(error(with(function)).kind, Kind::Impure { op: instr.op });
    }
}

#[test]
fn rejects_a_function_that_reaches_itself() {
    let kind = error(with(effect(
        "again",
        0,
        Ty::NOTHING,
        vec![N],
        vec![call(0, 0, ADDED as u32), ret(0)],
    )))
    .kind;
    let again = "function `again`".to_owned();
    assert_eq!(
        kind,
        Kind::Recursion {
            path: vec![again.clone(), again]
        }
    );
}

#[test]
fn rejects_two_functions_that_call_each_other() {
    let kind = error_if(|pack| {
        let number = |target| vec![call(1, 0, target), ret(1)];
        pack.functions
            .push(pure("left", 1, N, vec![FIGURE, N], number(ADDED as u32 + 1)));
        pack.functions
            .push(pure("right", 1, N, vec![FIGURE, N], number(ADDED as u32)));
    });
    assert!(matches!(kind, Kind::Recursion { path } if path.len() == 3));
}

#[test]
fn rejects_a_value_that_a_modifier_of_it_reads() {
    let kind = error_if(|pack| {
        let code = vec![op(Op::Value, 2, 0, 0, 0), ret(2)];
        pack.functions[AMOUNT] = pure("amount", 2, N, vec![FIGURE, FIGURE, N], code);
    });
    assert!(matches!(kind, Kind::Recursion { .. }), "{kind}");
}

#[test]
fn rejects_a_permission_whose_rule_asks_for_it_by_way_of_active() {
    let kind = error_if(|pack| {
        let code = vec![op(Op::Can, 1, 0, 0, 0), ret(1)];
        pack.functions.push(pure("active", 1, B, vec![FIGURE, B], code));
        pack.kinds[3].active = Some(Id::at(ADDED));
    });
    let path = [
        "permission `act`",
        "kind `figure`",
        "function `active`",
        "permission `act`",
    ];
    let Kind::Recursion { path: found } = kind else {
        panic!("{kind}")
    };
    assert!(
        found.iter().all(|name| path.contains(&name.as_str())),
        "{found:?}"
    );
    assert_eq!(found.len(), 4);
}

#[test]
fn rejects_context_outside_of_the_procedure_s_windows() {
    assert_eq!(
        refuses(vec![N], op(Op::LoadContext, 0, 0, 0, 1)),
        Kind::Missing { what: "a context" }
    );
    let kind = refuses(vec![FIGURE], call(0, 0, BODY.number()));
    assert_eq!(
        kind,
        Kind::WrongContext {
            found: Some(Id::new(0)),
            wanted: None
        }
    );
    let kind = error_if(|pack| pack.functions[ATTACK].context = Some(Id::new(0)));
    assert_eq!(
        kind,
        Kind::WrongContext {
            found: Some(Id::new(0)),
            wanted: None
        }
    );
    let kind = error_if(|pack| pack.functions[YES_FOR_TWO_FIGURES].context = Some(Id::new(0)));
    assert_eq!(
        kind,
        Kind::WrongContext {
            found: Some(Id::new(0)),
            wanted: None
        }
    );
}

#[test]
fn which_runs_go_on_is_asked_only_where_a_window_is_open() {
    let asks = |context, ty, instr| {
        with(Function {
            context,
            ..effect("added", 0, Ty::NOTHING, vec![ty], vec![instr, ret(0)])
        })
    };
    let (slot, run) = (op(Op::LoadRun, 0, 0, 0, 0), op(Op::InRun, 0, 0, 0, 0));
    assert!(verify(asks(Some(Id::new(0)), FIGURE, slot)).is_ok());
    assert!(verify(asks(Some(Id::new(0)), Ty::BOOL, run)).is_ok());
    for (ty, instr) in [(FIGURE, slot), (Ty::BOOL, run)] {
        let kind = error(asks(None, ty, instr)).kind;
        assert_eq!(kind, Kind::Missing { what: "a context" });
    }
    assert!(
        verify(asks(Some(Id::new(0)), N, slot)).is_err(),
        "the slot is a figure"
    );
    assert!(verify(asks(Some(Id::new(0)), FIGURE, op(Op::LoadRun, 0, 0, 200, 0))).is_err());
    assert!(verify(asks(Some(Id::new(0)), Ty::BOOL, op(Op::InRun, 0, 0, 0, 99))).is_err());
}

#[test]
fn a_context_s_slots_have_their_types() {
    let body = |instr, registers| Function {
        context: Some(Id::new(0)),
        ..effect("added", 0, Ty::NOTHING, registers, vec![instr, ret(0)])
    };
    assert!(verify(with(body(op(Op::LoadContext, 0, 0, 0, 0), vec![FIGURE]))).is_ok());
    let kind = error(with(body(op(Op::LoadContext, 0, 0, 0, 0), vec![N]))).kind;
    assert_eq!(
        kind,
        Kind::WrongType {
            register: 0,
            found: FIGURE,
            wanted: N
        }
    );
    let kind = error(with(body(op(Op::StoreContext, 0, 0, 0, 0), vec![Ty::THING]))).kind;
    assert_eq!(
        kind,
        Kind::WrongType {
            register: 0,
            found: Ty::THING,
            wanted: FIGURE
        }
    );
    let kind = error(with(body(op(Op::StoreContext, 0, 0, 0, 2), vec![N]))).kind;
    assert!(matches!(kind, Kind::OutOfRange { table: "slots", .. }));
}

#[test]
fn rejects_a_window_of_another_procedure() {
    assert_eq!(
        refuses(vec![N], op(Op::Window, 0, 0, 0, 0)),
        Kind::ForeignWindow { window: 0 }
    );
}

#[test]
fn a_procedure_s_slots_are_its_first_registers() {
    let kind = error_if(|pack| pack.procedures[0].slots[1].ty = B);
    assert_eq!(
        kind,
        Kind::WrongType {
            register: 1,
            found: N,
            wanted: B
        }
    );
    let kind = error_if(|pack| pack.procedures[0].slots.clear());
    assert_eq!(
        kind,
        Kind::WrongCount {
            what: "slots",
            found: 0,
            wanted: 1
        }
    );
    let kind = error_if(|pack| pack.procedures.push(pack.procedures[0].clone()));
    assert!(matches!(kind, Kind::Duplicate { .. }));
    assert!(matches!(
        error_if(|pack| pack.procedures[0].function = Id::new(99)),
        Kind::OutOfRange { .. }
    ));
}

#[test]
fn rejects_functions_of_another_signature_than_their_place_asks_for() {
    let wrong_params = |kind: Kind| assert!(matches!(kind, Kind::WrongParams { .. }), "{kind}");
    let wrong_result = |kind: Kind| assert!(matches!(kind, Kind::WrongResult { .. }), "{kind}");
    let not_pure = |kind: Kind| assert!(matches!(kind, Kind::NotPure { .. }), "{kind}");
    wrong_params(error_if(|pack| pack.main = ATTACK));
    wrong_params(error_if(|pack| pack.score = Some(LEVEL_OF)));
    wrong_params(error_if(|pack| pack.kinds[0].active = Some(YES_FOR_FIGURE)));
    wrong_params(error_if(|pack| pack.values[0].least = Some(AMOUNT)));
    wrong_params(error_if(|pack| {
        set_body(&mut pack.rules[0].kind, BODY_FOR_TWO_FIGURES.number())
    }));
    wrong_result(error_if(|pack| pack.checks[0].function = PLAYERS));
    wrong_result(error_if(|pack| pack.windows[0].priority = Some(YES)));
    wrong_result(error_if(|pack| pack.order = Some(YES)));
    wrong_result(error_if(|pack| pack.values[0].base = YES_FOR_FIGURE));
    not_pure(error_if(|pack| pack.checks[0].function = MAIN));
    assert!(matches!(
        error_if(|pack| pack.main = Id::new(99)),
        Kind::OutOfRange {
            table: "functions",
            ..
        }
    ));
}

fn set_body(kind: &mut RuleKind, function: u32) {
    if let RuleKind::Trigger { body, .. } | RuleKind::OfferOption { body, .. } = kind {
        *body = Id::new(function);
    }
}

#[test]
fn rejects_a_gate_that_asks_functions_of_the_wrong_kind() {
    let gate = |change: fn(&mut cardwright_bytecode::pack::Gate)| {
        error_if(|pack| {
            if let RuleKind::Trigger { gate, .. } = &mut pack.rules[0].kind {
                change(gate);
            }
        })
    };
    assert!(matches!(
        gate(|gate| gate.condition = LEVEL_OF),
        Kind::WrongResult { .. }
    ));
    assert!(matches!(gate(|gate| gate.condition = BODY), Kind::NotPure { .. }));
    assert!(matches!(
        gate(|gate| gate.decider = Some(LEVEL_OF)),
        Kind::WrongResult { .. }
    ));
    assert!(matches!(
        gate(|gate| gate.limit.as_mut().expect("it has one").apart = Some(LEVEL_OF)),
        Kind::WrongResult { .. }
    ));
    let per = gate(|gate| gate.limit.as_mut().expect("it has one").per = Some(Id::new(1)));
    assert!(matches!(
        per,
        Kind::OutOfRange {
            table: "procedures",
            ..
        }
    ));
}

/// The names on a ring of calls, each once.
fn ring(change: impl FnOnce(&mut cardwright_bytecode::Pack)) -> Vec<String> {
    let nulls = |pack: &mut cardwright_bytecode::Pack| {
        change(pack);
        // The code of these tests reads registers that it never wrote.
        cardwright_bytecode::finish(pack);
    };
    match error_if(nulls) {
        Kind::Recursion { mut path } => {
            path.pop();
            path.sort();
            path
        }
        kind => panic!("{kind}"),
    }
}

#[test]
fn rejects_an_offer_whose_option_asks_how_many_options_it_has() {
    let names = ring(|pack| {
        let code = vec![op(Op::Options, 2, 0, 3, 0), op(Op::Const, 4, 0, 0, 1), ret(4)];
        let registers = vec![FIGURE, FIGURE, N, Ty::PLAYER, B];
        pack.functions.push(pure("asks", 2, B, registers, code));
        if let RuleKind::OfferOption { gate, .. } = &mut pack.rules[1].kind {
            gate.condition = Id::at(ADDED);
        }
    });
    assert_eq!(names, ["function `asks`", "offer `action`"]);
}

#[test]
fn rejects_an_effect_that_lasts_while_it_runs() {
    let names = ring(|pack| {
        let code = vec![op(Op::Running, 1, 0, 0, 1), ret(1)];
        pack.functions.push(pure("asks", 1, B, vec![FIGURE, B], code));
        pack.effects[0].lasts = Some(Id::at(ADDED));
    });
    assert_eq!(names, ["effect `dimmed`", "function `asks`"]);
}

#[test]
fn rejects_a_value_that_asks_for_itself_by_way_of_an_effect_or_a_net_limit() {
    let asks = |pack: &mut cardwright_bytecode::Pack, result| {
        let code = vec![op(Op::Value, 1, 0, 0, 0), ret(if result == N { 1 } else { 2 })];
        let function = pure("asks", 1, result, vec![FIGURE, N, B], code);
        pack.functions.push(function);
    };
    let names = ring(|pack| {
        asks(pack, B);
        pack.rules[2].home = Home::Effect(Id::new(0));
        pack.effects[0].lasts = Some(Id::at(ADDED));
    });
    assert_eq!(
        names,
        ["effect `dimmed`", "function `asks`", "value `agility-of`"]
    );
    let names = ring(|pack| {
        asks(pack, N);
        pack.values[0].net_least = Some(Id::at(ADDED));
    });
    assert_eq!(names, ["function `asks`", "value `agility-of`"]);
}
