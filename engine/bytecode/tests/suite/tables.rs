//! Tables refer only to what exists and hold only values of their types.

use crate::sample::*;
use cardwright_bytecode::pack::{
    Adjustment, CONST_SET, FootprintDef, Home, Id, MAX_ENDS, Policy, RuleKind, SlotDef, Until, Winners, cell,
};
use cardwright_bytecode::verify::{Site, VerifyErrorKind as Kind, verify};
use cardwright_bytecode::{Base, Op, Pack, Ty};

fn bad_value(kind: Kind) {
    assert!(matches!(kind, Kind::BadValue { .. }), "{kind}");
}

fn out_of(expected: &str, kind: Kind) {
    assert!(
        matches!(kind, Kind::OutOfRange { table, .. } if table == expected),
        "{kind}"
    );
}

#[test]
fn the_null_entries_are_there() {
    assert_eq!(
        error_if(|pack| pack.texts.truncate(0)),
        Kind::Missing {
            what: "the empty text 0"
        }
    );
    assert_eq!(
        error_if(|pack| pack.texts[0] = "x".into()),
        Kind::Missing {
            what: "the empty text 0"
        }
    );
    assert_eq!(
        error_if(|pack| pack.rows.truncate(0)),
        Kind::Missing {
            what: "the null row 0"
        }
    );
    assert_eq!(
        error_if(|pack| pack.rows[0].cells.push(1)),
        Kind::Missing {
            what: "the null row 0"
        }
    );
}

#[test]
fn the_first_kinds_are_the_player_the_deck_and_the_game() {
    assert_eq!(
        error_if(|pack| pack.kinds.clear()),
        Kind::Missing {
            what: "kind 0, the player"
        }
    );
    assert_eq!(
        error_if(|pack| pack.kinds.truncate(1)),
        Kind::Missing {
            what: "kind 1, the deck"
        }
    );
    assert_eq!(
        error_if(|pack| pack.kinds.truncate(2)),
        Kind::Missing {
            what: "kind 2, the game"
        }
    );
    for reserved in [0, 2] {
        let kind = error_if(|pack| pack.kinds[3].class = pack.kinds[reserved].class);
        assert!(matches!(kind, Kind::Duplicate { index: 3, .. }));
    }
}

#[test]
fn types_exist() {
    let unknown = |kind: Kind| assert!(matches!(kind, Kind::UnknownType { .. }), "{kind}");
    unknown(error_if(|pack| {
        pack.records[0].fields[0].ty = Ty::one(Base::Word(2))
    }));
    unknown(error_if(|pack| {
        pack.kinds[3].fields[0].ty = Ty::one(Base::Row(1))
    }));
    unknown(error_if(|pack| {
        pack.values[0].params[0].ty = Ty::one(Base::Entity(4))
    }));
    unknown(error_if(|pack| pack.sets[0].ty = FIGURE));
    unknown(error_if(|pack| {
        pack.functions[0].registers[0] = Ty::set(Base::Nothing)
    }));
    unknown(error_if(|pack| {
        pack.functions[0].result = Ty::one(Base::Entity(9))
    }));
}

#[test]
fn rows_sets_and_templates_hold_values_of_their_types() {
    bad_value(error_if(|pack| pack.rows[1].cells[1] = 2));
    bad_value(error_if(|pack| pack.sets[0].items[0] = 1));
    bad_value(error_if(|pack| pack.templates[0].cells[1] = 2));
    let short = error_if(|pack| pack.rows[1].cells.truncate(1));
    assert_eq!(
        short,
        Kind::WrongCount {
            what: "cells",
            found: 1,
            wanted: 2
        }
    );
    let long = error_if(|pack| pack.templates[0].cells.push(0));
    assert_eq!(
        long,
        Kind::WrongCount {
            what: "cells",
            found: 4,
            wanted: 3
        }
    );
    out_of("records", error_if(|pack| pack.rows[1].record = 1));
    out_of("kinds", error_if(|pack| pack.templates[0].kind = 4));
}

