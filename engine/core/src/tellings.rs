//! The tellings of a game: texts of the content about what happens, and its questions, with their values
//! filled in.
//!
//! Only while a game is recorded; nothing of it changes the game, since everything is asked of a copy. A text is worked out
//! for the eyes of the public first. If it looked at something hidden, it is worked out for each player, and told to those
//! who may see all that it rests on.
//!
//! Not here: how told things become a story (`story`).

use crate::content::Content;
use crate::decision::{Ask, Pending};
use crate::events::{Event, Said};
use crate::game::{Game, Open};
use crate::labels::{Labels, UNKNOWN_CARD};
use crate::sentences::window_name;
use crate::view::Sight;
use crate::viewer::Viewer;
use crate::world::World;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{
    ChoiceDef, EntityId, FuncId, Id, Moment, OfferDef, TellingDef, ToldOf, WindowDef,
};
use cardwright_vm::{Call, Machine};

/// The word for a value in a question that a viewer may not know.
const SOMETHING: &str = "something";

/// The arguments and the context with which the functions of a text are called.
#[derive(Clone, Copy)]
struct With<'a> {
    args: &'a [i64],
    /// The first register of the run that is told of.
    context: Option<u32>,
}

impl World<'_> {
    /// A window opens: a run begins, or a step has done what it does.
    pub(crate) fn tell_window(&mut self, machine: &Machine, def: &WindowDef) {
        let of = match (def.moment, def.step) {
            (Moment::Before, None) => ToldOf::Run(def.procedure),
            (Moment::After, Some(step)) => ToldOf::Step(def.procedure, step),
            _ => return,
        };
        let context = machine.top().map(|frame| frame.base);
        self.tell(machine, of, 0, With { args: &[], context });
    }

    /// A field changed, or a secret one was shown.
    pub(crate) fn tell_field(&mut self, entity: i64, field: u32, (before, now): (i64, i64)) {
        if self.log.quiet {
            return;
        }
        if let Some(kind) = self.content.index.kind(entity) {
            self.tell_change(ToldOf::Field(kind, field), entity, (before, now));
        }
    }

    /// A number of tokens changed.
    pub(crate) fn tell_tokens(&mut self, entity: i64, token: u32, (before, now): (i64, i64)) {
        self.tell_change(ToldOf::Tokens(token), entity, (before, now));
    }

    fn tell_change(&mut self, of: ToldOf, entity: i64, (before, now): (i64, i64)) {
        let args = &[entity, before, now];
        let context = None;
        self.tell(&Machine::new(), of, entity as EntityId, With { args, context });
    }

    fn tell(&mut self, machine: &Machine, of: ToldOf, thing: EntityId, with: With<'_>) {
        if self.log.quiet {
            return;
        }
        let Some(&telling) = self.content.index.tellings.get(&of) else {
            return;
        };
        let sight = Sight {
            content: self.content,
            state: self.state,
            machine,
            asked: None,
        };
        let (words, only) = sight.told(&self.content.pack.tellings[telling], with);
        self.log.note(|| Event::Told {
            of,
            thing,
            words,
            only,
        });
    }

    /// A text with its values; nothing, if something hidden was looked at.
    fn said(&mut self, machine: &mut Machine, telling: &TellingDef, with: With<'_>) -> Option<Vec<Said>> {
        if self.reads_answers(telling.text, with.context) {
            return None;
        }
        let content = self.content;
        let text = self.eval(machine, telling.text, with.args, with.context);
        let words = usize::try_from(text)
            .ok()
            .and_then(|at| content.pack.texts.get(at))?;
        let phrase = telling
            .phrases
            .iter()
            .find(|phrase| i64::from(phrase.text) == text);
        let said = match phrase {
            None => vec![Said::Words(words.clone())],
            Some(phrase) => {
                let mut parts = phrase.parts.iter();
                let mut value = || match parts.next() {
                    Some(&part) => self.value_said(machine, part, with),
                    None => Some(Said::Words(String::new())),
                };
                filled(words, &mut value)?
            }
        };
        (!self.has_looked() && machine.stopped().is_none()).then_some(said)
    }

    /// A value in a text; nothing, if something hidden was looked at.
    fn value_said(&mut self, machine: &mut Machine, part: FuncId, with: With<'_>) -> Option<Said> {
        if self.reads_answers(part, with.context) {
            return None;
        }
        let content = self.content;
        let ty = content.pack.functions[part].result;
        let call = Call {
            function: part,
            args: with.args,
            context: with.context,
        };
        let values = match ty.set {
            true => machine.eval_set(&content.pack, self, call),
            false => vec![machine.eval(&content.pack, self, call)],
        };
        if self.has_looked() {
            return None;
        }
        Some(self.named(ty, &values))
    }

    /// Values by their names; a card that the viewer does not know has none.
    fn named(&self, ty: Ty, values: &[i64]) -> Said {
        let labels = Labels {
            content: self.content,
            state: self.state,
            guarded: true,
            written: false,
        };
        match values {
            [] if ty.set => Said::Words("nothing".to_owned()),
            &[one] if !ty.set && ty.base.is_entity() && one > 0 => {
                let card = one as EntityId;
                match self.is_unseen(card) || self.state.is_unknown(self.content, card) {
                    true => Said::Words(UNKNOWN_CARD.to_owned()),
                    false => Said::Entity(card),
                }
            }
            values => {
                let names = values.iter().map(|&value| labels.value(Ty::one(ty.base), value));
                Said::Words(joined(&names.collect::<Vec<_>>()))
            }
        }
    }
}

