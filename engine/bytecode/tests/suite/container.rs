//! The file: what goes in comes out, and everything else is refused with a reason.

use crate::sample::{question, sample};
use cardwright_bytecode::container::limits::MAX_LARGE_TABLE;
use cardwright_bytecode::container::{
    ContainerError, MAX_FILE, Section, VERSION, code, content_hash, decode, encode, load,
};
use cardwright_bytecode::isa::OPS;
use cardwright_bytecode::pack::question::{MOST_NAMED, MOST_QUESTIONS, MOST_QUOTED};
use cardwright_bytecode::pack::{Answer, Id, Question, SourceRef};
use cardwright_bytecode::verify::verify;
use cardwright_bytecode::{Instr, Pack};
use proptest::prelude::*;
use std::sync::Arc;

/// The offset of the main section in a file with so many sections.
const fn main_at(sections: usize) -> usize {
    44 + 12 * sections
}

fn patched(at: usize, bytes: &[u8]) -> ContainerError {
    let mut file = encode(&sample(), true);
    file[at..at + bytes.len()].copy_from_slice(bytes);
    decode(&file).expect_err("it was damaged")
}

#[test]
fn a_pack_comes_back_as_it_was() {
    assert_eq!(decode(&encode(&sample(), true)), Ok(sample()));
    assert_eq!(
        *load(&encode(&sample(), true)).expect("the sample is sound"),
        sample()
    );
}

#[test]
fn without_debug_information_only_lines_questions_and_sources_are_lost() {
    let mut bare = sample();
    for function in bare.functions.iter_mut() {
        function.lines.clear();
        function.questions.clear();
    }
    bare.files.clear();
    bare.rules
        .iter_mut()
        .for_each(|rule| rule.source = SourceRef::default());
    assert_eq!(decode(&encode(&sample(), false)), Ok(bare));
}

#[test]
fn the_content_s_hash_does_not_depend_on_debug_information() {
    let (bare, full) = (encode(&sample(), false), encode(&sample(), true));
    let decoded = decode(&bare).expect("just encoded");
    assert_eq!(content_hash(&decoded), content_hash(&sample()));
    assert_eq!(bare[8..40], full[8..40]);
    assert_eq!(bare[8..40], content_hash(&sample()));
    let mut other = sample();
    other.main = Id::new(1);
    assert_ne!(content_hash(&other), content_hash(&sample()));
}

#[test]
fn refuses_another_magic_version_or_flag() {
    assert_eq!(
        patched(0, b"ELF!"),
        ContainerError::WrongMagic { found: *b"ELF!" }
    );
    assert_eq!(
        patched(4, &(VERSION + 1).to_le_bytes()),
        ContainerError::WrongVersion {
            found: VERSION + 1,
            expected: VERSION
        }
    );
    assert_eq!(patched(6, &[1, 0]), ContainerError::UnknownFlags { flags: 1 });
}

#[test]
fn refuses_sections_out_of_order_and_out_of_bounds() {
    assert_eq!(
        patched(44, &[2]),
        ContainerError::UnknownSection { index: 0, kind: 2 }
    );
    assert!(matches!(
        patched(40, &[3]),
        ContainerError::LimitExceeded {
            what: "sections",
            found: 3,
            limit: 2
        }
    ));
    assert!(matches!(
        patched(40, &[0]),
        ContainerError::LimitExceeded { what: "sections", .. }
    ));
    assert!(matches!(
        patched(48, &[0]),
        ContainerError::SectionOutOfBounds {
            index: 0,
            offset: 0,
            ..
        }
    ));
    let length = patched(52, &u32::MAX.to_le_bytes());
    assert!(matches!(
        length,
        ContainerError::SectionOutOfBounds {
            index: 0,
            length: 0xffff_ffff,
            ..
        }
    ));
    let mut longer = encode(&sample(), true);
    longer.push(0);
    assert!(matches!(
        decode(&longer),
        Err(ContainerError::SectionOutOfBounds { index: 2, .. })
    ));
}

#[test]
fn refuses_damaged_content_and_debug_information_of_other_content() {
    let kind = patched(main_at(2), &[0xff]);
    assert!(matches!(
        kind,
        ContainerError::HashMismatch {
            section: Section::Main,
            ..
        }
    ));
    let file = encode(&sample(), true);
    let main = u32::from_le_bytes(file[52..56].try_into().expect("four bytes")) as usize;
    let kind = patched(main_at(2) + main, &[!file[main_at(2) + main]]);
    assert!(matches!(
        kind,
        ContainerError::HashMismatch {
            section: Section::Debug,
            ..
        }
    ));
}

