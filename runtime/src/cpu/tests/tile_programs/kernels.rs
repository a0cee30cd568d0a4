//! The kernels.

use kiln_codegen::ir::Scalar;

use super::{Case, CaseArg, Expected, HostTensor, Random, from_f64, text, to_f64, tolerance};

type Program = fn(&mut Random) -> Case;

/// Every program, by its name: each call makes another case.
pub const PROGRAMS: &[(&str, Program)] = &[
    ("saxpy", saxpy),
    ("copy_transposed", copy_transposed),
    ("broadcast", broadcast),
    ("matmul", matmul),
    ("matmul_transposed", matmul_transposed),
    ("softmax", softmax),
    ("layer_norm", layer_norm),
    ("reductions", reductions),
    ("sum_all", sum_all),
    ("casts", casts),
    ("reshaped", reshaped),
    ("masked_iota", masked_iota),
    ("attention", attention),
    ("steered", steered),
    ("device_functions", device_functions),
    ("chosen", chosen),
    ("huge_coordinates", huge_coordinates),
    ("fails_somewhere", fails_somewhere),
    ("divides_scalars", divides_scalars),
    ("in_place", in_place),
];

const FLOATS: [Scalar; 4] = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];
const NUMBERS: [Scalar; 14] = [
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::Isize,
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::Usize,
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
];

fn tensor(random: &mut Random, scalar: Scalar, extents: &[usize]) -> HostTensor {
    HostTensor::random(random, scalar, extents, 4.0)
}

fn expected(arg: usize, values: Vec<f64>, tolerance: f64) -> Vec<Expected> {
    vec![Expected { arg, values, tolerance }]
}

/// The `x` grid covers the rows, `y` the columns; at times with a tile too many.
fn grid(random: &mut Random, tiles: [u32; 2]) -> [u32; 3] {
    let more = random.upto(2) as u32;
    [tiles[0].max(1) + more, tiles[1].max(1), 1]
}

fn usize_arg(value: usize) -> CaseArg {
    CaseArg::Scalar(Scalar::Usize, value as u64)
}

fn literal(scalar: Scalar, value: f64) -> String {
    if scalar.is_float() {
        format!("({value:?}: {})", scalar.name())
    } else {
        format!("{value}{}", scalar.name())
    }
}

/// `y = a * x + y` over vectors of any numbers.
fn saxpy(random: &mut Random) -> Case {
    let s = random.of(&NUMBERS);
    let (tile, n) = (random.extent(1, 700), random.extent(0, 2000));
    let (x, y) = (tensor(random, s, &[n]), tensor(random, s, &[n]));
    let values = y.values(|i, _| 2.0 * x.at(i, 0) + y.at(i, 0));
    let ty = s.name();
    Case {
        text: text(
            "",
            &format!("a: {ty}, x: &tensor1<{ty}>, y: &mut tensor1<{ty}>"),
            &["i: usize", &format!("v: tile<{ty}, {tile}>")],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let v = (a * (tile_load(x, i): tile<{ty}, {tile}>)) + (tile_load(y, i): tile<{ty}, {tile}>);
                 @0 eval tile_store(y, i, v);"
            ),
        ),
        grid: [(n.div_ceil(tile) + random.upto(2)).max(1) as u32, 1, 1],
        args: vec![CaseArg::Scalar(s, from_f64(s, 2.0)), CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(2, values, tolerance(s)),
        failure: None,
    }
}

fn copy_transposed(random: &mut Random) -> Case {
    let s = random.of(&Scalar::ALL);
    let (m, n) = (random.extent(1, 40), random.extent(1, 40));
    let (rows, columns) = (random.extent(0, 90), random.extent(0, 90));
    let (x, y) = (tensor(random, s, &[rows, columns]), tensor(random, s, &[columns, rows]));
    let values = y.values(|i, j| x.at(j, i));
    let ty = s.name();
    Case {
        text: text(
            "",
            &format!("x: &tensor2<{ty}>, y: &mut tensor2<{ty}>"),
            &[&format!("v: tile<{ty}, {m}, {n}>")],
            &format!(
                "@0 let v = tile_load(x, block_idx_x(), block_idx_y()): tile<{ty}, {m}, {n}>;
                 @0 eval tile_store(y, block_idx_y(), block_idx_x(), tile_transpose(v));"
            ),
        ),
        grid: grid(random, x.tiles([m, n])),
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, 0.0),
        failure: None,
    }
}

