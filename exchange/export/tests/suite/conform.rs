//! Vectors: the reference runner plays all of them alike, and a runner that lies is found out at its first lie.

use crate::kit::{sample, shipped, small, text};
use cardwright_compiler::Project;
use cardwright_export::Folder;
use cardwright_export::conform::{Lines, MOST_LINE, Reference, Runner, Skip, Tally, Verdict, drive, serve};
use cardwright_export::model::play::{Event, Means};
use cardwright_export::model::vector::{Ask, Comes, Reply, Vector};

fn vectors(folder: &Folder) -> Vec<Vector> {
    let paths = folder
        .files()
        .keys()
        .filter(|path| path.ends_with("cases.jsonl") || path.ends_with("games.jsonl"));
    let lines = paths.flat_map(|path| text(folder, path).lines());
    lines
        .map(|line| serde_json::from_str(line).expect("a vector"))
        .collect()
}

/// A runner that changes what the reference says.
struct Liar<'p, L> {
    reference: Reference<&'p Project>,
    lie: L,
}

impl<L: FnMut(&mut Comes)> Runner for Liar<'_, L> {
    fn ask(&mut self, ask: &Ask) -> Result<Reply, String> {
        let mut reply = self.reference.reply(ask.clone());
        if let Reply::Comes { comes } = &mut reply {
            (self.lie)(comes);
        }
        Ok(reply)
    }
}

/// The path at which a runner that lies is found out first, with the sample's vectors.
fn found_out(lie: impl FnMut(&mut Comes)) -> Option<String> {
    let project = Project::load(&sample("good"));
    let mut liar = Liar {
        reference: Reference::new(&project),
        lie,
    };
    let mut path = None;
    let mut tell = |_: &Vector, verdict: &Verdict| match verdict {
        Verdict::Parts(divergence) => {
            path = Some(divergence.path.clone());
            false
        }
        _ => true,
    };
    drive(&mut liar, vectors(small()), &mut tell).expect("it says hello");
    path
}

#[test]
fn the_reference_runner_plays_every_vector_of_the_sample_alike() {
    let all = vectors(small());
    let project = Project::load(&sample("good"));
    let tally = drive(&mut Reference::new(&project), all.clone(), &mut |_, _| true).expect("it says hello");
    let wanted = Tally {
        alike: all.len(),
        ..Tally::default()
    };
    assert_eq!(tally, wanted);
    assert!(all.iter().any(|vector| vector.id.starts_with("game/")));
    assert!(all.iter().any(|vector| vector.id.starts_with("case/")));
}

#[test]
fn a_runner_that_tells_the_truth_is_not_found_out() {
    assert_eq!(found_out(|_| {}), None);
}

#[test]
fn words_for_people_may_differ() {
    let path = found_out(|comes| {
        if let Some(decision) = &mut comes.decision {
            decision.asks = "Was nun?".to_owned();
            decision
                .options
                .iter_mut()
                .for_each(|option| option.label = "Dies".to_owned());
        }
        for event in &mut comes.events {
            if let Event::Decided { asks, chosen, .. } = event {
                *asks = "Was nun?".to_owned();
                chosen.iter_mut().for_each(|label| *label = "Dies".to_owned());
            }
        }
    });
    assert_eq!(path, None);
}

#[test]
fn a_lie_about_an_event_is_found() {
    let path = found_out(|comes| {
        for event in &mut comes.events {
            if let Event::Tokens { after, .. } = event {
                *after += 1;
            }
        }
    });
    assert!(
        path.as_ref()
            .is_some_and(|path| path.starts_with("events[") && path.ends_with(".after")),
        "{path:?}"
    );
}

#[test]
fn an_option_that_is_kept_back_is_found() {
    let path = found_out(|comes| {
        if let Some(decision) = &mut comes.decision {
            decision.options.retain(|option| option.means == Means::Pass);
        }
    });
    assert!(
        path.as_ref()
            .is_some_and(|path| path.starts_with("decision.options[")),
        "{path:?}"
    );
}

