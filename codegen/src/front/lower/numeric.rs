//! What numbers have of std's that is made of several operations here: `checked_mul` and its like, the questions of
//! ASCII, bytes, and neighbors of floats.
//!
//! Takes the call; guarantees what std computes. A number's bytes and a float's neighbors are made for the type
//! that the tokens say: where they say none, the refusal tells how to.

use proc_macro2::Span;
use syn::Expr as Syn;

use super::Lower;
use super::iter::is_iterator;
use super::subject::Subject;
use crate::diagnostic::Code;
use crate::intrinsics;
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Len, Literal, LocalId, LocalKind, Operator, Place, Scalar,
    SiteKind, Step, StmtKind, Type,
};

/// The methods of integers that give an `Option`, and how many operands they take.
const CHECKED: [(&str, usize); 15] = [
    ("checked_add", 1),
    ("checked_sub", 1),
    ("checked_mul", 1),
    ("checked_div", 1),
    ("checked_rem", 1),
    ("checked_div_euclid", 1),
    ("checked_rem_euclid", 1),
    ("checked_neg", 0),
    ("checked_abs", 0),
    ("checked_shl", 1),
    ("checked_shr", 1),
    ("checked_next_power_of_two", 0),
    ("checked_pow", 1),
    ("checked_ilog2", 0),
    ("checked_ilog10", 0),
];

/// The methods of integers that give what wraps around and whether it did, and how many operands they take.
const OVERFLOWING: [(&str, usize); 8] = [
    ("overflowing_add", 1),
    ("overflowing_sub", 1),
    ("overflowing_mul", 1),
    ("overflowing_neg", 0),
    ("overflowing_abs", 0),
    ("overflowing_shl", 1),
    ("overflowing_shr", 1),
    ("overflowing_pow", 1),
];

/// Whether an integer's method gives an `Option` that a kernel can ask.
pub(super) fn is_checked(name: &str, operands: usize) -> bool {
    CHECKED.contains(&(name, operands))
}

/// The bytes for which a question of ASCII is answered with yes: from the first to the last of each pair.
fn of_ascii(name: &str) -> Option<&'static [(u8, u8)]> {
    Some(match name {
        "is_ascii" => &[(0, 127)],
        "is_ascii_digit" => &[(b'0', b'9')],
        "is_ascii_hexdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        "is_ascii_uppercase" => &[(b'A', b'Z')],
        "is_ascii_lowercase" => &[(b'a', b'z')],
        "is_ascii_alphabetic" => &[(b'A', b'Z'), (b'a', b'z')],
        "is_ascii_alphanumeric" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        "is_ascii_whitespace" => &[(9, 10), (12, 13), (b' ', b' ')],
        "is_ascii_punctuation" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
        "is_ascii_graphic" => &[(33, 126)],
        "is_ascii_control" => &[(0, 31), (127, 127)],
        _ => return None,
    })
}

