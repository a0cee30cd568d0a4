//! Constants of a body's inner blocks, which stand in the outermost one where they mean the same.
//!
//! Takes a function; guarantees that what is moved is found by the same words as before: nothing outside the inner
//! block says its name, and what it says itself is no name of the body's. The items of the outermost block are said
//! once for the function, its copy and rustc's answers (`expand::shared`), so that of a constant which cannot be
//! computed there is one error.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, ItemConst, ItemFn, Stmt};

/// Moves the constants of inner blocks to the outermost one.
pub(super) fn lift(item: &mut ItemFn) {
    if count(item.block.to_token_stream(), "cfg") > 0 {
        // What stands around one may leave it out.
        return;
    }
    let mut names = Names(Vec::new());
    names.visit_item_fn(item);
    let mut lift = Lift { whole: item.to_token_stream(), names: names.0, found: Vec::new() };
    for stmt in &mut item.block.stmts {
        lift.visit_stmt_mut(stmt);
    }
    item.block.stmts.splice(0..0, lift.found.into_iter().map(|item| Stmt::Item(Item::Const(item))));
}

/// The names that a body binds or declares, but those of its constants.
struct Names(Vec<String>);

impl<'a> Visit<'a> for Names {
    fn visit_pat_ident(&mut self, node: &'a syn::PatIdent) {
        self.0.push(node.ident.to_string());
        visit::visit_pat_ident(self, node);
    }

    fn visit_generics(&mut self, node: &'a syn::Generics) {
        self.0.extend(node.type_params().map(|param| param.ident.to_string()));
        self.0.extend(node.const_params().map(|param| param.ident.to_string()));
    }

    fn visit_item(&mut self, node: &'a Item) {
        match node {
            // Whatever these bring, nothing is known of the names.
            Item::Use(item) => self.words(item.to_token_stream()),
            Item::Type(item) => self.0.push(item.ident.to_string()),
            Item::Const(_) => {}
            item => self.words(item.to_token_stream()),
        }
    }
}

impl Names {
    fn words(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.words(group.stream()),
                TokenTree::Ident(ident) => self.0.push(ident.to_string()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// Takes constants out of blocks.
struct Lift {
    /// The function as it was.
    whole: TokenStream,
    names: Vec<String>,
    found: Vec<ItemConst>,
}

impl Lift {
    fn may_move(&self, item: &ItemConst, block: &Block) -> bool {
        let name = item.ident.to_string();
        let others = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Const(other)) if other.ident != name => Some(other.ident.to_string()),
            _ => None,
        });
        let mut others: Vec<String> = others.collect();
        others.extend(self.names.iter().cloned());
        // A mere number is computed.
        !matches!(&*item.expr, Expr::Lit(_))
            && name != "_"
            && others.iter().all(|other| count(item.to_token_stream(), other) == 0)
            && count(self.whole.clone(), &name) == count(block.to_token_stream(), &name)
    }
}

impl VisitMut for Lift {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let whole = block.clone();
        block.stmts.retain(|stmt| match stmt {
            Stmt::Item(Item::Const(item)) if self.may_move(item, &whole) => {
                self.found.push(item.clone());
                false
            }
            _ => true,
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// How often a word stands in tokens, and in texts, which may show a value by its name.
fn count(tokens: TokenStream, word: &str) -> usize {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => count(group.stream(), word),
            TokenTree::Ident(ident) => usize::from(ident == word),
            TokenTree::Literal(literal) => literal.to_string().matches(word).count(),
            TokenTree::Punct(_) => 0,
        })
        .sum()
}
