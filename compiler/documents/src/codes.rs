//! Every diagnostic of the compiler: stable code, stable name, how bad it is, and its page.
//!
//! The page of `cw0101 unknown-name` is the file `pages/cw0101-unknown-name.md`. A test holds pages and compiler
//! together: each page's bad example gives just this diagnostic, and its good example none.

use crate::diagnostic::{Code, Severity};

macro_rules! codes {
    ($($severity:ident { $($name:ident = $id:literal, $slug:literal;)* })*) => {
        $($(
            #[doc = include_str!(concat!("../pages/", $id, "-", $slug, ".md"))]
            pub const $name: &Code = &Code {
                id: $id,
                name: $slug,
                severity: Severity::$severity,
                page: include_str!(concat!("../pages/", $id, "-", $slug, ".md")),
            };
        )*)*
        /// All codes, in order.
        pub const ALL: &[&Code] = &[$($($name),*),*];
    };
}

codes! {
    Error {
        YAML = "cw0001", "yaml";
        SYNTAX = "cw0002", "syntax";
        FILE = "cw0003", "file";
        UNKNOWN_KEY = "cw0004", "unknown-key";
        MISSING_KEY = "cw0005", "missing-key";
        DOUBLED_KEY = "cw0006", "doubled-key";
        WRONG_SHAPE = "cw0007", "wrong-shape";
        TAB = "cw0008", "tab";
        UNKNOWN_DOCUMENT = "cw0009", "unknown-document";
        SETTINGS = "cw0010", "settings";
        STRAY_FILE = "cw0011", "stray-file";
        WRONG_FOLDER = "cw0012", "wrong-folder";
        PACKAGE = "cw0013", "package";
        UNCLOSED = "cw0021", "unclosed";
        STRAY = "cw0022", "stray";
        UNCLOSED_QUOTE = "cw0023", "unclosed-quote";
        BAD_NAME = "cw0024", "bad-name";
        BAD_NUMBER = "cw0025", "bad-number";
        FOREIGN_MARK = "cw0026", "foreign-mark";
        UNKNOWN_KEYWORD = "cw0027", "unknown-keyword";
        RESERVED = "cw0028", "reserved";
        GATE_ORDER = "cw0029", "gate-order";
        CUT_SHORT = "cw0030", "cut-short";
        TOO_DEEP = "cw0031", "too-deep";
        ROLL_ELSEWHERE = "cw0032", "roll-elsewhere";
        TWICE = "cw0033", "twice";
        UNKNOWN_NAME = "cw0101", "unknown-name";
        AMBIGUOUS_NAME = "cw0102", "ambiguous-name";
        DUPLICATE_NAME = "cw0103", "duplicate-name";
        WRONG_TYPE = "cw0104", "wrong-type";
        UNKNOWN_WINDOW = "cw0105", "unknown-window";
        UNKNOWN_FIELD = "cw0106", "unknown-field";
        UNKNOWN_TOKEN = "cw0107", "unknown-token";
        TOKEN_NOT_CARRIED = "cw0108", "token-not-carried";
        NO_CONDITION = "cw0109", "no-condition";
        ARGUMENTS = "cw0110", "arguments";
        NO_DECIDER = "cw0111", "no-decider";
        NO_LABEL = "cw0112", "no-label";
        NOT_PURE = "cw0113", "not-pure";
        RECURSION = "cw0114", "recursion";
        FIXED = "cw0115", "fixed";
        TOO_LARGE = "cw0116", "too-large";
        SHADOWED = "cw0117", "shadowed";
        ESCAPES = "cw0118", "escapes";
        COST = "cw0119", "cost";
        SETTING = "cw0120", "setting";
        UNREACHABLE_WINDOW = "cw0122", "unreachable-window";
        OVER_BUDGET = "cw0123", "over-budget";
        WINNERS = "cw0124", "winners";
        BUILD = "cw0125", "build";
        SHARED = "cw0126", "shared";
        NO_LOOP = "cw0127", "no-loop";
        CLOSED = "cw0128", "closed";
        NO_DEFAULT = "cw0129", "no-default";
        BOARD = "cw0130", "board";
        BARE_ARGUMENT = "cw0131", "bare-argument";
        ASKED_OTHERWISE = "cw0132", "asked-otherwise";
        LIMIT_OUTSIDE = "cw0136", "limit-outside";
        LABEL_OF_NOBODY = "cw0137", "label-of-nobody";
        DURING = "cw0138", "during";
        WRONG_BOUND = "cw0140", "wrong-bound";
        TELLS_A_SECRET = "cw0141", "tells-a-secret";
        UNKNOWN_TEMPLATE = "cw0201", "unknown-template";
        MISSING_FACT = "cw0202", "missing-fact";
        UNKNOWN_FACT = "cw0203", "unknown-fact";
        WRONG_FACT = "cw0204", "wrong-fact";
        UNKNOWN_SYSTEM = "cw0205", "unknown-system";
        UNKNOWN_SET = "cw0206", "unknown-set";
        UNKNOWN_OWNER = "cw0207", "unknown-owner";
        UNKNOWN_KIND = "cw0208", "unknown-kind";
        UNKNOWN_RULE = "cw0209", "unknown-rule";
        DUPLICATE_DOCUMENT = "cw0210", "duplicate-document";
        DUPLICATE_CARD = "cw0211", "duplicate-card";
        DUPLICATE_ENTITY = "cw0212", "duplicate-entity";
        DUPLICATE_ROW = "cw0213", "duplicate-row";
        UNKNOWN_SCENARIO = "cw0214", "unknown-scenario";
        UNKNOWN_CHOICE = "cw0215", "unknown-choice";
        UNKNOWN_RECORD = "cw0216", "unknown-record";
        CANNOT_HOLD = "cw0217", "cannot-hold";
        UNKNOWN_HOLDER = "cw0218", "unknown-holder";
        TOO_MANY_COPIES = "cw0219", "too-many-copies";
        MAIN_PARAMETERS = "cw0220", "main-parameters";
        UNKNOWN_SCORE = "cw0221", "unknown-score";
        DRAWING = "cw0222", "drawing";
        EXPECTS_NOTHING = "cw0223", "expects-nothing";
        UNKNOWN_PHRASE = "cw0224", "unknown-phrase";
        REFUSED_FACTS = "cw0225", "refused-facts";
        UNKNOWN_LIBRARY = "cw0231", "unknown-library";
        NEED_MISSING = "cw0232", "need-missing";
        NEED_UNFIT = "cw0233", "need-unfit";
        LIBRARY_NAME = "cw0234", "library-name";
        LIBRARY_CASE = "cw0235", "library-case";
        NEEDS_RULE = "cw0236", "needs-rule";
        MISPLACED = "cw0237", "misplaced";
        PHRASE_ROW = "cw0238", "phrase-row";
        LOOKS = "cw0239", "looks";
        REFUSED = "cw0301", "refused";
        CASE_FAILED = "cw0401", "case-failed";
        ILLEGAL_FORCES = "cw0402", "illegal-forces";
    }
    Warning {
        CONSTANT_CONDITION = "cw0501", "constant-condition";
        NEVER_APPLIES = "cw0502", "never-applies";
        NEVER_OFFERED = "cw0503", "never-offered";
        UNPAYABLE = "cw0504", "unpayable";
        IMPOSSIBLE_TARGET = "cw0505", "impossible-target";
        NEVER_ENDED_WITH = "cw0506", "never-ended-with";
        NO_ENDING = "cw0507", "no-ending";
        TRIGGER_CYCLE = "cw0508", "trigger-cycle";
        UNUSED = "cw0509", "unused";
        CONTRADICTION = "cw0510", "contradiction";
        UNHOLDABLE = "cw0511", "unholdable";
        DANGLING_READING = "cw0512", "dangling-reading";
        NEVER_ENDS = "cw0514", "never-ends";
        NEVER_ACTS = "cw0521", "never-acts";
        ENDS_AT_ONCE = "cw0522", "ends-at-once";
        SET_IN_VAIN = "cw0523", "set-in-vain";
        GONE = "cw0524", "gone";
        NEVER_REACHED = "cw0525", "never-reached";
        NEVER_MADE = "cw0526", "never-made";
        UNWRITTEN = "cw0527", "unwritten";
        SAID_TWICE = "cw0528", "said-twice";
        NAME_AS_READ = "cw0529", "name-as-read";
        RESET_BY_RUN = "cw0530", "reset-by-run";
        WHOSE = "cw0531", "whose";
        RAW = "cw0532", "raw";
        PRODUCT = "cw0533", "product";
        STRANGE_FACE = "cw0534", "strange-face";
        PAID_UNASKED = "cw0535", "paid-unasked";
        UNUSED_ALLOW = "cw0536", "unused-allow";
    }
}
