//! Arrays in order.

use kiln::kernels::{self, SortKey};
use kiln::prelude::*;
use kiln::{TensorView1, TensorView2, TensorViewMut1};

use super::{Random, shapes};

/// Lengths around the borders of warps and parts, and several parts.
const LENGTHS: [[usize; 2]; 4] = [[1, 1], [1, 33], [1, 511], [1, 4096 + 1000]];

/// Sorts numbers that `make` makes, both ways and with places.
fn sorted<T: SortKey>(
    stream: &Stream,
    len: usize,
    make: impl FnMut() -> T,
    order: impl Fn(&T, &T) -> std::cmp::Ordering,
) -> kiln::Result<()> {
    let bits = |x: &[T]| x.iter().map(|x| x.to_word()).collect::<Vec<_>>();
    let x: Vec<T> = std::iter::repeat_with(make).take(len).collect();
    let device_x = Tensor1::from_slice(stream, &x)?;
    let mut y = Tensor1::zeros(stream, len)?;
    let mut expected: Vec<(usize, T)> = x.iter().copied().enumerate().collect();
    expected.sort_by(|a, b| order(&a.1, &b.1));
    let (places, mut expected): (Vec<usize>, Vec<T>) = expected.into_iter().unzip();
    kernels::sort(stream, &device_x, &mut y)?;
    assert_eq!(bits(&y.download(stream)?), bits(&expected));
    let mut found = stream.alloc_zeroed::<u32>(len)?;
    let mut z = Tensor1::zeros(stream, len)?;
    kernels::sort_with_indices(stream, &device_x, &mut z, &mut found)?;
    assert_eq!(bits(&z.download(stream)?), bits(&expected));
    assert!(stream.download(&found)?.iter().zip(&places).all(|(a, b)| *a as usize == *b), "places");
    kernels::sort_descending(stream, &device_x, &mut y)?;
    expected.reverse();
    assert_eq!(bits(&y.download(stream)?), bits(&expected));
    Ok(())
}

pub fn sort_of_floats(stream: &Stream, random: &mut Random, [m, n]: [usize; 2]) -> kiln::Result<()> {
    let special =
        [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, f32::MIN_POSITIVE, 1e-45];
    let make = || match random.below(20) {
        0 => special[random.below(special.len())],
        _ => f32::from_bits(random.below(1 << 32) as u32 & !(1 << 30)),
    };
    sorted(stream, m * n, make, f32::total_cmp)
}

/// Many are equal.
pub fn sort_of_integers(stream: &Stream, random: &mut Random, [m, n]: [usize; 2]) -> kiln::Result<()> {
    sorted(stream, m * n, || random.below(300) as i32 - 150, Ord::cmp)
}

#[test]
fn floats_are_sorted_by_total_cmp() {
    shapes(&LENGTHS, sort_of_floats);
}

#[test]
fn integers_are_sorted_with_many_equal_ones() {
    shapes(&LENGTHS, sort_of_integers);
}

#[test]
fn views_with_steps_are_sorted() {
    shapes(&[[1, 5000]], |stream, random, [_, n]| {
        let data: Vec<u32> = (0..3 * n).map(|_| random.below(1 << 32) as u32).collect();
        let memory = stream.upload(&data)?;
        let mut result = stream.alloc_zeroed::<u32>(2 * n)?;
        kernels::sort(
            stream,
            TensorView1::from_strided(&memory, n, 3)?,
            TensorViewMut1::from_strided(&mut result, n, 2)?,
        )?;
        let mut expected: Vec<u32> = data.iter().copied().step_by(3).collect();
        expected.sort_unstable();
        let result = stream.download(&result)?;
        assert!(result.chunks(2).zip(expected).all(|(found, expected)| found == [expected, 0]));
        Ok(())
    });
}

