//! Every operator, compound assignment, literal and cast of a type.

use super::builder::{Kernel, cast, float, slice, unary, usize};
use kiln_codegen::ir::*;

/// The operators that Rust has for the type.
pub fn operators_of(scalar: Scalar) -> Vec<BinOp> {
    BinOp::ALL
        .into_iter()
        .filter(|op| match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => scalar != Scalar::Bool,
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => !scalar.is_float(),
            BinOp::Shl | BinOp::Shr => scalar.is_int(),
            BinOp::And | BinOp::Or => scalar == Scalar::Bool,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
        })
        .collect()
}

/// The scalars that `as` reaches.
pub fn casts_of(scalar: Scalar) -> Vec<Scalar> {
    Scalar::COMPUTED
        .into_iter()
        .filter(|to| *to == scalar || (*to != Scalar::Bool && !(scalar == Scalar::Bool && to.is_float())))
        .collect()
}

struct Results {
    kernel: Kernel,
    i: LocalId,
    x: LocalId,
    y: LocalId,
    out: LocalId,
    written: i128,
}

impl Results {
    fn x(&mut self) -> Expr {
        let i = self.kernel.get(self.i);
        self.kernel.load(self.x, i)
    }

    fn y(&mut self) -> Expr {
        let i = self.kernel.get(self.i);
        self.kernel.load(self.y, i)
    }

    /// Writes the bits of a value to the thread's next element.
    fn write(&mut self, value: Expr) {
        let k = &mut self.kernel;
        let i = k.get(self.i);
        let base = k.binary(BinOp::Mul, i, usize(100));
        let index = k.binary(BinOp::Add, base, usize(self.written));
        self.written += 1;
        let place = k.at(self.out, index);
        let value = k.bits(value);
        k.set(place, value);
    }
}

/// Writes the bits of each result of thread `i` from `i * 100` on.
pub fn operators(scalar: Scalar) -> Module {
    let mut kernel = Kernel::new(&format!("operators_{}", scalar.name()));
    let x = kernel.param("x", slice(scalar, false));
    let y = kernel.param("y", slice(scalar, false));
    let out = kernel.param("out", slice(Scalar::U64, true));
    let i = kernel.global_id();
    let mut r = Results { kernel, i, x, y, out, written: 0 };
    for op in operators_of(scalar) {
        let (x, y) = (r.x(), r.y());
        let value = r.kernel.binary(op, x, y);
        r.write(value);
    }
    if scalar.is_int() || scalar == Scalar::Bool {
        let x = r.x();
        r.write(unary(UnOp::Not, x));
    }
    if scalar.is_signed_int() || scalar.is_float() {
        let x = r.x();
        r.write(unary(UnOp::Neg, x));
        let x = r.x();
        r.write(unary(UnOp::Neg, unary(UnOp::Neg, x)));
    }
    if scalar.is_signed_int() {
        // Every form of a negation, widened: compilers have got this wrong.
        let x = r.x();
        let zero = r.kernel.binary(BinOp::Sub, Expr::int(0, scalar), x);
        r.write(zero);
        let x = r.x();
        let minus = r.kernel.binary(BinOp::Mul, x, Expr::int(-1, scalar));
        r.write(minus);
        let x = r.x();
        let negative = r.kernel.bind("negative", x);
        let place = r.kernel.place(negative);
        r.kernel.update(place, BinOp::Mul, Expr::int(-1, scalar));
        let value = r.kernel.get(negative);
        r.write(value);
    }
    for to in casts_of(scalar) {
        let x = r.x();
        r.write(cast(x, to));
    }
    literals(&mut r, scalar);
    nested(&mut r, scalar);
    compound(&mut r, scalar);
    r.kernel.finish()
}

