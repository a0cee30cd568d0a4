//! Launchers: sizes that cannot be, and launches by name with dynamic arguments.

use kiln::prelude::*;
use kiln::{Error, registry};

use crate::streams;

#[kernel]
fn by_name(a: f32, x: &[f32], y: &mut [f32], hits: &[AtomicU32]) {
    let i = global_id();
    if i < y.len() {
        y[i] += a * x[i];
        hits[0].fetch_add(1, Ordering::Relaxed);
    }
}

#[kernel(block = (8, 8))]
fn shaped(out: &mut [u32]) {
    let (x, y) = global_id_2d();
    if y * 20 + x < out.len() && x < 20 {
        out[y * 20 + x] = block_dim().x as u32 * 100 + block_dim().y as u32;
    }
}

#[test]
fn a_kernel_is_found_by_name_and_launched() {
    let entry = registry::find("by_name").unwrap();
    assert_eq!(entry.params.len(), 4);
    assert!(registry::all().iter().any(|other| other.path() == entry.path()));
    for stream in streams() {
        let x = stream.upload(&[1.0f32, 2.0]).unwrap();
        let mut y = stream.upload(&[10.0f32, 20.0]).unwrap();
        let mut hits = stream.upload(&[0u32]).unwrap();
        registry::launch_dynamic(
            entry,
            &stream,
            2,
            [3.0f32.into(), (&x).into(), (&mut y).into(), (&mut hits).into()],
        )
        .unwrap();
        assert_eq!(stream.download(&y).unwrap(), [13.0, 26.0]);
        assert_eq!(stream.download(&hits).unwrap(), [2]);
    }
}

#[test]
fn wrong_dynamic_arguments_name_the_parameter() {
    let entry = registry::find("by_name").unwrap();
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32]).unwrap();
    let wide = stream.upload(&[1.0f64]).unwrap();
    let mut y = stream.upload(&[1.0f32]).unwrap();
    let mut hits = stream.upload(&[0u32]).unwrap();
    let error = entry.bind([3.0f32.into(), (&x).into()]).err().unwrap().to_string();
    assert!(error.contains('4') && error.contains('2') && error.contains("by_name"), "{error}");
    let error =
        entry.bind([3.0f32.into(), (&wide).into(), (&mut y).into(), (&mut hits).into()]).err().unwrap();
    assert!(error.to_string().contains("`x`") && error.to_string().contains("f64"), "{error}");
    let error = entry.bind([3.0f64.into(), (&x).into(), (&mut y).into(), (&mut hits).into()]).err().unwrap();
    assert!(error.to_string().contains("`a`"), "{error}");
    let error = entry.bind([3.0f32.into(), (&x).into(), (&x).into(), (&mut hits).into()]).err().unwrap();
    assert!(error.to_string().contains("`y`") && error.to_string().contains("&mut"), "{error}");
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(400).unwrap();
        let none = shaped(&mut out).launch(&stream).unwrap_err();
        assert!(matches!(none, Error::NoSize { .. }), "{none}");
        let shape = shaped(&mut out).block([16, 4]).threads([20, 20]).launch(&stream).unwrap_err();
        assert!(matches!(shape, Error::BlockShape { .. }), "{shape}");
        let x = stream.upload(&[1.0f32]).unwrap();
        let (mut y, mut hits) = (stream.upload(&[1.0f32]).unwrap(), stream.upload(&[0u32]).unwrap());
        for (block, blocks) in [(2048, 1), (0, 1), (1, 1 << 40)] {
            let error =
                by_name(1.0, &x, &mut y, &mut hits).block(block).blocks(blocks).launch(&stream).unwrap_err();
            assert!(matches!(error, Error::LaunchLimit { .. } | Error::EmptyBlock { .. }), "{error}");
            assert!(error.to_string().contains("by_name"), "{error}");
        }
        shaped(&mut out).threads([20, 20]).launch(&stream).unwrap();
        assert!(stream.download(&out).unwrap().iter().all(|v| *v == 808));
    }
}

#[test]
fn a_buffer_of_another_device_is_named() {
    let all = streams();
    let (Some(cpu), Some(gpu)) = (all.first(), all.get(1)) else { return };
    let x = cpu.upload(&[1.0f32]).unwrap();
    let (mut y, mut hits) = (gpu.upload(&[1.0f32]).unwrap(), gpu.upload(&[0u32]).unwrap());
    let error = by_name(1.0, &x, &mut y, &mut hits).threads(1).launch(gpu).unwrap_err().to_string();
    assert!(error.contains("`x`"), "{error}");
}

#[test]
fn a_buffer_may_be_used_on_another_stream() {
    for stream in streams() {
        let other = stream.device().new_stream().unwrap();
        let x = stream.upload(&vec![1.0f32; 100_000]).unwrap();
        let mut y = stream.upload(&vec![0.0f32; 100_000]).unwrap();
        let mut hits = other.upload(&[0u32]).unwrap();
        for turn in 0..20 {
            let stream = if turn % 2 == 0 { &stream } else { &other };
            by_name(1.0, &x, &mut y, &mut hits).threads(100_000).launch(stream).unwrap();
        }
        assert!(stream.download(&y).unwrap().iter().all(|v| *v == 20.0));
        assert_eq!(other.download(&hits).unwrap(), [2_000_000]);
    }
}

