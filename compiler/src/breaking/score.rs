//! The content that only agents ask: the score of a system, and the defines that serve nothing else.

use super::{Found, content_of};
use cardwright_documents::source::Location;

impl Found<'_> {
    /// The places of these defines.
    pub(super) fn score(&self) -> Vec<Location> {
        let Some(score) = &self.system.doc.score else {
            return Vec::new();
        };
        let is_score = |(name, _): &&(String, Location)| *name == score.value;
        let mut own: Vec<Location> = self.defines.iter().filter(is_score).map(|one| one.1).collect();
        loop {
            let serves_only = |(name, place): &&(String, Location)| {
                !own.contains(place)
                    && self.is_named_in(name, &own)
                    && !self.is_named_outside(name, *place, &own)
            };
            let more: Vec<Location> = self.defines.iter().filter(serves_only).map(|one| one.1).collect();
            if more.is_empty() {
                return own;
            }
            own.extend(more);
        }
    }

    fn is_named_in(&self, name: &str, places: &[Location]) -> bool {
        places.iter().any(|place| {
            let text = &self.project.sources.get(place.file).text;
            words(&text[place.start..place.end]).any(|(_, word)| word == name)
        })
    }

    /// Whether content names a define elsewhere than where it stands and in these places.
    fn is_named_outside(&self, name: &str, itself: Location, places: &[Location]) -> bool {
        let files = content_of(self.project, self.system);
        files.into_iter().any(|file| {
            let text = &self.project.sources.get(file).text;
            words(text).filter(|(_, word)| *word == name).any(|(at, _)| {
                let holds = |place: &Location| place.file == file && place.start <= at && at < place.end;
                !holds(&itself) && !places.iter().any(holds)
            })
        })
    }
}

/// The words of a text, without its comments.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let codes = text
        .split('\n')
        .map(|line| line.split('#').next().unwrap_or(line));
    let words = codes.flat_map(move |code| code.split(move |letter| !is_letter(letter)));
    words.map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
