//! Resolving and checking: from syntax trees to typed trees and the tables of a pack.
//!
//! One [`Compiler`] works on one pack. Every diagnostic of rules text comes from here. An error is reported once,
//! where it is; whatever depends on it is passed over, and its tree is missing. No code is made here: see
//! `cardwright-code`.
//!
//! | file | what lives there |
//! |---|---|
//! | `names`, `owners`, `scope` | what names mean: in the whole pack, to each who declares some, and in one function |
//! | `built_in` | what every system has without declaring it |
//! | `declare`, `signatures` | declarations, in the order in which they need each other |
//! | `defaults` | what facts are that the documents do not give |
//! | `board`, `movement` | the board, and ways to move on it |
//! | `extend` | what others add to open vocabulary, and entries that make others |
//! | `expr`, `call`, `resolve`, `set` | expressions |
//! | `statement`, `choice` | statements |
//! | `phrase` | what is told and asked |
//! | `make` | templates, and what is made from them in play |
//! | `change`, `lower` | windows on changes: what rules watch, and the statements that change it |
//! | `lasting`, `unnamed` | lasting effects: starting, asking for, and ending them; those without a name |
//! | `rule`, `gate`, `choosing`, `procedure`, `window` | rules and procedures |
//! | `outside` | functions outside of all rules; the check that nothing runs itself |
//! | `cursor` | what a cursor sees, for editors |
//! | `uses` | what each name means, for editors |

mod arguments;
mod board;
mod built_in;
mod call;
mod change;
mod choice;
mod choosing;
pub mod cursor;
mod declare;
mod defaults;
mod during;
mod elsewhere;
mod expr;
mod extend;
mod gate;
mod given;
pub(crate) mod hidden;
mod keyed;
mod lasting;
mod layered;
mod lower;
mod make;
mod modify;
mod movement;
mod names;
mod outside;
mod owners;
mod phrase;
mod place;
mod procedure;
pub(crate) mod quantity;
mod resolve;
mod rule;
mod ruled;
mod run_state;
mod scope;
mod set;
mod signatures;
mod spoken;
mod statement;
mod unnamed;
pub mod uses;
mod window;

pub(crate) use defaults::Refusal;
pub use defaults::{Defaults, Entry, FieldsOf, Target};
pub use make::MOST_MADE_UNSAID;
pub use names::{Constant, DefineSym, Names, ProcedureSym, SymbolTable};
pub use outside::FunctionMaker;
pub use owners::Scopes;

use crate::rows::Within;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Pack, SlotDef, SourceRef};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Code, Diagnostic, MOST_LISTED, listed};
use cardwright_documents::rules::{Declarer, Unit};
use cardwright_documents::source::{FileId, Location, Origin, Sources};
use cardwright_dsl::ast::{Name, Span};
use cardwright_trees::{Block, Body, Expr, ExprKind, Function, Program};
use layered::Layered;

use outside::Call;
use scope::Scope;
use std::collections::HashMap;
use std::sync::Arc;
use unnamed::Unnamed;

/// After how many errors no names are suggested any more.
const MOST_SUGGESTIONS: usize = 200;
/// After how many words looked at for suggestions no words are suggested any more.
const MOST_LOOKED_AT: usize = 200_000;

/// The state of one compilation.
pub struct Compiler<'a> {
    /// The files to which places point.
    pub sources: &'a Sources,
    /// The tables; its functions are made later, from the program's.
    pub pack: Pack,
    /// The typed trees of functions and rules.
    pub program: Program,
    /// The meanings of names.
    pub names: Names,
    /// The defaults of fields, and the entries that they are for.
    pub defaults: Defaults,
    pub(crate) within: Within,
    /// The errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The source of the text at hand.
    pub origin: Origin,
    texts: Layered<String, usize>,
    /// For each file the index of its name in the pack's texts.
    files: HashMap<FileId, u32>,
    /// The slots of procedures as the functions of their windows see them, until there is a new one.
    slots: HashMap<usize, Arc<[SlotDef]>>,
    /// The numbers of windows by procedure, step and moment.
    windows: Layered<(u32, Option<u32>, u8), u32>,
    /// The calls between functions of the pack; of functions that were added to a base, empty if none of them
    /// is run from there.
    calls: Arc<Vec<Call>>,
    /// States of runs whose procedures are still to be found.
    per_run: Vec<run_state::PerRun>,
    /// Effects that stand in rules.
    unnamed: Unnamed,
    /// The number of procedures that have their code already.
    finished: usize,
    /// Whether one of these would have other code now.
    pub is_reopened: bool,
    /// The meaning of each name where it stands, if somebody wants to know.
    pub uses: Option<Box<uses::Uses>>,
}

