//! What tiles do along an axis, against plain loops: over extents that are no powers of two, on the CPU as tile IR
//! and as lowered code of several GPUs, and on a GPU.

use kiln::prelude::*;

use crate::tiles::devices;

/// Numbers that look random and repeat now and then.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 20) as f32 % 101.0 - 50.0).collect()
}

fn columns<const M: usize, const N: usize>(x: &[f32]) -> Vec<Vec<f32>> {
    (0..N).map(|j| (0..M).map(|i| x[i * N + j]).collect()).collect()
}

fn rows<const N: usize>(x: &[f32]) -> Vec<Vec<f32>> {
    x.chunks(N).map(<[f32]>::to_vec).collect()
}

/// Lines as the columns of a matrix.
fn across(lines: &[Vec<f32>]) -> Vec<f32> {
    (0..lines[0].len()).flat_map(|i| lines.iter().map(move |line| line[i])).collect()
}

fn down(lines: &[Vec<f32>]) -> Vec<f32> {
    lines.concat()
}

fn prefixes(line: &[f32], f: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    let mut all = line[0];
    let mut out = vec![all];
    for x in &line[1..] {
        all = f(all, *x);
        out.push(all);
    }
    out
}

fn sorted(line: &[f32]) -> Vec<f32> {
    let mut line = line.to_vec();
    line.sort_by(f32::total_cmp);
    line
}

/// The places in ascending order of the elements, the first of equal ones first.
fn order(line: &[f32], descending: bool) -> Vec<f32> {
    let mut places: Vec<usize> = (0..line.len()).collect();
    places.sort_by(
        |a, b| if descending { line[*b].total_cmp(&line[*a]) } else { line[*a].total_cmp(&line[*b]) },
    );
    places.into_iter().map(|place| place as f32).collect()
}

#[kernel(tile)]
pub(crate) fn scans<const M: usize, const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let x = x.load::<M, N>(tile_id(0), 0);
    y.store(0, 0, x.cumsum::<1>());
    y.store(1, 0, x.cumsum::<0>());
    y.store(2, 0, x.cummax::<1>());
    y.store(3, 0, x.cummin::<0>());
    // Neither is commutative: of both the second, and a polynomial's next step.
    y.store(4, 0, x.scan::<1>(|_, b| b));
    y.store(5, 0, x.flip::<0>());
    y.store(6, 0, x.flip::<1>());
}

fn scans_of<const M: usize, const N: usize>(device: &Device) {
    let stream = device.stream();
    let values = numbers(M * N);
    let x = Tensor2::from_slice(&stream, &values, [M, N]).unwrap();
    let mut y = Tensor2::<f32>::zeros(&stream, [7 * M, N]).unwrap();
    scans::<M, N>(&x, &mut y).tiles(1).launch(&stream).unwrap();
    let got = y.download(&stream).unwrap();
    let of_rows =
        |f: &dyn Fn(&[f32]) -> Vec<f32>| down(&rows::<N>(&values).iter().map(|r| f(r)).collect::<Vec<_>>());
    let of_columns = |f: &dyn Fn(&[f32]) -> Vec<f32>| {
        across(&columns::<M, N>(&values).iter().map(|c| f(c)).collect::<Vec<_>>())
    };
    let reversed = |line: &[f32]| line.iter().rev().copied().collect::<Vec<_>>();
    // Whole numbers of this size are added without rounding.
    let wanted = [
        of_rows(&|row| prefixes(row, |a, b| a + b)),
        of_columns(&|column| prefixes(column, |a, b| a + b)),
        of_rows(&|row| prefixes(row, f32::max)),
        of_columns(&|column| prefixes(column, f32::min)),
        values.clone(),
        of_columns(&reversed),
        of_rows(&reversed),
    ];
    for (k, wanted) in wanted.iter().enumerate() {
        assert_eq!(got[k * M * N..][..M * N], wanted[..], "{device}, {M} × {N}, number {k}");
    }
}

#[test]
fn scans_go_along_both_axes() {
    for device in devices() {
        scans_of::<1, 1>(&device);
        scans_of::<5, 12>(&device);
        scans_of::<33, 7>(&device);
        scans_of::<16, 64>(&device);
        scans_of::<3, 150>(&device);
    }
}

#[kernel(tile)]
pub(crate) fn orders<const M: usize, const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let x = x.load::<M, N>(tile_id(0), 0);
    y.store(0, 0, x.sort::<1>());
    y.store(1, 0, x.sort_descending::<0>());
    y.store(2, 0, x.argsort::<1>().cast::<f32>());
    y.store(3, 0, x.argsort_descending::<0>().cast::<f32>());
    // The elements by their places are the elements in order.
    y.store(4, 0, x.gather::<1, N>(x.argsort::<1>()));
}

