//! `print`: the cards of a system, a card set or a scenario as pages for paper, and what else a game needs on paper.

use super::{project_at, root_around, wrong_path};
use crate::program::output::Format;
use crate::program::{Ending, output, write};
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::source::FileId;
use cardwright_compiler::wording::scenario_rules;
use cardwright_compiler::{Diagnostic, Project, compile_scenario, compile_system, so_many};
use cardwright_draw::{Paper, Press, Scene, SheetCard, Sheets, UNIT, Unfit, pdf};
use cardwright_export::{Part, parts};
use clap::{Args, ValueEnum};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most bleed, in tenths of a millimetre.
const MOST_BLEED: f64 = 100.0;
/// Tenths of a millimetre in an inch.
const INCH: f64 = 254.0;

/// Makes sheets of cards for paper.
#[derive(Args)]
pub(crate) struct Print {
    /// What to print, by its name or document. For a card set or a system: one of each card; for a scenario:
    /// the cards and pieces that it uses
    #[arg(value_name = "SET|SCENARIO|SYSTEM")]
    what: String,
    /// The PDF file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The paper
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperName,
    /// How far the colours of cards extend beyond their edges, such as `3mm`; without a bleed, cards touch
    /// each other
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = bleed)]
    bleed: f64,
    /// Print no backs
    #[arg(long)]
    no_backs: bool,
    /// The order of the cards
    #[arg(long, value_enum, default_value = "kind")]
    sort: Order,
    /// What to print; by default, the cards of a set or system, and everything of a scenario
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    parts: Vec<Section>,
    /// The number of copies of each token
    #[arg(long, value_name = "COUNT", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=100))]
    tokens: u16,
}

/// The things that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Section {
    /// The page of a scenario: forces, outcomes, special rules
    Mission,
    /// Cards, with their backs
    Cards,
    /// Tokens to cut out
    Tokens,
    /// Bases of pieces, true to scale, with their arcs
    Bases,
    /// The range ruler and the templates, true to scale
    Rulers,
    /// Dials, each a wheel and its cover
    Dials,
    /// How a board of hexes is built, level by level
    Levels,
}

impl Section {
    /// All of them, in the order of pages.
    const ALL: [Self; 7] = [
        Self::Mission,
        Self::Cards,
        Self::Tokens,
        Self::Bases,
        Self::Rulers,
        Self::Dials,
        Self::Levels,
    ];

    /// The words for a thing of which there are no pages.
    const fn lacking(self) -> &'static str {
        match self {
            Self::Mission => "is not a scenario, so it has no mission",
            Self::Cards => "has no cards to print",
            Self::Tokens => "has no tokens to print",
            Self::Bases => "has no pieces whose bases have a size",
            Self::Rulers => "has neither range bands nor templates in its looks",
            Self::Dials => "has no dials in its looks",
            Self::Levels => "has no board of hexes",
        }
    }
}

/// A sort of paper.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 in
    Letter,
}

/// The order of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Kind by kind, by name within each
    Kind,
    /// By name
    Name,
    /// Set by set, in the order of their documents
    Set,
}

/// A length with its unit, in tenths of a millimetre.
fn bleed(text: &str) -> Result<f64, String> {
    let units = [("mm", 10.0), ("in", INCH)];
    let mut lengths = units.iter().filter_map(|(unit, size)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * size)
    });
    let length = lengths
        .next()
        .filter(|length| (0.0..=MOST_BLEED).contains(length));
    length.ok_or_else(|| "write a length from `0mm` to `10mm`, such as `3mm` or `0.125in`".to_owned())
}

/// The thing that is printed.
enum Wanted<'p> {
    /// All cards of a system.
    System,
    /// Those of these sets.
    Sets(BTreeSet<String>),
    /// Those that a scenario uses.
    Scenario(&'p Loaded<ScenarioDoc>),
}

