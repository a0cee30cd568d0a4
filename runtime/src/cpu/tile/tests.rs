//! Tests of tile kernels on the CPU.

// Plain shapes are what a reader of a test expects.
#![allow(clippy::format_push_string)]

use kiln_codegen::abi::FailRecord;
use kiln_codegen::intrinsics::{self, Class, Cpu, Effect, Slot};
use kiln_codegen::ir::{self, BinOp, Scalar};

use super::{Program, TileArg};
use crate::cpu::CpuArg;
use crate::cpu::tests::support;
use crate::cpu::tests::tile_programs::{
    Case, CaseArg, Expected, HostTensor, PROGRAMS, Random, from_f64, text, to_f64,
};

/// Runs a case; the arguments as it left them, and its failure.
pub(crate) fn run(case: &Case) -> (Vec<CaseArg>, Option<FailRecord>) {
    let program = Program::compile(&case.module()).unwrap_or_else(|error| panic!("{error}\n{}", case.text));
    let mut after = case.arguments();
    let args: Vec<TileArg> = after
        .iter_mut()
        .map(|arg| match arg {
            CaseArg::Scalar(_, bits) => TileArg::Scalar(*bits),
            CaseArg::Tensor(tensor) => {
                let rank = tensor.rank;
                let axes = |of: [usize; 2]| of.map(|size| size as u64);
                let (extents, strides) = (axes(tensor.extents), axes(tensor.strides));
                TileArg::tensor(tensor.pointer(), &extents[..rank], &strides[..rank])
            }
        })
        .collect();
    // SAFETY: the arguments are those of the case's kernel.
    let failure = unsafe { program.run(case.grid, &args) };
    (after, failure)
}

#[test]
fn programs_compute_what_plain_loops_compute() {
    for (name, program) in PROGRAMS {
        for seed in 0..100 {
            let case = program(&mut Random::new(seed));
            let (after, failure) = run(&case);
            case.check(&after, failure);
        }
        println!("{name}");
    }
}

/// More than a strip, and no multiple of a chunk.
const LANES: usize = 700;

/// Runs an expression of `a`, `b` and `c` on tiles and on threads, over the same random bits, and compares all
/// results. Operands whose bit is set in `uniform` are scalars.
fn same_on_tiles_and_threads(types: &[Scalar], result: Scalar, expression: &str, uniform: usize) {
    let mut random = Random::new(types.len() as u64 * 31 + result as u64);
    let mut data: Vec<Vec<u64>> = Vec::new();
    let (mut tile_params, mut thread_params) = (String::new(), String::new());
    let (mut tile_locals, mut thread_locals) = (Vec::new(), vec!["i: usize".to_owned()]);
    let (mut tile_body, mut thread_body) = (String::new(), "@0 let i = global_id_x();\n".to_owned());
    for (k, (scalar, name)) in types.iter().zip(["a", "b", "c"]).enumerate() {
        let mut bits = || match (scalar, random.upto(3)) {
            (Scalar::Bool, _) => random.upto(2) as u64,
            (_, 0) => from_f64(*scalar, random.upto(9) as f64 - 4.0),
            _ => random.next() << 11 ^ random.next(),
        };
        let elements: Vec<u64> = (0..LANES).map(|_| bits()).collect();
        let ty = scalar.name();
        if uniform >> k & 1 == 1 {
            tile_params += &format!("{name}: {ty}, ");
            thread_params += &format!("{name}: {ty}, ");
        } else {
            tile_params += &format!("{name}x: &tensor1<{ty}>, ");
            thread_params += &format!("{name}x: &[{ty}], ");
            tile_locals.push(format!("{name}: tile<{ty}, {LANES}>"));
            thread_locals.push(format!("{name}: {ty}"));
            tile_body += &format!("@0 let {name} = tile_load({name}x, 0usize): tile<{ty}, {LANES}>;\n");
            thread_body += &format!("@0 let {name} = {name}x[i @2];\n");
        }
        data.push(packed(*scalar, &elements));
    }
    let ty = result.name();
    let to_tile = expression.replace("RESULT", &format!("tile<{ty}, {LANES}>"));
    let to_scalar = expression.replace("RESULT", ty);
    tile_body += &format!("@0 eval tile_store(y, 0usize, {to_tile});");
    thread_body += &format!("@0 y[i @2] = {to_scalar};");
    tile_params += &format!("y: &mut tensor1<{ty}>");
    thread_params += &format!("y: &mut [{ty}]");
    let locals: Vec<&str> = tile_locals.iter().map(String::as_str).collect();
    let text = text("", &tile_params, &locals, &tile_body);
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    ir::verify::verify(&module).unwrap_or_else(|violations| panic!("{violations:?}\n{text}"));
    let tiles = Program::compile(&module).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let locals: Vec<&str> = thread_locals.iter().map(String::as_str).collect();
    let threads = support::kernel(&thread_params, &locals, &thread_body);
    let mut found = [vec![0u64; LANES], vec![0u64; LANES]];
    let (mut tile_args, mut thread_args) = (Vec::new(), Vec::new());
    for (k, (data, scalar)) in data.iter_mut().zip(types).enumerate() {
        if uniform >> k & 1 == 1 {
            let bits = data[0] & (u64::MAX >> (64 - scalar.bits()));
            tile_args.push(TileArg::Scalar(bits));
            thread_args.push(CpuArg::Scalar(bits));
        } else {
            tile_args.push(vector(data));
            thread_args.push(CpuArg::Slice { pointer: data.as_mut_ptr().cast(), len: LANES as u64 });
        }
    }
    let [on_tiles, on_threads] = &mut found;
    tile_args.push(vector(on_tiles));
    thread_args.push(CpuArg::Slice { pointer: on_threads.as_mut_ptr().cast(), len: LANES as u64 });
    // SAFETY: the arguments are those of the kernels.
    unsafe {
        assert!(tiles.run([1, 1, 1], &tile_args).is_none());
        assert!(threads.run([LANES as u32 / 100, 1, 1], [100, 1, 1], &thread_args).is_none());
    }
    let (on_tiles, on_threads) = (unpacked(result, on_tiles), unpacked(result, on_threads));
    for (k, (a, b)) in on_tiles.into_iter().zip(on_threads).enumerate() {
        let both_nan = result.is_float() && to_f64(result, a).is_nan() && to_f64(result, b).is_nan();
        assert!(a == b || both_nan, "element {k}: {a:#x} on tiles, {b:#x} on threads\n{text}");
    }
}

