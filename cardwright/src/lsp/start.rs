//! The start of a talk: the editor's abilities and wishes, and the abilities of this server, which it is
//! told.

use super::commands;
use cardwright_service::{Encoding, TokenClass};
use gen_lsp_types as lsp;
use lsp::{ClientCapabilities, InitializeParams, PositionEncodingKind, ServerCapabilities};
use serde::Deserialize;

/// The abilities and wishes of the editor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    /// The unit in which columns count.
    pub(super) encoding: Encoding,
    /// Whether it can be asked to tell of files that change on the disk.
    pub(super) watches: bool,
    /// Its settings.
    pub(super) wishes: Wishes,
}

/// The settings that an editor may send as `initializationOptions`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Wishes {
    /// Whether problems are told that a server for YAML finds by the schemas, too.
    pub(super) yaml: YamlProblems,
    /// Whether rules are told as sentences behind their heads.
    pub(super) hints: bool,
}

/// Which problems of documents are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum YamlProblems {
    /// All problems.
    #[default]
    All,
    /// The problems that the schemas do not find.
    BeyondSchema,
}

impl Client {
    pub(super) fn of(params: &InitializeParams) -> Self {
        let options = params.initialization_options.clone().unwrap_or_default();
        Self {
            encoding: encoding(&params.capabilities),
            watches: watches(&params.capabilities).unwrap_or(false),
            // Options that are none of ours are passed over.
            wishes: serde_json::from_value(options).unwrap_or_default(),
        }
    }
}

fn encoding(capabilities: &ClientCapabilities) -> Encoding {
    let general = capabilities.general.as_ref();
    let known = general.and_then(|general| general.position_encodings.as_ref());
    match known.is_some_and(|known| known.contains(&PositionEncodingKind::UTF8)) {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    }
}

fn watches(capabilities: &ClientCapabilities) -> Option<bool> {
    let files = capabilities
        .workspace
        .as_ref()?
        .did_change_watched_files
        .as_ref()?;
    files.dynamic_registration
}

/// The abilities of this server.
pub(super) fn capabilities(client: &Client) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            ..lsp::TextDocumentSyncOptions::default()
        })),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix]),
                ..lsp::CodeActionOptions::default()
            },
        )),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some([" ", ".", "(", "/"].map(str::to_owned).into()),
            ..lsp::CompletionOptions::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(str::to_owned).into()),
            ..lsp::SignatureHelpOptions::default()
        }),
        semantic_tokens_provider: Some(lsp::SemanticTokensProvider::SemanticTokensOptions(
            lsp::SemanticTokensOptions {
                legend: lsp::SemanticTokensLegend {
                    token_types: TokenClass::LEGEND.map(|one| one.1.to_owned()).into(),
                    token_modifiers: Vec::new(),
                },
                full: Some(lsp::Full::Bool(true)),
                ..lsp::SemanticTokensOptions::default()
            },
        )),
        inlay_hint_provider: client.wishes.hints.then_some(lsp::InlayHintProvider::Bool(true)),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).into(),
            ..lsp::ExecuteCommandOptions::default()
        }),
        hover_provider: Some(lsp::HoverProvider::Bool(true)),
        definition_provider: Some(lsp::DefinitionProvider::Bool(true)),
        references_provider: Some(lsp::ReferencesProvider::Bool(true)),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(lsp::RenameOptions {
            prepare_provider: Some(true),
            ..lsp::RenameOptions::default()
        })),
        document_formatting_provider: Some(lsp::DocumentFormattingProvider::Bool(true)),
        document_symbol_provider: Some(lsp::DocumentSymbolProvider::Bool(true)),
        workspace_symbol_provider: Some(lsp::WorkspaceSymbolProvider::Bool(true)),
        folding_range_provider: Some(lsp::FoldingRangeProvider::Bool(true)),
        ..ServerCapabilities::default()
    }
}
