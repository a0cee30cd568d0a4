//! Buffers from `cudarc` and to it: no copy, one order, and memory that is freed once. On a GPU where there is one,
//! else with a driver without one, which finds accesses that nothing orders.

#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaStream, DevicePtr};
use kiln::{Buffer, Device};
use kiln_fake_driver::{FakeDriver, Param, has_gpu, install};
use kiln_interop::{add, scale};

/// What [`scale`] does, for the driver without a GPU.
fn scale_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let factor = f32::from_ne_bytes(params[0][..4].try_into().expect("four bytes"));
    let x: *mut f32 = std::ptr::with_exposed_provenance_mut(number(1));
    for index in 0..number(2) {
        // SAFETY: the driver has held it to be living memory of this length.
        unsafe { *x.add(index) *= factor };
    }
}

/// What [`add`] does.
fn add_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let (x, y): (*const f32, *mut f32) =
        (std::ptr::with_exposed_provenance(number(0)), std::ptr::with_exposed_provenance_mut(number(2)));
    for index in 0..number(1).min(number(3)) {
        // SAFETY: as above.
        unsafe { *y.add(index) += *x.add(index) };
    }
}

/// Names the test that a process is to run.
const CHILD: &str = "KILN_INTEROP_TEST";
/// Where a process finds the driver without a GPU, under all of the real one's names.
const FOLDER: &str = "KILN_INTEROP_FOLDER";

