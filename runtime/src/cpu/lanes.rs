//! Loops over lanes: the inner loops of the executor, as function pointers chosen once a program is compiled.
//!
//! Every loop works on whole chunks of [`CHUNK`] lanes: registers are padded to that, so no loop has a tail, and the
//! lanes that no thread uses hold garbage that nobody reads. A chunk is read completely before it is written, so a
//! destination may be one of the operands. Operators given to these loops must not trap on garbage.
//!
//! On x86-64 each loop exists twice, for the baseline and for AVX2 with FMA; [`has_avx2`] decides.

// Sources are built in the call and gone with it.
#![allow(clippy::needless_pass_by_value)]

use super::elem::Elem;

/// Lanes that one turn of a loop handles. With 16, a turn is two AVX2 registers of 32-bit lanes, and LLVM unrolls
/// the turn completely and keeps it in registers.
pub(super) const CHUNK: usize = 16;

/// Destination, operand lanes, first lane, number of lanes (both multiples of [`CHUNK`]).
pub(super) type LaneFn1 = unsafe fn(*mut u8, *const u8, usize, usize);
/// Destination, two operands' lanes, first lane, number of lanes.
pub(super) type LaneFn2 = unsafe fn(*mut u8, *const u8, *const u8, usize, usize);
/// The same where the right operand is one value for all lanes.
pub(super) type LaneFn2Right = unsafe fn(*mut u8, *const u8, u64, usize, usize);
/// Destination, one value, a mask.
pub(super) type SplatMasked = unsafe fn(*mut u8, u64, *const u8, usize, usize);
/// Destination, three operands, each the address of lanes or the bits of one value (see [`Fn3`]).
pub(super) type LaneFn3 = unsafe fn(*mut u8, u64, u64, u64, usize, usize);

/// An operator of one operand.
pub(super) trait Op1<T> {
    type R: Elem;
    fn call(a: T) -> Self::R;
}

/// An operator of two operands of one type.
pub(super) trait Op2<T> {
    type R: Elem;
    fn call(a: T, b: T) -> Self::R;
}

/// An operator of three operands and a result of one type.
pub(super) trait Op3<T> {
    fn call(a: T, b: T, c: T) -> T;
}

/// A unary operator at one type, for lanes and for a single value.
#[derive(Clone, Copy)]
pub(super) struct Fn1 {
    pub lanes: LaneFn1,
    pub one: fn(u64) -> u64,
}

/// A binary operator at one type, for each shape of operands.
#[derive(Clone, Copy)]
pub(super) struct Fn2 {
    pub lanes: LaneFn2,
    /// The right operand is one value.
    pub right: LaneFn2Right,
    /// The left operand is one value; the arguments are still lanes first.
    pub swapped: LaneFn2Right,
    pub one: fn(u64, u64) -> u64,
}

/// A ternary operator at one type: bit `k` of the shape that indexes `lanes` is set where operand `k` is one value.
#[derive(Clone, Copy)]
pub(super) struct Fn3 {
    pub lanes: [LaneFn3; 7],
}

/// Whether the AVX2 copies of the loops may run here. The standard library caches the answer.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma")
}

/// Writes the baseline and the AVX2 form of a loop whose body is an inlined function of the same arguments.
macro_rules! twin {
    ($body:ident: $plain:ident, $wide:ident <$($g:ident: $bound:path),* ; $(const $n:ident),*> ($($a:ident: $t:ty),*)) => {
        unsafe fn $plain<$($g: $bound,)* $(const $n: bool),*>($($a: $t),*) {
            // SAFETY: the caller's contract is the body's.
            unsafe { $body::<$($g,)* $($n),*>($($a),*) }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        unsafe fn $wide<$($g: $bound,)* $(const $n: bool),*>($($a: $t),*) {
            // SAFETY: the caller's contract is the body's; a caller reaches this copy after asking the processor.
            unsafe { $body::<$($g,)* $($n),*>($($a),*) }
        }
    };
}
pub(super) use twin;

/// The wide copy where the processor has it.
macro_rules! pick {
    ($plain:expr, $wide:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if $crate::cpu::lanes::has_avx2() { $wide } else { $plain }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            $plain
        }
    }};
}
pub(super) use pick;

/// An operand of a loop: lanes in memory, or one value.
trait Source<T> {
    /// # Safety
    /// The chunk at `lane` is inside the register.
    unsafe fn chunk(&self, lane: usize) -> [T; CHUNK];
}