/// A tile with rows, columns and scalars.
fn broadcast(random: &mut Random) -> Case {
    let s = random.of(&[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64, Scalar::I32, Scalar::I64]);
    let (m, n) = (random.extent(1, 20), random.extent(1, 600));
    let (rows, columns) = (random.extent(1, 30), random.extent(1, 700));
    let x = tensor(random, s, &[rows, columns]);
    let row = tensor(random, s, &[1, columns]);
    let column = tensor(random, s, &[rows, 1]);
    let y = tensor(random, s, &[rows, columns]);
    let values = y.values(|i, j| {
        let (r, c) = (row.at(0, j), column.at(i, 0));
        (x.at(i, j) * r - c * 2.0) + (if r < c { r + c } else { -x.at(i, j) })
    });
    let ty = s.name();
    Case {
        text: text(
            "",
            &format!(
                "x: &tensor2<{ty}>, row: &tensor2<{ty}>, column: &tensor2<{ty}>, y: &mut tensor2<{ty}>, two: {ty}"
            ),
            &[
                "i: usize",
                "j: usize",
                &format!("v: tile<{ty}, {m}, {n}>"),
                &format!("r: tile<{ty}, 1, {n}>"),
                &format!("c: tile<{ty}, {m}, 1>"),
            ],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let j = block_idx_y();
                 @0 let v = tile_load(x, i, j): tile<{ty}, {m}, {n}>;
                 @0 let r = tile_load(row, 0usize, j): tile<{ty}, 1, {n}>;
                 @0 let c = tile_load(column, i, 0usize): tile<{ty}, {m}, 1>;
                 @0 eval tile_store(y, i, j, ((v * r) - (c * two)) + (if r < c {{ r + c }} else {{ -v }}));"
            ),
        ),
        grid: grid(random, x.tiles([m, n])),
        args: vec![
            CaseArg::Tensor(x),
            CaseArg::Tensor(row),
            CaseArg::Tensor(column),
            CaseArg::Tensor(y),
            CaseArg::Scalar(s, from_f64(s, 2.0)),
        ],
        // Intermediate results are larger than the result may be.
        expected: expected(3, values, tolerance(s) * 32.0),
        failure: None,
    }
}

fn product(random: &mut Random, transposed: bool) -> Case {
    let s = random.of(&[Scalar::F16, Scalar::BF16, Scalar::F32]);
    let out = random.of(&[Scalar::F32, Scalar::F16, Scalar::BF16]);
    let (m, n, k) = (random.extent(1, 70), random.extent(1, 70), random.extent(1, 40));
    let (rows, columns, depth) = (random.extent(0, 90), random.extent(0, 90), random.extent(0, 60));
    let a = tensor(random, s, &[rows, depth]);
    let b = tensor(random, s, &if transposed { [columns, depth] } else { [depth, columns] });
    let c = tensor(random, out, &[rows, columns]);
    let values = c.values(|i, j| {
        (0..depth).map(|k| a.at(i, k) * if transposed { b.at(j, k) } else { b.at(k, j) }).sum()
    });
    let (ty, to) = (s.name(), out.name());
    let load = if transposed {
        format!("tile_transpose(tile_load(b, j, k): tile<{ty}, {n}, {k}>)")
    } else {
        format!("tile_load(b, k, j): tile<{ty}, {k}, {n}>")
    };
    let store = if out == Scalar::F32 { "acc".to_owned() } else { format!("acc as tile<{to}, {m}, {n}>") };
    Case {
        text: text(
            "",
            &format!("a: &tensor2<{ty}>, b: &tensor2<{ty}>, c: &mut tensor2<{to}>"),
            &["i: usize", "j: usize", &format!("acc: tile<f32, {m}, {n}>"), "k: usize"],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let j = block_idx_y();
                 @0 let acc = tile_broadcast(0.0f32): tile<f32, {m}, {n}>;
                 @0 '0: for k in 0usize..div_ceil(a.extent(1), {k}usize, @1) {{
                     @0 acc = tile_mma(tile_load(a, i, k): tile<{ty}, {m}, {k}>, {load}, acc);
                 }}
                 @0 eval tile_store(c, i, j, {store});"
            ),
        ),
        grid: grid(random, c.tiles([m, n])),
        args: vec![CaseArg::Tensor(a), CaseArg::Tensor(b), CaseArg::Tensor(c)],
        expected: expected(2, values, if out == Scalar::F32 { 1e-4 } else { tolerance(out) }),
        failure: None,
    }
}

fn matmul(random: &mut Random) -> Case {
    product(random, false)
}

fn matmul_transposed(random: &mut Random) -> Case {
    product(random, true)
}

