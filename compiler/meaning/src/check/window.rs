//! Timing windows: every procedure has one before and one after it, every step has one before, at and after it.

use super::change::Opening;
use super::names;
use super::scope::{Scope, Unshared};
use super::uses::Meaning;
use super::{Compiler, small};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Id, Moment, SlotDef, WindowDef};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Span};
use cardwright_trees::{ENDED, REPLACED, Statement, StatementKind, Target};

impl Compiler<'_> {
    /// The windows of an ability, each once; all of them replace a step, or none does.
    pub(crate) fn windows_of(&mut self, scope: &mut Scope, written: &[ast::Window]) -> Option<Vec<Opening>> {
        let mut windows: Vec<Opening> = Vec::with_capacity(written.len());
        for window in written {
            let opening = self.opening(scope, window)?;
            if windows.iter().any(|other| other.window == opening.window) {
                let (message, help) = match window.opens {
                    ast::Opens::Run { .. } => ("this window occurs twice", "remove one of the two"),
                    ast::Opens::Change(_) => (
                        "both windows are for the same type of change",
                        "write one window for any of the kind, and test in the condition which changes are \
                         meant",
                    ),
                };
                self.report(codes::UNKNOWN_WINDOW, window.name().span, message)
                    .help = Some(help.to_owned());
                return None;
            }
            windows.push(opening);
        }
        let replaces = |window: &&ast::Window| window.moment == ast::Moment::InsteadOf;
        let first = written.first()?;
        if let Some(other) = written.iter().find(|other| replaces(other) != replaces(&first)) {
            let message = "this ability replaces one of its windows, but not another";
            self.report(codes::UNKNOWN_WINDOW, other.name().span, message)
                .help = Some("write `instead of` for all windows or for none, or write two rules".to_owned());
            return None;
        }
        Some(windows)
    }

    /// The names that not all of these windows have alike, with the reason.
    pub(crate) fn unshared(&self, windows: &[Opening]) -> Unshared {
        let mut procedures: Vec<usize> = windows
            .iter()
            .map(|opening| self.pack.windows[opening.window as usize].procedure.place())
            .collect();
        procedures.sort_unstable();
        procedures.dedup();
        let mut unshared: Vec<(String, String)> = Vec::new();
        for (&one, &other) in procedures
            .iter()
            .flat_map(|one| procedures.iter().map(move |other| (one, other)))
        {
            let [one, other] = [one, other].map(|at| &self.pack.procedures[at]);
            for slot in &one.slots {
                let same = other.slots.iter().find(|same| same.name == slot.name);
                let why = match same {
                    None => format!("`{}` has this name, but `{}` does not", one.name, other.name),
                    Some(same) if same.ty != slot.ty => format!(
                        "it is a {} in `{}` and a {} in `{}`",
                        self.type_name(slot.ty),
                        one.name,
                        self.type_name(same.ty),
                        other.name
                    ),
                    Some(_) => continue,
                };
                let is_known = unshared.iter().any(|(name, _)| *name == slot.name);
                if !is_known && !slot.name.starts_with('(') {
                    unshared.push((slot.name.clone(), why));
                }
            }
        }
        unshared.into()
    }

    /// A window as it is written. The scope has what is seen there besides.
    pub(crate) fn opening(&mut self, scope: &mut Scope, written: &ast::Window) -> Option<Opening> {
        match &written.opens {
            ast::Opens::Run { procedure, step } => Some(Opening {
                window: self.window(written.moment, procedure, step.as_ref())?,
                named: None,
                which: None,
            }),
            ast::Opens::Change(change) => self.change(scope, written.moment, change),
        }
    }

    /// The window that is written `MOMENT PROCEDURE.STEP`.
    fn window(&mut self, moment: ast::Moment, procedure: &Name, step: Option<&Name>) -> Option<u32> {
        self.refuse_bare_step(procedure, step)?;
        let sym = self.resolve(&names::WINDOW, procedure)?;
        let step = match step {
            None if moment == ast::Moment::At => {
                let message = format!(
                    "`at {}` needs a step; write `at PROCEDURE.STEP`, or `before` or `after`",
                    procedure.text
                );
                self.report(codes::UNKNOWN_WINDOW, procedure.span, message).help =
                    Some(format!("the steps are {}", sym.steps.join(", ")));
                return None;
            }
            None => None,
            Some(name) if self.is_cursor(&name.text) => {
                self.see_names("step", sym.steps.to_vec());
                return None;
            }
            Some(name) => match sym.steps.iter().position(|step| *step == name.text) {
                Some(at) => {
                    let meaning = Meaning::Step(sym.index, name.text.clone());
                    self.note(name.span, None, |_| Some(meaning));
                    Some(at)
                }
                None => {
                    let steps = super::listed(&sym.steps);
                    let near = self.near(&name.text, &sym.steps);
                    let message = format!("`{}` has no step `{}`", procedure.text, name.text);
                    let all = match sym.steps.is_empty() {
                        true => format!(
                            "the procedure has no steps; write `before {0}` or `after {0}`",
                            procedure.text
                        ),
                        false => format!("the steps are {steps}"),
                    };
                    let declared = self.names.procedures.place(&procedure.text);
                    let diagnostic = self.report(codes::UNKNOWN_WINDOW, name.span, message);
                    diagnostic.help = Some(near.map_or(all.clone(), |near| format!("{near} {all}")));
                    let label = format!("`{}` is declared here", procedure.text);
                    diagnostic.related.extend(declared.map(|place| (place, label)));
                    return None;
                }
            },
        };
        Some(self.window_index(sym.index, step, moment_of(moment)))
    }

    /// Reports a step that is written without its procedure.
    fn refuse_bare_step(&mut self, name: &Name, step: Option<&Name>) -> Option<()> {
        if self.is_cursor(&name.text) {
            self.see_table("kind", |this| &this.names.types);
        }
        if step.is_some() || self.names.procedures.get(&name.text).is_some() {
            return Some(());
        }
        let with_step = self
            .pack
            .procedures
            .iter()
            .filter(|one| one.steps.contains(&name.text));
        let windows: Vec<String> = with_step
            .map(|one| format!("{}.{}", one.name, name.text))
            .collect();
        if windows.is_empty() {
            return Some(());
        }
        let message = format!(
            "`{}` is a step, so it must follow the name of its procedure",
            name.text
        );
        let help = format!("write {}", super::listed(&windows).replace(", ", " or "));
        self.report(codes::UNKNOWN_WINDOW, name.span, message).help = Some(help);
        None
    }

    /// The slot that says whether something stands instead of a step, for a rule that may.
    pub(crate) fn replaced_slot(
        &mut self,
        moment: ast::Moment,
        window: u32,
        procedure: &Name,
    ) -> Option<Option<usize>> {
        if moment != ast::Moment::InsteadOf {
            return Some(None);
        }
        let window = &self.pack.windows[window as usize];
        if window.step.is_none() {
            let message = format!(
                "`{}` is a procedure, but only a step can be replaced",
                procedure.text
            );
            let steps = self.names.procedures.get(&procedure.text);
            let steps = steps.map_or(String::new(), |sym| sym.steps.join(", "));
            self.report(codes::UNKNOWN_WINDOW, procedure.span, message).help =
                Some(format!("the steps are {steps}"));
            return None;
        }
        let procedure = window.procedure.place();
        Some(Some(self.hidden_slot(procedure, REPLACED)))
    }

    /// `end PROCEDURE`: in a rule, the run whose window is open; in the procedure, its own.
    pub(crate) fn end_run(&mut self, scope: &Scope, procedure: &Name) -> Option<Vec<StatementKind>> {
        let sym = self.resolve(&names::PROCEDURE, procedure)?;
        if scope.own_run() == Some(sym.index) {
            return Some(vec![StatementKind::Stop]);
        }
        if scope.context() != Some(sym.index) {
            let message = format!("`{}` cannot be ended here", procedure.text);
            self.report(codes::UNKNOWN_WINDOW, procedure.span, message).help =
                Some("a rule can end only the procedure of its own window".to_owned());
            return None;
        }
        let slot = self.hidden_slot(sym.index, ENDED);
        // To write it again would copy the table.
        if self.pack.procedures[sym.index].ended.is_none() {
            self.pack.procedures[sym.index].ended = Some(small(slot));
        }
        let end = self.set_slot(slot, procedure.span).kind;
        Some(vec![end, StatementKind::Stop])
    }

    /// A slot that no text can name, made when it is first needed.
    fn hidden_slot(&mut self, procedure: usize, name: &str) -> usize {
        let slots = &mut self.pack.procedures[procedure].slots;
        if let Some(at) = slots.iter().position(|slot| slot.name == name) {
            return at;
        }
        slots.push(SlotDef {
            name: name.to_owned(),
            ty: Ty::BOOL,
        });
        self.is_reopened |= procedure < self.finished;
        self.slots.remove(&procedure);
        slots.len() - 1
    }

    /// Sets a hidden slot of the open procedure to yes.
    pub(crate) fn set_slot(&self, slot: usize, span: Span) -> Statement {
        Statement {
            kind: StatementKind::Set {
                target: Target::Slot(slot),
                value: self.constant(Ty::BOOL, 1, span),
            },
            place: self.place(span),
        }
    }

    /// The index of a window; it is made if it is new.
    pub(crate) fn window_index(&mut self, procedure: usize, step: Option<usize>, moment: Moment) -> u32 {
        let wanted = WindowDef {
            procedure: Id::at(procedure),
            step: step.map(small),
            moment,
            priority: None,
            gathers: false,
        };
        let key = |window: &WindowDef| (window.procedure.number(), window.step, window.moment as u8);
        // Windows that were there before this compilation are noted the first time.
        for at in self.windows.len()..self.pack.windows.len() {
            self.windows.insert(key(&self.pack.windows[at]), small(at));
        }
        let next = small(self.pack.windows.len());
        let at = match self.windows.get(&key(&wanted)) {
            Some(&at) => at,
            None => {
                self.windows.insert(key(&wanted), next);
                next
            }
        };
        if at == next {
            self.pack.windows.push(wanted);
        }
        at
    }
}

pub(crate) fn moment_of(moment: ast::Moment) -> Moment {
    match moment {
        // `instead of` lives where `before` lives.
        ast::Moment::Before | ast::Moment::InsteadOf => Moment::Before,
        ast::Moment::At => Moment::At,
        ast::Moment::After => Moment::After,
    }
}
