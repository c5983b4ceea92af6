//! Each operation asks for registers of the right types and for table entries that exist.

use crate::sample::*;
use cardwright_bytecode::pack::{ChoiceDef, Id, PlaceDef};
use cardwright_bytecode::registry::{CORE_CALLS, Core};
use cardwright_bytecode::verify::{VerifyErrorKind as Kind, verify};
use cardwright_bytecode::{Base, Op, Ty};

/// Whether the error is that an index leads out of this table.
fn leaves(kind: &Kind, expected: &str) -> bool {
    matches!(kind, Kind::OutOfRange { table, .. } if *table == expected)
}

#[test]
fn the_sample_is_sound() {
    if let Err(error) = verify(sample()) {
        panic!("{error}");
    }
}

#[test]
fn rejects_a_register_that_does_not_exist() {
    assert_eq!(
        refuses(vec![N], op(Op::Move, 0, 1, 0, 0)),
        Kind::NoSuchRegister {
            register: 1,
            registers: 1
        }
    );
    assert_eq!(
        refuses(vec![N], op(Op::Add, 0, 0, 9, 0)),
        Kind::NoSuchRegister {
            register: 9,
            registers: 1
        }
    );
}

#[test]
fn rejects_arithmetic_with_anything_but_numbers() {
    for code in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Min, Op::Max] {
        accepts(vec![N], op(code, 0, 0, 0, 0));
        assert_eq!(
            refuses(vec![N, B], op(code, 0, 0, 1, 0)),
            Kind::WrongType {
                register: 1,
                found: B,
                wanted: N
            }
        );
        assert_eq!(
            refuses(vec![N, B], op(code, 1, 0, 0, 0)),
            Kind::WrongType {
                register: 1,
                found: N,
                wanted: B
            }
        );
    }
}

#[test]
fn compares_entities_of_different_kinds_but_no_sets_and_no_words_with_numbers() {
    accepts(vec![B, FIGURE, Ty::PLAYER], op(Op::Eq, 0, 1, 2, 0));
    accepts(vec![B, COLOUR], op(Op::Ne, 0, 1, 1, 0));
    let kind = refuses(vec![B, COLOUR, N], op(Op::Eq, 0, 1, 2, 0));
    assert_eq!(
        kind,
        Kind::Incomparable {
            left: COLOUR,
            right: N
        }
    );
    assert!(matches!(
        refuses(vec![B, FIGURES], op(Op::Ne, 0, 1, 1, 0)),
        Kind::Incomparable { .. }
    ));
    assert!(matches!(
        refuses(vec![B, COLOUR], op(Op::Lt, 0, 1, 1, 0)),
        Kind::WrongType { .. }
    ));
}

#[test]
fn a_constant_is_a_value_of_its_register() {
    for (ty, good, bad) in [
        (B, 1, 2),
        (COLOUR, 1, 2),
        (MANEUVER, 1, 2),
        (FIGURE, 4, 1),
        (Ty::THING, 4, 5),
        (Ty::TEXT, 1, 2),
        (Ty::POSE, 0, 1),
        (Ty::POOL, 0, 1),
        (Ty::DIE, 0, 1),
        (FIGURES, 0, 1),
    ] {
        accepts(vec![ty], op(Op::Const, 0, 0, 0, good));
        let kind = refuses(vec![ty], op(Op::Const, 0, 0, 0, bad));
        assert_eq!(
            kind,
            Kind::BadValue {
                value: i64::from(bad),
                ty
            }
        );
        assert!(matches!(
            refuses(vec![ty], op(Op::Const, 0, 0, 0, -1)),
            Kind::BadValue { .. }
        ));
    }
}

#[test]
fn a_big_constant_is_a_number_a_pose_or_a_set_of_the_register_s_type() {
    accepts(vec![N], op(Op::Big, 0, 0, 0, 0));
    accepts(vec![Ty::POSE], op(Op::Big, 0, 0, 0, 0));
    accepts(vec![FIGURES], op(Op::Big, 0, 0, 0, 1));
    accepts(vec![Ty::set(Base::Thing)], op(Op::Big, 0, 0, 0, 1));
    assert!(matches!(
        refuses(vec![NUMBERS], op(Op::Big, 0, 0, 0, 1)),
        Kind::BadValue { .. }
    ));
    assert!(matches!(
        refuses(vec![FIGURE], op(Op::Big, 0, 0, 0, 0)),
        Kind::BadValue { .. }
    ));
    assert!(leaves(&refuses(vec![N], op(Op::Big, 0, 0, 0, 2)), "constants"));
}

