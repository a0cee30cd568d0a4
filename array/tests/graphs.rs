//! Random graphs of operations and views, against the same worked out one element after the other in `f64`.

use fastrand::Rng;
use kiln_array::{Array, Ellipsis, NewAxis, Part, Shape, on, s};
use kiln_runtime::{Device, Result};

/// What an array is, without any cleverness.
#[derive(Clone, Debug)]
struct Plain {
    shape: Vec<usize>,
    values: Vec<f64>,
}

impl Plain {
    /// An array whose element at each place is what the function gives.
    fn of(shape: &[usize], mut value: impl FnMut(&[usize]) -> f64) -> Plain {
        let mut values = Vec::new();
        let mut at = vec![0; shape.len()];
        if !shape.contains(&0) {
            'all: loop {
                values.push(value(&at));
                for axis in (0..shape.len()).rev() {
                    at[axis] += 1;
                    if at[axis] < shape[axis] {
                        continue 'all;
                    }
                    at[axis] = 0;
                }
                break;
            }
        }
        Plain { shape: shape.to_vec(), values }
    }

    fn get(&self, at: &[usize]) -> f64 {
        let place = at.iter().zip(&self.shape).fold(0, |place, (at, extent)| place * extent + at);
        self.values[place]
    }

    /// The element that is at a place of a larger shape.
    fn repeated(&self, at: &[usize]) -> f64 {
        let skip = at.len() - self.shape.len();
        let own: Vec<usize> = self
            .shape
            .iter()
            .zip(&at[skip..])
            .map(|(extent, at)| if *extent == 1 { 0 } else { *at })
            .collect();
        self.get(&own)
    }

    fn two(&self, other: &Plain, f: impl Fn(f64, f64) -> f64) -> Plain {
        let shape = broadcast(&self.shape, &other.shape).expect("shapes that broadcast");
        Plain::of(&shape, |at| f(self.repeated(at), other.repeated(at)))
    }
}

fn broadcast(one: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let rank = one.len().max(other.len());
    let extent =
        |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis]);
    (0..rank)
        .map(|axis| match (extent(one, axis), extent(other, axis)) {
            (1, b) => Some(b),
            (a, 1) => Some(a),
            (a, b) => (a == b).then_some(a),
        })
        .collect()
}

type Pair = (Array<f64>, Plain);

fn leaf(random: &mut Rng, shape: &[usize]) -> Pair {
    let plain = Plain::of(shape, |_| f64::from(random.i32(-8..9)) * 0.125);
    let shape = Shape::try_from(shape).expect("few axes");
    match random.u32(0..8) {
        0 => (Array::full(shape, 0.375), Plain::of(&plain.shape, |_| 0.375)),
        1 => {
            let mut next = -1.0;
            let counted = Plain::of(&plain.shape, |_| {
                next += 1.0;
                next
            });
            let len = counted.values.len();
            (
                Array::arange(len).reshape(shape) * 0.01,
                counted.two(&Plain { shape: vec![], values: vec![0.01] }, |a, b| a * b),
            )
        }
        _ => (Array::from_vec(plain.values.clone(), shape), plain),
    }
}

