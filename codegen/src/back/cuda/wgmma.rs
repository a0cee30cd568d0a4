//! Products of a warpgroup.

use super::expr::Text;
use super::stmt::Writer;
use crate::intrinsics::{Cpu, FactorShape, Intrinsic, Machine, Slot, WgmmaShape};
use crate::ir::{Expr, ExprKind, Literal, Scalar};

impl Writer<'_> {
    /// A call of the function for the operands' shape, which is written where the text lacks it.
    pub(super) fn wgmma(&mut self, row: &'static Intrinsic, args: &[Expr]) -> Text {
        let sums = Sums::of(row);
        let literal = |number: usize| match args.get(number)?.kind {
            ExprKind::Literal(Literal::Int(value)) => u32::try_from(value).ok(),
            _ => None,
        };
        if let ([sum, _, _], Some(columns), Some(groups)) = (args, literal(1), literal(2)) {
            let but = if groups == 0 { String::new() } else { format!("_but_{groups}") };
            let name = format!("{}_{columns}{but}", row.name);
            if !self.prelude.has_function(&name) {
                self.prelude.function(name.clone(), finish(&name, sums, columns, groups));
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
        let scalars = match row.cpu {
            Cpu::Machine(Machine::Wgmma(one, other)) => [one, other],
            _ => [Scalar::BF16; 2],
        };
        let ty = row.name.trim_start_matches("wgmma_").trim_start_matches("left_");
        let new = if shape.adds { "" } else { "_new" };
        let name =
            format!("wgmma_{ty}_{}{}{}{new}", shape.columns, lies(shape.left), lies(Some(shape.right)));
        if !self.prelude.has_function(&name) {
            self.prelude.function(name.clone(), function(scalars, &name, sums, shape));
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

/// What an accumulator consists of.
#[derive(Clone, Copy)]
struct Sums {
    /// The type in C++, and the constraint of its registers.
    ty: &'static str,
    constraint: char,
}

impl Sums {
    fn of(row: &Intrinsic) -> Sums {
        match row.params.first() {
            Some(Slot::ElementOf { scalar: Scalar::I32, .. }) => Sums { ty: "int", constraint: 'r' },
            _ => Sums { ty: "float", constraint: 'f' },
        }
    }

    /// So many registers of an accumulator `d`, written, and read before unless they are new.
    fn list(self, count: u32, new: bool) -> String {
        let access = if new { '=' } else { '+' };
        list(count, |number| format!("\"{access}{}\"(d[{number}])", self.constraint))
    }
}

/// The operands are the accumulator's registers from the first on, the left factor's descriptor or registers, and
/// the right one's descriptor.
fn function(scalars: [Scalar; 2], name: &str, of: Sums, shape: WgmmaShape) -> String {
    let count = shape.columns / 2;
    let registers = list(count, |number| format!("%{number}"));
    let (param, begin, left, inputs, next) = match shape.left {
        Some(_) => ("u64", "", format!("%{count}"), "\"l\"(left)".to_owned(), count + 1),
        None => {
            let registers = list(4, |number| format!("%{}", count + number));
            let inputs = list(4, |number| format!("\"r\"(a[{number}])"));
            ("const u32&", "    const u32* a = &left;\n", format!("{{{registers}}}"), inputs, count + 4)
        }
    };
    format!(
        "__device__ __forceinline__ void {name}({ty}& sum, {param} left, u64 right) {{\n    {ty}* d = &sum;\n{begin}    \
         asm volatile(\"{instruction} \"\n                 \
         \"{{{registers}}}, \"\n                 \"{left}, %{next}, {flags};\"\n                 \
         : {sums}\n                 : {inputs}, \"l\"(right) : \"memory\");\n}}\n",
        ty = of.ty,
        instruction = shape.instruction(scalars),
        flags = shape.flags(scalars[0]),
        sums = of.list(count, !shape.adds),
    )
}

/// The compiler must not read the accumulator before the wait, which it takes for an instruction without a part in it.
fn finish(name: &str, of: Sums, columns: u32, groups: u32) -> String {
    format!(
        "__device__ __forceinline__ void {name}({ty}& sum) {{\n    {ty}* d = &sum;\n    \
         asm volatile(\"wgmma.wait_group.sync.aligned {groups};\" ::: \"memory\");\n    \
         asm volatile(\"\" : {sums} :: \"memory\");\n}}\n",
        ty = of.ty,
        sums = of.list(columns / 2, false),
    )
}

fn list(count: u32, text: impl Fn(u32) -> String) -> String {
    (0..count).map(text).collect::<Vec<_>>().join(", ")
}
