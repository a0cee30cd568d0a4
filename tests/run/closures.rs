//! Closures, against the same code run as plain Rust.

use kiln::prelude::*;

use crate::same::{agrees, kernel_of};

#[device]
fn double(v: i32) -> i32 {
    v * 2
}

#[device]
fn first_of(x: &[i32]) -> i32 {
    x[0]
}

#[device]
fn calls(i: usize, x: &[i32]) -> i32 {
    let c = i as i32;
    let f = |a: i32, b| a * b + c;
    // The closure keeps the name that it was written with.
    let c = 1000;
    let g = |v| f(v, 3) - f(c, v);
    let mut t = f(2, 3) + g(5) * f(g(1), 2);
    for k in 0..4 {
        t = t * 3 + f(k, t % 5);
    }
    let h = |v: i32| -> i32 {
        if v > 3 {
            return v - 1;
        }
        let mut sum = 0;
        for k in 0..v {
            if k == 2 {
                return sum + 40;
            }
            sum += x[k as usize];
        }
        sum
    };
    t += h(1) * 3 + h(3) * 5 + h(c) * 7 + h(t % 5);
    t += (|a: i32, b: i32| a - b)(t, 5);
    t + double(h(2)) + f(double(c), h(0))
}
kernel_of!(calls_kernel, calls);

#[device]
fn captures(i: usize, x: &[i32]) -> i32 {
    let mut count = 0;
    let mut a = [1, 2, 3, 4];
    let mut next = |by: i32| {
        count += by;
        a[(count & 3) as usize] += 10;
        count
    };
    let first = next(1) * 100 + next(i as i32) * 10 + next(2);
    let mut k = 5;
    let copied = move || k * 2;
    k += 100;
    let mut state = 7;
    let mut step = move |by| {
        state = state * 3 + by;
        state
    };
    let steps = step(1) + step(2) * 2 + step(k) * 3;
    let mut t = first + copied() + k + state + steps + count;
    for v in a {
        t = t * 5 + v;
    }
    let twice = |v| {
        let add = |w| v + w + k;
        add(1) * add(2)
    };
    t + twice(3) + twice(t) + x[0]
}
kernel_of!(captures_kernel, captures);

#[device]
fn references(i: usize, x: &[i32]) -> i32 {
    let mut a = [[1, 2, 3], [4, 5, 6]];
    let get = |s: &[i32], k: usize| s[k] + s.len() as i32;
    let add = |e: &mut i32, v: i32| {
        *e += v;
        *e
    };
    let sum = |s: &[i32]| {
        let mut sum = 0;
        for (k, v) in s[1..].iter().enumerate() {
            sum = sum * 3 + v * k as i32;
        }
        sum
    };
    let at = |&v: &i32| v * 2;
    let lend = |s: &[i32]| first_of(s) + first_of(&s[1..]);
    let mut t = get(x, i % 5) + get(&a[1], i % 3) + get(&x[2..5], 1);
    t += add(&mut a[i % 2][1], 100) + add(&mut t.clone(), 5);
    let e = &mut a[1][2];
    t += add(e, 7);
    t += sum(x) + sum(&a[0]) * 5 + sum(&x[i % 4..]) + at(&x[1]) + lend(x) + lend(&a[1]);
    let mut u = 3;
    add(&mut u, 4);
    t + u + a[0][1] * 3 + a[1][1]
}
kernel_of!(references_kernel, references);

#[device]
fn given(i: usize, x: &[i32]) -> i32 {
    let n = i as i32 % 5;
    let mut seen = 0;
    let big = |v: &i32| *v > n;
    let mut t = x.iter().copied().filter(big).map(|v| v * n).sum::<i32>();
    let square = |v: i32| v * v;
    t += (0..n).map(square).sum::<i32>() + square(n);
    x.iter().for_each(|v| seen = seen * 3 + v);
    let mut k = 2;
    let scaled = x.iter().map(move |v| v * k).sum::<i32>();
    k += 1;
    let mut calls = 0;
    let folded = x.iter().fold(0, |acc, v| {
        calls += 1;
        if calls > 10 {
            return acc;
        }
        acc * 2 + v
    });
    let smallest =
        x.iter().map(|v| (v + n, *v)).filter(|(a, _)| *a > 0).map(|(a, b)| a * b).fold(9999, |a, b| a.min(b));
    t + seen + scaled + k + folded + calls + smallest
}
kernel_of!(given_kernel, given);

