// References in every form in which kernels and device functions pass them on.
use kiln::prelude::*;

const TABLE: [f32; 3] = [1.0, 2.0, 3.0];

#[device]
fn sum(x: &[f32], extra: &f32) -> f32 {
    let mut total = *extra;
    for i in 0..x.len() {
        total += x[i];
    }
    total
}

#[device]
fn push(x: &mut [f32], at: &mut usize, value: f32) {
    x[*at] = value;
    *at += 1;
}

#[device]
fn norm(v: [f32; 3]) -> f32 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

#[device]
fn bump(count: &AtomicU32) -> u32 {
    count.fetch_add(1, Ordering::Relaxed)
}

#[kernel(block = 1)]
fn references(k: f32, counts: &[AtomicU32], x: &[f32], y: &mut [f32]) {
    let mut own = [0.0f32; 4];
    let mut at = 0;
    let source = x;
    let place = &mut own;
    push(place, &mut at, sum(source, &k));
    push(&mut own, &mut at, sum(&[1.0, 2.0], &(k + 1.0)));
    let before = at + {
        push(&mut own, &mut at, norm([3.0, 0.0, 4.0]));
        10
    };
    own[3] = norm([0.0, k, 0.0]) + bump(&counts[0]) as f32 + TABLE.len() as f32;
    for i in 0..own.len() {
        y[i] = own[i];
    }
    y[4] = before as f32;
    y[5] = at as f32;
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut counts = stream.upload(&[7u32])?;
    let x = stream.upload(&[1.0f32, 2.0, 3.0])?;
    let mut y = stream.upload(&[0.0f32; 6])?;
    references(5.0, &mut counts, &x, &mut y).threads(1).launch(&stream)?;
    assert_eq!(stream.download(&y)?, [11.0, 9.0, 5.0, 15.0, 12.0, 3.0]);
    assert_eq!(stream.download(&counts)?, [8]);
    Ok(())
}
