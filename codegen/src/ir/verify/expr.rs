//! Expressions: types, places, calls and what may stand where.

use super::{Rule, Verifier, is_value};
use crate::compact::List;
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine, Order, Slot};
use crate::ir::{
    BinOp, Callee, Check, Expr, ExprKind, FunctionId, Len, Literal, LocalId, Place, Scalar, SiteId, SiteKind,
    Step, TileOp, Type, UnOp,
};

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The whole value of a `let` or a plain assignment.
    Whole,
    /// The whole of an evaluation statement.
    Evaluated,
    Returned,
    Argument,
    /// An element of an array or a field of a struct that is made.
    Part,
    Operand,
}

impl Role {
    fn takes_effects(self) -> bool {
        match self {
            Role::Whole | Role::Evaluated => true,
            Role::Returned | Role::Argument | Role::Part | Role::Operand => false,
        }
    }

    fn takes_aggregates(self) -> bool {
        match self {
            Role::Whole | Role::Evaluated | Role::Returned | Role::Argument | Role::Part => true,
            Role::Operand => false,
        }
    }
}

impl Verifier<'_> {
    /// The expression and what is inside. The rules of each kind are functions of their own, since frames add up where
    /// expressions nest.
    pub(super) fn expr(&mut self, expr: &Expr, role: Role) {
        if !self.deeper() {
            return;
        }
        self.closed(&expr.ty);
        self.standing(expr, role);
        match &expr.kind {
            ExprKind::LenOf(_) => self.report(Rule::Closed, "the length of a place"),
            ExprKind::Make(fields) => {
                for (_, value) in fields {
                    self.expr(value, Role::Part);
                }
                self.make(fields, &expr.ty);
            }
            ExprKind::Literal(literal) => self.literal(literal, &expr.ty),
            ExprKind::Capture(id) => self.report(Rule::Closed, format!("the captured constant ${}", id.0)),
            ExprKind::Load(place) => self.load(place, &expr.ty),
            ExprKind::Len(local) => self.len(*local, &expr.ty),
            ExprKind::Unary(op, operand) => {
                self.expr(operand, Role::Operand);
                self.unary(*op, operand, &expr.ty);
            }
            ExprKind::Binary { op, lhs, rhs, site } => {
                self.expr(lhs, Role::Operand);
                self.expr(rhs, Role::Operand);
                self.binary(*op, lhs, rhs, *site, &expr.ty);
            }
            ExprKind::Cast(operand) => {
                self.expr(operand, Role::Operand);
                self.cast(operand, &expr.ty);
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.expr(condition, Role::Operand);
                self.expr(then, Role::Operand);
                self.expr(otherwise, Role::Operand);
                self.select(condition, then, otherwise, &expr.ty);
            }
            ExprKind::Call { callee, args, site } => {
                for arg in args {
                    self.expr(arg, Role::Argument);
                }
                self.call(callee, args, *site, &expr.ty);
            }
            ExprKind::Array(items) => {
                for item in items {
                    self.expr(item, Role::Part);
                }
                self.array(items, &expr.ty);
            }
            ExprKind::Repeat(value) => {
                self.expr(value, Role::Part);
                self.repeat(value, &expr.ty);
            }
            ExprKind::Ref(place) => {
                self.place(place);
                self.reference(place, &expr.ty);
            }
            ExprKind::Extent { tensor, axis } => {
                self.used(*tensor);
                self.extent(*tensor, *axis, &expr.ty);
            }
            ExprKind::Tile { op, args } => {
                for arg in args {
                    self.expr(arg, Role::Operand);
                }
                self.tile(*op, args, &expr.ty);
            }
        }
        self.depth -= 1;
    }

    fn literal(&mut self, literal: &Literal, ty: &Type) {
        self.hold(Rule::Literals, literal_fits(literal, ty), || {
            format!("the literal {literal:?} of type `{ty}`")
        });
    }

    fn load(&mut self, place: &Place, ty: &Type) {
        self.place(place);
        self.hold(Rule::Places, *ty == place.ty, || {
            format!("a read of type `{ty}` from a place of type `{}`", place.ty)
        });
        self.hold(Rule::Places, is_value(&place.ty), || format!("a read of a whole `{}`", place.ty));
    }

    fn unary(&mut self, op: UnOp, operand: &Expr, ty: &Type) {
        let fits = operand.ty.lane().scalar().is_some_and(|scalar| match op {
            UnOp::Neg => scalar != Scalar::Bool && !scalar.is_float8(),
            UnOp::Not => !scalar.is_float(),
        });
        self.hold(Rule::Types, fits && operand.ty == *ty, || {
            format!("{op:?} of type `{ty}` on `{}`", operand.ty)
        });
    }

    fn cast(&mut self, operand: &Expr, ty: &Type) {
        let shapes = operand.ty.shape() == ty.shape();
        self.hold(Rule::Types, shapes && cast_fits(operand.ty.lane(), ty.lane()), || {
            format!("a cast from `{}` to `{ty}`", operand.ty)
        });
    }

    fn select(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, ty: &Type) {
        let operands = [&condition.ty, &then.ty, &otherwise.ty];
        let fits = *condition.ty.lane() == Type::BOOL
            && then.ty.lane() == otherwise.ty.lane()
            && Type::lifted(then.ty.lane().clone(), operands).as_ref() == Some(ty)
            // A scalar condition chooses one of two values of a type; only a tile of conditions broadcasts.
            && (condition.ty.shape().is_some() || then.ty == otherwise.ty);
        self.hold(Rule::Types, fits, || {
            format!("a selection of `{ty}` by `{}` from `{}` and `{}`", condition.ty, then.ty, otherwise.ty)
        });
    }

    fn array(&mut self, items: &[Expr], ty: &Type) {
        let fits = match ty {
            Type::Array(element, len) => {
                *len == Len::Const(items.len() as u64) && items.iter().all(|item| item.ty == **element)
            }
            Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Struct(_)
            | Type::Tuple(_) => false,
        };
        self.hold(Rule::Types, fits, || format!("{} values as an array of type `{ty}`", items.len()));
    }

    fn make(&mut self, fields: &[(String, Expr)], ty: &Type) {
        let fits = match ty {
            Type::Struct(found) => {
                found.fields.len() == fields.len()
                    && found
                        .fields
                        .iter()
                        .zip(fields)
                        .all(|(field, (name, value))| field.name == *name && field.ty == value.ty)
            }
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Tuple(_)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tensor { .. }
            | Type::Tile { .. } => false,
        };
        self.hold(Rule::Types, fits, || format!("{} fields as a value of type `{ty}`", fields.len()));
    }

    fn repeat(&mut self, value: &Expr, ty: &Type) {
        let fits = matches!(ty, Type::Array(element, _) if **element == value.ty);
        self.hold(Rule::Types, fits, || format!("a repeated `{}` of type `{ty}`", value.ty));
    }

    /// What may stand where.
    fn standing(&mut self, expr: &Expr, role: Role) {
        let effect = match &expr.kind {
            ExprKind::Call { callee, .. } => match callee {
                Callee::Intrinsic(row) => !row.is_pure(),
                Callee::Function(_) => true,
                // Rule 2 reports these.
                Callee::Method(_) | Callee::Assoc(..) | Callee::Capture(_) | Callee::Operator(..) => false,
            },
            ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Load(_)
            | ExprKind::Len(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Ref(_)
            | ExprKind::Extent { .. }
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => false,
            ExprKind::Tile { op, .. } => matches!(op, TileOp::Store { .. } | TileOp::Change { .. }),
        };
        self.hold(Rule::Effects, !effect || role.takes_effects(), || {
            "a call with an effect inside a value".to_owned()
        });
        self.hold(Rule::Effects, expr.ty != Type::Unit || role == Role::Evaluated, || {
            "a call without a result as a value".to_owned()
        });
        let is_ref = matches!(expr.kind, ExprKind::Ref(_));
        self.hold(Rule::References, !is_ref || role == Role::Argument, || {
            "a reference that is not an argument".to_owned()
        });
        let is_display = matches!(expr.kind, ExprKind::Array(_) | ExprKind::Repeat(_) | ExprKind::Make(_));
        // A selection is of scalars; of what has parts a branch selects.
        let is_whole = expr.ty.is_aggregate();
        let selects = matches!(expr.kind, ExprKind::Select { .. });
        self.hold(
            Rule::Aggregates,
            (!is_display || role == Role::Whole) && (!is_whole || role.takes_aggregates() && !selects),
            || format!("a value of type `{}` where no array or struct can stand", expr.ty),
        );
    }

    pub(super) fn place(&mut self, place: &Place) {
        self.used(place.base);
        for step in &place.steps {
            match step {
                Step::Index { index, check } => {
                    self.expr(index, Role::Operand);
                    self.hold(Rule::Places, index.ty == Type::USIZE, || {
                        format!("an index of type `{}`", index.ty)
                    });
                    match check {
                        Check::Checked(site) => self.index_site(*site),
                        Check::Proven | Check::Unchecked => {}
                    }
                }
                // Whether there is such a field, the place's type tells.
                Step::Field(_) => {}
                Step::Slice { start, len } => {
                    for bound in [start, len] {
                        self.expr(bound, Role::Operand);
                        self.hold(Rule::Places, bound.ty == Type::USIZE, || {
                            format!("a part bounded by a `{}`", bound.ty)
                        });
                    }
                }
            }
        }
        if (place.base.0 as usize) < self.function.locals.len() {
            let natural = self.scope.place(place);
            self.hold(Rule::Places, natural.as_ref() == Some(&place.ty), || match natural {
                Some(ty) => format!("a place of type `{ty}` that says `{}`", place.ty),
                None => "an index into what is neither array nor slice".to_owned(),
            });
        }
    }

    pub(super) fn used(&mut self, id: LocalId) {
        let Some(local) = self.function.locals.get(id.0 as usize) else {
            return self.report(Rule::Ids, format!("the local #{} does not exist", id.0));
        };
        let visible = self.visible[id.0 as usize];
        self.hold(Rule::Scope, visible, || format!("`{}#{}` is used outside of its scope", local.name, id.0));
    }

    fn len(&mut self, id: LocalId, ty: &Type) {
        self.used(id);
        let element = self.function.locals.get(id.0 as usize).map(|local| local.ty.element().is_some());
        self.hold(Rule::Places, element != Some(false), || {
            format!("the length of #{}, which has none", id.0)
        });
        self.hold(Rule::Types, *ty == Type::USIZE, || format!("a length of type `{ty}`"));
    }

    fn index_site(&mut self, id: SiteId) {
        if let Some(site) = self.site_entry(id) {
            self.hold(Rule::Sites, matches!(site.kind, SiteKind::Index { .. }), || {
                format!("an index at @{}, which is not a site of an index", id.0)
            });
        }
    }

    fn binary(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr, site: Option<SiteId>, ty: &Type) {
        let boolean = op.is_comparison() || op.is_lazy();
        let lane = if boolean { Type::BOOL } else { lhs.ty.lane().clone() };
        let result = Type::lifted(lane, [&lhs.ty, &rhs.ty]);
        let whole = result.as_ref().is_some_and(|result| result.shape().is_some());
        // On tiles both sides are evaluated, and no element may fail by itself.
        let lifts = !whole || !op.is_lazy() && !is_int_division(op, &lhs.ty);
        self.hold(
            Rule::Types,
            binary_fits(op, &lhs.ty, &rhs.ty) && lifts && result.as_ref() == Some(ty),
            || format!("`{}` on `{}` and `{}` giving `{ty}`", op.symbol(), lhs.ty, rhs.ty),
        );
        let divides = matches!(op, BinOp::Div | BinOp::Rem) && lhs.ty.scalar().is_some_and(Scalar::is_int);
        match site {
            Some(site) if divides => self.divide_site(site),
            Some(site) => {
                self.site_entry(site);
            }
            None => self.hold(Rule::Sites, !divides, || "an integer division without a site".to_owned()),
        }
    }

    fn reference(&mut self, place: &Place, ty: &Type) {
        let through = self.function.locals.get(place.base.0 as usize).map(|local| &local.ty);
        let writable = match through {
            Some(Type::Slice { mutable, .. } | Type::Ref { mutable, .. } | Type::Tensor { mutable, .. }) => {
                *mutable
            }
            Some(
                Type::Unit
                | Type::Scalar(_)
                | Type::Array(..)
                | Type::Struct(_)
                | Type::Tuple(_)
                | Type::Atomic(_)
                | Type::Tile { .. }
                | Type::Capture(_)
                | Type::Infer(_),
            )
            | None => true,
        };
        let fits = match ty {
            Type::Slice { element, mutable } => place.ty.element() == Some(element) && (!mutable || writable),
            Type::Ref { target, mutable } => place.ty == **target && (!mutable || writable),
            Type::Tensor { element, rank, mutable } => match &place.ty {
                Type::Tensor { element: found, rank: other, .. } => {
                    found == element && other == rank && (!mutable || writable)
                }
                _ => false,
            },
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tile { .. }
            | Type::Struct(_)
            | Type::Tuple(_) => false,
        };
        self.hold(Rule::References, fits, || format!("a reference `{ty}` to a place of type `{}`", place.ty));
    }

    fn call(&mut self, callee: &Callee, args: &[Expr], site: Option<SiteId>, ty: &Type) {
        match callee {
            Callee::Intrinsic(row) => self.intrinsic(row, args, site, ty),
            Callee::Function(id) => self.device_function(*id, args, ty),
            Callee::Method(name) => self.report(Rule::Closed, format!("the unresolved method `{name}`")),
            Callee::Assoc(of, name) => self.report(Rule::Closed, format!("the unresolved `<{of}>::{name}`")),
            Callee::Capture(id) => self.report(Rule::Closed, format!("the captured function ${}", id.0)),
            Callee::Operator(op, _) => {
                self.report(Rule::Closed, format!("`{}` of operands that are not known", op.symbol()));
            }
        }
    }

    fn intrinsic(&mut self, row: &Intrinsic, args: &[Expr], site: Option<SiteId>, ty: &Type) {
        let name = row.name;
        let operands = row.params.iter().zip(args.iter().map(|arg| &arg.ty)).chain([(&row.result, ty)]);
        let generic = operands.clone().find_map(|(slot, ty)| slot.generic_of(ty));
        let class_fits = match generic {
            Some(scalar) => row.class.contains(scalar),
            None => row.class == crate::intrinsics::Class::None,
        };
        let types_fit =
            operands.into_iter().all(|(slot, ty)| slot.resolve(generic.unwrap_or(Scalar::U32)) == *ty.lane());
        let is_lifted = args.iter().any(|arg| arg.ty.shape().is_some()) || ty.shape().is_some();
        let shapes = Type::lifted(ty.lane().clone(), args.iter().map(|arg| &arg.ty));
        let types_fit =
            types_fit && (!is_lifted || row.effect == Effect::Pure && shapes.as_ref() == Some(ty));
        self.hold(Rule::Tiles, !self.in_tiles || row.is_pure() && !row.sees_threads(), || {
            format!("the intrinsic `{name}` in a tile kernel, which has no threads")
        });
        self.hold(Rule::Calls, class_fits && types_fit && args.len() == row.params.len(), || {
            let types: Vec<_> = args.iter().map(|arg| arg.ty.to_string()).list();
            format!("the intrinsic `{name}` does not take ({}) and give `{ty}`", types.join(", "))
        });
        if let Cpu::Machine(Machine::Atomic(_)) = row.cpu {
            // Orderings are the operands of fixed type.
            let orders =
                row.params.iter().zip(args).filter(|(slot, _)| matches!(slot, Slot::Fixed(Scalar::U32)));
            let known = orders.clone().all(|(_, arg)| is_order(arg));
            self.hold(Rule::Calls, known, || {
                format!("`{name}` with an ordering that is not a literal from 0 to 4")
            });
        }
        self.elements(row, args, generic);
        let divides = match row.effect {
            Effect::Divisor(_) => generic.is_none_or(Scalar::is_int),
            Effect::Pure | Effect::Memory | Effect::Barrier | Effect::Convergent => false,
        };
        match site {
            Some(site) if divides => self.divide_site(site),
            Some(site) => {
                self.site_entry(site);
            }
            None => self.hold(Rule::Sites, !divides, || format!("`{name}` without a site")),
        }
    }

    fn device_function(&mut self, id: FunctionId, args: &[Expr], ty: &Type) {
        let Some(function) = self.module.functions.get(id.0 as usize) else {
            return self.report(Rule::Ids, format!("the function #{} does not exist", id.0));
        };
        let earlier = (id.0 as usize) < self.scope.earlier.len();
        self.hold(Rule::Calls, earlier, || {
            format!("a call of `{}`, which does not stand before", function.name)
        });
        let fits = function.params.len() == args.len()
            && function.params.iter().zip(args).all(|(param, arg)| {
                function.locals.get(param.0 as usize).is_some_and(|local| local.ty == arg.ty)
            });
        self.hold(Rule::Calls, fits && *ty == function.result, || {
            let types: Vec<_> = args.iter().map(|arg| arg.ty.to_string()).list();
            format!("the function `{}` does not take ({}) and give `{ty}`", function.name, types.join(", "))
        });
    }
}

