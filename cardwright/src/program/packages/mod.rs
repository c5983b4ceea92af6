//! Packages from elsewhere: they are brought into the folder `needs` of a project, and packed for others.
//!
//! | file | what lives there |
//! |---|---|
//! | `git` | the files of a package in a git repository, read without a work tree |
//! | `archive` | the files of a package in an archive, and archives of packages |
//! | `tree` | the files of a package, as far as they may be taken |
//! | `bring` | which packages are missing, and how all of them come into `needs` or none |
//! | `store` | versions of packages that other revisions of a project need |
//! | `newer` | the newest tag of a repository |
//!
//! Not here: which packages a project needs and where they are mounted; that is `compiler/documents/src/packages`.

pub(crate) mod archive;
pub(crate) mod bring;
mod git;
pub(crate) mod newer;
mod store;
pub(crate) mod tree;
