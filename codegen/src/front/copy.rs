//! The copy of the body that rustc type-checks, and that is never run.
//!
//! Every token keeps the user's span, so that completion, hover and rustc's own messages work on what he wrote. Beside
//! what he wrote it asserts the types that Kiln inferred, and it taps rustc for those that Kiln could not: a tap is a
//! mention of a [`Hole`](../../kiln/__private/struct.Hole.html), whose type parameter rustc infers.
//!
//! A device function `helper` is a function and a type of one name. A call `helper(x)` becomes
//!
//! ```text
//! ({ let said = helper; { use kiln::__private::not_device::*; use helper as __kiln_callee;
//!    __kiln_callee::__kiln_function(hole, said) } })(x)
//! ```
//!
//! where the second `use` brings the function and, if there is one, the type, in front of the first's type of that name,
//! which only says that `helper` is no device function. The call itself stays the user's, arguments and all.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Path, Stmt, Token};

use super::lower::{Lowered, Matches, Source, address};
use crate::ir::{CaptureId, Len, Scalar, Type};

/// The name of the hole of a capture.
pub(super) fn hole(id: usize) -> syn::Ident {
    format_ident!("__kiln_hole_{}", id)
}

/// Rewrites `block` in place; it must be the very tree that was lowered.
/// `typed` says whether Kiln found types without contradiction: else rustc has more to say than that they differ.
pub(super) fn tap(block: &mut Block, lowered: &mut Lowered, krate: &Path, typed: bool) {
    let macros = std::mem::take(&mut lowered.taps.macros);
    let matches = std::mem::take(&mut lowered.taps.matches);
    Tap { lowered, krate, typed, macros, matches }.visit_block_mut(block);
}

struct Tap<'a> {
    lowered: &'a Lowered,
    krate: &'a Path,
    typed: bool,
    /// The parsed arguments of macros, by the macros' addresses.
    macros: HashMap<usize, Punctuated<Expr, Token![,]>>,
    /// The parsed operands of `matches!`, likewise.
    matches: HashMap<usize, Box<Matches>>,
}

