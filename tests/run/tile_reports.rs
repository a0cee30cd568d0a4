//! What a report warns of: what makes a kernel slow, why, and what helps.

use kiln::prelude::*;
use kiln::report::{Report, VariantReport};

/// A product of rows that are picked by number.
#[kernel(tile)]
pub(crate) fn picked_product(
    x: &Tensor2<bf16>,
    rows: &Tensor1<u32>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let rows = rows.load::<64>(i).to_col();
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for k in 0..x.cols().div_ceil(32) {
        let part = x.gather(rows, Row::<u32, 32>::iota() + (k * 32) as u32);
        sum = mma(part, weights.load::<32, 64>(k, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
}

/// A product whose factors may be large.
#[kernel(tile)]
pub(crate) fn deep_product<const K: usize>(a: &Tensor2<f16>, b: &Tensor2<f16>, c: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<64, K>(i, k), b.load::<K, 64>(k, j), sum);
    }
    c.store(i, j, sum);
}

/// Four sums of 128 × 128 for four warps, as the hint wants it.
#[kernel(tile, warps = 4, target = "ptx")]
pub(crate) fn crowded(a: &Tensor2<bf16>, b: &Tensor2<bf16>, c: &mut Tensor2<f32>) {
    let mut first = Tile2::<f32, 128, 128>::zeros();
    let mut second = Tile2::<f32, 128, 128>::zeros();
    for k in 0..a.cols().div_ceil(32) {
        let part = a.load::<128, 32>(tile_id(0), k);
        first = mma(part, b.load::<32, 128>(k, 0), first);
        second = mma(part, b.load::<32, 128>(k, 1), second);
    }
    c.store(tile_id(0), 0, first);
    c.store(tile_id(0), 1, second);
}

fn taken(report: &Report) -> &VariantReport {
    report.variants.iter().find(|variant| variant.taken).expect("the launch takes a variant")
}

/// The warnings of the variant that the launch takes, with their helps.
fn warnings(report: &Report) -> Vec<String> {
    let warnings = taken(report).warnings.iter();
    let told: Vec<_> = warnings.map(|warning| format!("{}; {}", warning.message, warning.help)).collect();
    for warning in &taken(report).warnings {
        let printed = format!("    warning: {}\n      help: {}\n", warning.message, warning.help);
        assert!(report.to_string().contains(&printed), "{report}");
    }
    told
}

#[test]
fn gathered_factors_are_warned_of() {
    let device = Device::emulated((9, 0));
    let stream = device.stream();
    let x = Tensor2::zeros(&stream, [64, 64]).unwrap();
    let rows = Tensor1::zeros(&stream, 64).unwrap();
    let mut y = Tensor2::zeros(&stream, [64, 64]).unwrap();
    let report = picked_product(&x, &rows, &x, &mut y).report(&device).unwrap();
    let [warning] = &warnings(&report)[..] else { panic!("{report}") };
    assert!(warning.starts_with("`x` is gathered 2 bytes at a time, and not 16"), "{warning}");
    assert!(warning.contains("; if it picks whole rows, load them by `load_rows`"), "{warning}");
}

#[test]
fn an_argument_that_is_not_aligned_is_named_with_the_reason() {
    let device = Device::emulated((9, 0));
    let stream = device.stream();
    let a = Tensor2::<f16>::zeros(&stream, [128, 100]).unwrap();
    let b = Tensor2::<f16>::zeros(&stream, [104, 128]).unwrap();
    let mut c = Tensor2::zeros(&stream, [128, 128]).unwrap();
    let report = deep_product::<64>(&a, &b.slice(..100, ..).unwrap(), &mut c).report(&device).unwrap();
    let [warning] = &warnings(&report)[..] else { panic!("{report}") };
    assert_eq!(
        *warning,
        "`a` is loaded 2 bytes at a time, and not 16: its rows of 100 elements are 200 bytes, no multiple of 16; pad \
         them to a multiple of 8 elements, here 104"
    );
    // The same kernel with tensors that are aligned has nothing to be warned of.
    let a = Tensor2::<f16>::zeros(&stream, [128, 104]).unwrap();
    let report = deep_product::<64>(&a, &b, &mut c).report(&device).unwrap();
    assert!(warnings(&report).is_empty(), "{report}");
    assert!(!report.to_string().contains("warning"), "{report}");
}

#[test]
fn factors_without_room_for_two_turns_are_warned_of() {
    let device = Device::emulated((9, 0));
    let stream = device.stream();
    let (a, b) = (Tensor2::zeros(&stream, [64, 1024]).unwrap(), Tensor2::zeros(&stream, [1024, 64]).unwrap());
    let mut c = Tensor2::zeros(&stream, [64, 64]).unwrap();
    let report = deep_product::<512>(&a, &b, &mut c).report(&device).unwrap();
    let found = warnings(&report);
    assert_eq!(found.len(), 2, "{report}");
    for warning in found {
        assert!(warning.contains("shared memory has no room for the tiles of two turns"), "{warning}");
        assert!(warning.ends_with("; make the tiles smaller, along `k` first"), "{warning}");
    }
}

/// PTX is assembled by the driver, so the planner's estimate speaks. NVRTC tells what is spilled.
#[test]
fn registers_that_are_not_known_are_estimated() {
    let device = Device::emulated((8, 0));
    let stream = device.stream();
    let (a, b) = (Tensor2::zeros(&stream, [128, 64]).unwrap(), Tensor2::zeros(&stream, [64, 256]).unwrap());
    let mut c = Tensor2::zeros(&stream, [128, 256]).unwrap();
    let report = crowded(&a, &b, &mut c).report(&device).unwrap();
    let [warning] = &warnings(&report)[..] else { panic!("{report}") };
    assert!(warning.contains("leave `warps = 4` out"), "{warning}");
    if taken(&report).usage.is_ok() {
        assert!(warning.contains("registers are spilled to local memory, since its 255 "), "{warning}");
        return;
    }
    assert!(warning.contains("registers and can have 255: some are likely to be spilled"), "{warning}");
    let resident = taken(&report).resident.expect("a block's size is known");
    assert!(resident.at_most && resident.blocks <= 2, "{report}");
    assert!(report.to_string().contains("    at most "), "{report}");
}
