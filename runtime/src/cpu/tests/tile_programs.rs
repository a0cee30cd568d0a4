//! Tile kernels as IR text, each with random extents, arguments and what plain loops over `f64` make of them.
//!
//! For every executor of tile kernels, and of what they are lowered to: run [`Case::text`] over [`Case::grid`] with
//! the arguments, then [`Case::check`] says what is wrong. It looks at all memory, so that a store outside of a
//! tensor, or between its elements, is found.

mod kernels;

use kiln_codegen::abi::FailRecord;
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::{self, Scalar};

use super::support::number;

pub use kernels::PROGRAMS;

/// A kernel, its arguments and what is expected of it.
pub struct Case {
    pub text: String,
    pub grid: [u32; 3],
    pub args: Vec<CaseArg>,
    pub expected: Vec<Expected>,
    /// The site, the tile and the values of the first failure.
    pub failure: Option<(u32, [u32; 3], [u64; 4])>,
}

pub enum CaseArg {
    /// Its bits.
    Scalar(Scalar, u64),
    Tensor(HostTensor),
}

/// The elements that a tensor holds afterwards.
pub struct Expected {
    /// The argument.
    pub arg: usize,
    /// By rows.
    pub values: Vec<f64>,
    /// How far a result may be off, relative to 1 and to the value.
    pub tolerance: f64,
}

/// A tensor in memory of the test, with gaps.
#[derive(Clone)]
pub struct HostTensor {
    pub scalar: Scalar,
    /// What the tensor lies in, aligned for every element.
    memory: Vec<u64>,
    /// Elements before the tensor's first.
    offset: usize,
    pub rank: usize,
    /// Of rank 1, the first is the only one.
    pub extents: [usize; 2],
    pub strides: [usize; 2],
}

impl HostTensor {
    /// A tensor in a random arrangement, with elements from `-range` to `range`: whole quarters, or whole numbers
    /// (not negative for unsigned integers).
    pub fn random(random: &mut Random, scalar: Scalar, extents: &[usize], range: f64) -> HostTensor {
        let rank = extents.len();
        let extents = [extents[0], extents.get(1).copied().unwrap_or(1)];
        let gap = random.upto(3);
        let strides = match (rank, random.upto(4)) {
            (1, 0) => [1 + gap, 0],
            (1, _) => [1, 0],
            (_, 0) => [1, extents[0] + gap],
            (_, 1) => [(extents[1] + gap) * 2, 2],
            (_, 2) => [extents[1] + gap, 1],
            (_, _) => [extents[1], 1],
        };
        let offset = random.upto(3);
        let len = offset + extents[0] * strides[0] + extents[1] * strides[1] + 8;
        let mut tensor = HostTensor {
            scalar,
            memory: vec![0; (len * scalar.size()).div_ceil(8)],
            offset,
            rank,
            extents,
            strides,
        };
        for index in 0..len {
            let value = match () {
                () if scalar == Scalar::Bool => random.upto(2) as f64,
                () if scalar.is_float() => (random.unit() * 2.0 - 1.0) * range,
                () if scalar.is_unsigned_int() => random.upto(range as usize + 1) as f64,
                () => random.upto(2 * range as usize + 1) as f64 - range,
            };
            let value = if scalar.is_float() { (value * 4.0).round() / 4.0 } else { value };
            set_bits(&mut tensor.memory, scalar.size(), index, from_f64(scalar, value));
        }
        tensor
    }

    fn index(&self, row: usize, column: usize) -> usize {
        self.offset + row * self.strides[0] + column * self.strides[1]
    }

    /// The first element.
    pub fn pointer(&mut self) -> *mut u8 {
        self.memory.as_mut_ptr().cast::<u8>().wrapping_add(self.offset * self.scalar.size())
    }

    /// The elements that the extents and strides span.
    pub fn span(&self) -> usize {
        if self.extents.contains(&0) {
            0
        } else {
            self.index(self.extents[0] - 1, self.extents[1] - 1) + 1 - self.offset
        }
    }

