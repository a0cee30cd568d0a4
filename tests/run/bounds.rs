//! Checks that were dropped would never have failed, and those that would are still there.
//!
//! A device that stands for a GPU runs the kernels as they are after proving, and looks at each proof.

use kiln::prelude::*;
use kiln::{Device, Error, FailureCause, Stream};

use crate::streams;

/// The usual streams, and one whose device doubts proofs.
fn doubtful() -> Vec<Stream> {
    let mut all = streams();
    all.push(Device::emulated((9, 0)).new_stream().expect("the CPU has streams"));
    all
}

#[kernel]
fn guarded(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] = y[i] + x[i];
    }
}

#[kernel]
fn asserted(a: f32, x: &[f32], y: &mut [f32]) {
    assert!(x.len() == y.len());
    let i = global_id();
    if i >= y.len() {
        return;
    }
    y[i] = a * x[i] + y[i];
}

#[kernel]
fn trusting(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel]
fn behind(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] = x[i - 1];
    }
}

#[kernel]
fn stencil(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i > 0 && i + 1 < x.len() && i < y.len() {
        y[i] = x[i - 1] + x[i] + x[i + 1];
    }
}

#[kernel]
fn strided(x: &mut [f32]) {
    let mut i = global_id();
    let step = block_dim().x * grid_dim().x;
    while i < x.len() {
        x[i] = x[i] + 1.0;
        i += step;
    }
}

#[kernel(block = 64)]
fn summed(x: &[f32], y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let t = thread_idx().x;
    let i = global_id();
    tile[t] = if i < x.len() { x[i] } else { 0.0 };
    sync_threads();
    let mut half = 32;
    while half > 0 {
        if t < half {
            tile[t] += tile[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 && block_idx().x < y.len() {
        y[block_idx().x] = tile[0];
    }
}

/// How many checks were dropped, and the accesses and reasons of those left.
fn report(launch: kiln::Launch<'_, 2>) -> (usize, Vec<(String, String)>) {
    let report = launch.report(&Device::cpu()).expect("the kernel can be looked at");
    let checks = &report.variants[0].checks;
    (checks.dropped, checks.kept.iter().map(|kept| (kept.access.clone(), kept.why.clone())).collect())
}

#[test]
fn a_report_says_which_checks_are_left_and_why() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 8]).unwrap();
    let mut y = stream.upload(&[1.0f32; 8]).unwrap();
    assert_eq!(report(guarded(&x, &mut y)), (3, Vec::new()));
    assert_eq!(report(stencil(&x, &mut y)), (4, Vec::new()));
    assert_eq!(report(summed(&x, &mut y)), (6, Vec::new()));
    let why = "nothing says that `i < x.len()`; write `if i < x.len()`";
    assert_eq!(report(trusting(&x, &mut y)), (1, vec![("x[i]".to_owned(), why.to_owned())]));
    let (dropped, kept) = report(behind(&x, &mut y));
    assert_eq!((dropped, kept.len()), (1, 1));
    assert!(kept[0].1.contains("`i - 1` wraps around"), "{kept:?}");
    let all = trusting(&x, &mut y).report(&stream).unwrap().to_string();
    assert!(all.contains("checks of indices: 1 dropped, 1 left"), "{all}");
    assert!(all.contains("tests/run/bounds.rs:"), "{all}");
}

#[test]
fn texts_have_no_check_where_none_is_needed() {
    for (text, checks) in [
        (guarded::source(SourceKind::Cuda), 0),
        (asserted::source(SourceKind::Cuda), 0),
        (stencil::source(SourceKind::Cuda), 0),
        (strided::source(SourceKind::Cuda), 0),
        (summed::source(SourceKind::Cuda), 0),
        (trusting::source(SourceKind::Cuda), 1),
        (behind::source(SourceKind::Cuda), 1),
    ] {
        let text = text.unwrap();
        assert_eq!(text.matches("kiln.at(").count(), checks, "{text}");
    }
}

#[test]
fn what_needs_no_check_works() {
    for stream in doubtful() {
        for len in [0usize, 1, 2, 63, 64, 65, 200] {
            let values: Vec<f32> = (0..len).map(|i| i as f32).collect();
            let x = stream.upload(&values).unwrap();
            let mut y = stream.upload(&values).unwrap();
            guarded(&x, &mut y).threads(256).launch(&stream).unwrap();
            asserted(2.0, &x, &mut y).threads(256).launch(&stream).unwrap();
            strided(&mut y).threads(64).block(32).launch(&stream).unwrap();
            let found = stream.download(&y).unwrap();
            assert!((0..len).all(|i| found[i] == 4.0 * i as f32 + 1.0), "{found:?}");
            let mut y = stream.alloc_zeroed::<f32>(len).unwrap();
            stencil(&x, &mut y).threads(256).launch(&stream).unwrap();
            let found = stream.download(&y).unwrap();
            for i in 0..len {
                let expected = if i > 0 && i + 1 < len { 3.0 * i as f32 } else { 0.0 };
                assert_eq!(found[i], expected);
            }
            let mut sums = stream.alloc_zeroed::<f32>(4).unwrap();
            summed(&x, &mut sums).threads(256).launch(&stream).unwrap();
            let expected: Vec<f32> = (0..4).map(|b| values.iter().skip(b * 64).take(64).sum()).collect();
            assert_eq!(stream.download(&sums).unwrap(), expected);
        }
    }
}

#[test]
fn what_fails_is_told_as_ever() {
    for stream in doubtful() {
        for (len, room) in [(0usize, 1usize), (5, 70), (64, 65), (100, 101), (255, 256)] {
            let x = stream.upload(&vec![1.0f32; len]).unwrap();
            let mut y = stream.alloc_zeroed::<f32>(room).unwrap();
            trusting(&x, &mut y).threads(room).block(64).launch(&stream).unwrap();
            let error = stream.synchronize().unwrap_err();
            let Error::KernelPanic { kernel, cause, block, thread, .. } = &error else { panic!("{error}") };
            let FailureCause::Index { index, len: found } = *cause else { panic!("{error}") };
            assert_eq!((*kernel, found), ("trusting", len as u64));
            // Whichever thread it was, what it says of itself is so.
            assert!(index >= len as u64 && index < room as u64);
            assert_eq!(u64::from(block[0]) * 64 + u64::from(thread[0]), index);
            assert!(!error.to_string().contains("defect"), "{error}");

            y.clear_poison();
            behind(&x, &mut y).threads(room).block(64).launch(&stream).unwrap();
            if len > 0 {
                let error = stream.synchronize().unwrap_err();
                let Error::KernelPanic { cause, .. } = &error else { panic!("{error}") };
                assert_eq!(*cause, FailureCause::Index { index: u64::MAX, len: len as u64 });
            } else {
                stream.synchronize().unwrap();
            }
            assert_ne!(len, room);
            y.clear_poison();
            asserted(1.0, &x, &mut y).threads(room).launch(&stream).unwrap();
            let text = stream.synchronize().unwrap_err().to_string();
            assert!(text.contains("x.len() == y.len()"), "{text}");
        }
    }
}