impl Print {
    pub(crate) fn run(self) -> Ending {
        let (project, name) = match self.asked() {
            Ok(asked) => asked,
            Err(ending) => return ending,
        };
        if !project.diagnostics.is_empty() {
            return refused(&project, &[]);
        }
        let parts = match parts(&project, std::slice::from_ref(&name)) {
            Ok(parts) => parts,
            Err(unknown) => return Ending::WrongCall(unknown.to_string()),
        };
        let found = parts.into_iter().next();
        let found = found.and_then(|(system, part)| {
            Some((project.systems.get(&system)?, wanted(&project, &system, part)))
        });
        let Some((system, wanted)) = found else {
            return Ending::WrongCall(format!("there is nothing to print in `{}`", self.what));
        };
        let compiled = match &wanted {
            Wanted::Scenario(scenario) => Arc::new(compile_scenario(&project, scenario)),
            _ => compile_system(&project, system),
        };
        let Some(press) = Press::of(&project, system, &compiled) else {
            return refused(&project, &compiled.diagnostics);
        };
        let job = Job {
            print: &self,
            press,
            mission: match &wanted {
                Wanted::Scenario(scenario) => scenario_rules(&project, system, &compiled, scenario),
                _ => None,
            },
            title: match &wanted {
                Wanted::Scenario(scenario) => scenario.doc.title.clone(),
                Wanted::System => system.doc.title.clone(),
                Wanted::Sets(sets) => {
                    let own = project
                        .sets
                        .iter()
                        .filter(|((of, id), _)| *of == system.doc.system.value && sets.contains(id));
                    let titles = own.map(|(_, set)| set.doc.title.as_str());
                    format!("{}: {}", system.doc.title, titles.collect::<Vec<_>>().join(", "))
                }
            },
            wanted,
        };
        match job.pages() {
            Ok(pages) => self.write(&pages, &job.title),
            Err(ending) => ending,
        }
    }

    /// The project, and the name in it of what is to be printed.
    fn asked(&self) -> Result<(Project, String), Ending> {
        let path = Path::new(&self.what);
        if !path.is_file() {
            return Ok((project_at(None)?, self.what.clone()));
        }
        let project = project_at(Some(path))?;
        let root = root_around(Some(path))?;
        let full = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
        let name = named(&project, |file| {
            root.join(&project.sources.get(file).name) == full
        });
        name.map(|name| (project, name)).ok_or_else(|| {
            Ending::WrongCall(format!(
                "{} is not a system, scenario or card set",
                path.display()
            ))
        })
    }

    fn write(&self, pages: &[Scene], title: &str) -> Ending {
        let bytes = match pdf(pages, UNIT, title) {
            Ok(bytes) => bytes,
            Err(why) => return Ending::WrongCall(why),
        };
        if let Err(ending) = write::result(&self.output, write::Kind::Paper, &bytes) {
            return ending;
        }
        if self.output != std::path::Path::new("-") {
            let path = self.output.display();
            let told = so_many(pages.len(), "page", "pages");
            output::line(&format!("{path}: {told}, {} bytes", bytes.len()));
        }
        Ending::Fine
    }

    fn sheets(&self) -> Sheets {
        Sheets {
            paper: match self.paper {
                PaperName::A4 => Paper::A4,
                PaperName::Letter => Paper::LETTER,
            },
            bleed: self.bleed,
            backs: !self.no_backs,
        }
    }
}

/// The things to be printed, and with what.
struct Job<'p> {
    print: &'p Print,
    press: Press<'p>,
    wanted: Wanted<'p>,
    /// The rules of a scenario.
    mission: Option<Vec<String>>,
    title: String,
}