#[test]
fn a_cell_of_a_set_type_holds_a_constant_set_of_that_type() {
    let with_set = |handle| {
        let mut pack = sample();
        pack.records[0].fields[0].ty = FIGURES;
        pack.rows[1].cells[0] = handle;
        pack
    };
    assert!(verify(with_set(CONST_SET)).is_ok());
    assert!(verify(with_set(0)).is_ok());
    bad_value(error(with_set(CONST_SET + 1)).kind);
    bad_value(error(with_set(1)).kind);
    bad_value(error(with_set(i64::MIN)).kind);
}

#[test]
fn dice_have_some_sides_and_each_is_a_face() {
    assert_eq!(
        error_if(|pack| pack.dice[0].sides.clear()),
        Kind::Missing { what: "a side" }
    );
    out_of("faces", error_if(|pack| pack.dice[0].sides[0] = 2));
    let sides = |count| move |pack: &mut Pack| pack.dice[0].sides = vec![0; count];
    let mut pack = sample();
    sides(100)(&mut pack);
    assert!(verify(pack).is_ok());
    assert_eq!(
        error_if(sides(101)),
        Kind::TooMany {
            what: "sides",
            found: 101,
            limit: 100
        }
    );
}

#[test]
fn token_limits_are_not_negative_and_each_token_is_carried_once() {
    let kind = error_if(|pack| pack.tokens[0].limit = Some(-1));
    assert_eq!(
        kind,
        Kind::Negative {
            what: "the limit",
            value: -1
        }
    );
    let kind = error_if(|pack| pack.kinds[3].tokens.push(1));
    assert_eq!(
        kind,
        Kind::Duplicate {
            what: "token",
            index: 1
        }
    );
    out_of("tokens", error_if(|pack| pack.kinds[3].tokens.push(2)));
}

#[test]
fn a_footprint_s_size_is_in_number_fields() {
    out_of(
        "fields",
        error_if(|pack| pack.kinds[3].footprint = Some(FootprintDef::Circle(3))),
    );
    let kind = error_if(|pack| pack.kinds[3].footprint = Some(FootprintDef::Rectangle(0, 1)));
    assert!(matches!(kind, Kind::WrongType { register: 1, .. }));
}

#[test]
fn a_secret_field_has_a_bit_in_the_header() {
    let secret_at = |count: usize| {
        move |pack: &mut Pack| {
            let field = pack.kinds[3].fields[1].clone();
            pack.kinds[1].fields = vec![field; count];
        }
    };
    let mut pack = sample();
    secret_at(63)(&mut pack);
    assert!(verify(pack).is_ok());
    assert!(matches!(
        error_if(secret_at(64)),
        Kind::TooMany {
            found: 64,
            limit: 63,
            ..
        }
    ));
}

#[test]
fn entities_fit_their_templates_owners_and_holders() {
    let kind = error_if(|pack| pack.setup.entities[2].template = Some(Id::new(0)));
    assert_eq!(kind, Kind::WrongKind { found: 1, wanted: 3 });
    assert_eq!(
        error_if(|pack| pack.setup.entities[3].owner = 3),
        Kind::WrongKind { found: 1, wanted: 0 }
    );
    bad_value(error_if(|pack| pack.setup.entities[3].owner = 5));
    bad_value(error_if(|pack| pack.setup.entities[3].holder = 5));
    out_of(
        "templates",
        error_if(|pack| pack.setup.entities[3].template = Some(Id::new(1))),
    );
    assert_eq!(
        error_if(|pack| pack.outcomes[0].winners = Winners::Fixed(vec![SMAUG])),
        Kind::WrongKind { found: 3, wanted: 0 }
    );
}

#[test]
fn nobody_holds_itself() {
    let holders = |holders: [u32; 3]| {
        let mut pack = sample();
        pack.setup
            .entities
            .iter_mut()
            .zip(holders)
            .for_each(|(entity, holder)| entity.holder = holder);
        pack.setup.entities[3].holder = 0;
        pack
    };
    for fine in [[0, 0, 0], [0, 1, 2], [3, 1, 0], [2, 3, 0], [0, 1, 1]] {
        assert!(verify(holders(fine)).is_ok(), "{fine:?}");
    }
    for ring in [[1, 0, 0], [2, 1, 0], [2, 3, 1], [0, 3, 2], [2, 3, 2]] {
        assert!(
            matches!(error(holders(ring)).kind, Kind::HolderRing { .. }),
            "{ring:?}"
        );
    }
}

