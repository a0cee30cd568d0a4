//! The front end: tokens of one Rust function in, tokens that define its kernel out.
//!
//! Takes a function as the user wrote it; guarantees that what it accepts becomes an IR function whose meaning is the
//! function's own, and that what it rejects is rejected on the user's token. Types beyond the function's own tokens are
//! left as captures for rustc to answer (see `expand`); ordinary type errors are left to rustc altogether.
//!
//! [`kernel`], [`device`], [`derive_kernel_type`] and [`profile()`] are the whole entry; `attrs` reads the attribute's
//! arguments, `lower` makes IR, `typed` adds taps to the body for rustc's answers, `expand` puts the pieces together.

mod attrs;
mod comments;
mod depth;
mod derive;
mod expand;
mod lifetimes;
mod lower;
mod malformed;
mod methods;
mod namesakes;
mod profile;
mod report;
mod text;
mod tune;
mod typed;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ItemFn;

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::FunctionKind;
use lower::Resolver;
use malformed::without_body;
pub use profile::profile;
use report::Report;

/// Whether the compiler has tile kernels.
const HAS_TILES: bool = cfg!(feature = "tile");

/// Expands `#[kernel(attr)] item`.
pub fn kernel(attr: TokenStream, item: TokenStream) -> TokenStream {
    define(FunctionKind::Kernel, attr, item)
}

/// Expands `#[device(attr)] item`.
pub fn device(attr: TokenStream, item: TokenStream) -> TokenStream {
    define(FunctionKind::Device, attr, item)
}

/// Expands `#[derive(KernelType)] item`.
pub fn derive_kernel_type(item: TokenStream) -> TokenStream {
    let mut report = Report::default();
    if !depth::check(&item, &mut report) {
        return report.tokens_of_items();
    }
    let impls = derive::derive(item, &mut report);
    let errors = report.tokens();
    quote::quote! { #impls #errors }
}

/// What is wrong with a type that derives `KernelType`.
pub fn check_derive(item: TokenStream) -> Vec<Complaint> {
    let mut report = Report::default();
    derive::derive(item, &mut report);
    report.complaints()
}

/// A complaint and where it stands: line and column, both from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub line: usize,
    pub column: usize,
    pub diagnostic: Diagnostic,
}

/// What is wrong with an item, without expanding it.
pub fn check(kind: FunctionKind, attr: TokenStream, item: TokenStream) -> Vec<Complaint> {
    lower_to_text(kind, attr, item).err().unwrap_or_default()
}

/// The IR text that the front end makes of an item, without expanding it, or what is wrong with the item. An impl
/// or a trait has several texts, and here none.
pub fn lower_to_text(
    kind: FunctionKind,
    attr: TokenStream,
    item: TokenStream,
) -> Result<String, Vec<Complaint>> {
    lower_with(Resolver::Rustc, kind, attr, item)
}

/// The IR text of a function of the kernel-language library, whose methods are all those of numbers.
pub fn lower_of_library(item: TokenStream) -> Result<String, Vec<Complaint>> {
    lower_with(Resolver::Numbers, FunctionKind::Device, TokenStream::new(), item)
}

fn lower_with(
    resolver: Resolver,
    kind: FunctionKind,
    attr: TokenStream,
    item: TokenStream,
) -> Result<String, Vec<Complaint>> {
    let mut report = Report::default();
    let mut arguments = attrs::parse(kind, attr, &mut report);
    let mut text = String::new();
    if of_type(kind, &item, &arguments, &mut report).is_some() {
        return if report.is_empty() { Ok(text) } else { Err(report.complaints()) };
    }
    match parsed_function(item) {
        Ok(item) if of_an_impl(kind, &item, &mut report) => {}
        Ok(item) => {
            has_name_of_ours(kind, &item, &mut report);
            attrs::inside(&item, &mut report);
            undeclared_lifetimes(kind, &item.sig, &mut report);
            arguments.resolve(&item, &mut report);
            let mut lowered =
                lower::lower(kind, &item, arguments.attrs, &arguments.krate, None, resolver, &mut report);
            if report.is_empty() {
                let closed = expand::close(&mut lowered, &mut report);
                text = match closed {
                    expand::Closed::Whole(module) => module.to_text(),
                    expand::Closed::Open(text) => text,
                    expand::Closed::Contradiction => String::new(),
                };
                if report.is_empty() {
                    expand::check_races(&lowered, &mut report);
                }
            }
        }
        Err(error) => not_a_function(&error, &mut report),
    }
    if report.is_empty() { Ok(text) } else { Err(report.complaints()) }
}

