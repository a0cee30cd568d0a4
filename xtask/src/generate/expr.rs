//! Random expressions.
//!
//! Takes a type and a depth; gives Rust text that has the type without help from around it, evaluates without
//! panic, and means the same on every machine: divisors are positive, indices are masked, and what Rust or IEEE
//! leaves open is not looked at (the sign and payload of a NaN, which zero `min` and `max` give).

use super::program::Body;
use super::scope::{Function, Pass, Shape, Var};
use super::types::{Bound, COMMON, INTS, Ty, bare_literal, literal};

impl Body<'_> {
    /// A type, mostly of a variable in scope.
    pub(super) fn some_type(&mut self) -> Ty {
        if self.random.chance(70)
            && let Some(var) = self.scopes.some(self.random, |var| !matches!(var.shape, Shape::Struct(_)))
        {
            return var.shape.element();
        }
        if self.bound.is_some() {
            return self.random.pick(&[Ty::U32, Ty::I32, Ty::F32, Ty::Bool, Ty::Usize]);
        }
        self.random.pick(&COMMON)
    }

    fn some_int(&mut self) -> Ty {
        let ty = self.some_type();
        if ty.is_int() { ty } else { self.random.pick(&INTS) }
    }

    pub(super) fn expr(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.random.chance(8) {
            return self.leaf(ty);
        }
        match self.random.weighted(&[70, 8, 5, 7, 10]) {
            1 => self.choice(ty, depth),
            2 => self.effect(ty, depth),
            3 if self.random.chance(30) => self.consumed(ty).unwrap_or_else(|| self.leaf(ty)),
            3 => self.element(ty).unwrap_or_else(|| self.leaf(ty)),
            4 => self.call(Shape::Scalar(ty), depth).unwrap_or_else(|| self.operation(ty, depth)),
            _ => self.operation(ty, depth),
        }
    }

    fn operation(&mut self, ty: Ty, depth: u32) -> String {
        match ty {
            Ty::Bool => self.bool_operation(depth),
            Ty::F32 | Ty::F64 => self.float_operation(ty, depth),
            Ty::F16 | Ty::Bf16 => self.half_operation(ty, depth),
            Ty::Param(bound) => self.generic_operation(bound, depth),
            _ => self.int_operation(ty, depth),
        }
    }

    pub(super) fn leaf(&mut self, ty: Ty) -> String {
        if self.random.chance(80) {
            if let Some(var) = self.scopes.some(self.random, |var| var.shape == Shape::Scalar(ty)) {
                return var.name;
            }
            if let Some(var) = self.scopes.some(self.random, |var| matches!(var.shape, Shape::Scalar(_)))
                && let Some(text) = convert(&var.name, var.shape.element(), ty)
            {
                return text;
            }
        }
        if self.random.chance(25) {
            let found: Vec<_> = self.library.constants.iter().filter(|(_, of)| *of == ty).collect();
            if !found.is_empty() {
                return found[self.random.below(found.len())].0.clone();
            }
        }
        literal(ty, self.random)
    }

    /// `if` as an expression, sometimes with a guard that only one branch may pass.
    fn choice(&mut self, ty: Ty, depth: u32) -> String {
        let depth = depth - 1;
        if ty.is_int() && self.random.chance(20) {
            // A division, or an index, that fails where the condition does not hold.
            let Some(var) = self.scopes.some(self.random, |var| var.shape == Shape::Scalar(ty)) else {
                return self.leaf(ty);
            };
            let op = self.random.pick(&['/', '%']);
            // What is divided must leave the divisor as it was found.
            let (left, other) = (self.pure_expr(ty, depth), self.leaf(ty));
            return format!("(if {} > 0 {{ {left} {op} {} }} else {{ {other} }})", var.name, var.name);
        }
        if self.random.chance(15) {
            let array =
                self.scopes.some(self.random, |var| matches!(var.shape, Shape::Array(of, _) if of == ty));
            let index = self.scopes.some(self.random, |var| var.shape == Shape::Scalar(Ty::Usize));
            if let (Some(array), Some(index)) = (array, index) {
                let other = self.leaf(ty);
                let (array, index) = (array.name, index.name);
                return format!("(if {index} < {array}.len() {{ {array}[{index}] }} else {{ {other} }})");
            }
        }
        if self.random.chance(12)
            && let Some(text) = self.match_variant(ty)
        {
            return text;
        }
        if self.random.chance(35) {
            return self.match_value(ty, depth + 1);
        }
        let condition = self.expr(Ty::Bool, depth);
        let (then, otherwise) = (self.expr(ty, depth), self.expr(ty, depth));
        if self.random.chance(25) {
            let (second, between) = (self.expr(Ty::Bool, depth), self.leaf(ty));
            return format!(
                "(if {condition} {{ {then} }} else if {second} {{ {between} }} else {{ {otherwise} }})"
            );
        }
        format!("(if {condition} {{ {then} }} else {{ {otherwise} }})")
    }

    /// A block that changes a variable on the way to its value: what stands to its left has been read by then.
    fn effect(&mut self, ty: Ty, depth: u32) -> String {
        let depth = depth - 1;
        let var = if self.pure {
            None
        } else {
            self.scopes.some(self.random, |var| var.mutable && matches!(var.shape, Shape::Scalar(_)))
        };
        let Some(var) = var else {
            let name = self.fresh();
            let of = self.some_type();
            let init = self.expr(of, depth);
            self.scopes.enter();
            self.scopes.add(name.clone(), Shape::Scalar(of), false);
            let value = self.expr(ty, depth);
            self.scopes.leave();
            return format!("({{ let {name} = {init}; {value} }})");
        };
        let of = var.shape.element();
        let change = self.expr(of, depth);
        let value = if of == ty && self.random.chance(50) { var.name.clone() } else { self.expr(ty, depth) };
        format!("({{ {} = {change}; {value} }})", var.name)
    }

    /// An element of an array or slice, or a length.
    fn element(&mut self, ty: Ty) -> Option<String> {
        if ty == Ty::Usize && self.random.chance(15) {
            let var = self
                .scopes
                .some(self.random, |var| matches!(var.shape, Shape::Array(..) | Shape::Slice(_)))?;
            return Some(format!("{}.len()", var.name));
        }
        let var = self.scopes.some(self.random, |var| {
            !matches!(var.shape, Shape::Scalar(_) | Shape::Struct(_)) && var.shape.element() == ty
        })?;
        Some(self.place(&var))
    }

    /// An element of a variable, at an index in bounds; the variable itself if it is a scalar.
    pub(super) fn place(&mut self, var: &Var) -> String {
        let name = &var.name;
        match var.shape {
            Shape::Scalar(_) | Shape::Struct(_) | Shape::Hidden => name.clone(),
            Shape::Array(_, len) => format!("{name}[{}]", self.index(len)),
            Shape::Nested(_, rows, columns) => {
                let row = self.index(rows);
                format!("{name}[{row}][{}]", self.index(columns))
            }
            Shape::Slice(_) => {
                let index = self.pure_expr(Ty::Usize, 1);
                format!("{name}[{index} % {name}.len()]")
            }
        }
    }

    pub(super) fn index(&mut self, len: usize) -> String {
        if self.random.chance(25) {
            return self.random.below(len).to_string();
        }
        let ty = self.some_int();
        let value = self.expr(ty, 1);
        let value = if ty == Ty::Usize { value } else { format!("({value} as usize)") };
        if len.is_power_of_two() { format!("({value} & {})", len - 1) } else { format!("({value} % {len})") }
    }

    /// An expression that changes nothing: for where Rust holds a borrow.
    pub(super) fn pure_expr(&mut self, ty: Ty, depth: u32) -> String {
        let before = std::mem::replace(&mut self.pure, true);
        let text = self.expr(ty, depth);
        self.pure = before;
        text
    }

    /// A call of an earlier function whose parameters are all values.
    pub(super) fn call(&mut self, of: Shape, depth: u32) -> Option<String> {
        let room = self.room();
        let fits = |function: &&Function| {
            let matches = match (function.result, of) {
                (Shape::Scalar(Ty::Param(_)), Shape::Scalar(ty)) => function.instances.contains(&ty),
                (result, of) => result == of,
            };
            function.is_plain() && matches && function.cost <= room
        };
        let found: Vec<_> = self.library.functions.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let function = found[self.random.below(found.len())].clone();
        let instance = match function.result {
            Shape::Scalar(Ty::Param(_)) => Some(of.element()),
            _ if function.instances.is_empty() => None,
            _ => Some(self.random.pick(function.instances)),
        };
        self.cost += function.cost * self.turns;
        let mut args = Vec::new();
        for pass in &function.params {
            let depth = depth.saturating_sub(2);
            args.push(match (*pass, instance) {
                (Pass::Value(Ty::Param(_)), Some(instance)) => self.expr(instance, depth),
                (Pass::Value(of), _) => self.expr(of, depth),
                (Pass::Struct(number), _) => self.struct_value(number, depth),
                _ => continue,
            });
        }
        let generics = self.generics(&function, instance);
        Some(format!("{}{generics}({})", function.name, args.join(", ")))
    }

    /// `::<f32, 3>`, or nothing where rustc finds it.
    pub(super) fn generics(&mut self, function: &Function, instance: Option<Ty>) -> String {
        let count = 1 + self.random.below(5);
        match (instance, function.counted) {
            (Some(ty), true) => format!("::<{}, {count}>", ty.name()),
            (None, true) => format!("::<{count}>"),
            (Some(ty), false) if self.random.chance(60) => format!("::<{}>", ty.name()),
            (Some(_) | None, false) => String::new(),
        }
    }

    /// A value of another type.
    fn cast(&mut self, ty: Ty, depth: u32) -> String {
        for _ in 0..4 {
            let from = self.some_type();
            if from == ty {
                continue;
            }
            let value = self.expr(from, depth);
            if ty.is_from(from) && self.random.chance(40) {
                return format!("{}::from({value})", ty.name());
            }
            if let Some(text) = convert(&value, from, ty) {
                return text;
            }
        }
        if ty.is_int() || ty.is_float() {
            return format!("({} as {})", self.random.below(100), self.spelt(ty));
        }
        self.leaf(ty)
    }

    /// A type's name, or an alias of it.
    pub(super) fn spelt(&mut self, ty: Ty) -> &'static str {
        match ty {
            Ty::U32 if self.random.chance(10) => "Word",
            Ty::F32 if self.random.chance(10) => "Real",
            _ => ty.name(),
        }
    }

    /// Two operands of an operator, one of which may be a literal that says nothing of its type.
    fn pair(&mut self, ty: Ty, depth: u32) -> (String, String) {
        let left = self.expr(ty, depth);
        if ty.is_overloaded() || self.random.chance(80) {
            return (left, self.expr(ty, depth));
        }
        let bare = bare_literal(ty, self.random);
        if self.random.chance(30) { (bare, left) } else { (left, bare) }
    }

    /// A divisor that is not zero, and by which `MIN` can be divided.
    pub(super) fn divisor(&mut self, ty: Ty) -> String {
        let value = self.expr(ty, 1);
        match self.random.below(5) {
            0 => format!("(({value} & 7) + 1)"),
            1 if !ty.is_signed() => format!("({value} | 1)"),
            1 => format!("{}{}", 2 + self.random.below(100), ty.name()),
            2 if ty.is_signed() => format!("(-{}{})", 2 + self.random.below(100), ty.name()),
            2 => self.random.pick(&["3", "7", "10", "16", "100"]).to_owned(),
            _ => format!("{value}.max(1)"),
        }
    }

    fn int_operation(&mut self, ty: Ty, depth: u32) -> String {
        let depth = depth - 1;
        let name = ty.name();
        match self.random.weighted(&[34, 12, 9, 7, 16, 14, 14]) {
            0 => {
                let (left, right) = self.pair(ty, depth);
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({left} {op} {right})")
            }
            1 => {
                let by = self.some_int();
                let (left, right) = (self.expr(ty, depth), self.expr(by, depth));
                let op = self.random.pick(&["<<", ">>"]);
                format!("({left} {op} {right})")
            }
            2 => {
                let (left, right) = (self.expr(ty, depth), self.divisor(ty));
                match self.random.below(5) {
                    0 if !ty.is_signed() => format!("{left}.div_ceil({right})"),
                    1 if !ty.is_signed() => format!("{left}.next_multiple_of({right})"),
                    0 => format!("{left}.div_euclid({right})"),
                    1 => format!("{left}.rem_euclid({right})"),
                    2 => format!("({left} % {right})"),
                    _ => format!("({left} / {right})"),
                }
            }
            3 => {
                let value = self.expr(ty, depth);
                let op = if ty.is_signed() { self.random.pick(&["-", "!"]) } else { "!" };
                format!("({op}{value})")
            }
            4 => {
                let (left, right) = (self.expr(ty, depth), self.expr(ty, depth));
                let method = self.random.pick(&[
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "saturating_add",
                    "saturating_sub",
                    "saturating_mul",
                    "min",
                    "max",
                    "midpoint",
                    "mul_hi",
                ]);
                match self.random.below(8) {
                    0 => format!("{name}::{method}({left}, {right})"),
                    1 if matches!(method, "min" | "max") => format!("std::cmp::{method}({left}, {right})"),
                    _ => format!("{left}.{method}({right})"),
                }
            }
            5 => self.int_method(ty, depth),
            _ => match self.random.below(6) {
                0 if matches!(ty, Ty::U8 | Ty::U16 | Ty::U32 | Ty::U64) => self.float_bits(ty, depth),
                1 if ty == Ty::U32 => {
                    let of = self.some_int();
                    let count = self.random.pick(&[
                        "count_ones",
                        "count_zeros",
                        "leading_zeros",
                        "trailing_zeros",
                        "leading_ones",
                        "trailing_ones",
                    ]);
                    format!("{}.{count}()", self.expr(of, depth))
                }
                2 if ty == Ty::U32 => format!("{}::BITS", self.some_int().name()),
                _ => self.cast(ty, depth),
            },
        }
    }

    /// Methods with other operands than the type itself, or with none.
    fn int_method(&mut self, ty: Ty, depth: u32) -> String {
        let value = self.expr(ty, depth);
        match self.random.below(11) {
            0 => format!("{value}.rotate_left({})", self.expr(Ty::U32, depth)),
            1 => format!("{value}.rotate_right({})", self.expr(Ty::U32, depth)),
            2 => format!("{value}.wrapping_shl({})", self.expr(Ty::U32, depth)),
            3 => format!("{value}.wrapping_shr({})", self.expr(Ty::U32, depth)),
            4 => {
                let method = self.random.pick(&["swap_bytes", "reverse_bits", "wrapping_neg"]);
                format!("{value}.{method}()")
            }
            5 => {
                let method = self.random.pick(&["pow", "wrapping_pow"]);
                let power = if self.random.chance(50) {
                    self.random.below(9).to_string()
                } else {
                    format!("({} & 15)", self.expr(Ty::U32, depth))
                };
                format!("{value}.{method}({power})")
            }
            6 => {
                let low = self.random.below(20);
                format!("{value}.clamp({low}, {})", low + self.random.below(100))
            }
            7 if ty.is_signed() => format!("{value}.{}()", self.random.pick(&["abs", "signum"])),
            7 => format!("{value}.{}()", self.random.pick(&["isqrt", "next_power_of_two"])),
            8 => {
                // The unsigned twin's methods.
                let signed = INTS.into_iter().find(|of| of.is_signed() && of.unsigned() == ty);
                match signed {
                    Some(signed) if self.random.chance(50) => {
                        format!("{}.unsigned_abs()", self.expr(signed, depth))
                    }
                    Some(of) => format!("{}.abs_diff({})", self.expr(of, depth), self.expr(of, depth)),
                    None => format!("({value} ^ {})", self.expr(ty, depth)),
                }
            }
            9 if !ty.is_signed() => format!("{value}.abs_diff({})", self.expr(ty, depth)),
            _ => format!("({value} - {})", self.leaf(ty)),
        }
    }

    /// A float's bits, NaNs all alike.
    fn float_bits(&mut self, ty: Ty, depth: u32) -> String {
        let (function, of) = match ty {
            Ty::U16 if self.random.chance(50) => ("bits_bf16", Ty::Bf16),
            Ty::U16 => ("bits_f16", Ty::F16),
            Ty::U32 => ("bits_f32", Ty::F32),
            Ty::U64 => ("bits_f64", Ty::F64),
            _ => return self.cast(ty, depth),
        };
        self.cost += self.turns;
        format!("{function}({})", self.expr(of, depth))
    }

    fn bool_operation(&mut self, depth: u32) -> String {
        let depth = depth - 1;
        match self.random.weighted(&[45, 20, 10, 8, 12, 5, 6]) {
            0 => {
                let ty = self.some_type();
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let before = self.pure;
                self.pure |= ty.is_overloaded();
                let (left, right) = if ty == Ty::Bool {
                    (self.expr(ty, depth), self.expr(ty, depth))
                } else {
                    self.pair(ty, depth)
                };
                self.pure = before;
                format!("({left} {op} {right})")
            }
            1 => {
                let (left, right) = (self.expr(Ty::Bool, depth), self.expr(Ty::Bool, depth));
                format!("({left} {} {right})", self.random.pick(&["&&", "||"]))
            }
            2 => {
                let (left, right) = (self.expr(Ty::Bool, depth), self.expr(Ty::Bool, depth));
                format!("({left} {} {right})", self.random.pick(&["&", "|", "^"]))
            }
            3 if self.random.chance(50) => self.matches(depth),
            3 => format!("(!{})", self.expr(Ty::Bool, depth)),
            4 => match self.some_type() {
                ty if ty.is_float() || ty.is_half() => {
                    let test = self.random.pick(&["is_nan", "is_infinite", "is_finite", "is_normal"]);
                    format!("{}.{test}()", self.expr(ty, depth))
                }
                ty if ty.is_signed() => {
                    format!(
                        "{}.{}()",
                        self.expr(ty, depth),
                        self.random.pick(&["is_positive", "is_negative"])
                    )
                }
                ty if ty.is_int() => format!("{}.is_power_of_two()", self.expr(ty, depth)),
                _ => self.leaf(Ty::Bool),
            },
            6 => self.compared(depth).unwrap_or_else(|| self.leaf(Ty::Bool)),
            _ => {
                // The right side is only safe where the left one holds.
                let ty = self.some_int();
                match self.scopes.some(self.random, |var| var.shape == Shape::Scalar(ty)) {
                    Some(var) => {
                        format!("({} > 0 && {} % {} == 1)", var.name, self.pure_expr(ty, depth), var.name)
                    }
                    None => self.leaf(Ty::Bool),
                }
            }
        }
    }

    fn float_operation(&mut self, ty: Ty, depth: u32) -> String {
        let depth = depth - 1;
        let name = ty.name();
        match self.random.weighted(&[40, 6, 22, 12, 20]) {
            0 => {
                let (left, right) = self.pair(ty, depth);
                let op = self.random.pick(&["+", "+", "-", "-", "*", "*", "*", "/", "%"]);
                format!("({left} {op} {right})")
            }
            1 => format!("(-{})", self.expr(ty, depth)),
            2 => {
                let value = self.expr(ty, depth);
                let method = self.random.pick(&FLOAT_METHODS);
                if self.random.chance(12) {
                    format!("{name}::{method}({value})")
                } else {
                    format!("{value}.{method}()")
                }
            }
            3 => self.float_method(ty, depth),
            _ => match self.random.below(4) {
                0 => format!("{name}::from_bits({})", self.expr(ty.unsigned(), depth)),
                _ => self.cast(ty, depth),
            },
        }
    }

    /// Methods with more than one operand, of floats of any width.
    fn float_method(&mut self, ty: Ty, depth: u32) -> String {
        let value = self.expr(ty, depth);
        match self.random.below(6) {
            0 | 1 => {
                let (a, b) = (self.expr(ty, depth), self.expr(ty, depth));
                format!("{value}.mul_add({a}, {b})")
            }
            2 => {
                // Of two zeros, either may be the smaller: adding zero leaves the positive one only.
                let zero = if ty.is_float() { "0.0".to_owned() } else { format!("{}::ZERO", ty.name()) };
                let method = self.random.pick(&["min", "max"]);
                let other = self.expr(ty, depth);
                format!("({value} + {zero}).{method}({other} + {zero})")
            }
            3 => {
                // The sign of a NaN is nobody's promise, so the sign comes from a number.
                let of = self.some_int();
                let sign = self.expr(of, depth);
                let sign = convert(&sign, of, ty).unwrap_or_else(|| literal(ty, self.random));
                format!("{value}.copysign({sign})")
            }
            4 if ty.is_float() => format!("{value}.clamp(-1.5, {}.25)", self.random.below(50)),
            4 if ty.is_half() => {
                format!("{value}.clamp({}::from_f32(-1.5), {}::ONE)", ty.name(), ty.name())
            }
            _ => {
                let method = self.random.pick(&["rem_euclid", "div_euclid"]);
                format!("{value}.{method}({})", self.expr(ty, depth))
            }
        }
    }

    fn half_operation(&mut self, ty: Ty, depth: u32) -> String {
        let depth = depth - 1;
        let name = ty.name();
        match self.random.weighted(&[45, 6, 20, 9, 20]) {
            0 => {
                let (left, right) = (self.expr(ty, depth), self.expr(ty, depth));
                format!("({left} {} {right})", self.random.pick(&["+", "+", "-", "*", "*", "/", "%"]))
            }
            1 => format!("(-{})", self.expr(ty, depth)),
            2 => {
                let value = self.expr(ty, depth);
                format!("{value}.{}()", self.random.pick(&FLOAT_METHODS))
            }
            3 => self.float_method(ty, depth),
            _ => match self.random.below(4) {
                0 => format!("{name}::from_bits({})", self.expr(Ty::U16, depth)),
                _ => self.cast(ty, depth),
            },
        }
    }

    fn generic_operation(&mut self, bound: Bound, depth: u32) -> String {
        let ty = Ty::Param(bound);
        let depth = depth - 1;
        let turn = self.random.below(10);
        // The operators borrow where they compare, and an operand that is written twice runs twice.
        let before = self.pure;
        self.pure |= bound == Bound::Num && turn >= 4;
        let (left, right) = (self.expr(ty, depth), self.expr(ty, depth));
        self.pure = before;
        match (bound, turn) {
            (_, 0..=3) => format!("({left} {} {right})", self.random.pick(&["+", "-", "*"])),
            (Bound::Int, 4) => format!("({left} {} {right})", self.random.pick(&["&", "|", "^"])),
            (Bound::Int, 5) => {
                let op = self.random.pick(&["<<", ">>"]);
                format!("({left} {op} {})", self.expr(Ty::U32, depth))
            }
            (Bound::Int, 6) => {
                let op = self.random.pick(&["/", "%"]);
                format!("({left} {op} ((T::from_i32(7) & {right}) + T::ONE))")
            }
            (Bound::Int, 7) => format!("(!{left})"),
            (Bound::Int, 8) => format!("{left}.{}({right})", self.random.pick(&["min", "max"])),
            (Bound::Int, _) => format!("{left}.clamp(T::ZERO, T::from_i32({}))", self.random.below(100)),
            (Bound::Float, 4) => format!("({left} {} {right})", self.random.pick(&["/", "%"])),
            (Bound::Float, 5) => format!("(-{left})"),
            (Bound::Float, 6) => format!("{left}.mul_add({right}, T::from_f32(0.75))"),
            (Bound::Float, 7) => format!("(({left} + T::ZERO).max({right} + T::ZERO))"),
            (Bound::Float, _) => format!("{left}.{}()", self.random.pick(&FLOAT_METHODS)),
            (Bound::Num, 4 | 5) => {
                format!("(if {left} > T::ONE {{ {right} / T::from_i32(3) }} else {{ {right} }})")
            }
            (Bound::Num, _) => format!("(if {left} < {right} {{ {left} }} else {{ {right} }})"),
        }
    }
}

