//! What `cardwright.toml` says of packages.
//!
//! ```toml
//! [package]                  # this folder, as others need it
//! name = "nova"
//!
//! [packages.river-wars]      # or parts of this folder, each a package
//! systems = ["river-wars"]
//! needs = ["boats"]          # other parts of this folder
//!
//! [needs]                    # what this project needs, each pinned
//! river-wars = { git = "https://example.org/river-wars", tag = "v1.4.0", folder = "content" }
//! house = { path = "../house-rules" }
//! promo = { archive = "archives/promo-2.tar.gz" }
//! ```

use cardwright_files::unusable_name;
use serde::Deserialize;
use toml::Spanned;

/// `[package]`: a whole folder as a package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageDoc {
    /// Its name, under which others need it.
    pub name: String,
    /// Its version, for people.
    pub version: Option<String>,
}

/// `[packages.NAME]`: a part of a folder as a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PartDoc {
    /// The ids of its systems, with their cards, maps, scenarios and cases.
    pub systems: Vec<Spanned<String>>,
    /// The ids of its libraries.
    pub libraries: Vec<Spanned<String>>,
    /// Other parts of the folder that it needs.
    pub needs: Vec<Spanned<String>>,
}

/// An entry of `[needs]` as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NeedDoc {
    /// A folder of this machine, relative to the folder of `cardwright.toml`.
    pub path: Option<String>,
    /// The address of a git repository.
    pub git: Option<String>,
    /// A tag in it.
    pub tag: Option<String>,
    /// A commit in it: all 40 hexadecimal digits.
    pub rev: Option<String>,
    /// An archive on this machine that `cardwright pack --source` has made.
    pub archive: Option<String>,
    /// The folder of the package in the repository or archive.
    pub folder: Option<String>,
}

/// A need: where a package comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Where it comes from.
    pub source: Source,
    /// The folder of the package there, with `/`; empty for the outermost one.
    pub folder: String,
}

/// Where a package comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A folder of this machine.
    Path(String),
    /// A git repository and what is pinned in it.
    Git(String, Pin),
    /// An archive of this machine.
    Archive(String),
}

/// The version of a git repository that is pinned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pin {
    /// A tag.
    Tag(String),
    /// A commit.
    Rev(String),
}

impl std::fmt::Display for Need {
    /// The need in one line, as the lock names it: `git+https://example.org/goats?tag=v1#content`.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.source {
            Source::Path(path) => write!(out, "path+{path}")?,
            Source::Git(url, Pin::Tag(tag)) => write!(out, "git+{url}?tag={tag}")?,
            Source::Git(url, Pin::Rev(rev)) => write!(out, "git+{url}?rev={rev}")?,
            Source::Archive(path) => write!(out, "archive+{path}")?,
        }
        match self.folder.is_empty() {
            true => Ok(()),
            false => write!(out, "#{}", self.folder),
        }
    }
}

impl NeedDoc {
    /// The need that this entry means.
    ///
    /// # Errors
    /// Why it means none, for people.
    pub fn need(&self) -> Result<Need, String> {
        let source = match (&self.path, &self.git, &self.archive) {
            (Some(path), None, None) => Source::Path(place(path, "path")?),
            (None, Some(url), None) => Source::Git(address(url)?, self.pin()?),
            (None, None, Some(path)) => Source::Archive(place(path, "archive")?),
            _ => return Err("a need has one of `path`, `git` and `archive`".to_owned()),
        };
        let is_git = matches!(source, Source::Git(..));
        if !is_git && (self.tag.is_some() || self.rev.is_some()) {
            return Err("only a need with `git` has a `tag` or a `rev`".to_owned());
        }
        if matches!(source, Source::Path(_)) && self.folder.is_some() {
            return Err("write the folder behind `path`; `folder` is for `git` and `archive`".to_owned());
        }
        let folder = self.folder.as_deref().unwrap_or_default();
        let folder = folder.trim_end_matches('/');
        match folder.is_empty() || is_inner(folder) {
            true => Ok(Need {
                source,
                folder: folder.to_owned(),
            }),
            false => Err(format!(
                "`{folder}` is no folder of the package: write names with `/` between them, without `..`"
            )),
        }
    }

    fn pin(&self) -> Result<Pin, String> {
        match (&self.tag, &self.rev) {
            (Some(tag), None) => refname(tag).map(Pin::Tag),
            (None, Some(rev)) => commit(rev).map(Pin::Rev),
            _ => {
                Err("a need with `git` is pinned: write `tag = \"v1.0.0\"` or `rev = \"COMMIT\"`".to_owned())
            }
        }
    }
}

/// Whether a text can be the name of a package: words of small letters and digits with `-` between them.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.split('-').all(is_word)
        && unusable_name(name).is_none()
}

/// A relative path of names only.
fn is_inner(path: &str) -> bool {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && unusable_name(part).is_none();
    path.split('/').all(is_plain)
}

fn place(path: &str, key: &str) -> Result<String, String> {
    let is_odd = path.is_empty() || path.starts_with('-') || path.contains(['\0', '\n', '\r']);
    match is_odd {
        true => Err(format!("`{key}` is a place on this machine, such as `../goats`")),
        false => Ok(path.replace('\\', "/")),
    }
}