#[test]
fn a_thing_does_not_fit_a_figure_but_a_figure_fits_a_thing() {
    accepts(vec![Ty::THING, FIGURE], op(Op::Move, 0, 1, 0, 0));
    let kind = refuses(vec![Ty::THING, FIGURE], op(Op::Move, 1, 0, 0, 0));
    assert_eq!(
        kind,
        Kind::WrongType {
            register: 1,
            found: Ty::THING,
            wanted: FIGURE
        }
    );
    accepts(vec![Ty::THING, FIGURE], op(Op::As, 1, 0, 0, 3));
    assert!(matches!(
        refuses(vec![Ty::THING, FIGURE], op(Op::As, 1, 0, 0, 0)),
        Kind::WrongType { .. }
    ));
    assert!(leaves(
        &refuses(vec![Ty::THING, FIGURE], op(Op::As, 1, 0, 0, 4)),
        "kinds"
    ));
}

#[test]
fn a_field_belongs_to_the_row_s_record() {
    accepts(vec![MANEUVER, COLOUR], op(Op::Field, 1, 0, 0, 1));
    assert!(leaves(
        &refuses(vec![MANEUVER, N], op(Op::Field, 1, 0, 0, 2)),
        "fields"
    ));
    assert!(matches!(
        refuses(vec![MANEUVER, N], op(Op::Field, 1, 0, 0, 1)),
        Kind::WrongType { .. }
    ));
    assert!(matches!(
        refuses(vec![FIGURE, N], op(Op::Field, 1, 0, 0, 0)),
        Kind::NotA { wanted: "row", .. }
    ));
}

#[test]
fn get_reads_fields_and_token_counts_but_no_header() {
    accepts(vec![FIGURE, N], op(Op::Get, 1, 0, 0, LEVEL));
    accepts(vec![FIGURE, MANEUVER], op(Op::Get, 1, 0, 0, PLAN));
    accepts(vec![FIGURE, N], op(Op::Get, 1, 0, 0, MARK_CELL));
    for cell in [-1, 0, LEVEL - 1, MARK_CELL + 1] {
        assert!(
            matches!(
                refuses(vec![FIGURE, N], op(Op::Get, 1, 0, 0, cell)),
                Kind::BadCell { .. }
            ),
            "{cell}"
        );
    }
    let kind = refuses(vec![Ty::THING, N], op(Op::Get, 1, 0, 0, LEVEL));
    assert!(matches!(
        kind,
        Kind::NotA {
            wanted: "entity of a known kind",
            ..
        }
    ));
}

#[test]
fn set_writes_only_fields_that_can_change() {
    accepts(vec![FIGURE, N], op(Op::Set, 0, 1, 0, DAMAGE));
    for cell in [0, LEVEL, MARK_CELL] {
        assert!(
            matches!(
                refuses(vec![FIGURE, N], op(Op::Set, 0, 1, 0, cell)),
                Kind::BadCell { .. }
            ),
            "{cell}"
        );
    }
    assert!(matches!(
        refuses(vec![FIGURE, N], op(Op::Set, 0, 1, 0, PLAN)),
        Kind::WrongType { .. }
    ));
}

#[test]
fn only_secret_fields_are_revealed() {
    accepts(vec![FIGURE], op(Op::Reveal, 0, 0, 0, PLAN));
    assert!(matches!(
        refuses(vec![FIGURE], op(Op::Reveal, 0, 0, 0, DAMAGE)),
        Kind::BadCell { .. }
    ));
}

#[test]
fn tokens_go_only_to_kinds_that_carry_them() {
    for code in [Op::Give, Op::Take] {
        accepts(vec![FIGURE, N], op(code, 0, 1, 0, 1));
        assert_eq!(
            refuses(vec![FIGURE, N], op(code, 0, 1, 0, 0)),
            Kind::TokenNotCarried { kind: 3, token: 0 }
        );
        assert!(leaves(&refuses(vec![FIGURE, N], op(code, 0, 1, 0, 2)), "tokens"));
        assert!(matches!(
            refuses(vec![FIGURE, B], op(code, 0, 1, 0, 1)),
            Kind::WrongType { .. }
        ));
    }
}

