//! Products of rows with the matrix of their group.

use kiln::MmaOperand;
use kiln::kernels;
use kiln::prelude::*;

use super::attention::{near, wide};
use super::varlen::offsets;
use super::{Random, shapes};

/// Rows of `x`, terms, columns, and how many numbers each group has.
struct Extents<'a> {
    rows: usize,
    depth: usize,
    columns: usize,
    groups: &'a [usize],
    /// Numbers past the last group.
    rest: usize,
}

fn check<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: &Extents<'_>,
) -> kiln::Result<()> {
    let Extents { rows, depth, columns, groups, rest } = *extents;
    let offsets = offsets(groups.iter().copied());
    let slots = *offsets.last().unwrap() as usize + rest;
    // One number in five is padding.
    let named: Vec<u32> =
        (0..slots)
            .map(|_| {
                if random.below(5) == 0 {
                    u32::MAX - random.below(2) as u32
                } else {
                    random.below(rows) as u32
                }
            })
            .collect();
    let x = random.floats::<T>(rows * depth, 0.0);
    let mut weights = random.floats::<T>(groups.len() * depth * columns, 0.0);
    // What is not a number in a matrix stays with the rows of its group.
    if groups.len() > 1 {
        weights[0] = T::from_f64(f64::NAN);
    }
    let (wide_x, wide_weights) = (wide(&x), wide(&weights));
    let mut exact = vec![0.0; slots * columns];
    for (group, bounds) in offsets.windows(2).enumerate() {
        for slot in bounds[0] as usize..bounds[1] as usize {
            let row = named[slot] as usize;
            for column in 0..columns {
                let term = |k: usize| {
                    let x = if row < rows { wide_x[row * depth + k] } else { 0.0 };
                    x * wide_weights[(group * depth + k) * columns + column]
                };
                exact[slot * columns + column] = (0..depth).map(term).sum();
            }
        }
    }
    let x = Tensor2::from_slice(stream, &x, [rows, depth])?;
    let weights = Tensor3::from_slice(stream, &weights, [groups.len(), depth, columns])?;
    let (named, bounds) = (Tensor1::from_slice(stream, &named)?, Tensor1::from_slice(stream, &offsets)?);
    let mut y = Tensor2::from_slice(stream, &vec![T::ONE; slots * columns], [slots, columns])?;
    kernels::grouped_matmul(stream, &x, &named, &bounds, &weights, &mut y)?;
    let found = wide(&y.download(stream)?);
    assert_eq!(found.len(), exact.len());
    // Sums of `depth` terms of at most 4, and a result that is rounded to the type.
    let most = if size_of::<T>() == 2 { 5e-2 } else { 1e-5 } * (depth as f64).sqrt();
    let (found, exact): (Vec<f64>, Vec<f64>) =
        found.into_iter().zip(exact).filter(|(found, exact)| !(found.is_nan() && exact.is_nan())).unzip();
    near(
        &|| format!("{rows} rows, {depth} terms, {columns} columns, groups {groups:?}"),
        &found,
        &exact,
        most,
    );
    Ok(())
}

/// Numbers of a group at most, and columns.
pub fn experts<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    [most, columns]: [usize; 2],
) -> kiln::Result<()> {
    let groups: Vec<usize> = (0..=random.below(5)).map(|_| random.below(most + 1)).collect();
    let rest = random.below(2) * random.below(5);
    let extents =
        Extents { rows: 1 + random.below(50), depth: 1 + random.below(100), columns, groups: &groups, rest };
    check::<T>(stream, random, &extents)
}

#[test]
fn groups_of_every_size() {
    shapes(&[[150, 72], [9, 130], [1, 3]], experts::<bf16>);
    shapes(&[[70, 30]], experts::<f32>);
}

#[test]
fn many_groups_share_a_tile() {
    shapes(&[[3, 16]], |stream, random, [most, columns]| {
        let groups: Vec<usize> = (0..60).map(|group| group % (most + 1)).collect();
        let extents = Extents { rows: 20, depth: 70, columns, groups: &groups, rest: 0 };
        check::<f16>(stream, random, &extents)
    });
}

#[test]
fn groups_fill_large_tiles() {
    shapes(&[[256, 130]], |stream, random, [slots, columns]| {
        let extents = Extents { rows: 40, depth: 72, columns, groups: &[slots, 0, 128], rest: 0 };
        check::<bf16>(stream, random, &extents)
    });
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let grouped = |slots: usize, offsets: usize, weights: [usize; 3], y: [usize; 2]| {
        let x = Tensor2::<f32>::zeros(&stream, [4, 8]).unwrap();
        let (rows, offsets) =
            (Tensor1::zeros(&stream, slots).unwrap(), Tensor1::zeros(&stream, offsets).unwrap());
        let (weights, mut y) =
            (Tensor3::zeros(&stream, weights).unwrap(), Tensor2::zeros(&stream, y).unwrap());
        kernels::grouped_matmul(&stream, &x, &rows, &offsets, &weights, &mut y)
            .map_err(|error| error.to_string())
    };
    assert_eq!(grouped(5, 3, [2, 8, 6], [5, 6]), Ok(()));
    assert_eq!(grouped(0, 3, [2, 8, 6], [0, 6]), Ok(()));
    let message = grouped(5, 2, [2, 8, 6], [5, 6]).unwrap_err();
    assert_eq!(
        message,
        "kernel `grouped_matmul`, parameter `offsets`: its extents are [2], and should be [3]"
    );
    let message = grouped(5, 3, [2, 7, 6], [5, 6]).unwrap_err();
    assert!(message.contains("`weights`: its extents are [2, 7, 6], and should be [2, 8, 6]"), "{message}");
    let message = grouped(5, 3, [2, 8, 6], [4, 6]).unwrap_err();
    assert!(message.contains("`y`: its extents are [4, 6], and should be [5, 6]"), "{message}");
    let message = grouped(5, 1, [0, 8, 6], [5, 6]).unwrap_err();
    assert!(message.contains("`weights`: it has no experts, and there are 5 rows"), "{message}");
    assert_eq!(grouped(0, 1, [0, 8, 6], [0, 6]), Ok(()));
}
