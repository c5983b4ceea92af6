//! The files of a package in a git repository.
//!
//! The git program fetches one commit into a folder without a work tree, and its files are read from there. Nothing is checked
//! out, so no hook runs, no filter changes a text, and no link or other repository is followed.

use super::newer::nearest;
use super::tree::{Listed, SETTINGS, Tree, part, taken};
use cardwright_compiler::packages::Pin;
use cardwright_files::{Program, Scratch};
use std::path::Path;
use std::time::Duration;

/// How long one call of git may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// The most bytes that a call of git may write: those of a package, and what stands between its files.
const MOST_OUTPUT: usize = 80 << 20;
/// What git must not take from the surroundings: another repository, or a person who answers.
const VARIABLES: [(&str, Option<&str>); 9] = [
    ("GIT_DIR", None),
    ("GIT_WORK_TREE", None),
    ("GIT_INDEX_FILE", None),
    ("GIT_OBJECT_DIRECTORY", None),
    ("GIT_COMMON_DIR", None),
    ("GIT_TERMINAL_PROMPT", Some("0")),
    ("GIT_ALLOW_PROTOCOL", Some("https:ssh:file")),
    ("GIT_LFS_SKIP_SMUDGE", Some("1")),
    ("LC_ALL", Some("C")),
];
/// What git must not do, whatever is set up on this machine.
const SETTINGS_OF_GIT: [&str; 10] = [
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "protocol.ext.allow=never",
    "-c",
    "fetch.recurseSubmodules=false",
    "-c",
    "gc.auto=0",
];

/// A package as it was fetched.
#[derive(Debug)]
pub(super) struct Fetched {
    /// The commit.
    pub(super) commit: String,
    /// Its files.
    pub(super) files: Tree,
}

/// A repository into which one commit is fetched.
struct Repository {
    scratch: Scratch,
}

/// The files of a package at a pin.
pub(super) fn fetched(url: &str, pin: &Pin, folder: &str, name: &str) -> Result<Fetched, String> {
    let repository = Repository::new()?;
    let commit = repository.fetch(url, pin)?;
    let files = repository.files(&commit, folder, name)?;
    Ok(Fetched { commit, files })
}

/// The tags of a repository.
pub(super) fn tags(url: &str) -> Result<Vec<String>, String> {
    let told = git(None, &["ls-remote", "--tags", "--refs", "--", url], b"")?;
    let told = String::from_utf8_lossy(&told).into_owned();
    let tags = told.lines().filter_map(|line| line.split_once("\trefs/tags/"));
    Ok(tags.map(|(_, tag)| tag.to_owned()).collect())
}

impl Repository {
    fn new() -> Result<Self, String> {
        let scratch = Scratch::new().map_err(|error| format!("there is no room to fetch it: {error}"))?;
        git(
            Some(scratch.path()),
            &["init", "--quiet", "--bare", "--template=", "."],
            b"",
        )?;
        Ok(Self { scratch })
    }

    fn git(&self, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
        git(Some(self.scratch.path()), arguments, input)
    }

    /// Fetches what is pinned; its commit.
    fn fetch(&self, url: &str, pin: &Pin) -> Result<String, String> {
        let one = |what: &str| {
            self.git(
                &[
                    "fetch",
                    "--quiet",
                    "--depth=1",
                    "--no-tags",
                    "--no-recurse-submodules",
                    "--",
                    url,
                    what,
                ],
                b"",
            )
        };
        match pin {
            Pin::Tag(tag) => {
                one(&format!("refs/tags/{tag}")).map_err(|why| without_tag(url, tag, why))?;
                self.commit("FETCH_HEAD^{commit}")
            }
            Pin::Rev(rev) => {
                // Some servers give single commits only if a branch or tag names them.
                if one(rev).is_err() {
                    let all = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
                    let call = [
                        "fetch",
                        "--quiet",
                        "--no-recurse-submodules",
                        "--",
                        url,
                        all[0],
                        all[1],
                    ];
                    self.git(&call, b"")?;
                }
                let commit = self.commit(&format!("{rev}^{{commit}}"));
                commit.map_err(|_| format!("the repository has no commit `{rev}`"))
            }
        }
    }

    fn commit(&self, name: &str) -> Result<String, String> {
        let told = self.git(&["rev-parse", "--verify", "--end-of-options", name], b"")?;
        Ok(String::from_utf8_lossy(&told).trim().to_owned())
    }

