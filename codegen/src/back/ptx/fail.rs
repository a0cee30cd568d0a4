//! What ends a thread: checks, assertions, panics.
//!
//! A failing thread jumps behind the body, to a block of its own that says what failed, and from there to the one that writes the
//! record. So a check costs the body a comparison and a jump, and registers that only failures need are none of the body's.

use super::asm::{Label, Width};
use super::local::Writer;
use super::value::{Val, is_half, width};
use crate::ir::{Scalar, SiteId};

/// A block behind the body.
pub(super) struct Cold {
    label: Label,
    site: SiteId,
    values: Vec<(Val, Scalar)>,
}

impl Writer<'_> {
    /// Where a thread goes that fails at this site with these values.
    pub(super) fn failure(&mut self, site: SiteId, values: Vec<(Val, Scalar)>) -> Label {
        let label = self.asm.label();
        self.cold.push(Cold { label, site, values });
        label
    }

    /// Writes the blocks behind the body, and what all of them end in.
    pub(super) fn failures(&mut self) {
        let cold = std::mem::take(&mut self.cold);
        if cold.is_empty() {
            return;
        }
        let most = cold.iter().map(|block| block.values.len()).max().unwrap_or(0).min(4);
        let site = self.asm.variable(Width::B32);
        let values: Vec<_> = (0..most).map(|_| self.asm.variable(Width::B64)).collect();
        let record = self.asm.label();
        let last = cold.len() - 1;
        for (number, block) in cold.into_iter().enumerate() {
            self.asm.place(block.label);
            self.asm.enter();
            self.asm.line(format!("mov.b32 {site}, {}", block.site.0));
            for (slot, register) in values.iter().enumerate() {
                match block.values.get(slot) {
                    Some((value, scalar)) => {
                        let wide = self.widened(*value, *scalar);
                        self.asm.line(format!("mov.b64 {register}, {wide}"));
                    }
                    None => self.asm.line(format!("mov.b64 {register}, 0")),
                }
            }
            if number != last {
                self.asm.line(format!("bra.uni {record}"));
            }
            self.asm.leave();
        }
        self.asm.place(record);
        self.record(site, &values);
    }

    /// The first one to come writes the record; everyone ends.
    fn record(&mut self, site: super::asm::Reg, values: &[super::asm::Reg]) {
        let end = self.asm.label();
        let asm = &mut self.asm;
        let at = asm.set("ld.param.b64", Width::B64, "[kiln]".to_owned());
        let kernel = asm.set("ld.param.b32", Width::B32, "[kiln+8]".to_owned());
        let launch = asm.set("ld.param.b32", Width::B32, "[kiln+12]".to_owned());
        let state = asm.set("ld.volatile.b32", Width::B32, format!("[{at}]"));
        let taken = asm.set("setp.ne.u32", Width::Pred, format!("{state}, 0"));
        asm.line(format!("@{taken} bra {end}"));
        let state = asm.set("atom.cas.b32", Width::B32, format!("[{at}], 0, 1"));
        let taken = asm.set("setp.ne.u32", Width::Pred, format!("{state}, 0"));
        asm.line(format!("@{taken} bra {end}"));
        for (offset, value) in [(4, site), (8, kernel), (12, launch)] {
            asm.line(format!("st.b32 [{at}+{offset}], {value}"));
        }
        for (number, special) in
            ["%ctaid.x", "%ctaid.y", "%ctaid.z", "%tid.x", "%tid.y", "%tid.z"].iter().enumerate()
        {
            let value = asm.set("mov.b32", Width::B32, (*special).to_owned());
            asm.line(format!("st.b32 [{at}+{}], {value}", 16 + 4 * number));
        }
        for slot in 0..4 {
            let value = values.get(slot).map_or("0".to_owned(), ToString::to_string);
            asm.line(format!("st.b64 [{at}+{}], {value}", 40 + 8 * slot));
        }
        asm.line("membar.sys");
        asm.place(end);
        asm.line("exit");
    }

    /// A scalar's bits in 64: integers extended by their sign, floats and `bool` with zeros.
    fn widened(&mut self, value: Val, scalar: Scalar) -> String {
        let value = match value {
            Val::Imm(bits) if scalar.is_int() => return super::value::number(bits, scalar).to_string(),
            Val::Imm(bits) => return format!("0x{bits:X}"),
            Val::Reg(register) => register,
        };
        match scalar {
            Scalar::Bool => self.asm.set("selp.b64", Width::B64, format!("1, 0, {value}")).to_string(),
            _ if is_half(scalar) => self.asm.set("cvt.u64.u16", Width::B64, value.to_string()).to_string(),
            _ if width(scalar) == Width::B64 => value.to_string(),
            _ if scalar.is_signed_int() => {
                self.asm.set("cvt.s64.s32", Width::B64, value.to_string()).to_string()
            }
            _ => self.asm.set("cvt.u64.u32", Width::B64, value.to_string()).to_string(),
        }
    }
}
