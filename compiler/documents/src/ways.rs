//! The proper ways of a system: `spend apple: pay-apple` says that whoever spends apples runs that procedure, so that what
//! other cards say of it is asked.
//!
//! ```yaml
//! ways:
//!   spend apple: pay-apple
//!   give bruise: hurt
//!   remove bell: bury-bell
//! ```

use crate::document::{At, SystemDoc};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{Id, ProcedureDef};

/// The things that can have a proper way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// `spend 1 apple from X`, in a cost; the token's number.
    Spend(usize),
    /// `take 1 apple from X`.
    Take(usize),
    /// `give 1 bruise to X`, and `place 1 bruise on X` in a cost.
    Give(usize),
    /// `remove(X)`, and `discard X` in a cost; the kind's number.
    Remove(u16),
}

/// The words of an act, and what it is done with.
const VERBS: [(&str, Noun); 4] = [
    ("spend", Noun::Token(Act::Spend)),
    ("take", Noun::Token(Act::Take)),
    ("give", Noun::Token(Act::Give)),
    ("remove", Noun::Kind(Act::Remove)),
];

#[derive(Clone, Copy)]
enum Noun {
    Token(fn(usize) -> Act),
    Kind(fn(u16) -> Act),
}

/// An act and the procedure that does it properly.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The deed.
    pub act: Act,
    /// The procedure that does it properly.
    pub procedure: Id<ProcedureDef>,
}

/// The mistake in an entry: the message, what was written, and what could have been.
pub struct Fault<'a> {
    /// The key or the name that is wrong.
    pub at: &'a At<String>,
    /// Why, in a sentence.
    pub message: String,
    /// The word that was written.
    pub wrong: &'a str,
    /// The words that could have been.
    pub known: Vec<String>,
}

/// All entries of a system, each understood or not.
pub fn ways<'a>(doc: &'a SystemDoc, pack: &Pack) -> impl Iterator<Item = Result<Way, Fault<'a>>> {
    doc.ways.0.iter().map(move |(key, procedure)| {
        let act = act(key, pack)?;
        let procedure = find(procedure, pack)?;
        Ok(Way { act, procedure })
    })
}

fn act<'a>(key: &'a At<String>, pack: &Pack) -> Result<Act, Fault<'a>> {
    let fault = |message, wrong, known| Fault {
        at: key,
        message,
        wrong,
        known,
    };
    let (verb, noun) = key.value.split_once(' ').unwrap_or((&key.value, ""));
    let Some((_, sort)) = VERBS.iter().find(|(known, _)| *known == verb) else {
        let known = VERBS.iter().map(|(verb, _)| (*verb).to_owned()).collect();
        let message = format!(
            "`{verb}` cannot have a way: write `spend`, `take` or `give` and a token, or `remove` and a kind"
        );
        return Err(fault(message, verb, known));
    };
    match sort {
        Noun::Token(act) => match pack.tokens.iter().position(|token| token.name == noun) {
            Some(at) => Ok(act(at)),
            None => {
                let known = pack.tokens.iter().map(|token| token.name.clone()).collect();
                Err(fault(format!("there is no token `{noun}`"), noun, known))
            }
        },
        Noun::Kind(act) => {
            let mut kinds = (0..).zip(&pack.kinds).filter(|(_, kind)| kind.class.has_rules());
            match kinds.find(|(_, kind)| kind.name == noun) {
                Some((at, _)) => Ok(act(at)),
                None => {
                    let known = pack.kinds.iter().filter(|kind| kind.class.has_rules());
                    let known = known.map(|kind| kind.name.clone()).collect();
                    Err(fault(
                        format!("there is no kind `{noun}` of pieces or cards"),
                        noun,
                        known,
                    ))
                }
            }
        }
    }
}

fn find<'a>(name: &'a At<String>, pack: &Pack) -> Result<Id<ProcedureDef>, Fault<'a>> {
    let at = pack.procedures.iter().position(|one| one.name == name.value);
    at.map(Id::at).ok_or_else(|| Fault {
        at: name,
        message: format!("there is no procedure `{}`", name.value),
        wrong: &name.value,
        known: pack.procedures.iter().map(|one| one.name.clone()).collect(),
    })
}
