//! Every number that names an entry of a table is proved, wherever in a pack it stands: play indexes with it and asks nobody.

use crate::sample::*;
use cardwright_bytecode::pack::{
    Entry, FuncId, Gate, Home, Id, Level, Limit, MovementDef, ProcedureDef, Rule, RuleKind, Until,
};
use cardwright_bytecode::verify::VerifyErrorKind as Kind;
use cardwright_bytecode::{Instr, Op, Pack, Ty};

/// A number behind the end of every table.
const NONE: u32 = 9_999;

fn none<T>() -> Id<T> {
    Id::new(NONE)
}

/// The table in which the verifier misses an entry.
fn missed(kind: Kind) -> (&'static str, i64) {
    match kind {
        Kind::OutOfRange { table, index, .. } => (table, index),
        other => panic!("{other}"),
    }
}

fn refused_by<T: Entry>(damages: &[fn(&mut Pack)]) {
    for (number, damage) in damages.iter().enumerate() {
        assert_eq!(
            missed(error_if(*damage)),
            (T::TABLE, i64::from(NONE)),
            "damage {number} to a number of `{}`",
            T::TABLE
        );
    }
}

fn gate(pack: &mut Pack) -> &mut Gate {
    match &mut pack.rules[0].kind {
        RuleKind::Trigger { gate, .. } => gate,
        _ => panic!("the first rule lives in a window"),
    }
}

fn limit(pack: &mut Pack) -> &mut Limit {
    gate(pack).limit.as_mut().expect("the first rule has a limit")
}

fn until(pack: &mut Pack) -> &mut Until {
    &mut pack.starts[0].ends[0]
}

fn lend(pack: &mut Pack, [from, to, condition]: [FuncId; 3]) {
    pack.rules[0] = Rule {
        kind: RuleKind::Lend {
            kind: FIGURE_KIND,
            from,
            to,
            condition,
        },
        ..pack.rules[0].clone()
    };
}

fn movement(pack: &mut Pack, [cost, stops, ends]: [FuncId; 3]) {
    pack.movements.push(MovementDef {
        name: "walk".into(),
        mover: FIGURE_KIND,
        through_walls: false,
        cost,
        stops,
        ends,
    });
}

#[test]
fn functions_that_tables_name_are_proved() {
    refused_by::<cardwright_bytecode::pack::Function>(&[
        |pack| pack.main = none(),
        |pack| pack.score = Some(none()),
        |pack| pack.order = Some(none()),
        |pack| pack.checks[0].function = none(),
        |pack| pack.procedures[0].function = none(),
        |pack| pack.windows[0].priority = Some(none()),
        |pack| pack.kinds[usize::from(FIGURE_KIND)].active = Some(none()),
        |pack| pack.values[0].base = none(),
        |pack| pack.values[0].least = Some(none()),
        |pack| pack.values[0].most = Some(none()),
        |pack| pack.values[0].net_least = Some(none()),
        |pack| pack.values[0].net_most = Some(none()),
        |pack| pack.effects[0].lasts = Some(none()),
        |pack| pack.effects[0].ended = Some(none()),
        |pack| until(pack).condition = Some(none()),
        |pack| movement(pack, [none(), YES, YES]),
        |pack| pack.choices[4].place.as_mut().expect("a place").test = Some(none()),
    ]);
}

#[test]
fn functions_that_rules_name_are_proved() {
    refused_by::<cardwright_bytecode::pack::Function>(&[
        |pack| gate(pack).condition = none(),
        |pack| gate(pack).decider = Some(none()),
        |pack| limit(pack).apart = Some(none()),
        |pack| lend(pack, [YES, YES, none()]),
        |pack| lend(pack, [none(), YES, YES_FOR_FIGURE]),
        |pack| match &mut pack.rules[0].kind {
            RuleKind::Trigger { body, .. } => *body = none(),
            _ => panic!("the first rule lives in a window"),
        },
        |pack| match &mut pack.rules[0].kind {
            RuleKind::Trigger { otherwise, .. } => *otherwise = Some(none()),
            _ => panic!("the first rule lives in a window"),
        },
        |pack| match &mut pack.rules[1].kind {
            RuleKind::OfferOption { body, .. } => *body = none(),
            _ => panic!("the second rule adds an option"),
        },
        |pack| match &mut pack.rules[2].kind {
            RuleKind::Modify { condition, .. } => *condition = none(),
            _ => panic!("the third rule changes a value"),
        },
        |pack| match &mut pack.rules[2].kind {
            RuleKind::Modify { amount, .. } => *amount = none(),
            _ => panic!("the third rule changes a value"),
        },
        |pack| match &mut pack.rules[2].kind {
            RuleKind::Modify { least, .. } => *least = Some(none()),
            _ => panic!("the third rule changes a value"),
        },
        |pack| match &mut pack.rules[2].kind {
            RuleKind::Modify { most, .. } => *most = Some(none()),
            _ => panic!("the third rule changes a value"),
        },
        |pack| match &mut pack.rules[3].kind {
            RuleKind::Permit { condition, .. } => *condition = none(),
            _ => panic!("the fourth rule is about a permission"),
        },
        |pack| match &mut pack.rules[4].kind {
            RuleKind::Build { condition } => *condition = none(),
            _ => panic!("the fifth rule is about building"),
        },
    ]);
}

