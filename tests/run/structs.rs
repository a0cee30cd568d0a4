//! Structs in kernels: made, updated, taken apart, passed, returned, in memory of every sort. Each function runs as
//! plain Rust and in a kernel, on the same numbers.

use kiln::prelude::*;

use crate::matching::same;
use crate::streams;

same! {
    literals_and_fields: literals;
    updates: updated;
    patterns: taken_apart;
    references: changed_in_place;
    tuple_structs: lengths;
    arrays_of_structs: arrays;
    values_of_branches: chosen;
    order_of_evaluation: in_order;
    generic_structs: generic;
    enums: shapes;
    constants: associated;
    patterns_of_references: behind_references;
    methods_that_match: methods;
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Particle {
    at: Point,
    id: u8,
    history: [Point; 2],
    mass: i64,
    alive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Meters(f64);

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Pair<T: KernelType> {
    a: T,
    b: T,
}

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, KernelType)]
enum Shape {
    Circle = 3,
    Square,
    Line = 200,
}

struct Params;

impl Params {
    const SIZE: usize = half(8);
    const SHAPE: Shape = Shape::Square;
}

const fn half(n: usize) -> usize {
    n / 2
}

trait Scale {
    const FACTOR: i64;
    const ORIGIN: i64 = Self::FACTOR * 2;
}

impl Scale for Params {
    const FACTOR: i64 = 7;
}

#[device]
fn particle(n: i64) -> Particle {
    let at = Point { x: n as f32 * 0.5, y: 1.0 };
    Particle { id: n as u8, at, mass: n, alive: n > 3, history: [at, Point { y: at.x, x: 0.0 }] }
}

#[device]
fn checked(p: Particle) -> i64 {
    let sum = p.at.x + p.at.y * 3.0 + p.history[0].x + p.history[1].y * 7.0;
    (sum * 4.0) as i64 + i64::from(p.id) * 11 + p.mass % 1000 + i64::from(p.alive)
}

#[device]
fn literals(n: i64) -> i64 {
    let mut p = particle(n);
    let before = p;
    p.at.x += 2.0;
    p.history[(n & 1) as usize].y = 5.0;
    p.history[0].x *= p.at.y;
    p.id /= 3;
    p.mass = p.mass % 100 - i64::from(p.alive);
    let x = particle(n + 1 & 0xff).at.x as i64;
    let y = Point { x: 1.0, y: 2.0 }.y as i64;
    let history = p.history;
    let Point { x: first, .. } = history[1];
    checked(p) + checked(before) * 3 + x + y + first as i64
}

#[device]
fn updated(n: i64) -> i64 {
    let base = particle(n);
    let p = Particle { id: 9, mass: base.mass % 7, ..base };
    let q = Particle { at: Point { y: 8.0, ..p.at }, ..particle(n % 50) };
    let r = Particle { ..q };
    checked(p) + checked(q) * 5 + checked(r) * 7
}

#[device]
fn taken_apart(n: i64) -> i64 {
    let Particle { at: Point { x, y: height }, history: [_, Point { y: last, .. }], mut id, .. } =
        particle(n);
    id ^= 1;
    let kind = match particle(n) {
        Particle { alive: false, .. } => 1,
        Particle { id: 0..=9, mass, .. } if mass % 2 == 0 => mass,
        Particle { id: 10 | 20 | 30, at: Point { x, .. }, .. } => x as i64,
        Particle { mass: m @ 40..=60, .. } => m * 2,
        p @ Particle { id, .. } => i64::from(id) + p.mass % 100,
    };
    let lucky = if let Particle { id: 7, at, .. } = particle(n)
        && at.y == 1.0
    {
        5
    } else {
        6
    };
    let (Point { x: a, .. }, Meters(b)) = (particle(n).at, Meters(2.5));
    let mut q = Point { x: 0.0, y: 0.0 };
    Point { x: q.y, y: q.x } = particle(n).history[0];
    (x + height + last + a + q.x + q.y * 2.0) as i64 + b as i64 + i64::from(id) + kind * 10 + lucky * 100
}

#[device]
fn shift(p: &mut Point, by: &Point) -> f32 {
    p.x += by.x;
    let Point { x, y } = p;
    *y += *x;
    by.y
}

#[device]
fn age(p: &mut Particle) {
    p.history[1] = p.history[0];
    p.history[0] = p.at;
    p.at = Point { x: p.at.y, y: p.at.x };
    p.mass -= 1;
    *p = Particle { alive: !p.alive, ..*p };
}

#[device]
fn changed_in_place(n: i64) -> i64 {
    let mut p = particle(n % 100);
    age(&mut p);
    let by = Point { x: 1.5, y: 2.5 };
    let got = shift(&mut p.at, &by) + shift(&mut p.history[1], &p.at);
    let at = &mut p.history[(n & 1) as usize];
    at.x -= 1.0;
    at.y *= 2.0;
    checked(p) + got as i64
}

