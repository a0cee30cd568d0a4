//! The user's comments, which no token carries: found in the source text between the function's braces.
//!
//! Only whole-line `//` comments count; each belongs to the first statement that begins below it.

/// Comment lines by the number of the source line that follows them.
#[derive(Default)]
pub(super) struct Comments {
    /// (line of the next code, comment lines), ascending.
    found: Vec<(u32, Vec<String>)>,
}

impl Comments {
    /// `text` is the source of the body, which begins at line `first_line`. Without a text there are no comments.
    pub(super) fn find(text: Option<&str>, first_line: u32) -> Comments {
        let mut found = Vec::new();
        let mut pending = Vec::new();
        for (offset, line) in text.unwrap_or_default().lines().enumerate() {
            let line = line.trim();
            if let Some(comment) = line.strip_prefix("//") {
                pending.push(comment.trim().to_owned());
            } else if !line.is_empty() && !pending.is_empty() {
                found.push((first_line + offset as u32, std::mem::take(&mut pending)));
            }
        }
        Comments { found }
    }

    /// Takes the comments that stand right before the statement on `line`.
    pub(super) fn take(&mut self, line: u32) -> Vec<String> {
        match self.found.iter().position(|(at, _)| *at == line) {
            Some(index) => self.found.remove(index).1,
            None => Vec::new(),
        }
    }
}
