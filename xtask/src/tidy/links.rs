//! Links between the pages: each leads somewhere, and where it names a test, to that test.

use super::{File, Tree};

/// A link whose text is `` `a_name` `` and that leads to a Rust file is one to a function of that name.
pub fn lead_somewhere(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for file in tree.files.iter().filter(|file| is_page(file)) {
        for (line, text, target) in links(&file.text) {
            if let Some(why) = wrong(tree, file, text, target) {
                found.push(format!("{}:{line}: [{text}]({target}): {why}", file.path));
            }
        }
    }
    found
}

/// Each row of the comparison says of Kiln that it has no such thing, or links to a test.
pub fn comparison_has_tests(tree: &Tree) -> Vec<String> {
    const PAGE: &str = "docs/compare.md";
    let Some(page) = tree.get(PAGE) else { return vec![format!("{PAGE} is not there")] };
    let mut found = Vec::new();
    for (number, line) in page.text.lines().enumerate() {
        let mut cells = line.split('|').map(str::trim);
        let (Some(""), Some(feature), Some(kiln)) = (cells.next(), cells.next(), cells.next()) else {
            continue;
        };
        let is_head = feature.is_empty() || feature.starts_with("---");
        let has_test = links(kiln).any(|(_, _, target)| target.contains("tests") || is(target, "rs"));
        if !is_head && kiln != "–" && !has_test {
            found.push(format!("{PAGE}:{}: no test is linked for `{feature}`", number + 1));
        }
    }
    found
}

fn is_page(file: &File) -> bool {
    is(&file.path, "md") && (file.path.starts_with("docs/") || !file.path.contains('/'))
}

fn is(path: &str, extension: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|found| found == extension)
}

fn wrong(tree: &Tree, page: &File, text: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { page.path.clone() } else { beside(&page.path, path) };
    let Some(file) = tree.get(&path) else {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let is_folder = tree.files.iter().any(|file| file.path.starts_with(&folder));
        return (!is_folder).then(|| format!("there is no {path}"));
    };
    if !anchor.is_empty() && is(&path, "md") && !headings(&file.text).any(|heading| heading == anchor) {
        return Some(format!("{path} has no heading `#{anchor}`"));
    }
    let name = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'))?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_there = file.text.contains(&format!("fn {name}("));
    (file.is_rust() && is_name && !is_there).then(|| format!("{path} has no `fn {name}`"))
}

/// What a path means that stands in a page.
fn beside(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The links of a page as (line, text, target); what stands in blocks of code is none.
fn links(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let mut in_code = false;
    text.lines().enumerate().flat_map(move |(number, line)| {
        in_code ^= line.trim_start().starts_with("```");
        let mut found = Vec::new();
        let mut rest = if in_code { "" } else { line };
        while let Some(at) = rest.find("](") {
            let (before, after) = rest.split_at(at);
            let Some(end) = after.find(')') else { break };
            if let Some(start) = before.rfind('[') {
                found.push((number + 1, &before[start + 1..], &after[2..end]));
            }
            rest = &after[end + 1..];
        }
        found
    })
}

/// What the headings of a page are called in links.
fn headings(text: &str) -> impl Iterator<Item = String> + '_ {
    let titles = text.lines().filter(|line| line.starts_with('#'));
    titles.map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: (&str, &str) = ("tests/run/a.rs", "#[test]\nfn it_works() {}\n");

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let page = "# One Page: of two\n[`it_works`](../tests/run/a.rs) and [more](b.md#part-two), [here](#one-page-of-two)\n\
                    [site](https://kiln.example), [a folder](../tests)\n```\n[code](nowhere.rs)\n```\n";
        let other = ("docs/b.md", "## Part two\n");
        let tree = Tree::of(&[("docs/a.md", page), other, TEST]);
        assert_eq!(lead_somewhere(&tree), [""; 0]);
        let page = "[`it_worked`](../tests/run/a.rs), [gone](c.md)\n[part](b.md#part-three)\n";
        let tree = Tree::of(&[("docs/a.md", page), other, TEST]);
        assert_eq!(
            lead_somewhere(&tree),
            [
                "docs/a.md:1: [`it_worked`](../tests/run/a.rs): tests/run/a.rs has no `fn it_worked`",
                "docs/a.md:1: [gone](c.md): there is no docs/c.md",
                "docs/a.md:2: [part](b.md#part-three): docs/b.md has no heading `#part-three`",
            ]
        );
    }

    #[test]
    fn rows_without_a_test_are_found() {
        let page = "| | Kiln | other |\n|---|---|---|\n| this | [`it_works`](../tests/run/a.rs) | – |\n| that | – | yes |\n";
        assert_eq!(comparison_has_tests(&Tree::of(&[("docs/compare.md", page)])), [""; 0]);
        let page = "| | Kiln | other |\n|---|---|---|\n| this | of course | – |\n";
        let found = comparison_has_tests(&Tree::of(&[("docs/compare.md", page)]));
        assert_eq!(found, ["docs/compare.md:3: no test is linked for `this`"]);
    }
}
