//! The words of the language that kernels of tiles have, each with each element type: on the CPU as tile IR and as
//! lowered code of several GPUs, and on a GPU.

use kiln::prelude::*;

use crate::tiles::devices;

/// What numbers have, whatever their type, for two extents.
#[kernel(tile)]
pub(crate) fn numbers<T: Num, const M: usize, const N: usize, const L: usize, const D: usize>(
    pad: T,
    x: &Tensor2<T>,
    y: &mut Tensor3<T>,
    places: &mut Tensor2<u32>,
) {
    let x = x.load_or::<M, N>(tile_id(0), 0, pad);
    let most = x.max_axis::<1>().max_all();
    y.store(0, 0, 0, (x + x) - x * pad);
    y.store(1, 0, 0, x.sum_axis::<1>() + x.max_axis::<0>());
    y.store(2, 0, 0, x.min_axis::<1>() + x.product::<0>());
    y.store(3, 0, 0, x.cumsum::<0>());
    y.store(4, 0, 0, x.cumprod::<1>());
    y.store(5, 0, 0, x.cummax::<1>().min(x.cummin::<0>()));
    y.store(6, 0, 0, x.sort::<1>());
    y.store(7, 0, 0, x.sort_descending::<0>().flip::<1>());
    y.store(8, 0, 0, x.topk::<1, 3>().cat::<1, N>(x.slice::<1, 2>(1)));
    y.store(9, 0, 0, x.transpose().reshape::<M, N>());
    y.store(10, 0, 0, x.flatten::<L>().reshape::<N, M>().transpose());
    y.store(11, 0, 0, x.gather::<1, N>(x.argsort::<1>()));
    y.store(12, 0, 0, x.reduce::<1>(|a, b| a + b).broadcast::<N>().max(x.reduce::<0>(|a, b| b.max(a))));
    y.store(13, 0, 0, x.scan::<0>(|a, b| a.max(b)));
    y.store(14, 0, 0, x.lt(pad).select(pad, x).clamp(pad, most));
    let (left, right) = x.split::<1, D, 2>();
    y.store(15, 0, 0, right.cat::<1, N>(left));
    let both = x.eq(pad) | x.ne(most) & !x.ge(pad);
    y.store(16, 0, 0, both.any::<1>().broadcast::<N>().select(x, Tile2::zeros()));
    y.store(17, 0, 0, (both ^ x.le(pad)).all::<0>().broadcast::<M>().select(Tile2::full(pad), x));
    places.store(0, 0, x.argmax::<1>() + x.argmin::<0>());
    places.store(1, 0, x.argsort_descending::<0>());
    places.store(2, 0, x.eq(x.max_axis::<1>()).select(Tile2::iota::<1>(), Tile2::iota::<0>()));
}

