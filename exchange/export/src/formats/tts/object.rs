//! Objects as Tabletop Simulator saves them.

use super::sheets::{Sheets, number};
use super::{VERSION, script};
use crate::model::facts::Card;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A place on the table: to the right, up, away, each in inches; turned, and whether face down.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
    pub(super) turned: f64,
    pub(super) face_down: bool,
}

/// A saved object that is being made.
pub(super) struct Save {
    system: String,
    id: String,
    title: String,
    objects: Vec<Value>,
    guids: BTreeSet<u32>,
}

/// Six hexadecimal digits.
const MOST_GUIDS: u32 = 0x00ff_fffe;

impl Save {
    pub(super) fn new(system: &str, id: &str, title: &str) -> Self {
        Self {
            system: system.to_owned(),
            id: id.to_owned(),
            title: title.to_owned(),
            objects: Vec::new(),
            guids: BTreeSet::new(),
        }
    }

    pub(super) fn add(&mut self, object: Value) {
        self.objects.push(object);
    }

    /// An object; `about` identifies it in the save.
    pub(super) fn object(
        &mut self,
        name: &str,
        nickname: &str,
        about: &str,
        place: &Place,
        own: Value,
    ) -> Value {
        let mut guid = number(&format!("{}/{}/{name}/{about}", self.system, self.id), MOST_GUIDS);
        while !self.guids.insert(guid) {
            guid = guid % MOST_GUIDS + 1;
        }
        let object = json!({
            "Name": name,
            "GUID": format!("{guid:06x}"),
            "Transform": transform(place),
            "Nickname": nickname,
            "Description": "",
            "GMNotes": crate::json::line(&json!({ "system": self.system, "id": about })),
            "IgnoreFoW": false,
            "ColorDiffuse": { "r": 1.0, "g": 1.0, "b": 1.0 },
            "Locked": false,
            "Grid": false,
            "Snap": true,
            "Autoraise": true,
            "Sticky": true,
            "Tooltip": true,
            "GridProjection": false,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        });
        with(object, own)
    }

    pub(super) fn finish(self) -> Value {
        json!({
            "SaveName": self.title,
            "GameMode": self.title,
            "Date": "",
            "VersionNumber": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "",
            "Sky": "",
            "Note": format!("cardwright/tts {VERSION}: {}/{}", self.system, self.id),
            "Rules": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "Grid": {
                "Type": 0, "Lines": false, "Color": { "r": 0.0, "g": 0.0, "b": 0.0 }, "Opacity": 0.75,
                "ThickLines": false, "Snapping": false, "Offset": false, "BothSnapping": false,
                "xSize": 1.0, "ySize": 1.0,
            },
            "Lighting": {
                "LightIntensity": 0.54, "LightColor": { "r": 1.0, "g": 0.98, "b": 0.89 },
                "AmbientIntensity": 1.3, "AmbientType": 0,
                "AmbientSkyColor": { "r": 0.5, "g": 0.5, "b": 0.5 },
                "AmbientEquatorColor": { "r": 0.5, "g": 0.5, "b": 0.5 },
                "AmbientGroundColor": { "r": 0.5, "g": 0.5, "b": 0.5 },
                "ReflectionIntensity": 1.0, "LutIndex": 0, "LutContribution": 1.0,
            },
            "Hands": { "Enable": true, "DisableUnused": false, "Hiding": 0, "HandTransforms": [] },
            "Turns": {
                "Enable": false, "Type": 0, "TurnOrder": [], "Reverse": false, "SkipEmpty": false,
                "DisableInteractions": false, "PassTurns": true, "TurnColor": "",
            },
            "DecalPallet": [],
            "TabStates": {},
            "ObjectStates": self.objects,
        })
    }
}

/// An object with further fields, which stand in the place of those that are there.
fn with(mut object: Value, own: Value) -> Value {
    if let (Value::Object(object), Value::Object(own)) = (&mut object, own) {
        object.extend(own);
    }
    object
}

fn transform(place: &Place) -> Value {
    // The game turns an object by half, so that its picture stands upright for who sits in the south.
    let turned = (place.turned + 180.0) % 360.0;
    json!({
        "posX": place.x, "posY": place.y + 1.0, "posZ": place.z,
        "rotX": 0.0, "rotY": turned, "rotZ": if place.face_down { 180.0 } else { 0.0 },
        "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
    })
}

