//! Statements and `let`.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Pat, Stmt};

use super::{Binding, Lower, address};
use crate::diagnostic::Code;
use crate::ir::{Expr, LocalKind, Scalar, SiteKind, StmtKind, Type};

impl Lower<'_> {
    /// The statements of a block; the value of its last expression, where it has one without semicolon.
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) -> Option<Expr> {
        let mut value = None;
        for (index, stmt) in stmts.iter().enumerate() {
            let last = index + 1 == stmts.len();
            self.begin_statement(stmt);
            match stmt {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, semi) => {
                    if last && semi.is_none() {
                        value = self.value_or_unit(expr);
                    } else if let Some(result) = self.value_or_unit(expr) {
                        self.evaluate(result);
                    }
                }
                Stmt::Macro(mac) => self.macro_statement(&mac.mac),
                Stmt::Item(syn::Item::Const(item)) => {
                    // Constants are captured by name; the item goes where the answers are asked for.
                    self.items.push(syn::Item::Const(item.clone()));
                }
                Stmt::Item(syn::Item::Use(item)) => self.items.push(syn::Item::Use(item.clone())),
                Stmt::Item(item) => self.unsupported(
                    item.span(),
                    "only `const` and `use` items can stand in a kernel",
                    "move the item out of the function",
                ),
            }
        }
        value
    }

    fn begin_statement(&mut self, stmt: &Stmt) {
        self.site = self.new_site(stmt.span(), SiteKind::Plain);
        let line = stmt.span().start().line as u32;
        let comments = self.comments.take(line);
        if let Some(site) = self.sites.last_mut() {
            site.comments = comments;
        }
    }

    fn local(&mut self, local: &syn::Local) {
        if let Some((_, diverge)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            self.unsupported(
                diverge.span(),
                "`let .. else` is not supported in kernels yet",
                "use `if` instead",
            );
            return;
        }
        let init = local.init.as_ref().map(|init| &*init.expr);
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        match pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                self.let_ident(local, pat, ty, init);
            }
            Pat::Wild(_) => {
                if let Some(init) = init {
                    let value = self.expr(init);
                    self.evaluate(value);
                }
            }
            Pat::Tuple(tuple) if ty.is_none() => self.let_tuple(local, tuple, init),
            other => self.report.error(
                other.span(),
                Code::Pattern,
                format!("the pattern `{}` is not supported in kernels yet", other.to_token_stream()),
                "bind plain names, or a tuple of them to a tuple",
            ),
        }
    }

    fn let_ident(
        &mut self,
        node: &syn::Local,
        pat: &syn::PatIdent,
        ty: Option<&syn::Type>,
        init: Option<&syn::Expr>,
    ) {
        let name = pat.ident.to_string();
        if let Some(init) = init {
            if self.let_alias(&name, pat, init) {
                return;
            }
        }
        let declared = ty.map(|ty| self.value_type(ty));
        // The initial value is evaluated before the name comes into scope.
        let ty = declared.unwrap_or_else(|| self.fresh());
        let local = self.new_local(&name, ty, LocalKind::Let);
        match init {
            Some(init) => self.let_value(local, init),
            None => self.push(StmtKind::Let { local, init: None }),
        }
        self.bind(&name, Binding::Local { id: local, mutable: pat.mutability.is_some() || init.is_none() });
        self.taps.locals.entry(address(node)).or_default().push((pat.ident.clone(), local));
    }

    /// `let` forms that bind a name to something that is not a value: shared memory, a 3-D index, a slice.
    fn let_alias(&mut self, name: &str, pat: &syn::PatIdent, init: &syn::Expr) -> bool {
        if let Some(array) = self.shared_call(init) {
            let ty = self.value_type(&array);
            if !matches!(ty, Type::Array(..)) {
                self.report.error(
                    array.span(),
                    Code::Shared,
                    "shared memory is an array",
                    "write `shared::<[f32; 256]>()`",
                );
            }
            let id = self.new_local(name, ty, LocalKind::Shared);
            self.bind(name, Binding::Local { id, mutable: false });
            return true;
        }
        if let Some(function) = self.dim3_call(init) {
            self.bind(name, Binding::Dim3(function));
            return true;
        }
        if pat.mutability.is_some() {
            return false;
        }
        // `let row = x;` of a slice or of shared memory is another name for it.
        let inner = match init {
            syn::Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        if let syn::Expr::Path(path) = inner {
            let binding = path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string())).cloned();
            match binding {
                Some(Binding::Local { id, mutable }) => {
                    let local = self.function.local(id);
                    if matches!(local.ty, Type::Slice { .. }) || local.kind == LocalKind::Shared {
                        self.bind(name, Binding::Local { id, mutable });
                        return true;
                    }
                }
                Some(dim3 @ Binding::Dim3(_)) => {
                    self.bind(name, dim3);
                    return true;
                }
                None => {}
            }
        }
        false
    }

    fn let_tuple(&mut self, node: &syn::Local, tuple: &syn::PatTuple, init: Option<&syn::Expr>) {
        let Some(init) = init else {
            self.report.error(tuple.span(), Code::Pattern, "a tuple pattern needs a value here", "");
            return;
        };
        if let Some(init) = self.bind_dim3s(tuple, init) {
            return self.let_tuple(node, &init.0, Some(&init.1));
        }
        let values = match init {
            syn::Expr::Tuple(values) if values.elems.len() == tuple.elems.len() => {
                let operands: Vec<_> = values.elems.iter().collect();
                let mut values = self.sequence(&operands);
                // `let (a, b) = (b, a);` reads both before it binds either.
                let mark = self.block.len();
                self.save(&mut values, mark);
                values
            }
            other => match self.id_tuple(other) {
                Some(values) if values.len() == tuple.elems.len() => values,
                _ => {
                    self.report.error(
                        init.span(),
                        Code::Pattern,
                        "a tuple pattern takes a tuple of as many values, or `global_id_2d()` and its like",
                        "",
                    );
                    return;
                }
            },
        };
        for (pat, value) in tuple.elems.iter().zip(values) {
            match pat {
                Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                    let name = pat.ident.to_string();
                    let local = self.new_local(&name, value.ty.clone(), LocalKind::Let);
                    self.push(StmtKind::Let { local, init: Some(value) });
                    self.bind(&name, Binding::Local { id: local, mutable: pat.mutability.is_some() });
                    self.taps.locals.entry(address(node)).or_default().push((pat.ident.clone(), local));
                }
                Pat::Wild(_) => self.evaluate(value),
                other => self.report.error(
                    other.span(),
                    Code::Pattern,
                    "only plain names can stand in a tuple pattern here",
                    "",
                ),
            }
        }
    }

    /// Binds those names of `let (t, g) = (thread_idx(), global_id());` that stand for 3-D indices; what is left, if any did.
    fn bind_dim3s(&mut self, tuple: &syn::PatTuple, init: &syn::Expr) -> Option<(syn::PatTuple, syn::Expr)> {
        let syn::Expr::Tuple(values) = init else { return None };
        if values.elems.len() != tuple.elems.len()
            || !values.elems.iter().any(|value| self.dim3_call(value).is_some())
        {
            return None;
        }
        let (mut rest, mut rest_values) = (tuple.clone(), values.clone());
        rest.elems.clear();
        rest_values.elems.clear();
        let mut bound = Vec::new();
        for (pat, value) in tuple.elems.iter().zip(&values.elems) {
            match (pat, self.dim3_call(value)) {
                (Pat::Ident(pat), Some(function)) => bound.push((pat.ident.to_string(), function)),
                _ => {
                    rest.elems.push(pat.clone());
                    rest_values.elems.push(value.clone());
                }
            }
        }
        for (name, function) in bound {
            self.bind(&name, Binding::Dim3(function));
        }
        Some((rest, syn::Expr::Tuple(rest_values)))
    }

    /// `global_id_2d()` and `global_id_3d()`, as values.
    fn id_tuple(&mut self, init: &syn::Expr) -> Option<Vec<Expr>> {
        let syn::Expr::Call(call) = init else { return None };
        let syn::Expr::Path(path) = &*call.func else { return None };
        let axes: &[&str] = match path.path.segments.last()?.ident.to_string().as_str() {
            "global_id_2d" => &["global_id_x", "global_id_y"],
            "global_id_3d" => &["global_id_x", "global_id_y", "global_id_z"],
            _ => return None,
        };
        axes.iter().map(|name| self.intrinsic(name, Vec::new(), Type::Scalar(Scalar::Usize))).collect()
    }
}
