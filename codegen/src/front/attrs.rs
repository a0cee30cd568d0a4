//! The arguments of `#[kernel(..)]` and `#[device(..)]`, and the attributes inside the function.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Attribute, Expr, ExprLit, GenericArgument, GenericParam, ItemFn, Lit, Meta, Path, Token};

use super::HAS_TILES;
use super::report::{Report, spot};
use super::text::text_of;
use super::tune::{self, Tune};
use crate::diagnostic::Code;
use crate::ir::{Attrs, Backend, FunctionKind, MathTier, TileAttrs};

const OF_KERNELS: &str = "the arguments are `block = 256`, `block = (16, 16)`, `cluster = 2`, `min_blocks = 2`, `strict_fp`, `fast_math`, \
                          `unchecked` (on an `unsafe fn`), `target = \"ptx\"`, `tile` (with `warps = 8`, `stages = 3` and `order = \"rows\"`), `instances(f32, f64)` (on a \
                          generic function), `tune(BM = [64, 128])` and `crate = path`";
const OF_DEVICES: &str = "the arguments are `unchecked` (on an `unsafe fn`) and `crate = path`; the kernel's own choose the \
                          rest for all that it calls";

const INSTANCES: &str =
    "write `instances(f32, f64)`, or `instances((f32, 4), (f64, 8))` for several parameters";

/// What stands in for the keyword `crate` while the arguments are parsed.
const CRATE: &str = "__kiln_crate";

/// What the attribute said.
pub(super) struct Arguments {
    pub(super) attrs: Attrs,
    /// The path of the crate `kiln` in the user's crate.
    pub(super) krate: Path,
    /// The instances of a generic kernel that are named.
    pub(super) instances: Vec<Instance>,
    /// The space of a kernel that is tuned.
    pub(super) tune: Option<Tune>,
}

/// The arguments of one instance: `f32`, or `(f32, 4)` where there are several parameters.
pub(super) struct Instance {
    pub(super) arguments: Punctuated<GenericArgument, Token![,]>,
}

impl Parse for Instance {
    fn parse(input: ParseStream<'_>) -> syn::Result<Instance> {
        if !input.peek(syn::token::Paren) {
            return Ok(Instance { arguments: std::iter::once(input.parse::<GenericArgument>()?).collect() });
        }
        let content;
        syn::parenthesized!(content in input);
        Ok(Instance { arguments: Punctuated::parse_terminated(&content)? })
    }
}

pub(super) fn parse(kind: FunctionKind, tokens: TokenStream, report: &mut Report) -> Arguments {
    let mut arguments = Arguments {
        attrs: Attrs::default(),
        krate: syn::parse_quote!(::kiln),
        instances: Vec::new(),
        tune: None,
    };
    let known = match kind {
        FunctionKind::Kernel => OF_KERNELS,
        FunctionKind::Device => OF_DEVICES,
    };
    let parsed = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(rename_crate(tokens)) {
        Ok(parsed) => parsed,
        Err(error) => {
            report.error(error.span(), Code::Attribute, error.to_string(), known);
            return arguments;
        }
    };
    let mut seen: Vec<String> = Vec::new();
    for meta in &parsed {
        let name = meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
        if seen.contains(&name) {
            let name = name.replace(CRATE, "crate");
            report.error(spot(meta), Code::Attribute, format!("`{name}` is said twice"), "");
            continue;
        }
        argument(kind, meta, &name, &mut arguments, report, known);
        seen.push(name);
    }
    let says = |name: &str| seen.iter().any(|seen| seen == name);
    if says("strict_fp") && says("fast_math") {
        let place = parsed.iter().find(|meta| meta.path().is_ident("fast_math"));
        let message = "`strict_fp` and `fast_math` exclude each other";
        report.error(spot(&place), Code::Attribute, message, "leave one of them out");
    }
    // What goes only with one of the two sorts of kernels.
    let sorts = [
        (
            "block",
            true,
            "the compiler chooses the block of a tile kernel",
            "say `warps = 4` for its warps, or nothing",
        ),
        ("cluster", true, "the compiler chooses what runs a tile kernel", "leave `cluster` out"),
        (
            "unchecked",
            true,
            "a tile kernel indexes nothing: loads and stores keep to their tensors",
            "leave `unchecked` out",
        ),
        (
            "warps",
            false,
            "`warps` is for tile kernels",
            "write `tile, warps = 4`, or `block = 128` for a kernel of threads",
        ),
        ("stages", false, "`stages` is for tile kernels", "write `tile, stages = 3`, or leave it out"),
        ("order", false, "`order` is for tile kernels", "write `tile, order = \"rows\"`, or leave it out"),
    ];
    for (name, in_tiles, message, help) in sorts {
        let place = parsed.iter().find(|meta| meta.path().is_ident(name));
        if let (Some(place), FunctionKind::Kernel, true) = (place, kind, says("tile") == in_tiles) {
            report.error(spot(place), Code::Attribute, message, help);
        }
    }
    arguments
}

