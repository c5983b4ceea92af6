//! State of runs: `state tally (whose: player): number per NAME`, `dodged: yes-no state per NAME`.
//!
//! Each run of the procedure has its own, which is null as the run begins and gone with it. Procedures are declared after
//! fields, so `per` is noted where it stands and looked up when all procedures are known.

use super::Compiler;
use super::uses::Meaning;
use cardwright_bytecode::pack::{Id, ProcedureDef};
use cardwright_documents::codes;
use cardwright_documents::rules::Declarer;
use cardwright_documents::source::Location;
use cardwright_dsl::ast::{Expr, FieldDecl, Name};

/// A part of the state that belongs to runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum RunState {
    /// A field of a kind.
    Field(u16, usize),
    /// A state with keys.
    Keyed(usize),
}

/// A `per` whose procedure is still to be found.
#[derive(Clone, Debug)]
pub(crate) struct PerRun {
    state: RunState,
    procedure: String,
    /// The declarer of the state: so the procedure is one that it can name.
    owner: Declarer,
    place: Location,
}

impl Compiler<'_> {
    /// Notes that a state belongs to runs of a procedure, if it does.
    pub(super) fn declare_per(
        &mut self,
        state: RunState,
        name: &Name,
        per: Option<&Name>,
        default: Option<&Expr>,
    ) {
        let Some(per) = per else { return };
        if let Some(default) = default {
            let message = format!(
                "`{}` starts again with each run of `{}`, so it cannot have a default",
                name.text, per.text
            );
            self.report(codes::FIXED, default.span, message).help = Some(
                "remove the default, and set the value in the first step; each run begins with 0, `no`, \
                 `nobody` or an empty set"
                    .to_owned(),
            );
        }
        if let RunState::Field(kind, at) = state {
            self.names.of_runs.insert((kind, at), per.text.clone());
        }
        self.per_run.push(PerRun {
            state,
            procedure: per.text.clone(),
            owner: self.names.viewer(),
            place: self.place(per.span),
        });
    }

    /// Whether a field can belong to runs: it changes, and is nobody's secret and nothing for the next game.
    pub(super) fn can_be_per_run(&mut self, field: &FieldDecl) -> bool {
        let Some(per) = &field.per else { return true };
        let (name, run) = (&field.name.text, &per.text);
        let why = match field {
            FieldDecl { state: false, .. } => "it never changes",
            FieldDecl { secret: true, .. } => "it is secret",
            FieldDecl { kept: true, .. } => "it is kept for the next game",
            _ => return true,
        };
        let help = match field.state {
            false => format!("write `{name}: {} state per {run}`", field.ty.name.text),
            true => format!("remove `per {run}`, or the other word"),
        };
        let message = format!("`{name}` cannot belong to a run of `{run}`: {why}");
        self.report(codes::FIXED, per.span, message).help = Some(help);
        self.mark_broken(name);
        false
    }

    /// Finds the procedures of all that was noted since the last time.
    pub fn find_runs(&mut self) {
        let viewer = self.names.viewer();
        for PerRun {
            state,
            procedure,
            owner,
            place,
        } in std::mem::take(&mut self.per_run)
        {
            self.names.look_as(owner);
            let Some(found) = self.procedure_of_run(&procedure, place) else {
                continue;
            };
            match state {
                RunState::Field(kind, at) => {
                    self.pack.kinds[usize::from(kind)].fields[at].per = Some(found);
                }
                RunState::Keyed(at) => self.pack.states[at].per = Some(found),
            }
        }
        self.names.look_as(viewer);
    }

    fn procedure_of_run(&mut self, procedure: &str, place: Location) -> Option<Id<ProcedureDef>> {
        if let Some(index) = self.names.procedures.get(procedure).map(|sym| sym.index) {
            self.note_fact(place, self.names.procedures.place(procedure).map(Meaning::At));
            return Some(Id::at(index));
        }
        if self.names.broken.contains(procedure) {
            return None;
        }
        let known: Vec<String> = self.names.procedures.names().map(str::to_owned).collect();
        let message = format!("there is no procedure `{procedure}`");
        self.report_at(codes::UNKNOWN_NAME, place, message)
            .suggest(procedure, known);
        None
    }

    /// The procedure to whose runs a field belongs.
    pub fn run_of_field(&self, kind: u16, at: usize) -> Option<&str> {
        self.names.of_runs.get(&(kind, at)).map(String::as_str)
    }
}
