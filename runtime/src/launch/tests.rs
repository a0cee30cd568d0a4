//! Sizes and dynamic arguments that fit, and those that do not.

use kiln_codegen::check::stores::GridAxis;
use kiln_codegen::ir::{Attrs, MathTier, TileAttrs, parse};

use super::size::default_block;
use super::*;
use crate::Buffer;
use crate::cpu::Observer;
use crate::executor::Program;
use crate::jit;
use crate::registry::KernelParts;

const LIMITS: Limits = Limits {
    max_threads_per_block: 1024,
    max_block: [1024, 1024, 64],
    max_grid: [i32::MAX as u32, 65535, 65535],
    shared_memory_per_block: 48 << 10,
    shared_memory_opt_in: 48 << 10,
    warp_size: 32,
    multiprocessors: 1,
    memory: 0,
};

fn parts(block: Option<[u32; 3]>) -> KernelParts {
    KernelParts {
        name: "f",
        module: "m",
        file: "f.rs",
        line: 1,
        params: &[],
        attrs: Attrs {
            block,
            min_blocks: None,
            cluster: None,
            math: MathTier::Default,
            unchecked: false,
            tile: None,
            target: None,
        },
        ir: "",
        cuda: None,
        open: false,
        coarse: false,
        describe: None,
        is_unsafe: false,
        disjoint: None,
        preconditions: kiln_codegen::check::precondition::Preconditions::NONE,
        proven: false,
    }
}

fn made(parts: KernelParts) -> KernelEntry {
    // SAFETY: no kernel of these tests runs.
    unsafe { KernelEntry::new(parts) }
}

fn entry(block: Option<[u32; 3]>) -> KernelEntry {
    made(parts(block))
}

fn tile_entry(disjoint: Option<[bool; 3]>) -> KernelEntry {
    let tile = Some(TileAttrs::default());
    made(KernelParts { attrs: Attrs { tile, ..parts(None).attrs }, disjoint, ..parts(None) })
}

fn threads(threads: impl Into<Dims>) -> Size {
    Size { extent: Some(Extent::Threads(threads.into())), block: None, ..Size::NONE }
}

fn blocks(blocks: impl Into<Dims>) -> Size {
    Size { extent: Some(Extent::Blocks(blocks.into())), block: None, ..Size::NONE }
}

fn with_block(size: Size, block: impl Into<Dims>) -> Size {
    Size { block: Some(block.into()), ..size }
}

fn resolve(size: Size) -> Result<([u32; 3], [u32; 3])> {
    size.resolve(&entry(None), &LIMITS, 1024).map(|shape| (shape.grid, shape.block))
}

fn refused(size: Size) -> String {
    resolve(size).unwrap_err().to_string()
}

#[test]
fn the_grid_covers_the_threads() {
    assert_eq!(resolve(threads(1)).unwrap(), ([1, 1, 1], [256, 1, 1]));
    assert_eq!(resolve(threads(257)).unwrap(), ([2, 1, 1], [256, 1, 1]));
    assert_eq!(resolve(threads([33, 16])).unwrap(), ([3, 1, 1], [16, 16, 1]));
    assert_eq!(resolve(threads((9, 8, 5))).unwrap(), ([2, 1, 2], [8, 8, 4]));
    assert_eq!(resolve(with_block(threads([100, 7]), 32)).unwrap(), ([4, 7, 1], [32, 1, 1]));
    assert_eq!(resolve(with_block(blocks([3, 4]), [8, 8])).unwrap(), ([3, 4, 1], [8, 8, 1]));
    assert_eq!(resolve(blocks(5)).unwrap(), ([5, 1, 1], [256, 1, 1]));
    let most = i32::MAX as usize * 256;
    assert_eq!(resolve(threads(most)).unwrap().0, [i32::MAX as u32, 1, 1]);
}

