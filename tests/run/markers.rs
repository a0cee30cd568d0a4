//! Types without size: strategies that a type parameter chooses, `PhantomData`, and their values as variables,
//! fields, arguments.

use std::marker::PhantomData;

use kiln::prelude::*;

use crate::streams;

#[device]
trait BinaryOp {
    const NEUTRAL: f32;

    fn apply(a: f32, b: f32) -> f32;

    fn of_three(&self, a: f32, b: f32, c: f32) -> f32 {
        Self::apply(Self::apply(a, b), c)
    }

    fn next(self) -> Self
    where
        Self: Sized;

    /// Is lent what has nothing to change.
    fn turn(&mut self) -> f32 {
        Self::NEUTRAL
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Plus;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Times {}

#[device]
impl BinaryOp for Plus {
    const NEUTRAL: f32 = 0.0;

    fn apply(a: f32, b: f32) -> f32 {
        a + b
    }

    fn next(self) -> Self {
        self
    }
}

#[device]
impl BinaryOp for Times {
    const NEUTRAL: f32 = 1.0;

    fn apply(a: f32, b: f32) -> f32 {
        a * b
    }

    fn next(self) -> Self {
        Times {}
    }
}

#[kernel]
fn reduced<Op: BinaryOp + KernelType>(width: usize, x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let mut all = Op::NEUTRAL;
        for k in 0..width {
            all = Op::apply(all, x[i * width + k]);
        }
        out[i] = all;
    }
}

#[test]
fn a_type_parameter_chooses_what_is_done() {
    let x: Vec<f32> = (0..12).map(|i| 1.0 + i as f32 * 0.25).collect();
    for stream in streams() {
        let input = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(4).unwrap();
        reduced::<Plus>(3, &input, &mut out).threads(4).launch(&stream).unwrap();
        let sums: Vec<f32> = x.chunks(3).map(|row| row.iter().sum()).collect();
        assert_eq!(stream.download(&out).unwrap(), sums);
        reduced::<Times>(3, &input, &mut out).threads(4).launch(&stream).unwrap();
        let products: Vec<f32> = x.chunks(3).map(|row| row.iter().product()).collect();
        assert_eq!(stream.download(&out).unwrap(), products);
    }
}

/// A value of the type and what it gives.
#[device]
fn through<Op: BinaryOp + KernelType>(op: Op, x: f32) -> (Op, f32) {
    (op.next(), op.of_three(x, 3.0, 1.0))
}

#[kernel]
fn by_value<Op: BinaryOp + KernelType>(op: Op, k: f32, other: Op, x: &[f32], out: &mut [f32]) {
    let i = global_id();
    let held = op;
    if i < out.len() && i < x.len() {
        let (again, y) = through(other, x[i]);
        let mut ops = [again; 4];
        ops[i % 4] = op.next();
        out[i] = held.of_three(x[i], k, 1.0) + y + ops[i % 3].of_three(0.5, 0.25, 1.0);
    }
}

#[test]
fn values_without_size_are_arguments() {
    fn check<Op: BinaryOp + KernelType>(op: Op) {
        let x: Vec<f32> = (0..40).map(|i| i as f32 * 0.5).collect();
        for stream in streams() {
            let input = stream.upload(&x).unwrap();
            let mut out = stream.alloc_zeroed::<f32>(x.len()).unwrap();
            by_value(op, 10.0, op, &input, &mut out).threads(x.len()).launch(&stream).unwrap();
            let expected = |x: &f32| {
                op.of_three(*x, 10.0, 1.0) + op.of_three(*x, 3.0, 1.0) + op.of_three(0.5, 0.25, 1.0)
            };
            assert_eq!(stream.download(&out).unwrap(), x.iter().map(expected).collect::<Vec<_>>());
        }
    }
    check(Plus);
    check(Times {});
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Tagged<T> {
    value: f32,
    tag: PhantomData<T>,
}

/// A unit of measure.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Meters;

/// Nothing at all, but for what it is aligned to.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Wide([u64; 0]);

#[device]
impl<T: KernelType> Tagged<T> {
    fn new(value: f32) -> Self {
        Tagged { value, tag: PhantomData }
    }

    fn plus(self, other: Self) -> Self {
        Self { value: self.value + other.value, tag: self.tag }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Step<Op> {
    op: Op,
    value: f32,
    more: [Op; 3],
    taken: u8,
    wide: Wide,
}

#[kernel]
fn steps(wide: Wide, n: u8, steps: &mut [Step<Plus>], lengths: &mut [Tagged<Meters>]) {
    let i = global_id();
    if i < steps.len() {
        let mut step = steps[i];
        step.op = Plus;
        step.value += step.op.turn() + step.more[2].turn();
        let value = step.op.of_three(step.value, step.more[1].of_three(1.0, 1.0, 0.0), 0.0);
        steps[i] = Step { op: step.more[i % 3], value, more: [Plus; 3], taken: step.taken + n, wide };
        steps[i].op = Plus;
        steps[i].more[0] = step.op;
        steps[i].taken += if steps[i].op.next().of_three(1.0, 1.0, 0.0) == 2.0 { 1 } else { 0 };
    }
    if i < lengths.len() {
        let more = Tagged::new(1.5);
        let again = Tagged { value: 0.25, tag: PhantomData::<Meters> };
        lengths[i] = lengths[i].plus(more).plus(again);
        lengths[i] = Tagged { value: lengths[i].value * 2.0, tag: PhantomData };
    }
}

#[test]
fn fields_without_size() {
    let step = |value, taken| Step { op: Plus, value, more: [Plus; 3], taken, wide: Wide([]) };
    for stream in streams() {
        let mut of = stream.upload(&[step(1.0, 4), step(2.0, 5), step(3.0, 6)]).unwrap();
        let mut lengths = stream.upload(&[Tagged::<Meters>::new(1.0), Tagged::new(2.0)]).unwrap();
        steps(Wide([]), 3, &mut of, &mut lengths).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&of).unwrap(), [step(3.0, 8), step(4.0, 9), step(5.0, 10)]);
        assert_eq!(stream.download(&lengths).unwrap(), [Tagged::new(5.5), Tagged::new(7.5)]);
    }
}

#[kernel]
fn variables(out: &mut [f32]) {
    let op = Plus;
    let other = Times {};
    let tag: PhantomData<Plus> = PhantomData;
    let pair = (op, 2.0f32, tag);
    let chosen = if out.len() > 1 { pair.0 } else { Plus };
    out[0] = op.of_three(3.0, 2.0, 1.0) + Plus.of_three(1.0, 2.0, 3.0);
    out[1] = other.of_three(2.0, 2.0, pair.1) + chosen.of_three(pair.1, 0.0, 0.0);
}

#[test]
fn variables_without_size() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f32>(2).unwrap();
        variables(&mut out).threads(1).block(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [12.0, 10.0]);
    }
}
