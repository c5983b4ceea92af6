//! `explain`: the long form of a diagnostic, or a system's procedures, steps and windows as a graph.

use super::project_at;
use crate::{Ending, graph, output};
use cardwright_compiler::analysis::stages;
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{codes, compile_system};
use clap::{Args, ValueEnum};

/// Explains a diagnostic or draws a system's timing.
#[derive(Args)]
pub(crate) struct Explain {
    /// A diagnostic's short code (`cw0101`) or name (`unknown-name`), or a card's id; all diagnostics if absent
    code: Option<String>,
    /// Draw the procedures, steps and windows of this system
    #[arg(long, conflicts_with = "code", value_name = "SYSTEM")]
    windows: Option<String>,
    /// How to draw them
    #[arg(long, value_enum, default_value = "dot")]
    drawing: Drawing,
}

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawing {
    /// A DOT graph, for Graphviz
    Dot,
    /// An SVG picture
    Svg,
}

impl Explain {
    pub(crate) fn run(self) -> Ending {
        match (&self.windows, &self.code) {
            (Some(system), _) => windows(system, self.drawing),
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
            output::line(code.page.trim_end());
            Ending::Fine
        }
        None => card(wanted),
    }
}

/// The rules of a card as plain text.
fn card(wanted: &str) -> Ending {
    let unknown = || {
        Ending::WrongCall(format!(
            "there is no diagnostic and no card `{wanted}`; `cardwright explain` lists the diagnostics"
        ))
    };
    let Ok(project) = project_at(None) else {
        return unknown();
    };
    let mut systems = project.sets.iter().filter(|(_, set)| {
        let mut cards = set.doc.cards.iter();
        cards.any(|card| card.id.value == wanted)
    });
    let system = systems.next().and_then(|(key, _)| project.systems.get(&key.0));
    let Some(system) = system else {
        return unknown();
    };
    let compiled = compile_system(&project, system);
    match card_text(system, &compiled, wanted) {
        Some(text) => {
            output::line(text.trim_end());
            Ending::Fine
        }
        None => {
            output::diagnostics(&project.sources, &compiled.diagnostics, output::Format::Text);
            Ending::Errors
        }
    }
}

fn windows(system: &str, drawing: Drawing) -> Ending {
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
    let stages = stages(&pack);
    output::line(&match drawing {
        Drawing::Dot => graph::dot(&stages),
        Drawing::Svg => graph::svg(&stages),
    });
    Ending::Fine
}
