//! Values and permissions of whole packs.

use super::kit::{ANNS_PIECE, Kit, PIECE, op, slot};
use crate::game::Game;
use cardwright_bytecode::pack::{Home, HookDef, Level, Policy, RuleKind, ValueDef};
use cardwright_bytecode::{Op, Ty};

/// A value with base 2 and at most 9, changed by (level, replaces, amount).
fn game(changes: &[(Level, bool, i32)]) -> Game {
    let mut kit = Kit::new();
    let (base, most) = (
        kit.constant(&[PIECE], Ty::NUMBER, 2),
        kit.constant(&[PIECE], Ty::NUMBER, 9),
    );
    let params = vec![slot("of", PIECE)];
    kit.pack.values.push(ValueDef {
        name: "might".into(),
        params,
        result: Ty::NUMBER,
        base,
        policy: Policy::Level,
        net_least: None,
        net_most: None,
        least: None,
        most: Some(most),
    });
    for &(level, replace, amount) in changes {
        let condition = kit.constant(&[PIECE], Ty::BOOL, 1);
        let amount = kit.constant(&[PIECE], Ty::NUMBER, amount);
        let kind = RuleKind::Modify {
            value: 0,
            replace,
            condition,
            amount,
        };
        kit.rule("change", level, Home::Global, kind);
    }
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    Game::new(&kit.content(), 1)
}

fn might(changes: &[(Level, bool, i32)]) -> i64 {
    game(changes).explain_value(0, &[i64::from(ANNS_PIECE)]).result
}

#[test]
fn additions_come_after_the_replacement_whatever_the_order() {
    assert_eq!(might(&[]), 2);
    assert_eq!(
        might(&[
            (Level::Card, false, 1),
            (Level::Card, true, 5),
            (Level::Core, false, -2)
        ]),
        4
    );
}

#[test]
fn of_replacements_the_highest_level_and_then_the_latest_wins() {
    assert_eq!(might(&[(Level::Scenario, true, 3), (Level::Card, true, 4)]), 3);
    assert_eq!(might(&[(Level::Card, true, 3), (Level::Card, true, 4)]), 4);
}

#[test]
fn limits_come_last() {
    assert_eq!(might(&[(Level::Card, false, 100)]), 9);
}

#[test]
fn a_derivation_tells_what_counts() {
    let changes = [
        (Level::Card, true, 3),
        (Level::Card, true, 4),
        (Level::Core, false, 1),
    ];
    let derivation = game(&changes).explain_value(0, &[i64::from(ANNS_PIECE)]);
    let facts: Vec<_> = derivation
        .contributions
        .iter()
        .map(|fact| (fact.amount, fact.counts))
        .collect();
    assert_eq!(facts, [(3, false), (4, true), (1, true)]);
    assert_eq!(
        (derivation.base, derivation.most, derivation.result),
        (2, Some(9), 5)
    );
}

#[test]
fn statements_of_the_highest_level_decide_a_permission() {
    let statements = [(Level::Core, false), (Level::Card, true)];
    for (count, expected) in [(0, true), (1, false), (2, true)] {
        let mut kit = Kit::new();
        kit.pack.permissions.push(HookDef {
            name: "act".into(),
            params: vec![slot("who", PIECE)],
        });
        for &(level, allow) in &statements[..count] {
            let condition = kit.constant(&[PIECE], Ty::BOOL, 1);
            kit.rule(
                "say",
                level,
                Home::Global,
                RuleKind::Permit {
                    permission: 0,
                    allow,
                    condition,
                },
            );
        }
        kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
        let mut game = Game::new(&kit.content(), 1);
        game.machine.refuel(1_000);
        let (mut world, machine) = game.parts();
        assert_eq!(
            world.is_permitted(machine, 0, &cardwright_vm::Args::of(&[i64::from(ANNS_PIECE)])),
            expected
        );
    }
}
