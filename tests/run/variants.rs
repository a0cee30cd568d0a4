//! Enums whose variants have fields: made, matched, changed in place, passed and returned, in memory of every sort.
//! What a kernel makes is compared with what the same functions make on the host, whose layout the buffers have.

use kiln::prelude::*;

use crate::streams;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct V {
    x: f32,
    y: f32,
    z: f32,
}

/// Fields of several widths lie over each other, and an enum in an enum.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
enum Shape {
    Sphere { c: V, r: f32 },
    Plane(V),
    Nothing,
    Many([u8; 6], bool),
    Wide(f64),
    Inner(Tiny),
}

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
enum Tiny {
    A(u8),
    B(u32),
    C { x: i16, y: bool },
    D = 77,
}

#[device]
fn area(s: Shape) -> f32 {
    match s {
        Shape::Sphere { c, r } if r > 0.0 => c.x + r * r,
        Shape::Sphere { .. } => -1.0,
        Shape::Plane(V { x, .. }) => x,
        Shape::Nothing => 0.0,
        Shape::Many(b, flag) => {
            let mut sum = 0.0;
            for i in 0..6 {
                sum += b[i] as f32;
            }
            if flag { sum } else { -sum }
        }
        Shape::Wide(w) => w as f32,
        Shape::Inner(Tiny::A(a)) => a as f32,
        Shape::Inner(Tiny::B(b)) => b as f32 * 2.0,
        Shape::Inner(Tiny::C { x, y: true }) => x as f32,
        Shape::Inner(Tiny::C { x, .. }) => x as f32 * 10.0,
        Shape::Inner(Tiny::D) => 77.0,
    }
}

#[device]
fn next(s: Shape, i: usize) -> Shape {
    if let Shape::Sphere { c, r } = s {
        return Shape::Plane(V { x: c.y, y: r, z: c.x });
    }
    let Shape::Inner(t) = s else {
        return Shape::Inner(Tiny::C { x: -(i as i16), y: i % 2 == 0 });
    };
    if matches!(t, Tiny::B(b) if b > 3) {
        Shape::Many([i as u8; 6], true)
    } else if let Tiny::D = t {
        Shape::Nothing
    } else {
        Shape::Wide(0.25)
    }
}

#[device]
fn change(s: &mut Shape, i: usize) {
    match s {
        Shape::Plane(v) => v.x += 100.0,
        Shape::Many(b, _) => {
            let at = i % 6;
            b[at] = 9;
            b[5] += 1;
        }
        Shape::Inner(Tiny::C { x, .. }) => *x *= 2,
        _ => {}
    }
}

#[kernel]
pub fn shapes(extra: Shape, input: &[Shape], out: &mut [f32], made: &mut [Shape]) {
    let i = global_id();
    if i < out.len() && i < made.len() {
        let s = if i < input.len() { input[i] } else { extra };
        out[i] = area(s);
        made[i] = next(s, i);
        change(&mut made[i], i);
    }
}

#[test]
fn variants_have_the_hosts_layout() {
    let v = V { x: 1.0, y: 2.0, z: 3.0 };
    let bytes = [1, 2, 3, 4, 5, 6];
    let all = [
        Shape::Sphere { c: v, r: 3.0 },
        Shape::Sphere { c: v, r: -3.0 },
        Shape::Plane(v),
        Shape::Nothing,
        Shape::Many(bytes, false),
        Shape::Many(bytes, true),
        Shape::Wide(5.5),
        Shape::Inner(Tiny::A(3)),
        Shape::Inner(Tiny::B(4)),
        Shape::Inner(Tiny::C { x: -5, y: true }),
        Shape::Inner(Tiny::C { x: -5, y: false }),
        Shape::Inner(Tiny::D),
    ];
    let extra = Shape::Inner(Tiny::B(7));
    for stream in streams() {
        let input = stream.upload(&all).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(all.len() + 1).unwrap();
        let mut made = stream.alloc_zeroed::<Shape>(all.len() + 1).unwrap();
        shapes(extra, &input, &mut out, &mut made).threads(all.len() + 1).launch(&stream).unwrap();
        let (out, made) = (stream.download(&out).unwrap(), stream.download(&made).unwrap());
        for (i, s) in all.into_iter().chain([extra]).enumerate() {
            let mut expected = next(s, i);
            change(&mut expected, i);
            assert_eq!((out[i], made[i]), (area(s), expected), "{s:?} on {}", stream.device());
        }
    }
}