#[test]
fn procedures_windows_and_rules_that_others_name_are_proved() {
    use cardwright_bytecode::pack::WindowDef;
    refused_by::<ProcedureDef>(&[
        |pack| pack.round = Some(none()),
        |pack| pack.windows[0].procedure = none(),
        |pack| pack.functions[YES].context = Some(none()),
        |pack| limit(pack).per = Some(none()),
    ]);
    refused_by::<WindowDef>(&[
        |pack| until(pack).window = none(),
        |pack| match &mut pack.rules[0].kind {
            RuleKind::Trigger { window, .. } => *window = none(),
            _ => panic!("the first rule lives in a window"),
        },
    ]);
    refused_by::<Rule>(&[|pack| match &mut pack.rules[0].kind {
        RuleKind::Trigger { first, .. } => *first = Some(none()),
        _ => panic!("the first rule lives in a window"),
    }]);
}

#[test]
fn what_rules_are_about_and_where_they_live_is_proved() {
    use cardwright_bytecode::pack::{EffectDef, OfferDef, PermissionDef, TemplateDef, ValueDef};
    refused_by::<ValueDef>(&[
        |pack| pack.controller = Some(none()),
        |pack| match &mut pack.rules[2].kind {
            RuleKind::Modify { value, .. } => *value = none(),
            _ => panic!("the third rule changes a value"),
        },
    ]);
    refused_by::<PermissionDef>(&[
        |pack| pack.use_abilities = Some(none()),
        |pack| match &mut pack.rules[3].kind {
            RuleKind::Permit { permission, .. } => *permission = none(),
            _ => panic!("the fourth rule is about a permission"),
        },
    ]);
    refused_by::<OfferDef>(&[|pack| match &mut pack.rules[1].kind {
        RuleKind::OfferOption { offer, .. } => *offer = none(),
        _ => panic!("the second rule adds an option"),
    }]);
    refused_by::<EffectDef>(&[
        |pack| pack.starts[0].effect = none(),
        |pack| pack.matches[0].effect = none(),
        |pack| {
            pack.rules[0].level = Level::Core;
            pack.rules[0].home = Home::Effect(none());
        },
    ]);
    refused_by::<TemplateDef>(&[
        |pack| pack.rules[0].home = Home::Template(none()),
        |pack| pack.setup.entities[3].template = Some(none()),
    ]);
}

#[test]
fn what_operands_name_is_proved() {
    let registers = || vec![N; 8];
    let operands = [
        (Op::Call, "functions"),
        (Op::Value, "values"),
        (Op::Can, "permissions"),
        (Op::Offer, "offers"),
        (Op::Options, "offers"),
        (Op::Choose, "choices"),
        (Op::ChoosePlace, "choices"),
        (Op::May, "choices"),
        (Op::Start, "starts"),
        (Op::FinishEffect, "matches"),
        (Op::Running, "matches"),
        (Op::Window, "windows"),
        (Op::Gather, "windows"),
        (Op::Step, "windows"),
        (Op::End, "outcomes"),
        (Op::EndWith, "outcomes"),
        (Op::Entry, "states"),
        (Op::SetEntry, "states"),
    ];
    for (op, table) in operands {
        for number in [NONE as i32, -1] {
            let kind = refuses(registers(), Instr::new(op, 0, 1, 2, number));
            assert_eq!(missed(kind), (table, i64::from(number)), "{op:?}");
        }
    }
    for op in [Op::InRun, Op::LoadRun] {
        let mut function = effect(
            "asks",
            0,
            Ty::NOTHING,
            vec![N],
            vec![Instr::new(op, 0, 0, 0, -1), ret(0)],
        );
        function.context = Some(Id::new(0));
        assert_eq!(missed(error(with(function)).kind), ("procedures", -1), "{op:?}");
    }
}
