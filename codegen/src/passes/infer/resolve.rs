//! Writes what was found into the function: types everywhere, intrinsics for methods, literals for constants.

use super::constrain::show;
use super::table::Table;
use super::{Mode, TypeError, cannot_type};
use crate::intrinsics::{self, Effect};
use crate::ir::{
    Block, Callee, Expr, ExprKind, Function, Literal, Place, Scalar, Site, SiteId, SiteKind, StmtKind, Type,
};

struct Resolve<'a> {
    table: &'a Table,
    mode: Mode,
    errors: &'a mut Vec<TypeError>,
    site: SiteId,
}

pub(super) fn resolve(
    function: &mut Function,
    sites: &mut [Site],
    table: &Table,
    mode: Mode,
    errors: &mut Vec<TypeError>,
) {
    for local in &mut function.locals {
        local.ty = table.resolve(&local.ty);
    }
    function.result = table.resolve(&function.result);
    let mut resolve = Resolve { table, mode, errors, site: SiteId(0) };
    resolve.block(&mut function.body, sites);
    // Temporaries that nothing uses can stay unknown without harm; whatever is used was complained about above.
    if mode == Mode::Final {
        let mut used = vec![false; function.locals.len()];
        function.body.walk(&mut |stmt| {
            if let StmtKind::Let { local, .. } | StmtKind::For { local, .. } = &stmt.kind {
                used[local.0 as usize] = true;
            }
        });
        for (local, used) in function.locals.iter_mut().zip(used) {
            if !local.ty.is_closed() && !matches!(local.ty, Type::Capture(_)) {
                if used && resolve.errors.is_empty() {
                    let message = format!("the type of `{}` is not known", local.name);
                    resolve.errors.push(cannot_type(SiteId(0), message, "write the type in the `let`"));
                }
                local.ty = Type::BOOL;
            }
        }
    }
}

impl Resolve<'_> {
    fn block(&mut self, block: &mut Block, sites: &mut [Site]) {
        for stmt in &mut block.0 {
            self.site = stmt.site;
            stmt.for_each_expr_mut(&mut |expr| self.expr(expr));
            if let StmtKind::Assign { place, .. } = &mut stmt.kind {
                place.ty = self.table.resolve(&place.ty);
            }
            if let StmtKind::Fail { values } = &stmt.kind {
                if let Some(Site { kind: SiteKind::Message { values: types, .. }, .. }) =
                    sites.get_mut(stmt.site.0 as usize)
                {
                    *types = values.iter().filter_map(|value| value.ty.scalar()).collect();
                }
            }
            for inner in stmt.blocks_mut() {
                self.block(inner, sites);
            }
        }
    }

    fn place(&mut self, place: &mut Place) {
        place.ty = self.table.resolve(&place.ty);
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.for_each_child_mut(&mut |child| self.expr(child));
        expr.ty = self.table.resolve(&expr.ty);
        match &mut expr.kind {
            ExprKind::Load(place) => self.place(place),
            ExprKind::Ref(place) => {
                self.place(place);
                // As an operand of an atomic, a reference has the type of what it refers to.
                if matches!(expr.ty, Type::Infer(_)) {
                    if let Type::Atomic(scalar) = place.ty {
                        expr.ty = Type::Ref { target: Box::new(Type::Atomic(scalar)), mutable: false };
                    }
                }
            }
            ExprKind::Binary { lhs, site, .. } => {
                // Only integer division can fail.
                if lhs.ty.scalar().is_some_and(|s| s.is_float()) {
                    *site = None;
                }
            }
            ExprKind::Call { callee, args, site } => {
                if let Callee::Assoc(ty, _) = callee {
                    *ty = self.table.resolve(ty);
                }
                let row = resolved_row(callee, args);
                if let Some(row) = row {
                    if !matches!(row.effect, Effect::Divisor(_)) {
                        *site = None;
                    }
                    *callee = Callee::Intrinsic(row);
                } else if let (Callee::Assoc(Type::Scalar(scalar), name), true) = (&*callee, args.is_empty())
                {
                    if let Some((ty, bits)) = intrinsics::constant(name, *scalar) {
                        expr.kind = ExprKind::Literal(Literal::from_bits(bits, ty));
                    }
                }
            }
            ExprKind::Literal(literal) => {
                // A whole number can be a float literal only as text (`1f32`); a capture may have asked for one.
                if let (Literal::Int(value), Some(scalar)) = (&*literal, expr.ty.scalar()) {
                    if scalar.is_float() {
                        *literal = Literal::from_bits(Literal::Int(*value).to_bits(scalar), scalar);
                    } else if !in_range(*value, scalar) && self.mode == Mode::Final {
                        self.errors.push(cannot_type(
                            self.site,
                            format!("the literal {value} is out of range for `{}`", scalar.name()),
                            "",
                        ));
                    }
                }
            }
            ExprKind::Capture(_)
            | ExprKind::Len(_)
            | ExprKind::Unary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Array(_)
            | ExprKind::Repeat(_) => {}
        }
        if self.mode == Mode::Final {
            self.complain(expr);
        }
    }

    fn complain(&mut self, expr: &Expr) {
        if let ExprKind::Call { callee: Callee::Method(name) | Callee::Assoc(_, name), .. } = &expr.kind {
            self.errors.push(cannot_type(
                self.site,
                format!("the type on which `{name}` is called is not known"),
                "write the type: `let x: f32 = ..`, or a suffix on the literal",
            ));
        } else if matches!(expr.ty, Type::Infer(_)) && !matches!(expr.kind, ExprKind::Ref(_)) {
            self.errors.push(cannot_type(
                self.site,
                format!("an expression here has {}", show(&expr.ty)),
                "write its type in a `let`",
            ));
        }
    }
}

fn resolved_row(callee: &Callee, args: &[Expr]) -> Option<&'static intrinsics::Intrinsic> {
    match callee {
        Callee::Method(name) => match &args.first()?.kind {
            ExprKind::Ref(place) => match place.ty {
                Type::Atomic(scalar) => intrinsics::method(name, scalar, true),
                _ => None,
            },
            _ => intrinsics::method(name, args[0].ty.scalar()?, false),
        },
        Callee::Assoc(ty, name) => intrinsics::method(name, ty.scalar()?, false),
        Callee::Intrinsic(_) | Callee::Function(_) | Callee::Capture(_) => None,
    }
}

fn in_range(value: i128, scalar: Scalar) -> bool {
    let bits = scalar.bits();
    if scalar == Scalar::Bool {
        return false;
    }
    if scalar.is_signed_int() {
        value >= -(1i128 << (bits - 1)) && value < (1i128 << (bits - 1))
    } else {
        value >= 0 && value < (1i128 << bits)
    }
}