/// A view of a pair.
fn view(random: &mut Rng, (array, plain): &Pair) -> Pair {
    let rank = plain.shape.len();
    match random.u32(0..8) {
        0 if rank > 0 => {
            // Part of an axis, by a step of either sign.
            let axis = random.usize(0..rank);
            let len = plain.shape[axis];
            let (a, b) = (random.usize(0..=len), random.usize(0..=len));
            let (start, end) = (a.min(b), a.max(b));
            let step = [1isize, 2, -1, -3][random.usize(0..4)];
            let count = (end - start).div_ceil(step.unsigned_abs());
            let mut parts = vec![Part::from(..); rank];
            parts[axis] = Part::Range { start: start as isize, end: Some(end as isize), step };
            let mut shape = plain.shape.clone();
            shape[axis] = count;
            let first = if step > 0 { start as isize } else { end as isize - 1 };
            let shown = Plain::of(&shape, |at| {
                let mut from = at.to_vec();
                from[axis] = (first + at[axis] as isize * step) as usize;
                plain.get(&from)
            });
            (array.slice(parts), shown)
        }
        1 if rank > 0 && plain.shape[0] > 0 => {
            let place = random.usize(0..plain.shape[0]);
            let shown = Plain::of(&plain.shape[1..], |at| {
                let mut from = vec![place];
                from.extend(at);
                plain.get(&from)
            });
            (array.slice(s![place as isize - plain.shape[0] as isize, Ellipsis]), shown)
        }
        2 => {
            let mut order: Vec<usize> = (0..rank).collect();
            random.shuffle(&mut order);
            let shape: Vec<usize> = order.iter().map(|axis| plain.shape[*axis]).collect();
            let shown = Plain::of(&shape, |at| {
                let mut from = vec![0; rank];
                for (to, axis) in order.iter().enumerate() {
                    from[*axis] = at[to];
                }
                plain.get(&from)
            });
            let order: Vec<isize> = order.iter().map(|axis| *axis as isize).collect();
            (array.permute(order), shown)
        }
        3 if rank > 0 => {
            let axis = random.usize(0..rank);
            let shown = Plain::of(&plain.shape, |at| {
                let mut from = at.to_vec();
                from[axis] = plain.shape[axis] - 1 - at[axis];
                plain.get(&from)
            });
            (array.flip(axis as isize - rank as isize), shown)
        }
        4 if rank < 4 => {
            let mut shape = plain.shape.clone();
            shape.insert(0, 1);
            (array.slice(s![NewAxis, Ellipsis]), Plain { shape, values: plain.values.clone() })
        }
        5 => {
            let len = plain.values.len();
            let rows =
                (1..=len.max(1)).rev().find(|rows| len.is_multiple_of(*rows) && *rows <= 7).unwrap_or(1);
            let shape = if len == 0 { vec![0] } else { vec![rows, len / rows] };
            let to = Shape::try_from(&shape[..]).expect("two axes");
            (array.reshape(to), Plain { shape, values: plain.values.clone() })
        }
        6 if rank == 2 => {
            let len = plain.shape[0].min(plain.shape[1]);
            (array.diagonal(), Plain::of(&[len], |at| plain.get(&[at[0], at[0]])))
        }
        _ => {
            let shape: Vec<usize> =
                plain.shape.iter().map(|extent| if *extent == 1 { 3 } else { *extent }).collect();
            let to = Shape::try_from(&shape[..]).expect("few axes");
            (array.broadcast_to(to), Plain::of(&shape, |at| plain.repeated(at)))
        }
    }
}

/// A pair reduced along some of its axes.
fn reduced(random: &mut Rng, (array, plain): &Pair) -> Pair {
    let rank = plain.shape.len();
    let gone: Vec<usize> = (0..rank).filter(|_| random.bool()).collect();
    let kept: Vec<usize> = (0..rank).filter(|axis| !gone.contains(axis)).collect();
    let shape: Vec<usize> = kept.iter().map(|axis| plain.shape[*axis]).collect();
    let empty = gone.iter().any(|axis| plain.shape[*axis] == 0);
    let (greatest, from) = if random.bool() && !empty { (true, f64::NEG_INFINITY) } else { (false, 0.0) };
    let combine = |a: f64, b: f64| if greatest { a.max(b) } else { a + b };
    let mut combined = Plain::of(&shape, |_| from);
    let mut at = vec![0; rank];
    Plain::of(&plain.shape, |place| {
        at.copy_from_slice(place);
        let to = kept.iter().fold(0, |to, axis| to * plain.shape[*axis] + at[*axis]);
        combined.values[to] = combine(combined.values[to], plain.get(place));
        0.0
    });
    let axes: Vec<isize> =
        gone.iter().map(|axis| *axis as isize - if random.bool() { rank as isize } else { 0 }).collect();
    if greatest {
        (array.max_axes(axes), combined)
    } else {
        // Small again, so that sums of sums stay so.
        combined.values.iter_mut().for_each(|value| *value *= 0.125);
        (array.sum_axes(axes) * 0.125, combined)
    }
}