/// `A`, `A and B`, `A, B and C`.
pub(crate) fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A text whose values are filled in; nothing, as soon as there is none for one of them.
fn filled(text: &str, value: &mut dyn FnMut() -> Option<Said>) -> Option<Vec<Said>> {
    let (mut said, mut words, mut rest) = (Vec::new(), String::new(), text);
    while let Some((plain, behind)) = rest.split_once('{') {
        words.push_str(plain);
        if let Some(behind) = behind.strip_prefix('{') {
            words.push('{');
            rest = behind;
            continue;
        }
        let (_, behind) = behind.split_once('}').unwrap_or_default();
        match value()? {
            Said::Words(more) => words.push_str(&more),
            entity @ Said::Entity(_) => {
                said.extend(Some(Said::Words(std::mem::take(&mut words))).filter(|said| !said.is_empty()));
                said.push(entity);
            }
        }
        rest = behind;
    }
    words.push_str(rest);
    said.extend(Some(Said::Words(words)).filter(|said| !said.is_empty()));
    Some(said)
}

impl Said {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Words(words) if words.is_empty())
    }
}

impl Sight<'_> {
    /// The words, and the only players who may read them, unless everybody may.
    fn told(&self, telling: &TellingDef, with: With<'_>) -> (Vec<Said>, Option<Vec<EntityId>>) {
        if let Some(said) = self.said_to(Viewer::Public, telling, with) {
            return (plain(said), None);
        }
        let players = self.content.players().iter();
        let knows = |&player: &EntityId| Some((player, self.said_to(Viewer::Player(player), telling, with)?));
        let known: Vec<_> = players.filter_map(knows).collect();
        let only = known.iter().map(|(player, _)| *player).collect();
        let said = known.into_iter().next().map(|(_, said)| said);
        let said = said.or_else(|| self.said_to(Viewer::Judge, telling, with));
        (plain(said.unwrap_or_default()), Some(only))
    }

    fn said_to(&self, viewer: Viewer, telling: &TellingDef, with: With<'_>) -> Option<Vec<Said>> {
        self.for_eyes(viewer, |world, machine| world.said(machine, telling, with))
    }
}

/// The words without empty ones.
fn plain(said: Vec<Said>) -> Vec<Said> {
    said.into_iter().filter(|said| !said.is_empty()).collect()
}

impl Game {
    /// The question of a decision, as a viewer may know it.
    pub(crate) fn question(&self, pending: &Pending, viewer: Viewer) -> String {
        match &pending.ask {
            Ask::Choose { choice, dest } => self.asked_with(*choice, dest.saturating_add(2), viewer),
            Ask::May { choice, dest } => self.asked_with(*choice, dest.saturating_add(1), viewer),
            Ask::Place { choice, first, .. } => {
                let def = &self.content.pack.choices[*choice];
                let own = def.place_arguments(&self.content.pack) - def.asked_count(&self.content.pack);
                self.asked_with(*choice, first.saturating_add(own as u32), viewer)
            }
            Ask::Ability { window, .. } => self.asked_in(*window, viewer),
            Ask::Offer { offer, .. } => self.offered(*offer, viewer),
        }
    }

    /// Whether the question that is asked now has these words in it, as it is told or as the content writes it.
    #[must_use]
    pub fn asks_for(&self, words: &str) -> bool {
        let told = self.decision.as_ref();
        told.is_some_and(|decision| decision.prompt.contains(words))
            || self.written_question().contains(words)
    }

    /// The question that is asked now as the content writes it, with its values by their names; for an ability or offer, where
    /// it is. Empty, if nothing is asked.
    #[must_use]
    pub fn written_question(&self) -> String {
        let asked = self.pending.as_ref();
        asked.map_or_else(String::new, |pending| self.written(&pending.ask))
    }

