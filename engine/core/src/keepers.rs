//! The keeper of a secret, who may see it: whoever chose it in secret, else the owner of the entity that has
//! the field.

use crate::content::Content;
use crate::state::{Options, Secret, Secrets, State};
use cardwright_bytecode::pack::{EntityId, cell};

impl Secrets {
    /// The origin of a secret cell; `None` if nothing is noted of it.
    pub(crate) fn of(&self, entity: EntityId, cell: u32) -> Option<&Secret> {
        let place = self.place(entity, cell).ok()?;
        self.cells.get(place)
    }

    /// Notes who chose the value of a secret cell (nobody: a rule set it) and from which options, as far as either is known.
    pub(crate) fn note(&mut self, entity: EntityId, cell: u32, by: EntityId, options: Option<Options>) {
        match self.place(entity, cell) {
            Ok(place) => {
                let known = &mut self.cells[place];
                let same = known.by == by;
                known.by = by;
                match options {
                    Some(options) => known.options = options,
                    None if !same => known.options = Options::default(),
                    None => {}
                }
            }
            Err(_) if by == 0 && options.is_none() => {}
            Err(place) => {
                let options = options.unwrap_or_default();
                let secret = Secret {
                    entity,
                    cell,
                    by,
                    options,
                };
                self.cells.insert(place, secret);
            }
        }
    }

    fn place(&self, entity: EntityId, cell: u32) -> Result<usize, usize> {
        self.cells
            .binary_search_by_key(&(entity, cell), |secret| (secret.entity, secret.cell))
    }
}

impl State {
    /// The player who may see a secret cell; 0 if nobody chose it and it belongs to nobody.
    pub(crate) fn keeper(&self, content: &Content, entity: EntityId, cell: usize) -> EntityId {
        match self.secrets.of(entity, cell as u32) {
            Some(secret) if secret.by != 0 => secret.by,
            _ if content.players().contains(&entity) => entity,
            _ => self.cell(content, i64::from(entity), cell::OWNER) as EntityId,
        }
    }
}
