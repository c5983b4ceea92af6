//! Packages: what a project needs from others is mounted beside it, fetched, pinned and told in one line; and what would lead
//! out of a package is refused.

use crate::shop::{Answer, Shop};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const SET: &str = "cards/sample/meadow.yaml";
const CARDS: &str = "set: meadow\nsystem: sample\ntitle: Meadow\ncards:\n  - id: kid\n    kind: goat\n    name: Kid\n    facts: { strength: 1, routes: [lane], base-width: 1in }\n";

/// The sample game as a package.
fn game() -> Shop {
    let game = Shop::new();
    game.write("cardwright.toml", "[package]\nname = \"goats\"\n");
    game.write("LICENSE", "free\n");
    game
}

/// A set of cards that needs something.
fn set_with(need: &str) -> Shop {
    let shop = Shop::empty();
    shop.write(
        "cardwright.toml",
        &format!("[package]\nname = \"meadow\"\n\n[needs]\n{need}\n"),
    );
    shop.write(SET, CARDS);
    shop
}

fn by_path(game: &Shop) -> String {
    format!("goats = {{ path = {:?} }}", game.folder)
}

fn git(folder: &Path, arguments: &[&str]) {
    let git = Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b.c",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "protocol.file.allow=always",
        ])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("git is there");
    assert!(
        git.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&git.stderr)
    );
}

fn commit(shop: &Shop, tag: &str) {
    if !shop.folder.join(".git").exists() {
        git(&shop.folder, &["init", "--quiet", "."]);
    }
    git(&shop.folder, &["add", "-A"]);
    git(&shop.folder, &["commit", "--quiet", "--allow-empty", "-m", "a"]);
    git(&shop.folder, &["tag", "--force", tag]);
}

fn by_git(game: &Shop, tag: &str) -> String {
    format!(
        "goats = {{ git = \"file://{}\", tag = \"{tag}\" }}",
        game.folder.display()
    )
}

#[test]
fn a_set_needs_a_game_that_lies_elsewhere() {
    let game = game();
    let shop = set_with(&by_path(&game));
    let answer = shop.run(&["check"]).expect(0);
    assert!(!answer.out.contains("warning"), "{}", answer.out);
    // Cases of the game are not those of the set; its own case begins as a scenario of the game does.
    shop.write(
        "tests/conformance/sample/kid.yaml",
        "scenario: duel\nsets: [meadow]\nexpect:\n  - owner of first-goat is north\n",
    );
    let answer = shop.run(&["test"]).expect(0);
    assert!(
        answer.out.contains("1 ") && !answer.out.contains("two-windows"),
        "{}",
        answer.out
    );
    // Nothing is formatted or mended but what is one's own.
    shop.run(&["fmt", "--check"]).expect(0);
}

#[test]
fn what_is_wrong_in_a_package_is_one_line_at_the_need() {
    let game = game().with("cards/sample/basic.yaml", "add-face", "ad-face");
    game.write(
        "cards/sample/odd.yaml",
        "set: odd\nsystem: sample\ntitle: Odd\ncards: [{ id: a }]\n",
    );
    let shop = set_with(&by_path(&game));
    let told = shop.run(&["check"]).expect(1).err;
    assert!(told.contains("the package `goats` has"), "{told}");
    assert!(told.contains("cardwright.toml:5:"), "{told}");
    assert!(told.contains("needs/goats/"), "{told}");
    assert!(told.trim_end().ends_with("1 error"), "{told}");
}

#[test]
fn what_two_provide_is_an_error_with_both_names() {
    let game = game();
    let other = Shop::empty();
    other.write("cardwright.toml", "[package]\nname = \"house\"\n");
    other.write(
        "cards/sample/basic.yaml",
        "set: basic\nsystem: sample\ntitle: Basic\ncards: []\n",
    );
    let house = format!("house = {{ path = {:?} }}", other.folder);
    let shop = set_with(&format!("{}\n{house}", by_path(&game)));
    let told = shop.run(&["check"]).expect(1).err;
    assert!(
        told.contains("the package `goats` and the package `house` both provide the card set `basic`"),
        "{told}"
    );
    let shop = set_with(&by_path(&game));
    shop.write(
        "cards/sample/basic.yaml",
        "set: basic\nsystem: sample\ntitle: Basic\ncards: []\n",
    );
    let told = shop.run(&["check"]).expect(1).err;
    assert!(
        told.contains("this project") && told.contains("the package `goats`"),
        "{told}"
    );
}

#[test]
fn a_missing_package_is_the_only_error() {
    let game = game();
    commit(&game, "v1");
    for need in [
        by_git(&game, "v1"),
        "goats = { path = \"../nowhere\" }".to_owned(),
    ] {
        let shop = set_with(&need);
        let told = shop.run(&["check"]).expect(1).err;
        assert!(
            told.trim_end().ends_with("1 error") && told.contains("goats"),
            "{told}"
        );
    }
    let shop = set_with("goat = { path = \"../nowhere\", tag = \"v1\" }");
    assert!(
        shop.run(&["check"])
            .expect(1)
            .err
            .contains("only a need with `git` has a `tag`")
    );
}

#[test]
fn a_package_is_fetched_pinned_and_then_read_without_a_network() {
    let game = game();
    commit(&game, "v1");
    let shop = set_with(&by_git(&game, "v1"));
    shop.run(&["fetch", "--locked"]).expect(1);
    assert!(!shop.folder.join("needs").exists() && !shop.folder.join("cardwright.lock").exists());
    shop.run(&["fetch"]).expect(0);
    let lock = shop.text("cardwright.lock");
    assert!(
        lock.contains("commit = \"") && lock.contains("hash = \"b3:"),
        "{lock}"
    );
    assert!(shop.folder.join("needs/.gitignore").is_file());
    std::fs::rename(&game.folder, game.folder.with_extension("away")).expect("it can be moved");
    shop.run(&["fetch", "--locked"]).expect(0);
    shop.run(&["check", "--locked", "--deny", "warnings"]).expect(0);
    std::fs::rename(game.folder.with_extension("away"), &game.folder).expect("it can be moved");
    shop.run(&["vendor"]).expect(0);
    assert!(!shop.folder.join("needs/.gitignore").exists());
    // Line ends as another system has them are no change; another word is one.
    let file = "needs/goats/cards/sample/basic.yaml";
    let text = shop.text(file);
    shop.write(file, &text.replace('\n', "\r\n"));
    shop.run(&["check", "--locked"]).expect(0);
    shop.write(file, &text.replace("Billy", "Bill"));
    let told = shop.run(&["check", "--locked"]).expect(1).err;
    assert!(
        told.contains("are not those of `cardwright.lock`: `cards/sample/basic.yaml` was changed\n"),
        "{told}"
    );
    let told = shop.run(&["check"]).expect(1).err;
    assert!(
        told.contains("`cards/sample/basic.yaml` was changed") && told.contains("cardwright.toml:5:"),
        "{told}"
    );
    assert!(told.trim_end().ends_with("1 error"), "{told}");
    // A package of an older version has no list of its files.
    std::fs::remove_file(shop.folder.join("needs/goats/.cardwright-files")).expect("it is there");
    let told = shop.run(&["check"]).expect(1).err;
    assert!(told.contains("are not those of `cardwright.lock`"), "{told}");
    // What was changed by hand is brought back.
    shop.run(&["fetch", "--locked"]).expect(0);
    assert_eq!(shop.text(file), text);
    shop.run(&["check", "--locked"]).expect(0);
}

