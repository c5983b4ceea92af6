//! The answers to an editor's questions, one function for each.

use super::session::Session;
use super::{commands, shapes};
use cardwright_service::{
    Edit, Formatting, Place, Workspace, actions, coloured_tokens, completions, definition, file_symbols,
    folds, formatting, hints, hover, lenses, project_symbols, references, renamable, rename, signature,
};
use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::PathBuf;

/// Why a question is not answered.
pub(super) struct Refusal {
    pub(super) code: ErrorCode,
    pub(super) why: String,
}

pub(super) type Answer = Result<Value, Refusal>;

/// The answer to a question.
pub(super) fn answer(session: &mut Session, method: &str, params: Value) -> Answer {
    match method {
        "textDocument/codeAction" => code_actions(session, &read(params)?),
        "textDocument/hover" => hover_at(session, &read(params)?),
        "textDocument/definition" => definition_at(session, &read(params)?),
        "textDocument/references" => references_at(session, &read(params)?),
        "textDocument/prepareRename" => prepare_rename(session, &read(params)?),
        "textDocument/rename" => rename_at(session, &read(params)?),
        "textDocument/completion" => completion_at(session, &read(params)?),
        "textDocument/signatureHelp" => signature_at(session, &read(params)?),
        "textDocument/semanticTokens/full" => semantic_tokens(session, &read(params)?),
        "textDocument/inlayHint" => inlay_hints(session, &read(params)?),
        "textDocument/codeLens" => code_lenses(session, &read(params)?),
        "workspace/executeCommand" => commands::execute(session, &read(params)?),
        "textDocument/formatting" => format(session, &read(params)?),
        "textDocument/documentSymbol" => document_symbols(session, &read(params)?),
        "textDocument/foldingRange" => folding_ranges(session, &read(params)?),
        "workspace/symbol" => workspace_symbols(session, &read(params)?),
        _ => Err(Refusal {
            code: ErrorCode::MethodNotFound,
            why: format!("`{method}` is not a request that this program answers"),
        }),
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal {
        code: ErrorCode::InvalidParams,
        why: error.to_string(),
    })
}

fn told(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| Refusal {
        code: ErrorCode::InternalError,
        why: error.to_string(),
    })
}

/// A file that is asked about: the folder of its project, its name in it.
struct File {
    root: PathBuf,
    name: String,
}

impl File {
    /// The file of a URI that is open; nothing if it belongs to no project.
    fn of(session: &Session, uri: &lsp::Uri) -> Option<Self> {
        let document = session.documents.get(&uri.0)?;
        Some(Self {
            root: document.root.clone()?,
            name: document.name.clone(),
        })
    }

    fn workspace<'s>(&self, session: &'s Session) -> Option<&'s Workspace> {
        session.rooms.get(&self.root).map(|room| &room.workspace)
    }
}

/// A byte of a file that is asked about.
struct Spot {
    file: File,
    at: usize,
}

impl Spot {
    fn of(session: &Session, params: &lsp::TextDocumentPositionParams) -> Option<Self> {
        let uri = &params.text_document.uri;
        let document = session.documents.get(&uri.0)?;
        Some(Self {
            file: File::of(session, uri)?,
            at: document.byte(params.position, session.client.encoding),
        })
    }
}

fn completion_at(session: &Session, params: &lsp::CompletionParams) -> Answer {
    let found = Spot::of(session, &params.text_document_position_params).and_then(|Spot { file, at }| {
        let found = completions(file.workspace(session)?, &file.name, at);
        let items = found.items.iter().enumerate();
        let items = items.map(|(rank, one)| shapes::completion_item(session, &file.root, one, rank));
        Some(lsp::CompletionList {
            is_incomplete: found.is_incomplete,
            items: items.collect(),
            ..lsp::CompletionList::default()
        })
    });
    told(found)
}

fn signature_at(session: &Session, params: &lsp::SignatureHelpParams) -> Answer {
    let found = Spot::of(session, &params.text_document_position_params).and_then(|Spot { file, at }| {
        let found = signature(file.workspace(session)?, &file.name, at)?;
        Some(shapes::signature_help(found))
    });
    told(found)
}

