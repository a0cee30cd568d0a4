use kiln::prelude::*;

#[kernel]
fn heap(n: u32, x: &mut [f32]) {
    let text = String::from("text");
    let formatted = format!("{n}");
    let said = n.to_string();
    let boxed = Box::new(n);
    let list = vec![1.0f32; 4];
    let other = Vec::<f32>::new();
    x[0] = list[0];
}

#[kernel]
fn question_mark(n: u32, x: &mut [u32]) {
    x[0] = n.checked_sub(1)?;
}

trait Shape {
    fn area(&self) -> f32;
}

#[kernel]
fn trait_object(shape: &dyn Shape, x: &mut [f32]) {
    x[0] = shape.area();
}

#[kernel]
fn callbacks(f: fn(f32) -> f32, g: impl Fn(f32) -> f32, x: &mut [f32]) {
    x[0] = g(f(x[0]));
}

#[kernel]
fn keeps_an_iterator(x: &[f32], y: &mut [f32]) {
    let values = x.iter();
    let doubled: Vec<f32> = x.iter().map(|v| v * 2.0).collect();
    y[0] = doubled[0];
}

#[kernel]
fn matches_floats(x: &mut [f32]) {
    x[0] = match x[0] {
        0.0 => 1.0,
        v => v,
    };
}

#[kernel]
fn methods_of_lists(n: u32, x: &mut [f32]) {
    x.sort_by(|a, b| a.total_cmp(b));
    x.push(1.0);
    x[0] = n.checked_isqrt().unwrap() as f32;
}

#[kernel]
fn indices_of_cuda(x: &mut [f32]) {
    let i = blockIdx.x * block_dim().x + thread_idx.x;
    x[i] = 1.0;
}

#[kernel]
fn not_called(x: &mut [f32]) {
    let i = global_id;
    x[i + lane_id] = 1.0;
}

#[kernel]
fn all_at_once(x: &[f32], y: &mut [f32]) {
    y[0] = x.par_iter().sum::<f32>();
}

#[kernel]
fn one_value(scale: &f32, sum: &mut f32, list: &Vec<f32>, owned: [f32], x: *mut f32) {
    *sum += *scale;
    *x.add(1) = 0.0;
}

struct Total {
    sum: f32,
}

impl Total {
    #[device]
    fn mean(&self, n: f32) -> f32 {
        self.sum / n
    }

    #[kernel]
    fn reset(&mut self) {
        self.sum = 0.0;
    }
}

fn main() {}
