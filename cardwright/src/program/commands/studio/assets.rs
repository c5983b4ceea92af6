//! The files of the page, which come along with the program. `studio/page` builds them; a test says whether they are fresh.

/// A file of the page.
pub(super) struct Asset {
    /// Its path in an address.
    pub(super) path: &'static str,
    /// What it is.
    pub(super) kind: &'static str,
    /// What is in it.
    pub(super) bytes: &'static [u8],
}

macro_rules! assets {
    ($($path:literal $file:literal $kind:literal,)*) => {
        const ASSETS: &[Asset] = &[$(Asset {
            path: $path,
            kind: $kind,
            bytes: include_bytes!(concat!("../../../../page/", $file)),
        },)*];
    };
}

assets! {
    "/" "index.html" "text/html; charset=utf-8",
    "/index.html" "index.html" "text/html; charset=utf-8",
    "/page.js" "page.js" "text/javascript; charset=utf-8",
    "/page.css" "page.css" "text/css; charset=utf-8",
    "/editor.js" "editor.js" "text/javascript; charset=utf-8",
    "/licences.txt" "licences.txt" "text/plain; charset=utf-8",
}

/// The file at a path.
pub(super) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}
