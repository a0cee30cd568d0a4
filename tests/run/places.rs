//! Names bound to places, parts of slices, and functions that move elements, against the same code run as plain Rust.

use kiln::prelude::*;

use crate::same::{agrees, kernel_of};
use crate::streams;

#[device]
fn elements(i: usize, x: &[i32]) -> i32 {
    let mut a = [1, 2, 3, 4, 5, 6, 7, 8];
    let mut at = i % 4;
    let r = &mut a[at];
    // The index was evaluated where the name was bound.
    at += 1;
    *r += 10 * at as i32;
    let s = &mut *r;
    *s *= 3;
    let e = &a[at];
    let twice = e + e;
    let copied = *e;
    let mut total = 0;
    for k in 0..a.len() {
        total = total * 7 + a[k];
    }
    let whole = &a;
    total + twice + copied + whole[7] + x[i % x.len()] + whole.len() as i32
}
kernel_of!(elements_kernel, elements);

#[device]
fn rows(i: usize, x: &[i32]) -> i32 {
    let mut m = [[0i32; 4]; 3];
    let row = &mut m[i % 3];
    row[i % 4] = 5 + x[i % 5];
    let cell = &mut row[1];
    *cell -= 2;
    row[2] += row[1] * 3;
    let copy = *row;
    let r = &m[i % 3];
    let mut total = 0;
    for k in 0..r.len() {
        total = total * 11 + r[k] + copy[3 - k];
    }
    let n = m[2].len() + m.len() + r.len();
    total + n as i32
}
kernel_of!(rows_kernel, rows);

#[device]
fn sum_of(x: &[i32]) -> i32 {
    let mut sum = 0;
    for v in x {
        sum = sum * 3 + v;
    }
    sum
}

#[device]
fn bump(x: &mut [i32], by: i32) {
    for v in x.iter_mut() {
        *v += by;
    }
}

#[device]
fn bump_one(x: &mut i32) {
    *x += 100;
}

#[device]
fn parts(i: usize, x: &[i32]) -> i32 {
    let n = i % 5;
    let part = &x[n..n + 6];
    let tail = &part[2..];
    let head = &tail[..3];
    let closed = &x[n..=n + 1];
    let whole = &head[..];
    let mut a = [1, 2, 3, 4, 5, 6];
    let middle = &mut a[1..5];
    middle[n % 4] = 50;
    bump(middle, 2);
    bump(&mut middle[1..3], 1000);
    bump_one(&mut middle[0]);
    bump_one(&mut a[5]);
    let empty = &x[n..n];
    let mut total = sum_of(part) + sum_of(&x[1..4]) * 5 + sum_of(&tail[1..]) + sum_of(&a) + sum_of(&a[..2]);
    if empty.is_empty() && !whole.is_empty() {
        total += 7;
    }
    total
        + head[1] * 3
        + whole[2]
        + closed[1]
        + (part.len() * 1000 + tail.len() * 100 + whole.len() + closed.len()) as i32
}
kernel_of!(parts_kernel, parts);

#[device]
fn splits(i: usize, x: &[i32]) -> i32 {
    let mut a = [3, 1, 4, 1, 5, 9, 2, 6];
    let (left, right) = a.split_at_mut(1 + i % 6);
    left[0] += right[0];
    right[right.len() - 1] = left.len() as i32;
    let (first, _) = x.split_at(i % 4);
    let (b, c) = right.split_at_mut(1);
    b[0] += 17;
    bump(c, 3);
    sum_of(&a) + sum_of(first)
}
kernel_of!(splits_kernel, splits);

#[device]
fn moves(i: usize, x: &[i32]) -> i32 {
    let mut a = [1, 2, 3, 4, 5, 6, 7];
    let mut b = [0; 7];
    a.swap(i % 7, (i * 3) % 7);
    b.copy_from_slice(&a);
    b[1..4].fill(x[i % 9]);
    a[2..].reverse();
    a[..3].copy_from_slice(&x[1..4]);
    let (mut p, mut q) = (i as i32, 5);
    core::mem::swap(&mut p, &mut q);
    std::mem::swap(&mut a[0], &mut q);
    let old = core::mem::replace(&mut b[6], p * 2);
    let mut k = 1;
    (k, b[k], a[k]) = (2, 8 + k as i32, a[k + 1]);
    a.reverse();
    sum_of(&a) + sum_of(&b) * 2 + p * 1000 + q * 77 + old + k as i32
}
kernel_of!(moves_kernel, moves);

