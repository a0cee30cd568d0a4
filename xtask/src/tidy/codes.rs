//! Every error code that the compiler can give has a page, a fixture and a case, and no page or case speaks of a
//! code that is not there.
//!
//! A code is `K` and four digits. Codes are those in the sources under `codegen/src/diagnostic`, where each
//! declares its stages. A page is `docs/errors/KXXXX.md`, with the parts that [`PARTS`] lists. A fixture is a file
//! of that name under `codegen/tests/fixtures/refused`, for what the front end finds. A case is a file under
//! `tests/ui` that names the code (a compile-fail case or its recorded output). Of an error that only specializing
//! can show, any test under `tests` or in codegen serves as a case.

use super::Tree;
use std::collections::BTreeSet;

/// The stages, as the table of codes spells them and as pages do.
const STAGES: [(&str, &str); 4] = [
    ("Macro", "macro"),
    ("Bound", "rustc bound"),
    ("Constant", "constant"),
    ("Specialization", "specialization"),
];

/// A part of a page, and whether a line begins it, of the page of a code.
type Part = (&'static str, fn(&str, &str) -> bool);

/// What a page has, in this order, and how it is recognized.
const PARTS: [Part; 6] = [
    ("a line `Stage: ..`", |line, _| line.starts_with("Stage: ")),
    ("an example", |line, _| line.starts_with("```rust")),
    ("a block of text with what Kiln says", |line, code| line.contains(&format!("{code}: "))),
    ("the reason", |line, _| line.chars().next().is_some_and(char::is_alphabetic)),
    ("a heading `## Ways out`", |line, _| line == "## Ways out"),
    ("an example of a way out", |line, _| line.starts_with("```rust")),
];

/// Kiln's messages in the comparison with others stand in the output that the compile-fail cases record, or mark a
/// fixture.
pub fn compared_messages(tree: &Tree) -> Vec<String> {
    const PAGE: &str = "docs/errors/COMPARISON.md";
    let Some(page) = tree.get(PAGE) else { return vec![format!("{PAGE} is not there")] };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let recorded = |file: &&super::File| {
        let path = &file.path;
        path.starts_with("tests/ui/") && path.ends_with(".stderr")
            || path.starts_with("codegen/tests/fixtures/")
    };
    let records: Vec<String> = tree.files.iter().filter(recorded).map(|file| words(&file.text)).collect();
    let mut findings = Vec::new();
    let mut inside = false;
    for (number, line) in page.text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```text";
            continue;
        }
        let line = words(line);
        let is_message = ["error", "= note: ", "= help: "].iter().any(|start| line.starts_with(start));
        if !inside || !is_message {
            continue;
        }
        // Fixtures mark `K0109 the message`.
        let marked = line.strip_prefix("error: ").map(|text| text.replacen(": ", " ", 1));
        let is_there = |record: &String| {
            record.contains(&line) || marked.as_ref().is_some_and(|marked| record.contains(marked))
        };
        if !records.iter().any(is_there) {
            findings.push(format!("{PAGE}:{}: no test records `{line}`", number + 1));
        }
    }
    findings
}

pub fn pages_and_cases(tree: &Tree) -> Vec<String> {
    let defined: BTreeSet<&str> = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("codegen/src/diagnostic") && file.is_rust())
        .flat_map(|file| file.code().flat_map(codes_in).collect::<Vec<_>>())
        .collect();
    let named = |folders: &[&str]| -> BTreeSet<&str> {
        let inside = |path: &str| folders.iter().any(|folder| path.starts_with(folder));
        let files = tree.files.iter().filter(|file| inside(&file.path));
        let files = files.filter(|file| !file.path.starts_with("codegen/src/diagnostic"));
        files.flat_map(|file| codes_in(&file.text)).collect()
    };
    let (shown, tested) = (named(&["tests/ui/"]), named(&["tests/", "codegen/"]));
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
        findings.extend(parts(&page.text, code).map(|part| format!("{path} lacks {part}")));
        let stages = stages(tree, code);
        if stages.is_empty() {
            findings.push(format!("{code} declares no stage in the table of codes"));
        }
        let said = page.text.lines().find_map(|line| line.strip_prefix("Stage: ")).unwrap_or("");
        if said != stages.join(", ") {
            findings
                .push(format!("{path} says `Stage: {said}`, and the table of codes `{}`", stages.join(", ")));
        }
        let fixture = format!("codegen/tests/fixtures/refused/{code}");
        // From 0400 on the front end has no part in it.
        let in_front = *code < "K0400" && stages.iter().any(|stage| matches!(*stage, "macro" | "constant"));
        if in_front && !tree.files.iter().any(|file| file.path.starts_with(&fixture)) {
            findings.push(format!("{code} has no fixture {fixture}.rs"));
        }
        if stages == ["specialization"] && !tested.contains(code) {
            findings.push(format!("{code} is named by no test under tests/ or codegen/"));
        } else if stages != ["specialization"] && !shown.contains(code) {
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

/// The stages that the table of codes declares: `Name = "K0101", Macro | Specialization, "title";`.
fn stages(tree: &Tree, code: &str) -> Vec<&'static str> {
    let quoted = format!("= \"{code}\",");
    let files = tree.files.iter().filter(|file| file.path.starts_with("codegen/src/diagnostic"));
    let Some(row) =
        files.flat_map(|file| file.text.lines()).find_map(|line| line.split_once(quoted.as_str()))
    else {
        return Vec::new();
    };
    let declared = row.1.split(',').next().unwrap_or("").split('|').map(str::trim);
    declared
        .filter_map(|stage| STAGES.iter().find(|(name, _)| *name == stage).map(|(_, said)| *said))
        .collect()
}

/// The parts that a page lacks: each is looked for behind the one before it.
fn parts<'a>(text: &'a str, code: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    // What stands in an example is no prose.
    let mut example = false;
    let outside = text.lines().skip(1).filter(move |line| {
        let inside = example && !line.starts_with("```");
        example = (example || line.starts_with("```rust")) && (inside || !example);
        !inside
    });
    let mut lines = outside;
    PARTS.iter().filter_map(move |(name, is)| {
        let mut rest = lines.clone();
        let found = rest.any(|line| is(line, code));
        if found {
            lines = rest;
        }
        (!found).then_some(*name)
    })
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

    const SOURCE: (&str, &str) = (
        "codegen/src/diagnostic/codes.rs",
        "//! Codes.\ncodes! {\n    A = \"K0101\", Macro, \"a thing\";\n}\n",
    );

    const LATE: (&str, &str) = (
        "codegen/src/diagnostic/codes.rs",
        "//! Codes.\ncodes! { A = \"K0101\", Specialization, \"a thing\"; }\n",
    );

    const FIXTURE: (&str, &str) = ("codegen/tests/fixtures/refused/K0101.rs", "");

    const PAGE: &str = "# K0101: a thing\n\nStage: macro\n\n```rust\nf();\n```\n\n```text\nerror: K0101: no\n```\n\n\
                        Since it is so.\n\n## Ways out\n\n```rust\ng();\n```\n";

    #[test]
    fn codes_stand_alone() {
        let found: Vec<&str> = codes_in("K0101 (K0202), K03030 XK0404 K050 KK0606 K0707_x `K0808`").collect();
        assert_eq!(found, ["K0101", "K0202", "K0808"]);
    }

    #[test]
    fn a_message_that_no_test_records_is_found() {
        let page = "error: words\n```text\nerror[E0277]: one\n   = note: two\nerror: K0101: three\n   = help: four\n```\n";
        let tree = Tree::of(&[
            ("docs/errors/COMPARISON.md", page),
            ("tests/ui/fail/thing.stderr", "error[E0277]: one\n  = note: two\n"),
            ("codegen/tests/fixtures/refused/K0101.rs", "//^ K0101 three\n"),
        ]);
        assert_eq!(compared_messages(&tree), ["docs/errors/COMPARISON.md:6: no test records `= help: four`"]);
    }

    #[test]
    fn a_code_with_page_fixture_and_case_is_fine() {
        let case = ("tests/ui/fail/thing.stderr", "error: K0101: ...");
        let tree = Tree::of(&[SOURCE, ("docs/errors/K0101.md", PAGE), FIXTURE, case]);
        assert_eq!(pages_and_cases(&tree), [""; 0]);
    }

    #[test]
    fn a_missing_page_fixture_and_case_are_found() {
        assert_eq!(pages_and_cases(&Tree::of(&[SOURCE])), ["K0101 has no page docs/errors/K0101.md"]);
        let findings = pages_and_cases(&Tree::of(&[SOURCE, ("docs/errors/K0101.md", PAGE)]));
        assert_eq!(
            findings,
            [
                "K0101 has no fixture codegen/tests/fixtures/refused/K0101.rs",
                "K0101 has no compile-fail case under tests/ui/"
            ]
        );
    }

    #[test]
    fn each_part_of_a_page_is_missed() {
        let lacks = |text: &str| parts(text, "K0101").collect::<Vec<_>>();
        assert_eq!(lacks(PAGE), [""; 0]);
        assert_eq!(lacks("# K0101\n").len(), PARTS.len());
        for (gone, part) in [
            ("Stage: macro\n", PARTS[0].0),
            ("error: K0101: no\n", PARTS[2].0),
            ("Since it is so.\n", PARTS[3].0),
            ("## Ways out\n", PARTS[4].0),
            ("```rust\ng();\n```\n", PARTS[5].0),
        ] {
            assert_eq!(lacks(&PAGE.replace(gone, "")), [part]);
        }
    }

    #[test]
    fn the_page_and_the_table_agree_about_the_stage() {
        let page = PAGE.replace("Stage: macro", "Stage: constant");
        let case = ("tests/ui/fail/a.rs", "// K0101");
        let findings = pages_and_cases(&Tree::of(&[SOURCE, ("docs/errors/K0101.md", &page), FIXTURE, case]));
        assert_eq!(findings, ["docs/errors/K0101.md says `Stage: constant`, and the table of codes `macro`"]);
    }

    #[test]
    fn a_late_error_is_content_with_any_test() {
        let page = PAGE.replace("Stage: macro", "Stage: specialization");
        let page = ("docs/errors/K0101.md", page.as_str());
        let findings = pages_and_cases(&Tree::of(&[LATE, page]));
        assert_eq!(findings, ["K0101 is named by no test under tests/ or codegen/"]);
        let tree = Tree::of(&[LATE, page, ("codegen/tests/specialize.rs", "// K0101")]);
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
        let page = PAGE.replace("# K0101: a thing", "A thing");
        let case = ("tests/ui/fail/a.rs", "// K0101");
        let findings = pages_and_cases(&Tree::of(&[SOURCE, ("docs/errors/K0101.md", &page), FIXTURE, case]));
        assert_eq!(findings, ["docs/errors/K0101.md must open with a heading that names K0101"]);
    }
}