impl Lower<'_> {
    /// `a.checked_mul(b)` and its like: what it would give, and whether it gives that.
    pub(super) fn checked_method(&mut self, call: &syn::ExprMethodCall, args: &[&Syn]) -> (Subject, Expr) {
        let name = call.method.to_string();
        self.tested(name.trim_start_matches("checked_"), call, args)
    }

    /// What an operation gives where it wraps around, and whether it does not.
    fn tested(&mut self, rule: &str, call: &syn::ExprMethodCall, args: &[&Syn]) -> (Subject, Expr) {
        let span = call.method.span();
        let operands: Vec<&Syn> = std::iter::once(&*call.receiver).chain(args.iter().copied()).collect();
        let values = self.sequence(&operands);
        let mut values: Vec<Expr> =
            values.into_iter().map(|value| self.temporary("operand", value)).collect();
        let first = values[0].clone();
        let zero = |like: &Expr| Expr::new(ExprKind::Literal(Literal::Int(0)), like.ty.clone());
        let bool = |op, a, b| Expr::binary(op, a, b, Type::BOOL);
        match rule {
            "div" | "rem" | "div_euclid" | "rem_euclid" => return self.checked_division(rule, &values, span),
            "shl" | "shr" => {
                let bits = self.end_of_type(&first, "BITS");
                let some = bool(BinOp::Lt, values[1].clone(), bits);
                let value = self.method(&format!("wrapping_{rule}"), values, span);
                return self.both(value, some);
            }
            "next_power_of_two" => {
                let value = self.method(rule, values, span);
                let value = self.temporary("result", value);
                let some = bool(BinOp::Ne, value.clone(), zero(&first));
                return self.both(value, some);
            }
            "ilog2" | "ilog10" => {
                let some = bool(BinOp::Gt, first.clone(), zero(&first));
                let value = self.method(rule, values, span);
                return self.both(value, some);
            }
            // What is taken from nothing is the same for all integers.
            "neg" => values.insert(0, zero(&first)),
            _ => {}
        }
        let rule = if rule == "neg" { "sub" } else { rule };
        let wrapped = self.method(&format!("wrapping_{rule}"), values.clone(), span);
        let wrapped = self.temporary("result", wrapped);
        let limited = self.method(&format!("saturating_{rule}"), values.clone(), span);
        // What saturates is not what wraps around, but for a product that wraps to the end of the type.
        let limited = self.temporary("limited", limited);
        let equal = bool(BinOp::Eq, wrapped.clone(), limited.clone());
        if rule == "pow" {
            return self.tested_power(&values, wrapped, limited, span);
        }
        if rule != "mul" {
            return self.both(wrapped, equal);
        }
        let there = self.flag(equal);
        let ends = ["MIN", "MAX"].map(|end| {
            let end = self.end_of_type(&wrapped, end);
            bool(BinOp::Eq, wrapped.clone(), end)
        });
        let [least, greatest] = ends;
        let other = bool(BinOp::Ne, values[1].clone(), zero(&first));
        let at_end = bool(BinOp::And, bool(BinOp::Or, least, greatest), other);
        let doubt = bool(BinOp::And, Expr::load(there.clone()), at_end);
        let then = self.scoped_block(|lower| {
            let quotient = lower.quotient(BinOp::Div, wrapped.clone(), values[1].clone(), span);
            let value = bool(BinOp::Eq, quotient, first.clone());
            lower.push(StmtKind::Assign { place: there.clone(), op: None, value });
        });
        self.push(StmtKind::If { condition: doubt, then, otherwise: Block::default() });
        (Subject::Value(wrapped), Expr::load(there))
    }

    /// Whether a power is one of its type. Where it stops before the end of the type, it is. It is the greatest
    /// number of the type (one less than a power of two) as a power of one only, and the least one, of types with a
    /// sign, where the base is a power of two but for its sign, and nothing was lost of the power's one bit.
    fn tested_power(&mut self, values: &[Expr], wrapped: Expr, limited: Expr, span: Span) -> (Subject, Expr) {
        let bool = |op, a, b| Expr::binary(op, a, b, Type::BOOL);
        let base = &values[0];
        let u32 = |value| Expr::int(value, Scalar::U32);
        let zero = Expr::new(ExprKind::Literal(Literal::Int(0)), base.ty.clone());
        let [least, greatest] = ["MIN", "MAX"].map(|end| self.end_of_type(base, end));
        let mut bits = ["count_ones", "trailing_zeros"].map(|name| {
            let mut count = self.method(name, vec![base.clone()], span);
            count.ty = Type::U32;
            count
        });
        let [ones, zeros] = &mut bits;
        let both = Expr::binary(BinOp::Add, ones.clone(), zeros.clone(), Type::U32);
        let all = self.end_of_type(base, "BITS");
        let exact =
            bool(BinOp::And, bool(BinOp::Eq, wrapped.clone(), limited.clone()), bool(BinOp::Eq, both, all));
        let at_least =
            bool(BinOp::And, bool(BinOp::Eq, limited.clone(), least.clone()), bool(BinOp::Ne, least, zero));
        let some = select(at_least, exact, Expr::bool(true));
        let once = bool(BinOp::Eq, values[1].clone(), u32(1));
        let some = select(bool(BinOp::Eq, limited, greatest), once, some);
        self.both(wrapped, some)
    }

    /// A division that gives nothing for a divisor of zero, and for the one quotient that is beyond the type.
    fn checked_division(&mut self, rule: &str, values: &[Expr], span: Span) -> (Subject, Expr) {
        let (a, b) = (values[0].clone(), values[1].clone());
        let literal = |value| Expr::new(ExprKind::Literal(Literal::Int(value)), a.ty.clone());
        let bool = |op, a, b| Expr::binary(op, a, b, Type::BOOL);
        // Nothing less a number stops before that number's negative only for the least, of types with a sign.
        let nothing = || vec![literal(0), a.clone()];
        let wrapped = self.method("wrapping_sub", nothing(), span);
        let limited = self.method("saturating_sub", nothing(), span);
        let least = self.end_of_type(&a, "MIN");
        let beyond = bool(BinOp::And, bool(BinOp::Eq, a.clone(), least), bool(BinOp::Ne, wrapped, limited));
        let ones = Expr::new(ExprKind::Unary(crate::ir::UnOp::Not, Box::new(literal(0))), a.ty.clone());
        let beyond = bool(BinOp::And, beyond, bool(BinOp::Eq, b.clone(), ones));
        let some = bool(BinOp::And, bool(BinOp::Ne, b.clone(), literal(0)), super::pattern::not(beyond));
        let some = Expr::load(self.flag(some));
        let local = self.new_local("result", a.ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(a.clone()) });
        let place = Place::local(local, a.ty.clone());
        let then = self.scoped_block(|lower| {
            let value = match rule {
                "div" => lower.quotient(BinOp::Div, a.clone(), b.clone(), span),
                "rem" => lower.quotient(BinOp::Rem, a.clone(), b.clone(), span),
                rule => lower.method(rule, vec![a.clone(), b.clone()], span),
            };
            lower.push(StmtKind::Assign { place: place.clone(), op: None, value });
        });
        self.push(StmtKind::If { condition: some.clone(), then, otherwise: Block::default() });
        (Subject::Value(Expr::load(place)), some)
    }

    fn quotient(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Expr {
        let (ty, site) = (a.ty.clone(), Some(self.new_site(span, SiteKind::Divide)));
        Expr::new(ExprKind::Binary { op, lhs: Box::new(a), rhs: Box::new(b), site }, ty)
    }

    fn both(&mut self, value: Expr, some: Expr) -> (Subject, Expr) {
        let value = self.temporary("result", value);
        let some = self.temporary("there", some);
        (Subject::Value(value), some)
    }

    fn flag(&mut self, value: Expr) -> Place {
        let there = self.new_local("there", Type::BOOL, LocalKind::Let);
        self.push(StmtKind::Let { local: there, init: Some(value) });
        Place::local(there, Type::BOOL)
    }

    /// `MIN`, `MAX` or `BITS` of the type of a value.
    fn end_of_type(&mut self, of: &Expr, name: &str) -> Expr {
        let callee = Callee::Assoc(of.ty.clone(), name.to_owned());
        let ty = if name == "BITS" { Type::Scalar(Scalar::U32) } else { of.ty.clone() };
        Expr::new(ExprKind::Call { callee, args: Vec::new(), site: None }, ty)
    }

    /// A method that is made of several operations; `None` where it is none of these, or may be one of a type of
    /// the user's.
    pub(super) fn number_method(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        if OVERFLOWING.contains(&(name, call.args.len())) && !self.may_be_of_the_users(&call.receiver) {
            let args: Vec<&Syn> = call.args.iter().collect();
            let (value, fits) = self.tested(name.trim_start_matches("overflowing_"), call, &args);
            let Subject::Value(value) = value else { return None };
            return Some(Self::tuple_of(vec![value, super::pattern::not(fits)]));
        }
        let known = of_ascii(name).is_some()
            || matches!(name, "to_ascii_lowercase" | "to_ascii_uppercase")
            || is_of_bits(name);
        if !known || !call.args.is_empty() || self.may_be_of_the_users(&call.receiver) {
            return None;
        }
        let value = self.expr(&call.receiver);
        Some(self.number_operation(name, value, call.method.span()))
    }

    /// Whether a receiver is a value whose type has methods of the user's.
    fn may_be_of_the_users(&mut self, receiver: &Syn) -> bool {
        self.is_of_parameter(receiver)
            || matches!(self.type_of_place(receiver), Some(Type::Struct(_) | Type::Capture(_)))
    }

    /// `u32::from_le_bytes(b)`, `u32::to_le_bytes(x)`, `f32::next_up(x)`, `f32::default()`; `None` where the
    /// function is another.
    pub(super) fn number_function(
        &mut self,
        scalar: Scalar,
        name: &str,
        call: &syn::ExprCall,
    ) -> Option<Expr> {
        if name == "default" && call.args.is_empty() {
            let callee = Callee::Assoc(Type::Scalar(scalar), "ZERO".to_owned());
            return Some(Expr::new(
                ExprKind::Call { callee, args: Vec::new(), site: None },
                Type::Scalar(scalar),
            ));
        }
        let mut args: Vec<&Syn> = call.args.iter().collect();
        let arg = args.pop().filter(|_| args.is_empty())?;
        if let Some(order) = name.strip_prefix("from_").and_then(byte_order) {
            return Some(self.of_bytes(scalar, order, arg));
        }
        if !is_of_bits(name) {
            return None;
        }
        let mut value = self.expr(arg);
        if let ExprKind::Literal(_) = value.kind {
            value.ty = Type::Scalar(scalar);
        }
        let value = self.of_scalar(value, scalar);
        Some(self.number_operation(name, value, syn::spanned::Spanned::span(&*call.func)))
    }

    /// The value in a variable of this type.
    fn of_scalar(&mut self, value: Expr, scalar: Scalar) -> Expr {
        let ty = Type::Scalar(scalar);
        let local = self.new_local("number", ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local, init: Some(value) });
        Expr::local(local, ty)
    }

    fn number_operation(&mut self, name: &str, value: Expr, span: Span) -> Expr {
        if let Some(ranges) = of_ascii(name) {
            let byte = self.of_scalar(value, Scalar::U8);
            return in_ranges(&byte, ranges);
        }
        let to_case = match name {
            "to_ascii_lowercase" => of_ascii("is_ascii_uppercase"),
            "to_ascii_uppercase" => of_ascii("is_ascii_lowercase"),
            _ => None,
        };
        if let Some(ranges) = to_case {
            let byte = self.of_scalar(value, Scalar::U8);
            let case = Expr::int(32, Scalar::U8);
            let then = Expr::binary(BinOp::BitXor, byte.clone(), case, Type::Scalar(Scalar::U8));
            return select(in_ranges(&byte, ranges), then, byte);
        }
        let scalar = match self.said_of(&value) {
            Some(Type::Scalar(scalar)) if scalar.is_float() || !name.starts_with("next_") => scalar,
            // Rustc says that integers have no such method.
            Some(Type::Scalar(_)) => return self.dummy(),
            _ => {
                let of = if name.starts_with("next_") { "f32" } else { "u32" };
                self.report.error(
                    span,
                    Code::Method,
                    format!("`{name}` is of a number whose type is not said here"),
                    format!("say the type, `{of}::{name}(x)`, or give the number a name with its type: `let x: {of} = ..;`"),
                );
                return self.dummy();
            }
        };
        match name.strip_prefix("to_").and_then(byte_order) {
            Some(order) => self.bytes_of(scalar, order, value, span),
            None => self.neighbor(scalar, name == "next_up", value, span),
        }
    }

    /// `x.to_le_bytes()`.
    fn bytes_of(&mut self, scalar: Scalar, reversed: bool, value: Expr, span: Span) -> Expr {
        let (bits, value) = self.raw_bits(scalar, value, span);
        let value = self.of_scalar(value, bits);
        let ty = Type::Scalar(bits);
        let count = scalar.size() as i128;
        let mut bytes: Vec<Expr> = (0..count)
            .map(|at| {
                let part = match at {
                    0 => value.clone(),
                    at => Expr::binary(BinOp::Shr, value.clone(), Expr::int(8 * at, bits), ty.clone()),
                };
                Expr::new(ExprKind::Cast(Box::new(part)), Type::Scalar(Scalar::U8))
            })
            .collect();
        if reversed {
            bytes.reverse();
        }
        let ty = Type::Array(Box::new(Type::Scalar(Scalar::U8)), Len::Const(scalar.size() as u64));
        Expr::new(ExprKind::Array(bytes), ty)
    }

    /// `u32::from_le_bytes(b)`.
    fn of_bytes(&mut self, scalar: Scalar, reversed: bool, bytes: &Syn) -> Expr {
        let count = scalar.size();
        let array = Type::Array(Box::new(Type::Scalar(Scalar::U8)), Len::Const(count as u64));
        let value = self.whole(bytes);
        let local = self.new_local("bytes", array.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(value) });
        let bits = unsigned(scalar);
        let ty = Type::Scalar(bits);
        let mut whole: Option<Expr> = None;
        for at in 0..count {
            let index = if reversed { count - 1 - at } else { at };
            let place = self
                .array_element(Place::local(local, array.clone()), Expr::int(index as i128, Scalar::Usize));
            let byte = Expr::new(ExprKind::Cast(Box::new(Expr::load(place))), ty.clone());
            whole = Some(match whole {
                None => byte,
                Some(rest) => {
                    let byte = Expr::binary(BinOp::Shl, byte, Expr::int(8 * at as i128, bits), ty.clone());
                    Expr::binary(BinOp::BitOr, rest, byte, ty.clone())
                }
            });
        }
        let Some(whole) = whole else { return self.dummy() };
        if scalar.is_float() {
            let callee = Callee::Assoc(Type::Scalar(scalar), "from_bits".to_owned());
            return Expr::new(ExprKind::Call { callee, args: vec![whole], site: None }, Type::Scalar(scalar));
        }
        Expr::new(ExprKind::Cast(Box::new(whole)), Type::Scalar(scalar))
    }

    /// A number's bits as an unsigned integer.
    fn raw_bits(&mut self, scalar: Scalar, value: Expr, span: Span) -> (Scalar, Expr) {
        let bits = unsigned(scalar);
        if scalar.is_float() {
            let mut value = self.method("to_bits", vec![value], span);
            value.ty = Type::Scalar(bits);
            (bits, value)
        } else {
            (bits, Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(bits)))
        }
    }

    /// The least float above, or the greatest below; as std's `next_up` and `next_down`.
    fn neighbor(&mut self, scalar: Scalar, up: bool, value: Expr, span: Span) -> Expr {
        let value = self.of_scalar(value, scalar);
        let (bits, raw) = self.raw_bits(scalar, value.clone(), span);
        let raw = self.of_scalar(raw, bits);
        let ty = Type::Scalar(bits);
        let number = |number: i128| Expr::int(number, bits);
        let compute = |op, a: Expr, b: Expr| Expr::binary(op, a, b, ty.clone());
        let bool = |op, a, b| Expr::binary(op, a, b, Type::BOOL);
        let sign = 1i128 << (scalar.bits() - 1);
        let magnitude = compute(BinOp::BitAnd, raw.clone(), number(sign - 1));
        let tiny = number(if up { 1 } else { sign | 1 });
        let positive = bool(BinOp::Lt, raw.clone(), number(sign));
        let further = if up { positive } else { super::pattern::not(positive) };
        let away = compute(BinOp::Add, raw.clone(), number(1));
        let nearer = compute(BinOp::Sub, raw.clone(), number(1));
        let moved = select(bool(BinOp::Eq, magnitude, number(0)), tiny, select(further, away, nearer));
        let moved = self.of_scalar(moved, bits);
        let callee = Callee::Assoc(Type::Scalar(scalar), "from_bits".to_owned());
        let moved = Expr::new(ExprKind::Call { callee, args: vec![moved], site: None }, Type::Scalar(scalar));
        let moved = self.of_scalar(moved, scalar);
        let end = self.end_of_type(&value, if up { "INFINITY" } else { "NEG_INFINITY" });
        let stays = bool(
            BinOp::Or,
            bool(BinOp::Ne, value.clone(), value.clone()),
            bool(BinOp::Eq, value.clone(), end),
        );
        select(stays, value, moved)
    }

    /// Remembers the type of the value that was just bound to a name, if the tokens say it.
    pub(super) fn note_type(&mut self, local: LocalId) {
        if let Some(StmtKind::Let { local: last, init: Some(init) }) =
            self.block.last().map(|stmt| &stmt.kind)
            && *last == local
        {
            if self.is_given(init) {
                self.results.insert(local);
            }
            if let Some(rank) = self.tile_rank(init) {
                self.tiles.insert(local, rank);
            }
            if let (Type::Tuple(_), ExprKind::Make(parts)) = (&init.ty, &init.kind)
                && !parts.iter().any(|(_, part)| self.is_of_a_part(part))
            {
                self.tuples.insert(local, init.ty.clone());
            }
            if let Some(ty) = self.said_of(init) {
                self.said.insert(local, ty);
            }
        }
    }

    /// The type of a value, where the tokens say it.
    pub(super) fn said_of(&self, value: &Expr) -> Option<Type> {
        let known = |ty: &Type| match ty {
            Type::Scalar(_) | Type::Array(..) | Type::Capture(_) => Some(ty.clone()),
            _ => None,
        };
        known(&value.ty).or_else(|| match &value.kind {
            ExprKind::Load(place) => {
                let whole = self.said.get(&place.base)?;
                match place.steps.as_slice() {
                    [] => Some(whole.clone()),
                    [Step::Index { .. }] => known(whole.element()?),
                    _ => None,
                }
            }
            ExprKind::Binary { lhs, .. } => self.said_of(lhs),
            ExprKind::Unary(_, of) => self.said_of(of),
            // With a literal, a number's operator is its own.
            ExprKind::Call { callee: Callee::Operator(Operator::Binary(op), _), args, .. }
                if !op.is_comparison() && !op.is_shift() =>
            {
                let (literals, others): (Vec<_>, Vec<_>) =
                    args.iter().partition(|arg| matches!(arg.kind, ExprKind::Literal(_)));
                self.said_of(others.first()?).filter(|_| literals.len() == 1)
            }
            ExprKind::Call { callee: Callee::Method(name), args, .. } => {
                let receiver = self.said_of(args.first()?)?.scalar()?;
                Some(intrinsics::method(name, receiver, false)?.result.resolve(receiver))
            }
            _ => None,
        })
    }
}

