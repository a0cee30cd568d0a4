//! Puts complaints in the place of what they are about.
//!
//! rustc checks a device function as the user wrote it, and has its own words for much that Kiln refuses in one: of
//! `*v` where `v` is a number both would complain. An error that stands where an expression does has every type, so
//! rustc says nothing more of it or of what is made of it, and all it has to say of the rest. Of what a macro is given
//! the macro says more: there the error stands in the place of the whole macro.

use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Macro, Pat, PatType, PathArguments, Signature, Type};

use super::report::Report;

/// Takes those complaints out of a report that are about an expression or a macro, and puts errors there.
pub(super) struct InPlace<'r>(pub(super) &'r mut Report);

impl InPlace<'_> {
    /// The error to stand where something begins.
    fn error_at(&mut self, start: LineColumn) -> Option<Macro> {
        // Of tokens that come from nowhere nothing is told apart.
        (start.line > 0).then(|| self.0.placed_at(start))?
    }

    /// The error to stand for a call in whose generic arguments it is.
    fn error_in_arguments(&mut self, call: &Expr) -> Option<Macro> {
        let arguments = match call {
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => match &path.path.segments.last()?.arguments {
                    PathArguments::AngleBracketed(arguments) => arguments,
                    _ => return None,
                },
                _ => return None,
            },
            Expr::MethodCall(call) => call.turbofish.as_ref()?,
            _ => return None,
        };
        let (start, end) = (arguments.lt_token.span.start(), arguments.gt_token.span.end());
        (start.line > 0).then(|| self.0.placed_within(start, end))?
    }

    /// The error to stand where a macro does.
    fn error_in(&mut self, mac: &Macro) -> Option<Macro> {
        let (start, end) = (mac.span().start(), mac.delimiter.span().close().end());
        (start.line > 0).then(|| self.0.placed_within(start, end))?
    }
}

impl VisitMut for InPlace<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // The smallest that begins there, or has its name or sign there: what is made of it has every type too.
        visit_mut::visit_expr_mut(self, expr);
        let name = match expr {
            Expr::MethodCall(call) => Some(call.method.span()),
            Expr::Field(field) => Some(field.member.span()),
            Expr::Binary(binary) => Some(binary.op.span()),
            Expr::Assign(assign) => Some(assign.eq_token.span()),
            Expr::Try(tried) => Some(tried.question_token.span()),
            Expr::Cast(cast) => Some(cast.ty.span()),
            _ => None,
        };
        let error = match expr {
            Expr::Macro(node) => self.error_in(&node.mac),
            _ => self.error_at(expr.span().start()),
        };
        let error = error.or_else(|| self.error_at(name?.start()));
        if let Some(mac) = error.or_else(|| self.error_in_arguments(expr)) {
            *expr = Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac });
        }
    }

    fn visit_stmt_macro_mut(&mut self, stmt: &mut syn::StmtMacro) {
        if let Some(mac) = self.error_in(&stmt.mac) {
            stmt.mac = mac;
        }
    }

    // An error in the place of a type is `()`: of one that was refused rustc says nothing where it is left out.
    fn visit_pat_type_mut(&mut self, pat: &mut PatType) {
        if self.0.is_of(pat.ty.span().start()) {
            *pat.ty = syn::parse_quote!(_);
        }
        visit_mut::visit_pat_type_mut(self, pat);
    }

    // A number in a pattern is no expression; a guard, which is a part of one, is. Of one that was refused rustc says
    // nothing where anything matches.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            Pat::Lit(_) | Pat::Range(_) if self.0.is_of(pat.span().start()) => *pat = syn::parse_quote!(_),
            Pat::Range(_) => {}
            _ => visit_mut::visit_pat_mut(self, pat),
        }
    }

    fn visit_signature_mut(&mut self, _: &mut Signature) {}

    fn visit_type_mut(&mut self, _: &mut Type) {}

    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
}