#[device]
fn order_of_arguments(a: &mut i32, b: usize) -> i32 {
    *a += 1;
    *a * 10 + b as i32
}

#[device]
fn evaluation(i: usize, x: &[i32]) -> i32 {
    let mut a = [0; 8];
    let mut k = i % 3;
    // Which element is lent is decided before the next argument.
    let one = order_of_arguments(&mut a[k], {
        k += 1;
        k
    });
    let two = order_of_arguments(&mut a[k], k);
    sum_of(&a) + one + two * 3 + x[0]
}
kernel_of!(evaluation_kernel, evaluation);

#[test]
fn places_agree_with_rust() {
    agrees!(elements_kernel, elements);
    agrees!(rows_kernel, rows);
    agrees!(evaluation_kernel, evaluation);
}

#[test]
fn parts_agree_with_rust() {
    agrees!(parts_kernel, parts);
    agrees!(splits_kernel, splits);
    agrees!(moves_kernel, moves);
}

#[kernel]
fn shared_rows(x: &[f32], y: &mut [f32]) {
    let tile = shared::<[[f32; 32]; 2]>();
    let t = thread_idx().x as usize;
    let i = global_id();
    let row = &mut tile[t / 32];
    row[t % 32] = x[i];
    sync_threads();
    let other = &tile[1 - t / 32];
    let part = &other[t % 32..];
    let mut sum = 0.0;
    for v in part {
        sum += v;
    }
    y[i] = sum;
}

#[test]
fn rows_of_shared_memory_have_names() {
    let x: Vec<f32> = (0..64).map(|i| i as f32).collect();
    for stream in streams() {
        let input = stream.upload(&x).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(64).unwrap();
        shared_rows(&input, &mut y).blocks(1).block(64).launch(&stream).unwrap();
        let found = stream.download(&y).unwrap();
        for i in 0..64 {
            let row = 1 - i / 32;
            let expected: f32 = x[row * 32 + i % 32..row * 32 + 32].iter().sum();
            assert_eq!(found[i], expected, "at {i} on {}", stream.device());
        }
    }
}

#[kernel]
fn too_far(x: &[i32], n: usize, m: usize, y: &mut [i32]) {
    let part = &x[n..m];
    y[0] = part[1];
}

#[kernel]
fn too_far_by_name(x: &[i32], n: usize, y: &mut [i32]) {
    let e = &x[n];
    y[0] = 1;
    y[1] = *e;
}