/// The same in plain Rust, over the padded tile.
fn expected<T: Num>(x: &[Vec<T>], pad: T) -> (Vec<Vec<Vec<T>>>, Vec<Vec<Vec<u32>>>) {
    let (m, n) = (x.len(), x[0].len());
    let less = |a: &T, b: &T| a.partial_cmp(b).unwrap();
    let greater = |a: T, b: T| if a < b { b } else { a };
    let lesser = |a: T, b: T| if b < a { b } else { a };
    let column = |j: usize| x.iter().map(|row| row[j]).collect::<Vec<T>>();
    let fold = |line: &[T], f: &dyn Fn(T, T) -> T| line[1..].iter().fold(line[0], |a, b| f(a, *b));
    let ordered = |line: &[T], down: bool| {
        let mut places: Vec<u32> = (0..line.len() as u32).collect();
        places.sort_by(|a, b| {
            let order = less(&line[*a as usize], &line[*b as usize]);
            if down { order.reverse() } else { order }
        });
        places
    };
    let sorted =
        |line: &[T], down: bool| ordered(line, down).iter().map(|at| line[*at as usize]).collect::<Vec<T>>();
    let make = |f: &dyn Fn(usize, usize) -> T| -> Vec<Vec<T>> {
        (0..m).map(|i| (0..n).map(|j| f(i, j)).collect()).collect()
    };
    let flat: Vec<T> = x.concat();
    let turned: Vec<T> = (0..n).flat_map(column).collect();
    let most = fold(&flat, &greater);
    let add = |a: T, b: T| a + b;
    let multiply = |a: T, b: T| a * b;
    let both = |i: usize, j: usize| x[i][j] == pad || x[i][j] != most && !(x[i][j] >= pad);
    let tiles = vec![
        make(&|i, j| (x[i][j] + x[i][j]) - x[i][j] * pad),
        make(&|i, j| fold(&x[i], &add) + fold(&column(j), &greater)),
        make(&|i, j| fold(&x[i], &lesser) + fold(&column(j), &multiply)),
        make(&|i, j| fold(&column(j)[..=i], &add)),
        make(&|i, j| fold(&x[i][..=j], &multiply)),
        make(&|i, j| lesser(fold(&x[i][..=j], &greater), fold(&column(j)[..=i], &lesser))),
        make(&|i, j| sorted(&x[i], false)[j]),
        make(&|i, j| sorted(&column(n - 1 - j), true)[i]),
        make(&|i, j| match j {
            0..3 => sorted(&x[i], true)[j],
            3 | 4 => x[i][j - 2],
            _ => T::ZERO,
        }),
        make(&|i, j| turned[i * n + j]),
        make(&|i, j| flat[j * m + i]),
        make(&|i, j| sorted(&x[i], false)[j]),
        make(&|i, j| greater(fold(&x[i], &add), fold(&column(j), &greater))),
        make(&|i, j| fold(&column(j)[..=i], &greater)),
        make(&|i, j| lesser(greater(greater(x[i][j], pad), pad), most)),
        make(&|i, j| if j < 2 { x[i][n - 2 + j] } else { x[i][j - 2] }),
        make(&|i, j| if (0..n).any(|j| both(i, j)) { x[i][j] } else { T::ZERO }),
        make(&|i, j| if (0..m).all(|i| both(i, j) != (x[i][j] <= pad)) { pad } else { x[i][j] }),
    ];
    let place = |line: &[T], wanted: T| line.iter().position(|x| *x == wanted).unwrap() as u32;
    let numbers = |f: &dyn Fn(usize, usize) -> u32| -> Vec<Vec<u32>> {
        (0..m).map(|i| (0..n).map(|j| f(i, j)).collect()).collect()
    };
    let places = vec![
        numbers(&|i, j| place(&x[i], fold(&x[i], &greater)) + place(&column(j), fold(&column(j), &lesser))),
        numbers(&|i, j| ordered(&column(j), true)[i]),
        numbers(&|i, j| if x[i][j] == fold(&x[i], &greater) { j } else { i } as u32),
    ];
    (tiles, places)
}

fn check_numbers<T: Num, const M: usize, const N: usize, const L: usize, const D: usize>(device: &Device) {
    let stream = device.stream();
    let pad = T::from_f64(2.0);
    // A row and a column less than the tile has: few values, so that sums and products of narrow floats are exact.
    let (rows, columns) = (M - 1, N - 1);
    let at =
        |i: usize| T::from_f64([1.0, 2.0, 1.0, 0.5, 1.0, 4.0, 1.0, 1.0][(i * 2_654_435_761 >> 7) % 8].ceil());
    let values: Vec<T> = (0..rows * columns).map(at).collect();
    let x = Tensor2::from_slice(&stream, &values, [rows, columns]).unwrap();
    let mut y = Tensor3::zeros(&stream, [18, M, N]).unwrap();
    let mut places = Tensor2::zeros(&stream, [3 * M, N]).unwrap();
    numbers::<T, M, N, L, D>(pad, &x, &mut y, &mut places).tiles(1).launch(&stream).unwrap();
    let tile: Vec<Vec<T>> = (0..M)
        .map(|i| {
            (0..N).map(|j| if i < rows && j < columns { values[i * columns + j] } else { pad }).collect()
        })
        .collect();
    let (tiles, orders) = expected(&tile, pad);
    let (y, places) = (y.download(&stream).unwrap(), places.download(&stream).unwrap());
    let name = std::any::type_name::<T>();
    for (k, tile) in tiles.iter().enumerate() {
        let found: Vec<f64> = y[k * M * N..][..M * N].iter().map(|x| x.to_f64()).collect();
        let wanted: Vec<f64> = tile.concat().into_iter().map(|x| x.to_f64()).collect();
        assert_eq!(found, wanted, "{device}, {name} {M}x{N}, tile {k}");
    }
    for (k, tile) in orders.iter().enumerate() {
        assert_eq!(places[k * M * N..][..M * N], tile.concat(), "{device}, {name} {M}x{N}, places {k}");
    }
}

