//! What a kernel prints: `printf`, which NVRTC knows without a header.

use super::types;
use super::{expr::Prec, stmt::Writer};
use crate::back::printf::{self, Printed};
use crate::compact::List;
use crate::ir::{Expr, Scalar};
use std::fmt::Write as _;

impl Writer<'_> {
    /// The statement that prints a message with these values.
    pub(super) fn print(&mut self, text: &str, values: &[Expr]) -> String {
        let scalars: Vec<Scalar> = values.iter().map(|value| value.ty.scalar().unwrap_or(Scalar::U64)).list();
        let format = printf::format(text, &scalars);
        let mut arguments = String::new();
        for (index, printed) in format.values {
            let _ = write!(arguments, ", {}", self.printed(&values[index], printed));
        }
        format!("printf(\"{}\"{arguments});", quote(&format.text))
    }

    /// The value as `printf` takes it.
    fn printed(&mut self, value: &Expr, printed: Printed) -> String {
        let text = self.exact(value);
        let scalar = value.ty.scalar().unwrap_or(Scalar::U64);
        match printed {
            Printed::Bool => format!("{} ? \"true\" : \"false\"", text.at(Prec::Or)),
            Printed::Float if scalar.is_small_float() => text.cast("float").cast("double").text,
            Printed::Float => text.cast("double").text,
            Printed::Bits => {
                let own = types::scalar(scalar.unsigned(), self.prelude);
                text.cast(own).cast(types::scalar(Scalar::U32, self.prelude)).text
            }
            Printed::Int(through) => text.cast(types::scalar(through, self.prelude)).text,
        }
    }
}

/// Plain text inside a format string of C.
fn quote(plain: &str) -> String {
    let mut format = String::new();
    for byte in plain.bytes() {
        match byte {
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
    format
}