#[test]
fn the_kernel_s_block_is_the_only_one() {
    let entry = entry(Some([8, 4, 1]));
    let resolve = |size: Size| size.resolve(&entry, &LIMITS, 1024).map(|shape| (shape.grid, shape.block));
    assert_eq!(resolve(threads([16, 5])).unwrap(), ([2, 2, 1], [8, 4, 1]));
    assert!(resolve(with_block(threads(1), [8, 4])).is_ok());
    let text = resolve(with_block(threads(1), [4, 8])).unwrap_err().to_string();
    assert!(text.contains("declares `block = (8, 4, 1)`") && text.contains("(4, 8, 1)"), "{text}");
}

#[test]
fn too_large_names_the_limit() {
    let text = refused(threads(i32::MAX as usize * 256 + 1));
    assert!(text.contains("blocks along x is 2147483648, and the limit is 2147483647"), "{text}");
    let text = refused(with_block(blocks([1, 65536]), 1));
    assert!(
        text.contains("blocks along y is 65536, and the limit is 65535") && text.contains("longest axis"),
        "{text}"
    );
    let text = refused(with_block(threads(1), [1, 1, 65]));
    assert!(text.contains("size along z is 65, and the limit is 64 (the device's)"), "{text}");
    let text = refused(with_block(threads(1), [64, 32]));
    assert!(text.contains("threads in a block is 2048, and the limit is 1024 (the device's)"), "{text}");
    let text = refused(with_block(threads(1), usize::MAX));
    assert!(text.contains("size along x is 18446744073709551615"), "{text}");
    let text = with_block(threads(1), 512).resolve(&entry(None), &LIMITS, 384).unwrap_err().to_string();
    assert!(text.contains("is 512, and the limit is 384 (the kernel's"), "{text}");
    assert!(refused(threads([usize::MAX; 3])).contains("along x"));
}

#[test]
fn odd_sizes_are_named() {
    assert!(refused(Size::default()).contains("without a size"));
    assert!(refused(with_block(threads(1), 0)).contains("blocks of no threads"));
    let begins = |size: Size| size.begin(&entry(None)).unwrap();
    assert!(!begins(threads([4, 0])) && !begins(blocks(0)) && begins(Size::default()));
}

#[test]
fn the_default_block_fits_the_kernel() {
    assert_eq!(default_block(1, 1024), [256, 1, 1]);
    assert_eq!(default_block(1, 128), [128, 1, 1]);
    for rank in 1..=3 {
        for most in 1..=1024 {
            let block = default_block(rank, most);
            assert!(block.iter().product::<u32>() <= most && !block.contains(&0), "{rank} {most} {block:?}");
        }
    }
}

fn tiles(tiles: impl Into<Dims>) -> Size {
    Size { extent: Some(Extent::Tiles(tiles.into())), block: None, ..Size::NONE }
}

#[test]
fn each_kind_of_kernel_has_its_methods() {
    let tile = tile_entry(None);
    assert!(tiles([2, 3]).begin(&tile).unwrap() && Size::default().begin(&tile).unwrap());
    assert!(!tiles([2, 0]).begin(&tile).unwrap());
    let refused = |size: Size, entry: &KernelEntry| size.begin(entry).unwrap_err().to_string();
    for (size, method) in [
        (threads(0), "`.threads(..)`"),
        (blocks(1), "`.blocks(..)`"),
        (with_block(Size::default(), 32), "`.block(..)`"),
        (with_block(tiles(1), 32), "`.block(..)`"),
    ] {
        let text = refused(size, &tile);
        assert!(
            text.contains("works on tiles") && text.contains(method) && text.contains(".tiles("),
            "{text}"
        );
    }
    let text = refused(tiles(1), &entry(None));
    assert!(text.contains("runs threads, and was launched with `.tiles(..)`"), "{text}");
}

/// What the short way knows of a kernel whose code runs on blocks of so many threads.
fn plain_of(entry: &KernelEntry, own_threads: u32, coarse_from: u64) -> Plain {
    let place: *mut c_void = ptr::without_provenance_mut(1);
    let code = Code::Gpu(Function::of(crate::sys::driver::CUfunction(place), own_threads));
    let needs = jit::Needs::default();
    Plain::of(entry, 0, &code, &entry.preconditions, (jit::Form::Plain, &needs), (&LIMITS, coarse_from))
}

