//! Memory that crosses to other libraries and back: who keeps it alive, and in which order it is used.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use kiln::dlpack::{self, DlDevice, Export, Import};
use kiln::{Buffer, Device, Stream};

use crate::{alone, driver, scale_add};

/// Another library: it allocates through the same driver, on a stream of its own, and notes what its memory held
/// when it was given back.
struct Library {
    stream: Stream,
    address: u64,
    len: usize,
    last: Arc<Mutex<Vec<f32>>>,
}

impl Library {
    fn new(device: &Device, values: &[f32]) -> Library {
        let stream = device.new_stream().unwrap();
        let address = stream.upload(values).unwrap().into_raw();
        Library { stream, address, len: values.len(), last: Arc::default() }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the address came from `into_raw`, and nobody else has it.
        let memory = unsafe { Buffer::<f32>::from_raw(&self.stream, self.address, self.len) }.unwrap();
        *self.last.lock().unwrap() = self.stream.download(&memory).unwrap();
    }
}

#[test]
fn an_owner_goes_when_nothing_uses_its_memory() {
    alone("exchange::an_owner_goes_when_nothing_uses_its_memory", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (home, other) = (device.stream(), device.new_stream().unwrap());
        let library = Library::new(&device, &[1.0; 8]);
        let (address, last) = (library.address, Arc::clone(&library.last));
        let x = other.upload(&[1.0f32; 8]).unwrap();
        // SAFETY: the library's upload is done, and it leaves its memory alone.
        let mut y = unsafe { Buffer::<f32>::from_foreign(&home, address, 8, library) }.unwrap();
        assert_eq!(y.raw(), address);
        scale_add(2.0, &x, &mut y).threads(8).launch(&home).unwrap();
        scale_add(3.0, &x, &mut y).threads(8).launch(&other).unwrap();
        drop(y);
        assert_eq!(*last.lock().unwrap(), [6.0; 8], "both launches came before");
        drop(x);
        home.synchronize().unwrap();
        assert_eq!((driver.misuses(), driver.live().allocations), (String::new(), 0));
    });
}

#[test]
fn addresses_that_cannot_be_are_refused() {
    alone("exchange::addresses_that_cannot_be_are_refused", || {
        let _driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let dropped = Arc::new(());
        for (address, len, expected) in [
            (0, 4, "is null"),
            (0x1002, 4, "0x1002 is not a multiple of 4"),
            (0x1000, usize::MAX, "more than an address can count"),
        ] {
            // SAFETY: the address is not used.
            let why = unsafe { Buffer::<f32>::from_foreign(&stream, address, len, Arc::clone(&dropped)) };
            let why = why.unwrap_err().to_string();
            assert!(why.contains(expected), "{why}");
        }
        assert_eq!(Arc::strong_count(&dropped), 1);
        // SAFETY: nothing is there to be used.
        let empty = unsafe { Buffer::<f32>::from_foreign(&stream, 0, 0, Arc::clone(&dropped)) }.unwrap();
        assert!(stream.download(&empty).unwrap().is_empty());
    });
}

/// `cuMemsetD32Async`.
type Set = unsafe extern "system" fn(u64, u32, usize, *mut c_void) -> i32;

