//! What the tile compiler makes of tile kernels, run by threads, against plain loops.
//!
//! Each kernel is lowered for old and new machines, for tensors that promise everything and nothing, and for
//! several sizes of blocks; every index that the compiler took for proven is checked again.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir::{Module, Scalar, Site, SiteKind, parse, verify::verify};
use kiln_codegen::passes::tile::{LowerError, Lowered, Target, Variant, lower};

use super::support::{Args, number};
use super::tile_programs::{Case, CaseArg, HostTensor, PROGRAMS, Random, from_f64, to_f64};
use crate::cpu::{Observer, Program};
use crate::jit::recheck_bounds::recheck;

/// A tensor in memory of its own, aligned to 16 bytes.
#[derive(Clone)]
pub(super) struct Tensor {
    scalar: Scalar,
    words: Vec<u128>,
    len: usize,
    extents: Vec<usize>,
    strides: Vec<usize>,
}

impl Tensor {
    /// Rows one after the other, each a multiple of 16 bytes after the one before.
    fn aligned(scalar: Scalar, extents: &[usize]) -> Tensor {
        let vector = 16 / scalar.size();
        let mut strides = vec![1];
        for extent in extents.iter().skip(1).rev() {
            let reach = extent * strides[0];
            strides.insert(0, reach.next_multiple_of(vector) + 2 * vector);
        }
        Tensor::new(scalar, extents, strides)
    }

    fn new(scalar: Scalar, extents: &[usize], strides: Vec<usize>) -> Tensor {
        let last: usize = extents.iter().zip(&strides).map(|(n, stride)| n.saturating_sub(1) * stride).sum();
        let len = if extents.contains(&0) { 0 } else { last + 1 };
        let words = vec![0; (len * scalar.size()).div_ceil(16) + 1];
        Tensor { scalar, words, len, extents: extents.to_vec(), strides }
    }

    fn bytes(&mut self) -> &mut [u8] {
        let len = self.words.len() * 16;
        // SAFETY: any bytes are numbers, and numbers are bytes.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), len) }
    }

    fn offset(&self, at: &[usize]) -> usize {
        at.iter().zip(&self.strides).map(|(i, stride)| i * stride).sum()
    }

    fn set_bits(&mut self, at: &[usize], bits: u64) {
        let (offset, size) = (self.offset(at), self.scalar.size());
        self.bytes()[offset * size..][..size].copy_from_slice(&bits.to_le_bytes()[..size]);
    }

    fn bits(&self, at: &[usize]) -> u64 {
        let byte = self.offset(at) * self.scalar.size();
        let word = self.words[byte / 16] >> (byte % 16 * 8);
        word as u64 & (u64::MAX >> (64 - self.scalar.bits()))
    }

    fn set(&mut self, at: &[usize], value: f64) {
        self.set_bits(at, from_f64(self.scalar, value));
    }

    pub(super) fn get(&self, at: &[usize]) -> f64 {
        to_f64(self.scalar, self.bits(at))
    }

    /// Fills with what the function gives of the coordinates.
    pub(super) fn fill(mut self, value: impl Fn(&[usize]) -> f64) -> Tensor {
        for at in indices(&self.extents) {
            let value = value(&at);
            self.set(&at, value);
        }
        self
    }

    fn pass(&mut self, args: Args) -> Args {
        let len = self.len;
        let extents = self.extents.clone();
        let strides = self.strides.clone();
        let mut args = args.raw(self.words.as_mut_ptr().cast(), len as u64);
        for word in extents.into_iter().chain(strides) {
            args = args.bits(word as u64);
        }
        args
    }
}

fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for extent in extents {
        all = all.iter().flat_map(|at| (0..*extent).map(move |i| [at.clone(), vec![i]].concat())).collect();
    }
    all
}