#[test]
fn queries_fill_sets_of_what_they_find() {
    accepts(vec![FIGURES], op(Op::All, 0, 0, 0, 3));
    accepts(vec![Ty::set(Base::Thing)], op(Op::All, 0, 0, 0, 3));
    accepts(vec![FIGURES, Ty::PLAYER], op(Op::Held, 0, 1, 0, 3));
    accepts(vec![Ty::set(Base::Row(0))], op(Op::Rows, 0, 0, 0, 0));
    assert!(matches!(
        refuses(vec![FIGURES], op(Op::All, 0, 0, 0, 0)),
        Kind::WrongType { .. }
    ));
    assert!(matches!(
        refuses(vec![FIGURES, N], op(Op::Held, 0, 1, 0, 3)),
        Kind::WrongType { .. }
    ));
    assert!(leaves(&refuses(vec![FIGURES], op(Op::All, 0, 0, 0, 4)), "kinds"));
    assert!(leaves(
        &refuses(vec![FIGURES], op(Op::Rows, 0, 0, 0, -1)),
        "records"
    ));
}

#[test]
fn members_have_the_type_of_their_set() {
    accepts(vec![FIGURES, FIGURE, N, B], op(Op::ListAt, 1, 0, 2, 0));
    accepts(vec![FIGURES, FIGURE, N, B], op(Op::ListHas, 3, 0, 1, 0));
    accepts(vec![FIGURES, FIGURE, N, B], op(Op::ListLen, 2, 0, 0, 0));
    accepted(
        vec![FIGURES, FIGURE],
        vec![op(Op::ListNew, 0, 0, 0, 0), op(Op::ListPush, 0, 1, 0, 0), ret(0)],
    );
    let pushed = vec![op(Op::ListNew, 0, 0, 0, 0), op(Op::ListPush, 0, 1, 0, 0), ret(0)];
    assert!(matches!(
        refused(vec![FIGURES, N], pushed),
        Kind::WrongType { .. }
    ));
    assert!(matches!(
        refuses(vec![FIGURES, N], op(Op::ListAt, 1, 0, 1, 0)),
        Kind::WrongType { .. }
    ));
    assert!(matches!(
        refuses(vec![FIGURES, N, B], op(Op::ListHas, 2, 0, 1, 0)),
        Kind::Incomparable { .. }
    ));
    assert!(matches!(
        refuses(vec![N], op(Op::ListNew, 0, 0, 0, 0)),
        Kind::NotA { wanted: "set", .. }
    ));
    assert!(matches!(
        refuses(vec![N], op(Op::ListLen, 0, 0, 0, 0)),
        Kind::NotA { wanted: "set", .. }
    ));
}

#[test]
fn choices_arrive_as_their_style_says() {
    let registers = vec![FIGURE, B, FIGURES, N, Ty::PLAYER, NUMBERS, B];
    accepts(registers.clone(), op(Op::Choose, 0, 2, 4, 0));
    accepts(registers.clone(), op(Op::Choose, 2, 2, 4, 1));
    accepts(registers.clone(), op(Op::May, 1, 0, 4, 2));
    accepts(vec![N, B, NUMBERS, Ty::PLAYER], op(Op::Choose, 0, 2, 3, 3));
    let refuses = |instr| refuses(registers.clone(), instr);
    assert!(
        matches!(refuses(op(Op::Choose, 3, 5, 4, 0)), Kind::WrongType { .. }),
        "not the declared type"
    );
    assert!(
        matches!(refuses(op(Op::Choose, 0, 2, 4, 1)), Kind::WrongType { .. }),
        "one instead of a set"
    );
    assert!(
        matches!(refuses(op(Op::Choose, 3, 5, 4, 3)), Kind::WrongType { .. }),
        "a+1 is no yes-no"
    );
    assert!(
        matches!(refuses(op(Op::Choose, 6, 5, 4, 3)), Kind::WrongType { .. }),
        "a is no number"
    );
    assert!(
        matches!(refuses(op(Op::Choose, 0, 2, 0, 0)), Kind::WrongType { .. }),
        "a figure decides"
    );
    assert!(matches!(
        refuses(op(Op::Choose, 1, 2, 4, 2)),
        Kind::WrongType { .. } | Kind::WrongStyle { .. }
    ));
    assert_eq!(
        refuses(op(Op::May, 1, 0, 4, 0)),
        Kind::WrongStyle {
            choice: 0,
            wanted: "a yes-or-no question"
        }
    );
    assert!(leaves(&refuses(op(Op::May, 1, 0, 4, 5)), "choices"));
    let last = vec![B, FIGURES, Ty::PLAYER, FIGURE];
    let kind = crate::sample::refuses(last, op(Op::Choose, 3, 1, 2, 0));
    assert_eq!(
        kind,
        Kind::NoSuchRegister {
            register: 4,
            registers: 4
        }
    );
}

