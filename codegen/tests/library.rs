//! Kiln's library, from its sources to the text that is checked in, and what may be asked of it.
//!
//! `cargo xtask library` writes the text anew: it runs `functions_are_lowered_as_checked_in` with `KILN_BLESS=1`.
#![cfg(feature = "front")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kiln_codegen::front;
use kiln_codegen::intrinsics::{self, Surface};
use kiln_codegen::ir::{
    Block, Check, Expr, ExprKind, Module, Place, Scalar, Site, SiteId, SiteKind, Step, Stmt, StmtKind, Type,
    parse, verify,
};
use kiln_codegen::library::{find, kept};
use quote::ToTokens;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of the library, in a fixed order. `xtask/src/library.rs` has the same list, and takes the
/// fingerprint of it.
fn sources() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    for part in ["library", "src/math"] {
        let Ok(entries) = std::fs::read_dir(folder().join(part)) else { continue };
        paths.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| is_source(path)));
    }
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.extension().is_some_and(|extension| extension == "rs")
        && !name.starts_with("tests")
        && name != "mod.rs"
}

/// FNV-1a of all sources' lines: their order and how lines end are not in it.
fn fingerprint(sources: &[(PathBuf, String)]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in sources.iter().flat_map(|(_, text)| text.lines()).flat_map(str::bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// The functions of a file: name, bound of `T`, and IR text.
fn functions(path: &Path, source: &str) -> Vec<(String, String, String)> {
    let file = syn::parse_file(source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut all = Vec::new();
    for item in file.items {
        let mut function = match item {
            syn::Item::Fn(function) => function,
            syn::Item::Use(_) => continue,
            other => panic!("{}: not a function: {}", path.display(), other.to_token_stream()),
        };
        function.attrs.clear();
        function.vis = syn::Visibility::Inherited;
        let name = function.sig.ident.to_string();
        let bounds: Vec<String> = function
            .sig
            .generics
            .type_params()
            .map(|param| param.bounds.to_token_stream().to_string())
            .collect();
        let of = match bounds.as_slice() {
            [] => "None".to_owned(),
            [bound] => bound.clone(),
            _ => panic!("{name}: a function of the library has one parameter `T`"),
        };
        // Every method is the number's own: the bounds say which numbers, and are none that the front end would
        // have to ask about.
        for param in function.sig.generics.type_params_mut() {
            param.bounds = syn::parse_quote!(Num);
        }
        let text = front::lower_of_library(function.to_token_stream())
            .unwrap_or_else(|found| panic!("{}: {name}: {found:#?}", path.display()));
        all.push((name, of, without_sites(&with_answers(&text))));
    }
    all
}

/// The text as it would be if the front end knew what a name means: calls of rows that only the compiler may name
/// in the place of calls of functions with their names, and types to be inferred where it would have asked rustc
/// for a local's.
fn with_answers(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some((number, meaning)) = text.lines().find_map(|line| {
        let (number, rest) = line.trim().strip_prefix("capture $")?.split_once(' ')?;
        let name = rest.split('"').nth(1)?;
        let meaning = match rest.split(' ').next()? {
            "fn" => intrinsics::find(name).filter(|row| row.surface == Surface::Internal)?.name.to_owned(),
            "type" if !matches!(name, "T" | "T::Unsigned") => format!("?{}", variables(&text)),
            _ => return None,
        };
        Some((number.parse::<usize>().unwrap(), meaning))
    }) {
        text = without_capture(&text, number, &meaning);
    }
    text
}

/// How many inference variables the text has.
fn variables(text: &str) -> usize {
    let numbers = text.split('?').skip(1).filter_map(|part| {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        part[..digits].parse::<usize>().ok()
    });
    numbers.max().map_or(0, |last| last + 1)
}

/// The text without the capture of this number, which is `meaning` instead; those behind it move up.
fn without_capture(text: &str, number: usize, meaning: &str) -> String {
    let declared = format!("capture ${number} ");
    let text: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with(&declared)).collect();
    let text = text.join("\n");
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let found: usize = part[..digits].parse().expect("`$` stands before a number only");
        match found.cmp(&number) {
            std::cmp::Ordering::Less => write!(out, "${found}").unwrap(),
            std::cmp::Ordering::Equal => out.push_str(meaning),
            std::cmp::Ordering::Greater => write!(out, "${}", found - 1).unwrap(),
        }
        out.push_str(&part[digits..]);
    }
    out.push('\n');
    out
}

/// The text with one site for everything, one more for divisions, indices that are proven, and no indentation.
fn without_sites(text: &str) -> String {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let mut divides = false;
    for function in &mut module.functions {
        block(&mut function.body, &module.sites, &mut divides);
    }
    let site = |kind: SiteKind| Site { kind, ..Site::default() };
    module.sites = vec![site(SiteKind::Plain)];
    if divides {
        module.sites.push(site(SiteKind::Divide));
    }
    let text = module.to_text();
    text.lines().map(str::trim_start).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n") + "\n"
}

fn block(within: &mut Block, sites: &[Site], divides: &mut bool) {
    for stmt in &mut within.0 {
        let fails = matches!(stmt.kind, StmtKind::Fail { .. } | StmtKind::Print { .. });
        assert!(!fails, "a function of the library neither fails nor prints");
        let is_division = sites.get(stmt.site.0 as usize).is_some_and(|site| site.kind == SiteKind::Divide);
        *divides |= is_division;
        stmt.site = SiteId(u32::from(is_division));
        stmt.for_each_expr_mut(&mut |inner| expr(inner, divides));
        if let StmtKind::Assign { place, .. } = &mut stmt.kind {
            proven(place);
        }
        for inner in stmt.blocks_mut() {
            block(inner, sites, divides);
        }
    }
}

fn expr(within: &mut Expr, divides: &mut bool) {
    within.for_each_child_mut(&mut |child| expr(child, divides));
    match &mut within.kind {
        ExprKind::Binary { site: Some(site), .. } | ExprKind::Call { site: Some(site), .. } => {
            *divides = true;
            *site = SiteId(1);
        }
        ExprKind::Load(place) | ExprKind::Ref(place) => proven(place),
        _ => {}
    }
}

fn proven(place: &mut Place) {
    for step in &mut place.steps {
        if let Step::Index { check, .. } = step {
            *check = Check::Proven;
        }
    }
}

/// The text of all functions, and the Rust file that says where each stands.
fn generated() -> (String, String) {
    let sources = sources();
    let mut all = BTreeMap::new();
    for (path, source) in &sources {
        for (name, of, text) in functions(path, source) {
            let before = all.insert(name.clone(), (of, text));
            assert!(before.is_none(), "two functions are called `{name}`");
        }
    }
    // What is not generic is kept closed; the others' texts stay open for that.
    let open: BTreeMap<&str, &'static str> =
        all.iter().map(|(name, (_, text))| (&**name, &*text.clone().leak())).collect();
    let mut text = String::new();
    let mut index = format!(
        "\
//! Where each function of the library stands in `functions.ir`.
//!
//! @generated by `cargo xtask library`; edit `codegen/library` and `codegen/src/math` instead.
//! Fingerprint of the sources: {:016x}.

// Offsets are read by nobody.
#![allow(clippy::unreadable_literal)]

use super::{{Entry, Of}};

pub(super) static TEXT: &str = include_str!(\"functions.ir\");

pub(super) static ENTRIES: &[Entry] = &[
",
        fingerprint(&sources)
    );
    for (name, (of, _)) in &all {
        let function = open[&**name];
        let start = text.len();
        if of == "None" {
            let module = kept(name, &|name| open.get(name).copied(), function).expect(name);
            text.push_str(&without_sites(&module.to_text()));
        } else {
            text.push_str(function);
        }
        let end = text.len();
        writeln!(index, "    Entry {{ name: {name:?}, of: Of::{of}, start: {start}, end: {end} }},").unwrap();
    }
    index.push_str("];\n");
    (text, index)
}

#[test]
fn functions_are_lowered_as_checked_in() {
    let (text, index) = generated();
    for (path, text) in [("src/library/functions.ir", text), ("src/library/index.rs", index)] {
        let path = folder().join(path);
        if std::env::var_os("KILN_BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        } else {
            let current = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
            assert!(current == text, "{} is not current: run `cargo xtask library`", path.display());
        }
    }
}

fn check(name: &str, scalar: Scalar, module: &Module) {
    let text = module.to_text();
    assert!(module.is_closed() && module.functions.len() == 1, "{name} of {}:\n{text}", scalar.name());
    assert_eq!(verify::verify(module), Ok(()), "{name} of {}:\n{text}", scalar.name());
    let function = module.entry().unwrap();
    // Locals that were taken apart stay in the table, declared by nothing.
    let mut aggregates = 0;
    function.body.walk(&mut |stmt: &Stmt| {
        if let StmtKind::Let { local, .. } = &stmt.kind {
            aggregates += usize::from(!is_scalars(&function.local(*local).ty));
        }
    });
    assert_eq!(aggregates, 0, "{name} of {}:\n{text}", scalar.name());
    let mut returns = 0;
    function.body.walk(&mut |stmt: &Stmt| returns += usize::from(matches!(stmt.kind, StmtKind::Return(_))));
    let last = function.body.0.last();
    let ends = last.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Return(Some(_))));
    assert!(returns == 1 && ends, "{name} of {}:\n{text}", scalar.name());
}

/// Whether a type is a scalar or an array of some.
fn is_scalars(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_scalars(element),
        other => other.scalar().is_some(),
    }
}

/// A function whose row it is, for each type: closed, of scalars, with the row's operands and result.
#[test]
fn what_is_found_fits_its_row() {
    let mut found = 0;
    for row in intrinsics::all() {
        for scalar in Scalar::ALL.into_iter().filter(|scalar| row.class.contains(*scalar)) {
            let Some(module) = find(row.name, scalar) else { continue };
            found += 1;
            check(row.name, scalar, module);
            let same = |scalar: Scalar| match scalar {
                Scalar::Usize => Scalar::U64,
                Scalar::Isize => Scalar::I64,
                other => other,
            };
            let function = module.entry().unwrap();
            let params: Vec<_> = function.params().map(|param| param.ty.clone()).collect();
            let expected: Vec<_> = row.params.iter().map(|slot| slot.resolve(same(scalar))).collect();
            assert_eq!(params, expected, "{}", row.name);
            assert_eq!(function.result, row.result.resolve(same(scalar)), "{}", row.name);
        }
    }
    assert!(found > 300, "{found}");
}
