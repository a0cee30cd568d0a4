//! The order in which tiles of the grid are visited, which changes no result.

use kiln::Error;
use kiln::prelude::*;

use crate::tiles::devices;

/// Three kernels that differ in their order alone: which tile stores what.
macro_rules! visits {
    ($($name:ident $order:literal;)*) => {$(
        #[kernel(tile, order = $order)]
        pub(crate) fn $name(x: &Tensor3<u32>, y: &mut Tensor3<u32>) {
            let (i, j, k) = (tile_id(0), tile_id(1), tile_id(2));
            let number = (k * tile_count(1) + j) * tile_count(0) + i;
            y.store(k, i, j, x.load::<4, 8>(k, i, j) + number as u32);
        }
    )*};
}

visits! {
    rows "rows";
    columns "columns";
    groups 3;
    wide_groups 100;
}

#[test]
fn each_tile_is_visited_once_in_every_order() {
    for device in devices() {
        let stream = device.stream();
        // Those of more than 256 tiles are visited in another order than the machine's.
        for tiles in
            [[1, 1, 1], [6, 5, 1], [7, 5, 3], [300, 1, 2], [1, 300, 1], [37, 8, 2], [103, 5, 1], [64, 5, 1]]
        {
            let extents = [tiles[2], tiles[0] * 4, tiles[1] * 8];
            let values: Vec<u32> = (0..extents.iter().product::<usize>() as u32).map(|i| i * 1000).collect();
            let expected: Vec<u32> = (0..values.len())
                .map(|at| {
                    let (k, row, column) =
                        (at / extents[2] / extents[1], at / extents[2] % extents[1], at % extents[2]);
                    values[at] + ((k * tiles[1] + column / 8) * tiles[0] + row / 4) as u32
                })
                .collect();
            let x = Tensor3::from_slice(&stream, &values, extents).unwrap();
            let check = |launch: &dyn Fn(&mut Tensor3<u32>) -> kiln::Result<()>| {
                let mut y = Tensor3::zeros(&stream, extents).unwrap();
                launch(&mut y).unwrap();
                assert_eq!(y.download(&stream).unwrap(), expected, "{device} {tiles:?}");
            };
            check(&|y| rows(&x, y).tiles(tiles).launch(&stream));
            check(&|y| columns(&x, y).tiles(tiles).launch(&stream));
            check(&|y| groups(&x, y).tiles(tiles).launch(&stream));
            check(&|y| wide_groups(&x, y).tiles(tiles).launch(&stream));
        }
    }
}

/// Products that differ in their order alone; what a loop over tiles sees of the grid is the tile's.
macro_rules! products {
    ($($name:ident($($hint:tt)*);)*) => {$(
        #[kernel(tile $($hint)*)]
        pub(crate) fn $name(a: &Tensor2<f16>, b: &Tensor2<f16>, c: &mut Tensor2<f32>) {
            let (m, n) = (tile_id(0), tile_id(1));
            let mut acc = Tile2::<f32, 16, 16>::zeros();
            for k in 0..a.cols().div_ceil(16) {
                acc = mma(a.load::<16, 16>(m, k), b.load::<16, 16>(k, n), acc);
            }
            c.store(m, n, acc);
        }
    )*};
}

products! {
    grouped_product(, order = 2);
    plain_product();
    product_by_columns(, order = "columns");
}

#[test]
fn products_in_groups_are_right() {
    // 17 by 16 tiles.
    let [m, n, k] = [270, 250, 40];
    let a: Vec<f32> = (0..m * k).map(|i| (i % 7) as f32 - 3.0).collect();
    let b: Vec<f32> = (0..k * n).map(|i| (i % 5) as f32 - 2.0).collect();
    let half = |x: &[f32]| x.iter().map(|x| f16::from_f32(*x)).collect::<Vec<_>>();
    let expected: Vec<f32> =
        (0..m * n).map(|at| (0..k).map(|i| a[at / n * k + i] * b[i * n + at % n]).sum()).collect();
    for device in devices() {
        let stream = device.stream();
        let (a, b) = (half(&a), half(&b));
        let a = Tensor2::from_slice(&stream, &a, [m, k]).unwrap();
        let b = Tensor2::from_slice(&stream, &b, [k, n]).unwrap();
        let check = |launch: &dyn Fn(&mut Tensor2<f32>) -> kiln::Result<()>| {
            let mut c = Tensor2::zeros(&stream, [m, n]).unwrap();
            launch(&mut c).unwrap();
            assert_eq!(c.download(&stream).unwrap(), expected, "{device}");
        };
        check(&|c| grouped_product(&a, &b, c).launch(&stream));
        check(&|c| plain_product(&a, &b, c).launch(&stream));
        check(&|c| product_by_columns(&a, &b, c).launch(&stream));
    }
}

/// A kernel that can fail names the tile that has.
#[kernel(tile, order = "rows")]
pub(crate) fn divides(by: u32, y: &mut Tensor2<u32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    assert!(i != 1 || j != 2 || by > 0, "no number for {i}, {j}");
    y.store(i, j, Tile2::<u32, 4, 4>::full((i * 10 + j) as u32));
}

#[test]
fn a_failure_names_the_tile_whatever_the_order() {
    for device in devices() {
        let stream = device.stream();
        let mut y = Tensor2::zeros(&stream, [12, 16]).unwrap();
        divides(1, &mut y).launch(&stream).unwrap();
        let y_of = y.download(&stream).unwrap();
        assert!((0..12 * 16).all(|at| y_of[at] as usize == at / 64 * 10 + at % 16 / 4), "{device}");
        divides(0, &mut y).launch(&stream).unwrap();
        let error = stream.synchronize().expect_err("one tile has no number");
        let Error::KernelPanic { block, .. } = &error else { panic!("{device}: {error}") };
        assert_eq!(*block, [1, 2, 0], "{device}: {error}");
        assert!(error.to_string().contains("no number for 1, 2"), "{device}: {error}");
    }
}

#[test]
fn the_report_says_the_order() {
    let device = Device::emulated((9, 0));
    let stream = device.stream();
    let x = Tensor3::from_slice(&stream, &[0; 32], [1, 4, 8]).unwrap();
    let mut y = Tensor3::zeros(&stream, [1, 4, 8]).unwrap();
    let report = groups(&x, &mut y).report(&device).unwrap().to_string();
    assert!(report.contains("groups of 3 along the grid's first axis"), "{report}");
    let report = rows(&x, &mut y).report(&device).unwrap().to_string();
    assert!(report.contains("along the grid's second axis first"), "{report}");
    let factor = Tensor2::from_slice(&stream, &[f16::ZERO; 256], [16, 16]).unwrap();
    let mut c = Tensor2::<f32>::zeros(&stream, [16, 16]).unwrap();
    let report = plain_product(&factor, &factor, &mut c).report(&device).unwrap().to_string();
    assert!(report.contains("groups of 16 along the grid's first axis"), "{report}");
    let report = product_by_columns(&factor, &factor, &mut c).report(&device).unwrap().to_string();
    assert!(!report.contains("visited"), "{report}");
    let mut z = Tensor2::zeros(&stream, [12, 16]).unwrap();
    let report = divides(1, &mut z).report(&device).unwrap().to_string();
    assert!(report.contains("`order` is not followed"), "{report}");
}