#[test]
fn launches_from_many_threads() {
    for stream in streams() {
        std::thread::scope(|scope| {
            for seed in 0..8 {
                let stream = stream.device().new_stream().unwrap();
                scope.spawn(move || {
                    let x = stream.upload(&vec![seed as f32; 1000]).unwrap();
                    let mut y = stream.alloc_zeroed::<f32>(1000).unwrap();
                    let mut hits = stream.upload(&[0u32]).unwrap();
                    for _ in 0..10 {
                        by_name(2.0, &x, &mut y, &mut hits).threads(1000).launch(&stream).unwrap();
                    }
                    assert!(stream.download(&y).unwrap().iter().all(|v| *v == 20.0 * seed as f32));
                });
            }
        });
    }
}

const STEP: u32 = 3;

#[device]
fn stepped(i: usize) -> u32 {
    i as u32 * STEP
}

#[kernel]
pub fn by_name_with_captures(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = stepped(i) + STEP;
    }
}

#[kernel(unchecked)]
unsafe fn by_name_unchecked(out: &mut [u32]) {
    out[global_id()] = 9;
}

#[kernel]
pub fn by_name_generic<T: Num>(out: &mut [T]) {
    out[global_id()] = T::ONE;
}

#[test]
fn open_and_unsafe_kernels_by_name() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(4).unwrap();
        registry::launch_dynamic(
            registry::find("by_name_with_captures").unwrap(),
            &stream,
            4,
            [(&mut out).into()],
        )
        .unwrap();
        assert_eq!(stream.download(&out).unwrap(), [3, 6, 9, 12]);
        let entry = registry::find("by_name_unchecked").unwrap();
        let refused = entry.bind([(&mut out).into()]).err().unwrap();
        assert!(matches!(refused, Error::UnsafeKernel { .. }), "{refused}");
        // SAFETY: there are as many threads as elements.
        unsafe { entry.bind_unsafe([(&mut out).into()]) }
            .unwrap()
            .block(4)
            .threads(4)
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&out).unwrap(), [9; 4]);
        let generic = registry::find("by_name_generic").unwrap().bind([(&mut out).into()]).err().unwrap();
        assert!(matches!(generic, Error::OpenKernel { .. }), "{generic}");
    }
}

#[kernel]
fn two_axes(width: usize, out: &mut [u32]) {
    let (x, y) = global_id_2d();
    if x < width && y * width + x < out.len() {
        out[y * width + x] = 1;
    }
}

#[device]
fn depth() -> usize {
    block_idx().z * block_dim().z + thread_idx().z
}

#[kernel]
fn three_axes(width: usize, out: &mut [u32]) {
    let i = global_id();
    if i < width && block_idx().y == 0 && block_dim().y == 1 && depth() * width + i < out.len() {
        out[depth() * width + i] = 1;
    }
}

#[kernel]
fn any_grid(out: &mut [u32]) {
    let block = block_idx().y * grid_dim().x + block_idx().x;
    let i = block * block_dim().x + thread_idx().x;
    if i < out.len() {
        out[i] = 1;
    }
}

#[test]
fn a_launch_has_as_many_dimensions_as_its_kernel() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(24).unwrap();
        for launched in [
            two_axes(6, &mut out).threads(6).launch(&stream),
            two_axes(6, &mut out).threads(1).block(1).launch(&stream),
            two_axes(6, &mut out).blocks(1).launch(&stream),
            stream.capture((), |stream, ()| two_axes(6, &mut out).threads(6).launch(stream)).map(drop),
            two_axes::entry().bind([6usize.into(), (&mut out).into()]).unwrap().threads(6).launch(&stream),
            three_axes(6, &mut out).threads((6, 1)).block((32, 1)).launch(&stream),
        ] {
            let Err(error @ Error::Precondition { races: false, .. }) = launched else {
                panic!("{launched:?}")
            };
            let message = error.to_string();
            assert!(message.contains("dimensions, since it reads its index along"), "{message}");
        }
        assert_eq!(stream.download(&out).unwrap(), [0; 24]);
        two_axes(6, &mut out).threads((6, 1)).block((8, 1)).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap().iter().sum::<u32>(), 6);
        two_axes(6, &mut out).threads([6, 3, 1]).block([8, 1, 1]).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap().iter().sum::<u32>(), 18);
        three_axes(6, &mut out).threads((6, 1, 4)).block((8, 1, 1)).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [1; 24]);
        let mut out = stream.alloc_zeroed::<u32>(24).unwrap();
        any_grid(&mut out).threads(24).block(8).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [1; 24]);
    }
}