fn softmax(random: &mut Random) -> Case {
    let s = random.of(&FLOATS);
    let (m, columns) = (random.extent(1, 5), random.extent(1, 700));
    let n = columns + random.upto(20);
    let rows = random.extent(0, 12);
    let (x, y) = (tensor(random, s, &[rows, columns]), tensor(random, s, &[rows, columns]));
    let of_row = |i| {
        let max = (0..columns).map(|j| x.at(i, j)).fold(f64::NEG_INFINITY, f64::max);
        (max, (0..columns).map(|j| (x.at(i, j) - max).exp()).sum::<f64>())
    };
    let sums: Vec<_> = (0..rows).map(of_row).collect();
    let values = y.values(|i, j| (x.at(i, j) - sums[i].0).exp() / sums[i].1);
    let ty = s.name();
    Case {
        text: text(
            "",
            &format!("x: &tensor2<{ty}>, y: &mut tensor2<{ty}>"),
            &["i: usize", &format!("v: tile<{ty}, {m}, {n}>"), &format!("e: tile<{ty}, {m}, {n}>")],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let v = tile_load_or(x, i, 0usize, float \"-inf\": {ty}): tile<{ty}, {m}, {n}>;
                 @0 let e = exp(v - tile_max_1(v));
                 @0 e = if (tile_iota_1(): tile<usize, {m}, {n}>) < x.extent(1) {{ e }} else {{ (0.0: {ty}) }};
                 @0 e /= tile_sum_1(e);
                 @0 eval tile_store(y, i, 0usize, e);"
            ),
        ),
        grid: [rows.div_ceil(m).max(1) as u32, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, tolerance(s)),
        failure: None,
    }
}

fn layer_norm(random: &mut Random) -> Case {
    let (m, n) = (random.extent(1, 6), random.extent(1, 300));
    let rows = random.extent(1, 20);
    let x = tensor(random, Scalar::F32, &[rows, n]);
    let gain = tensor(random, Scalar::F32, &[n]);
    let y = tensor(random, Scalar::F32, &[rows, n]);
    let of_row = |i| {
        let mean = (0..n).map(|j| x.at(i, j)).sum::<f64>() / n as f64;
        (mean, (0..n).map(|j| (x.at(i, j) - mean).powi(2)).sum::<f64>() / n as f64)
    };
    let rows_of: Vec<_> = (0..rows).map(of_row).collect();
    let values = y.values(|i, j| {
        let (mean, variance) = rows_of[i];
        (x.at(i, j) - mean) / (variance + 0.01).sqrt() * gain.at(j, 0)
    });
    Case {
        text: text(
            "",
            "x: &tensor2<f32>, gain: &tensor1<f32>, y: &mut tensor2<f32>, part: f32",
            &[
                "i: usize",
                &format!("v: tile<f32, {m}, {n}>"),
                &format!("d: tile<f32, {m}, {n}>"),
                &format!("s: tile<f32, {m}, 1>"),
                &format!("g: tile<f32, {n}>"),
            ],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let v = tile_load(x, i, 0usize): tile<f32, {m}, {n}>;
                 @0 let d = v - (tile_sum_1(v) * part);
                 @0 let s = rsqrt((tile_sum_1(d * d) * part) + 0.01f32);
                 @0 let g = tile_load(gain, 0usize): tile<f32, {n}>;
                 @0 d *= s;
                 @0 eval tile_store(y, i, 0usize, d * (tile_reshape(g): tile<f32, 1, {n}>));"
            ),
        ),
        grid: [rows.div_ceil(m) as u32, 1, 1],
        args: vec![
            CaseArg::Tensor(x),
            CaseArg::Tensor(gain),
            CaseArg::Tensor(y),
            CaseArg::Scalar(Scalar::F32, from_f64(Scalar::F32, 1.0 / n as f64)),
        ],
        expected: expected(2, values, 1e-4),
        failure: None,
    }
}

/// Along both axes, of every number.
fn reductions(random: &mut Random) -> Case {
    let s = random.of(&NUMBERS);
    let (word, axis) = (random.of(&["sum", "min", "max"]), random.upto(2));
    let (m, n) = (random.extent(1, 50), random.extent(1, 90));
    let x = HostTensor::random(random, s, &[m, n], 3.0);
    let extents = if axis == 0 { [1, n] } else { [m, 1] };
    let y = tensor(random, s, &extents);
    let values = y.values(|i, j| {
        let all: Vec<f64> = if axis == 0 {
            (0..m).map(|i| x.at(i, j)).collect()
        } else {
            (0..n).map(|j| x.at(i, j)).collect()
        };
        let all = match word {
            "sum" => all.iter().sum(),
            "min" => all.into_iter().fold(f64::INFINITY, f64::min),
            _ => all.into_iter().fold(f64::NEG_INFINITY, f64::max),
        };
        // Integers wrap.
        match s {
            Scalar::I8 => f64::from(all as i64 as i8),
            Scalar::U8 => f64::from(all as i64 as u8),
            _ => all,
        }
    });
    let ty = s.name();
    Case {
        text: text(
            "",
            &format!("x: &tensor2<{ty}>, y: &mut tensor2<{ty}>"),
            &[&format!("v: tile<{ty}, {m}, {n}>")],
            &format!(
                "@0 let v = tile_load(x, 0usize, 0usize): tile<{ty}, {m}, {n}>;
                 @0 eval tile_store(y, 0usize, 0usize, tile_{word}_{axis}(v));"
            ),
        ),
        grid: [1, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, tolerance(s)),
        failure: None,
    }
}

