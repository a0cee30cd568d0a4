//! Drivers that lack entry points: what needs none of them works, and what needs one says so.

use kiln::{Device, Result};
use kiln_fake_driver::install_without;

use crate::faults::scenario;
use crate::{CHILD, alone, child, driver, known, scale_add};

/// The entry points that Kiln names, each with the CUDA version that first had it, as the runtime's own table says.
fn entry_points() -> Vec<(&'static str, (u32, u32))> {
    let table = include_str!("../../runtime/src/sys/driver.rs");
    let rows = table.lines().filter_map(|line| {
        let (_, rest) = line.split_once(" = \"")?;
        let (symbol, rest) = rest.split_once("\" since \"")?;
        let (major, minor) = rest.split_once('"')?.0.split_once('.')?;
        Some((symbol, (major.parse().ok()?, minor.parse().ok()?)))
    });
    rows.collect()
}

/// What any driver that Kiln knows can do.
fn plain() -> Result<()> {
    let device = Device::gpu(0)?;
    let stream = device.stream();
    let start = stream.record_event()?;
    let x = stream.upload(&[1.0f32; 64])?;
    let mut y = stream.alloc_zeroed::<f32>(64)?;
    scale_add(2.0, &x, &mut y).threads(64).launch(&stream)?;
    let other = device.new_stream()?;
    assert_eq!(other.download(&y)?, [2.0; 64]);
    let mut pinned = stream.alloc_pinned::<f32>(64)?;
    pinned.fill(5.0);
    stream.upload_into(&pinned, &mut y)?;
    assert_eq!(stream.download(&y)?, [5.0; 64]);
    stream.record_event()?.elapsed_since(&start)?;
    Ok(())
}

#[test]
fn every_version_of_cuda_since_11_4_serves() {
    const TEST: &str = "old::every_version_of_cuda_since_11_4_serves";
    const VERSION: &str = "KILN_OLD_VERSION";
    let all = entry_points();
    assert!(all.len() > 50, "the table is not read: {all:?}");
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let version = std::env::var(VERSION).unwrap();
        let (major, minor) = version.split_once('.').unwrap();
        let version = (major.parse().unwrap(), minor.parse().unwrap());
        let newer: Vec<&str> =
            all.iter().filter(|(_, since)| *since > version).map(|(symbol, _)| *symbol).collect();
        let driver = known(install_without(&newer).unwrap());
        driver.set_version(i32::try_from(version.0 * 1000 + version.1 * 10).unwrap());
        // A GPU that such a driver knows.
        driver.attribute(75, if version.0 > 11 { 9 } else { 8 });
        plain().unwrap();
        assert_eq!(driver.misuses(), "");
        return;
    }
    for version in ["11.4", "11.8", "12.0", "12.3", "12.4", "12.8", "13.0"] {
        let output = child(TEST, &[(VERSION, version)]);
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "CUDA {version}: {text}");
    }
}

#[test]
fn an_entry_point_that_is_missing_is_told_by_name() {
    const TEST: &str = "old::an_entry_point_that_is_missing_is_told_by_name";
    const SYMBOL: &str = "KILN_OLD_SYMBOL";
    let all = entry_points();
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let driver = known(install_without(&[&std::env::var(SYMBOL).unwrap()]).unwrap());
        crate::objects::describe(&driver);
        println!();
        match scenario() {
            Ok(_) => println!("said: ok"),
            Err(why) => println!("said: {}", why.to_string().replace('\n', " ")),
        }
        println!("misuses: {}", driver.misuses());
        return;
    }
    // What stands for itself where it is missing, or is asked only where something else is there.
    let mut without = Vec::new();
    for (symbol, (major, minor)) in all {
        let output = child(TEST, &[(SYMBOL, symbol)]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{symbol}: {text}{}", String::from_utf8_lossy(&output.stderr));
        let line =
            |name| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{text}"));
        let said = line("said: ");
        if said == "ok" {
            without.push(symbol);
        } else {
            let expected = format!(
                "the NVIDIA driver has no `{symbol}`: it supports CUDA 13.0, and this call needs CUDA {major}.{minor}"
            );
            assert!(said.contains(&expected), "{symbol}: {said}");
        }
        assert_eq!(line("misuses: "), "", "{symbol}");
    }
    println!("not needed: {without:?}");
    assert!(without.len() < 25, "{without:?}");
}

#[test]
fn a_refusal_has_name_number_and_advice() {
    alone("old::a_refusal_has_name_number_and_advice", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        for (code, advice) in [
            (1, "defect of Kiln"),
            (2, "drop buffers"),
            (101, "CUDA_VISIBLE_DEVICES"),
            (201, "start the process again"),
            (400, "another library"),
            (700, "the process must be started again"),
            (805, "multi-process service"),
            (919, "nvidia-fabricmanager"),
            (12_345, "list of errors"),
        ] {
            driver.fail("cuEventRecord", 0, code);
            let why = stream.record_event().err().expect("the driver refuses").to_string();
            let (what, help) = why.split_once("\n  help: ").expect("there is something to try");
            assert!(what.starts_with("cuEventRecord failed: CUDA_ERROR_"), "{what}");
            assert!(what.contains(&format!("({code})")) && help.contains(advice), "{why}");
        }
    });
}

#[test]
fn a_driver_without_a_version_serves() {
    alone("old::a_driver_without_a_version_serves", || {
        let driver = known(install_without(&["cuDriverGetVersion"]).unwrap());
        plain().unwrap();
        assert_eq!(driver.misuses(), "");
    });
}
