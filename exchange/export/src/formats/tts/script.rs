//! The script of a set: what its cards say, by id, and how to put one onto the table.

use super::sheets::Sheets;
use crate::content::SystemBook;
use crate::formats::lua::{quoted, written};
use crate::model::facts::{Card, Cards};
use serde_json::json;
use std::fmt::Write;

/// The functions that read the tables of a set; in MoonSharp, which is about Lua 5.2.
const FUNCTIONS: &str = r#"
-- What is known of a card: its name, kind, facts, text; nil, if the set has none of this id.
function card(parameters)
  local id = parameters
  if type(parameters) == "table" then id = parameters.id end
  return cards[id]
end

-- The ids of all cards of the set; only of one kind, if it is named.
function ids(parameters)
  local kind = type(parameters) == "table" and parameters.kind or nil
  local found = {}
  for _, id in ipairs(order) do
    if kind == nil or cards[id].kind == kind then found[#found + 1] = id end
  end
  return found
end

-- Puts a card onto the table: spawn({ id = "...", position = { 0, 2, 0 } }).
function spawn(parameters)
  local one = cards[parameters.id]
  if one == nil then return nil end
  return spawnObjectData({
    data = {
      Name = "CardCustom",
      Nickname = one.name,
      Description = one.described,
      GMNotes = one.notes,
      CardID = one.card_id,
      CustomDeck = { [one.sheet] = sheets[one.sheet] },
      Transform = { posX = 0, posY = 2, posZ = 0, rotX = 0, rotY = 180, rotZ = 0, scaleX = 1, scaleY = 1, scaleZ = 1 },
    },
    position = parameters.position,
    rotation = parameters.rotation,
  })
end
"#;

/// The script of a set. Writing into a text never fails.
pub(super) fn of(system: &SystemBook<'_>, set: &Cards, sheets: &Sheets<'_>) -> String {
    let id = &system.system.id;
    let mut out = format!(
        "-- Made by `cardwright export --to tts`: cardwright/tts {}, set `{id}/{}`. docs/exports.md describes it.\n\
         local sheets = {{}}\nlocal cards = {{}}\nlocal order = {{}}\n",
        super::VERSION,
        set.id
    );
    for sheet in sheets.of_set(&set.id) {
        let _ = write!(out, "sheets[\"{}\"] = ", sheet.key);
        written(&sheets.custom(sheet), &mut out);
        out.push('\n');
    }
    for card in &set.cards {
        let Some((sheet, card_id)) = sheets.card(&card.id) else {
            continue;
        };
        let about = json!({
            "id": card.id, "name": card.name, "kind": card.kind, "facts": card.facts, "text": card.text,
            "described": described(card), "sheet": sheet.key.to_string(), "card_id": card_id,
            "notes": crate::json::line(&json!({ "system": id, "id": card.id })),
        });
        let mut key = String::new();
        quoted(&card.id, &mut key);
        let _ = write!(out, "cards[{key}] = (function() return ");
        written(&about, &mut out);
        let _ = writeln!(out, " end)()\norder[#order + 1] = {key}");
    }
    out + FUNCTIONS
}

/// The description that people see who point at a card.
pub(super) fn described(card: &Card) -> String {
    card.text.join("\n\n")
}
