//! The code that a machine runs: that of the pack, and the quick forms of its functions, if there are some.

use crate::Host;
use crate::machine::{MAX_FRAMES, MAX_NESTING, Machine};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::quick::{Forms, Quick};
use cardwright_bytecode::verify::{Seen, VerifiedPack};
use std::ops::Deref;

/// A pack with the quick forms of its functions.
#[derive(Clone, Copy)]
pub(crate) struct Code<'a> {
    pack: &'a Pack,
    quick: Option<&'a Forms>,
    seen: Option<&'a Seen>,
}

/// The form in which a function runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// The form in the pack.
    #[default]
    Plain,
    /// Quick, whatever else is so.
    Always,
    /// Quick, while certain effects do not run; nothing ends or starts one while it runs.
    AtRest,
}

impl<'a> Code<'a> {
    #[inline]
    pub(crate) fn of(pack: &'a VerifiedPack) -> Self {
        Self {
            pack,
            quick: pack.quick(),
            seen: pack.seen(),
        }
    }

    #[cfg(test)]
    pub(crate) fn plain(pack: &'a Pack) -> Self {
        Self {
            pack,
            quick: None,
            seen: None,
        }
    }

    #[cfg(test)]
    pub(crate) fn with(pack: &'a Pack, forms: &'a Forms) -> Self {
        Self {
            pack,
            quick: Some(forms),
            seen: None,
        }
    }

    /// The pack itself, which outlives this.
    pub(crate) fn pack(&self) -> &'a Pack {
        self.pack
    }

    /// A function begins; for whoever watches.
    #[inline]
    pub(crate) fn note(&self, function: FuncId) {
        if let Some(seen) = self.seen {
            seen.note(function);
        }
    }

    /// Who wants to know how questions are answered; then functions with questions run instruction by instruction.
    #[inline]
    pub(crate) fn answers(&self) -> Option<&'a Seen> {
        self.seen.filter(|seen| seen.has_answers())
    }

    /// A quick form of a function, if there is one.
    #[inline]
    pub(crate) fn quick(&self, form: Form, function: FuncId) -> Option<&'a Quick> {
        let forms = self.quick?;
        let forms = match form {
            Form::Plain => return None,
            Form::Always => &forms.always,
            Form::AtRest => &forms.at_rest,
        };
        forms.get(function.place())?.as_ref()
    }
}

impl Deref for Code<'_> {
    type Target = Pack;

    #[inline]
    fn deref(&self) -> &Pack {
        self.pack
    }
}

impl Machine {
    /// The form in which a function runs here. Near a limit the pack's code says whether it is reached.
    #[inline]
    pub(crate) fn form_here<'a>(
        &self,
        code: &Code<'a>,
        host: &impl Host,
        function: FuncId,
    ) -> (Form, Option<&'a Quick>) {
        if self.is_plain || code.quick.is_none() {
            // Where somebody watches, no quick forms are made, so all functions come here.
            code.note(function);
            return (Form::Plain, None);
        }
        for form in [Form::AtRest, Form::Always] {
            if let Some(quick) = code.quick(form, function)
                && self.has_room(quick)
                && (form == Form::Always || host.rests(&quick.effects))
            {
                return (form, Some(quick));
            }
        }
        (Form::Plain, None)
    }

    #[inline]
    fn has_room(&self, quick: &Quick) -> bool {
        self.frames.len() + quick.height as usize <= MAX_FRAMES && self.nesting + quick.height <= MAX_NESTING
    }

    /// From now on only the pack's own code runs, or quick forms too. Whoever wants to see each question needs the former.
    pub fn run_plain(&mut self, plain: bool) {
        self.is_plain = plain;
    }

    /// Whether the answer of the last evaluation may depend on its second argument.
    #[must_use]
    pub fn looked_at_second(&self) -> bool {
        self.looked
    }
}
