//! One of each printed card in a game that nobody plays: what a define or value says of a card that lies there.
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
use std::collections::BTreeMap;

/// The most cards of which there is one; a game has no more entities.
const MOST_SAMPLES: usize = 3_000;

/// One of each card.
pub(super) struct Samples {
    game: Option<Game>,
    /// The entity of each template.
    entities: BTreeMap<usize, EntityId>,
}

impl Samples {
    /// One of each of the cards and pieces of a pack.
    pub(super) fn of(pack: &Pack) -> Self {
        let mut pack = pack.clone();
        pack.main = idle(&mut pack);
        let mut entities = BTreeMap::new();
        let printed = pack.templates.iter().enumerate().take(MOST_SAMPLES);
        let printed: Vec<(usize, EntityDef)> = printed
            .filter(|(_, def)| is_thing(&pack, def))
            .map(|(at, def)| (at, sample(at, def)))
            .collect();
        for (template, entity) in printed {
            pack.setup.entities.push(entity);
            let number = EntityId::try_from(pack.setup.entities.len()).unwrap_or(0);
            entities.insert(template, number);
        }
        Self {
            game: verify(pack).ok().map(|pack| Game::new(&Content::new(pack), 0)),
            entities,
        }
    }

    /// What a define or value says of a card; nothing for other facts.
    pub(super) fn value(&self, fact: &Fact, template: usize) -> Option<i64> {
        let inquiry = match fact.reading {
            Reading::Define(function) => Inquiry::Define(function),
            Reading::Value(value) => Inquiry::Value(value),
            _ => return None,
        };
        let entity = *self.entities.get(&template)?;
        let asked = [(inquiry, vec![i64::from(entity)])];
        let answers = self.game.as_ref()?.answers(&asked, Viewer::Judge);
        answers.first().copied().flatten()
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
