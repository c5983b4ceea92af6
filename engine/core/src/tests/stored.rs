//! Sets that last, and what keyed states hold, in whole games: changed by code, told, undone, stored, imagined.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, ENDED, KIND_PIECE, Kit, PIECE, op, slot};
use crate::events::Event;
use crate::game::{Game, Status};
use crate::limits::MAX_MEMBERS;
use crate::outcome::Outcome;
use crate::saved::Saved;
use crate::state::{Asked, Options};
use crate::undo::History;
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{CONST_SET, ConstSet, FieldDef, Id, StateDef, cell};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_vm::{Bound, Host};
use std::collections::BTreeSet;

/// The number of the set fields that these tests add to pieces.
const MATES: usize = 2;
const SECRETS: usize = 3;
const MATES_CELL: i32 = (cell::HEADER + MATES) as i32;
const SECRETS_CELL: i32 = (cell::HEADER + SECRETS) as i32;

fn set_field(name: &str, base: Base, secret: bool) -> FieldDef {
    FieldDef {
        name: name.into(),
        ty: Ty::set(base),
        state: true,
        secret,
        kept: false,
        per: None,
    }
}

fn kit() -> Kit {
    let mut kit = Kit::new();
    let fields = &mut kit.pack.kinds[usize::from(KIND_PIECE)].fields;
    fields.push(set_field("mates", Base::Entity(KIND_PIECE), false));
    fields.push(set_field("secrets", Base::Number, true));
    kit.pack.states.push(StateDef {
        name: "owed".into(),
        keys: vec![slot("to", Ty::PLAYER), slot("by", PIECE)],
        ty: Ty::NUMBER,
        per: None,
    });
    kit
}

/// A piece's set begins with one member; code adds another to the copy and puts it back; a state gets an entry.
fn game() -> Game {
    let mut kit = kit();
    kit.pack.sets.push(ConstSet {
        ty: Ty::set(Base::Entity(KIND_PIECE)),
        items: vec![i64::from(BENS_PIECE)],
    });
    kit.pack.setup.entities[ANNS_PIECE as usize - 1]
        .cells
        .push((MATES_CELL as u16, CONST_SET));
    let mates = Ty::set(Base::Entity(KIND_PIECE));
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::GetSet, 1, 0, 0, MATES_CELL),
        op(Op::ListNew, 2, 0, 0, 0),
        op(Op::ListPush, 2, 0, 0, 0),
        op(Op::SetSet, 0, 2, 0, MATES_CELL),
        // What was read before is as it was.
        op(Op::ListLen, 3, 1, 0, 0),
        op(Op::Const, 4, 0, 0, BEN as i32),
        op(Op::Move, 5, 0, 0, 0),
        op(Op::SetEntry, 3, 4, 0, 0),
        op(Op::Entry, 3, 4, 0, 0),
        op(Op::Give, 0, 3, 0, 0),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[PIECE, mates, mates, Ty::NUMBER, Ty::PLAYER, PIECE], code);
    Game::new(&kit.content(), 7)
}

fn mates(game: &Game) -> &[i64] {
    game.members(ANNS_PIECE, MATES)
}

#[test]
fn code_reads_a_copy_and_puts_back_another_set() {
    let mut game = game();
    assert_eq!(mates(&game), [i64::from(BENS_PIECE)], "as the setup says");
    assert_eq!(game.advance(), ENDED);
    assert_eq!(mates(&game), [i64::from(ANNS_PIECE)]);
    assert_eq!(game.tokens(ANNS_PIECE, 0), 1);
    let entries: Vec<_> = game.entries(Id::new(0)).collect();
    assert_eq!(entries, [(&[i64::from(BEN), i64::from(ANNS_PIECE)][..], 1)]);
    let told: Vec<String> = game
        .events()
        .iter()
        .map(|event| game.render(event, Viewer::Public))
        .collect();
    assert!(
        told.contains(&"piece-a: mates now has piece-a, no longer piece-b".to_owned()),
        "{told:?}"
    );
    assert!(
        told.contains(&"owed(ben, piece-a): 0 to 1".to_owned()),
        "{told:?}"
    );
}

#[test]
fn going_back_and_storing_restore_it() {
    let (mut game, mut history) = (game(), History::new());
    let start = game.hash();
    history.mark(&game);
    game.advance();
    let end = game.hash();
    let bytes = postcard::to_allocvec(&game.save()).expect("plain data");
    let saved: Saved = postcard::from_bytes(&bytes).expect("what was just written");
    let restored = Game::restore(game.content(), saved).expect("the same content");
    assert_eq!((restored.hash(), mates(&restored)), (end, mates(&game)));
    assert!(history.rewind(&mut game));
    assert_eq!((game.hash(), mates(&game)), (start, &[i64::from(BENS_PIECE)][..]));
    game.advance();
    assert_eq!(game.hash(), end);
}

