//! Normalization of rustc's diagnostics, in the format of trybuild's `.stderr` files.
//!
//! Recorded text must not depend on the machine: paths become relative or placeholders, line numbers outside the
//! case's own file are dropped, and so are summaries such as `error: aborting due to 2 previous errors`.

use std::path::Path;

/// Where a case lies and what it is called.
pub struct Context<'a> {
    /// The workspace's root, absolute.
    pub root: &'a Path,
    /// The case's file, relative to the root.
    pub case: &'a str,
    /// The crate name that rustc was given.
    pub crate_name: &'a str,
}

/// How many of the types that implement a trait are listed.
const LISTED_TYPES: usize = 8;

/// Normalizes everything that rustc printed for one case.
pub fn normalize(printed: &str, context: &Context<'_>) -> String {
    let printed = printed.replace("\r\n", "\n");
    let lines: Vec<&str> = printed.lines().collect();
    let mut text = String::new();
    let mut outside_case = false;
    let mut listed: Option<usize> = None;
    for (index, line) in lines.iter().enumerate() {
        let is_path = path_of(line).is_some();
        let mut line = (*line).to_owned();
        if outside_case
            && !is_path
            && line.trim_start().starts_with(|c: char| c.is_ascii_digit() || "|.".contains(c))
        {
            blank_line_number(&mut line);
        } else {
            outside_case = false;
        }
        if is_path {
            (line, outside_case) = normalize_path(&line, context);
        } else if is_dropped(&line) || !limit_listed_types(&mut line, lines.get(index + 1), &mut listed) {
            continue;
        } else {
            line = replace_paths(&line, context);
        }
        text += line.trim_end();
        // Two blank lines in a row become one.
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    let mut text = unindent(&text);
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Splits a line such as `   --> src/lib.rs:3:4` into its arrow and the path.
fn path_of(line: &str) -> Option<(&str, &str)> {
    let start = line.len() - line.trim_start().len();
    let path = line[start..].strip_prefix("--> ").or_else(|| line[start..].strip_prefix("::: "))?;
    Some(line.split_at(line.len() - path.len()))
}

/// The line with a path that is the same on every machine, and whether the path is outside the case's file.
fn normalize_path(line: &str, context: &Context<'_>) -> (String, bool) {
    let Some((arrow, path)) = path_of(line) else { return (line.to_owned(), false) };
    let path = path.replace('\\', "/");
    let root = format!("{}/", context.root.display()).replace('\\', "/");
    let path = path.strip_prefix(&root).unwrap_or(&path);
    if path.strip_prefix(context.case).is_some_and(|rest| rest.starts_with(':')) {
        return (format!("{arrow}{path}"), false);
    }
    let path = standard_library(path).or_else(|| registry(path)).unwrap_or_else(|| path.to_owned());
    (format!("{arrow}{}", without_position(&path)), true)
}

/// A file of the standard library, of which rustc knows the path in the toolchain or that of the build machine.
fn standard_library(path: &str) -> Option<String> {
    let file = match path.split_once("/rustlib/src/rust/library/") {
        Some((_, file)) => file,
        None => path.strip_prefix("/rustc/")?.split_once("/library/")?.1,
    };
    Some(format!("$RUST/{file}"))
}

/// A file of a dependency from a registry, without its version.
fn registry(path: &str) -> Option<String> {
    let (_, rest) = path.split_once("/registry/src/")?;
    let (_, rest) = rest.split_once('/')?;
    let (package, file) = rest.split_once('/')?;
    let name_end = package.find('.').and_then(|dot| package[..dot].rfind('-'))?;
    Some(format!("$CARGO/{}-$VERSION/{file}", &package[..name_end]))
}

/// `main.rs:22:29` becomes `main.rs`.
fn without_position(path: &str) -> &str {
    let mut path = path;
    for _ in 0..2 {
        let before = path.trim_end_matches(|c: char| c.is_ascii_digit());
        path = match before.strip_suffix(':') {
            Some(shorter) if before.len() < path.len() => shorter,
            _ => return path,
        };
    }
    path
}

/// `10 | T: Send,` becomes `   | T: Send,`.
fn blank_line_number(line: &mut String) {
    let end = line.len() - line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).len();
    line.replace_range(..end, &" ".repeat(end));
}

/// Summaries, and hints about files or compilers of this machine.
fn is_dropped(line: &str) -> bool {
    const STARTS: [&str; 6] = [
        "error: aborting due to ",
        "error: could not compile `",
        "For more information about this error, try `rustc --explain",
        "For more information about an error, try `rustc --explain",
        "Some errors have detailed explanations:",
        "To learn more, run the command again with --verbose.",
    ];
    const NOTES: [&str; 2] =
        ["the full type name has been written to", "the full name for the type has been written to"];
    let note = line.trim_start();
    let note = note.strip_prefix("= note: ").unwrap_or(note);
    STARTS.iter().any(|start| line.starts_with(start)) || NOTES.iter().any(|start| note.starts_with(start))
}

/// Shortens a list of implementing types to `and $N others`; false when the line is left out.
fn limit_listed_types(line: &mut String, next: Option<&&str>, listed: &mut Option<usize>) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own_indent = indent(line);
    let text = &line[own_indent..];
    let is_head = [
        "= help: the following types implement trait ",
        "= help: the following other types implement trait ",
    ]
    .iter()
    .any(|head| text.starts_with(head));
    let is_count = text
        .strip_prefix("and ")
        .and_then(|rest| rest.strip_suffix(" others"))
        .is_some_and(|count| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()));
    if is_count {
        line.replace_range(own_indent.., "and $N others");
        *listed = None;
    } else if is_head {
        *listed = Some(0);
    } else if let Some(count) = listed {
        if own_indent < 12 {
            *listed = None;
            return true;
        }
        *count += 1;
        if *count == LISTED_TYPES + 1 && next.is_some_and(|next| indent(next) == own_indent) {
            line.replace_range(own_indent - 2.., "and $N others");
        } else if *count > LISTED_TYPES + 1 {
            return false;
        }
    }
    true
}

