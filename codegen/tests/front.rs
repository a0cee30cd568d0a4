//! The front end on source text: what it makes of a function, and what it refuses.
//!
//! `fixtures/refused/*.rs` holds functions with the expected complaints marked under the token that they point at:
//!
//! ```text
//! match n {
//! //^ K0101 `match` is not supported in kernels yet
//! ```
//!
//! A mark names the line above it that is not a mark, the column of its first `^`, the code, and how the message
//! begins. What is found and what is marked have to be the same set. `fixtures/accepted.rs` has no marks and must
//! need none. `fixtures/lowered/*.rs` holds one function each, whose IR is `snapshots/NAME.ir`.
//!
//! `KILN_BLESS=1 cargo test -p kiln-codegen --features front` rewrites marks and snapshots; read the difference.
#![cfg(feature = "front")]

use kiln_codegen::front;
use kiln_codegen::ir::FunctionKind;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn bless() -> bool {
    std::env::var_os("KILN_BLESS").is_some()
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// A complaint as fixtures write it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    line: usize,
    column: usize,
    code: String,
    message: String,
}

/// Whether an item is one of those types that derive `KernelType`.
fn derives(item: &syn::Item) -> bool {
    let attrs = match item {
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Union(item) => &item.attrs,
        _ => return false,
    };
    attrs.iter().any(|attr| attr.path().is_ident("derive"))
}

fn items(source: &str) -> Vec<syn::Item> {
    let file =
        syn::parse_file(source).unwrap_or_else(|error| panic!("{error} at {:?}", error.span().start()));
    file.items
}

/// Every kernel and device function of a file: its kind, its attribute's arguments and its tokens without that
/// attribute.
fn functions(source: &str) -> Vec<(FunctionKind, TokenStream, TokenStream)> {
    let functions = items(source).into_iter().filter(|item| !derives(item)).map(|mut item| {
        let attrs = match &mut item {
            syn::Item::Fn(item) => &mut item.attrs,
            syn::Item::Struct(item) => &mut item.attrs,
            syn::Item::Impl(item) => &mut item.attrs,
            syn::Item::Trait(item) => &mut item.attrs,
            other => panic!("an item without attribute: {}", other.to_token_stream()),
        };
        let at =
            attrs.iter().position(|attr| attr.path().is_ident("kernel") || attr.path().is_ident("device"));
        let attr = attrs.remove(at.expect("a kernel or device function"));
        let kind = if attr.path().is_ident("kernel") { FunctionKind::Kernel } else { FunctionKind::Device };
        let arguments = match attr.meta {
            syn::Meta::List(list) => list.tokens,
            _ => TokenStream::new(),
        };
        (kind, arguments, item.to_token_stream())
    });
    functions.collect()
}

fn found(source: &str) -> Vec<Mark> {
    let types = items(source).into_iter().filter(derives);
    let types = types.flat_map(|item| front::check_derive(item.to_token_stream()));
    let functions =
        functions(source).into_iter().flat_map(|(kind, attr, item)| front::check(kind, attr, item));
    let mut marks: Vec<Mark> = types
        .chain(functions)
        .map(|complaint| Mark {
            line: complaint.line,
            column: complaint.column,
            code: complaint.diagnostic.code.number().to_owned(),
            message: complaint.diagnostic.message,
        })
        .collect();
    marks.sort();
    marks
}

/// The column and the text of a line that is a mark.
fn mark(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start().strip_prefix("//")?.trim_start();
    let rest = text.trim_start_matches('^');
    (rest.len() < text.len()).then(|| (line.len() - text.len() + 1, rest.trim_start()))
}

fn marked(source: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut marked = 0;
    for (number, line) in source.lines().enumerate() {
        let Some((column, text)) = mark(line) else {
            marked = number + 1;
            continue;
        };
        let (code, message) = text.split_once(' ').unwrap_or((text, ""));
        marks.push(Mark { line: marked, column, code: code.to_owned(), message: message.to_owned() });
    }
    marks.sort();
    marks
}

/// The source with marks for what was found in it.
fn with_marks(source: &str, found: &[Mark]) -> String {
    let mut out = String::new();
    for (number, line) in source.lines().enumerate().filter(|(_, line)| mark(line).is_none()) {
        out.push_str(line);
        out.push('\n');
        for mark in found.iter().filter(|mark| mark.line == number + 1) {
            let indent = line.len() - line.trim_start().len();
            // A mark in the first columns has no place for its own `//`: it stands where the token is.
            let indent = indent.min(mark.column.saturating_sub(3));
            let gap = (mark.column - 1).saturating_sub(indent + 2);
            let _ = writeln!(out, "{:indent$}//{:gap$}^ {} {}", "", "", mark.code, mark.message);
        }
    }
    out
}

