//! What the tile compiler makes of tile kernels, run by threads, against plain loops.
//!
//! Each kernel is lowered for old and new machines, for tensors that promise everything and nothing, and for several sizes of blocks;
//! every index that the compiler took for proven is checked again.

use kiln_codegen::ir::{Module, Scalar, Site, SiteKind, parse, verify::verify};
use kiln_codegen::passes::tile::{LowerError, Lowered, Target, Variant, lower};

use super::support::{Args, number};
use crate::cpu::Program;
use crate::jit::distrust::distrust;

/// A tensor in memory of its own, aligned to 16 bytes.
#[derive(Clone)]
struct Tensor {
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
        let strides = match extents {
            [_, columns] => vec![columns.next_multiple_of(vector) + 2 * vector, 1],
            _ => vec![1],
        };
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

    fn set(&mut self, at: &[usize], value: f64) {
        use kiln_codegen::float16::{bf16, f16};
        let (offset, scalar) = (self.offset(at), self.scalar);
        let bits = match scalar {
            Scalar::F64 => value.to_bits(),
            Scalar::F32 => u64::from((value as f32).to_bits()),
            Scalar::F16 => u64::from(f16::from_f32(value as f32).to_bits()),
            Scalar::BF16 => u64::from(bf16::from_f32(value as f32).to_bits()),
            _ => value as i64 as u64,
        };
        let size = scalar.size();
        self.bytes()[offset * size..][..size].copy_from_slice(&bits.to_le_bytes()[..size]);
    }

    fn get(&mut self, at: &[usize]) -> f64 {
        use kiln_codegen::float16::{bf16, f16};
        let (offset, scalar) = (self.offset(at), self.scalar);
        let size = scalar.size();
        let mut bits = [0; 8];
        bits[..size].copy_from_slice(&self.bytes()[offset * size..][..size]);
        let bits = u64::from_le_bytes(bits);
        match scalar {
            Scalar::F64 => f64::from_bits(bits),
            Scalar::F32 => f64::from(f32::from_bits(bits as u32)),
            Scalar::F16 => f64::from(f16::from_bits(bits as u16).to_f32()),
            Scalar::BF16 => f64::from(bf16::from_bits(bits as u16).to_f32()),
            Scalar::I8 => f64::from(bits as u8 as i8),
            Scalar::I16 => f64::from(bits as u16 as i16),
            Scalar::I32 => f64::from(bits as u32 as i32),
            Scalar::I64 | Scalar::Isize => bits as i64 as f64,
            _ => bits as f64,
        }
    }

    /// Fills with what the function gives of the coordinates.
    fn fill(mut self, value: impl Fn(&[usize]) -> f64) -> Tensor {
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
fn noise(at: &[usize]) -> f64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    for i in at {
        hash = (hash ^ *i as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash ^= hash >> 29;
    }
    (hash >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// The text of a tile kernel, but for its attributes: parameters (one a line), other locals (likewise) and statements, in which
/// `@1` is the site of a division. Each `$NAME` stands for a number.
fn kernel(params: &str, locals: &str, body: &str, numbers: &[(&str, usize)]) -> [String; 3] {
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
    let target = Target { arch, variant };
    let made = lower(module, target, &mut |_, _| {})?;
    assert_eq!(verify(&made.module), Ok(()));
    assert_eq!(Ok(made.clone()), lower(module, target, &mut |_, _| {}), "not the same twice");
    Ok(made)
}

/// A way to compile and to place tensors.
#[derive(Clone, Copy, Debug)]
struct Way {
    arch: u32,
    variant: Variant,
    warps: Option<u32>,
}

/// Runs `check` for every way; it makes tensors by [`Way::tensor`] and runs by [`Way::run`].
fn in_every_way(check: impl Fn(Way)) {
    for arch in [75, 80, 90] {
        for variant in [Variant::Fast, Variant::General] {
            for warps in [None, Some(1), Some(3), Some(8)] {
                check(Way { arch, variant, warps });
            }
        }
    }
}

impl Way {
    /// A tensor that keeps the variant's promises and no others.
    fn tensor(self, scalar: Scalar, extents: &[usize]) -> Tensor {
        match self.variant {
            Variant::Fast => Tensor::aligned(scalar, extents),
            Variant::General => {
                let strides = match extents {
                    [rows, _] => vec![3, rows * 3 + 1],
                    _ => vec![3],
                };
                Tensor::new(scalar, extents, strides)
            }
        }
    }

    fn run(
        self,
        grid: [u32; 3],
        kernel: &[String; 3],
        tensors: &mut [&mut Tensor],
        scalars: &[u64],
    ) -> Option<kiln_codegen::abi::FailRecord> {
        let attrs = self.warps.map_or(String::new(), |warps| format!("#[warps({warps})]\n"));
        let module = module(&attrs, kernel);
        let mut made = lowered(&module, self.arch, self.variant).unwrap_or_else(|error| panic!("{error}"));
        distrust(&mut made.module);
        let program = Program::compile(&made.module).unwrap();
        let mut args = Args::new();
        for tensor in tensors {
            args = tensor.pass(args);
        }
        for scalar in scalars {
            args = args.bits(*scalar);
        }
        args.run(&program, grid, [made.report.threads, 1, 1])
    }
}

fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
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
