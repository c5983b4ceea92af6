//! The names of files: which ids can be some, on all systems.

/// The most bytes of an id that becomes the name of a file: there is room for an ending.
pub const MOST_NAME: usize = 100;
/// The names that Windows keeps for devices, in any case and with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Why an id cannot be the name of a file or folder; nothing, if it can.
#[must_use]
pub fn unusable_name(id: &str) -> Option<String> {
    if id.len() > MOST_NAME {
        return Some(format!(
            "it has {} bytes; the name of a file can have at most {MOST_NAME}",
            id.len()
        ));
    }
    foreign_name(id)
}

/// The reason why no file can have this name, like [`unusable_name`], but without a bound on its length;
/// `None` if it is a good one.
#[must_use]
pub fn foreign_name(id: &str) -> Option<String> {
    if id.is_empty() || id == "." || id == ".." {
        return Some("no file can have this name".to_owned());
    }
    if id.ends_with(['.', ' ']) {
        return Some("Windows does not allow names that end with a dot or a space".to_owned());
    }
    let is_foreign = |letter: char| letter.is_control() || "/\\:*?\"<>|".contains(letter);
    if let Some(letter) = id.chars().find(|&letter| is_foreign(letter)) {
        return Some(format!("the name of a file cannot contain {letter:?}"));
    }
    let stem = id.split('.').next().unwrap_or(id).trim_end().to_ascii_lowercase();
    is_device(&stem).then(|| format!("Windows reserves the name `{stem}` for a device"))
}

/// `con` and the like, `com0` to `com9`, `lpt0` to `lpt9`, and these with a raised digit.
fn is_device(stem: &str) -> bool {
    let numbered = || stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_digit = |rest: &str| {
        let mut letters = rest.chars();
        let first = letters.next();
        first.is_some_and(|one| one.is_ascii_digit() || "¹²³".contains(one)) && letters.next().is_none()
    };
    DEVICES.contains(&stem) || numbered().is_some_and(is_digit)
}

#[cfg(test)]
mod tests {
    use super::{MOST_NAME, unusable_name};

    // Limit: MOST_NAME in files/src/names.rs
    #[test]
    fn devices_of_windows_and_long_names_are_refused_and_all_else_is_not() {
        for id in [
            "con", "NUL", "Aux", "prn", "com1", "LPT9", "com¹", "con.yaml", "nul .txt", "a.", "a ", "", "..",
            "a/b", "a\\b", "a:b", "a\nb", "conin$",
        ] {
            assert!(unusable_name(id).is_some(), "{id:?}");
        }
        assert!(unusable_name(&"a".repeat(MOST_NAME + 1)).is_some());
        for id in [
            "icon",
            "console",
            "com",
            "com10",
            "lpt",
            "auxiliary",
            "a.con",
            "nul-one",
            "a-b",
        ] {
            assert_eq!(unusable_name(id), None, "{id}");
        }
        assert_eq!(unusable_name(&"a".repeat(MOST_NAME)), None);
    }
}
