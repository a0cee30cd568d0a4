use kiln::prelude::*;

#[kernel]
fn patterns(a: f32, b: f32, n: u32, x: &mut [f32]) {
    match x[0] {
        0.0 => x[1] = a,
        1.0..=2.0 => x[1] = b,
        _ => {}
    }
    if let Ok(next) = u8::try_from(n) {
        x[2] = next as f32;
    }
    let (ref c, d) = (n, n);
    x[3] = (*c + d) as f32;
}

fn main() {}
