//! Devices and contexts: what they say of themselves, and how they get on with the rest of the process.

use std::process::Command;

use kiln::{Device, DeviceKind, Error};

use crate::{alone, child, driver, scale_add};

#[test]
fn devices_say_who_they_are() {
    alone("contexts::devices_say_who_they_are", || {
        let driver = driver();
        let second = Device::gpu(1).unwrap();
        let properties = second.properties().unwrap();
        let uuid = properties.uuid.unwrap();
        assert_eq!(uuid.to_string(), "GPU-61206661-6b65-2047-5055-2c206e6f2001");
        assert_eq!(properties.pci_bus_id.as_deref(), Some("0000:01:00.0"));
        assert_eq!((properties.l2_cache, properties.memory_pools), (4 << 20, true));
        assert_eq!(Device::from_uuid(uuid).unwrap(), second);
        let text =
            Device::from_uuid("MIG-00000000-0000-0000-0000-000000000000".parse().unwrap()).unwrap_err();
        let text = text.to_string();
        assert!(text.contains("no GPU MIG-0000") && text.contains("5055-2c206e6f2000"), "{text}");
        let before = second.memory_info().unwrap().unwrap();
        let buffer = second.stream().upload(&[0u8; 1000]).unwrap();
        let after = second.memory_info().unwrap().unwrap();
        assert_eq!((before.total, before.free - after.free), (1 << 30, 1000));
        drop(buffer);
        // An old driver does not know uuids, which is no reason to know nothing.
        driver.fail("cuDeviceGetUuid_v2", 0, 500);
        assert_eq!(second.properties().unwrap().uuid, None);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_uuid_chooses_the_device() {
    let test = "contexts::a_uuid_chooses_the_device";
    if std::env::var(crate::CHILD).is_ok_and(|child| child == test) {
        let _driver = driver();
        return println!("\nbest: {:?}", Device::best().map(|device| device.kind()));
    }
    let best = |value| {
        let output = child(test, &[("KILN_DEVICE", value)]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = best("GPU-61206661-6b65-2047-5055-2c206e6f2001");
    assert!(text.contains("best: Ok(Gpu(1))"), "{text}");
    // An instance of MIG is a device with a uuid of its own.
    let text = best("MIG-61206661-6b65-2047-5055-2c206e6f2001");
    assert!(text.contains("best: Ok(Gpu(1))"), "{text}");
    let text = best("GPU-61206661-6b65-2047-5055-2c206e6f2002");
    assert!(text.contains("there is no GPU GPU-6120") && text.contains("2001"), "{text}");
    let text = best("GPU-612066");
    assert!(text.contains("names no device"), "{text}");
}

#[test]
fn the_cpu_serves_only_where_there_is_no_gpu() {
    alone("contexts::the_cpu_serves_only_where_there_is_no_gpu", || {
        let driver = driver();
        // A GPU that is there and fails is not passed over: another number is `CUDA_ERROR_DEVICE_UNAVAILABLE`.
        for (call, code) in [
            ("cuDevicePrimaryCtxRetain", 2),
            ("cuDevicePrimaryCtxRetain", 46),
            ("cuDeviceGetCount", 999),
            ("cuDeviceGet", 101),
        ] {
            driver.fail(call, 0, code);
            let error = Device::best().err().unwrap_or_else(|| panic!("{call} fails")).to_string();
            assert!(error.contains(call) && error.contains(&code.to_string()), "{error}");
        }
        let best = Device::best().unwrap();
        assert!(best.is_gpu() && best.fallback_reason().is_none());
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_driver_without_gpus_lets_the_cpu_serve() {
    alone("contexts::a_driver_without_gpus_lets_the_cpu_serve", || {
        let driver = driver();
        // `CUDA_ERROR_NO_DEVICE`: what `cuInit` says under CUDA_VISIBLE_DEVICES=-1 too.
        driver.fail("cuInit", 0, 100);
        let best = Device::best().unwrap();
        assert_eq!(
            (best.kind(), best.fallback_reason()),
            (DeviceKind::Cpu, Some("the NVIDIA driver shows no GPU"))
        );
    });
}

#[test]
fn a_driver_that_does_not_start_is_an_error() {
    alone("contexts::a_driver_that_does_not_start_is_an_error", || {
        let driver = driver();
        // `CUDA_ERROR_SYSTEM_DRIVER_MISMATCH`.
        driver.fail("cuInit", 0, 803);
        let error = Device::best().unwrap_err();
        assert!(matches!(error, Error::DriverUnusable { code: 803, .. }), "{error}");
    });
}

#[test]
fn another_library_s_context_stays_as_it_was() {
    alone("contexts::another_library_s_context_stays_as_it_was", || {
        let driver = driver();
        driver.set_current(2);
        let stream = Device::gpu(0).unwrap().stream();
        let x = stream.upload(&[1.0f32; 8]).unwrap();
        let mut y = stream.alloc_zeroed(8).unwrap();
        scale_add(1.0, &x, &mut y).threads(8).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [1.0; 8]);
        let start = stream.record_event().unwrap();
        stream.record_event().unwrap().elapsed_since(&start).unwrap();
        drop((x, y));
        assert_eq!(driver.current(), 2);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn two_devices_work_in_one_program() {
    alone("contexts::two_devices_work_in_one_program", || {
        let driver = driver();
        std::thread::scope(|scope| {
            for index in [0, 1, 0, 1] {
                scope.spawn(move || {
                    let stream = Device::gpu(index).unwrap().stream();
                    for _ in 0..20 {
                        let x = stream.upload(&[index as f32 + 1.0; 8]).unwrap();
                        let mut y = stream.alloc_zeroed(8).unwrap();
                        scale_add(2.0, &x, &mut y).threads(8).launch(&stream).unwrap();
                        assert_eq!(stream.download(&y).unwrap(), [index as f32 * 2.0 + 2.0; 8]);
                    }
                });
            }
        });
        let (first, second) = (Device::gpu(0).unwrap().stream(), Device::gpu(1).unwrap().stream());
        let x = first.upload(&[1.0f32; 8]).unwrap();
        let mut y = second.alloc_zeroed(8).unwrap();
        let error = scale_add(2.0, &x, &mut y).threads(8).launch(&second).unwrap_err();
        assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
        assert_eq!(driver.misuses(), "");
    });
}

unsafe extern "C" {
    fn fork() -> i32;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
    fn _exit(code: i32) -> !;
}

#[test]
fn a_forked_child_is_told() {
    alone("contexts::a_forked_child_is_told", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let x = stream.upload(&[1.0f32; 8]).unwrap();
        let mut y = stream.alloc_zeroed(8).unwrap();
        // SAFETY: the child calls nothing but Kiln, which says no, and ends.
        let process = unsafe { fork() };
        if process == 0 {
            let forked = [
                scale_add(1.0, &x, &mut y).threads(8).launch(&stream),
                stream.download(&y).map(drop),
                stream.synchronize(),
                Device::gpu(1).map(drop),
                Device::gpu_count().map(drop),
                stream.alloc_zeroed::<f32>(8).map(drop),
            ];
            let told = forked.iter().all(|result| matches!(result, Err(Error::Forked)));
            drop((x, y, stream));
            // SAFETY: the child is done.
            unsafe { _exit(i32::from(!told)) };
        }
        let mut status = -1;
        // SAFETY: `status` is a place for the answer.
        assert_eq!(unsafe { waitpid(process, &raw mut status, 0) }, process);
        assert_eq!(status, 0, "each call in the child is told that it is one");
        scale_add(1.0, &x, &mut y).threads(8).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [1.0; 8]);
        assert_eq!(driver.misuses(), "");
        // A new program is another matter.
        assert!(Command::new("true").status().unwrap().success());
    });
}
