//! Closures and functions that are passed to device functions, and called there: on the devices, and as the plain
//! Rust that they are.

use kiln::prelude::*;
use kiln_other_crate::folded;

use crate::streams;

#[device]
fn apply<F: Fn(f32) -> f32>(x: f32, f: F) -> f32 {
    f(x) + f(2.0 * x)
}

#[device]
fn map_all<T: Num, U: Num, F: Fn(T, usize) -> U>(x: [T; 4], start: U, f: F) -> U {
    let mut sum = start;
    for (i, v) in x.iter().enumerate() {
        sum += f(*v, i);
    }
    sum
}

#[device]
fn each<F>(n: usize, mut f: F)
where
    F: FnMut(usize),
{
    for i in 0..n {
        f(i);
    }
}

#[device]
fn twice<F: Fn(f32) -> f32>(x: f32, f: F) -> f32 {
    apply(apply(x, &f), |v| f(v) - 1.0)
}

#[device]
fn square(x: f32) -> f32 {
    x * x
}

#[derive(Clone, Copy, KernelType, Debug, PartialEq)]
struct P {
    x: f32,
    y: f32,
}

#[device]
fn best<F: Fn(&P) -> f32>(ps: &[P], f: F) -> f32 {
    let mut best = f(&ps[0]);
    for p in ps {
        best = best.max(f(p));
    }
    best
}

#[device]
fn all(i: usize, x: &[f32]) -> f32 {
    let scale = x[i % x.len()];
    let mut out = apply(scale, |v| v * scale + 1.0);
    let named = |v: f32| {
        if v > 3.0 {
            return v - 1.0;
        }
        v + scale
    };
    out += apply(1.5, named);
    out += apply(2.5, &named);
    out += apply(3.5, square);
    out += twice(0.5, |v| v * 2.0 + out);
    let mut count = 0u32;
    each(i, |k| count += k as u32 + 1);
    each(3, |k| {
        for j in 0..k {
            count += j as u32;
        }
    });
    out += count as f32;
    out += map_all([1i32, 2, 3, i as i32], 0.5f32, |v, k| (v as f32) * 0.5 + k as f32);
    let ps = [P { x: scale, y: 2.0 }, P { x: 1.0, y: scale * 3.0 }];
    out += best(&ps, |p| p.x * p.y);
    out += best(&ps, |p: &P| {
        let q = *p;
        q.x - p.y
    });
    out += best(&ps, |&P { x, y }| x + y);
    out += apply(scale, |v| apply(v, |w| w * v) + apply(v, |w| w - out));
    out
}

#[kernel]
fn run_all(x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let k = 2.0;
        out[i] = all(i, x) + apply(x[0], |v| v * k) + apply(1.0, square);
    }
}

#[test]
fn closures_are_passed() {
    let x: Vec<f32> = (0..7).map(|i| i as f32 * 0.5 + 0.25).collect();
    let k = 2.0;
    let expected: Vec<f32> =
        (0..20).map(|i| all(i, &x) + apply(x[0], |v| v * k) + apply(1.0, square)).collect();
    for stream in streams() {
        let input = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(20).unwrap();
        run_all(&input, &mut out).threads(20).launch(&stream).unwrap();
        for (found, expected) in stream.download(&out).unwrap().into_iter().zip(&expected) {
            assert!((found - expected).abs() <= expected.abs() * 1e-5, "{found} {expected}");
        }
    }
}

#[device]
fn root(f: impl Fn(f32) -> f32, df: impl Fn(f32) -> f32, mut x: f32) -> f32 {
    for _ in 0..8 {
        x -= f(x) / df(x);
    }
    x
}

#[device]
fn generic_op<T: Num>(x: T, op: impl Fn(T, T) -> T, n: usize) -> T {
    let mut y = x;
    for _ in 0..n {
        y = op(y, x);
    }
    y
}

#[device]
impl P {
    fn mapped<F: Fn(f32) -> f32>(&self, f: F) -> P {
        P { x: f(self.x), y: f(self.y) }
    }
    fn change(&mut self, mut f: impl FnMut(&mut f32)) {
        f(&mut self.x);
        f(&mut self.y);
    }
    fn from(n: usize, f: impl Fn(usize) -> f32) -> P {
        P { x: f(n), y: f(n + 1) }
    }
}

#[device]
trait Visit {
    fn visit<F>(&self, f: F) -> f32
    where
        F: Fn(f32, f32) -> f32;
    fn total(&self) -> f32 {
        self.visit(|a, b| a + b)
    }
}
#[device]
impl Visit for P {
    fn visit<F>(&self, f: F) -> f32
    where
        F: Fn(f32, f32) -> f32,
    {
        f(self.x, self.y)
    }
}
#[device]
fn visits<V: Visit + KernelType>(v: V, k: f32) -> f32 {
    v.visit(|a, b| a * k - b) + v.total()
}

#[derive(Clone, Copy, KernelType)]
struct Two<T> {
    a: T,
    b: T,
}
#[device]
impl<T: Num> Two<T> {
    fn zipped<F: Fn(T, T) -> T>(self, o: Two<T>, f: F) -> Two<T> {
        Two { a: f(self.a, o.a), b: f(self.b, o.b) }
    }
}

