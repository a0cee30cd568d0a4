//! Items that do not parse, because of a mistake or because the user is still typing.
//!
//! rustc has reported the syntax error before a macro sees the item. Callers and editors still need the signature.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{DeriveInput, Expr, ItemFn};

/// A function whose body is not Rust: the function with an empty body, and the body.
pub(super) fn without_body(item: &TokenStream) -> Option<(ItemFn, Group)> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else { return None };
    if body.delimiter() != Delimiter::Brace {
        return None;
    }
    let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
    empty.set_span(body.span());
    tokens.push(TokenTree::Group(empty));
    let function = syn::parse2(tokens.into_iter().collect()).ok()?;
    Some((function, body))
}

/// A `let` where no condition stands, which syn takes and rustc does not.
pub(super) fn stray_let(body: &syn::Block) -> Option<syn::Token![let]> {
    let mut found = StrayLet(None);
    found.visit_block(body);
    found.0
}

struct StrayLet(Option<syn::Token![let]>);

impl StrayLet {
    fn condition(&mut self, cond: &Expr) {
        match cond {
            Expr::Binary(node) if matches!(node.op, syn::BinOp::And(_)) => {
                self.condition(&node.left);
                self.condition(&node.right);
            }
            Expr::Let(node) => self.visit_expr(&node.expr),
            cond => self.visit_expr(cond),
        }
    }
}

impl<'a> Visit<'a> for StrayLet {
    fn visit_expr_if(&mut self, node: &'a syn::ExprIf) {
        self.condition(&node.cond);
        self.visit_block(&node.then_branch);
        if let Some((_, otherwise)) = &node.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_while(&mut self, node: &'a syn::ExprWhile) {
        self.condition(&node.cond);
        self.visit_block(&node.body);
    }

    fn visit_pat_guard(&mut self, node: &'a syn::PatGuard) {
        self.visit_pat(&node.pat);
        self.condition(&node.guard);
    }

    fn visit_expr_let(&mut self, node: &'a syn::ExprLet) {
        self.0 = self.0.or(Some(node.let_token));
    }
}

/// A type whose fields or variants are not Rust: the type without any.
pub(super) fn without_fields(item: TokenStream) -> Option<DeriveInput> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let is_fields =
        |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket);
    let at = tokens.iter().rposition(is_fields)?;
    let TokenTree::Group(fields) = &tokens[at] else { return None };
    tokens[at] = TokenTree::Group(Group::new(fields.delimiter(), TokenStream::new()));
    syn::parse2(tokens.into_iter().collect()).ok()
}
