//! What cargo says that it built: the executables, and a library's metadata, in its `--message-format=json` output.
//!
//! Cargo writes one JSON object a line, with its keys in a fixed order and without spaces. Four fields are read out of
//! it by hand, which spares xtask a JSON library.

use crate::workspace::Result;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[derive(Debug, PartialEq, Eq)]
pub struct Executable {
    pub package: String,
    /// `lib`, `test`, `bench`, `example` or `bin`.
    pub kind: String,
    pub name: String,
    pub path: PathBuf,
}

/// Runs a cargo command with `--message-format=json` and lists the executables that it built.
pub fn build(command: &mut Command) -> Result<Vec<Executable>> {
    Ok(messages(command)?.lines().filter_map(executable).collect())
}

/// Runs a cargo command with `--message-format=json`: where the metadata of a library lies, which programs that use it
/// are checked with.
pub fn metadata(command: &mut Command, name: &str) -> Result<PathBuf> {
    let found = messages(command)?.lines().find_map(|line| metadata_of(line, name));
    found.ok_or_else(|| format!("cargo names no metadata of `{name}`"))
}

fn messages(command: &mut Command) -> Result<String> {
    command.arg("--message-format=json-render-diagnostics").stdout(Stdio::piped());
    let child = command.spawn().map_err(|e| format!("cargo could not be started: {e}"))?;
    let output = child.wait_with_output().map_err(|e| format!("cargo was lost: {e}"))?;
    if !output.status.success() {
        return Err("the build failed: see above".into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn metadata_of(line: &str, name: &str) -> Option<PathBuf> {
    line.strip_prefix("{\"reason\":\"compiler-artifact\"")?;
    let (_, target) = line.split_once("\"target\":{")?;
    if string_after(target, "\"name\":\"")? != name {
        return None;
    }
    // Of a library that is built the archive stands first.
    let (_, mut files) = line.split_once("\"filenames\":[")?;
    loop {
        let path = PathBuf::from(string_after(files, "\"")?);
        if path.extension().is_some_and(|extension| extension == "rmeta") {
            return Some(path);
        }
        (_, files) = files.split_once("\",")?;
    }
}

fn executable(line: &str) -> Option<Executable> {
    line.strip_prefix("{\"reason\":\"compiler-artifact\"")?;
    let path = string_after(line, "\"executable\":\"")?;
    let (_, target) = line.split_once("\"target\":{")?;
    let id = string_after(line, "\"package_id\":\"")?;
    Some(Executable {
        package: package_name(&id),
        kind: string_after(target, "\"kind\":[\"")?,
        name: string_after(target, "\"name\":\"")?,
        path: path.into(),
    })
}

/// The name in a package's id: `path+file:///x/runtime#kiln-runtime@0.1.0`, or `path+file:///x/kiln#0.1.0` when the
/// folder has the package's own name.
fn package_name(id: &str) -> String {
    let (source, fragment) = id.split_once('#').unwrap_or((id, ""));
    match fragment.split_once('@') {
        Some((name, _)) => name.to_owned(),
        None => source.rsplit('/').next().unwrap_or_default().to_owned(),
    }
}

/// The JSON string that starts right after `mark`.
fn string_after(text: &str, mark: &str) -> Option<String> {
    let (_, rest) = text.split_once(mark)?;
    let mut value = String::new();
    let mut characters = rest.chars();
    loop {
        match characters.next()? {
            '"' => return Some(value),
            '\\' => match characters.next()? {
                'u' => {
                    let digits: String = characters.by_ref().take(4).collect();
                    value.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                'n' => value.push('\n'),
                't' => value.push('\t'),
                other => value.push(other),
            },
            other => value.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_executable_is_read() {
        let line = r#"{"reason":"compiler-artifact","package_id":"path+file:///x/runtime#kiln-runtime@0.1.0","manifest_path":"/x/Cargo.toml","target":{"kind":["test"],"crate_types":["bin"],"name":"run","src_path":"/x/run.rs"},"profile":{"opt_level":"3"},"filenames":["/x/target/run-1"],"executable":"/x/target/r \"un\"-1","fresh":true}"#;
        let expected = Executable {
            package: "kiln-runtime".into(),
            kind: "test".into(),
            name: "run".into(),
            path: "/x/target/r \"un\"-1".into(),
        };
        assert_eq!(executable(line), Some(expected));
    }

    #[test]
    fn libraries_and_other_messages_are_not_executables() {
        assert_eq!(executable(r#"{"reason":"build-finished","success":true}"#), None);
        let library = r#"{"reason":"compiler-artifact","package_id":"a","target":{"kind":["lib"],"name":"a"},"executable":null}"#;
        assert_eq!(executable(library), None);
    }

    #[test]
    fn where_a_library_s_metadata_lies_is_read() {
        let line = r#"{"reason":"compiler-artifact","package_id":"a","target":{"kind":["lib"],"name":"kiln"},"filenames":["/x/libkiln.rlib","/x/deps/libkiln-1.rmeta"],"executable":null}"#;
        assert_eq!(metadata_of(line, "kiln"), Some("/x/deps/libkiln-1.rmeta".into()));
        assert_eq!(metadata_of(line, "kiln_runtime"), None);
    }

    #[test]
    fn a_package_may_be_named_by_its_folder() {
        assert_eq!(package_name("path+file:///x/kiln#0.1.0"), "kiln");
        assert_eq!(package_name("path+file:///x/main#kiln@0.1.0"), "kiln");
    }
}