    /// The files of a package in a folder of a commit.
    fn files(&self, commit: &str, folder: &str, name: &str) -> Result<Tree, String> {
        let listed = self.listed(commit, folder)?;
        let settings = listed.iter().find(|one| one.name == SETTINGS && one.is_plain);
        let Some(settings) = settings else {
            let place = if folder.is_empty() { "there" } else { folder };
            return Err(format!("it has no `{SETTINGS}` {place}, so it is no package"));
        };
        let text = self.read(std::slice::from_ref(settings))?;
        let text = text.into_values().next().unwrap_or_default();
        let taken = taken(listed, &part(&text, name)?)?;
        self.read(&taken)
    }

    fn listed(&self, commit: &str, folder: &str) -> Result<Vec<Listed>, String> {
        let tree = format!("{commit}:{folder}");
        let told = self.git(&["ls-tree", "-r", "-z", "-l", "--full-tree", &tree], b"")?;
        let told = String::from_utf8(told).map_err(|_| "a name in it is not UTF-8".to_owned())?;
        let entries = told.split_terminator('\0').map(|entry| {
            let (about, name) = entry.split_once('\t')?;
            let mut about = about.split_ascii_whitespace();
            let (mode, _, key, length) = (about.next()?, about.next()?, about.next()?, about.next()?);
            Some(Listed {
                name: name.to_owned(),
                is_plain: mode.starts_with("100"),
                length: length.parse().unwrap_or(0),
                key: key.to_owned(),
            })
        });
        let entries: Option<Vec<Listed>> = entries.collect();
        entries.ok_or_else(|| "git tells the files of it in an unknown form".to_owned())
    }

    /// The bytes of files.
    fn read(&self, files: &[Listed]) -> Result<Tree, String> {
        let asked: String = files.iter().map(|one| format!("{}\n", one.key)).collect();
        let told = self.git(&["cat-file", "--batch"], asked.as_bytes())?;
        let mut rest = told.as_slice();
        let mut tree = Tree::new();
        for file in files {
            let bytes = next_blob(&mut rest).ok_or_else(|| format!("git does not give `{}`", file.name))?;
            tree.insert(file.name.clone(), bytes);
        }
        Ok(tree)
    }
}

/// Why a tag could not be fetched: it is not there, or what git says.
fn without_tag(url: &str, tag: &str, why: String) -> String {
    match tags(url) {
        Ok(tags) if !tags.iter().any(|one| one == tag) => {
            let near = nearest(tag, &tags);
            match near.is_empty() {
                true => format!("the repository has no tag `{tag}`, and no other tag"),
                false => format!("the repository has no tag `{tag}`; it has {}", near.join(", ")),
            }
        }
        _ => why,
    }
}

/// The next file of a batch: a line that ends with its length, its bytes, a line end.
fn next_blob(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let mut words = head.split(' ').skip(1);
    let length: usize = (words.next()? == "blob")
        .then(|| words.next()?.parse().ok())
        .flatten()?;
    let bytes = rest.get(end + 1..end + 1 + length)?.to_vec();
    *rest = rest.get(end + 2 + length..)?;
    Some(bytes)
}

/// Calls git; its output, or what it complains of.
fn git(folder: Option<&Path>, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let arguments: Vec<&str> = SETTINGS_OF_GIT.iter().chain(arguments).copied().collect();
    let program = Program {
        name: "git",
        arguments: &arguments,
        folder,
        variables: &VARIABLES,
        input,
        most: MOST_OUTPUT,
        time: PATIENCE,
    };
    let ran = program.run().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "the program `git` is not installed".to_owned(),
        _ => error.to_string(),
    })?;
    match ran.is_fine {
        true => Ok(ran.output),
        false => Err(complaint(&ran.complaint)),
    }
}

/// What git complains of, in one line.
fn complaint(told: &str) -> String {
    let line = told.lines().map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or("it says nothing");
    let line = line.trim_start_matches("fatal: ").trim_start_matches("error: ");
    format!("git says: {line}")
}

#[cfg(test)]
mod tests {
    use super::next_blob;

    #[test]
    fn a_batch_is_read_by_lengths() {
        let mut rest: &[u8] = b"a1 blob 3\na\nb\nb2 blob 0\n\nc3 missing\n";
        assert_eq!(next_blob(&mut rest).as_deref(), Some(&b"a\nb"[..]));
        assert_eq!(next_blob(&mut rest).as_deref(), Some(&b""[..]));
        assert_eq!(next_blob(&mut rest), None);
    }
}