/// The address of a repository. Git takes some addresses as options or programs to run: these are refused.
fn address(url: &str) -> Result<String, String> {
    let begins = |schemes: &[&str]| schemes.iter().any(|scheme| url.starts_with(scheme));
    let is_plain = !url.contains("::") && !url.contains(|letter: char| letter.is_control() || letter == ' ');
    let is_scp = |url: &str| {
        let host = url.split_once(':').map(|(host, _)| host);
        host.is_some_and(|host| !host.contains('/') && host.contains('@')) && !url.starts_with('-')
    };
    let is_host = |url: &str| {
        !url.split_once("://")
            .is_some_and(|(_, rest)| rest.starts_with('-'))
    };
    match is_plain && is_host(url) && (begins(&["https://", "ssh://", "file://"]) || is_scp(url)) {
        true => Ok(url.to_owned()),
        false => Err(format!(
            "`{url}` is no address of a repository: it begins with `https://`, `ssh://` or `file://`, or is `git@HOST:PATH`"
        )),
    }
}

/// A name that git could not take for an option, a range or several names.
fn refname(tag: &str) -> Result<String, String> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-/+".contains(letter);
    let is_plain = !tag.is_empty()
        && tag.chars().all(is_letter)
        && !tag.starts_with(['-', '.', '/'])
        && !tag.contains("..")
        && !tag.contains("//")
        && !tag.ends_with(['/', '.']);
    match is_plain {
        true => Ok(tag.to_owned()),
        false => Err(format!(
            "`{tag}` is no tag: it has letters, digits and `.`, `_`, `-`, `+`, `/`"
        )),
    }
}

/// Whether a text is a commit with all its digits.
pub(super) fn is_commit(rev: &str) -> bool {
    rev.len() == 40 && rev.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn commit(rev: &str) -> Result<String, String> {
    match is_commit(rev) {
        true => Ok(rev.to_ascii_lowercase()),
        false => Err(format!(
            "`{rev}` is no commit: write all 40 digits, as `git rev-parse` tells them"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Need, NeedDoc, is_name};

    fn need(text: &str) -> Result<Need, String> {
        let doc: NeedDoc = toml::from_str(text).expect("it is a need");
        doc.need()
    }

    #[test]
    fn a_need_is_pinned() {
        let told = |text: &str| need(text).map(|need| need.to_string());
        let rev = "0123456789abcdef0123456789ABCDEF01234567";
        for (text, is) in [
            ("path = '../goats'", "path+../goats"),
            (
                "git = 'https://a.org/b'\ntag = 'v1.2'",
                "git+https://a.org/b?tag=v1.2",
            ),
            (
                "git = 'git@a.org:b/c'\ntag = 'v1'\nfolder = 'a/b/'",
                "git+git@a.org:b/c?tag=v1#a/b",
            ),
            ("archive = 'a.tar.gz'", "archive+a.tar.gz"),
        ] {
            assert_eq!(told(text).as_deref(), Ok(is));
        }
        let pinned = told(&format!("git = 'ssh://a/b'\nrev = '{rev}'")).expect("a commit");
        assert!(pinned.ends_with(&rev.to_lowercase()), "{pinned}");
        for text in [
            "",
            "path = 'a'\ngit = 'https://a'",
            "git = 'https://a'",
            "git = 'https://a'\ntag = 'a'\nrev = 'b'",
            "git = 'https://a'\nrev = 'main'",
            "path = 'a'\ntag = 'b'",
            "path = 'a'\nfolder = 'b'",
            "path = ''",
        ] {
            assert!(need(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_git_could_take_for_something_else_is_refused() {
        for url in [
            "--upload-pack=touch x",
            "-oProxyCommand=x",
            "ext::sh -c x",
            "https://-oProxyCommand=x/y",
            "ssh://-x",
            "http://a.org/b",
            "fd::3",
            "a b",
            "https://a\n",
            "../b",
            "-a@b:c",
        ] {
            let text = format!("git = {url:?}\ntag = 'v1'");
            assert!(need(&text).is_err(), "{url}");
        }
        for tag in [
            "--all", "a..b", "a b", "", "/a", "a/", ".a", "a:b", "a^", "a~1", "@{u}", "*",
        ] {
            let text = format!("git = 'https://a.org'\ntag = {tag:?}");
            assert!(need(&text).is_err(), "{tag}");
        }
    }

    #[test]
    fn a_folder_stays_in_its_package() {
        for folder in ["..", "a/../b", "/a", "a//b", "./a", "a/.", "c:", "a\\..\\b"] {
            let text = format!("git = 'https://a.org'\ntag = 'v1'\nfolder = {folder:?}");
            assert!(need(&text).is_err(), "{folder}");
        }
    }

    #[test]
    fn the_name_of_a_package_is_that_of_a_folder_everywhere() {
        for (name, fits) in [
            ("river-wars", true),
            ("a1", true),
            ("con", false),
            ("A", false),
            ("a--b", false),
            ("..", false),
        ] {
            assert_eq!(is_name(name), fits, "{name}");
        }
    }
}
