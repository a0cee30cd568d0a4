//! Of conditions and lengths that are none, and of `?` where no `Option` can come back, rustc speaks once, as of any
//! function.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    n: u32,
}

#[device]
fn asserts(n: u32, v: f32) -> u32 {
    assert!(n);
    assert!(v, "{v}");
    assert!(n * 2 + 1);
    debug_assert!(n);
    n
}

#[device]
fn asserts_no_scalars(found: Option<u32>, v: f32) -> f32 {
    assert!(found);
    assert!([v, 1.0]);
    v
}

#[device]
fn twice(n: u32) -> u32 {
    n * 2
}

#[device]
fn asserts_of_another(n: u32) -> u32 {
    assert!(twice(n));
    n
}

#[device]
fn asks(n: u32, found: Option<u32>) -> u32 {
    let m = n?;
    m + found?
}

#[device]
impl Pair {
    fn asserts(self) -> f32 {
        assert!(self.n, "{}", self.x);
        self.x
    }

    fn asks(self) -> f32 {
        self.x?
    }

    fn asks_for_one(self) -> Option<f32> {
        let x = self.x?;
        Some(x)
    }
}

#[device]
fn lengths(v: f32) -> f32 {
    let tile = [v; true];
    let of_a_call = [v; count()];
    tile[0] + of_a_call[0]
}

const fn count() -> u32 {
    4
}

#[kernel]
fn lengths_of_a_kernel(y: &mut [f32]) {
    let s = shared::<[f32; 1.5]>();
    s[thread_idx().x] = 1.0;
    sync_threads();
    y[global_id()] = s[0];
}

// A name of a number's that is another type is said to be one.
mod renamed {
    use kiln::prelude::*;

    #[allow(non_camel_case_types)]
    type u32 = bool;

    #[device]
    fn asserts(n: u32) -> f32 {
        assert!(n);
        1.0
    }
}

fn main() {}