#[test]
fn overrides_change_fields_and_tokens_but_no_header() {
    let with_cell =
        |cell: usize, value| error_if(|pack| pack.setup.entities[3].cells = vec![(cell as u16, value)]);
    assert!(matches!(with_cell(cell::OWNER, 1), Kind::BadCell { .. }));
    assert!(matches!(
        with_cell(MARK_CELL as usize + 1, 1),
        Kind::BadCell { .. }
    ));
    bad_value(with_cell(PLAN as usize, 2));
    assert!(matches!(with_cell(MARK_CELL as usize, -1), Kind::Negative { .. }));
    assert!(matches!(
        with_cell(MARK_CELL as usize, 3),
        Kind::TooMany {
            found: 3,
            limit: 2,
            ..
        }
    ));
}

#[test]
fn windows_starts_and_rules_lead_to_what_exists() {
    out_of(
        "procedures",
        error_if(|pack| pack.windows[0].procedure = Id::new(1)),
    );
    out_of("procedures", error_if(|pack| pack.round = Some(Id::new(1))));
    out_of("steps", error_if(|pack| pack.windows[0].step = Some(1)));
    out_of("effects", error_if(|pack| pack.starts[0].effect = Id::new(1)));
    let until = |window, condition| {
        move |pack: &mut Pack| {
            pack.starts[0].ends[0] = Until {
                window,
                condition,
                counted: false,
                next: false,
            };
        }
    };
    out_of("windows", error_if(until(Id::new(1), None)));
    out_of("functions", error_if(until(Id::new(0), Some(Id::new(99)))));
    out_of(
        "templates",
        error_if(|pack| pack.rules[0].home = Home::Template(Id::new(1))),
    );
    out_of(
        "effects",
        error_if(|pack| pack.rules[0].home = Home::Effect(Id::new(1))),
    );
    let rule = |kind| error_if(|pack| pack.rules[0].kind = kind);
    let condition = YES_FOR_FIGURE;
    out_of(
        "values",
        rule(RuleKind::Modify {
            value: Id::new(1),
            change: Adjustment::Add,
            condition,
            amount: AMOUNT,
            least: None,
            most: None,
        }),
    );
    out_of(
        "permissions",
        rule(RuleKind::Permit {
            permission: Id::new(1),
            allow: true,
            condition,
        }),
    );
    assert_eq!(
        error_if(|pack| pack.choices[3].labels.clear()),
        Kind::Missing { what: "a label" }
    );
}

#[test]
fn a_function_has_at_most_256_registers_and_no_more_parameters() {
    let function = |count| effect("added", 0, Ty::NOTHING, vec![N; count], vec![ret(255)]);
    assert!(verify(with(function(256))).is_ok());
    assert!(matches!(
        error(with(function(257))).kind,
        Kind::TooMany {
            found: 257,
            limit: 256,
            ..
        }
    ));
    let kind = error(with(effect("added", 2, Ty::NOTHING, vec![N], vec![ret(0)]))).kind;
    assert_eq!(
        kind,
        Kind::TooMany {
            what: "parameters",
            found: 2,
            limit: 1
        }
    );
}

#[test]
fn an_error_says_where_it_is_and_what_is_wrong() {
    let mut pack = sample();
    pack.rows[1].cells[1] = 9;
    let found = error(pack);
    assert_eq!(
        found.place,
        Site::Table {
            table: "rows",
            index: 1
        }
    );
    assert_eq!(found.to_string(), "in entry 1 of rows: 9 is no valid `word-1`");
    let mut pack = sample();
    pack.functions[3].code[0].imm = 0;
    assert_eq!(
        error(pack).to_string(),
        "in function `level-of` at 0: cell 0 of kind 3 is no field or token"
    );
}

