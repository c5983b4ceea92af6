//! Cardwright for Python: the module `cardwright._native`, which the package `cardwright` shows.
//!
//! | file | what lives there |
//! |---|---|
//! | `border` | errors, panics, data: what every call goes through |
//! | `content` | [`Workshop`](content::Workshop), [`Content`](content::Content) |
//! | `layout` | what there is in a content, for whoever turns games into numbers |
//! | `game` | [`Game`](game::Game) |
//! | `agent` | [`Agent`](agent::Agent): players that are programs |
//! | `series` | many games, played without Python's lock |
//! | `batch` | [`Batch`](batch::Batch): many games side by side, played by numbered actions |
//! | `seated`, `workers` | one of these games, and who sits at it; the threads that step them |
//! | `turn`, `sight`, `fingerprint` | questions as numbered actions; what a player sees as numbers; texts as numbers |
//! | `conform` | the reference runner of conformance vectors |
//!
//! Not here: anything about content or rules; and what needs other packages (`bindings/python/cardwright`).

use pyo3::prelude::*;

mod agent;
mod batch;
mod border;
mod conform;
mod content;
mod fingerprint;
mod game;
mod layout;
mod seated;
mod series;
mod sight;
mod turn;
mod workers;

/// What the program uses, too: see `cardwright/src/main.rs`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Cardwright for Python. Use the package `cardwright`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::conform::Runner;
    #[pymodule_export]
    use crate::content::{Content, Workshop, load};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::series::{Report, merge, play_shard, simulate};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
