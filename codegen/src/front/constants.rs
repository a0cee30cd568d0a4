//! Constants of a body's inner blocks, which stand in the outermost one where they mean the same.
//!
//! Takes a function; guarantees that what is moved is found by the same words as before: nothing outside the inner
//! block says its name, and what it says itself is no name of the body's. The items of the outermost block are said
//! once for the function, its copy and rustc's answers (`expand::shared`), so that of a constant which cannot be
//! computed there is one error. A length of numbers alone that cannot be computed becomes such a constant. In the copy
//! of a method, beside which not always its items stand, it gets another value, and so does such a constant.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, ItemConst, ItemFn, Stmt};

/// Moves the constants of inner blocks to the outermost one, and names lengths.
pub(super) fn lift(item: &mut ItemFn) {
    lift_constants(item, true);
}

/// Moves the constants of inner blocks to the outermost one, and where lengths are to be named, these too.
pub(super) fn lift_constants(item: &mut ItemFn, lengths: bool) {
    if count(item.block.to_token_stream(), "cfg") > 0 {
        // What stands around one may leave it out.
        return;
    }
    let mut names = Names(Vec::new());
    names.visit_item_fn(item);
    let mut lift =
        Lift { lengths, whole: item.to_token_stream(), names: names.0, found: Vec::new(), stay: Vec::new() };
    for stmt in &mut item.block.stmts {
        lift.visit_stmt_mut(stmt);
    }
    item.block.stmts.splice(0..0, lift.found.into_iter().map(|item| Stmt::Item(Item::Const(item))));
}

/// Gives what cannot be computed another value, in the copy of a method: of the method itself rustc says why.
pub(super) fn settle(item: &mut ItemFn) {
    Settle.visit_item_fn_mut(item);
}

struct Settle;

impl Settle {
    fn settle(value: &mut Expr) {
        if computed(value) == Some(None) {
            *value = syn::parse_quote!(1);
        }
    }
}

impl VisitMut for Settle {
    fn visit_item_const_mut(&mut self, node: &mut ItemConst) {
        // Of numbers with a sign `1 - 2` is one.
        let unsigned = ["u8", "u16", "u32", "u64", "usize"];
        if matches!(&*node.ty, syn::Type::Path(ty) if unsigned.iter().any(|name| ty.path.is_ident(name))) {
            Settle::settle(&mut node.expr);
        }
    }

    fn visit_expr_repeat_mut(&mut self, node: &mut syn::ExprRepeat) {
        Settle::settle(&mut node.len);
        visit_mut::visit_expr_repeat_mut(self, node);
    }

    fn visit_type_array_mut(&mut self, node: &mut syn::TypeArray) {
        Settle::settle(&mut node.len);
        visit_mut::visit_type_array_mut(self, node);
    }
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
    /// Whether lengths that cannot be computed are named.
    lengths: bool,
    /// The function as it was.
    whole: TokenStream,
    names: Vec<String>,
    found: Vec<ItemConst>,
    /// The names of the constants that stay in the inner blocks around.
    stay: Vec<String>,
}

impl Lift {
    /// Whether a constant of a block means outside of it what it means in it.
    fn may_stand_outside(&self, item: &ItemConst, block: &Block) -> bool {
        let name = item.ident.to_string();
        let others = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Const(other)) if other.ident != name => Some(other.ident.to_string()),
            _ => None,
        });
        let mut others: Vec<String> = others.collect();
        others.extend(self.names.iter().chain(&self.stay).cloned());
        // A mere number is computed.
        !matches!(&*item.expr, Expr::Lit(_))
            && name != "_"
            && others.iter().all(|other| count(item.to_token_stream(), other) == 0)
    }

    /// Whether the name of a constant is said in this block alone.
    fn is_alone(&self, name: &syn::Ident, block: &Block) -> bool {
        let name = name.to_string();
        count(self.whole.clone(), &name) == count(block.to_token_stream(), &name)
    }

    /// A name that nothing has, like this one.
    fn unused(&self, mut name: String) -> String {
        while count(self.whole.clone(), &name) > 0 || self.found.iter().any(|known| known.ident == name) {
            name.push('_');
        }
        name
    }

    /// A length that cannot be computed gets a name, under which rustc says why.
    fn name_length(&mut self, len: &mut Expr) {
        if !self.lengths || computed(len) != Some(None) {
            return;
        }
        let span = len.span();
        let name = syn::Ident::new(&self.unused("A_LENGTH".to_owned()), span);
        let item = quote_spanned!(span=> #[allow(unused)] const #name: ::core::primitive::usize = #len;);
        if let Ok(item) = syn::parse2(item) {
            self.found.push(item);
            *len = Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() });
        }
    }
}

/// What an expression of numbers and operators alone is, without a sign, if it can be computed; of others nothing is
/// known.
fn computed(expr: &Expr) -> Option<Option<u64>> {
    Some(match expr {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) if !number.suffix().starts_with('i') => {
            number.base10_parse().ok()
        }
        Expr::Paren(inner) => computed(&inner.expr)?,
        Expr::Group(inner) => computed(&inner.expr)?,
        Expr::Binary(node) => {
            let (Some(a), Some(b)) = (computed(&node.left)?, computed(&node.right)?) else {
                return Some(None);
            };
            match node.op {
                syn::BinOp::Add(_) => a.checked_add(b),
                syn::BinOp::Sub(_) => a.checked_sub(b),
                syn::BinOp::Mul(_) => a.checked_mul(b),
                syn::BinOp::Div(_) => a.checked_div(b),
                syn::BinOp::Rem(_) => a.checked_rem(b),
                _ => return None,
            }
        }
        _ => return None,
    })
}

impl VisitMut for Lift {
    fn visit_expr_repeat_mut(&mut self, node: &mut syn::ExprRepeat) {
        self.name_length(&mut node.len);
        visit_mut::visit_expr_repeat_mut(self, node);
    }

    fn visit_type_array_mut(&mut self, node: &mut syn::TypeArray) {
        self.name_length(&mut node.len);
        visit_mut::visit_type_array_mut(self, node);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let whole = block.clone();
        block.stmts.retain_mut(|stmt| match stmt {
            Stmt::Item(Item::Const(item)) if self.may_stand_outside(item, &whole) => {
                if self.is_alone(&item.ident, &whole) {
                    self.found.push(item.clone());
                    return false;
                }
                // Another constant has the name: what it is is computed outside.
                if count(item.expr.to_token_stream(), &item.ident.to_string()) == 0 {
                    let mut outside = item.clone();
                    outside.ident = syn::Ident::new(&self.unused(item.ident.to_string()), item.ident.span());
                    outside.attrs = vec![syn::parse_quote!(#[allow(unused, nonstandard_style)])];
                    *item.expr = Expr::Path(syn::ExprPath {
                        attrs: Vec::new(),
                        qself: None,
                        path: outside.ident.clone().into(),
                    });
                    self.found.push(outside);
                }
                true
            }
            _ => true,
        });
        let around = self.stay.len();
        self.stay.extend(block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Const(item)) => Some(item.ident.to_string()),
            _ => None,
        }));
        visit_mut::visit_block_mut(self, block);
        self.stay.truncate(around);
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
