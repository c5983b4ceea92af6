//! How rules and mistakes are told: cards and abilities as sentences, systems and phrasebooks as pages, diagnostics as reports.
//!
//! Never decides: what rules mean, cost or lack is found out elsewhere, and only told here.
//!
//! | module | what lives there |
//! |---|---|
//! | [`wording`] | typed trees and facts as sentences |
//! | [`guide`] | what a system declares, as a page |
//! | [`phrasebook`] | rows of phrasebooks: compiled to see that they hold, as pages and as data |
//! | [`search`] | rules, cards and rows by words |
//! | [`render`] | diagnostics for people, machines, scanners and GitHub |

pub mod guide;
pub mod phrasebook;
pub mod render;
pub mod search;
pub mod wording;
