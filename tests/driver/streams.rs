//! Streams of every kind, events, and functions of the host's.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kiln::{Buffer, Device, Error, Stream, StreamOptions};

use crate::{alone, driver, scale_add};

#[test]
fn streams_have_priorities() {
    alone("streams::streams_have_priorities", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        assert_eq!(device.stream_priorities().unwrap(), -5..=0);
        for (asked, given) in [(0, 0), (-3, -3), (-99, -5), (7, 0)] {
            let stream = device.new_stream_with(StreamOptions::new().priority(asked)).unwrap();
            assert_eq!(driver.priority(stream.raw().unwrap()), given);
        }
        // Streams at rest serve again, each as what it is.
        let before = driver.live().streams;
        for priority in [-5, -3, 0] {
            let stream = device.new_stream_with(StreamOptions::new().priority(priority)).unwrap();
            assert_eq!(driver.priority(stream.raw().unwrap()), priority);
        }
        assert_eq!(driver.live().streams, before);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn the_legacy_stream_and_blocking_ones_wait_for_each_other() {
    alone("streams::the_legacy_stream_and_blocking_ones_wait_for_each_other", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let legacy = device.legacy_stream().unwrap();
        let blocking = device.new_stream_with(StreamOptions::new().blocking(true)).unwrap();
        let runs = Arc::new(AtomicUsize::new(0));
        let count = |runs: &Arc<AtomicUsize>| {
            let runs = Arc::clone(runs);
            move || {
                runs.fetch_add(1, Ordering::Relaxed);
            }
        };
        blocking.launch_host_fn(count(&runs)).unwrap();
        legacy.synchronize().unwrap();
        let x = legacy.upload(&[1.0f32; 4]).unwrap();
        let mut y = blocking.upload(&[1.0f32; 4]).unwrap();
        scale_add(1.0, &x, &mut y).threads(4).launch(&legacy).unwrap();
        assert_eq!(blocking.download(&y).unwrap(), [2.0; 4]);
        assert_eq!(runs.load(Ordering::Relaxed), 1);
        drop((x, y, legacy));
        // Another handle takes over the record, once its last user is done.
        let legacy = device.legacy_stream().unwrap();
        legacy.synchronize().unwrap();
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn another_library_s_stream_is_used_and_left_alone() {
    alone("streams::another_library_s_stream_is_used_and_left_alone", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        driver.set_current(1);
        let raw = driver.foreign_stream();
        let before = driver.live();
        for _ in 0..5 {
            // SAFETY: the stream is of this device's context, and is never destroyed.
            let stream = unsafe { device.borrow_stream(raw) }.unwrap();
            assert_eq!(stream.raw(), Some(raw));
            let x = stream.upload(&[1.0f32; 4]).unwrap();
            let mut y = device.stream().upload(&[1.0f32; 4]).unwrap();
            scale_add(1.0, &x, &mut y).threads(4).launch(&stream).unwrap();
            assert_eq!(device.stream().download(&y).unwrap(), [2.0; 4]);
        }
        let after = driver.live();
        assert_eq!((after.streams, after.allocations), (before.streams, 0));
        assert!(after.host_allocations <= before.host_allocations + 2, "records are used again: {after:?}");
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn each_thread_has_a_default_stream() {
    alone("streams::each_thread_has_a_default_stream", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        // What one thread's stream makes, others use and free, in order and after the thread is gone.
        let make = || -> (Stream, Buffer<f32>) {
            let stream = device.per_thread_stream().unwrap();
            let x = stream.upload(&[1.0f32; 4]).unwrap();
            let mut y = stream.alloc_zeroed::<f32>(4).unwrap();
            scale_add(2.0, &x, &mut y).threads(4).launch(&stream).unwrap();
            (stream, y)
        };
        let own = device.per_thread_stream().unwrap();
        let (theirs, mut y) = std::thread::scope(|scope| scope.spawn(make).join().unwrap());
        let x = own.upload(&[1.0f32; 4]).unwrap();
        scale_add(1.0, &x, &mut y).threads(4).launch(&own).unwrap();
        scale_add(1.0, &x, &mut y).threads(4).launch(&device.stream()).unwrap();
        assert_eq!(own.download(&y).unwrap(), [4.0; 4]);
        // CUDA's number for it means the same.
        // SAFETY: it is this thread's.
        let named = unsafe { device.borrow_stream(own.raw().unwrap()) }.unwrap();
        scale_add(1.0, &x, &mut y).threads(4).launch(&named).unwrap();
        assert_eq!(device.stream().download(&y).unwrap(), [5.0; 4]);
        // On another thread nothing is done with it, and nothing is lost.
        let refused = |result: kiln::Result<()>| assert!(matches!(result, Err(Error::OtherThread)));
        refused(theirs.synchronize());
        refused(scale_add(1.0, &x, &mut y).threads(4).launch(&theirs));
        refused(theirs.fill(&mut y, 0.0));
        refused(theirs.record_event().map(|_| ()));
        refused(theirs.wait(&own.record_event_untimed().unwrap()));
        refused(theirs.launch_host_fn(|| {}));
        refused(theirs.upload(&[1.0f32]).map(|_| ()));
        refused(theirs.download(&y).map(|_| ()));
        assert_eq!(own.download(&y).unwrap(), [5.0; 4]);
        let (mut graph, ()) = own.graph(y, |graph, mut y| graph.fill(&mut y, 1.0)).unwrap();
        let why = graph.launch(&own).unwrap_err().to_string();
        assert!(why.contains("a thread's default stream") && why.contains("new_stream"), "{why}");
        graph.launch(&device.stream()).unwrap();
        drop((graph, x, theirs, named, own));
        assert_eq!(driver.live().allocations, 0);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn events_are_waited_for_and_asked() {
    alone("streams::events_are_waited_for_and_asked", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (first, second) = (device.stream(), device.new_stream().unwrap());
        let other = Device::gpu(1).unwrap().stream();
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        first
            .launch_host_fn(move || {
                std::thread::sleep(std::time::Duration::from_millis(5));
                counted.fetch_add(1, Ordering::Relaxed);
            })
            .unwrap();
        let event = first.record_event_untimed().unwrap();
        second.wait(&event).unwrap();
        other.wait(&event).unwrap();
        other.synchronize().unwrap();
        assert_eq!(runs.load(Ordering::Relaxed), 1, "another device waits too");
        while !event.is_done().unwrap() {}
        second.synchronize().unwrap();
        event.synchronize().unwrap();
        let timed = first.record_event().unwrap();
        assert!(matches!(timed.elapsed_since(&event), Err(Error::EventWithoutTime)));
        assert!(matches!(event.elapsed_since(&timed), Err(Error::EventWithoutTime)));
        let elsewhere = other.record_event().unwrap();
        assert!(matches!(elsewhere.elapsed_since(&timed), Err(Error::WrongDevice { .. })));
        first.record_event().unwrap().elapsed_since(&timed).unwrap();
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn swapped_events_are_told() {
    alone("streams::swapped_events_are_told", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let start = stream.record_event().unwrap();
        drop(stream.alloc_zeroed::<f32>(100).unwrap());
        let end = stream.record_event().unwrap();
        let time = end.elapsed_since(&start).unwrap();
        assert!(!time.is_zero());
        let error = start.elapsed_since(&end).unwrap_err();
        assert!(matches!(error, Error::EventOrder(by) if by == time), "{error}");
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_a_host_function_drops_is_freed_elsewhere() {
    alone("streams::what_a_host_function_drops_is_freed_elsewhere", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let held = (
            stream.upload(&[1u8; 100]).unwrap(),
            stream.alloc_pinned::<f32>(10).unwrap(),
            stream.record_event().unwrap(),
            stream.record_event_untimed().unwrap(),
            Device::gpu(0).unwrap().new_stream().unwrap(),
            Device::gpu(0).unwrap().legacy_stream().unwrap(),
        );
        let before = driver.live();
        assert_eq!((before.allocations, before.host_allocations), (1, 6));
        // The driver ends the process where a function of the host's calls it.
        stream.launch_host_fn(move || drop(held)).unwrap();
        stream.synchronize().unwrap();
        stream.synchronize().unwrap();
        let after = driver.live();
        assert_eq!((after.allocations, after.host_allocations), (0, 5));
        stream.launch_host_fn(|| panic!("as it should")).unwrap();
        stream.synchronize().unwrap();
        assert_eq!(driver.misuses(), "");
    });
}
