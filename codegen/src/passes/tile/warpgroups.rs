//! Which products warpgroups multiply on Hopper, by `wgmma`, and how they sum.

use super::Conditions;
use super::layout::{COLUMNS, ROWS};
use super::plan::extents;
use super::product::{Product, Staged, Staging, View};
use crate::collections::Set;
use crate::intrinsics::WgmmaShape;
use crate::ir::{Function, LocalId, MathTier, Scalar};

/// Bytes after which a swizzle repeats.
const SWIZZLE: u32 = 1024;

/// Whether the GPU is of Hopper.
pub fn has_warpgroups(target: Conditions) -> bool {
    (90..100).contains(&target.arch)
}

/// The products that warpgroups multiply, by what becomes of them: those whose factors lie as `wgmma` reads them,
/// where a warp has 16 rows. What else reads such a factor is one of them too.
pub fn by_warpgroups(
    products: &[Product],
    staged: &Staged,
    warps: u32,
    target: Conditions,
    function: &Function,
    class: &dyn Fn(LocalId) -> usize,
) -> Set<LocalId> {
    if !has_warpgroups(target) || !warps.is_multiple_of(4) {
        return Set::new();
    }
    // Rows of 128 bytes of 16-bit floats may go along either axis, others along `k` only.
    let suits = |factor: LocalId, left: bool| {
        let Some(View { tile, transposed, rounded }) = staged.view(factor) else { return false };
        staged.tiles.get(&tile).is_some_and(|staging| {
            let whole = extents(&function.local(tile).ty) == Some(staging.reach);
            let size = staging.scalar.size() as u32;
            let swizzles = (staging.reach[ROWS] * staging.reach[COLUMNS] * size).is_multiple_of(SWIZZLE);
            let along_k = transposed != left;
            staging.aligned
                && rounded == (staging.scalar == Scalar::F32)
                && whole
                && swizzles
                && span(staging).is_some_and(|span| span == 128 && size == 2 || along_k)
        })
    };
    let is_there = |product: &Product| {
        let right = staged.resolve(product.right).and_then(|(tile, _)| staged.tiles.get(&tile));
        right.is_some_and(|right| warpgroup_product(product.scalar, right.scalar).is_some())
            && WgmmaShape::has_columns(product.scalar, product.extents[COLUMNS])
    };
    let mut found: Vec<&Product> = products
        .iter()
        .filter(|product| {
            is_there(product)
                && product.extents[ROWS] == 16 * warps
                && suits(product.right, false)
                && match staged.resolve(product.left) {
                    None => product.scalar.size() == 2,
                    Some(_) => suits(product.left, true),
                }
        })
        .collect();
    // Until all agree: a factor in registers is the sum of such a product, a factor in shared memory lies one way, and
    // products that become one sum are computed one way.
    loop {
        let before = found.len();
        let known = found.clone();
        let here = |product: &Product| known.iter().any(|known| std::ptr::eq(*known, product));
        found.retain(|product| {
            let tiles = [product.left, product.right].map(|factor| staged.resolve(factor));
            let held =
                tiles[0].is_some() || known.iter().any(|known| class(known.target) == class(product.left));
            let shares = |other: &Product| {
                [other.left, other.right]
                    .into_iter()
                    .filter_map(|factor| staged.resolve(factor))
                    .any(|(tile, _)| tiles.iter().flatten().any(|(own, _)| *own == tile))
                    || other.target == product.target
            };
            held && products.iter().all(|other| here(other) || !shares(other))
        });
        if found.len() == before {
            return found.into_iter().map(|product| product.target).collect();
        }
    }
}

/// The instruction by which warpgroups multiply such factors in shared memory. Products of integers of both kinds need
/// a later PTX than all else that Hopper has, so that there is none.
pub fn warpgroup_product(left: Scalar, right: Scalar) -> Option<&'static str> {
    Some(match (left, right) {
        (Scalar::F16, Scalar::F16) => "wgmma_f16",
        (Scalar::BF16, Scalar::BF16) => "wgmma_bf16",
        (Scalar::F32, Scalar::F32) => "wgmma_tf32",
        (Scalar::E4M3, Scalar::E4M3) => "wgmma_e4m3",
        (Scalar::E4M3, Scalar::E5M2) => "wgmma_e4m3_e5m2",
        (Scalar::E5M2, Scalar::E4M3) => "wgmma_e5m2_e4m3",
        (Scalar::E5M2, Scalar::E5M2) => "wgmma_e5m2",
        (Scalar::I8, Scalar::I8) => "wgmma_i8",
        (Scalar::U8, Scalar::U8) => "wgmma_u8",
        _ => return None,
    })
}

/// Whether sums of products of such factors are promoted where warpgroups multiply: tensor cores sum a part of `k` from
/// zero, and threads add it to the accumulator.
pub fn is_promoted(function: &Function, factor: Scalar) -> bool {
    factor.is_float8() && function.attrs.math != MathTier::Fast
}

/// The columns that a promoted product of so many has at once. 128 of them have half of the registers of 256.
pub fn promoted_columns(columns: u32) -> u32 {
    columns / columns.div_ceil(128)
}

/// The bytes of a row of a tile's panels, if there are such panels.
pub fn span(staging: &Staging) -> Option<u32> {
    match staging.reach[COLUMNS] * staging.scalar.size() as u32 {
        bytes if bytes.is_multiple_of(128) => Some(128),
        bytes @ (32 | 64) => Some(bytes),
        _ => None,
    }
}