/// The results of checking a part of a pack, to which another part is to be added.
#[derive(Clone, Default)]
pub struct Known {
    /// The tables; its functions are made later, from the program's.
    pub pack: Pack,
    /// The typed trees of functions and rules.
    pub program: Program,
    /// The meanings of names.
    pub names: Names,
    defaults: Defaults,
    texts: Layered<String, usize>,
    files: HashMap<FileId, u32>,
    windows: Layered<(u32, Option<u32>, u8), u32>,
    calls: Arc<Vec<Call>>,
}

impl Known {
    /// These results with another pack: the one of which code is made.
    #[must_use]
    pub fn with_pack(&self, pack: Pack) -> Self {
        Self {
            pack,
            program: self.program.clone(),
            names: self.names.clone(),
            defaults: self.defaults.clone(),
            texts: self.texts.clone(),
            files: self.files.clone(),
            windows: self.windows.clone(),
            calls: self.calls.clone(),
        }
    }

    /// Many will go on from here.
    pub fn settle(&mut self) {
        self.texts.settle();
        self.windows.settle();
    }
}

impl<'a> Compiler<'a> {
    /// A compiler of a new pack, which begins with a text of this origin.
    pub fn new(sources: &'a Sources, origin: Origin) -> Self {
        let mut compiler = Self::resume(sources, Known::default(), origin);
        compiler.text("");
        compiler
    }

    /// Goes on where another compiler has ended.
    pub fn resume(sources: &'a Sources, known: Known, origin: Origin) -> Self {
        Self {
            sources,
            finished: known.pack.procedures.len(),
            pack: known.pack,
            program: known.program,
            names: known.names,
            defaults: known.defaults,
            within: Within::default(),
            diagnostics: Vec::new(),
            origin,
            texts: known.texts,
            files: known.files,
            slots: HashMap::new(),
            windows: known.windows,
            calls: known.calls,
            per_run: Vec::new(),
            unnamed: Unnamed::default(),
            is_reopened: false,
            uses: None,
        }
    }

    /// The results of this compiler, for others to go on with; and the diagnostics.
    pub fn into_known(self) -> (Known, Vec<Diagnostic>) {
        let known = Known {
            pack: self.pack,
            program: self.program,
            names: self.names,
            defaults: self.defaults,
            texts: self.texts,
            files: self.files,
            windows: self.windows,
            calls: self.calls,
        };
        (known, self.diagnostics)
    }

    /// Turns to a text: places are in it, and names are declared by its owner and mean what they mean to it.
    pub(crate) fn turn_to(&mut self, unit: &Unit) {
        self.origin = unit.origin.clone();
        self.names.look_as(unit.owner);
    }

    /// The place of a span of the text at hand.
    pub fn place(&self, span: Span) -> Location {
        self.origin.place(span)
    }

    /// Reports an error at a span of the text at hand.
    pub(crate) fn report(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let place = self.place(span);
        self.report_at(code, place, message)
    }

    /// Reports an error at a place.
    pub fn report_at(
        &mut self,
        code: &'static Code,
        place: Location,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::new(code, place, message));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Remembers that a declaration has an error, so that no use of its name is reported.
    pub fn mark_broken(&mut self, name: &str) {
        self.names.broken.insert(name.to_owned());
    }

