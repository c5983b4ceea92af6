//! Windows, offers and choices.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, ENDED, Kit, PIECE, PLAN, choose, labels, op, slot};
use crate::answer::Answer;
use crate::decision::DecisionError;
use crate::game::Status;
use crate::limits::MAX_OPEN;
use crate::outcome::Outcome;
use cardwright_bytecode::pack::{
    ChoiceDef, ChoiceStyle, ConstSet, EffectDef, Gate, Home, Id, Level, Limit, Moment, OfferDef, RuleKind,
    StartDef, Until, WindowDef, cell,
};
use cardwright_bytecode::{Base, Op, Ty};

fn tokens(game: &crate::Game, entity: u32) -> i64 {
    game.tokens(entity, 0)
}

#[test]
fn a_mandatory_rule_without_a_player_runs_unasked() {
    let mut kit = Kit::new();
    let (gate, body) = (kit.open_gate(&[]), kit.gives(&[], ANNS_PIECE, 2));
    kit.trigger("gain", gate, body, None);
    kit.main_opening(1);
    let mut game = kit.game();
    assert_eq!((game.advance(), tokens(&game, ANNS_PIECE)), (ENDED, 2));
}

#[test]
fn tokens_stop_at_their_limit() {
    let mut kit = Kit::new();
    let (gate, body) = (kit.open_gate(&[]), kit.gives(&[], ANNS_PIECE, 2));
    kit.trigger("gain", gate, body, None);
    kit.main_opening(5);
    assert_eq!(tokens(&kit.game(), ANNS_PIECE), 3);
}

#[test]
fn an_optional_ability_can_be_used_or_declined_and_declining_runs_its_else() {
    let build = || {
        let mut kit = Kit::new();
        let gate = kit.optional_gate(&[], ANN);
        let (body, otherwise) = (kit.gives(&[], ANNS_PIECE, 1), kit.gives(&[], BENS_PIECE, 1));
        kit.trigger("gain", gate, body, Some(otherwise));
        kit.main_opening(1);
        kit.game()
    };
    let mut used = build();
    assert_eq!(labels(&used), ["gain", "pass"]);
    assert_eq!(
        used.decision().map(|d| (d.by, d.default.clone())),
        Some((ANN, Answer::one(1)))
    );
    assert_eq!(choose(&mut used, "gain"), ENDED);
    assert_eq!([ANNS_PIECE, BENS_PIECE].map(|piece| tokens(&used, piece)), [1, 0]);
    let mut declined = build();
    assert_eq!(choose(&mut declined, "pass"), ENDED);
    assert_eq!(
        [ANNS_PIECE, BENS_PIECE].map(|piece| tokens(&declined, piece)),
        [0, 1]
    );
}

#[test]
fn a_player_with_several_mandatory_abilities_orders_them_and_cannot_pass() {
    let mut kit = Kit::new();
    for name in ["first", "second"] {
        let gate = Gate {
            optional: false,
            ..kit.optional_gate(&[], BEN)
        };
        let body = kit.gives(&[], BENS_PIECE, 1);
        kit.trigger(name, gate, body, None);
    }
    kit.main_opening(1);
    let mut game = kit.game();
    assert_eq!(labels(&game), ["first", "second"]);
    assert_eq!(
        choose(&mut game, "second"),
        ENDED,
        "the one that is left runs unasked"
    );
    assert_eq!(tokens(&game, BENS_PIECE), 2);
}

#[test]
fn players_come_in_seat_order_and_nothing_is_used_twice_in_one_opening() {
    let mut kit = Kit::new();
    for (name, player) in [("bens", BEN), ("anns", ANN)] {
        let (gate, body) = (kit.optional_gate(&[], player), kit.gives(&[], ANNS_PIECE, 1));
        kit.trigger(name, gate, body, None);
    }
    kit.main_opening(1);
    let mut game = kit.game();
    assert_eq!(labels(&game), ["anns", "pass"]);
    choose(&mut game, "anns");
    assert_eq!(labels(&game), ["bens", "pass"]);
    assert_eq!(choose(&mut game, "bens"), ENDED);
}