/// Elements in memory.
fn packed(scalar: Scalar, elements: &[u64]) -> Vec<u64> {
    let mut memory = vec![0u64; LANES];
    for (k, bits) in elements.iter().enumerate() {
        // SAFETY: the memory holds as many elements of any size.
        unsafe {
            let at = memory.as_mut_ptr().cast::<u8>().add(k * scalar.size());
            super::view::set_element(scalar.size(), at, *bits);
        }
    }
    memory
}

fn unpacked(scalar: Scalar, memory: &[u64]) -> Vec<u64> {
    // SAFETY: the memory holds as many elements of any size.
    let element = |k: usize| unsafe {
        super::view::element(scalar.size(), memory.as_ptr().cast::<u8>().add(k * scalar.size()))
    };
    (0..LANES).map(element).collect()
}

fn vector(data: &mut [u64]) -> TileArg {
    let pointer = data.as_mut_ptr().cast();
    TileArg::tensor(pointer, &[LANES as u64], &[1])
}

#[test]
fn operators_mean_the_same_on_tiles_and_on_threads() {
    for s in Scalar::COMPUTED {
        for op in BinOp::ALL {
            let fits = match op {
                BinOp::Add | BinOp::Sub | BinOp::Mul => s != Scalar::Bool,
                BinOp::Div | BinOp::Rem => s.is_float(),
                BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => !s.is_float(),
                BinOp::Shl | BinOp::Shr => s.is_int(),
                BinOp::And | BinOp::Or => false,
                BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
            };
            if fits {
                let result = if op.is_comparison() { Scalar::Bool } else { s };
                for uniform in 0..3 {
                    let expression = format!("a {} b", op.symbol());
                    same_on_tiles_and_threads(&[s, s], result, &expression, uniform);
                }
            }
        }
        for amount in [Scalar::U8, Scalar::I64].into_iter().filter(|_| s.is_int()) {
            same_on_tiles_and_threads(&[s, amount], s, "(a << b) ^ (a >> b)", 0);
        }
        if s != Scalar::Bool {
            same_on_tiles_and_threads(&[s], s, "-a", 0);
        }
        if !s.is_float() {
            same_on_tiles_and_threads(&[s], s, "!a", 0);
        }
        for uniform in [0, 2, 4, 6] {
            let types = [Scalar::Bool, s, s];
            same_on_tiles_and_threads(&types, s, "if a { b } else { c }", uniform);
        }
    }
}

#[test]
fn casts_mean_the_same_on_tiles_and_on_threads() {
    for from in Scalar::COMPUTED {
        for to in Scalar::COMPUTED {
            let fits = if from == Scalar::Bool { !to.is_float() } else { to != Scalar::Bool };
            if fits {
                same_on_tiles_and_threads(&[from], to, "a as RESULT", 0);
            }
        }
    }
}

