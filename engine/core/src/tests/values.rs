//! Values and permissions of whole packs.

use super::kit::{ANNS_PIECE, BENS_PIECE, KIND_CARD, Kit, PIECE, op, slot};
use crate::calls::call;
use crate::game::Game;
use crate::values::Derivation;
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{
    Adjustment, EffectDef, Home, Id, Level, PermissionDef, Policy, RuleKind, StartDef, ValueDef,
};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_vm::Args;

/// A value with base 2 and at most 9, changed by (level, replaces, amount).
fn kit(changes: &[(Level, bool, i32)]) -> Kit {
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
        factors_last: false,
        net_least: None,
        net_most: None,
        least: None,
        most: Some(most),
    });
    for &(level, replace, amount) in changes {
        let condition = kit.constant(&[PIECE], Ty::BOOL, 1);
        let amount = kit.constant(&[PIECE], Ty::NUMBER, amount);
        let kind = RuleKind::Modify {
            value: Id::new(0),
            change: if replace {
                Adjustment::Replace
            } else {
                Adjustment::Add
            },
            condition,
            amount,
            least: None,
            most: None,
        };
        kit.rule("change", level, Home::Global, kind);
    }
    kit
}

/// The derivation of the might of Ann's piece.
fn derivation(mut kit: Kit) -> Derivation {
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    Game::new(&kit.content(), 1)
        .explain_value(Id::new(0), &[i64::from(ANNS_PIECE)], Viewer::Judge)
        .expect("a judge sees all")
}

fn might(changes: &[(Level, bool, i32)]) -> i64 {
    derivation(kit(changes)).result
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
    let derivation = derivation(kit(&changes));
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
        kit.pack.permissions.push(PermissionDef {
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
                    permission: Id::new(0),
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
            world.is_permitted(
                machine,
                Id::new(0),
                &cardwright_vm::Args::of(&[i64::from(ANNS_PIECE)])
            ),
            expected
        );
    }
}

/// A piece's might under a policy, with these replacements.
fn replaced(policy: Policy, changes: &[(Level, i32)]) -> i64 {
    let changes: Vec<_> = changes
        .iter()
        .map(|&(level, amount)| (level, true, amount))
        .collect();
    let mut kit = kit(&changes);
    kit.pack.values[0].policy = policy;
    derivation(kit).result
}

#[test]
fn the_highest_or_lowest_replacement_wins_whatever_its_level() {
    let changes = [(Level::Card, 4), (Level::Core, 7), (Level::Scenario, 5)];
    assert_eq!(replaced(Policy::Highest, &changes), 7);
    assert_eq!(replaced(Policy::Lowest, &changes), 4);
    assert_eq!(replaced(Policy::Level, &changes), 5);
    assert_eq!(
        replaced(Policy::Highest, &[]),
        2,
        "the base competes with nothing"
    );
    let extreme = [(Level::Core, i32::MIN), (Level::Core, 0)];
    assert_eq!(replaced(Policy::Lowest, &extreme), i64::from(i32::MIN));
}

#[test]
fn words_are_weighed_in_the_order_of_their_declaration() {
    for (policy, expected) in [(Policy::Highest, 2), (Policy::Lowest, 1)] {
        let mut kit = kit(&[]);
        let base = kit.constant(&[PIECE], Ty::FACE, 0);
        kit.pack.values[0] = ValueDef {
            result: Ty::FACE,
            base,
            policy,
            most: None,
            ..kit.pack.values[0].clone()
        };
        for word in [2, 1] {
            let condition = kit.constant(&[PIECE], Ty::BOOL, 1);
            let amount = kit.constant(&[PIECE], Ty::FACE, word);
            let kind = RuleKind::Modify {
                value: Id::new(0),
                change: Adjustment::Replace,
                condition,
                amount,
                least: None,
                most: None,
            };
            kit.rule("paint", Level::Core, Home::Global, kind);
        }
        assert_eq!(derivation(kit).result, expected);
    }
}

#[test]
fn the_latest_replacement_wins_whatever_its_level() {
    let mut kit = kit(&[]);
    kit.pack.values[0].policy = Policy::Latest;
    let charm = kit.card("charm", ANNS_PIECE, true);
    kit.pack.effects.push(EffectDef {
        name: "curse".into(),
        params: vec![slot("who", PIECE)],
        lasts: None,
        ended: None,
    });
    kit.pack.starts.push(StartDef {
        effect: Id::new(0),
        ends: Vec::new(),
    });
    let card = Ty::one(Base::Entity(KIND_CARD));
    let homes = [
        (Home::Template(Id::new(0)), card, Level::Scenario, 7),
        (Home::Effect(Id::new(0)), PIECE, Level::Core, 1),
    ];
    for (home, carrier, level, amount) in homes {
        let condition = kit.constant(&[carrier, PIECE], Ty::BOOL, 1);
        let amount = kit.constant(&[carrier, PIECE], Ty::NUMBER, amount);
        let kind = RuleKind::Modify {
            value: Id::new(0),
            change: Adjustment::Replace,
            condition,
            amount,
            least: None,
            most: None,
        };
        kit.rule("set", level, home, kind);
    }
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    let mut game = Game::new(&kit.content(), 1);
    let now = |game: &Game| {
        game.explain_value(Id::new(0), &[i64::from(ANNS_PIECE)], Viewer::Judge)
            .expect("a judge sees all")
            .result
    };
    assert_eq!(now(&game), 7);
    let (mut world, machine) = game.parts();
    world.start_effect(machine, Id::new(0), &[i64::from(ANNS_PIECE)]);
    assert_eq!(now(&game), 1, "the effect began later");
    let (mut world, machine) = game.parts();
    let to = Args::of(&[i64::from(charm), i64::from(BENS_PIECE)]);
    call(&mut world, machine, Core::MoveTo, &to);
    assert_eq!(now(&game), 7, "the card came anew");
}

#[test]
fn the_sum_of_additions_stays_between_its_limits() {
    for (amounts, net, result) in [([5, -1], 4, 5), ([-6, 1], -5, 1)] {
        let mut kit = kit(&amounts.map(|amount| (Level::Card, false, amount)));
        let limits = [3, -1].map(|limit| kit.constant(&[PIECE], Ty::NUMBER, limit));
        kit.pack.values[0].net_most = Some(Id::new(limits[0].number()));
        kit.pack.values[0].net_least = Some(Id::new(limits[1].number()));
        let derivation = derivation(kit);
        assert_eq!((derivation.sum, derivation.result), (net, result));
        assert_eq!((derivation.net_least, derivation.net_most), (Some(-1), Some(3)));
    }
}