    /// Reports a name that does not exist, with the nearest of those that do.
    pub(crate) fn unknown(&mut self, code: &'static Code, what: &str, name: &Name, known: &[String]) {
        if self.names.broken.contains(&name.text) {
            return;
        }
        if self.unseen(code, what, name) {
            return;
        }
        if self.suggests()
            && let Some(help) = self.meant_otherwise(what, &name.text)
        {
            let message = format!("there is no {what} `{}`", name.text);
            self.report(code, name.span, message).help = Some(help);
            return;
        }
        let mut help = self.near(&name.text, known);
        if help.is_none() && !known.is_empty() && known.len() <= MOST_LISTED {
            help = Some(format!("there is {}", listed(known)));
        }
        let message = format!("there is no {what} `{}`", name.text);
        self.report(code, name.span, message).help = help;
    }

    /// Names for a help, as long as helps are given.
    fn known(&self, names: impl Fn(&Names) -> Vec<String>) -> Vec<String> {
        match self.suggests() {
            true => names(&self.names),
            false => Vec::new(),
        }
    }

    /// Whether names are still suggested: to look for what is near costs a look at every name.
    pub(crate) fn suggests(&self) -> bool {
        self.diagnostics.len() < MOST_SUGGESTIONS
    }

    /// `did you mean`, for the first of many unknown names.
    pub(crate) fn near(&self, name: &str, known: &[String]) -> Option<String> {
        self.suggests()
            .then(|| cardwright_documents::diagnostic::did_you_mean(name, known.iter().map(String::as_str)))?
    }

    /// Reports a name that others have declared, of whom none or several can be meant; whether it is one.
    fn unseen(&mut self, code: &'static Code, what: &str, name: &Name) -> bool {
        let (viewer, bare) = (self.names.viewer(), owners::split(&name.text).1);
        let mut owners = self.names.owners(bare);
        owners.sort_unstable();
        owners.dedup_by_key(|one| one.0);
        let scopes = self.names.scopes();
        let seen: Vec<Declarer> = owners.iter().map(|one| one.0).collect();
        let seen: Vec<Declarer> = seen
            .into_iter()
            .filter(|&owner| scopes.sees(viewer, owner, bare))
            .collect();
        let (message, help) = match (&seen[..], &owners[..]) {
            ([_, _, ..], _) => (
                format!("`{bare}` could be from several card sets"),
                Some(scopes.choice(&seen, bare)),
            ),
            ([], &[(owner, _), ..]) => (
                format!(
                    "there is no {what} `{}` here: it belongs to {}",
                    name.text,
                    scopes.title(owner)
                ),
                match viewer {
                    Declarer::SITUATION => {
                        let all: Vec<Declarer> = owners.iter().map(|one| one.0).collect();
                        Some(scopes.choice(&all, bare))
                    }
                    _ => scopes.way_to(viewer, owner, bare),
                },
            ),
            _ => return false,
        };
        let titles: Vec<_> = owners
            .iter()
            .map(|&(owner, place)| (place, format!("{} declares it here", scopes.title(owner))))
            .collect();
        let diagnostic = self.report(code, name.span, message);
        (diagnostic.help, diagnostic.related) = (help, titles);
        true
    }

    /// The meaning of a name of a sort; reports one that does not exist.
    pub(crate) fn resolve<T: Clone>(&mut self, namespace: &names::Namespace<T>, name: &Name) -> Option<T> {
        let table = (namespace.table)(&self.names);
        if let Some(found) = table.get(&name.text) {
            let found = found.clone();
            self.note_at(name, |names| (namespace.table)(names).place(&name.text));
            return Some(found);
        }
        if self.is_cursor(&name.text) {
            self.see_table(namespace.what, |this| (namespace.table)(&this.names));
            return None;
        }
        let known: Vec<String> =
            self.known(|names| (namespace.table)(names).names().map(str::to_owned).collect());
        self.unknown(namespace.code, namespace.what, name, &known);
        None
    }

