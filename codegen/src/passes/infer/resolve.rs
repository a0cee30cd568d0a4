//! Writes what was found into the function: types everywhere, intrinsics for methods, literals for constants.

use super::constrain::show;
use super::divisions;
use super::float8;
use super::selects;
use super::table::Table;
use super::tiles;
use super::{Mode, TypeError, cannot_type};
use crate::collections::sort_by_key;
use crate::compact::List;
use crate::diagnostic::{Code, Diagnostic};
use crate::intrinsics::{self, Effect};
use crate::ir::{
    Block, Callee, Expr, ExprKind, Function, Len, Literal, LocalId, LocalKind, Operator, Place, Scalar, Site,
    SiteId, SiteKind, Step, Stmt, StmtKind, TileOp, Type, Unroll,
};
use crate::passes::operators::way_out;

struct Resolve<'a> {
    table: &'a Table,
    mode: Mode<'a>,
    errors: &'a mut Vec<TypeError>,
    /// The first thing whose type nothing says: what follows from it is not said again.
    unknown: Option<TypeError>,
    /// The statements that declare locals.
    declared: Vec<Option<SiteId>>,
    /// Of locals that are tensors, how many axes they have.
    ranks: Vec<Option<u8>>,
    site: SiteId,
}

pub(super) fn resolve(
    function: &mut Function,
    sites: &mut [Site],
    table: &Table,
    mode: Mode<'_>,
    errors: &mut Vec<TypeError>,
) {
    for local in &mut function.locals {
        local.ty = settled(table, mode, &local.ty);
    }
    function.result = settled(table, mode, &function.result);
    let declared = vec![None; function.locals.len()];
    let rank = |ty: &Type| match ty {
        Type::Tensor { rank, .. } => Some(*rank),
        _ => None,
    };
    let ranks = function.locals.iter().map(|local| rank(&local.ty)).list();
    let mut resolve = Resolve { table, mode, errors, unknown: None, declared, ranks, site: SiteId(0) };
    resolve.block(&mut function.body, sites);
    if mode != Mode::Final {
        return;
    }
    let Resolve { errors, mut unknown, declared, .. } = resolve;
    let units: Vec<bool> = function.locals.iter().map(|local| local.ty == Type::Unit).list();
    drop_units(&mut function.body, &units);
    selects::spell_out(function);
    divisions::spell_out(function);
    float8::spell_out(function);
    for (local, declared) in function.locals.iter_mut().zip(declared) {
        if local.ty == Type::Unit && local.kind != LocalKind::Param {
            local.ty = Type::BOOL;
        } else if !local.ty.is_closed() && !matches!(local.ty, Type::Capture(_)) {
            // Temporaries that nothing uses can stay unknown without harm.
            if let (Some(site), LocalKind::Let, None) = (declared, local.kind, &unknown) {
                let message = format!("the type of `{}` is not known", local.name);
                let help = if function.attrs.tile.is_some() {
                    "write the type in the `let`; a tile may be in a tuple, but in no array or struct"
                } else {
                    "write the type in the `let`"
                };
                unknown = Some(cannot_type(site, message, help));
            }
            local.ty = Type::BOOL;
        }
    }
    if errors.is_empty() {
        errors.extend(unknown);
    }
}

/// Variables of type `()` hold nothing: their declarations go, and what gave them a value is only evaluated.
fn drop_units(block: &mut Block, units: &[bool]) {
    let is_unit = |id: LocalId| units.get(id.0 as usize).copied().unwrap_or(false);
    for stmt in std::mem::take(&mut block.0) {
        let value = match stmt.kind {
            StmtKind::Let { local, init } if is_unit(local) => init,
            StmtKind::Assign { place, op: None, value } if place.steps.is_empty() && is_unit(place.base) => {
                Some(value)
            }
            kind => {
                block.0.push(Stmt { kind, site: stmt.site });
                continue;
            }
        };
        if let Some(value @ Expr { kind: ExprKind::Call { .. } | ExprKind::Tile { .. }, .. }) = value {
            block.0.push(Stmt { kind: StmtKind::Eval(value), site: stmt.site });
        }
    }
    for stmt in &mut block.0 {
        for inner in stmt.blocks_mut() {
            drop_units(inner, units);
        }
    }
}