#[test]
fn settings_that_cannot_be_read_are_the_only_error() {
    let game = game();
    let shop = set_with(&format!("{}\n[budget]\nfule = 3", by_path(&game)));
    let told = shop.run(&["check"]).expect(1).err;
    assert!(
        told.contains("there is no setting `fule`") && told.trim_end().ends_with("1 error"),
        "{told}"
    );
}

#[test]
fn a_tag_that_was_moved_is_told_and_a_newer_one_is_pinned() {
    let game = game();
    commit(&game, "v1.0.0");
    let shop = set_with(&by_git(&game, "v1.0.0"));
    shop.run(&["fetch"]).expect(0);
    let lock = shop.text("cardwright.lock");
    game.write("README.md", "more\n");
    commit(&game, "v1.0.0");
    std::fs::remove_dir_all(shop.folder.join("needs")).expect("it is there");
    let told = shop.run(&["fetch"]).expect(1).err;
    assert!(told.contains("the tag `v1.0.0` was moved"), "{told}");
    assert_eq!(shop.text("cardwright.lock"), lock);
    commit(&game, "v1.10.0");
    commit(&game, "v1.9.0");
    let told = shop.run(&["update", "goats"]).expect(0).out;
    assert!(told.contains("v1.0.0 -> v1.10.0"), "{told}");
    assert!(shop.text("cardwright.toml").contains("tag = \"v1.10.0\""));
    shop.run(&["check", "--locked"]).expect(0);
    // The packages of one repository are taken over together, also if the tag has moved again.
    game.write("README.md", "still more\n");
    commit(&game, "v1.10.0");
    shop.run(&["update", "goats", "--to", "v1.10.0"]).expect(0);
    shop.run(&["check", "--locked"]).expect(0);
    // A tag that is not there changes nothing.
    let before = (shop.text("cardwright.toml"), shop.text("cardwright.lock"));
    shop.run(&["update", "goats", "--to", "v9"]).expect(1);
    assert_eq!(
        (shop.text("cardwright.toml"), shop.text("cardwright.lock")),
        before
    );
    shop.run(&["update", "sheep"]).expect(1);
}

#[test]
fn links_and_other_repositories_in_a_package_are_refused_and_hooks_do_not_run() {
    let linked = game();
    symlink("/etc/passwd", linked.folder.join("cards/sample/more.yaml")).expect("links can be made");
    commit(&linked, "v1");
    let told = set_with(&by_git(&linked, "v1")).run(&["fetch"]).expect(1).err;
    assert!(told.contains("`cards/sample/more.yaml` is a link"), "{told}");

    let inner = game();
    commit(&inner, "v1");
    let outer = game();
    commit(&outer, "v0");
    git(
        &outer.folder,
        &[
            "submodule",
            "--quiet",
            "add",
            &format!("file://{}", inner.folder.display()),
            "cards/inner",
        ],
    );
    commit(&outer, "v1");
    let told = set_with(&by_git(&outer, "v1")).run(&["fetch"]).expect(1).err;
    assert!(
        told.contains("`cards/inner` is a link or another repository"),
        "{told}"
    );

    let hooked = game();
    commit(&hooked, "v1");
    let mark = hooked.folder.join("hooked");
    for hook in ["post-checkout", "reference-transaction", "post-merge"] {
        let template = hooked.folder.join("template/hooks");
        std::fs::create_dir_all(&template).expect("folders can be made");
        std::fs::write(
            template.join(hook),
            format!("#!/bin/sh\ntouch {}\n", mark.display()),
        )
        .expect("it can be written");
        Command::new("chmod")
            .arg("+x")
            .arg(template.join(hook))
            .status()
            .expect("chmod is there");
    }
    let shop = set_with(&by_git(&hooked, "v1"));
    let fetched = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .arg("fetch")
        .current_dir(&shop.folder)
        .env("GIT_TEMPLATE_DIR", hooked.folder.join("template"))
        .status();
    assert!(fetched.expect("it runs").success() && !mark.exists());
}

#[test]
fn addresses_that_git_takes_for_options_are_refused() {
    for address in [
        "--upload-pack=touch mark",
        "ext::sh -c touch% mark",
        "-u",
        "ssh://-oProxyCommand=touch mark/x",
    ] {
        let shop = set_with(&format!("goats = {{ git = {address:?}, tag = \"v1\" }}"));
        let told = shop.run(&["fetch"]).expect(1).err;
        assert!(told.contains("is no address of a repository"), "{told}");
        assert!(!shop.folder.join("mark").exists());
    }
    let shop = set_with("goats = { git = \"https://example.org/a\", tag = \"--all\" }");
    assert!(shop.run(&["fetch"]).expect(1).err.contains("is no tag"));
    let shop = set_with("goats = { git = \"https://example.org/a\", tag = \"v1\", folder = \"../..\" }");
    assert!(
        shop.run(&["fetch"])
            .expect(1)
            .err
            .contains("is no folder of the package")
    );
}