/// Down to a scalar, and back into a tile.
fn sum_all(random: &mut Random) -> Case {
    let s = random.of(&[Scalar::F16, Scalar::F32, Scalar::F64, Scalar::I32, Scalar::U16]);
    let (tile, n) = (random.extent(1, 300), random.extent(1, 900));
    let blocks = n.div_ceil(tile);
    let x = HostTensor::random(random, s, &[n], 3.0);
    let y = tensor(random, s, &[blocks]);
    let values = y.values(|block, _| {
        let all: Vec<f64> = (block * tile..(block + 1) * tile).map(|i| x.at(i, 0)).collect();
        let greatest = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        all.iter().sum::<f64>() + greatest
    });
    let ty = s.name();
    Case {
        text: text(
            "",
            &format!("x: &tensor1<{ty}>, y: &mut tensor1<{ty}>"),
            &["i: usize", &format!("v: tile<{ty}, {tile}>"), &format!("sum: {ty}")],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let v = tile_load(x, i): tile<{ty}, {tile}>;
                 @0 let sum = tile_sum_0(v);
                 @0 sum += tile_max_0(v);
                 @0 eval tile_store(y, i, tile_broadcast(sum): tile<{ty}, 1>);"
            ),
        ),
        grid: [blocks as u32, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, tolerance(s)),
        failure: None,
    }
}

fn casts(random: &mut Random) -> Case {
    let (from, to) = (random.of(&NUMBERS), random.of(&NUMBERS));
    let (tile, n) = (random.extent(1, 100), random.extent(0, 300));
    let (x, y) = (tensor(random, from, &[n]), tensor(random, to, &[n]));
    let values = y.values(|i, _| {
        let value = x.at(i, 0);
        match (from.is_float(), to.is_float()) {
            (_, true) => value,
            // To an integer, floats are cut and saturate, integers wrap.
            (true, false) => to_f64(to, from_f64(to, value)),
            (false, false) => {
                let bits = value as i64 as u64;
                to_f64(to, if to.bits() == 64 { bits } else { bits & ((1 << to.bits()) - 1) })
            }
        }
    });
    let (a, b) = (from.name(), to.name());
    Case {
        text: text(
            "",
            &format!("x: &tensor1<{a}>, y: &mut tensor1<{b}>"),
            &["i: usize"],
            &format!(
                "@0 let i = block_idx_x();
                 @0 eval tile_store(y, i, (tile_load(x, i): tile<{a}, {tile}>) as tile<{b}, {tile}>);"
            ),
        ),
        grid: [n.div_ceil(tile).max(1) as u32, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, tolerance(to)),
        failure: None,
    }
}

/// Between shapes and ranks.
fn reshaped(random: &mut Random) -> Case {
    let s = random.of(&[Scalar::U8, Scalar::F16, Scalar::F32, Scalar::I64]);
    let (p, q, r) = (random.extent(1, 9), random.extent(1, 9), random.extent(1, 9));
    let (m, n) = (p * q, r);
    let x = tensor(random, s, &[m, n]);
    let (y, z) = (tensor(random, s, &[p, q * r]), tensor(random, s, &[m * n]));
    let flat = |k: usize| x.at(k / n, k % n);
    let values = y.values(|i, j| flat(i * q * r + j) + flat(j));
    let flipped = z.values(|k, _| flat(k / m + k % m * n));
    let (ty, all) = (s.name(), m * n);
    Case {
        text: text(
            "",
            &format!("x: &tensor2<{ty}>, y: &mut tensor2<{ty}>, z: &mut tensor1<{ty}>"),
            &[
                &format!("v: tile<{ty}, {m}, {n}>"),
                &format!("w: tile<{ty}, {p}, {}>", q * r),
                &format!("f: tile<{ty}, {all}>"),
                &format!("g: tile<{ty}, 1, {}>", q * r),
            ],
            &format!(
                "@0 let v = tile_load(x, 0usize, 0usize): tile<{ty}, {m}, {n}>;
                 @0 let f = tile_reshape(v): tile<{ty}, {all}>;
                 @0 let w = tile_reshape(f): tile<{ty}, {p}, {qr}>;
                 @0 let g = tile_reshape(tile_load(x, 0usize, 0usize): tile<{ty}, {q}, {r}>): tile<{ty}, 1, {qr}>;
                 @0 w += g;
                 @0 eval tile_store(y, 0usize, 0usize, w);
                 @0 eval tile_store(z, 0usize, tile_reshape(tile_transpose(v)): tile<{ty}, {all}>);",
                qr = q * r
            ),
        ),
        grid: [1, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y), CaseArg::Tensor(z)],
        expected: vec![
            Expected { arg: 1, values, tolerance: tolerance(s) },
            Expected { arg: 2, values: flipped, tolerance: 0.0 },
        ],
        failure: None,
    }
}

