//! Characters that nobody sees, or that look like a blank and are none: what people call them.

/// The name of a character that looks like an ordinary blank but is none, for messages.
#[must_use]
pub fn false_blank(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{a0}' | '\u{2007}' | '\u{202f}' => "a no-break space",
        '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => {
            "a space of another width"
        }
        _ => return None,
    })
}

/// The name of a character that nobody can see, for messages. Joiners and separators of letters, as in emoji,
/// are left out: their effect can be seen.
#[must_use]
pub fn unseen(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a mark that changes the direction of writing"
        }
        '\u{ad}' => "a soft hyphen",
        '\u{34f}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => "a zero-width space",
        '\u{e0001}' => "a mark for the language of a text",
        '\u{2028}' | '\u{2029}' | '\u{85}' => "a special line break",
        letter if letter.is_control() => "a control character",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{false_blank, unseen};

    #[test]
    fn what_is_written_on_cards_can_be_seen() {
        for letter in "Añ зима 日本 ’“”–…×⚀ 👩‍🚀☠️".chars() {
            assert_eq!(unseen(letter), None, "{letter:?}");
        }
        assert_eq!(false_blank(' '), None);
    }

    #[test]
    fn what_cannot_be_seen_has_a_name() {
        for letter in [
            '\u{202e}', '\u{2066}', '\u{200b}', '\u{ad}', '\u{7}', '\u{9b}', '\u{2028}',
        ] {
            assert!(unseen(letter).is_some(), "{letter:?}");
        }
        for letter in ['\u{a0}', '\u{202f}', '\u{3000}', '\u{2009}'] {
            assert!(false_blank(letter).is_some(), "{letter:?}");
        }
    }
}
