//! `cargo xtask editor`: whether rust-analyzer is of use in a crate that uses Kiln.
//!
//! Writes the crate of a user into a temporary folder, opens it with rust-analyzer, and asks what an editor asks:
//! definitions, new names, hovers, completions and errors. A macro that shows its own names, or loses the place of a
//! user's token, fails here. rustc checks the crate first, so that the answers are not about a mistake in it.
//!
//! Without rust-analyzer or the sources of std nothing is checked, and the command says so.
//!
//! [`program`] has the crate and the questions, [`client`] speaks the protocol.

mod client;
mod program;

use crate::bench;
use crate::workspace::{Outcome, Result, Tally, Workspace, succeeds};
use client::Server;
use program::{COMPLETIONS, DEFINITIONS, HOVERS, PROGRAM, Place, RENAMES};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What Kiln's macros put into the names that they make, or bring into scope.
const OWN_NAMES: [&str; 8] = [
    "__kiln",
    "__KILN",
    "__Kiln",
    "_with_device",
    "_a_kernel",
    "_to_kernels",
    "place_behind_a_reference",
    "write_device_above",
];
/// What a hover shows of the code that Kiln's macros make, and of no user's.
const OWN_CODE: [&str; 5] = ["__private", "Answer", "impl Fn", "extern crate kiln", "macro_rules! "];
/// How much of a wrong hover is printed.
const SHOWN: usize = 600;

/// `cargo xtask editor`.
pub fn editor(workspace: &Workspace, _: &[String]) -> Outcome {
    if let Some(why) = missing(workspace) {
        println!("editor: skipped: {why}");
        return Ok(Tally::default());
    }
    let folder = std::env::temp_dir().join(format!("kiln-editor-{}", std::process::id()));
    let tally = bench::project(workspace, &folder, PROGRAM, bench::Features::Default)
        .and_then(|()| checked(workspace, &folder));
    let _ = fs::remove_dir_all(&folder);
    let tally = tally?;
    println!("editor: {tally}");
    Ok(tally)
}

/// What rust-analyzer needs and this machine lacks. Without the sources of std it knows no method of a number.
fn missing(workspace: &Workspace) -> Option<String> {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(&workspace.root).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(version) = said("rust-analyzer", &["--version"]) else {
        return Some("rust-analyzer is not installed: `rustup component add rust-analyzer rust-src`".into());
    };
    println!("editor: {version}");
    let sysroot = said("rustc", &["--print", "sysroot"]).unwrap_or_default();
    let sources = match std::env::var_os("RUST_SRC_PATH") {
        Some(sources) => PathBuf::from(sources),
        None => Path::new(&sysroot).join("lib/rustlib/src/rust/library"),
    };
    if sources.join("core").is_dir() {
        return None;
    }
    Some(format!(
        "the sources of std, which rust-analyzer reads, are not in {}: `rustup component add rust-src`, or set \
         RUST_SRC_PATH to the folder `library` of Rust's sources",
        sources.display()
    ))
}

/// Opens the crate and asks everything.
fn checked(workspace: &Workspace, folder: &Path) -> Outcome {
    let folder = folder.canonicalize().map_err(|e| format!("{}: {e}", folder.display()))?;
    // Kiln is built here once. rust-analyzer builds the macros in the same folder and finds them built.
    let target = workspace.target.join("editor");
    let settled = |mut command: Command| {
        command.env("CARGO_TARGET_DIR", &target).env("CARGO_INCREMENTAL", "0");
        command
    };
    let mut check = settled(bench::cargo(bench::workspace_cargo(), &folder));
    if !succeeds(check.args(["check", "--quiet", "--all-targets"]))? {
        return Err("the user's crate does not compile: see above".into());
    }
    let mut command = settled(bench::cargo(Command::new("rust-analyzer"), &folder));
    let mut server = Server::start(&mut command, &folder, &target.join("rust-analyzer.log"))?;
    server.open(&folder.join("src/main.rs"), PROGRAM)?;
    server.settle()?;
    let mut tally = diagnostics(&mut server)?;
    for (token, defined) in DEFINITIONS {
        tally += definition(&mut server, *token, *defined)?;
    }
    for (token, changed) in RENAMES {
        tally += rename(&mut server, *token, changed)?;
    }
    for (token, shown) in HOVERS {
        tally += hover(&mut server, *token, shown)?;
    }
    for completion in COMPLETIONS {
        tally += complete(&mut server, completion)?;
    }
    Ok(tally)
}

/// Prints one check; one that holds takes a line.
fn report(name: &str, expected: &str, got: &str, ok: bool) -> Tally {
    if ok {
        println!("editor: ok: {name}");
    } else {
        println!("editor: FAILED: {name}\n    expected: {expected}\n    got:      {got}");
    }
    Tally::of(ok)
}

/// No errors in the right program, and one, on the user's token, in one with a mistake.
fn diagnostics(server: &mut Server) -> Outcome {
    let mut tally = Tally::default();
    let errors = server.errors()?;
    tally += report("no errors in a right program", "none", &errors.join("; "), errors.is_empty());
    let wrong = program::MISTAKE.typed();
    server.change(&wrong.text)?;
    let errors = server.errors()?;
    server.change(PROGRAM)?;
    let line = wrong.line + 1;
    let ok = !errors.is_empty() && errors.iter().all(|error| error.starts_with(&format!("{line}:")));
    let name = format!("errors of {}", program::MISTAKE.name());
    tally += report(&name, &format!("errors in line {line} only"), &errors.join("; "), ok);
    Ok(tally)
}