#[test]
fn a_package_is_packed_to_the_same_bytes_and_needed_from_its_archive() {
    let game = game();
    game.run(&["pack", "--source", "-o", "one.tar.gz"]).expect(0);
    let told = game.run(&["pack", "--source", "-o", "two.tar.gz"]).expect(0).out;
    let bytes = |name: &str| std::fs::read(game.folder.join(name)).expect("it is there");
    assert_eq!(bytes("one.tar.gz"), bytes("two.tar.gz"));
    let shop = set_with("goats = { archive = \"goats.tar.gz\" }");
    std::fs::write(shop.folder.join("goats.tar.gz"), bytes("one.tar.gz")).expect("it can be written");
    shop.run(&["fetch"]).expect(0);
    shop.run(&["check", "--locked"]).expect(0);
    let lock = shop.text("cardwright.lock");
    let hash = told
        .lines()
        .find_map(|line| line.strip_prefix("hash of the files: "));
    assert!(lock.contains(hash.expect("the hash is told")), "{lock}");
    // Another archive under the same name is no update.
    game.write("README.md", "more\n");
    game.run(&["pack", "--source", "-o", "three.tar.gz"]).expect(0);
    std::fs::write(shop.folder.join("goats.tar.gz"), bytes("three.tar.gz")).expect("it can be written");
    std::fs::remove_dir_all(shop.folder.join("needs")).expect("it is there");
    assert!(
        shop.run(&["fetch"])
            .expect(1)
            .err
            .contains("cardwright.lock` says b3:")
    );
    shop.run(&["update", "goats"]).expect(0);
    shop.run(&["check", "--locked"]).expect(0);
    std::fs::remove_file(game.folder.join("LICENSE")).expect("it is there");
    assert!(game.run(&["pack", "--source"]).expect(2).err.contains("LICENSE"));
}

#[test]
fn parts_of_a_folder_are_packages_of_their_own() {
    let herds = Shop::of("herds");
    herds.write(
        "cardwright.toml",
        "[packages.walks]\nlibraries = [\"walks\"]\n\n[packages.goats]\nsystems = [\"goats\"]\nneeds = [\"walks\"]\n\n[packages.sheep]\nsystems = [\"sheep\"]\nneeds = [\"walks\"]\n",
    );
    commit(&herds, "v1");
    let need = |name: &str| {
        format!(
            "{name} = {{ git = \"file://{}\", tag = \"v1\" }}",
            herds.folder.display()
        )
    };
    let shop = set_with(&need("goats"));
    std::fs::remove_dir_all(shop.folder.join("cards")).expect("it is there");
    shop.run(&["fetch"]).expect(0);
    assert!(shop.folder.join("needs/walks/libraries/walks").is_dir());
    assert!(!shop.folder.join("needs/goats/systems/sheep").exists());
    shop.run(&["check", "--locked"]).expect(0);
    let both = set_with(&format!("{}\n{}", need("goats"), need("sheep")));
    std::fs::remove_dir_all(both.folder.join("cards")).expect("it is there");
    both.run(&["fetch"]).expect(0);
    both.run(&["check"]).expect(0);
    let shop = set_with(&need("gots"));
    assert!(
        shop.run(&["fetch"])
            .expect(1)
            .err
            .contains("did you mean `goats`")
    );
}

#[test]
fn two_pins_of_one_package_are_an_error_unless_the_project_has_one() {
    let game = game();
    commit(&game, "v1");
    game.write("README.md", "more\n");
    commit(&game, "v2");
    let user = |name: &str, tag: &str| {
        let shop = Shop::empty();
        let need = by_git(&game, tag);
        let settings = format!("[package]\nname = \"{name}\"\n\n[needs]\n{need}\n");
        shop.write("cardwright.toml", &settings);
        commit(&shop, "v1");
        shop
    };
    let (one, two) = (user("one", "v1"), user("two", "v2"));
    let line = |name: &str, shop: &Shop| {
        format!(
            "{name} = {{ git = \"file://{}\", tag = \"v1\" }}",
            shop.folder.display()
        )
    };
    let needs = format!("{}\n{}", line("one", &one), line("two", &two));
    let shop = set_with(&needs);
    let told = shop.run(&["fetch"]).expect(1).err;
    assert!(
        told.contains("`one` needs `goats`") && told.contains("`two`") && told.contains("pin one for both"),
        "{told}"
    );
    assert!(!shop.folder.join("needs").exists());
    let shop = set_with(&format!("{needs}\n{}", by_git(&game, "v2")));
    shop.run(&["fetch"]).expect(0);
    shop.run(&["check", "--locked"]).expect(0);
    assert!(shop.folder.join("needs/goats/README.md").is_file());
    // A package that nobody needs any more goes away.
    shop.write("cardwright.toml", &format!("[needs]\n{}\n", by_git(&game, "v2")));
    shop.run(&["fetch"]).expect(0);
    assert!(!shop.folder.join("needs/one").exists());
}

#[test]
fn a_package_from_elsewhere_reads_nothing_of_this_machine() {
    let game = game();
    let sly = Shop::empty();
    sly.write(
        "cardwright.toml",
        &format!("[package]\nname = \"sly\"\n\n[needs]\n{}\n", by_path(&game)),
    );
    commit(&sly, "v1");
    let need = format!(
        "sly = {{ git = \"file://{}\", tag = \"v1\" }}",
        sly.folder.display()
    );
    let told = set_with(&need).run(&["fetch"]).expect(1).err;
    assert!(
        told.contains("from a place on the machine of its author"),
        "{told}"
    );
    let shop = set_with(&format!("{need}\n{}", by_path(&game)));
    shop.run(&["fetch"]).expect(0);
    shop.run(&["check"]).expect(0);
}

#[test]
fn a_card_set_begins_with_something_that_runs() {
    let game = game();
    commit(&game, "v1");
    let shop = Shop::empty();
    for place in [
        game.folder.display().to_string(),
        format!("file://{}#v1", game.folder.display()),
    ] {
        let need = format!("goats={place}");
        shop.run(&["new", "card-set", "hill", "--needs", &need]).expect(0);
        checks(&shop.folder.join("hill"), &[]).expect(0);
        assert!(shop.text("hill/cards/sample/hill.yaml").contains("hill-first"));
        shop.run(&["new", "card-set", "hill", "--needs", &need]).expect(2);
        shop.run(&["run", "hill/scenarios/sample/hill-trial.yaml"])
            .expect(0);
        std::fs::remove_dir_all(shop.folder.join("hill")).expect("it is there");
    }
    let told = shop
        .run(&[
            "new",
            "card-set",
            "hill",
            "--needs",
            "goats=https://example.org/a",
        ])
        .expect(2)
        .err;
    assert!(told.contains("is not pinned"), "{told}");
    shop.run(&["new", "card-set", "hill", "--needs", "sheep=."])
        .expect(2);
    assert!(!shop.folder.join("hill/cardwright.toml").exists());
}

