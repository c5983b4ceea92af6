//! Names of files as references in URIs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that are encoded in a URI; a `/` goes on to part folders.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A file's name as a URI: relative as it is, or of a file of this machine.
pub(super) fn uri(name: &str) -> String {
    let encoded = utf8_percent_encode(name, ENCODED);
    match name.starts_with('/') {
        true => format!("file://{encoded}"),
        false => encoded.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn what_means_something_else_in_a_uri_is_encoded() {
        assert_eq!(uri("cards/a-b/a_b~1.yaml"), "cards/a-b/a_b~1.yaml");
        assert_eq!(uri("my game/50%.yaml"), "my%20game/50%25.yaml");
        assert_eq!(uri("../a#b?c:d.yaml"), "../a%23b%3Fc%3Ad.yaml");
        assert_eq!(uri("/srv/zéhir.yaml"), "file:///srv/z%C3%A9hir.yaml");
    }
}
