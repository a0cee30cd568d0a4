use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Point {
    x: f32,
}

#[device]
impl Point {
    async fn later(&self) -> f32 {
        self.x
    }
}

#[device]
trait Shape {
    fn area(&self) -> f32;

    fn scaled<const N: usize>(&self) -> f32;
}

fn main() {}
