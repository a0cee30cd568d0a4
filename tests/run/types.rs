//! Structs, enums and arrays of the user's as parameters, as elements of slices and as constants.

use std::marker::PhantomData;

use kiln::prelude::*;

use crate::streams;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Particle {
    alive: bool,
    position: [f32; 3],
    mass: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, KernelType)]
enum Kind {
    Heavy = 7,
    Light = -2,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Pair<T: KernelType, const N: usize>(T, [T; N]);

/// A unit, of which nothing is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Metre;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
#[repr(C, align(16))]
struct Quantity<U> {
    value: f32,
    unit: PhantomData<U>,
}

fn particles() -> Vec<Particle> {
    let particle = |i: u32| Particle {
        alive: i % 3 == 0,
        position: [i as f32, 0.5, -1.0],
        mass: f64::from(i) * 0.25,
        kind: [Kind::Heavy, Kind::Light, Kind::Other][i as usize % 3],
    };
    (0..50).map(particle).collect()
}

#[kernel]
pub fn copies(from: &[Particle], to: &mut [Particle]) {
    let i = global_id();
    if i < to.len() {
        to[i] = from[i];
    }
}

#[test]
fn structs_go_to_the_device_and_come_back() {
    for stream in streams() {
        let from = stream.upload(&particles()).unwrap();
        let mut to = stream.upload(&[particles()[1]; 50]).unwrap();
        copies(&from, &mut to).threads(from.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&to).unwrap(), particles());
        stream.fill(&mut to, particles()[2]).unwrap();
        assert_eq!(stream.download(&to).unwrap(), [particles()[2]; 50]);
    }
}

#[kernel]
pub fn puts(
    particle: Particle,
    pair: Pair<u16, 9>,
    length: Quantity<Metre>,
    row: [f64; 3],
    out: &mut [Particle],
    pairs: &mut [Pair<u16, 9>],
    lengths: &mut [Quantity<Metre>],
    rows: &mut [[f64; 3]],
) {
    let i = global_id();
    if i < out.len() {
        out[i] = particle;
        pairs[i] = pair;
        lengths[i] = length;
        rows[i] = row;
    }
}

#[test]
fn values_of_every_size_are_passed() {
    let particle = particles()[4];
    let pair = Pair(3u16, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let length = Quantity { value: 2.5, unit: PhantomData::<Metre> };
    for stream in streams() {
        let mut out = stream.upload(&particles()).unwrap();
        let mut pairs = stream.alloc_zeroed(50).unwrap();
        let mut lengths = stream.alloc_zeroed(50).unwrap();
        let mut rows = stream.alloc_zeroed::<[f64; 3]>(50).unwrap();
        puts(particle, pair, length, [0.5, 1.5, -2.0], &mut out, &mut pairs, &mut lengths, &mut rows)
            .threads(50)
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&out).unwrap(), [particle; 50]);
        assert_eq!(stream.download(&pairs).unwrap(), [pair; 50]);
        assert_eq!(stream.download(&lengths).unwrap(), [length; 50]);
        assert_eq!(stream.download(&rows).unwrap(), [[0.5, 1.5, -2.0]; 50]);
    }
}

const ORIGIN: Particle = Particle { alive: true, position: [1.0, 2.0, 4.0], mass: 8.0, kind: Kind::Other };
const TABLE: [f32; 5] = [1.0, 0.5, 0.25, 0.125, 0.0625];
const PAIRS: [Pair<u8, 2>; 2] = [Pair(1, [2, 3]), Pair(4, [5, 6])];

#[kernel]
pub fn constants(out: &mut [Particle], tables: &mut [[f32; 5]], pairs: &mut [[Pair<u8, 2>; 2]]) {
    let i = global_id();
    if i < out.len() {
        out[i] = ORIGIN;
        let table = TABLE;
        tables[i] = table;
        pairs[i] = PAIRS;
    }
}

