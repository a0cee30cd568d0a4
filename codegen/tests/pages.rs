//! The pages under `docs/errors` are true: the first kernel of a page is refused with the page's code and the words
//! that it shows, and the front end finds nothing in the others, which are the ways out. What only rustc can tell
//! of a page, it tells in `tests/ui.rs`.
#![cfg(feature = "front")]

use std::path::Path;

use kiln_codegen::diagnostic::{Code, Diagnostic};
use kiln_codegen::front;
use kiln_codegen::ir::FunctionKind;
use quote::ToTokens;

/// The blocks of code of a page: what stands behind the first three signs, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(kind) => {
                inside = true;
                blocks.push((kind.to_owned(), String::new()));
            }
            None if inside => {
                let text = &mut blocks.last_mut().unwrap().1;
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    blocks
}

/// What the front end says of the items of a block. Statements at its end, as a host has them, and plain items are
/// nothing to it.
fn found(code: &str) -> Vec<Diagnostic> {
    let file = syn::parse_file(code).or_else(|_| {
        let items = code.rsplit_once("}\n\n").map_or("", |(items, _)| items);
        syn::parse_file(&format!("{items}}}\n"))
    });
    // Statements alone are the host's.
    let Ok(file) = file else { return Vec::new() };
    let mut all = Vec::new();
    for mut item in file.items {
        let attrs = match &mut item {
            syn::Item::Fn(item) => &mut item.attrs,
            syn::Item::Impl(item) => &mut item.attrs,
            syn::Item::Trait(item) => &mut item.attrs,
            syn::Item::Struct(item) => &mut item.attrs,
            syn::Item::Enum(item) => &mut item.attrs,
            _ => continue,
        };
        let named = |name: &str| attrs.iter().position(|attr| attr.path().is_ident(name));
        if let Some(at) = named("kernel").or(named("device")) {
            let attr = attrs.remove(at);
            // What stands above, rustc has seen to.
            drop(attrs.drain(..at));
            let kind =
                if attr.path().is_ident("kernel") { FunctionKind::Kernel } else { FunctionKind::Device };
            let arguments = match attr.meta {
                syn::Meta::List(list) => list.tokens,
                _ => proc_macro2::TokenStream::new(),
            };
            all.extend(front::check(kind, arguments, item.to_token_stream()));
        } else if named("derive").is_some() {
            all.extend(front::check_derive(item.to_token_stream()));
        }
    }
    all.into_iter().map(|complaint| complaint.diagnostic).collect()
}

/// One line, with single spaces.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The messages of a page's text, as `K0101: message help: help`; `..` ends one that is cut short.
fn shown(text: &str) -> Vec<String> {
    let text = flat(text);
    let marks = ["error: K", "error[E0080]: evaluation panicked: K"];
    let mut starts: Vec<(usize, usize)> = marks
        .iter()
        .flat_map(|mark| text.match_indices(mark).map(|(at, mark)| (at, at + mark.len() - 1)))
        .collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    starts.iter().zip(ends).map(|((_, from), to)| text[*from..to].trim().to_owned()).collect()
}

#[test]
fn every_page_shows_what_is_said_and_ways_out_that_are_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors");
    let mut wrong = Vec::new();
    let mut pages = 0;
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if !name.starts_with('K') {
            continue;
        }
        pages += 1;
        let page = std::fs::read_to_string(&path).unwrap();
        let blocks = blocks(&page);
        let mut code = blocks.iter().filter(|(kind, _)| kind.starts_with("rust")).map(|(_, text)| text);
        let texts: Vec<&String> =
            blocks.iter().filter(|(kind, _)| kind == "text").map(|(_, text)| text).collect();
        let [shown_text] = &texts[..] else {
            wrong.push(format!("{name}: {} texts", texts.len()));
            continue;
        };
        let said: Vec<String> = found(code.next().unwrap())
            .iter()
            .map(|found| flat(&format!("{}: {} help: {}", found.code.number(), found.message, found.help)))
            .collect();
        let mut shown = shown(shown_text);
        // Of sizes the front end knows nothing.
        if *name >= *"K0400" {
            shown.clear();
        }
        let agree = |said: &String, shown: &String| match shown.strip_suffix("..") {
            Some(start) => said.starts_with(start),
            None => said == shown,
        };
        if said.len() != shown.len() || !said.iter().zip(&shown).all(|(said, shown)| agree(said, shown)) {
            wrong.push(format!(
                "{name} shows\n  {}\nand it says\n  {}",
                shown.join("\n  "),
                said.join("\n  ")
            ));
        }
        if !shown.iter().all(|shown| shown.starts_with(&name)) {
            wrong.push(format!("{name} shows another code"));
        }
        for way in code {
            let said = found(way);
            if !said.is_empty() {
                wrong.push(format!("{name}, a way out: {said:?}"));
            }
        }
    }
    assert!(pages > 20 && wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The index of `docs/errors` has a row for each code. `KILN_BLESS=1` rewrites the rows.
#[test]
fn the_index_lists_every_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors");
    let path = folder.join("README.md");
    let index = std::fs::read_to_string(&path).unwrap();
    let row = |code: &Code| {
        let stages: Vec<&str> = code.stages().iter().map(|stage| stage.name()).collect();
        let page = std::fs::read_to_string(folder.join(format!("{code}.md"))).unwrap();
        let heading = page.lines().next().unwrap().trim_start_matches("# ");
        let (_, title) = heading.split_once(": ").unwrap_or_else(|| panic!("{heading}"));
        assert!(code.page().ends_with(&format!("/docs/errors/{code}.md")));
        format!("| [{code}]({code}.md) | {title} | {} |", stages.join(", "))
    };
    let rows: Vec<String> = Code::ALL.iter().map(row).collect();
    let is_row = |line: &&str| line.starts_with("| [K");
    let found: Vec<&str> = index.lines().filter(is_row).collect();
    if std::env::var_os("KILN_BLESS").is_some() {
        let before = index.lines().take_while(|line| !is_row(line));
        let after = index.lines().skip_while(|line| !is_row(line)).skip_while(is_row);
        let all: Vec<&str> = before.chain(rows.iter().map(String::as_str)).chain(after).collect();
        std::fs::write(&path, all.join("\n") + "\n").unwrap();
    } else {
        assert_eq!(found, rows, "KILN_BLESS=1 rewrites docs/errors/README.md");
    }
}
