//! Overlays: dated changes of cards, as the program applies, refuses, tells and formats them.

use crate::shop::Shop;
use serde_json::Value;

const POINTS: &str = "cards/sample/points/2026-09.yaml";
const ERRATA: &str = "cards/sample/errata.yaml";
const HEAD: &str = "overlay: points\nsystem: sample\ntitle: Points of September\ndate: 2026-09-01\ncards:\n";

/// The sample game with an overlay that has these changes.
fn with(changes: &str) -> Shop {
    let shop = Shop::new();
    shop.write(POINTS, &format!("{HEAD}{changes}"));
    shop
}

const STRONGER: &str = "  - card: billy\n    facts: { strength: 5 }\n    why: list of September, page 2\n";

#[test]
fn a_fact_is_another_one_from_its_day_on() {
    let shop = with(STRONGER);
    shop.run(&["check"]).expect(0);
    for (day, strength) in [
        (None, "strength: 5"),
        (Some("newest"), "strength: 5"),
        (Some("2026-09-01"), "strength: 5"),
        (Some("2026-08-31"), "strength: 3"),
        (Some("printed"), "strength: 3"),
    ] {
        let mut call = vec!["explain", "billy"];
        call.extend(day.iter().flat_map(|day| ["--as-of", day]));
        let out = shop.run(&call).expect(0).out.to_lowercase();
        assert!(out.contains(&format!("{strength}.")), "{day:?}: {out}");
        // The facts that no overlay names stay.
        assert!(out.contains("lane"), "{day:?}: {out}");
    }
}

#[test]
fn games_are_played_with_the_cards_of_the_day() {
    let shop = with("  - card: billy\n    facts: { strength: 9 }\n");
    let case =
        "case: the strength is that of the day\nscenario: duel\nexpect:\n  - strength of first-goat = 9\n";
    shop.write("tests/conformance/sample/day.yaml", case);
    let file = "tests/conformance/sample/day.yaml";
    shop.run(&["test", file]).expect(0);
    shop.run(&["test", file, "--as-of", "printed"]).expect(1);
    let replay = |day: &str| {
        let answer = shop.run(&["run", "scenarios/sample/duel.yaml", "--seed", "3", "--as-of", day]);
        answer.expect(0).out
    };
    assert_ne!(replay("printed"), replay("2026-09-01"));
    assert_eq!(replay("printed"), replay("2026-01-01"));
}

#[test]
fn a_mistake_is_told_at_its_place_in_the_overlay() {
    for (changes, line, says) in [
        (
            "  - card: billy\n    facts: { strenght: 5 }\n",
            ":7:",
            "did you mean `strength`?",
        ),
        ("  - card: billy\n    facts: { strength: many }\n", ":7:", "many"),
        (
            "  - card: billy\n    facts: { routes: [lane, curv] }\n",
            ":7:",
            "did you mean `curve`?",
        ),
        (
            "  - card: bily\n    facts: { strength: 5 }\n",
            ":6:",
            "did you mean `billy`?",
        ),
        (
            "  - card: billy\n    rules: |\n      modify push-off + 1 when g is you\n",
            ":8:",
            "did you mean `push-of`?",
        ),
        (
            "  - card: billy\n    rules: |\n      modify push-of +\n",
            ":8:",
            "the text ends here, but a value must follow",
        ),
        ("  - card: billy\n    why: because\n", ":6:", "changes nothing"),
        (
            "  - card: billy\n    bannd: yes\n",
            ":7:",
            "did you mean `banned`?",
        ),
        ("  - card: billy\n    banned: maybe\n", ":7:", "maybe"),
        (
            "  - card: billy\n    facts: { strength: 4 }\n  - card: billy\n    facts: { strength: 5 }\n",
            ":8:",
            "changes `billy` twice",
        ),
    ] {
        let answer = with(changes).run(&["check"]).expect(1);
        let told = format!("{}{}", answer.out, answer.err);
        assert!(told.contains(&format!("{POINTS}{line}")), "{changes}{told}");
        assert!(told.contains(says), "{changes}{told}");
        assert!(told.contains("1 error"), "{changes}{told}");
    }
}