struct Lanes<T>(*const T);
struct One<T>(T);

impl<T: Elem> Source<T> for Lanes<T> {
    #[inline(always)]
    unsafe fn chunk(&self, lane: usize) -> [T; CHUNK] {
        // SAFETY: the caller stays inside the register; registers are aligned for any element.
        unsafe { self.0.add(lane).cast::<[T; CHUNK]>().read() }
    }
}

impl<T: Elem> Source<T> for One<T> {
    #[inline(always)]
    unsafe fn chunk(&self, _lane: usize) -> [T; CHUNK] {
        [self.0; CHUNK]
    }
}

/// The one loop behind all others.
#[inline(always)]
unsafe fn each<R: Elem>(d: *mut u8, first: usize, count: usize, turn: impl Fn(usize) -> [R; CHUNK]) {
    let d = d.cast::<R>();
    let mut lane = first;
    while lane < first + count {
        let r = turn(lane);
        // SAFETY: callers pass a destination register that holds lanes `first..first + count`.
        unsafe { d.add(lane).cast::<[R; CHUNK]>().write(r) };
        lane += CHUNK;
    }
}

#[inline(always)]
unsafe fn map1<T: Elem, O: Op1<T>>(d: *mut u8, a: impl Source<T>, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe {
        each(d, first, count, |lane| {
            let a = a.chunk(lane);
            let mut r = [O::R::ZERO; CHUNK];
            for k in 0..CHUNK {
                r[k] = O::call(a[k]);
            }
            r
        });
    }
}

#[inline(always)]
unsafe fn map2<T: Elem, O: Op2<T>>(
    d: *mut u8,
    a: impl Source<T>,
    b: impl Source<T>,
    first: usize,
    count: usize,
) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe {
        each(d, first, count, |lane| {
            let (a, b) = (a.chunk(lane), b.chunk(lane));
            let mut r = [O::R::ZERO; CHUNK];
            for k in 0..CHUNK {
                r[k] = O::call(a[k], b[k]);
            }
            r
        });
    }
}

#[inline(always)]
unsafe fn map3<T: Elem, O: Op3<T>>(
    d: *mut u8,
    a: impl Source<T>,
    b: impl Source<T>,
    c: impl Source<T>,
    first: usize,
    count: usize,
) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe {
        each(d, first, count, |lane| {
            let (a, b, c) = (a.chunk(lane), b.chunk(lane), c.chunk(lane));
            let mut r = [T::ZERO; CHUNK];
            for k in 0..CHUNK {
                r[k] = O::call(a[k], b[k], c[k]);
            }
            r
        });
    }
}

#[inline(always)]
unsafe fn body1<T: Elem, O: Op1<T>>(d: *mut u8, a: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { map1::<T, O>(d, Lanes(a.cast()), first, count) }
}

#[inline(always)]
unsafe fn body2<T: Elem, O: Op2<T>>(d: *mut u8, a: *const u8, b: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { map2::<T, O>(d, Lanes(a.cast()), Lanes(b.cast()), first, count) }
}

#[inline(always)]
unsafe fn body2_right<T: Elem, O: Op2<T>>(d: *mut u8, a: *const u8, b: u64, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { map2::<T, O>(d, Lanes(a.cast()), One(T::from_bits(b)), first, count) }
}

#[inline(always)]
unsafe fn body2_swapped<T: Elem, O: Op2<T>>(d: *mut u8, b: *const u8, a: u64, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { map2::<T, O>(d, One(T::from_bits(a)), Lanes(b.cast()), first, count) }
}

#[inline(always)]
unsafe fn body3<T: Elem, O: Op3<T>, const A: bool, const B: bool, const C: bool>(
    d: *mut u8,
    a: u64,
    b: u64,
    c: u64,
    first: usize,
    count: usize,
) {
    /// An operand whose shape is a constant of the instance, so that no test remains in the loop.
    struct Either<T, const UNIFORM: bool>(u64, T);
    impl<T: Elem, const UNIFORM: bool> Source<T> for Either<T, UNIFORM> {
        #[inline(always)]
        unsafe fn chunk(&self, lane: usize) -> [T; CHUNK] {
            if UNIFORM {
                return [self.1; CHUNK];
            }
            // SAFETY: this operand is the address of a register that holds the lanes.
            unsafe { Lanes(self.0 as usize as *const T).chunk(lane) }
        }
    }
    let (a, b, c) = (
        Either::<T, A>(a, T::from_bits(a)),
        Either::<T, B>(b, T::from_bits(b)),
        Either::<T, C>(c, T::from_bits(c)),
    );
    // SAFETY: the caller's registers hold these lanes.
    unsafe { map3::<T, O>(d, a, b, c, first, count) }
}

