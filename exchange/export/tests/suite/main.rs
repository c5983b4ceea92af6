//! Exports as those see them who read them: schemas, databases, tables, vectors, and the folder on the disk.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

mod closed;
mod conform;
mod databases;
mod determinism;
mod documents;
mod engines;
mod folders;
mod foundry;
mod kit;
mod lists;
mod pictures;
mod programs;
mod saves;
mod schemas;
mod snapshot;
mod tables;
mod tools;
