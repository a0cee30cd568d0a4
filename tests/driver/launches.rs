//! What a launch asks of the driver: one call, with the arguments in one piece, whichever context is current.

use std::collections::BTreeMap;
use std::sync::Mutex;

use kiln::Error;
use kiln::prelude::*;
use kiln_fake_driver::{FakeDriver, Param};

use crate::{alone, driver, gpu, ones, scale_add};

/// A value of twelve bytes.
#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Mixed {
    a: u16,
    b: f32,
    c: u8,
}

#[kernel(target = "ptx")]
#[allow(clippy::too_many_arguments)]
fn of_all_sizes(a: u8, b: u16, c: bool, d: f64, e: u8, s: Mixed, x: &[u16], f: f32, y: &mut [u64], g: i8) {
    let i = global_id();
    if i < y.len() {
        y[i] = a as u64
            + b as u64
            + c as u64
            + d as u64
            + e as u64
            + s.a as u64
            + x[i] as u64
            + f as u64
            + g as u64;
    }
}

/// More than an argument has room for by itself.
#[kernel(target = "ptx")]
fn of_many_words(before: u8, all: [u32; 40], y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = all[i % 40] + before as u32;
    }
}

/// Of tensors that are ten parameters each.
#[kernel(tile, target = "ptx")]
fn of_many_tensors(
    a: &Tensor4<f32>,
    b: &Tensor4<f32>,
    c: &Tensor4<f32>,
    d: &Tensor4<f32>,
    e: &Tensor4<f32>,
    y: &mut Tensor4<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = a.load::<4, 4>(0, 0, i, j) + b.load::<4, 4>(0, 0, i, j) + c.load::<4, 4>(0, 0, i, j);
    sum += d.load::<4, 4>(0, 0, i, j) + e.load::<4, 4>(0, 0, i, j);
    y.store(0, 0, i, j, sum);
}

#[kernel(target = "ptx")]
fn nothing() {}

#[kernel(target = "ptx")]
fn a_byte(a: u8) {
    let _ = a;
}

/// It cannot fail, and is coarse where there are many threads.
#[kernel(target = "ptx")]
fn raised(by: u16, y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        y[i] += by as u32;
    }
}

/// It cannot fail, and says so to whoever waits.
#[kernel(target = "ptx")]
fn early(y: &mut [u32], to: u8) {
    grid::wait_for_previous();
    let i = global_id();
    if i < y.len() {
        y[i] = to as u32;
    }
}

#[kernel(target = "ptx")]
fn rows(y: &mut [u32], width: usize) {
    let (x, row) = global_id_2d();
    if x < width && row * width + x < y.len() {
        y[row * width + x] = row as u32;
    }
}

/// What the kernels were given last.
static GIVEN: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

fn noted(driver: &FakeDriver, name: &str, params: &[Param]) {
    driver.kernel(name, params, |_, params| {
        *GIVEN.lock().unwrap() = params.to_vec();
    });
}

fn calls(driver: &FakeDriver) -> BTreeMap<String, u64> {
    driver.calls().into_iter().collect()
}

/// What was called since.
fn since(driver: &FakeDriver, before: &BTreeMap<String, u64>) -> Vec<(String, u64)> {
    let more = |(call, count): (String, u64)| (call.clone(), count - before.get(&call).unwrap_or(&0));
    calls(driver).into_iter().map(more).filter(|(_, count)| *count > 0).collect()
}

