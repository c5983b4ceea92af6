//! Pages for paper, as whoever prints them sees them.

use crate::shop::Shop;

fn pages(pdf: &[u8]) -> usize {
    String::from_utf8_lossy(pdf).matches("/Type /Page\n").count()
}

fn read(shop: &Shop, file: &str) -> Vec<u8> {
    std::fs::read(shop.folder.join(file)).expect("it is written")
}

#[test]
fn a_system_is_printed_and_the_same_content_gives_the_same_bytes() {
    let shop = Shop::of("good");
    for file in ["one.pdf", "two.pdf"] {
        shop.run(&["print", "sample", "-o", file]).expect(0);
    }
    let printed = read(&shop, "one.pdf");
    assert!(printed.starts_with(b"%PDF-"));
    assert_eq!(printed, read(&shop, "two.pdf"));
    shop.run(&["print", "sample", "--no-backs", "-o", "fronts.pdf"])
        .expect(0);
    assert_eq!(pages(&printed), 2 * pages(&read(&shop, "fronts.pdf")));
}

#[test]
fn a_page_has_the_size_of_its_paper() {
    let shop = Shop::of("good");
    for (paper, size) in [("a4", "[0 0 595.276 841.89]"), ("letter", "[0 0 612 792]")] {
        shop.run(&["print", "sample", "--paper", paper, "-o", "sheets.pdf"])
            .expect(0);
        let bytes = read(&shop, "sheets.pdf");
        assert!(String::from_utf8_lossy(&bytes).contains(size), "{paper}");
    }
}

#[test]
fn a_scenario_is_known_by_its_document_and_has_a_mission() {
    let shop = Shop::of("good");
    let scenario = "scenarios/sample/duel.yaml";
    shop.run(&["print", scenario, "-o", "all.pdf"]).expect(0);
    shop.run(&["print", "sample/duel", "-o", "named.pdf"]).expect(0);
    assert_eq!(read(&shop, "all.pdf"), read(&shop, "named.pdf"));
    shop.run(&["print", scenario, "--parts", "mission", "-o", "mission.pdf"])
        .expect(0);
    assert_eq!(pages(&read(&shop, "mission.pdf")), 1);
    let told = shop
        .run(&["print", "sample", "--parts", "mission", "-o", "none.pdf"])
        .expect(2);
    assert!(
        told.err.contains("is not a scenario, so it has no mission"),
        "{}",
        told.err
    );
}

#[test]
fn a_board_of_hexes_is_printed_level_by_level() {
    let shop = Shop::of("hexes");
    shop.run(&[
        "print",
        "scenarios/crag/morning.yaml",
        "--parts",
        "levels",
        "-o",
        "levels.pdf",
    ])
    .expect(0);
    assert!(pages(&read(&shop, "levels.pdf")) > 1);
}

// Limit: MOST_BLEED in cardwright/src/program/commands/print.rs
#[test]
fn more_bleed_than_has_room_between_cards_is_refused() {
    let shop = Shop::of("good");
    for (bleed, code) in [
        ("10mm", 0),
        ("0.125in", 0),
        ("10.1mm", 2),
        ("-1mm", 2),
        ("3", 2),
        ("NaNmm", 2),
    ] {
        let bleed = format!("--bleed={bleed}");
        shop.run(&["print", "sample", &bleed, "-o", "bleed.pdf"])
            .expect(code);
    }
}

#[test]
fn what_has_no_room_is_named_and_nothing_is_written() {
    let shop = Shop::of("good");
    let name = "A name that is much longer than the bar of any card, and that nobody would ever write on one, \
                since no player could read it from across a table of any size";
    let set = shop
        .text("cards/sample/basic.yaml")
        .replacen("name: Nanny", &format!("name: {name}"), 1);
    shop.write("cards/sample/basic.yaml", &set);
    let told = shop.run(&["print", "sample", "-o", "none.pdf"]).expect(1);
    assert!(
        told.err.contains("its name does not fit on two lines"),
        "{}",
        told.err
    );
    assert!(told.err.contains("nothing was printed"), "{}", told.err);
    assert!(!shop.folder.join("none.pdf").exists());
}

#[test]
fn another_file_is_not_written_over() {
    let shop = Shop::of("good");
    shop.write("mine.pdf", "%PDF-1.7 of somebody else");
    shop.run(&["print", "sample", "-o", "mine.pdf"]).expect(2);
    assert!(shop.text("mine.pdf").contains("somebody else"));
}
