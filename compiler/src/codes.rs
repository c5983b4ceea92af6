//! Every diagnostic of the compiler: stable code, stable name, and its page.

use crate::diagnostic::Code;

macro_rules! codes {
    ($($name:ident = $id:literal, $slug:literal, $page:literal;)*) => {
        $(#[doc = $page] pub const $name: &Code = &Code { id: $id, name: $slug, page: $page };)*
        /// All codes, in order.
        pub const ALL: &[&Code] = &[$($name),*];
    };
}

codes! {
    YAML = "cw0001", "yaml", "The document is not valid YAML, or a key is unknown, missing, doubled, or has a value of the wrong shape.";
    SYNTAX = "cw0002", "syntax", "The text does not follow the grammar of the language.";
    FILE = "cw0003", "file", "A file that the content names cannot be read.";
    UNKNOWN_NAME = "cw0101", "unknown-name", "Nothing of this name exists where it is used.";
    AMBIGUOUS_NAME = "cw0102", "ambiguous-name", "The name could mean several things; write the one you mean in full or rename one.";
    DUPLICATE_NAME = "cw0103", "duplicate-name", "Two things of one sort have the same name.";
    WRONG_TYPE = "cw0104", "wrong-type", "A value of one type stands where another is asked for.";
    UNKNOWN_WINDOW = "cw0105", "unknown-window", "The rule lives in a step that its procedure does not have, or in a procedure that does not exist, so it could never happen.";
    UNKNOWN_FIELD = "cw0106", "unknown-field", "The entity or row has no such field.";
    UNKNOWN_TOKEN = "cw0107", "unknown-token", "No token of this name is declared.";
    TOKEN_NOT_CARRIED = "cw0108", "token-not-carried", "The token's declaration does not let this kind of entity carry it.";
    NO_CONDITION = "cw0109", "no-condition", "Every rule says `when ...` or `always`: a missing condition never means yes.";
    ARGUMENTS = "cw0110", "arguments", "The number of arguments differs from the number of parameters.";
    NO_DECIDER = "cw0111", "no-decider", "The rule may be declined, but belongs to nobody who could be asked; write `may by ...`.";
    NO_LABEL = "cw0112", "no-label", "A rule that somebody chooses needs a name to be shown.";
    NOT_PURE = "cw0113", "not-pure", "A condition or value asks the rules core for something that changes the game.";
    RECURSION = "cw0114", "recursion", "A procedure, value or define runs itself through others; the language has no recursion.";
    FIXED = "cw0115", "fixed", "This cannot be changed: only `state` fields and `var`s of procedures can.";
    TOO_LARGE = "cw0116", "too-large", "The content is larger than a limit of the compiler.";
    SHADOWED = "cw0117", "shadowed", "A new name hides one that is in use at the same place.";
    ESCAPES = "cw0118", "escapes", "A set or a pool made in a rule would outlive the rule.";
    COST = "cw0119", "cost", "A cost must be something that can be checked before it is paid.";
    SETTING = "cw0120", "setting", "A setting of the system does not fit what it names.";
    UNKNOWN_TEMPLATE = "cw0201", "unknown-template", "No loaded card set has a card or piece of this id.";
    MISSING_FACT = "cw0202", "missing-fact", "A card or row does not give a fact that its kind or record asks for.";
    UNKNOWN_FACT = "cw0203", "unknown-fact", "The kind or record has no such fact.";
    WRONG_FACT = "cw0204", "wrong-fact", "A fact's value is not of the type that is asked for.";
    UNKNOWN_SYSTEM = "cw0205", "unknown-system", "No system of this id stands under `systems/`.";
    UNKNOWN_SET = "cw0206", "unknown-set", "No card set of this id stands under `cards/` for the system.";
    UNKNOWN_OWNER = "cw0207", "unknown-owner", "No player or entity of this id is declared in the scenario.";
    UNKNOWN_KIND = "cw0208", "unknown-kind", "The system declares no such kind, record or type.";
    UNKNOWN_RULE = "cw0209", "unknown-rule", "The ledger of the system has no rule of this id.";
    REFUSED = "cw0301", "refused", "The verifier refused what the compiler made: a fault of the compiler, please report it with the content.";
}
