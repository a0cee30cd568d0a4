//! What every file keeps to: its size, its opening, its words; and the lock file is there.

use super::{File, Tree};

/// Lines of code at which a file is worth a look, and at which it has to be divided.
const LARGE: usize = 500;
const TOO_LARGE: usize = 800;

/// What must not be named: the machine of whoever wrote it, and registries, which are a matter of configuration.
/// Spelled in halves, so that this list does not find itself.
const FORBIDDEN: [&str; 9] = [
    concat!("/wo", "rk"),
    concat!("/ro", "ot"),
    concat!("/ho", "me"),
    concat!("/Us", "ers"),
    concat!("crates", ".io"),
    concat!("pypi", ".org"),
    concat!("python", "hosted.org"),
    concat!("npmjs", ".org"),
    concat!("deb", "ian.org"),
];

pub fn sizes(tree: &Tree) -> Vec<String> {
    let too_large = measured(tree).filter(|(_, lines)| *lines > TOO_LARGE);
    too_large
        .map(|(path, lines)| format!("{path} has {lines} lines of code; {TOO_LARGE} is the limit"))
        .collect()
}

/// What is worth a look, but breaks no rule.
pub fn warnings(tree: &Tree) -> Vec<String> {
    let large = measured(tree).filter(|(_, lines)| (LARGE + 1..=TOO_LARGE).contains(lines));
    large.map(|(path, lines)| format!("{path} has {lines} lines of code")).collect()
}

/// Rust files with their lines of code; tests and generated files are measured by nobody.
fn measured(tree: &Tree) -> impl Iterator<Item = (&str, usize)> {
    let counted = |file: &&File| file.is_rust() && !is_test(&file.path) && !is_generated(file);
    tree.files.iter().filter(counted).map(|file| (file.path.as_str(), file.code().count()))
}

fn is_test(path: &str) -> bool {
    path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")
}

/// Inputs of tests are programs of users, not modules.
pub fn is_input(path: &str) -> bool {
    ["tests/ui/", "/fixtures/", "/snapshots/"].iter().any(|part| path.contains(part))
}

pub fn is_generated(file: &File) -> bool {
    file.text.contains(concat!("@gen", "erated"))
}

pub fn module_docs(tree: &Tree) -> Vec<String> {
    let opened = |file: &File| {
        let first = file.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!["));
        first.is_some_and(|line| line.starts_with("//!"))
    };
    tree.files
        .iter()
        .filter(|file| file.is_rust() && !is_input(&file.path) && !opened(file))
        .map(|file| {
            format!("{} must open with `//!`: what it takes, guarantees and leaves to others", file.path)
        })
        .collect()
}

pub fn words(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    // The lock file is cargo's own text, and names the registry in its way.
    for file in tree.files.iter().filter(|file| file.path != "Cargo.lock") {
        for (number, line) in file.text.lines().enumerate() {
            for word in FORBIDDEN.iter().filter(|word| names(line, word)) {
                findings.push(format!("{}:{} names `{word}`", file.path, number + 1));
            }
        }
    }
    findings
}

/// Whether a line has the word as a name of its own: a folder at the root does, the
/// same word deeper in a path or at the head of a longer word does not.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let continues =
            word.starts_with('/') && before.is_some_and(|c| inside(c) || matches!(c, '.' | '}' | '*'));
        !continues && !after.is_some_and(inside)
    })
}

pub fn lock_file(tree: &Tree) -> Vec<String> {
    if tree.lock_committed { Vec::new() } else { vec!["Cargo.lock is not known to git: add it".into()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> String {
        format!("//! Long.\n{}", "// x\n".repeat(count - 1))
    }

    #[test]
    fn large_files_are_noted_and_larger_ones_fail() {
        let (large, larger) = (lines(LARGE + 1), lines(TOO_LARGE + 1));
        let generated = format!("{}// {}enerated\n", lines(TOO_LARGE + 9), "@g");
        let tree = Tree::of(&[
            ("a/small.rs", &lines(LARGE)),
            ("a/large.rs", &large),
            ("a/larger.rs", &larger),
            ("a/tests/larger.rs", &larger),
            ("a/generated.rs", &generated),
            ("a/tested.rs", &format!("//! T.\n#[cfg(test)]\nmod tests {{\n{larger}")),
        ]);
        assert_eq!(warnings(&tree), ["a/large.rs has 501 lines of code"]);
        assert_eq!(sizes(&tree), ["a/larger.rs has 801 lines of code; 800 is the limit"]);
    }

    #[test]
    fn modules_open_with_their_docs() {
        let tree = Tree::of(&[
            ("a/good.rs", "//! Good.\n"),
            ("a/attribute.rs", "#![no_std]\n\n//! Good.\n"),
            ("a/bad.rs", "use std::fs;\n//! Late.\n"),
            ("a/empty.rs", ""),
            ("tests/ui/fail/a.rs", "fn main() {}\n"),
            ("codegen/tests/fixtures/a.rs", "fn main() {}\n"),
        ]);
        let findings = module_docs(&tree);
        assert_eq!(findings.len(), 2);
        assert!(findings[0].starts_with("a/bad.rs") && findings[1].starts_with("a/empty.rs"));
    }

    #[test]
    fn machines_and_registries_are_not_named() {
        let path = |word: &str| format!("see {word}/x\n");
        for word in FORBIDDEN {
            let tree = Tree::of(&[("docs/a.md", &path(word)), ("Cargo.lock", &path(word))]);
            assert_eq!(words(&tree), [format!("docs/a.md:1 names `{word}`")]);
        }
    }

    #[test]
    fn words_inside_other_words_are_fine() {
        for line in ["framework/x", "net/work", "/homely", "/workspace", "{root}/work", "the work"] {
            assert_eq!(words(&Tree::of(&[("docs/a.md", line)])), [""; 0], "{line}");
        }
    }

    #[test]
    fn the_lock_file_belongs_to_the_repository() {
        let mut tree = Tree::of(&[]);
        assert_eq!(lock_file(&tree), [""; 0]);
        tree.lock_committed = false;
        assert_eq!(lock_file(&tree).len(), 1);
    }
}
