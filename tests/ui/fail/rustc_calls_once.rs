//! A wrong call is one error in a device function too, where rustc checks two bodies, and what nothing has is said
//! where it stands.

use kiln::prelude::*;

mod maths {
    use kiln::prelude::*;

    #[device]
    pub fn half(v: f32) -> f32 {
        v * 0.5
    }

    #[device]
    fn kept(v: f32) -> f32 {
        v
    }

    pub fn of_the_host(v: f32) -> f32 {
        v
    }
}

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn new(x: f32) -> Pair {
        Pair { x, y: x }
    }

    fn dot(self, other: Pair) -> f32 {
        self.x * other.x + self.y * other.y
    }

    fn of_itself(self) -> f32 {
        Self::new().x + self.dot(1.0) + self.missing() + y
    }
}

#[device]
fn methods(p: Pair, n: u32) -> f32 {
    p.dot(1.0) + p.dot() + p.dot(p, p) + p.dot::<3>(p) + Pair::new(n).x + Pair::new().x + Pair::new(1.0, 2.0).x
}

#[device]
fn scaled<const N: usize>(v: f32) -> f32 {
    v * N as f32
}

#[device]
fn doubled<T: Num>(v: T) -> T {
    v + v
}

#[device]
fn functions(v: f32, n: u32) -> f32 {
    let a = maths::half(n) + maths::half() + maths::half::<3>(v);
    let b = maths::absent(v) + crate::maths::absent(v);
    let c = maths::kept(v) + scaled::<3, 4>(v) + doubled::<bool>(true);
    let d = maths::of_the_host(v);
    a + b + c + d
}

#[kernel]
fn of_a_kernel(p: Pair, n: u32, y: &mut [f32]) {
    y[0] = p.dot(1.0) + Pair::new().x;
    y[1] = maths::half() + maths::absent(y[1]) + maths::kept(y[1]);
    y[2] = scaled::<3, 4>(y[2]) + Pair::new::<3>(y[2]).x;
    doubled::<bool>(true);
    kprintln!("{unsaid}");
    assert!(n > 1, "{unasserted}");
    if n > 100 {
        panic!("{panicked}");
    }
    let list = [0.0f32; n as usize];
    let number = f32;
}

#[device]
fn says(n: u32) -> u32 {
    kprintln!("{unsaid} {n}");
    assert!(n > 1, "{unasserted}");
    let list = [0.0f32; n as usize];
    let Pair(a, b) = Pair::new(1.0);
    n
}

fn main() {}