#[device]
fn more(i: usize, x: &[f32]) -> f32 {
    let s = x[i % x.len()];
    let mut out = folded(x, 0.0, |a, b| a + b * s) + folded(x, f32::MIN, f32::max);
    out += root(|v| v * v - s, |v| 2.0 * v, 1.0);
    out += generic_op(s, |a, b| a * b, 2) + generic_op(2u32, |a, b| a + b, 3) as f32;
    let mut p = P { x: s, y: 2.0 };
    out += p.mapped(|v| v + 1.0).x + p.mapped(f32::sqrt).y + p.mapped(square).x;
    p.change(|v| *v += s);
    p.change(|v| {
        *v *= 2.0;
        out += *v;
    });
    out += p.x * p.y;
    out += P::from(i, |n| n as f32 * 0.5).y;
    out += visits(p, s) + p.total();
    out += Two { a: s, b: 1.0 }.zipped(Two { a: 2.0, b: 3.0 }, |a, b| a - b).a;
    out += x.iter().copied().map(square).sum::<f32>();
    out += x.iter().copied().fold(0.0, f32::max);
    let steps = [1.0f32, 2.0];
    out += apply(s, |v| {
        let mut t = 0.0;
        for w in &steps {
            t += w * v;
        }
        t
    });
    out += apply(s, |v| match v as u32 {
        0 => 1.0,
        1 | 2 => v,
        _ => {
            if v > 3.0 {
                return 9.0;
            }
            2.0
        }
    });
    out
}

#[kernel]
fn run_more(x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = more(i, x);
    }
}

#[test]
fn more_closures_are_passed() {
    let x: Vec<f32> = (0..7).map(|i| i as f32 * 0.5 + 0.25).collect();
    let expected: Vec<f32> = (0..20).map(|i| more(i, &x)).collect();
    for stream in streams() {
        let input = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(20).unwrap();
        run_more(&input, &mut out).threads(20).launch(&stream).unwrap();
        for (found, expected) in stream.download(&out).unwrap().into_iter().zip(&expected) {
            assert!((found - expected).abs() <= expected.abs() * 1e-5, "{found} {expected}");
        }
    }
}

#[kernel]
fn own_elements(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        each(3, |k| y[i] += x[k]);
        each(2, |k| {
            if k == 1 {
                y[i] *= 2.0;
            }
        });
    }
}
#[kernel]
fn others_elements(y: &mut [f32]) {
    each(3, |k| y[k] = 1.0);
}
#[device]
fn in_turns<F: FnMut(usize)>(mut f: F) {
    let t = thread_idx().x;
    f(t);
    sync_threads();
    f(t + 1);
}
#[kernel(block = 32)]
fn shares(y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let mut sum = 0.0;
    tile[thread_idx().x] = 1.0;
    tile[thread_idx().x + 32] = 2.0;
    sync_threads();
    in_turns(|k| sum += tile[k]);
    y[global_id()] = sum;
}
#[kernel(block = 32)]
fn shares_wrong<const N: usize>(y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    in_turns_free(|k| tile[k] = N as f32);
    sync_threads();
    y[global_id()] = tile[thread_idx().x];
}
#[kernel(block = 32)]
fn diverges<const N: usize>(y: &mut [f32]) {
    let mut sum = 0.0;
    if thread_idx().x < N {
        in_turns(|_| sum += 1.0);
    }
    y[global_id()] = sum;
}

#[device]
fn in_turns_free<F: FnMut(usize)>(mut f: F) {
    let t = thread_idx().x;
    f(t);
    f(t + 1);
}

#[kernel]
fn reductions(x: &[i32], out: &mut [i32]) {
    let i = global_id();
    let own = if i < x.len() { x[i] } else { 0 };
    let modulus = 1000;
    let widest = block::reduce(own, |a, b| if b.abs() > a.abs() { b } else { a });
    let last = block::reduce(own, |_, b| b);
    let sum = block::reduce(own, |a, b| (a + b) % modulus);
    out[i] = widest * 1_000_000 + last * 1000 + sum;
}

#[test]
fn blocks_are_reduced_by_what_the_kernel_says() {
    for (block, count) in [(1, 1), (7, 7), (32, 64), (33, 33), (100, 200), (1024, 1024)] {
        let x: Vec<i32> = (0..count as i32).map(|i| (i * 37 + 11) % 201 - 100).collect();
        for stream in streams() {
            let input = stream.upload(&x).unwrap();
            let mut out = stream.alloc_zeroed::<i32>(count).unwrap();
            reductions(&input, &mut out).block(block).threads(count).launch(&stream).unwrap();
            let found = stream.download(&out).unwrap();
            for (part, found) in x.chunks(block as usize).zip(found.chunks(block as usize)) {
                let widest =
                    part.iter().copied().reduce(|a, b| if b.abs() > a.abs() { b } else { a }).unwrap();
                let sum = part.iter().copied().reduce(|a, b| (a + b) % 1000).unwrap();
                let expected = widest * 1_000_000 + part[part.len() - 1] * 1000 + sum;
                assert!(found.iter().all(|found| *found == expected), "{block} {found:?} {expected}");
            }
        }
    }
}

#[test]
fn what_closures_do_is_seen_where_it_is_done() {
    for stream in streams() {
        let x = stream.upload(&[1.0f32, 2.0, 3.0]).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(32).unwrap();
        own_elements(&x, &mut out).threads(32).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [12.0; 32]);
        shares(&mut out).threads(32).launch(&stream).unwrap();
        let error = |result: kiln::Result<()>| result.unwrap_err().to_string();
        let wrong = error(others_elements(&mut out).threads(32).launch(&stream));
        assert!(wrong.contains("two of its threads could touch the same element"), "{wrong}");
        let wrong = error(shares_wrong::<1>(&mut out).threads(32).launch(&stream));
        assert!(
            wrong.contains("K0304: two threads of a block may touch the same element of `tile`"),
            "{wrong}"
        );
        let wrong = error(diverges::<7>(&mut out).threads(32).launch(&stream));
        assert!(wrong.contains("K0305: not every thread of a block reaches this barrier"), "{wrong}");
    }
}
