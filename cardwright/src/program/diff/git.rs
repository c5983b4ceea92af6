//! The files of a revision, read by the git program.
//!
//! Nothing is checked out: trees are listed and blobs are read, so no hook and no filter runs, no link is followed, no submodule
//! is entered, and nothing is fetched. What git says is bounded in bytes and seconds.
//!
//! Not here: what the files mean.

use cardwright_compiler::Documents;
use cardwright_compiler::packages::{LOCK_FILE, MARK, split};
use cardwright_compiler::settings::SETTINGS_FILE;
use cardwright_files::{Program, Ran};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most bytes of the list of a revision's files.
const MOST_LIST_BYTES: usize = 64 << 20;
/// The most bytes of the documents of a revision, all together.
const MOST_VERSION_BYTES: u64 = 256 << 20;
/// How long git may take for one answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// What is no part of git's answers: prompts, locks of others, objects from elsewhere, translations.
const VARIABLES: [(&str, Option<&str>); 4] = [
    ("GIT_TERMINAL_PROMPT", Some("0")),
    ("GIT_OPTIONAL_LOCKS", Some("0")),
    ("GIT_NO_LAZY_FETCH", Some("1")),
    ("LC_ALL", Some("C")),
];
/// How the names of files end that are read.
const ENDS: [&str; 3] = [".yaml", ".cw", ".svg"];

/// A file of a revision.
struct Blob {
    /// Its name in the project.
    name: String,
    object: String,
    bytes: u64,
}

/// A repository, by a folder in it.
pub(super) struct Repository<'a> {
    pub(super) folder: &'a Path,
}

impl Repository<'_> {
    /// The folder's path in its repository, with `/` at its end; empty for the repository itself.
    pub(super) fn prefix(&self) -> Result<String, String> {
        let ran = self.git(&["rev-parse", "--show-prefix"], b"", MOST_LIST_BYTES)?;
        match ran.is_fine {
            true => Ok(line(&ran.output)),
            false => Err(format!("{} is in no git repository", self.folder.display())),
        }
    }

    /// The top folder of its work tree.
    pub(super) fn top(&self) -> Option<PathBuf> {
        let ran = self
            .git(&["rev-parse", "--show-toplevel"], b"", MOST_LIST_BYTES)
            .ok()?;
        ran.is_fine.then(|| PathBuf::from(line(&ran.output)))
    }

    /// The texts of the project that lies in a folder of a revision: by their names in the project.
    pub(super) fn texts(&self, revision: &str, folder: &str) -> Result<BTreeMap<String, String>, String> {
        let commit = self.commit(revision)?;
        let tree = format!("{commit}:{}", folder.trim_end_matches('/'));
        let listed = self.git(
            &["ls-tree", "-r", "-z", "-l", "--full-tree", &tree],
            b"",
            MOST_LIST_BYTES,
        )?;
        if !listed.is_fine {
            return Err(format!("revision `{revision}` has no folder `{folder}`"));
        }
        let blobs = blobs(&listed.output)?;
        let is_project = |blob: &Blob| blob.name.starts_with("systems/") || blob.name == SETTINGS_FILE;
        if !blobs.iter().any(is_project) {
            let place = if folder.is_empty() { "at its top" } else { folder };
            return Err(format!(
                "revision `{revision}` has no project {place}: neither `systems/` nor `{SETTINGS_FILE}` is there"
            ));
        }
        let total = blobs
            .iter()
            .fold(0, |sum: u64, blob| sum.saturating_add(blob.bytes));
        check_size(revision, total)?;
        self.read(&blobs, total)
    }

    /// The commit that a revision names.
    fn commit(&self, revision: &str) -> Result<String, String> {
        // Nothing that a caller names is an option of git.
        if revision.starts_with('-') || revision.is_empty() {
            return Err(format!("`{revision}` is no revision"));
        }
        let asked = format!("{revision}^{{commit}}");
        let found = self.git(
            &["rev-parse", "--verify", "--quiet", &asked],
            b"",
            MOST_LIST_BYTES,
        )?;
        if found.is_fine {
            return Ok(line(&found.output));
        }
        self.prefix()?;
        let shallow = self.git(&["rev-parse", "--is-shallow-repository"], b"", MOST_LIST_BYTES)?;
        Err(match line(&shallow.output) == "true" {
            true => format!(
                "this clone does not have revision `{revision}`: it has only the newest commits. Fetch all of them, in GitHub \
                 Actions with `fetch-depth: 0` of `actions/checkout`"
            ),
            false => format!(
                "git knows no revision `{revision}`, and there is no folder of that name; write a branch, a tag or a commit"
            ),
        })
    }

    /// The texts of some blobs.
    fn read(&self, blobs: &[Blob], total: u64) -> Result<BTreeMap<String, String>, String> {
        let asked: String = blobs.iter().map(|blob| format!("{}\n", blob.object)).collect();
        // Each blob has a line before it and one byte behind it.
        let heads = blobs.len().saturating_mul(128);
        let most = usize::try_from(total).unwrap_or(usize::MAX).saturating_add(heads);
        let ran = self.git(&["cat-file", "--batch"], asked.as_bytes(), most)?;
        let mut rest = ran.output.as_slice();
        let mut texts = BTreeMap::new();
        for blob in blobs {
            let bytes = next(&mut rest, blob)
                .ok_or_else(|| format!("git does not give `{}`: {}", blob.name, ran.complaint.trim()))?;
            let text = String::from_utf8(bytes.to_vec());
            let text = text.map_err(|_| format!("`{}` is not UTF-8", blob.name))?;
            texts.insert(blob.name.clone(), text);
        }
        Ok(texts)
    }

    fn git(&self, arguments: &[&str], input: &[u8], most: usize) -> Result<Ran, String> {
        let program = Program {
            name: "git",
            arguments,
            folder: Some(self.folder),
            variables: &VARIABLES,
            input,
            most,
            time: PATIENCE,
        };
        program.run().map_err(|error| format!("git: {error}"))
    }
}