    /// Reports a second declaration of a name.
    pub fn duplicate(&mut self, what: &str, name: &Name, earlier: Location) {
        self.mark_broken(&name.text);
        let (viewer, scopes) = (self.names.viewer(), self.names.scopes());
        let owners = self.names.owners(&name.text);
        let other = owners.iter().find(|one| one.1 == earlier && one.0 != viewer);
        let (message, label) = match other {
            Some(&(owner, _)) => (
                format!(
                    "{} already has a {what} `{}`, which is visible here",
                    scopes.title(owner),
                    name.text
                ),
                "this one would be hidden".to_owned(),
            ),
            None => (
                format!("there is already a {what} `{}`", name.text),
                "the other one is here".to_owned(),
            ),
        };
        let is_hidden = other.is_some();
        let diagnostic = self.report(codes::DUPLICATE_NAME, name.span, message);
        diagnostic.related.push((earlier, label));
        if is_hidden {
            diagnostic.help = Some("give one of the two another name".to_owned());
        }
    }

    /// The index of a text in the pack.
    pub(crate) fn text(&mut self, text: &str) -> usize {
        if let Some(&at) = self.texts.get(text) {
            return at;
        }
        self.pack.texts.push(text.to_owned());
        let at = self.pack.texts.len() - 1;
        self.texts.insert(text.to_owned(), at);
        at
    }

    /// The line and column of a span, for the debug tables.
    pub(crate) fn source_ref(&mut self, span: Span) -> SourceRef {
        let place = self.place(span);
        let file = self.files.get(&place.file).copied().unwrap_or_else(|| {
            let sources = self.sources;
            let at = small(self.text(&sources.get(place.file).name));
            self.files.insert(place.file, at);
            at
        });
        self.sources.reference(place, file)
    }

    /// A number for a function that is not checked yet, so that others can call it.
    pub(crate) fn reserve(&mut self) -> FuncId {
        let place = self.place(Span::default());
        let empty = Scope::new("", FunctionClass::Pure, Ty::NOTHING);
        self.add_function(empty.finish(Body::Does(Block::default()), place))
    }

    /// Adds a checked function.
    pub(crate) fn add_function(&mut self, function: Function) -> FuncId {
        self.program.functions.push(function);
        FuncId::at(self.program.functions.len() - 1)
    }

    /// Puts a checked function into its reserved place.
    pub(crate) fn define_function(&mut self, at: FuncId, function: Function) {
        self.program.functions[at.place()] = function;
    }

    /// The function that gives an expression; where there was an error, one that gives nothing in particular.
    pub(crate) fn giving(&self, scope: Scope, expr: Option<Expr>, span: Span) -> Function {
        let place = self.place(span);
        let expr = expr.unwrap_or(Expr {
            ty: Ty::NOTHING,
            kind: ExprKind::Constant(0),
            place,
        });
        scope.finish(Body::Gives(expr), place)
    }

    /// A node of the tree.
    pub(crate) fn node(&self, ty: Ty, kind: ExprKind, span: Span) -> Expr {
        let place = self.place(span);
        Expr { ty, kind, place }
    }

    /// A constant.
    pub(crate) fn constant(&self, ty: Ty, value: i64, span: Span) -> Expr {
        self.node(ty, ExprKind::Constant(value), span)
    }

    /// The name of a type with its article.
    pub(crate) fn a_type(&self, ty: Ty) -> String {
        let article = if ty == Ty::ANGLE { "an" } else { "a" };
        format!("{article} {}", self.type_name(ty))
    }

    /// The name of a type as a designer writes it.
    pub fn type_name(&self, ty: Ty) -> String {
        let base = match ty.base {
            Base::Nothing => "nothing".to_owned(),
            Base::Number => "number".to_owned(),
            Base::Length => "length".to_owned(),
            Base::Angle => "angle".to_owned(),
            Base::Quantity => "number, length or angle".to_owned(),
            Base::Bool => "yes-no".to_owned(),
            Base::Text => "text".to_owned(),
            Base::Word(word) => self.pack.words[usize::from(word)].name.clone(),
            Base::Row(record) => self.pack.records[usize::from(record)].name.clone(),
            Base::Thing => "thing".to_owned(),
            Base::Entity(kind) => self.pack.kinds[usize::from(kind)].name.clone(),
            Base::Pool => "pool".to_owned(),
            Base::Die => "die".to_owned(),
            Base::Pose => "pose".to_owned(),
            Base::Space => "space".to_owned(),
        };
        if ty.set { format!("set of {base}") } else { base }
    }
}

/// A table index as the pack stores it.
pub(crate) fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