    pub fn bits(&self, row: usize, column: usize) -> u64 {
        bits_at(&self.memory, self.scalar.size(), self.index(row, column))
    }

    pub fn set(&mut self, row: usize, column: usize, bits: u64) {
        let index = self.index(row, column);
        set_bits(&mut self.memory, self.scalar.size(), index, bits);
    }

    /// Whether the memory that is no element of the tensor is the same.
    pub fn same_around(&self, other: &HostTensor) -> bool {
        let mut copy = other.clone();
        let [rows, columns] = self.extents;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            copy.set(row, column, self.bits(row, column));
        }
        copy.memory == self.memory
    }

    /// An element; `pad` outside.
    pub fn or(&self, row: usize, column: usize, pad: f64) -> f64 {
        let inside = row < self.extents[0] && column < self.extents[1];
        if inside { to_f64(self.scalar, self.bits(row, column)) } else { pad }
    }

    /// An element; zero outside.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.or(row, column, 0.0)
    }

    /// What a tensor of these extents and this arrangement should hold.
    pub fn values(&self, mut f: impl FnMut(usize, usize) -> f64) -> Vec<f64> {
        let [rows, columns] = self.extents;
        (0..rows * columns).map(|k| f(k / columns, k % columns)).collect()
    }

    /// The tiles that cover the tensor.
    pub fn tiles(&self, tile: [usize; 2]) -> [u32; 2] {
        [0, 1].map(|axis| self.extents[axis].div_ceil(tile[axis]) as u32)
    }
}

impl Case {
    /// The parsed and verified module.
    pub fn module(&self) -> ir::Module {
        let module = ir::parse(&self.text).unwrap_or_else(|error| panic!("{error}\n{}", self.text));
        ir::verify::verify(&module).unwrap_or_else(|violations| panic!("{violations:?}\n{}", self.text));
        module
    }

    /// What a run left in the tensors and gave back, against what is expected; `after` are the arguments as the run
    /// left them.
    pub fn check(&self, after: &[CaseArg], failure: Option<FailRecord>) {
        let failure = failure.map(|record| (record.site, record.block, record.values));
        assert_eq!(failure, self.failure, "{}", self.text);
        for (arg, (before, after)) in self.args.iter().zip(after).enumerate() {
            let (CaseArg::Tensor(before), CaseArg::Tensor(after)) = (before, after) else { continue };
            let mut wanted = before.clone();
            let of = self.expected.iter().find(|expected| expected.arg == arg);
            let [rows, columns] = before.extents;
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                if let Some(Expected { values, tolerance, .. }) = of {
                    let wanted_here = values[row * columns + column];
                    let found = to_f64(after.scalar, after.bits(row, column));
                    let near = (found - wanted_here).abs() <= tolerance * (1.0 + wanted_here.abs())
                        || found == wanted_here
                        || found.is_nan() && wanted_here.is_nan();
                    assert!(
                        near,
                        "argument {arg} at ({row}, {column}): {found}, not {wanted_here}\n{}",
                        self.text
                    );
                    wanted.set(row, column, after.bits(row, column));
                }
            }
            assert!(
                wanted.memory == after.memory,
                "argument {arg} changed around its elements\n{}",
                self.text
            );
        }
    }

    /// A copy of the arguments for a run.
    pub fn arguments(&self) -> Vec<CaseArg> {
        let copy = |arg: &CaseArg| match arg {
            CaseArg::Scalar(scalar, bits) => CaseArg::Scalar(*scalar, *bits),
            CaseArg::Tensor(tensor) => CaseArg::Tensor(tensor.clone()),
        };
        self.args.iter().map(copy).collect()
    }
}

/// The sites of all texts: 1 divides, 2 indexes, 3 fails with a `usize`, 4 with an `i32` and an `f32`, 5 with nothing.
const SITES: &str = "
sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:1 divide;
    @2 3:1 index \"t\";
    @3 4:1 message \"{0}\" usize;
    @4 5:1 message \"{0} {1}\" i32 f32;
    @5 6:1 message \"no\";
}
";

