//! Tuples as values, and what takes them apart. Each function runs as plain Rust and in a kernel, on the same numbers.

use kiln::prelude::*;

use renamed::with_renamed_types;

use crate::matching::same;
use crate::streams;

same! {
    parts_and_nesting: parts;
    values_of_branches: branches;
    given_and_taken: passed;
    parameters_that_are_patterns: with_patterns;
    in_arrays: arrays_of_tuples;
    assigned_in_parts: assignments;
    order_of_evaluation: in_order;
    names_of_wholes: wholes;
    small_types: packed;
    elements_of_values: elements_of_what_has_no_name;
    types_beside_patterns: with_types;
    types_that_are_called_as_others_are: with_renamed_types;
}

#[device]
fn parts(n: i64) -> i64 {
    let t = (n, n > 3, 2.5f32);
    let mut u = ((t.0, 1u8), (t.2, (t.1, n as i16)));
    u.0.1 += n as u8;
    u.1.1.1 ^= 0x55;
    u.1.0 *= 2.0;
    let v = u;
    u.0.0 = 0;
    let (whole, one) = ((v.0).0, (7i64,));
    let empty = ();
    let _ = empty;
    whole % 100 + u.0.0 + one.0 * i64::from(v.0.1) + v.1.0 as i64 + i64::from(v.1.1.1) + i64::from(v.1.1.0)
}

#[device]
fn branches(n: i64) -> i64 {
    let a = if n > 5 { (n % 9, 1) } else { (2, n % 7) };
    let b = match n % 3 {
        0 => a,
        1 => (a.1, a.0),
        _ => {
            let mut c = a;
            c.0 += 1;
            c
        }
    };
    let c = loop {
        if b.0 > 3 {
            break (b, true);
        }
        break (a, false);
    };
    let d = if c.1 { c.0 } else { b };
    d.0 * 100 + d.1 + (if n % 2 == 0 { d } else { a }).0
}

#[device]
fn divided(n: i64, by: i64) -> (i64, (i64, bool)) {
    if by == 0 {
        return (0, (n, false));
    }
    (n / by, (n % by, true))
}

#[device]
fn joined((q, (r, ok)): (i64, (i64, bool)), scale: (i64, i64)) -> i64 {
    if ok { (q % 1000).wrapping_mul(scale.0) + r * scale.1 } else { -1 }
}

#[device]
fn change(t: &mut (i64, u8), by: &(i64, u8)) {
    t.0 = (t.0 % 1000) + by.0;
    t.1 = t.1.wrapping_add(by.1);
    let (a, b) = *by;
    *t = (t.0 + a, t.1 ^ b);
}

#[device]
fn passed(n: i64) -> i64 {
    let (q, (r, _)) = divided(n, 7);
    let whole = divided(n, n % 4);
    let mut t = (q, 3);
    change(&mut t, &(r, 250));
    joined(whole, (2, 3)) + joined(divided(n, 10), (1, 10)) + divided(n, 3).1.0 + t.0 + i64::from(t.1)
}

#[device]
fn destructured(
    (a, _): (i64, f32),
    [b, .., c]: [i64; 4],
    &(d, e): &(i64, bool),
    _: u8,
    (mut f,): (i64,),
) -> i64 {
    f += 1;
    a + b * 2 + c * 3 + if e { d } else { f }
}

#[device]
fn with_patterns(n: i64) -> i64 {
    let k = n % 50;
    destructured((k, 1.0), [k, 2, 3, k + 4], &(k * k, n > 10), 0, (k,))
}

#[device]
fn arrays_of_tuples(n: i64) -> i64 {
    let mut rows = [(n % 5, 1u32), (3, 4), (n % 7, 9)];
    rows[1].0 += rows[0].0;
    rows[(n & 1) as usize].1 += 10;
    let [(first, _), (_, middle), last] = rows;
    let mut grid = [[(1i64, false); 3]; 2];
    grid[1][2] = (last.0, true);
    grid[0] = grid[1];
    let mut sum = first + i64::from(middle);
    for i in 0..2 {
        for j in 0..3 {
            let (value, set) = grid[i][j];
            sum += if set { value * 100 } else { value };
        }
    }
    let nested = ([n % 3, 2], [(1, 2), (3, n % 11)]);
    sum + nested.0[0] + nested.1[1].1
}

#[device]
fn assignments(n: i64) -> i64 {
    let (mut a, mut b, mut x) = (n % 10, 2, [1, 2, 3, 4]);
    (a, b) = (b, a);
    (x[0], (x[1], _), a) = (a + b, (x[0], 5), 9);
    [x[2], .., b] = [b, 7, 8, x[3]];
    (.., x[3]) = (n, 1, n % 6);
    let mut t = (0, (0, 0));
    (t.1, t.0) = ((a, b), 4);
    (_, (a, ..)) = t;
    a + 10 * b + 100 * x[0] + 1000 * x[1] + 10_000 * x[2] + 100_000 * x[3] + t.1.1
}

#[device]
fn next(counter: &mut i64, by: i64) -> i64 {
    *counter = *counter * 10 + by;
    *counter
}

