//! The profiler: what it counts, what it writes, and that work goes on as it would without it. Each piece of a
//! stream's work takes the driver a millisecond.

use std::fs;
use std::path::Path;
use std::time::Instant;

#[cfg(feature = "cupti")]
use kiln::profile::TimeSource;
use kiln::profile::{self, Bound, Report};
use kiln::{Device, Error, Stream, Tensor2, f16, global_id, kernel, tile_id, trace};
#[cfg(feature = "cupti")]
use kiln_fake_driver::FakeDriver;
use kiln_fake_driver::Param;

use crate::benching::{alone, started};
use crate::launches::{of_boxes, tensors_of_boxes};
use crate::{CHILD, child, gpu, ones, scale, scale_add};

/// Reads one tensor, writes another, and adds to a third.
#[kernel(tile)]
fn moved(x: &Tensor2<f32>, y: &mut Tensor2<f32>, z: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let value = x.load::<16, 16>(i, j);
    y.store(i, j, value);
    z.store(i, j, z.load::<16, 16>(i, j) + value);
}

/// Writes past the end.
#[kernel]
fn beyond(x: &mut [f32]) {
    x[global_id()] = 1.0;
}

/// Gives two launches of a kernel, one of another, and copies.
fn work(stream: &Stream) -> kiln::Result<()> {
    let (x, mut y) = (ones(stream, 8), stream.alloc_zeroed::<f32>(8)?);
    scale_add(2.0, &x, &mut y).threads(8).launch(stream)?;
    scale_add(2.0, &x, &mut y).threads(8).launch(stream)?;
    scale(0.5f32, &mut y).threads(8).launch(stream)?;
    assert_eq!(stream.download(&y)?, [2.0; 8]);
    Ok(())
}

fn profiled(device: &Device, work: impl FnOnce(&Stream) -> kiln::Result<()>) -> Report {
    let session = profile::start(device).unwrap();
    work(&device.stream()).unwrap();
    session.finish().unwrap()
}

/// Names, calls and bytes of the kernels.
fn kernels(report: &Report) -> Vec<(&str, u64, u64)> {
    let mut all: Vec<_> =
        report.kernels.iter().map(|kernel| (&*kernel.name, kernel.calls, kernel.bytes)).collect();
    all.sort_unstable();
    all
}

#[test]
fn launches_and_copies_are_counted() {
    alone("profiling::launches_and_copies_are_counted", || {
        let driver = started();
        for device in [gpu(), Device::cpu()] {
            let report = profiled(&device, work);
            // One reads and writes 8 numbers of 4 bytes; the other reads 8 more.
            assert_eq!(kernels(&report), [("scale<f32>", 1, 64), ("scale_add", 2, 192)], "{report}");
            let mut copies: Vec<_> =
                report.copies.iter().map(|copy| (&*copy.kind, copy.calls, copy.bytes)).collect();
            copies.sort_unstable();
            assert_eq!(copies, [("download", 1, 32), ("upload", 1, 32)], "{report}");
            let compiled: Vec<_> = report.compiles.iter().map(|one| &*one.kernel).collect();
            assert_eq!(compiled, ["scale_add", "scale"]);
            assert_eq!(report.timeline.len(), 5);
            assert!(report.timeline.is_sorted_by_key(|span| (span.device[0], span.device[1])), "{report:?}");
            let share: f64 = report.kernels.iter().map(|kernel| kernel.share).sum();
            assert!((share - 1.0).abs() < 1e-9 && report.memory_efficiency() >= 0.0);
            if device.is_gpu() {
                // The events beside a launch are subtracted.
                let seconds =
                    |name| report.kernels.iter().find(|kernel| kernel.name == name).unwrap().seconds;
                assert!((seconds("scale_add") - 2e-3).abs() < 1e-9, "{report}");
                assert!((seconds("scale<f32>") - 1e-3).abs() < 1e-9, "{report}");
                assert!(report.kernels.iter().all(|kernel| kernel.occupied.is_some()));
                for kernel in &report.kernels {
                    // The host of a busy machine may take longer than the millisecond of the driver.
                    let is_slow = kernel.host_seconds > kernel.seconds;
                    let bound = if is_slow { Bound::Launches } else { Bound::Grid };
                    assert_eq!(kernel.bound, bound, "{report}");
                }
            }
        }
        assert_eq!(driver.misuses(), "");
    });
}