#[test]
fn the_short_way_and_the_long_one_agree() {
    const COUNTS: [usize; 12] =
        [0, 1, 2, 31, 255, 256, 257, 65535, 65536, 1 << 20, i32::MAX as usize + 1, usize::MAX];
    let mut sizes = Vec::new();
    for a in COUNTS {
        sizes.extend([threads(a), blocks(a)]);
        for b in COUNTS {
            sizes.extend([threads([a, b]), blocks([a, b]), threads([3, a, b]), blocks([a, 1, b])]);
        }
    }
    let asked: [Option<Dims>; 7] = [
        None,
        Some(256.into()),
        Some(100.into()),
        Some([16, 16].into()),
        Some([2, 3, 65].into()),
        Some(2048.into()),
        Some(0.into()),
    ];
    let mut short = 0;
    for (declared, own, coarse, single) in [
        (None, 1024, false, 0),
        (None, 100, true, 0),
        (None, 1024, false, 0b110_110),
        (None, 1024, false, 0b101_000),
        (None, 1024, false, 0b0100_0000),
        (None, 1024, false, 0b1000_0000),
        (Some([32, 4, 1]), 512, true, 0b100_100),
    ] {
        let mut said = KernelParts { coarse, ..parts(declared) };
        said.preconditions.single = single;
        let entry = made(said);
        let plain = plain_of(&entry, own, 70_000);
        for size in sizes.iter().flat_map(|size| asked.map(|block| Size { block, ..*size })) {
            let mut shape = Shape::default();
            if plain.shape(&size, &mut shape).is_none() {
                let ordinary = size.block.is_none() && declared.is_none() && (single, coarse) == (0, false);
                let large = |n: &usize| *n == 0 || *n > 65535;
                let Some(Extent::Threads(dims) | Extent::Blocks(dims)) = size.extent else {
                    continue;
                };
                assert!(!ordinary || dims.extent().iter().any(large), "{size:?} is plain");
                continue;
            }
            short += 1;
            let whole = size.resolve(&entry, &LIMITS, own).unwrap();
            assert_eq!((shape.grid, shape.block), (whole.grid, whole.block), "{size:?}");
            assert_eq!(whole.several & single, 0, "{size:?}");
            assert!(!(shape.grid.contains(&0) || coarse && size.is_large(&entry, 70_000)), "{size:?}");
        }
    }
    assert!(short > 1500, "{short} went the short way");
    // What is special goes the long way.
    let plain = plain_of(&entry(None), 1024, 0);
    let special = |size: Size| plain.shape(&size, &mut Shape::default()).is_none();
    assert!(!special(threads(7)));
    assert!(
        special(Size { auto_block: true, ..threads(7) }) && special(Size { overlap: true, ..threads(7) })
    );
    assert!(special(Size { shared_len: Some(1), ..threads(7) }) && special(Size::NONE));
    assert!(special(Size { extent: Some(Extent::Tiles(1.into())), ..Size::NONE }));
}

/// A tile kernel that is ready to run, whose stores give the number of tiles by this rule.
fn ready(disjoint: Option<[bool; 3]>, rule: Option<GridRule>) -> &'static Loaded {
    let entry: &'static KernelEntry = Box::leak(Box::new(tile_entry(disjoint)));
    let program =
        Program::compile(parse("kiln-ir 1\n\nkernel fn f() {\n}\n").unwrap(), Observer::None).unwrap();
    let loaded = jit::keep(
        entry,
        Vec::new(),
        Code::Cpu(program),
        kiln_codegen::check::precondition::Preconditions::NONE,
        (jit::Form::Plain, jit::Needs { block: Some([1; 3]), ..jit::Needs::default() }),
        Device::cpu().shared(),
    );
    loaded.grid_rule.set(rule).unwrap();
    loaded
}

fn rule(axes: &[(usize, u8, u64)]) -> Option<GridRule> {
    Some(GridRule::new(
        axes.iter()
            .map(|(param, axis, extent)| vec![GridAxis { param: *param, axis: *axis, extent: *extent }]),
    ))
}

