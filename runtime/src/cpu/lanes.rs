//! Loops over lanes: the inner loops of the executor, as function pointers chosen once a program is compiled.
//!
//! Every loop works on whole chunks of [`CHUNK`] lanes: registers are padded to that, so no loop has a tail, and the
//! lanes that no thread uses hold garbage that nobody reads. A chunk is read completely before it is written, so a
//! destination may be one of the operands. Operators given to these loops must not trap on garbage.
//!
//! An operand that is one value for all lanes is a chunk of it, at which the loop stays: so each operator has one loop at each type,
//! and not one for each shape of operands, which every build of a user's would wait for.
//!
//! On x86-64 each loop exists twice, for the baseline and for AVX2 with FMA; [`has_avx2`] decides.

// Sources are built in the call and gone with it.
#![allow(clippy::needless_pass_by_value)]

use super::elem::Elem;

/// Lanes that one turn of a loop handles. With 16, a turn is two AVX2 registers of 32-bit lanes, and LLVM unrolls the turn
/// completely and keeps it in registers.
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
        #[inline(never)]
        unsafe fn $plain<$($g: $bound,)* $(const $n: bool),*>($($a: $t),*) {
            // SAFETY: the caller's contract is the body's.
            unsafe { $body::<$($g,)* $($n),*>($($a),*) }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
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

/// An operand of a loop: lanes in memory, or a chunk of one value.
struct Source<T> {
    at: *const T,
    /// 1 for lanes, 0 for one value.
    step: usize,
}

impl<T: Elem> Source<T> {
    #[inline(always)]
    fn lanes(at: *const u8) -> Source<T> {
        Source { at: at.cast(), step: 1 }
    }

    /// # Safety
    /// The chunk at `lane` is inside the register.
    #[inline(always)]
    unsafe fn chunk(&self, lane: usize) -> [T; CHUNK] {
        // SAFETY: the caller stays inside the register; registers are aligned for any element.
        unsafe { self.at.add(lane * self.step).cast::<[T; CHUNK]>().read() }
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
unsafe fn body1<T: Elem, O: Op1<T>>(d: *mut u8, a: *const u8, first: usize, count: usize) {
    let a = Source::<T>::lanes(a);
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

/// By how many elements the operands go on with each lane: 1, or 0 where there is one value.
type Steps = (usize, usize);

#[inline(always)]
unsafe fn body2<T: Elem, O: Op2<T>>(
    d: *mut u8,
    a: *const u8,
    b: *const u8,
    steps: Steps,
    first: usize,
    count: usize,
) {
    let (a, b) = (Source::<T> { at: a.cast(), step: steps.0 }, Source::<T> { at: b.cast(), step: steps.1 });
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
unsafe fn body3<T: Elem, O: Op3<T>>(
    d: *mut u8,
    from: &[*const u8; 3],
    steps: &[usize; 3],
    first: usize,
    count: usize,
) {
    let [a, b, c] = [0, 1, 2].map(|k| Source::<T> { at: from[k].cast(), step: steps[k] });
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

twin!(body1: plain1, wide1 <T: Elem, O: Op1<T>;> (d: *mut u8, a: *const u8, first: usize, count: usize));
twin!(body2: plain2, wide2 <T: Elem, O: Op2<T>;>
    (d: *mut u8, a: *const u8, b: *const u8, steps: Steps, first: usize, count: usize));
twin!(body3: plain3, wide3 <T: Elem, O: Op3<T>;>
    (d: *mut u8, from: &[*const u8; 3], steps: &[usize; 3], first: usize, count: usize));

/// The loop of a binary operator, the AVX2 copy or the other.
#[inline(always)]
unsafe fn loop2<T: Elem, O: Op2<T>, const WIDE: bool>(
    d: *mut u8,
    a: *const u8,
    b: *const u8,
    steps: Steps,
    first: usize,
    count: usize,
) {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: the caller's registers hold these lanes, and the processor was asked.
        return unsafe { wide2::<T, O>(d, a, b, steps, first, count) };
    }
    // SAFETY: the caller's registers hold these lanes.
    unsafe { plain2::<T, O>(d, a, b, steps, first, count) }
}

unsafe fn lanes2<T: Elem, O: Op2<T>, const WIDE: bool>(
    d: *mut u8,
    a: *const u8,
    b: *const u8,
    first: usize,
    count: usize,
) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { loop2::<T, O, WIDE>(d, a, b, (1, 1), first, count) }
}

unsafe fn reversed2<T: Elem, O: Op2<T>, const WIDE: bool>(
    d: *mut u8,
    a: *const u8,
    b: *const u8,
    first: usize,
    count: usize,
) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe { loop2::<T, O, WIDE>(d, b, a, (1, 1), first, count) }
}

unsafe fn right2<T: Elem, O: Op2<T>, const WIDE: bool>(
    d: *mut u8,
    a: *const u8,
    b: u64,
    first: usize,
    count: usize,
) {
    let b = [T::from_bits(b); CHUNK];
    // SAFETY: the caller's registers hold these lanes, and `b` is a chunk.
    unsafe { loop2::<T, O, WIDE>(d, a, b.as_ptr().cast(), (1, 0), first, count) }
}

unsafe fn swapped2<T: Elem, O: Op2<T>, const WIDE: bool>(
    d: *mut u8,
    b: *const u8,
    a: u64,
    first: usize,
    count: usize,
) {
    let a = [T::from_bits(a); CHUNK];
    // SAFETY: the caller's registers hold these lanes, and `a` is a chunk.
    unsafe { loop2::<T, O, WIDE>(d, a.as_ptr().cast(), b, (0, 1), first, count) }
}

/// Bit `k` of `SHAPE` is set where operand `k` is one value.
unsafe fn lanes3<T: Elem, O: Op3<T>, const SHAPE: usize, const WIDE: bool>(
    d: *mut u8,
    a: u64,
    b: u64,
    c: u64,
    first: usize,
    count: usize,
) {
    let one = |k: usize| SHAPE >> k & 1 == 1;
    let operands = [a, b, c];
    let chunks = operands.map(|bits| [T::from_bits(bits); CHUNK]);
    let from: [*const u8; 3] = std::array::from_fn(|k| {
        if one(k) { chunks[k].as_ptr().cast() } else { operands[k] as usize as *const u8 }
    });
    let steps = [0, 1, 2].map(|k| usize::from(!one(k)));
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: the caller's registers hold these lanes, and the processor was asked.
        return unsafe { wide3::<T, O>(d, &from, &steps, first, count) };
    }
    // SAFETY: the caller's registers hold these lanes.
    unsafe { plain3::<T, O>(d, &from, &steps, first, count) }
}

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
    pick!(of2::<T, O, false>(), of2::<T, O, true>())
}

/// A binary operator's loops without the AVX2 copies: divisions and 16-bit floats gain nothing from them, and narrow
/// integers are too rare to compile everything twice.
pub(super) fn fn2_plain<T: Elem, O: Op2<T>>() -> Fn2 {
    of2::<T, O, false>()
}

/// The loops of an operator that is `O` with its operands exchanged.
pub(super) fn fn2_reversed<T: Elem, O: Op2<T>>() -> Fn2 {
    pick!(reversed::<T, O, false>(), reversed::<T, O, true>())
}

/// The same without the AVX2 copies.
pub(super) fn fn2_plain_reversed<T: Elem, O: Op2<T>>() -> Fn2 {
    reversed::<T, O, false>()
}

fn of2<T: Elem, O: Op2<T>, const WIDE: bool>() -> Fn2 {
    Fn2 {
        lanes: lanes2::<T, O, WIDE>,
        right: right2::<T, O, WIDE>,
        swapped: swapped2::<T, O, WIDE>,
        one: |a, b| O::call(T::from_bits(a), T::from_bits(b)).to_bits(),
    }
}

fn reversed<T: Elem, O: Op2<T>, const WIDE: bool>() -> Fn2 {
    Fn2 {
        lanes: reversed2::<T, O, WIDE>,
        right: swapped2::<T, O, WIDE>,
        swapped: right2::<T, O, WIDE>,
        one: |a, b| O::call(T::from_bits(b), T::from_bits(a)).to_bits(),
    }
}

/// A ternary operator's loops.
pub(super) fn fn3<T: Elem, O: Op3<T>>() -> Fn3 {
    pick!(of3::<T, O, false>(), of3::<T, O, true>())
}

fn of3<T: Elem, O: Op3<T>, const WIDE: bool>() -> Fn3 {
    Fn3 {
        lanes: [
            lanes3::<T, O, 0, WIDE>,
            lanes3::<T, O, 1, WIDE>,
            lanes3::<T, O, 2, WIDE>,
            lanes3::<T, O, 3, WIDE>,
            lanes3::<T, O, 4, WIDE>,
            lanes3::<T, O, 5, WIDE>,
            lanes3::<T, O, 6, WIDE>,
        ],
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
unsafe fn blend<T: Elem>(d: *mut u8, mask: *const u8, yes: Source<T>, no: Source<T>, at: usize, n: usize) {
    // SAFETY: the caller's registers hold these lanes.
    unsafe {
        each(d, at, n, |lane| {
            let mask = Source::<u8>::lanes(mask).chunk(lane);
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
    unsafe { blend::<T>(d, mask, Source::lanes(a), Source::lanes(d), first, count) }
}

#[inline(always)]
unsafe fn splat_masked_body<T: Elem>(d: *mut u8, a: u64, mask: *const u8, first: usize, count: usize) {
    let a = [T::from_bits(a); CHUNK];
    // SAFETY: the caller's registers hold these lanes, and `a` is a chunk.
    unsafe { blend::<T>(d, mask, Source { at: a.as_ptr(), step: 0 }, Source::lanes(d), first, count) }
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
    unsafe { blend::<T>(d, c, Source::lanes(yes), Source::lanes(no), first, count) }
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
