//! What a kernel prints: `printf`, which NVRTC knows without a header.
//!
//! A value is passed as one of the types that `printf` takes, so that its conversion is right whatever the value's own type is.
//! Floats without a precision have six significant digits by `{}`, and as many as tell them apart by `{:?}`.

use super::types;
use super::{expr::Prec, stmt::Writer};
use crate::ir::message::{Align, Kind, Piece, Spec, pieces};
use crate::ir::{Expr, Scalar};
use std::fmt::Write as _;

impl Writer<'_> {
    /// The statement that prints a message with these values.
    pub(super) fn print(&mut self, text: &str, values: &[Expr]) -> String {
        let mut format = String::new();
        let mut arguments = String::new();
        for piece in pieces(text) {
            match piece {
                Piece::Text(plain) => quote(&plain, &mut format),
                Piece::Value { index, spec } => {
                    let Some(value) = values.get(index) else { continue };
                    let scalar = value.ty.scalar().unwrap_or(Scalar::U64);
                    format.push_str(&conversion(&spec, scalar));
                    let _ = write!(arguments, ", {}", self.printed(value, scalar, &spec));
                }
            }
        }
        format!("printf(\"{format}\"{arguments});")
    }

    /// The value as `printf` takes it.
    fn printed(&mut self, value: &Expr, scalar: Scalar, spec: &Spec) -> String {
        let text = self.exact(value);
        let bits = !matches!(spec.kind, Kind::Display | Kind::Debug);
        let through = match scalar {
            Scalar::Bool => return format!("{} ? \"true\" : \"false\"", text.at(Prec::Or)),
            Scalar::F16 | Scalar::BF16 => return text.cast("float").cast("double").text,
            Scalar::F32 | Scalar::F64 => return text.cast("double").text,
            // The bits of a narrow type, before anything widens them.
            _ if bits && scalar.size() < 8 => {
                let own = types::scalar(scalar.unsigned(), self.prelude);
                return text.cast(own).cast(types::scalar(Scalar::U32, self.prelude)).text;
            }
            _ if bits => Scalar::U64,
            Scalar::I8 | Scalar::I16 | Scalar::I32 => Scalar::I32,
            Scalar::U8 | Scalar::U16 | Scalar::U32 => Scalar::U32,
            Scalar::I64 | Scalar::Isize => Scalar::I64,
            Scalar::U64 | Scalar::Usize => Scalar::U64,
        };
        text.cast(types::scalar(through, self.prelude)).text
    }
}

/// `%8.3f` and its like.
fn conversion(spec: &Spec, scalar: Scalar) -> String {
    let mut text = "%".to_owned();
    // Words go to the left and numbers to the right, unless they are told otherwise.
    let left = match spec.align {
        Some(align) => align == Align::Left,
        None => scalar == Scalar::Bool,
    };
    if left && spec.width.is_some() && (!spec.zero || scalar == Scalar::Bool) {
        text.push('-');
    }
    if spec.plus {
        text.push('+');
    }
    if spec.alternate && matches!(spec.kind, Kind::LowerHex | Kind::UpperHex | Kind::Octal) {
        text.push('#');
    }
    if spec.zero && scalar != Scalar::Bool {
        text.push('0');
    }
    if let Some(width) = spec.width {
        let _ = write!(text, "{width}");
    }
    if scalar == Scalar::Bool {
        if let Some(precision) = spec.precision {
            let _ = write!(text, ".{precision}");
        }
        text.push('s');
        return text;
    }
    if scalar.is_float() {
        let _ = match (spec.precision, spec.kind) {
            (Some(precision), _) => write!(text, ".{precision}f"),
            (None, Kind::Debug) if scalar == Scalar::F64 => write!(text, ".17g"),
            (None, Kind::Debug) => write!(text, ".9g"),
            (None, _) => write!(text, "g"),
        };
        return text;
    }
    if scalar.size() == 8 {
        text.push_str("ll");
    }
    text.push(match spec.kind {
        Kind::LowerHex => 'x',
        Kind::UpperHex => 'X',
        Kind::Octal => 'o',
        Kind::Display | Kind::Debug | Kind::Binary | Kind::LowerExp | Kind::UpperExp => {
            if scalar.is_signed_int() { 'd' } else { 'u' }
        }
    });
    text
}

/// Plain text inside a format string of C.
fn quote(plain: &str, format: &mut String) {
    for byte in plain.bytes() {
        match byte {
            b'%' => format.push_str("%%"),
            b'"' => format.push_str("\\\""),
            b'\\' => format.push_str("\\\\"),
            b'\n' => format.push_str("\\n"),
            b'\t' => format.push_str("\\t"),
            // Two of them begin a trigraph.
            b'?' => format.push_str("\\?"),
            b' '..=b'~' => format.push(char::from(byte)),
            // Three digits always, so that a digit behind is not taken for one of them.
            other => {
                let _ = write!(format, "\\{other:03o}");
            }
        }
    }
}