fn orders_of<const M: usize, const N: usize>(device: &Device) {
    let stream = device.stream();
    let values = numbers(M * N);
    let x = Tensor2::from_slice(&stream, &values, [M, N]).unwrap();
    let mut y = Tensor2::<f32>::zeros(&stream, [5 * M, N]).unwrap();
    orders::<M, N>(&x, &mut y).tiles(1).launch(&stream).unwrap();
    let got = y.download(&stream).unwrap();
    let in_order = down(&rows::<N>(&values).iter().map(|row| sorted(row)).collect::<Vec<_>>());
    let falling = |column: &Vec<f32>| sorted(column).into_iter().rev().collect::<Vec<_>>();
    let wanted = [
        in_order.clone(),
        across(&columns::<M, N>(&values).iter().map(falling).collect::<Vec<_>>()),
        down(&rows::<N>(&values).iter().map(|row| order(row, false)).collect::<Vec<_>>()),
        across(&columns::<M, N>(&values).iter().map(|column| order(column, true)).collect::<Vec<_>>()),
        in_order,
    ];
    for (k, wanted) in wanted.iter().enumerate() {
        assert_eq!(got[k * M * N..][..M * N], wanted[..], "{device}, {M} × {N}, number {k}");
    }
}

#[test]
fn orders_go_along_both_axes() {
    for device in devices() {
        orders_of::<1, 1>(&device);
        orders_of::<5, 12>(&device);
        orders_of::<33, 7>(&device);
        orders_of::<2, 100>(&device);
    }
}

/// Reductions of rows and columns: a number for each, in one row of the result.
#[kernel(tile)]
pub(crate) fn reductions<const M: usize, const N: usize>(
    x: &Tensor2<f32>,
    by_row: &mut Tensor2<f32>,
    by_column: &mut Tensor2<f32>,
) {
    let x = x.load::<M, N>(tile_id(0), 0);
    by_row.row_mut(0).store(0, x.argmax::<1>().cast::<f32>().to_tile1());
    by_row.row_mut(1).store(0, x.argmin::<1>().cast::<f32>().to_tile1());
    by_row.row_mut(2).store(0, x.reduce::<1>(|a, _| a).to_tile1());
    by_row.row_mut(3).store(0, x.reduce::<1>(|_, b| b).to_tile1());
    by_row.row_mut(4).store(0, x.gt(48.0).any::<1>().select(1.0, 0.0).to_tile1());
    by_row.row_mut(5).store(0, x.gt(-49.0).all::<1>().select(1.0, 0.0).to_tile1());
    by_column.row_mut(0).store(0, x.argmax::<0>().cast::<f32>().to_tile1());
    by_column.row_mut(1).store(0, x.argmin::<0>().cast::<f32>().to_tile1());
    // Larger magnitudes win, and of equal ones the first.
    by_column.row_mut(2).store(0, x.reduce::<0>(|a, b| b.abs().gt(a.abs()).select(b, a)).to_tile1());
    by_column.row_mut(3).store(0, x.max(-2.0).min(2.0).product::<0>().to_tile1());
    by_column.row_mut(4).store(0, x.lt(-48.0).any::<0>().select(1.0, 0.0).to_tile1());
    by_column.row_mut(5).store(0, x.lt(49.0).all::<0>().select(1.0, 0.0).to_tile1());
}

