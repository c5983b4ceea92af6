//! Packs that begin with a pack that is proved: only what is new has to be looked at.

use super::calls::Call;
use super::{Proof, VerifiedPack, VerifyError, prove_from};
use crate::pack::{KindDef, Pack, ProcedureDef, WordDef};

/// A proved pack to which others add.
#[derive(Clone)]
pub struct Foundation {
    pack: Pack,
    /// The calls of its functions.
    calls: Vec<Call>,
}

impl Foundation {
    /// Proves a pack that others will add to.
    ///
    /// # Errors
    /// The first thing that could not be proved.
    pub fn of(pack: Pack) -> Result<Self, VerifyError> {
        let calls = prove_from(&pack, 0, &[], &mut 0)?;
        Ok(Self { pack, calls })
    }

    /// The pack itself.
    #[must_use]
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Proves a pack. Where it is this one with something added, the code of this one is not looked at again: what was
    /// proved of an instruction rests on entries of tables, and these are all there and the same. Whatever rests on a
    /// whole pack (that nothing calls itself, all tables, all rules) is proved anew.
    ///
    /// # Errors
    /// The first thing that could not be proved.
    pub fn verify(&self, pack: Pack) -> Result<VerifiedPack, VerifyError> {
        let (first, calls) = match extends(&pack, &self.pack) {
            true => (self.pack.functions.len(), self.calls.as_slice()),
            false => (0, &[][..]),
        };
        prove_from(&pack, first, calls, &mut 0)?;
        Ok(VerifiedPack::new(pack, Proof(())))
    }
}

/// Whether one pack is another one with something added behind the entries of its tables.
fn extends(pack: &Pack, base: &Pack) -> bool {
    let functions = base.functions.len();
    // A procedure makes the slots of its function out of the function's registers.
    let is_new = |procedure: &ProcedureDef| procedure.function as usize >= functions;
    let procedures = pack.procedures.tail(base.procedures.len());
    let (board, base_board) = (&pack.setup.board, &base.setup.board);
    pack.functions.begins_with(&base.functions)
        && pack.procedures.begins_with(&base.procedures)
        && procedures.iter().all(|procedure| is_new(procedure))
        && pack.texts.begins_with(&base.texts)
        && pack.sets.begins_with(&base.sets)
        && pack.rows.begins_with(&base.rows)
        && pack.templates.begins_with(&base.templates)
        && pack.choices.begins_with(&base.choices)
        && pack.constants.starts_with(&base.constants)
        && pack.records.starts_with(&base.records)
        && pack.tokens.starts_with(&base.tokens)
        && pack.dice.starts_with(&base.dice)
        && pack.windows.starts_with(&base.windows)
        && pack.offers.starts_with(&base.offers)
        && pack.values.starts_with(&base.values)
        && pack.permissions.starts_with(&base.permissions)
        && pack.movements.starts_with(&base.movements)
        && pack.effects.starts_with(&base.effects)
        && pack.starts.starts_with(&base.starts)
        && pack.matches.starts_with(&base.matches)
        && pack.outcomes.starts_with(&base.outcomes)
        && each_extends(&pack.setup.entities, &base.setup.entities, |one, base| {
            one.kind == base.kind
        })
        && (board.shape, board.terrain, board.zones)
            == (base_board.shape, base_board.terrain, base_board.zones)
        && each_extends(&pack.words, &base.words, word_extends)
        && each_extends(&pack.kinds, &base.kinds, kind_extends)
}

fn each_extends<T>(all: &[T], base: &[T], one_extends: fn(&T, &T) -> bool) -> bool {
    base.len() <= all.len() && all.iter().zip(base).all(|(one, base)| one_extends(one, base))
}

/// A scenario or case can bring dice with faces of their own.
fn word_extends(word: &WordDef, base: &WordDef) -> bool {
    word.name == base.name && word.words.starts_with(&base.words)
}

/// It can bring state of the game, facts of players, and tokens.
fn kind_extends(kind: &KindDef, base: &KindDef) -> bool {
    kind.name == base.name
        && kind.class == base.class
        && kind.footprint == base.footprint
        && kind.templates == base.templates
        && kind.active == base.active
        && kind.fields.starts_with(&base.fields)
        && kind.tokens.starts_with(&base.tokens)
}
