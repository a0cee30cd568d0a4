//! Buffers, slices and copies, on the CPU and on a GPU where there is one.

use kiln_codegen::float16::{bf16, f16};
use kiln_runtime::{Buffer, Device, Error, ScalarType};

/// The CPU, and the first GPU; in words why there is none.
fn devices() -> Vec<Device> {
    let gpu = Device::gpu(0).inspect_err(|why| println!("no GPU here, so only the CPU is tested: {why}"));
    [Some(Device::cpu()), gpu.ok()].into_iter().flatten().collect()
}

fn round_trip<T: ScalarType + PartialEq + std::fmt::Debug>(device: &Device, data: &[T]) {
    let stream = device.stream();
    let mut buffer = stream.upload(data).unwrap();
    assert_eq!(stream.download(&buffer).unwrap(), data);
    for &value in data {
        stream.fill(&mut buffer, value).unwrap();
        assert!(
            stream.download(&buffer).unwrap().iter().all(|found| *found == value),
            "{value:?} on {device:?}"
        );
    }
    let zeros = stream.alloc_zeroed::<T>(data.len()).unwrap();
    assert!(stream.download(&zeros).unwrap().iter().all(|zero| zero.to_bits() == 0));
}

#[test]
fn every_type_goes_there_and_back() {
    for device in devices() {
        round_trip(&device, &[true, false, true]);
        round_trip(&device, &[-1i8, 2, 3]);
        round_trip(&device, &[-1i16, 2, 3, 4, 5]);
        round_trip(&device, &[i32::MIN, -1, 7]);
        round_trip(&device, &[i64::MIN, -2, 0x1234_5678_9abc_def0]);
        round_trip(&device, &[1u64 << 40, 0, u64::MAX, 0x0000_0001_0000_0001]);
        round_trip(&device, &[usize::MAX, 1, 2, 3, 4, 5, 6]);
        round_trip(&device, &[f16::from_f32(1.5), f16::MIN]);
        round_trip(&device, &[bf16::from_f32(-2.0)]);
        round_trip(&device, &[1.0f32, -0.5]);
        round_trip(&device, &[1.0e300f64, -0.5, 2.0]);
    }
}

#[test]
fn nothing_is_a_size_too() {
    for device in devices() {
        let stream = device.stream();
        let mut empty: Buffer<f32> = stream.upload(&[]).unwrap();
        assert!(empty.is_empty());
        assert!(stream.download(&empty).unwrap().is_empty());
        stream.fill(&mut empty, 1.0).unwrap();
        stream.upload_into(&[], &mut empty).unwrap();
        let other = stream.alloc_zeroed(0).unwrap();
        stream.copy(&other, &mut empty).unwrap();
        assert!(empty.slice(..).unwrap().is_empty());
        stream.synchronize().unwrap();
    }
}

#[test]
fn slices_are_parts() {
    for device in devices() {
        let stream = device.stream();
        let mut x = stream.upload(&[0u32, 1, 2, 3, 4, 5, 6, 7]).unwrap();
        assert_eq!(stream.download(x.slice(2..5).unwrap()).unwrap(), [2, 3, 4]);
        assert_eq!(stream.download(x.slice(..=1).unwrap().slice(1..).unwrap()).unwrap(), [1]);
        let (mut low, mut high) = x.split_at_mut(4).unwrap();
        assert_eq!((low.len(), high.len()), (4, 4));
        stream.copy(&high, &mut low).unwrap();
        stream.fill(&mut high, 9).unwrap();
        stream.upload_into(&[100], high.reborrow().slice_into(3..).unwrap()).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [4, 5, 6, 7, 9, 9, 9, 100]);
        let mut two = [0; 2];
        stream.download_into(x.slice(6..).unwrap(), &mut two).unwrap();
        assert_eq!(two, [9, 100]);
    }
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn a_range_outside_is_an_error() {
    let mut x = Device::cpu().stream().upload(&[0u8; 4]).unwrap();
    let text = x.slice(2..5).unwrap_err().to_string();
    assert_eq!(text, "the range 2..5 does not lie in a buffer of 4 elements");
    assert!(x.slice(3..2).is_err());
    assert!(x.slice(..=usize::MAX).is_err());
    assert!(x.slice_mut(5..).is_err());
    assert!(x.split_at_mut(5).is_err());
    assert!(x.slice(4..).is_ok() && x.split_at_mut(4).is_ok());
}

#[test]
fn lengths_must_agree() {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[0u8; 4]).unwrap();
    let y = stream.upload(&[0u8; 3]).unwrap();
    let text = stream.copy(&y, &mut x).unwrap_err().to_string();
    assert!(text.contains("copy") && text.contains("3 elements") && text.contains('4'), "{text}");
    assert!(matches!(stream.upload_into(&[1], &mut x), Err(Error::LengthMismatch { .. })));
    assert!(matches!(stream.download_into(&x, &mut [0]), Err(Error::LengthMismatch { .. })));
}

#[test]
fn too_much_is_an_error() {
    for device in devices() {
        let error = device.stream().alloc_zeroed::<u64>(usize::MAX).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
        let error = device.stream().alloc_zeroed::<u64>(1 << 57).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
        // The device is as good as before.
        assert_eq!(device.stream().download(&device.stream().upload(&[1u8]).unwrap()).unwrap(), [1]);
    }
}

#[test]
fn streams_of_one_device_share_buffers() {
    for device in devices() {
        let (a, b) = (device.stream(), device.new_stream().unwrap());
        let mut x = a.upload(&vec![1u32; 1 << 20]).unwrap();
        for turn in 0..20u32 {
            let stream = if turn % 2 == 0 { &b } else { &a };
            stream.fill(&mut x, turn).unwrap();
            let other = if turn % 2 == 0 { &a } else { &b };
            assert!(other.download(&x).unwrap().iter().all(|found| *found == turn));
        }
        // The home stream's handles may go first.
        drop((a, device));
        assert_eq!(b.download(&x).unwrap()[0], 19);
    }
}

#[test]
fn a_buffer_of_another_device_is_an_error() {
    let Ok(gpu) = Device::gpu(0).inspect_err(|why| println!("skipped: {why}")) else { return };
    let x = Device::cpu().stream().upload(&[1u8]).unwrap();
    let text = gpu.stream().download(&x).unwrap_err().to_string();
    assert!(text.contains("download: the buffer lives on the CPU, the stream on GPU 0"), "{text}");
}

#[test]
fn many_threads_use_a_device() {
    for device in devices() {
        std::thread::scope(|scope| {
            for thread in 0..8u32 {
                let device = &device;
                scope.spawn(move || {
                    for turn in 0..50 {
                        let stream =
                            if turn % 2 == 0 { device.stream() } else { device.new_stream().unwrap() };
                        let data = vec![thread * 1000 + turn; 1000];
                        let x = stream.upload(&data).unwrap();
                        let mut y = stream.alloc_zeroed(1000).unwrap();
                        stream.copy(&x, &mut y).unwrap();
                        assert_eq!(stream.download(&y).unwrap(), data);
                    }
                });
            }
        });
    }
}
