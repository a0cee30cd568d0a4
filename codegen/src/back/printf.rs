//! What a kernel prints: `printf`, or the driver's function behind it, with a format in its language.
//!
//! Floats without a precision have six significant digits by `{}`, and as many as tell them apart by `{:?}`.

use crate::ir::Scalar;
use crate::ir::message::{Align, Kind, Piece, Spec, pieces};
use std::fmt::Write as _;

/// A message as `printf` takes it.
pub(super) struct Format {
    /// Without any escapes but `%%`.
    pub text: String,
    /// The values in the order in which they are printed, by number.
    pub values: Vec<(usize, Printed)>,
}

/// The type that a value is passed as, so that its conversion is right whatever the value's own type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printed {
    /// The address of the word.
    Bool,
    /// `f64`.
    Float,
    /// An integer of this type.
    Int(Scalar),
    /// The bits of a narrow integer, as `u32`.
    Bits,
}

/// The format of a message with values of these types.
pub(super) fn format(text: &str, scalars: &[Scalar]) -> Format {
    let mut format = Format { text: String::new(), values: Vec::new() };
    for piece in pieces(text) {
        match piece {
            Piece::Text(plain) => format.text.push_str(&plain.replace('%', "%%")),
            Piece::Value { index, spec } => {
                let Some(scalar) = scalars.get(index).copied() else { continue };
                format.text.push_str(&conversion(&spec, scalar));
                format.values.push((index, printed(&spec, scalar)));
            }
        }
    }
    format
}

fn printed(spec: &Spec, scalar: Scalar) -> Printed {
    let bits = !matches!(spec.kind, Kind::Display | Kind::Debug);
    match scalar {
        Scalar::Bool => Printed::Bool,
        _ if scalar.is_float() => Printed::Float,
        // The bits of a narrow type, before anything widens them.
        _ if bits && scalar.size() < 8 => Printed::Bits,
        _ if bits => Printed::Int(Scalar::U64),
        Scalar::I8 | Scalar::I16 | Scalar::I32 => Printed::Int(Scalar::I32),
        Scalar::U8 | Scalar::U16 | Scalar::U32 => Printed::Int(Scalar::U32),
        Scalar::I64 | Scalar::Isize => Printed::Int(Scalar::I64),
        Scalar::U64 | Scalar::Usize => Printed::Int(Scalar::U64),
        Scalar::E4M3 | Scalar::E5M2 | Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => {
            Printed::Float
        }
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