#[test]
fn a_choice_of_a_place_has_the_arguments_of_its_region_and_facing() {
    // The answer; the piece, four sides, the angles; who.
    let (side, angles) = (Ty::LENGTH, Ty::set(Base::Angle));
    let registers = vec![
        Ty::POSE,
        B,
        FIGURE,
        side,
        side,
        side,
        side,
        angles,
        Ty::PLAYER,
        FIGURES,
    ];
    accepts(registers.clone(), op(Op::ChoosePlace, 0, 2, 8, 4));
    let refuses = |instr| refuses(registers.clone(), instr);
    let wrong = |instr| matches!(refuses(instr), Kind::WrongType { .. });
    assert!(wrong(op(Op::ChoosePlace, 0, 3, 8, 4)), "a side is no piece");
    assert!(wrong(op(Op::ChoosePlace, 0, 2, 2, 4)), "a figure decides");
    assert!(wrong(op(Op::ChoosePlace, 2, 2, 8, 4)), "a figure is no pose");
    assert!(
        matches!(refuses(op(Op::ChoosePlace, 0, 2, 8, 0)), Kind::WrongStyle { .. }),
        "a choice from a set"
    );
    assert!(
        matches!(refuses(op(Op::Choose, 0, 9, 8, 4)), Kind::WrongType { .. }),
        "a choice of a place"
    );
    assert!(leaves(&refuses(op(Op::ChoosePlace, 0, 2, 8, 5)), "choices"));
}

#[test]
fn the_test_of_a_place_is_a_question_about_a_pose() {
    let changed = |change: fn(&mut ChoiceDef)| {
        error_if(|pack| {
            let mut choices: Vec<ChoiceDef> = pack.choices.iter().cloned().collect();
            change(&mut choices[4]);
            pack.choices = choices.into();
        })
    };
    assert!(matches!(
        changed_place(|place| place.test = Some(YES)),
        Kind::WrongParams { .. }
    ));
    assert!(leaves(
        &changed_place(|place| place.test = Some(Id::new(999))),
        "functions"
    ));
    assert!(matches!(
        changed(|choice| choice.secret = true),
        Kind::Misplaced { .. }
    ));
    assert!(matches!(
        changed(|choice| choice.place = None),
        Kind::Misplaced { .. }
    ));
}

/// The error about a sample whose place is changed like this.
fn changed_place(change: fn(&mut PlaceDef)) -> Kind {
    error_if(|pack| {
        let mut choices: Vec<ChoiceDef> = pack.choices.iter().cloned().collect();
        choices[4].place.iter_mut().for_each(change);
        pack.choices = choices.into();
    })
}

#[test]
fn events_name_entries_of_their_tables() {
    let registers = vec![FIGURE, Ty::PLAYER, N, Ty::POOL];
    accepts(registers.clone(), op(Op::Offer, 0, 1, 2, 0));
    accepts(registers.clone(), op(Op::Start, 0, 0, 0, 0));
    accepts(registers.clone(), op(Op::Roll, 3, 2, 0, 0));
    accepts(registers.clone(), op(Op::End, 0, 0, 0, 0));
    accepts(registers.clone(), op(Op::Step, 0, 0, 0, 0));
    for (instr, table) in [
        (op(Op::Offer, 0, 1, 2, 1), "offers"),
        (op(Op::Start, 0, 0, 0, 2), "starts"),
        (op(Op::Roll, 3, 2, 0, 1), "dice"),
        (op(Op::End, 0, 0, 0, -1), "outcomes"),
        (op(Op::Step, 0, 0, 0, 1), "windows"),
        (op(Op::Window, 0, 0, 0, 1), "windows"),
    ] {
        assert!(leaves(&refuses(registers.clone(), instr), table), "{table}");
    }
    for instr in [
        op(Op::Offer, 1, 1, 2, 0),
        op(Op::Start, 1, 0, 0, 0),
        op(Op::Roll, 2, 2, 0, 0),
    ] {
        assert!(matches!(
            refuses(registers.clone(), instr),
            Kind::WrongType { .. }
        ));
    }
}

