//! The numbers of `sim` against known answers: the games of `tests/samples/odds` are flips of coins, whose odds are worked out here.

use crate::shop::Shop;
use serde_json::Value;

const DUEL: &str = "scenarios/coins/duel.yaml";
const CHARMED: &str = "scenarios/coins/charmed.yaml";
const WINDED: &str = "scenarios/coins/winded.yaml";
const THREE: &str = "scenarios/coins/three.yaml";
const SPRINT: &str = "scenarios/race/sprint.yaml";
const GAMES: &str = "6000";
/// An answer that is wrong by so many points is outside of every interval of a share.
const WRONG: f64 = 5.0;

/// The odds of each number of heads.
type Odds = Vec<f64>;

/// Some coins.
fn flips(coins: usize) -> Odds {
    let mut odds = vec![1.0];
    for _ in 0..coins {
        let [mut one, mut none] = [odds.clone(), odds];
        one.insert(0, 0.0);
        none.push(0.0);
        odds = one
            .iter()
            .zip(&none)
            .map(|(one, none)| (one + none) / 2.0)
            .collect();
    }
    odds
}

/// One of several, each as likely.
fn any(all: &[Odds]) -> Odds {
    let length = all.iter().map(Vec::len).max().unwrap_or(0);
    let at = |place: usize| all.iter().filter_map(|odds| odds.get(place)).sum::<f64>() / all.len() as f64;
    (0..length).map(at).collect()
}

/// How often, in percent, the one has more heads than the most of the others.
fn beats(one: &Odds, others: &[&Odds]) -> f64 {
    let below = |odds: &Odds, heads: usize| odds.iter().take(heads).sum::<f64>();
    let wins = |(heads, chance): (usize, &f64)| {
        chance * others.iter().map(|odds| below(odds, heads)).product::<f64>()
    };
    100.0 * one.iter().enumerate().map(wins).sum::<f64>()
}

/// By how many heads a winner is ahead on the average.
fn margin(one: &Odds, other: &Odds) -> f64 {
    let (mut sum, mut chance) = (0.0, 0.0);
    for (mine, p) in one.iter().enumerate() {
        for (yours, q) in other.iter().enumerate().filter(|(yours, _)| *yours != mine) {
            sum += p * q * mine.abs_diff(yours) as f64;
            chance += p * q;
        }
    }
    sum / chance
}

/// A question about the balance of a game: what was asked, the interval that the report gives, the truth, and how far off a wrong answer is.
struct Question {
    asked: String,
    interval: [f64; 2],
    truth: f64,
    wrong: f64,
}

impl Question {
    fn has(&self, answer: f64) -> bool {
        self.interval[0] <= answer && answer <= self.interval[1]
    }
}

/// Questions and their answers, for games from a seed on.
struct Sheet<'a> {
    shop: &'a Shop,
    seed: String,
    all: Vec<Question>,
}

