//! Undo: positions of a game that can be gone back to, exactly, continuations included.
//!
//! A game's state is a row of cells and a few small tables, so a position is a copy of all of it, made into buffers
//! that earlier positions left behind: marking copies a few kilobytes and allocates nothing once the buffers have
//! grown; going back changes places with the copy. A journal of single changes would have to know every place
//! that changes, for less than a microsecond.
//!
//! Not here: what content or seed a game has (going back keeps both), and games that are stored.

use crate::decision::{Decision, Pending};
use crate::game::{Game, Open};
use crate::state::State;
use cardwright_vm::Machine;

/// Positions of one game, the latest last.
#[derive(Clone, Debug, Default)]
pub struct History {
    positions: Vec<Position>,
    /// The number of marked positions; those behind are buffers.
    marked: usize,
}

/// All of a game that play changes.
#[derive(Clone, Debug)]
struct Position {
    state: State,
    machine: Machine,
    open: Vec<Open>,
    pending: Option<Pending>,
    decision: Option<Decision>,
    /// How many events were recorded, and how many lost.
    events: (usize, u64),
}

impl History {
    /// A history without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of positions to which the game can go back.
    #[must_use]
    pub fn len(&self) -> usize {
        self.marked
    }

    /// Whether there is nothing to go back to.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.marked == 0
    }

    /// Marks the position of a game.
    pub fn mark(&mut self, game: &Game) {
        match self.positions.get_mut(self.marked) {
            Some(buffer) => buffer.copy_from(game),
            None => self.positions.push(Position::of(game)),
        }
        self.marked += 1;
    }

    /// Goes back to the latest mark and forgets it; whether there was one. The game must be the one that was marked.
    pub fn undo(&mut self, game: &mut Game) -> bool {
        let Some(position) = self.latest() else {
            return false;
        };
        std::mem::swap(&mut game.state, &mut position.state);
        std::mem::swap(&mut game.machine, &mut position.machine);
        std::mem::swap(&mut game.open, &mut position.open);
        std::mem::swap(&mut game.pending, &mut position.pending);
        std::mem::swap(&mut game.decision, &mut position.decision);
        let events = position.events;
        game.forget_events(events);
        self.marked -= 1;
        true
    }

    /// Goes back to the latest mark, which stays; whether there was one.
    pub fn rewind(&mut self, game: &mut Game) -> bool {
        let Some(position) = self.latest() else {
            return false;
        };
        // What was answered stays right as far as nothing that it comes from goes back.
        let mut memory = std::mem::take(&mut game.state.memory);
        memory.note_differences(&game.content, &game.state, &position.state);
        game.state.clone_from(&position.state);
        game.state.memory = memory;
        game.machine.clone_from(&position.machine);
        game.open.clone_from(&position.open);
        game.pending.clone_from(&position.pending);
        game.decision.clone_from(&position.decision);
        let events = position.events;
        game.forget_events(events);
        true
    }

    /// Forgets the latest mark; the game stays where it is.
    pub fn keep(&mut self) {
        self.marked = self.marked.saturating_sub(1);
    }

    fn latest(&mut self) -> Option<&mut Position> {
        self.positions.get_mut(self.marked.checked_sub(1)?)
    }
}

impl Game {
    /// Forgets the events since a position, if they were not taken meanwhile.
    fn forget_events(&mut self, (kept, lost): (usize, u64)) {
        self.log.forget(kept);
        self.log.lost = lost;
    }
}

impl Position {
    fn of(game: &Game) -> Self {
        Self {
            state: game.state.clone(),
            machine: game.machine.clone(),
            open: game.open.clone(),
            pending: game.pending.clone(),
            decision: game.decision.clone(),
            events: (game.log.events.len(), game.log.lost),
        }
    }

    fn copy_from(&mut self, game: &Game) {
        self.state.clone_from(&game.state);
        self.machine.clone_from(&game.machine);
        self.open.clone_from(&game.open);
        self.pending.clone_from(&game.pending);
        self.decision.clone_from(&game.decision);
        self.events = (game.log.events.len(), game.log.lost);
    }
}

#[cfg(test)]
mod tests {
    //! A buffer equals the game that it was copied from, whatever it held before. Every field of the two
    //! originals differs.