/// A causal mask made of positions, and another pad than zero.
fn masked_iota(random: &mut Random) -> Case {
    let s = random.of(&[Scalar::F32, Scalar::F64, Scalar::I32]);
    let index =
        random.of(&[Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64, Scalar::Usize, Scalar::Isize]);
    let (m, n) = (random.extent(1, 40), random.extent(1, 40));
    let (rows, columns) = (random.extent(0, 70), random.extent(0, 70));
    let x = tensor(random, s, &[rows, columns]);
    // One larger than what is read, so that pads are seen.
    let y = tensor(random, s, &[rows + 3, columns + 2]);
    let values = y.values(|i, j| {
        let (u, v) = (i % m, j % n);
        if v <= u { x.or(i, j, 7.0) } else { -1.0 }
    });
    let (ty, it) = (s.name(), index.name());
    Case {
        text: text(
            "",
            &format!("x: &tensor2<{ty}>, y: &mut tensor2<{ty}>"),
            &["i: usize", "j: usize", &format!("keep: tile<bool, {m}, {n}>")],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let j = block_idx_y();
                 @0 let keep = !((tile_iota_1(): tile<{it}, {m}, {n}>) > (tile_iota_0(): tile<{it}, {m}, {n}>));
                 @0 eval tile_store(y, i, j, if keep {{ tile_load_or(x, i, j, {}): tile<{ty}, {m}, {n}> }} else {{ {} }});",
                literal(s, 7.0),
                literal(s, -1.0)
            ),
        ),
        grid: grid(random, y.tiles([m, n])),
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, 0.0),
        failure: None,
    }
}

