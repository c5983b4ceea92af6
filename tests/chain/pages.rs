//! Every diagnostic has a page; what a page shows as wrong gives that diagnostic alone, what it shows as right none.
//!
//! An example is one or more files, each with its path in the first line as a comment. They are laid over the
//! sample game: a language file joins the files of its system, a document stands beside the others.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::{Code, Diagnostic, Project, Severity, codes, for_people};
use std::collections::BTreeSet;

/// The codes for which no content can be an example: a fault of the compiler, and those that only running a
/// case tells.
const WITHOUT_EXAMPLE: [&str; 3] = ["cw0301", "cw0401", "cw0402"];

/// The files of an example: path and text.
fn files(code: &Code, heading: &str) -> Vec<(String, String)> {
    let after = code.page.split_once(&format!("\n## {heading}\n"));
    let (_, section) = after.unwrap_or_else(|| panic!("{}: no `{heading}`", code.id));
    let section = section.split("\n## ").next().unwrap_or(section);
    let blocks = section.split("```").skip(1).step_by(2);
    let file = |block: &str| {
        let (_, text) = block.split_once('\n').expect("a block has lines");
        let (path, _) = text.split_once('\n').expect("a path stands in the first line");
        let path = path
            .strip_prefix("# ")
            .unwrap_or_else(|| panic!("{}: `{path}` is no path", code.id));
        (path.to_owned(), text.to_owned())
    };
    blocks.map(file).collect()
}

/// The sample game with an example in it.
fn with_example(code: &Code, heading: &str) -> Project {
    laid_out(code, heading).1
}

fn laid_out(code: &Code, heading: &str) -> (Copy, Project) {
    let mut copy = Copy::of(&sample());
    for (path, text) in files(code, heading) {
        if path == "systems/sample/page.cw" {
            let list = "files: [words.cw, play.cw]";
            copy = copy.with(
                "systems/sample/system.yaml",
                list,
                "files: [words.cw, play.cw, page.cw]",
            );
        }
        copy.write(&path, &text);
    }
    let project = copy.project();
    (copy, project)
}

/// The diagnostics that count in an example about a code: errors, and the code itself.
fn found(code: &Code, project: &Project) -> Vec<Diagnostic> {
    let mut found = check(project);
    found.retain(|one| one.code.severity == Severity::Error || one.code == code);
    found
}

fn with_examples() -> impl Iterator<Item = &'static Code> {
    codes::ALL
        .iter()
        .copied()
        .filter(|code| !WITHOUT_EXAMPLE.contains(&code.id))
}

#[test]
fn codes_and_names_are_unique_and_in_order() {
    let names: BTreeSet<_> = codes::ALL.iter().map(|code| code.name).collect();
    assert_eq!(names.len(), codes::ALL.len());
    assert!(codes::ALL.len() >= 60);
    let mut ids: Vec<_> = codes::ALL.iter().map(|code| code.id).collect();
    ids.dedup();
    assert_eq!(ids.len(), codes::ALL.len());
    assert!(ids.is_sorted(), "{ids:?}");
}

#[test]
fn every_page_begins_with_its_code_and_says_what_it_means() {
    for code in codes::ALL {
        let title = format!("# {} {}\n\n", code.id, code.name);
        assert!(code.page.starts_with(&title), "{}", code.id);
        let summary = code.summary();
        assert!(
            summary.ends_with('.') && summary.len() > 20,
            "{}: {summary}",
            code.id
        );
    }
}

#[test]
fn every_page_belongs_to_a_code() {
    let folder = crate::workshop::root().join("compiler/documents/pages");
    let pages = std::fs::read_dir(folder).expect("the pages are there").flatten();
    let pages: BTreeSet<String> = pages
        .map(|page| page.file_name().to_string_lossy().into_owned())
        .collect();
    let expected = codes::ALL
        .iter()
        .map(|code| format!("{}-{}.md", code.id, code.name));
    assert_eq!(pages, expected.collect());
}

#[test]
fn what_a_page_shows_as_wrong_gives_that_diagnostic_alone() {
    let mut complaints = Vec::new();
    for code in with_examples() {
        let project = with_example(code, "Wrong");
        let found = found(code, &project);
        if !matches!(found.as_slice(), [one] if one.code == code) {
            let told = for_people(&project.sources, &found, false);
            complaints.push(format!("{} {}:\n{told}", code.id, code.name));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_a_page_shows_as_right_is_right() {
    let mut complaints = Vec::new();
    for code in with_examples() {
        let project = with_example(code, "Right");
        let found = found(code, &project);
        if !found.is_empty() {
            let told = for_people(&project.sources, &found, false);
            complaints.push(format!("{} {}:\n{told}", code.id, code.name));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn each_wrong_example_is_answered_as_approved() {
    for code in with_examples() {
        let project = with_example(code, "Wrong");
        let files: String = files(code, "Wrong").into_iter().map(|(_, text)| text).collect();
        let told = for_people(&project.sources, &found(code, &project), false);
        let name = format!("{}-{}", code.id, code.name);
        insta::with_settings!({ snapshot_path => "pages", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, format!("{files}\n{}", told.trim_end()));
        });
    }
}

#[test]
fn a_certain_fix_mends_the_error() {
    let mut mended = 0;
    for code in with_examples() {
        let (copy, project) = laid_out(code, "Wrong");
        let found = found(code, &project);
        let fix = found.first().and_then(|one| one.fix.as_ref());
        let Some(fix) = fix.filter(|fix| fix.certain) else {
            continue;
        };
        let file = project.sources.get(fix.place.file);
        let mut text = file.text.clone();
        text.replace_range(fix.place.start..fix.place.end, &fix.put);
        copy.write(&file.name, &text);
        let project = copy.project();
        let left = check(&project);
        assert!(
            !left.iter().any(|one| one.code == code),
            "{}:\n{}",
            code.id,
            for_people(&project.sources, &left, false)
        );
        mended += 1;
    }
    assert!(mended > 1, "only {mended} pages show a certain fix");
}