/// Methods without operand, rounded the same everywhere.
const FLOAT_METHODS: [&str; 12] = [
    "abs",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "round_ties_even",
    "fract",
    "signum",
    "recip",
    "to_radians",
    "to_degrees",
];

/// `value`, an operand of its own, as another type; `None` where Rust has no cast.
pub(super) fn convert(value: &str, from: Ty, to: Ty) -> Option<String> {
    let name = to.name();
    let number = |ty: Ty| ty.is_int() || ty.is_float();
    if from == to {
        return Some(value.to_owned());
    }
    if (number(from) && number(to)) || (from == Ty::Bool && to.is_int()) {
        return Some(format!("({value} as {name})"));
    }
    match (from, to) {
        (_, Ty::Bool) if from.is_int() => Some(format!("({value} > 1{name})", name = from.name())),
        (_, Ty::Bool) if from.is_float() => Some(format!("({value} > 1.0{name})", name = from.name())),
        (Ty::Bool, _) if to.is_float() => Some(format!("({value} as u8 as {name})")),
        (Ty::Bool, _) if to.is_half() => Some(format!("{name}::from_f32({value} as u8 as f32)")),
        (Ty::F32, _) if to.is_half() => Some(format!("{name}::from_f32({value})")),
        (_, _) if number(from) && to.is_half() => Some(format!("{name}::from_f32({value} as f32)")),
        (_, Ty::F64) if from.is_half() => Some(format!("{value}.to_f64()")),
        (_, Ty::F32) if from.is_half() => Some(format!("{value}.to_f32()")),
        (_, _) if from.is_half() && to.is_int() => Some(format!("({value}.to_f32() as {name})")),
        (_, _) if from.is_half() && to.is_half() => Some(format!("{name}::from_f32({value}.to_f32())")),
        (Ty::I32, Ty::Param(_)) => Some(format!("T::from_i32({value} & 63)")),
        (Ty::U32, Ty::Param(_)) => Some(format!("T::from_u32({value} & 63)")),
        (Ty::F32, Ty::Param(_)) => Some(format!("T::from_f32({value})")),
        (Ty::Param(_), Ty::F64 | Ty::F32) => Some(format!("{value}.to_{name}()")),
        _ => None,
    }
}
