//! Constants that cannot be computed, each of which is one error under the user's name for it.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Held {
    x: f32,
}

#[device]
impl Held {
    fn behind_the_end(self) -> f32 {
        const N: usize = [1, 2][2];
        self.x + N as f32
    }

    fn signed(self) -> f32 {
        const LAST: i32 = i32::MAX + 1;
        self.x + LAST as f32
    }

    fn of_blocks(self, more: bool) -> f32 {
        if more {
            const N: i32 = i32::MAX + 1;
            self.x + N as f32
        } else {
            const N: i32 = 2 + 3;
            self.x - N as f32
        }
    }

    fn computed(self) -> f32 {
        const N: usize = [1, 2][1];
        const M: usize = N + 1;
        let all = [self.x; M];
        all[N]
    }
}

#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Of<T> {
    x: T,
}

#[device]
impl<T: Float> Of<T> {
    fn beside<U: Float>(self, other: U) -> T {
        const N: usize = [1, 2][2];
        let all = [self.x; 3];
        all[N]
    }
}

#[device]
fn of_blocks_of_a_function(x: f32) -> f32 {
    let first = {
        const N: u32 = 1 - 2;
        x + N as f32
    };
    const M: u32 = 3;
    let second = {
        const N: u32 = 1 + M;
        x + N as f32
    };
    first + second
}

#[device]
trait Shape<T: Num> {
    fn area(&self) -> T;

    fn provided(&self) -> T {
        const SIGN: i32 = -(1 / 0);
        if SIGN < 0 { self.area() } else { T::ONE }
    }

    fn with_parameters<U: Num>(&self, u: U) -> (T, U) {
        const N: usize = 3 - 4;
        if N > 2 { (self.area(), u) } else { (T::ONE, u) }
    }
}

#[device]
impl<T: Float> Shape<T> for Of<T> {
    fn area(&self) -> T {
        const N: usize = 4 - 5;
        [self.x; 2][N]
    }
}

#[device]
impl Shape<u32> for f32 {
    fn area(&self) -> u32 {
        const N: u32 = 5 - 6;
        N
    }
}

#[device]
impl core::ops::Add for Held {
    type Output = Held;

    fn add(self, other: Held) -> Held {
        const N: u32 = 6 - 7;
        Held { x: self.x + other.x + N as f32 }
    }
}

#[device]
impl From<f32> for Held {
    fn from(x: f32) -> Held {
        const N: u32 = 7 - 8;
        Held { x: x + N as f32 }
    }
}

fn main() {}
