//! The words of the reader of YAML, in plain ones.

/// What the reader says in words of its own, in plain ones, and what to do.
pub(super) fn of_reader(message: &str) -> Option<(&'static str, &'static str)> {
    const WORDS: [(&str, &str, &str); 10] = [
        (
            "alias ",
            "the aliases up to here expand to more than a document may contain",
            "use fewer aliases: an alias (`*name`) repeats everything in its anchor (`&name`), including \
             other aliases",
        ),
        (
            "budget breached",
            "the document is too large to read",
            "divide it into several documents, and use fewer aliases",
        ),
        (
            "recursive references",
            "this alias is inside its own anchor",
            "write the value itself instead of the alias",
        ),
        (
            "cannot deserialize tagged scalar",
            "expected a text, but a tag such as `!!int` changes its type",
            "remove the tag",
        ),
        (
            "unsupported tag",
            "tags (`!...`) are not allowed here",
            "remove the tag",
        ),
        (
            "unclosed quote",
            "this quote is never closed",
            "write the same quote at the end of the text",
        ),
        (
            "while parsing a quoted scalar, found unknown",
            "in these quotes, `\\` begins an escape, and this one is unknown",
            "for the character itself, write `\\\\`",
        ),
        (
            "non-finite float",
            "this is not a finite number",
            "write a whole number",
        ),
        (
            "merge",
            "`<<` merges keys and values, but there are none here",
            "write an alias of keys and values after it: `<<: *name`",
        ),
        (
            "quoted scalar",
            "this text in quotes is not valid YAML",
            "write the same quote at the end of the text",
        ),
    ];
    let mut words = WORDS.iter();
    let (_, message, help) = words.find(|(begins, ..)| message.starts_with(begins))?;
    Some((message, help))
}
