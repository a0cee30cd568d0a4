//! Every error code that the compiler can give has a page and a case, and no page or case speaks of a code that is
//! not there.
//!
//! A code is `K` and four digits. Codes are those in the sources under `codegen/src/diagnostic`. A page is
//! `docs/errors/KXXXX.md`, whose first line is a heading with the code. A case is a file under `tests/ui` that names
//! the code (a trybuild source or its expected output). An error that no compile-fail case can show says so on its
//! page with a line `Stage: specialisation` or `Stage: run`; then any test under `tests` or in codegen serves.

use super::Tree;
use std::collections::BTreeSet;

pub fn pages_and_cases(tree: &Tree) -> Vec<String> {
    let defined: BTreeSet<&str> = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("codegen/src/diagnostic") && file.is_rust())
        .flat_map(|file| file.code().flat_map(codes_in).collect::<Vec<_>>())
        .collect();
    let shown: BTreeSet<&str> = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("tests/ui/"))
        .flat_map(|file| codes_in(&file.text))
        .collect();
    let tested: BTreeSet<&str> = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("tests/") || file.path.starts_with("codegen/"))
        .filter(|file| !file.path.starts_with("codegen/src/diagnostic"))
        .flat_map(|file| codes_in(&file.text))
        .collect();
    let mut findings = Vec::new();
    for code in &defined {
        let path = page(code);
        let Some(page) = tree.get(&path) else {
            findings.push(format!("{code} has no page {path}"));
            continue;
        };
        let heading = page.text.lines().next().unwrap_or("");
        if !heading.starts_with("# ") || !heading.contains(code) {
            findings.push(format!("{path} must open with a heading that names {code}"));
        }
        let late =
            page.text.lines().any(|line| matches!(line.trim(), "Stage: specialisation" | "Stage: run"));
        if late && !tested.contains(code) {
            findings.push(format!("{code} is named by no test under tests/ or codegen/"));
        } else if !late && !shown.contains(code) {
            findings.push(format!("{code} has no compile-fail case under tests/ui/"));
        }
    }
    for file in &tree.files {
        let name = file.path.strip_prefix("docs/errors/").and_then(|name| name.strip_suffix(".md"));
        if let Some(code) =
            name.filter(|name| codes_in(name).next() == Some(*name) && !defined.contains(name))
        {
            findings.push(format!("{} is the page of {code}, which no diagnostic gives", file.path));
        }
    }
    for code in shown.difference(&defined) {
        findings.push(format!("a case under tests/ui/ names {code}, which no diagnostic gives"));
    }
    findings
}

fn page(code: &str) -> String {
    format!("docs/errors/{code}.md")
}

/// Every code in a text: `K` and exactly four digits, standing alone.
fn codes_in(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    text.match_indices('K').filter_map(move |(start, _)| {
        let digits = bytes.get(start + 1..start + 5)?;
        let alone =
            !word(start.checked_sub(1).and_then(|before| bytes.get(before))) && !word(bytes.get(start + 5));
        (alone && digits.iter().all(u8::is_ascii_digit)).then(|| &text[start..start + 5])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: (&str, &str) =
        ("codegen/src/diagnostic/codes.rs", "//! Codes.\nconst A: &str = \"K0101\";\n");

    #[test]
    fn codes_stand_alone() {
        let found: Vec<&str> = codes_in("K0101 (K0202), K03030 XK0404 K050 KK0606 K0707_x `K0808`").collect();
        assert_eq!(found, ["K0101", "K0202", "K0808"]);
    }

    #[test]
    fn a_code_with_page_and_case_is_fine() {
        let tree = Tree::of(&[
            SOURCE,
            ("docs/errors/K0101.md", "# K0101: a thing\n"),
            ("tests/ui/fail/thing.stderr", "error: K0101: ..."),
        ]);
        assert_eq!(pages_and_cases(&tree), [""; 0]);
    }

    #[test]
    fn a_missing_page_and_a_missing_case_are_found() {
        assert_eq!(pages_and_cases(&Tree::of(&[SOURCE])), ["K0101 has no page docs/errors/K0101.md"]);
        let page = ("docs/errors/K0101.md", "# K0101: a thing\n");
        let findings = pages_and_cases(&Tree::of(&[SOURCE, page]));
        assert_eq!(findings, ["K0101 has no compile-fail case under tests/ui/"]);
    }

    #[test]
    fn a_late_error_is_content_with_any_test() {
        let page = ("docs/errors/K0101.md", "# K0101: a thing\n\nStage: specialisation\n");
        let findings = pages_and_cases(&Tree::of(&[SOURCE, page]));
        assert_eq!(findings, ["K0101 is named by no test under tests/ or codegen/"]);
        let tree = Tree::of(&[SOURCE, page, ("codegen/tests/specialise.rs", "// K0101")]);
        assert_eq!(pages_and_cases(&tree), [""; 0]);
    }

    #[test]
    fn pages_and_cases_of_nothing_are_found() {
        let tree = Tree::of(&[
            ("docs/errors/K0909.md", "# K0909\n"),
            ("docs/errors/README.md", "# Errors\n"),
            ("tests/ui/fail/a.rs", "// K0808"),
        ]);
        let findings = pages_and_cases(&tree);
        assert_eq!(findings.len(), 2);
        assert!(findings[0].contains("K0909") && findings[1].contains("K0808"));
    }

    #[test]
    fn the_heading_must_name_the_code() {
        let page = ("docs/errors/K0101.md", "A thing\n");
        let tree = Tree::of(&[SOURCE, page, ("tests/ui/fail/a.rs", "// K0101")]);
        assert!(pages_and_cases(&tree)[0].contains("heading"));
    }
}
