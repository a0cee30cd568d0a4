//! The types of generated values, and literals of them.

use crate::random::Random;

/// A scalar, or the type parameter of a generic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    I8,
    I16,
    I32,
    I64,
    Isize,
    U8,
    U16,
    U32,
    U64,
    Usize,
    F16,
    Bf16,
    F32,
    F64,
    /// `T: Num`, `T: Int` or `T: Float`.
    Param(Bound),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Num,
    Int,
    Float,
}

pub(super) const INTS: [Ty; 10] =
    [Ty::I8, Ty::I16, Ty::I32, Ty::I64, Ty::Isize, Ty::U8, Ty::U16, Ty::U32, Ty::U64, Ty::Usize];

/// What programs compute with, the common types more often.
pub(super) const COMMON: [Ty; 22] = [
    Ty::I8,
    Ty::I16,
    Ty::I32,
    Ty::I32,
    Ty::I64,
    Ty::I64,
    Ty::Isize,
    Ty::U8,
    Ty::U16,
    Ty::U32,
    Ty::U32,
    Ty::U64,
    Ty::U64,
    Ty::Usize,
    Ty::F32,
    Ty::F32,
    Ty::F32,
    Ty::F64,
    Ty::F64,
    Ty::F16,
    Ty::Bf16,
    Ty::Bool,
];

impl Ty {
    pub(super) fn name(self) -> &'static str {
        match self {
            Ty::Bool => "bool",
            Ty::I8 => "i8",
            Ty::I16 => "i16",
            Ty::I32 => "i32",
            Ty::I64 => "i64",
            Ty::Isize => "isize",
            Ty::U8 => "u8",
            Ty::U16 => "u16",
            Ty::U32 => "u32",
            Ty::U64 => "u64",
            Ty::Usize => "usize",
            Ty::F16 => "f16",
            Ty::Bf16 => "bf16",
            Ty::F32 => "f32",
            Ty::F64 => "f64",
            Ty::Param(_) => "T",
        }
    }

    pub(super) fn is_int(self) -> bool {
        INTS.contains(&self)
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Ty::I8 | Ty::I16 | Ty::I32 | Ty::I64 | Ty::Isize)
    }

    /// `f32` and `f64`.
    pub(super) fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64)
    }

    /// The 16-bit floats, whose operators are traits' and not the language's own.
    pub(super) fn is_half(self) -> bool {
        matches!(self, Ty::F16 | Ty::Bf16)
    }

    /// Whether operators are calls of trait methods, which borrow where the language's own read.
    pub(super) fn is_overloaded(self) -> bool {
        self.is_half() || matches!(self, Ty::Param(_))
    }

    pub(super) fn bits(self) -> u32 {
        match self {
            Ty::Bool | Ty::I8 | Ty::U8 => 8,
            Ty::I16 | Ty::U16 | Ty::F16 | Ty::Bf16 => 16,
            Ty::I32 | Ty::U32 | Ty::F32 => 32,
            Ty::I64 | Ty::Isize | Ty::U64 | Ty::Usize | Ty::F64 | Ty::Param(_) => 64,
        }
    }

    /// The unsigned integer of the same width.
    pub(super) fn unsigned(self) -> Ty {
        match self {
            Ty::I8 | Ty::Bool => Ty::U8,
            Ty::I16 | Ty::F16 | Ty::Bf16 => Ty::U16,
            Ty::I32 | Ty::F32 => Ty::U32,
            Ty::I64 | Ty::F64 => Ty::U64,
            Ty::Isize => Ty::Usize,
            Ty::U8 | Ty::U16 | Ty::U32 | Ty::U64 | Ty::Usize | Ty::Param(_) => self,
        }
    }

    /// Whether std has `Self: From<from>` between these two, different, primitive numbers.
    pub(super) fn is_from(self, from: Ty) -> bool {
        let sized = |ty: Ty| !matches!(ty, Ty::Isize | Ty::Usize);
        if from == Ty::Bool {
            return self.is_int();
        }
        if from.is_int() && self.is_int() {
            let wider = self.bits() > from.bits();
            return sized(from) && sized(self) && wider && (!from.is_signed() || self.is_signed());
        }
        if from.is_int() && self.is_float() {
            return sized(from) && from.bits() < self.bits();
        }
        from == Ty::F32 && self == Ty::F64
    }
}

