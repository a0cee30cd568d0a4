//! Expressions of generated programs, and what is known of their values.
//!
//! Two executors may differ where a sum of floats has no order. So each float carries a bound of its size, the
//! power of two that it is a multiple of where that is known, and how far two executors may be apart. Sums that are
//! exact in any order stay exact; a value that is not goes only where a small difference stays small, and never
//! decides anything.

use kiln_codegen::ir::Scalar;

use super::super::tile_programs::Random;
use super::program::Program;

/// What is known of a float; of an integer, nothing.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// No element is farther from zero.
    pub most: f64,
    /// Every element is a multiple of two to the power of minus this.
    pub grain: Option<i32>,
    /// How far apart two executors may be.
    pub error: f64,
}

/// Any integer, and a float of which nothing is asked.
pub const PLAIN: Facts = Facts { most: 64.0, grain: None, error: 0.0 };
/// What tensors hold: quarters.
pub const QUARTERS: Facts = Facts { most: 4.0, grain: Some(2), error: 0.0 };

impl Facts {
    pub fn exact(self) -> bool {
        self.error == 0.0
    }

    /// Whether a value of these facts may stand for one of the others.
    pub fn within(self, other: Facts) -> bool {
        let grain = other.grain.is_none_or(|most| self.grain.is_some_and(|grain| grain <= most));
        self.most <= other.most && grain && self.error <= other.error
    }

    /// Of one of two values.
    fn either(self, other: Facts) -> Facts {
        Facts {
            most: self.most.max(other.most),
            grain: self.grain.zip(other.grain).map(|(a, b)| a.max(b)),
            error: self.error.max(other.error),
        }
    }

    /// After a result was rounded to the type.
    fn rounded(self, scalar: Scalar) -> Facts {
        let holds = |grain: &i32| self.most * 2f64.powi(*grain) <= 2f64.powi(precision(scalar));
        let grain = self.grain.filter(holds);
        let rounding = self.most * 2f64.powi(1 - precision(scalar));
        Facts { grain, error: if self.exact() { 0.0 } else { self.error + rounding }, ..self }
    }

    /// Of the sum of so many values, of at most this size together, added in any order as `f32` (or wider).
    fn summed(self, count: usize, scalar: Scalar) -> Facts {
        let wide = if scalar == Scalar::F64 { scalar } else { Scalar::F32 };
        let most = self.most * count as f64;
        let whole = Facts { most, ..self }.rounded(wide).grain.is_some();
        let rounding = if whole { 0.0 } else { most * count as f64 * 2f64.powi(1 - precision(wide)) };
        let error = self.error * count as f64 + rounding;
        Facts { most, grain: self.grain.filter(|_| whole), error }.rounded(scalar)
    }
}

fn precision(scalar: Scalar) -> i32 {
    match scalar {
        Scalar::F16 => 11,
        Scalar::BF16 => 8,
        Scalar::F32 => 24,
        _ => 53,
    }
}

/// How far from zero a value of the type may grow.
fn limit(scalar: Scalar) -> f64 {
    if matches!(scalar, Scalar::F16 | Scalar::BF16) { 1000.0 } else { 1e6 }
}

/// An expression, which can be an operand as it stands.
#[derive(Clone, Debug)]
pub struct Value {
    pub text: String,
    pub facts: Facts,
}

pub fn ty(scalar: Scalar, shape: &[usize]) -> String {
    match shape {
        [] => scalar.name().to_owned(),
        shape => format!("tile<{}, {}>", scalar.name(), list(shape)),
    }
}