#[test]
fn a_name_of_the_game_is_explained_while_a_card_has_errors() {
    let game = game();
    let shop = set_with(&by_path(&game));
    for (find, put) in [
        (
            "kind: goat",
            "kind: goat\n    rules: |\n      modify strenth of you + 1 always",
        ),
        ("facts:", "fcts:"),
        ("cards:", "cards: ["),
    ] {
        shop.write(SET, &CARDS.replace(find, put));
        shop.run(&["check"]).expect(1);
        for asked in ["push", "sample/push", "sample", "brass-bell"] {
            let answer = shop.run(&["explain", asked]).expect(0);
            assert!(
                answer.err.contains("cards/sample/meadow.yaml"),
                "{put}, {asked}: {}",
                answer.err
            );
        }
        let told = shop.run(&["explain", "pusch"]).expect(1).err;
        assert!(
            told.contains("`cardwright check` tells them; did you mean `push`?"),
            "{told}"
        );
    }
    shop.write(SET, CARDS);
    shop.run(&["explain", "pusch"]).expect(2);
    shop.write("cardwright.toml", "[needs\n");
    let told = shop.run(&["explain", "push"]).expect(1).err;
    assert!(
        told.contains("cannot be looked up now") && told.contains("`cardwright check`"),
        "{told}"
    );
}

#[test]
fn a_set_for_packages_with_several_systems_says_for_which_one_it_is() {
    let herds = Shop::of("herds");
    herds.write("cardwright.toml", "[package]\nname = \"herds\"\n");
    commit(&herds, "v1");
    let shop = Shop::empty();
    for place in [
        herds.folder.display().to_string(),
        format!("file://{}#v1", herds.folder.display()),
    ] {
        let need = format!("herds={place}");
        let begin = |more: &[&str]| {
            let call = ["new", "card-set", "hill", "--needs", &need];
            shop.run(&[&call[..], more].concat())
        };
        let told = begin(&[]).expect(2).err;
        assert!(
            told.contains("several systems: goats, sheep;") && told.contains("`--system goats`"),
            "{told}"
        );
        assert!(
            !shop.folder.join("hill/cardwright.toml").exists() && !shop.folder.join("hill/needs").exists()
        );
        let told = begin(&["--system", "cows"]).expect(2).err;
        assert!(
            told.contains("no system `cows`; they have: goats, sheep"),
            "{told}"
        );
        begin(&["--system", "sheep"]).expect(0);
        assert!(shop.folder.join("hill/cards/sheep/hill.yaml").is_file());
        std::fs::remove_dir_all(shop.folder.join("hill")).expect("it is there");
    }
    // A package that is called like one of its systems means that one.
    herds.write("cardwright.toml", "[package]\nname = \"goats\"\n");
    let need = format!("goats={}", herds.folder.display());
    shop.run(&["new", "card-set", "hill", "--needs", &need]).expect(0);
    // The card of that game stands in one line; its facts come along.
    assert!(
        shop.text("hill/cards/goats/hill.yaml")
            .contains("facts: { horns: 2 }")
    );
}

