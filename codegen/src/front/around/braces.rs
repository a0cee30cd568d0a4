//! What is open in a text: braces and brackets, without those in comments, strings and characters.

/// The code in front of each brace that is open where the text ends, from the end of the item before it on.
pub(super) fn heads(text: &str) -> Vec<String> {
    braces(text).around.into_iter().map(|(_, head)| head).collect()
}

/// What is open at an end.
pub(super) struct Open {
    /// The braces, with the code in front of each from the end of the item before it on.
    pub(super) around: Vec<(usize, String)>,
    /// The same code in front of the end.
    pub(super) head: String,
    /// How many brackets are open within the last brace.
    pub(super) brackets: i32,
}

/// What is open where a text ends.
pub(super) fn braces(text: &str) -> Open {
    let mut open = Vec::new();
    let (mut head, mut brackets) = (String::new(), 0);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = comment(rest).or_else(|| literal(rest));
        if let Some(len) = skipped {
            head.push(' ');
            rest = &rest[len..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            // A constant among arguments.
            '{' | '}' if brackets > 0 => brackets += if c == '{' { 1 } else { -1 },
            '{' => {
                let at = text.len() - rest.len();
                open.push((at, std::mem::take(&mut head), brackets));
                brackets = 0;
            }
            '}' => {
                brackets = open.pop().map_or(0, |(_, _, outside)| outside);
                head.clear();
            }
            ';' if brackets == 0 => head.clear(),
            _ => {
                brackets += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
                head.push(c);
            }
        }
    }
    Open { around: open.into_iter().map(|(at, head, _)| (at, head)).collect(), head, brackets }
}

/// The length of a comment that the text begins with.
pub(super) fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let mut rest = text.strip_prefix("/*")?;
    let mut depth = 1;
    while depth > 0 {
        let next = rest.find(['/', '*'])?;
        rest = &rest[next..];
        let len = match rest.get(..2) {
            Some("/*") => {
                depth += 1;
                2
            }
            Some("*/") => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        rest = &rest[len..];
    }
    Some(text.len() - rest.len())
}

/// The length of a string or a character that the text begins with.
pub(super) fn literal(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix('\'') {
        // A lifetime has no second quote behind its first letter.
        let mut chars = rest.char_indices();
        let (_, first) = chars.next()?;
        if first == '\\' {
            return Some(1 + 2 + rest.get(2..)?.find('\'')? + 1);
        }
        let (at, second) = chars.next()?;
        return (second == '\'').then_some(1 + at + 1);
    }
    if let Some(raw) = text.strip_prefix('r') {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(marks));
            let inside = 1 + marks + 1;
            return Some(inside + text[inside..].find(&end)? + end.len());
        }
        return None;
    }
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(1 + end + 1)
}
