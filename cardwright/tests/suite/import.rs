//! `import` as its callers see it.

use crate::shop::Shop;
use std::fs;

const MAPPING: &str = r#"import: herd
system: sample
set: herd
title: The herd
sources: { herd: herd.csv }
cards:
  - kind: goat
    each: herd
    key: name
    id: "{name}"
    name: name
    todo: { text: { given: yes } }
    facts:
      strength: strength
      routes: { field: routes, split: "+" }
      base-width: { field: width, unit: mm }
"#;

const HERD: &str = "name,strength,routes,width,text,image\nOld Billy,4,lane+curve,40,Pushes twice.,billy.png\nKid,1,lane,20,,kid.png\n";

const SET: &str = "cards/sample/herd.yaml";

fn shop(herd: &str) -> Shop {
    let shop = Shop::new();
    fs::create_dir_all(shop.folder.join("imports/sample")).expect("a folder");
    fs::write(shop.folder.join("imports/sample/herd.yaml"), MAPPING).expect("a mapping");
    fs::write(shop.folder.join("imports/sample/herd.csv"), herd).expect("data");
    shop
}

const CALL: [&str; 4] = ["import", "imports/sample/herd.yaml", "-o", SET];

#[test]
fn a_set_is_written_that_check_takes_and_fmt_leaves_as_it_is() {
    let shop = shop(HERD);
    let answer = shop.run(&CALL).expect(0);
    assert!(
        answer
            .out
            .contains("2 cards from 2 rows, 1 of them with rules still to be written"),
        "{}",
        answer.out
    );
    shop.run(&["check", "--deny", "warnings"]).expect(0);
    shop.run(&["fmt", "--check"]).expect(0);
    let set = shop.text(SET);
    assert!(!set.contains("Pushes twice") && !set.contains(".png"), "{set}");
}

#[test]
fn what_has_facts_only_is_told_as_that() {
    let shop = shop(HERD);
    shop.run(&CALL).expect(0);
    let answer = shop.run(&["coverage", "--cards", "--format", "json"]).expect(0);
    let json = answer.json();
    let cards = json[0]["cards"].as_array().expect("a list");
    let todo: Vec<&str> = cards
        .iter()
        .filter(|card| card["facts_only"] == true)
        .filter_map(|card| card["card"].as_str())
        .collect();
    assert_eq!(todo, ["old-billy"]);
    let answer = shop.run(&["coverage", "--cards"]).expect(0);
    assert!(answer.out.contains("facts only 1;"), "{}", answer.out);
    let answer = shop.run(&["explain", "old-billy"]).expect(0);
    assert!(
        answer.out.contains("Its rules are not written yet."),
        "{}",
        answer.out
    );
    shop.run(&["export", "--to", "json", "-o", "out"]).expect(0);
    let exported = shop.text("out/sample/cards/herd.json");
    assert_eq!(exported.matches("facts_only").count(), 1, "{exported}");
}

#[test]
fn a_set_with_a_problem_is_not_written_and_the_row_is_named() {
    let shop = shop(&HERD.replace("Kid,1,", "Kid,?,"));
    let answer = shop.run(&CALL).expect(1);
    assert!(
        answer
            .err
            .contains("herd row 2 (Kid): strength: `?` is not a whole number"),
        "{}",
        answer.err
    );
    assert!(!shop.folder.join(SET).exists());
    let call = [&CALL[..], &["--format", "json"]].concat();
    let answer = shop.run(&call).expect(1);
    let json = answer.json();
    assert_eq!(json[0]["problems"][0]["row"]["row"], 2, "{}", answer.out);
    assert_eq!(json[0]["written"], false);
}

#[test]
fn nothing_is_written_over_and_a_second_import_finds_nothing_new() {
    let shop = shop(HERD);
    shop.run(&CALL).expect(0);
    let answer = shop.run(&CALL).expect(2);
    assert!(answer.err.contains("it already exists"), "{}", answer.err);
    let answer = shop
        .run(&["import", "imports/sample/herd.yaml", "-o", "again.yaml"])
        .expect(0);
    assert!(
        answer.out.contains("nothing is new") && answer.out.contains("2 already present"),
        "{}",
        answer.out
    );
}

#[test]
fn standard_output_takes_the_set() {
    let answer = shop(HERD)
        .run(&["import", "imports/sample/herd.yaml", "-o", "-"])
        .expect(0);
    assert!(
        answer.out.contains("\nset: herd\n") && answer.err.contains("-: 2 cards"),
        "{}",
        answer.out
    );
}

#[test]
fn a_mapping_reads_nothing_outside_its_folder() {
    for file in ["../herd.csv", "/etc/hostname", "a/../../herd.csv"] {
        let shop = shop(HERD).with("imports/sample/herd.yaml", "herd.csv", file);
        let answer = shop.run(&CALL).expect(2);
        assert!(
            answer
                .err
                .contains("a mapping can use only files in its own folder"),
            "{}",
            answer.err
        );
    }
    let shop = shop(HERD);
    fs::rename(
        shop.folder.join("imports/sample/herd.csv"),
        shop.folder.join("herd.csv"),
    )
    .expect("it can be moved");
    shop.run(&CALL).expect(2);
    shop.run(&[&CALL[..], &["--from", "."]].concat()).expect(0);
}