#[test]
fn the_first_entity_is_the_game_and_no_other_is() {
    let first = error_if(|pack| pack.setup.entities[0].kind = 1);
    assert_eq!(
        first,
        Kind::Missing {
            what: "entity 1, the game"
        }
    );
    let second = error_if(|pack| pack.setup.entities[2].kind = 2);
    assert!(matches!(second, Kind::Duplicate { index: 3, .. }), "{second}");
}

// Limit: MAX_ENDS in engine/bytecode/src/pack/code.rs
#[test]
fn an_effect_has_only_so_many_ends_and_only_the_first_is_counted() {
    let ends = |count: usize| {
        move |pack: &mut Pack| {
            let until = pack.starts[0].ends[0];
            pack.starts[0].ends = vec![until; count];
        }
    };
    let mut pack = sample();
    ends(MAX_ENDS)(&mut pack);
    assert!(verify(pack).is_ok());
    let kind = error_if(ends(MAX_ENDS + 1));
    assert!(matches!(kind, Kind::TooMany { .. }), "{kind}");
    misplaced(error_if(|pack| {
        let until = pack.starts[1].ends[0];
        pack.starts[1].ends.push(until);
    }));
}

fn misplaced(kind: Kind) {
    assert!(matches!(kind, Kind::Misplaced { .. }), "{kind}");
}

#[test]
fn what_is_kept_can_change_and_means_something_elsewhere() {
    misplaced(error_if(|pack| pack.kinds[3].fields[0].kept = true));
    for ty in [Ty::POOL, Ty::DIE] {
        misplaced(error_if(|pack| {
            pack.kinds[2].fields[0].ty = ty;
        }));
    }
    misplaced(error_if(|pack| pack.kinds[2].fields[0].secret = true));
}

fn unordered(kind: Kind) {
    assert!(matches!(kind, Kind::Unordered { .. }), "{kind}");
}

#[test]
fn a_replacement_has_no_bounds_and_a_bound_is_of_its_values_type() {
    let bounded = |change, bound| {
        error_if(|pack| {
            if let RuleKind::Modify {
                change: is, least, ..
            } = &mut pack.rules[2].kind
            {
                (*is, *least) = (change, Some(bound));
            }
        })
    };
    let RuleKind::Modify {
        amount, condition, ..
    } = sample().rules[2].kind
    else {
        panic!("the sample's third rule modifies");
    };
    let replacing = bounded(Adjustment::Replace, amount);
    assert!(matches!(replacing, Kind::Misplaced { .. }), "{replacing}");
    let asked = bounded(Adjustment::Add, condition);
    assert!(matches!(asked, Kind::WrongResult { .. }), "{asked}");
}

#[test]
fn only_numbers_are_added_to_and_limited_and_only_what_has_an_order_is_compared() {
    // A figure is a value that is itself.
    let itself = |pack: &mut Pack| {
        pack.functions
            .push(pure("itself", 1, FIGURE, vec![FIGURE], vec![ret(0)]));
        let value = &mut pack.values[0];
        (value.result, value.base, value.net_most) = (FIGURE, Id::at(ADDED), None);
        let registers = vec![FIGURE, FIGURE];
        pack.functions
            .push(pure("other", 2, FIGURE, registers, vec![ret(0)]));
        if let RuleKind::Modify { change, amount, .. } = &mut pack.rules[2].kind {
            (*change, *amount) = (Adjustment::Replace, Id::at(ADDED + 1));
        }
    };
    let mut pack = sample();
    itself(&mut pack);
    if let Err(error) = verify(pack) {
        panic!("{error}");
    }
    unordered(error_if(|pack| {
        itself(pack);
        pack.values[0].policy = Policy::Highest;
    }));
    unordered(error_if(|pack| {
        itself(pack);
        pack.values[0].least = Some(LEVEL_OF);
    }));
    unordered(error_if(|pack| {
        itself(pack);
        if let RuleKind::Modify { change, .. } = &mut pack.rules[2].kind {
            *change = Adjustment::Add;
        }
    }));
    let wrong = error_if(|pack| {
        itself(pack);
        if let RuleKind::Modify { amount, .. } = &mut pack.rules[2].kind {
            *amount = AMOUNT;
        }
    });
    assert!(matches!(wrong, Kind::WrongResult { .. }), "{wrong}");
}