twin!(body1: plain1, wide1 <T: Elem, O: Op1<T>;> (d: *mut u8, a: *const u8, first: usize, count: usize));
twin!(body2: plain2, wide2 <T: Elem, O: Op2<T>;> (d: *mut u8, a: *const u8, b: *const u8, first: usize, count: usize));
twin!(body2_right: plain2_right, wide2_right <T: Elem, O: Op2<T>;>
    (d: *mut u8, a: *const u8, b: u64, first: usize, count: usize));
twin!(body2_swapped: plain2_swapped, wide2_swapped <T: Elem, O: Op2<T>;>
    (d: *mut u8, b: *const u8, a: u64, first: usize, count: usize));
twin!(body3: plain3, wide3 <T: Elem, O: Op3<T>; const A, const B, const C>
    (d: *mut u8, a: u64, b: u64, c: u64, first: usize, count: usize));

/// A unary operator's loops.
pub(super) fn fn1<T: Elem, O: Op1<T>>() -> Fn1 {
    Fn1 { lanes: pick!(plain1::<T, O>, wide1::<T, O>), one: |a| O::call(T::from_bits(a)).to_bits() }
}

/// A unary operator's loops without the AVX2 copy: for conversions that would gain nothing.
pub(super) fn fn1_plain<T: Elem, O: Op1<T>>() -> Fn1 {
    Fn1 { lanes: plain1::<T, O>, one: |a| O::call(T::from_bits(a)).to_bits() }
}

/// A binary operator's loops.
pub(super) fn fn2<T: Elem, O: Op2<T>>() -> Fn2 {
    Fn2 { swapped: pick!(plain2_swapped::<T, O>, wide2_swapped::<T, O>), ..fn2_mirrored::<T, O, O>() }
}

/// The loops of an operator that is `M` with its operands exchanged, which saves compiling one.
pub(super) fn fn2_mirrored<T: Elem, O: Op2<T>, M: Op2<T>>() -> Fn2 {
    Fn2 {
        lanes: pick!(plain2::<T, O>, wide2::<T, O>),
        right: pick!(plain2_right::<T, O>, wide2_right::<T, O>),
        swapped: pick!(plain2_right::<T, M>, wide2_right::<T, M>),
        one: |a, b| O::call(T::from_bits(a), T::from_bits(b)).to_bits(),
    }
}

/// A binary operator's loops without the AVX2 copies: divisions and 16-bit floats gain nothing from them, and narrow
/// integers are too rare to compile everything twice.
pub(super) fn fn2_plain<T: Elem, O: Op2<T>>() -> Fn2 {
    Fn2 { swapped: plain2_swapped::<T, O>, ..fn2_plain_mirrored::<T, O, O>() }
}

/// The same for an operator that is `M` with its operands exchanged.
pub(super) fn fn2_plain_mirrored<T: Elem, O: Op2<T>, M: Op2<T>>() -> Fn2 {
    Fn2 {
        lanes: plain2::<T, O>,
        right: plain2_right::<T, O>,
        swapped: plain2_right::<T, M>,
        one: |a, b| O::call(T::from_bits(a), T::from_bits(b)).to_bits(),
    }
}

/// A ternary operator's loops.
pub(super) fn fn3<T: Elem, O: Op3<T>>() -> Fn3 {
    Fn3 {
        lanes: pick!(
            [
                plain3::<T, O, false, false, false>,
                plain3::<T, O, true, false, false>,
                plain3::<T, O, false, true, false>,
                plain3::<T, O, true, true, false>,
                plain3::<T, O, false, false, true>,
                plain3::<T, O, true, false, true>,
                plain3::<T, O, false, true, true>,
            ],
            [
                wide3::<T, O, false, false, false>,
                wide3::<T, O, true, false, false>,
                wide3::<T, O, false, true, false>,
                wide3::<T, O, true, true, false>,
                wide3::<T, O, false, false, true>,
                wide3::<T, O, true, false, true>,
                wide3::<T, O, false, true, true>,
            ]
        ),
    }
}