#[test]
fn a_launch_is_one_call() {
    alone("launches::a_launch_is_one_call", || {
        let driver = driver();
        noted(&driver, "rows", &[Param::Write(4), Param::Value(8), Param::Value(8)]);
        let stream = gpu().stream();
        let (x, mut y, mut z) =
            (ones(&stream, 64), ones(&stream, 64), stream.alloc_zeroed::<u32>(64).unwrap());
        scale_add(1.0, &x, &mut y).threads(64).launch(&stream).unwrap();
        rows(&mut z, 8).threads([8, 8]).launch(&stream).unwrap();
        // Another library's context, of another device, and none at all.
        for context in [1, 2, 0] {
            driver.set_current(context);
            let before = calls(&driver);
            for _ in 0..10 {
                scale_add(1.0, &x, &mut y).threads(64).launch(&stream).unwrap();
                scale_add(1.0, &x, &mut y).blocks(2).block(32).launch(&stream).unwrap();
                rows(&mut z, 8).threads([8, 8]).launch(&stream).unwrap();
            }
            assert_eq!(since(&driver, &before), [("cuLaunchKernel".to_owned(), 30)]);
            assert_eq!(driver.current(), context);
        }
        assert_eq!(stream.download(&y).unwrap(), [62.0; 64]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn arguments_lie_as_the_kernel_has_them() {
    alone("launches::arguments_lie_as_the_kernel_has_them", || {
        let driver = driver();
        let [one, two, four, eight, twelve] = [1, 2, 4, 8, 12].map(Param::Value);
        let params =
            [one, two, one, eight, one, twelve, Param::Read(2), eight, four, Param::Write(8), eight, one];
        noted(&driver, "of_all_sizes", &[&params[..], &[Param::Value(16)]].concat());
        let stream = gpu().stream();
        let (x, mut y) = (stream.upload(&[7u16; 3]).unwrap(), stream.alloc_zeroed::<u64>(5).unwrap());
        let s = Mixed { a: 0x1234, b: 2.5, c: 9 };
        for launch in 0..3u32 {
            of_all_sizes(0xa1, 0xb2b1, true, 1.5, 0xe1, s, &x, -3.0, &mut y, -2)
                .threads(5)
                .launch(&stream)
                .unwrap();
            stream.synchronize().unwrap();
            let given = std::mem::take(&mut *GIVEN.lock().unwrap());
            assert_eq!(given[0], [0xa1]);
            assert_eq!(given[1], 0xb2b1u16.to_le_bytes());
            assert_eq!(given[2], [1]);
            assert_eq!(given[3], 1.5f64.to_le_bytes());
            assert_eq!(given[4], [0xe1]);
            assert_eq!(
                (&given[5][..2], &given[5][4..8], given[5][8]),
                (&[0x34, 0x12][..], &2.5f32.to_le_bytes()[..], 9)
            );
            assert_eq!(given[7], 3u64.to_le_bytes());
            assert_eq!(given[8], (-3.0f32).to_le_bytes());
            assert_eq!(given[10], 5u64.to_le_bytes());
            assert_eq!(given[11], [0xfe]);
            assert_eq!(given[12][12..], launch.to_le_bytes(), "the stream's number of the launch comes last");
        }
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_has_no_room_among_arguments_is_passed_too() {
    alone("launches::what_has_no_room_among_arguments_is_passed_too", || {
        let driver = driver();
        let [one, eight, large] = [1, 8, 160].map(Param::Value);
        noted(&driver, "of_many_words", &[one, large, Param::Write(4), eight]);
        let stream = gpu().stream();
        let mut y = stream.alloc_zeroed::<u32>(5).unwrap();
        let all: [u32; 40] = std::array::from_fn(|at| at as u32 + 100);
        for _ in 0..3 {
            of_many_words(3, all, &mut y).threads(5).launch(&stream).unwrap();
            stream.synchronize().unwrap();
            let given = std::mem::take(&mut *GIVEN.lock().unwrap());
            assert_eq!(given[0], [3]);
            assert_eq!(given[1], all.map(u32::to_le_bytes).concat());
            assert_eq!(given[3], 5u64.to_le_bytes());
        }
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn tensors_of_more_axes_than_an_argument_has_room_for_are_passed_too() {
    alone("launches::tensors_of_more_axes_than_an_argument_has_room_for_are_passed_too", || {
        let driver = driver();
        let tensor = |access| [&[access][..], &[Param::Value(8); 9]].concat();
        let params = [tensor(Param::Read(4)).repeat(5), tensor(Param::Write(4))].concat();
        noted(&driver, "of_many_tensors", &params);
        let stream = gpu().stream();
        let new = |rows| Tensor4::<f32>::zeros(&stream, [2, 3, rows, 7]).unwrap();
        // Each tensor's length, extents and strides.
        let given = || {
            stream.synchronize().unwrap();
            let given = std::mem::take(&mut *GIVEN.lock().unwrap());
            let number = |bytes: &Vec<u8>| u64::from_ne_bytes(bytes[..].try_into().unwrap());
            assert_eq!(given.len(), params.len());
            for (tensor, rows) in given.chunks(10).zip(5..) {
                let sizes: Vec<u64> = tensor[1..].iter().map(number).collect();
                assert_eq!(sizes, [42 * rows, 2, 3, rows, 7, 21 * rows, 7 * rows, 7, 1]);
            }
        };
        let of_graph = (new(5), new(6), new(7), new(8), new(9), new(10));
        let (mut graph, ()) = stream
            .graph(of_graph, |graph, (a, b, c, d, e, mut y)| {
                of_many_tensors(&a, &b, &c, &d, &e, &mut y).tiles([3, 3]).add_to(graph).map(|_| ())
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        given();
        let ([a, b, c, d, e], mut y) = ([5, 6, 7, 8, 9].map(new), new(10));
        for _ in 0..3 {
            of_many_tensors(&a, &b, &c, &d, &e, &mut y).tiles([3, 3]).launch(&stream).unwrap();
            given();
        }
        assert_eq!(driver.misuses(), "");
    });
}

/// Whose factors TMA loads, by maps behind the tensors.
#[kernel(tile, target = "ptx")]
pub(crate) fn of_boxes(a: &Tensor2<f16>, b: &Tensor2<f16>, c: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for k in 0..a.cols().div_ceil(32) {
        sum = mma(a.load::<64, 32>(i, k), b.load::<32, 64>(k, j), sum);
    }
    c.store(i, j, sum);
}

/// The parameters of [`of_boxes`] without the maps.
pub(crate) fn tensors_of_boxes() -> Vec<Param> {
    let tensor = |access| [&[access][..], &[Param::Value(8); 5]].concat();
    [tensor(Param::Read(2)), tensor(Param::Read(2)), tensor(Param::Write(4))].concat()
}

#[test]
fn tensor_maps_say_how_tensors_lie() {
    alone("launches::tensor_maps_say_how_tensors_lie", || {
        let driver = driver();
        let tensors = tensors_of_boxes();
        noted(&driver, "of_boxes", &[&tensors[..], &[Param::Value(256)]].concat());
        let stream = gpu().stream();
        let given = || {
            stream.synchronize().unwrap();
            let given = std::mem::take(&mut *GIVEN.lock().unwrap());
            let words: Vec<u64> =
                given[18].chunks(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())).collect();
            assert!(words[0] != 0 && words[16] != 0 && words[0] != words[16], "{words:?}");
            [words[1..8].to_vec(), words[17..24].to_vec()]
        };
        let new = |extents| Tensor2::<f16>::zeros(&stream, extents).unwrap();
        let result = || Tensor2::<f32>::zeros(&stream, [100, 72]).unwrap();
        // Columns, rows, bytes from row to row; the box, its swizzle, and the axes.
        let of_a = vec![96, 100, 192, 32, 64, 2, 2];
        let of_b = vec![72, 96, 144, 64, 32, 3, 2];
        let (a, b, mut c) = (new([100, 96]), new([96, 72]), result());
        of_boxes(&a, &b, &mut c).launch(&stream).unwrap();
        assert_eq!(given(), [of_a.clone(), of_b.clone()]);
        // What lies turned is mapped as it lies.
        let turned = new([72, 96]);
        of_boxes(&a, turned.t(), &mut c).launch(&stream).unwrap();
        assert_eq!(given(), [of_a.clone(), vec![96, 72, 192, 32, 64, 2, 2]]);
        let (mut graph, ()) = stream
            .graph((new([100, 96]), new([96, 72]), result()), |graph, (a, b, mut c)| {
                of_boxes(&a, &b, &mut c).add_to(graph).map(|_| ())
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        assert_eq!(given(), [of_a, of_b]);
        // A tensor without elements has no map, and needs none.
        noted(&driver, "of_boxes", &tensors);
        of_boxes(&new([100, 0]), &new([0, 72]), &mut c).launch(&stream).unwrap();
        stream.synchronize().unwrap();
        driver.fail("cuTensorMapEncodeTiled", 0, 1);
        let error = of_boxes(&a, &b, &mut c).launch(&stream).unwrap_err();
        assert!(error.to_string().contains("cuTensorMapEncodeTiled"), "{error}");
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_driver_that_misses_a_context_is_given_it() {
    alone("launches::a_driver_that_misses_a_context_is_given_it", || {
        let driver = driver();
        let stream = gpu().stream();
        let (x, mut y) = (ones(&stream, 8), ones(&stream, 8));
        scale_add(1.0, &x, &mut y).threads(8).launch(&stream).unwrap();
        driver.set_current(2);
        for code in [201, 400] {
            driver.fail("cuLaunchKernel", 0, code);
            scale_add(1.0, &x, &mut y).threads(8).launch(&stream).unwrap();
            driver.fail("cuLaunchKernel", 0, code);
            driver.fail("cuLaunchKernel", 0, code);
            let error = scale_add(1.0, &x, &mut y).threads(8).launch(&stream).unwrap_err();
            assert!(matches!(error, Error::Driver { code: found, .. } if found == code), "{error}");
            assert!(error.to_string().contains("`scale_add` with a grid of [1, 1, 1] blocks"), "{error}");
        }
        assert_eq!(driver.current(), 2);
        assert_eq!(stream.download(&y).unwrap(), [4.0; 8]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_cannot_fail_is_given_the_user_s_arguments_alone() {
    alone("launches::what_cannot_fail_is_given_the_user_s_arguments_alone", || {
        let driver = driver();
        let [one, two, eight] = [1, 2, 8].map(Param::Value);
        noted(&driver, "nothing", &[]);
        noted(&driver, "a_byte", &[one]);
        noted(&driver, "raised", &[two, Param::Write(4), eight]);
        noted(&driver, "early", &[Param::Write(4), eight, one]);
        let device = gpu();
        let stream = device.stream();
        let mut y = stream.alloc_zeroed::<u32>(5).unwrap();
        // The driver holds each launch of one piece to the bytes that the kernel's text has, here none, one and two
        // slices' worth.
        let given = |count: usize| {
            stream.synchronize().unwrap();
            assert_eq!(driver.misuses(), "");
            let given = std::mem::take(&mut *GIVEN.lock().unwrap());
            assert_eq!(given.len(), count);
            given
        };
        nothing().threads(5).launch(&stream).unwrap();
        given(0);
        a_byte(7).threads(5).launch(&stream).unwrap();
        assert_eq!(given(1), [[7]]);
        raised(3, &mut y).threads(5).launch(&stream).unwrap();
        assert_eq!(given(3)[2], 5u64.to_le_bytes());
        early(&mut y, 9).threads(5).launch(&stream).unwrap();
        assert_eq!(given(3)[2], [9]);
        // SAFETY: the kernel waits before it uses memory.
        unsafe { early(&mut y, 8).threads(5).overlap_previous() }.launch(&stream).unwrap();
        assert_eq!(given(3)[2], [8]);
        raised(4, &mut y).threads(5).auto_block().launch(&stream).unwrap();
        assert_eq!(given(3)[0], 4u16.to_le_bytes());
        // Another thread's stream, of a default one too, has a pointer for each.
        for other in [device.new_stream().unwrap(), device.legacy_stream().unwrap()] {
            early(&mut y, 6).threads(5).launch(&other).unwrap();
            nothing().threads(5).launch(&other).unwrap();
            other.synchronize().unwrap();
        }
        assert_eq!(given(0).len(), 0);
        let (mut graph, ()) = stream
            .graph(y, |graph, mut y| {
                raised(2, &mut y).threads(5).add_to(graph)?;
                nothing().threads(5).add_to(graph)?;
                early(&mut y, 5).threads(5).add_to(graph).map(|_| ())
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        assert_eq!(given(3)[2], [5]);
        // Code for large launches takes what the launch asked for behind the arguments: how many blocks, and one byte.
        noted(&driver, "raised", &[two, Param::Write(4), eight, eight, one]);
        let mut y = stream.alloc_zeroed::<u32>(5).unwrap();
        raised(1, &mut y).threads(1 << 24).launch(&stream).unwrap();
        let given = given(5);
        assert_eq!((&given[3][..], &given[4][..]), (&(1u64 << 16).to_le_bytes()[..], &[1u8][..]));
    });
}

#[test]
fn the_driver_of_the_tests_counts_parameters() {
    alone("launches::the_driver_of_the_tests_counts_parameters", || {
        let driver = driver();
        let info = Param::Value(16);
        noted(&driver, "a_byte", &[Param::Value(1), info]);
        let error = a_byte(7).threads(5).launch(&gpu().stream()).unwrap_err();
        assert!(matches!(error, Error::Driver { code: 1, .. }), "{error}");
        let said = driver.misuses();
        assert!(said.contains("`a_byte`, of which the test says 2 parameters and its text 1"), "{said}");
    });
}
