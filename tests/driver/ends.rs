//! How things end: dropping waits for nothing, and a process may end at any time.

use std::cell::RefCell;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use kiln::{Buffer, Device, Event, Graph, PinnedBuffer, Stream};
use kiln_fake_driver::FakeDriver;

use crate::{CHILD, alone, child, driver, scale_add};

/// Some of everything, with work under way that uses it.
fn things(device: &Device) -> Things {
    let (home, other) = (device.stream(), device.new_stream().unwrap());
    let x = home.upload(&[1.0f32; 64]).unwrap();
    let mut y = home.alloc_zeroed::<f32>(64).unwrap();
    let (mut graph, ()) =
        home.graph(home.alloc_zeroed::<f32>(64).unwrap(), |graph, mut z| graph.fill(&mut z, 1.0)).unwrap();
    let pinned = home.alloc_pinned::<f32>(64).unwrap();
    for stream in [&home, &other, &device.legacy_stream().unwrap(), &device.per_thread_stream().unwrap()] {
        scale_add(1.0, &x, &mut y).threads(64).launch(stream).unwrap();
    }
    graph.launch(&other).unwrap();
    let events = (other.record_event().unwrap(), home.record_event_untimed().unwrap());
    // Forgotten at once; its memory lives as long as the copy needs it.
    drop(home.download_async(&y, home.alloc_pinned::<f32>(64).unwrap()));
    Things { _x: x, _y: y, _graph: graph, _pinned: pinned, _events: events, _streams: [home, other] }
}

struct Things {
    _x: Buffer<f32>,
    _y: Buffer<f32>,
    _graph: Graph<Buffer<f32>>,
    _pinned: PinnedBuffer<f32>,
    _events: (Event, Event),
    _streams: [Stream; 2],
}

#[test]
fn dropping_waits_for_nothing() {
    alone("ends::dropping_waits_for_nothing", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let waits = || -> u64 {
            let waiting = ["cuStreamSynchronize", "cuEventSynchronize", "cuCtxSynchronize", "cuMemFree_v2"];
            driver.calls().into_iter().filter(|(call, _)| waiting.contains(&&**call)).map(|(_, n)| n).sum()
        };
        let things = things(&device);
        let before = waits();
        drop(things);
        assert_eq!(waits(), before, "{:?}", driver.calls());
        device.stream().synchronize().unwrap();
        assert_eq!(driver.misuses(), "");
    });
}

/// What Kiln has of the driver that is not the process's for good: streams, events, page-locked memory, memory, graphs.
fn alive(driver: &FakeDriver) -> [usize; 5] {
    let live = driver.live();
    [live.streams, live.events, live.host_allocations, live.allocations, live.graphs + live.execs]
}

/// Opens the device and lets go of it until nothing is left, which is given back now and then.
fn settle(driver: &FakeDriver, open: impl Fn()) {
    let begun = Instant::now();
    while alive(driver) != [0; 5] {
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", driver.live());
        std::thread::sleep(Duration::from_millis(5));
        open();
    }
}

#[test]
fn the_last_handle_leaves_nothing() {
    alone("ends::the_last_handle_leaves_nothing", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let things = things(&device);
        drop(device);
        assert_ne!(alive(&driver), [0; 5]);
        // The forgotten download holds its stream as long as it takes. The rest is not waited for, but comes to
        // rest when it is asked for.
        std::thread::sleep(Duration::from_millis(100));
        drop(things);
        assert_eq!(alive(&driver), [0; 5], "{:?}", driver.live());
        // Who opens the device for each call has the same stream again, most of the time.
        let gone = || {
            let calls = driver.calls().into_iter().find(|(name, _)| name == "cuStreamDestroy_v2");
            calls.map_or(0, |(_, count)| count)
        };
        let before = gone();
        for _ in 0..500 {
            Device::gpu(0).unwrap().stream().synchronize().unwrap();
        }
        assert!(gone() - before < 250, "given back {} times of 500", gone() - before);
        // An event may be the last that is held.
        settle(&driver, || {
            let device = Device::gpu(0).unwrap();
            let events =
                (device.stream().record_event().unwrap(), device.stream().record_event_untimed().unwrap());
            drop(device);
            drop(events);
        });
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_is_busy_when_the_last_handle_goes_is_left_to_the_next() {
    alone("ends::what_is_busy_when_the_last_handle_goes_is_left_to_the_next", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let x = stream.upload(&[1.0f32; 8]).unwrap();
        let mut y = stream.upload(&[1.0f32; 8]).unwrap();
        for _ in 0..150 {
            scale_add(1.0, &x, &mut y).threads(8).launch(&stream).unwrap();
        }
        drop((x, y, stream));
        let [streams, _, records, ..] = alive(&driver);
        assert_eq!((streams, records), (1, 1), "its work is under way");
        settle(&driver, || drop(Device::gpu(0).unwrap()));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_process_ends_with_everything_alive() {
    const TEST: &str = "ends::a_process_ends_with_everything_alive";
    thread_local! {
        static OF_THREAD: RefCell<Option<Things>> = const { RefCell::new(None) };
    }
    static FOREVER: OnceLock<Mutex<Things>> = OnceLock::new();
    if std::env::var(CHILD).is_ok_and(|test| test == TEST) {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        drop(FOREVER.set(Mutex::new(things(&device))));
        // One thread ends with things of its own, another is still at work when the process ends.
        let given = device.clone();
        std::thread::spawn(move || OF_THREAD.set(Some(things(&given)))).join().unwrap();
        let given = device.clone();
        std::thread::spawn(move || {
            loop {
                drop(things(&given));
            }
        });
        OF_THREAD.set(Some(things(&device)));
        assert_eq!(driver.misuses(), "");
        std::mem::forget(driver);
        // What the other thread finds out meanwhile is not looked at.
        std::process::exit(if std::env::var("KILN_ENDS").is_ok() { 7 } else { 0 });
    }
    for (variables, code) in [(&[][..], 0), (&[("KILN_ENDS", "7")], 7)] {
        let start = Instant::now();
        let output = child(TEST, variables);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(!text.contains("panicked"), "{text}");
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