fn buffer(len: usize) -> Buffer<f32> {
    Device::cpu().stream().alloc_zeroed(len).unwrap()
}

#[test]
fn the_stored_tensor_gives_the_number_of_tiles() {
    let x = buffer(300 * 50);
    let of = |rule, extents: [usize; 2]| {
        let args = [Arg::value(7u32), Arg::tensor(x.as_slice(), extents, [50, 1])];
        super::tiles::grid(ready(None, rule), &Size::default(), &args, &LIMITS)
    };
    assert_eq!(of(rule(&[(1, 0, 64), (1, 1, 16)]), [300, 50]).unwrap(), [5, 4, 1]);
    assert_eq!(of(rule(&[(1, 1, 25)]), [300, 50]).unwrap(), [2, 1, 1]);
    assert_eq!(of(rule(&[(1, 0, 64), (1, 1, 16)]), [0, 50]).unwrap(), [0, 0, 0]);
    let text = of(None, [300, 50]).unwrap_err().to_string();
    assert!(text.contains("without a number of tiles") && text.contains("`.tiles([m, n])`"), "{text}");
    // Two tensors give the number where they agree.
    let two = |extent| {
        let rule = |param, axis, extent| GridAxis { param, axis, extent };
        Some(GridRule::new([vec![rule(1, 0, 64), rule(1, 1, extent)]]))
    };
    assert_eq!(of(two(10), [300, 50]).unwrap(), [5, 1, 1]);
    assert!(matches!(of(two(16), [300, 50]), Err(Error::NoTiles { .. })));
    // What the launch says goes before the rule.
    let loaded = ready(None, rule(&[(0, 0, 1)]));
    assert_eq!(super::tiles::grid(loaded, &tiles([2, 3, 4]), &[], &LIMITS).unwrap(), [2, 3, 4]);
}

#[test]
fn tiles_that_share_what_they_write_are_refused() {
    let of =
        |disjoint, dims: [usize; 3]| super::tiles::grid(ready(disjoint, None), &tiles(dims), &[], &LIMITS);
    assert_eq!(of(Some([true, false, false]), [9, 1, 1]).unwrap(), [9, 1, 1]);
    let text = of(Some([true, false, false]), [9, 2, 1]).unwrap_err().to_string();
    assert!(text.contains("2 tiles along axis 1") && text.contains("`tile_id(1)`"), "{text}");
    assert!(
        text.contains("unsafe fn")
            && text.contains("`atomic_add`")
            && text.contains("tiles of one shape everywhere"),
        "{text}"
    );
    assert_eq!(of(Some([false; 3]), [5, 0, 1]).unwrap(), [0, 0, 0]);
    assert_eq!(of(None, [9, 2, 3]).unwrap(), [9, 2, 3]);
    let text = of(None, [1, 65536, 1]).unwrap_err().to_string();
    assert!(text.contains("the number of tiles along y is 65536, and the limit is 65535"), "{text}");
}

