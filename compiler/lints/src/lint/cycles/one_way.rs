//! Rules at changes that come to an end by themselves, since what they watch goes only one way round: tokens that are
//! only taken, a number that falls to nothing and that nobody raises, pieces that leave and do not come back.

use super::Round;
use super::changes::{Asks, How, Matter, Subject, Test};
use super::ways::Ways;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::RuleKind;
use cardwright_trees::{Reading, Watched, Way};

/// The watch of a rule at a change: the state that it watches, and the tests of its value before and after.
struct Watch {
    matter: Matter,
    was: Vec<Asks>,
    now: Vec<Asks>,
}

impl Round<'_> {
    /// Whether a rule at a change comes only so often, whatever it does. What is made on the way round would change for the
    /// first time again and again, so then nothing is proved.
    pub(super) fn goes_one_way(&self, ways: &Ways<'_>, rule: usize) -> bool {
        let watch = self.watch(ways, rule);
        !self.makes && watch.is_some_and(|watch| self.settles(&watch) || self.runs_out(&watch))
    }

    fn watch(&self, ways: &Ways<'_>, rule: usize) -> Option<Watch> {
        let pack = self.scene.pack;
        let RuleKind::Trigger { window, gate, .. } = &pack.rules.get(rule)?.kind else {
            return None;
        };
        let procedure = pack.windows.find(*window)?.procedure.place();
        let watched = self.scene.program.changes.get(&procedure)?;
        let slots = &pack.procedures.get(procedure)?.slots;
        let tests = ways.asked_at(gate.condition.number());
        let of = |name: &str| {
            let slot = slots.iter().position(|slot| slot.name == name);
            let asked = tests.iter().filter_map(|test| is_of(test, slot?));
            asked.collect::<Vec<Asks>>()
        };
        let mut watch = Watch {
            matter: matter(*watched)?,
            was: of("was"),
            now: of("now"),
        };
        if watch.matter == Matter::InPlay {
            watch.now.push(Asks::Is(0));
        }
        Some(watch)
    }

    /// Whether what the rule watches for comes once for each thing: it was not so before, it is so now, and nothing on the
    /// way round leads back.
    fn settles(&self, watch: &Watch) -> bool {
        let is_new = |now: Asks| matches!(now, Asks::Is(_)) || watch.was.iter().any(|was| was.excludes(now));
        let mut now = watch.now.iter();
        now.any(|&now| is_new(now) && self.spares(watch.matter, now.negated()))
    }

    /// Whether a number goes only up or only down on the way round, and the rule looks no further than to some bound.
    fn runs_out(&self, watch: &Watch) -> bool {
        let limit = match watch.matter {
            Matter::Tokens(token) => self.scene.pack.tokens.get(token).and_then(|def| def.limit),
            _ => None,
        };
        let asked = || watch.was.iter().chain(&watch.now);
        let least = matches!(watch.matter, Matter::Tokens(_)) || asked().any(Asks::is_least);
        let most = limit.is_some() || asked().any(Asks::is_most);
        let by = |goes: fn(i64, i64) -> bool| {
            let mut about = self.changes.iter().filter(|change| change.0 == watch.matter);
            about.all(|change| matches!(change.1, How::By(range) if goes(range.least, range.most)))
        };
        (least && by(|_, most| most <= 0)) || (most && by(|least, _| least >= 0))
    }
}

/// The test of a slot, if it is one.
fn is_of(test: &Test, slot: usize) -> Option<Asks> {
    matches!(test.subject, Subject::Slot(at) if at == slot).then_some(test.asks)
}

/// The watched part of the state, as far as all of its changes on the way round are known.
fn matter(watched: Watched) -> Option<Matter> {
    Some(match (watched.reading, watched.way) {
        (Reading::Field(kind, field), _) => Matter::Field(Base::Entity(kind), field),
        (Reading::Tokens(_, token), _) => Matter::Tokens(token),
        (Reading::InPlay(_), Way::Down) => Matter::InPlay,
        _ => return None,
    })
}
