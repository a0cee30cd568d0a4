//! The items of the outermost block of a body, which its copy and rustc's answers say in common.
//!
//! Takes the block, of which the copy is made, and the signature; guarantees that the items mean in front of the copy
//! what they mean in it, since no parameter says one of their names. So the copy and the answers stand in the
//! launcher or in the device function, behind its items, and rustc evaluates a constant once, under the user's
//! name for it: `saxpy::LIMIT`. Items of globs, which hide others, stay where they are.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Item, ItemFn, PatIdent, Signature, Stmt, UseTree};

use crate::ir::FunctionKind;

/// Takes the items out of the block, if they may stand in front of what has this signature and says these tokens, such
/// as Kiln's path.
pub(in crate::front) fn take_items(block: &mut Block, said: &TokenStream, sig: &Signature) -> Vec<Item> {
    let is_item = |stmt: &Stmt| matches!(stmt, Stmt::Item(Item::Const(_) | Item::Use(_) | Item::Type(_)));
    let mut names = Vec::new();
    for stmt in &block.stmts {
        let Stmt::Item(item) = stmt else { continue };
        let is_named = match item {
            Item::Const(item) => {
                names.push(item.ident.to_string());
                true
            }
            Item::Type(item) => {
                names.push(item.ident.to_string());
                true
            }
            Item::Use(item) => names_of(&item.tree, &mut names),
            // Which the front end has complained about.
            _ => false,
        };
        if !is_named {
            return Vec::new();
        }
    }
    if [sig.to_token_stream(), said.clone()].into_iter().any(|tokens| says_one_of(tokens, &names)) {
        return Vec::new();
    }
    // Of what the body binds, and a constant cannot say, rustc has better words where the item stands.
    let mut bound = Bound(Vec::new());
    bound.visit_block(block);
    sig.inputs.iter().for_each(|input| bound.visit_fn_arg(input));
    // A pattern that is the name of a constant binds nothing.
    bound.0.retain(|name| !names.contains(name));
    if block.stmts.iter().any(|stmt| is_item(stmt) && says_one_of(stmt.to_token_stream(), &bound.0)) {
        return Vec::new();
    }
    let mut items = Vec::new();
    for stmt in std::mem::take(&mut block.stmts) {
        match stmt {
            Stmt::Item(item) => items.push(item),
            stmt => block.stmts.push(stmt),
        }
    }
    items
}

/// Whether something is expected of a kernel, which the launcher, with its items, is not asked for.
pub(super) fn is_expected(kind: FunctionKind, item: &ItemFn) -> bool {
    kind == FunctionKind::Kernel && item.attrs.iter().any(|attr| attr.path().is_ident("expect"))
}

/// A function behind whose brace other items stand first.
pub(super) fn behind(items: &TokenStream, function: &ItemFn) -> ItemFn {
    let mut function = function.clone();
    if !items.is_empty() {
        function.block.stmts.insert(0, Stmt::Item(Item::Verbatim(items.clone())));
    }
    function
}

/// The text of items, as what is asked of rustc has it.
pub(super) fn text_of(items: &[Item]) -> String {
    items.iter().map(ToTokens::to_token_stream).collect::<TokenStream>().to_string()
}

/// The names of patterns.
struct Bound(Vec<String>);

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, node: &'a PatIdent) {
        self.0.push(node.ident.to_string());
        visit::visit_pat_ident(self, node);
    }
}

/// The names that an import brings; whether all are known.
fn names_of(tree: &UseTree, names: &mut Vec<String>) -> bool {
    match tree {
        UseTree::Path(path) => {
            // `use a::b::{self};`
            names.push(path.ident.to_string());
            names_of(&path.tree, names)
        }
        UseTree::Name(name) => {
            names.push(name.ident.to_string());
            true
        }
        UseTree::Rename(rename) => {
            names.push(rename.rename.to_string());
            true
        }
        UseTree::Group(group) => group.items.iter().all(|tree| names_of(tree, names)),
        UseTree::Glob(_) => false,
    }
}

/// Whether one of the names stands in tokens.
fn says_one_of(tokens: TokenStream, names: &[String]) -> bool {
    let mut waiting = vec![tokens];
    while let Some(tokens) = waiting.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if names.iter().any(|name| ident == name) => return true,
                TokenTree::Group(group) => waiting.push(group.stream()),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    false
}
