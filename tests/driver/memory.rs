//! Memory: where it comes from, what is kept of it, and what happens when there is none.

use kiln::{CopyBatch, Device, Error, KernelType, Pitched, Result, Stream};

use crate::faults::block_on;
use crate::{alone, child, driver, scale_add};

const MIB: usize = 1 << 20;

/// Uses everything that concerns memory alone, for the faults; what it made is still to be dropped.
pub(crate) fn scenario(home: &Stream, other: &Stream) -> Result<impl Sized + use<>> {
    let pool = home.device().memory_pool();
    let x = home.alloc_zeroed::<u8>(1000)?;
    assert!(pool.stats()?.in_use >= 1000);
    pool.trim(0)?;
    pool.set_release_threshold(u64::MAX)?;
    pool.reset_peak()?;
    Ok((x, copies(home, other)?))
}

/// A struct of an odd size.
#[derive(Clone, Copy, Debug, KernelType, PartialEq)]
#[repr(C)]
struct Odd {
    number: u64,
    letter: u8,
    rest: [u16; 3],
}

const ODD: Odd = Odd { number: 1 << 40, letter: 7, rest: [1, 2, 3] };

/// Copies of every sort, on two streams.
fn copies(home: &Stream, other: &Stream) -> Result<impl Sized + use<>> {
    let image: Vec<u32> = (0..60).collect();
    let mut x = home.alloc_zeroed::<u32>(100)?;
    home.upload_2d(Pitched::new(&image[..], 6, 5, 10)?, Pitched::new(x.as_slice_mut(), 6, 5, 16)?)?;
    other.fill_2d(Pitched::new(x.slice_mut(5..)?, 5, 3, 16)?, 9)?;
    let mut y = other.alloc_zeroed::<u32>(48)?;
    other.copy_2d(Pitched::new(x.as_slice(), 6, 8, 16)?, Pitched::new(y.as_slice_mut(), 6, 8, 8)?)?;
    let mut found = [0u32; 12];
    home.download_2d(Pitched::new(y.slice(2..)?, 4, 3, 8)?, Pitched::new(&mut found[..], 4, 3, 3)?)?;
    assert_eq!(found, [2, 3, 4, 12, 13, 14, 22, 23, 24, 32, 33, 34]);
    let pinned = home.alloc_pinned::<u32>(16)?;
    let rows = Pitched::new(y.slice(4..)?, 4, 4, 8)?;
    let pinned = block_on(other.download_2d_async(rows, Pitched::new(pinned, 4, 4, 4)?))?;
    assert_eq!(pinned[4..8], [14, 9, 9, 9]);
    let rows = Pitched::new(x.as_slice_mut(), 4, 2, 20)?;
    let pinned = block_on(home.upload_2d_async(Pitched::new(pinned, 4, 2, 4)?, rows))?;
    assert_eq!(other.download(x.slice(20..22)?)?, [14, 9]);
    let mut odd = home.alloc_zeroed::<Odd>(37)?;
    other.fill(&mut odd, ODD)?;
    assert_eq!(home.download(&odd)?, [ODD; 37]);
    other.fill(&mut odd, Odd { letter: 0, ..ODD })?;
    home.fill_2d(Pitched::new(odd.as_slice_mut(), 5, 2, 7)?, ODD)?;
    let found = home.download(&odd)?;
    let expected = |at: &usize| at % 7 < 2 && *at < 35;
    assert!((0..37).all(|at| (found[at].letter == 7) == expected(&at)));
    let mut halves = home.alloc_zeroed::<u16>(12)?;
    other.fill_2d(Pitched::new(halves.as_slice_mut(), 3, 1, 4)?, 5)?;
    let mut bytes = home.alloc_zeroed::<u8>(12)?;
    home.fill_2d(Pitched::new(bytes.as_slice_mut(), 2, 5, 7)?, 5)?;
    let (mut to, mut back) = ([0u16; 4], [0u8; 12]);
    let mut z = home.alloc_zeroed::<u32>(6)?;
    let (mut low, mut high) = z.split_at_mut(2)?;
    let mut batch = CopyBatch::new();
    batch.copy(x.slice(20..22)?, &mut low)?.copy(y.slice(..4)?, &mut high)?;
    batch.download(halves.slice(..4)?, &mut to)?.download(&bytes, &mut back)?;
    other.copy_batch(batch)?;
    assert_eq!((to, back), ([5, 0, 0, 0], [5, 5, 5, 5, 5, 0, 0, 5, 5, 5, 5, 5]));
    let mut batch = CopyBatch::new();
    batch.upload(&[1, 2, 3, 4], halves.slice_mut(8..)?)?;
    home.copy_batch(batch)?;
    assert_eq!(home.download(&z)?, [14, 9, 0, 1, 2, 3]);
    assert_eq!(other.download(&halves)?, [5, 0, 0, 0, 5, 0, 0, 0, 1, 2, 3, 4]);
    let second = Device::gpu(1)?.stream();
    let mut there = second.alloc_zeroed::<u32>(6)?;
    home.copy(&z, &mut there)?;
    assert_eq!(second.download(&there)?, [14, 9, 0, 1, 2, 3]);
    assert!(home.device().can_access_peer(&second.device())?);
    assert!(home.device().enable_peer_access(&second.device())?);
    assert_eq!(home.download(&there)?, [14, 9, 0, 1, 2, 3]);
    Ok((x, y, z, odd, halves, bytes, pinned, there))
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
        assert_eq!((stats.in_use, stats.in_use_peak), (MIB as u64, 4 * MIB as u64));
        assert_eq!(
            (stats.reserved, stats.cached()),
            (4 * MIB as u64, 3 * MIB as u64),
            "freed memory is kept"
        );
        pool.trim(2 * MIB as u64).unwrap();
        assert_eq!(pool.stats().unwrap().reserved, 2 * MIB as u64);
        pool.reset_peak().unwrap();
        let stats = pool.stats().unwrap();
        assert_eq!((stats.in_use_peak, stats.reserved_peak), (MIB as u64, 2 * MIB as u64));
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
        assert_eq!((stats.in_use, stats.in_use_peak, stats.cached()), (4000, 8000, 0));
        pool.trim(0).unwrap();
        pool.set_release_threshold(0).unwrap();
        pool.reset_peak().unwrap();
        assert_eq!(pool.stats().unwrap().in_use_peak, 4000);
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

#[test]
fn devices_copy_from_and_to_each_other() {
    alone("memory::devices_copy_from_and_to_each_other", || {
        let driver = driver();
        let (first, second) = (Device::gpu(0).unwrap(), Device::gpu(1).unwrap());
        let (a, b) = (first.stream(), second.stream());
        let mut x = a.upload(&[1.0f32; 100]).unwrap();
        let mut y = b.upload(&[0.0f32; 100]).unwrap();
        let one = b.upload(&[1.0f32; 100]).unwrap();
        // Whichever stream copies, what was given to the others before is done before, and what comes after waits.
        for turn in 0..10 {
            let stream = if turn % 2 == 0 { &a } else { &b };
            stream.copy(&x, &mut y).unwrap();
            scale_add(1.0, &one, &mut y).threads(100).launch(&b).unwrap();
            stream.copy(y.slice(..50).unwrap(), x.slice_mut(50..).unwrap()).unwrap();
            stream.copy(y.slice(50..).unwrap(), x.slice_mut(..50).unwrap()).unwrap();
        }
        assert_eq!(a.download(&x).unwrap(), [11.0; 100]);
        let text = scale_add(1.0, &y, &mut x).threads(100).launch(&a).unwrap_err().to_string();
        assert!(text.contains("lives on GPU 1") && text.contains("enable_peer_access"), "{text}");
        assert_eq!(driver.misuses(), "");
        assert!(first.enable_peer_access(&second).unwrap());
        scale_add(1.0, &y, &mut x).threads(100).launch(&a).unwrap();
        b.fill(&mut y, 0.0).unwrap();
        assert_eq!(a.download(&x).unwrap(), [22.0; 100]);
        assert!(scale_add(1.0, &x, &mut y).threads(100).launch(&b).is_err(), "only the first device may");
        drop((x, y, one));
        assert_eq!(driver.misuses(), "");
        assert_eq!(driver.live().allocations, 0);
    });
}

#[test]
fn devices_that_cannot_reach_each_other_copy_too() {
    alone("memory::devices_that_cannot_reach_each_other_copy_too", || {
        let driver = driver();
        driver.attribute(-1, 0);
        let (first, second) = (Device::gpu(0).unwrap(), Device::gpu(1).unwrap());
        assert!(!first.can_access_peer(&second).unwrap() && !first.enable_peer_access(&second).unwrap());
        assert!(first.can_access_peer(&first).unwrap() && !first.can_access_peer(&Device::cpu()).unwrap());
        let x = first.stream().upload(&[1u8; 9]).unwrap();
        let mut y = second.stream().alloc_zeroed::<u8>(9).unwrap();
        first.stream().copy(&x, &mut y).unwrap();
        assert_eq!(second.stream().download(&y).unwrap(), [1; 9]);
        let mut host = Device::cpu().stream().alloc_zeroed::<u8>(9).unwrap();
        assert!(matches!(first.stream().copy(&x, &mut host), Err(Error::WrongDevice { .. })));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn an_older_driver_copies_one_by_one() {
    alone("memory::an_older_driver_copies_one_by_one", || {
        let driver = driver();
        let count =
            |name: &str| driver.calls().into_iter().find(|(call, _)| call == name).map_or(0, |call| call.1);
        let device = Device::gpu(0).unwrap();
        let x = device.stream().upload(&[1u32, 2, 3, 4]).unwrap();
        for (stream, batches, copies) in
            [(device.stream(), 1, 0), (device.legacy_stream().unwrap(), 1, 2), (device.stream(), 2, 2)]
        {
            let mut y = stream.alloc_zeroed::<u32>(4).unwrap();
            let (mut low, mut high) = y.split_at_mut(1).unwrap();
            let mut batch = CopyBatch::new();
            batch.copy(x.slice(3..).unwrap(), &mut low).unwrap();
            batch.copy(x.slice(..3).unwrap(), &mut high).unwrap();
            stream.copy_batch(batch).unwrap();
            assert_eq!(stream.download(&y).unwrap(), [4, 1, 2, 3]);
            assert_eq!((count("cuMemcpyBatchAsync"), count("cuMemcpyDtoDAsync_v2")), (batches, copies));
        }
        assert_eq!(driver.misuses(), "");
    });
}
