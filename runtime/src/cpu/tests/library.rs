//! Kiln's library against the rows that it stands for: on the CPU, a function of the library and the row's own code
//! give the same bits.

use std::fmt::Write as _;

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::intrinsics::{self, Bits, Cpu, Effect, Intrinsic, LaneFn, Machine, Slot};
use kiln_codegen::ir::{self, Module, Scalar};
use kiln_codegen::library;
use kiln_codegen::math;

use crate::cpu::Program;
use crate::cpu::memory::{read_bits, write_bits};

use super::support::Args;
use super::tile_programs::Random;

/// A kernel that gives each thread's operands to the module's function and stores the result.
fn kernel_of(module: &Module) -> Program {
    let function = module.entry().unwrap();
    let params: Vec<Scalar> = function.params().map(|param| param.ty.scalar().unwrap()).collect();
    let result = function.result.scalar().unwrap().name();
    let mut text = "\nkernel fn library_test(".to_owned();
    for (number, scalar) in params.iter().enumerate() {
        write!(text, "x#{number}: &[{}], ", scalar.name()).unwrap();
    }
    let (out, i, value) = (params.len(), params.len() + 1, params.len() + 2);
    write!(text, "out#{out}: &mut [{result}]) {{\nvar i#{i}: usize;\nvar value#{value}: {result};\n")
        .unwrap();
    let arg = |number: usize| format!("x#{number}[i#{i} unchecked]");
    let args = (0..params.len()).map(arg).collect::<Vec<_>>().join(", ");
    let name = &function.name;
    write!(
        text,
        "@0 let i#{i} = global_id_x();\n@0 let value#{value} = {name}#0({args});\n\
         @0 out#{out}[i#{i} unchecked] = value#{value};\n}}\n\nsites {{"
    )
    .unwrap();
    let text = module.to_text().replace("\nsites {", &text);
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(ir::verify::verify(&module), Ok(()), "{text}");
    Program::compile(&module).unwrap()
}

/// The results of a module's function for many operands at once: a column of bits for each operand.
fn run(module: &Module, operands: &[Vec<Bits>]) -> Vec<Bits> {
    let function = module.entry().unwrap();
    let count = operands[0].len();
    let mut args = Args::new();
    let mut columns: Vec<Vec<u64>> = Vec::new();
    for (param, bits) in function.params().zip(operands) {
        let size = param.ty.scalar().unwrap().size();
        let mut column = vec![0u64; count];
        for (lane, bits) in bits.iter().enumerate() {
            // SAFETY: a column has eight bytes for each lane.
            unsafe { write_bits(column.as_mut_ptr().cast(), size, lane, *bits) };
        }
        columns.push(column);
    }
    for column in &mut columns {
        args = args.raw(column.as_mut_ptr().cast(), count as u64);
    }
    let mut out = vec![0u64; count];
    let args = args.raw(out.as_mut_ptr().cast(), count as u64);
    assert!(count.is_multiple_of(32));
    let failed = args.line(&kernel_of(module), count as u32 / 32, 32);
    assert!(failed.is_none(), "{} failed", function.name);
    let size = function.result.scalar().unwrap().size();
    // SAFETY: so has the result.
    (0..count).map(|lane| unsafe { read_bits(out.as_ptr().cast(), size, lane) }).collect()
}

fn ones(scalar: Scalar) -> Bits {
    if scalar == Scalar::Bool { 1 } else { Bits::MAX >> (64 - scalar.bits()) }
}