#[test]
fn a_date_is_a_day() {
    for (date, says) in [
        ("2026-9-1", "`2026-9-1` is not a date"),
        ("2026-02-30", "the day `2026-02-30` does not exist"),
        ("soon", "`soon` is not a date"),
    ] {
        let shop = with(STRONGER).with(POINTS, "2026-09-01", date);
        let answer = shop.run(&["check"]).expect(1);
        assert!(
            answer.out.contains(says) || answer.err.contains(says),
            "{}{}",
            answer.out,
            answer.err
        );
    }
    let shop = with(STRONGER);
    let answer = shop.run(&["check", "--as-of", "yesterday"]).expect(2);
    assert!(
        answer
            .err
            .contains("`yesterday` is not a date; write a day as in `2026-09-01`"),
        "{}",
        answer.err
    );
}

#[test]
fn the_later_of_two_overlays_counts_and_two_of_one_day_must_agree() {
    let shop = with(STRONGER);
    let second = STRONGER.replace('5', "7");
    let errata = |date: &str| {
        format!("overlay: errata\nsystem: sample\ntitle: Errata\ndate: {date}\ncards:\n{second}")
    };
    for (date, strength) in [("2026-10-01", "7"), ("2026-01-01", "5")] {
        shop.write(ERRATA, &errata(date));
        shop.run(&["check"]).expect(0);
        let out = shop.run(&["explain", "billy"]).expect(0).out.to_lowercase();
        assert!(out.contains(&format!("strength: {strength}.")), "{date}: {out}");
    }
    shop.write(ERRATA, &errata("2026-09-01"));
    let answer = shop.run(&["check"]).expect(1);
    let told = format!("{}{}", answer.out, answer.err);
    let says = "two overlays dated 2026-09-01 change the fact `strength` of `billy`";
    assert!(told.contains(says) && told.contains(ERRATA), "{told}");
    // Another fact of the same card may be changed on that day.
    shop.write(
        ERRATA,
        &errata("2026-09-01").replace("strength: 7", "routes: [curve]"),
    );
    shop.run(&["check"]).expect(0);
}

#[test]
fn a_text_is_replaced_and_formatted_where_it_stands() {
    let rules = "  - card: nanny\n    rules: |\n      modify push-of   + 2 when g is you\n";
    let shop = with(rules);
    shop.run(&["check"]).expect(0);
    let out = shop.run(&["explain", "nanny"]).expect(0).out;
    assert!(
        out.contains("Overlays change this card") && out.contains("2026-09-01, `points`"),
        "{out}"
    );
    assert!(out.contains("before:") && out.contains("now:"), "{out}");
    let printed = shop.text("cards/sample/basic.yaml");
    shop.run(&["fmt"]).expect(0);
    assert!(shop.text(POINTS).contains("modify push-of + 2 when g is you\n"));
    assert_eq!(shop.text("cards/sample/basic.yaml"), printed);
}

#[test]
fn no_force_may_take_a_banned_card() {
    let ban = "  - card: brass-bell\n    banned: yes\n    why: rings too often\n";
    let shop = with(ban);
    let answer = shop.run(&["check"]).expect(1);
    let told = format!("{}{}", answer.out, answer.err);
    let says =
        "`brass-bell` on `Billy` is banned from 2026-09-01 on by \"Points of September\": rings too often";
    assert!(told.contains(says), "{told}");
    assert!(
        told.contains("cw0402") && told.contains("scenarios/sample/duel.yaml:10"),
        "{told}"
    );
    shop.run(&["check", "--as-of", "2026-08-31"]).expect(0);
    // A later overlay may lift it.
    shop.write(
        ERRATA,
        "overlay: errata\nsystem: sample\ntitle: Errata\ndate: 2026-10-01\ncards:\n  - card: brass-bell\n    banned: no\n",
    );
    shop.run(&["check"]).expect(0);
}

