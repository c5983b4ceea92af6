//! Packs that begin with a pack that is proved: only what is new has to be looked at.

use super::calls::Call;
use super::{Proof, VerifiedPack, VerifyError, prove_from};
use crate::pack::{KindDef, Pack, ProcedureDef, Setup, WordDef};

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

/// Whether one pack is another one with something added behind the entries of its tables. Every table is named here, so that a
/// new one cannot be forgotten.
fn extends(pack: &Pack, base: &Pack) -> bool {
    let Pack {
        texts,
        constants,
        sets,
        words,
        records,
        rows,
        kinds,
        states,
        tokens,
        dice,
        templates,
        functions,
        procedures,
        windows,
        offers,
        values,
        permissions,
        movements,
        effects,
        starts,
        matches,
        outcomes,
        choices,
        setup,
        // Proved anew for every pack; no instruction rests on them.
        title: _,
        tellings: _,
        said: _,
        rules: _,
        main: _,
        score: _,
        order: _,
        round: _,
        controller: _,
        use_abilities: _,
        checks: _,
        files: _,
    } = base;
    // A procedure makes the slots of its function out of the function's registers.
    let is_new = |procedure: &ProcedureDef| procedure.function.place() >= functions.len();
    let added = pack.procedures.tail(procedures.len());
    pack.functions.begins_with(functions)
        && pack.procedures.begins_with(procedures)
        && added.iter().all(|procedure| is_new(procedure))
        && pack.texts.begins_with(texts)
        && pack.sets.begins_with(sets)
        && pack.rows.begins_with(rows)
        && pack.templates.begins_with(templates)
        && pack.choices.begins_with(choices)
        && pack.constants.starts_with(constants)
        && pack.records.starts_with(records)
        && pack.states.begins_with(states)
        && pack.tokens.starts_with(tokens)
        && pack.dice.starts_with(dice)
        && pack.windows.begins_with(windows)
        && pack.offers.begins_with(offers)
        && pack.values.begins_with(values)
        && pack.permissions.begins_with(permissions)
        && pack.movements.begins_with(movements)
        && pack.effects.begins_with(effects)
        && pack.starts.begins_with(starts)
        && pack.matches.begins_with(matches)
        && pack.outcomes.begins_with(outcomes)
        && setup_extends(&pack.setup, setup)
        && each_extends(&pack.words, words, word_extends)
        && each_extends(&pack.kinds, kinds, kind_extends)
}

/// Code names entities, and spaces of the board.
fn setup_extends(setup: &Setup, base: &Setup) -> bool {
    let (board, known) = (&setup.board, &base.board);
    each_extends(&setup.entities, &base.entities, |one, base| one.kind == base.kind)
        && (board.shape, board.terrain, board.zones) == (known.shape, known.terrain, known.zones)
        && board.spaces.starts_with(&known.spaces)
}

fn each_extends<T>(all: &[T], base: &[T], one_extends: fn(&T, &T) -> bool) -> bool {
    base.len() <= all.len() && all.iter().zip(base).all(|(one, base)| one_extends(one, base))
}

/// A scenario or case can bring dice with faces of their own.
fn word_extends(word: &WordDef, base: &WordDef) -> bool {
    word.name == base.name && word.words.starts_with(&base.words)
}

/// Whether a kind is that of the base, with additions: state of the game, and tokens. Tokens lie behind the
/// fields, so where there are some no field can be added.
fn kind_extends(kind: &KindDef, base: &KindDef) -> bool {
    kind.name == base.name
        && kind.class == base.class
        && kind.footprint == base.footprint
        && kind.templates == base.templates
        && kind.active == base.active
        && kind.fields.starts_with(&base.fields)
        && (kind.fields.len() == base.fields.len() || base.tokens.is_empty())
        && kind.tokens.starts_with(&base.tokens)
}
