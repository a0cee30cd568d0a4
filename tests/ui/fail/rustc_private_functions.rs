//! A function that is not to be seen is told of as one, once.

use kiln::prelude::*;

mod math {
    use kiln::prelude::*;

    #[device]
    fn hidden(v: f32) -> f32 {
        v
    }

    #[device]
    fn hidden_of_any<T: Float>(v: T) -> T {
        v
    }

    pub mod inner {
        use kiln::prelude::*;

        /// Sound: what is around sees it.
        #[device]
        pub fn seen(v: f32) -> f32 {
            super::hidden(v) + super::super::beside(v)
        }
    }
}

#[device]
fn beside(v: f32) -> f32 {
    v
}

#[kernel]
fn of_a_kernel(y: &mut [f32]) {
    y[global_id()] = math::hidden(1.0) + math::inner::seen(2.0);
}

#[device]
fn of_a_device_function(v: f32) -> f32 {
    math::hidden(v) + math::hidden_of_any(v)
}

fn main() {}
