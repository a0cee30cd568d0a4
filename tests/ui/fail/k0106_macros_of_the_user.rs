//! Macros with names of std's and of Kiln's.

use kiln::prelude::*;

macro_rules! assert {
    ($($tokens:tt)*) => {};
}

macro_rules! matches {
    ($value:expr, $pat:pat) => {
        false
    };
}

mod own {
    macro_rules! todo {
        () => {};
    }
    pub(crate) use todo;
}

use own::todo;

#[kernel]
fn checked(x: &mut [f32]) {
    let i = global_id();
    assert!(i < 3);
    if i < x.len() {
        x[i] = if matches!(i, 0) { 1.0 } else { 2.0 };
        debug_assert!(x[i] > 0.0);
    }
}

#[derive(Clone, Copy, KernelType)]
struct Angle(f32);

#[device]
impl Angle {
    fn turned(self) -> f32 {
        todo!();
        self.0
    }
}

#[kernel]
fn by_a_path(x: &mut [f32]) {
    own::todo!();
    std::assert!(x.len() > 1);
}

fn main() {}