#[test]
fn a_state_that_is_not_told_is_found_by_its_hash() {
    let path = found_out(|comes| comes.hash.replace_range(0..1, "x"));
    assert_eq!(path.as_deref(), Some("hash"));
}

#[test]
fn the_protocol_is_one_line_in_and_one_line_out() {
    let project = Project::load(&sample("good"));
    let vector = &vectors(small())[0];
    let start = Ask::Start {
        start: Box::new(vector.start.clone()),
    };
    let lines = [
        "{\"ask\":\"hello\",\"protocol\":1}".to_owned(),
        serde_json::to_string(&start).expect("plain data"),
        "gibberish".to_owned(),
        "{\"ask\":\"decide\",\"answer\":{\"node\":\"options\",\"options\":[4711]}}".to_owned(),
        "{\"ask\":\"bye\"}".to_owned(),
        "{\"ask\":\"hello\",\"protocol\":1}".to_owned(),
    ];
    let mut out = Vec::new();
    let lines = lines.join("\n");
    serve(&project, Lines::new(lines.as_bytes(), MOST_LINE), &mut out).expect("lines can be written");
    let out = String::from_utf8(out).expect("it is text");
    let replies: Vec<Reply> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a reply"))
        .collect();
    let [
        Reply::Hello { .. },
        Reply::Comes { comes },
        Reply::Fails { .. },
        Reply::Fails { .. },
    ] = &replies[..]
    else {
        panic!("{replies:?}");
    };
    assert_eq!(**comes, vector.steps[0].comes);
}

/// A runner that plays alike until so many answers were given, and then no further.
struct Beginner<'p> {
    reference: Reference<&'p Project>,
    answers: usize,
    most: usize,
}

impl Runner for Beginner<'_> {
    fn ask(&mut self, ask: &Ask) -> Result<Reply, String> {
        match ask {
            Ask::Start { .. } => self.answers = 0,
            Ask::Decide { .. } => self.answers += 1,
            Ask::Hello { .. } | Ask::Bye => return Ok(self.reference.reply(ask.clone())),
        }
        let why = "no bells yet".to_owned();
        match self.answers >= self.most {
            true => Ok(Reply::Skips { why }),
            false => Ok(self.reference.reply(ask.clone())),
        }
    }
}

#[test]
fn a_runner_may_skip_at_any_decision() {
    let all = vectors(small());
    let project = Project::load(&sample("good"));
    for most in [0, 2] {
        let mut beginner = Beginner {
            reference: Reference::new(&project),
            answers: 0,
            most,
        };
        let mut skips = Vec::new();
        let mut tell = |_: &Vector, verdict: &Verdict| {
            if let Verdict::Skipped(skip) = verdict {
                skips.push(skip.clone());
            }
            true
        };
        let tally = drive(&mut beginner, all.clone(), &mut tell).expect("it says hello");
        let longer = all.iter().filter(|vector| vector.steps.len() > most).count();
        assert!(longer > 0);
        assert_eq!((tally.parted, tally.skipped), (0, longer));
        assert_eq!(tally.alike, all.len() - longer);
        let skip = Skip {
            step: most,
            why: "no bells yet".to_owned(),
        };
        assert!(skips.iter().all(|one| *one == skip), "{skips:?}");
    }
}

#[test]
fn another_version_of_the_protocol_is_refused() {
    let project = Project::load(&sample("good"));
    let reply = Reference::new(&project).reply(Ask::Hello { protocol: 99 });
    assert!(matches!(reply, Reply::Fails { .. }), "{reply:?}");
}

#[test]
fn every_case_and_every_scenario_of_the_shipped_content_is_a_vector() {
    let project = Project::load(&crate::kit::root());
    let all = vectors(shipped());
    assert_eq!(all.len(), project.cases.len() + project.scenarios.len());
    assert!(all.iter().any(|vector| vector.start.chance.len() > 20));
}