fn reductions_of<const M: usize, const N: usize>(device: &Device) {
    let stream = device.stream();
    let values = numbers(M * N);
    let x = Tensor2::from_slice(&stream, &values, [M, N]).unwrap();
    let mut by_row = Tensor2::<f32>::zeros(&stream, [6, M]).unwrap();
    let mut by_column = Tensor2::<f32>::zeros(&stream, [6, N]).unwrap();
    reductions::<M, N>(&x, &mut by_row, &mut by_column).tiles(1).launch(&stream).unwrap();
    let first = |line: &[f32], wanted: f32| line.iter().position(|x| *x == wanted).unwrap() as f32;
    let greatest = |line: &[f32]| first(line, line.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let least = |line: &[f32]| first(line, line.iter().copied().fold(f32::INFINITY, f32::min));
    let held = |holds: bool| f32::from(u8::from(holds));
    let farthest =
        |line: &[f32]| line[1..].iter().fold(line[0], |a, b| if b.abs() > a.abs() { *b } else { a });
    let got = by_row.download(&stream).unwrap();
    for (i, row) in rows::<N>(&values).iter().enumerate() {
        let wanted = [
            greatest(row),
            least(row),
            row[0],
            row[N - 1],
            held(row.iter().any(|x| *x > 48.0)),
            held(row.iter().all(|x| *x > -49.0)),
        ];
        let got: Vec<f32> = (0..6).map(|k| got[k * M + i]).collect();
        assert_eq!(got, wanted, "{device}, row {i} of {M} × {N}");
    }
    let got = by_column.download(&stream).unwrap();
    for (j, column) in columns::<M, N>(&values).iter().enumerate() {
        let wanted = [
            greatest(column),
            least(column),
            farthest(column),
            column.iter().map(|x| x.clamp(-2.0, 2.0)).product(),
            held(column.iter().any(|x| *x < -48.0)),
            held(column.iter().all(|x| *x < 49.0)),
        ];
        let got: Vec<f32> = (0..6).map(|k| got[k * N + j]).collect();
        assert_eq!(got, wanted, "{device}, column {j} of {M} × {N}");
    }
}

#[test]
fn reductions_go_along_both_axes() {
    for device in devices() {
        reductions_of::<1, 1>(&device);
        reductions_of::<5, 12>(&device);
        reductions_of::<33, 7>(&device);
        reductions_of::<16, 64>(&device);
        reductions_of::<3, 150>(&device);
    }
}

/// Everything of one extent, of integers, which leave scalars.
#[kernel(tile)]
pub(crate) fn of_one_extent<const N: usize>(
    x: &Tensor1<i32>,
    y: &mut Tensor1<i32>,
    scalars: &mut Tensor1<i32>,
) {
    let x = x.load::<N>(tile_id(0));
    y.store(0, x.cumsum::<0>());
    y.store(1, x.sort::<0>());
    y.store(2, x.gather::<0, N>(x.argsort_descending::<0>()));
    y.store(3, x.cumprod::<0>());
    let greatest = x.argmax::<0>();
    let all = x.reduce::<0>(|a, b| a ^ b);
    let holds = if x.ne(0).all::<0>() { 1 } else { 0 };
    let number = Tile1::<i32, 4>::iota();
    let both = number.eq(0).select(
        greatest as i32,
        number.eq(1).select(all, number.eq(2).select(holds, x.argmin::<0>() as i32)),
    );
    scalars.store(0, both);
}

fn one_extent<const N: usize>(device: &Device) {
    let stream = device.stream();
    let values: Vec<i32> = numbers(N).into_iter().map(|x| x as i32).collect();
    let x = Tensor1::from_slice(&stream, &values).unwrap();
    let mut y = Tensor1::<i32>::zeros(&stream, 4 * N).unwrap();
    let mut scalars = Tensor1::<i32>::zeros(&stream, 4).unwrap();
    of_one_extent::<N>(&x, &mut y, &mut scalars).tiles(1).launch(&stream).unwrap();
    let got = y.download(&stream).unwrap();
    let sums: Vec<i32> = values
        .iter()
        .scan(0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    let products: Vec<i32> = values
        .iter()
        .scan(1i32, |all, x| {
            *all = all.wrapping_mul(*x);
            Some(*all)
        })
        .collect();
    let mut ascending = values.clone();
    ascending.sort_unstable();
    let descending: Vec<i32> = ascending.iter().rev().copied().collect();
    for (k, wanted) in [sums, ascending, descending, products].iter().enumerate() {
        assert_eq!(got[k * N..][..N], wanted[..], "{device}, {N}, number {k}");
    }
    let place = |wanted: i32| values.iter().position(|x| *x == wanted).unwrap() as i32;
    let wanted = [
        place(*values.iter().max().unwrap()),
        values.iter().fold(0, |a, b| a ^ b),
        i32::from(values.iter().all(|x| *x != 0)),
        place(*values.iter().min().unwrap()),
    ];
    assert_eq!(scalars.download(&stream).unwrap(), wanted, "{device}, {N}");
}

#[test]
fn a_tile_of_one_extent_has_one_axis() {
    for device in devices() {
        one_extent::<1>(&device);
        one_extent::<13>(&device);
        one_extent::<64>(&device);
        one_extent::<777>(&device);
    }
}

/// Parts, and parts put together; a start that only the launch knows.
#[kernel(tile)]
pub(crate) fn parts(start: u32, x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let x = x.load::<6, 10>(tile_id(0), 0);
    let left = x.slice::<1, 4>(0);
    let right = x.slice::<1, 6>(4);
    y.store(0, 0, right.cat::<1, 10>(left));
    y.store(1, 0, x.slice::<0, 2>(4).cat::<0, 6>(x.slice::<0, 4>(0)));
    // Rows that are not there are zeros.
    y.store(2, 0, x.slice::<0, 6>(start as usize));
    let last_first = Row::<u32, 10>::full(9) - Row::iota();
    y.store(3, 0, x.gather::<1, 10>(last_first));
    let from_below = Col::<i32, 6>::iota() - 1;
    y.store(4, 0, x.gather::<0, 6>(from_below));
    let diagonal = (Col::<u32, 6>::iota() + Row::<u32, 10>::zeros()) * 1 + Row::<u32, 10>::iota();
    y.store(5, 0, x.gather::<1, 10>(diagonal));
    y.store(6, 0, x.topk::<1, 10>());
    y.store(7, 0, x.topk::<0, 2>().cat::<0, 6>(x.topk::<1, 3>().slice::<1, 10>(0)));
}

#[test]
fn tiles_are_taken_apart_and_put_together() {
    for device in devices() {
        let stream = device.stream();
        let values = numbers(60);
        let x = Tensor2::from_slice(&stream, &values, [6, 10]).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, [48, 10]).unwrap();
        parts(3, &x, &mut y).tiles(1).launch(&stream).unwrap();
        let got = y.download(&stream).unwrap();
        let at = |i: usize, j: usize| if i < 6 && j < 10 { values[i * 10 + j] } else { 0.0 };
        let tops = |line: Vec<f32>| sorted(&line).into_iter().rev().collect::<Vec<_>>();
        let of_row = |i: usize| tops((0..10).map(|j| at(i, j)).collect());
        let of_column = |j: usize| tops((0..6).map(|i| at(i, j)).collect());
        for i in 0..6 {
            for j in 0..10 {
                let wanted = [
                    at(i, (j + 4) % 10),
                    at((i + 4) % 6, j),
                    at(i + 3, j),
                    at(i, 9 - j),
                    if i == 0 { 0.0 } else { at(i - 1, j) },
                    at(i, i + j),
                    of_row(i)[j],
                    match (i, j) {
                        (0 | 1, _) => of_column(j)[i],
                        (_, 0..3) => of_row(i - 2)[j],
                        _ => 0.0,
                    },
                ];
                let got: Vec<f32> = (0..8).map(|k| got[(k * 6 + i) * 10 + j]).collect();
                assert_eq!(got, wanted, "{device}, {i}, {j}");
            }
        }
    }
}

/// Tiles in two parts, and put together the other way round.
#[kernel(tile)]
pub(crate) fn splits(x: &Tensor2<f32>, y: &mut Tensor2<f32>, z: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let x = x.load::<8, 12>(i, 0);
    let (left, right) = x.split::<1, 5, 7>();
    let (up, down) = right.cat::<1, 12>(left).split::<0, 3, 5>();
    y.store(i, 0, down.cat::<0, 8>(up));
    let (first, past) = x.flatten::<96>().split::<0, 90, 10>();
    z.store(i, past.cat::<0, 16>(first));
}

#[test]
fn tiles_are_split_as_they_are_put_together() {
    for device in crate::tiles::devices() {
        let stream = device.stream();
        let x: Vec<f32> = (1..=16 * 12).map(|i| i as f32).collect();
        let device_x = Tensor2::from_slice(&stream, &x, [16, 12]).unwrap();
        let mut y = Tensor2::zeros(&stream, [16, 12]).unwrap();
        let mut z = Tensor1::zeros(&stream, 32).unwrap();
        splits(&device_x, &mut y, &mut z).tiles(2).launch(&stream).unwrap();
        let (y, z) = (y.download(&stream).unwrap(), z.download(&stream).unwrap());
        for tile in 0..2 {
            for (row, column) in (0..8).flat_map(|row| (0..12).map(move |column| (row, column))) {
                let from = tile * 96 + (row + 3) % 8 * 12 + (column + 5) % 12;
                assert_eq!(y[tile * 96 + row * 12 + column], x[from], "{device} {row}, {column}");
            }
            let flat = &x[tile * 96..][..96];
            let expected: Vec<f32> =
                flat[90..].iter().copied().chain([0.0; 4]).chain(flat[..6].to_vec()).collect();
            assert_eq!(z[tile * 16..][..16], expected, "{device}");
        }
    }
}

#[kernel(tile)]
fn with_nan<const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>, places: &mut Tensor2<u32>) {
    let at = tile_id(0);
    let x = x.load_or::<1, N>(at, 0, 0.0);
    y.store(3 * at, 0, x.sort::<1>());
    y.store(3 * at + 1, 0, x.sort_descending::<1>());
    y.store(3 * at + 2, 0, x.topk::<1, 3>().cat::<1, N>(x));
    places.store(2 * at, 0, x.argsort::<1>());
    places.store(2 * at + 1, 0, x.argsort_descending::<1>());
}

