//! Device functions: of this file, of another crate's module, generic ones, ones that take arrays and references.

use kiln::prelude::*;

use crate::streams;

mod shapes {
    use kiln::prelude::*;

    /// Called through a path, and from another device function.
    #[device]
    pub fn square(x: f32) -> f32 {
        x * x
    }

    #[device]
    pub(crate) fn distance(x: f32, y: f32) -> f32 {
        (square(x) + square(y)).sqrt()
    }
}

#[device]
fn clamp_to<T: Num>(value: T, low: T, high: T) -> T {
    if value < low {
        return low;
    }
    if value > high { high } else { value }
}

#[device]
fn first_index_above(values: &[f32], limit: f32) -> usize {
    for i in 0..values.len() {
        if values[i] > limit {
            return i;
        }
    }
    values.len()
}

#[device]
fn bump(value: &mut f32, by: f32) {
    *value += by;
}

#[device]
fn total(values: [f32; 3]) -> f32 {
    values[0] + values[1] + values[2]
}

#[device]
fn fill_with(values: &mut [f32], value: f32) {
    for i in 0..values.len() {
        values[i] = value;
    }
}

#[kernel]
pub fn calls(x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let mut v = shapes::distance(x[i], 4.0) + clamp_to(x[i], 1.0, 2.0);
        let n = clamp_to(i as i32, 3, 5);
        bump(&mut v, n as f32);
        let mut local = [0.0; 3];
        fill_with(&mut local, v);
        bump(&mut local[1], 1.0);
        out[i] = total(local) + first_index_above(x, 10.0) as f32;
    }
}

#[test]
fn device_functions_are_the_same_on_the_host() {
    let values: Vec<f32> = (0..100).map(|i| i as f32 * 0.75 - 3.0).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
        calls(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
        for (i, found) in stream.download(&out).unwrap().into_iter().enumerate() {
            let mut v = shapes::distance(values[i], 4.0) + clamp_to(values[i], 1.0, 2.0);
            bump(&mut v, clamp_to(i as i32, 3, 5) as f32);
            let expected = total([v, v + 1.0, v]) + first_index_above(&values, 10.0) as f32;
            assert!(
                (found - expected).abs() <= expected.abs() * 1e-6,
                "{i}: {found}, not {expected}, on {}",
                stream.device()
            );
        }
    }
}

#[device]
fn fails(value: u32) -> u32 {
    assert!(value != 13, "{value} is unlucky");
    100 / value
}

#[kernel]
pub fn may_fail(x: &[u32], out: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        out[i] = fails(x[i]);
    }
}

#[test]
fn a_failure_inside_a_device_function_names_its_place() {
    for stream in streams() {
        for (values, expected) in [([1, 13, 2], "13 is unlucky"), ([1, 2, 0], "divi")] {
            let x = stream.upload(&values).unwrap();
            let mut out = stream.alloc_zeroed::<u32>(3).unwrap();
            may_fail(&x, &mut out).threads(3).launch(&stream).unwrap();
            let error = stream.synchronize().unwrap_err().to_string();
            assert!(
                error.contains("functions.rs:") && error.contains("may_fail") && error.contains(expected),
                "{error}"
            );
        }
    }
}

#[device]
fn ping(n: u32) -> u32 {
    if n == 0 { 0 } else { pong(n - 1) }
}

#[device]
fn pong(n: u32) -> u32 {
    ping(n)
}

// Generic, so that verifying every kernel of these tests does not meet it.
#[kernel]
fn endless<const N: usize>(out: &mut [u32]) {
    out[0] = ping(3);
}

#[test]
fn mutual_recursion_is_refused_with_a_reason() {
    let stream = Device::cpu().stream();
    let mut out = stream.alloc_zeroed::<u32>(1).unwrap();
    let error = endless::<1>(&mut out).threads(1).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("K0110") && error.contains("never ends"), "{error}");
}

#[device]
fn shared_sum(values: &[u32], mine: u32) -> u32 {
    let tile = shared::<[u32; 32]>();
    let t = thread_idx().x;
    tile[t] = mine + values[t];
    sync_threads();
    let other = tile[31 - t];
    sync_threads();
    other
}

#[kernel(block = 32)]
pub fn shares(x: &[u32], out: &mut [u32]) {
    let t = thread_idx().x;
    let first = shared_sum(x, 1);
    out[t] = shared_sum(x, first);
}

#[test]
fn device_functions_may_share_memory() {
    let values: Vec<u32> = (0..32).map(|i| i * i).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(32).unwrap();
        shares(&x, &mut out).threads(32).launch(&stream).unwrap();
        let first: Vec<u32> = (0..32).map(|t| values[31 - t] + 1).collect();
        let expected: Vec<u32> = (0..32).map(|t| first[31 - t] + values[31 - t]).collect();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

/// A number's own methods, through references.
#[device]
fn of_references(x: &f32, y: &mut f32, rest: &[f32]) -> f32 {
    let mut sum = x.abs() + x.min(2.0) + y.powi(2);
    for value in rest {
        sum += value.abs() + value.mul_add(2.0, 1.0);
    }
    *y = y.abs();
    sum + rest.iter().map(|value| value.floor()).sum::<f32>() + x.clone()
}

#[kernel]
fn references_to_numbers(x: &[f32], out: &mut [f32]) {
    if global_id() == 0 {
        let (x0, mut y0) = (x[0], x[1]);
        out[0] = of_references(&x0, &mut y0, x);
        out[1] = y0;
    }
}

#[test]
fn references_to_numbers_have_their_methods() {
    let x = [-1.5, -2.25, 3.0];
    let mut y0 = x[1];
    let all = of_references(&x[0], &mut y0, &x);
    for stream in streams() {
        let input = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(2).unwrap();
        references_to_numbers(&input, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [all, y0]);
    }
}