#[test]
fn values_permissions_and_core_calls_take_their_arguments_and_give_their_results() {
    accepts(vec![FIGURE, N], op(Op::Value, 1, 0, 0, 0));
    accepts(vec![FIGURE, B], op(Op::Can, 1, 0, 0, 0));
    assert!(matches!(
        refuses(vec![FIGURE, N], op(Op::Can, 1, 0, 0, 0)),
        Kind::WrongType { .. }
    ));
    assert!(matches!(
        refuses(vec![N], op(Op::Value, 0, 0, 0, 0)),
        Kind::WrongType { .. }
    ));
    let distance = Core::named("distance").expect("it is in the table").call as i32;
    accepts(vec![N, FIGURE, FIGURE], op(Op::Core, 0, 1, 0, distance));
    let kind = refuses(vec![N, FIGURE], op(Op::Core, 0, 1, 0, distance));
    assert_eq!(
        kind,
        Kind::NoSuchRegister {
            register: 2,
            registers: 2
        }
    );
    let beyond = CORE_CALLS.len() as i32;
    assert!(leaves(
        &refuses(vec![N], op(Op::Core, 0, 0, 0, beyond)),
        "core calls"
    ));
    assert!(leaves(&refuses(vec![N], op(Op::Value, 0, 0, 0, 1)), "values"));
    assert!(leaves(&refuses(vec![B], op(Op::Can, 0, 0, 0, -7)), "permissions"));
}

#[test]
fn a_result_has_the_function_s_type() {
    let function = pure("added", 2, N, vec![N, B], vec![ret(0)]);
    assert!(verify(with(function.clone())).is_ok());
    let wrong = pure("added", 2, N, vec![N, B], vec![ret(1)]);
    assert_eq!(
        error(with(wrong)).kind,
        Kind::WrongType {
            register: 1,
            found: B,
            wanted: N
        }
    );
}

#[test]
fn running_effects_are_sought_with_arguments_of_their_types() {
    let registers = vec![FIGURE, Ty::PLAYER, N, B];
    accepts(registers.clone(), op(Op::FinishEffect, 0, 0, 0, 1));
    accepts(registers.clone(), op(Op::Running, 3, 0, 0, 0));
    for (instr, table) in [
        (op(Op::FinishEffect, 0, 0, 0, 2), "matches"),
        (op(Op::Running, 3, 0, 0, -1), "matches"),
        (op(Op::Options, 2, 0, 1, 1), "offers"),
    ] {
        assert!(leaves(&refuses(registers.clone(), instr), table), "{table}");
    }
    for instr in [
        op(Op::FinishEffect, 1, 0, 0, 0),
        op(Op::Running, 3, 1, 0, 0),
        op(Op::Running, 2, 0, 0, 0),
        op(Op::Options, 2, 1, 1, 0),
        op(Op::Options, 2, 0, 0, 0),
        op(Op::Options, 3, 0, 1, 0),
    ] {
        let kind = refuses(registers.clone(), instr);
        assert!(matches!(kind, Kind::WrongType { .. }), "{instr:?}: {kind}");
    }
    accepts(registers, op(Op::Options, 2, 0, 1, 0));
}

#[test]
fn a_counted_start_takes_a_number_behind_the_arguments() {
    accepts(vec![FIGURE, N], op(Op::Start, 0, 0, 0, 1));
    assert!(matches!(
        refuses(vec![FIGURE, B], op(Op::Start, 0, 0, 0, 1)),
        Kind::WrongType { register: 1, .. }
    ));
    assert!(matches!(
        refuses(vec![FIGURE], op(Op::Start, 0, 0, 0, 1)),
        Kind::NoSuchRegister { register: 1, .. }
    ));
}

#[test]
fn an_end_names_winners_if_and_only_if_its_outcome_does_not() {
    let players = Ty::set(Ty::PLAYER.base);
    accepts(vec![players], op(Op::EndWith, 0, 0, 0, 1));
    assert!(matches!(
        refuses(vec![FIGURES], op(Op::EndWith, 0, 0, 0, 1)),
        Kind::WrongType { .. }
    ));
    for instr in [op(Op::EndWith, 0, 0, 0, 0), op(Op::End, 0, 0, 0, 1)] {
        let kind = refuses(vec![players], instr);
        assert!(matches!(kind, Kind::WrongEnd { .. }), "{kind}");
    }
}

#[test]
fn an_offer_writes_its_limit_s_register_so_a_loop_cannot_rely_on_it() {
    let registers = vec![N, N, FIGURE, Ty::PLAYER];
    let around = |limit: u8| {
        vec![
            op(Op::Const, 1, 0, 0, 0),
            op(Op::ForCount, 0, 1, 0, 4),
            op(Op::Offer, 2, 3, limit, 0),
            op(Op::Jump, 0, 0, 0, 1),
            ret(0),
        ]
    };
    let kind = refused(registers.clone(), around(0));
    assert!(
        matches!(kind, Kind::RegisterDisturbed { register: 0, .. }),
        "{kind}"
    );
    accepted([registers, vec![N]].concat(), around(4));
}