fn argument(
    kind: FunctionKind,
    meta: &Meta,
    name: &str,
    arguments: &mut Arguments,
    report: &mut Report,
    known: &str,
) {
    let value = match meta {
        Meta::NameValue(pair) => Some(&pair.value),
        Meta::Path(_) => None,
        Meta::List(list) if name == "instances" && kind == FunctionKind::Kernel => {
            match Punctuated::<Instance, Token![,]>::parse_terminated.parse2(list.tokens.clone()) {
                Ok(found) => arguments.instances.extend(found),
                Err(error) => {
                    let message = format!("these are no types and constants: {error}");
                    report.error(error.span(), Code::Attribute, message, INSTANCES);
                }
            }
            return;
        }
        Meta::List(list) if name == "tune" && kind == FunctionKind::Kernel => {
            arguments.tune =
                list.path.get_ident().and_then(|name| tune::parse(name, list.tokens.clone(), report));
            return;
        }
        Meta::List(_) => {
            let message = format!("`{}` is not one of the arguments", text_of(meta));
            return report.error(spot(meta), Code::Attribute, message, known);
        }
    };
    let kernel = kind == FunctionKind::Kernel;
    match (name, value) {
        ("block", Some(value)) if kernel => match dims(value) {
            Some(block) => arguments.attrs.block = Some(block),
            None if matches!(value, Expr::Path(_)) => report.error(
                spot(value),
                Code::Attribute,
                format!("`{}` is a name, and what it stands for is not known here", text_of(value)),
                "write the number, `block = 256`; or leave it out, and let each launch say `.block(SIZE)`",
            ),
            None => report.error(
                spot(value),
                Code::Attribute,
                "`block` is one to three positive numbers of threads, at most 1024 in all",
                "write `block = 256` or `block = (32, 8)`",
            ),
        },
        ("cluster", Some(value)) if kernel => {
            match dims(value).filter(|cluster| cluster.iter().product::<u32>() <= 8) {
                Some(cluster) => arguments.attrs.cluster = Some(cluster),
                None => report.error(
                    spot(value),
                    Code::Attribute,
                    "`cluster` is one to three positive numbers of blocks, at most 8 in all",
                    "write `cluster = 2` or `cluster = (2, 2)`",
                ),
            }
        }
        ("min_blocks", Some(value)) if kernel => match number(value).filter(|n| (1..=32).contains(n)) {
            Some(n) => arguments.attrs.min_blocks = Some(n),
            None => report.error(spot(value), Code::Attribute, "`min_blocks` is a number from 1 to 32", ""),
        },
        ("strict_fp", None) if kernel => arguments.attrs.math = MathTier::Strict,
        ("fast_math", None) if kernel => arguments.attrs.math = MathTier::Fast,
        ("tile", None) if kernel => {
            arguments.attrs.tile.get_or_insert_default();
            if !HAS_TILES {
                report.error(
                    spot(meta),
                    Code::Attribute,
                    "tile kernels need the feature `tile` of the crate `kiln`, which is off",
                    "write `features = [\"tile\"]` for `kiln` in Cargo.toml",
                );
            }
        }
        ("warps", Some(value)) if kernel => {
            match number(value).filter(|n| n.is_power_of_two() && (1..=16).contains(n)) {
                Some(n) => tile_attrs(arguments).warps = Some(n),
                None => report.error(
                    spot(value),
                    Code::Attribute,
                    "`warps` is 1, 2, 4, 8 or 16",
                    "leave it out to let the compiler choose",
                ),
            }
        }
        ("stages", Some(value)) if kernel => match number(value).filter(|n| (1..=16).contains(n)) {
            Some(n) => tile_attrs(arguments).stages = Some(n),
            None => report.error(
                spot(value),
                Code::Attribute,
                "`stages` is a number from 1 to 16",
                "leave it out to let the compiler choose",
            ),
        },
        ("order", Some(value)) if kernel => match order(value) {
            Some(order) => tile_attrs(arguments).order = Some(order),
            None => report.error(
                spot(value),
                Code::Attribute,
                "`order` is `\"rows\"`, `\"columns\"` or a number from 1 to 65535, of tiles along the grid's first axis",
                "write `order = 8` to visit eight rows of tiles together; leave it out to let the compiler choose",
            ),
        },
        ("unchecked", None) => arguments.attrs.unchecked = true,
        ("target", Some(value)) if kernel => match backend(value) {
            Ok(backend) => arguments.attrs.target = Some(backend),
            Err(help) => {
                report.error(spot(value), Code::Attribute, "`target` is `\"cuda\"` or `\"ptx\"`", help);
            }
        },
        (CRATE, Some(Expr::Path(path))) => arguments.krate = path.path.clone(),
        (CRATE, _) => {
            report.error(spot(meta), Code::Attribute, "`crate` is a path", "write `crate = ::kiln`");
        }
        (
            "block" | "cluster" | "min_blocks" | "strict_fp" | "fast_math" | "target" | "warps" | "stages" | "order",
            _,
        ) if !kernel => {
            report.error(spot(meta), Code::Attribute, format!("`{name}` is the kernel's to say"), known);
        }
        ("tile", _) if !kernel => {
            let help = "leave it out: a device function is for tiles where it takes, makes or returns tiles";
            report.error(spot(meta), Code::Attribute, "`tile` is the kernel's to say", help);
        }
        ("tune", _) if kernel => {
            report.error(spot(meta), Code::Attribute, "`tune` is a list", tune::FORM);
        }
        ("instances", _) if kernel => {
            report.error(spot(meta), Code::Attribute, "`instances` is a list", INSTANCES);
        }
        ("block" | "cluster" | "min_blocks" | "target" | "warps" | "stages" | "order", None) => {
            let message = format!("`{name}` needs a value");
            report.error(spot(meta), Code::Attribute, message, format!("write `{name} = ..`"));
        }
        ("strict_fp" | "fast_math" | "unchecked" | "tile", Some(_)) => {
            let message = format!("`{name}` takes no value");
            report.error(spot(meta), Code::Attribute, message, format!("write `{name}` alone"));
        }
        _ => {
            let message = format!("`{}` is not one of the arguments", text_of(meta.path()));
            report.error(spot(meta), Code::Attribute, message, known);
        }
    }
}

