//! A kernel that a device function or a method calls is told of once, and its arguments are not.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
}

#[kernel]
fn fill(v: f32, y: &mut [f32]) {
    y[global_id()] = v;
}

#[device]
fn of_a_slice(x: &mut [f32]) {
    fill(1.0, x);
}

#[device]
fn of_an_array(v: f32) -> f32 {
    let mut y = [v; 4];
    fill(v, &mut y);
    y[0]
}

#[device]
impl Pair {
    fn of_a_method(self, y: &mut [f32]) {
        fill(self.x, y);
    }
}

mod elsewhere {
    use kiln::prelude::*;

    #[device]
    pub fn fill(v: f32) -> f32 {
        v
    }

    /// Sound: the other one is meant.
    #[device]
    pub fn of_another(v: f32) -> f32 {
        fill(v)
    }
}

#[device]
fn by_a_path(x: &mut [f32]) {
    self::fill(1.0, x);
}

#[device]
fn of_a_module(x: &mut [f32]) {
    within::inner::fill(1.0, x);
}

mod within {
    use kiln::prelude::*;

    #[device]
    pub fn of_the_module_above(x: &mut [f32]) {
        super::fill(1.0, x);
    }

    /// Sound: the function beside is meant.
    #[device]
    pub fn of_another(v: f32) -> f32 {
        self::fill(v) + super::elsewhere::fill(v)
    }

    pub mod inner {
        use kiln::prelude::*;

        #[kernel]
        pub fn fill(v: f32, y: &mut [f32]) {
            y[global_id()] = v;
        }
    }

    #[device]
    fn fill(v: f32) -> f32 {
        v
    }
}

fn main() {}
