use kiln::prelude::*;

#[kernel]
fn names(x: &mut [f32]) {
    x[0] = missing;
    x[1] = missing_function(1.0);
    let y: Missing = x[2];
    'outer: loop {
        break 'other;
    }
}

fn main() {}
