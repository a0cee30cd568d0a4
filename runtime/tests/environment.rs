//! KILN_DEVICE, heard by a process of its own.

use std::process::Command;

use kiln_runtime::{Device, DeviceKind};

/// The body of the process that the others start.
#[test]
#[ignore = "run by the other tests"]
fn child() {
    match Device::best() {
        Ok(device) => println!("best: {:?}", device.kind()),
        Err(why) => println!("no: {why}"),
    }
}

fn best(value: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--ignored", "--nocapture"]);
    match value {
        Some(value) => command.env("KILN_DEVICE", value),
        None => command.env_remove("KILN_DEVICE"),
    };
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
fn the_variable_names_the_device() {
    assert!(best(Some("cpu")).contains("best: Cpu"));
    let first = if Device::gpu(0).is_ok() { DeviceKind::Gpu(0) } else { DeviceKind::Cpu };
    assert!(best(None).contains(&format!("best: {first:?}")));
    assert!(best(Some("")).contains(&format!("best: {first:?}")));
}

#[test]
fn a_device_that_is_asked_for_and_not_there_is_an_error() {
    let text = best(Some("gpu:4095"));
    assert!(text.contains("no: "), "{text}");
    assert!(
        text.contains("no GPU 4095") || text.contains("libcuda.so.1") || text.contains("nvcuda.dll"),
        "{text}"
    );
}

#[test]
fn another_word_is_an_error_with_the_forms() {
    let text = best(Some("cuda:0"));
    assert!(text.contains("no: KILN_DEVICE is `cuda:0`, which names no device"), "{text}");
    assert!(text.contains("use `cpu`, `gpu` (the first GPU), `gpu:N`"), "{text}");
}
