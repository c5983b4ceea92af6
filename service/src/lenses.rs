//! Lenses, the commands above a card, scenario or case: run the cases that have it, play it.

use crate::names::systems_of;
use crate::place::Place;
use crate::workspace::Workspace;
use cardwright_compiler::document::{CaseDoc, PieceDoc};
use cardwright_compiler::source::Location;

/// A command that a lens offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Run these cases.
    RunCases(Vec<String>),
    /// Play a scenario once.
    Play(String),
    /// Write a case that begins as this scenario does.
    WriteCase(String),
}

/// A deed and where it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The id above which it is shown.
    pub place: Place,
    /// The command.
    pub deed: Deed,
}

impl Lens {
    /// The title that people read.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.deed {
            Deed::RunCases(cases) if cases.len() == 1 => "1 case: run".to_owned(),
            Deed::RunCases(cases) => format!("{} cases: run", cases.len()),
            Deed::Play(_) => "play".to_owned(),
            Deed::WriteCase(_) => "write a case".to_owned(),
        }
    }
}

/// The lenses of a file.
#[must_use]
pub fn lenses(workspace: &Workspace, file: &str) -> Vec<Lens> {
    let project = workspace.project();
    let (Some(id), Some(system)) = (
        project.sources.named(file),
        systems_of(project, file).into_iter().next(),
    ) else {
        return Vec::new();
    };
    let place = |at: &cardwright_compiler::document::At<String>| {
        let (start, end) = (at.start, at.end);
        Place::of(&project.sources, Location { file: id, start, end })
    };
    let cases = || project.cases.iter().filter(|one| one.doc.system.value == system);
    let name = |file| project.sources.get(file).name.clone();
    if let Some(set) = project.sets.values().find(|one| one.file == id) {
        let of_card = |card: &str| -> Vec<String> {
            cases()
                .filter(|case| has_card(&case.doc, card))
                .map(|case| name(case.file))
                .collect()
        };
        let with_cases = set
            .doc
            .cards
            .iter()
            .map(|card| (&card.id, of_card(&card.id.value)));
        let shown = with_cases
            .filter(|(_, cases)| !cases.is_empty())
            .map(|(id, cases)| Lens {
                place: place(id),
                deed: Deed::RunCases(cases),
            });
        return shown.collect();
    }
    if let Some(scenario) = project.scenarios.iter().find(|one| one.file == id) {
        let place = place(&scenario.doc.scenario);
        let deeds = [Deed::Play(file.to_owned()), Deed::WriteCase(file.to_owned())];
        let lens = |deed| Lens {
            place: place.clone(),
            deed,
        };
        return deeds.map(lens).into();
    }
    if project.cases.iter().any(|one| one.file == id) {
        let place = Place::new(file, 0..0);
        let deed = Deed::RunCases(vec![file.to_owned()]);
        return vec![Lens { place, deed }];
    }
    Vec::new()
}

/// Whether a card is on the table of a case.
fn has_card(case: &CaseDoc, card: &str) -> bool {
    let of_piece =
        |piece: &PieceDoc| piece.template.value == card || piece.cards.iter().any(|one| one.value == card);
    let in_decks = || {
        case.decks
            .0
            .iter()
            .any(|(_, cards)| cards.0.iter().any(|(id, _)| id.value == card))
    };
    let loose = || case.cards.iter().any(|one| one.template.value == card);
    case.pieces.iter().any(of_piece) || in_decks() || loose()
}