#[test]
fn every_type_of_numbers_has_what_numbers_have() {
    for device in devices() {
        check_numbers::<f32, 5, 7, 35, 5>(&device);
        check_numbers::<f64, 8, 8, 64, 6>(&device);
        check_numbers::<f16, 4, 8, 32, 6>(&device);
        check_numbers::<bf16, 3, 6, 18, 4>(&device);
        check_numbers::<f8e4m3, 4, 8, 32, 6>(&device);
        check_numbers::<f8e5m2, 2, 6, 12, 4>(&device);
        check_numbers::<i8, 4, 8, 32, 6>(&device);
        check_numbers::<u8, 4, 8, 32, 6>(&device);
        check_numbers::<i16, 5, 7, 35, 5>(&device);
        check_numbers::<u16, 5, 7, 35, 5>(&device);
        check_numbers::<i32, 10, 100, 1000, 98>(&device);
        check_numbers::<u32, 5, 7, 35, 5>(&device);
        check_numbers::<i64, 5, 7, 35, 5>(&device);
        check_numbers::<u64, 4, 8, 32, 6>(&device);
        check_numbers::<isize, 4, 8, 32, 6>(&device);
        check_numbers::<usize, 5, 7, 35, 5>(&device);
    }
}

/// Tiles of `bool` in memory and in shapes.
#[kernel(tile)]
pub(crate) fn masks(x: &Tensor2<bool>, y: &mut Tensor3<bool>, z: &mut Tensor1<bool>) {
    let mask = x.load_or::<5, 8>(0, 0, true);
    y.store(0, 0, 0, !mask);
    y.store(1, 0, 0, mask.transpose().reshape::<5, 8>());
    y.store(2, 0, 0, mask.slice::<1, 3>(2).cat::<1, 8>(mask.slice::<1, 5>(0)));
    y.store(3, 0, 0, mask.gather::<0, 5>(Col::<u32, 5>::full(4) - Col::iota()));
    y.store(4, 0, 0, mask.flip::<0>());
    y.store(5, 0, 0, mask.scan::<1>(|a, b| a & b));
    y.store(6, 0, 0, mask.eq(true) & mask.ne(mask.all::<0>()));
    y.store(7, 0, 0, mask.cast::<u8>().sum_axis::<1>().gt(4).broadcast::<8>());
    y.store(8, 0, 0, mask.apply(|one| !one));
    y.store(9, 0, 0, mask.select(Tile2::<bool, 5, 8>::full(false), mask.any::<1>()));
    let mut all = mask;
    all &= mask.any::<1>();
    all ^= true;
    all |= mask.all::<0>();
    y.store(10, 0, 0, all);
    let line = mask.flatten::<40>();
    let (least, most) = (line.all::<0>(), line.any::<0>());
    z.store(0, x.gather(Tile1::<usize, 4>::iota(), 1usize) | least | !most);
}

#[test]
fn tiles_of_bool_have_shapes_too() {
    let (rows, columns) = (4, 7);
    let values: Vec<bool> = (0..rows * columns).map(|i| i * 7919 % 3 > 0).collect();
    let x: Vec<Vec<bool>> = (0..5)
        .map(|i| (0..8).map(|j| i >= rows || j >= columns || values[i * columns + j]).collect())
        .collect();
    let flat = x.concat();
    let all_of = |j: usize| (0..5).all(|i| x[i][j]);
    let any_of = |i: usize| x[i].iter().any(|one| *one);
    for device in devices() {
        let stream = device.stream();
        let input = Tensor2::from_slice(&stream, &values, [rows, columns]).unwrap();
        let mut y = Tensor3::zeros(&stream, [11, 5, 8]).unwrap();
        let mut z = Tensor1::zeros(&stream, 4).unwrap();
        masks(&input, &mut y, &mut z).tiles(1).launch(&stream).unwrap();
        let y = y.download(&stream).unwrap();
        for (i, j) in (0..5).flat_map(|i| (0..8).map(move |j| (i, j))) {
            let wanted = [
                !x[i][j],
                x[(i * 8 + j) % 5][(i * 8 + j) / 5],
                x[i][if j < 3 { j + 2 } else { j - 3 }],
                x[4 - i][j],
                x[4 - i][j],
                x[i][..=j].iter().all(|one| *one),
                x[i][j] && x[i][j] != all_of(j),
                x[i].iter().filter(|one| **one).count() > 4,
                !x[i][j],
                !x[i][j] && any_of(i),
                !(x[i][j] && any_of(i)) || all_of(j),
            ];
            let found: Vec<bool> = (0..11).map(|k| y[(k * 5 + i) * 8 + j]).collect();
            assert_eq!(found, wanted, "{device}, {i}, {j}");
        }
        let (least, most) = (flat.iter().all(|one| *one), flat.iter().any(|one| *one));
        let wanted: Vec<bool> = (0..4).map(|i| values[i * columns + 1] | least | !most).collect();
        assert_eq!(z.download(&stream).unwrap(), wanted, "{device}");
    }
}

