//! The pages of the systems, which the book has and `explain` prints: what they show is true. The set to start from compiles by
//! itself, each example stands in the content, each link leads somewhere.

use crate::workshop::{check, hexes, pitch, project, root, sample, squares};
use cardwright_compiler::guide::{Guide, guide, page};
use cardwright_compiler::{Project, compile_system, for_people};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn guides(project: &Project) -> Vec<Guide> {
    let systems = project.systems.values();
    let guides = systems.map(|system| {
        let compiled = compile_system(project, system);
        guide(project, system, &compiled).expect("the system compiles")
    });
    guides.collect()
}

/// The links of a page that lead to no page of the book.
pub(crate) fn strays(page: &str) -> Vec<String> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_stray = |link: &&str| {
        if link.starts_with('#') {
            return false;
        }
        let page = link.strip_prefix("https://cardwright.github.io/cardwright/");
        let page = page.and_then(|page| page.split('#').next()?.strip_suffix(".html"));
        !page.is_some_and(is_in_the_book)
    };
    links.filter(is_stray).map(str::to_owned).collect()
}

/// Whether the book has a page of this name: one of `docs/`, or one that is made of a game.
fn is_in_the_book(page: &str) -> bool {
    let of_game = |folder: &str| {
        page.strip_prefix(folder)
            .is_some_and(|system| project().systems.contains_key(system))
    };
    let file = match page.strip_suffix("index") {
        Some(folder) => format!("docs/{folder}README.md"),
        None => format!("docs/{page}.md"),
    };
    of_game("systems/") || of_game("abilities/") || root().join(file).is_file()
}

#[test]
fn links_that_leave_a_page_lead_into_the_book() {
    let mut systems = 0;
    for guide in guides(project()) {
        assert_eq!(strays(&page(&guide)), [""; 0], "{}", guide.system);
        assert!(guide.has_abilities, "{} has no phrasebook", guide.system);
        systems += 1;
    }
    assert!(systems > 0, "no system has a page");
    assert_eq!(
        strays("[a](#b) [c](no.md) [d](https://example.org/e.html)").len(),
        2
    );
}

/// Two pages whole: they are small enough to be read.
#[test]
fn the_pages_of_small_games_are_as_approved() {
    for folder in [sample(), hexes()] {
        for guide in guides(&Project::load(&folder)) {
            insta::assert_snapshot!(guide.system.clone(), page(&guide));
        }
    }
}

/// The systems of the project and of the samples.
fn all() -> Vec<(std::path::PathBuf, Project)> {
    let roots = [root(), sample(), hexes(), squares(), pitch()];
    roots
        .into_iter()
        .map(|root| (root.clone(), Project::load(&root)))
        .collect()
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the temporary folder can be written");
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copied(&path, &target),
            false => _ = std::fs::copy(&path, &target).expect("the file can be copied"),
        }
    }
}