#[test]
fn a_shared_limit_and_a_rule_about_building_need_a_home_that_has_copies() {
    misplaced(error_if(|pack| {
        pack.rules[0].home = Home::Effect(Id::new(0));
    }));
    misplaced(error_if(|pack| {
        pack.rules[4].home = Home::Effect(Id::new(0));
    }));
    let kind = error_if(|pack| pack.rules[4].home = Home::Global);
    assert!(
        matches!(kind, Kind::WrongParams { .. }),
        "a player is asked about: {kind}"
    );
}

#[test]
fn matches_compare_arguments_that_are_there_and_can_be_compared() {
    out_of("effects", error_if(|pack| pack.matches[0].effect = Id::new(1)));
    for any in [0b10, u32::MAX] {
        out_of("parameters", error_if(|pack| pack.matches[0].any = any));
    }
    for ty in [FIGURES, Ty::POOL, Ty::DIE] {
        let kind = error_if(|pack| {
            pack.effects[0].params[0].ty = ty;
        });
        assert_eq!(kind, Kind::Incomparable { left: ty, right: ty });
    }
}

#[test]
fn a_rule_and_what_it_is_about_have_24_arguments_together_at_most() {
    // The rule lives with an effect of so many parameters, and is about a value of so many.
    let rule_of = |home: usize, value: usize| {
        let slots = |count| {
            vec![
                SlotDef {
                    name: "n".into(),
                    ty: N
                };
                count
            ]
        };
        let mut pack = sample();
        let sum = |params: usize| {
            let code = vec![op(Op::Const, params as u8, 0, 0, 1), ret(params as u8)];
            pure("sum", params as u8, N, vec![N; params + 1], code)
        };
        let yes = |params: usize| {
            let registers = [vec![N; params], vec![B]].concat();
            let code = vec![op(Op::Const, params as u8, 0, 0, 1), ret(params as u8)];
            pure("yes", params as u8, B, registers, code)
        };
        let first = pack.functions.len() as u32;
        pack.functions
            .extend([sum(value), yes(home + value), sum(home + value)]);
        let many = pack.effects.len() as u32;
        let mut effect = pack.effects[0].clone();
        (effect.params, effect.lasts) = (slots(home), None);
        pack.effects.push(effect);
        let about = pack.values.len() as u32;
        let mut counted = pack.values[0].clone();
        (counted.params, counted.base) = (slots(value), Id::new(first));
        (counted.least, counted.most, counted.net_least, counted.net_most) = (None, None, None, None);
        pack.values.push(counted);
        let mut rule = pack.rules[2].clone();
        rule.home = Home::Effect(Id::new(many));
        rule.kind = RuleKind::Modify {
            value: Id::new(about),
            change: Adjustment::Add,
            condition: Id::new(first + 1),
            amount: Id::new(first + 2),
            least: None,
            most: None,
        };
        pack.rules.push(rule);
        pack
    };
    assert!(verify(rule_of(12, 12)).is_ok());
    assert!(verify(rule_of(0, 24)).is_ok());
    for (home, value, found) in [(13, 12, 25), (0, 25, 25), (25, 0, 25)] {
        let kind = error(rule_of(home, value)).kind;
        let what = "arguments of one call";
        assert_eq!(
            kind,
            Kind::TooMany {
                what,
                found,
                limit: 24
            }
        );
    }
}

#[test]
fn what_says_that_a_run_is_over_is_a_yes_or_no_of_the_procedure() {
    out_of("slots", error_if(|pack| pack.procedures[0].ended = Some(2)));
    let wrong = Kind::WrongType {
        register: 1,
        found: Ty::NUMBER,
        wanted: Ty::BOOL,
    };
    assert_eq!(error_if(|pack| pack.procedures[0].ended = Some(1)), wrong);
}