/// The number of a tree's leaves, and more.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
#[repr(u16)]
enum Tree<T: KernelType> {
    Leaf,
    Node(T),
    Both { left: T, right: T },
}

#[device]
fn sum(t: Tree<f32>) -> f32 {
    match t {
        Tree::Leaf => 0.0,
        Tree::Node(v) => v,
        Tree::Both { left, right } => left + right,
    }
}

#[device]
fn compared(i: usize, x: Tree<f32>) -> f32 {
    let t = if i % 5 == 0 { Tree::Leaf } else { x };
    let maybe: Option<Tree<f32>> = if i > 3 { Some(t) } else { None };
    let mut out = sum(t);
    if let Some(Tree::Node(v)) = maybe {
        out += 3.0 * v;
    }
    if x == t {
        out += 1.0;
    }
    if x < Tree::Node(2.0) {
        out += 10.0;
    }
    if x >= (Tree::Both { left: 1.0, right: 6.0 }) {
        out += 100.0;
    }
    out
}

#[kernel]
pub fn trees(x: &[Tree<f32>], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < x.len() {
        out[i] = compared(i, x[i]);
    }
}

#[test]
fn generic_enums_are_compared() {
    let tree = |i: i32| match i % 3 {
        0 => Tree::Leaf,
        1 => Tree::Node(i as f32),
        _ => Tree::Both { left: (i % 2) as f32, right: i as f32 },
    };
    let x: Vec<Tree<f32>> = (0..30).map(tree).collect();
    for stream in streams() {
        let (input, mut out) = (stream.upload(&x).unwrap(), stream.alloc_zeroed::<f32>(30).unwrap());
        trees(&input, &mut out).threads(30).launch(&stream).unwrap();
        let expected: Vec<f32> = x.iter().enumerate().map(|(i, x)| compared(i, *x)).collect();
        assert_eq!(stream.download(&out).unwrap(), expected, "on {}", stream.device());
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, KernelType)]
enum Op {
    Add(i32),
    Mul {
        by: i32,
    },
    #[default]
    Halt,
    Pair(i32, i32),
    Set([i32; 3]),
}
use Op::{Add, Halt, Mul, Pair, Set};

