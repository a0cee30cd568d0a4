//! The table is consistent, and its CPU functions are std's.

use super::*;
use crate::library;

/// Bits worth trying for a type: zeros, ones, ends, and for floats the special values.
fn samples(scalar: Scalar) -> Vec<Bits> {
    let ones = Bits::MAX >> (64 - scalar.bits());
    match scalar {
        Scalar::Bool => vec![0, 1],
        Scalar::E4M3 | Scalar::E5M2 | Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => {
            let mut bits = Vec::new();
            for name in
                ["ZERO", "ONE", "MAX", "MIN", "EPSILON", "INFINITY", "NEG_INFINITY", "NAN", "MIN_POSITIVE"]
            {
                bits.push(constant(name, scalar).map_or(0, |c| c.1));
            }
            bits.extend([1, ones ^ (ones >> 1), ones / 3]);
            bits
        }
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => {
            vec![0, 1, 2, 7, ones, ones - 1, ones >> 1, ones ^ (ones >> 1), ones / 3]
        }
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => {
            vec![0, 1, 2, 7, ones, ones - 1, ones >> 1, ones ^ (ones >> 1), ones / 3]
        }
    }
}

fn eval_of(row: &Intrinsic) -> Option<fn(Scalar, &[Bits]) -> Bits> {
    match row.cpu {
        Cpu::Eval(eval) | Cpu::Lanes { eval, .. } => Some(eval),
        Cpu::Machine(_) => None,
    }
}

fn eval(name: &str, scalar: Scalar, operands: &[Bits]) -> Bits {
    let row = find(name).unwrap_or_else(|| panic!("no row {name}"));
    eval_of(row).expect("an evaluated row")(scalar, operands)
}

#[test]
fn names_and_surfaces_are_unique() {
    for (index, row) in all().enumerate() {
        for other in all().skip(index + 1) {
            assert_ne!(row.name, other.name);
            let clash = Scalar::ALL.into_iter().any(|s| row.class.contains(s) && other.class.contains(s));
            if row.surface != Surface::Internal && clash && row.params.first() == other.params.first() {
                assert_ne!(row.surface, other.surface, "{} and {}", row.name, other.name);
            }
        }
    }
}

#[test]
fn every_row_is_documented_and_found() {
    for row in all() {
        assert!(row.doc.ends_with('.'), "{}", row.name);
        assert_eq!(find(row.name), Some(row));
        match row.surface {
            Surface::Method(name) | Surface::Assoc(name) => {
                assert!(is_method(name));
                let atomic = row.params.first() == Some(&Slot::AtomicRef);
                for scalar in Scalar::ALL.into_iter().filter(|s| row.class.contains(*s)) {
                    assert_eq!(method(name, scalar, atomic), Some(row));
                }
            }
            Surface::Free(path) => assert_eq!(free(path), Some(row)),
            Surface::Internal => {}
        }
    }
}

#[test]
fn every_eval_works_on_every_type_of_its_class() {
    for row in all() {
        let Some(eval) = eval_of(row) else { continue };
        for scalar in Scalar::ALL.into_iter().filter(|s| row.class.contains(*s)) {
            let types: Vec<Scalar> = row.params.iter().filter_map(|p| p.resolve(scalar).scalar()).collect();
            assert_eq!(types.len(), row.params.len(), "{}", row.name);
            let mut operands = vec![Vec::new()];
            for ty in types {
                operands = operands
                    .into_iter()
                    .flat_map(|head: Vec<Bits>| {
                        samples(ty).into_iter().map(move |bits| [head.as_slice(), &[bits]].concat())
                    })
                    .collect();
            }
            let result = row.result.resolve(scalar).scalar().expect("a scalar result");
            for operands in operands {
                let bits = eval(scalar, &operands);
                assert_eq!(bits & !(Bits::MAX >> (64 - result.bits())), 0, "{} of {operands:x?}", row.name);
            }
        }
    }
}