impl Job<'_> {
    /// All pages that are asked for.
    fn pages(&self) -> Result<Vec<Scene>, Ending> {
        let is_scenario = matches!(self.wanted, Wanted::Scenario(_));
        let asked = match (self.print.parts.as_slice(), is_scenario) {
            ([], true) => &Section::ALL,
            ([], false) => &[Section::Cards][..],
            (parts, _) => parts,
        };
        let mut pages = Vec::new();
        for section in Section::ALL.into_iter().filter(|section| asked.contains(section)) {
            let own = self.section(section)?;
            // What somebody names must be there; of a whole scenario, what there is.
            if own.is_empty() && (!is_scenario || !self.print.parts.is_empty()) {
                return Err(Ending::WrongCall(format!(
                    "`{}` {}",
                    self.print.what,
                    section.lacking()
                )));
            }
            pages.extend(own);
        }
        match pages.is_empty() {
            true => Err(Ending::WrongCall(format!(
                "`{}` has nothing to print",
                self.print.what
            ))),
            false => Ok(pages),
        }
    }

    fn section(&self, section: Section) -> Result<Vec<Scene>, Ending> {
        let (sheets, press) = (self.print.sheets(), &self.press);
        let pages = match section {
            Section::Mission => match &self.mission {
                Some(rules) => sheets.mission(press, &self.title, rules),
                None => Ok(Vec::new()),
            },
            Section::Cards => {
                let cards = self.drawn().map_err(|unfit| unprintable(&unfit))?;
                sheets.cards(&cards, press.icons())
            }
            Section::Tokens => sheets.tokens(press, usize::from(self.print.tokens)),
            Section::Bases => sheets.bases(press, &self.pieces()),
            Section::Rulers => sheets.rulers(press),
            Section::Dials => {
                let is_scenario = matches!(self.wanted, Wanted::Scenario(_));
                sheets.dials(press, &self.pieces(), !is_scenario)
            }
            Section::Levels => Ok(sheets.levels(press, &self.title)),
        };
        pages.map_err(Ending::WrongCall)
    }

    /// The pieces whose bases are printed: those of a scenario that belong to somebody, or one of each.
    fn pieces(&self) -> Vec<usize> {
        match self.wanted {
            Wanted::Scenario(_) => {
                let entities = self
                    .press
                    .pack()
                    .setup
                    .entities
                    .iter()
                    .filter(|entity| !entity.later && entity.owner != 0);
                entities
                    .filter_map(|entity| Some(entity.template?.place()))
                    .collect()
            }
            _ => chosen(&self.press, &self.wanted, |_| true),
        }
    }

    /// Brings cards into the order that is wanted; those of one size stand together, since they share pages.
    fn sort_cards(&self, cards: &mut [usize]) {
        let (press, pack) = (&self.press, self.press.pack());
        let of = |card: &usize| pack.templates.get(*card);
        let name = |card: &usize| of(card).map_or("", |def| def.name.as_str());
        let kind = |card: &usize| of(card).map_or(0, |def| usize::from(def.kind));
        match self.print.sort {
            Order::Kind => cards.sort_by(|one, other| {
                let key = |card| (kind(card), name(card));
                key(one).cmp(&key(other))
            }),
            Order::Name => cards.sort_by(|one, other| name(one).cmp(name(other))),
            Order::Set => cards.sort_unstable(),
        }
        cards.sort_by_key(|card| press.look(kind(card)).size);
    }

    /// The cards with their fronts and backs; or those that have no room.
    fn drawn(&self) -> Result<Vec<SheetCard>, Vec<Unfit>> {
        let (press, bleed) = (&self.press, self.print.bleed);
        let mut cards = cards(press, &self.wanted);
        self.sort_cards(&mut cards);
        let mut fronts: BTreeMap<usize, Arc<Scene>> = BTreeMap::new();
        let mut backs: BTreeMap<usize, Arc<Scene>> = BTreeMap::new();
        let mut unfit = Vec::new();
        let mut drawn = Vec::new();
        for card in cards {
            let kind = press
                .pack()
                .templates
                .get(card)
                .map_or(0, |def| usize::from(def.kind));
            let back = backs
                .entry(kind)
                .or_insert_with(|| Arc::new(press.back(kind).scene(press.icons(), bleed)));
            let front = match fronts.get(&card) {
                Some(front) => Arc::clone(front),
                None => match press.face(card).map(|face| face.scene(press.icons(), bleed)) {
                    Some(Ok(scene)) => Arc::clone(fronts.entry(card).or_insert(Arc::new(scene))),
                    Some(Err(why)) => {
                        unfit.push(why);
                        continue;
                    }
                    None => continue,
                },
            };
            drawn.push(SheetCard {
                front,
                back: Arc::clone(back),
                size: press.size(kind),
            });
        }
        unfit.dedup();
        if unfit.is_empty() { Ok(drawn) } else { Err(unfit) }
    }
}

