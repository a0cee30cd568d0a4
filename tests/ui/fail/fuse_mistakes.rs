//! Mistakes in `fuse!`: one error each, on the token.

use kiln::prelude::*;

fn unknown_name() {
    let _ = fuse!(|x: f32, y: f32| x * w + y);
}

fn another_type() {
    let _ = fuse!(|x: f32, n: i32| -> i32 { n + x });
}

fn captured_without_a_list(scale: f32) -> f32 {
    let _ = fuse!(|x: f32| x * scale);
    scale
}

fn input_of_another_type(stream: &Stream, x: &Tensor1<i32>) -> kiln::Result<Tensor1<f32>> {
    fuse!(|x: f32| x + 1.0).eval(stream, x)
}

fn number_as_input(stream: &Stream) -> kiln::Result<Tensor1<f32>> {
    fuse!(|x: f32| x + 1.0).eval(stream, 3.0)
}

fn another_reduction() {
    let _ = fuse!(|x: f32| x; product);
}

fn too_many() {
    let _ = fuse!(|a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32| a + i);
}

fn main() {}
