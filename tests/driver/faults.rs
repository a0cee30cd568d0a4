//! Each call to the driver fails once: that is an error, and nothing is lost, left over or half made.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use kiln::{Device, ObjectCode, Result, Stream, StreamOptions};

use crate::objects::{AXPY, axpy, describe};
use crate::{alone, child, driver, scale_add};

/// The simplest executor.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let (mut future, mut context) = (pin!(future), Context::from_waker(&waker));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}

/// Uses everything that the runtime has, on the first device; what it made is still to be dropped.
pub(crate) fn scenario() -> Result<impl Sized> {
    let device = Device::gpu(0)?;
    let (home, other) = (device.stream(), device.new_stream()?);
    let urgent = device.new_stream_with(StreamOptions::new().priority(-1))?;
    let legacy = device.legacy_stream()?;
    let thread = device.per_thread_stream()?;
    assert!(device.properties()?.memory_pools && device.memory_info()?.is_some());
    let start = home.record_event()?;
    let x = home.upload(&[1.0f32; 64])?;
    let mut y = other.alloc_zeroed::<f32>(64)?;
    scale_add(2.0, &x, &mut y).threads(64).launch(&home)?;
    scale_add(2.0, &x, &mut y).threads(64).launch(&other)?;
    assert_eq!(home.download(&y)?, [4.0; 64]);
    let mut bytes = home.alloc_zeroed::<u8>(3)?;
    home.fill(&mut bytes, 9)?;
    let mut halves = home.alloc_zeroed::<u16>(3)?;
    home.fill(&mut halves, 900)?;
    let mut longs = other.alloc_zeroed::<u64>(5)?;
    home.fill(&mut longs, 1 << 40)?;
    let mut copy = home.alloc_zeroed::<u64>(5)?;
    home.copy(&longs, &mut copy)?;
    assert_eq!(other.download(&copy)?, [1 << 40; 5]);
    assert_eq!(home.download(&bytes)?, [9; 3]);
    assert_eq!(other.download(&halves)?, [900; 3]);
    home.upload_into(&[3.0f32; 32], y.slice_mut(..32)?)?;
    assert_eq!(home.download(y.slice(16..48)?)?[15..17], [3.0, 4.0]);
    // The user's own code, by its typed signature, and what it tells of itself.
    let object = ObjectCode::new(AXPY)?;
    let own = axpy::load(&device, &object)?;
    let mut w = home.alloc_zeroed::<f32>(64)?;
    // SAFETY: both have 64 elements.
    unsafe { own.call(2.0, &x, 64, &mut w, 64) }.threads(64).dynamic_shared(64 << 10).launch(&other)?;
    assert_eq!(home.download(&w)?, [2.0; 64]);
    let on = object.kernel("axpy")?.load_on(&device)?;
    assert_eq!((on.registers(), on.auto_block(0)?.threads), (32, 1024));
    on.blocks_per_multiprocessor(256, 0)?;
    on.max_clusters([1; 3], [256, 1, 1], 0)?;
    let ready = home.record_event_untimed()?;
    urgent.wait(&ready)?;
    urgent.launch_host_fn(|| {})?;
    urgent.synchronize()?;
    ready.synchronize()?;
    assert!(ready.is_done()?);
    let mut pinned = legacy.alloc_pinned::<f32>(32)?;
    pinned.fill(5.0);
    let pinned = block_on(legacy.upload_into_async(pinned, y.slice_mut(..32)?))?;
    let (z, pinned) = block_on(urgent.upload_async(pinned))?;
    let pinned = block_on(home.download_async(&z, pinned))?;
    assert_eq!(pinned[31], 5.0);
    assert_eq!(home.download(&y)?[..33], [[5.0; 32].as_slice(), &[4.0]].concat());
    block_on(legacy.synchronize_async())?;
    let more = (
        crate::memory::scenario(&home, &other)?,
        crate::unified::scenario(&home, &other)?,
        crate::grids::scenario(&home)?,
    );
    let own = thread.upload(&[1.0f32; 64])?;
    scale_add(2.0, &own, &mut y).threads(64).launch(&thread)?;
    thread.synchronize()?;
    let graph = graph(&home, &other)?;
    let end = home.record_event()?;
    end.elapsed_since(&start)?;
    other.synchronize()?;
    home.synchronize()?;
    let streams = (legacy, thread);
    Ok((x, y, z, w, pinned, bytes, halves, longs, copy, start, end, ready, more, graph, own, streams))
}