/// Values where things change.
fn specials(scalar: Scalar) -> Vec<Bits> {
    if scalar.is_float() {
        let names =
            ["ZERO", "ONE", "MAX", "MIN", "EPSILON", "INFINITY", "NEG_INFINITY", "NAN", "MIN_POSITIVE"];
        let named = names.map(|name| intrinsics::constant(name, scalar).unwrap().1);
        let sign = ones(scalar) ^ (ones(scalar) >> 1);
        let numbers = [0.5, 1.5, 2.5, 0.499_999_97, 3.0, 10.0, 180.0, 8_388_607.5, 4_503_599_627_370_495.5];
        let own = |x: f64| match scalar {
            Scalar::F16 => u64::from(f16::from_f64(x).to_bits()),
            Scalar::BF16 => u64::from(bf16::from_f64(x).to_bits()),
            Scalar::F32 => u64::from((x as f32).to_bits()),
            _ => x.to_bits(),
        };
        let all = named.into_iter().chain([1, 2]).chain(numbers.map(own));
        return all.flat_map(|bits| [bits, bits ^ sign]).collect();
    }
    let mut all = vec![0, 1, 2, 3, 7, 9, 10, 99, 100, 101, 126, 127, 128, 255];
    let mut tens = 1u64;
    while let Some(next) = tens.checked_mul(10) {
        tens = next;
        all.extend([tens - 1, tens]);
    }
    for bit in [8, 15, 16, 31, 32, 62, 63] {
        all.extend([(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    }
    all.extend(all.clone().into_iter().map(u64::wrapping_neg));
    let mut all: Vec<Bits> = all.into_iter().map(|bits| bits & ones(scalar)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A value of any size.
fn any(random: &mut Random, scalar: Scalar) -> Bits {
    let bits = random.next() ^ random.next() << 20;
    let narrowed = if scalar.is_float() || bits & 1 == 0 { bits } else { bits >> (random.next() % 64) };
    let signed = if bits & 2 == 0 { narrowed } else { narrowed.wrapping_neg() };
    signed & ones(scalar)
}

/// Operands of a row: pairs of special values, and others.
fn operands(row: &Intrinsic, scalar: Scalar) -> Vec<Vec<Bits>> {
    let mut random = Random::new(7);
    let scalars: Vec<Scalar> =
        row.params.iter().map(|slot: &Slot| slot.resolve(scalar).scalar().unwrap()).collect();
    let specials: Vec<Vec<Bits>> = scalars.iter().map(|scalar| specials(*scalar)).collect();
    let mut rows = Vec::new();
    for a in &specials[0] {
        for b in specials.get(1).unwrap_or(&vec![0]) {
            let third = specials.get(2).map_or(0, |third| third[random.next() as usize % third.len()]);
            rows.push(vec![*a, *b, third]);
        }
    }
    // All pairs of 64-bit integers would take a while: a third of what is left is enough.
    let mut few = 0;
    rows.retain(|_| {
        few += 1;
        few <= 1500 || few % 3 == 0
    });
    for _ in 0..1000 {
        rows.push(scalars.iter().map(|scalar| any(&mut random, *scalar)).collect());
        let near =
            |scalar: &Scalar| if scalar.is_float() { any(&mut random, *scalar) } else { random.next() % 70 };
        rows.push(scalars.iter().map(near).map(|bits| bits & ones(scalars[0])).collect());
    }
    if let Effect::Divisor(number) = row.effect {
        let least = ones(scalar) ^ (ones(scalar) >> 1);
        let overflows =
            |row: &[Bits]| scalar.is_signed_int() && row[0] == least && row[number as usize] == ones(scalar);
        rows.retain(|row| row[number as usize] != 0 && !overflows(row));
    }
    rows.truncate(rows.len() / 32 * 32);
    (0..scalars.len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

fn is_nan(scalar: Scalar, bits: Bits) -> bool {
    match scalar {
        Scalar::F16 => f16::from_bits(bits as u16).is_nan(),
        Scalar::BF16 => bf16::from_bits(bits as u16).is_nan(),
        Scalar::F32 => f32::from_bits(bits as u32).is_nan(),
        Scalar::F64 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

/// The functions of `math`, as Rust compiles them, under the names of their rows.
macro_rules! native {
    ($($name:literal: $one:ident of $f32:path, $f64:path;)*) => {
        /// What a row is in Kiln's own math.
        fn native(name: &str) -> Option<fn(Scalar, &[Bits]) -> Bits> {
            Some(match name {
                $($name => |scalar, a| native!($one, scalar, a, $f32, $f64),)*
                _ => return None,
            })
        }
    };
    (one, $s:ident, $a:ident, $f32:path, $f64:path) => {
        if $s == Scalar::F32 { $f32(single($a[0])).to_bits().into() } else { $f64(f64::from_bits($a[0])).to_bits() }
    };
    (two, $s:ident, $a:ident, $f32:path, $f64:path) => {
        if $s == Scalar::F32 {
            $f32(single($a[0]), single($a[1])).to_bits().into()
        } else {
            $f64(f64::from_bits($a[0]), f64::from_bits($a[1])).to_bits()
        }
    };
}

fn single(bits: Bits) -> f32 {
    f32::from_bits(bits as u32)
}

native! {
    "exp": one of math::exp32::exp_f32, math::exp64::exp_f64;
    "exp2": one of math::exp32::exp2_f32, math::exp64::exp2_f64;
    "exp_m1": one of math::exp32::exp_m1_f32, math::exp64::exp_m1_f64;
    "ln": one of math::log32::ln_f32, math::log64::ln_f64;
    "log2": one of math::log32::log2_f32, math::log64::log2_f64;
    "log10": one of math::log32::log10_f32, math::log64::log10_f64;
    "ln_1p": one of math::log32::ln_1p_f32, math::log64::ln_1p_f64;
    "cbrt": one of math::root32::cbrt_f32, math::root64::cbrt_f64;
    "sin": one of math::trig32::sin_f32, math::trig64::sin_f64;
    "cos": one of math::trig32::cos_f32, math::trig64::cos_f64;
    "tan": one of math::trig32::tan_f32, math::trig64::tan_f64;
    "asin": one of math::inverse32::asin_f32, math::inverse64::asin_f64;
    "acos": one of math::inverse32::acos_f32, math::inverse64::acos_f64;
    "atan": one of math::inverse32::atan_f32, math::inverse64::atan_f64;
    "sinh": one of math::hyperbolic32::sinh_f32, math::hyperbolic64::sinh_f64;
    "cosh": one of math::hyperbolic32::cosh_f32, math::hyperbolic64::cosh_f64;
    "tanh": one of math::hyperbolic32::tanh_f32, math::hyperbolic64::tanh_f64;
    "asinh": one of math::hyperbolic32::asinh_f32, math::hyperbolic64::asinh_f64;
    "acosh": one of math::hyperbolic32::acosh_f32, math::hyperbolic64::acosh_f64;
    "atanh": one of math::hyperbolic32::atanh_f32, math::hyperbolic64::atanh_f64;
    "powf": two of math::power32::powf_f32, math::power64::powf_f64;
    "hypot": two of math::root32::hypot_f32, math::root64::hypot_f64;
    "atan2": two of math::inverse32::atan2_f32, math::inverse64::atan2_f64;
    "rem": two of math::fmod32::fmod_f32, math::fmod64::fmod_f64;
}

/// What the executor calls for a row, alone and in a loop over lanes, against a function of its operands.
fn compare_row(row: &Intrinsic, scalar: Scalar, eval: fn(Scalar, &[Bits]) -> Bits) {
    let columns = operands(row, scalar);
    let (Cpu::Eval(own) | Cpu::Lanes { eval: own, .. }) = row.cpu else { return };
    let result = row.result.resolve(scalar).scalar().unwrap();
    let rows: Vec<Vec<Bits>> =
        (0..columns[0].len()).map(|lane| columns.iter().map(|column| column[lane]).collect()).collect();
    let looped = match row.cpu {
        Cpu::Lanes { f32, .. } if scalar == Scalar::F32 => {
            let columns: Vec<Vec<f32>> =
                columns.iter().map(|column| column.iter().map(|bits| single(*bits)).collect()).collect();
            in_lanes(f32, &columns).iter().map(|value| value.to_bits().into()).collect()
        }
        Cpu::Lanes { f64, .. } if scalar == Scalar::F64 => {
            let columns: Vec<Vec<f64>> = columns
                .iter()
                .map(|column| column.iter().map(|bits| f64::from_bits(*bits)).collect())
                .collect();
            in_lanes(f64, &columns).iter().map(|value| value.to_bits()).collect()
        }
        Cpu::Lanes { .. } | Cpu::Eval(_) | Cpu::Machine(_) => Vec::new(),
    };
    for (lane, operands) in rows.iter().enumerate() {
        let wanted = eval(scalar, operands);
        for found in [Some(own(scalar, operands)), looped.get(lane).copied()].into_iter().flatten() {
            assert!(
                found == wanted || is_nan(result, found) && is_nan(result, wanted),
                "{} of {}: {operands:x?} gives {found:#x}, not {wanted:#x}",
                row.name,
                scalar.name()
            );
        }
    }
}

fn in_lanes<T: Copy + Default>(f: LaneFn<T>, columns: &[Vec<T>]) -> Vec<T> {
    let mut out = vec![T::default(); columns[0].len()];
    match f {
        LaneFn::None => out.clear(),
        LaneFn::One(f) => f(&mut out, &columns[0]),
        LaneFn::Two(f) => f(&mut out, &columns[0], &columns[1]),
        LaneFn::Three(f) => f(&mut out, &columns[0], &columns[1], &columns[2]),
    }
    out
}

fn compare(row: &Intrinsic, scalar: Scalar, eval: fn(Scalar, &[Bits]) -> Bits, module: &Module) {
    let columns = operands(row, scalar);
    let found = run(module, &columns);
    let result = row.result.resolve(scalar).scalar().unwrap();
    for (lane, found) in found.into_iter().enumerate() {
        let operands: Vec<Bits> = columns.iter().map(|column| column[lane]).collect();
        let wanted = eval(scalar, &operands);
        assert!(
            found == wanted || is_nan(result, found) && is_nan(result, wanted),
            "{} of {}: {operands:x?} gives {found:#x}, not {wanted:#x}",
            row.name,
            scalar.name()
        );
    }
}

#[test]
fn functions_of_the_library_are_their_rows() {
    let mut compared = 0;
    for row in intrinsics::all() {
        let (Cpu::Eval(eval) | Cpu::Lanes { eval, .. }) = row.cpu else { continue };
        for scalar in Scalar::ALL.into_iter().filter(|scalar| row.class.contains(*scalar)) {
            let Some(module) = library::find(row.name, scalar) else { continue };
            let native = native(row.name);
            compare(row, scalar, native.unwrap_or(eval), module);
            if let Some(native) = native {
                compare_row(row, scalar, native);
            }
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// The operator `%`, which has no row.
#[test]
fn the_remainder_of_the_library_is_rusts() {
    let like = intrinsics::find("copysign").unwrap();
    for scalar in [Scalar::F32, Scalar::F64] {
        let row = Intrinsic { name: "rem", ..*like };
        let module = library::find("rem", scalar).unwrap();
        compare(&row, scalar, native("rem").unwrap(), module);
        let rusts: fn(Scalar, &[Bits]) -> Bits = |scalar, a| match scalar {
            Scalar::F32 => (single(a[0]) % single(a[1])).to_bits().into(),
            _ => (f64::from_bits(a[0]) % f64::from_bits(a[1])).to_bits(),
        };
        compare(&row, scalar, rusts, module);
    }
}

/// What each lane holds after a row of the warp's, and after the library's function: of whole warps and of some lanes.
#[test]
fn reductions_and_scans_of_the_library_are_their_rows() {
    let mut compared = 0;
    for row in intrinsics::all() {
        let Cpu::Machine(Machine::WarpReduce(_) | Machine::WarpScan { .. }) = row.cpu else { continue };
        for scalar in Scalar::ALL.into_iter().filter(|scalar| row.class.contains(*scalar)) {
            let module = library::find(row.name, scalar).expect(row.name);
            let own = match scalar {
                Scalar::Usize => Scalar::U64,
                Scalar::Isize => Scalar::I64,
                other => other,
            };
            let mut random = Random::new(11);
            for choice in ["x#0[i#3 unchecked] == x#0[i#3 unchecked]", "flag#1[i#3 unchecked]"] {
                let lanes = 32 * 40;
                let mut values: Vec<Bits> = (0..lanes).map(|_| any(&mut random, own)).collect();
                for value in values.iter_mut().step_by(3) {
                    *value = specials(own)[random.next() as usize % specials(own).len()];
                }
                if choice.starts_with('x') {
                    // NaN is not equal to itself, and all lanes are to be active.
                    values.iter_mut().filter(|bits| is_nan(own, **bits)).for_each(|bits| *bits = 0);
                }
                let flags: Vec<u8> = (0..lanes).map(|_| u8::from(!random.next().is_multiple_of(3))).collect();
                let wanted = exchanged(own, choice, row.name, ("", "\n@0 0:0;\n}\n"), &values, &flags);
                let text = module.to_text();
                let function = text.strip_prefix("kiln-ir 1\n").and_then(|text| text.split_once("\nsites {"));
                let call = format!("{}#0", row.name);
                let found = exchanged(own, choice, &call, function.unwrap(), &values, &flags);
                for (lane, (found, wanted)) in found.into_iter().zip(wanted).enumerate() {
                    let same = found == wanted || is_nan(own, found) && is_nan(own, wanted);
                    assert!(same, "{} of {}, lane {lane}: {found:#x}, not {wanted:#x}", row.name, own.name());
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// The results of a call in those lanes where the condition holds.
fn exchanged(
    scalar: Scalar,
    condition: &str,
    call: &str,
    (function, sites): (&str, &str),
    values: &[Bits],
    flags: &[u8],
) -> Vec<Bits> {
    let ty = scalar.name();
    let text = format!(
        "kiln-ir 1\n{function}\nkernel fn exchanges(x#0: &[{ty}], flag#1: &[bool], out#2: &mut [{ty}]) {{\n\
         var i#3: usize;\nvar value#4: {ty};\n@0 let i#3 = global_id_x();\n@0 if {condition} {{\n\
         @0 let value#4 = {call}(x#0[i#3 unchecked]);\n@0 out#2[i#3 unchecked] = value#4;\n}}\n}}\n\
         sites {{{sites}"
    );
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(ir::verify::verify(&module), Ok(()), "{text}");
    let program = Program::compile(&module).unwrap();
    let mut column = vec![0u64; values.len()];
    for (lane, bits) in values.iter().enumerate() {
        // SAFETY: a column has eight bytes for each lane.
        unsafe { write_bits(column.as_mut_ptr().cast(), scalar.size(), lane, *bits) };
    }
    let (mut flags, mut out) = (flags.to_vec(), vec![0u64; values.len()]);
    let count = values.len() as u64;
    let args = Args::new().raw(column.as_mut_ptr().cast(), count).slice(&mut flags);
    let args = args.raw(out.as_mut_ptr().cast(), count);
    assert!(args.line(&program, values.len() as u32 / 64, 64).is_none());
    // SAFETY: so has the result.
    (0..values.len()).map(|lane| unsafe { read_bits(out.as_ptr().cast(), scalar.size(), lane) }).collect()
}