/// The name of the system, scenario or card set whose document this is.
fn named(project: &Project, is_it: impl Fn(FileId) -> bool) -> Option<String> {
    let systems = project
        .systems
        .iter()
        .filter(|(_, system)| is_it(system.file))
        .map(|(id, _)| id.clone());
    let scenarios = project.scenarios.iter().filter(|one| is_it(one.file));
    let scenarios = scenarios.map(|one| format!("{}/{}", one.doc.system.value, one.doc.scenario.value));
    let sets = project.sets.iter().filter(|(_, set)| is_it(set.file));
    let sets = sets.map(|((system, id), _)| format!("{system}/{id}"));
    systems.chain(scenarios).chain(sets).next()
}

/// The meaning of a name: a scenario is no list of its sets.
fn wanted<'p>(project: &'p Project, system: &str, part: Part) -> Wanted<'p> {
    let (scenarios, sets) = match part {
        Part::Whole => return Wanted::System,
        Part::Some { scenarios, sets, .. } => (scenarios, sets),
    };
    let scenario = project
        .scenarios
        .iter()
        .find(|one| one.doc.system.value == system && scenarios.contains(&one.doc.scenario.value));
    scenario.map_or(Wanted::Sets(sets), Wanted::Scenario)
}

/// The cards that are wanted, as indexes into the pack's templates: each as often as it is printed.
fn cards(press: &Press<'_>, wanted: &Wanted<'_>) -> Vec<usize> {
    match wanted {
        Wanted::Scenario(_) => used(press),
        _ => chosen(press, wanted, |kind| press.has_cards(kind)),
    }
}

/// One of each entry of the sets that are wanted, of some kinds.
fn chosen(press: &Press<'_>, wanted: &Wanted<'_>, has: impl Fn(usize) -> bool) -> Vec<usize> {
    let is_meant = |id: &str| match wanted {
        Wanted::Sets(sets) => press.set_of(id).is_some_and(|set| sets.contains(&set.set.value)),
        _ => true,
    };
    let templates = press.pack().templates.iter().enumerate();
    let chosen = templates.filter(|(_, def)| has(usize::from(def.kind)) && is_meant(&def.id));
    chosen.map(|(at, _)| at).collect()
}

/// The cards of the pieces and cards that a scenario begins with; one for all alike pieces of a player where they share it.
fn used(press: &Press<'_>) -> Vec<usize> {
    let mut shared = BTreeSet::new();
    let entities = press.pack().setup.entities.iter();
    let entities = entities.filter(|entity| !entity.later && press.has_cards(usize::from(entity.kind)));
    let mut used = Vec::new();
    for entity in entities {
        let Some(template) = entity.template.map(|template| template.place()) else {
            continue;
        };
        let is_shared = press.look(usize::from(entity.kind)).shared;
        if !is_shared || shared.insert((template, entity.owner)) {
            used.push(template);
        }
    }
    used
}

/// Names the cards that have no room.
fn unprintable(unfit: &[Unfit]) -> Ending {
    for why in unfit {
        output::complain(&format!("error: {why}"));
    }
    output::complain(&format!(
        "nothing was printed: the text of {} not fit",
        so_many(unfit.len(), "card does", "cards do")
    ));
    Ending::Errors
}

/// Tells what is wrong with the content: nothing of it is printed.
fn refused(project: &Project, wrong: &[Diagnostic]) -> Ending {
    let found: Vec<Diagnostic> = project.diagnostics.iter().chain(wrong).cloned().collect();
    output::diagnostics(&project.sources, &found, Format::Text);
    output::complain("nothing was printed: the content has errors");
    Ending::Errors
}