/// The definition is in one place, the user's.
fn definition(server: &mut Server, token: Place, defined: Place) -> Outcome {
    let answer = server.at("textDocument/definition", &token.position(PROGRAM)?)?;
    let expected = json!([{ "uri": server.uri(), "range": defined.range(PROGRAM)? }]);
    let ok = answer == expected;
    let (expected, got) = (spelled(server, &expected), spelled(server, &answer));
    Ok(report(&format!("definition of {token}"), &expected, &got, ok))
}

/// A new name is written wherever the user wrote the old one, and nowhere else.
fn rename(server: &mut Server, token: Place, changed: &[Place]) -> Outcome {
    let params = json!({
        "textDocument": { "uri": server.uri() }, "position": token.position(PROGRAM)?, "newName": "renamed",
    });
    let name = format!("new name for {token}");
    let located = |range: Value| json!({ "uri": server.uri(), "range": range });
    let expected =
        changed.iter().map(|place| place.range(PROGRAM).map(located)).collect::<Result<Vec<_>>>()?;
    let expected = spelled(server, &expected.into());
    let got = match server.request("textDocument/rename", &params) {
        Ok(answer) => {
            let of_document = |document: &Value| {
                let edits = document["edits"].as_array().cloned().unwrap_or_default();
                let uri = document["textDocument"]["uri"].clone();
                edits.into_iter().map(move |edit| json!({ "uri": uri, "range": edit["range"] }))
            };
            let documents = answer["documentChanges"].as_array().map(Vec::as_slice).unwrap_or_default();
            let edits = documents.iter().flat_map(of_document);
            spelled(server, &edits.collect::<Vec<_>>().into())
        }
        Err(why) => why,
    };
    Ok(report(&name, &expected, &got, got == expected))
}

/// Locations as they are printed, in their order in the file.
fn spelled(server: &Server, locations: &Value) -> String {
    let mut locations = locations.as_array().cloned().unwrap_or_default();
    locations.sort_by_key(|location| location["range"]["start"]["line"].as_u64());
    let place = |location: &Value| match location["uri"].as_str() {
        Some(uri) if uri == server.uri() => program::spelled(PROGRAM, &location["range"]),
        uri => {
            let line = location["range"]["start"]["line"].as_u64().unwrap_or_default() + 1;
            format!("{}:{line}", uri.unwrap_or("nowhere"))
        }
    };
    if locations.is_empty() {
        "nothing".into()
    } else {
        locations.iter().map(place).collect::<Vec<_>>().join("; ")
    }
}

/// A hover shows the user's type or signature, and nothing of Kiln's.
fn hover(server: &mut Server, token: Place, shown: &str) -> Outcome {
    let answer = server.at("textDocument/hover", &token.position(PROGRAM)?)?;
    let text = answer["contents"]["value"].as_str().unwrap_or("nothing");
    let own = |line: &str| {
        // The path of an item of Kiln stands in a line of its own.
        line.starts_with("kiln::") || OWN_NAMES.iter().chain(&OWN_CODE).any(|own| line.contains(own))
    };
    let ok = text.contains(shown) && !text.lines().any(own);
    let expected = format!("`{shown}`, and nothing that only Kiln has");
    let got: String = text.replace('\n', " ").chars().take(SHOWN).collect();
    Ok(report(&format!("hover on {token}"), &expected, &got, ok))
}

/// What is completed has the user's names, and none of Kiln's.
fn complete(server: &mut Server, completion: &program::Completion) -> Outcome {
    let edited = completion.edit.typed();
    server.change(&edited.text)?;
    let answer = server.at("textDocument/completion", &edited.position())?;
    let items = answer["items"].as_array().or(answer.as_array()).map(Vec::as_slice).unwrap_or_default();
    let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    let (lacking, own) = judged(&labels, completion.listed);
    let mut got = format!("{} labels", labels.len());
    if !lacking.is_empty() {
        got += &format!(", without {}", lacking.join(", "));
    }
    if !own.is_empty() {
        got += &format!(", {} of them Kiln's: {}", own.len(), own.join(", "));
    }
    let expected = format!("{}, and no name that only Kiln has", completion.listed.join(", "));
    let name = format!("completion of {}", completion.edit.name());
    Ok(report(&name, &expected, &got, lacking.is_empty() && own.is_empty()))
}

/// Which of the expected names are not among the labels, and which labels are Kiln's. A function's label has its
/// parentheses: `after(…)`.
fn judged<'a>(labels: &[&'a str], listed: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
    let bare = |label: &'a str| label.split(['(', ' ', '!']).next().unwrap_or(label);
    let lacking =
        listed.iter().copied().filter(|name| !labels.iter().any(|label| bare(label) == *name)).collect();
    let own =
        labels.iter().copied().filter(|label| OWN_NAMES.iter().any(|own| label.contains(own))).collect();
    (lacking, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_compared_by_their_names() {
        let labels = ["after(…)", "area(…) (as Shape)", "speed", "__kiln_method_after(…)", "'__kiln"];
        let (lacking, own) = judged(&labels, &["after", "area", "speed", "spee", "position"]);
        assert_eq!(lacking, ["spee", "position"]);
        assert_eq!(own, ["__kiln_method_after(…)", "'__kiln"]);
    }
}
