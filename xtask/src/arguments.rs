//! Arguments of commands: `--word value`.

use crate::workspace::Result;

/// What stands behind the word.
pub fn option<'a>(arguments: &'a [String], word: &str) -> Result<Option<&'a str>> {
    let Some(at) = arguments.iter().position(|argument| argument == word) else { return Ok(None) };
    arguments
        .get(at + 1)
        .map(|text| Some(text.as_str()))
        .ok_or_else(|| format!("`{word}` wants a word behind it"))
}

/// The number behind the word.
pub fn numeric(arguments: &[String], word: &str) -> Result<Option<u64>> {
    let Some(text) = option(arguments, word)? else { return Ok(None) };
    text.parse().map(Some).map_err(|_| format!("`{word}` wants a number, not `{text}`"))
}