#[test]
fn refuses_a_debug_section_with_one_byte_changed() {
    let file = encode(&sample(), true);
    let main = u32::from_le_bytes(file[52..56].try_into().expect("four bytes")) as usize;
    for at in main_at(2) + main..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        let error = decode(&damaged).expect_err("it was damaged");
        let section = Section::Debug;
        assert!(
            matches!(error, ContainerError::HashMismatch { section: found, .. } if found == section),
            "byte {at}: {error}"
        );
    }
}

/// A change of the questions of a function.
type Change<'a> = &'a dyn Fn(&mut Vec<Question>);

/// The sample with the questions of its function 4 changed, as a file.
fn asking(change: impl FnOnce(&mut Vec<Question>)) -> (Vec<u8>, Pack) {
    let mut pack = sample();
    change(&mut pack.functions[4].questions);
    (encode(&pack, true), pack)
}

// Limit: MOST_QUESTIONS in engine/bytecode/src/pack/question.rs
// Limit: MOST_NAMED in engine/bytecode/src/pack/question.rs
// Limit: MOST_QUOTED in engine/bytecode/src/pack/question.rs
#[test]
fn questions_at_their_limits_are_read_and_those_above_are_not() {
    let refused = |change: Change<'_>| {
        let (file, pack) = asking(change);
        let decoded = decode(&file);
        assert_eq!(
            decoded.is_err(),
            verify(pack.clone()).is_err(),
            "both look at questions"
        );
        match decoded {
            Ok(decoded) => {
                assert_eq!(decoded, pack);
                None
            }
            Err(ContainerError::WrongDebug { what }) => Some(what),
            Err(other) => panic!("{other}"),
        }
    };
    let long = |length: usize| -> Arc<str> { "x".repeat(length).into() };
    let many = Some("more questions than a function may have");
    let too_long = Some("a question that is too long");
    let cases: [(Change<'_>, Option<&str>); 11] = [
        (&|all| *all = vec![question(); MOST_QUESTIONS], None),
        (&|all| *all = vec![question(); MOST_QUESTIONS + 1], many),
        (&|all| all[0].text = long(MOST_QUOTED), None),
        (&|all| all[0].text = long(MOST_QUOTED + 1), too_long),
        (&|all| all[0].named = vec![all[0].named[0]; MOST_NAMED], None),
        (
            &|all| all[0].named = vec![all[0].named[0]; MOST_NAMED + 1],
            too_long,
        ),
        (
            &|all| all[0].at = 2,
            Some("a question behind the end of the code"),
        ),
        (
            &|all| all[0].answer = Answer::Register(0),
            Some("a question without an answer"),
        ),
        (
            &|all| all[0].answer = Answer::Jump(true),
            Some("a question without an answer"),
        ),
        (
            &|all| all[0].named[0].register = 2,
            Some("a name in a question without a value"),
        ),
        (
            &|all| all[0].named[0].end = 12,
            Some("a name in a question without a value"),
        ),
    ];
    for (change, wanted) in cases {
        assert_eq!(refused(change), wanted);
    }
    let unordered = |all: &mut Vec<Question>| {
        let first = Question { at: 0, ..question() };
        all.push(first);
    };
    let backwards = |all: &mut Vec<Question>| {
        all[0].from = 2;
    };
    assert!(refused(&backwards).is_some());
    assert_eq!(
        refused(&unordered),
        Some("questions that are not in the order of the code")
    );
}

#[test]
fn refuses_every_file_that_was_cut_short() {
    let file = encode(&sample(), true);
    for length in 0..file.len() {
        assert!(decode(&file[..length]).is_err(), "{length}");
    }
}

#[test]
fn refuses_lines_that_do_not_match_the_code() {
    let mut pack = sample();
    pack.functions[1].lines.pop();
    let error = decode(&encode(&pack, true)).expect_err("lines are missing");
    assert_eq!(
        error,
        ContainerError::DebugMismatch {
            what: "lines",
            found: 2,
            expected: 3
        }
    );
}