/// A folder of one test's with the fake driver under the names that `cudarc` looks for.
fn folder(test: &str) -> PathBuf {
    let library = kiln_fake_driver::library().unwrap_or_else(|why| panic!("{why}"));
    let folder = library.with_file_name(format!("interop-{}-{test}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["libcuda.so", "libcuda.so.1"] {
        let _ = std::fs::remove_file(folder.join(name));
        std::os::unix::fs::symlink(&library, folder.join(name)).unwrap();
    }
    folder
}

/// Runs a test in a process of its own, which has the driver without a GPU, or `None` where it has a real one.
fn alone(test: &str, body: impl FnOnce(Option<FakeDriver>)) {
    if std::env::var(CHILD).is_ok_and(|child| child == test) {
        let fake = std::env::var_os(FOLDER).map(|_| install().unwrap_or_else(|why| panic!("{why}")));
        if let Some(fake) = &fake {
            let params = [Param::Read(4), Param::Value(8), Param::Write(4), Param::Value(8)];
            fake.kernel("add", &params, add_body);
            fake.kernel("scale", &[Param::Value(4), Param::Write(4), Param::Value(8)], scale_body);
        }
        return body(fake);
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(CHILD, test);
    command.env("KILN_CACHE", "off").env_remove("KILN_DEVICE").env_remove("KILN_BACKEND");
    let fake = (!has_gpu()).then(|| folder(test));
    if let Some(folder) = &fake {
        let others = std::env::var("LD_LIBRARY_PATH").unwrap_or_default();
        command.env("LD_LIBRARY_PATH", format!("{}:{others}", folder.display())).env(FOLDER, folder);
    }
    let output = command.output().unwrap();
    if let Some(folder) = fake {
        std::fs::remove_dir_all(folder).unwrap();
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// Streams of theirs: one that is made, and on a GPU the default one.
fn theirs(fake: bool) -> Vec<Arc<CudaStream>> {
    let context = CudaContext::new(0).unwrap();
    let mut streams = vec![context.new_stream().unwrap()];
    if !fake {
        streams.push(context.default_stream());
    }
    streams
}

#[test]
fn memory_goes_to_cudarc_and_back() {
    alone("memory_goes_to_cudarc_and_back", |fake| {
        let values: Vec<f32> = (0..50_000u16).map(f32::from).collect();
        let times = |factor: f32| values.iter().map(|value| value * factor).collect::<Vec<_>>();
        for theirs in theirs(fake.is_some()) {
            let device = Device::gpu(0).unwrap();
            let (home, other) = (device.stream(), device.new_stream().unwrap());
            let slice = theirs.clone_htod(&values).unwrap();
            let address = slice.device_ptr(&theirs).0;
            // Nobody waits: the copy is under way when Kiln gets the memory, and the kernels when cudarc does.
            let mut x = Buffer::from_cudarc(&home, slice).unwrap();
            assert_eq!(x.raw(), address);
            scale(2.0, &mut x).threads(values.len()).launch(&home).unwrap();
            scale(3.0, &mut x).threads(values.len()).launch(&other).unwrap();
            assert!(home.download(&x).unwrap() == times(6.0));
            drop(x);

            let mut y = other.upload(&values).unwrap();
            scale(2.0, &mut y).threads(values.len()).launch(&home).unwrap();
            let address = y.raw();
            let slice = y.into_cudarc(&theirs).unwrap();
            assert_eq!(slice.device_ptr(&theirs).0, address);
            let found = theirs.clone_dtoh(&slice).unwrap();
            // The real driver has waited by now, as the memory is pageable; the other is as late as it can be.
            theirs.synchronize().unwrap();
            assert!(found == times(2.0));
            // And back once more, over the memory that was Kiln's at first.
            let mut y = Buffer::from_cudarc(&home, slice).unwrap();
            scale(4.0, &mut y).threads(values.len()).launch(&home).unwrap();
            assert!(home.download(&y).unwrap() == times(8.0) && y.raw() == address);
            drop(y);
            home.synchronize().unwrap();
            theirs.synchronize().unwrap();
        }
        if let Some(fake) = fake {
            assert_eq!((fake.misuses(), fake.live().allocations), (String::new(), 0));
        }
    });
}

#[test]
fn memory_of_cudarc_is_lent_for_a_while() {
    alone("memory_of_cudarc_is_lent_for_a_while", |fake| {
        let values: Vec<f32> = (0..10_000u16).map(f32::from).collect();
        for theirs in theirs(fake.is_some()) {
            let device = Device::gpu(0).unwrap();
            let (home, other) = (device.stream(), device.new_stream().unwrap());
            let x = theirs.clone_htod(&values).unwrap();
            let mut y = theirs.clone_htod(&values).unwrap();
            // One slice is read and the other written, on two streams of Kiln's and theirs in turns, and nobody waits.
            for round in 0..3 {
                let stream = if round == 1 { &other } else { &home };
                let launched = stream.with_cudarc(&x, |x| {
                    stream.with_cudarc_mut(&mut y, |mut y| {
                        add(x, y.reborrow()).threads(values.len()).launch(stream)?;
                        scale(2.0, y).threads(values.len()).launch(&other)
                    })
                });
                launched.unwrap().unwrap().unwrap();
                theirs.memset_zeros(&mut y.slice_mut(..10)).unwrap();
            }
            let found = theirs.clone_dtoh(&y).unwrap();
            let part = home.with_cudarc(&y.slice(5_000..), |y| home.download(y)).unwrap().unwrap();
            drop((x, y));
            theirs.synchronize().unwrap();
            let of = |value: f32| if value < 10.0 { 0.0 } else { value * 22.0 };
            assert!(found.iter().zip(&values).all(|(found, value)| *found == of(*value)));
            assert!(part == found[5_000..]);
            let cpu = Device::cpu().stream();
            let z = theirs.clone_htod(&[1.0f32; 4]).unwrap();
            let why = cpu.with_cudarc(&z, |_| unreachable!("the device is another")).unwrap_err();
            assert!(why.to_string().contains("memory of cudarc"), "{why}");
            drop(z);
            theirs.synchronize().unwrap();
        }
        if let Some(fake) = fake {
            assert_eq!((fake.misuses(), fake.live().allocations), (String::new(), 0));
        }
    });
}

#[test]
fn what_cudarc_cannot_free_stays() {
    alone("what_cudarc_cannot_free_stays", |fake| {
        let theirs = theirs(fake.is_some()).remove(0);
        let stream = Device::gpu(0).unwrap().stream();
        let lent = Buffer::from_cudarc(&stream, theirs.clone_htod(&[1.0f32; 4]).unwrap()).unwrap();
        let why = lent.into_cudarc(&theirs).unwrap_err().to_string();
        assert!(why.contains("only what `upload` and `alloc_zeroed` made"), "{why}");
        let cpu = Device::cpu().stream();
        let slice = theirs.clone_htod(&[1.0f32; 4]).unwrap();
        let why = Buffer::from_cudarc(&cpu, slice).unwrap_err().to_string();
        assert!(why.contains("memory of cudarc"), "{why}");
        let why = cpu.upload(&[1.0f32]).unwrap().into_cudarc(&theirs).unwrap_err().to_string();
        assert!(why.contains("memory of cudarc"), "{why}");
        stream.synchronize().unwrap();
        theirs.synchronize().unwrap();
        if let Some(fake) = fake {
            assert_eq!((fake.misuses(), fake.live().allocations), (String::new(), 0));
        }
    });
}