const TURNS: usize = 3;

/// Something with tiles in it.
#[device]
trait Step {
    const BY: f32;
    fn step(&self, x: Tile1<f32, 20>) -> Tile1<f32, 20>;
}

#[derive(Clone, Copy, KernelType)]
struct Shift(f32);

#[device]
impl Step for Shift {
    const BY: f32 = 0.5;
    fn step(&self, x: Tile1<f32, 20>) -> Tile1<f32, 20> {
        x * Self::BY + self.0
    }
}

/// A device function with early returns.
#[device]
fn parted(x: Tile1<f32, 20>, at: i32) -> Tile1<f32, 20> {
    if at < 0 {
        return x;
    }
    let most = x.max_all();
    match at {
        0 => return -x,
        1 | 2 if most > 3.0 => x - most,
        3..=5 => {
            let (half, rest) = x.split::<0, 10, 10>();
            rest.cat::<0, 20>(half)
        }
        _ => x.sort::<0>(),
    }
}

/// Two numbers of a tile.
#[device]
fn told(x: Tile1<f32, 20>, at: i32) -> (f32, bool) {
    match (at, x.max_all()) {
        (..0, _) => (0.0, false),
        (0, most) => (most, true),
        (1 | 2, most) if most > 3.0 => (most, true),
        (3..=5, _) => (x.sum_all(), false),
        _ => (-1.0, false),
    }
}

/// Branches, loops and matches steered by scalars, with tiles in all of them.
#[kernel(tile)]
pub(crate) fn steered(kind: i32, flag: bool, shift: Shift, x: &Tensor1<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    if i >= x.len().div_ceil(20) {
        return;
    }
    let x = x.load::<20>(i);
    let parted: Tile1<f32, 20> = parted(x, kind - 2);
    let (number, _) = told(x, kind - 2);
    y.store(i, 0, parted.to_row().broadcast::<1>());
    let mut sum = Tile1::<f32, 20>::zeros();
    'outer: for k in (0..TURNS).rev() {
        for j in (k..10).step_by(4) {
            if j == 6 {
                continue 'outer;
            }
            if sum.sum_all() > 100.0 {
                break 'outer;
            }
            sum += x * (j as f32) + number;
        }
    }
    y.store(i, 1, sum.to_row().broadcast::<1>());
    let mut turns = 0;
    let found = loop {
        turns += 1;
        sum = sum * 0.5;
        if sum.abs().max_all() < 1.0 || turns == 4 {
            break sum + turns as f32;
        }
    };
    y.store(i, 2, found.to_row().broadcast::<1>());
    let by = match (flag, kind) {
        (true, n @ 0..=3) => x * n as f32,
        (true, _) => x,
        (false, n) if n % 2 == 0 => shift.step(x),
        (false, _) => {
            let (a, b) = (x.max(0.0), x.min(0.0));
            a - b
        }
    };
    let mut rest = if flag { by } else { by + 1.0 };
    let mut k = 0u8;
    while k < 2 {
        rest = shift.step(rest);
        k += 1;
    }
    let twice = |t: Tile1<f32, 20>| t * 2.0 + number;
    let last: Tile1<f32, 20> = twice(rest);
    y.store(i, 3, last.to_row().broadcast::<1>());
}