/// `#[device]` above an impl, a trait or a type; `None` for anything else.
fn of_type(
    kind: FunctionKind,
    item: &TokenStream,
    arguments: &attrs::Arguments,
    report: &mut Report,
) -> Option<TokenStream> {
    if kind != FunctionKind::Device {
        return None;
    }
    match syn::parse2(item.clone()) {
        Ok(syn::Item::Impl(item)) => Some(methods::implementation(item, arguments, report)),
        Ok(syn::Item::Trait(item)) => Some(methods::definition(item, arguments, report)),
        Ok(syn::Item::Struct(item)) => Some(methods::derived::of_type(item.into(), arguments, report)),
        Ok(syn::Item::Enum(item)) => Some(methods::derived::of_type(item.into(), arguments, report)),
        _ => None,
    }
}

fn define(kind: FunctionKind, attr: TokenStream, mut item: TokenStream) -> TokenStream {
    let mut report = Report::default();
    if !depth::check(&attr, &mut report) || !depth::check(&item, &mut report) {
        return report.tokens_of_items();
    }
    let mut arguments = attrs::parse(kind, attr, &mut report);
    if let Some(mut tokens) = of_type(kind, &item, &arguments, &mut report) {
        let errors = report.tokens();
        if expand::editor::is_expanding() {
            tokens = item;
        }
        return quote::quote!(#tokens #errors);
    }
    match parsed_function(item.clone()) {
        Ok(parsed) if of_an_impl(kind, &parsed, &mut report) => {
            // What stands beside a function has no place in an impl.
            item.extend(report.tokens_of_items());
            item
        }
        Ok(mut parsed) => {
            attrs::marked_again(kind, &mut parsed, &mut report);
            let rename_duplicates = rename_duplicates(&mut parsed.sig);
            let has_name_of_ours = has_name_of_ours(kind, &parsed, &mut report);
            attrs::inside(&parsed, &mut report);
            undeclared_lifetimes(kind, &parsed.sig, &mut report);
            arguments.resolve(&parsed, &mut report);
            let lowered = lower::lower(
                kind,
                &parsed,
                arguments.attrs.clone(),
                &arguments.krate,
                None,
                Resolver::Rustc,
                &mut report,
            );
            if has_name_of_ours && derive::is_scalar(&parsed.sig.ident) {
                let errors = report.tokens();
                return quote::quote!(#[allow(warnings)] #item #errors);
            }
            if has_name_of_ours {
                // Beside a glob import of Kiln's the name would mean nothing any more, wherever it stands.
                let (vis, name, krate) = (&parsed.vis, &parsed.sig.ident, &arguments.krate);
                let errors = report.tokens();
                return quote::quote!(#[allow(unused_imports)] #vis use #krate::#name; #errors);
            }
            let expanded = expand::expand(kind, parsed, lowered, &arguments, report);
            quote::quote!(#expanded #rename_duplicates)
        }
        Err(error) => {
            let Some((mut function, body)) = without_body(&item) else {
                // The item stays as it is. If it is no item at all, rustc reports that.
                if syn::parse2::<syn::Item>(item.clone()).is_ok() {
                    not_a_function(&error, &mut report);
                }
                item.extend(report.tokens_of_items());
                return item;
            };
            name_called(&mut function.sig);
            let message = format!("Kiln cannot read this body: {error}");
            let unparsed = Diagnostic::new(Code::Unsupported, message);
            attrs::inside(&function, &mut report);
            arguments.resolve(&function, &mut report);
            let lowered = lower::lower(
                kind,
                &function,
                arguments.attrs.clone(),
                &arguments.krate,
                None,
                Resolver::Rustc,
                &mut report,
            );
            if expand::editor::is_expanding() {
                return expand::editor::expand(kind, &function, &body, &arguments, &lowered, &report);
            }
            expand::expand_unparsed(kind, &function, &body, &lowered, &arguments, &report, &unparsed)
        }
    }
}

/// A function, with names for those of its parameters' types that are only said to be called.
fn parsed_function(item: TokenStream) -> syn::Result<ItemFn> {
    let mut function: ItemFn = syn::parse2(item)?;
    if let Some(stray) = malformed::stray_let(&function.block) {
        return Err(syn::Error::new_spanned(stray, "a `let` where no condition stands"));
    }
    outer_attributes(&mut function.attrs);
    name_called(&mut function.sig);
    Ok(function)
}

/// Makes outer attributes of those that stand inside of the braces: the expansion has others before them.
fn outer_attributes(attrs: &mut [syn::Attribute]) {
    for attr in attrs {
        attr.style = syn::AttrStyle::Outer;
    }
}

/// `f: impl Fn(f32) -> f32` becomes `f: ImplF` with a type parameter of that name, which is the same to callers. The
/// signature stands behind these parameters.
fn name_called(sig: &mut syn::Signature) {
    for input in &mut sig.inputs {
        let syn::FnArg::Typed(input) = input else { continue };
        let syn::Pat::Ident(pat) = &*input.pat else { continue };
        let mut ty = &mut *input.ty;
        while let syn::Type::Reference(reference) = ty {
            ty = &mut *reference.elem;
        }
        let syn::Type::ImplTrait(called) = &*ty else { continue };
        let words = pat.ident.to_string();
        let words = words.trim_start_matches("r#").split('_').map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        });
        let name = quote::format_ident!("Impl{}", words.collect::<String>(), span = pat.ident.span());
        let bounds = &called.bounds;
        let param: syn::TypeParam = syn::parse_quote!(#name: #bounds);
        let mut generics = syn::Generics::default();
        generics.params.push(syn::GenericParam::Type(param.clone()));
        if lower::signature::called_as(&param, &generics).is_none() {
            continue;
        }
        *ty = syn::parse_quote!(#name);
        sig.generics.params.push(syn::GenericParam::Type(param));
        sig.generics.lt_token.get_or_insert_default();
        sig.generics.gt_token.get_or_insert_default();
    }
}

/// Gives parameters that share their names with others names of their own, so that nothing else of the function is
/// wrong: generic ones behind the first, and others in front of the last, which rustc takes. What is given has rustc
/// say that of the user's own.
fn rename_duplicates(sig: &mut syn::Signature) -> TokenStream {
    let (generics, inputs) = (sig.generics.params.clone(), sig.inputs.clone());
    let name = &sig.ident;
    let mut said = TokenStream::new();
    let mut names = crate::collections::Set::new();
    let mut is_again = false;
    for param in &mut sig.generics.params {
        let ident = match param {
            syn::GenericParam::Type(param) => &mut param.ident,
            syn::GenericParam::Const(param) => &mut param.ident,
            syn::GenericParam::Lifetime(_) => continue,
        };
        if !names.insert(ident.to_string()) {
            is_again = true;
            *ident = quote::format_ident!("{ident}{}", names.len() + 1, span = ident.span());
        }
    }
    if is_again {
        said.extend(quote::quote!(fn #name<#generics>() {}));
    }
    let (mut names, mut is_again) = (crate::collections::Set::new(), false);
    for (number, input) in sig.inputs.iter_mut().enumerate().rev() {
        let syn::FnArg::Typed(input) = input else { continue };
        let syn::Pat::Ident(pat) = &mut *input.pat else { continue };
        if !names.insert(pat.ident.to_string()) {
            is_again = true;
            pat.ident = quote::format_ident!("{}_{number}", pat.ident, span = pat.ident.span());
        }
    }
    if is_again {
        let patterns = inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(&input.pat),
            syn::FnArg::Receiver(_) => None,
        });
        said.extend(quote::quote!(fn #name(#(#patterns: ()),*) {}));
    }
    if said.is_empty() { said } else { quote::quote!(#[allow(warnings)] const _: () = { #said };) }
}

/// Whether the function can only stand in an impl or a trait, which is a mistake.
fn of_an_impl(kind: FunctionKind, item: &ItemFn, report: &mut Report) -> bool {
    let said = match item.sig.receiver() {
        Some(receiver) => report::spot(receiver),
        None => match says_self(item.sig.to_token_stream()) {
            Some(span) => span.into(),
            None => return false,
        },
    };
    refuse_in_an_impl(kind, said, report);
    true
}

/// Complains about lifetimes of a kernel's parameters that nothing declares: what is made of a kernel has none of
/// them, and rustc would not ask. Of a device function it does.
fn undeclared_lifetimes(kind: FunctionKind, sig: &syn::Signature, report: &mut Report) {
    if kind == FunctionKind::Device {
        return;
    }
    for input in &sig.inputs {
        if let syn::FnArg::Typed(input) = input
            && let syn::Type::Reference(reference) = &*input.ty
            && let Some(lifetime) = &reference.lifetime
            && lifetime.ident != "static"
            && lifetime.ident != "_"
            && !sig.generics.lifetimes().any(|param| param.lifetime == *lifetime)
        {
            report.error(
                lifetime.span(),
                Code::Signature,
                format!("nothing declares the lifetime `{lifetime}`"),
                format!("leave it out, or declare it: `fn {}<{lifetime}>(..)`", sig.ident),
            );
        }
    }
}

/// Complains about a device function that has the name of one of Kiln's, and about any that has a number's type's.
fn has_name_of_ours(kind: FunctionKind, item: &ItemFn, report: &mut Report) -> bool {
    let name = item.sig.ident.to_string();
    let is_of_kiln = kind == FunctionKind::Device
        && lower::is_of_the_library(name.trim_start_matches("r#"))
        && !lower::is_the_librarys(item);
    let is_number = derive::is_scalar(&item.sig.ident);
    let message = if is_of_kiln {
        format!("`{name}` is the name of a function of Kiln's, for which kernels take it")
    } else if is_number {
        format!("`{name}` is the name of a type, which a function of kernels would have too")
    } else {
        return false;
    };
    let help = "give the function another name";
    report.error(report::spot(&item.sig.ident), Code::Signature, message, help);
    true
}

fn refuse_in_an_impl(kind: FunctionKind, said: report::Spot, report: &mut Report) {
    let (message, help) = match kind {
        FunctionKind::Kernel => (
            "a kernel is no method: the host launches it by its own name",
            "move it out of the `impl`, and take what it needs as parameters",
        ),
        FunctionKind::Device => (
            "a method that kernels call is marked where its `impl` or trait is",
            "write `#[device]` above the `impl`, which marks all of its functions",
        ),
    };
    report.error(said, Code::Signature, message, help);
}

/// Where tokens name the type of an impl.
fn says_self(tokens: TokenStream) -> Option<proc_macro2::Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => Some(ident.span()),
        TokenTree::Group(group) => says_self(group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}

fn not_a_function(error: &syn::Error, report: &mut Report) {
    let message = format!("a kernel or device function is a free `fn` with a body: {error}");
    report.error(error.span(), Code::Signature, message, "");
}