#[device]
fn lengths(n: i64) -> i64 {
    let mut m = Meters(n as f64);
    m.0 += 0.5;
    let Meters(length) = m;
    let doubled = Meters(m.0 * 2.0);
    let Meters(mut other) = doubled;
    other += 1.0;
    (length as i64 / 3).wrapping_add(doubled.0 as i64 % 1000) + other as i64 % 10
}

#[device]
fn arrays(n: i64) -> i64 {
    let mut ps = [Point { x: 1.0, y: 2.0 }; 3];
    ps[1] = Point { x: n as i16 as f32, ..ps[0] };
    ps[(n & 1) as usize].y += 4.0;
    let more = [ps[1], ps[0], Point { x: 9.0, y: 9.0 }];
    let mut sum = 0.0;
    for i in 0..3 {
        sum += ps[i].x * 2.0 + more[i].y;
    }
    for p in &more {
        sum += p.x;
    }
    for Point { y, .. } in ps.iter_mut() {
        *y += 1.0;
    }
    for (i, &Point { x, y }) in ps.iter().enumerate() {
        sum += x * i as f32 - y;
    }
    let copied = ps;
    sum as i64 + copied[2].x as i64
}

#[device]
fn chosen(n: i64) -> i64 {
    let a = if n > 3 { Point { x: 1.0, y: 2.0 } } else { Point { x: 3.0, y: 4.0 } };
    let b = match n % 3 {
        0 => a,
        1 => Point { x: a.y, ..a },
        _ => particle(n % 9).at,
    };
    let c = loop {
        if n % 2 == 0 {
            break b;
        }
        break a;
    };
    ((if n % 5 == 0 { a } else { c }).x + c.y * 10.0) as i64
}

#[device]
fn next(counter: &mut i64, by: i64) -> i64 {
    *counter = *counter * 10 + by;
    *counter
}

#[device]
fn in_order(n: i64) -> i64 {
    let mut c = 0;
    let p = Pair { b: next(&mut c, 1), a: c };
    let q = Pair { b: next(&mut c, 2), ..Pair { a: next(&mut c, 3), b: next(&mut c, 4) } };
    let r = Pair { a: c, ..Pair { a: 0, b: next(&mut c, 5) } };
    p.a + p.b * 3 + q.a * 5 + q.b * 7 + r.a * 11 + r.b * 13 + n % 2
}

#[device]
fn swap<T: KernelType>(p: Pair<T>) -> Pair<T> {
    Pair { a: p.b, b: p.a }
}

#[device]
fn generic(n: i64) -> i64 {
    let p = Pair { a: n as u8, b: 3 };
    let q = Pair::<f32> { a: 1.5, b: n as f32 };
    let r = Pair { a: p, b: swap(p) };
    let s: Pair<Pair<u8>> = Pair { a: r.b, ..r };
    i64::from(s.a.a) + i64::from(s.b.b) * 3 + swap(q).a as i64 % 100 + i64::from(swap(s).a.a)
}

#[device]
fn shape(n: i64) -> Shape {
    match n % 3 {
        0 => Shape::Circle,
        1 => Shape::Square,
        _ => Shape::Line,
    }
}

#[device]
fn shapes(n: i64) -> i64 {
    use Shape::{Circle, Line};
    let s = shape(n);
    let corners = match s {
        Circle => 0,
        Shape::Square => 4,
        Shape::Line => 2,
    };
    let pair = match (s, shape(n / 3)) {
        (Circle, Circle) => 1,
        (Circle | Line, other) if other != s => 2,
        (Params::SHAPE, _) => 3,
        (_, Line) => 4,
        _ => 5,
    };
    let same = if s == Shape::Line { 1 } else { 0 };
    corners + pair * 10 + same * 100 + s as i64 * 1000 + i64::from(matches!(s, Circle | Line))
}

#[device]
fn associated(n: i64) -> i64 {
    let table = [n % 10; Params::SIZE];
    let mut sum = 0;
    for i in 0..Params::SIZE {
        sum += table[i] * <Params as Scale>::FACTOR;
    }
    match n {
        Params::FACTOR..=Params::ORIGIN => sum + 1,
        _ => sum + table.len() as i64,
    }
}

