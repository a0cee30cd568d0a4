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

fn main() {}