#[test]
fn a_part_that_lists_what_is_not_there_is_an_error_at_its_place() {
    let herds = Shop::of("herds");
    let parts = "[packages.walks]\nlibraries = [\"walk\"]\n\n[packages.goats]\nsystems = [\"cows\"]\nneeds = [\"hay\"]\n";
    herds.write("cardwright.toml", parts);
    let told = herds.run(&["check", "--format", "github"]).expect(1).out;
    for (place, what) in [
        ("line=2,col=14", "there is no library `walk` here"),
        ("line=5,col=12", "there is no system `cows` here"),
        ("line=6,col=10", "there is no part `hay` here"),
    ] {
        let is_told = |line: &str| line.contains(place) && line.contains(what);
        assert!(told.lines().any(is_told), "{what}: {told}");
    }
    assert!(
        told.contains("did you mean `walks`?") && told.contains("there is `goats`, `sheep`"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 3, "{told}");
}

/// Calls that read content, each of which needs the packages.
const CALLS: [&[&str]; 10] = [
    &["check"],
    &["test"],
    &["test", "tests/conformance/sample/hill-trial.yaml"],
    &["check", "cards"],
    &["run", "scenarios/sample/hill-trial.yaml"],
    &["sim", "scenarios/sample/hill-trial.yaml", "--games", "1"],
    &["coverage"],
    &["diff", "HEAD"],
    &["explain", "sample"],
    &["schema"],
];

/// A set in a repository that needs the first of two versions of a game, with a branch `base` there.
fn set_of_two_versions() -> (Shop, Shop) {
    let game = game();
    commit(&game, "v0.1.0");
    let text = game.text("cards/sample/basic.yaml");
    game.write(
        "cards/sample/basic.yaml",
        &text.replace("strength: 2", "strength: 3"),
    );
    commit(&game, "v0.2.0");
    let above = Shop::empty();
    let need = format!("goats=file://{}#v0.1.0", game.folder.display());
    above
        .run(&["new", "card-set", "hill", "--needs", &need])
        .expect(0);
    let set = above.inside("hill");
    commit(&set, "base");
    (game, set)
}

/// A clone of a repository.
fn cloned(set: &Shop) -> Shop {
    let clone = Shop::empty();
    git(
        &clone.folder,
        &["clone", "--quiet", &set.folder.display().to_string(), "."],
    );
    clone
}

#[test]
fn a_revision_is_read_with_the_packages_that_it_pins() {
    let (game, set) = set_of_two_versions();
    assert!(set.run(&["update", "-q"]).expect(0).out.is_empty());
    // The version that lay there before is at hand, without a network.
    std::fs::rename(&game.folder, game.folder.with_extension("away")).expect("it can be moved");
    let told = set.run(&["diff", "base", "--games", "1"]).expect(0).out;
    assert!(told.contains("fact-changed basic/nanny strength"), "{told}");
    let told = set.run(&["coverage", "--changed", "base"]).expect(0).out;
    assert!(told.contains("sample: 0 of 1 card changed since base"), "{told}");
    // What is in the store is compared with the hash of the lock.
    let store = set.folder.join("needs/.store/goats");
    let [kept] = &entries(&store)[..] else {
        panic!("{}", store.display())
    };
    let file = kept.join("cards/sample/basic.yaml");
    let text = std::fs::read_to_string(&file).expect("it is there");
    std::fs::write(&file, text.replace("strength: 2", "strength: 4")).expect("it can be written");
    set.run(&["diff", "base", "--games", "1"]).expect(2);
    std::fs::write(&file, text).expect("it can be written");
    // Going back needs no network either.
    git(&set.folder, &["stash", "--quiet"]);
    set.run(&["fetch", "--locked"]).expect(0);
    set.run(&["check", "--locked"]).expect(0);
    std::fs::rename(game.folder.with_extension("away"), &game.folder).expect("it can be moved");
}

#[test]
fn what_a_revision_pins_and_nobody_has_is_an_error_until_it_is_fetched() {
    let (_game, set) = set_of_two_versions();
    set.run(&["update"]).expect(0);
    commit(&set, "now");
    let clone = cloned(&set);
    clone.run(&["fetch", "--locked"]).expect(0);
    for call in [
        &["diff", "base"][..],
        &["coverage", "--changed", "base"],
        &["mutate", "sample", "--in-diff", "base"],
    ] {
        let told = clone.run(call).expect(2).err;
        for part in [
            "the package `goats`",
            "tag=v0.1.0",
            "run `cardwright fetch --at base`",
        ] {
            assert!(told.contains(part), "{call:?}: no `{part}` in {told}");
        }
    }
    let before = (clone.text("cardwright.toml"), clone.text("cardwright.lock"));
    let told = clone.run(&["fetch", "--at", "base"]).expect(0).out;
    assert!(
        told.contains("goats: fetched") && told.contains("tag=v0.1.0"),
        "{told}"
    );
    assert_eq!(
        (clone.text("cardwright.toml"), clone.text("cardwright.lock")),
        before
    );
    let told = clone.run(&["coverage", "--changed", "base"]).expect(0).out;
    assert!(told.contains("0 of 1 card changed since base"), "{told}");
    let told = clone.run(&["fetch", "--at", "base"]).expect(0).out;
    assert!(told.contains("goats: is there"), "{told}");
    clone.run(&["fetch", "--at", "nowhere"]).expect(2);
    // A server has a fresh clone, and its script brings what the base needs.
    let fresh = cloned(&set);
    checks(&fresh.folder, &["base"]).expect(0);
    // Git sees none of it, whichever came first.
    for first in [&["fetch", "--at", "base"][..], &["vendor"]] {
        let clone = cloned(&set);
        clone.run(first).expect(0);
        clone.run(&["fetch"]).expect(0);
        clone.run(&["fetch", "--at", "base"]).expect(0);
        git(
            &clone.folder,
            &["check-ignore", "--quiet", "needs/.store/goats/a.yaml"],
        );
    }
    let clone = cloned(&set);
    clone.run(&["fetch", "--at", "base"]).expect(0);
    clone.run(&["fetch"]).expect(0);
    git(
        &clone.folder,
        &["check-ignore", "--quiet", "needs/goats/cardwright.toml"],
    );
}

#[test]
fn a_tag_that_has_moved_since_is_still_fetched_for_the_revision() {
    let (game, set) = set_of_two_versions();
    let clone = cloned(&set);
    git(&game.folder, &["tag", "--force", "v0.1.0", "v0.2.0"]);
    clone.run(&["fetch", "--at", "base"]).expect(0);
    clone.run(&["fetch"]).expect(0);
    clone.run(&["diff", "base"]).expect(0);
}

#[test]
fn revisions_that_hold_their_packages_need_nothing_else() {
    let (_game, set) = set_of_two_versions();
    set.run(&["vendor", "-q"]).expect(0);
    commit(&set, "old");
    set.run(&["update", "-q"]).expect(0);
    commit(&set, "new");
    let clone = cloned(&set);
    for call in [
        &["diff", "old", "--games", "1"][..],
        &["diff", "old", "new", "--games", "1"],
    ] {
        let told = clone.run(call).expect(0).out;
        assert!(told.contains("fact-changed basic/nanny strength"), "{told}");
    }
    let told = clone.run(&["coverage", "--changed", "old"]).expect(0).out;
    assert!(told.contains("0 of 1 card changed since old"), "{told}");
}

#[test]
fn a_revision_may_be_written_for_an_earlier_program() {
    let (_game, set) = set_of_two_versions();
    let settings = set.text("cardwright.toml");
    let line = settings.lines().next().expect("it has lines");
    assert!(line.starts_with("cardwright = "), "{settings}");
    set.write("cardwright.toml", &settings.replace(line, "cardwright = \"0.0\""));
    commit(&set, "older");
    set.run(&["check"]).expect(1);
    set.write("cardwright.toml", &settings);
    let told = set.run(&["coverage", "--changed", "older"]).expect(0).out;
    assert!(told.contains("0 of 1 card changed since older"), "{told}");
    // Settings that say nothing of needs hide them.
    set.write("cardwright.toml", &settings.replace("tag = ", "tga = "));
    commit(&set, "broken");
    set.write("cardwright.toml", &settings);
    let told = set.run(&["diff", "broken"]).expect(2).err;
    assert!(told.contains("there is no setting `tga`"), "{told}");
}

#[test]
fn every_call_refuses_changed_and_missing_packages() {
    let (_game, set) = set_of_two_versions();
    let file = "needs/goats/cards/sample/basic.yaml";
    let text = set.text(file);
    for other in [text.replace("strength: 2", "strength: 9"), format!("{text} : [")] {
        set.write(file, &other);
        for call in CALLS {
            let told = set.run(call).err;
            assert!(
                told.contains("`cards/sample/basic.yaml` was changed"),
                "{call:?}: {told}"
            );
            assert!(told.contains("run `cardwright fetch`"), "{call:?}: {told}");
            assert!(
                !told.contains("has an error") && !told.contains("errors"),
                "{call:?}: {told}"
            );
            assert_ne!(set.run(call).code, 0, "{call:?}");
        }
    }
    let clone = cloned(&set);
    for call in CALLS {
        let answer = clone.run(call);
        let told = answer.err;
        assert!(
            told.contains("the package `goats` is not here"),
            "{call:?}: {told}"
        );
        assert!(told.contains("run `cardwright fetch"), "{call:?}: {told}");
        assert_ne!(answer.code, 0, "{call:?}");
    }
    clone.run(&["diff", "HEAD~0"]).expect(2);
    clone.run(&["fmt", "--check"]).expect(0);
}

#[test]
fn faulty_settings_stop_whatever_brings_packages() {
    let game = game();
    commit(&game, "v1.0.0");
    let shop = set_with(&by_git(&game, "v1.0.0"));
    shop.run(&["fetch"]).expect(0);
    let settings = shop.text("cardwright.toml");
    let state = || {
        let lock = shop.text("cardwright.lock");
        (
            shop.text("cardwright.toml"),
            lock,
            shop.folder.join("needs/goats/cardwright.toml").is_file(),
        )
    };
    for (find, put, told) in [
        (
            "tag =",
            "branch = \"main\", tag =",
            "there is no setting `branch`",
        ),
        ("tag =", "tga =", "there is no setting `tga`"),
        ("[needs]", "[need]", "there is no setting `need`"),
        ("[needs]\ngoats =", "needs.goats =", "there is no setting"),
        (
            "[package]",
            "cardwright = \"77.1\"\n[package]",
            "written for cardwright 77.1",
        ),
        ("[needs]", "[needs", ""),
        ("goats = {", "Goats = {", "cannot be the name of a package"),
        ("tag = \"v1.0.0\"", "tag = \"v1.0.0\", rev = \"a\"", "is pinned"),
    ] {
        assert!(settings.contains(find), "{find}");
        shop.write("cardwright.toml", &settings.replace(find, put));
        let before = state();
        for call in [
            &["fetch"][..],
            &["fetch", "--locked"],
            &["update"],
            &["vendor"],
            &["test"],
            &["check"],
        ] {
            let answer = shop.run(call).expect(1);
            assert!(answer.err.contains(told), "{put}, {call:?}: {}", answer.err);
            assert!(
                !answer.out.contains("no packages"),
                "{put}, {call:?}: {}",
                answer.out
            );
            assert_eq!(state(), before, "{put}, {call:?}");
        }
    }
}

#[test]
fn wrong_pins_are_told_in_plain_words() {
    let game = game();
    commit(&game, "v0.1.0");
    for at in 0..7 {
        commit(&game, &format!("v0.2.{at}"));
    }
    let told = set_with(&by_git(&game, "v0.3.0")).run(&["fetch"]).expect(1).err;
    assert!(
        told.contains("the repository has no tag `v0.3.0`; it has `v0.2.6`, "),
        "{told}"
    );
    assert_eq!(told.matches("`v0.").count(), 6, "{told}");
    assert!(!told.contains("git says"), "{told}");
    let rev = |rev: &str| {
        format!(
            "goats = {{ git = \"file://{}\", rev = \"{rev}\" }}",
            game.folder.display()
        )
    };
    let missing = "0123456789abcdef0123456789abcdef01234567";
    let told = set_with(&rev(missing)).run(&["fetch"]).expect(1).err;
    assert!(
        told.contains(&format!("the repository has no commit `{missing}`")),
        "{told}"
    );
    let head = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(&game.folder)
        .output();
    let head = String::from_utf8(head.expect("git is there").stdout).expect("it is text");
    let shop = set_with(&rev(head.trim()));
    shop.run(&["fetch"]).expect(0);
    for call in [
        &["update", "--to", "v0.2.0"][..],
        &["update", "goats", "--to", "v0.2.0"],
    ] {
        let told = shop.run(call).expect(2).err;
        assert!(told.contains("pins a tag"), "{told}");
    }
    assert!(shop.run(&["update"]).expect(0).out.contains("is pinned by `rev`"));
    // What the lock says of a commit is seen to be false where the settings pin it, or where it is none.
    let lock = shop.text("cardwright.lock");
    shop.write(
        "cardwright.lock",
        &lock.replace(
            &format!("commit = \"{}\"", head.trim()),
            &format!("commit = \"{missing}\""),
        ),
    );
    for call in [
        &["check"][..],
        &["check", "--locked"],
        &["test"],
        &["fetch", "--locked"],
    ] {
        shop.run(call).expect(1);
    }
    shop.run(&["fetch"]).expect(0);
    assert_eq!(shop.text("cardwright.lock"), lock);
    // Nothing is told of an update that fails.
    let shop = set_with(&by_git(&game, "v0.2.0"));
    shop.run(&["fetch"]).expect(0);
    let answer = shop.run(&["update", "goats", "--to", "v9.9.9"]).expect(1);
    assert!(answer.out.is_empty(), "{}", answer.out);
    assert!(
        answer.err.contains("the repository has no tag `v9.9.9`"),
        "{}",
        answer.err
    );
}

#[test]
fn what_is_wrong_in_a_package_of_a_package_is_marked_at_the_need_that_brings_it() {
    let herds = Shop::of("herds").with("libraries/walks/walks.cw", "\n", "\nodd\n");
    herds.write(
        "cardwright.toml",
        "[packages.walks]\nlibraries = [\"walks\"]\n\n[packages.goats]\nsystems = [\"goats\"]\nneeds = [\"walks\"]\n",
    );
    let shop = set_with(&by_path(&herds));
    std::fs::remove_dir_all(shop.folder.join("cards")).expect("it is there");
    let told = shop.run(&["check"]).expect(1).err;
    assert!(told.contains("the package `walks` has"), "{told}");
    assert!(
        told.contains("cardwright.toml:5:") && !told.contains("cardwright.toml:1:1"),
        "{told}"
    );
}

#[test]
fn a_card_set_is_no_part_of_another_project_and_a_failed_one_leaves_nothing() {
    let game = game();
    let need = format!("goats={}", game.folder.display());
    let shop = Shop::empty();
    shop.run(&["new", "card-set", "hill", "--needs", &need]).expect(0);
    for folder in ["hill/dale", "hill/cards/dale"] {
        let told = shop
            .run(&["new", "card-set", folder, "--needs", &need])
            .expect(2)
            .err;
        assert!(
            told.contains("would lie in the project") && told.contains("`cardwright new set`"),
            "{told}"
        );
        assert!(!shop.folder.join(folder).exists());
    }
    let gone = format!("goats=file://{}#v9", game.folder.display());
    shop.run(&["new", "card-set", "dale", "--needs", &gone]).expect(2);
    assert!(!shop.folder.join("dale").exists());
    // A folder that was there stays.
    std::fs::create_dir(shop.folder.join("vale")).expect("it can be made");
    shop.run(&["new", "card-set", "vale", "--needs", &gone]).expect(2);
    assert!(shop.folder.join("vale").is_dir());
    // Names of new files are those that the caller would write.
    let (_game, hill) = set_of_two_versions();
    let told = hill
        .run(&[
            "new",
            "case",
            "a kid is there",
            "--scenario",
            "scenarios/sample/hill-trial.yaml",
        ])
        .expect(0)
        .out;
    assert!(told.starts_with("tests/conformance/sample/"), "{told}");
}

/// Takes the rules away from the only card of a set.
fn without_rules(text: &str) -> String {
    let (before, _) = text.split_once("    rules: |").expect("the card has rules");
    before.to_owned()
}

/// Runs the checks of a new set, held against a revision if one is given.
fn checks(set: &Path, base: &[&str]) -> Answer {
    let ran = Command::new("sh")
        .arg(set.join("ci.sh"))
        .args(base)
        .env("CARDWRIGHT", env!("CARGO_BIN_EXE_cardwright"))
        .output();
    Answer::of(&ran.expect("sh is there"))
}

/// The conditions that coverage counts are those of the set: neither the game nor its libraries are its business.
fn counts_its_own_alone(hill: &Path) {
    let coverage = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["coverage", "--format", "json"])
        .current_dir(hill)
        .output();
    let told = Answer::of(&coverage.expect("the program can be started")).expect(0);
    let report = told.json().remove(0);
    let branches = report["branches"].as_array().expect("a list");
    assert!(!branches.is_empty());
    for branch in branches {
        let file = branch["file"].as_str().expect("a name");
        assert!(file.starts_with("cards/"), "{branch}");
    }
}

