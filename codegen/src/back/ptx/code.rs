//! The code that the intrinsics table has for a call: see [`Ptx`].

use super::asm::{Reg, Width};
use super::local::Writer;
use super::value::{Val, is_half, kind, width};
use crate::compact::List;
use crate::intrinsics::{Case, Cpu, Intrinsic, Machine, Operator, Ptx};
use crate::ir::{MathTier, Scalar};

/// Code, and whether it works on the bits of 16-bit floats.
#[derive(Clone, Copy)]
pub(super) struct Code {
    text: &'static str,
    on_bits: bool,
}

/// Instructions that take no longer than an addition.
const SHORT: [&str; 4] = ["abs", "min", "max", "fma"];

/// Whether a call is one short instruction, so that it may be computed where its result is not needed.
pub(super) fn is_short(row: &Intrinsic) -> bool {
    let short = |text: &str| !text.contains(';') && SHORT.iter().any(|op| opcode(text) == *op);
    match (row.cpu, row.operator, row.ptx) {
        (Cpu::Machine(machine), ..) => matches!(
            machine,
            Machine::ThreadIdx(_)
                | Machine::BlockIdx(_)
                | Machine::BlockDim(_)
                | Machine::GridDim(_)
                | Machine::GlobalId(_)
        ),
        (_, Some(operator), _) => matches!(operator, Operator::ToBits | Operator::FromBits),
        (.., Ptx::Code(text)) => short(text),
        (.., Ptx::Cases([.., (Case::Always, text)])) => short(text),
        (.., Ptx::Cases(_) | Ptx::Library | Ptx::Pack(_)) => false,
    }
}

/// The name of the first instruction, without its modifiers.
fn opcode(text: &str) -> &str {
    text.split(['.', '{']).next().unwrap_or_default()
}

impl Writer<'_> {
    /// The code of a row for this type, if the target and the tier of floating point have any.
    pub(super) fn code_of(&self, ptx: Ptx, scalar: Scalar) -> Option<Code> {
        let cases = match ptx {
            Ptx::Code(text) => return Some(Code { text, on_bits: false }),
            Ptx::Cases(cases) => cases,
            Ptx::Library | Ptx::Pack(_) => return None,
        };
        let (case, text) = cases.iter().find(|(case, _)| self.applies(*case, scalar))?;
        Some(Code { text, on_bits: *case == Case::Halves })
    }

    fn applies(&self, case: Case, scalar: Scalar) -> bool {
        let single = scalar == Scalar::F32 || is_half(scalar);
        match case {
            Case::Always => true,
            Case::Halves => is_half(scalar),
            Case::Word => scalar.bits() == 32,
            Case::Words => scalar.bits() >= 32,
            Case::Since(arch) => self.target.arch >= arch,
            Case::Approximate => single && self.tier != MathTier::Strict,
            Case::Fast => single && self.tier == MathTier::Fast,
        }
    }

    /// Writes code on these operands; gives its result.
    pub(super) fn coded(&mut self, code: Code, values: &[(Val, Scalar)]) -> Val {
        let generic = values.first().map_or(Scalar::U32, |(_, scalar)| *scalar);
        let mut values = values.to_vec();
        if !code.on_bits {
            for (value, scalar) in &mut values {
                *value = self.wide(*value, *scalar);
                *scalar = if is_half(*scalar) { Scalar::F32 } else { *scalar };
            }
        }
        let scalar = values.first().map_or(generic, |(_, scalar)| *scalar);
        let mut results = Vec::new();
        for line in code.text.split("; ") {
            let (op, operands) = line.split_once(' ').unwrap_or((line, ""));
            let op = op.replace("{t}", kind(scalar)).replace("{b}", width(scalar).bits());
            let op = op.replace("{ftz}", self.flush(generic));
            let mut uses = Vec::new();
            let texts: Vec<String> =
                operands.split(", ").map(|operand| self.filled(operand, &values, &results, &mut uses)).list();
            results.push(self.asm.pure(&op, result_of(&op), texts.join(", "), &uses));
        }
        // The tests of the table find code without instructions.
        let result = results.last().map_or(Val::Imm(0), |register| Val::Reg(*register));
        if code.on_bits { result } else { self.rounded(result, generic) }
    }

    /// An operand of an instruction, with what stands for an operand of the call or for an earlier result filled in.
    fn filled(
        &mut self,
        operand: &str,
        values: &[(Val, Scalar)],
        results: &[Reg],
        uses: &mut Vec<Reg>,
    ) -> String {
        let bits = values.first().map_or(0, |(_, scalar)| scalar.bits());
        match operand {
            "{bits}" => return bits.to_string(),
            "{above}" => return 32u32.saturating_sub(bits).to_string(),
            _ => {}
        }
        let number = |text: &str| text.trim_end_matches('}').parse::<usize>().ok();
        if let Some(register) = operand.strip_prefix('$').and_then(number).and_then(|k| results.get(k)) {
            uses.push(*register);
            return register.to_string();
        }
        let (in_register, name) = match (operand.strip_prefix("{r"), operand.strip_prefix('{')) {
            (Some(name), _) => (true, name),
            (None, Some(name)) => (false, name),
            (None, None) => return operand.to_owned(),
        };
        let Some((value, scalar)) = number(name).and_then(|k| values.get(k)).copied() else {
            return operand.to_owned();
        };
        let value = if in_register { Val::Reg(self.register(value, scalar)) } else { value };
        uses.extend(value.register());
        self.text(value, scalar)
    }
}

/// The registers that hold an instruction's result, by its last type; of a conversion it is the one before.
fn result_of(op: &str) -> Width {
    let mut types = op.rsplit('.');
    let last = types.next().unwrap_or_default();
    match opcode(op) {
        "setp" => Width::Pred,
        "popc" | "clz" => Width::B32,
        "cvt" => by_name(types.next().unwrap_or_default()),
        _ => by_name(last),
    }
}

fn by_name(ty: &str) -> Width {
    match ty.trim_start_matches(char::is_alphabetic) {
        "64" => Width::B64,
        "16" => Width::B16,
        _ => Width::B32,
    }
}
