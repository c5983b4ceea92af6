//! Games by names: what each viewer is shown, and answers by ids.

use super::hidden::asked;
use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, DECK, Kit, PLAN, op};
use crate::game::Game;
use crate::snapshot::{Held, Refused, Reply, Value};
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{CONST_SET, ChoiceDef, ChoiceStyle, ConstSet, cell};
use cardwright_bytecode::{Base, Op, Ty};

/// Three cards face down in a deck, and Ben's secret plan, which he chose from three.
fn game() -> Game {
    let mut kit = Kit::new();
    for card in ["red", "green", "blue"] {
        kit.card(card, DECK, false);
    }
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    let mut game = Game::new(&kit.content(), 1);
    asked(&mut game, BEN, &[10, 20, 30]);
    let mut world = game.parts().0;
    world.put(i64::from(BENS_PIECE), cell::HEADER + PLAN, 20);
    world.put(i64::from(ANNS_PIECE), cell::HEADER + 2, 2);
    game
}

#[test]
fn a_secret_is_named_but_not_told() {
    let game = game();
    let plan_of_ben = |viewer| {
        let snapshot = game.snapshot(viewer);
        let piece = snapshot.pieces.into_iter().find(|piece| piece.id == "piece-b");
        let piece = piece.expect("it is there");
        (piece.state.get("plan").cloned(), piece.hidden)
    };
    let told = (Some(Value::Whole(20)), Vec::new());
    let kept = (None, vec!["plan".to_owned()]);
    assert_eq!(plan_of_ben(Viewer::Player(ANN)), kept);
    assert_eq!(plan_of_ben(Viewer::Public), kept);
    assert_eq!(plan_of_ben(Viewer::Player(BEN)), told);
    assert_eq!(plan_of_ben(Viewer::Judge), told);
}

#[test]
fn cards_that_nobody_knows_are_counted() {
    let game = game();
    let seen = game.snapshot(Viewer::Player(ANN));
    let [Held::Unknown(unknown)] = &seen.decks[0].holds[..] else {
        panic!("{:?}", seen.decks)
    };
    assert_eq!((unknown.count, unknown.unknown.as_str()), (3, "card"));
    assert_eq!(unknown.deck.as_deref(), Some("pile"));
    assert_eq!(seen.cards, []);
    let all = game.snapshot(Viewer::Judge);
    let names: Vec<&str> = all.cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(names, ["red", "green", "blue"]);
    let held = ["red", "green", "blue"].map(|id| Held::Known(id.to_owned()));
    assert_eq!(all.decks[0].holds, held);
}

#[test]
fn whatever_a_viewer_may_not_know_changes_no_snapshot() {
    let mut game = game();
    let (card, red) = (i64::from(BENS_PIECE) + 2, i64::from(BENS_PIECE) + 1);
    // A card that nobody knows lies on a piece, and a field names another one.
    game.parts().0.put(card, cell::HOLDER, i64::from(ANNS_PIECE));
    game.parts().0.put(red, cell::HOLDER, 0);
    for viewer in [ANN, BEN, u32::MAX] {
        let eyes = match viewer {
            u32::MAX => Viewer::Public,
            player => Viewer::Player(player),
        };
        for seed in 0..32 {
            let other = game.disguise(Viewer::Player(viewer), seed);
            assert_eq!(other.snapshot(eyes), game.snapshot(eyes));
        }
    }
    assert_eq!(game.snapshot(Viewer::Public).unknown[0].count, 1);
}

#[test]
fn tokens_and_players_are_told_by_names() {
    let snapshot = game().snapshot(Viewer::Public);
    assert_eq!(
        snapshot
            .players
            .iter()
            .map(|player| player.id.as_str())
            .collect::<Vec<_>>(),
        ["ann", "ben"]
    );
    let piece = &snapshot.pieces[0];
    assert_eq!(
        (piece.id.as_str(), piece.owner.as_deref(), piece.kind.as_str()),
        ("piece-a", Some("ann"), "piece")
    );
    assert_eq!(piece.tokens.get("token"), Some(&2));
    assert_eq!(piece.facts.get("strength"), Some(&Value::Whole(0)));
    assert_eq!(snapshot.outcome, None);
}

/// Ann is asked for one of three numbers, one of which is there twice.
fn question() -> Game {
    let mut kit = Kit::new();
    let ty = Ty::set(Base::Number);
    kit.pack.sets.push(ConstSet {
        ty,
        items: vec![10, 20, 30],
    });
    kit.pack.constants.push(CONST_SET);
    kit.pack.choices.push(ChoiceDef {
        prompt: "what?".into(),
        parts: Vec::new(),
        style: ChoiceStyle::One,
        ty: Ty::NUMBER,
        optional: false,
        secret: false,
        labels: vec![],
        place: None,
    });
    let code = vec![
        op(Op::Big, 0, 0, 0, 0),
        op(Op::Const, 1, 0, 0, ANN as i32),
        op(Op::Choose, 2, 0, 1, 0),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[ty, Ty::PLAYER, Ty::NUMBER, Ty::BOOL], code);
    kit.game()
}

#[test]
fn only_who_is_asked_sees_the_options_and_answers_by_their_ids() {
    let mut game = question();
    let asked = game.asked(Viewer::Player(ANN)).expect("Ann is asked");
    assert_eq!(
        (asked.by.as_str(), asked.prompt.as_str(), asked.kind.as_str()),
        ("ann", "what?", "choose")
    );
    let options = asked.options.expect("she sees them");
    assert_eq!(
        options
            .iter()
            .map(|option| option.id.as_str())
            .collect::<Vec<_>>(),
        ["10", "20", "30"]
    );
    assert_eq!(asked.default, Some(Reply::Options(vec!["10".into()])));
    for viewer in [Viewer::Public, Viewer::Player(BEN)] {
        let asked = game.asked(viewer).expect("that she is asked is no secret");
        assert_eq!((asked.options, asked.default), (None, None));
    }
    let wrong = game.meant(&Reply::Option("40".into()));
    assert_eq!(wrong.expect_err("no such option").code(), "unknown-option");
    let many = game.meant(&Reply::Options(vec!["10".into(), "20".into()]));
    assert_eq!(many.expect_err("only one").code(), "too-many");
    let place = Reply::Place {
        x: 1.0,
        y: f64::NAN,
        facing: 0.0,
    };
    assert_eq!(game.meant(&place), Err(Refused::NoSuchPlace));
    let answer = game.meant(&Reply::Option("20".into())).expect("an option");
    assert_eq!(game.reply_of(&answer), Reply::Options(vec!["20".into()]));
    game.decide(&answer).expect("legal");
    game.advance();
    assert_eq!(
        game.snapshot(Viewer::Public).outcome.expect("over").outcome,
        "ann-wins"
    );
}