impl Sheet<'_> {
    fn report(&self, scenario: &str, more: &[&str]) -> Value {
        let call = [
            "sim", scenario, "--games", GAMES, "--seed", &self.seed, "--format", "json",
        ];
        let told = self.shop.run(&[&call[..], more].concat()).expect(0).out;
        let all: Value = serde_json::from_str(&told).expect("JSON");
        all[0].clone()
    }

    /// A share or difference, in percent.
    fn ask(&mut self, asked: &str, figure: &Value, truth: f64) {
        let ends = [&figure["low"], &figure["high"]];
        let interval = ends.map(|end| end.as_f64().unwrap_or_else(|| panic!("{asked}: {figure}")));
        self.put(asked, interval, truth, WRONG);
    }

    /// A mean.
    fn ask_mean(&mut self, asked: &str, spread: &Value, truth: f64) {
        let interval = [0, 1].map(|end| spread["interval"][end].as_f64().expect("an interval"));
        self.put(asked, interval, truth, truth / 10.0);
    }

    fn put(&mut self, asked: &str, interval: [f64; 2], truth: f64, wrong: f64) {
        self.all.push(Question {
            asked: asked.to_owned(),
            interval,
            truth,
            wrong,
        });
    }

    fn ask_all(&mut self) {
        let [two, three, four] = [2, 3, 4].map(flips);
        let duel = self.report(DUEL, &["--agents", "default"]);
        self.ask(
            "who wins an even duel",
            &duel["players"][0],
            beats(&three, &[&three]),
        );
        let even = duel["outcomes"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["outcome"] == "even");
        self.ask(
            "how often it is a draw",
            even.expect("draws"),
            100.0 - 2.0 * beats(&three, &[&three]),
        );
        self.ask("whether a seat is better", &duel["players"][1]["lead"], 0.0);
        self.ask_mean("how narrow a victory is", &duel["margin"], margin(&three, &three));

        let pushed = any(&[three.clone(), four.clone()]);
        let random = self.report(DUEL, &["--cards"]);
        self.ask(
            "who wins if both may push",
            &random["players"][0],
            beats(&pushed, &[&pushed]),
        );
        let push = card(&random, "Push");
        let gain = beats(&four, &[&pushed]) - beats(&three, &[&pushed]);
        self.ask("what a push is worth", &push["difference"], gain);

        let charmed = self.report(
            CHARMED,
            &["--agents", "default", "--vary", "lucky-charm.bonus=0..2"],
        );
        for (bonus, version) in charmed["versions"].as_array().expect("a list").iter().enumerate() {
            let now = beats(&flips(3 + bonus), &[&three]);
            self.ask(
                &format!("who wins with a charm of {bonus}"),
                &version["players"][0],
                now,
            );
            if bonus != 1 {
                let more = now - beats(&four, &[&three]);
                self.ask(
                    &format!("what a charm of {bonus} changes"),
                    &version["players"][0]["difference"],
                    more,
                );
            }
        }
        let novice = self.report(DUEL, &["--agents", "default", "--vary", "novice.coins=2"]);
        let weaker = beats(&two, &[&three]) - beats(&three, &[&three]);
        self.ask(
            "what a coin less costs",
            &novice["versions"][1]["players"][0]["difference"],
            weaker,
        );

        let winded = self.report(WINDED, &["--cards"]);
        let others = any(&[three.clone(), four.clone()]);
        let without = any(&[three.clone(), four.clone()]);
        let gain = beats(&flips(5), &[&others]) - beats(&without, &[&others]);
        self.ask(
            "what a card is worth where it is taken",
            &card(&winded, "Second Wind")["difference"],
            gain,
        );

        let agents = self.report(DUEL, &["--agents", "random,default", "--swap"]);
        let better = beats(&pushed, &[&three]) - beats(&three, &[&pushed]);
        self.ask("which agent is better", &agents["differences"][0], better);
        self.ask(
            "how often it wins",
            &agents["agents"][0],
            beats(&pushed, &[&three]),
        );

        let sides = self.report(THREE, &["--agents", "default"]);
        self.ask(
            "who wins among three",
            &sides["players"][2],
            beats(&three, &[&three, &three]),
        );

        let sprint = self.report(SPRINT, &[]);
        self.ask("whether it is good to begin", &sprint["first"], 200.0 / 3.0);
        self.ask("how good it is to begin", &sprint["first"]["lead"], 100.0 / 3.0);
        self.ask_mean("how many rounds a race has", &sprint["rounds"], 4.0 / 3.0);
        self.ask_mean("how many decisions a race has", &sprint["decisions"], 2.0);
    }
}

fn card<'a>(report: &'a Value, id: &str) -> &'a Value {
    let all = report["cards"].as_array().expect("a list");
    all.iter()
        .find(|card| card["id"] == id || card["title"] == id)
        .expect("it is there")
}

fn asked(shop: &Shop, seed: u64) -> Vec<Question> {
    let mut sheet = Sheet {
        shop,
        seed: seed.to_string(),
        all: Vec::new(),
    };
    sheet.ask_all();
    sheet.all
}

/// Of a hundred intervals at 95 % some five miss the truth, and more than ten do in one of fifty thousand tries. An answer that is
/// wrong by five points is in none of them.
#[test]
fn questions_with_known_answers_are_answered() {
    let shop = Shop::of("odds");
    let all: Vec<Question> = (0..5)
        .flat_map(|series| asked(&shop, 1 + 100_000 * series))
        .collect();
    assert!(all.len() >= 100, "{}", all.len());
    let missed: Vec<String> = all
        .iter()
        .filter(|one| !one.has(one.truth))
        .map(|one| format!("{}: {} is not in {:?}", one.asked, one.truth, one.interval))
        .collect();
    assert!(missed.len() * 10 <= all.len(), "{missed:#?}");
    for one in &all {
        for wrong in [one.truth - one.wrong, one.truth + one.wrong] {
            assert!(!one.has(wrong), "{}: {wrong} is in {:?}", one.asked, one.interval);
        }
    }
}