/// Refuses a version that is too large to be kept in memory.
fn check_size(revision: &str, bytes: u64) -> Result<(), String> {
    match bytes > MOST_VERSION_BYTES {
        true => Err(format!(
            "the documents of `{revision}` have {bytes} bytes; the most is {MOST_VERSION_BYTES}"
        )),
        false => Ok(()),
    }
}

/// The first line of an answer.
fn line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().next().unwrap_or_default().to_owned()
}

/// The files of a list that a project reads: plain ones in its folders.
fn blobs(list: &[u8]) -> Result<Vec<Blob>, String> {
    let entries = list.split(|byte| *byte == 0).filter(|entry| !entry.is_empty());
    let mut blobs = Vec::new();
    for entry in entries {
        let Ok(entry) = std::str::from_utf8(entry) else {
            continue;
        };
        let (head, name) = entry
            .split_once('\t')
            .ok_or("git lists files in a way that is not known")?;
        let parts: Vec<&str> = head.split_ascii_whitespace().collect();
        let [mode, "blob", object, bytes] = parts[..] else {
            continue;
        };
        // Links have a mode of their own.
        if !mode.starts_with("100") || !is_read(name) {
            continue;
        }
        blobs.push(Blob {
            name: name.to_owned(),
            object: object.to_owned(),
            bytes: bytes.parse().unwrap_or(u64::MAX),
        });
    }
    Ok(blobs)
}

fn is_read(name: &str) -> bool {
    let inside = |folder: &&str| {
        name.strip_prefix(*folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let has_end = ENDS.iter().any(|end| name.ends_with(end));
    // A project that keeps its packages in git has them with the mark that says which version they are.
    if let Some((package, rest)) = split(name) {
        return !package.starts_with('.') && (rest == MARK || (rest != LOCK_FILE && is_read(rest)));
    }
    name == SETTINGS_FILE || name == LOCK_FILE || (has_end && Documents::FOLDERS.iter().any(inside))
}

/// The bytes of the next blob of an answer: `OBJECT blob BYTES`, a line end, the bytes, a line end.
fn next<'a>(rest: &mut &'a [u8], blob: &Blob) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let told = head.strip_prefix(blob.object.as_str())?.strip_prefix(" blob ")?;
    let bytes: usize = told.parse().ok()?;
    let body = rest.get(end + 1..)?;
    let (text, after) = (body.get(..bytes)?, body.get(bytes + 1..)?);
    *rest = after;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_submodules_and_foreign_files_are_no_part_of_a_revision() {
        let list = [
            "100644 blob aa 5\tsystems/a/system.yaml",
            "120000 blob bb 9\tcards/a/link.yaml",
            "160000 commit cc -\tcards/b",
            "100755 blob dd 1\tcardwright.toml",
            "100644 blob ee 1\tREADME.md",
            "100644 blob ff 1\tcardsmith/a.yaml",
            "100644 blob gg 1\tneeds/goats/.cardwright-hash",
            "100644 blob hh 1\tneeds/goats/cards/a/b.yaml",
            "100644 blob ii 1\tneeds/.store/goats/0/cards/a/b.yaml",
        ];
        let list = list.join("\0");
        let found = blobs(list.as_bytes()).expect("a list");
        let names: Vec<&str> = found.iter().map(|blob| blob.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "systems/a/system.yaml",
                "cardwright.toml",
                "needs/goats/.cardwright-hash",
                "needs/goats/cards/a/b.yaml"
            ]
        );
    }

    // Limit: MOST_VERSION_BYTES in cardwright/src/program/diff/git.rs
    #[test]
    fn a_version_has_a_size() {
        assert_eq!(check_size("main", MOST_VERSION_BYTES), Ok(()));
        let told = check_size("main", MOST_VERSION_BYTES + 1).expect_err("it is too large");
        assert!(told.contains("the documents of `main`"), "{told}");
    }

    // Limit: MOST_LIST_BYTES in git.rs
    #[test]
    fn git_is_heard_up_to_a_limit() {
        let here = Repository {
            folder: Path::new("."),
        };
        assert!(here.git(&["version"], b"", MOST_LIST_BYTES).is_ok());
        let told = here.git(&["version"], b"", 3).expect_err("it says too much");
        assert!(told.contains("more than 3 bytes"), "{told}");
    }

    #[test]
    fn blobs_are_read_by_their_lengths_and_a_missing_one_is_told() {
        let blob = |object: &str| Blob {
            name: String::new(),
            object: object.to_owned(),
            bytes: 0,
        };
        let mut rest = &b"aa blob 4\na\nbc\nbb missing\n"[..];
        assert_eq!(next(&mut rest, &blob("aa")), Some(&b"a\nbc"[..]));
        assert_eq!(next(&mut rest, &blob("bb")), None);
        assert_eq!(next(&mut &b"aa blob 400\nab\n"[..], &blob("aa")), None);
    }
}
