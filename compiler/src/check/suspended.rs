//! A compilation between two texts: everything is declared, and rules can still be checked.

use super::outside::comes_back;
use super::{Compiler, Defaults, Unit, names::Names};
use crate::diagnostic::Diagnostic;
use crate::emit;
use crate::rows::Within;
use crate::source::{FileId, Origin, Sources};
use crate::tree::Program;
use cardwright_bytecode::pack::{Home, Pack};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What a compiler knew when it had checked everything without an error.
///
/// Rules that are checked later come behind all others, and those in whose place they stand no longer count. So no
/// pack can be made of it, but every rule finds what it can name.
#[derive(Default)]
pub(crate) struct Suspended {
    /// Its functions have no code.
    pack: Pack,
    program: Program,
    names: Names,
    texts: HashMap<String, usize>,
    files: HashMap<FileId, u32>,
    /// The rules of each template.
    rules: BTreeMap<usize, Vec<usize>>,
    /// Rules that no longer count.
    gone: HashSet<usize>,
}

impl Suspended {
    /// Keeps what a compiler knows.
    pub(crate) fn of(compiler: &Compiler<'_>) -> Self {
        let mut rules: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, rule) in compiler.pack.rules.iter().enumerate() {
            if let Home::Template(template) = rule.home {
                rules.entry(template as usize).or_default().push(at);
            }
        }
        let mut pack = compiler.pack.clone();
        pack.functions = emit::signatures(&compiler.program.functions);
        Self {
            pack,
            program: compiler.program.clone(),
            names: compiler.names.clone(),
            texts: compiler.texts.clone(),
            files: compiler.files.clone(),
            rules,
            gone: HashSet::new(),
        }
    }

    /// The number of a card or piece.
    pub(crate) fn template(&self, id: &str) -> Option<usize> {
        self.names.templates.get(id).copied()
    }

    /// Checks rules, none of which declares anything, instead of those that a template has. Gives what is wrong with them;
    /// nothing if that cannot be said without looking at everything.
    pub(crate) fn check_rules(
        &mut self,
        sources: &Sources,
        template: usize,
        unit: &Unit,
    ) -> Option<Vec<Diagnostic>> {
        self.leave_out(template);
        let (first_rule, first_function) = (self.pack.rules.len(), self.program.functions.len());
        let found = self.resumed(sources, unit);
        let new = &self.program.functions[first_function..];
        self.pack.functions.extend(emit::signatures(new));
        let counts = |rule: usize| !self.gone.contains(&rule);
        let is_clear = found.is_empty()
            && emit::too_large(new, &self.pack, sources).is_empty()
            && !comes_back(&self.pack, &self.program, first_rule, counts);
        if is_clear {
            let rules = (first_rule..self.pack.rules.len()).collect();
            self.rules.insert(template, rules);
            return Some(found);
        }
        self.pack.rules.truncate(first_rule);
        self.program.rules.truncate(first_rule);
        self.pack.functions.truncate(first_function);
        self.program.functions.truncate(first_function);
        self.names.broken.clear();
        (!found.is_empty()).then_some(found)
    }

    /// Lets the rules of a template no longer count.
    pub(crate) fn leave_out(&mut self, template: usize) {
        self.gone
            .extend(self.rules.remove(&template).into_iter().flatten());
    }

    fn resumed(&mut self, sources: &Sources, unit: &Unit) -> Vec<Diagnostic> {
        let mut compiler = Compiler {
            sources,
            pack: std::mem::take(&mut self.pack),
            program: std::mem::take(&mut self.program),
            names: std::mem::take(&mut self.names),
            defaults: Defaults::default(),
            within: Within::default(),
            diagnostics: Vec::new(),
            origin: Origin::file(unit.origin.file_id()),
            texts: std::mem::take(&mut self.texts),
            files: std::mem::take(&mut self.files),
            slots: HashMap::new(),
            windows: HashMap::new(),
        };
        let mut unit = unit.clone();
        let card = unit
            .template
            .and_then(|template| compiler.pack.templates.get(template));
        let owner = card.and_then(|card| compiler.names.scopes().card_named(&card.id));
        unit.owner = owner.unwrap_or_default();
        compiler.rules(&unit);
        (self.pack, self.program, self.names) = (compiler.pack, compiler.program, compiler.names);
        (self.texts, self.files) = (compiler.texts, compiler.files);
        compiler.diagnostics
    }
}