/// Takes what is expected out of the case of a new set: every other check is content, but the card is no longer proven.
fn loses_no_proof(hill: &Path) {
    git(hill, &["init", "--quiet", "."]);
    git(hill, &["add", "-A"]);
    git(hill, &["commit", "--quiet", "-m", "a"]);
    let cases = hill.join("tests/conformance");
    let [system] = &entries(&cases)[..] else {
        panic!("{}", cases.display())
    };
    let [case] = &entries(system)[..] else {
        panic!("{}", system.display())
    };
    checks(hill, &["HEAD"]).expect(0);
    checks(hill, &["0000000000000000000000000000000000000000"]).expect(0);
    let text = std::fs::read_to_string(case).expect("it can be read");
    std::fs::write(case, expecting_little(&text)).expect("it can be written");
    checks(hill, &[]).expect(0);
    let told = checks(hill, &["HEAD"]).expect(1).out;
    assert!(told.contains("proof-lost"), "{told}");
    std::fs::write(case, text).expect("it can be written");
}

/// Gives the card of a new set another id: everything holds, but whoever has the card in a force has it no more.
fn names_what_is_gone(hill: &Path) {
    let files = ["cards", "scenarios", "tests/conformance"].map(|folder| {
        let [system] = &entries(&hill.join(folder))[..] else {
            panic!("{folder}")
        };
        let [file] = &entries(system)[..] else {
            panic!("{folder}")
        };
        (
            file.clone(),
            std::fs::read_to_string(file).expect("it can be read"),
        )
    });
    for (file, text) in &files {
        std::fs::write(file, text.replace("hill-first", "hill-other")).expect("it can be written");
    }
    checks(hill, &[]).expect(0);
    let told = checks(hill, &["HEAD"]).expect(1).out;
    assert!(told.contains("card-renamed"), "{told}");
    std::fs::write(
        hill.join("excuses.txt"),
        "card-renamed *\n    It has its name now.\n",
    )
    .expect("it can be written");
    checks(hill, &["HEAD"]).expect(0);
    std::fs::remove_file(hill.join("excuses.txt")).expect("it is there");
    for (file, text) in files {
        std::fs::write(file, text).expect("it can be written");
    }
}

