//! A failing kernel tells why, and leaves the device usable.

use kiln::Error;
use kiln::prelude::*;

use crate::streams;

#[kernel]
fn faulty(mode: u32, at: usize, x: &[i32], out: &mut [i32]) {
    let i = global_id();
    if i < out.len() {
        if i == at {
            if mode == 0 {
                out[i] = x[i + 1000];
            } else if mode == 1 {
                out[i] = x[i] / (x[i] - x[i]);
            } else if mode == 2 {
                assert!(x[i] < 0, "x[{i}] is {}", x[i]);
            } else if mode == 3 {
                panic!("mode {mode}");
            } else if mode == 4 {
                assert_eq!(x[i], 7);
            } else if mode == 5 {
                out[i] = i32::MIN % (x[i] - x[i] - 1);
            } else {
                unreachable!();
            }
        }
        out[i] = x[i] + 1;
    }
}

#[test]
fn every_failure_is_an_error_with_its_place() {
    let values: Vec<i32> = (0..600).collect();
    let cases: [(u32, &str); 7] = [
        (0, "the length is 600 but the index is 1300"),
        (1, "division by zero"),
        (2, "x[300] is 300"),
        (3, "mode 3"),
        (4, "left: 300\n right: 7"),
        (5, "overflow"),
        (6, "unreachable"),
    ];
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        for (mode, expected) in cases {
            let mut out = stream.alloc_zeroed::<i32>(600).unwrap();
            faulty(mode, 300, &x, &mut out).threads(600).launch(&stream).unwrap();
            let error = stream.synchronize().unwrap_err();
            let text = error.to_string();
            assert!(text.contains(expected), "{text}");
            assert!(text.contains("faulty") && text.contains("failures.rs:"), "{text}");
            let Error::KernelPanic { kernel, line, block, thread, .. } = error else { panic!("{error:?}") };
            assert_eq!((kernel, block, thread), ("faulty", [1, 0, 0], [44, 0, 0]));
            assert!((14..34).contains(&line), "line {line}");
            // Nobody takes what it left for a result.
            stream.synchronize().unwrap();
            let Err(Error::Poisoned { cause, .. }) = stream.download(&out) else { panic!("it is told once") };
            assert_eq!(cause.to_string(), text);
            // The others went on, the failing thread ended, and nothing is left of the failure.
            out.clear_poison();
            let found = stream.download(&out).unwrap();
            assert!((0..600).all(|i| found[i] == if i == 300 { 0 } else { i as i32 + 1 }));
            faulty(0, usize::MAX, &x, &mut out).threads(600).launch(&stream).unwrap();
            stream.synchronize().unwrap();
        }
    }
}

#[kernel(block = 64)]
fn dies_before_the_barrier(out: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread_idx().x;
    tile[t] = 1;
    assert!(t != 5);
    sync_threads();
    let mut sum = 0;
    for k in 0..64 {
        sum += tile[k];
    }
    out[t] = sum;
}

#[test]
fn nobody_waits_for_the_dead() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
        dies_before_the_barrier(&mut out).threads(64).launch(&stream).unwrap();
        let text = stream.synchronize().unwrap_err().to_string();
        assert!(text.contains("assertion failed: t != 5"), "{text}");
        out.clear_poison();
        let found = stream.download(&out).unwrap();
        assert!((0..64).all(|t| found[t] == if t == 5 { 0 } else { 64 }), "{found:?}");
    }
}

#[kernel(unchecked)]
unsafe fn unchecked(x: &[u32], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = x[i] * 2;
    }
}

#[test]
fn unchecked_kernels_are_unsafe_to_call() {
    for stream in streams() {
        let x = stream.upload(&[1u32, 2, 3]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(3).unwrap();
        // SAFETY: every index is below the lengths, which are equal.
        unsafe { unchecked(&x, &mut out) }.threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [2, 4, 6]);
    }
}
