//! Exports as those see them who read them: schemas, databases, tables, vectors, and the folder on the disk.

mod conform;
mod databases;
mod determinism;
mod folders;
mod kit;
mod schemas;
mod snapshot;
mod tables;
mod tools;