/// The text of a module from its parameters, its other locals and its body, all with plain names, and its device
/// functions as they are.
pub fn text(devices: &str, params: &str, locals: &[&str], body: &str) -> String {
    let split: Vec<&str> = split_params(params);
    let name = |decl: &str| decl.split(':').next().unwrap().trim().to_owned();
    let names: Vec<String> = split.iter().chain(locals).map(|decl| name(decl)).collect();
    let mut text = format!("#[tile]\nkernel fn test({params}) {{\n");
    for local in locals {
        text += &format!("    var {local};\n");
    }
    text += &format!("{body}\n}}\n");
    format!("kiln-ir 1\n\n{devices}{}{SITES}", number(&text, &names))
}

/// Types of parameters have no comma.
fn split_params(params: &str) -> Vec<&str> {
    params.split(", ").filter(|param| !param.is_empty()).collect()
}

/// A small generator of numbers: the same cases at every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    /// From 0 to below `n`.
    pub fn upto(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// From `low` to `high`, often one of the two.
    pub fn extent(&mut self, low: usize, high: usize) -> usize {
        match self.upto(8) {
            0 => low,
            1 => high,
            _ => low + self.upto(high - low + 1),
        }
    }

    pub fn unit(&mut self) -> f64 {
        self.next() as f64 / (1u64 << 53) as f64
    }

    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.upto(choices.len())]
    }
}

/// How far a result of a few operations at this type may be off.
pub fn tolerance(scalar: Scalar) -> f64 {
    match scalar {
        Scalar::F16 => 4e-3,
        Scalar::BF16 => 3e-2,
        Scalar::F32 => 3e-6,
        Scalar::F64 => 1e-12,
        _ => 0.0,
    }
}

pub fn to_f64(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::E4M3 | Scalar::E5M2 => f64::from(kiln_codegen::intrinsics::widen(scalar, bits)),
        Scalar::F16 => f64::from(f16::from_bits(bits as u16).to_f32()),
        Scalar::BF16 => f64::from(bf16::from_bits(bits as u16).to_f32()),
        Scalar::F32 => f64::from(f32::from_bits(bits as u32)),
        Scalar::F64 => f64::from_bits(bits),
        Scalar::I8 => f64::from(bits as i8),
        Scalar::I16 => f64::from(bits as i16),
        Scalar::I32 => f64::from(bits as i32),
        Scalar::I64 | Scalar::Isize => bits as i64 as f64,
        Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => bits as f64,
    }
}

pub fn from_f64(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::E4M3 | Scalar::E5M2 => kiln_codegen::intrinsics::narrow(scalar, value as f32),
        Scalar::F16 => u64::from(f16::from_f64(value).to_bits()),
        Scalar::BF16 => u64::from(bf16::from_f64(value).to_bits()),
        Scalar::F32 => u64::from((value as f32).to_bits()),
        Scalar::F64 => value.to_bits(),
        Scalar::I8 => u64::from(value as i8 as u8),
        Scalar::I16 => u64::from(value as i16 as u16),
        Scalar::I32 => u64::from(value as i32 as u32),
        Scalar::I64 | Scalar::Isize => value as i64 as u64,
        Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => value as u64,
    }
}

fn bits_at(memory: &[u64], size: usize, index: usize) -> u64 {
    let byte = index * size;
    let word = memory[byte / 8] >> (byte % 8 * 8);
    if size == 8 { word } else { word & ((1 << (size * 8)) - 1) }
}

fn set_bits(memory: &mut [u64], size: usize, index: usize, bits: u64) {
    let (byte, mask) = (index * size, if size == 8 { u64::MAX } else { (1 << (size * 8)) - 1 });
    let word = &mut memory[byte / 8];
    *word = *word & !(mask << (byte % 8 * 8)) | (bits & mask) << (byte % 8 * 8);
}