#[test]
fn ranges_fail_where_they_are_made() {
    for stream in streams() {
        let x = stream.upload(&[1, 2, 3, 4]).unwrap();
        let mut y = stream.alloc_zeroed::<i32>(2).unwrap();
        too_far(&x, 1, 4, &mut y).threads(1).block(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap()[0], 3);
        for (n, m, expected) in [
            (3, 2, "range out of bounds: `x[n..m]`: the range is 3..2 but the length is 4"),
            (2, 5, "range out of bounds: `x[n..m]`: the range is 2..5 but the length is 4"),
            (3, 4, "index out of bounds: `part`: the length is 1 but the index is 1"),
        ] {
            let stream = stream.device().new_stream().unwrap();
            let x = stream.upload(&[1, 2, 3, 4]).unwrap();
            let mut y = stream.alloc_zeroed::<i32>(2).unwrap();
            too_far(&x, n, m, &mut y).threads(1).block(1).launch(&stream).unwrap();
            let error = stream.synchronize().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let stream = stream.device().new_stream().unwrap();
        let x = stream.upload(&[1, 2, 3, 4]).unwrap();
        let mut y = stream.alloc_zeroed::<i32>(2).unwrap();
        too_far_by_name(&x, 4, &mut y).threads(1).block(1).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("index out of bounds: `x`: the length is 4 but the index is 4"), "{error}");
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Body {
    at: [i32; 3],
    mass: i32,
    link: Link,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Link {
    next: u32,
    force: i32,
}

#[device]
fn heaviest(bodies: &[Body]) -> i32 {
    let mut most = 0;
    for body in bodies {
        if body.mass > most {
            most = body.mass;
        }
    }
    most
}

#[device]
fn pull(link: &mut Link, by: i32) -> i32 {
    link.force += by;
    link.force
}

#[device]
fn bodies(i: usize, x: &[i32]) -> i32 {
    let mut b = [Body { at: [1, 2, 3], mass: 4, link: Link { next: 1, force: 5 } }; 4];
    let n = i % 4;
    for (k, body) in b.iter_mut().enumerate() {
        body.mass += k as i32 * x[k];
        for c in &mut body.at {
            *c += body.mass;
        }
        body.link.next = (k as u32 + 1) % 4;
    }
    let at = &mut b[n].at;
    at[n % 3] += 10;
    let part = &mut at[1..];
    part[0] *= 2;
    let link = &mut b[(n + 1) % 4].link;
    link.force -= 3;
    let pulled = pull(link, 7) + pull(&mut b[2].link, 1);
    let force = &mut b[3].link.force;
    *force += 100;
    b.swap(0, n);
    let (mut one, mut two) = (b[0], b[3]);
    core::mem::swap(&mut one.at, &mut two.at);
    let weight = |body: &Body| body.mass * 2 + body.link.force;
    let shift = |body: &mut Body, by: i32| {
        let [first, .., last] = &mut body.at;
        *first += by;
        *last -= by;
        body.mass
    };
    let mut t = weight(&one) + weight(&b[1]) * 3 + shift(&mut two, 5) + shift(&mut b[n], 2) + pulled;
    for body in [one, two] {
        t = t * 3 + body.at[0] + body.at[2];
    }
    for &Body { at: [p, q, _], mass, .. } in &b {
        t = t * 3 + p * q - mass;
    }
    for Body { mass, link: Link { next, .. }, .. } in b.iter_mut().rev() {
        *mass += *next as i32;
    }
    for (a, b) in b.iter().zip(&b[1..]) {
        t = t * 3 + a.mass * b.at[1];
    }
    t += b.iter().map(|body| body.at.iter().sum::<i32>()).sum::<i32>();
    t += b.iter().map(|body| body.link).fold(0, |sum, link| sum * 2 + link.force);
    t += b.iter().filter(|body| body.mass > 4).count() as i32;
    // A chain of references, one after the other.
    let mut k = 0;
    for _ in 0..3 {
        let body = &b[k];
        t = t * 5 + body.mass;
        k = body.link.next as usize;
    }
    t + heaviest(&b) + heaviest(&b[1..3])
}
kernel_of!(bodies_kernel, bodies);

#[test]
fn places_in_structs_agree_with_rust() {
    agrees!(bodies_kernel, bodies);
}

#[kernel]
fn settle(bodies: &mut [Body], links: &[Link]) {
    let i = global_id();
    if i < bodies.len() {
        let body = &mut bodies[i];
        for link in links {
            body.link.force += link.force;
        }
        let Body { at, mass, .. } = body;
        for c in at.iter_mut() {
            *c += *mass;
        }
        *mass = links.iter().map(|link| link.next as i32).sum();
    }
}

#[test]
fn structs_in_memory_have_names() {
    let bodies: Vec<Body> = (0..70)
        .map(|i| Body { at: [i, 2 * i, 3 * i], mass: 7 - i, link: Link { next: 3, force: i } })
        .collect();
    let links = [Link { next: 2, force: 5 }, Link { next: 9, force: -11 }];
    for stream in streams() {
        let mut all = stream.upload(&bodies).unwrap();
        let given = stream.upload(&links).unwrap();
        settle(&mut all, &given).threads(70).launch(&stream).unwrap();
        for (old, new) in bodies.iter().zip(stream.download(&all).unwrap()) {
            let link = Link { next: 3, force: old.link.force - 6 };
            assert_eq!(
                new,
                Body { at: old.at.map(|c| c + old.mass), mass: 11, link },
                "on {}",
                stream.device()
            );
        }
    }
}
