use kiln::prelude::*;

type Pair = [f32; 2];

#[device]
fn turned(pairs: [Pair; 2]) -> [Pair; 2] {
    let also: Kept = pairs;
    also.map(|pair| pair.map(|v| -v))
}

type Kept = [Pair; 2];

fn main() {}
