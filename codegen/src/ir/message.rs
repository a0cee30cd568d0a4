//! Messages: what `panic!`, `assert!` and `kprintln!` say.
//!
//! The text of a site of kind `Message` is Rust's own format string, with the number of a value in every hole:
//! `x = {0:>8.3}`. Takes that text; gives its pieces, and shows values as std does. What looks like a hole and is
//! none stays as it is.

use std::fmt::Write as _;

use super::Scalar;
use crate::float16::{bf16, f16};

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// A value, by its number.
    Value {
        index: usize,
        spec: Spec,
    },
}

/// How a value is shown: what stands behind the colon of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    pub fill: char,
    pub align: Option<Align>,
    pub plus: bool,
    pub alternate: bool,
    /// Zeros behind the sign, up to the width.
    pub zero: bool,
    pub width: Option<usize>,
    pub precision: Option<usize>,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Display,
    Debug,
    LowerHex,
    UpperHex,
    Octal,
    Binary,
    LowerExp,
    UpperExp,
}

impl Spec {
    /// What stands behind the colon; `None` where that is not Rust's, or takes its numbers from arguments.
    pub fn parse(text: &str) -> Option<Spec> {
        let align_of = |c: char| match c {
            '<' => Some(Align::Left),
            '^' => Some(Align::Center),
            '>' => Some(Align::Right),
            _ => None,
        };
        let mut spec = Spec {
            fill: ' ',
            align: None,
            plus: false,
            alternate: false,
            zero: false,
            width: None,
            precision: None,
            kind: Kind::Display,
        };
        let mut rest = text;
        let mut chars = text.chars();
        if let (Some(fill), Some(align)) = (chars.next(), chars.next().and_then(align_of)) {
            (spec.fill, spec.align) = (fill, Some(align));
            rest = chars.as_str();
        } else if let Some(align) = text.chars().next().and_then(align_of) {
            spec.align = Some(align);
            rest = &text[1..];
        }
        let mut flag = |c: char| {
            let found = rest.strip_prefix(c);
            rest = found.unwrap_or(rest);
            found.is_some()
        };
        spec.plus = flag('+');
        spec.alternate = flag('#');
        spec.zero = flag('0');
        spec.width = number(&mut rest)?;
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            spec.precision = Some(number(&mut rest)??);
        }
        spec.kind = match rest {
            "" => Kind::Display,
            "?" => Kind::Debug,
            "x" => Kind::LowerHex,
            "X" => Kind::UpperHex,
            "o" => Kind::Octal,
            "b" => Kind::Binary,
            "e" => Kind::LowerExp,
            "E" => Kind::UpperExp,
            _ => return None,
        };
        Some(spec)
    }

    /// A scalar's bits as std shows the value.
    pub fn show(&self, scalar: Scalar, bits: u64) -> String {
        let bits = if scalar.bits() == 64 { bits } else { bits & ((1 << scalar.bits()) - 1) };
        match scalar {
            Scalar::Bool => {
                let word = if bits == 0 { "false" } else { "true" };
                let word = &word[..self.precision.unwrap_or(word.len()).min(word.len())];
                self.pad(word.to_owned(), Align::Left)
            }
            Scalar::E4M3 | Scalar::E5M2 => {
                self.float(f64::from(crate::intrinsics::widen(scalar, bits)), true)
            }
            Scalar::F16 => self.float(f64::from(f16::from_bits(bits as u16).to_f32()), true),
            Scalar::BF16 => self.float(f64::from(bf16::from_bits(bits as u16).to_f32()), true),
            Scalar::F32 => self.float(f64::from(f32::from_bits(bits as u32)), true),
            Scalar::F64 => self.float(f64::from_bits(bits), false),
            Scalar::I8 => self.int(bits, i128::from(bits as i8)),
            Scalar::I16 => self.int(bits, i128::from(bits as i16)),
            Scalar::I32 => self.int(bits, i128::from(bits as i32)),
            Scalar::I64 | Scalar::Isize => self.int(bits, i128::from(bits as i64)),
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => {
                self.int(bits, i128::from(bits))
            }
        }
    }

    fn int(&self, bits: u64, value: i128) -> String {
        let (prefix, digits) = match self.kind {
            Kind::Display | Kind::Debug => ("", value.unsigned_abs().to_string()),
            Kind::LowerHex => ("0x", format!("{bits:x}")),
            Kind::UpperHex => ("0x", format!("{bits:X}")),
            Kind::Octal => ("0o", format!("{bits:o}")),
            Kind::Binary => ("0b", format!("{bits:b}")),
            Kind::LowerExp => ("", format!("{:e}", value.unsigned_abs())),
            Kind::UpperExp => ("", format!("{:E}", value.unsigned_abs())),
        };
        let decimal = matches!(self.kind, Kind::Display | Kind::Debug | Kind::LowerExp | Kind::UpperExp);
        let negative = decimal && value < 0;
        self.signed(negative, if self.alternate { prefix } else { "" }, &digits)
    }

    /// `narrow`: the shortest digits are those that tell one `f32` from another.
    fn float(&self, value: f64, narrow: bool) -> String {
        let (size, single) = (value.abs(), value.abs() as f32);
        let digits = match (self.kind, self.precision, narrow) {
            (Kind::LowerExp, Some(n), _) => format!("{size:.n$e}"),
            (Kind::UpperExp, Some(n), _) => format!("{size:.n$E}"),
            (Kind::LowerExp, None, true) => format!("{single:e}"),
            (Kind::LowerExp, None, false) => format!("{size:e}"),
            (Kind::UpperExp, None, true) => format!("{single:E}"),
            (Kind::UpperExp, None, false) => format!("{size:E}"),
            (_, Some(n), _) => format!("{size:.n$}"),
            (Kind::Debug, None, true) => format!("{single:?}"),
            (Kind::Debug, None, false) => format!("{size:?}"),
            (_, None, true) => format!("{single}"),
            (_, None, false) => format!("{size}"),
        };
        self.signed(value.is_sign_negative() && !value.is_nan(), "", &digits)
    }

    fn signed(&self, negative: bool, prefix: &str, digits: &str) -> String {
        let sign = match (negative, self.plus) {
            (true, _) => "-",
            (false, true) => "+",
            (false, false) => "",
        };
        if self.zero {
            let zeros = self.width.unwrap_or(0).saturating_sub(sign.len() + prefix.len() + digits.len());
            return format!("{sign}{prefix}{}{digits}", "0".repeat(zeros));
        }
        self.pad(format!("{sign}{prefix}{digits}"), Align::Right)
    }

    fn pad(&self, text: String, usual: Align) -> String {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        let before = match self.align.unwrap_or(usual) {
            Align::Left => 0,
            Align::Center => missing / 2,
            Align::Right => missing,
        };
        let fill = |count| std::iter::repeat_n(self.fill, count).collect::<String>();
        if missing == 0 { text } else { format!("{}{text}{}", fill(before), fill(missing - before)) }
    }
}