impl Tap<'_> {
    fn statements(&self, node: usize) -> Vec<Stmt> {
        let Some(locals) = self.lowered.taps.locals.get(&node) else { return Vec::new() };
        let krate = self.krate;
        locals
            .iter()
            .filter_map(|(ident, id)| {
                let ty = &self.lowered.function.local(*id).ty;
                let tokens = match ty {
                    Type::Capture(capture) if matches!(self.source(*capture), Some(Source::Local)) => {
                        let hole = hole(capture.0 as usize);
                        quote_spanned!(ident.span()=> #hole.is(&#ident);)
                    }
                    _ if !self.typed => return None,
                    ty => {
                        let ty = type_tokens(ty, self.lowered, krate)?;
                        quote_spanned!(ident.span()=> #krate::__private::assert_type::<#ty>(&#ident);)
                    }
                };
                syn::parse2(tokens).ok()
            })
            .collect()
    }

    fn source(&self, id: CaptureId) -> Option<&Source> {
        self.lowered.sources.get(id.0 as usize)
    }
}

impl VisitMut for Tap<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        // Addresses name the nodes where they stand now, so the new statements are found before anything moves.
        let names = self.statements(address(block));
        let mut inserted = Vec::new();
        for stmt in &mut block.stmts {
            inserted.push(match stmt {
                Stmt::Local(local) if local.init.is_some() => self.statements(address(local)),
                Stmt::Expr(Expr::Assign(assign), _) => self.statements(address(&*assign.left)),
                _ => Vec::new(),
            });
            self.visit_stmt_mut(stmt);
            if let (Stmt::Expr(Expr::Assign(_), semi @ None), Some([_, ..])) =
                (stmt, inserted.last().map(Vec::as_slice))
            {
                *semi = Some(Token![;](Span::mixed_site()));
            }
        }
        let old = std::mem::replace(&mut block.stmts, names);
        for (stmt, new) in old.into_iter().zip(inserted) {
            block.stmts.push(stmt);
            block.stmts.extend(new);
        }
    }

    /// What an arm binds is asserted in front of its body, which becomes a block for that.
    fn visit_arm_mut(&mut self, node: &mut syn::Arm) {
        let stmts = self.statements(address(node));
        visit_mut::visit_arm_mut(self, node);
        if !stmts.is_empty() {
            let body = &node.body;
            if let Ok(block) = syn::parse2(quote!({ #(#stmts)* #body })) {
                *node.body = block;
            }
        }
    }

    /// Of a name that was taken for a variable, `name @ _` says just that.
    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        if self.lowered.taps.names.contains(&address(node)) {
            let span = node.ident.span();
            node.subpat = Some((Token![@](span), Box::new(syn::parse_quote!(_))));
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    /// A field that is bound to its own name is written out for that.
    fn visit_field_pat_mut(&mut self, node: &mut syn::FieldPat) {
        if let syn::Pat::Ident(name) = &*node.pat
            && node.colon_token.is_none()
            && self.lowered.taps.names.contains(&address(name))
        {
            node.colon_token = Some(Token![:](name.ident.span()));
        }
        visit_mut::visit_field_pat_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        if let Some(mut operands) = self.matches.remove(&address(node)) {
            self.visit_expr_mut(&mut operands.value);
            self.visit_pat_mut(&mut operands.pat);
            if let Some((_, guard)) = &mut operands.guard {
                self.visit_expr_mut(guard);
            }
            node.tokens = operands.to_token_stream();
        }
        if let Some(mut args) = self.macros.remove(&address(node)) {
            for arg in &mut args {
                self.visit_expr_mut(arg);
            }
            node.tokens = args.to_token_stream();
        }
    }

    fn visit_expr_for_loop_mut(&mut self, node: &mut syn::ExprForLoop) {
        let new = self.statements(address(node));
        visit_mut::visit_expr_for_loop_mut(self, node);
        node.body.stmts.splice(0..0, new);
    }

    fn visit_expr_closure_mut(&mut self, node: &mut syn::ExprClosure) {
        let new = self.statements(address(node));
        visit_mut::visit_expr_closure_mut(self, node);
        if !new.is_empty() {
            let body = &node.body;
            *node.body = syn::parse_quote!({ #(#new)* #body });
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let capture = self.lowered.taps.calls.get(&address(expr)).copied();
        let made = self.lowered.taps.values.get(&address(expr)).copied();
        visit_mut::visit_expr_mut(self, expr);
        if let Some(id) = made {
            let hole = hole(id.0 as usize);
            let span = syn::spanned::Spanned::span(expr);
            if let Ok(tapped) = syn::parse2(quote_spanned!(span=> #hole.of(#expr))) {
                *expr = tapped;
            }
        }
        if let (Some(id), Expr::Call(call)) = (capture, &mut *expr) {
            let mut func = &*call.func;
            while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Group(syn::ExprGroup { expr, .. }) =
                func
            {
                func = expr;
            }
            if let Expr::Path(path) = func {
                let callee = self.callee(&path.path, id);
                *call.func = callee;
            }
        }
    }
}

impl Tap<'_> {
    /// The function at a path, which tells its instance to the capture's hole.
    fn callee(&self, path: &Path, id: CaptureId) -> Expr {
        let (krate, hole) = (self.krate, hole(id.0 as usize));
        let mut path = path.clone();
        let last = path.segments.last_mut();
        let span = last.as_ref().map_or_else(Span::call_site, |last| last.ident.span());
        let arguments = last.map(|last| std::mem::take(&mut last.arguments));
        let generics = match arguments {
            Some(syn::PathArguments::AngleBracketed(arguments)) => {
                let args = arguments.args;
                quote!(::<#args>)
            }
            _ => TokenStream::new(),
        };
        let name = syn::Ident::new("__kiln_callee", span);
        // A name that nothing has is to be rustc's "cannot find" and no import that fails: so the function is said by itself,
        // and a macro of that name gives the import something to find.
        let keyword = ["self", "Self", "super", "crate"];
        let callee = match path.get_ident().filter(|ident| keyword.iter().all(|keyword| ident != keyword)) {
            Some(ident) => {
                let function = syn::Ident::new("__kiln_said", span);
                quote_spanned!(span=> ({
                    let #function = #ident #generics;
                    {
                        macro_rules! #ident { () => {} }
                        use #krate::__private::not_device::*;
                        use #ident as #name;
                        #name #generics ::__kiln_function(#hole, #function)
                    }
                }))
            }
            None => quote_spanned!(span=> ({
                use #krate::__private::not_device::*;
                use #path as #name;
                #name #generics ::__kiln_function(#hole, #name #generics)
            })),
        };
        syn::parse2(callee).unwrap_or_else(|_| syn::parse_quote!(#path))
    }
}

/// A type in Rust's words; `None` where it is not wholly known.
pub(super) fn type_tokens(ty: &Type, lowered: &Lowered, krate: &Path) -> Option<TokenStream> {
    Some(match ty {
        Type::Unit => quote!(()),
        Type::Scalar(scalar @ (Scalar::F16 | Scalar::BF16)) => {
            let ident = format_ident!("{}", scalar.name());
            quote!(#krate::#ident)
        }
        Type::Scalar(scalar) => {
            let ident = format_ident!("{}", scalar.name());
            quote!(::core::primitive::#ident)
        }
        Type::Array(element, len) => {
            let element = type_tokens(element, lowered, krate)?;
            let len = len_tokens(*len, lowered)?;
            quote!([#element; #len])
        }
        Type::Tuple(types) => {
            let types = types.iter().map(|ty| type_tokens(ty, lowered, krate)).collect::<Option<Vec<_>>>()?;
            quote!((#(#types,)*))
        }
        Type::Tile { element, shape } => {
            let element = type_tokens(element, lowered, krate)?;
            let extents: Vec<_> = shape.iter().map(|len| len_tokens(*len, lowered)).collect::<Option<_>>()?;
            match shape.as_slice() {
                // A row or a column, or a matrix of that shape: which of them it is, the IR does not say.
                [Len::Const(1), _] | [_, Len::Const(1)] => return None,
                [_] => quote!(#krate::Tile1<#element, #(#extents),*>),
                _ => quote!(#krate::Tile2<#element, #(#extents),*>),
            }
        }
        Type::Capture(id) => match lowered.sources.get(id.0 as usize)? {
            Source::Type(ask) => ask.tokens.clone(),
            Source::Const(_) | Source::Function | Source::Local => return None,
        },
        Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Struct(_) => {
            return None;
        }
    })
}

/// The length of an array, or an extent of a tile, in Rust's words.
fn len_tokens(len: Len, lowered: &Lowered) -> Option<TokenStream> {
    Some(match len {
        Len::Const(len) => proc_macro2::Literal::u64_unsuffixed(len).to_token_stream(),
        Len::Capture(id) => match lowered.sources.get(id.0 as usize)? {
            Source::Const(ask) => {
                let tokens = &ask.tokens;
                quote!({ #tokens })
            }
            Source::Type(_) | Source::Function | Source::Local => return None,
        },
    })
}