/// Whether the operator is a division of integers, which fails on a zero divisor.
fn is_int_division(op: BinOp, lhs: &Type) -> bool {
    matches!(op, BinOp::Div | BinOp::Rem) && lhs.lane().scalar().is_some_and(Scalar::is_int)
}

/// Whether the operator takes operands of these types, or tiles of them.
pub(super) fn binary_fits(op: BinOp, lhs: &Type, rhs: &Type) -> bool {
    let (Some(left), Some(right)) = (lhs.lane().scalar(), rhs.lane().scalar()) else { return false };
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
            left == right && left != Scalar::Bool && !left.is_float8()
        }
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => left == right && !left.is_float(),
        BinOp::Shl | BinOp::Shr => left.is_int() && right.is_int(),
        BinOp::And | BinOp::Or => left == Scalar::Bool && right == Scalar::Bool,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
            left == right && !left.is_float8()
        }
    }
}

fn cast_fits(from: &Type, to: &Type) -> bool {
    match (from.scalar(), to.scalar()) {
        (Some(Scalar::Bool), Some(to)) => !to.is_float(),
        // Inference writes out the others.
        (Some(from), Some(to)) if from.is_float8() => to == Scalar::F32 || to == from,
        (Some(from), Some(to)) if to.is_float8() => matches!(from, Scalar::F32 | Scalar::F64),
        (Some(_), Some(to)) => to != Scalar::Bool,
        (None, _) | (_, None) => false,
    }
}

fn literal_fits(literal: &Literal, ty: &Type) -> bool {
    let Some(scalar) = ty.scalar() else { return false };
    match literal {
        Literal::Bool(_) => scalar == Scalar::Bool,
        Literal::Int(value) => {
            let bits = scalar.bits();
            let range = if scalar.is_signed_int() {
                -(1i128 << (bits - 1))..1i128 << (bits - 1)
            } else {
                0..1i128 << bits
            };
            scalar.is_int() && range.contains(value)
        }
        Literal::Float(text) => scalar.is_float() && text.0.parse::<f64>().is_ok(),
    }
}

fn is_order(arg: &Expr) -> bool {
    let ExprKind::Literal(Literal::Int(value)) = &arg.kind else { return false };
    u64::try_from(*value).ok().and_then(Order::from_number).is_some()
}
