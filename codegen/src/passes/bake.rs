//! Bakes what launches have in common into a kernel: scalar parameters and extents of tensors as literals.
//!
//! Takes a closed module and facts about a launch's arguments; guarantees a module of one function with the same
//! parameters, which does for arguments of these facts what the module did. Branches that the facts decide are pruned.
//! The caller looks at each launch whether the facts hold.

use super::inline::inline;
use super::prune::prune;
use crate::collections::Set;
use crate::float8::{f8e4m3, f8e5m2};
use crate::float16::{bf16, f16};
use crate::ir::{ExprKind, FloatText, Function, Literal, LocalId, Module, Place, Scalar, Type};

/// What holds of a launch's arguments. Parameters have numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A scalar parameter has these bits, in the lowest ones.
    Scalar { param: usize, bits: u64 },
    /// A tensor has this extent along an axis.
    Extent { param: usize, axis: u8, extent: u64 },
}

/// The scalar parameters that a kernel reads and never changes, and the extents that it reads: each a parameter, and of
/// extents the axis.
#[must_use]
pub fn bakeable(module: &Module) -> (Vec<usize>, Vec<(usize, u8)>) {
    let module = inline(module);
    let Some(kernel) = module.entry() else { return Default::default() };
    let constant = constant_scalars(kernel);
    let (mut scalars, mut extents) = (Vec::new(), Vec::new());
    kernel.body.walk_operands(&mut |expr| match &expr.kind {
        ExprKind::Load(place) if place.steps.is_empty() && constant.contains(&place.base) => {
            push_new(&mut scalars, number(kernel, place.base));
        }
        ExprKind::Extent { tensor, axis } => {
            push_new(&mut extents, number(kernel, *tensor).map(|param| (param, *axis)));
        }
        _ => {}
    });
    scalars.sort_unstable();
    extents.sort_unstable();
    (scalars, extents)
}

fn push_new<T: PartialEq>(to: &mut Vec<T>, found: Option<T>) {
    to.extend(found.filter(|found| !to.contains(found)));
}

/// The kernel with these facts baked in.
#[must_use]
pub fn bake(module: &Module, facts: &[Fact]) -> Module {
    let mut module = inline(module);
    let Some(kernel) = module.functions.last_mut() else { return module };
    let constant = constant_scalars(kernel);
    let mut body = std::mem::take(&mut kernel.body);
    body.rewrite_exprs(&mut |expr| {
        let literal = match &expr.kind {
            ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() && constant.contains(base) => {
                let param = number(kernel, *base);
                let scalar = expr.ty.scalar();
                facts.iter().find_map(|fact| match fact {
                    Fact::Scalar { param: of, bits } if Some(*of) == param => literal(scalar?, *bits),
                    Fact::Scalar { .. } | Fact::Extent { .. } => None,
                })
            }
            ExprKind::Extent { tensor, axis } => {
                let param = number(kernel, *tensor);
                facts.iter().find_map(|fact| match fact {
                    Fact::Extent { param: of, axis: along, extent }
                        if Some(*of) == param && along == axis =>
                    {
                        Some(Literal::Int((*extent).into()))
                    }
                    Fact::Scalar { .. } | Fact::Extent { .. } => None,
                })
            }
            _ => None,
        };
        if let Some(literal) = literal {
            expr.kind = ExprKind::Literal(literal);
        }
    });
    kernel.body = body;
    prune(kernel);
    module
}

/// The scalar parameters that the kernel never assigns to.
fn constant_scalars(kernel: &Function) -> Set<LocalId> {
    let mut changed = Set::new();
    kernel.body.for_each_change(&mut |place| {
        changed.insert(place.base);
    });
    let is_constant =
        |param: &LocalId| matches!(kernel.local(*param).ty, Type::Scalar(_)) && !changed.contains(param);
    kernel.params.iter().copied().filter(is_constant).collect()
}

fn number(kernel: &Function, local: LocalId) -> Option<usize> {
    kernel.params.iter().position(|param| *param == local)
}

