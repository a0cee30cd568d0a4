// A crate that forbids `unsafe` may use what the macros write with it, also from a macro of its own.
#![forbid(unsafe_code)]
#![deny(warnings)]

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
enum Shape {
    Square,
    Circle,
}

#[device]
trait Area: KernelType {
    fn area(self, side: f32) -> f32;

    fn twice(self, side: f32) -> f32 {
        2.0 * self.area(side)
    }
}

#[device]
impl Area for Shape {
    fn area(self, side: f32) -> f32 {
        match self {
            Shape::Square => side * side,
            Shape::Circle => 3.0 * side * side,
        }
    }
}

#[device]
impl Shape {
    fn of(number: u32) -> Shape {
        if number == 0 { Shape::Square } else { Shape::Circle }
    }
}

macro_rules! functions {
    ($($name:ident: $ty:ty;)*) => {
        $(
            #[device]
            fn $name<T: Area>(shape: T, x: $ty) -> f32 {
                shape.twice(x as f32)
            }
        )*
    };
}

functions! {
    of_f64: f64;
    of_u32: u32;
}

#[kernel(block = 32)]
fn areas(x: &mut [f32]) {
    let shapes = shared::<[Shape; 32]>();
    let (t, i) = (thread_idx().x, global_id());
    let before = shapes[t];
    sync_threads();
    shapes[t] = Shape::of(i as u32 % 2);
    if i < x.len() {
        x[i] = of_f64(before, 1.0) + of_u32(shapes[t], 1);
    }
}

fn main() {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[0.0; 4]).unwrap();
    areas(&mut x).threads(4).launch(&stream).unwrap();
    assert_eq!(stream.download(&x).unwrap(), [4.0, 8.0, 4.0, 8.0]);
}
