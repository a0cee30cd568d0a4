//! Benchmarks: what is measured, what is subtracted, and what a throttled GPU or failing work does to a measurement.
//! Each piece of a stream's work takes the driver a millisecond.

use std::time::{Duration, Instant};

use std::collections::BTreeMap;

use kiln::bench::{Bench, Case, Verdict};
use kiln::{Device, Error};
use kiln_fake_driver::{FakeDriver, Param};

use crate::{CHILD, child, driver, gpu, scale_add};

/// Runs a test in a process of its own that has NVML, and PTX only.
pub(crate) fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var(CHILD).is_ok_and(|child| child == test) {
        return body();
    }
    let library = kiln_fake_driver::library().expect("the library is built");
    let output = child(test, &[("KILN_NVML", &library.to_string_lossy()), ("KILN_NVRTC", "none")]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// Says what the kernel does that empties the cache.
pub(crate) fn describe(driver: &FakeDriver) {
    let params = [Param::Read(16), Param::Value(8), Param::Value(8)];
    driver.kernel("kiln_bench_read", &params, |_, _| {});
}

fn quick() -> Bench {
    Bench::new().warm_up(Duration::ZERO).budget(Duration::ZERO).samples(1)
}

/// A driver whose GPUs have a small cache, which is emptied soon.
pub(crate) fn started() -> FakeDriver {
    let driver = driver();
    driver.attribute(38, 64 << 10);
    driver
}

#[test]
fn a_time_is_that_of_the_work_alone() {
    alone("benching::a_time_is_that_of_the_work_alone", || {
        let driver = started();
        let stream = gpu().stream();
        let (x, mut y) = (stream.upload(&[1.0f32; 8]).unwrap(), stream.alloc_zeroed::<f32>(8).unwrap());
        for launches in [0, 1, 3] {
            let mut work =
                || (0..launches).try_for_each(|_| scale_add(1.0, &x, &mut y).threads(8).launch(&stream));
            for bench in [quick(), quick().warm()] {
                let timing = bench.time(&stream, &mut work).unwrap();
                assert_eq!(timing.median(), Duration::from_millis(launches), "{timing}");
                assert_eq!(timing.clocks_mhz(), Some([1980; 2]));
                assert_eq!((timing.throttled(), timing.dropped()), (None, 0));
            }
        }
        assert!(quick().time(&stream, || Ok(())).unwrap().is_cold());
        assert!(!quick().warm().time(&stream, || Ok(())).unwrap().is_cold());
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn the_shorter_work_is_faster() {
    alone("benching::the_shorter_work_is_faster", || {
        let driver = started();
        let stream = gpu().stream();
        let x = stream.upload(&[1.0f32; 8]).unwrap();
        let mut outputs = [(); 3].map(|()| stream.alloc_zeroed::<f32>(8).unwrap());
        let cases = outputs.iter_mut().zip([2, 1, 2]).map(|(y, launches)| {
            let (x, stream) = (&x, &stream);
            Case::new(format!("{launches} launches"), move || {
                (0..launches).try_for_each(|_| scale_add(1.0, x, &mut *y).threads(8).launch(stream))
            })
        });
        let found = quick().compare(&stream, &mut cases.collect::<Vec<_>>()).unwrap();
        let verdicts: Vec<Verdict> = (0..3).map(|index| found.ratio(index).verdict()).collect();
        assert_eq!(verdicts, [Verdict::Same, Verdict::Faster, Verdict::Same], "{found}");
        assert_eq!(found.iter().nth(1).map(|(name, _)| name), Some("1 launches"));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_throttled_gpu_is_told() {
    alone("benching::a_throttled_gpu_is_told", || {
        let driver = started();
        let stream = gpu().stream();
        let bench = quick().samples(3);
        // An idle GPU has a low clock too.
        driver.throttle(0x1);
        assert_eq!(bench.time(&stream, || Ok(())).unwrap().throttled(), None);
        driver.throttle(0x20);
        let timing = bench.time(&stream, || Ok(())).unwrap();
        assert!(timing.to_string().ends_with("throttled by the temperature"), "{timing}");
        // It is throttled for a while: what was measured then is dropped.
        let mut calls = 0;
        let timing = bench
            .samples(40)
            .budget(Duration::from_secs(60))
            .time(&stream, || {
                calls += 1;
                driver.throttle(if calls < 20 { 0x20 } else { 0 });
                Ok(())
            })
            .unwrap();
        assert_eq!(timing.throttled(), None, "{timing}");
        assert!(timing.dropped() > 0 && timing.samples().len() >= 40, "{timing}");
    });
}

#[test]
fn work_that_fails_or_waits_holds_nothing_up() {
    alone("benching::work_that_fails_or_waits_holds_nothing_up", || {
        let driver = started();
        let stream = gpu().stream();
        let x = stream.upload(&[1.0f32; 8]).unwrap();
        for fails_at in 0..6 {
            let mut calls = 0;
            let result = quick().time(&stream, || {
                calls += 1;
                if calls > fails_at { Err(Error::NothingToMeasure) } else { Ok(()) }
            });
            assert!(matches!(result, Err(Error::NothingToMeasure)), "{result:?}");
        }
        let begin = Instant::now();
        let timing = quick().time(&stream, || stream.download(&x).map(drop)).unwrap();
        assert_eq!(timing.median(), Duration::from_millis(1), "{timing}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
        assert!(matches!(Bench::new().compare(&stream, &mut []), Err(Error::NothingToMeasure)));
        let recorded = stream.capture((), |stream, ()| quick().time(stream, || Ok(())).map(drop));
        assert!(recorded.is_err_and(|error| error.to_string().contains("a measurement")));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn without_nvml_no_clock_is_told() {
    const TEST: &str = "benching::without_nvml_no_clock_is_told";
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let _driver = started();
        let timing = quick().time(&Device::gpu(0).unwrap().stream(), || Ok(())).unwrap();
        assert_eq!(timing.clocks_mhz(), None);
        return;
    }
    for library in ["none", "/no/such/libnvidia-ml.so.1"] {
        let output = child(TEST, &[("KILN_NVML", library)]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Each call that a measurement makes, failing at once and half way.
#[test]
fn a_failing_call_is_told_and_leaves_nothing() {
    alone("benching::a_failing_call_is_told_and_leaves_nothing", || {
        let driver = started();
        let stream = gpu().stream();
        let (x, mut y) = (stream.upload(&[1.0f32; 8]).unwrap(), stream.alloc_zeroed::<f32>(8).unwrap());
        let mut measure = || quick().time(&stream, || scale_add(1.0, &x, &mut y).threads(8).launch(&stream));
        // What is done once in a process is behind us then.
        measure().unwrap();
        let before: BTreeMap<String, u64> = driver.calls().into_iter().collect();
        measure().unwrap();
        let made = driver
            .calls()
            .into_iter()
            .map(|(call, count)| (call.clone(), count - before.get(&call).unwrap_or(&0)));
        let made: Vec<(String, u64)> = made.filter(|(_, count)| *count > 0).collect();
        assert!(made.iter().any(|(call, _)| call.starts_with("nvml")), "{made:?}");
        let live = driver.live();
        for (call, count) in made {
            for after in [0, count / 2] {
                driver.fail(&call, after, 999);
                let found = measure();
                let unused = driver.forget_faults();
                // Without clocks a measurement is one too, and where a free fails nobody has another way.
                let tolerated = call.starts_with("nvml")
                    || call.starts_with("cuDeviceGet")
                    || call.contains("Free")
                    || call.contains("Destroy");
                match &found {
                    Ok(_) => {
                        assert!(tolerated || unused > 0 || call.contains("Query"), "{call}, call {after}");
                    }
                    Err(error) => {
                        assert!(error.to_string().contains(call.trim_end_matches("_v2")), "{call}: {error}");
                    }
                }
                measure().unwrap_or_else(|error| panic!("after {call}, call {after}: {error}"));
            }
        }
        let now = driver.live();
        assert!(
            now.streams <= live.streams + 1 && now.allocations <= live.allocations + 2,
            "{live:?} {now:?}"
        );
        assert_eq!(driver.misuses(), "");
    });
}
