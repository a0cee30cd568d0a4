use kiln::prelude::*;

#[kernel]
fn parameters(vector: &Vec<f32>, array: [f32; 4], x: &mut [f32]) {
    x[0] = vector[0] + array[0];
}

fn main() {}
