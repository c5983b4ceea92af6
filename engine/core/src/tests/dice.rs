//! Dice pools.

use super::kit::{Kit, op};
use crate::calls::call;
use crate::events::Log;
use crate::game::Game;
use crate::world::World;
use cardwright_bytecode::pack::DieDef;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Op, Ty};
use cardwright_vm::{Args, Host, Machine};

const BLANK: i64 = 0;
const ONE: i64 = 1;
const TWO: i64 = 2;

fn game() -> Game {
    let mut kit = Kit::new();
    kit.pack.dice.push(DieDef {
        name: "cube".into(),
        sides: vec![0, 0, 1, 2],
    });
    kit.pack.dice.push(DieDef {
        name: "stone".into(),
        sides: vec![2],
    });
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    Game::new(&kit.content(), 1)
}

/// Runs a test on a pool of three dice that show blank, one, one.
fn with_pool(test: impl FnOnce(&mut World<'_>, &mut Machine, i64)) {
    let mut game = game();
    game.force_dice([0, 1, 1]);
    let (mut world, machine) = game.parts();
    let pool = world.roll(0, 3).expect("room for a pool");
    test(&mut world, machine, pool);
}

fn ask(world: &mut World<'_>, machine: &mut Machine, core: Core, args: &[i64]) -> i64 {
    call(world, machine, core, &Args::of(args))
}

#[test]
fn forced_faces_come_in_order() {
    with_pool(|world, machine, pool| {
        let counts = [BLANK, ONE, TWO].map(|face| ask(world, machine, Core::CountFace, &[pool, face]));
        assert_eq!(counts, [1, 2, 0]);
    });
}

#[test]
fn forced_numbers_come_in_order_and_stay_in_bounds() {
    let mut game = game();
    game.force_numbers([20, 7, 0, 9]);
    let (mut world, machine) = game.parts();
    let drawn = [20, 20, 6, 6].map(|most| ask(&mut world, machine, Core::Random, &[most]));
    assert_eq!(drawn, [20, 7, 1, 6]);
    assert_eq!(game.forced_left(), 0);
}

#[test]
fn converting_and_cancelling_stop_at_their_number() {
    with_pool(|world, machine, pool| {
        assert_eq!(ask(world, machine, Core::Convert, &[pool, ONE, TWO, 1]), 1);
        assert_eq!(ask(world, machine, Core::Cancel, &[pool, ONE, 9]), 1);
        assert_eq!(ask(world, machine, Core::DiceIn, &[pool]), 2);
        assert_eq!(ask(world, machine, Core::CountFace, &[pool, TWO]), 1);
    });
}

#[test]
fn a_die_is_rolled_again_once_and_an_added_result_never() {
    with_pool(|world, machine, pool| {
        ask(world, machine, Core::AddFace, &[pool, TWO, 1]);
        assert_eq!(ask(world, machine, Core::DiceIn, &[pool]), 4);
        let dice = ask(world, machine, Core::Rerollable, &[pool]);
        assert_eq!(machine.set(&world.content.pack, dice).len(), 3);
        world.state.forced.extend([2, 2, 2]);
        ask(world, machine, Core::Reroll, &[dice]);
        ask(world, machine, Core::Reroll, &[dice]);
        assert_eq!(ask(world, machine, Core::CountFace, &[pool, TWO]), 4);
        let left = ask(world, machine, Core::Rerollable, &[pool]);
        assert!(machine.set(&world.content.pack, left).is_empty());
    });
}

#[test]
fn an_added_result_can_only_be_cancelled_unless_it_was_added_as_turnable() {
    for (add, turned) in [(Core::AddFace, 0), (Core::AddTurnable, 1)] {
        with_pool(|world, machine, pool| {
            ask(world, machine, add, &[pool, TWO, 1]);
            let dice = ask(world, machine, Core::DiceOf, &[pool]);
            let added = machine.set(&world.content.pack, dice)[3];
            let turnable = ask(world, machine, Core::Turnable, &[pool]);
            let turnable = machine.set(&world.content.pack, turnable).contains(&added);
            assert_eq!(i64::from(turnable), turned);
            let converted = ask(world, machine, Core::Convert, &[pool, TWO, ONE, 9]);
            assert_eq!(converted, turned);
            ask(world, machine, Core::Turn, &[added, BLANK]);
            let face = ask(world, machine, Core::FaceOf, &[added]);
            assert_eq!(face, if turned == 1 { BLANK } else { TWO });
            assert_eq!(ask(world, machine, Core::Cancel, &[pool, face, 9]), 1 + turned);
            assert_eq!(ask(world, machine, Core::DiceIn, &[pool]), 3 - turned);
        });
    }
}

#[test]
fn an_added_die_is_turned_rolled_again_once_and_cancelled_like_a_rolled_one() {
    with_pool(|world, machine, pool| {
        ask(world, machine, Core::AddDie, &[pool, TWO, 2]);
        let dice = ask(world, machine, Core::Rerollable, &[pool]);
        let dice = machine.set(&world.content.pack, dice).to_vec();
        assert_eq!(dice.len(), 5);
        let turnable = ask(world, machine, Core::Turnable, &[pool]);
        assert_eq!(machine.set(&world.content.pack, turnable), dice);
        ask(world, machine, Core::Turn, &[dice[3], ONE]);
        assert_eq!(ask(world, machine, Core::FaceOf, &[dice[3]]), ONE);
        world.state.forced.extend([BLANK as u16, TWO as u16]);
        for face in [BLANK, BLANK] {
            let last = machine.new_set(vec![dice[4]]).expect("room for a set");
            ask(world, machine, Core::Reroll, &[last]);
            assert_eq!(ask(world, machine, Core::FaceOf, &[dice[4]]), face);
        }
        assert_eq!(ask(world, machine, Core::Convert, &[pool, BLANK, TWO, 9]), 2);
        assert_eq!(ask(world, machine, Core::Cancel, &[pool, TWO, 9]), 2);
        assert_eq!(ask(world, machine, Core::DiceIn, &[pool]), 3);
    });
}

#[test]
fn a_die_that_is_added_to_a_roll_of_none_is_of_the_sort_that_was_rolled() {
    let mut game = game();
    let (mut world, machine) = game.parts();
    let pool = world.roll(1, 0).expect("room for a pool");
    ask(&mut world, machine, Core::AddDie, &[pool, ONE, 9]);
    let dice = ask(&mut world, machine, Core::Rerollable, &[pool]);
    ask(&mut world, machine, Core::Reroll, &[dice]);
    // The second die has one face alone.
    assert_eq!(ask(&mut world, machine, Core::CountFace, &[pool, TWO]), 9);
}

#[test]
fn a_cancelled_die_keeps_its_place_so_that_the_others_keep_their_numbers() {
    with_pool(|world, machine, pool| {
        let dice = ask(world, machine, Core::DiceOf, &[pool]);
        let last = machine.set(&world.content.pack, dice)[2];
        ask(world, machine, Core::Cancel, &[pool, BLANK, 1]);
        ask(world, machine, Core::Turn, &[last, TWO]);
        assert_eq!(ask(world, machine, Core::FaceOf, &[last]), TWO);
        assert_eq!(ask(world, machine, Core::CountFace, &[pool, ONE]), 1);
    });
}

#[test]
fn a_returned_pool_outlives_the_others_of_its_frame() {
    with_pool(|world, _, pool| {
        world.roll(0, 1).expect("there is room");
        let kept = world.roll(0, 2).expect("room");
        let kept = world.forget_pools(pool as u32, Some(kept));
        assert_eq!((kept, world.pools()), (2, 2));
        assert_eq!(world.state.pool(kept).len(), 2);
    });
}

#[test]
fn hostile_numbers_do_no_harm() {
    let numbers = [i64::MIN, -1, 0, 1, 5, 1 << 16, 1 << 40, i64::MAX];
    let mut game = game();
    let (mut world, machine) = game.parts();
    world.log.quiet = true;
    world.roll(0, 2).expect("there is room");
    for info in cardwright_bytecode::registry::CORE_CALLS {
        for a in numbers {
            for b in numbers {
                let args = [a, b, b, a, b, a, b, a];
                // Sizes of boards and steps of grids are bounded by geometry itself; see its own tests.
                machine.refuel(1_000_000);
                call(&mut world, machine, info.call, &Args::of(&args));
            }
        }
    }
    let _ = Log::default();
}

#[test]
fn a_barred_die_is_turned_and_cancelled_but_never_rolled_again() {
    with_pool(|world, machine, pool| {
        let dice = ask(world, machine, Core::DiceOf, &[pool]);
        let last = machine.set(&world.content.pack, dice)[2];
        let barred = machine.new_set(vec![last]).expect("room for a set");
        ask(world, machine, Core::BarReroll, &[barred]);
        let left = ask(world, machine, Core::Rerollable, &[pool]);
        assert_eq!(machine.set(&world.content.pack, left).len(), 2);
        world.state.forced.extend([2, 2, 2]);
        ask(world, machine, Core::Reroll, &[barred]);
        assert_eq!(ask(world, machine, Core::FaceOf, &[last]), ONE);
        ask(world, machine, Core::Turn, &[last, TWO]);
        assert_eq!(ask(world, machine, Core::FaceOf, &[last]), TWO);
        let twos = ask(world, machine, Core::CountFace, &[pool, TWO]);
        assert_eq!(ask(world, machine, Core::Cancel, &[pool, TWO, 9]), twos);
    });
}

#[test]
fn a_locked_result_stays_whatever_comes() {
    with_pool(|world, machine, pool| {
        let dice = ask(world, machine, Core::DiceOf, &[pool]);
        let last = machine.set(&world.content.pack, dice)[2];
        let locked = machine.new_set(vec![last]).expect("room for a set");
        ask(world, machine, Core::Lock, &[locked]);
        let left = ask(world, machine, Core::Rerollable, &[pool]);
        assert_eq!(machine.set(&world.content.pack, left).len(), 2);
        world.state.forced.extend([2, 2, 2]);
        ask(world, machine, Core::Reroll, &[locked]);
        ask(world, machine, Core::Turn, &[last, TWO]);
        assert_eq!(ask(world, machine, Core::FaceOf, &[last]), ONE);
        assert_eq!(ask(world, machine, Core::Convert, &[pool, ONE, TWO, 9]), 1);
        assert_eq!(ask(world, machine, Core::Cancel, &[pool, ONE, 9]), 0);
        assert_eq!(ask(world, machine, Core::CountFace, &[pool, ONE]), 1);
    });
}
