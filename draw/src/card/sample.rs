//! Sample cards: one of each printed card in a game that nobody plays, of which defines and values can be
//! asked.
//!
//! Icons are chosen by such facts. Nothing runs in this game, so everything in it is as printed.

use cardwright_bytecode::Ty;
use cardwright_bytecode::isa::{Instr, Op};
use cardwright_bytecode::pack::{
    EntityDef, EntityId, Function, FunctionClass, Id, KindClass, Pack, SourceRef, TemplateDef,
};
use cardwright_bytecode::verify::verify;
use cardwright_compiler::looks::{Fact, Reading};
use cardwright_core::{Content, Game, Inquiry, Viewer};
use std::cell::OnceCell;

/// How many cards lie in one game; a system with more has several games.
const IN_A_GAME: usize = 1_000;

/// The samples: one of each card, in games that are made when they are asked.
pub(super) struct Samples(Vec<OnceCell<Option<Sample>>>);

/// Some of the cards in a game.
struct Sample {
    game: Game,
    /// The first of the templates, and the entity of each.
    first: usize,
    entities: Vec<Option<EntityId>>,
}

impl Samples {
    /// The samples for the cards and pieces of a pack.
    pub(super) fn of(pack: &Pack) -> Self {
        let games = pack.templates.iter().count().div_ceil(IN_A_GAME);
        Self(std::iter::repeat_with(OnceCell::new).take(games).collect())
    }

    /// The answer of a define or value for a card of the same pack; `None` for other facts.
    pub(super) fn value(&self, pack: &Pack, fact: &Fact, template: usize) -> Option<i64> {
        let inquiry = match fact.reading {
            Reading::Define(function) => Inquiry::Define(function),
            Reading::Value(value) => Inquiry::Value(value),
            _ => return None,
        };
        let first = template / IN_A_GAME * IN_A_GAME;
        let sample = self.0.get(template / IN_A_GAME)?;
        let sample = sample.get_or_init(|| Sample::of(pack, first)).as_ref()?;
        let entity = (*sample.entities.get(template - sample.first)?)?;
        let asked = [(inquiry, vec![i64::from(entity)])];
        let answers = sample.game.answers(&asked, Viewer::Judge);
        answers.first().copied().flatten()
    }
}

impl Sample {
    /// A game with the templates from this one on.
    fn of(pack: &Pack, first: usize) -> Option<Self> {
        let mut pack = pack.clone();
        pack.main = idle(&mut pack);
        let mut entities = Vec::new();
        let last = pack.templates.iter().count().min(first + IN_A_GAME);
        for at in first..last {
            let Some(def) = pack.templates.get(at).filter(|def| is_thing(&pack, def)) else {
                entities.push(None);
                continue;
            };
            let entity = sample(at, def);
            pack.setup.entities.push(entity);
            entities.push(EntityId::try_from(pack.setup.entities.len()).ok());
        }
        Some(Self {
            game: Game::new(&Content::new(verify(pack).ok()?), 0),
            first,
            entities,
        })
    }
}

/// Whether a template is a piece or a card.
fn is_thing(pack: &Pack, def: &TemplateDef) -> bool {
    let class = pack.kinds.get(usize::from(def.kind)).map(|kind| kind.class);
    matches!(class, Some(KindClass::Piece | KindClass::Card))
}

fn sample(at: usize, def: &TemplateDef) -> EntityDef {
    EntityDef {
        id: format!("sample-{at}"),
        name: def.name.clone(),
        kind: def.kind,
        template: u32::try_from(at).ok().map(Id::new),
        owner: 0,
        holder: 0,
        face_up: true,
        later: false,
        pose: None,
        cells: Vec::new(),
    }
}

/// A function that does nothing, as what plays the game.
fn idle(pack: &mut Pack) -> Id<Function> {
    let last = pack.functions.iter().count();
    pack.functions.push(Function {
        name: "idle".to_owned(),
        class: FunctionClass::Effect,
        params: 0,
        result: Ty::NOTHING,
        // What `return` names, though it gives nothing back.
        registers: vec![Ty::NUMBER],
        context: None,
        code: vec![Instr {
            op: Op::Return,
            a: 0,
            b: 0,
            c: 0,
            imm: 0,
        }],
        lines: vec![SourceRef::default()],
        questions: Vec::new(),
    });
    Id::new(u32::try_from(last).unwrap_or(0))
}