#[device]
impl Op {
    const TWICE: Op = Op::Mul { by: 2 };
    fn apply(&self, x: i32) -> i32 {
        match self {
            Self::Add(n) => x + n,
            Self::Mul { by } => x * by,
            Self::Halt => x,
            &Self::Pair(a, b) => a * x + b,
            Self::Set(all) => all[0] + all[1] * x + all[2],
        }
    }
    fn double(&mut self) {
        match self {
            Add(n) | Mul { by: n } => *n *= 2,
            Pair(a, _) => *a *= 2,
            Set(all) => {
                for v in all.iter_mut() {
                    *v *= 2;
                }
                all[1] += 1;
            }
            Halt => {}
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Line {
    op: Op,
    then: [Op; 3],
    count: u8,
}

#[device]
fn bump(n: &mut i32) {
    *n += 5;
}

#[device]
fn first(ops: &[Op], i: usize) -> Option<Op> {
    if i % 3 == 0 { None } else { ops.get(i).copied() }
}

#[device]
fn run(i: usize, x: &[i32]) -> i32 {
    let v = x[i % 37];
    let mut op = match i % 7 {
        0 => Op::Add(v),
        1 => Mul { by: v },
        2 => Halt,
        3 => Op::TWICE,
        4 => Op::default(),
        5 => Set([v, v + 1, i as i32]),
        _ => Op::Pair(v, 3),
    };
    op.double();
    let mut line = Line { op, then: [op, Op::Add(1), Halt], count: 3 };
    line.then[i % 3].double();
    if let Op::Add(n) = &mut line.then[i % 3] {
        bump(n);
    }
    if let Op::Set(all) = &mut line.op {
        bump(&mut all[i % 3]);
        all[(i + 1) % 3] += 4;
    }
    let mut total = line.op.apply(v);
    let mut at = 0;
    while let Op::Add(n) | Op::Pair(n, _) = line.then[at] {
        total = total.wrapping_add(n);
        at += 1;
        if at == 3 {
            break;
        }
    }
    for op in &line.then {
        total = total.wrapping_add(op.apply(3));
    }
    let Op::Pair(a, b) = op else {
        return if matches!(op, Op::Mul { by } if by > 4) { total + 1000 } else { total };
    };
    let t = if i % 2 == 0 { Tree::Node(a as f32) } else { Tree::Both { left: 1.5, right: b as f32 } };
    total
        + a
        + b
        + sum(t) as i32
        + match op {
            Op::TWICE => 1,
            Op::Pair(3, y) => y,
            Halt => 7,
            _ => 8,
        }
}

#[kernel]
pub fn runs(x: &[i32], ops: &[Op], lines: &mut [Line], out: &mut [i32]) {
    let i = global_id();
    let s = shared::<[Op; 64]>();
    s[thread_idx().x] = if i < ops.len() { ops[i] } else { Op::Halt };
    sync_threads();
    let other = s[(thread_idx().x + 1) % 64];
    if i < out.len() && i < lines.len() {
        out[i] = run(i, x)
            + match other {
                Op::Add(n) => n,
                _ => 0,
            };
        lines[i].then[1] = Op::Mul { by: i as i32 };
        lines[i].op.double();
        if let Some(Op::Add(n)) = first(ops, i) {
            lines[i].count = n as u8;
        }
        if let Op::Pair(a, b) = &mut lines[i].then[2] {
            *a += 1;
            *b -= 1;
        }
    }
}

#[test]
fn variants_are_changed_where_they_are() {
    let x: Vec<i32> = (0..37).map(|i| i * i % 23 - 7).collect();
    let op = |i: i32| match i % 4 {
        0 => Add(i),
        1 => Halt,
        2 => Set([i, 2, 3]),
        _ => Pair(i, 1),
    };
    let ops: Vec<Op> = (0..40).map(op).collect();
    let line =
        |i: usize| Line { op: ops[i % 40], then: [ops[(i + 1) % 40], Halt, ops[(i * 7) % 40]], count: 1 };
    let lines: Vec<Line> = (0..64).map(line).collect();
    for stream in streams() {
        let (input, of) = (stream.upload(&x).unwrap(), stream.upload(&ops).unwrap());
        let mut changed = stream.upload(&lines).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(64).unwrap();
        runs(&input, &of, &mut changed, &mut out).block(64).threads(64).launch(&stream).unwrap();
        let (changed, out) = (stream.download(&changed).unwrap(), stream.download(&out).unwrap());
        for i in 0..64 {
            let other = if (i + 1) % 64 < 40 { ops[(i + 1) % 64] } else { Halt };
            let more = if let Add(n) = other { n } else { 0 };
            assert_eq!(out[i], run(i, &x) + more, "at {i} on {}", stream.device());
            let mut expected = lines[i];
            expected.then[1] = Op::Mul { by: i as i32 };
            expected.op.double();
            if let Some(Op::Add(n)) = first(&ops, i) {
                expected.count = n as u8;
            }
            if let Op::Pair(a, b) = &mut expected.then[2] {
                *a += 1;
                *b -= 1;
            }
            assert_eq!(changed[i], expected, "at {i} on {}", stream.device());
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Zero;

/// A tag of one byte, below zero too, before fields of eight and of none.
#[repr(i8)]
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
enum Odd {
    Empty(Zero) = -100,
    Wide(i64, Zero),
    Byte { b: u8 } = -1,
    Four([i32; 4]),
    Inner(Tiny, [Tiny; 2]) = 5,
}

#[device]
fn odd(i: usize, v: i32) -> Odd {
    match i % 5 {
        0 => Odd::Empty(Zero),
        1 => Odd::Wide(v as i64 * 1_000_000_007, Zero),
        2 => Odd::Byte { b: v as u8 },
        3 => Odd::Four([v, 2, i as i32, 4]),
        _ => Odd::Inner(Tiny::B(v as u32), [Tiny::A(i as u8), Tiny::C { x: v as i16, y: v > 3 }]),
    }
}

/// Reads behind tests that must come first: an index that is out of bounds, and a variant that isn't the value's.
#[device]
fn guarded(all: &[Odd], i: usize) -> i32 {
    let mut sum = 0;
    if i < all.len() && matches!(all[i], Odd::Four(four) if four[i % 4] > 1) {
        sum += 1;
    }
    if i < all.len()
        && let Odd::Four(four) = all[i]
        && four[(i + 1) % 4] != 7
    {
        sum += four[(i + 2) % 4];
    }
    let first = if i < all.len() {
        match all[i] {
            Odd::Inner(_, tiny) if matches!(tiny[i % 2], Tiny::C { .. }) => 5,
            Odd::Wide(w, _) => (w >> 7) as i32,
            _ => 0,
        }
    } else {
        -1
    };
    while i < all.len() && matches!(all[(i + sum as usize) % all.len()], Odd::Byte { b } if b as i32 > sum) {
        sum += 3;
    }
    sum.wrapping_mul(31).wrapping_add(first)
}

#[device]
fn turned(mut o: Odd, by: i32) -> Odd {
    match &mut o {
        Odd::Four(four) if by > 2 => {
            for (at, n) in four.iter_mut().enumerate() {
                *n += at as i32 * by;
            }
        }
        Odd::Inner(tiny, others) => {
            let before = *tiny;
            *tiny = others[by as usize % 2];
            others[by as usize % 2] = before;
            if let Tiny::B(n) = &mut others[0] {
                *n ^= 0x55;
            }
        }
        Odd::Byte { b } => *b = b.wrapping_add(by as u8),
        other @ (Odd::Empty(_) | Odd::Wide(..)) => *other = Odd::Byte { b: 1 },
        _ => {}
    }
    o
}

#[device]
fn corners(i: usize, x: &[i32]) -> i32 {
    let v = x[i % 37];
    let all = [odd(i, v), odd(i + 1, v), odd(i + 2, v), odd(i + 3, v)];
    let mut sum = guarded(&all[..3], i % 6);
    let mut o = all[i % 4];
    for k in 0..4 {
        // The binding is a copy: what happens to the variable doesn't change it.
        let kept = match o {
            Odd::Four(four) => {
                o = turned(o, k);
                four[k as usize]
            }
            whole @ Odd::Inner(Tiny::B(n), others) if n > 2 => {
                o = Odd::Wide(n as i64, Zero);
                let Odd::Inner(_, [_, Tiny::C { x, y }]) = whole else { return -7 };
                x as i32 + if y { others.len() as i32 } else { 100 }
            }
            Odd::Wide(w @ (i64::MIN..=-1 | 5..), _) => (w % 1000) as i32,
            Odd::Byte { b: b @ 1..=200 } if b as i32 > k => b as i32,
            Odd::Wide(b, _) => b as i32,
            _ => 3,
        };
        o = turned(turned(o, k), k + 1);
        sum = sum.wrapping_mul(7).wrapping_add(kept);
    }
    if let Tiny::A(_) | Tiny::D = Tiny::D {
        sum += match Tiny::D {
            Tiny::B(_) => 1,
            Tiny::D => 2,
            _ => 3,
        };
    }
    match o {
        Odd::Inner(Tiny::A(n), _) | Odd::Byte { b: n } => sum.wrapping_add(n as i32),
        Odd::Four([a, .., b]) => sum.wrapping_add(a - b),
        _ => sum,
    }
}

#[device]
fn step(n: &mut i64) -> bool {
    *n -= 1;
    *n > 0
}

#[device]
fn stepped(o: &mut Odd) -> bool {
    match o {
        Odd::Wide(w, _) => return step(w),
        Odd::Four(four) => {
            let [_, b, ..] = four;
            *b += 1;
            *b > 4
        }
        _ => false,
    }
}

/// Calls that change a field, where more than a statement depends on what they give.
#[device]
fn called(i: usize, v: i32) -> i32 {
    let mut o = Odd::Wide((v & 7) as i64, Zero);
    let mut sum = 0;
    if let Odd::Wide(w, _) = &mut o {
        while step(w) {
            sum = sum * 3 + *w;
        }
        *w += i as i64 % 3;
        if step(w) {
            sum += *w * 100;
        } else {
            sum -= *w * 10;
        }
        let both = step(w) as i64 + *w * 1000;
        let lazy = *w < 0 && step(w) || *w > 5;
        sum += both + lazy as i64 + *w;
        sum += match step(w) {
            true => *w,
            false => -*w,
        };
    }
    if stepped(&mut o) {
        sum += 7;
    }
    let mut four = Odd::Four([1, v, 3, 4]);
    let more = stepped(&mut four) && stepped(&mut four);
    let left = if let Odd::Wide(w, _) = o { w } else { 0 };
    let right = if let Odd::Four([_, b, ..]) = four { b } else { 0 };
    (sum + left * 17) as i32 + right + more as i32
}

crate::same::kernel_of!(calls, called_at);

#[device]
fn called_at(i: usize, x: &[i32]) -> i32 {
    called(i, x[i % 37])
}

#[test]
fn calls_change_fields_of_variants_before_anything_else_reads_them() {
    crate::same::agrees!(calls, called_at);
}

crate::same::kernel_of!(corner, corners);

#[test]
fn patterns_of_variants_bind_copies_and_look_no_further_than_they_may() {
    crate::same::agrees!(corner, corners);
}