#[test]
fn refused_functions_are_refused_on_the_token() {
    let mut wrong = String::new();
    let races = sources(&folder().join("fixtures/races"));
    for (path, source) in sources(&folder().join("fixtures/refused")).into_iter().chain(races) {
        let (found, marked) = (found(&source), marked(&source));
        if bless() {
            std::fs::write(&path, with_marks(&source, &found)).unwrap();
            continue;
        }
        let agree = |found: &Mark, marked: &Mark| {
            (found.line, column(found), &found.code) == (marked.line, marked.column, &marked.code)
                && found.message.starts_with(&marked.message)
        };
        let name = path.file_name().unwrap().to_string_lossy();
        for mark in &found {
            if !marked.iter().any(|marked| agree(mark, marked)) {
                let _ = writeln!(wrong, "{name}: not marked: {mark:?}");
            }
        }
        for mark in &marked {
            if !found.iter().any(|found| agree(found, mark)) {
                let _ = writeln!(wrong, "{name}: not found: {mark:?}");
            }
        }
        if found.len() != marked.len() {
            let _ = writeln!(wrong, "{name}: {} complaints, {} marks", found.len(), marked.len());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The column at which a complaint is marked: the first two belong to the mark's `//`.
fn column(mark: &Mark) -> usize {
    mark.column.max(3)
}

/// `fixtures/races/*.rs` holds kernels that are accepted, and after each the same with an index, a guard or a
/// barrier spoiled, which is refused. `runtime/tests/spoiled.rs` runs both.
#[test]
fn spoiled_kernels_are_refused_and_the_others_accepted() {
    let (mut accepted, mut spoiled) = (0, 0);
    for (path, source) in sources(&folder().join("fixtures/races")) {
        let mut name = String::new();
        let mut marks: Vec<(String, usize)> = Vec::new();
        for line in source.lines() {
            if let Some((rest, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) {
                name = rest.to_owned();
                marks.push((name.clone(), 0));
            } else if mark(line).is_some() {
                marks.last_mut().expect("a function before a mark").1 += 1;
            }
        }
        for (name, marks) in marks {
            let refused = name.starts_with("spoiled_");
            assert_eq!(marks > 0, refused, "{name} in {}", path.display());
            *(if refused { &mut spoiled } else { &mut accepted }) += 1;
        }
        assert!(!name.is_empty());
    }
    assert!(accepted >= 25 && spoiled >= 40, "{accepted} accepted, {spoiled} spoiled");
}

#[test]
fn every_code_of_the_front_end_has_a_fixture() {
    let text: String =
        sources(&folder().join("fixtures/refused")).into_iter().map(|(_, source)| source).collect();
    for code in kiln_codegen::diagnostic::Code::ALL.iter().filter(|code| code.number() < "K0400") {
        assert!(text.contains(code.number()), "no fixture shows {code}");
    }
}

#[test]
fn accepted_functions_are_accepted() {
    let source = std::fs::read_to_string(folder().join("fixtures/accepted.rs")).unwrap();
    assert_eq!(found(&source), []);
}

/// A kernel as an `unsafe fn`, which is lowered as any other: what is shown here is how, and not what races.
fn answered_for(kind: FunctionKind, item: TokenStream) -> TokenStream {
    match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(mut function) if kind == FunctionKind::Kernel => {
            function.sig.safety = syn::Safety::Unsafe(syn::token::Unsafe::default());
            function.to_token_stream()
        }
        _ => item,
    }
}

#[test]
fn functions_are_lowered_as_blessed() {
    let mut stale = Vec::new();
    for (path, source) in sources(&folder().join("fixtures/lowered")) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut functions = functions(&source);
        assert_eq!(functions.len(), 1, "{name}");
        let (kind, attr, item) = functions.remove(0);
        let item = answered_for(kind, item);
        let text =
            front::lower_to_text(kind, attr, item).unwrap_or_else(|found| panic!("{name}: {found:#?}"));
        // The name under which the parser files a text counts the texts before it.
        let text: String = text
            .lines()
            .map(|line| {
                let file = line.trim_start().starts_with("file ");
                if file { format!("    file \"{name}.rs\";\n") } else { format!("{line}\n") }
            })
            .collect();
        let module = kiln_codegen::ir::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        if module.is_closed() {
            assert_eq!(kiln_codegen::ir::verify::verify(&module), Ok(()), "{name}");
        }
        let path = folder().join(format!("snapshots/{name}.ir"));
        if bless() {
            std::fs::write(&path, &text).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "changed: {stale:?}; see the difference with KILN_BLESS=1 and git diff");
}

/// What the help advises to test, where that would do, of a kernel with this guard.
fn advised(kernel: &str, guard: &str) -> Option<String> {
    let text = kernel.replace("GUARD", guard);
    let found =
        front::lower_to_text(FunctionKind::Kernel, TokenStream::default(), text.parse().unwrap()).err()?;
    let help = &found[0].diagnostic.help;
    Some(help.strip_prefix("test that `").map_or("", |rest| rest.split('`').next().unwrap()).to_owned())
}

/// The help names a relation between arguments, or coordinates of a pivot to leave out: with it the kernel is accepted.
#[test]
fn the_help_names_a_relation_that_is_missing() {
    for (kernel, guard, relation) in [
        (
            "fn k(w: usize, h: usize, pitch: usize, image: &mut [f32]) {
                let (x, y) = global_id_2d();
                if x < h && y < w && x < pitch + 1 && GUARD { image[y * pitch + x] = 1.0; }
            }",
            "w > 0",
            "h <= pitch",
        ),
        (
            "fn floyd_warshall(n: usize, k: usize, d: &mut [f32]) {
                let (j, i) = global_id_2d();
                if i < n && j < n && GUARD {
                    let sum = d[i * n + k] + d[k * n + j];
                    if sum < d[i * n + j] { d[i * n + j] = sum; }
                }
            }",
            "n > 0",
            "j != k && i != k",
        ),
        (
            "fn eliminate(n: usize, k: usize, a: &mut [f32]) {
                let (j, i) = global_id_2d();
                if i < n && j < n && GUARD { a[i * n + j] -= a[i * n + k] * a[k * n + j]; }
            }",
            "n > 0",
            "j != k && i != k",
        ),
        (
            "fn normalize(n: usize, k: usize, a: &mut [f32]) {
                let j = global_id();
                if j < n && GUARD { a[k * n + j] /= a[k * n + k]; }
            }",
            "n > 0",
            "j != k",
        ),
    ] {
        assert_eq!(advised(kernel, guard).as_deref(), Some(relation), "{kernel}");
        assert_eq!(advised(kernel, relation), None, "{kernel}");
    }
    // Nothing is advised that cannot be.
    let by_number = "fn k(n: usize, k: usize, d: &mut [f32]) {
        let id = global_id();
        if id < n * n && GUARD { d[id] = d[id / n * n + k]; }
    }";
    assert_eq!(advised(by_number, "n > 0").as_deref(), Some(""));
}

