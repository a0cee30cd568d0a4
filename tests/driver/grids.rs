//! Launches whose blocks wait for each other, that overlap, or whose block the occupancy chooses.

use kiln::prelude::*;
use kiln::{Error, Result};
use kiln_fake_driver::{FakeDriver, Param};

use crate::{CHILD, alone, child, driver};

/// Each element becomes the sum of all.
#[kernel(target = "ptx")]
fn sum_to_all(x: &mut [u32], sum: &[AtomicU32]) {
    let i = global_id();
    if i < x.len() {
        sum[0].fetch_add(x[i], Ordering::Relaxed);
    }
    grid::sync();
    if i < x.len() {
        x[i] = sum[0].load(Ordering::Relaxed);
    }
}

/// Tells the driver what the kernel does.
pub(crate) fn describe(driver: &FakeDriver) {
    let [len, info] = [8, 32].map(Param::Value);
    driver.kernel("sum_to_all", &[Param::Write(4), len, Param::Write(4), len, info], |_, params| {
        let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
        let x: *mut u32 = std::ptr::with_exposed_provenance_mut(number(0));
        let counter = usize::from_ne_bytes(params[4][24..].try_into().expect("eight bytes"));
        let counter: *const u32 = std::ptr::with_exposed_provenance(counter);
        // SAFETY: the driver has held the memory to be living; the counter is its too.
        unsafe {
            assert_eq!(*counter, 0, "the barrier's counter");
            let sum = (0..number(1)).map(|i| *x.add(i)).sum();
            (0..number(1)).for_each(|i| *x.add(i) = sum);
        }
    });
}

/// For the faults.
pub(crate) fn scenario(stream: &Stream) -> Result<impl Sized + use<>> {
    let mut x = stream.upload(&[1u32; 64])?;
    let mut sum = stream.alloc_zeroed::<u32>(1)?;
    let fits = sum_to_all(&mut x, &mut sum).block(32).occupancy(stream.device())?;
    assert_eq!(fits.blocks(), 256);
    sum_to_all(&mut x, &mut sum).threads(64).block(32).launch(stream)?;
    // SAFETY: the launch before it uses the same stream, and is waited for by the driver.
    unsafe { sum_to_all(&mut x, &mut sum).threads(64).auto_block().overlap_previous() }.launch(stream)?;
    assert_eq!(stream.download(&x)?, [64 * 64; 64]);
    Ok((x, sum))
}

#[test]
fn blocks_that_wait_run_at_once_or_not_at_all() {
    alone("grids::blocks_that_wait_run_at_once_or_not_at_all", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let stream = device.stream();
        drop(scenario(&stream).unwrap());
        let mut x = stream.upload(&[1u32; 64]).unwrap();
        let mut sum = stream.alloc_zeroed::<u32>(1).unwrap();
        let fits = sum_to_all(&mut x, &mut sum).block(1024).occupancy(&device).unwrap();
        assert_eq!((fits.blocks_per_multiprocessor, fits.multiprocessors, fits.auto_block), (2, 4, 1024));
        assert_eq!((fits.blocks(), fits.clusters), (8, None));
        sum_to_all(&mut x, &mut sum).blocks(8).block(1024).launch(&stream).unwrap();
        let error = sum_to_all(&mut x, &mut sum).blocks(9).block(1024).launch(&stream).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, Error::LaunchLimit { asked: 9, limit: 8, .. }), "{text}");
        assert!(text.contains("2 of 1024 threads on each of its 4 multiprocessors"), "{text}");
        // A device that does not run such grids.
        driver.attribute(95, 0);
        let error = sum_to_all(&mut x, &mut sum).blocks(1).launch(&stream).unwrap_err();
        assert!(error.to_string().contains("the device runs no such kernel"), "{error}");
        drop((x, sum));
        stream.synchronize().unwrap();
        assert_eq!((driver.misuses(), driver.live().allocations), (String::new(), 0));
    });
}

