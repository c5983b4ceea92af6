//! The documents of a project: YAML and rules text, with the places of every part, files, libraries, and what is wrong with them.
//!
//! Never what a name means: that takes everything that a system declares.
//!
//! | module | what lives there |
//! |---|---|
//! | [`project`] | finding and reading the documents of a folder, and the libraries that they share |
//! | [`document`] | the types of documents |
//! | [`rules`], [`ways`] | rules text as it was parsed, and the proper ways of a system |
//! | [`scalar`], [`layout`] | texts within YAML: where their bytes are, and how they are laid out |
//! | [`settings`] | the settings of a project |
//! | [`packages`] | what a project needs from others, and what others need of it |
//! | [`source`] | files and places in them |
//! | [`diagnostic`], [`codes`] | what is wrong, and the codes and pages of all that can be |

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests put files where they like, and start programs"
    )
)]

pub mod allowed;
pub mod codes;
pub mod diagnostic;
pub mod document;
pub mod layout;
pub mod packages;
pub mod project;
pub mod rules;
pub mod scalar;
pub mod settings;
pub mod source;
pub mod ways;