/// Lanes by their width alone: filling, copying under a mask and selecting.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    /// Sets lanes to one value.
    pub splat: unsafe fn(*mut u8, u64, usize, usize),
    /// Destination, source, mask: takes the source where the mask is 1.
    pub masked: LaneFn2,
    /// Destination, one value, mask.
    pub splat_masked: SplatMasked,
    /// Destination, condition, the lanes for true, the lanes for false.
    pub select: unsafe fn(*mut u8, *const u8, *const u8, *const u8, usize, usize),
}

#[inline(always)]
unsafe fn splat_body<T: Elem>(d: *mut u8, value: u64, first: usize, count: usize) {
    let value = T::from_bits(value);
    // SAFETY: the caller's register holds these lanes.
    unsafe { each(d, first, count, |_| [value; CHUNK]) }
}

#[inline(always)]
unsafe fn blend<T: Elem>(
    d: *mut u8,
    mask: *const u8,
    yes: impl Source<T>,
    no: impl Source<T>,
    at: usize,
    n: usize,
) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe {
        each(d, at, n, |lane| {
            let mask = Lanes(mask).chunk(lane);
            let yes = yes.chunk(lane);
            let mut r = no.chunk(lane);
            for k in 0..CHUNK {
                r[k] = if mask[k] != 0 { yes[k] } else { r[k] };
            }
            r
        });
    }
}

#[inline(always)]
unsafe fn masked_body<T: Elem>(d: *mut u8, a: *const u8, mask: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { blend::<T>(d, mask, Lanes(a.cast()), Lanes(d.cast_const().cast()), first, count) }
}

#[inline(always)]
unsafe fn splat_masked_body<T: Elem>(d: *mut u8, a: u64, mask: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { blend::<T>(d, mask, One(T::from_bits(a)), Lanes(d.cast_const().cast()), first, count) }
}

#[inline(always)]
unsafe fn select_body<T: Elem>(
    d: *mut u8,
    c: *const u8,
    yes: *const u8,
    no: *const u8,
    first: usize,
    count: usize,
) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { blend::<T>(d, c, Lanes(yes.cast()), Lanes(no.cast()), first, count) }
}

twin!(splat_body: splat_plain, splat_wide <T: Elem;> (d: *mut u8, value: u64, first: usize, count: usize));
twin!(masked_body: masked_plain, masked_wide <T: Elem;>
    (d: *mut u8, a: *const u8, mask: *const u8, first: usize, count: usize));
twin!(splat_masked_body: splat_masked_plain, splat_masked_wide <T: Elem;>
    (d: *mut u8, a: u64, mask: *const u8, first: usize, count: usize));
twin!(select_body: select_plain, select_wide <T: Elem;>
    (d: *mut u8, c: *const u8, yes: *const u8, no: *const u8, first: usize, count: usize));

fn moves_of<T: Elem>() -> Moves {
    Moves {
        splat: pick!(splat_plain::<T>, splat_wide::<T>),
        masked: pick!(masked_plain::<T>, masked_wide::<T>),
        splat_masked: pick!(splat_masked_plain::<T>, splat_masked_wide::<T>),
        select: pick!(select_plain::<T>, select_wide::<T>),
    }
}

/// The moves for lanes of 1, 2, 4 or 8 bytes.
pub(super) fn moves(size: usize) -> Moves {
    match size {
        1 => moves_of::<u8>(),
        2 => moves_of::<u16>(),
        4 => moves_of::<u32>(),
        _ => moves_of::<u64>(),
    }
}

#[inline(always)]
unsafe fn iota_body<T: Elem + std::ops::Add<Output = T>>(
    d: *mut u8,
    base: u64,
    step: u64,
    first: usize,
    count: usize,
) {
    // SAFETY: the caller's register holds these lanes.
    unsafe {
        each(d, first, count, |lane| {
            let mut r = [T::ZERO; CHUNK];
            for (k, r) in r.iter_mut().enumerate() {
                *r = T::from_bits(base.wrapping_add(step.wrapping_mul((lane + k) as u64)));
            }
            r
        });
    }
}

/// Writes `base + lane * step`, wrapped to the lane's width of 4 or 8 bytes.
pub(super) unsafe fn iota(size: usize, d: *mut u8, base: u64, step: u64, first: usize, count: usize) {
    // SAFETY: the caller's register holds these lanes.
    unsafe {
        if size == 4 {
            iota_body::<u32>(d, base, step, first, count);
        } else {
            iota_body::<u64>(d, base, step, first, count);
        }
    }
}
