//! The verifier's errors as sentences.

use super::error::{Site, VerifyError, VerifyErrorKind};
use crate::pack::{Id, ProcedureDef};
use crate::ty::Ty;
use std::fmt::{Display, Formatter, Result};

impl Display for VerifyError {
    fn fmt(&self, out: &mut Formatter) -> Result {
        write!(out, "{}{}", self.place, self.kind)
    }
}

impl Display for Site {
    fn fmt(&self, out: &mut Formatter) -> Result {
        match self {
            Self::Pack => Ok(()),
            Self::Table { table, index } => write!(out, "in entry {index} of {table}: "),
            Self::Function { name, pc: None, .. } => write!(out, "in function `{name}`: "),
            Self::Function {
                name, pc: Some(pc), ..
            } => write!(out, "in function `{name}` at {pc}: "),
        }
    }
}

impl Display for VerifyErrorKind {
    fn fmt(&self, out: &mut Formatter) -> Result {
        if let Some(result) = data(self, out) {
            return result;
        }
        if let Some(result) = operands(self, out) {
            return result;
        }
        if let Some(result) = control(self, out) {
            return result;
        }
        use_of_functions(self, out)
    }
}

fn data(kind: &VerifyErrorKind, out: &mut Formatter) -> Option<Result> {
    use VerifyErrorKind as K;
    Some(match kind {
        K::OutOfRange { table, index, length } => {
            write!(out, "{index} is no index of {table}, which has {length} entries")
        }
        K::UnknownType { ty } => write!(out, "there is no type `{ty}`"),
        K::BadValue { value, ty } => write!(out, "{value} is no valid `{ty}`"),
        K::WrongQuestion { what } => write!(out, "for people to read it has {what}"),
        K::WrongCount { what, found, wanted } => write!(out, "there are {found} {what} instead of {wanted}"),
        K::TooMany { what, found, limit } => {
            write!(out, "there are {found} {what}, but at most {limit} can be")
        }
        K::Missing { what } => write!(out, "{what} is missing"),
        K::Duplicate { what, index } => write!(out, "{what} {index} stands here twice"),
        K::Negative { what, value } => write!(out, "{what} is {value}, but cannot be below 0"),
        K::WrongKind { found, wanted } => write!(out, "the kind is {found} instead of {wanted}"),
        K::Misplaced { what } => write!(out, "{what}"),
        K::Unordered { what, ty } => write!(out, "{what} makes no sense for `{ty}`"),
        K::HolderRing { entity } => write!(out, "entity {entity} holds itself by way of others"),
        K::NotInOrder { what } => write!(out, "{what} are not in order"),
        K::WrongBoard { call, shape } => {
            write!(out, "`{call}` does not belong to a board of the sort `{shape}`")
        }
        _ => return None,
    })
}

fn operands(kind: &VerifyErrorKind, out: &mut Formatter) -> Option<Result> {
    use VerifyErrorKind as K;
    Some(match kind {
        K::NoSuchRegister { register, registers } => {
            write!(out, "there is no register {register} among {registers}")
        }
        K::ReadBeforeWritten { register } => {
            write!(
                out,
                "register {register} is read, but not every way to here writes it"
            )
        }
        K::WrongType {
            register,
            found,
            wanted,
        } => {
            write!(
                out,
                "register {register}: found `{found}` where `{wanted}` is needed"
            )
        }
        K::NotA {
            wanted,
            register,
            found,
        } => {
            write!(
                out,
                "register {register} has the type `{found}`, which is no {wanted}"
            )
        }
        K::Incomparable { left, right } => write!(out, "`{left}` and `{right}` cannot be compared"),
        K::BadCell { kind, cell, wanted } => write!(out, "cell {cell} of kind {kind} is no {wanted}"),
        K::TokenNotCarried { kind, token } => write!(out, "kind {kind} cannot carry token {token}"),
        K::WrongEnd { outcome, op } => write!(
            out,
            "`{}` cannot end the game with outcome {outcome}, whose winners are named {}",
            op.info().name,
            if *op == crate::isa::Op::End {
                "by the code"
            } else {
                "by the outcome"
            }
        ),
        K::WrongStyle { choice, wanted } => write!(out, "choice {choice} is not asked as {wanted}"),
        _ => return None,
    })
}

fn control(kind: &VerifyErrorKind, out: &mut Formatter) -> Option<Result> {
    use VerifyErrorKind as K;
    Some(match kind {
        K::NoCode => write!(out, "it has no code"),
        K::RunsOffTheEnd { last } => {
            write!(out, "code ends with `{}` and runs off its end", last.info().name)
        }
        K::BadTarget { target, length } => {
            write!(out, "the jump to {target} leaves the code of length {length}")
        }
        K::BackwardJump { target } => write!(out, "the jump goes back to {target}, which is no loop head"),
        K::JumpInto { target } => {
            write!(
                out,
                "the jump to {target} leads into code that is entered only at its top"
            )
        }
        K::LoopNotLeft { target } => write!(out, "at its end the loop goes on at {target}, inside of itself"),
        K::IndexNotReset { register } => write!(out, "register {register} is not set to 0 before the loop"),
        K::RegisterDisturbed {
            register,
            relied_on_at,
        } => {
            write!(
                out,
                "register {register} is used here, but instruction {relied_on_at} relies on it"
            )
        }
        K::SlotExposed { register } => {
            write!(
                out,
                "rules in a window opened here can change register {register}, which code relies on"
            )
        }
        K::PushWithoutNew { register } => {
            write!(out, "the set in register {register} was not made just before")
        }
        K::ReleaseWithoutMark { register } => write!(out, "register {register} was not marked before"),
        _ => return None,
    })
}

fn use_of_functions(kind: &VerifyErrorKind, out: &mut Formatter) -> Result {
    use VerifyErrorKind as K;
    match kind {
        K::Impure { op } => write!(out, "a pure function cannot use `{}`", op.info().name),
        K::WrongContext { found, wanted } => {
            write!(out, "it runs {} instead of {}", context(*found), context(*wanted))
        }
        K::ForeignWindow { window } => write!(out, "window {window} belongs to another procedure"),
        K::Recursion { path } => write!(out, "calls come back to where they began: {}", path.join(" -> ")),
        K::WrongParams {
            function,
            found,
            wanted,
        } => {
            write!(
                out,
                "`{function}` takes ({}), but gets ({})",
                list(found),
                list(wanted)
            )
        }
        K::WrongResult {
            function,
            found,
            wanted,
        } => {
            write!(out, "`{function}` gives `{found}`, but `{wanted}` is needed")
        }
        K::NotPure { function } => write!(out, "`{function}` is no pure function"),
        other => write!(out, "{other:?}"),
    }
}

fn context(procedure: Option<Id<ProcedureDef>>) -> String {
    procedure.map_or_else(
        || "in no procedure".to_owned(),
        |index| format!("in procedure {index}"),
    )
}

fn list(types: &[Ty]) -> String {
    types.iter().map(Ty::to_string).collect::<Vec<_>>().join(", ")
}
