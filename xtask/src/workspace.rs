//! Where the workspace lies, how its cargo is called, and what commands answer with.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A message for the developer: what was tried, why it failed, what would mend it.
pub type Result<T> = std::result::Result<T, String>;

/// What a command answers with; `Err` is for a command that could not do its work at all.
pub type Outcome = Result<Tally>;

/// How many checks held and how many did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    pub fn of(ok: bool) -> Self {
        Self { passed: usize::from(ok), failed: usize::from(!ok) }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

pub struct Workspace {
    pub root: PathBuf,
    /// Cargo's output folder, which `CARGO_TARGET_DIR` may have moved.
    pub target: PathBuf,
}

impl Workspace {
    /// Finds the workspace from the manifest that cargo announces, else upwards from the current folder.
    pub fn locate() -> Result<Self> {
        let start = match std::env::var_os("CARGO_MANIFEST_DIR") {
            Some(folder) => PathBuf::from(folder),
            None => {
                std::env::current_dir().map_err(|e| format!("the current folder is not readable: {e}"))?
            }
        };
        let root = start
            .ancestors()
            .find(|folder| {
                std::fs::read_to_string(folder.join("Cargo.toml"))
                    .is_ok_and(|text| text.contains("[workspace]"))
            })
            .ok_or_else(|| format!("no Cargo.toml with [workspace] in {} or above it", start.display()))?
            .to_path_buf();
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |folder| root.join(folder));
        Ok(Self { root, target })
    }

    /// The cargo that runs us, in the workspace's root.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(&self.root);
        // What cargo told xtask about itself would otherwise be taken by the child's tests for theirs.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        command
    }

    /// A path as developers read it: relative to the root and with forward slashes.
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }
}

/// Runs a command whose output goes straight to the developer; `Ok(false)` when it ran and failed.
pub fn succeeds(command: &mut Command) -> Result<bool> {
    match command.status() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(format!("`{}` could not be started: {error}", command.get_program().display())),
    }
}

/// Every file under `folder`, sorted; an absent folder has none. Output folders and git's own are left out.
pub fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            // Links are not followed: a cycle of them must not hang the walk.
            let Ok(kind) = entry.file_type() else { continue };
            let output = matches!(entry.file_name().to_str(), Some("target" | "bundle" | "hunt" | ".git"));
            if kind.is_dir() && !output {
                folders.push(path);
            } else if kind.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_print_plainly() {
        let mut tally = Tally { passed: 3, failed: 0 };
        tally += Tally::of(true);
        tally += Tally::of(false);
        assert_eq!(tally.to_string(), "4 passed, 1 failed");
    }

    #[test]
    fn the_workspace_is_found_from_a_member() {
        let workspace = Workspace::locate().expect("tests run inside the workspace");
        assert!(workspace.root.join("xtask/Cargo.toml").is_file());
        assert_eq!(workspace.relative(&workspace.root.join("a").join("b.rs")), "a/b.rs");
    }
}