/// Replaces the crate's name and the root's path in a line of text.
fn replace_paths(line: &str, context: &Context<'_>) -> String {
    let root = format!("{}{}", context.root.display(), std::path::MAIN_SEPARATOR);
    line.replace(context.crate_name, "$CRATE").replace(&root, "$DIR/")
}

/// How a line of a diagnostic begins.
#[derive(PartialEq)]
enum Kind {
    /// `error:`, `error[E0308]:`, `warning:`, `note:` at the start of a block.
    Heading,
    /// A line with a gutter, and how many of its spaces could go.
    Gutter(usize),
    /// `note:` and `help:` inside a block, with the lines that continue them, and `...`.
    Note,
    /// Anything else, and its leading spaces.
    Other(usize),
}

/// Narrows the gutter of each diagnostic as far as its lines allow: a snippet of a file outside the case whose line
/// number was removed must not leave the gutter as wide as that number was.
fn unindent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut narrowed = String::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        narrowed += line;
        narrowed.push('\n');
        index += 1;
        if kind(line, true, &mut false) != Kind::Heading {
            continue;
        }
        let Some(Kind::Gutter(least)) = lines.get(index).map(|line| kind(line, false, &mut false)) else {
            continue;
        };
        if path_of(lines[index]).is_none_or(|(arrow, _)| !arrow.ends_with("--> ")) {
            continue;
        }
        let (mut least, mut end, mut after_note) = (least, index + 1, false);
        while let Some(line) = lines.get(end) {
            match kind(line, false, &mut after_note) {
                Kind::Heading => break,
                Kind::Gutter(spaces) => least = least.min(spaces),
                Kind::Note => {}
                Kind::Other(spaces) if spaces > 10 => {}
                Kind::Other(_) => break,
            }
            end += 1;
        }
        after_note = false;
        for line in &lines[index..end] {
            match (kind(line, false, &mut after_note), line.split_once(' ')) {
                (Kind::Gutter(_) | Kind::Other(_), Some((before, _))) => {
                    narrowed += before;
                    narrowed += &line[before.len() + least..];
                }
                _ => narrowed += line,
            }
            narrowed.push('\n');
        }
        index = end;
    }
    narrowed
}

fn kind(line: &str, starts_block: bool, after_note: &mut bool) -> Kind {
    let was_after_note = std::mem::take(after_note);
    let is_heading = ["error", "warning"]
        .iter()
        .any(|level| line.strip_prefix(level).is_some_and(|rest| rest.starts_with([':', '['])));
    if is_heading || starts_block && line.starts_with("note: ") {
        return Kind::Heading;
    }
    let is_note = line.starts_with("note:") || line.starts_with("help:") || line == "...";
    if is_note || was_after_note && line.starts_with("      ") {
        *after_note = true;
        return Kind::Note;
    }
    let leading_spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
    if let Some(rest) = line.strip_prefix("... ") {
        return Kind::Gutter(leading_spaces(rest));
    }
    let before = leading_spaces(line);
    let digits = line[before..].len() - line[before..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let spaces = before + leading_spaces(&line[before + digits..]);
    let rest = &line[digits + spaces..];
    let begins =
        |sign: &str| rest == sign || rest.strip_prefix(sign).is_some_and(|rest| rest.starts_with(' '));
    let is_gutter = begins("|")
        || digits > 0 && ["~", "+", "-"].into_iter().any(begins)
        || digits == 0 && ["-->", ":::", "="].into_iter().any(|sign| rest.starts_with(&format!("{sign} ")));
    if spaces > 0 && is_gutter {
        Kind::Gutter(spaces - 1)
    } else {
        Kind::Other(if digits == 0 { spaces } else { 0 })
    }
}
