//! The words of the reader of YAML, in plain ones.

/// What the reader says in words of its own, in plain ones, and what to do.
pub(super) fn of_reader(message: &str) -> Option<(&'static str, &'static str)> {
    const WORDS: [(&str, &str, &str); 10] = [
        (
            "alias ",
            "the aliases up to here stand for more than a document may hold",
            "an alias (`*name`) repeats all that its anchor (`&name`) has, also what is repeated there; write fewer",
        ),
        (
            "budget breached",
            "the document has more in it than can be read at once",
            "divide it into several documents, and write fewer aliases",
        ),
        (
            "recursive references",
            "this alias stands within what it stands for",
            "write here what is meant",
        ),
        (
            "cannot deserialize tagged scalar",
            "a tag such as `!!int` makes something else of the text that is asked for here",
            "leave the tag out",
        ),
        (
            "unsupported tag",
            "tags (`!...`) say nothing here",
            "leave the tag out",
        ),
        (
            "unclosed quote",
            "this quote is never closed",
            "write the same quote where the text ends",
        ),
        (
            "while parsing a quoted scalar, found unknown",
            "in such quotes a `\\` changes the letter behind it, and nothing is known of this one",
            "write `\\\\` if the letter itself is meant",
        ),
        (
            "non-finite float",
            "this is no number that anything can be counted with",
            "write a whole number",
        ),
        (
            "merge",
            "`<<` merges keys and values, and here are none",
            "write an alias of keys and values behind it: `<<: *name`",
        ),
        (
            "quoted scalar",
            "this text in quotes cannot be read to its end",
            "write the same quote where the text ends",
        ),
    ];
    let mut words = WORDS.iter();
    let (_, message, help) = words.find(|(begins, ..)| message.starts_with(begins))?;
    Some((message, help))
}
