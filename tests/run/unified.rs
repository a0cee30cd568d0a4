//! Memory that host and device use where it is, that grows, and that processes share.

use kiln::prelude::*;
use kiln::{Advice, Error, IpcBufferHandle};

use crate::streams;

#[kernel]
fn add_to(x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] += x[i];
    }
}

#[kernel]
fn refuse_three(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        assert!(x[i] != 3, "three");
        x[i] += 1;
    }
}

#[kernel]
fn count_all(x: &[u32], total: &[std::sync::atomic::AtomicU32]) {
    let i = global_id();
    if i < x.len() {
        total[0].fetch_add(x[i], std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn mapped_memory_is_the_host_s_and_the_kernels() {
    for stream in streams() {
        let other = stream.device().new_stream().unwrap();
        let mut x = stream.alloc_mapped::<u32>(1000).unwrap();
        let mut y = stream.upload(&[1u32; 1000]).unwrap();
        for turn in 1..=10 {
            x.host_mut().unwrap().iter_mut().for_each(|place| *place += 1);
            add_to(&x, &mut y).threads(1000).launch(&other).unwrap();
            assert_eq!(x.host().unwrap(), [turn; 1000]);
        }
        assert_eq!(stream.download(&y).unwrap(), [56; 1000]);
        let mut total = other.alloc_mapped::<u32>(1).unwrap();
        count_all(&x, &mut total).threads(1000).launch(&stream).unwrap();
        assert_eq!(total.host().unwrap(), [10_000]);
        // It is copied and filled as any buffer is.
        stream.fill(x.slice_mut(..10).unwrap(), 7).unwrap();
        stream.copy(&y, &mut x).unwrap();
        assert_eq!(stream.download(x.slice(998..).unwrap()).unwrap(), [56, 56]);
        assert!(stream.alloc_mapped::<u32>(0).unwrap().host_mut().unwrap().is_empty());
    }
}

#[test]
fn a_kernel_s_failure_is_told_to_the_host() {
    for stream in streams() {
        let mut x = stream.alloc_mapped::<u32>(5).unwrap();
        x.host_mut().unwrap().copy_from_slice(&[1, 2, 3, 4, 5]);
        refuse_three(&mut x).threads(5).launch(&stream.device().new_stream().unwrap()).unwrap();
        let error = x.host().unwrap_err();
        assert!(
            matches!(&error, Error::KernelPanic { .. }) && error.to_string().contains("three"),
            "{error}"
        );
    }
}

#[test]
fn managed_memory_goes_where_it_is_used() {
    for stream in streams() {
        let device = stream.device();
        let mut x = match stream.alloc_managed::<u32>(100_000) {
            Err(why @ Error::Unsupported { .. }) => {
                println!("{why}");
                continue;
            }
            x => x.unwrap(),
        };
        let mut y = stream.alloc_managed::<u32>(100_000).unwrap();
        x.host_mut().unwrap().fill(3);
        x.advise(Advice::ReadMostly(true)).unwrap();
        y.advise(Advice::Prefer(Some(&device))).unwrap();
        y.advise(Advice::UsedBy(&Device::cpu())).unwrap();
        x.prefetch(&stream, &device).unwrap();
        for _ in 0..4 {
            add_to(&x, &mut y).threads(100_000).launch(&device.new_stream().unwrap()).unwrap();
            // A kernel may read what the host reads.
            let seen = x.host().unwrap();
            add_to(&x, &mut y).threads(100_000).launch(&stream).unwrap();
            assert_eq!((seen[0], seen[99_999]), (3, 3));
        }
        y.prefetch(&stream, &Device::cpu()).unwrap();
        assert!(y.host().unwrap().iter().all(|value| *value == 24));
        y.advise(Advice::UnusedBy(&Device::cpu())).unwrap();
        y.advise(Advice::Prefer(None)).unwrap();
        x.advise(Advice::ReadMostly(false)).unwrap();
    }
}

#[test]
fn buffers_grow_where_they_are() {
    for stream in streams() {
        let mut x = match stream.alloc_growable::<u32>(10 << 20) {
            Err(why @ Error::Unsupported { .. }) => {
                println!("{why}");
                continue;
            }
            x => x.unwrap(),
        };
        assert!(x.is_empty() && x.capacity() == 10 << 20);
        let ones = stream.upload(&vec![1u32; 10 << 20]).unwrap();
        for len in [1, 1000, 1 << 20, (5 << 20) + 3, 10 << 20] {
            let old = x.len();
            x.extend(&vec![old as u32; (len - old) / 2]).unwrap();
            x.resize_zeroed(len).unwrap();
            assert!(x.len() == len && x.committed() >= len);
            add_to(&ones, &mut x).threads(len).launch(&stream.device().new_stream().unwrap()).unwrap();
        }
        let found = stream.download(&x).unwrap();
        assert_eq!((found[0], found[1], found[999]), (5, 5, 4));
        assert_eq!((found[1000], found[(1 << 20) - 1]), (1000 + 3, 3));
        assert_eq!(found[(10 << 20) - 1], 1);
        assert!(matches!(x.extend(&[1]), Err(Error::OutOfMemory { .. })));
        x.truncate(10);
        x.shrink_to_fit().unwrap();
        assert_eq!(stream.download(&x).unwrap()[..], found[..10]);
        x.resize_zeroed(3 << 20).unwrap();
        assert_eq!(stream.download(x.slice((3 << 20) - 2..).unwrap()).unwrap(), [0, 0]);
    }
}

const CHILD: &str = "KILN_IPC_TEST";

#[test]
fn two_processes_share_memory() {
    const TEST: &str = "unified::two_processes_share_memory";
    if let Ok(text) = std::env::var(CHILD) {
        // The other process: it adds what it is lent to itself.
        let bytes: Vec<u8> = text.split(' ').map(|byte| byte.parse().unwrap()).collect();
        let handle = IpcBufferHandle::from_bytes(&bytes).unwrap();
        let stream = Device::gpu(0).unwrap().stream();
        // SAFETY: the parent keeps the buffer and waits for this process.
        let mut lent = unsafe { stream.open_ipc::<u32>(&handle) }.unwrap();
        let x = stream.upload(&stream.download(&lent).unwrap()).unwrap();
        add_to(&x, &mut lent).threads(x.len()).launch(&stream).unwrap();
        stream.synchronize().unwrap();
        return;
    }
    let Ok(device) = Device::gpu(0) else { return println!("no GPU here, and the CPU has no such memory") };
    let stream = device.stream();
    let mut x = stream.alloc_ipc::<u32>(1000).unwrap();
    stream.upload_into(&(0..1000).collect::<Vec<_>>(), &mut x).unwrap();
    let text: Vec<String> = x.handle().unwrap().to_bytes().iter().map(u8::to_string).collect();
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", TEST, "--nocapture"]).env(CHILD, text.join(" "));
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let found = stream.download(&x).unwrap();
    assert!(found.iter().zip(0..).all(|(value, at)| *value == 2 * at), "{:?}", &found[..4]);
}
