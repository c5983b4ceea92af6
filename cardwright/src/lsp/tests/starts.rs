//! The beginnings of talks, as editors send them. What they say they can do was taken from their sources and logs.

use super::editor::{Editor, SET};
use serde_json::{Value, json};

const STARTS: [(&str, &str, &str); 4] = [
    ("vscode", "utf-16", include_str!("starts/vscode.json")),
    ("neovim", "utf-8", include_str!("starts/neovim.json")),
    ("helix", "utf-8", include_str!("starts/helix.json")),
    ("zed", "utf-16", include_str!("starts/zed.json")),
];

#[test]
fn the_talk_begins_as_each_editor_begins_it() {
    for (name, encoding, text) in STARTS {
        let mut editor = Editor::silent();
        let path = editor.folder.to_string_lossy().into_owned();
        let text = text
            .replace("ROOT_PATH", &path)
            .replace("ROOT_URI", &editor.uri(""));
        let params: Value = serde_json::from_str(&text).expect("the fixture is JSON");
        let watches =
            params["capabilities"]["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] == true;
        let answer = editor.start(params);
        assert_eq!(answer["capabilities"]["positionEncoding"], encoding, "{name}");
        if watches {
            let asked = editor.message("client/registerCapability");
            assert_eq!(
                asked["registrations"][0]["method"], "workspace/didChangeWatchedFiles",
                "{name}"
            );
        }
        editor.open(SET);
        let broken = editor
            .text(SET)
            .replace("kind: bell", "kind: bel")
            .replace("modify push-of", "modify psh-of");
        editor.change(SET, json!([{ "text": broken }]));
        // Visual Studio Code said that another server finds what schemas find.
        let told = editor.problems(SET);
        assert!(told.iter().any(|one| one.ends_with("cw0101")), "{name}: {told:?}");
        assert_eq!(
            told.iter().any(|one| one.ends_with("cw0208")),
            name != "vscode",
            "{name}: {told:?}"
        );
        assert!(editor.end(), "{name}");
    }
}

#[test]
fn what_this_server_can_do() {
    let mut editor = Editor::silent();
    let answer = editor.start(json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer["capabilities"]).expect("it is JSON"));
    assert!(editor.end());
}
