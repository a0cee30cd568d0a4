//! How things end: dropping waits for nothing, and a process may end at any time.

use std::cell::RefCell;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use kiln::{Buffer, Device, Event, Graph, PinnedBuffer, Stream};

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
    let events = (other.record().unwrap(), home.record_untimed().unwrap());
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
