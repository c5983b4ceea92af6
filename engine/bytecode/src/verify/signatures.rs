//! The signature that a function must have in its place.

use super::MAX_ARGUMENTS;
use super::error::VerifyErrorKind as Kind;
use super::types::{Check, known, refuse};
use crate::pack::{FuncId, Function, FunctionClass, Id, Pack, ProcedureDef, SlotDef};
use crate::ty::{Base, Ty};

/// How a place calls a function: with arguments of its own, then those of two lists of parameters.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    own: [Ty; 3],
    /// The number of own arguments.
    count: usize,
    lists: [&'a [SlotDef]; 2],
    /// The procedure whose window is open then.
    context: Option<Id<ProcedureDef>>,
}

impl<'a> Call<'a> {
    /// A call without arguments.
    pub(super) const fn without_arguments() -> Self {
        Self::with_all(&[])
    }

    /// A call with one argument.
    pub(super) const fn with(arg: Ty) -> Self {
        Self::with_all(&[arg])
    }

    /// A call with these arguments: three at most.
    pub(super) const fn with_all(args: &[Ty]) -> Self {
        let mut own = [Ty::NOTHING; 3];
        let mut at = 0;
        while at < args.len() {
            own[at] = args[at];
            at += 1;
        }
        Self {
            own,
            count: args.len(),
            lists: [&[]; 2],
            context: None,
        }
    }

    /// The arguments of a hook after those of a rule's home; there are no more than these two.
    pub(super) const fn then(mut self, params: &'a [SlotDef]) -> Self {
        self.lists = [self.lists[1], params];
        self
    }

    fn args(&self) -> impl Iterator<Item = Ty> + '_ {
        let listed = self.lists.into_iter().flatten().map(|param| param.ty);
        self.own[..self.count].iter().copied().chain(listed)
    }

    /// The call while a window of a procedure is open, so that the function may use its slots.
    pub(super) const fn in_context(mut self, procedure: Id<ProcedureDef>) -> Self {
        self.context = Some(procedure);
        self
    }

    /// Checks that a function can be called so, whatever it does and gives.
    pub(super) fn fits(&self, pack: &Pack, function: FuncId) -> Check {
        self.function(pack, function).map(drop)
    }

    /// Checks that a pure function can be called so and gives a `wanted`.
    pub(super) fn asks(&self, pack: &Pack, function: FuncId, wanted: Ty) -> Check {
        let found = self.function(pack, function)?;
        if found.class != FunctionClass::Pure {
            return refuse(Kind::NotPure {
                function: found.name.clone(),
            });
        }
        if !found.result.fits(wanted) {
            return refuse(Kind::WrongResult {
                function: found.name.clone(),
                found: found.result,
                wanted,
            });
        }
        Ok(())
    }

    /// Checks a function that may be absent.
    pub(super) fn may_ask(&self, pack: &Pack, function: Option<FuncId>, wanted: Ty) -> Check {
        function.map_or(Ok(()), |function| self.asks(pack, function, wanted))
    }

    fn function<'p>(&self, pack: &'p Pack, function: FuncId) -> Check<&'p Function> {
        let found = known(&pack.functions, function)?;
        let [home, hook] = self.lists;
        let count = self.count + home.len() + hook.len();
        few_enough(count)?;
        let params = &found.registers[..usize::from(found.params).min(found.registers.len())];
        let same = params.len() == count
            && self
                .args()
                .zip(params)
                .all(|(argument, param)| argument.fits(*param));
        if !same {
            return refuse(Kind::WrongParams {
                function: found.name.clone(),
                found: params.to_vec(),
                wanted: self.args().collect(),
            });
        }
        if found.context.is_some() && found.context != self.context {
            return refuse(Kind::WrongContext {
                found: found.context,
                wanted: self.context,
            });
        }
        Ok(found)
    }
}

/// Checks that so many arguments fit one call.
pub(super) fn few_enough(found: usize) -> Check {
    if found <= MAX_ARGUMENTS {
        return Ok(());
    }
    refuse(Kind::TooMany {
        what: "arguments of one call",
        found,
        limit: MAX_ARGUMENTS,
    })
}

/// The type of an entity of a kind.
pub(super) fn entity(kind: usize) -> Ty {
    Ty::one(Base::Entity(kind as u16))
}
