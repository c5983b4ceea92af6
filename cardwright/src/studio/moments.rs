//! A moment of a game as a case of the project.
//!
//! Such a case says all that was decided and shuffled, so nobody gets one of a game in which people still play.

use super::Studio;
use cardwright_case_runner::{Moment, Verdict};
use cardwright_core::Viewer;
use serde_json::{Value, json};

/// The most letters of what a case shows.
const MOST_TITLE: usize = 120;
/// The folder of cases that come from games, in that of their system.
const FOLDER: &str = "from-games";

impl Studio {
    /// The text of a case that comes to this moment, and the file that it should be.
    pub(super) fn case(&mut self, game: &str, at: usize, title: &str) -> Result<Value, String> {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if title.is_empty() || title.len() > MOST_TITLE {
            return Err(format!(
                "write what the case shows, in at most {MOST_TITLE} letters"
            ));
        }
        let open = self.games.game(game)?;
        if !open.may_see(Viewer::Judge) {
            return Err("while people play, a case would reveal what is hidden from them".to_owned());
        }
        let named = open.content().pack().title.clone();
        let system = self.project.systems.get(&named.system);
        let main = system.map(|system| system.doc.main.value.clone());
        let main = main.ok_or_else(|| format!("there is no system `{}`", named.system))?;
        let replay = open.replay()?;
        let moment = Moment {
            scenario: &named.scenario,
            main: &main,
            title: &title,
            replay: &replay,
            at,
        };
        let text = moment.written(open.content())?;
        let file = self.free_name(&named.system, &title);
        self.tried(&file, &text)?;
        Ok(json!({ "file": file, "text": text }))
    }

    /// A name that no file of the project has.
    fn free_name(&self, system: &str, title: &str) -> String {
        let words: Vec<String> = title
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        let name = match words.is_empty() {
            true => "a-moment".to_owned(),
            false => words.join("-"),
        };
        let base = format!("tests/conformance/{system}/{FOLDER}/{name}");
        let names = (1..).map(|number| match number {
            1 => format!("{base}.yaml"),
            number => format!("{base}-{number}.yaml"),
        });
        let is_free = |name: &String| self.project.text_of(name).is_none();
        names.into_iter().find(is_free).unwrap_or(base)
    }

    /// Plays the case as the project would.
    fn tried(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.project.update(file, Some(text.to_owned()));
        let found = self
            .project
            .cases
            .iter()
            .find(|case| self.project.sources.get(case.file).name == file);
        let verdict = found.map(|case| Verdict::of(&self.project, case));
        let why = verdict.map_or_else(
            || vec!["it is not a case of this project".to_owned()],
            |verdict| verdict.reasons(),
        );
        self.project.update(file, None);
        match why.is_empty() {
            true => Ok(()),
            false => Err(format!("a case cannot reach this moment: {}", why.join("; "))),
        }
    }
}
