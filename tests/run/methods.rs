//! Methods and associated functions, of types and of traits, of this crate and of another.

use kiln::prelude::*;
use kiln_other_crate::{Measure, Span, Way, measures};

use crate::streams;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Vec2<T> {
    x: T,
    y: T,
}

#[device]
impl<T: Float> Vec2<T> {
    const HALF: f32 = 0.5;

    fn new(x: T, y: T) -> Self {
        Vec2 { x, y }
    }

    fn dot(self, other: Vec2<T>) -> T {
        self.x * other.x + self.y * other.y
    }

    fn length(&self) -> T {
        self.dot(*self).sqrt()
    }

    fn scale(&mut self, factor: T) {
        self.x *= factor;
        self.y *= factor;
    }

    fn scaled(mut self, factor: T) -> Self {
        self.scale(factor);
        self
    }
}

#[kernel]
pub fn vectors<T: Float>(points: &[Vec2<T>], moved: &mut [Vec2<T>], lengths: &mut [T]) {
    let i = global_id();
    if i < moved.len() {
        let mut p = points[i].scaled(T::ONE + T::ONE);
        p.scale(p.dot(Vec2::new(T::ONE, T::ONE)));
        moved[i] = p;
        lengths[i] = Vec2::length(&p) + points[i].length() * T::from_f32(Vec2::<T>::HALF);
    }
}

#[test]
fn methods_of_generic_types() {
    let points: Vec<Vec2<f64>> = (0..40).map(|i| Vec2::new(f64::from(i) * 0.25, 3.0)).collect();
    for stream in streams() {
        let input = stream.upload(&points).unwrap();
        let mut moved = stream.alloc_zeroed(40).unwrap();
        let mut lengths = stream.alloc_zeroed::<f64>(40).unwrap();
        vectors(&input, &mut moved, &mut lengths).threads(40).launch(&stream).unwrap();
        let (moved, lengths) = (stream.download(&moved).unwrap(), stream.download(&lengths).unwrap());
        for (i, point) in points.iter().enumerate() {
            let mut p = point.scaled(2.0);
            p.scale(p.dot(Vec2::new(1.0, 1.0)));
            let close = |a: f64, b: f64| (a - b).abs() <= b.abs() * 1e-12;
            assert!(close(moved[i].x, p.x) && close(moved[i].y, p.y), "{i}: {:?}, not {p:?}", moved[i]);
            assert!(close(lengths[i], p.length() + point.length() * 0.5), "{i}");
        }
    }
}

#[derive(Clone, Copy, KernelType)]
struct Circle {
    radius: f32,
}

#[derive(Clone, Copy, KernelType)]
struct Square(f32);

#[device]
impl Measure for Circle {
    const WEIGHT: f32 = 2.0;

    fn measure(&self) -> f32 {
        self.radius * self.radius * 3.0
    }
}

#[device]
impl Measure for Square {
    const WEIGHT: f32 = 1.0;

    fn measure(&self) -> f32 {
        self.0 * self.0
    }

    fn weighted(&self) -> f32 {
        Self::WEIGHT + self.measure()
    }
}

fn check_measures<M: Measure + KernelType>(values: &[M]) {
    for stream in streams() {
        let input = stream.upload(values).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
        measures(&input, &mut out).threads(values.len()).launch(&stream).unwrap();
        let expected: Vec<f32> = values.iter().map(|value| value.weighted() + value.measure()).collect();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

#[test]
fn a_generic_kernel_of_another_crate_calls_methods_of_this_one() {
    check_measures(&[Circle { radius: 1.5 }, Circle { radius: 2.0 }]);
    check_measures(&[Square(1.5), Square(-2.0), Square(0.0)]);
    check_measures(&[1.0f32, 2.5]);
    check_measures(&[Span::new(1.0f32, 4.0)]);
}

#[kernel]
pub fn spans(spans: &mut [Span<i32>], ways: &mut [Way], lengths: &mut [i32]) {
    let i = global_id();
    if i < spans.len() {
        spans[i].widen(2);
        let length = spans[i].length();
        ways[i] = if length > 0 {
            Way::Up
        } else if length < 0 {
            Way::Down
        } else {
            Way::Nowhere
        };
        lengths[i] = Span::new(length, 0).length() + Span::<i32>::SIGN as i32 + 1.5f32.measure() as i32;
    }
}

#[test]
fn types_and_methods_come_from_other_crates() {
    let input = [Span::new(0, 5), Span::new(7, 1), Span::new(4, 0)];
    for stream in streams() {
        let mut values = stream.upload(&input).unwrap();
        let mut ways = stream.alloc_zeroed::<Way>(3).unwrap();
        let mut lengths = stream.alloc_zeroed::<i32>(3).unwrap();
        spans(&mut values, &mut ways, &mut lengths).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&values).unwrap(), [Span::new(-2, 7), Span::new(5, 3), Span::new(2, 2)]);
        assert_eq!(stream.download(&ways).unwrap(), [Way::Up, Way::Down, Way::Nowhere]);
        assert_eq!(stream.download(&lengths).unwrap(), [-4, 7, 5]);
    }
}

