//! `cargo xtask tidy`: the rules of the house that a compiler does not hold.
//!
//! Each rule is a pure function from the [`Tree`] of the repository's text files to what it finds wrong, so that its
//! tests need no disk. One file holds one family of rules.

mod codes;
mod crates;
mod files;
mod links;
mod width;

use crate::workspace::{Outcome, Tally, Workspace, walk};
use crate::{generate, library};
use std::path::Path;
use std::process::Command;

/// `cargo xtask tidy`.
pub fn tidy(workspace: &Workspace, _: &[String]) -> Outcome {
    let tally = run(workspace);
    println!("{tally}");
    Ok(tally)
}

/// A rule answers with one line for each thing that breaks it.
type Rule = fn(&Tree) -> Vec<String>;

const RULES: &[(&str, Rule)] = &[
    ("every error code has a page and a failing case, and the reverse", codes::pages_and_cases),
    ("the messages that are compared are those that tests record", codes::compared_messages),
    ("crates depend only downwards", crates::directions),
    ("the running program carries no parser of Rust", crates::no_parser_at_run_time),
    ("files stay small enough to read", files::sizes),
    ("modules open with their documentation", files::module_docs),
    ("comments and prose are wrapped", width::prose),
    ("no names of machines, paths or registries", files::words),
    ("Cargo.lock is committed", files::lock_file),
    ("links lead somewhere, and those to tests to the test", links::lead_somewhere),
    ("each row of the comparison has its test", links::comparison_has_tests),
    ("generated files are current", generated_files),
    ("the library's text is of its sources", library_text),
];

fn generated_files(tree: &Tree) -> Vec<String> {
    let stale = |(path, text): &(&'static str, String)| tree.get(path).map(|file| &file.text) != Some(text);
    let files = generate::current().into_iter().filter(stale);
    files.map(|(path, _)| format!("{path} is not what `cargo xtask generate` writes")).collect()
}

/// Sources are compared by their fingerprint; that the compiler makes this text of them is held by its tests.
fn library_text(tree: &Tree) -> Vec<String> {
    let sources = tree.files.iter().filter(|file| library::is_source(&file.path));
    let line =
        format!("//! Fingerprint of the sources: {}.", library::fingerprint(sources.map(|file| &*file.text)));
    let current = tree.get(library::INDEX).is_some_and(|index| index.text.lines().any(|found| found == line));
    if current { Vec::new() } else { vec![format!("{} is stale: run `cargo xtask library`", library::INDEX)] }
}

/// Holds every rule and prints what breaks one.
pub fn run(workspace: &Workspace) -> Tally {
    let tree = Tree::load(workspace);
    for warning in files::warnings(&tree) {
        println!("tidy: note: {warning}");
    }
    let mut tally = Tally::default();
    for (name, rule) in RULES {
        let findings = rule(&tree);
        tally += Tally::of(findings.is_empty());
        if !findings.is_empty() {
            println!("tidy: FAILED: {name}");
        }
        for finding in findings {
            println!("    {finding}");
        }
    }
    tally
}

/// A text file of the repository.
struct File {
    /// Relative to the root, with forward slashes.
    path: String,
    text: String,
}

impl File {
    fn is_rust(&self) -> bool {
        self.ends_in("rs")
    }

    fn is_markdown(&self) -> bool {
        self.ends_in("md")
    }

    fn ends_in(&self, wanted: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == wanted)
    }

    /// The lines before the module of unit tests that closes a Rust file.
    fn code(&self) -> impl Iterator<Item = &str> {
        let mut lines = self.text.lines().peekable();
        std::iter::from_fn(move || {
            let line = lines.next()?;
            let closing = line == "#[cfg(test)]" && lines.peek().is_some_and(|next| next.starts_with("mod "));
            (!closing).then_some(line)
        })
    }
}

/// The repository's text files, and whether git knows the lock file.
struct Tree {
    files: Vec<File>,
    lock_committed: bool,
}

impl Tree {
    /// What git tracks or would add; without git, everything but output folders.
    fn load(workspace: &Workspace) -> Self {
        let git = |arguments: &[&str]| {
            let output = Command::new("git").args(arguments).current_dir(&workspace.root).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let listed = git(&["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let mut paths: Vec<String> = match &listed {
            Some(list) => list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
            None => walk(&workspace.root).iter().map(|path| workspace.relative(path)).collect(),
        };
        paths.sort();
        paths.dedup();
        // Binary files, and files deleted but not yet committed, are not text of the repository.
        let read = |path: String| {
            std::fs::read_to_string(workspace.root.join(&path)).ok().map(|text| File { path, text })
        };
        let files: Vec<File> = paths.into_iter().filter_map(read).collect();
        let lock_committed = match listed {
            Some(_) => git(&["ls-files", "Cargo.lock"]).is_some_and(|list| !list.is_empty()),
            None => files.iter().any(|file| file.path == "Cargo.lock"),
        };
        Self { files, lock_committed }
    }

    fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    #[cfg(test)]
    fn of(files: &[(&str, &str)]) -> Self {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Self { files: files.iter().map(file).collect(), lock_committed: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_tests_at_the_end_are_not_code() {
        let file = File {
            path: "a.rs".into(),
            text: "//! A.\n#[cfg(test)]\nfn a() {}\n#[cfg(test)]\nmod tests {\n}\n".into(),
        };
        assert_eq!(file.code().count(), 3);
    }

    #[test]
    fn the_text_of_the_library_is_compared_with_its_sources() {
        let source = ("codegen/library/a.rs", "fn a() {}\n");
        let index =
            format!("//! Fingerprint of the sources: {}.\n", library::fingerprint([source.1].into_iter()));
        let tree = Tree::of(&[source, (library::INDEX, &index)]);
        assert_eq!(library_text(&tree), Vec::<String>::new());
        let tree = Tree::of(&[source, ("codegen/library/b.rs", "fn b() {}\n"), (library::INDEX, &index)]);
        assert_eq!(library_text(&tree).len(), 1);
    }

    #[test]
    fn generated_files_are_compared() {
        let files = generate::current();
        let current: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert_eq!(generated_files(&Tree::of(&current)), [""; 0]);
        assert_eq!(generated_files(&Tree::of(&[current[1], (generate::PATH, "//! Old.")])).len(), 1);
        assert_eq!(generated_files(&Tree::of(&[])).len(), 2);
    }

    #[test]
    fn the_tree_of_this_repository_is_found() {
        let workspace = Workspace::locate().expect("tests run inside the workspace");
        let tree = Tree::load(&workspace);
        assert!(tree.get("xtask/src/tidy/mod.rs").is_some());
        assert!(tree.get("target").is_none());
    }
}
