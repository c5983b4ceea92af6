//! From typed trees to verified packs: the code of functions, and one system, scenario or case put together.
//!
//! Never YAML: documents come typed. What a name means is asked of `cardwright-meaning`.
//!
//! | module | what lives there |
//! |---|---|
//! | [`link`] | the order in which a pack is put together, and what it is made of besides rules |
//! | [`looks`] | how a game looks, with every name found in its pack |
//! | `emit` | functions as bytecode |
//! | `secrets` | which secrets would be told; such a pack is refused |

mod emit;
pub mod link;
pub mod looks;
mod secrets;
