//! The program: argument parsing and exit codes. Each verb is a file of [`commands`].
//!
//! Exit codes: 0 fine, 1 the content has errors (or a case failed), 2 the call was wrong.

mod account;
mod campaign;
pub(crate) mod commands;
mod counts;
mod diff;
mod figures;
mod graph;
mod keeper;
mod markdown;
mod names;
pub(crate) mod output;
mod packages;
pub(crate) mod picture;
mod players;
mod reports;
mod why;
mod write;

use cardwright_compiler::document::AsOf;
use clap::{CommandFactory, Parser, Subcommand};
use output::{Colour, Loudness};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;
/// The version of the program, and that of what it tells programs, which docs/reports.md describes.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", reports 2");

/// Checks, builds, plays and tests tabletop rules content.
#[derive(Parser)]
#[command(name = "cardwright", version = VERSION, about, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// Follow links that lead out of the project
    #[arg(long, global = true)]
    outside_links: bool,
    /// Use the cards as they are on this day (`2026-09-01`), as `printed`, without overlays, or `newest`,
    /// with all overlays
    #[arg(
        long,
        global = true,
        value_name = "DAY",
        default_value = "newest",
        hide_default_value = true
    )]
    as_of: AsOf,
    /// Write file names in reports relative to this folder; by default, the working folder
    #[arg(long, global = true, value_name = "FOLDER")]
    relative_to: Option<PathBuf>,
    /// When to use colours in reports for people; `NO_COLOR` in the environment means never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// Show only errors, and only the end of a game
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Also show what was read, and how long it took
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    verbose: bool,
}

#[derive(Subcommand)]
enum Verb {
    /// Write something to start from: a project, system, set, card, scenario or case
    New(commands::new::New),
    /// Check all content of a project, or the given documents
    Check(commands::check::Check),
    /// Compile a scenario to a pack of verified bytecode
    Build(commands::build::Build),
    /// Prove that a pack is sound, as is done each time one is loaded
    Verify(commands::verify::Verify),
    /// Show the bytecode of a scenario or pack as text
    Disasm(commands::disasm::Disasm),
    /// Play a scenario with agents, or replay a game
    Run(commands::run::Run),
    /// Let another program play, with lines of JSON
    Serve(commands::serve::Serve),
    /// Play many games of scenarios and report how they end
    Sim(commands::sim::Sim),
    /// Open the project in a browser on this machine: write, play, watch
    #[cfg(feature = "browser")]
    Studio(commands::studio::Studio),
    /// Write a recorded game as a single page
    #[cfg(feature = "browser")]
    View(commands::view::View),
    /// Run conformance cases
    Test(commands::test::Test),
    /// Show what changes on the table between two versions of a project
    Diff(commands::diff::Diff),
    /// Show which rules of the ledger are named by content and proven by cases
    Coverage(commands::coverage::Coverage),
    /// Explain a mistake, a card or a game, or draw when cards can act
    Explain(commands::explain::Explain),
    /// Write content for other engines and tables
    Export(commands::export::Export),
    /// Make sheets of cards to print
    #[cfg(feature = "pdf")]
    Print(commands::print::Print),
    /// Make a card set from another source of data: facts only
    Import(commands::import::Import),
    /// Test whether another engine plays in the same way
    Conform(commands::conform::Conform),
    /// Change content at random, and count the changes that no case notices
    Mutate(commands::mutate::Mutate),
    /// Bring the packages that this project needs into its folder `needs`
    Fetch(commands::fetch::Fetch),
    /// Pin newer versions of packages
    Update(commands::fetch::Update),
    /// Fetch the packages and let git see them, to commit them
    Vendor(commands::fetch::Vendor),
    /// Make an archive of this package for others to need
    Pack(commands::pack::Pack),
    /// Format language files and the rules in documents
    Fmt(commands::fmt::Fmt),
    /// Run the language server for editors
    #[cfg(feature = "lsp")]
    Lsp(commands::lsp::Lsp),
    /// Write or check the JSON Schemas of the documents
    Schema(commands::schema::Schema),
    /// Write one comment for a pull request, made of the reports of other verbs
    Comment(commands::comment::Comment),
    /// Write a shell's completion script
    Completions(commands::completions::Completions),
    /// Write manual pages
    #[command(hide = true)]
    Man(commands::completions::Man),
}

