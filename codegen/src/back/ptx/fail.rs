//! What ends a thread: checks, assertions, panics.
//!
//! A failing thread jumps behind the body, to a block of its own that has the record written and ends the thread. So a check costs the
//! body a comparison and a jump, and registers that only failures need are none of the body's. The blocks do not meet again: where
//! they did, ptxas would let the threads that do not fail meet later than they could, and warp operations would be among fewer
//! lanes. The thread ends in the kernel itself: where a function ended it, the rest of its warp would end too.

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

/// The one function beside the kernel: the first thread to come writes the record.
const FAIL: &str = "\
.func kiln$fail(
\t.param .b64 record, .param .b32 kernel, .param .b32 launch, .param .b32 site,
\t.param .b64 a, .param .b64 b, .param .b64 c, .param .b64 d
)
{
\t.reg .pred %p<2>;
\t.reg .b32 %r<12>;
\t.reg .b64 %d<6>;

\tld.param.b64 %d0, [record];
\tld.volatile.b32 %r0, [%d0];
\tsetp.ne.u32 %p0, %r0, 0;
\t@%p0 bra $ended;
\tatom.cas.b32 %r1, [%d0], 0, 1;
\tsetp.ne.u32 %p1, %r1, 0;
\t@%p1 bra $ended;
\tld.param.b32 %r2, [site];
\tld.param.b32 %r3, [kernel];
\tld.param.b32 %r4, [launch];
\tst.b32 [%d0+4], %r2;
\tst.b32 [%d0+8], %r3;
\tst.b32 [%d0+12], %r4;
\tmov.b32 %r5, %ctaid.x;
\tmov.b32 %r6, %ctaid.y;
\tmov.b32 %r7, %ctaid.z;
\tst.b32 [%d0+16], %r5;
\tst.b32 [%d0+20], %r6;
\tst.b32 [%d0+24], %r7;
\tmov.b32 %r8, %tid.x;
\tmov.b32 %r9, %tid.y;
\tmov.b32 %r10, %tid.z;
\tst.b32 [%d0+28], %r8;
\tst.b32 [%d0+32], %r9;
\tst.b32 [%d0+36], %r10;
\tld.param.b64 %d1, [a];
\tld.param.b64 %d2, [b];
\tld.param.b64 %d3, [c];
\tld.param.b64 %d4, [d];
\tst.b64 [%d0+40], %d1;
\tst.b64 [%d0+48], %d2;
\tst.b64 [%d0+56], %d3;
\tst.b64 [%d0+64], %d4;
\tmembar.sys;
$ended:
\tret;
}
";

impl Writer<'_> {
    /// Where a thread goes that fails at this site with these values.
    pub(super) fn failure(&mut self, site: SiteId, values: Vec<(Val, Scalar)>) -> Label {
        let label = self.asm.label();
        self.cold.push(Cold { label, site, values });
        label
    }

    /// Writes the blocks behind the body.
    pub(super) fn failures(&mut self) {
        let cold = std::mem::take(&mut self.cold);
        if cold.is_empty() {
            return;
        }
        self.global(FAIL.to_owned());
        for block in cold {
            self.asm.place(block.label);
            self.asm.enter();
            let mut arguments = vec![
                ("b64", self.asm.set("ld.param.b64", Width::B64, "[kiln]".to_owned()).to_string()),
                ("b32", self.asm.set("ld.param.b32", Width::B32, "[kiln+8]".to_owned()).to_string()),
                ("b32", self.asm.set("ld.param.b32", Width::B32, "[kiln+12]".to_owned()).to_string()),
                ("b32", block.site.0.to_string()),
            ];
            for slot in 0..4 {
                let value = match block.values.get(slot) {
                    Some((value, scalar)) => self.widened(*value, *scalar),
                    None => "0".to_owned(),
                };
                arguments.push(("b64", value));
            }
            self.asm.line("{");
            for (number, (ty, value)) in arguments.iter().enumerate() {
                self.asm.line(format!(".param .{ty} q{number}"));
                self.asm.line(format!("st.param.{ty} [q{number}], {value}"));
            }
            self.asm.line("call.uni kiln$fail, (q0, q1, q2, q3, q4, q5, q6, q7)");
            self.asm.line("}");
            self.asm.line("exit");
            self.asm.leave();
        }
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