/// A graph with a node of every kind.
fn graph(home: &Stream, other: &Stream) -> Result<impl Sized + use<>> {
    let (x, y) = (home.upload(&[1.0f32; 8])?, home.alloc_zeroed::<f32>(8)?);
    let (longs, flag) = (home.alloc_zeroed::<u64>(5)?, home.upload(&[1u32])?);
    let pinned = home.alloc_pinned::<f32>(8)?;
    let state = (x, y, longs, flag, pinned);
    let (mut graph, [first, second]) =
        home.graph(state, |graph, (x, mut y, mut longs, mut flag, pinned)| {
            let first = scale_add(1.0, &x, &mut y).threads(8).add_to(graph)?;
            let second = scale_add(1.0, &x, &mut y).threads(0).add_to(graph)?;
            graph.child(|graph| graph.fill(&mut longs, 1 << 40))?;
            graph.host_fn(|| {})?;
            let more = graph.condition(&flag)?;
            graph.while_loop(more, |graph| graph.fill(&mut flag, 0))?;
            graph.copy_out(&y, pinned)?;
            Ok([first, second])
        })?;
    graph.launch(home)?;
    graph.update(|update, (x, mut y, ..)| {
        scale_add(2.0, &x, &mut y).threads(8).replace_in(update, first)?;
        scale_add(2.0, &x, &mut y).threads(8).replace_in(update, second)
    })?;
    graph.launch(other)?;
    let (_, y, longs, _, pinned) = graph.views_mut()?;
    assert_eq!((pinned[7], home.download(&y)?[7], home.download(&longs)?[4]), (5.0, 5.0, 1 << 40));
    Ok(graph)
}

const FAULT: &str = "KILN_DRIVER_FAULT";
const TEST: &str = "faults::every_call_may_fail";

/// Calls whose failure nobody needs to be told: what they end is over either way, or there is another way to go.
const TOLERATED: &[&str] = &[
    "cuDriverGetVersion",
    // Going back to the context that was found; where it is entered, the error is told.
    "cuCtxSetCurrent",
    // They put another call's answer into words.
    "cuGetErrorName",
    "cuGetErrorString",
    "cuMemPoolCreate",
    "cuMemPoolSetAttribute",
    "cuDeviceGetAttribute",
    "cuDeviceGetUuid_v2",
    "cuStreamQuery",
    "cuLinkDestroy",
];

/// Calls that free: where one fails nobody has another way to.
const FREEING: &[&str] = &[
    "cuMemFreeAsync",
    "cuMemFree_v2",
    "cuMemFreeHost",
    "cuMemUnmap",
    "cuMemRelease",
    "cuMemAddressFree",
    "cuIpcCloseMemHandle",
    "cuEventDestroy_v2",
    "cuStreamDestroy_v2",
    "cuLinkDestroy",
    "cuGraphDestroy",
    "cuGraphExecDestroy",
];

/// The scenario with a fault, then without; what happened, in lines.
fn run() {
    let driver = driver();
    describe(&driver);
    if let Some((call, after)) = std::env::var(FAULT).ok().as_deref().and_then(|text| text.split_once(' ')) {
        driver.fail(call, after.parse().expect("a number"), 999);
    }
    // The harness has begun a line of its own.
    println!();
    let first = scenario();
    match &first {
        Ok(_) => println!("first: ok"),
        Err(why) => println!("first: {why}"),
    }
    let before: BTreeMap<String, u64> = driver.calls().into_iter().collect();
    drop(first);
    println!("unused: {}", driver.forget_faults());
    for (call, count) in driver.calls() {
        println!("call {call} {} {count}", before.get(&call).unwrap_or(&0));
    }
    // A driver that did not start is not asked again in this process.
    match scenario() {
        Ok(_) => println!("second: ok"),
        Err(why) => println!("second: {why}"),
    }
    // Where there can be no mark behind a stream's last work, its record is left to its kernels.
    let unmarked = ["cuEventRecord", "cuCtxGetCurrent"];
    let lost = std::env::var(FAULT).is_ok_and(|fault| unmarked.iter().any(|call| fault.starts_with(call)));
    // What is at rest is given back when the last handle goes, but not at once again: each new handle is one more
    // that may be early, so none is taken once nothing is left.
    for _ in 0..500 {
        let live = driver.live();
        if live.streams == 0 && live.host_allocations <= usize::from(lost) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        drop([Device::gpu(0), Device::gpu(1)]);
    }
    let live = driver.live();
    println!("live: {live:?}");
    // Contexts, code and pools are the process's.
    let kept = live.contexts <= 2 && live.pools <= 2 && live.modules <= 3 && live.libraries <= 1;
    let work = live.streams + live.events + live.graphs + live.execs;
    let others = live.links + live.allocations + live.ranges + live.opened;
    let memory = live.host_allocations > usize::from(lost);
    println!("left over: {}", !kept || work + others > 0 || memory);
    println!("misuses: {}", driver.misuses());
}

