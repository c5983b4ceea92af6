//! The newest tag of a repository: of those that are written as the pinned one, with numbers only.

use super::git::tags;

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

#[cfg(test)]
mod tests {
    use super::newest_of;

    #[test]
    fn the_newest_tag_has_the_greatest_numbers() {
        let tags = ["v1.9.0", "v1.10.0", "v2.0.0-beta", "nightly", "w9.9.9", "v1.2"].map(str::to_owned);
        let newest = |pinned: &str| newest_of(&tags, pinned);
        assert_eq!(newest("v1.2.0").as_deref(), Some("v1.10.0"));
        assert_eq!(newest("v1.10.0"), None);
        assert_eq!(newest("stable"), None);
    }
}
