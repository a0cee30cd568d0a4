//! A trait without `#[device]` whose method Rust takes before a marked one: only where it is in scope, and the receiver
//! has it. Of what has neither method rustc says so, in the user's names.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

trait Loose {
    fn grown(self, by: f32) -> f32;
}

impl Loose for Pair {
    fn grown(self, by: f32) -> f32 {
        self.x * by
    }
}

#[device]
trait Marked {
    fn grown(&self, by: f32) -> f32;
}

#[device]
impl Marked for Pair {
    fn grown(&self, by: f32) -> f32 {
        self.y * by
    }
}

#[device]
fn by_value(pair: Pair) -> f32 {
    pair.grown(1.0)
}

#[device]
fn by_reference(pair: &Pair) -> f32 {
    pair.grown(1.0)
}

#[device]
fn of_a_parameter<T: KernelType>(pair: T) -> f32 {
    pair.grown(1.0)
}

#[device]
fn of_a_number(x: f32) -> f32 {
    x.grown(1.0)
}

mod out_of_scope {
    use super::{Marked, Pair};
    use kiln::prelude::*;

    #[device]
    fn by_value(pair: Pair) -> f32 {
        pair.grown(1.0)
    }
}

#[kernel]
fn in_a_kernel(pairs: &[Pair], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = pairs[i].grown(2.0) + pairs[i].x.grown(2.0);
    }
}

mod by_bounds {
    use kiln::prelude::*;

    pub trait Early {
        fn first(self) -> f32;
    }

    pub trait Sub: Early {}

    #[device]
    pub trait Late {
        fn first(&self) -> f32;
    }

    pub mod other {
        use super::{Late, Sub};
        use kiln::prelude::*;

        // What a parameter's bounds have need not be in scope.
        #[device]
        fn of_a_parameter<T: Late + Sub + KernelType>(x: T) -> f32 {
            x.first()
        }
    }
}

fn main() {}