/// A game in which both players have something to use, the content names Ben first, and the step perhaps Ann.
fn ordered(step_names_ann: bool) -> crate::Game {
    let mut kit = Kit::new();
    for (name, player) in [("anns", ANN), ("bens", BEN)] {
        let (gate, body) = (kit.optional_gate(&[], player), kit.gives(&[], ANNS_PIECE, 1));
        kit.trigger(name, gate, body, None);
    }
    let players = Ty::set(Ty::PLAYER.base);
    let [anns, bens] = [ANN, BEN].map(|player| {
        kit.pack.sets.push(ConstSet {
            ty: players,
            items: vec![i64::from(player)],
        });
        let handle = cardwright_bytecode::pack::CONST_SET + kit.pack.sets.len() as i64 - 1;
        kit.pack.constants.push(handle);
        let place = kit.pack.constants.len() as i32 - 1;
        let code = vec![op(Op::Big, 0, 0, 0, place), op(Op::Return, 0, 0, 0, 0)];
        kit.pure(0, players, &[players], code)
    });
    kit.main_opening(1);
    kit.pack.order = Some(bens);
    if step_names_ann {
        kit.pack.windows[Id::new(0)].priority = Some(anns);
    }
    kit.game()
}

#[test]
fn players_act_in_the_order_of_the_content_unless_the_step_names_them() {
    let mut game = ordered(false);
    assert_eq!(labels(&game), ["bens", "pass"]);
    choose(&mut game, "pass");
    assert_eq!(labels(&game), ["anns", "pass"]);
    let mut game = ordered(true);
    assert_eq!(labels(&game), ["anns", "pass"]);
    choose(&mut game, "anns");
    assert_eq!(labels(&game), ["bens", "pass"]);
}

#[test]
fn a_limit_counts_per_run_or_for_the_whole_game() {
    for (per, expected) in [(Some(Id::new(0)), 3), (None, 1)] {
        let mut kit = Kit::new();
        let gate = Gate {
            limit: Some(Limit {
                times: 1,
                per,
                apart: None,
                shared: false,
            }),
            ..kit.open_gate(&[])
        };
        let body = kit.gives(&[], ANNS_PIECE, 1);
        kit.trigger("gain", gate, body, None);
        kit.main_opening(3);
        assert_eq!(tokens(&kit.game(), ANNS_PIECE), expected);
    }
}

#[test]
fn a_run_inside_a_run_does_not_renew_what_the_outer_one_used() {
    let mut kit = Kit::new();
    let gate = Gate {
        limit: Some(Limit {
            times: 1,
            per: Some(Id::new(0)),
            apart: None,
            shared: false,
        }),
        ..kit.open_gate(&[])
    };
    let gain = kit.gives(&[], ANNS_PIECE, 1);
    kit.trigger("gain", gate, gain, None);
    let gate = Gate {
        limit: Some(Limit {
            times: 1,
            per: None,
            apart: None,
            shared: false,
        }),
        ..kit.open_gate(&[])
    };
    let main = kit.pack.functions.len() as i32 + 1;
    let nest = kit.effect(
        0,
        &[Ty::NUMBER],
        vec![op(Op::Call, 0, 0, 0, main), op(Op::Return, 0, 0, 0, 0)],
    );
    kit.trigger("nest", gate, nest, None);
    let [before, only] = [1, 0].map(|window| op(Op::Window, 0, 0, 0, window));
    kit.main(
        &[Ty::NUMBER],
        vec![before, only, only, op(Op::Return, 0, 0, 0, 0)],
    );
    let mut game = kit.game();
    assert_eq!(game.advance(), Status::Over(Outcome::Finished));
    assert_eq!(tokens(&game, ANNS_PIECE), 2, "one in each run");
}

#[test]
fn rules_of_a_card_apply_while_what_holds_it_is_in_play_and_not_in_a_deck() {
    for (holder, expected) in [(ANNS_PIECE, 1), (super::kit::DECK, 0)] {
        let mut kit = Kit::new();
        kit.card("gift", holder, true);
        let here = Ty::one(Base::Entity(super::kit::KIND_CARD));
        let (gate, body) = (kit.open_gate(&[here]), kit.gives(&[here], ANNS_PIECE, 1));
        let kind = RuleKind::Trigger {
            window: Id::new(0),
            gate,
            body,
            otherwise: None,
            first: None,
        };
        kit.rule("gain", Level::Card, Home::Template(Id::new(0)), kind);
        kit.main_opening(1);
        assert_eq!(tokens(&kit.game(), ANNS_PIECE), expected);
    }
}

