//! The language service answers the questions of editors about a project: a file's name and a byte of its
//! text go in, plain data comes out.
//!
//! ```text
//! cardwright lsp  ->  service  ->  compiler
//! ```
//!
//! | file | answers |
//! |---|---|
//! | `workspace` | the project with the texts that are open; the only door to the compiler's state |
//! | `place` | bytes of a file by its name |
//! | `lines` | lines and columns, as editors count them |
//! | `blocks` | the texts of the language in a file: all of it, or blocks of a document |
//! | `problems` | errors and warnings, and those that a change of the text moves |
//! | `actions` | what can be written instead |
//! | `formatting` | the canonical layout of a file |
//! | `symbols` | what a file and a project declare |
//! | `folding` | what can be folded away |
//! | `names` | what each name in a file means |
//! | `told` | what is known of a system since it compiled last |
//! | `hover` | what there is to say of the thing at a byte |
//! | `definition` | where it is declared, and all names that mean it |
//! | `completion` | what can be written there |
//! | `ranking`, `habits`, `contexts` | what of it is likeliest, by what the rules of the project have |
//! | `signature` | the parameters of what is called there |
//! | `tokens` | what each word is, for colours |
//! | `hints` | rules as sentences |
//! | `lenses` | what can be done with a card, scenario or case |
//! | `rename` | another name for it, with a proof that all is well afterwards |
//!
//! Files are known by their names in the project (`cards/a/b.yaml`), since numbers of files change. Nothing here
//! reads or writes but through [`Workspace`], starts a thread, or knows a protocol.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests put files where they like"
    )
)]

mod actions;
mod blocks;
mod completion;
mod contexts;
mod definition;
mod folding;
mod formatting;
mod habits;
mod hints;
mod hover;
mod lenses;
mod lines;
mod names;
mod place;
mod problems;
mod ranking;
mod rename;
mod signature;
mod symbols;
#[cfg(test)]
mod tests;
mod tokens;
mod told;
mod workspace;

pub use actions::{Action, actions};
pub use completion::{Completion, Completions, completions};
pub use definition::{Definition, definition, references};
pub use folding::{Fold, folds};
pub use formatting::{Formatting, formatting};
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use lenses::{Deed, Lens, lenses};
pub use lines::{Encoding, Lines, Spot};
pub use names::{Names, Use, all_names, names_of};
pub use place::{Edit, Place};
pub use problems::{Problem, Related, is_of_schemas, moved};
pub use rename::{NotRenamed, renamable, rename};
pub use signature::{Signature, signature};
pub use symbols::{Symbol, SymbolSort, file_symbols, project_symbols};
pub use tokens::{ColouredToken, TokenClass, coloured_tokens};
pub use told::Told;
pub use workspace::{Look, MOST_TEXT, Review, Reviewed, Workspace};
