//! Inputs that were worth keeping: one a line in `kept/TARGET.txt`, bytes as `escape_ascii` writes them.

use std::path::PathBuf;

/// The file with the kept inputs of a target.
#[must_use]
pub fn file(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("kept/{target}.txt"))
}

/// The kept inputs of a target.
///
/// # Errors
/// If their file cannot be read, or has a line that [`line`] does not write.
pub fn inputs(target: &str) -> Result<Vec<Vec<u8>>, String> {
    let file = file(target);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    text.lines().map(input).collect()
}

/// The line that stands for an input.
#[must_use]
pub fn line(input: &[u8]) -> String {
    input.escape_ascii().to_string()
}

/// The input that a line stands for.
///
/// # Errors
/// If it is not what [`line`] writes.
pub fn input(line: &str) -> Result<Vec<u8>, String> {
    let mut input = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        input.push(match byte {
            b'\\' => escaped(&mut rest).ok_or_else(|| format!("no input is written as {line:?}"))?,
            byte => byte,
        });
    }
    Ok(input)
}

/// The byte for an escape; `rest` begins behind the backslash.
fn escaped(rest: &mut impl Iterator<Item = u8>) -> Option<u8> {
    Some(match rest.next()? {
        b't' => b'\t',
        b'r' => b'\r',
        b'n' => b'\n',
        b'x' => {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            u8::try_from(digit()? * 16 + digit()?).ok()?
        }
        byte @ (b'\\' | b'\'' | b'"') => byte,
        _ => return None,
    })
}
