//! What ends a thread: checks, assertions, panics.
//!
//! A failing thread jumps behind the body, to a block of its own that writes the record and ends it. So a check
//! costs the body a comparison and a jump, and registers that only failures need are none of the body's. Nothing is
//! shared by these blocks. Where they met, ptxas would let the threads that do not fail meet later than they could,
//! and warp operations would be among fewer lanes. A function for them made kernels up to 1.8 times slower where
//! the driver linked them, those too that never failed.

use super::asm::{Label, Width};
use super::local::Writer;
use super::value::{Val, is_half, width};
use crate::ir::{Scalar, SiteId};

/// A block behind the body.
pub(super) struct Cold {
    label: Label,
    site: SiteId,
    values: Vec<(Val, Scalar)>,
    /// The number along x of the block that is told of, where it is not the machine's.
    block: Option<Val>,
}

impl Writer<'_> {
    /// Where a thread goes that fails at this site with these values.
    pub(super) fn failure(&mut self, site: SiteId, values: Vec<(Val, Scalar)>) -> Label {
        self.failure_in(site, values, None)
    }

    /// The same, told of a block with this number along x.
    pub(super) fn failure_in(
        &mut self,
        site: SiteId,
        values: Vec<(Val, Scalar)>,
        block: Option<Val>,
    ) -> Label {
        let label = self.asm.label();
        self.cold.push(Cold { label, site, values, block });
        label
    }

    /// Writes the blocks behind the body.
    pub(super) fn failures(&mut self) {
        let cold = std::mem::take(&mut self.cold);
        if cold.is_empty() {
            return;
        }
        self.fails = true;
        for block in cold {
            self.asm.place(block.label);
            self.asm.enter();
            self.record(&block);
            self.asm.leave();
        }
    }

    /// The first thread to come writes the record; everyone ends.
    fn record(&mut self, block: &Cold) {
        let at = self.asm.set("ld.param.b64", Width::B64, "[kiln]".to_owned());
        let state = self.asm.set("ld.volatile.b32", Width::B32, format!("[{at}]"));
        let taken = self.asm.set("setp.ne.u32", Width::Pred, format!("{state}, 0"));
        self.asm.line(format!("@{taken} exit"));
        let state = self.asm.set("atom.cas.b32", Width::B32, format!("[{at}], 0, 1"));
        let taken = self.asm.set("setp.ne.u32", Width::Pred, format!("{state}, 0"));
        self.asm.line(format!("@{taken} exit"));
        self.asm.line(format!("st.b32 [{at}+4], {}", block.site.0));
        // The numbers of the kernel and of the launch.
        let numbers = self.asm.set("ld.param.b64", Width::B64, "[kiln+8]".to_owned());
        self.asm.line(format!("st.b64 [{at}+8], {numbers}"));
        let place = ["%ctaid.x", "%ctaid.y", "%ctaid.z", "%tid.x", "%tid.y", "%tid.z"];
        for (number, name) in place.into_iter().enumerate() {
            if let (0, Some(told)) = (number, block.block) {
                let told = self.cast(told, Scalar::Usize, Scalar::U32);
                let told = self.text(told, Scalar::U32);
                self.asm.line(format!("st.b32 [{at}+16], {told}"));
                continue;
            }
            let value = self.asm.set("mov.b32", Width::B32, name.to_owned());
            self.asm.line(format!("st.b32 [{at}+{}], {value}", 16 + 4 * number));
        }
        for (number, (value, scalar)) in block.values.iter().take(4).enumerate() {
            let value = self.widened(*value, *scalar);
            self.asm.line(format!("st.b64 [{at}+{}], {value}", 40 + 8 * number));
        }
        self.asm.line("membar.sys");
        self.asm.line("exit");
    }

    /// A scalar's bits in 64: integers extended by their sign, floats and `bool` with zeros.
    fn widened(&mut self, value: Val, scalar: Scalar) -> String {
        let value = match value {
            Val::Imm(bits) if scalar.is_int() => return scalar.number(bits).to_string(),
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
