//! A name that nothing has is one error, though a variable, a field or a function of another place has one like it.

use kiln::prelude::*;

const LENGTH: usize = 4;

mod math {
    use kiln::prelude::*;

    #[device]
    pub fn half(v: f32) -> f32 {
        v * 0.5
    }
}

#[kernel]
fn of_a_kernel(scale: f32, y: &mut [f32]) {
    let i = global_id();
    let table = [0.0f32; LENGHT];
    y[i] = scael + table[0] + math::third(scale) + fourth(scale).abs();
    let n = i;
    let other = [0.0f32; n];
    kprintln!("{i} {j}");
    if yy.is_empty() {
        return;
    }
}

/// What Kiln refuses hides no name that nothing has, of this function or of others.
#[kernel]
fn of_a_refused_kernel(y: &mut [f32]) {
    y[threadIdx.x] = y.par_iter().sum::<f32>();
}

#[device]
fn of_a_function(scale: f32) -> f32 {
    let sum: u32 = math::third(scale).max(1.0);
    let given = fourth(scale, |v| v + 1.0);
    assert!(scale > 0.0, "{scael}");
    scael + sum as f32 + given + math::half(scale)
}

fn main() {}