/// Two products in a loop, with running maxima and sums.
fn attention(random: &mut Random) -> Case {
    let s = random.of(&[Scalar::F32, Scalar::BF16, Scalar::F16]);
    let (m, n, d) = (random.extent(1, 33), random.extent(1, 33), random.extent(1, 24));
    let (queries, keys) = (random.extent(1, 70), random.extent(1, 70));
    let q = HostTensor::random(random, s, &[queries, d], 1.0);
    let k = HostTensor::random(random, s, &[keys, d], 1.0);
    let v = HostTensor::random(random, s, &[keys, d], 1.0);
    let o = tensor(random, Scalar::F32, &[queries, d]);
    let score = |i: usize, j: usize| (0..d).map(|c| q.at(i, c) * k.at(j, c)).sum::<f64>() * 0.25;
    let weights: Vec<Vec<f64>> =
        (0..queries).map(|i| (0..keys).map(|j| score(i, j).exp()).collect()).collect();
    let values = o.values(|i, c| {
        let sum: f64 = weights[i].iter().sum();
        weights[i].iter().enumerate().map(|(j, weight)| weight * v.at(j, c)).sum::<f64>() / sum
    });
    let ty = s.name();
    let p = if s == Scalar::F32 { "p".to_owned() } else { format!("p as tile<{ty}, {m}, {n}>") };
    Case {
        text: text(
            "",
            &format!("q: &tensor2<{ty}>, k: &tensor2<{ty}>, v: &tensor2<{ty}>, o: &mut tensor2<f32>"),
            &[
                &format!("query: tile<{ty}, {m}, {d}>"),
                &format!("acc: tile<f32, {m}, {d}>"),
                &format!("top: tile<f32, {m}, 1>"),
                &format!("sum: tile<f32, {m}, 1>"),
                "j: usize",
                &format!("p: tile<f32, {m}, {n}>"),
                &format!("new: tile<f32, {m}, 1>"),
                &format!("shrink: tile<f32, {m}, 1>"),
            ],
            &format!(
                "@0 let query = tile_load(q, block_idx_x(), 0usize): tile<{ty}, {m}, {d}>;
                 @0 let acc = tile_broadcast(0.0f32): tile<f32, {m}, {d}>;
                 @0 let top = tile_broadcast(float \"-inf\": f32): tile<f32, {m}, 1>;
                 @0 let sum = tile_broadcast(0.0f32): tile<f32, {m}, 1>;
                 @0 '0: for j in 0usize..div_ceil(k.extent(0), {n}usize, @1) {{
                     @0 let p = tile_mma(query, tile_transpose(tile_load(k, j, 0usize): tile<{ty}, {n}, {d}>),
                         tile_broadcast(0.0f32): tile<f32, {m}, {n}>) * 0.25f32;
                     @0 p = if (((tile_iota_1(): tile<usize, {m}, {n}>) + (j * {n}usize)) < k.extent(0)) {{ p }} else {{ (float \"-inf\": f32) }};
                     @0 let new = float_max(top, tile_max_1(p));
                     @0 let shrink = exp(top - new);
                     @0 top = new;
                     @0 p = exp(p - top);
                     @0 sum = (sum * shrink) + tile_sum_1(p);
                     @0 acc = tile_mma({p}, tile_load(v, j, 0usize): tile<{ty}, {n}, {d}>, acc * shrink);
                 }}
                 @0 eval tile_store(o, block_idx_x(), 0usize, acc / sum);"
            ),
        ),
        grid: [queries.div_ceil(m) as u32, 1, 1],
        args: vec![CaseArg::Tensor(q), CaseArg::Tensor(k), CaseArg::Tensor(v), CaseArg::Tensor(o)],
        expected: expected(3, values, tolerance(s).max(1e-5) * 4.0),
        failure: None,
    }
}

/// Loops and branches, all by scalars.
fn steered(random: &mut Random) -> Case {
    let (tile, n, limit) = (random.extent(1, 60), random.extent(1, 200), random.extent(0, 12));
    let x = tensor(random, Scalar::I32, &[n]);
    let y = tensor(random, Scalar::I32, &[n]);
    let values = y.values(|i, _| {
        let block = i / tile;
        let mut v = x.at(i, 0);
        let mut turns = 0;
        'outer: for k in (0..limit).rev() {
            if k == 3 {
                continue;
            }
            let mut w = k;
            while w > 0 {
                v += 1.0;
                w /= 2;
                turns += 1;
                if turns > 14 {
                    break 'outer;
                }
                if w == 2 {
                    continue 'outer;
                }
            }
            v = if (k + block) % 2 == 0 { v * 2.0 } else { v - 3.0 };
        }
        if block == 1 { x.at(i, 0) } else { v }
    });
    Case {
        text: text(
            "",
            "x: &tensor1<i32>, y: &mut tensor1<i32>, limit: i16",
            &[
                "i: usize",
                &format!("v: tile<i32, {tile}>"),
                "k: i16",
                "w: i16",
                "turns: u8",
                "count: [u32; 2]",
            ],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let v = tile_load(x, i): tile<i32, {tile}>;
                 @0 let turns = 0u8;
                 @0 let count = [0u32, 14u32];
                 @0 if i == 1usize {{
                     @0 eval tile_store(y, i, v);
                     @0 return;
                 }}
                 @0 '0: for k in 0i16..limit reversed {{
                     @0 if k == 3i16 {{ @0 continue '0; }}
                     @0 let w = k;
                     @0 '1: while w > 0i16 {{
                         @0 v += 1i32;
                         @1 w /= 2i16;
                         @0 turns += 1u8;
                         @0 count[0usize @2] += 1u32;
                         @0 if (turns as u32) > count[(count.len() - 1usize) @2] {{ @0 break '0; }}
                         @0 if w == 2i16 {{ @0 continue '0; }}
                     }}
                     @0 if (((k as usize) + i) % @1 2usize) == 0usize {{ @0 v *= 2i32; }} else {{ @0 v -= 3i32; }}
                 }}
                 @0 if (turns as u32) != count[0usize proven] {{ @5 fail(); }}
                 @0 eval tile_store(y, i, v);"
            ),
        ),
        grid: [n.div_ceil(tile) as u32, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y), CaseArg::Scalar(Scalar::I16, limit as u64)],
        expected: expected(1, values, 0.0),
        failure: None,
    }
}

/// Device functions take and give tiles, and load from tensors.
fn device_functions(random: &mut Random) -> Case {
    let (m, n) = (random.extent(1, 30), random.extent(1, 30));
    let (rows, columns) = (random.extent(1, 60), random.extent(1, 60));
    let (x, y) =
        (tensor(random, Scalar::F32, &[rows, columns]), tensor(random, Scalar::F32, &[rows, columns]));
    let leaky = |v: f64| if v < 0.0 { v * 0.125 } else { v };
    // The edge of a tile reads zeros of the next one's.
    let values = y.values(|i, j| leaky(x.at(i, j)) + leaky(leaky(x.at(i, j)) - 1.0));
    let devices = format!(
        "device fn leaky(v#0: tile<f32, {m}, {n}>) -> tile<f32, {m}, {n}> {{
    var w#1: tile<f32, {m}, {n}>;
    @0 let w#1 = v#0 * 0.125f32;
    @0 v#0 = if v#0 < 0.0f32 {{ w#1 }} else {{ v#0 }};
    @0 return v#0;
}}

device fn fetch(x#0: &tensor2<f32>, i#1: usize, j#2: usize) -> tile<f32, {m}, {n}> {{
    @0 if (i#1 * {m}usize) >= x#0.extent(0) {{
        @0 return tile_broadcast(0.0f32): tile<f32, {m}, {n}>;
    }}
    @0 return tile_load(x#0, i#1, j#2): tile<f32, {m}, {n}>;
}}

