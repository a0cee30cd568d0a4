//! Methods and functions of types that kernels cannot call, and ones that are not there.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Point {
    x: f32,
}

impl Point {
    fn new(x: f32) -> Point {
        Point { x }
    }

    fn plain(&self) -> f32 {
        self.x
    }
}

#[device]
impl Point {
    fn marked(&self, by: f32) -> f32 {
        self.x * by
    }
}

trait Measure {
    fn measure(&self) -> f32;
}

impl Measure for Point {
    fn measure(&self) -> f32 {
        self.x
    }
}

trait Plain {
    fn size(&self) -> f32;
}

#[device]
impl Plain for Point {
    fn size(&self) -> f32 {
        self.x
    }
}

#[kernel]
fn calls(points: &[Point], out: &mut [f32]) {
    out[0] = points[0].plain();
    out[1] = points[0].measure();
    out[2] = Point::new(1.0).x;
    out[3] = points[0].no_such();
    out[4] = Point::neither(2.0);
    out[5] = points[0].marked(1u32);
    out[6] = points[0].marked(2.0);
}

fn main() {}
