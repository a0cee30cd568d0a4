//! `Option`s that are kept: locals, results of functions and methods, and what std's methods make of them, against
//! plain Rust.

use kiln::prelude::*;

use crate::same::{agrees, kernel_of};

#[device]
fn positive(v: i32) -> Option<i32> {
    if v > 0 { Some(v) } else { None }
}

#[device]
fn first_above<T: Num + PartialOrd>(x: &[T], least: T) -> Option<T> {
    for v in x {
        if *v > least {
            return Some(*v);
        }
    }
    None
}

#[derive(Clone, Copy, KernelType)]
struct Range {
    low: i32,
    high: i32,
}

#[device]
impl Range {
    fn new(low: i32, high: i32) -> Option<Self> {
        match low <= high {
            true => Some(Range { low, high }),
            false => None,
        }
    }

    fn common(&self, other: Option<Range>) -> Option<Range> {
        let Some(other) = other else { return None };
        Range::new(self.low.max(other.low), self.high.min(other.high))
    }
}

#[device]
fn kept(i: usize, x: &[i32]) -> i32 {
    let v = x[i % x.len()];
    let mut t = 0;
    // What methods of std's give, and what functions give.
    let found = x.iter().find(|w| **w > v);
    if let Some(w) = found {
        t += *w;
    }
    let at = x.iter().position(|w| *w == v);
    t = t * 3 + at.map_or(-1, |at| at as i32);
    let here = x.get(i);
    t = t * 3 + here.copied().unwrap_or(-5);
    let less = i.checked_sub(3);
    t = t * 3
        + match less {
            Some(0) => 1,
            Some(n) if n % 2 == 0 => 2,
            Some(_) => 3,
            None => 4,
        };
    t = t * 3 + positive(v).unwrap_or(-2);
    if let Some(v) = positive(v - 3) {
        t += v;
    }
    if positive(-v).is_some() || positive(v).is_none() {
        t += 100;
    }
    t * 3 + first_above(x, v).unwrap_or_else(|| v / 2)
}
kernel_of!(kept_kernel, kept);

#[device]
fn changed(i: usize, x: &[i32]) -> i32 {
    let mut best: Option<i32> = None;
    let mut last = None;
    for (k, v) in x.iter().enumerate() {
        if (k + i) % 3 != 0 {
            continue;
        }
        best = match best {
            Some(b) if b >= *v => Some(b),
            _ => Some(*v),
        };
        last = Some(k);
        if let Some(b) = &mut best {
            *b += 1;
        }
    }
    let doubled = best.map(|b| b * 2).filter(|b| *b % 4 == 0);
    let chained = doubled.and_then(|b| positive(b - 20));
    let mut t = best.unwrap_or(0) * 7 + doubled.unwrap_or(-1);
    t = t * 5 + chained.map_or(3, |c| c - 1);
    t = t * 5 + last.map(|k: usize| k as i32).unwrap_or(-9);
    if best.is_some_and(|b| b > 5) {
        t += 11;
    }
    let pair = (positive(t), i % 2 == 0);
    match pair {
        (Some(p), true) => p,
        (None, true) => -1,
        (o, false) => o.unwrap_or(-2),
    }
}
kernel_of!(changed_kernel, changed);

#[device]
fn of_structs(i: usize, x: &[i32]) -> i32 {
    let (a, b) = (x[i % x.len()], x[(i * 7 + 1) % x.len()]);
    let range = Range::new(a, b);
    let wide = Range { low: 2, high: 6 };
    let common = wide.common(range);
    while let Some(found) = common {
        if found.low > 3 {
            return found.low * 100 + found.high;
        }
        break;
    }
    let ranges = [range, common, None, Range::new(0, 1)];
    let mut t = 0;
    for range in ranges {
        t *= 3;
        if let Some(Range { low, high }) = range {
            t += high - low;
        } else {
            t -= 1;
        }
    }
    t
}
kernel_of!(of_structs_kernel, of_structs);

#[device]
fn sum_of(x: &[i32], i: usize) -> Option<i32> {
    let first = positive(x[i % x.len()])?;
    let second = x.get(i + 1).copied()?;
    let third = i.checked_sub(2)?;
    Some(first + second * 3 + third as i32)
}

#[device]
fn tried(i: usize, x: &[i32]) -> i32 {
    sum_of(x, i).unwrap_or(-1) + if sum_of(x, i + 3).is_none() { 1000 } else { 0 }
}
kernel_of!(tried_kernel, tried);

#[device]
fn decided(i: usize, x: &[i32]) -> i32 {
    let v = x[i % x.len()];
    let mut called = 0;
    let half = (v > 0).then(|| v / 2);
    // A closure runs only where the condition holds: this divides by zero elsewhere.
    let part = (i % 3 != 0).then(|| 100 / (i % 3) as i32).map_or(-1, |part| part + 1);
    let flag = v % 2 == 0;
    let even = flag.then(|| {
        called += 1;
        v
    });
    let mut t = half.unwrap_or(-3) * 7 + part * 3 + even.unwrap_or(9);
    let next = x.get(i + 1).copied();
    let one = next.or(half);
    t = t * 3 + one.unwrap_or(-7);
    t = t * 3 + positive(v).map(|v| v * 2).or(Some(called)).filter(|v| *v % 3 != 0).map_or(4, |v| v);
    // Of one that is written there.
    t = t * 3 + Some(v).filter(|v| *v > 2).map(|v| v + 1).unwrap_or(called);
    t = t * 3 + Some(called).and_then(|v| positive(v - 3)).map_or(2, |v| v * 2);
    let late = next.filter(|v| *v > 2).or_else(|| {
        called += 10;
        x.first().copied().filter(|v| *v > 1)
    });
    t = t * 3 + late.or_else(|| positive(v)).or(None).unwrap_or(-2);
    if let Some(w) = positive(v).and_then(|v| positive(v - 2)).map(|v| v + 1) {
        t += w;
    }
    if let Some(w) = half.or(even).or_else(|| Some(called)) {
        t += w;
    }
    t * 3 + called
}
kernel_of!(decided_kernel, decided);

#[test]
fn options_are_kept() {
    agrees!(decided_kernel, decided);
    agrees!(kept_kernel, kept);
    agrees!(changed_kernel, changed);
    agrees!(of_structs_kernel, of_structs);
    agrees!(tried_kernel, tried);
}