/// Graphs from one seed, as the values of all arrays that were made.
fn graphs(seed: u64, steps: usize) -> Result<()> {
    let mut random = Rng::with_seed(seed);
    let extents = [1, 2, 3, 5, 7, 33];
    let mut all: Vec<Pair> = (0..4)
        .map(|_| {
            let shape: Vec<usize> =
                (0..random.usize(0..4)).map(|_| extents[random.usize(0..extents.len())]).collect();
            leaf(&mut random, &shape)
        })
        .collect();
    for step in 0..steps {
        let one = all[random.usize(0..all.len())].clone();
        let next = match random.u32(0..6) {
            0 | 1 => view(&mut random, &one),
            5 if !one.1.shape.is_empty() && random.bool() => reduced(&mut random, &one),
            2 => {
                let scale = [-0.5, 0.25, 1.0][random.usize(0..3)];
                let scaled = Plain::of(&one.1.shape, |at| one.1.get(at) * scale);
                (&one.0 * scale, scaled)
            }
            _ => {
                let fits: Vec<&Pair> =
                    all.iter().filter(|other| broadcast(&one.1.shape, &other.1.shape).is_some()).collect();
                let other = fits[random.usize(0..fits.len())];
                match random.u32(0..5) {
                    0 => (&one.0 + &other.0, one.1.two(&other.1, |a, b| a + b)),
                    1 => (&one.0 - &other.0, one.1.two(&other.1, |a, b| a - b)),
                    2 => ((&one.0 * &other.0) * 0.25, one.1.two(&other.1, |a, b| a * b * 0.25)),
                    3 => (one.0.maximum(&other.0), one.1.two(&other.1, f64::max)),
                    _ => (
                        one.0.lt(&other.0).select(&one.0, other.0.tanh()),
                        one.1.two(&other.1, |a, b| if a < b { a } else { b.tanh() }),
                    ),
                }
            }
        };
        if next.1.values.len() > 40_000 {
            continue;
        }
        if random.u32(0..6) == 0 {
            next.0.eval()?;
        }
        all.push(next);
        let (array, plain) = &all[all.len() - 1];
        assert_eq!(array.shape()[..], plain.shape[..], "seed {seed}, step {step}");
    }
    for (number, (array, plain)) in all.iter().enumerate() {
        let got = array.to_vec()?;
        for (place, (got, want)) in got.iter().zip(&plain.values).enumerate() {
            assert!(
                (got - want).abs() <= 1e-9 * want.abs().max(1.0),
                "seed {seed}, array {number} {array:?}, element {place}: {got}, not {want}"
            );
        }
        assert_eq!(got.len(), plain.values.len(), "seed {seed}, array {number}");
    }
    Ok(())
}

/// How many seeds: KILN_GRAPHS, else a hundred for each device.
fn count() -> u64 {
    std::env::var("KILN_GRAPHS").ok().and_then(|count| count.parse().ok()).unwrap_or(100)
}

#[test]
fn random_graphs_on_the_cpu() -> Result<()> {
    on(&Device::cpu(), || (0..count()).try_for_each(|seed| graphs(seed, 24)))
}

#[test]
fn random_graphs_as_a_gpu_runs_them() -> Result<()> {
    on(&Device::emulated((9, 0)), || (1000..1000 + count()).try_for_each(|seed| graphs(seed, 24)))
}

#[test]
fn random_graphs_on_the_best_device() -> Result<()> {
    on(&Device::best()?, || (2000..2000 + count() / 4).try_for_each(|seed| graphs(seed, 24)))
}
