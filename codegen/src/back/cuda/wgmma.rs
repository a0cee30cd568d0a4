//! Products of a warpgroup.

use super::expr::Text;
use super::stmt::Writer;
use crate::intrinsics::{Cpu, FactorShape, Intrinsic, Machine, WgmmaShape};
use crate::ir::{Expr, ExprKind, Literal, Scalar};

impl Writer<'_> {
    /// A call of the function for the operands' shape, which is written where the text lacks it.
    pub(super) fn wgmma(&mut self, row: &'static Intrinsic, args: &[Expr]) -> Text {
        let literal = |number: usize| match args.get(number)?.kind {
            ExprKind::Literal(Literal::Int(value)) => u32::try_from(value).ok(),
            _ => None,
        };
        if let ([sum, _, _], Some(columns), Some(groups)) = (args, literal(1), literal(2)) {
            let name = if groups == 0 {
                format!("{}_{columns}", row.name)
            } else {
                format!("{}_{columns}_but_{groups}", row.name)
            };
            if !self.prelude.has_function(&name) {
                self.prelude.function(name.clone(), finish(&name, columns, groups));
            }
            return Text::postfix(format!("kiln::{name}({})", self.exact(sum).text));
        }
        let (Some(shape), [sum, left, right, ..]) = (WgmmaShape::of(args), args) else {
            return Text::postfix(format!("/* no such {} */", row.name));
        };
        let lies = |factor: Option<FactorShape>| match factor {
            None => "r",
            Some(FactorShape { panel: 0, .. }) => "k",
            Some(_) => "m",
        };
        let ty = scalar_name(row);
        let name = format!("wgmma_{ty}_{}{}{}", shape.columns, lies(shape.left), lies(Some(shape.right)));
        if !self.prelude.has_function(&name) {
            self.prelude.function(name.clone(), function(ty, &name, shape));
        }
        for piece in ["u32", "u64", "shared_address", "wgmma_factor"] {
            self.prelude.need(piece);
        }
        let [sum, left, right] = [sum, left, right].map(|arg| self.exact(arg).text);
        let factor = |text: String, lies: FactorShape| {
            format!("kiln::wgmma_factor<{:#x}ull>({text})", lies.descriptor())
        };
        let left = shape.left.map_or(left.clone(), |lies| factor(left, lies));
        Text::postfix(format!("kiln::{name}({sum}, {left}, {})", factor(right, shape.right)))
    }
}

fn scalar_name(row: &Intrinsic) -> &'static str {
    match row.cpu {
        Cpu::Machine(Machine::Wgmma(Scalar::F16)) => "f16",
        _ => "bf16",
    }
}

/// The operands are the accumulator's registers from the first on, the left factor's descriptor or registers, and
/// the right one's descriptor. The instruction adds to the accumulator, changes no sign, and transposes factors
/// whose rows lie along `k`.
fn function(ty: &str, name: &str, shape: WgmmaShape) -> String {
    let count = shape.columns / 2;
    let registers = list(count, |number| format!("%{number}"));
    let sums = sums(count);
    let transposed = |factor: FactorShape| u32::from(factor.panel != 0);
    let (param, begin, left, inputs, next, flag) = match shape.left {
        Some(lies) => (
            "u64",
            "",
            format!("%{count}"),
            "\"l\"(left)".to_owned(),
            count + 1,
            format!(", {}", transposed(lies)),
        ),
        None => {
            let registers = list(4, |number| format!("%{}", count + number));
            let inputs = list(4, |number| format!("\"r\"(a[{number}])"));
            (
                "const u32&",
                "    const u32* a = &left;\n",
                format!("{{{registers}}}"),
                inputs,
                count + 4,
                String::new(),
            )
        }
    };
    format!(
        "__device__ __forceinline__ void {name}(float& sum, {param} left, u64 right) {{\n    float* d = &sum;\n{begin}    \
         asm volatile(\"wgmma.mma_async.sync.aligned.m64n{columns}k16.f32.{ty}.{ty} \"\n                 \
         \"{{{registers}}}, \"\n                 \"{left}, %{next}, 1, 1, 1{flag}, {of_right};\"\n                 \
         : {sums}\n                 : {inputs}, \"l\"(right) : \"memory\");\n}}\n",
        columns = shape.columns,
        of_right = transposed(shape.right),
    )
}

/// The compiler must not read the accumulator before the wait, which it takes for an instruction without a part in it.
fn finish(name: &str, columns: u32, groups: u32) -> String {
    format!(
        "__device__ __forceinline__ void {name}(float& sum) {{\n    float* d = &sum;\n    \
         asm volatile(\"wgmma.wait_group.sync.aligned {groups};\" ::: \"memory\");\n    \
         asm volatile(\"\" : {} :: \"memory\");\n}}\n",
        sums(columns / 2)
    )
}

/// So many registers of an accumulator `d`, read and written.
fn sums(count: u32) -> String {
    list(count, |number| format!("\"+f\"(d[{number}])"))
}

fn list(count: u32, text: impl Fn(u32) -> String) -> String {
    (0..count).map(text).collect::<Vec<_>>().join(", ")
}
