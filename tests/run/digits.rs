//! Numbers taken apart into digits and put together in another order, in safe kernels: axes that change places, and
//! bits that are tested.

use kiln::Error;
use kiln::prelude::*;

use crate::streams;

/// Digit by digit, as a loop over axes has them.
#[kernel]
fn channels_first(channels: usize, height: usize, width: usize, x: &[u32], y: &mut [u32]) {
    let mut rest = global_id();
    if rest < x.len() {
        let value = x[rest];
        let c = rest % channels;
        rest /= channels;
        let w = rest % width;
        rest /= width;
        let h = rest % height;
        rest /= height;
        y[((rest * channels + c) * height + h) * width + w] = value;
    }
}

#[kernel]
fn axes_reversed(a: usize, b: usize, c: usize, x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < a * b * c {
        let (k, j, l) = (i % c, i / c % b, i / (b * c));
        y[(k * b + j) * a + l] = x[i];
    }
}

/// In `u32`, and in steps of the grid.
#[kernel]
fn heads(heads: u32, length: u32, dim: u32, x: &[u32], y: &mut [u32]) {
    let mut i = global_id();
    while i < x.len() {
        let (heads, length, dim) = (heads as usize, length as usize, dim as usize);
        let (d, h, s) = (i % dim, i / dim % heads, i / (dim * heads) % length);
        let b = i / (dim * heads * length);
        y[((b * heads + h) * length + s) * dim + d] = x[i];
        i += grid_dim().x * block_dim().x;
    }
}

/// The places of axes in memory where the axes themselves stand in another order.
fn permuted(extents: [usize; 4], order: [usize; 4]) -> Vec<u32> {
    let len: usize = extents.iter().product();
    let mut y = vec![0; len];
    for i in 0..len {
        let mut digits = [0; 4];
        let mut rest = i;
        for axis in (0..4).rev() {
            digits[axis] = rest % extents[axis];
            rest /= extents[axis];
        }
        let at = order.iter().fold(0, |at, axis| at * extents[*axis] + digits[*axis]);
        y[at] = i as u32;
    }
    y
}

#[test]
fn axes_change_places() {
    let (n, c, h, w) = (3, 4, 5, 7);
    let x: Vec<u32> = (0..(n * c * h * w) as u32).collect();
    for stream in streams() {
        let source = stream.upload(&x).unwrap();
        let mut y = stream.alloc_zeroed::<u32>(x.len()).unwrap();
        channels_first(c, h, w, &source, &mut y).threads(x.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), permuted([n, h, w, c], [0, 3, 1, 2]));
        axes_reversed(n * c, h, w, &source, &mut y).threads(x.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), permuted([1, n * c, h, w], [3, 2, 1, 0]));
        heads(h as u32, c as u32, w as u32, &source, &mut y).blocks(2).block(32).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), permuted([n, c, h, w], [0, 2, 1, 3]));
        // A divisor that is zero ends the thread, as it does in Rust.
        let failed = channels_first(0, h, w, &source, &mut y).threads(64).launch(&stream);
        let failed = failed.and_then(|()| stream.synchronize());
        assert!(matches!(failed, Err(Error::KernelPanic { .. })), "{failed:?}");
    }
}

#[test]
fn extents_whose_product_wraps_around_are_refused() {
    for stream in streams() {
        let x = stream.alloc_zeroed::<u32>(64).unwrap();
        let mut y = stream.alloc_zeroed::<u32>(64).unwrap();
        let launched = channels_first(1 << 32, 1 << 31, 4, &x, &mut y).threads(64).launch(&stream);
        let Err(error @ Error::Precondition { .. }) = launched else { panic!("{launched:?}") };
        assert!(error.to_string().contains("wrap"), "{error}");
    }
}

/// A step of the fast Walsh transform in place: the lower of two whose numbers differ in one bit changes both.
#[kernel]
fn walsh_in_place(bit: u32, x: &mut [i32]) {
    let t = global_id();
    let stride = 1usize << bit;
    if t < x.len() && t & stride == 0 {
        let (a, b) = (x[t], x[t + stride]);
        x[t] = a + b;
        x[t + stride] = a - b;
    }
}

/// The same of a block, in shared memory.
#[kernel(block = 64)]
fn walsh_of_blocks(x: &[i32], y: &mut [i32]) {
    let s = shared::<[i32; 64]>();
    let t = thread_idx().x;
    s[t] = x[global_id()];
    sync_threads();
    let mut stride = 32;
    while stride > 0 {
        if t & stride == 0 {
            let (a, b) = (s[t], s[t + stride]);
            s[t] = a + b;
            s[t + stride] = a - b;
        }
        sync_threads();
        stride /= 2;
    }
    y[global_id()] = s[t];
}

