//! Device functions and kernels of another crate.

use kiln::prelude::*;
use kiln_other_crate::{checked, fill_doubled, power};

use crate::streams;

#[kernel]
pub fn across(x: &[u32], out: &mut [u32], roots: &mut [f64]) {
    let i = global_id();
    if i < out.len() {
        out[i] = kiln_other_crate::doubled(checked(x[i])) + power::<u32, 3>(x[i]);
        roots[i] = power::<f64, 2>(x[i] as f64 + 0.5);
    }
}

#[test]
fn device_functions_come_from_other_crates() {
    let values: Vec<u32> = (0..200).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(200).unwrap();
        let mut roots = stream.alloc_zeroed::<f64>(200).unwrap();
        across(&x, &mut out, &mut roots).threads(200).launch(&stream).unwrap();
        let (out, roots) = (stream.download(&out).unwrap(), stream.download(&roots).unwrap());
        for (i, v) in values.iter().enumerate() {
            assert_eq!(out[i], kiln_other_crate::doubled(*v) + v * v * v);
            assert_eq!(roots[i], (f64::from(*v) + 0.5) * (f64::from(*v) + 0.5));
        }
    }
}

#[test]
fn a_failure_in_another_crate_names_its_file() {
    for stream in streams() {
        let x = stream.upload(&[1u32, 5000]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(2).unwrap();
        let mut roots = stream.alloc_zeroed::<f64>(2).unwrap();
        across(&x, &mut out, &mut roots).threads(2).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("other_crate") && error.contains("5000 is too large"), "{error}");
    }
}

#[test]
fn kernels_of_other_crates_are_launched_and_found() {
    assert_eq!(kiln::kernel("kiln_other_crate::fill_doubled").unwrap().params.len(), 1);
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(10).unwrap();
        fill_doubled(&mut out).threads(10).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap()[9], 23);
    }
}
