//! How wide comments and prose are. What is code is rustfmt's, and what is between fences or in tables stays as it is.

use super::{File, Tree, files};

/// Columns of a line of prose.
const WIDEST: usize = 120;
/// A word of so many, such as an address, is nowhere to be divided.
const LONG_WORD: usize = 90;

/// Comments that have their lines to themselves, and the text of Markdown.
pub fn prose(tree: &Tree) -> Vec<String> {
    let written = |file: &&File| !files::is_input(&file.path) && !files::is_generated(file);
    tree.files.iter().filter(written).flat_map(too_wide).collect()
}

fn too_wide(file: &File) -> Vec<String> {
    let markdown = file.is_markdown();
    let mut fenced = false;
    let mut findings = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        let comment = line.trim_start().strip_prefix("//").filter(|_| file.is_rust());
        let Some(text) = comment.or(markdown.then_some(line)) else {
            fenced = false;
            continue;
        };
        let text = text.trim_start_matches(['/', '!']).trim_start();
        let columns = line.chars().count();
        if text.starts_with("```") || text.starts_with("~~~") {
            fenced = !fenced;
        } else if columns > WIDEST
            && !fenced
            && !text.starts_with('|')
            && text.split_whitespace().all(|word| word.chars().count() < LONG_WORD)
        {
            findings.push(format!(
                "{}:{} has {columns} columns; {WIDEST} is the limit",
                file.path,
                number + 1
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_and_nothing_else_is() {
        let words = "words ".repeat(25);
        let address = format!("see <https://example.com/{}>", "a".repeat(120));
        let source = format!(
            "//! {words}\nlet x = \"{words}\"; // {words}\n/// ```text\n/// {words}\n/// ```\n/// | {words} |\n    // {words}\n\
             // {address}\n"
        );
        let page = format!("# Page\n\n{words}\n\n```sh\n{words}\n```\n| {words} |\n- {address}\n");
        let tree = Tree::of(&[
            ("a/lib.rs", &source),
            ("docs/a.md", &page),
            ("tests/ui/fail/a.rs", &source),
            ("tests/snapshots/a.cu", &source),
        ]);
        assert_eq!(
            prose(&tree),
            [
                "a/lib.rs:1 has 154 columns; 120 is the limit",
                "a/lib.rs:7 has 157 columns; 120 is the limit",
                "docs/a.md:3 has 150 columns; 120 is the limit"
            ]
        );
    }
}