#[test]
fn lane_loops_agree_with_eval() {
    fn check<T: Copy + Default>(
        row: &Intrinsic,
        scalar: Scalar,
        lanes: LaneFn<T>,
        make: fn(Bits) -> T,
        back: fn(T) -> Bits,
    ) {
        // The samples rotated against each other, so that each meets each.
        let bits = samples(scalar);
        let n = bits.len();
        for shift in 0..n * n {
            let second: Vec<Bits> = (0..n).map(|i| bits[(i + shift) % n]).collect();
            let third: Vec<Bits> = (0..n).map(|i| bits[(i + shift / n) % n]).collect();
            let values = |bits: &[Bits]| bits.iter().map(|b| make(*b)).collect::<Vec<T>>();
            let (x, y, z) = (values(&bits), values(&second), values(&third));
            let mut out = vec![T::default(); n];
            match lanes {
                LaneFn::None => return,
                LaneFn::One(f) => f(&mut out, &x),
                LaneFn::Two(f) => f(&mut out, &x, &y),
                LaneFn::Three(f) => f(&mut out, &x, &y, &z),
            }
            for i in 0..n {
                let operands = [bits[i], second[i], third[i]];
                let expected = eval_of(row).expect("an evaluated row")(scalar, &operands[..row.params.len()]);
                let found = back(out[i]);
                let nan = |bits| eval("is_nan", scalar, &[bits]) == 1;
                // The sign of a zero that min and max choose is not std's promise.
                let zeros =
                    eval("float_abs", scalar, &[found]) == 0 && eval("float_abs", scalar, &[expected]) == 0;
                assert!(
                    found == expected || zeros || (nan(found) && nan(expected)),
                    "{} {operands:x?}",
                    row.name
                );
            }
        }
    }
    for row in all() {
        if let Cpu::Lanes { f32: single, f64: double, .. } = row.cpu {
            check(row, Scalar::F32, single, |b| f32::from_bits(b as u32), |v| u64::from(v.to_bits()));
            check(row, Scalar::F64, double, f64::from_bits, f64::to_bits);
        }
    }
}

#[test]
fn edges_are_rusts() {
    let f = |v: f32| u64::from(v.to_bits());
    let g = |bits: u64| f32::from_bits(bits as u32);
    assert_eq!(g(eval("round", Scalar::F32, &[f(-2.5)])), -3.0);
    assert_eq!(g(eval("round_ties_even", Scalar::F32, &[f(-2.5)])), -2.0);
    assert_eq!(g(eval("float_min", Scalar::F32, &[f(f32::NAN), f(3.0)])), 3.0);
    assert!(g(eval("float_signum", Scalar::F32, &[f(f32::NAN)])).is_nan());
    assert!(g(eval("float_clamp", Scalar::F32, &[f(f32::NAN), f(0.0), f(1.0)])).is_nan());
    assert_eq!(g(eval("float_rem_euclid", Scalar::F32, &[f(-7.0), f(4.0)])), 1.0);
    assert_eq!(g(eval("powi", Scalar::F32, &[f(2.0), u64::from(-3i32 as u32)])), 0.125);
    // Half the greatest f16 squared: the f32 in between holds it, the f16 does not.
    assert_eq!(eval("hypot", Scalar::F16, &[0x7bff, 0x7bff]), 0x7c00);
    assert_eq!(eval("is_normal", Scalar::F16, &[1]), 0);
    assert_eq!(eval("int_abs", Scalar::I8, &[0x80]), 0x80);
    assert_eq!(eval("unsigned_abs", Scalar::I8, &[0x80]), 128);
    assert_eq!(eval("abs_diff", Scalar::I32, &[0x8000_0000, 0x7fff_ffff]), 0xffff_ffff);
    assert_eq!(eval("wrapping_shl", Scalar::U8, &[1, 9]), 2);
    assert_eq!(eval("saturating_mul", Scalar::I16, &[0x8000, 0xffff]), 0x7fff);
    assert_eq!(eval("next_power_of_two", Scalar::U8, &[200]), 0);
    assert_eq!(eval("int_rem_euclid", Scalar::I32, &[(-7i32 as u32).into(), 4]), 1);
    assert_eq!(eval("int_div_euclid", Scalar::I64, &[i64::MIN as u64, u64::MAX]), 0);
    assert_eq!(eval("div_ceil", Scalar::Usize, &[u64::MAX, 2]), 1 << 63);
    assert_eq!(eval("next_multiple_of", Scalar::U32, &[10, 4]), 12);
    assert_eq!(eval("midpoint", Scalar::I8, &[0xff, 0xfe]), 0xff);
    assert_eq!(eval("isqrt", Scalar::U64, &[u64::MAX]), 0xffff_ffff);
}

