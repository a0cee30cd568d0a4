use kiln::prelude::*;

#[kernel]
fn types(words: &[u128], x: &mut [f32]) {
    let list: Vec<f32> = Vec::new();
    x[0] = words[0] as f32 + list[0];
}

fn main() {}