/// A case in which nothing is run, and whose expectations hold whatever the numbers are: even the dice of a run prove something.
fn expecting_little(text: &str) -> String {
    let (before, after) = text.split_once("expect:").expect("the case expects something");
    let (before, _) = before.split_once("when:").expect("the case runs something");
    let lines = after.lines().map(|line| match line.split_once(" = ") {
        Some((value, _)) => format!("{value} >= 0\n"),
        None => format!("{line}\n"),
    });
    format!("{before}expect:{}", lines.collect::<String>())
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("it is there").flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Begins a set with a package that lies in this folder, and sees that it is sound and that its case tests its card.
fn begins_well(package: &str, folder: &Path) {
    let shop = Shop::empty();
    let need = format!("{package}={}", folder.display());
    shop.run(&["new", "card-set", "hill", "--needs", &need]).expect(0);
    let hill = shop.folder.join("hill");
    checks(&hill, &[]).expect(0);
    counts_its_own_alone(&hill);
    loses_no_proof(&hill);
    names_what_is_gone(&hill);
    let [system] = &entries(&hill.join("cards"))[..] else {
        panic!("{package}: {}", hill.display())
    };
    let cards = system.join("hill.yaml");
    let text = std::fs::read_to_string(&cards).expect("it can be read");
    std::fs::write(&cards, without_rules(&text)).expect("it can be written");
    let test = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .arg("test")
        .current_dir(&hill)
        .output();
    let test = Answer::of(&test.expect("the program can be started")).expect(1);
    assert!(
        test.err.contains("1 failed") || test.out.contains("1 failed"),
        "{package}: {}",
        test.out
    );
}

#[test]
fn a_set_for_each_game_of_this_repository_begins_with_a_case_that_tests_its_card() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("it is there");
    let settings = std::fs::read_to_string(root.join("cardwright.toml")).expect("it is there");
    let parts = settings.split("[packages.").skip(1);
    let games: Vec<&str> = parts
        .filter(|part| part.contains("\nsystems = "))
        .filter_map(|part| part.split(']').next())
        .collect();
    assert!(games.len() >= 5, "{games:?}");
    std::thread::scope(|threads| {
        for game in games {
            let root = &root;
            threads.spawn(move || begins_well(game, root));
        }
    });
}

/// A game with a starter whose first card makes its kid stronger.
fn game_with_starter() -> Shop {
    let game = game();
    game.write(
        "starters/sample/cards.yaml",
        "# yaml-language-server: $schema=../../schemas/sample/cards.schema.json\nset: new-set\nsystem: sample\ntitle: New Set\ncards:\n  - id: new-set-first\n    kind: goat\n    name: New Set First\n    facts: { strength: 1, routes: [lane], base-width: 1in }\n",
    );
    let scenario = game.text("scenarios/sample/duel.yaml");
    let sets = scenario
        .lines()
        .find(|line| line.starts_with("sets: ["))
        .expect("it has sets");
    let scenario = scenario
        .replace(sets, &sets.replace(']', ", new-set]"))
        .replace("scenario: duel", "scenario: new-set-trial");
    game.write("starters/sample/scenario.yaml", &scenario);
    game.write(
        "starters/sample/case.yaml",
        "# A case.\nscenario: new-set-trial\nexpect:\n  - owner of first-goat is north\n",
    );
    game
}

