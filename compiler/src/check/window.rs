//! Timing windows: every procedure has one before and one after it, every step has one before, at and after it.

use super::names;
use super::{Compiler, small};
use crate::codes;
use cardwright_bytecode::pack::{Moment, WindowDef};
use cardwright_dsl::ast::{self, Name};

impl Compiler<'_> {
    /// The window that is written `MOMENT PROCEDURE.STEP`.
    pub(crate) fn window(
        &mut self,
        moment: ast::Moment,
        procedure: &Name,
        step: Option<&Name>,
    ) -> Option<u32> {
        let sym = self.sought(&names::WINDOW, procedure)?;
        let step = match step {
            None if moment == ast::Moment::At => {
                let message = format!(
                    "`at {}` names no step; write `before`, `after`, or a step",
                    procedure.text
                );
                self.report(codes::UNKNOWN_WINDOW, procedure.span, message).help =
                    Some(format!("its steps are {}", sym.steps.join(", ")));
                return None;
            }
            None => None,
            Some(name) => match sym.steps.iter().position(|step| *step == name.text) {
                Some(at) => Some(at),
                None => {
                    let what = format!("step of `{}` called", procedure.text);
                    self.unknown(codes::UNKNOWN_WINDOW, &what, name, &sym.steps);
                    return None;
                }
            },
        };
        Some(self.window_index(sym.index, step, moment_of(moment)))
    }

    /// The index of a window; it is made if it is new.
    pub(crate) fn window_index(&mut self, procedure: usize, step: Option<usize>, moment: Moment) -> u32 {
        let wanted = WindowDef {
            procedure: small(procedure),
            step: step.map(small),
            moment,
            priority: None,
        };
        let same = |window: &WindowDef| {
            (window.procedure, window.step, window.moment) == (wanted.procedure, wanted.step, wanted.moment)
        };
        let at = self.pack.windows.iter().position(same).unwrap_or_else(|| {
            self.pack.windows.push(wanted.clone());
            self.pack.windows.len() - 1
        });
        small(at)
    }
}

pub(crate) fn moment_of(moment: ast::Moment) -> Moment {
    match moment {
        ast::Moment::Before => Moment::Before,
        ast::Moment::At => Moment::At,
        ast::Moment::After => Moment::After,
    }
}