#[device]
fn behind_references(n: i64) -> i64 {
    let mut p = particle(n % 100);
    match &mut p {
        Particle { alive: true, at, mass, .. } => {
            at.x += 1.0;
            *mass += 3;
        }
        Particle { history: [first, second], id, .. } => {
            first.x = second.y + 2.0;
            *id = id.wrapping_add(9);
        }
    }
    let Point { x, y } = &mut p.at;
    (*x, *y) = (*y, *x);
    let mut calls = 0;
    match &mut p {
        Particle { id: 3, mass, .. } | Particle { alive: true, mass, .. } if next(&mut calls, 1) > 5 => {
            *mass += 1
        }
        Particle { mass, .. } => *mass += calls,
    }
    let r = &p;
    if let Particle { id: k @ 3..=90, .. } = r
        && *k % 2 == 0
    {
        return checked(*r) + i64::from(*k);
    }
    checked(*r)
}

#[kernel]
fn moved(dt: f32, wind: Point, particles: &mut [Particle], shapes: &[Shape], out: &mut [Pair<f32>]) {
    let i = global_id();
    let tile = shared::<[Particle; 16]>();
    let t = thread_idx().x;
    tile[t] = particles[i];
    tile[t].at.x += wind.x * dt;
    sync_threads();
    let Particle { at: neighbor, .. } = tile[15 - t];
    let scale = match shapes[i] {
        Shape::Circle => 1.0,
        Shape::Square => 2.0,
        Shape::Line => 0.5,
    };
    particles[i].at = Point { x: neighbor.x * scale, ..tile[t].at };
    particles[i].history[1].y -= 1.0;
    out[i] = Pair { a: tile[t].at.x, b: neighbor.y + wind.y };
}

#[test]
fn structs_in_memory_and_as_parameters() {
    let before: Vec<Particle> = (0..48).map(particle).collect();
    let kinds: Vec<Shape> = (0..48).map(shape).collect();
    let wind = Point { x: 4.0, y: 0.25 };
    for stream in streams() {
        let mut particles = stream.upload(&before).unwrap();
        let shapes = stream.upload(&kinds).unwrap();
        let mut out = stream.upload(&[Pair { a: 0.0f32, b: 0.0 }; 48]).unwrap();
        moved(0.5, wind, &mut particles, &shapes, &mut out).threads(48).block(16).launch(&stream).unwrap();
        let (after, out) = (stream.download(&particles).unwrap(), stream.download(&out).unwrap());
        for i in 0..48 {
            let mut expected = before[i];
            let mirror = i / 16 * 16 + 15 - i % 16;
            let (mine, theirs) = (before[i].at.x + 2.0, before[mirror].at.x + 2.0);
            let scale = [1.0, 2.0, 0.5][i % 3];
            expected.at.x = theirs * scale;
            expected.history[1].y -= 1.0;
            assert_eq!(after[i], expected, "{i} on {}", stream.device());
            assert_eq!(out[i], Pair { a: mine, b: before[mirror].at.y + 0.25 }, "{i} on {}", stream.device());
        }
    }
}

/// The names of a parameter's fields, bound in the head.
#[kernel]
fn heads(Point { x, y }: Point, Meters(mut m): Meters, _: u32, out: &mut [f32]) {
    m *= 2.0;
    out[0] = x;
    out[1] = y;
    out[2] = m as f32;
}

#[test]
fn patterns_as_parameters_of_kernels() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f32>(3).unwrap();
        heads(Point { x: 1.0, y: 2.0 }, Meters(3.5), 4, &mut out)
            .threads(1)
            .block(1)
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&out).unwrap(), [1.0, 2.0, 7.0], "on {}", stream.device());
    }
}

#[device]
impl Point {
    fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    fn swapped(self) -> Self {
        let Self { x, y } = self;
        Self { x: y, ..Self::new(0.0, x) }
    }

    fn grow(&mut self, by: f32) {
        let Self { x, y } = self;
        *x *= by;
        *y += by;
    }
}

#[device]
impl Meters {
    fn twice(self) -> Self {
        let Self(length) = self;
        Self(length * 2.0)
    }
}

#[device]
impl Shape {
    fn corners(self) -> i64 {
        match self {
            Self::Circle => 0,
            Self::Square => 4,
            Self::Line => 2,
        }
    }

    fn is_round(&self) -> bool {
        matches!(self, Shape::Circle)
    }
}

#[device]
impl<T: KernelType> Pair<T> {
    fn flipped(&self) -> Self {
        let &Self { a, b } = self;
        Self { a: b, b: a }
    }
}

#[device]
fn methods(n: i64) -> i64 {
    let mut p = Point::new(n as i16 as f32, 2.0).swapped();
    p.grow(3.0);
    let s = shape(n);
    let Pair { a, .. } = Pair { a: n as u8, b: 77 }.flipped();
    let round = if s.is_round() { 5 } else { 6 };
    p.x as i64
        + p.y as i64
        + Meters(n as i8 as f64).twice().0 as i64
        + s.corners() * 100
        + i64::from(a)
        + round
}