#[test]
fn scalars_steer_tiles_through_every_statement() {
    let values: Vec<f32> = (0..57).map(|i| (i * 31 % 17) as f32 * 0.5 - 3.0).collect();
    let shift = Shift(0.25);
    for device in devices() {
        let stream = device.stream();
        let x = Tensor1::from_slice(&stream, &values).unwrap();
        for (kind, flag) in (0..9).flat_map(|kind| [(kind, false), (kind, true)]) {
            let mut y = Tensor2::zeros(&stream, [4, 80]).unwrap();
            steered(kind, flag, shift, &x, &mut y).tiles(4).launch(&stream).unwrap();
            let y = y.download(&stream).unwrap();
            for i in 0..3 {
                let line: Vec<f32> =
                    (0..20).map(|k| values.get(i * 20 + k).copied().unwrap_or(0.0)).collect();
                let wanted = plain(&line, kind, flag, shift);
                for (row, wanted) in wanted.iter().enumerate() {
                    let found = &y[i * 80 + row * 20..][..20];
                    for (found, wanted) in found.iter().zip(wanted) {
                        let near = (found - wanted).abs() <= 1e-4 * wanted.abs().max(1.0);
                        assert!(near, "{device}, {kind}, {flag}, tile {i}, row {row}: {found}, {wanted}");
                    }
                }
            }
        }
    }
}

fn plain(x: &[f32], kind: i32, flag: bool, shift: Shift) -> [Vec<f32>; 4] {
    let each = |x: &[f32], f: &dyn Fn(f32) -> f32| x.iter().map(|x| f(*x)).collect::<Vec<f32>>();
    let most = x.iter().copied().fold(f32::MIN, f32::max);
    let (parted, number) = match kind - 2 {
        ..0 => (x.to_vec(), 0.0),
        0 => (each(x, &|x| -x), most),
        1 | 2 if most > 3.0 => (each(x, &|x| x - most), most),
        3..=5 => ([&x[10..], &x[..10]].concat(), x.iter().sum()),
        _ => {
            let mut x = x.to_vec();
            x.sort_by(f32::total_cmp);
            (x, -1.0)
        }
    };
    let mut sum = vec![0.0; 20];
    'outer: for k in (0..TURNS).rev() {
        for j in (k..10).step_by(4) {
            if j == 6 {
                continue 'outer;
            }
            if sum.iter().sum::<f32>() > 100.0 {
                break 'outer;
            }
            sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += x * j as f32 + number);
        }
    }
    let first = sum.clone();
    let mut turns = 0;
    let found = loop {
        turns += 1;
        sum = each(&sum, &|x| x * 0.5);
        if sum.iter().all(|x| x.abs() < 1.0) || turns == 4 {
            break each(&sum, &|x| x + turns as f32);
        }
    };
    let by = match (flag, kind) {
        (true, n @ 0..=3) => each(x, &|x| x * n as f32),
        (true, _) => x.to_vec(),
        (false, n) if n % 2 == 0 => each(x, &|x| x * 0.5 + shift.0),
        (false, _) => each(x, &|x| x.abs()),
    };
    let rest = each(&by, &|x| ((if flag { x } else { x + 1.0 }) * 0.5 + shift.0) * 0.5 + shift.0);
    [parted, first, found, each(&rest, &|x| x * 2.0 + number)]
}

/// Tiles of one type cast to each other one.
#[kernel(tile)]
pub(crate) fn casts<T: Num>(
    x: &Tensor1<T>,
    singles: &mut Tensor1<f32>,
    doubles: &mut Tensor1<f64>,
    halves: &mut Tensor1<f16>,
    brains: &mut Tensor1<bf16>,
    quarters: &mut Tensor1<f8e4m3>,
    wide_quarters: &mut Tensor1<f8e5m2>,
    signed: &mut Tensor2<i64>,
    unsigned: &mut Tensor2<u64>,
) {
    let i = tile_id(0);
    let x = x.load::<16>(i);
    singles.store(i, x.cast::<f32>());
    doubles.store(i, x.cast::<f64>());
    halves.store(i, x.cast::<f16>());
    brains.store(i, x.cast::<bf16>());
    quarters.store(i, x.cast::<f8e4m3>());
    wide_quarters.store(i, x.cast::<f8e5m2>());
    signed.store(0, i, x.cast::<i8>().cast::<i64>().reshape::<1, 16>());
    signed.store(1, i, x.cast::<i16>().cast::<i64>().reshape::<1, 16>());
    signed.store(2, i, x.cast::<i32>().cast::<i64>().reshape::<1, 16>());
    signed.store(3, i, x.cast::<i64>().reshape::<1, 16>());
    signed.store(4, i, x.cast::<isize>().cast::<i64>().reshape::<1, 16>());
    unsigned.store(0, i, x.cast::<u8>().cast::<u64>().reshape::<1, 16>());
    unsigned.store(1, i, x.cast::<u16>().cast::<u64>().reshape::<1, 16>());
    unsigned.store(2, i, x.cast::<u32>().cast::<u64>().reshape::<1, 16>());
    unsigned.store(3, i, x.cast::<u64>().reshape::<1, 16>());
    unsigned.store(4, i, x.cast::<usize>().cast::<u64>().reshape::<1, 16>());
}

