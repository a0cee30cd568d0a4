//! Constants of structs and arrays: a variable filled just before the statement that asks for them.
//!
//! Takes a function and the values of its captures that are such constants; guarantees that none of those stands in an
//! expression any more. A constant has no effects, so that where it is filled does not matter.

use crate::compact::List;
use crate::ir::{
    BinOp, Block, Check, Expr, ExprKind, Function, Len, Literal, LocalKind, Place, SiteId, Step, Stmt,
    StmtKind, Struct, Type,
};

/// A constant's type and the bits of its scalars, in the order of fields and elements.
pub type Constant = (Type, Vec<u64>);

/// Puts constants in the place of captures, of which these are the values, by number.
pub fn fill(function: &mut Function, values: &[Option<Constant>]) {
    if values.iter().any(Option::is_some) {
        let mut body = std::mem::take(&mut function.body);
        Fill { function, values }.block(&mut body);
        function.body = body;
    }
}

struct Fill<'a> {
    function: &'a mut Function,
    values: &'a [Option<Constant>],
}

impl Fill<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.0) {
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            let site = stmt.site;
            // The constant that a variable starts as is filled in where it is.
            if let StmtKind::Let { local, init: Some(init) } = &stmt.kind
                && let ExprKind::Capture(id) = init.kind
                && let Some(Some((ty, bits))) = self.values.get(id.0 as usize)
            {
                self.function.locals[local.0 as usize].ty = ty.clone();
                block.0.push(Stmt { kind: StmtKind::Let { local: *local, init: None }, site });
                write(Place::local(*local, ty.clone()), &mut bits.iter().copied(), site, &mut block.0);
                continue;
            }
            let mut before = Vec::new();
            stmt.for_each_expr_mut(&mut |expr| self.pattern(expr, site, &mut before));
            stmt.for_each_expr_mut(&mut |expr| expr.rewrite(&mut |expr| self.expr(expr, site, &mut before)));
            block.0.append(&mut before);
            block.0.push(stmt);
        }
    }

    /// A pattern that is a constant of an enum whose variants have fields: the fields of its variant are compared.
    fn pattern(&mut self, expr: &mut Expr, site: SiteId, before: &mut Vec<Stmt>) {
        if let ExprKind::Binary { op: BinOp::Eq, lhs, rhs, .. } = &mut expr.kind
            && let ExprKind::Capture(id) = rhs.kind
            && let Some(Some((Type::Struct(of), bits))) = self.values.get(id.0 as usize)
        {
            // What is matched may be a constant too.
            self.expr(lhs, site, before);
            if let ExprKind::Load(place) = &lhs.kind
                && let Some(test) = equal_to(place, of, bits)
            {
                *expr = test;
                return;
            }
        }
        expr.for_each_child_mut(&mut |child| self.pattern(child, site, before));
    }

    fn expr(&mut self, expr: &mut Expr, site: SiteId, before: &mut Vec<Stmt>) {
        let ExprKind::Capture(id) = expr.kind else { return };
        let Some(Some((ty, bits))) = self.values.get(id.0 as usize) else { return };
        let local = self.function.add_local("constant", ty.clone(), LocalKind::Temp);
        before.push(Stmt { kind: StmtKind::Let { local, init: None }, site });
        write(Place::local(local, ty.clone()), &mut bits.iter().copied(), site, before);
        *expr = Expr::local(local, ty.clone());
    }
}

/// Whether the value of an enum is of the same variant as a constant, with equal fields. `None` where the type is no
/// such enum, or a field is one.
fn equal_to(place: &Place, of: &Struct, bits: &[u64]) -> Option<Expr> {
    let tag = *bits.first()?;
    let variant = of.variants.iter().find(|variant| variant.tag == tag)?;
    let qualified = |name: &str, ty: &Type| {
        let mut part = place.clone();
        part.steps.push(Step::Field(format!("{}::{name}", variant.name)));
        part.ty = ty.clone();
        Expr::load(part)
    };
    let mut test = qualified("", &Type::BOOL);
    for field in &variant.fields {
        let scalar = field.ty.scalar()?;
        let (number, cell) =
            of.fields.iter().enumerate().rev().find(|(_, cell)| cell.offset <= field.offset)?;
        let value = bits.get(number)? >> (8 * (field.offset - cell.offset));
        let value = value & (u64::MAX >> (64 - 8 * scalar.size()));
        let value = Expr::new(ExprKind::Literal(Literal::from_bits(value, scalar)), field.ty.clone());
        let same = Expr::binary(BinOp::Eq, qualified(&field.name, &field.ty), value, Type::BOOL);
        test = Expr::binary(BinOp::And, test, same, Type::BOOL);
    }
    Some(test)
}

/// Writes a place's scalars: an array or a struct of scalars at once, anything else part by part.
fn write(place: Place, bits: &mut dyn Iterator<Item = u64>, site: SiteId, out: &mut Vec<Stmt>) {
    let assign = |place: Place, kind: ExprKind| {
        let value = Expr::new(kind, place.ty.clone());
        Stmt { kind: StmtKind::Assign { place, op: None, value }, site }
    };
    match place.ty.clone() {
        Type::Scalar(scalar) => {
            let literal = Literal::from_bits(bits.next().unwrap_or(0), scalar);
            out.push(assign(place, ExprKind::Literal(literal)));
        }
        Type::Array(element, Len::Const(len)) => {
            if let Type::Scalar(scalar) = *element {
                let literal =
                    |bits| Expr::new(ExprKind::Literal(Literal::from_bits(bits, scalar)), (*element).clone());
                let values = bits.take(len as usize).map(literal).list();
                return out.push(assign(place, ExprKind::Array(values)));
            }
            for index in 0..len {
                let mut part = place.clone();
                let index = Expr::int(i128::from(index), crate::ir::Scalar::Usize);
                part.steps.push(Step::Index { index: Box::new(index), check: Check::Proven });
                part.ty = (*element).clone();
                write(part, bits, site, out);
            }
        }
        Type::Struct(found) => {
            let scalars: Option<Vec<_>> = found.fields.iter().map(|field| field.ty.scalar()).collect();
            if let Some(scalars) = scalars {
                let fields = found.fields.iter().zip(scalars).map(|(field, scalar)| {
                    let literal = Literal::from_bits(bits.next().unwrap_or(0), scalar);
                    (field.name.clone(), Expr::new(ExprKind::Literal(literal), field.ty.clone()))
                });
                let made = ExprKind::Make(fields.list());
                return out.push(assign(place, made));
            }
            for field in &found.fields {
                let mut part = place.clone();
                part.steps.push(Step::Field(field.name.clone()));
                part.ty = field.ty.clone();
                write(part, bits, site, out);
            }
        }
        // No constant is of these.
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Tuple(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => {}
    }
}