/// The back end that a value of `target` names, or how to name one.
fn backend(value: &Expr) -> Result<Backend, String> {
    let said = match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            let text = text.value();
            if let Some(backend) = Backend::from_name(&text) {
                return Ok(backend);
            }
            text
        }
        // What a macro of the user's put in.
        Expr::Group(group) => return backend(&group.expr),
        other => text_of(other),
    };
    let said = said.to_ascii_lowercase();
    let meant = Backend::ALL.into_iter().find(|backend| said.contains(backend.name()));
    Err(match meant {
        Some(backend) => format!("write `target = \"{}\"`", backend.name()),
        None => "leave it out to let the runtime choose: CUDA C++ where NVRTC is present, PTX elsewhere"
            .to_owned(),
    })
}

/// The hints of a tile kernel, which `tile` itself may yet follow.
fn tile_attrs(arguments: &mut Arguments) -> &mut TileAttrs {
    arguments.attrs.tile.get_or_insert_default()
}

/// `crate` is a keyword that `Meta` does not take as a name.
fn rename_crate(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut first = true;
    while let Some(token) = tokens.next() {
        let name = first && !matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        first = matches!(&token, TokenTree::Punct(p) if p.as_char() == ',');
        match token {
            TokenTree::Ident(ident) if ident == "crate" && name => {
                out.extend([TokenTree::Ident(Ident::new(CRATE, ident.span()))]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// The order in which tiles of the grid are visited.
fn order(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(order), .. }) => match order.value().as_str() {
            "rows" => Some(TileAttrs::ROWS),
            "columns" => Some(TileAttrs::COLUMNS),
            _ => None,
        },
        other => number(other).filter(|rows| (1..=65535).contains(rows)),
    }
}

fn number(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok(),
        _ => None,
    }
}

fn dims(expr: &Expr) -> Option<[u32; 3]> {
    let mut dims = [1; 3];
    match expr {
        Expr::Tuple(tuple) if (1..=3).contains(&tuple.elems.len()) => {
            for (dim, elem) in dims.iter_mut().zip(&tuple.elems) {
                *dim = number(elem)?;
            }
        }
        Expr::Paren(inner) => dims[0] = number(&inner.expr)?,
        other => dims[0] = number(other)?,
    }
    let threads = dims.iter().try_fold(1u32, |product, dim| product.checked_mul(*dim))?;
    ((1..=1024).contains(&threads) && dims[2] <= 64).then_some(dims)
}

impl Arguments {
    /// Compares instances and the space of `tune` with the function that they are for.
    pub(super) fn resolve(&mut self, item: &ItemFn, report: &mut Report) {
        instances(item, &self.instances, report);
        if let Some(tune) = &mut self.tune {
            tune.resolve(item, &self.attrs, report);
        }
    }
}

/// Refuses instances that do not fit the function's parameters.
fn instances(item: &ItemFn, instances: &[Instance], report: &mut Report) {
    let params = item.sig.generics.params.iter();
    let count = params.filter(|param| !matches!(param, GenericParam::Lifetime(_))).count();
    for instance in instances {
        let given = instance.arguments.len();
        if given != count {
            let help = if count == 0 { "leave `instances` out" } else { INSTANCES };
            let message = format!("the kernel has {}, and this names {given}", parameters(count));
            report.error(spot(&instance.arguments), Code::Attribute, message, help);
        }
    }
}

fn parameters(count: usize) -> String {
    match count {
        0 => "no parameters to be generic over".to_owned(),
        1 => "one parameter to be generic over".to_owned(),
        n => format!("{n} parameters to be generic over"),
    }
}

/// Refuses another attribute of Kiln's below the first, and takes it away: it would see what has become of the
/// function.
pub(super) fn marked_again(kind: FunctionKind, item: &mut ItemFn, report: &mut Report) {
    let first = match kind {
        FunctionKind::Kernel => "kernel",
        FunctionKind::Device => "device",
    };
    item.attrs.retain(|attr| {
        let name = text_of(attr.path());
        let name = name.strip_prefix("kiln::").unwrap_or(&name);
        if !matches!(name, "kernel" | "device") {
            return true;
        }
        let (message, help) = if name == first {
            (format!("`#[{name}]` stands above this function twice"), "leave one out")
        } else {
            let message = "a function is a kernel or a device function, and not both".to_owned();
            (message, "move what both need to a `#[device] fn`, which the kernel calls")
        };
        report.error(spot(attr), Code::Attribute, message, help);
        false
    });
}

/// Refuses attributes that could change the function behind the front end's back: it sees the tokens as they stand, and
/// rustc what is left when `#[cfg]` and other macros have had their way. Lints and documentation are harmless.
pub(super) fn inside(item: &ItemFn, report: &mut Report) {
    for attr in &item.attrs {
        if attr.path().is_ident("cfg") {
            report.error(
                spot(attr),
                Code::Signature,
                "`#[cfg]` stands below Kiln's attribute, which has already seen the function",
                "write it above `#[kernel]` or `#[device]`",
            );
        }
    }
    let mut inside = Inside { report };
    for param in &item.sig.generics.params {
        inside.visit_generic_param(param);
    }
    for input in &item.sig.inputs {
        inside.visit_fn_arg(input);
    }
    inside.visit_block(&item.block);
}

struct Inside<'a> {
    report: &'a mut Report,
}

impl<'ast> Visit<'ast> for Inside<'_> {
    fn visit_attribute(&mut self, attr: &'ast Attribute) {
        let path = attr.path();
        let harmless = ["allow", "expect", "warn", "deny", "forbid", "doc", "rustfmt", "clippy"];
        if path.segments.first().is_some_and(|first| harmless.iter().any(|name| first.ident == name)) {
            return;
        }
        let name = text_of(path);
        let (message, help) = match name.as_str() {
            "cfg" | "cfg_attr" => (
                format!("`#[{name}]` inside a kernel is not supported"),
                "write `const ON: bool = cfg!(..);` outside and `if ON { .. }` here",
            ),
            _ => (format!("the attribute `#[{name}]` has no meaning inside a kernel"), "leave it out"),
        };
        self.report.error(spot(attr), Code::Unsupported, message, help);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        // Items of the body are rustc's alone.
        let conditional = match item {
            syn::Item::Const(item) => item.attrs.as_slice(),
            syn::Item::Use(item) => item.attrs.as_slice(),
            syn::Item::Type(item) => item.attrs.as_slice(),
            _ => &[],
        };
        for attr in conditional {
            self.visit_attribute(attr);
        }
    }
}