#[test]
fn an_effect_carries_its_rules_until_its_window_opens() {
    let mut kit = Kit::new();
    kit.pack.effects.push(EffectDef {
        name: "boon".into(),
        params: vec![slot("who", PIECE)],
        lasts: None,
        ended: None,
    });
    kit.pack.starts.push(StartDef {
        effect: Id::new(0),
        ends: vec![Until {
            window: Id::new(1),
            condition: None,
            counted: false,
            next: false,
        }],
    });
    let (gate, body) = (kit.open_gate(&[PIECE]), kit.gives(&[PIECE], ANNS_PIECE, 1));
    let kind = RuleKind::Trigger {
        window: Id::new(0),
        gate,
        body,
        otherwise: None,
        first: None,
    };
    kit.rule("gain", Level::Card, Home::Effect(Id::new(0)), kind);
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Start, 0, 0, 0, 0),
        op(Op::Window, 0, 0, 0, 0),
        op(Op::Window, 0, 0, 0, 1),
        op(Op::Window, 0, 0, 0, 0),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[PIECE], code);
    assert_eq!(tokens(&kit.game(), ANNS_PIECE), 1);
}

#[test]
fn an_offer_is_taken_up_to_its_number_and_can_be_passed() {
    let mut kit = Kit::new();
    kit.pack.offers.push(OfferDef {
        name: "deed".into(),
        params: vec![slot("actor", PIECE)],
    });
    for name in ["rest", "work"] {
        let (gate, body) = (kit.open_gate(&[PIECE]), kit.gives(&[PIECE], ANNS_PIECE, 1));
        kit.rule(
            name,
            Level::Core,
            Home::Global,
            RuleKind::OfferOption {
                offer: Id::new(0),
                gate,
                body,
            },
        );
    }
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Const, 1, 0, 0, ANN as i32),
        op(Op::Const, 2, 0, 0, 2),
        op(Op::Offer, 0, 1, 2, 0),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[PIECE, Ty::PLAYER, Ty::NUMBER], code);
    let mut game = kit.game();
    assert_eq!(labels(&game), ["rest", "work", "pass"]);
    let mut passing = game.clone();
    choose(&mut game, "work");
    assert_eq!(choose(&mut game, "rest"), ENDED);
    assert_eq!(tokens(&game, ANNS_PIECE), 2);
    assert_eq!(
        (choose(&mut passing, "pass"), tokens(&passing, ANNS_PIECE)),
        (ENDED, 0)
    );
}