fn semantic_tokens(session: &Session, params: &lsp::SemanticTokensParams) -> Answer {
    let Some(file) = File::of(session, &params.text_document.uri) else {
        return Ok(Value::Null);
    };
    let tokens = file
        .workspace(session)
        .map(|workspace| coloured_tokens(workspace, &file.name));
    let tokens = tokens.unwrap_or_default();
    told(lsp::SemanticTokens {
        data: shapes::semantic_tokens(session, &file.root, &file.name, &tokens),
        ..lsp::SemanticTokens::default()
    })
}

fn inlay_hints(session: &Session, params: &lsp::InlayHintParams) -> Answer {
    let uri = &params.text_document.uri;
    let (Some(file), Some(document)) = (File::of(session, uri), session.documents.get(&uri.0)) else {
        return Ok(Value::Null);
    };
    let byte = |at| document.byte(at, session.client.encoding);
    let bytes = byte(params.range.start)..byte(params.range.end);
    let found = file
        .workspace(session)
        .map(|workspace| hints(workspace, &file.name, bytes));
    let shown = found.unwrap_or_default().into_iter().map(|hint| {
        let place = Place::new(&file.name, hint.at..hint.at);
        let position = shapes::range(session, &file.root, &place).start;
        shapes::inlay_hint(position, hint.text)
    });
    told(shown.collect::<Vec<_>>())
}

fn code_lenses(session: &Session, params: &lsp::CodeLensParams) -> Answer {
    let Some(file) = File::of(session, &params.text_document.uri) else {
        return Ok(Value::Null);
    };
    let found = file
        .workspace(session)
        .map(|workspace| lenses(workspace, &file.name));
    let shown = found.unwrap_or_default().into_iter().map(|lens| lsp::CodeLens {
        range: shapes::range(session, &file.root, &lens.place),
        command: Some(commands::command(&file.root, &lens)),
        data: None,
    });
    told(shown.collect::<Vec<_>>())
}

fn hover_at(session: &Session, params: &lsp::HoverParams) -> Answer {
    let found = Spot::of(session, &params.text_document_position_params).and_then(|Spot { file, at }| {
        let hover = hover(file.workspace(session)?, &file.name, at)?;
        Some(lsp::Hover {
            contents: lsp::Contents::MarkupContent(lsp::MarkupContent {
                kind: lsp::MarkupKind::Markdown,
                value: hover.text,
            }),
            range: Some(shapes::range(session, &file.root, &hover.place)),
        })
    });
    told(found)
}

fn definition_at(session: &Session, params: &lsp::DefinitionParams) -> Answer {
    let found = Spot::of(session, &params.text_document_position_params).and_then(|Spot { file, at }| {
        let found = definition(file.workspace(session)?, &file.name, at)?;
        Some(shapes::location(session, &file.root, &found.declared))
    });
    told(found)
}

fn references_at(session: &Session, params: &lsp::ReferenceParams) -> Answer {
    let found = Spot::of(session, &params.text_document_position_params).and_then(|Spot { file, at }| {
        let workspace = file.workspace(session)?;
        let declared = definition(workspace, &file.name, at)?.declared;
        let is_wanted = |place: &Place| params.context.include_declaration || *place != declared;
        let all = references(workspace, &file.name, at);
        let shown = all.iter().filter(|place| is_wanted(place));
        Some(
            shown
                .map(|place| shapes::location(session, &file.root, place))
                .collect::<Vec<_>>(),
        )
    });
    told(found)
}

fn prepare_rename(session: &Session, params: &lsp::TextDocumentPositionParams) -> Answer {
    let found = Spot::of(session, params).and_then(|Spot { file, at }| {
        let place = renamable(file.workspace(session)?, &file.name, at)?;
        Some(shapes::range(session, &file.root, &place))
    });
    told(found)
}