/// Numbers without a pattern, from -1 to 1.
pub(super) fn noise(at: &[usize]) -> f64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    for i in at {
        hash = (hash ^ *i as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash ^= hash >> 29;
    }
    (hash >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// The text of a tile kernel, but for its attributes: parameters (one a line), other locals (likewise) and
/// statements, in which `@1` is the site of a division. Each `$NAME` stands for a number.
pub(super) fn kernel(params: &str, locals: &str, body: &str, numbers: &[(&str, usize)]) -> [String; 3] {
    [params, locals, body].map(|text| {
        let name = |text: String, (name, number): &(&str, usize)| {
            text.replace(&format!("${name}"), &number.to_string())
        };
        numbers.iter().fold(text.to_string(), name)
    })
}

fn module(attrs: &str, [params, locals, body]: &[String; 3]) -> Module {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
    };
    let (params, locals) = (lines(params), lines(locals));
    let name = |decl: &String| decl.split(':').next().unwrap().to_string();
    let names: Vec<String> = params.iter().chain(&locals).map(name).collect();
    let mut text = format!("kiln-ir 1\n\n#[tile]\n{attrs}kernel fn test({}) {{\n", params.join(", "));
    for local in locals {
        text += &format!("    var {local};\n");
    }
    text += &format!("{body}\n}}\n");
    let text = number(&text, &names);
    let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    module.sites = vec![Site::default(), Site { kind: SiteKind::Divide, ..Site::default() }];
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

fn lowered(module: &Module, arch: u32, variant: Variant) -> Result<Lowered, LowerError> {
    let target = Target::new(arch, variant);
    let made = lower(module, target, &mut |_, _| {})?;
    assert_eq!(verify(&made.module), Ok(()));
    assert_eq!(Ok(made.clone()), lower(module, target, &mut |_, _| {}), "not the same twice");
    Ok(made)
}

/// A way to compile and to place tensors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) arch: u32,
    pub(super) variant: Variant,
    pub(super) warps: Option<u32>,
    pub(super) stages: Option<u32>,
}

/// Runs `check` for every way; it makes tensors by [`Way::tensor`] and runs by [`Way::run`].
fn in_every_way(check: impl Fn(Way)) {
    for (arch, warps) in [(75, 3), (80, 1), (90, 8)] {
        for variant in [Variant::FAST, Variant::GENERAL] {
            for warps in [None, Some(warps)] {
                check(Way { arch, variant, warps, stages: None });
            }
        }
    }
}

impl Way {
    /// A tensor that keeps the variant's promises and no others.
    pub(super) fn tensor(self, scalar: Scalar, extents: &[usize]) -> Tensor {
        match self.variant {
            Variant::FAST => Tensor::aligned(scalar, extents),
            Variant { .. } => {
                let strides = match extents {
                    [rows, _] => vec![3, rows * 3 + 1],
                    _ => vec![3],
                };
                Tensor::new(scalar, extents, strides)
            }
        }
    }

    /// What the kernel is lowered to, all of its proofs doubted.
    pub(super) fn lower(self, kernel: &[String; 3]) -> Lowered {
        let hint =
            |name: &str, value: Option<u32>| value.map_or(String::new(), |n| format!("#[{name}({n})]\n"));
        let attrs = hint("warps", self.warps) + &hint("stages", self.stages);
        let module = module(&attrs, kernel);
        let mut made = lowered(&module, self.arch, self.variant).unwrap_or_else(|error| panic!("{error}"));
        recheck(&mut made.module);
        made
    }

    fn compile(self, kernel: &[String; 3]) -> Compiled {
        let made = self.lower(kernel);
        Compiled {
            program: Program::lowered(&made.module, Observer::None).unwrap(),
            threads: made.report.threads,
        }
    }

    pub(super) fn run(
        self,
        grid: [u32; 3],
        kernel: &[String; 3],
        tensors: &mut [&mut Tensor],
        scalars: &[u64],
    ) -> Option<FailRecord> {
        self.compile(kernel).run(grid, tensors, scalars)
    }
}

struct Compiled {
    program: Program,
    threads: u32,
}

impl Compiled {
    fn run(&self, grid: [u32; 3], tensors: &mut [&mut Tensor], scalars: &[u64]) -> Option<FailRecord> {
        arguments(tensors, scalars).run(&self.program, grid, [self.threads, 1, 1])
    }
}

/// Tensors, then scalars, as lowered code takes them.
pub(super) fn arguments(tensors: &mut [&mut Tensor], scalars: &[u64]) -> Args {
    let args = tensors.iter_mut().fold(Args::new(), |args, tensor| tensor.pass(args));
    scalars.iter().fold(args, |args, scalar| args.bits(*scalar))
}

pub(super) fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let near = (found - expected).abs() <= tolerance * (1.0 + expected.abs());
    assert!(
        near || found.is_nan() && expected.is_nan() || found == expected,
        "{what}: {found} instead of {expected}"
    );
}

