//! The hash of a package: over the names, lengths and texts of its files, in the order of their names.
//!
//! Line ends are read as LF and a mark of the byte order at the beginning is passed over, since git changes both on some
//! systems. So the hash of a package is the same wherever it was checked out.

use std::collections::BTreeMap;

/// The beginning of a hash: how it was made.
const MADE_BY: &str = "b3:";
/// The mark of the byte order.
const BYTE_ORDER: &[u8] = b"\xef\xbb\xbf";

/// The hash of files by their names, with `/` between folders.
#[must_use]
pub fn tree_hash(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in files {
        let text = plain(bytes);
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(&text);
    }
    format!("{MADE_BY}{}", hasher.finalize().to_hex())
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(BYTE_ORDER).unwrap_or(bytes);
    let is_kept = |at: &usize| bytes[*at] != b'\r' || bytes.get(at + 1) != Some(&b'\n');
    (0..bytes.len()).filter(is_kept).map(|at| bytes[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::tree_hash;
    use std::collections::BTreeMap;

    fn hash(files: &[(&str, &str)]) -> String {
        let files = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        tree_hash(&BTreeMap::from_iter(files))
    }

    #[test]
    fn line_ends_and_marks_of_the_byte_order_are_nothing_to_it() {
        let is = hash(&[("a", "one\ntwo\n"), ("b", "")]);
        assert_eq!(is, hash(&[("b", ""), ("a", "one\r\ntwo\r\n")]));
        assert_eq!(is, hash(&[("a", "\u{feff}one\ntwo\n"), ("b", "")]));
        for other in [
            vec![("a", "one\ntwo\n")],
            vec![("a", "one\n two\n"), ("b", "")],
            vec![("a", "one\rtwo\n"), ("b", "")],
            vec![("ab", "one\ntwo\n"), ("", "")],
            vec![("a", ""), ("b", "one\ntwo\n")],
        ] {
            assert_ne!(is, hash(&other), "{other:?}");
        }
    }
}
