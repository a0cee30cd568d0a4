//! A type that nothing has is one error where it is written, in signatures, in bodies and as an argument of another
//! type, and of kernels, device functions and methods alike: rustc proposed a further parameter of one of the copies
//! and not of another, and so said it twice.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
}

#[kernel]
fn of_slices(x: &[Slice], y: &mut [SliceMut]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel]
fn by_value(p: Value, q: [Element; 4], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = p.x + q[0];
    }
}

#[kernel]
fn in_a_generic_kernel<T: Float>(v: T, y: &mut [T]) {
    let i = global_id();
    let a: Local = v;
    let b: [f32; LENGTH] = [0.0; 4];
    if i < y.len() {
        y[i] = v;
    }
}

#[kernel(tile)]
fn of_tiles(x: &Tensor2<Held>, a: Scale, y: &mut Tensor2<f32>) {
    let w = x.load::<16, 16>(tile_id(0), 0);
    y.store(tile_id(0), 0, w * a);
}

#[device]
fn in_arguments(p: Option<Argument>, f: impl Fn(Taken) -> Given) -> f32 {
    let a: Option<LocalArgument> = None;
    let b = f(1.0);
    let c = size_of::<Turbofish>();
    0.0
}

#[device]
fn generic<T: Float>(v: T, p: Plain, q: Option<Inner>) -> U {
    let r: U = v;
    r
}

#[device]
fn with_a_lifetime<'a>(x: &'a [f32], p: Option<BehindALifetime>, q: V) -> f32 {
    let r: Option<InItsBody> = None;
    x[0]
}

#[device]
fn in_a_clause(a: f32) -> f32
where
    W: Num,
{
    a
}

#[device]
fn in_a_clause_beside_another<T>(a: T) -> T
where
    T: Num,
    W: Num,
{
    a
}

#[device]
impl Pair {
    fn method(self, p: OfMethod, q: Option<InMethod>) -> f32 {
        let r: Option<InBody> = None;
        self.x
    }

    fn generic<T: Float>(self, v: T, p: OfGeneric) -> Outcome {
        p
    }
}

#[device]
trait Shape {
    fn provided(self, p: OfTrait) -> f32
    where
        Self: Sized,
    {
        p.x
    }
}

#[device]
impl std::ops::Add<Right> for Pair {
    type Output = Pair;

    fn add(self, other: Right) -> Pair {
        self
    }
}

fn main() {}
