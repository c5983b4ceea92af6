//! Instructions that ask somebody, and events: windows, steps, dice, lasting effects, the end of the game.

use crate::board::Shape;
use crate::isa::{Instr, Op};
use crate::pack::{ChoiceDef, ChoiceStyle, StartDef, Winners};
use crate::ty::Ty;
use crate::verify::error::VerifyErrorKind as Kind;
use crate::verify::scope::Scope;
use crate::verify::types::{Check, entry, known, refuse};

/// `offer`, `choose`, `may`.
pub(super) fn decision(scope: &Scope, instr: Instr) -> Check {
    if instr.op == Op::Offer {
        scope.arguments_for(instr.a, &entry("offers", &scope.pack.offers, instr.imm)?.params)?;
        scope.takes(instr.b, Ty::PLAYER)?;
        // How many at most, and afterwards how many were taken.
        return scope.takes(instr.c, Ty::NUMBER);
    }
    let choice = entry("choices", &scope.pack.choices, instr.imm)?;
    scope.takes(instr.c, Ty::PLAYER)?;
    if instr.op == Op::Choose {
        asked_with(scope, usize::from(instr.a) + 2, choice)?;
        return choose(scope, instr, choice);
    }
    asked_with(scope, usize::from(instr.a) + 1, choice)?;
    if choice.style != ChoiceStyle::YesNo {
        return refuse(Kind::WrongStyle {
            choice: instr.imm as usize,
            wanted: "a yes-or-no question",
        });
    }
    scope.gives(instr.a, Ty::BOOL)
}

/// Checks the values of a question, from a register on; they may be computed from slots of the procedure.
fn asked_with(scope: &Scope, first: usize, choice: &ChoiceDef) -> Check {
    let types = choice.asked_with(scope.pack);
    for &part in &choice.parts {
        let context = known(&scope.pack.functions, part)?.context;
        if context.is_some() && context != scope.function.context {
            return refuse(Kind::WrongContext {
                found: context,
                wanted: scope.function.context,
            });
        }
    }
    (first..)
        .zip(types)
        .try_for_each(|(register, &ty)| scope.takes(register, ty))
}

/// Checks a choice: the result arrives in a, and in a+1 whether something was chosen; the most that may be
/// chosen is read from a+1 before.
fn choose(scope: &Scope, instr: Instr, choice: &ChoiceDef) -> Check {
    let member = scope.member_of(instr.b)?;
    let second = usize::from(instr.a) + 1;
    let declared = match choice.style {
        ChoiceStyle::Branch => Ty::NUMBER,
        _ => Ty::one(choice.ty.base),
    };
    if member != declared {
        return refuse(Kind::WrongType {
            register: usize::from(instr.b),
            found: member,
            wanted: declared,
        });
    }
    match choice.style {
        ChoiceStyle::One | ChoiceStyle::Branch => {
            scope.gives(instr.a, member)?;
            scope.gives(second, Ty::BOOL)
        }
        ChoiceStyle::Any | ChoiceStyle::Ordered => {
            scope.gives(instr.a, Ty::set(member.base))?;
            scope.takes(second, Ty::NUMBER)
        }
        ChoiceStyle::YesNo | ChoiceStyle::Place => refuse(Kind::WrongStyle {
            choice: instr.imm as usize,
            wanted: "a choice from a set",
        }),
    }
}

/// `choose-place`: the arguments from b on, the last of them what the test gets besides the pose; it may look at what the
/// code looks at.
pub(super) fn place(scope: &Scope, instr: Instr) -> Check {
    let pack = scope.pack;
    let choice = entry("choices", &pack.choices, instr.imm)?;
    let Some(place) = &choice.place else {
        return refuse(Kind::WrongStyle {
            choice: instr.imm as usize,
            wanted: "a choice of a place",
        });
    };
    if pack.setup.board.shape != Shape::Plane {
        return refuse(Kind::WrongBoard {
            call: instr.op.info().name,
            shape: pack.setup.board.shape,
        });
    }
    let test = place.test.and_then(|test| pack.functions.find(test));
    let context = test.and_then(|test| test.context);
    if context.is_some() && context != scope.function.context {
        return refuse(Kind::WrongContext {
            found: context,
            wanted: scope.function.context,
        });
    }
    scope.takes(instr.c, Ty::PLAYER)?;
    scope.arguments(instr.b, place.arguments(pack))?;
    asked_with(
        scope,
        usize::from(instr.b) + place.arguments(pack).count(),
        choice,
    )?;
    scope.gives(instr.a, Ty::POSE)?;
    scope.gives(usize::from(instr.a) + 1, Ty::BOOL)
}

/// `window`, `gather`, `step`, `start`, `finish-effect`, `roll`.
pub(super) fn event(scope: &Scope, instr: Instr) -> Check {
    let pack = scope.pack;
    match instr.op {
        Op::Window => window(scope, instr.imm),
        Op::Gather => {
            window(scope, instr.imm)?;
            let gathers = entry("windows", &pack.windows, instr.imm)?.gathers;
            if !gathers {
                return refuse(Kind::Missing {
                    what: "a window that gathers",
                });
            }
            scope.gives(instr.a, Ty::set(Ty::PLAYER.base))
        }
        Op::Step => entry("windows", &pack.windows, instr.imm).map(drop),
        Op::Start => start(scope, instr, entry("starts", &pack.starts, instr.imm)?),
        Op::FinishEffect => scope.matching(instr.a, instr.imm),
        _ => {
            entry("dice", &pack.dice, instr.imm)?;
            scope.takes(instr.b, Ty::NUMBER)?;
            scope.gives(instr.a, Ty::POOL)
        }
    }
}

/// The effect's arguments from a on, then the number of openings if they are counted.
fn start(scope: &Scope, instr: Instr, start: &StartDef) -> Check {
    let params = &known(&scope.pack.effects, start.effect)?.params;
    let times = start.is_counted().then_some(Ty::NUMBER);
    scope.arguments(instr.a, params.iter().map(|param| param.ty).chain(times))
}

/// `end`, `end-with`: the winners are named once, by the outcome or by the code.
pub(super) fn end(scope: &Scope, instr: Instr) -> Check {
    let outcome = entry("outcomes", &scope.pack.outcomes, instr.imm)?;
    match (instr.op, &outcome.winners) {
        (Op::End, Winners::Fixed(_)) => Ok(()),
        (Op::EndWith, Winners::Named) => scope.takes(instr.a, Ty::set(Ty::PLAYER.base)),
        (op, _) => refuse(Kind::WrongEnd {
            outcome: instr.imm as usize,
            op,
        }),
    }
}

/// Rules in a window reach the slots of the frame that opens it: the frame of the window's procedure.
fn window(scope: &Scope, index: i32) -> Check {
    let window = entry("windows", &scope.pack.windows, index)?;
    if scope.procedure == Some(window.procedure) {
        return Ok(());
    }
    refuse(Kind::ForeignWindow {
        window: index as usize,
    })
}
