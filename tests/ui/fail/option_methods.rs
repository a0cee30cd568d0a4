use kiln::prelude::*;

#[kernel]
fn asked(x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        let found = x.get(i).copied();
        let next = x.get(i + 1).or(x.first());
        y[i] = found.ok_or(1).unwrap() + u32::from(next.is_some());
        let both = (i > 2).then(|| x[i]).ok_or(found);
    }
}

fn main() {}