#[test]
fn constants_may_be_structs_and_arrays() {
    for stream in streams() {
        let mut out = stream.upload(&particles()).unwrap();
        let mut tables = stream.alloc_zeroed(50).unwrap();
        let mut pairs = stream.alloc_zeroed(50).unwrap();
        constants(&mut out, &mut tables, &mut pairs).threads(50).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [ORIGIN; 50]);
        assert_eq!(stream.download(&tables).unwrap(), [TABLE; 50]);
        assert_eq!(stream.download(&pairs).unwrap(), [PAIRS; 50]);
    }
}

#[kernel]
pub fn kinds(preferred: Kind, kinds: &[Kind], out: &mut [i32], next: &mut [Kind]) {
    let i = global_id();
    if i < kinds.len() {
        let kind = kinds[i];
        out[i] = kind as i32;
        if kind == preferred || kind < Kind::Other {
            out[i] += 100;
        }
        next[i] = match kind {
            Kind::Heavy => Kind::Light,
            Kind::Light | Kind::Other => preferred,
        };
    }
}

#[test]
fn enums_are_integers_that_rustc_chose() {
    let all = [Kind::Heavy, Kind::Light, Kind::Other];
    for stream in streams() {
        let input = stream.upload(&all).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(3).unwrap();
        let mut next = stream.upload(&all).unwrap();
        kinds(Kind::Heavy, &input, &mut out, &mut next).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [107, 98, -1]);
        assert_eq!(stream.download(&next).unwrap(), [Kind::Light, Kind::Heavy, Kind::Heavy]);
    }
}

#[derive(Clone, Copy, KernelType)]
enum Loose {
    A,
    B,
}

impl PartialEq for Loose {
    fn eq(&self, _: &Loose) -> bool {
        true
    }
}

// Generic, so that verifying every kernel of these tests does not meet it.
#[kernel]
fn loose<const N: usize>(x: &[Loose], out: &mut [u32]) {
    out[0] = if x[0] == Loose::B { 1 } else { 0 };
}

#[test]
fn enums_whose_operators_mean_something_else_are_refused() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[Loose::A, Loose::B]).unwrap();
    let mut out = stream.alloc_zeroed::<u32>(1).unwrap();
    let error = loose::<1>(&x, &mut out).threads(1).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("K0120") && error.contains("`==` of `Loose`"), "{error}");
}

#[test]
fn kernels_of_ones_own_types_are_launched_by_name() {
    let entry = kiln::registry::find("copies").unwrap();
    assert_eq!(entry.params[0].kind.rust_type(), "&[Particle]");
    let stream = Device::cpu().stream();
    let from = stream.upload(&particles()).unwrap();
    let mut to = stream.upload(&[particles()[1]; 50]).unwrap();
    kiln::registry::launch_dynamic(entry, &stream, 50, [(&from).into(), (&mut to).into()]).unwrap();
    assert_eq!(stream.download(&to).unwrap(), particles());
    let mut bytes = stream.alloc_zeroed::<u8>(5000).unwrap();
    let error = kiln::registry::launch_dynamic(entry, &stream, 50, [(&from).into(), (&mut bytes).into()]);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("`&mut [Particle]`") && error.contains("Buffer<u8>"), "{error}");
    let entry = kiln::registry::find("kinds").unwrap();
    let mut out = stream.alloc_zeroed::<i32>(3).unwrap();
    let kinds = stream.upload(&[Kind::Heavy]).unwrap();
    // An `i8` has the size of the enum, and more values.
    let mut next = stream.alloc_zeroed::<i8>(3).unwrap();
    let error = kiln::registry::launch_dynamic(
        entry,
        &stream,
        3,
        [Kind::Heavy.into(), (&kinds).into(), (&mut out).into(), (&mut next).into()],
    );
    assert!(error.unwrap_err().to_string().contains("`&mut [Kind]`"));
}
