//! The context of the checks of one function: its pack, its registers, its procedure.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::types::{Check, entry, known, refuse};
use crate::pack::{Function, Id, Pack, ProcedureDef, SlotDef};
use crate::ty::{Base, Ty};

/// One function in its pack.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) pack: &'a Pack,
    pub(super) function: &'a Function,
    /// The procedure that this is the function of.
    pub(super) procedure: Option<Id<ProcedureDef>>,
}

impl Scope<'_> {
    /// The type of a register.
    pub(super) fn ty(&self, register: impl Into<usize>) -> Check<Ty> {
        let (register, registers) = (register.into(), self.function.registers.len());
        match self.function.registers.get(register) {
            Some(ty) => Ok(*ty),
            None => refuse(Kind::NoSuchRegister { register, registers }),
        }
    }

    /// Checks that the value of a register may stand where `wanted` is asked for.
    pub(super) fn takes(&self, register: impl Into<usize>, wanted: Ty) -> Check {
        let register = register.into();
        let found = self.ty(register)?;
        fit(register, found, wanted)
    }

    /// Checks that a register can hold a `found`.
    pub(super) fn gives(&self, register: impl Into<usize>, found: Ty) -> Check {
        let register = register.into();
        let wanted = self.ty(register)?;
        fit(register, found, wanted)
    }

    /// Checks that registers from `first` on hold arguments of these types.
    pub(super) fn arguments(&self, first: u8, wanted: impl IntoIterator<Item = Ty>) -> Check {
        let mut registers = usize::from(first)..;
        wanted
            .into_iter()
            .zip(&mut registers)
            .try_for_each(|(ty, register)| self.takes(register, ty))
    }

    /// Checks that registers from `first` on hold arguments for these parameters.
    pub(super) fn arguments_for(&self, first: u8, params: &[SlotDef]) -> Check {
        self.arguments(first, params.iter().map(|param| param.ty))
    }

    /// Checks that registers from `first` on hold arguments for a match of running effects.
    pub(super) fn matching(&self, first: u8, index: i32) -> Check {
        let found = entry("matches", &self.pack.matches, index)?;
        self.arguments_for(first, &known(&self.pack.effects, found.effect)?.params)
    }

    /// The type of the members of the set in a register.
    pub(super) fn member_of(&self, register: u8) -> Check<Ty> {
        match self.ty(register)? {
            Ty { base, set: true } => Ok(Ty::one(base)),
            found => refuse(Kind::NotA {
                wanted: "set",
                register: usize::from(register),
                found,
            }),
        }
    }

    /// The kind of the entity in a register, known without looking at it.
    pub(super) fn kind_of(&self, register: u8) -> Check<u16> {
        match self.ty(register)? {
            Ty {
                base: Base::Entity(kind),
                set: false,
            } => Ok(kind),
            found => refuse(Kind::NotA {
                wanted: "entity of a known kind",
                register: usize::from(register),
                found,
            }),
        }
    }

    /// The slot of the procedure in whose windows this function runs.
    pub(super) fn context_slot(&self, slot: i32) -> Check<Ty> {
        let Some(index) = self.function.context else {
            return refuse(Kind::Missing { what: "a context" });
        };
        let procedure = known(&self.pack.procedures, index)?;
        Ok(entry("slots", &procedure.slots, slot)?.ty)
    }

    /// How many of the first registers rules in this function's windows can write.
    pub(super) fn exposed_registers(&self) -> usize {
        let procedure = self
            .procedure
            .and_then(|procedure| self.pack.procedures.find(procedure));
        procedure.map_or(0, |procedure| procedure.slots.len())
    }
}

fn fit(register: usize, found: Ty, wanted: Ty) -> Check {
    if found.fits(wanted) {
        Ok(())
    } else {
        refuse(Kind::WrongType {
            register,
            found,
            wanted,
        })
    }
}

/// For each function the procedure that it is the function of: one at most.
pub(super) fn procedures_of_functions(pack: &Pack) -> Result<Vec<Option<Id<ProcedureDef>>>, VerifyError> {
    let mut owners = vec![None; pack.functions.len()];
    for (index, procedure) in pack.procedures.iter().enumerate() {
        let at = |kind: Kind| kind.in_table("procedures", index);
        let length = owners.len();
        let function = procedure.function.place();
        let Some(owner) = owners.get_mut(function) else {
            return Err(at(Kind::OutOfRange {
                table: "functions",
                index: i64::from(procedure.function.number()),
                length,
            }));
        };
        if owner.replace(Id::at(index)).is_some() {
            return Err(at(Kind::Duplicate {
                what: "as the function of a procedure, function",
                index: function,
            }));
        }
    }
    Ok(owners)
}