/// A card; nothing, if it is not in the export.
fn card(
    save: &mut Save,
    sheets: &Sheets<'_>,
    name: &str,
    about: &str,
    card: &Card,
    place: &Place,
) -> Option<(u32, Value)> {
    let (sheet, id) = sheets.card(&card.id)?;
    let own = json!({
        "Description": script::described(card),
        "CardID": id,
        "SidewaysCard": false,
        "Hands": true,
        "HideWhenFaceDown": true,
        "CustomDeck": { sheet.key.to_string(): sheets.custom(sheet) },
    });
    Some((id, save.object(name, &card.name, about, place, own)))
}

/// A pile of cards, the top one first: a deck, or a card alone, which must not be a deck. Each has an id of its own beside what
/// is printed.
pub(super) fn deck(
    save: &mut Save,
    sheets: &Sheets<'_>,
    about: &str,
    cards: &[(&str, &Card)],
    place: &Place,
) -> Option<Value> {
    if let [(about, alone)] = cards {
        return card(save, sheets, "CardCustom", about, alone, place).map(|(_, card)| card);
    }
    let mut custom = Map::new();
    let mut ids = Vec::new();
    let mut contained = Vec::new();
    for (about, one) in cards {
        let (id, card) = card(save, sheets, "Card", about, one, place)?;
        if let Some(Value::Object(sheet)) = card.get("CustomDeck") {
            custom.extend(sheet.clone());
        }
        ids.push(id);
        contained.push(card);
    }
    if contained.is_empty() {
        return None;
    }
    let own = json!({
        "DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": contained,
        "SidewaysCard": false, "HideWhenFaceDown": true,
    });
    Some(save.object("DeckCustom", about, about, place, own))
}

/// A bag with objects in it and a script.
pub(super) fn in_bag(save: &mut Save, title: &str, objects: Vec<Value>, script: &str) -> Value {
    let own = json!({ "ContainedObjects": objects, "LuaScript": script });
    save.object("Bag", title, "set", &Place::default(), own)
}

/// Gives an object its size in inches as soon as its picture is loaded: the game makes it as large as it likes.
fn sized((wide, long): (f64, f64)) -> String {
    format!(
        "function onLoad()
  Wait.condition(function()
    local size, scale = self.getBoundsNormalized().size, self.getScale()
    self.setScale({{ scale.x * {wide:.3} / size.x, scale.y, scale.z * {long:.3} / size.z }})
  end, function() return not self.spawning and not self.loading_custom end)
end
"
    )
}

/// The board: a flat picture that lies fast below all else.
pub(super) fn board(save: &mut Save, picture: &str, place: &Place, size: (f64, f64)) -> Value {
    let own = json!({
        "Locked": true,
        "CustomImage": {
            "ImageURL": picture, "ImageSecondaryURL": "", "WidthScale": 0.0,
            "CustomTile": { "Type": 0, "Thickness": 0.1, "Stackable": false, "Stretch": true },
        },
        "LuaScript": sized(size),
    });
    save.object("Custom_Tile", "", "board", place, own)
}

/// A piece, so wide and long.
pub(super) fn piece(
    save: &mut Save,
    nickname: &str,
    about: &str,
    picture: &str,
    place: &Place,
    size: (f64, f64),
) -> Value {
    let piece = token(save, nickname, about, 1, picture, place);
    with(piece, json!({ "LuaScript": sized(size) }))
}

/// A flat picture: a piece, or some tokens of a sort.
pub(super) fn token(
    save: &mut Save,
    nickname: &str,
    about: &str,
    count: i64,
    picture: &str,
    place: &Place,
) -> Value {
    let many = count > 1;
    let mut own = json!({
        "CustomImage": {
            "ImageURL": picture, "ImageSecondaryURL": "", "WidthScale": 0.0,
            "CustomToken": {
                "Thickness": 0.1, "MergeDistancePixels": 15.0, "Stackable": many,
            },
        },
    });
    if many {
        own["Number"] = json!(count);
    }
    let name = if many {
        "Custom_Token_Stack"
    } else {
        "Custom_Token"
    };
    save.object(name, nickname, about, place, own)
}

/// An endless supply of tokens of a sort.
pub(super) fn supply(save: &mut Save, sort: &str, picture: &str, place: &Place) -> Value {
    let one = token(save, sort, &format!("one {sort}"), 1, picture, place);
    let own = json!({ "ContainedObjects": [one] });
    save.object("Infinite_Bag", sort, &format!("supply of {sort}"), place, own)
}