/// The digits at the front, if there are any; `None` where they are too many.
#[allow(clippy::option_option)] // Absent is not wrong.
fn number(rest: &mut &str) -> Option<Option<usize>> {
    /// More columns than this are a mistake, and memory.
    const MOST: usize = 1024;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    if digits.is_empty() {
        return Some(None);
    }
    digits.parse().ok().filter(|n| *n <= MOST).map(Some)
}

/// The pieces of a message's text.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        plain.push_str(&rest[..at]);
        let from = &rest[at..];
        if from.starts_with("{{") || from.starts_with("}}") {
            plain.push_str(&from[..1]);
            rest = &from[2..];
            continue;
        }
        if let Some((index, spec, length)) = hole(from) {
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Value { index, spec });
            rest = &from[length..];
        } else {
            plain.push_str(&from[..1]);
            rest = &from[1..];
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    pieces
}

/// The hole at the front of a text: its number, how it shows, and its length.
fn hole(text: &str) -> Option<(usize, Spec, usize)> {
    let close = text.find('}')?;
    let inside = text.get(1..close)?;
    let (index, spec) = inside.split_once(':').unwrap_or((inside, ""));
    Some((index.parse().ok()?, Spec::parse(spec)?, close + 1))
}

/// A message with its values, given as their bits. A hole without a value stays as it is.
pub fn render(pieces: &[Piece], values: &[(Scalar, u64)]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(plain) => text.push_str(plain),
            Piece::Value { index, spec } => match values.get(*index) {
                Some((scalar, bits)) => text.push_str(&spec.show(*scalar, *bits)),
                None => {
                    let _ = write!(text, "{{{index}}}");
                }
            },
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, scalar: Scalar, bits: u64) -> String {
        render(&pieces(text), &[(scalar, bits)])
    }

    #[test]
    fn values_are_shown_as_std_shows_them() {
        macro_rules! same {
            ($value:expr, $scalar:expr, $bits:expr; $($spec:literal)*) => {$(
                let expected = format!(concat!("{:", $spec, "}"), $value);
                assert_eq!(shown(concat!("{0:", $spec, "}"), $scalar, $bits), expected, $spec);
            )*};
        }
        same!(-42i8, Scalar::I8, 0xffff_ffff_ffff_ffd6; "" "?" "5" "<5" "^5" ">5" "*^7" "+" "05" "x" "#x" "#010x" "X" "b" "#b" "o");
        same!(300u64, Scalar::U64, 300; "" "+" "08" "#06x" "_<9" "#o" "10b" "e");
        same!(1.5f32, Scalar::F32, u64::from(1.5f32.to_bits()); "" "?" ".3" "8.2" "<8.2" "08.2" "+" "+.0" "e" ".2e" "E");
        same!(0.1f32, Scalar::F32, u64::from(0.1f32.to_bits()); "" "?" ".3" ".12" "e");
        same!(-2.0f64, Scalar::F64, (-2.0f64).to_bits(); "" "?" ".1" "09.3" "^9" "e");
        same!(f64::NEG_INFINITY, Scalar::F64, f64::NEG_INFINITY.to_bits(); "" "?" "8" "<8");
        same!(f32::NAN, Scalar::F32, u64::from(f32::NAN.to_bits()); "" "?" "6");
        same!(true, Scalar::Bool, 1; "" "?" "7" ">7" "^7" "-^7" ".2");
    }

    #[test]
    fn what_is_no_hole_stays() {
        assert_eq!(shown("{{0}} {0} }} {x} {9} {", Scalar::U8, 7), "{0} 7 } {x} {9} {");
        assert_eq!(Spec::parse("width$"), None);
        assert_eq!(Spec::parse(".*"), None);
        assert_eq!(Spec::parse("9999999"), None);
    }
}