/// A literal of a scalar type, with its suffix, or a constant of the type.
pub(super) fn literal(ty: Ty, random: &mut Random) -> String {
    let name = ty.name();
    match ty {
        Ty::Bool => random.pick(&["true", "false"]).to_owned(),
        Ty::F32 | Ty::F64 => match random.below(9) {
            0 => format!(
                "{name}::{}",
                random.pick(&["MAX", "MIN", "EPSILON", "MIN_POSITIVE", "INFINITY", "NEG_INFINITY"])
            ),
            1 => format!(
                "std::{name}::consts::{}",
                random.pick(&["PI", "E", "SQRT_2", "LN_2", "FRAC_1_SQRT_2"])
            ),
            2 => format!("{}{name}", random.below(100)),
            3 => {
                // Sixteen digits are more than `f32` holds: the text must be rounded once.
                let digits = random.next() % 10_000_000_000_000_000;
                format!("{}.{digits:016}{name}", random.below(10))
            }
            _ => {
                let text = random.pick(&[
                    "0.0",
                    "1.0",
                    "(-1.0",
                    "(-0.0",
                    "0.5",
                    "1.5",
                    "2.5",
                    "(-3.5",
                    "0.1",
                    "3.25e2",
                    "1e10",
                    "1e-10",
                    "(-2.5e-40",
                    "16777217.0",
                    "1.0000000596046448",
                    "4294967296.0",
                    "(-9.3e18",
                    "65519.996",
                    "255.5",
                ]);
                let close = if text.starts_with('(') { ")" } else { "" };
                format!("{text}{name}{close}")
            }
        },
        Ty::F16 | Ty::Bf16 => match random.below(4) {
            0 => format!(
                "{name}::{}",
                random.pick(&["MAX", "MIN", "EPSILON", "MIN_POSITIVE", "INFINITY", "ZERO", "ONE"])
            ),
            _ => format!("{name}::from_f32({})", literal(Ty::F32, random)),
        },
        Ty::Param(_) => match random.below(5) {
            0 | 1 => "T::ZERO".to_owned(),
            2 | 3 => "T::ONE".to_owned(),
            _ => format!("T::from_i32({})", random.below(100)),
        },
        _ => int_literal(ty, random),
    }
}

fn int_literal(ty: Ty, random: &mut Random) -> String {
    let name = ty.name();
    let value = random.next() >> (64 - ty.bits());
    // The sign is written out, so signed literals stay below their limit.
    let value = if ty.is_signed() { value >> 1 } else { value };
    match random.below(12) {
        0 => format!("{name}::MAX"),
        1 => format!("{name}::MIN"),
        2 => format!("{value}{name}"),
        3 => format!("{value:#x}{name}"),
        4 => format!("{:#b}{name}", value & 0x7f),
        5 => format!("{:#o}_{name}", value & 0x7f),
        6 if ty == Ty::U8 => format!("b'{}'", random.pick(&['a', 'Z', '0'])),
        6 | 7 if ty.is_signed() => {
            let value = if random.chance(50) { value } else { value % 9 + 1 };
            format!("(-{value}{name})")
        }
        _ => format!("{}{name}", random.below(11)),
    }
}

/// A literal without suffix, whose type must come from what it stands beside.
pub(super) fn bare_literal(ty: Ty, random: &mut Random) -> String {
    match ty {
        Ty::F32 | Ty::F64 => random.pick(&["0.0", "1.0", "0.5", "3.0", "0.1", "7.25", "1e3"]).to_owned(),
        _ if ty.is_signed() && random.chance(25) => format!("(-{})", random.below(100)),
        _ => format!("{}", random.below(128)),
    }
}
