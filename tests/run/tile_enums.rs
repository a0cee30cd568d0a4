//! Enums with data in tile kernels: arguments, parts of structs and arrays, results of functions, and state of loops.

use kiln::prelude::*;

use crate::tiles::devices;

/// A tag of one byte before fields of eight.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
enum Step {
    Scale(f64),
    Clamp { low: f32, high: f32 },
    Add(i64, i8),
    Keep,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Plan {
    count: u16,
    steps: [Step; 3],
    last: Step,
}

#[device]
fn one(step: Step, x: Tile2<f32, 4, 8>) -> Tile2<f32, 4, 8> {
    match step {
        Step::Scale(by) if by < 0.0 => x * 0.5,
        Step::Scale(by) => x * by as f32,
        Step::Clamp { low, high } => x.max(low).min(high),
        Step::Add(n @ 0.., m) => x + n as f32 + m as f32,
        Step::Add(n, _) => x - n as f32,
        Step::Keep => x,
    }
}

#[device]
fn after(step: Step, k: u32) -> Step {
    let Step::Add(n, m) = step else {
        return if matches!(step, Step::Keep) { Step::Add(k as i64, -1) } else { Step::Keep };
    };
    if k > 2 { Step::Clamp { low: -1.0, high: n as f32 } } else { Step::Add(n + 1, m) }
}

#[kernel(tile)]
pub(crate) fn planned(plan: Plan, turns: u32, first: Step, x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let mut tile = one(first, x.load::<4, 8>(i, 0));
    tile = one(plan.steps[0], tile);
    if plan.count > 1 {
        tile = one(plan.steps[1], one(plan.steps[2], tile));
    }
    let mut step = first;
    for k in 0..turns {
        step = after(step, k);
        if let Step::Add(n, _) = &mut step {
            *n += 2;
        }
        tile = one(step, tile);
    }
    if let Step::Scale(by) = plan.last {
        tile = tile + by as f32;
    }
    y.store(i, 0, tile);
}

/// What [`one`] does, for a number.
fn one_number(step: Step, x: f32) -> f32 {
    match step {
        Step::Scale(by) if by < 0.0 => x * 0.5,
        Step::Scale(by) => x * by as f32,
        Step::Clamp { low, high } => x.max(low).min(high),
        Step::Add(n @ 0.., m) => x + n as f32 + m as f32,
        Step::Add(n, _) => x - n as f32,
        Step::Keep => x,
    }
}

fn planned_number(plan: Plan, turns: u32, first: Step, x: f32) -> f32 {
    let mut x = one_number(plan.steps[0], one_number(first, x));
    if plan.count > 1 {
        x = one_number(plan.steps[1], one_number(plan.steps[2], x));
    }
    let mut step = first;
    for k in 0..turns {
        step = after(step, k);
        if let Step::Add(n, _) = &mut step {
            *n += 2;
        }
        x = one_number(step, x);
    }
    if let Step::Scale(by) = plan.last { x + by as f32 } else { x }
}

#[test]
fn enums_with_data_are_arguments_of_tile_kernels() {
    let all = [
        Step::Scale(2.0),
        Step::Scale(-2.0),
        Step::Clamp { low: -3.0, high: 4.0 },
        Step::Add(5, -3),
        Step::Add(-5, 3),
        Step::Keep,
    ];
    let values: Vec<f32> = (0..7 * 8).map(|i| (i * 5 % 23) as f32 - 9.0).collect();
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, &values, [7, 8]).unwrap();
        for (at, first) in all.into_iter().enumerate() {
            let of = |by: usize| all[(at + by) % all.len()];
            let plan = Plan { count: at as u16 % 3, steps: [of(1), of(2), of(3)], last: of(4) };
            let mut y = Tensor2::zeros(&stream, [7, 8]).unwrap();
            planned(plan, at as u32, first, &x, &mut y).tiles(2).launch(&stream).unwrap();
            let expected: Vec<f32> =
                values.iter().map(|x| planned_number(plan, at as u32, first, *x)).collect();
            assert_eq!(y.download(&stream).unwrap(), expected, "{plan:?} {first:?} on {device}");
        }
    }
}