// Limit: MAX_LARGE_TABLE in engine/bytecode/src/container/limits.rs
// Limit: MAX_FILE in engine/bytecode/src/container/layout.rs
#[test]
fn a_file_at_its_limit_is_read_and_one_above_is_not() {
    let with_constants = |count: usize| Pack {
        constants: vec![0; count],
        ..sample()
    };
    assert!(decode(&encode(&with_constants(MAX_LARGE_TABLE), false)).is_ok());
    let error = decode(&encode(&with_constants(MAX_LARGE_TABLE + 1), false));
    let (found, limit) = (MAX_LARGE_TABLE + 1, MAX_LARGE_TABLE);
    assert_eq!(
        error,
        Err(ContainerError::LimitExceeded {
            what: "constants",
            found,
            limit
        })
    );
    let error = decode(&vec![0; MAX_FILE + 1]);
    assert!(matches!(
        error,
        Err(ContainerError::LimitExceeded { what: "bytes", .. })
    ));
}

/// A file whose main section is these bytes, with the right hash.
fn forged(main: &[u8]) -> Vec<u8> {
    let mut file = b"CWPK".to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend([0, 0]);
    file.extend(blake3::hash(main).as_bytes());
    file.extend([1, 0, 0, 0]);
    for word in [1, main_at(1), main.len()] {
        file.extend((word as u32).to_le_bytes());
    }
    file.extend(main);
    file
}

#[test]
fn refuses_trailing_bytes_and_a_second_way_to_write_the_same_content() {
    let file = encode(&sample(), false);
    let main = &file[main_at(1)..];
    assert!(decode(&forged(main)).is_ok());
    let mut longer = main.to_vec();
    longer.push(0);
    let error = decode(&forged(&longer));
    assert_eq!(
        error,
        Err(ContainerError::TrailingBytes {
            section: Section::Main,
            count: 1
        })
    );
    // The length of the system's name in two bytes instead of one.
    let mut padded = vec![main[0] | 0x80, 0];
    padded.extend(&main[1..]);
    assert_eq!(decode(&forged(&padded)), Err(ContainerError::NotCanonical));
}

#[test]
fn a_small_file_cannot_claim_large_tables() {
    for claim in [u64::from(u32::MAX), u64::MAX >> 1] {
        let mut main = vec![0, 0, 0];
        main.extend(postcard::to_allocvec(&claim).expect("a number"));
        assert!(matches!(
            decode(&forged(&main)),
            Err(ContainerError::Malformed { .. })
        ));
    }
}

#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Code(#[serde(with = "code")] Vec<Instr>);

fn instrs() -> impl Strategy<Value = Vec<Instr>> {
    let instr = (0..OPS.len(), any::<(u8, u8, u8, i32)>())
        .prop_map(|(op, (a, b, c, imm))| Instr::new(OPS[op].op, a, b, c, imm));
    proptest::collection::vec(instr, 0..50)
}

proptest! {
    #[test]
    fn code_comes_back_as_it_was(instrs in instrs()) {
        let bytes = postcard::to_allocvec(&Code(instrs.clone())).expect("code is plain data");
        prop_assert_eq!(bytes.len(), instrs.len() * 8 + if instrs.len() < 16 { 1 } else { 2 });
        prop_assert_eq!(postcard::from_bytes::<Code>(&bytes), Ok(Code(instrs)));
    }

    #[test]
    fn every_instruction_has_one_encoding(bytes: [u8; 8]) {
        match Instr::decode(bytes) {
            Some(instr) => prop_assert_eq!(instr.encode(), bytes),
            None => prop_assert!(usize::from(bytes[0]) >= OPS.len()),
        }
    }
}

#[test]
fn refuses_code_of_odd_length_or_with_unknown_operations() {
    assert!(postcard::from_bytes::<Code>(&[7, 0, 0, 0, 0, 0, 0, 0]).is_err());
    assert!(postcard::from_bytes::<Code>(&[8, 255, 0, 0, 0, 0, 0, 0, 0]).is_err());
}

// Limit: MAX_CODE in engine/bytecode/src/container/code.rs
#[test]
fn code_is_bounded_at_its_limit() {
    let code = |count: usize| {
        let bytes = postcard::to_allocvec(&Code(vec![crate::sample::ret(0); count])).expect("plain data");
        postcard::from_bytes::<Code>(&bytes)
    };
    assert!(code(code::MAX_CODE).is_ok());
    assert!(code(code::MAX_CODE + 1).is_err());
}