#[test]
fn closures_agree_with_rust() {
    agrees!(calls_kernel, calls);
    agrees!(captures_kernel, captures);
    agrees!(given_kernel, given);
}

#[device]
fn tuples(i: usize, x: &[i32]) -> i32 {
    let n = i as i32 % 7;
    let pair = |(p, q): (i32, i32)| p * 10 + q;
    let both = |v: i32| (v + n, v * n);
    let (a, b) = both(3);
    let whole = both(b);
    let (sum, count) = x.iter().fold((0, 0), |(sum, count), v| (sum + v, count + 1));
    let (least, most) = x.iter().map(|v| (*v, v * n)).fold((99, -99), |(a, b), (v, w)| (a.min(v), b.max(w)));
    let last = x
        .iter()
        .enumerate()
        .map(|(k, v)| (k as i32, *v))
        .filter(|p| p.1 > n)
        .fold(0, |t, p| t * 3 + p.0 - p.1);
    let mut t = pair((a, b)) + pair(both(2)) + pair(whole) + whole.1;
    for (k, (v, w)) in x.iter().map(|v| (v - 1, v + 1)).enumerate() {
        t = t * 3 + v * w + k as i32;
    }
    for p in (0..n).zip(5..9) {
        t += p.0 * p.1;
    }
    let corner = |[a, b]: [i32; 2]| a - b;
    t + corner([sum, count]) + least * most + last
}
kernel_of!(tuples_kernel, tuples);

#[device]
fn nested(i: usize, x: &[i32]) -> i32 {
    let mut total = 0;
    // Closures that call closures, in loops, with early returns and captures that change between calls.
    let mut k = i as i32;
    for round in 0..3 {
        let step = |v: i32| {
            let inner = |w: i32| {
                if w > 4 {
                    return w - round;
                }
                w * k
            };
            if v == 3 {
                return inner(v + 3);
            }
            inner(v) + inner(v + 1)
        };
        let mut add = |v| {
            'out: for a in 0..4 {
                for b in x {
                    if *b == a + v {
                        total += b;
                        continue 'out;
                    }
                    if *b > 20 {
                        break 'out;
                    }
                }
                total -= 1;
            }
            total
        };
        let first = add(step(round));
        let second = add(step(3)) + first;
        total += second % 7;
        k += 1;
    }
    let mut grid = [[0; 3]; 2];
    let mut set = |r: usize, c: usize, v: i32| grid[r][c] = v;
    set(0, 1, 5);
    set(1, 2, total);
    let negative = |v: i32| v < 0;
    let mut seen = 0;
    while {
        seen += 1;
        !negative(x[seen]) && seen < 30
    } {}
    total + grid[0][1] + grid[1][2] * 3 + seen as i32
}
kernel_of!(nested_kernel, nested);

#[test]
fn nested_closures_and_tuples_agree_with_rust() {
    agrees!(tuples_kernel, tuples);
    agrees!(nested_kernel, nested);
}

#[test]
fn closures_with_parts_agree_with_rust() {
    agrees!(references_kernel, references);
}

#[device]
fn loops(i: usize, x: &[i32]) -> i32 {
    let mut k = i as i32;
    let found = 'search: loop {
        k += 1;
        let v = 'inner: {
            if k % 3 == 0 {
                break 'inner k * 2;
            }
            if k > 60 {
                break 'search x[1];
            }
            k
        };
        let mut w = v;
        while {
            w -= 7;
            w > 0 && w % 11 != 3
        } {
            if w == 30 {
                continue 'search;
            }
            if w % 13 == 1 {
                break 'search w * 100;
            }
        }
        if w % 5 == 0 {
            break w + k;
        }
    };
    let array = 'a: loop {
        for v in x {
            if *v > 3 {
                break 'a [*v, k];
            }
        }
        break [0, 1];
    };
    let flag = loop {
        if k > 100 {
            break true;
        }
        k *= 2;
        if k % 8 == 3 {
            break false;
        }
        k += 1;
    };
    found + array[0] * 3 + array[1] + if flag { k } else { -k }
}
kernel_of!(loops_kernel, loops);

#[test]
fn labels_and_values_of_loops_agree_with_rust() {
    agrees!(loops_kernel, loops);
}