#[test]
fn a_card_is_taken_as_often_as_chance_has_it() {
    let shop = Shop::of("odds");
    let call = ["sim", DUEL, "--games", "400", "--cards", "--format", "json"];
    let report: Value = serde_json::from_str(&shop.run(&call).expect(0).out).expect("JSON");
    let push = card(&report[0], "Push");
    assert_eq!((&push["games"], &push["open"]), (&400.into(), &400.into()));
    // Three of four, give or take three standard deviations.
    assert!(
        (274..=326).contains(&push["taken"].as_u64().expect("a number")),
        "{push}"
    );
    let sides = |key: &str| push[key]["games"].as_u64().expect("a number");
    assert_eq!(sides("won_with") + sides("won_without"), 800);
    // Who only plays the default never pushes.
    let told = shop
        .run(&["sim", DUEL, "--cards", "--agents", "default"])
        .expect(0)
        .out;
    assert!(told.contains("open, but never taken: Push"), "{told}");
    let closed = shop.with(
        "systems/coins/coins.cw",
        "trick \"Push\" always",
        "trick \"Push\" when heads of actor = 9",
    );
    let told = closed.run(&["sim", DUEL, "--cards"]).expect(0).out;
    assert!(told.contains("never open: Push"), "{told}");
}

/// A report is the same to the last byte, on any number of threads, and so is that of shards.
#[test]
fn a_report_does_not_depend_on_threads_or_shards() {
    let shop = Shop::of("odds");
    let run = |threads: &str, call: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(call)
            .current_dir(&shop.folder)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .expect("the program can be started");
        crate::shop::Answer::of(&output).expect(0).out
    };
    let game = [
        "sim",
        WINDED,
        "--agents",
        "random,novice",
        "--swap",
        "--cards",
        "--games",
        "601",
    ];
    for format in ["text", "json"] {
        let call = [&game[..], &["--format", format]].concat();
        let whole = run("1", &call);
        assert_eq!(run("3", &call), whole);
        for shard in ["1/3", "2/3", "3/3"] {
            let file = format!("{format}-{}.jsonl", &shard[..1]);
            run("2", &[&game[..], &["--shard", shard, "--lines", &file]].concat());
        }
        let files = ["2", "3", "1"].map(|number| format!("{format}-{number}.jsonl"));
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let merge = [&["sim", "--merge"], &files[..], &["--format", format]].concat();
        assert_eq!(run("1", &merge), whole);
    }
    let until = [
        "sim",
        WINDED,
        "--until",
        "4%",
        "--vary",
        "second-wind.bonus=1,3",
        "--cards",
        "--format",
        "json",
    ];
    assert_eq!(run("1", &until), run("3", &until));
}

#[test]
fn lines_with_other_cards_do_not_belong_together() {
    let shop = Shop::of("odds");
    let call = ["sim", DUEL, "--games", "4"];
    shop.run(&[&call[..], &["--shard", "1/2", "--lines", "1.jsonl", "--cards"]].concat())
        .expect(0);
    shop.run(&[&call[..], &["--shard", "2/2", "--lines", "2.jsonl"]].concat())
        .expect(0);
    let told = shop.run(&["sim", "--merge", "1.jsonl", "2.jsonl"]).expect(2).err;
    assert!(told.contains("have a different `--cards`"), "{told}");
    let lines = |file: &str| shop.text(file).lines().nth(1).expect("a game").to_owned();
    assert!(lines("1.jsonl").contains("\"cards\":[\"") && !lines("2.jsonl").contains("\"cards\""));
}

