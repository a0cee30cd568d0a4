//! What is wrong with a device function or a method is said once, though rustc checks its copy too, and as rustc says
//! it of any function.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn grow(&mut self) -> f32 {
        self.x += 1.0;
        self.x
    }

    fn lacks_mut(&self) {
        self.x += 1.0;
    }

    fn lacks_mut_too(self) {
        self.x = 1.0;
    }

    fn grows_what_it_only_sees(&self) -> f32 {
        self.grow()
    }

    fn borrows_twice(&mut self) -> f32 {
        let a = &mut self.x;
        let b = &mut self.x;
        *a = 1.0;
        *b
    }

    fn assigns_to_self(self) -> f32 {
        self = Pair { x: 1.0, y: 1.0 };
        self.x
    }

    fn gives_nothing(&self) -> f32 {
        self.x;
    }

    fn gives_too_much(&self) {
        self.x
    }

    fn gives_another(&self) -> u32 {
        self.x
    }

    fn lacks_an_else(&self) -> f32 {
        if self.x > 0.0 { 1.0 }
    }
}

#[device]
fn gives_nothing(a: f32) -> f32 {
    a;
}

#[device]
fn gives_too_much(a: f32) {
    a + 1.0
}

#[device]
fn returns_too_much(a: f32) {
    return a;
}

#[device]
fn lacks_an_else(a: f32) -> f32 {
    if a > 0.0 {
        return 1.0;
    }
}

#[device]
fn loops_without_a_value(a: f32) -> f32 {
    loop {
        if a > 0.0 {
            break;
        }
    }
}

#[device]
fn ends_no_loop(a: f32) -> f32 {
    if a > 0.0 {
        break;
    }
    a
}

#[device]
fn is_empty(a: f32) -> f32 {}

#[device]
fn assigns(a: f32, x: &[f32]) -> f32 {
    a = 2.0;
    x[0] = a;
    let b;
    b
}

#[device]
fn sum(a: f32, b: f32) -> f32 {
    a + b
}

#[device]
fn calls(a: f32) -> f32 {
    sum(a) + sum(a, a, a) + sum(a, 1u32)
}

#[device]
fn scaled<T: Num, const N: usize>(x: T) -> T {
    x * T::from_usize(N)
}

#[device]
fn calls_generic(a: f32) -> f32 {
    scaled(a) + scaled::<f32>(a) + sum::<f32>(a, a)
}

#[device]
fn applied(x: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(x)
}

#[device]
fn passes(x: f32) -> f32 {
    applied(x)
}

// A kernel is checked in its copy alone, which shows nothing of what that is.
#[kernel]
fn generic(y: &mut [f32]) {
    y[0] = scaled(1.0f32);
    y[1] = scaled::<f32>(1.0);
    y[2] = scaled::<f32, 1, u32>(1.0);
    y[3] = sum::<f32>(1.0, 2.0);
    y[4] = scaled::<f32, f32>(1.0);
}

#[kernel]
fn stops(y: &mut [f32]) {
    y[0] = 1.0;
    break;
}

fn main() {}
