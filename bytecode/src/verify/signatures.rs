//! The signature that a function must have in its place.

use super::MAX_ARGUMENTS;
use super::error::VerifyErrorKind as Kind;
use super::types::{Check, entry};
use crate::pack::{FuncId, Function, FunctionClass, Pack, SlotDef};
use crate::ty::{Base, Ty};

/// How a place calls a function.
#[derive(Clone, Copy)]
pub(super) struct Call {
    /// The arguments that it gives, as far as there is room.
    args: [Ty; MAX_ARGUMENTS],
    /// How many there are.
    count: usize,
    /// The procedure whose window is open then.
    context: Option<u32>,
}

impl Call {
    /// A call without arguments.
    pub(super) const fn without_arguments() -> Self {
        Self {
            args: [Ty::NOTHING; MAX_ARGUMENTS],
            count: 0,
            context: None,
        }
    }

    /// A call with one argument.
    pub(super) fn with(arg: Ty) -> Self {
        let mut call = Self::without_arguments();
        call.add(arg);
        call
    }

    /// The same call with one more argument.
    pub(super) fn and(mut self, arg: Ty) -> Self {
        self.add(arg);
        self
    }

    fn add(&mut self, arg: Ty) {
        if let Some(slot) = self.args.get_mut(self.count) {
            *slot = arg;
        }
        self.count += 1;
    }

    /// The arguments of a hook after those of a rule's home.
    pub(super) fn then(mut self, params: &[SlotDef]) -> Self {
        params.iter().for_each(|param| self.add(param.ty));
        self
    }

    /// The same, while a window of a procedure is open.
    pub(super) fn in_context(mut self, procedure: u32) -> Self {
        self.context = Some(procedure);
        self
    }

    /// That a function can be called so, whatever it does and gives.
    pub(super) fn fits(&self, pack: &Pack, function: FuncId) -> Check {
        self.function(pack, function).map(drop)
    }

    /// That a pure function can be called so and gives what is wanted.
    pub(super) fn asks(&self, pack: &Pack, function: FuncId, wanted: Ty) -> Check {
        let found = self.function(pack, function)?;
        if found.class != FunctionClass::Pure {
            return Err(Kind::NotPure {
                function: found.name.clone(),
            });
        }
        if !found.result.fits(wanted) {
            return Err(Kind::WrongResult {
                function: found.name.clone(),
                found: found.result,
                wanted,
            });
        }
        Ok(())
    }

    /// The same for a function that may be absent.
    pub(super) fn may_ask(&self, pack: &Pack, function: Option<FuncId>, wanted: Ty) -> Check {
        function.map_or(Ok(()), |function| self.asks(pack, function, wanted))
    }

    fn function<'a>(&self, pack: &'a Pack, function: FuncId) -> Check<&'a Function> {
        let found = entry("functions", &pack.functions, function)?;
        few_enough(self.count)?;
        let args = &self.args[..self.count];
        let params = &found.registers[..usize::from(found.params).min(found.registers.len())];
        let same = params.len() == args.len()
            && args
                .iter()
                .zip(params)
                .all(|(argument, param)| argument.fits(*param));
        if !same {
            let (function, found, wanted) = (found.name.clone(), params.to_vec(), args.to_vec());
            return Err(Kind::WrongParams {
                function,
                found,
                wanted,
            });
        }
        if found.context.is_some() && found.context != self.context {
            return Err(Kind::WrongContext {
                found: found.context,
                wanted: self.context,
            });
        }
        Ok(found)
    }
}

/// That so many arguments fit one call.
pub(super) fn few_enough(found: usize) -> Check {
    if found <= MAX_ARGUMENTS {
        return Ok(());
    }
    Err(Kind::TooMany {
        what: "arguments of one call",
        found,
        limit: MAX_ARGUMENTS,
    })
}

/// The type of an entity of a kind.
pub(super) fn entity(kind: usize) -> Ty {
    Ty::one(Base::Entity(kind as u16))
}