/// A row whose spelling is left to the library has a function there for each type, and no spelling is empty.
#[test]
fn every_row_is_spelled() {
    let in_library = |row: &Intrinsic, scalar: Scalar| {
        let wide = if scalar.size() == 2 && scalar.is_float() { Scalar::F32 } else { scalar };
        [scalar, wide].into_iter().any(|scalar| library::find(row.name, scalar).is_some())
    };
    for row in all().filter(|row| row.operator.is_none()) {
        assert!(!matches!(row.cuda, Cuda::Pattern("")), "{}", row.name);
        let computes = eval_of(row).is_some();
        for scalar in Scalar::ALL.into_iter().filter(|scalar| row.class.contains(*scalar)) {
            let found = in_library(row, scalar);
            assert!(!matches!(row.cuda, Cuda::Library) || found, "CUDA: {} of {scalar:?}", row.name);
            let ptx = match row.ptx {
                Ptx::Library => found || !computes,
                Ptx::Code(_) | Ptx::Pack(_) => true,
                Ptx::Cases(cases) => found || cases.iter().any(|(case, _)| always(*case, scalar)),
            };
            assert!(ptx, "PTX: {} of {scalar:?}", row.name);
        }
    }
}

/// Whether the case applies to this type for every target and tier of floating point.
fn always(case: Case, scalar: Scalar) -> bool {
    match case {
        Case::Always => true,
        Case::Halves => scalar.is_float() && scalar.size() == 2,
        Case::Word => scalar.size() == 4,
        Case::Words => scalar.size() >= 4,
        Case::Since(_) | Case::Approximate | Case::Fast => false,
    }
}

/// Code names operands that the call has and results that are there.
#[test]
fn code_uses_what_is_there() {
    for row in all() {
        let texts = match row.ptx {
            Ptx::Code(text) => vec![text],
            Ptx::Cases(cases) => cases.iter().map(|(_, text)| *text).collect(),
            Ptx::Library | Ptx::Pack(_) => Vec::new(),
        };
        for (number, line) in texts.iter().flat_map(|text| text.split("; ").enumerate()) {
            let (_, operands) = line.split_once(' ').unwrap_or_else(|| panic!("{}: {line}", row.name));
            for operand in operands.split(", ") {
                let digits = operand.trim_matches(['$', '{', '}', 'r']);
                let there = match operand.as_bytes()[0] {
                    b'$' => digits.parse::<usize>().is_ok_and(|result| result < number),
                    b'{' if matches!(operand, "{bits}" | "{above}") => true,
                    b'{' => digits.parse::<usize>().is_ok_and(|operand| operand < row.params.len()),
                    _ => !operand.contains(['$', '{', '}']),
                };
                assert!(there, "{}: {operand} in {line}", row.name);
            }
        }
    }
}

/// An operand is put into a pattern; an expression has none.
#[test]
fn expressions_name_no_operands() {
    for row in all() {
        if let Cuda::Expr(text) = row.cuda {
            assert!(!text.contains('{'), "{}: {text}", row.name);
        }
    }
}
