//! A case whose conditions are followed plays as it does otherwise, and tells each answer at its place.

use crate::workshop::{changes, hexes, pitch, root, sample, squares};
use cardwright_case_runner::{Answered, run_case, run_case_followed};
use cardwright_compiler::{Project, compile_case};

#[test]
fn who_follows_a_case_changes_nothing() {
    let claims = root().join("tests/samples/claims");
    let (mut cases, mut reached) = (0, 0);
    for folder in [sample(), changes(), hexes(), squares(), claims, pitch()] {
        let project = Project::load(&folder);
        for case in &project.cases {
            let pack = || compile_case(&project, case).pack;
            let Some((plain, followed)) = pack().zip(pack()) else {
                continue;
            };
            let plain = run_case(plain, &case.doc);
            let followed = run_case_followed(followed, &case.doc);
            assert_eq!(plain.failures, followed.failures);
            assert_eq!(plain.account, followed.account);
            assert_eq!(plain.applied, followed.applied);
            assert_eq!(
                format!("{:?}", plain.measured),
                format!("{:?}", followed.measured)
            );
            assert!(plain.reached.is_empty());
            cases += 1;
            reached += followed.reached.len();
        }
    }
    assert!(cases > 40 && reached > 100, "{cases} {reached}");
}

/// The answers of the conditions of a line in the orchard, by a case.
fn answers(case: &str, in_file: &str, line: &str) -> Vec<Answered> {
    let project = Project::load(&root().join("tests/samples/claims"));
    let file = format!("tests/conformance/orchard/{case}.yaml");
    let mut cases = project.cases.iter();
    let case = cases.find(|one| project.sources.get(one.file).name == file);
    let case = case.expect("it is there");
    let pack = compile_case(&project, case).pack.expect("it compiles");
    let source = project
        .sources
        .iter()
        .find(|(_, file)| file.name.ends_with(in_file));
    let text = &source.expect("it is there").1.text;
    let number = text
        .lines()
        .position(|one| one.contains(line))
        .expect("it is there")
        + 1;
    let reached = run_case_followed(pack, &case.doc).reached;
    let here = reached
        .into_iter()
        .filter(|(spot, _)| spot.file.ends_with(in_file) && spot.line as usize == number);
    here.map(|one| one.1).collect()
}

#[test]
fn an_answer_is_told_of_each_condition_that_is_asked_and_of_no_other() {
    let answered = |yes, no| Answered { yes, no };
    let (yes, no, both) = (answered(true, false), answered(false, true), answered(true, true));
    for (case, file, line, wanted) in [
        // Nobody is tired; one has an apple and one has none.
        (
            "who-is-fresh-climbs",
            "half.cw",
            "define may-climb",
            &[yes, both][..],
        ),
        ("who-carries-walks", "half.cw", "define may-walk", &[both, yes]),
        (
            "who-has-more-is-stronger",
            "half.cw",
            "define is-stronger",
            &[both],
        ),
        // Where control goes on says the answer; who is tired is not asked whether there is room.
        ("who-is-tired-rests", "play.cw", "if can pick(who)", &[no]),
        ("a-small-basket", "play.cw", "if can pick(who)", &[yes, both]),
        ("a-basket-has-room", "half.cw", "define is-stronger", &[]),
    ] {
        assert_eq!(answers(case, file, line), wanted, "{case}");
    }
}
