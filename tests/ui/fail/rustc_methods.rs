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

    fn turned<T: Num>(&self, by: T) -> f32 {
        self.x + by.to_f32()
    }

    fn made<T: Num, const N: usize>(x: T) -> Point {
        Point { x: x.to_f32() * N as f32 }
    }
}

#[device]
impl Point {
    fn marked(&self, by: f32) -> f32 {
        self.x * by
    }

    fn scaled<T: Num>(&self, by: T) -> f32 {
        self.x * by.to_f32()
    }

    fn of<T: Num>(x: T) -> Point {
        Point { x: x.to_f32() }
    }

    fn applied<T, F>(&self, x: T, f: F) -> f32
    where
        T: Num,
        F: Fn(T) -> f32,
    {
        self.x + f(x)
    }
}

#[device]
trait Grows {
    fn grown<T: Num>(&self, by: T) -> f32;
}

#[device]
impl Grows for Point {
    fn grown<T: Num>(&self, by: T) -> f32 {
        self.x + by.to_f32()
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

#[kernel]
fn calls_with_parameters(points: &[Point], out: &mut [f32]) {
    out[0] = points[0].turned(2.0f32);
    out[1] = points[0].turned::<u8>(2);
    out[2] = Point::made::<f32, 3>(1.0).x;
    out[3] = points[0].scaled(true);
    out[4] = points[0].scaled::<u32>(1.5);
    out[5] = points[0].scaled(1, 2);
    out[6] = points[0].scaled(2u8);
    out[7] = Point::of(true).x;
    out[8] = points[0].grown(true);
    out[9] = points[0].scaled::<bool>(true);
    out[10] = points[0].applied(true, |_| 1.0);
    out[11] = points[0].applied(2.0f64, |x| x.to_f32());
}

// A trait that is not imported.
mod shapes {
    use kiln::prelude::*;

    #[device]
    pub trait Circumference {
        fn circumference(&self) -> f32;
    }

    #[derive(Clone, Copy, KernelType)]
    pub struct Ring(pub f32);

    #[device]
    impl Circumference for Ring {
        fn circumference(&self) -> f32 {
            self.0
        }
    }
}

#[kernel]
fn of_no_import(rings: &[shapes::Ring], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = rings[i].circumference();
    }
}

// A kernel gives nothing back.
#[kernel]
fn gives(out: &mut [f32]) {
    let i = global_id();
    if i >= out.len() {
        return 1.0;
    }
    out[i] = 2.0;
}

fn main() {}