/// A number as Rust's `as` has it: floats go to integers toward zero and stop at their ends, integers keep low bits.
#[derive(Clone, Copy)]
enum Number {
    Float(f64),
    Int(i128),
}

fn check_casts<T: Num>(device: &Device, values: &[T], number: impl Fn(T) -> Number) {
    let stream = device.stream();
    let len = values.len();
    let x = Tensor1::from_slice(&stream, values).unwrap();
    let (mut singles, mut doubles) =
        (Tensor1::zeros(&stream, len).unwrap(), Tensor1::zeros(&stream, len).unwrap());
    let (mut halves, mut brains) =
        (Tensor1::<f16>::zeros(&stream, len).unwrap(), Tensor1::<bf16>::zeros(&stream, len).unwrap());
    let (mut quarters, mut wide_quarters) =
        (Tensor1::<f8e4m3>::zeros(&stream, len).unwrap(), Tensor1::<f8e5m2>::zeros(&stream, len).unwrap());
    let mut signed = Tensor2::zeros(&stream, [5, len]).unwrap();
    let mut unsigned = Tensor2::zeros(&stream, [5, len]).unwrap();
    casts::<T>(
        &x,
        &mut singles,
        &mut doubles,
        &mut halves,
        &mut brains,
        &mut quarters,
        &mut wide_quarters,
        &mut signed,
        &mut unsigned,
    )
    .tiles(1)
    .launch(&stream)
    .unwrap();
    let signed = signed.download(&stream).unwrap();
    let unsigned = unsigned.download(&stream).unwrap();
    let singles = singles.download(&stream).unwrap();
    let doubles = doubles.download(&stream).unwrap();
    let narrow: Vec<[f32; 4]> = {
        let halves = halves.download(&stream).unwrap();
        let brains = brains.download(&stream).unwrap();
        let quarters = quarters.download(&stream).unwrap();
        let wide_quarters = wide_quarters.download(&stream).unwrap();
        let all = |i: usize| {
            [halves[i].to_f32(), brains[i].to_f32(), quarters[i].to_f32(), wide_quarters[i].to_f32()]
        };
        (0..len).map(all).collect()
    };
    for (i, value) in values.iter().enumerate() {
        let what = format!("{device}, {value:?} of {}", std::any::type_name::<T>());
        let (single, double) = match number(*value) {
            Number::Float(x) => (x as f32, x),
            Number::Int(x) => (x as f32, x as f64),
        };
        assert_eq!((singles[i], doubles[i]), (single, double), "{what}");
        let wide = [
            f16::from_f64(double).to_f32(),
            bf16::from_f64(double).to_f32(),
            f8e4m3::from_f64(double).to_f32(),
            f8e5m2::from_f64(double).to_f32(),
        ];
        assert_eq!(narrow[i], wide, "{what}");
        macro_rules! ints {
            ($found:ident: $($row:literal $ty:ty),*) => {$(
                let wanted = match number(*value) {
                    Number::Float(x) => x as $ty,
                    Number::Int(x) => x as $ty,
                };
                assert_eq!($found[$row * len + i] as $ty, wanted, "{what} as {}", stringify!($ty));
            )*};
        }
        ints!(signed: 0 i8, 1 i16, 2 i32, 3 i64, 4 isize);
        ints!(unsigned: 0 u8, 1 u16, 2 u32, 3 u64, 4 usize);
    }
}