impl Resolve<'_> {
    fn block(&mut self, block: &mut Block, sites: &mut [Site]) {
        for stmt in &mut block.0 {
            self.site = stmt.site;
            stmt.for_each_expr_mut(&mut |expr| self.expr(expr));
            if let StmtKind::Assign { place, op, .. } = &mut stmt.kind {
                place.ty = self.ty(&place.ty);
                if let (Type::Struct(found), Some(op)) = (&place.ty, op) {
                    let message =
                        format!("`{}=` of `{}` is not supported in kernels", op.symbol(), found.name);
                    let help = way_out(Operator::Assign(*op));
                    self.errors.push(cannot_type(self.site, message, &help));
                }
            }
            if let StmtKind::Let { local, .. } | StmtKind::For { local, .. } = &stmt.kind {
                self.declared[local.0 as usize] = Some(stmt.site);
            }
            if let StmtKind::Fail { values, .. } | StmtKind::Print { values } = &stmt.kind {
                let whole =
                    |value: &Expr| matches!(value.ty, Type::Array(..) | Type::Struct(_) | Type::Tile { .. });
                if self.mode == Mode::Final && values.iter().any(whole) {
                    self.errors.push(TypeError {
                        site: stmt.site,
                        diagnostic: Diagnostic::new(
                            Code::Format,
                            "a kernel's message cannot show a whole array, struct or tile",
                        )
                        .help("show the elements that matter"),
                    });
                }
                if let Some(Site { kind: SiteKind::Message { values: types, .. }, .. }) =
                    sites.get_mut(stmt.site.0 as usize)
                {
                    *types = values.iter().filter_map(|value| value.ty.scalar()).list();
                }
            }
            for inner in stmt.blocks_mut() {
                self.block(inner, sites);
            }
            if let (Mode::Final, StmtKind::For { unroll: Unroll::Each, body, .. }) = (self.mode, &stmt.kind)
                && let Some(site) = body.beyond_elements()
            {
                let message = "a function that is applied to each element of a tile works on scalars, and this is about a whole tile";
                let help = "compute it before, in a `let`, or write the function in terms of tiles";
                self.errors.push(cannot_type(site, message, help));
            }
        }
    }

    /// A type as far as it is known; in the end tuples are structs.
    fn ty(&self, ty: &Type) -> Type {
        settled(self.table, self.mode, ty)
    }

    fn place(&mut self, place: &mut Place) {
        place.ty = self.ty(&place.ty);
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.for_each_child_mut(&mut |child| self.expr(child));
        expr.ty = self.ty(&expr.ty);
        match &mut expr.kind {
            ExprKind::Load(place) => self.place(place),
            ExprKind::Ref(place) => {
                self.place(place);
                // The receiver of a method that takes it by value.
                if self.mode == Mode::Final
                    && matches!(expr.ty, Type::Scalar(_) | Type::Array(..) | Type::Struct(_))
                {
                    expr.kind = ExprKind::Load(place.clone());
                    return;
                }
                // As an operand of an atomic, a reference has the type of what it refers to.
                if let (Type::Infer(_), Type::Atomic(scalar)) = (&expr.ty, &place.ty) {
                    expr.ty = Type::Ref { target: Box::new(Type::Atomic(*scalar)), mutable: false };
                }
            }
            ExprKind::Binary { op, lhs, site, .. } => {
                if let Type::Array(..) = lhs.ty {
                    let message = format!("`{}` of whole arrays is not supported in kernels", op.symbol());
                    self.errors.push(cannot_type(self.site, message, "write a loop over the elements"));
                }
                if let Type::Struct(found) = &lhs.ty {
                    let message =
                        format!("`{}` of `{}` is not supported in kernels", op.symbol(), found.name);
                    self.errors.push(cannot_type(self.site, message, &way_out(Operator::Binary(*op))));
                }
                // Only integer division can fail.
                if lhs.ty.lane().scalar().is_some_and(Scalar::is_float) {
                    *site = None;
                }
            }
            ExprKind::Call { callee, args, site } => {
                if let Callee::Assoc(ty, _) = callee {
                    *ty = self.ty(ty);
                }
                let of_tile = match &*callee {
                    Callee::Method(name) => tiles::resolved(name, None, args, &expr.ty),
                    Callee::Assoc(said, name) => tiles::resolved(name, Some(said), args, &expr.ty),
                    Callee::Intrinsic(_)
                    | Callee::Function(_)
                    | Callee::Capture(_)
                    | Callee::Operator(..) => None,
                };
                if let Some(kind) = of_tile {
                    expr.kind = kind;
                    if self.mode == Mode::Final {
                        self.complain(expr);
                    }
                    return;
                }
                if let Callee::Intrinsic(row) = &*callee {
                    refer(row, args);
                }
                let row = resolved_row(callee, args);
                if let Some(row) = row {
                    if !matches!(row.effect, Effect::Divisor(_)) {
                        *site = None;
                    }
                    *callee = Callee::Intrinsic(row);
                } else if let (Callee::Assoc(Type::Scalar(scalar), name), true) = (&*callee, args.is_empty())
                    && let Some((ty, bits)) = intrinsics::constant(name, *scalar)
                {
                    expr.kind = ExprKind::Literal(Literal::from_bits(bits, ty));
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
            ExprKind::Unary(op, operand) => {
                if let Type::Struct(found) = &operand.ty {
                    let message =
                        format!("`{}` of `{}` is not supported in kernels", op.symbol(), found.name);
                    self.errors.push(cannot_type(self.site, message, &way_out(Operator::Unary(*op))));
                }
            }
            ExprKind::LenOf(place) => {
                self.place(place);
                if let Some(length) = length(place) {
                    expr.kind = length;
                } else if let Type::Struct(found) = &place.ty {
                    let message =
                        format!("`{}` is no slice or array, whose `len` a kernel takes this for", found.name);
                    let help = format!("of a method of its own, say whose it is: `{}::len(&x)`", found.name);
                    self.errors.push(cannot_type(self.site, message, &help));
                }
            }
            ExprKind::Make(fields) => {
                // When the struct is known, its own order; operands have no effects, so that theirs does not matter.
                if let Type::Struct(made) = &expr.ty {
                    sort_by_key(fields, |(name, _)| made.field(name).map(|(number, _)| number));
                }
            }
            // `f32::from(flag)`: as a number first.
            ExprKind::Cast(flag) => {
                if flag.ty == Type::BOOL && expr.ty.scalar().is_some_and(Scalar::is_float) {
                    let inner = std::mem::replace(&mut **flag, Expr::bool(false));
                    **flag = Expr::new(ExprKind::Cast(Box::new(inner)), Type::Scalar(Scalar::U8));
                }
            }
            // A scalar stands for a tile of it.
            ExprKind::Tile { op: TileOp::Element, args }
                if args.first().is_some_and(|of| of.ty.scalar().is_some()) =>
            {
                *expr = args.swap_remove(0);
            }
            ExprKind::Tile { op, args } => {
                let rank = op.tensor().and_then(|id| self.ranks.get(id.0 as usize).copied().flatten());
                let line = expr.ty.clone();
                if rank.is_some_and(|rank| tiles::row_access(*op, rank, args, &mut expr.ty)) {
                    let row = std::mem::replace(expr, Expr::bool(false));
                    *expr = Expr::new(ExprKind::Tile { op: TileOp::Reshape, args: vec![row] }, line);
                }
            }
            _ => {}
        }
        if self.mode == Mode::Final {
            self.complain(expr);
        }
    }

    fn complain(&mut self, expr: &Expr) {
        if self.unknown.is_some() {
            return;
        }
        if let ExprKind::Call { callee: Callee::Method(name) | Callee::Assoc(_, name), .. } = &expr.kind {
            self.unknown = Some(cannot_type(
                self.site,
                format!("the type on which `{name}` is called is not known"),
                "write the type: `let x: f32 = ..`, or a suffix on the literal",
            ));
        } else if matches!(expr.ty, Type::Infer(_)) && !matches!(expr.kind, ExprKind::Ref(_)) {
            let message = format!("an expression here has {}", show(&expr.ty));
            self.unknown = Some(cannot_type(self.site, message, "write its type in a `let`"));
        }
    }
}

fn settled(table: &Table, mode: Mode<'_>, ty: &Type) -> Type {
    let ty = table.resolve(ty);
    if mode == Mode::Final { ty.settled() } else { ty }
}

/// How many elements a place has: an array's are known, a slice's are its local's, a part's its own. `None` where
/// that is not known yet.
fn length(place: &Place) -> Option<ExprKind> {
    match &place.ty {
        Type::Array(_, Len::Const(len)) => Some(ExprKind::Literal(Literal::Int(i128::from(*len)))),
        Type::Slice { .. } => match place.steps.last() {
            None => Some(ExprKind::Len(place.base)),
            Some(Step::Slice { len, .. }) => Some(len.kind.clone()),
            Some(Step::Index { .. } | Step::Field(_)) => None,
        },
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Scalar(_)
        | Type::Struct(_)
        | Type::Tuple(_)
        | Type::Atomic(_)
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => None,
    }
}

fn resolved_row(callee: &Callee, args: &[Expr]) -> Option<&'static intrinsics::Intrinsic> {
    match callee {
        Callee::Method(name) => match &args.first()?.kind {
            ExprKind::Ref(place) => match place.ty {
                Type::Atomic(scalar) => intrinsics::method(name, scalar, true),
                _ => None,
            },
            _ => match &args[0].ty {
                Type::Tile { element, .. } => tiles::elementwise(name, element.scalar()?),
                ty => intrinsics::method(name, ty.scalar()?, false),
            },
        },
        Callee::Assoc(ty, name) => intrinsics::method(name, ty.scalar()?, false),
        Callee::Intrinsic(_) | Callee::Function(_) | Callee::Capture(_) | Callee::Operator(..) => None,
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

/// Operands that refer to elements have the types of such references.
fn refer(row: &crate::intrinsics::Intrinsic, args: &mut [Expr]) {
    for (slot, arg) in row.params.iter().zip(args) {
        if let (crate::intrinsics::Slot::Element { mutable }, ExprKind::Ref(place), Type::Infer(_)) =
            (*slot, &arg.kind, &arg.ty)
            && place.ty.scalar().is_some()
        {
            arg.ty = Type::Ref { target: Box::new(place.ty.clone()), mutable };
        }
    }
}
