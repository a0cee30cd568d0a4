use kiln::prelude::*;

#[device]
fn apply(x: f32) -> f32 {
    2.0 * x
}

#[device]
fn called(f: impl Fn(f32) -> f32, v: f32) -> f32 {
    f(v)
}

fn unmarked(x: f32) -> f32 {
    x
}

fn unmarked_caller<F: Fn(f32) -> f32>(f: F) -> f32 {
    f(1.0)
}

#[kernel]
fn of_the_host<F: Fn(f32) -> f32>(f: F, x: &mut [f32]) {
    x[0] = f(1.0);
}

#[kernel]
fn scale(x: &mut [f32]) {
    let twice = |v: f32| 2.0 * v;
    let chosen = twice;
    let functions = [twice, chosen];
    x[0] = functions[0](1.0);
    x[1] = x.iter().copied().map(apply).sum::<f32>();
    x[2] = called(twice, 1.0) + called(|v| v, 2.0) + called(apply, 3.0);
}

#[kernel]
fn mistakes_of_types(x: &mut [f32]) {
    x[0] = called(unmarked, 1.0);
    x[1] = unmarked_caller(|v| v + 1.0);
    x[2] = called(|v: u32| v, 5.0);
    x[3] = called(|a, b| a + b, 5.0);
}

fn main() {}