#[test]
fn nan_is_the_greatest() {
    const N: usize = 13;
    let lines: Vec<[f32; N]> = (0..40u32)
        .map(|line| {
            std::array::from_fn(|at| match (line * 31 + at as u32 * 17) * 2_654_435_761 >> 24 & 7 {
                0 | 1 => f32::NAN,
                2 => -0.0,
                3 => 0.0,
                4 => f32::INFINITY,
                5 => f32::NEG_INFINITY,
                more => (more * (at as u32 % 3)) as f32 - 4.0,
            })
        })
        .collect();
    // NaN is the greatest, and zeros are equal.
    let compare = |a: &f32, b: &f32| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()));
    let shown = |line: &[f32]| line.iter().map(|x| format!("{:?}", x + 0.0)).collect::<Vec<_>>();
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, lines.as_flattened(), [lines.len(), N]).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, [3 * lines.len(), N]).unwrap();
        let mut places = Tensor2::<u32>::zeros(&stream, [2 * lines.len(), N]).unwrap();
        with_nan::<N>(&x, &mut y, &mut places).tiles(lines.len()).launch(&stream).unwrap();
        let (got, places) = (y.download(&stream).unwrap(), places.download(&stream).unwrap());
        for (at, line) in lines.iter().enumerate() {
            let mut ascending: Vec<usize> = (0..N).collect();
            ascending.sort_by(|a, b| compare(&line[*a], &line[*b]));
            let mut descending: Vec<usize> = (0..N).collect();
            descending.sort_by(|a, b| compare(&line[*b], &line[*a]));
            let of = |order: &[usize]| order.iter().map(|place| line[*place]).collect::<Vec<_>>();
            let row = |number: usize| &got[(3 * at + number) * N..][..N];
            assert_eq!(shown(row(0)), shown(&of(&ascending)), "{device}, {line:?}");
            assert_eq!(shown(row(1)), shown(&of(&descending)), "{device}, {line:?}");
            assert_eq!(shown(&row(2)[..3]), shown(&of(&descending)[..3]), "{device}, {line:?}");
            let order = |number: usize| places[(2 * at + number) * N..][..N].iter().map(|p| *p as usize);
            assert!(order(0).eq(ascending), "{device}, {line:?}");
            assert!(order(1).eq(descending), "{device}, {line:?}");
        }
    }
}

