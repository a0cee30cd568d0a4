//! Sizes and dynamic arguments that fit, and those that do not.

use kiln_codegen::ir::{Attrs, MathTier};

use super::*;

const LIMITS: Limits = Limits {
    max_threads_per_block: 1024,
    max_block: [1024, 1024, 64],
    max_grid: [i32::MAX as u32, 65535, 65535],
    shared_memory_per_block: 48 << 10,
    warp_size: 32,
    multiprocessors: 1,
    memory: 0,
};

fn entry(block: Option<[u32; 3]>) -> KernelEntry {
    KernelEntry {
        name: "f",
        module: "m",
        file: "f.rs",
        line: 1,
        params: &[],
        attrs: Attrs { block, min_blocks: None, math: MathTier::Default, unchecked: false, tile: None },
        ir: "",
        cuda: None,
        open: false,
        describe: None,
        is_unsafe: false,
        disjoint: None,
    }
}

fn threads(threads: impl Into<Dims>) -> Size {
    Size { extent: Some(Extent::Threads(threads.into())), block: None }
}

fn blocks(blocks: impl Into<Dims>) -> Size {
    Size { extent: Some(Extent::Blocks(blocks.into())), block: None }
}

fn with_block(size: Size, block: impl Into<Dims>) -> Size {
    Size { block: Some(block.into()), ..size }
}

fn resolve(size: Size) -> Result<([u32; 3], [u32; 3])> {
    size.resolve(&entry(None), &LIMITS, 1024)
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
    let resolve = |size: Size| size.resolve(&entry, &LIMITS, 1024);
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
    assert!(threads([4, 0]).is_empty() && blocks(0).is_empty() && !Size::default().is_empty());
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