    use super::*;
    use crate::answer::Answer;
    use crate::board::plane::{Facing, Footprint};
    use crate::decision::{Ask, DecisionKind, DecisionOption};
    use crate::memory::Memory;
    use crate::occupancy::Occupancy;
    use crate::offers::OpenOffer;
    use crate::outcome::Outcome;
    use crate::places::PlaceAsked;
    use crate::run_memory::Shelf;
    use crate::state::{
        Asked, Deed, Die, Effect, Options, Pool, ProcedureRun, RunsMeant, Secret, SecretAnswer, Secrets,
        Source, Use, UseKey,
    };
    use crate::stored::Stored;
    use crate::windows::OpenWindow;
    use cardwright_bytecode::Base;
    use cardwright_bytecode::pack::{Id, Rule};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::fmt::Debug;

    /// Copies each into the other, and checks the copy.
    fn copies<T: Clone + PartialEq + Debug>(make: impl Fn(u32) -> T) {
        for (from, to) in [(1, 2), (2, 1)] {
            let (from, mut to) = (make(from), make(to));
            assert_ne!(from, to);
            to.clone_from(&from);
            assert_eq!(to, from);
            assert_eq!(from.clone(), from);
        }
    }

    fn numbers(n: u32) -> Vec<i64> {
        (0..i64::from(n)).map(|at| at + i64::from(n) * 10).collect()
    }

    fn die(n: u32) -> Die {
        Die {
            face: n as u16 + 1,
            rerolled: n == 1,
            added: n == 2,
            fixed: n == 1,
            gone: n == 2,
            locked: n == 1,
            barred: n == 2,
        }
    }

    fn pool(n: u32) -> Pool {
        Pool {
            sort: n as u16,
            dice: several(n, die),
        }
    }

    fn effect(n: u32) -> Effect {
        Effect {
            number: n,
            effect: Id::new(n + 1),
            args: numbers(n),
            start: Id::new(n + 2),
            left: i64::from(n) + 3,
            began: i64::from(n) + 4,
            runs: several(n, |n| RunsMeant {
                after: n + 5,
                own: n + 6,
            }),
        }
    }

    fn used(n: u32) -> Use {
        let source = Source {
            entity: n,
            effect: n + 1,
        };
        let key = UseKey {
            rule: Id::new(n + 2),
            source,
            apart: i64::from(n) + 3,
            run: n + 4,
        };
        Use {
            key,
            per: Some(Id::new(n)),
            times: n as u16,
        }
    }

    fn run(n: u32) -> ProcedureRun {
        ProcedureRun {
            procedure: Id::new(n),
            number: n + 1,
            depth: n + 2,
            closing: n == 1,
        }
    }

    fn shelf(n: u32) -> Shelf {
        Shelf {
            procedure: Id::new(n),
            depth: n + 1,
            cells: several(n, |n| (i64::from(n), n, 3)),
            sets: several(n, |n| (i64::from(n), n, numbers(n))),
            entries: Vec::new(),
        }
    }

    fn deed(n: u32) -> Deed {
        Deed {
            rule: Id::new(n),
            source: Source {
                entity: n + 1,
                effect: n + 2,
            },
            function: Id::new(n + 3),
            depth: n + 4,
        }
    }

    fn answer(n: u32) -> SecretAnswer {
        SecretAnswer {
            by: n,
            dest: n + 1,
            options: options(n),
        }
    }

    fn options(n: u32) -> Options {
        Options {
            from: numbers(n).into(),
            least: n + 2,
            most: n + 3,
        }
    }

    fn asked(n: u32) -> Asked {
        Asked {
            by: n,
            base: Base::Row(n as u16),
            options: options(n),
        }
    }

    fn secret(n: u32) -> Secret {
        Secret {
            entity: n,
            cell: n + 1,
            by: n + 2,
            options: options(n),
        }
    }

    fn stored(n: u32) -> Stored {
        let mut stored = Stored::default();
        for at in 0..n {
            stored.put_members(at as usize, &numbers(n)).expect("room");
            stored
                .put_entry(Id::new(at), &numbers(n), i64::from(n))
                .expect("room");
        }
        stored
    }

    /// A list of this length: each has another one, so that lists differ in their lengths, too.
    fn several<T>(n: u32, one: fn(u32) -> T) -> Vec<T> {
        (0..n).map(|at| one(n * 10 + at)).collect()
    }