/// The driver's number for a GPU's clock, in kHz.
const CLOCK_RATE: i32 = 13;

/// Counts come from copies of the arguments, so that the kernel's own memory is as if it was not counted.
#[test]
fn launches_are_counted_on_copies() {
    alone("profiling::launches_are_counted_on_copies", || {
        let driver = started();
        driver.attribute(CLOCK_RATE, 2_000_000);
        for device in [gpu(), Device::cpu(), Device::counted()] {
            let session = profile::session().counted().start(&device).unwrap();
            work(&device.stream()).unwrap();
            let report = session.finish().unwrap();
            let found = |name: &str| {
                let kernel = report.kernels.iter().find(|kernel| kernel.name == name).unwrap();
                (kernel.operations.unwrap(), kernel.counts.clone().unwrap(), kernel.seconds)
            };
            // Two launches multiply and add 8 times; another multiplies 8 times.
            let (operations, counts, seconds) = found("scale_add");
            assert_eq!((operations.flops, operations.pipe, counts.launches), (32, "f32", 2), "{report}");
            assert_eq!((counts.argument_bytes, counts.total.global.bytes), (192, 192), "{counts}");
            assert_eq!(found("scale<f32>").0.flops, 8);
            assert!((operations.intensity - 32.0 / 192.0).abs() < 1e-9);
            // Counting is no compilation of the program's, and has loaded what the device that counts runs.
            assert_eq!(report.compiles.len(), if device == Device::counted() { 0 } else { 2 }, "{report}");
            if device.is_gpu() {
                let peak = report.devices[0].peaks.unwrap().f32;
                let part = operations.of_peak.unwrap();
                assert!((part - 32.0 / (seconds * peak)).abs() < 1e-9 * part, "{report}");
                assert!(report.compute_efficiency() > 0.0);
            } else {
                assert_eq!((operations.of_peak, report.compute_efficiency()), (None, 0.0));
            }
            assert!(report.to_string().contains("TFLOP/s % peak pipe"), "{report}");
            let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
            assert_eq!(
                json["kernels"][0]["counts"]["f32_flops"],
                report.kernels[0].operations.unwrap().flops
            );
        }
        assert_eq!(driver.misuses(), "");
    });
}