#[test]
fn work_of_others_is_ordered_with_ours() {
    alone("exchange::work_of_others_is_ordered_with_ours", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let home = device.stream();
        // A stream and a call that are not Kiln's.
        driver.set_current(1);
        let raw = driver.foreign_stream();
        // SAFETY: the stream is of this device, and is never destroyed.
        let theirs = unsafe { device.borrow_stream(raw) }.unwrap();
        // SAFETY: the driver is open already, under this name.
        let library = unsafe { libloading::Library::new("libcuda.so.1") }.unwrap();
        // SAFETY: the driver has this function with this signature.
        let set = unsafe { library.get::<Set>("cuMemsetD32Async") }.unwrap();

        let x = home.upload(&[1.0f32; 16]).unwrap();
        let mut y = home.alloc_zeroed::<f32>(16).unwrap();
        scale_add(2.0, &x, &mut y).threads(16).launch(&home).unwrap();
        // SAFETY: the buffer has sixteen elements.
        let code =
            y.with_raw_mut(&theirs, |address| unsafe { set(address, 3.0f32.to_bits(), 8, raw) }).unwrap();
        assert_eq!(code, 0);
        scale_add(1.0, &x, &mut y).threads(16).launch(&home).unwrap();
        assert_eq!(home.download(&y).unwrap(), [[4.0; 8], [3.0; 8]].concat());
        assert_eq!(y.with_raw(&theirs, |address| address).unwrap(), y.raw());
        let other = Device::gpu(1).unwrap().stream();
        let why = y.with_raw(&other, |_| unreachable!("the stream is of another device")).err();
        assert!(why.is_none_or(|why| why.to_string().contains("another library's work")));
        drop((x, y));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_tensor_goes_to_a_consumer_s_stream_and_back() {
    alone("exchange::a_tensor_goes_to_a_consumer_s_stream_and_back", || {
        let driver = driver();
        let device = Device::gpu(1).unwrap();
        let home = device.stream();
        driver.set_current(2);
        // SAFETY: the stream is of this device, and is never destroyed.
        let theirs = unsafe { device.borrow_stream(driver.foreign_stream()) }.unwrap();
        let x = home.upload(&[1.0f32; 6]).unwrap();
        let mut y = home.alloc_zeroed::<f32>(6).unwrap();
        scale_add(2.0, &x, &mut y).threads(6).launch(&home).unwrap();
        let out = Export::new(y, &[2, 3], None, &theirs).unwrap().into_versioned();
        // The consumer: it takes the tensor on its stream, works, and gives it back while its work is not done.
        // SAFETY: the tensor is Kiln's own, and taken once.
        let import = unsafe { Import::from_versioned(out) }.unwrap();
        assert_eq!(import.device(), DlDevice { kind: dlpack::CUDA, index: 1 });
        let mut y = import.into_buffer::<f32>(&theirs).unwrap();
        scale_add(1.0, &x, &mut y).threads(6).launch(&theirs).unwrap();
        assert_eq!(theirs.download(&y).unwrap(), [3.0; 6]);
        scale_add(1.0, &x, &mut y).threads(6).launch(&theirs).unwrap();
        drop(y);
        drop(x);
        home.synchronize().unwrap();
        assert_eq!((driver.misuses(), driver.live().allocations), (String::new(), 0));
        let elsewhere = Device::gpu(0).unwrap().stream();
        let out = Export::new(home.upload(&[1u8]).unwrap(), &[1], None, &home).unwrap().into_versioned();
        // SAFETY: as above.
        let why = unsafe { Import::from_versioned(out) }.unwrap().into_buffer::<u8>(&elsewhere).unwrap_err();
        assert!(why.to_string().contains("(type 2, number 1), and the stream is of GPU 0"), "{why}");
        home.synchronize().unwrap();
        assert_eq!(driver.live().allocations, 0);
    });
}

#[test]
fn a_consumer_s_failure_is_no_panic() {
    alone("exchange::a_consumer_s_failure_is_no_panic", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (home, other) = (device.stream(), device.new_stream().unwrap());
        let count = AtomicUsize::new(0);
        for call in ["cuEventRecord", "cuStreamWaitEvent", "cuEventCreate", "cuStreamSynchronize"] {
            for after in 0..6 {
                driver.fail(call, after, 999);
                let run = || -> kiln::Result<()> {
                    let y = home.upload(&[1.0f32; 6])?;
                    let out = Export::new(y, &[6], None, &other)?.into_versioned();
                    // SAFETY: the tensor is Kiln's own, and taken once.
                    let y = unsafe { Import::from_versioned(out) }?.into_buffer::<f32>(&other)?;
                    let address = y.with_raw(&home, |address| address)?;
                    assert_eq!(address, y.raw());
                    home.synchronize()
                };
                count.fetch_add(usize::from(run().is_err()), Ordering::Relaxed);
                driver.forget_faults();
                home.synchronize().unwrap();
                other.synchronize().unwrap();
                assert_eq!(driver.misuses(), "", "{call} {after}");
                assert_eq!(driver.live().allocations, 0, "{call} {after}");
            }
        }
        assert!(count.into_inner() >= 6);
    });
}
