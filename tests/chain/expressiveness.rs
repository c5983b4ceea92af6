//! The pages on hard rules: the blocks of each page are one project, which compiles, and its cases hold.

use crate::workshop::{check, root};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Project, Severity, compile_case, for_people};
use std::path::{Path, PathBuf};

/// The files of a page: fenced blocks that begin with `# PATH`.
fn files(page: &str) -> Vec<(String, String)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    let named = fenced.filter_map(|block| {
        let (_, text) = block.split_once('\n')?;
        let path = text.strip_prefix("# ")?.lines().next()?;
        let is_content = ["systems/", "cards/", "scenarios/", "maps/", "tests/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        is_content.then(|| (path.to_owned(), text.to_owned()))
    });
    named.collect()
}

fn written(folder: &Path, files: &[(String, String)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be written");
        // Several blocks may go on with one file.
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        std::fs::write(&path, before + text + "\n").expect("it can be written");
    }
}

/// The complaints about a page.
fn complaints(path: &Path) -> Vec<String> {
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let page = std::fs::read_to_string(path).expect("the page can be read");
    let folder = std::env::temp_dir().join(format!("cardwright-hard-{}-{name}", std::process::id()));
    // What an earlier run left behind.
    let _ = std::fs::remove_dir_all(&folder);
    written(&folder, &files(&page));
    let project = Project::load(&folder);
    let mut found = check(&project);
    found.retain(|one| one.code.severity == Severity::Error);
    if !found.is_empty() {
        return vec![format!(
            "{name}:\n{}",
            for_people(&project.sources, &found, false)
        )];
    }
    let mut complaints = Vec::new();
    for case in &project.cases {
        let id = &case.doc.case.value;
        let Some(pack) = compile_case(&project, case).pack else {
            complaints.push(format!("{name}, {id}: no pack"));
            continue;
        };
        let report = run_case(pack, &case.doc);
        if !report.passed() {
            complaints.push(format!(
                "{name}, {id}:\n{}\n{}",
                report.reasons().join("\n"),
                report.account.join("\n")
            ));
        }
    }
    let sections = page.lines().filter(|line| line.starts_with("## ")).count();
    if project.cases.len() < sections {
        complaints.push(format!(
            "{name}: {sections} sections have {} cases",
            project.cases.len()
        ));
    }
    let _ = std::fs::remove_dir_all(&folder);
    complaints
}

fn pages() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("docs/expressiveness")).expect("the pages are there");
    let mut pages: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    pages.sort();
    pages
}

#[test]
fn each_hard_rule_is_said_in_code_that_compiles_and_holds() {
    let complaints: Vec<String> = pages().iter().flat_map(|page| complaints(page)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