/// The code that is counted is that for this GPU, with its maps and products of warpgroups.
#[test]
fn a_tile_kernel_is_counted_as_the_gpu_runs_it() {
    alone("profiling::a_tile_kernel_is_counted_as_the_gpu_runs_it", || {
        let driver = started();
        driver.attribute(CLOCK_RATE, 2_000_000);
        driver.kernel("of_boxes", &[&tensors_of_boxes()[..], &[Param::Value(256)]].concat(), |_, _| {});
        let session = profile::session().counted().start(&gpu()).unwrap();
        let stream = gpu().stream();
        let a = Tensor2::<f16>::zeros(&stream, [100, 96]).unwrap();
        let (b, mut c) =
            (Tensor2::<f16>::zeros(&stream, [96, 72]).unwrap(), Tensor2::zeros(&stream, [100, 72]).unwrap());
        of_boxes(&a, &b, &mut c).launch(&stream).unwrap();
        let report = session.finish().unwrap();
        let kernel = &report.kernels[0];
        let (operations, counts) = (kernel.operations.unwrap(), kernel.counts.as_ref().unwrap());
        // Four tiles of 64 × 64, as deep as 96.
        assert_eq!((operations.flops, operations.pipe), (4 * 2 * 64 * 64 * 96, "product_f16"), "{report}");
        assert_eq!((counts.compute_capability, counts.blocks), (Some((9, 0)), kernel.blocks), "{report}");
        assert_eq!(counts.argument_bytes, kernel.bytes);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_counts_is_no_device_of_the_program() {
    alone("profiling::what_counts_is_no_device_of_the_program", || {
        let driver = started();
        let session = profile::session().counted().start_on_all().unwrap();
        work(&gpu().stream()).unwrap();
        let report = session.finish().unwrap();
        assert_eq!(
            (report.devices.len(), report.devices[0].allocations, report.compiles.len()),
            (1, 2, 2),
            "{report}"
        );
        assert_eq!(report.kernels.iter().map(|kernel| kernel.operations.unwrap().flops).sum::<u64>(), 40);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn one_session_sees_several_devices() {
    alone("profiling::one_session_sees_several_devices", || {
        let driver = started();
        let begin = Instant::now();
        let session = profile::session().start_on_all().unwrap();
        let held: Vec<_> = [gpu(), Device::gpu(1).unwrap(), Device::cpu()]
            .iter()
            .map(|device| {
                work(&device.stream()).unwrap();
                device.stream().alloc_zeroed::<f32>(1000).unwrap()
            })
            .collect();
        let (worked, finish) = (begin.elapsed().as_secs_f64(), Instant::now());
        let report = session.finish().unwrap();
        // How fast devices copy is measured behind the session's end.
        assert!(report.seconds - worked < finish.elapsed().as_secs_f64() / 2.0, "{worked} {report}");
        assert_eq!((report.devices.len(), report.kernels.len(), held.len()), (3, 6, 3), "{report}");
        for (index, device) in report.devices.iter().enumerate() {
            let calls: u64 = report
                .kernels
                .iter()
                .filter(|kernel| kernel.device == index)
                .map(|kernel| kernel.calls)
                .sum();
            assert_eq!(calls, 3, "{report}");
            assert_eq!((device.allocations, device.allocated_bytes), (3, 64 + 4000), "{report}");
            assert!(device.peak_bytes >= 4000 && device.busy_seconds > 0.0, "{report}");
        }
        // Five pieces of work, a millisecond each. What the driver takes for events is between them.
        let gpu = &report.devices[0];
        assert!((gpu.busy_seconds - 5e-3).abs() < 1e-9 && gpu.idle_seconds >= 4e-3, "{gpu:?}");
        assert!((1e-3..gpu.idle_seconds).contains(&gpu.longest_gap_seconds), "{gpu:?}");
        let mut trace = Vec::new();
        report.write_chrome_trace(&mut trace).unwrap();
        let trace: serde_json::Value = serde_json::from_slice(&trace).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let of = |process: u64| {
            events.iter().filter(|event| event["pid"] == process && event["ph"] == "X").count()
        };
        // The host's launches and compilations; then, for each device, its work.
        let each = report.timeline.len() / 3;
        assert_eq!((of(0) > each, of(1), of(2), of(3)), (true, each, each, each));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn ranges_add_up_what_is_inside() {
    alone("profiling::ranges_add_up_what_is_inside", || {
        let driver = started();
        let report = profiled(&gpu(), |stream| {
            for _ in 0..2 {
                let _step = trace::range("step");
                work(stream)?;
                let _copy = trace::range("copy");
                ones(stream, 8);
            }
            work(stream)
        });
        let ranges: Vec<_> =
            report.ranges.iter().map(|range| (&*range.name, range.calls, range.works)).collect();
        assert_eq!(ranges, [("step", 2, 2 * 6), ("step/copy", 2, 2)], "{report}");
        let seconds = [0, 1].map(|index: usize| report.ranges[index].seconds);
        assert!((seconds[0] - 12e-3).abs() < 1e-9 && (seconds[1] - 2e-3).abs() < 1e-9, "{report}");
        assert!(report.ranges.iter().all(|range| range.host_seconds > 0.0));
        assert_eq!(report.range_timeline.len(), 4);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_tile_kernel_s_bytes_are_those_of_its_tensors() {
    alone("profiling::a_tile_kernel_s_bytes_are_those_of_its_tensors", || {
        let report = profiled(&Device::cpu(), |stream| {
            let x = Tensor2::from_slice(stream, &[1.0f32; 640], [20, 32])?;
            let (mut y, mut z) = (Tensor2::zeros(stream, [20, 32])?, Tensor2::zeros(stream, [20, 32])?);
            moved(&x, &mut y, &mut z).launch(stream)?;
            assert_eq!(stream.download(z.buffer())?, [1.0; 640]);
            Ok(())
        });
        // One is read, one is written, one is both.
        assert_eq!(kernels(&report), [("moved", 1, 4 * 640 * 4)], "{report}");
    });
}

#[test]
fn many_launches_keep_a_bounded_number_of_events() {
    alone("profiling::many_launches_keep_a_bounded_number_of_events", || {
        let driver = started();
        let stream = gpu().stream();
        let mut x = ones(&stream, 1);
        let report = profiled(&gpu(), |stream| {
            for _ in 0..5000 {
                scale(1.0f32, &mut x).threads(1).launch(stream)?;
            }
            assert!(driver.live().events < 5000, "{:?}", driver.live());
            Ok(())
        });
        assert_eq!(kernels(&report), [("scale<f32>", 5000, 40_000)]);
        assert!((report.kernels[0].seconds - 5.0).abs() < 1e-6, "{report}");
        assert_eq!(report.timeline.len(), 5000);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn graphs_are_counted_as_wholes() {
    alone("profiling::graphs_are_counted_as_wholes", || {
        let driver = started();
        for device in [gpu(), Device::cpu()] {
            let stream = device.stream();
            let (mut graph, ()) = stream
                .graph(ones(&stream, 8), |graph, mut x| {
                    scale(2.0f32, &mut x).threads(8).add_to(graph)?;
                    Ok(())
                })
                .unwrap();
            let report = profiled(&device, |stream| (0..3).try_for_each(|_| graph.launch(stream)));
            assert_eq!((report.graphs.0, kernels(&report)), (3, vec![]), "{report}");
        }
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn there_is_one_session_at_a_time() {
    alone("profiling::there_is_one_session_at_a_time", || {
        let driver = started();
        let events = driver.live().events;
        let session = profile::start(&gpu()).unwrap();
        assert!(matches!(profile::start(&Device::cpu()), Err(Error::ProfilerBusy)));
        work(&gpu().stream()).unwrap();
        // Other devices' work is not this session's.
        work(&Device::cpu().stream()).unwrap();
        drop(session);
        assert_eq!(driver.live().events, events);
        // Nothing is kept of what went on without a session, or in one that was dropped.
        work(&gpu().stream()).unwrap();
        let report = profiled(&gpu(), |_| Ok(()));
        assert!(report.memory_efficiency().is_sign_positive());
        assert_eq!(
            (kernels(&report), report.copies.len(), report.timeline.len()),
            (vec![], 0, 0),
            "{report}"
        );
        let of_times = |line: &&str| line.starts_with("times by events: CUPTI was not found");
        assert_eq!(report.to_string().lines().filter(|line| !of_times(line)).count(), 1, "{report}");
    });
}

/// A failed kernel is the program's to find, and what the session saw is reported all the same.
#[test]
fn a_failed_kernel_is_left_to_the_program() {
    alone("profiling::a_failed_kernel_is_left_to_the_program", || {
        let stream = Device::cpu().stream();
        let mut x = ones(&stream, 4);
        let report = profiled(&Device::cpu(), |_| beyond(&mut x).threads(8).launch(&stream));
        assert_eq!(kernels(&report), [("beyond", 1, 16)], "{report}");
        assert!(matches!(stream.synchronize(), Err(Error::KernelPanic { .. })));
    });
}

#[test]
fn work_goes_on_where_an_event_fails() {
    alone("profiling::work_goes_on_where_an_event_fails", || {
        let driver = started();
        for call in ["cuEventCreate", "cuEventRecord", "cuEventElapsedTime", "cuEventSynchronize"] {
            let session = profile::start(&gpu()).unwrap();
            driver.fail(call, 3, 999);
            work(&gpu().stream()).unwrap();
            let report = session.finish();
            driver.forget_faults();
            match report {
                Ok(report) => assert_eq!(report.kernels.iter().map(|kernel| kernel.calls).sum::<u64>(), 3),
                Err(error) => assert!(error.to_string().contains(call), "{error}"),
            }
        }
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_variable_profiles_a_whole_program() {
    const TEST: &str = "profiling::a_variable_profiles_a_whole_program";
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        // The program's end comes behind this function, and the driver must not end before it.
        std::mem::forget(started());
        work(&gpu().stream()).unwrap();
        let writable = std::env::var("KILN_PROFILE").is_ok_and(|file| Path::new(&file).exists());
        assert_eq!(matches!(profile::start(&gpu()), Err(Error::ProfilerBusy)), writable);
        return;
    }
    let folder = std::env::temp_dir().join(format!("kiln-profile-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("report.json");
    let file_name = file.to_string_lossy();
    let variables = [("KILN_PROFILE", &*file_name), ("KILN_PROFILE_COUNTED", "1"), ("KILN_NVRTC", "none")];
    let output = child(TEST, &variables);
    let table = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && table.contains("scale_add"), "{table}");
    let parsed = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap()
    };
    let report = parsed("report.json");
    assert_eq!(report["version"], 1);
    let calls: u64 =
        report["kernels"].as_array().unwrap().iter().map(|kernel| kernel["calls"].as_u64().unwrap()).sum();
    assert_eq!(calls, 3, "{report}");
    let flops = |kernel: &serde_json::Value| kernel["flops"].as_u64().unwrap();
    assert_eq!(report["kernels"].as_array().unwrap().iter().map(flops).sum::<u64>(), 32 + 8, "{report}");
    assert_eq!(report["devices"][0]["allocations"], 2, "{report}");
    let trace = parsed("report.trace.json");
    let names: Vec<_> = trace["traceEvents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["name"].as_str().unwrap())
        .collect();
    for name in ["process_name", "upload", "scale_add", "scale<f32>", "compile scale"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    fs::remove_dir_all(folder).unwrap();
    // A file that cannot be written is told, and harms nothing.
    let output = child(TEST, &[("KILN_PROFILE", "/no/such/folder/report.json"), ("KILN_NVRTC", "none")]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("cannot write /no/such/folder/report.json"), "{told}");
}

/// Runs a test in a process of its own that has CUPTI too.
#[cfg(feature = "cupti")]
fn with_cupti(test: &str, body: impl FnOnce(&FakeDriver)) {
    if std::env::var(CHILD).is_ok_and(|child| child == test) {
        return body(&started());
    }
    let library = kiln_fake_driver::library().expect("the library is built");
    let output = child(test, &[("KILN_CUPTI", &library.to_string_lossy()), ("KILN_NVRTC", "none")]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// The sources of the times of kernels and copies.
#[cfg(feature = "cupti")]
fn sources(report: &Report) -> Vec<TimeSource> {
    let copies = report.copies.iter().map(|copy| copy.source);
    report.kernels.iter().map(|kernel| kernel.source).chain(copies).collect()
}

#[cfg(feature = "cupti")]
#[test]
fn cupti_has_the_times_without_the_gaps() {
    with_cupti("profiling::cupti_has_the_times_without_the_gaps", |driver| {
        // The records of the versions are of different lengths.
        for version in [18, 28, 130_001, 130_500] {
            driver.set_cupti(version, 0);
            let stream = gpu().stream();
            let (mut graph, ()) = stream
                .graph(ones(&stream, 8), |graph, mut x| {
                    scale(2.0f32, &mut x).threads(8).add_to(graph)?;
                    Ok(())
                })
                .unwrap();
            let report = profiled(&gpu(), |stream| {
                work(stream)?;
                graph.launch(stream)
            });
            assert_eq!(sources(&report), [TimeSource::Cupti; 4], "{report}");
            let seconds =
                |name: &str| report.kernels.iter().find(|kernel| kernel.name == name).unwrap().seconds;
            let is =
                |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}: {report}");
            // Two launches of a quarter of a millisecond, and one.
            is(seconds("scale_add"), 0.5e-3);
            is(seconds("scale<f32>"), 0.25e-3);
            report.copies.iter().for_each(|copy| is(copy.seconds, 0.5e-3));
            // Two kernels and a gap.
            is(report.graphs.1, 0.75e-3);
            assert!(
                report.timeline.iter().all(|span| span.device[1] - span.device[0] < 0.8e-3),
                "{report:?}"
            );
            assert!(report.to_string().contains("times by CUPTI\n"), "{report}");
            assert!(report.to_json().contains(r#""source":"cupti""#) && report.without_cupti.is_none());
            // Nothing is collected between sessions.
            assert_eq!(driver.cupti_left(), 0);
        }
        // The event after the upload fails, so that CUPTI's time of it is no part of the timeline.
        let session = profile::start(&gpu()).unwrap();
        driver.fail("cuEventRecord", 1, 999);
        work(&gpu().stream()).unwrap();
        let report = session.finish().unwrap();
        let by_events: Vec<_> =
            report.copies.iter().filter(|copy| copy.source == TimeSource::Events).collect();
        assert!(by_events.len() == 1 && by_events[0].kind == "upload", "{report}");
        assert!(report.to_string().contains("times by CUPTI (~ by events)\n"), "{report}");
        assert_eq!(report.to_string().matches(" ~").count(), 1, "{report}");
        let cpu = profiled(&Device::cpu(), work);
        assert_eq!((sources(&cpu), cpu.without_cupti), (vec![TimeSource::Events; 4], None));
        assert_eq!(driver.misuses(), "");
    });
}

/// Each failure is one line of the report, whose times are those of events.
#[cfg(feature = "cupti")]
#[test]
fn a_session_survives_each_failure_of_cupti() {
    with_cupti("profiling::a_session_survives_each_failure_of_cupti", |driver| {
        let by_events = |why: &str, report: &Report| {
            assert_eq!(sources(report), [TimeSource::Events; 4], "{report}");
            assert!(report.to_string().contains("\ntimes by events: "), "{report}");
            assert!(report.without_cupti.as_ref().unwrap().contains(why), "{why}: {report}");
            assert!((report.kernels[0].seconds - 2e-3).abs() < 1e-9, "{report}");
            assert!(report.to_json().contains(r#""without_cupti":""#));
        };
        driver.set_cupti(130_600, 0);
        by_events("its version 130600 is not known", &profiled(&gpu(), work));
        driver.set_cupti(28, 0);
        // The calls of a first session, and then those of later ones.
        for (call, after) in [
            ("cuptiGetVersion", 0),
            ("cuptiActivityRegisterCallbacks", 0),
            ("cuptiActivityEnable", 0),
            ("cuptiActivityEnable", 5),
            ("cuptiGetTimestamp", 0),
            ("cuptiActivityPushExternalCorrelationId", 0),
            ("cuptiActivityFlushAll", 0),
            ("cuptiActivityGetNextRecord", 3),
            ("cuptiActivityGetNumDroppedRecords", 0),
            ("cuptiActivityPopExternalCorrelationId", 2),
        ] {
            driver.fail(call, after, 7);
            let report = profiled(&gpu(), work);
            assert_eq!(driver.forget_faults(), 0, "{call} was not called");
            by_events(&format!("{call} failed: CUPTI_ERROR_OF_THE_TEST"), &report);
            let left = usize::from(call.contains("Pop"));
            assert_eq!(driver.cupti_left(), left, "{call}");
        }
        // Nor does a text that fails, or a kind that stays enabled, harm a session.
        driver.fail("cuptiActivityFlushAll", 0, 7);
        driver.fail("cuptiGetResultString", 0, 7);
        by_events("cuptiActivityFlushAll failed: CUptiResult 7", &profiled(&gpu(), work));
        driver.fail("cuptiActivityDisable", 0, 7);
        assert_eq!(sources(&profiled(&gpu(), work)), [TimeSource::Cupti; 4]);
        driver.set_cupti(28, 3);
        by_events("CUPTI dropped 3 records", &profiled(&gpu(), work));
        assert_eq!(driver.misuses(), "");
    });
}

/// A program that wants CUPTI's times and has no CUPTI is told so.
#[cfg(feature = "cupti")]
#[test]
fn without_cupti_events_have_the_times() {
    const TEST: &str = "profiling::without_cupti_events_have_the_times";
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let driver = started();
        let report = profiled(&gpu(), work);
        assert_eq!(sources(&report), [TimeSource::Events; 4]);
        assert!(report.without_cupti.as_ref().unwrap().contains("KILN_CUPTI"), "{report}");
        assert_eq!(driver.misuses(), "");
        return;
    }
    let output = child(TEST, &[("KILN_CUPTI", "none"), ("KILN_NVRTC", "none")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
