//! Conformance vectors: every case, and one seeded game a scenario.

use crate::conform::{cases, games};
use crate::content::Book;
use crate::folder::Folder;
use crate::format::Format;
use crate::model::document::{ASK, MANIFEST, REPLY, VECTOR};
use crate::options::Chosen;
use crate::schema::schemas;

/// Conformance vectors.
pub(crate) struct Vectors;

impl Format for Vectors {
    fn id(&self) -> &'static str {
        "vectors"
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &'static str {
        "cases and games step by step, to test that another engine plays in the same way"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        for (path, text) in schemas(&[VECTOR, ASK, REPLY, MANIFEST]) {
            folder.add(&path, text);
        }
        for system in &book.systems {
            let id = &system.system.id;
            let recorded = [
                ("cases", cases(system, book.project)),
                ("games", games(system, book.project)),
            ];
            for (name, (lines, left_out)) in recorded {
                for left in left_out {
                    folder.leave_out(format!("{id}/{}", left.what), left.why);
                }
                folder.add(&format!("{id}/{name}.jsonl"), lines);
            }
        }
        Ok(())
    }
}