/// The help says what may be the same in two threads, and what all threads have.
#[test]
fn the_help_names_what_is_missing() {
    for (index, message, help) in [
        (
            "places[i] as usize",
            "an element of `places` may be the same in two threads",
            "only you know whether",
        ),
        ("own[i % 4]", "an element of `own` may be the same in two threads", "only you know whether"),
        ("3", "the same one by another thread", "all threads have this element"),
        ("n", "the same one by another thread", "all threads have this element"),
        ("i / 2", "the same one by another thread", "give each thread elements of its own"),
    ] {
        let text = format!(
            "fn k(n: usize, places: &[u32], count: &[AtomicU32], y: &mut [f32]) {{
                let i = global_id();
                let mut own = [0; 4];
                for q in 0..4 {{ own[q] = q; }}
                if i < y.len() {{ y[{index}] = 1.0; }}
            }}"
        );
        let found = front::lower_to_text(FunctionKind::Kernel, TokenStream::default(), text.parse().unwrap())
            .unwrap_err();
        let diagnostic = &found[0].diagnostic;
        assert!(diagnostic.message.ends_with(message), "{index}: {}", diagnostic.message);
        assert!(diagnostic.help.starts_with(help), "{index}: {}", diagnostic.help);
    }
    let in_a_loop = "fn k(count: &[AtomicU32], y: &mut [f32]) {
        for _ in 0..4 { y[count[0].fetch_add(1, Ordering::Relaxed) as usize] = 1.0; }
    }";
    let found =
        front::lower_to_text(FunctionKind::Kernel, TokenStream::default(), in_a_loop.parse().unwrap());
    let message = &found.unwrap_err()[0].diagnostic.message;
    assert!(message.ends_with("a value of `fetch_add` may be the same in two threads"), "{message}");
}
