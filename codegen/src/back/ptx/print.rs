//! What a kernel prints: the driver's `vprintf`, which takes a format and the values in a row in memory.

use crate::compact::List;
use std::fmt::Write as _;

use super::asm::Width;
use super::expr::scalar_of;
use super::local::Writer;
use super::value::Val;
use crate::back::printf::{self, Printed};
use crate::ir::{Expr, Scalar, SiteId, SiteKind};

impl Writer<'_> {
    pub(super) fn print(&mut self, site: SiteId, values: &[Expr]) {
        let Some(SiteKind::Message { text, .. }) = self.module.site(site).map(|site| &site.kind) else {
            return self.missing("a message without a text");
        };
        let scalars: Vec<Scalar> = values.iter().map(scalar_of).list();
        let format = printf::format(text, &scalars);
        let values: Vec<Val> = values.iter().map(|value| self.value(value)).list();
        let mut arguments = Vec::new();
        let mut bytes = 0u64;
        for (index, printed) in format.values {
            let (value, scalar) = self.printed(values[index], scalars[index], printed);
            let size = scalar.size() as u64;
            bytes = bytes.next_multiple_of(size) + size;
            arguments.push((bytes - size, value, scalar));
        }
        self.global(".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);".to_owned());
        let format = self.string(&format.text);
        let list = if bytes == 0 {
            "0".to_owned()
        } else {
            let at = self.scratch(bytes);
            let base = self.asm.first("mov.b64", Width::B64, "kiln$local", &[]);
            for (offset, value, scalar) in arguments {
                let text = self.text(value, scalar);
                let bits = if scalar.size() == 8 { "b64" } else { "b32" };
                self.asm.line(format!("st.local.{bits} [{base}+{}], {text}", at + offset));
            }
            let first = self.asm.set("add.s64", Width::B64, format!("{base}, {at}"));
            self.asm.set("cvta.local.u64", Width::B64, first.to_string()).to_string()
        };
        self.asm.line("{");
        self.asm.line(".param .b64 a");
        self.asm.line(".param .b64 b");
        self.asm.line(".param .b32 r");
        self.asm.line(format!("st.param.b64 [a], {format}"));
        self.asm.line(format!("st.param.b64 [b], {list}"));
        self.asm.line("call.uni (r), vprintf, (a, b)");
        self.asm.line("}");
    }

    /// A value as the function takes it.
    fn printed(&mut self, value: Val, scalar: Scalar, printed: Printed) -> (Val, Scalar) {
        match printed {
            Printed::Bool => {
                let (yes, no) = (self.string("true"), self.string("false"));
                let (yes, no) = (Val::Reg(yes), Val::Reg(no));
                (self.chosen(value, yes, no, Scalar::U64), Scalar::U64)
            }
            Printed::Float => (self.cast(value, scalar, Scalar::F64), Scalar::F64),
            Printed::Bits => {
                let own = self.cast(value, scalar, scalar.unsigned());
                (self.cast(own, scalar.unsigned(), Scalar::U32), Scalar::U32)
            }
            Printed::Int(through) => (self.cast(value, scalar, through), through),
        }
    }

    /// The address of a text in memory, which ends in a zero.
    fn string(&mut self, text: &str) -> super::asm::Reg {
        let mut bytes = String::new();
        for byte in text.bytes() {
            let _ = write!(bytes, "{byte}, ");
        }
        let name = self.constant(&format!("b8 {{}}[{}] = {{{bytes}0}}", text.len() + 1));
        let address = self.asm.first("mov.b64", Width::B64, &name, &[]);
        self.asm.first("cvta.global.u64", Width::B64, &address.to_string(), &[address])
    }
}