#[test]
fn equal_contents_have_one_hash_however_they_came() {
    let game = game();
    let mut other = game.clone();
    let (mut world, _) = other.parts();
    let (piece, key) = (i64::from(BENS_PIECE), [i64::from(ANN), i64::from(BENS_PIECE)]);
    for members in [&[piece][..], &[]] {
        world.set_members(piece, MATES_CELL, members).expect("room");
    }
    for value in [4, 0] {
        world.set_entry(Id::new(0), &key, value).expect("room");
    }
    assert_eq!(game.hash(), other.hash());
    other
        .parts()
        .0
        .set_members(piece, MATES_CELL, &[piece])
        .expect("room");
    assert_ne!(game.hash(), other.hash());
}

#[test]
fn a_set_that_is_too_large_ends_the_game_with_a_named_fault() {
    let mut kit = kit();
    let ty = Ty::set(Base::Number);
    let items: Vec<i64> = (0..=MAX_MEMBERS as i64).collect();
    kit.pack.sets.push(ConstSet { ty, items });
    kit.pack.constants.push(CONST_SET);
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Big, 1, 0, 0, 0),
        op(Op::SetSet, 0, 1, 0, SECRETS_CELL),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[PIECE, ty], code);
    let mut game = Game::new(&kit.content(), 7);
    assert_eq!(
        game.advance(),
        Status::Over(Outcome::BoundReached(Bound::Members))
    );
    assert_eq!(
        game.outcome().expect("over").id(game.content()),
        "core-members-exceeded"
    );
}

// Limit: MOST_MEMBERS_TOLD in engine/core/src/labels.rs
#[test]
fn a_sentence_tells_the_first_members_and_counts_the_rest() {
    let mut game = game();
    for (many, told) in [(12, "11, 12"), (13, "12, 1 more")] {
        let members: Vec<i64> = (1..=many).collect();
        let (mut world, _) = game.parts();
        for members in [&[][..], &members] {
            world
                .set_members(i64::from(ANNS_PIECE), SECRETS_CELL, members)
                .expect("room");
        }
        let event = game.events().last().expect("it was set");
        assert!(
            game.render(event, Viewer::Player(ANN)).ends_with(told),
            "{}",
            game.render(event, Viewer::Player(ANN))
        );
    }
}

#[test]
fn the_members_of_a_secret_set_are_its_keepers_alone() {
    let mut game = game();
    game.state.secrets.recent.push(Asked {
        by: ANN,
        base: Base::Number,
        options: Options {
            from: vec![1, 2, 3].into(),
            least: 0,
            most: 2,
        },
    });
    let by = i64::from(ANN);
    let (mut world, _) = game.parts();
    world
        .set_chosen_members(i64::from(BENS_PIECE), SECRETS_CELL, &[3, 1], by)
        .expect("room");
    let event = game.events().last().expect("it was set").clone();
    assert_eq!(
        game.render(&event, Viewer::Player(ANN)),
        "piece-b: secrets now has 3, 1"
    );
    assert_eq!(
        game.render(&event, Viewer::Player(BEN)),
        "piece-b: secrets is set in secret"
    );
    let Event::MembersSet { came, .. } = game.seen_by(&event, Viewer::Player(BEN)) else {
        panic!("the same sort of event")
    };
    assert!(came.is_empty());
    let imagined = |player| -> BTreeSet<Vec<i64>> {
        (0..128)
            .map(|seed| game.imagine(player, seed).members(BENS_PIECE, SECRETS).to_vec())
            .collect()
    };
    let all = [&[][..], &[1], &[2], &[3], &[1, 2], &[1, 3], &[2, 3]];
    assert_eq!(imagined(BEN), all.iter().map(|set| set.to_vec()).collect());
    assert_eq!(imagined(ANN), BTreeSet::from([vec![3, 1]]));
    let (mut world, _) = game.parts();
    world.reveal(i64::from(BENS_PIECE), SECRETS_CELL);
    let event = game.events().last().expect("it was shown");
    assert_eq!(
        game.render(event, Viewer::Player(BEN)),
        "piece-b reveals secrets: 3, 1"
    );
    assert!(
        game.view(Viewer::Player(BEN))
            .sees_field(BENS_PIECE, SECRETS as u32)
    );
}
