//! Copies of rows, of many pieces at once and between devices; fills of any type.

use kiln::prelude::*;
use kiln::{CopyBatch, Error, Pitched};

use crate::streams;

/// A struct of an odd size, with padding.
#[derive(Clone, Copy, Debug, Default, KernelType, PartialEq)]
#[repr(C)]
struct Odd {
    letter: u8,
    number: f64,
    rest: [u16; 3],
}

const ODD: Odd = Odd { letter: 7, number: -0.5, rest: [1, 2, 3] };

#[kernel]
fn transposed(rows: usize, columns: usize, x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && rows > 0 && columns > 0 {
        out[i] = x[i % rows * columns + i / rows];
    }
}

#[test]
fn rows_are_copied_wherever_they_lie() {
    for stream in streams() {
        let other = stream.device().new_stream().unwrap();
        for (count, len, from_stride, to_stride) in
            [(1, 1, 1, 1), (3, 5, 5, 5), (3, 5, 8, 5), (3, 5, 5, 9), (17, 33, 40, 64), (1000, 3, 7, 4)]
        {
            let data: Vec<f32> = (0..count * from_stride).map(|v| v as f32).collect();
            let expected: Vec<f32> =
                (0..count * len).map(|at| (at / len * from_stride + at % len) as f32).collect();
            // To the device, between its buffers, and back, each time at another distance.
            let mut x = stream.alloc_zeroed::<f32>(count * to_stride).unwrap();
            let mut y = other.alloc_zeroed::<f32>(count * len).unwrap();
            let from = Pitched::new(&data[..], count, len, from_stride).unwrap();
            stream.upload_2d(from, Pitched::new(x.as_slice_mut(), count, len, to_stride).unwrap()).unwrap();
            let from = Pitched::new(x.as_slice(), count, len, to_stride).unwrap();
            other.copy_2d(from, Pitched::new(y.as_slice_mut(), count, len, len).unwrap()).unwrap();
            let mut turned = stream.alloc_zeroed::<f32>(count * len).unwrap();
            transposed(count, len, &y, &mut turned).threads(count * len).launch(&stream).unwrap();
            let mut back = vec![-1.0; count * from_stride];
            let from = Pitched::new(y.as_slice(), count, len, len).unwrap();
            stream.download_2d(from, Pitched::new(&mut back[..], count, len, from_stride).unwrap()).unwrap();
            for (at, value) in back.iter().enumerate() {
                let expected = if at % from_stride < len { at as f32 } else { -1.0 };
                assert_eq!(*value, expected, "{count} rows of {len}, {from_stride} and {to_stride} apart");
            }
            let turned = stream.download(&turned).unwrap();
            assert!((0..count * len).all(|at| turned[at % len * count + at / len] == expected[at]));
        }
    }
}

#[test]
fn what_lies_between_rows_stays() {
    for stream in streams() {
        let mut x = stream.upload(&(0..40u32).collect::<Vec<_>>()).unwrap();
        stream.fill_2d(Pitched::new(x.slice_mut(2..).unwrap(), 4, 3, 10).unwrap(), 99).unwrap();
        let found = stream.download(&x).unwrap();
        for (at, value) in found.iter().enumerate() {
            let inside = (2..5).contains(&(at % 10));
            assert_eq!(*value, if inside { 99 } else { at as u32 });
        }
        let mut longs = stream.alloc_zeroed::<u64>(40).unwrap();
        stream.fill_2d(Pitched::new(longs.as_slice_mut(), 13, 2, 3).unwrap(), 1 << 40).unwrap();
        let found = stream.download(&longs).unwrap();
        assert!((0..40).all(|at| (found[at] == 1 << 40) == (at % 3 < 2 && at < 39)));
        // Nothing, and one row whose distance from the next means nothing.
        stream.fill_2d(Pitched::new(longs.as_slice_mut(), 0, 5, 5).unwrap(), 1).unwrap();
        stream.fill_2d(Pitched::new(longs.as_slice_mut(), 1, 2, 0).unwrap(), 5).unwrap();
        assert_eq!(stream.download(longs.slice(..3).unwrap()).unwrap(), [5, 5, 0]);
    }
}

#[test]
fn rows_that_cannot_be_are_errors() {
    let stream = Device::cpu().stream();
    let mut x = stream.alloc_zeroed::<u32>(40).unwrap();
    assert!(Pitched::new(x.as_slice(), 4, 10, 10).is_ok());
    assert!(matches!(Pitched::new(x.as_slice(), 5, 1, 10), Err(Error::TensorStrides { .. })));
    assert!(matches!(
        Pitched::new(x.as_slice(), usize::MAX, 2, usize::MAX),
        Err(Error::TensorStrides { .. })
    ));
    assert!(matches!(Pitched::new(x.as_slice_mut(), 2, 11, 10), Err(Error::TensorOverlap { .. })));
    let y = stream.alloc_zeroed::<u32>(40).unwrap();
    let from = Pitched::new(y.as_slice(), 3, 4, 10).unwrap();
    let error = stream.copy_2d(from, Pitched::new(x.as_slice_mut(), 4, 3, 10).unwrap()).unwrap_err();
    let text = "copy_2d: the source has 3 rows of 4 elements and the destination 4 of 3; they must be equal";
    assert_eq!(error.to_string(), text);
}