#[test]
fn the_first_card_is_the_one_of_the_starter_under_the_name_of_the_set() {
    let game = game_with_starter();
    let shop = Shop::empty();
    let need = format!("goats={}", game.folder.display());
    let begun = shop
        .run(&["new", "card-set", "far-hill", "--needs", &need])
        .expect(0);
    assert!(!begun.err.contains("has no starter"), "{}", begun.err);
    let cards = shop.text("far-hill/cards/sample/far-hill.yaml");
    assert!(
        cards.starts_with(
            "# yaml-language-server: $schema=../../schemas/sample/cards.schema.json\nset: far-hill\n"
        ),
        "{cards}"
    );
    assert!(cards.contains("name: Far Hill First"), "{cards}");
    assert!(
        shop.text("far-hill/scenarios/sample/far-hill-trial.yaml")
            .contains("scenario: far-hill-trial")
    );
    // An archive has the starter, too.
    game.run(&["pack", "--source", "-o", "goats.tar.gz"]).expect(0);
    let need = format!("goats={}", game.folder.join("goats.tar.gz").display());
    let begun = shop
        .run(&["new", "card-set", "near-hill", "--needs", &need])
        .expect(0);
    assert!(!begun.err.contains("has no starter"), "{}", begun.err);
}

#[test]
fn a_starter_that_lacks_something_or_has_errors_makes_nothing() {
    let game = game_with_starter();
    let begin = |game: &Shop| {
        let shop = Shop::empty();
        let need = format!("goats={}", game.folder.display());
        let told = shop
            .run(&["new", "card-set", "hill", "--needs", &need])
            .expect(2)
            .err;
        assert!(!shop.folder.join("hill/cards").exists());
        told
    };
    std::fs::remove_file(game.folder.join("starters/sample/case.yaml")).expect("it is there");
    let told = begin(&game);
    assert!(
        told.contains("needs/goats/starters/sample/case.yaml cannot be read"),
        "{told}"
    );
    game.write(
        "starters/sample/case.yaml",
        "scenario: new-set-trial\nexpect:\n  - owner of first-gaot is north\n",
    );
    let told = begin(&game);
    assert!(
        told.contains("the starter in `needs/goats/starters/sample/` has errors"),
        "{told}"
    );
    assert!(told.contains("first-gaot"), "{told}");
    // A game without a starter says that its case tests nothing.
    let shop = Shop::empty();
    let game = self::game();
    let need = format!("goats={}", game.folder.display());
    let told = shop
        .run(&["new", "card-set", "hill", "--needs", &need])
        .expect(0)
        .err;
    assert!(told.contains("has no starter"), "{told}");
}

#[test]
fn a_fresh_set_has_the_schemas_that_its_editors_name_and_git_leaves_them_out() {
    let game = game();
    let shop = Shop::empty();
    let need = format!("goats={}", game.folder.display());
    shop.run(&["new", "card-set", "hill", "--needs", &need]).expect(0);
    let hill = shop.folder.join("hill");
    let check = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["schema", "--check"])
        .current_dir(&hill)
        .output();
    Answer::of(&check.expect("the program can be started")).expect(0);
    let settings: serde_json::Value =
        serde_json::from_str(&shop.text("hill/.vscode/settings.json")).expect("it is JSON");
    let schemas = settings["yaml.schemas"].as_object().expect("it names schemas");
    for name in schemas.keys() {
        assert!(hill.join(name).is_file(), "{name}");
    }
    git(&hill, &["init", "--quiet", "."]);
    for name in [
        "schemas/sample/cards.schema.json",
        "hill-0.1.0.tar.gz",
        "game.cwp",
    ] {
        git(&hill, &["check-ignore", "--quiet", name]);
    }
}

// Limit: MOST_MANIFEST_BYTES in compiler/documents/src/packages/mounts.rs
#[test]
fn a_lock_is_a_short_file() {
    const MOST: usize = 1 << 20;
    let game = game();
    let shop = set_with(&by_path(&game));
    let lock = |length: usize| shop.write("cardwright.lock", &format!("#{}", " ".repeat(length - 1)));
    lock(MOST);
    shop.run(&["check"]).expect(0);
    lock(MOST + 1);
    let told = shop.run(&["check"]).expect(1).err;
    assert!(told.contains("`cardwright.lock` cannot be read"), "{told}");
}

// Limit: MOST_ARCHIVE_BYTES in cardwright/src/program/packages/archive.rs
#[test]
fn an_archive_that_is_too_long_is_not_read() {
    const MOST: u64 = 64 << 20;
    let shop = set_with("goats = { archive = \"goats.tar.gz\" }");
    for (length, told) in [(MOST, "cannot be read"), (MOST + 1, "the most is 67108864")] {
        let file = std::fs::File::create(shop.folder.join("goats.tar.gz")).expect("it can be written");
        file.set_len(length).expect("it can be long");
        let answer = shop.run(&["fetch"]).expect(1);
        assert!(answer.err.contains(told), "{}", answer.err);
    }
}

#[test]
fn the_cases_of_a_library_run_for_the_systems_that_are_there() {
    let herds = Shop::of("herds");
    herds.write("cardwright.toml", "[packages.walks]\nlibraries = [\"walks\"]\n");
    let shop = Shop::of("herds");
    for folder in ["libraries", "systems/sheep", "cards/sheep", "scenarios/sheep"] {
        std::fs::remove_dir_all(shop.folder.join(folder)).expect("it is there");
    }
    shop.write(
        "cardwright.toml",
        &format!("[needs]\nwalks = {{ path = {:?} }}\n", herds.folder),
    );
    shop.run(&["check", "--deny", "warnings"]).expect(0);
    let told = shop.run(&["test"]).expect(0).out;
    assert!(told.contains("2 passed"), "{told}");
    assert!(told.contains("needs/walks/libraries/walks/cases/"), "{told}");
    // A mistake of the project's own system is told with the library's words, and is its own.
    let shop = shop.with("systems/goats/goats.cw", "dizzy", "dizy");
    shop.run(&["check"]).expect(1);
}