#[test]
fn as_many_games_are_played_as_the_exactness_needs() {
    let shop = Shop::of("odds");
    let report = |more: &[&str]| {
        let call = [
            &["sim", DUEL, "--agents", "default", "--format", "json"][..],
            more,
        ]
        .concat();
        let all: Value = serde_json::from_str(&shop.run(&call).expect(0).out).expect("JSON");
        all[0].clone()
    };
    let exact = report(&["--until", "2%"]);
    assert_eq!(
        (&exact["games"], &exact["until"]["reached"]),
        (&4_000.into(), &true.into())
    );
    assert_eq!(
        exact["until"]["looks"],
        serde_json::json!([250, 500, 1_000, 2_000, 4_000])
    );
    let half = exact["until"]["half"].as_f64().expect("a number");
    assert!(half <= 2.0 && half > 1.0, "{half}");
    let bounded = report(&["--until", "2%", "--games", "700"]);
    assert_eq!(
        (&bounded["games"], &bounded["until"]["reached"]),
        (&700.into(), &false.into())
    );
    // The same games as without it.
    let plain = report(&["--games", "4000"]);
    assert_eq!(plain["players"], exact["players"]);
    assert_eq!((&plain["until"], &plain["cards"]), (&Value::Null, &Value::Null));
    let told = shop
        .run(&["sim", DUEL, "--until", "5%", "--games", "100"])
        .expect(0)
        .out;
    assert!(
        told.contains("asked for until 5 %: after 100 games, not so exact"),
        "{told}"
    );
    shop.run(&["sim", DUEL, "--until", "0%"]).expect(2);
    shop.run(&["sim", DUEL, "--until", "2%", "--lines", "a.jsonl"])
        .expect(2);
}

// Limit: MOST_VARIED in cardwright/src/program/commands/vary.rs
#[test]
fn what_cannot_vary_is_told_by_its_name() {
    let shop = Shop::of("odds");
    let refused = |more: &[&str]| {
        shop.run(&[&["sim", DUEL, "--games", "2"][..], more].concat())
            .expect(2)
            .err
    };
    for (call, says) in [
        (
            &["--vary", "novise.coins=2"][..],
            "there is no card or piece `novise` in this game; it has `expert`, `novice`",
        ),
        (
            &["--vary", "left-one.coins=2"],
            "its facts are printed on `novice`: write `--vary novice.coins=...`",
        ),
        (
            &["--vary", "novice.coin=2"],
            "`novice` has no printed fact `coin`; it has `coins`",
        ),
        (
            &["--vary", "novice.heads=2"],
            "`novice` has no printed fact `heads`; it has `coins`",
        ),
        (&["--vary", "novice.coins=many"], "novice.coins = many: "),
        (&["--vary", "novice.coins=2in"], "novice.coins = 2in: "),
        (
            &["--vary", "novice.coins=1..40"],
            "these are 40 versions; a call tries at most 32",
        ),
        (
            &["--vary", "novice.coins=1..6", "--vary", "expert.coins=1..6"],
            "these are 36 versions",
        ),
        (
            &["--vary", "novice.coins=1", "--vary", "novice.coins=2"],
            "`novice.coins` varies twice",
        ),
        (
            &[
                "--vary",
                "novice.coins=1",
                "--vary",
                "expert.coins=2",
                "--vary",
                "expert.heads=2",
            ],
            "`--vary` can be given 2 times, but here it is 3 times",
        ),
        (
            &["--vary", "novice.coins=1", "--as-of", "printed"],
            "`--as-of` cannot be given with it",
        ),
        (&["--vary", "coins"], "names no versions: write `CARD.FACT=2..4`"),
    ] {
        let told = refused(call);
        assert!(told.contains(says), "{call:?}: {told}");
    }
    shop.run(&["build", DUEL, "-o", "duel.cwp"]).expect(0);
    let told = shop
        .run(&["sim", "duel.cwp", "--vary", "novice.coins=1"])
        .expect(2)
        .err;
    assert!(
        told.contains("a pack has no documents that could be changed"),
        "{told}"
    );
}

