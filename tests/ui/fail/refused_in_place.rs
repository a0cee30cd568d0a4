//! What Kiln refuses in a device function, rustc has its own words for: one of the two is enough, and what else is wrong
//! is told too.
use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Gas {
    mass: f32,
}

#[device]
fn flow(gas: Gas) -> f32 {
    gas.mass
}

#[device]
fn polynomial(k: f32) -> f32 {
    0.5 + k (0.25 + k)
}

#[device]
fn between(left: Gas, right: Gas) -> f32 {
    flow(*left) + flow(right)
}

#[device]
fn counted() -> u32 {
    let mut sum = 0;
    for k in (0..4).chainx(10..13) {
        sum += k;
    }
    let mixed: f32 = sum;
    sum
}

#[device]
fn chosen(best: Option<i32>, v: i32) -> i32 {
    match best {
        Some(b) if b >= *v => b,
        _ => v,
    }
}

#[device]
fn called(c: i32) -> i32 {
    let times = |a: i32, b| a * b + c;
    let mut sum = 0;
    for k in 0..4 {
        sum = sum * 3 + times(k, 1, c);
    }
    sum
}

#[device]
impl Gas {
    fn heavier(self, by: f32) -> f32 {
        self.mass + by(1.0)
    }
}

#[device]
trait Weighs {
    fn weight(&self) -> f32;

    fn twice(&self, by: f32) -> f32 {
        by(self.weight())
    }
}

#[device]
fn shown(v: f32) -> f32 {
    kprintln!("{:q}", v);
    assert!(v > 0.0, v);
    v
}

#[device]
fn fetched(at: usize) -> f32 {
    prefetch(&nothing[at]);
    1.0
}

#[device]
fn asked(v: f32) -> Option<f32> {
    let w = v?;
    Some(w)
}

#[device]
fn timed() -> f32 {
    let start = std::time::Instant::now();
    start.elapsed().as_secs_f32()
}

fn main() {}
