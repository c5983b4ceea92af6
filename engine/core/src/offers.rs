//! Offers: a player takes options that rules add, one after the other, each resolved before the next, or passes.

use crate::answer::Answer;
use crate::copies::copied_by_field;
use crate::decision::{Ask, PASS, Pending};
use crate::game::{Game, Open};
use crate::limits::MAX_OPTIONS;
use crate::sources::Reach;
use crate::state::Source;
use crate::windows::Applied;
use crate::world::World;
use cardwright_bytecode::pack::{EntityId, Id, OfferDef, Rule, RuleKind};
use cardwright_vm::{Args, Bound, Call, Machine};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An offer that is not done with.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OpenOffer {
    pub(crate) offer: Id<OfferDef>,
    pub(crate) args: Vec<i64>,
    pub(crate) player: EntityId,
    /// The number of options that can still be taken.
    pub(crate) left: i64,
    /// The number of options that were taken.
    pub(crate) taken: i64,
    /// The register that gets this number in the end.
    pub(crate) dest: u32,
    /// The number of frames when it was made.
    pub(crate) depth: usize,
}

copied_by_field! {
    OpenOffer { offer, args, player, left, taken, dest, depth }
}

impl Game {
    pub(crate) fn open_offer(
        &mut self,
        offer: Id<OfferDef>,
        args: Vec<i64>,
        player: i64,
        left: i64,
        dest: u32,
    ) {
        let (world, machine) = self.parts();
        if !world.is_player(player) {
            return machine.answer(dest, 0);
        }
        let (player, depth) = (player as EntityId, machine.depth());
        self.push_open(Open::Offer(OpenOffer {
            offer,
            args,
            player,
            left,
            taken: 0,
            dest,
            depth,
        }));
    }

    /// One stretch of the topmost offer.
    pub(crate) fn work_offer(&mut self) {
        let Some(Open::Offer(open)) = self.open.pop() else {
            return;
        };
        let (mut world, machine) = self.parts();
        if open.left <= 0 {
            return machine.answer(open.dest, open.taken);
        }
        let candidates = world.open_options(machine, open.offer, &open.args);
        if candidates.is_empty() {
            return machine.answer(open.dest, open.taken);
        }
        if self.is_stopped().is_some() {
            return;
        }
        let mut values: Vec<i64> = (0..candidates.len() as i64).collect();
        let default = Answer::one(values.len());
        values.push(PASS);
        let (by, ask) = (
            open.player,
            Ask::Offer {
                offer: open.offer,
                candidates,
            },
        );
        self.ask(Pending {
            by,
            values,
            least: 1,
            most: 1,
            default,
            secret: false,
            ask,
        });
        self.open.push(Open::Offer(open));
    }

    /// Does what a player answered to an offer.
    pub(crate) fn take_option(
        &mut self,
        player: EntityId,
        candidates: Vec<(Id<Rule>, Source)>,
        chosen: Vec<i64>,
    ) {
        let content = Arc::clone(&self.content);
        let Some(Open::Offer(open)) = self.open.last_mut() else {
            return;
        };
        let place = chosen.first().and_then(|&value| usize::try_from(value).ok());
        let Some(&(rule, source)) = place.and_then(|place| candidates.get(place)) else {
            let (dest, taken) = (open.dest, open.taken);
            self.open.pop();
            return self.machine.answer(dest, taken);
        };
        open.left -= 1;
        open.taken = open.taken.saturating_add(1);
        let args = Args::of(&open.args);
        let def = &content.pack.rules[rule];
        let RuleKind::OfferOption { gate, body, .. } = &def.kind else {
            return;
        };
        let (mut world, machine) = self.parts();
        let Some(home) = world.home_args(def.home, source) else {
            return;
        };
        let args = home.and(&args);
        world.note_use(
            machine,
            &Applied {
                rule,
                source,
                gate,
                args: &args,
                context: None,
            },
        );
        world.log.note_use_of(rule, source, player);
        self.run_body(Call {
            function: *body,
            args: &args,
            context: None,
        });
        self.note_begun(rule, source);
    }
}

impl World<'_> {
    /// The rules that add an option to an offer now, in the order of declaration.
    pub(crate) fn open_options(
        &mut self,
        machine: &mut Machine,
        offer: Id<OfferDef>,
        args: &[i64],
    ) -> Vec<(Id<Rule>, Source)> {
        let content = self.content;
        let rules = &content.index.of_offer[offer];
        let mut options = Vec::new();
        for &number in rules {
            let rule = &content.pack.rules[number];
            let RuleKind::OfferOption { gate, .. } = &rule.kind else {
                continue;
            };
            self.each_source(
                machine,
                rule.home,
                Reach::Whole,
                |world, machine, source, home| {
                    let args = &Args::of(home).and(args);
                    if world.is_usable(
                        machine,
                        &Applied {
                            rule: number,
                            source,
                            gate,
                            args,
                            context: None,
                        },
                    ) {
                        options.push((number, source));
                    }
                },
            );
        }
        // One more is to pass.
        if options.len() >= MAX_OPTIONS {
            machine.stop(Bound::Options);
        }
        options
    }
}