fn rename_at(session: &Session, params: &lsp::RenameParams) -> Answer {
    let Some(Spot { file, at }) = Spot::of(session, &params.text_document_position_params) else {
        return Ok(Value::Null);
    };
    let Some(workspace) = file.workspace(session) else {
        return Ok(Value::Null);
    };
    match rename(workspace, &file.name, at, &params.new_name) {
        Ok(edits) => told(shapes::workspace_edit(session, &file.root, &edits)),
        Err(not) => Err(Refusal {
            code: ErrorCode::RequestFailed,
            why: not.why,
        }),
    }
}

fn code_actions(session: &Session, params: &lsp::CodeActionParams) -> Answer {
    let Some(file) = File::of(session, &params.text_document.uri) else {
        return Ok(Value::Null);
    };
    let (Some(room), Some(document)) = (
        session.rooms.get(&file.root),
        session.documents.get(&params.text_document.uri.0),
    ) else {
        return Ok(Value::Null);
    };
    let byte = |at| document.byte(at, session.client.encoding);
    let (start, end) = (byte(params.range.start), byte(params.range.end));
    let place = Place::new(&file.name, start..end.max(start));
    let problems: Vec<_> = room.problems().cloned().collect();
    let actions = actions(&problems, &place)
        .into_iter()
        .map(|action| lsp::CodeAction {
            title: action.title,
            kind: Some(lsp::CodeActionKind::QuickFix),
            diagnostics: Some(vec![shapes::diagnostic(session, &file.root, &action.problem)]),
            is_preferred: Some(action.is_certain),
            edit: Some(shapes::workspace_edit(session, &file.root, &action.edits)),
            ..lsp::CodeAction::default()
        });
    told(actions.collect::<Vec<_>>())
}

fn format(session: &Session, params: &lsp::DocumentFormattingParams) -> Answer {
    let Some(file) = File::of(session, &params.text_document.uri) else {
        return Ok(Value::Null);
    };
    let Some(workspace) = file.workspace(session) else {
        return Ok(Value::Null);
    };
    match formatting(workspace, &file.name) {
        Some(Formatting::Text(text)) => {
            let before = workspace.text(&file.name).unwrap_or_default();
            let edit = Edit::between(&file.name, before, &text);
            told([lsp::TextEdit {
                range: shapes::range(session, &file.root, &edit.place),
                new_text: edit.put,
            }])
        }
        Some(Formatting::Same) => told(Vec::<lsp::TextEdit>::new()),
        // The errors say why; whoever formats at each save is not to be told twice.
        Some(Formatting::Unread(..)) | None => Ok(Value::Null),
    }
}

fn document_symbols(session: &Session, params: &lsp::DocumentSymbolParams) -> Answer {
    let Some(file) = File::of(session, &params.text_document.uri) else {
        return Ok(Value::Null);
    };
    let symbols = file
        .workspace(session)
        .map(|workspace| file_symbols(workspace, &file.name));
    let shown = symbols.unwrap_or_default();
    let shown = shown
        .iter()
        .map(|one| shapes::document_symbol(session, &file.root, one));
    told(shown.collect::<Vec<_>>())
}

fn folding_ranges(session: &Session, params: &lsp::FoldingRangeParams) -> Answer {
    let Some(file) = File::of(session, &params.text_document.uri) else {
        return Ok(Value::Null);
    };
    let found = file
        .workspace(session)
        .map(|workspace| folds(workspace, &file.name));
    let found = found.unwrap_or_default();
    let ranges = found.iter().map(|fold| {
        let place = Place::new(&file.name, fold.bytes.clone());
        shapes::folding_range(shapes::range(session, &file.root, &place), fold)
    });
    told(ranges.collect::<Vec<_>>())
}

fn workspace_symbols(session: &Session, params: &lsp::WorkspaceSymbolParams) -> Answer {
    let mut all = Vec::new();
    for (root, room) in &session.rooms {
        for symbol in project_symbols(&room.workspace, &params.query) {
            all.push(lsp::WorkspaceSymbol {
                location: shapes::location(session, root, &symbol.name_place).into(),
                data: None,
                base_symbol_information: lsp::BaseSymbolInformation {
                    name: symbol.name,
                    kind: shapes::symbol_kind(symbol.sort),
                    tags: None,
                    container_name: (!symbol.detail.is_empty()).then_some(symbol.detail),
                },
            });
        }
    }
    told(all)
}
