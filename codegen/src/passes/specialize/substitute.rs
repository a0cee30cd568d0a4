//! Puts what captures stand for in their place, in one function.

use crate::compact::List;
use crate::ir::{
    Block, Callee, Capture, CaptureId, Check, Expr, ExprKind, Function, FunctionId, Len, Literal, Place,
    Scalar, SiteId, Step, StmtKind, Type,
};
use crate::passes::constants::Constant;

/// A capture's value.
pub(super) enum Value {
    Type(Type),
    Const(Scalar, u64),
    Whole(Constant),
    Function(FunctionId, Takes),
    /// A number's own method of this name.
    Own(String),
    /// What the text says itself.
    Said,
}

/// How a function takes what it is called with.
#[derive(Clone, Copy)]
pub(super) struct Takes {
    pub(super) params: usize,
    /// Whether the first parameter is a reference.
    pub(super) reference: bool,
}

impl Takes {
    pub(super) fn of(function: &Function) -> Takes {
        let first = function.params().next().map(|param| &param.ty);
        let reference = matches!(first, Some(Type::Ref { .. } | Type::Slice { .. } | Type::Tensor { .. }));
        Takes { params: function.params.len(), reference }
    }
}

/// Replaces captures by values, and shifts site numbers.
pub(super) struct Substitute<'a> {
    pub(super) values: &'a [Value],
    pub(super) offset: u32,
}

impl Substitute<'_> {
    pub(super) fn function(&self, function: &mut Function) {
        for local in &mut function.locals {
            local.ty = self.ty(&local.ty);
        }
        function.result = self.ty(&function.result);
        for capture in &mut function.captures {
            if let Capture::Callable { params, result, .. } = capture {
                for param in params {
                    *param = self.ty(param);
                }
                *result = self.ty(result);
            }
        }
        self.block(&mut function.body);
    }

    fn value(&self, id: CaptureId) -> Option<&Value> {
        self.values.get(id.0 as usize)
    }

    fn site(&self, site: SiteId) -> SiteId {
        SiteId(site.0 + self.offset)
    }

    #[inline(never)]
    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Capture(id) => match self.value(*id) {
                Some(Value::Type(found)) => found.clone(),
                Some(
                    Value::Const(..) | Value::Whole(_) | Value::Function(..) | Value::Own(_) | Value::Said,
                )
                | None => ty.clone(),
            },
            Type::Array(element, len) => Type::Array(Box::new(self.ty(element)), self.len(*len)),
            Type::Slice { element, mutable } => {
                Type::Slice { element: Box::new(self.ty(element)), mutable: *mutable }
            }
            Type::Ref { target, mutable } => {
                Type::Ref { target: Box::new(self.ty(target)), mutable: *mutable }
            }
            Type::Tensor { element, rank, mutable } => {
                Type::Tensor { element: Box::new(self.ty(element)), rank: *rank, mutable: *mutable }
            }
            Type::Tile { element, shape } => Type::Tile {
                element: Box::new(self.ty(element)),
                shape: shape.iter().map(|len| self.len(*len)).list(),
            },
            Type::Tuple(types) => Type::Tuple(types.iter().map(|ty| self.ty(ty)).list()),
            Type::Unit | Type::Scalar(_) | Type::Atomic(_) | Type::Infer(_) | Type::Struct(_) => ty.clone(),
        }
    }

    fn len(&self, len: Len) -> Len {
        match len {
            Len::Const(_) => len,
            Len::Capture(id) => match self.value(id) {
                Some(Value::Const(_, bits)) => Len::Const(*bits),
                Some(
                    Value::Type(_) | Value::Whole(_) | Value::Function(..) | Value::Own(_) | Value::Said,
                )
                | None => len,
            },
        }
    }

    fn block(&self, block: &mut Block) {
        block.rewrite_exprs(&mut |expr| self.expr(expr));
        block.walk_mut(&mut |stmt| {
            stmt.site = self.site(stmt.site);
            if let StmtKind::Assign { place, .. } = &mut stmt.kind {
                self.place(place);
            }
        });
    }

    fn place(&self, place: &mut Place) {
        place.ty = self.ty(&place.ty);
        for step in &mut place.steps {
            match step {
                Step::Index { check: Check::Checked(site), .. } => *site = self.site(*site),
                Step::Index { check: Check::Proven | Check::Unchecked, .. } => {}
                Step::Field(_) | Step::Slice { .. } => {}
            }
        }
    }

    fn expr(&self, expr: &mut Expr) {
        expr.ty = self.ty(&expr.ty);
        match &mut expr.kind {
            ExprKind::Capture(id) => {
                if let Some(Value::Const(scalar, bits)) = self.value(*id) {
                    expr.kind = ExprKind::Literal(Literal::from_bits(*bits, *scalar));
                    expr.ty = Type::Scalar(*scalar);
                }
            }
            ExprKind::Binary { site: Some(site), .. } => *site = self.site(*site),
            ExprKind::Call { callee, args, site } => {
                *site = site.map(|site| self.site(site));
                match callee {
                    Callee::Capture(id) => match self.value(*id) {
                        Some(Value::Function(function, takes)) => {
                            receive(args, *takes);
                            (*callee, *site) = (Callee::Function(*function), None);
                        }
                        Some(Value::Own(name)) => match (own_cast(name), own_operands(args)) {
                            (Some(scalar), Some(value)) => {
                                (expr.kind, expr.ty) =
                                    (ExprKind::Cast(Box::new(value)), Type::Scalar(scalar));
                            }
                            _ => *callee = Callee::Method(name.clone()),
                        },
                        Some(Value::Type(_) | Value::Const(..) | Value::Whole(_) | Value::Said) | None => {}
                    },
                    Callee::Assoc(ty, _) => *ty = self.ty(ty),
                    Callee::Intrinsic(_) | Callee::Function(_) | Callee::Method(_) | Callee::Operator(..) => {
                    }
                }
            }
            _ => {
                if let Some(place) = expr.place_mut() {
                    self.place(place);
                }
            }
        }
    }
}

/// Leaves one of both forms of a receiver (see [`Callee::Capture`]): the one that the method takes.
fn receive(args: &mut Vec<Expr>, takes: Takes) {
    if args.len() == takes.params + 1 {
        args.remove(usize::from(!takes.reference));
    }
}

/// Makes values of what a method is called with, which numbers' own take; of both forms of a receiver the value
/// stays. Gives the receiver.
fn own_operands(args: &mut Vec<Expr>) -> Option<Expr> {
    if let [Expr { kind: ExprKind::Load(_), .. }, Expr { kind: ExprKind::Ref(_), .. }, ..] = args.as_slice() {
        args.remove(1);
    }
    for arg in args.iter_mut() {
        if let ExprKind::Ref(place) = &arg.kind {
            *arg = Expr::load(place.clone());
        }
    }
    args.first().cloned()
}

/// What a method of [`Num`](../../kiln/trait.Num.html) turns a number into as `as` does.
fn own_cast(name: &str) -> Option<Scalar> {
    match name {
        "to_f32" => Some(Scalar::F32),
        "to_f64" => Some(Scalar::F64),
        _ => None,
    }
}