#[test]
fn versions_are_played_in_memory_and_nothing_is_written() {
    let shop = Shop::of("odds");
    let cards = "cards/coins/flippers.yaml";
    let before = shop.text(cards);
    let vary = [
        "--vary",
        "novice.coins=5",
        "--vary",
        "expert.coins=3,4",
        "--format",
        "json",
    ];
    let call = [&["sim", DUEL, "--games", "300"][..], &vary].concat();
    let all: Value = serde_json::from_str(&shop.run(&call).expect(0).out).expect("JSON");
    let names: Vec<&str> = all[0]["versions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["version"].as_str().expect("a text"))
        .collect();
    assert_eq!(
        names,
        [
            "as printed",
            "novice.coins = 5, expert.coins = 3",
            "novice.coins = 5, expert.coins = 4"
        ]
    );
    assert_eq!(shop.text(cards), before);
    assert_eq!(
        std::fs::read_dir(shop.folder.join("cards/coins"))
            .expect("a folder")
            .count(),
        1
    );
    // A version is what the game is with these facts printed.
    let changed = shop.with(
        cards,
        "name: Novice\n    facts: { coins: 3 }",
        "name: Novice\n    facts: { coins: 5 }",
    );
    let call = ["sim", DUEL, "--games", "300", "--format", "json"];
    let printed: Value = serde_json::from_str(&changed.run(&call).expect(0).out).expect("JSON");
    for part in ["wins", "percent", "low", "high"] {
        assert_eq!(
            all[0]["versions"][1]["players"][0][part],
            printed[0]["players"][0][part]
        );
    }
}

/// A game with five sides and a name that is a script.
fn hostile() -> Shop {
    let shop = Shop::of("odds").with(
        "cards/coins/flippers.yaml",
        "name: Second Wind",
        "name: \"=Wind <script>alert(1)</script> & \\\"more\\\"\"",
    );
    let sides: Vec<String> = (1..=5)
        .map(|side| format!("  - {{ id: side-{side}, name: Side }}\n"))
        .collect();
    let pieces = (1..=5).map(|side| {
        let cards = if side == 2 { ", cards: [second-wind]" } else { "" };
        format!("  - {{ id: piece-{side}, template: novice, owner: side-{side}{cards} }}\n")
    });
    let (sides, pieces) = (sides.concat(), pieces.collect::<String>());
    let head =
        "scenario: five\nsystem: coins\ntitle: Five\nsets: [flippers]\ntable: { width: 9in, length: 9in }\n";
    shop.write(
        "scenarios/coins/five.yaml",
        &format!("{head}players:\n{sides}pieces:\n{pieces}"),
    );
    shop
}

const FIVE: &str = "scenarios/coins/five.yaml";

#[test]
fn a_page_holds_all_figures_and_nothing_that_runs() {
    let shop = hostile();
    let call = [
        "sim",
        FIVE,
        SPRINT,
        "--cards",
        "--games",
        "200",
        "--report",
        "figures.html",
    ];
    shop.run(&call).expect(0);
    let page = shop.text("figures.html");
    for side in 1..=5 {
        assert!(page.contains(&format!("<bdi>side-{side}</bdi>")));
    }
    assert!(
        page.contains("=Wind &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;"),
        "{page}"
    );
    assert!(!page.contains("<script") && !page.contains("://") && !page.contains("url("));
    assert!(page.contains("default-src 'none'") && page.contains("<svg class=\"histogram\""));
    // It is HTML that closes what it opens.
    for tag in [
        "section", "div", "table", "thead", "tbody", "tr", "td", "svg", "bdi", "ul", "li", "text", "span",
        "small",
    ] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    // The same call writes the same page over it, but never over another file.
    shop.run(&call).expect(0);
    assert_eq!(shop.text("figures.html"), page);
    shop.write("mine.html", "<p>mine</p>");
    let told = shop.run(&["sim", FIVE, "--report", "mine.html"]).expect(2).err;
    assert!(
        told.contains("it already exists, and is not a page of this program"),
        "{told}"
    );
    assert_eq!(shop.text("mine.html"), "<p>mine</p>");
}

#[test]
fn tables_are_written_for_spreadsheets() {
    let shop = hostile();
    let call = [
        "sim",
        FIVE,
        DUEL,
        "--cards",
        "--games",
        "100",
        "--vary",
        "novice.coins=2..3",
        "--csv",
        "out/tables",
    ];
    shop.run(&call).expect(0);
    shop.run(&call).expect(0);
    let lines = |name: &str| {
        let text = shop.text(&format!("out/tables/{name}.csv"));
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let players = lines("players");
    assert_eq!(
        players[0],
        "scenario,player,wins,share,share-low,share-high,lead,lead-low,lead-high"
    );
    assert!(players[1].starts_with("five,side-1,"), "{players:?}");
    assert_eq!(players.iter().filter(|line| line.starts_with("duel,")).count(), 2);
    let versions = lines("versions");
    assert_eq!(versions.len(), 1 + 2 * 5 + 2 * 2, "{versions:#?}");
    // What a spreadsheet would take for a formula is a text.
    assert!(lines("cards").iter().any(|line| line.contains("'=Wind <script>")));
    let width = |line: &String| line.split(',').count();
    assert!(
        versions
            .iter()
            .all(|line| line.contains('"') || width(line) == width(&versions[0]))
    );
    shop.write("out/tables/players.csv", "mine\n");
    let told = shop.run(&call).expect(2).err;
    assert!(told.contains("is not a table of this program"), "{told}");
    assert_eq!(shop.text("out/tables/players.csv"), "mine\n");
}
