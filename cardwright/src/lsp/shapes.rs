//! From the service's data to the protocol's.

use super::documents::ranged;
use super::session::Session;
use super::uris;
use cardwright_compiler::Severity;
use cardwright_service::{
    ColouredToken, Completion, Edit, Fold, Lines, Place, Problem, Signature, Symbol, SymbolSort, TokenClass,
};
use gen_lsp_types as lsp;
use serde_json::json;
use std::path::Path;

/// The address of the pages of problems.
const PAGES: &str = "https://github.com/cardwright/cardwright/blob/main/compiler/documents/pages";

/// The URI of a file of a project, as the editor calls it.
pub(super) fn uri(session: &Session, root: &Path, name: &str) -> lsp::Uri {
    let is_it = |document: &super::documents::Document| {
        document.root.as_deref() == Some(root) && document.name == name
    };
    let open = session.documents.iter().find(|(_, document)| is_it(document));
    // A package may lie elsewhere.
    let room = session.rooms.get(root);
    let path = || room.map_or_else(|| root.join(name), |room| room.workspace.project().path_of(name));
    lsp::Uri(open.map_or_else(|| uris::uri(&path()), |(uri, _)| uri.clone()))
}

/// The range of a place.
pub(super) fn range(session: &Session, root: &Path, place: &Place) -> lsp::Range {
    let encoding = session.client.encoding;
    let uri = uri(session, root, &place.file);
    if let Some(document) = session.documents.get(&uri.0) {
        return document.range(place.start, place.end, encoding);
    }
    let workspace = session.rooms.get(root).map(|room| &room.workspace);
    let text = workspace.and_then(|workspace| workspace.text(&place.file));
    let text = text.unwrap_or_default();
    ranged(&Lines::of(text), text, (place.start, place.end), encoding)
}

/// A place as the protocol has it.
pub(super) fn location(session: &Session, root: &Path, place: &Place) -> lsp::Location {
    lsp::Location {
        uri: uri(session, root, &place.file),
        range: range(session, root, place),
    }
}

/// An error or warning.
pub(super) fn diagnostic(session: &Session, root: &Path, problem: &Problem) -> lsp::Diagnostic {
    let related = problem
        .related
        .iter()
        .map(|one| lsp::DiagnosticRelatedInformation {
            location: location(session, root, &one.place),
            message: one.message.clone(),
        });
    let related: Vec<_> = related.collect();
    let help = problem
        .help
        .as_ref()
        .map_or_else(String::new, |help| format!("\n{help}"));
    let (code, name) = (problem.code.id, problem.code.name);
    lsp::Diagnostic {
        range: range(session, root, &problem.place),
        severity: Some(match problem.code.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
        }),
        code: Some(code.into()),
        code_description: Some(lsp::CodeDescription {
            href: lsp::Uri(format!("{PAGES}/{code}-{name}.md")),
        }),
        source: Some("cardwright".to_owned()),
        message: format!("{}{help}", problem.message).into(),
        tags: problem
            .is_about_unused()
            .then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: problem
            .fix
            .as_ref()
            .map(|(edit, certain)| json!({ "put": edit.put, "certain": certain })),
    }
}

/// Changes of files.
pub(super) fn workspace_edit(session: &Session, root: &Path, edits: &[Edit]) -> lsp::WorkspaceEdit {
    let mut changes = std::collections::HashMap::new();
    for edit in edits {
        let of_file: &mut Vec<lsp::TextEdit> =
            changes.entry(uri(session, root, &edit.place.file)).or_default();
        of_file.push(lsp::TextEdit {
            range: range(session, root, &edit.place),
            new_text: edit.put.clone(),
        });
    }
    lsp::WorkspaceEdit {
        changes: Some(changes),
        ..lsp::WorkspaceEdit::default()
    }
}

/// The protocol's kind for a sort of symbol.
pub(super) fn symbol_kind(sort: SymbolSort) -> lsp::SymbolKind {
    match sort {
        SymbolSort::Document => lsp::SymbolKind::Module,
        SymbolSort::Entry => lsp::SymbolKind::Object,
        SymbolSort::Row => lsp::SymbolKind::Struct,
        SymbolSort::Words => lsp::SymbolKind::Enum,
        SymbolSort::Kind => lsp::SymbolKind::Class,
        SymbolSort::Thing => lsp::SymbolKind::Variable,
        SymbolSort::Question => lsp::SymbolKind::Function,
        SymbolSort::Procedure => lsp::SymbolKind::Method,
        SymbolSort::Step | SymbolSort::Rule => lsp::SymbolKind::Event,
        SymbolSort::Effect => lsp::SymbolKind::Interface,
        SymbolSort::Outcome => lsp::SymbolKind::Constant,
    }
}

