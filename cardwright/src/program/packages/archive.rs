//! Archives of packages: `.tar.gz`, with plain files only.
//!
//! The same package gives the same bytes: files in the order of their names, without times and owners. What comes in is read
//! entry by entry, bounded in bytes, and never unpacked.

use super::tree::{Listed, SETTINGS, Tree, part, taken};
use cardwright_compiler::packages::{MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::io::{self, Read, Write};
use tar::{Archive, Builder, EntryType, Header};

/// The most bytes of an archive as it lies on the disk.
pub(super) const MOST_ARCHIVE_BYTES: u64 = 64 << 20;
/// The most bytes of what it becomes: the files, and the heads between them.
const MOST_UNPACKED_BYTES: u64 = MOST_PACKAGE_BYTES + 2048 * MOST_PACKAGE_FILES as u64;
/// What gzip calls a system that it does not know.
const NO_SYSTEM: u8 = 255;

/// An archive of files.
pub(crate) fn packed(files: &Tree) -> io::Result<Vec<u8>> {
    let gzip = GzBuilder::new().mtime(0).operating_system(NO_SYSTEM);
    let mut tar = Builder::new(gzip.write(Vec::new(), Compression::best()));
    for (name, bytes) in files {
        let mut head = Header::new_gnu();
        head.set_entry_type(EntryType::Regular);
        head.set_mode(0o644);
        head.set_mtime(0);
        head.set_uid(0);
        head.set_gid(0);
        head.set_size(bytes.len() as u64);
        tar.append_data(&mut head, name, bytes.as_slice())?;
    }
    let mut gzip = tar.into_inner()?;
    gzip.flush()?;
    gzip.finish()
}

/// The files of the package of this name in a folder of an archive.
pub(super) fn unpacked(bytes: &[u8], folder: &str, name: &str) -> Result<Tree, String> {
    let wrong = |error: io::Error| format!("the archive cannot be read: {error}");
    let mut archive = Archive::new(GzDecoder::new(bytes).take(MOST_UNPACKED_BYTES));
    let (mut listed, mut all) = (Vec::new(), Tree::new());
    let mut left = MOST_PACKAGE_BYTES;
    for entry in archive.entries().map_err(wrong)? {
        let mut entry = entry.map_err(wrong)?;
        let kind = entry.header().entry_type();
        let path = entry.path_bytes().into_owned();
        let path = String::from_utf8(path).map_err(|_| "a name in the archive is not UTF-8".to_owned())?;
        let Some(inner) = inner(&path, folder) else {
            continue;
        };
        if kind == EntryType::Directory {
            continue;
        }
        let is_plain = kind == EntryType::Regular;
        let length = entry.size();
        if length > left {
            return Err(format!("its files have more than {MOST_PACKAGE_BYTES} bytes"));
        }
        let mut bytes = Vec::new();
        if is_plain {
            left -= length;
            copy(&mut entry, length, &mut bytes).map_err(wrong)?;
        }
        listed.push(Listed {
            name: inner.to_owned(),
            is_plain,
            length,
            key: String::new(),
        });
        if listed.len() > 2 * MOST_PACKAGE_FILES {
            return Err(format!(
                "the archive has more than {} files",
                2 * MOST_PACKAGE_FILES
            ));
        }
        if all.insert(inner.to_owned(), bytes).is_some() {
            return Err(format!("`{inner}` is in the archive twice"));
        }
    }
    let Some(settings) = all.get(SETTINGS) else {
        return Err(format!(
            "the archive has no `{SETTINGS}` there, so it is no package"
        ));
    };
    let taken = taken(listed, &part(settings, name)?)?;
    let files = taken.into_iter().filter_map(|one| all.remove_entry(&one.name));
    Ok(files.collect())
}

/// The name of an entry below a folder.
fn inner<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let path = path.strip_prefix("./").unwrap_or(path);
    match folder.is_empty() {
        true => Some(path),
        false => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

fn copy(from: &mut impl Read, length: u64, to: &mut Vec<u8>) -> io::Result<()> {
    let copied = io::copy(&mut from.take(length), to)?;
    match copied == length {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "goats";
    const MANIFEST: &str = "[package]\nname = \"goats\"\n";

    fn tree(files: &[(&str, &str)]) -> Tree {
        let files = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        let settings = (SETTINGS.to_owned(), MANIFEST.as_bytes().to_vec());
        files.chain([settings]).collect()
    }

    /// An archive with one odd entry behind the settings.
    fn odd(kind: EntryType, path: &str, link: Option<&str>, bytes: &[u8]) -> Vec<u8> {
        let mut tar = Builder::new(GzBuilder::new().write(Vec::new(), Compression::fast()));
        let mut head = Header::new_gnu();
        head.set_size(MANIFEST.len() as u64);
        head.set_mode(0o644);
        tar.append_data(&mut head, SETTINGS, MANIFEST.as_bytes())
            .expect("it can be written");
        let mut head = Header::new_gnu();
        head.set_entry_type(kind);
        head.set_size(bytes.len() as u64);
        if let Some(link) = link {
            head.set_link_name(link).expect("it fits");
        }
        // The crate would refuse the names that are tried here.
        let name = &mut head.as_gnu_mut().expect("it is one").name;
        name[..path.len()].copy_from_slice(path.as_bytes());
        head.set_cksum();
        tar.append(&head, bytes).expect("it can be written");
        tar.into_inner()
            .and_then(flate2::write::GzEncoder::finish)
            .expect("it can be written")
    }

    #[test]
    fn what_was_packed_is_unpacked_and_packed_again_to_the_same_bytes() {
        let files = tree(&[("cards/goats/a.yaml", "set: a\n"), ("LICENSE", "free")]);
        let bytes = packed(&files).expect("it can be packed");
        assert_eq!(unpacked(&bytes, "", NAME), Ok(files.clone()));
        assert_eq!(packed(&files).expect("it can be packed"), bytes);
        assert!(unpacked(&bytes, "", "sheep").is_err());
        assert!(unpacked(&bytes, "elsewhere", NAME).is_err());
        assert!(unpacked(b"no archive", "", NAME).is_err());
    }

    #[test]
    fn links_devices_and_names_that_lead_elsewhere_are_refused() {
        let name = "cards/goats/a.yaml";
        assert!(unpacked(&odd(EntryType::Regular, name, None, b"set: a"), "", NAME).is_ok());
        for kind in [
            EntryType::Symlink,
            EntryType::Link,
            EntryType::Char,
            EntryType::Fifo,
        ] {
            assert!(
                unpacked(&odd(kind, name, Some("/etc/passwd"), b""), "", NAME).is_err(),
                "{kind:?}"
            );
        }
        for name in [
            "cards/../../a.yaml",
            "cards/goats/../../../a.yaml",
            "cards/goats/nul.yaml",
        ] {
            let told = unpacked(&odd(EntryType::Regular, name, None, b"x"), "", NAME);
            // What is no content is not taken at all.
            assert!(told.is_err() || told.is_ok_and(|tree| tree.len() == 1), "{name}");
        }
        let told = unpacked(&odd(EntryType::Regular, "/etc/a.yaml", None, b"x"), "", NAME);
        assert_eq!(told.map(|tree| tree.len()), Ok(1));
    }

    #[test]
    fn an_archive_that_grows_without_end_is_refused() {
        // Zeros become a thousandth of their length.
        let zeros = vec![0; usize::try_from(MOST_PACKAGE_BYTES).expect("it fits") + 1];
        let bomb = odd(EntryType::Regular, "cards/goats/a.yaml", None, &zeros);
        assert!((bomb.len() as u64) < MOST_ARCHIVE_BYTES / 100);
        assert!(
            unpacked(&bomb, "", NAME)
                .expect_err("it is too large")
                .contains("more than")
        );
    }
}
