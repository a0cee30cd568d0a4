//! Memory: where it comes from, what is kept of it, and what happens when there is none.

use kiln::{Device, Error, Result, Stream};

use crate::{alone, child, driver};

const MIB: usize = 1 << 20;

/// Uses everything that concerns memory alone, for the faults; what it made is still to be dropped.
pub(crate) fn scenario(home: &Stream, _other: &Stream) -> Result<impl Sized + use<>> {
    let pool = home.device().memory_pool();
    let x = home.alloc_zeroed::<u8>(1000)?;
    assert!(pool.stats()?.in_use >= 1000);
    pool.trim(0)?;
    pool.set_release_threshold(u64::MAX)?;
    pool.reset_high()?;
    Ok(x)
}

#[test]
fn the_pool_says_what_it_has() {
    alone("memory::the_pool_says_what_it_has", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (stream, pool) = (device.stream(), device.memory_pool());
        assert!(pool.is_stream_ordered());
        let x = stream.alloc_zeroed::<u8>(3 * MIB).unwrap();
        let y = stream.alloc_zeroed::<u8>(MIB).unwrap();
        drop(x);
        stream.synchronize().unwrap();
        let stats = pool.stats().unwrap();
        assert_eq!((stats.in_use, stats.in_use_high), (MIB as u64, 4 * MIB as u64));
        assert_eq!(
            (stats.reserved, stats.cached()),
            (4 * MIB as u64, 3 * MIB as u64),
            "freed memory is kept"
        );
        pool.trim(2 * MIB as u64).unwrap();
        assert_eq!(pool.stats().unwrap().reserved, 2 * MIB as u64);
        pool.reset_high().unwrap();
        let stats = pool.stats().unwrap();
        assert_eq!((stats.in_use_high, stats.reserved_high), (MIB as u64, 2 * MIB as u64));
        pool.set_release_threshold(0).unwrap();
        stream.synchronize().unwrap();
        assert_eq!(pool.stats().unwrap().cached(), 0, "what is beyond the threshold goes back");
        drop(y);
        stream.synchronize().unwrap();
        assert_eq!(pool.stats().unwrap().reserved, 0);
        assert_eq!(driver.live().allocations, 0);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn without_pools_each_buffer_is_its_own() {
    let test = "memory::without_pools_each_buffer_is_its_own";
    if std::env::var(crate::CHILD).is_ok_and(|child| child == test) {
        let driver = driver();
        if std::env::var_os("KILN_POOL").is_none() {
            driver.attribute(115, 0);
        }
        let device = Device::gpu(0).unwrap();
        let (stream, pool) = (device.stream(), device.memory_pool());
        assert!(!pool.is_stream_ordered());
        let x = stream.upload(&[1.0f32; 1000]).unwrap();
        let y = stream.alloc_zeroed::<f32>(1000).unwrap();
        drop(y);
        let stats = pool.stats().unwrap();
        assert_eq!((stats.in_use, stats.in_use_high, stats.cached()), (4000, 8000, 0));
        pool.trim(0).unwrap();
        pool.set_release_threshold(0).unwrap();
        pool.reset_high().unwrap();
        assert_eq!(pool.stats().unwrap().in_use_high, 4000);
        drop(x);
        assert_eq!((driver.live().pools, driver.live().allocations), (0, 0));
        assert_eq!(driver.misuses(), "");
        return;
    }
    for variables in [[("KILN_POOL", "0")].as_slice(), &[]] {
        let output = child(test, variables);
        assert!(output.status.success(), "{variables:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_the_pool_keeps_is_given_to_who_needs_it() {
    alone("memory::what_the_pool_keeps_is_given_to_who_needs_it", || {
        let driver = driver();
        driver.memory(MIB);
        let device = Device::gpu(0).unwrap();
        let (stream, pool) = (device.stream(), device.memory_pool());
        // What was freed just now comes back when the work before it is done.
        for _ in 0..4 {
            drop(stream.alloc_zeroed::<u8>(MIB * 3 / 4).unwrap());
        }
        let trims = || {
            driver.calls().into_iter().find(|(call, _)| call == "cuMemPoolTrimTo").map_or(0, |call| call.1)
        };
        assert_eq!(trims(), 0);
        let held = stream.alloc_zeroed::<u8>(MIB / 2).unwrap();
        let error = stream.alloc_zeroed::<u8>(MIB * 3 / 4).unwrap_err();
        assert_eq!(trims(), 1, "before it fails, what is kept is given back");
        let text = error.to_string();
        for part in [
            "GPU 0 (Fake GPU 0) has no room for 786432 bytes more",
            "CUDA_ERROR_OUT_OF_MEMORY",
            "of its 1.0 MiB, 512.0 KiB are free, Kiln's buffers hold 512.0 KiB, its pool keeps 0 bytes",
            "0 bytes are held by other programs",
            "drop buffers",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        // The device is as good as before.
        drop(held);
        stream.alloc_zeroed::<u8>(MIB).unwrap();
        assert_eq!(pool.stats().unwrap().reserved, MIB as u64);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_limit_is_kept() {
    alone("memory::a_limit_is_kept", || {
        let driver = driver();
        let device = Device::gpu(1).unwrap();
        let (stream, pool) = (device.stream(), device.memory_pool());
        assert_eq!(pool.limit(), None);
        let x = stream.alloc_zeroed::<u8>(600).unwrap();
        pool.set_limit(Some(1000));
        let before = driver.calls();
        let error = stream.alloc_zeroed::<u8>(500).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { bytes: 500, .. }), "{error}");
        assert!(error.to_string().contains("allows 1000 bytes, of which buffers hold 600 bytes"), "{error}");
        assert_eq!(driver.calls(), before, "the driver was not asked");
        drop(x);
        let y = stream.alloc_zeroed::<u8>(1000).unwrap();
        pool.set_limit(None);
        stream.alloc_zeroed::<u8>(1).unwrap();
        drop(y);
        // An allocation that fails is not counted.
        driver.fail("cuMemAllocFromPoolAsync", 0, 999);
        stream.alloc_zeroed::<u8>(500).unwrap_err();
        pool.set_limit(Some(500));
        stream.alloc_zeroed::<u8>(500).unwrap();
        assert_eq!(driver.misuses(), "");
    });
}
