//! The expectations of a case, as they are written: something at all, and whole in spite of YAML's commas.

use super::Linker;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{At, CaseDoc, DecisionDoc, place_of};
use cardwright_documents::source::Location;
use cardwright_dsl::measure::Unit;
use cardwright_meaning::check::Compiler;
use cardwright_meaning::reckon::REFUSAL;
use std::collections::BTreeSet;

/// Into how many pieces commas may cut an entry that is told whole.
const PIECES: usize = 16;

/// The text before the words of a `refuse` that a case does not name.
const UNHEARD: &str = "the case does not expect this refusal of its facts: ";

/// An entry of a list, and its bytes.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Piece<'a> {
    fn of(text: &'a At<String>) -> Self {
        let (start, end) = (text.start, text.end);
        Self {
            text: &text.value,
            start,
            end,
        }
    }

    /// The answer that a decision takes.
    fn of_decision(decision: &'a At<DecisionDoc>) -> Self {
        let (start, end) = (decision.start, decision.end);
        Self {
            text: &decision.value.takes,
            start,
            end,
        }
    }
}

impl Linker<'_> {
    /// Entries that YAML has cut in pieces: in `[a, f(b, c)]` it knows the brackets and the commas, not the parentheses. Gives
    /// where the pieces begin.
    pub(super) fn cut_at_commas(&self, compiler: &mut Compiler<'_>, case: &CaseDoc) -> Vec<usize> {
        let mut lists: Vec<Vec<Piece<'_>>> = vec![
            case.decisions.iter().map(Piece::of_decision).collect(),
            case.expect.iter().map(Piece::of).collect(),
            case.events.iter().map(Piece::of).collect(),
        ];
        for decision in &case.decisions {
            let more = &decision.value;
            for list in [&more.offers, &more.refuses, &more.expect] {
                lists.push(list.iter().map(Piece::of).collect());
            }
        }
        let mut cut = Vec::new();
        for list in &lists {
            let mut rest = list.as_slice();
            while !rest.is_empty() {
                let (pieces, after) = rest.split_at(self.pieces_of_one(rest));
                if pieces.len() > 1 {
                    self.tell_cut(compiler, pieces);
                    cut.extend(pieces.iter().map(|piece| piece.start));
                }
                rest = after;
            }
        }
        cut
    }

    /// Of how many pieces the first entry of a list consists: those up to where all its parentheses are closed, or the
    /// coordinates of a place.
    fn pieces_of_one(&self, list: &[Piece<'_>]) -> usize {
        let source = &self.project.sources.get(self.situation.file).text;
        let in_one_line = |count: usize| {
            let is_quoted = |piece: &Piece<'_>| source[piece.start..].starts_with(['"', '\'']);
            let written = list
                .get(count - 1)
                .and_then(|last| source.get(list[0].start..last.end));
            written.is_some_and(|text| !text.contains('\n')) && !list[..count].iter().any(is_quoted)
        };
        let coordinates = list
            .iter()
            .take(4)
            .take_while(|piece| is_measure(piece.text))
            .count();
        if (2..=3).contains(&coordinates) && in_one_line(coordinates) {
            return coordinates;
        }
        let mut depth = 0;
        for (at, piece) in list.iter().take(PIECES).enumerate() {
            depth += open_parentheses(piece.text);
            match depth {
                0 if at == 0 || in_one_line(at + 1) => return at + 1,
                1.. => {}
                _ => return 1,
            }
        }
        1
    }

    fn tell_cut(&self, compiler: &mut Compiler<'_>, pieces: &[Piece<'_>]) {
        let place = Location {
            file: self.situation.file,
            start: pieces[0].start,
            end: pieces[pieces.len() - 1].end,
        };
        let whole: Vec<&str> = pieces.iter().map(|piece| piece.text).collect();
        let whole = whole.join(", ");
        let message = "in a list in brackets, YAML ends an entry at each comma, so this text is cut into \
        pieces";
        let diagnostic = compiler.report_at(codes::YAML, place, message);
        diagnostic.help = Some(format!(
            "put it in quotes, `\"{whole}\"`, or on a separate line after `- `"
        ));
        if !whole.contains(['"', '\\']) {
            diagnostic.put(format!("\"{whole}\""), true);
        }
    }

    /// A case that expects nothing shows nothing.
    pub(super) fn expects_something(&self, compiler: &mut Compiler<'_>, case: &CaseDoc) {
        self.has_no_empty_text(compiler, case);
        let holds = |one: &At<DecisionDoc>| {
            let more = &one.value;
            more.asks.is_some() || !more.offers.is_empty() || !more.refuses.is_empty()
        };
        let nothing = case.expectations().next().is_none() && !case.decisions.iter().any(holds);
        let is_silent = case.illegal.is_none() && case.refused.is_none();
        if nothing && case.events.is_empty() && is_silent {
            let place = place_of(self.situation.file, &case.case);
            let message = "this case expects nothing, so it cannot fail";
            compiler.report_at(codes::EXPECTS_NOTHING, place, message).help = Some(
                "write what must be true at the end under `expect:`, such as `- hits of one = \
                2`"
                .to_owned(),
            );
        }
    }

    /// Holds what is refused of a case's own facts against what the case says of it.
    pub(super) fn hear_refusals(&self, compiler: &mut Compiler<'_>) {
        let Some(named) = self.situation.case.and_then(|case| case.refused.as_ref()) else {
            return;
        };
        let file = self.situation.file;
        let mut spoken = BTreeSet::new();
        for found in &mut compiler.diagnostics {
            let is_own = found.code.id == codes::REFUSED_FACTS.id && found.place.file == file;
            if let Some(why) = found.message.strip_prefix(REFUSAL).filter(|_| is_own) {
                spoken.insert(why.to_owned());
                found.message = format!("{UNHEARD}{why}");
                found.code = codes::CASE_FAILED;
                found.help = None;
            }
        }
        let is_named = |why: &str| named.iter().any(|label| label.value == why);
        let is_heard = |found: &Diagnostic| {
            let why = found.message.strip_prefix(UNHEARD);
            !why.is_some_and(is_named)
        };
        compiler.diagnostics.retain(is_heard);
        for label in named.iter().filter(|label| !spoken.contains(&label.value)) {
            let message = format!(
                "no `refuse` gives this message for the facts of the case: {}",
                label.value
            );
            compiler.report_at(codes::CASE_FAILED, place_of(file, label), message);
        }
    }

    /// Every line has an empty text in it.
    fn has_no_empty_text(&self, compiler: &mut Compiler<'_>, case: &CaseDoc) {
        let of_decisions = case.decisions.iter().flat_map(|one| {
            let more = &one.value;
            more.offers.iter().chain(&more.refuses).chain(&more.asks)
        });
        let forces = case.illegal.iter().chain(&case.refused).flatten();
        for text in case.events.iter().chain(of_decisions).chain(forces) {
            if text.value.trim().is_empty() {
                let place = place_of(self.situation.file, text);
                let message = "an empty text matches every line, so it tests nothing";
                compiler.report_at(codes::EXPECTS_NOTHING, place, message).help =
                    Some("write the words that the line must contain, or remove the entry".to_owned());
            }
        }
    }

    /// An expectation without a single name is always true, or never.
    pub(super) fn asks_nothing(&self, compiler: &mut Compiler<'_>, text: &At<String>) {
        let place = place_of(self.situation.file, text);
        let message = "this does not depend on the game, so it tests nothing";
        compiler.report_at(codes::EXPECTS_NOTHING, place, message).help =
            Some("write a condition about the game: `- hits of one = 2`".to_owned());
    }
}

/// How many more parentheses a text opens than it closes; those in its own texts do not count.
fn open_parentheses(text: &str) -> i32 {
    let outside = text.split('"').step_by(2);
    let letters = outside.flat_map(str::chars);
    letters
        .map(|letter| match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        })
        .sum()
}

/// Whether a text is a length or an angle, as coordinates are.
fn is_measure(text: &str) -> bool {
    let end = text
        .find(|letter: char| letter.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Unit::of_documents(unit).is_some() && number.parse::<f64>().is_ok()
}