/// A kit whose main procedure asks Ann to choose among numbers and gives that many tokens.
fn asking(style: ChoiceStyle, optional: bool, items: Vec<i64>) -> Kit {
    let mut kit = Kit::new();
    let ty = Ty::set(Base::Number);
    kit.pack.sets.push(ConstSet { ty, items });
    kit.pack.constants.push(cardwright_bytecode::pack::CONST_SET);
    let choice = ChoiceDef {
        prompt: "how many?".into(),
        parts: Vec::new(),
        style,
        ty: Ty::NUMBER,
        optional,
        secret: false,
        labels: vec![],
        place: None,
    };
    kit.pack.choices.push(choice);
    let code = vec![
        op(Op::Big, 0, 0, 0, 0),
        op(Op::Const, 1, 0, 0, ANN as i32),
        op(Op::Choose, 2, 0, 1, 0),
        op(Op::Const, 4, 0, 0, ANNS_PIECE as i32),
        op(Op::Give, 4, 2, 0, 0),
        op(Op::Const, 4, 0, 0, BENS_PIECE as i32),
        op(Op::Move, 5, 3, 0, 0),
        op(Op::JumpIfNot, 5, 0, 0, 10),
        op(Op::Const, 6, 0, 0, 1),
        op(Op::Give, 4, 6, 0, 0),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(
        &[ty, Ty::PLAYER, Ty::NUMBER, Ty::BOOL, PIECE, Ty::BOOL, Ty::NUMBER],
        code,
    );
    kit
}

#[test]
fn a_choice_with_one_option_needs_no_decision_unless_it_can_be_declined() {
    let game = asking(ChoiceStyle::One, false, vec![2]).game();
    assert_eq!([ANNS_PIECE, BENS_PIECE].map(|piece| tokens(&game, piece)), [2, 1]);
    let mut game = asking(ChoiceStyle::One, true, vec![2]).game();
    assert_eq!(game.decide(&Answer::nothing()), Ok(()));
    assert_eq!(game.advance(), ENDED);
    assert_eq!([ANNS_PIECE, BENS_PIECE].map(|piece| tokens(&game, piece)), [0, 0]);
}

#[test]
fn a_choice_among_nothing_is_not_chosen() {
    let game = asking(ChoiceStyle::One, false, vec![]).game();
    assert_eq!([ANNS_PIECE, BENS_PIECE].map(|piece| tokens(&game, piece)), [0, 0]);
}

#[test]
fn an_illegal_answer_is_refused_and_changes_nothing() {
    let mut game = asking(ChoiceStyle::One, false, vec![1, 2]).game();
    let before = game.hash();
    let refused = [
        (Answer::nothing(), DecisionError::TooFew { chosen: 0, least: 1 }),
        (
            Answer::Options(vec![0, 1]),
            DecisionError::TooMany { chosen: 2, most: 1 },
        ),
        (Answer::Options(vec![1, 0]), DecisionError::NotAscending),
        (
            Answer::one(9),
            DecisionError::NoSuchOption { option: 9, count: 2 },
        ),
    ];
    for (answer, error) in refused {
        assert_eq!(game.decide(&answer), Err(error));
    }
    assert_eq!((game.hash(), game.advance()), (before, Status::Decision));
}

// Limit: MAX_OPEN in engine/core/src/limits.rs
#[test]
fn a_window_that_opens_itself_for_ever_ends_the_game_by_name() {
    let mut kit = Kit::new();
    let gate = kit.open_gate(&[]);
    let body = kit.pack.functions.len() as u32 + 1;
    kit.trigger("again", gate, Id::new(body), None);
    kit.main_opening(1);
    // The body calls the main procedure, which opens the window again. The rules of one window may do so.
    let main = kit.pack.main.number() as i32;
    let code = vec![op(Op::Call, 0, 0, 0, main), op(Op::Return, 0, 0, 0, 0)];
    assert_eq!(kit.effect(0, &[Ty::NUMBER], code), Id::new(body));
    let mut game = kit.game();
    assert_eq!(game.advance(), Status::Over(Outcome::WindowsExceeded));
    assert_eq!(game.open.len(), MAX_OPEN);
}

#[test]
fn an_offer_leaves_how_many_options_were_taken_and_options_counts_those_that_are_open() {
    let build = |most: i32| {
        let mut kit = Kit::new();
        kit.pack.offers.push(OfferDef {
            name: "deed".into(),
            params: vec![slot("actor", PIECE)],
        });
        for name in ["rest", "work", "dream"] {
            let (mut gate, body) = (kit.open_gate(&[PIECE]), kit.gives(&[PIECE], ANNS_PIECE, 1));
            if name == "dream" {
                gate.condition = kit.constant(&[PIECE], Ty::BOOL, 0);
            }
            let kind = RuleKind::OfferOption {
                offer: Id::new(0),
                gate,
                body,
            };
            kit.rule(name, Level::Core, Home::Global, kind);
        }
        let code = vec![
            op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
            op(Op::Const, 1, 0, 0, ANN as i32),
            op(Op::Const, 2, 0, 0, most),
            op(Op::Options, 3, 0, 1, 0),
            op(Op::Offer, 0, 1, 2, 0),
            op(Op::Const, 4, 0, 0, 10),
            op(Op::Mul, 3, 3, 4, 0),
            op(Op::Add, 3, 3, 2, 0),
            op(Op::Set, 0, 3, 0, (cell::HEADER + PLAN) as i32),
            op(Op::End, 0, 0, 0, 0),
            op(Op::Return, 0, 0, 0, 0),
        ];
        let number = Ty::NUMBER;
        kit.main(&[PIECE, Ty::PLAYER, number, number, number], code);
        kit.game()
    };
    let told = |game: &crate::Game| game.field(ANNS_PIECE, PLAN);
    let mut passing = build(2);
    choose(&mut passing, "work");
    assert_eq!((choose(&mut passing, "pass"), told(&passing)), (ENDED, 21));
    let mut taking = build(2);
    choose(&mut taking, "work");
    assert_eq!((choose(&mut taking, "rest"), told(&taking)), (ENDED, 22));
    assert_eq!(told(&build(0)), 20, "without a decision");
    assert_eq!(told(&build(-3)), 20);
}

#[test]
fn copies_of_a_card_share_a_limit_with_those_of_the_same_owner() {
    for (shared, is_apart, expected) in [(true, false, 2), (false, false, 3), (true, true, 3)] {
        let mut kit = Kit::new();
        for holder in [ANNS_PIECE, ANNS_PIECE, BENS_PIECE] {
            let card = kit.card("charm", holder, true);
            kit.pack.setup.entities[card as usize - 1].template = Some(Id::new(0));
        }
        let here = Ty::one(Base::Entity(super::kit::KIND_CARD));
        let itself = vec![op(Op::Return, 0, 0, 0, 0)];
        let apart = is_apart.then(|| kit.pure(1, here, &[here], itself));
        let limit = Limit {
            times: 1,
            per: None,
            apart,
            shared,
        };
        let gate = Gate {
            limit: Some(limit),
            decider: Some(kit.constant(&[here], Ty::PLAYER, 0)),
            ..kit.open_gate(&[here])
        };
        let body = kit.gives(&[here], ANNS_PIECE, 1);
        let kind = RuleKind::Trigger {
            window: Id::new(0),
            gate,
            body,
            otherwise: None,
            first: None,
        };
        kit.rule("gain", Level::Card, Home::Template(Id::new(0)), kind);
        kit.main_opening(1);
        assert_eq!(tokens(&kit.game(), ANNS_PIECE), expected, "{shared} {is_apart}");
    }
}

/// Ann's abilities in one window, each carried by a card.
fn abilities_of(cards: impl FnOnce(&mut Kit) -> Vec<u32>) -> Kit {
    let mut kit = Kit::new();
    let templates = cards(&mut kit);
    for template in templates {
        let thing = [Ty::one(Base::Entity(super::kit::KIND_CARD))];
        let (gate, body) = (kit.optional_gate(&thing, ANN), kit.gives(&thing, ANNS_PIECE, 1));
        kit.rule(
            "ring",
            Level::Card,
            Home::Template(Id::new(template)),
            RuleKind::Trigger {
                window: Id::new(0),
                gate,
                body,
                otherwise: None,
                first: None,
            },
        );
    }
    kit.main_opening(1);
    kit
}

/// One more copy of the card that was made last, on another holder.
fn copy(kit: &mut Kit, id: &str, holder: u32) {
    let card = kit.pack.setup.entities.last().expect("a card").clone();
    let id = id.to_owned();
    kit.pack
        .setup
        .entities
        .push(cardwright_bytecode::pack::EntityDef { id, holder, ..card });
}

#[test]
fn abilities_that_read_alike_say_who_holds_them_and_which_copy_it_is() {
    let holders = abilities_of(|kit| {
        kit.card("bell", ANNS_PIECE, true);
        copy(kit, "second-bell", BENS_PIECE);
        vec![0]
    });
    assert_eq!(
        labels(&holders.game()),
        ["ring (bell, piece-a)", "ring (bell, piece-b)", "pass"]
    );
    let copies = abilities_of(|kit| {
        kit.card("bell", ANNS_PIECE, true);
        copy(kit, "bell-2", ANNS_PIECE);
        vec![0]
    });
    assert_eq!(
        labels(&copies.game()),
        [
            "ring (bell, piece-a, bell)",
            "ring (bell, piece-a, bell-2)",
            "pass"
        ]
    );
    let twins = abilities_of(|kit| {
        kit.card("bell", ANNS_PIECE, true);
        vec![0, 0]
    });
    assert_eq!(
        labels(&twins.game()),
        [
            "ring (bell, piece-a, bell) #1",
            "ring (bell, piece-a, bell) #2",
            "pass"
        ]
    );
}

/// Two rules of a step, the first of which ends the run, and one after the procedure.
#[test]
fn a_window_closes_when_a_rule_has_ended_its_run_but_not_the_one_after_the_procedure() {
    let mut kit = Kit::new();
    let code = vec![
        op(Op::Const, 0, 0, 0, 1),
        op(Op::StoreContext, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let ends = kit.effect(0, &[Ty::BOOL], code);
    kit.pack.functions[ends].context = Some(Id::new(0));
    let one_more = kit.gives(&[], ANNS_PIECE, 1);
    for body in [one_more, ends, one_more] {
        let gate = kit.open_gate(&[]);
        kit.trigger("gain", gate, body, None);
    }
    let code = vec![
        op(Op::Window, 0, 0, 0, 0),
        op(Op::Window, 0, 0, 0, 2),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[Ty::BOOL], code);
    kit.pack.procedures[0].slots = vec![slot("over", Ty::BOOL)];
    kit.pack.procedures[0].ended = Some(0);
    let after = WindowDef {
        step: None,
        moment: Moment::After,
        ..kit.pack.windows[0].clone()
    };
    kit.pack.windows.push(after);
    let gate = kit.open_gate(&[]);
    let body = kit.gives(&[], BENS_PIECE, 1);
    let kind = RuleKind::Trigger {
        window: Id::new(2),
        gate,
        body,
        otherwise: None,
        first: None,
    };
    kit.rule("last", Level::Core, Home::Global, kind);
    let game = kit.game();
    assert_eq!([ANNS_PIECE, BENS_PIECE].map(|piece| tokens(&game, piece)), [1, 1]);
}