// Limit: MOST_MAPPING_BYTES in cardwright/src/program/commands/forms.rs
#[test]
fn a_mapping_of_too_many_bytes_is_not_read() {
    let shop = shop(HERD);
    let text = format!("{MAPPING}#{}", "-".repeat((4 << 20) - MAPPING.len() - 1));
    fs::write(shop.folder.join("imports/sample/herd.yaml"), &text).expect("a mapping");
    shop.run(&CALL).expect(0);
    fs::remove_file(shop.folder.join(SET)).expect("it was written");
    fs::write(shop.folder.join("imports/sample/herd.yaml"), text + "-").expect("a mapping");
    let answer = shop.run(&CALL).expect(2);
    assert!(answer.err.contains("bytes"), "{}", answer.err);
}

// Limit: MOST_PATTERN_BYTES in exchange/import/src/mapping.rs
#[test]
fn a_pattern_that_would_grow_without_end_is_refused() {
    let shop = shop(HERD);
    let with = |pattern: &str| {
        let skip = format!(
            "    skip: [{{ when: {{ name: {{ matches: \"{pattern}\" }} }}, why: \"it sleeps\" }}]\n    key: name\n"
        );
        let text = MAPPING.replace("    key: name\n", &skip);
        fs::write(shop.folder.join("imports/sample/herd.yaml"), text).expect("a mapping");
    };
    with("^(z{9})$");
    shop.run(&CALL).expect(0);
    fs::remove_file(shop.folder.join(SET)).expect("it was written");
    with("^(z{999}){999}$");
    let answer = shop.run(&CALL).expect(1);
    assert!(answer.err.contains("is not a pattern"), "{}", answer.err);
}

// Limit: MOST_LISTED in cardwright/src/program/commands/import.rs
#[test]
fn of_very_many_problems_the_first_are_listed() {
    let told = |rows: usize| {
        let rows: Vec<String> = (0..rows)
            .map(|row| format!("Goat {row},much-{row},lane,40,,"))
            .collect();
        let shop = shop(&format!(
            "name,strength,routes,width,text,image\n{}\n",
            rows.join("\n")
        ));
        shop.run(&CALL).expect(1).err
    };
    assert!(!told(60).contains("more; `--format json` lists all"));
    assert!(told(61).contains("and 1 more; `--format json` lists all"));
}

// Limit: MOST_ID_TEXT in exchange/import/src/scope.rs
// Limit: MOST_MEMBERS in exchange/import/src/take.rs
#[test]
fn what_would_be_without_end_has_a_bound() {
    let told = |herd: &str| shop(herd).run(&CALL).expect(1).err;
    let named = |letters: usize| {
        format!(
            "name,strength,routes,width,text\n{},1,lane,20,\n",
            "a".repeat(letters)
        )
    };
    assert!(told(&named(101)).contains("cannot be an id: it has 101 bytes"));
    assert!(told(&named(1_000)).contains("cannot be an id: it has 1000 bytes"));
    assert!(told(&named(1_001)).contains("more than 1000 bytes"));
    let routes = |count: usize| {
        format!(
            "name,strength,routes,width,text\nKid,1,{},20,\n",
            vec!["lane"; count].join("+")
        )
    };
    assert!(told(&routes(4_096)).contains("occurs twice"));
    assert!(told(&routes(4_097)).contains("it has 4097 values; the most is 4096"));
}

#[test]
fn no_data_is_read_through_a_link_out_of_its_folder() {
    let (shop, other) = (shop(HERD), Shop::empty());
    fs::write(other.folder.join("theirs"), "name,strength\nxyzzy,xyzzy\n").expect("the folder is ours");
    let data = shop.folder.join("imports/sample/herd.csv");
    fs::remove_file(&data).expect("it is ours");
    #[cfg(unix)]
    std::os::unix::fs::symlink(other.folder.join("theirs"), &data).expect("a link");
    let answer = shop.run(&CALL).expect(2);
    assert!(!answer.err.contains("xyzzy"), "{}", answer.err);
}

#[test]
fn nothing_is_imported_through_a_folder_that_is_a_link_out() {
    let (shop, other) = (shop(HERD), Shop::empty());
    #[cfg(unix)]
    std::os::unix::fs::symlink(&other.folder, shop.folder.join("cards/sample/more")).expect("a link");
    let call = [
        "import",
        "imports/sample/herd.yaml",
        "-o",
        "cards/sample/more/herd.yaml",
    ];
    assert_ne!(shop.run(&call).code, 0);
    assert!(!other.folder.join("herd.yaml").exists());
}