/// An impl that is not marked, of a trait that is.
#[derive(Clone, Copy, KernelType)]
struct Unmarked(f32);

impl Measure for Unmarked {
    const WEIGHT: f32 = 1.0;

    fn measure(&self) -> f32 {
        self.0
    }
}

#[test]
fn an_unmarked_impl_is_told_at_the_launch() {
    let stream = Device::cpu().stream();
    let input = stream.upload(&[Unmarked(1.0)]).unwrap();
    let mut out = stream.alloc_zeroed::<f32>(1).unwrap();
    let error = measures(&input, &mut out).threads(1).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("K0121") && error.contains("`Measure` is implemented for `Unmarked`"), "{error}");
}

#[derive(Clone, Copy, KernelType)]
struct Tree {
    depth: u32,
}

#[device]
impl Tree {
    fn leaves(self) -> u32 {
        if self.depth == 0 { 1 } else { Tree { depth: self.depth - 1 }.leaves() + self.others() }
    }

    fn others(self) -> u32 {
        Tree { depth: self.depth - 1 }.leaves()
    }
}

// Generic, so that verifying every kernel of these tests does not meet it.
#[kernel]
fn grows<const N: usize>(out: &mut [u32]) {
    out[0] = Tree { depth: 3 }.leaves();
}

#[test]
fn recursion_through_methods_is_refused() {
    assert_eq!(Tree { depth: 3 }.leaves(), 8);
    let stream = Device::cpu().stream();
    let mut out = stream.alloc_zeroed::<u32>(1).unwrap();
    let error = grows::<1>(&mut out).threads(1).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("K0110"), "{error}");
}

#[derive(Clone, Copy, KernelType)]
struct Range {
    low: i32,
    high: i32,
}

#[device]
impl Range {
    fn max(self, other: Range) -> Range {
        Range { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    fn abs(&self) -> i32 {
        self.high.abs() - self.low
    }
}

#[kernel]
pub fn named_as_numbers_are(x: &[Range], out: &mut [i32]) {
    let larger = Range::max(x[0], x[1]);
    out[0] = larger.low * 100 + larger.high;
}

#[device]
fn first(x: &[Range]) -> Range {
    x[0]
}

#[kernel]
pub fn as_methods(x: &[Range], out: &mut [i32]) {
    let mut larger = x[0];
    larger = larger.max(x[1]);
    let named = first(x);
    let whole = first(x).max(x[1]).max(named.max(larger));
    out[0] = larger.low * 1000 + whole.high * 100 + named.abs() * 10 + x[1].abs();
}

#[test]
fn structs_may_have_methods_with_the_names_of_numbers_own() {
    let ranges = [Range { low: 1, high: 5 }, Range { low: 2, high: 3 }];
    for stream in streams() {
        let x = stream.upload(&ranges).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(1).unwrap();
        named_as_numbers_are(&x, &mut out).block(1).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [205]);
        as_methods(&x, &mut out).block(1).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [2541]);
    }
}

/// Two traits with a method of one name, which are called by the trait that is meant.
#[device]
trait Outline: Copy {
    fn border(&self) -> f32;

    fn thicker<T: Num>(&self, by: T) -> f32 {
        self.border() + by.to_f32()
    }

