//! Files by their URIs, as editors write them: `file:///home/me/my%20game/cards/a.yaml`, `file:///c%3A/games/a.yaml`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Component, Path, PathBuf};

/// The characters that are encoded in a URI; a `/` stays, since it separates folders.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The path of a file; nothing if the URI is of something else, or leads up and down.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = percent_decode_str(rest).decode_utf8().ok()?;
    if !text.starts_with('/') || text.contains('\0') {
        return None;
    }
    let bytes = text.as_bytes();
    let has_drive = bytes.get(1).is_some_and(u8::is_ascii_alphabetic) && bytes.get(2) == Some(&b':');
    let path = Path::new(text.get(usize::from(has_drive)..)?);
    let is_plain = |part: Component<'_>| !matches!(part, Component::ParentDir);
    path.components().all(is_plain).then(|| path.to_path_buf())
}

/// The URI of a file.
pub(super) fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let lead = if text.starts_with('/') { "" } else { "/" };
    format!("file://{lead}{}", utf8_percent_encode(&text, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::{path, uri};
    use std::path::Path;

    #[test]
    fn files_go_there_and_back() {
        for name in ["/srv/my game/50%.yaml", "/srv/zéhir/a#b?c.yaml"] {
            assert_eq!(path(&uri(Path::new(name))).as_deref(), Some(Path::new(name)));
        }
        assert_eq!(
            path("file:///c%3A/games/a.yaml").as_deref(),
            Some(Path::new("c:/games/a.yaml"))
        );
        assert_eq!(uri(Path::new("c:\\games\\a.yaml")), "file:///c%3A/games/a.yaml");
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        for uri in [
            "untitled:Untitled-1",
            "file://",
            "file:///a/../../etc/passwd",
            "file:///%ff",
            "git:/a",
            "",
        ] {
            assert_eq!(path(uri), None, "{uri}");
        }
    }
}