#[test]
fn every_type_is_cast_to_every_other() {
    for device in devices() {
        macro_rules! ints {
            ($($ty:ident)*) => {$({
                let middle = [0, 1, 2, 7, 100, 127];
                let values: Vec<$ty> = middle.into_iter().chain([$ty::MIN, $ty::MAX, $ty::MAX / 3]).collect();
                check_casts::<$ty>(&device, &values, |x| Number::Int(x as i128));
            })*};
        }
        ints!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize);
        let floats = [0.0, 1.0, -1.0, 0.75, 2.5, -3.5, 100.0, 240.0, -448.0, 1e3, -4e4, 6e4, 3e9, -1e19];
        macro_rules! floats {
            ($($ty:ident $least:literal $most:literal)*) => {$({
                let values = floats.into_iter().filter(|x| ($least..=$most).contains(x));
                let values: Vec<$ty> = values.map(<$ty as Num>::from_f64).collect();
                check_casts::<$ty>(&device, &values, |x| Number::Float(Num::to_f64(x)));
            })*};
        }
        floats!(f32 -1e30 1e30 f64 -1e30 1e30 f16 -7e4 7e4 bf16 -1e30 1e30 f8e4m3 -448.0 448.0 f8e5m2 -5e4 5e4);
    }
}

/// The functions of floats.
#[kernel(tile)]
pub(crate) fn floats<T: Float>(x: &Tensor2<T>, y: &mut Tensor3<T>) {
    let i = tile_id(0);
    let x = x.load_or::<4, 50>(i, 0, T::ONE);
    y.store(0, i, 0, x.exp());
    y.store(1, i, 0, x.exp2());
    y.store(2, i, 0, x.ln() + x.log2() + x.log10());
    y.store(3, i, 0, x.sqrt());
    y.store(4, i, 0, x.rsqrt());
    y.store(5, i, 0, x.tanh());
    y.store(6, i, 0, x.erf());
    y.store(7, i, 0, x.sin() + x.cos());
    y.store(8, i, 0, x.powf(x));
    y.store(9, i, 0, (-x).abs());
    y.store(10, i, 0, x.clamp(T::from_f32(0.5), T::from_f32(2.0)));
    y.store(11, i, 0, x.mul_add(x, x));
    y.store(12, i, 0, x.floor() + x.ceil());
    y.store(13, i, 0, x / x.max_axis::<1>() - x.sum_axis::<1>() * T::ZERO);
    y.store(14, i, 0, x.apply(|x| if x > T::ONE { x.sqrt() } else { x * x }));
    y.store(15, i, 0, x.recip() + x.cbrt());
}

fn check_floats<T: Float>(device: &Device, tolerance: f64) {
    let stream = device.stream();
    let values: Vec<T> = (0..3 * 49).map(|i| T::from_f64(0.125 + f64::from(i % 23) * 0.125)).collect();
    let x = Tensor2::from_slice(&stream, &values, [3, 49]).unwrap();
    let mut y = Tensor3::zeros(&stream, [16, 3, 49]).unwrap();
    floats::<T>(&x, &mut y).tiles(1).launch(&stream).unwrap();
    let y = y.download(&stream).unwrap();
    for (at, value) in values.iter().enumerate() {
        let v = value.to_f64();
        let row = &values[at / 49 * 49..][..49];
        let most = row.iter().map(|x| x.to_f64()).fold(1.0, f64::max);
        let wanted = [
            v.exp(),
            v.exp2(),
            v.ln() + v.log2() + v.log10(),
            v.sqrt(),
            1.0 / v.sqrt(),
            v.tanh(),
            erf(v),
            v.sin() + v.cos(),
            v.powf(v),
            v,
            v.clamp(0.5, 2.0),
            v * v + v,
            v.floor() + v.ceil(),
            v / most,
            if v > 1.0 { v.sqrt() } else { v * v },
            1.0 / v + v.cbrt(),
        ];
        for (which, wanted) in wanted.into_iter().enumerate() {
            let found = y[which * values.len() + at].to_f64();
            let near = (found - wanted).abs() <= tolerance * wanted.abs().max(1.0);
            assert!(
                near,
                "{device}, {}: {which} of {v} is {found}, not {wanted}",
                std::any::type_name::<T>()
            );
        }
    }
}

/// By its series, for arguments below 3.
fn erf(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for n in 1..80 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

#[test]
fn every_float_has_the_functions_of_floats() {
    for device in devices() {
        check_floats::<f64>(&device, 1e-12);
        check_floats::<f32>(&device, 1e-5);
        check_floats::<f16>(&device, 5e-3);
        check_floats::<bf16>(&device, 4e-2);
    }
}