#[test]
fn bits_tell_two_halves_apart() {
    let x: Vec<i32> = (0..64).map(|i| i * i % 23 - 11).collect();
    let sign = |i: usize, j: usize| if (i & j).count_ones() % 2 == 0 { 1 } else { -1 };
    let expected: Vec<i32> = (0..64).map(|i| (0..64).map(|j| sign(i, j) * x[j]).sum()).collect();
    for stream in streams() {
        let mut a = stream.upload(&x).unwrap();
        for bit in 0..6 {
            walsh_in_place(bit, &mut a).threads(64).launch(&stream).unwrap();
        }
        assert_eq!(stream.download(&a).unwrap(), expected, "on {}", stream.device());
        let source = stream.upload(&x).unwrap();
        walsh_of_blocks(&source, &mut a).blocks(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&a).unwrap(), expected, "on {}", stream.device());
    }
}

#[kernel]
fn behind_what_wraps(n: usize, y: &mut [u32]) {
    if n + 1 < n {
        y[0] = global_id() as u32;
    }
}

/// What is false of numbers that do not wrap around was taken to be false.
#[test]
fn a_guard_that_only_a_wrapped_number_passes_is_looked_at() {
    for stream in streams() {
        let mut y = stream.alloc_zeroed::<u32>(1).unwrap();
        behind_what_wraps(7, &mut y).threads(64).launch(&stream).unwrap();
        let launched = behind_what_wraps(usize::MAX, &mut y).threads(64).launch(&stream);
        assert!(matches!(launched, Err(Error::Precondition { .. })), "{launched:?}");
    }
}

#[kernel]
fn halves_by_a_list(n: usize, y: &mut [u32]) {
    let t = global_id();
    if t < n / 2 {
        for k in [t, t + n / 2] {
            y[k] += k as u32;
        }
    }
}

#[test]
fn a_list_of_own_indices_is_a_threads_own() {
    for stream in streams() {
        let mut y = stream.upload(&[5u32; 100]).unwrap();
        halves_by_a_list(100, &mut y).threads(64).launch(&stream).unwrap();
        let expected: Vec<u32> = (5..105).collect();
        assert_eq!(stream.download(&y).unwrap(), expected, "on {}", stream.device());
    }
}

#[kernel]
fn transposed_from_below(n: usize, a: &mut [u32]) {
    let (c, r) = global_id_2d();
    if r < n && c < r {
        let t = a[r * n + c];
        a[r * n + c] = a[c * n + r];
        a[c * n + r] = t;
    }
}

#[kernel]
fn transposed_by_number(n: usize, a: &mut [u32]) {
    let i = global_id();
    let (r, c) = (i / n, i % n);
    if r < c {
        let t = a[r * n + c];
        a[r * n + c] = a[c * n + r];
        a[c * n + r] = t;
    }
}

#[test]
fn matrices_are_transposed_in_place() {
    let n = 19;
    let a: Vec<u32> = (0..(n * n) as u32).collect();
    let expected: Vec<u32> = (0..n * n).map(|i| a[i % n * n + i / n]).collect();
    for stream in streams() {
        let mut d = stream.upload(&a).unwrap();
        transposed_from_below(n, &mut d).threads([n, n]).launch(&stream).unwrap();
        assert_eq!(stream.download(&d).unwrap(), expected, "on {}", stream.device());
        transposed_by_number(n, &mut d).threads(n * n).launch(&stream).unwrap();
        assert_eq!(stream.download(&d).unwrap(), a, "on {}", stream.device());
    }
}

/// The lower half of a matrix, row behind row.
#[kernel]
fn packed(n: usize, a: &[u32], y: &mut [u32]) {
    let (j, i) = global_id_2d();
    if i < n && j <= i {
        y[i * (i + 1) / 2 + j] = a[i * n + j];
    }
}

#[test]
fn a_triangle_is_packed() {
    let n = 21;
    let a: Vec<u32> = (0..(n * n) as u32).collect();
    let expected: Vec<u32> = (0..n).flat_map(|i| a[i * n..=i * n + i].to_vec()).collect();
    for stream in streams() {
        let source = stream.upload(&a).unwrap();
        let mut y = stream.alloc_zeroed::<u32>(expected.len()).unwrap();
        packed(n, &source, &mut y).threads([n, n]).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), expected, "on {}", stream.device());
    }
}
