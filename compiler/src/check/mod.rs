//! Resolving and checking: from syntax trees to typed trees and the tables of a pack.
//!
//! One [`Compiler`] works on one pack. Every diagnostic of rules text comes from here. An error is reported once,
//! where it is; whatever depends on it is passed over, and its tree is missing. No code is made here: see
//! [`emit`](crate::emit).
//!
//! | file | what lives there |
//! |---|---|
//! | `names`, `scope` | what names mean: in the whole pack, and in one function |
//! | `built_in` | what every system has without declaring it |
//! | `declare`, `signatures` | declarations, in the order in which they need each other |
//! | `defaults` | what facts are that the documents do not give |
//! | `board`, `movement` | the board, and ways to move on it |
//! | `expr`, `call`, `resolve`, `set` | expressions |
//! | `statement`, `choice` | statements |
//! | `lasting` | lasting effects: starting, asking for, and ending them |
//! | `rule`, `gate`, `procedure`, `window` | rules and procedures |
//! | `outside` | functions outside of all rules; the check that nothing runs itself |
//! | `suspended` | checking the rules of one card once more |

mod board;
mod built_in;
mod call;
mod choice;
mod declare;
mod defaults;
mod expr;
mod gate;
mod lasting;
mod movement;
mod names;
mod outside;
mod procedure;
mod resolve;
mod rule;
mod scope;
mod set;
mod signatures;
mod statement;
mod suspended;
mod window;

pub(crate) use defaults::{Defaults, Entry, Owner, Target};
pub(crate) use names::Constant;
pub(crate) use outside::FunctionMaker;
pub(crate) use suspended::Suspended;

use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Items;
use crate::source::{FileId, Location, Origin, Sources};
use crate::tree::{Block, Body, Expr, ExprKind, Function, Program};
use cardwright_bytecode::pack::{FuncId, FunctionClass, Level, Pack, SlotDef, SourceRef};
use cardwright_bytecode::{Base, Ty};
use cardwright_dsl::ast::{Name, Span};
use names::Names;
use scope::Scope;
use std::collections::HashMap;
use std::sync::Arc;

/// Parsed text with what is needed to point into it.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) origin: Origin,
    pub(crate) items: Items,
    pub(crate) level: Level,
    /// The card or piece whose rules these are.
    pub(crate) template: Option<usize>,
}

impl Unit {
    /// Whether this is the very same text, which was parsed once.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.items.is(&other.items) && self.origin.file_id() == other.origin.file_id()
    }
}

/// The state of one compilation.
pub(crate) struct Compiler<'a> {
    pub(crate) sources: &'a Sources,
    /// The tables; its functions are made later, from the program's.
    pub(crate) pack: Pack,
    pub(crate) program: Program,
    pub(crate) names: Names,
    pub(crate) defaults: Defaults,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where the text at hand comes from.
    pub(crate) origin: Origin,
    texts: HashMap<String, usize>,
    /// For each file the index of its name in the pack's texts.
    files: HashMap<FileId, u32>,
    /// The slots of procedures as the functions of their windows see them, until there is a new one.
    slots: HashMap<usize, Arc<[SlotDef]>>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(sources: &'a Sources, pack: Pack, origin: Origin) -> Self {
        let mut compiler = Self {
            sources,
            pack,
            program: Program::default(),
            names: Names::default(),
            defaults: Defaults::default(),
            diagnostics: Vec::new(),
            origin,
            texts: HashMap::new(),
            files: HashMap::new(),
            slots: HashMap::new(),
        };
        compiler.text("");
        compiler
    }

    pub(crate) fn place(&self, span: Span) -> Location {
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
    pub(crate) fn report_at(
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
    pub(crate) fn mark_broken(&mut self, name: &str) {
        self.names.broken.insert(name.to_owned());
    }

    /// Reports a name that does not exist, with the nearest of those that do.
    pub(crate) fn unknown(&mut self, code: &'static Code, what: &str, name: &Name, known: &[String]) {
        if self.names.broken.contains(&name.text) {
            return;
        }
        let help = crate::diagnostic::did_you_mean(&name.text, known.iter().map(String::as_str));
        let message = format!("there is no {what} `{}`", name.text);
        self.report(code, name.span, message).help = help;
    }

    /// What a name of a sort means; reports one that does not exist.
    pub(crate) fn resolve<T: Clone>(&mut self, namespace: &names::Namespace<T>, name: &Name) -> Option<T> {
        let table = (namespace.table)(&self.names);
        if let Some(found) = table.get(&name.text) {
            return Some(found.clone());
        }
        let known: Vec<String> = table.names().map(str::to_owned).collect();
        self.unknown(namespace.code, namespace.what, name, &known);
        None
    }

    /// Reports a second declaration of a name.
    pub(crate) fn duplicate(&mut self, what: &str, name: &Name, earlier: Location) {
        let message = format!("there is already a {what} `{}`", name.text);
        let diagnostic = self.report(codes::DUPLICATE_NAME, name.span, message);
        diagnostic
            .related
            .push((earlier, "the other one is here".to_owned()));
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

    /// Where a span is, for the debug tables.
    pub(crate) fn source_ref(&mut self, span: Span) -> SourceRef {
        let place = self.place(span);
        let (line, column) = self.sources.line_column(place);
        let file = self.files.get(&place.file).copied().unwrap_or_else(|| {
            let sources = self.sources;
            let at = small(self.text(&sources.get(place.file).name));
            self.files.insert(place.file, at);
            at
        });
        SourceRef {
            file,
            line: small(line),
            column: small(column),
        }
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
        FuncId::try_from(self.program.functions.len() - 1).unwrap_or(FuncId::MAX)
    }

    /// Puts a checked function into its reserved place.
    pub(crate) fn define_function(&mut self, at: FuncId, function: Function) {
        self.program.functions[at as usize] = function;
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

    /// The name of a type as a designer writes it.
    pub(crate) fn type_name(&self, ty: Ty) -> String {
        let base = match ty.base {
            Base::Nothing => "nothing".to_owned(),
            Base::Number => "number".to_owned(),
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