#[test]
fn nothing_is_in_order_and_other_lengths_are_refused() {
    let stream = Device::cpu().stream();
    let x = Tensor1::<f32>::zeros(&stream, 0).unwrap();
    kernels::sort(&stream, &x, &mut Tensor1::zeros(&stream, 0).unwrap()).unwrap();
    let message =
        kernels::sort(&stream, &x, &mut Tensor1::zeros(&stream, 2).unwrap()).unwrap_err().to_string();
    assert_eq!(message, "kernel `sort`, parameter `y`: its extents are [2], and should be [0]");
    let mut places = stream.alloc_zeroed::<u32>(2).unwrap();
    let mut y = Tensor1::zeros(&stream, 0).unwrap();
    let message = kernels::sort_with_indices(&stream, &x, &mut y, &mut places).unwrap_err().to_string();
    assert_eq!(message, "kernel `sort`, parameter `places`: its extents are [2], and should be [0]");
    let one = stream.alloc_zeroed::<f32>(1).unwrap();
    let long = TensorView1::from_strided(&one, 1 << 30, 0).unwrap();
    let mut none = Tensor1::zeros(&stream, 0).unwrap();
    assert!(kernels::sort(&stream, long, &mut none).is_err());
}

/// The greatest elements of rows, of which many are equal.
fn top<T: Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    [rows, columns]: [usize; 2],
    count: usize,
) -> kiln::Result<()> {
    // Rows without NaN, and rows with some or many.
    let nan = [0, 0, 3, 40][random.below(4)];
    let make = |random: &mut Random| match random.below(50) {
        nans if nans < nan => T::NAN,
        0..5 => T::NEG_INFINITY,
        _ => T::from_f64(random.below(100) as f64 / 4.0 - 10.0),
    };
    let x: Vec<T> = (0..rows * columns).map(|_| make(random)).collect();
    let device_x = Tensor2::from_slice(stream, &x, [rows, columns])?;
    let mut values = Tensor2::<T>::zeros(stream, [rows, count])?;
    let mut places = Tensor2::<u32>::zeros(stream, [rows, count])?;
    kernels::topk(stream, &device_x, &mut values, &mut places)?;
    let (values, places) = (values.download(stream)?, places.download(stream)?);
    for (row, data) in x.chunks(columns).enumerate() {
        let mut order: Vec<usize> = (0..columns).collect();
        let rank = |at: usize| (data[at].into().is_nan(), data[at].into());
        order.sort_by(|a, b| rank(*b).partial_cmp(&rank(*a)).unwrap_or(std::cmp::Ordering::Equal));
        for (i, place) in order.iter().take(count).enumerate() {
            let at = row * count + i;
            assert_eq!(places[at] as usize, *place, "{count} of row {row}, number {i}");
            let (got, wanted) = (values[at].into(), data[*place].into());
            assert!(
                got == wanted || got.is_nan() && wanted.is_nan(),
                "{count} of row {row}, number {i}: {got}"
            );
        }
    }
    Ok(())
}

pub fn topk(stream: &Stream, random: &mut Random, extents: [usize; 2]) -> kiln::Result<()> {
    let count = 1 + random.below(extents[1].min(130));
    top::<f32>(stream, random, extents, count)
}

#[test]
fn greatest_elements_of_rows() {
    for count in [5, 30] {
        shapes(&[[1, 1], [19, 7], [9, 128], [3, 129]], |stream, random, extents| {
            top::<f32>(stream, random, extents, count.min(extents[1]))
        });
    }
    // A warp a row: full ones, and lanes that have fewer words than others or none.
    for (rows, columns) in [(9, 1024), (5, 1023), (4, 129), (2, 500), (1, 33), (6, 32), (3, 12)] {
        for count in [9, 10, 32] {
            shapes(&[[rows, columns]], |stream, random, extents| {
                top::<f32>(stream, random, extents, count.min(columns))?;
                top::<bf16>(stream, random, extents, count.min(columns))
            });
        }
    }
    shapes(&[[1, 1030]], |stream, random, extents| top::<bf16>(stream, random, extents, 200));
    // In two rounds, and in three.
    shapes(&[[2, 9300]], |stream, random, extents| top::<f32>(stream, random, extents, 100));
    shapes(&[[1, 70_000]], |stream, random, extents| top::<f32>(stream, random, extents, 1000));
    shapes(&[[3, 2500]], |stream, random, extents| top::<f16>(stream, random, extents, 33));
    // Words of 32 bits have no room for them.
    shapes(&[[2, 1030]], |stream, random, extents| top::<f64>(stream, random, extents, 40));
}

