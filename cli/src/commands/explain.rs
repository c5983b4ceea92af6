//! `explain`: the long form of a diagnostic, or a system's procedures, steps and windows as a graph.

use super::project_at;
use crate::{Ending, output};
use cardwright_bytecode::Op;
use cardwright_bytecode::pack::{Moment, Pack, RuleKind};
use cardwright_compiler::{codes, compile_system};
use clap::Args;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Explains a diagnostic or draws a system's timing.
#[derive(Args)]
pub(crate) struct Explain {
    /// A diagnostic's short code (`cw0101`) or name (`unknown-name`); all of them if absent
    code: Option<String>,
    /// Print the procedures, steps and windows of this system as a DOT graph
    #[arg(long, conflicts_with = "code")]
    windows: Option<String>,
}

impl Explain {
    pub(crate) fn run(self) -> Ending {
        match (&self.windows, &self.code) {
            (Some(system), _) => windows(system),
            (None, Some(code)) => page(code),
            (None, None) => {
                codes::ALL
                    .iter()
                    .for_each(|code| output::line(&format!("{} {}", code.id, code.name)));
                Ending::Fine
            }
        }
    }
}

fn page(wanted: &str) -> Ending {
    match codes::ALL
        .iter()
        .find(|code| code.id == wanted || code.name == wanted)
    {
        Some(code) => {
            output::line(&format!("{} {}\n\n{}", code.id, code.name, code.page));
            Ending::Fine
        }
        None => Ending::WrongCall(format!(
            "there is no diagnostic `{wanted}`; `cardwright explain` lists them"
        )),
    }
}

fn windows(system: &str) -> Ending {
    let project = match project_at(None) {
        Ok(project) => project,
        Err(ending) => return ending,
    };
    let Some(found) = project.systems.get(system) else {
        return Ending::WrongCall(format!("there is no system `{system}`"));
    };
    let compiled = compile_system(&project, found);
    let Some(pack) = compiled.pack else {
        output::diagnostics(&project.sources, &compiled.diagnostics, output::Format::Text);
        return Ending::Errors;
    };
    output::line(&graph(&pack));
    Ending::Fine
}

/// The graph: a box for each procedure with its steps in order, dashed arrows to the procedures that a step runs.
fn graph(pack: &Pack) -> String {
    let mut text =
        String::from("digraph windows {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (number, procedure) in pack.procedures.iter().enumerate() {
        let _ = writeln!(
            text,
            "  subgraph cluster_{number} {{\n    label=\"{}\";",
            procedure.name
        );
        for (step, name) in procedure.steps.iter().enumerate() {
            let rules = rules_of(pack, number, step);
            let _ = writeln!(text, "    p{number}s{step} [label=\"{name}{rules}\"];");
            if step > 0 {
                let _ = writeln!(text, "    p{number}s{} -> p{number}s{step};", step - 1);
            }
        }
        text.push_str("  }\n");
    }
    for (from, to) in runs(pack) {
        let _ = writeln!(text, "  {from} -> p{to}s0 [style=dashed];");
    }
    text.push('}');
    text
}

/// How many rules live before, at and after a step, as lines of its label.
fn rules_of(pack: &Pack, procedure: usize, step: usize) -> String {
    let mut lines = String::new();
    for (moment, name) in [
        (Moment::Before, "before"),
        (Moment::At, "at"),
        (Moment::After, "after"),
    ] {
        let here = |window: u32| {
            pack.windows.get(window as usize).is_some_and(|def| {
                (def.procedure as usize, def.step.map(|at| at as usize), def.moment)
                    == (procedure, Some(step), moment)
            })
        };
        let count = pack
            .rules
            .iter()
            .filter(|rule| matches!(rule.kind, RuleKind::Trigger { window, .. } if here(window)));
        let count = count.count();
        if count > 0 {
            let _ = write!(lines, "\\n{name}: {count} rules");
        }
    }
    lines
}

/// Which step runs which procedure.
fn runs(pack: &Pack) -> BTreeSet<(String, usize)> {
    let mut found = BTreeSet::new();
    for (number, procedure) in pack.procedures.iter().enumerate() {
        let mut step = 0;
        for instr in &pack.functions[procedure.function as usize].code {
            let operand = usize::try_from(instr.imm).unwrap_or(usize::MAX);
            match instr.op {
                Op::Step => {
                    step = pack
                        .windows
                        .get(operand)
                        .and_then(|window| window.step)
                        .unwrap_or(0)
                }
                Op::Call => {
                    let callee = pack
                        .procedures
                        .iter()
                        .position(|other| other.function as usize == operand);
                    found.extend(callee.map(|callee| (format!("p{number}s{step}"), callee)));
                }
                _ => {}
            }
        }
    }
    found
}