"
    );
    Case {
        text: text(
            &devices,
            "x: &tensor2<f32>, y: &mut tensor2<f32>",
            &["i: usize", "j: usize", &format!("v: tile<f32, {m}, {n}>"), &format!("w: tile<f32, {m}, {n}>")],
            "@0 let i = block_idx_x();
             @0 let j = block_idx_y();
             @0 let v = fetch#1(&x, i, j);
             @0 v = leaky#0(v);
             @0 let w = leaky#0(v - 1.0f32);
             @0 w += v;
             @0 eval tile_store(y, i, j, w);",
        ),
        grid: grid(random, x.tiles([m, n])),
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: expected(1, values, 0.0),
        failure: None,
    }
}

/// A scalar chooses between tiles; the other is not computed.
fn chosen(random: &mut Random) -> Case {
    let (tile, n) = (random.extent(1, 50), random.extent(1, 300));
    let zero = random.upto(2);
    let (x, y) = (tensor(random, Scalar::F32, &[n]), tensor(random, Scalar::F32, &[n]));
    let values = y.values(|i, _| {
        let block = i / tile;
        if zero == 0 || block.is_multiple_of(2) { x.at(i, 0) } else { x.at(i - tile, 0) + 1.0 }
    });
    Case {
        text: text(
            "",
            "x: &tensor1<f32>, y: &mut tensor1<f32>, n: usize",
            &["i: usize"],
            &format!(
                "@0 let i = block_idx_x();
                 @0 eval tile_store(y, i, if (n == 0usize) || ((i % @1 (n * 2usize)) == 0usize) {{ tile_load(x, i): tile<f32, {tile}> }}
                     else {{ (tile_load(x, (i - 1usize) / @1 n): tile<f32, {tile}>) + 1.0f32 }});"
            ),
        ),
        grid: [n.div_ceil(tile) as u32, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y), usize_arg(zero)],
        expected: expected(1, values, 0.0),
        failure: None,
    }
}

/// Far outside of the tensor there are pads, and stores do nothing.
fn huge_coordinates(random: &mut Random) -> Case {
    let (m, n) = (random.extent(1, 20), random.extent(1, 20));
    let (rows, columns) = (random.extent(0, 30), random.extent(0, 30));
    let far = random.of(&[
        usize::MAX,
        usize::MAX / 2,
        1 << 63,
        1 << 62,
        (usize::MAX / m).saturating_add(1),
        usize::MAX / n,
        1 << 40,
    ]);
    let (x, y) = (tensor(random, Scalar::F32, &[rows, columns]), tensor(random, Scalar::F32, &[m, n]));
    // A tile of one element more than fits, so that coordinates beyond the first are beyond the tensor.
    let values = y.values(|_, _| 1.0 + 5.0);
    Case {
        text: text(
            "",
            "x: &tensor2<f32>, y: &mut tensor2<f32>, far: usize",
            &[&format!("v: tile<f32, {m}, {n}>")],
            &format!(
                "@0 let v = tile_load_or(x, far, 0usize, 1.0f32): tile<f32, {m}, {n}>;
                 @0 v += tile_load_or(x, far, far, 5.0f32): tile<f32, {m}, {n}>;
                 @0 v -= tile_load(x, 0usize, far): tile<f32, {m}, {n}>;
                 @0 eval tile_store(y, far, 0usize, v * 2.0f32);
                 @0 eval tile_store(y, 0usize, far, v * 3.0f32);
                 @0 eval tile_store(y, 0usize, 0usize, v);"
            ),
        ),
        grid: [1, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y), usize_arg(far)],
        expected: expected(1, values, 0.0),
        failure: None,
    }
}