#[test]
fn the_arguments_choose_the_variant() {
    let (x, mut y) = (buffer(64 * 64), buffer(64 * 64));
    let entry = tile_entry(None);
    let of = |arg: Arg<'_>| variant(&entry, &[Arg::value(1.0f32), arg], &Size::default(), 0);
    assert_eq!(of(Arg::tensor(x.as_slice(), [64, 64], [64, 1])).unwrap(), Variant::FAST);
    assert_eq!(of(Arg::tensor(x.slice(1..).unwrap(), [63, 64], [64, 1])).unwrap(), Variant::GENERAL);
    assert_eq!(of(Arg::tensor(x.slice(4..).unwrap(), [63, 60], [64, 1])).unwrap(), Variant::FAST);
    assert_eq!(of(Arg::tensor(x.as_slice(), [64, 32], [64, 2])).unwrap(), Variant::GENERAL);
    let turned = |aligned: bool| Variant { unaligned: u8::from(!aligned), turned: 1, ..Variant::FAST };
    assert_eq!(of(Arg::tensor(x.as_slice(), [64, 64], [1, 64])).unwrap(), turned(true));
    assert_eq!(of(Arg::tensor(x.as_slice(), [63, 64], [1, 64])).unwrap(), turned(false));
    assert_eq!(of(Arg::tensor_mut(y.as_slice_mut(), [64, 64], [1, 64])).unwrap(), Variant::GENERAL);
    assert_eq!(of(Arg::tensor(x.as_slice(), [64, 63], [64, 1])).unwrap(), Variant::GENERAL);
    assert_eq!(of(Arg::tensor(x.as_slice(), [4096], [1])).unwrap(), Variant::FAST);
    // The second tensor is turned, and what stands between is no tensor; then the first one is not aligned.
    let second = || Arg::tensor(x.as_slice(), [64, 64], [1, 64]);
    let args = [Arg::tensor(x.as_slice(), [4096], [1]), Arg::value(1u32), second()];
    let chosen = variant(&entry, &args, &Size::default(), 0).unwrap();
    assert_eq!(chosen, Variant { unaligned: 0, turned: 2, ..Variant::FAST });
    let args = [Arg::tensor(x.as_slice(), [4095], [1]), second()];
    let chosen = variant(&entry, &args, &Size::default(), 0).unwrap();
    assert_eq!(chosen, Variant { unaligned: 1, turned: 2, ..Variant::FAST });
    // A tensor that is not aligned says nothing of the others.
    let args = [Arg::tensor(x.as_slice(), [4096], [1]), Arg::tensor_mut(y.as_slice_mut(), [4095], [1])];
    let chosen = variant(&entry, &args, &Size::default(), 0).unwrap();
    assert_eq!(chosen, Variant { unaligned: 2, turned: 0, ..Variant::FAST });
    // From the eighth on they have one bit together.
    let tensor = |extent| Arg::tensor(x.as_slice(), [extent], [1]);
    let marked = |unaligned: usize| {
        let args: Vec<_> = (0..12).map(|number| tensor(4096 - usize::from(number == unaligned))).collect();
        variant(&entry, &args, &Size::default(), 0).unwrap().unaligned
    };
    assert_eq!([0, 6, 7, 8, 11, 12].map(marked), [1, 64, 128, 128, 128, 0]);
    let text = of(Arg::tensor(x.as_slice(), [65, 64], [64, 1])).unwrap_err().to_string();
    assert!(
        text.contains("extents [65, 64] and strides [64, 1]") && text.contains("4096 elements"),
        "{text}"
    );
    let twice = Arg::tensor_mut(y.as_slice_mut(), [2, 64], [0, 1]);
    assert!(matches!(of(twice), Err(Error::TensorShape { kernel: "f", .. })));
}

#[test]
fn large_launches_of_kernels_of_threads_take_coarse_code() {
    let coarse = made(KernelParts { coarse: true, ..parts(None) });
    let of = |entry: &KernelEntry, size, least| variant(entry, &[], &size, least).unwrap() == Variant::FAST;
    assert!(of(&coarse, threads(1024), 1024));
    assert!(!of(&coarse, threads(1023), 1024));
    assert!(!of(&entry(None), threads(1024), 1024));
    assert!(of(&coarse, blocks(4), 1024) && !of(&coarse, blocks(3), 1024));
    assert!(of(&coarse, with_block(blocks(32), 32), 1024));
    assert!(of(&coarse, threads([32, 32]), 1024) && !of(&coarse, threads([32, 31]), 1024));
    // One block along x has no others to do the work of.
    assert!(!of(&coarse, threads([16, 4096]), 1024) && of(&coarse, threads([17, 4096]), 1024));
    assert!(!of(&coarse, with_block(blocks([1, 64]), 32), 1024));
    let declared = made(KernelParts { coarse: true, ..parts(Some([512, 1, 1])) });
    assert!(of(&declared, blocks(2), 1024) && !of(&declared, threads(512), 0));
    assert!(!of(&coarse, Size::default(), 0));
}
