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

mod without_imports {
    #[kiln::kernel]
    fn names(x: &mut [f32]) {
        let i = global_id();
        x[i] = missing[i] + f32::from(missing_field.x);
    }
}

#[derive(Clone, Copy, KernelType)]
struct Pair {
    a: f32,
    c: f32,
}

#[device]
fn of_parts(pair: Pair) -> f32 {
    let Pair { a, .. } = pair;
    a + unknown_beside_a_part
}

fn main() {}