/// Literals alone, as either operand, and as both.
fn literals(r: &mut Results, scalar: Scalar) {
    let texts: Vec<Expr> = if scalar == Scalar::Bool {
        vec![Expr::bool(true), Expr::bool(false)]
    } else if scalar.is_float() {
        ["0.5", "-2.25", "1e4", "inf", "-inf", "NaN", "0.1"].map(|text| float(text, scalar)).into()
    } else {
        let greatest = (1i128 << (scalar.bits() - u32::from(scalar.is_signed_int()))) - 1;
        let least = if scalar.is_signed_int() { -greatest - 1 } else { 0 };
        [0, 3, greatest, least].map(|value| Expr::int(value, scalar)).into()
    };
    for literal in texts {
        r.write(literal.clone());
        let y = r.y();
        let less = r.kernel.binary(BinOp::Lt, literal.clone(), y);
        r.write(less);
        if scalar != Scalar::Bool {
            let x = r.x();
            let sum = r.kernel.binary(BinOp::Add, literal.clone(), x);
            r.write(sum);
            let x = r.x();
            let difference = r.kernel.binary(BinOp::Sub, x, literal.clone());
            r.write(difference);
            let product = r.kernel.binary(BinOp::Mul, literal.clone(), literal);
            r.write(product);
        }
    }
    if scalar.is_int() {
        for op in [BinOp::Div, BinOp::Rem, BinOp::Shl, BinOp::Shr] {
            let x = r.x();
            let value = r.kernel.binary(op, x, Expr::int(3, scalar));
            r.write(value);
        }
        for op in [BinOp::Shl, BinOp::Shr] {
            let amount = r.y();
            let value = r.kernel.binary(op, Expr::int(3, scalar), cast(amount, Scalar::I8));
            r.write(value);
        }
    }
}

/// Trees, where parentheses and promotions show.
fn nested(r: &mut Results, scalar: Scalar) {
    let (x, y, z) = (r.x(), r.y(), r.x());
    let k = &mut r.kernel;
    let less = k.binary(BinOp::Lt, x.clone(), y.clone());
    let select = Expr::new(
        ExprKind::Select {
            condition: Box::new(less.clone()),
            then: Box::new(x.clone()),
            otherwise: Box::new(y.clone()),
        },
        Type::Scalar(scalar),
    );
    if scalar == Scalar::Bool {
        let both = k.binary(BinOp::And, select, less);
        let either = k.binary(BinOp::Or, both, unary(UnOp::Not, y));
        r.write(either);
        return;
    }
    let sum = k.binary(BinOp::Add, x.clone(), y.clone());
    let product = k.binary(BinOp::Mul, sum.clone(), z.clone());
    let difference = k.binary(BinOp::Sub, product.clone(), sum.clone());
    let other = k.binary(BinOp::Sub, z, difference.clone());
    r.write(other);
    let k = &mut r.kernel;
    let larger = k.binary(BinOp::Ge, difference, select.clone());
    r.write(larger);
    let k = &mut r.kernel;
    let chosen = k.binary(BinOp::Mul, select, y.clone());
    r.write(chosen);
    if scalar.is_int() {
        let k = &mut r.kernel;
        let masked = k.binary(BinOp::BitAnd, sum.clone(), y.clone());
        let mixed = k.binary(BinOp::BitOr, masked, product.clone());
        let shifted = k.binary(BinOp::Shr, mixed.clone(), y.clone());
        let shifted = k.binary(BinOp::Shl, shifted, x.clone());
        r.write(shifted);
        let k = &mut r.kernel;
        let quotient = k.binary(BinOp::Div, product, mixed);
        let sum = k.binary(BinOp::Add, quotient, unary(UnOp::Not, sum));
        r.write(sum);
    }
}

/// Compound assignments, to a variable and to memory.
fn compound(r: &mut Results, scalar: Scalar) {
    let x = r.x();
    let total = r.kernel.bind("total", x);
    for op in operators_of(scalar).into_iter().filter(|op| !op.is_comparison() && !op.is_lazy()) {
        let y = r.y();
        let place = r.kernel.place(total);
        r.kernel.update(place, op, y);
        let value = r.kernel.get(total);
        r.write(value);
    }
    if scalar == Scalar::Bool {
        return;
    }
    let one = if scalar.is_float() { float("1.5", scalar) } else { Expr::int(3, scalar) };
    for op in operators_of(scalar).into_iter().filter(|op| !op.is_comparison()) {
        let place = r.kernel.place(total);
        r.kernel.update(place, op, one.clone());
    }
    let value = r.kernel.get(total);
    r.write(value);
}