/// Elements that are hard to tell apart: all equal, equal but for a few, zeros of both signs, infinities; ascending
/// ones.
#[test]
fn greatest_of_equal_elements_are_the_first() {
    let special = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE, 1e-45];
    let rows: [&dyn Fn(usize) -> f32; 6] = [
        &|_| 1.5,
        &|i| if i % 3 == 1 { 0.0 } else { -0.0 },
        &|i| if i % 1000 == 7 { 2.0 } else { -0.0 },
        &|i| special[i * 7919 % 6],
        &|i| i as f32,
        &|_| f32::NEG_INFINITY,
    ];
    for columns in [100, 700, 1024, 2049, 8192, 9000] {
        let x: Vec<f32> = rows.iter().flat_map(|row| (0..columns).map(row)).collect();
        for device in [Device::cpu(), Device::emulated((9, 0))].into_iter().chain(super::gpu()) {
            let stream = device.stream();
            let device_x = Tensor2::from_slice(&stream, &x, [rows.len(), columns]).unwrap();
            for count in [5, 9, 31, 700].into_iter().filter(|count| *count <= columns) {
                let mut values = Tensor2::<f32>::zeros(&stream, [rows.len(), count]).unwrap();
                let mut places = Tensor2::<u32>::zeros(&stream, [rows.len(), count]).unwrap();
                kernels::topk(&stream, &device_x, &mut values, &mut places).unwrap();
                let (values, places) = (values.download(&stream).unwrap(), places.download(&stream).unwrap());
                for (row, data) in x.chunks(columns).enumerate() {
                    let mut order: Vec<usize> = (0..columns).collect();
                    order.sort_by(|a, b| data[*b].partial_cmp(&data[*a]).unwrap());
                    for (i, place) in order.into_iter().take(count).enumerate() {
                        let at = row * count + i;
                        assert_eq!(places[at] as usize, place, "{device}: {count} of row {row}, number {i}");
                        assert_eq!(
                            values[at].to_bits(),
                            data[place].to_bits(),
                            "{device}: number {i} of row {row}"
                        );
                    }
                }
            }
        }
    }
}

/// Views of all sorts: columns of a matrix as rows, every second column.
#[test]
fn greatest_elements_of_views() {
    shapes(&[[3, 2100]], |stream, random, [rows, columns]| {
        let data = random.floats::<f32>(2 * rows * columns, 0.0);
        let memory = stream.upload(&data)?;
        let x = TensorView2::from_strided(&memory, [rows, columns], [2, 2 * rows])?;
        let (mut values, mut places) =
            (Tensor2::zeros(stream, [10, rows])?, Tensor2::zeros(stream, [10, 2 * rows])?);
        kernels::topk(stream, x, values.view_mut().t(), places.view_mut().slice_into(.., rows..)?.t())?;
        let (values, places) = (values.download(stream)?, places.download(stream)?);
        for row in 0..rows {
            let of = |column: usize| data[column * 2 * rows + 2 * row];
            let mut order: Vec<usize> = (0..columns).collect();
            order.sort_by(|a, b| of(*b).total_cmp(&of(*a)));
            for (i, place) in order.into_iter().take(10).enumerate() {
                assert_eq!(places[i * 2 * rows + rows + row] as usize, place);
                assert_eq!(places[i * 2 * rows + row], 0);
                assert_eq!(values[i * rows + row], of(place));
            }
        }
        Ok(())
    });
}

#[test]
fn no_more_than_there_are_or_1024() {
    let stream = Device::cpu().stream();
    let x = Tensor2::<f32>::zeros(&stream, [1, 3]).unwrap();
    let (mut values, mut places) =
        (Tensor2::zeros(&stream, [1, 4]).unwrap(), Tensor2::zeros(&stream, [1, 4]).unwrap());
    let message = kernels::topk(&stream, &x, &mut values, &mut places).unwrap_err().to_string();
    assert!(
        message.contains("`values`: it has 4 columns, and `x` has 3, of which at most 1024"),
        "{message}"
    );
}
