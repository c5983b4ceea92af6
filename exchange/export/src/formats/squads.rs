//! The squads of scenarios in the form of others: `SYSTEM/SCENARIO-PLAYER.json`. What the form is, a document of content says.

use crate::content::Book;
use crate::folder::Folder;
use crate::format::Format;
use crate::options::Chosen;
use cardwright_import::Refused;
use cardwright_import::squads::Form;

/// Squads in the form that a document says.
pub struct Squads {
    form: Form,
}

impl Squads {
    /// Squads in this form.
    #[must_use]
    pub fn of(form: Form) -> Self {
        Self { form }
    }
}

impl Format for Squads {
    fn id(&self) -> &str {
        &self.form.doc.squads.value
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &str {
        &self.form.doc.title
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let of = &self.form.doc.system.value;
        for system in book.systems.iter().filter(|system| system.system.id == *of) {
            let ready = self.form.of(book.project).map_err(|why| self.told(&why))?;
            for scenario in system.asked_scenarios(book.project) {
                let id = &scenario.doc.scenario.value;
                for sheet in ready.written(&scenario.doc) {
                    let squad = format!("{of}/{id}-{}", sheet.player);
                    for (piece, why) in sheet.left_out {
                        folder.leave_out(format!("{squad}: {piece}"), why);
                    }
                    match sheet.text {
                        Ok(text) => folder.add(&format!("{squad}.json"), text),
                        Err(wrong) => folder.leave_out(squad, wrong.join("; ")),
                    }
                }
            }
        }
        Ok(())
    }
}

impl Squads {
    fn told(&self, why: &Refused) -> String {
        let why = match why {
            Refused::Mapping(found) => {
                let found: Vec<&str> = found.1.iter().map(|one| one.message.as_str()).collect();
                found.join("; ")
            }
            Refused::Source(why) => why.clone(),
            Refused::Content => "the content of the system has errors".to_owned(),
        };
        format!("{}: {why}", self.form.name)
    }
}