fn list(items: &[usize]) -> String {
    items.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// `text` as the whole shape, where not all of it is among the parts.
fn wide(text: String, scalar: Scalar, parts: &[Vec<usize>], shape: &[usize]) -> String {
    // The first part is always among the operands.
    if shape.is_empty() || parts[0] == shape {
        text
    } else {
        format!("(tile_broadcast({text}): {})", ty(scalar, shape))
    }
}

pub const NUMBERS: [Scalar; 10] = [
    Scalar::F32,
    Scalar::F32,
    Scalar::F16,
    Scalar::BF16,
    Scalar::I32,
    Scalar::U32,
    Scalar::I64,
    Scalar::U8,
    Scalar::F64,
    Scalar::I8,
];
const INTEGERS: [Scalar; 5] = [Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U8, Scalar::I8];

/// Elements of a tile.
pub const MOST: usize = 4096;

/// An extent, odd or even, often a size that layouts like.
pub fn extent(random: &mut Random) -> usize {
    match random.upto(4) {
        0 => random.of(&[1, 2, 4, 8, 16, 16, 32, 32, 64]),
        1 => random.of(&[1, 8, 16, 32]),
        _ => {
            let most = random.of(&[20, 20, 70]);
            1 + random.upto(most)
        }
    }
}

impl Program {
    /// A value that keeps to the facts.
    pub fn fitting(&mut self, scalar: Scalar, shape: &[usize], facts: Facts, depth: usize) -> Value {
        let value = self.value(scalar, shape, depth);
        if !scalar.is_float() || value.facts.within(facts) {
            return value;
        }
        if value.facts.error > facts.error {
            // Zero is within any facts.
            let text = format!("(0.0: {})", scalar.name());
            return self.broadcast(&Value { text, facts }, scalar, shape);
        }
        let mut text = value.text;
        if value.facts.most > facts.most {
            let (most, name) = (facts.most, scalar.name());
            text = format!("float_max(float_min({text}, ({most:?}: {name})), (-{most:?}: {name}))");
        }
        if facts.grain.is_some_and(|most| value.facts.grain.is_none_or(|grain| grain > most)) {
            text = format!("trunc({text})");
        }
        Value { text, facts }
    }

    /// A value that executors agree on.
    pub fn exact(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Value {
        self.fitting(scalar, shape, Facts { most: limit(scalar), ..PLAIN }, depth)
    }

    /// The load of a tile of this shape from anywhere, and its coordinates.
    pub fn coordinates(&mut self, shape: &[usize]) -> (&'static str, String) {
        let mut all: Vec<String> = (0..shape.len()).map(|_| self.coordinate().text).collect();
        let word = match (self.random.upto(6), shape) {
            (0 | 1, _) => {
                for coordinate in &mut all {
                    let times = self.random.of(&[1, 3, 8, 16, 32]);
                    let less = self.random.of(&[0, 0, 1, 5, 8, 16, 40]);
                    *coordinate = format!("((({coordinate} as isize) * {times}isize) - {less}isize)");
                }
                "tile_load_at"
            }
            (2, [rows, columns]) => {
                let scalar = self.random.of(&[Scalar::I32, Scalar::U32, Scalar::U8, Scalar::I64]);
                let axis = self.random.upto(2);
                all[axis] = self.exact(scalar, &[[*rows, *columns][axis]], 1).text;
                ["tile_load_rows", "tile_load_columns"][axis]
            }
            _ => "tile_load",
        };
        (word, all.join(", "))
    }

    fn broadcast(&mut self, value: &Value, scalar: Scalar, shape: &[usize]) -> Value {
        if shape.is_empty() {
            return value.clone();
        }
        Value { text: format!("(tile_broadcast({}): {})", value.text, ty(scalar, shape)), facts: value.facts }
    }

    pub fn literal(&mut self, scalar: Scalar) -> Value {
        let name = scalar.name();
        let text = match () {
            () if scalar == Scalar::Bool => self.random.of(&["true", "false"]).to_owned(),
            () if scalar.is_float() => format!("({:?}: {name})", self.random.upto(17) as f64 / 4.0 - 2.0),
            () if scalar.is_signed_int() => format!("({}{name})", self.random.upto(21) as i64 - 10),
            () => format!("{}{name}", self.random.upto(12)),
        };
        Value { text, facts: QUARTERS }
    }

    /// Something without operands.
    fn leaf(&mut self, scalar: Scalar, shape: &[usize]) -> Value {
        for _ in 0..3 {
            let found = match self.random.upto(10) {
                0..=4 => self.variable(scalar, shape),
                5..=7 if shape.is_empty() => self.fetched(scalar),
                5..=7 => self.load(scalar, shape),
                _ if scalar.is_int() && scalar.size() >= 4 && !shape.is_empty() => {
                    let axis = self.random.upto(shape.len());
                    let text = format!("(tile_iota_{axis}(): {})", ty(scalar, shape));
                    Some(Value { text, facts: PLAIN })
                }
                _ => None,
            };
            if let Some(value) = found {
                return value;
            }
        }
        // What steers comes of tensors.
        if shape.is_empty()
            && self.random.upto(2) == 0
            && let Some(value) = self.reduction(scalar, &[], 0)
        {
            return value;
        }
        if !shape.is_empty() && self.random.upto(8) > 0 {
            // Masks come of comparisons.
            if scalar == Scalar::Bool {
                let of = self.number();
                let (a, b) = (self.leaf(of, shape), self.literal(of).text);
                if a.facts.exact() {
                    return Value { text: format!("({} < {b})", a.text), facts: PLAIN };
                }
            } else if let Some(value) = self.load_new(scalar, shape) {
                return value;
            }
        }
        let literal = self.literal(scalar);
        self.broadcast(&literal, scalar, shape)
    }

    /// Which of the operands of a broadcasting operation lack an axis.
    fn parts(&mut self, shape: &[usize], count: usize) -> Vec<Vec<usize>> {
        let mut parts = vec![shape.to_vec(); count];
        if shape.is_empty() {
            return parts;
        }
        match self.random.upto(6) {
            0 => parts[self.random.upto(count)] = Vec::new(),
            1 | 2 if shape.len() == 2 => {
                let axis = self.random.upto(2);
                let at = self.random.upto(count);
                parts[at][axis] = 1;
                if self.random.upto(3) == 0 {
                    parts[(at + 1) % count][1 - axis] = 1;
                }
            }
            _ => {}
        }
        parts
    }

    /// A value of the type, as an operand.
    pub fn value(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Value {
        if depth == 0 || self.fuel == 0 {
            return self.leaf(scalar, shape);
        }
        self.fuel -= 1;
        for _ in 0..4 {
            let made = match self.random.upto(17) {
                0..=5 => self.operator(scalar, shape, depth - 1),
                6 | 7 => self.choice(scalar, shape, depth - 1),
                8 | 9 => self.reduction(scalar, shape, depth - 1),
                10 => self.transposed(scalar, shape, depth - 1),
                11 => self.reshaped(scalar, shape, depth - 1),
                12 => self.product(scalar, shape, depth - 1),
                13 => self.cast(scalar, shape, depth - 1),
                14 => Some(self.leaf(scalar, shape)),
                15 => self.gathered(scalar, shape, depth - 1),
                _ => self.smaller(scalar, shape, depth - 1),
            };
            if let Some(value) = made.filter(|value| !scalar.is_float() || value.facts.most <= limit(scalar))
            {
                return value;
            }
        }
        self.leaf(scalar, shape)
    }

    /// Something smaller, repeated.
    fn smaller(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        let mut from = shape.to_vec();
        match shape.len() {
            0 => return None,
            1 => from = Vec::new(),
            _ if self.random.upto(4) == 0 => from = Vec::new(),
            _ => from[self.random.upto(2)] = 1,
        }
        let value = self.value(scalar, &from, depth);
        Some(self.broadcast(&value, scalar, shape))
    }

    fn operator(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        match () {
            () if scalar == Scalar::Bool => Some(self.test(shape, depth)),
            () if scalar.is_float() => self.float_operator(scalar, shape, depth),
            () => Some(self.integer_operator(scalar, shape, depth)),
        }
    }

    /// A mask, or a condition.
    pub fn test(&mut self, shape: &[usize], depth: usize) -> Value {
        let parts = self.parts(shape, 2);
        let kind = self.random.upto(6);
        let text = match kind {
            0 => format!("(!{})", self.value(Scalar::Bool, shape, depth).text),
            1 | 2 => {
                let a = self.value(Scalar::Bool, &parts[0], depth).text;
                let b = self.value(Scalar::Bool, &parts[1], depth).text;
                let lazy = shape.is_empty() && self.random.upto(2) == 0;
                let op = self.random.of(if lazy { &["&&", "||"][..] } else { &["&", "|", "^", "==", "!="] });
                format!("({a} {op} {b})")
            }
            _ => {
                let of = self.number();
                let a = self.exact(of, &parts[0], depth).text;
                let b = self.exact(of, &parts[1], depth).text;
                let op = self.random.of(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {b})")
            }
        };
        Value { text, facts: PLAIN }
    }

    fn integer_operator(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Value {
        let parts = self.parts(shape, 3);
        let a = self.value(scalar, &parts[0], depth).text;
        let bits = scalar.bits() - 1;
        let text = match self.random.upto(12) {
            0 if scalar.is_signed_int() => format!("(-{})", self.value(scalar, shape, depth).text),
            0 | 1 => format!("(!{})", self.value(scalar, shape, depth).text),
            2 => {
                let other = self.random.of(&INTEGERS);
                let by = self.value(other, &parts[1], depth).text;
                let op = self.random.of(&["<<", ">>"]);
                format!("({a} {op} ({by} & {}{}))", bits.min(7), other.name())
            }
            3 if parts[0] == shape => {
                let word = self.random.of(&["wrapping_shl", "wrapping_shr"]);
                format!("{word}({a}, {}u32)", self.random.upto(70))
            }
            4 if scalar.is_signed_int() && parts[0] == shape => {
                let word = self.random.of(&["int_abs", "int_signum"]);
                format!("{word}({a})")
            }
            5 if shape.is_empty() && scalar != Scalar::Usize => {
                let op = self.random.of(&["/", "%"]);
                format!("({a} {op} @1 {}{})", 1 + self.random.upto(9), scalar.name())
            }
            6 => {
                let (b, c) =
                    (self.value(scalar, &parts[1], depth).text, self.value(scalar, &parts[2], depth).text);
                format!("int_clamp({a}, {b}, {c})")
            }
            kind => {
                let b = self.value(scalar, &parts[1], depth).text;
                let (a, b) = if self.random.upto(2) == 0 { (a, b) } else { (b, a) };
                if kind == 7 {
                    let word = self.random.of(&[
                        "int_min",
                        "int_max",
                        "saturating_add",
                        "saturating_sub",
                        "wrapping_mul",
                    ]);
                    format!("{word}({a}, {b})")
                } else {
                    let op = self.random.of(&["+", "-", "*", "&", "|", "^"]);
                    format!("({a} {op} {b})")
                }
            }
        };
        let text = wide(text, scalar, &parts, shape);
        Value { text, facts: PLAIN }
    }

    fn float_operator(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        let name = scalar.name();
        let parts = self.parts(shape, 3);
        let a = self.value(scalar, &parts[0], depth);
        let (x, f) = (a.text, a.facts);
        let none = |most: f64| Facts { most, grain: None, error: 0.0 };
        let (text, facts) = match self.random.upto(10) {
            0 => (format!("(-{x})"), f),
            1 => (format!("float_abs({x})"), f),
            2 => {
                if !f.exact() {
                    return None;
                }
                let most = 1.0 + f.most;
                let whole = Facts { most, grain: Some(0), error: 0.0 };
                match self.random.upto(10) {
                    0 => (format!("floor({x})"), whole),
                    1 => (format!("ceil({x})"), whole),
                    2 => (format!("trunc({x})"), whole),
                    3 => (format!("sqrt(float_abs({x}))"), none(most)),
                    4 => (format!("rsqrt(float_abs({x}) + (1.0: {name}))"), none(1.0)),
                    5 => (format!("tanh({x})"), none(1.0)),
                    6 => (format!("sin({x})"), none(1.0)),
                    7 => (format!("exp(-float_abs({x}))"), none(1.0)),
                    8 => (format!("ln(float_abs({x}) + (1.0: {name}))"), none(most)),
                    _ => (format!("exp2(float_min({x}, (3.0: {name})))"), none(8.0)),
                }
            }
            3 => {
                let b = self.value(scalar, &parts[1], depth);
                let word = self.random.of(&["float_min", "float_max"]);
                (format!("{word}({x}, {})", b.text), f.either(b.facts))
            }
            4 => {
                let b = self.value(scalar, &parts[1], depth);
                if !f.exact() || !b.facts.exact() {
                    return None;
                }
                (format!("({x} / (float_abs({}) + (1.0: {name})))", b.text), none(f.most))
            }
            5 => {
                let (b, c) = (self.value(scalar, &parts[1], depth), self.value(scalar, &parts[2], depth));
                let facts = times(f, b.facts);
                (format!("mul_add({x}, {}, {})", b.text, c.text), plus(facts, c.facts).rounded(scalar))
            }
            6 | 7 => {
                let b = self.value(scalar, &parts[1], depth);
                (format!("({x} * {})", b.text), times(f, b.facts).rounded(scalar))
            }
            _ => {
                let b = self.value(scalar, &parts[1], depth);
                let op = self.random.of(&["+", "-"]);
                (format!("({x} {op} {})", b.text), plus(f, b.facts).rounded(scalar))
            }
        };
        let text = wide(text, scalar, &parts, shape);
        Some(Value { text, facts })
    }

    fn choice(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        if self.random.upto(3) == 0 {
            let condition = self.test(&[], depth).text;
            let (a, b) = (self.value(scalar, shape, depth), self.value(scalar, shape, depth));
            let text = format!("(if {condition} {{ {} }} else {{ {} }})", a.text, b.text);
            return Some(Value { text, facts: a.facts.either(b.facts) });
        }
        let parts = self.parts(shape, 3);
        let mask = self.value(Scalar::Bool, &parts[0], depth).text;
        if parts[0].is_empty() {
            return None;
        }
        let (a, b) = (self.value(scalar, &parts[1], depth), self.value(scalar, &parts[2], depth));
        let text = format!("(if {mask} {{ {} }} else {{ {} }})", a.text, b.text);
        let text = wide(text, scalar, &parts, shape);
        Some(Value { text, facts: a.facts.either(b.facts) })
    }

    fn reduction(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        if scalar == Scalar::Bool || scalar == Scalar::Usize {
            return None;
        }
        let count = self.side();
        let (axis, from) = match shape {
            [] => (0, vec![count]),
            [1, n] if self.random.upto(2) == 0 => (0, vec![count, *n]),
            [m, 1] => (1, vec![*m, count]),
            [1, n] => (0, vec![count, *n]),
            _ => return None,
        };
        let mut from = from;
        from[axis] = count.min(MOST * self.scale.pow(2) / (from.iter().product::<usize>() / count)).max(1);
        let value = self.value(scalar, &from, depth);
        let word = self.random.of(&["sum", "sum", "min", "max"]);
        let text = format!("tile_{word}_{axis}({})", value.text);
        let facts = match word {
            "sum" if scalar.is_float() => value.facts.summed(from[axis], scalar),
            _ => value.facts,
        };
        Some(Value { text, facts })
    }

    fn transposed(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        let [m, n] = *shape else { return None };
        let value = self.value(scalar, &[n, m], depth);
        Some(Value { text: format!("tile_transpose({})", value.text), facts: value.facts })
    }

    fn reshaped(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        let count: usize = shape.iter().product();
        if shape.is_empty() {
            return None;
        }
        let divisors: Vec<usize> = (1..=count).filter(|n| count.is_multiple_of(*n)).collect();
        let first = self.random.of(&divisors);
        let from = if self.random.upto(3) == 0 { vec![count] } else { vec![first, count / first] };
        let value = self.value(scalar, &from, depth);
        let text = format!("(tile_reshape({}): {})", value.text, ty(scalar, shape));
        Some(Value { text, facts: value.facts })
    }

    fn product(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        let ([_, _], Scalar::F32) = (shape, scalar) else { return None };
        let acc = self.value(Scalar::F32, shape, depth);
        let step = self.product_onto(&acc, shape, depth);
        Some(step)
    }

    /// `acc` and a product.
    pub fn product_onto(&mut self, acc: &Value, shape: &[usize], depth: usize) -> Value {
        let of = self.random.of(&[Scalar::F16, Scalar::BF16, Scalar::F32]);
        let k = self.side().min(40 * self.scale);
        // Sizes that are multiplied by the units of the machine, at times.
        let k = if self.random.upto(3) == 0 { k.next_multiple_of(16) } else { k };
        let (m, n) = (shape[0], shape[1]);
        let small = Facts { most: 8.0, grain: None, error: 1.0 };
        let a = self.operand(of, [m, k], small, depth);
        let b = self.operand(of, [k, n], small, depth);
        let each = times(a.facts, b.facts);
        let whole = plus(each.summed(k, Scalar::F32), acc.facts);
        // The steps of the sum are rounded too.
        let exact = acc.facts.grain.is_some() && whole.exact() && whole.rounded(Scalar::F32).grain.is_some();
        let error = if exact { 0.0 } else { whole.error + whole.most * (k as f64 + 1.0) * 2f64.powi(-23) };
        let facts = Facts { error, grain: whole.grain.filter(|_| exact), ..whole };
        let text = format!("tile_mma({}, {}, {})", a.text, b.text, acc.text);
        Value { text, facts }
    }

    /// An operand of a product: anything, or what machines have units for, a tile of a tensor as it is or transposed.
    fn operand(&mut self, of: Scalar, shape: [usize; 2], facts: Facts, depth: usize) -> Value {
        let [m, n] = shape;
        match self.random.upto(4) {
            0 => self.load_new(of, &shape),
            1 => self
                .load_new(of, &[n, m])
                .map(|Value { text, facts }| Value { text: format!("tile_transpose({text})"), facts }),
            _ => None,
        }
        .unwrap_or_else(|| self.fitting(of, &shape, facts, depth))
    }

    fn cast(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        if scalar == Scalar::Bool || scalar == Scalar::Usize {
            return None;
        }
        let to = ty(scalar, shape);
        let from = self.number();
        if scalar.is_int() {
            let from = if self.random.upto(4) == 0 { Scalar::Bool } else { from };
            let value = self.exact(from, shape, depth);
            return Some(Value { text: format!("({} as {to})", value.text), facts: PLAIN });
        }
        let value = self.value(from, shape, depth);
        if from.is_float() {
            let facts = value.facts.rounded(scalar);
            return Some(Value { text: format!("({} as {to})", value.text), facts });
        }
        let text = format!("(({} & 15{}) as {to})", value.text, from.name());
        Some(Value { text, facts: Facts { most: 15.0, grain: Some(0), error: 0.0 } })
    }
}

fn plus(a: Facts, b: Facts) -> Facts {
    Facts {
        most: a.most + b.most,
        grain: a.grain.zip(b.grain).map(|(a, b)| a.max(b)),
        error: a.error + b.error,
    }
}

fn times(a: Facts, b: Facts) -> Facts {
    Facts {
        most: a.most * b.most,
        grain: a.grain.zip(b.grain).map(|(a, b)| a + b),
        error: a.error * (b.most + b.error) + b.error * a.most,
    }
}
