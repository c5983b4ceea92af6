//! The program and the library, as their callers see them. One test program, since each further one is linked with the
//! whole library.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

mod campaign;
#[cfg(unix)]
mod changes;
mod claims;
mod cli;
#[cfg(unix)]
mod documents;
#[cfg(unix)]
mod doors;
mod drawings;
mod export;
#[cfg(unix)]
mod filing;
#[cfg(feature = "studio")]
mod forces;
#[cfg(unix)]
mod gates;
mod import;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod lsp;
mod manners;
mod new;
mod numbers;
mod overlays;
mod own_game;
#[cfg(unix)]
mod packages;
mod page;
mod pages;
mod pairs;
#[cfg(unix)]
mod players;
#[cfg(feature = "pdf")]
mod print;
mod reports;
mod series;
#[cfg(feature = "browser")]
mod server;
mod sessions;
mod shapes;
mod shop;
mod sim;
mod squads;
#[cfg(feature = "studio")]
mod studio;
#[cfg(unix)]
mod trust;
mod tutorial;
#[cfg(unix)]
mod watch;
#[cfg(unix)]
mod writing;