#[test]
fn softmax_of_rows() {
    for (n, columns) in [(1024, 1024), (1024, 1000), (1000, 996), (96, 40), (33, 32), (4096, 4096)] {
        let kernel = kernel(
            "x: &tensor2<f32>
             y: &mut tensor2<f32>
             scale: f32",
            "row: usize
             v: tile<f32, 1, $N>
             e: tile<f32, 1, $N>
             mask: tile<bool, 1, $N>",
            "@0 let row = block_idx_x();
             @0 let v = (tile_load_or(x, row, 0usize, float \"-inf\": f32): tile<f32, 1, $N>) * scale;
             @0 let e = exp(v - tile_max_1(v));
             @0 let mask = (tile_iota_1(): tile<usize, 1, $N>) < x.extent(1);
             @0 e = if mask { e } else { 0.0f32 };
             @0 e /= tile_sum_1(e);
             @0 eval tile_store(y, row, 0usize, e);",
            &[("N", n)],
        );
        in_every_way(|way| {
            let mut x = way.tensor(Scalar::F32, &[3, columns]).fill(|at| noise(at) * 8.0);
            let mut y = way.tensor(Scalar::F32, &[3, columns]);
            let scale = u64::from(0.5f32.to_bits());
            assert!(way.run([4, 1, 1], &kernel, &mut [&mut x, &mut y], &[scale]).is_none());
            for row in 0..3 {
                let v: Vec<f64> = (0..columns).map(|column| x.get(&[row, column]) * 0.5).collect();
                let most = v.iter().copied().fold(f64::MIN, f64::max);
                let sum: f64 = v.iter().map(|v| (v - most).exp()).sum();
                for column in 0..columns {
                    let expected = (v[column] - most).exp() / sum;
                    close(y.get(&[row, column]), expected, 1e-5, &format!("{way:?} {n} {row} {column}"));
                }
            }
        });
    }
}

#[test]
fn rows_columns_and_what_they_are_broadcast_against() {
    for (m, n, rows, columns) in [
        (16usize, 64, 16usize, 64usize),
        (64, 32, 100, 60),
        (5, 7, 11, 8),
        (37, 75, 40, 80),
        (128, 4, 130, 4),
    ] {
        let kernel = kernel(
            "x: &tensor2<f32>
             weight: &tensor1<f32>
             y: &mut tensor2<f32>
             sums: &mut tensor2<f32>
             least: &mut tensor1<f32>",
            "i: usize
             v: tile<f32, $M, $N>
             w: tile<f32, 1, $N>
             mean: tile<f32, $M, 1>
             edge: tile<f32, $M, $N>",
            "@0 let i = block_idx_x();
             @0 let v = tile_load(x, i, 0usize): tile<f32, $M, $N>;
             @0 let w = tile_reshape(tile_load(weight, 0usize): tile<f32, $N>): tile<f32, 1, $N>;
             @0 let mean = tile_sum_1(v) / (x.extent(1) as f32);
             @0 let edge = mean + w;
             @0 eval tile_store(y, i, 0usize, ((v - mean) * w) + float_min(edge, v));
             @0 eval tile_store(sums, i, 0usize, tile_sum_0(v));
             @0 eval tile_store(least, i, tile_reshape(tile_min_1(v)): tile<f32, $M>);",
            &[("M", m), ("N", n)],
        );
        in_every_way(|way| {
            let blocks = rows.div_ceil(m);
            let mut x = way.tensor(Scalar::F32, &[rows, columns]).fill(noise);
            let mut weight = way.tensor(Scalar::F32, &[n]).fill(noise);
            let mut y = way.tensor(Scalar::F32, &[rows, columns]);
            let mut sums = way.tensor(Scalar::F32, &[blocks, columns]);
            let mut least = way.tensor(Scalar::F32, &[rows.next_multiple_of(4)]);
            let tensors = &mut [&mut x, &mut weight, &mut y, &mut sums, &mut least];
            assert!(way.run([blocks as u32, 1, 1], &kernel, tensors, &[]).is_none());
            // What lies outside of the tensor is zero.
            let at = |row: usize, column: usize| {
                if row < rows && column < columns { x.get(&[row, column]) } else { 0.0 }
            };
            for row in 0..rows {
                let v: Vec<f64> = (0..n).map(|column| at(row, column)).collect();
                let mean = v.iter().sum::<f64>() / columns as f64;
                let what = format!("{way:?} {m}×{n} {row}");
                close(least.get(&[row]), v.iter().copied().fold(f64::MAX, f64::min), 0.0, &what);
                for column in 0..n.min(columns) {
                    let w = weight.get(&[column]);
                    let expected = (v[column] - mean) * w + (mean + w).min(v[column]);
                    close(y.get(&[row, column]), expected, 1e-5, &what);
                }
            }
            for block in 0..blocks {
                for column in 0..n.min(columns) {
                    let expected = (block * m..(block + 1) * m).map(|row| at(row, column)).sum();
                    close(sums.get(&[block, column]), expected, 1e-5, &format!("{way:?} {m}×{n} {block}"));
                }
            }
        });
    }
}

#[test]
fn transposes_and_reshapes() {
    let shapes = [(16, 64, 64, 16), (32, 32, 8, 128), (5, 12, 20, 3), (1, 128, 128, 1), (48, 1, 6, 8)];
    for (scalar, shapes) in [
        (Scalar::F16, &shapes[..]),
        (Scalar::U8, &shapes[..1]),
        (Scalar::F32, &shapes[2..]),
        (Scalar::I64, &shapes[1..2]),
    ] {
        for &(m, n, p, q) in shapes {
            let kernel = kernel(
                "x: &tensor2<T>
                 y: &mut tensor2<T>
                 z: &mut tensor2<T>
                 flat: &mut tensor1<T>",
                "i: usize
                 v: tile<T, $M, $N>
                 t: tile<T, $N, $M>
                 line: tile<T, $K>",
                "@0 let i = block_idx_x();
                 @0 let v = tile_load(x, i, 0usize): tile<T, $M, $N>;
                 @0 let t = tile_transpose(v);
                 @0 eval tile_store(y, 0usize, i, t);
                 @0 eval tile_store(z, i, 0usize, tile_reshape(v): tile<T, $P, $Q>);
                 @0 let line = tile_reshape(t): tile<T, $K>;
                 @0 eval tile_store(flat, i, line);",
                &[("M", m), ("N", n), ("P", p), ("Q", q), ("K", m * n)],
            );
            let kernel = kernel.map(|text| text.replace("<T", &format!("<{}", scalar.name())));
            in_every_way(|way| {
                let unit = 16 / scalar.size();
                let wide = |extent: usize| extent.next_multiple_of(unit);
                let value = |at: &[usize]| (noise(at) * 100.0).abs().floor();
                let mut x = way.tensor(scalar, &[2 * m, wide(n)]).fill(value);
                let mut y = way.tensor(scalar, &[n, wide(2 * m)]);
                let mut z = way.tensor(scalar, &[2 * p, wide(q)]);
                let mut flat = way.tensor(scalar, &[wide(2 * m * n)]);
                let tensors = &mut [&mut x, &mut y, &mut z, &mut flat];
                assert!(way.run([2, 1, 1], &kernel, tensors, &[]).is_none());
                for row in 0..2 * m {
                    for column in 0..n {
                        let expected = value(&[row, column]);
                        let what = format!("{way:?} {scalar:?} {m}×{n} {row} {column}");
                        assert_eq!(y.get(&[column, row]), expected, "{what}");
                        let (block, at) = (row / m, row % m * n + column);
                        assert_eq!(z.get(&[block * p + at / q, at % q]), expected, "{what}");
                        let at = column * m + row % m;
                        assert_eq!(flat.get(&[block * m * n + at]), expected, "{what}");
                    }
                }
            });
        }
    }
}

#[test]
fn coordinates_along_an_extent_of_one_are_zero_when_repeated() {
    let kernel = kernel(
        "y: &mut tensor2<i32>",
        "zeros: tile<i32, 1, 40>
         column: tile<i32, 24, 1>",
        "@0 let zeros = tile_iota_0(): tile<i32, 1, 40>;
         @0 let column = tile_iota_1(): tile<i32, 24, 1>;
         @0 eval tile_store(y, 0usize, 0usize, (zeros + column) + (tile_broadcast(tile_iota_1(): tile<i32, 1, 1>): tile<i32, 24, 40>));
         @0 eval tile_store(y, 1usize, 0usize, (tile_iota_0(): tile<i32, 1, 40>) + (tile_iota_0(): tile<i32, 24, 1>));",
        &[],
    );
    in_every_way(|way| {
        let mut y = way.tensor(Scalar::I32, &[48, 40]).fill(|_| 7.0);
        assert!(way.run([1, 1, 1], &kernel, &mut [&mut y], &[]).is_none());
        for (row, column) in (0..48usize).flat_map(|row| (0..40).map(move |column| (row, column))) {
            let expected = row.saturating_sub(24) as f64;
            assert_eq!(y.get(&[row, column]), expected, "{way:?} {row} {column}");
        }
    });
}

#[test]
fn what_a_tile_stores_it_reads_back() {
    let kernel = kernel(
        "x: &tensor2<f32>
         y: &mut tensor2<f32>
         z: &mut tensor2<f32>",
        "part: usize
         k: usize",
        "@0 eval tile_store(y, 0usize, 0usize, tile_load(x, 0usize, 0usize): tile<f32, 64, 64>);
         @0 '0: for k in 0usize..4usize {
             @0 let part = 3usize - k;
             @0 eval tile_store(z, k, 0usize, tile_load(y, part, 0usize): tile<f32, 16, 64>);
             @0 eval tile_store(y, 0usize, 0usize, (tile_load(y, 0usize, 0usize): tile<f32, 64, 64>) + 1.0f32);
         }
         @0 eval tile_store(y, 0usize, 0usize, tile_transpose(tile_load(y, 0usize, 0usize): tile<f32, 64, 64>));
         @0 eval tile_store(z, 1usize, 0usize, (tile_load(y, 0usize, 0usize): tile<f32, 64, 64>) * 2.0f32);",
        &[],
    );
    in_every_way(|way| {
        let mut x = way.tensor(Scalar::F32, &[64, 64]).fill(noise);
        let mut y = way.tensor(Scalar::F32, &[64, 64]);
        let mut z = way.tensor(Scalar::F32, &[128, 64]);
        assert!(way.run([1, 1, 1], &kernel, &mut [&mut x, &mut y, &mut z], &[]).is_none());
        for (row, column) in (0..64usize).flat_map(|row| (0..64).map(move |column| (row, column))) {
            let part = row / 16;
            let after = |at: [usize; 2], turns| (0..turns).fold(x.get(&at) as f32, |v, _| v + 1.0);
            let expected = f64::from(after([(3 - part) * 16 + row % 16, column], part));
            assert_eq!(z.get(&[row, column]), expected, "{way:?} {row} {column}");
            let expected = f64::from(after([column, row], 4));
            assert_eq!(y.get(&[row, column]), expected, "{way:?} {row} {column}");
            assert_eq!(z.get(&[row + 64, column]), expected * 2.0, "{way:?} {row} {column}");
        }
    });
}

#[test]
fn products() {
    let shapes = [(16, 16, 16, [32, 48, 64]), (32, 24, 8, [40, 50, 29]), (5, 7, 9, [6, 15, 20])];
    for (scalar, shapes) in
        [(Scalar::F32, &shapes[..]), (Scalar::BF16, &shapes[..1]), (Scalar::F16, &shapes[1..2])]
    {
        for &(m, n, k, extents) in shapes {
            let kernel = kernel(
                "a: &tensor2<T>
                 b: &tensor2<T>
                 c: &mut tensor2<f32>",
                "i: usize
                 j: usize
                 acc: tile<f32, $M, $N>
                 k: usize",
                "@0 let i = block_idx_x();
                 @0 let j = block_idx_y();
                 @0 let acc = tile_broadcast(0.0f32): tile<f32, $M, $N>;
                 @0 '0: for k in 0usize..div_ceil(a.extent(1), $Kusize, @1) {
                     @0 acc = tile_mma(tile_load(a, i, k): tile<T, $M, $K>, tile_load(b, k, j): tile<T, $K, $N>, acc);
                 }
                 @0 eval tile_store(c, i, j, acc);",
                &[("M", m), ("N", n), ("K", k)],
            );
            let kernel = kernel.map(|text| text.replace("<T", &format!("<{}", scalar.name())));
            in_every_way(|way| {
                let unit = if way.variant == Variant::FAST { 16 / scalar.size() } else { 1 };
                let wide = |extent: usize| extent.next_multiple_of(unit);
                let [rows, columns, depth] = extents;
                let mut a = way.tensor(scalar, &[rows, wide(depth)]).fill(noise);
                let mut b = way.tensor(scalar, &[wide(depth), wide(columns)]).fill(noise);
                let mut c = way.tensor(Scalar::F32, &[rows, wide(columns)]);
                let grid = [rows.div_ceil(m) as u32, wide(columns).div_ceil(n) as u32, 1];
                assert!(way.run(grid, &kernel, &mut [&mut a, &mut b, &mut c], &[]).is_none());
                for row in 0..rows {
                    for column in 0..wide(columns) {
                        let expected: f64 =
                            (0..wide(depth)).map(|k| a.get(&[row, k]) * b.get(&[k, column])).sum();
                        let what = format!("{way:?} {scalar:?} {m}×{n}×{k} {row} {column}");
                        close(c.get(&[row, column]), expected, 1e-5, &what);
                    }
                }
            });
        }
    }
}