#[test]
fn the_set_to_start_from_compiles_without_any_other_set() {
    for (root, project) in all() {
        for guide in guides(&project) {
            let folder = std::env::temp_dir().join(format!(
                "cardwright-start-{}-{}",
                std::process::id(),
                guide.system
            ));
            let _ = std::fs::remove_dir_all(&folder);
            for part in ["systems", "libraries"]
                .iter()
                .filter(|part| root.join(part).is_dir())
            {
                copied(&root.join(part), &folder.join(part));
            }
            copied(
                &root.join("maps").join(&guide.system),
                &folder.join("maps").join(&guide.system),
            );
            let set = folder.join("cards").join(&guide.system).join("my-set.yaml");
            std::fs::create_dir_all(set.parent().expect("it is in a folder")).expect("it can be made");
            std::fs::write(&set, &guide.sample_set).expect("it can be written");
            let project = Project::load(&folder);
            let mut found = check(&project);
            let file = format!("cards/{}/my-set.yaml", guide.system);
            found.retain(|one| project.sources.get(one.place.file).name == file);
            let told = for_people(&project.sources, &found, false);
            assert!(found.is_empty(), "{}\n{told}", guide.sample_set);
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
}

/// The names that a card author needs are all on the page.
#[test]
fn a_page_has_every_name_of_its_system() {
    for guide in guides(project()) {
        let text = page(&guide);
        let facts = guide.kinds.iter().flat_map(|kind| &kind.facts);
        let names = facts
            .map(|fact| &fact.name)
            .chain(guide.values.iter().map(|one| &one.name))
            .chain(guide.permissions.iter().map(|one| &one.name))
            .chain(guide.offers.iter().map(|one| &one.name))
            .chain(guide.defines.iter().map(|one| &one.name))
            .chain(guide.effects.iter().map(|one| &one.name))
            .chain(guide.tokens.iter().map(|one| &one.name));
        for name in names {
            assert!(
                text.contains(&format!("`{name}")),
                "{}: no `{name}`",
                guide.system
            );
        }
        for procedure in &guide.procedures {
            for step in &procedure.steps {
                let window = format!("| `{}.{}` |", procedure.name, step.name);
                assert!(text.contains(&window), "{}: no {window}", guide.system);
            }
        }
        assert!(guide.example.is_some(), "{} takes no card apart", guide.system);
    }
}

/// Links within a page lead somewhere.
#[test]
fn links_of_a_page_have_their_headings() {
    for guide in guides(project()) {
        let text = page(&guide);
        let headings = text.lines().filter(|line| line.starts_with('#'));
        let anchors: BTreeSet<String> = headings
            .map(|line| line.trim_start_matches(['#', ' ']).to_lowercase())
            .map(|line| line.replace(['`', ',', '\'', ':'], "").replace(' ', "-"))
            .collect();
        for link in text.split("](#").skip(1) {
            let anchor = link.split(')').next().unwrap_or_default();
            assert!(
                anchors.contains(anchor),
                "{}: nothing is called #{anchor}",
                guide.system
            );
        }
    }
}

/// The texts of the libraries of a system, with the names that it gives to theirs.
fn libraries_as_called_in(system: &str) -> String {
    let mut told = String::new();
    for one in &project().systems[system].doc.uses {
        let names: BTreeMap<&str, &str> = one
            .with
            .0
            .iter()
            .map(|(name, given)| (&*name.value, &*given.value))
            .collect();
        let library = &project().libraries[&one.library.value];
        let files = project().sources.iter().filter(|(file, _)| library.has(*file));
        for (_, file) in files {
            let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            for part in file.text.split_inclusive(|letter| !is_of_name(letter)) {
                let name = part.trim_end_matches(|letter| !is_of_name(letter));
                told.push_str(names.get(name).unwrap_or(&name));
                told.push_str(&part[name.len()..]);
            }
            told.push('\n');
        }
    }
    told
}

#[test]
fn the_pages_name_what_libraries_have_as_the_system_does() {
    let mut renamed = 0;
    for guide in guides(project()) {
        let uses = &project().systems[&guide.system].doc.uses;
        let text = page(&guide);
        let is_permission = |name: &str| guide.permissions.iter().any(|one| one.name == name);
        let given = uses.iter().flat_map(|one| &one.with.0);
        for (name, given) in given.filter(|(_, given)| is_permission(&given.value)) {
            let asked = |name: &str| text.contains(&format!("can {name}("));
            assert!(!asked(&name.value), "{}: `{}`", guide.system, name.value);
            renamed += usize::from(asked(&given.value));
        }
    }
    assert!(renamed > 1, "only {renamed} permissions of libraries are asked");
}

#[test]
fn every_example_of_a_page_stands_in_the_content() {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut all = String::new();
    for (_, file) in project().sources.iter() {
        all.push_str(&squeezed(&file.text));
        all.push('\n');
    }
    for guide in guides(project()) {
        all.push_str(&squeezed(&libraries_as_called_in(&guide.system)));
        let hooks = guide
            .permissions
            .iter()
            .chain(&guide.offers)
            .chain(&guide.effects);
        let shown = hooks.filter_map(|hook| hook.shown.as_ref());
        let shown = shown.chain(guide.values.iter().filter_map(|value| value.shown.as_ref()));
        let shown = shown.chain(
            guide
                .procedures
                .iter()
                .flat_map(|one| one.shown.iter().chain(&one.run_shown)),
        );
        let mut count = 0;
        for example in shown {
            assert!(all.contains(&squeezed(&example.text)), "{}", example.text);
            count += 1;
        }
        assert!(count > 20, "{}: only {count} examples", guide.system);
    }
}
