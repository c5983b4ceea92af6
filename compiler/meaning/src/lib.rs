//! The meaning of rules and facts: what each name stands for, which types they have, and the typed trees made
//! from them.
//!
//! Never YAML, which comes as typed documents, and never bytecode: a pack is given its tables here, and its code by
//! `cardwright-code`.
//!
//! | module | what lives there |
//! |---|---|
//! | [`check`] | rules: names, types, typed trees |
//! | [`facts`], `rows` | facts of documents as values of the types that records and kinds ask for |
//! | [`reckon`] | defaults of facts, worked out as documents are put together |

pub mod check;
pub mod facts;
pub mod reckon;
mod rows;