#[test]
fn scalars_of_tiles_steer_the_kernel() {
    let kernel = kernel(
        "x: &tensor1<f32>
         y: &mut tensor1<f32>
         turns: &mut tensor1<u32>",
        "i: usize
         v: tile<f32, 100>
         n: u32
         big: bool
         some: tile<f32, 100>",
        "@0 let i = block_idx_x();
         @0 let v = tile_load(x, i): tile<f32, 100>;
         @0 let n = 0u32;
         @0 '0: while tile_max_0(float_abs(v)) > 0.125f32 {
             @0 v *= 0.5f32;
             @0 n += 1u32;
             @0 if (n == 3u32) && (tile_sum_0(v) > 0.0f32) { @0 v += 0.0625f32; @0 continue '0; }
             @0 if n > 40u32 { @0 break '0; }
         }
         @0 let big = (n > 2u32) || (tile_min_0(v) < -100.0f32);
         @0 let some = if big { v * 2.0f32 } else { tile_load(x, i + 1usize): tile<f32, 100> };
         @0 if tile_sum_0(if big { some } else { v }) > 1000.0f32 { @0 return; }
         @0 eval tile_store(y, i, some);
         @0 eval tile_store(turns, i, (tile_broadcast(n): tile<u32, 100>) + (tile_iota_0(): tile<u32, 100>));",
        &[],
    );
    in_every_way(|way| {
        let value = |at: &[usize]| {
            let block = at[0] / 100;
            noise(at) * [0.1, 0.3, 1.0, 4.0, 30.0, f64::INFINITY][block]
        };
        let mut x = way.tensor(Scalar::F32, &[600]).fill(value);
        let mut y = way.tensor(Scalar::F32, &[600]);
        let mut turns = way.tensor(Scalar::U32, &[600]);
        assert!(way.run([6, 1, 1], &kernel, &mut [&mut x, &mut y, &mut turns], &[]).is_none());
        for block in 0..6 {
            let load = |block: usize| -> Vec<f32> {
                (block * 100..block * 100 + 100)
                    .map(|at| if at < 600 { x.get(&[at]) as f32 } else { 0.0 })
                    .collect()
            };
            let mut v: Vec<f32> = load(block);
            let mut n = 0;
            while v.iter().fold(0f32, |a, b| a.max(b.abs())) > 0.125 {
                v = v.iter().map(|v| v * 0.5).collect();
                n += 1;
                if n == 3 && v.iter().sum::<f32>() > 0.0 {
                    v = v.iter().map(|v| v + 0.0625).collect();
                    continue;
                }
                if n > 40 {
                    break;
                }
            }
            let some = if n > 2 { v.iter().map(|v| v * 2.0).collect() } else { load(block + 1) };
            let ended = some.iter().sum::<f32>() > 1000.0 && n > 2;
            for at in 0..100 {
                let what = format!("{way:?} {block} {at}");
                let (expected, count) =
                    if ended { (0.0, 0.0) } else { (f64::from(some[at]), (n + at) as f64) };
                close(y.get(&[block * 100 + at]), expected, 1e-6, &what);
                assert_eq!(turns.get(&[block * 100 + at]), count, "{what}");
            }
        }
    });
}

#[test]
fn what_is_outside_is_padded_and_dropped() {
    let kernel = kernel(
        "x: &tensor2<i32>
         y: &mut tensor2<i32>
         i: usize
         j: usize
         to: usize",
        "v: tile<i32, 8, 4>",
        "@0 let v = tile_load_or(x, i, j, -7i32): tile<i32, 8, 4>;
         @0 eval tile_store(y, to, 0usize, v);
         @0 eval tile_store(y, i, j, v);",
        &[],
    );
    in_every_way(|way| {
        let compiled = way.compile(&kernel);
        for (rows, columns) in [(16, 8), (13, 8), (1, 4), (0, 8), (16, 0)] {
            for i in [0, 1, 2, 1 << 29, 1 << 61, usize::MAX / 8 + 1, usize::MAX] {
                for j in [0, 1, 1 << 62, usize::MAX] {
                    let value = |at: &[usize]| (at[0] * 100 + at[1]) as f64;
                    let mut x = way.tensor(Scalar::I32, &[rows, columns]).fill(value);
                    let mut y = way.tensor(Scalar::I32, &[24, 4]).fill(|_| 1.0);
                    let scalars = [i as u64, j as u64, 2];
                    assert!(compiled.run([1, 1, 1], &mut [&mut x, &mut y], &scalars).is_none());
                    for row in 0..24 {
                        for column in 0..4 {
                            let of = |row: usize, column: usize| {
                                let at = (i as u128 * 8 + row as u128, j as u128 * 4 + column as u128);
                                let inside = at.0 < rows as u128 && at.1 < columns as u128;
                                if inside { value(&[at.0 as usize, at.1 as usize]) } else { -7.0 }
                            };
                            let own = row as u128 / 8 == i as u128 && j == 0;
                            let expected = match () {
                                () if own => of(row % 8, column),
                                () if row >= 16 => of(row - 16, column),
                                () => 1.0,
                            };
                            let what = format!("{way:?} {rows}×{columns} {i} {j} {row} {column}");
                            assert_eq!(y.get(&[row, column]), expected, "{what}");
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn integers_wrap_and_masks_choose() {
    let kernel = kernel(
        "x: &tensor2<i8>
         y: &mut tensor2<i64>
         z: &mut tensor2<u8>",
        "v: tile<i8, 24, 48>
         wide: tile<i64, 24, 48>
         mask: tile<bool, 24, 48>
         most: tile<i8, 24, 1>",
        "@0 let v = tile_load(x, 0usize, 0usize): tile<i8, 24, 48>;
         @0 let most = tile_max_1(v);
         @0 let mask = ((v > 0i8) & (v < most)) | (v == tile_min_0(v));
         @0 let wide = (v as tile<i64, 24, 48>) << 3u32;
         @0 wide = if mask { wide } else { ((tile_sum_1(v) as tile<i64, 24, 1>) * 1000i64) + (tile_iota_0(): tile<i64, 24, 1>) };
         @0 eval tile_store(y, 0usize, 0usize, wide);
         @0 eval tile_store(z, 0usize, 0usize, (mask ^ (!(v != 3i8))) as tile<u8, 24, 48>);",
        &[],
    );
    in_every_way(|way| {
        let value = |at: &[usize]| (noise(at) * 128.0).floor();
        let mut x = way.tensor(Scalar::I8, &[24, 48]).fill(value);
        let mut y = way.tensor(Scalar::I64, &[24, 48]);
        let mut z = way.tensor(Scalar::U8, &[24, 48]);
        assert!(way.run([1, 1, 1], &kernel, &mut [&mut x, &mut y, &mut z], &[]).is_none());
        let v = |row: usize, column: usize| value(&[row, column]) as i8;
        for row in 0..24 {
            let most = (0..48).map(|column| v(row, column)).max().unwrap();
            let sum = (0..48).fold(0i8, |sum, column| sum.wrapping_add(v(row, column)));
            for column in 0..48 {
                let least = (0..24).map(|row| v(row, column)).min().unwrap();
                let own = v(row, column);
                let mask = own > 0 && own < most || own == least;
                let expected = if mask { i64::from(own) << 3 } else { i64::from(sum) * 1000 + row as i64 };
                assert_eq!(y.get(&[row, column]), expected as f64, "{way:?} {row} {column}");
                assert_eq!(
                    z.get(&[row, column]),
                    f64::from(u8::from(mask ^ (own == 3))),
                    "{way:?} {row} {column}"
                );
            }
        }
    });
}

#[test]
fn too_much_shared_memory_is_an_error_that_says_so() {
    let kernel = kernel(
        "x: &tensor2<f32>
         y: &mut tensor2<f32>",
        "",
        "@0 eval tile_store(y, 0usize, 0usize, tile_transpose(tile_load(x, 0usize, 0usize): tile<f32, 128, 256>));",
        &[],
    );
    let module = module("", &kernel);
    let error = lowered(&module, 86, Variant::FAST).unwrap_err().message;
    assert_eq!(
        error,
        "the tile kernel `test` needs 131584 bytes of shared memory, and a block of sm_86 has 101376; \
         131584 of them are `exchange: [f32; 32896]`: make the tiles smaller"
    );
    assert!(lowered(&module, 90, Variant::FAST).is_ok());
}

#[test]
fn tiles_too_large_for_registers_still_work() {
    let kernel = kernel(
        "x: &tensor2<f32>
         y: &mut tensor2<f32>",
        "v: tile<f32, 64, 1024>",
        "@0 let v = tile_load(x, 0usize, 0usize): tile<f32, 64, 1024>;
         @0 eval tile_store(y, 0usize, 0usize, v / tile_sum_1(v));",
        &[],
    );
    let way = Way { arch: 90, variant: Variant::FAST, warps: Some(1), stages: None };
    let made = lowered(&module("#[warps(1)]\n", &kernel), 90, Variant::FAST).unwrap();
    assert!(made.report.warnings[0].message.contains("local memory"), "{:?}", made.report);
    let mut x = way.tensor(Scalar::F32, &[64, 1024]).fill(|at| noise(at) + 2.0);
    let mut y = way.tensor(Scalar::F32, &[64, 1024]);
    assert!(way.run([1, 1, 1], &kernel, &mut [&mut x, &mut y], &[]).is_none());
    for row in 0..64 {
        let sum: f64 = (0..1024).map(|column| x.get(&[row, column])).sum();
        for column in 0..1024 {
            close(y.get(&[row, column]), x.get(&[row, column]) / sum, 1e-5, &format!("{row} {column}"));
        }
    }
}

/// The tensors of a case that a variant promises to be aligned, in memory that is, and the variant for all of its
/// tensors: extents keep some from it.
pub(super) fn aligned(case: &Case, wanted: Variant) -> (Vec<Option<Tensor>>, Variant) {
    let (mut number, mut found) = (0, Variant { unaligned: 0, ..wanted });
    let arg = |arg: &CaseArg| {
        let CaseArg::Tensor(host) = arg else { return None };
        let extents = &host.extents[..host.rank];
        let last = extents[host.rank - 1] * host.scalar.size();
        let is_aligned = wanted.is_aligned(number) && last.is_multiple_of(16);
        found.unaligned |= if is_aligned { 0 } else { Variant::bit(number) };
        number += 1;
        is_aligned.then(|| {
            let mut tensor = Tensor::aligned(host.scalar, extents);
            each_element(host, |at, row, column| tensor.set_bits(at, host.bits(row, column)));
            tensor
        })
    };
    let placed = case.args.iter().map(arg).collect();
    (placed, found)
}

fn each_element(host: &HostTensor, mut visit: impl FnMut(&[usize], usize, usize)) {
    let [rows, columns] = host.extents;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        visit(&[row, column][..host.rank], row, column);
    }
}

/// Lowers a case for threads and runs it.
fn run_case(case: &Case, arch: u32, wanted: Variant, watched: bool) {
    let (placed, variant) = aligned(case, wanted);
    let made =
        lowered(&case.module(), arch, variant).unwrap_or_else(|error| panic!("{error}\n{}", case.text));
    let (after, failure) = run_lowered(case, made, placed, watched);
    case.check(&after, failure);
}

/// Runs what a case was lowered to, under the sanitizer's eyes or not; the arguments as it left them, and its failure.
pub(super) fn run_lowered(
    case: &Case,
    mut made: Lowered,
    mut placed: Vec<Option<Tensor>>,
    watched: bool,
) -> (Vec<CaseArg>, Option<FailRecord>) {
    let trusted = made.module.sites.len() as u32;
    recheck(&mut made.module);
    let observer = if watched { Observer::Sanitizer } else { Observer::None };
    let program = Program::lowered(&made.module, observer).unwrap();
    let mut after = case.arguments();
    let mut args = Args::new();
    for (arg, placed) in after.iter_mut().zip(&mut placed) {
        args = match (arg, placed) {
            (CaseArg::Scalar(_, bits), _) => args.bits(*bits),
            (_, Some(tensor)) => tensor.pass(args),
            (CaseArg::Tensor(host), None) => {
                args = args.raw(host.pointer(), host.span() as u64);
                let words = [&host.extents[..host.rank], &host.strides[..host.rank]].concat();
                words.into_iter().fold(args, |args, word| args.bits(word as u64))
            }
        };
    }
    let failure = args
        .watched_grid(&program, case.grid, made.report.threads)
        .unwrap_or_else(|found| panic!("{found:?}\n{}", made.module.to_text()));
    assert!(failure.is_none_or(|record| record.site < trusted), "{failure:?}\n{}", made.module.to_text());
    for (arg, placed) in after.iter_mut().zip(&placed) {
        if let (CaseArg::Tensor(host), Some(tensor)) = (arg, placed) {
            let original = host.clone();
            each_element(&original, |at, row, column| host.set(row, column, tensor.bits(at)));
        }
    }
    (after, failure)
}

/// One run of so many is watched for races, which takes a hundred times as long.
pub(super) const WATCHED: u64 = 24;

#[test]
fn lowered_programs_do_what_their_references_do() {
    for (index, (_, program)) in PROGRAMS.iter().enumerate() {
        let cases = || (0..400).map(|turn| (turn, program(&mut Random::new(index as u64 * 1000 + turn))));
        let arch = |turn: u64| [75, 80, 90][turn as usize % 3];
        for (turn, case) in cases().take(76) {
            run_case(&case, arch(turn), Variant::GENERAL, turn % WATCHED == 1);
            // Half of the tensors or so, and in every turn others.
            let unaligned = (turn * 151) as u8 ^ 0b0101_0101;
            run_case(&case, arch(turn), Variant { unaligned, ..Variant::FAST }, turn % WATCHED == 2);
        }
        let promising = cases().filter(|(_, case)| aligned(case, Variant::FAST).1 == Variant::FAST);
        for (number, (turn, case)) in promising.take(24).enumerate() {
            run_case(&case, arch(turn), Variant::FAST, number as u64 % WATCHED == 1);
        }
    }
}
