//! JSON Lines: one card, one rule, one ledger rule a line, each line a document of its own.

use crate::content::Book;
use crate::folder::Folder;
use crate::format::Format;
use crate::json::line;
use crate::model::document::{CARD, LEDGER_RULE, RULE};
use crate::model::facts::{CardLine, LedgerLine};
use crate::model::rules::RuleLine;
use crate::options::Chosen;
use crate::schema::{OF_LINES, schemas};
use serde::Serialize;

/// JSON Lines.
pub(crate) struct JsonLines;

impl Format for JsonLines {
    fn id(&self) -> &'static str {
        "jsonl"
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &'static str {
        "cards, rules and ledger as JSON Lines: one per line, for streaming tools"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        for (path, text) in schemas(OF_LINES) {
            folder.add(&path, text);
        }
        for system in &book.systems {
            let id = &system.system.id;
            let cards = system.sets.iter().flat_map(|set| {
                set.cards.iter().map(|card| CardLine {
                    document: CARD.head(),
                    system: id.clone(),
                    set: set.id.clone(),
                    card: card.clone(),
                })
            });
            folder.add(&format!("{id}/cards.jsonl"), lines(cards));
            let rules = system.rules.declarations.rules.iter().map(|rule| RuleLine {
                document: RULE.head(),
                system: id.clone(),
                rule: rule.clone(),
            });
            folder.add(&format!("{id}/rules.jsonl"), lines(rules));
            let ledger = system.system.ledger.iter().map(|rule| LedgerLine {
                document: LEDGER_RULE.head(),
                system: id.clone(),
                rule: rule.clone(),
            });
            folder.add(&format!("{id}/ledger.jsonl"), lines(ledger));
        }
        Ok(())
    }
}

fn lines(all: impl Iterator<Item = impl Serialize>) -> String {
    all.map(|one| line(&one) + "\n").collect()
}