/// How a verb ended.
pub(crate) enum Ending {
    /// Exit code 0.
    Fine,
    /// Exit code 1: the content has errors.
    Errors,
    /// Exit code 2: the call cannot be carried out.
    WrongCall(String),
}

/// Ends the programs that play or answer, should Ctrl-C end this one.
fn end_with_us() {
    // Whoever has asked for Ctrl-C before, has it.
    drop(ctrlc::set_handler(|| {
        cardwright_files::end_partners();
        std::process::exit(INTERRUPTED);
    }));
}

/// Runs the program with the arguments of this process and gives its exit code: 0 fine, 1 the content has errors or a case failed, 2 the call was wrong.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(told) => return told_by_parser(&told),
    };
    let begun = Instant::now();
    commands::allow_outside_links(arguments.outside_links);
    commands::ask_as_of(arguments.as_of);
    let loudness = match (arguments.quiet, arguments.verbose) {
        (true, _) => Loudness::Quiet,
        (false, true) => Loudness::Verbose,
        (false, false) => Loudness::Usual,
    };
    output::set_manner(arguments.color, loudness);
    if let Some(folder) = &arguments.relative_to
        && let Err(error) = names::relative_to(folder)
    {
        return code_of(commands::wrong_path(folder, &error));
    }
    let ending = match arguments.verb {
        Verb::New(verb) => verb.run(),
        Verb::Check(verb) => verb.run(),
        Verb::Build(verb) => verb.run(),
        Verb::Verify(verb) => verb.run(),
        Verb::Disasm(verb) => verb.run(),
        Verb::Run(verb) => verb.run(),
        Verb::Serve(verb) => verb.run(),
        Verb::Sim(verb) => verb.run(),
        Verb::Test(verb) => verb.run(),
        Verb::Diff(verb) => verb.run(),
        Verb::Coverage(verb) => verb.run(),
        Verb::Mutate(verb) => verb.run(),
        Verb::Explain(verb) => verb.run(),
        Verb::Export(verb) => verb.run(),
        #[cfg(feature = "pdf")]
        Verb::Print(verb) => verb.run(),
        Verb::Import(verb) => verb.run(),
        Verb::Conform(verb) => verb.run(),
        Verb::Fetch(verb) => verb.run(),
        Verb::Update(verb) => verb.run(),
        Verb::Vendor(verb) => verb.run(),
        Verb::Pack(verb) => verb.run(),
        Verb::Fmt(verb) => verb.run(),
        #[cfg(feature = "lsp")]
        Verb::Lsp(verb) => verb.run(),
        Verb::Schema(verb) => verb.run(),
        Verb::Comment(verb) => verb.run(),
        Verb::Completions(verb) => verb.run(Arguments::command()),
        Verb::Man(verb) => verb.run(Arguments::command()),
        #[cfg(feature = "browser")]
        Verb::Studio(verb) => verb.run(),
        #[cfg(feature = "browser")]
        Verb::View(verb) => verb.run(),
    };
    output::detail(&format!("took {:.2} s", begun.elapsed().as_secs_f64()));
    code_of(match (ending, output::failure()) {
        (Ending::WrongCall(why), _) | (_, Some(why)) => Ending::WrongCall(why),
        (ending, None) => ending,
    })
}

fn code_of(ending: Ending) -> ExitCode {
    match ending {
        Ending::Fine => ExitCode::SUCCESS,
        Ending::Errors => ExitCode::from(1),
        Ending::WrongCall(why) => {
            output::complain(&format!("error: {why}"));
            ExitCode::from(2)
        }
    }
}

/// Help and version are results too; what is wrong with a call goes to standard error.
fn told_by_parser(told: &clap::Error) -> ExitCode {
    output::note(told.print());
    match output::failure() {
        Some(why) => code_of(Ending::WrongCall(why)),
        None => ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2)),
    }
}
