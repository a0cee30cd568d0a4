//! A number has no functions of ours, as rustc says.

use kiln::prelude::*;

#[device]
impl f32 {
    fn area(self) -> f32 {
        self * self
    }
}

fn main() {}
