//! Many threads at once: what they compute, that a kernel is compiled once, and that a launch allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use kiln::{Device, Stream};
use kiln_fake_driver::{FakeDriver, Param};

use crate::{alone, driver, scale_add};

// The full program runs on a GPU; here it is held against what the driver finds.
#[allow(dead_code)]
#[path = "../../examples/stress.rs"]
mod stress;

/// Counts what each thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The driver, knowing the kernels of the example.
fn stress_driver() -> FakeDriver {
    let driver = driver();
    let (read, write) = (Param::Read(4), Param::Write(4));
    let [word, len] = [4, 8].map(Param::Value);
    driver.kernel("add_times", &[word, read, len, write, len], |_, params| {
        let (factor, [x, y]) = (word_at(&params[0]), [1, 3].map(|at| elements(params, at)));
        for i in 0..x.1.min(y.1) {
            // SAFETY: the driver has held the two to be living memory of these lengths.
            unsafe { *y.0.add(i) = (*y.0.add(i)).wrapping_add(factor.wrapping_mul(*x.0.add(i))) };
        }
    });
    driver.kernel("set_all", &[word, write, len], |_, params| {
        let y = elements(params, 1);
        for i in 0..y.1 {
            // SAFETY: as above.
            unsafe { *y.0.add(i) = word_at(&params[0]) };
        }
    });
    driver
}

fn word_at(param: &[u8]) -> u32 {
    u32::from_ne_bytes(param[..4].try_into().expect("four bytes"))
}

/// Where a slice begins, and its length.
fn elements(params: &[Vec<u8>], at: usize) -> (*mut u32, usize) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    (std::ptr::with_exposed_provenance_mut(number(at)), number(at + 1))
}

fn count(driver: &FakeDriver, call: &str) -> u64 {
    driver.calls().into_iter().find(|(name, _)| name == call).map_or(0, |(_, count)| count)
}

#[test]
fn threads_share_streams() {
    alone("threads::threads_share_streams", || {
        let driver = stress_driver();
        stress::launches(&Device::gpu(0).unwrap(), 16, 200, 4).unwrap();
        assert_eq!(driver.misuses(), "");
        assert_eq!(driver.live().allocations, 0);
    });
}

#[test]
fn a_kernel_that_many_launch_first_is_compiled_once() {
    alone("threads::a_kernel_that_many_launch_first_is_compiled_once", || {
        let driver = stress_driver();
        stress::first_launches(&Device::gpu(0).unwrap(), 32).unwrap();
        assert_eq!([count(&driver, "cuLinkComplete"), count(&driver, "cuModuleLoadDataEx")], [1, 1]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_is_made_and_dropped_leaves_nothing() {
    alone("threads::what_is_made_and_dropped_leaves_nothing", || {
        let driver = stress_driver();
        let device = Device::gpu(0).unwrap();
        stress::cycles(&device, 100).unwrap();
        let before = driver.live();
        stress::cycles(&device, 1000).unwrap();
        // Streams at rest, their records and events are used again.
        let live = driver.live();
        assert_eq!((live.allocations, live.modules), (0, before.modules));
        assert!(live.streams < 64 && live.events < 64 && live.host_allocations < 64, "{live:?}");
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_launch_allocates_nothing() {
    alone("threads::a_launch_allocates_nothing", || {
        let driver = driver();
        driver.idle();
        let device = Device::gpu(0).unwrap();
        let stream = device.stream();
        let x = stream.upload(&[1.0f32; 64]).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(64).unwrap();
        let mut allocated = |stream: &Stream| {
            let before = ALLOCATIONS.get();
            for _ in 0..100 {
                scale_add(1.0, &x, &mut y).threads(64).launch(stream).unwrap();
            }
            ALLOCATIONS.get() - before
        };
        assert!(allocated(&stream) > 0, "the first launch compiles, and allocations are counted");
        assert_eq!(allocated(&stream), 0);
        assert_eq!(driver.misuses(), "");
    });
}
