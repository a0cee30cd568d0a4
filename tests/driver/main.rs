//! What Kiln asks of the CUDA driver, held against a driver without a GPU (`tests/fake_driver`): the order of
//! streams, what happens when a call fails, and that nothing is left over. Each test runs in a process of its own.

#![cfg(target_os = "linux")]

mod assembling;
mod benching;
mod caching;
mod contexts;
mod ends;
mod exchange;
mod faults;
mod graphs;
mod grids;
mod launches;
mod memory;
mod objects;
mod old;
mod order;
mod profiling;
mod streams;
mod taint;
mod threads;
mod tracing;
mod unified;

use std::process::{Command, Output};

use kiln::prelude::*;
use kiln_fake_driver::{FakeDriver, Param, install};

/// Adds a multiple of one array to another.
#[kernel(target = "ptx")]
fn scale_add(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] += a * x[i];
    }
}

/// A function of the device, so that what is made of [`scale`] is more than one function.
#[device]
fn product<T: Num>(a: T, b: T) -> T {
    a * b
}

/// Multiplies each element, compiled by whatever there is.
#[kernel(instances(f32))]
fn scale<T: Num>(factor: T, x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = product(x[i], factor);
    }
}

/// What [`scale`] does to numbers of `f32`, for the driver.
fn scale_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let factor = f32::from_ne_bytes(params[0][..4].try_into().expect("four bytes"));
    let x: *mut f32 = std::ptr::with_exposed_provenance_mut(number(1));
    for index in 0..number(2) {
        // SAFETY: the driver has held it to be living memory of this length.
        unsafe { *x.add(index) *= factor };
    }
}

/// As [`scale_body`], for `f64`.
fn scale_wide_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let factor = f64::from_ne_bytes(params[0][..8].try_into().expect("eight bytes"));
    let x: *mut f64 = std::ptr::with_exposed_provenance_mut(number(1));
    for index in 0..number(2) {
        // SAFETY: as above.
        unsafe { *x.add(index) *= factor };
    }
}

/// What [`scale_add`] does, for the driver.
fn scale_add_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let a = f32::from_ne_bytes(params[0][..4].try_into().expect("four bytes"));
    let (x, y): (*const f32, *mut f32) =
        (std::ptr::with_exposed_provenance(number(1)), std::ptr::with_exposed_provenance_mut(number(3)));
    for index in 0..number(2).min(number(4)) {
        // SAFETY: the driver has held the two to be living memory of these lengths.
        unsafe { *y.add(index) += a * *x.add(index) };
    }
}

/// The first of the driver's devices.
fn gpu() -> Device {
    Device::gpu(0).expect("the driver has devices")
}

/// So many ones in the device's memory.
fn ones(stream: &Stream, len: usize) -> Buffer<f32> {
    stream.upload(&vec![1.0; len]).expect("there is room")
}

/// The driver, knowing the kernels.
fn driver() -> FakeDriver {
    known(install().unwrap_or_else(|why| panic!("{why}")))
}

/// A driver with what the kernels do.
fn known(driver: FakeDriver) -> FakeDriver {
    let params = [Param::Value(4), Param::Read(4), Param::Value(8), Param::Write(4), Param::Value(8)];
    driver.kernel("scale_add", &params, scale_add_body);
    grids::describe(&driver);
    benching::describe(&driver);
    driver.kernel("scale", &[Param::Value(4), Param::Write(4), Param::Value(8)], scale_body);
    driver
}

/// Names the test that a process is to run.
const CHILD: &str = "KILN_DRIVER_TEST";

/// Runs this program again for one test, with further variables.
fn child(test: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("a program knows where it is"));
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(CHILD, test);
    // What this driver calls machine code must not come near the real cache.
    command.env("KILN_CACHE", "off").env_remove("KILN_DEVICE").env_remove("KILN_BACKEND");
    command.envs(variables.iter().copied());
    command.output().expect("a program can start itself")
}

/// Runs a test in a process of its own: what the driver and Kiln remember of a process is then this test's alone.
fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var(CHILD).is_ok_and(|child| child == test) {
        return body();
    }
    let output = child(test, &[]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}