/// A scalar's value as a literal; `None` for a float that is not finite, whose bits a literal does not keep.
fn literal(scalar: Scalar, bits: u64) -> Option<Literal> {
    let float = |value: f64, text: String| value.is_finite().then_some(Literal::Float(FloatText(text)));
    let from_f32 = |value: f32| float(value.into(), value.to_string());
    match scalar {
        Scalar::Bool => Some(Literal::Bool(bits & 1 != 0)),
        Scalar::E4M3 => from_f32(f8e4m3::from_bits(bits as u8).to_f32()),
        Scalar::E5M2 => from_f32(f8e5m2::from_bits(bits as u8).to_f32()),
        Scalar::F16 => from_f32(f16::from_bits(bits as u16).to_f32()),
        Scalar::BF16 => from_f32(bf16::from_bits(bits as u16).to_f32()),
        Scalar::F32 => from_f32(f32::from_bits(bits as u32)),
        Scalar::F64 => {
            let value = f64::from_bits(bits);
            float(value, value.to_string())
        }
        Scalar::I8 => Some(Literal::Int((bits as i8).into())),
        Scalar::I16 => Some(Literal::Int((bits as i16).into())),
        Scalar::I32 => Some(Literal::Int((bits as i32).into())),
        Scalar::I64 | Scalar::Isize => Some(Literal::Int((bits as i64).into())),
        Scalar::U8 => Some(Literal::Int((bits as u8).into())),
        Scalar::U16 => Some(Literal::Int((bits as u16).into())),
        Scalar::U32 => Some(Literal::Int((bits as u32).into())),
        Scalar::U64 | Scalar::Usize => Some(Literal::Int(bits.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{parse, verify};

    fn kernel(body: &str) -> Module {
        let text = format!(
            "kiln-ir 1\n\n#[tile] kernel fn f(a#0: f32, n#1: u32, m#2: u32, x#3: &tensor2<f32>) {{\n    var b#4: f32;\n    \
             var c#5: usize;\n{body}\n}}\n\nsites {{\n    file \"a.rs\";\n    @0 1:1;\n}}\n"
        );
        parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    const FACTS: [Fact; 4] = [
        Fact::Scalar { param: 0, bits: 0xbfa0_0000 },
        Fact::Scalar { param: 1, bits: 7 },
        Fact::Scalar { param: 2, bits: 8 },
        Fact::Extent { param: 3, axis: 1, extent: 96 },
    ];

    fn baked(body: &str, facts: &[Fact]) -> String {
        let module = bake(&kernel(body), facts);
        assert_eq!(verify::verify(&module), Ok(()), "{}", module.to_text());
        // What it prints is what is compiled.
        assert_eq!(parse(&module.to_text()).as_ref(), Ok(&module));
        module.to_text()
    }

    #[test]
    fn what_is_baked_are_constant_scalars_and_extents() {
        let body = "@0 m#2 = m#2 + n#1; @0 let b#4 = a#0; @0 let c#5 = x#3.extent(1);";
        let module = kernel(body);
        assert_eq!(bakeable(&module), (vec![0, 1], vec![(3, 1)]));
        let text = baked(body, &FACTS);
        for line in ["m#2 = m#2 + 7u32;", "let b#4 = -1.25f32;", "let c#5 = 96usize;"] {
            assert!(text.contains(line), "{text}");
        }
        assert!(baked(body, &FACTS[3..]).contains("let b#4 = a#0;"));
        // The other extent is another fact.
        assert!(baked("@0 let c#5 = x#3.extent(0);", &FACTS).contains("x#3.extent(0)"));
    }

    #[test]
    fn branches_that_the_facts_decide_go() {
        let body = "@0 if n#1 == 7u32 { @0 let b#4 = 1.0f32; } else { @0 let b#4 = 2.0f32; }";
        let text = baked(body, &FACTS);
        assert!(text.contains("1.0f32") && !text.contains("2.0f32") && !text.contains("if "), "{text}");
    }

    #[test]
    fn literals_keep_every_bit() {
        let bits =
            |value: f32| literal(Scalar::F32, value.to_bits().into()).unwrap().to_bits(Scalar::F32) as u32;
        for value in [0.0, -0.0, 0.1, f32::MIN_POSITIVE / 8.0, f32::MAX, -1.0 / 3.0] {
            assert_eq!(bits(value), value.to_bits(), "{value}");
        }
        assert_eq!(literal(Scalar::F32, f32::NAN.to_bits().into()), None);
        assert_eq!(literal(Scalar::F64, f64::INFINITY.to_bits()), None);
        for scalar in
            [Scalar::F16, Scalar::BF16, Scalar::I8, Scalar::I64, Scalar::U64, Scalar::Bool, Scalar::F64]
        {
            for bits in [1u64, 0x80, 0x7b00, 0x8001, u64::MAX >> 2] {
                let bits = if scalar == Scalar::Bool {
                    bits & 1
                } else {
                    bits & (u64::MAX >> (64 - scalar.bits().max(8)))
                };
                if let Some(literal) = literal(scalar, bits) {
                    assert_eq!(literal.to_bits(scalar), bits, "{scalar:?} {bits:#x}");
                }
            }
        }
    }
}