/// What a run printed: lines by what stands before the colon, and the calls.
struct Report {
    text: String,
    /// How often each was called before things were dropped, and in all.
    calls: Vec<(String, u64, u64)>,
}

impl Report {
    fn of(fault: Option<(&str, u64)>) -> Report {
        let fault = fault.map(|(call, after)| format!("{call} {after}"));
        let variables: Vec<_> = fault.iter().map(|fault| (FAULT, fault.as_str())).collect();
        let output = child(TEST, &variables);
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{fault:?}\n{text}");
        let call = |line: &str| {
            let words: Vec<&str> = line.strip_prefix("call ")?.split(' ').collect();
            Some(((*words.first()?).to_owned(), words.get(1)?.parse().ok()?, words.get(2)?.parse().ok()?))
        };
        Report { calls: text.lines().filter_map(call).collect(), text }
    }

    fn line(&self, name: &str) -> &str {
        let found = self.text.lines().find_map(|line| line.strip_prefix(name));
        found.unwrap_or_else(|| panic!("no line `{name}`:\n{}", self.text)).trim_start_matches(": ").trim()
    }
}

#[test]
fn every_call_may_fail() {
    if std::env::var(crate::CHILD).is_ok_and(|child| child == TEST) {
        return run();
    }
    let clean = Report::of(None);
    assert_eq!((clean.line("first"), clean.line("second"), clean.line("misuses")), ("ok", "ok", ""));
    assert_eq!(clean.line("left over"), "false");
    let mut faults = 0;
    let mut wrong = Vec::new();
    for (call, before, count) in &clean.calls {
        for after in 0..*count {
            let report = Report::of(Some((call, after)));
            faults += 1;
            let mut complain = |why: &str| {
                let lines = ["first", "second", "live", "misuses"]
                    .map(|name| format!("  {name}: {}", report.line(name)));
                wrong.push(format!("{call}, call {after}: {why}\n{}", lines.join("\n")));
            };
            // How often a stream is asked until it is at rest depends on the driver's own threads.
            if report.line("unused") != "0" && call != "cuStreamQuery" {
                complain("it was not called so often");
            }
            let first = report.line("first");
            // A drop has nobody to tell.
            let dropping = after >= *before;
            if first == "ok" && !TOLERATED.contains(&call.as_str()) && !dropping {
                complain("nobody was told");
            }
            if first != "ok" && !first.contains(call.trim_end_matches("_v2")) && call != "cuInit" {
                complain("the error does not name the call");
            }
            if report.line("second") != "ok" && call != "cuInit" {
                complain("what came after failed too");
            }
            if !report.line("misuses").is_empty() {
                complain("the driver was misused");
            }
            let freeing = FREEING.contains(&call.as_str());
            if report.line("left over") != "false" && !freeing {
                complain("something is left over");
            }
        }
    }
    println!("{faults} faults");
    assert!(faults >= 200, "the scenario calls less than it did: {faults} faults");
    assert!(wrong.is_empty(), "{} of {faults} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_device_without_pools_works_too() {
    alone("faults::a_device_without_pools_works_too", || {
        let driver = driver();
        describe(&driver);
        driver.fail("cuMemPoolCreate", 0, 801);
        driver.fail("cuMemPoolCreate", 0, 801);
        scenario().unwrap();
        assert_eq!(driver.misuses(), "");
        assert_eq!(driver.live().pools, 0);
        assert_eq!(driver.live().allocations, 0);
    });
}