/// Tiles from one on fail; the others store, as the failing ones did before.
fn fails_somewhere(random: &mut Random) -> Case {
    let (tile, n, from) = (random.extent(1, 30), random.extent(1, 300), random.extent(0, 20));
    let blocks = n.div_ceil(tile);
    let (x, y) = (tensor(random, Scalar::F32, &[n]), tensor(random, Scalar::F32, &[n]));
    let sum = |block: usize| (block * tile..(block + 1) * tile).map(|i| x.at(i, 0)).sum::<f64>();
    let values = y.values(|i, _| x.at(i, 0) + if i / tile < from { sum(i / tile) } else { 0.0 });
    let failure = (from < blocks).then(|| {
        let values = [(-(from as i64)) as u64, from_f64(Scalar::F32, sum(from)), 0, 0];
        (4, [from as u32, 0, 0], values)
    });
    Case {
        text: text(
            "",
            "x: &tensor1<f32>, y: &mut tensor1<f32>, from: usize",
            &["i: usize", &format!("v: tile<f32, {tile}>")],
            &format!(
                "@0 let i = block_idx_x();
                 @0 let v = tile_load(x, i): tile<f32, {tile}>;
                 @0 eval tile_store(y, i, v);
                 @0 if i >= from {{ @4 fail(-(i as i32), tile_sum_0(v)); }}
                 @0 eval tile_store(y, i, v + tile_sum_0(v));"
            ),
        ),
        grid: [blocks as u32, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y), usize_arg(from)],
        // Whole quarters sum exactly.
        expected: expected(1, values, 0.0),
        failure,
    }
}

/// A division of scalars inside of an expression of tiles, and an index out of bounds.
fn divides_scalars(random: &mut Random) -> Case {
    let (tile, divisor, index) = (random.extent(1, 30), random.upto(3), random.upto(6));
    let n = tile * 3;
    let (x, y) = (tensor(random, Scalar::I32, &[n]), tensor(random, Scalar::I32, &[n]));
    let table = [4.0, 5.0, 6.0, 7.0];
    let fails = divisor == 0 || index >= 4;
    let values =
        y.values(
            |i, _| {
                if fails { y.at(i, 0) } else { x.at(i % tile + 2 / divisor * tile, 0) * table[index] }
            },
        );
    let failure = if divisor == 0 {
        Some((1, [0, 0, 0], [2, 0, 0, 0]))
    } else {
        (index >= 4).then_some((2, [0, 0, 0], [index as u64, 4, 0, 0]))
    };
    Case {
        text: text(
            "",
            "x: &tensor1<i32>, y: &mut tensor1<i32>, divisor: usize, index: usize",
            &["t: [i32; 4]"],
            &format!(
                "@0 let t = [4i32, 5i32, 6i32, 7i32];
                 @0 eval tile_store(y, block_idx_x(), (tile_load(x, 2usize / @1 divisor): tile<i32, {tile}>) * t[index @2]);"
            ),
        ),
        grid: [3, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y), usize_arg(divisor), usize_arg(index)],
        expected: expected(1, values, 0.0),
        failure,
    }
}

/// Values that are overwritten by what is made of them, and a tensor that is read and written.
fn in_place(random: &mut Random) -> Case {
    let (n, tile) = (random.extent(1, 40), random.extent(1, 40));
    let x = tensor(random, Scalar::F32, &[n, n]);
    let y = tensor(random, Scalar::F32, &[2 * tile]);
    let v = |i: usize, j: usize| 2.0 * x.at(j, i) + x.at(i, j);
    let values = x.values(|i, j| {
        let v = |i: usize, j: usize| v(i, j).abs();
        v(i, j) + (0..n).map(|k| v(k, j)).sum::<f64>()
    });
    // The second half becomes the first, reversed in order of tiles: both are read before either is written.
    let swapped = y.values(|i, _| y.at((i + tile) % (2 * tile), 0) + y.at(i, 0));
    let two = 2 * tile;
    Case {
        text: text(
            "",
            "x: &mut tensor2<f32>, y: &mut tensor1<f32>",
            &[
                &format!("v: tile<f32, {n}, {n}>"),
                &format!("r: tile<f32, 1, {n}>"),
                &format!("w: tile<f32, {tile}>"),
            ],
            &format!(
                "@0 let v = tile_load(x, 0usize, 0usize): tile<f32, {n}, {n}>;
                 @0 v = tile_transpose(v);
                 @0 v = v + (tile_transpose(v) + v);
                 @0 v = float_abs(v);
                 @0 let r = tile_sum_0(v);
                 @0 eval tile_store(x, 0usize, 0usize, v + r);
                 @0 let w = tile_load(y, 0usize): tile<f32, {tile}>;
                 @0 w += tile_load(y, 1usize): tile<f32, {tile}>;
                 @0 eval tile_store(y, 0usize, (tile_load(y, 0usize): tile<f32, {two}>) +
                     (tile_reshape((tile_reshape(w): tile<f32, 1, {tile}>) - (tile_reshape(tile_load(y, 0usize): tile<f32, {two}>): tile<f32, 2, {tile}>)): tile<f32, {two}>));"
            ),
        ),
        grid: [1, 1, 1],
        args: vec![CaseArg::Tensor(x), CaseArg::Tensor(y)],
        expected: vec![
            Expected { arg: 0, values, tolerance: 1e-5 },
            Expected { arg: 1, values: swapped, tolerance: 0.0 },
        ],
        failure: None,
    }
}