#[test]
fn overlays_are_listed_for_people_and_machines() {
    let shop = with(STRONGER);
    shop.write(
        ERRATA,
        "overlay: errata\nsystem: sample\ntitle: Errata\ndate: 2026-10-01\nnote: The page of errata.\ncards:\n  - card: billy\n    facts: { strength: 6 }\n  - card: nanny\n    banned: yes\n",
    );
    let out = shop
        .run(&["explain", "sample", "--overlays", "--as-of", "2026-09-15"])
        .expect(0)
        .out;
    for line in [
        "2026-09-01, `points`: Points of September\n",
        "strength: 3 -> 5",
        "why: list of September, page 2",
        "2026-10-01, `errata`: Errata (not in force)",
        "The page of errata.",
        "strength: 5 -> 6",
        "banned",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let out = shop
        .run(&["explain", "sample", "--overlays", "--format", "json"])
        .expect(0)
        .out;
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
    assert_eq!(json["overlays"][0]["file"], POINTS);
    assert_eq!(json["overlays"][0]["cards"][0]["facts"]["strength"]["after"], "5");
    assert_eq!(json["overlays"][1]["cards"][1]["banned"], true);
    assert_eq!(json["overlays"][1]["in_force"], true);
}

#[test]
fn checking_an_overlay_checks_what_it_changes() {
    let shop = with("  - card: brass-bell\n    facts: { weight: heavy }\n");
    let answer = shop.run(&["check", POINTS]).expect(1);
    assert!(format!("{}{}", answer.out, answer.err).contains(POINTS));
    // A case that the change breaks depends on it.
    let shop = with("  - card: brass-bell\n    rules: |\n      modify push-of + 1 when g is you\n");
    let answer = shop.run(&["check", POINTS]);
    assert!(
        answer.out.contains("case") || answer.err.contains("case"),
        "{}{}",
        answer.out,
        answer.err
    );
}

#[test]
fn the_printed_text_is_checked_too() {
    let shop = with("  - card: nanny\n    rules: |\n      modify push-of + 1 when g is you\n").with(
        "cards/sample/basic.yaml",
        "modify push-of + 1 when",
        "modify push-off + 1 when",
    );
    let answer = shop.run(&["check"]).expect(1);
    let told = format!("{}{}", answer.out, answer.err);
    assert!(
        told.contains("cards/sample/basic.yaml:19:") && told.contains("`push-off`"),
        "{told}"
    );
}

#[test]
fn two_days_are_compared_like_two_revisions() {
    let shop = with(STRONGER);
    for call in [["@printed", "@newest"], ["@2026-08-31", "@2026-09-01"]] {
        let call = ["diff", call[0], call[1], "--games", "0"];
        let out = shop.run(&call).expect(0).out;
        assert!(
            out.contains("fact-changed basic/billy") && out.contains("3 -> 5"),
            "{out}"
        );
    }
    // Between two days on which the same overlays are in force nothing changed.
    let call = ["diff", "@2026-09-01", "@newest", "--games", "0"];
    let out = shop.run(&call).expect(0).out;
    assert!(!out.contains("fact-changed"), "{out}");
}

#[test]
fn an_overlay_changes_the_cards_of_a_package() {
    let game = Shop::new();
    game.write("cardwright.toml", "[package]\nname = \"goats\"\n");
    let club = Shop::empty();
    let needs = format!(
        "[package]\nname = \"club\"\n\n[needs]\ngoats = {{ path = {:?} }}\n",
        game.folder
    );
    club.write("cardwright.toml", &needs);
    club.write(POINTS, &format!("{HEAD}{STRONGER}"));
    club.run(&["check"]).expect(0);
    for (day, strength) in [("newest", "strength: 5."), ("printed", "strength: 3.")] {
        let out = club.run(&["explain", "billy", "--as-of", day]).expect(0).out;
        assert!(out.to_lowercase().contains(strength), "{day}: {out}");
    }
    // Whoever plays the game without this overlay plays the printed cards.
    let out = game.run(&["explain", "billy"]).expect(0).out.to_lowercase();
    assert!(out.contains("strength: 3."), "{out}");
    club.write(
        POINTS,
        &format!("{HEAD}{}", STRONGER.replace("strength:", "strenght:")),
    );
    let answer = club.run(&["check"]).expect(1);
    let told = format!("{}{}", answer.out, answer.err);
    assert!(told.contains(&format!("{POINTS}:7:")), "{told}");
}
