//! A pack that was damaged is refused, or is played without a panic.

use super::kit::{ANN, ANNS_PIECE, KIND_CARD, Kit, PIECE, op, slot};
use crate::agents::{Agent, RandomAgent};
use crate::content::Content;
use crate::game::{Game, Status};
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{
    Adjustment, EffectDef, Gate, Home, Id, Level, Limit, MatchDef, OfferDef, OutcomeDef, Policy, RuleKind,
    StartDef, Until, ValueDef, Winners,
};
use cardwright_bytecode::verify::verify;
use cardwright_bytecode::{Base, Op, Pack, Ty};

/// A pack in which something stands in every table that rules and effects use.
pub(super) fn pack() -> Pack {
    let mut kit = Kit::new();
    kit.card("charm", ANNS_PIECE, true);
    let card = Ty::one(Base::Entity(KIND_CARD));
    let lasts = Some(kit.constant(&[PIECE], Ty::BOOL, 1));
    kit.pack.effects.push(EffectDef {
        name: "boon".into(),
        params: vec![slot("who", PIECE)],
        lasts,
        ended: None,
    });
    let until = Until {
        window: Id::new(0),
        condition: lasts,
        counted: true,
        next: false,
    };
    kit.pack.starts.push(StartDef {
        effect: Id::new(0),
        ends: vec![until],
    });
    kit.pack.matches.push(MatchDef {
        effect: Id::new(0),
        any: 1,
    });
    kit.pack.offers.push(OfferDef {
        name: "deed".into(),
        params: vec![slot("actor", PIECE)],
    });
    let (base, net_most) = (
        kit.constant(&[PIECE], Ty::NUMBER, 2),
        Some(kit.constant(&[PIECE], Ty::NUMBER, 1)),
    );
    kit.pack.values.push(ValueDef {
        name: "might".into(),
        params: vec![slot("of", PIECE)],
        result: Ty::NUMBER,
        base,
        policy: Policy::Latest,
        factors_last: false,
        net_least: None,
        net_most,
        least: None,
        most: None,
    });
    let limit = Some(Limit {
        times: 2,
        per: Some(Id::new(0)),
        apart: None,
        shared: true,
    });
    let (gate, body) = (
        kit.open_gate(&[card, PIECE]),
        kit.gives(&[card, PIECE], ANNS_PIECE, 1),
    );
    let gate = Gate { limit, ..gate };
    kit.rule(
        "work",
        Level::Card,
        Home::Template(Id::new(0)),
        RuleKind::OfferOption {
            offer: Id::new(0),
            gate,
            body,
        },
    );
    let condition = kit.constant(&[PIECE, PIECE], Ty::BOOL, 1);
    let kind = RuleKind::Modify {
        value: Id::new(0),
        change: Adjustment::Replace,
        condition,
        amount: kit.constant(&[PIECE, PIECE], Ty::NUMBER, 4),
        least: None,
        most: None,
    };
    kit.rule("strong", Level::Core, Home::Effect(Id::new(0)), kind);
    let condition = kit.constant(&[card], Ty::BOOL, 0);
    kit.rule(
        "fair",
        Level::Card,
        Home::Template(Id::new(0)),
        RuleKind::Build { condition },
    );
    kit.pack.outcomes.push(OutcomeDef {
        id: "last".into(),
        title: "Last".into(),
        winners: Winners::Named,
    });
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Const, 1, 0, 0, 2),
        op(Op::Const, 2, 0, 0, ANN as i32),
        op(Op::Start, 0, 0, 0, 0),
        op(Op::Options, 3, 0, 2, 0),
        op(Op::Offer, 0, 2, 1, 0),
        op(Op::Value, 3, 0, 0, 0),
        op(Op::Running, 4, 0, 0, 0),
        op(Op::Window, 0, 0, 0, 0),
        op(Op::FinishEffect, 0, 0, 0, 0),
        op(Op::All, 5, 0, 0, 0),
        op(Op::EndWith, 5, 0, 0, 1),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let players = Ty::set(Ty::PLAYER.base);
    kit.main(
        &[PIECE, Ty::NUMBER, Ty::PLAYER, Ty::NUMBER, Ty::BOOL, players],
        code,
    );
    kit.pack
}

/// Plays a little and asks everything that can be asked; whether the pack was sound.
fn survives(pack: Pack) -> bool {
    let Ok(pack) = verify(pack) else { return false };
    let content = Content::new(pack);
    let mut game = Game::new(&content, 1);
    let mut agent = RandomAgent::new(1);
    for _ in 0..8 {
        if game.advance() != Status::Decision {
            break;
        }
        let Some(decision) = game.decision().cloned() else {
            break;
        };
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("agents give legal answers");
    }
    let told: Vec<String> = game
        .events()
        .iter()
        .map(|event| game.render(event, Viewer::Public))
        .collect();
    let _ = (
        told,
        game.breaches(),
        game.kept().len(),
        game.winners().len(),
        game.hash(),
    );
    if let Some(value) = content.pack.values.id(0) {
        let _ = game.explain_value(value, &[i64::from(ANNS_PIECE)], Viewer::Judge);
    }
    true
}

#[test]
fn the_pack_itself_is_sound() {
    assert!(survives(pack()));
}

#[test]
fn flipping_any_bit_of_a_pack_never_panics() {
    let bytes = postcard::to_allocvec(&pack()).expect("plain data");
    let mut sound = 0;
    for at in 0..bytes.len() {
        for bit in [0, 1, 2, 7] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            if let Ok(pack) = postcard::from_bytes::<Pack>(&damaged) {
                sound += u32::from(survives(pack));
            }
        }
    }
    assert!(
        sound > 100,
        "only {sound} were played: the damage did not go deep"
    );
}
