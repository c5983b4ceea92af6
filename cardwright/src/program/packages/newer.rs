//! The newest tag of a repository: of those that are written as the pinned one, with numbers only.

use super::git::tags;
use std::cmp::Reverse;

/// How many tags are named in the place of one that does not exist.
const MOST_NEAR: usize = 5;

/// A tag that counts: what stands before its numbers, and the numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    before: String,
    numbers: Vec<u32>,
}

impl Version {
    /// `v1.2.0` and the like; nothing for tags with words behind the numbers, such as `v2.0.0-beta`.
    fn of(tag: &str) -> Option<Self> {
        let at = tag.find(|letter: char| letter.is_ascii_digit())?;
        let (before, numbers) = tag.split_at(at);
        let numbers: Result<Vec<u32>, _> = numbers.split('.').map(str::parse).collect();
        Some(Self {
            before: before.to_owned(),
            numbers: numbers.ok()?,
        })
    }
}

/// The newest tag of a repository, if there is a newer one than the pinned one.
pub(crate) fn newest(url: &str, pinned: &str) -> Result<Option<String>, String> {
    Ok(newest_of(&tags(url)?, pinned))
}

fn newest_of(tags: &[String], pinned: &str) -> Option<String> {
    let now = Version::of(pinned)?;
    let all = tags.iter().filter_map(|tag| Some((Version::of(tag)?, tag)));
    let alike = all.filter(|(version, _)| version.before == now.before);
    let newest = alike.max_by(|one, other| one.0.cmp(&other.0));
    newest
        .filter(|(version, _)| *version > now)
        .map(|(_, tag)| tag.clone())
}

/// The tags that are most like one that does not exist: those that begin alike, the newest first.
pub(super) fn nearest(tag: &str, tags: &[String]) -> Vec<String> {
    let shared = |other: &str| {
        let both = tag.bytes().zip(other.bytes());
        both.take_while(|(one, other)| one == other).count()
    };
    let mut near: Vec<&String> = tags.iter().collect();
    near.sort_by_cached_key(|other| {
        let length = other.len().abs_diff(tag.len());
        (Reverse(shared(other)), length, Reverse(Version::of(other)))
    });
    near.iter()
        .take(MOST_NEAR)
        .map(|one| format!("`{one}`"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_NEAR, nearest, newest_of};

    // Limit: MOST_NEAR in cardwright/src/program/packages/newer.rs
    #[test]
    fn the_nearest_tags_begin_alike_and_the_newest_come_first() {
        let tags = [
            "nightly", "w1.0.0", "v0.1.0", "v0.2.0", "v1.0.0", "v0.2.1", "v0.10.0",
        ]
        .map(str::to_owned);
        let near = nearest("v0.2.3", &tags);
        assert_eq!(near.len(), MOST_NEAR);
        assert_eq!(near[..3], ["`v0.2.1`", "`v0.2.0`", "`v0.1.0`"]);
        assert_eq!(nearest("1.0", &tags[..1]), ["`nightly`"]);
        assert!(nearest("v1", &[]).is_empty());
    }

    #[test]
    fn the_newest_tag_has_the_greatest_numbers() {
        let tags = ["v1.9.0", "v1.10.0", "v2.0.0-beta", "nightly", "w9.9.9", "v1.2"].map(str::to_owned);
        let newest = |pinned: &str| newest_of(&tags, pinned);
        assert_eq!(newest("v1.2.0").as_deref(), Some("v1.10.0"));
        assert_eq!(newest("v1.10.0"), None);
        assert_eq!(newest("stable"), None);
    }
}
