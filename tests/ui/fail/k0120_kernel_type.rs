//! Types that no kernel can have: by their tokens, by a field's type, by what is not derived.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Named<'a> {
    name: &'a str,
}

#[derive(Clone, Copy, KernelType)]
enum Shape {
    Circle(f32),
    Point,
}

#[derive(Clone, Copy)]
struct Plain {
    x: f32,
}

#[derive(Clone, Copy, KernelType)]
struct Outer {
    inner: Plain,
    rows: [Plain; 2],
}

#[derive(KernelType)]
struct NotCopied {
    x: f32,
}

// Of a derived `Copy` rustc says it.
#[derive(Clone, Copy, KernelType)]
struct Owner {
    name: String,
    parts: Vec<f32>,
}

mod own {
    use kiln::prelude::*;

    #[derive(Clone, Copy, KernelType)]
    pub struct Vec {
        x: f32,
    }

    #[derive(Clone, Copy, KernelType)]
    struct OfOwn {
        at: Vec,
    }
}

#[kernel]
fn takes(plain: Plain, many: &[Plain], out: &mut [f32]) {
    out[0] = 1.0;
}

#[kernel]
fn makes(out: &mut [f32]) {
    let plain = Plain { x: 1.0 };
    out[0] = plain.x;
}

#[device]
fn gives() -> Plain {
    Plain { x: 1.0 }
}

#[kernel(tile)]
fn tiles(x: &Tensor1<Plain>, y: &mut Tensor1<f32>) {}

fn main() {
    let stream = Device::cpu().stream();
    let _ = stream.upload(&[Plain { x: 1.0 }]);
}