#[device]
fn in_order(n: i64) -> i64 {
    let mut c = 0;
    let t = (next(&mut c, 1), c, (next(&mut c, 2), c + n % 2), next(&mut c, 3));
    let u = (c, next(&mut c, 4), c);
    let (a, b) = (c, next(&mut c, 5));
    t.0 + t.1 + t.2.0 + t.2.1 + t.3 + u.0 * 3 + u.1 * 5 + u.2 * 7 + a * 11 + b * 13
}

#[device]
fn wholes(n: i64) -> i64 {
    let whole @ (a, inner @ (b, _)) = (n % 10, (n % 3, true));
    let array @ [first, ..] = [a, b, 3];
    match (n % 4, (n > 9, n % 5)) {
        pair @ (0 | 1, _) => pair.0 + pair.1.1,
        (2, rest) if rest.0 => rest.1 * 100,
        other => other.0 * 1000 + whole.0 + whole.1.0 + i64::from(inner.1) + array[2] + first,
    }
}

#[device]
fn packed(n: i64) -> i64 {
    let mut t = (n as u8, n as i32, n % 2 == 0, n as u16, (n as i8, n as f64));
    t.4.0 = t.4.0.wrapping_add(1);
    t.3 = t.3.wrapping_mul(3);
    let shuffled = ((t.4.1, t.2), [t.0; 3], t.1);
    let (((f, flag), [.., last], wide), ..) = (shuffled, t.3);
    i64::from(last) + i64::from(t.3) + i64::from(t.4.0) + i64::from(wide) + i64::from(flag) + (f / 1e9) as i64
}

#[device]
fn elements_of_what_has_no_name(n: i64) -> i64 {
    let i = (n & 3) as usize;
    let a = [10, 20, 30, 40][i];
    let b = (a, n % 7).1;
    let c = { [b, a] }[i % 2];
    let d = (if n > 0 { (1, 2) } else { (3, 4) }).0;
    let e = divided(a, 3).1.0;
    let mut f = [[1, 2], [3, 4]][i / 2][i % 2];
    f += (f, a).0;
    a + b + c + d + e + f
}

#[kernel]
fn in_shared_memory(numbers: &[u32], out: &mut [u32]) {
    let tile = shared::<[(u32, (f32, bool)); 32]>();
    let (x, _) = global_id_2d();
    let ids = global_id_2d();
    let t = thread_idx().x;
    tile[t] = (numbers[x], (numbers[x] as f32 * 0.5, numbers[x] % 3 == 0));
    tile[t].0 += ids.1 as u32;
    sync_threads();
    let (other, (half, divides)) = tile[31 - t];
    let mine = tile[t];
    out[x] = other + half as u32 + if divides { mine.0 } else { mine.1.0 as u32 * 100 };
}

#[test]
fn tuples_in_shared_memory() {
    let numbers: Vec<u32> = (0..96).map(|i| i * i % 77).collect();
    for stream in streams() {
        let (given, mut out) = (stream.upload(&numbers).unwrap(), stream.alloc_zeroed::<u32>(96).unwrap());
        in_shared_memory(&given, &mut out).threads((96, 1)).block(32).launch(&stream).unwrap();
        let expected = (0..96usize).map(|i| {
            let (mine, other) = (numbers[i], numbers[i / 32 * 32 + 31 - i % 32]);
            let half = (other as f32 * 0.5) as u32;
            other + half + if other % 3 == 0 { mine } else { (mine as f32 * 0.5) as u32 * 100 }
        });
        assert_eq!(stream.download(&out).unwrap(), expected.collect::<Vec<_>>(), "on {}", stream.device());
    }
}

#[device]
fn with_types(n: i64) -> i64 {
    let [a, b]: [u8; 2] = [200; 2];
    let ([c, _], (d, e)): ([u16; 2], (i8, f32)) = ([65_535; 2], (-128, n as f32));
    let rows = [[3; 2]; 2];
    let [[f, _], g]: [[u8; 2]; 2] = rows;
    let sum =
        (a.wrapping_add(n as u8), b.wrapping_mul(f), c.wrapping_add(1), d.wrapping_sub(n as i8), g[1] << 7);
    i64::from(sum.0)
        + i64::from(sum.1) * 3
        + i64::from(sum.2) * 5
        + i64::from(sum.3) * 7
        + i64::from(sum.4)
        + e as i64
}

/// Where names of types stand for others than they do elsewhere.
mod renamed {
    #![allow(non_camel_case_types)]

    use kiln::prelude::*;

    type Option<T> = core::option::Option<(T, u8)>;
    type Pair = (i64, u8);

    #[device]
    pub fn with_renamed_types(n: i64) -> i64 {
        let (a, b): (i64, u8) = (n, 200);
        let both = (n, 3);
        let (c, d): (i64, i64) = both;
        let (e, f): Pair = (c, 255);
        let Some(g): Option<i64> = Some((n, 77)) else { return 0 };
        a + i64::from(b.wrapping_add(f)) + c * 3 + d + e + g.0 + i64::from(g.1.wrapping_mul(f))
    }
}