    fn state(n: u32) -> State {
        State {
            cells: numbers(n),
            stored: stored(n),
            pools: several(n, pool),
            rng: ChaCha8Rng::seed_from_u64(u64::from(n)),
            forced: several(n, |n| n as u16).into(),
            forced_numbers: several(n, |n| n).into(),
            effects: several(n, effect).into(),
            next_effect: n,
            uses: several(n, used),
            clocks: several(n, |n| n).into_iter().collect(),
            runs: several(n, run),
            shelves: several(n, shelf),
            deeds: several(n, deed),
            ended: several(n, |n| (Id::new(n), vec![i64::from(n)])),
            secrets: Secrets {
                recent: several(n, asked),
                cells: several(n, secret),
                answers: several(n, answer),
            },
            over: Some(Outcome::Named(Id::new(n))),
            winners: several(n, |n| n),
            moment: i64::from(n),
            occupancy: Occupancy::default(),
            memory: Memory::default(),
        }
    }

    fn window(n: u32) -> Open {
        let uses = |n| (Id::new(n), Source { entity: n, effect: n });
        Open::Window(OpenWindow {
            window: Id::new(n),
            context: n + 1,
            depth: n as usize + 2,
            players: several(n, |n| n),
            done: several(n, uses),
            declined: several(n + 1, uses),
            due: (n == 1).then(|| several(n, uses)),
            waits: n == 1,
        })
    }

    fn offer(n: u32) -> Open {
        Open::Offer(OpenOffer {
            offer: Id::new(n),
            args: numbers(n),
            player: n + 1,
            left: i64::from(n) + 2,
            taken: i64::from(n) + 3,
            dest: n + 4,
            depth: n as usize + 5,
        })
    }

    fn pending(n: u32, ask: Ask) -> Pending {
        Pending {
            by: n,
            values: numbers(n),
            least: n as usize,
            most: n as usize + 1,
            default: Answer::Options(vec![n as usize; n as usize]),
            secret: n == 1,
            ask,
        }
    }

    fn decision(n: u32) -> Decision {
        let choice = |n: u32| DecisionOption {
            label: format!("option {n}"),
            value: i64::from(n),
        };
        Decision {
            by: n,
            prompt: format!("question {n}"),
            options: several(n, choice),
            least: n as usize,
            most: n as usize + 1,
            default: Answer::Options(vec![n as usize; n as usize]),
            secret: n == 1,
            ordered: n == 2,
            kind: DecisionKind::Choose(Id::new(n)),
            place: (n == 1).then_some(PlaceAsked {
                piece: n,
                footprint: Footprint::Circle { radius: 500 },
                region: None,
                facing: Facing::Any,
            }),
        }
    }

    #[test]
    fn a_buffer_becomes_the_state_that_is_copied_into_it() {
        copies(state);
    }

    #[test]
    fn a_buffer_knows_what_stands_where_in_what_it_is_copied_from() {
        let on =
            |state: &State, found: u32| -> Vec<u32> { state.occupancy.on(3, || vec![(3, found)]).collect() };
        let (mut buffer, asked, unasked) = (state(1), state(2), state(2));
        assert_eq!((on(&buffer, 7), on(&asked, 8)), (vec![7], vec![8]));
        buffer.clone_from(&asked);
        assert_eq!(on(&buffer, 9), [8]);
        buffer.clone_from(&unasked);
        assert_eq!(on(&buffer, 9), [9]);
    }

    #[test]
    fn a_buffer_becomes_what_is_open_and_asked() {
        copies(window);
        copies(offer);
        copies(|n| if n == 1 { window(n) } else { offer(n) });
        copies(decision);
        let candidates = |n| several(n, |n| (Id::new(n), Source { entity: n, effect: n }));
        type Asked = fn(u32, Vec<(Id<Rule>, Source)>) -> Ask;
        let asks: [Asked; 5] = [
            |choice, _| Ask::Place {
                choice: Id::new(choice),
                dest: choice,
                first: choice,
            },
            |choice, _| Ask::Choose {
                choice: Id::new(choice),
                dest: choice,
            },
            |choice, _| Ask::May {
                choice: Id::new(choice),
                dest: choice,
            },
            |window, candidates| Ask::Ability {
                window: Id::new(window),
                candidates,
            },
            |offer, candidates| Ask::Offer {
                offer: Id::new(offer),
                candidates,
            },
        ];
        for one in asks {
            for other in asks {
                let ask = |n| {
                    if n == 1 {
                        one(n, candidates(n))
                    } else {
                        other(n, candidates(n))
                    }
                };
                copies(|n| pending(n, ask(n)));
            }
        }
    }
}