    fn of_border(border: f32) -> Self;

    fn both(self, other: &Self) -> f32 {
        Outline::border(&self) + 2.0 * Outline::border(other)
    }
}

#[device]
trait Frame {
    fn border(&self) -> f32;

    fn thicken(&mut self, by: f32);
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Panel {
    width: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Line {
    width: f32,
}

#[device]
impl Outline for Panel {
    fn border(&self) -> f32 {
        self.width * 4.0
    }

    fn of_border(border: f32) -> Self {
        Panel { width: border / 4.0 }
    }
}

#[device]
impl Frame for Panel {
    fn border(&self) -> f32 {
        -self.width
    }

    fn thicken(&mut self, by: f32) {
        self.width += by;
    }
}

#[device]
impl Outline for Line {
    fn border(&self) -> f32 {
        self.width + 1.0
    }

    fn of_border(border: f32) -> Self {
        Line { width: border - 1.0 }
    }
}

#[device]
impl Measure for Panel {
    const WEIGHT: f32 = 2.0;

    fn measure(&self) -> f32 {
        self.width
    }
}

#[device]
fn by_its_trait<T: Outline + KernelType>(value: T) -> f32 {
    Outline::border(&value) + value.border() + T::border(&value)
}

#[device]
fn said_of(panel: Panel, line: &Line) -> f32 {
    let mut thick = panel;
    <Panel as Frame>::thicken(&mut thick, 0.5);
    let made = <Panel as Outline>::of_border(6.0);
    let own = <Panel as Outline>::border(&thick)
        + <Panel as Frame>::border(&panel) * 8.0
        + <Panel as Frame>::border(&thick);
    // Only one of the traits is the line's.
    own + line.border()
        + line.thicker(2u8)
        + <Panel as Outline>::thicker(&panel, 3i32)
        + <Line as Outline>::thicker::<f32>(line, 0.25)
        + <Panel as Outline>::both(panel, &made)
        + <Panel as kiln_other_crate::Measure>::measure(&panel)
}

#[kernel]
fn said_by_traits(panels: &[Panel], lines: &[Line], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < panels.len() && i < lines.len() {
        out[i] =
            said_of(panels[i], &lines[i]) + <Panel as Frame>::border(&panels[i]) + by_its_trait(panels[i]);
    }
}

#[test]
fn traits_are_said_in_front_of_their_functions() {
    let panels = [Panel { width: 1.5 }, Panel { width: 8.0 }];
    let lines = [Line { width: 0.5 }, Line { width: -4.0 }];
    let expected: Vec<f32> = std::iter::zip(panels, &lines)
        .map(|(panel, line)| said_of(panel, line) + Frame::border(&panel) + by_its_trait(panel))
        .collect();
    for stream in streams() {
        let (panels, lines) = (stream.upload(&panels).unwrap(), stream.upload(&lines).unwrap());
        let mut out = stream.alloc_zeroed::<f32>(2).unwrap();
        said_by_traits(&panels, &lines, &mut out).threads(2).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

/// A type of this file has an `abs` of its own, so that Kiln asks whose each of these is.
#[device]
fn twice_in_a_closure(x: i16) -> i16 {
    let of = |by: i16| (x + by).abs().abs();
    of(-3)
}

#[kernel]
fn method_of_its_own_result(x: &[i16], out: &mut [i16]) {
    let i = global_id();
    if i < out.len() && i < x.len() {
        out[i] = twice_in_a_closure(x[i]);
    }
}

#[test]
fn a_method_is_called_of_what_it_gives() {
    for stream in streams() {
        let x = stream.upload(&[1i16, 3, -7]).unwrap();
        let mut out = stream.alloc_zeroed::<i16>(3).unwrap();
        method_of_its_own_result(&x, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [2, 0, 10]);
    }
}

#[derive(Clone, Copy, KernelType)]
struct Inner {
    value: u32,
}

#[device]
impl Inner {
    fn map(self, by: u32) -> u32 {
        self.value + by
    }

    fn first(&self) -> u32 {
        self.value
    }
}

#[derive(Clone, Copy, KernelType)]
struct Outer {
    inner: Inner,
}

#[device]
fn counted(calls: &mut u32) -> Outer {
    *calls += 1;
    Outer { inner: Inner { value: *calls } }
}

/// Methods that arrays and slices have too, of a part of what a call gives: the call is made once for each.
#[device]
fn of_parts_of_results() -> (u32, u32, u32) {
    let mut calls = 10;
    let mapped = counted(&mut calls).inner.map(5);
    let first = counted(&mut calls).inner.first();
    (mapped, first, calls)
}

#[kernel]
fn methods_of_parts_of_results(out: &mut [u32]) {
    if global_id() == 0 && out.len() == 3 {
        let (mapped, first, calls) = of_parts_of_results();
        out[0] = mapped;
        out[1] = first;
        out[2] = calls;
    }
}

#[test]
fn what_a_method_is_asked_of_is_evaluated_once() {
    let (mapped, first, calls) = of_parts_of_results();
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(3).unwrap();
        methods_of_parts_of_results(&mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [mapped, first, calls]);
    }
}

/// A type with methods whose names numbers, slices, atomics and std's other types have too.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Phasor {
    re: f32,
    im: f32,
}

#[device]
impl Phasor {
    fn len(&self) -> f32 {
        self.re + 2.0 * self.im
    }

    fn is_empty(&self) -> bool {
        self.len() == 0.0
    }

    fn exp(self) -> Phasor {
        Phasor { re: self.re + 1.0, im: self.im }
    }

    fn abs(&self) -> f32 {
        self.re.abs() + self.im.abs()
    }

    fn min(self, other: Phasor) -> Phasor {
        if self.len() < other.len() { self } else { other }
    }

    fn to_f32(self) -> f32 {
        self.im
    }

    fn iter(&self) -> u32 {
        3
    }

    fn load(&self, at: f32) -> f32 {
        self.re * at
    }

    fn as_pair(self) -> (f32, f32) {
        (self.im, self.re)
    }
}

#[derive(Clone, Copy, KernelType)]
struct Wave {
    phasor: Phasor,
    others: [Phasor; 2],
    weights: [f32; 3],
    weight: f32,
    turns: i32,
}

#[device]
impl Wave {
    fn own(&self) -> f32 {
        self.phasor.exp().abs() + self.others[1].len() + self.weight.abs() + self.turns.abs() as f32
    }
}

#[device]
fn of_waves(waves: &[Wave], i: usize, alone: Wave) -> [f32; 12] {
    let wave = waves[i];
    let phasor = &wave.phasor;
    let (first, all) = ((wave.phasor, 1u32), [wave.phasor, wave.others[0]]);
    let made = phasor.exp();
    let of = |wave: Wave| wave.phasor.abs() + wave.weight.exp() + wave.weights.len() as f32;
    let [mut weights, mut count] = [0.0, 0.0];
    for k in 0..wave.weights.len() {
        weights += wave.weights[k];
        count += if wave.weights.is_empty() { 0.0 } else { 1.0 };
    }
    [
        wave.own(),
        waves[i].phasor.exp().re + phasor.exp().exp().re,
        first.0.len() + all[1].len() + made.len(),
        phasor.min(all[1]).re + wave.weight.min(0.5) + wave.others[1].min(alone.phasor).im,
        alone.phasor.abs() + alone.weight.abs() + alone.turns.abs() as f32,
        wave.phasor.to_f32() + made.to_f32() + wave.turns.to_f32() + alone.phasor.to_f32(),
        (wave.phasor.iter() + all[0].iter()) as f32,
        wave.phasor.load(2.0) + wave.others[0].as_pair().0,
        of(wave) + of(alone),
        weights + count,
        if wave.phasor.is_empty() || waves.is_empty() { 1.0 } else { 2.0 },
        (waves.len() + waves[i].others.len()) as f32,
    ]
}

/// The same of what has a name, in patterns, in loops, in closures that are passed, and of what a choice gives.
#[device]
fn of_named_parts(wave: Wave) -> [f32; 13] {
    let (p, weight, turns, weights) = (wave.phasor, wave.weight, wave.turns, wave.weights);
    let named = wave.others[1];
    let Wave { phasor: taken, others: [front, _], .. } = wave;
    let again = p;
    let mut sum = 0.0;
    for other in wave.others {
        sum += other.len();
    }
    let (mut count, mut turned) = (0, 0.0);
    for (k, other) in wave.others.iter().enumerate() {
        let copy = *other;
        count += k as u32 * other.iter() + copy.iter();
        turned += copy.exp().re;
    }
    let inner = match wave {
        Wave { phasor: inner, .. } if inner.abs() > 3.0 => inner.exp().re,
        Wave { phasor: inner, .. } => inner.min(front).re,
    };
    let chosen = if weight > 0.0 { wave.phasor } else { front };
    let found = match turns {
        -3 => wave.others[1],
        _ => p,
    };
    let later;
    if turns > -2 {
        later = wave.phasor;
    } else {
        later = front;
    }
    let of = |scale: f32| if scale > weight { wave.others[0] } else { wave.phasor };
    let mut best = wave.others[0];
    for k in 0..2 {
        if wave.others[k].abs() > best.abs() {
            best = wave.others[k];
        }
    }
    let broken = loop {
        break wave.others[1];
    };
    let longest =
        wave.others.iter().fold(wave.phasor, |best, q| if q.len() > best.len() { *q } else { best });
    [
        p.exp().re + again.exp().exp().re + taken.len(),
        weight.abs() + turns.abs() as f32 + weights.len() as f32 + weight.exp(),
        named.min(p).im + weight.min(0.5) + front.to_f32() + turns.to_f32(),
        sum + count as f32 + turned,
        inner + named.load(2.0) + p.as_pair().0,
        if taken.is_empty() || weights.is_empty() { 1.0 } else { 2.0 },
        with_phasor(p, |q| q.exp().abs() + q.len()) + with_phasor(named, |q| q.min(p).re),
        wave.others.iter().map(|q| q.abs()).sum::<f32>() + with_weight(weight, |w| w.abs() + w.exp()),
        wave.others.iter().fold(0.0, |sum, q| sum + q.exp().len()),
        chosen.exp().re + (if turns > -2 { p } else { named }).abs() + found.len(),
        later.to_f32() + of(2.0).exp().re + best.abs(),
        { named }.min(front).im + broken.iter() as f32,
        longest.len(),
    ]
}

#[device]
fn with_phasor(p: Phasor, f: impl Fn(Phasor) -> f32) -> f32 {
    f(p)
}

#[device]
fn with_weight(weight: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(weight)
}

#[kernel]
fn methods_of_named_parts(waves: &[Wave], out: &mut [[f32; 13]]) {
    let i = global_id();
    if i < out.len() && i < waves.len() {
        out[i] = of_named_parts(waves[i]);
    }
}

#[kernel]
fn methods_named_as_those_of_std(waves: &[Wave], alone: Wave, out: &mut [[f32; 12]]) {
    let i = global_id();
    if i < out.len() && i < waves.len() {
        out[i] = of_waves(waves, i, alone);
    }
}

#[test]
fn parts_of_types_have_methods_with_the_names_of_stds() {
    let phasors = [Phasor { re: 1.5, im: -2.0 }, Phasor { re: 0.0, im: 0.0 }, Phasor { re: -4.0, im: 8.0 }];
    let wave = |i: usize| Wave {
        phasor: phasors[i],
        others: [phasors[(i + 1) % 3], phasors[(i + 2) % 3]],
        weights: [1.0, 2.0, i as f32],
        weight: i as f32 - 1.0,
        turns: -3 + i as i32,
    };
    let (waves, alone) = ([wave(0), wave(1), wave(2)], wave(2));
    // `exp` of a GPU is within 2 ulp.
    let same = |found: &[f32], expected: &[f32]| {
        for (k, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!(
                (found - expected).abs() <= 4.0 * f32::EPSILON * expected.abs(),
                "{k}: {found} {expected}"
            );
        }
    };
    for stream in streams() {
        let given = stream.upload(&waves).unwrap();
        let mut out = stream.alloc_zeroed::<[f32; 12]>(3).unwrap();
        methods_named_as_those_of_std(&given, alone, &mut out).threads(3).launch(&stream).unwrap();
        for (i, found) in stream.download(&out).unwrap().iter().enumerate() {
            same(found, &of_waves(&waves, i, alone));
        }
        let mut named = stream.alloc_zeroed::<[f32; 13]>(3).unwrap();
        methods_of_named_parts(&given, &mut named).threads(3).launch(&stream).unwrap();
        for (found, wave) in stream.download(&named).unwrap().iter().zip(waves) {
            same(found, &of_named_parts(wave));
        }
    }
}

#[derive(Clone, Copy, KernelType)]
struct Table<T> {
    numbers: [T; 3],
}

#[device]
impl<T: Int> Table<T> {
    fn picked<U: Int>(self, other: U) -> (T, U) {
        const LAST: usize = [4, 1, 2][2];
        const COUNT: usize = LAST + 1;
        let mut all = [U::ZERO; COUNT];
        for (i, each) in all.iter_mut().enumerate() {
            if i == LAST {
                *each = other;
            }
        }
        (self.numbers[LAST], all[COUNT - 1])
    }
}

#[device]
impl Table<i64> {
    fn of_blocks(&self, n: i64) -> i64 {
        type Wide = i64;
        const STEP: Wide = 3 * 4;
        if n & 1 == 0 {
            const FACTOR: i64 = STEP - 5;
            FACTOR * self.numbers[0] + n
        } else {
            const FACTOR: i64 = [1, 2, 3][1] + STEP;
            FACTOR - self.numbers[1]
        }
    }
}

#[device]
fn constants_of_methods(n: i64) -> i64 {
    let table = Table { numbers: [n, n + 1, n / 3] };
    let (last, own) = table.picked(n as i32);
    table.of_blocks(n) + last * 7 + own as i64
}

#[device]
trait Scaled<N: Int> {
    const BASE: i64;
    fn scaled(&self, by: N) -> i64;
    fn shifted<U: Int>(&self, by: N, other: U) -> (i64, N, U) {
        const STEP: i64 = [3, 5, 8][1] - 1;
        const WIDE: i64 = STEP * STEP;
        (Self::BASE * WIDE + self.scaled(by), by, other + U::ONE)
    }
    fn provided(&self) -> i64 {
        const STEP: i64 = 7 - 4;
        self.scaled(N::ONE) * STEP
    }
}

#[device]
impl<N: Int> Scaled<N> for Table<N> {
    const BASE: i64 = 6;
    fn scaled(&self, _: N) -> i64 {
        const AT: usize = 4 / 2;
        const PARTS: [i64; AT] = [9, 10];
        if self.numbers[AT] == N::ZERO { PARTS[0] } else { PARTS[AT - 1] }
    }
}

#[device]
impl Scaled<i32> for i64 {
    const BASE: i64 = 7;
    fn scaled(&self, by: i32) -> i64 {
        const LEFT: i64 = 1 << 4;
        *self % LEFT + by as i64
    }
    fn shifted<U: Int>(&self, by: i32, other: U) -> (i64, i32, U) {
        const STEP: i32 = 2 * 3;
        (self.scaled(STEP), by - STEP, other)
    }
}

#[device]
impl std::ops::Add for Table<i64> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        const AT: usize = 3 - 2;
        Table { numbers: [self.numbers[AT], other.numbers[AT], AT as i64] }
    }
}

#[device]
impl From<i64> for Table<i64> {
    fn from(n: i64) -> Self {
        const OFF: i64 = 5 * 5;
        Table { numbers: [n, n - OFF, OFF] }
    }
}

#[device]
fn constants_of_traits(n: i64) -> i64 {
    let table = Table { numbers: [n, n + 1, n & 1] };
    let (first, by, other) = table.shifted(n, n as i16 & 0xff);
    let (second, less, same) = n.shifted(n as i32 & 0xff, 3u8);
    let sum = table + Table::from(n >> 8);
    first
        + by
        + other as i64
        + second * 3
        + less as i64
        + same as i64
        + <Table<i64> as Scaled<i64>>::provided(&table)
        - sum.numbers[1]
        + n.provided()
}

crate::matching::same! {
    constants_that_are_computed: constants_of_methods;
    constants_of_trait_functions: constants_of_traits;
}