#[test]
fn a_refused_launch_says_what_it_was() {
    alone("grids::a_refused_launch_says_what_it_was", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let mut x = stream.upload(&[1u32; 64]).unwrap();
        let mut sum = stream.alloc_zeroed::<u32>(1).unwrap();
        driver.fail("cuLaunchCooperativeKernel", 0, 719);
        let text = sum_to_all(&mut x, &mut sum).threads(64).launch(&stream).unwrap_err().to_string();
        for part in [
            "cuLaunchCooperativeKernel",
            "(719)",
            "`sum_to_all`",
            "[1, 1, 1]",
            "[256, 1, 1]",
            "process must be",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(driver.misuses(), "");
    });
}

/// Rows that a cluster of two blocks shares, one after the other.
#[kernel(tile, target = "ptx")]
fn twice(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    for row in (tile_id(0)..x.rows()).step_by(tile_count(0)) {
        let value = x.load::<1, 65536>(row, 0);
        y.store(row, 0, value + value);
    }
}

#[test]
fn how_many_tiles_run_at_once_is_asked_once() {
    alone("grids::how_many_tiles_run_at_once_is_asked_once", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let stream = device.stream();
        let x = Tensor2::<f32>::zeros(&stream, [3, 65536]).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, [3, 65536]).unwrap();
        let fits = twice(&x, &mut y).occupancy(&device).unwrap();
        assert_eq!((fits.block, fits.clusters, fits.tiles()), ([512, 1, 1], Some(4), 4));
        let asked = driver.calls();
        assert_eq!(twice(&x, &mut y).occupancy(&device).unwrap(), fits);
        assert_eq!(driver.calls(), asked);
    });
}

/// What the driver takes for the number of blocks in clusters that run at once.
const CLUSTER_ROOM: i32 = -2;

/// Rows beside whose weights a block has no room for the next one.
#[kernel(tile, target = "ptx")]
fn weighted(x: &Tensor2<f32>, weight: &Tensor1<f32>, y: &mut Tensor2<f32>) {
    for row in (tile_id(0)..x.rows()).step_by(tile_count(0)) {
        let value = x.load::<1, 262_144>(row, 0);
        y.store(row, 0, value * value.sum_axis::<1>() * weight.load::<262_144>(0).to_row());
    }
}

/// The threads of a block, and how many clusters the device has room for.
fn clusters_of_weighted() -> (u32, Option<u32>) {
    let device = Device::gpu(0).unwrap();
    let stream = device.stream();
    let x = Tensor2::<f32>::zeros(&stream, [3, 262_144]).unwrap();
    let weight = Tensor1::<f32>::zeros(&stream, 262_144).unwrap();
    let mut y = Tensor2::<f32>::zeros(&stream, [3, 262_144]).unwrap();
    let fits = weighted(&x, &weight, &mut y).occupancy(&device).unwrap();
    (fits.block[0], fits.clusters)
}

#[test]
fn wide_clusters_are_asked_for() {
    alone("grids::wide_clusters_are_asked_for", || {
        let driver = driver();
        driver.attribute(CLUSTER_ROOM, 48);
        assert_eq!(clusters_of_weighted(), (512, Some(3)));
    });
}

#[test]
fn a_device_without_wide_clusters_has_code_for_others() {
    alone("grids::a_device_without_wide_clusters_has_code_for_others", || {
        // None of 16 blocks has room, and one of 8.
        let driver = driver();
        driver.attribute(CLUSTER_ROOM, 15);
        assert_eq!(clusters_of_weighted(), (512, Some(1)));
    });
}

#[test]
fn a_record_has_the_wide_code_and_the_one_that_was_taken() {
    const TEST: &str = "grids::a_record_has_the_wide_code_and_the_one_that_was_taken";
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let driver = driver();
        driver.attribute(CLUSTER_ROOM, 15);
        clusters_of_weighted();
        return;
    }
    let file = std::env::temp_dir().join(format!("kiln-record-{}", std::process::id()));
    let output = child(TEST, &[("KILN_RECORD", file.to_str().expect("a path of letters"))]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&file).expect("what was recorded");
    std::fs::remove_file(&file).expect("it is there");
    for form in ["\ttiles, fast\t", "\ttiles, fast, narrow\t"] {
        assert!(text.contains(form), "{form}: {text}");
    }
}
