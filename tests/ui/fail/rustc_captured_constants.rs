use kiln::prelude::*;

const NAME: &str = "name";
const TABLE: [f32; 2] = [1.0, 2.0];

struct Point {
    x: f32,
}

const ORIGIN: Point = Point { x: 0.0 };

type Words = [u8];

#[kernel]
fn captured(x: &mut [f32]) {
    let name = NAME;
    let table = TABLE;
    let origin = ORIGIN;
    x[0] = table[0];
}

fn main() {}
