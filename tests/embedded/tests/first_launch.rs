//! The whole way of kernels that a program carries: the build compiled and embedded them, and the first launch
//! finds machine code, without a compiler and without a cache on the disk.

#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::Instant;

use kiln::{Device, cache};
use kiln_fake_driver::{Param, has_gpu, install};
use kiln_other_crate::fill_doubled;

kiln::include_kernels!(concat!(env!("OUT_DIR"), "/kernels.bin"));

/// What [`fill_doubled`] does, for the driver without a GPU.
fn fill_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let out: *mut u32 = std::ptr::with_exposed_provenance_mut(number(0));
    for index in 0..number(1) {
        // SAFETY: the driver has held it to be living memory of this length.
        unsafe { *out.add(index) = 2 * index as u32 + 5 };
    }
}

const CHILD: &str = "KILN_EMBEDDED_TEST";
const N: usize = 10_000;

#[test]
fn a_first_launch_uses_what_the_build_compiled() {
    if std::env::var_os(CHILD).is_some() {
        return first_launch();
    }
    let empty = std::env::temp_dir().join(format!("kiln-embedded-{}", std::process::id()));
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_first_launch_uses_what_the_build_compiled", "--nocapture"]).env(CHILD, "1");
    command.env_remove("KILN_CACHE").env_remove("KILN_CACHE_PATH").env_remove("KILN_DEVICE");
    command.env_remove("KILN_BACKEND").env("KILN_CACHE_DIR", &empty).env("KILN_NVRTC", "none");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    println!("{said}");
    assert!(output.status.success());
    assert!(!empty.exists(), "nothing was kept on the disk");
}

fn first_launch() {
    println!("the build: {}", env!("KILN_EMBEDDED"));
    let fake = (!has_gpu()).then(|| install().unwrap_or_else(|why| panic!("{why}")));
    if let Some(fake) = &fake {
        fake.kernel("fill_doubled", &[Param::Write(4), Param::Value(8)], fill_body);
    }
    let device = Device::gpu(0).unwrap();
    let stream = device.stream();
    let mut out = stream.alloc_zeroed::<u32>(N).unwrap();
    stream.synchronize().unwrap();
    let start = Instant::now();
    fill_doubled(&mut out).threads(N).launch(&stream).unwrap();
    stream.synchronize().unwrap();
    let first = start.elapsed();
    let start = Instant::now();
    fill_doubled(&mut out).threads(N).launch(&stream).unwrap();
    stream.synchronize().unwrap();
    println!("{device}: the first launch took {first:.2?}, the next {:.2?}", start.elapsed());
    let expected: Vec<u32> = (0..N as u32).map(|i| 2 * i + 5).collect();
    assert_eq!(stream.download(&out).unwrap(), expected);
    let status = cache::status();
    let found = (status.embedded_hits, status.hits, status.misses, status.writes);
    assert_eq!(found, (1, 1, 0, 0), "{status:?}");
    if let Some(fake) = fake {
        assert_eq!(fake.misuses(), "");
    }
}