#[test]
fn intrinsics_mean_the_same_on_tiles_and_on_threads() {
    let mut seen = 0;
    for row in intrinsics::all() {
        let is_value = |slot: &Slot| matches!(slot, Slot::Same | Slot::Unsigned | Slot::Fixed(_));
        let computes = matches!(row.cpu, Cpu::Eval(_) | Cpu::Lanes { .. });
        let lifts = !row.params.is_empty() && row.params.iter().chain([&row.result]).all(is_value);
        if row.effect != Effect::Pure || !computes || !lifts {
            continue;
        }
        // Without a generic operand there is one case.
        let generics = Scalar::ALL.into_iter().filter(|s| row.class.contains(*s));
        let fixed = (row.class == Class::None).then_some(Scalar::U32);
        for s in generics.chain(fixed) {
            let types: Vec<Scalar> = row.params.iter().filter_map(|slot| slot.resolve(s).scalar()).collect();
            let result = row.result.resolve(s).scalar().unwrap();
            let names = ["a", "b", "c"][..types.len()].join(", ");
            // What a call gives may depend on its annotation alone.
            let call = format!("({}({names}): RESULT)", row.name);
            same_on_tiles_and_threads(&types, result, &call, 0);
            if types.len() > 1 {
                same_on_tiles_and_threads(&types, result, &call, 2);
            }
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// A tile that fails ends, and the others do not; of several, the first in the grid's order is told.
#[test]
fn the_first_failing_tile_is_told() {
    let text = text(
        "",
        "y: &mut tensor2<u32>",
        &["i: usize", "j: usize", "n: usize"],
        "@0 let i = block_idx_x();
         @0 let j = block_idx_y();
         @0 let n = i + (j * grid_dim_x());
         @0 if (n % @1 7usize) == 5usize { @3 fail(n); }
         @0 eval tile_store(y, j, i, tile_broadcast(n as u32): tile<u32, 1, 1>);",
    );
    let program = Program::compile(&ir::parse(&text).unwrap()).unwrap();
    let mut y = vec![1000u32; 20 * 30];
    let pointer = y.as_mut_ptr().cast();
    let arg = TileArg::tensor(pointer, &[30, 20], &[20, 1]);
    // SAFETY: the tensor is as the kernel takes it.
    let record = unsafe { program.run([20, 30, 1], &[arg]) }.unwrap();
    assert_eq!(
        (record.site, record.block, record.thread, record.values),
        (3, [5, 0, 0], [0; 3], [5, 0, 0, 0])
    );
    for (n, y) in (0..).zip(y) {
        assert_eq!(y, if n % 7 == 5 { 1000 } else { n });
    }
}

/// Products whose operands are packed once for many tiles, in every arrangement.
#[test]
fn products_that_share_their_operands() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let (tile, s) = ([1, 5, 8, 16][random.upto(4)], random.of(&[Scalar::F16, Scalar::BF16, Scalar::F32]));
        let [m, n, k] = [0; 3].map(|_| random.extent(6 * tile, 9 * tile));
        let (a, b) = (
            HostTensor::random(&mut random, s, &[m, k], 2.0),
            HostTensor::random(&mut random, s, &[n, k], 2.0),
        );
        let c = HostTensor::random(&mut random, Scalar::F32, &[m, n], 2.0);
        let values = c.values(|i, j| (0..k).map(|k| a.at(i, k) * b.at(j, k)).sum());
        let ty = s.name();
        let case = Case {
            text: text(
                "",
                &format!("a: &tensor2<{ty}>, b: &tensor2<{ty}>, c: &mut tensor2<f32>"),
                &[&format!("acc: tile<f32, {tile}, {tile}>"), "k: usize"],
                &format!(
                    "@0 let acc = tile_broadcast(0.0f32): tile<f32, {tile}, {tile}>;
                     @0 '0: for k in 0usize..div_ceil(a.extent(1), {tile}usize, @1) {{
                         @0 acc = tile_mma(tile_load(a, block_idx_x(), k): tile<{ty}, {tile}, {tile}>,
                             tile_transpose(tile_load(b, block_idx_y(), k): tile<{ty}, {tile}, {tile}>), acc);
                     }}
                     @0 eval tile_store(c, block_idx_x(), block_idx_y(), acc);"
                ),
            ),
            grid: [m.div_ceil(tile) as u32, n.div_ceil(tile) as u32, 1],
            args: vec![CaseArg::Tensor(a), CaseArg::Tensor(b), CaseArg::Tensor(c)],
            expected: vec![Expected { arg: 2, values, tolerance: 1e-4 }],
            failure: None,
        };
        let (after, failure) = run(&case);
        case.check(&after, failure);
    }
}

/// What cannot be compiled is told, and nothing panics.
#[test]
fn what_is_too_large_is_refused() {
    let module = |extents: &str| {
        let body = format!("@0 let v = tile_broadcast(1.0f32): tile<f32, {extents}>;");
        ir::parse(&text("", "", &[&format!("v: tile<f32, {extents}>")], &body)).unwrap()
    };
    for extents in
        ["100000, 100000", "4294967295, 4294967296", "18446744073709551615", "18446744073709551615, 2"]
    {
        let error = Program::compile(&module(extents)).err().expect(extents);
        assert!(error.to_string().contains("test"), "{error}");
    }
    assert!(Program::compile(&module("1000, 1000")).is_ok());
}