    /// A question as the content writes it; for an ability or offer, where it is.
    fn written(&self, ask: &Ask) -> String {
        let pack = &self.content.pack;
        match ask {
            Ask::Choose { choice, .. } | Ask::May { choice, .. } | Ask::Place { choice, .. } => {
                pack.choices[*choice].prompt.clone()
            }
            Ask::Ability { window, .. } => format!("ability to use {}:", window_name(&self.content, *window)),
            Ask::Offer { offer, .. } => format!("{}:", pack.offers[*offer].name),
        }
    }

    /// The question of a choice whose values are made from the registers that begin at `first`.
    fn asked_with(&self, choice: Id<ChoiceDef>, first: u32, viewer: Viewer) -> String {
        let def = &self.content.pack.choices[choice];
        let count = def.asked_count(&self.content.pack) as u32;
        let args: Vec<i64> = (0..count)
            .map(|at| self.machine.register(first.saturating_add(at)))
            .collect();
        let context = self.context_of(def);
        let mut parts = def.parts.iter();
        let mut value = || {
            let said = parts.next().and_then(|&part| {
                let with = With { args: &args, context };
                self.for_eyes(viewer, |world, machine| world.value_said(machine, part, with))
            });
            Some(said.unwrap_or_else(|| Said::Words(SOMETHING.to_owned())))
        };
        let said = filled(&def.prompt, &mut value).unwrap_or_default();
        self.labels().said(&said)
    }

    /// The context of the values of a question: the slots of the code that asks; `None` if they use none.
    fn context_of(&self, def: &ChoiceDef) -> Option<u32> {
        let part = def.parts.first()?;
        self.content.pack.functions[*part].context?;
        self.machine.top().and_then(|frame| frame.context)
    }

    /// The question to whoever can use an ability in a window.
    fn asked_in(&self, window: Id<WindowDef>, viewer: Viewer) -> String {
        let def = &self.content.pack.windows[window];
        let context = match self.open.last() {
            Some(Open::Window(open)) => Some(open.context),
            _ => None,
        };
        let of = def.step.map(|step| ToldOf::Asked(def.procedure, step));
        let asked = of.and_then(|of| self.asked_by(of, With { args: &[], context }, viewer));
        asked.unwrap_or_else(|| {
            let place = spoken(&window_name(&self.content, window));
            format!("Use an ability, {place}?")
        })
    }

    /// The question that an offer is.
    fn offered(&self, offer: Id<OfferDef>, viewer: Viewer) -> String {
        let args = match self.open.last() {
            Some(Open::Offer(open)) => &open.args[..],
            _ => &[],
        };
        let context = None;
        let asked = self.asked_by(ToldOf::Offer(offer), With { args, context }, viewer);
        asked.unwrap_or_else(|| format!("Choose: {}", spoken(&self.content.pack.offers[offer].name)))
    }

    /// The question in the words of the content, if it gives any.
    fn asked_by(&self, of: ToldOf, with: With<'_>, viewer: Viewer) -> Option<String> {
        let telling = *self.content.index.tellings.get(&of)?;
        let telling = &self.content.pack.tellings[telling];
        let said = self
            .sight()
            .said_to(viewer, telling, with)
            .filter(|said| !said.is_empty())?;
        Some(self.labels().said(&said))
    }
}

/// The names of content in words: `at attack.roll-dice` is `at attack, roll dice`.
fn spoken(name: &str) -> String {
    name.replace('.', ", ").replace('-', " ")
}

/// Whether something is told of a field, so that nothing else needs to be.
pub(crate) fn has_words(content: &Content, of: ToldOf) -> bool {
    content.index.tellings.contains_key(&of)
}

#[cfg(test)]
mod tests {
    use super::{Said, filled, joined};

    #[test]
    fn a_text_is_filled_with_its_values() {
        let mut values = [Said::Entity(3), Said::Words("left".into())].into_iter();
        let said = filled("{a} turns {b of c}: {{x}", &mut || values.next());
        let expected = vec![Said::Entity(3), Said::Words(" turns left: {x}".into())];
        assert_eq!(said, Some(expected));
        assert_eq!(filled("{a}", &mut || None), None);
    }

    #[test]
    fn names_are_joined_as_people_say_them() {
        let names = ["hit", "hit", "eye"].map(str::to_owned);
        assert_eq!(joined(&names), "hit, hit and eye");
        assert_eq!(joined(&names[..1]), "hit");
    }
}