#[test]
fn rows_are_awaited() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for stream in streams() {
        runtime.block_on(async {
            let mut data = stream.alloc_pinned::<u32>(30).unwrap();
            data.iter_mut().enumerate().for_each(|(at, place)| *place = at as u32);
            let mut x = stream.alloc_zeroed::<u32>(100).unwrap();
            let to = Pitched::new(x.as_slice_mut(), 5, 4, 20).unwrap();
            let data = stream.upload_2d_async(Pitched::new(data, 5, 4, 6).unwrap(), to).await.unwrap();
            assert_eq!(stream.download(x.slice(20..25).unwrap()).unwrap(), [6, 7, 8, 9, 0]);
            let from = Pitched::new(x.slice(1..).unwrap(), 5, 3, 20).unwrap();
            let data = stream.download_2d_async(from, Pitched::new(data, 5, 3, 3).unwrap()).await.unwrap();
            assert_eq!(data[..7], [1, 2, 3, 7, 8, 9, 13]);
            let from = Pitched::new(x.as_slice(), 5, 3, 20).unwrap();
            let wrong = stream.download_2d_async(from, Pitched::new(data, 3, 5, 5).unwrap()).await;
            assert!(matches!(wrong, Err(Error::RowsMismatch { .. })));
        });
    }
}

#[test]
fn fills_are_of_any_type() {
    for stream in streams() {
        for len in [1, 2, 3, 64, 1000] {
            let mut x = stream.alloc_zeroed::<Odd>(len + 2).unwrap();
            stream.fill(x.slice_mut(1..=len).unwrap(), ODD).unwrap();
            let found = stream.download(&x).unwrap();
            assert!(found[1..=len].iter().all(|one| *one == ODD));
            assert_eq!((found[0], found[len + 1]), (Odd::default(), Odd::default()));
            let mut arrays = stream.alloc_zeroed::<[f32; 3]>(len).unwrap();
            stream.fill(&mut arrays, [1.0, 2.0, 3.0]).unwrap();
            assert_eq!(stream.download(&arrays).unwrap(), vec![[1.0, 2.0, 3.0]; len]);
        }
    }
}

#[test]
fn batches_are_copied_at_once() {
    for stream in streams() {
        let x = stream.upload(&(0..1000u32).collect::<Vec<_>>()).unwrap();
        let flags = stream.upload(&[true, false, true]).unwrap();
        let mut y = stream.alloc_zeroed::<u32>(1000).unwrap();
        let more = [7.5f64, 8.5];
        let (mut z, mut seen) = (stream.alloc_zeroed::<f64>(2).unwrap(), [false; 3]);
        let mut batch = CopyBatch::new();
        let mut rest = y.as_slice_mut();
        for piece in 0..100 {
            let (own, others) = rest.split_at(10).unwrap();
            rest = others;
            batch.copy(x.slice(990 - piece * 10..1000 - piece * 10).unwrap(), own).unwrap();
        }
        batch.upload(&more, &mut z).unwrap().download(&flags, &mut seen).unwrap();
        assert!(batch.copy(x.slice(..3).unwrap(), rest).is_err(), "lengths differ");
        stream.copy_batch(batch).unwrap();
        let expected: Vec<u32> = (0..1000).map(|at| 990 - at / 10 * 10 + at % 10).collect();
        assert_eq!(stream.download(&y).unwrap(), expected);
        assert_eq!((stream.download(&z).unwrap(), seen), (vec![7.5, 8.5], [true, false, true]));
        stream.copy_batch(CopyBatch::new()).unwrap();
    }
}

#[test]
fn devices_copy_to_each_other() {
    // Two devices of one sort; two GPUs where there are two.
    let mut pairs = vec![(Device::cpu(), Device::emulated((9, 0)))];
    if let (Ok(first), Ok(second)) = (Device::gpu(0), Device::gpu(1)) {
        pairs.push((first, second));
    } else {
        println!("no two GPUs here, so only CPUs are tested");
    }
    for (first, second) in pairs {
        let (a, b) = (first.stream(), second.stream());
        let x = a.upload(&(0..100_000u32).collect::<Vec<_>>()).unwrap();
        let mut y = b.alloc_zeroed::<u32>(50_000).unwrap();
        for stream in [&a, &b] {
            b.fill(&mut y, 0).unwrap();
            stream.copy(x.slice(25_000..75_000).unwrap(), &mut y).unwrap();
            assert!(b.download(&y).unwrap().iter().zip(25_000..).all(|(found, value)| *found == value));
        }
        if first.enable_peer_access(&second).unwrap() {
            assert_eq!(a.download(y.slice(..2).unwrap()).unwrap(), [25_000, 25_001]);
        }
    }
}
