//! Developer commands: `cargo xtask <command>`.
//!
//! One table, [`COMMANDS`], is at once the parser and the help. Each command lives in the module of its name, takes
//! the [`Workspace`] and the remaining arguments, and answers with an [`Outcome`]. The crate builds in seconds and
//! depends on nothing of Kiln, so that it still runs when the library does not compile.

// Commands share one signature, those that cannot fail too.
#![allow(clippy::unnecessary_wraps)]
// Reports are assembled once a run; `write!` into a String would only add results to ignore.
#![allow(clippy::format_push_string)]

mod arguments;
mod depth;
mod random;
mod workspace;

mod nvrtc;
mod provision;
mod validate;
mod validated;

mod lint;
mod test;
mod tidy;

mod generate;
mod library;
mod slips;

mod artifacts;
mod bench;
mod bundle;
mod editor;

use std::process::ExitCode;
use workspace::{Outcome, Workspace};

struct Command {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(&Workspace, &[String]) -> Outcome,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "test",
        arguments: "",
        about: "fetch what is missing, run the tests, sanitized too, validate, slips, tidy; KILN_DEPTH=nightly runs all",
        run: test::test,
    },
    Command {
        name: "validate",
        arguments: "[--record] [PATH-PART]",
        about: "compile the CUDA C++ and PTX that is not recorded as accepted (nightly: all) with NVRTC and ptxas",
        run: validate::validate,
    },
    Command {
        name: "bless",
        arguments: "[CARGO-TEST-ARGUMENTS]",
        about: "run the tests and accept what they print as the new snapshots",
        run: test::bless,
    },
    Command {
        name: "lint",
        arguments: "",
        about: "clippy over everything, with the features of the tests; warnings fail",
        run: lint::lint,
    },
    Command {
        name: "tidy",
        arguments: "",
        about: "hold the rules of the house: error pages, crate directions, file sizes, module docs, words",
        run: tidy::tidy,
    },
    Command {
        name: "generate",
        arguments: "[SEED [PROGRAMS]] | --count N [--seed S] [--bundle FOLDER]",
        about: "write tests/generated's random programs; or compare so many others, and pack them for a GPU machine",
        run: generate::generate,
    },
    Command {
        name: "slips",
        arguments: "[--count N] [--seed S]",
        about: "one token written wrongly, so many times: whether Kiln has more errors for it than rustc alone",
        run: slips::slips,
    },
    Command {
        name: "library",
        arguments: "",
        about: "lower the functions of codegen/library and codegen/src/math to the IR text that is checked in",
        run: library::library,
    },
    Command {
        name: "bundle",
        arguments: "",
        about: "build tests, examples and benches in release and pack them for a GPU machine without Rust",
        run: bundle::bundle,
    },
    Command {
        name: "bench",
        arguments: "[CARGO-BENCH-ARGUMENTS]",
        about: "run the benchmarks",
        run: bench::bench,
    },
    Command {
        name: "bench-build",
        arguments: "",
        about: "time the cold release build of a new project that uses Kiln, and count its crates",
        run: bench::bench_build,
    },
    Command {
        name: "editor",
        arguments: "",
        about: "ask rust-analyzer what an editor asks, in a crate that uses Kiln: completions, definitions, hovers",
        run: editor::editor,
    },
    Command {
        name: "fetch-tools",
        arguments: "",
        about: "only find or fetch NVRTC and ptxas, and print where they are",
        run: provision::fetch_tools,
    },
    Command { name: "help", arguments: "", about: "this text", run: help },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        eprint!("{}", usage());
        return ExitCode::from(2);
    };
    let name = if matches!(name.as_str(), "-h" | "--help") { "help" } else { name.as_str() };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprintln!("xtask: there is no command `{name}`{}\n\n{}", suggestion(name), usage());
        return ExitCode::from(2);
    };
    if command.arguments.is_empty() && !rest.is_empty() {
        eprintln!("xtask: `{name}` takes no arguments, but was given `{}`", rest.join(" "));
        return ExitCode::from(2);
    }
    match Workspace::locate().and_then(|workspace| (command.run)(&workspace, rest)) {
        Ok(tally) if tally.failed == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn help(_: &Workspace, _: &[String]) -> Outcome {
    print!("{}", usage());
    Ok(workspace::Tally::default())
}

fn usage() -> String {
    let spelled = |command: &Command| format!("{} {}", command.name, command.arguments);
    let width = COMMANDS.iter().map(|command| spelled(command).len()).max().unwrap_or(0);
    let mut text = String::from("usage: cargo xtask <command>\n\n");
    for command in COMMANDS {
        text += &format!("  {:width$}  {}\n", spelled(command), command.about);
    }
    text
}

/// The known command that a mistyped one most likely meant.
fn suggestion(name: &str) -> String {
    let nearest = COMMANDS.iter().map(|command| (distance(name, command.name), command.name)).min();
    match nearest {
        Some((edits, known)) if edits <= known.len() / 2 => format!("; did you mean `{known}`?"),
        _ => String::new(),
    }
}

/// How many letters have to be added, dropped or changed to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command() {
        let text = usage();
        for command in COMMANDS {
            assert!(text.contains(command.name));
        }
    }

    #[test]
    fn mistyped_commands_get_a_suggestion() {
        assert_eq!(suggestion("tests"), "; did you mean `test`?");
        assert_eq!(suggestion("valdiate"), "; did you mean `validate`?");
        assert_eq!(suggestion("benchbuild"), "; did you mean `bench-build`?");
        assert_eq!(suggestion("tets"), "; did you mean `test`?");
        assert_eq!(suggestion("zzz"), "");
    }
}