/// Whether a method gives an array, as far as its form tells: what a loop runs over by value.
pub(super) fn gives_array(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    match call.args.len() {
        0 => name.strip_prefix("to_").and_then(byte_order).is_some(),
        1 => name == "map" && !is_iterator(&call.receiver),
        _ => false,
    }
}

/// Methods that are made of a number's bits, for which its type must be known.
fn is_of_bits(name: &str) -> bool {
    name.strip_prefix("to_").and_then(byte_order).is_some() || matches!(name, "next_up" | "next_down")
}

/// Whether the first byte is the highest, of `le_bytes`, `be_bytes` and `ne_bytes`: every GPU is little-endian.
fn byte_order(name: &str) -> Option<bool> {
    match name {
        "le_bytes" | "ne_bytes" => Some(false),
        "be_bytes" => Some(true),
        _ => None,
    }
}

fn unsigned(scalar: Scalar) -> Scalar {
    match scalar.size() {
        1 => Scalar::U8,
        2 => Scalar::U16,
        4 => Scalar::U32,
        _ => Scalar::U64,
    }
}

fn in_ranges(byte: &Expr, ranges: &[(u8, u8)]) -> Expr {
    let number = |number: u8| Expr::int(i128::from(number), Scalar::U8);
    let bool = |op, a, b| Expr::binary(op, a, b, Type::BOOL);
    let mut any: Option<Expr> = None;
    for &(first, last) in ranges {
        let inside = bool(
            BinOp::And,
            bool(BinOp::Ge, byte.clone(), number(first)),
            bool(BinOp::Le, byte.clone(), number(last)),
        );
        any = Some(match any {
            None => inside,
            Some(others) => bool(BinOp::Or, others, inside),
        });
    }
    any.unwrap_or_else(|| Expr::bool(false))
}

fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let ty = then.ty.clone();
    let (condition, then, otherwise) = (Box::new(condition), Box::new(then), Box::new(otherwise));
    Expr::new(ExprKind::Select { condition, then, otherwise }, ty)
}