/// A symbol with what it consists of.
pub(super) fn document_symbol(session: &Session, root: &Path, symbol: &Symbol) -> lsp::DocumentSymbol {
    let inside = symbol
        .inside
        .iter()
        .map(|one| document_symbol(session, root, one));
    lsp::DocumentSymbol {
        // Editors refuse symbols without a name.
        name: if symbol.name.is_empty() {
            "?".to_owned()
        } else {
            symbol.name.clone()
        },
        detail: (!symbol.detail.is_empty()).then(|| symbol.detail.clone()),
        kind: symbol_kind(symbol.sort),
        tags: None,
        #[allow(deprecated, reason = "the type has it")]
        deprecated: None,
        range: range(session, root, &symbol.place),
        selection_range: range(session, root, &symbol.name_place),
        children: Some(inside.collect()),
    }
}

/// A fold by lines.
pub(super) fn folding_range(range: lsp::Range, fold: &Fold) -> lsp::FoldingRange {
    lsp::FoldingRange {
        start_line: range.start.line,
        end_line: range.end.line,
        kind: fold.is_comment.then_some(lsp::FoldingRangeKind::Comment),
        ..lsp::FoldingRange::default()
    }
}

/// A completion; its rank orders it as the service does.
pub(super) fn completion_item(
    session: &Session,
    root: &Path,
    one: &Completion,
    rank: usize,
) -> lsp::CompletionItem {
    let documentation = one.documentation.clone().map(|value| {
        lsp::Documentation::MarkupContent(lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value,
        })
    });
    lsp::CompletionItem {
        label: one.label.clone(),
        label_details: Some(lsp::CompletionItemLabelDetails {
            detail: (!one.detail.is_empty()).then(|| one.detail.clone()),
            description: Some(one.what.to_owned()),
        }),
        kind: Some(completion_kind(one.what)),
        detail: (!one.detail.is_empty()).then(|| format!("{}{}", one.label, one.detail)),
        documentation,
        sort_text: Some(format!("{rank:04}")),
        filter_text: Some(one.filter.clone()),
        text_edit: Some(lsp::CompletionItemTextEdit::TextEdit(lsp::TextEdit {
            range: range(session, root, &one.edit.place),
            new_text: one.edit.put.clone(),
        })),
        ..lsp::CompletionItem::default()
    }
}

fn completion_kind(what: &str) -> lsp::CompletionItemKind {
    match what {
        "word" => lsp::CompletionItemKind::Keyword,
        "variable" | "label" | "state" => lsp::CompletionItemKind::Variable,
        "field" | "token" => lsp::CompletionItemKind::Field,
        "define" | "value" | "permission" | "core call" => lsp::CompletionItemKind::Function,
        "procedure" | "offer" | "effect" => lsp::CompletionItemKind::Method,
        "kind" | "type" => lsp::CompletionItemKind::Class,
        "step" => lsp::CompletionItemKind::Event,
        "row" => lsp::CompletionItemKind::Snippet,
        "card" | "card set" | "map" | "scenario" | "piece" => lsp::CompletionItemKind::Reference,
        _ => lsp::CompletionItemKind::Text,
    }
}

/// The parameters of a call.
pub(super) fn signature_help(found: Signature) -> lsp::SignatureHelp {
    let params = found.params.into_iter().map(|label| lsp::ParameterInformation {
        label: lsp::ParameterInformationLabel::String(label),
        documentation: None,
    });
    let at = u32::try_from(found.at).unwrap_or(u32::MAX);
    lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label: found.label,
            documentation: found.says.map(lsp::Documentation::String),
            parameters: Some(params.collect()),
            active_parameter: None,
        }],
        active_signature: Some(0),
        active_parameter: Some(lsp::ActiveParameter::Int(at)),
    }
}

/// Tokens, each by where it stands behind the one before.
pub(super) fn semantic_tokens(
    session: &Session,
    root: &Path,
    name: &str,
    tokens: &[ColouredToken],
) -> Vec<lsp::SemanticToken> {
    let uri = uri(session, root, name);
    let Some(document) = session.documents.get(&uri.0) else {
        return Vec::new();
    };
    let mut last = lsp::Position::default();
    let mut shown = Vec::new();
    for token in tokens {
        let range = document.range(token.bytes.start, token.bytes.end, session.client.encoding);
        let start = range.start;
        let is_same_line = start.line == last.line;
        let class = TokenClass::LEGEND.iter().position(|one| one.0 == token.class);
        shown.push(lsp::SemanticToken {
            delta_line: start.line - last.line,
            delta_start: if is_same_line {
                start.character - last.character
            } else {
                start.character
            },
            length: range.end.character.saturating_sub(start.character),
            token_type: u32::try_from(class.unwrap_or(0)).unwrap_or(0),
            token_modifiers_bitset: 0,
        });
        last = start;
    }
    shown
}

/// A sentence behind a rule's head.
pub(super) fn inlay_hint(position: lsp::Position, text: String) -> lsp::InlayHint {
    lsp::InlayHint {
        position,
        label: lsp::Label::String(text),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