/// The greatest elements of rows and columns, with their indices.
#[kernel(tile)]
pub(crate) fn best(x: &Tensor2<f32>, values: &mut Tensor3<f32>, indices: &mut Tensor3<u32>) {
    let x = x.load::<6, 10>(0, 0);
    let (best, at) = x.topk_with_indices::<1, 3>();
    values.store(0, 0, 0, best);
    indices.store(0, 0, 0, at);
    let both = x.topk_with_indices::<0, 3>();
    values.store(1, 0, 0, both.0.transpose());
    indices.store(1, 0, 0, both.1.transpose());
}

#[test]
fn the_greatest_elements_have_indices() {
    let values: Vec<f32> = (0..60).map(|i| (i * 7 % 11) as f32).collect();
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, &values, [6, 10]).unwrap();
        let mut best_of = Tensor3::zeros(&stream, [2, 10, 3]).unwrap();
        let mut at = Tensor3::zeros(&stream, [2, 10, 3]).unwrap();
        best(&x, &mut best_of, &mut at).tiles(1).launch(&stream).unwrap();
        let (best_of, at) = (best_of.download(&stream).unwrap(), at.download(&stream).unwrap());
        let lines = [rows::<10>(&values), columns::<6, 10>(&values)];
        for (which, lines) in lines.iter().enumerate() {
            for (i, line) in lines.iter().enumerate() {
                for (k, place) in order(line, true).into_iter().take(3).enumerate() {
                    let here = (which * 10 + i) * 3 + k;
                    assert_eq!(at[here] as f32, place, "{device}: line {i}");
                    assert_eq!(best_of[here], line[place as usize], "{device}: line {i}");
                }
            }
        }
    }
}
